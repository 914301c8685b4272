"""The timeline of a ruleset's editions: what each of them changed, and what releases of kanrules corrected."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from html import escape
from typing import Any

from kanrules.locale import Translator
from kanrules.ruleset import Ruleset
from kanrules.ruleset.edition_history import changed_by, history_of
from kanrules.ruleset.history import former_editions, later_editions
from kanrules.ruleset.keys import file_text, keys
from kanrules.site import words
from kanrules.site.frame import english


def editions(rules: Ruleset, say: Translator, has: Callable[[str], bool] = bool) -> str:
    """Return the section of a ruleset's page, newest edition first; "" for a ruleset without a history. `has` says
    whether the site has a page of a ruleset.
    """
    told = history_of(rules)
    later = list(later_editions(rules, date.today()))[::-1]
    own = [rules, *former_editions(rules)]
    chain = [*later, *own]
    corrections = _corrections(told, rules, say)
    if len(chain) == 1 and not corrections:
        return ""
    # Editions after this one have pages of their own, which say what they changed.
    changes = [""] * len(later) + [
        _changes(one, new, old, say) for one, new, old in zip(told["editions"], own[:-1], own[1:], strict=True)
    ]
    changes += [""] * (len(chain) - len(changes))
    points = "".join(
        _edition(one, one.id == rules.id, has(one.id), changed, say)
        for one, changed in zip(chain, changes, strict=True)
    )
    line = f'<ol class="editions">{points}</ol>' if len(chain) > 1 else ""
    return f'<section id="editions"><h2>{escape(say(words.EDITIONS))}</h2>{line}{corrections}</section>'


def _edition(one: Ruleset, is_this: bool, has_page: bool, changed: str, say: Translator) -> str:
    days = [
        say(said).replace("{day}", str(day))
        for said, day in (
            (words.IN_FORCE_FROM, one.head.in_force_from),
            (words.IN_FORCE_UNTIL, one.head.in_force_until),
        )
        if day is not None
    ]
    name = escape(one.title)
    if is_this:
        name = f"<b>{name}</b>"
    elif has_page:
        name = f'<a href="../{escape(one.id)}/index.html">{name}</a>'
    said = f' <span class="small mut">{escape(", ".join(days))}</span>' if days else ""
    current = ' aria-current="true"' if is_this else ""
    return f"<li{current}><h3>{name}{said}</h3>{changed}</li>"


def _changes(edition: dict[str, Any], new: Ruleset, old: Ruleset, say: Translator) -> str:
    """Return what an edition changed, each value with its sentence, its clause, and what the one before it said."""
    items = "".join(
        f"<li><b>{escape(say(one.title))}.</b> {escape(say(one.meaning_b))} "
        f'<span class="small mut">{escape(source.clause)}</span><br><span class="mut">'
        f"{escape(say(words.BEFORE).replace('{sentence}', say(one.meaning_a)))}</span></li>"
        for one, _, source in changed_by(new, old)
    )
    rest = edition["without_source"]
    more = f'<p class="small mut">{escape(say(words.NOT_COMPARED).replace("{count}", str(rest)))}</p>' if rest else ""
    return (f"<ul>{items}</ul>" if items else f"<p>{escape(say(words.NO_CHANGE))}</p>") + more


def _corrections(told: dict[str, Any], rules: Ruleset, say: Translator) -> str:
    """Return what releases changed in this ruleset. The reasons are in English."""
    items = "".join(f"<li>{escape(one['release'])}: {escape(one['why'])}</li>" for one in told["added"])
    for one in told["corrections"]:
        new = rules[one["key"]] if one["new"] is None else one["new"]
        key = keys().get(one["key"])
        # An option of a plugin has neither a title nor a place on the page.
        titled = (
            f"<code>{escape(one['key'])}</code>"
            if key is None
            else f'<a href="#{key.name}"><span lang="{say.language}">{escape(say(key.title))}</span></a>'
        )
        shown = "" if isinstance(new, str) and " " in new else f" {_shown(one['old'])} → {_shown(new)}."
        items += f"<li>{escape(one['release'])}: {titled}.{shown} {escape(one['why'])}</li>"
    if not items:
        return ""
    title = escape(say(words.CHANGED_BY_RELEASES))
    return f'<details class="idle"><summary>{title}</summary><ul class="plain"{english(say)}>{items}</ul></details>'


def _shown(value: object) -> str:
    return f"<code>{escape(file_text(value))}</code>"
