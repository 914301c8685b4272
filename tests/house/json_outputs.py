"""Example outputs of everything that is printed as JSON, and the fields of them and of the files of `kanrules data`.

`promised-fields.txt` lists every field, as `docs/stability.md` promises. `python -m tests.house.json_outputs` adds what
is new and drops only the fields of an output whose number was raised. It refuses to write if a field is gone.
"""

from __future__ import annotations

import contextlib
import gzip
import io
import json
import shlex
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any
from unittest import mock

import click

from kanrules.cli import main
from kanrules.cli.program import program
from kanrules.desk.case_index import chapters
from kanrules.desk.meaning import QuestionMeaning, question_meaning
from kanrules.play.follow import Follow, Update
from kanrules.records import FORMATS
from kanrules.report.as_json import SCHEMAS
from kanrules.report.law_schema import FORMAT, SCHEMA
from kanrules.site.live.answer import answer
from kanrules.supervisor.signals import GentleInterrupts
from kanrules.testing.conformance import Conformance, PluginFault
from tests.records.formats import shipped

ROOT = Path(__file__).parents[2]
LIST = Path(__file__).parent / "promised-fields.txt"
DIFFERS = "tests/games/pending-then-robbed-1.mjson.gz"
LIABLE = "tests/games/liability-3.mjson.gz"
FOUND = Conformance(
    "ema",
    (PluginFault("mute keys", "the plugin answers nothing"),),
    hooks=("penalty",),
    asked={"penalty": 2},
    answered={"penalty": 1},
    supersedes=("kan.min_live_tiles",),
    not_shown=("kan.min_live_tiles",),
    implied=("kan.min_live_tiles",),
)
"""A report of the kit, which plays too long for an example."""
DOUBTFUL = QuestionMeaning(question_meaning("when-dora").near, doubtful=True)
"""A meaning of a question that does not depend on what is understood."""
GUESTS = "tests/house/guests"
"""What users bring: a ruleset of a club with two plugins, and positions."""
PASTED = f"{GUESTS}/pasted.toml"
FORMATS_OF_OTHERS = "[kanrules.formats]\ntoy = toy:FORMAT\nbad = toy:NOTHING\nunnamed = toy:FORMAT\n"
"""Entry points of another package: a format, one that is not there, and one that nobody names."""
TOY = """from dataclasses import replace

from kanrules.records import FORMATS

FORMAT = replace(FORMATS["mjai"], name="toy")
"""
LOBBY = {"rule": ["", "", "0009", "0", "0", "0", "0"], "lobby": 12345, "csrule": ["00000002", *[""] * 44]}
"""What Tenhou's record of a lobby with its own rules has."""

_FEED = Follow.feed
_OPEN = ("--melds", "chi 345p, chi 678p")
_CLUB = (f"{GUESTS}/thursday.toml", "--allow-local-plugins")
_THREE_RONS = (*chain(*(("--winner", f"{seat}: mangan") for seat in ("east", "south", "west"))), "--by", "north")

