"""Questions in the words of players and referees, in five languages, and the topic that each is about.

`questions/README.md` says who wrote them. `aside.*` were set aside before the vocabulary was written. `learn.*` are
those that the vocabulary was tried on. `rounds.*` were written in rounds, and each round was scored before the
vocabulary was mended.
"""

from __future__ import annotations

import gzip
import re
import tomllib
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from kanrules import Ankan, Daiminkan, Discard, Draw, Kyoku, Pass, Seat, Shouminkan, score
from kanrules.desk.casebook import cases_by_id
from kanrules.desk.facets import KANS, asked
from kanrules.desk.lexicon import folded, language_of
from kanrules.desk.matching import ways
from kanrules.desk.meaning import contradicts, meant, nearest
from kanrules.desk.subjects import Subject, casebook, subjects
from kanrules.locale import translator
from kanrules.ruleset.keys import keys

HERE = Path(__file__).parent / "questions"
ROOM = Path(__file__).parents[2] / "kanrules" / "desk"
LANGUAGES = ("en", "ja", "fr", "de", "nl")
OFF = "off"
RIGHT: dict[str, list[str]] = tomllib.loads((HERE / "topics.toml").read_text(encoding="utf-8"))
FLOOR = {"aside": 0.965, "learn": 0.98}
"""Minimum part of the questions of each language that are answered rightly, or met with the right question."""
ROUNDS_FLOOR = 0.955
VARIED = ("mixed", "more", "writers")
"""Lists of questions that vary more in wording and subject."""
VARIED_MET, VARIED_ANSWERED, VARIED_WRONG = 0.95, 0.85, 0.03
ANSWERED = 0.9
"""Minimum part whose first answer is right."""
WRONG = 0.03
"""Maximum part whose first answer is wrong."""
PARTS = 5
OFF_FLOOR = 0.9
REVERSED = [set(pair) for pair in tomllib.loads((HERE / "reversed.toml").read_text(encoding="utf-8"))["pairs"]]
"""Labels of which one must never be answered for the other."""


_DERIVED = (
    "dragon2", "dragon3", "riichifirst", "riichilast", "inriichi", "seq", "fifthkan", "fourthkan", "thenrobbed",
    "twoeach",
)  # fmt: skip
"""Concepts that are read off several words."""


def questions(which: str, language: str) -> list[tuple[str, str, str]]:
    """Return the pair that a question belongs to ("" if none), its label, and the question."""
    found = []
    for line in (HERE / f"{which}.{language}.txt").read_text(encoding="utf-8").splitlines():
        named, _, question = line.partition(" | ")
        *pair, label = named.split()
        found.append(("".join(pair).rstrip("ab-"), label, question))
    return found


def first(question: str, language: str) -> str:
    found = meant(question, language)
    return found[0].name if found else OFF


def offered(question: str, language: str) -> set[str]:
    return {subject.name for subject in nearest(question, language)}


def accepted(label: str) -> set[str]:
    """Return the subjects that a label accepts: several labels are divided by slashes."""
    return {name for one in label.split("/") for name in RIGHT.get(one, [one])}


def judge(
    rows: list[tuple[str, str]], language: str, floor: float, answered: float = ANSWERED, most: float = WRONG
) -> None:
    """Hold the answers to labelled questions to the three limits."""
    told = [(text, accepted(label), first(text, language)) for label, text in rows]
    wrong = [one for one in told if one[2] != OFF and one[2] not in one[1]]
    unsure = [one for one in told if one[2] == OFF and OFF not in one[1]]
    lost = [one for one in unsure if one[1].isdisjoint(offered(one[0], language))]
    assert len(wrong) <= most * len(rows), wrong
    assert len(wrong) + len(lost) <= (1 - floor) * len(rows), (wrong, lost)
    assert len(wrong) + len(unsure) <= (1 - answered) * len(rows), unsure


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("which", FLOOR)
def test_a_question_is_answered_rightly_or_met_with_the_right_question(which: str, language: str) -> None:
    judge([(label, text) for _, label, text in questions(which, language) if label != OFF], language, FLOOR[which])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("which", VARIED)
def test_varied_questions_are_answered_rightly_or_met_with_the_right_question(which: str, language: str) -> None:
    rows = [(label, text) for _, label, text in questions(which, language)]
    judge([row for row in rows if row[0] != OFF], language, VARIED_MET, VARIED_ANSWERED, VARIED_WRONG)
    off = [text for label, text in rows if label == OFF]
    answered = [(text, first(text, language)) for text in off if first(text, language) != OFF]
    assert len(answered) <= max(1, (1 - OFF_FLOOR) * len(off)), answered


