"""The start page: every ruleset by family, and the tools."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from kanrules.report.casebook import in_families
from kanrules.ruleset import Ruleset
from kanrules.site import words
from kanrules.site.frame import TOOLS, Frame


def home_page(frame: Frame, books: Sequence[Ruleset], named: Sequence[Ruleset]) -> str:
    """Return the start page; the rulesets that were named come first."""
    say = frame.say
    known = {one.id: one for one in books}
    families: dict[str, list[Ruleset]] = {}
    for name, family in in_families(known):
        families.setdefault(family, []).append(known[name])
    groups = [(say(words.YOURS), list(named))] if named else []
    groups += [(say(family), found) for family, found in families.items()]
    folds = "".join(
        f"<details{'' if at else ' open'}><summary><b>{escape(title)}</b><span>{len(found)}</span></summary>"
        f'<ul class="books">{"".join(_row(one, frame) for one in found)}</ul></details>'
        for at, (title, found) in enumerate(groups)
    )
    lead = escape(say(words.LEAD).replace("{count}", str(len(books))))
    heading = frame.title if frame.title != "kanrules" else say(words.TITLE)
    rulesets = (
        f'<section><h2>{escape(say(words.WHICH))}</h2><label class="vh" for="q">{escape(say(words.FIND_LABEL))}</label>'
        f'<input id="q" type="search" placeholder="{escape(say(words.FIND))}" autocomplete="off" hidden>'
        f'<div id="recent" hidden><p class="small mut">{escape(say(words.LAST_USED))}</p>'
        '<div class="recent"></div></div>'
        f'<p class="head small mut"><span>{escape(say(words.RULESETS))}: {len(books)}</span>'
        f"<span>{escape(say(words.VALUES))}</span></p>"
        f'<div class="families">{folds}</div></section>'
    )
    tools = "".join(
        f'<li><a class="tool" data-rules href="live/index.html?tool={tool}"><b>{escape(say(title))}</b><br>'
        f'<span class="mut">{escape(say(lead))}</span></a></li>'
        for tool, (title, _, lead) in TOOLS.items()
    )
    # Shown by the script where the page comes from a file, as from a memory stick.
    stick = f'<p class="note" data-stick hidden>{escape(say(words.STATUS_START))}</p>'
    live = (
        f'{stick}<ul class="tools">{tools}</ul>' if frame.live else f'<p class="note">{escape(say(words.STATIC))}</p>'
    )
    pages = "".join(
        (
            f'<li><a class="tool" href="{href}"><b>{escape(say(title))}</b><br>'
            f'<span class="mut">{escape(say(about))}</span></a></li>'
        )
        for href, title, about in (
            ("casebook/index.html", words.CASEBOOK, words.BOOK_LEAD),
            (
                "diff/index.html",
                words.COMPARE_TITLE,
                words.COMPARE_LEAD if frame.live else words.COMPARE_STATIC,
            ),
            ("glossary/index.html", words.GLOSSARY, words.GLOSSARY_TITLE),
        )
    )
    body = (
        f'<h1>{escape(heading)}</h1><p class="lead">{lead}</p><div class="cols">{rulesets}'
        f'<section><h2>{escape(say(words.TOOLS))}</h2>{live}<ul class="tools">{pages}</ul></section></div>'
    )
    return frame.page(frame.title, body, depth=0, current="home")


def _row(rules: Ruleset, frame: Frame) -> str:
    say = frame.say
    part = f' <span class="part">{escape(say(words.PARTIAL))}</span>' if rules.partial else ""
    edition = "" if rules.edition == "undated" else escape(rules.edition)
    total = len(rules.sourced) + len(rules.unsourced)
    count = escape(say(words.OF)).replace("{count}", f"<b>{len(rules.sourced)}</b>").replace("{total}", str(total))
    return (
        f'<li><a class="row" href="r/{escape(rules.id)}/index.html" '
        f'data-name="{escape(f"{rules.id} {rules.title} {rules.authority}".casefold())}">'
        f"<span><b>{escape(rules.name)}</b> {edition}{part}<br>"
        f'<span class="mut small">{escape(rules.authority)}</span></span>'
        f'<span class="num small">{count}</span></a></li>'
    )
