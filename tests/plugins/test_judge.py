"""How plugins are asked: in which order, what of their answers is taken, and what is said when one is at fault."""

from __future__ import annotations

import pickle
import threading
import types
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kanrules import (
    FifthKan,
    Instant,
    Liability,
    Objection,
    Penalty,
    PenaltyStep,
    PenaltyType,
    Result,
    Seat,
    Transfer,
    hookimpl,
)
from kanrules.cases.case import CaseBuilder
from kanrules.cases.run import play_case
from kanrules.errors import IllegalAction, KanrulesError, PluginError, UnreadableError
from kanrules.hooks import discovery
from kanrules.hooks.judge import PluginJudge, TraceLine, trace_lines
from kanrules.kan.announcement import kan_of
from kanrules.kyoku.machine import KyokuMachine
from kanrules.law.hook_values import Foul
from kanrules.pieces.actions import Ankan, Draw
from kanrules.records import Record, open_records
from kanrules.replays import Replay
from kanrules.ruleset import Ruleset, RulesetError, load_ruleset
from kanrules.table.snapshot import Table
from tests.plugins.conftest import codes, played

TENHOU = load_ruleset("tenhou")
SOUTH_KANS = {"hands": {"south": "1111m456p789s133z"}, "turn": "south", "live": "9p", "rinshan": "9p"}
SHOUMINKAN = {
    "hands": {"north": "34p567m123s789s11z"},
    "melds": {"south": ["pon 222p from east"]},
    "turn": "south",
    "live": "2p",
}


def under(*plugins: object, rules: Ruleset = TENHOU) -> Ruleset:
    """The ruleset with these plugins on top, the first asked first."""
    return replace(rules, modules=tuple((f"p{number}", plugin) for number, plugin in enumerate(plugins, 1)))


def plugin(**hooks: Any) -> object:
    """A plugin with these hooks."""
    return type("Plugin", (), {name: staticmethod(hookimpl(hook)) for name, hook in hooks.items()})()


# --- order ---------------------------------------------------------------------------------------------------------


def test_the_first_plugin_listed_is_asked_first_and_core_last() -> None:
    asked: list[str] = []

    def says(name: str) -> object:
        return plugin(reveal_kandora=lambda kan: asked.append(name))

    rules = under(says("first"), says("second"))
    kyoku = played(rules, SOUTH_KANS, "south ankan 1m").kyoku
    assert asked == ["first", "second"]
    assert kyoku.findings[-1].plugin == "core"
    assert len(kyoku.indicators) == 2


def test_the_first_answer_is_taken_and_the_rest_is_not_asked() -> None:
    def never(kan: Any) -> Instant:
        raise AssertionError("asked although another had answered")

    rules = under(plugin(reveal_kandora=lambda kan: Instant.NEVER), plugin(reveal_kandora=never))
    assert len(played(rules, SOUTH_KANS, "south ankan 1m").kyoku.indicators) == 1


def test_a_childs_plugins_are_asked_before_its_parents(tmp_path: Path) -> None:
    for name in ("young", "old"):
        (tmp_path / f"{name}.py").write_text(
            "from kanrules import hookimpl\n@hookimpl\ndef after_rinshan(kan): pass\n", encoding="utf-8"
        )
    (tmp_path / "parent.toml").write_text('[ruleset]\nid = "parent"\nplugins = ["./old.py"]\n', encoding="utf-8")
    child = '[ruleset]\nid = "child"\nextends = "parent.toml"\nplugins = ["./young.py"]\n'
    (tmp_path / "child.toml").write_text(child, encoding="utf-8")
    rules = load_ruleset(tmp_path / "child.toml", allow_local_plugins=True)
    assert [name for name, _ in rules.modules] == ["young", "old"]


def test_a_local_plugin_is_never_run_unasked(tmp_path: Path) -> None:
    (tmp_path / "house.py").write_text("raise SystemExit('run!')\n", encoding="utf-8")
    (tmp_path / "club.toml").write_text('[ruleset]\nid = "club"\nplugins = ["./house.py"]\n', encoding="utf-8")
    with pytest.raises(RulesetError) as refused:
        load_ruleset(tmp_path / "club.toml")
    (problem,) = refused.value.problems
    assert (problem.line, problem.column, problem.code) == (3, 12, "KR108")
    assert "--allow-local-plugins" in problem.hint + problem.message


