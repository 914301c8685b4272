"""Comparing what happened in a case with what it expects: one sentence a difference."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kanrules.cases.expect import At, Expect, Pattern
from kanrules.cases.lines import Line
from kanrules.cases.run import Played
from kanrules.kyoku.machine import Kyoku
from kanrules.law.outcome import Win
from kanrules.pieces.events import Ended, Event, ResultType
from kanrules.pieces.tiles import NAMES, SEATS, Seat, Tile, format_tiles


@dataclass(frozen=True, slots=True)
class Difference:
    """One expectation that was not met: its key, a sentence, the line where it shows (None: at the end), and the table
    then.
    """

    key: str
    text: str
    line: Line | None
    kyoku: Kyoku


def differences(played: Played, expect: Expect) -> list[Difference]:
    """Every difference between a play and what is expected of it, those of single lines first."""
    found = _lines(played, expect)
    for key, wanted in expect.items():
        check = _CHECKS.get(key)
        if check is not None:
            text = check(played, wanted)
            if text:
                found.append(Difference(key, text, None, played.kyoku))
    return found


# --- lines ---------------------------------------------------------------------------------------------------------


def _lines(played: Played, expect: Expect) -> list[Difference]:
    wanted: Sequence[At] = expect.get("illegal", ())
    found = []
    for refused in played.refused:
        named = [at for at in wanted if at.line in (None, refused.line.number)]
        codes = [objection.code for objection in refused.objections]
        said = f"line {refused.line.number} (`{refused.line.text}`)"
        why = "; ".join(f"{objection.text} ({objection.code})" for objection in refused.objections)
        if not named:
            found.append(Difference("illegal", f"{said} is not legal: {why}", refused.line, refused.kyoku))
        elif not any(at.code is None or at.code in codes for at in named):
            text = f"{said} is illegal for another reason than {' or '.join(str(at.code) for at in named)}: {why}"
            found.append(Difference("illegal", text, refused.line, refused.kyoku))
    for at in wanted:
        if not any(at.line in (None, refused.line.number) for refused in played.refused):
            line = next((line for line in played.case.lines if line.number == at.line), None)
            what = f"line {at.line} (`{line.text}`) is legal" if line is not None else "every line is legal"
            found.append(Difference("illegal", f"{what}, expected {at.code or 'an objection'}", line, played.kyoku))
    return sorted(found, key=lambda difference: difference.line.number if difference.line is not None else 0)


def _fouls(played: Played, wanted: Sequence[At]) -> str:
    committed = [(fouled.line.number, fouled.codes) for fouled in played.fouls]
    if not wanted and committed:
        return f"a foul in line {committed[0][0]} ({', '.join(committed[0][1])}), expected none"
    for at in wanted:
        if not any(at.line in (None, number) and (at.code is None or at.code in codes) for number, codes in committed):
            seen = "; ".join(f"line {number}: {', '.join(codes)}" for number, codes in committed) or "no foul"
            return f"expected a foul, {at}; found {seen}"
    return ""


# --- events --------------------------------------------------------------------------------------------------------


def event_text(event: Event) -> str:
    """An event as a case names it: `south shouminkan 2p`, `kandora 6m`, `ron`."""
    seat = getattr(event, "seat", None)
    tile: Tile | None = getattr(event, "tile", None)
    return " ".join(
        part for part in ("" if seat is None else str(seat), event.word, "" if tile is None else NAMES[tile]) if part
    )


def matches(event: Event, pattern: Pattern) -> bool:
    """Whether an event is the one looked for. A result's word means the end of the hand, `ron` and `tsumo` the call."""
    if event.word != pattern.word or (isinstance(event, Ended) and pattern.word in ("ron", "tsumo")):
        return False
    if pattern.seat is not None and getattr(event, "seat", None) != pattern.seat:
        return False
    return pattern.tile is None or getattr(event, "tile", None) == pattern.tile


def _order(played: Played, wanted: Sequence[Pattern]) -> str:
    events = iter(played.kyoku.events)
    for at, pattern in enumerate(wanted):
        if not any(matches(event, pattern) for event in events):
            after = f" after `{wanted[at - 1].text}`" if at else ""
            return f"no `{pattern.text}`{after}; the order was: {_story(played)}"
    return ""


def _never(played: Played, wanted: Sequence[Pattern]) -> str:
    for pattern in wanted:
        for event in played.kyoku.events:
            if matches(event, pattern):
                return f"`{pattern.text}` was never to happen; the order was: {_story(played)}"
    return ""


