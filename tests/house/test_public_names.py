"""What others hold on to is still there: every promised name is in `public-names.txt`.

`python -m tests.house.test_public_names` adds what is new and refuses to write if something is gone. To remove a name
whose deprecation has run out, delete its line and list it in `removed-names.toml`.
"""

from __future__ import annotations

import contextlib
import inspect
import json
import re
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from importlib import import_module
from pathlib import Path
from types import FunctionType
from typing import Any

import kanrules
import kanrules.bots
from kanrules import Action
from kanrules._version import __version__
from kanrules.cases.case_keys import KEYS as CASE_KEYS
from kanrules.cases.case_keys import LINES
from kanrules.cases.expect import EVENTS, EXPECT, RESULTS
from kanrules.cases.given import GIVEN
from kanrules.cases.lines import SEATS, parse_line
from kanrules.cli.default_rules import VARIABLE
from kanrules.cli.program import COMMANDS, program
from kanrules.deprecations import Deprecation
from kanrules.hooks.answers import accepted
from kanrules.hooks.discovery import GROUP
from kanrules.hooks.specs import HOOKS
from kanrules.installation import CACHE
from kanrules.law.codes import CODES
from kanrules.pieces.tiles import NAMES
from kanrules.records.installed_formats import GROUP as FORMATS
from kanrules.ruleset.keys import EVENT, HEAD, SOURCE, Key, Takes, event_key, head_key, keys, keys_of_plugin, source_key
from kanrules.ruleset.library import GROUP as RULESETS
from kanrules.ruleset.library import bundled_ids
from kanrules.site.frame import TOOLS
from tools.commands_page import every_command
from tools.hooks_page import is_internal

ROOT = Path(__file__).parents[2]
LIST = Path(__file__).parent / "public-names.txt"
MODULES = (
    "kanrules",
    "kanrules.bots",
    "kanrules.testing",
    "kanrules.testing.conformance",
    "kanrules.records",
    "kanrules.replays",
    "kanrules.ruleset",
    "kanrules.kan",
    "kanrules.svg",
)
REMOVED = Path(__file__).parent / "removed-names.toml"

BUNDLED = ("club", "ema", "wrc")
"""The plugins that come with kanrules: their options in a ruleset are promised, their Python names are not."""
MADE = {
    "kanrules.Follow",
    "kanrules.Foul",
    "kanrules.Game",
    "kanrules.Kyoku",
    "kanrules.Meld",
    "kanrules.PenaltyStep",
    "kanrules.Source",
    "kanrules.UnreadableError",
    "kanrules.bots.KanLover",
    "kanrules.records.Content",
    "kanrules.records.Format",
    "kanrules.records.HandBuilder",
    "kanrules.records.Record",
    "kanrules.records.RecordedWin",
    "kanrules.testing.CaseBuilder",
}
"""Classes whose objects users make, besides actions and the answers of hooks. Of others, only reading is promised."""
SAID = {"The answer has ": "answer", "Each hand has ": "hand", "How the hand ended, with ": "answer"}
"""How a description begins to name the members of an answer, and the word for them in the list."""
ATTRIBUTES = (
    "answers", "codes", "kanrules_api", "needs", "options", "players", "presupposes", "qualifies", "robs", "sheet",
    "sources", "supersedes",
)  # fmt: skip
"""What a plugin may say of itself, besides its hooks."""
BUNDLED_ONLY = {"kanrules_impl", "states"}
"""Names in a plugin that pluggy sets, or that only the bundled plugins have."""
HOOK_ANSWERS = {kind for hook in HOOKS for kind in accepted(hook)}
PLAY = (
    *(line for line, _ in LINES),
    *(
        span
        for _, words in LINES
        for span in re.findall("`([^`]+)`", words)
        if span.lstrip("!").split()[0] in (*SEATS, "everyone")
    ),
    "south ankan 5z",
    "south shouminkan 5z",
    "south kakan 5z",
    "south discards 2p hand",
)
"""Every form of a line that docs/cases.md shows."""


