"""The casebook as a grid of questions and rulesets; each answer has a few words and its clause.

The cases are `rulesets/casebook/*.cases.toml`. A bundled ruleset answers as they say; for any other ruleset the case is
played, and the ruleset answers like the group of bundled rulesets whose answer fits.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from kanrules.cases.case import Case
from kanrules.desk.case_index import TITLES, cases_by_id, cases_of, chapters, known_ids, penalty_id
from kanrules.desk.casebook import NOT_ASKED, PARTLY, answer_to
from kanrules.desk.foul import foul
from kanrules.desk.statement import NO_TEXT, Statement
from kanrules.frozen import frozen
from kanrules.locale import ENGLISH, Translator
from kanrules.locale import marked as _N
from kanrules.locale.sentences import Sentence, say
from kanrules.report.markdown import code, plain
from kanrules.ruleset import Ruleset
from kanrules.ruleset.keys import file_text, file_value, keys
from kanrules.rulings import Basis

PENALTIES = _N("In the rulebooks' own words")
"""Title of the last chapter: the costs of fouls, which no case can play."""
FAMILIES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("EMA", ("ema-2012", "ema-2016", "ema-2025", "burton", "warsaw", "mil-2024")),
    ("WRC", ("wrc-2015", "wrc-2017", "wrc-2022", "wrc-2025", "azriichi", "vic-riichi", "tori-casual", "singapore")),
    (_N("Japanese professional leagues"), (
        "m-league", "saikyousen", "jpml-a-2022", "jpml-a-2023", "jpml-a-2026", "jpml-b", "jpml-wrc", "saikouisen",
        "saikouisen-classic", "npm", "rmu-a", "rmu-b", "rmu-m", "mu", "101",
    )),
    (_N("Platforms"), ("tenhou", "mahjong-soul", "riichi-city", "ron2", "mahjong-stars", "sega-mj", "fight-club",
                       "doman")),
)  # fmt: skip
"""Groups of rulesets that readers compare. All others are clubs and events."""
OTHERS = _N("Clubs and events")


_QUESTION, _QUESTIONS = _N("{count} question"), _N("{count} questions")
_RULESET, _RULESETS = _N("{count} ruleset"), _N("{count} rulesets")
_COUNTED = _N("{questions}, {rulesets}")
OF_THREE = TITLES["three-players"]
"""Title of the chapter with questions for three-player rulesets only."""
_THREE_AT_FOUR = _N(
    "These rules are for three players. The answers assume four players, except in the chapter “{chapter}”."
)
_SOME_AT_FOUR = _N("The answers of three-player rulesets assume four players, except in the chapter “{chapter}”.")
TITLE = _N("Kan casebook")


@frozen
class CasebookQuestion:
    """One casebook question, and the answer of each ruleset by the ruleset's id."""

    id: str
    number: str
    """Number in this grid, such as 2.11. For display only: a new question changes it."""
    text: str
    name: str
    """What is asked, as a heading."""
    source: str
    options: tuple[tuple[str, Any], ...]
    """Keys that the case sets on top of every ruleset, so that all answer the same question."""
    decides: tuple[str, ...]
    answers: Mapping[str, Statement]

    @property
    def supposes(self) -> dict[str, Any]:
        """`options` as JSON-ready data."""
        return {key: file_value(value) for key, value in self.options}

    @property
    def is_law(self) -> bool:
        """True if no key decides: the answer is the same for all, or belongs to a value that no bundled ruleset has."""
        return not self.decides and len({answer.text for answer in self.answers.values()}) == 1

    @property
    def asked(self) -> Mapping[str, Statement]:
        """The answers of the rulesets that the question applies to: four-player rulesets are not asked about three
        players.
        """
        return {name: answer for name, answer in self.answers.items() if answer is not NOT_ASKED}

    def by_basis(self, names: Iterable[str]) -> tuple[list[str], list[str], list[str]]:
        """Return the rulesets in three groups: those whose answer rests on sources alone, those whose answer also
        depends on a value without a source, and those for which kanrules assumes it.
        """
        settled: list[str] = []
        partly: list[str] = []
        unsettled: list[str] = []
        for name in names:
            answer = self.answers[name]
            (partly if answer.basis is Basis.PARTLY else settled if answer.is_settled else unsettled).append(name)
        return settled, partly, unsettled

    @property
    def groups(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Each answer with the rulesets that give it, most common first."""
        found: dict[str, list[str]] = {}
        for name, answer in self.asked.items():
            found.setdefault(answer.text, []).append(name)
        return tuple((text, tuple(names)) for text, names in sorted(found.items(), key=lambda item: -len(item[1])))


@frozen
class CasebookChapter:
    """One chapter: its number, its title, and its questions."""

    number: int
    title: str
    questions: tuple[CasebookQuestion, ...]


@frozen
class RulesetColumn:
    """One ruleset of the grid."""

    id: str
    title: str
    partial: bool
    family: str = ""
    on: str = ""
    """The nearest parent that has a column too."""
    players: int = 4


@frozen
class Casebook:
    """The casebook as a grid."""

    rulesets: tuple[RulesetColumn, ...]
    chapters: tuple[CasebookChapter, ...]

    def measure(self, asked: CasebookQuestion, column: RulesetColumn) -> str | None:
        """Return the answer that decides the colour of a column's answer.

        It is the answer of the column's parent if the parent has a column, so that a club's differences stand out. For
        such a parent it is its own answer; for any other column it is None.
        """
        if column.on and asked.answers[column.on] is not NOT_ASKED:
            return asked.answers[column.on].text
        if any(one.on == column.id for one in self.rulesets):
            return asked.answers[column.id].text
        return None

    @property
    def at_four(self) -> Sentence | str:
        """A sentence about three-player rulesets that answer questions about four-player tables; "" if it does not
        apply.
        """
        three = sum(one.players == 3 for one in self.rulesets)
        others = any(chapter.title not in (OF_THREE, PENALTIES) for chapter in self.chapters)
        if not three or not others:
            return ""
        return say(_THREE_AT_FOUR if three == len(self.rulesets) else _SOME_AT_FOUR, chapter=OF_THREE)

    @property
    def questions(self) -> int:
        """Number of questions."""
        return sum(len(chapter.questions) for chapter in self.chapters)

    @property
    def how_many(self) -> Sentence:
        """The numbers of questions and rulesets, as a translatable sentence: "191 questions, 1 ruleset"."""
        asked = say(_QUESTION if self.questions == 1 else _QUESTIONS, count=self.questions)
        books = len(self.rulesets)
        return say(_COUNTED, questions=asked, rulesets=say(_RULESET if books == 1 else _RULESETS, count=books))


def in_families(ids: Iterable[str]) -> list[tuple[str, str]]:
    """Return the ids with their family, grouped by family."""
    left = list(ids)
    found = [(name, family) for family, members in FAMILIES for name in members if name in left]
    named = {name for name, _ in found}
    return found + [(name, OTHERS) for name in left if name not in named]


def casebook_grid(
    rules: Sequence[Ruleset],
    words: Sequence[str] = (),
    *,
    families: Mapping[str, str] | None = None,
    hypothetical: bool = True,
    speak: Translator = ENGLISH,
) -> Casebook:
    """Return the grid of these rulesets with every question, or only those whose text, name, or keys contain all these
    words.

    Words are searched in English and in the given language. If no question contains them all, the result has the
    questions that they mean. Ids select exactly those questions. A hypothetical question sets keys on top of every
    ruleset, so its answers are not those of any rulebook; `hypothetical=False` leaves them out.
    """
    # In the grid of all rulesets, colours are relative to the most common answer.
    ids = set() if families else {one.id for one in rules}
    columns = tuple(
        RulesetColumn(
            one.id,
            one.title,
            one.partial,
            (families or {}).get(one.id, ""),
            next((layer.written.head.id for layer in one.layers[1:] if layer.written.head.id in ids), ""),
            one.options.table.players,
        )
        for one in rules
    )
    wanted = questions_found(tuple(words), speak) if words else None
    named = frozenset(words) if known_ids().issuperset(words) else frozenset[str]()
    made: list[CasebookChapter] = []
    for title, path in chapters():
        questions = []
        for at, case in enumerate(cases_of(path), 1):
            if wanted is not None and case.id not in wanted:
                continue
            if case.options and not hypothetical and case.id not in named:
                continue
            if any(case.is_for(one.options.table.players) for one in rules):
                questions.append(_question(f"{len(made) + 1}.{at}", case, rules))
        made.append(CasebookChapter(len(made) + 1, title, tuple(questions)))
    made.append(_penalties(len(made) + 1, rules, wanted))
    return Casebook(columns, tuple(chapter for chapter in made if chapter.questions))


@lru_cache(maxsize=4)
def questions_found(words: tuple[str, ...], speak: Translator = ENGLISH) -> frozenset[str]:
    """Return the ids of the questions that `casebook_grid` finds by these words, penalties included. It needs no
    ruleset, so a search that finds nothing ends before any case is played.
    """
    from kanrules.desk.explain import keys_of, names_of, questions_of
    from kanrules.desk.meaning import question_meaning

    if known_ids().issuperset(words):
        return frozenset(words)
    texts = {
        case.id: (title, case.question, case.name, *case.decides, *case.options)
        for title, path in chapters()
        for case in cases_of(path)
    }
    priced = {penalty_id(key): key for key in keys() if key.startswith("penalty.")}
    texts |= {id: (PENALTIES, keys()[key].question, key) for id, key in priced.items()}
    if found := frozenset(id for id, text in texts.items() if _about(words, speak, *text)):
        return found
    meanings = {
        name
        for subject in question_meaning(" ".join(words)).meant
        for name in (*questions_of(subject), *keys_of(subject), *names_of(subject))
    }
    return frozenset(id for id in texts if id in meanings or priced.get(id, "") in meanings)


def only_hypothetical(found: Iterable[str]) -> bool:
    """Return True if all these questions suppose rules that no rulebook has."""
    cases = cases_by_id()
    return all(id in cases and cases[id].options for id in found)


def _about(words: Sequence[str], speak: Translator, *texts: str) -> bool:
    said = " ".join((*texts, *(speak(text) for text in texts if speak.knows(text)))).casefold()
    return all(word.casefold() in said for word in words)


def _question(number: str, case: Case, rules: Sequence[Ruleset]) -> CasebookQuestion:
    return CasebookQuestion(
        id=case.id,
        number=number,
        text=case.question,
        name=case.name,
        source=case.source,
        options=tuple(case.options.items()),
        decides=case.decides,
        answers={one.id: answer_to(case, one) for one in rules},
    )


def _penalties(number: int, rules: Sequence[Ruleset], wanted: Collection[str] | None) -> CasebookChapter:
    """Return the chapter with each rulebook's words about each kan foul."""
    questions = []
    for at, key in enumerate((key for key in keys() if key.startswith("penalty.")), 1):
        asked = keys()[key].question
        id = penalty_id(key)
        if wanted is None or id in wanted:
            answers = {one.id: foul(key.partition(".")[2], one) for one in rules}
            title = keys()[key].title
            questions.append(CasebookQuestion(id, f"{number}.{at}", asked, title, "", (), (key,), answers))
    return CasebookChapter(number, PENALTIES, tuple(questions))


# --- JSON and Markdown ---------------------------------------------------------------------------------------------


def to_json(book: Casebook) -> dict[str, Any]:
    """Return the grid as JSON-ready data."""
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
                        "id": asked.id,
                        "number": asked.number,
                        "question": asked.text,
                        "name": asked.name,
                        "drawn_from": asked.source,
                        "decides": list(asked.decides),
                        "supposes": asked.supposes,
                        "answers": {name: _answer_json(answer) for name, answer in asked.asked.items()},
                    }
                    for asked in chapter.questions
                ],
            }
            for chapter in book.chapters
        ],
    }