# --- what becomes of answers ---------------------------------------------------------------------------------------


def test_any_objection_forbids_and_all_are_told() -> None:
    rules = under(
        plugin(before_kan=lambda kan: Objection("p1-201", "not on a Thursday")),
        plugin(before_kan=lambda kan: Objection("p2-201", "not with that hat")),
    )
    result = played(under(), SOUTH_KANS, "south draws 9p")
    kyoku = KyokuMachine.from_position(rules, result.position)
    kyoku.push(result.kyoku.events[0])  # type: ignore[arg-type]  # the draw
    assert Ankan(Seat.SOUTH, 0) not in kyoku.legal_actions(Seat.SOUTH)
    with pytest.raises(IllegalAction) as refused:
        kyoku.push(Ankan(Seat.SOUTH, 0))
    assert {objection.code for objection in refused.value.objections} == {"p1-201", "p2-201"}


def test_a_wrapper_permits_what_core_forbids_and_the_trace_says_so() -> None:
    class Permits:
        @hookimpl(wrapper=True)
        def before_kan(self, kan: Any):  # type: ignore[no-untyped-def]
            found = yield
            return [objection for objection in found if objection.code != "KR204"]

    given = {
        "hands": {"south": "3444m778899s333z"},
        "riichi": ["south"],
        "turn": "south",
        "live": "4m",
        "rinshan": "9p",
    }
    case = CaseBuilder("a case").given(**given).play("south ankan 4m").case()
    assert [objection.code for objection in play_case(case, TENHOU).refused[0].objections] == ["KR204"]
    result = play_case(case, under(Permits()), trace=True)
    assert not result.refused
    assert any("before_kan (south ankan 4m): p1 (wrapper) -> nothing" in str(line) for line in result.trace)


def test_a_turned_indicator_is_ascribed_to_the_plugin_that_said_when() -> None:
    rules = under(plugin(reveal_kandora=lambda kan: Instant.DECLARATION))
    kyoku = played(rules, {**SHOUMINKAN, "hands": {}, "rinshan": "9p"}, "south shouminkan 2p").kyoku
    (finding,) = [finding for finding in kyoku.findings if finding.code == "KR301"]
    ruling = rules.ruling(finding)
    assert (ruling.plugin, ruling.set_by, ruling.key, ruling.source) == ("p1", "plugin p1", "", None)


def test_an_indicator_that_core_turns_cites_its_key() -> None:
    kyoku = played(TENHOU, SOUTH_KANS, "south ankan 1m").kyoku
    ruling = TENHOU.ruling(next(finding for finding in kyoku.findings if finding.code == "KR301"))
    assert (ruling.plugin, ruling.key) == ("core", "kandora.ankan")
    assert ruling.set_by.startswith("rulesets/tenhou.toml:")


def test_a_kan_whose_indicator_a_plugin_never_turns_says_so() -> None:
    kyoku = played(under(plugin(reveal_kandora=lambda kan: Instant.NEVER)), SOUTH_KANS, "south ankan 1m").kyoku
    assert [(finding.verdict, finding.plugin) for finding in kyoku.findings] == [("not_turned", "p1")]


def test_fifth_kan_forbidden_by_a_plugin_is_not_ascribed_to_the_key() -> None:
    given = {
        "hands": {"south": "1111m999s"},
        "melds": {"south": ["ankan 1111z", "ankan 2222z"], "north": ["ankan 4444z", "ankan 3333z"]},
        "turn": "south",
        "live": "9p",
    }
    rules = under(plugin(fifth_kan=lambda kan: FifthKan.FORBIDDEN), rules=load_ruleset("ema-2016"))
    case = CaseBuilder("a case").given(**given).play("south ankan 1m").case()
    (objection,) = [one for one in play_case(case, rules).refused[0].objections if one.code == "KR209"]
    assert objection.key == ""
    assert "p1" in objection.text


