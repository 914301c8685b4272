"""The casebook: all its cases under all bundled rulesets, loading included. The target is twenty seconds on two
cores.
"""

from __future__ import annotations

from pytest_benchmark.fixture import BenchmarkFixture

from kanrules.cases.verify import Library, find_case_files, verify_file
from kanrules.report.casebook import casebook_grid, casebook_markdown, in_families
from kanrules.report.casebook_html import casebook_html
from kanrules.ruleset import bundled_ids, load_ruleset
from kanrules.ruleset.library import folder


def test_every_case_under_every_bundled_ruleset(benchmark: BenchmarkFixture) -> None:
    def verify() -> tuple[int, int]:
        library = Library()
        passed = failed = 0
        for file in find_case_files([str(folder() / "casebook")]):
            for verified in verify_file(file, library):
                passed += verified.passed
                failed += not verified.passed
        return passed, failed

    passed, failed = benchmark.pedantic(verify, rounds=2, iterations=1)
    assert not failed
    benchmark.extra_info["cases a second"] = round(passed / benchmark.stats.stats.mean)


def test_the_page(benchmark: BenchmarkFixture) -> None:
    families = dict(in_families(bundled_ids()))
    rules = [load_ruleset(name) for name in families]
    book = benchmark.pedantic(lambda: casebook_grid(rules, families=families), rounds=2, iterations=1)
    assert book.questions > 150 and len(casebook_html(book)) > len(casebook_markdown(book)) > 100_000
