"""What a site has for the event of one of its rulesets: the bar of every page, the incidents that referees are called
for, and the forms in which a ruling is shown to a player and recorded.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from html import escape

from kanrules.locale import LANGUAGES, Translator
from kanrules.locale import marked as _N
from kanrules.locale.sentences import capital
from kanrules.ruleset import Ruleset
from kanrules.site import words
from kanrules.site.live.form_fields import seat_name

INCIDENTS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    (
        _N("Indicator late, early or wrong"), _N("the kan dora tile"),
        ("dora-late", "dora-early", "dora-wrong", "when-dora"),
    ),
    (
        _N("Kan in riichi"), _N("may it be declared?"),
        ("kan-in-riichi", "illegal-riichi-kan", "kan-and-ippatsu"),
    ),
    (
        _N("Ron on a kan"), _N("robbing, passing, furiten"),
        ("robbing-a-kan", "rob-deadline", "passed-kan", "several-robbers", "after-a-robbery"),
    ),
    (
        _N("Replacement tile"), _N("wrong place, too fast, forgotten"),
        ("replacement-wrong-place", "hasty-replacement", "replacement-forgotten", "wrong-player"),
    ),
    (
        _N("Wrong or late call"), _N("wrong word, wrong tiles, changed mind"),
        ("wrong-word", "penalty.wrong_tiles", "kan-taken-back", "late-kan-call", "called-tile-left"),
    ),
    (
        _N("Tiles knocked over"), _N("dead wall, ura dora seen"),
        ("penalty.dead_wall_exposed", "ura-seen", "dead-wall-count"),
    ),
)  # fmt: skip
"""What referees are called for, the most frequent first: title, what belongs to it, and the subjects to ask about."""
_DOCK = (
    ("ask", words.ASK_SHORT), ("riichi-kan", words.KAN_SHORT), ("pay", words.PAY_SHORT), ("foul", words.FOUL_SHORT),
    ("none", _N("More")),
)  # fmt: skip
"""The tools in the bar at the bottom of a phone."""
_WARNING = {"ema-2025": _N("minor error")}
"""What rulesets, and those that stand on them, call the penalty that is counted; the others call it a warning."""
_RULES_OF, _UNTIL, _READY_OFFLINE = _N("{rules}, version {version}"), _N("until {day}"), _N("Ready offline")
_LOADING, _NO_STORE = _N("Loading for offline use"), _N("Not saved on this device")
_SHOW_PLAYER, _RECORD, _TURN_ROUND, _BACK = _N("Show player"), _N("Record ruling"), _N("Turn round"), _N("Back")
_TIME, _ROUND, _TABLE, _PLAYER = _N("Time"), _N("Round"), _N("Table"), _N("Player number")
_SEAT, _INCIDENT, _SHOWN = _N("Seat at the start of the round"), _N("Incident"), _N("Ruling shown")
_DECISION, _AS_SHOWN, _DIFFERENT = _N("Decision"), _N("As shown"), _N("Different")
_REASON, _PENALTY, _REFEREE = _N("Decision and reason"), _N("Penalty"), _N("Referee")
_SAVE, _KEPT_HERE = _N("Save ruling"), _N("No names of players. Kept on this device only.")
_LOST = _N("Not saved: this device has no room left or blocks storage. Note it on paper, or export and make room.")
_RECORDS, _FIND_RECORD = _N("Recorded rulings"), _N("Search the recorded rulings")
_SAME, _OF_SEAT = _N("Same incident today: {count}"), _N("{word}, this player or seat today: {count}")
_EXPORT, _MERGE = _N("Export as CSV"), _N("Merge another referee's CSV")
_REMIND = _N("Not exported yet: {count}")
_UNLOCK, _NO_RECORDS = _N("Leave the event"), _N("No ruling recorded.")
_PENALTIES = (
    ("none", _N("none")), ("warning", _N("warning")), ("dead_hand", _N("dead hand")), ("chombo", _N("chombo")),
)  # fmt: skip


def counted_word(rules: Ruleset) -> str:
    """Return what the ruleset calls a penalty that is counted: a warning, or a minor error."""
    known = (_WARNING.get(layer.written.head.id) for layer in rules.layers)
    return next(filter(None, known), "warning")


def bar(of: Sequence[Ruleset], up: str, say: Translator) -> str:
    """Return the bar of the events of these rulesets, which the script of the page shows on a device that is locked to
    one of them.
    """
    events = [
        {
            "id": one.id,
            "name": one.event.name,
            "rules": say(_RULES_OF).replace("{rules}", one.title_in(say.language)).replace("{version}", one.version),
            "version": one.version,
            "last": str(one.event.last_day or ""),
            "until": say(_UNTIL).replace("{day}", str(one.event.last_day)) if one.event.last_day else "",
            "word": say(counted_word(one)),
        }
        for one in of
        if one.event is not None
    ]
    states = f'data-ready="{escape(say(_READY_OFFLINE))}" data-loading="{escape(say(_LOADING))}"'
    return (
        f'<template id="event" data-events="{escape(json.dumps(events, ensure_ascii=False))}">'
        f'<header class="eventbar"><a href="{up}live/index.html?tool=ask"><b data-name></b><span data-of></span></a>'
        f'<p><b role="status" data-state {states} data-refused="{escape(say(_NO_STORE))}"></b><span data-until></span>'
        f"</p></header></template>"
    )


def dock(up: str, say: Translator, *, always: bool) -> str:
    """Return the tools at the bottom of a phone: on the page of the tools (`always`), and elsewhere on a device that is
    locked to an event.
    """
    links = "".join(
        f'<a href="{up}live/index.html?tool={tool}" data-tool="{tool}">{escape(capital(say(label)))}</a>'
        for tool, label in _DOCK
    )
    kind = "dock tools" if always else "dock"
    return f'<nav class="{kind}" aria-label="{escape(say(words.TOOLS))}">{links}</nav>\n'


def incidents(say: Translator) -> str:
    """Return six buttons for what happens most often, each of which opens the questions about it."""
    from kanrules.desk.subjects import subjects

    found = ""
    for title, below, names in INCIDENTS:
        items = "".join(
            f'<li><button type="button" class="row" data-ask>{escape(capital(say(subjects()[name].question)))}'
            "</button></li>"
            for name in names
        )
        found += (
            f'<details name="incident"><summary><b>{escape(say(title))}</b><span>{escape(say(below))}</span></summary>'
            f'<ul class="common">{items}</ul></details>'
        )
    return f'<div class="incidents">{found}</div>'


def forms(say: Translator, languages: Sequence[str]) -> str:
    """Return the dialogs of an event and the list of what was recorded."""
    return _player(say, languages) + _record(say) + _records(say)


def _player(say: Translator, languages: Sequence[str]) -> str:
    """The ruling in the player's language, on the whole screen."""
    tabs = "".join(
        f'<button type="button" data-speak="{one}" lang="{one}" aria-pressed="false">{LANGUAGES[one].name}</button>'
        for one in languages
    )
    return (
        f'<dialog id="player" aria-label="{escape(say(_SHOW_PLAYER))}"><div class="speak">{tabs}</div>'
        '<div data-shown aria-live="polite" tabindex="0"></div><div class="pair">'
        f'<button type="button" class="btn" data-round>{escape(say(_TURN_ROUND))}</button>'
        f'<button type="button" class="btn" data-close>{escape(say(_BACK))}</button></div></dialog>'
    )


