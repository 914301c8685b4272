"""The plugins of a ruleset: find them, check their options like any key, and apply what they change at load."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from kanrules.errors import PluginError
from kanrules.hooks.amending import amendments
from kanrules.hooks.discovery import BUNDLED, needed
from kanrules.hooks.faults import let_pass, one_line
from kanrules.locale.sentences import Sentence
from kanrules.ruleset.file_values import value_of
from kanrules.ruleset.keys import Key, file_value, keys, keys_of_plugin
from kanrules.ruleset.library import table_name
from kanrules.ruleset.model import Amendment, Layer, Ruleset
from kanrules.ruleset.problems import Problem, close, expectation, quote
from kanrules.ruleset.sound import is_shipped, is_sound, remember
from kanrules.rulings import Source

if TYPE_CHECKING:
    from kanrules.ruleset.bad_values import BadValue


def load_plugin(
    name: str, layers: Sequence[Layer], allow_local: bool, *, twin: str = ""
) -> tuple[object, Problem | None]:
    """Return the plugin of this name as its file lists it, or KR108 at that place. `twin` is another plugin with the
    same name, listed before.
    """
    from kanrules.hooks import discovery

    for layer in layers:
        if name in layer.written.head.plugins:
            where = ("ruleset", "plugins", layer.written.head.plugins.index(name))
            if twin:
                text = f"two plugins are named {table_name(name)!r}: {twin} and {name}"
                return None, layer.document.problem("KR108", where, text, hint="rename one of them")
            try:
                plugin = discovery.load(name, beside=layer.document.path.parent, allow_local=allow_local)
                discovery.check_hooks(table_name(name), plugin)
                return plugin, None
            except PluginError as error:
                return None, layer.document.problem("KR108", where, error.reason[:500], hint=error.hint)
    raise AssertionError(name)


def missing(layers: Sequence[Layer], modules: Mapping[str, object], without: Sequence[str]) -> list[Problem]:
    """Return KR108 for each plugin that another one needs and the ruleset does not have."""
    found = []
    for error in lacking(modules, without):
        layer, at = next(
            (layer, at)
            for layer in layers
            for at, listed in enumerate(layer.written.head.plugins)
            if table_name(listed) == error.plugin
        )
        found.append(layer.document.problem("KR108", ("ruleset", "plugins", at), error.reason, hint=error.hint))
    return found


def lacking(modules: Mapping[str, object], without: Sequence[str] = ()) -> Iterator[PluginError]:
    """Yield an error for each plugin that one of these needs and that is not among them, or is left out."""
    for name, module in modules.items():
        for other in needed(name, module):
            if other not in modules:
                text = f"plugin {name!r} needs the plugin {other!r}, which "
                if other in without:
                    yield PluginError(f"{text}was left out", plugin=name, hint=f"leave out {quote(name)}, too")
                else:
                    add = f"add {quote(other)} to plugins"
                    yield PluginError(f"{text}this ruleset does not have", plugin=name, hint=add)


_OURS = frozenset(f"kanrules_{name}" for name in BUNDLED)
"""Modules of the bundled plugins."""


def plugin_options(
    layers: Sequence[Layer], modules: Mapping[str, object]
) -> tuple[Mapping[str, Mapping[str, Any]], list[Problem]]:
    """Return the options of each plugin, merged by key along the chain and checked against the dataclass `options` that
    the plugin declares.
    """
    problems: list[Problem] = []
    found: dict[str, Mapping[str, Any]] = {}
    shipped = all(is_shipped(layer.document.text) for layer in layers)
    for name, module in modules.items():
        folder = _folder_of_ours(module)
        try:
            known = keys_of_plugin(name, module)
            if folder is None and not shipped:
                check_defaults(name, known)
        except PluginError as error:
            layer = next(
                layer for layer in layers if any(table_name(listed) == name for listed in layer.written.head.plugins)
            )
            problems.append(layer.document.problem("KR108", ("ruleset", "plugins"), error.reason, hint=error.hint))
            continue
        merged: dict[str, Any] = {field: key.default for field, key in known.items()}
        for layer in reversed(layers):
            table, text = layer.written.plugins.get(name, {}), layer.document.text
            if table and (is_shipped(text) or (folder is not None and is_sound(text, folder))):
                # The options were validated with the same plugin, so the validation need not be loaded.
                merged |= {field: value_of(known[field], given) for field, given in table.items()}
                continue
            faulty = False
            for field, given in table.items():
                problem, value = _plugin_value(layer, name, field, given, known)
                if problem is not None:
                    faulty = True
                    problems.append(problem)
                else:
                    merged[field] = value
            if table and folder is not None and not faulty:
                remember(text, folder)
        found[name] = MappingProxyType(merged)
    return MappingProxyType(found), problems


def check_defaults(name: str, known: Mapping[str, Key]) -> None:
    """Raise PluginError (KR108) if the default of an option is not a valid value, or cannot be checked."""
    for key in known.values():
        from kanrules.ruleset.schema import check_value

        try:
            # A default of a wrong type may have no hash.
            value, wrong = check_value(replace(key, default=None), file_value(key.default))
            same = wrong is not None or bool(value == key.default)
        except BaseException as error:  # a default and its metadata are untrusted objects
            let_pass(error)
            text = f"plugin {name!r}: {key.name} cannot be checked: {one_line(error, str)}"
            raise PluginError(text, plugin=name, hint="write plain values, and tuples in its metadata") from error
        if wrong is not None:
            raise refused(f"plugin {name!r}, default", name, wrong)
        if not same:
            text = f"plugin {name!r}, {key.name}: the default is {one_line(key.default)}"
            raise PluginError(text, plugin=name, hint=f"write {one_line(value)}")


def refused(where: str, name: str, wrong: BadValue) -> PluginError:
    """Return the error for a value that a plugin, or who calls it, gives to a key."""
    return PluginError(f"{where}: {wrong.message}", plugin=name, hint=expectation(wrong.expected))


def _folder_of_ours(module: object) -> Path | None:
    """Return the folder of a bundled plugin; None for any other, whose options may be declared anywhere."""
    file = getattr(module, "__file__", None) if getattr(module, "__name__", "") in _OURS else None
    return Path(file).parent if file else None


def _plugin_value(
    layer: Layer, name: str, field: str, given: Any, known: Mapping[str, Key]
) -> tuple[Problem | None, Any]:
    from kanrules.ruleset.schema import check_value

    where: tuple[str | int, ...] = ("plugin", name, field)
    if field not in known:
        meant = close(field, tuple(known))
        hint = f"did you mean `{meant}`?" if meant else "" if known else f"the plugin {name} has no options"
        message = f"unknown key `{quote(field)[1:-1]}` in [plugin.{name}]"
        return layer.document.problem("KR101", where, message, at_key=True, expected=tuple(known), hint=hint), None
    value, wrong = check_value(known[field], given)
    if wrong is None:
        return None, value
    where = (*where, *wrong.path)
    return layer.document.problem(wrong.code, where, wrong.message, expected=wrong.expected, hint=wrong.hint), None


def amend(rules: Ruleset) -> tuple[Ruleset, list[Problem]]:
    """Return the ruleset with what its plugins change at load. What the file that lists the plugin, or a file nearer to
    the ruleset, states about a key wins over the plugin. A source that such a file names for the key is cited.
    """
    laid: dict[str, Amendment] = {}
    shipped = all(is_shipped(layer.document.text) for layer in rules.layers)
    named = {table_name(name): name for name in rules.plugins}
    problems = []
    for name, module in rules.modules:
        checked = shipped or getattr(module, "__name__", "") in _OURS
        try:
            answers = amendments(name, module, rules, rules.plugin.get(name, {}))
            nearest = rules.uses(name)
            for key, answer in answers.items():
                value, source = amendment(name, key, answer, checked=checked)
                setting = next(
                    (number for number, layer in enumerate(rules.layers) if key in layer.written.stated),
                    len(rules.layers),
                )
                if key not in laid and setting > nearest and key not in rules.unanswered.get(name, ()):
                    own = (layer.written.source_of(key) for layer in rules.layers[: nearest + 1])
                    laid[key] = Amendment(value, f"plugin {name}", next(filter(None, own), source))
        except PluginError as error:
            problems.append(_fault(rules, named.get(name, name), error))
        except BaseException as error:  # the keys and values of the answer are untrusted objects
            let_pass(error)
            text = (
                f"plugin {name!r}, hook amend_rules: its answer raises {type(error).__name__}: {one_line(error, str)}"
            )
            problems.append(_fault(rules, named.get(name, name), PluginError(text, plugin=name)))
    return (rules.amended(laid) if laid and not problems else rules), problems


def _fault(rules: Ruleset, listed: str, error: PluginError) -> Problem:
    layer = next((layer for layer in rules.layers if listed in layer.written.head.plugins), None)
    if layer is None:
        return Problem(rules.layers[0].document.display, 0, 0, "KR108", str(error))
    where = ("ruleset", "plugins", layer.written.head.plugins.index(listed))
    return layer.document.problem("KR108", where, str(error))


def amendment(plugin: str, key: str, answer: Any, *, checked: bool = False) -> tuple[Any, Source | None]:
    """Return the checked value and the source that a plugin sets for a key. `checked` says that the same answer was
    checked before. Raises PluginError if either is refused.
    """
    fault = f"plugin {plugin!r}, hook amend_rules"
    source = None
    if isinstance(answer, tuple) and len(answer) == 2 and isinstance(answer[1], Source):
        answer, source = answer
    if key not in keys():
        meant = close(str(key), tuple(keys()))
        hint = f"did you mean {meant}?" if meant else ""
        raise PluginError(f"{fault}: there is no key {quote(str(key))}", plugin=plugin, hint=hint)
    # A sentence keeps its template, for other languages.
    said = answer if isinstance(answer, Sentence) else None
    if checked:
        return said or value_of(keys()[key], file_value(answer)), source
    from kanrules.ruleset.schema import check_value

    value, wrong = check_value(keys()[key], file_value(answer))
    if wrong is not None:
        raise refused(fault, plugin, wrong)
    return said or value, source
