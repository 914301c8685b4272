"""A hand as text: at any moment it is written and read back as the same hand, and what cannot be is refused."""

from __future__ import annotations

import copy
import pickle
import pickletools
import random
import re
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import fields, replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

from kanrules import Draw, Kita, Kyoku, Pass, Ron, Seat, Shouminkan, UnreadableError, load_ruleset
from kanrules.law.hook_values import FifthKan, Foul, FourKans, Kan, Liability, Penalty, PenaltyType, SetAside, Transfer
from kanrules.law.options import Instant
from kanrules.law.outcome import Claim, Outcome
from kanrules.law.scoring import Value
from kanrules.pieces.actions import Discard
from kanrules.pieces.events import ResultType
from kanrules.pieces.melds import Meld, MeldType
from kanrules.pieces.tiles import SEATS
from kanrules.play import hand_text
from kanrules.records import Record, open_records
from kanrules.records.recorded import Reveal
from kanrules.ruleset import Ruleset
from kanrules.table import position as positions
from kanrules.table.layout import PendingIndicator
from kanrules.table.position import Position
from kanrules.table.state import Phase
from kanrules.testing.conformance import choose, do
from tests.table.test_positions import TABLES, dealt, play, random_rules, seen, set_up

TENHOU = load_ruleset("tenhou")
GAMES = Path(__file__).parents[1] / "games"


def played_on(kyoku: Kyoku, seed: int) -> dict[str, Any]:
    """How a hand ends that a player with this seed plays from here; events and rulings from here on."""
    chance = random.Random(seed)
    events, findings = len(kyoku.events), len(kyoku.findings)
    while kyoku.outcome is None:
        do(kyoku, choose(kyoku, chance))
    return seen(kyoku, events, findings)


def held_to_its_text(kyoku: Kyoku, rules: Ruleset, seed: int | None) -> Kyoku:
    """The hand read back from its text: with the same text, views and legal actions, and (with a seed) the same end."""
    text = kyoku.text()
    again = Kyoku.from_text(text, rules)
    assert again.text() == text
    assert again == kyoku
    assert (again.events, again.findings, again.actions) == ([], [], [])
    assert again.phase is kyoku.phase
    assert again.legal_actions() == kyoku.legal_actions()
    for seat in kyoku.setup.seats:
        assert again.legal_actions(seat) == kyoku.legal_actions(seat)
        assert again.view(seat) == kyoku.view(seat)
    assert hand_text.read(text)[0] == positions.at(kyoku)
    if seed is not None and kyoku.outcome is None:
        assert played_on(again, seed) == played_on(kyoku.copy(), seed)
    return again


def held_to_its_texts(rules: Ruleset, start: Kyoku, chance: random.Random, phases: Counter[Phase], every: int) -> None:
    tables, _ = play(start, chance, fouls=True)
    for at, kyoku in enumerate(tables):
        phases[kyoku.phase] += 1
        rare = kyoku.phase in (Phase.ROB, Phase.RON, Phase.REPLACE)
        held_to_its_text(kyoku, rules, at if rare or not at % every else None)


@pytest.mark.rest
def test_a_hand_is_read_back_from_its_text_at_every_ply_and_goes_on_to_the_same_end() -> None:
    chance, phases = random.Random(20), Counter[Phase]()
    for number in range(4):
        rules = random_rules(chance)
        name = list(TABLES)[number % len(TABLES)]
        held_to_its_texts(rules, dealt(rules, chance) if number % 2 else set_up(rules, name), chance, phases, 20)
    for name in ("a kan that two may rob", "a discard that two may win on"):
        for _ in range(2):
            rules = random_rules(chance)
            held_to_its_texts(rules, set_up(rules, name), chance, phases, 20)
    assert set(phases) == set(Phase)


