"""What a table of three has not: one law for the library, the commands and the page, and who is asked of all."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from kanrules import Seat, load_ruleset, riichi_kan, score, svg
from kanrules.api import read_kan_question as read_kan
from kanrules.cli import main
from kanrules.desk.asked import not_asked, split
from kanrules.desk.pay import check_payment_question as check_pay
from kanrules.desk.pay import read_payment_question as read_pay
from kanrules.desk.riichi_kan import check_hand as check_kan
from kanrules.errors import UnreadableError
from kanrules.law.setup import has_kita
from kanrules.locale import translator
from kanrules.ruleset import bundled_ids

OF_THREE = ["dora-1", "mahjong-soul-3p", "sega-mj-3p", "tenhou-3p"]
WON: dict[str, Any] = {"seat": Seat.SOUTH, "round_wind": Seat.EAST}


def asked(question: Any, check: Callable[[Any, Any], None]) -> list[str]:
    """The rulesets for three players that are not asked; those for four are asked all."""
    found, others = split(question, map(load_ruleset, bundled_ids()), check)
    assert len(found) + len(others) == len(bundled_ids())
    assert {one.options.table.players for one in others} <= {3}
    return [one.id for one in others]


def test_a_kan_of_a_tile_that_three_have_not_is_asked_of_rulesets_of_four_alone() -> None:
    assert asked(read_kan("3335666m111456s", "3m"), check_kan) == OF_THREE
    assert asked(read_kan("3335666p111456s", "3p"), check_kan) == []
    # Nobody sits north, the source of an earlier meld or not.
    assert asked(read_kan("3335666p456s", "3p", melds="ankan 5555m"), check_kan) == OF_THREE


@pytest.mark.parametrize(
    ("given", "others"),
    [
        ({"yakuman": ["daisangen"], "winner": "south", "by": "north"}, OF_THREE),
        ({"yakuman": ["daisangen"], "winner": "south", "liable": ["daisangen=north"]}, OF_THREE),
        ({"yakuman": ["daisangen"], "winner": "north"}, OF_THREE),
        ({"yakuman": ["daisangen"], "winner": "south", "by": "west"}, []),
        ({"hand": "123456789p11s55z", "win": "5z", "winner": "south"}, []),
        ({"hand": "123456789m11s55z", "win": "5z", "winner": "south"}, OF_THREE),
        ({"hand": "123456789p11s55z", "win": "5z", "winner": "south", "indicators": "5m"}, OF_THREE),
        ({"hand": "456789p11s55z", "win": "5z", "melds": ["pon 999m from north"], "winner": "south"}, OF_THREE),
        # Books that do not say it play with chi: two of three players.
        ({"hand": "456789p11s55z", "win": "5z", "melds": ["chi 123p"], "winner": "south"}, OF_THREE[1:]),
    ],
)
def test_a_hand_that_a_table_of_three_cannot_pay_is_asked_of_rulesets_of_four_alone(
    given: dict[str, Any], others: list[str]
) -> None:
    words, liable = given.pop("yakuman", ()), given.pop("liable", ())
    winner, by = given.pop("winner"), given.pop("by", "")
    assert asked(read_pay(words, winner, by, liable, **given), check_pay) == others


def said(command: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    with pytest.raises(SystemExit) as ended:
        main(command)
    assert ended.value.code == 0
    return capsys.readouterr().out


@pytest.mark.parametrize(
    ("command", "others"),
    [
        (["riichi-kan", "3335666m111456s", "--draw", "3m"], OF_THREE),
        (["riichi-kan", "3335666p111456s", "--draw", "3p"], []),
        (["pay", "daisangen", "--winner", "south", "--by", "north"], OF_THREE),
        (["pay", "daisangen", "--winner", "south", "--by", "west"], []),
    ],
)
def test_who_was_not_asked_is_said_and_counted(
    command: list[str], others: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    line = f"4 three-player rulesets left out: {', '.join(others)}"
    assert (said([*command, "--all-rules"], capsys).splitlines()[-1] == line) is bool(others)
    told = json.loads(said([*command, "--all-rules", "--format", "json"], capsys))
    assert told["other_players"] == others
    assert {one["rules"] for one in told["answers"]} == set(bundled_ids()) - set(others)
    german = said([*command, "--all-rules", "--lang", "de"], capsys)
    line = translator("de")(not_asked([load_ruleset(name) for name in OF_THREE]))
    assert (line in german.splitlines()) is bool(others)


def test_one_that_was_not_asked_is_one_ruleset() -> None:
    assert not_asked([load_ruleset("tenhou-3p")]) == "1 three-player ruleset left out: tenhou-3p"
    assert not_asked([]) == ""


REFUSED: list[tuple[Callable[[], object], str]] = [
    (
        lambda: riichi_kan("3335666m111456s", "3m", rules="tenhou-3p"),
        "3m is not in the set of tenhou-3p: with three players, there are no 2m to 8m",
    ),
    (
        lambda: riichi_kan("3335666p456s", "3p", melds="ankan 5555m", rules=load_ruleset("tenhou-3p")),
        "5m is not in the set of tenhou-3p: with three players, there are no 2m to 8m",
    ),
    (
        lambda: riichi_kan("3335666m111456s", "3m", rules=load_ruleset("tenhou-3p").options),
        "3m is not in the set: with three players, there are no 2m to 8m",
    ),
    (
        lambda: score("123456789m11s55z", "5z", rules="tenhou-3p", riichi=True, **WON),
        "2m is not in the set of tenhou-3p: with three players, there are no 2m to 8m",
    ),
    (
        lambda: score("123456789p11s55z", "5z", rules="tenhou-3p", indicators="5m", **WON),
        "5m is not in the set of tenhou-3p: with three players, there are no 2m to 8m",
    ),
    (
        lambda: score("123456789p11s55z", "5z", rules="tenhou-3p", **{**WON, "seat": Seat.NORTH}),
        "nobody sits north: three play under tenhou-3p",
    ),
    (
        lambda: score("456789p11s55z", "5z", melds="chi 123p", rules="tenhou-3p", **WON),
        "chi 123p from east: there is no chi under tenhou-3p, where three play",
    ),
    (
        lambda: score("456789p11s55z", "5z", melds="pon 999m from north", rules="tenhou-3p", **WON),
        "pon 999m from north: nobody sits north; three play under tenhou-3p",
    ),
    (
        lambda: score("123456789p11s55z", "5z", rules="tenhou", kitas=1, **WON),
        "no north is set aside under tenhou: there is no kita",
    ),
    (
        lambda: score("123456789p11s55z", "5z", rules="sega-mj-3p", kitas=1, **WON),
        "no north is set aside under sega-mj-3p: there is no kita",
    ),
    (
        lambda: score("123456789p11s55z", "5z", rules="tenhou-3p", kitas=5, **WON),
        "kitas=5; expected 0 to 4",
    ),
    (
        lambda: score("123456789p11s44z", "4z", rules="tenhou-3p", kitas=2, **WON),
        "5 copies of 4z; there are four of each tile",
    ),
    (
        lambda: svg.hand("123m", rules=load_ruleset("tenhou-3p")),
        "2m is not in the set of tenhou-3p: with three players, there are no 2m to 8m",
    ),
    (
        lambda: svg.hand("19m", seat="north", rules=load_ruleset("tenhou-3p")),
        "nobody sits north: three play under tenhou-3p",
    ),
    (
        lambda: svg.meld("chi 123p from east", seat="south", rules=load_ruleset("tenhou-3p")),
        "chi 123p from east: there is no chi under tenhou-3p, where three play",
    ),
]


@pytest.mark.parametrize("at", range(len(REFUSED)))
def test_the_library_refuses_what_a_table_of_three_has_not(at: int) -> None:
    ask, message = REFUSED[at]
    with pytest.raises(UnreadableError) as refused:
        ask()
    assert str(refused.value) == message


def test_what_a_table_of_three_has_is_answered() -> None:
    assert riichi_kan("3335666p111456s", "3p", rules="tenhou-3p").legal
    worth = score("123456789p11s44z", "4z", rules="tenhou-3p", kitas=1, **WON)
    assert worth is not None and (worth.kita, worth.yaku) == (1, {"ittsuu": 2})
    # A round of the north there is, though nobody sits there.
    assert score("123456789p11s55z", "5z", rules="tenhou-3p", **{**WON, "round_wind": Seat.NORTH}) is not None
    assert "<svg" in svg.hand("19m123p", rules=load_ruleset("tenhou-3p"))


@pytest.mark.parametrize(
    "command",
    [
        ["draw", "hand", "123m", "--rules", "tenhou-3p"],
        ["draw", "hand", "19m", "--seat", "north", "-r", "tenhou-3p"],
    ],
)
def test_no_hand_is_drawn_that_a_table_of_three_has_not(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(command)
    assert ended.value.code == 2
    told = capsys.readouterr()
    assert told.out == "" and "three play" in told.err


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (
            ["--rules", "tenhou-3p"],
            (
                "These rules are for three players. The answers assume four players, except in the chapter "
                "“Three players”."
            ),
        ),
        (
            ["--rules", "tenhou-3p,tenhou"],
            "The answers of three-player rulesets assume four players, except in the chapter “Three players”.",
        ),
        (["--rules", "tenhou"], ""),
        (["kita", "--rules", "tenhou-3p"], ""),
    ],
)
def test_a_casebook_says_at_which_table_rules_for_three_are_asked(
    words: list[str], line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    told = " ".join(said(["casebook", *words], capsys).split())
    assert line in told and ("assume four players" in told.rpartition("ruleset")[2]) is bool(line)
    page = said(["casebook", *words, "--to", "html"], capsys)
    assert line in page


KITAS = ["pay", "--hand", "123456789p11s55z", "--win", "5z", "--winner", "east", "--indicators", "3z"]


def test_each_north_set_aside_is_a_dora_of_the_hand_that_is_paid(capsys: pytest.CaptureFixture[str]) -> None:
    plain, one, two = (
        json.loads(said([*KITAS, "--kitas", count, "--rules", "tenhou-3p", "--format", "json"], capsys))["hand_value"][
            "han"
        ]
        for count in ("0", "1", "2")
    )
    # The indicator is a west: a north set aside is the dora that it names, too.
    assert (one - plain, two - plain) == (2, 4)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([*KITAS, "--kitas", "1", "--rules", "tenhou"], "no north is set aside under tenhou: there is no kita"),
        ([*KITAS, "--kitas", "1", "--rules", "sega-mj-3p"], "no north is set aside under sega-mj-3p: there is no kita"),
        (["pay", "mangan", "--winner", "east", "--kitas", "1", "--rules", "tenhou-3p"], "--kitas goes with --hand"),
        (
            ["pay", "--hand", "123456789p11s44z", "--win", "4z", "--winner", "east", "--kitas", "2", "-r", "tenhou-3p"],
            "5 copies of 4z; there are four of each tile",
        ),
    ],
)
def test_no_hand_is_paid_with_norths_that_nobody_set_aside(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 2
    told = capsys.readouterr()
    assert told.out == "" and message in told.err


def test_a_hand_with_norths_set_aside_is_asked_of_rules_with_kita_alone(capsys: pytest.CaptureFixture[str]) -> None:
    told = json.loads(said([*KITAS, "--kitas", "1", "--all-rules", "--format", "json"], capsys))
    asked = {one["rules"] for one in told["answers"]}
    assert asked == {one for one in bundled_ids() if has_kita(load_ruleset(one).options)}
    assert asked | set(told["without_kita"]) == set(bundled_ids()) and told["other_players"] == []
    line = f"{len(told['without_kita'])} rulesets left out: they do not use kita"
    assert line in said([*KITAS, "--kitas", "1", "--all-rules"], capsys)
    assert "without_kita" not in json.loads(said([*KITAS, "--all-rules", "--format", "json"], capsys))


def test_rules_with_kita_that_lack_a_tile_are_not_said_to_have_none(capsys: pytest.CaptureFixture[str]) -> None:
    hand = ["pay", "--hand", "123456m789p11s55z", "--win", "5z", "--winner", "east", "--kitas", "1", "--all-rules"]
    told = json.loads(said([*hand, "--format", "json"], capsys))
    with_kita = [one for one in bundled_ids() if has_kita(load_ruleset(one).options)]
    assert told["answers"] == [] and told["other_players"] == with_kita
    assert f"; {len(with_kita)} three-player rulesets left out: " in " ".join(said(hand, capsys).split())