@pytest.mark.sample(PARTS)
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_questions_of_every_round_are_understood(language: str, part: int) -> None:
    rows = [(label, text) for _, label, text in questions("rounds", language)][part::PARTS]
    assert len(rows) > 80
    judge(rows, language, ROUNDS_FLOOR)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("which", FLOOR)
def test_a_question_about_something_else_is_recognized(which: str, language: str) -> None:
    rows = [text for _, label, text in questions(which, language) if label == OFF]
    assert len(rows) >= 20
    answered = [(text, first(text, language)) for text in rows if first(text, language) != OFF]
    assert len(answered) <= (1 - OFF_FLOOR) * len(rows), answered


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("which", [*FLOOR, *VARIED])
def test_no_question_gets_the_answer_to_its_reverse(which: str, language: str) -> None:
    asked_once = 0
    for _, label, text in questions(which, language):
        for pair in REVERSED:
            for other in pair - {label} if label in pair else ():
                asked_once += 1
                assert first(text, language) not in accepted(other) - accepted(label), text
    assert asked_once > 10


@pytest.mark.sample(PARTS)
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_question_of_a_round_gets_the_answer_to_its_reverse(language: str, part: int) -> None:
    asked_once, wrong = 0, []
    for _, label, text in questions("rounds", language)[part::PARTS]:
        for pair in REVERSED:
            for other in pair - {label} if label in pair else ():
                asked_once += 1
                if first(text, language) in accepted(other) - accepted(label):
                    wrong.append((text, label, other))
    assert asked_once > 20
    assert not wrong


_FLIPS = {
    "en": (
        ("ankan", "daiminkan"),
        ("daiminkan", "ankan"),
        ("shouminkan", "daiminkan"),
        ("pon", "chi"),
        ("ron", "tsumo"),
    ),
    "ja": (("暗槓", "大明槓"), ("大明槓", "暗槓"), ("加槓", "大明槓"), ("ポン", "チー"), ("チー", "ポン")),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_casebook_question_about_another_kan_call_or_win_is_not_answered_by_the_first(language: str) -> None:
    speak, flipped = translator(language), 0
    for id, case in casebook().items():
        question = str(speak(case.question))
        if any(letter.isdigit() for letter in question):
            continue
        for one, other in _FLIPS["ja" if language == "ja" else "en"]:
            text = (
                question.replace(one, other)
                if language == "ja"
                else re.sub(rf"\b{one}\b", other, question, flags=re.IGNORECASE)
            )
            said = asked(text, language).concepts
            # A question that still names the first as well is about both.
            if text != question and not (said & set(KANS) and said & set(KANS) & asked(question, language).concepts):
                flipped += 1
                if contradicts(id, said, language):
                    assert first(text, language) != id, text
    assert flipped > 20


def test_a_contradicted_topic_is_no_answer() -> None:
    assert first("may a player in riichi claim a discard for an ankan", "en") != "daiminkan-in-riichi"
    assert first("May thirteen orphans rob a daiminkan?", "en") != "thirteen-orphans-rob-an-ankan"
    assert first("feeding the chi of the third dragon, liable?", "en") != "feeding-the-third-dragon"


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("wrong player took the replacement tile", {"wrong-player"}),
        ("who draws first after a kan", {"who-draws"}),
        ("when is the kan dora flipped", {"when-dora"}),
        ("four kans by different players", {"four-kans-two-players"}),
        ("four kans", {"four-kans"}),
        ("suukaikan", {"four-kans"}),
        ("she ponned and in the same turn wants to add the fourth tile", {"kan-after-call"}),
        ("is calling kan mandatory", {"mandatory"}),
        ("how is a daiminkan laid out", {"kan-layout", "procedure.daiminkan"}),
        ("does a kan count as a triplet for toitoi", {"counts-as-triplet"}),
        ("ryanhan shibari", {"wins.two_han_from_honba"}),
        ("forgot to say kan", {"kan-not-announced"}),
        ("may I ron what he discards after a kan", {"claiming-the-discard-after-a-kan"}),
        ("one says pon and the other kan on the same discard", {"pon-and-kan-on-one-discard"}),
        # Nothing is said about it, and a neighbouring question is no answer.
        ("may a spectator point out a missed kan", {OFF}),
    ],
)
def test_a_neighbouring_question_is_not_answered_in_place_of_the_one_asked(text: str, names: set[str]) -> None:
    assert first(text, "en") in names


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("which", FLOOR)
def test_both_questions_of_a_near_pair_are_told_apart(which: str, language: str) -> None:
    pairs = defaultdict(list)
    for pair, label, text in questions(which, language):
        if pair:
            pairs[pair].append((label, text))
    assert all(len(rows) == 2 for rows in pairs.values()) and len(pairs) >= (20 if which == "aside" else 9)
    wrong = [one for rows in pairs.values() for one in rows if first(one[1], language) not in {OFF, *RIGHT[one[0]]}]
    lost = [
        one
        for rows in pairs.values()
        for one in rows
        if first(one[1], language) == OFF and offered(one[1], language).isdisjoint(RIGHT[one[0]])
    ]
    assert len(wrong) <= 1 and len(lost) <= (1 - FLOOR[which]) * len(pairs) + 1, (wrong, lost)


