"""A plugin conforms only if it answers, plays at every table that it does not exclude, and looks at nothing hidden."""

from __future__ import annotations

import warnings
from collections.abc import Generator
from dataclasses import dataclass, field, make_dataclass
from enum import StrEnum
from pathlib import Path
from types import ModuleType
from typing import Any

import pluggy
import pytest

from kanrules import (
    Call,
    FifthKan,
    FourKans,
    Instant,
    Kan,
    Kyoku,
    Liability,
    MeldType,
    Objection,
    Seat,
    Table,
    Transfer,
    hookimpl,
    load_ruleset,
)
from kanrules.errors import PluginError
from kanrules.hooks.answers import TraceLine
from kanrules.hooks.discovery import check_hooks
from kanrules.hooks.judge import PluginJudge
from kanrules.hooks.marks import hookspec
from kanrules.hooks.specs import HOOK_API
from kanrules.ruleset.keys import keys_of_plugin
from kanrules.testing.conformance import Conformance, _values, conformance
from kanrules.testing.probes import probes
from kanrules.testing.varied import varied
from tests.cli.running import run


def report(plugin: object, *, hands: int = 16, **more: Any) -> Conformance:
    return conformance(plugin, name="stranger", hands=hands, **more)


def faults(plugin: object, **more: Any) -> dict[str, str]:
    return {fault.check: fault.text for fault in report(plugin, **more).faults}


def module(**names: Any) -> ModuleType:
    made = ModuleType("stranger")
    for name, value in names.items():
        setattr(made, name, value)
    return made


# --- nothing hidden ---------------------------------------------------------------------------------------------------


def others(table: Table, *own: Seat) -> list[tuple[int, ...]]:
    return [hand for seat, hand in enumerate(table.hands) if Seat(seat) not in own]


class PeeksBeforeAKan:
    @hookimpl
    def before_kan(self, kan: Kan, table: Table) -> Objection | None:
        return Objection("stranger-201", "no") if any(hand.count(31) > 1 for hand in others(table, kan.seat)) else None


class PeeksAtTheUra:
    @hookimpl
    def before_kan(self, kan: Kan, table: Table) -> Objection | None:
        return Objection("stranger-201", "no") if any((tile or 0) % 2 for tile in table.ura) else None


class PeeksAsItTurns:
    @hookimpl
    def reveal_kandora(self, kan: Kan, table: Table) -> Instant | None:
        return Instant.DISCARD if any(33 in hand for hand in others(table, kan.seat)) else None


class PeeksAsItMakesLiable:
    @hookimpl
    def liability(self, call: Call, table: Table) -> Liability | None:
        if call.source is None or not any(0 in hand for hand in others(table, call.seat, call.source)):
            return None
        return Liability("tsuuiisou", call.source)


class PeeksAsItPays:
    @hookimpl
    def kan_stands(self, kan: Kan, table: Table) -> Transfer | None:
        return Transfer(kan.seat, "table", 1000, "tax") if any(0 in hand for hand in others(table, kan.seat)) else None


class PeeksAtTheFourth:
    @hookimpl
    def four_kans(self, kan: Kan, table: Table) -> FourKans | None:
        return FourKans.ABORT if any(len(set(hand)) % 2 for hand in others(table, kan.seat)) else None


@pytest.mark.rest
@pytest.mark.parametrize(
    "peeking",
    [PeeksBeforeAKan, PeeksAtTheUra, PeeksAsItTurns, PeeksAsItMakesLiable, PeeksAsItPays, PeeksAtTheFourth],
)
@pytest.mark.usefixtures("hands_alone")
def test_no_answer_may_depend_on_tiles_that_the_players_concerned_cannot_see(peeking: type) -> None:
    assert "cannot see" in faults(peeking(), hands=40, allow_silent=True)["hidden tiles"]


@pytest.mark.rest
@pytest.mark.usefixtures("seats_of_a_key")
def test_a_player_may_look_at_their_own_hand_and_at_what_lies_open() -> None:
    class Honest:
        @hookimpl
        def before_kan(self, kan: Kan, table: Table) -> Objection | None:
            held = table.hands[kan.seat].count(31) == 2
            return Objection("stranger-201", "no") if held and table.indicators else None

        @hookimpl
        def reveal_kandora(self, kan: Kan, table: Table) -> Instant | None:
            return Instant.DISCARD if len(table.rivers[kan.seat]) % 2 else None

    assert faults(Honest(), allow_silent=True) == {}


# --- heard ------------------------------------------------------------------------------------------------------------


class Silent:
    @hookimpl
    def before_kan(self) -> None:
        return None


