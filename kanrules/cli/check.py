"""`kanrules check`: report everything wrong with ruleset files in one run."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from kanrules.cli.default_rules import default_files
from kanrules.cli.help import make_command
from kanrules.cli.output import is_terminal, print_error, print_line, print_report
from kanrules.cli.shared_options import (
    argument,
    complete_rules,
    left_out,
    lists_plugins,
    option,
    plugins_option,
    refuse_empty,
    runs_local_plugins,
)
from kanrules.errors import wrong_use
from kanrules.locale.sentences import number, strings_of

if TYPE_CHECKING:
    from kanrules.ruleset import Problem, Ruleset


class CheckFormat(StrEnum):
    """Report formats of `check`."""

    TEXT = "text"
    JSON = "json"
    GITHUB = "github"


@make_command
@argument(
    "rulesets",
    metavar="RULESET",
    nargs=-1,
    shell_complete=complete_rules,
    callback=refuse_empty,
    help="Ruleset files, folders of them, or bundled ids.",
)
@option(
    "--format",
    "output",
    type=CheckFormat,
    default=CheckFormat.TEXT,
    help="Output format: text, json, or github (annotations).",
)
@option("--json-schema", help="Print the JSON schema of ruleset files, for editors, and exit.")
@plugins_option("Allow a ruleset to run its own ./plugin.py.")
@option(
    "--untrusted",
    help="For files that you do not trust: read only their folder and rulesets of packages, and run no plugin of one.",
)
def command(rulesets: tuple[str, ...], output: CheckFormat, json_schema: bool, untrusted: bool) -> int:
    """Report everything that is wrong with ruleset files.

    Each error has its line, its column, and the expected value.

    Exit code 0: no errors (warnings are allowed); 1: errors; 2: a file does not exist.

    Examples:

      kanrules check club.toml

      kanrules check rulesets/ --format github

      kanrules check pull-request/ --untrusted
    """
    if untrusted and runs_local_plugins():
        raise wrong_use("--untrusted cannot be combined with --allow-local-plugins")
    if json_schema:
        from kanrules.ruleset.reference import schema_text

        print_line(schema_text(), end="")
        return 0
    named, others = _rulesets_of(rulesets or default_files("kanrules check club.toml"))
    files, missing = _files(named)
    if missing:
        from kanrules.ruleset.problems import printable
    for name in missing:
        print_error(f"kanrules: {printable(name)}: no such file, folder or ruleset{_hint(name)}")
    checked = [(given, *_check(path, given, folder if untrusted else None)) for path, given, folder in files]
    problems = _unique(
        [problem for _, _, found in checked for problem in found] + _same_id([rules for _, rules, _ in checked])
    )
    errors = sum(problem.severity == "error" for problem in problems)
    if output is CheckFormat.JSON:
        print_report({"problems": [problem.to_json() for problem in problems]})
    elif output is CheckFormat.GITHUB:
        for problem in problems:
            print_line(problem.to_github())
    else:
        for name in others:
            more = "; `kanrules verify` plays its cases" if name.endswith(".cases.toml") else ""
            print_line(f"{name}: note: not a ruleset{more}")
        _text(problems, checked)
    return 2 if missing else 1 if errors else 0


def _rulesets_of(names: Sequence[str]) -> tuple[list[str], list[str]]:
    """Split the names into those of rulesets, and those of files that a shell's `*.toml` finds beside them."""
    from kanrules.ruleset import library

    others = [name for name in names if library.is_no_ruleset(Path(name)) and Path(name).is_file()]
    return [name for name in names if name not in others], others


def _hint(name: str) -> str:
    from kanrules.ruleset import all_ids, library
    from kanrules.ruleset.problems import close

    if Path(f"{name}.toml").is_file():
        return f"; for the file write {name}.toml"
    meant = library.near_file(Path(name)) or close(name, all_ids())
    return f"; did you mean {meant}?" if meant else ""


def _files(names: Iterable[str]) -> tuple[list[tuple[Path, str, Path]], list[str]]:
    """Return every file that the names refer to, once each, with its display name and the folder in which it was found,
    and the names that refer to nothing.
    """
    from kanrules.ruleset import library

    files: dict[Path, tuple[str, Path]] = {}
    missing = []
    for name in names:
        path = Path(name)
        if path.is_dir():
            for file in sorted(path.rglob("*.toml")):
                inside = file.relative_to(path).parts
                if (
                    not library.is_no_ruleset(file)
                    and not library.is_companion(file)
                    and not any(p.startswith(".") for p in inside)
                ):
                    files.setdefault(_real(file), (file.as_posix(), path))
        elif library.is_path(name) or (path.exists() and library.find(name) is None):
            if path.exists():
                files.setdefault(path.resolve(), (name, path.parent))
            else:
                missing.append(name)
        elif (found := library.find(name)) is not None:
            files.setdefault(found.resolve(), (library.display(found), found.parent))
        else:
            missing.append(name)
    return [(path, given, folder) for path, (given, folder) in files.items()], missing


