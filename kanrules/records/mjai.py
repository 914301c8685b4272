"""mjai: one JSON event per line, as the mjai server, Mortal, RiichiEnv and most tools write it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any, TypeVar

import msgspec

from kanrules.errors import UnreadableError
from kanrules.locale import marked as _N
from kanrules.pieces.events import ResultType, Turned
from kanrules.pieces.mjai_tiles import TILES, read_tile
from kanrules.pieces.tiles import KIND, TERMINALS_AND_HONOURS, Tile
from kanrules.records import unsaid
from kanrules.records.builder import HandBuilder
from kanrules.records.format import Content, Format
from kanrules.records.members import shown as printable
from kanrules.records.recorded import (
    AT_THE_END_OF_THE_WALL,
    Fact,
    Record,
    RecordedHand,
    RecordedWin,
    Stated,
)
from kanrules.records.tenhou_names import YAKUMAN
from kanrules.records.write_mjai import HIDDEN, write
from kanrules.records.yaku_names import yaku_by

WINDS = {"E": 0, "S": 1, "W": 2, "N": 3}
# Programs spell the reasons differently; compare only their letters, in lower case.
REASONS: dict[str, ResultType] = {
    "fanpai": ResultType.EXHAUSTIVE_DRAW,
    "exhaustivedraw": ResultType.EXHAUSTIVE_DRAW,
    "howanpai": ResultType.EXHAUSTIVE_DRAW,
    "nagashimangan": ResultType.NAGASHI_MANGAN,
    "kyushukyuhai": ResultType.KYUUSHU_KYUUHAI,
    "sufonrenta": ResultType.SUUFON_RENDA,
    "sufuurenta": ResultType.SUUFON_RENDA,
    "sufuren": ResultType.SUUFON_RENDA,
    "suchareach": ResultType.SUUCHA_RIICHI,
    "suuchariichi": ResultType.SUUCHA_RIICHI,
    "sanchaho": ResultType.SANCHAHOU,
    "sukaikan": ResultType.FOUR_KANS,
    "suukansansen": ResultType.FOUR_KANS,
    "suukaikan": ResultType.FOUR_KANS,
    "gokaikan": ResultType.FIFTH_KAN,
}
YAKU: dict[str, str] = yaku_by("mjai")
"""Yaku by the mjai server's name. If it says only `sangenpai`, no yaku are read."""
IGNORED = frozenset(("start_game", "end_game", "end_kyoku", "none", "error", "request_action", "log"))
_KITA = frozenset(("kita", "nukidora"))
_FROM_THE_HAND = frozenset(("chi", "pon", "daiminkan", "ankan"))
"""Events whose `consumed` tiles come from the hand."""
_OF_A_HAND = _FROM_THE_HAND | _KITA | {"tsumo", "dahai", "reach", "reach_accepted", "dora", "kakan", "hora", "ryukyoku"}
"""Events between `start_kyoku` and `end_kyoku`. Any other that names no player cannot be play."""
_DRAW, _DISCARD = 0, 1
STICK = 1000


class KanPaid(msgspec.Struct, frozen=True):
    """An immediate payment for a kan. Without a target, it goes to the table."""

    actor: int
    points: int
    target: int | None = None


class Event(msgspec.Struct, omit_defaults=True, frozen=True):
    """One line of mjai, with the fields of all events. Unknown fields are ignored."""

    type: str
    actor: int = -1
    target: int | None = None
    pai: str | None = None
    tsumogiri: bool | None = None
    consumed: list[str] = []
    dora_marker: str | None = None
    bakaze: str | None = None
    kyoku: int = 0
    honba: int | None = None
    kyotaku: int | None = None
    oya: int | None = None
    scores: list[int] | None = None
    tehais: list[list[str]] | None = None
    deltas: list[int] | None = None
    delta: list[int] | None = None
    kyoku_first: int | None = None
    """For a start_game: a field of the converter from Tenhou's JSON in mjai-reviewer, which derives the moments."""
    ura_markers: list[str] | None = None
    uradora_markers: list[str] | None = None
    reason: str | None = None
    tenpais: list[bool] | None = None
    fu: int | None = None
    fan: int | None = None
    hora_points: int | None = None
    yakus: list[tuple[str, int]] | None = None
    names: list[str] | None = None
    hora_tehais: list[str] | None = None
    instant: Turned | None = None
    """For a dora: the moment, if kanrules wrote it. mjai itself has no such field."""
    kan_payments: list[KanPaid] = []
    """For a kan: the immediate payments, if kanrules wrote them. mjai itself has no such field."""


