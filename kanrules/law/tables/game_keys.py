"""Length and end of a game, and points for places."""

from __future__ import annotations

from enum import StrEnum

from kanrules.frozen import frozen
from kanrules.law.key import AllOptions, clash, key, silence


class GameLength(StrEnum):
    """Number of winds in a game before any extension."""

    TONPUUSEN = "tonpuusen"
    """One wind."""
    HANCHAN = "hanchan"
    """Two winds."""
    ISSOU = "issou"
    """Four winds."""


class UmaBy(StrEnum):
    """Basis of the uma."""

    PLACE = "place"
    FLOATING = "floating"
    """On the place and the number of players above the start score."""


class Ties(StrEnum):
    """How equal scores are ranked at the end of a game."""

    SEAT = "seat"
    """The player nearer to the first dealer is higher."""
    SHARE = "share"
    """The players share the places and their bonuses."""


class Extension(StrEnum):
    """What follows the last hand if no player has reached the goal."""

    NONE = "none"
    ONE_WIND = "one_wind"


class ExtensionEnds(StrEnum):
    """When a player who reaches the goal ends the game in the extension."""

    ANY_HAND = "any_hand"
    NOT_WHILE_DEALER_REPEATS = "not_while_dealer_repeats"


class Yame(StrEnum):
    """Right of a dealer who is first to end the game in the last hand instead of dealing again."""

    OFF = "off"
    OPTIONAL = "optional"
    """The dealer chooses."""
    AUTOMATIC = "automatic"


class Bust(StrEnum):
    """The score at which a game ends early."""

    PLAY_ON = "play_on"
    BELOW_ZERO = "below_zero"
    ZERO = "zero"


class SticksLeft(StrEnum):
    """Who gets the riichi sticks left on the table when the game ends."""

    FIRST = "first"
    LOST = "lost"


class FinalRounding(StrEnum):
    """How scores are rounded for the final points."""

    NONE = "none"
    THOUSANDS = "thousands"
    """Rounded to whole thousands, half away from zero. The first place takes the remainder."""


class AfterTime(StrEnum):
    """Hands that are still played when the time of a game is up."""

    THIS_HAND = "this_hand"
    ONE_MORE = "one_more"


def _goal_for_nothing(o: AllOptions) -> bool:
    """Return True if the goal cannot end a game sooner or later. A goal of 0 means that there is none."""
    game = o.game
    nothing_follows = game.extension is Extension.NONE and {game.agari_yame, game.tenpai_yame} == {Yame.OFF}
    return game.goal_points > 0 and nothing_follows


UmaRow = tuple[int, ...]
"""Points for the first place, the second, and so on, one for each player."""


@frozen
class Floating:
    """The uma by number of players above the start score: one row for none, one, ... all four."""

    rows: tuple[UmaRow, UmaRow, UmaRow, UmaRow, UmaRow] = ((0, 0, 0, 0),) * 5


