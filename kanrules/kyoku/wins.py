"""Wins: who may win, the value of the hand, the payments, and the next dealer."""

from __future__ import annotations

from dataclasses import replace
from operator import add
from typing import TypedDict

from kanrules.errors import IllegalAction
from kanrules.kan import course, late_robbery, liability
from kanrules.kan.findings import is_of_robbery
from kanrules.kyoku import abortive_draws, fouls
from kanrules.kyoku.conclude import conclude
from kanrules.law import payments, scoring, several_rons
from kanrules.law.codes import objection
from kanrules.law.hook_values import Kan, Liability, Penalty, SetAside, Transfer
from kanrules.law.options import KitaRobbery, Simultaneous
from kanrules.law.outcome import Claim, Outcome, Win
from kanrules.law.scoring import HIDDEN_VALUE, Value, WinningHand
from kanrules.pieces.actions import Ron, Tsumo
from kanrules.pieces.events import Chankan, ResultType
from kanrules.pieces.melds import MeldType
from kanrules.pieces.tiles import KIND, NAMES, NORTH, Seat, Tile
from kanrules.rulings import Objection
from kanrules.table import complete_hand
from kanrules.table.state import Phase, State

_ACT, _RON = Phase.ACT, Phase.RON
_MAY_BE_WON = frozenset((Phase.CLAIM, Phase.ROB, Phase.RON))


# --- values --------------------------------------------------------------------------------------------------------


def _value(state: State, seat: Seat, tile: Tile, *, tsumo: bool) -> Value | None:
    if state.is_hidden(seat):
        return HIDDEN_VALUE
    options = state.options
    concealed = state.concealed(seat)
    robbed = None if tsumo else state.announced
    chankan = isinstance(robbed, Kan)
    if not tsumo:
        concealed.append(tile)
    on_replacement = tsumo and state.on_replacement
    ippatsu = state.ippatsu[seat]
    if robbed is not None and ippatsu:
        ippatsu = options.chankan.ippatsu if chankan else options.kita.robbed_ippatsu
    closed_first = not state.go_around_over and not state.rivers[seat]
    indicators = state.indicators
    in_riichi = state.riichi[seat]
    ura: tuple[Tile | None, ...] = ()
    if in_riichi:
        all_of_them = state.face_up == 1 or options.kandora.ura
        ura = tuple(state.ura_indicators[: state.face_up if all_of_them else 1])
    win = WinningHand(
        concealed=tuple(concealed),
        melds=tuple(state.melds[seat]),
        winning_tile=tile,
        tsumo=tsumo,
        seat=seat,
        round_wind=state.round_wind,
        riichi=in_riichi,
        double_riichi=in_riichi and state.double_riichi[seat],
        ippatsu=in_riichi and ippatsu,
        rinshan=on_replacement,
        chankan=chankan,
        last_tile=not state.live and robbed is None and (not on_replacement or options.rinshan.with_haitei),
        first_turn=closed_first and not on_replacement,
        indicators=indicators,
        ura=ura,
        kitas=state.kitas[seat],
    )
    return complete_hand.value(win, options, state.judge, state.glance)


def value_of_ron(state: State, seat: Seat) -> Value | None:
    """Return the value of this seat's hand with the tile that may be won on now; None without a yaku."""
    offer = state.offered
    return None if offer is None else _enough(state, _value(state, seat, offer[1], tsumo=False))


def _enough(state: State, value: Value | None) -> Value | None:
    if value is None or value is HIDDEN_VALUE:
        return value
    return scoring.enough(value, state.options, state.honba)


# --- ron -----------------------------------------------------------------------------------------------------------


def ron_bars(state: State, seat: Seat) -> list[Objection]:
    """Return why this seat may not win on the tile offered, regardless of the hand's value."""
    offer = state.offered
    if offer is None or offer[0] == seat:
        return [objection("KR202", "no_tile", seat=seat)]
    tile = offer[1]
    if state.announced is not None and seat not in state.announced.robbable_by:
        if state.waits(seat) >> KIND[tile] & 1:
            return [_cannot_rob(seat, state.announced)]
        return [objection("KR299", "ron", seat=seat, tile=NAMES[tile])]
    found = []
    if state.dead[seat]:
        found.append(objection("KR214", "ron", seat=seat))
    if not state.waits(seat) >> KIND[tile] & 1:
        found.append(objection("KR299", "ron", seat=seat, tile=NAMES[tile]))
    elif not state.is_hidden(seat) and state.is_furiten(seat):
        found.append(objection("KR212", "ron", "furiten.temporary_ends", seat=seat))
    if any(claim.seat == seat for claim in state.claims):
        found.append(objection("KR299", "ron_twice", seat=seat))
    elif seat in state.silent:
        found.append(objection("KR299", "ron_passed", seat=seat))
    return found