_decoder = msgspec.json.Decoder(Event)


def tiles_of(names: Iterable[str]) -> list[Tile]:
    """Return the tiles for mjai's names of them."""
    try:
        return [TILES[name] for name in names]
    except KeyError as error:
        read_tile(error.args[0])
        raise


def _decode(line: bytes) -> Event:
    try:
        return _decoder.decode(line)
    except msgspec.ValidationError as error:
        raise UnreadableError(f"not an mjai event: {error!s:.200}") from None
    except (msgspec.DecodeError, ValueError) as error:
        raise UnreadableError(f"not JSON: {error}") from None
    except RecursionError:
        raise UnreadableError("JSON nested deeper than any event") from None


Quick = tuple[int, int, Tile, bool | None]
"""A draw or a discard: its type, player, tile, tsumogiri."""


class _Lines(dict[bytes, "Quick | Event"]):
    """Cache of decoded lines. Short lines, nine tenths of a record, have only a few thousand different values, and each
    is decoded once.
    """

    def __missing__(self, line: bytes) -> Quick | Event:
        event = _decode(line) if line.strip() else _NOTHING
        found: Quick | Event = event
        if event.pai in TILES and 0 <= event.actor < 4:
            if event.type == "tsumo":
                found = _DRAW, event.actor, TILES[event.pai], None
            elif event.type == "dahai":
                found = _DISCARD, event.actor, TILES[event.pai], event.tsumogiri
        if len(line) < _SHORT:
            if len(self) >= _KEPT:
                self.clear()
            self[line] = found
        return found


_SHORT, _KEPT = 120, 8192
_NOTHING = Event(type="none")
decoded = _Lines()


def start_hand(
    event: Event,
    reds: int,
    *,
    full: bool,
    scores: Sequence[int] | None = None,
    seen_by: int | None = None,
    players: int = 0,
) -> HandBuilder:
    """Return a builder for the hand that a `start_kyoku` deals, with this number of red fives in the set.

    `scores` are those after the hand before, for an event without scores. `seen_by` is the player from whose seat the
    hand is seen; `players` tells whether four hands of which one is hidden are a table of three.
    """
    wind = WINDS.get(event.bakaze or "")
    if wind is None:
        raise UnreadableError(f"bakaze {event.bakaze!r:.40}; expected E, S, W or N")
    if event.tehais is None:
        raise UnreadableError("tehais missing")
    dealer = event.kyoku - 1
    if not 1 <= event.kyoku <= 4 or event.oya not in (dealer, None):
        raise UnreadableError(f"kyoku {event.kyoku}, oya {event.oya}; expected 1 to 4, with that player as oya")
    tehais, begins = event.tehais, event.scores
    if len(tehais) == 4 and players != 4 and _nobody(tehais[3]):
        # Some programs pad three-player data to four entries.
        tehais, begins = tehais[:3], None if begins is None else begins[:3]
    hand = HandBuilder(
        round_wind=wind,
        dealer=dealer,
        honba=event.honba,
        sticks=event.kyotaku,
        scores=begins,
        hands=[tiles_of(hand) if seen_by in (None, at) else [] for at, hand in enumerate(tehais)],
        indicator=read_tile(event.dora_marker),
        red_fives=reds,
        full=full,
        fields=("scores", "honba", "kyotaku"),
        assumed=scores or (),
        seen_by=seen_by,
    )
    if event.oya is None:
        hand.lacks(unsaid.DEALER_OF_HAND, "oya")
    return hand


def _nobody(hand: Sequence[str]) -> bool:
    """Return True if a fourth hand is a placeholder: none of its tiles is known."""
    return not hand or set(hand) == {"?"}


_Value = TypeVar("_Value", int, bool)


