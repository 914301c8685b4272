"""`kanrules new`: a working start, for a ruleset or for a plugin."""

from __future__ import annotations

import datetime
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from kanrules.cli import new_plugin
from kanrules.cli.common import complete_rules
from kanrules.cli.help import PLAIN

if TYPE_CHECKING:
    from kanrules.ruleset import Ruleset
    from kanrules.ruleset.keys import Key

app = typer.Typer(**PLAIN, no_args_is_help=True, help="Write a working start, for a ruleset or for a plugin.")
_DEVICES = frozenset(
    ("con", "prn", "aux", "nul", *(f"{port}{number}" for port in ("com", "lpt") for number in range(10)))
)
"""Names that no file may bear on Windows, whatever its ending."""
app.command("plugin")(new_plugin.command)

QUESTIONS: tuple[str, ...] = (
    "kandora.daiminkan",
    "kandora.shouminkan",
    "riichi_kan.level",
    "chankan.ankan",
    "four_kans.several_players",
    "fifth_kan.policy",
    "sekinin_barai.daiminkan_rinshan",
    "game.length",
    "game.start_points",
    "game.return_points",
    "game.uma",
    "game.ties",
    "game.extension",
    "game.agari_yame",
    "game.bust",
)
"""What tables argue about most, and what a game is played for; the rest stands in the file as comments."""


@app.callback()
def new() -> None:
    """Write a working start, never over a file that is there."""


@app.command("ruleset")
def ruleset(
    name: str = typer.Argument(..., metavar="NAME", help="The id, like thursday-club; a folder may stand before it."),
    extends: str = typer.Option(
        "",
        "--extends",
        "-e",
        autocompletion=complete_rules,
        metavar="R",
        help="The ruleset it stands on: a bundled id or a file.",
    ),
    title: str = typer.Option("", "--name", metavar="TEXT", help="What people call it."),
    settings: list[str] = typer.Option([], "--set", metavar="KEY=VALUE", help="A key to begin with; may be repeated."),
    standalone: bool = typer.Option(False, "--standalone", help="Stand on no other ruleset, and ask nothing."),
) -> None:
    """Write NAME.toml, commented, and NAME.cases.toml with a first case beside it.

    If the folder has no kanrules.schema.json, write that too: an editor that knows JSON Schema then completes and
    checks the ruleset, without a network. `kanrules check --json-schema` prints it again after an upgrade.

    Without --extends, on a terminal, asks the few questions that matter.

    Examples:

      kanrules new ruleset thursday-club --extends ema-2016

      kanrules new ruleset thursday-club --extends ema-2016 --set kandora.daiminkan=discard
    """
    from kanrules.ruleset import library, load_ruleset
    from kanrules.ruleset.reference import schema_text
    from kanrules.ruleset.standalone_toml import ID, SCHEMA, case_template, template

    path = Path(name.removesuffix(".toml"))
    if not path.name:
        _stop(f"an id has small letters, digits and -, like thursday-club; {name[:60]!r} has not")
    path, cases = path.with_name(path.name + ".toml"), path.with_name(path.name + ".cases.toml")
    stem = path.stem
    if not ID.fullmatch(stem):
        _stop(f"an id has small letters, digits and -, like thursday-club; {stem[:60]!r} has not")
    if stem in _DEVICES:
        _stop(
            f"Windows keeps the name {stem} for a device, and such a file could not be opened there; take another name"
        )
    if stem in library.all_ids():
        _stop(f"{stem} is the id of a ruleset that is there already; take another name")
    for file in (path, cases):
        if file.exists():
            _stop(f"{file} is there already; nothing was written")
    if not path.parent.is_dir():
        _stop(f"there is no folder {path.parent}")
    chosen = _settings(settings)
    asked = not extends and not standalone and sys.stdin.isatty() and sys.stdout.isatty()
    if asked:
        extends = _ask_parent()
    if not extends and not standalone and not asked:
        _stop("name the ruleset to stand on with --extends (`kanrules rulesets` lists them), or say --standalone")
    parent_name = extends
    if extends and library.is_path(extends):
        # The file names its parent from where it stands itself.
        parent_name = _relative(Path(extends), path.parent)
    parent = load_ruleset(extends) if extends else None
    title = title or (typer.prompt("What is it called?", default=_title(stem)) if asked else _title(stem))
    if asked:
        chosen = _ask(parent, chosen)
    edition = str(datetime.date.today().year)
    text = template(
        stem, title=title, authority=title, edition=edition, parent=parent, extends=parent_name, chosen=chosen
    )
    _write(path, text)
    rules = load_ruleset(path)
    _write(cases, case_template(stem, title, rules))
    written = [path, cases]
    schema = path.with_name(SCHEMA)
    if not schema.exists():
        _write(schema, schema_text())
        written.append(schema)
    print(f"written: {', '.join(map(str, written))}")
    print(
        f"next: kanrules check {path}" + (f"; kanrules diff {extends} {path}" if extends else f"; kanrules show {path}")
    )


