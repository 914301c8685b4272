"""A position pasted without expectations is ruled on, event by event."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from kanrules.cases.case import parse_cases
from kanrules.cases.verify import verify_case
from kanrules.desk.play_position import RuledPosition, rule
from kanrules.ruleset import load_ruleset

ROBBED = """
[[case]]
name = "South adds to its pon and north waits"
given.hands = { north = "34p567m123s789s11z" }
given.melds = { south = ["pon 222p from east"] }
play.lines = '''
south draws 2p
south shouminkan 2p
north ron
'''
"""
IN_RIICHI = """
[[case]]
name = "A kan in riichi"
given.hands = { south = "3444m778899s333z" }
given.riichi = ["south"]
play.lines = '''
south draws 4m
south ankan 4m
'''
"""


def ruled(text: str, rules: str) -> RuledPosition:
    found = rule(verify_case(parse_cases(text)[0], load_ruleset(rules)))
    assert found is not None
    return found


def verify(*arguments: str, stdin: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "kanrules", "verify", "-", *arguments]
    return subprocess.run(command, input=stdin, capture_output=True, text=True, check=False)


def test_a_robbed_kan_is_ruled_on_with_its_clause_and_who_pays() -> None:
    told = ruled(ROBBED, "ema-2016").to_json()
    ron = next(event for event in told["events"] if event["event"] == "ron")
    (ruling,) = ron["rulings"]
    assert (ruling["code"], ruling["key"]) == ("KR303", "kandora.robbed_kan")
    assert ruling["source"]["clause"] == "4.2.1 (p. 19)"
    assert told["result"] == "ron"
    assert told["payments"] == {"east": 0, "south": -1300, "west": 0, "north": 1300}
    assert [win["hand_value"]["yaku"] for win in told["wins"]] == [{"chankan": 1}]


def test_a_position_that_a_clubs_own_rule_decides_rests_on_it(tmp_path: Path) -> None:
    club = tmp_path / "club.toml"
    club.write_text('[ruleset]\nid = "club"\nextends = "ema-2016"\n[kandora]\nrobbed_kan = "revealed"\n')
    assert ruled(ROBBED, str(club)).to_json()["basis"] == "own"
    assert ruled(ROBBED, "ema-2016").to_json()["basis"] == "text"


def test_what_the_law_refuses_stands_at_its_place_with_every_objection() -> None:
    for rules, codes in (("ema-2016", ["KR204", "KR205"]), ("tenhou", ["KR204"])):
        events = ruled(IN_RIICHI, rules).events()
        assert [event.event for event in events] == ["draw", "illegal"]
        assert [ruling.code for ruling in events[1].rulings] == codes
        assert all(ruling.source is not None for ruling in events[1].rulings)


def test_an_indicator_is_ruled_on_at_the_moment_at_which_the_book_turns_it() -> None:
    text = ROBBED.replace("north ron", "south draws 9m\nsouth discards 9m")

    def order(rules: str) -> list[str]:
        return [event.event for event in ruled(text, rules).events()]

    assert order("ema-2016") == ["draw", "shouminkan", "kandora", "rinshan", "discard"]
    assert order("tenhou") == ["draw", "shouminkan", "rinshan", "discard", "kandora"]


def test_a_position_that_expects_something_is_tested_as_before() -> None:
    expecting = parse_cases(ROBBED + "expect = { result = 'ron' }\n")[0]
    assert rule(verify_case(expecting, load_ruleset("ema-2016"))) is None


def test_the_command_prints_the_ruling_with_clauses_and_counts_it_apart() -> None:
    done = verify("--rules", "ema-2016", stdin=ROBBED + IN_RIICHI)
    assert (done.returncode, done.stderr) == (0, "")
    for words in ("KR303", "4.2.1", "illegal: south ankan 4m", "KR205", "3.3.14", "south -1300", "chankan"):
        assert words in done.stdout
    assert "passed" not in done.stdout
    mixed = verify("--rules", "ema-2016", stdin=ROBBED + IN_RIICHI + "expect = { illegal = { line = 2 } }\n")
    assert mixed.stdout.splitlines()[-1] == "1 passed, 0 failed"


def test_the_command_tells_the_same_in_json() -> None:
    done = verify("--rules", "ema-2016,tenhou", "--format", "json", stdin=ROBBED)
    told: dict[str, Any] = json.loads(done.stdout)
    assert (told["schema"], told["passed"], told["failed"]) == (1, 2, 0)
    assert [row["rules"] for row in told["cases"]] == ["ema-2016", "tenhou"]
    assert all(row["passed"] and row["ruling"]["result"] == "ron" for row in told["cases"])


def test_a_pasted_position_that_cannot_be_is_exit_code_2() -> None:
    done = verify("--rules", "ema-2016", stdin=ROBBED.replace("222p from east", "222p from south"))
    assert done.returncode == 2
    assert "Traceback" not in done.stderr + done.stdout
