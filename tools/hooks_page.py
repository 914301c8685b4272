"""The page of the hooks, from their specs."""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

from kanrules import rulings
from kanrules.hooks.docs import answered_by
from kanrules.hooks.docs import hook as described
from kanrules.hooks.specs import HOOKS
from kanrules.law import hook_values, options
from kanrules.locale.sentences import capital
from kanrules.table import layout
from kanrules.table.snapshot import Table

VALUES: tuple[type[Any], ...] = (
    hook_values.Kan, hook_values.SetAside, Table, layout.PendingIndicator, hook_values.Call, hook_values.CompleteHand,
    hook_values.ScoredReading, hook_values.DoraIndicator, hook_values.Result, hook_values.Foul, hook_values.Noticed,
    rulings.Objection, options.Instant, hook_values.FifthKan, hook_values.FourKans,
    hook_values.ReplacementFrom, hook_values.Yaku,
    hook_values.Dora, hook_values.Liability,
    hook_values.Transfer, hook_values.TransferType, hook_values.Penalty, hook_values.PenaltyType,
    hook_values.PenaltyStep, hook_values.PointsFrom,
)  # fmt: skip
"""The classes that hooks receive and return, in the order of the page."""
INTERNAL: Mapping[str, frozenset[str]] = {
    "Action": frozenset({"said"}),
    "Case": frozenset({"document", "filled", "has_red_fives", "number", "problem", "problem_in_play"}),
    "Meld": frozenset({"laid", "lies"}),
    "Member": frozenset({"crc", "data", "in_zip", "method", "offset", "packed"}),
    "Ruleset": frozenset({
        "about", "again", "amend", "amended", "amendments", "assumed_of", "files", "head", "judge", "judged_by",
        "laid_over", "lapsed", "layers", "local_plugins", "modules", "reason_of", "timeline", "unanswered", "undecided",
        "uses", "value_set_by", "why_unsourced",
    }),
}  # fmt: skip
"""Members of public classes that only kanrules itself uses, by class: no page lists them, and none is promised."""
INTRODUCTION = """\
# Hooks

<!-- Written by `python -m tools.generated`; edit `kanrules/hooks/specs.py` instead. -->

A plugin is a module (or an object) with functions that have these names, each marked with `@hookimpl` from `kanrules`.
[plugins.md](plugins.md) shows how to write, test, and publish one. `kanrules new plugin NAME --hook HOOK` writes the
example of a hook as a package with cases.

Each function takes the arguments that it needs, by name; `rules`, the resolved `Ruleset`, is an argument of every hook.
All arguments are frozen. The answer must depend on nothing else, because kanrules also asks about kans that nobody has
declared yet. Compare the value of a choice with a string: `rules.options.kandora.ankan == "discard"`. It is a
`StrEnum`, so its `.value` is that plain string.

A plugin decides only what no key of the ruleset decides, and returns `None` for everything else. If a plugin overrides
a key, it lists the key: `supersedes = ("kandora.daiminkan",)`. `kanrules conformance NAME` fails for a key that is not
listed. An invalid answer is an error (KR108) that names the plugin, the hook, and the value.

kanrules asks the plugins in one order: functions with `@hookimpl(tryfirst=True)`, then plain ones, then those with
`trylast=True`, and last core, the rules of kanrules itself. Within each group it asks in the order in which the ruleset
lists the plugins, a child's before its parent's; with `trylast`, in the opposite order. Wrappers
(`@hookimpl(wrapper=True)`) run around all of this, the first listed outermost: the answer that the outermost returns
is final. `kanrules check` warns (KR110) if one plugin decides over another.

A function for a hook that only some releases of kanrules have is marked `@hookimpl(optionalhook=True)`: the other
releases leave it out.
"""


