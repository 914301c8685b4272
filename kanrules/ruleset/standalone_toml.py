"""A ruleset as one self-contained TOML text, and the files that `new` writes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from kanrules.law.options import Instant
from kanrules.ruleset.answered_hooks import is_answered
from kanrules.ruleset.keys import TEXT_TABLES, Takes, file_text, file_value, keys, table_words, tables
from kanrules.ruleset.model import DEFAULT, Ruleset
from kanrules.ruleset.problems import quote
from kanrules.rulings import TextRead

ID = re.compile(r"(?=.{1,100}\Z)[a-z0-9]+(?:-[a-z0-9]+)*")
"""Pattern of the id of a new ruleset, which is part of the names of its file, its cases, and its pages."""
ID_IN_WORDS = "at most 100 lower-case letters and digits, with single hyphens between them, such as thursday-club"


def to_toml(rules: Ruleset) -> str:
    """Return the resolved ruleset without a parent.

    Default values are left out, so that no one is cited for them. A standalone ruleset keeps its parent, because it
    assumes values of the parent that it cannot cite.
    """
    import tomli_w

    document: dict[str, Any] = {
        "ruleset": {
            "id": rules.id,
            "name": rules.name,
            "edition": rules.edition,
            "authority": rules.authority,
            "version": rules.version,
            **_kept(rules),
            **({"plugins": list(rules.plugins)} if rules.plugins else {}),
            **({"partial": True} if rules.partial else {}),
        }
    }
    sources: dict[str, dict[str, str]] = {}
    for key in keys().values():
        origin = rules.origin(key.name)
        if origin.departs is not None:
            sources[key.name] = {name: text for name, text in origin.departs.to_json().items() if text}
        # A plugin that the ruleset lists states its texts again.
        if origin.set_by == DEFAULT or (key.is_text and origin.set_by.startswith("plugin ")):
            continue
        document.setdefault(key.table, {})[key.field] = file_value(rules[key.name])
        if origin.source is not None:
            sources[key.name] = {name: text for name, text in origin.source.to_json().items() if text}
    about = {
        key.name: [list(names) for names in stated]
        for key in keys().values()
        if key.field in document.get(key.table, {}) and (stated := rules.about(key.name))
    }
    if about:
        document["about"] = about
    plugins = {
        name: {key: file_value(value) for key, value in options.items()}
        for name, options in rules.plugin.items()
        if options
    }
    if plugins:
        document["plugin"] = plugins
    if rules.unsettled:
        document["departs"] = {"keys": list(rules.unsettled)}
    if sources:
        document["source"] = sources
    return tomli_w.dumps(document)


def _kept(rules: Ruleset) -> dict[str, Any]:
    """Return the keys of [ruleset] that are written because they are not empty."""
    head = rules.head
    said = {
        "extends": "" if rules.own_layers == rules.layers else rules.own_layers[-1].written.head.extends,
        "standalone": rules.own_layers != rules.layers,
        "replaces": head.replaces,
        "in_force_from": head.in_force_from,
        "in_force_until": head.in_force_until,
        "text_read": rules.text_read.value if rules.text_read is not TextRead.PARTS else "",
        "unread": list(rules.unread),
    }
    return {name: value for name, value in said.items() if value}


SCHEMA = "kanrules.schema.json"
"""File name of the JSON Schema that `new ruleset` writes next to a ruleset, for editors."""
BEGIN_WITH: tuple[str, ...] = (
    "kandora",
    "kan",
    "four_kans",
    "fifth_kan",
    "chankan",
    "sekinin_barai",
    "riichi_kan",
    "tenpai",
    "rinshan",
    "furiten",
    "game",
    "notes",
)
"""Tables that a new ruleset writes out. A comment names the others."""


def template(
    name: str,
    *,
    title: str,
    authority: str,
    edition: str,
    parent: Ruleset | None,
    extends: str = "",
    chosen: Mapping[str, Any] | None = None,
) -> str:
    """Return a new ruleset with comments: every question about kans with its values, the parent's answers, and the
    choices made already.
    """
    chosen = chosen or {}
    lines = [
        # An editor reads the schema from this file in the folder of the ruleset, so it needs no network.
        f"#:schema ./{SCHEMA}",
        f"# {title}: the rules at our tables.",
        "#",
        f"# Check this file:       kanrules check {name}.toml",
        *([f"# See what it changes:   kanrules diff {extends} {name}.toml"] if parent else []),
        f"# What a key asks:       kanrules explain {'kandora.daiminkan'}",
        f"# The poster: kanrules sheet {name}.toml",
        "",
        "[ruleset]",
        f"id = {quote(name, 200)}",
        f"name = {quote(title, 200)}",
        f"edition = {quote(edition, 200)}",
        f"authority = {quote(authority, 200)}",
        'version = "1"',
    ]
    if parent is not None:
        lines.append(f"extends = {quote(extends, 200)}")
        lines += [
            "",
            f"# Keys that this file does not set are as in {parent.title}.",
            "# Remove the # before a key and give it another value to change a rule.",
        ]
    else:
        lines += [
            "",
            "# This ruleset has no parent. Remove the # before a key to set it. Rulings on the",
            "# other keys say: No source found; kanrules assumes this.",
        ]
    others = [table for table in tables() if table not in BEGIN_WITH and table not in TEXT_TABLES]
    chosen_tables = {key.partition(".")[0] for key in chosen}
    for table in tables():
        if table not in BEGIN_WITH and table not in chosen_tables:
            continue
        lines += ["", f"# {table_words()[table][0]}. {table_words()[table][1]}", f"[{table}]"]
        for key in keys().values():
            if key.table != table:
                continue
            value = chosen.get(key.name, parent[key.name] if parent else key.default)
            lines.append(f"# {keys()[key.name].question}")
            if key.takes is Takes.CHOICE:
                lines.append(f"#   {' | '.join(map(str, key.allowed))}")
            elif key.takes is Takes.LIST and not key.allowed:
                lines.append('#   lines of your own, like ["Chips: 500 points each.", "Phones are silent."]')
            elif key.takes is Takes.LIST and len(key.allowed) < 9:
                lines.append(f"#   some of: {', '.join(key.allowed)}")
            lines.append(f"{'' if key.name in chosen else '# '}{key.field} = {file_text(value)}")
    lines += [
        "",
        f"# More tables: {', '.join(others)}; `kanrules explain scoring` lists the keys of one.",
        "# A value from a written rule can name it; without that it is cited as your own:",
        "#",
        '# [source."kandora.daiminkan"]',
        f"# document = {quote(title + ' rules', 200)}",
        '# clause = "4.2"',
        '# grade = "own"',
        "",
    ]
    return "\n".join(lines)


def case_template(name: str, title: str, rules: Ruleset) -> str:
    """Return a first case for a new ruleset, which passes: an ankan, and its dora indicator until the discard."""
    instant = rules.kandora.ankan if rules.kandora.enabled else Instant.NEVER
    order, indicators, never = '["ankan", "rinshan"]', 1, ', "kandora"'
    sentence = "An ankan turns no indicator before the discard"
    if is_answered(rules, "reveal_kandora"):
        sentence, never, indicators = "After an ankan a replacement tile is drawn", "", 0
    elif instant is Instant.DECLARATION:
        order, indicators, never = '["ankan", "kandora", "rinshan"]', 2, ""
        sentence = "An ankan turns its indicator before the replacement tile is drawn"
    elif instant is Instant.RINSHAN_DRAW:
        order, indicators, never = '["ankan", "rinshan", "kandora"]', 2, ""
        sentence = "An ankan turns its indicator after the replacement tile is drawn"
    return "\n".join(
        [
            f"# Cases of {title}: positions, what is played, and what {name}.toml must rule.",
            f"# Run them: kanrules verify {name}.cases.toml",
            "# Add one for every ruling that people argued about.",
            "# Tiles: 123m 406p 789s (0 is a red five); 1z to 7z are east south west north haku hatsu chun.",
            "",
            "[[case]]",
            f'name = "{sentence}"',
            "",
            "[case.given]",
            'hands = { south = "999p123s456s789s1z" }',
            'turn = "south"',
            'live = "9p"',
            "",
            "[case.play]",
            'lines = """',
            "south draws 9p",
            "south ankan 9p",
            '"""',
            "",
            "[case.expect]",
            f"order = {order}",
            f'never = ["chankan"{never}]',
            *([f"indicators = {indicators}"] if indicators else []),
            "",
        ]
    )
