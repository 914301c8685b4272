"""The differences between two rulesets, and their effect at the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from kanrules.frozen import frozen
from kanrules.hooks.discovery import of_options
from kanrules.kan import kandora_effects
from kanrules.law.tables.kandora_keys import TIMINGS
from kanrules.locale import marked as _N
from kanrules.locale.sentences import Verbatim, capital, listed, say
from kanrules.ruleset.answered_hooks import hooks_of
from kanrules.ruleset.effects import decided_by, gap_of, holds, silencing
from kanrules.ruleset.keys import PLUGIN, UNPLAYED_TABLES, alternatives, file_value, is_in_words, keys
from kanrules.ruleset.model import Origin, Ruleset
from kanrules.ruleset.plugin_rules import NO_LOCAL_RULE, option_origin, plugin_rules
from kanrules.ruleset.worked import worked
from kanrules.rulings import Basis, would_rule

_ONLY = _N("under {rules} only: {columns}.")
_NOT_DECIDED = _N("not decided under {rules}: {columns}.")
_PENDING = ("kandora.pending_on_next_kan", "kandora.pending_on_rinshan_win")
"""The keys on which the effects of a kan dora indicator depend, apart from its moment."""


@frozen
class KeyDifference:
    """One key with different values in two rulesets."""

    key: str
    a: Any
    b: Any
    effect: str
    """Effect at the table: both meanings, and what follows from another moment of turning a kan dora indicator."""
    meaning_a: str
    meaning_b: str
    origin_a: Origin
    origin_b: Origin
    lapsed: bool = False
    """True if it differs only because a text of the parent no longer applies in one of the two."""

    @property
    def is_assumed(self) -> bool:
        """True if no source settles one side. A ruleset without a text assumes nothing."""
        return (self.origin_a.is_default or self.origin_b.is_default) and not is_in_words(self.key)

    @property
    def title(self) -> str:
        """The title of the key on a rule sheet; for the option of a plugin, its name."""
        return keys()[self.key].title if self.key in keys() else self.key.rpartition(".")[2].replace("_", " ")

    @property
    def question(self) -> str:
        """The question that the key answers."""
        if self.key in keys():
            return keys()[self.key].question
        if self.key == "ruleset.plugins":
            return PLUGINS_ASKED
        plugin, _, option = self.key.removeprefix(PLUGIN).partition(".")
        return say(LOCAL_RULE, plugin=plugin, option=Verbatim(option))


def chosen(found: Sequence[KeyDifference]) -> list[KeyDifference]:
    """Return the differences that somebody chose, without the texts that lapsed because of one of them."""
    return [one for one in found if not one.lapsed]


def differences_json(a: Ruleset, b: Ruleset, found: Sequence[KeyDifference]) -> dict[str, object]:
    """Return what `compare` found as JSON-ready data, in the form that `diff` and the page print."""
    return {
        "a": a.id,
        "b": b.id,
        "differences": [
            {
                "key": one.key,
                "a": one.a,
                "b": one.b,
                "bases": {"a": _basis(one.key, a).value, "b": _basis(one.key, b).value},
                "effect": one.effect,
            }
            for one in found
        ],
    }


def _basis(key: str, rules: Ruleset) -> Basis:
    """Return what one side of a difference rests on. The rules of plugins are their answers."""
    return rules.basis_of(decided_by(key, rules)) if key in keys() else Basis.PLUGIN


def compare(a: Ruleset, b: Ruleset) -> list[KeyDifference]:
    """Return every key whose value differs, in file order. The rules of plugins come last, as the keys of their
    options, and after them `ruleset.plugins` if a plugin decides something that no option of it says.
    """
    found = []
    for key in keys():
        if a[key] == b[key]:
            continue
        said_a, said_b = _said(key, a), _said(key, b)
        effect = f"{a.id}: {said_a} {b.id}: {said_b}"
        for line in consequence(key, a, b):
            effect += f" {capital(line)}"
        found.append(
            KeyDifference(
                key,
                file_value(a[key]),
                file_value(b[key]),
                effect,
                said_a,
                said_b,
                a.origin(decided_by(key, a)),
                b.origin(decided_by(key, b)),
                lapsed=key in a.lapsed or key in b.lapsed,
            )
        )
    found += _local_rules(a, b)
    if _loose(a) != _loose(b):
        said_a, said_b = _asked(a), _asked(b)
        key = "ruleset.plugins"
        effect = f"{a.id}: {said_a} {b.id}: {said_b}"
        found.append(
            KeyDifference(key, list(a.plugins), list(b.plugins), effect, said_a, said_b, _plugins(a), _plugins(b))
        )
    return found


def _local_rules(a: Ruleset, b: Ruleset) -> Iterator[KeyDifference]:
    """Yield the rules of plugins that only one of the rulesets has, or has in other words."""
    rules_a, rules_b = ({one.key: one for one in plugin_rules(rules)} for rules in (a, b))
    for key in (*rules_a, *(key for key in rules_b if key not in rules_a)):
        one_a, one_b = rules_a.get(key), rules_b.get(key)
        said_a, said_b = one_a.sentence if one_a else "", one_b.sentence if one_b else ""
        if said_a == said_b:
            continue
        said_a, said_b = said_a or NO_LOCAL_RULE, said_b or NO_LOCAL_RULE
        yield KeyDifference(
            key,
            file_value(one_a.value) if one_a else None,
            file_value(one_b.value) if one_b else None,
            f"{a.id}: {said_a} {b.id}: {said_b}",
            said_a,
            said_b,
            option_origin(a, key),
            option_origin(b, key),
        )


def _loose(rules: Ruleset) -> list[str]:
    """Return the plugins of a ruleset that decide something apart from their options."""
    return [name for name, module in rules.modules if hooks_of(rules, name, apart_from=of_options(name, module))]


def _said(key: str, rules: Ruleset) -> str:
    """Return the meaning of a key's value. If no source settles it, the text says so first."""
    # Without words about a foul, a key or a plugin may still price it: nothing here says that nobody decides.
    sentence = holds(key, rules)
    if is_in_words(key) or not rules.origin(decided_by(key, rules)).is_default:
        return sentence
    return would_rule(sentence, gap_of(rules, decided_by(key, rules)))


