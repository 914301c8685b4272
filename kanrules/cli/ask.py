"""`kanrules ask`: answer a question about the rules, asked in free words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kanrules.cli.default_rules import every_bundled, required_rules
from kanrules.cli.help import make_command
from kanrules.cli.history import print_superseded
from kanrules.cli.output import console, print_report
from kanrules.cli.shared_options import FORMAT, LANG, PLUGINS, RULES, OutputFormat, argument, option
from kanrules.errors import UnreadableError
from kanrules.locale import marked as _N
from kanrules.locale.sentences import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from kanrules.desk.ask import AnsweredQuestion, TopicAnswer
    from kanrules.locale import Translator
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
@LANG
@FORMAT
@PLUGINS
def command(
    question: tuple[str, ...],
    rules: str,
    all_rules: bool,
    speak: Translator,
    output: OutputFormat,
    allow_local_plugins: bool,
) -> None:
    """Ask what the rules say, in your own words.

    Every answer cites its clause. An answer without a source says so; nothing is guessed. If no rule is near your
    question, the exit code is 1.

    Examples:

      kanrules ask "indicator forgotten" --rules ema-2016

      kanrules ask "discard without the replacement tile" --all-rules

      kanrules ask 嶺上牌を取り忘れた --rules m-league
    """
    from kanrules.desk.ask import EMPTY, ask

    words = " ".join(question or ())
    if not words.strip():
        raise UnreadableError(EMPTY, code="")
    if all_rules:
        books = list(every_bundled(rules))
    else:
        books = [required_rules(rules, allow_local_plugins=allow_local_plugins)]
    asked = ask(words, books, speak.language)
    if output is OutputFormat.JSON:
        print_report(asked.to_json(), None if all_rules else books[0])
    elif not asked.known:
        _print_unknown(console(), asked, speak)
    elif all_rules:
        _print_all(console(), asked, len(books), speak)
    else:
        _print_one(console(), asked, books[0], speak)
        print_superseded(books[0])
    if not asked.known:
        raise SystemExit(1)


_NEAREST, _BY_ID = _N("The nearest questions:"), _N("To ask one of them: kanrules ask {id}")


def _print_unknown(out: Console, asked: AnsweredQuestion, speak: Translator) -> None:
    from rich.markup import escape

    out.print(escape(speak(asked.unknown)))
    if not asked.did_you_mean:
        return
    out.print(f"[dim]{speak(_NEAREST)}[/]")
    for at, near in enumerate(asked.did_you_mean, 1):
        out.print(f"  {at}. {escape(speak(near.question))} [dim]{escape(near.name)}[/]")
    out.print(f"[dim]{escape(speak(say(_BY_ID, id=asked.did_you_mean[0].name)))}[/]")


def _topics(asked: AnsweredQuestion) -> dict[str, list[TopicAnswer]]:
    found: dict[str, list[TopicAnswer]] = {}
    for answer in asked.answers:
        found.setdefault(answer.topic, []).append(answer)
    return found


def _heading(out: Console, topic: str, answers: Sequence[TopicAnswer], speak: Translator) -> None:
    from rich.markup import escape

    id = answers[0].id
    said = f"[bold]{escape(speak(topic))}[/]"
    out.print(f"[dim]{speak(_CASEBOOK)}:[/] {said} [dim]{id}[/]" if id else said)


_CASEBOOK, _UNDER = _N("casebook"), _N("under {rules}")
_OF_ALL = _N("{count} of {all} rulesets")


def _print_one(out: Console, asked: AnsweredQuestion, rules: Ruleset, speak: Translator) -> None:
    from rich.markup import escape

    from kanrules.desk.cited import law

    out.print(speak(say(_UNDER, rules=f"[bold]{escape(rules.title)}[/]")))
    for topic, answers in _topics(asked).items():
        _heading(out, topic, answers, speak)
        for answer in answers:
            if answer.depends:
                _print_branches(out, answer, speak)
                continue
            text = escape(speak.own(answer.said))
            out.print(f"  [magenta]{text}[/]" if answer.unsaid else f"  {text}")
            if line := law(answer.ruling, speak) if not answer.unsaid else answer.key:
                out.print(f"      [dim]{escape(line)}[/]")


def _print_branches(out: Console, answer: TopicAnswer, speak: Translator) -> None:
    from rich.markup import escape

    from kanrules.desk.cited import source_cited

    for fact in answer.depends:
        out.print(f"  [dim]{escape(speak(say(_DEPENDS, fact=fact.fact)))}[/]")
        for choice in fact.choices:
            line = escape(speak(say(_CHOICE, when=choice.when, text=choice.text)))
            out.print(f"  - [magenta]{line}[/]" if choice.unsaid else f"  - {line}")
            if choice.ref:
                cited = "" if choice.source is None else f" · {source_cited(choice.source, speak)}"
                out.print(f"      [dim]{escape(choice.ref + cited)}[/]")


_DEPENDS, _CHOICE = _N("It depends on {fact}:"), _N("{when}: {text}")


def _print_all(out: Console, asked: AnsweredQuestion, books: int, speak: Translator) -> None:
    from rich.markup import escape

    from kanrules.desk.cited import everywhere

    for topic, answers in _topics(asked).items():
        _heading(out, topic, answers, speak)
        found: dict[tuple[str, str], list[TopicAnswer]] = {}
        for answer in answers:
            found.setdefault((answer.said, answer.key), []).append(answer)
        for (text, key), same in found.items():
            if same[0].unsaid:
                names = ", ".join(one.rules.id for one in same)
                if len(same) > _MANY:
                    names = speak(say(_OF_ALL, count=len(same), all=books))
                out.print(
                    f"  [magenta]{escape(speak.own(text))}[/]: {escape(names)}" + (f" [dim]{key}[/]" if key else "")
                )
                continue
            out.print(f"  {escape(speak.own(text))}")
            if not key and len(same) == books:
                out.print(f"      [dim]{escape(everywhere(same[0].ruling, speak))}[/]")
                continue
            cited = ", ".join(
                one.rules.id + (f" ({_clause(one, speak)})" if _clause(one, speak) else "") for one in same
            )
            out.print(f"      [dim]{escape(cited)}{f' · {key}' if key else ''}[/]")


_MANY = 6
"""Maximum number of rulesets without a source that are named. A longer list is only counted."""


def _clause(answer: TopicAnswer, speak: Translator) -> str:
    source = answer.ruling.source
    return "" if source is None else source.clause or speak(source.grade.value)