def test_what_was_understood_before_is_understood() -> None:
    rows = tomllib.loads((Path(__file__).parent / "questions.toml").read_text(encoding="utf-8"))
    wrong, unsure = [], []
    for language, row in rows.items():
        for question, named in row.items():
            answers = meant(question, language)[:1]
            found = answers or nearest(question, language)
            texts = [" ".join(f"{name} {subjects()[name].question}" for name in _names(one)) for one in found]
            if not any(name.casefold() in text.casefold() for name in named for text in texts):
                wrong.append((question, texts))
            elif not answers:
                unsure.append(question)
    assert not wrong
    assert len(unsure) < 13


def _names(subject: Subject) -> list[str]:
    topic = subject.topic
    if topic is None:
        return [subject.name, *(subject.case.decides if subject.case else ())]
    choices = [choice.name for choice in topic.depends.choices] if topic.depends else []
    return [topic.id, *topic.keys, *topic.casebook, *choices]


def test_a_label_names_topics_that_exist_and_every_label_is_used() -> None:
    labels = {label for which in FLOOR for one in LANGUAGES for _, label, _ in questions(which, one)}
    assert labels - {OFF} <= set(RIGHT)
    assert {name for names in RIGHT.values() for name in names} <= set(subjects())


def test_every_way_to_ask_is_about_something_and_holds_concepts_with_words() -> None:
    named: set[str] = set()
    for way in ways():
        assert way.topic in subjects(), way.topic
        assert way.needs, way.topic
        # What sets options on top of a ruleset is no answer of that ruleset, unless the question says what it sets.
        case = subjects()[way.topic].case
        assert case is None or not case.options or case.question.startswith("Suppose "), way.topic
        named |= way.may | way.never
        named |= {concept for need in way.needs for concept in need}
    words = tomllib.loads((ROOM / "words.toml").read_text(encoding="utf-8"))
    assert named <= {*words, *_DERIVED}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_question_of_the_casebook_and_of_a_key_is_answered_by_itself(language: str) -> None:
    for id, case in cases_by_id().items():
        if case.options and not case.question.startswith("Suppose "):
            continue
        assert first(case.question, language) == id or case.question in {
            subjects()[first(case.question, language)].question
        }
    for name in keys():
        assert subjects()[first(keys()[name].question, language)].question == keys()[name].question


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("may I declare a kan after riichi", "en"),
        ("リーチ後の暗槓", "ja"),
        ("puis-je déclarer un kan après riichi", "fr"),
        ("darf ich nach Riichi einen Kan ansagen", "de"),
        ("mag ik na riichi een kan verklaren", "nl"),
    ],
)
def test_the_language_of_a_question_is_recognized_whatever_the_language_of_the_answer(text: str, language: str) -> None:
    for likely in LANGUAGES:
        assert language_of(text, likely) == language
        assert first(text, likely) == "riichi_kan.level"


def test_a_misspelt_word_is_the_word_that_it_is_near_to() -> None:
    assert first("indicater forgoten", "en") == "dora-late"
    assert asked("dourra", "en").groups == ()


def test_swapped_letters_and_letters_that_look_alike_are_read() -> None:
    assert "ankan" in asked("closed kna", "en").concepts
    assert {"rob", "furiten"} <= asked("チャンカソ フリテソ", "ja").concepts
    assert "dora" not in asked("the road home", "en").concepts


