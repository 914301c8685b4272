"""Dora indicators: when that of a kan is turned, and for whom it counts."""

from __future__ import annotations

from enum import StrEnum
from typing import Self

from kanrules.frozen import frozen
from kanrules.law.key import AllOptions, clash, key, silence
from kanrules.law.tables.kan_keys import AnkanRobbery
from kanrules.locale import marked as _N


class Instant(StrEnum):
    """A moment at which the dora indicator of a kan is turned. `words` describe the moment.

    Like every value of a key with a choice, it is equal to its text in a ruleset file, such as `"discard"`, which is
    also its `value`.
    """

    words: str

    def __new__(cls, value: str, words: str) -> Self:
        """Return a member with its words."""
        member = str.__new__(cls, value)
        member._value_, member.words = value, words
        return member

    DECLARATION = "declaration", _N("before the replacement draw, unless the kan is robbed first")
    RINSHAN_DRAW = "rinshan_draw", _N("after the replacement draw, before anything else")
    DISCARD = "discard", _N("together with the next discard")
    DISCARD_PASSED = "discard_passed", _N("once that discard has passed without a ron")
    NEVER = "never", _N("not at all")
    WIN = "win", _N("when a player wins; only hooks answer this, no key has it")

    @property
    def only_hooks(self) -> bool:
        """True for a moment that only a hook can answer."""
        return self is Instant.WIN


class PendingOnNextKan(StrEnum):
    """What happens to a pending kan dora indicator when the same player declares another kan."""

    ANNOUNCED = "announced"
    DECLARATION = "declaration"
    KEEP = "keep"


class Shown(StrEnum):
    """Visibility of a kan dora indicator."""

    HIDDEN = "hidden"
    REVEALED = "revealed"


_DELAYED = (Instant.DISCARD, Instant.DISCARD_PASSED)


def never_pending(o: AllOptions) -> bool:
    """Return True if no kan dora indicator waits for a discard."""
    return not {o.kandora.ankan, o.kandora.daiminkan, o.kandora.shouminkan} & set(_DELAYED)


def _robbed_without_indicator(o: AllOptions) -> bool:
    ankan_counts = o.kandora.ankan is not Instant.NEVER and o.chankan.ankan is not AnkanRobbery.NEVER
    return o.kandora.shouminkan is Instant.NEVER and not ankan_counts


TIMINGS = ("kandora.ankan", "kandora.daiminkan", "kandora.shouminkan")
"""The keys that say when the indicator of a kan is turned, one for each type of kan."""
_NO_KAN_DORA = silence(lambda o: not o.kandora.enabled, "kandora.enabled", hook="reveal_kandora")
_NONE_PENDING = silence(never_pending, *TIMINGS, hook="reveal_kandora")
_WALL = """
    declaration: at once, before the replacement tile
    rinshan_draw: directly after the replacement tile
    discard: together with the next discard
    discard_passed: after the next discard, if no one calls ron
    never: never
    """


@frozen
class DoraTable:
    """Ura dora."""

    ura: bool = key(
        True,
        """
        Ura dora | Does a player who wins after riichi count ura dora?
        true: A player who wins after riichi also counts ura dora.
        false: Ura dora are not used.
        """,
        also="ura_dora uradora 裏ドラ",
        terms=(
            "kan-ura|2",
            "ura_dora",
        ),
    )


