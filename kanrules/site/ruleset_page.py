"""The page of one ruleset: what differs from its parent, every rule with its clause, the steps of a kan, its timeline,
and its cases.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape

from kanrules.cases.case import Case, read_cases
from kanrules.hooks.discovery import of_options
from kanrules.kan.course import WAY
from kanrules.kan.way import Step
from kanrules.law.tables.kandora_keys import TIMINGS
from kanrules.locale import Translator
from kanrules.locale.sentences import capital, many
from kanrules.report import sheet_words
from kanrules.report.sheet import Sheet, linkable, sheet
from kanrules.ruleset import Ruleset
from kanrules.ruleset.answered_hooks import hooks_of
from kanrules.ruleset.effects import effects, gap_of, has_effect, holds, silencing
from kanrules.ruleset.keys import keys
from kanrules.ruleset.library import CASES
from kanrules.ruleset.plugin_rules import plugin_rules
from kanrules.ruleset.value_refs import value_ref
from kanrules.site import words
from kanrules.site.differences import decided, differences, questions
from kanrules.site.editions import editions
from kanrules.site.frame import Frame, assumed, chip, counts, english, fold
from kanrules.site.pictures import timelines
from kanrules.site.qr import qr
from kanrules.site.rule_lines import in_force, refs, topic_folds

_ALONE = re.compile(r"^(It|They|That|Nobody|Only|Yes|No)\b")
"""Beginnings of sentences that cannot be understood without their title."""


def book_page(
    frame: Frame,
    rules: Ruleset,
    parent: Ruleset | None = None,
    printed: Sheet | None = None,
    papers: Sequence[tuple[str, str]] = (),
    *,
    brief: bool = False,
) -> str:
    """Return the page of a ruleset: what differs from its parent, its open questions, all rules, and then their order,
    timeline, editions and cases. `papers` has the address and the label of each file to print. Takes the rule sheet
    in this language if it is there already. A brief page has the rules alone, for the parent of a club's rules.
    """
    say = frame.say
    printed = printed or sheet(rules, (say.language,))
    section, count = ("", 0) if parent is None else differences(parent, rules, say)
    printed_pages = "".join(f'<a class="btn" href="{address}">{escape(say(label))}</a>' for address, label in papers)
    compare = f"../../diff/index.html?a={rules.id}"
    act = (
        f'<div class="act noprint">{printed_pages}'
        f'<a class="btn" href="{escape(compare)}">{escape(say(words.COMPARE_WITH))}</a></div>'
    )
    instants = "".join(_rule(rules, key, say) for key in TIMINGS)
    timeline = (
        f'<section id="timeline"><h2>{escape(say(words.TIMELINE))}</h2><div class="time">'
        f"<div>{timelines(rules, lang=say.language)}</div>"
        f'<ul class="instants">{instants}</ul></div></section>'
    )
    return frame.page(
        rules.title,
        _head(frame, rules, parent, printed, count, brief)
        + section
        + decided(rules, say)
        + questions(rules, say)
        + act
        + _topics(printed, rules, say, brief)
        + ("" if brief else _way(rules, say) + timeline + editions(rules, say, frame.has) + _cases(frame, rules))
        + _sources(printed, say)
        + f'<section id="numbers">{counts(rules, say)}</section>',
        at=f"r/{rules.id}/index.html",
        book=rules,
    )


def _head(frame: Frame, rules: Ruleset, parent: Ruleset | None, printed: Sheet, count: int, brief: bool) -> str:
    """Return the name, the edition, the day from which it holds, and the QR code of the page."""
    say = frame.say
    stands = ""
    if parent is not None:
        said = many(words.EXCEPT_BELOW, count, name=parent.title_in(say.language))
        stands = f'<p><a href="../{escape(parent.id)}/index.html">{escape(say(said))}</a></p>'
    address = f"{frame.address.rstrip('/')}/{frame.folder}r/{rules.id}/" if frame.address else ""
    label = escape(say(words.ADDRESS_OF).replace("{address}", address))
    drawn = qr(address) if address else ""
    code = f'<p class="qr" role="img" aria-label="{label}">{drawn}</p>' if drawn else ""
    event = f'<p class="event">{escape(say(rules.event.said))}</p>' if rules.event is not None else ""
    if rules in frame.events and frame.live:
        link = f"live/index.html?event={rules.id}"
        event += (
            f'<p class="noprint"><a class="btn" href="../../{escape(link)}">{escape(say(words.FOR_REFEREES))}</a></p>'
        )
        if frame.address and (drawn := qr(f"{frame.address.rstrip('/')}/{frame.folder}{link}")):
            label = escape(say(words.EVENT_CODE))
            event += (
                f'<details class="idle noprint"><summary>{label}</summary>'
                f'<p class="qr" role="img" aria-label="{label}">{drawn}</p></details>'
            )
    links = "" if brief else "".join(
        f'<a href="#{name}">{escape(say(text))}</a>'
        for name, text in (("rules", words.RULES_SHORT), ("way", words.WAY), ("timeline", words.TIMELINE_SHORT),
                           ("cases", words.CASES))
    )  # fmt: skip
    return (
        f'<section class="cover"><div class="title"><h1>{escape(rules.name_in(say.language))} '
        f'<span class="ed">{escape(rules.edition)}</span></h1>{event}<p>{escape(capital(in_force(rules, say)))}</p>'
        f'{stands}<p class="mut small">{escape(rules.authority)} · <code>{escape(rules.id)}</code></p></div>{code}'
        + "".join(f'<p class="warn">{escape(text)}</p>' for text in printed.warning if text)
        + (f'<nav class="toc noprint" aria-label="{escape(say(words.ON_THIS_PAGE))}">{links}</nav>' if links else "")
        + "</section>"
    )


def _rule(rules: Ruleset, key: str, say: Translator) -> str:
    """Return a rule as a sentence with its source, or marked as assumed."""
    said = say(holds(key, rules))
    origin = rules.origin(key)
    entry = keys()[key]
    title = f"<b>{escape(say(entry.title))}.</b> " if _ALONE.match(said) and said != say(entry.title) else ""
    if origin.source is None and origin.is_default:
        return f'<li class="default">{title}{assumed(said, gap_of(rules, key), say)}</li>'
    cited = chip(origin.source, say) if origin.source is not None else f"<code>{escape(origin.set_by)}</code>"
    return f"<li>{title}{escape(said)}<br>{cited}</li>"


def _way(rules: Ruleset, say: Translator) -> str:
    steps = [(step, effects(step, rules)) for step in WAY if has_effect(step, rules)]
    idle = [step for step in WAY if not has_effect(step, rules)]
    told: set[str] = set()
    shown = ""
    for step, acting in steps:
        # A key that two steps read is shown at the first.
        fresh = [key for key in acting if key not in told]
        told.update(fresh)
        items = "".join(_rule(rules, key, say) for key in fresh) + _plugins(step, rules, say)
        shown += (
            (f'<li><div class="step"><h3>{_large(step.name, say)}</h3><p>{escape(say(step.law))}</p>')
            + (f"<ul>{items}</ul>" if items else "")
            + "</div></li>"
        )
    rest = "".join(f"<li>{_large(step.name, say)}: {escape(say(step.law))}</li>" for step in idle)
    still = escape(say(words.IDLE).replace("{count}", str(len(idle))))
    return (
        f'<section id="way"><h2>{escape(say(words.WAY))}</h2>'
        f'<label class="only noprint"><input type="checkbox" id="only"> {escape(say(words.HIDE))}</label>'
        f'<ol class="steps">{shown}</ol>'
        + (f'<details class="idle"><summary>{still}</summary><ul class="mut">{rest}</ul></details>'
           if idle else "")
        + "</section>"
    )  # fmt: skip


def _plugins(step: Step, rules: Ruleset, say: Translator) -> str:
    acting = [one for one in plugin_rules(rules) if one.sentence and set(one.hooks) & set(step.hooks)]
    said = [say(one.sentence) for one in acting]
    for name, module in rules.modules:
        # What a plugin decides for no option has no sentence of its own here.
        if set(hooks_of(rules, name, apart_from=of_options(name, module))) & set(step.hooks):
            said.append(say(sheet_words.SEE_PLUGIN).replace("{name}", name))
    return "".join(f'<li class="plug">{escape(text)}</li>' for text in said)


def _topics(printed: Sheet, rules: Ruleset, say: Translator, brief: bool) -> str:
    folds = topic_folds(printed, rules, say)
    shown = {key for group in printed.groups for line in group.lines for key in line.keys}
    rest = [key for key in keys() if key not in shown]
    idle = [key for key in rest if silencing(key, rules)]
    others = f"<p>{escape(say(words.NO_EFFECT))}</p>{refs(idle)}" if idle else ""
    others += f'<div class="rules">{"".join(_value(key, rules, say) for key in rest if key not in idle)}</div>'
    if not brief:
        folds += fold(say(words.OTHER_VALUES), str(len(rest)), others, name="rest")
    lead = escape(say(words.REFERENCES)).replace("{ref}", f"<code>{escape(value_ref(rules.id, 'KEY'))}</code>")
    heading = f'<h2>{escape(say(words.RULES))}</h2><p class="small mut">{lead}</p>'
    return f'<section id="rules">{heading}<div class="tops">{folds}</div></section>'


def _value(key: str, rules: Ruleset, say: Translator) -> str:
    """Return a value for which the sheet has no line."""
    origin, said = rules.origin(key), say(holds(key, rules))
    said = capital(said)
    title = f"<h4>{escape(say(keys()[key].title))}</h4>"
    if origin.source is None and origin.is_default:
        return f'<div class="rule default">{title}<p>{assumed(said, gap_of(rules, key), say)}</p>{refs((key,))}</div>'
    cited = chip(origin.source, say) if origin.source is not None else f"<code>{escape(origin.set_by)}</code>"
    return f'<div class="rule">{title}<p>{escape(said)}</p><p class="clause">{cited}</p>{refs((key,))}</div>'


def cases_of(rules: Ruleset) -> tuple[Case, ...]:
    """Return the cases next to the ruleset's file, if any."""
    path = rules.path.with_name(rules.path.stem + CASES)
    return read_cases(path) if path.is_file() else ()


