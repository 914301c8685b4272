"""Tenhou's JSON (tenhou.net/6): what each player drew and discarded, but not whose turn was next or when a dora
indicator was turned.

A search reconstructs the order of play: after a discard, either another player's next entry calls this very tile from
this very player, or the next player draws. A caller is tried first, and dropped if the rest of the hand cannot be
played then, for example because the call belongs to a later discard of the same tile. Each entry is used once and in
its place, so a player who waits for another's discard cannot be passed over: in hands that were really played, two
orders never fit (a test checks that for thousands). If an invented record has several orders, the first that matches
its result is used.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from kanrules.errors import UnreadableError
from kanrules.locale.sentences import number as say_number
from kanrules.pieces.actions import Chi, Daiminkan, Pon
from kanrules.pieces.events import ResultType
from kanrules.pieces.tiles import KIND, NAMES, NORTH, SEATS, Tile
from kanrules.records import unsaid
from kanrules.records.builder import PLAIN_IN_A_SET_OF_TWO, HandBuilder, fives_too_many, red_fives_seen
from kanrules.records.format import Content, Format
from kanrules.records.members import shown as printable
from kanrules.records.recorded import Contradiction, Fact, Record, RecordedHand, RecordedWin
from kanrules.records.tenhou6_words import KITA, TILES, TSUMOGIRI, WIN
from kanrules.records.tenhou_lobby import NO_REDS, OWN_UMA, THREE_PLAYERS, Lobby, lobby
from kanrules.records.tenhou_names import DRAWS_BY_WORD, JAPANESE, YAKUMAN
from kanrules.records.write_tenhou6 import write

LIMITS = {
    "満貫": "mangan", "切り上げ満貫": "mangan", "跳満": "haneman", "倍満": "baiman", "三倍満": "sanbaiman",
    "役満": "yakuman", "数え役満": "yakuman",
}  # fmt: skip
"""Limits by the first word of the value of a hand."""
SETS: dict[tuple[int, ...], int] = {(0, 0, 0): 0, (0, 1, 1): 2, (1, 1, 1): 3, (1, 2, 1): 4}
"""Total number of red fives, by their numbers in each suit."""
MAX_PLANS = 64
"""Maximum number of orders of play that are compared with the result."""
MAX_TURNS = 200_000
"""Maximum number of turns that the search tries in one hand. A real hand takes about a hundred."""
MAX_ENTRIES = 100
MAX_POINTS = 40
"""Maximum length of the value of a hand, in characters."""
_CALL = re.compile(r"(?:\d\d)*[a-z](?:\d\d)+")
_YAKU = re.compile(r"(.+)\((?:(\d{1,2})飜|役満)\)")
_ROOMS = "般上特鳳琥技若"
OPEN_TANYAO, _LENGTHS = "喰", "東南"
"""Characters in Tenhou's title of a table: 般南喰赤 has open tanyao and red fives."""


class Take(NamedTuple):
    """An entry of the drawn tiles: a draw (`letter` empty), or a call with its tiles and its source."""

    letter: str
    tile: Tile
    source: int
    using: tuple[Tile, ...]


class Drop(NamedTuple):
    """An entry of the discards: a discard, a kan in the player's own turn (`a`, `k`), or the empty entry that a
    daiminkan leaves (`0`).
    """

    letter: str
    tile: Tile
    """The discarded tile; -1 for the tile just drawn."""
    riichi: bool


def _tile(number: Any) -> Tile:
    tile = TILES.get(number) if isinstance(number, int) else None
    if tile is None:
        raise UnreadableError(f"{number!r:.40} is not a Tenhou tile; expected 11 to 47, or 51 to 53 for a red five")
    return tile


