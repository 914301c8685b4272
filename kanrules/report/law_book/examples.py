"""The example of an article: a casebook question with its position, drawn, and the ruleset's answer."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from kanrules.cases.case import Case
from kanrules.cases.lines import PlayLine
from kanrules.desk.casebook import TEXT_BASIS, answer_to, cases_by_id
from kanrules.drawing.canvas import Theme
from kanrules.drawing.positions import PositionRow, draw_position
from kanrules.law.options import TileSet
from kanrules.locale import Translator, translator
from kanrules.locale import marked as _N
from kanrules.pieces.melds import AnkanDisplay
from kanrules.pieces.tiles import KIND, NAMES, Seat, format_tiles, sort_tiles
from kanrules.report.law_book.provisions import ArticleExample
from kanrules.ruleset import Ruleset

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
    "passes": _N("{seat} passes."),
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
        case = cases_by_id()[name]
        if not _fits(case, rules):
            continue
        answer = answer_to(case, rules)
        made = ArticleExample(
            id=name,
            tiles=() if _TOLD.search(case.question) else _tiles(case, speak),
            steps=_steps(case, speak),
            question=speak(case.question),
            answer=_sentence(speak.own(answer.said)),
            picture=_picture(name, speak.language, rules.display.ankan, theme),
            is_sourced=answer.basis == TEXT_BASIS,
        )
        if made.is_sourced:
            return made
        found = found or made
    return found


def _fits(case: Case, rules: Ruleset) -> bool:
    """Return True if the position of a question can arise at the table of the ruleset."""
    given, table = case.given, rules.options.table
    if table.players == 4:
        return case.players != 3
    seats = {*given.hands, *given.melds, *(line.seat for line in case.lines)}
    tiles = [tile for hand in given.hands.values() for tile in hand]
    tiles += [tile for melds in given.melds.values() for meld in melds for tile in meld.tiles]
    tiles += [*given.indicators, *given.rinshan, *(line.tile for line in case.lines if line.tile is not None)]
    missing = range(1, 8) if table.tiles is TileSet.WITHOUT_2M_8M else ()
    return Seat.NORTH not in seats and not any(KIND[tile] in missing for tile in tiles)


_TOLD = re.compile(r"\d[mpsz]")


def _steps(case: Case, speak: Translator) -> tuple[str, ...]:
    """Return what happens, line by line; nothing if the question itself names the tiles."""
    if _TOLD.search(case.question):
        return ()
    return tuple(_step(line, speak) for line in case.lines)


_HAS, _HAS_MELDS = _N("{seat} has {tiles}."), _N("{seat} has {tiles} and {melds}.")


def _tiles(case: Case, speak: Translator) -> tuple[str, ...]:
    """Return the tiles that the question gives to each player, as text."""
    found = []
    for seat in Seat:
        hand, melds = case.given.hands.get(seat, ()), case.given.melds.get(seat, ())
        shown = [format_tiles(sort_tiles(hand))] if hand else []
        called = ", ".join(f"{speak(meld.type.value)} {format_tiles(meld.tiles)}" for meld in melds)
        if not shown and not called:
            continue
        said = speak(_HAS_MELDS if shown and called else _HAS).replace("{seat}", _label(case, seat, speak))
        found.append(said.replace("{tiles}", "".join(shown) or called).replace("{melds}", called))
    return tuple(found)


def _step(line: PlayLine, speak: Translator) -> str:
    said = speak(_EVERYONE if line.everyone else _VERBS[line.verb]).replace("{seat}", speak(str(line.seat)))
    return _capital(said.replace("{tile}", NAMES[line.tile] if line.tile is not None else ""))


@lru_cache(maxsize=512)
def _picture(id: str, language: str, display: AnkanDisplay, theme: Theme) -> str:
    """Return the picture of a question's position; "" if the question names no tiles. Most rulesets share it."""
    case, speak = cases_by_id()[id], translator(language)
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
    name = _capital(speak(str(seat)))
    if seat in (*case.given.riichi, *case.given.double_riichi):
        return speak(_RIICHI).replace("{seat}", name)
    return speak(_DEAD).replace("{seat}", name) if seat in case.given.dead else name


def _sentence(text: str) -> str:
    text = _capital(text)
    return text if text.endswith((".", "。", "!", "?")) else f"{text}。" if text[-1:] > "\u3000" else f"{text}."


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