def test_points_move_as_a_plugin_says_and_sum_to_nothing() -> None:
    rules = under(
        plugin(
            payments=lambda result: [
                Transfer(Seat.EAST, Seat.WEST, 300, "tea"),
                Transfer(Seat.NORTH, "table", 2000, "pot"),
            ]
        )
    )
    result = played(rules, SHOUMINKAN, "south shouminkan 2p", "north ron")
    plain = played(TENHOU, SHOUMINKAN, "south shouminkan 2p", "north ron")
    moved = [result.changes[seat] - plain.changes[seat] for seat in Seat]
    assert moved == [-300, 0, 300, -2000]
    assert sum(result.changes.values()) + 1000 * result.kyoku.sticks == 0
    assert codes(result.kyoku).count("KR406") == 2


# --- faults --------------------------------------------------------------------------------------------------------


def refusal(module: object) -> str:
    """What is said of a plugin that is refused as it is registered."""
    with pytest.raises(PluginError) as refused:
        _ = under(module).judge
    assert refused.value.code == "KR108"
    return str(refused.value)


def test_a_misspelt_hook_is_refused_with_what_was_meant() -> None:
    said = refusal(plugin(reveal_kan_dora=lambda kan: None))
    assert said == "plugin 'p1': there is no hook 'reveal_kan_dora'; did you mean 'reveal_kandora'?"


def test_a_misspelt_argument_is_refused_with_what_was_meant() -> None:
    said = refusal(plugin(rob_kan=lambda kan, seats: None))
    assert said == "plugin 'p1', hook rob_kan: there is no argument 'seats'; did you mean 'seat'?"


def test_a_hook_without_its_mark_is_refused() -> None:
    module = types.ModuleType("unmarked")
    exec("def reveal_kandora(kan): return None", module.__dict__)
    assert refusal(module) == "plugin 'p1': reveal_kandora is not marked; write @hookimpl above it"


def test_a_plugin_without_any_hook_is_refused() -> None:
    assert refusal(types.ModuleType("empty")).startswith("plugin 'p1' answers no hook; the hooks are before_kan, ")


@pytest.mark.parametrize(
    ("hook", "answer", "says"),
    [
        (
            "reveal_kandora",
            "discard",
            "answered 'discard' (str), expected Instant or None; did you mean Instant.DISCARD?",
        ),
        ("reveal_kandora", 3, "answered 3 (int), expected Instant or None"),
        ("before_kan", ["no"], "answered 'no' (str), expected Objection or None"),
        ("before_kan", Objection("", "no"), "expected a code and a sentence"),
        ("before_kan", Objection("too late", "no"), "expected a code of the plugin"),
        ("before_kan", Objection("house-1", "no"), "expected a code of the plugin"),
        ("after_rinshan", True, "answered True (bool), expected nothing"),
        ("rob_kan", 1, "answered 1 (int), expected bool or None"),
        ("liability", Liability("daisangenn", Seat.EAST), "there is no yakuman 'daisangenn'"),
        ("liability", [Liability("daisangen", 0)], "expected a Seat, not 0"),  # type: ignore[arg-type]
        (
            "payments",
            Transfer(Seat.EAST, "pot", 1000, "x"),
            'expected a Seat that pays, and a Seat or "table" that is paid',
        ),  # type: ignore[arg-type]
        ("payments", Transfer(Seat.EAST, "table", 500, "x"), "expected whole sticks of 1000 for the table, not 500"),
        ("payments", Transfer(Seat.EAST, Seat.WEST, -1, "x"), "expected points from 0 up, not -1"),
        ("payments", Transfer(Seat.EAST, Seat.WEST, 550, "x"), "expected hundreds of points, not 550"),
        ("payments", Transfer(Seat.EAST, Seat.EAST, 1000, "x"), "a player cannot pay themselves"),
    ],
)
def test_a_wrong_answer_is_one_error_that_names_plugin_hook_and_value(hook: str, answer: object, says: str) -> None:
    rules = under(plugin(**{hook: lambda: answer}))
    with pytest.raises(PluginError) as fault:
        played(
            rules,
            {**SHOUMINKAN, "rinshan": "9p"},
            "south shouminkan 2p",
            "north ron" if hook == "payments" else "north passes",
        )
    assert str(fault.value).startswith(f"plugin 'p1', hook {hook}: ")
    assert says in str(fault.value)


FINE: Any = PenaltyType.POINTS


