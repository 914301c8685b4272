"""Who pays whom: wins with honba, sticks and liability, draws, and chombo.

Pure functions. Every transfer is kept with its reason (`Payment.parts`), so that a referee can be told where each
hundred comes from; the changes of the four seats always add up to the sticks taken from the table, less what a chombo
takes off the offender's score alone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from functools import reduce
from typing import Literal, NamedTuple

from kanrules.law.codes import sentence
from kanrules.law.options import (
    AbsentShare,
    ChomboPays,
    Compound,
    HonbaByDraw,
    HonbaOnRon,
    HonbaOnTsumo,
    NagashiPays,
    Options,
    OwnStick,
    RinshanScored,
    TwoLiableHonba,
    WinnersHonba,
    WinnersSticks,
)
from kanrules.law.scoring import MANGAN_BASE, YAKUMAN_BASE, Limit, Value, ron_points, round_up, tsumo_points
from kanrules.law.setup import setup_of
from kanrules.law.vocabulary import Liability, Transfer
from kanrules.locale import marked as _N
from kanrules.locale.sentences import Sentence, say
from kanrules.pieces.tiles import Seat
from kanrules.rulings import Finding, Verdict

STICK = 1000
"""What a riichi stick is worth."""
RINSHAN = "rinshan"
"""The name under which liability for a win on the replacement tile goes, in the place of a yakuman's."""

_EAST = Seat.EAST  # looked up with every part of a payment
Changes = tuple[int, ...]
"""Change of score by seat, east first."""


class Part(NamedTuple):
    """One transfer and why it is made; `source` is "table" for riichi sticks."""

    source: Seat | Literal["table"]
    to: Seat
    points: int
    why: str


class Payment(NamedTuple):
    """What a win moves: change of score by seat, every transfer, and what had to be ruled on (KR402-KR405)."""

    changes: Changes
    parts: tuple[Part, ...] = ()
    findings: tuple[Finding, ...] = ()


class WonHand(NamedTuple):
    """One winner's claim: who won, what the hand is worth, who is liable for what (in the order in which it
    attached).
    """

    winner: Seat
    value: Value
    liable: tuple[Liability, ...] = ()
    own_stick: bool = False
    """Whether one of the sticks on the table is the winner's, put down in this hand."""


@dataclass(frozen=True, slots=True)
class ChomboPayment:
    """What a chombo costs: change of score now, and the points that nobody is paid."""

    changes: Changes
    penalty_points: int = 0
    """Taken off after uma, or in `changes` already where `chombo.pays` is `before_uma`."""


@dataclass(slots=True)
class _Ledger:
    winner: Seat
    changes: list[int]
    parts: list[Part] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)

    def pay(self, source: Seat, points: int, why: str) -> None:
        if points:
            self.changes[source] -= points
            self.changes[self.winner] += points
            self.parts.append(Part(source, self.winner, points, why))

    def take_sticks(self, sticks: int) -> None:
        if sticks:
            self.changes[self.winner] += STICK * sticks
            self.parts.append(
                Part("table", self.winner, STICK * sticks, _N("riichi sticks") if sticks > 1 else _N("riichi stick"))
            )

    def rule(self, code: str, name: str, key: str, /, **args: object) -> None:
        self.findings.append(Finding(Verdict.PAYS, code, sentence(code, name, **args), f"sekinin_barai.{key}"))

    def close(self) -> Payment:
        return Payment(tuple(self.changes), tuple(self.parts), tuple(self.findings))


@dataclass(frozen=True, slots=True)
class _Share:
    """The part of a hand's base points for which one player is liable."""

    seat: Seat
    names: tuple[str, ...]
    base: int
    compound: bool
    """Whether the hand is paid for yakuman beyond those that somebody is liable for, so that [sekinin_barai] `compound`
    decides.
    """

    @property
    def name(self) -> str:
        return joined_by_and(self.names)


