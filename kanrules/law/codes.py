"""The reason codes, one row each: what it says, when it is given, what decides it, what it makes of a kan."""

from __future__ import annotations

from dataclasses import dataclass


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
        "unknown key or table",
        "A ruleset has a key or a table that does not exist; often a slip of spelling, another book's word, or the wrong table.",
        '[kandora] has a line kakan = "discard"; the key is shouminkan.',
        slug="unknown-key",
    ),
    "KR102": Code(
        "bad value",
        "The key exists and the value is of the right kind, but it is none of those the key takes.",
        '[kandora] has daiminkan = "discrad"; expected are declaration, rinshan_draw, discard, discard_passed, never.',
        slug="bad-value",
    ),
    "KR103": Code(
        "wrong type",
        "A value is of the wrong kind: a text for true or false, a number in quotes, one word where a list belongs.",
        '[kandora] has ura = "true"; it is true, without quotes.',
        slug="wrong-type",
    ),
    "KR104": Code(
        "not TOML (syntax, encoding, size)",
        "The file is not TOML: quotes or an = are missing, a table stands twice, the encoding is not UTF-8, or the file is far too big. "
        "Faulty lines are left out and the rest is checked all the same.",
        'ankan = discard has no quotes; it is ankan = "discard".',
        slug="not-toml",
    ),
    "KR105": Code(
        "parent missing",
        "The ruleset stands on a parent that is not there: extends names an id that nobody brings, or a file that is missing.",
        'extends = "ema-2061"; it is ema-2016. A file beside this one is named with its ending: extends = "base.toml".',
        slug="parent-missing",
    ),
    "KR106": Code(
        "circle of parents",
        "A ruleset stands on itself by way of its parents.",
        "a.toml extends b.toml, and b.toml extends a.toml.",
        slug="circle",
    ),
    "KR107": Code(
        "id and file name differ, or id twice",
        "The id in [ruleset] is not the file's name without .toml, or two rulesets have one id. A ruling names the id.",
        'thursday.toml has id = "friday".',
        slug="id",
    ),
    "KR108": Code(
        "plugin missing, refused or at fault",
        "A plugin that the ruleset asks is not installed, is a local file that was not allowed, raises, or answers with the wrong type.",
        'plugins = ["./house.py"] without --allow-local-plugins.',
        slug="plugin",
    ),
    "KR109": Code(
        "line without effect",
        "A warning: the line is read and changes nothing, since another line makes it mute, or it is about something that is not there.",
        "kandora.ankan is set, and kandora.enabled is false.",
        slug="no-effect",
    ),
    "KR110": Code(
        "lines contradict each other",
        "A warning: two lines cannot both be meant.",
        'chombo.pays = "points" while chombo.points is 0.',
        slug="contradiction",
    ),
    "KR111": Code(
        "case or record not possible",
        "A case, a hand or a record describes what cannot be: five copies of a tile, a pon of what nobody discarded.",
        "A case gives south five 5p.",
    ),
    "KR112": Code(
        "the record contradicts itself",
        "A record says a thing twice, and differently: the scores from one hand to the next, the indicators listed at a win, the han of the "
        "yaku and their sum. Whatever the ruleset, one of the two is wrong; the rest of the record is judged all the same.",
        "East 2 begins with 26,000 for west, who had 25,000 when east 1 was over.",
    ),
    "KR201": Code(
        "four tiles not held, or no such pon",
        "The kan needs tiles that the player does not hold, or a pon that was never made.",
        "South says ankan 5p with three of them.",
        gravity=90,
        foul="wrong_tiles",
        of_kan=True,
    ),
    "KR202": Code(
        "not this player's turn, or after a chi or pon",
        "Ankan and shouminkan are declared on a tile one has drawn; not in another's turn, and not in a turn that began with chi or pon.",
        "West calls pon and declares an ankan before discarding.",
        gravity=130,
        foul="after_call",
        of_kan=True,
    ),
    "KR203": Code(
        "no live tile left, or the last discard",
        "A kan takes a replacement tile, and the live wall has none left to refill the dead wall; so none on the last discard either.",
        "The last tile of the wall is drawn, and it is the fourth 9s.",
        ("kan.min_live_tiles",),
        gravity=100,
        foul="last_tile",
        of_kan=True,
    ),
    "KR204": Code(
        "waits would change",
        "In riichi, the hand would wait for other tiles after the kan.",
        "3444m778899s333z waits for 2m 3m 5m; after a kan of 4m it waits for 3m.",
        (*_LEVEL, "riichi_kan.winning_draw"),
        gravity=40,
        foul="riichi_kan",
        hidden=True,
        of_kan=True,
    ),
    "KR205": Code(
        "a reading would be lost",
        "In riichi, the waits stay, but one way to read the hand would be lost: the three tiles are not a triplet in every reading.",
        "5556888s678p123m with a drawn 8s: won with 7s it also reads 555s 678s 88s; after the kan it cannot.",
        _LEVEL,
        gravity=30,
        foul="riichi_kan",
        hidden=True,
        of_kan=True,
    ),
    "KR206": Code(
        "okuri-kan: the drawn tile is not one of the four",
        "In riichi, the four tiles are all old ones: the tile just drawn is not among them.",
        "In riichi with 1111z in hand since the deal, south draws 5m and declares 1z.",
        ("riichi_kan.drawn_tile_only",),
        gravity=60,
        foul="riichi_kan",
        hidden=True,
        of_kan=True,
    ),
    "KR207": Code(
        "no kan in riichi at all",
        "These rules allow no kan after riichi.",
        "South in riichi draws the fourth haku and may not declare it.",
        _LEVEL,
        gravity=70,
        foul="riichi_kan",
        hidden=True,
        of_kan=True,
    ),
    "KR208": Code(
        "a yaku would be lost",
        "In riichi, waits and readings stay, but a yaku would be lost.",
        "1123456788999s with a drawn 9s: nine gates could still come, and after the kan it cannot.",
        _LEVEL,
        gravity=20,
        foul="riichi_kan",
        hidden=True,
        of_kan=True,
    ),
    "KR209": Code(
        "fifth kan",
        "Four kans stand, and a fifth may not be declared.",
        "Two kans of east and two of south stand; west holds four 3p.",
        ("fifth_kan.policy", "fifth_kan.illegal"),
        gravity=120,
        foul="fifth_kan",
        of_kan=True,
    ),
    "KR210": Code(
        "open kan in riichi",
        "A player in riichi may not call tiles, so neither daiminkan nor shouminkan.",
        "South in riichi says kan to a discard.",
        gravity=80,
        foul="riichi_kan",
        of_kan=True,
    ),
    "KR211": Code(
        "this kan cannot be robbed",
        "This kan cannot be robbed: a daiminkan never, an ankan only as the rules say.",
        "North waits for 5m and says ron to an ankan of 5m.",
        ("chankan.ankan",),
        of_kan=True,
    ),
    "KR212": Code(
        "furiten",
        "The player is furiten: a winning tile lies in the player's own discards, or was let pass.",
        "West let a shouminkan of 6s pass and says ron to the 6s that south discards.",
        ("chankan.passing_is_furiten", "furiten.temporary_ends", "furiten.without_yaku"),
    ),
    "KR213": Code(
        "no yaku",
        "The hand is complete and has no yaku, or not the two han that this honba asks for.",
        "An open hand without a yaku on the last but one tile.",
        ("wins.two_han_from_honba", "scoring.without_yaku", "scoring.open_tanyao"),
    ),
    "KR214": Code(
        "a dead hand may not call",
        "The player's hand is dead and may neither call nor win.",
        "South, dead for a wrong call, says kan.",
        ("kan.dead_hand",),
        gravity=140,
        foul="dead_hand_kan",
    ),
    "KR215": Code(
        "the drawn tile wins",
        "In riichi, the tile just drawn wins, and these rules allow no kan on a winning tile.",
        "6677778888999s draws 9s, which wins, and declares 9s.",
        ("riichi_kan.winning_draw",),
        gravity=50,
        foul="riichi_kan",
        hidden=True,
        of_kan=True,
    ),
    "KR216": Code(
        "more kans than a player may declare",
        "These rules let a player declare only so many kans in one hand, and this one would be one more.",
        "A club allows three kans a player; south has three and declares an ankan.",
        ("kan.max_per_player",),
        gravity=110,
        foul="kan_limit",
        of_kan=True,
    ),
    "KR217": Code(
        "no kita here",
        "These rules have no kita: a north is a tile like any other.",
        "South says kita in a game of four players.",
        ("kita.enabled",),
    ),
    "KR218": Code(
        "kita, not after an own draw",
        "A north is set aside on a tile one has drawn; not in another's turn, and as the rules say not in a turn that began with a call.",
        "South calls pon and sets a north aside before discarding.",
        ("kita.after_call",),
    ),
    "KR219": Code(
        "in riichi another north",
        "A player in riichi may set aside the north just drawn alone, or none, as the rules say.",
        "South in riichi holds a north since the deal, draws 5p and says kita.",
        ("kita.in_riichi",),
    ),
    "KR220": Code(
        "this kita cannot be robbed",
        "These rules let nobody win on a north that is set aside, or not with such a hand.",
        "North waits for 4z with an ordinary hand, and only thirteen orphans may rob a kita.",
        ("kita.robbable",),
    ),
    "KR221": Code(
        "no replacement tile left",
        "Every replacement tile is taken, by kans and kitas together.",
        "Four kitas and four kans have taken the eight replacement tiles.",
        ("wall.replacements",),
        gravity=105,
        foul="last_tile",
    ),
    "KR222": Code(
        "no chi",
        "These rules have no chi.",
        "South calls 3p for a run in a game of three players.",
        ("calls.chi",),
    ),
    "KR223": Code(
        "a north may not be discarded",
        "These rules let nobody discard a north as long as another tile can be discarded.",
        "South draws a north and discards it.",
        ("kita.discard",),
    ),
    "KR299": Code(
        "not legal now",
        "The play is not legal at this moment for a reason that has no code of its own.",
        "East discards a tile that is not there.",
        gravity=10,
    ),
    "KR301": Code(
        "indicator turned",
        "An indicator is turned; the ruling says at which instant of its kan.",
        "South's ankan stands, and its indicator is turned at the declaration.",
        _TIMING,
        of_kan=True,
    ),
    "KR302": Code(
        "pending indicator turned by the next kan",
        "An indicator still waited for the discard, and the player's next kan turns it.",
        "South's daiminkan waits; south draws and declares an ankan: both indicators are turned.",
        ("kandora.pending_on_next_kan",),
        of_kan=True,
    ),
    "KR303": Code(
        "robbed kan: indicator turned or not",
        "A kan was robbed: its indicator is turned or not.",
        "North robs south's shouminkan.",
        ("kandora.robbed_kan",),
        of_kan=True,
    ),
    "KR304": Code(
        "pending indicator and a rinshan win",
        "The player wins on the replacement tile while an indicator still waits for the discard.",
        "South's daiminkan waits, and south wins on the replacement tile.",
        ("kandora.pending_on_rinshan_win",),
        of_kan=True,
    ),
    "KR305": Code(
        "the record turns it at another instant, or not at all",
        "A recorded game turns an indicator at another instant than the ruleset, or not at all.",
        "Tenhou's record turns a daiminkan's indicator with the discard, and ema-2016 at the declaration.",
        (*_TIMING, "kandora.pending_on_next_kan", "kandora.pending_on_rinshan_win"),
        of_kan=True,
    ),
    "KR306": Code(
        "pending indicator turned by a kita",
        "An indicator still waited for the discard, and the player's kita turns it.",
        "South's daiminkan waits; south draws a north and sets it aside: the indicator is turned.",
        ("kita.pending_indicator",),
        of_kan=True,
    ),
    "KR401": Code(
        "liability attaches",
        "A call makes a yakuman certain, and whoever fed it is liable from now on.",
        "West discards haku; south, with pons of hatsu and chun, calls pon.",
        _LIABLE,
        of_kan=True,
    ),
    "KR402": Code(
        "the liable player pays",
        "A liable player pays: all of a tsumo, half of a ron by another's tile, all of a ron by the liable player's own.",
        "South wins daisangen by tsumo, and west pays 32,000.",
        ("sekinin_barai.yakuman", "sekinin_barai.compound"),
        of_kan=True,
    ),
    "KR403": Code(
        "honba under liability",
        "Honba where somebody is liable: who pays them.",
        "South wins daisangen off north with two honba while west is liable.",
        ("sekinin_barai.honba_on_ron", "sekinin_barai.honba_on_tsumo", "wins.honba_value"),
        of_kan=True,
    ),
    "KR404": Code(
        "two liable players",
        "Two players are liable for one hand.",
        "West is liable for daisangen, and east fed the daiminkan that made suukantsu certain.",
        ("sekinin_barai.two_liable_honba",),
        of_kan=True,
    ),
    "KR405": Code(
        "replacement-tile liability",
        "Who fed a daiminkan answers for a win on its replacement tile.",
        "East discards 7s, south declares a daiminkan and wins on the replacement tile.",
        ("sekinin_barai.daiminkan_rinshan", "sekinin_barai.daiminkan_rinshan_scored"),
        of_kan=True,
    ),
    "KR406": Code(
        "payment beside the ordinary ones",
        "A plugin has points change hands beside the ordinary payments: a fee, a bonus.",
        "A club takes 1000 points for each open kan.",
    ),
    "KR407": Code(
        "the absent player's share",
        "Three play, and a tsumo is paid: what the absent fourth player would pay is lost, or paid by the two others.",
        "South wins a mangan by tsumo: 4,000 from the dealer, 2,000 from west, and nobody pays the third share.",
        ("wins.tsumo",),
    ),
    "KR501": Code(
        "four-kan draw",
        "Four kans end the hand in a draw.",
        "East has three kans and north declares the fourth.",
        _FOUR,
        of_kan=True,
    ),
    "KR502": Code(
        "four kans, play goes on",
        "Four kans stand and play goes on.",
        "All four kans are south's.",
        ("four_kans.several_players", "four_kans.one_player"),
        of_kan=True,
    ),
    "KR503": Code(
        "fifth kan ends the hand",
        "A fifth kan ends the hand.",
        "Four kans by south stand, and west declares an ankan.",
        ("fifth_kan.policy", "fifth_kan.robbable", "fifth_kan.dealer"),
        of_kan=True,
    ),
    "KR504": Code(
        "which draw comes first",
        "Two draws fall on one discard: ron comes first, then three ron, four kans, four winds, four riichi, the empty wall.",
        "The discard after the fourth kan is also the fourth riichi.",
        (*_FOUR[:3], "draws.sanchahou", "draws.suufon_renda", "draws.suucha_riichi"),
    ),
    "KR505": Code(
        "four kans win without a pair",
        "Four kans of one player win without a pair: as the fourth stands, where a plugin says so, or with a discard that nobody wins on.",
        "South's fourth kan stands, south discards, and nobody says ron.",
        ("four_kans.one_player",),
        of_kan=True,
    ),
    "KR506": Code(
        "the game goes on, or is reckoned, otherwise",
        "A recorded game goes on with another dealer or other honba than the ruleset says, or its final points are reckoned otherwise.",
        "A record has the dealer stay after a draw in noten, and the ruleset has the deal pass.",
        ("draws.exhaustive_dealer", "wins.dealer", "game.uma", "game.return_points"),
    ),
    "KR601": Code(
        "chombo",
        "A foul is a chombo.",
        "South's kan in riichi changed the waits, and south wins.",
        (
            "riichi_kan.illegal",
            "riichi_kan.illegal_on_win",
            "fifth_kan.illegal",
            "chombo.pays",
            "chombo.points",
            "chombo.sticks_returned",
        ),
    ),
    "KR602": Code(
        "dead hand",
        "A foul makes the hand dead: its player may neither call nor win any more.",
        "West lays down three equal tiles and another as a kan.",
        ("riichi_kan.illegal", "riichi_kan.illegal_on_win", "fifth_kan.illegal"),
    ),
    "KR603": Code(
        "foul without penalty",
        "A foul costs nothing under these rules, or only what the book's words say.",
        "West says kan and takes it back.",
    ),
    "KR604": Code(
        "foul void because another won",
        "A foul that nobody had ruled on is void, since another player won the hand.",
        "South's kan in riichi was wrong, and north wins.",
        ("chombo.with_another_win",),
    ),
    "KR605": Code(
        "no published penalty found",
        "No text was found that says what this foul costs; the referee decides.",
        "An indicator was turned too early.",
    ),
    "KR606": Code(
        "foul corrected in time",
        "The foul was put right in time.",
        "South takes a wrong kan back before discarding.",
    ),
}
"""Every reason code and its row; a code is never used again for something else. A plugin's own stand in its `codes`."""
