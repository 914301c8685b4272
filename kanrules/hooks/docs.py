"""What the spec of a hook says of it."""

from __future__ import annotations

import inspect
import re
import textwrap

from kanrules.frozen import frozen
from kanrules.hooks import specs as hookspecs
from kanrules.hooks.core import LAWS
from kanrules.hooks.discovery import BUNDLED
from kanrules.hooks.judge import installed, load
from kanrules.hooks.specs import HOOKS


@frozen
class HookDocs:
    """A hook as its spec describes it: name, first sentence, details, arguments with types and descriptions, answer,
    and example.
    """

    name: str
    summary: str
    text: str
    kind: str
    arguments: tuple[tuple[str, str, str], ...]
    returns: str
    answer: str
    example: str


def _public(annotation: str) -> str:
    """Return a type as the author of a plugin imports it. The specs name the `Rules` protocol; plugins receive a
    `Ruleset`.
    """
    return "Ruleset" if annotation == "Rules" else annotation


def hook(name: str) -> HookDocs:
    """Return one hook, as its spec describes it."""
    spec = getattr(hookspecs, name)
    declared = HOOKS[name]
    words, _, example = inspect.cleandoc(spec.__doc__).partition("Example::")
    body, *fields_ = re.split(r"\n(?=:)", words.strip())
    summary, _, text = body.strip().partition("\n\n")
    said = {
        match[1]: match[2] for field in fields_ if (match := re.match(r":param (\w+): (.*)", " ".join(field.split())))
    }
    returns = next(
        (" ".join(field.split())[len(":returns: ") :] for field in fields_ if field.startswith(":returns:")), "nothing"
    )
    types = inspect.signature(spec).parameters
    kind = (
        "observes"
        if declared.observes
        else "the first answer counts"
        if declared.first
        else "all answers are collected"
    )
    return HookDocs(
        name,
        summary.strip(),
        text.strip(),
        f"{kind}; asked once, at load" if declared.at_load else kind,
        tuple((one, _public(str(types[one].annotation)), said.get(one, "")) for one in declared.arguments),
        re.sub(r":class:`(\w+)`", r"`\1`", returns),
        declared.answer,
        textwrap.dedent(example).strip("\n"),
    )


def answered_by(name: str) -> list[str]:
    """Return the names of those who answer this hook: core and the bundled plugins."""
    here = {plugin.name for plugin in installed()}
    found = [f"`{plugin}`" for plugin in BUNDLED if plugin in here and hasattr(load(plugin), name)]
    return ["core", *found] if name in LAWS else found