def _real(path: Path) -> Path:
    try:
        return path.resolve()
    except (OSError, RuntimeError):  # A link that points to itself. Reading the file reports it.
        return path.absolute()


def _check(path: Path, given: str, within: Path | None) -> tuple[Ruleset | None, list[Problem]]:
    from kanrules.ruleset import examine
    from kanrules.ruleset.history import unknown_edition
    from kanrules.ruleset.lint import warnings

    without = left_out()
    if within is not None:
        from kanrules.hooks.discovery import of_other_packages

        without = (*without, *of_other_packages())
    rules, problems = examine(path, given, allow_local_plugins=runs_local_plugins(), within=within, without=without)
    if rules is None:
        return None, problems
    lists_plugins(rules)
    return rules, [*problems, *unknown_edition(rules), *warnings(rules)]


def _unique(problems: list[Problem]) -> list[Problem]:
    """Return each problem once. An error of a parent is found again under every child."""
    found: dict[tuple[str, int, int, str, str], Problem] = {}
    for problem in problems:
        at = (problem.path, problem.line, problem.column, problem.code, problem.message)
        if at not in found or (found[at].notes and not problem.notes):
            found[at] = problem
    return list(found.values())


def _same_id(rulesets: list[Ruleset | None]) -> list[Problem]:
    """Return KR107 for each file whose id an earlier file already has."""
    seen: dict[str, str] = {}
    found = []
    for rules in rulesets:
        if rules is None:
            continue
        document = rules.layers[0].document
        if rules.id in seen:
            text = f"the id {rules.id} is used twice: {seen[rules.id]} has it, too"
            found.append(
                document.problem("KR107", ("ruleset", "id"), text, hint="choose another name for the file and its id")
            )
        seen.setdefault(rules.id, document.display)
    return found


def _text(problems: list[Problem], checked: list[tuple[str, Ruleset | None, list[Problem]]]) -> None:
    for problem in problems:
        print_line(_coloured(str(problem)))
        print_line()
    faulty = {problem.path for problem in problems}
    if checked:
        from kanrules.cli.superseded import superseded, superseded_parent
    for given, rules, _ in checked:
        if rules is not None:
            for note in (*_outside(rules), *_not_run(rules)):
                print_line(note)
            if sentence := superseded(rules) or superseded_parent(rules):
                print_line(f"{given}: note: {sentence}")
            if given not in faulty:
                stands = f", based on {rules.extends}" if rules.extends else ""
                print_line(f"{given}: fine: {rules.title}{stands}, {rules.counted}")
            for note in (
                *_local_rules(rules), *_shorter(rules), *_lapsed(rules), *_unsettled(rules), *_open(rules),
                *_wordless(rules),
            ):  # fmt: skip
                print_line(note)
    if problems:
        codes = sorted({problem.code for problem in problems})
        print_line(
            f"{_count(problems)} in {len(faulty)} {'file' if len(faulty) == 1 else 'files'}; more: kanrules explain "
            f"{codes[0]}"
        )


def _wordless(rules: Ruleset) -> list[str]:
    """Return a note for each plugin of the file that decides something and has no sentence for a sheet."""
    from kanrules.hooks.faults import attribute
    from kanrules.hooks.specs import HOOKS
    from kanrules.ruleset.answered_hooks import hooks_of
    from kanrules.ruleset.library import table_name

    layer = rules.layers[0]
    own = {table_name(name) for name in layer.written.head.plugins}
    notes = []
    for name, module in rules.modules:
        hooks = [hook for hook in hooks_of(rules, name) if HOOKS[hook].decides]
        if name in own and hooks and not attribute(name, module, "sheet", ""):
            text = f"the plugin {name} answers {', '.join(hooks)}, and sheets have no sentence for its rule"
            notes.append(f'{layer.document.display}: note: {text}; write sheet = "..." in the plugin')
    return notes


def _outside(rules: Ruleset) -> list[str]:
    """Return a note for each parent outside the folder, which is allowed."""
    from kanrules.ruleset import library

    notes = []
    base = rules.path.parent
    for layer in rules.layers[1:]:
        path = layer.document.path
        if path.parent != library.folder() and not path.is_relative_to(base):
            notes.append(f"{rules.layers[0].document.display}: note: based on {path.as_posix()}, outside its folder")
    return notes


def _not_run(rules: Ruleset) -> list[str]:
    """Return a note for the plugins that were left out: what they answer and their options are not checked."""
    if not rules.without:
        return []
    names = ", ".join(rules.without)
    return [f"{rules.layers[0].document.display}: note: not run and not checked: the plugin {names}"]


