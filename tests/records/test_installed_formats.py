"""Record formats of other distributions: asked last, named when at fault, and never in the way of a bundled one."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from kanrules.cli import main
from kanrules.records import FORMATS, Content, Record, Unreadable, read_data
from kanrules.replays.record import Replay
from kanrules.ruleset import load_ruleset
from tests.records.formats import WRITERS, shipped

SOURCE = '''
"""A format of somebody else: the games of mjai behind a line of its own."""
from kanrules.records import FORMATS, Content, Format

MARK = b"#toy 1\\n"

def sniff(content):
    return content.data.startswith(MARK)

def read(content, file):
    data = content.data.removeprefix(MARK)
    record = FORMATS["mjai"].read(Content(data, data), file)
    record.format = "toy"
    return record

def write(hands):
    return MARK + FORMATS["mjai"].write(hands)

FORMAT = Format("toy", sniff, read, write)
'''
GAME = b"#toy 1\n" + FORMATS["mjai"].write(shipped("four-kans.mjson.gz"))
UNKNOWN = b"#other\n"
NAMED = ("toy", "boy", "bad", *FORMATS)
"""The formats that a test names."""
Install = Callable[..., None]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Installs a distribution as pip would leave it: a module, its metadata and its entry point."""
    loaded = set(sys.modules)

    def distribution(name: str, source: str, *formats: str) -> None:
        site = tmp_path / f"site-{name}"
        module = name.replace("-", "_")
        info = site / f"{module}-1.0.dist-info"
        info.mkdir(parents=True)
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", encoding="utf-8")
        points = "\n".join(formats or (f"toy = {module}:FORMAT",))
        (info / "entry_points.txt").write_text(f"[kanrules.formats]\n{points}\n", encoding="utf-8")
        (site / f"{module}.py").write_text(source, encoding="utf-8")
        monkeypatch.syspath_prepend(str(site))

    yield distribution
    for name in {*sys.modules} - loaded:
        if name.startswith("toy_"):
            del sys.modules[name]


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as end:
        main(list(words))
    printed = capsys.readouterr()
    return int(end.value.code or 0), printed.out, printed.err


