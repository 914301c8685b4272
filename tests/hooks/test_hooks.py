"""Every hook: a plugin that answers it changes what happens at the table; a plugin at fault is one clear error."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from kanrules import (
    Call,
    CompleteHand,
    Dora,
    FifthKan,
    Foul,
    FourKans,
    Instant,
    Kan,
    Liability,
    Objection,
    Penalty,
    PenaltyType,
    PluginError,
    Result,
    Ruleset,
    Seat,
    Table,
    Transfer,
    Yaku,
    hookimpl,
    load_ruleset,
)  # fmt: skip
from kanrules.cases.case import CaseBuilder, CaseError
from kanrules.cases.expect import codes
from kanrules.cases.run import PlayedCase, play_case
from kanrules.kyoku.machine import KyokuMachine
from kanrules.pieces.actions import Ankan, Draw
from kanrules.pieces.tiles import NAMES, parse_tile
from kanrules.replays.shared import Books, _SharedRun
from kanrules.testing.conformance import with_plugin

EMA = load_ruleset("ema-2016")


def under(
    plugin: object | None, given: dict[str, Any], *lines: str, rules: Ruleset = EMA, **options: Any
) -> PlayedCase:
    """A play under a ruleset, with this plugin active; options are keys with a double underscore for the dot."""
    laid = rules.with_options({name.replace("__", "."): value for name, value in options.items()})
    active = laid if plugin is None else with_plugin(laid, "house", plugin, {})
    return play_case(CaseBuilder("a play").given(**given).play(*lines).case(), active, trace=True)


def story(played: PlayedCase) -> list[str]:
    return [event.word for event in played.kyoku.events]


ANKAN = ({"hands": {"south": "555z"}}, "south draws 5z", "south ankan 5z")
ROBBABLE = {"hands": {"north": "34p567m123s789s11z"}, "melds": {"south": ["pon 222p from east"]}}
ROBBED = (ROBBABLE, "south draws 2p", "south shouminkan 2p", "north ron")
FOUR = {"melds": {"east": ["ankan 1111z", "ankan 2222z"], "south": ["ankan 3333z"]}, "hands": {"south": "444z"}}
FIVE = {
    "melds": {"east": ["ankan 1111z", "ankan 2222z", "ankan 3333z", "ankan 4444z"], "south": ["pon 222p from west"]},
    "turn": "south",
}


# --- each hook changes the outcome ------------------------------------------------------------------------------------


def test_before_kan_forbids_a_kan_with_the_plugins_own_code() -> None:
    class NoKanOnFridays:
        @hookimpl
        def before_kan(self, kan: Kan) -> Objection | None:
            return Objection("friday-201", f"no {kan.type} on a Friday")

    assert story(under(None, *ANKAN)) == ["draw", "ankan", "kandora", "rinshan"]
    played = under(NoKanOnFridays(), *ANKAN)
    (refused,) = played.refused
    assert [objection.code for objection in refused.objections] == ["friday-201"]
    assert story(played) == ["draw"]


def test_before_kan_is_asked_for_kans_that_are_only_possible() -> None:
    class NoKan:
        @hookimpl
        def before_kan(self) -> Objection | None:
            return Objection("none-201", "no kan at all")

    with_it, without = under(NoKan(), *ANKAN[:2]), under(None, *ANKAN[:2])
    assert any(str(action) == "south ankan 5z" for action in without.kyoku.legal_actions())
    assert not any(str(action) == "south ankan 5z" for action in with_it.kyoku.legal_actions())


def test_a_wrapper_of_before_kan_permits_what_core_forbids() -> None:
    class OkuriKan:
        @hookimpl(wrapper=True)
        def before_kan(self) -> Any:
            found = yield
            return [objection for objection in found if objection.code != "KR206"]

    okuri = ({"hands": {"south": "111123p456m78s99s"}, "riichi": ["south"]}, "south draws 4p", "south ankan 1p")
    law = {"riichi_kan__level": "same_waits"}
    assert [objection.code for objection in under(None, *okuri, **law).refused[0].objections] == ["KR206"]
    played = under(OkuriKan(), *okuri, **law)
    assert not played.refused
    assert any("house (wrapper)" in str(line) for line in played.trace)


def test_reveal_kandora_says_when_the_indicator_of_this_kan_turns() -> None:
    class LateForHonours:
        @hookimpl
        def reveal_kandora(self, kan: Kan) -> Instant | None:
            return Instant.DISCARD if kan.tile >= 27 else None

    late = under(LateForHonours(), *ANKAN, "south draws 9m", "south discards 9m")
    assert story(late) == ["draw", "ankan", "rinshan", "discard", "kandora"]
    fives = ("south draws 5p", "south ankan 5p", "south draws 9m", "south discards 9m")
    tanyao = under(LateForHonours(), {"hands": {"south": "555p"}}, *fives)
    assert story(tanyao) == ["draw", "ankan", "kandora", "rinshan", "discard"]


def test_a_plugin_asks_for_the_kind_of_a_tile_and_a_red_five_is_a_five() -> None:
    asked: set[tuple[str, int, int]] = set()

    class OneSuit:
        @hookimpl
        def before_kan(self, kan: Kan) -> None:
            asked.add(("before_kan", kan.tile, kan.kind))

        @hookimpl
        def liability(self, call: Call) -> None:
            asked.add(("liability", call.tile, call.kind))

        @hookimpl
        def yaku(self, win: CompleteHand) -> None:
            asked.add(("yaku", win.tile, win.kind))

    five, red = parse_tile("5p"), parse_tile("0p")
    given = {"hands": {"south": "555p", "west": "46p123789m11s"}, "melds": {"west": ["pon 777z from east"]}}
    for line in ("south daiminkan 0p", "west ron"):
        under(
            OneSuit(), {**given, "turn": "east", "live": "0p"}, "east discards 0p", line, rules=load_ruleset("tenhou")
        )
    assert asked >= {(hook, red, five) for hook in ("before_kan", "liability", "yaku")}


def test_reveal_kandora_never_is_an_answer() -> None:
    class NoKandora:
        @hookimpl
        def reveal_kandora(self) -> Instant:
            return Instant.NEVER

    assert "kandora" not in story(under(NoKandora(), *ANKAN, "south draws 9m", "south discards 9m"))


def test_reveal_kandora_is_not_asked_about_a_robbed_kan() -> None:
    asked: list[Kan] = []

    class Listens:
        @hookimpl
        def reveal_kandora(self, kan: Kan) -> None:
            asked.append(kan)

    under(Listens(), *ROBBED)
    assert asked == []
    under(Listens(), *ROBBED[:-1])
    assert len(asked) == 1


def test_after_rinshan_sees_each_replacement_tile_once() -> None:
    seen: list[tuple[str, str | None, Seat]] = []

    class Watches:
        @hookimpl
        def after_rinshan(self, kan: Kan, tile: int | None, table: Table) -> None:
            seen.append((kan.type.value, None if tile is None else NAMES[tile], table.turn))

    under(Watches(), {**ANKAN[0], "rinshan": "9m"}, *ANKAN[1:])
    assert seen == [("ankan", "9m", Seat.SOUTH)]


def fifth(answer: FifthKan) -> object:
    class Fifth:
        @hookimpl
        def fifth_kan(self, kan: Kan) -> FifthKan:
            assert kan.number == 5
            return answer

    return Fifth()


def test_fifth_kan_decides_what_a_fifth_kan_is() -> None:
    waits = {**FIVE, "hands": {"north": "34p567m123s666z99m"}}
    lines = ("south draws 2p", "south shouminkan 2p")
    assert [o.code for o in under(fifth(FifthKan.FORBIDDEN), waits, *lines).refused[0].objections] == ["KR209"]
    assert story(under(fifth(FifthKan.ABORT), waits, *lines))[-1] == "fifth_kan"
    assert under(fifth(FifthKan.ABORT), waits, *lines, "north ron").refused
    robbed = under(fifth(FifthKan.ABORT_IF_NOT_ROBBED), waits, *lines, "north ron")
    assert story(robbed)[-3:] == ["chankan", "ron", "ron"]
    assert story(under(fifth(FifthKan.ABORT_IF_NOT_ROBBED), waits, *lines))[-1] == "fifth_kan"


def test_a_fifth_kan_that_is_played_on_takes_the_last_live_tile_and_turns_nothing() -> None:
    given = {**FIVE, "live_tiles": 3, "live": "2p 9s 8s"}
    played = under(fifth(FifthKan.PLAY_ON), given, "south draws 2p", "south shouminkan 2p", "south discards 8s")
    assert not played.refused
    assert story(played) == ["draw", "shouminkan", "rinshan", "discard"]
    assert len(played.kyoku.kans) == 5
    assert played.kyoku.live_tiles == 1
    assert played.kyoku.live[0] == parse_tile("9s")


def four(answer: FourKans) -> object:
    class Four:
        @hookimpl
        def four_kans(self, kan: Kan, table: Table) -> FourKans:
            assert kan.number == 4 == len({*table.kans} | {kan})
            return answer

    return Four()


def test_four_kans_decides_what_the_fourth_kan_is() -> None:
    lines = ("south draws 4z", "south ankan 4z", "south draws 9m", "south discards 9m")
    assert under(four(FourKans.PLAY_ON), FOUR, *lines).kyoku.outcome is None
    assert story(under(four(FourKans.ABORT), FOUR, *lines))[-1] == "four_kans"
    won = under(four(FourKans.WIN), FOUR, *lines[:2])
    assert won.kyoku.outcome is not None
    assert [(win.seat, list(win.value.yakuman)) for win in won.kyoku.outcome.wins] == [(Seat.SOUTH, ["suukantsu"])]
    assert won.changes == {Seat.EAST: -16000, Seat.SOUTH: 32000, Seat.WEST: -8000, Seat.NORTH: -8000}


def test_rob_kan_lets_a_hand_rob_what_core_would_not_and_keeps_another_from_it() -> None:
    class AnyAnkan:
        @hookimpl
        def rob_kan(self, kan: Kan, seat: Seat) -> bool | None:
            return True if kan.type == "ankan" else None

    class NobodyRobsWestOrNorth:
        @hookimpl
        def rob_kan(self, seat: Seat) -> bool | None:
            return False if seat in (Seat.WEST, Seat.NORTH) else None

    waits = {"hands": {"south": "222p", "north": "34p567m123s666z99m"}}
    ankan = (waits, "south draws 2p", "south ankan 2p", "north ron")
    assert under(None, *ankan).refused
    assert "chankan" in story(under(AnyAnkan(), *ankan))
    assert "chankan" in story(under(None, *ROBBED))
    assert under(NobodyRobsWestOrNorth(), *ROBBED).refused


def test_liability_makes_somebody_answer_for_another_yakuman() -> None:
    class GreenLiability:
        @hookimpl
        def liability(self, call: Call, table: Table) -> Liability | None:
            green = all(meld.kind in (19, 20, 21, 23, 25, 32) for meld in table.melds[call.seat])
            return (
                Liability("ryuuiisou", call.source)
                if green and len(table.melds[call.seat]) == 4 and call.source is not None
                else None
            )

    given = {
        "melds": {"south": ["pon 222s from west", "pon 333s from west", "pon 444s from west"]},
        "hands": {"south": "88s66z"}, "turn": "east", "live": "8s",
    }  # fmt: skip
    lines = (
        "east discards 8s",
        "south pon 8s",
        "south discards 6z",
        "west discards 1m",
        "north discards 1m",
        "east discards 2m",
    )
    won = under(GreenLiability(), given, *lines, "south draws 6z", "south tsumo")
    assert not won.refused
    assert won.changes == {Seat.EAST: -32000, Seat.SOUTH: 32000, Seat.WEST: 0, Seat.NORTH: 0}
    assert under(None, given, *lines, "south draws 6z", "south tsumo").changes[Seat.EAST] == -16000


def test_kan_stands_pays_at_once() -> None:
    class Everybody:
        @hookimpl
        def kan_stands(self, kan: Kan) -> list[Transfer]:
            return [Transfer(seat, kan.seat, 500, "a kan") for seat in Seat if seat != kan.seat]

    paid = under(Everybody(), *ANKAN)
    assert paid.kyoku.outcome is None
    assert paid.changes == {Seat.EAST: -500, Seat.SOUTH: 1500, Seat.WEST: -500, Seat.NORTH: -500}
    assert story(paid)[:3] == ["draw", "ankan", "payment"]


def test_payments_moves_points_beside_the_ordinary_ones() -> None:
    class FeePerKan:
        @hookimpl
        def payments(self, result: Result, table: Table) -> list[Transfer]:
            return [Transfer(kan.seat, "table", 1000, "a fee for each kan") for kan in table.kans]

    class WinnersThank:
        @hookimpl
        def payments(self, result: Result) -> Transfer | None:
            return (
                Transfer(result.winners[0], result.loser, 500, "thanks")
                if result.winners and result.loser is not None
                else None
            )

    given = {"hands": {"south": "555z", "north": "34p567m123s666z99m"}}
    lines = ("south draws 5z", "south ankan 5z", "south draws 2p", "south discards 2p", "north ron")
    plain = under(None, given, *lines).changes
    with_fee = under(FeePerKan(), given, *lines)
    assert with_fee.changes[Seat.SOUTH] == plain[Seat.SOUTH] - 1000
    assert with_fee.kyoku.sticks == 1
    thanked = under(WinnersThank(), given, *lines).changes
    assert (thanked[Seat.SOUTH], thanked[Seat.NORTH]) == (plain[Seat.SOUTH] + 500, plain[Seat.NORTH] - 500)


@pytest.mark.parametrize("points", [1000, 5000, 999_000, 1_000_000])
def test_what_is_paid_to_the_table_lies_there_in_sticks_of_a_thousand(points: int) -> None:
    class Fee:
        @hookimpl
        def payments(self, result: Result) -> Transfer:
            return Transfer(Seat.SOUTH, "table", points, "a fee")

    given = {"hands": {"north": "34p567m123s666z99m"}, "turn": "south"}
    played = under(Fee(), given, "south draws 2p", "south discards 2p", "north ron")
    assert played.kyoku.sticks * 1000 == points
    assert sum(played.changes.values()) == -points


@pytest.mark.parametrize(("objects", "stands"), [(False, 1), (True, 0)])
def test_a_wrong_kan_in_riichi_goes_on_only_where_nothing_that_everybody_sees_is_against_it(
    objects: bool, stands: int
) -> None:
    class House:
        @hookimpl
        def before_kan(self, kan: Kan) -> Objection | None:
            return Objection("house-201", "no kan on a Thursday") if objects else None

    given = {"hands": {"south": "3444m778899s333z"}, "riichi": ["south"]}
    played = under(House(), given, "south draws 4m", "!south ankan 4m")
    assert len(played.kyoku.kans) == stands
    assert [foul.name for foul in played.kyoku.fouls] == ["riichi_kan"]


def test_penalty_says_what_a_foul_costs() -> None:
    class Strict:
        @hookimpl
        def penalty(self, foul: Foul) -> Penalty | None:
            return (
                Penalty(PenaltyType.POINTS, points=2000, code="strict-601", text="a fine")
                if foul.name == "wrong_tiles"
                else None
            )

    lines = ("south draws 1m", "!south ankan 5z")
    fined = under(Strict(), {"hands": {"south": "555z"}}, *lines)
    assert fined.changes[Seat.SOUTH] == -2000
    assert "strict-601" in codes(fined)
    assert under(None, {"hands": {"south": "555z"}}, *lines).changes[Seat.SOUTH] == 0


def test_amend_rules_changes_values_at_load() -> None:
    class Mod:
        @hookimpl
        def amend_rules(self, rules: Ruleset, options: Mapping[str, Any]) -> Mapping[str, Any]:
            assert rules["kandora.ankan"] == "declaration"
            return {"kandora.ankan": "discard"}

    played = under(Mod(), *ANKAN, "south draws 9m", "south discards 9m")
    assert story(played) == ["draw", "ankan", "rinshan", "discard", "kandora"]
    assert played.rules.origin("kandora.ankan").set_by == "plugin house"


class Third:
    """The third kan ends the hand."""

    def __init__(self) -> None:
        self.asked: list[int] = []

    @hookimpl
    def kans_end(self, kan: Kan) -> FourKans | None:
        self.asked.append(kan.number)
        return FourKans.ABORT if kan.number == 3 else None


THIRD = {"melds": {"east": ["ankan 1111z"], "west": ["ankan 2222z"]}, "hands": {"south": "444z"}, "turn": "south"}


@pytest.mark.parametrize(
    ("moment", "events"),
    [
        ("announced", []),
        ("declaration", []),
        ("rinshan_draw", ["kandora", "rinshan"]),
        ("discard", ["kandora", "rinshan", "discard"]),
        ("discard_passed", ["kandora", "rinshan", "discard"]),
    ],
)
def test_kans_end_ends_the_hand_at_the_moment_of_four_kans(moment: str, events: list[str]) -> None:
    lines = ("south draws 4z", "south ankan 4z", "south draws 9m", "south discards 9m")
    ends = 3 if moment == "rinshan_draw" else (len(events) and 4) or 2
    played = under(Third(), THIRD, *lines[:ends], four_kans__abort_at=moment)
    outcome = played.kyoku.outcome
    assert outcome is not None and outcome.type == "four_kans"
    assert story(played) == ["draw", "ankan", *events, "four_kans"]
    finding = next(one for one in played.kyoku.findings if one.code == "KR501")
    assert (finding.plugin, finding.key, str(finding.text)) == ("house", "", "kan number 3 ends the hand")


def test_kans_end_is_asked_about_the_first_three_kans_alone() -> None:
    class Asked(Third):
        @hookimpl
        def kans_end(self, kan: Kan) -> FourKans | None:
            self.asked.append(kan.number)
            return None

    house = Asked()
    under(house, FOUR, "south draws 4z", "south ankan 4z", "south discards 9m")
    assert set(house.asked) == {3}, "the position is set up after the third kan"
    again = Asked()
    under(again, {"hands": {"south": "444z"}}, "south draws 4z", "south ankan 4z", "south draws 9m")
    assert again.asked == [1]


def test_kans_end_reads_no_key_where_no_plugin_answers_it() -> None:
    """Rulesets that differ in `four_kans.abort_at` share the replay of a hand with three kans."""
    run = _SharedRun(Books([EMA, EMA.with_options({"four_kans.abort_at": "announced"}, set_by="test")]), 0b11)
    case = CaseBuilder("three kans").given(**THIRD, drawn="4z").case()
    kyoku = KyokuMachine.from_position(run, play_case(case, EMA).position)
    kyoku.push(Ankan(Seat.SOUTH, 30))
    kyoku.push(Draw(Seat.SOUTH, 8))
    assert run.alike == 0b11 and len(kyoku.kans) == 3


def test_kans_end_answers_with_an_abort_or_nothing() -> None:
    class Wins:
        @hookimpl
        def kans_end(self, kan: Kan) -> FourKans:
            return FourKans.WIN

    with pytest.raises(PluginError, match=r"hook kans_end: answered .*, expected FourKans.ABORT or None"):
        under(Wins(), *ANKAN)


def test_a_position_after_the_kan_that_ended_the_hand_is_refused() -> None:
    given = {"melds": {"east": ["ankan 1111z"], "west": ["ankan 2222z", "ankan 3333z"]}, "turn": "south"}
    with pytest.raises(CaseError, match="3 kans completed"):
        under(Third(), {**given, "drawn": "9m"}, "south discards 9m")


@pytest.mark.parametrize(("named", "foul"), [({}, "wrong_tiles"), ({"foul": "after_call"}, "after_call")])
def test_before_kan_names_the_foul_that_it_makes(named: dict[str, str], foul: str) -> None:
    class Fridays:
        @hookimpl
        def before_kan(self, kan: Kan) -> Objection:
            return Objection("house-201", "no kan on a Friday", **named)  # type: ignore[arg-type]

    played = under(Fridays(), {"hands": {"south": "555z"}}, "south draws 5z", "!south ankan 5z")
    (fault,) = played.kyoku.fouls
    assert (fault.name, fault.code) == (foul, "house-201")


def test_penalty_prices_a_foul_of_the_plugins_own_name() -> None:
    class Fridays:
        @hookimpl
        def before_kan(self, kan: Kan) -> Objection:
            return Objection("house-201", "no kan on a Friday", foul="friday_kan")

        @hookimpl
        def penalty(self, foul: Foul) -> Penalty | None:
            return Penalty(PenaltyType.POINTS, 500, code="house-601") if foul.name == "friday_kan" else None

    played = under(Fridays(), {"hands": {"south": "555z"}}, "south draws 5z", "!south ankan 5z")
    assert [(seat, one.points) for seat, one in played.kyoku.penalties] == [(Seat.SOUTH, 500)]


def test_a_foul_has_a_name_of_one_word() -> None:
    class Fridays:
        @hookimpl
        def before_kan(self, kan: Kan) -> Objection:
            return Objection("house-201", "no kan on a Friday", foul="a kan on a Friday")

    with pytest.raises(PluginError, match="expected a foul in lower case with underscores"):
        under(Fridays(), *ANKAN)


def test_yaku_adds_han_to_a_win() -> None:
    class House:
        @hookimpl
        def yaku(self, win: CompleteHand) -> Yaku | None:
            return Yaku("robbed", 2) if win.chankan else None

    plain, with_yaku = (under(plugin, *ROBBED).kyoku.outcome for plugin in (None, House()))
    assert plain is not None and with_yaku is not None
    assert with_yaku.wins[0].value.yaku == {**plain.wins[0].value.yaku, "robbed": 2}
    assert with_yaku.changes[Seat.NORTH] > plain.changes[Seat.NORTH]


def test_dora_replaces_the_count_of_core() -> None:
    class House:
        @hookimpl
        def dora(self, win: CompleteHand) -> Dora:
            return Dora(dora=win.dora.dora + 3)

    played = under(House(), *ROBBED)
    plain = under(None, *ROBBED)
    assert played.kyoku.outcome is not None and plain.kyoku.outcome is not None
    assert played.kyoku.outcome.wins[0].value.dora == plain.kyoku.outcome.wins[0].value.dora + 3
    assert any(str(line).startswith("dora (north ron 2p): house -> dora") for line in played.trace)


# --- order ------------------------------------------------------------------------------------------------------------


def at(instant: Instant | None) -> object:
    class At:
        @hookimpl
        def reveal_kandora(self) -> Instant | None:
            return instant

    return At()


def test_the_first_listed_plugin_is_asked_first_and_core_last() -> None:
    rules = with_plugin(with_plugin(EMA, "second", at(Instant.DISCARD), {}), "first", at(Instant.RINSHAN_DRAW), {})
    case = CaseBuilder("a play").given(**ANKAN[0]).play(*ANKAN[1:]).case()
    assert story(play_case(case, rules)) == ["draw", "ankan", "rinshan", "kandora"]
    shy = with_plugin(with_plugin(EMA, "second", at(Instant.DISCARD), {}), "first", at(None), {})
    played = play_case(case, shy, trace=True)
    assert "kandora" not in story(played)
    asked = [str(line) for line in played.trace if line.hook == "reveal_kandora"]
    assert [line.partition(": ")[2].split(" ")[0] for line in asked] == ["first", "second"]


def test_a_ruling_names_the_plugin_that_decided() -> None:
    class Late:
        @hookimpl
        def reveal_kandora(self) -> Instant:
            return Instant.RINSHAN_DRAW

    played = under(Late(), *ANKAN)
    (turned,) = [finding for finding in played.kyoku.findings if finding.code == "KR301"]
    assert turned.plugin == "house"
    assert [finding.plugin for finding in under(None, *ANKAN).kyoku.findings if finding.code == "KR301"] == ["core"]


# --- plugins at fault -------------------------------------------------------------------------------------------------


class Raises:
    @hookimpl
    def reveal_kandora(self, kan: Kan) -> Instant:
        raise ZeroDivisionError("of all things")


class AnswersText:
    @hookimpl
    def reveal_kandora(self, kan: Kan) -> Any:
        return "discard"


class AnswersForAnObserver:
    @hookimpl
    def after_rinshan(self, kan: Kan) -> Any:
        return 3


class Mutates:
    @hookimpl
    def reveal_kandora(self, kan: Kan, table: Table) -> None:
        table.hands[0].append(3)  # type: ignore[attr-defined]


class Assigns:
    @hookimpl
    def reveal_kandora(self, kan: Kan, table: Table) -> None:
        table.honba = 99  # type: ignore[misc]


@pytest.mark.parametrize(
    ("plugin", "says"),
    [
        (Raises(), "plugin 'house', hook reveal_kandora: raised ZeroDivisionError: of all things (test_hooks.py:"),
        (
            AnswersText(),
            (
                "plugin 'house', hook reveal_kandora: answered 'discard' (str), expected Instant or None; did you mean "
                "Instant."
            ),
        ),
        (AnswersForAnObserver(), "plugin 'house', hook after_rinshan: answered 3 (int), expected nothing"),
        (
            Mutates(),
            "plugin 'house', hook reveal_kandora: raised AttributeError: 'tuple' object has no attribute 'append'",
        ),
        (Assigns(), "plugin 'house', hook reveal_kandora: raised FrozenInstanceError: cannot assign to field 'honba'"),
    ],
    ids=lambda value: type(value).__name__ if not isinstance(value, str) else "",
)
def test_a_plugin_at_fault_is_one_clear_error(plugin: object, says: str) -> None:
    with pytest.raises(PluginError) as caught:
        under(plugin, *ANKAN)
    assert str(caught.value).startswith(says)
    assert caught.value.code == "KR108"


def test_a_misspelt_hook_is_refused_at_once() -> None:
    class Misspelt:
        @hookimpl
        def reveal_kandra(self, kan: Kan) -> None: ...

    with pytest.raises(PluginError, match="there is no hook 'reveal_kandra'; did you mean 'reveal_kandora'"):
        with_plugin(EMA, "house", Misspelt(), {})


def test_an_argument_that_the_hook_has_not_is_refused_at_once() -> None:
    class Wrong:
        @hookimpl
        def reveal_kandora(self, kan: Kan, tabel: Table) -> None: ...

    with pytest.raises(PluginError, match="tabel"):
        with_plugin(EMA, "house", Wrong(), {})