CALLS: dict[str, tuple[tuple[str, ...], ...]] = {
    "ask": (
        ("when-dora", "--rules", "ema-2025"),
        ("four-kans-two-players", "--rules", "ema-2025"),
        ("dead-wall-exposed", "--rules", "wrc-2025"),
        ("kandora.robbed_kan", "--rules", "kenko"),
        ("penalty.wrong_tiles", "--rules", "ema-2025"),
        ("replacement-wrong-place", "--rules", "wrc-2025"),
        ("wrong tiles", "--rules", *_CLUB),
        ("riichi kan", "--rules", *_CLUB),
        *((about, "--all-rules") for about in ("penalty.dead_hand_kan", "kan.dead_hand")),
        ("cost-of-wrong-tiles-corrected", "--all-rules"),
    ),
    "audit": (
        (DIFFERS, "pyproject.toml", "--rules", "ema-2016", "--jobs", "1"),
        (DIFFERS, "--rules", "ema-2016", "--compare", "tenhou,wrc-2025", "--jobs", "1"),
        (LIABLE, "--rules", "tenhou", "--compare", "mahjong-soul,donkey", "--jobs", "1"),
        (DIFFERS, "--rules", "tenhou-3p", "--jobs", "1"),
    ),
    "casebook": (
        ("riichi-kan-of-the-winning-tile", "--rules", "ema-2025"),
        ("indicator-of-an-ankan", "--rules", "wrc-2015"),
        ("kans-per-player-limit", "--rules", "tenhou", "--hypothetical"),
        ("robbed", "--rules", *_CLUB),
    ),
    "check": (("tests/invalid/bad-value.toml",), _CLUB),
    "conformance": (("ema",),),
    "coverage": (("ema-2025",),),
    "diff": (("ema-2016", "ema-2025"), ("tenhou", "tenhou-3p"), _CLUB),
    "explain": (
        ("ema-2016/kandora.ankan",),
        ("kenko/kandora.robbed_kan",),
        ("four-kans-two-players",),
        ("penalty.wrong_tiles", "--rules", *_CLUB),
    ),
    "export": (("ema-2016", "--to", "tenhou"), (*_CLUB, "--to", "majiang")),
    "foul": (
        ("wrong_tiles", "--rules", "tenhou"),
        ("wrong_tiles", "--rules", "ema-2025"),
        ("riichi_kan", "--rules", "donkey"),
        ("dead_wall_exposed", "--rules", "wrc-2025"),
        ("dead_hand_kan", "--rules", "wrc-2025"),
        *((foul, "--rules", *_CLUB) for foul in ("wrong_tiles", "riichi_kan")),
        *((foul, "--all-rules") for foul in ("wrong_tiles", "riichi_kan", "dead_hand_kan", "dead_wall_exposed")),
        ("empty_call", "--all-rules"),
        (),
    ),
    "history": (("ema-2025",), ("rrc-2026",), _CLUB),
    "pay": (
        ("mangan", "--winner", "east", "--by", "south", "--rules", "tenhou"),
        ("mangan", "--winner", "east", "--by", "south", "--rules", "tenhou-3p"),
        ("mangan", "--winner", "east", "--by", "south", "--rules", "doman"),
        ("mangan", "--winner", "east", "--by", "south", "--rules", *_CLUB),
        ("--winner", "south", "--hand", "234567m345p1112s", "--win", "2s", "--with", "riichi", "--rules", "tenhou"),
        ("--winner", "south", "--hand", "19m19p19s1234567z", "--win", "1m", "--rules", "tenhou"),
        ("--winner", "south", "--hand", "19m19p19s1234567z", "--win", "1m", "--all-rules"),
        ("--winner", "south: daisangen, liable west", "--winner", "west: mangan", "--by", "north", "--rules", "mu"),
        ("--winner", "south: daisangen, liable west", "--winner", "west: mangan", "--by", "north", "--all-rules"),
        ("--winner", "south", "--hand", "234567m345p1112s", "--win", "2s", "--with", "riichi", "--all-rules"),
        ("--winner", "south", "--by", "north", "--hand", "234m55p67s", *_OPEN, "--win", "8s", "--all-rules"),
        ("--winner", "east", "--hand", "123456789p11s55z", "--win", "5z", "--kitas", "1", "--all-rules"),
        (*_THREE_RONS, "--rules", "tenhou"),
        (*_THREE_RONS, "--all-rules"),
    ),
    "perft": (
        ("four-kans-two-players-tenhou", "--depth", "1"),
        ("four-kans-two-players-tenhou", "--depth", "1", "--divide"),
    ),
    "play": (("--rules", "tenhou"), ("--rules", "tenhou", "--bot", f"{shlex.quote(sys.executable)} -c pass")),
    "plugins": ((), ("--rules", *_CLUB)),
    "replay": (
        (DIFFERS, "--rules", "ema-2016", "--compare", "tenhou", "--trace"),
        (DIFFERS, "--rules", "ema-2016", "--compare", "tenhou-3p,tenhou"),
        (DIFFERS, "--compare", "tenhou-3p", "--trace", "--rules", *_CLUB),
    ),
    "riichi-kan": (
        ("234567m345p1112s", "--draw", "1s", "--rules", "ema-2025", "--trace"),
        ("234567m345p1112s", "--draw", "1s", "--rules", "d-league", "--trace"),
        ("234567m345p1112s", "--draw", "1s", "--trace", "--rules", *_CLUB),
        ("234567m345p1112s", "--draw", "1s", "--all-rules"),
        ("5556888s", "--draw", "8s", "-m", "ankan 1111z", "-m", "ankan 2222z", "--all-rules"),
    ),
    "rulesets": ((),),
    "show": (("ema-2016",), _CLUB),
    "verify": (
        ("rulesets/tenhou.cases.toml",),
        ("rulesets/tenhou.cases.toml", "--rules", "ema-2016", "--trace"),
        ("-", "--trace", "--rules", "tenhou"),
        ("-", "--trace", "--rules", *_CLUB),
    ),
    "watch": (("--rules", "ema-2016"), ("--rules", *_CLUB)),
}  # fmt: skip
"""Examples of each command that prints JSON. `pack` needs a folder, and the page has outputs of its own."""

