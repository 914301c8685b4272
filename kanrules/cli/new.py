"""`kanrules new`: a first version of a ruleset or of a plugin."""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from kanrules.cli import new_club, new_plugin
from kanrules.cli.help import make_command, make_group
from kanrules.cli.output import is_terminal, print_line, prompt
from kanrules.cli.shared_options import PlainText, argument, complete_rules, option, toml_value
from kanrules.errors import wrong_use

if TYPE_CHECKING:
    from kanrules.ruleset import Ruleset
    from kanrules.ruleset.keys import Key

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
"""Keys that clubs disagree about most, and the end of the game. The file lists all other keys as comments."""


@make_command
@argument("name", metavar="NAME", help="Id of the ruleset, such as thursday-club, or a path that ends in it.")
@option(
    "--extends",
    "-e",
    metavar="R",
    shell_complete=complete_rules,
    help="Parent ruleset: a bundled id or a file.",
)
@option(
    "--name", "title", metavar="TEXT", type=PlainText(), help="Name of the ruleset for people, such as Thursday club."
)
@option("--set", "settings", metavar="KEY=VALUE", multiple=True, help="Set this key in the new file; may be repeated.")
@option("--standalone", help="Use no parent ruleset, and ask no questions.")
def ruleset(name: str, extends: str, title: str, settings: tuple[str, ...], standalone: bool) -> None:
    """Write NAME.toml, with comments, and NAME.cases.toml with a first case.

    Also writes kanrules.schema.json if the folder has none: an editor that supports JSON Schema then completes and
    checks the ruleset offline. After an upgrade, `kanrules check --json-schema` prints the current schema.

    Without --extends, on a terminal, asks a few important questions.

    Examples:

      kanrules new ruleset thursday-club --extends ema-2025

      kanrules new ruleset thursday-club --extends ema-2025 --set kandora.daiminkan=discard
    """
    from kanrules.ruleset import library, load_ruleset, load_unwritten
    from kanrules.ruleset.reference import schema_text
    from kanrules.ruleset.standalone_toml import ID, ID_IN_WORDS, SCHEMA, case_template, template
    from kanrules.supervisor.whole_file import write_together

    path = Path(name.removesuffix(".toml"))
    if not path.name:
        _stop(f"{name[:60]!r} is not a valid id; expected {ID_IN_WORDS}")
    path, cases = path.with_name(path.name + ".toml"), path.with_name(path.name + ".cases.toml")
    stem = path.stem
    if not ID.fullmatch(stem):
        _stop(f"{stem[:60]!r} is not a valid id; expected {ID_IN_WORDS}")
    if why := library.no_file_name(stem):
        _stop(f"{why}; choose another name")
    if stem in library.all_ids():
        _stop(f"{stem} is already the id of a ruleset; choose another name")
    for file in (path, cases):
        if file.exists():
            _stop(f"{file} already exists; nothing was written")
    if not path.parent.is_dir():
        _stop(f"the folder {path.parent} does not exist")
    chosen = _settings(settings)
    asked = not extends and not standalone and is_terminal(asks=True)
    if asked:
        extends = _ask_parent()
    if not extends and not standalone and not asked:
        _stop("name a parent ruleset with --extends (`kanrules rulesets` lists them), or use --standalone")
    parent_name = extends
    if extends and library.is_path(extends):
        # The file names its parent relative to its own folder.
        parent_name = _relative(Path(extends), path.parent)
    parent = load_ruleset(extends) if extends else None
    title = title or (prompt("Name of the ruleset", default=_title(stem), type=PlainText()) if asked else _title(stem))
    if asked:
        chosen = _ask(parent, chosen)
    edition = str(datetime.date.today().year)
    text = template(
        stem, title=title, authority=title, edition=edition, parent=parent, extends=parent_name, chosen=chosen
    )
    files = [(path, text), (cases, case_template(stem, title, load_unwritten(path, text, parent)))]
    schema = path.with_name(SCHEMA)
    if not schema.exists():
        files.append((schema, schema_text()))
    write_together(files, new=True)
    print_line(f"written: {', '.join(str(name) for name, _ in files)}")
    print_line(
        f"next: kanrules check {path}" + (f"; kanrules diff {extends} {path}" if extends else f"; kanrules show {path}")
    )


