"""Every word of a page and of an answer is in the language of the page, and none is the command line's.

A language that translates every message, into letters that no English word is written in, finds what was never given
to translators.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kanrules.desk.foul import FOULS
from kanrules.locale import translator
from kanrules.ruleset import load_ruleset
from kanrules.site.casebook import book_of, questions_page
from kanrules.site.diff import compare_page, index_page
from kanrules.site.forms import live_page
from kanrules.site.frame import Frame
from kanrules.site.glossary import glossary_page
from kanrules.site.home import home_page
from kanrules.site.live.answer import answer
from kanrules.site.ruleset_page import book_page
from tests.locale.everything import every_message_translated
from tests.site.seen import COMMAND, seen, strange

RULES = ("m-league", "tenhou", "ema-2016", "wrc-2015", "tenhou-3p")
KAN = {"hand": "3335666p111456s", "draw": "3p"}
POSITION = """[[case]]
name = "Xx"
[case.given]
hands = { south = "555m234p678s99p11s" }
turn = "east"
live = "5m"
rinshan = "1s"
[case.play]
lines = \"\"\"
east draws 5m
east discards 5m drawn
south daiminkan 5m
south tsumo
\"\"\"
"""
WRONG = (
    '[ruleset]\nid = "xx"\nname = "Xx"\nextends = "ema-2016"\n[kandora]\nankan = "foo"\n[chombo]\npoints = "20.000"\n'
)
ANSWERED: list[tuple[str, dict[str, Any]]] = [
    ("riichi-kan", KAN),
    ("riichi-kan", {"hand": "222m678p345s7z", "draw": "2m", "melds": "ankan 1111z"}),
    ("riichi-kan-all", KAN),
    ("pay", {"yakuman": "daisangen", "winner": "west", "by": "east", "liable": "south", "honba": "2"}),
    ("pay", {"yakuman": "mangan", "winner": "east", "sticks": "1"}),
    ("pay", {"han": "3", "fu": "40", "winner": "south"}),
    ("pay", {"hand": "34p567p99s", "melds": "daiminkan 5555z, pon 222s", "win": "2p", "winner": "west"}),
    *(("foul", {"name": name}) for name in FOULS),
    ("foul", {"name": "riichi_kan", "corrected": "1"}),
    ("ask", {"question": "indicator forgotten"}),
    ("ask", {"question": "dead wall"}),
    ("ask", {"question": "kan after riichi"}),
    ("position", {"cases": POSITION}),
    ("position", {"cases": POSITION.replace("south tsumo\n", "")}),
    ("position", {"cases": POSITION.replace("south tsumo", "west ron")}),
    ("diff", {"a": "tenhou"}),
    ("compose", {"name": "Xx", "effects": "1"}),
    ("compose", {"toml": WRONG}),
    ("compose-questions", {}),
]
REFUSED: list[tuple[str, dict[str, Any]]] = [
    ("riichi-kan", KAN | {"rules": "no-such-rules"}),
    ("riichi-kan", KAN | {"rules": ""}),
    ("riichi-kan", {"hand": "333q", "draw": "3p"}),
    ("riichi-kan", KAN | {"draw": "qq"}),
    ("riichi-kan", KAN | {"draw": "4p"}),
    ("riichi-kan", KAN | {"kan": "9m"}),
    ("riichi-kan", KAN | {"melds": "foo"}),
    ("riichi-kan", KAN | {"melds": "pon 555z"}),
    ("riichi-kan", {"hand": "3335666p11145s", "draw": "3p"}),
    ("riichi-kan", {"hand": "3333p111456s555z", "draw": "3p"}),
    ("riichi-kan", {"hand": "333p147m258s1234z", "draw": "3p"}),
    ("riichi-kan", {"hand": "5556667778999m", "draw": "5m", "rules": "tenhou-3p"}),
    ("pay", {"winner": "east"}),
    ("pay", {"yakuman": "mangan"}),
    ("pay", {"yakuman": "daisangenn", "winner": "east"}),
    ("pay", {"yakuman": "mangan daisangen", "winner": "east"}),
    ("pay", {"yakuman": "mangan", "winner": "east", "by": "east"}),
    ("pay", {"yakuman": "mangan", "winner": "east", "liable": "south"}),
    ("pay", {"yakuman": "daisangen", "winner": "east", "liable": "east"}),
    ("pay", {"yakuman": "daisangen", "winner": "east", "liable": "foo"}),
    ("pay", {"yakuman": "suuankou", "winner": "east", "liable": "west"}),
    ("pay", {"yakuman": "mangan", "winner": "north", "rules": "tenhou-3p"}),
    ("pay", {"yakuman": "mangan", "han": "3", "fu": "40", "winner": "east"}),
    ("pay", {"han": "3", "winner": "east"}),
    ("pay", {"han": "qq", "winner": "east"}),
    ("pay", {"han": "1", "fu": "20", "winner": "east"}),
    ("pay", {"fu": "30", "winner": "east"}),
    ("pay", {"hand": "123m", "winner": "east"}),
    ("pay", {"hand": "123m", "win": "1m", "winner": "east"}),
    ("pay", {"hand": "123456789m123p1s", "win": "2s", "winner": "east"}),
    ("pay", {"hand": "123789m456p99s", "melds": "pon 222s", "win": "7p", "winner": "east"}),
    ("pay", {"hand": "123456789m123p1s", "win": "1s", "winner": "east", "with": "ippatsu"}),
    ("pay", {"yakuman": "mangan haneman", "winner": "east"}),
    ("pay", {"yakuman": "daisangen suukantsu", "winner": "east", "liable": "south"}),
    ("pay", {"yakuman": "daisangen", "winner": "east", "liable": "south, west"}),
    ("pay", {"yakuman": "daisangen", "winner": "east", "liable": "suukantsu=west"}),
    ("pay", {"yakuman": "daisangen", "winner": "east", "liable": "south", "riichi": "east"}),
    ("pay", {"yakuman": "kokushi", "winner": "east", "liable": "south"}),
    ("pay", {"han": "3", "fu": "40", "winner": "east", "liable": "south"}),
    ("pay", {"han": "3", "fu": "40", "winner": "east", "with": "chankan"}),
    ("pay", {"han": "3", "fu": "40", "winner": "east", "indicators": "1m"}),
    ("pay", {"hand": "123456789m123p1s", "win": "1s", "winner": "east", "with": "rinshan"}),
    ("pay", {"hand": "123456789m123p1s", "win": "1s", "winner": "east", "with": "rinshan", "by": "west"}),
    ("pay", {"winner": "east: foo"}),
    ("foul", {"name": "foo"}),
    ("ask", {"question": ""}),
    ("ask", {"question": "zzzz"}),
    ("position", {"cases": "x"}),
    ("position", {"cases": ""}),
    ("position", {"cases": POSITION.replace("south tsumo", "south ronn")}),
    ("position", {"cases": POSITION.replace("555m", "5555m")}),
    ("diff", {"a": "tenhou", "b": ""}),
    ("compose", {"toml": "[ruleset\n"}),
    ("compose-open", {"link": "qq"}),
    ("compose-open", {"file": "q.json", "data": "e30="}),
    ("compose-paper", {"toml": "[ruleset]"}),
]
OWN = ("Xx", "east: foo", "333q", "3335666p11145s", "foo", "qq", "daisangenn", "no-such-rules", "zzzz", "q.json")
"""What the reader has written."""


def ask(tool: str, given: dict[str, Any], rules: str, language: str) -> dict[str, Any]:
    fields = list({"rules": rules, "b": "ema-2025", **given}.items())
    found: dict[str, Any] = json.loads(answer(json.dumps({"tool": tool, "fields": fields, "language": language})))
    return found


@pytest.fixture(scope="module")
def everything(tmp_path_factory: pytest.TempPathFactory, messages: frozenset[str]) -> Iterator[None]:
    with every_message_translated("ja", messages), pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path_factory.mktemp("own"))
        yield


@pytest.mark.rest
@pytest.mark.usefixtures("everything")
@pytest.mark.parametrize("rules", RULES)
def test_every_word_of_an_answer_is_a_message_for_translators(rules: str) -> None:
    wrong = {}
    for tool, given in ANSWERED:
        found = ask(tool, given, rules, "ja")
        assert found["verdict"] != "unreadable" or rules == "tenhou-3p", (tool, given, found["html"])
        # An answer keeps its question, in the reader's own words.
        if words := strange(found["html"], "ja", *OWN, *filter(None, [given.get("question")])):
            wrong[f"{tool} {given}"[:80]] = words
    assert wrong == {}


@pytest.mark.usefixtures("everything")
def test_every_word_of_a_refusal_is_a_message_for_translators() -> None:
    wrong = {}
    for tool, given in REFUSED:
        found = ask(tool, given, "tenhou", "ja")
        assert found["verdict"] in ("unreadable", "unknown", "errors"), (tool, given)
        if words := strange(found["html"], "ja", *OWN):
            wrong[f"{tool} {given}"[:80]] = words
    assert wrong == {}


def test_no_answer_and_no_refusal_speaks_of_the_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    wrong = []
    for language in ("en", "de"):
        for tool, given in [*ANSWERED, *REFUSED]:
            html = ask(tool, given, "tenhou", language)["html"]
            wrong += [(tool, text) for text in seen(html, language) if COMMAND.search(text)]
    assert wrong == []


def test_a_refusal_names_the_field_and_what_is_wrong_with_it() -> None:
    for given, words in (
        ({"hand": "333q"}, "Hand without the drawn tile: 333q is not a tile or a hand"),
        ({"draw": "4p"}, "Copies of 4 pin in the hand, including the drawn tile: 1"),
        ({"hand": "3335666p456s", "melds": "pon 555z"}, "every meld must be an ankan"),
        ({"hand": "333p147m258s1234z"}, "not in tenpai"),
    ):
        html = ask("riichi-kan", KAN | given, "tenhou", "en")["html"]
        assert words in " ".join(seen(html, "en")), given


def test_what_can_be_tapped_together_wrongly_in_pay_is_refused_with_its_own_reason() -> None:
    hands: list[dict[str, str]] = [{"yakuman": one} for one in ("mangan", "daisangen", "kokushi", "mangan haneman")]
    hands += [{"yakuman": "daisangen suukantsu"}, {"han": "2", "fu": "25"}, {"han": "1", "fu": "20"}]
    hands += [{"hand": "123456789m123p1s", "win": "1s", "with": one} for one in ("chankan", "rinshan", "ippatsu")]
    hands += [{"hand": "123456789m1s", "win": "1s", "melds": "pon 555z", "with": "first_turn"}]
    refused = set()
    for hand in hands:
        for more in ({}, {"liable": "south"}, {"liable": "south, west"}, {"riichi": "east"}, {"by": "south"}):
            for also in ({}, {"liable": "west"}, {"indicators": "1m"}):
                found = ask("pay", {"winner": "east"} | hand | also | more, "tenhou", "en")
                if found["verdict"] == "unreadable":
                    refused.add(" ".join(seen(found["html"], "en")))
    assert len(refused) > 15
    assert [one for one in refused if "do not fit together" in one or COMMAND.search(one)] == []


@pytest.mark.rest
@pytest.mark.usefixtures("everything")
def test_every_word_of_a_page_is_a_message_for_translators() -> None:
    books = [load_ruleset(name) for name in ("ema-2016", "ema-2025", "m-league", "tenhou-3p", "jpml-b")]
    frame = Frame(translator("ja"), "kanrules", True, ("en", "ja"))
    wrong = {
        name: words
        for name, page in (
            ("home", home_page(frame, books, books[:1])),
            ("live", live_page(frame, books)),
            ("casebook", questions_page(frame, book_of(books, hypothetical=False))),
            ("glossary", glossary_page(frame)),
            ("diffs", index_page(frame, [(books[0], books[1])])),
            ("diff", compare_page(frame, books[0], books[1])),
            *((one.id, book_page(frame, one)) for one in books),
        )
        if (words := strange(page, "ja"))
    }
    assert wrong == {}
