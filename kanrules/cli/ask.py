"""`kanrules ask`: answer a question about the rules, asked in free words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kanrules.cli.default_rules import every_bundled, required_rules
from kanrules.cli.help import make_command
from kanrules.cli.output import console, plain, print_report
from kanrules.cli.shared_options import FORMAT, LANG, PLUGINS, RULES, OutputFormat, argument, option
from kanrules.cli.superseded import print_superseded
from kanrules.errors import wrong_use
from kanrules.locale import Translator
from kanrules.locale import marked as _N
from kanrules.locale.sentences import say

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import Console

    from kanrules.desk.ask import AnsweredQuestion, SubjectAnswer
    from kanrules.desk.statement import OpenFact, Statement
    from kanrules.ruleset import Ruleset


@make_command
@argument(
    "question",
    metavar="QUESTION",
    nargs=-1,
    help="A few words, such as 'indicator forgotten', in any supported language.",
)
@RULES
@option("--all-rules", help="Ask every bundled ruleset; those without a source come first.")
@option("--more", help="Also print every condition, related rules, and casebook questions.")
@LANG
@FORMAT
@PLUGINS
def command(
    question: tuple[str, ...],
    rules: str,
    all_rules: bool,
    more: bool,
    speak: Translator,
    output: OutputFormat,
) -> None:
    """Ask what the rules say, in your own words.

    The ruling comes with its clause and with the two nearest other questions. If kanrules is not sure which of three
    is meant, it answers all three. If your question is probably not about a kan, it lists the nearest questions, and
    the exit code is 1.

    Examples:

      kanrules ask "indicator forgotten" --rules ema-2016

      kanrules ask "discard without the replacement tile" --all-rules

      kanrules ask 嶺上牌を取り忘れた --rules m-league
    """
    from kanrules.desk.ask import EMPTY, ask

    words = " ".join(question or ())
    if not words.strip():
        raise wrong_use(EMPTY)
    books = list(every_bundled(rules)) if all_rules else [required_rules(rules)]
    asked = ask(words, books, speak.language)
    if output is OutputFormat.JSON:
        print_report(asked.to_json(), None if all_rules else books[0])
    elif asked.doubtful:
        _print_doubtful(console(), asked, books, speak)
    elif all_rules:
        _print_all(console(), asked, len(books), speak)
    else:
        _print_one(console(), asked, books[0], speak, more=more)
        print_superseded(books[0])
    if asked.doubtful:
        raise SystemExit(1)


_LINES = 22
"""Maximum number of lines of an answer without --more: with the prompt and a note, it fits a terminal of 24 lines."""
_CUT = (1000, 1000, 150, 70, 40)
"""Greatest width of a ruling in each way to print an answer, the fullest first. --more prints all of it."""
_WORD = 20
"""Maximum number of letters of a word that is not cut."""
_MANY = 6
"""Maximum number of rulesets without a source that are named. A longer list is only counted."""
_DOUBTFUL = _N("This may not be about a kan. Closest rulings:")
_UNDER, _OF_ALL = _N("under {rules}"), _N("{count} of {all} rulesets")
_WHICH_IS_TRUE, _WHICH_HAPPENED = _N("Which is true?"), _N("Which of these happened?")
_CHOICE, _NEARBY = _N("{when}: {text}"), _N("Or is it about this?")
_MORE, _RELATED = _N("More: the same question with --more"), _N("Related:")


def _print_doubtful(out: Console, asked: AnsweredQuestion, books: Sequence[Ruleset], speak: Translator) -> None:
    for line in (speak(_DOUBTFUL), *_titles(asked.answers, speak), *_referee(books, speak)):
        out.print(line)


def _referee(books: Sequence[Ruleset], speak: Translator) -> list[str]:
    """Return who decides what the rules do not, if the rules are those of one event."""
    event = books[0].event if len(books) == 1 else None
    return [f"  [magenta]{plain(speak(event.referee))}[/]"] if event is not None and event.referee else []


def _titles(answers: Sequence[SubjectAnswer], speak: Translator) -> list[str]:
    # Of several rulesets, each subject is listed once.
    questions = {one.near.subject.name: one.question for one in answers}
    return [f"  {plain(speak(question))} [dim]{plain(name)}[/]" for name, question in questions.items()]


def _print_one(out: Console, asked: AnsweredQuestion, rules: Ruleset, speak: Translator, *, more: bool) -> None:
    cards = asked.cards()
    shown, others = (cards[:1], cards[1:]) if asked.sure else (cards, [])
    lines: list[str] = []
    for brief in range(len(shown) > 1, len(_CUT)):
        lines = [speak(say(_UNDER, rules=f"[bold]{plain(rules.title_in(speak.language))}[/]"))]
        if len(shown) > 1:
            lines.append(f"[dim]{plain(speak(_WHICH_HAPPENED))}[/]")
        for answers in shown:
            lines += ["", *_card(answers, speak, brief=0 if more else brief, more=more)]
        if asked.elsewhere:
            lines.append(f"  {plain(speak(asked.elsewhere))}")
        if others:
            lines += ["", f"[dim]{plain(speak(_NEARBY))}[/]", *_titles([answers[0] for answers in others], speak)]
        if more or sum(len(out.render_lines(line)) for line in lines) < _LINES:
            break
    for line in lines:
        out.print(line)
    if not more:
        out.print(f"[dim]{plain(speak(_MORE))}[/]")


def _card(answers: Sequence[SubjectAnswer], speak: Translator, *, brief: int, more: bool) -> Iterator[str]:
    """Yield the lines of one card: what happened, the ruling with its conditions, and its clause."""
    from kanrules.desk.ask import casebook_id

    for answer in answers:
        yield f"[bold]{plain(speak(answer.first.question))}[/] [dim]{plain(answer.near.subject.name)}[/]"
    yield from _statement(answers[0].first, speak, brief=brief)
    if not answers[0].first.is_settled:
        yield from _referee([answers[0].rules], speak)
    also = answers[0].statements[1:] if more else ()
    # Where nobody decides, what the rulebook does say helps the referee to decide.
    if not (answers[0].first.is_settled or more or brief) and answers[0].helps is not None:
        also = (answers[0].helps,)
    if not also:
        return
    yield f"[dim]{plain(speak(_RELATED))}[/]"
    for statement in also:
        if statement.question != answers[0].first.question:
            yield f"  [bold]{plain(speak(statement.question))}[/] [dim]{plain(casebook_id(statement))}[/]".rstrip()
        yield from _statement(statement, speak, brief=0)


def _short(text: str, brief: int) -> str:
    """Return a text, which is cut only where an answer would not fit the terminal otherwise."""
    from rich.cells import cell_len, chop_cells

    if cell_len(text) <= _CUT[brief]:
        return text
    cut = chop_cells(text, _CUT[brief])[0]
    return f"{cut.rpartition(' ')[0] if ' ' in cut[-_WORD:] else cut} …"


def _item(line: str) -> str:
    """Return an item of a list. Rich breaks no line in Japanese but at a space, such as one after a hyphen."""
    return f"  - {line}" if line[:1].isascii() else f"  ・{line}"


def _statement(statement: Statement, speak: Translator, *, brief: int) -> Iterator[str]:
    if statement.depends:
        for fact in statement.depends:
            yield from _conditions(fact, speak, brief=brief)
        return
    text = plain(_short(speak.own(statement.said), brief))
    yield f"  {text}" if statement.is_settled else f"  [magenta]{text}[/]"
    source = statement.ruling.source
    if (
        cited := _clause(statement, speak)
        if brief and source is not None and source.clause
        else _cited(statement, speak)
    ):
        yield f"      [dim]{plain(_short(cited, brief))}[/]"


def _cited(statement: Statement, speak: Translator) -> str:
    """Return what a statement rests on: its source, or what else decides it; "" if nothing does."""
    from kanrules.desk.cited import cited, everywhere, holds_everywhere

    if not statement.is_settled:
        return ""
    if holds_everywhere(statement.ruling):
        return everywhere(statement.ruling, speak)
    return cited(statement.ruling, speak)


def _conditions(fact: OpenFact, speak: Translator, *, brief: int) -> Iterator[str]:
    """Yield each case of a fact that the question leaves open; cases with the same answer are one line."""
    if not brief:
        yield f"  [dim]{plain(speak(_WHICH_IS_TRUE))}[/]"
    # The ruleset stands above all cards.
    alike = []
    for choices, text in fact.alike():
        sources = [
            choice.ruling.source.clause if brief else _cited(choice, speak)
            for choice in choices
            if choice.ruling.source is not None
        ]
        alike.append((choices, text, "; ".join(dict.fromkeys(filter(None, sources)))))
    cited = list(dict.fromkeys(cited_here for *_, cited_here in alike if cited_here))
    at_once = bool(brief) or len(cited) == 1
    for choices, text, cited_here in alike:
        when = ", ".join(speak(choice.when) for choice in choices)
        line = plain(_short(speak(say(_CHOICE, when=when, text=text)), brief))
        yield _item(line) if choices[0].is_settled else f"[magenta]{_item(line)}[/]"
        if cited_here and not at_once:
            yield f"      [dim]{plain(cited_here)}[/]"
    if cited and at_once and (together := "; ".join(filter(None, cited))):
        yield f"      [dim]{plain(_short(together, brief))}[/]"


def _print_all(out: Console, asked: AnsweredQuestion, books: int, speak: Translator) -> None:
    from kanrules.desk.ask import casebook_id
    from kanrules.desk.cited import everywhere

    subject = asked.answers[0].near.subject
    asked_about = [answer for answer in asked.answers if answer.near.subject is subject]
    statements: dict[str, list[Statement]] = {}
    for answer in asked_about:
        for statement in answer.statements:
            statements.setdefault(statement.question, []).append(statement)
    for topic, told in statements.items():
        out.print(f"[bold]{plain(speak(topic))}[/] [dim]{plain(casebook_id(told[0]) or subject.name)}[/]")
        found: dict[tuple[str, str], list[Statement]] = {}
        for statement in sorted(told, key=lambda one: one.is_settled):
            found.setdefault((statement.said, statement.ruling.key), []).append(statement)
        for (text, key), same in found.items():
            if not same[0].is_settled:
                names = ", ".join(one.ruling.ruleset for one in same)
                if len(same) > _MANY:
                    names = speak(say(_OF_ALL, count=len(same), all=books))
                out.print(
                    f"  [magenta]{plain(speak.own(text))}[/]: {plain(names)}" + (f" [dim]{key}[/]" if key else "")
                )
                continue
            out.print(f"  {plain(speak.own(text))}")
            if not key and len(same) == books:
                out.print(f"      [dim]{plain(everywhere(same[0].ruling, speak))}[/]")
                continue
            cited = ", ".join(
                one.ruling.ruleset + (f" ({_clause(one, speak)})" if _clause(one, speak) else "") for one in same
            )
            out.print(f"      [dim]{plain(cited)}{f' · {key}' if key else ''}[/]")
    out.print(f"[dim]{plain(speak(_NEARBY))}[/]")
    for line in _titles([answer for answer in asked.answers if answer.near.subject is not subject], speak):
        out.print(line)


def _clause(answer: Statement, speak: Translator) -> str:
    source = answer.ruling.source
    return "" if source is None else source.clause or speak(source.grade.value)