def _answer_json(answer: Statement) -> dict[str, Any]:
    return {"answer": str(answer.text), **answer.basis_json()}


WIDE = 8
"""Maximum number of rulesets as columns; more are listed under their answers."""


def casebook_markdown(book: Casebook, speak: Translator = ENGLISH, *, pictures: Sequence[tuple[str, str]] = ()) -> str:
    """Return the grid as Markdown. Few rulesets are columns; many are listed under each answer. The clause is always
    shown.

    `pictures` are timelines in separate files, each as a description and a file name.
    """
    lines = [f"# {speak(TITLE)}", "", speak(say(_ABOUT, counted=book.how_many, nothing=NO_TEXT)), ""]
    for words, address in pictures:
        lines += [f"![{plain(words)}](<{address}>)", ""]
    for chapter in book.chapters:
        lines += [f"## {chapter.number}. {speak(chapter.title)}", ""]
        if len(book.rulesets) <= WIDE:
            lines += _columns(book, chapter, speak)
        else:
            for asked in chapter.questions:
                lines += _listed(asked, speak)
    return "\n".join(lines).rstrip() + "\n"


_ABOUT = _N(
    "{counted}. The clause of the published text is in brackets; *{nothing}* means that no source settles the question "
    "and kanrules assumes the answer. An answer that is partly assumed depends on a value without a source."
)
_LAW = _N("Every ruleset: {answer}.")
_BY_DEFAULT = _N("no source found, {count} assumed")


