"""Words and rules agree: what a text says of a rule lapses where the rule is changed, and a plugin's answer with it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kanrules.cli import main
from kanrules.desk.foul import foul
from kanrules.errors import PluginError
from kanrules.hooks.discovery import check_hooks
from kanrules.locale import translator
from kanrules.locale.sentences import RulebookText, strings_of
from kanrules.report.casebook import casebook_grid
from kanrules.report.sheet import sheet
from kanrules.ruleset import Ruleset, RulesetError, load_ruleset
from kanrules.ruleset.diff import chosen, compare
from kanrules.ruleset.keys import keys
from kanrules.ruleset.lapse import Lapse
from kanrules.ruleset.library import bundled
from kanrules.ruleset.lint import warnings
from kanrules.ruleset.load import load_file
from kanrules.ruleset.standalone_toml import to_toml


def club(folder: Path, text: str, parent: str = "ema-2016", head: str = "", *, local: bool = False) -> Ruleset:
    path = folder / "club.toml"
    path.write_text(f'[ruleset]\nid = "club"\nextends = "{parent}"\n{head}\n{text}\n', encoding="utf-8")
    return load_ruleset(path, allow_local_plugins=local)


def printed(rules: Ruleset) -> str:
    return "\n".join(line.answer[0].text for group in sheet(rules).groups for line in group.lines)


def test_every_key_that_words_are_tied_to_exists_and_takes_the_value() -> None:
    for key in keys().values():
        for name in (*key.describes, *key.prices):
            assert name in keys(), f"{key.name} speaks of {name}"
        for name, value in key.presupposes:
            assert value in keys()[name].allowed, f"{key.name} presupposes {name} = {value}"


def test_a_fifth_kan_that_ends_the_hand_is_no_foul_whatever_a_parent_or_its_plugin_says(tmp_path: Path) -> None:
    rules = club(tmp_path, '[fifth_kan]\npolicy = "abort"')
    found = foul("fifth_kan", rules)
    assert found.verdict == "no foul" and found.steps[0].then == "none" and found.ruling.key == "fifth_kan.policy"
    assert "forbidden fifth kan" not in "\n".join(
        line.subject[0].lower() for group in sheet(rules).groups for line in group.lines
    )
    asked = [
        one for chapter in casebook_grid([rules]).chapters for one in chapter.questions if "fifth" in one.text.lower()
    ]
    costs = [one.answers["club"].text for one in asked if one.id == "cost-of-a-forbidden-fifth-kan"]
    assert costs == ["no foul: A fifth kan ends the hand in an abortive draw."]


def test_words_that_forbid_a_dead_hand_its_own_tiles_lapse_where_they_are_allowed(tmp_path: Path) -> None:
    assert load_ruleset("ema-2016")["penalty.dead_hand_kan"]
    rules = club(tmp_path, '[kan]\ndead_hand = "own_tiles"')
    claimed, own_tiles = strings_of(load_ruleset("ema-2016")["penalty.dead_hand_kan"])
    assert rules["penalty.dead_hand_kan"] == claimed, "a claimed tile is chombo still"
    assert rules.lapsed["penalty.dead_hand_kan"] == (Lapse(own_tiles, "kan.dead_hand"),)
    assert (
        rules.origin("penalty.dead_hand_kan").source == load_ruleset("ema-2016").origin("penalty.dead_hand_kan").source
    )
    assert own_tiles not in printed(rules)


def test_a_text_of_which_nothing_is_left_is_no_text(tmp_path: Path) -> None:
    rules = club(tmp_path, '[kan]\ndead_hand = "own_tiles"', "m-league")
    assert rules["penalty.dead_hand_kan"] == "" and rules.origin("penalty.dead_hand_kan").is_default


def test_which_kans_are_illegal_is_no_part_of_what_an_illegal_one_costs(tmp_path: Path) -> None:
    """Found with a club whose one own line made its slip say "chombo" without the condition."""
    parent = load_ruleset("ema-2025")
    for folder, head in (("annotated", ""), ("not", "penalty")):
        (tmp_path / folder).mkdir()
        text = '[riichi_kan]\nlevel = "same_waits"'
        if head:
            text += f"\n[penalty]\nriichi_kan = {json.dumps(str(parent['penalty.riichi_kan']))}"
        rules = club(tmp_path / folder, text, "ema-2025")
        assert rules["penalty.riichi_kan"] == parent["penalty.riichi_kan"]
        grandchild = tmp_path / folder / "team.toml"
        grandchild.write_text('[ruleset]\nid = "team"\nextends = "club.toml"\n[riichi_kan]\nlevel = "same_readings"\n')
        assert load_ruleset(grandchild)["penalty.riichi_kan"] == parent["penalty.riichi_kan"]


def test_another_moment_of_the_indicator_takes_only_the_strings_about_it(tmp_path: Path) -> None:
    parent, rules = load_ruleset("ema-2016"), club(tmp_path, '[kandora]\nshouminkan = "discard"')
    assert strings_of(rules["procedure.shouminkan"]) == strings_of(parent["procedure.shouminkan"])[:1]
    assert strings_of(rules["procedure.indicator"]) == strings_of(parent["procedure.indicator"])[:1]
    assert rules["procedure.daiminkan"] == parent["procedure.daiminkan"], "a daiminkan has its own moment"


def test_every_text_of_a_bundled_ruleset_says_which_keys_each_of_its_strings_states() -> None:
    for id, path in bundled().items():
        written = load_file(path).layers[0].written
        texts = {key for key, value in written.values.items() if keys()[key].is_text and value}
        assert set(written.about) == texts, f"{id}: [about] and the texts differ"


def test_a_text_in_strings_is_translated_string_by_string(tmp_path: Path) -> None:
    text = load_ruleset("ema-2016")["penalty.riichi_kan"]
    assert isinstance(text, RulebookText)
    for language in ("de", "fr", "nl"):
        speak = translator(language)
        assert speak(text) == " ".join(map(speak, text.strings)) and speak.knows(text)
        own = RulebookText((text.strings[0], "Our hall rings a bell."))
        assert speak(own) == f"{speak(text.strings[0])} Our hall rings a bell." and not speak.knows(own)
    assert translator("ja")(text) == "".join(map(translator("ja"), text.strings))


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ('[about]\n"penalty.riichi_kan" = [[]]', "KR102", "this file has no text `penalty.riichi_kan`"),
        ('[penalty]\nempty_call = ["A.", "B."]\n[about]\n"penalty.empty_call" = [[]]', "KR102", "has 2 strings"),
        ('[penalty]\nempty_call = "A."\n[about]\n"penalty.empty_call" = [["kan.dead"]]', "KR101", 'no key "kan.dead"'),
        ('[penalty]\nempty_call = "A."\n[about]\n"penalty.empty" = [[]]', "KR101", 'no text "penalty.empty"'),
        ('[penalty]\nempty_call = "A."\n[about]\n"penalty.empty_call" = "kan.dead_hand"', "KR103", "a list of keys"),
        ('[penalty]\nempty_call = "A."\n[about]\n"penalty.empty_call" = [["penalty.empty_call"]]', "KR101", "no key"),
        ('[penalty]\nempty_call = []', "KR103", "a string or a list of strings"),
        ('[penalty]\nempty_call = ["A.", 2]', "KR103", "a string or a list of strings"),
        ('[ruleset.about]\nx = 1', "KR101", "about"),
    ],
)  # fmt: skip
def test_a_mistake_in_about_has_its_line_and_a_hint(tmp_path: Path, text: str, code: str, said: str) -> None:
    with pytest.raises(RulesetError) as refused:
        club(tmp_path, text)
    (problem,) = refused.value.problems
    assert problem.code == code and said in problem.message and problem.line > 3


def test_check_shows_the_string_that_went_and_the_line_to_write(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    club(tmp_path, '[kandora]\nshouminkan = "discard"')
    with pytest.raises(SystemExit):
        main(["check", str(tmp_path / "club.toml")])
    out = capsys.readouterr().out
    stays, went = strings_of(load_ruleset("ema-2016")["procedure.shouminkan"])
    assert 'club.toml:6: note: because kandora.shouminkan = "discard", this no longer applies' in out
    assert f"    {json.dumps(went)}\n" in out
    line = next(line for line in out.splitlines() if line.startswith("    shouminkan = "))
    again = club(tmp_path, f'[kandora]\nshouminkan = "discard"\n[procedure]\n{line.strip()}')
    assert strings_of(again["procedure.shouminkan"]) == (stays, "...")


@pytest.mark.parametrize(
    ("parent", "text", "said"),
    [
        ("ema-2025", '[riichi_kan]\nillegal = "dead_hand"', "in penalty.riichi_kan (plugin ema):"),  # some strings go
        ("ema-2016", '[fifth_kan]\npolicy = "abort"', "in penalty.fifth_kan (plugin ema):"),  # the whole text goes
    ],
)
def test_check_names_the_plugin_that_brought_the_string_that_went(
    parent: str, text: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    club(tmp_path, text, parent)
    with pytest.raises(SystemExit) as stopped:
        main(["check", str(tmp_path / "club.toml")])
    assert stopped.value.code == 0
    assert said in capsys.readouterr().out


def test_words_are_kept_where_nothing_changes_and_where_a_key_is_only_said_again(tmp_path: Path) -> None:
    parent = load_ruleset("ema-2016")
    rules = club(tmp_path, '[kan]\ndead_hand = "forbidden"\n[kandora]\nankan = "declaration"')
    assert not rules.lapsed and rules["penalty.dead_hand_kan"] == parent["penalty.dead_hand_kan"]


def test_a_difference_that_nobody_chose_is_not_counted_as_one(tmp_path: Path) -> None:
    parent, rules = load_ruleset("ema-2016"), club(tmp_path, '[kan]\ndead_hand = "own_tiles"')
    found = compare(parent, rules)
    assert [one.key for one in chosen(found)] == ["kan.dead_hand"]
    lapsed = {one.key: one.meaning_b for one in found if one.lapsed}
    assert set(lapsed) == set(rules.lapsed)
    assert not [one.key for one in found if one.is_assumed], "nothing is assumed where a text has lapsed"
    reason = next(one.meaning_b for one in found if one.key == "kan.dead_hand")
    assert lapsed["penalty.dead_hand_kan"] == rules["penalty.dead_hand_kan"], "what is left"
    book = load_ruleset("m-league")
    found = compare(book, club(tmp_path, '[kan]\ndead_hand = "own_tiles"', "m-league"))
    (gone,) = [one.meaning_b for one in found if one.lapsed]
    reason = next(one.meaning_b for one in found if one.key == "kan.dead_hand")
    assert gone == f"no longer applies: {reason}"


def test_words_that_a_child_writes_anew_hold_beside_the_rule_that_it_changes(tmp_path: Path) -> None:
    words = load_ruleset("ema-2016")["procedure.ankan"]
    rules = club(tmp_path, f'[kandora]\nankan = "discard"\n[procedure]\nankan = {json.dumps(words)}')
    assert rules["procedure.ankan"] == words and not rules.lapsed.get("procedure.ankan")
    assert not [one for one in warnings(rules) if "procedure.ankan" in one.message], "said again for another rule"


def test_a_figure_in_words_lapses_with_the_price_and_words_without_one_do_not(tmp_path: Path) -> None:
    change = "[chombo]\npoints = 8000"
    mil, m_league = (load_ruleset(name)["penalty.riichi_kan"] for name in ("mil-2024", "m-league"))
    assert "12,000" in mil and not any(sign.isdigit() for sign in m_league)
    assert club(tmp_path, change, "mil-2024")["penalty.riichi_kan"] == ""
    assert club(tmp_path, change, "m-league")["penalty.riichi_kan"] == m_league
    own = club(tmp_path, f"[penalty]\nriichi_kan = {json.dumps(str(mil))}", "mil-2024")
    (tmp_path / "team.toml").write_text(f'[ruleset]\nid = "team"\nextends = "club.toml"\n{change}\n')
    assert own["penalty.riichi_kan"] == mil
    assert load_ruleset(tmp_path / "team.toml")["penalty.riichi_kan"] == "", "a club that annotates nothing"


def test_words_laid_over_in_an_option_lapse_like_a_files(tmp_path: Path) -> None:
    rules = load_ruleset("m-league").with_options({"kan.dead_hand": "own_tiles"})
    assert rules["penalty.dead_hand_kan"] == ""
    assert rules.with_options({"kan.dead_hand": "forbidden"})["penalty.dead_hand_kan"]


def test_own_words_about_what_the_own_lines_rule_out_are_a_line_without_effect(tmp_path: Path) -> None:
    rules = club(tmp_path, '[fifth_kan]\npolicy = "abort"\n[penalty]\nfifth_kan = "A dead hand."')
    (problem,) = [one for one in warnings(rules) if "penalty.fifth_kan" in one.message]
    assert problem.code == "KR109" and "fifth_kan.policy" in problem.message
    assert rules["penalty.fifth_kan"] == ""


PLUGIN = """
from kanrules import FifthKan, Penalty, PenaltyType, hookimpl
{more}
@hookimpl
def penalty(foul):
    return Penalty(PenaltyType.POINTS, 500, code="house-601", text="five hundred")
