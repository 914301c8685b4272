"""Lookup for authors of plugins and cases: hooks, and keys of case files."""

from __future__ import annotations

from dataclasses import replace
from difflib import SequenceMatcher

from kanrules.cases.case_key import CaseKey
from kanrules.cases.case_keys import KEYS, LINES, TABLES
from kanrules.hooks.specs import HOOKS
from kanrules.ruleset import Ruleset
from kanrules.ruleset.answered_hooks import hooks_of
from kanrules.ruleset.explain import Explanation, option
from kanrules.ruleset.problems import close

_KEYS: dict[str, CaseKey] = {one.name: one for one in KEYS}


def look_up(topic: str, rules: Ruleset | None) -> Explanation | None:
    """Return the explanation of a hook (`before_kan`, `hook four_kans`), a key of a case (`given.live_tiles`), or a
    table of a case (`given`); None for anything else.

    Under a ruleset, a hook lists the plugins that answer it.
    """
    word = topic.strip().removeprefix("[").removesuffix("]")
    named = word.removeprefix("hook ").removeprefix("hook.").strip()
    if named in HOOKS:
        return _hook(named, rules)
    if word.startswith("case.") and word not in _KEYS:
        word = word.removeprefix("case.")
    if word in _KEYS:
        return _case_key(_KEYS[word])
    if word in TABLES:
        return _case_table(word)
    return None


def by_field(topic: str) -> Explanation | None:
    """Return the explanation of the case keys with this name (`live_tiles`), which several tables may have."""
    word = topic.strip()
    called = [one for one in KEYS if one.key == word]
    if len(called) == 1:
        return _case_key(called[0])
    if called:
        options = tuple(option(one.name, one.says) for one in called)
        return Explanation(word, word, f"`{word}` is a key of several tables of a case.", options)
    return None


def with_hook(found: Explanation, topic: str) -> Explanation:
    """Return the explanation with a line on how to look up the hook of the same name, if there is one."""
    word = topic.strip()
    if word not in HOOKS:
        return found
    line = f"Plugins have a hook of the same name: kanrules explain hook {word}"
    return replace(found, lines=(*found.lines, line))


def nearer(topic: str, otherwise: str) -> str:
    """Return the closest known name: a hook or case key if it is closer than the hint `otherwise`. May be ""."""
    word = topic.strip()
    found = close(word, [*HOOKS, *_KEYS])
    return max((found, otherwise), key=lambda one: SequenceMatcher(None, word, one).ratio() if one else 0.0)


def _hook(name: str, rules: Ruleset | None) -> Explanation:
    from kanrules.hooks.docs import answered_by, hook
    from kanrules.kan.course import WAY

    found = hook(name)
    lines = [f"  {argument} ({kind}): {words}" for argument, kind, words in found.arguments]
    lines.append(f"Returns {found.returns}" if found.answer != "None" else "Returns nothing.")
    if steps := ", ".join(step.name for step in WAY if name in step.hooks):
        lines.append(f"Asked at these steps of a kan: {steps}")
    lines.append(f"Answered by: {', '.join(answered_by(name)).replace('`', '') or 'no bundled plugin'}.")
    if rules is not None:
        asked = [plugin for plugin, _ in rules.modules if name in hooks_of(rules, plugin)]
        lines.append(f"Under {rules.id}: {', '.join(asked) or 'no plugin'}.")
    lines += ["", *(f"  {line}".rstrip() for line in found.example.split("\n"))]
    return Explanation(
        name, f"{name}: a hook of plugins ({found.kind})", f"{found.summary}\n{found.text}", lines=tuple(lines)
    )


def _case_key(one: CaseKey) -> Explanation:
    table = f"[case.{one.table}]" if one.table else "[[case]]"
    lines = (f"Takes {one.takes}.", f"For example: {one.example}")
    return Explanation(one.name, f"{one.name}: a key of {table} in a file of cases", one.says, lines=lines)


def _case_table(table: str) -> Explanation:
    options = tuple(option(one.name, one.says) for one in KEYS if (one.table or "case") == table)
    if table == "play":
        options = tuple(option(line, words) for line, words in LINES)
    return Explanation(table, f"{table}: a table of a file of cases", TABLES[table], options)
