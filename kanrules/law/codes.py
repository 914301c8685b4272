"""The reason codes, one row each: what it says, when it is given, what decides it, what it makes of a kan."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from kanrules.locale import marked as _N
from kanrules.locale.sentences import Sentence
from kanrules.rulings import Objection


@dataclass(frozen=True, slots=True)
class Code:
    """One reason code: all that is known of it in one row."""

    says: str
    """What it says, in a few words."""
    when: str
    """When it is given: a sentence."""
    example: str
    """An example of it."""
    keys: tuple[str, ...] = ()
    """The keys of a ruleset that decide it."""
    slug: str = ""
    """The word that `check` prints beside it, where it is a problem of a file."""
    gravity: int = 0
    """As an objection to a kan, how grave it is: of several the gravest is named first. A plugin's own come last."""
    foul: str = ""
    """The foul that a kan against it is; see `[penalty]`."""
    hidden: bool = False
    """Nobody sees it before the hand is shown: such a kan goes on."""
    of_kan: bool = False
    """It is a ruling on a kan, its indicator, or liability."""
    sentences: Mapping[str, str] = field(default_factory=dict)
    """What a finding with it says, by a name: templates, filled in with what was found."""


_LEVEL = ("riichi_kan.level",)
_TIMING = ("kandora.enabled", "kandora.ankan", "kandora.daiminkan", "kandora.shouminkan")
_FOUR = (
    "four_kans.several_players",
    "four_kans.one_player",
    "four_kans.abort_at",
    "four_kans.dealer",
    "four_kans.riichi_stick",
)
_LIABLE = ("sekinin_barai.yakuman", "sekinin_barai.concealed_sets_count", "sekinin_barai.completed_by_kan")

