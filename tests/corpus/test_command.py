"""`kanrules audit` from the shell: what it prints, what it writes, how it ends."""

from __future__ import annotations

import errno
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import kanrules
from kanrules import audit, load_ruleset
from kanrules.cli import main
from kanrules.corpus import Summary, audit_chunks, kan_rows, make_plan
from kanrules.corpus.audited import KanRow
from kanrules.corpus.chunks import RECORDS
from kanrules.installation import how_to_get
from tests.supervisor.commands import PATIENT, standing_still

GAMES = Path(__file__).parents[1] / "games"
ALL = sorted(GAMES.glob("*.mjson.gz"))
CLEAN = [str(GAMES / f"{name}.mjson.gz") for name in ("four-kans", "robbed-kans-1", "kans-in-riichi-1")]
WRONG = str(GAMES / "pending-then-robbed-1.mjson.gz")


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as end:
        main(["audit", *map(str, arguments)])
    printed = capsys.readouterr()
    assert "Traceback" not in printed.err
    assert isinstance(end.value.code, int)
    return end.value.code, printed.out, printed.err


def report(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, dict[str, Any]]:
    code, out, _ = run(capsys, *arguments, "--rules", "tenhou", "--format", "json")
    return code, json.loads(out)


def test_the_report_in_json_keeps_the_contract(capsys: pytest.CaptureFixture[str]) -> None:
    code, data = report(capsys, *CLEAN)
    assert code == 0
    assert (data["kanrules"], data["schema"]) == (kanrules.__version__, 1)
    assert {"files", "hands", "kans", "differences", "unreadable", "out_of_scope", "seconds"} <= set(data)
    assert set(data["kans"]) == {"ankan", "daiminkan", "shouminkan", "robbed", "rinshan_wins"}
    assert (data["files"], data["differences"], data["unreadable"], data["out_of_scope"]) == (3, 0, [], 0)
    judged = list(audit(CLEAN, "tenhou"))
    assert data["hands"] == sum(record.hands for record in judged)
    kans = [kan for record in judged for kan in record.kans]
    assert sum(data["kans"][kind] for kind in ("ankan", "daiminkan", "shouminkan")) == len(kans)
    assert data["kans_in_riichi"] == sum(kan.in_riichi for kan in kans) > 0
    assert sum(data["indicators"].values()) + data["kans"]["robbed"] == len(kans)
    assert data["seconds"] > 0


def test_differences_exit_with_one_and_name_the_first_of_each_code(capsys: pytest.CaptureFixture[str]) -> None:
    code, data = report(capsys, *CLEAN, WRONG)
    assert code == 1
    assert data["differences"] == sum(known["count"] for known in data["by_code"].values()) > 0
    first = data["by_code"]["KR305"]["first"]
    assert first["file"] == WRONG and {"hand", "at", "recorded", "ruled"} <= set(first)
    code, out, _ = run(capsys, WRONG, "--rules", "tenhou")
    assert code == 1 and "KR305" in out and f"first in {WRONG}, {first['hand']}" in out


def test_what_cannot_be_read_exits_with_two_and_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    broken = tmp_path / "broken.gz"
    broken.write_bytes(Path(WRONG).read_bytes()[:2000])
    code, data = report(capsys, *CLEAN, broken)
    assert code == 2
    assert [one["file"] for one in data["unreadable"]] == [str(broken)] and data["unreadable"][0]["why"]
    assert data["hands"] > 20
    code, out, err = run(capsys, *CLEAN, broken, "--rules", "tenhou")
    assert code == 2 and str(broken) in err and "unreadable: 1" in out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--rules", ""], "name a ruleset with --rules"),
        (["--rules", "tenho"], "did you mean tenhou?"),
        (["--rules", "tenhou", "--compare", "ema-2061"], "ema-2061"),
        (["--rules", "tenhou", "--out", "kans.csv"], "expected a file name that ends in .jsonl or .parquet"),
        (["--rules", "tenhou", "--report", "report.pdf"], "expected a file name that ends in .md"),
        (["--rules", "tenhou", "--out", "no/such/folder/kans.jsonl"], "No such file or directory"),
        (
            ["--rules", "tenhou", "--report", "no/such/folder/report.md"],
            "the folder 'no/such/folder' does not exist",
        ),
        (["--rules", "tenhou", "--jobs", "-1"], "--jobs"),
    ],
)
def test_wrong_use_exits_with_two_and_says_what_was_expected(
    capsys: pytest.CaptureFixture[str], arguments: list[str], says: str
) -> None:
    code, out, err = run(capsys, CLEAN[0], *arguments)
    assert code == 2 and out == "" and says in " ".join(err.split())