@pytest.mark.parametrize(
    ("penalty", "says"),
    [
        (Penalty("chombo"), "expected a PenaltyType"),  # type: ignore[arg-type]
        (Penalty(FINE, 1000, points_from="tournament"), "expected points_from to be a PointsFrom"),  # type: ignore[arg-type]
        (Penalty(FINE, steps=(PenaltyStep("points"),)), "expected a PenaltyType"),  # type: ignore[arg-type]
        (Penalty(FINE, steps=(PenaltyStep(FINE, points_from="club"),)), "to be a PointsFrom"),  # type: ignore[arg-type]
        (Penalty(FINE, steps=(PenaltyStep(FINE, noticed="later"),)), "with a Noticed"),  # type: ignore[arg-type]
        (Penalty(FINE, steps=(PenaltyStep(FINE, tiles=3),)), "the fewest and the most tiles"),  # type: ignore[arg-type]
        (Penalty(FINE, steps=(PenaltyStep(FINE, repeated="often"),)), "True, False, or None"),  # type: ignore[arg-type]
    ],
)
def test_a_wrong_penalty_is_an_error_too(penalty: Penalty, says: str) -> None:
    rules = under(plugin(penalty=lambda: penalty))
    with pytest.raises(PluginError, match=says):
        rules.judge.answers("penalty", Foul(Seat.EAST, "wrong_tiles", "", ""), table=KyokuMachine(rules, seed=1).glance)


def test_the_code_of_a_penalty_has_the_form_of_a_code() -> None:
    rules = under(plugin(penalty=lambda: Penalty(PenaltyType.POINTS, 1000, code="a fine")))
    with pytest.raises(PluginError, match="expected a code of the plugin"):
        rules.judge.answers("penalty", Foul(Seat.EAST, "wrong_tiles", "", ""), table=KyokuMachine(rules, seed=1).glance)


def test_a_plugin_that_raises_is_one_error_with_file_and_line() -> None:
    def breaks(kan: Any) -> None:
        raise ZeroDivisionError("oh")

    with pytest.raises(
        PluginError, match=r"plugin 'p1', hook reveal_kandora: raised ZeroDivisionError: oh \(test_judge.py:\d+\)"
    ):
        played(under(plugin(reveal_kandora=breaks)), SOUTH_KANS, "south ankan 1m")


ILLEGAL = IllegalAction([Objection("KR201", "a lie")])


@pytest.mark.parametrize("error", [SystemExit("bye"), UnreadableError("a lie"), ILLEGAL, RecursionError()])
def test_whatever_a_plugin_raises_is_its_own_fault(error: BaseException) -> None:
    def breaks(kan: Any) -> None:
        raise error

    with pytest.raises(PluginError, match=f"plugin 'p1', hook before_kan: raised {type(error).__name__}"):
        played(under(plugin(before_kan=breaks)), SOUTH_KANS, "south ankan 1m")


def test_an_answer_is_shown_short_and_whatever_its_repr_does() -> None:
    class Mute:
        def __repr__(self) -> str:
            raise ValueError("not telling")

    for answer, says in ((Mute(), "<Mute, whose text raises ValueError> (Mute)"), ("x" * 10**6, "x... (str)")):
        with pytest.raises(PluginError) as fault:
            played(under(plugin(reveal_kandora=lambda kan, answer=answer: answer)), SOUTH_KANS, "south ankan 1m")
        assert says in str(fault.value)
        assert len(str(fault.value)) < 400


def test_a_plugin_that_leaves_as_it_is_imported_is_one_error(tmp_path: Path) -> None:
    (tmp_path / "house.py").write_text("raise SystemExit(0)\n", encoding="utf-8")
    (tmp_path / "club.toml").write_text('[ruleset]\nid = "club"\nplugins = ["./house.py"]\n', encoding="utf-8")
    with pytest.raises(RulesetError) as refused:
        load_ruleset(tmp_path / "club.toml", allow_local_plugins=True)
    (problem,) = refused.value.problems
    assert problem.code == "KR108"
    assert "SystemExit" in problem.message


@pytest.mark.parametrize(
    "spoil", ["table.scores[0] = 0", "table.honba = 3", "kan.number = 1", "rules.plugin['x'] = {}", "del rules.id"]
)
def test_what_a_plugin_is_shown_cannot_be_changed(spoil: str) -> None:
    def changes(kan: Any, table: Any, rules: Any) -> None:
        exec(spoil)

    with pytest.raises(PluginError, match="raised"):
        played(under(plugin(reveal_kandora=changes), rules=load_ruleset("ema-2016")), SOUTH_KANS, "south ankan 1m")


