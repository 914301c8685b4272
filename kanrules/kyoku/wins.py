"""Wins and the end of the wall: who may win, what the hand is worth, who pays, who deals next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypedDict

from kanrules.errors import IllegalAction
from kanrules.kan import way as kan
from kanrules.kyoku import draws, fouls
from kanrules.law import payments, scoring
from kanrules.law.options import AbortiveDraw, Dealer, ExhaustiveDealer, NagashiMangan, NagashiPays, Simultaneous
from kanrules.law.outcome import Outcome, Win
from kanrules.law.scoring import Value, WinningHand
from kanrules.law.vocabulary import Liability, Penalty
from kanrules.pieces.actions import Ron, Tsumo
from kanrules.pieces.events import Chankan, ResultType
from kanrules.pieces.melds import MeldType
from kanrules.pieces.tiles import KIND, NAMES, SEATS, TERMINALS_AND_HONOURS, Seat, Tile
from kanrules.rulings import Objection
from kanrules.table.state import Phase

if TYPE_CHECKING:
    from kanrules.kyoku.machine import Kyoku

_ACT, _RON = Phase.ACT, Phase.RON
_MAY_BE_WON = frozenset((Phase.CLAIM, Phase.ROB, Phase.RON))
ORPHANS = sum(1 << kind for kind in TERMINALS_AND_HONOURS)


@dataclass(frozen=True, slots=True)
class Claim:
    """A ron that was called and waits to be settled."""

    seat: Seat
    value: Value
    tile: Tile


# --- values --------------------------------------------------------------------------------------------------------


def _value(kyoku: Kyoku, seat: Seat, tile: Tile, *, tsumo: bool) -> Value | None:
    options = kyoku.options
    concealed = kyoku.concealed(seat)
    chankan = not tsumo and kyoku.announced is not None
    if not tsumo:
        concealed.append(tile)
    on_replacement = tsumo and kyoku.on_replacement
    ippatsu = kyoku.ippatsu[seat] and not (chankan and not options.chankan.ippatsu)
    closed_first = not kyoku.interrupted and not kyoku.rivers[seat]
    indicators = kyoku.indicators
    in_riichi = kyoku.riichi[seat]
    ura: tuple[Tile | None, ...] = ()
    if in_riichi and options.dora.ura:
        ura = tuple(kyoku.ura_indicators[: kyoku.face_up if options.kandora.ura else 1])
    return scoring.score(
        WinningHand(
            concealed=tuple(concealed),
            melds=tuple(kyoku.melds[seat]),
            winning_tile=tile,
            tsumo=tsumo,
            seat=seat,
            round_wind=kyoku.round_wind,
            riichi=in_riichi,
            double_riichi=in_riichi and kyoku.double_riichi[seat],
            ippatsu=in_riichi and ippatsu,
            rinshan=on_replacement,
            chankan=chankan,
            last_tile=not kyoku.live and not chankan and (not on_replacement or options.rinshan.with_haitei),
            first_turn=closed_first and not on_replacement,
            indicators=indicators,
            ura=ura,
        ),
        options,
    )


def value_of_ron(kyoku: Kyoku, seat: Seat) -> Value | None:
    """What this seat's hand is worth with the tile that may be won on now; None without a yaku."""
    tile = _winning_tile(kyoku)
    return None if tile is None else _enough(kyoku, _value(kyoku, seat, tile, tsumo=False))


def _enough(kyoku: Kyoku, value: Value | None) -> Value | None:
    from_honba = kyoku.options.wins.two_han_from_honba
    if value is not None and from_honba and kyoku.honba >= from_honba and value.yaku_han < 2:
        return None
    return value


def _winning_tile(kyoku: Kyoku) -> Tile | None:
    if kyoku.announced is not None:
        return kyoku.announced.tile
    return None if kyoku.last is None else kyoku.last.tile


# --- ron -----------------------------------------------------------------------------------------------------------


