"""Who pays whom: wins with honba, riichi sticks, and liability, draws, and chombo.

All functions are pure. Every transfer is kept with its reason (`Payment.parts`), so that a referee can see where each
hundred comes from. The changes of all seats always add up to the sticks taken from the table, less what a chombo takes
from the offender alone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from functools import reduce
from typing import NamedTuple

from kanrules.frozen import frozen
from kanrules.law.codes import sentence
from kanrules.law.hook_values import Liability, Transfer, TransferType
from kanrules.law.limits import MANGAN_BASE, YAKUMAN_BASE, Limit
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
from kanrules.law.scoring import Value, ron_points, round_up, tsumo_points
from kanrules.law.setup import setup_of
from kanrules.locale import marked as _N
from kanrules.locale.sentences import Sentence, say
from kanrules.pieces.tiles import Seat
from kanrules.rulings import Finding, Verdict

STICK = 1000
"""Value of a riichi stick in points."""
RINSHAN = "rinshan"
"""Name of the liability for a win on the replacement tile, used like the name of a yakuman."""

_STICK, _LIABILITY, _FOR_HONBA = TransferType.STICK, TransferType.LIABILITY, TransferType.HONBA
_NOTEN, _NAGASHI, _CHOMBO = TransferType.NOTEN, TransferType.NAGASHI, TransferType.CHOMBO
_EAST = Seat.EAST  # looked up with every part of a payment
Changes = tuple[int, ...]
"""Change of score by seat, east first."""


class Payment(NamedTuple):
    """The payments for a win: change of score by seat, every transfer, and the rulings needed for them
    (KR402-KR405).
    """

    changes: Changes
    parts: tuple[Transfer, ...] = ()
    findings: tuple[Finding, ...] = ()


class WonHand(NamedTuple):
    """One winner's claim: the seat, the value of the hand, and the liabilities in the order in which they arose."""

    winner: Seat
    value: Value
    liable: tuple[Liability, ...] = ()
    own_stick: bool = False
    """True if one of the riichi sticks on the table is the winner's, paid in this hand."""


@frozen
class ChomboPayment:
    """The cost of a chombo: change of scores now, and points that the offender loses to no one."""

    changes: Changes
    penalty_points: int = 0
    """Points deducted after uma, or already in `changes` if `chombo.pays` is `before_uma`."""
    transfers: tuple[Transfer, ...] = ()
    """The changes one by one."""


@dataclass(slots=True)
class _Ledger:
    winner: Seat
    changes: list[int]
    parts: list[Transfer] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)

    def pay(self, source: Seat, points: int, why: str, type: TransferType = TransferType.HAND) -> None:
        if points:
            self.changes[source] -= points
            self.changes[self.winner] += points
            self.parts.append(Transfer(source, self.winner, points, why, type))

    def take_sticks(self, sticks: int, own: int = 0) -> None:
        if own:
            self.changes[self.winner] += STICK * own
            self.parts.append(Transfer("table", self.winner, STICK * own, _OWN_STICK, _STICK))
        if sticks:
            self.changes[self.winner] += STICK * sticks
            why = _N("riichi sticks") if sticks > 1 else _N("riichi stick")
            self.parts.append(Transfer("table", self.winner, STICK * sticks, why, _STICK))

    def rule(self, code: str, name: str, key: str, /, **args: object) -> None:
        self.findings.append(Finding(Verdict.PAYS, code, sentence(code, name, **args), f"sekinin_barai.{key}"))

    def close(self) -> Payment:
        return Payment(tuple(self.changes), tuple(self.parts), tuple(self.findings))


@frozen
class _Share:
    """The part of a hand's base points for which one player is liable."""

    seat: Seat
    names: tuple[str, ...]
    base: int
    compound: bool
    """True if the hand is also paid for yakuman that no player is liable for, so that [sekinin_barai] `compound`
    decides.
    """

    @property
    def name(self) -> str:
        return joined_by_and(self.names)


