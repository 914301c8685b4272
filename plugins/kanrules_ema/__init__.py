"""EMA's rules on mistakes around a kan: until when they are corrected, and the penalties for the others.

    [ruleset]
    plugins = ["ema"]       # rulesets/ema-2025.toml has these lines, so its children have them too

    [plugin.ema]
    edition = "2025"

In the rulebooks, a penalty depends on when the mistake is noticed and on what was touched, which a key cannot express.
Each edition answers with its own clauses: what its text leaves open stays unsaid. If a ruleset has its own text for a
foul, or departs from EMA's, this plugin does not answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from kanrules import Grade, Noticed, Penalty, PenaltyStep, PenaltyType, Source, hookimpl
from kanrules.hooks.penalty_book import PenaltyBook, PenaltyClause
from kanrules.locale import marked as _N

if TYPE_CHECKING:
    # EMA's rulesets are used at tables: their plugin loads only what its answers need.
    from kanrules import Foul, Ruleset, Table

CHOMBO, DEAD_HAND, NONE = PenaltyType.CHOMBO, PenaltyType.DEAD_HAND, PenaltyType.NONE
_FORBIDDEN = {"fifth_kan.policy": "forbidden", "fifth_kan.illegal": "none"}
_NO_CALLS = {"kan.dead_hand": "forbidden"}
_CHOMBO_AT_THE_END = {
    "riichi_kan.illegal": "chombo", "riichi_kan.illegal_found": "win_or_draw", "riichi_kan.illegal_on_win": "same",
}  # fmt: skip
_PUT_BACK = (PenaltyStep(NONE),)
_TOO_MANY = (
    PenaltyStep(NONE, _N("Only a few tiles are exposed. They are put back")),
    PenaltyStep(CHOMBO, _N("Too many tiles are exposed for play to continue")),
)

# --- 2012 -----------------------------------------------------------------------------------------------------------


def _of_2012(clause: str) -> Source:
    document = "EMA Riichi Competition Rules 2012, published at mahjong-europe.org, compared with the WRC of 2015"
    address = (
        "https://ooyamaneko.net/fr/mahjong/bookcmp/view.php?book=WRC_2015_en&rbook=RCR_2012MATCH_en&rchap=3.4.6-7-8"
    )
    return Source(document, clause, address, Grade.OFFICIAL)


EMA_2012 = PenaltyBook("ema", {
    "wrong_tiles": PenaltyClause("ema-621", _of_2012("3.4.7"), (_N("Dead hand."),), (PenaltyStep(DEAD_HAND),)),
    "dead_hand_kan": PenaltyClause(
        "ema-622", _of_2012("3.4.6, 3.4.7"),
        (_N("A player with a dead hand must not call."), _N("Claiming a tile anyway is chombo.")),
        (PenaltyStep(CHOMBO, _N("Another player's tile is claimed")),),
        (_NO_CALLS, {}),
    ),
    "dead_wall_exposed": PenaltyClause(
        "ema-623", _of_2012("3.4.6-3.4.8"),
        (_N("Dead hand for exposing tiles of the dead wall. Tiles knocked off a wall are put back; more than five at "
            "once are chombo."),),
        (
            PenaltyStep(CHOMBO, _N("The tiles were knocked off a wall"), tiles=(6, 0)),
            PenaltyStep(NONE, _N("The tiles were knocked off a wall. They are put back"), tiles=(1, 5)),
            PenaltyStep(DEAD_HAND, _N("Tiles of the dead wall were exposed")),
        ),
    ),
})  # fmt: skip

# --- 2016 -----------------------------------------------------------------------------------------------------------


def _of_2016(clause: str, grade: Grade = Grade.OFFICIAL) -> Source:
    address = "http://mahjong-europe.org/portal/images/docs/Riichi-rules-2016-EN.pdf"
    return Source("EMA Riichi Rules for Japanese Mahjong 2016", clause, address, grade)


_INVALID_KONG = _N(
    "An invalid kan may be corrected before the discard; the referee decides what becomes of its indicator and its "
    "replacement tile. After the discard, the hand is dead, unless the kan is an ankan after riichi, which is an "
    "illegal kan in riichi."
)
_UNTIL_DISCARD = (PenaltyStep(NONE, noticed=Noticed.BEFORE_DISCARD), PenaltyStep(DEAD_HAND))
_WRONG_2016 = PenaltyClause("ema-602", _of_2016("3.4.7 (p. 14), 5.1.4 (p. 25-26)"), (_INVALID_KONG,), _UNTIL_DISCARD)
_EXPOSED_2016 = PenaltyClause(
    "ema-612", _of_2016("5.2 (p. 26)", Grade.PARTLY), (_N("The tile is put back. There is no penalty."),), _PUT_BACK
)
EMA_2016 = PenaltyBook("ema", {
    "wrong_tiles": _WRONG_2016,
    "after_call": _WRONG_2016,
    "last_tile": _WRONG_2016,
    "fifth_kan": replace(_WRONG_2016, presupposes=(_FORBIDDEN,)),
    "riichi_kan": PenaltyClause(
        "ema-607", _of_2016("3.4.6 (p. 13), 3.4.7 (p. 14)", Grade.PARTLY),
        (
            _N("Any invalid kan may be corrected before the discard."),
            _N("After the discard, an ankan is chombo, but only if the player declares a win, or if the hand ends in "
               "an exhaustive draw."),
            _N("After a daiminkan, the hand is dead."),
        ),
        _UNTIL_DISCARD,
        ({}, _CHOMBO_AT_THE_END, {}),
    ),
    "dead_hand_kan": PenaltyClause(
        "ema-603", _of_2016("3.4.6 (p. 13), 3.4.7 (p. 14)"),
        (
            _N("A player who tries to claim a tile after their hand was declared dead commits chombo."),
            _N("For an ankan or a shouminkan, the rulebook names no penalty; the referee decides."),
        ),
        (PenaltyStep(CHOMBO, _N("Another player's tile is claimed")),),
        ({}, _NO_CALLS),
    ),
    "empty_call": PenaltyClause(
        "ema-608", _of_2016("5.1.2 (p. 25), 5.1.3 (p. 25), 3.4.6 (p. 13)"),
        (_N("A chi, pon or kan that is taken back at once, before any tile is shown, is not penalized. A player who "
            "calls ron or tsumo by mistake has a dead hand; if the hand is shown, it is chombo."),),
        (
            PenaltyStep(NONE, _N("The call was chi, pon or kan"), Noticed.BEFORE_REVEAL),
            PenaltyStep(CHOMBO, _N("The call was ron or tsumo, and the hand was shown")),
            PenaltyStep(DEAD_HAND, _N("The call was ron or tsumo")),
        ),
    ),
    "wrong_word": PenaltyClause(
        "ema-604", _of_2016("5.1.3 (p. 25)"),
        (_N("The first call counts. A call other than a win may be corrected quickly, without a penalty."),),
        (PenaltyStep(NONE, _N("The first call was not for a win, and it is corrected quickly")),),
    ),
    "replacement_wrongly": PenaltyClause(
        "ema-605", _of_2016("5.2.1 (p. 26)"),
        (_N("A tile from the wrong place in the wall is put back if this is noticed before the discard. After the "
            "discard, the mistake stands. There is no penalty in either case."),),
        (
            PenaltyStep(NONE, _N("The tile is put back"), Noticed.BEFORE_DISCARD),
            PenaltyStep(NONE, _N("The mistake stands"), Noticed.AFTER_DISCARD),
        ),
    ),
    "replacement_forgotten": PenaltyClause(
        "ema-609", _of_2016("5.4 (p. 27), 3.4.7 (p. 14)"),
        (_N("Other players may remind a player who is about to forget the replacement tile. A player who discards "
            "without it has too few tiles and a dead hand."),),
        (PenaltyStep(NONE, noticed=Noticed.BEFORE_DISCARD), PenaltyStep(DEAD_HAND)),
    ),
    "dead_wall_exposed": PenaltyClause(
        "ema-610", _of_2016("5.2 (p. 26), 3.4.6 (p. 13)"),
        (_N("A few tiles are put back without a penalty. If too many are shown for play to continue, it is chombo; if "
            "no player is at fault, the hand is dealt again without a penalty."),),
        _TOO_MANY,
    ),
    "hasty_replacement": PenaltyClause(
        "ema-611", _of_2016("3.3.1 (p. 8)"),
        (
            _N("Another player's call is still valid, and the drawn tile goes back."),
            _N("The referee may penalize drawing too fast as obstruction."),
        ),
        (),
        ({"chankan.until": "discard"}, {}),
    ),
    "indicator_early": _EXPOSED_2016,
    "indicator_wrong_tile": _EXPOSED_2016,
    "ura_seen": _EXPOSED_2016,
})  # fmt: skip
WRONG_KAN = ("wrong_tiles", "after_call", "last_tile", "fifth_kan")
"""Fouls that count as an invalid kong in 2016: the rulebook has one sentence for all of them."""
OPEN_IN_RIICHI = "KR210"
"""An open kan in riichi is an invalid kong too: the chombo of 3.4.6 is for a concealed one."""
_OUTCOMES = {
    "ema-601": _N("a wrong kan that is corrected before the discard has no penalty (5.1.4)"),
    "ema-602": _N("a wrong kan that is not corrected before the discard makes the hand dead (3.4.7, 5.1.4)"),
    "ema-603": _N("claiming a tile with a dead hand is a chombo, even if the call is taken back (3.4.6)"),
    "ema-606": _N(
        "an invalid ankan after riichi is chombo if the player declares a win or the hand ends in a draw (3.4.6)"
    ),
    "ema-641": _N("Right after the last discard, a dead hand takes the place of a chombo (3.4.6)."),
}
"""Answers where the table settles which case it is."""

# --- 2025 -----------------------------------------------------------------------------------------------------------


def _of_2025(clause: str, grade: Grade = Grade.OFFICIAL) -> Source:
    document = "EMA, Riichi: Rules for Japanese Mahjong, 2025 edition, version 1.1"
    return Source(document, clause, "http://mahjong-europe.org/portal/images/docs/Riichi-rules-2025-EN.pdf", grade)


_EXPOSED_2025 = PenaltyClause(
    "ema-640", _of_2025("6.2 (p. 32)", Grade.PARTLY), (_N("A minor error. The tile is put back."),), _PUT_BACK
)
EMA_2025 = PenaltyBook("ema", {
    "wrong_tiles": PenaltyClause(
        "ema-631", _of_2025("6.5.5 (p. 35)"),
        (_N("If the mistake is noticed before the discard or the replacement tile, the set is corrected. After that, "
            "the hand is dead."),),
        (PenaltyStep(NONE, noticed=Noticed.BEFORE_REPLACEMENT), PenaltyStep(DEAD_HAND)),
    ),
    "riichi_kan": PenaltyClause(
        "ema-632", _of_2025("6.7.1 (p. 36), 6.7.4 (p. 37)"),
        (
            _N("Ankan: chombo, but only if the player declares a win, or at an exhaustive draw."),
            _N("Daiminkan: corrected before the discard or the replacement tile, and the hand is dead; after that, "
               "chombo."),
        ),
        (PenaltyStep(DEAD_HAND, noticed=Noticed.BEFORE_REPLACEMENT), PenaltyStep(CHOMBO)),
        (_CHOMBO_AT_THE_END, {}),
    ),
    "empty_call": PenaltyClause(
        "ema-633", _of_2025("6.5.2 (p. 34), 6.1.1 (p. 32)"),
        (_N("A minor error if no tile has been revealed, with no penalty unless it is repeated. Once tiles are "
            "revealed, the call is binding."),),
        (
            PenaltyStep(NONE, noticed=Noticed.BEFORE_REVEAL, repeated=False),
            PenaltyStep(NONE, _N("Tiles have been revealed: the call is binding"), repeated=False),
        ),
    ),
    "wrong_word": PenaltyClause(
        "ema-634", _of_2025("6.5.4 (p. 35)"),
        (_N("A quick correction is allowed, unless the first call was for a win."),),
        (PenaltyStep(NONE, _N("The first call was not for a win, and it is corrected quickly")),),
    ),
    "dead_hand_kan": PenaltyClause(
        "ema-635", _of_2025("6.9 (p. 38)"),
        (_N("Chombo if the hand had already been declared dead. If it is declared dead at the call, the call is "
            "cancelled."),),
        (
            PenaltyStep(CHOMBO, _N("The hand had already been declared dead")),
            PenaltyStep(NONE, _N("The hand is declared dead at the call: the call is cancelled")),
        ),
        (_NO_CALLS,),
    ),
    "replacement_wrongly": PenaltyClause(
        "ema-636", _of_2025("6.4.1 (p. 33)"),
        (_N("A minor error. It must be corrected before the player places the tile in the hand, discards or calls, and "
            "not later. Chombo if a tile from the wrong part of the dead wall cannot be put back."),),
        (
            PenaltyStep(CHOMBO, _N("A tile of the wrong part of the dead wall cannot be put back")),
            PenaltyStep(NONE, _N("The tile is put back"), Noticed.BEFORE_IN_HAND),
            PenaltyStep(NONE, _N("It is too late to correct the mistake"), Noticed.AFTER_DISCARD),
        ),
    ),
    "replacement_forgotten": PenaltyClause(
        "ema-637", _of_2025("6.3 (p. 33)"),
        (_N("Dead hand when the missing tile is noticed."),), (PenaltyStep(DEAD_HAND),),
    ),
    "dead_wall_exposed": PenaltyClause(
        "ema-638", _of_2025("6.2 (p. 32)"),
        (_N("A few tiles: a minor error, and the tiles are put back. Chombo if too many are exposed for play to "
            "continue."),),
        _TOO_MANY,
    ),
    "hasty_replacement": PenaltyClause(
        "ema-639", _of_2025("6.4.5 (p. 33-34), 6.12 (p. 38)", Grade.PARTLY),
        (_N("Another player's call on the previous discard is still valid. For a pon or a daiminkan, play goes back; "
            "if a replacement tile has been drawn or the drawn tile cannot be told, the hand of the player who drew "
            "too fast is dead. Drawing too fast may be penalized as obstruction."),),
        (
            PenaltyStep(DEAD_HAND, _N("The call is a pon or a daiminkan, and a replacement tile has been drawn or the "
                                      "drawn tile cannot be told.")),
            PenaltyStep(NONE, _N("Play goes back, and the call is valid")),
        ),
    ),
    "indicator_early": _EXPOSED_2025,
    "indicator_wrong_tile": _EXPOSED_2025,
    "ura_seen": _EXPOSED_2025,
})  # fmt: skip

# --- the plugin -----------------------------------------------------------------------------------------------------

BOOKS = {"2012": EMA_2012, "2016": EMA_2016, "2025": EMA_2025}
"""The penalties of each edition."""
codes: dict[str, str] = {}
for _book in BOOKS.values():
    codes |= _book.codes
codes |= _OUTCOMES
"""The reason codes of this plugin."""
sources: dict[str, Source] = {}
for _book in BOOKS.values():
    sources |= _book.sources
states: dict[str, Mapping[str, Any]] = {}
for _book in BOOKS.values():
    states |= _book.states
"""By sentence, the keys that it states, with their values."""
sources |= {"ema-601": _of_2016("5.1.4"), "ema-606": _of_2016("3.4.6 (p. 13)"), "ema-641": _of_2025("3.4.6 (p. 17)")}
"""The clause behind each answer, by its code."""


@dataclass(frozen=True)
class Options:
    """The plugin's table `[plugin.ema]`."""

    edition: str = field(default="", metadata={"allowed": ("", *BOOKS)})
    """Edition whose clauses answer: "2012", "2016" or "2025". Without one, the plugin does not answer."""
    correctable: bool = True
    """True if a wrong kan may still be corrected in time (2016, 5.1.4; 2025, 6.5.5)."""