@pytest.mark.rest
@pytest.mark.usefixtures("seats_of_a_key")
def test_a_hook_that_never_answers_was_not_checked() -> None:
    found = report(Silent())
    assert [fault.check for fault in found.faults] == ["silent hooks"]
    assert found.asked["before_kan"] > 20 and found.answered["before_kan"] == 0
    assert "before_kan: asked" in str(found) and "gave no valid answer" in str(found)


@pytest.mark.usefixtures("hands_alone")
def test_a_hook_that_never_answers_is_no_fault_where_that_is_allowed() -> None:
    assert report(Silent(), allow_silent=True).passed


class Mood(StrEnum):
    CALM = "calm"
    ANGRY = "angry"


@dataclass(frozen=True)
class Options:
    on: bool = False
    mood: Mood = Mood.CALM


@pytest.mark.rest
@pytest.mark.usefixtures("hands_alone")
def test_every_value_of_an_option_is_played() -> None:
    @hookimpl
    def before_kan(kan: Kan, rules: Any) -> Objection | None:
        own = rules.plugin["stranger"]
        if own["mood"] is Mood.ANGRY:
            raise ZeroDivisionError
        return Objection("stranger-201", "no kans") if own["on"] else None

    plugin = module(options=Options, before_kan=before_kan)
    assert faults(plugin)["hooks"].endswith('(with mood = "angry")')
    assert "mood" not in str(faults(plugin, options={"mood": "calm"}))
    assert report(plugin, options={"mood": "calm"}).answered["before_kan"] > 0


@pytest.mark.parametrize(
    ("default", "limits", "values"),
    [(4, (0, 4), [0, 3]), (1, (0, 4), [2, 4]), (0, (0, 1), [1]), (3, (3, 3), []), (2, None, [3])],
)
def test_a_number_is_played_next_to_its_default_and_at_its_limit(
    default: int, limits: tuple[int, int] | None, values: list[int]
) -> None:
    metadata = {} if limits is None else {"limits": limits}
    options = make_dataclass("options", [("kans", int, field(default=default, metadata=metadata))], frozen=True)

    @hookimpl
    def rob_kan(kan: Kan) -> None:
        return None

    keys = keys_of_plugin("stranger", module(options=options, rob_kan=rob_kan))
    assert _values(keys["kans"]) == values


@pytest.mark.rest
@pytest.mark.usefixtures("hands_alone")
def test_an_option_that_is_given_has_that_value_only(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "house.py").write_text(
        "from dataclasses import dataclass\n\nfrom kanrules import Objection, hookimpl\n\n\n"
        "@dataclass(frozen=True)\nclass Options:\n    fee: int = 0\n\n\noptions = Options\n\n\n"
        "@hookimpl\ndef before_kan(kan, rules):\n"
        "    fee = rules.plugin['house']['fee']\n"
        "    return Objection('house-201', 'no') if fee > 1 and len(kan.tiles) == fee else None\n",
        encoding="utf-8",
    )
    words = ("conformance", str(tmp_path / "house.py"), "--allow-local-plugins", "--hands", "8")
    code, out, _ = run(capsys, *words, "--option", "fee=7")
    assert code == 1 and "gave no valid answer" in out
    code, out, _ = run(capsys, *words, "--option", "fee=7", "--allow-silent")
    assert code == 0
    for wrong in ("fee", "fee=[1]", "tax=1"):
        code, _, err = run(capsys, *words, "--option", wrong)
        assert code in (1, 2) and "Traceback" not in err
    (tmp_path / "house.toml").write_text(
        '[ruleset]\nid = "house"\nname = "House"\nextends = "ema-2016"\nplugins = ["./house.py"]\n', encoding="utf-8"
    )
    code, _, err = run(capsys, *words, "--rules", str(tmp_path / "house.toml"), "--allow-silent")
    assert (code, err) == (0, "")


# --- every table ------------------------------------------------------------------------------------------------------


@pytest.mark.rest
@pytest.mark.usefixtures("seats_of_a_key")
def test_a_plugin_is_played_with_three_players_too_unless_it_says_that_it_is_for_four() -> None:
    @hookimpl
    def before_kan(kan: Kan, table: Table) -> Objection | None:
        return Objection("stranger-201", "no") if table.melds[Seat.NORTH] else None

    assert "with three players; use table.seats" in faults(module(before_kan=before_kan))["hooks"]
    assert faults(module(before_kan=before_kan, players=(4,))) == {}
    assert "not for 3 players" in faults(module(before_kan=before_kan, players=(4,)), rules="tenhou-3p")["registration"]
    assert "write players" in faults(module(before_kan=before_kan, players="four"))["registration"]


