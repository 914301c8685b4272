"""A statement: what a ruleset says about one subject, what that rests on, and its clauses.

`ask`, `foul`, the casebook, sheets, slips and pages print statements. None of them decides anything itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from kanrules.frozen import frozen
from kanrules.hooks.faults import attribute
from kanrules.law.hook_values import PENALTY_WORDS, Noticed, PenaltyStep, PenaltyType, PointsFrom
from kanrules.locale import ENGLISH, Translator
from kanrules.locale import marked as _N
from kanrules.locale.sentences import listed, many, say
from kanrules.ruleset import Ruleset
from kanrules.ruleset.keys import Takes, file_value, keys
from kanrules.ruleset.native_names import native_source
from kanrules.rulings import (
    RAISED,
    UNSETTLED,
    Basis,
    Grade,
    Reason,
    Ruling,
    Source,
    Verdict,
    assumed,
    partly_assumed,
    would_rule,
)

NO_TEXT = _N("no source")
"""Text printed instead of a clause if no source was found."""
EVERYWHERE = _N("in every ruleset")
"""Text printed instead of a clause for a rule that every ruleset has by construction."""
_POINTS = {
    PointsFrom.TABLE: _N("{points} points"),
    PointsFrom.TOURNAMENT: _N("{points} points of the tournament score"),
}
NOTICED_WHEN: dict[Noticed, str] = {
    Noticed.BEFORE_REVEAL: _N("noticed before any tile is shown"),
    Noticed.BEFORE_REPLACEMENT: _N("noticed before the replacement tile is drawn"),
    Noticed.BEFORE_IN_HAND: _N("noticed before the tile is in the hand"),
    Noticed.BEFORE_DISCARD: _N("noticed before the discard"),
    Noticed.BEFORE_TWO_DISCARDS: _N("noticed before two more discards"),
    Noticed.AFTER_DISCARD: _N("noticed after the discard"),
    Noticed.OWN_WIN: _N("found at the player's own win"),
    Noticed.DRAW: _N("found at an exhaustive draw"),
}
"""When a foul is noticed, in words."""
_TILES = (_N("{count} tile"), _N("{count} tiles"))
_TO_TILES, _OR_MORE = _N("{fewest} to {most} tiles"), _N("{fewest} tiles or more")
_REPEATED, _FIRST, _OTHERWISE = _N("repeated"), _N("the first time"), _N("otherwise")
_NO_PENALTY = _N("no penalty")
_STEP, _STEP_AND = _N("{condition}: {penalty}"), _N("{penalty}, {points}")
SEE_PLUGIN = _N("{answer} (see plugin {plugins})")


@frozen
class Clause:
    """A key that decides a statement, its value, and its source (None if none was found)."""

    key: str
    """The key; "" for a rule that no key varies."""
    value: Any
    """The value of the key under the ruleset; None for a rule that no key varies."""
    source: Source | None = None
    plugin: str = ""
    """The plugin that decides instead of the key's value, if one does."""
    see: tuple[str, ...] = ()
    """Plugins of the ruleset that may rule differently from the value."""

    @property
    def short(self) -> str:
        """The clause alone, the grade of its source if the clause is unknown, or "no source"."""
        return self.in_short()

    def in_short(self, speak: Translator = ENGLISH) -> str:
        """Return `short` in a language."""
        if self.source is None:
            return speak(NO_TEXT)
        return native_source(self.source, speak).clause or speak(self.source.grade.value)

    def to_json(self) -> dict[str, Any]:
        """Return the clause as JSON-ready data."""
        return {
            "key": self.key,
            "value": file_value(self.value),
            "plugin": self.plugin or "core",
            "source": None if self.source is None else self.source.to_json(),
        }