def _call(text: str, player: int) -> tuple[str, Tile, int, tuple[Tile, ...]]:
    """Return the letter of a call, the tile after it, the source (from the position of the letter), and the other
    tiles.
    """
    if len(text) > 10 or _CALL.fullmatch(text) is None:
        raise UnreadableError(f"{text!r:.40} is not a call; expected, for example, c232425, p474747, 353535k35")
    at = next(i for i, char in enumerate(text) if char.isalpha())
    tiles = [_tile(int(text[i : i + 2])) for i in range(0, at, 2)]
    place = len(tiles)
    tiles += [_tile(int(text[i : i + 2])) for i in range(at + 1, len(text), 2)]
    tile = tiles.pop(place)
    # The tile is on the left, in the middle or on the right, for the left, the opposite or the right player.
    from_left = 1 if place == 0 else 2 if place == 1 else 3
    return text[at], tile, (player - from_left) % 4, tuple(tiles)


def _takes(entries: Any, player: int) -> list[Take]:
    takes = []
    for entry in _list(entries):
        if isinstance(entry, str):
            letter, tile, source, using = _call(entry, player)
            if letter not in ("c", "p", "m") or len(using) != (3 if letter == "m" else 2):
                raise UnreadableError(
                    f"{entry!r:.40} is among the drawn tiles; expected a chi (c), pon (p) or daiminkan (m)"
                )
            takes.append(Take(letter, tile, source, using))
        else:
            takes.append(Take("", _tile(entry), player, ()))
    return takes


def _drops(entries: Any, player: int) -> list[Drop]:
    drops = []
    for entry in _list(entries):
        riichi = isinstance(entry, str) and entry[:1] == "r"
        if isinstance(entry, str) and not riichi:
            letter, tile, _, using = _call(entry, player)
            if letter == "f":
                if entry != KITA:
                    raise UnreadableError(
                        f"{entry!r:.40} sets {NAMES[tile]} aside; only a north ({KITA}) may be set aside"
                    )
                drops.append(Drop("f", NORTH, False))
                continue
            if letter not in ("a", "k") or len(using) != 3:
                raise UnreadableError(
                    f"{entry!r} is among the discards; expected an ankan (a), shouminkan (k) or riichi (r)"
                )
            if any(KIND[other] != KIND[tile] for other in using):
                raise UnreadableError(f"{entry!r} is not a kan: its tiles are not identical")
            drops.append(Drop(letter, tile, False))
            continue
        number = entry
        if riichi:
            if re.fullmatch(r"r[0-9]{1,2}", entry) is None:
                raise UnreadableError(f"{entry!r:.40} is not a riichi; expected, for example, r45 or r60")
            number = int(entry[1:])
        if number == 0:
            drops.append(Drop("0", -1, False))
        else:
            drops.append(Drop("", -1 if number == TSUMOGIRI else _tile(number), riichi))
    return drops


