"""The example of an article: a casebook question with its position, drawn, and the ruleset's answer."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import lru_cache

from kanrules.cases.case import Case
from kanrules.cases.lines import PlayLine
from kanrules.desk.case_index import cases_by_id
from kanrules.desk.casebook import answer_to
from kanrules.drawing.canvas import Theme
from kanrules.drawing.positions import PositionRow, draw_position
from kanrules.law.options import TableTable, TileSet
from kanrules.locale import Translator, translator
from kanrules.locale import marked as _N
from kanrules.locale.sentences import capital
from kanrules.pieces.melds import AnkanDisplay, Meld
from kanrules.pieces.tiles import KIND, NAMES, Seat, Tile, format_tiles, sort_tiles
from kanrules.report.law_book.provisions import ArticleExample
from kanrules.ruleset import Ruleset
from kanrules.rulings import Basis

_VERBS = {
    "draws": _N("{seat} draws {tile}."),
    "discards": _N("{seat} discards {tile}."),
    "riichi": _N("{seat} declares riichi and discards {tile}."),
    "chi": _N("{seat} calls chi on {tile}."),
    "pon": _N("{seat} calls pon on {tile}."),
    "daiminkan": _N("{seat} claims {tile} for a daiminkan."),
    "ankan": _N("{seat} declares an ankan of {tile}."),
    "shouminkan": _N("{seat} declares a shouminkan of {tile}."),
    "kita": _N("{seat} sets a north aside."),
    "ron": _N("{seat} calls ron."),
    "tsumo": _N("{seat} declares tsumo."),
    "kyuushu": _N("{seat} declares kyuushu kyuuhai."),
    "finds": _N("The referee discovers the mistake of {seat}."),
}
_EVERYONE = _N("The other players pass.")
_RIICHI, _DEAD, _INDICATORS = _N("{seat} (in riichi)"), _N("{seat} (dead hand)"), _N("Indicators")


def example(ids: Iterable[str], rules: Ruleset, speak: Translator, theme: Theme = Theme.AUTO) -> ArticleExample | None:
    """Return the first of these casebook questions that a source settles under the ruleset; without one, the first that
    concerns it; None if none does.
    """
    found: ArticleExample | None = None
    for name in ids:
        case = at_table(cases_by_id()[name], rules.options.table)
        if case is None:
            continue
        answer = answer_to(cases_by_id()[name], rules)
        made = ArticleExample(
            id=name,
            tiles=() if _TOLD.search(case.question) else _tiles(case, speak),
            steps=_steps(case, speak),
            question=speak(case.question),
            answer=_sentence(speak.own(answer.said)),
            picture=_picture(name, rules.options.table, speak.language, rules.display.ankan, theme),
            is_sourced=answer.is_settled and answer.basis is not Basis.PARTLY,
        )
        if made.is_sourced:
            return made
        found = found or made
    return found


def at_table(case: Case, table: TableTable) -> Case | None:
    """Return a question with a position that can arise at a table; None if it has none.

    For three players, West takes the place of North, and bamboo tiles that the position does not have take the place of
    characters that the set does not have.
    """
    if table.players == 4:
        return None if case.players == 3 else case
    if Seat.NORTH in _seats(case):
        if Seat.WEST in _seats(case):
            return None
        case = _moved(case, lambda seat: Seat.WEST if seat is Seat.NORTH else seat, lambda tile: tile)
    if table.tiles is not TileSet.WITHOUT_2M_8M or not any(KIND[tile] in _LEFT_OUT for tile in _all_tiles(case)):
        return case
    kinds = {KIND[tile] for tile in _all_tiles(case)}
    if any(kind + _BAMBOO in kinds for kind in kinds if kind < _SUIT):
        return None
    return _moved(case, lambda seat: seat, lambda tile: KIND[tile] + _BAMBOO if KIND[tile] < _SUIT else tile)


_SUIT, _BAMBOO, _LEFT_OUT = 9, 18, range(1, 8)
"""Kinds in a suit, the first kind of bamboo, and the kinds that a set for three players leaves out."""


def _seats(case: Case) -> set[Seat]:
    return {*case.given.hands, *case.given.melds, *(line.seat for line in case.lines if not line.everyone)}


def _all_tiles(case: Case) -> list[Tile]:
    given = case.given
    tiles = [tile for hand in given.hands.values() for tile in hand]
    tiles += [tile for melds in given.melds.values() for meld in melds for tile in meld.tiles]
    return [*tiles, *given.indicators, *given.rinshan, *(line.tile for line in case.lines if line.tile is not None)]


def _moved(case: Case, seated: Callable[[Seat], Seat], renamed: Callable[[Tile], Tile]) -> Case:
    """Return a question with its position moved to other seats and other tiles."""
    given = case.given

    def moved(meld: Meld) -> Meld:
        called, added = ((None if one is None else renamed(one)) for one in (meld.called, meld.added))
        source = None if meld.source is None else seated(meld.source)
        return replace(meld, tiles=tuple(map(renamed, meld.tiles)), called=called, added=added, source=source)

    lines = tuple(
        replace(
            line,
            seat=seated(line.seat),
            tile=None if line.tile is None else renamed(line.tile),
        )
        for line in case.lines
    )
    position = replace(
        given,
        hands={seated(seat): tuple(map(renamed, hand)) for seat, hand in given.hands.items()},
        melds={seated(seat): tuple(map(moved, melds)) for seat, melds in given.melds.items()},
        rivers={seated(seat): tuple(map(renamed, river)) for seat, river in given.rivers.items()},
        marks={seated(seat): marks for seat, marks in given.marks.items()},
        riichi=tuple(map(seated, given.riichi)),
        double_riichi=tuple(map(seated, given.double_riichi)),
        ippatsu=tuple(map(seated, given.ippatsu)),
        dead=tuple(map(seated, given.dead)),
        turn=None if given.turn is None else seated(given.turn),
        rinshan=tuple(map(renamed, given.rinshan)),
        indicators=tuple(map(renamed, given.indicators)),
    )
    return replace(case, given=position, lines=lines)


_TOLD = re.compile(r"\d[mpsz]")


def _steps(case: Case, speak: Translator) -> tuple[str, ...]:
    """Return what happens, line by line; nothing if the question itself names the tiles."""
    if _TOLD.search(case.question):
        return ()
    left = case.given.live_tiles
    steps = [] if left is None else [speak(_ONE_LEFT if left == 1 else _LEFT).replace("{count}", str(left))]
    replacements = list(case.given.rinshan)
    owed: Seat | None = None
    for line in case.lines:
        if owed is not None and line.verb != "ron" and not line.everyone and line.verb != "passes":
            drawn = replacements.pop(0) if replacements else None
            if line.verb == "draws" and line.seat is owed:
                drawn = line.tile
            steps.append(_drawn(owed, drawn, speak))
            if line.verb == "draws" and line.seat is owed:
                owed = None
                continue
        if line.verb == "passes" and not line.everyone:
            # No call: a player passes by letting the time to call end, which the next step says.
            continue
        if not line.everyone:
            owed = line.seat if line.verb in ("ankan", "daiminkan", "shouminkan", "kita") else None
        steps.append(_step(line, speak))
    return tuple(steps)


def _drawn(seat: Seat, tile: Tile | None, speak: Translator) -> str:
    said = speak(_A_REPLACEMENT if tile is None else _REPLACEMENT).replace("{seat}", speak(str(seat)))
    return capital(said.replace("{tile}", "" if tile is None else NAMES[tile]))


_ONE_LEFT, _LEFT = _N("One tile is left in the live wall."), _N("{count} tiles are left in the live wall.")
_REPLACEMENT, _A_REPLACEMENT = _N("{seat} draws the replacement tile {tile}."), _N("{seat} draws a replacement tile.")
_HAS, _HAS_MELDS = _N("{seat} has {tiles}."), _N("{seat} has {tiles} and {melds}.")
_PART, _PART_MELDS = (
    _N("{seat} has {tiles}, among other tiles."),
    _N("{seat} has {tiles} and {melds}, among other tiles."),
)


def _tiles(case: Case, speak: Translator) -> tuple[str, ...]:
    """Return the tiles that the question gives to each player, as text."""
    found = []
    for seat in Seat:
        hand, melds = case.given.hands.get(seat, ()), case.given.melds.get(seat, ())
        shown = [format_tiles(sort_tiles(hand))] if hand else []
        called = ", ".join(f"{speak(meld.type.value)} {format_tiles(meld.tiles)}" for meld in melds)
        if not shown and not called:
            continue
        is_whole = len(hand) + 3 * len(melds) >= 13
        said = speak(
            (_HAS_MELDS if is_whole else _PART_MELDS) if shown and called else _HAS if is_whole else _PART
        ).replace("{seat}", _label(case, seat, speak))
        found.append(said.replace("{tiles}", "".join(shown) or called).replace("{melds}", called))
    return tuple(found)


def _step(line: PlayLine, speak: Translator) -> str:
    said = speak(_EVERYONE if line.everyone else _VERBS[line.verb]).replace("{seat}", speak(str(line.seat)))
    return capital(said.replace("{tile}", NAMES[line.tile] if line.tile is not None else ""))


@lru_cache(maxsize=512)
def _picture(id: str, table: TableTable, language: str, display: AnkanDisplay, theme: Theme) -> str:
    """Return the picture of a question's position; "" if the question names no tiles. Most rulesets share it."""
    case, speak = at_table(cases_by_id()[id], table), translator(language)
    assert case is not None
    given = case.given
    rows = []
    drawn = {line.seat: line.tile for line in case.lines[:1] if line.verb == "draws" and line.tile is not None}
    for seat in Seat:
        hand, melds = given.hands.get(seat, ()), given.melds.get(seat, ())
        if not hand and not melds:
            continue
        tile = drawn.get(seat)
        rows.append(
            PositionRow(
                _label(case, seat, speak),
                [(NAMES[one], "upright") for one in sort_tiles(hand)],
                None if tile is None else (NAMES[tile], "upright"),
                [(meld.type.value, meld.lies(seat, display)) for meld in melds],
            )
        )
    if not rows:
        return ""
    if given.indicators and any(key.startswith("kandora.") for key in case.decides):
        rows.append(PositionRow(speak(_INDICATORS), [(NAMES[one], "upright") for one in given.indicators]))
    return draw_position(rows, speak(case.question), theme=theme, speak=speak)


def _label(case: Case, seat: Seat, speak: Translator) -> str:
    name = capital(speak(str(seat)))
    if seat in (*case.given.riichi, *case.given.double_riichi):
        return speak(_RIICHI).replace("{seat}", name)
    return speak(_DEAD).replace("{seat}", name) if seat in case.given.dead else name


def _sentence(text: str) -> str:
    text = capital(text)
    return text if text.endswith((".", "。", "!", "?")) else f"{text}。" if text[-1:] > "\u3000" else f"{text}."
