"""Kan in riichi: the five levels, held to a plain enumerator, to the table of the design and to the examples that
people teach with.

KANRULES_EVERY_ONE_SUIT_HAND=1 tries every one-suit hand of 13 tiles with a triplet and not only each 59th (about a
minute). Random hands are tried in test_riichi_kan_questions.py.
"""

from __future__ import annotations

import json
import os
import random
from dataclasses import replace
from itertools import product

import pytest
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig
from mahjong.meld import Meld as LibraryMeld

from kanrules.api import read_kan_question, riichi_kan, waits
from kanrules.cli import main
from kanrules.errors import IllegalAction, KanrulesError, UnreadableError
from kanrules.kan.riichi_kan import _LOST, explain_kan, lost_yaku, objecting, objection, verdict
from kanrules.law.options import ExhaustedWait, Options, RiichiKan, RiichiKanLevel, WinningDraw
from kanrules.pieces.actions import Ankan
from kanrules.pieces.melds import Meld, MeldType
from kanrules.pieces.readings import BITS, Concealed, suit_waits, waits_mask
from kanrules.pieces.tiles import BY_NAME, NAMES, Seat, parse_tile
from kanrules.play.kyoku import Kyoku
from kanrules.ruleset import load_ruleset
from kanrules.testing import CaseBuilder
from tests.pieces import naive_readings as naive

EVERY = 29 if os.environ.get("KANRULES_LONG") else 59
if os.environ.get("KANRULES_EVERY_ONE_SUIT_HAND"):
    EVERY = 1
LEVELS = list(RiichiKanLevel)
LAWS = [RiichiKan(level=level, winning_draw=draw) for level, draw in product(RiichiKanLevel, WinningDraw)]


def as_groups(lost):
    found = [*lost.sets, *([lost.pair] if lost.pair else [])]
    return lost.tile, tuple(sorted(tuple(digit + text[-1] for digit in text[:-1]) for text in found))


def compare(tiles, drawn, kan, ankans=(), laws=LAWS, kinds=naive.EVERY):
    """Every law's verdict, objections, waits and lost readings of ours against the plain enumerator's; gives the
    question and who allows it.
    """
    question = naive.Question(tiles, drawn, kan, ankans, kinds)
    hand = Concealed.of([BY_NAME[tile] for tile in tiles])
    melds = tuple(Meld(MeldType.ANKAN, (BY_NAME[tile],) * 4) for tile in ankans)
    ours = (hand, BY_NAME[drawn], BY_NAME[kan], melds)
    case = ("".join(tiles), drawn, kan, ankans)
    legal = {}
    for law in laws:
        expected = question.objections(str(law.level), str(law.winning_draw), law.drawn_tile_only)
        code, answer = verdict(*ours, law), explain_kan(*ours, law)
        codes = list(objecting(*ours, law))
        assert len(set(codes)) == len(codes) and set(codes) == expected, (case, law)
        # The explanation says what the law has found, one by one, and nothing else.
        assert [found.code for found in answer.objections] == codes, (case, law)
        assert [objection(code, *ours, law) for code in codes] == list(answer.objections), (case, law)
        assert answer.code == code and answer.legal == bool(answer) == (code == ""), (case, law)
        assert code in expected if expected else code == "", (case, law)
        legal[law] = not expected
    for draw in WinningDraw:
        answer = explain_kan(*ours, replace(laws[0], level=RiichiKanLevel.SAME_READINGS, winning_draw=draw))
        assert set(answer.waits_before) == question.before, case
        assert set(answer.waits_after) == question.after, case
        assert {as_groups(lost) for lost in answer.lost_readings} == question.lost(str(draw)), (case, draw)
        assert len(answer.lost_readings) == len(question.lost(str(draw)))
    return question, legal


def one_suit_hands():
    """Every way to hold 13 tiles of one suit, some tile three times."""

    def more(counts, left):
        if len(counts) == 9:
            if not left and 3 in counts:
                yield counts
            return
        for count in range(min(4, left) + 1):
            if left - count <= 4 * (8 - len(counts)):
                yield from more((*counts, count), left - count)

    yield from more((), 13)


@pytest.mark.slow
def test_one_suit_hands_of_13_tiles_are_ruled_as_a_plain_enumerator_rules():
    number = tenpai = 0
    for at, counts in enumerate(one_suit_hands()):
        number += 1
        if at % EVERY:
            continue
        tiles = [f"{n + 1}s" for n, count in enumerate(counts) for _ in range(count)]
        tenpai += bool(waits_mask(Concealed.of("".join(tiles))))
        for kan in naive.triplets(tiles):
            # Thirteen tiles of one suit can only wait in that suit; naive_readings finds no other wait either, but
            # slowly.
            compare(tiles, kan, kan, kinds=naive.NUMBERS[18:27])
    assert number > 50_000
    assert tenpai > 20_000 / EVERY


