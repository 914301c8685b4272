"""Cases: a position, a play, and the expected rulings, read from TOML into frozen values."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import field
from functools import lru_cache, partial
from pathlib import Path as FilePath
from types import MappingProxyType
from typing import Any

import tomli_w

from kanrules.cases.case_key import CaseKey, CaseTable, Path, Report, meant, meant_key
from kanrules.cases.expect import Expect, read_expect
from kanrules.cases.given import Given, read_given
from kanrules.cases.lines import PlayLine, parse_line
from kanrules.errors import UnreadableError
from kanrules.frozen import frozen
from kanrules.ruleset.keys import PLUGIN
from kanrules.ruleset.keys import keys as rule_keys
from kanrules.ruleset.problems import MAX_PROBLEMS, Problem, RulesetError, first_of, quote
from kanrules.ruleset.toml_file import Document, parse_document, read_document, stamp
from kanrules.table.position import Position

ID = re.compile(r"(?:[a-z0-9]+(?:-[a-z0-9]+)*:)?(?=[a-z-]{1,40}\Z)[a-z]+(?:-[a-z]+)+")
"""Pattern of a case's id: at least two words in lower case, joined by hyphens. Ids of a club or plugin begin with
`NAME:`.
"""


class CaseError(RulesetError):
    """A case cannot be read or is impossible. `problems` lists all mistakes, in file order."""


@frozen
class Case:
    """One case as written in its file, frozen. `Kyoku.from_case` starts from it; `kanrules.testing.play_case` plays it.

    `rules` are the rulesets that it names (ids, or paths relative to the file), `options` the keys that it sets on top
    of them, and `expect_under` pairs of ruleset names and the expectations that replace `expect` under them.
    """

    name: str
    given: Given = field(default_factory=Given)
    lines: tuple[PlayLine, ...] = ()
    expect: Expect = field(default_factory=lambda: MappingProxyType({}))
    rules: tuple[str, ...] = ()
    source: str = ""
    expect_under: tuple[tuple[tuple[str, ...], Expect], ...] = ()
    options: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    question: str = ""
    """The casebook question of this case. `answer` in its expectations is the short answer."""
    decides: tuple[str, ...] = ()
    """The keys of a ruleset that decide the case: rulesets that agree on them give the same ruling."""
    players: int = 0
    """Number of players of the rulesets to ask. A case for four players is put to three-player rulesets as at a
    four-player table.
    """
    id: str = ""
    """Permanent id of a casebook question, such as `four-kans-two-players`."""
    file: str = ""
    line: int = 0
    document: Document | None = field(default=None, compare=False, repr=False)
    number: int = field(default=0, compare=False, repr=False)
    filled: dict[object, Position] = field(default_factory=dict, init=False, compare=False, repr=False)
    """Cache of completed positions, by the option values that they depend on."""

    @property
    def all_rules(self) -> tuple[str, ...]:
        """Every ruleset that the case names, including those of `expect_under`."""
        more = (name for names, _ in self.expect_under for name in names)
        return tuple(dict.fromkeys((*self.rules, *more)))

    def expected(self, *names: str) -> Expect:
        """Return what is expected under the ruleset with these names (its id, and its name in the case)."""
        found = dict(self.expect)
        for under, expect in self.expect_under:
            if any(name in under for name in names):
                found.update(expect)
        return MappingProxyType(found)

    def is_for(self, players: int) -> bool:
        """Return True if rulesets for this number of players are asked."""
        return self.players != 3 or players == 3

    @property
    def has_red_fives(self) -> bool:
        """True if the case names a red five; otherwise it is dealt without them."""
        given = self.given
        tiles = [*given.live, *given.rinshan, *given.indicators, *given.ura]
        for held in (given.hands, given.rivers):
            tiles += [tile for one in held.values() for tile in one]
        tiles += [tile for melds in given.melds.values() for meld in melds for tile in meld.tiles]
        tiles += [tile for line in self.lines for tile in (*line.using, line.tile or 0)]
        return any(tile >= 34 for tile in tiles) or (given.drawn or 0) >= 34

    def problem(self, path: Path, message: str, *, code: str = "KR111", hint: str = "") -> Problem:
        """Return a problem at this path of the case, such as ("given", "hands", "south"), with file, line, and
        column.
        """
        if self.document is None:
            return Problem(self.file or f"case {self.name!r}", 0, 0, code, message, hint=hint)
        return self.document.problem(code, ("case", self.number, *path), message, hint=hint)

    def problem_in_play(self, line: PlayLine, message: str) -> Problem:
        """Return a problem in a line of the play."""
        if self.document is None:
            return Problem(self.file or f"case {self.name!r}", 0, 0, "KR111", message)
        number, column = line_place(self.document, self.number, line.number)
        return Problem(
            self.document.display, number, column, "KR111", message, source_line=self.document.positions.line(number)
        )


def line_place(document: Document, case: int, number: int) -> tuple[int, int]:
    """Return the line and column of a line of a play in its file."""
    path = ("case", case, "play", "lines")
    place = document.positions.places.get(path)
    if place is None:
        return document.positions.value(path)
    raw = document.text[place.start : place.end]
    if raw.startswith("["):
        return document.positions.value((*path, number - 1))
    at = 3 if raw.startswith(('"""', "'''")) else 1
    count = 0
    for found in re.finditer(r"[^\n]*\n?", raw[at:-at]):
        text = found.group().strip()
        if not text or text.startswith("#"):
            continue
        count += 1
        if count == number:
            lead = len(found.group()) - len(found.group().lstrip())
            return document.positions.line_column(place.start + at + found.start() + lead)
    return document.positions.value(path)


