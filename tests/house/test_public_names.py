"""What others hold on to is still there: every public name stands in `public-names.txt`.

A name that is gone is a break, and its line is taken out by hand, with a changelog fragment. A name that is new is
added by `python tests/house/test_public_names.py`, which takes nothing out.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from kanrules.cases.case_keys import KEYS as CASE_KEYS
from kanrules.cases.expect import KEYS as EXPECT_KEYS
from kanrules.cases.given import KEYS as GIVEN_KEYS
from kanrules.cli.program import COMMANDS, program
from kanrules.hooks.specs import ARGUMENTS
from kanrules.law.codes import CODES
from kanrules.ruleset.keys import HEAD, SOURCE, Key, Takes, head_key, keys, keys_of_plugin, source_key

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

BUNDLED = ("club", "ema", "wrc")
"""The plugins that come with kanrules: their options in a ruleset are promised, their Python names are not."""


def names() -> set[str]:
    """Every public name as a line of the list."""
    found = {f"{module}.{name}" for module in MODULES for name in import_module(module).__all__}
    found |= {f"hook {hook}({', '.join(arguments)})" for hook, arguments in ARGUMENTS.items()}
    found |= {f"code {code}" for code in CODES}
    found |= {f"given {key}" for key in GIVEN_KEYS} | {f"expect {key}" for key in EXPECT_KEYS}
    found |= {f"case {key.key}" for key in CASE_KEYS if not key.table}
    for key in every_key():
        found.add(f"key {key.name}")
        if key.takes is Takes.CHOICE:
            found |= {f"key {key.name} = {value}" for value in key.allowed}
    program.every()  # imports the commands, which `options` lists
    return found | set(options(program, "kanrules"))


def every_key() -> Iterator[Key]:
    """Every key that a ruleset file may have: of the law, of the ruleset, of a source, and of a bundled plugin."""
    yield from keys().values()
    yield from map(head_key, HEAD)
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
    for name, inner in getattr(command, "commands", {}).items():
        yield from options(inner, f"{called} {name}")


def listed() -> set[str]:
    return set(LIST.read_text(encoding="utf-8").splitlines())


def test_the_list_has_every_public_name_and_no_other() -> None:
    assert sorted(listed() ^ names()) == [], "run: python -m kanrules.scaffold.generated"


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
    LIST.write_text("\n".join(sorted(names())) + "\n", encoding="utf-8", newline="\n")