@frozen
class Statement:
    """What a ruleset says about one subject."""

    subject: str
    """Id of the casebook question, name of the foul, or key."""
    text: str
    """What applies. For a statement that no source settles it says so only if kanrules assumes nothing either."""
    basis: Basis
    ruling: Ruling
    """The statement as a ruling of the deciding key."""
    clauses: tuple[Clause, ...] = ()
    """The clauses in order of weight, the deciding one first."""
    reason: Reason | None = None
    """Why no source settles the statement; None if one does, or if the ruleset's text departs from its parent's."""
    assumptions: tuple[str, ...] = ()
    """The keys without a source on which the statement depends: another value would change it."""
    verdict: str = ""
    """The statement in a few words; "" if it has no such words."""
    steps: tuple[PenaltyStep, ...] = ()
    """The cases of a penalty. Other statements have none, nor has a penalty that only words state."""
    raised: bool = False
    """True if the ruleset's own values raise the question and nobody has decided it."""
    question: str = ""
    """The question that it answers, in words; "" if only its subject is known."""
    when: str = ""
    """The case in which it holds, if it is one of the choices of an open fact."""
    depends: tuple[OpenFact, ...] = ()
    """Facts that the question leaves open and on which the statement depends."""

    @property
    def said(self) -> str:
        """The statement as it is printed: with a note if no source settles it or a value without a source would change
        it.
        """
        said = self.text
        if self.basis is Basis.DEFAULT and not self.depends:
            said = would_rule(said, self.gap)
        elif self.basis is Basis.PARTLY and self.assumptions:
            said = partly_assumed(said)
        plugins = dict.fromkeys(name for clause in self.clauses for name in clause.see)
        return say(SEE_PLUGIN, answer=said, plugins=", ".join(plugins)) if plugins else said

    @property
    def gap(self) -> str:
        """The sentence that says why no source settles the statement."""
        if self.raised:
            return RAISED
        return UNSETTLED if self.reason is None else assumed(self.reason)

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys behind the statement, the deciding one first."""
        return tuple(dict.fromkeys(clause.key for clause in self.clauses if clause.key))

    @property
    def only_step(self) -> PenaltyStep | None:
        """The penalty, if the act alone decides it; None if it has conditions or if words state it."""
        (only, *more) = self.steps or (None,)
        return None if more or self.ruling.verdict is Verdict.AS_STATED or _is_conditional(only) else only

    @property
    def sources(self) -> tuple[Source, ...]:
        """The sources in order of weight, the deciding one first, each once."""
        return tuple(dict.fromkeys(one.source for one in self.clauses if one.source is not None))

    @property
    def is_settled(self) -> bool:
        """True if a text, the ruleset itself, a plugin, or the construction of all rulesets settles it at least in
        part.
        """
        return self.basis not in (Basis.DEFAULT, Basis.UNSAID)

    def in_short(self, speak: Translator = ENGLISH) -> str:
        """Return the clauses on one line, in a language, or what stands for them; "" if nothing is said at all."""
        if not self.clauses:
            return speak(EVERYWHERE) if self.basis is Basis.COMMON else ""
        found = dict.fromkeys(clause.in_short(speak) for clause in self.clauses if clause.source is not None)
        return "; ".join(found) or speak(NO_TEXT)

    def to_json(self) -> dict[str, Any]:
        """Return the statement as JSON-ready data, in the same form everywhere."""
        said = {"rules": self.ruling.ruleset, "text": str(self.said)}
        return {**said, **self.basis_json(), "ruling": {**self.ruling.to_json(), "basis": self.basis.value}}

    def basis_json(self) -> dict[str, Any]:
        """Return what the statement rests on as JSON-ready data."""
        sources = [source.to_json() for source in self.sources]
        return {
            "basis": self.basis.value,
            "reason": None if self.reason is None else self.reason.value,
            "source": sources[0] if sources else None,
            "sources": sources,
            "assumes": list(self.assumptions),
            "clauses": [clause.to_json() for clause in self.clauses],
        }


_LISTED = 40
"""Maximum length of a condition that is listed with others."""


@frozen
class OpenFact:
    """A fact that a question leaves open, and what holds in each case."""

    fact: str
    choices: tuple[Statement, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the fact and its choices as JSON-ready data."""
        choices = [
            {
                "when": str(choice.when),
                "text": str(choice.said),
                "basis": choice.basis.value,
                "ref": choice.ruling.ref,
            }
            for choice in self.choices
        ]
        return {"fact": str(self.fact), "choices": choices}

    def alike(self) -> list[tuple[list[Statement], str]]:
        """Return the choices in groups that have the same answer, and that answer. Whole sentences stay apart, since a
        list of them cannot be read.
        """
        groups: dict[tuple[str, bool, str], list[Statement]] = {}
        for choice in self.choices:
            alone = choice.when if len(choice.when) > _LISTED else ""
            groups.setdefault((choice.said, choice.is_settled, alone), []).append(choice)
        return [(choices, text) for (text, *_), choices in groups.items()]


def weighed(clauses: Sequence[Clause], decisive: Sequence[str], *, first: Sequence[str] = ()) -> tuple[Clause, ...]:
    """Return clauses in order of weight. First come the keys that decide by themselves, as `decisive` orders them; a
    switch that another of them needs to have an effect comes after it, since it only raises the question.

    The keys in `first` come before all others.
    """
    needed = {one for key in decisive for silence in _silences(key) for one in silence.because}
    switches = {key for key in needed.intersection(keys()) if keys()[key].takes is Takes.SWITCH}
    order = dict.fromkeys((*first, *sorted(decisive, key=lambda key: key in switches)))
    places = {key: at for at, key in enumerate(order)}
    return tuple(sorted(clauses, key=lambda clause: places.get(clause.key, len(places))))


