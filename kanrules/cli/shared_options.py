"""Declaration of arguments and options, and the options that several commands share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum, StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kanrules.errors import UnreadableError, wrong_use
from kanrules.locale import LANGUAGES, Translator, translator

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from kanrules.ruleset import Ruleset

_LONGEST = 200
"""Maximum number of characters of a site's address: a QR code has room for 300."""
Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


class Target(StrEnum):
    """File format of a document, in addition to text and JSON."""

    MD = "md"
    HTML = "html"
    PDF = "pdf"


def target_of(to: Target | None, out: str, formats: Sequence[Target]) -> Target | None:
    """Return the file format that --to names, or else the one that the extension of --out names; None if neither does.

    Takes the formats that the command writes. Raises UnreadableError if --to and --out contradict each other, or if the
    command does not write files of this extension.
    """
    ending = Path(out).suffix.lower().removeprefix(".")
    ending = "html" if ending == "htm" else ending
    known = {one.value: one for one in formats}
    if ending not in [one.value for one in Target]:
        # A .docx with Markdown in it would open as a broken file; Markdown in a .txt can be read.
        if to is None and ending and (ending != "txt" or "md" not in known):
            raise _other_ending(out, formats)
        return to
    if to is not None and ending != to.value:
        raise wrong_use(f"--to {to.value} does not match --out {out!r}")
    if ending not in known:
        raise _other_ending(out, formats)
    return known[ending]


def page_of(to: Target | None, out: str, formats: Sequence[Target]) -> Target | None:
    """Return the file format of a page that is written only on request; None if neither --to nor --out asks for it."""
    chosen = target_of(to, out, formats)
    if chosen is None and out:
        raise _other_ending(out, formats)
    return chosen


def _other_ending(out: str, formats: Sequence[Target]) -> UnreadableError:
    names = " or ".join(f".{one.value}" for one in formats)
    return wrong_use(f"--out {out!r}: expected a file name that ends in {names}")


class OutputFormat(StrEnum):
    """Output formats of a command."""

    TEXT = "text"
    JSON = "json"


class OneOf(click.Choice[Any]):
    """A parameter that takes one of these members of an enum, written as its value (click itself takes the names)."""

    def normalize_choice(self, choice: object, ctx: click.Context | None) -> str:
        """Return what is written for a member, or what was written."""
        return str(choice.value) if isinstance(choice, Enum) else str(choice)


class LanguageName(click.ParamType[Any]):
    """A language, converted to its translator."""

    name = "text"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Translator:
        """Return the translator. Raises UnreadableError if kanrules does not have the language."""
        return speaker(value)


class PlainText(click.ParamType[Any]):
    """A name or a title that kanrules prints: text without invisible characters.

    A mark of the writing direction would reverse the text next to it on a page.
    """

    name = "text"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the text. Raises UnreadableError if it contains an invisible character or a broken one."""
        from kanrules.ruleset.problems import invisible

        text = str(value)
        why = ""
        if found := invisible(text):
            why = f"it contains the invisible character {found}"
        elif not text.isascii() and any("\ud800" <= one <= "\udfff" for one in text):
            why = "it is not valid UTF-8"
        if why:
            option = param.opts[0] if param is not None else ""
            raise wrong_use(f"{option} {text[:60]!r}: {why}")
        return text


class SiteAddress(click.ParamType[Any]):
    """The address of a site."""

    name = "text"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the address. Raises UnreadableError if it is not a web address that can be printed."""

        text = PlainText().convert(value, param, ctx)
        is_web = text.startswith(("https://", "http://")) and not set(text) & set('<>"\\ \t\r\n?#')
        if text and not (is_web and len(text) <= _LONGEST):
            raise wrong_use(
                f"--site {text[:60]!r}: not the address of a site; expected one such as https://club.example/rules"
            )
        return text


class Argument(click.Argument):
    """An argument with a help text, which the command prints with the help of its options."""

    def __init__(self, *declared: Any, help: str, **more: Any) -> None:
        super().__init__(*declared, **more)
        self.help = help


def argument(name: str, *, help: str, **more: Any) -> Decorator:
    """Declare an argument. It is required unless `required=False` or a default is given. `nargs=-1` allows several
    values.
    """
    return click.argument(name, cls=Argument, help=help, **_typed(more))


