"""Two rulesets side by side: only the differences, their effect at the table, and the clauses of both."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from kanrules.locale import Translator
from kanrules.locale.sentences import capital
from kanrules.report import sheet_words
from kanrules.ruleset import Origin, Ruleset
from kanrules.ruleset.diff import KeyDifference, chosen, compare, consequence
from kanrules.ruleset.effects import holds
from kanrules.ruleset.keys import is_in_words, keys, table_words
from kanrules.site import words
from kanrules.site.frame import Frame, chip, fold
from kanrules.site.pictures import timelines


def address(a: Ruleset, b: Ruleset) -> str:
    """Return the folder of a comparison, below `diff`."""
    return f"{a.id}--{b.id}"


def compare_page(frame: Frame, a: Ruleset, b: Ruleset) -> str:
    """Return the page of one comparison."""
    title = f"{a.title} · {b.title}"
    pick = (
        f'<p class="ab-names"><b class="ab a">A</b> <a href="../../r/{escape(a.id)}/index.html">{escape(a.title)}</a>'
        "<br>"
        f'<b class="ab b">B</b> <a href="../../r/{escape(b.id)}/index.html">{escape(b.title)}</a></p>'
    )
    body = f"<section><h1>{escape(frame.say(words.COMPARE_TITLE))}</h1>{pick}</section>{comparison(a, b, frame.say)}"
    return frame.page(title, body, at=f"diff/{address(a, b)}/index.html", current="diff")


def comparison(a: Ruleset, b: Ruleset, say: Translator) -> str:
    """Return the sections of a comparison: the number of different values, the timelines, and the differences by
    topic.
    """
    found = compare(a, b)
    picked = chosen(found)
    unsaid = sum(one.is_assumed for one in picked)
    counted = (
        f'<dl class="meta"><div><dt>{escape(say(words.DIFFER[len(picked) != 1]))}</dt><dd>{len(picked)}</dd></div>'
        f'<div class="d"><dt>{escape(say(words.ONE_SIDE))}</dt><dd>{unsaid}</dd></div></dl>'
    )
    if not found:
        return f"<section>{counted}<p>{escape(say(words.NOTHING))}</p></section>"
    groups = [(say(title), tables) for title, tables in sheet_words.GROUPS]
    grouped = {table for _, tables in groups for table in tables}
    groups += [(say(title), (table,)) for table, (title, _) in table_words().items() if table not in grouped]
    groups.append((say(sheet_words.PLUGINS), ("plugin", "ruleset")))
    folds = ""
    for title, tables in groups:
        here = [one for one in found if one.key.partition(".")[0] in tables]
        if here:
            items = "".join(_difference(one, a, b, say) for one in here)
            folds += fold(title, str(len(chosen(here)) or ""), f'<ul class="dfs">{items}</ul>', opened=True)
    return (
        f"<section>{counted}</section>"
        f'<section><h2>{escape(say(words.TIMELINE))}</h2><div>{timelines(a, b, lang=say.language)}</div></section>'
        f'<section><h2>{escape(say(words.DIFFERENCES))}</h2>'
        f'<label class="only noprint"><input type="checkbox" id="only"> '
        f"{escape(say(words.HIDE_SIDE))}</label><div class=\"tops\">{folds}</div></section>"
    )  # fmt: skip


def _difference(one: KeyDifference, a: Ruleset, b: Ruleset, say: Translator) -> str:
    told = consequence(one.key, a, b, titles(a, b, say)) if one.key in keys() else []
    so = " ".join(map(capital, map(say, told)))
    effect = f'<p class="so"><b>{escape(say(words.AT_TABLE))}</b> <span>{escape(so)}</span></p>' if so else ""
    return (
        f'<li class="df"><h4>{escape(say(one.question))}</h4>'
        + _side("a", one.key, a, one.origin_a, one.meaning_a, say)
        + _side("b", one.key, b, one.origin_b, one.meaning_b, say)
        + f"{effect}</li>"
    )  # fmt: skip


def titles(a: Ruleset, b: Ruleset, say: Translator) -> tuple[str, str]:
    """Return how to call two rulesets in a sentence: by their titles, or by their ids if those are the same."""
    found = a.title_in(say.language), b.title_in(say.language)
    return found if found[0] != found[1] else (a.id, b.id)


def _side(letter: str, key: str, rules: Ruleset, origin: Origin, said: str, say: Translator) -> str:
    said = say(holds(key, rules)) if key in keys() else say(said)
    mark = f'<b class="ab">{letter.upper()}</b>'
    if origin.is_default:
        words_of = is_in_words(key) or key in rules.unsettled
        inner = f'<span class="assume">{escape(said if words_of else say(rules.assumed))}</span>'
        inner += "" if words_of else f'<span class="says">{escape(said)}</span>'
        return f'<div class="side {letter} default">{mark}<p>{inner}</p></div>'
    cited = f"<br>{chip(origin.source, say)}" if origin.source is not None else ""
    return f'<div class="side {letter}">{mark}<p>{escape(said)}{cited}</p></div>'


def index_page(frame: Frame, pairs: Sequence[tuple[Ruleset, Ruleset]], books: Sequence[Ruleset] = ()) -> str:
    """Return the page on which two rulesets are picked, with every comparison that has a page in a list."""
    say = frame.say
    rows: dict[str, list[tuple[Ruleset, Ruleset]]] = {}
    for a, b in pairs:
        rows.setdefault(a.id, []).append((a, b))
    items = "".join(
        f'<li><b>{escape(found[0][0].title_in(say.language))}</b><span class="beside">'
        + "".join(
            f'<a href="{escape(address(a, b))}/index.html">{escape(b.title_in(say.language))}</a>' for a, b in found
        )
        + "</span></li>"
        for _, found in sorted(rows.items())
    )
    lead = words.COMPARE_LEAD if frame.live and not frame.books else words.COMPARE_STATIC
    summary = f"<summary>{escape(say(words.ALL_PAIRS))}</summary>"
    listed = f'<details class="idle">{summary}<ul class="pairs">{items}</ul></details>'
    body = (
        f'<h1>{escape(say(words.COMPARE_TITLE))}</h1><p class="lead">{escape(say(lead))}</p>'
        f"{_pickers(frame, pairs, books)}{listed if items else ''}"
    )
    return frame.page(say(words.COMPARE_TITLE), body, at="diff/index.html", current="diff")


def _pickers(frame: Frame, pairs: Sequence[tuple[Ruleset, Ruleset]], books: Sequence[Ruleset]) -> str:
    """Return two lists of rulesets and a button. The script shows them, and opens the page or the tool."""
    say = frame.say
    options = "".join(
        f'<option value="{escape(one.id)}">{escape(one.title_in(say.language))}</option>' for one in books
    )
    fields = "".join(
        f'<label for="pick-{name}">{escape(say(label))}</label><select id="pick-{name}">{options}</select>'
        for name, label in (("a", words.SIDE_A), ("b", words.SIDE_B))
    )
    known = " ".join(address(a, b) for a, b in pairs)
    live = ' data-live="../live/index.html?tool=diff"' if frame.live else ""
    return (
        f'<div class="pick" data-pairs="{escape(known)}"{live} hidden>{fields}'
        f'<button type="button" class="btn first">{escape(say(words.COMPARE))}</button></div>'
    )