@pytest.mark.parametrize(
    ("without", "within", "language"),
    [
        ("not in riichi, may I kan", "in riichi, may I kan", "en"),
        ("ohne Riichi einen Kan ansagen", "in Riichi einen Kan ansagen", "de"),
        ("sans riichi, puis-je faire un kan", "en riichi, puis-je faire un kan", "fr"),
        ("ik zit niet in riichi, mag ik kan", "ik zit in riichi, mag ik kan", "nl"),
        ("リーチしていない人の暗槓", "リーチしている人の暗槓", "ja"),
    ],
)
def test_a_question_about_no_riichi_is_not_answered_by_a_rule_of_riichi(
    without: str, within: str, language: str
) -> None:
    assert contradicts("riichi_kan.level", asked(without, language).concepts, language)
    assert not contradicts("riichi_kan.level", asked(within, language).concepts, language)
    assert not first(without, language).startswith("riichi_kan.")


def test_a_subject_is_learned_as_one_that_is_a_subject_itself() -> None:
    table: dict[str, list[str]] = tomllib.loads((HERE / "same.toml").read_text(encoding="utf-8"))
    others = [name for names in table.values() for name in names]
    assert len(others) == len(set(others)) and table.keys().isdisjoint(others)
    assert {*table, *others} <= set(subjects())


def test_a_dutch_verb_is_no_kan() -> None:
    assert "kan" not in asked("kan ik later komen", "nl").concepts
    assert "ankan" in asked("kan een gesloten kan beroofd worden", "nl").concepts


NOT_ASKED = {"asked", "pay", "pay_question", "worth", "riichi_kan", "play_position", "verify", "for_authors"}
"""Modules of other tools next to `ask`, which imports none of them."""


def test_the_vocabulary_stays_small() -> None:
    room = [
        *ROOM.glob("*.toml"),
        *ROOM.glob("*.txt"),
        *(path for path in ROOM.glob("*.py") if path.stem not in NOT_ASKED),
    ]
    room.sort(key=lambda path: (path.suffix, path.name))
    assert len(gzip.compress(b"".join(path.read_bytes() for path in room), 9)) < 200_000
    assert folded("Riichi, ÜBER!") == "riichi uber"


def test_what_is_said_of_every_ruleset_holds_in_the_machine() -> None:
    won: dict[str, Any] = {"rules": "tenhou", "seat": Seat.SOUTH, "round_wind": Seat.EAST}
    # A kan is a triplet, an ankan a concealed one; terminals and honours 16 and 32 fu, simples 8 and 16.
    melds = "ankan 1111m,daiminkan 9999p from east,pon 222s from east,pon 333s from east"
    toitoi = score("5z", "5z", melds=melds.split(","), **won)
    assert toitoi is not None and "toitoi" in toitoi.yaku
    assert toitoi.fu == -(-(20 + 32 + 16 + 2 + 2 + 2 + 2) // 10) * 10
    melds = "ankan 2222m,daiminkan 8888p from east,pon 333s from east,pon 444s from east"
    simples = score("5z", "5z", melds=melds.split(","), **won)
    assert simples is not None and simples.fu == -(-(20 + 16 + 8 + 2 + 2 + 2 + 2) // 10) * 10
    # The hand is closed in spite of the ankan, and the ankan is the third concealed triplet.
    concealed = score("123m11122p33z", "2p", melds=["ankan 9999s"], tsumo=True, **won)
    assert concealed is not None and set(concealed.yaku) == {"menzen_tsumo", "sanankou"}
    # Without a call for it, a kan is no yaku.
    assert score("123m11122p33z", "2p", melds=["ankan 9999s"], **won) is None


def test_no_player_must_declare_a_kan_in_the_machine() -> None:
    offered = 0
    for seed in range(40):
        kyoku = Kyoku(rules="tenhou", seed=seed)
        for _ in range(60):
            actions = kyoku.legal_actions()
            if not actions:
                break
            for action in actions:
                if isinstance(action, (Ankan, Daiminkan, Shouminkan)):
                    offered += 1
                    others = [one for one in kyoku.legal_actions(action.seat) if isinstance(one, (Pass, Discard))]
                    assert others, action
            kyoku.push(next((one for one in actions if isinstance(one, (Draw, Pass, Discard))), actions[0]))
    assert offered > 5
