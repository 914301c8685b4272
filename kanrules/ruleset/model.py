"""A resolved ruleset: its options, and the file, line, and source of every value."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from kanrules.deprecations import current_key
from kanrules.frozen import frozen
from kanrules.hooks.discovery import named_sources
from kanrules.hooks.faults import attribute
from kanrules.law import options as tables_
from kanrules.law.options import Options
from kanrules.locale import marked as _N
from kanrules.locale import translator
from kanrules.locale.sentences import say, strings_of
from kanrules.ruleset.articles import article_number
from kanrules.ruleset.file_values import EventHead, Head, Written
from kanrules.ruleset.keys import PLUGIN, Key, file_value, is_in_words, keys, keys_of_plugin, of_three_players, tables
from kanrules.ruleset.lapse import Lapse, resolved
from kanrules.ruleset.library import table_name
from kanrules.ruleset.native_names import native_name
from kanrules.ruleset.problems import Problem, RulesetError, close, quote
from kanrules.ruleset.toml_file import Document
from kanrules.ruleset.value_refs import value_ref
from kanrules.rulings import (
    UNSAID,
    UNSETTLED,
    Basis,
    Finding,
    Grade,
    Reason,
    Ruling,
    Source,
    TextRead,
    assumed,
    basis_behind,
    undecided,
    why_unsourced,
)

if TYPE_CHECKING:
    from kanrules.drawing.timelines.contents import Side
    from kanrules.hooks.judge import PluginJudge

_PLUGIN = "plugin "
"""The beginning of what set a value, if a plugin did."""
UNDATED = _N("undated")
"""`edition` of a rulebook without a date."""
DEFAULT = "default"
"""`set_by` of a value that nothing sets."""
UNDECIDED = "unsaid"
"""What outputs show as the value and the basis of a key for which the text departs from its parent's without settling
it.
"""


@frozen
class Origin:
    """Where a value comes from. `set_by` is "file:line", "default", or "plugin NAME"; `source` is the text behind it,
    or None.
    """

    key: str
    set_by: str
    file: Path | None = None
    line: int = 0
    column: int = 0
    source: Source | None = None
    assumed: str = UNSAID
    """Text that outputs print instead of a source if nothing sets the value."""
    departs: Source | None = None
    """Where the ruleset's text departs from its parent's without settling the value; None if it does not."""

    @property
    def is_default(self) -> bool:
        """True if nothing sets the value."""
        return self.set_by == DEFAULT

    def __str__(self) -> str:
        if self.source is not None:
            return self.source.cited
        return self.assumed if self.is_default else self.set_by


@dataclass(frozen=True, eq=False)
class Layer:
    """One file of the chain: the ruleset itself first, then its parent, and so on."""

    document: Document
    written: Written

    @property
    def authority(self) -> str:
        """The authority cited for a value that this file sets without naming a source."""
        head = self.written.head
        return head.authority or head.name or head.id


@frozen
class Amendment:
    """A value that is not set by a file, but by a plugin at load or by a case for itself."""

    value: Any
    set_by: str
    source: Source | None = None


def build_options(values: Mapping[str, Any]) -> Options:
    """Return options with these values by key. Every other key keeps its default."""
    sections: dict[str, dict[str, Any]] = {}
    for name, value in values.items():
        table, _, name_in_table = name.partition(".")
        sections.setdefault(table, {})[name_in_table] = value
    return Options(**{table: tables()[table](**section) for table, section in sections.items()})


@dataclass(frozen=True, eq=False)
class Ruleset:
    """One ruleset, resolved along `extends`: its identity, all its options, and the origin of each.

    Returned by `load_ruleset`. A table is an attribute (`rules.kandora.ankan`), a key an item
    (`rules["kandora.ankan"]`).
    """

    id: str
    name: str
    edition: str
    authority: str
    version: str
    extends: str
    """The parent as the file names it; "" if there is none."""
    plugins: tuple[str, ...]
    partial: bool
    path: Path
    options: Options
    """The values of the keys by table. A choice is equal to its text in a file, which is also its `value`."""
    plugin: Mapping[str, Mapping[str, Any]]
    """The options of each plugin, by plugin."""
    layers: tuple[Layer, ...]
    """The file itself, its parent, and so on."""
    amendments: Mapping[str, Amendment] = field(default_factory=dict)
    lapsed: Mapping[str, tuple[Lapse, ...]] = field(default_factory=dict)
    """For each text that has lapsed, whole or in part, the strings that no longer apply."""
    modules: tuple[tuple[str, object], ...] = ()
    """The plugins in the order in which they are asked."""
    local_plugins: bool = False
    without: tuple[str, ...] = ()
    """The plugins that its files list and that were left out when it was loaded."""
    again: Callable[[tuple[tuple[str, str, bytes], ...], bool, tuple[str, ...], Mapping[str, Amendment]], Ruleset] = (
        field(kw_only=True, repr=False)
    )
    """Function that makes the ruleset again from the content of its files, with the same amendments, in another
    process.
    """
    amend: Callable[[Ruleset], tuple[Ruleset, list[Problem]]] = field(kw_only=True, repr=False)
    """Function that applies what the plugins change at load."""

    @property
    def files(self) -> tuple[tuple[str, str, bytes], ...]:
        """The path, the name in messages, and the content of its own file and of each parent."""
        return tuple((str(one.document.path), one.document.display, one.document.text.encode()) for one in self.layers)

    # --- values ----------------------------------------------------------------------------------------------------

    def __getitem__(self, key: str) -> Any:
        """Return the value of a key. Raises KeyError, with the key that was probably meant."""
        found = keys().get(key) or keys().get(current_key(key))
        if found is None:
            meant = close(key, tuple(keys()))
            raise KeyError(f"there is no key {quote(key)}" + (f"; did you mean {meant}?" if meant else ""))
        return getattr(getattr(self.options, found.table), found.field)

    @property
    def head(self) -> Head:
        """The table [ruleset] of the ruleset's own file."""
        return self.layers[0].written.head

    @property
    def event(self) -> EventHead | None:
        """The event for which the ruleset's own file is written; None if it is written for none."""
        return self.layers[0].written.event

    @cached_property
    def own_layers(self) -> tuple[Layer, ...]:
        """The files that may be cited: the chain up to the first `standalone` one. Values of later files apply, but
        their source is not cited.
        """
        end = next((at for at, layer in enumerate(self.layers) if layer.written.head.standalone), len(self.layers))
        return self.layers[: end + 1]

    @property
    def text_read(self) -> TextRead:
        """How much was read of the rulebook, and of the ones that it supplements."""
        whole = all(layer.written.head.text_read is TextRead.WHOLE for layer in self.own_layers)
        return TextRead.WHOLE if whole else TextRead.PARTS

    @property
    def unread(self) -> tuple[str, ...]:
        """Chapters that were not read, of the rulebook and of the ones that it supplements."""
        return tuple(chapter for layer in self.own_layers for chapter in layer.written.head.unread)

    @cached_property
    def why_unsourced(self) -> Reason:
        """Why no source settles a value that has none."""
        return why_unsourced(self.text_read, self.unread)

    @property
    def assumed(self) -> str:
        """The sentence for every value that no source settles."""
        return assumed(self.why_unsourced)

    def assumed_of(self, *asked: str) -> str:
        """Return the sentence for these keys if no source settles their values. Raises KeyError for an unknown key."""
        return UNSETTLED if self.reason_of(*asked) is None else self.assumed

    def undecided(self, *asked: str, what: str = "") -> str:
        """Return the sentence for a point that nobody decides, about these keys. It names chapters that were not read.
        `what` names the point.
        """
        return undecided(self.assumed_of(*asked), what, unread=self.unread)

    def reason_of(self, *asked: str) -> Reason | None:
        """Return why no source settles the values of these keys; None if the text departs from the parent's."""
        return None if any(self.origin(key).departs is not None for key in asked) else self.why_unsourced

    def basis_of(self, key: str) -> Basis:
        """Return what the value of a key rests on. A text that the ruleset does not have is decided by nobody."""
        origin = self.origin(key)
        if origin.departs or (origin.source is None and is_in_words(key) and not self[key]):
            return Basis.UNSAID
        return basis_behind(origin.source, origin.set_by)

    @cached_property
    def unsettled(self) -> tuple[str, ...]:
        """The keys for which the text departs from its parent's without settling the value: the parent's value and
        clause do not apply, and no plugin of the parent answers.
        """
        departs = {key for layer in self.own_layers for key in layer.written.departs}
        return tuple(key for key in keys() if key in departs and self.origin(key).departs is not None)

    @property
    def unanswered(self) -> Mapping[str, frozenset[str]]:
        """For each plugin, the keys that it does not answer for: the file that lists the plugin, or one nearer to the
        ruleset, departs from them.
        """
        listing = {
            name: next(
                (at for at, layer in enumerate(self.layers) if name in map(table_name, layer.written.head.plugins)),
                len(self.layers),
            )
            for name, _ in self.modules
        }
        return {
            name: frozenset(key for layer in self.layers[: at + 1] for key in layer.written.departs)
            for name, at in listing.items()
        }

    def uses(self, plugin: str) -> int:
        """Return the index of the nearest file that lists a plugin or sets its options; 0 if no file does."""
        found = (
            at
            for at, layer in enumerate(self.layers)
            if plugin in layer.written.plugins or plugin in map(table_name, layer.written.head.plugins)
        )
        return next(found, 0)

    @property
    def dora(self) -> tables_.DoraTable:
        """The table [dora]."""
        return self.options.dora

    @property
    def table(self) -> tables_.TableTable:
        """The table [table]."""
        return self.options.table

    @property
    def wall(self) -> tables_.WallTable:
        """The table [wall]."""
        return self.options.wall

    @property
    def kita(self) -> tables_.KitaTable:
        """The table [kita]."""
        return self.options.kita

    @property
    def kandora(self) -> tables_.Kandora:
        """The table [kandora]."""
        return self.options.kandora

    @property
    def kan(self) -> tables_.KanTable:
        """The table [kan]."""
        return self.options.kan

    @property
    def four_kans(self) -> tables_.FourKansTable:
        """The table [four_kans]."""
        return self.options.four_kans

    @property
    def fifth_kan(self) -> tables_.FifthKanTable:
        """The table [fifth_kan]."""
        return self.options.fifth_kan

    @property
    def chankan(self) -> tables_.ChankanTable:
        """The table [chankan]."""
        return self.options.chankan

    @property
    def sekinin_barai(self) -> tables_.SekininBarai:
        """The table [sekinin_barai]."""
        return self.options.sekinin_barai

    @property
    def riichi_kan(self) -> tables_.RiichiKan:
        """The table [riichi_kan]."""
        return self.options.riichi_kan

    @property
    def tenpai(self) -> tables_.Tenpai:
        """The table [tenpai]."""
        return self.options.tenpai

    @property
    def rinshan(self) -> tables_.Rinshan:
        """The table [rinshan]."""
        return self.options.rinshan

    @property
    def furiten(self) -> tables_.Furiten:
        """The table [furiten]."""
        return self.options.furiten

    @property
    def riichi(self) -> tables_.Riichi:
        """The table [riichi]."""
        return self.options.riichi

    @property
    def calls(self) -> tables_.Calls:
        """The table [calls]."""
        return self.options.calls

    @property
    def wins(self) -> tables_.Wins:
        """The table [wins]."""
        return self.options.wins

    @property
    def draws(self) -> tables_.Draws:
        """The table [draws]."""
        return self.options.draws

    @property
    def chombo(self) -> tables_.Chombo:
        """The table [chombo]."""
        return self.options.chombo

    @property
    def scoring(self) -> tables_.Scoring:
        """The table [scoring]."""
        return self.options.scoring

    @property
    def penalty(self) -> tables_.PenaltyTexts:
        """The table [penalty]."""
        return self.options.penalty

    @property
    def procedure(self) -> tables_.ProcedureTexts:
        """The table [procedure]."""
        return self.options.procedure

    @property
    def display(self) -> tables_.Display:
        """The table [display]."""
        return self.options.display

    @property
    def game(self) -> tables_.GameTable:
        """The table [game]."""
        return self.options.game

    @property
    def notes(self) -> tables_.Notes:
        """The table [notes]."""
        return self.options.notes

    @property
    def values(self) -> dict[str, Any]:
        """Every key with its value, in file order."""
        return {name: self[name] for name in keys()}

    # --- where they come from --------------------------------------------------------------------------------------

    @cached_property
    def _origins(self) -> dict[str, Origin]:
        return {}

    def origin(self, key: str) -> Origin:
        """Return where the value of this key comes from: file, line, and source. Raises KeyError for an unknown key.

        A value that a file sets without naming a source is cited as the word of that file's authority, with the grade
        `own`, and never as its parent's clause.
        """
        found = self._origins.get(key)
        if found is None:
            self[key]  # raises KeyError for an unknown key
            found = self._origins[key] = self._origin(key)
        return found

    def _origin(self, key: str) -> Origin:
        if key in self.amendments and not self._has_lapsed(key):
            amended = self.amendments[key]
            return Origin(key, amended.set_by, source=amended.source)
        layer, source, departs = self._setting(key)
        if layer is None:
            return Origin(key, DEFAULT, assumed=self.assumed)
        positions = layer.document.positions
        if departs:
            at = positions.key(("departs", "keys"))
            return Origin(key, DEFAULT, layer.document.path, *at, assumed=UNSETTLED, departs=source)
        line, column = positions.key(layer.written.path_of(key))
        return Origin(key, f"{layer.document.display}:{line}", layer.document.path, line, column, source)

    def _has_lapsed(self, key: str) -> bool:
        """Return True for a text of which no string applies any longer."""
        return key in self.lapsed and not self[key]

    def _setting(self, key: str) -> tuple[Layer | None, Source | None, bool]:
        """Return the file that sets this key or departs from its parent's value, its source, and whether it departs;
        None for file and source if no file does either.
        """
        source: Source | None = None
        own_layers = self.own_layers
        for layer in () if self._has_lapsed(key) else self.layers:
            own = layer in own_layers
            source = source or (layer.written.source_of(key) if own else None)
            sets = key in layer.written.values
            if sets and source is None and not own:
                break
            if sets or (own and key in layer.written.departs):
                return layer, source or Source(layer.authority, article_number(key), grade=Grade.OWN), not sets
        return None, None, False

    def about(self, key: str) -> tuple[tuple[str, ...], ...] | None:
        """Return the keys that each string of a text states, as the file that writes it says in [about], or the plugin
        in `states`; None if the file does not say. Strings that have lapsed are left out.
        """
        amended = self.amendments.get(key)
        if amended is not None and amended.set_by.startswith(_PLUGIN):
            states = self._states(amended.set_by)
            return tuple(tuple(states.get(string, ())) for string in strings_of(self[key]))
        # A file that departs from the key states it without a value: it has no text, whatever a parent writes.
        writer = next((layer.written for layer in self.layers if key in layer.written.stated), None)
        if writer is None or key not in writer.values or key not in writer.about or key in self.amendments:
            return None
        gone = {one.string for one in self.lapsed.get(key, ())}
        strings = zip(strings_of(writer.values[key]), writer.about[key], strict=True)
        return tuple(names for string, names in strings if string not in gone)

    def value_set_by(self, key: str) -> str:
        """Return what set the value of this key: "file:line", "default", or "plugin NAME"."""
        return self.origin(key).set_by

    def ref(self, key: str) -> str:
        """Return the reference of the value of this key, such as `ema-2016/kandora.ankan`; "" if the value applies to
        one question only.

        Raises KeyError for an unknown key.
        """
        self[key]  # raises KeyError for an unknown key
        amended = self.amendments.get(key)
        of_plugin = amended is not None and amended.set_by.startswith("plugin ")
        return value_ref(self.id, key) if amended is None or of_plugin else ""

    @cached_property
    def _counted_sources(self) -> dict[str, Source | None]:
        return {key: source_of(self, key) for key in keys() if not is_in_words(key)}

    @cached_property
    def sourced(self) -> tuple[str, ...]:
        """The keys that a source or the ruleset itself settles. Texts ([penalty], [procedure]) are not counted."""
        return tuple(key for key, source in self._counted_sources.items() if source is not None)

    @cached_property
    def unsourced(self) -> tuple[str, ...]:
        """The keys that no source settles, so that a default applies. Keys for three players count only in three-player
        rulesets.
        """
        elsewhere = () if self.options.table.players == 3 else of_three_players()
        return tuple(key for key, source in self._counted_sources.items() if source is None and key not in elsewhere)

    @cached_property
    def own(self) -> tuple[str, ...]:
        """The keys that the ruleset sets without naming a source."""
        return tuple(
            key for key, source in self._counted_sources.items() if source is not None and source.grade is Grade.OWN
        )

    @property
    def counted(self) -> str:
        """The numbers of values by origin, in words: "49 by the book, 6 its own, 16 unsourced"."""
        own = f", {len(self.own)} its own" if self.own else ""
        return f"{len(self.sourced) - len(self.own)} by the book{own}, {len(self.unsourced)} unsourced"

    def ruling(self, finding: Finding) -> Ruling:
        """Return the ruling of a finding: key and value, the file and line that set it, the source or None, and this
        ruleset's id and version.
        """
        value: Any = None
        set_by, source, state = "", finding.source or self._named_source(finding), self.assumed
        if finding.key in keys():
            origin = self.origin(finding.key)
            value, set_by = file_value(self[finding.key]), origin.set_by
            source, state = source or origin.source, self.assumed_of(finding.key)
        if finding.plugin != "core":
            set_by = f"plugin {finding.plugin}"
        return Ruling(
            verdict=finding.verdict,
            code=finding.code,
            text=finding.text,
            key=finding.key,
            value=value,
            set_by=set_by,
            source=source,
            plugin=finding.plugin,
            at=finding.at,
            ruleset=self.id,
            version=self.version,
            assumed=state,
            ref=self.ref(finding.key) if finding.key in keys() else "",
        )

    def _named_source(self, finding: Finding) -> Source | None:
        """Return the source that a plugin names for the code of its answer; None for an answer of the core, and for one
        with options of a file that names a source of its own.
        """
        plugin = None if finding.plugin == "core" else dict(self.modules).get(finding.plugin)
        if plugin is None:
            return None
        named = named_sources(finding.plugin, plugin)
        amended = self.amendments.get(finding.key)
        own = amended is not None and amended.set_by == f"plugin {finding.plugin}" and amended.source
        return None if own and own not in named.values() else named.get(finding.code)

    # --- other rulesets from this one ------------------------------------------------------------------------------

    def with_options(self, options: Mapping[str, Any], *, set_by: str = "option") -> Ruleset:
        """Return this ruleset with other values for some keys, as a case's [case.options] sets them.

        A value may be written as in a file or be a Python value. A key `plugin.NAME.KEY` is the option of a plugin that
        the ruleset uses. Raises RulesetError with a problem for each unknown key and bad value.
        """
        from kanrules.ruleset.schema import check_value

        problems: list[Problem] = []
        laid: dict[str, Amendment] = {}
        for written, given in options.items():
            name = current_key(written)
            key = self._option_of(name) if name.startswith(PLUGIN) else keys().get(name)
            if isinstance(key, tuple):
                problems.append(Problem(set_by, 0, 0, "KR101", *key))
                continue
            if key is None:
                meant = close(name, tuple(keys()))
                hint = f"did you mean `{meant}`?" if meant else ""
                problems.append(Problem(set_by, 0, 0, "KR101", f"unknown key {quote(name)}", hint=hint))
                continue
            value, wrong = check_value(key, file_value(given))
            if wrong is not None:
                problems.append(Problem(set_by, 0, 0, wrong.code, wrong.message, wrong.expected, wrong.hint))
                continue
            laid[name] = Amendment(value, set_by)
        if problems:
            raise RulesetError(problems)
        return self.laid_over(laid)

    def _option_of(self, name: str) -> Key | tuple[str, tuple[str, ...], str]:
        """Return the option of a plugin as a key, or what is wrong with its name: message, expected names, and hint."""
        plugin, _, option = name.removeprefix(PLUGIN).rpartition(".")
        module = dict(self.modules).get(plugin)
        if module is None:
            meant = close(plugin, tuple(self.plugin))
            hint = f"did you mean `{PLUGIN}{meant}.{option}`?" if meant else ""
            return f"{quote(name)}: {self.id} does not ask the plugin {quote(plugin)}", tuple(self.plugin), hint
        known = keys_of_plugin(plugin, module)
        if option in known:
            return known[option]
        meant = close(option, tuple(known))
        hint = f"did you mean `{PLUGIN}{plugin}.{meant}`?" if meant else ""
        return f"unknown key {quote(name)}", tuple(known), hint

    def laid_over(self, amendments: Mapping[str, Amendment]) -> Ruleset:
        """Return this ruleset with these values on top of its earlier amendments, including options of plugins
        (`plugin.NAME.KEY`). Raises RulesetError if a plugin rejects its new options.
        """

        own = {key: one for key, one in self.amendments.items() if not one.set_by.startswith("plugin ")}
        of_plugins = {key: one.value for key, one in amendments.items() if key.startswith(PLUGIN)}
        laid = {**own, **amendments}
        if not self.modules:
            return self.amended(laid)
        plugin = {name: dict(values) for name, values in self.plugin.items()}
        for key, value in of_plugins.items():
            name, _, option = key.removeprefix(PLUGIN).rpartition(".")
            plugin.setdefault(name, {})[option] = value
        frozen = MappingProxyType({name: MappingProxyType(values) for name, values in plugin.items()})
        # A plugin's answer may depend on the other values.
        said = {key: one for key, one in laid.items() if not one.set_by.startswith(_PLUGIN)}
        rules, problems = self.amend((replace(self, plugin=frozen) if of_plugins else self).amended(said))
        if problems:
            raise RulesetError(problems)
        return rules.amended({**rules.amendments, **laid})

    def amended(self, amendments: Mapping[str, Amendment]) -> Ruleset:
        """Return this ruleset with exactly these values on top of its files."""

        laid = {key: amendment.value for key, amendment in amendments.items() if not key.startswith(PLUGIN)}
        written = [Written(Head(), laid, {}), *(layer.written for layer in self.layers)]
        texts = ((key, one) for key, one in amendments.items() if is_in_words(key))
        by_plugin = {key: self._states(one.set_by) for key, one in texts if one.set_by.startswith(_PLUGIN)}
        values, lapsed = resolved(written, self.modules, by_plugin)
        changed = replace(
            self, options=build_options(values), amendments=MappingProxyType(dict(amendments)), lapsed=lapsed
        )
        if like := vars(self).get("_judge", vars(self).get("_like")):
            vars(changed)["_like"] = like
        return changed

    def _states(self, set_by: str) -> Mapping[str, Mapping[str, Any]]:
        """Return the keys that each sentence of the plugin that set a text states, with their values."""
        name = set_by.removeprefix(_PLUGIN)
        states: Mapping[str, Mapping[str, Any]] = attribute(name, dict(self.modules).get(name), "states", {})
        return states

    @property
    def judge(self) -> PluginJudge:
        """The judge of this ruleset, which asks its plugins in order and core last. Raises PluginError if a plugin is
        faulty.
        """
        # Not every type checker treats this kind of cached property as an attribute.
        return self._judge

    def judged_by(self, judge: PluginJudge) -> Ruleset:
        """Return the same ruleset with another judge, such as one that watches what it is asked."""
        twin = replace(self)
        vars(twin)["_judge"] = judge
        return twin

    @cached_property
    def _judge(self) -> PluginJudge:
        from kanrules.hooks.judge import PluginJudge

        like = vars(self).get("_like")  # of the ruleset that this one was made from, with the same plugins
        return like.under(self) if isinstance(like, PluginJudge) else PluginJudge(self, self.modules)

    @property
    def title(self) -> str:
        """The name with the edition, if that has a date, and with the plugins that were left out."""
        return self.title_in("en")

    def name_in(self, language: str) -> str:
        """Return the name under which speakers of a language know the ruleset."""
        return native_name(self.id, self.name, language)

    def title_in(self, language: str) -> str:
        """Return `title` with the name in a language."""
        title = f"{self.name_in(language)} {self.dated}".strip()
        if not self.without:
            return title
        return str(translator(language)(say(_WITHOUT, title=title, plugins=", ".join(self.without))))

    @property
    def dated(self) -> str:
        """The edition; "" if the rulebook has no date."""
        return "" if self.edition == UNDATED else self.edition

    @property
    def timeline(self) -> Side:
        """The timeline of a kan under this ruleset, in the form that `kanrules.drawing` takes. It names plugins that
        answer one of its questions.
        """
        from kanrules.kan.way_picture import side
        from kanrules.ruleset.answered_hooks import hooks_of

        deciders = {plugin: hooks_of(self, plugin) for plugin in self.plugins}
        return side(self.id, self.title, self.options, lambda key: self.origin(key).is_default, deciders)

    def _repr_svg_(self) -> str:
        """Return the timeline of a kan under this ruleset, for a notebook."""
        from kanrules.drawing.timelines.lying_upright import draw_timeline
        from kanrules.kan.way_picture import COLUMNS

        return draw_timeline(COLUMNS, [self.timeline])

    def __eq__(self, other: object) -> bool:
        """Return True if two rulesets come from the same text, with the same values, sources, and plugins."""
        if not isinstance(other, Ruleset):
            return NotImplemented
        return self is other or (
            (self.id, self.plugins, self.options, self.plugin) == (other.id, other.plugins, other.options, other.plugin)
            and [one.document.text for one in self.layers] == [one.document.text for one in other.layers]
            and self.amendments == other.amendments
            and len(self.modules) == len(other.modules)
            and all(map(_same_plugin, self.modules, other.modules))
        )

    def __hash__(self) -> int:
        return hash((self.id, self.version))

    def __reduce__(self) -> tuple[Any, ...]:
        # Modules of plugins cannot be pickled, but the text of the files can, which names the plugins.
        overrides = {
            key: amendment for key, amendment in self.amendments.items() if not amendment.set_by.startswith("plugin ")
        }
        return self.again, (self.files, self.local_plugins, self.without, overrides)

    def __repr__(self) -> str:
        return f"<Ruleset {self.id} {self.edition}>"


_WITHOUT = _N("{title} (without the plugin {plugins})")


def _same_plugin(one: tuple[str, object], other: tuple[str, object]) -> bool:
    """Return True if two plugins are the same object, or modules that were loaded from the same file."""
    name, plugin = one
    file = getattr(plugin, "__file__", None)
    same = plugin is other[1] or (file is not None and file == getattr(other[1], "__file__", None))
    return same and name == other[0]


def plugin_names(layers: Sequence[Layer]) -> tuple[str, ...]:
    """Return the plugins of a chain of files, a child's before its parent's. `-name` removes one that a parent
    lists.
    """
    removed: set[str] = set()
    found: list[str] = []
    for layer in layers:
        for name in layer.written.head.plugins:
            if name.startswith("-"):
                removed.add(name[1:])
            elif name not in removed and name not in found:
                found.append(name)
    return tuple(found)


def source_of(rules: Ruleset, key: str) -> Source | None:
    """Return the source of the value of this key, or None.

    `Ruleset.origin` finds the line too, for which it reads the text of the file once more.
    """
    if key not in rules.lapsed and key in rules.amendments:
        return rules.amendments[key].source
    _, source, departs = rules._setting(key)
    return None if departs else source
