"""The poster: a timeline and ten short answers, read from two metres.

It says what a table needs before the referee comes. The rule sheet (`kanrules.report.sheet`) has the rest.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from kanrules.drawing.timelines.contents import KANS
from kanrules.frozen import frozen
from kanrules.law.setup import has_kita
from kanrules.law.tables.kandora_keys import TIMINGS
from kanrules.locale import LANGUAGES
from kanrules.locale import marked as _N
from kanrules.locale.sentences import capital, sentence_ended
from kanrules.report.citing import CitedDocument
from kanrules.report.rule_line import Citation, RuleLine, Words
from kanrules.report.sheet import SheetGroup, SheetMaker
from kanrules.ruleset import Ruleset
from kanrules.ruleset.effects import mute, said_of
from kanrules.ruleset.key_sentences import short_meaning
from kanrules.ruleset.keys import keys

_PAGE = re.compile(r"\s*\([^()]*\bp+\. ?[^()]*\)|\s*\([^()]*\d-\d+\)")
_LONGEST = 14
"""Length of the longest part of a clause that a wall has space for."""

TITLE = _N("After “Kan!”")
STOP = _N("Stop. Touch nothing. Call the referee.")
CLAUSES = _N("Numbers: clauses of the rulebook.")
_ALL_KANS = _N("Every kan")
_INDICATOR, _REPLACEMENT, _ROBBING = _N("Kan dora indicator"), _N("Replacement tile"), _N("Robbing a kan")
_SHOUMINKAN, _ANKAN, _RIICHI = _N("Robbing a shouminkan"), _N("Robbing an ankan"), _N("Kan in riichi")
_CALLS, _LAST, _FOURTH = _N("Calls"), _N("Last tile"), _N("Fourth and fifth kan")
_OWN_RULES = _N("Our other rules")
_LIABILITY, _MISTAKES, _KITA = _N("Liability"), _N("Mistakes"), _N("Kita")
_ALWAYS = _N("From the dead wall. The live wall refills it to {count}.")
_AFTER_CALL, _AFTER_PON = _N("No kan directly after a pon or chi."), _N("No kan directly after a pon.")
_WITHOUT_CHI = _N("Ron, then pon or kan.")
_ENDS_ANY = _N("Fourth kan: abortive draw, by one player or several.")
_ENDS_NEVER = _N("Fourth kan: play on.")
_ENDS_SEVERAL = _N("Four kans by several players: abortive draw. By one player: play on.")
_ENDS_BUT_SUUKANTSU = _N("Four kans by several players: abortive draw. By one player: suukantsu after the discard.")
_NO_SOURCE = _N("The referee decides.")
_WRONG_KAN, _WRONG_TILE, _WRONG_INDICATOR = _N("Wrong kan"), _N("Wrong replacement tile"), _N("Wrong indicator")

ASKED_FIRST = frozenset(
    {
        "kandora.enabled", *TIMINGS, "chankan.ankan", "chankan.until",
        "riichi_kan.level", "riichi_kan.drawn_tile_only", "kan.min_live_tiles", "four_kans.several_players",
        "four_kans.one_player", "fifth_kan.policy", "sekinin_barai.yakuman", "sekinin_barai.daiminkan_rinshan",
        "penalty.wrong_tiles", "penalty.replacement_wrongly", "penalty.indicator_wrong_tile",
    }
)  # fmt: skip
"""The keys of the ten answers about kans, which a card keeps first."""


@frozen
class Poster:
    """The contents of a poster, in one language."""

    answers: tuple[SheetGroup, ...]
    """Each with the clauses of its sentences. A sentence has a subject if an answer has several."""
    references: tuple[CitedDocument, ...]


def poster(rules: Ruleset, language: str) -> Poster:
    """Return the answers of a ruleset for the wall. Raises KeyError for an unknown language."""
    maker = _PosterMaker(rules, [language])
    maker.shown_keys = set()
    answers = (*maker.answers(), *maker.own_rules())
    return Poster(answers, maker.references)


class _PosterMaker(SheetMaker):
    """Builds the answers and collects their clauses."""

    shown_keys: set[str]
    """Keys that an answer is about."""

    @property
    def tell(self) -> str:
        return self.speak[0].language

    def told(self, message: str, **values: str) -> str:
        """Return a message in the sheet's language."""
        return self.say(message, **values)[0]

    def short(self, key: str, label: str = "") -> RuleLine:
        """Return the short sentence for the value of a key."""
        said = short_meaning(key, self.rules[key]) or said_of(key, self.rules)
        return self.sentence(self.told(said), label, key)

    def sentence(self, said: str, label: str = "", *keys: str, assumed: bool = False) -> RuleLine:
        """Return a sentence about some keys."""
        assumed = assumed or any(self.rules.origin(key).is_default for key in keys)
        words = (Words(sentence_ended(said, LANGUAGES[self.tell].full_stop), self.tell),)
        return RuleLine((label,), words, Citation(is_default=assumed), any(map(self.is_own, keys)), keys)

    def answers(self) -> Iterator[SheetGroup]:
        """Yield the ten answers in the order of the sheet."""
        yield self.indicator()
        yield self.wrapped(_REPLACEMENT, [self.refill()])
        if has_kita(self.rules.options):
            kans = [
                self.short("chankan.until", self.told("Shouminkan")),
                self.short("chankan.ankan", self.told("Ankan")),
            ]
            yield self.wrapped(_ROBBING, kans)
            yield self.of("kita.robbable", "kita.min_live_tiles", title=_KITA)
        else:
            yield self.of("chankan.until", title=_SHOUMINKAN)
            yield self.of("chankan.ankan", title=_ANKAN)
        yield self.of("riichi_kan.level", "riichi_kan.drawn_tile_only", title=_RIICHI)
        if self.rules.options.calls.chi:
            calls = [self.short("calls.priority"), self.sentence(self.told(_AFTER_CALL))]
            yield self.wrapped(_CALLS, calls)
        else:
            calls = [self.sentence(self.told(_WITHOUT_CHI), "", "calls.chi"), self.sentence(self.told(_AFTER_PON))]
            yield self.wrapped(_CALLS, calls)
        yield self.of("kan.min_live_tiles", title=_LAST)
        yield self.fourth()
        yield self.of("sekinin_barai.yakuman", "sekinin_barai.daiminkan_rinshan", title=_LIABILITY)
        yield self.mistakes()

    def of(self, *keys: str, title: str) -> SheetGroup:
        """Return the answer that consists of the short sentences of some keys, without those that have no effect."""
        muted = mute(self.rules)
        kept = [key for at, key in enumerate(keys) if not at or key not in muted]
        return self.wrapped(title, [self.short(key) for key in kept])

    def wrapped(self, title: str, sentences: Sequence[RuleLine]) -> SheetGroup:
        """Return an answer with the clauses of its sentences."""
        clauses: dict[str, dict[str, None]] = {}
        keys = [key for one in sentences for key in one.keys]
        self.shown_keys.update(keys)
        for key in keys:
            cited = self.citation(key)
            if not cited.is_default:
                # Long words of a source that has no clauses, and pages, are on the rule sheet.
                parts = [part for part in _PAGE.sub("", cited.clause).split(", ") if len(part) <= _LONGEST]
                clauses.setdefault(cited.mark or cited.instead, {}).update(dict.fromkeys(parts))
        said = (f"{mark} {', '.join(sorted(parts))}".strip() for mark, parts in clauses.items())
        return SheetGroup((self.told(title),), tuple(sentences), "; ".join(said))

    def own_rules(self) -> Iterator[SheetGroup]:
        """Yield the ruleset's own rules that no answer is about, plugins' rules included, as one more answer."""
        silent = mute(self.rules)
        others = [key for key in keys() if self.is_own(key) and key not in self.shown_keys and key not in silent]
        lines = {key: self.short(key, self.told(keys()[key].title)) for key in others}
        price, when = "riichi_kan.illegal", "riichi_kan.illegal_found"
        if price in lines and when not in silent:
            # As on the sheet: the penalty alone would be false where it has a condition.
            lines.pop(when, None)
            lines[price] = self.with_condition(lines[price], self.short(when, self.told(keys()[when].title)))
        found = list(lines.values())
        found += [replace(line, subject=("",)) for line in self.plugins() if line.own]
        if found:
            yield SheetGroup((self.told(_OWN_RULES),), tuple(found))

    def indicator(self) -> SheetGroup:
        """Return when the kan dora indicator of each kan is turned."""
        if not self.rules.options.kandora.enabled:
            return self.of("kandora.enabled", title=_INDICATOR)
        by_moment: dict[tuple[str, bool], list[str]] = {}
        for kan in KANS:
            key = f"kandora.{kan}"
            said = (short_meaning(key, self.rules[key]), self.rules.origin(key).is_default)
            by_moment.setdefault(said, []).append(kan)
        between = "・" if self.tell == "ja" else ", "
        sentences = [
            self.sentence(
                capital(self.told(moment)),
                self.told(_ALL_KANS) if len(kans) == len(KANS) else between.join(self.told(KANS[kan]) for kan in kans),
                *(f"kandora.{kan}" for kan in kans),
            )
            for (moment, _), kans in by_moment.items()
        ]
        return self.wrapped(_INDICATOR, sentences)

    def refill(self) -> RuleLine:
        """Return where the replacement tile comes from, and what becomes of the dead wall."""
        wall, key = self.rules.options.wall, "wall.refill"
        if str(self.rules[key]) != "always" or not wall.undrawn:
            return self.short(key)
        return self.sentence(self.told(_ALWAYS, count=str(wall.undrawn)), "", key, "wall.undrawn")

    def fourth(self) -> SheetGroup:
        """Return what a fourth kan does, and whether there is a fifth."""
        several_key, one_key = "four_kans.several_players", "four_kans.one_player"
        several, one = str(self.rules[several_key]), str(self.rules[one_key])
        keys = (several_key,) if one_key in mute(self.rules) else (several_key, one_key)
        if len(keys) == 1:
            said = ""
        elif several == "play_on":
            said = {"abort": "", "play_on": _ENDS_NEVER}.get(one, "")
        else:
            said = {"abort": _ENDS_ANY, "play_on": _ENDS_SEVERAL}.get(one, _ENDS_BUT_SUUKANTSU)
        found = [self.sentence(self.told(said), "", *keys)] if said else [self.short(key) for key in keys]
        return self.wrapped(_FOURTH, [*found, self.short("fifth_kan.policy")])

    def mistakes(self) -> SheetGroup:
        """Return what becomes of a wrong kan, replacement tile, or indicator."""
        named = {
            _WRONG_KAN: "penalty.wrong_tiles",
            _WRONG_TILE: "penalty.replacement_wrongly",
            _WRONG_INDICATOR: "penalty.indicator_wrong_tile",
        }
        if not any(self.rules[key] for key in named.values()):
            return self.wrapped(_MISTAKES, [self.sentence(self.told(_NO_SOURCE), assumed=True)])
        found = [
            self.short(key, self.told(label))
            if self.rules[key]
            else self.sentence(self.told(_NO_SOURCE), self.told(label), assumed=True)
            for label, key in named.items()
        ]
        return self.wrapped(_MISTAKES, found)
