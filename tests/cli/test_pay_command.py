"""`kanrules pay`: the referee's money question."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from kanrules.cli import main
from kanrules.desk.pay import answer_payment, read_payment_question
from kanrules.errors import UnreadableError
from kanrules.law.hook_values import Liability
from kanrules.law.options import Options, RinshanLiability, Scoring, SekininBarai
from kanrules.pieces.tiles import Seat
from kanrules.rulings import Finding, Ruling


@dataclass
class Book:
    """A ruleset of options alone."""

    options: Options = field(default_factory=Options)
    id: str = "house"
    name: str = "House"

    def ruling(self, finding: Finding) -> Ruling:
        return Ruling(
            finding.verdict,
            finding.code,
            finding.text,
            finding.key,
            None,
            "default",
            None,
            finding.plugin,
            finding.at,
            self.id,
            "1",
        )


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as stop:
        main(["pay", *words])
    out, err = capsys.readouterr()
    return int(stop.value.code or 0), out, err


# --- reading the question


def test_seats_may_be_written_in_full_or_by_their_letter() -> None:
    full = read_payment_question(["daisangen"], "south", "north", ["daisangen=west"])
    assert read_payment_question(["Daisangen"], "S", "n", ["daisangen=W"]) == full
    assert full.liable == (Liability("daisangen", Seat.WEST),)


@pytest.mark.parametrize(
    ("yakuman", "winner", "by", "liable", "said"),
    [
        (["daisangn"], "south", "", [], "'daisangn' is not a yakuman; did you mean daisangen?"),
        (["xyz"], "south", "", [], "expected one of: kokushi"),
        (["daisangen"], "up", "", [], "--winner 'up' is not a seat; expected east, south, west or north"),
        (["daisangen"], "", "", [], "--winner '' is not a seat"),
        (["daisangen"], "south", "south", [], "--by south: south won and cannot have dealt in"),
        (["daisangen"], "south", "", ["daisangen"], "expected a yakuman and a seat, such as daisangen=west"),
        (["daisangen"], "south", "", ["daisangen="], "'' is not a seat"),
        (
            ["daisangen"],
            "south",
            "",
            ["suukantsu=west"],
            "the hand has no suukantsu; expected one of: daisangen, rinshan",
        ),
        (["daisangen"], "south", "", ["daisangen=south"], "south won and cannot be liable"),
        (["daisangen"], "south", "", ["daisangen=west", "daisangen=east"], "one yakuman has one liable player"),
        (["daisangen"], "south", "west", ["rinshan=north"], "a win on the replacement tile is a tsumo"),
    ],
)
def test_what_cannot_be_read_is_quoted_with_what_was_expected(
    yakuman: list[str], winner: str, by: str, liable: list[str], said: str
) -> None:
    with pytest.raises(UnreadableError) as refused:
        read_payment_question(yakuman, winner, by, liable)
    assert said in str(refused.value)


@pytest.mark.parametrize(
    ("yakuman", "winner", "by", "liable"),
    [
        (["daisangen", "daisuushii"], "south", "", []),
        (["kokushi", "tsuuiisou"], "south", "", []),
        (["chuuren_9", "suuankou"], "south", "", []),
        (["suuankou", "suuankou_tanki"], "south", "", []),
        (["ryuuiisou", "daisangen"], "south", "", []),
        (["tenhou"], "south", "", []),
        (["chiihou"], "east", "", []),
        (["tenhou"], "east", "west", []),
        (["daisangen", "suuankou"], "south", "", ["daisangen=west"]),
        (["suukantsu", "tenhou"], "east", "", []),
    ],
)
def test_a_hand_that_cannot_be_is_refused(yakuman: list[str], winner: str, by: str, liable: list[str]) -> None:
    with pytest.raises(UnreadableError):
        read_payment_question(yakuman, winner, by, liable)


@pytest.mark.parametrize(
    "yakuman",
    [
        ["daisangen", "tsuuiisou", "suukantsu"],
        ["daisuushii", "tsuuiisou", "suuankou_tanki"],
        ["kokushi", "tenhou"],
        ["ryuuiisou", "suuankou"],
    ],
)
def test_a_hand_that_can_be_is_read(yakuman: list[str]) -> None:
    assert read_payment_question(yakuman, "east").yakuman == tuple(yakuman)


# --- the answer


def test_who_is_liable_in_words_only_pays_as_everybody() -> None:
    question = read_payment_question(["suukantsu"], "south", liable=["suukantsu=west"])
    none = answer_payment(question, Book())  # type: ignore[arg-type]
    assert none.payment is not None
    assert none.payment.changes == (-16000, 32000, -8000, -8000)
    assert none.liable == ()
    assert [ruling.code for ruling in none.rulings] == ["KR401"]
    named = answer_payment(question, Book(Options(sekinin_barai=SekininBarai(yakuman=("suukantsu",)))))  # type: ignore[arg-type]
    assert named.payment is not None
    assert named.payment.changes == (0, 32000, -32000, 0)
    assert named.liable == (Liability("suukantsu", Seat.WEST),)


def test_a_replacement_tile_makes_liable_only_where_the_ruleset_says_so() -> None:
    question = read_payment_question(["suukantsu"], "south", liable=["rinshan=west"])
    without = answer_payment(question, Book())  # type: ignore[arg-type]
    assert without.payment is not None
    assert without.payment.changes == (-16000, 32000, -8000, -8000)
    law = Options(sekinin_barai=SekininBarai(daiminkan_rinshan=RinshanLiability.REPLACEMENT_ONLY))
    with_it = answer_payment(question, Book(law))  # type: ignore[arg-type]
    assert with_it.payment is not None
    assert with_it.payment.changes == (0, 32000, -32000, 0)
    assert [ruling.code for one in (without, with_it) for ruling in one.rulings] == ["KR405", "KR405"]


def test_a_book_without_the_yakuman_pays_nothing_for_it() -> None:
    question = read_payment_question(["ryuuiisou"], "south")
    assert answer_payment(question, Book(Options(scoring=Scoring(without_yaku=("ryuuiisou",))))).payment is None  # type: ignore[arg-type]


# --- the command


WORKED = ("daisangen", "tsuuiisou", "--winner", "south", "--liable", "daisangen=west", "--honba", "1")


def test_the_worked_example_of_m_league_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, *WORKED, "--rules", "m-league", "--format", "json")
    data = json.loads(out)
    assert code == 0
    assert data["schema"] == 1
    assert data["rules"] == "m-league"
    assert data["payments"] == {"east": -16000, "south": 64300, "west": -40300, "north": -8000}
    assert data["liable"] == {"daisangen": "west"}
    rulings = {ruling["code"]: ruling for ruling in data["rulings"]}
    assert set(rulings) == {"KR402", "KR403"}
    assert rulings["KR403"]["key"] == "sekinin_barai.honba_on_tsumo"
    assert "8-1" in rulings["KR403"]["source"]["clause"]


def test_the_same_hand_under_tenhou_is_all_the_liable_players(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, *WORKED, "--rules", "tenhou", "--format", "json")
    assert json.loads(out)["payments"] == {"east": 0, "south": 64300, "west": -64300, "north": 0}


def test_the_text_names_every_transfer_and_the_clause(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, *WORKED, "--rules", "m-league")
    assert code == 0
    for words in ("32000", "daisangen: liable", "honba: liable", "south +64300", "west -40300", "KR402", "8-1"):
        assert words in out


def test_a_value_without_a_source_says_that_no_text_was_found(
    capsys: pytest.CaptureFixture[str], tmp_path: object
) -> None:
    from pathlib import Path

    book = Path(str(tmp_path)) / "house.toml"
    book.write_text('[ruleset]\nid = "house"\nname = "House"\nauthority = "House"\nedition = "1"\n', encoding="utf-8")
    code, out, _ = run(capsys, "daisangen", "--winner", "south", "--liable", "daisangen=west", "--rules", str(book))
    assert code == 0
    assert "No source found; kanrules assumes this." in out


def test_all_rules_is_one_row_a_ruleset(capsys: pytest.CaptureFixture[str]) -> None:
    from kanrules.ruleset import bundled_ids

    code, out, _ = run(capsys, *WORKED, "--all-rules")
    rows = {line.split()[0]: line.split() for line in out.splitlines()[2:]}
    assert code == 0
    assert set(rows) == set(bundled_ids())
    assert rows["m-league"][1:5] == ["-16000", "+64300", "-40300", "-8000"]
    assert rows["tenhou"][1:5] == ["0", "+64300", "-64300", "0"]
    _, out, _ = run(capsys, *WORKED, "--all-rules", "--format", "json")
    answers = json.loads(out)["answers"]
    assert [one["rules"] for one in answers] == list(bundled_ids())
    assert all(sum(one["payments"].values()) == 0 for one in answers if one["payments"])


def test_wrong_use_exits_2_and_says_why(capsys: pytest.CaptureFixture[str]) -> None:
    for words, said in (
        (("daisangn", "--winner", "south", "--rules", "tenhou"), "did you mean daisangen?"),
        (("daisangen", "--winner", "south"), "m-league"),
        (("daisangen", "--winner", "south", "--rules", "tenhou", "--all-rules"), "cannot be combined"),
        (("daisangen", "--winner", "south", "--rules", "no-such-book"), "no-such-book"),
    ):
        code, out, err = run(capsys, *words)
        assert (code, out) == (2, "")
        assert said in err
        assert "Traceback" not in err


@pytest.mark.parametrize(
    ("asked", "tile"),
    [
        (
            ["pay", "--hand", "456m123789p11s55z", "--win", "5z", "--winner", "south", "--tsumo", "--with", "riichi"],
            "4m",
        ),
        (["pay", "--hand", "123789p11s55z", "--win", "5z", "--winner", "south", "--melds", "pon 555m from east"], "5m"),
        (["pay", "--hand", "123789p11s55z", "--win", "5z", "--winner", "south", "--melds", "pon 055m from east"], "0m"),
        (["riichi-kan", "5556888s678p123m", "--draw", "8s"], "2m"),
        (["riichi-kan", "6668p555m123s", "--draw", "5m", "--melds", "ankan 7777p"], "5m"),
    ],
)
def test_a_hand_put_to_a_book_of_three_is_of_its_tiles(
    asked: list[str], tile: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stopped:
        main([*asked, "--rules", "tenhou-3p"])
    assert stopped.value.code == 2
    assert (
        f"{tile} is not in the set of tenhou-3p: with three players, there are no 2m to 8m" in capsys.readouterr().err
    )
    with pytest.raises(SystemExit) as stopped:
        main([*asked, "--rules", "tenhou"])
    assert "is not in the set" not in capsys.readouterr().err


def test_a_hand_of_1m_and_9m_is_asked_of_a_book_of_three(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["riichi-kan", "5556888s678p999m", "--draw", "8s", "--rules", "tenhou-3p"])
    assert stopped.value.code == 0, capsys.readouterr().err


@pytest.mark.parametrize(
    ("hook", "named"), [("yaku(win)", True), ("payments(result)", True), ("after_rinshan(kan)", False)]
)
def test_plugins_that_may_change_a_payment_are_named_and_not_asked(
    hook: str, named: bool, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "house.py").write_text(f"from kanrules import hookimpl\n\n\n@hookimpl\ndef {hook}:\n    assert False\n")
    club = tmp_path / "club.toml"
    club.write_text('[ruleset]\nid = "club"\nextends = "tenhou"\nplugins = ["./house.py"]\n')
    hand = ("--winner", "north: 34p567m123s99m, pon 777z from east", "--win", "2p", "--by", "east")
    code, out, err = run(capsys, *hand, "--rules", str(club), "--allow-local-plugins")
    assert (code, err) == (0, "")
    assert out.endswith("These may change the payments: house.\n") is named
