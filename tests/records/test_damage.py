"""However a record is damaged, it reads as hands or gives UnreadableError, and nothing else."""

from __future__ import annotations

import gzip
import io
import os
import random
import re
import zipfile
from base64 import b64encode
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kanrules.errors import UnreadableError
from kanrules.records import (
    Member,
    Record,
    Unreadable,
    mjlog,
    open_records,
    read_data,
    read_member,
    sources,
)
from kanrules.records.recorded import RecordedHand
from tests.records import formats
from tests.records.formats import GAMES, mjsoul_actions, mjsoul_answer, mjsoul_wire, shipped

HANDS = shipped("majiang-tenpai.json.gz")[:5]
FORMS: dict[str, bytes] = {
    **{name: write(HANDS) for name, write in formats.WRITERS.items()},
    "mjsoul-list": msgspec.json.encode([action for hand in HANDS for action in mjsoul_actions(hand)]),
    "mjsoul-answer": mjsoul_answer(HANDS, {"have_toutiao": True}),
    "mjsoul-base64": msgspec.json.encode({"head": {"config": {}}, "data": b64encode(mjsoul_wire(HANDS)).decode()}),
}
GENTLE = settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)


def outcome(data: bytes) -> tuple[list[RecordedHand], bool]:
    """The hands that can be read, and whether all can; any other exception is a failure of the test."""
    hands: list[RecordedHand] = []
    whole = True
    for record in read_data(data, "x"):
        if isinstance(record, Unreadable):
            assert record.why
            whole = False
            continue
        try:
            hands += record.hands
        except UnreadableError as error:
            assert str(error).startswith("x")
            whole = False
    return hands, whole


@st.composite
def damaged(draw: st.DrawFn, data: bytes) -> bytes:
    """The bytes with a few of them changed, taken away, doubled, or cut off."""
    broken = bytearray(data)
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, max(0, len(broken) - 1)))
        size = draw(st.integers(1, 30))
        kind = draw(st.sampled_from(["flip", "change", "remove", "double", "cut", "digit"]))
        if kind == "flip" and broken:
            broken[at] ^= 1 << draw(st.integers(0, 7))
        elif kind == "change" and broken:
            broken[at : at + size] = draw(st.binary(max_size=size))
        elif kind == "remove":
            del broken[at : at + size]
        elif kind == "double":
            broken[at:at] = broken[at : at + size]
        elif kind == "cut":
            del broken[at:]
        else:
            digits = [i for i in range(at, min(at + 200, len(broken))) if 48 <= broken[i] < 58]
            if digits:
                broken[draw(st.sampled_from(digits))] = draw(st.integers(48, 57))
    return bytes(broken)


@pytest.mark.rest
@pytest.mark.parametrize("form", FORMS)
@given(data=st.data())
@GENTLE
def test_a_damaged_record_is_hands_or_one_clear_error(form: str, data: st.DataObject) -> None:
    outcome(data.draw(damaged(FORMS[form])))