CODES: dict[str, Code] = {
    "KR101": Code(
        _N("unknown key or table"),
        _N(
            "A ruleset has a key or a table that does not exist; often a slip of spelling, another book's word, or the "
            "wrong table."
        ),
        _N('[kandora] has a line kakan = "discard"; the key is shouminkan.'),
        slug="unknown-key",
    ),
    "KR102": Code(
        _N("bad value"),
        _N("The key exists and the value is of the right kind, but it is none of those the key takes."),
        _N(
            '[kandora] has daiminkan = "discrad"; expected are declaration, rinshan_draw, discard, discard_passed, '
            "never."
        ),
        slug="bad-value",
    ),
    "KR103": Code(
        _N("wrong type"),
        _N(
            "A value is of the wrong kind: a text for true or false, a number in quotes, one word where a list belongs."
        ),
        _N('[kandora] has ura = "true"; it is true, without quotes.'),
        slug="wrong-type",
    ),
    "KR104": Code(
        _N("not TOML (syntax, encoding, size)"),
        _N(
            "The file is not TOML: quotes or an = are missing, a table stands twice, the encoding is not UTF-8, or the "
            "file is far too big. Faulty lines are left out and the rest is checked all the same."
        ),
        _N('ankan = discard has no quotes; it is ankan = "discard".'),
        slug="not-toml",
    ),
    "KR105": Code(
        _N("parent missing"),
        _N(
            "The ruleset stands on a parent that is not there: extends names an id that nobody brings, or a file that "
            "is missing."
        ),
        _N(
            'extends = "ema-2061"; it is ema-2016. A file beside this one is named with its ending: extends = '
            '"base.toml".'
        ),
        slug="parent-missing",
    ),
    "KR106": Code(
        _N("circle of parents"),
        _N("A ruleset stands on itself by way of its parents."),
        _N("a.toml extends b.toml, and b.toml extends a.toml."),
        slug="circle",
    ),
    "KR107": Code(
        _N("id and file name differ, or id twice"),
        _N(
            "The id in [ruleset] is not the file's name without .toml, or two rulesets have one id. A ruling names the "
            "id."
        ),
        _N('thursday.toml has id = "friday".'),
        slug="id",
    ),
    "KR108": Code(
        _N("plugin missing, refused or at fault"),
        _N(
            "A plugin that the ruleset asks is not installed, is a local file that was not allowed, raises, or answers "
            "with the wrong type."
        ),
        _N('plugins = ["./house.py"] without --allow-local-plugins.'),
        slug="plugin",
    ),
    "KR109": Code(
        _N("line without effect"),
        _N(
            "A warning: the line is read and changes nothing, since another line makes it mute, or it is about "
            "something that is not there."
        ),
        _N("kandora.ankan is set, and kandora.enabled is false."),
        slug="no-effect",
    ),
    "KR110": Code(
        _N("lines contradict each other"),
        _N("A warning: two lines cannot both be meant."),
        _N('chombo.pays = "points" while chombo.points is 0.'),
        slug="contradiction",
    ),
    "KR111": Code(
        _N("case or record not possible"),
        _N(
            "A case, a hand or a record describes what cannot be: five copies of a tile, a pon of what nobody "
            "discarded."
        ),
        _N("A case gives south five 5p."),
    ),
    "KR112": Code(
        _N("the record contradicts itself"),
        _N(
            "A record says a thing twice, and differently: the scores from one hand to the next, the indicators listed "
            "at a win, the han of the yaku and their sum. Whatever the ruleset, one of the two is wrong; the rest of "
            "the record is judged all the same."
        ),
        _N("East 2 begins with 26,000 for west, who had 25,000 when east 1 was over."),
    ),
    "KR201": Code(
        _N("four tiles not held, or no such pon"),
        _N("The kan needs tiles that the player does not hold, or a pon that was never made."),
        _N("South says ankan 5p with three of them."),
        gravity=90,
        foul="wrong_tiles",
        of_kan=True,
        sentences={
            "four": _N("{action}: {seat} holds {count} of the four {tile}"),
            "no_pon": _N("{action}: {seat} has no pon of {tile}"),
            "fourth": _N("{action}: {seat} does not hold the fourth {tile}"),
            "three": _N("{action}: {seat} holds {count} of the three {tile} it takes"),
            "no_run": _N("{action}: these make no run"),
            "no_triplet": _N("{action}: these make no triplet"),
            "not_held": _N("{action}: {seat} does not hold them"),
            "in_riichi": _N("the four {tile} are not held"),
            "no_north": _N("{seat} kita: {seat} holds no north"),
        },
    ),
    "KR202": Code(
        _N("not this player's turn, or after a chi or pon"),
        _N(
            "Ankan and shouminkan are declared on a tile one has drawn; not in another's turn, and not in a turn that "
            "began with chi or pon."
        ),
        _N("West calls pon and declares an ankan before discarding."),
        gravity=130,
        foul="after_call",
        of_kan=True,
        sentences={
            "turn": _N("it is not {seat}'s turn"),
            "action_turn": _N("{action}: it is not {seat}'s turn"),
            "called": _N("{seat} has called a tile and not drawn one; no kan in this turn"),
            "no_discard": _N("{seat} cannot call {tile}: nobody just discarded it"),
            "not_discarded": _N("{action}: nobody else just discarded {tile}"),
            "next_player": _N("{action}: chi is for the next player only"),
            "no_tile": _N("{seat} ron: there is no tile to win on"),
            "not_drawn": _N("{seat} tsumo: {seat} has not just drawn"),
        },
    ),
    "KR203": Code(
        _N("no live tile left, or the last discard"),
        _N(
            "A kan takes a replacement tile, and the live wall has none left to refill the dead wall; so none on the "
            "last discard either."
        ),
        _N("The last tile of the wall is drawn, and it is the fourth 9s."),
        ("kan.min_live_tiles",),
        gravity=100,
        foul="last_tile",
        of_kan=True,
        sentences={
            "none": _N("no live tile is left"),
            "few": _N("{count} live tiles are left, a kan needs {needed}"),
            "few_one": _N("1 live tile is left, a kan needs {needed}"),
            "few_for_kita": _N("{count} live tiles are left, a kita needs {needed}"),
            "few_for_kita_one": _N("1 live tile is left, a kita needs {needed}"),
        },
    ),
    "KR204": Code(
        _N("waits would change"),
        _N("In riichi, the hand would wait for other tiles after the kan."),
        _N("3444m778899s333z waits for 2m 3m 5m; after a kan of 4m it waits for 3m."),
        (*_LEVEL, "riichi_kan.winning_draw"),
        gravity=40,
        foul="riichi_kan",
        hidden=True,
        of_kan=True,
        sentences={
            "other": _N("{now}; after the kan of {tile} for {waits}"),
            "only": _N("{now}; after the kan of {tile} only for {waits}"),
            "nothing": _N("{now}; after the kan of {tile} for nothing"),
        },
    ),
    "KR205": Code(
        _N("a reading would be lost"),
        _N(
            "In riichi, the waits stay, but one way to read the hand would be lost: the three tiles are not a triplet "
            "in every reading."
        ),
        _N("5556888s678p123m with a drawn 8s: won with 7s it also reads 555s 678s 88s; after the kan it cannot."),
        _LEVEL,
        gravity=30,
        foul="riichi_kan",
        hidden=True,
        of_kan=True,
        sentences={
            "okuri_kan": _N("the fourth {tile} stands outside the triplet in every reading (okuri-kan)"),
            "reading": _N("with {wait} the hand also reads {reading}; after the kan of {tile} it cannot"),
        },
    ),
    "KR206": Code(
        _N("okuri-kan: the drawn tile is not one of the four"),
        _N("In riichi, the four tiles are all old ones: the tile just drawn is not among them."),
        _N("In riichi with 1111z in hand since the deal, south draws 5m and declares 1z."),
        ("riichi_kan.drawn_tile_only",),
        gravity=60,
        foul="riichi_kan",
        hidden=True,
        of_kan=True,
        sentences={
            "okuri_kan": _N("the drawn {drawn} is not one of the four {tile} (okuri-kan)"),
        },
    ),
    "KR207": Code(
        _N("no kan in riichi at all"),
        _N("These rules allow no kan after riichi."),
        _N("South in riichi draws the fourth haku and may not declare it."),
        _LEVEL,
        gravity=70,
        foul="riichi_kan",
        hidden=True,
        of_kan=True,
        sentences={
            "never": _N("these rules allow no kan in riichi"),
        },
    ),
    "KR208": Code(
        _N("a yaku would be lost"),
        _N("In riichi, waits and readings stay, but a yaku would be lost."),
        _N("1123456788999s with a drawn 9s: nine gates could still come, and after the kan it cannot."),
        _LEVEL,
        gravity=20,
        foul="riichi_kan",
        hidden=True,
        of_kan=True,
        sentences={
            "yaku": _N("with {wait} the hand is {yaku}; after the kan of {tile} it cannot be"),
        },
    ),
    "KR209": Code(
        _N("fifth kan"),
        _N("Four kans stand, and a fifth may not be declared."),
        _N("Two kans of east and two of south stand; west holds four 3p."),
        ("fifth_kan.policy", "fifth_kan.illegal"),
        gravity=120,
        foul="fifth_kan",
        of_kan=True,
        sentences={
            "fifth": _N("four kans stand in this hand; no fifth may be declared"),
            "plugin": _N("four kans stand in this hand; no fifth may be declared (plugin {plugin})"),
        },
    ),
    "KR210": Code(
        _N("open kan in riichi"),
        _N("A player in riichi may not call tiles, so neither daiminkan nor shouminkan."),
        _N("South in riichi says kan to a discard."),
        gravity=80,
        foul="riichi_kan",
        of_kan=True,
        sentences={
            "open": _N("{seat} is in riichi and may not declare a {kan}"),
        },
    ),
    "KR211": Code(
        _N("this kan cannot be robbed"),
        _N("This kan cannot be robbed: a daiminkan never, an ankan only as the rules say."),
        _N("North waits for 5m and says ron to an ankan of 5m."),
        ("chankan.ankan",),
        of_kan=True,
        sentences={
            "ron": _N("{seat} ron: this {kan} cannot be robbed"),
        },
    ),
    "KR212": Code(
        _N("furiten"),
        _N("The player is furiten: a winning tile lies in the player's own discards, or was let pass."),
        _N("West let a shouminkan of 6s pass and says ron to the 6s that south discards."),
        ("chankan.passing_is_furiten", "furiten.temporary_ends", "furiten.without_yaku"),
        sentences={
            "ron": _N("{seat} ron: furiten"),
        },
    ),
    "KR213": Code(
        _N("no yaku"),
        _N("The hand is complete and has no yaku, or not the two han that this honba asks for."),
        _N("An open hand without a yaku on the last but one tile."),
        ("wins.two_han_from_honba", "scoring.without_yaku", "scoring.open_tanyao"),
        sentences={
            "ron": _N("{seat} ron: the hand has no yaku"),
            "tsumo": _N("{seat} tsumo: the hand has no yaku"),
        },
    ),
    "KR214": Code(
        _N("a dead hand may not call"),
        _N("The player's hand is dead and may neither call nor win."),
        _N("South, dead for a wrong call, says kan."),
        ("kan.dead_hand",),
        gravity=140,
        foul="dead_hand_kan",
        sentences={
            "kan": _N("{seat} has a dead hand and may not kan"),
            "claim": _N("{seat} has a dead hand and may not claim a kan"),
            "riichi": _N("{seat} has a dead hand and may not declare riichi"),
            "call": _N("{action}: {seat} has a dead hand"),
            "ron": _N("{seat} ron: a dead hand may not win"),
            "tsumo": _N("{seat} tsumo: a dead hand may not win"),
            "kita": _N("{seat} kita: {seat} has a dead hand"),
        },
    ),
    "KR215": Code(
        _N("the drawn tile wins"),
        _N("In riichi, the tile just drawn wins, and these rules allow no kan on a winning tile."),
        _N("6677778888999s draws 9s, which wins, and declares 9s."),
        ("riichi_kan.winning_draw",),
        gravity=50,
        foul="riichi_kan",
        hidden=True,
        of_kan=True,
        sentences={
            "wins": _N("the drawn {drawn} wins; no kan may be declared on it"),
        },
    ),
    "KR216": Code(
        _N("more kans than a player may declare"),
        _N("These rules let a player declare only so many kans in one hand, and this one would be one more."),
        _N("A club allows three kans a player; south has three and declares an ankan."),
        ("kan.max_per_player",),
        gravity=110,
        foul="kan_limit",
        of_kan=True,
        sentences={
            "most": _N("{seat} has declared as many kans as a player may in one hand ({most})"),
        },
    ),
    "KR217": Code(
        _N("no kita here"),
        _N("These rules have no kita: a north is a tile like any other."),
        _N("South says kita in a game of four players."),
        ("kita.enabled",),
        sentences={"kita": _N("{seat} kita: these rules have no kita")},
    ),
    "KR218": Code(
        _N("kita, not after an own draw"),
        _N(
            "A north is set aside on a tile one has drawn; not in another's turn, and as the rules say not in a turn "
            "that began with a call."
        ),
        _N("South calls pon and sets a north aside before discarding."),
        ("kita.after_call",),
        sentences={
            "turn": _N("{seat} kita: {seat} has not just drawn"),
            "called": _N("{seat} kita: {seat} has called a tile and not drawn one; no kita in this turn"),
        },
    ),
    "KR219": Code(
        _N("in riichi another north"),
        _N("A player in riichi may set aside the north just drawn alone, or none, as the rules say."),
        _N("South in riichi holds a north since the deal, draws 5p and says kita."),
        ("kita.in_riichi",),
        sentences={
            "never": _N("{seat} kita: {seat} is in riichi"),
            "drawn_only": _N("{seat} kita: in riichi only the north just drawn may be set aside"),
        },
    ),
    "KR220": Code(
        _N("this kita cannot be robbed"),
        _N("These rules let nobody win on a north that is set aside, or not with such a hand."),
        _N("West waits for 4z with an ordinary hand, and only thirteen orphans may rob a kita."),
        ("kita.robbable",),
        sentences={"ron": _N("{seat} ron: this kita cannot be robbed")},
    ),
    "KR221": Code(
        _N("no replacement tile left"),
        _N("Every replacement tile is taken, by kans and kitas together."),
        _N("Four kitas and four kans have taken the eight replacement tiles."),
        ("wall.replacements",),
        gravity=105,
        foul="last_tile",
        of_kan=True,
        sentences={"taken": _N("all {count} replacement tiles are taken")},
    ),
    "KR222": Code(
        _N("no chi"),
        _N("These rules have no chi."),
        _N("South calls 3p for a run in a game of three players."),
        ("calls.chi",),
        sentences={"call": _N("{action}: these rules have no chi")},
    ),
    "KR223": Code(
        _N("a north may not be discarded"),
        _N("These rules let nobody discard a north as long as another tile can be discarded."),
        _N("South draws a north and discards it."),
        ("kita.discard",),
        sentences={"discard": _N("{action}: a north may not be discarded")},
    ),
    "KR299": Code(
        _N("not legal now"),
        _N("The play is not legal at this moment for a reason that has no code of its own."),
        _N("East discards a tile that is not there."),
        gravity=10,
        sentences={
            "not_held": _N("{action}: {seat} does not hold {tile}"),
            "not_drawn": _N("{action}: {tile} is not the tile just drawn"),
            "drawn_only": _N("{action}: in riichi only the drawn tile may be discarded"),
            "action_in_riichi": _N("{action}: {seat} is in riichi already"),
            "kuikae": _N("{action}: kuikae, the tile just called could have been used so"),
            "four_kans": _N("{action}: four kans end the hand with this replacement tile, unless it wins"),
            "hand_ends": _N("{action}: the hand ends here ({by})"),
            "over": _N("{action}: the hand is over ({by})"),
            "waits_for": _N("{action}: the table waits for {wanted}"),
            "in_riichi": _N("{seat} is in riichi already"),
            "open_hand": _N("{seat} has called: riichi needs a closed hand"),
            "few_tiles": _N("riichi needs {needed} live tiles, {count} are left"),
            "few_tiles_one": _N("riichi needs {needed} live tiles, 1 is left"),
            "no_tile": _N("riichi needs a live tile, and none is left"),
            "no_stick": _N("{seat} has {score} points and cannot put a stick down"),
            "riichi_after_call": _N("riichi is declared on a tile drawn, not after a call"),
            "not_tenpai": _N("without {tile} the hand is not tenpai"),
            "first_draw": _N("kyuushu kyuuhai is for an uninterrupted first draw"),
            "no_kyuushu": _N("this ruleset has no kyuushu kyuuhai"),
            "kinds": _N("the hand holds {count} kinds of terminals and honours, not nine"),
            "kinds_one": _N("the hand holds 1 kind of terminals and honours, not nine"),
            "only_ron": _N("{action}: after the fourth kan only ron is offered"),
            "kan_only_ron": _N("after the fourth kan only ron is offered"),
            "passed": _N("{action}: {seat} has let this tile pass"),
            "call_in_riichi": _N("{action}: {seat} is in riichi"),
            "last_discard": _N("{action}: the last discard may only be won on"),
            "no_discard_left": _N("{action}: kuikae would leave no tile to discard"),
            "ron": _N("{seat} ron: {tile} does not complete the hand"),
            "tsumo": _N("{seat} tsumo: {tile} does not complete the hand"),
            "ron_twice": _N("{seat} ron: called already"),
            "no_pon": _N("{action}: a north may not be called"),
            "ron_passed": _N("{seat} ron: {seat} has let this tile pass"),
            "own_tile": _N("{action}: the tile is {seat}'s own"),
            "answered": _N("{action}: {seat} has answered already"),
        },
    ),
    "KR301": Code(
        _N("indicator turned"),
        _N("An indicator is turned; the ruling says at which instant of its kan."),
        _N("South's ankan stands, and its indicator is turned at the declaration."),
        _TIMING,
        of_kan=True,
        sentences={
            "declaration": _N("{indicator} is turned for the {kan} at its declaration"),
            "rinshan_draw": _N("{indicator} is turned for the {kan} with the replacement draw"),
            "discard": _N("{indicator} is turned for the {kan} with the discard"),
            "discard_passed": _N("{indicator} is turned for the {kan} once the discard has passed"),
            "rinshan_win": _N("{indicator} is turned for the {kan} for the rinshan win"),
            "announced": _N("{indicator} is turned for the {kan} before the kan can be robbed"),
            "never": _N("no indicator is turned for the {kan}"),
        },
    ),
    "KR302": Code(
        _N("pending indicator turned by the next kan"),
        _N("An indicator still waited for the discard, and the player's next kan turns it."),
        _N("South's daiminkan waits; south draws and declares an ankan: both indicators are turned."),
        ("kandora.pending_on_next_kan",),
        of_kan=True,
        sentences={
            "next_kan_announced": _N("{indicator} is turned for the {kan} as the next kan is announced"),
            "next_kan_declaration": _N("{indicator} is turned for the {kan} at the next kan's declaration"),
        },
    ),
    "KR303": Code(
        _N("robbed kan: indicator turned or not"),
        _N("A kan was robbed: its indicator is turned or not."),
        _N("North robs south's shouminkan."),
        ("kandora.robbed_kan",),
        of_kan=True,
        sentences={
            "turned": _N("the indicator is turned before the kan can be robbed"),
            "robbed": _N("the {kan} is robbed: its indicator is not turned"),
        },
    ),
    "KR304": Code(
        _N("pending indicator and a rinshan win"),
        _N("The player wins on the replacement tile while an indicator still waits for the discard."),
        _N("South's daiminkan waits, and south wins on the replacement tile."),
        ("kandora.pending_on_rinshan_win",),
        of_kan=True,
        sentences={
            "turned": _N("the pending indicator is turned for the rinshan win"),
            "hidden": _N("the rinshan win comes before the indicator is due; it stays hidden"),
        },
    ),
    "KR305": Code(
        _N("the record turns it at another instant, or not at all"),
        _N("A recorded game turns an indicator at another instant than the ruleset, or not at all."),
        _N("Tenhou's record turns a daiminkan's indicator with the discard, and ema-2016 at the declaration."),
        (*_TIMING, "kandora.pending_on_next_kan", "kandora.pending_on_rinshan_win"),
        of_kan=True,
    ),
    "KR306": Code(
        _N("pending indicator turned by a kita"),
        _N("An indicator still waited for the discard, and the player's kita turns it."),
        _N("South's daiminkan waits; south draws a north and sets it aside: the indicator is turned."),
        ("kita.pending_indicator",),
        of_kan=True,
        sentences={
            "kita_announced": _N("{indicator} is turned for the {kan} as a north is set aside"),
            "kita_declaration": _N("{indicator} is turned for the {kan} once the north lies aside"),
        },
    ),
    "KR401": Code(
        _N("liability attaches"),
        _N("A call makes a yakuman certain, and whoever fed it is liable from now on."),
        _N("West discards haku; south, with pons of hatsu and chun, calls pon."),
        _LIABLE,
        of_kan=True,
        sentences={
            "attaches": _N("{liable} answers for {seat}'s {yakuman}"),
            "none": _N("nobody is liable for {yakuman} under these rules, so {seat} is not"),
        },
    ),
    "KR402": Code(
        _N("the liable player pays"),
        _N(
            "A liable player pays: all of a tsumo, half of a ron by another's tile, all of a ron by the liable "
            "player's own."
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
    "KR403": Code(
        _N("honba under liability"),
        _N("Honba where somebody is liable: who pays them."),
        _N("South wins daisangen off north with two honba while west is liable."),
        ("sekinin_barai.honba_on_ron", "sekinin_barai.honba_on_tsumo", "wins.honba_value"),
        of_kan=True,
        sentences={
            "rinshan": _N("{seat}, liable for the replacement tile, pays the honba, {points}"),
            "shared": _N("the honba of a tsumo is shared: each pays {points}"),
            "dealt_in": _N("{seat}, who dealt in, pays the honba, {points}"),
            "liable": _N("{seat}, who is liable, pays the honba, {points}"),
            "parts": _N("those liable share the honba, {points}"),
        },
    ),
    "KR404": Code(
        _N("two liable players"),
        _N("Two players are liable for one hand."),
        _N("West is liable for daisangen, and east fed the daiminkan that made suukantsu certain."),
        ("sekinin_barai.two_liable_honba",),
        of_kan=True,
        sentences={
            "own": _N("two players are liable, each for a yakuman of their own: {several}"),
            "whole": _N(
                "two players are liable ({several}), each for the whole hand; no source found for this: they pay equal "
                "parts"
            ),
            "fewer": _N(
                "two players are liable ({several}), and fewer yakuman count than they are liable for; no source found "
                "for this: they pay equal parts"
            ),
            "first": _N("of two liable players who became liable first pays the honba"),
            "latest": _N("of two liable players who became liable last pays the honba"),
            "shared": _N("of two liable players each pays a part of the honba"),
        },
    ),
    "KR405": Code(
        _N("replacement-tile liability"),
        _N("Who fed a daiminkan answers for a win on its replacement tile."),
        _N("East discards 7s, south declares a daiminkan and wins on the replacement tile."),
        ("sekinin_barai.daiminkan_rinshan", "sekinin_barai.daiminkan_rinshan_scored"),
        of_kan=True,
        sentences={
            "ron": _N("{seat} fed the daiminkan and pays the win on its replacement tile alone, {points}, as a ron"),
            "tsumo": _N(
                "{seat} fed the daiminkan and pays the win on its replacement tile alone, {points}, as a tsumo"
            ),
            "none": _N("who feeds a daiminkan is not liable for the win on its replacement tile, so {seat} is not"),
        },
    ),
    "KR406": Code(
        _N("payment beside the ordinary ones"),
        _N("A plugin has points change hands beside the ordinary payments: a fee, a bonus."),
        _N("A club takes 1000 points for each open kan."),
        sentences={
            "pays": _N("{seat} pays {to} {points}: {why}"),
            "pays at once": _N("{seat} immediately pays {to} {points}: {why}"),
        },
    ),
    "KR407": Code(
        _N("the absent player's share"),
        _N(
            "Three play, and a tsumo is paid: what the absent fourth player would pay is lost, or paid by the two "
            "others."
        ),
        _N("South wins a mangan by tsumo: 4,000 from the dealer, 2,000 from west, and nobody pays the third share."),
        ("wins.tsumo",),
        sentences={
            "loss": _N("nobody pays the absent player's share"),
            "halves": _N("the two others pay half of the absent player's share each"),
            "full": _N("the two others pay as much as a ron would bring"),
        },
    ),
    "KR501": Code(
        _N("four-kan draw"),
        _N("Four kans end the hand in a draw."),
        _N("East has three kans and north declares the fourth."),
        _FOUR,
        of_kan=True,
        sentences={
            "announced": _N("four kans end the hand at the fourth kan's announcement"),
            "declaration": _N("four kans end the hand once the fourth stands"),
            "rinshan_draw": _N("four kans end the hand with its replacement tile"),
            "discard": _N("four kans end the hand at the discard, before a ron on it"),
            "discard_passed": _N("four kans end the hand once its discard has passed"),
        },
    ),
    "KR502": Code(
        _N("four kans, play goes on"),
        _N("Four kans stand and play goes on."),
        _N("All four kans are south's."),
        ("four_kans.several_players", "four_kans.one_player"),
        of_kan=True,
        sentences={
            "stand": _N("four kans stand and play goes on"),
        },
    ),
    "KR503": Code(
        _N("fifth kan ends the hand"),
        _N("A fifth kan ends the hand."),
        _N("Four kans by south stand, and west declares an ankan."),
        ("fifth_kan.policy", "fifth_kan.robbable", "fifth_kan.dealer"),
        of_kan=True,
        sentences={
            "announced": _N("a fifth kan ends the hand before it can be robbed"),
            "unrobbed": _N("a fifth kan that nobody robbed ends the hand"),
        },
    ),
    "KR504": Code(
        _N("which draw comes first"),
        _N(
            "Two draws fall on one discard: ron comes first, then three ron, four kans, four winds, four riichi, the "
            "empty wall."
        ),
        _N("The discard after the fourth kan is also the fourth riichi."),
        (*_FOUR[:3], "draws.sanchahou", "draws.suufon_renda", "draws.suucha_riichi"),
        sentences={
            "first": _N("{draw} comes first: {order}"),
        },
    ),
    "KR505": Code(
        _N("four kans win without a pair"),
        _N(
            "Four kans of one player win without a pair: as the fourth stands, where a plugin says so, or with a "
            "discard that nobody wins on."
        ),
        _N("South's fourth kan stands, south discards, and nobody says ron."),
        ("four_kans.one_player",),
        of_kan=True,
        sentences={
            "stands": _N("{seat}'s fourth kan wins as it stands"),
            "discard": _N("nobody has won on the discard after {seat}'s fourth kan: suukantsu wins"),
        },
    ),
    "KR506": Code(
        _N("the game goes on, or is reckoned, otherwise"),
        _N(
            "A recorded game goes on with another dealer or other honba than the ruleset says, or its final points are "
            "reckoned otherwise."
        ),
        _N("A record has the dealer stay after a draw in noten, and the ruleset has the deal pass."),
        ("draws.exhaustive_dealer", "wins.dealer", "game.uma", "game.return_points"),
    ),
    "KR601": Code(
        _N("chombo"),
        _N("A foul is a chombo."),
        _N("South's kan in riichi changed the waits, and south wins."),
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
            "stands": _N("{seat}'s {foul} is a chombo although another won"),
        },
    ),
    "KR602": Code(
        _N("dead hand"),
        _N("A foul makes the hand dead: its player may neither call nor win any more."),
        _N("West lays down three equal tiles and another as a kan."),
        ("riichi_kan.illegal", "riichi_kan.illegal_on_win", "fifth_kan.illegal"),
        sentences={
            "costs": _N("{foul} makes the hand dead"),
            "and_chombo": _N("{foul} costs a chombo and makes the hand dead; play goes on"),
        },
    ),
    "KR603": Code(
        _N("foul without penalty"),
        _N("A foul costs nothing under these rules, or only what the book's words say."),
        _N("West says kan and takes it back."),
        sentences={
            "costs": _N("{foul} costs nothing"),
            "no_foul": _N("no foul: {rule}"),
        },
    ),
    "KR604": Code(
        _N("foul void because another won"),
        _N("A foul that nobody had ruled on is void, since another player won the hand."),
        _N("South's kan in riichi was wrong, and north wins."),
        ("chombo.with_another_win",),
        sentences={
            "void": _N("{seat}'s {foul} is void: another player won"),
        },
    ),
    "KR605": Code(
        _N("no published penalty found"),
        _N("No text was found that says what this foul costs; the referee decides."),
        _N("An indicator was turned too early."),
        sentences={
            "none": _N("no published penalty found"),
        },
    ),
    "KR606": Code(
        _N("foul corrected in time"),
        _N("The foul was put right in time."),
        _N("South takes a wrong kan back before discarding."),
        sentences={
            "in_time": _N("{seat} puts it right in time; nothing was kanned"),
            "corrected": _N("put right in time: nothing was kanned"),
        },
    ),
}
"""Every reason code and its row; a code is never used again for something else. A plugin's own stand in its `codes`."""
_BY_GRAVITY = sorted(CODES.values(), key=lambda row: -row.gravity)
FORBIDDING: tuple[str, ...] = tuple(dict.fromkeys(
    row.keys[0] for row in _BY_GRAVITY
    if row.gravity and row.keys and row.keys[0].startswith(("kan.", "riichi_kan.", "fifth_kan."))
))  # fmt: skip
"""The keys that forbid a kan, the gravest first: each decides an objection to one."""


def sentence(code: str, name: str, /, **args: object) -> Sentence:
    """What a code says, by the name of the sentence in its row, with what was found in its places; where `count` is
    one, the sentence for one.
    """
    sentences = CODES[code].sentences
    if args.get("count") == 1:
        return Sentence(sentences.get(f"{name}_one", sentences[name]), args)
    return Sentence(sentences[name], args)


def objection(code: str, name: str, key: str = "", /, **args: object) -> Objection:
    """A reason why an action is against the law: its code, which of the code's sentences, the key that says so, and
    what was found.
    """
    return Objection(code, sentence(code, name, **args), key)
