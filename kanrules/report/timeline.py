"""One hand as a person likes to read it: a block a kan, with tiles, seats, the ruling and its source."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kanrules.tiles import NAMES

if TYPE_CHECKING:
    from rich.console import Console

    from kanrules.replay import HandReplay, KanSeen
    from kanrules.ruleset import Ruleset
    from kanrules.rulings import Ruling

_INSTANTS = {
    "declaration": "at its declaration",
    "rinshan_draw": "with the replacement tile",
    "discard": "with the discard",
    "discard_passed": "once the discard had passed",
    "next_kan_announced": "when the next kan was announced",
    "next_kan_declaration": "at the next kan's declaration",
    "rinshan_win": "for the rinshan win",
    "announced": "before it could be robbed",
}


def print_hand(out: Console, hand: HandReplay, rules: Ruleset) -> None:
    """Prints a hand of a replay: its kans with their rulings, then its result and every difference."""
    round_wind, number, honba = hand.name.split("-")
    title = f"{round_wind} {number}" + (f", {honba} honba" if honba != "0" else "")
    out.print(f"\n  [bold]{title}[/]  [dim]ends in {hand.result.replace('_', ' ')}[/]")
    rulings = hand.rulings(rules)
    for kan in hand.kans:
        _print_kan(out, kan, derived=hand.derived_instants)
    for ruling in rulings:
        _print_ruling(out, ruling)
    _print_result(out, hand)
    for difference in hand.differences:
        out.print(
            f"    [bold red]difference[/] at event {difference.at}: recorded {difference.recorded}; "
            f"ruled [bold]{difference.ruled}[/] [dim]({difference.code})[/]"
        )
    if hand.stopped:
        out.print("    [yellow]the rest of this hand is not judged: it ended here by the rules[/]")


def _print_kan(out: Console, kan: KanSeen, *, derived: bool) -> None:
    name = NAMES[kan.tile]
    tiles = (name[0] if name[0] != "0" else "5") * 4 + name[1]
    line = f"    [bold cyan]{kan.type}[/] {tiles} by [bold]{kan.seat}[/]"
    if kan.robbed:
        line += ", [bold]robbed[/]"
    for tile, instant in kan.reveals:
        shown = "an unknown indicator" if tile is None else f"indicator [bold]{NAMES[tile]}[/]"
        line += f", {shown} turned {_INSTANTS[instant.value]}" + (" (derived: this format keeps no instants)" if derived else "")
    if not kan.reveals and not kan.robbed:
        line += ", no indicator turned"
    out.print(line)


def _print_ruling(out: Console, ruling: Ruling) -> None:
    line = f"      {ruling.text} [dim]{ruling.code}"
    if ruling.key:
        line += f"  {ruling.key} = {_value(ruling.value)}  ({ruling.set_by})"
    out.print(line + "[/]")
    if ruling.key:
        out.print(f"        [dim]{_source(ruling)}[/]")


def _value(value: object) -> str:
    return str(getattr(value, "value", value))


def _source(ruling: Ruling) -> str:
    source = ruling.source
    if source is None:
        return "no text found; kanrules' default" if ruling.set_by == "default" else "no source given"
    text = f"{source.document} {source.clause}".strip()
    return f"source: {text} ({source.grade})"


def _print_result(out: Console, hand: HandReplay) -> None:
    outcome = hand.kyoku.outcome
    if outcome is None:
        return
    for win in outcome.wins:
        value = win.value
        yaku = ", ".join([*value.yakuman, *value.yaku])
        dora = value.dora + value.red + value.ura
        how = "by tsumo" if win.source is None else f"off {win.source}"
        worth = value.limit.value if value.limit.value != "none" else f"{value.han} han {value.fu} fu"
        out.print(
            f"    [bold]{win.seat}[/] wins {how} on {NAMES[win.tile]}: {yaku.replace('_', ' ')}"
            + (f", dora {dora}" if dora else "")
            + f"; {worth}, {win.changes[win.seat]:+d}"
        )
