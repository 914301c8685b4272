"""Decide the payments for a winning hand under one ruleset, without a record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from kanrules.desk.worth import CLOSED, Tiles, Worth, Yakuman, read_worth, value_json, why_never, yakuman_name
from kanrules.errors import UnreadableError
from kanrules.frozen import dataclass
from kanrules.law.codes import sentence
from kanrules.law.hook_values import Liability
from kanrules.law.options import Options, RinshanLiability
from kanrules.law.payments import RINSHAN, Payment, WonHand, settle_wins
from kanrules.law.scoring import Value
from kanrules.locale import marked as _N
from kanrules.locale.sentences import Sentence, say
from kanrules.pieces.tiles import SEATS, Seat
from kanrules.ruleset.four import at_a_table_of_four, check_table
from kanrules.rulings import Finding, Ruling, Verdict

if TYPE_CHECKING:
    from kanrules.ruleset import Ruleset


_BY_TSUMO, _OFF = _N("{seat} wins {worth} by tsumo"), _N("{seat} wins {worth} by ron from {loser}")
_HONBA = _N("{question}, {count} honba")
_STICK, _STICKS = _N("{question}, {count} riichi stick"), _N("{question}, {count} riichi sticks")


@dataclass(frozen=True, slots=True)
class PaymentQuestion:
    """A payment question: the hand, the winner, the discarder (None for a tsumo), liable players, honba, and riichi
    sticks.
    """

    worth: Worth
    winner: Seat
    loser: Seat | None
    liable: tuple[Liability, ...]
    honba: int
    sticks: int

    @property
    def yakuman(self) -> tuple[str, ...]:
        """Names of the yakuman, if the hand was named by them."""
        return self.worth.names if isinstance(self.worth, Yakuman) else ()

    @property
    def said(self) -> Sentence:
        """The question in words: winner, hand, discarder, honba, and riichi sticks on the table."""
        template = _BY_TSUMO if self.loser is None else _OFF
        text = say(template, seat=self.winner, worth=self.worth.said, loser=self.loser)
        if self.honba:
            text = say(_HONBA, question=text, count=self.honba)
        if self.sticks:
            text = say(_STICK if self.sticks == 1 else _STICKS, question=text, count=self.sticks)
        return text

    def __str__(self) -> str:
        return str(self.said)


@dataclass(frozen=True, slots=True)
class PaymentAnswer:
    """One ruleset's answer; `payment` is None if the ruleset has none of the yakuman, or the hand has no yaku."""

    rules: Ruleset
    payment: Payment | None
    liable: tuple[Liability, ...]
    rulings: tuple[Ruling, ...]
    value: Value | None = None
    """Value of the hand; None if the hand was named by its yakuman."""

    def to_json(self) -> dict[str, Any]:
        """Return the object that `pay --format json` prints."""
        payments = (
            None if self.payment is None else {str(SEATS[at]): change for at, change in enumerate(self.payment.changes)}
        )
        parts = () if self.payment is None else self.payment.parts
        return {
            "rules": self.rules.id,
            **({} if self.value is None else {"value": value_json(self.value)}),
            "payments": payments,
            "liable": {each.yakuman: str(each.seat) for each in self.liable},
            "parts": [
                {"from": str(part.source), "to": str(part.to), "points": part.points, "why": str(part.why)}
                for part in parts
            ],
            "rulings": [ruling.to_json() for ruling in self.rulings],
        }