def hooks_markdown() -> str:
    """Return the page: a table of the hooks, a section with an example for each, and the classes they receive and
    return.
    """
    found = [described(name) for name in HOOKS]
    lines = [INTRODUCTION, "| hook | asks |", "|---|---|"]
    lines += [f"| [`{hook.name}`](#{hook.name}) | {HOOKS[hook.name].asks} |" for hook in found]
    for hook in found:
        lines += ["", f"## {hook.name}", "", hook.summary, "", hook.text, ""]
        lines += [entry(name, words, kind) for name, kind, words in hook.arguments if words != "the resolved ruleset."]
        lines += ["", f"Returns {hook.returns}" if hook.answer != "None" else "Returns nothing.", ""]
        lines += [
            "```python",
            hook.example,
            "```",
            "",
            f"Answered by: {', '.join(answered_by(hook.name)) or 'no bundled plugin'}.",
        ]
    lines += [
        "",
        "## Arguments and answers",
        "",
        "They are frozen. Import them from `kanrules`, except `SetAside`, `PendingIndicator`, `ScoredReading`, and",
        "`DoraIndicator`, which you only receive.",
    ]
    for value in VALUES:
        lines += ["", f"### {heading(value)}", "", inspect.cleandoc(value.__doc__ or ""), "", *members(value)]
    return "\n".join(lines) + "\n"


def heading(value: type[Any]) -> str:
    """Return the heading of a class. If a hook has its name, the heading says "(class)", because anchors are lower case
    and the two would share one.
    """
    return f"{value.__name__} (class)" if value.__name__.lower() in HOOKS else value.__name__


def is_internal(value: type[Any], name: str) -> bool:
    """Return True if only kanrules itself uses this member of a public class."""
    return any(name in INTERNAL.get(base.__name__, ()) for base in value.__mro__)


def _in_prose(kind: str) -> str:
    return " or ".join(f"`{part.strip()}`" for part in re.split(r" \| (?![^\[]*\])", kind))


def entry(name: str, words: str, kind: str = "") -> str:
    """Return the line of a Markdown list for a field, a method or a value: its name, its type, what it is."""
    # A list and not a table: signatures are too long for a column, on a phone most of all.
    return f"* `{name}`" + (f" ({_in_prose(kind)})" if kind else "") + (f": {words}" if words else "")


def members(value: type[Any]) -> Iterable[str]:
    """Yield the Markdown lists of a class: its fields or values, then its public properties and methods."""
    yield from listed_fields(value)
    if is_dataclass(value) and not issubclass(value, Enum):
        yield from _asked(value)


def listed_fields(value: type[Any]) -> Iterable[str]:
    """Yield the Markdown list of a class's fields or values, with their docstrings."""
    said = _attribute_docstrings(value)
    if issubclass(value, Enum):
        for member in value:
            words = getattr(member, "words", "")
            in_full = f"{capital(words)}." if words else said.get(member.name, "")
            yield entry(f"{value.__name__}.{member.name}", in_full)
    elif is_dataclass(value):
        for field in fields(value):
            if not field.name.startswith("_") and not is_internal(value, field.name):
                yield entry(field.name, said.get(field.name, ""), str(field.type))


def _asked(value: type[Any]) -> Iterable[str]:
    """Yield the Markdown list of a class's public properties and methods, with the first sentence of each."""
    bases = [base for base in value.__mro__ if is_dataclass(base)]
    for name, member in [entry for base in bases for entry in vars(base).items()]:
        if name.startswith("_") or not (isinstance(member, property) or inspect.isfunction(member)):
            continue
        function: Any = member.fget if isinstance(member, property) else member
        signature = inspect.signature(function)
        arguments = ", ".join(str(one).replace("'", "") for one in list(signature.parameters.values())[1:])
        called = name if isinstance(member, property) else f"{name}({arguments})"
        words = " ".join((inspect.getdoc(function) or "").split("\n\n")[0].split())
        yield entry(called, words, str(signature.return_annotation))


def _attribute_docstrings(value: type[Any]) -> dict[str, str]:
    """Return the docstrings below the fields of a class and of the dataclasses it derives from, by field."""
    found: dict[str, str] = {}
    for base in value.__mro__[1:]:
        if is_dataclass(base):
            found.update(_attribute_docstrings(base))
    tree = ast.parse(textwrap.dedent(inspect.getsource(value))).body[0]
    assert isinstance(tree, ast.ClassDef)
    for before, after in zip(tree.body, tree.body[1:], strict=False):
        if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant) and isinstance(after.value.value, str):
            target = (
                before.target
                if isinstance(before, ast.AnnAssign)
                else before.targets[0]
                if isinstance(before, ast.Assign)
                else None
            )
            if isinstance(target, ast.Name):
                found[target.id] = " ".join(after.value.value.split())
    return found
