"""Check the answers of hooks against their types, and describe them in words for a trace."""

from __future__ import annotations

import builtins
import collections.abc
import re
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from difflib import get_close_matches
from enum import Enum
from functools import cache
from typing import cast

from kanrules import rulings
from kanrules.frozen import frozen
from kanrules.hooks.faults import blame, fault, one_line
from kanrules.hooks.specs import HOOKS
from kanrules.law import hook_values, options
from kanrules.law.hook_values import (
    Call,
    CompleteHand,
    Dora,
    Foul,
    FourKans,
    Kan,
    Liability,
    Noticed,
    Penalty,
    PenaltyStep,
    PenaltyType,
    PointsFrom,
    Result,
    ScoredReading,
    Transfer,
    Yaku,
    facts_in_words,
)
from kanrules.law.limits import BASES
from kanrules.law.yaku import YAKU, YAKUMAN
from kanrules.locale.sentences import RulebookText, Sentence
from kanrules.pieces.tiles import NAMES, Seat
from kanrules.rulings import Objection

_MODULES = (hook_values, options, rulings, builtins, collections.abc)
"""Where the types of answers are."""


@cache
def accepted(hook: str) -> tuple[type, ...]:
    """Return the types of a single answer to a hook, from the annotation of its spec; none for one that observes."""
    return tuple(
        next(getattr(module, name) for module in _MODULES if hasattr(module, name)) for name in HOOKS[hook].accepts
    )


def check_answer(plugin: str, hook: str, answer: object) -> None:
    """Raise PluginError (KR108) if the answer of a hook does not have the type and content that its spec declares."""
    if answer is None:
        return
    try:
        _check(plugin, hook, answer)
    except BaseException as error:  # an answer is untrusted: even comparing it may run its code
        blame(plugin, hook, error)


def _check(plugin: str, hook: str, answer: object) -> None:
    wanted = accepted(hook)
    members = cast("tuple[object, ...]", answer) if type(answer) in (list, tuple) and HOOKS[hook].several else (answer,)
    for member in members:
        # A subclass may answer otherwise each time it is asked.
        if type(member) not in wanted and not (collections.abc.Mapping in wanted and isinstance(member, Mapping)):
            names = " or ".join(t.__name__ for t in wanted) or "nothing"
            hint = ""
            if wanted and isinstance(member, str) and hasattr(wanted[0], "__members__"):
                match = next((m for m in wanted[0] if m.value == member), None)  # type: ignore[attr-defined]
                hint = f"did you mean {wanted[0].__name__}.{match.name}?" if match else ""
            expected = f"{names} or None" if wanted else names
            raise fault(
                plugin, hook, f"answered {one_line(member)} ({type(member).__name__}), expected {expected}", hint
            )
        wrong = _odd(member) or _fault(member)
        if hook == "kans_end" and member is not FourKans.ABORT:
            wrong = "expected FourKans.ABORT or None"
        if wrong:
            raise fault(plugin, hook, f"answered {one_line(member)}, {wrong}")


MOST_POINTS, MOST_TEXT = 1_000_000, 1000
"""Largest number and longest text in an answer."""


def _odd(value: object) -> str:
    """Return what is wrong with a text or a number anywhere in an answer: its own type, or its size."""
    # A translatable sentence or a text of the ruleset is as plain as a string: both are types of ours.
    if isinstance(value, str) and type(value) in (str, Sentence, RulebookText):
        return "" if len(value) <= MOST_TEXT else f"expected texts of at most {MOST_TEXT:,} characters"
    if type(value) is int:
        return "" if abs(value) <= MOST_POINTS else f"expected numbers of at most {MOST_POINTS:,}"
    if isinstance(value, (str, int)) and not isinstance(value, (bool, Enum)):
        return f"expected plain texts and numbers, not a {type(value).__name__}"
    if isinstance(value, (list, tuple)):
        plain = type(value) in (list, tuple)
        return (
            next(filter(None, map(_odd, value)), "") if plain else f"expected a plain list, not {type(value).__name__}"
        )
    if is_dataclass(value) and not isinstance(value, type):
        return next(filter(None, (_odd(getattr(value, field.name)) for field in fields(value))), "")
    return ""


