"""Decide the penalty for a kan foul under a ruleset, plugins included, with its conditions and its clause."""

from __future__ import annotations

import difflib
from functools import cache
from typing import Any

from kanrules.desk.statement import (
    Clause,
    OpenFact,
    Statement,
    basis_of,
    clause_of,
    conditions_in_words,
    price_in_words,
    source_of_plugin,
    step_json,
    steps_in_words,
    type_in_words,
)
from kanrules.errors import wrong_use
from kanrules.frozen import frozen
from kanrules.kan import penalties
from kanrules.kyoku.machine import KyokuMachine
from kanrules.law.codes import CODES, sentence
from kanrules.law.hook_values import Foul, Noticed, Penalty, PenaltyStep, PenaltyType
from kanrules.law.options import FoulFound, FoulOnWin
from kanrules.law.setup import setup_of
from kanrules.locale import marked as _N
from kanrules.locale.sentences import listed, say
from kanrules.pieces.actions import Discard, Draw
from kanrules.pieces.setup import Setup
from kanrules.pieces.tiles import Seat, Tile
from kanrules.pieces.wall import shuffled
from kanrules.ruleset import Ruleset
from kanrules.ruleset.kept import kept
from kanrules.rulings import Basis, Finding, Verdict
from kanrules.table.judge import HookAnswer

FOULS: dict[str, str] = {
    "riichi_kan": "an ankan in riichi that the ruleset does not allow",
    "wrong_tiles": "a kan laid down with tiles that do not form a kan",
    "empty_call": "a call that is announced but not completed",
    "wrong_word": "kan announced instead of pon or chi, or the reverse",
    "after_call": "a kan in a turn that began with a chi or pon",
    "last_tile": "a kan with no tile left in the live wall, or of the last discard",
    "fifth_kan": "a fifth kan that is not allowed",
    "dead_hand_kan": "a kan declared with a dead hand",
    "kan_limit": "more kans than a player may declare",
    "replacement_wrongly": "a replacement tile taken from the wrong place or at the wrong time",
    "replacement_forgotten": (
        "a discard without taking the replacement tile, or a hand that is one tile short after a kan"
    ),
    "dead_wall_exposed": "exposed tiles of the dead wall",
    "hasty_replacement": "a replacement tile drawn too fast for the others to rob the kan",
    "indicator_early": "a kan dora indicator turned too early",
    "indicator_late": "a kan dora indicator turned too late or not at all",
    "indicator_wrong_tile": "the wrong tile turned as kan dora indicator",
    "ura_seen": "a look at an ura dora indicator during the hand",
}
"""Kan fouls by name, each with a description."""
UNKNOWN = _N("unknown")
_CORRECTED, _NO_FOUL, _AS_SAID, _NO_PENALTY = (
    _N("corrected"),
    _N("no foul"),
    _N("as the rules say"),
    _N("no penalty"),
)
_BOTH = _N("{penalty}; {words}")
_UNDER_A_CONDITION, _WHEN = _N("{penalty}, under a condition"), _N("{penalty}. {when}")
_BY_CASE, _WHICH_CASE = _N("depends on the case"), _N("which case it is")
_THEN = _N("{first} {second}")
_PRICES = {"fifth_kan": "fifth_kan.illegal"}
"""The key of a foul's penalty, by foul. If the key has no effect, the act is not a foul."""
_RULED = {"fifth_kan": "fifth_kan.policy", "kan_limit": "kan.max_per_player"}
"""The key that makes an act a foul, by foul."""
_FOUND = "riichi_kan.illegal_found"
_AT_OWN_WIN = _N("It is found at the offender's own win.")
_ON_WIN = {
    FoulOnWin.CHOMBO: PenaltyType.CHOMBO,
    FoulOnWin.DEAD_HAND: PenaltyType.DEAD_HAND,
    FoulOnWin.CHOMBO_AND_DEAD_HAND: PenaltyType.CHOMBO,
    FoulOnWin.NONE: PenaltyType.NONE,
}


