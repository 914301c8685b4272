"""A corpus judged record by record: what is counted, what cannot be read, and that the order and number of processes
change nothing.
"""

from __future__ import annotations

import csv
import gzip
import io
import itertools
import json
import os
import random
import shutil
import tarfile
import zipfile
from collections.abc import Collection, Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kanrules import audit, load_ruleset
from kanrules.corpus import Audited, Summary, audit_chunks, make_plan
from kanrules.corpus.chunks import chunks, corpus_size
from kanrules.records import Member, Unreadable, list_members

GAMES = Path(__file__).parents[1] / "games"
LOGS = Path(__file__).parents[3] / "shared" / "logs"
ALL = sorted(GAMES.glob("*.mjson.gz"))
SHOWN = json.loads((GAMES / "games.json").read_text())


def summed(records: Iterator[Audited] | list[Audited], rules: str = "tenhou") -> Summary:
    summary = Summary(rules)
    for record in records:
        summary.add(record)
    return summary


@pytest.fixture(scope="module")
def judged() -> list[Audited]:
    return list(audit(ALL, "tenhou", compare=["ema-2016"]))


@pytest.mark.rest
def test_every_kan_is_counted_by_its_type_as_the_engine_that_played_it_counted_it(judged: list[Audited]) -> None:
    # games.json was written by the script that recorded the games, from RiichiEnv's own events.
    for record in judged:
        shown = SHOWN[Path(record.file).name.removesuffix(".mjson.gz")]
        kinds = [kan.type for kan in record.kans]
        assert record.hands == shown["hands"]
        assert [kinds.count(kind) for kind in ("ankan", "daiminkan", "shouminkan")] == [
            shown.get(word, 0) for word in ("ankan", "daiminkan", "kakan")
        ]
        assert sum(kan.robbed for kan in record.kans) == shown.get("robbed_kakan", 0)
        assert sum(kan.in_riichi for kan in record.kans) == shown.get("kan_in_riichi", 0)
        assert sum(kan.on_replacement for kan in record.kans) == shown.get("kan_on_replacement", 0)
        rinshan = [f"rinshan_win_after_{word}" for word in ("ankan", "daiminkan", "kakan")]
        assert sum(kan.rinshan_win for kan in record.kans) == sum(shown.get(word, 0) for word in rinshan)
        assert record.results.get("four_kans", 0) == shown.get("suukansansen", 0)


def test_each_kan_turned_one_indicator_or_none(judged: list[Audited]) -> None:
    summary = summed(judged)
    kans = sum(summary.kans.values())
    assert kans == sum(len(record.kans) for record in judged)
    assert sum(summary.indicators.values()) + summary.not_turned + summary.robbed == kans


def test_a_robbed_kan_turns_no_indicator_and_was_a_shouminkan(judged: list[Audited]) -> None:
    robbed = [kan for record in judged for kan in record.kans if kan.robbed]
    assert robbed
    assert {(kan.type, kan.instant, kan.result) for kan in robbed} == {("shouminkan", "", "ron")}


def test_a_kan_in_riichi_is_an_ankan_and_nobody_fed_it(judged: list[Audited]) -> None:
    assert {(kan.type, kan.source) for record in judged for kan in record.kans if kan.in_riichi} == {("ankan", "")}


def test_the_first_example_of_a_code_is_the_first_in_the_corpus(judged: list[Audited]) -> None:
    found = [difference for record in judged for difference in record.differences]
    summary = summed(judged)
    assert summary.differences == len(found) > 0
    for code, known in summary.codes.items():
        assert known.first == next(difference for difference in found if difference.code == code)
        assert known.count == sum(difference.code == code for difference in found)


@settings(max_examples=30, deadline=None)
@given(cuts=st.lists(st.integers(0, len(ALL)), max_size=4))
def test_the_summaries_of_the_parts_merge_to_the_summary_of_the_whole(judged: list[Audited], cuts: list[int]) -> None:
    whole = summed(judged)
    merged = Summary("tenhou")
    for start, end in itertools.pairwise([0, *sorted(cuts), len(judged)]):
        merged.merge(summed(judged[start:end]))
    assert merged == whole


@pytest.mark.rest
def test_two_processes_give_the_same_results_in_the_same_order() -> None:
    some = 20 if os.environ.get("KANRULES_LONG") else 10
    corpus = [*ALL[:some], *ALL[some::-1]]
    one = list(audit(corpus, "tenhou", compare=["ema-2016", "wrc-2025"]))
    two = list(audit(corpus, "tenhou", compare=["ema-2016", "wrc-2025"], jobs=2))
    assert one == two
    assert len(one) == 2 * some + 1


