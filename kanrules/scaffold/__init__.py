"""The templates of a plugin's distribution, which `kanrules new plugin` fills in."""

from __future__ import annotations

from importlib.resources import files

from kanrules._version import __version__

FILES: dict[str, str] = {
    "pyproject.toml.in": "pyproject.toml",
    "README.md.in": "README.md",
    "plugin.py.in": "{module}/__init__.py",
    "ruleset.toml.in": "{module}/{name}.toml",
    "cases.toml.in": "{module}/{name}.cases.toml",
    "test_plugin.py.in": "tests/test_{identifier}.py",
}
"""The file that each template becomes."""


def plugin_files(name: str) -> dict[str, str]:
    """Return the files of a new plugin by path. The new plugin passes its own tests.

    Takes the name for `plugins = [...]`: lower-case letters, digits and dashes.
    """
    identifier = name.replace("-", "_")
    words = {
        "name": name,
        "identifier": identifier,
        "module": f"kanrules_{identifier}",
        "title": name.replace("-", " ").capitalize(),
        "version": __version__,
    }
    found = {}
    for template, path in FILES.items():
        text = (files(__package__) / template).read_text(encoding="utf-8")
        for word, value in words.items():
            text = text.replace(f"@{word}@", value)
        found[path.format(**words)] = text
    return found