def _cannot_rob(seat: Seat, announced: Kan | SetAside) -> Objection:
    if isinstance(announced, SetAside):
        return objection("KR220", "ron", "kita.robbable", seat=seat)
    return objection("KR211", "ron", "chankan.ankan", seat=seat, kan=announced.type)


def ron_objections(state: State, seat: Seat) -> list[Objection]:
    """Return why this seat may not win on the tile offered; empty if it may."""
    state = late_robbery.as_robbed(state)
    found = ron_bars(state, seat)
    if not found:
        found += _worth_too_little(state, seat, value_of_ron(state, seat))
    return found


def _worth_too_little(state: State, seat: Seat, value: Value | None) -> list[Objection]:
    if value is None:
        return [objection("KR213", "ron", seat=seat)]
    kita = state.announced
    if value is HIDDEN_VALUE:
        return []
    if isinstance(kita, SetAside) and not value.yakuman and state.options.kita.robbable is KitaRobbery.YAKUMAN:
        return [_cannot_rob(seat, kita)]
    return []


def ron(state: State, action: Ron) -> None:
    """Win on the tile offered. The win is settled once no other player can win, or at the next pass."""
    seat = action.seat
    if state.phase not in _MAY_BE_WON and state.window is None:
        raise _unrobbable(state, seat) or state.wrong_moment(action)
    table = late_robbery.as_robbed(state)
    found = ron_bars(table, seat)
    if found:
        # A recorded win that the rules forbid is followed. One that is impossible, such as a hand that does not wait
        # for the tile, is refused even then.
        if state.lenient and all(o.code in ("KR211", "KR212", "KR214", "KR220") for o in found):
            state.refuse(*found)
        else:
            raise IllegalAction(found)
    assert table.offered is not None, "a ron without objections has a tile to win on"
    _, tile = table.offered
    value = _enough(table, _value(table, seat, tile, tsumo=False))
    if value is not None and (found := _worth_too_little(table, seat, value)):
        raise IllegalAction(found)
    if value is None:
        no_yaku = objection("KR213", "ron", seat=seat)
        if not state.lenient:
            raise IllegalAction([no_yaku])
        state.refuse(no_yaku)
        value = Value()
    if value is HIDDEN_VALUE:
        _ron_of_hidden(state, seat, table.announced)
    # Several players may win on the tile of one kan, but it is ruled on only once.
    if not state.claims:
        if isinstance(table.announced, Kan):
            state.events.append(Chankan(seat, table.announced.tile))
        if state.window is not None:
            late_robbery.note_undone(state)
        elif table.announced is not None:
            course.robbed(state, table.announced)
    state.claims.append(Claim(seat, value, tile))
    state.events.append(action)
    state.phase = _RON
    # A record may still name further winners. In play the win is settled once no one else can claim it.
    if not state.lenient and not any(
        other not in state.silent and not ron_objections(state, other) for other in state.setup.seats if other != seat
    ):
        settle_rons(state)


def _ron_of_hidden(state: State, seat: Seat, robbed: Kan | SetAside | None) -> None:
    """Note what cannot be known of the win of a hidden hand."""
    if isinstance(robbed, SetAside):
        state.cannot_know("robbed kita", seat)
    elif robbed is not None and robbed.type is MeldType.ANKAN:
        state.cannot_know("robbery", seat)
    state.cannot_know("furiten", seat)
    state.cannot_know("value", seat)


def _unrobbable(state: State, seat: Seat) -> IllegalAction | None:
    """Return why a kan may not be robbed, for a player who waits for its tile, instead of saying what the table waits
    for: the kan has no robbery window, or the window of a shouminkan has closed.
    """
    if seat == state.turn:
        return None
    if state.phase is _ACT and state.on_replacement and state.kans and state.kans[-1].type is not MeldType.ANKAN:
        if not state.waits(seat) >> KIND[state.kans[-1].tile] & 1:
            return None
        if state.kans[-1].type is MeldType.DAIMINKAN:
            return IllegalAction([_claimed(seat)])
        return IllegalAction([objection("KR211", "too late", "chankan.until", seat=seat)])
    if state.phase is not Phase.REPLACE:
        return None
    if state.open_kita is not None:
        waits = state.waits(seat) >> NORTH & 1
        return IllegalAction([_cannot_rob(seat, state.open_kita)]) if waits else None
    if not state.waits(seat) >> KIND[state.kans[-1].tile] & 1:
        return None
    kan_type = state.kans[-1].type
    if kan_type is MeldType.DAIMINKAN:
        return IllegalAction([_claimed(seat)])
    key = "chankan.ankan" if kan_type is MeldType.ANKAN else ""
    return IllegalAction([objection("KR211", "ron", key, seat=seat, kan=kan_type)])