@pytest.mark.rest
@pytest.mark.usefixtures("hands_alone")
def test_the_bundled_plugins_play_with_three_players() -> None:
    assert conformance("club", rules="tenhou-3p", hands=24, allow_silent=True).passed


# --- proof ------------------------------------------------------------------------------------------------------------


@pytest.mark.rest
@pytest.mark.usefixtures("seats_of_a_key")
def test_what_holds_for_honours_only_silences_no_key() -> None:
    class HonoursOnly:
        @hookimpl
        def reveal_kandora(self, kan: Kan) -> Instant | None:
            return Instant.DISCARD if kan.tile > 26 else None

    assert faults(HonoursOnly(), allow_silent=True) == {}


@pytest.mark.rest
@pytest.mark.usefixtures("seats_of_a_key")
def test_what_holds_for_three_owners_only_silences_no_key() -> None:
    class ThreeOwners:
        @hookimpl
        def four_kans(self, kan: Kan, table: Table) -> FourKans | None:
            owners = {other.seat for other in (*table.kans, kan)}
            return FourKans.ABORT if len(owners) > 2 else FourKans.PLAY_ON

    found = faults(ThreeOwners(), rules="tenhou", allow_silent=True)
    assert "four_kans.riichi_stick" not in found.get("mute keys", "")


class Conditional:
    """Rules that leave every key its effect under some condition about the table: only the next player in turn robs a
    kan, only a player who is tenpai may declare a daiminkan, the only player in riichi may declare any ankan, and
    early in the hand, or for the leader, no kan turns an indicator.
    """

    def __init__(self) -> None:
        self.seen: set[tuple[int, int, tuple[int, ...]]] = set()

    @hookimpl
    def rob_kan(self, kan: Kan, seat: Seat, table: Table) -> bool | None:
        return False if (seat - kan.seat) % len(table.seats) != 1 else None

    @hookimpl(wrapper=True)
    def before_kan(self, kan: Kan, table: Table) -> Generator[None, list[Objection], list[Objection]]:
        found = yield
        if table.first_go_around:
            self.seen.add((table.round_wind, table.honba, table.scores))
        if sum(table.riichi) == 1:
            return [one for one in found if one.code not in ("KR204", "KR205")]
        if kan.type == "daiminkan" and not table.waits(kan.seat):
            return [*found, Objection("stranger-201", "the hand is not tenpai")]
        return found

    @hookimpl
    def reveal_kandora(self, kan: Kan, table: Table) -> Instant | None:
        leads = table.scores[kan.seat] == max(table.scores) > min(table.scores)
        return Instant.NEVER if leads or table.live_tiles > 40 else None


@pytest.mark.rest
@pytest.mark.usefixtures("seats_of_a_key")
def test_a_rule_with_a_condition_about_the_table_silences_no_key() -> None:
    plugin = Conditional()
    assert faults(plugin, rules="tenhou", hands=8, allow_silent=True) == {}
    begun = {(Seat(wind), honba) for wind, honba, scores in plugin.seen if len(scores) == 4}
    assert begun >= {(Seat.EAST, 0), (Seat.SOUTH, 2)}
    assert len({scores.index(max(scores)) for _, _, scores in plugin.seen}) > 1, "generated hands have other leaders"


@pytest.mark.rest
@pytest.mark.usefixtures("seats_of_a_key")
@pytest.mark.parametrize(
    "left",
    [
        lambda kan, table: any(other.seat == kan.seat for other in table.kans),
        lambda kan, table: kan.kind < 27 and kan.kind % 9 in (0, 4, 8),
        lambda kan, table: kan.on_replacement,
        lambda kan, table: any(other.type == "daiminkan" for other in table.kans),
    ],
    ids=["of a player with a kan", "of a five or terminal", "on a replacement tile", "after an open kan"],
)
def test_a_key_that_decides_some_fifth_kans_is_not_silenced(left: Any) -> None:
    class SomeFifthKans:
        @hookimpl
        def fifth_kan(self, kan: Kan, table: Table) -> FifthKan | None:
            return None if left(kan, table) else FifthKan.FORBIDDEN

    assert faults(SomeFifthKans(), hands=1, allow_silent=True) == {}


@pytest.mark.rest
@pytest.mark.usefixtures("seats_of_a_key")
@pytest.mark.parametrize("type_", [MeldType.ANKAN, MeldType.DAIMINKAN, MeldType.SHOUMINKAN])
def test_the_policy_of_one_type_of_fifth_kan_is_not_silenced(type_: MeldType) -> None:
    class OneType:
        @hookimpl
        def fifth_kan(self, kan: Kan) -> FifthKan | None:
            return None if kan.type is type_ else FifthKan.FORBIDDEN

    assert "fifth_kan.policy" not in faults(OneType(), hands=1, allow_silent=True).get("mute keys", "")