def test_three_players_hands_are_read_back_too() -> None:
    rules, phases = load_ruleset("tenhou-3p"), Counter[Phase]()
    for seed in range(4):
        chance = random.Random(seed)
        kyoku = Kyoku(rules, seed=seed)
        while kyoku.outcome is None:
            held_to_its_text(kyoku, rules, seed if not len(kyoku.actions) % 30 else None)
            phases[kyoku.phase] += 1
            kitas = [one for one in kyoku.legal_actions() if isinstance(one, Kita)]
            kyoku.push(chance.choice(kitas or kyoku.legal_actions()))
        assert held_to_its_text(kyoku, rules, None).outcome == kyoku.outcome
        assert pickle.loads(pickle.dumps(kyoku)) == kyoku
        assert any(isinstance(one, Kita) for one in kyoku.actions)
    assert phases[Phase.REPLACE]


@pytest.mark.parametrize("robbed", ["hidden", "revealed"])
def test_in_a_robbery_window_the_text_keeps_what_nobody_may_have_seen_yet(robbed: str) -> None:
    rules = load_ruleset("ema-2016").with_options({"kandora.robbed_kan": robbed})
    kyoku = set_up(rules, "a kan that two may rob")
    kyoku.push(next(one for one in kyoku.legal_actions() if isinstance(one, Shouminkan)))
    for answer in (Ron(Seat.NORTH), Pass()):
        assert kyoku.phase in (Phase.ROB, Phase.RON)
        held_to_its_text(kyoku, rules, None)
        if kyoku.is_legal(answer):
            kyoku.push(answer)
    for seat in (Seat.EAST, Seat.SOUTH):
        twin = set_up(rules, "a kan that two may rob")
        twin.push(next(one for one in twin.legal_actions() if isinstance(one, Shouminkan)))
        assert len(Kyoku.from_text(twin.text(), rules).view(seat).indicators) == 1


