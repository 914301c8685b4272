"""The page of one ruleset: its timeline, the way of a kan, every rule with its clause, its cases."""

from __future__ import annotations

import re
from html import escape

from kanrules.cases.case import SUFFIX, Case, read_cases
from kanrules.kan.way import WAY, Step
from kanrules.locale import Translator
from kanrules.report import sheet_words
from kanrules.report.sheet import Reference, Sheet, SheetLine, linkable, sheet
from kanrules.ruleset import Ruleset
from kanrules.ruleset.catalogue import CATALOGUE
from kanrules.ruleset.effects import effects, has_effect
from kanrules.site import words
from kanrules.site.frame import Frame, assumed, chip, counts, english, fold, said_of
from kanrules.site.pictures import timelines

_ALONE = re.compile(r"^(It|They|That|Nobody|Only|Yes|No)\b")
"""A sentence that needs its title before it to be understood."""


def book_page(frame: Frame, rules: Ruleset, beside: list[tuple[str, Ruleset]]) -> str:
    """The page of a ruleset, with links to the comparisons that there are (address, the other book)."""
    say = frame.say
    printed = sheet(rules, (say.language,))
    head = (
        f'<section><div class="title"><h1>{escape(rules.name)} <span class="ed">{escape(rules.edition)}</span></h1>'
        f'<p class="mut small">{escape(rules.authority)} · <code>{escape(rules.id)}</code> '
        f"{escape(rules.version)}</p></div>"
        + "".join(f'<p class="warn">{escape(text)}</p>' for text in printed.warning if text)
        + counts(rules, say)
        + f'<nav class="toc noprint" aria-label="{escape(say(words.ON_THIS_PAGE))}">'
        + "".join(
            f'<a href="#{name}">{escape(say(text))}</a>'
            for name, text in (
                ("timeline", words.TIMELINE_SHORT), ("way", words.WAY), ("rules", words.RULES_SHORT),
                ("cases", words.CASES),
            )
        )
        + "</nav></section>"
    )  # fmt: skip
    instants = "".join(_rule(rules, key, say) for key in ("kandora.ankan", "kandora.daiminkan", "kandora.shouminkan"))
    timeline = (
        f'<section id="timeline"><h2>{escape(say(words.TIMELINE))}</h2><div class="time">'
        f"<div>{timelines(rules, lang=say.language)}</div>"
        f'<ul class="instants">{instants}</ul></div></section>'
    )
    links = "".join(
        f'<a class="btn" href="{escape(href)}">{escape(say(words.WITH).replace("{name}", other.title))}</a>'
        for href, other in beside
    )
    act = f'<div class="act noprint"><a class="btn" href="sheet.html">{escape(say(words.SHEET))}</a>{links}</div>'
    return frame.page(
        rules.title,
        head
        + timeline
        + _way(rules, say)
        + _topics(printed, rules, say)
        + act
        + _cases(frame, rules)
        + _sources(printed, say),
        depth=2,
        book=rules,
    )


def _rule(rules: Ruleset, key: str, say: Translator) -> str:
    """A rule in a sentence with its chip, or as what is assumed."""
    said = said_of(key, rules, say)
    origin = rules.origin(key)
    entry = CATALOGUE[key]
    title = f"<b>{escape(say(entry.title))}.</b> " if _ALONE.match(said) and said != say(entry.title) else ""
    if origin.source is None and origin.is_default:
        return f'<li class="default">{title}{assumed(said, rules, say)}</li>'
    cited = chip(origin.source, say) if origin.source is not None else f"<code>{escape(origin.set_by)}</code>"
    return f"<li>{title}{escape(said)}<br>{cited}</li>"


def _way(rules: Ruleset, say: Translator) -> str:
    steps = [(step, effects(step, rules)) for step in WAY if has_effect(step, rules)]
    idle = [step for step in WAY if not has_effect(step, rules)]
    told: set[str] = set()
    shown = ""
    for step, keys in steps:
        # A key that two steps read is told at the first.
        fresh = [key for key in keys if key not in told]
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
    names = dict.fromkeys(
        name for name, _ in rules.modules for hook in step.hooks if hook in rules.judge.hooks_of(name)
    )
    said = (say(sheet_words.SEE_PLUGIN).replace("{name}", name) for name in names)
    return "".join(f'<li class="plug">{escape(text)}</li>' for text in said)


def _topics(printed: Sheet, rules: Ruleset, say: Translator) -> str:
    references = {one.mark: one for one in printed.references}
    grades = {say(text): grade for grade, text in sheet_words.GRADES.items()}
    folds = ""
    for at, group in enumerate(printed.groups):
        by_default = sum(line.citation.is_default for line in group.lines)
        by_text = len(group.lines) - by_default
        count = escape(say(words.CARD_COUNT).replace("{text}", str(by_text)))
        if by_default:
            count += f'<span class="as">{escape(say(words.CARD_ASSUMED).replace("{assumed}", str(by_default)))}</span>'
        lines = "".join(_line(line, references, grades, rules, say) for line in group.lines)
        folds += fold(group.title[0], count, f'<div class="rules">{lines}</div>', name=f"t{at}")
    return f'<section id="rules"><h2>{escape(say(words.RULES))}</h2><div class="tops">{folds}</div></section>'


def _line(
    line: SheetLine, references: dict[str, Reference], grades: dict[str, str], rules: Ruleset, say: Translator
) -> str:
    subject, answer, cited = escape(line.subject[0]), line.answer[0], line.citation
    if cited.is_default:
        inner = (
            assumed(answer.assumed, rules, say)
            if answer.assumed
            else f'<span class="assume">{escape(answer.text)}</span>'
        )
        return f'<div class="rule default"><h4>{subject}</h4><p>{inner}</p></div>'
    marked = references.get(cited.mark)
    clause = f'<span class="chip own"><b>{escape(cited.instead)}</b></span> ' if cited.instead else ""
    if marked is not None:
        grade = grades.get(marked.grade, "own")
        inner = f"<b>{escape(marked.grade)}</b><span>{escape(f'{marked.document} {cited.clause}'.strip())}</span>"
        if linkable(marked.url):
            clause += f'<a class="chip {grade}" href="{escape(marked.url)}" rel="noreferrer noopener">{inner}</a>'
        else:
            clause += f'<span class="chip {grade}">{inner}</span>'
    lang = f' lang="{answer.language or "und"}"' if answer.language != say.language else ""
    return f'<div class="rule"><h4>{subject}</h4><p{lang}>{escape(answer.text)}</p><p class="clause">{clause}</p></div>'


def cases_of(rules: Ruleset) -> tuple[Case, ...]:
    """The positions beside the ruleset's file; none if there are none."""
    path = rules.path.with_name(rules.path.stem + SUFFIX)
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
        text = rules.path.with_name(rules.path.stem + SUFFIX).read_text(encoding="utf-8").split("\n")
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
    return escape(said[:1].upper() + said[1:])