def pay_tsumo(
    value: Value, winner: Seat, *, honba: int = 0, sticks: int = 0, liable: Sequence[Liability] = (), options: Options
) -> Payment:
    """Return the payments for a tsumo: every other player pays, the dealer double. A player liable for a yakuman pays
    that yakuman alone.

    Takes the value, the winner, honba and riichi sticks on the table, the liabilities for the winner's hand in the
    order in which they arose (`rinshan` if a player is liable for this win on the replacement tile), and the options
    ([sekinin_barai] [wins]). Anything else is paid as usual, also by the liable player, or by the player who is liable
    for the replacement tile. Source: M.League 8-1, EMA 2016 3.3.9.
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
        ledger.pay(share.seat, points, say(_LIABLE, yakuman=share.name), _LIABILITY)
        _rule_share(ledger, share, rest, say(_ALONE, points=points), options)
    if rest and feeder is not None:
        as_ron = options.sekinin_barai.daiminkan_rinshan_scored is RinshanScored.RON
        points = ron_points(rest, dealer=dealer) if as_ron else _tsumo_by_one(rest, winner, options)
        why = _N("replacement tile: liable for everything that no other liable player pays")
        ledger.pay(feeder, points, why, _LIABILITY)
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
            ledger.pay(feeder, len(payers) * each, _HONBA, _FOR_HONBA)
            ledger.rule("KR403", "rinshan", "daiminkan_rinshan", seat=feeder, points=len(payers) * each)
        else:
            for seat in payers:
                ledger.pay(seat, each, _HONBA, _FOR_HONBA)
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
    own_stick: int = 0,
    liable: Sequence[Liability] = (),
    options: Options,
) -> Payment:
    """Return the payments for a ron: the player who dealt in pays alone. A yakuman for which another player is liable
    is paid half by each, with an odd hundred paid by the one who dealt in.

    Takes the arguments of `pay_tsumo`, the player who dealt in (or was robbed), and in `own_stick` 1 if the winner
    takes back the stick of their own riichi before the pot is distributed. A liable player who deals in pays
    everything. `honba_on_ron` says which of the two pays the honba. Liability for the replacement tile applies only to
    tsumo. Source: M.League 8-1, EMA 2016 3.3.9.
    """
    table = setup_of(options)
    ledger = _Ledger(winner, [0] * table.players)
    dealer = winner is _EAST
    shares, rest = _shares(value, liable, options, ledger)
    others = [share for share in shares if share.seat is not loser]
    for share in shares:
        points = ron_points(share.base, dealer=dealer)
        if share.seat is loser:
            ledger.pay(loser, points, say(_LIABLE_DEALT_IN, yakuman=share.name), _LIABILITY)
            _rule_share(ledger, share, rest, say(_ALL_OF_IT, points=points), options)
        else:
            # Rounded down to a hundred: the odd hundred falls to the player who dealt in.
            half = points // 200 * 100
            ledger.pay(share.seat, half, say(_HALF_LIABLE, yakuman=share.name), _LIABILITY)
            ledger.pay(loser, points - half, say(_HALF_DEALT_IN, yakuman=share.name))
            _rule_share(ledger, share, rest, say(_HALF, points=half, other=loser), options)
    if rest:
        ledger.pay(loser, ron_points(rest, dealer=dealer), _N("ron") if not shares else _REST)
    if honba:
        points = options.wins.honba_value * honba
        if others and options.sekinin_barai.honba_on_ron is HonbaOnRon.LIABLE:
            _pay_honba_liable(ledger, shares, points, "honba_on_ron", options)
        else:
            ledger.pay(loser, points, _HONBA, _FOR_HONBA)
            if others:
                ledger.rule("KR403", "dealt_in", "honba_on_ron", seat=loser, points=points)
    ledger.take_sticks(sticks, own_stick)
    return ledger.close()


def settle_wins(
    wins: Sequence[WonHand], loser: Seat | None, *, honba: int = 0, sticks: int = 0, options: Options
) -> list[Payment]:
    """Return each winner's payments, in the order of `wins`. The winner nearest to the loser in turn order takes honba
    and riichi sticks, unless [wins] gives each a share.

    Takes the winners in any order, the player who dealt in (None: a tsumo by one winner), and the table's honba and
    sticks. If several win, `wins.own_stick` may return to each the stick of this hand's riichi before the others are
    distributed (EMA 2025 4.1, Orenomaajan). Sticks that do not divide evenly go to the nearest winners. Raises
    ValueError without a winner, or for several winners by tsumo.
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
            own_stick=given[place][0],
            sticks=given[place][1],
            liable=win.liable,
            options=options,
        )
        for place, win in enumerate(wins)
    ]


