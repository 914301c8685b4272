"""Tenpai, furiten, riichi, calls, and the value of a hand."""

from __future__ import annotations

from enum import StrEnum

from kanrules.frozen import frozen
from kanrules.law.key import clash, key, silence
from kanrules.law.tables.kan_keys import suukantsu_cannot_win
from kanrules.law.tables.three_player_keys import TileSet
from kanrules.law.yaku import YAKU, YAKUMAN


class ExhaustedWait(StrEnum):
    """Status of a hand if its player holds all four of every tile that it waits for."""

    NOTEN_CONCEALED = "noten_concealed"
    NOTEN = "noten"
    TENPAI = "tenpai"


class TemporaryEnds(StrEnum):
    """Event that ends temporary furiten."""

    ANY_CALL = "any_call"
    OWN_DRAW_OR_CALL = "own_draw_or_call"
    OWN_DISCARD = "own_discard"


class Kuikae(StrEnum):
    """Restriction on discarding a tile that the call could have used."""

    FORBIDDEN = "forbidden"
    OTHER_END_ALLOWED = "other_end_allowed"
    ALLOWED = "allowed"


class CallPriority(StrEnum):
    """Which of several calls for a set on one discard takes effect."""

    PON_AND_KAN = "pon_and_kan"
    UNLESS_DELAYED = "unless_delayed"
    FIRST_CALL = "first_call"


class ThirteenHan(StrEnum):
    """Value of thirteen counted han."""

    SANBAIMAN = "sanbaiman"
    YONBAIMAN = "yonbaiman"
    YAKUMAN = "yakuman"


class Renhou(StrEnum):
    """Value of a ron before the winner's first draw."""

    NONE = "none"
    FOUR_HAN_ADDED = "four_han_added"
    MANGAN = "mangan"
    MANGAN_ADDED = "mangan_added"
    BAIMAN = "baiman"
    YAKUMAN = "yakuman"


class Ryuuiisou(StrEnum):
    """Which all-green hands are ryuuiisou."""

    ANY = "any"
    WITH_HATSU = "with_hatsu"


@frozen
class Tenpai:
    """Definition of tenpai."""

    exhausted_wait: ExhaustedWait = key(
        ExhaustedWait.NOTEN_CONCEALED,
        """
        Wait on four tiles already held | Does a player who already holds all their winning tiles count as
            tenpai?
        noten_concealed: A player who holds all four of every winning tile in the concealed hand is not
            tenpai. Tiles in melds do not count.
        noten: A player who holds all four of every winning tile, in the hand or in melds, is not tenpai.
        tenpai: A player who holds all four of every winning tile is still tenpai.
        """,
        terms=(
            "tenpai",
            "wait|1",
        ),
    )


@frozen
class Rinshan:
    """Scoring of a win on the replacement tile."""

    tsumo_fu: bool = key(
        True,
        """
        Fu for rinshan kaihou | Does a win on the replacement tile score the two fu of a tsumo?
        true: A win on the replacement tile scores the two fu of a tsumo.
        false: A win on the replacement tile does not score the two fu of a tsumo.
        """,
        terms=(
            "rinshan_kaihou|1",
            "tsumo",
        ),
    )
    with_haitei: bool = key(
        False,
        """
        Rinshan and haitei | A player wins on a replacement tile after which no tile is left in the live
            wall. Do rinshan kaihou and haitei both count?
        true: Rinshan kaihou on the last tile also scores haitei.
        false: Rinshan kaihou on the last tile does not score haitei.
        """,
        silent=(silence(lambda o: o.kan.min_live_tiles > 1, "kan.min_live_tiles"),),
        clashes=(
            clash(
                "rinshan kaihou and haitei count together, but this ruleset excludes one of these yaku",
                lambda o: (
                    o.rinshan.with_haitei and bool({"rinshan_kaihou", "haitei"}.intersection(o.scoring.without_yaku))
                ),
                "scoring.without_yaku",
            ),
        ),
        terms=(
            "rinshan_kaihou|2",
            "haitei|1",
        ),
    )


@frozen
class Furiten:
    """How long passing a winning tile makes a player furiten."""

    temporary_ends: TemporaryEnds = key(
        TemporaryEnds.OWN_DRAW_OR_CALL,
        """
        End of temporary furiten | A player has passed a winning tile. What ends this furiten?
        any_call: Temporary furiten ends with any player's call, including an ankan, or with the player's
            own draw.
        own_draw_or_call: Temporary furiten ends with the player's own next draw or call.
        own_discard: Temporary furiten ends only with the player's own next discard.
        """,
        terms=("furiten|1",),
    )
    without_yaku: bool = key(
        True,
        """
        Furiten without a yaku | Does a player who passes a tile that completes the hand without a yaku
            become furiten?
        true: A player who passes a tile that completes the hand becomes furiten, even if the hand has no
            yaku with it.
        false: A player who passes a tile that completes the hand without a yaku does not become furiten.
        """,
        terms=("furiten|2",),
    )


