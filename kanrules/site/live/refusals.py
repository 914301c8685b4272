"""Why a tool cannot answer, in the labels of its form and the language of the page.

The errors of the commands name options and quote the command line. Here the fields of the form are read again one by
one, so that the reason names the field that is wrong.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from html import escape

from kanrules.desk.pay_question import read_payment_question
from kanrules.desk.worth import CLOSED, FOR_EVERY_HAND, LIMITS
from kanrules.drawing.faces import name_of
from kanrules.errors import IllegalAction, KanrulesError, UnreadableError
from kanrules.law.codes import CODES
from kanrules.law.setup import setup_of
from kanrules.law.yaku import YAKUMAN
from kanrules.locale import Translator
from kanrules.locale.sentences import Sentence, capital
from kanrules.locale.sentences import listed as joined
from kanrules.locale.sentences import say as sentence
from kanrules.pieces.melds import Meld
from kanrules.pieces.melds_text import parse_melds
from kanrules.pieces.readings import Concealed, waits_mask
from kanrules.pieces.tiles import KIND, NAMES, Tile, parse_tiles
from kanrules.ruleset import Problem, Severity
from kanrules.site import words
from kanrules.site.live.form_fields import FormFields

_TILES = ("hand", "draw", "kan", "win", "indicators", "ura")
_SEATS = ("east", "south", "west", "north")
_OPTION = re.compile(r"--([a-z]+)(?: [^:]*)?: (.+)")
_COMMAND = ("--", "kanrules ")
"""Signs of a text that is written for the command line."""


def refusal(error: KanrulesError, tool: str, given: FormFields) -> str:
    """Return why there is no answer, as HTML."""
    say = given.say
    problems = [one for one in getattr(error, "problems", ()) if one.severity is Severity.ERROR]
    if problems:
        return f'<ul class="plain">{"".join(f"<li>{_problem(one, say)}</li>" for one in problems)}</ul>'
    if isinstance(error, IllegalAction):
        return "".join(f"<p>{_said(one.text, say)}</p>" for one in error.objections)
    return f"<p>{_said(_reason(error, tool, given), say)}</p>"


def _reason(error: KanrulesError, tool: str, given: FormFields) -> str:
    message = error.reason if isinstance(error, UnreadableError) else str(error)
    if isinstance(message, Sentence):
        return message
    with suppress(KanrulesError):  # of the rules, which are named after the field that is wrong
        for found in _wrong(tool, given):
            return found
    return _own(message, given)


def told(one: Problem, say: Translator) -> str:
    """Return what is wrong with a line of a file. If the message is not translated, this is the meaning of its code."""
    if say.is_english or isinstance(one.message, Sentence):
        return say(one.message)
    return say(CODES[one.code].says if one.code in CODES else words.DO_NOT_FIT)


def hint(one: Problem, say: Translator) -> str:
    """Return the hint; "" if it is advice for the command line or not in the language of the page."""
    if (not say.is_english and not isinstance(one.hint, Sentence)) or any(sign in one.hint for sign in _COMMAND):
        return ""
    return say(one.hint)


def _problem(one: Problem, say: Translator) -> str:
    where = f"<strong>{escape(say(words.LINE))} {one.line}.</strong> " if one.line else ""
    helps = f"<br>{escape(hint(one, say))}" if hint(one, say) else ""
    line = f"<br><code>{escape(one.source_line.strip())}</code>" if one.source_line.strip() else ""
    return f"{where}{_said(told(one, say), say)}{line}{helps}"


def _said(text: str, say: Translator) -> str:
    said = say(text)
    return escape(capital(said))


def _own(message: str, given: FormFields) -> str:
    """Return the message of an error, if the reader of this page can understand it."""
    # The reason alone, next to the label of the field instead of the option.
    if (found := _OPTION.fullmatch(message)) and found[1] in words.FIELDS:
        message = f"{words.FIELDS[found[1]]}: {found[2]}"
    if given.say.is_english and not any(sign in message for sign in _COMMAND):
        return message
    filled = [label for name, label in words.FIELDS.items() if given.one(name)]
    return sentence(words.DO_NOT_FIT_FIELDS, fields=joined(filled)) if filled else words.DO_NOT_FIT


# --- field by field ---------------------------------------------------------------------------------------------------


def _wrong(tool: str, given: FormFields) -> Iterator[Sentence | str]:
    """Yield what is wrong with the fields of a form, the first field first."""
    for name in _TILES:
        if _tiles(given.one(name)) is None:
            yield sentence(words.NOT_TILES, field=words.FIELDS[name], text=given.one(name)[:20])
    melds = _melds(given)
    if melds is None:
        yield sentence(words.NOT_A_MELD, text=", ".join(given.all("melds"))[:40])
    elif tool in ("riichi-kan", "riichi-kan-all", "pay"):
        yield from _hand(tool, given, melds)
    if tool == "pay":
        yield from _payment(given)


def _tiles(text: str) -> list[Tile] | None:
    try:
        return parse_tiles(text)
    except UnreadableError:
        return None


def _melds(given: FormFields) -> tuple[Meld, ...] | None:
    try:
        return parse_melds([part for one in given.all("melds") for part in one.split(",") if part.strip()])
    except UnreadableError:
        return None


def _hand(tool: str, given: FormFields, melds: tuple[Meld, ...]) -> Iterator[Sentence | str]:
    """Yield what is wrong with the tiles together: their number, copies, and set."""
    held = _tiles(given.one("hand")) or []
    size = 13 - 3 * len(melds)
    if given.one("hand") and len(held) != size:
        yield sentence(words.WRONG_COUNT, field=words.HAND_FIELD, count=len(held), size=size)
    drawn = [tile for name in ("draw", "win") for tile in _tiles(given.one(name)) or []]
    whole = [*held, *drawn, *(tile for meld in melds for tile in meld.tiles)]
    copies = Counter(KIND[tile] for tile in whole)
    for kind, count in copies.items():
        if count > 4:
            yield sentence(words.TOO_MANY_COPIES, tile=name_of(NAMES[kind]), count=count)
    rules = given.rules()
    for kind in copies:
        if kind not in setup_of(rules.options).kinds:
            yield sentence(words.NOT_IN_SET, tile=name_of(NAMES[kind]), rules=rules.title)
    if tool == "pay" or not given.one("hand"):
        return
    if any(meld.is_open for meld in melds):
        yield words.CLOSED_ONLY
    asked = _tiles(given.one("kan") or given.one("draw")) or []
    for tile in asked[:1]:
        four = sum(KIND[one] == KIND[tile] for one in (*held, *drawn))
        if four < 4:
            yield sentence(words.NOT_FOUR, tile=name_of(NAMES[KIND[tile]]), count=four)
    if not waits_mask(Concealed.of(held)):
        yield words.NOT_TENPAI


def _payment(given: FormFields) -> Iterator[Sentence | str]:
    """Yield what is wrong with a question about payments."""
    if not given.one("winner"):
        yield words.WHO_WON
    if given.one("by") and given.one("by") == given.one("winner"):
        yield sentence(words.WON_AND_FED, seat=given.one("by"))
    for name in given.one("yakuman").replace(",", " ").split():
        if name.lower().replace("-", "_") not in (*YAKUMAN, *LIMITS):
            yield sentence(words.NOT_A_YAKUMAN, text=name[:40])
    ways = [name for name in ("yakuman", "han", "hand") if given.one(name)]
    if len(ways) > 1:
        yield sentence(words.ONE_WAY_ONLY, fields=joined([words.FIELDS[name] for name in ways]))
    if not ways and not all(":" in one for one in given.all("winner")):
        yield words.WHAT_WORTH
    if given.one("hand") and not given.one("win"):
        yield sentence(words.FIELD_MISSING, field=words.WIN_TILE)
    if given.one("han") and not given.one("fu"):
        yield sentence(words.FIELD_MISSING, field=words.FIELDS["fu"])
    if given.one("fu") and not given.one("han"):
        yield sentence(words.FIELD_MISSING, field=words.FIELDS["han"])
    players = {str(seat) for seat in setup_of(given.rules().options).seats}
    winners = [one.partition(":")[0].strip() for one in given.all("winner")]
    for seat in (*winners, given.one("by"), *given.all("liable"), *given.all("riichi")):
        if seat in _SEATS and seat not in players:
            yield sentence(words.NOBODY_SITS, seat=seat)
    for one in given.all("winner"):
        try:
            read_payment_question([], [one], "", [], 0, 0) if ":" in one else None
        except UnreadableError as error:
            if error.reason.startswith("--winner"):
                yield sentence(words.NOT_A_WINNER, text=one[:40])
    yield from _liability(given)
    yield from _circumstances(given)
    limits = [one for one in _names(given) if one in LIMITS]
    if limits and len(_names(given)) > 1:
        yield sentence(words.LIMIT_ALONE, text=limits[0])
    won = _tiles(given.one("win")) or []
    held = _tiles(given.one("hand")) or []
    if won and not waits_mask(Concealed.of(held)) >> KIND[won[0]] & 1:
        yield sentence(words.NOT_COMPLETE, tile=name_of(NAMES[KIND[won[0]]]))
    if given.one("han"):
        yield sentence(words.NO_SUCH_VALUE, han=given.one("han"), fu=given.one("fu"))


def _names(given: FormFields) -> list[str]:
    return [name.lower().replace("-", "_") for name in given.one("yakuman").replace(",", " ").split()]


def _liability(given: FormFields) -> Iterator[Sentence | str]:
    """Yield what is wrong with the liable player."""
    parts = [part.strip() for one in given.all("liable") for part in one.split(",") if part.strip()]
    named = [(part.rpartition("=")[0].strip(), part.rpartition("=")[2].strip()) for part in parts]
    if not named:
        return
    winner, yakuman = given.one("winner"), [name for name in _names(given) if name in YAKUMAN]
    seat = named[0][1]
    if any(one == winner for _, one in named):
        yield sentence(words.WON_AND_LIABLE, seat=winner)
    if any(one not in _SEATS for _, one in named):
        yield sentence(words.NOT_A_SEAT, text=", ".join(parts)[:40])
    if len(given.all("winner")) > 1:
        yield words.WHOSE_LIABILITY
    if any(name == "rinshan" for name, _ in named) and given.one("by"):
        yield words.RINSHAN_IS_TSUMO
    if not yakuman and not given.one("hand") and any(name != "rinshan" for name, _ in named):
        yield sentence(words.NO_YAKUMAN_TO_OWE, seat=seat)
    for name in yakuman:
        if name in CLOSED:
            yield sentence(words.CLOSED_YAKUMAN, yakuman=name)
    if winner in given.all("riichi"):
        yield sentence(words.CALLED_NOTHING, seat=winner)
    if len(yakuman) > 1 and any(not name for name, _ in named):
        yield sentence(words.LIABLE_FOR_WHICH, name=yakuman[0], seat=seat)
    for name, _ in named:
        if name not in ("", "rinshan", *yakuman) and not given.one("hand"):
            yield sentence(words.NOT_IN_THE_HAND, yakuman=name)
    owed = [name or next(iter(yakuman), "") for name, _ in named]
    if len(set(owed)) < len(owed):
        yield words.ONE_IS_LIABLE


def _circumstances(given: FormFields) -> Iterator[Sentence | str]:
    """Yield which circumstances of a win cannot be."""
    said = given.all("with")
    melds = _melds(given) or ()
    if not given.one("hand"):
        extra = [name for name in ("win", "melds", "indicators", "ura", "kitas") if given.one(name)]
        extra += ["with"] * any(one not in FOR_EVERY_HAND for one in said)
        if extra:
            yield sentence(words.ONLY_WITH_TILES, fields=joined([words.FIELDS[name] for name in extra]))
    riichi = given.one("winner") in given.all("riichi") or {"riichi", "double_riichi"} & {*said}
    if riichi and any(meld.is_open for meld in melds):
        yield words.CLOSED_ONLY
    if "ippatsu" in said and not riichi:
        yield words.IPPATSU_NEEDS_RIICHI
    if "rinshan" in said and given.one("by"):
        yield words.RINSHAN_IS_TSUMO
    if "rinshan" in said and not any(meld.is_kan for meld in melds):
        yield words.RINSHAN_NEEDS_KAN
    if "chankan" in said and not given.one("by"):
        yield words.CHANKAN_IS_RON
    if "chankan" in said and "last_tile" in said:
        yield words.CHANKAN_NOT_LAST
    if "first_turn" in said and melds:
        yield words.CALLED_BEFORE
