"""A plugin that says any word of any hook: each of its options is one of them, and off unless a case sets it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from kanrules import (
    Call,
    CompleteHand,
    Dora,
    FifthKan,
    Foul,
    FourKans,
    Instant,
    Kan,
    Liability,
    Noticed,
    Objection,
    Penalty,
    PenaltyStep,
    PenaltyType,
    PointsFrom,
    ReplacementFrom,
    Result,
    Ruleset,
    Seat,
    Table,
    Transfer,
    Yaku,
    hookimpl,
)
from kanrules.law.limits import BASES

robs = ("daiminkan",)
SEATS = {str(seat): seat for seat in Seat}


def _choice(words: Any) -> str:
    found: str = field(default="", metadata={"allowed": ("", *(str(word) for word in words))})
    return found


def _number(most: int = 100, step: int = 1) -> int:
    found: int = field(default=0, metadata={"limits": (0, most), "step": step})
    return found


@dataclass(frozen=True)
class Options:
    """The words. A number is off at 0, a text at "" too."""

    objection_foul: str = ""
    reveal_kandora: str = _choice(Instant)
    replacement_from: str = _choice(ReplacementFrom)
    fifth_kan: str = _choice(FifthKan)
    four_kans: str = _choice(FourKans)
    kans_end: str = _choice([FourKans.ABORT])
    rob_kan: str = _choice(["yes", "no"])
    yaku_han: int = _number()
    yaku_yakuman: int = _number()
    yaku_at_least: str = _choice(BASES)
    yaku_replaces: str = ""
    yaku_reading: bool = False
    """True if the yaku is only one of the reading with the most runs."""
    dora_dora: int = _number()
    dora_ura: int = _number()
    dora_red: int = _number()
    liability_yakuman: str = ""
    liability_seat: str = _choice(SEATS)
    transfer_at: str = _choice(["kan_stands", "payments"])
    transfer_source: str = _choice(SEATS)
    transfer_to: str = _choice([*SEATS, "table"])
    transfer_points: int = _number(100_000, 100)
    penalty_type: str = _choice(PenaltyType)
    penalty_points: int = _number(100_000, 100)
    penalty_points_from: str = _choice(PointsFrom)
    penalty_chombo_paid: bool = False
    penalty_step_then: str = _choice(PenaltyType)
    penalty_step_condition: str = ""
    penalty_step_noticed: str = _choice(Noticed)
    penalty_step_tiles: int = _number()
    """Most tiles."""
    penalty_step_repeated: str = _choice(["yes", "no"])
    penalty_step_aware: str = _choice(["yes", "no"])
    penalty_step_points: int = _number(100_000, 100)
    penalty_step_points_from: str = _choice(PointsFrom)


options = Options


def said(rules: Ruleset, of: str) -> dict[str, Any]:
    """Return the words that are set and whose names begin with this, without it."""
    own, default = rules.plugin["words"], Options()
    return {
        name.removeprefix(of): value
        for name, value in own.items()
        if name.startswith(of) and value != getattr(default, name)
    }


@hookimpl
def before_kan(rules: Ruleset) -> Objection | None:
    found = said(rules, "objection_")
    return Objection("words-201", "not here", **found) if found else None


@hookimpl
def reveal_kandora(rules: Ruleset) -> Instant | None:
    word = rules.plugin["words"]["reveal_kandora"]
    return Instant(word) if word else None


@hookimpl
def replacement_from(kan: Kan, rules: Ruleset) -> ReplacementFrom | None:
    word = rules.plugin["words"]["replacement_from"]
    return ReplacementFrom(word) if word else None


@hookimpl
def fifth_kan(rules: Ruleset) -> FifthKan | None:
    word = rules.plugin["words"]["fifth_kan"]
    return FifthKan(word) if word else None


@hookimpl
def four_kans(rules: Ruleset) -> FourKans | None:
    word = rules.plugin["words"]["four_kans"]
    return FourKans(word) if word else None


@hookimpl
def kans_end(kan: Kan, rules: Ruleset) -> FourKans | None:
    return FourKans.ABORT if rules.plugin["words"]["kans_end"] and kan.number == 3 else None


@hookimpl
def rob_kan(rules: Ruleset) -> bool | None:
    return {"yes": True, "no": False}.get(rules.plugin["words"]["rob_kan"])


@hookimpl
def yaku(win: CompleteHand, rules: Ruleset) -> Yaku | None:
    found = said(rules, "yaku_")
    if not found.keys() - {"reading"}:
        return None
    if found.pop("reading", False):
        found["reading"] = max(win.readings, key=lambda one: sum(len(set(kinds)) > 1 for kinds in one.sets))
    if "replaces" in found:
        found["replaces"] = tuple(found["replaces"].split())
    return Yaku("house_yaku", **found)


@hookimpl
def dora(win: CompleteHand, rules: Ruleset) -> Dora | None:
    found = said(rules, "dora_")
    return Dora(**{"dora": win.dora.dora, "ura": win.dora.ura, "red": win.dora.red, **found}) if found else None


@hookimpl
def liability(call: Call, rules: Ruleset) -> Liability | None:
    found = said(rules, "liability_")
    seat = SEATS[found["seat"]] if "seat" in found else call.source
    return Liability(found.get("yakuman", "daisangen"), seat) if found and seat not in (None, call.seat) else None


def _paid(rules: Ruleset, hook: str) -> Transfer | None:
    found = said(rules, "transfer_")
    if found.get("at") != hook:
        return None
    to = found.get("to", "west")
    source = SEATS[found.get("source", "south")]
    return Transfer(source, SEATS.get(to, "table"), found.get("points", 1000), "a fee")  # type: ignore[arg-type]


@hookimpl
def kan_stands(rules: Ruleset) -> Transfer | None:
    return _paid(rules, "kan_stands")


@hookimpl
def payments(result: Result, rules: Ruleset) -> Transfer | None:
    return _paid(rules, "payments")


_READ = {"yes": True, "no": False}


@hookimpl
def penalty(foul: Foul, table: Table, rules: Ruleset) -> Penalty | None:
    step, found = said(rules, "penalty_step_"), said(rules, "penalty_")
    if step:
        words = {name: _READ.get(value, value) for name, value in step.items() if name in ("repeated", "aware")}
        words |= {"tiles": (1, step["tiles"])} if "tiles" in step else {}
        words |= {"noticed": Noticed(step["noticed"])} if "noticed" in step else {}
        words |= {"points_from": PointsFrom(step["points_from"])} if "points_from" in step else {}
        words |= {name: step[name] for name in ("condition", "points") if name in step}
        first = PenaltyStep(PenaltyType(step.get("then", "chombo")), **words)
        return Penalty.by_steps(foul, (first, PenaltyStep(PenaltyType.DEAD_HAND)), code="words-601", text="priced")
    if "type" not in found:
        return None
    more = {name: found[name] for name in ("points", "chombo_paid") if name in found}
    more |= {"points_from": PointsFrom(found["points_from"])} if "points_from" in found else {}
    return Penalty(PenaltyType(found["type"]), code="words-601", text="priced", **more)