def test_a_varied_position_is_another_one() -> None:
    for probe in probes():
        for other in varied(probe):
            assert other.key == probe.key and (other.given, other.lines) != (probe.given, probe.lines)


# --- one precise sentence ---------------------------------------------------------------------------------------------


def default(kan: Kan, table: Table | None = None) -> None: ...


def test_an_argument_with_a_default_is_never_passed() -> None:
    with pytest.raises(PluginError, match="argument 'table' has a default and is never passed"):
        check_hooks("house", module(before_kan=hookimpl(default)))
    default.__dict__.pop("kanrules_impl", None)


def test_hooks_in_a_class_of_a_module_are_named() -> None:
    with pytest.raises(PluginError) as caught:
        check_hooks("house", module(Rules=Silent))
    assert "class Rules" in (caught.value.hint or "")


def test_a_hook_that_tries_to_be_last_is_asked_after_other_plugins_and_before_core() -> None:
    class Late:
        @hookimpl(trylast=True)
        def reveal_kandora(self) -> Instant:
            return Instant.NEVER

    class Plain:
        @hookimpl
        def reveal_kandora(self) -> None:
            return None

    class Early:
        @hookimpl(tryfirst=True)
        def reveal_kandora(self) -> None:
            return None

    class Around:
        @hookimpl(wrapper=True)
        def reveal_kandora(self) -> Generator[None, Instant, Instant]:
            return (yield)

    plugins = [("late", Late()), ("plain", Plain()), ("early", Early()), ("around", Around())]
    trace: list[TraceLine] = []
    judge = PluginJudge(load_ruleset("ema-2016"), plugins).traced(trace)
    kan = Kan(MeldType.ANKAN, Seat.EAST, 0, (0,) * 4, None, None, 1)
    (answer,) = judge.answers("reveal_kandora", kan, table=Kyoku("ema-2016", seed=1).glance)
    assert (answer.value, answer.by) == (Instant.NEVER, "late")
    assert [line.plugin for line in trace] == ["early", "plain", "late", "around (wrapper)"]
    assert judge.order("reveal_kandora") == ("early", "plain", "late")
    assert judge.wrappers("reveal_kandora") == ("around",)


@pytest.mark.parametrize("kind", [float, list, dict])
@pytest.mark.usefixtures("seats_of_a_key")
def test_an_option_of_another_type_is_named_with_its_plugin(kind: type) -> None:
    options = dataclass(frozen=True)(type("Options", (), {"__annotations__": {"n": kind}, "n": 1.0}))
    assert (
        "plugin 'stranger', plugin.stranger.n"
        in faults(module(options=options, before_kan=hookimpl(_none)))["registration"]
    )


def _none(kan: Kan) -> None: ...


# --- the version of the hooks -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wanted", "says"), [(HOOK_API + 1, "needs version"), ("1", "kanrules_api is"), (0, "kanrules_api is")]
)
def test_a_plugin_for_later_hooks_is_refused(wanted: object, says: str) -> None:
    with pytest.raises(PluginError, match=says):
        check_hooks("house", module(before_kan=hookimpl(_none), kanrules_api=wanted))
    check_hooks("house", module(before_kan=hookimpl(_none), kanrules_api=HOOK_API))


class ToySpecs:
    @hookspec(warn_on_impl=DeprecationWarning("old_hook goes with kanrules 1.3; answer new_hook"))
    def old_hook(self) -> None: ...

    @hookspec(warn_on_impl_args={"table": DeprecationWarning("table goes with kanrules 1.3; take seats")})
    def new_hook(self, table: object, seats: object) -> None: ...


@pytest.mark.parametrize(
    ("hook", "arguments", "says"), [("old_hook", "self", "answer new_hook"), ("new_hook", "self, table", "take seats")]
)
def test_a_hook_or_an_argument_is_deprecated_by_a_warning_to_those_who_use_it(
    hook: str, arguments: str, says: str
) -> None:
    manager = pluggy.PluginManager("kanrules")
    manager.add_hookspecs(ToySpecs)
    made: dict[str, Any] = {"hookimpl": hookimpl}
    exec(f"class Plugin:\n    @hookimpl\n    def {hook}({arguments}): ...", made)
    with pytest.warns(DeprecationWarning, match=says):
        manager.register(made["Plugin"]())
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        manager.register(load_ruleset("ema-2016"))
