"""Read who won what from whom: the question that `pay` answers, with one winner or several on one tile."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from kanrules.desk.worth import (
    CLOSED,
    MOMENTS,
    OPENING,
    TRIPLETS_ALONE,
    AtLimit,
    Tiles,
    Worth,
    Yakuman,
    moments_of,
    read_worth,
    why_never,
    why_never_both,
    yakuman_name,
)
from kanrules.errors import UnreadableError, wrong_use
from kanrules.frozen import frozen
from kanrules.law.hook_values import Liability
from kanrules.law.options import Options
from kanrules.law.payments import RINSHAN, in_a_row, joined_by_and
from kanrules.law.scoring import WinningHand
from kanrules.law.several_rons import KOKUSHI
from kanrules.locale import marked as _N
from kanrules.locale.sentences import Sentence, say
from kanrules.pieces.melds import MeldType
from kanrules.pieces.tiles import KIND, NAMES, NORTH, SEATS, Seat

_BY_TSUMO, _OFF = _N("{seat} wins {worth} by tsumo"), _N("{seat} wins {worth} by ron from {loser}")
_RONS, _CALLER, _COMMA = _N("ron from {loser} by {winners}"), _N("{seat} ({worth})"), _N("{first}, {second}")
_ROBBED = _N("{question}, robbing a kan")
_HONBA = _N("{question}, {count} honba")
_STICK, _STICKS = _N("{question}, {count} riichi stick"), _N("{question}, {count} riichi sticks")
_RIICHI, _RIICHI_BY = _N("riichi"), _N("{question}, riichi by {seats}")
_WHO_WON = _N("who won? expected east, south, west or north")
_TWICE = _N("{seat} was named twice; name each winner once")
_ONE_BY_TSUMO = _N("several winners: a tsumo has one winner; name the discarder, or the player whose kan is robbed")
_OTHER_TILES = _N("several players win on one tile, and these are {tiles}")
_COPIES = _N("{count} copies of {tile}; there are four of each tile")
_COPIES_WITH_KAN = _N("{count} copies of {tile} with the robbed kan; there are four of each tile")
_NEVER_BOTH = _N("{seats}: {why}")
_TWO_OF_THREE = _N(
    "with three players, two cannot rob a shouminkan: the player who discarded the ponned tile is furiten"
)
_THREE_ROBBERS = _N("three players cannot rob a shouminkan: the player who discarded the ponned tile is furiten")


@frozen
class AskedWinner:
    """One winner of a payment question: the seat, the hand, and the liable players in order."""

    seat: Seat
    worth: Worth
    liable: tuple[Liability, ...] = ()
    riichi: bool = False
    """True if the winner declared riichi in this hand, so that one of the sticks is theirs."""

    @property
    def yakuman(self) -> tuple[str, ...]:
        """Names of the yakuman, if the hand was named by them."""
        return self.worth.names if isinstance(self.worth, Yakuman) else ()

    @property
    def said(self) -> str:
        """The hand in words, with riichi if the tiles do not say it already."""
        if self.riichi and not isinstance(self.worth, Tiles):
            return say(_COMMA, first=self.worth.said, second=_RIICHI)
        return self.worth.said


@frozen
class PaymentQuestion:
    """A payment question: the winners, the discarder (None for a tsumo), honba, and riichi sticks."""

    winners: tuple[AskedWinner, ...]
    loser: Seat | None
    honba: int
    sticks: int
    """Riichi sticks that were on the table before this hand."""
    riichi: tuple[Seat, ...] = ()
    """Players who declared riichi in this hand, winners included."""
    robbed: bool = False
    """True if the winning tile was that of a kan."""

    @property
    def liable(self) -> tuple[Liability, ...]:
        """The liable players for every winner's hand."""
        return tuple(one for winner in self.winners for one in winner.liable)

    @property
    def yakuman(self) -> tuple[str, ...]:
        """Names of the yakuman, if a hand was named by them."""
        return tuple(dict.fromkeys(name for winner in self.winners for name in winner.yakuman))

    @property
    def on_table(self) -> int:
        """Number of riichi sticks on the table at the end of the hand."""
        return self.sticks + len(self.riichi)

    @property
    def seats(self) -> tuple[Seat | None, ...]:
        """Every seat that the question names."""
        return (
            *(winner.seat for winner in self.winners),
            self.loser,
            *(one.seat for one in self.liable),
            *self.riichi,
        )

    @property
    def said(self) -> Sentence:
        """The question in words: winners, hands, discarder, honba, and riichi sticks."""
        if len(self.winners) == 1:
            (one,) = self.winners
            template = _BY_TSUMO if self.loser is None else _OFF
            text = say(template, seat=one.seat, worth=one.said, loser=self.loser)
        else:
            callers = joined_by_and([say(_CALLER, seat=one.seat, worth=one.said) for one in self.winners])
            text = say(_RONS, winners=callers, loser=self.loser)
        if self.robbed and not all(isinstance(one.worth, Tiles) for one in self.winners):
            text = say(_ROBBED, question=text)
        if self.honba:
            text = say(_HONBA, question=text, count=self.honba)
        if self.sticks:
            text = say(_STICK if self.sticks == 1 else _STICKS, question=text, count=self.sticks)
        others = [str(seat) for seat in self.riichi if all(seat is not one.seat for one in self.winners)]
        if others:
            text = say(_RIICHI_BY, question=text, seats=in_a_row(others))
        return text

    def __str__(self) -> str:
        return str(self.said)


