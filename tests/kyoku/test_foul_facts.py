"""What a penalty may depend on: when a foul is noticed, how many tiles it concerns, whether it is repeated, and whether
the player knew.
"""

from __future__ import annotations

from typing import Any

import pytest

from kanrules import (
    Foul,
    Game,
    Kyoku,
    Penalty,
    PenaltyStep,
    PenaltyType,
    PointsFrom,
    Ruleset,
    Seat,
    UnreadableError,
    hookimpl,
    load_ruleset,
)
from kanrules.cases.case import CaseBuilder, CaseError
from kanrules.cases.lines import parse_line
from kanrules.cases.run import PlayedCase, play_case
from kanrules.law.hook_values import Noticed
from kanrules.pieces.actions import Ankan
from kanrules.rulings import Verdict
from kanrules.testing.conformance import with_plugin

STEPS = (
    PenaltyStep(PenaltyType.WARNING, tiles=(1, 2), repeated=False),
    PenaltyStep(PenaltyType.POINTS, tiles=(1, 2), points=5000, points_from=PointsFrom.TOURNAMENT),
    PenaltyStep(PenaltyType.DEAD_HAND, tiles=(3, 6)),
    PenaltyStep(PenaltyType.CHOMBO, tiles=(7, 0)),
)


class Fined:
    @hookimpl
    def penalty(self, foul: Foul) -> Penalty | None:
        if foul.name == "dead_wall_exposed":
            return Penalty.by_steps(foul, STEPS, code="house-601", text="tiles were exposed")
        if foul.name == "wrong_tiles":
            steps = (
                PenaltyStep(PenaltyType.NONE, noticed=Noticed.BEFORE_DISCARD),
                PenaltyStep(PenaltyType.DEAD_HAND),
            )
            return Penalty.by_steps(foul, steps, code="house-602", text="a wrong kan")
        if foul.name == "phone_at_the_table":
            return Penalty(PenaltyType.POINTS, 1000, code="house-603")
        return None


RULES = with_plugin(load_ruleset("tenhou"), "house", Fined(), {})


def played(*lines: str, rules: Ruleset = RULES, **given: Any) -> PlayedCase:
    return play_case(CaseBuilder("a play").given(hands={"south": "555z"}, **given).play(*lines).case(), rules)


@pytest.mark.parametrize(
    ("facts", "kind", "points"),
    [
        ("tiles 1 first", "warning", 0),
        ("tiles 2 repeated", "points", 5000),
        ("tiles 3", "dead_hand", 0),
        ("tiles 6 repeated", "dead_hand", 0),
        ("tiles 7", "chombo", 0),
        ("tiles 40 first", "chombo", 0),
    ],
)
def test_the_number_of_tiles_and_repetition_decide(facts: str, kind: str, points: int) -> None:
    result = played(f"south fouls dead_wall_exposed {facts}")
    ((seat, penalty),) = result.kyoku.penalties
    assert (seat, penalty.type, penalty.points) == (Seat.SOUTH, kind, points if kind != "chombo" else penalty.points)
    assert not penalty.steps, "nothing is left open"
    assert result.kyoku.dead[Seat.SOUTH] is (kind == "dead_hand")
    assert (result.kyoku.outcome is not None) is (kind == "chombo")
    assert result.kyoku.scores == [25000] * 4 or kind == "chombo", "points of the tournament are no points of the game"


def test_a_warning_has_a_verdict_of_its_own() -> None:
    finding = played("south fouls dead_wall_exposed tiles 1 first").kyoku.findings[-1]
    assert (finding.verdict, finding.code, finding.plugin) == (Verdict.WARNING, "house-601", "house")


def test_a_ruling_gives_the_words_of_a_penalty_and_without_words_its_type() -> None:
    worded = played("south fouls dead_wall_exposed tiles 1 first").kyoku.findings[-1]
    assert "tiles were exposed" in worded.text and "warning" not in worded.text
    assert "points" in played("south fouls phone_at_the_table").kyoku.findings[-1].text


def test_what_nobody_said_leaves_every_step_that_may_apply() -> None:
    def left(**facts: Any) -> list[PenaltyType]:
        return [step.then for step in Penalty.by_steps(Foul(Seat.SOUTH, "x", **facts), STEPS).steps]

    assert left() == ["warning", "points", "dead_hand", "chombo"]
    assert left(tiles=2) == ["warning", "points"]
    assert left(repeated=True) == ["points", "dead_hand", "chombo"]
    assert left(tiles=2, repeated=True) == []


def test_a_foul_that_no_step_names_has_the_text_alone() -> None:
    steps = (PenaltyStep(PenaltyType.WARNING, repeated=False),)
    found = Penalty.by_steps(Foul(Seat.SOUTH, "x", repeated=True), steps, text="a first one is a warning")
    assert (found.type, found.steps, found.text) == (PenaltyType.NONE, (), "a first one is a warning")


def test_a_condition_of_fact_is_never_decided_by_the_program() -> None:
    steps = (PenaltyStep(PenaltyType.CHOMBO, "The tile cannot be put back."), PenaltyStep(PenaltyType.NONE))
    assert Penalty.by_steps(Foul(Seat.SOUTH, "x"), steps).steps == steps