def test_what_an_ended_hand_paid_cannot_be_changed() -> None:
    def steals(result: Any) -> None:
        result.payments[Seat.EAST] = 1000

    with pytest.raises(PluginError, match="raised TypeError"):
        played(under(plugin(payments=steals)), SHOUMINKAN, "south shouminkan 2p", "north ron")


def test_what_a_plugin_keeps_stays_the_picture_of_that_moment() -> None:
    kept: list[Table] = []
    position = played(TENHOU, SOUTH_KANS).position
    kyoku = KyokuMachine.from_position(under(plugin(reveal_kandora=lambda kan, table: kept.append(table))), position)
    for action in (Draw(Seat.SOUTH), Ankan(Seat.SOUTH, 0)):
        kyoku.push(action)
    then = kyoku.table()
    kyoku.push(Draw(Seat.SOUTH))
    kyoku.push(kyoku.legal_actions(Seat.SOUTH)[0])
    (table,) = kept
    # The indicator was turned after the question; all else lay as it lay.
    assert table == replace(then, indicators=then.indicators[:1], ura=then.ura[:1], indicator_kans=(0,))
    assert table != kyoku.table()


def test_a_table_has_no_other_fields_than_it_says() -> None:
    table = KyokuMachine(TENHOU, seed=1).glance()
    with pytest.raises(AttributeError, match="'Table' object has no attribute 'hand'"):
        table.hand  # type: ignore[attr-defined]  # noqa: B018


def test_a_glance_and_a_picture_are_equal() -> None:
    kyoku = KyokuMachine(TENHOU, seed=1)
    assert kyoku.glance() == kyoku.table()
    assert hash(kyoku.glance()) == hash(kyoku.table())
    assert repr(kyoku.glance()) == repr(kyoku.table())


def test_watching_changes_no_ruling() -> None:
    given = {**SHOUMINKAN, "hands": {}, "rinshan": "9p"}
    rules = load_ruleset("ema-2016")
    case = CaseBuilder("a case").given(**given).play("south shouminkan 2p", "!south ankan 1m").case()
    watched, alone = (
        play_case(case, under(plugin(before_kan=lambda kan: None), rules=rules), trace=trace) for trace in (True, False)
    )
    assert watched.kyoku.findings == alone.kyoku.findings
    assert watched.kyoku.events == alone.kyoku.events
    assert watched.trace
    assert not alone.trace


def test_an_unknown_plugin_is_refused_at_its_place_with_what_was_meant(tmp_path: Path) -> None:
    (tmp_path / "club.toml").write_text('[ruleset]\nid = "club"\nplugins = ["ema", "clubb"]\n', encoding="utf-8")
    with pytest.raises(RulesetError) as refused:
        load_ruleset(tmp_path / "club.toml")
    (problem,) = refused.value.problems
    assert (problem.line, problem.column, problem.code) == (3, 19, "KR108")
    assert "club" in problem.hint


def test_every_fault_of_a_plugin_is_a_kanrules_error() -> None:
    assert issubclass(PluginError, KanrulesError)


# --- the trace -----------------------------------------------------------------------------------------------------


def test_the_trace_tells_hook_kan_plugin_and_answer_in_order() -> None:
    rules = under(plugin(reveal_kandora=lambda kan: None, after_rinshan=lambda kan: None))
    trace: list[TraceLine] = []
    played_under = KyokuMachine.from_position(rules, played(TENHOU, SOUTH_KANS).position)
    played_under.judge = rules.judge.traced(trace)
    played_under.push(Draw(Seat.SOUTH))
    played_under.push(Ankan(Seat.SOUTH, 0))
    played_under.push(Draw(Seat.SOUTH))
    lines = list(map(str, trace_lines(trace)))
    assert lines == [
        "before_kan (south ankan 1m): core -> nothing",
        "replacement_from (south ankan 1m): core -> dead_wall",
        "liability (south ankan 1m): core -> nothing",
        "reveal_kandora (south ankan 1m): p1 -> nothing",
        "reveal_kandora (south ankan 1m): core -> declaration",
        "after_rinshan (south ankan 1m): p1 -> nothing",
    ]