# --- reading -------------------------------------------------------------------------------------------------------


def read_cases(path: str | FilePath, *, display: str = "") -> tuple[Case, ...]:
    """Return the cases of a file. Raises CaseError with all mistakes, OSError if the file cannot be opened."""
    path = FilePath(path)
    return _read(path, display or str(path), stamp(path))


@lru_cache(maxsize=128)
def _read(path: FilePath, display: str, unchanged: tuple[int, int, int]) -> tuple[Case, ...]:
    """Return the cases of a file, cached until the file changes."""
    document, problems = read_document(path, display)
    return _cases(document, problems)


def parse_cases(text: str | bytes, name: str = "<text>", *, folder: str | FilePath = ".") -> tuple[Case, ...]:
    """Return the cases in a text. Paths of rulesets are relative to `folder`. Raises CaseError with all mistakes."""
    raw = text.encode() if isinstance(text, str) else text
    document, problems = parse_document(raw, FilePath(folder) / "cases.toml", name)
    return _cases(document, problems)


def _cases(document: Document | None, problems: list[Problem]) -> tuple[Case, ...]:
    if document is None or problems or document.broken:
        raise CaseError(problems)
    found: list[Problem] = []
    tables = document.data.get("case", [])
    for key in document.data:
        if key != "case":
            message = f"a file of cases has no key {quote(key)}{meant(key, ('case',))}"
            found.append(document.problem("KR101", (key,), message, at_key=True, hint="each case begins with [[case]]"))
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        found.append(
            document.problem(
                "KR103",
                ("case",),
                "`case` is a list of tables",
                at_key=True,
                hint="each case begins with [[case]]",
            )
        )
        tables = []
    elif not tables and not found:
        found.append(
            Problem(document.display, 0, 0, "KR111", "there is no case here", hint="each case begins with [[case]]")
        )
    cases = []
    for number, table in enumerate(tables):
        cases.append(_CaseReader(document, number, table, found).case())
        if len(found) > MAX_PROBLEMS:
            break
    seen: dict[str, int] = {}
    for case in cases:
        if case.name in seen:
            found.append(case.problem(("name",), f"a case with this name is already in line {seen[case.name]}"))
        seen.setdefault(case.name, case.line)
    ids: dict[str, int] = {}
    for case in cases:
        if case.id in ids:
            found.append(case.problem(("id",), f"line {ids[case.id]} already has a case with this id"))
        elif case.id:
            ids[case.id] = case.line
    if found:
        raise CaseError(first_of(sorted(found, key=lambda problem: (problem.line, problem.column))))
    return tuple(cases)