def _fault(answer: object) -> str:
    """Return what is wrong inside an answer of the right type, "" if nothing is. Needed because a dataclass does not
    check the types of its fields.
    """
    match answer:
        case Objection():
            words: tuple[object, ...] = (answer.code, answer.text)
            if not all(isinstance(word, str) and word for word in words):
                return "expected a code and a sentence, both texts"
            if not _has_form_of_code(answer.code):
                return _CODE_WANTED
            foul: object = answer.foul
            if foul and not (isinstance(foul, str) and re.fullmatch("[a-z][a-z0-9_]*", foul)):
                return f'expected a foul in lower case with underscores, such as "after_call", not {one_line(foul)}'
        case Liability():
            seat: object = answer.seat
            if not isinstance(seat, Seat):
                return f"expected a Seat, not {one_line(seat)}"
            yakuman: object = answer.yakuman
            if not isinstance(yakuman, str):
                return f"there is no yakuman {one_line(yakuman)}"
        case Yaku():
            return _wrong_yaku(answer)
        case Dora():
            counts = (answer.dora, answer.ura, answer.red)
            # `isinstance` would accept True as 1.
            if not all(type(count) is int and count >= 0 for count in counts):
                return "expected whole numbers from 0 up"
        case Transfer():
            source, to = cast("tuple[object, object]", (answer.source, answer.to))
            if not isinstance(source, Seat) or not (isinstance(to, Seat) or to == "table"):
                return 'expected a Seat that pays, and a Seat or "table" that is paid'
            if type(answer.points) is not int or answer.points < 0:
                return f"expected points from 0 up, not {one_line(answer.points)}"
            if answer.points % 100:
                step = 'an option in points needs metadata={"step": 100}'
                return f"expected hundreds of points, not {answer.points}; {step}"
            if answer.to == "table" and answer.points % 1000:
                return f"expected whole sticks of 1000 for the table, not {answer.points}"
            if source is to:
                return "a player cannot pay themselves"
        case Penalty():
            return _wrong_penalty(answer)
    return ""


_CODE_WANTED = 'expected a code of the plugin: its name, a hyphen, and three digits, such as "house-201"'


def _has_form_of_code(code: str) -> bool:
    """Return True if this may be a reason code of a plugin or of core (KR201)."""
    # Not only of the plugin that answers: a wrapper passes on the objections of others. Conformance tells them apart.
    return re.fullmatch(r"([A-Za-z0-9_-]+-|KR)[0-9]{3}", code) is not None


def _wrong_penalty(answer: Penalty) -> str:
    code: object = answer.code
    if code != "" and not (isinstance(code, str) and _has_form_of_code(code)):
        return _CODE_WANTED
    steps: object = answer.steps
    if not isinstance(steps, tuple) or not all(isinstance(step, PenaltyStep) for step in steps):
        return "expected a tuple of PenaltyStep"
    costs = ((answer.type, answer.points), *((step.then, step.points) for step in answer.steps))
    if not all(isinstance(kind, PenaltyType) and type(points) is int for kind, points in costs):
        return "expected a PenaltyType and a whole number of points"
    # A word would be equal to the choice of this name, and yet take the points from no score.
    scores = (answer.points_from, *(step.points_from for step in answer.steps))
    if not all(isinstance(score, PointsFrom) for score in scores):
        return "expected points_from to be a PointsFrom"
    for step in answer.steps:
        tiles: object = step.tiles
        pair = isinstance(tiles, tuple) and [type(number) for number in tiles] == [int, int]
        if not (step.noticed is None or isinstance(step.noticed, Noticed)) or not (tiles is None or pair):
            return "expected steps with a Noticed, and with the fewest and the most tiles, or None"
        if not {type(step.repeated), type(step.aware)} <= {bool, type(None)}:
            return "expected steps with True, False, or None for repeated and aware"
    return ""


_YAKU_OF_CORE = (*YAKU, *YAKUMAN)


