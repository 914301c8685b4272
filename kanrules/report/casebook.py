"""The casebook as a grid: rulesets beside questions, each answer in a few words with the clause on which it rests.

The cases are `rulesets/casebook/*.cases.toml`. A bundled ruleset answers as they say; for any other the case is played,
and it answers like the group of bundled ones whose answer its play fits.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kanrules.cases.case import SUFFIX, Case, read_cases
from kanrules.cases.compare import differences
from kanrules.cases.expect import Expect
from kanrules.cases.run import Played, play
from kanrules.cases.verify import CASEBOOK
from kanrules.errors import KanrulesError
from kanrules.pieces.events import KandoraTurned
from kanrules.rulings import Source

if TYPE_CHECKING:
    from kanrules.ruleset import Ruleset

NO_TEXT = "no text"
"""What stands in place of a clause where nobody has established one."""
TITLES: dict[str, str] = {
    "indicators": "When indicators turn",
    "robbery": "Robbing a kan",
    "four-and-five-kans": "Four kans, and a fifth",
    "liability": "Sekinin barai",
    "in-riichi": "Kan in riichi",
    "wall": "The end of the wall, the turn, and what a kan is worth",
    "fouls": "Fouls",
}
"""The chapters in the order of the page; a file of another name comes after them."""
PENALTIES = "In the books' own words"
"""The title of the last chapter: what a foul costs that no case can play."""
FAMILIES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("EMA", ("ema-2012", "ema-2016", "ema-2025", "burton", "warsaw", "mil-2024")),
    ("WRC", ("wrc-2015", "wrc-2017", "wrc-2022", "wrc-2025", "azriichi", "vic-riichi", "tori-casual", "singapore")),
    ("Professional leagues of Japan", (
        "m-league", "saikyousen", "jpml-a-2022", "jpml-a-2023", "jpml-a-2026", "jpml-b", "jpml-wrc", "saikouisen", "saikouisen-classic",
        "npm", "rmu-a", "rmu-b", "rmu-m", "mu", "101",
    )),
    ("Platforms", ("tenhou", "mahjong-soul", "riichi-city", "ron2", "mahjong-stars", "sega-mj", "fight-club", "doman")),
)  # fmt: skip
"""Rulesets that people look for side by side; all others are clubs and events."""
OTHERS = "Clubs and events"


@dataclass(frozen=True, slots=True)
class Clause:
    """A key that decides an answer, its value as a file has it, and the text that says so (None: nobody has found
    one).
    """

    key: str
    value: str
    source: Source | None = None
    plugin: str = ""
    """The plugin that decides instead of the key's value, if one does."""

    @property
    def short(self) -> str:
        """The clause alone; the grade of its source where no clause is known; `no text`."""
        if self.source is None:
            return NO_TEXT
        return self.source.clause or f"{self.source.grade}"


@dataclass(frozen=True, slots=True)
class Answer:
    """What a ruleset answers, in a few words, and on what it rests."""

    text: str
    clauses: tuple[Clause, ...] = ()

    @property
    def short(self) -> str:
        """The clauses in one line, `no text` where there is none at all."""
        found = dict.fromkeys(clause.short for clause in self.clauses if clause.source is not None)
        return "; ".join(found) or (NO_TEXT if self.clauses else "")

    @property
    def is_sourced(self) -> bool:
        """Whether at least one of the deciding keys rests on a text."""
        return not self.clauses or any(clause.source is not None for clause in self.clauses)