def test_the_same_corpus_in_a_folder_and_in_archives_gives_the_same_counts(tmp_path: Path) -> None:
    some = ALL[:9]
    folder = tmp_path / "folder"
    folder.mkdir()
    with (
        zipfile.ZipFile(tmp_path / "a.zip", "w") as a,
        tarfile.open(tmp_path / "b.tar", "w") as b,
        tarfile.open(tmp_path / "c.tar.gz", "w:gz") as c,
    ):
        for game in some:
            shutil.copy(game, folder)
            a.writestr(game.name, gzip.decompress(game.read_bytes()), zipfile.ZIP_DEFLATED)
            b.add(game, game.name)
            c.add(game, game.name)
    reports = []
    for path in (folder, tmp_path / "a.zip", tmp_path / "b.tar", tmp_path / "c.tar.gz"):
        summary = summed(audit([path], "tenhou"))
        summary.codes.clear()  # they hold the names of the files
        reports.append(summary)
    assert reports[0].files == len(some)
    assert all(report == reports[0] for report in reports)


@pytest.mark.rest
@pytest.mark.skipif(
    not LOGS.exists(), reason="recorded human games are not part of the repository; put them in ../shared/logs"
)
def test_the_kans_of_human_games_are_those_that_their_manifest_counts() -> None:
    # The manifest was made by other people's parser, a row a record.
    archive = "mjlog/zentsumethod-suphx-b0.zip"
    with (LOGS / "manifest.csv").open(encoding="utf-8") as file:
        rows = {
            f"{LOGS / row['archive']}!{row['member']}": row for row in csv.DictReader(file) if row["archive"] == archive
        }
    judged = list(audit([LOGS / archive], "tenhou"))
    assert {record.file for record in judged} == set(rows)
    for record in judged:
        row, kinds = rows[record.file], [kan.type for kan in record.kans]
        assert [record.hands, *map(kinds.count, ("ankan", "daiminkan", "shouminkan"))] == [
            int(row[word]) for word in ("kyoku", "ankan", "daiminkan", "kakan")
        ]
        assert [sum(kan.in_riichi for kan in record.kans), sum(kan.robbed for kan in record.kans)] == [
            int(row["kan_after_riichi"]), int(row["chankan"])
        ]  # fmt: skip
        assert [sum(kan.rinshan_win for kan in record.kans), record.results.get("four_kans", 0)] == [
            int(row["rinshan"]), int(row["suukaikan"])
        ]  # fmt: skip
        assert not record.differences and not record.unreadable


# --- what cannot be read -------------------------------------------------------------------------------------------


