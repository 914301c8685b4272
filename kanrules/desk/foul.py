"""Decide the penalty for a kan foul under a ruleset, plugins included, with the ruling."""

from __future__ import annotations

import difflib
from functools import cache
from typing import TYPE_CHECKING, Any

from kanrules.errors import UnreadableError
from kanrules.frozen import dataclass
from kanrules.kan import penalties
from kanrules.kyoku.machine import KyokuMachine
from kanrules.law.codes import CODES, sentence
from kanrules.law.hook_values import Foul, Penalty, PenaltyType
from kanrules.law.options import FoulFound
from kanrules.law.setup import setup_of
from kanrules.locale import marked as _N
from kanrules.locale.sentences import say
from kanrules.pieces.actions import Discard, Draw
from kanrules.pieces.setup import Setup
from kanrules.pieces.tiles import Seat, Tile
from kanrules.pieces.wall import shuffled
from kanrules.rulings import UNSETTLED, Finding, Ruling, Verdict, undecided, would_rule
from kanrules.table.judge import HookAnswer

if TYPE_CHECKING:
    from kanrules.ruleset import Ruleset

FOULS: dict[str, str] = {
    "riichi_kan": _N("an ankan in riichi that the ruleset does not allow"),
    "wrong_tiles": _N("a kan laid down with tiles that do not form a kan"),
    "empty_call": _N("a call that is announced but not completed"),
    "wrong_word": _N("kan announced instead of pon or chi, or the reverse"),
    "after_call": _N("a kan in a turn that began with a chi or pon"),
    "last_tile": _N("a kan with no tile left in the live wall, or of the last discard"),
    "fifth_kan": _N("a fifth kan that is not allowed"),
    "dead_hand_kan": _N("a kan declared with a dead hand"),
    "kan_limit": _N("more kans than a player may declare"),
    "replacement_wrongly": _N("a replacement tile taken from the wrong place or at the wrong time"),
    "replacement_forgotten": _N(
        "a discard without taking the replacement tile, or a hand that is one tile short after a kan"
    ),
    "dead_wall_exposed": _N("exposed tiles of the dead wall"),
    "hasty_replacement": _N("a replacement tile drawn too fast for the others to rob the kan"),
    "indicator_early": _N("a kan dora indicator turned too early"),
    "indicator_late": _N("a kan dora indicator turned too late or not at all"),
    "indicator_wrong_tile": _N("the wrong tile turned as kan dora indicator"),
    "ura_seen": _N("a look at an ura dora indicator during the hand"),
}
"""Kan fouls by name, each with a description."""
UNKNOWN = _N("unknown")
_WORDS = {"KR606": _N("corrected")}
_TYPES = {
    PenaltyType.CHOMBO: _N("chombo"),
    PenaltyType.DEAD_HAND: _N("dead hand"),
    PenaltyType.POINTS: _N("points"),
    PenaltyType.WARNING: _N("warning"),
    PenaltyType.NONE: _N("none"),
}
_NO_FOUL, _AS_SAID, _NO_PENALTY = _N("no foul"), _N("as the rules say"), _N("no penalty")
_BOTH = _N("{penalty}; {words}")
_UNDER_A_CONDITION, _WHEN = _N("{penalty}, under a condition"), _N("{penalty}. {when}")
_THEN = _N("{first} {second}")
_PRICES = {"fifth_kan": "fifth_kan.illegal"}
"""The key of a foul's penalty, by foul. If the key has no effect, the act is not a foul."""
_RULED = {"fifth_kan": "fifth_kan.policy"}


