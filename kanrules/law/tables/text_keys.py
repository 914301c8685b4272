"""Texts for people, and the layout of tiles."""

from __future__ import annotations

from typing import Unpack

from kanrules.frozen import frozen
from kanrules.law.key import Details, key, text
from kanrules.law.tables.kan_keys import FifthKanPolicy
from kanrules.pieces.melds import AnkanDisplay

_NO_PENALTY = """
    none: No published penalty found.
    any: {value}
    """
_NO_WORDS = """
    none: No source found.
    any: {value}
    """


def _penalty(words: str, **details: Unpack[Details]) -> str:
    """Declare the text about a foul."""
    return text(words + _NO_PENALTY, **details)


def _procedure(words: str, **details: Unpack[Details]) -> str:
    """Declare a text about procedure."""
    return text(words + _NO_WORDS, **details)


@frozen
class PenaltyTexts:
    """Texts for the referee about the penalties for fouls around a kan; "" if no source was found.

    Metadata ties a text to the keys it is about. It lapses if a key of `presupposes` has another value, if one of
    `describes` has changed since it was written, or, if it names a figure, if one of `prices` has changed.
    """

    wrong_tiles: str = _penalty(
        "Kan of the wrong tiles | What is the penalty for a kan of tiles that are not identical?"
    )
    riichi_kan: str = _penalty(
        "Illegal kan in riichi | How does the rulebook word the penalty for an illegal kan in riichi?",
        # Not `level`: which kans are illegal is no part of what an illegal one costs.
        describes=("riichi_kan.illegal", "riichi_kan.illegal_on_win", "riichi_kan.illegal_found"),
        prices=("chombo.pays", "chombo.points"),
    )
    empty_call: str = _penalty(
        "Empty call | What is the penalty for calling a kan and not making it?", terms=("naki|1",)
    )
    wrong_word: str = _penalty(
        "Wrong call | What is the penalty for announcing the wrong call?",
        terms=(
            "pon|1",
            "naki|2",
        ),
    )
    after_call: str = _penalty("Kan after a call | What is the penalty for a kan in a turn that began with chi or pon?")
    last_tile: str = _penalty(
        "Kan on the last tile | What is the penalty for a kan when no tile is left in the live wall?",
        terms=("haitei|3",),
    )
    fifth_kan: str = _penalty(
        "Forbidden fifth kan | What is the penalty for a forbidden fifth kan?",
        presupposes={"fifth_kan.policy": FifthKanPolicy.FORBIDDEN},
        describes=("fifth_kan.illegal",),
    )
    dead_hand_kan: str = _penalty(
        "Kan with a dead hand | What is the penalty for a kan by a player with a dead hand?",
        describes=("kan.dead_hand",),
        prices=("chombo.pays", "chombo.points"),
        terms=("dead_hand|4",),
    )
    replacement_wrongly: str = _penalty(
        """
        Replacement tile taken wrongly | What is the penalty for taking the replacement tile from the wrong
            place, or too early?
        """,
        terms=("rinshanpai|2",),
    )
    replacement_forgotten: str = _penalty(
        """
        Replacement tile forgotten | What is the penalty for discarding without taking the replacement tile,
            which leaves the hand a tile short?
        """,
        terms=("rinshanpai|3",),
    )
    dead_wall_exposed: str = _penalty(
        "Tiles of the dead wall shown | What is the penalty for showing tiles of the dead wall?", terms=("wanpai|2",)
    )
    hasty_replacement: str = _penalty(
        """
        Replacement tile drawn too fast | What if a player draws the replacement tile too fast for the others to
            rob the kan?
        """,
        describes=("chankan.until",),
    )
    indicator_early: str = _penalty(
        "Kan dora indicator turned too early | What if a kan dora indicator is turned too early?",
        terms=("indicator|2",),
    )
    indicator_late: str = _penalty(
        "Kan dora indicator turned too late | What if a kan dora indicator is turned too late or not at all?",
        terms=("indicator|3",),
    )
    indicator_wrong_tile: str = _penalty(
        "Wrong tile turned as kan dora indicator | What if the wrong tile is turned as kan dora indicator?",
        terms=("indicator|4",),
    )
    ura_seen: str = _penalty(
        "Ura dora indicator seen | What if a player looks at an ura dora indicator during the hand?"
    )


@frozen
class ProcedureTexts:
    """Texts about procedure for the table; "" if no source was found. They lapse like those of fouls."""

    ankan: str = _procedure(
        "Showing an ankan | How is an ankan declared and laid out?",
        describes=("kandora.enabled", "kandora.ankan", "display.ankan"),
        terms=("ankan",),
    )
    daiminkan: str = _procedure(
        "Showing a daiminkan | How is a daiminkan declared and laid out?",
        describes=("kandora.enabled", "kandora.daiminkan"),
        terms=(
            "daiminkan",
            "toimen",
            "kamicha",
            "shimocha",
        ),
    )
    shouminkan: str = _procedure(
        "Showing a shouminkan | How is a shouminkan declared and laid out?",
        describes=("kandora.enabled", "kandora.shouminkan"),
        terms=("shouminkan",),
    )
    robbery: str = _procedure(
        "How a kan is robbed | How is a kan robbed?",
        describes=("kandora.enabled", "kandora.robbed_kan", "chankan.ankan"),
        terms=(
            "chankan|6",
            "thinking time|2",
        ),
    )
    time_to_rob: str = _procedure(
        "Time to rob | How long does a player wait before taking the replacement tile of a shouminkan?",
        describes=("chankan.until",),
        terms=("chankan|7",),
    )
    indicator: str = _procedure(
        "Turning the kan dora indicator | Who turns the kan dora indicator, and how?",
        describes=("kandora.enabled", "kandora.ankan", "kandora.daiminkan", "kandora.shouminkan"),
        terms=("indicator|1",),
    )
    replacement: str = _procedure("Replacement tile | How is the replacement tile taken?", terms=("rinshanpai|1",))
    dead_wall: str = _procedure(
        "Dead wall | How many tiles does the dead wall have, and how is it refilled after a kan?", terms=("wanpai|1",)
    )
    dead_hand: str = _procedure("Dead hand in riichi | What does a dead hand in riichi cost at an exhaustive draw?")
    mistakes: str = _procedure("Mistakes in general | What applies to a mistake for which no penalty is named?")
    chombo: str = _procedure(
        "What follows a chombo | What does a chombo cost, and what happens to the hand?",
        describes=("chombo.pays", "chombo.points", "chombo.sticks_returned", "chombo.with_another_win"),
    )


@frozen
class Display:
    """Layout of tiles on the table, for people and pictures. The machine does not read it."""

    ankan: AnkanDisplay = key(
        AnkanDisplay.EITHER,
        """
        Ankan on the table | Which tiles of an ankan are placed face down?
        middle_down: The two middle tiles of an ankan are placed face down.
        outer_down: The two outer tiles of an ankan are placed face down.
        either: Either the two outer tiles or the two middle tiles of an ankan are placed face down.
        two_down: Any two tiles of an ankan are placed face down.
        """,
        quiet=True,
        terms=("ankan",),
    )


@frozen
class Notes:
    """Lines of the ruleset's own, printed unchanged and never interpreted."""

    text: tuple[str, ...] = key(
        (),
        """
        Notes | What else must the players know?
        none: This ruleset has no notes.
        any: {value}
        """,
        terms=(
            "chips",
            "bust prize",
            "yakitori",
            "substitutes",
            "late players",
            "fees",
            "seating",
            "thinking time|1",
            "wareme",
            "open riichi",
            "handicap",
        ),
    )
