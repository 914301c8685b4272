"""Which kans may be declared, how they are robbed, and what the fourth and the fifth do."""

from __future__ import annotations

from enum import StrEnum

from kanrules.frozen import frozen
from kanrules.law.key import AllOptions, clash, key, silence


class DeadHandKan(StrEnum):
    """Which kans a player with a dead hand may still declare."""

    FORBIDDEN = "forbidden"
    """No kan."""
    OWN_TILES = "own_tiles"
    """An ankan or a shouminkan, but no claim on another player's discard."""


class FourKansDraw(StrEnum):
    """What a fourth kan of the hand does."""

    PLAY_ON = "play_on"
    ABORT = "abort"


class FourKansOfOne(StrEnum):
    """What a fourth kan does if one player has all four."""

    PLAY_ON = "play_on"
    ABORT = "abort"
    WIN_ON_PASSED_DISCARD = "win_on_passed_discard"
    """The player wins with suukantsu, without a pair, unless another player wins on the next discard."""


class FourKansMoment(StrEnum):
    """When the four-kan draw ends the hand."""

    ANNOUNCED = "announced"
    DECLARATION = "declaration"
    RINSHAN_DRAW = "rinshan_draw"
    """The hand ends with the draw of the fourth replacement tile, unless that tile wins."""
    DISCARD = "discard"
    DISCARD_PASSED = "discard_passed"


class Dealer(StrEnum):
    """The dealer after a hand that ends this way."""

    KEEPS = "keeps"
    ROTATES = "rotates"


class Stick(StrEnum):
    """Payment of a riichi stick."""

    PAID = "paid"
    UNPAID = "unpaid"


class FifthKanPolicy(StrEnum):
    """What a fifth kan does."""

    FORBIDDEN = "forbidden"
    ABORT = "abort"


class FoulPenalty(StrEnum):
    """Penalty for an illegal kan."""

    CHOMBO = "chombo"
    DEAD_HAND = "dead_hand"
    NONE = "none"


class AnkanRobbery(StrEnum):
    """Who may rob an ankan."""

    NEVER = "never"
    KOKUSHI = "kokushi"


class RobberyUntil(StrEnum):
    """How long a shouminkan may be robbed."""

    STANDS = "stands"
    DISCARD = "discard"


_BEFORE_WIN = (FourKansMoment.ANNOUNCED, FourKansMoment.DECLARATION)
_BEFORE_DISCARD = (*_BEFORE_WIN, FourKansMoment.RINSHAN_DRAW)


def several_abort(o: AllOptions) -> bool:
    """Return True if four kans of several players end the hand."""
    return o.four_kans.several_players is FourKansDraw.ABORT


def one_aborts(o: AllOptions) -> bool:
    """Return True if four kans of one player end the hand."""
    return o.four_kans.one_player is FourKansOfOne.ABORT


def _no_abort(o: AllOptions) -> bool:
    return not (several_abort(o) or one_aborts(o))


def _no_fifth(o: AllOptions) -> bool:
    return several_abort(o) and one_aborts(o) and o.four_kans.abort_at in _BEFORE_DISCARD


def suukantsu_cannot_win(o: AllOptions) -> bool:
    """Return True if the hand ends before a player with four kans can win."""
    return one_aborts(o) and o.four_kans.abort_at in _BEFORE_WIN


_NO_ABORT = silence(_no_abort, "four_kans.several_players", "four_kans.one_player", hook="four_kans kans_end")
_NO_FIFTH = silence(
    _no_fifth, "four_kans.several_players", "four_kans.one_player", "four_kans.abort_at", hook="four_kans"
)
_FIFTH_FORBIDDEN = silence(
    lambda o: o.fifth_kan.policy is FifthKanPolicy.FORBIDDEN, "fifth_kan.policy", hook="fifth_kan"
)


