"""Who is liable for the win of another player."""

from __future__ import annotations

from enum import StrEnum

from kanrules.frozen import frozen
from kanrules.law.key import AllOptions, clash, key, silence
from kanrules.law.tables.kan_keys import suukantsu_cannot_win
from kanrules.law.yaku import LIABLE_YAKUMAN


class RinshanLiability(StrEnum):
    """Liability for a win on the replacement tile of a daiminkan, of the player whose discard was called for the
    kan.
    """

    NONE = "none"
    REPLACEMENT_ONLY = "replacement_only"
    UNTIL_DISCARD = "until_discard"


class RinshanScored(StrEnum):
    """How a win on the replacement tile is scored if a player is liable for it."""

    TSUMO = "tsumo"
    RON = "ron"


class Compound(StrEnum):
    """Which part of a hand with several yakuman the liable player pays."""

    LIABLE_YAKUMAN = "liable_yakuman"
    WHOLE_HAND = "whole_hand"


class HonbaOnRon(StrEnum):
    """Who pays the honba if a liable player and the discarder share a ron."""

    DISCARDER = "discarder"
    LIABLE = "liable"


class HonbaOnTsumo(StrEnum):
    """Who pays the honba if a player is liable for a tsumo."""

    LIABLE = "liable"
    SHARED = "shared"


class TwoLiableHonba(StrEnum):
    """Which of two liable players pays the honba."""

    LATEST = "latest"
    FIRST = "first"
    SHARED = "shared"


def _no_second_liable(o: AllOptions) -> bool:
    return o.sekinin_barai.daiminkan_rinshan is RinshanLiability.NONE and not (
        {"suukantsu"} < set(o.sekinin_barai.yakuman)
    )


def _nobody_liable(o: AllOptions) -> bool:
    return not o.sekinin_barai.yakuman and o.sekinin_barai.daiminkan_rinshan is RinshanLiability.NONE


_NO_YAKUMAN = silence(lambda o: not o.sekinin_barai.yakuman, "sekinin_barai.yakuman", hook="liability")
_NOBODY_LIABLE = silence(_nobody_liable, "sekinin_barai.yakuman", "sekinin_barai.daiminkan_rinshan", hook="liability")
_NO_HONBA = silence(lambda o: o.wins.honba_value == 0, "wins.honba_value")