@frozen
class _PricedFoul:
    """What a ruleset and its plugins answer about a foul."""

    rules: Ruleset
    name: str
    penalty: Penalty
    by: str
    """The plugin that answers, or `core`."""
    words: str
    """The ruleset's own words; "" if it has none."""

    @property
    def key(self) -> str:
        """The key that decides; "" if no key does."""
        has_words = hasattr(self.rules.options.penalty, self.name)
        own = f"penalty.{self.name}" if self.name != "riichi_kan" and has_words else ""
        return self.penalty.key or own

    @property
    def is_free(self) -> bool:
        """True if the penalty has no type, so that there is none or only words state it."""
        return self.penalty.type is PenaltyType.NONE

    @property
    def is_default(self) -> bool:
        """True if no source settles the penalty and kanrules assumes it."""
        return not self.words and self.by == "core" and bool(self.key) and self.rules.origin(self.key).is_default

    @property
    def is_unsaid(self) -> bool:
        """True if no source settles the penalty and kanrules assumes none either."""
        if self.penalty.code == "KR605":
            return True
        return self.is_default and self.rules.reason_of(self.key) is None

    @property
    def when(self) -> str:
        """The sentence that says when a kan in riichi is penalized; "" if it is at once, or another foul."""
        at_once = self.rules.riichi_kan.illegal_found is FoulFound.AT_ONCE
        return "" if self.penalty.key != "riichi_kan.illegal" or self.is_free or at_once else self._condition()

    def _condition(self) -> str:
        from kanrules.ruleset.key_sentences import meaning

        return meaning(_FOUND, self.rules.riichi_kan.illegal_found)

    @property
    def only_says_when(self) -> bool:
        """True if the ruleset says when a kan in riichi is penalized, and nobody says how."""
        asked = self.is_unsaid and self.penalty.key == "riichi_kan.illegal"
        return asked and not self.rules.origin(_FOUND).is_default

    @property
    def states_the_penalty(self) -> bool:
        """True if the ruleset's words are the penalty. They are not if the file says in [about] that its words state
        other things than the penalty that a key sets: a string about that key may have lapsed, while the others still
        apply.
        """
        about = self.rules.about(f"penalty.{self.name}")
        named = self.is_free or about is None or any(self.penalty.key in stated for stated in about)
        return bool(self.words) and self.by == "core" and named

    @property
    def text(self) -> str:
        """The penalty as a sentence: the words of a plugin, or else of the ruleset."""
        if self.is_unsaid:
            unsaid = self.rules.undecided(*([self.key] if self.key else ()))
            return say(_THEN, first=unsaid, second=self._condition()) if self.only_says_when else unsaid
        said = self.penalty.text or (type_in_words(self.penalty.type) if not self.penalty.steps else "")
        if not said:
            said = listed(steps_in_words(self.penalty.steps), between="; ")
        if self.by != "core" and self.words and said not in self.words:
            return say(_BOTH, penalty=said, words=self.words)
        if self.states_the_penalty:
            return self.words
        when = self.rules.assumed_of(_FOUND) if self.when and _FOUND in self.rules.unsettled else self.when
        if when:
            said = say(_WHEN, penalty=said, when=when)
        return say(_THEN, first=said, second=self.words) if self.words and self.by == "core" else said

    @property
    def steps(self) -> tuple[PenaltyStep, ...]:
        """The cases of the penalty. There are none if nobody decides it or if only words state it."""
        if self.penalty.steps or self.is_unsaid or self.states_the_penalty:
            return self.penalty.steps
        of = self.penalty
        first = PenaltyStep(of.type, self.when, points=of.points, points_from=of.points_from)
        law = self.rules.riichi_kan
        if not self.when or law.illegal_on_win is FoulOnWin.SAME or law.illegal_found is FoulFound.DRAW:
            return (first,)
        return first, PenaltyStep(_ON_WIN[law.illegal_on_win], _AT_OWN_WIN)

    @property
    def is_settled_by_plugin(self) -> bool:
        """True if a plugin has decided which case of its text applies."""
        return self.by != "core" and not self.penalty.steps and not self.is_free

    @property
    def word(self) -> str:
        """The penalty in a few words. Where it has conditions, they say so; which ones, only `text` says."""
        if self.is_unsaid:
            return UNKNOWN
        if len(self.steps) > 1:
            return _BY_CASE
        if self.penalty.code == "KR606":
            return _CORRECTED
        if self.is_free:
            return _AS_SAID if self.words else _NO_PENALTY
        of = self.penalty
        priced = price_in_words(PenaltyStep(of.type, points=of.points, points_from=of.points_from))
        if self.is_settled_by_plugin:
            return priced
        conditional = self.words or any(step.condition for step in self.steps)
        return say(_UNDER_A_CONDITION, penalty=priced) if conditional else priced

    @property
    def verdict(self) -> Verdict:
        """The verdict of the ruling: that the rulebook states the penalty, if one word would leave out a condition."""
        if self.is_unsaid:
            return Verdict.UNKNOWN
        stated = self.words and not self.is_settled_by_plugin
        if len(self.steps) > 1 or (not self.is_free and (stated or self.when)):
            return Verdict.AS_STATED
        found = penalties.verdict(self.penalty)
        return Verdict.AS_STATED if self.words and found is Verdict.NO_PENALTY and self.by == "core" else found

    def statement(self) -> Statement:
        """Return what the ruleset says about the foul."""
        from kanrules.ruleset.effects import raises
        from kanrules.ruleset.keys import keys

        rules, text, steps = self.rules, self.text, self.steps
        timed = self.when and not (self.states_the_penalty or self.is_unsaid)
        of = [self.key, *([_FOUND] if timed or self.only_says_when else [])]
        if self.words:
            # Words that are the penalty decide it, and a key is only a short form of them.
            of.insert(0 if self.states_the_penalty else len(of), f"penalty.{self.name}")
        clauses = [clause_of(key, rules) for key in dict.fromkeys(of) if key in keys()]
        if self.by != "core":
            source = source_of_plugin(self.by, self.penalty.code, rules, self.key)
            clauses = [
                Clause(self.key, rules[self.key] if self.key in keys() else None, source, self.by),
                *(one for one in clauses if one.source),
            ]
        assumptions = (
            ()
            if self.is_default or self.is_unsaid
            else tuple(one.key for one in clauses if one.source is None and one.key not in rules.unsettled)
        )
        basis = Basis.UNSAID if self.is_unsaid else basis_of(clauses, assumptions) if clauses else Basis.DEFAULT
        unsourced = basis in (Basis.DEFAULT, Basis.UNSAID)
        ruled = text if self.is_unsaid or not self.penalty.text or self.when else self.penalty.text
        decides = of[0] if self.by == "core" else self.key
        ruling = rules.ruling(Finding(self.verdict, self.penalty.code, ruled, decides, plugin=self.by))
        depends: tuple[OpenFact, ...] = ()
        if len(steps) > 1 and not unsourced:
            # The cases are choices, so that none is taken for another.
            said = zip(map(price_in_words, steps), conditions_in_words(steps), strict=True)
            cases = (Statement(self.name, price, basis, ruling, tuple(clauses), when=when) for price, when in said)
            depends = (OpenFact(_WHICH_CASE, tuple(cases)),)
        return Statement(
            self.name,
            text,
            basis,
            ruling,
            tuple(clauses),
            rules.reason_of(*filter(None, [self.key])) if unsourced else None,
            assumptions,
            self.word,
            steps,
            raised=unsourced and raises(rules, self.key),
            depends=depends,
        )


