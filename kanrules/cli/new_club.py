"""`kanrules new club`: a folder with a club's rules that is ready to be a repository."""

from __future__ import annotations

import datetime
import shlex
from pathlib import Path

from kanrules.cli.help import make_command
from kanrules.cli.output import print_line
from kanrules.cli.shared_options import PlainText, argument, complete_rules, option


@make_command
@argument("name", metavar="NAME", help="Id of the club's rules, such as thursday-club; also the name of the folder.")
@option(
    "--extends",
    "-e",
    metavar="R",
    shell_complete=complete_rules,
    default="ema-2025",
    help="Bundled ruleset that the club's rules start from.",
)
@option("--name", "title", metavar="TEXT", type=PlainText(), help="Name of the club for people, such as Thursday club.")
@option("--into", metavar="FOLDER", type=Path, default=Path(), help="Folder to create the club's folder in.")
def command(name: str, extends: str, title: str, into: Path) -> None:
    """Write a folder for the rules of a club.

    It has a ruleset, a first case, a README for members, and a script that publishes.

    The script checks the rules, runs the cases, prints a sheet, and writes the website. The folder also has a workflow
    for GitHub and hooks for pre-commit; `git init` makes it a repository. Existing files are never overwritten.

    Examples:

      kanrules new club thursday-club --extends ema-2025

      kanrules new club cologne --extends tenhou --name "Riichi Cologne"
    """
    from kanrules.errors import wrong_use
    from kanrules.ruleset import library, load_ruleset, load_unwritten
    from kanrules.ruleset.reference import schema_text
    from kanrules.ruleset.standalone_toml import ID, ID_IN_WORDS, SCHEMA, case_template, template
    from kanrules.scaffold.club import SCRIPT, club_files
    from kanrules.supervisor.whole_folder import write_folder

    if not ID.fullmatch(name):
        raise wrong_use(f"{name[:60]!r} is not a valid id; expected {ID_IN_WORDS}")
    if name in library.all_ids():
        raise wrong_use(f"{name!r} is already the id of a ruleset; choose another name")
    if not into.is_dir():
        raise wrong_use(f"the folder {str(into)!r} does not exist")
    title = title or name.replace("-", " ").capitalize()
    if set(title) & set('"`$\\'):
        raise wrong_use(f'--name {title!r}: expected a name without " ` $ \\')
    folder = into / name
    if folder.exists():
        raise wrong_use(f"{folder} already exists; nothing was written")
    parent = load_ruleset(extends)
    edition = str(datetime.date.today().year)
    rules = folder / f"{name}.toml"
    text = template(name, title=title, authority=title, edition=edition, parent=parent, extends=extends, chosen={})
    files = {
        rules.name: text,
        f"{name}.cases.toml": case_template(name, title, load_unwritten(rules, text, parent)),
        SCHEMA: schema_text(),
        **club_files(name, title),
    }
    write_folder(folder, files, new=True, programs=[SCRIPT])
    for path in files:
        print_line(f"written: {(folder / path).as_posix()}")
    where = shlex.quote(folder.as_posix())
    print_line(f"next: edit {rules.as_posix()}, then\n  cd {where}\n  ./{SCRIPT}\n  git init -b main")
