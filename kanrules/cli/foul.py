"""`kanrules foul`: what a foul around a kan costs."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING

import typer

from kanrules.cli.common import Format, console, envelope, plain, print_json, required_rules
from kanrules.errors import UnreadableError

if TYPE_CHECKING:
    from kanrules.law.vocabulary import Penalty
    from kanrules.ruleset import Ruleset
    from kanrules.rulings import Ruling

FOULS: dict[str, str] = {
    "riichi_kan": "an ankan in riichi that the ruleset does not allow",
    "wrong_tiles": "a kan laid down with tiles that are no kan",
    "empty_call": "a call that is said and not made",
    "wrong_word": "kan said for pon or chi, or the other way round",
    "after_call": "a kan in a turn that began with a chi or pon",
    "last_tile": "a kan with no live tile left, or on the last discard",
    "fifth_kan": "a fifth kan where none is allowed",
    "dead_hand_kan": "a kan declared with a dead hand",
    "replacement_wrongly": "the replacement tile taken from the wrong place or at the wrong time",
    "dead_wall_exposed": "tiles of the dead wall exposed",
    "indicator_wrongly": "an indicator turned too early, too late, or the wrong one",
}
"""The fouls around a kan, and what each is."""
_CODES = {
    "after_call": "KR202",
    "last_tile": "KR203",
    "fifth_kan": "KR209",
    "dead_hand_kan": "KR214",
    "wrong_tiles": "KR201",
}


def command(
    name: str = typer.Argument(
        "", metavar="NAME", help="riichi_kan, wrong_tiles, after_call, ...; without one, all are listed."
    ),
    rules: str = typer.Option("", "--rules", "-r", metavar="R", help="The ruleset: a bundled id or a file."),
    all_rules: bool = typer.Option(False, "--all-rules", help="Every bundled ruleset, as a table."),
    corrected: bool = typer.Option(False, "--corrected", help="The foul was put right in time."),
    output: Format = typer.Option(Format.TEXT, "--format", help="text for people, json for programs."),
    allow_local_plugins: bool = typer.Option(
        False, "--allow-local-plugins", help="Let the ruleset run its own ./plugin.py."
    ),
) -> None:
    """Look up what a foul around a kan costs: the penalty, and the clause it rests on.

    Where no text says, the answer is "no published penalty found".

    Examples:

      kanrules foul riichi_kan --rules m-league

      kanrules foul wrong_tiles --all-rules
    """
    if not name:
        for foul, what in FOULS.items():
            console().print(f"[bold]{foul}[/]: {what}")
        return
    if name not in FOULS:
        close = difflib.get_close_matches(name, FOULS, n=1)
        hint = f"; did you mean {close[0]}?" if close else f"; there are: {', '.join(FOULS)}"
        raise UnreadableError(f"there is no foul {name!r}{hint}", code="")
    if all_rules:
        from kanrules.ruleset import bundled_ids, load_ruleset

        answers = [(ruleset, *ask(ruleset, name, corrected)) for ruleset in map(load_ruleset, bundled_ids())]
        _print_all(name, answers, output)
        return
    ruleset = required_rules(rules, allow_local_plugins=allow_local_plugins)
    penalty, ruling = ask(ruleset, name, corrected)
    if output is Format.JSON:
        print_json(envelope(_json(name, penalty, ruling)))
        return
    out = console()
    out.print(f"[bold]{name}[/] ({FOULS[name]}) under [bold]{plain(ruleset.title)}[/]")
    out.print(f"  [bold]{_word(penalty)}[/]: ", end="")
    out.print(penalty.text or penalty.type.value, markup=False)
    words = ruleset[f"penalty.{name}"]
    if words and words != penalty.text:
        out.print(f"  {words}", markup=False)
    out.print(f"  {_source(ruling)}", markup=False)


def ask(ruleset: Ruleset, name: str, corrected: bool) -> tuple[Penalty, Ruling]:
    """What this foul costs under a ruleset, its plugins asked, and the ruling.

    Takes a key of `FOULS` and whether the foul was put right in time.
    """
    from kanrules.kyoku.machine import Kyoku
    from kanrules.law.vocabulary import Foul, Penalty, PenaltyType
    from kanrules.pieces.tiles import Seat
    from kanrules.rulings import Finding, Verdict

    judge = ruleset.judge
    foul = Foul(Seat.EAST, name, _CODES.get(name, ""), FOULS[name], corrected=corrected)
    penalty = judge.penalty(foul, Kyoku(ruleset, seed=0).table)
    if penalty is None:
        penalty = Penalty(PenaltyType.NONE, code="KR606", text="put right in time: nothing was kanned")
        plugin = "core"
    else:
        plugin = judge.decided.get("penalty", "core")
    verdicts = {PenaltyType.CHOMBO: Verdict.CHOMBO, PenaltyType.DEAD_HAND: Verdict.DEAD_HAND}
    verdict = verdicts.get(penalty.type, Verdict.UNKNOWN if penalty.code == "KR605" else Verdict.NO_PENALTY)
    key = penalty.key or ("" if name == "riichi_kan" else f"penalty.{name}")
    return penalty, ruleset.ruling(Finding(verdict, penalty.code, penalty.text, key, plugin=plugin))


def _word(penalty: Penalty) -> str:
    from kanrules.law.vocabulary import PenaltyType

    if penalty.type is not PenaltyType.NONE:
        return penalty.type.value.replace("_", " ")
    return {"KR605": "unknown", "KR603": "as the text says", "KR606": "corrected"}.get(penalty.code, "no penalty")


def _source(ruling: Ruling) -> str:
    parts = [ruling.code]
    if ruling.key and not ruling.key.startswith("penalty."):
        parts.append(f"{ruling.key} = {ruling.value}")
    if ruling.plugin != "core":
        parts.append(f"plugin {ruling.plugin}")
    elif ruling.code != "KR605":
        parts.append(ruling.set_by)
    if ruling.source is not None:
        parts.append(f"{ruling.source} ({ruling.source.grade})")
    return " · ".join(part for part in parts if part)


def _json(name: str, penalty: Penalty, ruling: Ruling) -> dict[str, object]:

    return {"foul": name, "penalty": {"type": penalty.type.value, "points": penalty.points}, "ruling": ruling.to_json()}


def _print_all(name: str, answers: list[tuple[Ruleset, Penalty, Ruling]], output: Format) -> None:
    if output is Format.JSON:
        print_json(
            envelope({"foul": name, "answers": [{"rules": r.id, **_json(name, p, ruling)} for r, p, ruling in answers]})
        )
        return
    from rich.markup import escape
    from rich.table import Table

    table = Table("ruleset", "penalty", "text", "source", box=None, pad_edge=False)
    for ruleset, penalty, ruling in answers:
        if ruling.code != "KR605":
            table.add_row(
                f"[bold]{ruleset.id}[/]", _word(penalty), escape(penalty.text), escape(str(ruling.source or ""))
            )
    out = console()
    out.print(f"[bold]{name}[/]: {FOULS[name]}")
    out.print(table)
    silent = [ruleset.id for ruleset, _, ruling in answers if ruling.code == "KR605"]
    if silent:
        out.print(f"no published penalty found: {', '.join(silent)}")
