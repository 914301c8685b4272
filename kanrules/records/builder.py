"""Assemble one recorded hand from its events, for formats that write tiles instead of 136 numbered pieces.

Every tile must be where the record takes it from: players discard only tiles that they hold, and a fifth copy is an
error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import chain
from typing import NoReturn

from kanrules.errors import UnreadableError
from kanrules.locale.sentences import number, say
from kanrules.pieces.actions import (
    DRAWN_DISCARDS,
    DRAWS,
    HAND_DISCARDS,
    Action,
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
from kanrules.pieces.events import ResultType, Turned
from kanrules.pieces.setup import FOUR, THREE, setup
from kanrules.pieces.tiles import (
    FIVES,
    KIND,
    NAMES,
    NORTH,
    RED_FIVES,
    SEATS,
    TERMINALS_AND_HONOURS,
    WINDS,
    Seat,
    Tile,
    counts_37,
)
from kanrules.records import unsaid
from kanrules.records.members import shown as printable
from kanrules.records.recorded import (
    Contradiction,
    Fact,
    RecordedDraw,
    RecordedHand,
    RecordedPayment,
    RecordedStep,
    RecordedWin,
    Reveal,
    listed_twice,
)

LIVE_TILES = {4: FOUR.live, 3: THREE.live}
"""Number of live tiles after the deal, by number of players. A hand ends when this many have been drawn, replacement
tiles included.
"""
TWO_IN_A_SET_OF_FOUR = RED_FIVES[1]
"""The red five that appears twice in a set with four: 0p."""
PLAIN_IN_A_SET_OF_TWO = FIVES[0]
"""The five without a red copy in a set with two: 5m."""
_RED_OF = dict(zip(FIVES, RED_FIVES, strict=True))


_SETUPS = {4: FOUR, 3: THREE}
_FULL_OF_THREE = setup(3)
_NOTEN = {
    4: ([0, 0, 0, 0], [-1000, -1000, -1000, 3000], [-1500, -1500, 1500, 1500], [-3000, 1000, 1000, 1000]),
    3: ([0, 0, 0], [-1000, -1000, 2000], [-2000, 1000, 1000]),
}
"""Possible score changes of an exhaustive draw, sorted, by number of players."""


def red_fives_seen(hands: Iterable[Iterable[Tile]]) -> int:
    """Return the number of red fives in a game's set, from the tiles that appear in each of its hands.

    0 if none appears. Two 0p in one hand mean four. Four plain 5m in one hand, and no 0m in any, mean two: 0p and 0s.
    Otherwise three, even if not all have been seen.
    """
    seen: set[Tile] = set()
    plain = False
    for tiles in hands:
        shown = [tile for tile in tiles if tile in RED_FIVES or tile == PLAIN_IN_A_SET_OF_TWO]
        if shown.count(TWO_IN_A_SET_OF_FOUR) > 1:
            return 4
        plain = plain or shown.count(PLAIN_IN_A_SET_OF_TWO) > 3
        seen |= {*shown}
    seen.discard(PLAIN_IN_A_SET_OF_TWO)
    return 0 if not seen else 2 if plain and RED_FIVES[0] not in seen else 3


def red_fives_of(players: int, red_fives: int) -> int:
    """Return the number of red fives with three players, given the number with four: the 0m is removed with 2m to
    8m.
    """
    return min(red_fives, 2) if players == 3 and red_fives != 4 else red_fives


def fives_too_many(hands: Iterable[Iterable[Tile]], players: int, red_fives: int) -> str:
    """Return which fives appear more often than the set has them, with the numbers of the hands; "" if none does.

    Takes the tiles of each hand as they are first seen.
    """
    limits = _SETUPS[players].copies(red_fives_of(players, red_fives))
    found: dict[tuple[Tile, int], list[int]] = {}
    for at, tiles in enumerate(hands, 1):
        seen = counts_37(tiles)
        for tile in chain.from_iterable(zip(FIVES, RED_FIVES, strict=True)):
            if seen[tile] > limits[tile] and _SETUPS[players].lists(tile):
                found.setdefault((tile, seen[tile]), []).append(at)
    words = []
    for (tile, count), numbers in found.items():
        times = "once" if count == 1 else f"{count} times"
        where = f"hand{'s' if len(numbers) > 1 else ''} {' and '.join(map(str, numbers))}"
        words.append(f"{NAMES[tile]} {times} in {where} (the set has {limits[tile] or 'none'})")
    return ", ".join(words)


UNSEEN = 99
"""Stands for a hidden tile that has just been drawn."""
_WORDS = {3: "three", 4: "four"}
_WINNABLE = (Discard, Ankan, Shouminkan, Kita)
"""Types of actions on whose tile another player may win."""


def _tile_of(last: Discard | Ankan | Shouminkan | Kita) -> Tile:
    return NORTH if isinstance(last, Kita) else last.tile


_AT_THE_START = (Fact.SCORES, Fact.HONBA, Fact.STICKS)
_WORDS_FOR_IT = (unsaid.SCORES, unsaid.HONBA, unsaid.STICKS)


class HandBuilder:
    """Assembles a hand by seat from its events by player (0-3, or 0-2 with three players, in the game's order).

    `drawn` is the tile just drawn by `turn`, or -1. Only the last step can be claimed by others, so methods do not take
    the tile of another player. `full` is True for a three-player game with 2m to 8m. `deal_tells_draw` is True if the
    record says which of the dealer's first fourteen tiles was drawn last. Scores, honba, and sticks are None if the
    record does not say: then `fields` are the names of the format's fields for them, and `assumed` the scores that
    stand for them. `seen_by` is the only player whose tiles the record shows; the other hands are empty then. Every
    method raises UnreadableError if the event is impossible.
    """

    __slots__ = {
        **dict.fromkeys((
            "actions", "append", "count", "deal_tells_draw", "dealer", "drawn", "held", "hidden", "kans", "left",
            "limits", "pons", "riichi", "said_riichi", "setup", "turn",
        ), ""),
        "hand": "The hand as assembled so far.",
    }  # fmt: skip

    def __init__(
        self,
        *,
        round_wind: int,
        dealer: int,
        honba: int | None,
        sticks: int | None,
        scores: Sequence[int] | None,
        hands: Sequence[Sequence[Tile]],
        indicator: Tile,
        red_fives: int,
        full: bool = False,
        deal_tells_draw: bool = False,
        fields: tuple[str, str, str] = ("scores", "honba", "sticks"),
        assumed: Sequence[int] = (),
        seen_by: int | None = None,
    ) -> None:
        if not 0 <= round_wind < 4 or not 0 <= dealer < 4:
            raise UnreadableError(f"round {round_wind}, dealer {dealer}; expected 0 to 3 each")
        self.count = count = len(hands)
        said = scores, honba, sticks
        scores = scores if scores is not None else assumed or [35000 if count == 3 else 25000] * count
        honba, sticks = honba or 0, sticks or 0
        if count == 3 and dealer > 2:
            raise UnreadableError("dealer 3 in a three-player game; expected 0 to 2")
        if honba < 0 or sticks < 0:
            raise UnreadableError(f"{honba} honba and {sticks} sticks; expected 0 or more")
        if len(scores) != count or count not in _SETUPS:
            raise UnreadableError(
                f"{number(len(scores), 'score')} and {number(len(hands), 'hand')}; expected four of each"
            )
        players = tuple((dealer + seat) % count for seat in range(count))
        self.dealer = dealer
        self.deal_tells_draw = deal_tells_draw
        self.setup = _FULL_OF_THREE if full and count == 3 else _SETUPS[count]
        if count == 3 and not full:
            red_fives = red_fives_of(count, red_fives)
        self.limits = self.setup.copies(red_fives)
        self.left = list(self.limits)
        self.held = [[0] * 37 for _ in hands]
        self.hidden = [0 if seen_by in (None, player) else 13 for player in range(count)]
        for player, dealt in enumerate(hands):
            if len(dealt) + self.hidden[player] != 13:
                raise UnreadableError(f"player {player} is dealt {number(len(dealt), 'tile')}; expected 13")
            held = self.held[player]
            for tile in dealt:
                held[tile] += 1
        left = self.left
        for tile in chain(*hands, (indicator,)):
            left[tile] -= 1
            if left[tile] < 0:
                self._too_many(tile)
        self.hand = RecordedHand(
            round_wind=SEATS[round_wind],
            number=dealer + 1,
            honba=honba,
            sticks=sticks,
            scores=tuple(scores[player] for player in players),
            players=players,
            hands=tuple([tuple(hands[player]) for player in players]),
            indicator=indicator,
            red_fives=red_fives,
        )
        if None in said:
            for fact, what, field, value in zip(_AT_THE_START, _WORDS_FOR_IT, fields, said, strict=True):
                if value is None:
                    self.hand.leaves_open(fact)
                    self.lacks(what, field)
        self.append: Callable[[RecordedStep], None] = self.hand.steps.append
        self.actions = {p: (DRAWS[s], HAND_DISCARDS[s], DRAWN_DISCARDS[s]) for s, p in enumerate(players)}
        self.drawn = -1
        self.turn = -1
        self.kans: list[int] = []
        self.pons: list[tuple[int, int]] = []
        self.said_riichi = -1
        self.riichi: list[int] = []

    @property
    def ended(self) -> bool:
        """True if a win or a draw has been read."""
        return bool(self.hand.wins) or self.hand.draw is not None

    def seat(self, player: int) -> Seat:
        """Return the seat of a player. Raises UnreadableError for a number that is not a player."""
        if player not in self.actions:
            raise UnreadableError(f"player {player!r}; expected 0 to {self.count - 1}")
        return SEATS[(player - self.dealer) % self.count]

    def by_seat(self, values: Sequence[int]) -> tuple[int, ...]:
        """Return values given by player in the order of the seats."""
        if len(values) != self.count:
            raise UnreadableError(
                f"{number(len(values), 'value')}; expected one for each of {_WORDS[self.count]} players"
            )
        return tuple([values[player] for player in self.hand.players])

    def appears(self, tile: Tile) -> None:
        """Record a tile that is seen for the first time. Raises UnreadableError for a fifth copy, or a second red
        five.
        """
        self.left[tile] -= 1
        if self.left[tile] < 0:
            self._too_many(tile)

    def _too_many(self, tile: Tile) -> NoReturn:
        if not self.setup.lists(tile):
            raise UnreadableError(f"{NAMES[tile]} is in play, but three-player games have no 2m to 8m")
        if self.limits[tile] == 0:
            raise UnreadableError(f"{NAMES[tile]} is in play, but this game has no red fives")
        kind = KIND[tile]
        if self.left[kind] + (self.left[_RED_OF[kind]] if kind in _RED_OF else 0) < 0:
            raise UnreadableError(f"a fifth {NAMES[kind]}")
        raise UnreadableError(f"one {NAMES[tile]} too many: the set has {self.limits[tile]}")

    def uncover(self, player: int, tiles: Iterable[Tile]) -> None:
        """Take these tiles from the hidden ones of a player, except those that are known to be in the hand."""
        held = self.held[player]
        for tile, count in enumerate(counts_37(tiles)):
            while held[tile] < count and self.hidden[player]:
                self.appears(tile)
                self.hidden[player] -= 1
                held[tile] += 1

    def _take(self, player: int, tile: Tile, number: int = 1) -> None:
        held = self.held[player]
        if held[tile] < number:
            self.uncover(player, (tile,) * number)
        if held[tile] < number:
            raise UnreadableError(
                f"player {player} does not hold {'' if number == 1 else f'{number} times '}{NAMES[tile]}"
            )
        held[tile] -= number

    def draw_unseen(self, player: int) -> None:
        """Record a draw whose tile is hidden."""
        seat = self.seat(player)
        if not self.hidden[player]:
            raise UnreadableError(f"the tile that player {player} draws is hidden")
        self.hidden[player] += 1
        self.drawn = UNSEEN
        self.turn = player
        self.append(Draw(seat))

    def draw(self, player: int, tile: Tile) -> None:
        """Record a draw, from the live wall or after a kan."""
        try:
            draws, _, _ = self.actions[player]
        except KeyError:
            self.seat(player)
            raise
        left = self.left
        left[tile] -= 1
        if left[tile] < 0:
            self._too_many(tile)
        self.held[player][tile] += 1
        self.drawn = tile
        self.turn = player
        self.append(draws[tile])

    def says_riichi(self, player: int) -> None:
        """Record that a player declares riichi with their next discard."""
        if self.turn != player or self.drawn < 0:
            raise UnreadableError(f"player {player} declares riichi without having drawn a tile")
        self.said_riichi = player

    def discard(self, player: int, tile: Tile, tsumogiri: bool | None = None, riichi: bool = False) -> None:
        """Record a discard. Without `tsumogiri`, a tile equal to the one just drawn counts as that one."""
        try:
            _, from_hand, as_drawn = self.actions[player]
        except KeyError:
            self.seat(player)
            raise
        held = self.held[player]
        if not held[tile]:
            self.uncover(player, (tile,))
            if not held[tile]:
                raise UnreadableError(f"player {player} does not hold {NAMES[tile]}")
        held[tile] -= 1
        if tsumogiri is None:
            tsumogiri = tile == self.drawn and self.turn == player
        elif not tsumogiri and tile == self.drawn and not held[tile] and self.turn == player:
            # Mahjong Soul deals fourteen tiles to the dealer: the last of them can be discarded as one from the hand.
            if self.deal_tells_draw or not self._opens():
                self.contradicts(
                    f"player {player} discards {NAMES[tile]} from the hand", "the only one is the tile just drawn"
                )
            tsumogiri = True
        elif tsumogiri and (self.drawn not in (tile, UNSEEN) or self.turn != player):
            raise UnreadableError(
                f"player {player} is recorded as discarding the tile just drawn, but {NAMES[tile]} is a different tile"
            )
        if self.said_riichi >= 0:
            if self.said_riichi != player:
                raise UnreadableError(f"player {player} discards after player {self.said_riichi} declared riichi")
            riichi = True
            self.said_riichi = -1
        if riichi:
            self.riichi.append(player)
            self.append(Discard(self.seat(player), tile, tsumogiri, True))
        else:
            self.append((as_drawn if tsumogiri else from_hand)[tile])
        self.drawn = -1

    def _opens(self) -> bool:
        """Return True if nothing but the dealer's first draw has happened."""
        return sum(not isinstance(step, Reveal) for step in self.hand.steps) == 1

    @property
    def last(self) -> Action | None:
        """The last action, without reveals: its tile can be called or robbed."""
        for step in reversed(self.hand.steps):
            if not isinstance(step, Reveal):
                return step
        return None

    @property
    def winnable(self) -> Discard | Ankan | Shouminkan | Kita | None:
        """The action whose tile others may win on now. Some rules let a shouminkan be robbed after its replacement
        tile.
        """
        steps = [step for step in self.hand.steps[-8:] if not isinstance(step, Reveal)]
        last = steps.pop() if steps else None
        if isinstance(last, Draw) and steps and isinstance(steps[-1], Shouminkan):
            last = steps[-1]
        return last if isinstance(last, _WINNABLE) else None

    @property
    def discarder(self) -> int:
        """The player on whose tile others may win now: the last to discard or declare a kan; -1 if there is none."""
        last = self.last
        return self.hand.players[last.seat] if isinstance(last, _WINNABLE) else -1

    def _called(self, player: int, source: int, tile: Tile) -> Seat:
        seat = self.seat(player)
        self.seat(source)
        if player == source:
            raise UnreadableError(f"player {player} calls their own {NAMES[tile]}")
        last = self.last
        if not isinstance(last, Discard) or last.tile != tile or self.hand.players[last.seat] != source:
            raise UnreadableError(
                f"player {player} calls {NAMES[tile]} of player {source}, which was not just discarded"
            )
        self._no_riichi_open()
        self.drawn = -1
        return seat

    def _no_riichi_open(self) -> None:
        if self.said_riichi >= 0:
            raise UnreadableError("no discard follows the riichi")

    def chi(self, player: int, source: int, tile: Tile, using: Sequence[Tile]) -> None:
        """Record a chi with two tiles from the hand."""
        run = sorted([KIND[tile], *(KIND[t] for t in using)])
        first = run[0]
        if len(using) != 2 or run != [first, first + 1, first + 2] or first >= 27 or first % 9 > 6:
            raise UnreadableError(f"{' '.join(NAMES[t] for t in (tile, *using))} is not a run")
        if (player - source) % self.count != 1:
            raise UnreadableError(f"player {player} calls chi from player {source}; expected the player on the left")
        seat = self._called(player, source, tile)
        for t in using:
            self._take(player, t)
        self.append(chi_or_pon(Chi, seat, tile, *using))

    def pon(self, player: int, source: int, tile: Tile, using: Sequence[Tile]) -> None:
        """Record a pon with two tiles from the hand."""
        if len(using) != 2 or any(KIND[t] != KIND[tile] for t in using):
            raise UnreadableError(f"{' '.join(NAMES[t] for t in (tile, *using))} is not a triplet")
        seat = self._called(player, source, tile)
        for t in using:
            self._take(player, t)
        self.pons.append((player, KIND[tile]))
        self.append(chi_or_pon(Pon, seat, tile, *using))

    def daiminkan(self, player: int, source: int, tile: Tile) -> None:
        """Record a daiminkan with the three other tiles of the kind, all of them in hand."""
        seat = self._called(player, source, tile)
        self._take_all(player, KIND[tile], 3)
        self.kans.append(player)
        self.append(Daiminkan(seat, tile))

    def ankan(self, player: int, tile: Tile) -> None:
        """Record an ankan with four tiles from the hand, which thirteen orphans may rob under some rulesets."""
        seat = self.seat(player)
        self._no_riichi_open()
        self._take_all(player, KIND[tile], 4)
        self.kans.append(player)
        self.drawn = -1
        self.append(Ankan(seat, KIND[tile]))

    def _take_all(self, player: int, kind: int, number: int) -> None:
        red = _RED_OF.get(kind)
        held = self.held[player]
        if self.hidden[player] and held[kind] + (held[red] if red is not None else 0) != number:
            # The event need not name all of them, but every copy that is not on the table is in the kan.
            for tile in (kind,) if red is None else (kind, red):
                self.uncover(player, (tile,) * (held[tile] + self.left[tile]))
        if held[kind] + (held[red] if red is not None else 0) != number:
            raise UnreadableError(f"player {player} does not hold {number} times {NAMES[kind]}")
        held[kind] = 0
        if red is not None:
            held[red] = 0

    def shouminkan(self, player: int, tile: Tile) -> None:
        """Record a tile added to a pon, which may be robbed."""
        seat = self.seat(player)
        self._no_riichi_open()
        if (player, KIND[tile]) not in self.pons:
            raise UnreadableError(f"player {player} adds {NAMES[tile]} to a pon that does not exist")
        self._take(player, tile)
        self.pons.remove((player, KIND[tile]))
        self.kans.append(player)
        self.drawn = -1
        self.append(Shouminkan(seat, tile))

    def pays_at_once(self, player: int, to: int | None, points: int) -> None:
        """Record an immediate payment for the kan just declared: to another player, or to the table in riichi
        sticks.
        """
        if points < 0 or (to is None and points % 1000):
            raise UnreadableError(
                f"player {player} pays {points} for a kan; expected points, or whole sticks if paid to the table"
            )
        paid_to = None if to is None else self.seat(to)
        self.hand.at_once.append(RecordedPayment(len(self.kans), self.seat(player), paid_to, points))

    def kita(self, player: int, tile: Tile | None = None) -> None:
        """Record a north set aside, which may be robbed. `tile` is given if the record names it."""
        seat = self.seat(player)
        if self.count == 4:
            raise UnreadableError(f"player {player} sets a tile aside in a four-player game")
        self._no_riichi_open()
        if tile is not None and tile != NORTH:
            raise UnreadableError(f"player {player} sets {NAMES[tile]} aside; only a north (4z) may be set aside")
        self._take(player, NORTH)
        self.drawn = -1
        self.append(Kita(seat))

    def contradicts(self, says: str, elsewhere: str) -> None:
        """Record that the record contradicts itself here. The hand is judged anyway."""
        self.hand.contradictions.append(Contradiction(says, elsewhere, len(self.hand.steps)))

    def lacks(self, what: str, field: str = "") -> None:
        """Note a statement that the hand does not make, once. Takes the statement, and the format's field for it."""
        note = unsaid.lacks(what, field)
        if note not in self.hand.notes:
            self.hand.notes.append(note)

    def lacking(self, *said: tuple[str, str, object]) -> None:
        """Note each statement that is None. Takes the statement, the format's field for it, and what it says."""
        for what, field, value in said:
            if value is None:
                self.lacks(what, field)

    def not_known(self, what: str, name: object) -> None:
        """Note what the record calls by an unknown name, once. Takes the message for it, and the name."""
        note = say(what, name=repr(printable(str(name))[:40]))
        if note not in self.hand.notes:
            self.hand.notes.append(note)

    def draw_type_named(
        self, name: object, known: Mapping[str, ResultType], changes: Sequence[int] | None
    ) -> ResultType | None:
        """Return the draw that a record calls by this name, None if it has no name for it. For an unknown name, the
        play tells which draw it was, and the name is noted. Raises UnreadableError if the play does not tell.
        """
        kind = known.get(str(name))
        if kind is not None or not name:
            return kind
        self.not_known(unsaid.UNKNOWN_DRAW, name)
        with suppress(UnreadableError):
            kind = self.draw_type(None if changes is None else self.by_seat(changes))
        # Any hand can seem to end in three rons: only a known name says so.
        if kind in (None, ResultType.SANCHAHOU):
            raise UnreadableError(f"{printable(str(name))!r:.40} is not a known draw, and the play shows none")
        return kind

    def lists(self, player: int, names: Sequence[str]) -> None:
        """Check the yaku that a win lists. Each counts once."""
        for says, elsewhere in listed_twice(player, names):
            self.contradicts(says, elsewhere)

    def not_marked(self, field: str) -> None:
        """Note that the record marks no riichi as paid, although its format has such a mark."""
        last = next((step for step in reversed(self.hand.steps) if not isinstance(step, Reveal)), None)
        won_on = self.hand.wins and isinstance(last, Discard) and last.riichi
        if len(self.riichi) > bool(won_on):
            self.lacks(unsaid.RIICHI_MARKS, field)

    def pays_riichi(self, player: int) -> None:
        """Record that a riichi stick has been paid, which must follow the discard."""
        seat = self.seat(player)
        last = next((step for step in reversed(self.hand.steps) if not isinstance(step, Reveal)), None)
        if not isinstance(last, Discard) or not last.riichi or last.seat != seat:
            self.contradicts(f"the riichi of player {player} is paid", "the last discard was not their riichi discard")
        if self.hand.accepted is None:
            self.hand.accepted = []
        self.hand.accepted.append(seat)

    def shows(self, player: int, tiles: Sequence[Tile]) -> None:
        """Check the concealed tiles that a player shows at the end. Whether the winning tile is included depends on the
        format.
        """
        seat = self.seat(player)
        if self.hidden[player]:
            for tile in tiles:
                if not self.limits[tile]:
                    self._too_many(tile)
            self.hand.shown[seat] = tuple(tiles)
            return
        held = list(self.held[player])
        shown = counts_37(tiles)
        more = sum(shown) - sum(held)
        last = self.winnable
        if more == 1 and last is not None:
            held[_tile_of(last)] += 1
        elif more == -1 and self.turn == player and self.drawn >= 0:
            held[self.drawn] -= 1
        if shown != held:
            differing = next(tile for tile in range(37) if shown[tile] != held[tile])
            self.contradicts(
                f"player {player} shows {shown[differing]} of {NAMES[differing]}", f"it holds {held[differing]}"
            )

    def derives_moments(self) -> None:
        """Record that the writer of the record derived when indicators are turned: only their tiles count."""
        self.hand.later_indicators = ()

    def reveal(self, tile: Tile, instant: Turned | None = None) -> None:
        """Record that a dora indicator is turned. One that a discard turns is stored before that discard, as in most
        formats, wherever this format writes it.
        """
        self.appears(tile)
        if self.hand.later_indicators is not None:
            self.hand.later_indicators += (tile,)
            return
        steps = self.hand.steps
        at = len(steps)
        if instant is Turned.DISCARD and steps and isinstance(steps[-1], Discard):
            at -= 1
        steps.insert(at, Reveal(tile, instant))

    def win(self, player: int, source: int, win: RecordedWin) -> None:
        """Record a win on the tile just drawn (`source` is the player), or on the last tile discarded or used for a
        kan.
        """
        if self.hand.draw is not None:
            raise UnreadableError("a win after the end of the hand")
        self._no_riichi_open()
        if player == source:
            if self.turn != player or self.drawn < 0:
                raise UnreadableError(f"player {player} wins by tsumo, but has not drawn a tile")
            if self.drawn == UNSEEN:
                if win.tile is not None:
                    self.uncover(player, (win.tile,))
                self.hand.wins.append(win)
                return
            tile = self.drawn
        else:
            last = self.winnable
            if last is None or self.hand.players[last.seat] != source:
                raise UnreadableError(f"player {player} wins on a tile of player {source}, who has not just discarded")
            tile = _tile_of(last)
        if win.tile is None:
            win.tile = tile
        elif win.tile != tile:
            if player == source and not self.deal_tells_draw and self._opens() and self.held[player][win.tile]:
                win.tile = tile
                self.hand.wins.append(win)
                return
            raise UnreadableError(f"player {player} wins on {NAMES[win.tile]}, but the last tile is {NAMES[tile]}")
        self.hand.wins.append(win)

    def end_in_draw(
        self, type: ResultType | None, changes: Sequence[int] | None, tenpai: Sequence[int] | None = None
    ) -> RecordedDraw:
        """Record that the hand ends without a winner, and return it. `type` and `changes` are None if the record does
        not say which draw it is, or what it pays.
        """
        if self.ended:
            raise UnreadableError("a second end of the hand")
        self._no_riichi_open()
        by_seat = None if changes is None else self.by_seat(changes)
        if type is None:
            type = self.draw_type(by_seat)
        seats = None if tenpai is None else tuple(sorted(self.seat(player) for player in tenpai))
        self.hand.draw = draw = RecordedDraw(type, by_seat, seats)
        return draw

    def waits_for_orphan(self, player: int, kind: Tile) -> bool:
        """Return True if a player holds thirteen orphans but for this tile."""
        held = self.held[player]
        orphans = sum(held[other] for other in TERMINALS_AND_HONOURS) == sum(held) == 13
        return orphans and all(held[other] for other in TERMINALS_AND_HONOURS if other != kind)

    def draw_type(self, changes: Sequence[int] | None) -> ResultType:
        """Return which draw it must have been, from the course of the hand. Without payments, nagashi mangan cannot be
        told from an exhaustive draw.
        """
        draws = sum(1 for step in self.hand.steps if isinstance(step, Draw))
        if draws >= self.setup.live:
            if changes is None:
                self.hand.leaves_open(Fact.KIND)
                return ResultType.EXHAUSTIVE_DRAW
            noten = sorted(changes) in _NOTEN[self.count]
            return ResultType.EXHAUSTIVE_DRAW if noten else ResultType.NAGASHI_MANGAN
        steps = [step for step in self.hand.steps if not isinstance(step, Reveal)]
        thrown = [step.tile for step in steps if isinstance(step, Discard)]
        if len(self.kans) > 4 and isinstance(steps[-1], Ankan | Daiminkan | Shouminkan):
            return ResultType.FIFTH_KAN
        if steps and isinstance(steps[-1], Draw):
            held = self.held[self.turn]
            nine = self.hidden[self.turn] or sum(1 for kind in TERMINALS_AND_HONOURS if held[kind]) >= 9
            if draws <= self.count and nine:
                return ResultType.KYUUSHU_KYUUHAI
        elif len(self.riichi) == self.count:
            return ResultType.SUUCHA_RIICHI
        elif len(self.kans) == 4 and len(set(self.kans)) > 1:
            return ResultType.FOUR_KANS
        elif len(steps) == 8 and len(thrown) == 4 and len(set(thrown)) == 1 and thrown[0] in WINDS:
            return ResultType.SUUFON_RENDA
        elif steps and isinstance(steps[-1], Discard | Ankan | Shouminkan):
            return ResultType.SANCHAHOU
        raise UnreadableError("the hand ends without a winner, but no draw is possible here")
