"""`kanrules site`: the law as a folder of web pages."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from kanrules.cli.default_rules import several_rules
from kanrules.cli.help import make_command
from kanrules.cli.output import print_error, print_line
from kanrules.cli.shared_options import PlainText, option, plugins_option, rules_option, speaker
from kanrules.errors import UnreadableError
from kanrules.locale import LANGUAGES

if TYPE_CHECKING:
    from kanrules.site.build import SitePlan


RULES = rules_option(
    "Ids or files of rulesets to list first. The tools open with the first one; all others are compared with them.",
    metavar="R[,R2...]",
)
LANG = option(
    "--lang",
    "-l",
    metavar="L[,L2...]",
    default=",".join(LANGUAGES),
    help="Languages of the pages; the first one is at the root of the site.",
)
TITLE = option("--title", metavar="T", type=PlainText(), default="kanrules", help="Title of the site.")
STATIC = option("--static-only", help="Write only the pages, without the tools that run in the browser.")
PLUGINS = plugins_option("Allow the rulesets to run their own ./plugin.py.")


@make_command
@option("--out", "-o", metavar="DIR", required=True, help="Folder to write: an empty one, or an earlier site.")
@RULES
@LANG
@TITLE
@STATIC
@PLUGINS
def command(out: str, rules: str, lang: str, title: str, static_only: bool, allow_local_plugins: bool) -> None:
    """Write the website, as a folder that any web host can serve.

    It has every ruleset, the casebook, comparisons, and the glossary.

    The site includes kanrules itself: it answers in the reader's browser and, after the first visit, works offline. The
    files that this needs are downloaded once with npm and pip into your cache folder; --static-only needs none of them.

    Examples:

      kanrules site --out public --static-only

      kanrules site --out public --rules club.toml --title "Thursday club"
    """
    from kanrules.site.build import claim, write_site

    folder = Path(out)
    claim(folder)
    found = made(plan(rules, lang, title, static_only, allow_local_plugins))
    write_site(folder, found)
    size = sum(map(len, found.values()))
    print_line(f"written: {folder}, {len(found)} files, {size / 1e6:.1f} MB")


def plan(rules: str, lang: str, title: str, static_only: bool, allow_local_plugins: bool) -> SitePlan:
    """Return the site that the options request. Raises RulesetError, or UnreadableError if a ruleset is named twice."""
    from kanrules.site.build import SitePlan

    named = several_rules(rules, allow_local_plugins=allow_local_plugins)
    if len({one.id for one in named}) < len(named):
        raise UnreadableError(f"--rules {rules!r} names the same ruleset twice", code="")
    languages = tuple(dict.fromkeys(speaker(one.strip()).language for one in lang.split(",")))
    return SitePlan(tuple(named), languages, title.strip() or "kanrules", not static_only)


def made(what: SitePlan) -> dict[str, bytes]:
    """Return every file of the site. Downloads what the live part needs first, and says so."""
    from kanrules.site.build import build
    from kanrules.site.runtime import fetch_runtime

    return build(what, fetch_runtime(print_error) if what.live else None, jobs=os.cpu_count() or 1)
