"""What hooks answer: held to its declared type and content, and told in words by a trace."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import cast

from kanrules.errors import PluginError
from kanrules.hooks.faults import blame, one_line
from kanrules.law.options import Instant
from kanrules.law.vocabulary import (
    Call,
    FifthKan,
    Foul,
    FourKans,
    Kan,
    Liability,
    Penalty,
    PenaltyType,
    Result,
    Transfer,
)
from kanrules.law.yaku import YAKUMAN
from kanrules.pieces.tiles import NAMES, Seat
from kanrules.rulings import Objection

_ANSWERS: dict[str, tuple[type, ...]] = {
    "before_kan": (Objection,),
    "reveal_kandora": (Instant,),
    "after_rinshan": (),
    "fifth_kan": (FifthKan,),
    "four_kans": (FourKans,),
    "rob_kan": (bool,),
    "liability": (Liability,),
    "kan_stands": (Transfer,),
    "payments": (Transfer,),
    "penalty": (Penalty,),
    "amend_rules": (Mapping,),
}
SEVERAL = ("liability", "kan_stands", "payments")
"""Hooks that may be answered with several values at once."""


def check_answer(plugin: str, hook: str, answer: object) -> None:
    """Raises PluginError (KR108) where a hook's answer is not what its spec declares, in type or in content."""
    if answer is None:
        return
    try:
        _check(plugin, hook, answer)
    except BaseException as error:  # an answer is a stranger's object: even to compare it may run code
        blame(plugin, hook, error)


def _check(plugin: str, hook: str, answer: object) -> None:
    wanted, said = _ANSWERS[hook], f"plugin {plugin!r}, hook {hook}: answered"
    members = answer if hook in SEVERAL and isinstance(answer, (list, tuple)) else (answer,)
    for member in members:
        if not isinstance(member, wanted) if wanted else True:
            names = " or ".join(t.__name__ for t in wanted) or "nothing"
            hint = ""
            if wanted and isinstance(member, str) and hasattr(wanted[0], "__members__"):
                match = next((m for m in wanted[0] if m.value == member), None)  # type: ignore[attr-defined]
                hint = f"did you mean {wanted[0].__name__}.{match.name}?" if match else ""
            expected = f"{names} or None" if wanted else names
            raise PluginError(
                f"{said} {one_line(member)} ({type(member).__name__}), expected {expected}", plugin=plugin, hint=hint
            )
        fault = _fault(member)
        if fault:
            raise PluginError(f"{said} {one_line(member)}, {fault}", plugin=plugin)


def _fault(answer: object) -> str:
    """What is wrong inside an answer of the right type; the types of its fields are only said, not held, by a
    dataclass.
    """
    match answer:
        case Objection():
            words: tuple[object, ...] = (answer.code, answer.text)
            if not all(isinstance(word, str) and word for word in words):
                return "expected a code and a sentence, both texts"
        case Liability():
            seat: object = answer.seat
            if not isinstance(seat, Seat):
                return f"expected a Seat, not {one_line(seat)}"
            yakuman: object = answer.yakuman
            if not isinstance(yakuman, str) or yakuman not in (*YAKUMAN, "rinshan"):
                return f"there is no yakuman {one_line(yakuman)}"
        case Transfer():
            source, to = cast("tuple[object, object]", (answer.source, answer.to))
            if not isinstance(source, Seat) or not (isinstance(to, Seat) or to == "table"):
                return 'expected a Seat that pays, and a Seat or "table" that is paid'
            if type(answer.points) is not int or answer.points < 0:
                return f"expected points from 0 up, not {one_line(answer.points)}"
            if answer.to == "table" and answer.points % 1000:
                return f"expected whole sticks of 1000 for the table, not {answer.points}"
        case Penalty():
            kind: object = answer.type
            if not isinstance(kind, PenaltyType) or type(answer.points) is not int:
                return "expected a PenaltyType and a whole number of points"
    return ""


# --- the trace -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TraceLine:
    """One answer: which plugin answered which hook, about what, with what; `overruled` where another came first."""

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
        """The line as JSON-ready data; an answer is told in words, None where there was none, `overruled` only where it
        was.
        """
        return {
            "hook": self.hook,
            "about": self.about,
            "plugin": self.plugin,
            "answer": None if self.answer is None else in_words(self.answer),
            **({"overruled": True} if self.overruled else {}),
        }


def trace_lines(trace: Iterable[TraceLine]) -> list[TraceLine]:
    """A trace for reading: of core's ten laws about a kan only those that object are told, or one line that none
    does.
    """
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
    """An answer of a hook as a trace prints it."""
    match answer:
        case None:
            return "nothing"
        case bool():
            return "yes" if answer else "no"
        case Objection():
            return f"{answer.code} {answer.text}"
        case Liability():
            return f"{answer.seat} answers for {answer.yakuman}"
        case Transfer():
            return f"{answer.source} pays {answer.to} {answer.points} ({answer.why})"
        case Penalty():
            parts = (answer.type.value, str(answer.points or ""), f"({answer.code})" if answer.code else "")
            return " ".join(part for part in parts if part)
        case list() | tuple():
            return "; ".join(map(in_words, answer)) or "nothing"
        case _:
            return one_line(answer, str)


def about(asked: Kan | Call | Foul | Result | None) -> str:
    """What a hook was asked about, in words."""
    match asked:
        case Kan() | Call():
            return f"{asked.seat} {asked.type} {NAMES[asked.tile]}"
        case Foul():
            return f"{asked.seat} {asked.name}" + (", put right" if asked.corrected else "")
        case Result():
            return asked.type
    return ""
