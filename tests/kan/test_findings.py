"""The table of findings of a kan: every row is reached by a case, and every finding of a kan is a row."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kanrules import FourKans, Instant, Kan, Kyoku, Ron, Seat, Transfer, hookimpl, load_ruleset
from kanrules.cases.run import play_case
from kanrules.cases.verify import Library, find_case_files, verify_file
from kanrules.kan.findings import FINDINGS
from kanrules.law.codes import CODES
from kanrules.locale.sentences import Sentence
from kanrules.rulings import Finding
from kanrules.testing import CaseBuilder
from kanrules.testing.conformance import with_plugin
from tests.hooks import test_wall_and_win
from tests.kan import test_late_robbery, test_late_ron

STEPS = Path(__file__).parents[1] / "cases" / "kan_steps.cases.toml"


class Fee:
    @hookimpl
    def kan_stands(self, kan: Kan) -> Transfer:
        return Transfer(kan.seat, "table", 1000, "the fee of the house")


class Hidden:
    @hookimpl
    def reveal_kandora(self) -> Instant:
        return Instant.NEVER


class EndsWithTheFirst:
    @hookimpl
    def kans_end(self) -> FourKans:
        return FourKans.ABORT


class Wins:
    @hookimpl
    def four_kans(self) -> FourKans:
        return FourKans.WIN


def of_a_late_win(kyoku: Kyoku) -> list[Finding]:
    kyoku.push(Ron(Seat.NORTH))
    return kyoku.findings


def of_a_plugin(plugin: object, **given: Any) -> list[Finding]:
    rules = load_ruleset("tenhou").with_options({"four_kans.abort_at": "declaration"})
    given = {"hands": {"south": "111m"}, "turn": "south", "live": "1m", **given}
    case = CaseBuilder("plugin").given(**given).play("south ankan 1m").case()
    played = play_case(case, with_plugin(rules, "house", plugin, {}))
    assert not played.refused, played.refused
    return played.kyoku.findings


def of_a_kita(moment: str) -> list[Finding]:
    rules = load_ruleset("tenhou-3p").with_options({"kita.pending_indicator": moment})
    given = {"hands": {"south": "999m"}, "turn": "east", "live": "9m", "rinshan": "4z"}
    lines = ("east discards 9m", "south daiminkan 9m", "south kita")
    played = play_case(CaseBuilder("kita").given(**given).play(*lines).case(), rules)
    assert not played.refused, played.refused
    return played.kyoku.findings


def found() -> Iterator[Finding]:
    for file in find_case_files([str(STEPS)]):
        for verified in verify_file(file, Library(allow_local_plugins=False)):
            yield from verified.played.kyoku.findings if verified.played is not None else ()
    late = test_late_robbery.rules()
    yield from of_a_late_win(test_late_robbery.replaced(with_plugin(late, "house", Fee(), {})))
    yield from of_a_late_win(test_late_robbery.replaced(late.with_options({"kandora.robbed_kan": "revealed"})))
    yield from of_a_late_win(test_late_ron.claimed(test_late_ron.rules()))
    yield from of_a_plugin(Hidden())
    yield from of_a_plugin(EndsWithTheFirst())
    yield from of_a_plugin(Wins(), melds={"south": ["ankan 1111z", "ankan 2222z", "ankan 3333z"]})
    won = (*test_wall_and_win.CALLED, "south draws 1p", "south tsumo")
    yield from test_wall_and_win.played(test_wall_and_win.AtTheWin(), test_wall_and_win.OPEN_KAN, *won).kyoku.findings
    fifth = ("west ankan 4s", "west draws 7p", "west discards 7p", "everyone passes")
    yield from test_wall_and_win.played(test_wall_and_win.Fifth(), test_wall_and_win.FOUR, *fifth).kyoku.findings
    yield from of_a_kita("announced")
    yield from of_a_kita("declaration")


def test_every_row_is_reached_by_a_case() -> None:
    reached = {
        (finding.code, finding.text.template, finding.verdict)
        for finding in found()
        if isinstance(finding.text, Sentence)
    }
    missing = [
        what
        for what, (verdict, code, name, _) in FINDINGS.items()
        if (code, CODES[code].sentences[name], verdict) not in reached
    ]
    assert missing == []


def test_every_sentence_about_the_course_of_a_kan_has_its_row() -> None:
    rows = {(code, name) for _, code, name, _ in FINDINGS.values()}
    # The other sentences of liability and payments are said at the end of the hand, or by a command.
    for code in ("KR301", "KR302", "KR303", "KR304", "KR306", "KR501", "KR502", "KR503", "KR505"):
        assert {(code, name) for name in CODES[code].sentences} <= rows


def test_each_indicator_is_turned_by_the_key_of_its_own_kan() -> None:
    given = {"hands": {"south": "111m", "west": "999p"}, "turn": "south", "live": "1m", "rinshan": "9p4z"}
    lines = ("south ankan 1m", "south discards 9p", "west daiminkan 9p", "west discards 4z")
    played = play_case(CaseBuilder("two kans").given(**given).play(*lines).case(), load_ruleset("tenhou"))
    assert not played.refused, played.refused
    turned = [finding.key for finding in played.kyoku.findings if finding.code == "KR301"]
    assert turned == ["kandora.ankan", "kandora.daiminkan"]
