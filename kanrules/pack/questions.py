"""Casebook questions as cases of the pack: one JSON object for each question and each way in which rulebooks
answer it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any

from kanrules.cases.case import Case
from kanrules.cases.lines import CLAIM_VERBS
from kanrules.cases.run import PlayedCase, play_case
from kanrules.desk.case_index import cases_of, chapters
from kanrules.desk.casebook import answer_to
from kanrules.errors import KanrulesError
from kanrules.exchange import programs
from kanrules.exchange.fields import Program, same
from kanrules.exchange.send import Sent, send
from kanrules.frozen import frozen
from kanrules.kyoku.machine import KyokuMachine
from kanrules.law.setup import setup_of
from kanrules.pack.kit.judge import AGREES, judge
from kanrules.pack.kit.table import KITA, LAID, REACH, TILES, Act, to_mjai
from kanrules.pack.machine import Machine, act_of, told
from kanrules.pack.reach import NoDeal, Reached, ask, reach
from kanrules.pieces.actions import Action, Ankan, Daiminkan, Discard, Draw, Pass, Shouminkan
from kanrules.pieces.events import KandoraTurned, Turned
from kanrules.pieces.setup import DEALT, Setup
from kanrules.pieces.tiles import RED_FIVES, Seat
from kanrules.ruleset import Ruleset
from kanrules.ruleset.keys import TEXT_TABLES, file_value, keys
from kanrules.supervisor.in_processes import answering

APART = frozenset(("game", "penalty", "chombo", "display", *TEXT_TABLES))
"""Ruleset tables without effect on how one hand is played."""
FIRST = ("tenhou", "mahjong-soul", "m-league", "ema-2025", "wrc-2025", "ema-2016", "tenhou-3p", "mahjong-soul-3p")
"""Rulesets that are preferred, in this order, to represent a group that rules alike."""
_ABOUT = frozenset(("kandora", "kan", "four_kans", "fifth_kan", "chankan", "sekinin_barai", "riichi_kan"))
_KANS = ("ankan", "daiminkan", "kakan")
WITH: dict[Turned, tuple[str, ...]] = {
    Turned.DISCARD: ("dahai",),
    Turned.ANNOUNCED: _KANS,
    Turned.NEXT_KAN_ANNOUNCED: _KANS,
    Turned.NEXT_KAN_DECLARATION: _KANS,
    Turned.KITA_ANNOUNCED: (KITA,),
    Turned.KITA_DECLARATION: (KITA,),
}
"""The events that a kan dora indicator is turned with, by instant."""
APART_STATES = ("position_only", "not_mjai", "other_players")
"""Why a question has no case: no deal reaches it, mjai cannot express it, or no ruleset is for its number of
players.
"""
_OTHER = {
    3: "it is for three players, but no ruleset in the pack is",
    4: "it is for four players, but no ruleset in the pack is",
}
_FOUL = "a foul is committed or found: mjai cannot express it, and engines refuse it"


@frozen
class PackQuestion:
    """One question and its cases, one for each way in which the rulesets answer it, or why it has none."""

    id: str
    chapter: str
    text: str
    name: str
    cases: tuple[dict[str, Any], ...] = ()
    why: str = ""
    reachable: bool = True
    """False for a position that no deal reaches. True together with a reason means that mjai cannot express it."""
    is_for: int = 0
    """Number of players that the question is for, if no ruleset has that number; otherwise 0."""

    @property
    def state(self) -> str:
        """`asked`, or why the question is left out: `position_only`, `not_mjai`, or `other_players`."""
        if self.cases:
            return "asked"
        if self.is_for:
            return "other_players"
        return "not_mjai" if self.reachable else "position_only"


def known_engines() -> dict[str, Program]:
    """Return the engines that a pack has an adapter for, by name, and the settings that they take."""
    return {"riichienv": programs.program("riichienv")}


@dataclass
class PackBook:
    """A ruleset, and its settings on each engine."""

    rules: Ruleset
    engines: Mapping[str, Program]
    sent: dict[str, Sent] = field(default_factory=dict)

    def settings(self, engine: str) -> Sent:
        """Return the engine's settings closest to this ruleset."""
        if engine not in self.sent:
            self.sent[engine] = send(self.engines[engine], self.rules)
        return self.sent[engine]

    def bears(self, engine: str) -> bool:
        """Return True if the engine has a preset named after this ruleset."""
        return any(self.rules.id in books for books in self.engines[engine].presets.values())


