"""One hand as text: a block for each kan, with tiles, seats, the ruling, and its source."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.markup import escape

from kanrules.desk.cited import law
from kanrules.desk.play_position import INDICATOR, INSTANTS, RESULTS
from kanrules.desk.worth import counted, yaku_words
from kanrules.law.hook_values import Kan
from kanrules.law.limits import Limit
from kanrules.locale import ENGLISH, Translator
from kanrules.locale import marked as _N
from kanrules.locale.sentences import Sentence, say
from kanrules.pieces.events import KandoraTurned
from kanrules.pieces.melds import MeldType
from kanrules.pieces.tiles import KIND, NAMES, Seat, Tile, wind
from kanrules.records.unsaid import in_short
from kanrules.replays.hand import HandReplay, KanSeen, RecordDifference
from kanrules.rulings import CONTRADICTION, Ruling

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.console import Console

    from kanrules.play.follow import Update
    from kanrules.ruleset import Ruleset


def print_hand(out: Console, hand: HandReplay, rules: Ruleset, speak: Translator = ENGLISH) -> None:
    """Print a replayed hand: its kans, each with the ruling on it, then its result and every difference."""
    out.print(f"\n  [bold]{speak(title_of(hand.name))}[/]  [dim]{speak(ending_of(hand))}[/]")
    rulings = hand.rulings()
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
        source = whole.source if whole.type is MeldType.DAIMINKAN else None
        _print_kan(out, kan, source, turned.get(at), speak, derived=hand.derived_instants)
        for ruling in by_kan.get(at, ()):
            out.print(f"        {_law(ruling, speak)}")
    for ruling in rest:
        _print_ruling(out, ruling, speak)
    _print_wins(out, hand, speak)
    for difference in hand.differences:
        _print_difference(out, difference, speak)
    if hand.stopped:
        out.print(f"    [magenta]{speak(_NOT_JUDGED)}[/]")


def print_not_compared(out: Console, not_compared: Iterable[str], speak: Translator = ENGLISH) -> None:
    """Print the statements of a record that could not be compared on one line, or nothing if there are none."""
    if words := [escape(speak(what)) for what in in_short(not_compared)]:
        out.print(f"  [magenta]{speak(_NOT_COMPARED)}[/]: {'; '.join(words)}")


def print_update(out: Console, update: Update, speak: Translator = ENGLISH) -> None:
    """Print what one event of a game in progress brought: rulings, differences, corrections, and how the hand ended."""
    for one in update.withdrawn:
        if isinstance(one, RecordDifference):
            what = speak(say(_DIFFERENCE, difference=_DIFFERS, at=one.at, recorded=one.recorded, ruled=one.ruled))
        else:
            what = speak.own(one.text)
        out.print(f"    [magenta]{speak(say(_WITHDRAWN, what=escape(what)))}[/] [dim]({one.code})[/]")
    for ruling in update.rulings:
        _print_ruling(out, ruling, speak)
    if update.replay is not None:
        _print_wins(out, update.replay, speak)
    for difference in update.differences:
        _print_difference(out, difference, speak)
    if update.replay is not None:
        out.print(f"    [dim]{speak(ending_of(update.replay))}[/]")


def _print_ruling(out: Console, ruling: Ruling, speak: Translator) -> None:
    out.print(f"    {escape(speak.own(ruling.text))}")
    out.print(f"        {_law(ruling, speak)}")


def _print_difference(out: Console, difference: RecordDifference, speak: Translator) -> None:
    template = _DIFFERENCE_ELSEWHERE if difference.code == CONTRADICTION else _DIFFERENCE
    told = say(
        template, difference=f"[bold red]{speak(_DIFFERS)}[/]", at=difference.at,
        recorded=escape(speak(difference.recorded)), ruled=f"[bold]{escape(speak(difference.ruled))}[/]",
    )  # fmt: skip
    out.print(f"    {speak(told)} [dim]({difference.code})[/]")


def title_of(hand: str) -> Sentence:
    """Return which hand of the game it is, from the name of its `HandReplay`."""
    round_wind, number, honba = hand.split("-")
    title = say(_HAND, round=wind(round_wind), number=number)
    return title if honba == "0" else say(_WITH_HONBA, hand=title, count=honba)


def ending_of(hand: HandReplay) -> Sentence:
    """Return how the record ends the hand."""
    return say(_BREAKS_OFF) if hand.breaks_off else say(_ENDS_IN, result=RESULTS[hand.result])


def print_trace(out: Console, hand: HandReplay) -> None:
    """Print which plugin answered which hook with what, in order."""
    if hand.trace:
        out.print("    [dim]asked, in order[/]")
    for line in hand.trace:
        out.print(f"      [dim]{escape(str(line))}[/]")


_HAND, _WITH_HONBA = _N("{round} {number}"), _N("{hand}, {count} honba")
_BREAKS_OFF, _ENDS_IN = _N("incomplete: the record does not include its end"), _N("ends in {result}")
_KAN, _KAN_FROM, _ROBBED = (
    _N("{kan} {tiles} by {seat}"),
    _N("{kan} {tiles} by {seat} from {source}"),
    _N("{kan}, robbed"),
)
_NEVER_SHOWN, _NONE_TURNED = _N("a kan dora indicator that the record never shows"), _N("no kan dora indicator turned")
_AS_RULED, _DERIVED = _N("{turned}, as ruled"), _N("(derived: this format does not record the moment)")
_DIFFERS = _N("difference")
_WITHDRAWN = _N("withdrawn: {what}")
_DIFFERENCE = _N("{difference} at event {at}: recorded {recorded}; ruled {ruled}")
_DIFFERENCE_ELSEWHERE = _N("{difference} at event {at}: recorded {recorded}; elsewhere in the record {ruled}")
_NOT_COMPARED = _N("not compared")
_NOT_JUDGED = _N("the rest of this hand is not judged: under these rules, the hand ended here")
_BY_TSUMO = _N("{seat} wins by tsumo on {tile}: {yaku}; {worth}, {points}")
_OFF = _N("{seat} wins by ron from {loser} on {tile}: {yaku}; {worth}, {points}")
_DORA = _N("{yaku}, dora {count}")


def _print_kan(
    out: Console, kan: KanSeen, source: Seat | None, ruled: KandoraTurned | None, speak: Translator, *, derived: bool
) -> None:
    who = f"[bold]{speak(str(kan.seat))}[/]"
    whom = "" if source is None else f"[bold]{speak(str(source))}[/]"
    kind = f"[bold cyan]{speak(str(kan.type))}[/]"
    told = say(_KAN if source is None else _KAN_FROM, kan=kind, tiles=four(kan.tile), seat=who, source=whom)
    out.print(f"    {speak(say(_ROBBED, kan=told) if kan.robbed else told)}")
    for tile, instant in kan.reveals:
        shown = _NEVER_SHOWN if tile is None else say(INDICATOR, tile=f"[bold]{NAMES[tile]}[/]")
        turned = say(INSTANTS[instant], indicator=shown)
        if ruled is not None and ruled.instant is instant and not derived:
            turned = say(_AS_RULED, turned=turned)
        note = f" [dim]{speak(_DERIVED)}[/]" if derived else ""
        out.print(f"      {speak(turned)}{note}")
    if not kan.reveals:
        out.print(f"      {speak(_NONE_TURNED)}")


def four(tile: Tile) -> str:
    """Return the four tiles of a kan of this kind, as text."""
    name = NAMES[KIND[tile]]
    return name[0] * 4 + name[1]


def _law(ruling: Ruling, speak: Translator) -> str:
    return f"[dim]{escape(law(ruling, speak))}[/]"


def _print_wins(out: Console, hand: HandReplay, speak: Translator) -> None:
    outcome = hand.kyoku.outcome
    if outcome is None:
        return
    for win in outcome.wins:
        value = win.value
        yaku = ", ".join(yaku_words((*value.yakuman, *value.yaku), speak))
        dora = value.dora_han
        told = say(
            _BY_TSUMO if win.source is None else _OFF,
            seat=f"[bold]{speak(str(win.seat))}[/]",
            loser=win.source,
            tile=NAMES[win.tile],
            yaku=say(_DORA, yaku=yaku, count=dora) if dora else yaku,
            worth=counted(value.han, value.fu) if value.limit is Limit.NONE else value.limit.value,
            points=f"{win.changes[win.seat]:+d}",
        )
        out.print(f"    {speak(told)}")
