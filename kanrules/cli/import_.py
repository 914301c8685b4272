"""`kanrules import`: the rules of another program as a ruleset."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from kanrules.cli.help import make_command
from kanrules.cli.output import print_error, print_line, print_report
from kanrules.cli.shared_options import FORMAT, OutputFormat, argument, option
from kanrules.errors import wrong_use

if TYPE_CHECKING:
    from kanrules.exchange.bring import Brought


@make_command
@argument("file", metavar="FILE", help="The settings, as a JSON file.")
@option(
    "--from", "origin", metavar="NAME", default="auto", help="Program that the settings are from, or auto to detect it."
)
@option("--name", metavar="ID", help="Id of the new ruleset. Default: from a file name.")
@option("--out", "-o", metavar="F.toml", type=Path, help="Output file; must not exist yet.")
@FORMAT
def command(file: str, origin: str, name: str, out: Path | None, output: OutputFormat) -> None:
    """Turn the rules of another program into a ruleset.

    The ruleset extends the closest rulebook. A list says what is lost, what is assumed, and what contradicts the
    rulebook.

    Programs: majiang, riichienv, mahjong-soul, pantheon, riichi-advanced, tenhou (the type of a table). A file
    named after a bundled ruleset (m-league.json) is compared with it. Without --out the ruleset goes to standard output
    and the lists to standard error. The exit code is 0 even if something is lost.

    Examples:

      kanrules import rule.json --from majiang --name thursday-club --out thursday-club.toml

      kanrules import m-league.json --from riichi-advanced --format json
    """
    from kanrules.exchange import programs, settings_file
    from kanrules.exchange.bring import import_settings, lists_json
    from kanrules.exchange.import_toml import imported_toml
    from kanrules.ruleset import all_ids
    from kanrules.ruleset.standalone_toml import ID, ID_IN_WORDS

    if not file:
        raise wrong_use("the name of the file is empty; expected a JSON file")
    path = Path(file)
    display = str(path)
    found = settings_file.read(path, display)
    if origin == "auto":
        program, settings = programs.recognise(found, display)
    else:
        program = programs.program(origin)
        settings = programs.settings_of(program, found, display)
    settings_file.no_newer(program, settings, display)
    brought = import_settings(program, settings, display, name=path.stem)
    stem = name or (out.name.removesuffix(".toml") if out else _id(path.stem, program.id, all_ids()))
    if not ID.fullmatch(stem):
        raise wrong_use(f"{stem[:60]!r} is not a valid id; expected {ID_IN_WORDS}")
    if stem in all_ids():
        raise wrong_use(f"{stem} is already the id of a ruleset; choose another with --name")
    if out is not None and out.name != f"{stem}.toml":
        raise wrong_use(f"the file of {stem} must be called {stem}.toml, not {out.name}")
    text = imported_toml(brought, stem, stem.replace("-", " ").capitalize())
    if out is not None:
        _write(out, text)
    if output is OutputFormat.JSON:
        print_report({"rules": stem, **lists_json(brought.lost, brought.assumed, brought.contradicts), "text": text})
        return
    if out is None:
        print_line(text, end="")
        print_error(_report(brought))
    else:
        print_line(f"written: {out}, from {program.title}, based on {brought.book.id}")
        print_line(_report(brought))


def _id(stem: str, program: str, taken: tuple[str, ...]) -> str:
    found = "-".join(re.findall(r"[a-z0-9]+", stem.lower())) or program
    return f"{found}-{program}" if found in taken else found


def _write(path: Path, text: str) -> None:
    from kanrules.supervisor.whole_file import write_whole

    try:
        write_whole(path, text, new=True)
    except FileExistsError:
        raise wrong_use(f"{path} already exists; nothing was written") from None


def _report(brought: Brought) -> str:
    from kanrules.ruleset.keys import file_text

    lines = [f"lost: {len(brought.lost) or 'nothing'}"]
    lines += [f"  {one.field} = {file_text(one.value)}: {one.why}" for one in brought.lost]
    book = [one for one in brought.assumed if one.origin.startswith(f"{brought.book.id}: ")]
    lines.append(f"assumed: {len(brought.assumed) or 'nothing'}")
    lines += [f"  {one.key} = {file_text(one.value)}: {one.origin}" for one in brought.assumed if one not in book]
    if book:
        lines.append(f"  {len(book)} more as {brought.book.id} has them (--format json lists them)")
    lines.append(f"contradicts the rulebook: {len(brought.contradicts) or 'nothing'}")
    for one in brought.contradicts:
        cited = f"{one.document} {one.clause}".strip()
        theirs, ours = file_text(one.theirs), file_text(one.ours)
        by = f"by {one.field}" if one.field else f"as always in {brought.program.title}"
        lines.append(f"  {one.key}: {theirs} {by}; {one.book} has {ours} ({cited}, {one.grade})")
    return "\n".join(lines)