def _list(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise UnreadableError(f"{value!r:.60}; expected a list")
    if len(value) > MAX_ENTRIES:
        raise UnreadableError(f"a list of {len(value)} entries; a hand has at most {MAX_ENTRIES}")
    return value


def _numbers(value: Any, count: int) -> list[int]:
    numbers = _list(value)
    if len(numbers) != count or not all(type(n) is int for n in numbers):
        raise UnreadableError(f"{value!r:.60}; expected {count} whole numbers")
    return numbers


def _counts(value: Any) -> tuple[int, int | None, int | None]:
    """Return the number of the hand, the honba, and the riichi sticks; the last two may be null."""
    if not isinstance(value, list) or len(value) != 3 or type(value[0]) is not int:
        raise UnreadableError(f"{value!r:.60}; expected 3 whole numbers")
    if any(type(n) not in (int, type(None)) for n in value[1:]):
        raise UnreadableError(f"{value!r:.60}; expected 3 whole numbers")
    return value[0], value[1], value[2]


_Turn = tuple[int, int, int]
"""Player, index among their takes, and index among their drops (-1: the hand ends on what was taken)."""


_State = tuple[int, tuple[int, ...], tuple[int, ...]]
"""The player whose turn it is, and the number of takes and drops that each player has used."""


def plans(dealer: int, takes: list[list[Take]], drops: list[list[Drop]]) -> Iterator[list[_Turn]]:
    """Yield every order of play in which all entries of all players are used, those with early calls first.

    Raises UnreadableError if the search takes more than MAX_TURNS.
    """
    yield from _Search(takes, drops).from_state((dealer, (0,) * len(takes), (0,) * len(takes)), [])


class _Search:
    """Searches for orders of play. Dead ends are visited once."""

    def __init__(self, takes: list[list[Take]], drops: list[list[Drop]]) -> None:
        self.takes = takes
        self.drops = drops
        self.dead: set[_State] = set()
        self.tried = 0

    def from_state(self, state: _State, before: list[_Turn]) -> Iterator[list[_Turn]]:
        """Yield the orders of play from a state on. Play on to the next place where two orders are possible, and follow
        both.
        """
        if state in self.dead:
            return
        takes, drops = self.takes, self.drops
        found = False
        turns = list(before)
        player, took, dropped = state[0], list(state[1]), list(state[2])
        left = sum(map(len, takes)) + sum(map(len, drops)) - sum(took) - sum(dropped)
        while True:
            self.tried += 1
            if self.tried > MAX_TURNS:
                raise UnreadableError(f"no order of play was found within {MAX_TURNS:,} turns; a real hand has one")
            if not left:
                found = True
                yield turns
                break
            if took[player] == len(takes[player]):
                break
            take = takes[player][took[player]]
            took[player] += 1
            if dropped[player] == len(drops[player]):
                turns.append((player, took[player] - 1, -1))
                if left == 1:
                    found = True
                    yield turns
                break
            drop = drops[player][dropped[player]]
            # In an order of play, a daiminkan is followed by no drop (0), and any other call by a discard.
            if (take.letter == "m") != (drop.letter == "0") or (take.letter and drop.letter in ("a", "k", "f")):
                break
            turns.append((player, took[player] - 1, dropped[player]))
            dropped[player] += 1
            left -= 2
            # After a kan or a kita, the same player takes the replacement tile.
            if drop.letter:
                continue
            follows = _follows(player, take.tile if drop.tile < 0 else drop.tile, took, takes)
            if len(follows) == 1:
                player = follows[0]
                continue
            for follow in follows:
                for turns_on in self.from_state((follow, tuple(took), tuple(dropped)), turns):
                    found = True
                    yield turns_on
            break
        if not found:
            # Another path to this state would fail in the same way.
            self.dead.add(state)


def _follows(player: int, thrown: Tile, took: list[int], takes: list[list[Take]]) -> list[int]:
    """Return the players who may be next after this discard: those whose next entry calls it, and the next player if
    their next entry is a draw.
    """
    players = len(takes)
    following = (player + 1) % players
    draws = True
    callers = []
    for other in [(player + step) % players for step in range(1, players)]:
        at = took[other]
        if at < len(takes[other]) and takes[other][at].letter:
            call = takes[other][at]
            if call.tile == thrown and call.source == player:
                callers.append(other)
            if other == following:
                draws = False
    return [*callers, following] if draws else callers


def _play(hand: HandBuilder, turns: list[_Turn], takes: list[list[Take]], drops: list[list[Drop]]) -> None:
    for player, at, out in turns:
        take = takes[player][at]
        if take.letter == "c":
            hand.chi(player, take.source, take.tile, take.using)
        elif take.letter == "p":
            hand.pon(player, take.source, take.tile, take.using)
        elif take.letter == "m":
            hand.daiminkan(player, take.source, take.tile)
            continue
        else:
            hand.draw(player, take.tile)
        if out < 0:
            continue
        drop = drops[player][out]
        if drop.letter == "a":
            hand.ankan(player, drop.tile)
        elif drop.letter == "k":
            hand.shouminkan(player, drop.tile)
        elif drop.letter == "f":
            hand.kita(player)
        else:
            hand.discard(player, take.tile if drop.tile < 0 else drop.tile, drop.tile < 0, drop.riichi)


def _points(text: str, players: int = 4) -> tuple[int | None, int | None, int | None, str | None]:
    """Return fu, value, han, and limit of a text such as 30符3飜1000-2000点, 満貫4000点∀, 跳満12000点."""
    fu = re.match(r"(\d{2,3})符", text)
    # Bounded: searching a long row of digits takes quadratic time.
    found = re.search(r"(\d+)(?:-(\d+))?点(∀)?$", text) if len(text) <= MAX_POINTS else None
    if found is None:
        raise UnreadableError(
            f"{text!r:.40} does not state points; expected, for example, 30符3飜3900点 or 満貫4000点∀"
        )
    first = int(found[1])
    worth = (players - 2) * first + int(found[2]) if found[2] else (players - 1) * first if found[3] else first
    head = text[: found.start()]
    counted = re.fullmatch(r"\d{2,3}符(\d{1,2})飜", head)
    if counted is not None:
        return int(fu[1]) if fu else None, worth, int(counted[1]), "none"
    return int(fu[1]) if fu else None, worth, None, LIMITS.get(head)


def _win(hand: HandBuilder, changes: Any, details: Any, shown: tuple[Tile, ...], ura: tuple[Tile, ...] | None) -> None:
    details = [*_list(details)]
    details += [None] * (4 - len(details))
    if (
        not all(type(n) is int for n in details[:2])
        or type(details[2]) not in (int, type(None))
        or not all(isinstance(text, str) for text in details[4 if details[3] is None else 3 :])
    ):
        raise UnreadableError(f"{details!r:.80}; expected winner, source, liable player, points and yaku")
    winner, source = details[:2]
    liable = winner if details[2] is None else details[2]
    fu, worth, han, limit = (None,) * 4 if details[3] is None else _points(details[3], hand.count)
    yaku: dict[str, int] = {}
    yakuman = []
    unknown = []
    listed = []
    for text in details[4:]:
        found = _YAKU.fullmatch(text)
        name = JAPANESE.get(found[1]) if found else None
        if found is None or name is None:
            unknown.append(printable(text)[:40])
            continue
        listed.append(name)
        if found[2] is None:
            if name not in YAKUMAN:
                raise UnreadableError(f"{text!r:.40} is not a yakuman")
            yakuman.append(name)
        if found[2] is None or int(found[2]):
            yaku[name] = int(found[2] or 13)
    seat = hand.seat(winner)
    hand.lists(winner, listed)
    win = RecordedWin(
        seat=seat,
        source=None if winner == source else hand.seat(source),
        tile=None,
        changes=None if changes is None else hand.by_seat(_numbers(changes, 4)[: hand.count]),
        han=han,
        fu=fu,
        points=worth,
        yaku=yaku if len(details) > 4 else None,
        yakuman=tuple(yakuman),
        indicators=shown,
        # The record lists them once for all winners: they are those of the winner in riichi.
        ura=ura if winner in hand.riichi else (),
        liable=hand.seat(liable) if liable != winner else None,
        unknown_yaku=tuple(unknown),
        limit=limit,
    )
    hand.win(winner, source, win)
    hand.lacking(
        (unsaid.PAYMENTS, "", changes),
        (unsaid.VALUE, "", worth),
        (unsaid.YAKU, "", win.yaku),
        (unsaid.LIABLE, "", details[2]),
    )


def _result(hand: HandBuilder, result: Any, shown: tuple[Tile, ...], ura: tuple[Tile, ...] | None) -> None:
    words = _list(result)
    if not words or not isinstance(words[0], str):
        raise UnreadableError(f"{result!r:.60} is not a result")
    word = words[0]
    if word == WIN or (word not in DRAWS_BY_WORD and len(words) > 2):
        if len(words) < 3 or len(words) % 2 == 0:
            raise UnreadableError(f"{result!r:.60}; expected changes of score and details for each winner")
        for changes, details in zip(words[1::2], words[2::2], strict=True):
            _win(hand, changes, details, shown, ura)
        if ura and not any(hand.hand.players[win.seat] in hand.riichi for win in hand.hand.wins):
            hand.contradicts(f"{len(ura)} ura are listed", "no winner declared riichi")
        return
    said = words[1] if len(words) > 1 else None
    changes = None if said is None else _numbers(said, 4)[: hand.count]
    kind = hand.draw_type_named(word, DRAWS_BY_WORD, changes)
    if changes is None and word in DRAWS_BY_WORD and word not in _PAYING_DRAWS:
        changes = [0] * hand.count
    hand.lacking((unsaid.PAYMENTS, "", changes))
    tenpai = list(range(hand.count)) if word == "全員聴牌" else [] if word == "全員不聴" else None
    draw = hand.end_in_draw(kind, changes, tenpai)
    if draw.type is ResultType.EXHAUSTIVE_DRAW and tenpai is None and any(draw.changes or ()):
        draw.tenpai = tuple([seat for seat, change in zip(SEATS, draw.changes or (), strict=False) if change > 0])


_PAYING_DRAWS = ("流局", "流し満貫")
"""Draws at the end of the wall that pay something, unlike those in which all or none of the players are tenpai."""


def read_entry(
    entry: Any, reds: int, *, of_three: bool = False, of_tenhou: bool = False, says_ura: bool = True
) -> RecordedHand:
    """Return the hand in one element of `log`.

    The element has the round, scores, dora indicators, ura dora indicators, then the dealt, drawn, and discarded tiles
    of each player, and the result. `of_three`: the game is marked as three-player. `of_tenhou`: it was played on
    Tenhou. `says_ura`: it has ura dora indicators somewhere, so that a list of none means none.
    """
    entry = _list(entry)
    if len(entry) != 17:
        raise UnreadableError(f"a hand of {say_number(len(entry), 'part')}; expected 17")
    place, honba, sticks = _counts(entry[0])
    scores = None if entry[1] is None else _numbers(entry[1], 4)
    # In a three-player game, the data of a fourth player is empty.
    players = 4 if entry[13] else 3
    if of_three and players == 4:
        raise UnreadableError("player 3 is dealt tiles in a three-player game; expected players 0 to 2")
    if players == 3 and (entry[14] or entry[15]):
        raise UnreadableError("player 3 acts in a three-player game; expected players 0 to 2")
    if players == 3 and place % 4 == 3:
        raise UnreadableError("player 3 deals in a three-player game; expected players 0 to 2")
    shown = tuple([_tile(n) for n in _list(entry[2])])
    ura = tuple([_tile(n) for n in _list(entry[3])]) if entry[3] or (says_ura and entry[3] is not None) else None
    if not shown or len(shown) > 5 or len(ura or ()) > 5:
        raise UnreadableError(
            f"{len(shown)} dora indicators and {len(ura or ())} ura; expected one to five, and none to five"
        )
    if not 0 <= place < 16:
        raise UnreadableError(f"round {place}; expected 0 to 15")
    takes = [_takes(entry[5 + 3 * player], player) for player in range(players)]
    drops = [_drops(entry[6 + 3 * player], player) for player in range(players)]
    first_fault: UnreadableError | None = None
    for tried, turns in enumerate(plans(place % 4, takes, drops)):
        if tried == MAX_PLANS:
            break
        hand = HandBuilder(
            round_wind=place // 4,
            dealer=place % 4,
            honba=honba,
            sticks=sticks,
            scores=None if scores is None else scores[:players],
            fields=("", "", ""),
            hands=[[_tile(n) for n in _list(entry[4 + 3 * player])] for player in range(players)],
            indicator=shown[0],
            red_fives=reds,
            deal_tells_draw=of_tenhou,
        )
        for tile in shown[1:]:
            hand.appears(tile)
        try:
            _play(hand, turns, takes, drops)
            _result(hand, entry[16], shown, ura)
        except UnreadableError as error:
            first_fault = first_fault or UnreadableError(f"event {len(hand.hand.steps) + 1}: {error}")
            continue
        hand.hand.later_indicators = shown[1:]
        if hand.hand.draw is not None and ura:
            hand.contradicts(f"{len(ura)} ura are listed", "no player won")
        return hand.hand
    if first_fault is None and players == 4 and not (entry[14] or entry[15]):
        raise UnreadableError(
            "player 3 is dealt tiles but never draws or discards; in a three-player game, the fourth player's "
            "entries are empty"
        )
    raise first_fault or UnreadableError(
        f"the {'four' if players == 4 else 'three'} players' draws and discards do not fit together in any order of "
        "play"
    )


def _final(value: dict[str, Any]) -> tuple[list[int], list[float]] | None:
    """Return `sc`: the score and the final points of each player."""
    numbers = value.get("sc")
    if numbers is None:
        return None
    if not isinstance(numbers, list) or len(numbers) != 8 or not all(type(n) in (int, float) for n in numbers):
        raise UnreadableError(f"sc {numbers!r:.80}; expected a score and points for each player")
    return [int(n) for n in numbers[:8:2]], [float(n) for n in numbers[1:8:2]]


def _no_open_tanyao(hand: RecordedHand, title: str) -> None:
    """Check open tanyao: Tenhou's title of a table has a character for it, and without that it does not count."""
    for win in hand.wins:
        if win.yaku is not None and "tanyao" in win.yaku:
            called = [step for step in hand.steps if isinstance(step, Chi | Pon | Daiminkan) and step.seat == win.seat]
            if called:
                elsewhere = f"disp {printable(title):.40} says that open tanyao is not used"
                hand.contradictions.append(Contradiction("an open tanyao is counted", elsewhere, len(hand.steps)))


def _hands(
    log: list[Any],
    reds: int,
    file: str,
    final: tuple[list[int], list[float]] | None,
    *,
    of_three: bool,
    title: str,
    fives: dict[int, str],
    own: Lobby | None,
    says_reds: bool,
) -> Iterator[RecordedHand]:
    says_ura = any(isinstance(entry, list) and len(entry) > 3 and entry[3] for entry in log)
    for number, entry in enumerate(log, 1):
        try:
            if number in fives:
                raise UnreadableError(fives[number])
            hand = read_entry(entry, reds, of_three=of_three, of_tenhou=bool(title), says_ura=says_ura)
            if own is not None and own.unknown:
                hand.leaves_open(Fact.WORTH)
                hand.notes.append(own.unknown)
            if number == 1 and not says_reds:
                hand.notes.append(unsaid.lacks(unsaid.RED_FIVES))
            if number == len(log) and final is None:
                hand.notes.append(unsaid.lacks(unsaid.FINAL_SCORES, "sc"))
            if final is not None and number == len(log):
                players = len(hand.players)
                hand.final = tuple(final[0][:players])
                if own is None:
                    hand.final_points = tuple(final[1][:players])
                else:
                    hand.notes.append(OWN_UMA)
            if title and OPEN_TANYAO not in title and any(sign in title for sign in _LENGTHS):
                _no_open_tanyao(hand, title)
            yield hand
        except UnreadableError as error:
            raise UnreadableError(f"hand {number}: {error}", file=file) from None


def _reds(value: dict[str, Any]) -> int:
    """Return the number of red fives in the set.

    `aka51` to `aka53` count them, and `aka` says whether there are any. The tiles show two 0p if there are four, and
    four 5m if there are two.
    """
    rule = value.get("rule")
    own = lobby(value)
    if own is not None and own.kind & NO_REDS:
        return 0
    rule = rule if isinstance(rule, dict) else {}
    single = tuple(rule.get(f"aka5{n}") for n in (1, 2, 3))
    if any(type(n) is int for n in single):
        total = SETS.get(tuple(n if type(n) is int else 0 for n in single))
        if total is None:
            raise UnreadableError(
                f"red fives {single!r:.40}; expected none, one of each suit, two of the second, or none of the first"
            )
        return total
    seen = red_fives_seen(_appearing(entry) for entry in value["log"])
    if type(rule.get("aka")) is not int:
        return seen
    if not rule["aka"]:
        return 0
    # A set with two has its fourth plain 5m, even if its red ones do not appear.
    return seen or (3 if fives_too_many(map(_appearing, value["log"]), 4, 2) else 2 if _plain_5m(value["log"]) else 3)


def _plain_5m(log: list[Any]) -> bool:
    return any([*_appearing(entry)].count(PLAIN_IN_A_SET_OF_TWO) > 3 for entry in log)


def _reds_said(value: dict[str, Any]) -> dict[str, int]:
    """Return what the game says about its red fives."""
    rule = value.get("rule")
    rule = rule if isinstance(rule, dict) else {}
    return {key: rule[key] for key in ("aka", "aka51", "aka52", "aka53") if type(rule.get(key)) is int}


def _fives(value: dict[str, Any], reds: int, players: int) -> dict[int, str]:
    """Return the first hand whose fives do not match the set that the game names, with a message about all such
    hands.
    """
    said = _reds_said(value)
    if not said:
        return {}
    hands = [[*_appearing(entry, ura=False)] for entry in value["log"]]
    wrong = fives_too_many(hands, players, reds)
    if not wrong:
        return {}
    first = next(at for at in range(1, len(hands) + 1) if fives_too_many(hands[at - 1 : at], players, reds))
    named = ", ".join(f"{key} is {n}" for key, n in said.items())
    return {first: f"rule does not match the fives that appear: {named}, but {wrong}; correct one of them"}


def _has_parts(entry: Any, number: int) -> bool:
    return isinstance(entry, list) and len(entry) == number


def _appearing(entry: Any, *, ura: bool = True) -> Iterator[Tile]:
    """Yield the tiles of a hand as they are first seen: dora indicators, ura dora indicators, dealt and drawn tiles."""
    if _has_parts(entry, 17):
        for at in (2, 3, 4, 5, 7, 8, 10, 11, 13, 14) if ura else (2, 4, 5, 7, 8, 10, 11, 13, 14):
            for number in entry[at] if isinstance(entry[at], list) else ():
                if type(number) is int and number in TILES:
                    yield TILES[number]


def _scope(value: dict[str, Any]) -> str:
    rule = value.get("rule")
    title = rule.get("disp") if isinstance(rule, dict) else None
    if isinstance(title, str) and "三" in title:
        return f"three players ({printable(title):.40})"
    names = value.get("name")
    if isinstance(names, list) and (len(names) == 3 or (len(names) == 4 and names[3] == "")):
        log = value["log"]
        if log and isinstance(log[0], list) and len(log[0]) > 13 and not log[0][13]:
            return "three players (no tiles are dealt to the fourth)"
    return ""


def sniff(content: Content) -> bool:
    """Return True if this is an object with `log`, and `name`, `rule`, or a hand that is a list of lists."""
    value = content.value
    if not isinstance(value, dict) or not isinstance(value.get("log"), list):
        return False
    first = value["log"][0] if value["log"] else None
    return "name" in value or "rule" in value or (isinstance(first, list) and all(isinstance(p, list) for p in first))


def read(content: Content, file: str) -> Record:
    """Return a tenhou.net/6 object as one game. Its hands are read on demand. The format does not keep when dora
    indicators are turned.

    Raises UnreadableError with file, hand, and event. Source: recorded games, and converters for the meaning of the
    letters.
    """
    # tensoul-py writes no parts for the fourth player of three.
    log = [[*hand[:13], [], [], [], hand[13]] if _has_parts(hand, 14) else hand for hand in content.value["log"]]
    value = content.value | {"log": log}
    try:
        scope = _scope(value)
        reds = _reds(value)
        fives = _fives(value, reds, 3 if scope else 4)
        final = _final(value)
        own = lobby(value)
        if own is not None and own.kind & THREE_PLAYERS and not scope:
            scope = f"three players (rule[2] is {own.kind:04x}, bit 0x10)"
    except UnreadableError as error:
        raise UnreadableError(str(error), file=file) from None
    rule = value.get("rule")
    title = rule.get("disp") if isinstance(rule, dict) else None
    platform = "tenhou" if isinstance(title, str) and title.lstrip("三")[:1] in tuple(_ROOMS) else ""
    room = title if platform and isinstance(title, str) else ""
    three = bool(scope)
    if own is not None:
        platform, scope = "tenhou", own.out_of_scope or scope
    says_reds = own is not None or bool(_reds_said(value))
    hands = _hands(
        value["log"], reds, file, final, of_three=three, title=room, fives=fives, own=own, says_reds=says_reds
    )
    players = 3 if three else 4
    return Record(
        file=file,
        format=FORMAT.name,
        keeps_instants=False,
        hands=hands,
        platform=platform,
        out_of_scope=scope,
        room=dict(own.options) if own is not None else {},
        players=players,
    )


FORMAT = Format("tenhou6", sniff, read, write)
