"""The rulings that a page shows before its tools are ready, and where a browser cannot run them: the answer to each
question and each foul that is asked by a tap. They are the answers of the tools, worked out when the site is built.
"""

from __future__ import annotations

import json

from kanrules.desk.foul import FOULS
from kanrules.desk.subjects import subjects
from kanrules.desk.topics import topics
from kanrules.locale import Translator
from kanrules.locale.sentences import capital
from kanrules.ruleset import Ruleset
from kanrules.site.bundle import packed
from kanrules.site.event import INCIDENTS
from kanrules.site.live.answer import tool_of
from kanrules.site.live.form_fields import FormFields

FILE = "answers.pack"
"""The file in the folder of a ruleset."""


def tapped() -> dict[str, dict[str, str]]:
    """Return what is asked by a tap, by tool: for each field of the form its values with their titles."""
    names = dict.fromkeys([name for _, _, names in INCIDENTS for name in names] + [topic.id for topic in topics()])
    return {"ask": {name: subjects()[name].question for name in names}, "foul": dict(FOULS)}


def first_answers(rules: Ruleset, say: Translator) -> bytes:
    """Return the answers as packed JSON: by tool and by what is asked, its title, HTML, verdict, and code."""
    found: dict[str, dict[str, tuple[str, str, str, str]]] = {}
    for tool, asked in tapped().items():
        field = {"ask": "question", "foul": "name"}[tool]
        answers = found.setdefault(tool, {})
        for name, title in asked.items():
            told = tool_of(tool)(FormFields((("rules", rules.id), (field, name)), say.language, rules))
            answers[name] = (capital(say(title)), told.html, told.verdict, told.code)
    return packed(json.dumps(found, ensure_ascii=False, separators=(",", ":")).encode())
