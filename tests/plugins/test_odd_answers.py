"""Answers of a plugin that look right and are not: each is the plugin's fault, in a sentence with its name."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from kanrules.errors import PluginError
from kanrules.hooks.answers import MOST_POINTS, MOST_TEXT, check_answer
from kanrules.law.hook_values import Dora, Penalty, PenaltyType, Transfer, Yaku
from kanrules.pieces.tiles import Seat
from kanrules.rulings import Objection

HUGE = 10**5000
GAME = Path(__file__).parents[1] / "games" / "four-kans.mjson.gz"


class Text(str):
    """A text that is another one each time it is compared."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 1


class Number(int):
    """A number that has methods of its own."""


class Changing(list[object]):
    """A list with other members each time."""


class OtherYaku(Yaku):
    """A value with attributes of its own."""


ODD: dict[str, tuple[str, object, str]] = {
    "han": ("yaku", [Yaku("kan_furi", han=HUGE)], "numbers of at most 1,000,000"),
    "dora": ("dora", Dora(HUGE), "numbers of at most 1,000,000"),
    "points": ("payments", [Transfer(Seat.EAST, Seat.WEST, HUGE, "x")], "numbers of at most 1,000,000"),
    "a penalty": ("penalty", Penalty(PenaltyType.POINTS, points=-HUGE), "numbers of at most 1,000,000"),
    "a number of its own": ("dora", Dora(Number(1)), "plain texts and numbers, not a Number"),
    "a long text": ("before_kan", Objection("house-201", "x" * 20_000_000), "texts of at most 1,000 characters"),
    "a text of its own": ("before_kan", Objection(Text("house-201"), "no"), "plain texts and numbers, not a Text"),
    "a reason of its own": ("kan_stands", [Transfer(Seat.EAST, Seat.WEST, 100, Text("x"))], "not a Text"),
    "a yaku of its own": ("yaku", [OtherYaku("kan_furi", han=1)], "(OtherYaku), expected Yaku or None"),
    "a list of its own": ("yaku", Changing([Yaku("kan_furi", han=1)]), "(Changing), expected Yaku or None"),
    "names in a list of its own": ("yaku", [Yaku("a", han=1, replaces=Changing(["pinfu"]))], "a plain list"),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("what", ODD)
def test_an_odd_answer_is_refused_in_one_short_sentence(what: str) -> None:
    hook, answer, said = ODD[what]
    with pytest.raises(PluginError) as refused:
        check_answer("house", hook, answer)
    text = str(refused.value)
    assert "plugin 'house'" in text and said in text and len(text) < 500 and "\n" not in text


def test_the_largest_numbers_and_texts_are_those_of_the_sentence() -> None:
    check_answer("house", "penalty", Penalty(PenaltyType.POINTS, points=MOST_POINTS))
    check_answer("house", "before_kan", Objection("house-201", "x" * MOST_TEXT))


ENDS = {
    "closes stdout": "sys.stdout.close()",
    "closes stderr": "sys.stderr.close()",
    "closes what is below": "sys.stdout.buffer.close()",
    "detaches": "sys.stdout.detach()",
    "has none": "sys.stdout = sys.stderr = None",
    "deletes them": "del sys.stdout, sys.stderr",
    "replaces them": "import io; sys.stdout = sys.stderr = io.StringIO()",
}


@pytest.mark.rest
@pytest.mark.parametrize("how", ENDS)
@pytest.mark.parametrize("fails", [False, True])
def test_a_plugin_that_takes_the_output_away_silences_nothing(how: str, fails: bool, tmp_path: Path) -> None:
    body = f"    try:\n        {ENDS[how]}\n    except Exception:\n        pass\n"
    body += "    raise RuntimeError('a slip')\n" if fails else ""
    (tmp_path / "house.py").write_text(
        f"import sys\nfrom kanrules import hookimpl\n\n@hookimpl\ndef after_rinshan(kan, tile, table, rules):\n{body}"
    )
    (tmp_path / "house.toml").write_text(
        '[ruleset]\nid = "house"\nname = "House"\nedition = "1"\nextends = "tenhou"\nplugins = ["./house.py"]\n'
    )
    words = ["replay", str(GAME), "--rules", str(tmp_path / "house.toml"), "--allow-local-plugins"]
    ended = subprocess.run(
        [sys.executable, "-m", "kanrules", *words], capture_output=True, text=True, timeout=300, check=False
    )
    if fails:
        assert (
            ended.returncode == 2 and "plugin 'house', hook after_rinshan: raised RuntimeError: a slip" in ended.stderr
        )
    else:
        assert (ended.returncode, ended.stderr) == (0, "") and "no difference" in ended.stdout


def test_a_list_that_a_plugin_changes_later_has_been_copied() -> None:
    from kanrules.hooks.guards import Question, guarded

    given: list[object] = [Yaku("kan_furi", han=1)]
    question = Question(None, None)
    answer = guarded("house", "yaku", lambda win: given, {})(None, question)
    given.append("later")
    assert answer == (Yaku("kan_furi", han=1),)
