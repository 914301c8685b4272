"""The rules of a ruleset by topic, each with its clause, as its page and the page of a link print them."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from kanrules.locale import Translator
from kanrules.report import sheet_words
from kanrules.report.citing import CitedDocument
from kanrules.report.rule_line import RuleLine
from kanrules.report.sheet import Sheet, linkable
from kanrules.ruleset import Ruleset
from kanrules.rulings import DECISION, RAISED
from kanrules.site import words
from kanrules.site.frame import assumed, fold


def in_force(rules: Ruleset, say: Translator) -> str:
    """Return since when a ruleset holds, and its version."""
    days = [
        say(said).replace("{day}", str(day))
        for said, day in (
            (words.IN_FORCE_FROM, rules.head.in_force_from),
            (words.IN_FORCE_UNTIL, rules.head.in_force_until),
        )
        if day is not None
    ]
    return ", ".join([*days, say(words.VERSION).replace("{version}", rules.version)])


def topic_folds(printed: Sheet, rules: Ruleset, say: Translator) -> str:
    """Return every rule of a sheet, folded by topic. Each topic counts its rules with a source and the assumed ones."""
    references = {one.mark: one for one in printed.references}
    folds = ""
    for at, group in enumerate(printed.groups):
        by_default = sum(line.citation.is_default for line in group.lines)
        by_text = len(group.lines) - by_default
        count = escape(say(words.CARD_COUNT).replace("{text}", str(by_text)))
        if by_default:
            count += f'<span class="as">{escape(say(words.CARD_ASSUMED).replace("{assumed}", str(by_default)))}</span>'
        lines = "".join(_line(line, references, rules, say) for line in group.lines)
        folds += fold(group.title[0], count, f'<div class="rules">{lines}</div>', name=f"t{at}")
    return folds


def refs(named: Sequence[str]) -> str:
    """Return an empty anchor for each of these keys, to which the reference of its value links.

    The style sheet prints the id of each anchor, and `page.js` makes it a link to itself. So each key is only once in
    the page, which matters for 70 pages that a browser keeps.
    """
    anchors = "".join(f'<a id="{escape(key)}"></a>' for key in named)
    return f'<p class="refs noprint">{anchors}</p>' if named else ""


def _line(line: RuleLine, references: dict[str, CitedDocument], rules: Ruleset, say: Translator) -> str:
    """Return a rule with its clause, or marked as assumed."""
    subject, answer, cited = escape(line.subject[0]), line.answer[0], line.citation
    if cited.is_default:
        inner = (
            assumed(answer.assumed, RAISED if cited.raised else rules.assumed, say)
            if answer.assumed
            else f'<span class="assume">{escape(answer.text)}</span>'
        )
        return f'<div class="rule default"><h4>{subject}</h4><p>{inner}</p>{refs(line.keys)}</div>'
    marked = references.get(cited.mark)
    clause = f'<span class="chip own"><b>{escape(cited.instead)}</b></span> ' if cited.instead else ""
    if marked is not None:
        grade = cited.grade.value
        where = f"{marked.document} {cited.clause}".strip()
        worth = sheet_words.GRADES[grade]
        if cited.clause == say(DECISION):
            worth, where = DECISION, marked.document
        inner = f"<b>{escape(say(worth))}</b><span>{escape(where)}</span>"
        if linkable(marked.url):
            clause += f'<a class="chip {grade}" href="{escape(marked.url)}" rel="noreferrer noopener">{inner}</a>'
        else:
            clause += f'<span class="chip {grade}">{inner}</span>'
    lang = f' lang="{answer.language or "und"}"' if answer.language != say.language else ""
    said = f"<h4>{subject}</h4><p{lang}>{escape(answer.text)}</p>"
    return f'<div class="rule">{said}<p class="clause">{clause}</p>{refs(line.keys)}</div>'