def basis_of(clauses: Sequence[Clause], assumptions: Sequence[str] = ()) -> Basis:
    """Return what a statement with these clauses in order of weight rests on. Without any, every ruleset has it."""
    deciding = next((clause for clause in clauses if clause.source is not None), None)
    if deciding is None or deciding.source is None:
        return Basis.DEFAULT if clauses else Basis.COMMON
    if deciding.plugin:
        return Basis.PLUGIN
    if assumptions or deciding.source.grade is Grade.PARTLY:
        return Basis.PARTLY
    if not deciding.key:
        return Basis.COMMON
    return Basis.OWN if deciding.source.grade is Grade.OWN else Basis.TEXT


def clause_of(key: str, rules: Ruleset, code: str = "") -> Clause:
    """Return a key with its value under the ruleset, and the source behind it, or the plugin's whose code answered."""
    from kanrules.ruleset.effects import overruling

    source, value = rules.origin(key).source, rules[key]
    if source is None and code:
        plugin = code.rpartition("-")[0]
        return Clause(key, value, source_of_plugin(plugin, code, rules, key), plugin)
    return Clause(key, value, source, see=overruling(key, rules))


def source_of_plugin(name: str, code: str, rules: Ruleset, key: str) -> Source:
    """Return the source that a file names for a text of this plugin, with options of its own, or the plugin's for an
    answer with this code, or else the plugin's own words.
    """
    from kanrules.hooks.discovery import named_sources

    # A local plugin has no entry point; the ruleset has loaded it.
    plugin = dict(rules.modules)[name]
    said: Mapping[str, str] = attribute(name, plugin, "codes", {})
    named = named_sources(name, plugin)
    own = rules.origin(key) if key in keys() else None
    if own is not None and own.set_by == f"plugin {name}" and own.source is not None:
        return named.get(code, own.source) if own.source in named.values() else own.source
    return named.get(code) or Source(f"plugin {name}", str(said.get(code, code)))


def _is_conditional(step: PenaltyStep | None) -> bool:
    return step is not None and step != PenaltyStep(step.then, points=step.points, points_from=step.points_from)


def type_in_words(kind: PenaltyType) -> str:
    """Return the name of a kind of penalty."""
    return PENALTY_WORDS[kind]


def price_in_words(step: PenaltyStep) -> str:
    """Return the penalty of a case in words, without its condition."""
    price = _NO_PENALTY if step.then is PenaltyType.NONE else PENALTY_WORDS[step.then]
    if not step.points:
        return price
    points = say(_POINTS[step.points_from], points=step.points)
    return points if step.then is PenaltyType.POINTS else say(_STEP_AND, penalty=price, points=points)


def conditions_in_words(steps: Sequence[PenaltyStep]) -> list[str]:
    """Return what each case of a penalty depends on, in words; "" if the only case depends on nothing. One without a
    condition is for what the cases before it leave.
    """
    found = (list(_conditions(step)) or ([_OTHERWISE] if at else []) for at, step in enumerate(steps))
    return [listed(on, between="; ") for on in found]


def steps_in_words(steps: Sequence[PenaltyStep]) -> list[str]:
    """Return each case of a penalty in words: what it depends on, and the penalty."""
    cases = zip(conditions_in_words(steps), map(price_in_words, steps), strict=True)
    return [say(_STEP, condition=on, penalty=price) if on else price for on, price in cases]


def _conditions(step: PenaltyStep) -> Iterable[str]:
    """Yield what a case depends on, in words."""
    if step.condition:
        yield step.condition
    if step.tiles is not None:
        fewest, most = step.tiles
        if not most:
            yield say(_OR_MORE, fewest=fewest)
        elif fewest == most:
            yield many(_TILES, most)
        else:
            yield say(_TO_TILES, fewest=fewest, most=most)
    if step.noticed is not None:
        yield NOTICED_WHEN[step.noticed]
    if step.repeated is not None:
        yield _REPEATED if step.repeated else _FIRST


def step_json(step: PenaltyStep | None) -> dict[str, Any]:
    """Return a case of a penalty as JSON-ready data; None stands for a penalty that only words state."""
    return {
        "condition": (step and str(step.condition)) or None,
        "noticed": step and step.noticed and step.noticed.value,
        "tiles": None if step is None or step.tiles is None else list(step.tiles),
        "repeated": None if step is None else step.repeated,
        "aware": None if step is None else step.aware,
        "then": Verdict.AS_STATED.value if step is None else step.then.value,
        "points": 0 if step is None else step.points,
        "points_from": None if step is None or not step.points else step.points_from.value,
    }


def _silences(key: str) -> Sequence[Any]:
    return keys()[key].silent if key in keys() else ()