BY_NAME = {
    "audit": (
        *("by_code", "compare", "formats", "indicators", "not_compared", "results", "rooms", "scopes"),
        *(f"compare.*.{part}" for part in ("areas", "codes", "wins.causes")),
    ),
    "casebook": ("chapters[].questions[].answers", "chapters[].questions[].supposes"),
    "conformance": ("asked", "answered"),
    "foul": ("fouls",),
    "pay": tuple(
        f"{place}{part}"
        for place in ("", "winners[].", "answers[].", "answers[].winners[].")
        for part in ("liable", "payments", "hand_value.yaku", "hand_value.yakuman")
    ),
    "play": ("bots[].fault_counts",),
    "replay": ("not_compared", "room"),
    "show": ("values",),
    "verify": (
        "cases[].ruling.payments",
        *(f"cases[].ruling.wins[].hand_value.{part}" for part in ("yaku", "yakuman")),
    ),
}  # fmt: skip
"""Objects whose members are named by the answer: codes, seats, rulesets, keys."""
NEVER_FILLED = {"export contradicts", "watch unknown"}
"""Lists and objects that are empty in every example: what they contain is not in the list."""
_ANY = {"value", "a", "b", "old", "new", "ours", "theirs"}
"""Fields that hold a value of a ruleset, of any type."""
_VALUES = {("casebook", "chapters[].questions[].supposes.*"), ("replay", "room.*")}
"""Other fields that hold one."""
_TEXTS = {("diff", "a"), ("diff", "b")}
"""Fields of these names that hold something else."""
_TYPES = {dict: "object", list: "array", str: "string", int: "number", float: "number", bool: "boolean"} | {
    type(None): "null"
}


def printed(text: str) -> list[dict[str, Any]]:
    """The JSON objects in a text: one, or one on each line."""
    try:
        return [json.loads(text)]
    except json.JSONDecodeError:
        return [json.loads(line) for line in text.splitlines()]


def run(*words: str) -> list[dict[str, Any]]:
    """What a command prints with `--format json`. Standard input has the events of a game, or for `-` pasted cases."""
    given = (ROOT / PASTED).read_bytes() if "-" in words else gzip.decompress((ROOT / DIFFERS).read_bytes())
    out, err = io.StringIO(), io.StringIO()
    stdin = io.TextIOWrapper(io.BytesIO(given), encoding="utf-8")
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), mock.patch.object(sys, "stdin", stdin):
        try:
            main([*words, "--format", "json"])
        except SystemExit:
            assert out.getvalue(), err.getvalue()
    return printed(out.getvalue())


