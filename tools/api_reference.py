"""Write the reference of the library from its docstrings.

python -m tools.generated
"""

from __future__ import annotations

import functools
import inspect
import re
import types
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import Any

import kanrules
import kanrules.bots
import kanrules.kan
import kanrules.records
import kanrules.ruleset
import kanrules.svg
import kanrules.testing.conformance
from tools import hooks_page as hook_docs

SECTIONS: dict[str, tuple[str, ...]] = {
    "Questions": ("riichi_kan", "waits", "score", "pay", "Value"),
    "A hand and a game": (
        "Kyoku", "View", "Game", "perft", "Perft", "kan.WAY", "kan.Step", "kan.Pause", "kan.StepRun", "kan.watch_steps",
    ),
    "Actions": (
        "Action", "Draw", "Discard", "Chi", "Pon", "Daiminkan", "Ankan", "Shouminkan", "Kita", "Ron", "Tsumo", "Pass",
        "Kyuushu", "parse_action",
    ),
    "Tiles, melds, seats": ("Tile", "parse_tiles", "format_tiles", "Seat", "Meld", "MeldType"),
    "Rulesets and rulings": (
        "load_ruleset", "Ruleset", "ruleset.load_unwritten", "ruleset.load_listed", "ruleset.all_ids",
        "ruleset.bundled_ids", "ruleset.examine", "ruleset.Origin", "ruleset.Problem", "ruleset.Severity", "Ruling",
        "Source", "Grade",
    ),
    "Recorded games": (
        "replay", "Replay", "Follow", "audit", "Audited", "records.open_records",
        "records.Record", "records.all_members",
        "records.list_members", "records.read_member", "records.read_data", "records.Member", "records.Unreadable",
    ),
    "Record formats": (
        "records.FORMATS", "records.Format", "records.Content", "records.RecordedHand", "records.RecordedWin",
        "records.HandBuilder", "records.with_reveals",
    ),
    "Bots": ("bots.Bot", "bots.KanLover", "bots.play_game"),
    "Pictures": ("svg.tile", "svg.hand", "svg.meld", "svg.table", "svg.timeline"),
    "Plugins": (
        "hookimpl", "Table", "CompleteHand", "Yaku", "Dora", "Kan", "Call", "Result", "Foul", "Objection", "Instant",
        "ReplacementFrom", "FifthKan", "FourKans", "Liability", "Transfer", "TransferType", "Penalty", "PenaltyType",
        "PenaltyStep", "PointsFrom", "Noticed",
    ),
    "Tests": (
        "testing.check_plugin", "testing.Conformance", "testing.NotConforming", "testing.CaseBuilder", "testing.Case",
        "testing.CaseError", "testing.parse_cases", "testing.read_cases", "testing.play_case", "testing.PlayedCase",
        "testing.verify_case", "testing.Verified", "testing.unmet_expectations", "testing.UnmetExpectation",
        "testing.conformance.Conformance", "testing.conformance.PluginFault", "testing.conformance.HANDS",
        "testing.conformance.NotConforming", "testing.conformance.check_plugin", "testing.conformance.conformance",
    ),
    "Errors": ("KanrulesError", "UnreadableError", "IllegalAction", "RulesetError", "PluginError"),
}  # fmt: skip
"""Public names of `kanrules`, by topic."""
_SAYS = {
    "Tile": "A tile is a small int: 0 to 33 the kinds in the order of mpsz, 34 to 36 the red fives.",
    "hookimpl": "Marks a function as the plugin's implementation of the hook with the same name.",
    "records.FORMATS": "The bundled formats by name, in the order in which their sniffers are asked.",
    "kan.WAY": "The way of a kan: the steps that the machine runs and `kanrules explain kan` prints, in their order.",
    "testing.conformance.HANDS": "Default number of hands that the conformance test plays.",
}
"""Descriptions of names that have no docstring of their own."""
INTRODUCTION = """\
# Library reference

<!-- Written by `python -m tools.generated`; edit the docstrings instead. -->

Every name on this page is public: a name, an argument, or a field is removed only after a deprecation, as
[stability.md](stability.md) says. The [guide for developers](developers.md) shows how to use the parts together, and
[hooks.md](hooks.md) lists the hooks for plugins, with their arguments and answers. Everything is typed; the package
passes `mypy --strict` and pyright. A choice is a `StrEnum`; its `.value` is the plain string.
"""


