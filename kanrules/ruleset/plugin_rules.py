"""The rules that plugins add to a ruleset: a sentence for each option, and where the option is set."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

from kanrules.errors import PluginError
from kanrules.frozen import frozen
from kanrules.hooks.discovery import BUNDLED, implementations, load, named_sources, set_options
from kanrules.hooks.faults import attribute
from kanrules.locale import marked as _N
from kanrules.locale.sentences import say
from kanrules.ruleset.key_sentences import key_value_text, value_words
from kanrules.ruleset.keys import PLUGIN, Key, Takes, alternatives, file_text, file_value, keys_of_plugin
from kanrules.ruleset.library import table_name
from kanrules.ruleset.model import Origin, Ruleset
from kanrules.rulings import Grade, Source


@frozen
class PluginRule:
    """One option of a plugin under a ruleset, or the whole rule of a plugin that states it as one string."""

    plugin: str
    option: str
    """Name of the option; "" for a whole rule."""
    value: Any
    template: str
    """The plugin's sentence, with `{value}` in it; "" if this value adds no rule, or if the plugin has no sentence."""
    has_sentence: bool
    """True if the plugin has a sentence for this option, at least for some values."""
    is_set: bool
    """True if the value is not the default."""
    hooks: tuple[str, ...] = ()
    """The hooks whose functions answer for this option alone."""
    supersedes: tuple[str, ...] = ()
    """The keys of the ruleset that the option overrules when it is set."""

    @property
    def key(self) -> str:
        """The name of the option as a key: `plugin.NAME.KEY`."""
        return f"{PLUGIN}{self.plugin}.{self.option}" if self.option else f"{PLUGIN}{self.plugin}"

    @property
    def sentence(self) -> str:
        """The rule as a translatable sentence, or name and value if the plugin has no sentence; "" for no rule."""
        if not self.has_sentence:
            return f"{self.option} = {key_value_text(self.value)}"
        return said(self.template, self.value) if self.template else ""


def said(template: str, value: Any) -> str:
    """Return a sentence of a plugin with the value filled in."""
    return say(template, value=value_words(value))


def template(sentences: Any, value: Any) -> str:
    """Return the sentence of an option for one of its values: one sentence, one for on and one for off, or one for
    each value.
    """
    if isinstance(sentences, tuple):
        return str(sentences[0] if value else sentences[1])
    if isinstance(sentences, Mapping):
        return str(sentences.get(file_value(value), ""))
    return str(sentences) if value else ""


def plugin_rules(rules: Ruleset) -> list[PluginRule]:
    """Return the options of a ruleset's plugins with their sentences, in the order in which the plugins are asked."""
    found = []
    for name, module in rules.modules:
        sheet = attribute(name, module, "sheet", {})
        values = rules.plugin.get(name, {})
        at_work = set_options(name, module, values)
        asked = {one.attribute: one.hook for one in implementations(module)}
        answers = attribute(name, module, "answers", {})
        if isinstance(sheet, str):
            found += [PluginRule(name, "", None, sheet, True, True)] if sheet else []
            sheet = {}
        for option, value in values.items():
            hooks = tuple(asked[one] for one in answers.get(option, ()))
            sentence = template(sheet.get(option, ""), value)
            over = _keys_by(name, module, "supersedes").get(option, ())
            found.append(PluginRule(name, option, value, sentence, option in sheet, option in at_work, hooks, over))
    return found


def overruled_by(rules: Ruleset, key: str) -> PluginRule | None:
    """Return the option of a plugin that overrules a key under this ruleset; None if none does."""
    return next((one for one in plugin_rules(rules) if one.is_set and key in one.supersedes), None)


def option_origin(rules: Ruleset, key: str) -> Origin:
    """Return where the option of a plugin is set, as the word of that file's authority; for a whole rule, where the
    plugin is listed. For an option that nothing sets, return the ruleset's own file.
    """
    if key in rules.amendments:
        return Origin(key, rules.amendments[key].set_by)
    plugin, _, option = key.removeprefix(PLUGIN).partition(".")
    for layer in rules.layers:
        if option in layer.written.plugins.get(plugin, {}):
            at = layer.document.positions.key(("plugin", plugin, option))
        elif not option and plugin in map(table_name, layer.written.head.plugins):
            at = layer.document.positions.key(("ruleset", "plugins"))
        else:
            continue
        said_by = Source(layer.authority, grade=Grade.OWN)
        return Origin(key, f"{layer.document.display}:{at[0]}", layer.document.path, *at, said_by)
    return Origin(key, rules.layers[0].document.display)


@frozen
class OfferedRule:
    """One option that a plugin offers: its key, its sentences, and where the rule is written down."""

    plugin: str
    key: Key
    sentences: Any
    seen: Source | None
    keys: tuple[str, ...]
    """Keys of the ruleset that the rule overrules, or to which it makes exceptions."""

    @property
    def option(self) -> str:
        """The name of the option."""
        return self.key.name.rpartition(".")[2]

    @property
    def example(self) -> Any:
        """A value that is not the default, if one can be named."""
        others = alternatives(self.key, self.key.default) or [self.key.default]
        return others[-1 if self.key.takes is Takes.LIST else 0]

    @property
    def written(self) -> str:
        """That value as a file has it."""
        return file_text(self.example)

    @property
    def line(self) -> str:
        """The line of a file that sets the option."""
        return f"{self.option} = {self.written}"

    @property
    def text(self) -> str:
        """The rule, with N for a number and the names that a list may have."""
        if self.choices:
            return ""
        if self.key.takes is Takes.LIST:
            return said(template(self.sentences, self.key.allowed), self.key.allowed)
        return said(template(self.sentences, True), "N" if self.key.takes is Takes.NUMBER else True)

    @property
    def choices(self) -> tuple[tuple[str, str], ...]:
        """The values of an option with a choice that add a rule, each with its sentence."""
        if self.key.takes is not Takes.CHOICE:
            return ()
        found = ((value, template(self.sentences, value)) for value in self.key.allowed)
        return tuple((file_text(value), sentence) for value, sentence in found if sentence)


def offered(rules: Ruleset | None = None, word: str = "") -> Iterator[OfferedRule]:
    """Yield the options, with a sentence, of the plugins of a ruleset, of those that come with kanrules, and of the
    plugin in a key `plugin.NAME.KEY`.
    """
    modules = dict(rules.modules) if rules is not None else {}
    for name in (*BUNDLED, word.removeprefix(PLUGIN).partition(".")[0] if word.startswith(PLUGIN) else ""):
        if name and name not in modules:
            with suppress(PluginError):
                modules[name] = load(name)
    for name, module in modules.items():
        sheet = attribute(name, module, "sheet", {})
        if isinstance(sheet, Mapping):
            about = [_keys_by(name, module, what) for what in ("supersedes", "qualifies")]
            for option, key in keys_of_plugin(name, module).items():
                if sheet.get(option):
                    keys = tuple(one for table in about for one in table.get(option, ()))
                    yield OfferedRule(name, key, sheet[option], named_sources(name, module).get(option), keys)


def _keys_by(name: str, module: object, what: str) -> Mapping[str, tuple[str, ...]]:
    found = attribute(name, module, what, {})
    return found if isinstance(found, Mapping) else {}


NO_LOCAL_RULE = _N("This rule is not used.")
