"""The kit for plugin authors: which plugins conform, and for what reasons others do not."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any, ClassVar

import pytest

from kanrules import (
    Call,
    FifthKan,
    Foul,
    FourKans,
    Instant,
    Kan,
    Kyoku,
    Liability,
    Objection,
    Penalty,
    PenaltyType,
    Result,
    Ruleset,
    Seat,
    Table,
    Transfer,
    hookimpl,
    load_ruleset,
)
from kanrules.errors import PluginError, UnreadableError
from kanrules.ruleset.keys import UNPLAYED_TABLES, Takes, keys
from kanrules.ruleset.lint import presupposing
from kanrules.testing import NotConforming, check_plugin
from kanrules.testing import conformance as kit
from kanrules.testing.conformance import (
    Conformance,
    _case,
    _laid,
    _on_grounds,
    _watched,
    _without,
    conformance,
    with_plugin,
)
from kanrules.testing.plugin_watch import HookTally, Watch, is_code
from kanrules.testing.probes import probes
from kanrules.testing.signature import signature
from tests.cli.running import run
from tests.hooks.questions import QUESTIONS

STEP = 'an option in points needs metadata={"step": 100}'
HANDS = 12
"""Few, since every fault here shows in each kan-rich hand."""


def faults(plugin: object, **more: Any) -> dict[str, str]:
    more = {"allow_silent": True, "hands": HANDS, **more}
    return {fault.check: fault.text for fault in conformance(plugin, name="stranger", **more).faults}


@pytest.mark.rest
@pytest.mark.usefixtures("seats_of_a_key")
def test_a_plugin_that_only_adds_what_no_key_says_conforms() -> None:
    class Considerate:
        """An ankan in riichi turns its indicator late; a yakuman of one's own has a liable player; kans cost a fee."""

        @hookimpl
        def reveal_kandora(self, kan: Kan) -> Instant | None:
            return Instant.DISCARD if kan.in_riichi else None

        @hookimpl
        def payments(self, result: Result, table: Table) -> list[Transfer]:
            return [Transfer(kan.seat, "table", 1000, "fee") for kan in table.kans]

        @hookimpl
        def liability(self, call: Call) -> Liability | None:
            return Liability("tsuuiisou", call.source) if call.source is not None and call.tile == 33 else None

    assert faults(Considerate()) == {}


@pytest.mark.rest
@pytest.mark.usefixtures("seats_of_a_key")
def test_a_plugin_that_overrules_a_key_makes_it_mute() -> None:
    class LateOpenKans:
        @hookimpl
        def reveal_kandora(self, kan: Kan) -> Instant | None:
            return None if kan.type == "ankan" else Instant.DISCARD

    found = faults(LateOpenKans())
    assert list(found) == ["mute keys"]
    assert found["mute keys"].startswith("kandora.daiminkan, kandora.shouminkan: ")


@pytest.mark.rest
@pytest.mark.usefixtures("seats_of_a_key")
def test_a_plugin_that_takes_back_what_the_ruleset_pays_makes_its_keys_mute() -> None:
    class NoHonba:
        @hookimpl
        def payments(self, result: Result, table: Table) -> list[Transfer]:
            if result.loser is None or table.honba == 0:
                return []
            return [Transfer(result.winners[0], result.loser, 300, "back")] if len(result.winners) == 1 else []

    # It undoes a fixed 300 only, so the value of a honba still shows: nothing is mute.
    assert "mute keys" not in faults(NoHonba())


@pytest.mark.usefixtures("seats_of_a_key")
def test_a_plugin_that_lets_everybody_rob_makes_the_robbery_of_an_ankan_mute() -> None:
    class Generous:
        @hookimpl
        def rob_kan(self) -> bool:
            return True

    assert "chankan.ankan" in faults(Generous())["mute keys"]


