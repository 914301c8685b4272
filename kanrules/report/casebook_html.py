"""The casebook in HTML: every question with its answers, the rulesets that give them, and their clauses.

The site has it with filters (`kanrules.site.casebook`), `kanrules casebook --out FILE.html` as one self-contained page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from kanrules.desk.statement import NO_TEXT
from kanrules.frozen import frozen
from kanrules.locale import ENGLISH, Translator
from kanrules.locale import marked as _N
from kanrules.locale.sentences import say
from kanrules.report.casebook import TITLE, Casebook, CasebookQuestion
from kanrules.report.page import page, text
from kanrules.report.sheet import linkable
from kanrules.ruleset.keys import file_text

_ABOUT = _N(
    "{counted}: common questions about kans, answered by each ruleset with its clause. “{nothing}” "
    "means that no source settles the question and kanrules assumes the answer. An answer with a dashed edge is "
    "assumed, or partly assumed: it depends on a value without a source."
)
EVERY = _N("Every ruleset")
_PARTLY = _N("Partly assumed: the answer depends on a value without a source.")
_ASSUMED = _N("answers that are assumed, wholly or partly")
_STYLE = """
.toc { display: flex; flex-wrap: wrap; gap: 4px 16px; margin: 16px 0; } .qa { border-bottom: 1px solid var(--hair);
  padding: 8px 0; break-inside: avoid; } .qa .n { margin-right: 8px; } .qa:target h3 { background: var(--band); }
.cnt { color: var(--mut); margin-left: 12px; } .small { font-size: 14px; } .ans p { margin: 4px 0 4px 16px; }
.default { border-left: 3px dashed var(--ln); padding-left: 10px; color: var(--mut); } code { font-size: 0.9em; }
.upright { display: none; } h2, h3, summary { break-after: avoid; }
@media screen and (max-width: 48em) { .lying { display: none; } .upright { display: block; } }
"""


def casebook_html(book: Casebook, timelines: Iterable[tuple[str, str]] = (), speak: Translator = ENGLISH) -> str:
    """Return the casebook as one self-contained page, with every answer open: it loads no font, picture, or script.

    `timelines` are pairs of a horizontal and an upright timeline of its rulesets, for a wide and a narrow screen. Leave
    them out for many rulesets.
    """
    drawn = "".join(
        f'<div class="lying">{lying}</div><div class="upright">{upright}</div>\n' for lying, upright in timelines
    )
    about = [speak(say(_ABOUT, counted=book.how_many, nothing=NO_TEXT)), speak(book.at_four) if book.at_four else ""]
    titles = {one.id: one.title for one in book.rulesets}
    questions = Questions(speak, lambda name: f'<b title="{text(titles[name])}">{text(name)}</b>', _linked, opened=True)
    head = f"<h1>{text(speak(TITLE))}</h1>\n<p>{text(' '.join(filter(None, about)))}</p>\n{drawn}"
    body = f"<header>\n{head}</header>\n{questions.contents(book)}\n<main>\n{questions.chapters(book)}\n</main>"
    return page(speak(TITLE), body, style=_STYLE, language=speak.language)


@frozen
class Questions:
    """The questions of a casebook in a language."""

    say: Translator
    name: Callable[[str], str]
    """Returns a ruleset as HTML."""
    cited: Callable[[CasebookQuestion, str, Translator], str]
    """Returns the clauses of a ruleset's answer as HTML."""
    opened: bool = False
    folded: bool = False
    """True to fold each chapter, for a phone."""

    def contents(self, book: Casebook) -> str:
        """Return links to the chapters."""
        links = (f'<a href="#c{one.number}">{one.number}. {text(self.say(one.title))}</a>' for one in book.chapters)
        return f'<nav class="toc" aria-label="{text(self.say(TITLE))}">{"".join(links)}</nav>'

    def chapters(self, book: Casebook) -> str:
        """Return every chapter with its questions."""
        if self.folded:
            begin, end = '<details class="chapter" id="c{}"><summary>{}</summary>', "</details>"
        else:
            begin, end = '<section class="chapter" id="c{}">{}', "</section>"
        return "".join(
            begin.format(one.number, f"<h2>{one.number}. {text(self.say(one.title))}</h2>")
            + "".join(map(self._question, one.questions))
            + end
            for one in book.chapters
        )

    def _question(self, asked: CasebookQuestion) -> str:
        where = "".join(f" <code>{text(key)} = {text(file_text(value))}</code>" for key, value in asked.options)
        head = (
            f'<h3><a class="n" href="#{asked.id}">{asked.number}</a> '
            f"<span>{text(self.say(asked.text))}{where}</span></h3>"
        )
        if asked.is_law:
            inner = (
                f'<p class="ans"><b>{text(self.say.own(asked.groups[0][0]))}</b> '
                f'<span class="small mut">{text(self.say(EVERY))}</span></p>'
            )
        else:
            inner = "".join(self._group(asked, answer, names) for answer, names in asked.groups)
        differ = "" if asked.is_law or len(asked.groups) < 2 else " data-differ"
        return f'<article class="qa" id="{asked.id}"{differ}>{head}{inner}</article>\n'

    def _group(self, asked: CasebookQuestion, answer: str, names: Sequence[str]) -> str:
        """Return one answer: the rulesets that give it, those that partly assume it, and those that only assume it."""
        say = self.say
        told, partly, unsaid = asked.by_basis(names)
        inner = f'<p class="by small">{self._givers(asked, told)}</p>' if told else ""
        if partly:
            inner += f'<p class="default small">{text(say(_PARTLY))} {self._givers(asked, partly)}</p>'
        for state in dict.fromkeys(asked.answers[name].gap for name in unsaid):
            alike = ", ".join(self._giver(name) for name in unsaid if asked.answers[name].gap == state)
            inner += f'<p class="default small">{text(say(state))} {alike}</p>'
        assumed = len(partly) + len(unsaid)
        more = f' <span class="as" title="{text(say(_ASSUMED))}">+ {assumed}</span>' if assumed else ""
        return (
            f'<details class="ans"{" open" if self.opened else ""}><summary><b>{text(say.own(answer))}</b>'
            f'<span class="cnt">{len(told)}{more}</span></summary>{inner}</details>'
        )

    def _givers(self, asked: CasebookQuestion, names: Sequence[str]) -> str:
        return ", ".join(self._giver(name, self.cited(asked, name, self.say)) for name in names)

    def _giver(self, name: str, cited: str = "") -> str:
        return f'<span data-r="{text(name)}">{self.name(name)}{f" ({cited})" if cited else ""}</span>'


def _linked(asked: CasebookQuestion, name: str, speak: Translator) -> str:
    """Return the clauses of an answer, each with a link if it is on the web."""
    found = {}
    for clause in asked.answers[name].clauses:
        if clause.source is not None:
            words, url = text(clause.in_short(speak)), clause.source.url
            found[words] = f'<a href="{text(url)}">{words}</a>' if linkable(url) else words
    return "; ".join(found.values())
