"""Which keys have an effect under a ruleset, and at which step of a kan or a kita."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kanrules.hooks.discovery import named_keys, of_options
from kanrules.law.options import overruled
from kanrules.locale import marked as _N
from kanrules.locale.sentences import say
from kanrules.ruleset.answered_hooks import hooks_of, is_answered
from kanrules.ruleset.kept import kept
from kanrules.ruleset.key_sentences import meaning
from kanrules.ruleset.keys import is_in_words, keys
from kanrules.rulings import RAISED

if TYPE_CHECKING:
    from kanrules.kan.way import Step
    from kanrules.ruleset.model import Ruleset


def mute(rules: Ruleset) -> frozenset[str]:
    """Return the keys without effect under this ruleset, because of another key and without a plugin that uses them."""
    return kept(rules, "mute", lambda: frozenset(name for name in keys() if silencing(name, rules)))


def left_out(rules: Ruleset) -> dict[str, tuple[str, ...]]:
    """Return for each list that the ruleset's own file sets the members that its parent has and it has not."""
    found: dict[str, tuple[str, ...]] = {}
    for key, value in rules.layers[0].written.values.items() if len(rules.layers) > 1 else ():
        if isinstance(value, tuple) and keys()[key].allowed:
            parents = (layer.written.values for layer in rules.layers[1:])
            before = next((values[key] for values in parents if key in values), keys()[key].default)
            if gone := tuple(str(one) for one in before if one not in value):
                found[key] = gone
    return found


def open_questions(rules: Ruleset) -> tuple[str, ...]:
    """Return the open questions of a ruleset: keys without effect under one of the rulesets that it stands on, that a
    later file's values make matter, and that nobody sets. A ruleset without a parent raises none.
    """
    return kept(rules, "open questions", lambda: _open_questions(rules))


def _open_questions(rules: Ruleset) -> tuple[str, ...]:
    from kanrules.ruleset.load import load_file

    below = [load_file(one.document.path, allow_local_plugins=rules.local_plugins) for one in rules.layers[1:]]
    answered = mute(rules).union(*(superseding(name, rules) for name, _ in rules.modules))
    idle = frozenset[str]().union(*map(mute, below))
    return tuple(key for key in keys() if key in idle - answered and rules.origin(key).is_default)


def raises(rules: Ruleset, *asked: str) -> bool:
    """Return True if the ruleset's own values raise a question about one of these keys that it does not answer."""
    return bool(rules.own) and not set(asked).isdisjoint(open_questions(rules))


def gap_of(rules: Ruleset, *asked: str) -> str:
    """Return the sentence for these keys if no source settles their values."""
    return RAISED if raises(rules, *asked) else rules.assumed_of(*asked)


DOES_NOT_ARISE = _N("does not arise: {reason}")
_LAPSED = _N("no longer applies: {reason}")


def silencing(key: str, rules: Ruleset) -> tuple[str, ...]:
    """Return the keys whose values leave this one without effect under this ruleset; none if it has an effect."""
    for silence in keys()[key].silent:
        if silence.when(rules.options) and not is_answered(rules, *silence.hook.split()):
            return silence.because
    return ()


def holds(key: str, rules: Ruleset) -> str:
    """Return the meaning of a key's value under a ruleset. If other keys leave it without effect, or a text of the
    parent has lapsed because of another key, say so and give their meaning. If the ruleset's text departs from its
    parent's without settling the key, say that nobody decides.
    """
    if key in rules.unsettled:
        return rules.assumed_of(key)
    if key in rules.lapsed and not rules[key]:
        cause = rules.lapsed[key][0].cause
        if cause in rules.unsettled:
            return say(_LAPSED, reason=rules.assumed_of(cause))
        return say(_LAPSED, reason=meaning(cause, rules[cause]))
    reasons = [meaning(name, rules[name]) for name in silencing(key, rules)]
    if not reasons:
        return meaning(key, rules[key])
    reason = reasons[0]
    for further in reasons[1:]:
        reason = say("{first} {second}", first=reason, second=further)
    return say(DOES_NOT_ARISE, reason=reason)


def said_of(key: str, rules: Ruleset) -> str:
    """Return the sentence of a key's value under a ruleset, the words of its text, or that nobody decides. This is the
    one wording of a value: `ask`, sheets, posters, slips and the book print it.
    """
    in_words = is_in_words(key)
    return rules.undecided(key) if in_words and not rules[key] else holds(key, rules)


def decided_by(key: str, rules: Ruleset) -> str:
    """Return the key that decides what this key asks: itself, or the first explicitly set one of those that leave it
    without effect.
    """
    causes = silencing(key, rules) or (key,)
    return next((cause for cause in causes if not rules.origin(cause).is_default), causes[0])


def overruling(key: str, rules: Ruleset) -> tuple[str, ...]:
    """Return the plugins of a ruleset that may overrule the value of a key: they list it in `supersedes`, or in
    `qualifies` for an option that is set, or a function of theirs that answers for no option answers its hook.
    """
    hook = overruled().get(key, "")
    plugins = kept(rules, "overruling", lambda: _overruling(rules))
    return tuple(name for name, named, hooks in plugins if key in named or hook in hooks)


def _overruling(rules: Ruleset) -> list[tuple[str, frozenset[str], list[str]]]:
    """Return each plugin with the keys that it lists, and the hooks that it answers whatever its options are."""
    found = []
    for name, module in rules.modules:
        qualified = named_keys(name, module, "qualifies", rules.plugin.get(name, {}))
        hooks = hooks_of(rules, name, apart_from=of_options(name, module))
        found.append((name, frozenset((*superseding(name, rules), *qualified)), hooks))
    return found


def superseding(name: str, rules: Ruleset) -> tuple[str, ...]:
    """Return the keys that a plugin of a ruleset overrules."""
    return named_keys(name, dict(rules.modules)[name], "supersedes", rules.plugin.get(name, {}))


def effects(step: Step, rules: Ruleset) -> tuple[str, ...]:
    """Return the keys that decide something at this step under the ruleset."""
    silent = mute(rules)
    return tuple(key for key in step.keys if key not in silent and rules[key] == step.acts.get(key, rules[key]))


def has_effect(step: Step, rules: Ruleset) -> bool:
    """Return True if anything can happen at this step under the ruleset: a key that acts there, a plugin, or the law
    itself.
    """
    if any(rules.judge.asks(hook) for hook in step.hooks):
        return True
    if step.hooks and not step.keys and step.pause is None:
        # Only plugins act or observe there.
        return False
    return bool(effects(step, rules)) if step.acts else True
