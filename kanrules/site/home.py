"""The start page: every ruleset by family, and the tools."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from urllib.parse import quote

from kanrules.locale import Translator
from kanrules.report.casebook import in_families
from kanrules.ruleset import Ruleset, load_ruleset
from kanrules.ruleset.native_names import search_words
from kanrules.site import words
from kanrules.site.frame import TOOLS, Frame
from kanrules.site.live.riichi_kan import worked
from kanrules.site.live.warm import SAMPLES
from kanrules.site.pictures import sprite
from kanrules.site.rule_lines import in_force


def home_page(
    frame: Frame, books: Sequence[Ruleset], named: Sequence[Ruleset], *, papers: Mapping[str, str] | None = None
) -> str:
    """Return the start page: of the library, with the named rulesets first, or of a club, with its rules alone.
    `papers` has the label of each file that is there for the printer, for every named ruleset.
    """
    say = frame.say
    if frame.books:
        return _clubs_page(frame, books, named, papers or {})
    groups = grouped(books, named, say)
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
        f'<p class="head small mut"><span>{escape(say(words.RULESETS))}</span>'
        f"<span>{escape(say(words.VALUES))}</span></p>"
        f'<div class="families" data-books>{folds}</div></section>'
    )
    tools = "".join(
        f'<li><a class="tool" data-rules href="live/index.html?tool={tool}"><b>{escape(say(title))}</b><br>'
        f'<span class="mut">{escape(say(lead))}</span></a></li>'
        for tool, (title, _, lead) in TOOLS.items()
    )
    # The script shows this if the page was opened from a file, for example on a memory stick.
    stick = f'<p class="note" data-stick hidden>{escape(say(words.STATUS_START))}</p>'
    live = (
        f'{stick}<ul class="tools">{tools}</ul>' if frame.live else f'<p class="note">{escape(say(words.STATIC))}</p>'
    )
    body = (
        f'{sprite(say)}<h1>{escape(heading)}</h1><p class="lead">{lead}</p>{_first(frame, named)}'
        f'<div class="cols">{rulesets}'
        f'<section><h2>{escape(say(words.TOOLS))}</h2>{live}<ul class="tools">{_pages(frame)}</ul></section></div>'
    )
    return frame.page(frame.title, body, at="index.html", current="home")


def _pages(frame: Frame) -> str:
    """Return the links to the pages that are about no single ruleset."""
    compare = words.COMPARE_LEAD if frame.live and not frame.books else words.COMPARE_STATIC
    # The library lists its tools.
    own = [("live/index.html?tool=compose", *TOOLS["compose"][::2])] if frame.live and frame.books else []
    return "".join(
        f'<li><a class="tool" href="{href}"><b>{escape(frame.say(title))}</b><br>'
        f'<span class="mut">{escape(frame.say(about))}</span></a></li>'
        for href, title, about in (
            *own,
            ("casebook/index.html", words.CASEBOOK, words.BOOK_LEAD),
            ("diff/index.html", words.COMPARE_TITLE, compare),
            ("glossary/index.html", words.GLOSSARY, words.GLOSSARY_TITLE),
        )
    )


def _clubs_page(frame: Frame, books: Sequence[Ruleset], named: Sequence[Ruleset], papers: Mapping[str, str]) -> str:
    """Return the start page of a club: the field for a question, its rules, and what they stand on."""
    say = frame.say
    own = "".join(_own(one, frame, {} if one.partial else papers) for one in named)
    parents = "".join(_row(one, frame) for one in books if one.id not in {one.id for one in named})
    parents = f'<h2>{escape(say(words.STAND_ON))}</h2><ul class="books">{parents}</ul>' if parents else ""
    stick = f'<p class="note" data-stick hidden>{escape(say(words.STATUS_START))}</p>' if frame.live else ""
    body = (
        f"<h1>{escape(frame.title)}</h1>{stick}{_asking(frame) if frame.live else ''}"
        f'<section class="own">{own}{parents}</section><ul class="tools">{_pages(frame)}</ul>'
    )
    return frame.page(frame.title, body, at="index.html", current="home")


def _own(rules: Ruleset, frame: Frame, papers: Mapping[str, str]) -> str:
    """Return one of the club's rulesets, with a link to its page and what can be printed."""
    say, place = frame.say, f"r/{escape(rules.id)}/"
    event = f"<p>{escape(say(rules.event.said))}</p>" if rules.event is not None else ""
    links = "".join(f'<a class="btn" href="{place}{name}">{escape(say(label))}</a>' for name, label in papers.items())
    return (
        f'<h2><a href="{place}index.html">{escape(rules.name_in(say.language))}</a> '
        f'<span class="ed">{escape(rules.edition)}</span></h2><p>{escape(in_force(rules, say))}</p>{event}'
        f'<div class="act"><a class="btn first" href="{place}index.html">{escape(say(words.THE_RULES))}</a>'
        f"{links}</div>"
    )


