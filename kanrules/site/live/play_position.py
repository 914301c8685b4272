"""The tool that rules on a position step by step: every event with its clause, and the table after every line of
play.
"""

from __future__ import annotations

from dataclasses import replace
from html import escape

from kanrules import svg
from kanrules.cases.actions import parse_action
from kanrules.cases.run import play_case
from kanrules.cases.verify import CaseFile, Library, verify_file
from kanrules.desk.case_index import cases_by_id
from kanrules.desk.play_position import RuledPosition
from kanrules.desk.verify import STDIN, CaseRun, CaseTally
from kanrules.desk.worth import value_text
from kanrules.drawing.faces import FACES, name_of
from kanrules.errors import KanrulesError, UnreadableError, wrong_use
from kanrules.kyoku.machine import KyokuMachine
from kanrules.locale import Translator
from kanrules.locale.sentences import say as sentence
from kanrules.pieces.actions import Action, Discard, Draw
from kanrules.pieces.tiles import NAMES
from kanrules.report.as_json import envelope
from kanrules.ruleset import Ruleset
from kanrules.ruleset.problems import quote
from kanrules.site import words
from kanrules.site.live.cite import law
from kanrules.site.live.form_fields import FormFields, PageAnswer, text, verdict
from kanrules.site.live.pay import points
from kanrules.site.live.refusals import refusal
from kanrules.site.pictures import inline, use

LINES_END = '"""'
"""The quotes that end the lines of a play; a line can be added before them."""
_NOT_OF_POSITION = ("id =", "question =", "decides =", "source =", "rules =", "expect", "#")
"""Beginnings of the lines of a case that say what it is about, and not what is on the table."""
_MOST = 24
"""Maximum number of tables that are drawn. Of a longer play only the end is drawn."""
_UNSAID = ' class="default"'
"""Attribute of a core ruling without a source."""


def answer(given: FormFields) -> PageAnswer:
    """Return the rulings on a pasted position, or whether it meets its expectations."""
    rules, say = given.rules(), given.say
    library = Library()
    library.keep(rules.id, rules)
    tally = CaseTally()
    pasted = CaseFile(None, STDIN, text=given.text("cases").encode())
    for verified in verify_file(pasted, library, rules=[rules.id]):
        tally.add(verified)
    if not tally.runs:
        raise wrong_use(sentence(words.NO_POSITION))
    parts = "".join(_run(run, rules, given) for run in tally.runs)
    if tally.runs[-1].ruled is not None and given.text("cases").rstrip().endswith(LINES_END):
        parts += _menu(tally.runs[-1].ruled, rules, say)
    first = tally.runs[0]
    if first.ruled is not None:
        outcome = first.ruled.outcome
        word = "ongoing" if outcome is None else outcome.type.value
        code = next((one.rulings[0].code for one in first.ruled.events() if one.event == "illegal" and one.rulings), "")
    else:
        word, code = ("passed" if first.verified.passed else "failed"), ""
        if first.verified.error is not None:
            word, code = "unreadable", first.verified.error.code
    return PageAnswer(parts, envelope(tally.to_json(), "verify"), word, code)


def example(given: FormFields) -> PageAnswer:
    """Return the text of a casebook case without its expectations, as a starting point. The field `case` has its id."""
    case = cases_by_id().get(given.one("case"))
    if case is None or case.document is None:
        raise wrong_use(f"there is no case {given.one('case')[:60]!r}")
    named = f"name = {quote(given.say(case.question or case.name), 500)}"
    kept, inside = ["[[case]]"], False
    for one in case.document.text.split("\n")[case.line :]:
        if one == "[[case]]" or one.startswith(("[case.expect", "[[case.expect")):
            break
        if inside or one.startswith(_NOT_OF_POSITION):
            # A list of several lines ends with its bracket.
            inside = not one.startswith("]") if inside else one.endswith("[")
        else:
            kept.append(named if one.startswith("name =") else one)
    return PageAnswer("", None, "", extra={"text": "\n".join(kept).strip() + "\n"})


def _run(run: CaseRun, rules: Ruleset, given: FormFields) -> str:
    say = given.say
    name = f"<h2>{escape(run.verified.case.name)}</h2>"
    if run.ruled is not None:
        shown = f"{_tables(run.ruled, rules, say)}{_ruled(run.ruled, say)}"
        return f"{name}{_verdict(run.ruled, say)}<section>{shown}</section>"
    shown = ""
    if run.verified.played is not None:
        ruled = RuledPosition(run.verified.played.rules, run.verified.case, run.verified.played)
        shown = f"<section>{_tables(ruled, rules, say)}{_ruled(ruled, say)}</section>"
    kind, word = ("yes", words.AS_EXPECTED) if run.verified.passed else ("no", words.NOT_AS_EXPECTED)
    title = run.verified.played.rules.title if run.verified.played is not None else rules.title
    if run.verified.error is not None:
        why = refusal(run.verified.error, "position", given)
    else:
        why = "".join(f"<p>{text(one.text, say)}</p>" for one in run.verified.differences)
    return name + verdict(kind, say(word), (title,)) + why + shown