def ron_bars(kyoku: Kyoku, seat: Seat) -> list[Objection]:
    """Why this seat may not win on the tile offered, the value of the hand apart."""
    tile = _winning_tile(kyoku)
    source = (
        kyoku.announced.seat if kyoku.announced is not None else (kyoku.last.seat if kyoku.last is not None else None)
    )
    if tile is None or source == seat:
        return [Objection("KR202", f"{seat} ron: there is no tile to win on")]
    if kyoku.announced is not None and seat not in kyoku.announced.robbable_by:
        if kyoku.waits(seat) >> KIND[tile] & 1:
            return [Objection("KR211", f"{seat} ron: this {kyoku.announced.type} cannot be robbed", "chankan.ankan")]
        return [Objection("KR299", f"{seat} ron: {NAMES[tile]} does not complete the hand")]
    found = []
    if kyoku.dead[seat]:
        found.append(Objection("KR214", f"{seat} ron: a dead hand may not win"))
    if not kyoku.waits(seat) >> KIND[tile] & 1:
        found.append(Objection("KR299", f"{seat} ron: {NAMES[tile]} does not complete the hand"))
    elif kyoku.is_furiten(seat):
        found.append(Objection("KR212", f"{seat} ron: furiten", "furiten.temporary_ends"))
    if any(claim.seat == seat for claim in kyoku.claims):
        found.append(Objection("KR299", f"{seat} ron: called already"))
    return found


def ron_objections(kyoku: Kyoku, seat: Seat) -> list[Objection]:
    """Why this seat may not win on the tile offered; empty where it may."""
    found = ron_bars(kyoku, seat)
    if not found and value_of_ron(kyoku, seat) is None:
        found.append(Objection("KR213", f"{seat} ron: the hand has no yaku"))
    return found


def ron(kyoku: Kyoku, action: Ron) -> None:
    """A seat wins on the tile offered; settled when nobody else may, or at the next pass."""
    seat = action.seat
    if kyoku.phase not in _MAY_BE_WON:
        raise _unrobbable(kyoku, seat) or kyoku._wrong_moment(action)
    found = ron_bars(kyoku, seat)
    if found:
        if kyoku.lenient and all(o.code in ("KR211", "KR212", "KR214") for o in found):
            kyoku.refuse(*found)
        else:
            raise IllegalAction(found)
    tile = _winning_tile(kyoku)
    assert tile is not None
    value = _enough(kyoku, _value(kyoku, seat, tile, tsumo=False))
    if value is None:
        objection = Objection("KR213", f"{seat} ron: the hand has no yaku")
        if not kyoku.lenient:
            raise IllegalAction([objection])
        kyoku.refuse(objection)
        value = Value()
    if kyoku.announced is not None and not kyoku.claims:
        kyoku.events.append(Chankan(seat, kyoku.announced.tile))
        kan.robbed(kyoku, kyoku.announced)
    kyoku.claims.append(Claim(seat, value, tile))
    kyoku.events.append(action)
    kyoku.phase = _RON
    if not kyoku.lenient and not any(
        other not in kyoku.silent and not ron_objections(kyoku, other) for other in SEATS if other != seat
    ):
        settle_rons(kyoku)


def _unrobbable(kyoku: Kyoku, seat: Seat) -> IllegalAction | None:
    """A kan that nobody may rob has no window; who waits on its tile is told why, not that it is too late."""
    if kyoku.phase is not Phase.REPLACE or seat == kyoku.turn or not kyoku.waits(seat) >> KIND[kyoku.kans[-1].tile] & 1:
        return None
    kan_type = kyoku.kans[-1].type
    key = "chankan.ankan" if kan_type is MeldType.ANKAN else ""
    return IllegalAction([Objection("KR211", f"{seat} ron: this {kan_type} cannot be robbed", key)])


def settle_rons(kyoku: Kyoku) -> None:
    """The rons called on one tile are settled: all of them, the nearest alone, or three of them in a draw."""
    options = kyoku.options
    source = (
        kyoku.announced.seat if kyoku.announced is not None else kyoku.last.seat if kyoku.last is not None else None
    )
    assert source is not None
    claims = sorted(kyoku.claims, key=lambda claim: (claim.seat - source) % 4)
    if len(claims) == 3 and options.draws.sanchahou is not AbortiveDraw.OFF:
        draws.abort(kyoku, "sanchahou")
        return
    claims = _that_stand(kyoku, claims)
    if kyoku.outcome is not None:
        return
    if not claims:
        _nobody_has_won(kyoku)
        return
    standing = fouls.void_by_win(kyoku, [claim.seat for claim in claims])
    shares = [
        payments.WonHand(
            claim.seat, claim.value, _liable(kyoku, claim.seat, claim.value), own_stick=kyoku.riichi[claim.seat]
        )
        for claim in claims
    ]
    settled = payments.settle_wins(shares, source, honba=kyoku.honba, sticks=kyoku.sticks, options=options)
    _conclude(kyoku, ResultType.RON, claims, source, shares, settled, standing)