def each_player(values: list[_Value], hand: HandBuilder, what: str) -> list[_Value]:
    """Return a number for each player. With three players, a fourth number is ignored."""
    count = hand.count
    if len(values) == 4 and count == 3 and not values[3]:
        return values[:3]
    if len(values) != count:
        raise UnreadableError(f"{len(values)} {what}; expected {'four' if count == 4 else 'three'}")
    return values


def _changes(event: Event, hand: HandBuilder, before: list[int]) -> tuple[list[int] | None, Stated]:
    """Return the payments of a hand by player, or None if the record does not say, and what it repeats of its
    scores.
    """
    deltas = event.deltas if event.deltas is not None else event.delta
    after = event.scores
    if after is not None:
        after = each_player(after, hand, "scores")
    else:
        hand.lacks(unsaid.AFTER, "scores")
    if deltas is None:
        if after is None or Fact.SCORES in hand.hand.open:
            hand.lacks(unsaid.PAYMENTS, "deltas")
            before[:] = after or before
            return None, Stated()
        deltas = [after - was for after, was in zip(after, before, strict=True)]
    deltas = each_player(deltas, hand, "deltas")
    for player, delta in enumerate(deltas):
        before[player] += delta
    return deltas, Stated(after=None if after is None else hand.by_seat(after))


def _win(event: Event, hand: HandBuilder, scores: list[int]) -> None:
    if event.actor < 0:
        raise UnreadableError("actor missing: the record names no winner")
    target = event.target
    if target is None:
        target = event.actor if hand.turn == event.actor and hand.drawn >= 0 else hand.discarder
        hand.lacks(unsaid.WON_FROM, "target")
    _robbed_in_silence(event, hand, target)
    seat, source = hand.seat(event.actor), hand.seat(target)
    ura = event.ura_markers if event.ura_markers is not None else event.uradora_markers
    yaku: dict[str, int] | None = None
    unknown: tuple[str, ...] = ()
    if event.yakus:
        yaku = {YAKU[name]: han for name, han in event.yakus if han and name in YAKU}
        unknown = tuple([name for name, _ in event.yakus if name not in YAKU])
        hand.lists(event.actor, [YAKU[name] for name, _ in event.yakus if name in YAKU])
    changes, stated = _changes(event, hand, scores)
    if event.hora_tehais is not None:
        hand.shows(event.actor, tiles_of(event.hora_tehais))
    hand.lacking(
        (unsaid.WINNING_TILE, "pai", event.pai),
        (unsaid.YAKU, "yakus", event.yakus or None),
        (unsaid.HAN, "fan", event.fan),
        (unsaid.FU, "fu", event.fu),
        (unsaid.VALUE, "hora_points", event.hora_points),
        (unsaid.SHOWN, "hora_tehais", event.hora_tehais),
    )
    win = RecordedWin(
        seat=seat,
        source=None if event.actor == target else source,
        tile=read_tile(event.pai) if event.pai is not None else None,
        changes=None if changes is None else hand.by_seat(changes),
        han=event.fan,
        fu=event.fu,
        points=event.hora_points,
        yaku=yaku,
        yakuman=tuple([name for name in yaku or () if name in YAKUMAN]),
        ura=None if ura is None else tuple(tiles_of(ura)),
        unknown_yaku=unknown,
        stated=stated,
    )
    hand.win(event.actor, target, win)


def _robbed_in_silence(event: Event, hand: HandBuilder, target: int) -> None:
    """Add an ankan that thirteen orphans rob, if the record leaves it out, as RiichiEnv's does.

    The player who is robbed has just drawn and holds all four tiles.
    """
    if event.actor == target or hand.turn != target or hand.drawn < 0:
        return
    wanted = THIRTEEN if event.pai is None else {KIND[read_tile(event.pai)]} & THIRTEEN
    four = [
        kind
        for kind in wanted
        if (hand.hidden[target] or hand.held[target][kind] == 4)
        and (hand.hidden[event.actor] or hand.waits_for_orphan(event.actor, kind))
    ]
    if len(four) == 1:
        hand.ankan(target, four[0])
        hand.hand.notes.append(_N("the robbed ankan (not in the record; it follows from the win)"))


THIRTEEN = frozenset(TERMINALS_AND_HONOURS)


