"""The reason codes, one row each: the text, when it is given, the deciding keys, how serious it is, and the foul."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field

from kanrules.frozen import frozen
from kanrules.law.tables.kandora_keys import TIMINGS
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
        "unknown key or table",
        (
            "A ruleset has a key or a table that does not exist, often because of a typo, a term "
            "from another ruleset, or the wrong table."
        ),
        '[kandora] has a line kakan = "discard"; the key is shouminkan.',
        slug="unknown-key",
    ),
    Code(
        "KR102",
        "bad value",
        "The key exists and the value has the right type, but the key does not accept it.",
        (
            '[kandora] has daiminkan = "discrad"; expected are declaration, rinshan_draw, discard, discard_passed, '
            "never."
        ),
        slug="bad-value",
    ),
    Code(
        "KR103",
        "wrong type",
        (
            "A value has the wrong type: a string instead of true or false, a number in quotes, or a "
            "single word instead of a list."
        ),
        '[kandora] has ura = "true"; it is true, without quotes.',
        slug="wrong-type",
    ),
    Code(
        "KR104",
        "unreadable file (missing, syntax, encoding, size)",
        (
            "The file does not exist, or it is not TOML: quotes or an = are missing, a table appears "
            "twice, the encoding is not UTF-8, or the file is far too big. kanrules skips the invalid lines and checks "
            "the rest."
        ),
        'ankan = discard has no quotes; it is ankan = "discard".',
        slug="unreadable",
    ),
    Code(
        "KR105",
        "no such ruleset",
        "No ruleset has this id, or the file that extends names does not exist.",
        (
            'extends = "ema-2061"; the id is ema-2016. A file next to this one is named with its '
            'extension: extends = "base.toml".'
        ),
        slug="no-ruleset",
    ),
    Code(
        "KR106",
        "circle of parents",
        "A ruleset extends itself through its parents.",
        "a.toml extends b.toml, and b.toml extends a.toml.",
        slug="circle",
    ),
    Code(
        "KR107",
        "id differs from the file name, or is used twice",
        (
            "The id in [ruleset] differs from the file name without .toml, or two rulesets have the "
            "same id. Rulings name the id."
        ),
        'thursday.toml has id = "friday".',
        slug="id",
    ),
    Code(
        "KR108",
        "plugin missing, refused or faulty",
        (
            "A plugin of the ruleset is not installed, is a local file that was not allowed, raises "
            "an exception, or returns the wrong type."
        ),
        'plugins = ["./house.py"] without --allow-local-plugins.',
        slug="plugin",
    ),
    Code(
        "KR109",
        "line has no effect",
        (
            "Warning: the line is valid but changes nothing, because another line overrides it or "
            "because it applies to something that this ruleset does not have."
        ),
        "kandora.ankan is set, and kandora.enabled is false.",
        slug="no-effect",
    ),
    Code(
        "KR110",
        "lines contradict each other",
        "Warning: two lines contradict each other.",
        'chombo.pays = "points" while chombo.points is 0.',
        slug="contradiction",
    ),
    Code(
        "KR111",
        "impossible case or record",
        (
            "A case, a hand or a record describes something impossible: five copies of a tile, or a "
            "pon of a tile that was not discarded."
        ),
        "A case gives south five 5p.",
    ),
    Code(
        "KR112",
        "the record contradicts itself",
        (
            "A record states the same fact twice with different values: scores from one hand to the "
            "next, the dora indicators listed at a win, or the han of the yaku and their sum. One of "
            "the two is wrong under any ruleset. The rest of the record is still checked."
        ),
        "East 2 begins with 26,000 points for west, who had 25,000 at the end of east 1.",
    ),
    Code(
        "KR201",
        "four tiles not held, or no such pon",
        "The kan needs tiles that the player does not hold, or a pon that the player never called.",
        "South declares an ankan of 5p with only three of them.",
        gravity=90,
        foul="wrong_tiles",
        of_kan=True,
        sentences={
            "four": "{action}: {seat} holds {count} of the four {tile}",
            "no_pon": "{action}: {seat} has no pon of {tile}",
            "fourth": "{action}: {seat} does not hold the fourth {tile}",
            "three": "{action}: {seat} holds {count} of the three {tile} needed",
            "no_run": "{action}: these tiles are not a run",
            "no_triplet": "{action}: these tiles are not a triplet",
            "not_held": "{action}: {seat} does not hold these tiles",
            "in_riichi": "the four {tile} are not held",
            "no_north": "{seat} kita: {seat} does not hold a north",
        },
    ),
    Code(
        "KR202",
        "not this player's turn, or after a chi or pon",
        (
            "A player may declare an ankan or a shouminkan only after drawing a tile: not in another "
            "player's turn, and not in a turn that began with chi or pon."
        ),
        "West calls pon and declares an ankan before discarding.",
        gravity=130,
        foul="after_call",
        of_kan=True,
        sentences={
            "turn": "it is not {seat}'s turn",
            "action_turn": "{action}: it is not {seat}'s turn",
            "called": "{seat} has called a tile and not drawn one, and must not declare a kan in this turn",
            "no_discard": "{seat} cannot call {tile}: it is not the tile just discarded",
            "not_discarded": "{action}: no other player has just discarded {tile}",
            "next_player": "{action}: only the next player may call chi",
            "no_tile": "{seat} ron: there is no tile to win on",
            "not_drawn": "{seat} tsumo: {seat} has not just drawn",
        },
    ),
    Code(
        "KR203",
        "no live tile left, or the last discard",
        (
            "A kan takes a replacement tile, and the live wall has no tile left to refill the dead "
            "wall. For the same reason, the last discard cannot be called for a kan."
        ),
        "The last tile of the wall is drawn, and it is the fourth 9s.",
        ("kan.min_live_tiles",),
        gravity=100,
        foul="last_tile",
        of_kan=True,
        sentences={
            "none": "no tile is left in the live wall",
            "few": "{count} tiles are left in the live wall; a kan needs {needed}",
            "few_one": "1 tile is left in the live wall; a kan needs {needed}",
            "few_for_kita": "{count} tiles are left in the live wall; a kita needs {needed}",
            "few_for_kita_one": "1 tile is left in the live wall; a kita needs {needed}",
        },
    ),
    Code(
        "KR204",
        "waits would change",
        "In riichi, the kan would change the waits of the hand.",
        "3444m778899s333z waits for 2m 3m 5m; after a kan of 4m it waits for 3m.",
        (*_LEVEL, "riichi_kan.winning_draw"),
        gravity=40,
        foul="riichi_kan",
        hidden=True,
        of_kan=True,
        sentences={
            "other": "{now}; after the kan of {tile} for {waits}",
            "only": "{now}; after the kan of {tile} only for {waits}",
            "nothing": "{now}; after the kan of {tile} it has no waits",
        },
    ),
    Code(
        "KR205",
        "a reading would be lost",
        (
            "In riichi, the waits stay the same, but one reading of the hand would be lost: the "
            "three tiles are not a triplet in every reading."
        ),
        "5556888s678p123m with a drawn 8s: with 7s the hand also reads 555s 678s 88s; after the kan it cannot.",
        _LEVEL,
        gravity=30,
        foul="riichi_kan",
        hidden=True,
        of_kan=True,
        sentences={
            "okuri_kan": "the fourth {tile} is outside the triplet in every reading (okuri-kan)",
            "reading": "with {wait} the hand also reads {reading}; after the kan of {tile} it cannot",
        },
    ),
    Code(
        "KR206",
        "okuri-kan: the drawn tile is not one of the four",
        "In riichi, the player held all four tiles before this draw: the tile just drawn is not one of them.",
        "South, in riichi, has held 1111z since the deal, draws 5m and declares a kan of 1z.",
        ("riichi_kan.drawn_tile_only",),
        gravity=60,
        foul="riichi_kan",
        hidden=True,
        of_kan=True,
        sentences={
            "okuri_kan": "the drawn {drawn} is not one of the four {tile} (okuri-kan)",
        },
    ),
    Code(
        "KR207",
        "no kan in riichi",
        "These rules do not allow a kan after riichi.",
        "South, in riichi, draws the fourth haku and must not declare a kan.",
        _LEVEL,
        gravity=70,
        foul="riichi_kan",
        hidden=True,
        of_kan=True,
        sentences={
            "never": "these rules do not allow a kan in riichi",
        },
    ),
    Code(
        "KR208",
        "a yaku would be lost",
        "In riichi, the waits and readings stay the same, but a yaku would be lost.",
        "1123456788999s with a drawn 9s: nine gates is still possible before the kan, but not after it.",
        _LEVEL,
        gravity=20,
        foul="riichi_kan",
        hidden=True,
        of_kan=True,
        sentences={
            "yaku": "with {wait} the hand is {yaku}; after the kan of {tile} it cannot be",
        },
    ),
    Code(
        "KR209",
        "fifth kan",
        "Four kans have been completed in the hand, and a fifth must not be declared.",
        "East and south have completed two kans each; west holds four 3p.",
        ("fifth_kan.policy", "fifth_kan.illegal"),
        gravity=120,
        foul="fifth_kan",
        of_kan=True,
        sentences={
            "fifth": "four kans have been completed in this hand; a fifth must not be declared",
            "plugin": "four kans have been completed in this hand; a fifth must not be declared (plugin {plugin})",
        },
    ),
    Code(
        "KR210",
        "open kan in riichi",
        "A player in riichi must not declare an open kan, neither a daiminkan nor a shouminkan.",
        "South, in riichi, calls kan on a discard.",
        gravity=80,
        foul="riichi_kan",
        of_kan=True,
        sentences={
            "open": "{seat} is in riichi and must not declare a {kan}",
        },
    ),
    Code(
        "KR211",
        "this kan cannot be robbed",
        "This kan must not be robbed: a daiminkan never, an ankan only if the rules allow it.",
        "North waits for 5m and calls ron on an ankan of 5m.",
        ("chankan.ankan", "chankan.until", "kan.late_ron"),
        of_kan=True,
        sentences={
            "ron": "{seat} ron: this {kan} cannot be robbed",
            "claimed": "{seat} ron: the discard can no longer be won on after it was claimed for a daiminkan",
            "too late": "{seat} ron: the shouminkan can no longer be robbed after its replacement tile",
        },
    ),
    Code(
        "KR212",
        "furiten",
        "The player is furiten: they discarded a winning tile or let one pass.",
        "West let a shouminkan of 6s pass and calls ron on the 6s that south discards.",
        ("chankan.passing_is_furiten", "furiten.temporary_ends", "furiten.without_yaku"),
        sentences={
            "ron": "{seat} ron: furiten",
        },
    ),
    Code(
        "KR213",
        "no yaku",
        "The hand is complete but has no yaku, or fewer than the two han required at this number of honba.",
        "An open hand without a yaku wins on the second-to-last tile.",
        ("wins.two_han_from_honba", "scoring.without_yaku", "scoring.open_tanyao"),
        sentences={
            "ron": "{seat} ron: the hand has no yaku",
            "tsumo": "{seat} tsumo: the hand has no yaku",
        },
    ),
    Code(
        "KR214",
        "a player with a dead hand must not call",
        "The player has a dead hand and must neither call nor win.",
        "South, with a dead hand after a wrong call, calls kan.",
        ("kan.dead_hand",),
        gravity=140,
        foul="dead_hand_kan",
        sentences={
            "kan": "{seat} has a dead hand and must not declare a kan",
            "claim": "{seat} has a dead hand and must not call a discard for a kan",
            "riichi": "{seat} has a dead hand and must not declare riichi",
            "call": "{action}: {seat} has a dead hand",
            "ron": "{seat} ron: a player with a dead hand must not win",
            "tsumo": "{seat} tsumo: a player with a dead hand must not win",
            "kita": "{seat} kita: {seat} has a dead hand",
        },
    ),
    Code(
        "KR215",
        "the drawn tile wins",
        "In riichi, the tile just drawn is a winning tile, and these rules do not allow a kan with a winning tile.",
        "6677778888999s draws 9s, a winning tile, and declares a kan of 9s.",
        ("riichi_kan.winning_draw",),
        gravity=50,
        foul="riichi_kan",
        hidden=True,
        of_kan=True,
        sentences={
            "wins": "the drawn {drawn} is a winning tile; a kan must not be declared with it",
        },
    ),
    Code(
        "KR216",
        "more kans than one player may declare",
        "These rules limit the number of kans that one player may declare in a hand, and this kan would exceed it.",
        "A club allows three kans for each player; south has three and declares an ankan.",
        ("kan.max_per_player",),
        gravity=110,
        foul="kan_limit",
        of_kan=True,
        sentences={
            "most": "{seat} has already declared the maximum number of kans in one hand ({most})",
        },
    ),
    Code(
        "KR217",
        "kita is not used",
        "These rules do not use kita: a north is an ordinary tile.",
        "South declares kita in a four-player game.",
        ("kita.enabled",),
        sentences={"kita": "{seat} kita: these rules do not use kita"},
    ),
    Code(
        "KR218",
        "kita without a draw",
        (
            "A player may set a north aside only after drawing a tile: not in another player's turn, "
            "and, if the rules say so, not in a turn that began with a call."
        ),
        "South calls pon and sets a north aside before discarding.",
        ("kita.after_call",),
        sentences={
            "turn": "{seat} kita: {seat} has not just drawn",
            "called": "{seat} kita: {seat} has called a tile and not drawn one, and must not declare kita in this turn",
        },
    ),
    Code(
        "KR219",
        "another north in riichi",
        "Depending on the rules, a player in riichi may set aside only the north just drawn, or no north.",
        "South, in riichi, has held a north since the deal, draws 5p and declares kita.",
        ("kita.in_riichi",),
        sentences={
            "never": "{seat} kita: {seat} is in riichi",
            "drawn_only": "{seat} kita: in riichi only the north just drawn may be set aside",
        },
    ),
    Code(
        "KR220",
        "this kita cannot be robbed",
        "These rules allow no win on a north that is set aside, or none with this hand.",
        "West waits for 4z with an ordinary hand, and only thirteen orphans may rob a kita.",
        ("kita.robbable",),
        sentences={"ron": "{seat} ron: this kita cannot be robbed"},
    ),
    Code(
        "KR221",
        "no replacement tile left",
        "Kans and kitas together have taken every replacement tile.",
        "Four kitas and four kans have taken all eight replacement tiles.",
        ("wall.replacements",),
        gravity=105,
        foul="last_tile",
        of_kan=True,
        sentences={"taken": "all {count} replacement tiles are taken"},
    ),
    Code(
        "KR222",
        "chi is not used",
        "These rules do not use chi.",
        "South calls 3p for a run in a three-player game.",
        ("calls.chi",),
        sentences={"call": "{action}: these rules do not use chi"},
    ),
    Code(
        "KR223",
        "a north must not be discarded",
        "Under these rules, a player must not discard a north while another tile can be discarded.",
        "South draws a north and discards it.",
        ("kita.discard",),
        sentences={"discard": "{action}: a north must not be discarded"},
    ),
    Code(
        "KR299",
        "not legal now",
        "The action is not legal at this moment, for a reason that has no code of its own.",
        "East discards a tile that east does not hold.",
        gravity=10,
        sentences={
            "not_held": "{action}: {seat} does not hold {tile}",
            "not_drawn": "{action}: {tile} is not the tile just drawn",
            "drawn_only": "{action}: in riichi only the drawn tile may be discarded",
            "action_in_riichi": "{action}: {seat} is already in riichi",
            "kuikae": "{action}: kuikae; the discard could replace the tile just called",
            "four_kans": "{action}: four kans end the hand at this replacement tile unless it wins",
            "hand_ends": "{action}: the hand ends here ({by})",
            "over": "{action}: the hand is over ({by})",
            "waits_for": "{action}: the table is waiting for {wanted}",
            "in_riichi": "{seat} is already in riichi",
            "open_hand": "{seat} has an open hand; riichi needs a closed one",
            "few_tiles": "riichi needs {needed} tiles in the live wall; {count} are left",
            "few_tiles_one": "riichi needs {needed} tiles in the live wall; 1 is left",
            "no_tile": "riichi needs a tile in the live wall; none is left",
            "no_stick": "{seat} has {score} points, too few for a riichi stick",
            "riichi_after_call": "riichi must be declared after a draw, not after a call",
            "not_tenpai": "without {tile} the hand is not tenpai",
            "first_draw": (
                "kyuushu kyuuhai must be declared on the player's first draw, in the first go-around without calls"
            ),
            "no_kyuushu": "this ruleset does not use kyuushu kyuuhai",
            "kinds": "the hand holds {count} kinds of terminals and honours, not nine",
            "kinds_one": "the hand holds 1 kind of terminals and honours, not nine",
            "kans_end": "{action}: the last kan ends the hand at this replacement tile unless it wins",
            "kans_end_only_ron": "{action}: the last kan ends the hand, and only ron may be called",
            "kan_kans_end": "the last kan ends the hand, and only ron may be called",
            "fifth_only_ron": "{action}: after the fifth kan only ron may be called",
            "kan_fifth_only_ron": "after the fifth kan only ron may be called",
            "only_ron": "{action}: after the fourth kan only ron may be called",
            "kan_only_ron": "after the fourth kan only ron may be called",
            "passed": "{action}: {seat} has let this tile pass",
            "call_in_riichi": "{action}: {seat} is in riichi",
            "last_discard": "{action}: the last discard may be called only for ron",
            "no_discard_left": "{action}: kuikae would leave no tile to discard",
            "ron": "{seat} ron: {tile} does not complete the hand",
            "tsumo": "{seat} tsumo: {tile} does not complete the hand",
            "ron_twice": "{seat} ron: already called",
            "no_pon": "{action}: a north must not be called",
            "ron_passed": "{seat} ron: {seat} has let this tile pass",
            "own_tile": "{action}: the tile is {seat}'s own",
            "answered": "{action}: {seat} has already answered",
        },
    ),
    Code(
        "KR301",
        "kan dora indicator turned",
        "A kan dora indicator is turned; the ruling says at which moment of its kan.",
        "South completes an ankan, and its kan dora indicator is turned before the replacement draw.",
        _TIMING,
        of_kan=True,
        sentences={
            "declaration": "{indicator} is turned for the {kan} before the replacement draw",
            "rinshan_draw": "{indicator} is turned for the {kan} right after the replacement draw",
            "discard": "{indicator} is turned for the {kan} together with the discard",
            "discard_passed": "{indicator} is turned for the {kan} once the discard has passed without a ron",
            "rinshan_win": "{indicator} is turned for the {kan}, and the win on the replacement tile counts it",
            "announced": "{indicator} is turned for the {kan} before the kan can be robbed",
            "win": "{indicator} is turned for the {kan}, and the win counts it",
            "never": "no kan dora indicator is turned for the {kan}",
        },
    ),
    Code(
        "KR302",
        "pending indicator turned by the next kan",
        "A kan dora indicator was still to be turned with the discard, and the player's next kan turns it.",
        (
            "The kan dora indicator of south's daiminkan is pending. South draws and declares an ankan, and both "
            "indicators are turned."
        ),
        ("kandora.pending_on_next_kan",),
        of_kan=True,
        sentences={
            "next_kan_announced": "{indicator} is turned for the {kan} as the next kan is announced",
            "next_kan_declaration": "{indicator} is turned for the {kan} before the replacement tile of the next kan",
        },
    ),
    Code(
        "KR303",
        "robbed kan: indicator turned or not",
        "A kan was robbed. The ruling says whether its kan dora indicator is turned.",
        "North robs south's shouminkan.",
        ("kandora.robbed_kan", "kandora.ankan", "kandora.shouminkan", "chankan.until", "kan.late_ron"),
        of_kan=True,
        sentences={
            "turned": "the kan dora indicator is turned before the kan can be robbed",
            "robbed": "the {kan} is robbed: its kan dora indicator is not turned",
            "undone": (
                "the {kan} is robbed after its replacement tile: it is undone, and its kan dora indicator does not "
                "count"
            ),
            "undone, won": (
                "the discard is won on after it was claimed for the {kan}: the kan is undone, and its kan dora "
                "indicator does not count"
            ),
            "undone, turned": (
                "the {kan} is robbed after its replacement tile: it is undone, but its kan dora indicator counts"
            ),
        },
    ),
    Code(
        "KR304",
        "pending indicator and a win on the replacement tile",
        "The player wins on the replacement tile while a kan dora indicator is still pending.",
        "The kan dora indicator of south's daiminkan is pending, and south wins on the replacement tile.",
        ("kandora.pending_on_rinshan_win",),
        of_kan=True,
        sentences={
            "turned": "the pending kan dora indicator is turned for the win on the replacement tile",
            "hidden": "the win on the replacement tile comes before the kan dora indicator is due; it is not turned",
        },
    ),
    Code(
        "KR305",
        "the record turns the kan dora indicator at another moment, or not at all",
        "A recorded game turns a kan dora indicator at a different moment from the ruleset, or not at all.",
        (
            "A Tenhou record turns the kan dora indicator of a daiminkan with the discard; ema-2016 turns it "
            "before the replacement draw."
        ),
        (*_TIMING, "kandora.pending_on_next_kan", "kandora.pending_on_rinshan_win"),
        of_kan=True,
    ),
    Code(
        "KR306",
        "pending indicator turned by a kita",
        "A kan dora indicator was still to be turned with the discard, and the player's kita turns it.",
        (
            "The kan dora indicator of south's daiminkan is pending. South draws a north and sets it aside, and the "
            "indicator is turned."
        ),
        ("kita.pending_indicator",),
        of_kan=True,
        sentences={
            "kita_announced": "{indicator} is turned for the {kan} as a north is set aside",
            "kita_declaration": "{indicator} is turned for the {kan} once the kita can no longer be robbed",
        },
    ),
    Code(
        "KR401",
        "a player becomes liable",
        "A call makes a yakuman certain, and the player who fed the tile is liable from now on.",
        "West discards haku; south, with pons of hatsu and chun, calls pon.",
        _LIABLE,
        of_kan=True,
        sentences={
            "attaches": "{liable} is liable for {seat}'s {yakuman}",
            "none": "no player is liable for {yakuman} under these rules, so {seat} is not",
        },
    ),
    Code(
        "KR402",
        "the liable player pays",
        (
            "A liable player pays for a yakuman: all of it after a tsumo, half of it after a ron on "
            "another player's discard, and all of it after a ron on their own."
        ),
        "South wins daisangen by tsumo, and west pays 32,000.",
        ("sekinin_barai.yakuman", "sekinin_barai.compound"),
        of_kan=True,
        sentences={
            "yakuman": "{seat} is liable for {yakuman} {pays}",
            "yakuman_and_rest": "{seat} is liable for {yakuman} {pays}; the rest of the hand is paid as usual",
            "whole_hand": "{seat} is liable for {yakuman}, and so for the whole hand, {pays}",
        },
    ),
    Code(
        "KR403",
        "honba under liability",
        "A player is liable, and the ruling says who pays the honba.",
        "South wins daisangen with two honba on north's discard, and west is liable.",
        ("sekinin_barai.honba_on_ron", "sekinin_barai.honba_on_tsumo", "wins.honba_value"),
        of_kan=True,
        sentences={
            "rinshan": "{seat}, who is liable for the win on the replacement tile, pays the honba, {points}",
            "shared": "the honba of a tsumo is shared: each player pays {points}",
            "dealt_in": "{seat}, who dealt in, pays the honba, {points}",
            "liable": "{seat}, who is liable, pays the honba, {points}",
            "parts": "the liable players share the honba, {points}",
        },
    ),
    Code(
        "KR404",
        "two liable players",
        "Two players are liable for one hand.",
        "West is liable for daisangen, and east fed the daiminkan that made suukantsu certain.",
        ("sekinin_barai.two_liable_honba",),
        of_kan=True,
        sentences={
            "own": "two players are liable, each for one yakuman: {several}",
            "whole": (
                "two players are liable ({several}), each for the whole hand; no source found for this: they pay equal "
                "parts"
            ),
            "fewer": (
                "two players are liable ({several}), and fewer yakuman count than they are liable for; no source found "
                "for this: they pay equal parts"
            ),
            "first": "of two liable players, the one who became liable first pays the honba",
            "latest": "of two liable players, the one who became liable last pays the honba",
            "shared": "the two liable players each pay part of the honba",
        },
    ),
    Code(
        "KR405",
        "liability for a win on the replacement tile",
        "The player who fed a daiminkan is liable for a win on its replacement tile.",
        "East discards 7s, south declares a daiminkan and wins on the replacement tile.",
        ("sekinin_barai.daiminkan_rinshan", "sekinin_barai.daiminkan_rinshan_scored"),
        of_kan=True,
        sentences={
            "ron": (
                "{seat} fed the daiminkan and alone pays for the win on its replacement tile, {points}, as for a ron"
            ),
            "tsumo": (
                "{seat} fed the daiminkan and alone pays for the win on its replacement tile, {points}, as for a tsumo"
            ),
            "none": (
                "feeding a daiminkan alone does not make a player liable for a win on its replacement tile, "
                "so {seat} is not"
            ),
        },
    ),
    Code(
        "KR406",
        "additional payment",
        "A plugin adds a payment to the ordinary ones: a fee or a bonus.",
        "A club charges 1,000 points for each open kan.",
        sentences={
            "pays": "{seat} pays {to} {points}: {why}",
            "pays at once": "{seat} immediately pays {to} {points}: {why}",
            "paid back": "{to} pays {seat} back {points}: the kan is robbed and undone",
        },
    ),
    Code(
        "KR407",
        "the absent player's share",
        (
            "In a three-player game, the share of a tsumo that a fourth player would pay is lost or "
            "paid by the two other players."
        ),
        "South wins a mangan by tsumo: 4,000 from the dealer, 2,000 from west, and no one pays the third share.",
        ("wins.tsumo",),
        sentences={
            "loss": "no one pays the absent player's share",
            "halves": "the two other players each pay half of the absent player's share",
            "full": "the two other players pay as much as for a ron",
        },
    ),
    Code(
        "KR501",
        "four-kan abortive draw",
        "Four kans end the hand in an abortive draw.",
        "East has three kans and north declares the fourth.",
        _FOUR,
        of_kan=True,
        sentences={
            "announced": "four kans end the hand when the fourth is announced",
            "declaration": "four kans end the hand once the fourth is completed",
            "rinshan_draw": "four kans end the hand at the fourth kan's replacement tile",
            "discard": "four kans end the hand at the discard, before a ron on it",
            "discard_passed": "four kans end the hand once the discard after the fourth has passed without a ron",
            "earlier": "kan number {count} ends the hand",
        },
    ),
    Code(
        "KR502",
        "four kans, play continues",
        "Four kans have been completed, and play continues.",
        "All four kans are south's.",
        ("four_kans.several_players", "four_kans.one_player"),
        of_kan=True,
        sentences={
            "stand": "four kans have been completed, and play continues",
        },
    ),
    Code(
        "KR503",
        "fifth kan ends the hand",
        "A fifth kan ends the hand.",
        "South has completed four kans, and west declares an ankan.",
        ("fifth_kan.policy", "fifth_kan.robbable", "fifth_kan.dealer"),
        of_kan=True,
        sentences={
            "announced": "a fifth kan ends the hand before it can be robbed",
            "unrobbed": "a fifth kan that is not robbed ends the hand",
            "discard_passed": "a fifth kan ends the hand once the next discard has passed without a ron",
        },
    ),
    Code(
        "KR504",
        "precedence of draws",
        (
            "One discard causes two draws. Ron comes first, then triple ron, four kans, four winds, "
            "four riichi, and the exhausted wall."
        ),
        "The discard after the fourth kan is also the discard of the fourth riichi.",
        (*_FOUR[:3], "draws.sanchahou", "draws.suufon_renda", "draws.suucha_riichi"),
        sentences={
            "first": "{draw} comes first: {order}",
        },
    ),
    Code(
        "KR505",
        "four kans win without a pair",
        (
            "A player with four kans wins without a pair: once the fourth can no longer be robbed, if "
            "a plugin says so, or once the discard has passed without a ron."
        ),
        "South completes a fourth kan and discards, and no player calls ron.",
        ("four_kans.one_player",),
        of_kan=True,
        sentences={
            "stands": "{seat}'s fourth kan wins once it is completed",
            "discard": "the discard after {seat}'s fourth kan has passed without a ron: suukantsu wins",
        },
    ),
    Code(
        "KR506",
        "the game continues, or is scored, differently",
        (
            "A recorded game continues with another dealer or number of honba than the ruleset says, "
            "or its final points are calculated differently."
        ),
        ("In a record, a dealer who is not tenpai stays after an exhaustive draw. Under the ruleset, the deal passes."),
        ("draws.exhaustive_dealer", "wins.dealer", "game.uma", "game.return_points"),
    ),
    Code(
        "KR601",
        "chombo",
        "A foul is a chombo.",
        "South's kan in riichi changed the waits, and south declares a win.",
        (
            "riichi_kan.illegal",
            "riichi_kan.illegal_on_win",
            "fifth_kan.illegal",
            "chombo.pays",
            "chombo.points",
            "chombo.sticks_returned",
        ),
        sentences={
            "costs": "{foul} is a chombo",
            "stands": "{seat}'s {foul} is a chombo although another player won",
        },
    ),
    Code(
        "KR602",
        "dead hand",
        "A foul makes the hand dead: the player may no longer call or win.",
        "West shows three identical tiles and a different one as a kan.",
        ("riichi_kan.illegal", "riichi_kan.illegal_on_win", "fifth_kan.illegal"),
        sentences={
            "costs": "{foul} makes the hand dead",
            "and_chombo": "{foul} costs a chombo and makes the hand dead; play continues",
        },
    ),
    Code(
        "KR603",
        "foul without penalty",
        "A foul has no penalty under these rules, or only the one stated in the rulebook.",
        "West calls kan and takes it back.",
        sentences={
            "costs": "{foul} has no penalty",
            "no_foul": "no foul: {rule}",
        },
    ),
    Code(
        "KR604",
        "foul void because another player won",
        "A foul that was not yet ruled on is void because another player won the hand.",
        "South's kan in riichi was wrong, and north wins.",
        ("chombo.with_another_win", "riichi_kan.illegal_found"),
        sentences={
            "void": "{seat}'s {foul} is void: another player won",
        },
    ),
    Code(
        "KR605",
        "no published penalty found",
        "No source was found for the penalty of this foul. The referee decides.",
        "A kan dora indicator was turned too late.",
        sentences={
            "none": "no source found; the referee decides",
        },
    ),
    Code(
        "KR606",
        "foul corrected in time",
        "The foul was corrected in time.",
        "South takes a wrong kan back before discarding.",
        sentences={
            "in_time": "{seat} corrects it in time; no kan was made",
            "corrected": "corrected in time: no kan was made",
        },
    ),
    Code(
        "KR607",
        "foul not penalized yet",
        "A foul was noticed, but the ruleset penalizes it only later. The hand goes on.",
        "The referee sees that south's kan in riichi changed the waits.",
        ("riichi_kan.illegal_found",),
        sentences={
            "win_or_draw": (
                "{seat}'s illegal kan in riichi is penalized only if {seat} declares a win, or at an exhaustive draw; "
                "the hand goes on"
            ),
            "draw": "{seat}'s illegal kan in riichi is penalized only at an exhaustive draw; the hand goes on",
        },
    ),
    Code(
        "KR608",
        "mistake at the table",
        "A player made a mistake that is no illegal kan, such as exposing tiles, and the referee is told.",
        "South turns the wrong tile as kan dora indicator.",
        sentences={
            "told": "the referee is told of the mistake",
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