# --- the keys of a case itself -------------------------------------------------------------------------------------


def _name(value: Any, path: Path, report: Report) -> str | None:
    if isinstance(value, str) and value.strip():
        return value
    report(path, "KR103", "a case needs a name, preferably the rule as a sentence")
    return None


def _names(value: Any, path: Path, report: Report) -> tuple[str, ...]:
    members = [value] if isinstance(value, str) else value
    if isinstance(members, list) and all(isinstance(member, str) for member in members):
        return tuple(members)
    expected = 'expected, for example, ["ema-2016", "./club.toml"]'
    report(path, "KR103", f"{quote(value)} is not a list of rulesets; {expected}")
    return ()


def _source(value: Any, path: Path, report: Report) -> str:
    return str(value)


def _id(value: Any, path: Path, report: Report) -> str | None:
    if value == "" or (isinstance(value, str) and ID.fullmatch(value)):
        return str(value)
    message = f"{quote(value)} is not an id; expected at least two words in lower case, joined by hyphens"
    report(path, "KR103", f"{message}, at most 40 characters, such as four-kans-two-players")
    return None


def _question(value: Any, path: Path, report: Report) -> str | None:
    if isinstance(value, str):
        return value.strip()
    report(path, "KR103", f"{quote(value)} is not a string; expected a question")
    return None


def _players(value: Any, path: Path, report: Report) -> int | None:
    if value in (0, 3, 4) and not isinstance(value, bool):
        return int(value)
    report(path, "KR103", f"{quote(value)} is not a table; expected 3 or 4")
    return None


def _decides(value: Any, path: Path, report: Report) -> tuple[str, ...] | None:
    """Return the ruleset keys that the case lists as deciding."""
    members = [value] if isinstance(value, str) else value
    if not isinstance(members, list) or not all(isinstance(member, str) for member in members):
        report(path, "KR103", f'{quote(value)} is not a list of keys; expected, for example, ["kandora.ankan"]')
        return None
    for member in members:
        if member not in rule_keys():
            report(path, "KR101", f"a ruleset has no key {quote(member)}{meant(member, tuple(rule_keys()))}")
    return tuple(members)


_key = partial(CaseKey, "")
CASE: tuple[CaseKey, ...] = (
    _key(
        "id",
        "text",
        "The permanent id of a casebook question: at least two words, lower case, joined by hyphens, at most 40 "
        "characters. It says what is asked, not the answer. Ids of a club or plugin begin with `NAME:`.",
        'id = "four-kans-two-players"',
        _id,
    ),
    _key(
        "name",
        "text",
        "What the case states, as a sentence; unique in the file.",
        'name = "A robbed kan turns no indicator"',
        _name,
        also=("title",),
    ),
    _key(
        "rules",
        "a list of strings",
        "The rulesets to run the case under: ids, or paths relative to the file. Default: the ruleset next "
        "to the file.",
        'rules = ["ema-2016", "club.toml"]',
        _names,
    ),
    _key("source", "text", "The source of the expectation.", 'source = "M.League 4-5(5)"', _source),
    _key(
        "question",
        "text",
        "The question that a casebook asks about the case; `expect.answer` is the answer.",
        'question = "May a shouminkan be robbed, and who pays?"',
        _question,
    ),
    _key(
        "decides",
        "a list of keys",
        "The ruleset keys that decide the question.",
        'decides = ["kandora.robbed_kan"]',
        _decides,
        also=("keys",),
    ),
    _key(
        "players",
        "3 or 4",
        "Number of players that the question is for; a question for three is not asked of a ruleset for four.",
        "players = 3",
        _players,
    ),
)
"""The keys of `[[case]]` itself."""
CASE_TABLES: tuple[CaseTable, ...] = (
    CaseTable(
        "given",
        "The table before the first action. kanrules fills what is left out with tiles that have no effect.",
        also=("position", "setup"),
    ),
    CaseTable(
        "play",
        "The actions, one per line. Draws and passes that are left out happen automatically.",
        also=("actions", "moves"),
    ),
    CaseTable(
        "expect",
        "The expected result; anything not named is not checked. An illegal line fails the case unless `illegal` "
        "names it.",
    ),
    CaseTable(
        "expect_under",
        "Different expectations under some of the rulesets: `[[case.expect_under]]` with `rules` and keys of `expect`.",
    ),
    CaseTable(
        "options",
        "Keys of a ruleset to override for this case, and `plugin.NAME.KEY`, the options of its plugins.",
    ),
)
"""The tables inside a case."""
_ROWS: tuple[CaseKey | CaseTable, ...] = (*CASE, *CASE_TABLES)


