"""Entry point of the live part: a question comes in as JSON, and its answer goes out as JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from html import escape
from importlib import import_module
from pathlib import Path
from urllib.parse import urlencode

from kanrules.errors import KanrulesError
from kanrules.locale.sentences import Sentence
from kanrules.report.as_json import envelope, json_text
from kanrules.ruleset.history import later_editions, superseded_by
from kanrules.site import words
from kanrules.site.frame import TOOLS
from kanrules.site.live.form_fields import OWN, SHARED, FormFields, PageAnswer, hash_of, keep

Tool = Callable[[FormFields], PageAnswer]
TOOLS_AT: dict[str, tuple[str, str]] = {
    "riichi-kan": ("riichi_kan", "answer"),
    "riichi-kan-all": ("riichi_kan", "under_all"),
    "pay": ("pay", "answer"),
    "foul": ("foul", "answer"),
    "ask": ("ask", "answer"),
    "ask-nearest": ("ask", "nearest"),
    "position": ("play_position", "answer"),
    "example": ("play_position", "example"),
    "diff": ("diff", "answer"),
    "read": ("read", "answer"),
    "warm": ("warm", "answer"),
    "compose": ("compose", "composed"),
    "compose-questions": ("compose", "questions"),
    "compose-open": ("compose", "opened"),
    "compose-paper": ("compose", "paper"),
}
"""The module of this package and its function that answer each kind of question."""


_PLACE = re.compile(rf"(?:/library/)?{OWN}/(?:\w+/)*")
"""The folder of the rulesets of this site in a browser (worker.js). A reader knows their files, but no folders."""


def tool_of(name: str) -> Tool:
    """Return the function that answers a kind of question. Its module is loaded now, because a phone loads slowly."""
    module, function = TOOLS_AT[name]
    tool: Tool = getattr(import_module(f"kanrules.site.live.{module}"), function)
    return tool


def answer(question: str) -> str:
    """Return the answer to a submitted form, as JSON text.

    Takes a JSON object with `tool`, `fields` (pairs of name and value), `language`, and in `own` the reader's own
    rulesets as pairs of name and text. Returns `html`, `json` (the text of the command's JSON), `verdict`, and `code`.
    If a question cannot be read or answered, the verdict is `unreadable`.
    """
    asked = json.loads(question)
    given = FormFields(
        tuple((str(name), str(value)) for name, value in asked["fields"]), str(asked.get("language", "en"))
    )
    try:
        for name, text in asked.get("own", ()):
            keep(str(name), str(text))
        told = tool_of(asked["tool"])(given)
        if asked["tool"] in TOOLS or asked["tool"] == "diff":
            told = replace(told, html=_foreign(given) + _after_verdict(told.html, _superseded(asked["tool"], given)))
    except KanrulesError as error:
        told = _refused(error, str(asked["tool"]), given)
    data = "" if told.data is None else json_text(told.data) + "\n"
    found = {"html": told.html, "json": data, "verdict": told.verdict, "code": told.code, **told.extra}
    return _PLACE.sub("", json.dumps(found, ensure_ascii=False))


def _foreign(given: FormFields) -> str:
    """The mark of an answer under rules that are not published: whose they are, their name, and a hash of the text."""
    marks = ""
    for name in ("rules", "a", "b"):
        file = given.one(name)
        if file.endswith(".toml"):
            whose = words.SHARED_RULES if file.startswith(SHARED) else words.OWN_RULES
            text = Path(file).read_bytes().decode("utf-8")
            marks += (
                f'<p class="foreign"><b>{escape(given.say(whose))}</b> '
                f"<span>{escape(given.rules(name).title)}, {hash_of(text)}</span></p>"
            )
    return marks


def _after_verdict(html: str, note: str) -> str:
    """Return the answer with a note after its verdict, which a phone shows first; before an answer without one."""
    verdict, end, rest = html.partition("</section>")
    return f"{verdict}{end}{note}{rest}" if html.startswith('<section class="verdict') else note + html


def _superseded(tool: str, given: FormFields) -> str:
    """The note that a later edition replaces the rules of an answer, with a link that asks the same question under it;
    "" if none does.
    """
    if not given.one("rules") or tool in ("diff", "compose"):
        return ""
    rules, today = given.rules(), date.today()
    said, link = superseded_by(rules, today), ""
    if not isinstance(said, Sentence):
        return ""
    titles = {**said.args, "id": rules.title}
    for last in list(later_editions(rules, today))[-1:]:
        again = [(name, value) for name, value in given.fields if name != "rules" and "." not in name and value]
        query = urlencode([("tool", tool), ("rules", last.id), *again])
        titles["later"] = last.title
        link = f' <a href="?{escape(query)}">{escape(given.say(words.ASK_UNDER).replace("{rules}", last.title))}</a>'
    return f'<p class="note later">{escape(given.say(Sentence(said.template, titles)))}{link}</p>'


def _refused(error: KanrulesError, tool: str, given: FormFields) -> PageAnswer:
    """Return why there is no answer, in the words of the form. The JSON has the words of the command line."""
    from kanrules.site.live.refusals import refusal

    code = getattr(error, "code", "") or ""
    html = f'<section class="refused"><h2>{escape(given.say(words.CANNOT))}</h2>{refusal(error, tool, given)}</section>'
    return PageAnswer(html, envelope({"error": str(error), "code": code}, "unreadable"), "unreadable", code)
