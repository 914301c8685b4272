"""Wins, draws, and chombo: who pays whom."""

from __future__ import annotations

from enum import StrEnum

from kanrules.frozen import frozen
from kanrules.law.key import AllOptions, clash, key, silence
from kanrules.law.tables.kan_keys import Dealer


class Simultaneous(StrEnum):
    """Who wins if several players call ron on one tile."""

    ALL = "all"
    HEAD_BUMP = "head_bump"
    HEAD_BUMP_EXCEPT_KOKUSHI = "head_bump_except_kokushi"
    """The nearest player, and every other player with thirteen orphans."""


class WinnersHonba(StrEnum):
    """Which of several winners get the honba."""

    FIRST = "first"
    EACH = "each"


class WinnersSticks(StrEnum):
    """Which of several winners get the riichi sticks."""

    FIRST = "first"
    DIVIDED = "divided"


class OwnStick(StrEnum):
    """Who gets the riichi stick that one of several winners paid in this hand."""

    POT = "pot"
    """The stick is treated like the others."""
    BACK = "back"
    """The player who paid the stick takes it back."""


class AbsentShare(StrEnum):
    """Who pays the share of the absent fourth player on a tsumo."""

    LOSS = "loss"
    """No one."""
    HALVES = "halves"
    """The two other players, half each."""
    FULL = "full"
    """The two other players, so that the winner gets as much as for a ron."""


class HonbaByDraw(StrEnum):
    """How a honba is paid on a tsumo."""

    DIVIDED = "divided"
    """The payers share the honba evenly."""
    EACH = "each"
    """Each payer pays the full amount."""


class AbortiveDraw(StrEnum):
    """Whether an abortive draw exists, and whether the dealer stays after it."""

    OFF = "off"
    DEALER_KEEPS = "dealer_keeps"
    DEALER_ROTATES = "dealer_rotates"


class ExhaustiveDealer(StrEnum):
    """What lets the dealer stay after an exhaustive draw."""

    TENPAI_KEEPS = "tenpai_keeps"
    ROTATES = "rotates"


class NagashiMangan(StrEnum):
    """Who may score nagashi mangan."""

    OFF = "off"
    OWN_CALLS_ALLOWED = "own_calls_allowed"
    CLOSED_ONLY = "closed_only"


class NagashiPays(StrEnum):
    """How nagashi mangan is paid."""

    MANGAN = "mangan"
    """Like a mangan tsumo, without honba and riichi sticks."""
    WITH_HONBA = "with_honba"
    """It is paid with honba. The hand remains a draw, and the riichi sticks stay."""
    AS_WIN = "as_win"
    """It is paid with honba and riichi sticks, and the next dealer is decided as after a win."""


class ChomboPays(StrEnum):
    """How a chombo is paid."""

    REVERSE_MANGAN = "reverse_mangan"
    POINTS = "points"
    BEFORE_UMA = "before_uma"
    """The offender alone loses points, before places are determined."""
    AFTER_UMA = "after_uma"


class ChomboWithWin(StrEnum):
    """Treatment of a chombo if another player wins."""

    VOID = "void"
    STANDS = "stands"


def _nagashi_shares(o: AllOptions) -> bool:
    """Return True if players with nagashi mangan share honba like several winners."""
    return o.draws.nagashi_mangan is not NagashiMangan.OFF and o.draws.nagashi_pays is not NagashiPays.MANGAN


def _one_winner(o: AllOptions) -> bool:
    return o.wins.simultaneous is Simultaneous.HEAD_BUMP


_NO_HONBA = silence(lambda o: o.wins.honba_value == 0, "wins.honba_value")
_DRAW = """
        off: The hand does not end in an abortive draw. Play continues.
        dealer_keeps: The hand ends in an abortive draw. The dealer stays.
        dealer_rotates: The hand ends in an abortive draw. The deal passes to the next player.
        """