@frozen
class KanTable:
    """Conditions for a kan: the wall and its player."""

    min_live_tiles: int = key(
        1,
        """
        Tiles left for a kan | How many tiles must be left in the live wall for a kan?
        1: A kan may be declared as long as one tile is left in the live wall.
        any: A kan may be declared only if {value} or more tiles are left in the live wall.
        """,
        limits=(1, 69),
        wall="""
        1: A kan needs 1 tile left in the live wall.
        any: A kan needs {value} tiles left in the live wall.
        """,
        terms=("haitei|2",),
    )
    dead_hand: DeadHandKan = key(
        DeadHandKan.FORBIDDEN,
        """
        Kans allowed with a dead hand | Which kans may a player with a dead hand declare?
        forbidden: A player with a dead hand must not declare a kan.
        own_tiles: A player with a dead hand may still declare an ankan or a shouminkan, but must not
            declare a daiminkan.
        """,
    )
    max_per_player: int = key(
        0,
        """
        Kans of one player | How many kans may one player declare in a hand?
        none: A player may declare any number of kans.
        1: A player may declare one kan in a hand.
        any: A player may declare at most {value} kans in a hand.
        """,
        quiet=True,
        limits=(0, 4),
        also="max_kans",
        terms=("suukantsu|2",),
    )
    late_ron: bool = key(
        False,
        """
        Ron on a tile claimed for a daiminkan | May a discard still be won on after it was claimed for a
            daiminkan?
        true: A discard that was claimed for a daiminkan may still be won on until the player who claimed it
            discards, declares another kan, or wins on the replacement tile. The kan is then undone.
        false: Ron on a discard that is claimed for a daiminkan must be called before the tile is taken.
        """,
        quiet=True,
    )


@frozen
class FourKansTable:
    """Effect of the fourth kan in a hand."""

    several_players: FourKansDraw = key(
        FourKansDraw.PLAY_ON,
        """
        Four kans, several players | Do four kans by two or more players end the hand?
        play_on: Four kans by several players do not end the hand.
        abort: Four kans by several players end the hand in an abortive draw.
        """,
        hook="four_kans",
        terms=(
            "suukaikan",
            "ryuukyoku",
        ),
    )
    one_player: FourKansOfOne = key(
        FourKansOfOne.PLAY_ON,
        """
        Four kans, one player | Do four kans by one player end the hand?
        play_on: Four kans by one player do not end the hand. The player may still win suukantsu.
        abort: Four kans by one player end the hand in an abortive draw.
        win_on_passed_discard: A player who has declared four kans wins suukantsu once their next discard
            has passed without a ron. A pair is not needed.
        """,
        hook="four_kans",
        silent=(silence(lambda o: 0 < o.kan.max_per_player < 4, "kan.max_per_player", hook="before_kan"),),
        clashes=(
            clash(
                "four kans by one player end the hand, but four kans by several players do not; did you swap the two "
                "keys?",
                lambda o: one_aborts(o) and not several_abort(o),
                "four_kans.several_players",
                hook="four_kans",
            ),
        ),
        terms=(
            "suukaikan",
            "suukantsu|1",
        ),
    )
    abort_at: FourKansMoment = key(
        FourKansMoment.DISCARD_PASSED,
        """
        Four kans, moment of the draw | When does the abortive draw for four kans end the hand?
        announced: The hand ends as soon as the fourth kan is announced, before the kan can be robbed.
        declaration: The hand ends once the fourth kan is completed, before its replacement tile is drawn.
        rinshan_draw: The hand ends when the fourth replacement tile is drawn, unless the player wins on
            that tile.
        discard: The hand ends with the discard after the fourth kan, before a ron on it. A win on the
            replacement tile still counts.
        discard_passed: The hand ends once the discard after the fourth kan has passed without a ron.
        """,
        silent=(_NO_ABORT,),
        terms=("suukaikan",),
    )
    dealer: Dealer = key(
        Dealer.KEEPS,
        """
        Four kans, dealer | Who deals after an abortive draw for four kans?
        keeps: The dealer stays after an abortive draw for four kans.
        rotates: The deal passes to the next player after an abortive draw for four kans.
        """,
        silent=(_NO_ABORT,),
    )
    riichi_stick: Stick = key(
        Stick.UNPAID,
        """
        Four kans, riichi stick | A player declares riichi with the discard that ends the hand by four kans.
            Is the riichi stick paid?
        paid: The riichi is valid, and its riichi stick stays on the table.
        unpaid: The riichi is not valid, and its riichi stick is not paid.
        """,
        silent=(
            _NO_ABORT,
            silence(lambda o: o.four_kans.abort_at in _BEFORE_DISCARD, "four_kans.abort_at"),
        ),
        terms=("riichi_stick|4",),
    )