_WORKED = "ema-2016"
"""The ruleset of the worked example if none is named."""


def _first(frame: Frame, named: Sequence[Ruleset]) -> str:
    """Return the first screen: a worked verdict, and the field for a question."""
    say = frame.say
    four = [one for one in named if one.options.table.players == 4]
    rules = four[0] if four else load_ruleset(_WORKED)
    sample = "&amp;".join(f"{name}={value}" for name, value in SAMPLES["riichi-kan"])
    own = (
        f'<p><a href="live/index.html?tool=riichi-kan" data-rules>{escape(say(words.OWN_HAND))}</a> · '
        f'<a href="live/index.html?tool=riichi-kan&amp;rules={escape(rules.id)}&amp;{sample}">'
        f"{escape(say(words.WHY))}</a></p>"
    )
    card = (
        f'<section class="worked"><h2>{escape(say(words.KAN))}</h2>{worked(rules, say)}'
        f"{own if frame.live else ''}</section>"
    )
    if not frame.live:
        return f'<div class="first-screen">{card}</div>'
    return f'<div class="cols first-screen">{card}{_asking(frame)}</div>'


def _asking(frame: Frame) -> str:
    """Return the field for a question, with two examples."""
    say = frame.say
    examples = "".join(
        f'<li><a data-rules href="live/index.html?tool=ask&amp;question={quote(say(one))}">{escape(say(one))}</a></li>'
        for one in words.ASK_EXAMPLES
    )
    return (
        f'<section class="asking"><form data-home action="live/index.html"><label for="home-q">'
        f'{escape(say(words.HAPPENED))}</label><div class="row-of-two"><input id="home-q" name="question" '
        f'type="search" autocomplete="off" placeholder="{escape(say(words.OWN_WORDS))}">'
        f'<button class="btn first" type="submit">{escape(say(words.ASK_IT))}</button></div></form>'
        f"<ul>{examples}</ul></section>"
    )


def grouped(books: Sequence[Ruleset], named: Sequence[Ruleset], say: Translator) -> list[tuple[str, list[Ruleset]]]:
    """Return the rulesets by family; the ones that were named come first."""
    known = {one.id: one for one in books}
    families: dict[str, list[Ruleset]] = {}
    for name, family in in_families(known):
        families.setdefault(family, []).append(known[name])
    groups = [(say(words.YOURS), list(named))] if named else []
    return [*groups, *((say(family), found) for family, found in families.items())]


def _row(rules: Ruleset, frame: Frame) -> str:
    say = frame.say
    part = f' <span class="part">{escape(say(words.PARTIAL))}</span>' if rules.partial else ""
    edition = escape(rules.dated)
    total = len(rules.sourced) + len(rules.unsourced)
    count = escape(say(words.OF)).replace("{count}", f"<b>{len(rules.sourced)}</b>").replace("{total}", str(total))
    return (
        f'<li><a class="row" href="r/{escape(rules.id)}/index.html" '
        f'data-id="{escape(rules.id)}" data-name="{escape(search_words(rules.id, rules.title, rules.authority))}">'
        f"<span><b>{escape(rules.name_in(say.language))}</b> {edition}{part}<br>"
        f'<span class="mut small">{escape(rules.authority)}</span></span>'
        f'<span class="num small">{count}</span></a></li>'
    )
