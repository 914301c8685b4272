"""One hand as a person likes to read it: a block a kan, with tiles, seats, the ruling and its source."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.markup import escape

from kanrules.desk.cited import law
from kanrules.desk.position import INSTANTS
from kanrules.law.vocabulary import Kan
from kanrules.pieces.events import KandoraTurned
from kanrules.pieces.melds import MeldType
from kanrules.pieces.tiles import KIND, NAMES, Tile
from kanrules.rulings import CONTRADICTION

if TYPE_CHECKING:
    from rich.console import Console

    from kanrules.replays.hand import HandReplay, KanSeen
    from kanrules.ruleset import Ruleset
    from kanrules.rulings import Ruling


def print_hand(out: Console, hand: HandReplay, rules: Ruleset) -> None:
    """Prints a hand of a replay: its kans, each with the ruling on it, then its result and every difference."""
    round_wind, number, honba = hand.name.split("-")
    title = f"{round_wind} {number}" + (f", {honba} honba" if honba != "0" else "")
    ending = "breaks off: its end is not recorded" if hand.breaks_off else f"ends in {hand.result.replace('_', ' ')}"
    out.print(f"\n  [bold]{title}[/]  [dim]{ending}[/]")
    rulings = hand.rulings(rules)
    by_kan: dict[int, list[Ruling]] = {}
    rest: list[Ruling] = []
    events = hand.kyoku.events
    for ruling in rulings:
        event = events[ruling.at] if ruling.at < len(events) else None
        if isinstance(event, KandoraTurned) and ruling.code in ("KR301", "KR302"):
            by_kan.setdefault(event.kan, []).append(ruling)
        else:
            rest.append(ruling)
    turned = {event.kan: event for event in events if isinstance(event, KandoraTurned)}
    last = hand.kyoku.announced
    announced = [*hand.kyoku.kans, last] if isinstance(last, Kan) else hand.kyoku.kans
    for at, (kan, whole) in enumerate(zip(hand.kans, announced, strict=True), 1):
        source = f" from [bold]{whole.source}[/]" if whole.type is MeldType.DAIMINKAN else ""
        _print_kan(out, kan, source, turned.get(at), derived=hand.derived_instants)
        for ruling in by_kan.get(at, ()):
            out.print(f"        {_law(ruling)}")
    for ruling in rest:
        out.print(f"    {escape(ruling.text)}")
        out.print(f"        {_law(ruling)}")
    _print_wins(out, hand)
    for difference in hand.differences:
        word = "elsewhere" if difference.code == CONTRADICTION else "ruled"
        out.print(
            f"    [bold red]difference[/] at event {difference.at}: recorded {escape(difference.recorded)}; "
            f"{word} [bold]{escape(difference.ruled)}[/] [dim]({difference.code})[/]"
        )
    for what in hand.not_compared:
        out.print(f"    [yellow]not compared[/]: {escape(what)}")
    if hand.stopped:
        out.print("    [yellow]the rest of this hand is not judged: it ended here by the rules[/]")


def print_trace(out: Console, hand: HandReplay) -> None:
    """Prints which plugin answered which hook with what, in order."""
    if hand.trace:
        out.print("    [dim]asked, in order[/]")
    for line in hand.trace:
        out.print(f"      [dim]{escape(str(line))}[/]")


def _print_kan(out: Console, kan: KanSeen, source: str, ruled: KandoraTurned | None, *, derived: bool) -> None:
    robbed = ", [bold]robbed[/]" if kan.robbed else ""
    out.print(f"    [bold cyan]{kan.type}[/] {four(kan.tile)} by [bold]{kan.seat}[/]{source}{robbed}")
    for tile, instant in kan.reveals:
        shown = "an indicator that the record never shows" if tile is None else f"indicator [bold]{NAMES[tile]}[/]"
        agreed = ", as ruled" if ruled is not None and ruled.instant is instant and not derived else ""
        note = " [dim](derived: this format keeps no instants)[/]" if derived else ""
        out.print(f"      {shown} turned {INSTANTS[instant]}{agreed}{note}")
    if not kan.reveals:
        out.print("      no indicator turned")


def four(tile: Tile) -> str:
    """The four tiles of a kan of this kind, as text."""
    name = NAMES[KIND[tile]]
    return name[0] * 4 + name[1]


def _law(ruling: Ruling) -> str:
    return f"[dim]{escape(law(ruling))}[/]"


def _print_wins(out: Console, hand: HandReplay) -> None:
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
