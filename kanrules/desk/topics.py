"""Questions that no single key or casebook question answers: what can go wrong around a kan, what holds under every
ruleset, and what depends on a fact that the question leaves open.
"""

from __future__ import annotations

from enum import StrEnum
from functools import cache

from kanrules.frozen import dataclass
from kanrules.law.options import Instant
from kanrules.locale import marked as _N


class MomentOfKan(StrEnum):
    """The moment of a kan, or the part of the game, that a question is about: pages list questions by it."""

    DECLARING = _N("Declaring a kan")
    CALLING = _N("Calls on a discard")
    ROBBING = _N("Ron on a kan")
    DRAWING = _N("Replacement tile and dead wall")
    TURNING = _N("Kan dora indicator")
    RIICHI = _N("Kan and riichi")
    WINNING = _N("What a kan is worth")
    PAYING = _N("Liability and payment")
    FOUR = _N("Four and five kans")
    FOULS = _N("Penalties")
    THREE = _N("Three players")
    GAME = _N("Other rules of the game")


@dataclass(frozen=True, slots=True)
class Choice:
    """One possibility of a fact left open, and the key or casebook question that answers it. `also` are casebook
    questions about the same possibility.
    """

    when: str
    name: str
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Dependence:
    """A fact that the question leaves open, and what holds in each case."""

    fact: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Moot:
    """What to say under rulesets that state certain values, because what was called a mistake is none there.

    `values` are keys with their values. The last of them has the clause that is cited.
    """

    values: tuple[tuple[str, object], ...]
    says: str


@dataclass(frozen=True, slots=True)
class Topic:
    """One question that a referee is asked.

    `keys` answer it, in the order remedy, deadline, penalty; `beside` are keys that help a referee decide, and
    `casebook` the ids of casebook questions that it touches. `depends` is set if the answer depends on a fact left
    open. `fact` is an answer that holds under every ruleset. `unsaid` is a part of it for which no ruleset has a key.
    `moot` takes the place of `depends` under rulesets where what was called a mistake is none. `names` are keys and
    casebook questions that this topic answers as well: a question about one of them is answered by the whole topic, so
    that no answer is taken for its opposite.
    """

    id: str
    question: str
    moment: MomentOfKan
    keys: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    casebook: tuple[str, ...] = ()
    depends: Dependence | None = None
    fact: str = ""
    unsaid: str = ""
    moot: Moot | None = None
    names: tuple[str, ...] = ()


_WHICH_KAN = _N("which kan it is")
_DUE = Dependence(
    _WHICH_KAN,
    (
        Choice(_N("an ankan"), "kandora.ankan"),
        Choice(_N("a daiminkan"), "kandora.daiminkan"),
        Choice(_N("a shouminkan"), "kandora.shouminkan"),
    ),
)
"""When the indicator of a kan is turned."""
_AT_ONCE = Moot(
    (
        ("kandora.enabled", True),
        ("kandora.ankan", Instant.DECLARATION),
        ("kandora.shouminkan", Instant.DECLARATION),
        ("kandora.daiminkan", Instant.DECLARATION),
    ),
    _N(
        "Turning it before the discard is not too early: under these rules, every kan dora indicator is turned at once."
    ),
)
"""Where every indicator is turned at once, an indicator turned before the discard is no foul."""
_WHEN_TURNED = ("indicator-of-an-ankan", "indicator-of-a-daiminkan", "indicator-of-a-shouminkan")

_UNTIL_WHEN = _N("until when the mistake can be corrected, and which tile counts if the hand ended first")