@pytest.mark.long
@pytest.mark.parametrize("part", range(4))
def test_two_thousand_hands_are_read_back_from_their_texts(part: int) -> None:
    """At every ply of 500 hands a part under twenty rulesets drawn by lot; from every twentieth ply on, and from every
    rare one, played to the end.
    """
    chance, phases = random.Random(2026), Counter[Phase]()
    books = [random_rules(chance) for _ in range(20)]
    chance = random.Random(part)
    for number in range(500):
        rules = books[number % 20]
        name = list(TABLES)[number // 4 % len(TABLES)]
        start = set_up(rules, name) if number % 4 == 3 else dealt(rules, chance)
        held_to_its_texts(rules, start, chance, phases, 20)
    print(sum(phases.values()), "plies", dict(phases))
    assert set(phases) == set(Phase)


KAN = Kan(MeldType.ANKAN, Seat.SOUTH, 0, (0, 0, 0, 0), None, None, 1)
OTHERWISE: dict[str, Any] = {
    "hands": ((1,), (2,), (3,), (4,)), "indicators": (None,) * 5, "ura": (None,) * 5, "live": (None, 5),
    "replacements": (7, None), "melds": ((Meld(MeldType.PON, (4, 4, 34), 34, Seat.WEST),), (), (), ()),
    "rivers": ((Discard(Seat.EAST, 5, True, True),), (), (), ()), "taken": ((0,), (), (), ()), "round_wind": Seat.WEST,
    "honba": 3, "sticks": 2, "scores": (1, 2, 3, -4), "riichi": (True, False, True, False),
    "double_riichi": (True,) * 4, "ippatsu": (False, True, False, False), "dead": (False, False, False, True),
    "turn": Seat.NORTH, "drawn": 36, "on_replacement": True, "face_up": 3,
    "pending": (PendingIndicator(1, Instant.DISCARD, "house"),), "passed": (0, 7, 0, 1 << 33), "first_go_around": False,
    "red_fives": 4, "unseen_counts": (1,) * 37, "liabilities": ((), (Liability("daisangen", Seat.WEST),), (), ()),
    "kans": (KAN,), "silent": (Seat.EAST, Seat.NORTH), "kan_discards": ((Seat.EAST, 0, 1),),
    "indicator_kans": (0, 2, 1), "wall_break": Seat.EAST,
    "claims": (Claim(Seat.SOUTH, Value({"riichi": 1}, han=1, fu=40, base=320), 5),),
    "announced": replace(KAN, type=MeldType.SHOUMINKAN, called=0, source=Seat.EAST, in_riichi=True, on_replacement=True,
                         robbable_by=(Seat.WEST,)),
    "window": positions.at(Kyoku(TENHOU, seed=2)),
    "turned_early": True, "replacing": True, "open_kita": SetAside(Seat.SOUTH, 2), "chain": (1, 0),
    "four_kans": FourKans.WIN, "fifth": FifthKan.PLAY_ON, "deciders": (("four_kans", "house"),), "forbidden": 1 << 5,
    "refill": (6,), "fouls": (Foul(Seat.EAST, "riichi_kan", "KR204", "why", -3),), "settled_fouls": (-3,),
    "penalties": ((Seat.EAST, Penalty(PenaltyType.POINTS, 100)),), "kitas": (0, 2, 0, 0),
    "at_once": (Transfer(Seat.EAST, "table", 1000, "a fee"),), "outcome": Outcome(ResultType.FOUR_KANS, (0, 0, 0, 0)),
}  # fmt: skip
"""Of each field of a position something that a new hand has not."""


def test_whatever_a_position_holds_is_in_its_text() -> None:
    """The discard that may be claimed is the last of its river wherever the phase says so."""
    empty = positions.at(Kyoku(TENHOU, seed=1))
    names = {one.name for one in fields(Position)} - {"last_discard"}
    assert set(OTHERWISE) == names
    for name, value in OTHERWISE.items():
        # What was called lies in a river.
        new = empty if name == "rivers" else replace(empty, rivers=OTHERWISE["rivers"])
        assert getattr(new, name) != value, name
        assert hand_text.write(replace(new, **{name: value})) != hand_text.write(new), name


def test_a_hand_of_a_record_whose_wall_nobody_knows_is_read_back_too() -> None:
    phases = Counter[Phase]()
    for record in open_records([GAMES / "four-kans.mjson.gz"]):
        assert isinstance(record, Record)
        for hand in list(record.hands)[-2:]:
            kyoku = Kyoku.dealt(
                TENHOU, hand.hands, [hand.indicator], round_wind=hand.round_wind, honba=hand.honba, sticks=hand.sticks,
                scores=hand.scores, red_fives=hand.red_fives,
            )  # fmt: skip
            for step in hand.steps:
                if not isinstance(step, Reveal):
                    phases[kyoku.phase] += 1
                    again = held_to_its_text(kyoku, TENHOU, None)
                    again.push(step)
                    kyoku.push(step)
                    assert again.text() == kyoku.text()
    assert "?" in kyoku.text()
    assert phases[Phase.REPLACE]


def test_who_is_liable_and_what_was_paid_at_once_for_kans_is_in_the_text() -> None:
    rules = load_ruleset("ema-2016")
    kyoku = Kyoku(rules, seed=3, round_wind=Seat.SOUTH)
    kyoku.at_once.extend([Transfer(Seat.EAST, Seat.NORTH, 1000, "a fee"), Transfer(Seat.WEST, "table", 2000, "two")])
    kyoku.liabilities[Seat.SOUTH].append(Liability("daisangen", Seat.WEST))
    again = Kyoku.from_text(kyoku.text(), rules)
    assert again.liabilities == kyoku.liabilities
    assert (again.at_once, again.round_wind) == (kyoku.at_once, Seat.SOUTH)


def test_no_text_says_how_the_wall_was_shuffled() -> None:
    seeded = Kyoku(TENHOU, seed=987654321)
    wall = [tile for seat in range(4) for tile in seeded.concealed(SEATS[seat])]
    assert "987654321" not in seeded.text()
    assert "seed" not in seeded.text()
    assert len(wall) == 52


# --- equal and stored ----------------------------------------------------------------------------------------------


def test_hands_are_equal_by_text_and_by_what_their_rulesets_say() -> None:
    first, second = Kyoku(load_ruleset("tenhou"), seed=7), Kyoku(load_ruleset("tenhou"), seed=7)
    assert first == second
    second.push(Draw(Seat.EAST))
    assert first != second
    second.pop()
    assert first == second
    assert first != Kyoku("tenhou", seed=8)
    assert first != Kyoku(load_ruleset("tenhou").with_options({"kandora.ankan": "never"}), seed=7)
    assert first != "tenhou"
    with pytest.raises(TypeError, match="unhashable"):
        hash(first)


def middle(rules: Ruleset | str, plies: int = 40) -> Kyoku:
    chance = random.Random(4)
    kyoku = Kyoku(rules, seed=4)
    for _ in range(plies):
        kyoku.push(chance.choice(kyoku.legal_actions()))
    return kyoku


@pytest.mark.parametrize("stored", [lambda k: pickle.loads(pickle.dumps(k)), copy.deepcopy, copy.copy])
def test_a_stored_hand_is_the_same_hand_with_all_that_was_done_to_it(stored: Any) -> None:
    kyoku = middle("tenhou")
    again: Kyoku = stored(kyoku)
    assert again == kyoku
    assert (again.events, again.findings, again.actions) == (kyoku.events, kyoku.findings, kyoku.actions)
    assert again.view(Seat.WEST).to_mjai() == kyoku.view(Seat.WEST).to_mjai()
    again.pop()
    assert again != kyoku


def test_a_stored_hand_carries_its_ruleset_and_needs_no_file(tmp_path: Path) -> None:
    club = tmp_path / "club.toml"
    club.write_text(
        '[ruleset]\nid = "club"\nname = "Club"\nextends = "ema-2016"\nplugins = ["club"]\n'
        '[kandora]\nankan = "discard"\n[plugin.club]\nopen_kan_fee = 1000\n',
        encoding="utf-8",
    )
    kyoku = middle(load_ruleset(club).with_options({"draws.noten_payment": 1500}))
    data = pickle.dumps(kyoku)
    club.unlink()
    again: Kyoku = pickle.loads(data)
    assert again == kyoku
    assert again.rules.value_set_by("kandora.ankan") == kyoku.rules.value_set_by("kandora.ankan")
    assert again.rules.plugin["club"]["open_kan_fee"] == 1000
    assert again.rules["draws.noten_payment"] == 1500


def test_a_stored_hand_names_plugins_and_carries_no_code() -> None:
    data = pickle.dumps(middle("ema-2016"))
    strings = {str(argument) for _, argument, _ in pickletools.genops(data) if isinstance(argument, str)}
    named = {text for text in strings if re.fullmatch(r"[a-z_]+(\.[a-z_]+)+", text)}
    assert named
    assert all(name.startswith("kanrules.") for name in named)
    assert not any(name.startswith("kanrules.hooks") for name in named)


def _played(kyoku: Kyoku) -> Kyoku:
    played_on(kyoku, 5)
    return kyoku


def test_a_hand_goes_to_another_process_and_comes_back_played() -> None:
    kyoku = middle("tenhou")
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        there = pool.submit(_played, kyoku).result()
    assert there == _played(kyoku)
    assert there.outcome == kyoku.outcome


# --- what cannot be ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "new", "says"),
    [
        ("kanrules hand 1", "kanrules hand 2", "begins with the line 'kanrules hand 1'"),
        ("turn .*", "turn dealer", "'dealer' is not a seat"),
        ("honba 0", "honba many", "honba 'many': expected a whole number"),
        ("honba 0", "honba 0\nhonba 0", "a second line 'honba'"),
        ("honba 0", "hanba 0", "no line of a hand begins with 'hanba'"),
        ("honba 0\n", "", "has no line 'honba'"),
        ("east hand \\S+", "east hand 123q", "is not mpsz"),
        ("east hand \\S+", "east hand 123m", "holds 3 concealed tiles"),
        ("scores .*", "scores 1 2 3", "expected four, one a seat"),
        ("reds 3", "reds 7", "a set has 0, 3 or 4 red fives"),
        ("reds 3", "reds 0", "but there are 0"),
        ("phase \\S+", "phase over", "does not fit the rest"),
        ("phase \\S+", "phase waiting", "expected one of draw, act"),
        ("face_up 1", "face_up 0", "0 indicators are turned"),
        ("face_up 1", "face_up 3", "3 indicators are turned"),
        ("face_up 1", "face_up 1\npending 1 discard core", "a kan is counted that has not been completed"),
        ("face_up 1", "face_up 1\nriichi east east", "names a seat twice"),
        ("face_up 1", "face_up 1\nkan 1 ankan east 1m 1111m", "its kans are not those of its melds"),
        ("face_up 1", "face_up 1\nfour_kans abort", "no line says which plugin decided four_kans"),
        ("face_up 1", "face_up 1\nfifth play_on", "no line says which plugin decided fifth_kan"),
        ("face_up 1", "face_up 1\noutcome {}", "outcome"),
        ("face_up 1", "face_up 1\nrinshan yes", "nothing stands after"),
        ("live .*", "live ?70", "no line says which are unseen"),
        ("live .*", "live ?999999", "more tiles than there are"),
    ],
)
def test_a_line_that_cannot_be_is_named(line: str, new: str, says: str) -> None:
    text = middle("tenhou", 1).text()
    wrong = re.sub(rf"(?m)^{line}" + ("" if line.endswith("\n") else "$"), new, text, count=1)
    assert wrong != text
    with pytest.raises(UnreadableError, match=re.escape(says)):
        Kyoku.from_text(wrong, TENHOU)