def read_payment_question(
    yakuman: Sequence[str],
    winner: str | Sequence[str],
    by: str = "",
    liable: Sequence[str] = (),
    honba: int = 0,
    sticks: int = 0,
    *,
    riichi: Sequence[str] = (),
    tsumo: bool = False,
    han: int = 0,
    fu: int = 0,
    hand: str = "",
    win: str = "",
    melds: Sequence[str] = (),
    moments: Sequence[str] = (),
    indicators: str = "",
    ura: str = "",
    kitas: int = 0,
    round_wind: str = "east",
) -> PaymentQuestion:
    """Return the question in the words of the command. Raises UnreadableError, which quotes the mistake and says what
    was expected.

    A winner is a seat, with or without its own hand: `south`, or `south: 3/40, riichi`. A seat alone has the hand that
    is given for all, in one of four ways: yakuman, a limit, han and fu, or tiles with the winning tile. A win on the
    replacement tile with a liable player needs nothing else. `sticks` were on the table before this hand; the riichi of
    this hand is told with the winner (`riichi`), the discarder (`by="west: riichi"`), or in `riichi`.
    """
    told = [_told(text) for text in ([winner] if isinstance(winner, str) else winner)]
    if not told:
        raise wrong_use(say(_WHO_WON))
    for at, one in enumerate(told):
        if any(one.seat is other.seat for other in told[:at]):
            raise wrong_use(say(_TWICE, seat=one.seat))
    loser, riichi_of_loser = _discarder(by)
    for one in told:
        if loser is one.seat:
            raise wrong_use(f"--by {by}: {one.seat} won and cannot have dealt in; expected another seat")
    if tsumo and loser is not None:
        raise wrong_use(f"--tsumo and --by {loser}: a tsumo has no discarder; choose one of the two")
    if len(told) > 1 and loser is None:
        raise wrong_use(say(_ONE_BY_TSUMO))
    if len(told) > 1 and liable:
        raise wrong_use(
            f"--liable {liable[0]}: liable for whose hand? Say it with the winner, such as "
            f"--winner '{told[0].seat}: daisangen, liable west'"
        )
    declared = [_seat(word, "--riichi") for text in riichi for word in text.split(",") if word.strip()]
    shared = _Shared(tuple(yakuman), han, fu, hand, win, tuple(melds), tuple(moments), indicators, ura, kitas)
    wind = _seat(round_wind, "--round")
    robbed = any("chankan" in moments_of([*moments, *one.moments]) for one in told)
    winners = tuple(
        _winner(one, shared, loser, [*liable, *one.liable], wind, riichi=one.seat in declared, robbed=robbed)
        for one in told
    )
    in_riichi = {*declared, *(one.seat for one in winners if one.riichi)}
    if riichi_of_loser and loser is not None:
        in_riichi.add(loser)
    question = PaymentQuestion(
        winners, loser, honba, sticks, tuple(seat for seat in SEATS if seat in in_riichi), robbed=robbed
    )
    _together(question)
    return question