def _stop(message: str) -> None:
    print(f"kanrules: {message}", file=sys.stderr)
    raise typer.Exit(2)


def _title(stem: str) -> str:
    return stem.replace("-", " ").capitalize()


def _relative(path: Path, base: Path) -> str:
    import os

    found = Path(os.path.relpath(path, base)).as_posix()
    return found if "/" in found or found.endswith(".toml") else f"./{found}"


def _write(path: Path, text: str) -> None:
    with path.open("x", encoding="utf-8", newline="\n") as file:
        file.write(text)


def _settings(settings: list[str]) -> dict[str, Any]:
    """The values of `--set`, checked like a file's."""
    from kanrules.ruleset.keys import keys
    from kanrules.ruleset.problems import close
    from kanrules.ruleset.schema import check_value

    chosen: dict[str, Any] = {}
    for setting in settings:
        name, equals, text = setting.partition("=")
        name = name.strip()
        if not equals:
            _stop(f"--set takes KEY=VALUE, like kandora.ankan=declaration; {setting[:60]!r} has no =")
        if name not in keys():
            meant = close(name, tuple(keys()))
            _stop(f"--set: there is no key {name[:60]!r}" + (f"; did you mean {meant}?" if meant else ""))
        value, wrong = check_value(keys()[name], _parsed(text.strip()))
        if wrong is not None:
            _stop(f"--set {name}: {wrong.message}; expected {', '.join(wrong.expected)}")
        chosen[name] = value
    return chosen


def _parsed(text: str) -> Any:
    """A value as TOML has it; a bare word is a text."""
    import tomllib

    try:
        return tomllib.loads(f"value = {text}")["value"]
    except (tomllib.TOMLDecodeError, RecursionError):
        return text


def _ask_parent() -> str:
    from kanrules.ruleset import all_ids
    from kanrules.ruleset.problems import close

    ids = all_ids()
    print("Which ruleset comes nearest to yours? `kanrules rulesets` lists them; 'none' for none.")
    while True:
        answer: str = typer.prompt("It stands on", default="ema-2016" if "ema-2016" in ids else "none").strip()
        if answer == "none":
            return ""
        if answer in ids or answer.endswith(".toml"):
            return answer
        meant = close(answer, ids)
        print(f"There is no ruleset {answer!r}" + (f"; did you mean {meant}?" if meant else "."))


def _ask(parent: Ruleset | None, chosen: dict[str, Any]) -> dict[str, Any]:
    """Asks the questions, each answered by the number of an answer or as a file has it; the parent's answer is the
    default and writes nothing.
    """
    from kanrules.ruleset.catalogue import CATALOGUE, meaning
    from kanrules.ruleset.keys import keys

    answers = dict(chosen)
    for name in QUESTIONS:
        if name in answers:
            continue
        key = keys()[name]
        now = parent[name] if parent is not None else key.default
        print(f"\n{CATALOGUE[name].question}")
        if not key.allowed:
            value = _ask_value(key, now)
            if value != now:
                answers[name] = value
            continue
        for number, value in enumerate(key.allowed, 1):
            print(f"  {number}  {meaning(name, value)}")
        default = key.allowed.index(getattr(now, "value", now)) + 1
        while True:
            number = typer.prompt("Number", default=default, type=int)
            if 1 <= number <= len(key.allowed):
                break
            print(f"A number from 1 to {len(key.allowed)}.")
        if number != default:
            assert key.choice is not None
            answers[name] = key.choice(key.allowed[number - 1])
    return answers


def _ask_value(key: Key, now: Any) -> Any:
    """Asks for a value as a file has it, until it is one."""
    from kanrules.ruleset.reference import file_text
    from kanrules.ruleset.schema import check_value

    while True:
        value, wrong = check_value(key, _parsed(typer.prompt("Value", default=file_text(now)).strip()))
        if wrong is None:
            return value
        print(f"{wrong.message}; expected {', '.join(wrong.expected)}" + (f"; {wrong.hint}" if wrong.hint else ""))