def api_markdown() -> str:
    """Return the page: the names by topic, then each with its arguments, description, and members."""
    lines = [INTRODUCTION, f"{', '.join(f'[{title}](#{anchor(title)})' for title in SECTIONS)}."]
    for title, names in SECTIONS.items():
        lines += ["", f"## {title}"]
        if others := [f"[`{name}`]({_place(name)})" for name in names if _is_of_hooks(name)]:
            lines += ["", f"The arguments and answers of hooks: {', '.join(others)}."]
        for name in names:
            if not _is_of_hooks(name):
                lines += ["", f"### {_heading(name)}", "", *_entry(name)]
    return "\n".join(lines) + "\n"


def anchor(heading: str) -> str:
    """Return the fragment of a link to a heading."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def _heading(name: str) -> str:
    """Return the heading of a name. If a function has the name of a class in lower case, the heading of the class says
    "(class)", because anchors are lower case and the two would share one.
    """
    names = {one for section in SECTIONS.values() for one in section}
    shared = name != name.lower() and name.lower() in names
    return f"kanrules.{name} (class)" if shared else f"kanrules.{name}"


def _is_of_hooks(name: str) -> bool:
    """Return True for an argument or answer of a hook, which the page of the hooks describes."""
    return found(name) in hook_docs.VALUES


def _place(name: str) -> str:
    """Return the address of a name: on this page, or on that of the hooks."""
    if _is_of_hooks(name):
        return f"hooks.md#{anchor(hook_docs.heading(found(name)))}"
    return f"#{anchor(_heading(name))}"


def found(name: str) -> Any:
    """Return the object that has this public name."""
    *module, last = name.split(".")
    return getattr(functools.reduce(getattr, module, kanrules), last)


def _entry(name: str) -> Iterator[str]:
    value = found(name)
    if name.startswith("testing.conformance.") and name.replace("conformance.", "") in SECTIONS["Tests"]:
        yield f"The same as `kanrules.testing.{name.rpartition('.')[2]}`."
        return
    if name in _SAYS:
        yield _SAYS[name]
        return
    if inspect.isfunction(value):
        yield from ("```py", _call(name.rpartition(".")[2], value), "```", "", *_text(value))
        return
    yield from _text(value)
    if isinstance(value, type):
        if not issubclass(value, Enum) and not issubclass(value, Exception):
            yield from _beginning(value)
        yield from ("", *_fields(value))
        if not issubclass(value, Enum):
            yield from _asked(value)


def _fields(value: type[Any]) -> Iterator[str]:
    """Yield the fields of a class. Those that a `Table` has too, with the same words, share one line."""
    rows = list(hook_docs.listed_fields(value))
    words = set(hook_docs.listed_fields(kanrules.Table)) if value is kanrules.View else set()
    if same := [row.split(" ")[1] for row in rows if row in words]:
        yield f"* {', '.join(same)}: as in [`Table`]({_place('Table')})."
    yield from (row for row in rows if row not in words)


def _beginning(value: type[Any]) -> Iterator[str]:
    """Yield how an object is constructed, if users construct it."""
    made = value.__dict__.get("__init__") or next(
        (base.__dict__["__init__"] for base in value.__mro__ if "__init__" in base.__dict__ and base is not object),
        None,
    )
    if (
        inspect.isfunction(made)
        and not hasattr(value, "__dataclass_fields__")
        and not getattr(value, "_is_protocol", False)
    ):
        yield from ("", "```py", _call(value.__name__, made), "```")
        if made.__doc__:
            yield from ("", *_text(made))


def _call(name: str, function: Any) -> str:
    """Return the signature of a function as its users write it, with one argument per line if it is long."""
    signature = inspect.signature(function)
    words = []
    star = False
    for one in signature.parameters.values():
        if one.name in ("self", "cls"):
            continue
        if one.kind is one.KEYWORD_ONLY and not star:
            words.append("*")
            star = True
        star = star or one.kind is one.VAR_POSITIONAL
        words.append(_argument(one))
    gives = "" if signature.return_annotation in (signature.empty, "None", None) else f" -> {_type(signature)}"
    short = f"{name}({', '.join(words)}){gives}"
    return short if len(short) <= 100 else f"{name}(\n" + "".join(f"    {word},\n" for word in words) + f"){gives}"


def _argument(one: inspect.Parameter) -> str:
    stars = "*" if one.kind is one.VAR_POSITIONAL else "**" if one.kind is one.VAR_KEYWORD else ""
    kind = "" if one.annotation is one.empty else f": {_plain(one.annotation)}"
    if one.default is one.empty:
        return f"{stars}{one.name}{kind}"
    default = str(one.default) if isinstance(one.default, Path) else _plain(repr(one.default), quotes=True)
    return f"{one.name}{kind} = {default}" if kind else f"{one.name}={default}"


def _type(signature: inspect.Signature) -> str:
    return _plain(signature.return_annotation)


def _plain(given: Any, *, quotes: bool = False) -> str:
    """Return a type or a value as users write it: without modules, and an enum's member by its name."""
    text = given if isinstance(given, str) else getattr(given, "__name__", str(given))
    text = re.sub(r"\b(?:kanrules|collections|typing|pathlib|tables_)(?:\.\w+)*\.", "", text)
    text = re.sub(r"<(\w+\.\w+): [^>]*>", r"\1", text)
    return text if quotes else text.replace("'", "")