def questions(
    rulesets: Sequence[Ruleset], jobs: int = 1, engines: Callable[[], Mapping[str, Program]] = known_engines
) -> Iterator[PackQuestion]:
    """Yield every casebook question under these rulesets, in the order of the page. Takes the number of processes, and
    a function that returns the engines that get settings; each process calls it, since a program cannot be sent to one.

    Questions about three players are put only to three-player rulesets, and all others only to four-player rulesets.
    """
    cases = [(path.name.partition(".")[0], case) for _, path in chapters() for case in cases_of(path)]
    with answering(_Asker(cases, rulesets, engines), len(cases), jobs) as answers:
        yield from answers


@dataclass
class _Asker:
    """Answers the question of a number. Each process has one, with the engines' settings that it has worked out."""

    cases: Sequence[tuple[str, Case]]
    rulesets: Sequence[Ruleset]
    engines: Callable[[], Mapping[str, Program]]
    books: dict[str, PackBook] = field(default_factory=dict)

    def __call__(self, number: int) -> PackQuestion:
        chapter, case = self.cases[number]
        players = 3 if case.players == 3 else 4
        rulesets = [one for one in self.rulesets if one.options.table.players == players]
        if rulesets:
            return _question(chapter, case, rulesets, self.book)
        return PackQuestion(case.id, chapter, case.question, case.name, why=_OTHER[players], is_for=players)

    def book(self, rules: Ruleset) -> PackBook:
        """Return a ruleset with its settings on each engine."""
        if rules.amendments:
            return PackBook(rules, self.engines())
        return self.books.setdefault(f"{rules.id} {rules.path}", PackBook(rules, self.engines()))


Books = Callable[[Ruleset], PackBook]


def _question(chapter: str, case: Case, rulesets: Sequence[Ruleset], books: Books) -> PackQuestion:
    id, text = case.id, case.question
    if any(line.against_law or line.found for line in case.lines):
        return PackQuestion(id, chapter, text, case.name, why=_FOUL)
    groups: dict[tuple[Any, ...], list[tuple[Ruleset, PlayedCase]]] = {}
    why = ""
    for rules in sorted(rulesets, key=lambda one: (FIRST.index(one.id) if one.id in FIRST else len(FIRST), one.id)):
        try:
            played = play_case(case, rules)
        except KanrulesError as error:
            why = why or f"not possible under {rules.id}: {error}".splitlines()[0]
            continue
        groups.setdefault(_signature(played), []).append((rules, played))
    found = []
    for alike in groups.values():
        try:
            found.append(_case(chapter, case, alike, books))
        except NoDeal as error:
            why = why or str(error)
    return PackQuestion(id, chapter, text, case.name, tuple(found), "" if found else why, bool(found))


def _signature(played: PlayedCase) -> tuple[Any, ...]:
    outcome = played.kyoku.outcome
    ended = () if outcome is None else (outcome.type, outcome.changes, outcome.sticks)
    refused = tuple(one.line.number for one in played.refused)
    return (tuple(map(repr, played.kyoku.events)), ended, refused, played.rules.scoring.red_fives)


