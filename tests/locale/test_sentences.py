"""A finding carries its code and what was found; its sentence is a template in the code's row."""

from __future__ import annotations

import ast
import pickle
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import msgspec
import pytest

from kanrules import Kyoku, load_ruleset
from kanrules.kan.findings import FINDINGS
from kanrules.law.codes import CODES, objection, sentence
from kanrules.law.options import FourKansMoment, TwoLiableHonba
from kanrules.locale.sentences import Sentence, english, say
from kanrules.pieces.actions import Chi, Discard, Draw, Pass, Pon
from kanrules.pieces.events import Turned
from kanrules.pieces.tiles import Seat
from kanrules.rulings import Finding, Objection, Verdict
from tests.parsed import parsed

KANRULES = Path(__file__).parents[2] / "kanrules"
LAW = ("law", "table", "kan", "kyoku", "desk")
BY_A_MOMENT = {
    "KR404": {which.value for which in TwoLiableHonba},
}
"""By code, the names that are those of an option."""


def literals() -> Iterator[str]:
    """Every text in the code of the law."""
    for folder in LAW:
        for path in sorted((KANRULES / folder).rglob("*.py")):
            if path.name != "codes.py":
                for node in ast.walk(parsed(path)):
                    if isinstance(node, ast.Constant) and isinstance(node.value, str):
                        yield node.value


def test_every_sentence_of_a_code_is_said_somewhere() -> None:
    said = set(literals())
    unsaid = {
        (code, name)
        for code, row in CODES.items()
        for name in row.sentences
        # The sentence for one is said where that for several is.
        if name.removesuffix("_one") not in said and name not in BY_A_MOMENT.get(code, ())
    }
    assert not unsaid


@pytest.mark.parametrize("code", BY_A_MOMENT)
def test_every_moment_and_option_has_its_sentence(code: str) -> None:
    assert BY_A_MOMENT[code] <= set(CODES[code].sentences)


def test_every_moment_has_its_finding_and_every_finding_its_sentence() -> None:
    assert {f"turned, {how}" for how in Turned} | {f"four_kans, {moment}" for moment in FourKansMoment} <= set(FINDINGS)
    assert [what for what, (_, code, name, _) in FINDINGS.items() if name not in CODES[code].sentences] == []


def test_the_law_writes_no_sentence_beside_the_rows() -> None:
    # A text that is built in place cannot be said in another language.
    for folder in ("law", "table", "kan", "kyoku"):
        for path in sorted((KANRULES / folder).glob("*.py")):
            for node in ast.walk(parsed(path)):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                    # The third argument of a finding and the second of an objection are their words.
                    words = {"Objection": node.args[1:2], "Finding": node.args[2:3]}.get(node.func.id, [])
                    written = [one for one in words if isinstance(one, (ast.JoinedStr, ast.Constant))]
                    assert not written, f"{path.name}:{node.lineno}"


def test_an_objection_carries_its_code_and_what_was_found() -> None:
    found = objection("KR203", "few", "kan.min_live_tiles", count=2, needed=4)
    assert found == Objection("KR203", "2 tiles are left in the live wall; a kan needs 4", "kan.min_live_tiles")
    assert found.args == {"count": 2, "needed": 4}
    assert isinstance(found.text, Sentence) and found.text.template == CODES["KR203"].sentences["few"]


def test_what_somebody_wrote_out_has_no_arguments() -> None:
    assert Objection("house-201", "no open kan when fewer than ten tiles are left").args == {}


def test_the_findings_of_a_hand_carry_their_arguments_and_reach_the_ruling() -> None:
    rules = load_ruleset("ema-2016")
    found = Finding(Verdict.NOT_TURNED, "KR303", sentence("KR303", "robbed", kan="shouminkan"), "kandora.robbed_kan")
    ruling = rules.ruling(found)
    assert dict(ruling.args) == {"kan": "shouminkan"} == dict(found.args)
    assert type(ruling.to_json()["text"]) is str


def test_a_sentence_is_its_english_text_wherever_a_text_is_wanted() -> None:
    made = sentence("KR202", "turn", seat=Seat.WEST)
    assert made == "it is not west's turn" and hash(made) == hash("it is not west's turn")
    again = pickle.loads(pickle.dumps(made))
    assert again == made and again.template == made.template and again.args == made.args
    assert msgspec.json.encode([made], enc_hook=english) == b'["it is not west\'s turn"]'
    with pytest.raises(TypeError):
        msgspec.json.encode([object()], enc_hook=english)
    with pytest.raises(TypeError):
        made.args["seat"] = Seat.EAST  # type: ignore[index]


def test_a_template_wants_all_that_it_names() -> None:
    with pytest.raises(KeyError):
        sentence("KR202", "turn")
    for row in CODES.values():
        for template in row.sentences.values():
            assert all(name.isidentifier() for _, name, _, _ in Formatter().parse(template) if name is not None)


@pytest.mark.parametrize(
    "action",
    [
        Draw(Seat.EAST), Draw(Seat.EAST, 4), Discard(Seat.WEST, 4), Discard(Seat.WEST, 4, riichi=True),
        Chi(Seat.SOUTH, 4, (5, 6)), Pon(Seat.SOUTH, 4, (4, 34)), Pon(Seat.SOUTH, 3, (3, 3)), Pass(), Pass(Seat.NORTH),
    ],
    ids=str,
)  # fmt: skip
def test_an_action_says_the_line_of_a_case(action: Draw | Discard | Chi | Pon | Pass) -> None:
    assert action.said == str(action)


def test_every_action_that_can_be_played_has_words_for_translators() -> None:
    from kanrules.pieces.actions import _SAID

    kyoku = Kyoku(load_ruleset("tenhou"), seed=5)
    while kyoku.outcome is None:
        for action in kyoku.legal_actions():
            assert action.said.template in _SAID
        kyoku.push(kyoku.legal_actions()[0])
    assert say("{a} b", a=1) == "1 b"