def _cases(frame: Frame, rules: Ruleset) -> str:
    say = frame.say
    link = (
        f'<p><a class="more" href="../../casebook/index.html?rules={escape(rules.id)}">{escape(say(words.QUESTIONS))}</'
        "a></p>"
    )
    found = cases_of(rules)
    listed = ""
    if found:
        text = rules.path.with_name(rules.path.stem + CASES).read_text(encoding="utf-8").split("\n")
        ends = [*(case.line for case in found[1:]), len(text) + 1]
        items = "".join(
            (
                f'<details class="case"><summary>{escape(case.name)}</summary>'
                f'<pre tabindex="0">{escape(_lines(text, case.line, end))}</pre></details>'
            )
            for case, end in zip(found, ends, strict=True)
        )
        listed = f"<p>{escape(say(words.CASES_LEAD))}</p><div{english(say)}>{items}</div>"
    return f'<section id="cases"><h2>{escape(say(words.CASES))}</h2>{link}{listed}</section>'


def _lines(text: list[str], start: int, end: int) -> str:
    lines = text[start - 1 : end - 1]
    while lines and (not lines[-1].strip() or lines[-1].startswith("#")):
        lines.pop()
    return "\n".join(lines)


def _sources(printed: Sheet, say: Translator) -> str:
    if not printed.references:
        return ""
    items = ""
    for one in printed.references:
        document = escape(one.document)
        if linkable(one.url):
            document = f'<a href="{escape(one.url)}" rel="noreferrer noopener">{document}</a>'
        items += f"<li>{document} ({escape(one.grade)})</li>"
    return f'<section id="src"><h2>{escape(say(words.SOURCES))}</h2><ul class="plain">{items}</ul></section>'


def _large(words_of: str, say: Translator) -> str:
    said = say(words_of)
    return escape(capital(said))
