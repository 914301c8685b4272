"""Tenhou's XML (mjlog): one tag per draw and discard, and `<DORA>` where a dora indicator was turned.

`mjlog_items.py` splits the text; this module interprets each item.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from operator import itemgetter

from kanrules.errors import UnreadableError
from kanrules.locale.sentences import number as say_number
from kanrules.pieces.actions import (
    DRAWN_DISCARDS,
    DRAWS,
    HAND_DISCARDS,
    Ankan,
    Chi,
    Daiminkan,
    Discard,
    Draw,
    Kita,
    Pon,
    Shouminkan,
    chi_or_pon,
)
from kanrules.pieces.events import ResultType
from kanrules.pieces.melds import MeldType
from kanrules.pieces.setup import LEFT_OUT
from kanrules.pieces.tiles import NAMES, NORTH, SEATS, Seat, Tile
from kanrules.records import unsaid
from kanrules.records.format import Content, Format
from kanrules.records.mjlog_items import (
    Item,
    OtherForm,
    cut_apart,
    numbers_of,
    player_of,
    split,
    through_expat,
    tiles_of,
)
from kanrules.records.mjlog_melds import IDS, WITH_REDS, WITHOUT_REDS, call
from kanrules.records.recorded import (
    AT_THE_END_OF_THE_WALL,
    Contradiction,
    Fact,
    Record,
    RecordedDraw,
    RecordedHand,
    RecordedWin,
    Reveal,
    Stated,
    listed_twice,
)
from kanrules.records.tenhou_lobby import OWN_UMA
from kanrules.records.tenhou_names import DRAWS as DRAW_TYPES
from kanrules.records.tenhou_names import FIRST_YAKUMAN, LAST_YAKUMAN, YAKU

# Bits of GO's `type`. A lobby's own rules (0x100) and stakes (0x400, 0x800) do not change the game: a ruleset can
# express them.
NO_REDS, NO_OPEN_TANYAO, THREE_PLAYERS, CHIPS, KNOWN = 0x02, 0x04, 0x10, 0x200, 0xFFF
LOBBY = 0x100 | 0x400 | 0x800
"""Bits of a table's type that mean a lobby with rules or stakes of its own."""
LIMITS = ("none", "mangan", "haneman", "baiman", "sanbaiman", "yakuman")
"""Names of the limits by the third number of AGARI's `ten`."""

