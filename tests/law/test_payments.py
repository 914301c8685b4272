"""Who pays whom: wins, honba, sticks, sekinin barai, draws, chombo."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kanrules.law.hook_values import Liability
from kanrules.law.limits import Limit
from kanrules.law.options import (
    AbsentShare,
    Chombo,
    ChomboPays,
    Compound,
    Draws,
    HonbaOnRon,
    HonbaOnTsumo,
    NagashiPays,
    Options,
    OwnStick,
    RinshanLiability,
    RinshanScored,
    Scoring,
    SekininBarai,
    TableTable,
    TileSet,
    TwoLiableHonba,
    WinnersHonba,
    WinnersSticks,
    Wins,
)
from kanrules.law.payments import (
    Changes,
    Payment,
    WonHand,
    chombo,
    nagashi,
    noten_payments,
    pay_ron,
    pay_tsumo,
    settle_wins,
    transferred,
)
from kanrules.law.scoring import Value, limit_of, yakuman_value
from kanrules.law.yaku import YAKUMAN
from kanrules.pieces.tiles import SEATS, Seat

E, S, W, N = Seat
STACKING = Scoring(yakuman_limit=0)
SEKININ = ("daisangen", "daisuushii", "suukantsu")
M_LEAGUE = Options(scoring=STACKING, sekinin_barai=SekininBarai(yakuman=SEKININ, honba_on_ron=HonbaOnRon.LIABLE))
TENHOU = Options(
    scoring=STACKING, sekinin_barai=SekininBarai(compound=Compound.WHOLE_HAND, honba_on_ron=HonbaOnRon.LIABLE)
)
EMA = Options()
WRC_2025 = Options(scoring=STACKING, sekinin_barai=SekininBarai(yakuman=SEKININ, honba_on_tsumo=HonbaOnTsumo.SHARED))
HANEMAN = Value(han=6, fu=30, limit=Limit.HANEMAN, base=3000)
SMALL = Value(han=1, fu=50, base=400)


def noten_changes(tenpai: Collection[Seat], options: Options) -> Changes:
    return transferred(noten_payments(tenpai, options))


def nagashi_changes(seats: Collection[Seat], options: Options, **more: Any) -> Changes:
    return transferred(nagashi(seats, options, **more))


def law(options: Options, **changes: object) -> Options:
    return replace(options, sekinin_barai=replace(options.sekinin_barai, **changes))  # type: ignore[arg-type]


def tsumo(names: str, winner: Seat, options: Options, *, honba: int = 0, **liable: Seat) -> Payment:
    owed = tuple(Liability(name, seat) for name, seat in liable.items())
    return pay_tsumo(yakuman_value(names.split(), options), winner, honba=honba, liable=owed, options=options)


def ron(names: str, winner: Seat, loser: Seat, options: Options, *, honba: int = 0, **liable: Seat) -> Payment:
    owed = tuple(Liability(name, seat) for name, seat in liable.items())
    return pay_ron(yakuman_value(names.split(), options), winner, loser, honba=honba, liable=owed, options=options)


def codes(payment: Payment) -> list[str]:
    return [finding.code for finding in payment.findings]


# --- without liability


def test_on_a_tsumo_the_dealer_pays_double() -> None:
    assert pay_tsumo(HANEMAN, S, options=EMA).changes == (-6000, 12000, -3000, -3000)
    assert pay_tsumo(HANEMAN, E, options=EMA).changes == (18000, -6000, -6000, -6000)


def test_every_payment_is_rounded_up_by_itself() -> None:
    assert pay_tsumo(SMALL, N, options=EMA).changes == (-800, -400, -400, 1600)
    value = Value(han=1, fu=40, base=320)
    assert pay_tsumo(value, N, options=EMA).changes == (-700, -400, -400, 1500)
    assert pay_ron(value, N, W, options=EMA).changes == (0, 0, -1300, 1300)
    assert pay_ron(value, E, W, options=EMA).changes == (2000, 0, -2000, 0)


def test_each_honba_adds_three_hundred_by_all_or_by_who_dealt_in() -> None:
    assert pay_tsumo(HANEMAN, S, honba=2, options=EMA).changes == (-6200, 12600, -3200, -3200)
    assert pay_ron(HANEMAN, S, N, honba=2, options=EMA).changes == (0, 12600, 0, -12600)


def test_a_honba_is_worth_what_the_ruleset_says() -> None:
    dear, none = Options(wins=Wins(honba_value=1500)), Options(wins=Wins(honba_value=0))
    assert pay_ron(HANEMAN, S, N, honba=1, options=dear).changes == (0, 13500, 0, -13500)
    assert pay_tsumo(HANEMAN, S, honba=1, options=dear).changes == (-6500, 13500, -3500, -3500)
    assert pay_tsumo(HANEMAN, S, honba=3, options=none).changes == (-6000, 12000, -3000, -3000)


def test_the_winner_takes_the_sticks() -> None:
    assert pay_ron(HANEMAN, S, N, sticks=2, options=EMA).changes == (0, 14000, 0, -12000)
    assert pay_tsumo(HANEMAN, S, sticks=1, options=EMA).changes == (-6000, 13000, -3000, -3000)


def test_without_liability_nothing_needs_a_ruling() -> None:
    assert pay_tsumo(HANEMAN, S, honba=1, options=EMA).findings == ()
    assert pay_ron(HANEMAN, S, W, honba=1, options=EMA).findings == ()


# --- one liable player


def test_who_is_liable_pays_a_tsumo_alone() -> None:
    assert tsumo("daisangen", S, EMA, daisangen=W).changes == (0, 32000, -32000, 0)
    assert tsumo("daisangen", E, EMA, daisangen=W).changes == (48000, 0, -48000, 0)


def test_who_is_liable_pays_half_of_a_ron_off_another() -> None:
    assert ron("daisangen", S, N, EMA, daisangen=W).changes == (0, 32000, -16000, -16000)
    assert ron("daisangen", E, N, EMA, daisangen=W).changes == (48000, 0, -24000, -24000)


def test_who_is_liable_and_deals_in_pays_all() -> None:
    payment = ron("daisangen", S, W, M_LEAGUE, honba=1, daisangen=W)
    assert payment.changes == (0, 32300, -32300, 0)
    assert codes(payment) == ["KR402"]


def test_an_odd_hundred_of_a_split_falls_to_who_dealt_in() -> None:
    odd = Value(yakuman={"daisangen": 1}, limit=Limit.YAKUMAN, base=1625)
    payment = pay_ron(odd, S, N, liable=(Liability("daisangen", W),), options=EMA)
    assert payment.changes == (0, 6500, -3200, -3300)


def test_liability_for_a_yakuman_that_the_hand_does_not_have_costs_nothing() -> None:
    assert tsumo("tsuuiisou", S, M_LEAGUE, daisangen=W).changes == (-16000, 32000, -8000, -8000)


def test_honba_of_a_split_ron_is_paid_by_who_dealt_in_or_by_who_is_liable() -> None:
    discarder, liable = law(M_LEAGUE, honba_on_ron=HonbaOnRon.DISCARDER), law(M_LEAGUE, honba_on_ron=HonbaOnRon.LIABLE)
    assert ron("daisangen", S, N, discarder, honba=1, daisangen=W).changes == (0, 32300, -16000, -16300)
    assert ron("daisangen", S, N, liable, honba=1, daisangen=W).changes == (0, 32300, -16300, -16000)


def test_honba_of_a_liable_tsumo_is_paid_by_who_is_liable_or_shared() -> None:
    assert tsumo("daisangen", S, M_LEAGUE, honba=2, daisangen=W).changes == (0, 32600, -32600, 0)
    assert tsumo("daisangen", S, WRC_2025, honba=2, daisangen=W).changes == (-200, 32600, -32200, -200)


# --- several yakuman in one hand


def test_the_worked_example_of_m_league_8_1() -> None:
    payment = tsumo("daisangen tsuuiisou", S, M_LEAGUE, honba=1, daisangen=W)
    assert payment.changes == (-16000, 64300, -32300 - 8000, -8000)
    assert [(part.source, part.points) for part in payment.parts] == [
        (W, 32000),
        (E, 16000),
        (W, 8000),
        (N, 8000),
        (W, 300),
    ]
    assert codes(payment) == ["KR402", "KR403"]


def test_where_liability_covers_the_whole_hand_the_other_yakuman_are_the_liable_players_too() -> None:
    assert tsumo("daisangen tsuuiisou", S, TENHOU, honba=1, daisangen=W).changes == (0, 64300, -64300, 0)
    assert ron("daisangen tsuuiisou", S, N, TENHOU, honba=1, daisangen=W).changes == (0, 64300, -32300, -32000)


def test_on_a_ron_the_rest_of_the_hand_is_paid_by_who_dealt_in() -> None:
    assert ron("daisangen tsuuiisou", S, N, M_LEAGUE, daisangen=W).changes == (0, 64000, -16000, -48000)
    assert ron("daisangen tsuuiisou", S, W, M_LEAGUE, daisangen=W).changes == (0, 64000, -64000, 0)


def test_a_double_yakuman_is_liable_for_both_parts() -> None:
    double = replace(M_LEAGUE, scoring=Scoring(yakuman_limit=0, double_yakuman=("daisuushii",)))
    assert tsumo("daisuushii tsuuiisou", S, double, daisuushii=N).changes == (-16000, 96000, -8000, -72000)


def test_where_yakuman_do_not_add_up_the_liable_player_pays_the_one_that_counts() -> None:
    assert tsumo("daisangen tsuuiisou", S, EMA, daisangen=W).changes == (0, 32000, -32000, 0)
    assert ron("daisangen tsuuiisou", S, N, EMA, daisangen=W).changes == (0, 32000, -16000, -16000)


# --- two liable players


def test_two_liable_players_pay_each_their_own_yakuman() -> None:
    payment = tsumo("daisangen suukantsu", S, M_LEAGUE, daisangen=W, suukantsu=N)
    assert payment.changes == (0, 64000, -32000, -32000)
    assert "KR404" in codes(payment)
    assert ron("daisangen suukantsu", S, E, M_LEAGUE, daisangen=W, suukantsu=N).changes == (
        -32000,
        64000,
        -16000,
        -16000,
    )
    assert ron("daisangen suukantsu", S, N, M_LEAGUE, daisangen=W, suukantsu=N).changes == (0, 64000, -16000, -48000)


def test_two_liable_players_pay_each_as_many_yakuman_as_theirs_is_worth() -> None:
    double = replace(M_LEAGUE, scoring=Scoring(yakuman_limit=0, double_yakuman=("daisuushii",)))
    assert tsumo("daisuushii suukantsu", S, double, daisuushii=W, suukantsu=N).changes == (0, 96000, -64000, -32000)


def test_one_player_liable_for_two_yakuman_pays_both() -> None:
    payment = tsumo("daisangen suukantsu tsuuiisou", S, M_LEAGUE, honba=1, daisangen=W, suukantsu=W)
    assert payment.changes == (-16000, 96300, -64300 - 8000, -8000)
    assert codes(payment) == ["KR402", "KR403"]


@pytest.mark.parametrize(
    ("who", "changes"),
    [
        (TwoLiableHonba.LATEST, (0, 64300, -32000, -32300)),
        (TwoLiableHonba.FIRST, (0, 64300, -32300, -32000)),
        (TwoLiableHonba.SHARED, (0, 64300, -32100, -32200)),
    ],
)
def test_of_two_liable_players_the_ruleset_says_who_pays_the_honba(
    who: TwoLiableHonba, changes: tuple[int, ...]
) -> None:
    options = law(M_LEAGUE, two_liable_honba=who)
    assert tsumo("daisangen suukantsu", S, options, honba=1, daisangen=W, suukantsu=N).changes == changes


def test_two_liable_players_and_one_yakuman_that_counts_is_said_to_be_unwritten_law() -> None:
    payment = tsumo("daisangen suukantsu", S, law(EMA, yakuman=SEKININ), daisangen=W, suukantsu=N)
    assert payment.changes == (0, 32000, -16000, -16000)
    (finding,) = [finding for finding in payment.findings if finding.code == "KR404"]
    assert "no source found" in finding.text


# --- what is ruled


def test_a_ruling_names_the_key_that_decided() -> None:
    def keys(payment: Payment) -> list[str]:
        return [finding.key.removeprefix("sekinin_barai.") for finding in payment.findings]

    assert keys(tsumo("daisangen", S, M_LEAGUE, daisangen=W)) == ["yakuman"]
    assert keys(tsumo("daisangen tsuuiisou", S, M_LEAGUE, daisangen=W)) == ["compound"]
    assert keys(tsumo("daisangen tsuuiisou", S, TENHOU, daisangen=W)) == ["compound"]
    assert keys(tsumo("daisangen tsuuiisou", S, EMA, daisangen=W)) == [
        "yakuman"
    ]  # one yakuman counts: nothing is left to divide
    assert keys(tsumo("daisangen", S, M_LEAGUE, honba=1, daisangen=W)) == ["yakuman", "honba_on_tsumo"]
    assert keys(ron("daisangen", S, N, M_LEAGUE, honba=1, daisangen=W)) == ["yakuman", "honba_on_ron"]
    both = tsumo("daisangen suukantsu", S, M_LEAGUE, honba=1, daisangen=W, suukantsu=N)
    assert keys(both) == ["compound", "yakuman", "yakuman", "honba_on_tsumo", "two_liable_honba"]
    assert keys(tsumo("daisangen", S, M_LEAGUE, rinshan=W)) == ["daiminkan_rinshan"]
    as_ron = law(M_LEAGUE, daiminkan_rinshan_scored=RinshanScored.RON)
    assert keys(tsumo("daisangen", S, as_ron, rinshan=W)) == ["daiminkan_rinshan_scored"]


def test_a_ruling_says_who_pays_how_much() -> None:
    def text(payment: Payment) -> str:
        return "; ".join(finding.text for finding in payment.findings)

    assert "west is liable for daisangen and pays it alone, 32000; the rest" in text(
        tsumo("daisangen tsuuiisou", S, M_LEAGUE, daisangen=W)
    )
    assert "the rest" not in text(tsumo("daisangen", S, M_LEAGUE, daisangen=W))
    assert "whole hand, and pays it alone, 64000" in text(tsumo("daisangen tsuuiisou", S, TENHOU, daisangen=W))
    assert "whole hand" not in text(tsumo("daisangen", S, TENHOU, daisangen=W))
    assert "pays half of it, 16000; north, who dealt in" in text(ron("daisangen", S, N, EMA, daisangen=W))
    assert "pays all of it, 32000" in text(ron("daisangen", S, W, EMA, daisangen=W))
    assert "pays the honba, 600" in text(tsumo("daisangen", S, EMA, honba=2, rinshan=W))
    assert "each player pays 200" in text(tsumo("daisangen", S, WRC_2025, honba=2, daisangen=W))


# --- the replacement tile


REST = "the part without liability"


def test_every_part_of_a_payment_says_for_what_it_is() -> None:
    def told(payment: Payment) -> dict[Seat, list[str]]:
        return {seat: [str(part.why) for part in payment.parts if part.source == seat] for seat in Seat}

    plain = told(tsumo("daisangen", S, EMA, honba=1))
    assert plain == {E: ["tsumo", "honba"], S: [], W: ["tsumo", "honba"], N: ["tsumo", "honba"]}
    assert told(ron("daisangen", S, N, EMA, honba=1))[N] == ["ron", "honba"]
    # The yakuman of two: one is answered for, the other is everybody's.
    two = told(tsumo("daisangen tsuuiisou", S, M_LEAGUE, daisangen=W))
    assert two == {E: [REST], S: [], W: ["daisangen: liable", REST], N: [REST]}
    split = told(ron("daisangen tsuuiisou", S, N, M_LEAGUE, daisangen=W))
    assert split[W] == ["half of daisangen: liable"]
    assert split[N] == ["half of daisangen: dealt in", REST]


def test_who_fed_the_daiminkan_pays_the_win_on_its_replacement_tile_alone() -> None:
    payment = pay_tsumo(HANEMAN, S, honba=1, liable=(Liability("rinshan", N),), options=EMA)
    assert payment.changes == (0, 12300, 0, -12300)
    assert codes(payment) == ["KR405", "KR403"]


def test_a_replacement_tile_win_scored_as_a_ron_is_rounded_as_one() -> None:
    value = Value(han=1, fu=40, base=320)
    as_tsumo, as_ron = law(EMA), law(EMA, daiminkan_rinshan_scored=RinshanScored.RON)
    assert pay_tsumo(value, S, liable=(Liability("rinshan", N),), options=as_tsumo).changes == (0, 1500, 0, -1500)
    assert pay_tsumo(value, S, liable=(Liability("rinshan", N),), options=as_ron).changes == (0, 1300, 0, -1300)


def test_replacement_tile_liability_covers_what_no_other_liable_player_pays() -> None:
    payment = tsumo("daisangen tsuuiisou", S, M_LEAGUE, honba=1, daisangen=W, rinshan=N)
    assert payment.changes == (0, 64300, -32300, -32000)
    assert tsumo("daisangen tsuuiisou", S, TENHOU, honba=1, daisangen=W, rinshan=N).changes == (0, 64300, -64300, 0)
    assert tsumo("daisangen tsuuiisou", S, WRC_2025, honba=1, daisangen=W, rinshan=N).changes == (
        0,
        64300,
        -32000,
        -32300,
    )


def test_replacement_tile_liability_is_nothing_to_a_ron() -> None:
    assert pay_ron(HANEMAN, S, W, liable=(Liability("rinshan", N),), options=EMA).changes == (0, 12000, -12000, 0)


# --- several winners


def two_winners(options: Options, *, sticks: int = 0, honba: int = 0) -> list[tuple[int, int, int, int]]:
    wins = [WonHand(E, HANEMAN), WonHand(N, HANEMAN)]
    return [payment.changes for payment in settle_wins(wins, W, honba=honba, sticks=sticks, options=options)]


def test_the_winner_nearest_in_turn_takes_honba_and_sticks() -> None:
    assert two_winners(EMA, honba=1, sticks=1) == [(18000, 0, -18000, 0), (0, 0, -12300, 13300)]


@pytest.mark.parametrize(("loser", "order"), [(E, (S, W, N)), (S, (W, N, E)), (W, (N, E, S)), (N, (E, S, W))])
def test_nearness_goes_round_the_table_from_who_dealt_in(loser: Seat, order: tuple[Seat, Seat, Seat]) -> None:
    divided = Options(wins=Wins(sticks=WinnersSticks.DIVIDED))
    for winners, sticks in (
        (order, (1, 1, 0)),
        (order[::-1], (0, 1, 1)),
        (order[1:], (1, 1)),
        ((order[2], order[0]), (1, 1)),
    ):
        payments = settle_wins([WonHand(seat, HANEMAN) for seat in winners], loser, sticks=2, options=divided)
        taken = [sum(part.points for part in payment.parts if part.source == "table") for payment in payments]
        assert taken == [1000 * stick for stick in sticks]
        payments = settle_wins([WonHand(seat, HANEMAN) for seat in winners], loser, honba=1, options=EMA)
        nearest = min(winners, key=order.index)
        assert [any(part.why == "honba" for part in payment.parts) for payment in payments] == [
            seat is nearest for seat in winners
        ]


def test_each_winner_gets_the_honba_where_the_ruleset_says_so() -> None:
    each = Options(wins=Wins(honba=WinnersHonba.EACH))
    assert two_winners(each, honba=1) == [(18300, 0, -18300, 0), (0, 0, -12300, 12300)]


def test_sticks_are_divided_and_an_odd_one_goes_to_the_nearest() -> None:
    divided = Options(wins=Wins(sticks=WinnersSticks.DIVIDED))
    assert two_winners(divided, sticks=3) == [(19000, 0, -18000, 0), (0, 0, -12000, 14000)]


def test_each_of_several_winners_takes_the_own_stick_back_and_the_nearest_the_rest() -> None:
    back = Options(wins=Wins(own_stick=OwnStick.BACK))

    def taken(sticks: int, *own: bool, options: Options = back) -> list[int]:
        wins = [WonHand(seat, HANEMAN, own_stick=stick) for seat, stick in zip((E, N), own, strict=False)]
        settled = settle_wins(wins, W, sticks=sticks, options=options)
        return [
            (payment.changes[win.winner] - 1000 * 6 * (3 - (win.winner is N)))
            for win, payment in zip(wins, settled, strict=True)
        ]

    # North is the nearer to west, who dealt in.
    assert taken(4, True, True) == [1000, 3000]
    assert taken(4, True, False) == [1000, 3000]
    assert taken(4, False, True) == [0, 4000]
    assert taken(1, True, False) == [1000, 0]
    assert taken(4, True) == [4000], "one winner takes all"
    assert taken(4, True, False, options=EMA) == [0, 4000]
    divided = Options(wins=Wins(own_stick=OwnStick.BACK, sticks=WinnersSticks.DIVIDED))
    assert taken(4, True, False, options=divided) == [2000, 2000]


def test_a_single_winner_takes_all_sticks_in_one_payment() -> None:
    for divided in WinnersSticks:
        options = Options(wins=Wins(own_stick=OwnStick.BACK, sticks=divided))
        (won,) = settle_wins([WonHand(N, HANEMAN, own_stick=True)], W, sticks=4, options=options)
        assert [part.points for part in won.parts if part.source == "table"] == [4000]
        as_win = paid_nagashi(NagashiPays.AS_WIN, own_stick=OwnStick.BACK, sticks=divided)
        paid = nagashi([S], as_win, sticks=4, own_stick=[S])
        assert [part.points for part in paid if part.source == "table"] == [4000]


def test_of_several_winners_only_the_liable_hand_is_split() -> None:
    wins = [WonHand(N, HANEMAN), WonHand(S, yakuman_value(["daisangen"], M_LEAGUE), (Liability("daisangen", E),))]
    north, south = settle_wins(wins, W, honba=1, options=M_LEAGUE)
    assert north.changes == (0, 0, -12300, 12300)
    assert south.changes == (-16000, 32000, -16000, 0)


def test_the_nearest_winners_honba_fall_on_who_is_liable_for_that_hand() -> None:
    wins = [WonHand(S, HANEMAN), WonHand(N, yakuman_value(["daisangen"], M_LEAGUE), (Liability("daisangen", E),))]
    south, north = settle_wins(wins, W, honba=1, options=M_LEAGUE)
    assert south.changes == (0, 12000, -12000, 0)
    assert north.changes == (-16300, 0, -16000, 32300)


def test_two_players_cannot_both_win_by_tsumo() -> None:
    with pytest.raises(ValueError, match="one winner"):
        settle_wins([WonHand(S, HANEMAN), WonHand(N, HANEMAN)], None, options=EMA)
    with pytest.raises(ValueError, match="0 winners"):
        settle_wins([], W, options=EMA)


# --- draws and chombo


@pytest.mark.parametrize(
    ("tenpai", "changes"),
    [
        ((), (0, 0, 0, 0)),
        ((S,), (-1000, 3000, -1000, -1000)),
        ((S, N), (-1500, 1500, -1500, 1500)),
        ((E, S, N), (1000, 1000, -3000, 1000)),
        ((E, S, W, N), (0, 0, 0, 0)),
    ],
)
def test_noten_players_pay_three_thousand_between_them(tenpai: tuple[Seat, ...], changes: tuple[int, ...]) -> None:
    assert noten_changes(tenpai, EMA) == changes


def test_the_noten_payment_is_what_the_ruleset_says() -> None:
    assert noten_changes((S,), Options(draws=Draws(noten_payment=6000))) == (-2000, 6000, -2000, -2000)
    assert noten_changes((S,), Options(draws=Draws(noten_payment=1000))) == (-400, 1000, -300, -300)
    assert noten_changes((S,), Options(draws=Draws(noten_payment=0))) == (0, 0, 0, 0)


def test_each_who_is_noten_pays_each_who_is_tenpai_where_the_ruleset_says_so() -> None:
    each = Options(draws=Draws(noten_payment=1000, noten_each=True))
    assert noten_changes((S,), each) == (-1000, 3000, -1000, -1000)
    assert noten_changes((S, W), each) == (-2000, 2000, 2000, -2000)
    assert noten_changes((E, S, W), each) == (1000, 1000, 1000, -3000)


def test_nagashi_mangan_is_paid_like_a_mangan_tsumo_and_each_apart() -> None:
    assert nagashi_changes([S], EMA) == (-4000, 8000, -2000, -2000)
    assert nagashi_changes([E], EMA) == (12000, -4000, -4000, -4000)
    assert nagashi_changes([E, S], EMA) == (12000 - 4000, 8000 - 4000, -6000, -6000)
    assert nagashi_changes([S], EMA, honba=3, sticks=2, own_stick=[S]) == (-4000, 8000, -2000, -2000)


def paid_nagashi(pays: NagashiPays, **wins: object) -> Options:
    return Options(draws=Draws(nagashi_pays=pays), wins=Wins(**wins))  # type: ignore[arg-type]


def test_nagashi_mangan_with_honba_leaves_the_sticks() -> None:
    assert nagashi_changes([S], paid_nagashi(NagashiPays.WITH_HONBA), honba=2, sticks=3) == (-4200, 8600, -2200, -2200)


def test_nagashi_mangan_as_a_win_takes_honba_and_sticks() -> None:
    assert nagashi_changes([S], paid_nagashi(NagashiPays.AS_WIN), honba=2, sticks=3) == (-4200, 11600, -2200, -2200)


def test_of_two_with_nagashi_mangan_the_nearer_to_the_dealer_has_honba_and_sticks() -> None:
    as_win = paid_nagashi(NagashiPays.AS_WIN)
    assert nagashi_changes([W, S], as_win, honba=1, sticks=1) == (-8100, 8300 - 2000 + 1000, 8000 - 2100, -4100)
    each = paid_nagashi(NagashiPays.AS_WIN, honba=WinnersHonba.EACH, sticks=WinnersSticks.DIVIDED)
    assert nagashi_changes([W, S], each, honba=1, sticks=3) == (-8200, 8300 - 2100 + 2000, 8300 - 2100 + 1000, -4200)
    back = paid_nagashi(NagashiPays.AS_WIN, own_stick=OwnStick.BACK)
    assert nagashi_changes([W, S], back, sticks=3, own_stick=[W]) == (
        -8000,
        8000 - 2000 + 2000,
        8000 - 2000 + 1000,
        -4000,
    )


def test_a_chombo_is_a_mangan_the_wrong_way_round() -> None:
    assert chombo(S, EMA).changes == (4000, -8000, 2000, 2000)
    assert chombo(E, EMA).changes == (-12000, 4000, 4000, 4000)
    assert chombo(E, EMA).penalty_points == 0


def test_a_chombo_in_points_is_paid_to_the_other_three() -> None:
    options = Options(chombo=Chombo(pays=ChomboPays.POINTS, points=9000))
    assert chombo(W, options).changes == (3000, 3000, -9000, 3000)
    odd = Options(chombo=Chombo(pays=ChomboPays.POINTS, points=20000))
    assert chombo(W, odd).changes == (6700, 6600, -20000, 6700)


def test_an_odd_hundred_of_a_chombo_goes_to_the_offenders_right() -> None:
    odd = Options(chombo=Chombo(pays=ChomboPays.POINTS, points=1000))
    assert [chombo(seat, odd).changes for seat in SEATS] == [
        (-1000, 400, 300, 300),
        (300, -1000, 400, 300),
        (300, 300, -1000, 400),
        (400, 300, 300, -1000),
    ]


def test_a_chombo_after_uma_moves_no_points_now() -> None:
    penalty = chombo(W, Options(chombo=Chombo(pays=ChomboPays.AFTER_UMA, points=20000)))
    assert penalty.changes == (0, 0, 0, 0)
    assert penalty.penalty_points == 20000


def test_a_chombo_before_uma_costs_the_offender_alone_and_brings_nobody_anything() -> None:
    penalty = chombo(W, Options(chombo=Chombo(pays=ChomboPays.BEFORE_UMA, points=12000)))
    assert penalty.changes == (0, 0, -12000, 0)
    assert penalty.penalty_points == 12000


# --- properties

seats = st.sampled_from(SEATS)
laws = st.builds(
    SekininBarai,
    yakuman=st.just(SEKININ),
    daiminkan_rinshan_scored=st.sampled_from(RinshanScored),
    compound=st.sampled_from(Compound),
    honba_on_ron=st.sampled_from(HonbaOnRon),
    honba_on_tsumo=st.sampled_from(HonbaOnTsumo),
    two_liable_honba=st.sampled_from(TwoLiableHonba),
)
rulesets = st.builds(
    Options,
    sekinin_barai=laws,
    scoring=st.builds(
        Scoring,
        yakuman_limit=st.sampled_from((0, 1, 2)),
        double_yakuman=st.sampled_from(((), ("daisuushii", "kokushi_13"), SEKININ)),
    ),
    wins=st.builds(
        Wins,
        honba=st.sampled_from(WinnersHonba),
        sticks=st.sampled_from(WinnersSticks),
        own_stick=st.sampled_from(OwnStick),
        honba_value=st.sampled_from((0, 300, 1500, 500)),
    ),
)
yakuman_names = st.lists(st.sampled_from(YAKUMAN), min_size=1, max_size=4, unique=True)


@st.composite
def values(draw: st.DrawFn, options: Options) -> Value:
    if draw(st.booleans()):
        return yakuman_value(draw(yakuman_names), options)
    han, fu = draw(st.integers(1, 14)), draw(st.sampled_from((25, *range(20, 120, 10))))
    limit, base = limit_of(han, fu, options.scoring)
    return Value(han=han, fu=fu, limit=limit, base=base)


@st.composite
def claims(draw: st.DrawFn) -> tuple[list[WonHand], Seat | None, int, int, Options]:
    options = draw(rulesets)
    loser = draw(st.none() | seats)
    able = seats.filter(lambda seat: seat is not loser)
    winners = [draw(seats)] if loser is None else draw(st.lists(able, min_size=1, max_size=3, unique=True))
    wins = []
    for winner in winners:
        others = [seat for seat in SEATS if seat is not winner]
        # Three dragons and four winds are seven sets: no hand holds both, so two players at most are liable for
        # yakuman.
        able_names = ("suukantsu", "rinshan", draw(st.sampled_from(("daisangen", "daisuushii"))))
        feeders = draw(st.dictionaries(st.sampled_from(able_names), st.sampled_from(others), max_size=3))
        wins.append(
            WonHand(
                winner,
                draw(values(options)),
                tuple(Liability(name, seat) for name, seat in feeders.items()),
                own_stick=draw(st.booleans()),
            )
        )
    least = sum(win.own_stick for win in wins)
    return wins, loser, draw(st.integers(0, 9)), draw(st.integers(least, 7)), options


Claims = tuple[list[WonHand], Seat | None, int, int, Options]


@given(claims())
def test_payments_add_up_to_the_sticks(claim: Claims) -> None:
    wins, loser, honba, sticks, options = claim
    payments = settle_wins(wins, loser, honba=honba, sticks=sticks, options=options)
    assert sum(sum(payment.changes) for payment in payments) == 1000 * sticks


@given(claims())
def test_the_parts_of_a_payment_are_the_payment(claim: Claims) -> None:
    wins, loser, honba, sticks, options = claim
    for payment in settle_wins(wins, loser, honba=honba, sticks=sticks, options=options):
        total: Counter[object] = Counter()
        for part in payment.parts:
            assert part.points > 0
            total[part.to] += part.points
            total[part.source] -= part.points
        assert tuple(total[seat] for seat in SEATS) == payment.changes


@given(claims())
def test_liability_moves_points_between_payers_and_never_to_or_from_the_winner(claim: Claims) -> None:
    wins, loser, honba, sticks, options = claim
    options = law(options, daiminkan_rinshan_scored=RinshanScored.TSUMO)
    with_liability = settle_wins(wins, loser, honba=honba, sticks=sticks, options=options)
    without = settle_wins([win._replace(liable=()) for win in wins], loser, honba=honba, sticks=sticks, options=options)
    for win, one, other in zip(wins, with_liability, without, strict=True):
        assert one.changes[win.winner] == other.changes[win.winner]


@given(claims())
def test_nobody_but_winners_gains_and_only_loser_and_liable_pay_a_ron(claim: Claims) -> None:
    wins, loser, honba, sticks, options = claim
    for win, payment in zip(wins, settle_wins(wins, loser, honba=honba, sticks=sticks, options=options), strict=True):
        assert all(payment.changes[seat] <= 0 for seat in SEATS if seat is not win.winner)
        if loser is not None:
            payers = {part.source for part in payment.parts} - {"table"}
            assert payers <= {loser} | {one.seat for one in win.liable}


def naive(
    names: list[str], winner: Seat, loser: Seat | None, liable: dict[str, Seat], doubles: tuple[str, ...]
) -> list[int]:
    """Each yakuman is settled as if it were a hand of its own: a second program, for rulesets where all add up."""
    change = [0, 0, 0, 0]

    def move(source: Seat, points: int) -> None:
        change[source] -= points
        change[winner] += points

    for name in names:
        for _ in range(2 if name in doubles else 1):
            full = 48000 if winner is E else 32000
            feeder = liable.get(name)
            if loser is not None:
                if feeder is None:
                    move(loser, full)
                else:
                    move(feeder, full // 2)
                    move(loser, full // 2)
            elif feeder is not None:
                move(feeder, full)
            else:
                for seat in SEATS:
                    if seat is not winner:
                        move(seat, 16000 if E in (seat, winner) else 8000)
    return change


@given(
    yakuman_names,
    seats,
    st.none() | seats,
    st.dictionaries(st.sampled_from(SEKININ), seats, max_size=3),
    st.sampled_from(((), ("daisuushii",), SEKININ)),
)
def test_compound_yakuman_are_paid_as_if_each_were_a_hand_of_its_own(
    names: list[str], winner: Seat, loser: Seat | None, liable: dict[str, Seat], doubles: tuple[str, ...]
) -> None:
    loser = None if loser is winner else loser
    liable = {name: seat for name, seat in liable.items() if seat is not winner and name in names}
    options = Options(
        scoring=Scoring(yakuman_limit=0, double_yakuman=doubles),
        sekinin_barai=SekininBarai(yakuman=SEKININ, compound=Compound.LIABLE_YAKUMAN),
    )
    win = WonHand(winner, yakuman_value(names, options), tuple(Liability(name, seat) for name, seat in liable.items()))
    (payment,) = settle_wins([win], loser, options=options)
    assert list(payment.changes) == naive(names, winner, loser, liable, doubles)


@given(st.lists(seats, unique=True), st.integers(0, 120).map(lambda n: 100 * n))
def test_noten_payments_add_up_to_nothing(tenpai: list[Seat], points: int) -> None:
    changes = noten_changes(tenpai, Options(draws=Draws(noten_payment=points)))
    assert sum(changes) == 0
    assert sum(change for change in changes if change > 0) == (points if 0 < len(tenpai) < 4 else 0)


@given(seats, st.sampled_from(ChomboPays), st.integers(0, 300).map(lambda n: 100 * n))
def test_a_chombo_adds_up_to_nothing_but_what_the_offender_alone_loses(
    seat: Seat, pays: ChomboPays, points: int
) -> None:
    lost = -points if pays is ChomboPays.BEFORE_UMA else 0
    assert sum(chombo(seat, Options(chombo=Chombo(pays=pays, points=points))).changes) == lost


@pytest.mark.parametrize(
    ("share", "winner", "parts", "liable"),
    [
        # Three players: what the two pay of a daisangen, and what a liable one pays alone.
        (AbsentShare.LOSS, S, (-16000, 24000, -8000), 24000),
        (AbsentShare.LOSS, E, (32000, -16000, -16000), 32000),
        (AbsentShare.HALVES, S, (-20000, 32000, -12000), 32000),
        (AbsentShare.HALVES, E, (48000, -24000, -24000), 48000),
        # In two parts 32,000 is rounded up twice; whoever pays it alone pays the ron's worth. No text found.
        (AbsentShare.FULL, S, (-21400, 32100, -10700), 32000),
        (AbsentShare.FULL, E, (48000, -24000, -24000), 48000),
    ],
)
def test_who_is_liable_where_three_play_pays_a_tsumo_alone_and_in_no_parts(
    share: AbsentShare, winner: Seat, parts: tuple[int, ...], liable: int
) -> None:
    three = Options(table=TableTable(players=3, tiles=TileSet.WITHOUT_2M_8M), wins=Wins(tsumo=share))
    assert tsumo("daisangen", winner, three).changes == parts
    alone = tsumo("daisangen", winner, three, daisangen=W).changes
    assert (alone[winner], alone[W]) == (liable, -liable) and sum(map(abs, alone)) == 2 * liable
    # A liable one pays no more than the two would have, and less only by what rounding brings.
    assert 0 <= parts[winner] - liable < 200
    fed = replace(
        three, sekinin_barai=replace(three.sekinin_barai, daiminkan_rinshan=RinshanLiability.REPLACEMENT_ONLY)
    )
    small = Value(han=3, fu=40, base=1280)
    paid = pay_tsumo(small, winner, liable=[Liability("rinshan", W)], options=fed).changes
    if share is AbsentShare.FULL:
        assert paid[W] == (-7700 if winner is E else -5200)
    else:
        plain = pay_tsumo(small, winner, options=three).changes
        assert paid[W] == -plain[winner]