def _code(name: str) -> str:
    """Return the reason code that refuses the kan of this foul; "" if several codes do."""
    codes = [code for code, row in CODES.items() if row.foul == name]
    return codes[0] if len(codes) == 1 else ""


def read_foul(name: str) -> str:
    """Return the name unchanged if it is a foul. Otherwise raise UnreadableError with the closest match, or with all
    names.
    """
    if name in FOULS:
        return name
    close = difflib.get_close_matches(name, FOULS, n=1)
    hint = f"; did you mean {close[0]}?" if close else f"; there are: {', '.join(FOULS)}"
    raise wrong_use(f"there is no foul {name!r}{hint}")


def foul(
    name: str,
    rules: Ruleset,
    *,
    corrected: bool = False,
    noticed: Noticed | None = None,
    tiles: int = 0,
    repeated: bool | None = None,
) -> Statement:
    """Return the penalty for a foul, as the ruleset's plugins and keys set it.

    An act that no rule forbids has no penalty, nor has a foul corrected in time unless the ruleset states its penalty
    in words: they say what a correction changes. Takes a name from `FOULS`, whether the foul was corrected in time, and
    what else the penalty may depend on, as far as it is known: when it is noticed, how many tiles it concerns, and
    whether it is repeated. Raises UnreadableError for another name.
    """
    facts = Foul(
        Seat.SOUTH, read_foul(name), _code(name), FOULS[name], corrected=corrected, noticed=noticed, tiles=tiles,
        repeated=repeated,
    )  # fmt: skip
    return kept(rules, facts, lambda: _asked(facts, rules))


