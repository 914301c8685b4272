"""Warnings about values without effect (KR109) and values that contradict each other (KR110). Such a ruleset still
works.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from kanrules.hooks.specs import HOOKS
from kanrules.ruleset.answered_hooks import is_answered
from kanrules.ruleset.effects import superseding
from kanrules.ruleset.keys import Takes, file_text, keys
from kanrules.ruleset.lapse import resolved
from kanrules.ruleset.library import table_name
from kanrules.ruleset.model import Ruleset
from kanrules.ruleset.problems import Problem, Severity, close, quote


def presupposing(given: Collection[str]) -> frozenset[str]:
    """Return the keys of the same tables that only matter under values of these keys, such as `fifth_kan.dealer`, which
    needs a fifth kan that ends the hand by `fifth_kan.policy`.
    """
    found: set[str] = set()
    rows = [(key, silence) for key in keys().values() if key.table != "game" for silence in key.silent]
    for _ in rows:  # one may presuppose another
        before = len(found)
        for key, silence in rows:
            tables = {name.partition(".")[0] for name in silence.because}
            if tables == {key.table} and found.union(given).issuperset(silence.because):
                found.add(key.name)
        if len(found) == before:
            break
    return frozenset(found)


def warnings(rules: Ruleset) -> list[Problem]:
    """Return KR109 and KR110 for the ruleset's own file, in file order. Contradictions within its parents are
    theirs.
    """
    found = [
        *_mute(rules), *_lapsed(rules), *_superseded(rules), *_clash(rules), *_rivals(rules), *_loose(rules),
        *_twice(rules), *_repeated(rules), *_decided(rules),
    ]  # fmt: skip
    return sorted(found, key=lambda problem: (problem.line, problem.column))


def _mute(rules: Ruleset) -> Iterator[Problem]:
    for name in rules.layers[0].written.values:
        for silence in keys()[name].silent:
            if silence.when(rules.options) and not is_answered(rules, *silence.hook.split()):
                text = f"`{name}` has no effect here: {_values(rules, silence.because)}"
                yield _at(rules, name, "KR109", text, "remove this line, or change the other one")
                break


def _lapsed(rules: Ruleset) -> Iterator[Problem]:
    """Yield a warning for each text of the own file that its own values contradict."""
    for key, gone in rules.lapsed.items():
        if key in rules.layers[0].written.values:
            text = f"`{key}` has no effect here: {_values(rules, (gone[0].cause,))}"
            yield _at(rules, key, "KR109", text, "remove this line, or change the other one")


def _superseded(rules: Ruleset) -> Iterator[Problem]:
    """Yield a warning for each value of the own file that a plugin overrules."""
    own = rules.layers[0].written.values
    for name, _ in rules.modules:
        for key in superseding(name, rules):
            if key in own:
                text = f"`{key}` has no effect here: the plugin {name} overrides it"
                yield _at(rules, key, "KR109", text, "remove this line, or the plugin")


def _rivals(rules: Ruleset) -> Iterator[Problem]:
    """Yield a warning for each hook for which one plugin decides over another: it is asked first, or wraps it."""
    if len(rules.modules) < 2:
        return
    listed = rules.layers[0].written.head.plugins
    own = {table_name(name): at for at, name in enumerate(listed)}
    for hook, spec in HOOKS.items():
        order, wrappers = rules.judge.order(hook), rules.judge.wrappers(hook)
        texts = []
        if spec.first and len(order) > 1:
            text = f"the plugins {_and(order)} answer {hook}: asked in this order, the first answer counts"
            texts.append((order, text))
        for wrapper in wrappers:
            inner = [name for name in (*wrappers[wrappers.index(wrapper) + 1 :], *order) if name != wrapper]
            if inner:
                text = f"the plugin {wrapper} wraps {hook}: it may change or drop the answers of {_and(inner)}"
                texts.append(((wrapper, *inner), text))
        for names, text in texts:
            at = [own[name] for name in names if name in own]
            if at:
                yield rules.layers[0].document.problem(
                    "KR110",
                    ("ruleset", "plugins", max(at)),
                    text,
                    hint="`--trace` shows every answer",
                    severity=Severity.WARNING,
                )


def _and(names: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def _clash(rules: Ruleset) -> Iterator[Problem]:
    own, document = rules.layers[0].written.values, rules.layers[0].document
    for declaring in keys().values():
        for clash in declaring.clashes:
            names = (declaring.name, *clash.others)
            written = [name for name in names if name in own]
            if not written or not clash.when(rules.options) or is_answered(rules, *clash.hook.split()):
                continue
            # Where each value stands is worked out only for a fault: it takes as long as all other checks.
            last = max(written, key=lambda name: document.positions.key(rules.layers[0].written.path_of(name)))
            notes = tuple(
                f"`{name}` is {_value(rules, name)} ({rules.value_set_by(name)})" for name in names if name != last
            )
            yield _at(rules, last, "KR110", f"{clash.why} (`{last}` is {_value(rules, last)})", notes=notes)


def _loose(rules: Ruleset) -> Iterator[Problem]:
    """Yield a warning for sources of values that nothing sets, tables of plugins that are not used, and removed plugins
    that no parent lists.
    """
    layer = rules.layers[0]
    for key in layer.written.sources:
        path = ("source", key)
        if key not in keys():
            table = key.removesuffix("*").removesuffix(".")
            nothing = not any(one.startswith(key.removesuffix("*")) for one in layer.written.stated)
            hint = "it is the source only of values that this file itself sets"
            text = f"a source without a value: this file sets nothing{f' in [{table}]' if table else ''}"
        else:
            nothing = key not in rules.amendments and not any(key in other.written.stated for other in rules.layers)
            hint = f"set `{key}` too, if the text establishes it"
            text = f"a source without a value: nothing sets `{key}`"
        if nothing:
            yield layer.document.problem("KR109", path, text, at_key=True, hint=hint, severity=Severity.WARNING)
    active = {table_name(name) for name in rules.plugins}
    for name in layer.written.plugins:
        if name not in active and name not in rules.without:
            meant = close(name, tuple(active))
            hint = f"did you mean [plugin.{meant}]?" if meant else f"add {quote(name)} to `plugins` in [ruleset]"
            text = f"[plugin.{quote(name)[1:-1]}] has no effect: this ruleset does not use that plugin"
            yield layer.document.problem(
                "KR109", ("plugin", name), text, at_key=True, hint=hint, severity=Severity.WARNING
            )
    listed = {name for other in rules.layers[1:] for name in other.written.head.plugins}
    for number, name in enumerate(layer.written.head.plugins):
        if name.startswith("-") and name[1:] not in listed:
            text = f"{quote(name)} removes a plugin that no parent lists"
            yield layer.document.problem("KR109", ("ruleset", "plugins", number), text, severity=Severity.WARNING)


def _twice(rules: Ruleset) -> Iterator[Problem]:
    """Yield a warning for each duplicate in a list."""
    layer = rules.layers[0]
    lists: Iterable[tuple[str, tuple[str, ...]]] = [
        ("ruleset.plugins", layer.written.head.plugins),
        *((key, value) for key, value in layer.written.values.items() if keys()[key].takes is Takes.LIST),
    ]
    for key, members in lists:
        for number, member in enumerate(members):
            if member in members[:number]:
                path: tuple[str | int, ...] = (*layer.written.path_of(key), number)
                text = f"{quote(member)} appears twice in `{key}`"
                yield layer.document.problem("KR109", path, text, severity=Severity.WARNING)


def _repeated(rules: Ruleset) -> Iterator[Problem]:
    """Yield a hint for each value that repeats the parent's, since it stays if the parent changes.

    A value with a source of its own is exempt: it cites another text for the same rule.
    """
    own = rules.layers[0].written
    if own.head.standalone:
        # It repeats its parent so that its own text is cited.
        return
    for key, value in own.values.items():
        above = next((layer for layer in rules.layers[1:] if key in layer.written.values), None)
        if above is None or own.source_of(key) is not None or above.written.values[key] != value:
            continue
        without = replace(own, values={name: one for name, one in own.values.items() if name != key})
        if key in resolved([without, *(layer.written for layer in rules.layers[1:])], rules.modules)[1]:
            # A text repeated for a rule that was changed next to it.
            continue
        line, _ = above.document.positions.key(above.written.path_of(key))
        text = f"`{key}` is already {_value(rules, key)} in {above.document.display}:{line}"
        # To repeat a value is also how a club decides what the parent's rulebook settles only in part.
        hint = "remove this line, unless the book of your rules asks for it"
        yield rules.layers[0].document.problem(
            "KR109", own.path_of(key), text, at_key=True, hint=hint, severity=Severity.HINT
        )


def _decided(rules: Ruleset) -> Iterator[Problem]:
    """Yield a warning for each decision of the event about a key that the rulebook, or the ruleset below, settles."""
    for key in () if rules.event is None else rules.event.decides:
        settled = next((layer for layer in rules.own_layers[1:] if key in layer.written.stated), None)
        if settled is not None and key not in settled.written.unsettled:
            source = settled.written.source_of(key)
            where = f"{source} settles it" if source is not None else f"{settled.document.display} sets it"
            text = f"`{key}` is not open: {where}"
            table = key.partition(".")[0]
            hint = f"decisions are for what the rulebook leaves open; a rule of your own belongs in [{table}]"
            yield _at(rules, key, "KR110", text, hint)


def _at(rules: Ruleset, key: str, code: str, message: str, hint: str = "", notes: tuple[str, ...] = ()) -> Problem:
    own = rules.layers[0]
    return own.document.problem(
        code, own.written.path_of(key), message, at_key=True, hint=hint, notes=notes, severity=Severity.WARNING
    )


def _values(rules: Ruleset, names: Iterable[str]) -> str:
    """Return keys with their values, as a reason."""
    said = [f"`{name}` is {_value(rules, name)}" for name in names]
    return said[0] if len(said) == 1 else ", ".join(said[:-1]) + " and " + said[-1]


def _value(rules: Ruleset, key: str) -> str:
    return file_text(rules[key])