def test_threads_that_trace_at_once_get_what_one_alone_gets() -> None:
    meet = threading.Barrier(1)

    def wait(kan: Any) -> None:
        meet.wait(timeout=300)

    rules = under(plugin(before_kan=wait, reveal_kandora=wait))
    case = CaseBuilder("a case").given(**SOUTH_KANS).play("south ankan 1m").case()
    game = next((Path(__file__).parents[1] / "games").glob("*.mjson.gz"))

    def case_told(trace: bool) -> object:
        return play_case(case, rules, trace=trace).trace

    def replay_told(trace: bool) -> object:
        (record,) = open_records([game])
        assert isinstance(record, Record)
        return [tuple(map(str, hand.trace)) for hand in Replay(record, rules, trace=trace)]

    for told_by in (case_told, replay_told):
        alone = told_by(True)
        assert any(alone)  # type: ignore[call-overload]
        # Every thread stands inside the same hook at the same time, one of them without a trace.
        meet = threading.Barrier(3)
        with ThreadPoolExecutor(3) as threads:
            watched, unwatched, other = threads.map(told_by, (True, False, True))
        meet = threading.Barrier(1)
        assert watched == other == alone
        assert not any(unwatched)  # type: ignore[call-overload]


def test_a_traced_judge_leaves_the_shared_one_as_it_is() -> None:
    rules = under(plugin(reveal_kandora=lambda kan: None))
    one: list[TraceLine] = []
    other: list[TraceLine] = []
    foul = Foul(Seat.EAST, "wrong_tiles", "", "")
    table = KyokuMachine(rules, seed=1).glance
    for judge in (rules.judge, rules.judge.traced(one), rules.judge.traced(other).traced(one)):
        judge.answers("penalty", foul, table=table)
    assert len(one) == 2 and not other


def test_an_answer_that_a_wrapper_changes_is_the_wrappers() -> None:
    class Never:
        @hookimpl(wrapper=True)
        def reveal_kandora(self, kan: Any):  # type: ignore[no-untyped-def]
            yield
            return Instant.NEVER

    class Listens:
        @hookimpl(wrapper=True)
        def reveal_kandora(self, kan: Any):  # type: ignore[no-untyped-def]
            return (yield)

    changed = played(under(Never()), SOUTH_KANS, "south ankan 1m").kyoku.findings[-1]
    assert (changed.code, changed.plugin, changed.key) == ("KR301", "p1", "")
    passed_on = played(under(Listens()), SOUTH_KANS, "south ankan 1m").kyoku.findings[-1]
    assert (passed_on.code, passed_on.plugin, passed_on.key) == ("KR301", "core", "kandora.ankan")


def test_answers_that_a_wrapper_reorders_drops_or_adds_keep_their_authors() -> None:
    same = Transfer(Seat.EAST, Seat.WEST, 1000, "said twice")
    first, second = Transfer(Seat.EAST, Seat.SOUTH, 1000, "first"), Transfer(Seat.EAST, Seat.SOUTH, 2000, "second")
    own = Transfer(Seat.WEST, Seat.SOUTH, 3000, "own")

    class Turns:
        @hookimpl(wrapper=True)
        def payments(self):  # type: ignore[no-untyped-def]
            found = yield
            return [*reversed([one for one in found if one is not first]), own]

    rules = under(plugin(payments=lambda: [first, same]), plugin(payments=lambda: [second, same]), Turns())
    result = Result("exhaustive_draw")
    answers = rules.judge.answers("payments", result, table=KyokuMachine(rules, seed=1).glance)
    assert [(one.value.why, one.by) for one in answers] == [
        ("said twice", "p1"), ("second", "p2"), ("said twice", "p2"), ("own", "p3")
    ]  # fmt: skip  # the order of the answers


@pytest.mark.parametrize("hook", ["before_kan", "reveal_kandora"])
def test_a_wrapper_that_forgets_its_return_is_named(hook: str) -> None:
    def forgets(kan: Any):  # type: ignore[no-untyped-def]
        yield

    wrapper = type("Plugin", (), {hook: staticmethod(hookimpl(wrapper=True)(forgets))})()
    with pytest.raises(PluginError, match=f"plugin 'p1', hook {hook}: the wrapper returned"):
        played(under(wrapper), SOUTH_KANS, "south ankan 1m")