@dataclass(frozen=True, slots=True)
class FoulAnswer:
    """One ruleset's answer about a foul: the penalty, and the ruling with its clause.

    Sheets, the casebook, `ask`, and `foul` all print `text`. Penalties are decided only here, with the same hooks as in
    the machine.
    """

    rules: Ruleset
    name: str
    penalty: Penalty
    ruling: Ruling
    words: str = ""
    """The ruleset's own words; "" if it has none."""

    @property
    def word(self) -> str:
        """The penalty in a few words: "unknown" if no source says, "no foul" if the ruleset does not forbid the act.

        Where the penalty has a condition, the words say so; which one, only `text` says.
        """
        if self.is_no_foul:
            return _NO_FOUL
        if self.is_undecided:
            return UNKNOWN
        if self.penalty.type is not PenaltyType.NONE:
            priced = _TYPES[self.penalty.type]
            return say(_UNDER_A_CONDITION, penalty=priced) if self.is_conditional else priced
        return _WORDS.get(self.penalty.code, _AS_SAID if self.words else _NO_PENALTY)

    @property
    def text(self) -> str:
        """The penalty as a sentence: the words of a plugin, or else of the ruleset. If no source settles it, it says so
        first.
        """
        if self.is_undecided:
            return undecided(self.ruling.assumed)
        said = self.penalty.text or _TYPES[self.penalty.type]
        if self.by_default:
            found = self._priced(said, self._when) if self._when else said if self._is_free else self.word
            return would_rule(found, self.ruling.assumed)
        if self.ruling.plugin != "core" and self.words and said not in self.words:
            return say(_BOTH, penalty=said, words=self.words)
        if self.words and self._words_name_the_penalty:
            return self.words
        when = self._when
        if when and "riichi_kan.illegal_found" in self.rules.unsettled:
            when = self.rules.assumed_of("riichi_kan.illegal_found")
        elif when and self.rules.origin("riichi_kan.illegal_found").is_default:
            when = would_rule(when, self.rules.assumed)
        if when:
            said = self._priced(said, when)
        return say(_THEN, first=said, second=self.words) if self.words else said

    @staticmethod
    def _priced(said: str, when: str) -> str:
        return say(_WHEN, penalty=said, when=when)

    @property
    def _is_free(self) -> bool:
        return self.penalty.type is PenaltyType.NONE

    @property
    def is_conditional(self) -> bool:
        """True if the penalty depends on more than the act, such as on when it is noticed."""
        return not self._is_free and not self.is_undecided and bool(self.words or self._when)

    @property
    def _words_name_the_penalty(self) -> bool:
        """True unless the file says in [about] that its words state other things than the penalty that a key sets. A
        string about that key may have lapsed, while the others still apply.
        """
        about = self.rules.about(f"penalty.{self.name}")
        return self._is_free or about is None or any(self.penalty.key in stated for stated in about)

    @property
    def _when(self) -> str:
        """The sentence of the key that says when a kan in riichi is penalized; "" if it is at once, or another foul."""
        from kanrules.ruleset.key_sentences import meaning

        if self.penalty.key != "riichi_kan.illegal" or self.penalty.type is PenaltyType.NONE:
            return ""
        found = self.rules.riichi_kan.illegal_found
        return "" if found is FoulFound.AT_ONCE else meaning("riichi_kan.illegal_found", found)

    @property
    def unknown(self) -> bool:
        """True if no penalty was found."""
        return self.ruling.code == "KR605"

    @property
    def is_undecided(self) -> bool:
        """True if no source settles the penalty and kanrules assumes none either."""
        return self.unknown or (self.by_default and self.ruling.assumed == UNSETTLED)

    @property
    def by_default(self) -> bool:
        """True if no source settles the penalty and kanrules assumes the answer."""
        return not self.unknown and not self.words and self.ruling.plugin == "core" and self.ruling.set_by == "default"

    @property
    def is_no_foul(self) -> bool:
        """True if the ruleset does not forbid the act."""
        return self.ruling.verdict is Verdict.RULE

    def to_json(self) -> dict[str, Any]:
        """Return the object that `foul --format json` prints. `source` is null if there is none."""
        source = self.ruling.to_json()["source"]
        return {
            "rules": self.rules.id,
            "foul": self.name,
            "penalty": {"type": self.penalty.type.value, "points": self.penalty.points},
            "text": str(self.text),
            "source": source,
            "ruling": self.ruling.to_json(),
        }


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
    raise UnreadableError(f"there is no foul {name!r}{hint}", code="")


def foul(name: str, rules: Ruleset, *, corrected: bool = False) -> FoulAnswer:
    """Return the penalty for a foul, as the ruleset's plugins and keys set it.

    An act that no rule forbids has no penalty, nor has a foul corrected in time unless the ruleset states its penalty
    in words: they say what a correction changes. Takes a name from `FOULS` and whether the foul was corrected in time.
    Raises UnreadableError for another name.
    """
    # Kept with the ruleset itself: an equal one may have another judge.
    kept: dict[tuple[str, bool], FoulAnswer] = vars(rules).setdefault("_fouls", {})
    found = kept.get((name, corrected))
    if found is None:
        found = kept[name, corrected] = _asked(name, rules, corrected)
    return found


def _asked(name: str, rules: Ruleset, corrected: bool) -> FoulAnswer:
    from kanrules.ruleset.effects import mute

    read_foul(name)
    if _PRICES.get(name) in mute(rules):
        return _no_foul(name, rules)
    done = Foul(Seat.SOUTH, name, _code(name), FOULS[name], corrected=corrected)
    kyoku = KyokuMachine(rules, wall=_wall(rules.scoring.red_fives, setup_of(rules.options)))
    if name == "dead_hand_kan":
        # The foul is a claim of a discard, so there must be a discard of another player.
        for kind in (Draw, Discard):
            kyoku.push(next(action for action in kyoku.legal_actions(Seat.EAST) if isinstance(action, kind)))
    answer = penalties.cost(kyoku, done)
    if answer is None and (stated := foul(name, rules)).ruling.verdict is Verdict.AS_STATED:
        # The rulebook's own words say what a correction changes. Under M.League's, it changes nothing.
        return stated
    if answer is None:
        answer = HookAnswer(Penalty(PenaltyType.NONE, code="KR606", text=sentence("KR606", "corrected")))
    penalty = answer.value
    has_words = hasattr(rules.options.penalty, name)
    words = rules[f"penalty.{name}"] if has_words and penalty.code != "KR606" else ""
    key = penalty.key or (f"penalty.{name}" if name != "riichi_kan" and has_words else "")
    verdict = penalties.verdict(penalty)
    if words and verdict is Verdict.NO_PENALTY and answer.by == "core":
        verdict = Verdict.AS_STATED
    ruling = rules.ruling(Finding(verdict, penalty.code, penalty.text, key, plugin=answer.by))
    return FoulAnswer(rules, name, penalty, ruling, words)


@cache
def _wall(red_fives: int, setup: Setup) -> tuple[Tile, ...]:
    """Return a wall to ask at. Cached, since shuffling takes longer than the answer."""
    return tuple(shuffled(red_fives, 0, setup))


def _no_foul(name: str, rules: Ruleset) -> FoulAnswer:
    from kanrules.ruleset.effects import mute
    from kanrules.ruleset.key_sentences import meaning

    key = _RULED[name]
    if key in mute(rules):
        # The hand ends with the fourth kan: no player can declare another.
        key = "four_kans.abort_at"
    text = sentence("KR603", "no_foul", rule=meaning(key, rules[key]))
    ruling = rules.ruling(Finding(Verdict.RULE, "KR603", text, key))
    return FoulAnswer(rules, name, Penalty(PenaltyType.NONE, code="KR603", text=text, key=key), ruling)