def _story(played: Played) -> str:
    return ", ".join(event_text(event) for event in played.kyoku.events) or "nothing happened"


# --- the end -------------------------------------------------------------------------------------------------------


def _indicators(played: Played, wanted: int | Sequence[Tile]) -> str:
    shown = played.kyoku.indicators
    if isinstance(wanted, int):
        if len(shown) == wanted:
            return ""
    elif tuple(shown) == tuple(wanted):
        return ""
    tiles = format_tiles([tile for tile in shown if tile is not None])
    return (
        f"{len(shown)} indicators face up ({tiles}), expected "
        f"{wanted if isinstance(wanted, int) else format_tiles(wanted)}"
    )


def _result(played: Played, wanted: str) -> str:
    outcome = played.kyoku.outcome
    result = ResultType.ONGOING.value if outcome is None else outcome.type.value
    return "" if result == wanted else f"the result is {result}, expected {wanted}"


def _wins(played: Played) -> dict[Seat, Win]:
    outcome = played.kyoku.outcome
    return {win.seat: win for win in outcome.wins} if outcome is not None else {}


def _yaku(played: Played, wanted: Mapping[Seat, Sequence[str]]) -> str:
    wins = _wins(played)
    for seat, names in wanted.items():
        if seat not in wins:
            return f"{seat} has not won, expected {', '.join(names)}"
        has = {**wins[seat].value.yaku, **wins[seat].value.yakuman}
        missing = [name for name in names if name not in has]
        if missing:
            return f"{seat} has {', '.join(has) or 'no yaku'}, expected {', '.join(missing)}"
    return ""


def _of_wins(what: str, read: Callable[[Win], int]) -> Callable[[Played, Any], str]:
    def check(played: Played, wanted: int | Mapping[Seat, int]) -> str:
        wins = _wins(played)
        if isinstance(wanted, int):
            if not wins:
                return f"nobody has won, expected {what} {wanted}"
            wanted = dict.fromkeys(wins, wanted)
        for seat, number in wanted.items():
            if seat not in wins:
                return f"{seat} has not won, expected {what} {number}"
            if read(wins[seat]) != number:
                value = wins[seat].value
                counted = ", ".join(f"{name} {han}" for name, han in {**value.yaku, **value.yakuman}.items())
                return (
                    f"{seat}'s {what} is {read(wins[seat])}, expected {number} "
                    f"({counted or 'no yaku'}; dora {value.dora + value.red + value.kita}, ura {value.ura}; "
                    f"{value.han} han {value.fu} fu)"
                )
        return ""

    return check


def _payments(played: Played, wanted: Mapping[Seat, int]) -> str:
    changes = played.changes
    if all(changes.get(seat) == points for seat, points in wanted.items()):
        return ""
    return f"paid {_signed(changes)}, expected {_signed(wanted)}"


def _kita(played: Played, wanted: Mapping[Seat, int]) -> str:
    found = dict(zip(played.kyoku.setup.seats, played.kyoku.kitas, strict=True))
    if all(found.get(seat, 0) == number for seat, number in wanted.items()):
        return ""
    shown = ", ".join(f"{seat} {number}" for seat, number in found.items() if number) or "nobody any"
    return f"norths set aside: {shown}; expected {', '.join(f'{seat} {number}' for seat, number in wanted.items())}"


def _signed(changes: Mapping[Seat, int]) -> str:
    return ", ".join(f"{seat} {points:+}" for seat, points in changes.items() if points) or "nothing"


def liable(kyoku: Kyoku) -> dict[str, set[Seat]]:
    """Who answers for what: liabilities that have attached, and that for the replacement tile where it was won on."""
    found: dict[str, set[Seat]] = {}
    wins = kyoku.outcome.wins if kyoku.outcome is not None else ()
    attached = [one for liabilities in kyoku.liabilities for one in liabilities]
    for one in [*attached, *(one for win in wins for one in win.liable)]:
        found.setdefault(one.yakuman, set()).add(one.seat)
    return found


def _liable(played: Played, wanted: Mapping[str, Sequence[Seat]]) -> str:
    found = liable(played.kyoku)
    shown = ", ".join(f"{seat} for {name}" for name, seats in found.items() for seat in sorted(seats)) or "nobody"
    if not wanted and found:
        return f"liable: {shown}; expected nobody"
    for name, seats in wanted.items():
        if found.get(name, set()) != set(seats):
            return f"liable: {shown}; expected {', '.join(map(str, seats))} for {name}"
    return ""