def _page(tool: str, **fields: str) -> list[dict[str, Any]]:
    asked = {"tool": tool, "fields": list(fields.items())}
    return printed(json.loads(answer(json.dumps(asked)))["json"])


def leaves_out_plugins(command: click.Command) -> bool:
    """Tell whether a command has the option `-p no:NAME`."""
    return any("-p" in one.opts for one in command.params)


def _examples(name: str) -> list[dict[str, Any]]:
    """What the calls of a command print. The first leaves out a plugin, if the command can."""
    first, *rest = CALLS[name]
    command = program.get_command(click.Context(program), name)
    assert command is not None
    if leaves_out_plugins(command):
        first = (*first, "-p", "no:ema")
    return [one for words in (first, *rest) for one in run(name, *words)]


def _of_a_lobby(folder: Path) -> str:
    """A record of a room that has rules of its own, without the moments of indicators and without one indicator."""
    game = json.loads(FORMATS["tenhou6"].write(shipped("four-kans.mjson.gz")))
    game["log"][1][2].pop()
    path = folder / "lobby.json"
    path.write_text(json.dumps({**game, **LOBBY}), encoding="utf-8")
    return str(path)


def _with_other_formats(folder: Path) -> list[dict[str, Any]]:
    """What `plugins` prints of another package."""
    info = folder / "toy-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: toy\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(FORMATS_OF_OTHERS, encoding="utf-8")
    (folder / "toy.py").write_text(TOY, encoding="utf-8")
    with mock.patch.object(sys, "path", [str(folder), *sys.path]):
        found = run("plugins", "toy", "bad")
    del sys.modules["toy"]
    return found


def _withdrawn(follow: Follow, event: str | bytes) -> Update:
    """Take an event, and withdraw what it brings: no shipped game has an event that corrects a ruling."""
    told = _FEED(follow, event)
    return replace(told, withdrawn=(*told.rulings, *told.differences))


def _made(name: str, folder: Path) -> list[dict[str, Any]]:
    """Examples of a command that need more than words."""
    if name == "ask":
        with mock.patch("kanrules.desk.ask.question_meaning", return_value=DOUBTFUL):
            return run(name, "?", "--rules", "tenhou")
    if name == "audit":
        with mock.patch.object(GentleInterrupts, "asked", return_value=True):
            interrupted = run(name, DIFFERS, "--rules", "tenhou", "--jobs", "1")
        return [*interrupted, *run(name, _of_a_lobby(folder), "--rules", "tenhou", "--jobs", "1")]
    if name == "plugins":
        return _with_other_formats(folder)
    if name == "replay":
        lobby = _of_a_lobby(folder)
        return [*run(name, lobby, "--rules", "tenhou"), *run(name, lobby, "--rules", "tenhou-3p")]
    if name == "watch":
        with mock.patch.object(Follow, "feed", _withdrawn):
            return [*run(name, "--rules", "ema-2016"), *run(name, "--rules", *_CLUB)]
    return []


@cache
def outputs(name: str) -> list[dict[str, Any]]:
    """Every example of one output, by its name in `SCHEMAS`. Run in the root of the checkout."""
    with tempfile.TemporaryDirectory() as scratch, contextlib.chdir(ROOT):
        if name == "import":
            return run("import", "tests/exchange/presets/riichi-advanced/m-league.json", "--name", "m-league-room")
        if name == "pack":
            some = [one for one in chapters() if one[1].name.partition(".")[0] in ("fouls", "three-players", "wall")]
            out = str(Path(scratch) / "pack")
            with mock.patch("kanrules.pack.questions.chapters", return_value=some):
                return run("pack", "--out", out, "--rules", "tenhou", "--jobs", "1", "-p", "no:ema")
        if name == "unreadable":
            return _page("foul", foul="no such foul", rules="tenhou")
        if name == "compose":
            text = '[ruleset]\nid = "club"\nname = "Club"\nextends = "tenhou"\n[kandora]\nankan = "{}"\n'
            with contextlib.chdir(scratch):  # the page keeps the file that it checks
                return [
                    *_page("compose", rules="tenhou", toml=text.format("discard")),
                    *_page("compose", rules="tenhou", toml=text.format("disc")),
                ]
        if name == "interrupted":
            with mock.patch.object(program, "invoke", side_effect=KeyboardInterrupt):
                return run("rulesets")
        with mock.patch("kanrules.testing.conformance.conformance", return_value=FOUND):
            return [*_examples(name), *_made(name, Path(scratch))]