def pay_tsumo(
    value: Value, winner: Seat, *, honba: int = 0, sticks: int = 0, liable: Sequence[Liability] = (), options: Options
) -> Payment:
    """On a tsumo all three pay, the dealer double; who is liable for a yakuman pays that yakuman alone.

    Takes the value, the winner, honba and riichi sticks on the table, the liabilities for the winner's hand in the
    order in which they arose (`rinshan` if a player is liable for this win on the replacement tile), and the options
    ([sekinin_barai] [wins]). What no liable player pays is paid as usual, by the liable one too, or by who is
    liable for the replacement tile. Source: M.League 8-1, EMA 2016 3.3.9.
    """
    table = setup_of(options)
    ledger = _Ledger(winner, [0] * table.players)
    dealer = winner is _EAST
    payers = [seat for seat in table.seats if seat is not winner]
    each = _honba_of_each(honba, options)
    shares, rest = _shares(value, liable, options, ledger)
    feeder = next((one.seat for one in liable if one.yakuman == RINSHAN), None)
    for share in shares:
        points = _tsumo_by_one(share.base, winner, options)
        ledger.pay(share.seat, points, say(_LIABLE, yakuman=share.name))
        _rule_share(ledger, share, rest, say(_ALONE, points=points), options)
    if rest and feeder is not None:
        as_ron = options.sekinin_barai.daiminkan_rinshan_scored is RinshanScored.RON
        points = ron_points(rest, dealer=dealer) if as_ron else _tsumo_by_one(rest, winner, options)
        ledger.pay(feeder, points, _N("replacement tile: liable for all that no other liable player pays"))
        ledger.rule(
            "KR405",
            "ron" if as_ron else "tsumo",
            "daiminkan_rinshan_scored" if as_ron else "daiminkan_rinshan",
            seat=feeder,
            points=points,
        )
    elif rest:
        why = _N("tsumo") if not shares else _REST
        for seat, points in _tsumo_by_seat(rest, winner, options).items():
            ledger.pay(seat, points, why)
        if len(payers) < 3:
            text = sentence("KR407", options.wins.tsumo.value)
            ledger.findings.append(Finding(Verdict.PAYS, "KR407", text, "wins.tsumo"))
    if honba:
        law = options.sekinin_barai
        if shares and law.honba_on_tsumo is HonbaOnTsumo.LIABLE:
            _pay_honba_liable(ledger, shares, len(payers) * each, "honba_on_tsumo", options)
        elif feeder is not None and (rest or not shares):
            ledger.pay(feeder, len(payers) * each, _HONBA)
            ledger.rule("KR403", "rinshan", "daiminkan_rinshan", seat=feeder, points=len(payers) * each)
        else:
            for seat in payers:
                ledger.pay(seat, each, _HONBA)
            if shares:
                ledger.rule("KR403", "shared", "honba_on_tsumo", points=each)
    ledger.take_sticks(sticks)
    return ledger.close()


def pay_ron(
    value: Value,
    winner: Seat,
    loser: Seat,
    *,
    honba: int = 0,
    sticks: int = 0,
    liable: Sequence[Liability] = (),
    options: Options,
) -> Payment:
    """Who deals in pays alone; a yakuman for which another is liable they pay half each, an odd hundred falling to who
    dealt in.

    Takes what `pay_tsumo` takes and who dealt in (or was robbed). A liable player who deals in pays all. `honba_on_ron`
    says who of the two pays the honba. Replacement-tile liability concerns tsumo only. Source: M.League 8-1, EMA 2016
    3.3.9.
    """
    table = setup_of(options)
    ledger = _Ledger(winner, [0] * table.players)
    dealer = winner is _EAST
    shares, rest = _shares(value, liable, options, ledger)
    others = [share for share in shares if share.seat is not loser]
    for share in shares:
        points = ron_points(share.base, dealer=dealer)
        if share.seat is loser:
            ledger.pay(loser, points, say(_LIABLE_DEALT_IN, yakuman=share.name))
            _rule_share(ledger, share, rest, say(_ALL_OF_IT, points=points), options)
        else:
            half = points // 200 * 100
            ledger.pay(share.seat, half, say(_HALF_LIABLE, yakuman=share.name))
            ledger.pay(loser, points - half, say(_HALF_DEALT_IN, yakuman=share.name))
            _rule_share(ledger, share, rest, say(_HALF, points=half, other=loser), options)
    if rest:
        ledger.pay(loser, ron_points(rest, dealer=dealer), _N("ron") if not shares else _REST)
    if honba:
        points = options.wins.honba_value * honba
        if others and options.sekinin_barai.honba_on_ron is HonbaOnRon.LIABLE:
            _pay_honba_liable(ledger, shares, points, "honba_on_ron", options)
        else:
            ledger.pay(loser, points, _HONBA)
            if others:
                ledger.rule("KR403", "dealt_in", "honba_on_ron", seat=loser, points=points)
    ledger.take_sticks(sticks)
    return ledger.close()