def is_law(difference: KeyDifference) -> bool:
    """Return True if the difference can change a ruling. Texts for people and the layout of tiles cannot."""
    return difference.key.partition(".")[0] not in UNPLAYED_TABLES


PLUGINS_ASKED = _N("Which plugins are asked?")
LOCAL_RULE = _N("Is the local rule {option} of the plugin {plugin} used?")
_ASKED, _NONE_ASKED = _N("These plugins are asked: {plugins}."), _N("No plugin is asked.")


def _asked(rules: Ruleset) -> str:
    return say(_ASKED, plugins=", ".join(rules.plugins)) if rules.plugins else say(_NONE_ASKED)


def _plugins(rules: Ruleset) -> Origin:
    document = rules.layers[0].document
    line, column = document.positions.key(("ruleset", "plugins"))
    return Origin("ruleset.plugins", f"{document.display}:{line}", document.path, line, column)


def consequence(key: str, a: Ruleset, b: Ruleset, names: tuple[str, str] | None = None) -> list[str]:
    """Return the consequences of a different value, as sentences; empty for most keys.

    For another instant, they say who sees the kan dora indicator and which wins count it under each ruleset. For a key
    of [game], they give an example in points. Takes how to call the two rulesets; without it, the sentences use ids.
    """
    first, second = names or (a.id, b.id)
    if key not in TIMINGS:
        return worked(key, a.game, b.game, (first, second))
    only: dict[str, list[str]] = {first: [], second: []}
    undecided: dict[str, list[str]] = {first: [], second: []}
    open_a, open_b = (_left_open(key, rules) for rules in (a, b))
    for column, old, new in zip(kandora_effects.COLUMNS, _effects(key, a), _effects(key, b), strict=True):
        if column in open_a or column in open_b:
            undecided[first].extend([column] if column in open_a else [])
            undecided[second].extend([column] if column in open_b else [])
        elif old != new:
            only[second if new is kandora_effects.EffectAnswer.YES else first].append(column)
    return [
        say(sentence, rules=name, columns=listed(columns, between="; "))
        for sentence, found in ((_ONLY, only), (_NOT_DECIDED, undecided))
        for name, columns in found.items()
        if columns
    ]


def _effects(key: str, rules: Ruleset) -> tuple[kandora_effects.EffectAnswer, ...]:
    found = {f"kandora.{kan}": truth for kan, _, truth in kandora_effects.of_ruleset(rules.kandora)}
    return found[key].answers


def _left_open(key: str, rules: Ruleset) -> set[str]:
    """Return the columns whose answer hangs on a key that nobody sets, so that it must not sound settled."""
    found: set[str] = set()
    for pending in _PENDING:
        if rules.origin(pending).is_default and not silencing(pending, rules):
            for value in alternatives(keys()[pending], rules[pending]):
                others = _effects(key, rules.with_options({pending: value}))
                both = zip(kandora_effects.COLUMNS, _effects(key, rules), others, strict=True)
                found |= {column for column, one, other in both if one != other}
    return found