def worth(value: Value, winner: Seat, options: Options, *, tsumo: bool) -> int:
    """Return the points that a hand earns in all, without honba and riichi sticks. With three players, a tsumo earns
    what the two others pay.
    """
    if not tsumo:
        return ron_points(value.base, dealer=winner is _EAST)
    return sum(_tsumo_by_seat(value.base, winner, options).values())


def noten_payments(tenpai: Collection[Seat], options: Options) -> tuple[Transfer, ...]:
    """Return the noten payments after an exhaustive draw, one by one; none if all or no players are tenpai.

    Players who are not tenpai pay `noten_payment` in total to those who are, or each pays it to each of them
    (`noten_each`). Hundreds that do not divide evenly fall to the seats nearest to the dealer. Of shares of one sum,
    the first who pays pays the first who is paid, and so on.
    """
    noten = [seat for seat in setup_of(options).seats if seat not in tenpai]
    if not tenpai or not noten:
        return ()
    points = options.draws.noten_payment
    if options.draws.noten_each:
        return tuple(Transfer(payer, to, points, _FOR_NOTEN, _NOTEN) for payer in noten for to in sorted(tenpai))
    found = []
    owed = _divide(points, sorted(tenpai))
    for payer, left in _divide(points, noten):
        while left and owed:
            (to, due), *owed = owed
            paid = min(left, due)
            found.append(Transfer(payer, to, paid, _FOR_NOTEN, _NOTEN))
            left -= paid
            if due > paid:
                owed.insert(0, (to, due - paid))
    return tuple(found)


def nagashi(
    seats: Collection[Seat],
    options: Options,
    *,
    honba: int = 0,
    sticks: int = 0,
    own_stick: Collection[Seat] = (),
) -> tuple[Transfer, ...]:
    """Return the payments for nagashi mangan, one by one: like a mangan tsumo, for each player separately.
    `draws.nagashi_pays` says whether they include honba and riichi sticks.

    Takes the seats that scored it, the honba and sticks on the table, and the seats whose stick of this hand is there.
    Several players share honba and sticks like several winners, nearest to the dealer first. No source found; kanrules
    assumes this. Source of the rest: Tenhou's records (no honba), EMA (honba count), SEGA NET MJ (a win).
    """
    law = options.draws.nagashi_pays
    order = sorted(seats)
    found = []
    for place, winner in enumerate(order):
        counts = law is not NagashiPays.MANGAN and (place == 0 or options.wins.honba is WinnersHonba.EACH)
        each = _honba_of_each(honba if counts else 0, options)
        for seat, points in _tsumo_by_seat(MANGAN_BASE, winner, options).items():
            found.append(Transfer(seat, winner, points, _FOR_NAGASHI, _NAGASHI))
            if each:
                found.append(Transfer(seat, winner, each, _HONBA, _FOR_HONBA))
    if law is NagashiPays.AS_WIN and order:
        given = _hand_out(sticks, range(len(order)), [seat in own_stick for seat in order], options)
        for seat, (back, number) in zip(order, given, strict=True):
            if back:
                found.append(Transfer("table", seat, STICK * back, _OWN_STICK, _STICK))
            if number:
                why = _N("riichi sticks") if number > 1 else _N("riichi stick")
                found.append(Transfer("table", seat, STICK * number, why, _STICK))
    return tuple(found)