def settle_wins(
    wins: Sequence[WonHand], loser: Seat | None, *, honba: int = 0, sticks: int = 0, options: Options
) -> list[Payment]:
    """Each winner is paid apart; the nearest to the loser's right in turn takes honba and sticks, unless [wins] gives
    each a share.

    Takes the winners in any order, who dealt in (None: one winner's tsumo), and the table's honba and sticks; gives the
    payments in the order of `wins`. Where several win, `wins.own_stick` may give each the stick of this hand's riichi
    back before the others are handed out (EMA 2025 4.1, Orenomaajan). Sticks that do not divide evenly go to the
    nearest winners. Raises ValueError where nobody won or several won by tsumo.
    """
    if not wins or (loser is None and len(wins) > 1):
        raise ValueError(f"a tsumo has one winner and a ron at least one; expected that, got {len(wins)} winners")
    if loser is None:
        (win,) = wins
        return [pay_tsumo(win.value, win.winner, honba=honba, sticks=sticks, liable=win.liable, options=options)]
    players = setup_of(options).players
    order = sorted(range(len(wins)), key=lambda place: (wins[place].winner - loser) % players)
    given = _hand_out(sticks, order, [win.own_stick for win in wins], options)
    return [
        pay_ron(
            win.value,
            win.winner,
            loser,
            honba=honba if place == order[0] or options.wins.honba is WinnersHonba.EACH else 0,
            sticks=given[place],
            liable=win.liable,
            options=options,
        )
        for place, win in enumerate(wins)
    ]


def worth(value: Value, winner: Seat, options: Options, *, tsumo: bool) -> int:
    """What a hand brings in all, honba and sticks apart: of three players' tsumo what the two others pay."""
    if not tsumo:
        return ron_points(value.base, dealer=winner is _EAST)
    return sum(_tsumo_by_seat(value.base, winner, options).values())


def noten_payments(tenpai: Collection[Seat], options: Options) -> Changes:
    """After an exhaustive draw those who are not tenpai pay `noten_payment` between them to those who are, or each of
    them pays it to each of these (`noten_each`); nothing where all or none are.

    Hundreds that do not divide evenly fall to the seats nearest to the dealer.
    """
    seated = setup_of(options).seats
    changes = [0] * len(seated)
    noten = [seat for seat in seated if seat not in tenpai]
    if tenpai and noten:
        pool = options.draws.noten_payment * (len(noten) * len(tenpai) if options.draws.noten_each else 1)
        for seats, sign in ((tenpai, 1), (noten, -1)):
            for seat, points in _divide(pool, sorted(seats)):
                changes[seat] += sign * points
    return tuple(changes)


def nagashi(
    seats: Collection[Seat],
    options: Options,
    *,
    honba: int = 0,
    sticks: int = 0,
    own_stick: Collection[Seat] = (),
) -> Changes:
    """Nagashi mangan is paid like a mangan tsumo, each player's apart; honba and sticks come to it as
    `draws.nagashi_pays` says.

    Takes the seats that made it, what lies on the table, and whose stick of this hand lies there. Several share honba
    and sticks as several winners do, nearest to the dealer first: no text was found that says so. Source: Tenhou's
    records (no honba), EMA (honba count), SEGA NET MJ (a win).
    """
    law = options.draws.nagashi_pays
    order = sorted(seats)
    changes = [0] * setup_of(options).players
    for place, winner in enumerate(order):
        counts = law is not NagashiPays.MANGAN and (place == 0 or options.wins.honba is WinnersHonba.EACH)
        each = _honba_of_each(honba if counts else 0, options)
        for seat, points in _tsumo_by_seat(MANGAN_BASE, winner, options).items():
            changes[seat] -= points + each
            changes[winner] += points + each
    if law is NagashiPays.AS_WIN and order:
        given = _hand_out(sticks, range(len(order)), [seat in own_stick for seat in order], options)
        for seat, number in zip(order, given, strict=True):
            changes[seat] += STICK * number
    return tuple(changes)


