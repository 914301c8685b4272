"""`explain` for referees: the way of a kan with its effects, words of the field, and free words."""

from __future__ import annotations

from pathlib import Path

import pytest

from kanrules.cli import main
from kanrules.desk.explain import look_up
from kanrules.desk.topics import Topic, topics
from kanrules.kan import WAY
from kanrules.kan.kita import KITA_WAY
from kanrules.law.options import FourKansMoment
from kanrules.law.yaku import WORDS, YAKU, YAKUMAN
from kanrules.locale import translator
from kanrules.report.casebook import casebook_grid
from kanrules.ruleset import load_ruleset
from kanrules.ruleset.effects import effects, has_effect, mute
from kanrules.ruleset.explain import Explanation


def way(rules: str, *, hooks: bool = False) -> list[str]:
    found = look_up("kan", load_ruleset(rules) if rules else None, (), hooks=hooks)
    assert isinstance(found, Explanation)
    return list(found.lines)


def test_a_referees_way_of_a_kan_names_no_hook_and_no_key_without_effect() -> None:
    lines = way("wrc-2025")
    assert not any("asks the plugins" in line for line in lines)
    text = "\n".join(lines)
    # World Riichi 2025 turns every indicator when the kan is completed, forbids a fifth kan and knows no four-kan draw.
    assert text.count("kandora.daiminkan") == 1
    for silent in ("fifth_kan.robbable", "four_kans.abort_at", "four_kans.riichi_stick", "kandora.pending_on_next_kan"):
        assert silent not in text
    assert "indicator at the replacement draw" not in text and "after rinshan" not in text


def test_an_indicator_is_named_at_the_one_step_at_which_the_book_turns_it() -> None:
    lines = way("tenhou")
    at = next(number for number, line in enumerate(lines) if "kandora.daiminkan" in line)
    step = next(line for line in reversed(lines[:at]) if not line.startswith("      "))
    assert ". discard:" in step
    assert sum("kandora.daiminkan" in line for line in lines) == 1


def test_a_developers_way_names_every_key_and_every_hook() -> None:
    text = "\n".join(way("", hooks=True))
    for step in WAY:
        assert all(key in text for key in step.keys)
        assert all(hook in text for hook in step.hooks)