@pytest.mark.rest
@pytest.mark.usefixtures("seats_of_a_key")
def test_a_plugin_may_play_a_fifth_kan_on_and_is_told_that_it_mutes_the_policy() -> None:
    class Endless:
        @hookimpl
        def fifth_kan(self) -> FifthKan:
            return FifthKan.PLAY_ON

    found = faults(Endless())
    assert list(found) == ["mute keys"]
    assert found["mute keys"].startswith("fifth_kan.policy, fifth_kan.robbable, fifth_kan.dealer, fifth_kan.illegal: ")
    assert found["mute keys"].endswith('supersedes = ("fifth_kan.policy",)')


@pytest.mark.usefixtures("seats_of_a_key")
@pytest.mark.parametrize("more", [(), ("fifth_kan.dealer",)])
def test_a_plugin_that_supersedes_a_key_need_not_name_those_that_presuppose_it(more: tuple[str, ...]) -> None:
    """Who pays the penalty of a forbidden fifth kan, and who deals after it, are no questions if play goes on."""

    class LiveFifth:
        supersedes = ("fifth_kan.policy", *more)

        @hookimpl
        def fifth_kan(self) -> FifthKan:
            return FifthKan.PLAY_ON

    report = conformance(LiveFifth(), name="live-fifth", hands=HANDS)
    follow = [key for key in ("fifth_kan.robbable", "fifth_kan.dealer", "fifth_kan.illegal") if key not in more]
    assert report.passed and report.implied == tuple(follow)
    assert f"therefore without effect: {', '.join(follow)}" in str(report)


def test_a_key_presupposes_keys_of_its_own_table_only() -> None:
    """A plugin that decides something else must name each key that it silences."""
    assert presupposing(["fifth_kan.policy"]) == {"fifth_kan.robbable", "fifth_kan.dealer", "fifth_kan.illegal"}
    timings = ["kandora.ankan", "kandora.daiminkan", "kandora.shouminkan"]
    assert presupposing(timings) == {"kandora.pending_on_next_kan", "kandora.pending_on_rinshan_win"}
    assert presupposing(timings[:2]) == set()
    assert {*timings, "kandora.ura", "kandora.robbed_kan"} < presupposing(["kandora.enabled"])
    for key in ("dora.ura", "kan.max_per_player", "fifth_kan.dealer"):
        assert presupposing([key]) == set()


@pytest.mark.usefixtures("seats_of_a_key")
def test_a_plugin_that_changes_what_it_is_shown_is_told_so() -> None:
    class Mutates:
        @hookimpl
        def after_rinshan(self, table: Table) -> None:
            object.__setattr__(table, "honba", 99)

    class Digs:
        @hookimpl
        def after_rinshan(self, kan: Kan) -> None:
            object.__setattr__(kan, "tile", 0 if kan.tile else 1)

    assert list(faults(Mutates())) == ["mutation"]
    assert "mutation" in faults(Digs())


