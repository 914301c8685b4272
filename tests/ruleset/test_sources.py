"""Which text is cited for a value: the source of the key, of its table, of the file; and what is said without one."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from kanrules.ruleset import Problem, Ruleset, load_ruleset
from kanrules.ruleset.lint import warnings
from kanrules.ruleset.standalone_toml import to_toml
from kanrules.rulings import Source, TextRead

Write = Callable[..., Path]
Load = Callable[..., Ruleset]
Problems = Callable[..., list[Problem]]

VALUES = """
[kandora]
ankan = "discard"
daiminkan = "discard"
[kan]
max_per_player = 2
"""
SOURCES = """
[source."*"]
document = "Page"
grade = "official"
[source."kandora.*"]
document = "Chapter"
grade = "official"
[source."kandora.ankan"]
document = "Clause"
grade = "official"
"""


def document(rules: Ruleset, key: str) -> str:
    """The document that is cited for a key; "" for none."""
    source = rules.origin(key).source
    return source.document if source else ""


# --- the source of a key, of a table, of a file -----------------------------------------------------------------------


def test_the_nearest_source_is_cited(load: Load) -> None:
    rules = load(VALUES + SOURCES)
    assert document(rules, "kandora.ankan") == "Clause"
    assert document(rules, "kandora.daiminkan") == "Chapter"
    assert document(rules, "kan.max_per_player") == "Page"
    assert document(rules, "kandora.shouminkan") == "", "a value that no file sets has no source"


def test_the_order_of_the_tables_of_source_is_all_one(load: Load) -> None:
    tables = SOURCES.split("[source")[1:]
    rules = load(VALUES + "".join(f"[source{table}" for table in reversed(tables)))
    assert [document(rules, key) for key in ("kandora.ankan", "kandora.daiminkan", "kan.max_per_player")] == [
        "Clause",
        "Chapter",
        "Page",
    ]


def test_a_table_is_not_the_family_of_another_that_begins_alike(load: Load) -> None:
    text = VALUES + '[source."kan.*"]\ndocument = "Kans"\ngrade = "official"\n'
    assert document(load(text), "kan.max_per_player") == "Kans"
    assert document(load(text), "kandora.ankan") == "club"


def test_the_source_of_a_file_is_not_that_of_its_parents_values(load: Load, write: Write) -> None:
    write("base", VALUES, head='authority = "Base"')
    rules = load('[kandora]\nankan = "never"\n' + SOURCES, head='extends = "base.toml"')
    assert document(rules, "kandora.ankan") == "Clause"
    assert document(rules, "kandora.daiminkan") == document(rules, "kan.max_per_player") == "Base"


def test_a_parents_source_of_a_family_is_not_that_of_a_childs_value(load: Load, write: Write) -> None:
    write("base", VALUES + SOURCES)
    rules = load('[kandora]\ndaiminkan = "never"\n', head='extends = "base.toml"')
    assert document(rules, "kandora.daiminkan") == "club"
    assert document(rules, "kan.max_per_player") == "Page"


def test_one_file_says_it_all_by_itself_with_the_source_of_each_value(load: Load, tmp_path: Path) -> None:
    rules = load(VALUES + SOURCES)
    (tmp_path / "alone.toml").write_text(to_toml(rules).replace('id = "club"', 'id = "alone"'), encoding="utf-8")
    again = load_ruleset(tmp_path / "alone.toml")
    assert again.options == rules.options
    assert [again.origin(key).source for key in rules.values] == [rules.origin(key).source for key in rules.values]


def test_a_source_of_a_family_of_which_the_file_sets_nothing_is_loose(load: Load) -> None:
    rules = load(VALUES + '[source."wins.*"]\ndocument = "Book"\ngrade = "own"\n')
    [problem] = [one for one in warnings(rules) if one.code == "KR109"]
    assert problem.message == "a source without a value: this file sets nothing in [wins]"
    assert not [one for one in warnings(load(VALUES + SOURCES)) if "source" in one.message]
    [problem] = warnings(load('[source."*"]\ndocument = "Book"\ngrade = "own"\n'))
    assert problem.message == "a source without a value: this file sets nothing"


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("source.kandora", 'write [source."kandora.*"]'),
        ('source."kandora"', 'write [source."kandora.*"]'),
        ('source."kandoro.*"', 'did you mean [source."kandora.*"]?'),
        ('source."**"', 'did you mean [source."*"]?'),
    ],
)
def test_a_family_that_is_not_there_is_refused_with_the_one_that_was_meant(
    name: str, hint: str, problems: Problems
) -> None:
    [problem] = problems(f'{VALUES}[{name}]\ndocument = "Book"\ngrade = "own"\n')
    assert problem.code == "KR101" and problem.hint == hint


# --- a rulebook that stands alone -------------------------------------------------------------------------------------


@pytest.fixture
def base(write: Write) -> Path:
    return write("base", VALUES + SOURCES, head='authority = "Base"')


STANDALONE = 'extends = "base.toml"\nstandalone = true'


def test_a_standalone_ruleset_takes_its_parents_values_and_none_of_its_sources(base: Path, load: Load) -> None:
    rules = load('[kandora]\ndaiminkan = "never"\n', head=STANDALONE)
    assert rules["kandora.ankan"].value == "discard" and rules["kan.max_per_player"] == 2
    assert rules.sourced == ("kandora.daiminkan",)
    assert "kandora.ankan" in rules.unsourced and rules.origin("kandora.ankan").is_default
    supplement = load('[kandora]\ndaiminkan = "never"\n', head='extends = "base.toml"', name="other")
    assert set(supplement.sourced) == {"kandora.ankan", "kandora.daiminkan", "kan.max_per_player"}


def test_a_standalone_ruleset_may_cite_its_own_text_for_a_value_that_its_parent_sets(base: Path, load: Load) -> None:
    rules = load('[source."kandora.ankan"]\ndocument = "Ours"\nclause = "2"\ngrade = "own"\n', head=STANDALONE)
    assert rules.origin("kandora.ankan").source == Source("Ours", "2")
    assert rules.sourced == ("kandora.ankan",)


def test_a_child_of_a_standalone_ruleset_cites_it_and_not_its_parent(base: Path, write: Write, load: Load) -> None:
    write("middle", '[kandora]\ndaiminkan = "never"\n', head=STANDALONE)
    rules = load("", head='extends = "middle.toml"')
    assert document(rules, "kandora.daiminkan") == "middle"
    assert document(rules, "kandora.ankan") == document(rules, "kan.max_per_player") == ""
    assert rules["kan.max_per_player"] == 2


def test_a_standalone_ruleset_repeats_its_parent_without_a_hint(base: Path, load: Load) -> None:
    rules = load('[kandora]\ndaiminkan = "discard"\n', head=STANDALONE)
    assert not warnings(rules)
    assert warnings(load('[kandora]\ndaiminkan = "discard"\n', head='extends = "base.toml"', name="other"))


def test_a_standalone_ruleset_written_out_assumes_what_it_assumed(base: Path, load: Load, tmp_path: Path) -> None:
    rules = load('[kandora]\ndaiminkan = "never"\n', head=STANDALONE)
    (tmp_path / "alone.toml").write_text(to_toml(rules).replace('id = "club"', 'id = "alone"'), encoding="utf-8")
    again = load_ruleset(tmp_path / "alone.toml")
    assert again.options == rules.options and again.sourced == rules.sourced


# --- how much was read, and when it is in force -----------------------------------------------------------------------

SILENT = "The rulebook does not say; kanrules assumes this."
NO_SOURCE = "No source found; kanrules assumes this."
NOT_READ = "Chapter not read."
WHOLE = 'text_read = "whole"'


def test_what_no_source_settles_is_said_in_one_of_three_ways(load: Load) -> None:
    assert load().assumed == load(head='text_read = "parts"').assumed == NO_SOURCE
    assert load(head=WHOLE).assumed == SILENT
    assert load(head='unread = ["Chapter 6: penalties"]').assumed == NOT_READ


def test_a_supplement_is_silent_only_where_its_parent_was_read_whole_too(load: Load, write: Write) -> None:
    write("base")
    write("read", head=WHOLE)
    write("gaps", head='unread = ["Chapter 6"]')
    assert load(head=f'extends = "base.toml"\n{WHOLE}').assumed == NO_SOURCE
    assert load(head=f'extends = "read.toml"\n{WHOLE}').assumed == SILENT
    assert load(head='extends = "read.toml"').assumed == NO_SOURCE
    rules = load(head=f'extends = "gaps.toml"\n{WHOLE}')
    assert rules.assumed == NOT_READ and rules.unread == ("Chapter 6",)
    alone = load(head=f'extends = "gaps.toml"\nstandalone = true\n{WHOLE}')
    assert alone.assumed == SILENT and alone.text_read is TextRead.WHOLE and alone.unread == ()


def test_editions_and_the_days_on_which_they_are_in_force_are_read(load: Load, tmp_path: Path) -> None:
    rules = load(head='replaces = "ema-2012"\nin_force_from = 2026-01-01\nin_force_until = 2026-01-01')
    assert rules.head.replaces == "ema-2012"
    assert rules.head.in_force_from == rules.head.in_force_until == date(2026, 1, 1)
    (tmp_path / "alone.toml").write_text(to_toml(rules).replace('id = "club"', 'id = "alone"'), encoding="utf-8")
    again = load_ruleset(tmp_path / "alone.toml").head
    assert (again.replaces, again.in_force_from, again.in_force_until) == ("ema-2012", *[date(2026, 1, 1)] * 2)


@pytest.mark.parametrize(
    ("head", "code", "message", "hint"),
    [
        (
            'in_force_from = "2026-04-01"',
            "KR103",
            '`ruleset.in_force_from` must be a date, not a string, "2026-04-01"',
            "write 2026-04-01, without quotes",
        ),
        (
            "in_force_from = 2026-04-01T00:00:00",
            "KR103",
            "`ruleset.in_force_from` must be a date, not a date with a time, 2026-04-01 00:00:00",
            "write 2026-04-01, without a time",
        ),
        ("in_force_until = 2026", "KR103", "`ruleset.in_force_until` must be a date, not a whole number, 2026", ""),
        (
            "in_force_until = 2025-12-31\nin_force_from = 2026-01-01",
            "KR102",
            "`ruleset.in_force_until` is before `ruleset.in_force_from`",
            "",
        ),
        ('replaces = "club"', "KR102", "a ruleset cannot replace itself", ""),
        (
            'text_read = "all"',
            "KR102",
            '`ruleset.text_read` cannot be "all"',
            "`kanrules explain ruleset.text_read` says what each of them means",
        ),
        (
            'unread = "Chapter 6"',
            "KR103",
            '`ruleset.unread` must be a list, not a string, "Chapter 6"',
            'write ["Chapter 6"]',
        ),
        (
            'unread = ["Chapter 6"]\ntext_read = "whole"',
            "KR102",
            '`ruleset.unread` names chapters, but `ruleset.text_read` is "whole"',
            "",
        ),
        (
            'standalone = "yes"',
            "KR103",
            '`ruleset.standalone` must be true or false, not a string, "yes"',
            "write true, without quotes",
        ),
    ],
)
def test_what_a_head_cannot_say_is_refused(head: str, code: str, message: str, hint: str, problems: Problems) -> None:
    [problem] = problems(head=head)
    assert (problem.code, problem.message, problem.hint) == (code, message, hint)
    assert problem.source_line.split(" = ")[0] in head


def test_the_new_keys_of_a_head_are_those_of_the_schema() -> None:
    from kanrules.ruleset.reference import json_schema

    head = json_schema()["$defs"]["Head"]["properties"]
    assert head["in_force_from"]["format"] == "date"
    assert head["text_read"]["enum"] == [one.value for one in TextRead]
    assert json.dumps(head)
