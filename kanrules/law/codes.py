"""The reason codes, one row each: the text, when it is given, the deciding keys, how serious it is, and the foul."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field

from kanrules.frozen import frozen
from kanrules.law.tables.kandora_keys import TIMINGS
from kanrules.locale import marked as _N
from kanrules.locale.sentences import Sentence
from kanrules.rulings import Objection


@frozen
class Code:
    """One reason code, with everything known about it."""

    code: str
    says: str
    """Meaning of the code in a few words."""
    when: str
    """A sentence that says when the code is given."""
    example: str
    """An example of a file or a play that gives the code."""
    keys: tuple[str, ...] = ()
    """Ruleset keys that affect when the code is given."""
    slug: str = ""
    """The word that `check` prints with the code, if it is a problem of a file."""
    gravity: int = 0
    """How serious the code is as an objection to a kan. Of several, the most serious comes first, and those of plugins
    come last.
    """
    foul: str = ""
    """The foul that a kan is if this code objects to it; see `[penalty]`."""
    hidden: bool = False
    """True if no player can see the fault before the hand is shown, so that the hand continues after such a kan."""
    of_kan: bool = False
    """True if the code is a ruling on a kan, its dora indicator, or liability."""
    sentences: Mapping[str, str] = field(default_factory=dict)
    """Sentences that a finding with this code may use, by name. They are templates with placeholders."""


_LEVEL = ("riichi_kan.level",)
_TIMING = ("kandora.enabled", *TIMINGS)
_FOUR = (
    "four_kans.several_players",
    "four_kans.one_player",
    "four_kans.abort_at",
    "four_kans.dealer",
    "four_kans.riichi_stick",
)
_LIABLE = ("sekinin_barai.yakuman", "sekinin_barai.concealed_sets_count", "sekinin_barai.completed_by_kan")

_ROWS = (
    Code(
        "KR101",
        _N("unknown key or table"),
        _N(
            "A ruleset has a key or a table that does not exist, often because of a typo, a term "
            "from another ruleset, or the wrong table."
        ),
        _N('[kandora] has a line kakan = "discard"; the key is shouminkan.'),
        slug="unknown-key",
    ),
    Code(
        "KR102",
        _N("bad value"),
        _N("The key exists and the value has the right type, but the key does not accept it."),
        _N(
            '[kandora] has daiminkan = "discrad"; expected are declaration, rinshan_draw, discard, discard_passed, '
            "never."
        ),
        slug="bad-value",
    ),
    Code(
        "KR103",
        _N("wrong type"),
        _N(
            "A value has the wrong type: a string instead of true or false, a number in quotes, or a "
            "single word instead of a list."
        ),
        _N('[kandora] has ura = "true"; it is true, without quotes.'),
        slug="wrong-type",
    ),
    Code(
        "KR104",
        _N("unreadable file (missing, syntax, encoding, size)"),
        _N(
            "The file does not exist, or it is not TOML: quotes or an = are missing, a table appears "
            "twice, the encoding is not UTF-8, or the file is far too big. kanrules skips the invalid lines and checks "
            "the rest."
        ),
        _N('ankan = discard has no quotes; it is ankan = "discard".'),
        slug="unreadable",
    ),
    Code(
        "KR105",
        _N("no such ruleset"),
        _N("No ruleset has this id, or the file that extends names does not exist."),
        _N(
            'extends = "ema-2061"; the id is ema-2016. A file next to this one is named with its '
            'extension: extends = "base.toml".'
        ),
        slug="no-ruleset",
    ),
    Code(
        "KR106",
        _N("circle of parents"),
        _N("A ruleset extends itself through its parents."),
        _N("a.toml extends b.toml, and b.toml extends a.toml."),
        slug="circle",
    ),
    Code(
        "KR107",
        _N("id differs from the file name, or is used twice"),
        _N(
            "The id in [ruleset] differs from the file name without .toml, or two rulesets have the "
            "same id. Rulings name the id."
        ),
        _N('thursday.toml has id = "friday".'),
        slug="id",
    ),
    Code(
        "KR108",
        _N("plugin missing, refused or faulty"),
        _N(
            "A plugin of the ruleset is not installed, is a local file that was not allowed, raises "
            "an exception, or returns the wrong type."
        ),
        _N('plugins = ["./house.py"] without --allow-local-plugins.'),
        slug="plugin",
    ),
    Code(
        "KR109",
        _N("line has no effect"),
        _N(
            "Warning: the line is valid but changes nothing, because another line overrides it or "
            "because it applies to something that this ruleset does not have."
        ),
        _N("kandora.ankan is set, and kandora.enabled is false."),
        slug="no-effect",
    ),
    Code(
        "KR110",
        _N("lines contradict each other"),
        _N("Warning: two lines contradict each other."),
        _N('chombo.pays = "points" while chombo.points is 0.'),
        slug="contradiction",
    ),
    Code(
        "KR111",
        _N("impossible case or record"),
        _N(
            "A case, a hand or a record describes something impossible: five copies of a tile, or a "
            "pon of a tile that was not discarded."
        ),
        _N("A case gives south five 5p."),
    ),
    Code(
        "KR112",
        _N("the record contradicts itself"),
        _N(
            "A record states the same fact twice with different values: scores from one hand to the "
            "next, the dora indicators listed at a win, or the han of the yaku and their sum. One of "
            "the two is wrong under any ruleset. The rest of the record is still checked."
        ),
        _N("East 2 begins with 26,000 points for west, who had 25,000 at the end of east 1."),
    ),
    Code(
        "KR201",
        _N("four tiles not held, or no such pon"),
        _N("The kan needs tiles that the player does not hold, or a pon that the player never called."),
        _N("South declares an ankan of 5p with only three of them."),
        gravity=90,
        foul="wrong_tiles",
        of_kan=True,
        sentences={
            "four": _N("{action}: {seat} holds {count} of the four {tile}"),
            "no_pon": _N("{action}: {seat} has no pon of {tile}"),
            "fourth": _N("{action}: {seat} does not hold the fourth {tile}"),
            "three": _N("{action}: {seat} holds {count} of the three {tile} needed"),
            "no_run": _N("{action}: these tiles are not a run"),
            "no_triplet": _N("{action}: these tiles are not a triplet"),
            "not_held": _N("{action}: {seat} does not hold these tiles"),
            "in_riichi": _N("the four {tile} are not held"),
            "no_north": _N("{seat} kita: {seat} does not hold a north"),
        },
    ),
    Code(
        "KR202",
        _N("not this player's turn, or after a chi or pon"),
        _N(
            "A player may declare an ankan or a shouminkan only after drawing a tile: not in another "
            "player's turn, and not in a turn that began with chi or pon."
        ),
        _N("West calls pon and declares an ankan before discarding."),
        gravity=130,
        foul="after_call",
        of_kan=True,
        sentences={
            "turn": _N("it is not {seat}'s turn"),
            "action_turn": _N("{action}: it is not {seat}'s turn"),
            "called": _N("{seat} has called a tile and not drawn one, and must not declare a kan in this turn"),
            "no_discard": _N("{seat} cannot call {tile}: it is not the tile just discarded"),
            "not_discarded": _N("{action}: no other player has just discarded {tile}"),
            "next_player": _N("{action}: only the next player may call chi"),
            "no_tile": _N("{seat} ron: there is no tile to win on"),
            "not_drawn": _N("{seat} tsumo: {seat} has not just drawn"),
        },
    ),
    Code(
        "KR203",
        _N("no live tile left, or the last discard"),
        _N(
            "A kan takes a replacement tile, and the live wall has no tile left to refill the dead "
            "wall. For the same reason, the last discard cannot be called for a kan."
        ),
        _N("The last tile of the wall is drawn, and it is the fourth 9s."),
        ("kan.min_live_tiles",),
        gravity=100,
        foul="last_tile",
        of_kan=True,
        sentences={
            "none": _N("no tile is left in the live wall"),
            "few": _N("{count} tiles are left in the live wall; a kan needs {needed}"),
            "few_one": _N("1 tile is left in the live wall; a kan needs {needed}"),
            "few_for_kita": _N("{count} tiles are left in the live wall; a kita needs {needed}"),
            "few_for_kita_one": _N("1 tile is left in the live wall; a kita needs {needed}"),
        },
    ),
    Code(
        "KR204",
        _N("waits would change"),
        _N("In riichi, the kan would change the waits of the hand."),
        _N("3444m778899s333z waits for 2m 3m 5m; after a kan of 4m it waits for 3m."),
        (*_LEVEL, "riichi_kan.winning_draw"),
        gravity=40,
        foul="riichi_kan",
        hidden=True,
        of_kan=True,
        sentences={
            "other": _N("{now}; after the kan of {tile} for {waits}"),
            "only": _N("{now}; after the kan of {tile} only for {waits}"),
            "nothing": _N("{now}; after the kan of {tile} it has no waits"),
        },
    ),
    Code(
        "KR205",
        _N("a reading would be lost"),
        _N(
            "In riichi, the waits stay the same, but one reading of the hand would be lost: the "
            "three tiles are not a triplet in every reading."
        ),
        _N("5556888s678p123m with a drawn 8s: with 7s the hand also reads 555s 678s 88s; after the kan it cannot."),
        _LEVEL,
        gravity=30,
        foul="riichi_kan",
        hidden=True,
        of_kan=True,
        sentences={
            "okuri_kan": _N("the fourth {tile} is outside the triplet in every reading (okuri-kan)"),
            "reading": _N("with {wait} the hand also reads {reading}; after the kan of {tile} it cannot"),
        },
    ),
    Code(
        "KR206",
        _N("okuri-kan: the drawn tile is not one of the four"),
        _N("In riichi, the player held all four tiles before this draw: the tile just drawn is not one of them."),
        _N("South, in riichi, has held 1111z since the deal, draws 5m and declares a kan of 1z."),
        ("riichi_kan.drawn_tile_only",),
        gravity=60,
        foul="riichi_kan",
        hidden=True,
        of_kan=True,
        sentences={
            "okuri_kan": _N("the drawn {drawn} is not one of the four {tile} (okuri-kan)"),
        },
    ),
    Code(
        "KR207",
        _N("no kan in riichi"),
        _N("These rules do not allow a kan after riichi."),
        _N("South, in riichi, draws the fourth haku and must not declare a kan."),
        _LEVEL,
        gravity=70,
        foul="riichi_kan",
        hidden=True,
        of_kan=True,
        sentences={
            "never": _N("these rules do not allow a kan in riichi"),
        },
    ),
    Code(
        "KR208",
        _N("a yaku would be lost"),
        _N("In riichi, the waits and readings stay the same, but a yaku would be lost."),
        _N("1123456788999s with a drawn 9s: nine gates is still possible before the kan, but not after it."),
        _LEVEL,
        gravity=20,
        foul="riichi_kan",
        hidden=True,
        of_kan=True,
        sentences={
            "yaku": _N("with {wait} the hand is {yaku}; after the kan of {tile} it cannot be"),
        },
    ),
    Code(
        "KR209",
        _N("fifth kan"),
        _N("Four kans have been completed in the hand, and a fifth must not be declared."),
        _N("East and south have completed two kans each; west holds four 3p."),
        ("fifth_kan.policy", "fifth_kan.illegal"),
        gravity=120,
        foul="fifth_kan",
        of_kan=True,
        sentences={
            "fifth": _N("four kans have been completed in this hand; a fifth must not be declared"),
            "plugin": _N("four kans have been completed in this hand; a fifth must not be declared (plugin {plugin})"),
        },
    ),
    Code(
        "KR210",
        _N("open kan in riichi"),
        _N("A player in riichi must not declare an open kan, neither a daiminkan nor a shouminkan."),
        _N("South, in riichi, calls kan on a discard."),
        gravity=80,
        foul="riichi_kan",
        of_kan=True,
        sentences={
            "open": _N("{seat} is in riichi and must not declare a {kan}"),
        },
    ),
    Code(
        "KR211",
        _N("this kan cannot be robbed"),
        _N("This kan must not be robbed: a daiminkan never, an ankan only if the rules allow it."),
        _N("North waits for 5m and calls ron on an ankan of 5m."),
        ("chankan.ankan", "chankan.until", "kan.late_ron"),
        of_kan=True,
        sentences={
            "ron": _N("{seat} ron: this {kan} cannot be robbed"),
            "claimed": _N("{seat} ron: the discard can no longer be won on after it was claimed for a daiminkan"),
            "too late": _N("{seat} ron: the shouminkan can no longer be robbed after its replacement tile"),
        },
    ),
    Code(
        "KR212",
        _N("furiten"),
        _N("The player is furiten: they discarded a winning tile or let one pass."),
        _N("West let a shouminkan of 6s pass and calls ron on the 6s that south discards."),
        ("chankan.passing_is_furiten", "furiten.temporary_ends", "furiten.without_yaku"),
        sentences={
            "ron": _N("{seat} ron: furiten"),
        },
    ),
    Code(
        "KR213",
        _N("no yaku"),
        _N("The hand is complete but has no yaku, or fewer than the two han required at this number of honba."),
        _N("An open hand without a yaku wins on the second-to-last tile."),
        ("wins.two_han_from_honba", "scoring.without_yaku", "scoring.open_tanyao"),
        sentences={
            "ron": _N("{seat} ron: the hand has no yaku"),
            "tsumo": _N("{seat} tsumo: the hand has no yaku"),
        },
    ),
    Code(
        "KR214",
        _N("a player with a dead hand must not call"),
        _N("The player has a dead hand and must neither call nor win."),
        _N("South, with a dead hand after a wrong call, calls kan."),
        ("kan.dead_hand",),
        gravity=140,
        foul="dead_hand_kan",
        sentences={
            "kan": _N("{seat} has a dead hand and must not declare a kan"),
            "claim": _N("{seat} has a dead hand and must not call a discard for a kan"),
            "riichi": _N("{seat} has a dead hand and must not declare riichi"),
            "call": _N("{action}: {seat} has a dead hand"),
            "ron": _N("{seat} ron: a player with a dead hand must not win"),
            "tsumo": _N("{seat} tsumo: a player with a dead hand must not win"),
            "kita": _N("{seat} kita: {seat} has a dead hand"),
        },
    ),
    Code(
        "KR215",
        _N("the drawn tile wins"),
        _N("In riichi, the tile just drawn is a winning tile, and these rules do not allow a kan with a winning tile."),
        _N("6677778888999s draws 9s, a winning tile, and declares a kan of 9s."),
        ("riichi_kan.winning_draw",),
        gravity=50,
        foul="riichi_kan",
        hidden=True,
        of_kan=True,
        sentences={
            "wins": _N("the drawn {drawn} is a winning tile; a kan must not be declared with it"),
        },
    ),
    Code(
        "KR216",
        _N("more kans than one player may declare"),
        _N("These rules limit the number of kans that one player may declare in a hand, and this kan would exceed it."),
        _N("A club allows three kans for each player; south has three and declares an ankan."),
        ("kan.max_per_player",),
        gravity=110,
        foul="kan_limit",
        of_kan=True,
        sentences={
            "most": _N("{seat} has already declared the maximum number of kans in one hand ({most})"),
        },
    ),
    Code(
        "KR217",
        _N("kita is not used"),
        _N("These rules do not use kita: a north is an ordinary tile."),
        _N("South declares kita in a four-player game."),
        ("kita.enabled",),
        sentences={"kita": _N("{seat} kita: these rules do not use kita")},
    ),
    Code(
        "KR218",
        _N("kita without a draw"),
        _N(
            "A player may set a north aside only after drawing a tile: not in another player's turn, "
            "and, if the rules say so, not in a turn that began with a call."
        ),
        _N("South calls pon and sets a north aside before discarding."),
        ("kita.after_call",),
        sentences={
            "turn": _N("{seat} kita: {seat} has not just drawn"),
            "called": _N(
                "{seat} kita: {seat} has called a tile and not drawn one, and must not declare kita in this turn"
            ),
        },
    ),
    Code(
        "KR219",
        _N("another north in riichi"),
        _N("Depending on the rules, a player in riichi may set aside only the north just drawn, or no north."),
        _N("South, in riichi, has held a north since the deal, draws 5p and declares kita."),
        ("kita.in_riichi",),
        sentences={
            "never": _N("{seat} kita: {seat} is in riichi"),
            "drawn_only": _N("{seat} kita: in riichi only the north just drawn may be set aside"),
        },
    ),
    Code(
        "KR220",
        _N("this kita cannot be robbed"),
        _N("These rules allow no win on a north that is set aside, or none with this hand."),
        _N("West waits for 4z with an ordinary hand, and only thirteen orphans may rob a kita."),
        ("kita.robbable",),
        sentences={"ron": _N("{seat} ron: this kita cannot be robbed")},
    ),
    Code(
        "KR221",
        _N("no replacement tile left"),
        _N("Kans and kitas together have taken every replacement tile."),
        _N("Four kitas and four kans have taken all eight replacement tiles."),
        ("wall.replacements",),
        gravity=105,
        foul="last_tile",
        of_kan=True,
        sentences={"taken": _N("all {count} replacement tiles are taken")},
    ),
    Code(
        "KR222",
        _N("chi is not used"),
        _N("These rules do not use chi."),
        _N("South calls 3p for a run in a three-player game."),
        ("calls.chi",),
        sentences={"call": _N("{action}: these rules do not use chi")},
    ),
    Code(
        "KR223",
        _N("a north must not be discarded"),
        _N("Under these rules, a player must not discard a north while another tile can be discarded."),
        _N("South draws a north and discards it."),
        ("kita.discard",),
        sentences={"discard": _N("{action}: a north must not be discarded")},
    ),
    Code(
        "KR299",
        _N("not legal now"),
        _N("The action is not legal at this moment, for a reason that has no code of its own."),
        _N("East discards a tile that east does not hold."),
        gravity=10,
        sentences={
            "not_held": _N("{action}: {seat} does not hold {tile}"),
            "not_drawn": _N("{action}: {tile} is not the tile just drawn"),
            "drawn_only": _N("{action}: in riichi only the drawn tile may be discarded"),
            "action_in_riichi": _N("{action}: {seat} is already in riichi"),
            "kuikae": _N("{action}: kuikae; the discard could replace the tile just called"),
            "four_kans": _N("{action}: four kans end the hand at this replacement tile unless it wins"),
            "hand_ends": _N("{action}: the hand ends here ({by})"),
            "over": _N("{action}: the hand is over ({by})"),
            "waits_for": _N("{action}: the table is waiting for {wanted}"),
            "in_riichi": _N("{seat} is already in riichi"),
            "open_hand": _N("{seat} has an open hand; riichi needs a closed one"),
            "few_tiles": _N("riichi needs {needed} tiles in the live wall; {count} are left"),
            "few_tiles_one": _N("riichi needs {needed} tiles in the live wall; 1 is left"),
            "no_tile": _N("riichi needs a tile in the live wall; none is left"),
            "no_stick": _N("{seat} has {score} points, too few for a riichi stick"),
            "riichi_after_call": _N("riichi must be declared after a draw, not after a call"),
            "not_tenpai": _N("without {tile} the hand is not tenpai"),
            "first_draw": _N(
                "kyuushu kyuuhai must be declared on the player's first draw, in the first go-around without calls"
            ),
            "no_kyuushu": _N("this ruleset does not use kyuushu kyuuhai"),
            "kinds": _N("the hand holds {count} kinds of terminals and honours, not nine"),
            "kinds_one": _N("the hand holds 1 kind of terminals and honours, not nine"),
            "kans_end": _N("{action}: the last kan ends the hand at this replacement tile unless it wins"),
            "kans_end_only_ron": _N("{action}: the last kan ends the hand, and only ron may be called"),
            "kan_kans_end": _N("the last kan ends the hand, and only ron may be called"),
            "fifth_only_ron": _N("{action}: after the fifth kan only ron may be called"),
            "kan_fifth_only_ron": _N("after the fifth kan only ron may be called"),
            "only_ron": _N("{action}: after the fourth kan only ron may be called"),
            "kan_only_ron": _N("after the fourth kan only ron may be called"),
            "passed": _N("{action}: {seat} has let this tile pass"),
            "call_in_riichi": _N("{action}: {seat} is in riichi"),
            "last_discard": _N("{action}: the last discard may be called only for ron"),
            "no_discard_left": _N("{action}: kuikae would leave no tile to discard"),
            "ron": _N("{seat} ron: {tile} does not complete the hand"),
            "tsumo": _N("{seat} tsumo: {tile} does not complete the hand"),
            "ron_twice": _N("{seat} ron: already called"),
            "no_pon": _N("{action}: a north must not be called"),
            "ron_passed": _N("{seat} ron: {seat} has let this tile pass"),
            "own_tile": _N("{action}: the tile is {seat}'s own"),
            "answered": _N("{action}: {seat} has already answered"),
        },
    ),
    Code(
        "KR301",
        _N("kan dora indicator turned"),
        _N("A kan dora indicator is turned; the ruling says at which moment of its kan."),
        _N("South completes an ankan, and its kan dora indicator is turned before the replacement draw."),
        _TIMING,
        of_kan=True,
        sentences={
            "declaration": _N("{indicator} is turned for the {kan} before the replacement draw"),
            "rinshan_draw": _N("{indicator} is turned for the {kan} right after the replacement draw"),
            "discard": _N("{indicator} is turned for the {kan} together with the discard"),
            "discard_passed": _N("{indicator} is turned for the {kan} once the discard has passed without a ron"),
            "rinshan_win": _N("{indicator} is turned for the {kan}, and the win on the replacement tile counts it"),
            "announced": _N("{indicator} is turned for the {kan} before the kan can be robbed"),
            "win": _N("{indicator} is turned for the {kan}, and the win counts it"),
            "never": _N("no kan dora indicator is turned for the {kan}"),
        },
    ),
    Code(
        "KR302",
        _N("pending indicator turned by the next kan"),
        _N("A kan dora indicator was still to be turned with the discard, and the player's next kan turns it."),
        _N(
            "The kan dora indicator of south's daiminkan is pending. South draws and declares an ankan, and both "
            "indicators are turned."
        ),
        ("kandora.pending_on_next_kan",),
        of_kan=True,
        sentences={
            "next_kan_announced": _N("{indicator} is turned for the {kan} as the next kan is announced"),
            "next_kan_declaration": _N(
                "{indicator} is turned for the {kan} before the replacement tile of the next kan"
            ),
        },
    ),
    Code(
        "KR303",
        _N("robbed kan: indicator turned or not"),
        _N("A kan was robbed. The ruling says whether its kan dora indicator is turned."),
        _N("North robs south's shouminkan."),
        ("kandora.robbed_kan", "kandora.ankan", "kandora.shouminkan", "chankan.until", "kan.late_ron"),
        of_kan=True,
        sentences={
            "turned": _N("the kan dora indicator is turned before the kan can be robbed"),
            "robbed": _N("the {kan} is robbed: its kan dora indicator is not turned"),
            "undone": _N(
                "the {kan} is robbed after its replacement tile: it is undone, and its kan dora indicator does not "
                "count"
            ),
            "undone, won": _N(
                "the discard is won on after it was claimed for the {kan}: the kan is undone, and its kan dora "
                "indicator does not count"
            ),
            "undone, turned": _N(
                "the {kan} is robbed after its replacement tile: it is undone, but its kan dora indicator counts"
            ),
        },
    ),
    Code(
        "KR304",
        _N("pending indicator and a win on the replacement tile"),
        _N("The player wins on the replacement tile while a kan dora indicator is still pending."),
        _N("The kan dora indicator of south's daiminkan is pending, and south wins on the replacement tile."),
        ("kandora.pending_on_rinshan_win",),
        of_kan=True,
        sentences={
            "turned": _N("the pending kan dora indicator is turned for the win on the replacement tile"),
            "hidden": _N(
                "the win on the replacement tile comes before the kan dora indicator is due; it is not turned"
            ),
        },
    ),
    Code(
        "KR305",
        _N("the record turns the kan dora indicator at another moment, or not at all"),
        _N("A recorded game turns a kan dora indicator at a different moment from the ruleset, or not at all."),
        _N(
            "A Tenhou record turns the kan dora indicator of a daiminkan with the discard; ema-2016 turns it "
            "before the replacement draw."
        ),
        (*_TIMING, "kandora.pending_on_next_kan", "kandora.pending_on_rinshan_win"),
        of_kan=True,
    ),
    Code(
        "KR306",
        _N("pending indicator turned by a kita"),
        _N("A kan dora indicator was still to be turned with the discard, and the player's kita turns it."),
        _N(
            "The kan dora indicator of south's daiminkan is pending. South draws a north and sets it aside, and the "
            "indicator is turned."
        ),
        ("kita.pending_indicator",),
        of_kan=True,
        sentences={
            "kita_announced": _N("{indicator} is turned for the {kan} as a north is set aside"),
            "kita_declaration": _N("{indicator} is turned for the {kan} once the kita can no longer be robbed"),
        },
    ),
    Code(
        "KR401",
        _N("a player becomes liable"),
        _N("A call makes a yakuman certain, and the player who fed the tile is liable from now on."),
        _N("West discards haku; south, with pons of hatsu and chun, calls pon."),
        _LIABLE,
        of_kan=True,
        sentences={
            "attaches": _N("{liable} is liable for {seat}'s {yakuman}"),
            "none": _N("no player is liable for {yakuman} under these rules, so {seat} is not"),
        },
    ),
    Code(
        "KR402",
        _N("the liable player pays"),
        _N(
            "A liable player pays for a yakuman: all of it after a tsumo, half of it after a ron on "
            "another player's discard, and all of it after a ron on their own."
        ),
        _N("South wins daisangen by tsumo, and west pays 32,000."),
        ("sekinin_barai.yakuman", "sekinin_barai.compound"),
        of_kan=True,
        sentences={
            "yakuman": _N("{seat} is liable for {yakuman} {pays}"),
            "yakuman_and_rest": _N("{seat} is liable for {yakuman} {pays}; the rest of the hand is paid as usual"),
            "whole_hand": _N("{seat} is liable for {yakuman}, and so for the whole hand, {pays}"),
        },
    ),
    Code(
        "KR403",
        _N("honba under liability"),
        _N("A player is liable, and the ruling says who pays the honba."),
        _N("South wins daisangen with two honba on north's discard, and west is liable."),
        ("sekinin_barai.honba_on_ron", "sekinin_barai.honba_on_tsumo", "wins.honba_value"),
        of_kan=True,
        sentences={
            "rinshan": _N("{seat}, who is liable for the win on the replacement tile, pays the honba, {points}"),
            "shared": _N("the honba of a tsumo is shared: each player pays {points}"),
            "dealt_in": _N("{seat}, who dealt in, pays the honba, {points}"),
            "liable": _N("{seat}, who is liable, pays the honba, {points}"),
            "parts": _N("the liable players share the honba, {points}"),
        },
    ),
    Code(
        "KR404",
        _N("two liable players"),
        _N("Two players are liable for one hand."),
        _N("West is liable for daisangen, and east fed the daiminkan that made suukantsu certain."),
        ("sekinin_barai.two_liable_honba",),
        of_kan=True,
        sentences={
            "own": _N("two players are liable, each for one yakuman: {several}"),
            "whole": _N(
                "two players are liable ({several}), each for the whole hand; no source found for this: they pay equal "
                "parts"
            ),
            "fewer": _N(
                "two players are liable ({several}), and fewer yakuman count than they are liable for; no source found "
                "for this: they pay equal parts"
            ),
            "first": _N("of two liable players, the one who became liable first pays the honba"),
            "latest": _N("of two liable players, the one who became liable last pays the honba"),
            "shared": _N("the two liable players each pay part of the honba"),
        },
    ),
    Code(
        "KR405",
        _N("liability for a win on the replacement tile"),
        _N("The player who fed a daiminkan is liable for a win on its replacement tile."),
        _N("East discards 7s, south declares a daiminkan and wins on the replacement tile."),
        ("sekinin_barai.daiminkan_rinshan", "sekinin_barai.daiminkan_rinshan_scored"),
        of_kan=True,
        sentences={
            "ron": _N(
                "{seat} fed the daiminkan and alone pays for the win on its replacement tile, {points}, as for a ron"
            ),
            "tsumo": _N(
                "{seat} fed the daiminkan and alone pays for the win on its replacement tile, {points}, as for a tsumo"
            ),
            "none": _N(
                "feeding a daiminkan alone does not make a player liable for a win on its replacement tile, "
                "so {seat} is not"
            ),
        },
    ),
    Code(
        "KR406",
        _N("additional payment"),
        _N("A plugin adds a payment to the ordinary ones: a fee or a bonus."),
        _N("A club charges 1,000 points for each open kan."),
        sentences={
            "pays": _N("{seat} pays {to} {points}: {why}"),
            "pays at once": _N("{seat} immediately pays {to} {points}: {why}"),
            "paid back": _N("{to} pays {seat} back {points}: the kan is robbed and undone"),
        },
    ),
    Code(
        "KR407",
        _N("the absent player's share"),
        _N(
            "In a three-player game, the share of a tsumo that a fourth player would pay is lost or "
            "paid by the two other players."
        ),
        _N("South wins a mangan by tsumo: 4,000 from the dealer, 2,000 from west, and no one pays the third share."),
        ("wins.tsumo",),
        sentences={
            "loss": _N("no one pays the absent player's share"),
            "halves": _N("the two other players each pay half of the absent player's share"),
            "full": _N("the two other players pay as much as for a ron"),
        },
    ),
    Code(
        "KR501",
        _N("four-kan abortive draw"),
        _N("Four kans end the hand in an abortive draw."),
        _N("East has three kans and north declares the fourth."),
        _FOUR,
        of_kan=True,
        sentences={
            "announced": _N("four kans end the hand when the fourth is announced"),
            "declaration": _N("four kans end the hand once the fourth is completed"),
            "rinshan_draw": _N("four kans end the hand at the fourth kan's replacement tile"),
            "discard": _N("four kans end the hand at the discard, before a ron on it"),
            "discard_passed": _N("four kans end the hand once the discard after the fourth has passed without a ron"),
            "earlier": _N("kan number {count} ends the hand"),
        },
    ),
    Code(
        "KR502",
        _N("four kans, play continues"),
        _N("Four kans have been completed, and play continues."),
        _N("All four kans are south's."),
        ("four_kans.several_players", "four_kans.one_player"),
        of_kan=True,
        sentences={
            "stand": _N("four kans have been completed, and play continues"),
        },
    ),
    Code(
        "KR503",
        _N("fifth kan ends the hand"),
        _N("A fifth kan ends the hand."),
        _N("South has completed four kans, and west declares an ankan."),
        ("fifth_kan.policy", "fifth_kan.robbable", "fifth_kan.dealer"),
        of_kan=True,
        sentences={
            "announced": _N("a fifth kan ends the hand before it can be robbed"),
            "unrobbed": _N("a fifth kan that is not robbed ends the hand"),
            "discard_passed": _N("a fifth kan ends the hand once the next discard has passed without a ron"),
        },
    ),
    Code(
        "KR504",
        _N("precedence of draws"),
        _N(
            "One discard causes two draws. Ron comes first, then triple ron, four kans, four winds, "
            "four riichi, and the exhausted wall."
        ),
        _N("The discard after the fourth kan is also the discard of the fourth riichi."),
        (*_FOUR[:3], "draws.sanchahou", "draws.suufon_renda", "draws.suucha_riichi"),
        sentences={
            "first": _N("{draw} comes first: {order}"),
        },
    ),
    Code(
        "KR505",
        _N("four kans win without a pair"),
        _N(
            "A player with four kans wins without a pair: once the fourth can no longer be robbed, if "
            "a plugin says so, or once the discard has passed without a ron."
        ),
        _N("South completes a fourth kan and discards, and no player calls ron."),
        ("four_kans.one_player",),
        of_kan=True,
        sentences={
            "stands": _N("{seat}'s fourth kan wins once it is completed"),
            "discard": _N("the discard after {seat}'s fourth kan has passed without a ron: suukantsu wins"),
        },
    ),
    Code(
        "KR506",
        _N("the game continues, or is scored, differently"),
        _N(
            "A recorded game continues with another dealer or number of honba than the ruleset says, "
            "or its final points are calculated differently."
        ),
        _N(
            "In a record, a dealer who is not tenpai stays after an exhaustive draw. Under the ruleset, the "
            "deal passes."
        ),
        ("draws.exhaustive_dealer", "wins.dealer", "game.uma", "game.return_points"),
    ),
    Code(
        "KR601",
        _N("chombo"),
        _N("A foul is a chombo."),
        _N("South's kan in riichi changed the waits, and south declares a win."),
        (
            "riichi_kan.illegal",
            "riichi_kan.illegal_on_win",
            "fifth_kan.illegal",
            "chombo.pays",
            "chombo.points",
            "chombo.sticks_returned",
        ),
        sentences={
            "costs": _N("{foul} is a chombo"),
            "stands": _N("{seat}'s {foul} is a chombo although another player won"),
        },
    ),
    Code(
        "KR602",
        _N("dead hand"),
        _N("A foul makes the hand dead: the player may no longer call or win."),
        _N("West shows three identical tiles and a different one as a kan."),
        ("riichi_kan.illegal", "riichi_kan.illegal_on_win", "fifth_kan.illegal"),
        sentences={
            "costs": _N("{foul} makes the hand dead"),
            "and_chombo": _N("{foul} costs a chombo and makes the hand dead; play continues"),
        },
    ),
    Code(
        "KR603",
        _N("foul without penalty"),
        _N("A foul has no penalty under these rules, or only the one stated in the rulebook."),
        _N("West calls kan and takes it back."),
        sentences={
            "costs": _N("{foul} has no penalty"),
            "no_foul": _N("no foul: {rule}"),
        },
    ),
    Code(
        "KR604",
        _N("foul void because another player won"),
        _N("A foul that was not yet ruled on is void because another player won the hand."),
        _N("South's kan in riichi was wrong, and north wins."),
        ("chombo.with_another_win", "riichi_kan.illegal_found"),
        sentences={
            "void": _N("{seat}'s {foul} is void: another player won"),
        },
    ),
    Code(
        "KR605",
        _N("no published penalty found"),
        _N("No source was found for the penalty of this foul. The referee decides."),
        _N("A kan dora indicator was turned too late."),
        sentences={
            "none": _N("no source found; the referee decides"),
        },
    ),
    Code(
        "KR606",
        _N("foul corrected in time"),
        _N("The foul was corrected in time."),
        _N("South takes a wrong kan back before discarding."),
        sentences={
            "in_time": _N("{seat} corrects it in time; no kan was made"),
            "corrected": _N("corrected in time: no kan was made"),
        },
    ),
    Code(
        "KR607",
        _N("foul not penalized yet"),
        _N("A foul was noticed, but the ruleset penalizes it only later. The hand goes on."),
        _N("The referee sees that south's kan in riichi changed the waits."),
        ("riichi_kan.illegal_found",),
        sentences={
            "win_or_draw": _N(
                "{seat}'s illegal kan in riichi is penalized only if {seat} declares a win, or at an exhaustive draw; "
                "the hand goes on"
            ),
            "draw": _N("{seat}'s illegal kan in riichi is penalized only at an exhaustive draw; the hand goes on"),
        },
    ),
    Code(
        "KR608",
        _N("mistake at the table"),
        _N("A player made a mistake that is no illegal kan, such as exposing tiles, and the referee is told."),
        _N("South turns the wrong tile as kan dora indicator."),
        sentences={
            "told": _N("the referee is told of the mistake"),
        },
    ),
)


def table_of(rows: Iterable[Code]) -> dict[str, Code]:
    """Return the rows by code. Raises ValueError if two rows have the same code, and names the next free one."""
    found: dict[str, Code] = {}
    twice = [row for row in rows if found.setdefault(row.code, row) is not row]
    if twice:
        number = int(twice[0].code[2:])
        while f"KR{number}" in found:
            number += 1
        raise ValueError(f"two rows have the code {twice[0].code}; the next free code is KR{number}")
    return found


CODES = table_of(_ROWS)
"""Every reason code with its row. A code is never reused for something else. Plugins list their own in `codes`."""
_BY_GRAVITY = sorted(CODES.values(), key=lambda row: -row.gravity)
FORBIDDING: tuple[str, ...] = tuple(dict.fromkeys(
    row.keys[0] for row in _BY_GRAVITY
    if row.gravity and row.keys and row.keys[0].startswith(("kan.", "riichi_kan.", "fifth_kan."))
))  # fmt: skip
"""Keys that can forbid a kan, most serious first. Each decides an objection."""


def sentence(code: str, name: str, /, **args: object) -> Sentence:
    """Return a sentence of a code, by its name in the code's row, with the placeholders filled in.

    If `count` is 1 and the row has a singular (`NAME_one`), the singular is used.
    """
    sentences = CODES[code].sentences
    if args.get("count") == 1:
        return Sentence(sentences.get(f"{name}_one", sentences[name]), args)
    return Sentence(sentences[name], args)


def objection(code: str, name: str, key: str = "", /, **args: object) -> Objection:
    """Return an objection to an action: its code, one of the code's sentences, and the key that forbids it."""
    return Objection(code, sentence(code, name, **args), key)