def _lapsed(rules: Ruleset) -> list[str]:
    """Return a note for each inherited text that the file's own values contradict in part: the strings that no longer
    apply, the line that changed what they say, and the line to write instead.
    """
    from kanrules.ruleset.keys import file_text
    from kanrules.ruleset.problems import quote

    own, document = rules.layers[0].written.stated, rules.layers[0].document
    notes = []
    for key, gone in rules.lapsed.items():
        if key in own or not any(one.cause in own for one in gone):
            continue
        table, _, field = key.partition(".")
        # A text that has lapsed whole has no origin any more; a plugin may have brought it, and no file has its line.
        if key in rules.amendments:
            written_at = rules.amendments[key].set_by
        else:
            writer = next(layer for layer in rules.layers if key in layer.written.values).document
            written_at = f"{writer.display}:{writer.positions.key((table, field))[0]}"
        for cause in dict.fromkeys(one.cause for one in gone):
            departs = cause in rules.layers[0].written.unsettled
            at, _ = document.positions.key(("departs", "keys") if departs else tuple(cause.split(".")))
            reason = f"the text departs on {cause}" if departs else f"{cause} = {file_text(rules[cause])}"
            now = f"because {reason}, this no longer applies"
            notes.append(f"{document.display}:{at}: note: {now} in {key} ({written_at}):")
            notes += [f"    {quote(one.string, 300)}" for one in gone if one.cause == cause]
        kept = "".join(f"{quote(one, 1000)}, " for one in strings_of(rules[key]))
        text = f'[{kept}"..."]' if kept else '"..."'
        notes += [f"  to say what applies instead, write under [{table}]:", f"    {field} = {text}"]
    return notes


def _local_rules(rules: Ruleset) -> list[str]:
    """Return the options of plugins that the file sets, each with the rule that it adds."""
    from kanrules.ruleset.keys import PLUGIN, file_text
    from kanrules.ruleset.plugin_rules import plugin_rules

    layer = rules.layers[0]
    own = {f"{PLUGIN}{name}.{option}" for name, options in layer.written.plugins.items() for option in options}
    found = [one for one in plugin_rules(rules) if one.key in own and one.sentence]
    if not found:
        return []
    return [
        f"{layer.document.display}: note: {number(len(found), 'local rule')} of plugins:",
        *(f"    {one.option} = {file_text(one.value)}   {one.sentence}" for one in found),
    ]


def _shorter(rules: Ruleset) -> list[str]:
    """Return a note for each list of the file without a member that the parent's list has."""
    from kanrules.ruleset.effects import left_out

    document = rules.layers[0].document
    return [
        f"{document.display}:{document.positions.key(tuple(key.split('.')))[0]}: note: {key} removes "
        f"{', '.join(gone)} from the parent's list"
        for key, gone in left_out(rules).items()
    ]


def _open(rules: Ruleset) -> list[str]:
    """Return a note about the questions that the file's own values raise and that it does not answer."""
    from kanrules.ruleset.effects import open_questions
    from kanrules.ruleset.keys import file_text, keys

    open_keys = open_questions(rules)
    if not open_keys:
        return []
    file, questions = rules.layers[0].document.display, number(len(open_keys), "question")
    return [
        f"{file}: note: {questions} that your values raise and nobody has decided. kanrules assumes:",
        *(f"    {key} = {file_text(rules[key])}   {keys()[key].question}" for key in open_keys),
    ]


_SHOWN = 4
"""Maximum number of keys that a note names."""


def _unsettled(rules: Ruleset) -> list[str]:
    """Return a note about the keys for which the file departs from its parent without a value of its own."""
    from kanrules.ruleset.keys import keys

    own = rules.layers[0].written
    names = [key for key in keys() if key in own.unsettled]
    if not names:
        return []
    shown = ", ".join(names[:_SHOWN]) + (", ..." if len(names) > _SHOWN else "")
    file = rules.layers[0].document.display
    departing = number(len(names), "key")
    where = f"{departing} without a value where this file departs from {rules.extends}"
    return [f"{file}: note: {where}; the head referee decides: {shown}"]


def _count(problems: list[Problem]) -> str:
    words = []
    for severity in ("error", "warning", "hint"):
        many = sum(problem.severity == severity for problem in problems)
        words += [f"{many} {severity}{'s' if many > 1 else ''}"] if many else []
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _coloured(text: str) -> str:
    if not is_terminal() or os.environ.get("NO_COLOR"):
        return text
    for severity, colour in (("error", 31), ("warning", 33), ("hint", 36)):
        text = text.replace(f": {severity}[", f": \x1b[1;{colour}m{severity}\x1b[0m[", 1)
    return text
