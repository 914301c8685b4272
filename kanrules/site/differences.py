"""What a ruleset's page begins with: the rules in which it differs from its parent, and the questions that its own
values raise and nobody has decided.
"""

from __future__ import annotations

from html import escape

from kanrules.desk.case_index import cases_by_id
from kanrules.desk.casebook import answer_to
from kanrules.locale import Translator
from kanrules.locale.sentences import capital
from kanrules.report import sheet_words
from kanrules.ruleset import Ruleset
from kanrules.ruleset.articles import article_number
from kanrules.ruleset.diff import KeyDifference, chosen, compare, consequence
from kanrules.ruleset.effects import holds, open_questions
from kanrules.ruleset.keys import is_in_words, keys
from kanrules.rulings import DECISION
from kanrules.site import words

_MOST_OPEN = 12
"""Number of differences from which each chapter of them is folded, so that a phone shows what there is."""


def changed_case(keys_changed: frozenset[str], parent: Ruleset, rules: Ruleset) -> tuple[str, str, str] | None:
    """Return the first casebook question that one of these keys decides and that the two rulesets answer differently,
    with the answers of both; None if there is none. Each question is played under both.
    """
    for case in cases_by_id().values():
        if case.options or not keys_changed & set(case.decides):
            continue
        before, after = answer_to(case, parent).text, answer_to(case, rules).text
        if before != after:
            return case.question, before, after
    return None


def differences(parent: Ruleset, rules: Ruleset, say: Translator) -> tuple[str, int]:
    """Return the section, and the number of rules that differ."""
    found = chosen(compare(parent, rules))
    heading = escape(say(words.DIFFERS_FROM).replace("{name}", parent.title_in(say.language)))
    head = f'<h2>{heading} <span class="n">({len(found)})</span></h2>'
    if not found:
        return f'<section id="differs">{head}<p>{escape(say(words.NOTHING))}</p></section>', 0
    groups: dict[str, list[KeyDifference]] = {}
    for one in found:
        groups.setdefault(_chapter(one), []).append(one)
    inner = ""
    for chapter, here in groups.items():
        rows = "".join(_row(one, parent, rules, say) for one in here)
        if len(found) >= _MOST_OPEN:
            title = f'<h3>{escape(say(chapter))}</h3><span class="cnt">{len(here)}</span>'
            rows = f'<details class="fold"><summary>{title}</summary>{rows}</details>'
        inner += rows
    columns = (words.RULE, words.OURS, parent.name_in(say.language), words.AT_THE_TABLE)
    labels = "".join(f"<span>{escape(say(one))}</span>" for one in columns)
    return (
        f'<section id="differs">{head}<p class="labels small mut" aria-hidden="true">{labels}</p>{inner}</section>',
        len(found),
    )


def _chapter(one: KeyDifference) -> str:
    table = one.key.partition(".")[0]
    return next((title for title, tables in sheet_words.GROUPS if table in tables), sheet_words.PLUGINS)


def _row(one: KeyDifference, parent: Ruleset, rules: Ruleset, say: Translator) -> str:
    ours, theirs = (_said(one, book, said, say) for book, said in ((rules, one.meaning_b), (parent, one.meaning_a)))
    mine = article_number(one.key)
    mine = f" · {escape(say(words.ARTICLE).replace('{number}', mine))}" if mine else ""
    if one.origin_b.source is not None and one.origin_b.source.is_decision:
        mine += f" · {escape(say(DECISION))}"
    at_table = at_the_table(one.key, parent, rules, say)
    return (
        f'<article class="differs" id="d-{escape(one.key)}"><h3>{escape(capital(say(one.title)))}</h3>'
        f'<div class="ours"><p class="by"><b>{escape(say(words.OURS))}</b>{mine}</p><p>{ours}</p></div>'
        f'<div class="theirs"><p class="by">{escape(_clause(one, parent, say))}</p><p>{theirs}</p></div>'
        f'<p class="so">{at_table}</p></article>'
    )


def _said(one: KeyDifference, rules: Ruleset, english: str, say: Translator) -> str:
    """Return what holds, in a short sentence if the key has one."""
    if one.key not in keys():
        return escape(capital(say(english)))
    value = rules[one.key]
    short = keys()[one.key].short_sentences.get(str(value).lower() if isinstance(value, bool) else str(value), "")
    return escape(capital(say(short or say(holds(one.key, rules)))))


def _clause(one: KeyDifference, parent: Ruleset, say: Translator) -> str:
    """Return the clause of the parent, or why it has none. Of words that it lacks, nothing is assumed."""
    origin = one.origin_a
    if origin.source is not None:
        return origin.source.clause or origin.source.document
    if origin.is_default and is_in_words(one.key):
        return say(parent.undecided(one.key))
    return say(parent.assumed) if origin.is_default else origin.set_by


def at_the_table(key: str, parent: Ruleset, rules: Ruleset, say: Translator) -> str:
    """Return in one line what a different value means in play, as HTML: its consequences, or a casebook question that
    is answered differently. What rests on a question that nobody has decided links to it.
    """
    if key not in keys():
        return ""
    told = consequence(key, parent, rules, _names(parent, rules, say))
    if told:
        return " ".join(escape(capital(say(one))) for one in told)
    if is_in_words(key):
        return ""
    found = changed_case(frozenset({key}), parent, rules)
    if found is None:
        return ""
    asked, before, after = (escape(say(one)) for one in found)
    return (
        f'{asked} <b>{capital(after)}</b> <span class="mut">({escape(parent.name_in(say.language))}: {before})</span>'
    )


def _names(parent: Ruleset, rules: Ruleset, say: Translator) -> tuple[str, str]:
    from kanrules.site.diff import titles

    return titles(parent, rules, say)


def decided(rules: Ruleset, say: Translator) -> str:
    """Return what the head referee of the event has decided, each with its question; "" if there is nothing."""
    found = () if rules.event is None else rules.event.decides
    if not found:
        return ""
    items = "".join(
        f'<li id="e-{escape(key)}"><b>{escape(say(keys()[key].question))}</b><br>{escape(say(holds(key, rules)))}</li>'
        for key in found
    )
    return (
        f'<section id="decided"><h2>{escape(say(words.DECIDED))} <span class="n">({len(found)})</span></h2>'
        f'<ul class="open">{items}</ul></section>'
    )


def questions(rules: Ruleset, say: Translator) -> str:
    """Return the questions that the ruleset's own values raise and nobody has decided, each with what is assumed; "" if
    there are none.
    """
    found = open_questions(rules)
    if not found:
        return ""
    items = "".join(
        f'<li id="o-{escape(key)}"><b>{escape(say(keys()[key].question))}</b><br>'
        f'<span class="mut">{escape(say(words.WOULD_ASSUME))} {escape(say(holds(key, rules)))}</span></li>'
        for key in found
    )
    return (
        f'<section id="open"><h2>{escape(say(words.OPEN_QUESTIONS))} <span class="n">({len(found)})</span></h2>'
        f'<ul class="open default">{items}</ul></section>'
    )