def _that_stand(kyoku: Kyoku, claims: list[Claim]) -> list[Claim]:
    """Of the rons on one tile, nearest first, those that win: as `wins.simultaneous` lets them, and without the hands
    that prove dead when they are shown. None where the hand ends in a chombo.
    """
    while True:
        chosen = _let_win(claims, kyoku.options.wins.simultaneous)
        standing = fouls.at_win(kyoku, [claim.seat for claim in chosen])
        if kyoku.outcome is not None or len(standing) == len(chosen):
            return chosen
        claims = [claim for claim in claims if claim not in chosen or claim.seat in standing]


def _let_win(claims: list[Claim], law: Simultaneous) -> list[Claim]:
    """Who of those that call ron on one tile, nearest first, wins. Source: M.League 4-2 (the nearest), KM-1 (the
    nearest, but kokushi: read so that a hand of thirteen orphans wins beside it).
    """
    if law is Simultaneous.ALL:
        return claims
    if law is Simultaneous.HEAD_BUMP:
        return claims[:1]
    return [claim for place, claim in enumerate(claims) if place == 0 or _KOKUSHI & set(claim.value.yakuman)]


_KOKUSHI = frozenset(("kokushi", "kokushi_13"))


def _nobody_has_won(kyoku: Kyoku) -> None:
    """Every ron on the tile was by a hand that is dead now: the tile can still be claimed by others, and a kan that was
    to be robbed was not.
    """
    kyoku.silent |= {claim.seat for claim in kyoku.claims}
    kyoku.claims = []
    kyoku.phase = Phase.CLAIM
    if kyoku.announced is not None:
        kyoku.phase = Phase.ROB
        kyoku.findings = [finding for finding in kyoku.findings if not kan.is_of_robbery(finding, kyoku)]


def _liable(kyoku: Kyoku, seat: Seat, value: Value) -> tuple[Liability, ...]:
    """The liabilities that this win brings to bear: those whose yakuman the hand really has."""
    return tuple(liability for liability in kyoku.liabilities[seat] if liability.yakuman in value.yakuman)


def _conclude(
    kyoku: Kyoku,
    result: ResultType,
    claims: list[Claim],
    source: Seat | None,
    shares: list[payments.WonHand],
    settled: list[payments.Payment],
    standing: list[tuple[Seat, Penalty]],
) -> None:
    changes = (0, 0, 0, 0)
    for payment in settled:
        changes = _add(changes, payment.changes)
        for finding in payment.findings:
            kyoku.find(finding.verdict, finding.code, finding.text, finding.key)
    for seat, penalty in standing:
        kyoku.penalties.append((seat, penalty))
        changes = _add(changes, payments.chombo(seat, kyoku.options).changes)
    dealer = any(claim.seat == Seat.EAST for claim in claims)
    outcome = Outcome(
        result,
        changes,
        wins=tuple(
            Win(claim.seat, source, claim.tile, claim.value, share.liable, payment.changes)
            for claim, share, payment in zip(claims, shares, settled, strict=True)
        ),
        **_next_hand(kyoku, dealer_won=dealer),
        sticks=0,
    )
    draws.conclude(kyoku, outcome, source)


class _NextHand(TypedDict):
    dealer_keeps: bool
    next_honba: int


def _next_hand(kyoku: Kyoku, *, dealer_won: bool) -> _NextHand:
    """After a dealer's win the dealer stays and a honba is added, unless `wins.dealer` has every win pass the deal on;
    after another's the deal moves on without honba.
    """
    keeps = dealer_won and kyoku.options.wins.dealer is Dealer.KEEPS
    return {"dealer_keeps": keeps, "next_honba": kyoku.honba + 1 if keeps else 0}