def _columns(book: Casebook, chapter: CasebookChapter, speak: Translator) -> list[str]:
    ids = [one.id for one in book.rulesets]
    lines = [
        "| | " + speak(_N("question")) + " | " + " | ".join(plain(name) for name in ids) + " |",
        "|---|---|" + "---|" * len(ids),
    ]
    for asked in chapter.questions:
        cells = []
        for name in ids:
            answer = asked.answers[name]
            cited = f" ({_cited(answer, speak)})" if answer.is_settled and answer.in_short() else ""
            cells.append(plain(speak.own(answer.said)) + cited)
        head = f"{plain(speak(asked.text))} {code(asked.id)}{_under(asked)}"
        lines.append(f"| {asked.number} | {head} | " + " | ".join(cells) + " |")
    return [*lines, ""]


def _listed(asked: CasebookQuestion, speak: Translator) -> list[str]:
    lines = [f"**{asked.number} {plain(speak(asked.text))}** {code(asked.id)}{_under(asked)}", ""]
    if asked.is_law:
        return [*lines, plain(speak(say(_LAW, answer=asked.groups[0][0]))), ""]
    lines += ["| " + speak(_N("answer")) + " | " + speak(_N("rulesets")) + " |", "|---|---|"]
    for text, names in asked.groups:
        told, partly, unsaid = asked.by_basis(names)
        cited = ", ".join(f"{plain(name)} ({_cited(asked.answers[name], speak)})" for name in told)
        half = ", ".join(f"{plain(name)} ({_cited(asked.answers[name], speak)})" for name in partly)
        half = f"*{speak(PARTLY)}*: {half}" if partly else ""
        quiet = speak(say(_BY_DEFAULT, count=len(unsaid)))
        apart = f"*{quiet}*: {', '.join(map(plain, unsaid))}" if unsaid else ""
        lines.append(f"| {plain(speak.own(text))} | {'; '.join(part for part in (cited, half, apart) if part)} |")
    return [*lines, ""]


def _under(asked: CasebookQuestion) -> str:
    return "".join(f" {code(f'{key} = {file_text(value)}')}" for key, value in asked.options)


def _cited(answer: Statement, speak: Translator) -> str:
    return plain(answer.in_short(speak)) if answer.is_settled else f"*{speak(NO_TEXT)}*"