@pytest.mark.parametrize(
    ("hand", "kan", "none_left", "can_come"),
    [("1112222333444p", "1p", "2p", "3p"), ("6667778888999p", "9p", "8p", "7p")],
)
def test_the_lost_reading_that_is_named_is_one_that_a_tile_can_still_complete(hand, kan, none_left, can_come):
    law, kind = RiichiKan(winning_draw=WinningDraw.IGNORED), BY_NAME[kan]
    answer = explain_kan(Concealed.of(hand), kind, kind, (), law)
    assert {none_left, can_come} <= {lost.tile for lost in answer.lost_readings}
    (objection,) = answer.objections
    assert objection.text.startswith(f"with {can_come} the hand also reads")


def test_only_nine_gates_is_ever_lost_where_every_reading_keeps_its_sets():
    """Every yaku that `mahjong` finds before a kan that is legal at same_readings it finds after it, but for nine
    gates.
    """
    rng = random.Random(7)
    law = RiichiKan()
    hands = [("1112345678999s", "1s"), ("1123456788999m", "9m"), ("1112234567899p", "1p"), ("2223334446668s", "6s")]
    while len(hands) < 250:
        tiles = naive.hand_of_sets(rng) if rng.random() < 0.5 else naive.crowded_hand(rng)
        hands += [("".join(tiles), kan) for kan in naive.triplets(tiles)]
    lost_any = 0
    for text, kan in hands:
        hand, kind = Concealed.of(text), BY_NAME[kan]
        if verdict(hand, kind, kind, (), law):
            continue
        asked = waits_mask(hand) & ~hand.held_four()
        found = dict(lost_yaku(hand, kind, (), asked))
        for wait in [k for k in range(34) if asked >> k & 1]:
            lost = yaku_of(hand.plus(wait), wait, None) - yaku_of(hand.plus(wait), wait, kind)
            lost_any += bool(lost)
            assert lost in (set(), {"Chuuren Poutou"}, {"Daburu Chuuren Poutou"}), (text, kan)
            assert bool(lost) == (wait in found), (text, kan)
    assert lost_any == 2  # the second hand and its mirror image


def yaku_of(full, winning, kan):
    ids, seen = [], {}
    for kind in full.kinds():
        ids.append(4 * kind + seen.setdefault(kind, 0))
        seen[kind] += 1
    melds = []
    if kan is not None:
        ids += [4 * kan + 3]
        melds = [LibraryMeld(LibraryMeld.KAN, [4 * kan + n for n in range(4)], opened=False)]
    # Riichi, so that every hand has a yaku and none is left without a value.
    value = HandCalculator.estimate_hand_value(
        ids, 4 * winning + seen[winning] - 1, melds, None, HandConfig(is_riichi=True)
    )
    return {yaku.name for yaku in value.yaku}


# The table of the design, row by row: hand, kans, waits before, waits after, legal at same_waits, at same_readings.
TABLE = [
    ("3444m778899s333z", "4m", "2m 3m 5m", "3m", False, False),
    ("3444m778899s333z", "3z", "2m 3m 5m", "2m 3m 5m", True, True),
    ("111m222333p5678s", "1m", "5s 8s", "5s 8s", True, True),
    ("111m222333p5678s", "2p", "5s 8s", "5s 8s", True, True),
    ("111m222333p5678s", "3p", "5s 8s", "5s 8s", True, True),
    ("3335666p111456s", "6p", "4p 5p 7p", "4p 5p", False, False),
    ("3335666p111456s", "3p", "4p 5p 7p", "4p 5p 7p", True, False),
    ("3335666p111456s", "1s", "4p 5p 7p", "4p 5p 7p", True, True),
    ("222333444p23m11z", "2p", "1m 4m", "1m 4m", True, False),
    ("222333444p23m11z", "3p", "1m 4m", "1m 4m", True, False),
    ("222333444p23m11z", "4p", "1m 4m", "1m 4m", True, False),
    ("5556888s678p123m", "8s", "4s 6s 7s", "4s 6s 7s", True, False),
    ("6667778p123s456m", "7p", "6p 7p 8p 9p", "8p", False, False),
    ("6677778888999s", "9s", "5s 6s 9s", "5s 6s", False, False),
    ("1123456788999s", "9s", "1s 8s", "1s 8s", True, True),
]


@pytest.mark.parametrize(("hand", "kan", "before", "after", "same_waits", "same_readings"), TABLE)
def test_the_table_of_the_design(hand, kan, before, after, same_waits, same_readings):
    answers = {level: riichi_kan(hand, kan, rules=Options(), level=level) for level in LEVELS}
    for answer in answers.values():
        assert answer.waits_before == before.split()
        assert answer.waits_after == after.split()
        assert answer.legal == (answer.code == "") == answer.text.startswith("legal: ")
    assert not answers["forbidden"].legal and answers["forbidden"].code == "KR207"
    assert answers["any"].legal
    assert answers["same_waits"].legal == same_waits
    assert answers["same_waits"].code == ("" if same_waits else "KR204")
    assert answers["same_readings"].legal == same_readings
    assert answers["same_readings"].code == ("" if same_readings else "KR205" if same_waits else "KR204")
    nine_gates = hand == "1123456788999s"
    assert answers["same_readings_and_yaku"].legal == (same_readings and not nine_gates)
    if nine_gates:
        assert answers["same_readings_and_yaku"].code == "KR208"
        assert "nine gates" in answers["same_readings_and_yaku"].text