def _field(say: Translator, name: str, label: str, more: str = "") -> str:
    return (
        f'<div class="f"><label for="record-{name}">{escape(say(label))}</label>'
        f'<input id="record-{name}" name="{name}" type="text" autocomplete="off"{more}></div>'
    )


def _choice(say: Translator, name: str, label: str, options: Sequence[tuple[str, str]], chosen: str = "") -> str:
    radios = "".join(
        f'<label><input type="radio" name="{name}" value="{value}"{" checked" if value == chosen else ""}>'
        f"<span>{escape(text)}</span></label>"
        for value, text in options
    )
    return f'<fieldset class="f"><legend>{escape(say(label))}</legend><div class="seg">{radios}</div></fieldset>'


def _record(say: Translator) -> str:
    """The form in which a ruling is recorded. It asks for no names."""
    seats = [(one, seat_name(one, say)) for one in ("east", "south", "west", "north")]
    penalties = [(value, capital(say(label))) for value, label in _PENALTIES]
    number = ' inputmode="numeric"'
    return (
        f'<dialog id="record" aria-labelledby="record-title"><form method="dialog"><div class="head">'
        f'<h2 id="record-title">{escape(say(_RECORD))}</h2>'
        f'<button type="button" class="btn" data-close>{escape(say(_BACK))}</button></div>'
        f'<div class="tri">{_field(say, "time", _TIME)}{_field(say, "round", _ROUND, number)}'
        f"{_field(say, 'table', _TABLE, number)}</div>"
        + _choice(say, "seat", _SEAT, seats)
        + _field(say, "player", _PLAYER, number)
        + _field(say, "incident", _INCIDENT)
        + f'<p class="small"><b>{escape(say(_SHOWN))}</b> <span data-shown></span></p>'
        + _choice(say, "decision", _DECISION, [("shown", say(_AS_SHOWN)), ("other", say(_DIFFERENT))], "shown")
        + f'<div class="f" data-reason hidden><label for="record-reason">{escape(say(_REASON))}</label>'
        '<textarea id="record-reason" name="reason" rows="3"></textarea></div>'
        + _choice(say, "penalty", _PENALTY, penalties, "none")
        + f'<p class="counts small" data-of-seat="{escape(say(_OF_SEAT))}" data-same="{escape(say(_SAME))}"></p>'
        + _field(say, "referee", _REFEREE)
        + f'<p class="small mut">{escape(say(_KEPT_HERE))}</p>'
        f'<p class="refused" role="alert" data-lost hidden>{escape(say(_LOST))}</p>'
        f'<button class="btn first go">{escape(say(_SAVE))}</button></form></dialog>'
    )


def _records(say: Translator) -> str:
    """What was recorded on this device: a search, the list, and files that merge with those of other referees."""
    return (
        f'<section id="records" hidden><h2>{escape(say(_RECORDS))}</h2>'
        f'<p data-remind="{escape(say(_REMIND))}" class="note" role="status" hidden></p>'
        f'<label class="vh" for="records-q">{escape(say(_FIND_RECORD))}</label>'
        f'<input id="records-q" type="search" placeholder="{escape(say(_FIND_RECORD))}" autocomplete="off">'
        f'<ul class="records" data-none="{escape(say(_NO_RECORDS))}"></ul>'
        f'<div class="act"><button type="button" class="btn first" data-record>{escape(say(_RECORD))}</button>'
        f'<button type="button" class="btn" data-export>{escape(say(_EXPORT))}</button>'
        f'<label class="btn">{escape(say(_MERGE))}<input class="vh" type="file" accept=".csv" data-merge></label>'
        f'<button type="button" class="btn" data-unlock>{escape(say(_UNLOCK))}</button></div></section>'
        f'<p id="answered" class="pair" hidden><button type="button" class="btn" data-show>'
        f'{escape(say(_SHOW_PLAYER))}</button><button type="button" class="btn first" data-record>'
        f"{escape(say(_RECORD))}</button></p>"
    )
