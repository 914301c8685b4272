"""Questions that no single key or casebook question answers: what can go wrong around a kan, what holds under every
ruleset, and what depends on a fact that the question leaves open.
"""

from __future__ import annotations

from kanrules.frozen import dataclass
from kanrules.law.options import Instant
from kanrules.locale import marked as _N


@dataclass(frozen=True, slots=True)
class Choice:
    """One possibility of a fact left open, and the key or casebook question that answers it."""

    when: str
    name: str


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
    `moot` takes the place of `depends` under rulesets where what was called a mistake is none.
    """

    id: str
    question: str
    keys: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    casebook: tuple[str, ...] = ()
    depends: Dependence | None = None
    fact: str = ""
    unsaid: str = ""
    moot: Moot | None = None


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

ALSO_TOLD: dict[str, tuple[str, ...]] = {"two-robbers-one-in-riichi": ("wins.sticks",)}
"""Keys that are told with a casebook question because it is narrower than what people mean by it: who asks about the
sticks when two players rob a kan asks about all of them, not only about the winner's own.
"""
TOPICS: tuple[Topic, ...] = (
    Topic(
        "dora-late",
        _N("The kan dora indicator was turned too late, or forgotten"),
        ("penalty.indicator_late",),
        ("procedure.indicator",),
        _WHEN_TURNED,
        depends=_DUE,
        unsaid=_UNTIL_WHEN,
    ),
    Topic(
        "dora-early",
        _N("The kan dora indicator was turned too early"),
        ("penalty.indicator_early",),
        ("procedure.indicator",),
        (*_WHEN_TURNED, "daiminkan-indicator-seen-before-discard"),
        # When it is due comes first: under some rules it was not early at all.
        moot=_AT_ONCE,
        depends=_DUE,
        unsaid=_UNTIL_WHEN,
    ),
    Topic(
        "dora-turned-then-robbed",
        _N("The kan dora indicator was turned, and then the kan was robbed"),
        ("kandora.robbed_kan", "chankan.until"),
        ("procedure.robbery", "procedure.shouminkan", "penalty.indicator_early"),
        ("robbed-kan-indicator",),
    ),
    Topic(
        "dora-wrong",
        _N("The wrong tile was turned as kan dora indicator"),
        ("penalty.indicator_wrong_tile",),
        ("procedure.indicator", "penalty.dead_wall_exposed"),
        unsaid=_UNTIL_WHEN,
    ),
    Topic(
        "ura-seen",
        _N("An ura dora indicator was seen during the hand"),
        ("penalty.ura_seen",),
        ("penalty.dead_wall_exposed",),
    ),
    Topic(
        "hasty-replacement",
        _N("The replacement tile was drawn too fast for the others to rob the kan"),
        ("penalty.hasty_replacement",),
        ("procedure.time_to_rob", "chankan.until"),
        ("late-robbery-of-a-shouminkan",),
    ),
    Topic(
        "replacement-wrong-place",
        _N("The replacement tile was taken from the wrong end"),
        ("penalty.replacement_wrongly",),
        ("procedure.replacement", "penalty.dead_wall_exposed"),
    ),
    Topic(
        "replacement-early",
        _N("The replacement tile was taken before the four tiles were shown"),
        ("penalty.replacement_wrongly",),
        ("procedure.replacement", "procedure.ankan", "procedure.daiminkan", "procedure.shouminkan"),
    ),
    Topic(
        "wrong-player",
        _N("The wrong player took the replacement tile"),
        unsaid=_N("what to do if the wrong player takes the replacement tile"),
    ),
    Topic(
        "replacement-forgotten",
        _N("A discard was made without taking the replacement tile"),
        ("penalty.replacement_forgotten",),
        ("procedure.replacement",),
    ),
    Topic(
        "rob-deadline",
        _N("Chankan was called after the replacement tile was taken"),
        ("chankan.until",),
        ("procedure.robbery", "procedure.shouminkan", "chankan.passing_is_furiten"),
        ("late-robbery-of-a-shouminkan", "late-robbery-after-the-discard"),
    ),
    Topic(
        "wrong-word",
        _N("A player called both pon and kan, or changed the word"),
        ("penalty.wrong_word",),
        ("penalty.empty_call",),
        ("ron-and-daiminkan-on-one-discard",),
    ),
    Topic(
        "dead-wall-count",
        _N("The dead wall has 13 or 15 tiles when the last tile is drawn"),
        ("procedure.dead_wall",),
        ("procedure.replacement", "kan.min_live_tiles"),
        ("draws-taken-by-a-kan", "kan-with-one-live-tile-left"),
        unsaid=_N("what to do if the dead wall has one tile too few or too many"),
    ),
    Topic(
        "meld-laid-wrong",
        _N("A meld is laid out the wrong way, and furiten is disputed"),
        ("procedure.daiminkan", "procedure.shouminkan", "procedure.ankan"),
        ("display.ankan",),
        unsaid=_N("what to do about a meld that is laid out the wrong way, and whose word counts about its tile"),
    ),
    Topic(
        "hand-short",
        _N("A hand is a tile short after a kan"),
        ("penalty.replacement_forgotten",),
        ("procedure.replacement",),
    ),
    Topic(
        "time-during-kan",
        _N("Time was called during a kan"),
        ("game.after_time",),
        ("game.time_limit",),
        unsaid=_N("what happens to a kan if time is called during it"),
    ),
    Topic(
        "when-dora",
        _N("When is the kan dora indicator turned?"),
        depends=_DUE,
    ),
    Topic(
        "robbing-a-kan",
        _N("May a kan be robbed?"),
        depends=Dependence(
            _WHICH_KAN,
            (
                Choice(_N("a shouminkan"), "robbing-a-shouminkan"),
                Choice(_N("an ankan"), "chankan.ankan"),
                Choice(_N("a daiminkan"), "robbing-a-daiminkan"),
            ),
        ),
        beside=("procedure.robbery",),
    ),
    Topic(
        "passed-ankan",
        _N("Is a player furiten after an ankan of the winning tile?"),
        depends=Dependence(
            _N("which hand waits for the tile"),
            (
                Choice(_N("any hand but thirteen orphans"), "other-hands-rob-an-ankan"),
                Choice(_N("thirteen orphans"), "furiten-after-an-ankan-of-the-wait"),
            ),
        ),
    ),
    Topic(
        "last-draw",
        _N("May a kan be declared with the last tile of the wall?"),
        keys=("kan.min_live_tiles",),
        depends=Dependence(
            _WHICH_KAN,
            (
                Choice(_N("an ankan"), "ankan-of-the-last-live-tile"),
                Choice(_N("a shouminkan"), "shouminkan-of-the-last-live-tile"),
                Choice(_N("a daiminkan of the last discard"), "daiminkan-of-the-last-discard"),
            ),
        ),
    ),
    Topic(
        "kan-after-call",
        _N("May a player declare a kan after calling pon or chi?"),
        depends=Dependence(
            _N("when the kan is declared"),
            (
                Choice(_N("in the turn of the call"), "ankan-straight-after-a-pon"),
                Choice(_N("in a later turn"), "kan-put-off-to-the-next-turn"),
            ),
        ),
    ),
    Topic(
        "four-kans",
        _N("What happens after four kans?"),
        depends=Dependence(
            _N("which players declared the four kans"),
            (
                Choice(_N("one player"), "four_kans.one_player"),
                Choice(_N("several players"), "four_kans.several_players"),
            ),
        ),
    ),
    Topic(
        "pao-honba",
        _N("Who pays the honba if a player is liable?"),
        depends=Dependence(
            _N("how the hand is won"),
            (
                Choice(_N("by tsumo"), "sekinin_barai.honba_on_tsumo"),
                Choice(_N("by ron on another player's discard"), "sekinin_barai.honba_on_ron"),
            ),
        ),
    ),
    Topic(
        "two-liable-players",
        _N("Two players are liable for one hand. Who pays what?"),
        ("sekinin_barai.two_liable_honba",),
        casebook=("two-liable-players-tsumo",),
    ),
    Topic(
        "illegal-kan",
        _N("What is the penalty for an illegal kan?"),
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
        ("riichi_kan.illegal",),
        depends=Dependence(
            _N("how the hand goes on"),
            (
                Choice(_N("the offender wins by tsumo"), "illegal-riichi-kan-own-tsumo"),
                Choice(_N("another player wins"), "illegal-riichi-kan-another-player-wins"),
                Choice(_N("an exhaustive draw"), "illegal-riichi-kan-exhaustive-draw"),
                Choice(_N("the referee sees it at once"), "illegal-riichi-kan-seen-by-referee"),
            ),
        ),
        beside=("penalty.riichi_kan",),
    ),
    Topic(
        "mandatory",
        _N("Must a player declare a kan?"),
        fact=_N("No. A player may keep four identical tiles in the hand, and need not claim a discard for a kan."),
    ),
    Topic(
        "hand-stays-closed",
        _N("Does a kan open the hand?"),
        casebook=("riichi-after-an-ankan",),
        fact=_N(
            "An ankan leaves the hand closed. A daiminkan opens it; a shouminkan needs a pon, which has opened it."
        ),
    ),
    Topic(
        "counts-as-triplet",
        _N("Does a kan count as a triplet?"),
        fact=_N("Yes. A kan counts as a triplet for every yaku, and an ankan as a concealed triplet."),
    ),
    Topic(
        "kan-fu",
        _N("How many fu is a kan worth?"),
        fact=_N(
            "Simples: 8 fu for an open kan, 16 for an ankan. Terminals and honours: 16 fu for an open kan, 32 for an "
            "ankan."
        ),
    ),
    Topic(
        "who-draws",
        _N("Who plays after a kan?"),
        fact=_N(
            "The player of the kan takes the replacement tile and discards. Then the player to their right draws; "
            "after a daiminkan, players in between lose their turn."
        ),
    ),
    Topic(
        "kinds-of-kan",
        _N("Which kinds of kan are there?"),
        beside=("procedure.ankan", "procedure.daiminkan", "procedure.shouminkan"),
        fact=_N(
            "Ankan: four identical tiles from the hand. Daiminkan: three from the hand and another player's discard. "
            "Shouminkan: the fourth tile from the hand, added to a pon."
        ),
    ),
    Topic(
        "kan-layout",
        _N("How are the tiles of a kan laid out?"),
        ("procedure.ankan", "procedure.daiminkan", "procedure.shouminkan"),
        ("display.ankan",),
    ),
    Topic(
        "discard-after-kan",
        _N("Must the player of a kan discard?"),
        fact=_N("Yes. After the replacement tile the player discards, unless they win or declare another kan."),
    ),
    Topic(
        "fourth-from-discard",
        _N("May another player's discard be added to a pon?"),
        beside=("procedure.shouminkan",),
        fact=_N("No. Only a tile from the player's own hand can be added to a pon."),
    ),
    Topic(
        "kan-is-no-yaku",
        _N("Is a kan worth a yaku or han?"),
        beside=("kandora.enabled",),
        fact=_N(
            "No. A kan alone is not a yaku and adds no han. Three kans of one player are sankantsu, four are suukantsu."
        ),
    ),
    Topic(
        "rinshan-han",
        _N("How many han are rinshan kaihou and chankan worth?"),
        fact=_N(
            "One han each. A win on the replacement tile is a win by tsumo, so a closed hand has menzen tsumo as well."
        ),
    ),
    Topic(
        "suukantsu-value",
        _N("What is suukantsu worth?"),
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
        ("draws.kyuushu_kyuuhai",),
        fact=_N("No. A kan by any player ends the right to kyuushu kyuuhai."),
    ),
    Topic(
        "double-riichi-after-a-kan",
        _N("Is riichi after a kan in the first go-around double riichi?"),
        beside=("riichi.double",),
        casebook=("double-riichi-after-an-ankan", "ippatsu-after-a-kan"),
        fact=_N(
            "No. A kan by any player interrupts the first go-around. A double riichi that was declared before the kan "
            "keeps its value."
        ),
    ),
    Topic(
        "when-kan",
        _N("When may a player declare a kan?"),
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
        ("kandora.enabled",),
        casebook=("indicators-after-four-kans",),
        fact=_N("One, where kan dora are played. With the first indicator, four kans make five."),
    ),
    Topic(
        "whose-dora",
        _N("Which players does a kan dora count for?"),
        ("kandora.enabled",),
        fact=_N("It counts for the winner of the hand, no matter who declared the kan."),
    ),
    Topic(
        "red-five-in-kan",
        _N("Does a red five in a kan count as a dora?"),
        ("scoring.red_fives",),
        fact=_N(
            "Yes. A kan of fives may contain red fives. Where they are played, each one is a dora in the hand and in "
            "melds, kans included."
        ),
    ),
    Topic(
        "tenhou-after-ankan",
        _N("The dealer declares an ankan in the first turn and wins. Is it tenhou?"),
        casebook=("chiihou-after-an-ankan",),
        fact=_N("No. A win on a replacement tile is rinshan kaihou, never tenhou."),
    ),
    Topic(
        "after-a-robbery",
        _N("What becomes of a kan that is robbed?"),
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
        ("sekinin_barai.daiminkan_rinshan",),
        casebook=("daiminkan-replacement-win-liability",),
        fact=_N("It is a win by tsumo: all other players pay, unless one of them is liable."),
    ),
    Topic(
        "kan-and-seven-pairs",
        _N("Can four identical tiles be part of seven pairs?"),
        fact=_N("No. Four identical tiles are not two pairs, and a kan is a meld, which seven pairs cannot have."),
    ),
    Topic(
        "mixed-kans",
        _N("Do open kans count for sankantsu and suukantsu?"),
        casebook=("value-of-three-kans",),
        fact=_N("Yes. Ankan, daiminkan and shouminkan all count, in any combination."),
    ),
    Topic(
        "furiten-and-robbery",
        _N("May a player in furiten rob a kan?"),
        casebook=("thirteen-orphans-rob-own-discard",),
        fact=_N("No. Robbing a kan is a win by ron, which a player in furiten cannot declare."),
    ),
    Topic(
        "late-kan-call",
        _N("Until when may a player claim a discard for a kan?"),
        ("procedure.daiminkan",),
        ("calls.priority", "procedure.mistakes"),
        ("late-daiminkan-against-a-chi",),
    ),
    Topic(
        "kan-not-announced",
        _N("Must a player say “kan” aloud?"),
        ("procedure.ankan", "procedure.daiminkan", "procedure.shouminkan"),
        ("penalty.wrong_word", "procedure.mistakes"),
    ),
    Topic(
        "pon-and-kan-on-one-discard",
        _N("One player calls pon, another kan, on the same discard. Which call takes effect?"),
        beside=("penalty.empty_call",),
        fact=_N(
            "Only one of them can be right. A pon takes two tiles from the hand and a daiminkan three; with the "
            "discard that makes six, and there are four of each kind."
        ),
    ),
    Topic(
        "claiming-the-discard-after-a-kan",
        _N("May the discard after a kan be claimed?"),
        casebook=("daiminkan-indicator-ron-on-discard", "call-of-discard-after-fourth-kan"),
        fact=_N(
            "Yes, like any other discard: for chi, pon, kan, or ron. A ron on it is no yaku by itself, and is paid "
            "like any other ron. After a fourth kan, the hand may end first."
        ),
    ),
    Topic(
        "kan-in-furiten",
        _N("May a player in furiten declare a kan and win on the replacement tile?"),
        fact=_N("Yes. Furiten forbids only a win by ron. A win on the replacement tile is a win by tsumo."),
    ),
    Topic(
        "riichi-discard-claimed",
        _N("The discard that declares riichi is claimed for a kan. Does the riichi stand?"),
        casebook=("ippatsu-after-a-kan",),
        fact=_N("Yes. The riichi stands and its stick is paid, unless the discard is won on by ron."),
    ),
    Topic(
        "tiles-with-kans",
        _N("How many tiles does a hand with kans have?"),
        fact=_N(
            "One more for each kan, melds included: 13 while waiting and 14 at a win without a kan, 14 and 15 with "
            "one kan, 17 and 18 with four."
        ),
    ),
    Topic(
        "kan-of-the-dora-tile",
        _N("How many dora is a kan of the dora tile worth?"),
        ("kandora.enabled",),
        fact=_N("Four. If two indicators point to the same tile, each of its four tiles counts twice: eight."),
    ),
    Topic(
        "sticks-after-four-kan-draw",
        _N("Who takes the riichi sticks after a four-kan draw?"),
        casebook=("riichi-with-discard-after-fourth-kan", "dealer-after-four-kan-draw"),
        fact=_N("Nobody. They stay on the table, and the next player to win a hand takes them."),
    ),
)
"""Every topic, in the order in which it is listed."""


def topic(id: str) -> Topic | None:
    """Return the topic with an id; None if there is none."""
    return next((one for one in TOPICS if one.id == id), None)