def chombo(seat: Seat, options: Options) -> ChomboPayment:
    """A chombo costs a mangan paid the wrong way round, points paid to the others between them, or points that
    the offender alone loses: at once, so that the places go by what is left, or after uma.

    Takes the offender and [chombo]: `pays` and `points`. Source: EMA 2016 3.4.6 (after uma), MIL 2024 2.4 (before it).
    """
    law, table = options.chombo, setup_of(options)
    changes = [0] * table.players
    if law.pays is ChomboPays.AFTER_UMA:
        return ChomboPayment(tuple(changes), law.points)
    if law.pays is ChomboPays.BEFORE_UMA:
        changes[seat] -= law.points
        return ChomboPayment(tuple(changes), law.points)
    if law.pays is ChomboPays.REVERSE_MANGAN:
        paid = list(_tsumo_by_seat(MANGAN_BASE, seat, options).items())
    else:
        paid = _divide(
            law.points,
            sorted(
                (other for other in table.seats if other is not seat), key=lambda other: (other - seat) % table.players
            ),
        )
    for other, points in paid:
        changes[other] += points
        changes[seat] -= points
    return ChomboPayment(tuple(changes))


def _shares(value: Value, liable: Sequence[Liability], options: Options, ledger: _Ledger) -> tuple[list[_Share], int]:
    """Splits the base points: what each liable player answers for, in the order in which it attached, and the rest."""
    if not liable or value.limit is not Limit.YAKUMAN or not value.yakuman:
        return [], value.base
    names: dict[Seat, list[str]] = {}
    for one in liable:
        if (
            one.yakuman in value.yakuman
            and one.seat is not ledger.winner
            and one.yakuman not in names.setdefault(one.seat, [])
        ):
            names[one.seat].append(one.yakuman)
    names = {seat: held for seat, held in names.items() if held}
    if not names:
        return [], value.base
    several = in_a_row([say(_FOR, seat=seat, yakuman=joined_by_and(held)) for seat, held in names.items()])
    owed = {seat: YAKUMAN_BASE * sum(value.yakuman[name] for name in held) for seat, held in names.items()}
    compound = sum(owed.values()) < value.base
    whole = options.sekinin_barai.compound is Compound.WHOLE_HAND
    if not whole and sum(owed.values()) <= value.base:
        if len(names) > 1:
            ledger.rule("KR404", "own", "compound", several=several)
    elif len(names) == 1:
        owed = dict.fromkeys(names, value.base)
    else:
        owed = dict.fromkeys(names, value.base // len(names))
        ledger.rule("KR404", "whole" if whole else "fewer", "compound", several=several)
    shares = [_Share(seat, tuple(held), owed[seat], compound) for seat, held in names.items()]
    return shares, value.base - sum(owed.values())


def _rule_share(ledger: _Ledger, share: _Share, rest: int, pays: Sentence, options: Options) -> None:
    name = "yakuman_and_rest" if rest else "yakuman"
    if share.compound and options.sekinin_barai.compound is Compound.WHOLE_HAND:
        name = "whole_hand"
    key = "compound" if share.compound else "yakuman"
    ledger.rule("KR402", name, key, seat=share.seat, yakuman=share.name, pays=pays)


_HONBA, _HONBA_LIABLE, _REST = _N("honba"), _N("honba: liable"), _N("the part without liability")
_LIABLE, _LIABLE_DEALT_IN = _N("{yakuman}: liable"), _N("{yakuman}: liable, and dealt in")
_HALF_LIABLE, _HALF_DEALT_IN = _N("half of {yakuman}: liable"), _N("half of {yakuman}: dealt in")
_ALONE, _ALL_OF_IT = _N("and pays it alone, {points}"), _N("and dealt in: pays all of it, {points}")
_HALF = _N("and pays half of it, {points}; {other}, who dealt in, pays the other half")
_FOR, _AND, _COMMA = _N("{seat} for {yakuman}"), _N("{first} and {second}"), _N("{first}, {second}")


def joined_by_and(names: Sequence[str]) -> str:
    """Several names in a row with "and" between them."""
    return reduce(lambda first, second: say(_AND, first=first, second=second), names)


def in_a_row(parts: Sequence[str]) -> str:
    """Several things in a row with commas between them."""
    return reduce(lambda first, second: say(_COMMA, first=first, second=second), parts)


def _pay_honba_liable(ledger: _Ledger, shares: Sequence[_Share], points: int, key: str, options: Options) -> None:
    """The honba fall on the liable player; of two, on whom `two_liable_honba` names."""
    which = options.sekinin_barai.two_liable_honba
    if len(shares) == 1 or which is not TwoLiableHonba.SHARED:
        share = shares[0 if which is TwoLiableHonba.FIRST else -1]
        ledger.pay(share.seat, points, _HONBA_LIABLE)
        ledger.rule("KR403", "liable", key, seat=share.seat, points=points)
    else:
        for seat, part in _divide(points, [share.seat for share in reversed(shares)]):
            ledger.pay(seat, part, _HONBA_LIABLE)
        ledger.rule("KR403", "parts", key, points=points)
    if len(shares) > 1:
        ledger.rule("KR404", which.value, "two_liable_honba")


_ABSENT: dict[AbsentShare, str] = {
    AbsentShare.LOSS: "no one pays the absent player's share",
    AbsentShare.HALVES: "the absent player's share is paid half each by the two others",
    AbsentShare.FULL: "the two other players pay as much as for a ron",
}


def _tsumo_by_seat(base: int, winner: Seat, options: Options) -> dict[Seat, int]:
    """What each pays on a tsumo. Of three players the absent fourth's share falls on nobody, or on the two half each,
    each half rounded up (SEGA NET Mahjong MJ, rules for three players), or they pay the ron's worth in the parts in
    which they would pay a tsumo (`wins.tsumo`).
    """
    seats = setup_of(options).seats
    dealer = winner is _EAST
    from_dealer, from_other = tsumo_points(base, dealer=dealer)
    if len(seats) == 3 and options.wins.tsumo is not AbsentShare.LOSS:
        if options.wins.tsumo is AbsentShare.HALVES:
            half = _up(from_other, 2)
            from_dealer, from_other = from_dealer + half, from_other + half
        else:
            from_dealer, from_other = _as_by_ron(base, dealer=dealer)
    return {seat: from_dealer if seat is _EAST else from_other for seat in seats if seat is not winner}


def _tsumo_by_one(base: int, winner: Seat, options: Options) -> int:
    """What one pays who is liable for all of a tsumo: what the others would have paid between them. Where three play
    for as much as a ron would bring, that is the ron's worth: what one pays alone is in no parts to be rounded up (no
    text found for this).
    """
    if len(setup_of(options).seats) == 3 and options.wins.tsumo is AbsentShare.FULL:
        return ron_points(base, dealer=winner is _EAST)
    return sum(_tsumo_by_seat(base, winner, options).values())


def _as_by_ron(base: int, *, dealer: bool) -> tuple[int, int]:
    """What a dealer who does not win pays, and what each other player does, where a tsumo brings what a ron would."""
    return (_up(6 * base, 2),) * 2 if dealer else (_up(8 * base, 3), _up(4 * base, 3))


def _up(points: int, parts: int) -> int:
    """A part of points, rounded up to the next hundred."""
    return -(-points // (100 * parts)) * 100


def _honba_of_each(honba: int, options: Options) -> int:
    """What each payer pays for the honba of a tsumo: an even part, rounded up, or the whole of it."""
    if not honba:
        return 0
    points = options.wins.honba_value * honba
    if options.wins.honba_on_tsumo is HonbaByDraw.EACH:
        return points
    return round_up(-(-points // (setup_of(options).players - 1)))


def _hand_out(sticks: int, order: Sequence[int], own: Sequence[bool], options: Options) -> list[int]:
    """How many sticks each of those gets who share them, the nearest first in `order`: each its own first where the
    rules say so, then the nearest all that is left, or each an even part of it.
    """
    given = [0] * len(own)
    if len(own) > 1 and options.wins.own_stick is OwnStick.BACK:
        for place in order:
            given[place] = int(own[place] and sticks > 0)
            sticks -= given[place]
    if len(own) > 1 and options.wins.sticks is WinnersSticks.DIVIDED:
        share, odd = divmod(sticks, len(own))
        for nearness, place in enumerate(order):
            given[place] += share + (nearness < odd)
    else:
        given[order[0]] += sticks
    return given


def _divide(points: int, seats: Sequence[Seat]) -> list[tuple[Seat, int]]:
    """Divides points evenly; hundreds left over go one each to the seats named first, and what is less than a hundred
    to the very first.
    """
    hundreds, odd = divmod(points, 100)
    share, left = divmod(hundreds, len(seats))
    return [(seat, 100 * (share + (place < left)) + (odd if place == 0 else 0)) for place, seat in enumerate(seats)]


def transferred(transfers: Iterable[Transfer], players: int = 4) -> Changes:
    """By seat, how these transfers change the scores; the sticks of what the table is paid are nobody's."""
    changes = [0] * players
    for transfer in transfers:
        changes[transfer.source] -= transfer.points
        if transfer.to != "table":
            changes[transfer.to] += transfer.points
    return tuple(changes)
