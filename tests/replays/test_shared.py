"""A replay that rulesets share says of each of them what its own replay says, ruling by ruling.

python -m tests.replays.test_shared [RECORDS]      proves it on so many recorded human games of each archive, or on all
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from kanrules import CompleteHand, Dora, Ruleset, Yaku, hookimpl, load_ruleset
from kanrules.errors import UnreadableError
from kanrules.hooks.specs import HOOKS
from kanrules.law.options import Instant
from kanrules.pieces.events import KandoraTurned
from kanrules.records import Member, Record, Unreadable, all_members, read_member
from kanrules.records.recorded import RecordedHand
from kanrules.replays.hand import HandReplay, play_hand
from kanrules.replays.scope import out_of_scope
from kanrules.replays.shared import Books, _SharedRun, numbers
from kanrules.ruleset.keys import TEXT_TABLES, Key, Takes, file_value, keys
from kanrules.ruleset.library import bundled_ids
from tests.hooks.questions import QUESTIONS

GAMES = sorted((Path(__file__).parents[1] / "games").glob("*.mjson.gz"))
LOGS = Path(__file__).parents[3] / "shared" / "logs"
SAMPLE = 12
"""How many games of each archive are proved unless all are asked for."""
TENHOU = load_ruleset("tenhou")
BOOKS = [TENHOU, *(load_ruleset(one) for one in bundled_ids() if one != "tenhou")]


def seen(report: HandReplay | None) -> tuple[Any, ...] | None:
    """All that a replay says."""
    if report is None:
        return None
    kyoku = report.kyoku
    return (
        kyoku.events, kyoku.findings, kyoku.outcome, kyoku.scores, kyoku.sticks, kyoku.phase, kyoku.dead,
        kyoku.liabilities, kyoku.fouls, kyoku.penalties, kyoku.kans, kyoku.melds, kyoku.hands, report.differences,
        report.stopped, report.end, report.forbidden,
    )  # fmt: skip


def alone(rules: Ruleset, hand: RecordedHand, *, keeps_instants: bool, first: bool) -> HandReplay | None:
    try:
        return play_hand(rules, hand, keeps_instants=keeps_instants, while_legal=not first)
    except UnreadableError:
        return None


def prove(books: Books, hand: RecordedHand, *, keeps_instants: bool = True) -> int:
    """Holds every replay against those that each of its rulesets has alone; gives how many replays there were."""
    covered = made = 0
    for several, report in books.replays(hand, keeps_instants=keeps_instants):
        made += 1
        assert several and not several & covered, "every ruleset has one replay"
        covered |= several
        for number in numbers(several):
            own = alone(books.rulesets[number], hand, keeps_instants=keeps_instants, first=number == 0)
            assert seen(report) == seen(own), f"{hand.name} under {books.rulesets[number].id}"
        if several & 1 and report is not None and report.forbidden:
            assert several == 1, "where the record was followed against the first law, nothing is said of the others"
            covered = books.every
    for number in numbers(books.every & ~covered):
        # Nobody has a replay of a hand at which others play than its ruleset is for, alone no more than together.
        assert books.of_other_players(hand) >> number & 1
        assert alone(books.rulesets[number], hand, keeps_instants=keeps_instants, first=False) is None
    return made


def records_of(members: Iterable[object], *, leaders: Sequence[Ruleset] = (TENHOU,)) -> Iterator[Record]:
    """The records among them that one of these rulesets can judge."""
    for member in members:
        if isinstance(member, Member):
            for record in read_member(member):
                if not isinstance(record, Unreadable) and not all(out_of_scope(record, one) for one in leaders):
                    yield record


def shipped(step: int = 1) -> list[RecordedHand]:
    return [hand for record in records_of(all_members(GAMES)) for hand in record.hands][::step]


@pytest.mark.rest
@pytest.mark.parametrize("step", [16, pytest.param(8, marks=pytest.mark.long)])
def test_every_bundled_ruleset_has_from_a_shared_replay_what_it_has_alone(step: int) -> None:
    books = Books(BOOKS)
    hands = shipped(step)
    made = sum(prove(books, hand) for hand in hands)
    assert made < len(hands) * len(BOOKS) / 4, "most of them share"


def _values(key: Key) -> list[object]:
    """Values of a key, as a file has them, its least and its most among them."""
    if key.takes is Takes.LIST:
        return [[], list(key.allowed[-3:]), list(key.allowed)]
    return list(key.allowed) or [key.minimum, key.minimum + key.step, key.maximum]


def variants() -> Iterator[Ruleset]:
    for name, key in keys().items():
        if key.table not in (*TEXT_TABLES, "game", "display"):
            for value in _values(key):
                if value != file_value(TENHOU[name]):
                    yield TENHOU.with_options({name: value}, set_by="test")


@pytest.mark.rest
def test_no_key_is_read_without_being_noted() -> None:
    changed = list(variants())
    assert len(changed) > 100
    books = Books([TENHOU, *changed])
    assert sum(prove(books, hand) for hand in shipped(64)) > 0


@pytest.mark.long
def test_in_many_hands_no_key_is_read_without_being_noted() -> None:
    books = Books([TENHOU, *variants()])
    assert sum(prove(books, hand) for hand in shipped(4)) > 0


def test_rulesets_that_differ_in_a_key_which_the_hand_never_reads_share_its_replay() -> None:
    kanless = next(
        hand for hand in shipped() if not any(type(step).__name__.endswith(("kan", "Kan")) for step in hand.steps)
    )
    other = TENHOU.with_options(
        {"kandora.ankan": "discard", "four_kans.several_players": "play_on", "riichi_kan.level": "any"}, set_by="test"
    )
    ((several, _),) = Books([TENHOU, other]).replays(kanless)
    assert several == 0b11


class _Late:
    """A plugin by which every indicator is turned once the discard has passed."""

    def __init__(self) -> None:
        self.asked = 0

        def reveal_kandora(kan: object) -> Instant:
            self.asked += 1
            return Instant.DISCARD_PASSED

        self.reveal_kandora = hookimpl(reveal_kandora)


def with_plugin(rules: Ruleset, plugin: object) -> Ruleset:
    return replace(rules, id="late", modules=(("late", plugin),), plugins=("late",))


def test_a_ruleset_with_a_plugin_shares_until_a_hook_of_it_is_asked_and_then_has_its_own_answer() -> None:
    plugin = _Late()
    late = with_plugin(TENHOU, plugin)
    assert late.judge.asks("reveal_kandora")
    books = Books([TENHOU, late])
    shared = parted = 0
    for hand in shipped(8):
        before = plugin.asked
        replays = [several for several, _ in books.replays(hand)]
        if replays == [0b11]:
            shared += 1
            assert plugin.asked == before
        else:
            parted += 1
            assert plugin.asked > before
        prove(books, hand)
    assert shared and parted


class _House:
    """A plugin with a yaku for every win, or with a dora more than core counts."""

    def __init__(self, **answers: Callable[[CompleteHand], object]) -> None:
        for name, answer in answers.items():
            setattr(self, name, hookimpl(answer))


def _one_han(win: CompleteHand) -> Yaku:
    return Yaku("house_yaku", 1)


def _one_dora(win: CompleteHand) -> Dora:
    return replace(win.dora, dora=win.dora.dora + 1)


@pytest.mark.rest
def test_rulesets_whose_plugins_value_hands_share_until_a_hand_is_complete() -> None:
    yaku, dora = with_plugin(TENHOU, _House(yaku=_one_han)), with_plugin(TENHOU, _House(dora=_one_dora))
    strict = yaku.with_options({"furiten.without_yaku": False}, set_by="test")
    books = Books([TENHOU, yaku, dora, strict])
    together = apart = 0
    for hand in shipped(12):
        covers = [several for several, _ in books.replays(hand)]
        together += any(several & 0b111 == 0b111 for several in covers)
        apart += 0b001 in covers
        prove(books, hand)
    assert together and apart


def test_what_a_plugin_answers_is_no_other_rulesets_business() -> None:
    books = Books([TENHOU, with_plugin(TENHOU, _Late()), TENHOU.with_options({"kandora.ura": False}, set_by="test")])
    assert books.alike("reveal_kandora", 0) == 0b101 and books.alike("reveal_kandora", 1) == 0b010
    assert books.alike("before_kan", 1) == 0b111 and books.alike("kandora.ura", 0) == 0b011
    for hand in shipped(32):
        for several, report in books.replays(hand):
            assert report is not None
            turned = {str(event.instant) for event in report.kyoku.events if isinstance(event, KandoraTurned)}
            assert several & 0b010 or "discard_passed" not in turned


def test_nothing_can_remember_a_table_of_keys_by_its_value() -> None:
    run = _SharedRun(Books([TENHOU]), 1)
    table = run.options.riichi_kan
    with pytest.raises(TypeError):
        hash(table)
    with pytest.raises(TypeError):
        assert table == TENHOU.riichi_kan
    unknown: Any = run.options
    for missing in (lambda: unknown.kandra, lambda: unknown.kandora.ancan, lambda: unknown.scorer):
        with pytest.raises(AttributeError):
            _look(missing)


def _look(at: Callable[[], object]) -> None:
    at()


def test_every_question_of_a_judge_is_noted() -> None:
    asked: set[str] = set()
    run = _SharedRun(Books([TENHOU]), 1)
    run.asked = asked.add  # type: ignore[method-assign]
    judge = run.judge
    assert judge.options is run.options
    assert not judge.asks("liability") and not judge.asks("rob_kan")
    assert asked == {"liability", "rob_kan"}
    for hook in HOOKS:
        asked.clear()
        assert not judge.asks(hook) and asked == {hook}
    for hook in QUESTIONS:
        asked.clear()
        assert not judge.ask(hook, table=dict) and asked == {hook}


@pytest.mark.rest
@pytest.mark.skipif(not LOGS.is_dir(), reason="recorded human games are not part of the repository")
def test_the_same_of_a_sample_of_recorded_human_games() -> None:
    books = Books(BOOKS)
    hands = 0
    for archive in sorted((LOGS / "mjlog").glob("qualeafclover-*.zip"))[:2]:
        for record in records_of(islice(all_members([archive]), 0, SAMPLE * 40, 40)):
            for hand in record.hands:
                hands += 1
                prove(books, hand, keeps_instants=record.keeps_instants)
    assert hands > 50


# --- on all there are ----------------------------------------------------------------------------------------------


class Count(NamedTuple):
    """What is proved of some records."""

    records: int = 0
    hands: int = 0
    kans: int = 0
    """Hands with a kan."""
    shared: int = 0
    """Replays that rulesets shared."""
    alone: int = 0
    """Replays of one ruleset alone, each of which said what the shared one of it says."""
    unreadable: int = 0
    """Hands that cannot be as they are recorded, on either path."""

    def __add__(self, other: tuple[int, ...]) -> Count:  # type: ignore[override]
        return Count(*map(sum, zip(self, other, strict=True)))


def prove_record(books: Books, record: Record) -> Count:
    """Proves every hand of a record, as far as it can be read."""
    found = Count(1)
    hands = iter(record.hands)
    while True:
        try:
            hand = next(hands)
        except StopIteration:
            return found
        except UnreadableError:
            return found + Count(unreadable=1)
        kan = any(type(step).__name__.endswith(("kan", "Kan")) for step in hand.steps)
        try:
            found += Count(0, 1, kan, prove(books, hand, keeps_instants=record.keeps_instants), len(books.rulesets))
        except UnreadableError:
            assert alone(books.rulesets[0], hand, keeps_instants=record.keeps_instants, first=True) is None
            found += Count(unreadable=1)


def main(most: int | None, kept: Path | None, part: int, parts: int) -> None:
    """Archive by archive; what is proved stands in a file, so that a proof that was interrupted goes on from there."""
    by_players = {
        players: Books(sorted(BOOKS, key=lambda one: one.id != first))
        for players, first in ((4, "tenhou"), (3, "tenhou-3p"))
    }
    leaders = [books.rulesets[0] for books in by_players.values()]
    lines = kept.read_text().splitlines() if kept is not None and kept.exists() else []
    known = {name: Count(*map(int, rest)) for name, *rest in (line.split("\t") for line in lines)}
    for archive in sorted(LOGS.rglob("*.zip"), key=lambda path: path.stat().st_size)[part::parts]:
        name = archive.relative_to(LOGS).as_posix()
        if name not in known:
            began, found = time.process_time(), Count()
            for record in islice(records_of(all_members([archive]), leaders=leaders), most):
                found += prove_record(by_players[record.players], record)
            known[name] = found
            if kept is not None:
                with kept.open("a") as file:
                    file.write("\t".join(map(str, (name, *found))) + "\n")
            print(f"{name}: {found}; {time.process_time() - began:.0f} s of CPU", flush=True)
    found = Count()
    for one in known.values():
        found += one
    print(
        f"{found.records:,} records, {found.hands:,} hands, {found.kans:,} with a kan: {found.shared:,} shared replays "
        f"say what {found.alone:,} alone say under {len(BOOKS)} rulesets; {found.unreadable} hands are unreadable"
    )


if __name__ == "__main__":
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("records", nargs="?", type=int, help="so many of every archive; all without it")
    asked.add_argument("--kept", type=Path, help="the file that keeps what is proved")
    asked.add_argument("--part", type=int, default=0, help="this part of the archives, from 0")
    asked.add_argument("--parts", type=int, default=1)
    given = asked.parse_args()
    main(given.records, given.kept, given.part, given.parts)
