"""The hooks that a judge calls while a hand is played."""

from __future__ import annotations

from kanrules.hooks.specs import HOOKS

QUESTIONS = frozenset(hook for hook, spec in HOOKS.items() if not spec.at_load)
