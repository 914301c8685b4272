"""Kans of a player in riichi."""

from __future__ import annotations

from enum import StrEnum

from kanrules.frozen import frozen
from kanrules.law.key import key, silence
from kanrules.law.tables.kan_keys import FoulPenalty


class RiichiKanLevel(StrEnum):
    """How strictly an ankan in riichi must leave the hand unchanged."""

    FORBIDDEN = "forbidden"
    SAME_READINGS = "same_readings"
    SAME_READINGS_AND_YAKU = "same_readings_and_yaku"
    SAME_WAITS = "same_waits"
    ANY = "any"


class WinningDraw(StrEnum):
    """What applies if the tile drawn for the kan was itself a wait."""

    COUNTS = "counts"
    IGNORED = "ignored"
    FORBIDDEN = "forbidden"


class FoulOnWin(StrEnum):
    """Penalty for an illegal kan in riichi that is discovered when its own player declares a win."""

    SAME = "same"
    """The same penalty as at any other time."""
    CHOMBO = "chombo"
    DEAD_HAND = "dead_hand"
    """The win is invalid, the hand is dead, and play continues."""
    CHOMBO_AND_DEAD_HAND = "chombo_and_dead_hand"
    """A chombo is paid, the win is invalid, the hand is dead, and play continues."""
    NONE = "none"


class FoulFound(StrEnum):
    """When an illegal kan in riichi is ruled on."""

    AT_ONCE = "at_once"
    """When it is declared."""
    NOTICED_OR_DRAW = "noticed_or_draw"
    """As soon as anyone notices it, or when the hand is shown at an exhaustive draw."""
    WIN_OR_DRAW = "win_or_draw"
    """Only at the offender's own win or at an exhaustive draw, even if a referee notices it earlier."""
    DRAW = "draw"


_READINGS = (RiichiKanLevel.SAME_READINGS, RiichiKanLevel.SAME_READINGS_AND_YAKU)


@frozen
class RiichiKan:
    """Which ankans a player in riichi may declare."""

    level: RiichiKanLevel = key(
        RiichiKanLevel.SAME_READINGS,
        """
        Kan in riichi | Which ankan may a player in riichi declare?
        forbidden: A player in riichi must not declare a kan.
        same_readings: An ankan after riichi must not change the waits or any reading of the hand: in every
            reading, the three tiles already held must form a triplet.
        same_readings_and_yaku: An ankan after riichi must not change the waits or any reading of the hand,
            and must not remove a yaku.
        same_waits: An ankan after riichi must not change the waits. It may change the readings of the hand.
        any: Any ankan may be declared after riichi, even one that changes the waits.
        """,
        also="ankan_in_riichi riichi_ankan",
        wall="""
        forbidden: Not allowed.
        same_readings: Ankan only: same waits, and a triplet in every reading.
        same_readings_and_yaku: Ankan only: same waits, readings, and yaku.
        same_waits: Ankan only: same waits.
        any: Any ankan.
        """,
        terms=(
            "ankan",
            "reading",
            "shuntsu",
            "ryanmen",
            "penchan",
            "kanchan",
            "tanki",
        ),
    )
    drawn_tile_only: bool = key(
        True,
        """
        Kan in riichi, drawn tile | Must the tile just drawn be one of the four tiles of the kan?
        true: After riichi, the tile just drawn must be one of the four tiles of the kan. Okuri-kan is not
            allowed.
        false: After riichi, a player may also declare a kan of four tiles held earlier: okuri-kan is
            allowed.
        """,
        also="okuri_kan okurikan",
        wall="""
        true: With the drawn tile.
        false: Okuri-kan is allowed.
        """,
        silent=(
            silence(lambda o: o.riichi_kan.level is RiichiKanLevel.FORBIDDEN, "riichi_kan.level"),
            # If readings must stay, an okuri-kan is illegal anyway: its fourth tile was outside the triplet.
            silence(lambda o: o.riichi_kan.level in _READINGS and not o.riichi_kan.drawn_tile_only, "riichi_kan.level"),
        ),
        terms=("okuri-kan",),
    )
    winning_draw: WinningDraw = key(
        WinningDraw.COUNTS,
        """
        Kan in riichi, winning tile | What if the tile drawn for the kan is itself a winning tile?
        counts: The drawn tile counts as one of the waits, so a kan of it changes the waits.
        ignored: The drawn tile is left out when the waits before and after the kan are compared.
        forbidden: A player must not declare a kan with a tile that wins.
        """,
        silent=(
            silence(lambda o: o.riichi_kan.level is RiichiKanLevel.FORBIDDEN, "riichi_kan.level"),
            silence(
                lambda o: (
                    o.riichi_kan.level is RiichiKanLevel.ANY and o.riichi_kan.winning_draw is not WinningDraw.FORBIDDEN
                ),
                "riichi_kan.level",
            ),
        ),
        terms=("wait|2",),
    )
    illegal: FoulPenalty = key(
        FoulPenalty.CHOMBO,
        """
        Illegal kan in riichi | What is the penalty for an illegal kan in riichi?
        chombo: An illegal kan in riichi is a chombo.
        dead_hand: An illegal kan in riichi makes the hand dead.
        none: An illegal kan in riichi has no penalty.
        """,
        also="illegal_kan",
        terms=(
            "chombo|2",
            "dead_hand|1",
        ),
    )
    illegal_on_win: FoulOnWin = key(
        FoulOnWin.SAME,
        """
        Illegal kan in riichi, own win | An illegal kan in riichi is found when its player declares a win.
            What is the penalty?
        same: An illegal kan found at the offender's own win has the same penalty as at any other time.
        chombo: An illegal kan found at the offender's own win is a chombo.
        dead_hand: If an illegal kan is found at the offender's own win, the win is void, the hand is dead,
            and play continues.
        chombo_and_dead_hand: If an illegal kan is found at the offender's own win, the offender pays a
            chombo, the win is void, the hand is dead, and play continues.
        none: An illegal kan found at the offender's own win has no penalty, and the win is valid.
        """,
        quiet=True,
        silent=(
            silence(
                lambda o: o.riichi_kan.illegal_found in (FoulFound.AT_ONCE, FoulFound.DRAW),
                "riichi_kan.illegal_found",
                hook="penalty",
            ),
        ),
        terms=(
            "chombo|3",
            "dead_hand|2",
        ),
    )
    illegal_found: FoulFound = key(
        FoulFound.WIN_OR_DRAW,
        """
        Illegal kan in riichi, when | When is an illegal kan in riichi penalized?
        at_once: An illegal kan in riichi is penalized at once.
        noticed_or_draw: An illegal kan in riichi is penalized as soon as it is noticed, or at an exhaustive
            draw, when hands in riichi are shown.
        win_or_draw: An illegal kan in riichi is penalized only if the player later declares a win, or at an
            exhaustive draw, when hands in riichi are shown.
        draw: An illegal kan in riichi is penalized only at an exhaustive draw.
        """,
        silent=(
            silence(
                lambda o: (
                    o.riichi_kan.illegal is FoulPenalty.NONE
                    and o.riichi_kan.illegal_on_win in (FoulOnWin.SAME, FoulOnWin.NONE)
                ),
                "riichi_kan.illegal",
                "riichi_kan.illegal_on_win",
                hook="penalty",
            ),
        ),
    )