def fields(name: str, data: Any, at: str = "") -> Iterator[str]:
    """Every field of an output with its type, as `payments.* number`."""
    if (name, at) in _VALUES or (at.rpartition(".")[2] in _ANY and (name, at) not in _TEXTS):
        yield f"{at} value"
        return
    if at:
        yield f"{at} {_TYPES[type(data)]}"
    if isinstance(data, dict):
        for member, value in data.items():
            word = "*" if at in BY_NAME.get(name, ()) else member
            yield from fields(name, value, f"{at}.{word}".lstrip("."))
    elif isinstance(data, list):
        for value in data:
            yield from fields(name, value, f"{at}[]")


def data_fields(schema: dict[str, Any], defs: dict[str, Any], at: str) -> Iterator[str]:
    """Every field that a schema of `kanrules data` has, as those of an output."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        if name == "any_value":
            yield f"{at} value"
            return
        schema = defs[name]
    for one in schema.get("oneOf", ()):
        yield from data_fields(one, defs, at)
    for kind in [schema["type"]] if isinstance(schema.get("type"), str) else schema.get("type", ()):
        yield f"{at} {kind}"
    constants = [schema["const"]] if "const" in schema else schema.get("enum", ())
    yield from sorted({f"{at} {_TYPES[type(value)]}" for value in constants})
    for member, inner in schema.get("properties", {}).items():
        yield from data_fields(inner, defs, f"{at}.{member}")
    if isinstance(inner := schema.get("additionalProperties"), dict):
        yield from data_fields(inner, defs, f"{at}.*")
    if "items" in schema:
        yield from data_fields(schema["items"], defs, f"{at}[]")


def lines_of(name: str) -> set[str]:
    """The lines of the list for one output, or for the files of `kanrules data`."""
    if name == "data":
        defs = SCHEMA["$defs"]
        kinds = [one["$ref"].rpartition("/")[2] for one in SCHEMA["oneOf"]]
        return {f"data/{FORMAT} {field}" for kind in kinds for field in data_fields(defs[kind], defs, kind)}
    return {f"{name}/{SCHEMAS[name]} {field}" for one in outputs(name) for field in fields(name, one)}


def listed(text: str | None = None) -> set[str]:
    """The lines of the list."""
    return set((LIST.read_text(encoding="utf-8") if text is None else text).splitlines())


def gone(promised: set[str], now: set[str]) -> list[str]:
    """The promised fields that are missing, except those of an output whose number is higher now."""

    def output(line: str) -> tuple[str, int]:
        name, _, number = line.partition(" ")[0].partition("/")
        return name, int(number)

    numbers = dict(map(output, now))
    return sorted(line for line in promised - now if numbers.get(output(line)[0], 0) <= output(line)[1])


if __name__ == "__main__":
    found = {line for name in (*SCHEMAS, "data") for line in lines_of(name)}
    if LIST.exists() and (broken := gone(listed(), found)):
        sys.exit("these fields are promised and gone; raise the number in SCHEMAS:\n  " + "\n  ".join(broken))
    text = "\n".join(sorted(found)) + "\n"
    if "--print" in sys.argv:
        print(json.dumps({LIST.relative_to(ROOT).as_posix(): text}))
    else:
        LIST.write_text(text, encoding="utf-8", newline="\n")