@dataclass(frozen=True, slots=True)
class Question:
    """One question of the casebook: the law that its case states, and the answer of each ruleset by id."""

    number: str
    text: str
    law: str
    source: str
    options: tuple[tuple[str, str], ...]
    """Keys that the case lays over every ruleset, so that all answer alike."""
    decides: tuple[str, ...]
    answers: Mapping[str, Answer]

    @property
    def is_law(self) -> bool:
        """Whether no key decides: the answer is everybody's, or that of a value that no bundled ruleset has."""
        return not self.decides and len({answer.text for answer in self.answers.values()}) == 1

    @property
    def groups(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Every answer with the rulesets that give it, the most common first."""
        found: dict[str, list[str]] = {}
        for name, answer in self.answers.items():
            found.setdefault(answer.text, []).append(name)
        return tuple((text, tuple(names)) for text, names in sorted(found.items(), key=lambda item: -len(item[1])))


@dataclass(frozen=True, slots=True)
class Chapter:
    """One chapter: its number, its title, its questions."""

    number: int
    title: str
    questions: tuple[Question, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """One ruleset of the grid."""

    id: str
    title: str
    partial: bool
    family: str = ""


@dataclass(frozen=True, slots=True)
class Casebook:
    """The whole grid."""

    rulesets: tuple[Column, ...]
    chapters: tuple[Chapter, ...]

    @property
    def questions(self) -> int:
        """How many questions it asks."""
        return sum(len(chapter.questions) for chapter in self.chapters)


def chapters() -> list[tuple[str, Path]]:
    """The files of the casebook with their titles, in the order of the page."""
    from kanrules.ruleset.library import folder

    found = {path.name.removesuffix(SUFFIX): path for path in sorted((folder() / CASEBOOK).glob(f"*{SUFFIX}"))}
    order = [name for name in TITLES if name in found] + [name for name in found if name not in TITLES]
    return [(TITLES.get(name, name), found[name]) for name in order]


def in_families(ids: Iterable[str]) -> list[tuple[str, str]]:
    """The ids with their family, families together."""
    left = list(ids)
    found = [(name, family) for family, members in FAMILIES for name in members if name in left]
    named = {name for name, _ in found}
    return found + [(name, OTHERS) for name in left if name not in named]


def casebook(
    rules: Sequence[Ruleset], words: Sequence[str] = (), *, families: Mapping[str, str] | None = None
) -> Casebook:
    """The grid of these rulesets: every question, or those in whose text, law or keys all these words stand."""
    columns = tuple(Column(one.id, one.title, one.partial, (families or {}).get(one.id, "")) for one in rules)
    made: list[Chapter] = []
    for title, path in chapters():
        questions = []
        for at, case in enumerate(read_cases(path), 1):
            if _about(words, title, case.question, case.name, *case.decides, *case.options):
                questions.append(_question(f"{len(made) + 1}.{at}", case, rules))
        made.append(Chapter(len(made) + 1, title, tuple(questions)))
    made.append(_penalties(len(made) + 1, rules, words))
    return Casebook(columns, tuple(chapter for chapter in made if chapter.questions))


def _about(words: Sequence[str], *texts: str) -> bool:
    said = " ".join(texts).casefold()
    return all(word.casefold() in said for word in words)


def _question(number: str, case: Case, rules: Sequence[Ruleset]) -> Question:
    from kanrules.ruleset.reference import file_text

    return Question(
        number=number,
        text=case.question,
        law=case.name,
        source=case.source,
        options=tuple((key, file_text(value)) for key, value in case.options.items()),
        decides=case.decides,
        answers={one.id: _answer(case, one) for one in rules},
    )


def _answer(case: Case, rules: Ruleset) -> Answer:
    expect = case.expected(rules.id) if _is_bundled(rules) else _fitting(case, rules)
    return Answer(_text(expect), tuple(_clause(key, rules, expect) for key in case.decides))


def _text(expect: Expect) -> str:
    return str(expect.get("answer", ""))


def _is_bundled(rules: Ruleset) -> bool:
    from kanrules.ruleset import library

    return not rules.amendments and rules.path == library.bundled().get(rules.id)


def _fitting(case: Case, rules: Ruleset) -> Expect:
    """What is expected of the bundled rulesets like which this one rules: which agrees on every deciding key, else
    which plays so.
    """
    said = _said(case, rules)
    known = {name: _said(case, other) for name, other in _bundled().items()}
    for name, other in known.items():
        if other == said:
            return case.expected(name)
    try:
        played = play(case, rules)
    except KanrulesError as error:
        return {"answer": f"not possible here: {error}".splitlines()[0]}
    # A value that no bundled ruleset has is an answer of its own, even where this play does not show it.
    if all(any(other[at] == value for other in known.values()) for at, value in enumerate(said)):
        near = sorted(
            known, key=lambda name: -sum(mine == other for mine, other in zip(said, known[name], strict=True))
        )
        for name in near:
            agrees = not said or any(mine == other for mine, other in zip(said, known[name], strict=True))
            if agrees and not differences(played, case.expected(name)):
                return case.expected(name)
    return {"answer": f"otherwise: {_told(played)}"}


_TOO_LATE = ("KR299", "KR202")
"""Lines that came too late say nothing about the law that made them so."""


def _said(case: Case, rules: Ruleset) -> tuple[str, ...]:
    return tuple(repr(case.options.get(key, rules[key])) for key in case.decides)


@cache
def _bundled() -> dict[str, Ruleset]:
    from kanrules.ruleset import bundled_ids, load_ruleset

    return {name: load_ruleset(name) for name in bundled_ids()}


def _told(played: Played) -> str:
    """What came out of a play, where no bundled ruleset plays it so."""
    outcome = played.kyoku.outcome
    codes = (refused.objections[0].code for refused in played.refused if refused.objections)
    parts = list(dict.fromkeys(code for code in codes if code not in _TOO_LATE))
    turned = [
        event.instant.value.replace("_", " ") for event in played.kyoku.events if isinstance(event, KandoraTurned)
    ]
    if turned:
        parts.append(f"indicator at: {', '.join(turned)}")
    elif any(key.startswith("kandora.") for key in played.case.decides):
        parts.append("no indicator turned")
    if outcome is not None:
        paid = " ".join(f"{seat} {points:+}" for seat, points in played.changes.items() if points)
        parts.append(f"{outcome.type.value.replace('_', ' ')} {paid}".strip())
    return "; ".join(parts) or "play goes on"


def _clause(key: str, rules: Ruleset, expect: Expect) -> Clause:
    from kanrules.ruleset.reference import file_text

    source = rules.origin(key).source
    value = file_text(rules[key])
    code = next((code for code in expect.get("code", ()) if not code.startswith("KR")), "")
    if source is None and code:
        plugin, said = code.rpartition("-")[0], _said_by_plugin(code)
        return Clause(key, value, Source(f"plugin {plugin}", said), plugin)
    return Clause(key, value, source)


def _said_by_plugin(code: str) -> str:
    from kanrules.hooks import judge as plugins

    said: Mapping[str, str] = getattr(plugins.load(code.rpartition("-")[0]), "codes", {})
    return str(said.get(code, code))


def _penalties(number: int, rules: Sequence[Ruleset], words: Sequence[str]) -> Chapter:
    """What each book says in words about each foul around a kan."""
    from kanrules.ruleset.catalogue import CATALOGUE
    from kanrules.ruleset.keys import keys

    questions = []
    for at, key in enumerate((key for key in keys() if key.startswith("penalty.")), 1):
        asked = CATALOGUE[key].question
        if _about(words, PENALTIES, asked, key):
            answers = {
                one.id: Answer(one[key] or "no published penalty found", (_clause(key, one, {}),)) for one in rules
            }
            questions.append(Question(f"{number}.{at}", asked, CATALOGUE[key].title, "", (), (key,), answers))
    return Chapter(number, PENALTIES, tuple(questions))


# --- JSON and Markdown ---------------------------------------------------------------------------------------------


def to_json(book: Casebook) -> dict[str, Any]:
    """The grid as plain values."""
    return {
        "rulesets": [
            {"id": one.id, "title": one.title, "family": one.family, "partial": one.partial} for one in book.rulesets
        ],
        "chapters": [
            {
                "number": chapter.number,
                "title": chapter.title,
                "questions": [
                    {
                        "number": asked.number,
                        "question": asked.text,
                        "law": asked.law,
                        "source": asked.source,
                        "decides": list(asked.decides),
                        "options": dict(asked.options),
                        "answers": {name: _answer_json(answer) for name, answer in asked.answers.items()},
                    }
                    for asked in chapter.questions
                ],
            }
            for chapter in book.chapters
        ],
    }


def _answer_json(answer: Answer) -> dict[str, Any]:
    return {
        "answer": answer.text,
        "clauses": [
            {
                "key": clause.key,
                "value": clause.value,
                "plugin": clause.plugin or None,
                "source": None if clause.source is None else {
                    "document": clause.source.document, "clause": clause.source.clause, "url": clause.source.url,
                    "grade": clause.source.grade.value,
                },
            }
            for clause in answer.clauses
        ],
    }  # fmt: skip


WIDE = 8
"""Up to so many rulesets stand side by side as columns; more are listed under the answers that they give."""


def markdown(book: Casebook) -> str:
    """The grid as Markdown: few rulesets as columns, many listed under each answer, always with the clause."""
    lines = ["# The kan casebook", "", _about_book(book), ""]
    for chapter in book.chapters:
        lines += [f"## {chapter.number}. {chapter.title}", ""]
        if len(book.rulesets) <= WIDE:
            lines += _columns(book, chapter)
        else:
            for asked in chapter.questions:
                lines += _listed(asked)
    return "\n".join(lines).rstrip() + "\n"


def _about_book(book: Casebook) -> str:
    return (
        f"{book.questions} questions, {len(book.rulesets)} rulesets. In brackets stands the clause of the published text; "
        f"*{NO_TEXT}* means that nobody has found one and the answer is kanrules' default."
    )


def _columns(book: Casebook, chapter: Chapter) -> list[str]:
    ids = [one.id for one in book.rulesets]
    lines = ["| | question | " + " | ".join(_plain(name) for name in ids) + " |", "|---|---|" + "---|" * len(ids)]
    for asked in chapter.questions:
        cells = []
        for name in ids:
            answer = asked.answers[name]
            cells.append(_plain(answer.text) + (f" ({_cited(answer)})" if answer.short else ""))
        lines.append(f"| {asked.number} | {_plain(asked.text)}{_under(asked)} | " + " | ".join(cells) + " |")
    return [*lines, ""]


def _listed(asked: Question) -> list[str]:
    lines = [f"**{asked.number} {_plain(asked.text)}**{_under(asked)}", ""]
    if asked.is_law:
        return [*lines, f"Every ruleset: {_plain(asked.groups[0][0])}.", ""]
    lines += ["| answer | rulesets |", "|---|---|"]
    for text, names in asked.groups:
        cited = ", ".join(f"{_plain(name)} ({_cited(asked.answers[name])})" for name in names)
        lines.append(f"| {_plain(text)} | {cited} |")
    return [*lines, ""]


def _under(asked: Question) -> str:
    return "".join(f" `{key} = {value}`" for key, value in asked.options)


def _cited(answer: Answer) -> str:
    return _plain(answer.short) if answer.is_sourced else f"*{NO_TEXT}*"


def _plain(text: str) -> str:
    """A text that may hold anything as it is meant, in a cell of Markdown."""
    for sign in "\\`*_[]<>|#":
        text = text.replace(sign, f"\\{sign}")
    return " ".join(text.split())