def _wrong_yaku(answer: Yaku) -> str:
    name: object = answer.name
    if not isinstance(name, str) or not re.fullmatch("[a-z][a-z0-9_]*", name):
        return 'expected a name in lower case with underscores, such as "kan_furi"'
    if name in _YAKU_OF_CORE:
        return f"{name} is a yaku of core; a yaku of a plugin has a name of its own"
    worth = (answer.han, answer.yakuman)
    least: object = answer.at_least
    if least not in ("", *BASES):
        return f"expected at_least to be one of {', '.join(BASES)}, not {one_line(least)}"
    if least and answer.yakuman:
        return "a yakuman is not raised to another limit"
    replaces: object = answer.replaces
    if not isinstance(replaces, (tuple, list)):
        return f"expected the names of yaku that it replaces, not {one_line(replaces)}"
    if not all(type(number) is int and number >= 0 for number in worth) or (
        (0 in worth) is (worth == (0, 0)) and not ((least or replaces) and worth == (0, 0))
    ):
        return "expected han or a yakuman, from 1 up, and not both"
    unknown = next((one for one in replaces if one not in _YAKU_OF_CORE), None)
    if unknown is not None:
        near = next(iter(get_close_matches(str(unknown), _YAKU_OF_CORE, n=1, cutoff=0.5)), "")
        return f"there is no yaku {one_line(unknown)} to replace" + (f"; did you mean {near}?" if near else "")
    reading: object = answer.reading
    if reading is not None and not isinstance(reading, ScoredReading):
        return f"expected one of win.readings, not {one_line(reading)}"
    return ""


# --- the trace -----------------------------------------------------------------------------------------------------


@frozen
class TraceLine:
    """One answer in a trace: the hook, the plugin, its answer, and what was asked about. `overruled` is True if another
    plugin answered first.
    """

    hook: str
    plugin: str
    answer: object
    about: str = ""
    overruled: bool = False

    def __str__(self) -> str:
        asked = f"{self.hook}{f' ({self.about})' if self.about else ''}"
        late = ", overruled" if self.overruled else ""
        return f"{asked}: {self.plugin} -> {in_words(self.answer)}{late}"

    def to_json(self) -> dict[str, str | bool | None]:
        """Return the line as JSON-ready data. The answer is in words, or None; `overruled` appears only if it is
        True.
        """
        return {
            "hook": self.hook,
            "about": self.about,
            "plugin": self.plugin,
            "answer": None if self.answer is None else in_words(self.answer),
            **({"overruled": True} if self.overruled else {}),
        }


def trace_lines(trace: Iterable[TraceLine]) -> list[TraceLine]:
    """Return a trace for reading. Of core's `before_kan` laws it keeps those that object, or one line if none does."""
    found: list[TraceLine] = []
    for line in trace:
        if not line.plugin.startswith("core."):
            found.append(line)
            continue
        last = found[-1] if found else None
        same = (
            last is not None and (last.hook, last.about) == (line.hook, line.about) and last.plugin.startswith("core")
        )
        if line.answer is None:
            if not same:
                found.append(TraceLine(line.hook, "core", None, line.about))
            continue
        if same and last is not None and last.answer is None:
            found.pop()
        found.append(line)
    return found


def in_words(answer: object) -> str:
    """Return a hook's answer in words, as a trace prints it."""
    match answer:
        case None:
            return "nothing"
        case bool():
            return "yes" if answer else "no"
        case Objection():
            return f"{answer.code} {answer.text}"
        case Yaku():
            count = f"{answer.yakuman} yakuman" if answer.yakuman else f"{answer.han} han"
            replaced = f", replaces {', '.join(answer.replaces)}" if answer.replaces else ""
            raised = f", at least a {answer.at_least}" if answer.at_least else ""
            return f"{answer.name}, {count}{raised}{replaced}"
        case Dora():
            return f"dora {answer.dora}, ura {answer.ura}, red {answer.red}"
        case Liability():
            return f"{answer.seat} is liable for {answer.yakuman}"
        case Transfer():
            return f"{answer.source} pays {answer.to} {answer.points} ({answer.why})"
        case Penalty():
            parts = (answer.type.value, str(answer.points or ""), f"({answer.code})" if answer.code else "")
            return " ".join(part for part in parts if part)
        case list() | tuple():
            return "; ".join(map(in_words, answer)) or "nothing"
        case _:
            return one_line(answer, str)


def about(asked: Kan | Call | CompleteHand | Foul | Result | None) -> str:
    """Return what a hook was asked about, in words."""
    match asked:
        case Kan() | Call():
            return f"{asked.seat} {asked.type} {NAMES[asked.tile]}"
        case CompleteHand():
            return f"{asked.seat} {'tsumo' if asked.tsumo else 'ron'} {NAMES[asked.tile]}"
        case Foul():
            facts = facts_in_words(asked)
            return f"{asked.seat} {asked.name}" + (f",{facts}" if facts else "")
        case Result():
            return asked.type
    return ""