@frozen
class SekininBarai:
    """Liability for another player's hand."""

    yakuman: tuple[str, ...] = key(
        ("daisangen", "daisuushii"),
        """
        Liability for yakuman | For which yakuman is a player who feeds the deciding set liable?
        none: No player is liable for another player's yakuman.
        any: A player who feeds the deciding set is liable for: {value}.
        """,
        allowed=LIABLE_YAKUMAN,
        hook="liability",
        wall="""
        none: None.
        any: For feeding the deciding set of: {value}.
        """,
        clashes=(
            clash(
                "a player can be liable for suukantsu, but the hand ends before four kans of one player can win",
                lambda o: "suukantsu" in o.sekinin_barai.yakuman and suukantsu_cannot_win(o),
                "four_kans.one_player",
                "four_kans.abort_at",
                hook="four_kans",
            ),
            clash(
                "a player can be liable for a yakuman, but this ruleset excludes it",
                lambda o: bool(set(o.sekinin_barai.yakuman) & set(o.scoring.without_yaku)),
                "scoring.without_yaku",
            ),
        ),
        terms=(
            "sekinin_barai|1",
            "suukantsu|3",
        ),
    )
    concealed_sets_count: bool | tuple[str, ...] = key(
        True,
        """
        Liability after an ankan | Does an earlier ankan count as one of the exposed sets?
        true: An earlier ankan counts as one of the sets: the player who feeds the last set is liable.
        false: An earlier ankan does not count: a player is liable only if all the sets were called.
        any: An earlier ankan counts as one of the sets for: {value}. Otherwise, only called sets count.
        """,
        members=LIABLE_YAKUMAN,
        hook="liability",
        silent=(_NO_YAKUMAN,),
    )
    completed_by_kan: bool = key(
        True,
        """
        Liability by kan | Is a player also liable if the deciding set is called as a daiminkan?
        true: A daiminkan that completes the sets makes its feeder liable, as a pon does.
        false: Only a pon makes its feeder liable for three dragons or four winds.
        """,
        hook="liability",
        silent=(
            _NO_YAKUMAN,
            silence(lambda o: set(o.sekinin_barai.yakuman) == {"suukantsu"}, "sekinin_barai.yakuman", hook="liability"),
        ),
    )
    daiminkan_rinshan: RinshanLiability = key(
        RinshanLiability.NONE,
        """
        Liability, replacement tile | Is the feeder of a daiminkan liable for a win on its replacement tile?
        none: Feeding a daiminkan alone does not make a player liable for a win on its replacement tile.
        replacement_only: A player who feeds a daiminkan is liable for a win on the replacement tile of that
            daiminkan only.
        until_discard: A player who feeds a daiminkan is liable for a win on any replacement tile until the
            next discard, even after further kans.
        """,
        wall="""
        none: Not for feeding a kan.
        replacement_only: Also for feeding a daiminkan if its player wins on the replacement tile.
        until_discard: Also for feeding a daiminkan if its player wins on a replacement tile before the next
            discard.
        """,
        clashes=(
            clash(
                "a player can be liable for a win by rinshan_kaihou, but this ruleset excludes that yaku",
                lambda o: (
                    o.sekinin_barai.daiminkan_rinshan is not RinshanLiability.NONE
                    and "rinshan_kaihou" in o.scoring.without_yaku
                ),
                "scoring.without_yaku",
            ),
        ),
        terms=(
            "daiminkan",
            "sekinin_barai|3",
        ),
    )
    daiminkan_rinshan_scored: RinshanScored = key(
        RinshanScored.TSUMO,
        """
        Liable win scored as | How is a win scored if the feeder of a daiminkan is liable for it?
        tsumo: The win is scored as a tsumo. The liable player pays for everyone.
        ron: The win is scored as a ron from the liable player.
        """,
        silent=(
            silence(
                lambda o: o.sekinin_barai.daiminkan_rinshan is RinshanLiability.NONE, "sekinin_barai.daiminkan_rinshan"
            ),
        ),
    )
    compound: Compound = key(
        Compound.LIABLE_YAKUMAN,
        """
        Liability, several yakuman | The hand contains other yakuman. What is the liable player liable for?
        liable_yakuman: The liable player pays only for the yakuman that caused the liability. Other yakuman
            are paid as usual.
        whole_hand: The liable player is liable for the whole hand, including its other yakuman.
        """,
        silent=(_NO_YAKUMAN,),
        terms=("sekinin_barai|2",),
    )
    honba_on_ron: HonbaOnRon = key(
        HonbaOnRon.DISCARDER,
        """
        Honba on ron, with liability | The liable player and the discarder share the payment for a ron. Who
            pays the honba?
        discarder: On a ron, the discarder pays the honba.
        liable: On a ron, the liable player pays the honba.
        """,
        silent=(
            _NOBODY_LIABLE,
            _NO_HONBA,
        ),
        terms=("honba|3",),
    )
    honba_on_tsumo: HonbaOnTsumo = key(
        HonbaOnTsumo.LIABLE,
        """
        Honba on tsumo, with liability | The liable player pays for a tsumo. Who pays the honba?
        liable: On a tsumo, the liable player pays all honba.
        shared: On a tsumo, every other player pays a share of the honba as usual.
        """,
        silent=(
            _NOBODY_LIABLE,
            _NO_HONBA,
        ),
    )
    two_liable_honba: TwoLiableHonba = key(
        TwoLiableHonba.LATEST,
        """
        Honba, two liable players | Two players are liable for one hand. Who pays the honba?
        latest: If two players are liable, the one who became liable last pays the honba.
        first: If two players are liable, the one who became liable first pays the honba.
        shared: If two players are liable, each pays half the honba.
        """,
        silent=(
            silence(_no_second_liable, "sekinin_barai.yakuman", "sekinin_barai.daiminkan_rinshan", hook="liability"),
            _NO_HONBA,
        ),
    )