def _case(chapter: str, case: Case, alike: Sequence[tuple[Ruleset, PlayedCase]], books: Books) -> dict[str, Any]:
    """Return the case of the rulesets that rule alike. Raises NoDeal.

    A question may suppose rules. Then only the rulesets that have those rules themselves count; if none has, the case
    is based on one of them and names what it supposes.
    """
    own = [(rules, played) for rules, played in alike if not _supposed(rules, played.rules, case.options)]
    base, played = (own or alike)[0]
    reached = reach(case, played)
    supposes = _supposed(base, played.rules, case.options)
    wall = [TILES[tile] for tile in reached.wall]
    red_fives = sum(tile in RED_FIVES for tile in reached.wall)
    rules = played.rules if supposes else base
    if red_fives != rules.scoring.red_fives:
        # The position is one of a set with other red fives: it shows them, or every five.
        supposes[_RED_FIVES] = red_fives
        rules = played.rules.with_options({_RED_FIVES: red_fives}, set_by="case")
    acts, places = _acts(reached.actions)
    at, seat, claim = _asked(played, reached)
    book = books(rules)
    # What a question supposes decides it under a ruleset that has these rules itself.
    decides = list(case.decides) or ([] if supposes else list(case.options))
    indicator_keys = _indicator_keys(reached.kyokus[-1])
    said: dict[str, Any] = {
        "id": f"{case.id}-{rules.id}" + ("-supposed" if supposes else ""),
        "question_id": case.id,
        "question": case.question,
        "chapter": chapter,
        "name": case.name,
        "answer": answer_to(case, played.rules).text,
        "rulesets": [] if supposes else [one.id for one, _ in own],
        "based_on": rules.id,
        "supposes": supposes,
        "decides": decides,
        "indicator_keys": indicator_keys,
        "rules": rules_of(rules),
        "plugins": list(rules.plugins),
        "settings": {"kanrules": {"rules": rules.id, "options": dict(supposes)}},
        "cannot_express": {},
        "table": {
            "bakaze": "ESWN"[played.position.round_wind],
            "honba": played.position.honba,
            "kyotaku": reached.sticks,
            "scores": list(reached.scores),
        },
        "wall": wall,
        "places": places_of(setup_of(rules.options)),
        "actions": acts,
        "starts_at": places[reached.start],
        "question_at": places[at],
        "asked": "claim" if claim else "turn",
        "seat": int(seat),
        "expect": _expect(reached, at, seat, claim, places),
        "source": case.source,
        "clauses": [_clause(key, rules) for key in dict.fromkeys((*decides, *indicator_keys))],
    }
    for engine, program in book.engines.items():
        if rules.options.table.players == 3 and program.three is None:
            why = {"table.players": f"{program.title} has no three-player games"}
            said["cannot_express"][engine] = {"why": why, "nearest": {}}
            continue
        sent = book.settings(engine)
        lost = _matters(said, case, rules, sent)
        # An engine with a preset named after a rulebook is asked about this question only, not about everything else.
        if lost and (supposes or not book.bears(engine) or _besides(said, case, rules, sent)):
            said["cannot_express"][engine] = {"why": lost, "nearest": dict(sent.settings)}
        else:
            said["settings"][engine] = dict(sent.settings)
    return said


def rules_of(rules: Ruleset) -> dict[str, Any]:
    """Return every rule of a hand, by key, as a case has them."""
    apart = APART | {"procedure", "foul"}
    return {key: file_value(rules[key]) for key in keys() if key.partition(".")[0] not in apart}


_RED_FIVES = "scoring.red_fives"


def _supposed(rules: Ruleset, played: Ruleset, options: Iterable[str]) -> dict[str, Any]:
    """Return the keys, with their values, in which a case is played otherwise than its ruleset."""
    return {key: file_value(played[key]) for key in options if played[key] != rules[key]}


def _indicator_keys(kyoku: KyokuMachine) -> list[str]:
    """Return the keys that decide whether and when the kan dora indicators of a hand are turned."""
    kans = [f"kandora.{kan.type}" for kan in kyoku.kans]
    enabled = (
        ["kandora.enabled"] if any(isinstance(one, (Ankan, Daiminkan, Shouminkan)) for one in kyoku.events) else []
    )
    if not kyoku.options.kandora.enabled:
        return enabled
    ruled = [one.key for one in kyoku.findings if one.code in _INDICATOR_CODES and one.key]
    return list(dict.fromkeys([*enabled, *kans, *ruled]))