@frozen
class Riichi:
    """Conditions and effects of riichi."""

    ippatsu: bool = key(
        True,
        """
        Ippatsu | Does a win within one uninterrupted go-around after riichi score ippatsu?
        true: Ippatsu is scored.
        false: Ippatsu is not scored.
        """,
        clashes=(
            clash(
                "ippatsu is enabled, but this ruleset excludes the yaku ippatsu",
                lambda o: o.riichi.ippatsu and "ippatsu" in o.scoring.without_yaku,
                "scoring.without_yaku",
            ),
        ),
        terms=("ippatsu|1",),
    )
    double: bool = key(
        True,
        """
        Double riichi | Does riichi on a player's first discard, in an uninterrupted first go-around, score
            double riichi?
        true: Riichi on a player's first discard, in an uninterrupted first go-around, is double riichi.
        false: Double riichi is not scored.
        """,
        clashes=(
            clash(
                "double riichi is enabled, but this ruleset excludes the yaku double_riichi",
                lambda o: o.riichi.double and "double_riichi" in o.scoring.without_yaku,
                "scoring.without_yaku",
            ),
        ),
    )
    min_live_tiles: int = key(
        4,
        """
        Tiles left for riichi | How many tiles must be left in the live wall for riichi?
        0: Riichi may be declared up to the last discard.
        1: Riichi may be declared as long as one tile is left in the live wall.
        3: Riichi may be declared only if three or more tiles are left in the live wall. With three players,
            one draw is then left for the player in riichi.
        4: Riichi may be declared only if four or more tiles are left in the live wall.
        """,
        allowed=(0, 1, 3, 4),
    )
    needs_stick: bool = key(
        True,
        """
        Riichi without 1,000 points | Must a player have 1,000 points to declare riichi?
        true: A player with fewer than 1,000 points must not declare riichi.
        false: A player with fewer than 1,000 points may declare riichi and owes the riichi stick.
        """,
        terms=("riichi_stick|1",),
    )


@frozen
class Calls:
    """Restrictions on a player who calls a tile."""

    kuikae: Kuikae = key(
        Kuikae.FORBIDDEN,
        """
        Kuikae | After chi or pon, may the player at once discard the same tile, or the tile at the other
            end of the run?
        forbidden: After chi or pon, a player must not at once discard the same tile or the tile at the
            other end of the run.
        other_end_allowed: After a call, a player must not at once discard the same tile. The tile at the
            other end of the run is allowed.
        allowed: After a call, a player may discard any tile.
        """,
        also="swap_calling 喰い替え 食い替え",
        terms=(
            "kuikae",
            "pon|2",
            "chi",
            "naki|3",
        ),
    )
    chi: bool = key(
        True,
        """
        Chi | May a discard be called for chi?
        true: Only the next player in turn may call chi.
        false: Chi must not be called.
        """,
        quiet=True,
    )
    priority: CallPriority = key(
        CallPriority.PON_AND_KAN,
        """
        Priority of calls | One player calls chi, another pon or kan, on the same discard. Which call takes
            effect?
        pon_and_kan: A pon or kan comes before a chi, whichever was called first.
        unless_delayed: A pon or kan comes before a chi that is called at the same time. If the pon or kan
            is called significantly later, the chi takes effect.
        first_call: The first call takes effect, whether it is a pon, a kan, or a chi.
        """,
        quiet=True,
        wall="""
        pon_and_kan: Ron, then pon or kan, then chi.
        unless_delayed: Ron, then pon or kan, then chi. A late pon or kan comes after the chi.
        first_call: Ron first, otherwise the first call.
        """,
    )