class _CaseReader:
    """Reads one `[[case]]`."""

    def __init__(self, document: Document, number: int, table: dict[str, Any], problems: list[Problem]) -> None:
        self.document, self.number, self.table, self.problems = document, number, table, problems

    def report(self, *start: str | int) -> Report:
        def report(path: Path, code: str, message: str) -> None:
            self.problems.append(
                self.document.problem(code, ("case", self.number, *start, *path), message, at_key=code in ("KR101",))
            )

        return report

    def case(self) -> Case:
        table, report = self.table, self.report()
        for key in table:
            if key not in {row.key for row in _ROWS}:
                report((key,), "KR101", f"a case has no key {quote(key)}{meant_key(key, _ROWS, 'expected')}")
        read: dict[str, Any] = {
            row.key: row.read(table[row.key], (row.key,), report) for row in CASE if row.key in table
        }
        found = {key: value for key, value in read.items() if value is not None}
        if "name" not in table:
            _name("", ("name",), report)
        lines = self.lines()
        expect = read_expect(table.get("expect", {}), self.report("expect"), lines=len(lines))
        line, _ = self.document.positions.line_column(self.document.positions.headers.get(("case", self.number), 0))
        return Case(
            **{"name": f"case {self.number + 1}", **found},
            given=read_given(table.get("given", {}), self.report("given")),
            lines=lines,
            expect=expect,
            expect_under=self.under(len(lines)),
            options=self.options(),
            file=self.document.display,
            line=line,
            document=self.document,
            number=self.number,
        )

    def lines(self) -> tuple[PlayLine, ...]:
        play = self.table.get("play", {})
        if not isinstance(play, dict):
            self.report()(("play",), "KR103", "`play` is a table with `lines`")
            return ()
        for key in play:
            if key != "lines":
                self.report("play")((key,), "KR101", f"`play` has no key {quote(key)}; expected `lines`")
        text = play.get("lines", "")
        if isinstance(text, list) and all(isinstance(member, str) for member in text):
            text = "\n".join(text)
        if not isinstance(text, str):
            self.report("play")(("lines",), "KR103", f"{quote(text)} is not a string; expected the lines of a play")
            return ()
        found = []
        written = [line.strip() for line in text.split("\n")]
        for number, line in enumerate((line for line in written if line and not line.startswith("#")), 1):
            try:
                found.append(parse_line(number, line))
            except UnreadableError as error:
                if len(self.problems) > MAX_PROBLEMS:
                    break
                at = line_place(self.document, self.number, number)
                self.problems.append(
                    Problem(
                        self.document.display, *at, "KR111", str(error), source_line=self.document.positions.line(at[0])
                    )
                )
        return tuple(found)

    def under(self, lines: int) -> tuple[tuple[tuple[str, ...], Expect], ...]:
        value = self.table.get("expect_under", [])
        if isinstance(value, dict):
            value = [value]
        if not isinstance(value, list) or not all(isinstance(member, dict) for member in value):
            self.report()(("expect_under",), "KR103", "`expect_under` is a list of tables: [[case.expect_under]]")
            return ()
        found = []
        for at, member in enumerate(value):
            names = _names(member.get("rules", []), ("expect_under", at, "rules"), self.report())
            if not names:
                self.report()(("expect_under", at), "KR103", "`expect_under` needs `rules = [...]`")
            rest = {key: inner for key, inner in member.items() if key != "rules"}
            found.append((names, read_expect(rest, self.report("expect_under", at), lines=lines)))
        return tuple(found)

    def options(self) -> Mapping[str, Any]:
        value = self.table.get("options", {})
        if not isinstance(value, dict):
            self.report()(("options",), "KR103", '`options` is a table of keys, such as "kandora.ankan" = "discard"')
            return MappingProxyType({})
        flat = dict(_flatten(value))
        for key in flat:
            if key not in rule_keys() and not (key.startswith(PLUGIN) and key.count(".") > 1):
                path = (key,) if key in value else tuple(key.split("."))
                self.report("options")(
                    path, "KR101", f"a ruleset has no key {quote(key)}{meant(key, tuple(rule_keys()))}"
                )
        return MappingProxyType(flat)