def foul_json(found: Statement) -> dict[str, Any]:
    """Return the object that `foul --format json` prints."""
    return {"foul": found.subject, "penalty": _penalty_json(found), **found.to_json()}


def _states_it(found: Statement) -> bool:
    """Return True if only the ruleset's words state the penalty, and no key beside them."""
    return found.ruling.verdict is Verdict.AS_STATED and all(key.startswith("penalty.") for key in found.keys)


def _penalty_json(found: Statement) -> dict[str, Any]:
    """Return the penalty as JSON-ready data. Its type is None unless that is the whole penalty."""
    # Of several cases, the last is for what the others leave.
    said = len(found.steps) > 1 or any(step.condition for step in found.steps)
    in_words = found.ruling.verdict is Verdict.AS_STATED and not said
    steps = [*map(step_json, found.steps), *([step_json(None)] if in_words else [])]
    whole = found.only_step is not None or (in_words and len(steps) == 1)
    return {"type": steps[0]["then"] if whole else None, "steps": steps}


def _asked(done: Foul, rules: Ruleset) -> Statement:
    from kanrules.ruleset.effects import mute

    name = done.name
    unlimited = not rules.options.kan.max_per_player and not rules.judge.asks("before_kan")
    if _PRICES.get(name) in mute(rules) or (name == "kan_limit" and unlimited):
        return _no_foul(name, rules)
    kyoku = KyokuMachine(rules, wall=_wall(rules.scoring.red_fives, setup_of(rules.options)))
    if name == "dead_hand_kan":
        # The foul is a claim of a discard, so there must be a discard of another player.
        for kind in (Draw, Discard):
            kyoku.push(next(action for action in kyoku.legal_actions(Seat.EAST) if isinstance(action, kind)))
    answer = penalties.cost(kyoku, done)
    if answer is None and _states_it(stated := foul(name, rules)):
        # The rulebook's own words say what a correction changes. Under M.League's, it changes nothing.
        return stated
    if answer is None:
        answer = HookAnswer(Penalty(PenaltyType.NONE, code="KR606", text=sentence("KR606", "corrected")))
    has_words = hasattr(rules.options.penalty, name)
    words = rules[f"penalty.{name}"] if has_words and answer.value.code != "KR606" else ""
    return _PricedFoul(rules, name, answer.value, answer.by, words).statement()


@cache
def _wall(red_fives: int, setup: Setup) -> tuple[Tile, ...]:
    """Return a wall to ask at. Cached, since shuffling takes longer than the answer."""
    return tuple(shuffled(red_fives, 0, setup))


def _no_foul(name: str, rules: Ruleset) -> Statement:
    from kanrules.ruleset.effects import DOES_NOT_ARISE, mute, raises
    from kanrules.ruleset.key_sentences import meaning

    key = _RULED[name]
    if key in mute(rules):
        # The hand ends with the fourth kan: no player can declare another.
        key = "four_kans.abort_at"
    rule = meaning(key, rules[key])
    text = say(DOES_NOT_ARISE, reason=rule) if name == "kan_limit" else sentence("KR603", "no_foul", rule=rule)
    clauses = (clause_of(key, rules),)
    basis = Basis.UNSAID if key in rules.unsettled else basis_of(clauses)
    reason = rules.reason_of(key) if basis is Basis.DEFAULT else None
    ruling = rules.ruling(Finding(Verdict.RULE, "KR603", text, key))
    return Statement(
        name,
        text,
        basis,
        ruling,
        clauses,
        reason,
        verdict=_NO_FOUL,
        steps=(PenaltyStep(PenaltyType.NONE),),
        raised=reason is not None and raises(rules, key),
    )
