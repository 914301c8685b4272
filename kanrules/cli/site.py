"""`kanrules site`: the law as a folder of web pages."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from kanrules.cli.default_rules import several_rules
from kanrules.cli.help import make_command
from kanrules.cli.output import print_error, print_line, progress
from kanrules.cli.shared_options import PlainText, SiteAddress, option, plugins_option, rules_option, speaker
from kanrules.errors import wrong_use
from kanrules.locale import LANGUAGES

if TYPE_CHECKING:
    from kanrules.site.build import SitePlan


RULES = rules_option(
    "Ids or files of the rulesets to publish, with their parents. The tools open with the first one.",
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
ALL = option("--all", "library", help="Add every bundled ruleset. Without --rules, they are the site.")
ADDRESS = option(
    "--site",
    metavar="URL",
    type=SiteAddress(),
    default="",
    help="Address at which the folder will be published; adds QR codes to the pages and the PDFs.",
)
STATIC = option("--static-only", help="Write only the pages, without the tools that run in the browser.")
PLUGINS = plugins_option("Allow the rulesets to run their own ./plugin.py.")


@make_command
@option("--out", "-o", metavar="DIR", required=True, help="Folder to write: an empty one, or an earlier site.")
@RULES
@LANG
@ALL
@TITLE
@ADDRESS
@STATIC
@PLUGINS
def command(
    out: str,
    rules: str,
    lang: str,
    library: bool,
    title: str,
    site: str,
    static_only: bool,
) -> None:
    """Write the website, as a folder that any web host can serve.

    With --rules, it has these rulesets and their parents, with sheet, poster and card as PDF, the casebook,
    comparisons, and the glossary. Without --rules, it has every bundled ruleset.

    The site includes kanrules itself: it answers in the reader's browser and, after the first visit, works offline. The
    files that this needs are downloaded once with npm and pip into your cache folder; --static-only needs none of them.

    Examples:

      kanrules site --out public --static-only

      kanrules site --out public --rules club.toml --title "Thursday club" --site https://club.example/rules
    """
    from kanrules.site.build import claim

    folder = Path(out)
    claim(folder)
    found = made(plan(rules, lang, title, static_only, library=library, address=site))
    put(folder, found)
    size = sum(map(len, found.values()))
    print_line(f"written: {folder}, {len(found)} files, {size / 1e6:.1f} MB")


def plan(
    rules: str,
    lang: str,
    title: str,
    static_only: bool,
    *,
    library: bool = False,
    address: str = "",
) -> SitePlan:
    """Return the site that the options request, without papers if this computer cannot print, and say why it cannot.

    Raises RulesetError, or UnreadableError if a ruleset is named twice.
    """
    from kanrules.site.build import SitePlan
    from kanrules.site.papers import cannot_print
    from kanrules.site.qr import can_draw

    named = several_rules(rules)
    if len({one.id for one in named}) < len(named):
        raise wrong_use(f"--rules {rules!r} names the same ruleset twice")
    languages = tuple(dict.fromkeys(speaker(one.strip()).language for one in lang.split(",")))
    why = cannot_print(languages) if named else ""
    if why:
        codes = " and QR codes" if address and not can_draw() else ""
        print_error(f"kanrules: the site is written without PDFs{codes}: {why}")
    return SitePlan(
        tuple(named),
        languages,
        title.strip() or "kanrules",
        not static_only,
        library,
        address,
        paper=bool(named) and not why,
    )


def put(folder: Path, found: dict[str, bytes]) -> None:
    """Write the files of a site into its folder, and show the progress."""
    from kanrules.site.build import write_site

    write_site(folder, found, lambda files, total: progress(files, "writing files", total=total))


def made(what: SitePlan) -> dict[str, bytes]:
    """Return every file of the site, and show the progress. Downloads what the live part needs first, and says so."""
    from kanrules.site.build import build
    from kanrules.site.runtime import fetch_runtime

    runtime = fetch_runtime(print_error) if what.live else None
    jobs = os.cpu_count() or 1
    return build(what, runtime, jobs=jobs, watch=lambda parts, total: progress(parts, "making pages", total=total))