"""


@pytest.mark.parametrize("answer", ["penalty", "penalty.wrong_tiles"])
def test_a_plugins_answer_lapses_with_the_key_that_it_presupposes(tmp_path: Path, answer: str) -> None:
    more = f'presupposes = {{"{answer}": {{"kan.dead_hand": "forbidden"}}}}'
    (tmp_path / "house.py").write_text(PLUGIN.format(more=more))
    plain = club(tmp_path, "", "tenhou", 'plugins = ["./house.py"]', local=True)
    assert foul("wrong_tiles", plain).steps[0].then == "points"  # its judge has been made
    for value, costs in (("forbidden", "points"), ("own_tiles", "none")):
        text = f'[kan]\ndead_hand = "{value}"'
        as_written = club(tmp_path, text, "tenhou", 'plugins = ["./house.py"]', local=True)
        as_set = plain.with_options({"kan.dead_hand": value})
        for rules in (as_written, as_set):
            found = foul("wrong_tiles", rules).steps
            assert (found[0].then if found else "none") == costs
            other = foul("empty_call", rules).steps
            assert (other[0].then if other else "none") == (
                "none" if answer == "penalty" and value == "own_tiles" else "points"
            )


def test_a_plugin_that_forbids_some_fifth_kans_leaves_their_words_standing(tmp_path: Path) -> None:
    more = "@hookimpl\ndef fifth_kan(kan):\n    return FifthKan.FORBIDDEN\n"
    (tmp_path / "house.py").write_text(
        PLUGIN.format(more=more)
        .replace("def penalty", "def payments")
        .replace("(foul)", "(result)")
        .replace("    return Penalty(PenaltyType.POINTS", "    return None and (PenaltyType.POINTS")
        .replace(', code="house-601", text="five hundred"', "")
    )
    text = '[fifth_kan]\npolicy = "abort"\n[penalty]\nfifth_kan = "A dead hand."'
    rules = club(tmp_path, text, "tenhou", 'plugins = ["./house.py"]', local=True)
    assert rules["penalty.fifth_kan"] == "A dead hand."
    assert foul("fifth_kan", rules).text == "A dead hand."


@pytest.mark.parametrize(
    ("presupposes", "said"),
    [
        ([], "not a table of tables"),
        ({"penalty": "forbidden"}, "not a table of tables"),
        ({"penality": {}}, "there is no hook 'penality'"),
        ({"rob_kan.ankan": {}}, "there is no hook"),
        ({"penalty": {"kan.dead": 1}}, "there is no key 'kan.dead'"),
    ],
)
def test_a_plugin_that_presupposes_nonsense_is_refused(presupposes: object, said: str) -> None:
    from types import SimpleNamespace

    import kanrules_ema

    plugin = SimpleNamespace(penalty=kanrules_ema.penalty, presupposes=presupposes)
    with pytest.raises(PluginError, match=said):
        check_hooks("house", plugin)


def test_a_row_that_a_plugin_may_overrule_says_so_in_sheet_casebook_and_explain(tmp_path: Path) -> None:
    from kanrules.report.casebook import casebook_markdown
    from kanrules.ruleset.explain import explain

    (tmp_path / "dealer-dora.py").write_text(
        "from kanrules import Instant, hookimpl\n@hookimpl\ndef reveal_kandora(kan):\n"
        "    return Instant.NEVER if kan.seat == 1 else None\n"
    )
    rules = club(tmp_path, "", "tenhou", 'plugins = ["./dealer-dora.py"]', local=True)
    lines = {line.subject[0]: line for group in sheet(rules).groups for line in group.lines}
    assert "see plugin dealer-dora" in lines["Kan dora of an ankan"].citation.instead
    assert "see plugin" not in lines["Robbing an ankan"].citation.instead
    told = explain("kandora.ankan", rules, [rules])
    assert not isinstance(told, str) and any("see plugin dealer-dora" in line for line in told.lines)
    assert "see plugin dealer-dora" in casebook_markdown(casebook_grid([rules], ["daiminkan", "turned"]))
    way = explain("kan", rules, [rules])
    assert not isinstance(way, str) and any("plugin dealer-dora can decide here" in line for line in way.lines)


def test_a_standalone_file_keeps_what_its_texts_state(tmp_path: Path) -> None:
    rules = club(tmp_path, '[kandora]\nshouminkan = "discard"')
    (tmp_path / "alone").mkdir()
    alone = tmp_path / "alone" / "club.toml"
    alone.write_text(to_toml(rules), encoding="utf-8")
    again = load_ruleset(alone)
    for key in keys().values():
        if key.is_text:
            assert again.about(key.name) == rules.about(key.name) and again[key.name] == rules[key.name]
