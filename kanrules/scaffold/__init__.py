"""The templates of a plugin's distribution, which `kanrules new plugin` fills in."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Any

from kanrules._version import __version__
from kanrules.hooks.specs import HOOKS

FILES: dict[str, str] = {
    "pyproject.toml.in": "pyproject.toml",
    "README.md.in": "README.md",
    "plugin.py.in": "{module}/__init__.py",
    "ruleset.toml.in": "{module}/{name}.toml",
    "cases.toml.in": "{module}/{name}.cases.toml",
    "test_plugin.py.in": "tests/test_{identifier}.py",
}
"""The file that each template becomes."""
OWN_TEMPLATES: dict[tuple[str, str], str] = {
    ("before_kan", "plugin.py.in"): "before_kan.py.in",
    ("before_kan", "test_plugin.py.in"): "test_before_kan.py.in",
}
"""Templates that replace the general one for a hook."""
OF_OBSERVERS: dict[str, str] = {"test_plugin.py.in": "test_observer.py.in"}
"""Templates that replace the general one for a hook that only observes: no case fails without it."""


def plugin_files(name: str, hook: str = "before_kan") -> dict[str, str]:
    """Return the files of a new plugin that answers this hook, by path. The new plugin passes its own tests.

    Takes the name for `plugins = [...]`: lower-case letters, digits and dashes.
    """
    from kanrules.hooks.docs import hook as described

    identifier = name.replace("-", "_")
    own = _hooks().get(hook) or _observing(hook)
    imports, _, code = described(hook).example.partition("\n\n\n")
    data = _sheet(own.get("sheet", own["rule"]))
    if "codes" in own:
        data += _dictionary("codes", (f'"@name@-{number}": "{text}"' for number, text in own["codes"].items()))
    words = {
        "imports": imports,
        "code": (f"{data}\n\n" if data else "\n") + code.replace("house", "@name@"),
        "rule": own["rule"],
        "options": own.get("ruleset", ""),
        "indented": "".join(f"    {line}".rstrip() + "\n" for line in own.get("ruleset", "").splitlines()),
        "cases": own["cases"].strip(),
        "name": name,
        "identifier": identifier,
        "module": f"kanrules_{identifier}",
        "title": name.replace("-", " ").capitalize(),
        "version": __version__,
    }
    found = {}
    for template, path in FILES.items():
        template = OWN_TEMPLATES.get((hook, template), template)
        if HOOKS[hook].observes:
            template = OF_OBSERVERS.get(template, template)
        text = (files(__package__) / template).read_text(encoding="utf-8")
        for word, value in words.items():
            text = text.replace(f"@{word}@", value)
        found[path.format(**words)] = text.rstrip("\n") + "\n"
    return found


def _sheet(said: str | dict[str, str]) -> str:
    """Return what a plugin says about itself on a rule sheet, as code: its rule, or a sentence for each option."""
    if isinstance(said, str):
        return f'sheet = "{said}"\n' if said else ""
    return _dictionary("sheet", (f'"{option}": ("{sentence}", "")' for option, sentence in said.items()))


def _dictionary(name: str, rows: Iterable[str]) -> str:
    """Return a dictionary with these rows, as code."""
    return "".join((f"{name} = {{\n", *(f"    {row},\n" for row in rows), "}\n"))


def _observing(hook: str) -> dict[str, Any]:
    """Return the words and the case of a hook that only observes: a kan that its plugin sees, and does not change."""
    assert HOOKS[hook].observes, f"hooks.toml has no cases for {hook}"
    return _hooks()["after_rinshan"] | {"rule": f"Sees {HOOKS[hook].asks}."}


@cache
def _hooks() -> dict[str, dict[str, Any]]:
    return tomllib.loads((files(__package__) / "hooks.toml").read_text(encoding="utf-8"))