def _stop(message: str) -> NoReturn:
    raise wrong_use(message)


def _title(stem: str) -> str:
    return stem.replace("-", " ").capitalize()


def _relative(path: Path, base: Path) -> str:
    import os

    found = Path(os.path.relpath(path, base)).as_posix()
    return found if "/" in found or found.endswith(".toml") else f"./{found}"


def _settings(settings: tuple[str, ...]) -> dict[str, Any]:
    """Return the values of `--set`, checked like those of a file."""
    from kanrules.ruleset.keys import keys
    from kanrules.ruleset.problems import close
    from kanrules.ruleset.schema import check_value

    chosen: dict[str, Any] = {}
    for setting in settings:
        name, equals, text = setting.partition("=")
        name = name.strip()
        if not equals:
            _stop(f"--set takes KEY=VALUE, such as kandora.ankan=declaration; {setting[:60]!r} has no =")
        if name not in keys():
            meant = close(name, tuple(keys()))
            _stop(f"--set: there is no key {name[:60]!r}" + (f"; did you mean {meant}?" if meant else ""))
        value, wrong = check_value(keys()[name], toml_value(text))
        if wrong is not None:
            _stop(f"--set {name}: {wrong.message}; expected {', '.join(wrong.expected)}")
        chosen[name] = value
    return chosen


def _ask_parent() -> str:
    from kanrules.ruleset import all_ids
    from kanrules.ruleset.problems import close

    ids = all_ids()
    print_line("Which ruleset is closest to yours? `kanrules rulesets` lists them. Type 'none' for none.")
    while True:
        answer: str = prompt("Parent ruleset", default="ema-2016" if "ema-2016" in ids else "none").strip()
        if answer == "none":
            return ""
        if answer in ids or answer.endswith(".toml"):
            return answer
        meant = close(answer, ids)
        print_line(f"There is no ruleset {answer!r}" + (f"; did you mean {meant}?" if meant else "."))


def _ask(parent: Ruleset | None, chosen: dict[str, Any]) -> dict[str, Any]:
    """Ask the questions and return the answers by key.

    An answer is a number, or a value as written in a file. The parent's answer is the default and is not written.
    """
    from kanrules.ruleset.key_sentences import meaning
    from kanrules.ruleset.keys import keys

    answers = dict(chosen)
    for name in QUESTIONS:
        if name in answers:
            continue
        key = keys()[name]
        now = parent[name] if parent is not None else key.default
        print_line(f"\n{keys()[name].question}")
        if not key.allowed:
            value = _ask_value(key, now)
            if value != now:
                answers[name] = value
            continue
        for number, value in enumerate(key.allowed, 1):
            print_line(f"  {number}  {meaning(name, value)}")
        default = key.allowed.index(getattr(now, "value", now)) + 1
        while True:
            number = prompt("Number", default=default, type=int)
            if 1 <= number <= len(key.allowed):
                break
            print_line(f"Type a number from 1 to {len(key.allowed)}.")
        if number != default:
            assert key.choice is not None, "a key with numbered answers is a choice"
            answers[name] = key.choice(key.allowed[number - 1])
    return answers


def _ask_value(key: Key, now: Any) -> Any:
    """Ask for a value as written in a file until it is valid."""
    from kanrules.ruleset.keys import file_text
    from kanrules.ruleset.schema import check_value

    while True:
        value, wrong = check_value(key, toml_value(prompt("Value", default=file_text(now))))
        if wrong is None:
            return value
        print_line(f"{wrong.message}; expected {', '.join(wrong.expected)}" + (f"; {wrong.hint}" if wrong.hint else ""))


command = make_group(
    "Start a ruleset, a plugin, or the folder of a club.",
    club=new_club.command,
    plugin=new_plugin.command,
    ruleset=ruleset,
)