MERGED: dict[str, tuple[str, ...]] = {
    "wins.sticks": ("wins.own_stick", "two-robbers-one-in-riichi"),
    "furiten.temporary_ends": ("passed-kan-another-call", "passed-kan-after-own-turn"),
    "kita.in_riichi": ("kita-of-a-held-north-in-riichi", "kita-of-the-drawn-north-in-riichi"),
    "robbing-a-kita": ("thirteen-orphans-rob-a-kita", "robbing-a-kita-without-yaku"),
    "kan.dead_hand": ("penalty.dead_hand_kan",),
    "penalty.wrong_tiles": ("cost-of-wrong-tiles-corrected",),
    "chankan.ippatsu": ("ippatsu-and-chankan-second-kan",),
    "draws.noten_payment": ("draws.noten_each", "three-players-noten-payments"),
    "draws.nagashi_mangan": ("three-players-nagashi-mangan",),
    "wins.honba_value": ("three-players-honba-at-ron", "three-players-honba-at-tsumo"),
    "game.uma": ("game.uma_by", "game.floating", "game.at_start_counts"),
    "game.extension": ("game.extension_ends", "game.goal_points"),
    "game.time_limit": ("game.after_time",),
}
"""Keys and casebook questions that answer others as well, as a topic does."""
TOPICS: tuple[Topic, ...] = (
    Topic(
        "dora-late",
        _N("The kan dora indicator was turned too late, or forgotten"),
        MomentOfKan.TURNING,
        ("penalty.indicator_late",),
        ("procedure.indicator",),
        _WHEN_TURNED,
        depends=_DUE,
        unsaid=_UNTIL_WHEN,
    ),
    Topic(
        "dora-early",
        _N("The kan dora indicator was turned too early"),
        MomentOfKan.TURNING,
        ("penalty.indicator_early",),
        ("procedure.indicator",),
        (*_WHEN_TURNED, "daiminkan-indicator-seen-before-discard"),
        # When it is due comes first: under some rules it was not early at all.
        moot=_AT_ONCE,
        depends=_DUE,
        unsaid=_UNTIL_WHEN,
    ),
    Topic(
        "robbed-kan-dora",
        _N("A kan is robbed. Is its kan dora indicator turned?"),
        MomentOfKan.TURNING,
        ("kandora.robbed_kan", "chankan.until"),
        ("procedure.robbery", "procedure.shouminkan", "penalty.indicator_early"),
        names=(
            "dora-turned-then-robbed",
            "kandora.robbed_kan",
            "robbed-shouminkan-after-daiminkan",
            "robbed-shouminkan-after-shouminkan",
            "robbed-shouminkan-after-ankan",
        ),
    ),
    Topic(
        "dora-and-replacement-win",
        _N("A player wins on the replacement tile. Does the kan dora of that kan count?"),
        MomentOfKan.TURNING,
        depends=Dependence(
            _WHICH_KAN,
            (
                Choice(_N("an ankan"), "ankan-indicator-replacement-win"),
                Choice(_N("a daiminkan"), "daiminkan-indicator-replacement-win"),
                Choice(_N("a shouminkan"), "shouminkan-indicator-replacement-win"),
            ),
        ),
        names=(
            "kandora.pending_on_rinshan_win",
            "ankan-indicator-replacement-win",
            "shouminkan-indicator-replacement-win",
            "win-after-daiminkan-and-ankan",
            "win-after-daiminkan-and-shouminkan",
        ),
    ),
    Topic(
        "dora-wrong",
        _N("The wrong tile was turned as kan dora indicator"),
        MomentOfKan.TURNING,
        ("penalty.indicator_wrong_tile",),
        ("procedure.indicator", "penalty.dead_wall_exposed"),
        unsaid=_UNTIL_WHEN,
    ),
    Topic(
        "ura-seen",
        _N("An ura dora indicator was seen during the hand"),
        MomentOfKan.TURNING,
        ("penalty.ura_seen",),
        ("penalty.dead_wall_exposed",),
    ),
    Topic(
        "hasty-replacement",
        _N("The replacement tile was drawn too fast for the others to rob the kan"),
        MomentOfKan.DRAWING,
        ("penalty.hasty_replacement",),
        ("procedure.time_to_rob", "chankan.until"),
        ("late-robbery-of-a-shouminkan",),
    ),
    Topic(
        "replacement-wrong-place",
        _N("The replacement tile was taken from the wrong end"),
        MomentOfKan.DRAWING,
        ("penalty.replacement_wrongly",),
        ("procedure.replacement", "penalty.dead_wall_exposed"),
    ),
    Topic(
        "replacement-early",
        _N("The replacement tile was taken before the four tiles were shown"),
        MomentOfKan.DRAWING,
        ("penalty.replacement_wrongly",),
        ("procedure.replacement", "procedure.ankan", "procedure.daiminkan", "procedure.shouminkan"),
    ),
    Topic(
        "wrong-player",
        _N("The wrong player took the replacement tile"),
        MomentOfKan.DRAWING,
        unsaid=_N("what to do if the wrong player takes the replacement tile"),
    ),
    Topic(
        "replacement-forgotten",
        _N("A discard was made without taking the replacement tile"),
        MomentOfKan.DRAWING,
        ("penalty.replacement_forgotten",),
        ("procedure.replacement",),
        names=("hand-short",),
    ),
    Topic(
        "rob-deadline",
        _N("Chankan was called after the replacement tile was taken"),
        MomentOfKan.ROBBING,
        ("chankan.until",),
        ("procedure.robbery", "procedure.shouminkan", "chankan.passing_is_furiten"),
        ("late-robbery-of-a-shouminkan", "late-robbery-after-the-discard"),
        names=(
            "chankan.until",
            "late-robbery-of-a-shouminkan",
            "late-robbery-after-the-discard",
        ),
    ),
    Topic(
        "wrong-word",
        _N("A player called both pon and kan, or changed the word"),
        MomentOfKan.CALLING,
        ("penalty.wrong_word",),
        ("penalty.empty_call",),
        ("ron-and-daiminkan-on-one-discard",),
    ),
    Topic(
        "dead-wall-count",
        _N("The dead wall has 13 or 15 tiles when the last tile is drawn"),
        MomentOfKan.DRAWING,
        ("procedure.dead_wall",),
        ("procedure.replacement", "kan.min_live_tiles"),
        ("draws-taken-by-a-kan", "kan-with-one-live-tile-left"),
        unsaid=_N("what to do if the dead wall has one tile too few or too many"),
    ),
    Topic(
        "meld-laid-wrong",
        _N("A meld is laid out the wrong way, and furiten is disputed"),
        MomentOfKan.DECLARING,
        ("procedure.daiminkan", "procedure.shouminkan", "procedure.ankan"),
        ("display.ankan",),
        unsaid=_N("what to do about a meld that is laid out the wrong way, and whose word counts about its tile"),
    ),
    Topic(
        "time-during-kan",
        _N("Time was called during a kan"),
        MomentOfKan.DECLARING,
        ("game.after_time",),
        ("game.time_limit",),
        unsaid=_N("what happens to a kan if time is called during it"),
    ),
    Topic(
        "when-dora",
        _N("When is the kan dora indicator turned?"),
        MomentOfKan.TURNING,
        depends=_DUE,
        names=(
            "kandora.ankan",
            "kandora.daiminkan",
            "kandora.shouminkan",
        ),
    ),
    Topic(
        "robbing-a-kan",
        _N("May a kan be robbed?"),
        MomentOfKan.ROBBING,
        depends=Dependence(
            _WHICH_KAN,
            (
                Choice(_N("a shouminkan"), "robbing-a-shouminkan"),
                Choice(_N("an ankan, by thirteen orphans"), "thirteen-orphans-rob-an-ankan"),
                Choice(_N("an ankan, by any other hand"), "other-hands-rob-an-ankan"),
                Choice(_N("a daiminkan"), "robbing-a-daiminkan"),
            ),
        ),
        beside=("procedure.robbery",),
        names=(
            "robbing-a-shouminkan",
            "chankan.ankan",
            "thirteen-orphans-rob-an-ankan",
            "other-hands-rob-an-ankan",
            "robbing-a-daiminkan",
            "thirteen-orphans-rob-a-shouminkan",
            "procedure.robbery",
        ),
    ),
    Topic(
        "passed-kan",
        _N("A player does not rob a kan of the winning tile. Are they furiten?"),
        MomentOfKan.ROBBING,
        depends=Dependence(
            _N("which kan it is, and which hand waits for its tile"),
            (
                Choice(_N("a shouminkan"), "chankan.passing_is_furiten"),
                Choice(_N("a shouminkan, the player in riichi"), "passed-kan-in-riichi"),
                Choice(_N("an ankan, thirteen orphans"), "furiten-after-an-ankan-of-the-wait"),
                Choice(_N("an ankan, any other hand"), "other-hands-rob-an-ankan"),
            ),
        ),
        names=(
            "passed-ankan",
            "chankan.passing_is_furiten",
            "passed-kan-in-riichi",
            "furiten-after-an-ankan-of-the-wait",
            "passed-shouminkan-other-wait",
        ),
    ),
    Topic(
        "several-robbers",
        _N("Several players rob one kan, or win on one tile. Who wins?"),
        MomentOfKan.ROBBING,
        ("wins.simultaneous",),
        depends=Dependence(
            _N("how many players win"),
            (
                Choice(_N("two players"), "two-players-rob-one-kan"),
                Choice(_N("three players"), "three-players-wait-on-a-shouminkan"),
            ),
        ),
        names=(
            "wins.simultaneous",
            "two-players-rob-one-kan",
            "three-players-wait-on-a-shouminkan",
            "three-thirteen-orphans-on-one-ankan",
            "double-ron-with-thirteen-orphans",
            "draws.sanchahou",
        ),
    ),
    Topic(
        "last-draw",
        _N("May a kan be declared with the last tile of the wall?"),
        MomentOfKan.DECLARING,
        beside=("kan.min_live_tiles",),
        depends=Dependence(
            _WHICH_KAN,
            (
                Choice(_N("an ankan"), "ankan-of-the-last-live-tile"),
                Choice(_N("a shouminkan"), "shouminkan-of-the-last-live-tile"),
                Choice(_N("a daiminkan of the last discard"), "daiminkan-of-the-last-discard"),
            ),
        ),
        names=(
            "ankan-of-the-last-live-tile",
            "shouminkan-of-the-last-live-tile",
            "daiminkan-of-the-last-discard",
            "kan.min_live_tiles",
        ),
    ),
    Topic(
        "kan-after-call",
        _N("May a player declare a kan after calling pon or chi?"),
        MomentOfKan.DECLARING,
        depends=Dependence(
            _N("when the kan is declared"),
            (
                Choice(_N("in the turn of the call"), "ankan-straight-after-a-pon"),
                Choice(_N("in a later turn"), "kan-put-off-to-the-next-turn"),
            ),
        ),
        names=(
            "ankan-straight-after-a-pon",
            "shouminkan-straight-after-a-chi",
            "kan-put-off-to-the-next-turn",
        ),
    ),
    Topic(
        "four-kans",
        _N("What happens after four kans, and at a fifth?"),
        MomentOfKan.FOUR,
        depends=Dependence(
            _N("which players declared the four kans"),
            (
                Choice(_N("one player"), "four_kans.one_player", ("four-kans-one-player",)),
                Choice(
                    _N("several players"),
                    "four_kans.several_players",
                    ("four-kans-two-players", "four-kans-three-players", "three-players-four-kans-by-two"),
                ),
                Choice(_N("a fifth kan is declared"), "fifth_kan.policy"),
            ),
        ),
        names=(
            "four-kans-one-player",
            "four-kans-two-players",
            "four-kans-three-players",
            "three-players-four-kans-by-two",
            "fifth_kan.policy",
            "fifth-kan-as-ankan",
            "fifth-kan-as-daiminkan",
            "fifth-kan-as-shouminkan",
            "fifth-kan-after-kans-of-two-players",
            "three-players-fifth-kan",
        ),
    ),
    Topic(
        "end-by-four-kans",
        _N("When does the fourth kan end the hand, and what may still happen?"),
        MomentOfKan.FOUR,
        ("four_kans.abort_at",),
        depends=Dependence(
            _N("what happens after the fourth kan"),
            (
                Choice(_N("it is robbed"), "robbing-the-fourth-kan"),
                Choice(_N("its player wins on the replacement tile"), "fourth-kan-replacement-tile-win"),
                Choice(_N("another player wins on the discard"), "ron-on-discard-after-fourth-kan"),
                Choice(_N("another player calls the discard"), "call-of-discard-after-fourth-kan"),
            ),
        ),
        names=(
            "four_kans.abort_at",
            "robbing-the-fourth-kan",
            "fourth-kan-replacement-tile-win",
            "ron-on-discard-after-fourth-kan",
            "call-of-discard-after-fourth-kan",
        ),
    ),
    Topic(
        "pao-honba",
        _N("Who pays the honba if a player is liable?"),
        MomentOfKan.PAYING,
        depends=Dependence(
            _N("how the hand is won"),
            (
                Choice(_N("by tsumo"), "sekinin_barai.honba_on_tsumo"),
                Choice(_N("by ron on another player's discard"), "sekinin_barai.honba_on_ron"),
            ),
        ),
        names=(
            "sekinin_barai.honba_on_tsumo",
            "sekinin_barai.honba_on_ron",
        ),
    ),
    Topic(
        "who-becomes-liable",
        _N("Which player becomes liable for a yakuman (sekinin barai, pao)?"),
        MomentOfKan.PAYING,
        ("sekinin_barai.yakuman",),
        depends=Dependence(
            _N("which set the player feeds"),
            (
                Choice(_N("the second dragon"), "feeding-the-second-dragon"),
                Choice(_N("the third dragon, for a pon"), "feeding-the-third-dragon"),
                Choice(_N("the third dragon, for a daiminkan"), "feeding-the-third-dragon-to-a-daiminkan"),
                Choice(_N("the fourth wind"), "feeding-the-fourth-wind"),
                Choice(_N("the fourth kan"), "feeding-the-fourth-kan"),
            ),
        ),
        names=(
            "sekinin_barai.yakuman",
            "feeding-the-second-dragon",
            "feeding-the-third-dragon",
            "feeding-the-third-dragon-in-riichi",
            "feeding-the-third-dragon-to-a-daiminkan",
            "feeding-the-fourth-wind",
            "feeding-the-fourth-kan",
            "fed-pon-made-the-fourth-kan",
            "fed-pon-made-a-shouminkan",
        ),
    ),
    Topic(
        "what-the-liable-player-pays",
        _N("What does a liable player pay?"),
        MomentOfKan.PAYING,
        depends=Dependence(
            _N("how daisangen is won, with one honba"),
            (
                Choice(_N("by tsumo"), "daisangen-tsumo-liability"),
                Choice(_N("by ron on another player's discard"), "daisangen-ron-off-another-player"),
                Choice(_N("by ron on the liable player's discard"), "daisangen-ron-off-the-liable-player"),
            ),
        ),
        names=(
            "daisangen-tsumo-liability",
            "daisangen-ron-off-another-player",
            "daisangen-ron-off-the-liable-player",
            "daisangen-dealer-tsumo",
            "daisuushii-tsumo-liability",
            "three-players-liable-tsumo",
        ),
    ),
    Topic(
        "liable-with-other-yakuman",
        _N("The hand contains other yakuman. What is the liable player liable for?"),
        MomentOfKan.PAYING,
        ("sekinin_barai.compound",),
        casebook=("daisangen-and-tsuuiisou-tsumo", "daisangen-and-tsuuiisou-ron"),
        names=("sekinin_barai.compound", "daisangen-and-tsuuiisou-tsumo", "daisangen-and-tsuuiisou-ron"),
    ),
    Topic(
        "two-liable-players",
        _N("Two players are liable for one hand. Who pays what?"),
        MomentOfKan.PAYING,
        ("sekinin_barai.two_liable_honba",),
        casebook=("two-liable-players-tsumo",),
        names=("sekinin_barai.two_liable_honba",),
    ),
    Topic(
        "illegal-kan",
        _N("What is the penalty for an illegal kan?"),
        MomentOfKan.FOULS,
        depends=Dependence(
            _N("what is wrong with the kan"),
            (
                Choice(_N("an ankan in riichi"), "penalty.riichi_kan"),
                Choice(_N("wrong tiles"), "penalty.wrong_tiles"),
                Choice(_N("straight after a pon or chi"), "penalty.after_call"),
                Choice(_N("no tile left in the live wall"), "penalty.last_tile"),
                Choice(_N("a fifth kan"), "penalty.fifth_kan"),
            ),
        ),
    ),
    Topic(
        "illegal-riichi-kan",
        _N("What is the penalty for an illegal kan in riichi?"),
        MomentOfKan.FOULS,
        ("penalty.riichi_kan",),
        depends=Dependence(
            _N("how the hand goes on"),
            (
                Choice(_N("the offender wins by tsumo"), "illegal-riichi-kan-own-tsumo"),
                Choice(_N("another player wins"), "illegal-riichi-kan-another-player-wins"),
                Choice(_N("an exhaustive draw"), "illegal-riichi-kan-exhaustive-draw"),
                Choice(_N("the referee sees it at once"), "illegal-riichi-kan-seen-by-referee"),
                Choice(_N("it is corrected at once"), "illegal-riichi-kan-corrected"),
            ),
        ),
        beside=("riichi_kan.illegal",),
        names=(
            "illegal-riichi-kan-own-tsumo",
            "illegal-riichi-kan-another-player-wins",
            "illegal-riichi-kan-exhaustive-draw",
            "illegal-riichi-kan-seen-by-referee",
            "illegal-riichi-kan-corrected",
            "riichi_kan.illegal_found",
        ),
    ),
    Topic(
        "kan-in-riichi",
        _N("Which kans may a player in riichi declare?"),
        MomentOfKan.RIICHI,
        ("riichi_kan.level", "riichi_kan.drawn_tile_only"),
        casebook=("daiminkan-in-riichi", "riichi-kan-of-the-winning-tile"),
        names=(
            "riichi_kan.level",
            "riichi_kan.drawn_tile_only",
            "daiminkan-in-riichi",
            "riichi-kan-of-the-winning-tile",
        ),
    ),
    Topic(
        "kan-and-ippatsu",
        _N("Does a kan end ippatsu?"),
        MomentOfKan.RIICHI,
        depends=Dependence(
            _N("which player declares the kan"),
            (
                Choice(_N("another player"), "ippatsu-after-a-kan"),
                Choice(_N("the player in riichi, who wins on the replacement tile"), "ippatsu-on-own-replacement-tile"),
            ),
        ),
        names=("ippatsu-after-a-kan", "ippatsu-on-own-replacement-tile"),
    ),
    Topic(
        "chombo",
        _N("What does a chombo cost, and what happens to the hand?"),
        MomentOfKan.FOULS,
        ("procedure.chombo", "chombo.pays", "chombo.points", "chombo.sticks_returned"),
        ("chombo.with_another_win",),
        names=("procedure.chombo", "chombo.pays", "chombo.points", "chombo.sticks_returned"),
    ),
    Topic(
        "dead-wall",
        _N("How many tiles does the dead wall have, and is it refilled after a kan?"),
        MomentOfKan.DRAWING,
        ("procedure.dead_wall", "wall.refill", "wall.replacements", "wall.undrawn"),
        names=("procedure.dead_wall", "wall.refill", "wall.replacements", "wall.undrawn"),
    ),
    Topic(
        "steps-of-a-kan",
        _N("What are the steps of a kan, and in which order?"),
        MomentOfKan.DECLARING,
        depends=_DUE,
        fact=_N(
            "The player says “kan” and shows the four tiles, takes the replacement tile from the dead wall, and "
            "discards. A shouminkan can be robbed before the replacement tile is taken."
        ),
        names=("discard-after-kan",),
    ),
    Topic(
        "rinshan-after-each-kan",
        _N("After which kans is a win on the replacement tile rinshan kaihou?"),
        MomentOfKan.WINNING,
        fact=_N("After every kan: ankan, daiminkan and shouminkan. It is one han, and a yaku by itself."),
    ),
    Topic(
        "names-of-a-kan",
        _N("What are the kans and their tiles called?"),
        MomentOfKan.DECLARING,
        fact=_N(
            "Kan, also kong or quad. Ankan: a concealed kan. Daiminkan: an open kan of a discard. Shouminkan, also "
            "kakan: a kan added to a pon. The tile drawn after it is the replacement tile (rinshan tile)."
        ),
    ),
    Topic(
        "called-tile-left",
        _N("A player called a discard for a kan and did not take it"),
        MomentOfKan.DRAWING,
        beside=("procedure.daiminkan", "procedure.mistakes"),
        unsaid=_N("what to do if the called tile is not taken"),
    ),
    Topic(
        "kan-taken-back",
        _N("May a player take back a kan?"),
        MomentOfKan.CALLING,
        ("penalty.empty_call",),
        ("penalty.wrong_word", "procedure.mistakes"),
        names=("penalty.empty_call",),
    ),
    Topic(
        "mandatory",
        _N("Must a player declare a kan?"),
        MomentOfKan.DECLARING,
        fact=_N("No. A player may keep four identical tiles in the hand, and need not claim a discard for a kan."),
    ),
    Topic(
        "hand-stays-closed",
        _N("Does a kan open the hand?"),
        MomentOfKan.RIICHI,
        fact=_N(
            "An ankan leaves the hand closed. A daiminkan opens it; a shouminkan needs a pon, which has opened it."
        ),
        depends=Dependence(
            _N("which kan comes before riichi"),
            (
                Choice(_N("an ankan"), "riichi-after-an-ankan"),
                Choice(_N("a daiminkan"), "riichi-after-a-daiminkan"),
            ),
        ),
        names=(
            "riichi-after-an-ankan",
            "riichi-after-a-daiminkan",
        ),
    ),
    Topic(
        "counts-as-triplet",
        _N("Does a kan count as a triplet?"),
        MomentOfKan.WINNING,
        fact=_N("Yes. A kan counts as a triplet for every yaku, and an ankan as a concealed triplet."),
    ),
    Topic(
        "kan-fu",
        _N("How many fu is a kan worth?"),
        MomentOfKan.WINNING,
        fact=_N(
            "Simples: 8 fu for an open kan, 16 for an ankan. Terminals and honours: 16 fu for an open kan, 32 for an "
            "ankan."
        ),
    ),
    Topic(
        "who-draws",
        _N("Who plays after a kan?"),
        MomentOfKan.DECLARING,
        fact=_N(
            "The player of the kan takes the replacement tile and discards. Then the player to their right draws; "
            "after a daiminkan, players in between lose their turn."
        ),
    ),
    Topic(
        "kinds-of-kan",
        _N("Which kinds of kan are there?"),
        MomentOfKan.DECLARING,
        beside=("procedure.ankan", "procedure.daiminkan", "procedure.shouminkan"),
        fact=_N(
            "Ankan: four identical tiles from the hand. Daiminkan: three from the hand and another player's discard. "
            "Shouminkan: the fourth tile from the hand, added to a pon."
        ),
    ),
    Topic(
        "kan-layout",
        _N("How are the tiles of a kan laid out?"),
        MomentOfKan.DECLARING,
        ("procedure.ankan", "procedure.daiminkan", "procedure.shouminkan"),
        ("display.ankan",),
        names=(
            "procedure.ankan",
            "procedure.daiminkan",
            "procedure.shouminkan",
            "display.ankan",
        ),
    ),
    Topic(
        "fourth-from-discard",
        _N("May another player's discard be added to a pon?"),
        MomentOfKan.CALLING,
        beside=("procedure.shouminkan",),
        fact=_N("No. Only a tile from the player's own hand can be added to a pon."),
    ),
    Topic(
        "kan-is-no-yaku",
        _N("Is a kan worth a yaku or han?"),
        MomentOfKan.WINNING,
        beside=("kandora.enabled",),
        fact=_N(
            "No. A kan alone is not a yaku and adds no han. Three kans of one player are sankantsu, four are suukantsu."
        ),
    ),
    Topic(
        "rinshan-han",
        _N("How many han are rinshan kaihou and chankan worth?"),
        MomentOfKan.WINNING,
        fact=_N(
            "One han each. A win on the replacement tile is a win by tsumo, so a closed hand has menzen tsumo as well."
        ),
    ),
    Topic(
        "suukantsu-value",
        _N("What is suukantsu worth?"),
        MomentOfKan.WINNING,
        ("scoring.double_yakuman",),
        casebook=("four-kans-one-player",),
        fact=_N(
            "Suukantsu, four kans of one player, is a yakuman. A single yakuman is worth 32,000 points by ron, or "
            "48,000 for the dealer."
        ),
    ),
    Topic(
        "kyuushu-after-kan",
        _N("May a player end the hand by kyuushu kyuuhai after a kan?"),
        MomentOfKan.DECLARING,
        ("draws.kyuushu_kyuuhai",),
        fact=_N("No. A kan by any player ends the right to kyuushu kyuuhai."),
    ),
    Topic(
        "double-riichi-after-a-kan",
        _N("Is riichi after a kan in the first go-around double riichi?"),
        MomentOfKan.RIICHI,
        beside=("riichi.double",),
        casebook=("double-riichi-after-an-ankan", "ippatsu-after-a-kan"),
        fact=_N(
            "No. A kan by any player interrupts the first go-around. A double riichi that was declared before the kan "
            "keeps its value."
        ),
        names=("double-riichi-after-an-ankan",),
    ),
    Topic(
        "when-kan",
        _N("When may a player declare a kan?"),
        MomentOfKan.DECLARING,
        beside=("procedure.ankan", "procedure.daiminkan", "procedure.shouminkan"),
        casebook=("kan-put-off-to-the-next-turn",),
        fact=_N(
            "Ankan and shouminkan: in the player's own turn, after the draw and before the discard. Daiminkan: when "
            "another player, in any seat, discards the fourth tile."
        ),
    ),
    Topic(
        "how-many-indicators",
        _N("How many indicators does a kan turn?"),
        MomentOfKan.TURNING,
        ("kandora.enabled",),
        casebook=("indicators-after-four-kans",),
        fact=_N("One, where kan dora are played. With the first indicator, four kans make five."),
    ),
    Topic(
        "whose-dora",
        _N("Which players does a kan dora count for?"),
        MomentOfKan.TURNING,
        ("kandora.enabled",),
        fact=_N("It counts for the winner of the hand, no matter who declared the kan."),
    ),
    Topic(
        "red-five-in-kan",
        _N("Does a red five in a kan count as a dora?"),
        MomentOfKan.TURNING,
        ("scoring.red_fives",),
        fact=_N(
            "Yes. A kan of fives may contain red fives. Where they are played, each one is a dora in the hand and in "
            "melds, kans included."
        ),
    ),
    Topic(
        "tenhou-after-ankan",
        _N("The dealer declares an ankan in the first turn and wins. Is it tenhou?"),
        MomentOfKan.WINNING,
        casebook=("chiihou-after-an-ankan",),
        fact=_N("No. A win on a replacement tile is rinshan kaihou, never tenhou."),
        names=("chiihou-after-an-ankan",),
    ),
    Topic(
        "after-a-robbery",
        _N("What becomes of a kan that is robbed?"),
        MomentOfKan.ROBBING,
        beside=("kandora.robbed_kan",),
        casebook=("robbed-kan-indicator",),
        fact=_N(
            "The kan is not completed. Its player takes no replacement tile, and pays the winner as for a discarded "
            "tile."
        ),
    ),
    Topic(
        "who-pays-replacement-win",
        _N("Who pays for a win on a replacement tile?"),
        MomentOfKan.PAYING,
        depends=Dependence(
            _N("after which kan"),
            (
                Choice(_N("a daiminkan"), "daiminkan-replacement-win-liability"),
                Choice(_N("a daiminkan, then an ankan"), "daiminkan-then-ankan-win-liability"),
            ),
        ),
        fact=_N("It is a win by tsumo: all other players pay, unless one of them is liable."),
        names=(
            "daiminkan-replacement-win-liability",
            "daiminkan-then-ankan-win-liability",
            "sekinin_barai.daiminkan_rinshan_scored",
            "fed-fourth-kan-replacement-win",
        ),
    ),
    Topic(
        "kan-and-seven-pairs",
        _N("Can four identical tiles be part of seven pairs?"),
        MomentOfKan.WINNING,
        fact=_N("No. Four identical tiles are not two pairs, and a kan is a meld, which seven pairs cannot have."),
    ),
    Topic(
        "mixed-kans",
        _N("Do open kans count for sankantsu and suukantsu?"),
        MomentOfKan.WINNING,
        casebook=("value-of-three-kans",),
        fact=_N("Yes. Ankan, daiminkan and shouminkan all count, in any combination."),
        names=("value-of-three-kans",),
    ),
    Topic(
        "furiten-and-robbery",
        _N("May a player in furiten rob a kan?"),
        MomentOfKan.ROBBING,
        casebook=("thirteen-orphans-rob-own-discard",),
        fact=_N("No. Robbing a kan is a win by ron, which a player in furiten cannot declare."),
    ),
    Topic(
        "ron-or-kan",
        _N("One player calls ron, another kan, on the same discard. Which call takes effect?"),
        MomentOfKan.CALLING,
        depends=Dependence(
            _N("when ron is called"),
            (
                Choice(_N("at the same time"), "ron-and-daiminkan-on-one-discard"),
                Choice(_N("after the replacement tile is drawn"), "late-ron-on-a-daiminkans-tile"),
            ),
        ),
        names=("ron-and-daiminkan-on-one-discard", "late-ron-on-a-daiminkans-tile", "kan.late_ron"),
    ),
    Topic(
        "chi-or-kan",
        _N("One player calls chi, another pon or kan, on the same discard. Which call takes effect?"),
        MomentOfKan.CALLING,
        ("calls.priority",),
        depends=Dependence(
            _N("when kan is called"),
            (
                Choice(_N("at the same time"), "chi-and-daiminkan-on-one-discard"),
                Choice(_N("later"), "late-daiminkan-against-a-chi"),
            ),
        ),
        names=("calls.priority", "chi-and-daiminkan-on-one-discard", "late-daiminkan-against-a-chi"),
    ),
    Topic(
        "late-kan-call",
        _N("Until when may a player claim a discard for a kan?"),
        MomentOfKan.CALLING,
        ("procedure.daiminkan",),
        ("calls.priority", "procedure.mistakes"),
        ("late-daiminkan-against-a-chi",),
    ),
    Topic(
        "kan-not-announced",
        _N("Must a player say “kan” aloud?"),
        MomentOfKan.CALLING,
        ("procedure.ankan", "procedure.daiminkan", "procedure.shouminkan"),
        ("penalty.wrong_word", "procedure.mistakes"),
    ),
    Topic(
        "pon-and-kan-on-one-discard",
        _N("One player calls pon, another kan, on the same discard. Which call takes effect?"),
        MomentOfKan.CALLING,
        beside=("penalty.empty_call",),
        fact=_N(
            "Only one of them can be right. A pon takes two tiles from the hand and a daiminkan three; with the "
            "discard that makes six, and there are four of each kind."
        ),
    ),
    Topic(
        "claiming-the-discard-after-a-kan",
        _N("May the discard after a kan be claimed?"),
        MomentOfKan.CALLING,
        casebook=("daiminkan-indicator-ron-on-discard", "call-of-discard-after-fourth-kan"),
        fact=_N(
            "Yes, like any other discard: for chi, pon, kan, or ron. A ron on it is no yaku by itself, and is paid "
            "like any other ron. After a fourth kan, the hand may end first."
        ),
    ),
    Topic(
        "kan-in-furiten",
        _N("May a player in furiten declare a kan and win on the replacement tile?"),
        MomentOfKan.DECLARING,
        fact=_N("Yes. Furiten forbids only a win by ron. A win on the replacement tile is a win by tsumo."),
    ),
    Topic(
        "riichi-discard-claimed",
        _N("The discard that declares riichi is claimed for a kan. Does the riichi stand?"),
        MomentOfKan.RIICHI,
        casebook=("ippatsu-after-a-kan",),
        fact=_N("Yes. The riichi stands and its stick is paid, unless the discard is won on by ron."),
    ),
    Topic(
        "tiles-with-kans",
        _N("How many tiles does a hand with kans have?"),
        MomentOfKan.DRAWING,
        fact=_N(
            "One more for each kan, melds included: 13 while waiting and 14 at a win without a kan, 14 and 15 with "
            "one kan, 17 and 18 with four."
        ),
    ),
    Topic(
        "kan-of-the-dora-tile",
        _N("How many dora is a kan of the dora tile worth?"),
        MomentOfKan.TURNING,
        ("kandora.enabled",),
        fact=_N("Four. If two indicators point to the same tile, each of its four tiles counts twice: eight."),
    ),
    Topic(
        "sticks-after-four-kan-draw",
        _N("Who takes the riichi sticks after a four-kan draw?"),
        MomentOfKan.FOUR,
        casebook=("riichi-with-discard-after-fourth-kan", "dealer-after-four-kan-draw"),
        fact=_N("Nobody. They stay on the table, and the next player to win a hand takes them."),
    ),
)
"""Every topic, in the order in which it is listed."""


@cache
def heads() -> dict[str, str]:
    """Return the id of every subject that another one answers as well, and the id of that one."""
    # A penalty is answered by the topic that also says what is done about the mistake.
    found = {
        topic.keys[0]: topic.id for topic in reversed(TOPICS) if topic.keys and topic.keys[0].startswith("penalty.")
    }
    found |= {name: topic.id for topic in TOPICS for name in topic.names}
    return found | {name: head for head, names in MERGED.items() for name in names}


def topic(id: str) -> Topic | None:
    """Return the topic with an id; None if there is none."""
    return next((one for one in TOPICS if one.id == id), None)