@frozen
class Wins:
    """Winners, and distribution of honba and riichi sticks."""

    simultaneous: Simultaneous = key(
        Simultaneous.ALL,
        """
        Several ron | Several players call ron on one tile. Who wins?
        all: If several players call ron on the same tile, all of them win.
        head_bump: Only the player next in turn after the discarder wins.
        head_bump_except_kokushi: The player next in turn after the discarder wins, and so does every other
            player with thirteen orphans.
        """,
        also="atamahane head_bump double_ron",
        terms=(
            "ron",
            "head_bump",
        ),
    )
    honba: WinnersHonba = key(
        WinnersHonba.FIRST,
        """
        Honba, several winners | Which of several winners is paid the honba?
        first: The winner next in turn after the discarder is paid the honba.
        each: Each winner is paid the honba.
        """,
        silent=(
            silence(lambda o: _one_winner(o) and not _nagashi_shares(o), "wins.simultaneous", "draws.nagashi_pays"),
            _NO_HONBA,
        ),
        terms=("honba|2",),
    )
    sticks: WinnersSticks = key(
        WinnersSticks.FIRST,
        """
        Riichi sticks, several winners | Which of several winners gets the riichi sticks?
        first: The winner next in turn after the discarder gets the riichi sticks.
        divided: The winners divide the riichi sticks. The remainder goes to the winner next in turn after
            the discarder.
        """,
        silent=(
            silence(
                lambda o: _one_winner(o) and not (_nagashi_shares(o) and o.draws.nagashi_pays is NagashiPays.AS_WIN),
                "wins.simultaneous",
                "draws.nagashi_pays",
            ),
        ),
        terms=("riichi_stick|2",),
    )
    own_stick: OwnStick = key(
        OwnStick.POT,
        """
        Winner's own riichi stick | One of several winners declared riichi in this hand. Who gets that
            riichi stick?
        pot: A winner's own riichi stick is treated like all the others.
        back: Each winner first takes back the riichi stick they paid in this hand.
        """,
        quiet=True,
        silent=(
            silence(
                lambda o: _one_winner(o) and not (_nagashi_shares(o) and o.draws.nagashi_pays is NagashiPays.AS_WIN),
                "wins.simultaneous",
                "draws.nagashi_pays",
            ),
        ),
        terms=("riichi_stick|3",),
    )
    dealer: Dealer = key(
        Dealer.KEEPS,
        """
        Dealer after a win | Does a dealer who wins stay?
        keeps: A dealer who wins stays.
        rotates: The deal passes to the next player even if the dealer wins.
        """,
        quiet=True,
        also="renchan",
    )
    honba_value: int = key(
        300,
        """
        Value of a honba | How many points is a honba worth?
        none: Honba are worth nothing.
        any: Each honba is worth {value} points.
        """,
        limits=(0, 3000),
        step=100,
        terms=("honba|1",),
    )
    two_han_from_honba: int = key(
        0,
        """
        Two-han minimum | From how many honba on must a hand have two han to win?
        none: One yaku is always enough to win.
        any: From {value} honba on, a hand must have two han to win.
        """,
        limits=(0, 99),
        also="ryanhan ryanhan_shibari ryan_han_shibari ryanhanshibari two_han_minimum",
    )
    tsumo: AbsentShare = key(
        AbsentShare.LOSS,
        """
        The absent player's share | With three players, who pays the absent player's share of a tsumo?
        loss: No one pays the absent player's share of a tsumo.
        halves: The other two players each pay half of the absent player's share.
        full: A tsumo is worth as much as a ron. The other two players pay it.
        """,
        quiet=True,
        silent=(silence(lambda o: o.table.players == 4, "table.players"),),
    )
    honba_on_tsumo: HonbaByDraw = key(
        HonbaByDraw.DIVIDED,
        """
        Honba on a tsumo | On a tsumo, does each player pay a share of each honba, or all of it?
        divided: On a tsumo, the other players share each honba.
        each: On a tsumo, each of the other players pays the full value of each honba.
        """,
        quiet=True,
        silent=(_NO_HONBA,),
    )


