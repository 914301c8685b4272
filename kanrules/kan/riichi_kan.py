"""Which ankans a player in riichi may declare: five levels of strictness, from never to always.

At `same_waits` the kan must not change the waits. At `same_readings` it must not remove any reading either: in every
winning reading, for every winning tile, the three tiles must form a triplet. The comparison is of shapes: a tile wins
if it completes the shape, however many of it are left, and whatever `tenpai.exhausted_wait` makes of such a wait.
Sources: EMA 2016 3.3.14, M.League 4-5(2), Tenhou's manual.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from kanrules.frozen import frozen
from kanrules.law import codes
from kanrules.law.codes import sentence
from kanrules.law.options import Options, RiichiKan, RiichiKanLevel, WinningDraw
from kanrules.locale import marked as _N
from kanrules.locale.sentences import Sentence, say
from kanrules.pieces.later import Later
from kanrules.pieces.melds import Meld, MeldType
from kanrules.pieces.readings import (
    BITS,
    Concealed,
    Reading,
    exhausted,
    kinds_of,
    readings,
    suit_waits,
    waits_mask,
    ways,
)
from kanrules.pieces.tiles import KIND, NAMES, Kind, counts_37, format_tiles
from kanrules.rulings import Finding, Objection, Ruling, Verdict

if TYPE_CHECKING:
    from kanrules.law.hook_values import Kan
    from kanrules.table.snapshot import Table

_FORBIDDEN, _ANY, _SAME_WAITS = RiichiKanLevel.FORBIDDEN, RiichiKanLevel.ANY, RiichiKanLevel.SAME_WAITS
_WITH_YAKU = RiichiKanLevel.SAME_READINGS_AND_YAKU
_NO_WIN, _IGNORED = WinningDraw.FORBIDDEN, WinningDraw.IGNORED
_WHOLE = 1 << 9
Rule = Callable[[Finding], Ruling]
"""Function that turns a finding into a ruling of a ruleset."""


class _LostFromSuit(dict[int, int]):
    """What a kan removes from one suit, by the number of the suit times 16 plus the position of the kan's kind.

    Bit 9: the suit can be read without the triplet as it is. Bits 0 to 8: it can with this tile added.
    """

    def __init__(self, suit: int) -> None:
        super().__init__()
        self.suit = suit

    def __missing__(self, place: int) -> int:
        suit, first = self.suit, 9 * self.suit
        key, triplet = place >> 4, 3 * BITS[first + (place & 15)]
        # Every reading of what is left without the triplet is a reading of the whole with it. If both have the same
        # number of readings, every reading contains the triplet.
        found = 0 if ways(key, suit) == ways(key - triplet, suit) else _WHOLE
        for wait in kinds_of(suit_waits(key, suit)):
            more = key + BITS[first + wait]
            if ways(more, suit) != ways(more - triplet, suit):
                found |= 1 << wait
        self[place] = found
        return found


_LOST = tuple(_LostFromSuit(suit) for suit in range(4))


def verdict(hand: Concealed, drawn: Kind, kan: Kind, melds: Sequence[Meld], law: RiichiKan) -> str:
    """Return the most serious reason code against an ankan in riichi; "" if the kan is legal.

    Takes the hand without the drawn tile, the drawn kind, the kind of the kan, the melds (ankans), and `[riichi_kan]`.
    """
    return next(objecting(hand, drawn, kan, melds, law), "")


def objecting(hand: Concealed, drawn: Kind, kan: Kind, melds: Sequence[Meld], law: RiichiKan) -> Iterator[str]:
    """Yield every reason code against an ankan in riichi, most serious first. Each is computed only when needed.

    Yields only KR201 if the player does not hold the four tiles. Takes the arguments of `verdict`.
    """
    suit = kan // 9
    bit = BITS[kan]
    key = hand[suit]
    # Each kind has three bits in the number of its suit. The hand is without the drawn tile, so of that kind it holds
    # three.
    if key // bit & 7 != (3 if drawn == kan else 4):
        yield "KR201"
        return
    level = law.level
    if level is _FORBIDDEN:
        yield "KR207"
    if drawn != kan and law.drawn_tile_only:
        yield "KR206"
    winning_draw = law.winning_draw
    compares = level is not _ANY and level is not _FORBIDDEN
    # Waits are the expensive part, and no further reason needs them.
    if not compares and winning_draw is not _NO_WIN:
        return
    before = shape = waits_mask(hand)
    if winning_draw is _NO_WIN and before >> drawn & 1:
        yield "KR215"
    if not compares:
        return
    if drawn != kan and level is not _SAME_WAITS:
        # In every reading the hand uses its fourth tile outside the triplet, so a reading is lost even if the waits
        # stay.
        if shape:
            yield "KR205"
        return
    out_before, out_after = left_out(hand, drawn, kan, winning_draw)
    before &= ~out_before
    if before != waits_mask(after_kan(hand, drawn, kan)) & ~out_after:
        yield "KR204"
    if level is _SAME_WAITS:
        return
    lost = _LOST[suit][key << 4 | kan - 9 * suit]
    if before >> kan & 1:
        yield "KR205"
    elif lost:
        here = 511 << 9 * suit
        if (lost & 511) << 9 * suit & before or (lost & _WHOLE and before & ~here):
            yield "KR205"
    if level is _WITH_YAKU and any(lost_yaku(hand, kan, melds, before)):
        yield "KR208"


def left_out(hand: Concealed, drawn: Kind, kan: Kind, winning_draw: WinningDraw) -> tuple[int, int]:
    """Return the kinds that are left out when waits are compared, before and after the kan, as masks.

    A wait of which no tile is left still counts. After the kan, its own tile is not a wait, and in an okuri-kan, with
    all four held, it was not a wait before. An okuri-kan that leaves four of the drawn tile in the hand removes that
    wait as well. Under `winning_draw = "ignored"` the drawn tile is left out both before and after.
    """
    before, after = 0, 1 << kan
    if drawn != kan:
        before = after
        if hand.count(drawn) == 3:
            after |= 1 << drawn
    if winning_draw is _IGNORED:
        before |= 1 << drawn
        after |= 1 << drawn
    return before, after


def after_kan(hand: Concealed, drawn: Kind, kan: Kind) -> Concealed:
    """Return the concealed hand after the four tiles are set aside, before the replacement tile."""
    return hand.plus(kan, -3) if drawn == kan else hand.plus(kan, -4).plus(drawn)


def lost_yaku(hand: Concealed, kan: Kind, melds: Sequence[Meld], waits: int) -> Iterator[tuple[Kind, str]]:
    """Yield a winning tile and a yaku that the hand would have scored with it before the kan but not after.

    If every reading keeps its sets, nine gates is the only yaku of a hand's composition that a triplet allows and a kan
    does not. (An okuri-kan keeps no reading in which a yaku could be lost.)
    """
    # Only a kan of ones or nines can destroy nine gates, which needs three of each in a single suit.
    if kan < 27 and not melds and kan % 9 in (0, 8):
        suit = kan // 9
        if not any(key for at, key in enumerate(hand) if at != suit):
            first = 9 * suit
            for wait in kinds_of(waits):
                counts = [hand.count(kind) + (kind == wait) for kind in range(first, first + 9)]
                if counts[0] >= 3 and counts[8] >= 3 and all(counts):
                    yield wait, "chuuren_poutou"


@frozen
class LostReading:
    """A reading that a kan would remove: the winning tile, the concealed sets, and the pair, all in mpsz."""

    tile: str
    sets: list[str]
    pair: str


@frozen
class KanAnswer(Later):
    """The answer about one ankan in riichi: whether it is legal, the most serious reason, the waits, and the readings
    that it would remove.

    Fields other than the verdict and its code are computed on first access. `text` is one sentence for players.
    `objections` has every reason with the ruleset key that gives it. `key` is the key of the most serious reason, and
    `plugin` the name of who gave it. `ruling` is set if you asked a ruleset and not only its options.
    """

    legal: bool
    code: str
    text: str
    waits_before: list[str]
    waits_after: list[str]
    lost_readings: list[LostReading]
    objections: tuple[Objection, ...]
    key: str
    plugin: str = "core"
    ruling: Ruling | None = None

    def __bool__(self) -> bool:
        """Return True if the kan is legal."""
        return self.legal

    def with_ruling(self, ruling: Ruling) -> KanAnswer:
        """Return the same answer with the ruling of the ruleset that was asked."""
        return KanAnswer(
            self.legal, self.code, self.text, self.waits_before, self.waits_after, self.lost_readings, self.objections,
            self.key, self.plugin, ruling,
        )  # fmt: skip


class _Look:
    """The details of an answer, computed on first access."""

    def __init__(self, hand: Concealed, drawn: Kind, kan: Kind, melds: Sequence[Meld], law: RiichiKan) -> None:
        self.hand, self.drawn, self.kan, self.melds, self.law = hand, drawn, kan, melds, law
        self.mine = NAMES[kan]
        left = after_kan(hand, drawn, kan)
        self.gone_before, self.gone_after = exhausted(hand, melds), exhausted(left, melds) | 1 << kan
        self.shape_before, self.shape_after = waits_mask(hand), waits_mask(left)
        out_before, out_after = left_out(hand, drawn, kan, law.winning_draw)
        self.before, self.after = self.shape_before & ~out_before, self.shape_after & ~out_after

    @cached_property
    def lost(self) -> list[Reading]:
        """The readings that the kan would remove."""
        return list(_lost_readings(self.hand, self.drawn, self.kan, self.before))

    def objection(self, code: str) -> Objection:
        """Return the reason with this code as a sentence, with the key that gives it."""
        mine, drawn, key = self.mine, NAMES[self.drawn], "riichi_kan.level"
        text: Sentence
        match code:
            case "KR207":
                text = sentence(code, "never")
            case "KR206":
                text = sentence(code, "okuri_kan", drawn=drawn, tile=mine)
                key = "riichi_kan.drawn_tile_only"
            case "KR215":
                text, key = sentence(code, "wins", drawn=drawn), "riichi_kan.winning_draw"
            case "KR204":
                text = _waits_change(mine, self.before, self.after, self.gone_before, self.gone_after)
                if self.before ^ self.after == 1 << self.drawn:
                    key = "riichi_kan.winning_draw"
            case "KR205" if self.drawn != self.kan:
                text = sentence(code, "okuri_kan", tile=mine)
            case "KR205":
                text = _reading_lost(self.lost, self.kan, self.gone_before)
            case "KR208":
                text = _yaku_lost(list(lost_yaku(self.hand, self.kan, self.melds, self.before)), mine)
            case _:
                text, key = sentence("KR201", "in_riichi", tile=mine), ""
        return Objection(code, text, key)


def objection(
    code: str, hand: Concealed, drawn: Kind, kan: Kind, melds: Sequence[Meld], law: RiichiKan
) -> Objection | None:
    """Return one reason against an ankan in riichi, by its code, with its explanation; None if it does not apply.

    Takes the code, then the arguments of `verdict`.
    """
    question = (hand, drawn, kan, melds, law)
    return _Look(*question).objection(code) if code in objecting(*question) else None


# --- as laws about a kan that is declared --------------------------------------------------------------------------

Law = Callable[["Kan", "Table", "Options"], Objection | None]
"""A law about a kan: returns its objection, if it has one."""


def open_kan_in_riichi(kan: Kan, table: Table, options: Options) -> Objection | None:
    """Object to an open kan by a player in riichi."""
    if kan.in_riichi and kan.type is not MeldType.ANKAN:
        return codes.objection("KR210", "open", seat=kan.seat, kan=kan.type)
    return None


def no_kan_in_riichi(kan: Kan, table: Table, options: Options) -> Objection | None:
    """Object to any ankan by a player in riichi, if the rules do not allow one."""
    if _is_drawn_ankan(kan, table) and options.riichi_kan.level is _FORBIDDEN:
        return codes.objection("KR207", "never", "riichi_kan.level")
    return None


def _is_drawn_ankan(kan: Kan, table: Table) -> bool:
    return (
        kan.in_riichi and kan.type is MeldType.ANKAN and table.turn == kan.seat and table.drawn is not None
    )  # fmt: skip


def _law(code: str, name: str) -> Law:
    def law(kan: Kan, table: Table, options: Options) -> Objection | None:
        if not _is_drawn_ankan(kan, table):
            return None
        assert table.drawn is not None, "an ankan in riichi follows a draw"
        counts = counts_37(table.hands[kan.seat])
        counts[table.drawn] -= 1
        hand, drawn, melds = Concealed.from_counts(counts), KIND[table.drawn], table.melds[kan.seat]
        return objection(code, hand, drawn, kan.kind, melds, options.riichi_kan)

    law.__name__ = name
    return law


SEEN_BY_ALL: tuple[Law, ...] = (open_kan_in_riichi, no_kan_in_riichi)
"""The laws about a kan of a player in riichi that do not look at the hand."""
IN_RIICHI: tuple[Law, ...] = (
    *SEEN_BY_ALL,
    _law("KR206", "drawn_tile_only"),
    _law("KR215", "winning_draw"),
    _law("KR204", "waits_stay"),
    _law("KR205", "readings_stay"),
    _law("KR208", "yaku_stay"),
)
"""The laws about a kan of a player in riichi, which are not asked about others. A trace names them."""


def explain_kan(
    hand: Concealed, drawn: Kind, kan: Kind, melds: Sequence[Meld], law: RiichiKan, rule: Rule | None = None
) -> KanAnswer:
    """Return the full answer about an ankan in riichi: waits before and after, removed readings, every objection, and
    one sentence.

    Takes the arguments of `verdict`, and a function that makes a ruling of a finding. The player must hold the four
    tiles. Waits and readings are those of the hand, whatever the level compares.
    """
    question = (hand, drawn, kan, melds, law)
    code = verdict(*question)
    answer = object.__new__(KanAnswer)
    make = object.__setattr__
    make(answer, "legal", not code)
    make(answer, "code", code)
    make(answer, "_look", _Fields(question, rule).field)
    return answer


class _Fields:
    """Computes the fields of an answer on demand."""

    def __init__(self, question: tuple[Concealed, Kind, Kind, Sequence[Meld], RiichiKan], rule: Rule | None) -> None:
        self.question, self.rule = question, rule

    @cached_property
    def look(self) -> _Look:
        return _Look(*self.question)

    @cached_property
    def objections(self) -> tuple[Objection, ...]:
        return tuple(self.look.objection(code) for code in objecting(*self.question))

    @cached_property
    def text(self) -> Sentence:
        if self.objections:
            return illegal_since(self.objections[0].text)
        look = self.look
        waits = look.before & ~look.gone_before
        return legal_since(_why_legal(look.mine, waits, look.lost, look.law.level))

    @property
    def key(self) -> str:
        return self.objections[0].key if self.objections else "riichi_kan.level"

    @property
    def ruling(self) -> Ruling | None:
        if self.rule is None:
            return None
        first = self.objections[0] if self.objections else None
        verdict = Verdict.LEGAL if first is None else Verdict.ILLEGAL
        source = None if first is None else first.source
        return self.rule(Finding(verdict, "" if first is None else first.code, self.text, self.key, source=source))

    def field(self, name: str) -> object:
        """Return a field of the answer by its name."""
        look = self.look
        match name:
            case "waits_before":
                return [NAMES[kind] for kind in kinds_of(look.shape_before & ~look.gone_before)]
            case "waits_after":
                return [NAMES[kind] for kind in kinds_of(look.shape_after & ~look.gone_after)]
            case "lost_readings":
                return [spelled(reading) for reading in look.lost]
            case "plugin":
                return "core"
            case _:
                return getattr(self, name)


def legal_since(why: str) -> Sentence:
    """Return the answer that a kan is legal, with the sentence that says why."""
    return say(_LEGAL, why=why)


def illegal_since(why: str) -> Sentence:
    """Return the answer that a kan is illegal, with the reason."""
    return say(_ILLEGAL_STOPPED if why.endswith(".") else _ILLEGAL, why=why)


_LEGAL, _ILLEGAL, _ILLEGAL_STOPPED = _N("legal: {why}"), _N("illegal: {why}."), _N("illegal: {why}")
_YAKU_WORDS = {"chuuren_poutou": _N("nine gates (chuuren_poutou)")}
_WAITS_FOR, _WAITS_FOR_NOTHING = _N("the hand waits for {waits}"), _N("the hand has no waits")
_SHAPE_WAITS_FOR = _N("the shape of the hand waits for {waits}")
_SHAPE_WAITS_FOR_NOTHING = _N("the shape of the hand has no waits")
_HELD_ALL, _HELD_SOME = _N("{waits} (all four held)"), _N("{waits} ({held}: all four held)")
_ONE_MORE, _MORE = _N("{reading} (and {count} more such reading)"), _N("{reading} (and {count} more such readings)")
_BY_SHAPE = _N("{tile} (by shape: all four held)")
_ANY_ALLOWED = _N("these rules allow any ankan in riichi.")
_STILL_WAITS, _WAITED_NEVER = (
    _N("the hand still waits for {waits}"),
    _N("the hand has no waits, before or after the kan"),
)
_SAME = _N("{same}.")
_READ_OTHERWISE = _N("{same}; these rules do not require every reading of the hand to remain possible.")
_A_TRIPLET = _N("{same}, and {tile} is a triplet in every reading.")


def _lost_readings(hand: Concealed, drawn: Kind, kan: Kind, waits: int) -> Iterator[Reading]:
    if drawn != kan:
        # In every reading, the hand uses its fourth tile outside the triplet.
        for wait in kinds_of(waits):
            yield from readings(hand.plus(wait), wait)
        return
    suit = kan // 9
    lost = _LOST[suit][hand[suit] << 4 | kan - 9 * suit]
    if not lost:
        # A hand that waits for the kan's own tile always loses a reading.
        return
    here = 511 << 9 * suit
    waits &= (lost & 511) << 9 * suit | (~here if lost & _WHOLE else 0) | 1 << kan
    triplet = (kan, kan, kan)
    for wait in kinds_of(waits):
        for reading in readings(hand.plus(wait), wait):
            if wait == kan or triplet not in reading.sets:
                yield reading


@lru_cache(maxsize=1024)
def _set_name(tiles: tuple[Kind, ...]) -> str:
    return format_tiles(tiles)


def spelled(reading: Reading) -> LostReading:
    """Return a reading in mpsz."""
    pair = "" if reading.pair is None else _set_name((reading.pair, reading.pair))
    return LostReading(NAMES[reading.winning], [_set_name(tiles) for tiles in reading.sets], pair)


def _list(waits: int) -> str:
    return " ".join([NAMES[kind] for kind in kinds_of(waits)])


def _waits_change(kan: str, before: int, after: int, gone_before: int, gone_after: int) -> Sentence:
    shape = before & ~gone_before == after & ~gone_after
    if not shape:
        before, after = before & ~gone_before, after & ~gone_after
    held = before & gone_before if shape else 0
    waits: str = _list(before)
    if held:
        waits = say(_HELD_ALL if held == before else _HELD_SOME, waits=waits, held=_list(held))
    now = say(_SHAPE_WAITS_FOR if shape else _WAITS_FOR, waits=waits)
    if not before:
        now = say(_SHAPE_WAITS_FOR_NOTHING if shape else _WAITS_FOR_NOTHING)
    name = "nothing" if not after else "other" if after & ~before else "only"
    return sentence("KR204", name, now=now, tile=kan, waits=_list(after))


def _reading_lost(lost: Sequence[Reading], kan: Kind, gone: int) -> Sentence:
    # Prefer a reading that a tile still to come can complete: it tells the player most.
    first, others = min(lost, key=lambda reading: gone >> reading.winning & 1), len(lost) - 1
    suit = kan // 9
    parts = [one for one in first.sets if one[0] // 9 == suit]
    if first.pair is not None and first.pair // 9 == suit:
        parts.append((first.pair, first.pair))
    shown: str = "-".join("".join(NAMES[kind][0] for kind in one) for one in parts)
    if first.winning // 9 != suit:
        shown += NAMES[kan][1]
    if others:
        shown = say(_ONE_MORE if others == 1 else _MORE, reading=shown, count=others)
    wait: str = NAMES[first.winning]
    if gone >> first.winning & 1:
        wait = say(_BY_SHAPE, tile=wait)
    return sentence("KR205", "reading", wait=wait, reading=shown, tile=NAMES[kan])


def _yaku_lost(lost: Sequence[tuple[Kind, str]], kan: str) -> Sentence:
    wait, yaku = lost[0]
    return sentence("KR208", "yaku", wait=NAMES[wait], yaku=_YAKU_WORDS[yaku], tile=kan)


def _why_legal(kan: str, waits: int, lost: Sequence[Reading], level: RiichiKanLevel) -> Sentence:
    if level is _ANY:
        return say(_ANY_ALLOWED)
    same = say(_STILL_WAITS, waits=_list(waits)) if waits else say(_WAITED_NEVER)
    if level is _SAME_WAITS:
        return say(_READ_OTHERWISE if lost else _SAME, same=same)
    return say(_A_TRIPLET, same=same, tile=kan)