_INDICATOR_CODES = frozenset(("KR301", "KR302", "KR304", "KR306"))
"""Codes of the rulings on kan dora indicators."""


def places_of(setup: Setup) -> dict[str, list[int]]:
    """Return where each part of a wall begins and ends. Dora and ura indicators count only as far as they are behind
    the live wall.
    """
    parts = {
        "dealt": DEALT * setup.players,
        "live": setup.live,
        "rinshan": setup.own_replacements,
        "dora": setup.own_indicators,
        "ura": setup.own_ura,
    }
    ends = list(accumulate(parts.values()))
    return {name: [end - size, end] for (name, size), end in zip(parts.items(), ends, strict=True)}


def _matters(said: dict[str, Any], case: Case, rules: Ruleset, sent: Sent) -> dict[str, str]:
    """Return the keys that an engine cannot express and that make a difference in this case, with the reasons.

    A key makes a difference if the engine plays otherwise and the case shows it, or if it is unknown what the engine
    plays and the question is about the key.
    """
    lost = {one.key: one.why for one in sent.lost if one.key.partition(".")[0] not in APART}
    plays = {key: sent.plays[key] for key in lost if key in sent.plays and not same(sent.plays[key], rules[key])}
    supposed = {key: f"{sent.program.title} has no setting for it" for key in case.options if key not in sent.plays}
    found = supposed | {key: why for key, why in lost.items() if key not in sent.plays and key in case.decides}
    if plays and _plays_otherwise(said, rules, plays):
        about = [key for key in plays if key in case.decides] or [
            key for key in plays if key.partition(".")[0] in _ABOUT
        ]
        found |= {key: lost[key] for key in about or plays}
    return found


def _besides(said: dict[str, Any], case: Case, rules: Ruleset, sent: Sent) -> bool:
    """Return True if what the engine cannot express makes a difference here that the question is not about."""
    lost = {one.key for one in sent.lost if one.key.partition(".")[0] not in APART} - set(case.decides)
    plays = {key: sent.plays[key] for key in lost if key in sent.plays}
    return bool(plays) and _plays_otherwise(said, rules, plays)


def _plays_otherwise(said: dict[str, Any], rules: Ruleset, values: Mapping[str, Any]) -> bool:
    """Return True if this case differs when the machine plays these values, which the engine is known to play."""
    other = rules.with_options(dict(values), set_by="engine")
    return judge(Machine(), said | {"settings": {Machine.name: {"rules": other}}}).verdict != AGREES


def _clause(key: str, rules: Ruleset) -> dict[str, Any]:
    origin = rules.origin(key)
    source = origin.source
    said: dict[str, Any] = {"key": key, "value": file_value(rules[key])}
    if source is None:
        return said | {"source": None}
    return said | {
        "source": {
            "document": source.document,
            "clause": source.clause,
            "url": source.url,
            "grade": source.grade.value,
        }
    }


def _acts(actions: Iterable[Action]) -> tuple[list[dict[str, Any]], list[int]]:
    """Return the actions as mjai, and the index of each and of the end; a riichi is two actions."""
    acts: list[dict[str, Any]] = []
    places = []
    for action in actions:
        places.append(len(acts))
        player = _player(action)
        if isinstance(action, Discard) and action.riichi:
            acts.append(to_mjai(player, (REACH,)))
        said = to_mjai(player, act_of(action))
        if isinstance(action, Discard):
            said["tsumogiri"] = action.tsumogiri
        acts.append(said)
    return acts, [*places, len(acts)]


def _player(action: Action) -> int:
    assert action.seat is not None, "the action of a question names its seat"
    return int(action.seat)