@pytest.mark.parametrize(("winning_draw", "code"), [("counts", "KR204"), ("ignored", ""), ("forbidden", "KR215")])
def test_a_kan_of_ones_own_winning_tile_is_what_winning_draw_says(winning_draw, code):
    law = RiichiKan(level=RiichiKanLevel.SAME_WAITS, winning_draw=WinningDraw(winning_draw))
    assert riichi_kan("6677778888999s", "9s", rules=Options(riichi_kan=law)).code == code


def test_a_winning_draw_that_is_forbidden_is_forbidden_at_every_level_that_allows_a_kan():
    for level in LEVELS[1:]:
        law = RiichiKan(level=level, winning_draw=WinningDraw.FORBIDDEN)
        assert riichi_kan("6677778888999s", "9s", rules=Options(riichi_kan=law)).code == "KR215"


def test_winning_on_the_exhausted_tile_is_no_wait_that_could_be_lost():
    # 66 78 with the kan of 7p laid down: 7p itself would complete it, but all four lie in the kan.
    assert waits("6668p", ["ankan 7777p"]) == ["8p"]
    assert riichi_kan("6667778p123s456m", "7p", rules=Options()).waits_after == ["8p"]


def test_a_hand_that_waits_for_nothing_that_can_come_may_still_kan():
    # Tenpai on the fifth 1z alone (some rules let that be riichi): nothing changes for it.
    hand = "1111z444m567p789s"
    assert waits(hand) == []
    says = "legal: the hand has no waits, before or after the kan, and 4m is a triplet in every reading."
    assert riichi_kan(hand, "4m", rules=Options()).text == says


class TestOkuriKan:
    """A kan of four tiles held before, while another tile is drawn."""

    HAND = "111123m456p789s1z"

    def test_it_is_refused_where_the_drawn_tile_must_be_one_of_the_four(self):
        answer = riichi_kan(self.HAND, "4m", kan="1m", rules=Options())
        assert (answer.legal, answer.code) == (False, "KR206")
        assert answer.text == "illegal: the drawn 4m is not one of the four 1m (okuri-kan)."

    def test_where_it_is_allowed_the_waits_decide(self):
        def ask(draw, level):
            law = RiichiKan(level=RiichiKanLevel(level), drawn_tile_only=False)
            return riichi_kan(self.HAND, draw, kan="1m", rules=Options(riichi_kan=law)).code

        # The drawn 4m takes the place of the fourth 1m in the run; a drawn 9p leaves 23m without its third tile.
        assert ask("4m", "same_waits") == ""
        assert ask("9p", "same_waits") == "KR204"
        assert ask("9p", "any") == ""

    @pytest.mark.parametrize("level", ["same_readings", "same_readings_and_yaku"])
    def test_where_readings_must_stay_it_is_illegal_since_its_fourth_tile_stood_outside_the_triplet(self, level):
        law = RiichiKan(level=RiichiKanLevel(level), drawn_tile_only=False)
        answer = riichi_kan(self.HAND, "4m", kan="1m", rules=Options(riichi_kan=law))
        assert answer.code == "KR205"
        assert answer.text == "illegal: the fourth 1m is outside the triplet in every reading (okuri-kan)."
        assert [lost.sets for lost in answer.lost_readings] == [["111m", "123m", "456p", "789s"]]
        # Waits for 1m by its shape alone, and the fourth 1m is the tile that waits.
        answer = riichi_kan("1111m123p456p789s", "9p", kan="1m", rules=Options(riichi_kan=law))
        assert [one.code for one in answer.objections] == ["KR205"], "whatever becomes of the waits"

    @pytest.mark.parametrize(("winning_draw", "code"), [("counts", "KR204"), ("ignored", "")])
    def test_a_wait_whose_last_tile_is_drawn_is_lost_unless_the_drawn_tile_is_left_out(self, winning_draw, code):
        law = RiichiKan(level=RiichiKanLevel.SAME_WAITS, winning_draw=WinningDraw(winning_draw), drawn_tile_only=False)
        answer = riichi_kan("1111233344455s", "4s", kan="1s", rules=Options(riichi_kan=law))
        assert answer.code == code
        assert "4s" in answer.waits_before and "4s" not in answer.waits_after
        assert answer.key == ("riichi_kan.winning_draw" if code else "riichi_kan.level")
        readings = replace(law, level=RiichiKanLevel.SAME_READINGS)
        codes = [
            one.code
            for one in riichi_kan("1111233344455s", "4s", kan="1s", rules=Options(riichi_kan=readings)).objections
        ]
        assert codes == ["KR205"]

    def test_every_objection_is_given_gravest_first(self):
        answer = riichi_kan(self.HAND, "9p", kan="1m", rules=Options())
        assert [objection.code for objection in answer.objections] == ["KR206", "KR205"]
        assert [objection.key for objection in answer.objections] == [
            "riichi_kan.drawn_tile_only",
            "riichi_kan.level",
        ]


