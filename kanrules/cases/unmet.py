"""Compare what happened in a case with its expectations, one sentence per difference."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from kanrules.cases.expect import At, Expect, Pattern
from kanrules.cases.lines import PlayLine
from kanrules.cases.run import PlayedCase
from kanrules.frozen import dataclass
from kanrules.kyoku.machine import KyokuMachine
from kanrules.law.outcome import Win
from kanrules.law.yaku import WORDS
from kanrules.locale import marked as _N
from kanrules.locale.sentences import Named, Sentence, listed, many, say
from kanrules.pieces.events import RESULTS, Ended, Event, ResultType
from kanrules.pieces.tiles import NAMES, SEATS, Seat, Tile, format_tiles
from kanrules.ruleset.problems import close


@dataclass(frozen=True, slots=True)
class UnmetExpectation:
    """One expectation that was not met: its key, a sentence, the line where it shows (None for the end), and the table
    at that moment.
    """

    key: str
    text: str
    line: PlayLine | None
    kyoku: KyokuMachine


def unmet_expectations(played: PlayedCase, expect: Expect) -> list[UnmetExpectation]:
    """Return every difference between a play and its expectations. Those of single lines come first."""
    found = _lines(played, expect)
    for key, wanted in expect.items():
        check = _CHECKS.get(key)
        if check is not None:
            text = check(played, wanted)
            if text:
                found.append(UnmetExpectation(key, text, None, played.kyoku))
    return found


# --- lines ---------------------------------------------------------------------------------------------------------


def _lines(played: PlayedCase, expect: Expect) -> list[UnmetExpectation]:
    wanted: Sequence[At] = expect.get("illegal", ())
    found = []
    for refused in played.refused:
        named = [at for at in wanted if at.line in (None, refused.line.number)]
        codes = [objection.code for objection in refused.objections]
        said = say(_LINE, number=refused.line.number, text=refused.line.text)
        why = listed((say(_CODED, text=one.text, code=one.code) for one in refused.objections), between="; ")
        if not named:
            found.append(UnmetExpectation("illegal", say(_NOT_LEGAL, line=said, why=why), refused.line, refused.kyoku))
        elif not any(at.code is None or at.code in codes for at in named):
            text = say(_OTHER_REASON, line=said, codes=listed((at.code for at in named), between=" / "), why=why)
            found.append(UnmetExpectation("illegal", text, refused.line, refused.kyoku))
    for at in wanted:
        if not any(at.line in (None, refused.line.number) for refused in played.refused):
            line = next((line for line in played.case.lines if line.number == at.line), None)
            what = _EVERY_LEGAL if line is None else say(_LEGAL, line=say(_LINE, number=at.line, text=line.text))
            found.append(UnmetExpectation("illegal", _but(what, at.code or _N("an objection")), line, played.kyoku))
    return sorted(found, key=lambda difference: difference.line.number if difference.line is not None else 0)


def _fouls(played: PlayedCase, wanted: Sequence[At]) -> str:
    committed = [(fouled.line.number, fouled.codes) for fouled in played.fouls]
    if not wanted and committed:
        return _but(say(_FOUL_IN, number=committed[0][0], codes=", ".join(committed[0][1])), _N("none"))
    for at in wanted:
        if not any(at.line in (None, number) and (at.code is None or at.code in codes) for number, codes in committed):
            lines = (say(_FOULS_IN, number=number, codes=", ".join(codes)) for number, codes in committed)
            return say(_EXPECTED_FOUL, place=_at(at), found=listed(lines, _N("no foul"), between="; "))
    return ""


# --- events --------------------------------------------------------------------------------------------------------


def event_text(event: Event) -> str:
    """Return an event as a case names it: `south shouminkan 2p`, `kandora 6m`, `ron`."""
    seat = getattr(event, "seat", None)
    tile: Tile | None = getattr(event, "tile", None)
    return " ".join(
        part for part in ("" if seat is None else str(seat), event.word, "" if tile is None else NAMES[tile]) if part
    )


def matches(event: Event, pattern: Pattern) -> bool:
    """Return True if an event is the expected one. The word of a result means the end of the hand, except that `ron`
    and `tsumo` mean the call.
    """
    if event.word != pattern.word or (isinstance(event, Ended) and pattern.word in ("ron", "tsumo")):
        return False
    if pattern.seat is not None and getattr(event, "seat", None) != pattern.seat:
        return False
    return pattern.tile is None or getattr(event, "tile", None) == pattern.tile


def _order(played: PlayedCase, wanted: Sequence[Pattern]) -> str:
    events = iter(played.kyoku.events)
    for at, pattern in enumerate(wanted):
        if not any(matches(event, pattern) for event in events):
            if at:
                return say(
                    _MISSING_AFTER, event=f"`{pattern.text}`", before=f"`{wanted[at - 1].text}`", story=_story(played)
                )
            return say(_MISSING, event=f"`{pattern.text}`", story=_story(played))
    return ""


def _never(played: PlayedCase, wanted: Sequence[Pattern]) -> str:
    for pattern in wanted:
        for event in played.kyoku.events:
            if matches(event, pattern):
                return say(_NEVER, event=f"`{pattern.text}`", story=_story(played))
    return ""


def _story(played: PlayedCase) -> str:
    return ", ".join(event_text(event) for event in played.kyoku.events) or _N("nothing happened")


# --- the end -------------------------------------------------------------------------------------------------------


def _indicators(played: PlayedCase, wanted: int | Sequence[Tile]) -> str:
    shown = played.kyoku.indicators
    if isinstance(wanted, int):
        if len(shown) == wanted:
            return ""
    elif tuple(shown) == tuple(wanted):
        return ""
    tiles = format_tiles([tile for tile in shown if tile is not None])
    expected = str(wanted) if isinstance(wanted, int) else format_tiles(wanted)
    return _but(many(_FACE_UP, len(shown), tiles=tiles), expected)


def _result(played: PlayedCase, wanted: str) -> str:
    outcome = played.kyoku.outcome
    result = ResultType.ONGOING.value if outcome is None else outcome.type.value
    return "" if result == wanted else _but(say(_RESULT, result=_result_named(result)), _result_named(wanted))


def _wins(played: PlayedCase) -> dict[Seat, Win]:
    outcome = played.kyoku.outcome
    return {win.seat: win for win in outcome.wins} if outcome is not None else {}


def _yaku(played: PlayedCase, wanted: Mapping[Seat, Sequence[str]]) -> str:
    wins = _wins(played)
    for seat, names in wanted.items():
        if seat not in wins:
            return _but(say(_NOT_WON, seat=seat), _yaku_names(names))
        has = {**wins[seat].value.yaku, **wins[seat].value.yakuman}
        missing = [name for name in names if name not in has]
        unknown = next((name for name in missing if name not in WORDS), None)
        if unknown is not None and not played.rules.judge.asks("yaku"):
            near = close(unknown, tuple(WORDS))
            return say(_UNKNOWN_NEAR, name=unknown, near=near) if near else say(_UNKNOWN, name=unknown)
        if missing:
            return _but(say(_HAS, seat=seat, what=_yaku_names(has)), _yaku_names(missing))
    return ""


def _of_wins(what: str, read: Callable[[Win], int]) -> Callable[[PlayedCase, Any], str]:
    def check(played: PlayedCase, wanted: int | Mapping[Seat, int]) -> str:
        wins = _wins(played)
        if isinstance(wanted, int):
            if not wins:
                return _but(_NOBODY_WON, say(_COUNT, what=what, count=wanted))
            wanted = dict.fromkeys(wins, wanted)
        for seat, number in wanted.items():
            if seat not in wins:
                return _but(say(_NOT_WON, seat=seat), say(_COUNT, what=what, count=number))
            if read(wins[seat]) != number:
                value = wins[seat].value
                counted = listed(
                    (
                        say("{name} {han}", name=_yaku_named(name), han=han)
                        for name, han in {**value.yaku, **value.yakuman}.items()
                    ),
                    _NO_YAKU,
                )
                dora = value.dora + value.red + value.kita
                return say(
                    _COUNTED,
                    seat=seat, what=what, count=read(wins[seat]), expected=number, yaku=counted, dora=dora,
                    ura=value.ura, han=value.han, fu=value.fu,
                )  # fmt: skip
        return ""

    return check


def _payments(played: PlayedCase, wanted: Mapping[Seat, int]) -> str:
    changes = played.changes
    if all(changes.get(seat) == points for seat, points in wanted.items()):
        return ""
    return _but(say(_PAID, points=_signed(changes)), _signed(wanted))


def _kita(played: PlayedCase, wanted: Mapping[Seat, int]) -> str:
    found = dict(zip(played.kyoku.setup.seats, played.kyoku.kitas, strict=True))
    if all(found.get(seat, 0) == number for seat, number in wanted.items()):
        return ""
    shown = listed((_of_seat(seat, number) for seat, number in found.items() if number), _N("none"))
    return _instead(say(_ASIDE, norths=shown), listed(_of_seat(seat, number) for seat, number in wanted.items()))


def _signed(changes: Mapping[Seat, int]) -> str:
    return listed((_of_seat(seat, f"{points:+}") for seat, points in changes.items() if points), _N("nothing"))


def _of_seat(seat: Seat, number: object) -> Sentence:
    return say("{seat} {number}", seat=seat, number=number)


def liable(kyoku: KyokuMachine) -> dict[str, set[Seat]]:
    """Return the liable seats by yakuman, including liability for a win on the replacement tile."""
    found: dict[str, set[Seat]] = {}
    wins = kyoku.outcome.wins if kyoku.outcome is not None else ()
    attached = [one for liabilities in kyoku.liabilities for one in liabilities]
    for one in [*attached, *(one for win in wins for one in win.liable)]:
        found.setdefault(one.yakuman, set()).add(one.seat)
    return found


def _liable(played: PlayedCase, wanted: Mapping[str, Sequence[Seat]]) -> str:
    found = liable(played.kyoku)

    def for_it(seats: Iterable[object], name: str) -> Sentence:
        return say(_FOR, seats=listed(seats), yakuman=_yaku_named(name))

    each = (for_it([seat], name) for name, seats in found.items() for seat in sorted(seats))
    shown = say(_LIABLE, seats=listed(each, _NOBODY))
    if not wanted and found:
        return _instead(shown, _NOBODY)
    for name, seats in wanted.items():
        if found.get(name, set()) != set(seats):
            return _instead(shown, for_it(seats, name))
    return ""


def _dealer(played: PlayedCase, wanted: str) -> str:
    outcome = played.kyoku.outcome
    if outcome is None:
        return _N("the hand has not ended, so there is no next dealer yet")
    found = "keeps" if outcome.dealer_keeps else "rotates"
    return "" if found == wanted else _but(say(_DEALER, what=_DEALER_WORDS[found]), _DEALER_WORDS[wanted])


def _next_honba(played: PlayedCase, wanted: int) -> str:
    outcome = played.kyoku.outcome
    if outcome is None:
        return _N("the hand continues, so there is no next honba")
    return "" if outcome.next_honba == wanted else _but(say(_NEXT_HONBA, count=outcome.next_honba), wanted)


def _sticks(played: PlayedCase, wanted: int) -> str:
    return "" if played.kyoku.sticks == wanted else _but(many(_STICKS, played.kyoku.sticks), wanted)


def _furiten(played: PlayedCase, wanted: Sequence[Seat]) -> str:
    # A player who won on a tile did not pass it.
    kyoku = played.settled_from if played.settled_from is not None else played.kyoku
    found = [seat for seat in kyoku.setup.seats if kyoku.is_furiten(seat)]
    return "" if found == sorted(wanted) else _instead(say(_FURITEN, seats=_seats(found)), _seats(wanted))


def _tenpai(played: PlayedCase, wanted: Sequence[Seat]) -> str:
    outcome = played.kyoku.outcome
    if outcome is not None and outcome.type in (ResultType.EXHAUSTIVE_DRAW, ResultType.NAGASHI_MANGAN):
        found = list(outcome.tenpai)
    else:
        found = [seat for seat in played.kyoku.setup.seats if played.kyoku.is_tenpai(seat)]
    return "" if sorted(found) == sorted(wanted) else _instead(say(_TENPAI, seats=_seats(found)), _seats(wanted))


def _seats(seats: Sequence[Seat]) -> str:
    return listed(sorted(seats), _NOBODY)


def _penalty(played: PlayedCase, wanted: Mapping[Seat, str]) -> str:
    found = played.kyoku.penalties
    shown = listed((_of_seat(seat, _penalty_named(one.type)) for seat, one in found), _N("no penalty"))
    if not wanted and found:
        return _instead(shown, _N("none"))
    for seat, penalty in wanted.items():
        given = [one.type.value for offender, one in found if offender == seat]
        if penalty not in given and not (penalty == "none" and not given):
            return _instead(shown, _of_seat(seat, _penalty_named(penalty)))
    return ""


def penalty_points(kyoku: KyokuMachine) -> dict[Seat, int]:
    """Return the points that penalties cost each seat, including those of a chombo after uma."""
    points = dict.fromkeys(SEATS, 0)
    for seat, penalty in kyoku.penalties:
        points[seat] += penalty.points
    return points


def _penalty_points(played: PlayedCase, wanted: int | Mapping[Seat, int]) -> str:
    found = penalty_points(played.kyoku)
    if isinstance(wanted, int):
        total = sum(found.values())
        return "" if total == wanted else _but(many(_PENALTY_POINTS, total), wanted)
    for seat, number in wanted.items():
        if found[seat] != number:
            return _but(many(_PENALTY_POINTS_FOR, found[seat], seat=seat), number)
    return ""


def codes(played: PlayedCase) -> list[str]:
    """Return every reason code given in a play, in order: rulings, objections, fouls."""
    found = [finding.code for finding in played.kyoku.findings]
    found += [objection.code for refused in played.refused for objection in refused.objections]
    found += [code for fouled in played.fouls for code in fouled.codes]
    return list(dict.fromkeys(found))


def _code(played: PlayedCase, wanted: Sequence[str]) -> str:
    given = codes(played)
    missing = [code for code in wanted if code not in given]
    return say(_NO_RULING, codes=", ".join(missing), given=", ".join(given) or _N("none")) if missing else ""


_BUT, _INSTEAD = _N("{found}, expected {expected}"), _N("{found}; expected {expected}")
_PENALTIES = {"chombo": _N("chombo"), "dead_hand": _N("dead hand"), "points": _N("points"), "none": _N("none")}
_LINE, _CODED = _N("line {number} (`{text}`)"), "{text} ({code})"
_NOT_LEGAL, _LEGAL, _EVERY_LEGAL = _N("{line} is not legal: {why}"), _N("{line} is legal"), _N("every line is legal")
_OTHER_REASON = _N("{line} is illegal, but not because of {codes}: {why}")
_FOUL_IN, _FOULS_IN = _N("a foul in line {number} ({codes})"), _N("line {number}: {codes}")
_AT_LINE = _N("line {number}")
_EXPECTED_FOUL = _N("expected a foul {place}; found {found}")
_MISSING = _N("no {event}; the order was: {story}")
_MISSING_AFTER = _N("no {event} after {before}; the order was: {story}")
_NEVER = _N("{event} must not happen; the order was: {story}")
_FACE_UP = (_N("{count} dora indicator face up ({tiles})"), _N("{count} dora indicators face up ({tiles})"))
_RESULT = _N("the result is {result}")
_UNKNOWN = _N("there is no yaku {name}, and no plugin of this ruleset names yaku")
_UNKNOWN_NEAR = _N("there is no yaku {name}; did you mean {near}?")
_NOT_WON, _NOBODY_WON, _HAS, _NO_YAKU = (
    _N("{seat} has not won"),
    _N("no player has won"),
    _N("{seat} has {what}"),
    _N("no yaku"),
)
_COUNT = _N("{what} {count}")
_COUNTED = _N("{seat}'s {what} is {count}, expected {expected} ({yaku}; dora {dora}, ura {ura}; {han} han {fu} fu)")
_PAID, _ASIDE = _N("paid {points}"), _N("norths set aside: {norths}")
_LIABLE, _FOR, _NOBODY = _N("liable: {seats}"), _N("{seats} for {yakuman}"), _N("no one")
_DEALER, _NEXT_HONBA = _N("the dealer {what}"), _N("next honba {count}")
_DEALER_WORDS = {"keeps": _N("keeps"), "rotates": _N("rotates")}
_STICKS = (_N("{count} stick on the table"), _N("{count} sticks on the table"))
_FURITEN, _TENPAI = _N("furiten: {seats}"), _N("tenpai: {seats}")
_PENALTY_POINTS = (_N("{count} penalty point"), _N("{count} penalty points"))
_PENALTY_POINTS_FOR = (_N("{count} penalty point for {seat}"), _N("{count} penalty points for {seat}"))
_NO_RULING = _N("no ruling {codes}; found {given}")


def _but(found: str, expected: object) -> Sentence:
    return say(_BUT, found=found, expected=expected)


def _instead(found: str, expected: object) -> Sentence:
    return say(_INSTEAD, found=found, expected=expected)


def _penalty_named(name: str) -> Named:
    return Named(name, _PENALTIES[name])


def _at(at: At) -> str:
    line = [say(_AT_LINE, number=at.line)] if at.line else []
    return listed([*line, *([at.code] if at.code else [])], between=" ")


def _result_named(name: str) -> Named:
    return Named(name, RESULTS[name])


def _yaku_named(name: str) -> Named:
    return Named(name, WORDS.get(name, name))


def _yaku_names(names: Iterable[str]) -> str:
    return listed(map(_yaku_named, names), _NO_YAKU)


_CHECKS: dict[str, Callable[[PlayedCase, Any], str]] = {
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
"""The check of each key of `expect`. `illegal` is checked line by line."""
