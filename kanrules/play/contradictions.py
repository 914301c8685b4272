"""Check the text of a hand for lines that contradict each other and for impossible tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kanrules.errors import UnreadableError
from kanrules.law.hook_values import Kan, SetAside
from kanrules.locale.sentences import number
from kanrules.pieces import wall as walls
from kanrules.pieces.melds import MeldType
from kanrules.pieces.tiles import KIND, NAMES, NORTH, RED_FIVES, SEATS, format_tiles
from kanrules.table.position import Position, lying, phase_of
from kanrules.table.state import Phase


def possible(position: Position, phase: Phase, turned: int) -> None:
    """Raise UnreadableError if the lines of a text contradict each other or describe an impossible table."""
    for wrong in _wrong(position, phase, turned):
        raise UnreadableError(f"the text of a hand: {wrong}")


def _wrong(position: Position, phase: Phase, turned: int) -> Iterable[str]:
    if position.red_fives not in walls.COPIES:
        yield f"a set has 0, 3 or 4 red fives (2 with three players), not {position.red_fives}"
    copies, lie = walls.COPIES[position.red_fives], lying(position)
    three = len(position.hands) == 3
    for tile in () if three else RED_FIVES:
        if lie.count(tile) > copies[tile]:
            yield f"it holds {lie.count(tile)} {NAMES[tile]}, but there are {copies[tile]}"
    if phase is not phase_of(position):
        yield f"phase {phase.name.lower()} does not fit the rest, which says {phase_of(position).name.lower()}"
    norths = sum(position.kitas)
    if position.on_replacement and not (position.kans or norths):
        yield "a replacement tile is drawn, but no kan has been completed"
    # With three players, the ruleset defines the plan of the wall.
    if not three and (
        len(position.live) > walls.LIVE or len(position.replacements) + len(position.refill) > walls.REPLACEMENTS
    ):
        yield (
            f"a wall has at most {walls.LIVE} live tiles, and {walls.REPLACEMENTS} that replace or have been put in "
            "their place"
        )
    yield from _wrong_kans(position, turned)
    yield from _wrong_window(position)
    yield from _wrong_answers(position, phase)
    unknown = sum(tile is None for wall in (position.live, position.replacements) for tile in wall)
    if unknown and position.unseen_counts is None:
        yield "tiles of the wall are unknown, and no line says which are unseen"
    if position.unseen_counts is not None and any(
        count > copies[tile] for tile, count in enumerate(position.unseen_counts)
    ):
        yield "more tiles are unseen than there are"


def _wrong_kans(position: Position, turned: int) -> Iterable[str]:
    kans = position.kans or ()
    stand = [
        (seat, meld.type, meld.kind)
        for seat, melds in zip(SEATS, position.melds, strict=False)
        for meld in melds
        if meld.is_kan
    ]
    told = [(kan.seat, kan.type, kan.kind) for kan in kans]
    if sorted(stand) != sorted(told) or [kan.number for kan in kans] != list(range(1, len(kans) + 1)):
        yield "its kans are not those of its melds"
    for kan in (*kans, position.announced) if isinstance(position.announced, Kan) else kans:
        if len(kan.tiles) != 4 or len({KIND[tile] for tile in (*kan.tiles, kan.tile)}) != 1:
            yield f"a kan has four tiles of one kind, not {format_tiles(kan.tiles)}"
    numbers = range(1, len(kans) + 1)
    if any(
        number not in numbers
        for number in (*filter(None, position.chain or ()), *(one.kan for one in position.pending))
    ):
        yield "a kan is counted that has not been completed"
    rivers = position.rivers
    for seat, place, number_of_kan in position.kan_discards:
        if seat >= len(rivers) or place >= len(rivers[seat]) or number_of_kan not in numbers:
            yield f"after_kan {seat} {place} {number_of_kan}: there is no such discard, or no such kan"
    turned_by = position.indicator_kans
    if turned_by is not None and (len(turned_by) != position.face_up or max(turned_by) > len(kans) + 1):
        yield f"{position.face_up} dora indicators are face up, and turned_by does not name a kan for each"
    decided = {hook for hook, _ in position.deciders}
    for hook, answer in (("four_kans", position.four_kans), ("fifth_kan", position.fifth)):
        if answer is not None and hook not in decided:
            yield f"no line says which plugin decided {hook}"
    # There are five places for dora indicators, so a fifth kan adds none.
    shown = position.face_up + len(position.pending)
    if not 1 <= position.face_up <= 5 or shown > 1 + min(len(kans), 4) + position.turned_early:
        are = f"{number(shown, 'indicator')} {'is' if shown == 1 else 'are'}"
        yield f"{are} turned or {'waits' if shown == 1 else 'wait'} for it, after {number(len(kans), 'kan')}"
    if turned > position.face_up - 1:
        lie = "is" if position.face_up == 1 else "are"
        yield f"{number(turned, 'indicator')} turned with the last kan, but {position.face_up} {lie} face up"
    waits_for_kita = position.open_kita is not None and position.open_kita.seat is position.turn and position.live
    if (
        position.replacing
        and not waits_for_kita
        and (not kans or kans[-1].seat is not position.turn or not position.live)
    ):
        yield f"no kan of {position.turn}'s waits for a replacement tile"
    yield from _wrong_word(position, kans)


def _wrong_word(position: Position, kans: Sequence[Kan]) -> Iterable[str]:
    word = position.announced
    if word is None:
        return
    hand, kind = position.hands[word.seat], KIND[word.tile]
    if isinstance(word, SetAside):
        if position.outcome is None and (NORTH not in hand or word.seat is not position.turn):
            yield f"{word.seat} cannot have set a north aside"
        if word.number != sum(position.kitas) + 1 or not position.live:
            yield f"the announced kita is number {word.number}, after {sum(position.kitas)}"
        if word.seat in word.robbable_by:
            yield f"{word.seat} cannot rob its own kita"
        return
    held = sum(KIND[tile] == kind for tile in hand)
    pons = {meld.kind for meld in position.melds[word.seat] if meld.type is MeldType.PON}
    needed = {MeldType.ANKAN: 4, MeldType.DAIMINKAN: 3}.get(word.type)
    fits = word.tile in hand and kind in pons if needed is None else held == needed
    if position.outcome is None and not (fits and word.seat is position.turn):
        yield f"{word.seat} cannot have announced a kan of {NAMES[word.tile]}"
    if word.number != len(kans) + 1 or not position.live:
        yield f"the announced kan is number {word.number}, after {len(kans)}"
    if word.seat in word.robbable_by:
        yield f"{word.seat} cannot rob its own kan"


def _wrong_window(position: Position) -> Iterable[str]:
    window = position.window
    if window is None:
        return
    kan, stands = window.announced, (position.kans or ())[-1:]
    if kan is None:
        if not _may_be_won_late(position, window):
            yield f"no discard claimed for a daiminkan of {position.turn}'s may still be won on"
        return
    fits = (
        isinstance(kan, Kan)
        and kan.type is MeldType.SHOUMINKAN
        and phase_of(window) is Phase.ROB
        and position.announced is None
        and position.last_discard is None
        and position.drawn is not None
        and position.on_replacement
        and [(kan.number, kan.tile)] == [(one.number, one.tile) for one in stands]
        and kan.seat is window.turn is position.turn
    )
    if not fits or len(window.hands) != len(position.hands):
        yield f"no shouminkan of {position.turn}'s may still be robbed"


def _may_be_won_late(position: Position, window: Position) -> bool:
    """Return True if a window can be the table of the discard that the last kan, a daiminkan, claimed."""
    claimed, kan = window.last_discard, position.kans[-1] if position.kans else None
    return (
        claimed is not None
        and kan is not None
        and phase_of(window) is Phase.CLAIM
        and (kan.type, kan.tile, kan.source) == (MeldType.DAIMINKAN, claimed.tile, claimed.seat)
        and kan.seat is position.turn
        and position.announced is None
        and position.last_discard is None
        and (position.replacing or (position.on_replacement and position.drawn is not None))
        and len(window.hands) == len(position.hands)
    )


def _wrong_answers(position: Position, phase: Phase) -> Iterable[str]:
    tile = None
    announced = position.announced if position.window is None else position.window.announced
    if announced is not None:
        tile = announced.tile
    elif position.window is not None and position.window.last_discard is not None:
        tile = position.window.last_discard.tile
    elif position.last_discard is not None:
        tile = position.last_discard.tile
        if len(position.rivers[position.turn]) - 1 in position.taken[position.turn]:
            yield "the discard that may be claimed was called"
    callers = [claim.seat for claim in position.claims]
    if position.outcome is None and (position.turn in callers or any(claim.tile != tile for claim in position.claims)):
        yield "a ron is called on a tile that is not in a river or a kan"
    if len(set(callers)) != len(callers):
        yield "a seat calls ron twice"
    if phase is Phase.CLAIM and position.last_discard is None:
        yield f"{position.turn} has discarded nothing"
    for kind_of_discard in position.rivers:
        if sum(discard.riichi for discard in kind_of_discard) > 1:
            yield "a seat declares riichi twice"