# Python 3.11 takes a tenth of a microsecond to look up an enum member, too long for every call.
_ANKAN, _SHOUMINKAN, _CHI, _PON = MeldType.ANKAN, MeldType.SHOUMINKAN, MeldType.CHI, MeldType.PON
_ABSENT, _UNTOUCHED, _OUT, _INDICATOR, _URA = -2, -1, 4, 5, 6
_PLACES = {
    4: "is in a river or in a meld",
    5: "is a dora indicator",
    6: "is an ura dora indicator",
    -1: "was never drawn",
    -2: "is one of 2m to 8m, which three-player games do not use",
}
_LEFT_OUT = tuple(number for number in range(IDS) if number // 4 in LEFT_OUT)
_KITA, _NORTHS = 0x20, range(4 * NORTH, 4 * NORTH + 4)

_OF_A_DRAW = frozenset(("sc", "type", "ba", "hai0", "hai1", "hai2", "hai3"))
"""Attributes of RYUUKYOKU of which a hand that was cut has none."""
_CALL = re.compile(r"N who=\"([0-3])\" m=\"([0-9]{1,5})\" ?/>")
_PAID = re.compile(r"REACH who=\"([0-3])\" ten=\"([-0-9,]+)\" step=\"2\" ?/>")


class _InHand(UnreadableError):
    """Something that cannot be read, with its hand and event."""


_SAYS_RIICHI: dict[Item, int] = {
    f'REACH who="{player}" step="1"{end}': player for player in range(4) for end in ("/>", " />")
}
_SEATED = {
    count: tuple(tuple((dealer + seat) % count for seat in range(count)) for dealer in range(count)) for count in (3, 4)
}
"""The players by seat, for a number of players and a dealer."""
_Entry = tuple[int, int, Draw | Discard, Discard | None]
"""Number, player, the action, and for a discard the action if the tile is the one just drawn."""


@lru_cache(maxsize=16)
def _table(dealer: int, reds: bool, players: int = 4) -> dict[Item, _Entry]:
    """Return the meaning of each draw and discard tag for this dealer. A tag names the player, an action names the
    seat.
    """
    tiles = WITH_REDS if reds else WITHOUT_REDS
    table: dict[Item, _Entry] = {}
    for player in range(players):
        seat = (player - dealer) % players
        for number, tile in enumerate(tiles):
            table[f"{'TUVW'[player]}{number}/>"] = (number, player, DRAWS[seat][tile], None)
            table[f"{'DEFG'[player]}{number}/>"] = (
                number,
                player,
                HAND_DISCARDS[seat][tile],
                DRAWN_DISCARDS[seat][tile],
            )
    return table


class _HandReader:
    """Reads one hand: the items between two INITs. `marked` is True if the record marks when a riichi is paid."""

    def __init__(self, init: Item, kind: int, *, marked: bool = True) -> None:
        reds = not kind & NO_REDS
        self.count = count = 3 if kind & THREE_PLAYERS else 4
        self.open_tanyao = not kind & NO_OPEN_TANYAO
        self.own_uma = bool(kind & LOBBY)
        attributes = split(init)[1]
        self.tiles = WITH_REDS if reds else WITHOUT_REDS
        wind, honba, sticks, _, _, indicator = numbers_of(attributes, "seed", 6)
        self.dealer = dealer = player_of(attributes, "oya")
        if not (0 <= wind < 16 and honba >= 0 and sticks >= 0):
            raise UnreadableError(f"seed={attributes['seed']!r:.60}; expected a round of 0 to 15, honba, sticks")
        if dealer >= count:
            raise UnreadableError(f"oya={dealer} in a three-player game; expected 0 to 2")
        if wind % 4 != dealer:
            raise UnreadableError(f"seed={attributes['seed']!r:.60} is the hand of dealer {wind % 4}, but oya={dealer}")
        if not 0 <= indicator < IDS:
            raise UnreadableError(
                f"seed={attributes['seed']!r:.60}: the dora indicator is not a tile; expected 0 to 135"
            )
        self.players = players = _SEATED[count][dealer]
        self.owner = owner = [_UNTOUCHED] * IDS
        unseen = IDS - 13 * count - 1
        if count == 3:
            unseen -= len(_LEFT_OUT)
            for number in _LEFT_OUT:
                owner[number] = _ABSENT
            if attributes.get("hai3"):
                raise UnreadableError("hai3 deals tiles to player 3 in a three-player game")
        if owner[indicator] == _ABSENT:
            raise UnreadableError(f"tile {indicator} is the dora indicator, but {_PLACES[_ABSENT]}")
        owner[indicator] = _INDICATOR
        tiles = self.tiles
        hands: list[tuple[Tile, ...]] = []
        for player in players:
            dealt = tiles_of(attributes, f"hai{player}")
            if len(dealt) != 13:
                raise UnreadableError(f"hai{player} deals {say_number(len(dealt), 'tile')}; expected 13")
            if count == 3:
                for number in dealt:
                    if owner[number] == _ABSENT:
                        raise UnreadableError(f"hai{player} deals tile {number}, which {_PLACES[_ABSENT]}")
            for number in dealt:
                owner[number] = player
            hands.append(itemgetter(*dealt)(tiles))
        # Tiles are marked without a check, so a tile that is dealt twice shows only in the count.
        if owner.count(_UNTOUCHED) != unseen or owner[indicator] != _INDICATOR:
            raise UnreadableError("a tile is dealt a second time")
        self.ten = ten = numbers_of(attributes, "ten", 4) if "ten" in attributes else [350 if count == 3 else 250] * 4
        self.hand = RecordedHand(
            round_wind=SEATS[wind // 4],
            number=wind % 4 + 1,
            honba=honba,
            sticks=sticks,
            scores=self._by_seat([100 * n for n in ten]),
            players=players,
            hands=tuple(hands),
            indicator=self.tiles[indicator],
            red_fives=0 if not reds else 2 if count == 3 else 3,
            accepted=[] if marked else None,
        )
        if "ten" not in attributes:
            self.hand.leaves_open(Fact.SCORES)
            self._lacks(unsaid.SCORES, "ten")
        self.table = _table(dealer, reds, count)
        self.last = -1
        self.river = -1
        self.discarder = -1
        self.pons: list[tuple[int, tuple[int, ...]]] = []
        self.melds: list[list[int]] = [[], [], [], []]

    def _lacks(self, what: str, attribute: str) -> None:
        note = unsaid.lacks(what, attribute)
        if note not in self.hand.notes:
            self.hand.notes.append(note)

    def _contradicts(self, says: str, elsewhere: str) -> None:
        self.hand.contradictions.append(Contradiction(says, elsewhere, len(self.hand.steps)))

    def _paid(self, player: int, ten: str | None) -> None:
        """Record that the riichi stick is paid. The mark directly follows the discard and repeats the scores."""
        last = next((step for step in reversed(self.hand.steps) if type(step) is not Reveal), None)
        if not isinstance(last, Discard) or not last.riichi:
            self._contradicts(f"riichi of player {player} is paid", "riichi was not declared with the last discard")
        if self.hand.accepted is None:
            self.hand.accepted = []
        self.hand.accepted.append(self._seat(player))
        self.ten[player] -= 10
        if ten is None:
            self._lacks(unsaid.SCORES_AFTER_RIICHI, "ten")
        elif Fact.SCORES in self.hand.open:
            pass
        elif ten != ",".join(map(str, self.ten)):
            self._contradicts(f"scores {ten} after a riichi", f"they are {','.join(map(str, self.ten))}")

    def _by_seat(self, values: Sequence[int]) -> tuple[int, ...]:
        return tuple([values[player] for player in self.players])

    def _seat(self, player: int) -> Seat:
        if player >= self.count:
            raise UnreadableError(f"player {player} acts in a three-player game; expected 0 to 2")
        return SEATS[(player - self.dealer) % self.count]

    def read(self, items: Sequence[Item]) -> RecordedHand:
        """Return the hand after reading all items after INIT."""
        hand, table, owner = self.hand, self.table, self.owner
        append = hand.steps.append
        last, river, discarder = -1, -1, -1
        riichi = -1  # player who declared riichi and must now discard
        ended = False
        at = 0
        try:
            for at, entry in enumerate(map(table.get, items), 1):
                if entry is not None:
                    number, player, action, drawn_discard = entry
                    if ended:
                        raise UnreadableError("an event after the end of the hand")
                    if drawn_discard is None:
                        if owner[number] != _UNTOUCHED:
                            raise UnreadableError(f"tile {number} is drawn, but {self._place(number)}")
                        owner[number] = player
                        last = number
                    else:
                        if owner[number] != player:
                            raise UnreadableError(f"tile {number} is discarded, but {self._place(number)}")
                        owner[number] = _OUT
                        if number == last:
                            action = drawn_discard
                        if riichi >= 0:
                            if riichi != player:
                                raise UnreadableError(f"player {player} discards after player {riichi} declared riichi")
                            action = Discard(action.seat, self.tiles[number], number == last, True)
                            riichi = -1
                        river, discarder, last = number, player, -1
                    append(action)
                    continue
                item = items[at - 1]
                riichi_by = _SAYS_RIICHI.get(item)
                if riichi_by is not None and not ended and riichi < 0:
                    if last < 0 or owner[last] != riichi_by:
                        raise UnreadableError(f"player {riichi_by} declares riichi without having drawn a tile")
                    riichi = riichi_by
                    continue
                found = _CALL.fullmatch(item) if item.__class__ is str else None
                if found is not None:
                    if ended or riichi >= 0:
                        raise UnreadableError(
                            "an event after the end of the hand" if ended else ("no discard follows the riichi")
                        )
                    river, discarder = self._call(int(found[1]), int(found[2]), river, discarder)
                    last = -1
                    continue
                paid = _PAID.fullmatch(item) if item.__class__ is str else None
                if paid is not None and not ended and riichi < 0 and int(paid[1]) == discarder:
                    self._paid(discarder, paid[2])
                    continue
                name, attributes = split(item)
                if self.count == 3 and name[0] in "WG" and name[1:].isdigit():
                    raise UnreadableError("player 3 acts in a three-player game; expected 0 to 2")
                if name in ("UN", "BYE"):
                    continue
                if riichi >= 0:
                    raise UnreadableError("no discard follows the riichi")
                if name == "AGARI":
                    if hand.draw is not None:
                        raise UnreadableError("a win after the end of the hand")
                    self.last, self.river, self.discarder = last, river, discarder
                    hand.wins.append(self._win(attributes))
                    ended = True
                    continue
                if ended:
                    raise UnreadableError("an event after the end of the hand")
                if name == "N":
                    player = player_of(attributes, "who")
                    river, discarder = self._call(player, numbers_of(attributes, "m", 1)[0], river, discarder)
                    last = -1
                elif name == "REACH":
                    player = player_of(attributes, "who")
                    step = attributes.get("step")
                    if step == "1":
                        if last < 0 or owner[last] != player:
                            raise UnreadableError(f"player {player} declares riichi without having drawn a tile")
                        riichi = player
                    elif step != "2":
                        raise UnreadableError(f"step={step!r:.40}; expected 1 or 2")
                    elif player != discarder:
                        raise UnreadableError(f"riichi of player {player} is paid, but player {discarder} discarded")
                    else:
                        self._paid(player, attributes.get("ten") or None)
                elif name == "DORA":
                    for number in tiles_of(attributes, "hai"):
                        if owner[number] != _UNTOUCHED:
                            raise UnreadableError(
                                f"tile {number} is turned as a dora indicator, but {self._place(number)}"
                            )
                        owner[number] = _INDICATOR
                        append(Reveal(self.tiles[number]))
                elif name == "RYUUKYOKU":
                    ended = True
                    if not attributes.keys().isdisjoint(_OF_A_DRAW):
                        hand.draw = self._draw(attributes)
                    else:
                        hand.cut = True
                        self._owari(attributes)
                else:
                    raise UnreadableError("an event that mjlog does not have")
        except UnreadableError as error:
            what = items[at - 1]
            shown = f"<{what}" if isinstance(what, str) else f"<{what.name} ...>"
            raise _InHand(f"hand {hand.name}, event {at} {shown[:60]}: {error}") from None
        if not ended:
            hand.cut = True
        if hand.accepted is None and self._unmarked(hand):
            self._lacks(unsaid.RIICHI_MARKS, "REACH")
        return hand

    def _unmarked(self, hand: RecordedHand) -> bool:
        """Return True if a riichi was declared that would have a mark: one that was won on has none."""
        steps = [step for step in hand.steps if type(step) is Discard]
        won_on = bool(hand.wins) and hand.wins[0].source is not None and steps[-1].riichi
        return sum(step.riichi for step in steps) > won_on

    def _place(self, number: int) -> str:
        owner = self.owner[number]
        return _PLACES.get(owner) or f"player {owner} holds it"

    def _last(self) -> type:
        """Return the type of the last action, without reveals: only the last action can be called or robbed."""
        return next((type(step) for step in reversed(self.hand.steps) if not isinstance(step, Reveal)), type(None))

    def _call(self, player: int, bits: int, river: int, discarder: int) -> tuple[int, int]:
        """Read a call. Return the tile that can be robbed (the added tile of a shouminkan, the first tile of an ankan)
        and its player, or -1 twice.
        """
        seat = self._seat(player)
        if self.count == 3 and bits & 0xFF == _KITA:
            return self._kita(player, seat, bits)
        (kind, offset, called, own, pon), tile, using = call(bits, self.tiles is WITH_REDS)
        owner, steps = self.owner, self.hand.steps
        for number in own:
            if owner[number] != player:
                raise UnreadableError(f"player {player} melds tile {number}, but {self._place(number)}")
            owner[number] = _OUT
        melds = self.melds[player]
        melds.append(bits)
        if kind is _ANKAN:
            steps.append(Ankan(seat, tile))
            return called, player
        if kind is _SHOUMINKAN:
            if (player, pon) not in self.pons:
                raise UnreadableError(f"player {player} adds tile {called} to a pon that does not exist")
            self.pons.remove((player, pon))
            # A winner shows the kan; the bits of its pon are the same except for the kind of meld.
            if bits ^ 0x18 in melds:
                melds.remove(bits ^ 0x18)
            else:
                self._contradicts(
                    f"meld {bits} adds a tile to a pon", "the pon was called from another player, or is of another tile"
                )
            steps.append(Shouminkan(seat, tile))
            return called, player
        source = (player + offset) % 4
        if called != river or source != discarder or self._last() is not Discard:
            raise UnreadableError(
                f"player {player} calls tile {called} of player {source}, which was not just discarded"
            )
        if kind is _CHI:
            steps.append(chi_or_pon(Chi, seat, tile, using[0], using[1]))
        elif kind is _PON:
            self.pons.append((player, tuple(sorted((called, *own)))))
            steps.append(chi_or_pon(Pon, seat, tile, using[0], using[1]))
        else:
            steps.append(Daiminkan(seat, tile))
        return -1, -1

    def _kita(self, player: int, seat: Seat, bits: int) -> tuple[int, int]:
        number = bits >> 8
        if number not in _NORTHS:
            shown = NAMES[self.tiles[number]] if number < IDS else f"tile {number}"
            raise UnreadableError(f"player {player} sets {shown} aside; only a north (4z) may be set aside")
        if self.owner[number] != player:
            raise UnreadableError(f"player {player} sets tile {number} aside, but {self._place(number)}")
        self.owner[number] = _OUT
        self.melds[player].append(bits)
        self.hand.steps.append(Kita(seat))
        return number, player

    def _shown(self, player: int, ids: Sequence[int], winning: int = -1) -> None:
        """Check that a shown hand is the hand that the player held."""
        own = [number for number in ids if self.owner[number] == player]
        other = winning >= 0 and self.owner[winning] != player
        if len({*own}) == len(ids) - other == self.owner.count(player) and (not other or winning in ids):
            return
        held = {number for number, owner in enumerate(self.owner) if owner == player}
        if winning >= 0:
            held.add(winning)
        shown = set(ids)
        if len(shown) != len(ids):
            double = next(number for number in shown if ids.count(number) > 1)
            self._contradicts(f"player {player} shows tile {double} twice", "there is one of each number")
        elif shown != held:
            surplus = sorted(shown - held)
            if surplus:
                self._contradicts(f"player {player} shows tile {surplus[0]}", self._place(surplus[0]))
            else:
                missing = ", ".join(map(str, sorted(held - shown)))
                self._contradicts(
                    f"player {player} shows {say_number(len(ids), 'tile')}",
                    f"it holds {len(held)}, tile {missing} among them",
                )

    def _stated(self, attributes: Mapping[str, str]) -> tuple[tuple[int, ...] | None, Stated]:
        """Return the payments at the end of a hand, if the record states them, and what it repeats of honba, riichi
        sticks, and scores. Read the end of the game if it is there.
        """
        honba, sticks = numbers_of(attributes, "ba", 2) if "ba" in attributes else (None, None)
        if honba is None:
            self._lacks(unsaid.COUNTERS, "ba")
        self._owari(attributes)
        if "sc" not in attributes:
            self._lacks(unsaid.PAYMENTS, "sc")
            return None, Stated(honba, sticks)
        sc = [100 * n for n in numbers_of(attributes, "sc", 8)]
        return self._by_seat(sc[1::2]), Stated(honba, sticks, self._by_seat(sc[::2]))

    def _owari(self, attributes: Mapping[str, str]) -> None:
        text = attributes.get("owari")
        if not text:
            return
        try:
            values = [float(n) for n in text.split(",", 9)]
            if len(values) != 8:
                raise ValueError
            self.hand.final = tuple(int(100 * n) for n in values[: 2 * self.count : 2])
            if self.own_uma:
                self.hand.notes.append(OWN_UMA)
            else:
                self.hand.final_points = tuple(values[1 : 2 * self.count : 2])
        except (ValueError, OverflowError):
            raise UnreadableError(f"owari={text[:60]!r}; expected a score and points for each player") from None

    def _win(self, attributes: Mapping[str, str]) -> RecordedWin:
        player = player_of(attributes, "who")
        drawn = self.last >= 0 and self.owner[self.last] == player
        if "fromWho" in attributes:
            source = player_of(attributes, "fromWho")
        else:
            source = player if drawn else self.discarder
            self._lacks(unsaid.WON_FROM, "fromWho")
        (winning,) = tiles_of(attributes, "machi")[:1] or (-1,)
        if winning < 0:
            winning = self.last if player == source else self.river
            self._lacks(unsaid.WINNING_TILE, "machi")
        if winning < 0:
            raise UnreadableError("'machi' is missing; expected the winning tile")
        if player == source:
            if winning != self.last or self.owner[winning] != player:
                raise UnreadableError(f"player {player} wins on tile {winning}, which was not just drawn")
        elif source != self.discarder or not self._may_be_won(winning):
            raise UnreadableError(
                f"player {player} wins on tile {winning} of player {source}, which was not just discarded"
            )
        if "hai" in attributes:
            self._shown(player, tiles_of(attributes, "hai"), winning)
        else:
            self._lacks(unsaid.SHOWN, "hai")
        melds = sorted(numbers_of(attributes, "m")) if attributes.get("m") else []
        if "m" not in attributes and self.melds[player]:
            self._lacks(unsaid.MELDS, "m")
        elif melds != sorted(self.melds[player]):
            laid = " ".join(map(str, self.melds[player])) or "none"
            self._contradicts(
                f"player {player} wins with melds {' '.join(map(str, melds)) or 'none'}", f"called: {laid}"
            )
        indicators = tiles_of(attributes, "doraHai")
        if "doraHai" not in attributes:
            self._lacks(unsaid.INDICATORS, "doraHai")
        for number in indicators:
            if self.owner[number] != _INDICATOR:
                self._contradicts(f"doraHai counts tile {number}", self._place(number))
        ura = tiles_of(attributes, "doraHaiUra")
        for number in ura:
            # Every winner of one discard repeats the same ura dora indicators.
            if self.owner[number] not in (_UNTOUCHED, _URA):
                raise UnreadableError(f"doraHaiUra counts tile {number}, but {self._place(number)}")
            self.owner[number] = _URA
        yaku: dict[str, int] = {}
        yakuman: list[str] = []
        pairs = numbers_of(attributes, "yaku") if attributes.get("yaku") else []
        if len(pairs) % 2:
            raise UnreadableError(f"yaku={attributes['yaku']!r:.60}; expected pairs of a number and its han")
        for number, han in zip(pairs[::2], pairs[1::2], strict=True):
            if not 0 <= number < len(YAKU) or FIRST_YAKUMAN <= number <= LAST_YAKUMAN:
                raise UnreadableError(f"yaku {number} of {han} han is not a Tenhou yaku")
            # A yaku of no han, such as ura dora that hit nothing, does not count.
            if han:
                yaku[YAKU[number]] = han
        for number in numbers_of(attributes, "yakuman") if attributes.get("yakuman") else ():
            if not FIRST_YAKUMAN <= number <= LAST_YAKUMAN:
                raise UnreadableError(f"yakuman {number} is not a Tenhou yakuman")
            yakuman.append(YAKU[number])
            yaku[YAKU[number]] = 13
        lists_yaku = "yaku" in attributes or "yakuman" in attributes
        if lists_yaku and not yaku:
            raise UnreadableError("a win without a yaku")
        if not lists_yaku:
            self._lacks(unsaid.YAKU, "yaku")
        if len(yaku) != len(pairs) // 2 + len(yakuman):
            listed = [*[YAKU[number] for number in pairs[::2]], *yakuman]
            for says, elsewhere in listed_twice(player, listed):
                self._contradicts(says, elsewhere)
        fu, points, limit = numbers_of(attributes, "ten", 3) if "ten" in attributes else (None, None, None)
        if limit is None:
            self._lacks(unsaid.VALUE, "ten")
        elif not 0 <= limit < len(LIMITS):
            raise UnreadableError(f"ten={attributes['ten']!r:.40}; expected a limit of 0 to 5 as its third number")
        if not self.open_tanyao and "tanyao" in yaku and self._open(player):
            self._contradicts("an open tanyao is counted", "GO says that open tanyao is not used (bit 0x04)")
        liable = self._seat(player_of(attributes, "paoWho")) if "paoWho" in attributes else None
        changes, stated = self._stated(attributes)
        return RecordedWin(
            seat=self._seat(player),
            source=None if player == source else self._seat(source),
            tile=self.tiles[winning],
            changes=changes,
            han=sum(yaku.values()) if lists_yaku else None,
            fu=fu,
            points=points,
            yaku=yaku if lists_yaku else None,
            yakuman=tuple(yakuman),
            indicators=tuple([self.tiles[number] for number in indicators]) if "doraHai" in attributes else None,
            ura=tuple([self.tiles[number] for number in ura]) if "doraHaiUra" in attributes else None,
            liable=liable,
            limit=None if limit is None else LIMITS[limit],
            stated=stated,
        )

    def _may_be_won(self, winning: int) -> bool:
        last = self._last()
        if last is Ankan:  # any of the four: the winner by thirteen orphans may take any of them
            return winning // 4 == self.river // 4
        return winning == self.river and last in (Discard, Shouminkan, Kita)

    def _open(self, player: int) -> bool:
        melds = [bits for bits in self.melds[player] if self.count == 4 or bits & 0xFF != _KITA]
        return any(call(bits, False).meld.type is not MeldType.ANKAN for bits in melds)

    def _draw(self, attributes: Mapping[str, str]) -> RecordedDraw:
        kind = DRAW_TYPES.get(attributes.get("type", ""))
        if kind is None:
            raise UnreadableError(
                f"type={attributes['type']!r:.40}; expected one of {', '.join(filter(None, DRAW_TYPES))}"
            )
        shown = [player for player in range(self.count) if attributes.get(f"hai{player}")]
        for player in shown:
            self._shown(player, tiles_of(attributes, f"hai{player}"))
        tenpai = None
        changes, stated = self._stated(attributes)
        if kind in AT_THE_END_OF_THE_WALL:
            tenpai = tuple(sorted(self._seat(player) for player in shown))
        if kind is ResultType.EXHAUSTIVE_DRAW and changes is not None:
            # A player who is paid, or one of those who pay nothing, is tenpai: a hand is left out.
            paid = [seat for seat, change in enumerate(changes) if change > 0]
            if len(paid) > len(shown) or (not paid and 0 < len(shown) < self.count):
                tenpai = None
                self._lacks(unsaid.TENPAI, "hai")
        return RecordedDraw(kind, changes, tenpai, stated)


def _scope(kind: int) -> str:
    if kind & THREE_PLAYERS:
        return f"three players (GO type {kind}, bit 0x10)"
    if kind & CHIPS:
        # The two known records pay 1,500 per honba and round up to mangan; their one shouminkan turns its indicator at
        # once.
        return f"a chip table, which has other rules (GO type {kind}, bit 0x200)"
    if kind & ~KNOWN:
        return f"an unknown kind of table (GO type {kind}, bits {kind & ~KNOWN:#x})"
    return ""


def _game_type(items: Sequence[Item]) -> int:
    kind = -1
    for item in items:
        name, attributes = split(item)
        if name == "GO":
            kind = numbers_of(attributes, "type", 1)[0]
        elif name not in ("SHUFFLE", "UN", "TAIKYOKU", "BYE"):
            raise UnreadableError(f"<{name}> appears before the first hand; expected SHUFFLE, GO, UN, TAIKYOKU or INIT")
    if kind < 0:
        raise UnreadableError("no <GO type> before the first hand, so the kind of game is unknown")
    return kind


def _first_dealer(items: Sequence[Item], hand: RecordedHand) -> None:
    """Check that player 0 is the first dealer: players are numbered so, and TAIKYOKU repeats it."""
    for name, attributes in map(split, items):
        if name == "TAIKYOKU" and attributes.get("oya", "0") != "0":
            says = f"player {attributes['oya'][:8]} is the first dealer"
            hand.contradictions.append(Contradiction(says, "player 0 deals the first hand of each round", 0))
        elif name == "TAIKYOKU" and "oya" not in attributes:
            hand.notes.append(unsaid.lacks(unsaid.DEALER, "oya"))


def _hands(file: str, data: bytes, parts: list[list[Item]], kind: int, broken: str) -> Iterator[RecordedHand]:
    at = 1
    # Some converters leave out the marks; in another encoding, nothing is found here.
    marked = b"<REACH" not in data or b'step="2"' in data or b"step='2'" in data
    while at < len(parts):
        items = parts[at]
        try:
            try:
                hand = _HandReader(items[0], kind, marked=marked)
                read = hand.read(items[1:])
            except OtherForm:
                parts, broken = through_expat(data)
                if at >= len(parts):
                    break
                continue
            except UnreadableError as error:
                if broken and at == len(parts) - 1:
                    # The cause is what stopped the parser; the incomplete event before it is only the consequence.
                    raise UnreadableError(f"hand {at}: {broken}") from None
                if isinstance(error, _InHand):
                    raise
                raise UnreadableError(f"hand {at}, <INIT>: {error}") from None
        except UnreadableError as error:
            raise UnreadableError(str(error), file=file) from None
        if broken and at == len(parts) - 1:
            raise UnreadableError(f"hand {read.name}, event {len(items)}: {broken}", file=file)
        if at == 1:
            _first_dealer(parts[0], read)
        if at == len(parts) - 1 and read.final is None:
            read.notes.append(unsaid.END_OF_GAME)
        yield read
        at += 1
    if broken:
        raise UnreadableError(f"after hand {len(parts) - 1}: {broken}", file=file)


MAX_TAGS = 200_000
"""Maximum number of tags. A long game has about 3,000."""


def sniff(content: Content) -> bool:
    """Return True if this is XML that names mjlog near its beginning."""
    return content.start[:1] == b"<" and b"<mjloggm" in content.start


def read(content: Content, file: str) -> Record:
    """Return a Tenhou XML file as one game. Its hands are read on demand.

    The record is `out_of_scope` for a chip table or a three-player game. Raises UnreadableError with file, hand, and
    event. Source: recorded games 2008-2024; the meaning of the tags is common knowledge.
    """
    data = content.data
    if (tags := data.count(b"<")) > MAX_TAGS:
        raise UnreadableError(f"{tags:,} tags; a game has at most {MAX_TAGS:,}", file=file)
    broken = ""
    try:
        try:
            parts = cut_apart(data)
            kind = _game_type(parts[0])
        except OtherForm:
            parts, broken = through_expat(data)
            if broken and len(parts) == 1:
                raise UnreadableError(broken) from None
            kind = _game_type(parts[0])
        scope = _scope(kind)
        if scope and not broken:
            # Its hands are never read, so check here that the XML is complete.
            _, broken = through_expat(data)
        if scope and broken:
            raise UnreadableError(broken)
    except UnreadableError as error:
        raise UnreadableError(str(error), file=file) from None
    three = bool(kind & THREE_PLAYERS) and not kind & CHIPS and not kind & ~KNOWN
    hands = iter(()) if scope and not three else _hands(file, data, parts, kind, broken)
    players = 3 if three else 4
    return Record(
        file=file,
        format=FORMAT.name,
        keeps_instants=True,
        hands=hands,
        platform="tenhou",
        out_of_scope=scope,
        players=players,
    )


FORMAT = Format("mjlog", sniff, read)
