"""Several players win on one tile: who is paid what, who is bumped, whose sticks return, and who deals next."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import kanrules
from kanrules.desk.pay import PaymentAnswer, answer_payment, read_payment_question
from kanrules.desk.worth import why_never_both
from kanrules.errors import UnreadableError
from kanrules.law.hook_values import Liability
from kanrules.pieces.actions import Discard
from kanrules.pieces.events import ResultType
from kanrules.pieces.tiles import SEATS
from kanrules.records import Record, open_records
from kanrules.records.recorded import RecordedHand
from kanrules.replays.hand import replay_hand
from kanrules.ruleset import Ruleset, bundled_ids, load_ruleset
from tests.cli.running import run
from tests.desk.rons import pays

E, S, W, N = SEATS
GAMES = Path(__file__).parents[1] / "games"
LOGS = Path(__file__).parents[3] / "shared" / "logs"


def asked(rules: str | Ruleset, *winners: str, by: str = "east", **said: Any) -> PaymentAnswer:
    book = load_ruleset(rules) if isinstance(rules, str) else rules
    return answer_payment(read_payment_question((), winners, by, **said), book)


def changes(rules: str | Ruleset, *winners: str, **said: Any) -> tuple[int, ...]:
    payment = asked(rules, *winners, **said).payment
    assert payment is not None
    return payment.changes


# --- who wins ------------------------------------------------------------------------------------------------------


def test_the_player_next_in_turn_bumps_the_others_where_the_book_has_head_bump() -> None:
    # M.League 5-1(3). South comes after east; the bumped player's own stick goes to the winner.
    one = asked("m-league", "west: mangan, riichi", "south: 3/40", honba=1, sticks=1)
    assert [winner.seat for winner in one.winners] == [S] and one.bumped == (W,)
    assert one.payment is not None and one.payment.changes == (-5500, 7500, 0, 0)


def test_thirteen_orphans_are_not_bumped_where_the_book_excepts_them() -> None:
    book = load_ruleset("tenhou").with_options(
        {"wins.simultaneous": "head_bump_except_kokushi", "draws.sanchahou": "off"}
    )
    one = asked(book, "south: 3/40", "west: mangan", "north: kokushi")
    assert [winner.seat for winner in one.winners] == [S, N] and one.bumped == (W,)


def test_each_winner_takes_back_the_stick_of_this_hand_and_the_nearest_takes_the_pot() -> None:
    # EMA 2025 3.3.10: the sticks before this hand are the pot.
    one = asked("ema-2025", "west: mangan, riichi", "south: 3/40, riichi", sticks=2, honba=1)
    south, west = (winner.payment for winner in one.winners)
    assert [(str(part.why), part.points) for part in south.parts] == [
        ("ron", 5200), ("honba", 300), ("own riichi stick", 1000), ("riichi sticks", 2000),
    ]  # fmt: skip
    assert [(str(part.why), part.points) for part in west.parts] == [
        ("ron", 8000), ("honba", 300), ("own riichi stick", 1000),
    ]  # fmt: skip
    assert one.payment is not None and one.payment.changes == (-13800, 8500, 9300, 0)


def test_the_discarders_stick_is_part_of_the_pot() -> None:
    with_stick = changes("ema-2025", "south: 3/40", "west: mangan", by="east: riichi")
    assert with_stick == changes("ema-2025", "south: 3/40", "west: mangan", sticks=1)
    assert changes("ema-2025", "south: 3/40", by="east", riichi=["east"]) == changes(
        "ema-2025", "south: 3/40", sticks=1
    )


def test_three_rons_end_the_hand_where_the_book_says_so_and_the_sticks_stay() -> None:
    one = asked("tenhou", "south: 3/40, riichi", "west: mangan", "north: haneman", by="east: riichi", sticks=1, honba=2)
    assert one.draw and one.payment is not None and one.payment.changes == (0, 0, 0, 0)
    assert one.next is not None and (one.next.dealer, one.next.honba, one.next.sticks) == (E, 3, 3)
    rotates = load_ruleset("tenhou").with_options({"draws.sanchahou": "dealer_rotates"})
    one = asked(rotates, "south: mangan", "west: mangan", "north: mangan", honba=2)
    assert one.next is not None and (one.next.dealer, one.next.honba) == (S, 3)


def test_three_players_win_where_no_draw_ends_the_hand() -> None:
    assert changes("ema-2016", "south: 3/40", "west: mangan", "north: haneman", sticks=1) == (
        -25200, 6200, 8000, 12000,
    )  # fmt: skip


def test_the_dealer_stays_as_one_of_several_winners_and_not_as_a_bumped_one() -> None:
    for rules, dealer, honba in (("ema-2016", E, 2), ("m-league", S, 0)):
        # East is farther from south than west is.
        one = asked(rules, "east: mangan", "west: mangan", by="south", honba=1)
        assert one.next is not None and (one.next.dealer, one.next.honba) == (dealer, honba)


def test_each_winner_has_its_own_liable_player() -> None:
    # Each yakuman is paid half by the player who fed it, and wholly by that player's own discard (EMA 2016 3.3.9).
    one = asked("ema-2016", "south: daisangen, liable north", "west: daisuushii, liable daisuushii=east")
    assert [winner.liable for winner in one.winners] == [
        (Liability("daisangen", N),), (Liability("daisuushii", E),),
    ]  # fmt: skip
    south, west = (winner.payment.changes for winner in one.winners)
    assert south == (-16000, 32000, 0, -16000)
    assert west == (-32000, 0, 32000, 0)


def test_a_liable_player_may_win_too() -> None:
    one = asked("ema-2016", "south: daisangen, liable west", "west: mangan")
    assert one.payment is not None and one.payment.changes == (-24000, 32000, -8000, 0)


def test_of_three_players_two_win_and_the_nearest_takes_the_honba() -> None:
    one = asked("tenhou-3p", "south: 3/40", "west: mangan", honba=1)
    assert one.payment is not None and len(one.payment.changes) == 3 and sum(one.payment.changes) == 0
    assert one.winners[0].payment.changes[S] > 5200 and one.winners[1].payment.changes[W] == 8000


def test_a_seat_alone_has_the_hand_that_is_given_for_all() -> None:
    book = load_ruleset("tenhou")
    both = answer_payment(read_payment_question(["mangan"], ["south", "west: haneman"], "east"), book)
    assert both.payment is not None and both.payment.changes == (-20000, 8000, 12000, 0)


def test_hands_given_as_tiles_share_the_winning_tile_and_the_indicators() -> None:
    one = asked(
        "tenhou", "south: 456m456p67s333z88p, riichi", "west: 234m345p34678s99m, riichi", by="north",
        win="5s", indicators="9p", ura="1m",
    )  # fmt: skip
    south, west = ({winner.seat: winner.value for winner in one.winners}[seat] for seat in (S, W))
    assert south is not None and west is not None
    assert (south.yaku, south.ura) == ({"riichi": 1}, 0)
    assert (west.yaku, west.ura) == ({"riichi": 1, "pinfu": 1}, 1)


def test_riichi_told_of_a_seat_belongs_to_its_hand() -> None:
    tiles = "south: 234m456p67s222z88p on 5s"
    assert read_payment_question((), tiles, "north", riichi=["south"]) == read_payment_question(
        (), f"{tiles}, riichi", "north"
    )


# --- what cannot happen --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("winners", "said", "why"),
    [
        (["south: mangan", "west: mangan", "north: 2/30"], {"moments": ["chankan"]},
         "three players cannot rob a shouminkan: the player who discarded the ponned tile is furiten"),
        (["south: mangan, chankan", "west: mangan", "north: 2/30"], {}, "three players cannot rob a shouminkan"),
        (["south: mangan", "S: mangan"], {}, "south was named twice"),
        (["east: mangan", "west: mangan"], {}, "east won and cannot have dealt in"),
        (["south: mangan", "west: mangan"], {"by": ""}, "a tsumo has one winner"),
        (["south: mangan", "west: mangan"], {"liable": ["north"]}, "liable for whose hand?"),
        (["south: daisangen", "west: daisangen"], {}, "two players cannot have daisangen on one tile"),
        (["south: daisuushii", "west: shousuushii"], {}, "two players cannot have"),
        (["south: suukantsu", "west: suukantsu"], {}, "two players cannot have suukantsu"),
        (["south: 234m456p67s222z88p on 5s", "west: 345m345p34567s99m on 2s"], {}, "several players win on one tile"),
        (["south: 111z234m456p67s88p on 5s", "west: 111z345m345p34s99m on 5s"], {}, "copies of 1z"),
        (["south: 234m456p67s222z55s on 5s"], {"moments": ["chankan"]}, "copies of 5s with the robbed kan"),
        (["south: suuankou_tanki, chankan"], {}, "never waits for a tile of which a kan has the other three"),
        (["south: daisangen, liable west, riichi"], {}, "is in riichi and has called nothing"),
        (["south: mangn"], {}, "did you mean mangan?"),
        (["south: 3/45"], {}, "fu are 20, 25, or tens"),
        (["south: "], {}, "say what was won"),
        (["up: mangan"], {}, "'up' is not a seat"),
        ([], {}, "who won?"),
    ],
)  # fmt: skip
def test_what_cannot_happen_is_refused_with_its_reason(winners: list[str], said: dict[str, Any], why: str) -> None:
    with pytest.raises(UnreadableError) as refused:
        read_payment_question((), winners, **{"by": "east", **said})
    assert why in str(refused.value)
    assert "\n" not in str(refused.value)


def test_three_thirteen_orphans_rob_an_ankan_where_the_book_lets_them() -> None:
    three = ["south: kokushi, chankan", "west: kokushi", "north: kokushi"]
    assert [winner.seat for winner in asked("ema-2016", *three).winners] == [S, W, N]
    never = load_ruleset("ema-2016").with_options({"chankan.ankan": "never"})
    assert "an ankan is not robbed" in asked(never, *three).why


def test_of_three_players_one_alone_can_rob_a_shouminkan() -> None:
    one, two = ["south: mangan, chankan"], ["south: mangan, chankan", "west: mangan"]
    assert kanrules.pay(one, "east", rules="tenhou-3p").payment is not None
    with pytest.raises(UnreadableError, match="with three players, two cannot rob a shouminkan"):
        kanrules.pay(two, "east", rules="tenhou-3p")
    assert len(kanrules.pay(two, "east", rules="tenhou").winners) == 2


LEAST: dict[str, list[Sequence[int]]] = {
    "daisangen": [(3, 3, 3)],
    "shousuushii": [(2, 3, 3, 3), (3, 2, 3, 3), (3, 3, 2, 3), (3, 3, 3, 2)],
    "daisuushii": [(3, 3, 3, 3)],
    "chuuren_poutou": [(3, 1, 1, 1, 1, 1, 1, 1, 3)],
}
"""How many copies of the tiles in question a hand has at least."""
OVER = {
    "daisangen": ["daisangen"],
    "shousuushii": ["shousuushii", "daisuushii"],
    "daisuushii": ["daisuushii"],
    "chuuren_poutou": ["chuuren_poutou"],
}


def test_two_hands_that_need_a_fifth_copy_are_never_won_together() -> None:
    for name, others in OVER.items():
        for other in others:
            # The tile they win on is one tile for both.
            least = min(
                max(a + b - 1 for a, b in zip(mine, its, strict=True)) for mine in LEAST[name] for its in LEAST[other]
            )
            assert least > 4 and why_never_both([name], [other]) and why_never_both([other], [name])
    assert not why_never_both(["daisangen"], ["daisuushii"]) and not why_never_both(["kokushi"], ["kokushi"])


# --- the function and the command ----------------------------------------------------------------------------------


def test_the_function_answers_as_the_command_does(capsys: pytest.CaptureFixture[str]) -> None:
    found = kanrules.pay(["south: 3/40, riichi", "west: mangan"], "east", honba=1, sticks=1, rules="ema-2025")
    code, out, _ = run(
        capsys, "pay", "--winner", "south: 3/40, riichi", "-w", "west: mangan", "--by", "east", "--honba", "1",
        "--sticks", "1", "--rules", "ema-2025", "--format", "json",
    )  # fmt: skip
    told = json.loads(out)
    assert code == 0 and {name: told[name] for name in found.to_json()} == json.loads(
        json.dumps(found.to_json(), default=str)
    )
    assert [winner["seat"] for winner in told["winners"]] == ["south", "west"]
    assert told["next"] == {"dealer": "south", "honba": 0, "sticks": 0} and told["bumped"] == []


@pytest.mark.parametrize(
    ("rules", "by", "said"),
    [
        ("m-league", "east", ["south wins:", "west does not win: south comes first in turn order after east.",
                              "Next hand: south is dealer, 0 honba.", "wins.simultaneous = head_bump"]),
        ("ema-2025", "east: riichi", ["south wins:", "west wins:", "own riichi stick", "1 honba", "riichi by east"]),
    ],
)  # fmt: skip
def test_the_text_says_who_wins_who_is_bumped_and_what_comes_next(
    rules: str, by: str, said: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("--winner", "south: 3/40, riichi", "--winner", "west: mangan", "--by", by, "--honba", "1")
    code, out, _ = run(capsys, "pay", *words, "--rules", rules)
    assert code == 0 and [one for one in said if one not in out] == []


def test_a_draw_by_three_rons_says_that_no_one_is_paid(capsys: pytest.CaptureFixture[str]) -> None:
    words = [word for seat in ("south", "west", "north") for word in ("--winner", f"{seat}: mangan")]
    code, out, _ = run(capsys, "pay", *words, "--by", "east", "--sticks", "1", "--rules", "tenhou")
    assert code == 0
    assert "No one is paid: three players call ron on one tile, and the hand is a draw." in out
    assert "Next hand: east stays dealer, 1 honba. One riichi stick stays on the table." in out


def test_every_ruleset_is_asked_and_no_point_is_made_or_lost(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(
        capsys, "pay", "-w", "south: 3/40, riichi", "-w", "west: mangan", "--by", "east", "--sticks", "1",
        "--all-rules", "--format", "json",
    )  # fmt: skip
    answers = json.loads(out)["answers"]
    assert code == 0 and {one["rules"] for one in answers} == set(bundled_ids())
    for one in answers:
        assert sum(one["payments"].values()) == 2000
        assert {each["seat"] for each in one["winners"]} | set(one["bumped"]) == {"south", "west"}


# --- recorded games ------------------------------------------------------------------------------------------------


def of_several(record: Record, rules: Ruleset) -> Iterator[tuple[RecordedHand, RecordedHand | None, PaymentAnswer]]:
    """Every hand of a record that several players won, with the hand after it and what `pay` answers to its question:
    the values of the hands are the machine's, everything else is the record's.
    """
    hands = list(record.hands)
    for hand, after in zip(hands, [*hands[1:], None], strict=True):
        drawn = hand.draw is not None and hand.draw.type is ResultType.SANCHAHOU
        if len(hand.wins) < 2 and not drawn:
            continue
        last = hand.steps[-1]
        riichi = [
            step.seat for step in hand.steps
            if isinstance(step, Discard) and step.riichi and (step is not last)
        ]  # fmt: skip
        if drawn:
            assert isinstance(last, Discard)
            told = [f"{seat}: mangan{', riichi' * (seat in riichi)}" for seat in SEATS if seat is not last.seat]
            by = f"{last.seat}{': riichi' * (last.seat in riichi)}"
            yield hand, after, answer_payment(read_payment_question((), told, by, (), hand.honba, hand.sticks), rules)
            continue
        outcome = replay_hand(rules, hand, keeps_instants=record.keeps_instants).kyoku.outcome
        assert outcome is not None
        source = hand.wins[0].source
        assert source is not None
        won = {win.seat: (win.value, win.liable) for win in outcome.wins}
        yield hand, after, pays(rules, won, source, riichi, hand.honba, hand.sticks)


def agree(record: Record, rules: Ruleset) -> Counter[str]:
    """Every win of several in a record is paid as the record says, and the next hand begins as `pay` says."""
    seen: Counter[str] = Counter()
    for hand, after, one in of_several(record, rules):
        where = f"{record.file} {hand.name}"
        assert one.next is not None, where
        if hand.wins:
            recorded = {win.seat: tuple(win.changes) for win in hand.wins}
            assert {winner.seat: winner.payment.changes for winner in one.winners} == recorded, where
        else:
            assert one.draw, where
        if after is not None:
            dealer = hand.players[one.next.dealer]
            assert (after.players[0], after.honba, after.sticks) == (dealer, one.next.honba, one.next.sticks), where
        seen[f"{len(hand.wins)} winners"] += 1
    return seen


def test_every_double_and_triple_ron_of_the_shipped_games_is_paid_as_it_was_recorded() -> None:
    rules, seen = load_ruleset("tenhou"), Counter[str]()
    shown = json.loads((GAMES / "games.json").read_text(encoding="utf-8"))
    names = [name for name, found in shown.items() if found.keys() & {"several_winners", "sanchaho"}]
    for record in open_records([GAMES / f"{name}.mjson.gz" for name in names]):
        assert isinstance(record, Record)
        seen += agree(record, rules)
    # `games.json` counts what RiichiEnv's own events show.
    every = Counter(
        {key: sum(found.get(key, 0) for found in shown.values()) for key in ("several_winners", "sanchaho")}
    )
    assert (seen["2 winners"], seen["0 winners"]) == (every["several_winners"], every["sanchaho"])


@pytest.mark.skipif(
    not LOGS.is_dir(), reason="recorded human games are not part of the repository; put them in ../shared/logs"
)
def test_every_double_and_triple_ron_of_recorded_human_games_is_paid_as_it_was_recorded() -> None:
    every = None if os.environ.get("KANRULES_ALL_LOGS") else 12
    rules, seen = load_ruleset("tenhou"), Counter[str]()
    for archive in sorted(LOGS.glob("mjlog/*.zip")):
        if "-3p" in archive.name:
            continue
        for record in islice(open_records([archive]), every):
            if isinstance(record, Record) and not record.out_of_scope:
                seen += agree(record, rules)
    assert seen["2 winners"]
