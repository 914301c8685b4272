"""A position ruled on step by step: every event with its clause, the table after every line of play."""

from __future__ import annotations

from dataclasses import replace
from html import escape

from kanrules import svg
from kanrules.cases.case import read_cases
from kanrules.cases.run import play
from kanrules.cases.verify import CaseFile, Library, verify_file
from kanrules.desk.casebook import chapters
from kanrules.desk.position import RuledPosition
from kanrules.desk.verify import STDIN, Run, Tally
from kanrules.desk.worth import value_text
from kanrules.errors import KanrulesError, UnreadableError
from kanrules.locale import Translator
from kanrules.report.as_json import envelope
from kanrules.ruleset import Ruleset
from kanrules.site import words
from kanrules.site.live.cite import law
from kanrules.site.live.given import Given, Told, text
from kanrules.site.live.pay import points
from kanrules.site.pictures import inline

_MOST = 24
"""So many tables are drawn; a longer play is drawn at its end alone."""
_UNSAID = ' class="default"'
"""How a ruling of core's is marked for which no text was found."""


def answer(given: Given) -> Told:
    """The rulings on a pasted position, or whether it comes out as it expects."""
    rules, say = given.rules(), given.say
    library = Library()
    library.keep(rules.id, rules)
    tally = Tally()
    pasted = CaseFile(None, STDIN, text=given.text("cases").encode())
    for verified in verify_file(pasted, library, rules=[rules.id]):
        tally.add(verified)
    if not tally.runs:
        raise UnreadableError("there is no [[case]] in this text", code="")
    parts = f'<p class="who"><span>{escape(rules.title)}</span></p>' + "".join(
        _run(run, rules, say) for run in tally.runs
    )
    first = tally.runs[0]
    if first.ruled is not None:
        outcome = first.ruled.outcome
        verdict = "ongoing" if outcome is None else outcome.type.value
        code = next((one.rulings[0].code for one in first.ruled.events() if one.event == "illegal" and one.rulings), "")
    else:
        verdict, code = ("passed" if first.verified.passed else "failed"), ""
        if first.verified.error is not None:
            verdict, code = "unreadable", first.verified.error.code
    return Told(parts, envelope(tally.to_json()), verdict, code)


def example(given: Given) -> Told:
    """The text of a case of the casebook, without what it expects, to begin from: `file:line` names it."""
    name, _, line = given.one("case").partition(":")
    found = next((path for _, path in chapters() if path.name == name), None)
    if found is None:
        raise UnreadableError(f"there is no case {given.one('case')[:60]!r}", code="")
    cases = [case.line for case in read_cases(found)]
    text_of = found.read_text(encoding="utf-8").split("\n")
    start = int(line) if line.isdigit() and int(line) in cases else cases[0]
    end = next((one for one in cases if one > start), len(text_of) + 1)
    kept = []
    for one in text_of[start - 1 : end - 1]:
        if one.startswith("[case.expect"):
            break
        if not one.startswith(("question =", "decides =", "source =", "rules =", "#")):
            kept.append(one)
    return Told("", None, "", extra={"text": "\n".join(kept).strip() + "\n"})


def _run(run: Run, rules: Ruleset, say: Translator) -> str:
    name = f"<h2>{escape(run.verified.case.name)}</h2>"
    if run.ruled is not None:
        return f"<section>{name}{_tables(run.ruled, rules, say)}{_ruled(run.ruled, say)}</section>"
    shown = ""
    if run.verified.played is not None:
        ruled = RuledPosition(run.verified.played.rules, run.verified.case, run.verified.played)
        shown = f"<section>{_tables(ruled, rules, say)}{_ruled(ruled, say)}</section>"
    kind, word = ("yes", words.AS_EXPECTED) if run.verified.passed else ("no", words.NOT_AS_EXPECTED)
    why = f'<p class="why">{escape(run.verified.why)}</p>' if run.verified.why else ""
    return f'<section class="verdict {kind}">{name}<p class="word long">{escape(say(word))}</p>{why}</section>{shown}'


def _ruled(ruled: RuledPosition, say: Translator) -> str:
    items = ""
    for event in ruled.events():
        refused = event.event == "illegal"
        rulings = "".join(
            f"<li{_UNSAID if one.source is None and one.plugin == 'core' and one.key else ''}>{text(one.text, say)} "
            f'<span class="mut small">{escape(one.code)}</span><br>{law(one, say)}</li>'
            for one in event.rulings
        )
        mark = f'<b class="lost">{escape(say(words.ILLEGAL))}</b> ' if refused else ""
        items += f"<li>{mark}{text(event.text, say)}{f'<ul>{rulings}</ul>' if rulings else ''}</li>"
    outcome = ruled.outcome
    if outcome is None:
        end = f'<p class="what">{escape(say(words.GOES_ON))}</p>'
    else:
        wins = "".join(f"<p>{text(str(win.seat), say)}: {text(value_text(win.value), say)}</p>" for win in outcome.wins)
        paid = "".join(
            f"<div><dt>{text(str(seat), say)}</dt><dd>{points(change, signed=True)}</dd></div>"
            for seat, change in ruled.played.changes.items()
        )
        end = f'{wins}<dl class="meta four">{paid}</dl>'
    return f'<ol class="events">{items}</ol>{end}'


def _tables(ruled: RuledPosition, rules: Ruleset, say: Translator) -> str:
    """The table before the play and after each of its lines, as far as it can be played."""
    lines = ruled.case.lines
    steps = range(len(lines) + 1) if len(lines) <= _MOST else (len(lines),)
    parts, end = "", ""
    for at in steps:
        try:
            played = play(replace(ruled.case, lines=lines[:at]), rules)
        except KanrulesError:
            continue
        said = escape(lines[at - 1].text) if at else escape(say(words.BEFORE_PLAY))
        picture = inline(svg.table(played.kyoku.table(), rules=rules))
        if at == len(lines):
            end = f'<div class="tablepic">{picture}</div>'
        else:
            parts += (
                f'<details class="tab"><summary>{at}. {said}</summary><div class="tablepic">{picture}</div></details>'
            )
    return f"{end}<h3>{escape(say(words.TABLE_AFTER))}</h3>{parts}" if parts else end
