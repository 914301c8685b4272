"""`kanrules explain`: a code, a key, a term, the steps of a kan, or the moments of its dora indicator."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kanrules.cli.default_rules import default_rules, required_rules
from kanrules.cli.help import make_command
from kanrules.cli.output import console, plain, print_report
from kanrules.cli.shared_options import FORMAT, LANG, PLUGINS, OutputFormat, argument, option, rules_option
from kanrules.errors import wrong_use
from kanrules.locale import Translator
from kanrules.locale import marked as _N
from kanrules.locale.sentences import say

if TYPE_CHECKING:
    from rich.console import Console

    from kanrules.ruleset import Ruleset
    from kanrules.ruleset.explain import Explanation


@make_command
@argument(
    "words",
    metavar="TOPIC",
    nargs=-1,
    help="What to look up: KR205, kandora.ankan, furiten, kan, kandora, dead wall ...",
)
@option("--hooks", help="For developers: with the topic kan, list the keys and hooks of each step.")
@rules_option("Add what this ruleset says.")
@LANG
@FORMAT
@PLUGINS
def command(words: tuple[str, ...], hooks: bool, rules: str, speak: Translator, output: OutputFormat) -> None:
    """Look up a code, a key, a term, or a reference.

    Topics are reason codes, keys of a ruleset, terms, casebook questions by id, values by reference
    (ema-2016/kandora.ankan), hooks of plugins (before_kan), and keys of case files (given.live_tiles). `kan` is the
    course of a kan, and `kandora` the moments of a kan dora indicator.

    Examples:

      kanrules explain KR205

      kanrules explain kandora --rules tenhou

      kanrules explain kan --rules m-league

      kanrules explain dead wall refill

      kanrules explain riichi_kan.level

      kanrules explain four-kans-two-players --rules ema-2016

      kanrules explain ema-2016/kandora.ankan

      kanrules explain before_kan

      kanrules explain given.live_tiles
    """
    from kanrules.ruleset.explain import explain, is_code_or_key
    from kanrules.ruleset.value_refs import parts_of_ref

    topic = " ".join(words or ())
    if not topic.strip():
        raise wrong_use("name a code (KR205), a key (kandora.ankan), a word (furiten), kan, or kandora")
    # By default JSON describes the general case; people are told what applies under their own rules.
    ruleset: Ruleset | None = None
    if rules or output is OutputFormat.TEXT:
        ruleset = required_rules(rules) if rules else default_rules()
    found: Explanation | str
    if is_code_or_key(topic):
        # Everything else needs the casebook, whose import takes longer than the answer.
        found = explain(topic, ruleset, _library(), hooks=hooks)
    else:
        from kanrules.desk.explain import look_up

        found = look_up(topic, ruleset, _library(), hooks=hooks)
    if isinstance(found, str):
        if elsewhere := _elsewhere(topic):
            raise wrong_use(elsewhere)
        hint = (
            f"; did you mean {found}?"
            if found
            else "; try a code (KR205), a key (kandora.ankan), a word (furiten), kan, or kandora"
        )
        shown = topic if topic.isprintable() else ascii(topic)
        raise wrong_use(f"nothing is known about {shown[:80]!r}{hint}")
    if output is OutputFormat.JSON:
        print_report({**found.to_json(), "answer": _answer_json(topic, ruleset)})
    else:
        # A reference names its own ruleset.
        under = "" if ruleset is None or parts_of_ref(topic) else ruleset.id
        _text(console(), found, speak, under)


def _answer_json(topic: str, ruleset: Ruleset | None) -> dict[str, Any] | None:
    """Return what a ruleset says on a key, an option of its plugins, a casebook question, or a reference, which names
    its own ruleset; None if none is asked or the topic is another.
    """
    from kanrules.ruleset.value_refs import parts_of_ref

    if named := parts_of_ref(topic):
        ruleset = next((one for one in (ruleset, *_library()) if one is not None and one.id == named[0]), None)
    if ruleset is None:
        return None
    from kanrules.desk.explain import answer_of

    answer = answer_of(topic, ruleset)
    return None if answer is None else answer.to_json()


def _elsewhere(topic: str) -> str:
    """Return the message that names the command for a ruleset or a plugin; "" if the topic is neither."""
    from kanrules.hooks.judge import installed
    from kanrules.ruleset import all_ids
    from kanrules.ruleset.aliases import named_otherwise

    if topic in all_ids():
        return f"{topic} is a ruleset; kanrules show {topic} prints it"
    for id in named_otherwise(topic)[:1]:
        return (
            f"{topic} is another name of the ruleset {id}, or a league that plays by it; kanrules show {id} prints it"
        )
    if any(topic == plugin.name for plugin in installed()):
        return f"{topic} is a plugin; kanrules plugins lists its hooks"
    return ""


def _library() -> list[Ruleset]:
    """Return every installed ruleset that can be loaded. Problems of the others are ignored here."""
    from kanrules.ruleset import RulesetError, all_ids, load_listed

    found = []
    for name in all_ids():
        try:
            found.append(load_listed(name))
        except RulesetError:
            continue
    return found


_SOURCES = _N("Sources")
_MORE = _N("{count} more, from other rulebooks: --format json lists them")


def _text(out: Console, found: Explanation, speak: Translator, rules: str) -> None:
    """Print the entry. Under a ruleset, print only its sources and the number of others."""
    from rich.table import Table

    from kanrules.ruleset.keys import file_text

    out.print(f"[bold]{plain(speak(found.title))}[/]")
    for line in speak.own(found.text).split("\n"):
        out.print(plain(line))
    if found.topic == "kandora":
        head, *rows = (speak(line).split(" | ") for line in found.lines)
        table = Table(*head, box=None, pad_edge=False, padding=(0, 2, 0, 0))
        for row in rows:
            table.add_row(f"[bold]{plain(row[0])}[/]", *map(plain, row[1:]))
        out.print()
        out.print(table)
    else:
        for line in found.lines:
            out.print(plain(speak(line)))
    if found.options:
        out.print()
    for value in found.options:
        out.print(f"  [bold]{plain(value.topic)}[/]  {plain(speak.own(value.text))}")
        if value.used_by:
            out.print(f"      [dim]{plain(', '.join(value.used_by))}[/]")
    shown = [one for one in found.sources if not rules or rules in one.rules]
    if found.sources:
        out.print(f"\n[bold]{speak(_SOURCES)}[/]")
    for cited in shown:
        out.print(
            f"  {plain(', '.join(cited.rules))}: {plain(file_text(cited.value))}: {plain(str(cited.source))} "
            f"[dim]({speak(cited.source.grade.value)})[/]"
        )
        if cited.source.url:
            out.print(f"      [dim]{plain(cited.source.url)}[/]")
    if more := len(found.sources) - len(shown):
        out.print(f"  [dim]{plain(speak(say(_MORE, count=more)))}[/]")