# --- one winner ----------------------------------------------------------------------------------------------------


class _SaidOfWinner(NamedTuple):
    """A winner as written: the seat, and the parts after the colon by kind."""

    text: str
    seat: Seat
    names: tuple[str, ...] = ()
    han: int = 0
    fu: int = 0
    hand: str = ""
    win: str = ""
    melds: tuple[str, ...] = ()
    moments: tuple[str, ...] = ()
    liable: tuple[str, ...] = ()
    kitas: int = 0

    @property
    def has_hand(self) -> bool:
        """True if the winner's own hand is told."""
        return bool(self.names or self.han or self.hand)


class _Shared(NamedTuple):
    """The hand that is given for all winners, and what belongs to the table."""

    names: tuple[str, ...]
    han: int
    fu: int
    hand: str
    win: str
    melds: tuple[str, ...]
    moments: tuple[str, ...]
    indicators: str
    ura: str
    kitas: int


_HAN_FU = re.compile(r"(\d{1,2})\s*/\s*(\d{1,3})|(\d{1,2})\s*han(?:[\s,]+(\d{1,3})\s*fu)?", re.IGNORECASE)
_TILES = re.compile(r"((?:[0-9]+[mpsz]\s*)+)(?:(?:on|win)\s+([0-9][mpsz]))?", re.IGNORECASE)
_KITAS = re.compile(r"(?:kitas?\s+([0-4])|([0-4])\s+kitas?)", re.IGNORECASE)
_MELDS = frozenset(str(kind.value) for kind in MeldType)


MAX_WINNER = 500
"""Maximum length of the text of a winner."""
_EXAMPLE = "south: 3/40, riichi"


def _told(text: str) -> _SaidOfWinner:
    """Return a winner as written: `south`, or `south: 3/40, riichi, liable west`."""
    if len(text) > MAX_WINNER:
        raise wrong_use(f"--winner: {len(text):,} characters; expected a seat and a hand, such as {_EXAMPLE!r}")
    word, colon, rest = text.partition(":")
    told = _SaidOfWinner(text.strip(), _seat(word, "--winner"))
    if not colon:
        return told
    for part in (part.strip() for part in rest.split(",")):
        if not part:
            continue
        low, first = part.lower(), part.lower().split()[0]
        if first == "liable":
            told = told._replace(liable=(*told.liable, part[len("liable") :].strip()))
        elif counted := _HAN_FU.fullmatch(part):
            han, fu, only_han, with_fu = counted.groups()
            told = told._replace(han=int(han or only_han), fu=int(fu or with_fu or 0))
        elif tiles := _TILES.fullmatch(part):
            told = told._replace(hand=tiles[1].replace(" ", ""), win=tiles[2] or told.win)
        elif aside := _KITAS.fullmatch(part):
            told = told._replace(kitas=int(aside[1] or aside[2]))
        elif first in _MELDS:
            told = told._replace(melds=(*told.melds, part))
        elif low.replace("-", "_").replace(" ", "_") in MOMENTS:
            told = told._replace(moments=(*told.moments, part))
        else:
            told = told._replace(names=(*told.names, *(name for name in part.split() if name.lower() != "and")))
    return told


