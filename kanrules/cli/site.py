"""`kanrules site`: the law as a folder of pages."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from kanrules.cli.common import complete_rules
from kanrules.errors import UnreadableError

if TYPE_CHECKING:
    from kanrules.site.build import SitePlan

RULES = typer.Option(
    "",
    "--rules",
    "-r",
    autocompletion=complete_rules,
    metavar="R[,R2...]",
    help="Rulesets that stand first, ids or files; every book is compared with them.",
)
LANG = typer.Option("en", "--lang", "-l", metavar="LANG", help="The language of the pages.")
TITLE = typer.Option("kanrules", "--title", metavar="T", help="What the site is called.")
STATIC = typer.Option(False, "--static-only", help="The pages alone, without the library in the browser.")
PLUGINS = typer.Option(False, "--allow-local-plugins", help="Let the rulesets run their own ./plugin.py.")


def command(
    out: str = typer.Option(
        ..., "--out", "-o", metavar="DIR", help="The folder to write: an empty one, or an earlier site."
    ),
    rules: str = RULES,
    lang: str = LANG,
    title: str = TITLE,
    static_only: bool = STATIC,
    allow_local_plugins: bool = PLUGINS,
) -> None:
    """Write a folder that any web host can serve: every ruleset, the casebook, comparisons, the glossary.

    And the library itself, which answers in the reader's browser, after the first visit without a network, too. What it
    runs on there is brought once by npm and pip and kept in your cache folder; --static-only needs none of it.

    Examples:

      kanrules site --out public --static-only

      kanrules site --out public --rules club.toml --title "Thursday club"
    """
    from kanrules.site.build import claim, write

    folder = Path(out)
    claim(folder)
    found = made(plan(rules, lang, title, static_only, allow_local_plugins))
    write(folder, found)
    size = sum(map(len, found.values()))
    print(f"written: {folder}, {len(found)} files, {size / 1e6:.1f} MB")


def plan(rules: str, lang: str, title: str, static_only: bool, allow_local_plugins: bool) -> SitePlan:
    """What the options ask for. Raises UnreadableError for an unknown language, RulesetError for a ruleset."""
    from kanrules.locale import LANGUAGES
    from kanrules.ruleset import load_ruleset
    from kanrules.site.build import SitePlan

    if lang not in LANGUAGES:
        raise UnreadableError(
            f"--lang {lang!r}: there is no such language; expected one of: {', '.join(LANGUAGES)}", code=""
        )
    names = dict.fromkeys(name.strip() for name in rules.split(",") if name.strip())
    named = [load_ruleset(name, allow_local_plugins=allow_local_plugins) for name in names]
    if len({one.id for one in named}) < len(named):
        raise UnreadableError(f"--rules {rules!r} names one ruleset twice; expected different ones", code="")
    return SitePlan(tuple(named), lang, title.strip() or "kanrules", not static_only)


def made(what: SitePlan) -> dict[str, bytes]:
    """Every file of the site; what the live part needs is brought first, and that is said."""
    from kanrules.site.build import build
    from kanrules.site.runtime import bring

    return build(what, bring(say) if what.live else None)


def say(text: str) -> None:
    """A line about what is being done, beside what is printed."""
    print(text, file=sys.stderr)