@frozen
class Draws:
    """Which draws end a hand, and who stays dealer."""

    kyuushu_kyuuhai: AbortiveDraw = key(
        AbortiveDraw.OFF,
        """
        Kyuushu kyuuhai | May a player with nine different terminals and honours end the hand on their first
            draw?
        """
        + _DRAW,
        also="kyuushu nine_terminals",
        terms=("kyuushu_kyuuhai",),
    )
    suufon_renda: AbortiveDraw = key(
        AbortiveDraw.OFF,
        """
        Suufon renda | Do four identical winds as the first four discards end the hand?
        """
        + _DRAW,
        terms=("suufon_renda",),
    )
    suucha_riichi: AbortiveDraw = key(
        AbortiveDraw.OFF,
        """
        Suucha riichi | Does riichi by all four players end the hand?
        """
        + _DRAW,
        terms=("suucha_riichi",),
    )
    sanchahou: AbortiveDraw = key(
        AbortiveDraw.OFF,
        """
        Sanchahou | Does a triple ron end the hand in an abortive draw?
        """
        + _DRAW,
        also="triple_ron",
        silent=(silence(lambda o: o.table.players == 3, "table.players"),),
        terms=("sanchahou",),
    )
    nagashi_mangan: NagashiMangan = key(
        NagashiMangan.OFF,
        """
        Nagashi mangan | At an exhaustive draw, is a player paid if all their discards were terminals and
            honours and none was called?
        off: Nagashi mangan is not paid.
        own_calls_allowed: Nagashi mangan is paid, even to a player who has called tiles.
        closed_only: Nagashi mangan is paid only to a player with a closed hand.
        """,
        also="nagashi 流し満貫",
        terms=("nagashi_mangan",),
    )
    nagashi_pays: NagashiPays = key(
        NagashiPays.MANGAN,
        """
        Nagashi mangan, payment | Does nagashi mangan win honba and riichi sticks?
        mangan: Nagashi mangan is paid as a mangan only, without honba and riichi sticks.
        with_honba: Nagashi mangan is paid with honba. The riichi sticks stay on the table.
        as_win: Nagashi mangan is a win: the player is paid honba and gets the riichi sticks, and the deal
            is decided as after a win.
        """,
        silent=(silence(lambda o: o.draws.nagashi_mangan is NagashiMangan.OFF, "draws.nagashi_mangan"),),
        terms=("nagashi_mangan",),
    )
    noten_payment: int = key(
        3000,
        """
        Noten payment | How many points are paid in total after an exhaustive draw?
        none: Nothing is paid after an exhaustive draw.
        any: Players who are not tenpai pay {value} points in total to the players who are.
        """,
        limits=(0, 30_000),
        step=100,
    )
    exhaustive_dealer: ExhaustiveDealer = key(
        ExhaustiveDealer.TENPAI_KEEPS,
        """
        Dealer after an exhaustive draw | Does the dealer stay after an exhaustive draw?
        tenpai_keeps: After an exhaustive draw, a dealer who is tenpai stays.
        rotates: The deal passes to the next player after every exhaustive draw.
        """,
        terms=("ryuukyoku",),
    )
    noten_each: bool = key(
        False,
        """
        Noten payment, by player | Is the noten payment a total, or paid by each player to each?
        true: Each player who is not tenpai pays the noten payment to each who is.
        false: The noten payment is a total, divided among the players.
        """,
        quiet=True,
        silent=(silence(lambda o: o.draws.noten_payment == 0, "draws.noten_payment"),),
    )


@frozen
class Chombo:
    """Penalty of a chombo."""

    pays: ChomboPays = key(
        ChomboPays.REVERSE_MANGAN,
        """
        Payment for a chombo | How is a chombo paid?
        reverse_mangan: The offender pays all other players as for a mangan tsumo.
        points: The offender pays points to the other players.
        before_uma: The offender loses points before places are determined. No one receives them.
        after_uma: The offender loses points after the game, once uma has been applied.
        """,
        terms=("chombo|1",),
    )
    points: int = key(
        0,
        """
        Points for a chombo | How many points does a chombo cost if it is not paid as a mangan?
        none: No amount is set.
        any: A chombo costs {value} points.
        """,
        limits=(0, 100_000),
        step=100,
        silent=(silence(lambda o: o.chombo.pays is ChomboPays.REVERSE_MANGAN, "chombo.pays"),),
        clashes=(
            clash(
                "a chombo is paid in points, but the number of points is 0",
                lambda o: o.chombo.pays is not ChomboPays.REVERSE_MANGAN and o.chombo.points == 0,
                "chombo.pays",
            ),
        ),
    )
    sticks_returned: bool = key(
        True,
        """
        Riichi sticks after a chombo | Are the riichi sticks of a hand returned if a chombo ends it?
        true: If a chombo ends a hand, the riichi sticks of that hand are returned.
        false: If a chombo ends a hand, the riichi sticks of that hand stay on the table.
        """,
        terms=("riichi_stick|5",),
    )
    with_another_win: ChomboWithWin = key(
        ChomboWithWin.VOID,
        """
        Chombo and another win | What happens to a chombo if another player wins the hand?
        void: No chombo is paid for a hand that another player wins.
        stands: A chombo is paid even if another player wins the hand.
        """,
    )