options = Options

_NEVER_CORRECTED = _N("A wrong kan makes the hand dead and must not be corrected.")
sheet = {"edition": "", "correctable": ("", _NEVER_CORRECTED)}
"""Return the sentence of a rule sheet for an option that is on, and for one that is off."""

presupposes = {"penalty.fifth_kan": {"fifth_kan.policy": "forbidden"}}
"""Basis of the rulebook's penalty for a fifth kan: if a child ruleset lets a fifth kan end the hand, it is not a
wrong kan.
"""


@hookimpl
def amend_rules(rules: Ruleset, options: Mapping[str, Any]) -> dict[str, tuple[Any, Source]]:
    """Give the ruleset the rulebook's sentences about mistakes, each with its clause."""
    book = BOOKS.get(options["edition"])
    if book is None:
        return {}
    texts = book.texts(rules)
    if not options["correctable"]:
        wrong = {key for key in texts if key.removeprefix("penalty.") in WRONG_KAN}
        texts |= {key: (_NEVER_CORRECTED, texts[key][1]) for key in wrong}
    return texts


@hookimpl
def penalty(foul: Foul, table: Table, rules: Ruleset) -> Penalty | None:
    """Return the rulebook's penalty, with every case that what is known about the foul leaves open."""
    own = rules.plugin["ema"]
    book = BOOKS.get(own["edition"])
    # A concealed kan in riichi is priced by its keys.
    if book is None or (foul.name == "riichi_kan" and foul.code != OPEN_IN_RIICHI):
        return None
    if foul.name == "dead_hand_kan":
        return _after_the_last_discard(_with_a_dead_hand(foul, table, rules, book), table, book)
    wrong_kan = foul.name in WRONG_KAN or foul.name == "riichi_kan"
    steps = (PenaltyStep(DEAD_HAND),) if foul.name in WRONG_KAN and not own["correctable"] else None
    found = book.answer(foul, rules, steps)
    if foul.name == "riichi_kan":
        found = _after_the_last_discard(found, table, book)
    if found is None or book is not EMA_2016 or not wrong_kan or found.steps:
        return found
    if found.type is NONE:
        return replace(found, code="ema-601", text=_OUTCOMES["ema-601"])
    if foul.name in WRONG_KAN and table.riichi[foul.seat] and not _claims(foul, table):
        # 3.4.7 makes an invalid kong a dead hand, and 3.4.6 has a sentence of its own for a concealed one after riichi.
        return replace(found, type=NONE, code="ema-606", text=_OUTCOMES["ema-606"], key="riichi_kan.illegal")
    return replace(found, code="ema-602", text=_OUTCOMES["ema-602"])