# --- what is right -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("keys_of", ["kandora.", pytest.param("", marks=pytest.mark.long)], ids=["its keys", "all"])
def test_a_plugin_may_answer_for_the_dealer_only(keys_of: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # The keys that it overrules are changed from every seat.
    monkeypatch.setattr(kit, "_turns", lambda probe: range(4 if probe.turns and probe.key.startswith(keys_of) else 1))

    class DealerDora:
        """Found in the first release candidate: the probes called from south and west alone."""

        @hookimpl
        def reveal_kandora(self, kan: Kan) -> Instant | None:
            return Instant.DECLARATION if kan.seat is Seat.EAST and kan.type == "daiminkan" else None

    assert faults(DealerDora()) == {}


@pytest.mark.rest
@pytest.mark.parametrize("of_one", [True, False])
def test_a_plugin_may_answer_for_one_players_four_kans_or_for_several_players(of_one: bool) -> None:
    class FifthAnkan:
        @hookimpl
        def fifth_kan(self, table: Table, rules: Any) -> FifthKan | None:
            alone = len({kan.seat for kan in table.kans}) == 1
            return FifthKan.FORBIDDEN if alone is of_one and rules.fifth_kan.policy == "abort" else None

    assert faults(FifthAnkan()) == {}


class LateOpenKans:
    """What it overrules it names."""

    supersedes: tuple[str, ...] = ("kandora.daiminkan", "kandora.shouminkan")

    @hookimpl
    def reveal_kandora(self, kan: Kan) -> Instant | None:
        return None if kan.type == "ankan" else Instant.DISCARD


@pytest.mark.usefixtures("seats_of_a_key")
def test_a_plugin_may_overrule_the_lines_that_it_supersedes() -> None:
    report = conformance(LateOpenKans(), name="stranger", hands=HANDS)
    assert report.faults == ()
    assert report.supersedes == ("kandora.daiminkan", "kandora.shouminkan")
    assert "supersedes kandora.daiminkan, kandora.shouminkan" in str(report)


# --- what is wrong, and who is blamed for it --------------------------------------------------------------------------


def superseding(*keys: str) -> dict[str, str]:
    return faults(type("Stranger", (LateOpenKans,), {"supersedes": keys})())


@pytest.mark.rest
@pytest.mark.usefixtures("seats_of_a_key")
def test_a_plugin_may_overrule_no_other_line_than_those() -> None:
    found = superseding("kandora.daiminkan")
    assert list(found) == ["mute keys"]
    assert found["mute keys"].startswith("kandora.shouminkan: ")


@pytest.mark.usefixtures("seats_of_a_key")
def test_a_line_that_it_supersedes_must_be_overruled_somewhere() -> None:
    found = superseding("kandora.daiminkan", "kandora.shouminkan", "kandora.ankan", "four_kans.dealer")
    assert found == {
        "supersedes": "kandora.ankan, four_kans.dealer: in none of the positions tried does the plugin override this; "
        "remove it from supersedes if some kans still follow the value of the ruleset"
    }


@pytest.mark.parametrize("chance", [0.1, 0.5])
@pytest.mark.usefixtures("seats_of_a_key")
def test_a_plugin_that_throws_dice_is_told_so_and_no_key_is_blamed(chance: float) -> None:
    dice = random.Random(1)

    class Dice:
        @hookimpl
        def rob_kan(self) -> bool | None:
            return False if dice.random() < chance else None

    found = faults(Dice())
    assert list(found) == ["same rulings"]
    told = re.search(
        r"asked twice with the same arguments and answered (.+), then (.+?)( \(hand|$)", found["same rulings"]
    )
    assert told is not None
    assert told[1] != told[2]  # a no of its own and core's no are told apart


@pytest.mark.usefixtures("hands_alone")
def test_a_report_counts_an_answer_that_had_a_fault_and_says_no_word_that_is_an_answer() -> None:
    times = itertools.count()

    class Fickle:
        @hookimpl
        def reveal_kandora(self, kan: Kan) -> Instant | None:
            return Instant.NEVER if next(times) % 2 else None

    class Wrong:
        @hookimpl
        def rob_kan(self) -> Any:
            return "never"

    found = conformance(Fickle(), name="stranger", hands=HANDS, allow_silent=True)
    told = {fault.check: fault.text for fault in found.faults}["same rulings"]
    assert "answered declaration (core), then never (stranger)" in told
    assert found.answered["reveal_kandora"] > 0
    found = conformance(Wrong(), name="stranger", hands=HANDS, allow_silent=True)
    assert re.search(r"^  rob_kan: asked .+, gave no valid answer$", str(found), re.M)


@pytest.mark.parametrize("code", ["KR201", "stranger-201"])
@pytest.mark.usefixtures("hands_alone")
def test_a_plugins_codes_are_its_own(code: str) -> None:
    class Objects:
        @hookimpl
        def before_kan(self, kan: Kan) -> Objection | None:
            return Objection(code, "not this one") if kan.type == "daiminkan" and kan.tile == 4 else None

    (text,) = (fault.text for fault in conformance(Objects(), name="house", hands=40).faults if fault.check == "codes")
    assert text == (
        f"hook before_kan answered {code} not this one: a code of a plugin is its name, a hyphen and three digits, "
        "such as house-201"
    )


def test_a_code_is_the_name_a_dash_and_three_digits() -> None:
    assert is_code("house", "house-201")
    assert is_code("late-kan", "late-kan-201")
    for code in ("KR201", "house-1", "house-2011", "other-201", "201", "house-", "houseX201", "house-201 "):
        assert not is_code("house", code), code


@pytest.mark.usefixtures("seats_of_a_key")
def test_the_codes_of_penalties_and_those_it_explains_are_its_own_too() -> None:
    class Fines:
        codes: ClassVar = {"stranger-601": "a fine", "KR601": "a chombo"}

        @hookimpl
        def penalty(self, foul: Foul) -> Penalty | None:
            return Penalty(PenaltyType.POINTS, 1000, code="fine-601") if foul.name == "empty_call" else None

    found = faults(Fines())
    assert found["codes"] == "`codes` explains 'KR601', which is not a code of the plugin, such as stranger-201"
    asked = Watch(with_plugin(load_ruleset("ema-2016"), "stranger", Fines(), {}).judge, tally := HookTally("stranger"))
    asked.decide("penalty", Foul(Seat.EAST, "empty_call", "", ""), table=Kyoku(load_ruleset("ema-2016"), seed=1).glance)
    assert tally.faults["codes"].startswith("hook penalty answered points 1000 (fine-601): a code of a plugin ")


@pytest.mark.parametrize(
    ("hook", "to", "points", "why"),
    [
        ("payments", Seat.WEST, 50, f"expected hundreds of points, not 50; {STEP}"),
        ("kan_stands", Seat.WEST, 1050, f"expected hundreds of points, not 1050; {STEP}"),
        ("payments", Seat.SOUTH, 1000, "a player cannot pay themselves"),
    ],
)
@pytest.mark.usefixtures("hands_alone")
def test_payments_are_made_in_hundreds_from_one_to_another(hook: str, to: Seat, points: int, why: str) -> None:
    transfer = Transfer(Seat.SOUTH, to, points, "a bonus")
    found = faults(type("Pays", (), {hook: staticmethod(hookimpl(pay_of(hook, transfer)))})())
    assert list(found) == ["hooks"]
    assert found["hooks"].startswith(f"plugin 'stranger', hook {hook}: answered Transfer(")
    assert found["hooks"].endswith(why)


def pay_of(hook: str, transfer: Transfer) -> Any:
    if hook == "payments":

        def payments(result: Result) -> Transfer:
            return transfer

        return payments

    def kan_stands(kan: Kan) -> Transfer:
        return transfer

    return kan_stands


@pytest.mark.usefixtures("hands_alone")
def test_a_plugin_that_looks_at_tiles_which_the_player_cannot_see_is_told_so() -> None:
    class Peeps:
        @hookimpl
        def before_kan(self, kan: Kan, table: Table) -> Objection | None:
            others = [table.hands[seat] for seat in Seat if seat != kan.seat]
            return (
                Objection("stranger-201", "somebody holds two haku")
                if any(hand.count(31) > 1 for hand in others)
                else None
            )

    class LooksAtItsOwn:
        @hookimpl
        def before_kan(self, kan: Kan, table: Table) -> Objection | None:
            held = table.hands[kan.seat].count(31)
            return Objection("stranger-201", "who holds two haku declares no kan") if held == 2 else None

    assert faults(Peeps())["hidden tiles"].startswith("the answer of hook before_kan depends on tiles ")
    assert faults(LooksAtItsOwn()) == {}


@pytest.mark.usefixtures("seats_of_a_key")
def test_the_report_says_how_often_each_hook_was_asked() -> None:
    class Silent:
        @hookimpl
        def four_kans(self) -> None:
            return None

        @hookimpl
        def rob_kan(self) -> None:
            return None

    report = conformance(Silent(), name="silent", hands=6, allow_silent=True)
    assert report.hooks
    assert set(report.asked) == set(report.hooks)
    assert report.asked["four_kans"] > 0
    assert f"four_kans: asked {report.asked['four_kans']} times" in str(report)


def test_the_keys_that_are_changed_in_turn_are_watched_as_the_hands_are() -> None:
    class Quiet:
        @hookimpl
        def rob_kan(self) -> None:
            return None

    report = conformance(Quiet(), name="quiet", hands=1)
    assert report.asked["rob_kan"] > 50


def test_a_hook_that_is_never_asked_is_said() -> None:
    report = Conformance("quiet", (), ("rob_kan", "penalty"), 1, 0, 0, {"rob_kan": 1})
    assert "rob_kan: asked once" in str(report) and "penalty: not asked" in str(report)


# --- the report, the command ---------------------------------------------------------------------------------------


@pytest.mark.rest
@pytest.mark.usefixtures("seats_of_a_key")
def test_check_plugin_raises_with_what_it_found() -> None:
    class PlaysOn:
        @hookimpl
        def four_kans(self) -> FourKans:
            return FourKans.PLAY_ON

    with pytest.raises(NotConforming) as caught:
        check_plugin(PlaysOn(), name="plays-on", hands=5, allow_silent=True)
    assert [fault.check for fault in caught.value.report.faults] == ["mute keys"]
    assert "plugin 'plays-on' does not conform" in str(caught.value)
    assert "four_kans.several_players, four_kans.one_player" in str(caught.value)


@pytest.mark.parametrize("hands", [0, -5])
def test_a_conformance_test_plays_at_least_one_hand(hands: int, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(UnreadableError, match=f"hands is {hands}; expected a whole number from 1 up"):
        check_plugin("club", hands=hands)
    code, _, err = run(capsys, "conformance", "club", "--hands", str(hands))
    assert code == 2 and "1<=x<=1000000" in err


def test_the_hands_are_the_same_for_the_same_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    # The hands alone: no key is changed.
    monkeypatch.setattr("kanrules.testing.conformance.probes", tuple)
    first, second, other = (conformance("ema", hands=4, seed=seed).kans for seed in (1, 1, 2))
    assert first == second != other


@pytest.mark.rest
@pytest.mark.usefixtures("seats_of_a_key")
def test_the_command_says_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plugin = tmp_path / "house.py"
    plugin.write_text(
        "from kanrules import Instant, hookimpl\n\n\n@hookimpl\ndef reveal_kandora(kan):\n    return Instant.NEVER\n"
    )
    code, out, err = run(capsys, "conformance", str(plugin), "--allow-local-plugins", "--hands", "5")
    assert (code, err) == (1, "")
    assert out.startswith("plugin 'house' does not conform (5 hands, ")
    assert "mute keys: kandora.enabled, kandora.ankan, kandora.daiminkan" in out
    code, _, err = run(capsys, "conformance", str(plugin))
    assert code == 2 and "--allow-local-plugins" in err
    for wrong in (f"{plugin}:house", "./house", str(tmp_path / "house.txt")):
        code, _, err = run(capsys, "conformance", wrong)
        assert code == 2 and "is not a Python file; expected a name such as './house.py'" in err


# --- the probes -------------------------------------------------------------------------------------------------------

BETWEEN_CLAIMS = "calls.priority"
"""Decides which of several claims takes effect, and a case names only that one; see tests/kyoku."""
ALIKE = {("furiten.temporary_ends", "own_discard", "own_draw_or_call")}
"""Values that nobody at a table can tell apart: between one's own draw or call and one's own discard there is nothing
to win on.
"""


@pytest.mark.rest
def test_every_value_of_every_key_does_something() -> None:
    """A key that nothing reads, or a value that means what another means, fails here. A hand refused for another
    reason is the same hand.
    """
    plain = load_ruleset("ema-2016", without=["ema"])
    default = plain.with_options({name: key.default for name, key in keys().items()})
    told: set[tuple[str, str, str]] = set()
    for probe in probes():
        answers = [
            signature(probe.case(), default.with_options({**probe.options, probe.key: value})) for value in probe.values
        ]
        differ = [
            (one, other)
            for (one, first), (other, second) in combinations(zip(probe.values, answers, strict=True), 2)
            if first != second
        ]
        assert differ, f"{probe.key}: {probe.lines} is the same hand under {probe.values}"
        told |= {(probe.key, *sorted((str(one), str(other)))) for one, other in differ}  # type: ignore[misc]
    for name, key in keys().items():
        if key.table in UNPLAYED_TABLES or key.table == "game" or name == BETWEEN_CLAIMS:
            # Words, and what is no matter of one hand; see tests/law/test_game.py.
            continue
        if key.takes in (Takes.CHOICE, Takes.SWITCH):
            pairs = {(name, *sorted((str(one), str(other)))) for one, other in combinations(key.allowed, 2)}
            assert pairs - told <= ALIKE, name
        assert any(probe.key == name for probe in probes()), f"no probe shows what {name} does"


def test_the_casebook_shows_what_a_key_does_that_has_no_probe_of_its_own() -> None:
    (probe,) = [probe for probe in probes() if probe.key == "kan.max_per_player"]
    assert probe.values == (0, 3) and probe.turns
    assert probe.lines == ("south draws 2z", "south ankan 2z")
    assert {len(probe.case(turn).given.melds) for turn in range(4)} == {1}


@pytest.mark.rest
@pytest.mark.sample(18)
@pytest.mark.parametrize("hook", sorted(QUESTIONS))
def test_a_plugin_is_asked_in_just_those_probes_in_which_its_question_arises_without_it(hook: str) -> None:
    """The kit plays only these with the plugin: in the others it cannot have changed anything."""

    def answer() -> Any:
        raise ZeroDivisionError

    answer.__name__ = hook
    plugin = type("Raises", (), {hook: staticmethod(hookimpl(answer))})()
    ema = load_ruleset("ema-2016")
    alone = _on_grounds(ema, with_plugin(ema, "raises", plugin, {}), "raises")
    for number, probe in enumerate(probes()):
        ground, results = _without(ema, number, 0)
        for at, without in enumerate(results):
            laid = _watched(_laid(alone[ground], probe, at), HookTally("raises"))
            try:
                signature(_case(number, 0), laid)
            except PluginError:
                assert hook in without.asked, probe
            else:
                assert hook not in without.asked, probe


def test_a_probe_turned_round_the_table_is_the_same_hand_elsewhere() -> None:
    (probe,) = [probe for probe in probes() if probe.key == "kandora.robbed_kan"]
    rules = load_ruleset("ema-2016")
    for turn, robbed in enumerate((Seat.SOUTH, Seat.WEST, Seat.NORTH, Seat.EAST)):
        events = signature(probe.case(turn), rules)[0]
        assert [event.word for event in events] == ["draw", "shouminkan", "chankan", "ron", "ron"]
        assert events[1].seat is robbed


@pytest.mark.usefixtures("seats_of_a_key")
def test_a_key_is_changed_from_one_seat_in_the_quick_suite_and_from_all_four_in_the_long_one(
    request: pytest.FixtureRequest,
) -> None:
    seats = {len(kit._turns(probe)) for probe in probes() if probe.turns}
    assert seats == {4 if "every seat" in request.node.name else 1}


# --- the ruleset that is given, hidden robbers, and the import -------------------------------------------------------


@pytest.mark.rest
@pytest.mark.usefixtures("seats_of_a_key")
def test_a_plugin_is_probed_under_the_ruleset_that_is_given() -> None:
    class Elsewhere:
        @hookimpl
        def reveal_kandora(self, kan: Kan, rules: Ruleset) -> Instant | None:
            if rules.id not in ("ema-2016", "tenhou-3p"):
                return Instant.NEVER
            return Instant.DISCARD if kan.number == 4 and kan.seat == 3 and kan.type == "ankan" else None

    assert "mute keys" not in faults(Elsewhere(), allow_silent=True)
    assert "kandora.ankan" in faults(Elsewhere(), rules="tenhou", allow_silent=True)["mute keys"]


@pytest.mark.usefixtures("hands_alone")
@dataclass(frozen=True)
class OfAnEdition:
    edition: str = field(default="", metadata={"allowed": ("", "old", "new")})
    late: bool = False


def amending(answer: Callable[[Mapping[str, Any]], Any]) -> object:
    """A plugin with two options that answers this for a ruleset."""

    class OfTwoOptions:
        options = OfAnEdition

        @hookimpl
        def amend_rules(self, options: Mapping[str, Any]) -> Any:
            return answer(options)

    return OfTwoOptions()


def test_a_value_that_the_plugin_refuses_next_to_the_given_options_is_not_played() -> None:
    asked: list[tuple[str, bool]] = []

    def answer(options: Mapping[str, Any]) -> dict[str, str]:
        asked.append((options["edition"], options["late"]))
        if options["late"] and options["edition"] != "old":
            raise PluginError("late indicators are those of the old edition")
        return {"kandora.daiminkan": "discard"} if options["late"] else {}

    plugin = amending(answer)
    assert faults(plugin) == {} and ("", True) in asked
    assert faults(plugin, options={"edition": "old"}) == {} and ("old", True) in asked
    assert "late indicators are those of the old edition" in faults(plugin, options={"late": True})["registration"]


@pytest.mark.parametrize("answer", [lambda o: 1 // (not o["late"]) and {}, lambda o: 7 if o["late"] else {}])
def test_a_value_with_which_the_plugin_has_a_fault_is_no_value_that_it_refuses(
    answer: Callable[[Mapping[str, Any]], Any],
) -> None:
    assert "registration" in faults(amending(answer))


@pytest.mark.rest
def test_a_fifth_kan_that_ends_the_hand_may_be_completed_first() -> None:
    class Ends:
        supersedes = ("fifth_kan.policy", "fifth_kan.robbable")

        @hookimpl
        def fifth_kan(self) -> FifthKan:
            return FifthKan.ABORT_IF_NOT_ROBBED

    keys = {"four_kans.several_players": "play_on", "four_kans.one_player": "play_on", "fifth_kan.policy": "abort",
            "fifth_kan.robbable": True}  # fmt: skip
    assert not faults(Ends(), rules=load_ruleset("ema-2016").with_options(keys), hands=200, allow_silent=True)


def _objects_to_robbers(kan: Kan) -> bool:
    return bool(kan.robbable_by) and kan.type == "shouminkan"


def _never_after_robbers(kan: Kan, table: Table) -> bool:
    return any(one.robbable_by for one in table.kans)


@pytest.mark.parametrize("peeks", [_objects_to_robbers, _never_after_robbers])
@pytest.mark.usefixtures("hands_alone")
def test_who_could_rob_a_kan_is_as_hidden_as_a_hand(peeks: Any) -> None:
    if peeks is _objects_to_robbers:

        @hookimpl
        def before_kan(kan: Kan) -> Objection | None:
            return Objection("stranger-201", "somebody waits for this tile") if peeks(kan) else None

    else:

        @hookimpl
        def before_kan(kan: Kan, table: Table) -> Objection | None:
            return Objection("stranger-201", "somebody passed a robbery") if peeks(kan, table) else None

    plugin = type("Peeks", (), {"before_kan": staticmethod(before_kan)})()
    assert "cannot see" in faults(plugin, hands=60)["hidden tiles"]


def test_an_import_that_changes_the_process_or_kanrules_is_a_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("KANRULES_LANG", "en")
    from kanrules.kan import course

    monkeypatch.setattr(course, "reveal_kandora", course.reveal_kandora)  # set back afterwards
    (tmp_path / "side.py").write_text(
        "import os, sys\nfrom kanrules import hookimpl\nfrom kanrules.kan import course\n"
        "open('was-here', 'w').close()\nos.environ['KANRULES_LANG'] = 'ja'\nsys.setrecursionlimit(12345)\n"
        "course.reveal_kandora = lambda kan, options: None\nos.chdir('/')\n\n\n@hookimpl\ndef before_kan(kan):\n"
        "    return None\n",
        encoding="utf-8",
    )
    code, out, _ = run(capsys, "conformance", "./side.py", "--allow-local-plugins", "--hands", "1", "--allow-silent")
    assert code == 1 and Path.cwd() == tmp_path
    for said in ("directory was changed", "was-here", "KANRULES_LANG", "recursion limit", "course.reveal_kandora"):
        assert said in out
