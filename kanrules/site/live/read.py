"""The page that a shared link opens: a ruleset to be read, with what differs from its parent first."""

from __future__ import annotations

from html import escape

from kanrules.report.sheet import sheet
from kanrules.ruleset import Ruleset, load_ruleset
from kanrules.ruleset.library import is_path
from kanrules.site.differences import decided, differences, questions
from kanrules.site.live.form_fields import FormFields, PageAnswer
from kanrules.site.rule_lines import in_force, topic_folds


def answer(given: FormFields) -> PageAnswer:
    """Return name and version of the rules, what differs from their parent, what is decided and what is open, and then
    every rule by topic.
    """
    rules, say = given.rules(), given.say
    parent = _parent(rules)
    differing = differences(parent, rules, say)[0] if parent is not None else ""
    event = f'<p class="event">{escape(say(rules.event.said))}</p>' if rules.event is not None else ""
    head = (
        f'<section class="cover"><div class="title"><h2>{escape(rules.title_in(say.language))}</h2>{event}'
        f"<p>{escape(in_force(rules, say))}</p></div></section>"
    )
    folds = topic_folds(sheet(rules, (say.language,)), rules, say)
    every = f'<section id="rules"><div class="tops">{folds}</div></section>'
    return PageAnswer(head + differing + decided(rules, say) + questions(rules, say) + every, None, "told")


def _parent(rules: Ruleset) -> Ruleset | None:
    if not rules.extends or is_path(rules.extends) or rules.head.standalone:
        return None
    return load_ruleset(rules.extends)