def option(*names: str, metavar: str = "", help: str, **more: Any) -> Decorator:
    """Declare an option. `""` is the default of a string, False that of a flag (an option without `metavar` or `type`).

    An enum as `type` supplies the metavar and the completions.
    """
    kind = more.get("type")
    if not metavar and isinstance(kind, type) and issubclass(kind, Enum):
        metavar = "|".join(str(one.value) for one in kind)
    if not metavar:
        return click.option(*names, is_flag=True, help=help, **more)
    if not more.get("multiple") and not more.get("required") and kind is None:
        more.setdefault("default", "")
    shown = more.get("default") not in ("", None)
    return click.option(*names, metavar=metavar, help=help, show_default=shown, **_typed(more))


def target_option(formats: Sequence[Target], *, help: str) -> Decorator:
    """Declare `--to`, the file format of a document: one of those that the command writes."""
    return option("--to", metavar="|".join(formats), type=OneOf(formats), help=help)


def _typed(more: dict[str, Any]) -> dict[str, Any]:
    kind = more.get("type")
    if isinstance(kind, type) and issubclass(kind, Enum):
        more["type"] = OneOf(kind)
        if isinstance(default := more.get("default"), Enum):
            more["default"] = default.value  # The help shows the default unchanged.
    elif kind is Path:
        more["type"] = click.Path(path_type=Path)
    elif kind is None:
        more.setdefault("shell_complete", complete_files)
    return more


def complete_files(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem[str]]:
    """Return a marker that makes the shell complete file names by itself.

    Without other candidates any string could be a file name; click offers files only for its own types.
    """
    from click.shell_completion import CompletionItem

    return [CompletionItem(incomplete, type="file")]


def speaker(lang: str) -> Translator:
    """Return the translator for the language of `--lang`. Raises UnreadableError if kanrules does not have it."""

    name = lang.strip().lower()
    if name not in LANGUAGES:
        raise wrong_use(f"--lang {lang!r}: unknown language {name!r}; expected one of: {', '.join(LANGUAGES)}")
    return translator(name)


def complete_rules(
    context: click.Context, parameter: click.Parameter, incomplete: str
) -> list[str] | list[CompletionItem[str]]:
    """Return the ids and the ruleset files of this folder that start with what was typed after the last comma.

    If there are none, the shell completes file names, for example in another folder.
    """
    from kanrules.ruleset import all_ids, library

    before, comma, last = incomplete.rpartition(",")
    files = sorted(path.name for path in Path().glob("*.toml") if not library.is_no_ruleset(path))
    found = [f"{before}{comma}{name}" for name in (*all_ids(), *files) if name.startswith(last)]
    return found or complete_files(context, parameter, incomplete)


def toml_value(text: str) -> Any:
    """Return the value that a text states in TOML, or the text itself if it is not valid TOML, such as a bare word."""
    import tomllib

    try:
        return tomllib.loads(f"value = {text}")["value"]
    except (tomllib.TOMLDecodeError, RecursionError):
        return text.strip()


def refuse_empty(context: click.Context, parameter: click.Parameter, words: Sequence[str]) -> Sequence[str]:
    """Raise UnreadableError for an empty name among paths. It would mean the current folder, and most often comes from
    an unset variable.
    """
    if not all(map(str.strip, words)):
        raise wrong_use("one of the names is empty; expected files, folders or rulesets")
    return words


def chosen_page(to: Target | None, out: str, output: OutputFormat) -> bool:
    """Return True if a page is requested. Raises UnreadableError if --to, --out, and --format cannot be combined."""
    to = page_of(to, out, [Target.HTML])
    if to is not None and output is OutputFormat.JSON:
        raise wrong_use("--to html cannot be combined with --format json")
    return to is not None


def rules_option(help: str = "Ruleset: a bundled id or a file.", *, metavar: str = "R", default: str = "") -> Decorator:
    """Declare `--rules`, which names one ruleset, or several separated by commas. Completes installed ids."""
    return option("--rules", "-r", metavar=metavar, default=default, help=help, shell_complete=complete_rules)


*_SOME, _LAST = LANGUAGES
SPOKEN = f"{', '.join(_SOME)} or {_LAST}"
"""The languages, for a help text."""


def language_option(help: str) -> Decorator:
    """Declare `--lang`, the language of the output. The command receives the translator as `speak`."""
    return option("--lang", "-l", "speak", metavar="LANG", type=LanguageName(), default="en", help=help)