@frozen
class Kandora:
    """When the kan dora indicator is turned, and for whom it counts."""

    enabled: bool = key(
        True,
        """
        Kan dora | Does a kan turn a new dora indicator?
        true: Each completed kan turns one more dora indicator.
        false: A kan does not turn a dora indicator. The first one is the only one.
        """,
        hook="reveal_kandora",
        clashes=(
            clash(
                "kan dora are enabled, but no kan turns a kan dora indicator",
                lambda o: (
                    o.kandora.enabled
                    and {o.kandora.ankan, o.kandora.daiminkan, o.kandora.shouminkan} == {Instant.NEVER}
                ),
                "kandora.ankan",
                "kandora.daiminkan",
                "kandora.shouminkan",
                hook="reveal_kandora",
            ),
        ),
        terms=("kandora",),
    )
    ura: bool = key(
        True,
        """
        Kan ura dora | Does a player who wins after riichi also count the tiles under the kan dora
            indicators?
        true: Ura dora are also counted under the kan dora indicators.
        false: Ura dora are counted only under the first dora indicator.
        """,
        also="kan_ura kanura kan-ura",
        silent=(
            _NO_KAN_DORA,
            silence(lambda o: not o.dora.ura, "dora.ura"),
        ),
        terms=(
            "kan-ura|1",
            "ura_dora",
        ),
    )
    ankan: Instant = key(
        Instant.DECLARATION,
        """
        Kan dora of an ankan | When is the kan dora indicator of an ankan turned?
        declaration: The kan dora indicator of an ankan is turned at once, before the replacement tile is
            drawn.
        rinshan_draw: The kan dora indicator of an ankan is turned right after the replacement tile is
            drawn.
        discard: The kan dora indicator of an ankan is turned together with the next discard. A ron on that
            discard counts it.
        discard_passed: The kan dora indicator of an ankan is turned once the next discard has passed
            without a ron.
        never: An ankan does not turn a kan dora indicator.
        """,
        hook="reveal_kandora",
        also="concealed_kan closed_kan closedkan concealedkan 暗槓",
        wall=_WALL,
        silent=(_NO_KAN_DORA,),
        terms=(
            "ankan",
            "kandora",
        ),
    )
    daiminkan: Instant = key(
        Instant.DECLARATION,
        """
        Kan dora of a daiminkan | When is the kan dora indicator of a daiminkan turned?
        declaration: The kan dora indicator of a daiminkan is turned at once, before the replacement tile is
            drawn.
        rinshan_draw: The kan dora indicator of a daiminkan is turned right after the replacement tile is
            drawn.
        discard: The kan dora indicator of a daiminkan is turned together with the next discard. A ron on
            that discard counts it.
        discard_passed: The kan dora indicator of a daiminkan is turned once the next discard has passed
            without a ron.
        never: A daiminkan does not turn a kan dora indicator.
        """,
        hook="reveal_kandora",
        also="minkan open_kan openkan 大明槓",
        wall=_WALL,
        silent=(_NO_KAN_DORA,),
        terms=(
            "daiminkan",
            "kandora",
            "sutehai",
        ),
    )
    shouminkan: Instant = key(
        Instant.DECLARATION,
        """
        Kan dora of a shouminkan | When is the kan dora indicator of a shouminkan turned?
        declaration: The kan dora indicator of a shouminkan is turned before the replacement tile is drawn,
            unless the kan is robbed first.
        rinshan_draw: The kan dora indicator of a shouminkan is turned right after the replacement tile is
            drawn.
        discard: The kan dora indicator of a shouminkan is turned together with the next discard. A ron on
            that discard counts it.
        discard_passed: The kan dora indicator of a shouminkan is turned once the next discard has passed
            without a ron.
        never: A shouminkan does not turn a kan dora indicator.
        """,
        hook="reveal_kandora",
        also="kakan chakan shominkan added_kan 加槓 小明槓",
        wall=_WALL,
        silent=(_NO_KAN_DORA,),
        terms=(
            "shouminkan",
            "kandora",
        ),
    )
    pending_on_next_kan: PendingOnNextKan = key(
        PendingOnNextKan.DECLARATION,
        """
        Pending indicator, next kan | A kan dora indicator is still to be turned with the discard, and the
            same player declares another kan. When is it turned?
        announced: The pending indicator is turned as soon as the next kan is announced. A player who robs
            that kan counts it.
        declaration: The pending indicator is turned once the next kan is completed. A player who robs that
            kan does not count it.
        keep: The pending indicator stays face down. Both are turned in order when they are due.
        """,
        silent=(
            _NO_KAN_DORA,
            _NONE_PENDING,
        ),
    )
    pending_on_rinshan_win: Shown = key(
        Shown.HIDDEN,
        """
        Pending indicator, rinshan win | A kan dora indicator is still to be turned with the discard, and
            the player wins on the replacement tile. Is it turned for that win?
        hidden: The pending indicator stays face down and does not count for that win.
        revealed: The pending indicator is turned and counts for that win.
        """,
        silent=(
            _NO_KAN_DORA,
            _NONE_PENDING,
        ),
        terms=("rinshan_kaihou|3",),
    )
    robbed_kan: Shown = key(
        Shown.HIDDEN,
        """
        Kan dora of a robbed kan | Is the kan dora indicator of a robbed kan turned?
        hidden: A robbed kan does not turn a kan dora indicator.
        revealed: The kan dora indicator is turned before the kan can be robbed. A player who robs the kan
            counts it.
        """,
        silent=(
            _NO_KAN_DORA,
            silence(_robbed_without_indicator, "kandora.ankan", "kandora.shouminkan", "chankan.ankan", hook="rob_kan"),
        ),
        terms=("chankan|5",),
    )