@frozen
class FifthKanTable:
    """Effect of a fifth kan in a hand."""

    policy: FifthKanPolicy = key(
        FifthKanPolicy.FORBIDDEN,
        """
        Fifth kan | Four kans have been completed. What happens if a player declares another?
        forbidden: A fifth kan must not be declared.
        abort: A fifth kan ends the hand in an abortive draw.
        """,
        hook="fifth_kan",
        beyond="only a plugin can let play go on, such as `club` with fifth_kan_rule: docs/variants.md",
        wall="""
        forbidden: Fifth kan: not allowed.
        abort: Fifth kan: abortive draw.
        """,
        silent=(_NO_FIFTH,),
    )
    robbable: bool = key(
        False,
        """
        Robbing a fifth kan | If a fifth kan ends the hand, may it be robbed first?
        true: A fifth kan by shouminkan may be robbed before it ends the hand.
        false: A fifth kan ends the hand before any player can rob it.
        """,
        hook="fifth_kan",
        silent=(
            _FIFTH_FORBIDDEN,
            _NO_FIFTH,
        ),
    )
    dealer: Dealer = key(
        Dealer.KEEPS,
        """
        Fifth kan, dealer | Who deals after a fifth kan has ended the hand?
        keeps: The dealer stays after an abortive draw for a fifth kan.
        rotates: The deal passes to the next player after an abortive draw for a fifth kan.
        """,
        silent=(
            _FIFTH_FORBIDDEN,
            _NO_FIFTH,
        ),
    )
    illegal: FoulPenalty = key(
        FoulPenalty.NONE,
        """
        Penalty for a forbidden fifth kan | What is the penalty for declaring a forbidden fifth kan?
        chombo: Declaring a forbidden fifth kan is a chombo.
        dead_hand: Declaring a forbidden fifth kan makes the hand dead.
        none: A forbidden fifth kan is void. The only penalty is the one stated in the rulebook.
        """,
        quiet=True,
        silent=(
            silence(lambda o: o.fifth_kan.policy is not FifthKanPolicy.FORBIDDEN, "fifth_kan.policy", hook="fifth_kan"),
            _NO_FIFTH,
        ),
        terms=(
            "chombo|4",
            "dead_hand|3",
        ),
    )


@frozen
class ChankanTable:
    """Which kans may be robbed, and the consequences."""

    ankan: AnkanRobbery = key(
        AnkanRobbery.NEVER,
        """
        Robbing an ankan | May an ankan be robbed?
        never: An ankan must not be robbed.
        kokushi: Only thirteen orphans may rob an ankan.
        """,
        hook="rob_kan",
        also="kokushi_on_ankan",
        wall="""
        never: Not allowed.
        kokushi: Only thirteen orphans.
        """,
        silent=(silence(lambda o: "kokushi" in o.scoring.without_yaku, "scoring.without_yaku"),),
        terms=(
            "ankan",
            "chankan|1",
            "kokushi",
        ),
    )
    until: RobberyUntil = key(
        RobberyUntil.STANDS,
        """
        How long a shouminkan may be robbed | Until when may a shouminkan be robbed?
        stands: A shouminkan may be robbed until its kan dora indicator is turned or its replacement tile is
            drawn.
        discard: A shouminkan may be robbed until the player who declared it discards, declares another kan,
            or wins on the replacement tile. A late robbery undoes the kan.
        """,
        wall="""
        stands: Any hand, until the indicator is turned or the replacement tile is drawn.
        discard: Any hand, until the player discards, declares another kan, or wins.
        """,
        terms=("chankan|2",),
    )
    passing_is_furiten: bool = key(
        True,
        """
        Passing a kan | Does a player who lets a robbable kan pass become furiten?
        true: A player who lets a robbable kan pass becomes furiten, as after passing a winning discard.
        false: A player who lets a robbable kan pass does not become furiten.
        """,
        terms=(
            "shouminkan",
            "chankan|3",
            "furiten|3",
        ),
    )
    ippatsu: bool = key(
        True,
        """
        Ippatsu on a robbed kan | Does a player who robs a kan within the first go-around after riichi also
            score ippatsu?
        true: Robbing a kan can score both chankan and ippatsu: a robbed kan does not interrupt ippatsu.
        false: Robbing a kan scores chankan without ippatsu: announcing the kan interrupts ippatsu.
        """,
        silent=(silence(lambda o: not o.riichi.ippatsu, "riichi.ippatsu"),),
        terms=(
            "chankan|4",
            "ippatsu|2",
        ),
    )