def _claimed(seat: Seat) -> Objection:
    return objection("KR211", "claimed", "kan.late_ron", seat=seat, kan=MeldType.DAIMINKAN)


def settle_rons(state: State) -> None:
    """Settle the rons on one tile: all of them, only the nearest, or three of them as a draw."""
    late = State.copy(state) if state.window is not None else None
    if late is not None:
        late_robbery.undo(state)
    options = state.options
    assert state.offered is not None, "rons are settled on a discard or a declared kan"
    source, _ = state.offered
    claims = sorted(state.claims, key=lambda claim: (claim.seat - source) % state.setup.players)
    if several_rons.three_rons_abort(len(claims), options):
        abortive_draws.abort(state, "sanchahou")
        return
    claims = _that_stand(state, claims)
    if state.outcome is not None:
        return
    if not claims:
        _nobody_has_won(state)
        if late is not None:
            late_robbery.restore(state, late)
            state.phase = _ACT if state.on_replacement else Phase.REPLACE
        return
    if course.turn_for_win(state):
        claims = [
            replace(claim, value=_value(state, claim.seat, claim.tile, tsumo=False) or claim.value) for claim in claims
        ]
    standing = fouls.void_by_win(state, [claim.seat for claim in claims])
    shares = [
        payments.WonHand(
            claim.seat, claim.value, _liable(state, claim.seat, claim.value), own_stick=state.riichi[claim.seat]
        )
        for claim in claims
    ]
    settled = _settled(state, shares, source)
    _conclude(state, ResultType.RON, claims, source, shares, settled, standing)


def _that_stand(state: State, claims: list[Claim]) -> list[Claim]:
    """Return the rons on one tile that win, nearest first, as `wins.simultaneous` says and without hands that turn out
    to be dead or against the rules when shown.
    """
    # If such a claim wins nothing, the next nearest may win instead, so choose again.
    while True:
        chosen = _let_win(claims, state)
        standing = fouls.at_win(state, [claim.seat for claim in chosen], [claim.seat for claim in claims])
        if state.outcome is not None or len(standing) == len(chosen):
            return chosen
        claims = [claim for claim in claims if claim not in chosen or claim.seat in standing]


def _let_win(claims: list[Claim], state: State) -> list[Claim]:
    """Return the winners among the players who call ron on one tile, nearest first."""
    options = state.options
    if len(claims) < 2:
        return claims
    if options.wins.simultaneous is Simultaneous.HEAD_BUMP_EXCEPT_KOKUSHI:
        for claim in claims[1:]:
            if claim.value is HIDDEN_VALUE:
                state.cannot_know("several rons", claim.seat)
    thirteen = [not several_rons.KOKUSHI.isdisjoint(claim.value.yakuman) for claim in claims]
    return [claims[place] for place in several_rons.winning_places(thirteen, options)]


def _nobody_has_won(state: State) -> None:
    """Continue play after a tile on which every ron was by a dead hand: other players may still claim it, and a kan
    that was to be robbed is not.
    """
    state.silent |= {claim.seat for claim in state.claims}
    state.claims = []
    state.phase = Phase.CLAIM
    if state.announced is not None:
        state.phase = Phase.ROB
        # The kan is not robbed after all, so the ruling on its dora indicator must not remain.
        state.findings = [finding for finding in state.findings if not is_of_robbery(finding, state)]


def _liable(state: State, seat: Seat, value: Value) -> tuple[Liability, ...]:
    """Return the liabilities that apply to this win: those whose yakuman the hand really contains."""
    return tuple(liability for liability in state.liabilities[seat] if liability.yakuman in value.yakuman)


def _conclude(
    state: State,
    result: ResultType,
    claims: list[Claim],
    source: Seat | None,
    shares: list[payments.WonHand],
    settled: list[payments.Payment],
    standing: list[tuple[Seat, Penalty]],
) -> None:
    changes: tuple[int, ...] = (0,) * state.setup.players
    for payment in settled:
        changes = _add(changes, payment.changes)
        for finding in payment.findings:
            state.note_finding(finding)
    chombos: tuple[Transfer, ...] = ()
    for seat, penalty in standing:
        state.penalties.append((seat, penalty))
        fined = payments.chombo(seat, state.options)
        changes = _add(changes, fined.changes)
        chombos += fined.transfers
    dealer = any(claim.seat == Seat.EAST for claim in claims)
    outcome = Outcome(
        result,
        changes,
        wins=tuple(
            Win(claim.seat, source, claim.tile, claim.value, share.liable, payment.changes)
            for claim, share, payment in zip(claims, shares, settled, strict=True)
        ),
        **next_hand(state, dealer_won=dealer),
        # The winners have taken all riichi sticks.
        sticks=0,
    )
    conclude(state, outcome, source, lambda: [*(part for payment in settled for part in payment.parts), *chombos])


