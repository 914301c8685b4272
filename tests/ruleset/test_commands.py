"""What an organizer sees: show, diff, rulesets, explain."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kanrules.cli import main
from kanrules.locale import translator
from kanrules.ruleset import all_ids, bundled_ids, load_ruleset
from kanrules.ruleset.aliases import aliases
from kanrules.ruleset.diff import compare
from kanrules.ruleset.effects import decided_by, mute
from kanrules.ruleset.keys import file_value, keys, of_three_players
from kanrules.ruleset.library import near
from kanrules.ruleset.native_names import search_words
from kanrules.site.frame import Frame
from kanrules.site.home import home_page

Write = Callable[..., Path]
CLUB = """
[kandora]
daiminkan = "discard"

[penalty]
empty_call = "A drink for the table."

[source."kandora.daiminkan"]
document = "Club rules"
clause = "4.2"
url = "https://example.org"
grade = "own"
"""


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """Runs a command that must succeed, and gives what it printed."""

    def runner(*words: str, code: int = 0) -> str:
        with pytest.raises(SystemExit) as stopped:
            main(list(words))
        shown = capsys.readouterr()
        assert stopped.value.code == code, shown.err
        return shown.out if code == 0 else shown.err

    return runner


@pytest.fixture
def club(write: Write) -> str:
    write("club", CLUB, head='extends = "ema-2016"\nedition = "2026"\nauthority = "Thursday club"')
    return "club.toml"


# --- show ----------------------------------------------------------------------------------------------------------


def test_show_has_every_value_with_its_place_and_source_in_json(club: str, run: Callable[..., str]) -> None:
    shown = json.loads(run("show", club, "--format", "json"))
    rules = load_ruleset(club)
    assert shown["kanrules"] and shown["schema"] == 1 and shown["id"] == "club"
    assert {key: one["value"] for key, one in shown["values"].items()} == {
        key: file_value(rules[key]) for key in keys()
    }
    assert shown["values"]["kandora.daiminkan"] == {
        "value": "discard",
        "ref": "club/kandora.daiminkan",
        "set_by": "club.toml:9",
        "basis": "own",
        "source": {"document": "Club rules", "clause": "4.2", "url": "https://example.org", "grade": "own"},
    }
    inherited = shown["values"]["kandora.ankan"]
    assert inherited["set_by"].startswith("rulesets/ema-2016.toml:")
    assert inherited["source"]["clause"] == "3.3.7 (p. 10)"
    default = next(one for one in shown["values"].values() if one["set_by"] == "default")
    assert default["source"] is None and default["basis"] in ("default", "unsaid")


def test_show_origin_names_file_line_and_text_of_every_value(club: str, run: Callable[..., str]) -> None:
    lines = run("show", club, "--origin").splitlines()
    table = lines[lines.index("kandora  Kan dora") :]
    [own] = [line for line in table if line.split()[:1] == ["daiminkan"]][:1]
    assert own.split() == ["daiminkan", '"discard"', "club.toml:9", "Club", "rules", "4.2", "(own)"]
    assert any("empty_call" in line and "A drink for the table." in line for line in lines)
    assert any("default" in line.split() for line in lines)


@pytest.mark.parametrize("name", bundled_ids())
def test_show_toml_stands_by_itself_and_says_the_same(name: str, run: Callable[..., str], tmp_path: Path) -> None:
    text = run("show", name, "--toml")
    (tmp_path / "parent").mkdir()
    copy = tmp_path / "copy.toml"
    copy.write_text(text.replace(f'id = "{name}"', 'id = "copy"', 1), encoding="utf-8")
    rules, again = load_ruleset(name), load_ruleset(copy)
    head = tomllib.loads(text)["ruleset"]
    assert ("extends" in head) is head.get("standalone", False)
    assert again.options == rules.options and again.plugins == rules.plugins and again.plugin == rules.plugin
    assert again.sourced == rules.sourced and again.partial == rules.partial
    assert [again.origin(key).is_default for key in keys()] == [rules.origin(key).is_default for key in keys()]


# --- diff ----------------------------------------------------------------------------------------------------------


def test_diff_says_only_what_differs_and_what_it_changes(club: str, run: Callable[..., str]) -> None:
    found = json.loads(run("diff", "ema-2016", club, "--format", "json"))["differences"]
    assert [set(one) for one in found] == [{"key", "a", "b", "bases", "effect"}] * 4
    first, second, *lapsed = found
    assert (first["key"], first["a"], first["b"]) == ("kandora.daiminkan", "declaration", "discard")
    assert first["effect"] == (
        "ema-2016: The kan dora indicator of a daiminkan is turned at once, before the replacement "
        "tile is drawn. club: The kan dora indicator of a daiminkan is turned together with the next "
        "discard. A ron on that discard counts it. Under ema-2016 only: known when the discard is "
        "chosen. Not decided under club: a win on the replacement tile counts it; a player who robs the "
        "next kan counts it."
    )
    assert (second["key"], second["b"]) == ("penalty.empty_call", "A drink for the table.")
    showing, turning, late = lapsed[0]["a"]
    turns, before = lapsed[1]["a"]
    assert turning == "Turn the kan dora indicator, and then take the replacement tile."
    assert before == "It is turned before the replacement tile is taken."
    without = [("procedure.daiminkan", [showing, late]), ("procedure.indicator", turns)]
    assert [(one["key"], one["b"]) for one in lapsed] == without, "these of the parent's words no longer fit the rule"


def test_diff_cites_both_sides(club: str, run: Callable[..., str]) -> None:
    text = run("diff", "ema-2016", club)
    assert "EMA Riichi Rules for Japanese Mahjong 2016 3.3.5 (p. 9) (official), rulesets/ema-2016.toml:" in text
    assert "Club rules 4.2 (own), club.toml:9" in text
    assert "Thursday club 16.9 (own), club.toml:12" in text


def test_a_ruleset_differs_in_nothing_from_itself(run: Callable[..., str]) -> None:
    assert run("diff", "tenhou", "tenhou").endswith(": nothing differs\n")
    assert json.loads(run("diff", "tenhou", "tenhou", "--format", "json"))["differences"] == []


@pytest.mark.parametrize("name", [name for name in bundled_ids() if name != "m-league"])
def test_diff_is_exactly_the_keys_whose_values_differ(name: str) -> None:
    a, b = load_ruleset("m-league"), load_ruleset(name)
    differing = [key for key in keys() if a[key] != b[key]] + (["ruleset.plugins"] if a.plugins != b.plugins else [])
    found = compare(a, b)
    assert [one.key for one in found] == differing
    back = compare(b, a)
    assert [(one.key, one.b, one.a) for one in back] == [(one.key, one.a, one.b) for one in found]
    # What arises under neither changes nothing at the table, and both say why.
    idle = mute(a) & mute(b)
    assert all(one.effect and (one.meaning_a != one.meaning_b or one.key in idle) for one in found)


# --- rulesets ------------------------------------------------------------------------------------------------------


def test_rulesets_counts_what_is_sourced(run: Callable[..., str]) -> None:
    found = json.loads(run("rulesets", "--format", "json"))["rulesets"]
    assert [one["id"] for one in found] == list(all_ids())
    keys_of_law = [key for key in keys() if key.partition(".")[0] not in ("penalty", "procedure", "notes")]
    for one in found:
        edition = {"edition", "replaces", "in_force_from", "in_force_until", "current_edition"}
        assert set(one) == {"id", "name", *edition, "authority", "extends", "partial", "sourced", "unsourced"}
        rules = load_ruleset(one["id"])
        sources = [
            key for key in keys_of_law if rules.origin(key).source is not None and not rules.origin(key).is_default
        ]
        # No book of four players need speak of three.
        players = rules.options.table.players
        asked = [key for key in keys_of_law if players == 3 or key not in of_three_players() or key in sources]
        assert one["sourced"] <= len(sources) and one["sourced"] + one["unsourced"] == len(asked)


NAMES = {
    "World Riichi League": "wrc-2025",
    "world riichi league 2026": "wrc-2025",
    "ARA": "wrc-2025",
    "nariichi": "wrc-2025",
    "nariichi.org": "wrc-2025",
    "Queen City": "queen-city",
    "Cologne": "riichi-cologne",
    "Saikouisen": "saikouisen",
    "最高位戦": "saikouisen",
    "Tenhou": "tenhou",
}
"""What an organizer calls a league or a club, and the ruleset by which it plays."""


@pytest.mark.parametrize("name", NAMES)
def test_the_name_of_a_league_leads_to_the_ruleset_by_which_it_plays(name: str, run: Callable[..., str]) -> None:
    listed = [one["id"] for one in json.loads(run("rulesets", *name.split(), "--format", "json"))["rulesets"]]
    assert NAMES[name] in listed and len(listed) < 4
    assert f"did you mean {NAMES[name]}?" in run("show", name, code=2)
    page = home_page(Frame(translator("en"), "law", live=False), [load_ruleset(NAMES[name])], [])
    found = re.search(rf'data-id="{NAMES[name]}" data-name="([^"]*)"', page)
    assert found is not None and all(word in found[1] for word in name.casefold().split())


def test_every_other_name_of_a_ruleset_is_found_by_all_who_look_it_up(run: Callable[..., str]) -> None:
    for name, ids in aliases("rulesets").items():
        assert list(near(name)[: len(ids)]) == ids and all(name.casefold() in search_words(id) for id in ids)
    assert "kanrules show wrc-2025 prints it" in run("explain", "ARA", code=2)
    assert "no ruleset is named 'no such club'" in run("rulesets", "no", "such", "club", code=2)


def test_rulesets_is_one_line_each(run: Callable[..., str]) -> None:
    lines = run("rulesets").splitlines()
    assert lines[0].split() == ["id", "name", "edition", "on", "sourced", "authority"]
    assert [line.split()[0] for line in lines[1:]] == list(all_ids())


# --- explain -------------------------------------------------------------------------------------------------------


def explained(run: Callable[..., str], *words: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run("explain", *words, "--format", "json"))
    assert {"kanrules", "schema", "topic", "text", "options", "sources", "answer"} == set(found)
    return found


@pytest.mark.sample(4)
@pytest.mark.parametrize("name", list(keys()))
def test_explain_a_key_asks_its_question_and_counts_every_ruleset_once(name: str, run: Callable[..., str]) -> None:
    found = explained(run, name)
    assert found["text"].startswith(keys()[name].question)
    users = [user for option in found["options"] for user in option["used_by"]]
    setting = [rules for rules in map(load_ruleset, all_ids()) if not rules.origin(name).is_default]
    if name.partition(".")[0] in ("penalty", "procedure"):
        assert {option["name"] for option in found["options"]} == {rules.id for rules in setting if rules[name]}
    else:
        assert sorted(users) == sorted(rules.id for rules in setting)


def test_explain_a_key_under_a_ruleset_says_what_holds_and_why(club: str, run: Callable[..., str]) -> None:
    text = run("explain", "kandora.daiminkan", "--rules", club)
    assert 'Under club: "discard", set by club.toml:9, Club rules 4.2 (own).' in text
    assert 'Under club: "same_readings"' in run("explain", "riichi_kan.level", "--rules", club)


def test_explain_a_code_says_what_it_says_when_and_which_keys_decide(run: Callable[..., str]) -> None:
    text = run("explain", "kr205")
    assert text.startswith("KR205: a reading would be lost\n")
    assert "For example: 5556888s678p123m" in text and "  riichi_kan.level  " in text
    assert "3.3.14 (p. 11) (official)" in text
    assert run("explain", "bad-value").startswith("KR102 (bad-value): bad value\n")


def test_explain_a_word_by_any_of_its_names(run: Callable[..., str]) -> None:
    assert (
        explained(run, "kakan")["topic"]
        == explained(run, "加槓")["topic"]
        == explained(run, "shouminkan")["topic"]
        == "shouminkan"
    )
    assert explained(run, "pao")["topic"] == explained(run, "sekinin barai")["topic"] == "sekinin_barai"
    assert explained(run, "kiriage")["topic"] == "scoring.kiriage_mangan"
    assert explained(run, "four_kans")["options"][0]["name"] == "four_kans.several_players"
    assert explained(run, "extends")["topic"] == "ruleset.extends"


def test_explain_kandora_is_the_table_of_instants(run: Callable[..., str]) -> None:
    lines = explained(run, "kandora")["text"].split("\n")
    assert [line.split(" | ")[0] for line in lines[2:]] == ["declaration", "rinshan_draw", "discard", "discard_passed"]
    assert lines[4].endswith(" | no | no | yes | see pending")
    under = explained(run, "kandora", "--rules", "tenhou")["text"].split("\n")
    assert [line.split(" | ")[0] for line in under[2:]] == ["ankan", "daiminkan", "shouminkan"]
    assert under[3].endswith(" | no | no | yes | no")


def test_explain_kan_is_the_way_that_the_machine_walks(run: Callable[..., str]) -> None:
    from kanrules.kan import WAY

    text = explained(run, "kan")["text"]
    places = [text.index(f". {step.name}: {step.law}") for step in WAY]
    assert places == sorted(places)
    under = run("explain", "kan", "--rules", "tenhou")
    assert 'kandora.daiminkan = "discard": The kan dora indicator of a daiminkan is turned together' in under


def test_explain_a_plugins_own_code(run: Callable[..., str]) -> None:
    assert run("explain", "ema-602").startswith("ema-602: a code of the plugin ema\n")


def test_explain_says_what_was_probably_meant(run: Callable[..., str]) -> None:
    assert "did you mean kandora.ankan?" in run("explain", "kandora.anken", code=2)
    assert "did you mean furiten?" in run("explain", "furitn", code=2)
    assert "try a code" in run("explain", "xyzzy", code=2)


# --- check ---------------------------------------------------------------------------------------------------------


HEADS_OF_THE_CLUB = [
    ["club.toml", "note"],  # a later edition of the parent
    ["club.toml", "fine"],
    ["club.toml:9", "note"],  # a string of the text of a daiminkan
    ["club.toml:9", "note"],  # one of that of the indicator
    ["club.toml", "note"],  # what the file leaves open
]


def heads(text: str) -> list[list[str]]:
    """The file and the kind of each message, without the indented lines below it."""
    return [line.split(": ")[:2] for line in text.splitlines() if not line.startswith("  ")]


def test_check_takes_ids_files_and_folders(club: str, run: Callable[..., str]) -> None:
    text = run("check", "tenhou", club, ".")
    assert heads(text) == [["rulesets/tenhou.toml", "fine"], *HEADS_OF_THE_CLUB]


def test_check_leaves_cases_and_packaging_alone(club: str, run: Callable[..., str]) -> None:
    Path("club.cases.toml").write_text("[[case]]\n", encoding="utf-8")
    Path("pyproject.toml").write_text("[project]\n", encoding="utf-8")
    folder = run("check", ".")
    assert heads(folder) == HEADS_OF_THE_CLUB
    # A shell's `*.toml` names them, too.
    named = run("check", "club.cases.toml", club, "pyproject.toml")
    assert named == (
        "club.cases.toml: note: not a ruleset; `kanrules verify` plays its cases\n"
        "pyproject.toml: note: not a ruleset\n" + folder
    )


def test_check_names_the_inherited_texts_that_the_file_contradicts(club: str, run: Callable[..., str]) -> None:
    rules, said = load_ruleset(club), run("check", club).splitlines()
    told = [at for at, line in enumerate(said) if "no longer appl" in line]
    gone = [(key, lapse) for key, lapses in rules.lapsed.items() for lapse in lapses]
    assert [key for key, _ in gone] == ["procedure.daiminkan", "procedure.indicator"]
    for at, (key, lapse) in zip(told, gone, strict=True):
        assert f'because {lapse.cause} = "discard", this no longer applies in {key} (' in said[at]
        assert said[at + 1] == f'    "{lapse.string}"'
    assert "no longer appl" not in run("check", "ema-2025")


def test_check_goes_on_past_a_file_that_is_not_there(club: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["check", "nothing.toml", club])
    shown = capsys.readouterr()
    assert stopped.value.code == 2
    assert "nothing.toml: no such file" in shown.err and "club.toml: fine" in shown.out


@pytest.mark.parametrize(
    "command",
    [
        "check @",
        "diff @ ema-2016",
        "diff ema-2016 @",
        "sheet @",
        "show @",
        "book @",
        "casebook --rules @",
        "foul riichi_kan --rules @",
    ],
)
def test_a_misspelt_file_name_is_met_with_the_file_next_to_it(
    command: str, club: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(command.replace("@", "clbu.toml").split())
    assert stopped.value.code == 2 and "did you mean club.toml?" in capsys.readouterr().err
    monkeypatch.setenv("KANRULES_RULES", "./clbu.toml")
    with pytest.raises(SystemExit):
        main(["ask", "four kans"])
    assert "did you mean club.toml?" in capsys.readouterr().err


def test_a_file_whose_name_would_control_the_terminal_is_not_suggested(
    club: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("nearly\x1b[31m.toml").write_text("", encoding="utf-8")
    with pytest.raises(SystemExit):
        main(["show", "nearly[31m.toml"])
    shown = capsys.readouterr()
    assert "there is no such file" in shown.err and "\x1b" not in shown.err + shown.out


@pytest.mark.parametrize("name", bundled_ids())
def test_no_comparison_says_of_a_rule_that_does_not_arise_what_it_would_be(name: str) -> None:
    book, other = load_ruleset(name), load_ruleset("sega-mj" if name != "sega-mj" else "ema-2016")
    for one in compare(book, other):
        if one.key == "ruleset.plugins":
            continue
        for rules, meaning, origin in ((book, one.meaning_a, one.origin_a), (other, one.meaning_b, one.origin_b)):
            assert ("does not arise: " in meaning) is (one.key in mute(rules)), (rules.id, one.key)
            assert origin == rules.origin(decided_by(one.key, rules))


def test_show_says_of_a_fifth_kan_that_may_not_be_declared_nothing_about_robbers(run: Callable[..., str]) -> None:
    line = next(line for line in run("show", "ema-2016").splitlines() if line.startswith("  robbable "))
    assert line.split(None, 2)[2] == "does not arise: A fifth kan must not be declared."
