"""Citations of live answers: the source of a ruling, the note on an assumption, and links to casebook questions."""

from __future__ import annotations

import json
from functools import cache
from html import escape
from importlib.resources import files

from kanrules.desk.cited import everywhere, holds_everywhere
from kanrules.locale import Translator
from kanrules.locale.sentences import capital
from kanrules.report.sheet_words import SEE_PLUGIN
from kanrules.rulings import Ruling
from kanrules.site import words
from kanrules.site.frame import chip


def law(ruling: Ruling | None, say: Translator) -> str:
    """Return the label of a ruling's source, or the note that no source settles it; "" if no rule but the law itself
    decides.
    """
    if ruling is None:
        return ""
    if holds_everywhere(ruling):
        # The clause may come from another rulebook, so it must not look like a citation of this one.
        return f'<span class="none">{escape(capital(everywhere(ruling, say)))}</span>'
    if ruling.source is not None:
        return chip(ruling.source, say)
    if ruling.plugin != "core":
        return f'<span class="chip own"><b>{escape(say(SEE_PLUGIN).replace("{name}", ruling.plugin))}</b></span>'
    return f'<span class="none">{escape(say(ruling.assumed))}</span>' if ruling.key else ""


READ = "questions.json"
"""File in the bundle with the casebook questions of each key, so that a phone need not read the whole casebook."""


def read_casebook() -> dict[str, list[tuple[str, str]]]:
    """Return the id and text of every casebook question, by the keys that decide it."""
    from kanrules.desk.case_index import cases_by_id

    found: dict[str, list[tuple[str, str]]] = {}
    for case in cases_by_id().values():
        if not case.options:
            for key in case.decides:
                found.setdefault(key, []).append((case.id, case.question))
    return found


@cache
def _questions() -> dict[str, list[tuple[str, str]]]:
    read = files("kanrules.site").joinpath(READ)
    if read.is_file():
        return {key: [(id, text) for id, text in asked] for key, asked in json.loads(read.read_text("utf-8")).items()}
    return read_casebook()


def cases(keys: list[str], say: Translator, most: int = 4) -> str:
    """Return links to the casebook questions that these keys decide."""
    found = dict.fromkeys(question for key in keys for question in _questions().get(key, ()))
    if not found:
        return ""
    items = "".join(
        f'<li><a href="../casebook/index.html#{id}">{escape(say(question))}</a></li>'
        for id, question in list(found)[:most]
    )
    return f'<section><h2>{escape(say(words.IN_CASEBOOK))}</h2><ul class="cites">{items}</ul></section>'
