"""Citations of answers, in any language: the clause of a ruling, or a note that no source was found."""

from __future__ import annotations

from kanrules.locale import ENGLISH, Translator
from kanrules.locale import marked as _N
from kanrules.locale.sentences import say
from kanrules.ruleset.native_names import native_source
from kanrules.rulings import Ruling, Source

_CITED = _N("{source} ({grade})")
_SET_BY = _N("set by {where}; no source given")
_BY_PLUGIN = _N("decided by plugin {plugin}")
_EVERY = _N("every ruleset: {source}")
PARTLY = _N("partly")
"""Grade of a source whose clauses settle something only together, as answers cite it."""
_GRADES = (_N("official"), _N("quoted"), _N("secondary"), _N("recorded"), _N("own"))
"""Grades of sources, marked for translation."""
_NONE, _DEFAULT, _PLUGIN = _N("none"), _N("default"), _N("plugin {name}")


def source_cited(source: Source, speak: Translator = ENGLISH) -> str:
    """Return a citation with the grade of the source. A document is named as it names itself in the language."""
    return speak(say(_CITED, source=native_source(source, speak).where, grade=source.worth))


def cited(ruling: Ruling, speak: Translator = ENGLISH) -> str:
    """Return the source of a ruling with its grade. Without a source, say so, or say what set the value."""
    if ruling.source is not None:
        return source_cited(ruling.source, speak)
    if ruling.set_by in ("", "default"):
        return speak(ruling.assumed)
    return speak(say(_SET_BY, where=set_by(ruling, speak)))


def holds_everywhere(ruling: Ruling) -> bool:
    """Return True if no key decides: the ruling is the same under every ruleset."""
    return not ruling.key and ruling.plugin == "core" and ruling.source is not None


def everywhere(ruling: Ruling, speak: Translator = ENGLISH) -> str:
    """Return that a ruling is the same under every ruleset, and the texts that say so, which may be other rulebooks."""
    assert ruling.source is not None, "what is the same everywhere has a source"
    if ruling.source.grade.value == "own":
        return speak(ruling.source.document)
    return speak(say(_EVERY, source=str(ruling.source)))


def set_by(ruling: Ruling, speak: Translator = ENGLISH) -> str:
    """Return where the value behind a ruling is set: a file and line, a default, or a plugin."""
    plugin = ruling.set_by.removeprefix("plugin ")
    return speak(say(_PLUGIN, name=plugin)) if plugin != ruling.set_by else speak(ruling.set_by)


def shown_value(value: object, speak: Translator = ENGLISH) -> str:
    """Return the value of a key as the line of a ruling shows it."""
    if isinstance(value, (list, tuple)):
        return ", ".join(map(str, value)) or speak(_NONE)
    if value is None:
        return speak(_NONE)
    return str(value).lower() if isinstance(value, bool) else str(value)


def law(ruling: Ruling, speak: Translator = ENGLISH) -> str:
    """Return the rule behind a ruling on one line: code, key and value, where the value is set, and its source."""
    parts = [ruling.code] if ruling.code else []
    if ruling.key:
        value = shown_value(getattr(ruling.value, "value", ruling.value), speak)
        # A text that is the whole value is printed only once.
        parts += [ruling.key if value == ruling.text else f"{ruling.key} = {value}", set_by(ruling, speak)]
        parts.append(source_cited(ruling.source, speak) if ruling.source is not None else speak(ruling.assumed))
    elif holds_everywhere(ruling):
        parts.append(everywhere(ruling, speak))
    if ruling.plugin != "core" and set_by(ruling, speak) not in parts:
        parts.append(speak(say(_BY_PLUGIN, plugin=ruling.plugin)))
    return " · ".join(part for part in parts if part)