@cache
def names() -> frozenset[str]:
    """Every promised name as a line of the list."""
    found = {f"{module}.{name}" for module in MODULES for name in import_module(module).__all__} | set(library())
    for hook, spec in HOOKS.items():
        found.add(f"hook {hook}({', '.join(spec.arguments)})")
        found |= {f"hook {hook} accepts {kind.__name__}" for kind in accepted(hook)}
        found |= {f"hook {hook} accepts a list"} if spec.several else set()
    found |= {f"code {code}" for code in CODES} | {f"ruleset {id}" for id in bundled_ids()}
    found |= {f"given {row.key}" for row in GIVEN} | {f"expect {row.key}" for row in EXPECT}
    found |= {f"expect event {word}" for word in EVENTS} | {f"expect result = {word}" for word in RESULTS}
    found |= {f"case {key.key}" for key in CASE_KEYS if not key.table} | {understood(line) for line in PLAY}
    for key in every_key():
        found |= {f"key {key.name}", f"key {key.name} takes {key.takes}"}
        if key.takes in (Takes.CHOICE, Takes.LIST):
            found |= {f"key {key.name} = {value}" for value in key.allowed}
    every_command()  # imports the commands, which `options` lists
    return frozenset(found | set(options(program, "kanrules")) | set(pythons()) | set(outside()))