@frozen
class Scoring:
    """Value of a hand."""

    red_fives: int = key(
        0,
        """
        Red fives | How many red fives are in the set?
        0: The set has no red fives.
        2: The set has two red fives, one in circles and one in bamboo.
        3: The set has three red fives, one in each suit.
        4: The set has four red fives, two of them in circles.
        """,
        allowed=(0, 2, 3, 4),
        also="aka akadora aka_dora red_dora 赤ドラ",
        clashes=(
            clash(
                "two red fives are for three-player games, which have no red 5m",
                lambda o: o.scoring.red_fives == 2 and o.table.players == 4,
                "table.players",
            ),
            clash(
                "a red 5m is counted, but the tile set has no 5m",
                lambda o: o.scoring.red_fives > 2 and o.table.players == 3 and o.table.tiles is TileSet.WITHOUT_2M_8M,
                "table.tiles",
            ),
        ),
    )
    open_tanyao: bool = key(
        True,
        """
        Open tanyao | Is tanyao scored in an open hand?
        true: Tanyao is scored in an open hand, too.
        false: Tanyao is scored only in a closed hand.
        """,
        also="kuitan",
        silent=(silence(lambda o: "tanyao" in o.scoring.without_yaku, "scoring.without_yaku"),),
    )
    kiriage_mangan: bool = key(
        False,
        """
        Kiriage mangan | Are 4 han 30 fu and 3 han 60 fu rounded up to a mangan?
        true: 4 han 30 fu and 3 han 60 fu are a mangan.
        false: 4 han 30 fu and 3 han 60 fu are not rounded up to a mangan.
        """,
        also="kiriage",
    )
    thirteen_han: ThirteenHan = key(
        ThirteenHan.SANBAIMAN,
        """
        Thirteen han | What is a hand of thirteen or more han worth, without a yakuman?
        sanbaiman: Thirteen or more han are a sanbaiman. Han never add up to a yakuman.
        yonbaiman: Thirteen or more han are a yonbaiman: the points of a yakuman, but not a yakuman.
        yakuman: Thirteen or more han are a yakuman.
        """,
        also="kazoe kazoe_yakuman",
    )
    yakuman_limit: int = key(
        1,
        """
        Several yakuman | How many yakuman in one hand add up?
        none: All yakuman in a hand add up.
        1: Yakuman do not add up: a hand is worth its highest yakuman.
        any: At most {value} yakuman in a hand add up.
        """,
        limits=(0, 13),
    )
    double_yakuman: tuple[str, ...] = key(
        (),
        """
        Double yakuman | Which yakuman are worth double?
        none: No yakuman is worth double.
        any: These yakuman are worth double: {value}.
        """,
        allowed=YAKUMAN,
        clashes=(
            clash(
                "suukantsu counts double, but the hand ends before four kans of one player can win",
                lambda o: "suukantsu" in o.scoring.double_yakuman and suukantsu_cannot_win(o),
                "four_kans.one_player",
                "four_kans.abort_at",
                hook="four_kans",
            ),
            clash(
                "a yakuman counts double, but this ruleset excludes it",
                lambda o: bool(set(o.scoring.double_yakuman) & set(o.scoring.without_yaku)),
                "scoring.without_yaku",
            ),
        ),
    )
    double_wind_pair_fu: int = key(
        2,
        """
        Pair of a double wind | How many fu is a pair of a tile that is both seat wind and round wind worth?
        2: A pair of a tile that is both seat wind and round wind is worth two fu.
        4: A pair of a tile that is both seat wind and round wind is worth four fu.
        """,
        allowed=(2, 4),
    )
    renhou: Renhou = key(
        Renhou.NONE,
        """
        Renhou | What is a ron before the winner's first draw worth, in an uninterrupted first go-around?
        none: Renhou is not scored.
        mangan: Renhou is a mangan, unless the hand is worth more without it.
        four_han_added: Renhou is worth four han in addition to the other yaku of the hand.
        mangan_added: Renhou is worth five han in addition to the other yaku of the hand.
        baiman: Renhou is a baiman, unless the hand is worth more without it.
        yakuman: Renhou is a yakuman.
        """,
        clashes=(
            clash(
                "renhou has a value, but this ruleset excludes the yaku renhou",
                lambda o: o.scoring.renhou is not Renhou.NONE and "renhou" in o.scoring.without_yaku,
                "scoring.without_yaku",
            ),
        ),
        terms=("renhou",),
    )
    ryuuiisou: Ryuuiisou = key(
        Ryuuiisou.ANY,
        """
        Ryuuiisou | Must ryuuiisou contain hatsu?
        any: Ryuuiisou may be made without hatsu.
        with_hatsu: Ryuuiisou must contain hatsu. An all-green hand without hatsu is not ryuuiisou.
        """,
        quiet=True,
        silent=(silence(lambda o: "ryuuiisou" in o.scoring.without_yaku, "scoring.without_yaku"),),
        terms=("ryuuiisou",),
    )
    without_yaku: tuple[str, ...] = key(
        (),
        """
        Yaku not used | Which yaku are not used?
        none: All the usual yaku are used.
        any: These yaku are not used: {value}.
        """,
        allowed=YAKU + YAKUMAN,
    )