def _verdict(ruled: RuledPosition, say: Translator) -> str:
    """Return the verdict on a position: what was refused, how the hand ended, or that every action was legal."""
    refused = next((one for one in ruled.events() if one.event == "illegal"), None)
    title = ruled.played.rules.title_in(say.language)
    if refused is not None:
        codes = " ".join(one.code for one in refused.rulings[:1])
        return verdict("no", say(words.ILLEGAL), (title, codes), what=_line(refused.text, say))
    if ruled.outcome is not None:
        return verdict("told", say(ruled.outcome.type.value.replace("_", " ")), (title,))
    if not ruled.case.lines:
        return verdict("told", say(words.GOES_ON), (title,))
    return verdict("yes", say(words.LEGAL), (title,), what=escape(say(words.GOES_ON)))


def _menu(ruled: RuledPosition, rules: Ruleset, say: Translator) -> str:
    """Return the legal actions after the last line as buttons. A tap adds the action as the next line."""
    found: list[list[Action]] = []

    def look(kyoku: KyokuMachine) -> None:
        legal = dict.fromkeys(one for seat in kyoku.setup.seats for one in kyoku.legal_actions(seat))
        found.append([] if kyoku.outcome is not None else list(legal))

    play_case(ruled.case, rules, watch=look)
    # The state just before the remaining claims are passed for all players.
    actions = found[-2]
    back = (
        f'<button type="button" class="btn" data-back>{escape(say(words.TAKE_BACK))}</button>'
        if ruled.case.lines
        else ""
    )
    if not actions:
        return back
    drawn = next((one for one in actions if isinstance(one, Draw) and one.tile is None), None)
    others = "".join(
        _step(str(one), text(one.said, say)) for one in actions if one is not drawn and not isinstance(one, Discard)
    )
    discards = "".join(
        _step(str(one), _tile(NAMES[one.tile], say), text(one.said, say), riichi=one.riichi)
        for one in actions
        if isinstance(one, Discard)
    )
    unknown = ""
    if drawn is not None:
        asked = say(words.WHAT_IS_DRAWN).replace("{seat}", say(str(drawn.seat)))
        kinds = "".join(
            _step(f"{drawn.seat} draws {name}", _tile(name, say), escape(say(name_of(name))))
            for name in FACES
            if name[0] != "0"
        )
        unknown = f'<h3>{escape(asked)}</h3><div class="steps-tiles">{kinds}</div>'
    return (
        f'<section class="next"><h2>{escape(say(words.NEXT_STEP))}</h2><div class="quick">{others}</div>'
        f'<div class="steps-tiles">{discards}</div>{unknown}{back}</section>'
    )


def _step(line: str, shown: str, label: str = "", *, riichi: bool = False) -> str:
    named = f' aria-label="{label}"' if label else ""
    mark = "<b>R</b>" if riichi else ""
    return f'<button type="button" data-line="{escape(line)}"{named}>{shown}{mark}</button>'


def _tile(name: str, say: Translator) -> str:
    return f'<svg class="t" viewBox="0 0 60 80" aria-hidden="true">{use(name, say)}</svg>'


def _line(line: str, say: Translator) -> str:
    """Return a line of a play in words."""
    try:
        return text(parse_action(line).said, say)
    except UnreadableError:
        return escape(line)


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
        said = _line(event.text, say) if refused else text(event.text, say)
        items += f"<li>{mark}{said}{f'<ul>{rulings}</ul>' if rulings else ''}</li>"
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
    """Return pictures of the table before the play and after each of its lines, as far as it can be played."""
    lines = ruled.case.lines
    steps = range(len(lines) + 1) if len(lines) <= _MOST else (len(lines),)
    parts, end = "", ""
    for at in steps:
        try:
            played = play_case(replace(ruled.case, lines=lines[:at]), rules)
        except KanrulesError:
            continue
        said = _line(lines[at - 1].text, say) if at else escape(say(words.BEFORE_PLAY))
        picture = inline(svg.table(played.kyoku.table(), rules=rules, lang=say.language))
        if at == len(lines):
            end = f'<div class="tablepic">{picture}</div>'
        else:
            parts += (
                f'<details class="tab"><summary>{at}. {said}</summary><div class="tablepic">{picture}</div></details>'
            )
    return f"{end}<h3>{escape(say(words.TABLE_AFTER))}</h3>{parts}" if parts else end