class TestExhaustedWait:
    """Shapes are compared: a wait of which the player holds all four is a wait all the same."""

    HAND, MELDS = "12777m66678p", "ankan 3333m"

    @pytest.mark.parametrize("level", LEVELS)
    @pytest.mark.parametrize("winning_draw", WinningDraw)
    def test_a_kan_that_destroys_the_hand_is_illegal_wherever_waits_are_compared(self, level, winning_draw):
        law = RiichiKan(level=level, winning_draw=winning_draw)
        answer = riichi_kan(self.HAND, "6p", melds=self.MELDS, rules=Options(riichi_kan=law))
        expected = {RiichiKanLevel.FORBIDDEN: "KR207", RiichiKanLevel.ANY: ""}.get(level, "KR204")
        assert answer.code == expected
        assert answer.waits_before == answer.waits_after == []

    def test_the_answer_names_the_shape_where_no_wait_is_left_to_show(self):
        answer = riichi_kan(self.HAND, "6p", melds=self.MELDS, rules="ema-2016")
        assert answer.text == (
            "illegal: the shape of the hand waits for 3m (all four held); after the kan of 6p it has no waits."
        )
        assert [(lost.tile, lost.pair) for lost in answer.lost_readings] == [("3m", "66p")]

    @pytest.mark.parametrize("exhausted_wait", ExhaustedWait)
    def test_what_makes_the_riichi_noten_has_no_say_in_the_kan(self, exhausted_wait):
        rules = load_ruleset("tenhou").with_options({"tenpai.exhausted_wait": exhausted_wait}, set_by="test")
        given = {"hands": {"south": self.HAND}, "melds": {"south": [self.MELDS]}, "riichi": ["south"], "drawn": "6p"}
        kyoku = Kyoku.from_case(CaseBuilder("the shape is destroyed").given(turn="south", **given).case(), rules)
        kan = Ankan(Seat.SOUTH, BY_NAME["6p"])
        assert kan not in kyoku.legal_actions()
        with pytest.raises(IllegalAction) as error:
            kyoku.push(kan)
        assert [objection.code for objection in error.value.objections] == ["KR204"]
        assert riichi_kan(self.HAND, "6p", melds=self.MELDS, rules=rules).code == "KR204"

    def test_a_kan_that_leaves_the_shape_alone_is_legal(self):
        assert riichi_kan(self.HAND, "7m", melds=self.MELDS, rules="ema-2016").legal

    def test_a_reading_with_a_tile_of_which_none_is_left_may_not_be_lost_either(self):
        # 4p and 7p lie in kans, so that no tile can come: 333-567-66 is a reading that the kan of 3p takes away.
        melds = "ankan 4444p, ankan 7777p"
        answer = riichi_kan("3335666p", "3p", melds=melds, rules="ema-2016")
        assert answer.code == "KR205" and answer.waits_before == ["5p"]
        held = riichi_kan("3335666p", "3p", melds=melds, rules=Options(), level="same_waits")
        assert held.legal and held.text.startswith("legal: the hand still waits for 5p;")


# What people teach with. Names, source, hand without the draw, kan, legal at same_waits, legal at same_readings.
ENGLISH = "riichi.wiki, Kan, 2024, Kan during riichi"
FRENCH = "wiki riichi mahjong (fr), Kan pendant riichi"
DUTCH = "Kan Overtredingen (nl)"
SEEDS = [
    # The English page's tiles are pictures; they are those of the French page, whose file names are still in the text.
    (FRENCH + ", exemple 1", "3444m778899s333z", "4m", False, False),
    (FRENCH + ", exemple 1", "3444m778899s333z", "3z", True, True),
    (FRENCH + ", exemple 2", "111m222333p5678s", "1m", True, True),
    (FRENCH + ", exemple 2", "111m222333p5678s", "2p", True, True),
    (FRENCH + ", exemple 2", "111m222333p5678s", "3p", True, True),
    (FRENCH + ", exemple 3", "333p5666p111456s", "6p", False, False),
    (FRENCH + ", exemple 3", "333p5666p111456s", "3p", True, False),
    (FRENCH + ", exemple 4", "222333444p23m11z", "2p", True, False),
    (FRENCH + ", exemple 4", "222333444p23m11z", "3p", True, False),
    (FRENCH + ", exemple 4", "222333444p23m11z", "4p", True, False),
]


@pytest.mark.parametrize(("source", "hand", "kan", "same_waits", "same_readings"), SEEDS)
def test_the_examples_that_people_teach_with(source, hand, kan, same_waits, same_readings):
    expected = {
        "forbidden": False,
        "same_readings": same_readings,
        "same_readings_and_yaku": same_readings,
        "same_waits": same_waits,
        "any": True,
    }
    assert {level: riichi_kan(hand, kan, rules=Options(), level=level).legal for level in LEVELS} == expected, source