STRANGE: tuple[Any, ...] = (
    None, True, -1, 0, 4, 37, 136, 2**63, 10**30, 1.0, 1e308, "", "x", "0m", "m1+", "m1234-", "r60", "1111a11", "\0",
    "9" * 5000, "和了", [], {}, [[]], [None] * 4, [0] * 4, [{"name": [], "fanshu": {}}],
)  # fmt: skip


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every list and object in a decoded record, with every place in it."""
    found: list[tuple[Any, Any]] = []
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in inside:
        found.append((value, key))
        if isinstance(part, (dict, list)):
            found += places(part)
    return found


@pytest.mark.sample(6)
@pytest.mark.parametrize("part", range(6))
@pytest.mark.parametrize("form", ["tenhou6", "mjai", "mjsoul-json", "majiang"])
def test_a_field_that_holds_something_strange_is_one_clear_error_or_does_not_matter(form: str, part: int) -> None:
    lines = FORMS[form].splitlines() if form == "mjai" else [FORMS[form]]
    rng = random.Random(f"{form}{part}")
    for _ in range(100):
        at = rng.randrange(len(lines))
        value = msgspec.json.decode(lines[at])
        all_places = places(value)
        where, key = rng.choice(all_places)
        where[key] = rng.choice([*STRANGE, *(owner[other] for owner, other in rng.choices(all_places, k=3))])
        try:
            broken = msgspec.json.encode(value)
        except (OverflowError, RecursionError, ValueError):
            continue  # not every number can be written, and a part may have been put into itself
        outcome(b"\n".join([*lines[:at], broken, *lines[at + 1 :]]))


@pytest.mark.parametrize("form", FORMS)
def test_a_record_cut_anywhere_never_gives_more_hands_than_it_had(form: str) -> None:
    whole = FORMS[form]
    rng = random.Random(form)
    hands, complete = outcome(whole)
    assert complete
    for at in sorted(rng.sample(range(len(whole)), 60)):
        fewer, _ = outcome(whole[:at])
        assert len(fewer) <= len(hands)
        assert fewer[:-1] == hands[: max(0, len(fewer) - 1)]


def through_expat(data: bytes) -> tuple[list[RecordedHand], bool]:
    """The same file read by expat alone."""
    original = mjlog.cut_apart

    def never(data: bytes) -> list[list[mjlog.Item]]:
        raise mjlog.OtherForm

    mjlog.cut_apart = never
    try:
        return outcome(data)
    finally:
        mjlog.cut_apart = original


def test_both_ways_of_reading_xml_agree_on_whole_games() -> None:
    for path in sorted(GAMES.glob("*.mjson.gz"))[::4]:
        data = formats.mjlog(shipped(path.name))
        assert outcome(data) == through_expat(data)


SPELLINGS: dict[str, tuple[str, str]] = {
    # What Tenhou writes, and what stands in its place.
    "an attribute whose closing quote is lost": ('" hai1="', ', hai1="'),
    "an attribute that takes in the next one": (' hai1="', ' hai1=" x="'),
    "an attribute whose name begins with a digit": (' n2="', ' 2="'),
    "an attribute without a name": (' n2="', ' ="'),
    "an attribute that stands twice": (' n2="', ' n1="'),
    "attributes without a space between": ('" n2="', '"n2="'),
    "a draw with a space": ("<T", "<T1 /><T"),
    "a discard with a space": ('<REACH who="0" step="1"/>', '<REACH who="0" step="1"/><D1 />'),
    "a hand without attributes": ("<AGARI ", "<INIT/><AGARI "),
    "a hand before the game": ("<GO ", "<INIT/><GO "),
    "a deal without a space": ("<INIT ", "<INIT\t"),
    "another case": ("<INIT ", "<Init "),
    "an element that is not closed": (" /><", " ><"),
    "an end of its own": ("<TAIKYOKU", "</TAIKYOKU"),
    "text between events": ("<TAIKYOKU", "x<TAIKYOKU"),
    "an entity": (' n2="c"', ' n2="&amp;"'),
    "an entity that there is not": (' n2="c"', ' n2="&c;"'),
    "a sign that must be an entity": (' n2="c"', ' n2="<"'),
    "apostrophes for quotes": (' n2="c"', " n2='c'"),
    "a comment": ("<TAIKYOKU", "<!-- --><TAIKYOKU"),
    "a game of a kind that is out of scope, and not whole": ('<GO type="169"', '<GO type="1669" x'),
    "a game out of scope whose end is lost": ('<GO type="169"', '<GO type="185"/><GO type="185'),
}


def agree(broken: bytes) -> None:
    quick, quick_whole = outcome(broken)
    strict, strict_whole = through_expat(broken)
    assert quick_whole == strict_whole
    # A file that is no XML may have hands before the place where it stops: as many, or one more where the fault lies
    # behind it.
    assert quick == strict or (not strict_whole and quick[: len(strict)] == strict)


@given(data=st.data())
@settings(GENTLE, max_examples=150)
def test_both_ways_of_reading_xml_agree_on_damage(data: st.DataObject) -> None:
    agree(data.draw(damaged(FORMS["mjlog"])))


@pytest.mark.long
@given(data=st.data())
@settings(GENTLE, max_examples=6000)
def test_both_ways_of_reading_xml_agree_on_much_damage(data: st.DataObject) -> None:
    agree(data.draw(damaged(FORMS["mjlog"])))


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_both_ways_of_reading_xml_agree_on_every_spelling(spelling: str) -> None:
    usual, other = SPELLINGS[spelling]
    text = FORMS["mjlog"].decode()
    places = [found.start() for found in re.finditer(re.escape(usual), text)]
    assert places
    for at in {places[0], places[len(places) // 2], places[-1]}:
        agree((text[:at] + other + text[at + len(usual) :]).encode())


@pytest.mark.rest
def test_both_ways_of_reading_xml_agree_on_damage_around_quotes_and_brackets() -> None:
    """Where XML breaks: at its signs. Longer with KANRULES_DAMAGE."""
    whole = formats.mjlog(HANDS[:2])
    signs = [at for at, sign in enumerate(whole) if sign in b'"<>/= ']
    rng = random.Random(6)
    for _ in range(int(os.environ.get("KANRULES_DAMAGE", "1500"))):
        broken = bytearray(whole)
        for _ in range(rng.choice((1, 1, 2, 2, 3, 4))):
            at = min(max(0, rng.choice(signs) + rng.choice((-3, -2, -1, 0, 0, 0, 1, 2))), len(broken) - 1)
            size = rng.choice((1, 1, 1, 2, 3, 4, 6, 9, 14, 20, 30))
            kind = rng.choice(("flip", "remove", "double", "copy"))
            if kind == "flip":
                broken[at] ^= 1 << rng.randrange(8)
            elif kind == "remove":
                del broken[at : at + size]
            elif kind == "double":
                broken[at:at] = broken[at : at + size]
            else:
                other = rng.choice(signs)
                broken[at : at + size] = whole[other : other + size]
        agree(bytes(broken))


@pytest.mark.rest
@given(data=st.data())
@GENTLE
def test_damaged_gzip_is_one_clear_error(data: st.DataObject) -> None:
    packed = gzip.compress(FORMS["mjlog"])
    broken = data.draw(damaged(packed))
    try:
        assert isinstance(sources.gunzip(broken), bytes)
    except UnreadableError as error:
        assert str(error)


@pytest.mark.rest
@given(data=st.data())
@GENTLE
def test_a_damaged_archive_is_one_clear_error(tmp_path: Path, data: st.DataObject) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a", FORMS["mjlog"][:3000])
        archive.writestr("b", FORMS["mjai"][:3000])
    path = tmp_path / "a.zip"
    path.write_bytes(data.draw(damaged(packed.getvalue())))
    for found in open_records([path]):
        if isinstance(found, Record):
            try:
                list(found.hands)
            except UnreadableError as error:
                assert str(path) in str(error)
        else:
            assert found.why


def test_a_file_that_changes_after_it_was_listed_is_one_clear_error(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a", FORMS["mjlog"])
    (member,) = sources.list_members(path)
    assert isinstance(member, Member)
    path.write_bytes(b"PK")
    (found,) = read_member(member)
    assert isinstance(found, Unreadable) and "no zip member begins" in found.why
    path.unlink()
    (found,) = read_member(member)
    assert isinstance(found, Unreadable) and "No such file" in found.why