def test_what_cannot_be_read_is_named_and_the_rest_goes_on(tmp_path: Path) -> None:
    good = ALL[0].read_bytes()
    (tmp_path / "a.gz").write_bytes(good)
    (tmp_path / "b.gz").write_bytes(good[: len(good) // 2])
    (tmp_path / "c.txt").write_text("These are the minutes of the club.")
    (tmp_path / "d.json").write_text('{"type":"start_game"')
    (tmp_path / "e").write_bytes(b"")
    (tmp_path / "f.gz").write_bytes(good)
    records = {Path(record.file).name: record for record in audit([tmp_path, tmp_path / "nothing"], "tenhou")}
    assert [name for name, record in records.items() if record.unreadable] == [
        "b.gz",
        "c.txt",
        "d.json",
        "e",
        "nothing",
    ]
    assert "truncated" in records["b.gz"].unreadable
    assert "These are the minutes" in records["c.txt"].unreadable
    assert "empty" in records["e"].unreadable
    assert "No such file" in records["nothing"].unreadable
    assert records["a.gz"].hands == records["f.gz"].hands == SHOWN[ALL[0].name.removesuffix(".mjson.gz")]["hands"]
    summary = summed(list(records.values()))
    assert (summary.files, summary.unreadable_count, summary.hands) == (
        7,
        5,
        sum(record.hands for record in records.values()),
    )
    assert 0 < records["b.gz"].hands < records["a.gz"].hands, "the hands before the place where the file breaks off"


def test_a_record_that_stops_being_possible_keeps_the_hands_before(tmp_path: Path) -> None:
    lines = gzip.decompress(ALL[0].read_bytes()).decode().splitlines()
    starts = [at for at, line in enumerate(lines) if '"start_kyoku"' in line]
    at = next(n for n in range(starts[3], len(lines)) if '"dahai"' in lines[n])
    event = json.loads(lines[at])
    lines[at] = json.dumps({**event, "pai": "5sr" if event["pai"] != "5sr" else "1m", "tsumogiri": False})
    path = tmp_path / "broken.mjson"
    path.write_text("\n".join(lines))
    (record,) = audit([path], "tenhou")
    assert record.hands == 3
    assert "east-" in record.unreadable and str(path) not in record.unreadable


def test_names_with_odd_bytes_are_audited_and_can_be_printed(tmp_path: Path) -> None:
    name = os.fsencode(tmp_path) + b"/\xff\xfe\x1b[31m.gz"
    try:
        Path(os.fsdecode(name)).write_bytes(ALL[0].read_bytes())
    except OSError:
        pytest.skip("this file system takes no such names")
    for path in (tmp_path, Path(os.fsdecode(name))):
        (record,) = audit([path], "tenhou")
        assert record.hands
        assert record.file.encode("utf-8") and "\x1b" not in record.file


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may open every folder")
def test_a_folder_without_permission_is_named(tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    closed.mkdir()
    closed.chmod(0)
    try:
        (record,) = audit([tmp_path], "tenhou")
    finally:
        closed.chmod(0o700)
    assert record.unreadable == "Permission denied"


def test_a_bomb_in_a_zip_costs_nothing_and_the_others_are_judged(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("bomb.xml", b"<mjloggm" + b" " * (60 << 20))
        for game in ALL[:3]:
            archive.writestr(game.name, game.read_bytes(), zipfile.ZIP_STORED)
    records = list(audit([tmp_path], "tenhou"))
    assert ["refused" in record.unreadable for record in records] == [True, False, False, False]
    assert all(record.hands for record in records[1:])


def test_a_fault_of_the_reader_is_told_of_its_record_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    import kanrules.corpus.audited as module

    true = module.read_member

    def faulty(member: Member, read_as: Collection[str]) -> Iterator[object]:
        if member.file.endswith(ALL[1].name):
            raise RuntimeError("a slip")
        return true(member, read_as)

    monkeypatch.setattr(module, "read_member", faulty)
    records = list(audit(ALL[:3], "tenhou"))
    assert [bool(record.unreadable) for record in records] == [False, True, False]
    assert records[1].unreadable == "internal error, a bug in kanrules: RuntimeError: a slip"


def test_a_growing_file_is_read_as_far_as_it_was_when_it_was_opened(tmp_path: Path) -> None:
    line = gzip.decompress((GAMES / "majiang.jsonl.gz").read_bytes()).splitlines(keepends=True)[0]
    path = tmp_path / "growing.jsonl"
    path.write_bytes(line * 20)
    members = list_members(path)
    with path.open("ab") as growing:
        for number, member in enumerate(members, 1):
            assert isinstance(member, Member) and member.file == f"{path}:{number}"
            assert number <= 20, "the writer is always ahead"
            growing.write(line * 2)
            growing.flush()
    assert number == 20


# --- the work in chunks --------------------------------------------------------------------------------------------


def test_chunks_are_made_only_as_they_are_asked_for(tmp_path: Path) -> None:
    asked = 0

    def paths() -> Iterator[Path]:
        nonlocal asked
        while True:
            asked += 1
            yield ALL[asked % len(ALL)]

    for jobs in (1, 2):
        asked = 0
        results = audit(paths(), "tenhou", jobs=jobs)
        next(results)
        results.close()  # type: ignore[attr-defined]  # a generator
        assert asked <= 16 * (2 + 4 * jobs)


def test_the_weights_of_the_chunks_add_up_to_the_size_of_the_corpus(tmp_path: Path) -> None:
    for game in ALL[:5]:
        shutil.copy(game, tmp_path)
    shutil.copy(GAMES / "majiang.jsonl.gz", tmp_path)
    with zipfile.ZipFile(tmp_path / "more.zip", "w") as archive:
        for game in ALL[5:9]:
            archive.write(game, game.name)
    assert sum(chunk.weight for chunk in chunks([tmp_path], records=2)) == corpus_size([tmp_path])


def test_a_file_that_is_being_written_is_not_part_of_the_corpus(tmp_path: Path) -> None:
    shutil.copy(ALL[0], tmp_path)
    out = tmp_path / "kans.jsonl"
    out.write_text("{}\n")
    (record,) = audit([tmp_path], "tenhou", skip=[out])
    assert record.hands


def test_what_is_asked_to_stop_finishes_what_is_under_way() -> None:
    asked = iter([False, False, True])
    plan = make_plan("tenhou")
    seen = [record for _, results in audit_chunks(ALL, plan, stop=lambda: next(asked, True)) for record in results]
    assert [record.file for record in seen] == [str(path) for path in ALL[: len(seen)]]
    assert len(seen) == 32


def test_a_big_record_is_judged_alone(tmp_path: Path) -> None:
    # White space of which an eighth is left by gzip: a record may be padded, but not blown up without limit.
    padding = bytes(b" \t"[byte & 1] for byte in random.Random(1).randbytes(5 << 18)) + b"\n"
    body = gzip.decompress(ALL[0].read_bytes()) + padding
    blob = io.BytesIO()
    with tarfile.open(fileobj=blob, mode="w:gz", compresslevel=1) as archive:
        for number in range(4):
            info = tarfile.TarInfo(f"{number}.mjson")
            info.size = len(body)
            archive.addfile(info, io.BytesIO(body))
    path = tmp_path / "big.tar.gz"
    path.write_bytes(blob.getvalue())
    assert [len(chunk.members) for chunk in chunks([path])] == [1, 1, 1, 1, 0]
    assert [record.unreadable for record in audit([path], "tenhou")] == [""] * 4


def test_a_plan_compares_each_ruleset_once_and_none_with_itself() -> None:
    tenhou = load_ruleset("tenhou")
    variant = tenhou.with_options({"kandora.shouminkan": "discard_passed"})
    plan = make_plan(tenhou, ["tenhou", "ema-2016", "ema-2016", variant, variant])
    assert [name for name, _ in plan.compare] == ["ema-2016", "tenhou (2)"]


def test_an_unreadable_listing_is_a_result(tmp_path: Path) -> None:
    (only,) = [member for chunk in chunks([tmp_path / "none"]) for member in chunk.members]
    assert isinstance(only, Unreadable)