def _called_from(event: Event, hand: HandBuilder) -> int:
    if event.target is not None:
        return event.target
    hand.lacks(unsaid.CALLED_FROM, "target")
    return hand.discarder


def apply_event(event: Event, hand: HandBuilder, scores: list[int]) -> None:
    """Add an event between `start_kyoku` and `end_kyoku` to the hand. `scores` are by player; payments change them."""
    kind = event.type
    # Several players may win on one tile, with an event each.
    if hand.ended and kind != "hora":
        raise UnreadableError("an event after the end of the hand")
    hidden = 0 <= event.actor < hand.count and hand.hidden[event.actor]
    if hidden and kind in _FROM_THE_HAND:
        hand.uncover(event.actor, tiles_of(event.consumed))
    if kind == "tsumo" and (hidden or event.pai == HIDDEN):
        hand.draw_unseen(event.actor)
    elif kind == "tsumo":
        hand.draw(event.actor, read_tile(event.pai))
    elif kind == "dahai":
        hand.discard(event.actor, read_tile(event.pai), event.tsumogiri)
        hand.lacking((unsaid.DRAWN, "tsumogiri", event.tsumogiri))
    elif kind == "reach":
        hand.seat(event.actor)
        hand.says_riichi(event.actor)
    elif kind == "reach_accepted":
        _accepted(event, hand, scores)
    elif kind == "dora":
        hand.reveal(read_tile(event.dora_marker), event.instant)
    elif kind == "chi":
        hand.chi(event.actor, _called_from(event, hand), read_tile(event.pai), tiles_of(event.consumed))
    elif kind == "pon":
        hand.pon(event.actor, _called_from(event, hand), read_tile(event.pai), tiles_of(event.consumed))
    elif kind == "daiminkan":
        _four(event)
        hand.daiminkan(event.actor, _called_from(event, hand), read_tile(event.pai))
        _paid_at_once(event, hand, scores)
    elif kind == "ankan":
        hand.ankan(event.actor, _four(event))
        _paid_at_once(event, hand, scores)
    elif kind == "kakan":
        _four(event)
        hand.shouminkan(event.actor, read_tile(event.pai))
        _paid_at_once(event, hand, scores)
    elif kind in _KITA and hand.count == 3:
        tile = event.pai or next(iter(event.consumed), None)
        hand.kita(event.actor, None if tile is None else read_tile(tile))
    elif kind == "hora":
        _win(event, hand, scores)
    elif kind == "ryukyoku":
        # Programs disagree about capitals and underscores.
        reason = "".join(filter(str.isalpha, (event.reason or "").lower()))
        tenpai = (
            None
            if event.tenpais is None
            else [player for player, is_tenpai in enumerate(each_player(event.tenpais, hand, "tenpais")) if is_tenpai]
        )
        for player, shown in enumerate(event.tehais or ()):
            if player < hand.count and shown and "?" not in shown:
                hand.shows(player, tiles_of(shown))
        changes, stated = _changes(event, hand, scores)
        draw = hand.end_in_draw(hand.draw_type_named(reason, REASONS, changes), changes, tenpai)
        draw.stated = stated
        hand.lacking((unsaid.KIND_OF_DRAW, "reason", reason or None))
        if draw.type in AT_THE_END_OF_THE_WALL:
            hand.lacking((unsaid.TENPAI, "tenpais", tenpai), (unsaid.SHOWN, "tehais", event.tehais))
    else:
        raise UnreadableError("an event that mjai does not have")


def _paid_at_once(event: Event, hand: HandBuilder, scores: list[int]) -> None:
    for paid in event.kan_payments:
        hand.pays_at_once(paid.actor, paid.target, paid.points)
        scores[paid.actor] -= paid.points
        if paid.target is not None:
            scores[paid.target] += paid.points


def _accepted(event: Event, hand: HandBuilder, scores: list[int]) -> None:
    """Record that the riichi stick is paid. Some programs also write the change, or the scores after it."""
    hand.pays_riichi(event.actor)
    scores[event.actor] -= STICK
    deltas = event.deltas if event.deltas is not None else event.delta
    paid = [-STICK if player == event.actor else 0 for player in range(hand.count)]
    if deltas is not None and each_player(deltas, hand, "deltas") != paid:
        hand.contradicts(f"riichi changes the scores by {deltas}", f"a stick is {paid}")
    if event.scores is None:
        hand.lacks(unsaid.SCORES_AFTER_RIICHI, "scores")
    if event.scores is None or Fact.SCORES in hand.hand.open:
        return
    if each_player(event.scores, hand, "scores") != scores:
        hand.contradicts(f"scores {event.scores} after a riichi", f"they are {scores}")


