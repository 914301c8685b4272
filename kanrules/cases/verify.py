"""Run case files: which cases, under which rulesets, and with what result."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from kanrules.cases.case import Case, CaseError, parse_cases, read_cases
from kanrules.cases.case_key import meant
from kanrules.cases.expect import UnmetExpectation, unmet_expectations
from kanrules.cases.run import PlayedCase, play_case
from kanrules.errors import KanrulesError, UnreadableError
from kanrules.frozen import frozen
from kanrules.ruleset import Ruleset, RulesetError, library
from kanrules.ruleset.library import CASEBOOK, CASES, is_path
from kanrules.ruleset.load import load_file, load_named, ruleset_of
from kanrules.ruleset.toml_file import MAX_BYTES


@frozen
class Verified:
    """A case under one ruleset: its differences from the expectations, or why it could not be played (`error`)."""

    case: Case
    rules: str
    """The ruleset as the case or the user names it."""
    played: PlayedCase | None
    differences: tuple[UnmetExpectation, ...] = ()
    error: KanrulesError | None = None

    def __eq__(self, other: object) -> bool:
        """Return True if the same case was played under the same ruleset, with the same result in words."""
        if not isinstance(other, Verified):
            return NotImplemented
        return (self.case, self.rules, self.played, self.why) == (other.case, other.rules, other.played, other.why)

    __hash__ = None  # type: ignore[assignment]  # a case holds mappings

    def __reduce__(self) -> tuple[object, ...]:
        return _compared, (self.case, self.rules, self.played, self.error)

    @property
    def passed(self) -> bool:
        """True if the case was played and met all expectations."""
        return self.error is None and not self.differences

    @property
    def why(self) -> str:
        """Why the case did not pass, one sentence per difference; "" if it passed."""
        return (
            str(self.error) if self.error is not None else "; ".join(difference.text for difference in self.differences)
        )


class Library:
    """Loaded rulesets by the name that a case or a user gives them."""

    def __init__(self, *, allow_local_plugins: bool = False, without: Sequence[str] = ()) -> None:
        self._how: dict[str, Any] = {"allow_local_plugins": allow_local_plugins, "without": without}
        self._loaded: dict[str, Ruleset] = {}

    def keep(self, name: str, rules: Ruleset) -> None:
        """Add a ruleset that is already loaded; `load` returns it for this name."""
        self._loaded[name] = rules

    def loaded(self) -> Iterator[Ruleset]:
        """Yield the rulesets that were loaded."""
        yield from self._loaded.values()

    def load(self, name: str, folder: Path | None = None) -> Ruleset:
        """Return the ruleset of this name. A path is relative to the folder. Raises RulesetError if it cannot be
        used.
        """
        by_case = is_path(name) and folder is not None
        if by_case and folder is not None and not Path(name).is_absolute():
            name = str(folder / name)
        if name not in self._loaded:
            self._loaded[name] = (
                load_file(Path(name), name, named=False, **self._how) if by_case else load_named(name, **self._how)
            )
        return self._loaded[name]


@frozen
class CaseFile:
    """A case file and the ruleset next to it (a path or an id); "" if there is none."""

    path: Path | None
    display: str
    beside: str = ""
    text: bytes | None = None
    casebook: tuple[str, ...] = ()
    """If the file is in a folder `casebook`, the rulesets next to that folder, all of which answer its cases."""

    def cases(self) -> tuple[Case, ...]:
        """Return the cases of the file. Raises CaseError with all mistakes, OSError if the file cannot be opened."""
        if self.path is None:
            return parse_cases(self.text or b"", self.display)
        return read_cases(self.path, display=self.display)

    @property
    def folder(self) -> Path:
        """Folder to which paths in the file are relative."""
        return Path() if self.path is None else self.path.parent

    def rulesets(self, case: Case) -> tuple[str, ...]:
        """Return the rulesets under which a case is played: those that it names, or else the one next to the file, or
        else those next to its casebook.
        """
        if case.rules:
            return case.all_rules
        return (self.beside,) if self.beside else self.casebook or case.all_rules


def _has_cases(path: Path) -> bool:
    with path.open("rb") as file:
        return b"[[case]]" in file.read(MAX_BYTES)


def find_case_files(names: Iterable[str], *, stdin: bytes | None = None) -> Iterator[CaseFile]:
    """Yield the case files that these names mean.

    A name is a file, a folder of them, a ruleset (id or file) with its cases next to it, or `-` for standard input.
    Raises UnreadableError for any other name.
    """

    for name in names:
        if name == "-":
            yield CaseFile(None, "<stdin>", text=stdin or b"")
            continue
        path = Path(name)
        if path.is_dir():
            found = [file for file in sorted(path.rglob(f"*{CASES}")) if not _is_hidden(file.relative_to(path))]
            if not found:
                raise UnreadableError(f"{name}: no case files (*{CASES}) in this folder")
            for file in found:
                yield case_file(file, file.as_posix())
        elif name.endswith(CASES) or (path.is_file() and not name.endswith(".toml")):
            yield case_file(path, name)
        elif not library.is_path(name) and (listed := library.find(name)) is not None:
            yield from _beside(listed, library.display(listed), name)
        elif path.is_file():
            yield from (case_file(path, name),) if _has_cases(path) else _beside(path, name, name)
        elif library.is_path(name):
            raise UnreadableError(f"{name}: no such file")
        else:
            raise UnreadableError(f"{name}: not a case file or a ruleset{meant(name, library.all_ids(), 'there are')}")


def _is_hidden(path: Path) -> bool:
    return any(part.startswith(".") for part in path.parts)


def case_file(path: Path, display: str = "") -> CaseFile:
    """Return a case file, with the ruleset of the same name next to it if there is one."""
    beside = path.with_name(path.name.removesuffix(CASES) + ".toml")
    found = str(beside) if path.name.endswith(CASES) and beside.is_file() else ""
    return CaseFile(path, display or str(path), found, casebook=() if found else _casebook(path.absolute().parent))


def _casebook(folder: Path) -> tuple[str, ...]:
    """Return the rulesets next to a folder `casebook`; none for any other folder."""

    if folder.name != CASEBOOK:
        return ()
    if folder.parent == library.folder():
        return library.bundled_ids()
    found = (path for path in sorted(folder.parent.glob("*.toml")) if not path.name.endswith(CASES))
    return tuple(str(path) for path in found if path.name not in library.NO_RULESETS)


def _beside(path: Path, display: str, name: str) -> Iterator[CaseFile]:
    """Yield a ruleset's own cases and those of the casebook next to it, all of them under this ruleset."""
    own = path.with_name(path.stem + CASES)
    shared = sorted((path.parent / CASEBOOK).glob(f"*{CASES}"))
    if not own.is_file() and not shared:
        raise UnreadableError(f"{display}: it has no case file next to it; expected {own.name}")
    if own.is_file():
        yield CaseFile(own, display.removesuffix(".toml") + CASES if display.endswith(".toml") else str(own), name)
    for file in shared:
        shown = (
            display.removesuffix(path.name) + f"{CASEBOOK}/{file.name}" if display.endswith(path.name) else str(file)
        )
        yield CaseFile(file, shown, name)