# The same kans in the English text, which names tiles where its pictures are lost: "the waits are 457p", "a kan on 6p",
# "on the 3p", "any of the pinzus", the west wind.
@pytest.mark.parametrize(
    ("hand", "kan", "says"),
    [
        ("3444m778899s333z", "4m", "the hand waits for 2m 3m 5m; after the kan of 4m only for 3m"),
        ("3335666p111456s", "6p", "the hand waits for 4p 5p 7p; after the kan of 6p only for 4p 5p"),
        ("3335666p111456s", "3p", "with 4p the hand also reads 345-666-33; after the kan of 3p it cannot"),
        (
            "222333444p23m11z",
            "2p",
            "with 1m the hand also reads 234-234-234p (and 1 more such reading); after the kan of 2p it cannot",
        ),
    ],
)
def test_the_reasons_of_the_english_wiki(hand, kan, says):
    assert riichi_kan(hand, kan, rules="ema-2016").text == f"illegal: {says}."


# The Dutch page's pictures are lost, and its text names no tile but "character 1". These hands are ours and do what
# each of its four violations says; which tiles the page showed cannot be established.
@pytest.mark.parametrize(
    ("violation", "hand", "draw", "kan", "codes"),
    [
        (
            "1: the wait becomes a single tile",
            "3444m123p456s111z",
            "4m",
            "4m",
            {"same_waits": "KR204", "same_readings": "KR204"},
        ),
        (
            "2: the waits stay, but the edge wait 12 is gone",
            "1112444m123p456s",
            "1m",
            "1m",
            {"same_waits": "", "same_readings": "KR205"},
        ),
        (
            "3: three runs or three triplets",
            "111222333m789p1z",
            "1m",
            "1m",
            {"same_waits": "", "same_readings": "KR205"},
        ),
        ("3: or with the second", "111222333m789p1z", "2m", "2m", {"same_waits": "", "same_readings": "KR205"}),
        ("3: or with the third", "111222333m789p1z", "3m", "3m", {"same_waits": "", "same_readings": "KR205"}),
        ("4: not the tile drawn", "111123m456p789s1z", "4m", "1m", {"same_waits": "KR206", "same_readings": "KR206"}),
    ],
)
def test_the_four_dutch_violations(violation, hand, draw, kan, codes):
    for level, code in codes.items():
        answer = riichi_kan(hand, draw, kan=kan, rules=Options(), level=level)
        assert answer.code == code, (DUTCH, violation)
        if code in ("", "KR205", "KR206"):
            assert answer.waits_before == answer.waits_after
    if violation.startswith("2"):
        assert [(lost.tile, "123m" in lost.sets) for lost in riichi_kan(hand, draw, rules=Options()).lost_readings] == [
            ("3m", True)
        ]


@pytest.mark.parametrize("suits", ["mps", "psm", "smp"])
@pytest.mark.parametrize(
    ("hand", "kan", "lost"),
    [
        ("111222333m45p66z", "1m", [["123m", "123m", "123m", "345p"], ["123m", "123m", "123m", "456p"]]),
        ("777888999m45p66z", "9m", [["345p", "789m", "789m", "789m"], ["456p", "789m", "789m", "789m"]]),
        ("111222333m111s4z", "1m", [["111s", "123m", "123m", "123m"]]),
        # The winning tile lies in another suit, the last of the one below or the first of the one above.
        ("111222333m456p9s", "1m", [["123m", "123m", "123m", "456p"]]),
        ("111222333m456s1p", "1m", [["123m", "123m", "123m", "456s"]]),
        ("111222333m456p1z", "1m", [["123m", "123m", "123m", "456p"]]),
        ("444555666m45p66z", "5m", [["345p", "456m", "456m", "456m"], ["456m", "456m", "456m", "456p"]]),
    ],
)
def test_the_readings_that_a_kan_takes_are_the_same_in_every_suit(hand, kan, lost, suits):
    moved = str.maketrans("mps", suits)
    law = Options(riichi_kan=RiichiKan(level=RiichiKanLevel.SAME_READINGS))
    answer = riichi_kan(hand.translate(moved), kan.translate(moved), rules=law)
    told = sorted(sorted(one.sets) for one in answer.lost_readings)
    assert told == sorted(sorted(one.translate(moved) for one in sets) for sets in lost)


@pytest.mark.slow
def test_a_suit_that_a_fourth_tile_may_complete_loses_a_reading_by_its_kan():
    asked = 0
    for suit, places in ((0, 9), (3, 7)):
        for counts in product(range(5), repeat=places):
            if 3 not in counts or sum(counts) > 13:
                continue
            key = sum(count * BITS[9 * suit + place] for place, count in enumerate(counts))
            may = suit_waits(key, suit)
            for place, count in enumerate(counts):
                if count == 3 and may >> place & 1:
                    asked += 1
                    assert _LOST[suit][key << 4 | place], (suit, counts, place)
    assert asked > 16_000


def test_the_sentence_of_the_issue():
    answer = riichi_kan("5556888s678p123m", "8s", rules="ema-2016")
    assert answer.text == "illegal: with 7s the hand also reads 555-678-88; after the kan of 8s it cannot."
    (lost,) = answer.lost_readings
    assert (lost.tile, lost.sets, lost.pair) == ("7s", ["123m", "678p", "555s", "678s"], "88s")
    ruling = answer.ruling
    assert ruling is not None
    assert (ruling.code, ruling.key, ruling.value, ruling.ruleset) == (
        "KR205",
        "riichi_kan.level",
        "same_readings",
        "ema-2016",
    )
    assert ruling.source is not None and ruling.source.clause == "3.3.14 (p. 11)"
    assert ruling.set_by.startswith("rulesets/ema-2016.toml:")