def _asked(played: PlayedCase, reached: Reached) -> tuple[int, Seat, bool]:
    """Return the index of the action before which the question is asked, the seat, and whether it is about a claim."""
    if played.refused:
        first = played.refused[0]
        done = sum(isinstance(one, Action) and not isinstance(one, (Draw, Pass)) for one in first.kyoku.events)
        return reached.start + done, first.line.seat, first.line.verb in CLAIM_VERBS
    own = list(enumerate(reached.actions))[reached.start :]
    weighty = [(at, action) for at, action in own if not isinstance(action, Discard)] or own
    if not weighty:
        return reached.start, played.position.turn, False
    at, action = weighty[0]
    assert action.seat is not None, "the action of a question names its seat"
    return at, action.seat, action.word in (*CLAIM_VERBS,)


def _legal(kyoku: KyokuMachine | None, seat: Seat) -> list[dict[str, Any]]:
    if kyoku is None or kyoku.outcome is not None:
        return []
    acts: dict[Act, None] = {}
    for action in kyoku.legal_actions(seat):
        if isinstance(action, (Draw, Pass)):
            continue
        acts[(REACH,) if isinstance(action, Discard) and action.riichi else act_of(action)] = None
    return [to_mjai(int(seat), act) for act in sorted(acts)]


def _expect(reached: Reached, at: int, seat: Seat, claim: bool, places: Sequence[int]) -> dict[str, Any]:
    end = reached.kyokus[-1]
    outcome = end.outcome
    first = len(reached.kyokus[reached.start].events) if reached.start < len(reached.actions) else len(end.events)
    shown = {str(places[i]): reached.shown[i] for i in range(reached.start, len(reached.actions))}
    deltas = [] if outcome is None else [now - then for now, then in zip(end.scores, reached.scores, strict=True)]
    return {
        "legal": _legal(ask(reached, at, seat, claim=claim), seat),
        "events": _events(end, first),
        "shown": {**shown, "end": reached.shown[-1]},
        "result": "ongoing" if outcome is None else str(outcome.type),
        "winners": [] if outcome is None else [int(win.seat) for win in outcome.wins],
        "deltas": deltas,
        "sticks": {} if outcome is None else {"on_table": outcome.sticks},
    }


def _events(kyoku: KyokuMachine, first: int) -> list[dict[str, Any]]:
    """Return what happens from this event on. A dora indicator has the events that it comes after and before."""
    out: list[dict[str, Any]] = []
    plain: list[tuple[int, dict[str, Any]]] = []
    for at, event in enumerate(kyoku.events):
        if not isinstance(event, KandoraTurned):
            plain += [(at, said) for said in told(kyoku, event)]
    event_number = sum(isinstance(event, KandoraTurned) for event in kyoku.events[:first])
    for at, event in enumerate(kyoku.events[first:], first):
        said = told(kyoku, event)
        event_number += isinstance(event, KandoraTurned)
        if isinstance(event, KandoraTurned):
            before = [one for place, one in plain if place < at]
            after = [one for place, one in plain if place > at]
            if event.instant in WITH and before and before[-1]["type"] in WITH[event.instant]:
                # Whether a log writes an indicator before or after the discard or kan that turns it is not a rule.
                before.pop()
            lowest = len([one for place, one in plain if place < at])
            said[0]["number"] = event_number
            said[0]["place"] = [len(_laid(before)), len(_laid(before)) + (len(before) < lowest)]
            said[0]["after"] = before[-1] if before else None
            said[0]["before"] = after[0] if after else None
        out += said
    return out


def _laid(events: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the draws, discards, and calls among the events."""
    return [event for event in events if event["type"] in LAID]


def counted(found: Iterable[PackQuestion]) -> dict[str, int]:
    """Return the numbers of all questions, of those that are asked, and of those left out, by reason."""
    states = [one.state for one in found]
    return {
        "questions": len(states),
        **{state: states.count(state) for state in ("asked", *APART_STATES)},
    }