def _winner(
    told: _SaidOfWinner,
    shared: _Shared,
    loser: Seat | None,
    liable: Sequence[str],
    round_wind: Seat,
    *,
    riichi: bool,
    robbed: bool,
) -> AskedWinner:
    """Return one winner, with the hand that is given for all if it has none of its own."""
    seat = told.seat
    moments = [*shared.moments, *told.moments]
    said = moments_of(moments)
    if riichi and not {"riichi", "double_riichi"} & set(said):
        moments.append("riichi")
    if robbed and "chankan" not in said:
        moments.append("chankan")
    fed = any(word.partition("=")[0].strip().lower() == RINSHAN for word in liable)
    if loser is not None and fed:
        raise wrong_use(f"--liable rinshan with --by {loser}: a win on the replacement tile is a tsumo; leave --by out")
    own = told.has_hand
    hand = told.hand if own else shared.hand
    try:
        worth = read_worth(
            told.names if own else shared.names,
            han=told.han if own else shared.han,
            fu=told.fu if own else shared.fu,
            hand=hand,
            # What belongs to the table goes with every hand of tiles, and with none that is given otherwise.
            win=(told.win or shared.win) if hand or not own else "",
            melds=told.melds if own else (*shared.melds, *told.melds),
            moments=(*moments, RINSHAN) if fed and hand else moments,
            indicators=shared.indicators if hand or not own else "",
            ura=_ura(shared.ura, moments, hand, own=own),
            kitas=told.kitas or (0 if own else shared.kitas),
            round_wind=round_wind,
            seat=seat,
            tsumo=loser is None,
        )
    except UnreadableError as error:
        if own:
            raise wrong_use(f"--winner {told.text!r}: {error}") from None
        raise
    names = _names(worth)
    owed = tuple(_liable(word, names, seat) for word in liable)
    if len({one.yakuman for one in owed}) < len(owed):
        raise wrong_use(f"--liable {' '.join(liable)}: one yakuman has one liable player; expected each name once")
    said = moments_of(moments)
    in_riichi = "riichi" in said or "double_riichi" in said
    if isinstance(worth, Yakuman):
        _possible(worth.names, seat, loser, owed, riichi=in_riichi, robbed=robbed)
    elif in_riichi and owed:
        raise wrong_use(f"--liable {liable[0]}: {seat} is in riichi and has called nothing, so no player can be liable")
    return AskedWinner(seat, worth, owed, in_riichi)


def _ura(ura: str, moments: Sequence[str], hand: str, *, own: bool) -> str:
    """Return the ura dora indicators for one of several hands: they belong to a hand in riichi alone."""
    riichi = {"riichi", "double_riichi"} & set(moments_of(moments))
    return ura if not own or (hand and riichi) else ""


def _discarder(by: str) -> tuple[Seat | None, bool]:
    """Return the discarder, and whether they declared riichi before: `west`, or `west: riichi`."""
    if not by:
        return None, False
    word, _, rest = by.replace(",", ":", 1).partition(":")
    said = rest.strip().lower()
    seat = _seat(word, "--by")
    if said not in ("", "riichi"):
        raise wrong_use(f"--by {by!r}: expected a seat alone, or with riichi, such as '{seat}: riichi'")
    return seat, bool(said)


def _names(worth: Worth) -> tuple[str, ...]:
    """Return the yakuman for which a player may be liable: those named, or those of the tiles under the most inclusive
    rules.
    """
    if isinstance(worth, Yakuman):
        return worth.names
    value = worth.value(Options()) if isinstance(worth, Tiles) else None
    return () if value is None else tuple(value.yakuman)


def _seat(text: str, what: str) -> Seat:
    word = text.strip().lower()
    for seat in SEATS:
        if word and word in (str(seat), str(seat)[0]):
            return seat
    raise wrong_use(f"{what} {text!r} is not a seat; expected east, south, west or north")


def _is_seat(text: str) -> bool:
    word = text.strip().lower()
    return any(word and word in (str(seat), str(seat)[0]) for seat in SEATS)


def _liable(text: str, names: Sequence[str], winner: Seat) -> Liability:
    word, equals, who = text.partition("=")
    if not equals:
        if not _is_seat(text):
            raise wrong_use(f"--liable {text!r}: expected a yakuman and a seat, such as daisangen=west")
        if not names:
            raise wrong_use(
                f"--liable {text!r}: the hand has no yakuman; for a daiminkan's replacement tile say "
                f"rinshan={text.strip()}"
            )
        if len(names) > 1:
            raise wrong_use(
                f"--liable {text!r}: liable for which of {' and '.join(names)}? Say {names[0]}={text.strip()}"
            )
        word, who = names[0], text
    name = RINSHAN if word.strip().lower() == RINSHAN else yakuman_name(word)
    if name != RINSHAN and name not in names:
        raise wrong_use(f"--liable {text!r}: the hand has no {name}; expected one of: {', '.join((*names, RINSHAN))}")
    seat = _seat(who, f"--liable {text!r}:")
    if seat is winner:
        raise wrong_use(f"--liable {text!r}: {winner} won and cannot be liable for that hand; expected another seat")
    return Liability(name, seat)