def _dealer(played: Played, wanted: str) -> str:
    outcome = played.kyoku.outcome
    if outcome is None:
        return "the hand goes on, so the dealer neither keeps nor rotates"
    found = "keeps" if outcome.dealer_keeps else "rotates"
    return "" if found == wanted else f"the dealer {found}, expected {wanted}"


def _next_honba(played: Played, wanted: int) -> str:
    outcome = played.kyoku.outcome
    if outcome is None:
        return "the hand goes on, so there is no next honba"
    return "" if outcome.next_honba == wanted else f"next honba {outcome.next_honba}, expected {wanted}"


def _sticks(played: Played, wanted: int) -> str:
    return "" if played.kyoku.sticks == wanted else f"{played.kyoku.sticks} sticks on the table, expected {wanted}"


def _furiten(played: Played, wanted: Sequence[Seat]) -> str:
    # Whoever won on a tile did not let it pass.
    kyoku = played.settled_from if played.settled_from is not None else played.kyoku
    found = [seat for seat in kyoku.setup.seats if kyoku.is_furiten(seat)]
    return "" if found == sorted(wanted) else f"furiten: {_seats(found)}; expected {_seats(wanted)}"


def _tenpai(played: Played, wanted: Sequence[Seat]) -> str:
    outcome = played.kyoku.outcome
    if outcome is not None and outcome.type in (ResultType.EXHAUSTIVE_DRAW, ResultType.NAGASHI_MANGAN):
        found = list(outcome.tenpai)
    else:
        found = [seat for seat in played.kyoku.setup.seats if played.kyoku.is_tenpai(seat)]
    return "" if sorted(found) == sorted(wanted) else f"tenpai: {_seats(found)}; expected {_seats(wanted)}"


def _seats(seats: Sequence[Seat]) -> str:
    return ", ".join(str(seat) for seat in sorted(seats)) or "nobody"


def _penalty(played: Played, wanted: Mapping[Seat, str]) -> str:
    found = played.kyoku.penalties
    shown = ", ".join(f"{seat} {penalty.type}" for seat, penalty in found) or "no penalty"
    if not wanted and found:
        return f"{shown}; expected none"
    for seat, penalty in wanted.items():
        given = [one.type.value for offender, one in found if offender == seat]
        if penalty not in given and not (penalty == "none" and not given):
            return f"{shown}; expected {seat} {penalty}"
    return ""


def penalty_points(kyoku: Kyoku) -> dict[Seat, int]:
    """Points taken off by penalties, those of a chombo after uma too."""
    points = dict.fromkeys(SEATS, 0)
    for seat, penalty in kyoku.penalties:
        points[seat] += penalty.points
    return points


def _penalty_points(played: Played, wanted: int | Mapping[Seat, int]) -> str:
    found = penalty_points(played.kyoku)
    if isinstance(wanted, int):
        total = sum(found.values())
        return "" if total == wanted else f"{total} penalty points, expected {wanted}"
    for seat, number in wanted.items():
        if found[seat] != number:
            return f"{found[seat]} penalty points for {seat}, expected {number}"
    return ""


def codes(played: Played) -> list[str]:
    """Every reason code given in a play, in order: rulings, objections, fouls."""
    found = [finding.code for finding in played.kyoku.findings]
    found += [objection.code for refused in played.refused for objection in refused.objections]
    found += [code for fouled in played.fouls for code in fouled.codes]
    return list(dict.fromkeys(found))


def _code(played: Played, wanted: Sequence[str]) -> str:
    given = codes(played)
    missing = [code for code in wanted if code not in given]
    return f"no ruling {', '.join(missing)}; given were {', '.join(given) or 'none'}" if missing else ""


_CHECKS: dict[str, Callable[[Played, Any], str]] = {
    "order": _order,
    "never": _never,
    "foul": _fouls,
    "result": _result,
    "indicators": _indicators,
    "yaku": _yaku,
    "han": _of_wins("han", lambda win: win.value.han),
    "fu": _of_wins("fu", lambda win: win.value.fu),
    "dora": _of_wins("dora", lambda win: win.value.dora + win.value.red + win.value.kita),
    "ura": _of_wins("ura", lambda win: win.value.ura),
    "payments": _payments,
    "kita": _kita,
    "liable": _liable,
    "dealer": _dealer,
    "next_honba": _next_honba,
    "sticks": _sticks,
    "furiten": _furiten,
    "tenpai": _tenpai,
    "penalty": _penalty,
    "penalty_points": _penalty_points,
    "code": _code,
}
"""How each key of `expect` is checked; `illegal` is checked line by line."""