def _add(first: tuple[int, int, int, int], second: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    return (first[0] + second[0], first[1] + second[1], first[2] + second[2], first[3] + second[3])


# --- tsumo ---------------------------------------------------------------------------------------------------------


def tsumo_bars(kyoku: Kyoku, seat: Seat) -> list[Objection]:
    """Why this seat may not win on the tile it has drawn, the value of the hand apart."""
    if kyoku.phase is not _ACT or kyoku.turn != seat or kyoku.drawn is None:
        return [Objection("KR202", f"{seat} tsumo: {seat} has not just drawn")]
    if kyoku.dead[seat]:
        return [Objection("KR214", f"{seat} tsumo: a dead hand may not win")]
    if not kyoku.waits(seat) >> KIND[kyoku.drawn] & 1:
        return [Objection("KR299", f"{seat} tsumo: {NAMES[kyoku.drawn]} does not complete the hand")]
    return []


def tsumo_objections(kyoku: Kyoku, seat: Seat) -> list[Objection]:
    """Why this seat may not win on the tile it has drawn; empty where it may."""
    found = tsumo_bars(kyoku, seat)
    if not found:
        assert kyoku.drawn is not None
        if _enough(kyoku, _value(kyoku, seat, kyoku.drawn, tsumo=True)) is None:
            found.append(Objection("KR213", f"{seat} tsumo: the hand has no yaku"))
    return found


def tsumo(kyoku: Kyoku, action: Tsumo) -> None:
    """The player wins on the tile drawn; on a replacement tile it is rinshan kaihou."""
    seat = action.seat
    found = tsumo_bars(kyoku, seat)
    if found:
        raise IllegalAction(found)
    assert kyoku.drawn is not None
    value = _value(kyoku, seat, kyoku.drawn, tsumo=True)
    if _enough(kyoku, value) is None:
        kyoku.refuse(Objection("KR213", f"{seat} tsumo: the hand has no yaku"))
    kyoku.events.append(action)
    if not fouls.at_win(kyoku, [seat]):
        return
    feeder = None
    if kyoku.on_replacement:
        kan.rinshan_win(kyoku)
        feeder = kan.feeder(kyoku)
        value = _value(kyoku, seat, kyoku.drawn, tsumo=True)
    _win_by_draw(kyoku, seat, kyoku.drawn, value or Value(), feeder)


def _win_by_draw(kyoku: Kyoku, seat: Seat, tile: Tile, value: Value, feeder: Seat | None) -> None:
    liable = _liable(kyoku, seat, value)
    if feeder is not None:
        liable = (*liable, Liability("rinshan", feeder))
    standing = fouls.void_by_win(kyoku, [seat])
    share = payments.WonHand(seat, value, liable)
    settled = payments.settle_wins([share], None, honba=kyoku.honba, sticks=kyoku.sticks, options=kyoku.options)
    _conclude(kyoku, ResultType.TSUMO, [Claim(seat, value, tile)], None, [share], settled, standing)


def win_by_fourth_kan(kyoku: Kyoku, seat: Seat) -> None:
    """The fourth kan itself wins, at once where a plugin says so, or with a discard that nobody wins on: suukantsu,
    paid like a self-drawn win.
    """
    value = scoring.yakuman_value(["suukantsu"], kyoku.options)
    _win_by_draw(kyoku, seat, kyoku.kans[-1].tile, value, None)


# --- the end of the wall -------------------------------------------------------------------------------------------


def exhaust(kyoku: Kyoku) -> None:
    """Nobody won and the wall is empty: hands in riichi are shown, nagashi mangan is paid, else tenpai is paid by
    noten.
    """
    if fouls.at_draw(kyoku):
        return
    options = kyoku.options
    tenpai = tuple(seat for seat in SEATS if not kyoku.dead[seat] and kyoku.is_tenpai(seat))
    nagashi = [seat for seat in SEATS if has_nagashi(kyoku, seat)]
    if nagashi:
        own = [seat for seat in nagashi if kyoku.riichi[seat]]
        changes = payments.nagashi(nagashi, options, honba=kyoku.honba, sticks=kyoku.sticks, own_stick=own)
        if options.draws.nagashi_pays is NagashiPays.AS_WIN:
            after = _next_hand(kyoku, dealer_won=Seat.EAST in nagashi)
            draws.conclude(kyoku, Outcome(ResultType.NAGASHI_MANGAN, changes, tenpai=tenpai, sticks=0, **after))
            return
        result = ResultType.NAGASHI_MANGAN
    else:
        result, changes = ResultType.EXHAUSTIVE_DRAW, payments.noten_payments(tenpai, options)
    keeps = Seat.EAST in tenpai and options.draws.exhaustive_dealer is ExhaustiveDealer.TENPAI_KEEPS
    draws.conclude(
        kyoku,
        Outcome(result, changes, tenpai=tenpai, dealer_keeps=keeps, next_honba=kyoku.honba + 1, sticks=kyoku.sticks),
    )


def has_nagashi(kyoku: Kyoku, seat: Seat) -> bool:
    """Whether all this seat's discards were terminals and honours and none was called; own calls as the rules say."""
    law = kyoku.options.draws.nagashi_mangan
    if law is NagashiMangan.OFF or kyoku.dead[seat] or kyoku.taken[seat] or not kyoku.rivers[seat]:
        return False
    if law is NagashiMangan.CLOSED_ONLY and any(meld.type is not MeldType.ANKAN for meld in kyoku.melds[seat]):
        return False
    return not kyoku.river_mask(seat) & ~ORPHANS