def test_a_plugin_with_a_word_at_a_step_is_named_there(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text(
        '[ruleset]\nid = "house"\nname = "House"\nextends = "tenhou"\nplugins = ["club"]\n[plugin.club]\nmax_kans = 3\n'
    )
    said = [line.strip() for line in way(str(path)) if "plugin club" in line]
    assert said == ["plugin club can decide here: before_kan"], "the hook of the option that is set, and no other"
    assert not any("plugin club" in line for line in way("tenhou"))


def way_of_kita(rules: str, *, hooks: bool = False) -> str:
    found = look_up("kita", load_ruleset(rules) if rules else None, (), hooks=hooks)
    assert isinstance(found, Explanation)
    assert any(option.topic == "kita.enabled" for option in found.options)
    return "\n".join(found.lines)


def test_kita_prints_its_way_step_by_step() -> None:
    everywhere = way_of_kita("")
    for number, step in enumerate(KITA_WAY, 1):
        assert f"{number:2}. {step.name}: {step.law}" in everywhere
    developers = way_of_kita("", hooks=True)
    assert all(key in developers for step in KITA_WAY for key in step.keys)


def test_a_books_way_of_a_kita_turns_a_waiting_indicator_where_its_key_says(tmp_path: Path) -> None:
    text = way_of_kita("tenhou-3p")
    assert "pending, kita completed:" in text and "pending, kita announced:" not in text
    assert 'kita.pending_indicator = "declaration"' in text and "kita.robbable" in text
    path = tmp_path / "house.toml"
    path.write_text(
        '[ruleset]\nid = "house"\nname = "House"\nextends = "tenhou-3p"\n[kita]\npending_indicator = "announced"\n'
    )
    text = way_of_kita(str(path))
    assert "pending, kita announced:" in text and "pending, kita completed:" not in text


@pytest.mark.parametrize("rules", ["tenhou", "sega-mj-3p"])
def test_where_no_north_is_set_aside_there_is_no_way_of_a_kita(rules: str) -> None:
    assert way_of_kita(rules) == ""


def test_a_step_with_a_key_that_names_a_moment_says_which_moment_is_its_own() -> None:
    both = (*WAY, *KITA_WAY)
    # These two also decide at another step, with any value.
    timed = {key for step in both for key in step.acts} - {"four_kans.one_player", "fifth_kan.policy"}
    assert len(timed) > 6
    assert [step.name for step in both if not timed.intersection(step.keys) <= set(step.acts)] == []
    moments = [step.acts["four_kans.abort_at"] for step in WAY if "four_kans.abort_at" in step.acts]
    assert moments == list(FourKansMoment)


def test_a_key_that_another_line_silences_has_no_effect_at_any_step() -> None:
    from kanrules.ruleset import bundled_ids

    for name in bundled_ids():
        rules = load_ruleset(name)
        for step in WAY:
            assert not mute(rules).intersection(effects(step, rules))
            assert has_effect(step, rules) or not any(rules.judge.asks(hook) for hook in step.hooks)


@pytest.mark.parametrize(
    ("word", "topic"),
    [
        ("menzen", "menzen"), ("四槓流れ", "suukaikan"), ("海底牌", "haitei"), ("carré", "kantsu"), ("Carré", "kantsu"),
        ("リンシャンハイ", "rinshanpai"), ("ワンパイ", "wanpai"), ("カンツ", "kantsu"), ("コーツ", "koutsu"),
        ("捨て牌", "sutehai"), ("副露", "naki"), ("他家", "taacha"), ("mur mort", "wanpai"), ("brelan", "koutsu"),
        ("tuile de remplacement", "rinshanpai"), ("toimen", "toimen"), ("Wachtend Spel", "wait"),
        ("Randsteen", "penchan"), ("dead wall draw", "rinshanpai"), ("カン", "kan"), ("riichi kan", "riichi_kan"),
        ("red fives", "scoring.red_fives"), ("four kans", "suukantsu"), ("dead hand", "dead_hand"),
    ],
)  # fmt: skip
def test_the_words_of_the_field_are_known_in_every_language(word: str, topic: str) -> None:
    found = look_up(word, None, ())
    assert isinstance(found, Explanation)
    assert found.topic == topic


@pytest.mark.parametrize(
    ("words", "key"),
    [
        ("indicator forgotten", "penalty.indicator_late"),
        ("dead wall replenish", "procedure.dead_wall"),
        ("vervangende steen vergeten", "penalty.replacement_forgotten"),
        ("may thirteen orphans rob an ankan", "chankan.ankan"),
    ],
)
def test_free_words_find_the_keys_that_they_mean(words: str, key: str) -> None:
    found = look_up(words, load_ruleset("ema-2016"), ())
    assert isinstance(found, Explanation)
    assert key in [option.topic for option in found.options]
    assert all("Under ema-2016" in option.text for option in found.options)


@pytest.mark.parametrize("asked", topics(), ids=[one.id for one in topics()])
def test_every_question_of_ask_is_explained_by_its_id(asked: Topic) -> None:
    found = look_up(asked.id, None, ())
    assert isinstance(found, Explanation) and asked.question in found.text
    assert not asked.fact or asked.fact in found.lines
    # Something is told below the question.
    assert found.lines or found.options or asked.unsaid


def test_one_misspelt_name_is_a_slip_of_the_pen_and_not_a_question() -> None:
    assert look_up("furitn", None, ()) == "furiten"
    assert look_up("kandora.anken", None, ()) == "kandora.ankan"
    assert look_up("xyzzy", None, ()) == ""


def test_the_casebook_is_searched_by_what_the_words_mean_where_they_stand_together_nowhere() -> None:
    rules = [load_ruleset("ema-2016")]
    asked = [
        one.text for chapter in casebook_grid(rules, ["indicator", "forgotten"]).chapters for one in chapter.questions
    ]
    assert asked[0] == "When is the kan dora indicator of an ankan turned?"
    assert asked[-1] == ("What if a kan dora indicator is turned too late or not at all?")
    exact = [
        f"{one.text} {one.name}"
        for chapter in casebook_grid(rules, ["orphans", "rob", "ankan"]).chapters
        for one in chapter.questions
    ]
    assert all("orphans" in text for text in exact)
    assert casebook_grid(rules, ["pizza"]).questions == 0


def test_fourteen_tiles_are_refused_with_the_option_for_the_drawn_one(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["5556888s678p123m8s"], ["5556888s678p123m8s", "--draw", "8s"], ["5556888s678p123m"]):
        with pytest.raises(SystemExit) as stopped:
            main(["riichi-kan", *words, "--rules", "ema-2016"])
        assert stopped.value.code == 2
        assert "give the drawn tile with --draw" in capsys.readouterr().err


@pytest.mark.parametrize("name", YAKU + YAKUMAN)
def test_every_yaku_is_a_word_by_its_one_spelling_and_as_it_is_called(name: str) -> None:
    for topic in (name, WORDS[name]):
        assert isinstance(look_up(topic, load_ruleset("ema-2016"), ()), Explanation), topic


def test_a_yaku_is_written_the_same_in_every_language() -> None:
    found = look_up("pinfu", None, ())
    assert isinstance(found, Explanation)
    for language in ("en", "ja", "fr", "nl", "de"):
        assert "`pinfu`" in translator(language)(found.text)
    great = look_up("chuuren_9", load_ruleset("tenhou"), ())
    assert isinstance(great, Explanation) and great.text.startswith("A yakuman. ")
    assert [option.topic for option in great.options] == [
        "scoring.double_yakuman", "scoring.yakuman_limit", "scoring.without_yaku",
    ]  # fmt: skip