def test_platforms_and_leagues_part_where_only_readings_are_lost():
    for rules, legal in (
        ("tenhou", True),
        ("mahjong-soul", True),
        ("ema-2016", False),
        ("m-league", False),
        ("101", False),
    ):
        assert riichi_kan("3335666p111456s", "3p", rules=rules).legal is legal, rules


def test_a_level_that_is_asked_for_takes_the_place_of_the_rulesets():
    answer = riichi_kan("3335666p111456s", "3p", rules="ema-2016", level="same_waits")
    assert answer.legal
    assert answer.ruling is not None and answer.ruling.value == "same_waits" and answer.ruling.source is None
    assert not riichi_kan("3335666p111456s", "3p", rules="ema-2016").legal


def test_hands_may_be_text_tiles_or_the_librarys_own_type():
    text = "3335666p111456s"
    hand = Concealed.of(text)
    for given in (hand, hand.kinds(), text, " 3335666p 111s 456s ", "3330666p111456s"):
        assert riichi_kan(given, "3p", rules=Options()).code == "KR205"
        assert waits(given) == ["4p", "5p", "7p"]
    assert riichi_kan(hand, parse_tile("3p"), kan=parse_tile("3p"), rules=Options()).code == "KR205"


def test_melds_may_be_text_or_the_librarys_own():
    for melds in ("ankan 1111z", ["ankan 1111z"], Meld(MeldType.ANKAN, (27,) * 4), [Meld(MeldType.ANKAN, (27,) * 4)]):
        assert riichi_kan("3335666p456s", "3p", melds=melds, rules=Options()).code == "KR205"
        assert waits("3335666p456s", melds) == ["4p", "5p", "7p"]
    assert riichi_kan("3335666p", "3p", melds="ankan 1111z, ankan 2222z", rules=Options()).code == "KR205"


def test_an_earlier_ankan_takes_its_kind_from_the_waits():
    # 6668p waits for 7p and 8p; with the 7p in a kan only for 8p, before and after.
    answer = riichi_kan("6668p555m123s", "5m", melds="ankan 7777p", rules=Options())
    assert (answer.legal, answer.waits_before, answer.waits_after) == (True, ["8p"], ["8p"])


@pytest.mark.parametrize(
    ("hand", "draw", "more", "message"),
    [
        ("3335666p11145s", "3p", {}, "'3335666p11145s' has 12 tiles; expected 13, without a drawn tile"),
        ("3335666p1114567s", "3p", {}, "'3335666p1114567s' has 14 tiles; expected 13, without a drawn tile"),
        ("", "3p", {}, "'' has 0 tiles; expected 13, without a drawn tile"),
        (
            "3335666p111456s",
            "3p",
            {"melds": ["ankan 1111z"]},
            "has 13 tiles with 1 meld; expected 10, without a drawn tile",
        ),
        ("5z", "3p", {"melds": ["ankan 1111z"] * 5}, "5 melds are too many; a hand has four sets"),
        (
            "3335666p111456x",
            "3p",
            {},
            "'3335666p111456x': 'x' at place 15 is not mpsz; expected digits and the suits m, p, s, z",
        ),
        ("33333p66p111456s", "3p", {}, "'33333p66p111456s' holds 5 copies of 3p; there are four of each tile"),
        (
            "3335666p111z",
            "3p",
            {"melds": "ankan 1111z"},
            "'3335666p111z' with ankan 1111z holds 7 copies of 1z; there are four",
        ),
        ("3335666p111456s", "", {}, "the draw is missing; expected a tile such as 8s"),
        ("3335666p111456s", "33p", {}, "the draw: '33p' is not a tile; expected a digit and a suit"),
        ("3335666p111456s", 40, {}, "the draw: 40 is not a tile; expected a tile such as 8s"),
        ("3335666p111456s", None, {}, "the draw: None is not a tile; expected a tile such as 8s"),
        ("33335666p11156s", "3p", {}, "3p cannot be drawn: '33335666p11156s' holds all four of them"),
        ("3335666p456s", "1z", {"melds": "ankan 1111z"}, "1z cannot be drawn: an ankan is all four of them"),
        (
            "3335666p111456s",
            "5p",
            {},
            "no kan of 5p: '3335666p111456s' with the drawn 5p holds 2 of them; expected four",
        ),
        (
            "3335666p111456s",
            "3p",
            {"kan": "1s"},
            "no kan of 1s: '3335666p111456s' with the drawn 3p holds 3 of them; expected four",
        ),
        ("3335666p111456s", "3p", {"kan": "x"}, "the tile of the kan: 'x' is not a tile; expected a digit and a suit"),
        (
            "3335666p456s",
            "3p",
            {"melds": "pon 111z from west"},
            "'pon 111z from west': a player in riichi has called nothing",
        ),
        (
            "111z147m258p369s1m",
            "1z",
            {},
            "'111z147m258p369s1m' waits for nothing; expected a tenpai hand, which riichi requires",
        ),
        (
            "3335666p111456s",
            "3p",
            {"level": "strict"},
            "'strict' is not a level of kan in riichi; expected one of: forbidden, same_readings,",
        ),
    ],
)
def test_bad_input_is_quoted_and_says_what_was_expected(hand, draw, more, message):
    with pytest.raises(UnreadableError) as error:
        riichi_kan(hand, draw, **{"rules": Options(), **more})
    assert message in str(error.value)