def test_an_objection_names_who_raised_it_core_or_plugin() -> None:
    rules = under(plugin(before_kan=lambda kan: Objection("p1-201", "no")), rules=load_ruleset("ema-2016"))
    kyoku = played(rules, {**SOUTH_KANS, "riichi": ["south"]}).kyoku
    kan = kan_of(kyoku, Ankan(Seat.SOUTH, 0))
    answers = kyoku.judge.answers("before_kan", kan, table=kyoku.glance)
    assert {(answer.value.code, answer.by) for answer in answers} >= {("p1-201", "p1")}
    assert {answer.by for answer in answers if answer.value.code.startswith("KR")} == {"core"}


def test_a_plugin_whose_name_begins_like_core_is_a_plugin() -> None:
    judge = PluginJudge(TENHOU, [("coreopsis", plugin(rob_kan=lambda kan: None))])
    assert judge.asks("rob_kan")
    assert not judge.asks("before_kan")


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (None, "nothing"),
        (True, "yes"),
        (Objection("x-201", "no"), "x-201 no"),
        ([Liability("daisangen", Seat.WEST)], "west is liable for daisangen"),
        (Transfer(Seat.EAST, "table", 1000, "fee"), "east pays table 1000 (fee)"),
        (Penalty(PenaltyType.POINTS, 2000, "x-601"), "points 2000 (x-601)"),
        (Instant.RINSHAN_DRAW, "rinshan_draw"),
    ],
)
def test_an_answer_is_told_in_words(answer: object, words: str) -> None:
    assert str(TraceLine("hook", "name", answer, "south ankan 1m")) == f"hook (south ankan 1m): name -> {words}"


def test_an_error_names_the_plugin_in_a_field_and_keeps_it_between_processes() -> None:
    def breaks(kan: Any) -> None:
        raise ZeroDivisionError("p9; 'p8'")

    errors = []
    for hook in (breaks, lambda kan: "declaration"):
        with pytest.raises(PluginError) as fault:
            played(under(plugin(reveal_kandora=hook)), SOUTH_KANS, "south ankan 1m")
        errors.append(fault.value)
    with pytest.raises(PluginError) as fault:
        discovery.load("p1", beside=None, allow_local=False)
    errors.append(fault.value)
    assert [error.plugin for error in errors] == ["p1", "p1", "p1"]
    assert [error.hint for error in errors] == [
        "", "did you mean Instant.DECLARATION?", "`kanrules plugins` lists the installed plugins",
    ]  # fmt: skip
    for error in errors:
        again = pickle.loads(pickle.dumps(error))
        assert (str(again), again.plugin, again.hint, again.reason) == (
            str(error), error.plugin, error.hint, error.reason,
        )  # fmt: skip


def test_what_cannot_be_read_says_its_file_in_a_field() -> None:
    error = UnreadableError("half an event", file="a.mjson")
    for one in (error, pickle.loads(pickle.dumps(error))):
        assert (str(one), one.file, one.reason) == ("a.mjson: half an event", "a.mjson", "half an event")
        assert one.in_file("a.mjson") == "half an event"
        assert one.in_file("b.mjson") == "a.mjson: half an event"


def test_a_ruleset_without_kan_dora_asks_no_plugin_when_to_turn_one() -> None:
    rules = under(plugin(reveal_kandora=lambda kan: Instant.DECLARATION))
    for enabled in (True, False):
        kyoku = played(rules.with_options({"kandora.enabled": enabled}), SOUTH_KANS, "south ankan 1m").kyoku
        assert len(kyoku.indicators) == 1 + enabled


def test_two_plugins_of_one_name_are_named_with_their_line_whatever_they_are(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    for folder in (tmp_path, tmp_path / "sub"):
        plugin = "from kanrules import hookimpl\n@hookimpl\ndef after_rinshan(kan): pass\n"
        (folder / "late.py").write_text(plugin, encoding="utf-8")
    club = tmp_path / "club.toml"
    club.write_text('[ruleset]\nid = "club"\nplugins = [\n"./late.py",\n"./sub/late.py"]\n', encoding="utf-8")
    with pytest.raises(RulesetError) as refused:
        load_ruleset(club, allow_local_plugins=True)
    (problem,) = refused.value.problems
    assert (problem.code, problem.line) == ("KR108", 5)
    assert problem.message == "two plugins are named 'late': ./late.py and ./sub/late.py"
