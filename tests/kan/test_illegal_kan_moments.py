"""An illegal kan in riichi is penalized at the moments that the sentence of `riichi_kan.illegal_found` names, and at no
other.
"""

from __future__ import annotations

import pytest

from kanrules.cases.run import PlayedCase
from kanrules.law.codes import CODES
from kanrules.law.options import FoulFound
from kanrules.report.law_book.mistakes import _RULED
from kanrules.ruleset import load_ruleset
from kanrules.ruleset.keys import keys
from kanrules.ruleset.library import folder
from kanrules.testing import CaseBuilder, parse_cases, play_case

KEY = "riichi_kan.illegal_found"
SAID = {str(value): sentence for value, sentence in keys()[KEY].sentences.items()}
HANDS = {"south": "3444m778899s333z", "north": "34p567m123s666z99m"}
KAN = ("south draws 4m", "!south ankan 4m")
WORDS = {
    "declared": "at once",
    "noticed": "as soon as it is noticed",
    "own win": "declares a win",
    "draw": "exhaustive draw",
}
"""How a sentence names a moment."""
LINES = {
    "declared": (),
    "noticed": ("referee finds south",),
    "own win": ("south draws 3m", "south tsumo"),
    "draw": ("south draws 5p", "south discards 5p", "west draws 1p", "west discards 1p"),
    "another player's win": ("south draws 2p", "south discards 2p", "north ron"),
}
"""What happens after the kan until this moment, and nothing that another moment needs."""
FIRST = {"declared": set(LINES), "noticed": {"own win"}}
"""The moments that come with another one: a kan penalized at its declaration is penalized whatever comes later, and a
hand shown for a win is noticed.
"""


def named(sentence: str) -> set[str]:
    """The moments that a sentence names."""
    said = {moment for moment, words in WORDS.items() if words in sentence}
    return said.union(*(FIRST.get(moment, set()) for moment in said))


def played(moment: str, found: str, **options: str) -> PlayedCase:
    case = (
        CaseBuilder(moment)
        .given(hands=HANDS, riichi=["south"], live_tiles=3 if moment == "draw" else 20)
        .play(*KAN, *LINES[moment])
    )
    rules = load_ruleset("ema-2016").with_options({KEY: found, **options})
    return play_case(case.case(), rules)


def is_penalized(moment: str, found: str, **options: str) -> bool:
    return bool(played(moment, found, **options).kyoku.penalties)


@pytest.mark.parametrize("found", SAID)
@pytest.mark.parametrize("moment", LINES)
def test_an_illegal_kan_is_penalized_at_the_moments_that_the_sentence_names_and_at_no_other(
    moment: str, found: str
) -> None:
    assert is_penalized(moment, found) is (moment in named(SAID[found]))


@pytest.mark.parametrize("found", SAID)
def test_another_players_win_penalizes_it_only_where_a_chombo_stands_and_any_moment_will_do(found: str) -> None:
    stands = is_penalized("another player's win", found, **{"chombo.with_another_win": "stands"})
    assert stands is ("only" not in SAID[found])


def test_the_law_book_and_the_ruling_to_wait_name_the_same_moments_as_the_sentence_of_the_key() -> None:
    assert {value.value: named(text) for value, text in _RULED.items()} == {
        value: named(sentence) for value, sentence in SAID.items()
    }
    waits = CODES["KR607"].sentences
    assert {name: named(text) for name, text in waits.items()} == {
        value: named(sentence) for value, sentence in SAID.items() if "only" in sentence
    }
    assert len(SAID) == len(FoulFound)


def test_the_casebook_says_of_a_referee_what_the_sentence_of_each_ruleset_says() -> None:
    cases = parse_cases((folder() / "casebook" / "fouls.cases.toml").read_text(encoding="utf-8"))
    asked = next(case for case in cases if case.id == "illegal-riichi-kan-seen-by-referee")
    for name in ("ema-2016", "ema-2025", "m-league", "mil-2024", "mj-college", "mu", "wrc-2025"):
        rules = load_ruleset(name)
        sentence = SAID[rules[KEY]]
        ends = bool(play_case(asked, rules).kyoku.penalties)
        assert ends is bool(named(sentence) & {"declared", "noticed"}), (name, sentence)


@pytest.mark.parametrize("found", SAID)
def test_taking_the_kan_back_comes_too_late_only_where_its_declaration_is_penalized(found: str) -> None:
    case = (CaseBuilder("taken back").given(hands=HANDS, riichi=["south"]).play(KAN[0], f"{KAN[1]} corrected")).case()
    rules = load_ruleset("ema-2025").with_options({KEY: found})
    assert bool(play_case(case, rules).kyoku.penalties) is ("declared" in named(SAID[found]))