def test_a_kan_of_tiles_not_held_has_its_code():
    with pytest.raises(UnreadableError) as error:
        riichi_kan("3335666p111456s", "5p", rules=Options())
    assert error.value.code == "KR201"
    for kan, drawn in (("5p", "5p"), ("1s", "3p"), ("9m", "3p")):
        assert verdict(Concealed.of("3335666p111456s"), BY_NAME[drawn], BY_NAME[kan], (), RiichiKan()) == "KR201"


@pytest.mark.parametrize(
    ("hand", "melds", "message"),
    [
        ("12m", (), "'12m' has 2 tiles; expected 1, 4, 7, 10 or 13, without a drawn tile"),
        ("12345678912345m", (), "'12345678912345m' has 14 tiles; expected 1, 4, 7, 10 or 13, without a drawn tile"),
        (
            "123456789m1234p",
            ["pon 555z"],
            "'123456789m1234p' has 13 tiles with 1 meld; expected 1, 4, 7 or 10, without a drawn tile",
        ),
        (
            "1234m",
            ["pon 555z", "pon 666z", "pon 777z", "chi 123p"],
            "'1234m' has 4 tiles with 4 melds; expected 1, without a drawn tile",
        ),
        ("1555z", ["pon 555z"], "'1555z' with pon 555z holds 6 copies of 5z; there are four of each tile"),
        ("1z", ["pong 555z"], "'pong 555z': 'pong' is not a meld; expected chi, pon, ankan, daiminkan or shouminkan"),
    ],
)
def test_waits_of_what_is_no_hand(hand, melds, message):
    with pytest.raises(UnreadableError) as error:
        waits(hand, melds)
    assert str(error.value) == message


def test_an_unknown_ruleset_is_refused_by_name():
    with pytest.raises(KanrulesError, match="no-such-book"):
        riichi_kan("3335666p111456s", "3p", rules="no-such-book")


PLUGIN = '''
"""A house that lets a player in riichi kan over another draw."""
from kanrules import Objection, hookimpl


@hookimpl(wrapper=True)
def before_kan(kan, table, rules):
    found = yield
    if {refuses}:
        return [*found, Objection("house-201", "no kan on a hand that holds a dragon", "house.dragons")]
    return [objection for objection in found if objection.code != "KR206"]
'''


def house(tmp_path, refuses):
    (tmp_path / "house.py").write_text(PLUGIN.format(refuses=refuses), encoding="utf-8")
    book = tmp_path / "club.toml"
    book.write_text(
        '[ruleset]\nid = "club"\nname = "Club"\nedition = "1"\nauthority = "Club"\nextends = "ema-2016"\n'
        'plugins = ["./house.py"]\n',
        encoding="utf-8",
    )
    return load_ruleset(book, allow_local_plugins=True)


def test_a_plugin_may_permit_what_core_forbids_and_the_answer_names_it(tmp_path):
    rules = house(tmp_path, "False")
    rules = rules.with_options({"riichi_kan.level": "same_waits"}, set_by="test")
    answer = riichi_kan("111123m456p789s1z", "4m", kan="1m", rules=rules)
    assert answer.legal and answer.ruling is not None
    assert "house" in answer.text and "house" in answer.ruling.plugin
    # What it does not permit stays forbidden, with core's own reason.
    assert riichi_kan("111123m456p789s1z", "9p", kan="1m", rules=rules).code == "KR204"
    assert riichi_kan("3335666p111456s", "6p", rules=rules).code == "KR204"
    assert riichi_kan("3335666p111456s", "1s", rules=rules).legal


def test_a_plugin_may_forbid_what_core_allows(tmp_path):
    rules = house(tmp_path, "any(tile >= 31 for tile in table.hands[kan.seat])")
    answer = riichi_kan("3335666p555z456s", "5z", rules=rules)
    assert (answer.legal, answer.code) == (False, "house-201")
    assert answer.text == "illegal: no kan on a hand that holds a dragon."
    assert riichi_kan("3335666p444z456s", "4z", rules=rules).legal


def run(capsys, *words):
    with pytest.raises(SystemExit) as stop:
        main(["riichi-kan", *words])
    out, err = capsys.readouterr()
    return int(stop.value.code or 0), out, err