def verify_case(case: Case, rules: Ruleset | str | Path, *, name: str = "", trace: bool = False) -> Verified:
    """Play a case under a ruleset (a ruleset, its name, or its path) and compare the result. An impossible case gives
    a `Verified` with its error.
    """

    rules = ruleset_of(rules)
    called = name or rules.id
    try:
        played = play_case(case, rules, trace=trace)
    except KanrulesError as error:
        return Verified(case, called, None, error=error)
    return _compared(case, called, played)


def _compared(case: Case, called: str, played: PlayedCase | None, error: KanrulesError | None = None) -> Verified:
    """Return a played case with its differences from what is expected under the ruleset, or with its error."""
    if played is None:
        return Verified(case, called, None, error=error)
    return Verified(case, called, played, tuple(unmet_expectations(played, case.expected(played.rules.id, called))))


def verify_file(
    file: CaseFile, library: Library, *, rules: Sequence[str] = (), trace: bool = False
) -> Iterator[Verified]:
    """Run every case of a file: under `rules` if given, or else under those that the case names, or else under the one
    next to the file.

    Raises CaseError if the file cannot be read or no ruleset is named, RulesetError if a ruleset cannot be used.
    """
    for case in file.cases():
        names = tuple(rules) or file.rulesets(case)
        if not names:
            raise CaseError(
                [case.problem(("name",), "no ruleset is named", hint='add rules = ["ema-2016"], or give --rules')]
            )
        for name in names:
            from_case = not rules and name in case.all_rules
            loaded = _load(case, name, library, file.folder) if from_case else library.load(name)
            if case.is_for(loaded.options.table.players):
                yield verify_case(case, loaded, name=name, trace=trace)


def _load(case: Case, name: str, library: Library, folder: Path) -> Ruleset:
    """Return a ruleset that a case names. A mistake in the name itself is reported at its place in the case."""
    try:
        return library.load(name, folder)
    except RulesetError as error:
        if any(problem.line for problem in error.problems):
            raise
        where = _names(case, name)
        raise CaseError(
            [
                replace(case.problem(where, one.message, code=one.code, hint=one.hint), expected=one.expected)
                for one in error.problems
            ]
        ) from None


def _names(case: Case, name: str) -> tuple[str | int, ...]:
    """Return the path of a ruleset's name in a case."""
    if name in case.rules:
        return ("rules", case.rules.index(name))
    under = next(at for at, (names, _) in enumerate(case.expect_under) if name in names)
    return ("expect_under", under, "rules", case.expect_under[under][0].index(name))