def test_whether_the_player_knew_decides_where_a_step_asks() -> None:
    steps = (
        PenaltyStep(PenaltyType.POINTS, "The player knew.", aware=True, points=30000),
        PenaltyStep(PenaltyType.WARNING, "The player did not know.", aware=False),
    )
    assert Penalty.by_steps(Foul(Seat.SOUTH, "x", aware=False), steps).type == "warning"
    assert Penalty.by_steps(Foul(Seat.SOUTH, "x", aware=True), steps).points == 30000


@pytest.mark.parametrize(
    ("moment", "kind"), [("before_replacement", "none"), ("before_discard", "none"), ("after_discard", "dead_hand")]
)
def test_the_moment_decides_about_an_illegal_kan(moment: str, kind: str) -> None:
    result = played(f"!south ankan 5z noticed {moment}", turn="south", live="3s")
    assert result.kyoku.penalties[0][1].type == kind


def test_an_illegal_kan_that_nobody_notices_is_noticed_after_the_discard() -> None:
    result = played("!south ankan 5z", turn="south", live="3s")
    assert result.kyoku.fouls[0].noticed is Noticed.AFTER_DISCARD
    assert result.kyoku.penalties[0][1].type == "dead_hand"
    corrected = played("!south ankan 5z corrected", turn="south", live="3s")
    assert corrected.kyoku.penalties[0][1].type == "none"


def test_the_moments_come_in_their_order() -> None:
    assert Noticed.BEFORE_REVEAL.is_by(Noticed.BEFORE_DISCARD)
    assert not Noticed.AFTER_DISCARD.is_by(Noticed.BEFORE_DISCARD)
    assert Noticed.OWN_WIN.is_by(Noticed.OWN_WIN) and not Noticed.BEFORE_REVEAL.is_by(Noticed.OWN_WIN)


@pytest.mark.parametrize(
    "line",
    [
        "!south ankan 5z noticed before_discard repeated unaware",
        "south fouls dead_wall_exposed tiles 3 repeated",
        "south fouls replacement_wrongly noticed before_in_hand first",
    ],
)
def test_a_line_says_what_is_known(line: str) -> None:
    foul = parse_line(1, line).foul
    assert foul is not None
    said = {"tiles": foul.tiles, "noticed": foul.noticed, "repeated": foul.repeated, "aware": foul.aware}
    assert said == {
        "tiles": 3 if "tiles 3" in line else 0,
        "noticed": next((one for one in Noticed if f" {one}" in line), None),
        "repeated": True if "repeated" in line else False if "first" in line else None,
        "aware": False if "unaware" in line else None,
    }


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("south fouls dead_wall_exposed tiles many", "expected a number of tiles"),
        ("south fouls dead_wall_exposed noticed before_discrad", "did you mean `before_discard`"),
        ("south fouls dead_wall_exposed repeated first", "repeated is said twice"),
        ("south fouls", "expected `south fouls NAME`"),
        ("south discards 5p corrected", "only a line that begins with `!`"),
    ],
)
def test_a_line_that_says_it_wrongly_is_refused(line: str, said: str) -> None:
    with pytest.raises(UnreadableError) as error:
        parse_line(1, line)
    assert said in str(error.value)


def test_a_misspelt_foul_is_refused_and_a_plugin_may_have_its_own() -> None:
    with pytest.raises(CaseError, match="did you mean `dead_wall_exposed`"):
        played("south fouls dead_wall_exposd tiles 3")
    assert played("south fouls phone_at_the_table").kyoku.scores[Seat.SOUTH] == 24000


def test_a_reported_foul_can_be_undone_and_done_again() -> None:
    kyoku = Kyoku(RULES, seed=3)
    kyoku.report(Foul(Seat.SOUTH, "dead_wall_exposed", tiles=4))
    assert str(kyoku.actions[-1]) == "south fouls dead_wall_exposed tiles 4"
    assert kyoku.dead[Seat.SOUTH]
    again = kyoku.copy()
    done = again.pop()
    assert not again.dead[Seat.SOUTH]
    again.push(done)  # type: ignore[arg-type]
    assert again.dead[Seat.SOUTH] and again == kyoku


def test_an_illegal_kan_keeps_its_facts_when_it_is_done_again() -> None:
    kyoku = Kyoku(RULES, seed=3)
    kyoku.push(kyoku.legal_actions()[0])
    kyoku.commit(Ankan(Seat.EAST, 0), noticed=Noticed.BEFORE_DISCARD, repeated=True)
    done = kyoku.pop()
    kyoku.push(done)  # type: ignore[arg-type]
    assert (kyoku.fouls[0].noticed, kyoku.fouls[0].repeated) == (Noticed.BEFORE_DISCARD, True)


def test_points_of_the_tournament_are_taken_after_uma() -> None:
    game = Game(RULES, seed=1)
    game.kyoku.report(Foul(Seat.EAST, "dead_wall_exposed", tiles=1, repeated=True))
    while not game.over:
        kyoku = game.kyoku
        while kyoku.outcome is None:
            kyoku.push(kyoku.legal_actions()[-1])
        game.next()
    assert sum(game.final_points()) == -5000
    assert sum(game.scores) + 1000 * game.sticks == 100000
