"""Every key, value, code and word has its words, and the pages made of them are up to date."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from kanrules.cli import main
from kanrules.kan import WAY, liability
from kanrules.law import scoring, yaku
from kanrules.law.codes import CODES
from kanrules.law.options import Floating
from kanrules.locale import translator
from kanrules.locale.sentences import Sentence
from kanrules.ruleset import glossary
from kanrules.ruleset.aliases import aliases
from kanrules.ruleset.key_sentences import meaning
from kanrules.ruleset.keys import Takes, keys, other_words, table_words, tables
from kanrules.ruleset.reference import json_schema
from tools.codes_page import codes_markdown
from tools.keys_page import reference_markdown
from tools.translations import words_of_keys

HERE = Path(__file__).parent.parent.parent
# The words of the field, one spelling each.
WORDS = [
    "ankan",
    "daiminkan",
    "shouminkan",
    "kantsu",
    "rinshanpai",
    "rinshan_kaihou",
    "wanpai",
    "kandora",
    "kan-ura",
    "indicator",
    "chankan",
    "sekinin_barai",
    "suukaikan",
    "sankantsu",
    "suukantsu",
    "kokushi",
    "furiten",
    "tenpai",
    "wait",
    "reading",
    "okuri-kan",
    "kyoku",
    "honba",
    "riichi_stick",
    "chombo",
    "dead_hand",
]
TYPES = {
    Takes.SWITCH: "boolean",
    Takes.NUMBER: "integer",
    Takes.TEXT: "string",
    Takes.UMA: "array",
    Takes.FLOATING: "object",
}
SAMPLES = {
    Takes.TEXT: "Words.",
    Takes.UMA: (20000, 10000, -10000, -20000),
    Takes.FLOATING: Floating(((0, 0, 0, 0), (12000, -1000, -3000, -8000), *((0, 0, 0, 0),) * 3)),
}


def test_every_key_has_a_title_and_a_question() -> None:
    for entry in keys().values():
        assert entry.title and entry.question.endswith("?")


def test_every_table_has_its_title() -> None:
    assert list(table_words()) == list(tables())


@pytest.mark.parametrize("name", list(keys()))
def test_every_value_means_something_at_the_table(name: str) -> None:
    key = keys()[name]
    written = set(keys()[name].sentences)
    if key.takes in (Takes.CHOICE, Takes.SWITCH) or (key.takes is Takes.NUMBER and key.allowed):
        spelled = {"true" if value is True else "false" if value is False else str(value) for value in key.allowed}
        spelled |= {"any"} if key.members else set()
        assert written == spelled, "a sentence for each value, and for nothing else"
        said = [meaning(name, value) for value in key.allowed]
    else:
        said = [
            meaning(name, key.default),
            meaning(name, SAMPLES.get(key.takes) or key.maximum or key.allowed or ("Words.",)),
        ]
    for sentence in said:
        assert not sentence[0].islower() and sentence.endswith(".") and "{" not in sentence
    assert len(set(said)) == len(said)


def test_numbers_and_lists_are_put_into_their_sentence() -> None:
    assert (
        meaning("kan.min_live_tiles", 4) == "A kan may be declared only if 4 or more tiles are left in the live wall."
    )
    assert meaning("kan.min_live_tiles", 1) == ("A kan may be declared as long as one tile is left in the live wall.")
    assert (
        meaning("scoring.double_yakuman", ("kokushi_13", "suukantsu"))
        == "These yakuman are worth double: kokushi on thirteen tiles, suukantsu."
    )
    assert meaning("penalty.empty_call", "") == "No published penalty found."
    assert (
        meaning("game.uma", (15000, 5000, -5000, -15000))
        == "The four places are worth +15000 / +5000 / -5000 / -15000."
    )
    assert meaning("game.uma", (0, 0, 0, 0)) == "Uma is not used."
    assert meaning("game.floating", SAMPLES[Takes.FLOATING]).endswith("points: 1: +12000 / -1000 / -3000 / -8000.")
    assert meaning("notes.text", ("No smoking.", "Be on time.")) == "No smoking. Be on time."
    assert meaning("penalty.empty_call", "Dead {value} hand.") == "Dead {value} hand."


def test_a_translation_is_asked_for_the_sentence_before_the_value_is_put_in() -> None:
    said = meaning("draws.noten_payment", 3000)
    assert isinstance(said, Sentence)
    assert said.template == "Players who are not tenpai pay {value} points in total to the players who are."
    assert said == "Players who are not tenpai pay 3000 points in total to the players who are."
    dutch = translator("nl")
    assert dutch(said.template) != said.template
    assert dutch(said) == dutch(said.template).replace("{value}", dutch(said.args["value"]))


@pytest.mark.parametrize("name", list(keys()))
def test_words_are_of_values_that_the_key_can_have(name: str) -> None:
    """A line of words that begins like a value, by mistake, would end the sentence before it."""
    key = keys()[name]
    values = {str(value).lower() if value in (True, False) else str(value) for value in key.allowed}
    possible = values | {"none", "any"} if key.takes is not Takes.NUMBER else values | {"none", "any", "1"}
    assert set(key.sentences) <= possible
    assert set(key.short_sentences) <= possible


def test_every_sentence_is_extracted_for_translation() -> None:
    said = {text for key in keys().values() for text in (key.title, key.question, *key.sentences.values())}
    said |= {text for key in keys().values() for text in key.short_sentences.values()}
    said |= {text for pair in table_words().values() for text in pair}
    assert said - set(words_of_keys()) == {"{value}"}


def test_every_code_is_explained_and_its_keys_exist() -> None:
    for entry in CODES.values():
        assert entry.says and not entry.says.endswith(".")
        assert entry.when.endswith(".") and entry.example.endswith((".", '"'))
        assert set(entry.keys) <= set(keys())


@pytest.mark.parametrize(
    ("code", "hand", "draw", "kan", "level"),
    [
        ("KR204", "3444m778899s333z", "4m", "4m", "same_waits"),
        ("KR205", "5556888s678p123m", "8s", "8s", "same_readings"),
        ("KR208", "1123456788999s", "9s", "9s", "same_readings_and_yaku"),
    ],
)
def test_the_hands_in_the_examples_are_what_they_say(code: str, hand: str, draw: str, kan: str, level: str) -> None:
    from kanrules import riichi_kan

    assert hand in CODES[code].example
    assert riichi_kan(hand, draw, kan=kan, rules="ema-2016", level=level).code == code


def test_the_words_of_the_house_are_all_in_the_glossary() -> None:
    assert set(WORDS) <= set(glossary.glossary())
    for word, entry in glossary.glossary().items():
        assert entry.meaning.endswith("."), word


def test_a_key_names_terms_that_exist_and_its_place_among_their_keys() -> None:
    for key in keys().values():
        assert {term.partition("|")[0] for term in key.terms} <= set(glossary.glossary()), key.name
    for term in glossary.glossary():
        places = [place for key in keys().values() for name, _, place in [one.partition("|") for one in key.terms]
                  if name == term]  # fmt: skip
        assert set(places) <= {""} or sorted(places) == [str(place) for place in range(1, len(places) + 1)], term
    assert glossary.keys_about("furiten") == (
        "furiten.temporary_ends", "furiten.without_yaku", "chankan.passing_is_furiten",
    )  # fmt: skip


def test_other_peoples_words_lead_to_ours() -> None:
    assert glossary.look_up("kakan") == "shouminkan"
    assert glossary.look_up("Suukan Sanra") == "suukaikan"
    assert glossary.look_up("PAO") == glossary.look_up("責任払い") == "sekinin_barai"
    assert glossary.look_up("rinshan kaihou") == glossary.look_up("rinshan-kaihou") == "rinshan_kaihou"
    assert glossary.look_up("chow") == ""
    names = [other.casefold() for entry in glossary.glossary().values() for other in entry.also]
    assert len(names) == len(set(names)), "a name that means two things"


def test_every_alias_leads_somewhere() -> None:
    for word, meant in other_words().items():
        head = meant.removeprefix("ruleset.")
        assert (
            meant in keys()
            or meant in tables()
            or meant.partition(".")[0] in ("", "source", "plugin", "event")
            or head in ("authority", "extends", "name", "edition")
        ), word
    known = {str(value) for key in keys().values() for value in key.allowed}
    for word, values in aliases("values").items():
        assert set(values) <= known, word


def test_the_yaku_of_the_schema_are_those_that_are_scored() -> None:
    assert (
        yaku.YAKU == scoring.YAKU
        and yaku.YAKUMAN == scoring.YAKUMAN
        and (*dict(liability._SETS), "suukantsu") == yaku.LIABLE_YAKUMAN
    )


def test_the_way_of_a_kan_names_keys_that_exist() -> None:
    assert {key for step in WAY for key in step.keys} <= set(keys())


def test_the_reference_has_every_key_value_and_code() -> None:
    page = reference_markdown()
    for key in keys().values():
        assert f"\n### {key.name}\n" in page
        for value in key.allowed:
            assert str(value).lower() in page.split(f"\n### {key.name}\n")[1].split("\n### ")[0].lower()
    codes = codes_markdown()
    assert all(f"\n### {code}" in codes for code in CODES)


def at(schema: dict[str, Any], found: dict[str, Any]) -> dict[str, Any]:
    """A part of the schema, with what it refers to."""
    return {**schema["$defs"].get(found.get("$ref", "").rpartition("/")[2], {}), **found}


def test_the_schema_for_editors_knows_every_key_and_value(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["check", "--json-schema"])
    assert stopped.value.code == 0
    schema = json.loads(capsys.readouterr().out)
    assert schema == json_schema()
    assert schema["additionalProperties"] is False
    for key in keys().values():
        found = at(schema, at(schema, schema["properties"][key.table])["properties"][key.field])
        if key.takes in (Takes.CHOICE,) or (key.takes is Takes.NUMBER and key.allowed):
            assert found["enum"] == list(key.allowed)
        elif key.takes is Takes.LIST:
            assert found["items"] == {"type": "string", **({"enum": list(key.allowed)} if key.allowed else {})}
        elif key.members:
            switch, listed = found["oneOf"]
            assert switch["type"] == "boolean" and listed["items"]["enum"] == list(key.members)
        elif key.is_text:
            string, listed = found["anyOf"]
            assert string == {"type": "string"}
            assert listed == {"type": "array", "items": {"type": "string", "minLength": 1}, "minItems": 1}
        else:
            assert found["type"] == TYPES[key.takes]
        assert found["description"] == keys()[key.name].question
    texts = {key.name for key in keys().values() if key.is_text}
    assert set(at(schema, schema["properties"]["about"])["propertyNames"]["enum"]) == texts
    assert set(schema["properties"]["source"]["properties"]) == {*keys(), *(f"{one}.*" for one in tables()), "*"}