def _settled(state: State, shares: list[payments.WonHand], source: Seat | None) -> list[payments.Payment]:
    """Return the payments for each win. For a hidden hand they are those that the table announces."""
    ruled = payments.settle_wins(shares, source, honba=state.honba, sticks=state.sticks, options=state.options)
    for at, share in enumerate(shares):
        if share.value is HIDDEN_VALUE:
            if state.liabilities[share.winner] or share.liable or (source is None and state.setup.players < 4):
                state.cannot_know("payments for a win", share.winner)
            told = state.told_changes(share.winner)
            if told is None:
                state.cannot_know("payments that are not said", share.winner)
            ruled[at] = payments.Payment((0,) * state.setup.players if told is None else told)
    return ruled


class NextHand(TypedDict):
    """The next dealer and honba, as fields of an `Outcome`."""

    dealer_keeps: bool
    next_honba: int


def next_hand(state: State, *, dealer_won: bool) -> NextHand:
    """Return the next dealer and honba after a win.

    A winning dealer stays and a honba is added, unless `wins.dealer` always passes the deal; after another player's win
    the deal passes without honba.
    """
    keeps = several_rons.dealer_stays(state.options, dealer_won=dealer_won)
    return {"dealer_keeps": keeps, "next_honba": several_rons.honba_after_win(state.honba, dealer_stays=keeps)}


def _add(first: tuple[int, ...], second: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(map(add, first, second))


# --- tsumo ---------------------------------------------------------------------------------------------------------


def tsumo_bars(state: State, seat: Seat) -> list[Objection]:
    """Return why this seat may not win on its drawn tile, regardless of the hand's value."""
    if state.phase is not _ACT or state.turn != seat or state.drawn is None:
        return [objection("KR202", "not_drawn", seat=seat)]
    if state.dead[seat]:
        return [objection("KR214", "tsumo", seat=seat)]
    if not state.is_hidden(seat) and not state.waits(seat) >> KIND[state.drawn] & 1:
        return [objection("KR299", "tsumo", seat=seat, tile=NAMES[state.drawn])]
    return []


def tsumo_objections(state: State, seat: Seat) -> list[Objection]:
    """Return why this seat may not win on its drawn tile; empty if it may."""
    found = tsumo_bars(state, seat)
    if not found:
        assert state.drawn is not None, "a tsumo without bars has a drawn tile"
        if _enough(state, _value(state, seat, state.drawn, tsumo=True)) is None:
            found.append(objection("KR213", "tsumo", seat=seat))
    return found


def tsumo(state: State, action: Tsumo) -> None:
    """Win on the drawn tile. On a replacement tile this is rinshan kaihou."""
    seat = action.seat
    found = tsumo_bars(state, seat)
    if found:
        raise IllegalAction(found)
    assert state.drawn is not None, "a tsumo without bars has a drawn tile"
    value = _value(state, seat, state.drawn, tsumo=True)
    if value is HIDDEN_VALUE:
        state.cannot_know("value", seat)
    if _enough(state, value) is None:
        state.refuse(objection("KR213", "tsumo", seat=seat))
    state.events.append(action)
    if not fouls.at_win(state, [seat], [seat]):
        return
    feeder = None
    if state.on_replacement:
        # Only a valid win turns pending indicators, and those count for it: so the value is computed again below.
        course.rinshan_win(state)
        feeder = liability.feeder(state)
    if course.turn_for_win(state) or state.on_replacement:
        value = _value(state, seat, state.drawn, tsumo=True)
    _win_by_draw(state, seat, state.drawn, value or Value(), feeder)


def _win_by_draw(state: State, seat: Seat, tile: Tile, value: Value, feeder: Seat | None) -> None:
    liable = _liable(state, seat, value)
    if feeder is not None:
        liable = (*liable, Liability("rinshan", feeder))
    standing = fouls.void_by_win(state, [seat])
    share = payments.WonHand(seat, value, liable)
    settled = _settled(state, [share], None)
    _conclude(state, ResultType.TSUMO, [Claim(seat, value, tile)], None, [share], settled, standing)


def win_by_fourth_kan(state: State, seat: Seat) -> None:
    """Win with the fourth kan itself: suukantsu, paid as a tsumo. It wins at once if a plugin says so, or when the next
    discard passes.
    """
    course.turn_for_win(state)
    value = scoring.yakuman_value(["suukantsu"], state.options)
    _win_by_draw(state, seat, state.kans[-1].tile, value, None)