def _four(event: Event) -> Tile:
    tiles = tiles_of(event.consumed)
    if event.type != "ankan":
        tiles.append(read_tile(event.pai))
    if len(tiles) != 4 or len({KIND[tile] for tile in tiles}) != 1:
        number = "four" if event.type == "ankan" else "three"
        raise UnreadableError(f"consumed {' '.join(event.consumed)!r:.40}; expected {number} tiles of one kind")
    return tiles[0]


def _hands(lines: Sequence[bytes], file: str, reds: int, *, full: bool, marked: bool) -> Iterator[RecordedHand]:
    hand: HandBuilder | None = None
    scores: list[int] | None = None
    derived = derives_moments(lines)
    number, line, playing = 0, b"", False
    try:
        for number, line in enumerate(lines, 1):  # noqa: B007  # the message below names it
            event = decoded[line]
            if isinstance(event, tuple):
                if hand is None:
                    raise UnreadableError("an event outside start_kyoku and its end")
                if not playing:
                    raise UnreadableError("an event after the end of the hand")
                kind, player, tile, tsumogiri = event
                if kind:
                    hand.discard(player, tile, tsumogiri)
                    if tsumogiri is None:
                        hand.lacks(unsaid.DRAWN, "tsumogiri")
                else:
                    hand.draw(player, tile)
                continue
            if event.type == "start_kyoku":
                if hand is not None:
                    yield finished_hand(hand)
                hand = None
                hand = start_hand(event, reds, full=full, scores=scores)
                if marked:
                    hand.hand.accepted = []
                if derived:
                    hand.derives_moments()
                playing = True
                scores = [hand.hand.scores[hand.hand.players.index(player)] for player in range(hand.count)]
            elif event.type in ("start_game", "end_game") and hand is not None:
                if event.type == "end_game":
                    hand.hand.final = None if event.scores is None else tuple(each_player(event.scores, hand, "scores"))
                    hand.lacking((unsaid.FINAL_SCORES, "scores", event.scores))
                yield finished_hand(hand)
                hand = scores = None
            elif event.type in IGNORED:
                continue
            elif event.actor < 0 and event.type not in _OF_A_HAND:
                if hand is not None:
                    hand.not_known(unsaid.UNKNOWN_EVENT, event.type)
            else:
                if hand is None:
                    raise UnreadableError("an event outside start_kyoku and its end")
                apply_event(event, hand, scores if scores is not None else [])
                playing = not hand.ended
    except UnreadableError as error:
        at = f"hand {hand.hand.name}, " if hand is not None else ""
        raise UnreadableError(f"{at}line {number} {_short(line)}: {error}", file=file) from None
    if hand is not None:
        hand.hand.notes.append(unsaid.END_OF_GAME)
        yield finished_hand(hand)


def finished_hand(hand: HandBuilder) -> RecordedHand:
    """Return the hand that was read, to its end or as far as the record goes."""
    found = hand.hand
    found.cut = not hand.ended
    if found.accepted is None:
        hand.not_marked("reach_accepted")
    # mjai-reviewer lists the ura dora of the hand for every winner.
    in_riichi = [win for win in found.wins if found.players[win.seat] in hand.riichi]
    for win in found.wins:
        if win not in in_riichi and any(win.ura == other.ura for other in in_riichi):
            win.ura = None
    return found


def _short(line: bytes) -> str:
    text = printable(line.decode("utf-8", "replace").strip())
    return text if len(text) <= 80 else f"{text[:77]}..."


THREE = "three players (three hands are dealt)"


def scope_of(lines: Sequence[bytes]) -> str:
    """Return why a game is not an ordinary one of four players; empty if it is."""
    first = next((line for line in lines if b'"start_kyoku"' in line), b'{"type":"none"}')
    try:
        hands = _decode(first).tehais or []
    except UnreadableError:
        return ""  # reported with hand and line when the hands are read
    three = len(hands) == 3 or (len(hands) == 4 and _nobody(hands[3]))
    if three:
        hands = hands[:3]
    if any(name == "?" for hand in hands for name in hand):
        return "one player's view: the tiles of the others are not recorded"
    return THREE if three else ""