def outside() -> Iterator[str]:
    """What others write down outside a ruleset, a case, and a command: names in a plugin, a package, or an address."""
    yield from (f"plugin {name}" for name in ATTRIBUTES)
    yield from (f"entry-point {group}" for group in (GROUP, RULESETS, FORMATS))
    yield from (f"environment {name}" for name in (VARIABLE, CACHE))
    yield from ("settings rules", "key about.KEY", "key departs.keys", "key event.decisions.KEY")
    yield from (f"address live/index.html?tool={tool}" for tool in TOOLS)
    inputs = (ROOT / "action.yml").read_text(encoding="utf-8").partition("\ninputs:\n")[2].partition("\nruns:\n")[0]
    yield from (f"action {name}" for name in re.findall(r"^  (\w+):$", inputs, re.M))
    hooks = (ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")
    kit = (ROOT / "kanrules" / "testing" / "pytest_plugin.py").read_text(encoding="utf-8")
    yield from (f"pytest fixture {name}" for name in re.findall(r"^@pytest\.fixture\ndef (\w+)", kit, re.M))
    yield from (f"pytest option {name}" for name in re.findall(r'addoption\(\s*"(--[\w-]+)"', kit))
    yield from (f"pytest setting {name}" for name in re.findall(r'addini\("(\w+)"', kit))
    yield from (f"pre-commit {name}" for name in re.findall(r"^- id: (\S+)$", hooks, re.M))


def library() -> Iterator[str]:
    """The members of each public class and the arguments of each function, once, under the first name of each."""
    seen: list[Any] = []
    for module in MODULES:
        for name in import_module(module).__all__:
            value = getattr(import_module(module), name)
            if any(value is one for one in seen):
                continue
            seen.append(value)
            if isinstance(value, FunctionType):
                yield from arguments(f"{module}.{name}", value)
                yield from answer(f"{module}.{name}", inspect.getdoc(value) or "")
            elif isinstance(value, type):
                yield from members(f"{module}.{name}", value)


def answer(called: str, told: str) -> Iterator[str]:
    """The members of an answer, or of each hand in it, that the description of a function or a member names."""
    for start, word in SAID.items():
        part = told.partition(start)[2].partition("\n\n")[0]
        yield from (f"{called} {word} .{name}" for name in re.findall(r"`\.(\w+)", part))


def members(called: str, value: type[Any]) -> Iterator[str]:
    """The values of an enum; the fields, properties, and methods of any other class; how an object is made."""
    public = {name for name in dir(value) if not name.startswith("_") and not is_internal(value, name)}
    if issubclass(value, Enum):
        yield from (f"{called} .{member.name} = {member.value}" for member in value)
        public -= set(value.__members__)
    elif called in MADE or value in HOOK_ANSWERS or (issubclass(value, Action) and value is not Action):
        yield from arguments(called, made(value))
    if is_dataclass(value):
        held = {field.name for field in fields(value)}
        yield from (f"{called} .{name}" for name in held if not name.startswith("_") and not is_internal(value, name))
    for base in value.__mro__:
        if not base.__module__.startswith("kanrules"):
            continue
        slots = vars(base).get("__slots__")
        for name, words in slots.items() if isinstance(slots, dict) else ():
            if words and name in public:
                yield f"{called} .{name}"
                yield from answer(f"{called} .{name}", words)
        for name, member in vars(base).items():
            plain = member.__func__ if isinstance(member, classmethod | staticmethod) else member
            if name in public and isinstance(plain, property):
                yield f"{called} .{name}"
            elif name in public and isinstance(plain, FunctionType):
                yield f"{called} .{name}"
                yield from arguments(f"{called} .{name}", plain)
                yield from answer(f"{called} .{name}", inspect.getdoc(plain) or "")
                public.discard(name)  # what a base says of it does not count


def made(value: type[Any]) -> Any:
    """What makes an object. A dataclass of kanrules gets its `__init__` with its first object."""
    with contextlib.suppress(TypeError):
        value()
    return value.__init__


def arguments(called: str, function: Any) -> Iterator[str]:
    """The arguments of a function: those that may be given by position with their number."""
    at = 0
    for one in inspect.signature(function).parameters.values():
        if one.name in ("self", "cls") or one.name.startswith("_"):
            continue
        at += one.kind is not one.KEYWORD_ONLY
        place = "" if one.kind is one.KEYWORD_ONLY else f" {at}"
        star = {one.VAR_POSITIONAL: "*", one.VAR_KEYWORD: "**"}.get(one.kind, "")
        need = ", required" if one.default is one.empty and not star else ""
        yield f"{called} argument{place} {star}{one.name}{need}"


def understood(line: str) -> str:
    """A line of a play, and how it is read."""
    read = parse_line(1, line)
    tiles = [NAMES[tile] for tile in (*([] if read.tile is None else [read.tile]), *read.using)]
    marks = [mark for mark in ("against_law", "found", "everyone", "late") if getattr(read, mark)]
    marks[1:1] = ["corrected"] * (read.foul is not None and read.foul.corrected)
    how = {None: [], True: ["drawn"], False: ["hand"]}[read.tsumogiri]
    return f"play {line} -> {' '.join([str(read.seat), read.verb, *tiles, *marks, *how])}"


def pythons() -> Iterator[str]:
    """The versions of Python that an installation accepts, as the classifiers say."""
    said = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["classifiers"]
    yield from (f"python {one[1]}" for one in (re.search(r":: Python :: (3\.\d+)$", line) for line in said) if one)


def every_key() -> Iterator[Key]:
    """Every key that a ruleset file may have: of the law, of the ruleset, of a source, and of a bundled plugin."""
    yield from keys().values()
    yield from map(head_key, HEAD)
    yield from map(event_key, EVENT)
    for part in SOURCE:
        yield source_key("source", part)
    for plugin in BUNDLED:
        yield from keys_of_plugin(plugin, import_module(f"kanrules_{plugin}")).values()


def options(command: Any, called: str) -> Iterator[str]:
    """The command, its arguments and options, and those of its own commands."""
    yield f"command {called}"
    for parameter in command.params:
        for word in parameter.opts if parameter.param_type_name == "option" else [f"<{parameter.name}>"]:
            yield f"command {called} {word}"
            yield from (f"command {called} {word} = {choice}" for choice in getattr(parameter.type, "choices", ()))
    for name, inner in getattr(command, "commands", {}).items():
        yield from options(inner, f"{called} {name}")


def listed() -> set[str]:
    return set(LIST.read_text(encoding="utf-8").splitlines())


def breaks(before: set[str], now: set[str]) -> list[str]:
    """What no longer works for those who rely on the names before: a name that is gone, a new required argument."""
    callables = {line.partition(" argument ")[0] for line in before}
    added = {
        line for line in now - before if line.endswith(", required") and line.partition(" argument ")[0] in callables
    }
    return sorted((before - now) | added)


def removed() -> dict[str, str]:
    """The names that were removed after a deprecation, and the release that announced each."""
    return tomllib.loads(REMOVED.read_text(encoding="utf-8"))["removed"]


def test_no_promised_name_is_gone_and_the_list_has_every_name() -> None:
    assert breaks(listed(), set(names())) == [], "promised; docs/stability.md says how a name is deprecated and removed"
    assert sorted(names() - listed()) == [], "run: python -m tools.generated"


def test_a_renamed_argument_member_value_or_line_and_a_new_required_argument_break_the_promise() -> None:
    now = set(names())
    for line in (
        "kanrules.pay argument 2 by",
        "kanrules.score argument 2 win, required",
        "kanrules.Ruling .code",
        "kanrules.Kyoku .push argument 1 action, required",
        "kanrules.Seat .EAST = 0",
        "hook rob_kan accepts bool",
        "ruleset ema-2016",
        "key kandora.enabled takes true or false",
        "command kanrules check --format = github",
        "expect event kandora",
        "expect result = sanchahou",
        "play south chi 4p with 56p -> south chi 4p 5p 6p",
        "play !south ankan 5z corrected -> south ankan 5z against_law corrected",
        "play south discards 2p hand -> south discards 2p hand",
        "python 3.11",
    ):
        assert line in now
        assert breaks(now, now - {line}) == [line]
    assert breaks(now - {"kanrules.score argument rules, required"}, now) == ["kanrules.score argument rules, required"]
    assert breaks(now - {"kanrules.score argument tsumo", "code KR101"}, now) == []


def test_an_answer_has_what_its_function_says() -> None:
    follow, bot = kanrules.Follow("tenhou"), kanrules.bots.KanLover
    kyoku = kanrules.Kyoku("tenhou", seed=1)
    while kyoku.outcome is None:
        kyoku.push(kyoku.legal_actions()[-1])
    given: dict[str, Any] = {
        "kanrules.riichi_kan answer": kanrules.riichi_kan("234567m345p1112s", "1s", rules="ema-2025"),
        "kanrules.pay answer": kanrules.pay("south: mangan", "west", rules="tenhou"),
        "kanrules.replay hand": next(iter(kanrules.replay(ROOT / "tests/games/ankan-then-ankan.mjson.gz", "tenhou"))),
        "kanrules.Follow .feed answer": follow.feed({"type": "start_game"}),
        "kanrules.Kyoku .outcome answer": kyoku.outcome,
        "kanrules.bots.play_game answer": kanrules.bots.play_game(kanrules.load_ruleset("tenhou"), [bot], seed=1),
    }
    said = [line.rpartition(" .") for line in names() if re.search(r" (answer|hand) \.\w+$", line)]
    assert {name for name, _, _ in said} == set(given)
    for name, _, part in said:
        assert hasattr(given[name], part), f"{name} {part}"


def test_every_name_that_kanrules_looks_up_in_a_plugin_is_promised() -> None:
    looked = re.compile(r'(?:attribute|named_keys|_keys_by)\([^()]*?"(\w+)"')
    found = {
        name for path in (ROOT / "kanrules").rglob("*.py") for name in looked.findall(path.read_text(encoding="utf-8"))
    }
    assert found - {*HOOKS} - BUNDLED_ONLY == set(ATTRIBUTES)


def test_a_name_is_removed_two_minor_releases_after_its_deprecation() -> None:
    for name, since in removed().items():
        assert name not in listed()
        last = Deprecation(since, "").removed_in
        assert tuple(map(int, last.split("."))) <= tuple(map(int, re.findall(r"\d+", __version__)[:2])), name


def test_the_list_is_in_order_and_knows_every_kind_of_name() -> None:
    lines = LIST.read_text(encoding="utf-8").splitlines()
    assert lines == sorted(set(lines))
    for sample in (
        "kanrules.kan.WAY",
        "kanrules.testing.check_plugin",
        "hook rob_kan(kan, seat, table, rules)",
        "key kandora.ankan = discard_passed",
        "command kanrules riichi-kan --draw",
        "command kanrules new ruleset",
        "given rivers",
        "case decides",
        "key ruleset.extends",
        "key ruleset.text_read = whole",
        "key source.grade = official",
        "key plugin.club.kan_furi",
        "expect code",
    ):
        assert sample in lines
    assert {
        line.split()[2] for line in lines if line.startswith("command kanrules ") and line.split()[2][0] != "-"
    } == set(COMMANDS)


def test_every_module_has_what_its_list_of_names_promises() -> None:
    for module in MODULES:
        loaded = import_module(module)
        assert [name for name in loaded.__all__ if not hasattr(loaded, name)] == [], module


if __name__ == "__main__":
    if LIST.exists() and (broken := breaks(listed(), set(names()))):
        sys.exit("these names are promised (see docs/stability.md):\n  " + "\n  ".join(broken))
    text = "\n".join(sorted(names())) + "\n"
    if "--print" in sys.argv:
        print(json.dumps({LIST.relative_to(ROOT).as_posix(): text}))
    else:
        LIST.write_text(text, encoding="utf-8", newline="\n")