def test_a_text_of_more_than_64_kb_is_not_read_and_what_is_no_text_neither() -> None:
    text = middle("tenhou").text()
    with pytest.raises(UnreadableError, match="at most 65536 characters"):
        Kyoku.from_text(text + "x" * 65536, TENHOU)
    with pytest.raises(TypeError, match="read from text, not from bytes"):
        Kyoku.from_text(text.encode(), TENHOU)  # type: ignore[arg-type]
    with pytest.raises(UnreadableError, match="begins with the line"):
        Kyoku.from_text("", TENHOU)


def damaged(text: str, chance: random.Random) -> str:
    """The text with a few of its lines or letters changed, as a hand or a bad connection would."""
    lines = text.split("\n")
    for _ in range(chance.randint(1, 3)):
        at = chance.randrange(len(lines))
        match chance.randrange(6):
            case 0:
                del lines[at]
            case 1:
                lines.insert(at, chance.choice(lines))
            case 2:
                other = chance.randrange(len(lines))
                lines[at], lines[other] = lines[other], lines[at]
            case 3:
                words = lines[at].split(" ")
                words[chance.randrange(len(words))] = chance.choice(chance.choice(lines).split(" "))
                lines[at] = " ".join(words)
            case _:
                line = lines[at]
                place = chance.randrange(len(line) + 1)
                letter = chance.choice('0123456789mpsz dcr?-x{}[],"eastwhnor\u0661\x00')
                lines[at] = line[:place] + letter + line[place + chance.randrange(2) :]
        if not lines:
            break
    return "\n".join(lines)


