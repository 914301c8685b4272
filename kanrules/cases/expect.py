"""The `[case.expect]` table of a case: how each key is read, and compared with what happened."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from kanrules.cases import case_key
from kanrules.cases.case_key import BY_SEAT, NUMBER, CaseKey, Path, Reader, Report, meant, read_rows
from kanrules.cases.given import by_seat, read_seats, read_tiles
from kanrules.cases.lines import SEATS, PlayLine
from kanrules.errors import UnreadableError
from kanrules.frozen import frozen
from kanrules.kyoku.machine import KyokuMachine
from kanrules.law.codes import CODES
from kanrules.law.hook_values import PENALTY_WORDS, PenaltyType
from kanrules.law.outcome import Win
from kanrules.law.payments import RINSHAN
from kanrules.law.yaku import WORDS, YAKU, YAKUMAN
from kanrules.locale import marked as _N
from kanrules.locale.sentences import Named, Sentence, listed, many, say
from kanrules.pieces.events import RESULTS as RESULT_WORDS
from kanrules.pieces.events import Ended, Event, ResultType
from kanrules.pieces.tiles import NAMES, Seat, Tile, format_tiles, parse_tile
from kanrules.ruleset.problems import close, quote

if TYPE_CHECKING:
    from kanrules.cases.played import CasePlay

Expect = Mapping[str, Any]
"""Expectations by key, each in the form that `compare` takes."""

EVENTS: tuple[str, ...] = (
    "draw", "discard", "riichi", "chi", "pon", "daiminkan", "ankan", "shouminkan", "kita", "chankan", "kandora",
    "rinshan", "ron", "tsumo", "payment", "foul",
)  # fmt: skip
"""The words for events, except results."""
RESULTS: tuple[str, ...] = tuple(result.value for result in ResultType)
_WORDS = (*EVENTS, "kyuushu", *(result for result in RESULTS if result not in ("ongoing", "ron", "tsumo")))


@frozen
class Pattern:
    """An event to look for: its word, with a seat or a tile if needed."""

    text: str
    word: str
    seat: Seat | None = None
    tile: Tile | None = None


@frozen
class At:
    """A line of the play, a code, or both."""

    line: int | None
    code: str | None

    def __str__(self) -> str:
        return " ".join(part for part in (f"line {self.line}" if self.line else "", self.code or "") if part)


def parse_pattern(text: str) -> Pattern:
    """Return the event pattern of a text such as `kandora`, `south shouminkan`, `kandora 6m`, or `south draw 5p`.

    Raises UnreadableError for anything else.
    """
    word = ""
    seat: Seat | None = None
    tile: Tile | None = None
    for part in text.split():
        if part in SEATS and seat is None:
            seat = SEATS[part]
        elif part in _WORDS and not word:
            word = part
        elif word and tile is None:
            tile = parse_tile(part)
        else:
            raise UnreadableError(f"{text!r}: there is no event {part!r}{meant(part, _WORDS, 'expected one of')}")
    if not word:
        raise UnreadableError(f"{text!r} does not name an event; expected one of {', '.join(_WORDS)}")
    return Pattern(text, word, seat, tile)


def _ats(value: Any, path: Path, report: Report) -> tuple[At, ...] | None:
    members = value if isinstance(value, list) else [value] if value != {} else []
    found = []
    for at, member in enumerate(members):
        where = (*path, at) if isinstance(value, list) else path
        if not isinstance(member, dict) or not set(member) <= {"line", "code"} or not member:
            report(where, "KR103", f'{quote(member)}: expected {{ line = 3, code = "KR205" }}')
            continue
        line, code = member.get("line"), member.get("code")
        if line is not None and (not isinstance(line, int) or isinstance(line, bool)):
            report((*where, "line"), "KR103", f"{quote(line)} is not the number of a line")
        elif code is not None and not _is_code(code):
            report(
                (*where, "code"),
                "KR102",
                f"{quote(code)} is not a reason code; expected, for example, KR205 or okurikan-201",
            )
        else:
            found.append(At(line, code))
    return tuple(found)


def _is_code(code: Any) -> bool:
    return isinstance(code, str) and (code in CODES or (not code.startswith("KR") and "-" in code))


def _codes(value: Any, path: Path, report: Report) -> tuple[str, ...] | None:
    members = value if isinstance(value, list) else [value]
    for member in members:
        if not _is_code(member):
            report(path, "KR102", f"{quote(member)} is not a reason code; expected, for example, KR205 or okurikan-201")
            return None
    return tuple(members)


def _patterns(value: Any, path: Path, report: Report) -> tuple[Pattern, ...] | None:
    members = value if isinstance(value, list) else [value]
    found = []
    for at, member in enumerate(members):
        where = (*path, at) if isinstance(value, list) else path
        if not isinstance(member, str):
            report(where, "KR103", f'{quote(member)} is not a string; expected an event such as "south shouminkan"')
            continue
        try:
            found.append(parse_pattern(member))
        except UnreadableError as error:
            report(where, "KR102", str(error))
    return tuple(found)


def _int(value: Any, path: Path, report: Report) -> int | None:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    report(path, "KR103", f"{quote(value)} is not a whole number")
    return None


def _indicators(value: Any, path: Path, report: Report) -> Any:
    return read_tiles(value, path, report) if isinstance(value, (str, list)) else _int(value, path, report)


def _number_or_seats(value: Any, path: Path, report: Report) -> Any:
    return by_seat(value, path, report, _int) if isinstance(value, dict) else _int(value, path, report)


def _numbers(value: Any, path: Path, report: Report) -> Any:
    return by_seat(value, path, report, _int)


def _one_of(words: tuple[str, ...]) -> Reader:
    def read(value: Any, path: Path, report: Report) -> str | None:
        if value in words:
            return str(value)
        report(path, "KR102", f"{quote(value)}: expected one of {', '.join(words)}{meant(value, words)}")
        return None

    return read


def _yaku(value: Any, path: Path, report: Report) -> Any:
    def names(member: Any, where: Path, report: Report) -> tuple[str, ...] | None:
        listed = member if isinstance(member, list) else [member]
        for name in listed:
            # Whether a plugin has a yaku of this name is known when the case is played.
            if not isinstance(name, str) or not re.fullmatch("[a-z][a-z0-9_]*", name):
                report(where, "KR102", f"there is no yaku {quote(name)}{meant(name, (*YAKU, *YAKUMAN))}")
                return None
        return tuple(listed)

    return by_seat(value, path, report, names)


def _liable(value: Any, path: Path, report: Report) -> Any:
    if not isinstance(value, dict):
        report(path, "KR103", f'{quote(value)}: expected, for example, {{ daisangen = "south" }}')
        return None
    found = {}
    for name, seats in value.items():
        if name != RINSHAN and name not in YAKUMAN:
            report(
                (*path, name), "KR101", f"no player can be liable for {quote(name)}{meant(name, (*YAKUMAN, RINSHAN))}"
            )
            continue
        read = read_seats(seats, (*path, name), report)
        if read:
            found[name] = read
    return MappingProxyType(found)


_penalty_types = _one_of(tuple(penalty.value for penalty in PenaltyType))


def _penalties(value: Any, path: Path, report: Report) -> Any:
    return by_seat(value, path, report, _penalty_types)


def _answer(value: Any, path: Path, report: Report) -> str | None:
    if isinstance(value, str) and value.strip():
        return value.strip()
    report(path, "KR103", f"{quote(value)} is not a string; expected the answer in a few words")
    return None


# --- checking ------------------------------------------------------------------------------------------------------


@frozen
class UnmetExpectation:
    """One expectation that was not met: its key, a sentence, the line where it shows (None for the end), and the table
    at that moment.
    """

    key: str
    text: str
    line: PlayLine | None
    kyoku: KyokuMachine


# --- lines ---------------------------------------------------------------------------------------------------------


def _lines(played: CasePlay, expect: Expect) -> list[UnmetExpectation]:
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
            line = next((line for line in played.lines if line.number == at.line), None)
            what = _EVERY_LEGAL if line is None else say(_LEGAL, line=say(_LINE, number=at.line, text=line.text))
            found.append(UnmetExpectation("illegal", _but(what, at.code or _N("an objection")), line, played.kyoku))
    return sorted(found, key=lambda difference: difference.line.number if difference.line is not None else 0)


def _check_fouls(played: CasePlay, wanted: Sequence[At]) -> str:
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


def _check_order(played: CasePlay, wanted: Sequence[Pattern]) -> str:
    events = iter(played.kyoku.events)
    for at, pattern in enumerate(wanted):
        if not any(matches(event, pattern) for event in events):
            if at:
                return say(
                    _MISSING_AFTER, event=f"`{pattern.text}`", before=f"`{wanted[at - 1].text}`", story=_story(played)
                )
            return say(_MISSING, event=f"`{pattern.text}`", story=_story(played))
    return ""


def _check_never(played: CasePlay, wanted: Sequence[Pattern]) -> str:
    for pattern in wanted:
        for event in played.kyoku.events:
            if matches(event, pattern):
                return say(_NEVER, event=f"`{pattern.text}`", story=_story(played))
    return ""


def _story(played: CasePlay) -> str:
    return ", ".join(event_text(event) for event in played.kyoku.events) or _N("nothing happened")


# --- the end -------------------------------------------------------------------------------------------------------


def _check_indicators(played: CasePlay, wanted: int | Sequence[Tile]) -> str:
    shown = played.kyoku.indicators
    if isinstance(wanted, int):
        if len(shown) == wanted:
            return ""
    elif tuple(shown) == tuple(wanted):
        return ""
    tiles = format_tiles([tile for tile in shown if tile is not None])
    expected = str(wanted) if isinstance(wanted, int) else format_tiles(wanted)
    return _but(many(_FACE_UP, len(shown), tiles=tiles), expected)


def _check_result(played: CasePlay, wanted: str) -> str:
    outcome = played.kyoku.outcome
    result = ResultType.ONGOING.value if outcome is None else outcome.type.value
    return "" if result == wanted else _but(say(_RESULT, result=_result_named(result)), _result_named(wanted))


def _wins(played: CasePlay) -> dict[Seat, Win]:
    outcome = played.kyoku.outcome
    return {win.seat: win for win in outcome.wins} if outcome is not None else {}


def _check_yaku(played: CasePlay, wanted: Mapping[Seat, Sequence[str]]) -> str:
    wins = _wins(played)
    for seat, names in wanted.items():
        if seat not in wins:
            return _but(say(_NOT_WON, seat=seat), _yaku_names(names))
        has = {**wins[seat].value.yaku, **wins[seat].value.yakuman}
        missing = [name for name in names if name not in has]
        unknown = next((name for name in missing if name not in WORDS), None)
        # The name may be that of a plugin's yaku, unless the hand has one that is nearly the same.
        of_plugins = played.rules.judge.asks("yaku")
        near = close(unknown, tuple(has if of_plugins else WORDS)) if unknown is not None else None
        if unknown is not None and (near or not of_plugins):
            return say(_UNKNOWN_NEAR, name=unknown, near=near) if near else say(_UNKNOWN, name=unknown)
        if missing:
            return _but(say(_HAS, seat=seat, what=_yaku_names(has)), _yaku_names(missing))
    return ""


def _of_wins(what: str, read: Callable[[Win], int]) -> Callable[[CasePlay, Any], str]:
    def check(played: CasePlay, wanted: int | Mapping[Seat, int]) -> str:
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


def _check_payments(played: CasePlay, wanted: Mapping[Seat, int]) -> str:
    changes = played.changes
    if all(changes.get(seat) == points for seat, points in wanted.items()):
        return ""
    return _but(say(_PAID, points=_signed(changes)), _signed(wanted))


def _check_kita(played: CasePlay, wanted: Mapping[Seat, int]) -> str:
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


def _check_liable(played: CasePlay, wanted: Mapping[str, Sequence[Seat]]) -> str:
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


def _check_dealer(played: CasePlay, wanted: str) -> str:
    outcome = played.kyoku.outcome
    if outcome is None:
        return _N("the hand has not ended, so there is no next dealer yet")
    found = "keeps" if outcome.dealer_keeps else "rotates"
    return "" if found == wanted else _but(say(_DEALER, what=_DEALER_WORDS[found]), _DEALER_WORDS[wanted])


def _check_next_honba(played: CasePlay, wanted: int) -> str:
    outcome = played.kyoku.outcome
    if outcome is None:
        return _N("the hand continues, so there is no next honba")
    return "" if outcome.next_honba == wanted else _but(say(_NEXT_HONBA, count=outcome.next_honba), wanted)


def _check_sticks(played: CasePlay, wanted: int) -> str:
    return "" if played.kyoku.sticks == wanted else _but(many(_STICKS, played.kyoku.sticks), wanted)


def _check_furiten(played: CasePlay, wanted: Sequence[Seat]) -> str:
    # A player who won on a tile did not pass it.
    kyoku = played.settled_from if played.settled_from is not None else played.kyoku
    found = [seat for seat in kyoku.setup.seats if kyoku.is_furiten(seat)]
    return "" if found == sorted(wanted) else _instead(say(_FURITEN, seats=_seats(found)), _seats(wanted))


def _check_tenpai(played: CasePlay, wanted: Sequence[Seat]) -> str:
    outcome = played.kyoku.outcome
    if outcome is not None and outcome.type in (ResultType.EXHAUSTIVE_DRAW, ResultType.NAGASHI_MANGAN):
        found = list(outcome.tenpai)
    else:
        found = [seat for seat in played.kyoku.setup.seats if played.kyoku.is_tenpai(seat)]
    return "" if sorted(found) == sorted(wanted) else _instead(say(_TENPAI, seats=_seats(found)), _seats(wanted))


def _seats(seats: Sequence[Seat]) -> str:
    return listed(sorted(seats), _NOBODY)


def _check_penalty(played: CasePlay, wanted: Mapping[Seat, str]) -> str:
    found = played.kyoku.penalties
    # With several cases left, nothing is applied: "none" would be taken for the ruling.
    named = ((seat, _BY_CASE if one.steps else _penalty_named(one.type)) for seat, one in found)
    shown = listed((_of_seat(seat, penalty) for seat, penalty in named), _N("no penalty"))
    if not wanted and found:
        return _instead(shown, _N("none"))
    for seat, penalty in wanted.items():
        given = [one.type.value for offender, one in found if offender == seat]
        if penalty not in given and not (penalty == "none" and not given):
            return _instead(shown, _of_seat(seat, _penalty_named(penalty)))
    return ""


def penalty_points(kyoku: KyokuMachine) -> dict[Seat, int]:
    """Return the points that penalties cost each seat, including those of a chombo after uma."""
    points = dict.fromkeys(Seat, 0)
    for seat, penalty in kyoku.penalties:
        points[seat] += penalty.points
    return points


def _check_penalty_points(played: CasePlay, wanted: int | Mapping[Seat, int]) -> str:
    found = penalty_points(played.kyoku)
    if isinstance(wanted, int):
        total = sum(found.values())
        return "" if total == wanted else _but(many(_PENALTY_POINTS, total), wanted)
    for seat, number in wanted.items():
        if found[seat] != number:
            return _but(many(_PENALTY_POINTS_FOR, found[seat], seat=seat), number)
    return ""


def codes(played: CasePlay) -> list[str]:
    """Return every reason code given in a play, in order: rulings, objections, fouls."""
    found = [finding.code for finding in played.kyoku.findings]
    found += [objection.code for refused in played.refused for objection in refused.objections]
    found += [code for fouled in played.fouls for code in fouled.codes]
    return list(dict.fromkeys(found))


def _check_code(played: CasePlay, wanted: Sequence[str]) -> str:
    given = codes(played)
    missing = [code for code in wanted if code not in given]
    return say(_NO_RULING, codes=", ".join(missing), given=", ".join(given) or _N("none")) if missing else ""


_BUT, _INSTEAD = _N("{found}, expected {expected}"), _N("{found}; expected {expected}")
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
_NO_RULING, _BY_CASE = _N("no ruling {codes}; found {given}"), _N("depends on the case")


def _but(found: str, expected: object) -> Sentence:
    return say(_BUT, found=found, expected=expected)


def _instead(found: str, expected: object) -> Sentence:
    return say(_INSTEAD, found=found, expected=expected)


def _penalty_named(name: str) -> Named:
    return Named(name, PENALTY_WORDS[name])


def _at(at: At) -> str:
    line = [say(_AT_LINE, number=at.line)] if at.line else []
    return listed([*line, *([at.code] if at.code else [])], between=" ")


def _result_named(name: str) -> Named:
    return Named(name, RESULT_WORDS[name])


def _yaku_named(name: str) -> Named:
    return Named(name, WORDS.get(name, name))


def _yaku_names(names: Iterable[str]) -> str:
    return listed(map(_yaku_named, names), _NO_YAKU)


# --- the table -----------------------------------------------------------------------------------------------------

_key = partial(CaseKey, "expect")
EXPECT: tuple[CaseKey, ...] = (
    _key(
        "answer",
        "text",
        "The answer to `question`, in a few words; it is not checked.",
        'answer = "no"',
        _answer,
    ),
    _key(
        "illegal",
        "a table, or a list of them",
        "A line that must be refused, and a reason code; either may be left out.",
        'illegal = { line = 2, code = "KR205" }',
        _ats,
        also=("forbidden", "refused"),
    ),
    _key(
        "order",
        "a list of events",
        "Events that must happen in this order; others may happen in between. With seat and tile if they matter. "
        f"The events: {', '.join(EVENTS)}, and the results.",
        'order = ["south shouminkan 2p", "chankan", "ron"]',
        _patterns,
        also=("events", "sequence"),
        check=_check_order,
    ),
    _key(
        "never",
        "a list of events",
        "Events that must not happen.",
        'never = ["kandora", "rinshan"]',
        _patterns,
        check=_check_never,
    ),
    _key(
        "indicators",
        f"{NUMBER}, or tiles",
        "Dora indicators face up at the end: their number, or the tiles.",
        "indicators = 2",
        _indicators,
        check=_check_indicators,
    ),
    _key(
        "result",
        "a word",
        f"How the hand ends: {', '.join(RESULTS)}.",
        'result = "ron"',
        _one_of(RESULTS),
        also=("outcome", "end", "ending", "winner"),
        check=_check_result,
    ),
    _key(
        "yaku",
        BY_SEAT,
        "Yaku and yakuman that a winner has, possibly among others.",
        'yaku = { north = ["chankan"] }',
        _yaku,
        check=_check_yaku,
    ),
    _key(
        "han",
        f"{NUMBER}, or {BY_SEAT}",
        "Han of a win, including dora.",
        "han = { north = 3 }",
        _number_or_seats,
        check=_of_wins("han", lambda win: win.value.han),
    ),
    _key(
        "fu",
        f"{NUMBER}, or {BY_SEAT}",
        "Fu of a win.",
        "fu = 40",
        _number_or_seats,
        check=_of_wins("fu", lambda win: win.value.fu),
    ),
    _key(
        "dora",
        f"{NUMBER}, or {BY_SEAT}",
        "Dora of a win, including red fives.",
        "dora = { north = 1 }",
        _number_or_seats,
        check=_of_wins("dora", lambda win: win.value.dora + win.value.red + win.value.kita),
    ),
    _key(
        "ura",
        f"{NUMBER}, or {BY_SEAT}",
        "Ura dora of a win.",
        "ura = 0",
        _number_or_seats,
        check=_of_wins("ura", lambda win: win.value.ura),
    ),
    _key(
        "payments",
        BY_SEAT,
        "Changes of the scores at the end: wins, draws, honba, riichi sticks, fees and immediate payments for kans.",
        "payments = { north = 2900, south = -2900 }",
        _numbers,
        also=("points", "score", "changes", "pays"),
        check=_check_payments,
    ),
    _key(
        "kita",
        BY_SEAT,
        "Number of norths that each player has set aside at the end.",
        "kita = { south = 1 }",
        _numbers,
        check=_check_kita,
    ),
    _key(
        "liable",
        "a table by yakuman",
        "Liable player for each yakuman, or `rinshan` for the replacement tile; `{}` means no player.",
        'liable = { daisangen = "west" }',
        _liable,
        also=("pao",),
        check=_check_liable,
    ),
    _key(
        "dealer",
        "keeps or rotates",
        "`keeps` if the dealer stays, `rotates` if the deal passes.",
        'dealer = "keeps"',
        _one_of(("keeps", "rotates")),
        check=_check_dealer,
    ),
    _key("next_honba", NUMBER, "Honba of the next hand.", "next_honba = 1", _int, check=_check_next_honba),
    _key("sticks", NUMBER, "Riichi sticks on the table at the end.", "sticks = 2", _int, check=_check_sticks),
    _key(
        "furiten",
        case_key.SEATS,
        "The players who are furiten, and no others.",
        'furiten = ["north"]',
        read_seats,
        check=_check_furiten,
    ),
    _key(
        "tenpai",
        case_key.SEATS,
        "The players who are tenpai, and no others.",
        'tenpai = ["east", "south"]',
        read_seats,
        check=_check_tenpai,
    ),
    _key(
        "foul",
        "a table, or a list of them",
        "A foul that is committed (a line with `!`), by line and code; `{}` means none.",
        'foul = { line = 2, code = "KR201" }',
        _ats,
        check=_check_fouls,
    ),
    _key(
        "penalty",
        BY_SEAT,
        f"Penalties for fouls: {', '.join(PenaltyType)}.",
        'penalty = { south = "dead_hand" }',
        _penalties,
        check=_check_penalty,
    ),
    _key(
        "penalty_points",
        f"{NUMBER}, or {BY_SEAT}",
        "Points that penalties cost, including those after uma.",
        "penalty_points = { south = 20000 }",
        _number_or_seats,
        check=_check_penalty_points,
    ),
    _key(
        "code",
        "a code, or a list of them",
        "Reason codes that must be given, including those of plugins.",
        'code = ["KR301", "ema-602"]',
        _codes,
        check=_check_code,
    ),
)
"""The keys of `[case.expect]`. `illegal` is checked line by line."""
_ROWS = {row.key: row for row in EXPECT}


def read_expect(data: Any, report: Report, *, lines: int) -> Expect:
    """Return the table `[case.expect]` of a play with this many lines. Mistakes are reported and their keys left
    out.
    """
    found = read_rows("expect", data, _ROWS, report)
    for key in ("illegal", "foul"):
        for at in found.get(key, ()):
            if at.line is not None and not 1 <= at.line <= lines:
                report((key,), "KR102", f"there is no line {at.line}; the play has {lines}")
    return MappingProxyType(found)


def unmet_expectations(played: CasePlay, expect: Expect) -> list[UnmetExpectation]:
    """Return every difference between a play and its expectations. Those of single lines come first."""
    found = _lines(played, expect)
    for key, wanted in expect.items():
        check = _ROWS[key].check
        if check is not None and (text := check(played, wanted)):
            found.append(UnmetExpectation(key, text, None, played.kyoku))
    return found