def chombo(seat: Seat, options: Options) -> ChomboPayment:
    """Return the payments for a chombo: a reversed mangan, points shared by the other players, or points that only the
    offender loses.

    Only the offender's points are deducted at once, so that places depend on the rest, or after uma. Takes the offender
    and [chombo]: `pays` and `points`. Source: EMA 2016 3.4.6 (after uma), MIL 2024 2.4 (before it).
    """
    law, table = options.chombo, setup_of(options)
    if law.pays is ChomboPays.AFTER_UMA:
        return ChomboPayment((0,) * table.players, law.points)
    if law.pays is ChomboPays.BEFORE_UMA:
        lost = (Transfer(seat, "nobody", law.points, _FOR_CHOMBO, _CHOMBO),)
        return ChomboPayment(transferred(lost, table.players), law.points, lost)
    if law.pays is ChomboPays.REVERSE_MANGAN:
        paid = list(_tsumo_by_seat(MANGAN_BASE, seat, options).items())
    else:
        paid = _divide(
            law.points,
            sorted(
                (other for other in table.seats if other is not seat), key=lambda other: (other - seat) % table.players
            ),
        )
    transfers = tuple(Transfer(seat, other, points, _FOR_CHOMBO, _CHOMBO) for other, points in paid)
    return ChomboPayment(transferred(transfers, table.players), 0, transfers)


def _shares(value: Value, liable: Sequence[Liability], options: Options, ledger: _Ledger) -> tuple[list[_Share], int]:
    """Split the base points: the share of each liable player, in the order in which the liabilities arose, and the
    rest.
    """
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
    # If the rules limit how many yakuman count, liable players may owe more than the hand is paid for.
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


_OWN_STICK = _N("own riichi stick")
_FOR_NOTEN, _FOR_NAGASHI, _FOR_CHOMBO = _N("noten payment"), _N("nagashi mangan"), _N("chombo")
_HONBA, _HONBA_LIABLE, _REST = _N("honba"), _N("honba: liable"), _N("the part without liability")
_LIABLE, _LIABLE_DEALT_IN = _N("{yakuman}: liable"), _N("{yakuman}: liable, and dealt in")
_HALF_LIABLE, _HALF_DEALT_IN = _N("half of {yakuman}: liable"), _N("half of {yakuman}: dealt in")
_ALONE, _ALL_OF_IT = _N("and pays it alone, {points}"), _N("and dealt in: pays all of it, {points}")
_HALF = _N("and pays half of it, {points}; {other}, who dealt in, pays the other half")
_FOR, _AND, _COMMA = _N("{seat} for {yakuman}"), _N("{first} and {second}"), _N("{first}, {second}")


def joined_by_and(names: Sequence[str]) -> str:
    """Return several names as one sentence, joined by "and"."""
    return reduce(lambda first, second: say(_AND, first=first, second=second), names)


def in_a_row(parts: Sequence[str]) -> str:
    """Return several texts as one sentence, separated by commas."""
    return reduce(lambda first, second: say(_COMMA, first=first, second=second), parts)


def _pay_honba_liable(ledger: _Ledger, shares: Sequence[_Share], points: int, key: str, options: Options) -> None:
    """Make the liable player pay the honba; of two, the one that `two_liable_honba` names."""
    which = options.sekinin_barai.two_liable_honba
    if len(shares) == 1 or which is not TwoLiableHonba.SHARED:
        share = shares[0 if which is TwoLiableHonba.FIRST else -1]
        ledger.pay(share.seat, points, _HONBA_LIABLE, _FOR_HONBA)
        ledger.rule("KR403", "liable", key, seat=share.seat, points=points)
    else:
        for seat, part in _divide(points, [share.seat for share in reversed(shares)]):
            ledger.pay(seat, part, _HONBA_LIABLE, _FOR_HONBA)
        ledger.rule("KR403", "parts", key, points=points)
    if len(shares) > 1:
        ledger.rule("KR404", which.value, "two_liable_honba")