@frozen
class GameTable:
    """Length and end of a game, and points for places."""

    length: GameLength = key(
        GameLength.HANCHAN,
        """
        Length of a game | How many rounds does a game have?
        tonpuusen: A game has one round: east.
        hanchan: A game has two rounds: east and south.
        issou: A game has four rounds.
        """,
        also="rounds game_length",
        terms=(
            "hanchan",
            "tonpuusen",
            "issou",
        ),
    )
    start_points: int = key(
        25000,
        """
        Starting points | How many points does each player start with?
        none: Each player starts with 0 points.
        any: Each player starts with {value} points.
        """,
        limits=(0, 1_000_000),
        step=100,
        also="start start_score starting_points initial_points 配給原点",
        terms=(
            "oka",
            "return_points|2",
        ),
    )
    return_points: int = key(
        30000,
        """
        Return points | How many points are subtracted from each score at the end of the game?
        none: Nothing is subtracted from a score.
        any: {value} points are subtracted from each score.
        """,
        limits=(0, 1_000_000),
        step=100,
        also="oka target_score target オカ 原点",
        clashes=(
            clash(
                "the return is below the start, so the first place would pay for it",
                lambda o: o.game.return_points < o.game.start_points,
                "game.start_points",
            ),
        ),
        terms=(
            "oka",
            "return_points|1",
        ),
    )
    uma: UmaRow = key(
        (15000, 5000, -5000, -15000),
        """
        Uma | How many points are the four places worth?
        none: Uma is not used.
        any: The four places are worth {value}.
        """,
        limits=(-1_000_000, 1_000_000),
        step=100,
        also="umas placement ウマ",
        silent=(silence(lambda o: o.game.uma_by is UmaBy.FLOATING, "game.uma_by"),),
        clashes=(
            clash(
                "the uma is for a different number of players",
                lambda o: len(o.game.uma) != o.table.players and o.game.uma != GameTable().uma,
                "table.players",
            ),
        ),
        terms=("uma",),
    )
    uma_by: UmaBy = key(
        UmaBy.PLACE,
        """
        Type of uma | Does uma depend only on the place, or also on how many players finish above the
            starting points?
        place: A place is worth the same uma in every game.
        floating: The uma of a place depends on how many players finish above the starting points.
        """,
        clashes=(
            clash(
                "the uma depends on how many players are above the start, but every place is worth 0",
                lambda o: o.game.uma_by is UmaBy.FLOATING and o.game.floating == Floating(),
                "game.floating",
            ),
        ),
        terms=(
            "uma",
            "floating_uma",
        ),
    )
    floating: Floating = key(
        Floating(),
        """
        Floating uma | What are the four places worth if zero, one, two, three, or four players finish above
            the starting points?
        none: Floating uma is not used.
        any: Uma of the four places, by number of players above the starting points: {value}.
        """,
        limits=(-1_000_000, 1_000_000),
        step=100,
        also="floating_uma",
        silent=(silence(lambda o: o.game.uma_by is UmaBy.PLACE, "game.uma_by"),),
        terms=("floating_uma",),
    )
    at_start_counts: bool = key(
        True,
        """
        Exactly the starting points | For floating uma, does a player with exactly the starting points count
            as above them?
        true: A player with exactly the starting points counts as above them.
        false: A player with exactly the starting points does not count as above them.
        """,
        silent=(silence(lambda o: o.game.uma_by is UmaBy.PLACE, "game.uma_by"),),
        terms=("floating_uma",),
    )
    ties: Ties = key(
        Ties.SEAT,
        """
        Equal scores | Two players finish with equal scores. Who has the better place?
        seat: If scores are equal, the player closer in turn to the first dealer has the better place.
        share: Players with equal scores share their places, together with uma, oka, and riichi sticks.
        """,
        also="tie tie_break tiebreak",
        terms=("uma",),
    )
    goal_points: int = key(
        0,
        """
        Goal | How many points must a player have for the last hand to end the game?
        none: The last hand ends the game, whatever the scores.
        any: The last hand ends the game if a player has {value} points or more.
        """,
        limits=(0, 1_000_000),
        step=100,
        also="goal",
        silent=(silence(_goal_for_nothing, "game.extension", "game.agari_yame", "game.tenpai_yame"),),
        terms=(
            "agari-yame|2",
            "tenpai-yame|2",
            "extension",
        ),
    )
    extension: Extension = key(
        Extension.NONE,
        """
        Extension | No player has reached the goal after the last hand. Is another round played?
        none: No extra round is played.
        one_wind: If no player has reached the goal, one more round is played, but not a second.
        """,
        also="west_round 西入",
        silent=(
            silence(lambda o: o.game.goal_points == 0 and o.game.extension is not Extension.NONE, "game.goal_points"),
        ),
        terms=(
            "hanchan",
            "tonpuusen",
            "extension",
        ),
    )
    extension_ends: ExtensionEnds = key(
        ExtensionEnds.ANY_HAND,
        """
        End of the extension | A player reaches the goal during the extension. After which hand does the
            game end?
        any_hand: The extension ends after any hand at whose end a player has reached the goal.
        not_while_dealer_repeats: The extension ends once a player has reached the goal and the dealer does
            not stay.
        """,
        also="sudden_death",
        silent=(
            silence(
                lambda o: o.game.extension is Extension.NONE or o.game.goal_points == 0,
                "game.extension",
                "game.goal_points",
            ),
        ),
        terms=("extension",),
    )
    agari_yame: Yame = key(
        Yame.OFF,
        """
        Agari-yame | The dealer is in first place and wins the last hand. May or must the game end there?
        off: A dealer who wins the last hand deals again, even in first place.
        optional: A dealer who wins the last hand, is in first place, and has reached the goal may end the
            game.
        automatic: The game ends if the dealer wins the last hand, is in first place, and has reached the
            goal.
        """,
        also="agariyame agari-yame アガリ止め",
        terms=("agari-yame|1",),
    )
    tenpai_yame: Yame = key(
        Yame.OFF,
        """
        Tenpai-yame | The dealer is in first place and is tenpai at an exhaustive draw in the last hand. May
            or must the game end there?
        off: A dealer who is tenpai in the last hand deals again, even in first place.
        optional: A dealer who is tenpai at an exhaustive draw in the last hand, is in first place, and has
            reached the goal may end the game.
        automatic: The game ends if the dealer is tenpai at an exhaustive draw in the last hand, is in first
            place, and has reached the goal.
        """,
        also="tenpaiyame tenpai-yame テンパイ止め",
        terms=("tenpai-yame|1",),
    )
    bust: Bust = key(
        Bust.PLAY_ON,
        """
        Bust | Does the game end early when a player has no points left?
        play_on: The game continues with scores below zero.
        below_zero: The game ends after a hand that leaves a player below zero.
        zero: The game ends after a hand that leaves a player with zero points or fewer.
        """,
        also="tobi hakoshita 飛び トビ",
        terms=("bust",),
    )
    sticks_left: SticksLeft = key(
        SticksLeft.FIRST,
        """
        Riichi sticks left over | Who gets the riichi sticks left on the table at the end of the game?
        first: Riichi sticks left at the end of the game go to the player in first place.
        lost: Riichi sticks left at the end of the game go to no one.
        """,
        also="leftover_sticks",
    )
    final_rounding: FinalRounding = key(
        FinalRounding.NONE,
        """
        Rounding | Are final points rounded?
        none: Final points are not rounded.
        thousands: Scores are rounded to whole thousands, with halves away from zero. The player in first
            place takes the difference.
        """,
        also="rounding",
    )
    time_limit: int = key(
        0,
        """
        Time limit | After how many minutes does a game end?
        none: A game has no time limit.
        1: A game lasts one minute.
        any: A game lasts {value} minutes.
        """,
        limits=(0, 1440),
        also="time",
    )
    after_time: AfterTime = key(
        AfterTime.THIS_HAND,
        """
        End of the time limit | Time runs out during a hand. What is still played?
        this_hand: When time is up, the current hand is the last one.
        one_more: When time is up, the current hand is finished and one more is played.
        """,
    )