def held_to_refusing(chance: random.Random, hands: int) -> Counter[bool]:
    """Damaged texts are refused with an UnreadableError, or are a hand that can be played on."""
    read: Counter[bool] = Counter()
    for number in range(hands):
        rules = random_rules(chance)
        name = list(TABLES)[number // 2 % len(TABLES)]
        for kyoku in play(set_up(rules, name) if number % 2 else dealt(rules, chance), chance, fouls=True)[0]:
            text = damaged(kyoku.text(), chance)
            try:
                again = Kyoku.from_text(text, rules)
            except UnreadableError:
                read[False] += 1
                continue
            read[True] += 1
            try:
                assert Kyoku.from_text(again.text(), rules) == again
                for seat in SEATS:
                    again.view(seat).legal_actions()
                for _ in range(30):
                    if again.outcome is not None:
                        break
                    legal = again.legal_actions()
                    assert legal, text
                    again.push(chance.choice(legal))
            except Exception as error:
                raise AssertionError(text) from error
    return read


def test_a_damaged_text_is_refused_or_is_a_hand_that_can_be_played_on() -> None:
    read = held_to_refusing(random.Random(31), 12)
    assert read[True] and read[False]


@pytest.mark.long
def test_many_damaged_texts_are_refused_or_are_hands_that_can_be_played_on() -> None:
    read = held_to_refusing(random.Random(32), 400)
    print(dict(read))
    assert read[True] and read[False]