def test_the_comparison_says_how_far_it_goes(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, *CLEAN, "--rules", "tenhou", "--compare", "ema-2016,m-league")
    text = " ".join(out.split())
    assert code == 0, "what another ruleset would have ruled is an answer, no finding"
    assert "Claimed only up to the first moment at which play could have differed" in text
    assert "EMA Riichi rules 2016 would have ruled differently in" in text and "M.League" in text
    _, data = report(capsys, *CLEAN, "--compare", "ema-2016,m-league")
    assert list(data["compare"]) == ["ema-2016", "m-league"]
    assert {"hands", "touched", "codes", "wins", "open_ended"} <= set(data["compare"]["ema-2016"])


@pytest.mark.rest
def test_a_code_is_told_as_it_is_meant_where_rulesets_are_compared(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    _, out, _ = run(
        capsys, *ALL, "--rules", "tenhou", "--compare", "wrc-2025", "--jobs", 1, "--report", tmp_path / "report.md"
    )
    told = next(line for line in out.splitlines() if line.startswith("  KR213 ") and " hands (" in line)
    assert told.endswith(": a win is worth something else, or has no yaku")
    assert "| KR213 | a win is worth something else, or has no yaku |" in (tmp_path / "report.md").read_text()


# --- what it writes ------------------------------------------------------------------------------------------------


def test_one_row_a_kan_in_json_lines(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = tmp_path / "kans.jsonl"
    run(capsys, *CLEAN, "--rules", "tenhou", "--compare", "ema-2016", "--out", out)
    kans = [kan for record in audit(CLEAN, "tenhou", compare=["ema-2016"]) for kan in record.kans]
    written = [json.loads(line) for line in out.read_text().splitlines()]
    assert len(written) == len(kans)
    assert all(list(row) == list(KanRow.__slots__) for row in written)
    for row, kan in zip(written, kans, strict=True):
        assert row == {name: list(v) if isinstance(v := getattr(kan, name), tuple) else v for name in KanRow.__slots__}


@pytest.mark.needs("pyarrow")
def test_one_row_a_kan_in_parquet(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pyarrow import parquet

    monkeypatch.setattr(kan_rows, "GROUP", 10)
    run(capsys, *CLEAN, "--rules", "tenhou", "--compare", "ema-2016", "--out", tmp_path / "kans.parquet")
    run(capsys, *CLEAN, "--rules", "tenhou", "--compare", "ema-2016", "--out", tmp_path / "kans.jsonl")
    table = parquet.read_table(tmp_path / "kans.parquet").to_pylist()
    assert table == [json.loads(line) for line in (tmp_path / "kans.jsonl").read_text().splitlines()]
    assert len(table) > 30
    assert sorted(path.name for path in tmp_path.iterdir()) == ["kans.jsonl", "kans.parquet"], (
        "the reserve is given back"
    )


def test_the_file_written_is_not_read(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for game in CLEAN:
        shutil.copy(game, tmp_path)
    for _ in range(2):
        code, data = report(capsys, tmp_path, "--out", tmp_path / "kans.jsonl", "--jobs", 1)
        assert (code, data["files"], data["unreadable"]) == (0, 3, [])


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_output_that_finds_no_room_is_not_called_input() -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        command = [sys.executable, "-m", "kanrules", "audit", CLEAN[0], "--rules", "tenhou"]
        ended = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, timeout=300, check=False)
    assert (ended.returncode, ended.stderr) == (2, "kanrules: output: No space left on device\n")


def test_an_audit_that_a_plugin_breaks_off_says_that_its_report_is_not_whole(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "house.py").write_text(
        "from kanrules import hookimpl\n\n@hookimpl\ndef after_rinshan(kan, tile, table, rules):\n"
        "    if kan.type == 'ankan':\n        raise RuntimeError('a slip')\n"
    )
    rules = tmp_path / "house.toml"
    rules.write_text(
        '[ruleset]\nid = "house"\nname = "House"\nedition = "1"\nextends = "tenhou"\nplugins = ["./house.py"]\n'
    )
    written = tmp_path / "report.md"
    without_ankan = CLEAN[:1] * RECORDS
    code, out, err = run(
        capsys, *without_ankan, *CLEAN, "--rules", rules, "--allow-local-plugins", "--report", written, "--jobs", 1
    )
    assert code == 2 and "house" in err and "a slip" in err
    assert f"House 1: {RECORDS} files, " in out
    part = rf"this audit judged only {RECORDS} files with \d+ hands, about \d\d\.\d % of its input"
    assert re.match(f"interrupted: {part}\n", out) and re.search(f"Interrupted: {part}", written.read_text())


def test_an_empty_folder_is_said_to_be_empty_and_is_no_success(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    code, out, err = run(capsys, tmp_path, "--rules", "tenhou", "--out", tmp_path / "kans.jsonl")
    assert code == 2 and "0 files, 0 hands" in out
    assert err.startswith("kanrules: these paths contain no files to read\n")
    assert not (tmp_path / "kans.jsonl").exists()


def test_a_game_without_a_hand_is_no_success(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    start = '{"type":"start_game","names":["a","b","c","d"]}'
    (tmp_path / "game.mjson").write_text(f'{start}\n{{"type":"end_game"}}\n', encoding="utf-8")
    code, out, err = run(capsys, tmp_path, "--rules", "tenhou")
    assert code == 2 and "1 file, 0 hands" in out and err == "kanrules: these files contain no hands\n"


@pytest.mark.needs("pyarrow", "matplotlib")
def test_nothing_that_is_written_is_part_of_the_corpus(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    shutil.copy(CLEAN[0], tmp_path)
    for _ in range(2):
        code, data = report(
            capsys, tmp_path, "--out", tmp_path / "kans.parquet", "--report", tmp_path / "report.md", "--jobs", 1
        )
        assert (code, data["files"], data["unreadable"]) == (0, 1, [])
    assert len(list(tmp_path.iterdir())) == 6


def test_a_record_in_an_audited_folder_is_never_written_over(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    game = Path(CLEAN[0]).read_bytes()
    (folder / "season.jsonl").write_bytes(game)
    (tmp_path / "elsewhere.jsonl").hardlink_to(folder / "season.jsonl")
    (folder / "notes.jsonl").write_text("not a record, and not ours\n")
    for name in (folder / "season.jsonl", tmp_path / "elsewhere.jsonl", folder / "notes.jsonl"):
        before = name.read_bytes()
        code, out, err = run(capsys, folder, "--rules", "tenhou", "--out", name, "--jobs", 1)
        assert code == 2 and out == "" and "is not the output of an earlier audit" in err
        assert name.read_bytes() == before


def test_rows_of_an_earlier_audit_are_written_anew_among_the_records(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    shutil.copy(CLEAN[0], tmp_path)
    for _ in range(2):
        code, _, err = run(capsys, tmp_path, "--rules", "tenhou", "--out", tmp_path / "kans.jsonl", "--jobs", 1)
        assert (code, err) == (0, "")
    assert (tmp_path / "kans.jsonl").read_bytes().startswith(b'{"file"')


@pytest.mark.needs("pyarrow")
def test_the_reserve_of_a_parquet_file_takes_nobodys_place(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    other = tmp_path / "kans.parquet.reserve"
    other.write_text("mine")
    assert run(capsys, CLEAN[0], "--rules", "tenhou", "--out", tmp_path / "kans.parquet", "--jobs", 1)[0] == 0
    assert other.read_text() == "mine"
    assert len(list(tmp_path.iterdir())) == 2


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interrupt_that_a_plugin_raises_is_the_plugins_fault(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, jobs: int
) -> None:
    (tmp_path / "house.toml").write_text(
        '[ruleset]\nid = "house"\nname = "House"\nedition = "1"\nextends = "tenhou"\nplugins = ["./house.py"]\n'
    )
    (tmp_path / "house.py").write_text(
        "from kanrules import hookimpl\n\n\n@hookimpl\ndef after_rinshan(kan, tile, table, rules):\n"
        "    raise KeyboardInterrupt\n"
    )
    rules = ["--rules", tmp_path / "house.toml", "--allow-local-plugins", "--jobs", jobs]
    code, out, err = run(capsys, *CLEAN, *CLEAN, *CLEAN, *CLEAN, *CLEAN, *rules)
    assert code == 2 and "plugin 'house', hook after_rinshan: raised KeyboardInterrupt" in err
    assert out == "" or out.startswith("interrupted: this audit judged only")


@pytest.mark.parametrize("option", ["--out", "--report"])
def test_a_record_is_never_written_over(capsys: pytest.CaptureFixture[str], tmp_path: Path, option: str) -> None:
    path = tmp_path / ("games.jsonl" if option == "--out" else "games.svg")
    game = Path(CLEAN[0]).read_bytes()
    path.write_bytes(game)
    (tmp_path / "link.jsonl").symlink_to(path)
    for name in (path, tmp_path / "link.jsonl") if option == "--out" else (tmp_path / "games.md",):
        code, out, err = run(capsys, path, "--rules", "tenhou", option, name)
        assert code == 2 and out == "" and "is an input file and would be overwritten" in err
        assert path.read_bytes() == game


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_is_said_and_the_summary_is_still_printed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    out = tmp_path / "kans.jsonl"
    out.symlink_to("/dev/full")
    code, data = report(capsys, *CLEAN, "--out", out)
    assert code == 2 and data["hands"] > 30 and data["unreadable"] == []
    code, _, err = run(capsys, *CLEAN, "--rules", "tenhou", "--out", out)
    assert code == 2 and err.count("No space left on device; no row is written") == 1


class SmallDisk:
    """A file on a disk with so many bytes left, and as many more as are given back."""

    def __init__(self, file: Any, room: int) -> None:
        self.file, self.room = file, room

    def write(self, data: Any) -> int:
        size = min(len(data), self.room)
        if not size:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        self.room -= size
        return int(self.file.write(data[:size]))

    def __getattr__(self, name: str) -> Any:
        return getattr(self.file, name)


def test_only_whole_lines_are_left_when_the_disk_is_full(tmp_path: Path) -> None:
    kans = [kan for record in audit(CLEAN, "tenhou") for kan in record.kans]
    path = tmp_path / "kans.jsonl"
    for room in (0, 1, 1000, 5000, 5001):
        lines = kan_rows.JsonLines(str(path))
        lines.file = SmallDisk(lines.file, room)  # type: ignore[assignment]
        with pytest.raises(kan_rows.FullError, match="No space left on device"):
            lines.add(kans[:7])
            lines.add(kans[7:])
        lines.close()
        if not lines.written:
            assert not path.exists(), "a file without a row has no name"
            continue
        text = path.read_text()
        assert text == "" or text.endswith("\n")
        assert len(text.splitlines()) == lines.written
        assert len(text) <= room and (not room or room - len(text) < 1000)
        assert [json.loads(line)["kan"] for line in text.splitlines()] == [kan.kan for kan in kans[: lines.written]]


@pytest.mark.needs("pyarrow")
def test_a_parquet_file_on_a_full_disk_is_still_ended_and_can_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pyarrow import parquet

    monkeypatch.setattr(kan_rows, "GROUP", 10)
    kans = [kan for record in audit(CLEAN, "tenhou") for kan in record.kans]
    path = tmp_path / "kans.parquet"
    writer = kan_rows.Parquet(str(path))
    disk = SmallDisk(writer.sink.file, 9000)
    writer.sink.file = disk  # type: ignore[assignment]
    true = kan_rows._Sink.give_up_reserve

    def freed(sink: kan_rows._Sink) -> None:
        disk.room += kan_rows.RESERVE if sink.reserve is not None else 0
        true(sink)

    monkeypatch.setattr(kan_rows._Sink, "give_up_reserve", freed)
    with pytest.raises(kan_rows.FullError, match=r"No space left on device; the first \d+ rows are kept"):
        for kan in kans * 5:
            writer.add([kan])
    writer.close()
    table = parquet.read_table(path)
    assert 0 < table.num_rows == writer.written < 5 * len(kans)
    assert table.column("tile").to_pylist() == [kan.tile for kan in (kans * 5)[: writer.written]]


@pytest.mark.needs("matplotlib")
def test_the_report_is_markdown_with_a_plot_beside_it(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "report.md"
    for compare in ([], ["--compare", "ema-2016,m-league"]):
        code, _, err = run(capsys, *CLEAN, WRONG, "--rules", "tenhou", "--report", path, *compare)
        assert (code, err) == (1, "")
        text = path.read_text()
        assert text.startswith("# ") and "](report.svg)" in text
        # The law that is counted is drawn: two rulesets in one picture, where it is two.
        assert "](report.timeline.svg)" in text
        assert (tmp_path / "report.timeline.svg").read_text(encoding="utf-8").startswith("<svg")
        assert (tmp_path / "report.svg").read_bytes().startswith(b"<?xml") and (
            tmp_path / "report.png"
        ).read_bytes().startswith(b"\x89PNG")
        for line in text.splitlines():
            if line.startswith("|"):
                assert line.endswith("|")
    assert (
        "## Under EMA Riichi rules 2016 (`ema-2016`) instead" in text
        and "`kandora.daiminkan` | discard | declaration" in text
    )
    assert "Claimed only up to the first moment" in text
    first = (tmp_path / "report.svg").read_bytes()
    run(capsys, *CLEAN, WRONG, "--rules", "tenhou", "--report", path, "--compare", "ema-2016,m-league")
    assert (tmp_path / "report.svg").read_bytes() == first, "the same corpus gives the same plot"


@pytest.mark.needs("matplotlib")
def test_the_names_of_the_rulesets_hide_no_bar_of_the_plot(monkeypatch: pytest.MonkeyPatch) -> None:
    from matplotlib.figure import Figure

    from kanrules.report.audit_plot import draw

    drawn: list[Figure] = []
    true = Figure.savefig
    monkeypatch.setattr(Figure, "savefig", lambda figure, *a, **k: (drawn.append(figure), true(figure, *a, **k)))
    for others in ("wrc-2025", "ema-2016 wrc-2025 m-league", "ema-2012 wrc-2015 wrc-2017 jpml-b npm mu 101 rmu-a pml"):
        plan = make_plan("tenhou", others.split())
        summary = Summary("tenhou")
        for _, records in audit_chunks(CLEAN, plan):
            for record in records:
                summary.add(record)
        draw(summary, plan)
        (axes,), (legend,) = drawn[-1].axes, drawn[-1].legends
        assert [text.get_text() for text in legend.get_texts()] == [rules.title for _, rules in plan.compare]
        assert len({(bar[0].get_facecolor(), bar[0].get_hatch()) for bar in axes.containers}) == len(plan.compare)
        box = legend.get_window_extent()
        assert not box.overlaps(axes.get_window_extent())
        assert drawn[-1].bbox.x0 <= box.x0 and box.x1 <= drawn[-1].bbox.x1 and drawn[-1].bbox.y0 <= box.y0


@pytest.mark.rest
def test_under_all_rulesets_at_once_every_two_of_them_are_held_against_each_other(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    code, out, _ = run(capsys, *CLEAN, "--rules", "tenhou", "--compare", "all", "--jobs", 1, "--format", "json")
    data = json.loads(out)
    rules = data["atlas"]["rules"]
    assert code == 0 and rules[0] == "tenhou" and set(rules[1:]) == set(data["compare"])
    pairs = {tuple(pair["rules"]): pair for pair in data["atlas"]["pairs"]}
    assert len(pairs) == len(rules) * (len(rules) - 1) // 2
    assert all(pairs["tenhou", name]["hands"] == one["touched"] for name, one in data["compare"].items())
    code, out, err = run(
        capsys, *CLEAN, "--rules", "tenhou", "--compare", "all", "--jobs", 2, "--report", tmp_path / "all.md"
    )
    report = (tmp_path / "all.md").read_text()
    assert code == 0 and out.count("EMA Riichi rules 2016") == 1, "a line a ruleset"
    found = pairs["tenhou", "ema-2016"]
    row = next(line for line in report.splitlines() if line.startswith("| tenhou | ema-2016 |"))
    assert f"| {found['hands']} (" in row and f"| {found['kans']} (" in row and row.endswith(f"| {found['points']:,} |")
    drawn = (tmp_path / "all.svg").exists()
    assert drawn or how_to_get("plot") in err
    assert drawn == ("Hands and points of every pair of rulesets" in report)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.needs("matplotlib")
def test_a_report_is_written_with_its_plot_or_not_at_all(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "report.svg").symlink_to("/dev/full")
    code, out, err = run(capsys, *CLEAN, "--rules", "tenhou", "--report", tmp_path / "report.md")
    assert code == 2 and "differences: 0" in out
    assert err == f"kanrules: {tmp_path / 'report.md'}: No space left on device; the report is not written\n"
    assert [path.name for path in tmp_path.iterdir()] == ["report.svg"]
    (tmp_path / "report.svg").unlink()
    (tmp_path / "report.md").symlink_to("/dev/full")
    code, out, err = run(capsys, *CLEAN, "--rules", "tenhou", "--report", tmp_path / "report.md")
    assert code == 2 and "differences: 0" in out
    assert err == f"kanrules: {tmp_path / 'report.md'}: No space left on device; the report is not written\n"


def test_the_report_is_written_though_nobody_reads_what_is_printed(tmp_path: Path) -> None:
    process = started(*CLEAN, "--rules", "tenhou", "--report", tmp_path / "report.md")
    assert process.stdout is not None and process.stderr is not None
    process.stdout.close()
    process.stderr.read()
    process.stderr.close()
    process.wait(timeout=300)
    assert (tmp_path / "report.md").read_text().startswith("# ")


def test_without_matplotlib_the_report_has_no_plot_and_says_how_to_get_one(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.delitem(sys.modules, "kanrules.report.audit_plot", raising=False)
    code, _, err = run(capsys, *CLEAN, "--rules", "tenhou", "--report", tmp_path / "report.md")
    assert code == 0 and how_to_get("plot") in err
    assert "report.svg" not in (tmp_path / "report.md").read_text()


@pytest.mark.parametrize(
    ("module", "option", "extra"),
    [("pyarrow", ["--out", "kans.parquet"], "parquet"), ("distributed", ["--dask", "local"], "dask")],
)
def test_a_missing_extra_is_named(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    module: str,
    option: list[str],
    extra: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, module, None)
    code, _, err = run(capsys, *CLEAN, "--rules", "tenhou", *option)
    assert code == 2 and how_to_get(extra) in err


# --- how it ends ---------------------------------------------------------------------------------------------------


def started(*arguments: object, **more: Any) -> subprocess.Popen[str]:
    command = [*PATIENT, "audit", *map(str, arguments)]
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True, **more
    )


def judging(folder: Path, *arguments: object) -> subprocess.Popen[str]:
    """A long audit that has judged its first records, of which the very first cannot be read."""
    bad = folder / "bad.json"
    bad.write_text("{")
    process = started(bad, *ALL * 40, "--rules", "tenhou", "--format", "json", *arguments)
    assert process.stderr is not None and str(bad) in process.stderr.readline()
    return process


@pytest.mark.rest
@pytest.mark.skipif(sys.platform == "win32", reason="needs a signal that can be sent to a group")
@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interrupted_audit_prints_what_it_has(tmp_path: Path, jobs: int) -> None:
    out = tmp_path / "kans.jsonl"
    process = judging(tmp_path, "--jobs", jobs, "--out", out)
    assert not out.exists()
    os.killpg(process.pid, signal.SIGINT)  # as the terminal does: to the workers as well
    printed, err = process.communicate(timeout=300)
    assert err == ""
    data = json.loads(printed)
    assert process.returncode == 130 and data["interrupted"] is True
    assert 1 < data["files"] < 40 * len(ALL)
    assert len(out.read_text().splitlines()) == sum(data["kans"][kind] for kind in ("ankan", "daiminkan", "shouminkan"))


def session(leader: int) -> int:
    """How many processes a process and those that it started are."""
    count = 0
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # one that has just ended
            field = path.read_text().rpartition(") ")[2].split()
            count += int(field[3]) == leader and field[0] != "Z"
    return count


@pytest.mark.rest
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs to see which processes there are")
def test_an_audit_interrupted_as_its_processes_start_says_nothing_but_what_it_has() -> None:
    process = started(*ALL * 40, "--rules", "tenhou", "--jobs", 2, "--format", "json")
    until = time.monotonic() + 300
    while session(process.pid) < 3 and time.monotonic() < until:  # itself and its workers, or what forks them
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGINT)
    printed, err = process.communicate(timeout=300)
    assert err == ""
    assert process.returncode == 130 and json.loads(printed)["interrupted"] is True


@pytest.mark.skipif(sys.platform == "win32", reason="needs a signal that can be sent to a group")
@pytest.mark.parametrize("jobs", [1, 2])
def test_impatience_loses_nothing_that_was_judged(tmp_path: Path, jobs: int) -> None:
    out = tmp_path / "kans.jsonl"
    process = judging(tmp_path, "--jobs", jobs, "--out", out)
    assert not out.exists()
    pressed = 0
    while pressed < 5:
        with standing_still(process):
            if out.exists():
                break  # it is as good as over, and Python ends it
            os.killpg(process.pid, signal.SIGINT)
            pressed += 1
        time.sleep(0.004)
    printed, err = process.communicate(timeout=300)
    assert err == ""
    data = json.loads(printed)
    assert process.returncode == 130 and data["interrupted"] is True
    assert (
        len(out.read_text().splitlines())
        == sum(data["kans"][kind] for kind in ("ankan", "daiminkan", "shouminkan"))
        > 0
    )


def test_whoever_reads_the_output_may_go() -> None:
    process = started(*CLEAN, "--rules", "tenhou", "--format", "json")
    assert process.stdout is not None and process.stderr is not None
    process.stdout.close()
    assert "Traceback" not in process.stderr.read()
    process.stderr.close()
    process.wait(timeout=300)


@pytest.mark.rest
def test_on_a_terminal_there_is_a_bar_with_rate_and_time_left(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "120")
    _, out, err = run(capsys, *ALL, "--rules", "tenhou", "--jobs", 1)
    assert "auditing" in err and "hands, " in err and "/s" in err and "%" in err
    assert "auditing" not in out


def test_a_difference_in_points_is_not_called_a_missing_yaku(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, WRONG, "--rules", "tenhou", "--jobs", 1)
    assert code == 1
    assert "KR213 1 time: a win is worth something else, or has no yaku" in out
    # 2 han 40 fu and two honba; the engine counts an indicator that it turned before the kan was robbed, and pays a
    # mangan.
    assert (
        f"recorded south: payments east {-8000 - 600}, south +9600; ruled south: payments east {-2600 - 600}, "
        "south +4200"
    ) in out


def test_an_audit_that_never_began_prints_no_counts(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    written = tmp_path / "report.md"
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{nobody.getsockname()[1]}"
        code, out, err = run(capsys, CLEAN[0], "--rules", "tenhou", "--dask", address, "--report", written)
    assert (code, out) == (2, "") and err.startswith("kanrules: --dask")
    assert not written.exists()


def test_books_of_another_number_of_players_are_named_and_claim_nothing(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    _, data = report(capsys, CLEAN[0], "--compare", "tenhou-3p,ema-2016")
    three, four = data["compare"]["tenhou-3p"], data["compare"]["ema-2016"]
    assert (three["hands"], three["skipped"], three["other_players"]) == (0, 0, data["hands"])
    assert four["hands"] + four["skipped"] == data["hands"] and four["other_players"] == 0
    _, out, _ = run(capsys, CLEAN[0], "--rules", "tenhou", "--compare", "tenhou-3p,ema-2016")
    assert f"{data['hands']} hands not compared: the ruleset is for three players" in out
    page = tmp_path / "all.md"
    _, out, _ = run(capsys, CLEAN[0], "--rules", "tenhou", "--compare", "all", "--report", page)
    named = load_ruleset("tenhou-3p").title
    for text in (out, page.read_text(encoding="utf-8")):
        assert [line for line in text.splitlines() if named in line] == [
            line for line in text.splitlines() if "ot compared, being for another number of players" in line
        ]
        assert named in text