def out_option(help: str = "Write to this file instead of standard output.", *, metavar: str = "FILE") -> Decorator:
    """Declare `--out`, the output file."""
    return option("--out", "-o", metavar=metavar, help=help)


def plugins_option(help: str = "Allow the ruleset to run its own ./plugin.py.") -> Decorator:
    """Declare `--allow-local-plugins`, without which no ruleset runs code of its own, and `-p no:NAME`, which leaves a
    plugin out (`left_out`).
    """
    without = option(
        "-p", "left_out", metavar="no:NAME", multiple=True, expose_value=False, callback=_leave_out,
        help="Leave out a plugin that the ruleset lists. Repeatable.",
    )  # fmt: skip
    allow = option("--allow-local-plugins", expose_value=False, callback=_allow, help=help)
    return lambda command: allow(without(command))


_LEFT_OUT, _LOCAL, _LISTED = "kanrules.left_out", "kanrules.local_plugins", "kanrules.listed_plugins"


def _allow(context: click.Context, option: click.Parameter, given: bool) -> None:
    context.meta[_LOCAL] = given


def _leave_out(context: click.Context, option: click.Parameter, given: Sequence[str]) -> None:
    for one in given:
        if not one.startswith("no:") or one == "no:":
            raise click.BadParameter(f"{one!r}: write no: and the name of a plugin, such as no:club", context, option)
    context.meta[_LEFT_OUT] = tuple(dict.fromkeys(one.removeprefix("no:") for one in given))


def left_out() -> tuple[str, ...]:
    """Return the plugins that `-p no:NAME` leaves out of every ruleset of this command."""
    return tuple(_meta().get(_LEFT_OUT, ()))


def runs_local_plugins() -> bool:
    """Return True if `--allow-local-plugins` lets the rulesets of this command run their own ./plugin.py."""
    return bool(_meta().get(_LOCAL))


def _meta() -> dict[str, Any]:
    context = click.get_current_context(silent=True)
    return {} if context is None else context.meta


def lists_plugins(rules: Ruleset) -> Ruleset:
    """Note which plugins a ruleset of this command lists, and return the ruleset."""
    if left_out():
        from kanrules.ruleset.load import listed_by

        _meta().setdefault(_LISTED, set()).update(listed_by(rules))
    return rules


def left_out_in_vain(context: click.Context) -> dict[str, str]:
    """Return the names after `-p no:` that no ruleset of the command lists, each with the listed name that is meant."""
    listed: set[str] | None = context.meta.get(_LISTED)
    if listed is None:
        return {}
    from kanrules.ruleset.load import in_vain

    return in_vain(left_out(), listed)


def refuse_steps(steps: bool, output: OutputFormat, *, page: bool) -> None:
    """Raise UsageError for `--steps` with JSON or a page: the steps are lines for people who read the code."""
    if steps and (page or output is OutputFormat.JSON):
        raise click.UsageError("--steps prints text; leave out --format json and --out")


def format_option(help: str = "Output format: text or json.") -> Decorator:
    """Declare `--format`, the output format of a command."""
    return option("--format", "output", type=OutputFormat, default=OutputFormat.TEXT, help=help)


READ_AS = option(
    "--read-as",
    metavar="NAME",
    multiple=True,
    help="Also ask this record format of another package about files that no bundled format recognizes. Repeatable.",
)
RULES = rules_option()
JOBS = option(
    "--jobs",
    "-j",
    metavar="N",
    type=click.IntRange(min=0, max=1024),
    default=0,
    help="Number of processes; 0 uses one for each core.",
)
RULESET = argument(
    "rules", metavar="R", default="", shell_complete=complete_rules, help="Ruleset: a bundled id or a file."
)
ALL_RULES = option("--all-rules", help="Ask every bundled ruleset and print a table.")
TRACE = option("--trace", help="Show the plugins' answers to each hook, in order.")
STEPS = option("--steps", help="Show each step of a kan as it runs, with what it changed.")
PAGE = out_option("Write a page to this file; its extension sets the format.")
LANG = language_option(f"Language of the answer: {SPOKEN}; JSON is always in English.")
PAGE_LANG = language_option(f"Language: {SPOKEN}.")
FORMAT = format_option()
PLUGINS = plugins_option()
OUT = out_option()
SITE = option(
    "--site",
    metavar="URL",
    type=SiteAddress(),
    default="",
    help="Address of a site written by `kanrules site`; adds references to the values, which its pages resolve.",
)
