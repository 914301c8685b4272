"""Ask a plugin what it changes in a ruleset when it is loaded.

Only this hook is asked before there is a table, so this module imports nothing of the machine: a ruleset whose plugin
amends it is read as fast as any other.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pluggy

from kanrules.errors import PluginError
from kanrules.hooks import specs as hookspecs
from kanrules.hooks.faults import blame
from kanrules.hooks.guards import Question, guards_of, unasked


class _Spec:
    """The one hook that is asked here. Reading the specs of all hooks takes longer than asking it."""

    amend_rules = staticmethod(hookspecs.amend_rules)


def amendments(name: str, plugin: object, rules: Any, options: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return what a plugin changes in this ruleset, by key: its answers to `amend_rules` with these options.

    Raises PluginError if the plugin or an answer is faulty.
    """
    manager = pluggy.PluginManager("kanrules")
    manager.add_hookspecs(_Spec)
    try:
        for guards in guards_of(name, plugin, unasked(name, plugin, rules))[:2]:
            manager.register(guards)
    except ValueError as error:
        raise PluginError(f"plugin {name!r} is refused: {error}", plugin=name) from error
    amended: dict[str, Any] = {}
    for answer in manager.hook.amend_rules(rules=rules, options=options, question=Question(None, None)):
        try:
            amended.update(answer)
        except BaseException as error:
            blame(name, "amend_rules", error)
    return amended
