"""The pytest plugin: collects `*.cases.toml` as tests, one per case and ruleset, and provides three fixtures.

Pytest finds it by entry point, so `pip install kanrules` is enough. Nothing of kanrules is imported before a case is
collected or a fixture is used.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from kanrules.cases.case import Case, CaseBuilder
    from kanrules.cases.verify import Library, Verified
    from kanrules.ruleset import Ruleset

_SUFFIX = ".cases.toml"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--kanrules-rules`, `--allow-local-plugins`, and the settings `kanrules_local_plugins`, `kanrules_cases`."""
    group = parser.getgroup("kanrules")
    group.addoption(
        "--kanrules-rules",
        metavar="R,R2",
        default="",
        help="run every case file under these rulesets instead of its own",
    )
    group.addoption(
        "--allow-local-plugins", action="store_true", default=False, help="allow rulesets to run their own ./plugin.py"
    )
    parser.addini("kanrules_local_plugins", "allow rulesets to run their own ./plugin.py", type="bool", default=False)
    parser.addini("kanrules_cases", "collect *.cases.toml as tests", type="bool", default=True)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect a case file as a file of tests."""
    if file_path.name.endswith(_SUFFIX) and parent.config.getini("kanrules_cases"):
        return CaseCollector.from_parent(parent, path=file_path)
    return None


def _local_plugins(config: pytest.Config) -> bool:
    return bool(config.getini("kanrules_local_plugins") or config.getoption("--allow-local-plugins"))


class CaseFailed(Exception):
    """A case did not pass. Holds the result."""

    def __init__(self, verified: Verified) -> None:
        self.verified = verified
        super().__init__(verified.why)


class CaseCollector(pytest.File):
    """One case file. A mistake in it is a collection error with file, line, and column."""

    def collect(self) -> Iterator[pytest.Item]:
        """Yield an item for each case under each of its rulesets."""
        from kanrules.cases.verify import Library, case_file
        from kanrules.errors import KanrulesError

        local = _local_plugins(self.config)
        wanted = [name for name in self.config.getoption("--kanrules-rules").split(",") if name]
        try:
            display = self.path.relative_to(self.config.rootpath).as_posix()
        except ValueError:
            display = str(self.path)
        file = case_file(self.path, display)
        library = Library(allow_local_plugins=local)
        try:
            for case in file.cases():
                names = wanted or file.rulesets(case)
                if not names:
                    raise self.CollectError(
                        str(case.problem(("name",), "no ruleset is named", hint='add rules = ["ema-2016"]'))
                    )
                for name in names:
                    shown = Path(name).stem if name.endswith(".toml") else name
                    folder = self.path.parent if not wanted and name in case.all_rules else None
                    yield CaseItem.from_parent(
                        self, name=f"{case.name} [{shown}]", case=case, rules=name, folder=folder, library=library
                    )
        except KanrulesError as error:
            raise self.CollectError(str(error)) from None


class CaseItem(pytest.Item):
    """One case under one ruleset."""

    def __init__(self, *, case: Case, rules: str, folder: Path | None, library: Library, **more: Any) -> None:
        super().__init__(**more)
        self.case, self.rules, self.folder, self.library = case, rules, folder, library

    def runtest(self) -> None:
        """Play the case. Raises CaseFailed if it does not pass."""
        from kanrules.cases.verify import verify_case

        verified = verify_case(self.case, self.library.load(self.rules, self.folder), name=self.rules)
        if not verified.passed:
            raise CaseFailed(verified)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Return the differences and the table at that moment, without a traceback, since none of it is the author's
        code.
        """
        if isinstance(excinfo.value, CaseFailed):
            return explain(excinfo.value.verified)
        from kanrules.errors import KanrulesError

        return str(excinfo.value) if isinstance(excinfo.value, KanrulesError) else super().repr_failure(excinfo)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Return the file, line, and name."""
        return self.path, max(self.case.line - 1, 0), self.name


def explain(verified: Verified) -> str:
    """Return a failed case as text: the differences, the play, and the table at the first difference."""
    from rich.console import Console

    from kanrules.cases.table_text import print_failure

    text = io.StringIO()
    print_failure(Console(file=text, width=140, highlight=False), verified)
    return text.getvalue().rstrip()


# --- fixtures ------------------------------------------------------------------------------------------------------


@pytest.fixture
def ruleset(request: pytest.FixtureRequest) -> Callable[..., Ruleset]:
    """Load a ruleset: `ruleset("ema-2016")`, `ruleset("club.toml", {"kandora.ankan": "discard"})`.

    A path is relative to the test. `plugin.NAME.KEY` is an option of a plugin that the ruleset uses.
    """

    def load(
        name: str | Path, options: Mapping[str, Any] | None = None, *, allow_local_plugins: bool = False
    ) -> Ruleset:
        found = _ruleset(request, name, allow_local_plugins)
        return found.with_options(options) if options else found

    return load


def _ruleset(request: pytest.FixtureRequest, name: str | Path, allow_local_plugins: bool = False) -> Ruleset:
    """Return the ruleset of this name, or of the file next to the test."""
    from kanrules.ruleset import load_ruleset

    beside = request.path.parent / name
    return load_ruleset(
        beside if str(name).endswith(".toml") and beside.is_file() else name,
        allow_local_plugins=allow_local_plugins or _local_plugins(request.config),
    )


@pytest.fixture
def case() -> Callable[..., CaseBuilder]:
    """Begin a case: `case("A robbed kan turns no indicator").given(...).play(...).expect(...)`."""
    from kanrules.cases.case import CaseBuilder

    return CaseBuilder


@pytest.fixture
def verify(request: pytest.FixtureRequest) -> Callable[..., Verified]:
    """Play a case under a ruleset and fail the test if it does not pass: `verify(case, rules)`. A case may be a value,
    a builder, or text. The ruleset may be a value, or a name or path as for `ruleset`.
    """
    from kanrules.cases.case import CaseBuilder, parse_cases
    from kanrules.cases.verify import verify_case

    def check(given: Case | CaseBuilder | str, rules: Ruleset | str | Path) -> Verified:
        case = (
            given.case()
            if isinstance(given, CaseBuilder)
            else parse_cases(given)[0]
            if isinstance(given, str)
            else given
        )
        verified = verify_case(case, _ruleset(request, rules) if isinstance(rules, (str, Path)) else rules)
        if not verified.passed:
            pytest.fail(explain(verified), pytrace=False)
        return verified

    return check
