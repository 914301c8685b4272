"""Questions in the words of players and referees, in five languages, and the subject that each is about.

`questions/README.md` says who wrote them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kanrules import Ankan, Daiminkan, Discard, Draw, Kyoku, Pass, Seat, Shouminkan, score
from kanrules.desk.ask import ask
from kanrules.desk.meaning import question_meaning
from kanrules.desk.subjects import subjects
from kanrules.desk.topics import heads
from kanrules.ruleset import load_ruleset
from tests.desk.asked_lists import HERE, LANGUAGES, OFF, labelled, lists, merged

QUESTIONS = pytest.mark.skipif(not HERE.is_dir(), reason="a source distribution has no lists of questions")
FLOOR = {"first": 0.9, "three": 0.97}
"""Minimum part of learned questions whose subject comes first, and is one of the three, in every language."""
OPPOSITES = Path(__file__).with_name("opposites.txt")


@pytest.mark.rest
@QUESTIONS
@pytest.mark.parametrize("language", LANGUAGES)
def test_questions_that_were_learned_are_understood(language: str) -> None:
    found: Counter[str] = Counter()
    for which in lists():
        for example in labelled(which)[LANGUAGES.index(language) :: 31]:
            near = [one.subject.name for one in question_meaning(example.text).near]
            if example.names[0] != OFF:
                found.update(all=1, first=near[0] in example.heads, three=not set(near).isdisjoint(example.heads))
    assert found["all"] > 300
    for part, floor in FLOOR.items():
        assert found[part] >= floor * found["all"], (part, found)


def opposites() -> Iterator[tuple[str, str, str]]:
    """Yield the language of each question of the pairs, the question, and what answers it."""
    for line in OPPOSITES.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            language, one, answers_one, other, answers_other = line.split(" | ")
            yield language, one, answers_one
            yield language, other, answers_other


def test_of_two_opposite_questions_each_has_its_own_answer_on_a_card() -> None:
    rules, seen = load_ruleset("ema-2016"), Counter[str]()
    for language, question, answers in opposites():
        head, _, part = answers.partition(":")
        asked = ask(question, [rules])
        cards = asked.cards()[: 1 if asked.sure else None]
        assert not asked.doubtful, question
        (shown,) = [one for card in cards for one in card if one.near.subject.name == head]
        seen[language] += 1
        if not part:
            continue
        told = [choice for one in shown.statements for fact in one.depends for choice in fact.choices]
        # Either every case is on the card, the one asked about among them, or the answer is the same in each.
        assert part in [choice.subject for choice in told] or not told, question
        if shown.first.depends:
            assert part in [choice.subject for choice in shown.first.depends[0].choices], question
    assert seen.total() >= 80 and min(seen[language] for language in LANGUAGES) >= 16


@QUESTIONS
def test_every_label_is_a_subject() -> None:
    names = {name for which in lists() for example in labelled(which) for name in example.heads}
    assert names - {OFF} <= set(subjects())
    assert set(merged().values()) <= {*subjects(), *heads()} and set(merged()).isdisjoint(merged().values())


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