def _text(value: Any) -> Iterator[str]:
    """Yield the paragraphs of a docstring. An indented one becomes a code block."""
    for index, paragraph in enumerate((inspect.getdoc(value) or "").split("\n\n")):
        if index:
            yield ""
        if paragraph.startswith("    "):
            yield from ("```py", inspect.cleandoc(paragraph), "```")
        else:
            yield " ".join(paragraph.split())


def _asked(value: type[Any]) -> Iterator[str]:
    """Yield the public properties and methods of an object, including those inherited within this package.

    What a class inherits from another one of the page is said there only.
    """
    rows: dict[str, str] = {}
    above: list[str] = []
    # A class may have internal members with plain names, which its `dir` leaves out.
    public = {name for name in dir(value) if not name.startswith("_") and not hook_docs.is_internal(value, name)}
    for base in value.__mro__:
        if not base.__module__.startswith("kanrules"):
            continue
        if base is not value and base.__name__ in (*SECTIONS["Actions"], *SECTIONS["Errors"]):
            above.append(f"Inherits from [`{base.__name__}`]({_place(base.__name__)}).")
            continue
        slots = vars(base).get("__slots__")
        if isinstance(slots, dict):
            rows |= {name: hook_docs.entry(name, words) for name, words in slots.items() if words and name in public}
        for name, member in vars(base).items():
            if name not in public or name in rows:
                continue
            plain = member.__func__ if isinstance(member, classmethod | staticmethod) else member
            function: Any = plain.fget if isinstance(plain, property) else plain
            if not isinstance(function, types.FunctionType):
                continue
            words = " ".join((inspect.getdoc(function) or "").split("\n\n")[0].split())
            if isinstance(plain, property):
                rows[name] = hook_docs.entry(name, words, _type(inspect.signature(function)))
            else:
                rows[name] = hook_docs.entry(_on_one_line(_call(name, function)), words)
    tables = {name: row for name, row in rows.items() if f": The table [{name}]." in row}
    if len(tables) > 1:
        named = ", ".join(f"`{name}`" for name in tables)
        rows = {name: row for name, row in rows.items() if name not in tables}
        rows["tables"] = f"* {named}: The table of this name."
    if rows:
        yield from ("", *rows.values())
    if above:
        yield from ("", above[0])


def _on_one_line(call: str) -> str:
    """Return a signature that has one argument per line on one line."""
    return " ".join(call.split()).replace("( ", "(").replace(", )", ")")