def test_the_command_draws_every_reading_and_cites_the_clause(capsys):
    code, out, _ = run(capsys, "5556888s678p123m", "--draw", "8s", "--rules", "ema-2016")
    assert code == 0
    assert "illegal: with 7s the hand also reads 555-678-88; after the kan of 8s it cannot." in out
    lines = [line.split() for line in out.splitlines()]
    assert ["7s", "[123m]", "[678p]", "[555s]", "[678s]", "(88s)", "lost"] in lines
    assert ["7s", "[123m]", "[678p]", "[567s]", "[888s]", "(55s)", "stays"] in lines
    assert "3.3.14" in out and "KR205" in out and "rulesets/ema-2016.toml:" in out


def test_the_command_answers_in_json_as_the_contract_says(capsys):
    code, out, _ = run(capsys, "5556888s678p123m", "--draw", "8s", "--rules", "m-league", "--format", "json")
    answer = json.loads(out)
    assert code == 0
    assert answer["schema"] == 1 and answer["kanrules"]
    assert (answer["verdict"], answer["code"]) == ("illegal", "KR205")
    assert answer["waits_before"] == answer["waits_after"] == ["4s", "6s", "7s"]
    assert answer["lost_readings"] == [{"tile": "7s", "sets": ["123m", "678p", "555s", "678s"], "pair": "88s"}]
    assert answer["ruling"]["key"] == "riichi_kan.level"
    assert answer["ruling"]["source"]["clause"] == "4-5(2)"


def test_the_command_takes_melds_another_kan_and_a_level(capsys):
    words = (
        "3335666p",
        "--draw",
        "3p",
        "--melds",
        "ankan 1111s",
        "--melds",
        "ankan 2222z",
        "--rules",
        "tenhou",
        "--format",
        "json",
    )
    assert json.loads(run(capsys, *words)[1])["verdict"] == "legal"
    assert json.loads(run(capsys, *words, "--level", "same_readings")[1])["code"] == "KR205"
    words = ("111123m456p789s1z", "--draw", "4m", "--kan", "1m", "--rules", "tenhou", "--format", "json")
    assert json.loads(run(capsys, *words)[1])["code"] == "KR206"


def test_all_rules_is_one_row_a_ruleset(capsys):
    from kanrules.ruleset import all_ids

    code, out, _ = run(capsys, "3335666p111456s", "--draw", "3p", "--all-rules", "--format", "json")
    answers = {answer["rules"]: answer for answer in json.loads(out)["answers"]}
    assert code == 0
    assert list(answers) == list(all_ids())
    assert answers["tenhou"]["verdict"] == "legal"
    assert (answers["ema-2016"]["verdict"], answers["ema-2016"]["code"]) == ("illegal", "KR205")
    assert answers["mu"]["code"] == "KR207"
    _, out, _ = run(capsys, "3335666p111456s", "--draw", "3p", "--all-rules")
    rows = {line.split()[0]: line for line in out.splitlines() if line.strip()}
    assert set(all_ids()) <= set(rows)
    assert "KR205" in rows["m-league"] and "4-5(2)" in rows["m-league"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("3335666p111456s", "--rules", "tenhou"), "the draw is missing; expected a tile such as 8s"),
        (("3335666p111456s", "--draw", "3p"), "name a ruleset with --rules, such as ema-2016"),
        (("3335666p11145s", "--draw", "3p", "--rules", "tenhou"), "'3335666p11145s' has 12 tiles; expected 13"),
        (("3335666p111456s", "--draw", "5p", "--rules", "tenhou"), "holds 2 of them; expected four (KR201)"),
        (("3335666p111456s", "--draw", "3p", "--rules", "tenhou", "--all-rules"), "--rules and --all-rules"),
        (("3335666p111456s", "--draw", "3p", "--level", "any", "--all-rules"), "--level and --all-rules"),
        (
            ("3335666p111456s", "--draw", "3p", "--rules", "tenhou", "--level", "x"),
            "'x' is not a level of kan in riichi",
        ),
    ],
)
def test_wrong_use_exits_2_and_says_why(capsys, words, message):
    code, out, err = run(capsys, *words)
    assert (code, out) == (2, "")
    assert message in err and "Traceback" not in err


def test_a_question_says_what_is_asked():
    question = read_kan_question("3335666p456s", "3p", melds="ankan 1111z")
    assert str(question) == "kan of 3p in riichi on 3335666p456s, ankan 1111z with the drawn 3p"
    assert NAMES[question.kan] == "3p"


def test_an_answer_is_made_when_it_is_looked_at_and_is_the_same_however_it_is_looked_at() -> None:
    import copy
    import dataclasses
    import pickle

    made = riichi_kan("3335666p111456s", "3p", rules="m-league")
    assert not made.legal and made.code == "KR205"
    whole = dataclasses.replace(made)
    for other in (
        riichi_kan("3335666p111456s", "3p", rules="m-league"),
        pickle.loads(pickle.dumps(riichi_kan("3335666p111456s", "3p", rules="m-league"))),
        copy.copy(riichi_kan("3335666p111456s", "3p", rules="m-league")),
    ):
        assert other == whole and repr(other) == repr(whole)
    assert whole.ruling is not None and whole.ruling.text == whole.text and whole.ruling.key == whole.key
    with pytest.raises(AttributeError, match="no attribute 'waits'"):
        made.waits  # type: ignore[attr-defined]  # noqa: B018