def _with_a_dead_hand(foul: Foul, table: Table, rules: Ruleset, book: PenaltyBook) -> Penalty | None:
    if not _claims(foul, table):
        # For an ankan or a shouminkan, the editions before 2025 name no penalty.
        return book.answer(foul, rules, () if book is not EMA_2025 else None)
    known = foul.seat in table.dead_hands or book is not EMA_2025
    found = book.answer(foul, rules, (PenaltyStep(CHOMBO),) if known else None)
    return replace(found, text=_OUTCOMES["ema-603"]) if found is not None and book is EMA_2016 else found


def _after_the_last_discard(found: Penalty | None, table: Table, book: PenaltyBook) -> Penalty | None:
    """Replace a chombo for a call on the last discard by a dead hand (2025, 3.4.6): it hinders neither a win nor the
    exhaustive draw.
    """
    last = not table.live_tiles and table.last_discard is not None
    if book is not EMA_2025 or found is None or found.type is not CHOMBO or found.steps or not last:
        return found
    return replace(found, type=DEAD_HAND, code="ema-641", text=_OUTCOMES["ema-641"])


def _claims(foul: Foul, table: Table) -> bool:
    """True if another player's discard was claimed; an ankan or shouminkan claims nothing."""
    return table.last_discard is not None and table.last_discard.seat != foul.seat