def _tsumo_by_seat(base: int, winner: Seat, options: Options) -> dict[Seat, int]:
    """Return what each seat pays on a tsumo.

    With three players, `wins.tsumo` says who pays the share of the absent fourth player: no one; or the two others pay
    half each, rounded up (SEGA NET Mahjong MJ, rules for three players); or they pay the value of a ron, divided like a
    tsumo.
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
    """Return what one player pays who is liable for a whole tsumo: the total that the other players would pay.

    If three players pay as much as for a ron, that is the value of the ron, because a single payment has no parts to
    round up. No source found; kanrules assumes this.
    """
    if len(setup_of(options).seats) == 3 and options.wins.tsumo is AbsentShare.FULL:
        return ron_points(base, dealer=winner is _EAST)
    return sum(_tsumo_by_seat(base, winner, options).values())


def _as_by_ron(base: int, *, dealer: bool) -> tuple[int, int]:
    """Return what a dealer who does not win pays, and what each other player pays, if a tsumo earns as much as a
    ron.
    """
    return (_up(6 * base, 2),) * 2 if dealer else (_up(8 * base, 3), _up(4 * base, 3))


def _up(points: int, parts: int) -> int:
    """Return an equal part of points, rounded up to the next hundred."""
    return -(-points // (100 * parts)) * 100


def _honba_of_each(honba: int, options: Options) -> int:
    """Return what each payer pays for the honba of a tsumo: an equal share, rounded up, or the full amount."""
    if not honba:
        return 0
    points = options.wins.honba_value * honba
    if options.wins.honba_on_tsumo is HonbaByDraw.EACH:
        return points
    return round_up(-(-points // (setup_of(options).players - 1)))


def _hand_out(sticks: int, order: Sequence[int], own: Sequence[bool], options: Options) -> list[tuple[int, int]]:
    """Return for each winner the number of own riichi sticks that they take back, and of sticks of the pot. `order`
    lists the winners, nearest first.

    If the rules say so, each first gets its own stick back. The nearest then gets the rest, or all share it equally.
    """
    back, pot = [0] * len(own), [0] * len(own)
    if len(own) > 1 and options.wins.own_stick is OwnStick.BACK:
        for place in order:
            back[place] = int(own[place] and sticks > 0)
            sticks -= back[place]
    if len(own) > 1 and options.wins.sticks is WinnersSticks.DIVIDED:
        share, odd = divmod(sticks, len(own))
        for nearness, place in enumerate(order):
            pot[place] = share + (nearness < odd)
    else:
        pot[order[0]] = sticks
    return list(zip(back, pot, strict=True))


def _divide(points: int, seats: Sequence[Seat]) -> list[tuple[Seat, int]]:
    """Return points divided evenly. Leftover hundreds go one each to the first seats, and less than a hundred to the
    very first.
    """
    hundreds, odd = divmod(points, 100)
    share, left = divmod(hundreds, len(seats))
    return [(seat, 100 * (share + (place < left)) + (odd if place == 0 else 0)) for place, seat in enumerate(seats)]


def transferred(transfers: Iterable[Transfer], players: int = 4) -> Changes:
    """Return the change of score by seat through these transfers. What the table gives or receives belongs to no
    seat.
    """
    changes = [0] * players
    for transfer in transfers:
        if isinstance(transfer.source, Seat):
            changes[transfer.source] -= transfer.points
        if isinstance(transfer.to, Seat):
            changes[transfer.to] += transfer.points
    return tuple(changes)