def _flatten(table: dict[str, Any], before: str = "") -> Iterable[tuple[str, Any]]:
    """Yield dotted keys with their values: `kandora.ankan = "x"` and `"kandora.ankan" = "x"` are the same."""
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _flatten(value, f"{before}{key}.")
        else:
            yield before + key, value


# --- building ------------------------------------------------------------------------------------------------------


class CaseBuilder:
    """Build a case in Python, step by step. `case()` reads it as if from a file, so it finds the same errors.

    For example:

        case = (
            CaseBuilder("A robbed kan turns no indicator")
            .given(turn="south", melds={"south": ["pon 222p from east"]}, hands={"north": "34p567m123s789s11z"})
            .given(live="2p")
            .play("south draws 2p", "south shouminkan 2p", "north ron")
            .expect(result="ron", never=["kandora"])
            .case()
        )
    """

    def __init__(self, name: str, *, rules: Iterable[str] = (), source: str = "") -> None:
        self._table: dict[str, Any] = {"name": name}
        self.rules(*rules)
        if source:
            self._table["source"] = source

    def rules(self, *names: str) -> CaseBuilder:
        """Set the rulesets under which the case is played."""
        if names:
            self._table["rules"] = list(names)
        return self

    def given(self, **keys: Any) -> CaseBuilder:
        """Add keys of `[case.given]`."""
        self._table.setdefault("given", {}).update(keys)
        return self

    def play(self, *lines: str) -> CaseBuilder:
        """Add lines of the play."""
        play = self._table.setdefault("play", {"lines": ""})
        play["lines"] += "".join(f"{line}\n" for line in lines)
        return self

    def expect(self, **keys: Any) -> CaseBuilder:
        """Add keys of `[case.expect]`."""
        self._table.setdefault("expect", {}).update(keys)
        return self

    def expect_under(self, *rules: str, **keys: Any) -> CaseBuilder:
        """Add the expectations that apply instead under these rulesets."""
        self._table.setdefault("expect_under", []).append({"rules": list(rules), **keys})
        return self

    def options(self, options: Mapping[str, Any]) -> CaseBuilder:
        """Set keys on top of the ruleset."""
        self._table.setdefault("options", {}).update(options)
        return self

    def text(self) -> str:
        """Return the case as the text of a case file."""
        return tomli_w.dumps({"case": [self._table]}, multiline_strings=True)

    def case(self) -> Case:
        """Return the case. Raises CaseError if it cannot be read."""
        return parse_cases(self.text(), f"case {self._table['name']!r}")[0]