def read_payment_question(
    yakuman: Sequence[str],
    winner: str,
    by: str = "",
    liable: Sequence[str] = (),
    honba: int = 0,
    sticks: int = 0,
    *,
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

    The hand is given in one of four ways: yakuman, a limit, han and fu, or tiles with the winning tile. A win on the
    replacement tile with a liable player needs nothing else.
    """
    seat = _seat(winner, "--winner")
    loser = _seat(by, "--by") if by else None
    if loser is seat:
        raise UnreadableError(f"--by {by}: {seat} won and cannot have dealt in; expected another seat", code="")
    if tsumo and loser is not None:
        raise UnreadableError(f"--tsumo and --by {loser}: a tsumo has no discarder; choose one of the two", code="")
    fed = any(word.partition("=")[0].strip().lower() == RINSHAN for word in liable)
    if loser is not None and fed:
        raise UnreadableError(
            f"--liable rinshan with --by {loser}: a win on the replacement tile is a tsumo; leave --by out", code=""
        )
    worth = read_worth(
        yakuman,
        han=han,
        fu=fu,
        hand=hand,
        win=win,
        melds=melds,
        moments=(*moments, RINSHAN) if fed and hand else moments,
        indicators=indicators,
        ura=ura,
        kitas=kitas,
        round_wind=_seat(round_wind, "--round"),
        seat=seat,
        tsumo=loser is None,
    )
    names = _names(worth)
    owed = tuple(_liable(word, names, seat) for word in liable)
    if len({one.yakuman for one in owed}) < len(owed):
        raise UnreadableError(
            f"--liable {' '.join(liable)}: one yakuman has one liable player; expected each name once", code=""
        )
    if isinstance(worth, Yakuman):
        _possible(worth.names, seat, loser, owed)
    return PaymentQuestion(worth, seat, loser, owed, honba, sticks)


def check_payment_question(question: PaymentQuestion, rules: Ruleset) -> None:
    """Check that the question uses only seats and tiles of the ruleset. Raises UnreadableError if it does not."""
    named = (question.winner, question.loser, *(one.seat for one in question.liable))
    won = question.worth.win if isinstance(question.worth, Tiles) else None
    if won is None:
        check_table(rules.options, rules.id, seats=named)
    else:
        seen = (tile for tile in (*won.indicators, *won.ura) if tile is not None)
        tiles = (*won.concealed, *seen)
        check_table(rules.options, rules.id, tiles=tiles, melds=won.melds, seats=named, kitas=won.kitas)


def answer_payment(question: PaymentQuestion, rules: Ruleset) -> PaymentAnswer:
    """Return the ruleset's answer: payments, liable players, and each ruling with its source.

    A three-player ruleset answers a question that names north as if at a four-player table. Use
    `check_payment_question` to find out whether to ask it.
    """
    if Seat.NORTH in (question.winner, question.loser, *(one.seat for one in question.liable)):
        rules = at_a_table_of_four(rules)
    options: Options = rules.options
    value = question.worth.value(options)
    if value is None:
        return PaymentAnswer(rules, None, (), ())
    law = options.sekinin_barai
    findings: list[Finding] = list(question.worth.findings(value))
    stands: list[Liability] = []
    for one in question.liable:
        if one.yakuman == RINSHAN:
            if law.daiminkan_rinshan is RinshanLiability.NONE:
                text = sentence("KR405", "none", seat=one.seat)
                findings.append(Finding(Verdict.PAYS, "KR405", text, "sekinin_barai.daiminkan_rinshan"))
                continue
        elif one.yakuman not in law.yakuman:
            text = sentence("KR401", "none", yakuman=one.yakuman, seat=one.seat)
            findings.append(Finding(Verdict.PAYS, "KR401", text, "sekinin_barai.yakuman"))
            continue
        stands.append(one)
    win = WonHand(question.winner, value, tuple(stands))
    (payment,) = settle_wins([win], question.loser, honba=question.honba, sticks=question.sticks, options=options)
    findings.extend(payment.findings)
    rulings = tuple(rules.ruling(finding) for finding in findings)
    named = isinstance(question.worth, Yakuman)
    return PaymentAnswer(rules, payment, tuple(stands), rulings, None if named else value)


def unpaid(question: PaymentQuestion, one: PaymentAnswer) -> str:
    """Return why a ruleset does not pay for the hand, as a sentence; "" if it pays."""
    if one.payment is not None:
        return ""
    if question.yakuman:
        return f"{one.rules.id} has no {' or '.join(question.yakuman)}, so nothing is paid for it"
    return f"{question.worth} has no yaku under {one.rules.id}, so nothing is paid for it"


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
    raise UnreadableError(f"{what} {text!r} is not a seat; expected east, south, west or north", code="")


def _is_seat(text: str) -> bool:
    word = text.strip().lower()
    return any(word and word in (str(seat), str(seat)[0]) for seat in SEATS)


def _liable(text: str, names: Sequence[str], winner: Seat) -> Liability:
    word, equals, who = text.partition("=")
    if not equals:
        if not _is_seat(text):
            raise UnreadableError(f"--liable {text!r}: expected a yakuman and a seat, such as daisangen=west", code="")
        if not names:
            raise UnreadableError(
                f"--liable {text!r}: the hand has no yakuman; for a daiminkan's replacement tile say "
                f"rinshan={text.strip()}",
                code="",
            )
        if len(names) > 1:
            raise UnreadableError(
                f"--liable {text!r}: liable for which of {' and '.join(names)}? Say {names[0]}={text.strip()}", code=""
            )
        word, who = names[0], text
    name = RINSHAN if word.strip().lower() == RINSHAN else yakuman_name(word)
    if name != RINSHAN and name not in names:
        raise UnreadableError(
            f"--liable {text!r}: the hand has no {name}; expected one of: {', '.join((*names, RINSHAN))}", code=""
        )
    seat = _seat(who, f"--liable {text!r}:")
    if seat is winner:
        raise UnreadableError(
            f"--liable {text!r}: {winner} won and cannot be liable for that hand; expected another seat", code=""
        )
    return Liability(name, seat)


def _possible(names: tuple[str, ...], winner: Seat, loser: Seat | None, liable: Sequence[Liability]) -> None:
    """Raise UnreadableError for yakuman, winners, and liabilities that cannot occur together."""
    why = why_never(names, winner, loser)
    closed = [name for name in names if name in CLOSED]
    if closed and liable:
        why = f"{closed[0]} is a hand without calls, so no player can be liable; leave --liable out"
    if why:
        raise UnreadableError(f"{' '.join(names)}: {why}", code="")