_TWICE, _PLAIN = b'"5pr"', b'"5m"'
RED = (b'"5mr"', _TWICE, b'"5sr"')


def red_fives_in(lines: Sequence[bytes], data: bytes) -> int:
    """Return the number of red fives in a set that has some, which no event says.

    Four if one hand shows two 5pr, two if one shows four 5m and no 5mr appears anywhere, and otherwise three.
    """
    if _most_seen(_TWICE, lines) > 1:
        return 4
    return 2 if RED[0] not in data and _most_seen(_PLAIN, lines) > 3 else 3


def _most_seen(tile: bytes, lines: Sequence[bytes]) -> int:
    """Return the largest number of a tile that any hand shows, counting tiles when they are first seen: dealt, drawn,
    or turned.
    """
    shown = most = 0
    for line in lines:
        if b'"start_kyoku"' in line:
            shown = line.count(tile)
        elif tile in line and (b'"tsumo"' in line or b'"dora"' in line):
            shown += line.count(tile)
        most = max(most, shown)
    return most


def _is_event(value: Any) -> bool:
    return isinstance(value, dict) and isinstance(value.get("type"), str)


def sniff(content: Content) -> bool:
    """Return True if this is an mjai event or a list of them."""
    value = content.value
    return _is_event(value) or (isinstance(value, list) and bool(value) and _is_event(value[0]))


def read(content: Content, file: str) -> Record:
    """Return an mjai file, one event per line (or one list of events), as one game. Its hands are read on demand.

    Raises UnreadableError with file, hand, and line.
    """
    data, value = content.data, content.value
    if isinstance(value, list):
        lines: list[bytes] = [msgspec.json.encode(event) for event in value]
    else:
        lines = data.split(b"\n")
    reds = red_fives_in(lines, data) if any(name in data for name in RED) else 0
    scope = scope_of(lines)
    three = scope == THREE
    # Three players usually play without 2m to 8m; one or two of them are an error in a record, more are another set.
    full = three and sum(b'"%dm"' % number in data for number in range(2, 9)) > 2
    # Some programs leave out the marks; those that write them write all of them.
    marked = b"reach_accepted" in data
    hands = iter(()) if scope and not three else _hands(lines, file, reds, full=full, marked=marked)
    players = 3 if three else 4
    kept = not derives_moments(lines)
    return Record(file=file, format=FORMAT.name, keeps_instants=kept, hands=hands, out_of_scope=scope, players=players)


def derives_moments(lines: Sequence[bytes]) -> bool:
    """Return True if the converter of mjai-reviewer wrote these lines: it derives when indicators are turned from
    Tenhou's JSON, which does not say so.
    """
    return next((b'"kyoku_first"' in line for line in lines if b'"start_game"' in line), False)


def split(content: Content) -> list[Content]:
    """Return each game of several that follow one another, each from its `start_game`."""
    if isinstance(content.value, list):
        events = content.value
        starts = [
            at for at, event in enumerate(events) if isinstance(event, dict) and event.get("type") == "start_game"
        ]
        if len(starts) < 2:
            return [content]
        parts = [events[start:end] for start, end in pairwise([0, *starts[1:], len(events)])]
        return [Content(data := msgspec.json.encode(part), data[:_SHORT], part) for part in parts]
    if content.data.count(b'"start_game"') < 2:
        return [content]
    lines = content.data.split(b"\n")
    starts = [at for at, line in enumerate(lines) if b'"start_game"' in line and _starts_game(line)]
    parts_ = [b"\n".join(lines[start:end]) for start, end in pairwise([0, *starts[1:], len(lines)])]
    return [Content(part, part[:_SHORT], {"type": "start_game"}) for part in parts_]


def _starts_game(line: bytes) -> bool:
    try:
        return _decode(line).type == "start_game"
    except UnreadableError:
        return False


FORMAT = Format("mjai", sniff, read, write, spans_lines=True, split=split)