def _possible(
    names: tuple[str, ...],
    winner: Seat,
    loser: Seat | None,
    liable: Sequence[Liability],
    *,
    riichi: bool,
    robbed: bool,
) -> None:
    """Raise UnreadableError for yakuman, winners, and liabilities that cannot occur together."""
    why = why_never(names, winner, loser)
    closed = [name for name in names if name in CLOSED]
    if closed and liable:
        why = f"{closed[0]} is a hand without calls, so no player can be liable; leave --liable out"
    elif riichi and liable:
        why = f"{winner} is in riichi and has called nothing, so no player can be liable"
    first = [name for name in names if name in OPENING]
    if riichi and first:
        why = f"{first[0]} is won before a player can declare riichi"
    paired = [name for name in names if name in TRIPLETS_ALONE]
    if robbed and paired:
        why = f"{paired[0]} never waits for a tile of which a kan has the other three"
    if why:
        raise wrong_use(f"{' '.join(names)}: {why}")


# --- several winners -----------------------------------------------------------------------------------------------


def _together(question: PaymentQuestion) -> None:
    """Raise UnreadableError for winners who cannot win on one tile together."""
    winners = question.winners
    for at, one in enumerate(winners):
        for other in winners[:at]:
            if why := why_never_both(other.yakuman, one.yakuman):
                seats = joined_by_and([str(other.seat), str(one.seat)])
                raise wrong_use(say(_NEVER_BOTH, seats=seats, why=why))
    shown = [one.worth.win for one in winners if isinstance(one.worth, Tiles)]
    won = {one.winning_tile for one in shown}
    if len(won) > 1:
        raise wrong_use(say(_OTHER_TILES, tiles=in_a_row(sorted(NAMES[tile] for tile in won))))
    if shown:
        # A robbed kan has all four tiles, but a robbed north may be one that was set aside: the rules decide.
        kan = question.robbed and KIND[shown[0].winning_tile] != NORTH
        _copies_of(shown, 4 if kan else 1, robbed=question.robbed)
    if question.robbed and len(winners) == 3:
        check_robbers(question, 4)


def check_robbed_kan(question: PaymentQuestion) -> None:
    """Raise UnreadableError if the winners hold a tile of the kan that they rob, which has all four."""
    shown = [one.worth.win for one in question.winners if isinstance(one.worth, Tiles)]
    _copies_of(shown, 4, robbed=True)


def _copies_of(shown: Sequence[WinningHand], won_on: int, *, robbed: bool) -> None:
    """Raise UnreadableError for a fifth copy. `won_on` is the number of copies that the discarder or the kan has."""
    if shown:
        held: Counter[int] = Counter()
        for win in shown:
            held.update(KIND[tile] for tile in (*win.concealed, *(tile for meld in win.melds for tile in meld.tiles)))
            held[KIND[win.winning_tile]] -= 1
        held[KIND[shown[0].winning_tile]] += won_on
        for kind, copies in held.items():
            if copies > 4:
                copied = _COPIES_WITH_KAN if robbed else _COPIES
                raise wrong_use(say(copied, count=copies, tile=NAMES[kind]))


def check_robbers(question: PaymentQuestion, players: int) -> None:
    """Raise UnreadableError if more players rob a kan than can. Thirteen orphans may rob an ankan, whose tiles nobody
    discarded.
    """
    if not question.robbed or len(question.winners) < players - 1 or _all_kokushi(question.winners):
        return
    if players == 3 and len(question.winners) == 2:
        raise wrong_use(say(_TWO_OF_THREE))
    if len(question.winners) == 3:
        raise wrong_use(say(_THREE_ROBBERS))


def _all_kokushi(winners: Iterable[AskedWinner]) -> bool:
    """Return True if every winner has thirteen orphans, or a yakuman that may be thirteen orphans."""
    return all(
        not KOKUSHI.isdisjoint(_names(one.worth)) or (isinstance(one.worth, AtLimit) and one.worth.name == "yakuman")
        for one in winners
    )
