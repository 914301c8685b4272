"""What the live part answers is what the command line prints, byte for byte; here without a browser."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from dataclasses import replace
from html import escape, unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from unittest import mock
from urllib.parse import parse_qsl

import pytest

from kanrules.cli import main
from kanrules.desk.case_index import cases_by_id
from kanrules.desk.meaning import QuestionMeaning, question_meaning
from kanrules.desk.subjects import subjects
from kanrules.desk.topics import topics
from kanrules.drawing.faces import FACES
from kanrules.locale import LANGUAGES, translator
from kanrules.locale.sentences import capital
from kanrules.ruleset import load_ruleset
from kanrules.site.forms import live_page
from kanrules.site.frame import TOOLS, Frame
from kanrules.site.live.answer import TOOLS_AT, answer
from kanrules.site.live.warm import SAMPLES

POSITION = """[[case]]
name = "A discard after an open kan"

[case.given]
hands = { south = "555m234p678s99p11s" }
turn = "east"
live = "5m"
rinshan = "9m"

[case.play]
lines = \"\"\"
east draws 5m
east discards 5m drawn
south daiminkan 5m
south discards 9m drawn
\"\"\"
"""


def ask(tool: str, **fields: str | list[str]) -> dict[str, Any]:
    pairs = [
        (name.rstrip("_"), value)
        for name, given in fields.items()
        for value in (given if isinstance(given, list) else [given])
    ]
    found: dict[str, Any] = json.loads(answer(json.dumps({"tool": tool, "fields": pairs})))
    return found


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    capsys.readouterr()
    with pytest.raises(SystemExit) as stopped:
        main([*words, "--format", "json"])
    assert not stopped.value.code
    return capsys.readouterr().out


def test_a_kan_in_riichi_is_answered_as_the_command_prints_it(capsys: pytest.CaptureFixture[str]) -> None:
    found = ask("riichi-kan", hand="3335666p111456s", draw="3p", rules="m-league")
    assert (found["verdict"], found["code"]) == ("illegal", "KR205")
    said = printed(capsys, "riichi-kan", "3335666p111456s", "--draw", "3p", "--rules", "m-league")
    assert found["json"] == said


def test_an_earlier_meld_and_the_tile_of_the_kan_are_read_as_the_options_are(
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = ask("riichi-kan", hand="222m678p345s7z", draw="2m", kan="2m", melds="ankan 1111z", rules="ema-2016")
    words = (
        "riichi-kan",
        "222m678p345s7z",
        "--draw",
        "2m",
        "--kan",
        "2m",
        "--melds",
        "ankan 1111z",
        "--rules",
        "ema-2016",
    )
    assert found["json"] == printed(capsys, *words)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        (
            {"yakuman": "daisangen", "winner": "west", "liable": "south", "by": "north", "honba": "2"},
            ["daisangen", "--winner", "west", "--liable", "south", "--by", "north", "--honba", "2"],
        ),
        ({"yakuman": "mangan", "winner": "east", "sticks": "1"}, ["mangan", "--winner", "east", "--sticks", "1"]),
        (
            {"han": "3", "fu": "40", "winner": "south", "liable": "rinshan=west"},
            ["--han", "3", "--fu", "40", "--winner", "south", "--liable", "rinshan=west"],
        ),
        (
            {
                "hand": "34p567m99s",
                "melds": "daiminkan 5555z, pon 222s",
                "win": "2p",
                "with": ["rinshan"],
                "winner": "west",
            },
            [
                "--hand",
                "34p567m99s",
                "--melds",
                "daiminkan 5555z, pon 222s",
                "--win",
                "2p",
                "--with",
                "rinshan",
                "--winner",
                "west",
            ],
        ),
        (
            {
                "winner": ["south: 3/40", "west: daisangen, liable north"],
                "by": "east",
                "riichi": ["south"],
                "honba": "1",
            },
            [
                "--winner",
                "south: 3/40",
                "--winner",
                "west: daisangen, liable north",
                "--by",
                "east",
                "--riichi",
                "south",
                "--honba",
                "1",
            ],
        ),
        (
            {"winner": ["south", "west: haneman"], "yakuman": "mangan", "by": "east"},
            ["mangan", "--winner", "south", "--winner", "west: haneman", "--by", "east"],
        ),
    ],
)
def test_who_pays_is_answered_as_the_command_prints_it(
    fields: dict[str, Any], words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    found = ask("pay", rules="ema-2016", **fields)
    assert found["verdict"] == "pays"
    assert found["json"] == printed(capsys, "pay", *words, "--rules", "ema-2016")


def test_several_winners_a_bumped_one_and_a_draw_are_told() -> None:
    winners = ["south: 3/40, riichi", "west: mangan"]
    both = ask("pay", winner=winners, by="east", rules="ema-2025")["html"]
    assert both.count('class="got several"') == 2 and "Payments to West" in both and "Next hand: south" in both
    bumped = ask("pay", winner=winners, by="east", rules="m-league")["html"]
    assert bumped.count('class="got"') == 1 and "West does not win: south comes first" in bumped
    draw = ask("pay", winner=[*winners, "north: mangan"], by="east", rules="tenhou")["html"]
    assert "No one is paid" in draw and 'class="got' not in draw and "stays dealer" in draw


def test_a_table_of_three_has_three_seats(capsys: pytest.CaptureFixture[str]) -> None:
    found = ask("pay", yakuman="daisangen", winner="west", rules="tenhou-3p")
    assert found["json"] == printed(capsys, "pay", "daisangen", "--winner", "west", "--rules", "tenhou-3p")
    assert list(json.loads(found["json"])["payments"]) == ["east", "south", "west"]


@pytest.mark.parametrize("name", ["riichi_kan", "wrong_tiles", "indicator_wrong_tile", "fifth_kan"])
def test_what_a_foul_costs_is_answered_as_the_command_prints_it(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    for rules in ("m-league", "tenhou"):
        found = ask("foul", name=name, rules=rules)
        said = printed(capsys, "foul", name, "--rules", rules)
        assert found["json"] == said
        assert found["verdict"] == json.loads(said)["ruling"]["verdict"]


def test_a_question_in_free_words_is_answered_as_the_command_prints_it(capsys: pytest.CaptureFixture[str]) -> None:
    found = ask("ask", question="indicator forgotten", rules="wrc-2015")
    assert found["json"] == printed(capsys, "ask", "indicator forgotten", "--rules", "wrc-2015")
    assert found["verdict"] == "unknown", "no text says what a forgotten indicator costs there"


def test_no_answer_that_tells_a_penalty_in_words_is_headed_no_penalty() -> None:
    # EMA 2025 6.3 and 6.5.5: both are a dead hand. 6.7.1: an illegal kan in riichi is a chombo.
    for question in ("discard without the replacement tile", "penalty for a kan of the wrong tiles"):
        found = ask("ask", question=question, rules="ema-2025")
        assert "ead hand" in found["html"] or "hand is dead" in found["html"]
        assert found["verdict"] in ("as_stated", "dead_hand"), question
        # A part of the penalty is hidden until its condition is chosen, and says it. Every other line says the penalty.
        shown = re.sub(r'<div class="verdict told" data-then="\d+" hidden>.*?</div>', "", found["html"], flags=re.S)
        assert "no penalty" not in shown.lower(), question


def test_a_doubtful_question_is_answered_with_titles_and_no_verdict() -> None:
    found = ask("ask", question="recipe for apple pie", rules="tenhou")
    told = json.loads(found["json"])
    assert (found["verdict"], told["doubtful"], len(told["answers"])) == ("unknown", True, 3)
    assert "This may not be about a kan. Closest rulings:" in found["html"]
    assert all(escape(answer["question"]) in found["html"] for answer in told["answers"])
    assert not any(escape(answer["text"]) in found["html"] for answer in told["answers"])
    assert "<script" not in ask("ask", question="zzzz <script>", rules="tenhou")["html"]


def test_an_answer_stands_under_the_question_that_it_answers() -> None:
    html = ask("ask", question="riichi-with-discard-after-fourth-kan", rules="ema-2025")["html"]
    assert html.partition("</h2>")[0].endswith("Is the riichi stick paid?")


def test_the_head_referee_of_an_event_is_named_where_the_rules_decide_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = '[ruleset]\nid = "open"\nextends = "ema-2025"\n[event]\nname = "Open"\nhead_referee = "A. <Marlow>"\n'
    for question, named in (("recipe for apple pie", True), ("dora-late", True), ("robbing-a-kan", False)):
        fields = [["question", question], ["rules", "open.toml"]]
        html = json.loads(answer(json.dumps({"tool": "ask", "fields": fields, "own": [["open.toml", text]]})))["html"]
        assert ("Head referee: A. &lt;Marlow&gt;" in html) is named, html


def test_an_unsure_question_is_answered_with_three_cards_headed_by_what_happened() -> None:
    near = tuple(question_meaning(name).near[0] for name in ("dora-late", "robbing-a-kan", "kan-in-riichi"))
    unsure = QuestionMeaning(tuple(replace(one, chance=0.3) for one in near), doubtful=False)
    with mock.patch("kanrules.desk.ask.question_meaning", return_value=unsure):
        found = ask("ask", question="?", rules="ema-2025")
    assert found["html"].count('class="rulecard"') == 3 and 'class="word' not in found["html"]
    for card in found["html"].split('class="rulecard"')[1:]:
        assert card.lstrip("> ").startswith("<h3>")
    assert all(f"question={one.subject.name}" in found["html"] for one in near)


def test_an_answer_keeps_its_question_and_typing_finds_the_nearest() -> None:
    found = ask("ask", question="indicator <forgotten>", rules="ema-2025")
    assert '<p class="said">Indicator &lt;forgotten&gt;</p>' in found["html"]
    typed = ask("ask-nearest", question="indicator forg")["html"]
    assert typed.count("data-ask>") == 3 and "The kan dora indicator was turned too late" in typed
    assert ask("ask-nearest", question=" ")["html"] == ""


def test_an_answer_that_depends_on_a_fact_left_open_shows_each_case() -> None:
    found = ask("ask", question="when-dora", rules="tenhou")
    (answer,) = json.loads(found["json"])["answers"]
    (fact,) = answer["depends"]
    assert all(escape(choice["text"]) in found["html"] for choice in fact["choices"])


def test_a_position_is_ruled_on_as_the_command_prints_it() -> None:
    found = ask("position", cases=POSITION, rules="tenhou")
    done = subprocess.run(
        [sys.executable, "-m", "kanrules", "verify", "-", "--rules", "tenhou", "--format", "json"],
        input=POSITION.encode(), capture_output=True, check=True,
    )  # fmt: skip
    assert found["json"] == done.stdout.decode()
    assert found["verdict"] == "ongoing"
    assert found["html"].count('<div class="tablepic"') == 5, "the table before the play and after each of its lines"


def test_a_comparison_has_the_json_of_diff(capsys: pytest.CaptureFixture[str]) -> None:
    assert ask("diff", a="tenhou", b="ema-2016")["json"] == printed(capsys, "diff", "tenhou", "ema-2016")


@pytest.mark.parametrize(
    ("tool", "fields", "said"),
    [
        ("riichi-kan", {"hand": "123m", "draw": "1m", "rules": "tenhou"}, "tiles"),
        ("riichi-kan", {"hand": "3335666p111456s", "draw": "3p", "rules": "ema-2061"}, "there is no ruleset"),
        ("riichi-kan", {"hand": "3335666p111456s", "draw": "3p"}, "Which rules do you play"),
        ("riichi-kan", {"hand": "<b>", "draw": "3p", "rules": "tenhou"}, "<b>"),
        ("pay", {"rules": "tenhou"}, "who won"),
        ("pay", {"rules": "tenhou", "winner": "east", "yakuman": "daisangen", "honba": "-1"}, "whole number"),
        ("pay", {"rules": "tenhou", "winner": "east", "yakuman": "daisangen", "honba": "9" * 400}, "whole number"),
        ("riichi-kan", {"hand": "3335666m111456s", "draw": "3m", "rules": "tenhou-3p"}, "3m is not in the set"),
        ("pay", {"rules": "tenhou-3p", "winner": "north", "yakuman": "daisangen"}, "nobody sits north"),
        ("foul", {"rules": "tenhou", "name": "x"}, "there is no foul"),
        ("ask", {"rules": "tenhou", "question": " "}, "ask what"),
        ("position", {"rules": "tenhou", "cases": "not [toml"}, ""),
        ("position", {"rules": "tenhou", "cases": ""}, ""),
        ("foul", {"rules": "../../etc/passwd", "name": "wrong_tiles"}, ""),
        ("foul", {"rules": "/etc/passwd.toml", "name": "wrong_tiles"}, ""),
        ("example", {"case": "../x:1"}, "there is no case"),
    ],
)
def test_what_cannot_be_answered_is_said_in_a_sentence(tool: str, fields: dict[str, str], said: str) -> None:
    found = ask(tool, **fields)
    assert found["verdict"] == "unreadable"
    error = json.loads(found["json"])["error"]
    assert error and said in error and "Traceback" not in error
    assert "<script" not in found["html"] and "<b>" not in found["html"]


class Tags(HTMLParser):
    """The elements that are open at the end, and every attribute."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.attributes: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes += [name for name, _ in attrs]
        if tag not in ("br", "hr", "input", "img", "path", "use", "rect", "circle"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes += [name for name, _ in attrs]

    def handle_endtag(self, tag: str) -> None:
        if tag in self.open:
            assert self.open.pop() == tag


@pytest.mark.parametrize(
    ("tool", "fields"),
    [
        ("riichi-kan", {"hand": "3335666p111456s", "draw": "3p", "rules": "wrc-2015"}),
        ("riichi-kan-all", {"hand": "3335666p111456s", "draw": "3p"}),
        ("pay", {"yakuman": "daisangen", "winner": "west", "rules": "tenhou"}),
        ("foul", {"name": "wrong_tiles", "rules": "tenhou"}),
        ("ask", {"question": "dead wall", "rules": "tenhou"}),
        ("position", {"cases": POSITION, "rules": "tenhou"}),
        ("diff", {"a": "tenhou", "b": "m-league"}),
    ],
)
def test_an_answer_is_whole_html_without_styles_or_scripts(tool: str, fields: dict[str, str]) -> None:
    found = Tags(ask(tool, **fields)["html"])
    assert found.open == []
    assert not [name for name in found.attributes if name == "style" or name.startswith("on")]


def test_where_no_text_says_it_the_answer_says_that_in_place_of_a_verdict() -> None:
    found = ask("riichi-kan", hand="3335666p111456s", draw="3p", rules="wrc-2015")
    assert json.loads(found["json"])["ruling"]["source"] is None
    assert (
        '<p class="word">No source found</p>' in found["html"]
        and 'class="chip' not in found["html"].split("</section>")[0]
    )


@pytest.mark.parametrize(
    ("name", "rules", "why"),
    [
        (
            "riichi_kan",
            "rmu-a",
            (
                "No source found; kanrules assumes this: an illegal kan in riichi is a chombo. An illegal kan in "
                "riichi is penalized only if the player later declares a win, or at an exhaustive draw, when hands in "
                "riichi are shown."
            ),
        ),
        ("indicator_late", "ema-2025", "Your rulebook does not settle this. The head referee decides."),
    ],
)
def test_a_penalty_that_no_text_settles_is_unknown_and_its_reason_stands_below(name: str, rules: str, why: str) -> None:
    verdict = ask("foul", name=name, rules=rules)["html"].split("</section>")[0]
    assert '<p class="word long">Unknown</p>' in verdict and why in verdict


def test_the_readers_own_ruleset_is_asked_like_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = '[ruleset]\nid = "club"\nname = "<i>Club</i>"\nextends = "ema-2016"\n[riichi_kan]\nlevel = "forbidden"\n'
    question = {
        "tool": "riichi-kan",
        "fields": [["hand", "3335666p111456s"], ["draw", "3p"], ["rules", "club.toml"]],
        "own": [["club.toml", text]],
    }
    found = json.loads(answer(json.dumps(question)))
    assert found["verdict"] == "illegal" and json.loads(found["json"])["rules"] == "club"
    assert "&lt;i&gt;Club" in found["html"]


def test_a_file_of_the_readers_own_has_a_name_that_leads_nowhere_else() -> None:
    for name in ("../club.toml", "/tmp/club.toml", "club", ".toml", "a b.toml"):
        found = json.loads(answer(json.dumps({"tool": "foul", "fields": [], "own": [[name, ""]]})))
        assert found["verdict"] == "unreadable"


def test_the_live_part_imports_no_terminal_and_none_of_the_rooms_that_stay_at_home() -> None:
    home = ["kanrules.cli", "kanrules.corpus", "kanrules.testing", "kanrules.scaffold", "kanrules.bots"]
    kan = [["hand", "3335666p111456s"], ["draw", "3p"], ["rules", "tenhou"]]
    code = f"""
import json, sys
from kanrules.site.live.answer import answer
for tool, fields in (("riichi-kan", {kan}), ("ask", [["question", "dead wall"], ["rules", "tenhou"]])):
    answer(json.dumps({{"tool": tool, "fields": fields}}))
terminal = ("rich", "click")
print([name for name in sys.modules if name.split(".")[0] in terminal or name.startswith(tuple({home}))])
"""
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


def used(html: str) -> set[str]:
    return set(re.findall(r'<use href="#([^"]+)"', html))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_of_any_language_holds_every_tile_that_it_and_its_answers_use(language: str) -> None:
    page = live_page(Frame(translator(language), "law", live=True), [load_ruleset("tenhou")])
    held = set(re.findall(r'<g id="([^"]+)"', page))
    pattern = re.search(r'data-face="#([^"]+)"', page)
    assert pattern is not None and {pattern[1].replace("{tile}", name) for name in FACES} <= held
    answered = [
        json.loads(answer(json.dumps({"tool": tool, "fields": [["rules", "tenhou"], *fields], "language": language})))
        for tool, fields in (
            ("riichi-kan", [["hand", "3335666p111456s"], ["draw", "3p"]]),
            ("position", [["cases", POSITION]]),
        )
    ]
    for html in (page, *(one["html"] for one in answered)):
        assert used(html) and used(html) <= held


@pytest.mark.rest
@pytest.mark.parametrize("tool", SAMPLES)
def test_what_was_warmed_answers_without_reading_a_file_or_importing_a_module(tool: str) -> None:
    asked = [["rules", "m-league"], ["a", "m-league"], ["b", "m-league"], *map(list, SAMPLES[tool])]
    code = f"""
import json, sys
from kanrules.site.live.answer import answer
answer(json.dumps({{"tool": "warm", "fields": [["for", {tool!r}], ["rules", "m-league"]]}}))
seen = []
sys.addaudithook(lambda event, args: seen.append((event, args[0])) if event in ("open", "import") else None)
before = set(sys.modules)
found = json.loads(answer(json.dumps({{"tool": {tool!r}, "fields": {asked!r}}})))
assert found["verdict"] not in ("", "unreadable"), found
print([one for one in seen if one[0] == "open"] + sorted(set(sys.modules) - before))
"""
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


@pytest.mark.parametrize("rules", ["no-such-rules", "../tenhou", "tenhou-3p"])
def test_what_cannot_be_warmed_is_said_when_it_is_asked_and_not_before(rules: str) -> None:
    found = ask("warm", for_="pay", rules=rules)
    assert (found["html"], found["verdict"]) == ("", "")


def test_every_tool_of_the_bar_has_its_form_its_answer_and_a_question_that_warms_it() -> None:
    english = Frame(translator("en"), "rules", live=True)
    forms = set(re.findall(r'<form data-tool="([\w-]+)"', live_page(english, [load_ruleset("tenhou")])))
    assert set(TOOLS) <= forms <= set(TOOLS_AT)
    # The composer is warmed by what it asks of itself, and a link to rules asks for their page at once.
    assert set(SAMPLES) == forms - {"compose", "read"}


@pytest.mark.rest
def test_every_case_that_a_position_can_start_from_is_played() -> None:
    offered = re.findall(r'<option value="([^"]+)">', live_page(Frame(translator("en"), "kanrules", True), []))
    cases = [name for name in offered if name in cases_by_id()]
    assert len(cases) > 100
    wrong = []
    for name in cases:
        text = json.loads(answer(json.dumps({"tool": "example", "fields": [["case", name]]})))["text"]
        found = ask("position", cases=text, rules="tenhou-3p" if cases_by_id()[name].players == 3 else "ema-2025")
        if found["verdict"] in ("unreadable", "failed", "passed") or 'class="verdict' not in found["html"]:
            wrong.append((name, found["verdict"]))
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_common_question_that_can_be_tapped_is_answered_as_that_question(language: str) -> None:
    page = live_page(Frame(translator(language), "kanrules", True), [])
    offered = [unescape(one) for one in re.findall(r"data-ask>([^<]+)</button>", page)]
    say = translator(language)
    assert set(offered) >= {say(topic.question) for topic in topics()}
    asked = {capital(say(one.question)): one.question for one in reversed(subjects().values())}
    for shown in dict.fromkeys(offered):
        question = {"tool": "ask", "fields": [["rules", "ema-2025"], ["question", shown]], "language": language}
        told = json.loads(json.loads(answer(json.dumps(question)))["json"])
        assert told["answers"][0]["question"] == asked[shown], shown


def test_an_answer_that_depends_on_a_fact_asks_it_and_shows_no_case_before() -> None:
    found = ask("ask", question="May a kan be robbed?", rules="ema-2025")
    facts = json.loads(found["json"])["answers"][0]["depends"]
    assert [choice["when"] for choice in facts[0]["choices"]] == [
        "a shouminkan", "an ankan, by thirteen orphans", "an ankan, by any other hand", "a daiminkan",
    ]  # fmt: skip
    assert found["html"].count("data-branch>") == found["html"].count("data-then=") == len(facts[0]["choices"])
    assert all(" hidden>" in one for one in re.findall(r'<div class="verdict[^>]*data-then[^>]*>', found["html"]))
    assert 'class="word' not in found["html"]


def test_an_answer_under_rules_that_were_replaced_names_the_successor_and_leads_to_its_answer() -> None:
    for tool, fields in (
        ("riichi-kan", {"hand": "3335666p111456s", "draw": "3p"}),
        ("pay", {"yakuman": "daisangen", "winner": "west"}),
        ("foul", {"name": "riichi_kan"}),
        ("ask", {"question": "dead wall"}),
        ("position", {"cases": POSITION}),
    ):
        old, new = (ask(tool, rules=rules, **fields) for rules in ("ema-2016", "ema-2025"))
        link = re.search(r'class="note later">([^<]+)<a href="\?([^"]+)"', old["html"])
        assert link is not None and "EMA Riichi rules 2025 replaces it" in link[1], tool
        query = parse_qsl(unescape(link[2]))
        assert ("rules", "ema-2025") in query and set(fields.items()) <= set(query)
        assert "note later" not in new["html"]
