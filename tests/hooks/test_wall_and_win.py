"""What only hooks can say about the wall and the end of a hand: an indicator turned by a win, a replacement tile from
elsewhere, and a fifth kan that ends the hand with its discard.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from kanrules import (
    CompleteHand,
    FifthKan,
    FourKans,
    Instant,
    Kan,
    PluginError,
    ReplacementFrom,
    Seat,
    Yaku,
    hookimpl,
    parse_action,
    parse_tiles,
)
from kanrules.cases.case import CaseBuilder
from kanrules.cases.run import PlayedCase, play_case
from kanrules.kan.kandora_effects import EffectAnswer, truth
from kanrules.kyoku.machine import KyokuMachine
from kanrules.law.setup import setup_of
from kanrules.pieces.actions import Ankan, Daiminkan, Ron, Shouminkan, Tsumo
from kanrules.pieces.events import KandoraTurned, RinshanDraw
from kanrules.play import mjai
from kanrules.replays.hand import replay_hand
from kanrules.ruleset import Ruleset, load_ruleset
from kanrules.ruleset.keys import keys
from kanrules.table import position
from kanrules.testing.conformance import with_plugin
from kanrules.testing.walls import rich_wall

EMA = load_ruleset("ema-2016")


def played(plugin: object, given: dict[str, Any], *lines: str, rules: Ruleset = EMA, **options: Any) -> PlayedCase:
    laid = rules.with_options({name.replace("__", "."): value for name, value in options.items()})
    return play_case(CaseBuilder("a play").given(**given).play(*lines).case(), with_plugin(laid, "house", plugin, {}))


def turned(kyoku: KyokuMachine) -> list[tuple[str, int]]:
    return [(event.instant.value, event.kan) for event in kyoku.events if isinstance(event, KandoraTurned)]


class AtTheWin:
    """The indicator of an open kan is turned at a win."""

    @hookimpl
    def reveal_kandora(self, kan: Kan) -> Instant | None:
        return Instant.WIN if kan.type == "daiminkan" else None


OPEN_KAN = {
    "hands": {"south": "999s23456p11z", "west": "46p123789m11s", "north": "46p123456s22z"},
    "melds": {"south": ["pon 555z from east"], "west": ["pon 666z from east"], "north": ["pon 777z from east"]},
    "turn": "east", "live": "9s", "indicators": "3z 8s",
}  # fmt: skip
CALLED = ("east discards 9s", "south daiminkan 9s")


def test_a_tsumo_on_the_replacement_tile_turns_the_indicator_and_counts_it() -> None:
    result = played(AtTheWin(), OPEN_KAN, *CALLED, "south draws 1p", "south tsumo")
    assert turned(result.kyoku) == [("win", 1)]
    outcome = result.kyoku.outcome
    assert outcome is not None and outcome.wins[0].value.dora == 4


def test_a_ron_after_the_discard_turns_it_for_every_winner() -> None:
    given = {**OPEN_KAN, "indicators": "3z 4p"}
    result = played(
        AtTheWin(), given, *CALLED, "south draws 4z", "south discards 5p", "west ron", "north ron",
        wins__simultaneous="all",
    )  # fmt: skip
    assert turned(result.kyoku) == [("win", 1)], "two winners turn it once"
    outcome = result.kyoku.outcome
    assert outcome is not None
    assert [(win.seat, win.value.dora) for win in outcome.wins] == [(Seat.WEST, 1), (Seat.NORTH, 1)]


def test_it_outlasts_passed_discards_and_the_kans_of_others() -> None:
    given = {**OPEN_KAN, "hands": {**OPEN_KAN["hands"], "west": "777s123789m1p"}}  # type: ignore[dict-item]
    lines = (*CALLED, "south draws 4z", "south discards 4z", "west draws 7s", "west ankan 7s", "west draws 3z")
    result = played(AtTheWin(), given, *lines, "west discards 3z", "north draws 5p", "north tsumo")
    assert turned(result.kyoku) == [("declaration", 2), ("win", 1)]


def test_without_a_win_it_stays_face_down() -> None:
    result = played(
        AtTheWin(), {**OPEN_KAN, "live_tiles": 2}, *CALLED, "south draws 4z", "south discards 4z", "everyone passes"
    )
    assert result.kyoku.outcome is not None and result.kyoku.outcome.type == "exhaustive_draw"
    assert turned(result.kyoku) == []


def test_a_robbed_kan_turns_the_indicator_that_an_earlier_one_left_for_the_win() -> None:
    given = {
        "hands": {"south": "999s1234m", "west": "46p123789m11s"},
        "melds": {"south": ["pon 555p from east", "pon 111z from east"], "west": ["pon 666z from east"]},
        "turn": "east", "live": "9s", "indicators": "3z 8s",
    }  # fmt: skip
    lines = (*CALLED, "south draws 5p", "south shouminkan 5p", "west ron")
    result = played(AtTheWin(), given, *lines)
    assert turned(result.kyoku) == [("win", 1)]


def test_four_kans_that_win_turn_it_too() -> None:
    class Wins(AtTheWin):
        @hookimpl
        def four_kans(self) -> FourKans:
            return FourKans.WIN_ON_PASSED_DISCARD

    given = {
        "hands": {"south": "999s1p"}, "melds": {"south": ["ankan 1111z", "ankan 2222z", "ankan 3333z"]},
        "turn": "east", "live": "9s",
    }  # fmt: skip
    result = played(Wins(), given, *CALLED, "south draws 4z", "south discards 4z", "everyone passes")
    assert turned(result.kyoku) == [("win", 4)]


def test_no_key_has_the_moment_of_a_win() -> None:
    assert "win" not in keys()["kandora.daiminkan"].allowed
    assert truth(Instant.WIN).answers == (EffectAnswer.NO, EffectAnswer.YES, EffectAnswer.YES, EffectAnswer.YES)


# --- the replacement tile ------------------------------------------------------------------------------------------


class Source:
    """Every kan takes its replacement tile from one place."""

    def __init__(self, place: ReplacementFrom) -> None:
        self.place = place

    @hookimpl
    def replacement_from(self) -> ReplacementFrom:
        return self.place


@pytest.mark.parametrize("place", ReplacementFrom)
def test_the_replacement_tile_comes_from_where_the_hook_says(place: ReplacementFrom) -> None:
    kyoku = _with_a_kan(with_plugin(EMA, "house", Source(place), {}))
    kyoku = _announced(kyoku)
    live, ura, replacements = kyoku.live[:], kyoku.ura_indicators[:], kyoku.replacements[:]
    at = kyoku.face_up - 1
    expected = {
        ReplacementFrom.DEAD_WALL: replacements[0], ReplacementFrom.LAST_LIVE_TILE: live[0],
        ReplacementFrom.NEXT_LIVE_TILE: live[-1], ReplacementFrom.URA_INDICATOR: ura[at],
    }[place]  # fmt: skip
    kyoku.push(next(action for action in kyoku.legal_actions() if action.word == "draw"))
    event = next(event for event in kyoku.events if isinstance(event, RinshanDraw))
    assert event.tile == expected == kyoku.drawn
    assert len(kyoku.live) == len(live) - 1, "each of them takes one tile from the live wall, or refills from it"
    if place is ReplacementFrom.URA_INDICATOR:
        assert kyoku.ura_indicators == [*ura[:at], None, *ura[at + 1 :]]
    assert kyoku.replacements == (replacements[1:] if place is ReplacementFrom.DEAD_WALL else replacements)


def _with_a_kan(rules: Ruleset) -> KyokuMachine:
    for seed in range(2000):
        kyoku = KyokuMachine(rules, seed=seed)
        for _ in range(40):
            actions = kyoku.legal_actions()
            kan = next((one for one in actions if isinstance(one, (Ankan, Daiminkan, Shouminkan))), None)
            if kan is not None:
                return kyoku
            kyoku.push(actions[-1])
    raise AssertionError("no kan in 2000 walls")


def _announced(kyoku: KyokuMachine) -> KyokuMachine:
    kyoku.push(next(one for one in kyoku.legal_actions() if isinstance(one, (Ankan, Daiminkan, Shouminkan))))
    return kyoku


@pytest.mark.parametrize("place", ReplacementFrom)
def test_a_position_after_the_announcement_asks_again(place: ReplacementFrom) -> None:
    rules = with_plugin(EMA, "house", Source(place), {})
    kyoku = _announced(_with_a_kan(rules))
    again = KyokuMachine.from_position(rules, position.at(kyoku))
    assert again.replacement_tile() == kyoku.replacement_tile()


# --- a fifth kan that ends the hand with its discard ----------------------------------------------------------------


class Fifth:
    """A fifth kan takes an ura indicator, and the hand ends after its discard."""

    @hookimpl
    def fifth_kan(self) -> FifthKan:
        return FifthKan.ABORT_ON_PASSED_DISCARD

    @hookimpl
    def replacement_from(self, kan: Kan) -> ReplacementFrom | None:
        return ReplacementFrom.URA_INDICATOR if kan.number > 4 else None


FOUR = {
    "hands": {"west": "444s", "north": "46p123m789s11z", "east": "777p"},
    "melds": {
        "south": ["ankan 1111p", "ankan 2222z"], "north": ["pon 777z from south"],
        "east": ["ankan 3333z", "ankan 9999m"],
    },
    "turn": "west", "live": "4s", "ura": "9p 8p 8p 8m 7p",
}  # fmt: skip


def test_a_fifth_kan_ends_the_hand_once_its_discard_has_passed() -> None:
    result = played(Fifth(), FOUR, "west ankan 4s", "west draws 7p", "west discards 7p", "everyone passes")
    outcome = result.kyoku.outcome
    assert outcome is not None and outcome.type == "fifth_kan"
    finding = next(one for one in result.kyoku.findings if one.code == "KR503")
    assert (finding.plugin, finding.key) == ("house", "")


def test_a_ron_on_that_discard_comes_first() -> None:
    given = {**FOUR, "ura": "9p 8p 8p 8m 5p"}
    result = played(Fifth(), given, "west ankan 4s", "west draws 5p", "west discards 5p", "north ron")
    assert result.kyoku.outcome is not None and result.kyoku.outcome.type == "ron"


def test_that_discard_may_not_be_called() -> None:
    result = played(Fifth(), FOUR, "west ankan 4s", "west draws 7p", "west discards 7p")
    assert not [one for one in result.kyoku.legal_actions(Seat.EAST) if one.word in ("pon", "daiminkan")]
    assert result.kyoku.ends_on_discard


# --- a daiminkan that is robbed -------------------------------------------------------------------------------------


class RobsAll:
    """Every kan may be robbed, a daiminkan too."""

    robs = ("daiminkan",)

    @hookimpl
    def rob_kan(self, kan: Kan) -> bool:
        return True


NO_YAKU = {
    "hands": {"south": "555p23456s1z", "west": "46p123789m99s"}, "melds": {"west": ["pon 444z from east"]},
    "turn": "east", "live": "5p",
}  # fmt: skip
FED = ("east discards 5p", "south daiminkan 5p")
TENHOU = load_ruleset("tenhou")


def test_a_daiminkan_is_robbed_where_the_plugin_says_so() -> None:
    result = played(RobsAll(), NO_YAKU, *FED, "west ron", rules=TENHOU)
    outcome = result.kyoku.outcome
    assert outcome is not None and outcome.type == "ron"
    (win,) = outcome.wins
    assert (win.seat, win.source, dict(win.value.yaku)) == (Seat.WEST, Seat.SOUTH, {"chankan": 1})
    assert not result.kyoku.kans and not result.kyoku.melds[Seat.SOUTH]


LATE_RON = {
    "hands": {"south": "555p2346s", "west": "34p567m123s789s11z"}, "riichi": ["west"], "turn": "east", "live": "5p",
}  # fmt: skip


@pytest.mark.parametrize("late_ron", [False, True])
def test_the_player_of_a_robbed_daiminkan_pays_even_where_its_discard_may_still_be_won_on(late_ron: bool) -> None:
    result = played(RobsAll(), LATE_RON, *FED, "west ron", kan__late_ron=late_ron)
    outcome = result.kyoku.outcome
    assert outcome is not None
    assert [(win.seat, win.source, "chankan" in win.value.yaku) for win in outcome.wins] == [
        (Seat.WEST, Seat.SOUTH, True)
    ]


def test_where_nobody_may_rob_the_daiminkan_its_discard_is_won_on_late() -> None:
    class RobsNone(RobsAll):
        @hookimpl
        def rob_kan(self, kan: Kan) -> bool:
            return False

    result = played(RobsNone(), LATE_RON, *FED, "west ron", kan__late_ron=True)
    assert result.kyoku.outcome is not None
    assert [win.source for win in result.kyoku.outcome.wins] == [Seat.EAST]


def test_without_the_word_robs_it_is_not_asked_about() -> None:
    class Silent(RobsAll):
        robs = ()  # type: ignore[assignment]

    result = played(Silent(), NO_YAKU, *FED, rules=TENHOU)
    assert [kan.robbable_by for kan in result.kyoku.kans] == [()]


def test_a_daiminkan_that_nobody_robs_goes_on() -> None:
    result = played(RobsAll(), NO_YAKU, *FED, "west passes", "south draws 4z", rules=TENHOU)
    assert [kan.type for kan in result.kyoku.kans] == ["daiminkan"]
    assert Seat.WEST in result.kyoku.kans[0].robbable_by


def test_robs_names_a_daiminkan_alone() -> None:
    class Wrong(RobsAll):
        robs = ("ankan",)  # type: ignore[assignment]

    with pytest.raises(PluginError, match="robs is"):
        played(Wrong(), NO_YAKU, *FED, rules=TENHOU)


def test_a_position_in_the_window_of_a_daiminkan_goes_on_like_the_hand() -> None:
    kyoku = played(RobsAll(), NO_YAKU, *FED, rules=TENHOU).kyoku
    rules = with_plugin(TENHOU, "house", RobsAll(), {})
    again = KyokuMachine.from_position(rules, position.at(kyoku))
    assert again.legal_actions(Seat.WEST) == kyoku.legal_actions(Seat.WEST)


# --- what was played is read back -----------------------------------------------------------------------------------


class Raised:
    """A win after a kan is worth at least a haneman."""

    @hookimpl
    def yaku(self, win: CompleteHand) -> Yaku | None:
        return Yaku("after_a_kan", at_least="haneman") if win.after_kan or any(m.is_kan for m in win.melds) else None


def happened(kyoku: KyokuMachine) -> set[str]:
    """What this hand shows of the words that only hooks have."""
    wins = kyoku.outcome.wins if kyoku.outcome is not None else ()
    return {
        *(f"turned {one.instant.value}" for one in kyoku.events if isinstance(one, KandoraTurned)),
        *(["raised"] if any("after_a_kan" in win.value.yaku for win in wins) else []),
        *([kyoku.outcome.type.value] if kyoku.outcome is not None else []),
        *(["replaced"] if any(isinstance(one, RinshanDraw) for one in kyoku.events) else []),
    }


@pytest.mark.parametrize(
    ("plugin", "shows"),
    [
        (AtTheWin(), "turned win"),
        *((Source(place), "replaced") for place in ReplacementFrom),
        (Raised(), "raised"),
        (Fifth(), "fifth_kan"),
    ],
    ids=lambda one: getattr(one, "place", None) or type(one).__name__,
)
def test_a_game_played_under_the_hook_replays_without_a_difference(plugin: object, shows: str) -> None:
    rules = with_plugin(EMA, "house", plugin, {})
    setup, shown = setup_of(rules.options), 0
    for seed in range(60):
        chance = random.Random(seed)
        dealt = KyokuMachine(rules, wall=rich_wall(chance, 0, setup))
        kyoku = dealt.copy()
        while kyoku.outcome is None:
            actions = kyoku.legal_actions()
            kans = [one for one in actions if isinstance(one, (Ankan, Daiminkan, Shouminkan))]
            wins = [one for one in actions if isinstance(one, (Ron, Tsumo))]
            wanted = kans or wins
            kyoku.push(chance.choice(wanted or actions))
        shown += shows in happened(kyoku)
        report = replay_hand(rules, mjai.recorded(dealt, kyoku, kyoku.events))
        assert not report.differences, (seed, [str(one) for one in report.differences])
        assert report.kyoku.outcome == kyoku.outcome
    assert shown, "no hand shows what the hook says"


@pytest.mark.parametrize("late_ron", [False, True])
@pytest.mark.parametrize("call", ["ron", "passes"])
def test_a_hand_in_which_a_daiminkan_could_be_robbed_replays_without_a_difference(call: str, late_ron: bool) -> None:
    rules = with_plugin(EMA.with_options({"kan.late_ron": late_ron}), "house", RobsAll(), {})
    hands = ["5p19m19s1234567z1p", "555p2346s24689m1z", "34p567m123s789s11z", "2468p1357s2358m2z"]
    dealt = KyokuMachine.dealt(rules, [parse_tiles(hand) for hand in hands], parse_tiles("3z6s"))
    kyoku = dealt.copy()
    lines = ["east draws 9p", "east discards 5p", "south daiminkan 5p"]
    lines += ["west ron"] if call == "ron" else ["west passes", "south draws 8p", "south discards 8p"]
    for line in lines:
        kyoku.push(parse_action(line))
    report = replay_hand(rules, mjai.recorded(dealt, kyoku, kyoku.events))
    assert not report.differences
    assert report.kyoku.events == kyoku.events
    if call == "ron":
        assert report.kyoku.outcome is not None
        assert [(win.seat, win.source) for win in report.kyoku.outcome.wins] == [(Seat.WEST, Seat.SOUTH)]
