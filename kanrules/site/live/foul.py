"""The tool for the penalty of a foul."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from kanrules.desk.foul import FOULS, UNKNOWN, foul, foul_json
from kanrules.desk.statement import steps_in_words
from kanrules.errors import wrong_use
from kanrules.law.hook_values import Noticed
from kanrules.locale.sentences import capital
from kanrules.report.as_json import envelope
from kanrules.rulings import Verdict
from kanrules.site.live.cite import cases, law
from kanrules.site.live.form_fields import FormFields, PageAnswer, text

if TYPE_CHECKING:
    from kanrules.desk.statement import Statement
    from kanrules.locale import Translator
    from kanrules.ruleset import Ruleset


def answer(given: FormFields) -> PageAnswer:
    """Return the answer of one ruleset."""
    rules = given.rules()
    noticed, tiles = given.one("noticed"), given.one("tiles")
    if noticed and noticed not in list(Noticed):
        raise wrong_use(f"{noticed!r} is not a moment; expected one of: {', '.join(Noticed)}")
    if tiles and not (tiles.isdecimal() and len(tiles) < 4):
        raise wrong_use(f"{tiles!r} is not a number of tiles; expected one from 0 to 999, such as 7")
    one = foul(
        given.one("name"), rules, corrected=bool(given.one("corrected")), noticed=Noticed(noticed) if noticed else None,
        tiles=int(tiles or 0), repeated=bool(given.one("repeated")) or None,
    )  # fmt: skip
    html = foul_html(one, rules, given.say)
    return PageAnswer(html, envelope(foul_json(one), "foul", rules), one.ruling.verdict.value, one.ruling.code)


def foul_html(one: Statement, rules: Ruleset, say: Translator) -> str:
    """Return the penalty with its conditions and its clause."""
    title = escape(rules.title_in(say.language))
    who = f'<p class="who"><span>{title}</span><span>{escape(one.ruling.code)}</span></p>'
    what = f'<p class="what">{text(FOULS[one.subject], say)}</p>'
    # Where no source settles it, the sentence below says why, and what is assumed: an assumption is no verdict.
    word = one.verdict if one.is_settled else UNKNOWN
    kind = "assumed" if not one.is_settled else "yes" if one.ruling.verdict is Verdict.RULE else "no"
    steps = one.steps if len(one.steps) > 1 else ()
    listed = "".join(f"<li>{escape(capital(say(step)))}</li>" for step in steps_in_words(steps))
    return (
        f'<section class="verdict {kind}">{who}<p class="word long">{escape(capital(say(word)))}</p>{what}'
        f'<p class="why">{text(one.said, say)}</p>{f"<ul>{listed}</ul>" if steps else ""}'
        f'<p class="clause">{law(one.ruling, say) if one.is_settled else ""}</p></section>'
        + cases([one.ruling.key, f"penalty.{one.subject}"], say)
    )
