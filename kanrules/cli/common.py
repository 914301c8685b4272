"""What the commands share: the output format, JSON with its envelope, and a console that knows whether it is a
terminal.
"""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Iterable, Iterator
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

import typer

from kanrules.report.as_json import envelope as envelope
from kanrules.report.as_json import json_text

if TYPE_CHECKING:
    from typing import TextIO

    from rich.console import Console

    from kanrules.locale import Translator
    from kanrules.ruleset import Ruleset

T = TypeVar("T")
_TRAILING = re.compile(r" +(?=\n)")


class Target(StrEnum):
    """What a report is written as, beside text and JSON."""

    HTML = "html"


class Format(StrEnum):
    """How a command reports."""

    TEXT = "text"
    JSON = "json"


FORMAT = typer.Option(Format.TEXT, "--format", metavar="text|json", help="text for people, json for programs.")

LANG = typer.Option(
    "en", "--lang", "-l", metavar="LANG", help="The language of the answer: en, ja, fr, nl or de; JSON stays English."
)


def speaker(lang: str) -> Translator:
    """The translator into the language of `--lang`; UnreadableError where there is none."""
    from kanrules.errors import UnreadableError
    from kanrules.locale import LANGUAGES, translator

    name = lang.strip().lower()
    if name not in LANGUAGES:
        raise UnreadableError(
            f"--lang {lang!r}: there is no language {name!r}; expected one of: {', '.join(LANGUAGES)}", code=""
        )
    return translator(name)


def print_json(data: Any, *, indent: bool = True) -> None:
    """Prints JSON in UTF-8, indented or on one line."""
    sys.stdout.write(json_text(data, indent=indent) + "\n")


def console(*, stderr: bool = False) -> Console:
    """A rich console: colour and width of the terminal, plain and unwrapped text where there is none."""
    from rich.console import Console

    stream = sys.stderr if stderr else sys.stdout
    if stream.isatty():
        return Console(file=stream, highlight=False)
    return Console(file=cast("TextIO", _Unpadded(stream)), highlight=False, soft_wrap=True, width=140)


class _Unpadded(io.TextIOBase):
    """Lines as a program wants to read them: the blanks to which a table fills its last column are left out."""

    def __init__(self, below: TextIO) -> None:
        super().__init__()
        self._below = below

    def write(self, text: str, /) -> int:
        self._below.write(_TRAILING.sub("", text))
        return len(text)

    def flush(self) -> None:
        self._below.flush()


def plain(text: str) -> str:
    """The text so that a console prints it as it stands: what a file or a ruleset is called may hold square
    brackets.
    """
    from rich.markup import escape

    return escape(text)


def complete_rules(incomplete: str) -> list[str]:
    """The rulesets that a shell offers for what was typed: ids, files of this folder; after a comma the next one."""
    from kanrules.ruleset import all_ids

    before, comma, last = incomplete.rpartition(",")
    files = sorted(path.name for path in Path().glob("*.toml") if not path.name.endswith(".cases.toml"))
    return [f"{before}{comma}{name}" for name in (*all_ids(), *files) if name.startswith(last)]


def required_rules(name: str, *, allow_local_plugins: bool = False, option: str = "--rules") -> Ruleset:
    """The ruleset of `--rules`, else the default of this command line; without either, or with a broken one, says what
    to do and exits 2.

    `option` is how the command names a ruleset, "" for one that takes it as an argument.
    """
    from kanrules.cli.default_rules import FILE, VARIABLE, default_rules
    from kanrules.errors import UnreadableError
    from kanrules.ruleset import bundled_ids, load_ruleset

    if name:
        return load_ruleset(name, allow_local_plugins=allow_local_plugins)
    found = default_rules(allow_local_plugins=allow_local_plugins)
    if found is None:
        how = f" with {option}" if option else ""
        raise UnreadableError(
            f"name a ruleset{how}, such as ema-2016, m-league or tenhou (`kanrules rulesets` lists all "
            f'{len(bundled_ids())}); a default is set by {VARIABLE}, or by rules = "..." in {FILE}',
            code="",
        )
    return found


def no_empty(words: list[str]) -> None:
    """Refuses an empty word among paths, which would mean this folder: most often a variable that a script forgot.

    Raises UnreadableError.
    """
    from kanrules.errors import UnreadableError

    if not all(map(str.strip, words)):
        raise UnreadableError("one of the names is empty; expected files, folders or rulesets", code="")


def several_rules(names: str, *, allow_local_plugins: bool = False) -> list[Ruleset]:
    """The rulesets of `--compare`, commas between them; none where it is empty."""
    from kanrules.ruleset import load_ruleset

    given = [name.strip() for name in names.split(",") if name.strip()]
    return [load_ruleset(name, allow_local_plugins=allow_local_plugins) for name in dict.fromkeys(given)]


def chosen_page(to: Target | None, out: str, output: Format) -> bool:
    """Whether a page is asked for; UnreadableError where --to, --out and --format do not go together."""
    from kanrules.errors import UnreadableError

    if to is None and out:
        raise UnreadableError("--out goes with --to html", code="")
    if to is not None and output is Format.JSON:
        raise UnreadableError("--to html and --format json: a page is no JSON; give one of the two", code="")
    return to is not None


def write_page(text: str, out: str) -> None:
    """Writes a page into a file, whole or not at all, or to standard output."""
    if out:
        write_file(out, text)
    else:
        sys.stdout.write(text)


def write_file(out: str, data: str | bytes, beside: Iterable[tuple[str, str]] = ()) -> None:
    """Writes a file, whole or not at all, and those that belong beside it by their names, and tells a terminal so."""
    from kanrules.report.whole_file import write_whole

    write_whole(out, data)
    written = [out]
    for name, text in beside:
        path = Path(out).with_name(name)
        write_whole(path, text)
        written.append(str(path))
    if sys.stdout.isatty() and Path(out).is_file():
        print(f"written: {', '.join(written)}")


def write_pdf(data: bytes, out: str) -> None:
    """Writes a PDF into a file, whole or not at all, or to standard output where that is no terminal."""
    from kanrules.errors import UnreadableError

    if out:
        write_file(out, data)
    elif sys.stdout.isatty():
        raise UnreadableError(
            "a PDF is nothing to read on a terminal; name a file with --out, such as --out sheet.pdf", code=""
        )
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)


def progress(items: Iterable[T], what: str, *, enabled: bool = True, total: int | None = None) -> Iterator[T]:
    """The same items, with a progress bar on standard error where that is a terminal and the work takes more than a
    moment.
    """
    if not enabled or not sys.stderr.isatty():
        yield from items
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total)
        for item in items:
            yield item
            bar.advance(task)