def test_a_record_of_an_installed_format_is_replayed_and_audited(
    install: Install, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    install("toy-game", SOURCE)
    game = tmp_path / "game.toy"
    game.write_bytes(GAME)
    code, out, err = run(capsys, "replay", str(game), "--rules", "tenhou", "--read-as", "toy")
    assert (code, err) == (0, "")
    assert "(toy)" in out
    assert "1 game, 7 hands, 7 kans (0 robbed): no difference" in out
    code, out, _ = run(
        capsys, "audit", str(game), "--rules", "tenhou", "--read-as", "toy", "-j", "1", "--format", "json"
    )
    assert code == 0
    assert json.loads(out)["hands"] == 7


def test_an_installed_format_gives_the_same_rulings_as_the_format_that_it_wraps(install: Install) -> None:
    install("toy-game", SOURCE)
    rules = load_ruleset("tenhou")

    def judged(data: bytes) -> dict[str, Any]:
        (record,) = read_data(data, "game", NAMED)
        assert isinstance(record, Record)
        return {key: value for key, value in Replay(record, rules).to_json().items() if key != "format"}

    assert judged(GAME) == judged(GAME.partition(b"\n")[2])


def test_an_installed_format_is_listed_with_the_plugins(install: Install, capsys: pytest.CaptureFixture[str]) -> None:
    install("toy-game", SOURCE)
    _, out, _ = run(capsys, "plugins", "toy")
    assert "toy 1.0  toy_game:FORMAT (toy-game)\n  format    reads and writes records" in out
    _, out, _ = run(capsys, "plugins", "toy", "--format", "json")
    rows = json.loads(out)["plugins"]
    assert [row["kind"] for row in rows] == ["rules", "rules", "rules", "format"]
    assert rows[-1] == {
        "name": "toy", "kind": "format", "version": "1.0", "source": "toy_game:FORMAT (toy-game)", "hooks": [],
        "active_in": [], "writes": True,
    }  # fmt: skip


GREEDY = SOURCE.replace("return content.data.startswith(MARK)", "return True")


@pytest.mark.parametrize("name", sorted(WRITERS))
def test_an_installed_format_that_takes_everything_never_sees_a_record_of_a_bundled_one(
    install: Install, name: str
) -> None:
    install("toy-game", GREEDY)
    (record,) = read_data(WRITERS[name](shipped("four-kans.mjson.gz")[:1]), "game", NAMED)
    assert isinstance(record, Record)
    assert record.format == name.partition("-")[0]


def test_a_game_a_line_of_an_installed_format_is_a_record_each(install: Install, tmp_path: Path) -> None:
    source = SOURCE.replace(
        "return content.data.startswith(MARK)", 'return isinstance(content.value, dict) and "toy" in content.value'
    ).replace(
        "data = content.data.removeprefix(MARK)",
        'import msgspec\n    data = b"\\n".join(map(msgspec.json.encode, content.value["toy"]))',
    )
    install("toy-game", source)
    events = [json.loads(line) for line in FORMATS["mjai"].write(shipped("four-kans.mjson.gz")[:2]).split(b"\n")]
    line = json.dumps({"toy": events}).encode()
    found = list(read_data(line + b"\n" + line, "games.jsonl", NAMED))
    assert [record.file for record in found] == ["games.jsonl:1", "games.jsonl:2"]
    assert [len(list(record.hands)) for record in found if isinstance(record, Record)] == [2, 2]


FAULTS = {
    "raises in sniff": (
        SOURCE.replace("return content.data.startswith(MARK)", "return content.nonsense"),
        "sniff raised AttributeError: 'Content' object has no attribute 'nonsense' (toy_game.py:8)",
    ),
    "exits in sniff": (
        SOURCE.replace("return content.data.startswith(MARK)", "raise SystemExit(3)"),
        "sniff raised SystemExit: 3 (toy_game.py:8)",
    ),
    "sniffs a word": (SOURCE.replace("return content.data.startswith(MARK)", 'return "yes"'), "sniff returned 'yes'"),
    "raises in read": (
        SOURCE.replace("record.format =", "record.nonsense.format ="),
        "read raised AttributeError: 'Record' object has no attribute 'nonsense' (toy_game.py:13)",
    ),
    "reads nothing": (SOURCE.replace("return record", "return None"), "read returned None; expected a kanrules.rec"),
    "another name in the record": (
        SOURCE.replace('record.format = "toy"', 'record.format = "tenhou"'),
        "read returned a record whose format is 'tenhou'; expected 'toy'",
    ),
    "five players": (
        SOURCE.replace('record.format = "toy"', 'record.format, record.players = "toy", 5'),
        "read returned a record whose players is 5; expected 3 or 4",
    ),
    "a list of hands": (
        SOURCE.replace('record.format = "toy"', 'record.format, record.hands = "toy", [1]'),
        "read returned a record whose hands is [1]; expected an iterator of hands",
    ),
    "a hand that is a number": (
        SOURCE.replace('record.format = "toy"', 'record.format, record.hands = "toy", iter([1])'),
        "hand 1: 1 is not a kanrules.records.RecordedHand",
    ),
    "no hand": (
        SOURCE.replace('record.format = "toy"', 'record.format, record.hands = "toy", iter([None])'),
        "hand 1: None is not a kanrules.records.RecordedHand",
    ),
    "hands that raise": (
        SOURCE.replace('record.format = "toy"', 'record.format, record.hands = "toy", (1 // 0 for _ in range(2))'),
        "read raised ZeroDivisionError: integer division or modulo by zero (toy_game.py:13)",
    ),
    "a hand without scores": (
        SOURCE.replace(
            'record.format = "toy"',
            'record.format = "toy"; from dataclasses import replace; '
            "record.hands = iter([replace(h, scores=()) for h in record.hands])",
        ),
        "hand 1: scores () is invalid; build hands with HandBuilder",
    ),
    "steps of words": (
        SOURCE.replace(
            'record.format = "toy"',
            'record.format = "toy"; from dataclasses import replace; '
            'record.hands = iter([replace(h, steps=["pon"]) for h in record.hands])',
        ),
        "hand 1: steps ['pon'] is invalid",
    ),
    "players of None": (
        SOURCE.replace(
            'record.format = "toy"',
            'record.format = "toy"; from dataclasses import replace; '
            "record.hands = iter([replace(h, players=None) for h in record.hands])",
        ),
        "hand 1: a field has the wrong type",
    ),
}
AT_LOADING = {
    "cannot be imported": ("import no_such_module\n", "cannot be imported: ModuleNotFoundError"),
    "exits when imported": ("raise SystemExit(1)\n", "cannot be imported: SystemExit: 1"),
    "no such name": ("", "cannot be imported: AttributeError"),
    "not a format": ("FORMAT = 'toy'\n", "names 'toy', which is not a kanrules.records.Format; expected"),
    "an argument is missing": (
        "from kanrules.records import Format\nFORMAT = Format('toy')\n", "cannot be imported: TypeError"
    ),
    "sniff is a word": (
        "from kanrules.records import Format\nFORMAT = Format('toy', 'x', print)\n", "sniff is 'x'; expected a function"
    ),
    "read is None": (
        "from kanrules.records import Format\nFORMAT = Format('toy', print, None)\n",
        "read is None; expected a function",
    ),
    "write is a word": (
        "from kanrules.records import Format\nFORMAT = Format('toy', print, print, 'x')\n",
        "write is 'x'; expected a function or None",
    ),
    "spans_lines is a word": (
        "from kanrules.records import Format\nFORMAT = Format('toy', print, print, None, 'no')\n",
        "spans_lines is 'no'; expected True or False",
    ),
    "another name": (
        SOURCE.replace('Format("toy"', 'Format("boy"'), "name is 'boy'; expected 'toy', the name of its entry point"
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", sorted(FAULTS | AT_LOADING))
def test_a_fault_of_an_installed_format_is_one_sentence_that_names_it_and_stops_no_other_record(
    install: Install, tmp_path: Path, capsys: pytest.CaptureFixture[str], what: str
) -> None:
    source, said = (FAULTS | AT_LOADING)[what]
    install("toy-game", source)
    (tmp_path / "a.toy").write_bytes(GAME)
    (tmp_path / "b.mjson").write_bytes(GAME.partition(b"\n")[2])
    for command in ("replay", "audit"):
        words = [str(tmp_path / "a.toy"), str(tmp_path / "b.mjson"), "--rules", "tenhou", "--read-as", "toy"]
        code, out, err = run(capsys, command, *words, *(("-j", "1") if command == "audit" else ()))
        assert code == 2
        told = " ".join((out + err).split())
        assert "format 'toy' of toy-game 1.0" in told
        assert " ".join(said.split()) in told
        assert "Traceback" not in told and "internal error" not in told
        assert "7 hands" in told


@pytest.mark.parametrize("what", sorted(AT_LOADING))
def test_a_format_that_cannot_be_used_is_listed_with_its_fault(
    install: Install, capsys: pytest.CaptureFixture[str], what: str
) -> None:
    source, said = AT_LOADING[what]
    install("toy-game", source)
    _, out, _ = run(capsys, "plugins", "toy", "--format", "json")
    row = json.loads(out)["plugins"][-1]
    assert row["name"] == "toy"
    assert row["fault"].startswith("format 'toy' of toy-game 1.0") and said in row["fault"]


def test_what_a_reader_cannot_read_is_said_in_its_own_words(install: Install) -> None:
    reads = 'from kanrules.errors import UnreadableError\n    raise UnreadableError("line 2: no tile x9")'
    install("toy-game", SOURCE.replace("data = content.data.removeprefix(MARK)", reads))
    (found,) = read_data(GAME, "game.toy", NAMED)
    assert found == Unreadable("game.toy", "line 2: no tile x9")


def test_a_format_at_fault_hides_no_other_that_recognises_the_record(install: Install) -> None:
    install("toy-game", SOURCE)
    install("toy-broken", "import no_such_module\n", "bad = toy_broken:FORMAT")
    (record,) = read_data(GAME, "game.toy", NAMED)
    assert isinstance(record, Record)
    (unknown,) = read_data(UNKNOWN, "x", NAMED)
    assert isinstance(unknown, Unreadable) and "format 'bad' of toy-broken 1.0" in unknown.why


def test_a_record_that_two_installed_formats_recognise_is_read_by_neither(install: Install) -> None:
    install("toy-game", SOURCE)
    install("toy-other", SOURCE.replace('"toy"', '"boy"'), "boy = toy_other:FORMAT")
    (found,) = read_data(GAME, "game.toy", NAMED)
    assert isinstance(found, Unreadable)
    both = "2 installed formats recognize it: 'boy' of toy-other 1.0 and 'toy' of toy-game 1.0; uninstall all but one"
    assert found.why == both


def test_two_distributions_with_a_format_of_one_name_are_both_named(install: Install) -> None:
    install("toy-game", SOURCE)
    install("toy-other", SOURCE)
    (found,) = read_data(GAME, "game.toy", NAMED)
    assert isinstance(found, Unreadable)
    assert "installed by 2 distributions, toy-game 1.0 and toy-other 1.0; uninstall all but one" in found.why


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_no_installed_format_has_the_name_of_a_bundled_one(install: Install, name: str) -> None:
    install("toy-game", SOURCE.replace('Format("toy"', f'Format("{name}"'), f"{name} = toy_game:FORMAT")
    (found,) = read_data(GAME, "game.toy", NAMED)
    assert isinstance(found, Unreadable)
    assert f"format '{name}' of toy-game 1.0 has the name of a bundled format; its author must rename it" in found.why


def test_no_installed_format_is_imported_for_a_record_of_a_bundled_one(tmp_path: Path, install: Install) -> None:
    install("toy-game", "raise SystemExit('imported')\n")
    program = (
        f"import sys; sys.path.insert(0, {sys.path[0]!r}); from kanrules.records import open_records; "
        "assert [len(list(r.hands)) for r in open_records(sys.argv[1:])] == [7]; assert 'toy_game' not in sys.modules"
    )
    game = Path(__file__).parents[1] / "games" / "four-kans.mjson.gz"
    ran = subprocess.run([sys.executable, "-c", program, str(game)], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")


def test_every_bundled_format_is_registered_under_its_own_name() -> None:
    assert {name: one.name for name, one in FORMATS.items()} == {name: name for name in FORMATS}
    assert {name.partition("-")[0] for name in WRITERS} == {*FORMATS}


@pytest.mark.parametrize("name", sorted(WRITERS))
def test_a_record_is_recognised_by_one_bundled_format_alone(name: str) -> None:
    """So that the order in which they are asked decides nothing."""
    data = WRITERS[name](shipped("four-kans.mjson.gz")[:1])
    first = data if name.startswith(("mjlog", "mjsoul")) and data[:1] != b"{" else data.partition(b"\n")[0]
    value = None if first[:1] not in (b"{", b"[") else json.loads(first)
    content = Content(data, data[:4096].lstrip(), value)
    assert [one.name for one in FORMATS.values() if one.sniff(content)] == [name.partition("-")[0]]


def test_a_bundled_format_with_a_writer_reads_what_it_writes() -> None:
    hands = shipped("four-kans.mjson.gz")
    writers = {name: one.write for name, one in FORMATS.items() if one.write is not None}
    assert {*writers} >= {"mjai", "tenhou6"}
    for name, write in writers.items():
        (record,) = read_data(write(hands), "again")
        assert isinstance(record, Record) and record.format == name
        assert [hand.name for hand in record.hands] == [hand.name for hand in hands]
