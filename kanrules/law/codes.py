"""What every reason code means: when it is given, an example, and the keys that decide; what `explain CODE` prints."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CodeEntry:
    """One reason code: when it is given, an example, the keys that decide it."""

    when: str
    example: str
    keys: tuple[str, ...] = ()


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

CODE_ENTRIES: dict[str, CodeEntry] = {
    "KR101": CodeEntry(
        "A ruleset has a key or a table that does not exist; often a slip of spelling, another book's word, or the wrong table.",
        '[kandora] has a line kakan = "discard"; the key is shouminkan.',
    ),
    "KR102": CodeEntry(
        "The key exists and the value is of the right kind, but it is none of those the key takes.",
        '[kandora] has daiminkan = "discrad"; expected are declaration, rinshan_draw, discard, discard_passed, never.',
    ),
    "KR103": CodeEntry(
        "A value is of the wrong kind: a text for true or false, a number in quotes, one word where a list belongs.",
        '[kandora] has ura = "true"; it is true, without quotes.',
    ),
    "KR104": CodeEntry(
        "The file is not TOML: quotes or an = are missing, a table stands twice, the encoding is not UTF-8, or the file is far too big. "
        "Faulty lines are left out and the rest is checked all the same.",
        'ankan = discard has no quotes; it is ankan = "discard".',
    ),
    "KR105": CodeEntry(
        "The ruleset stands on a parent that is not there: extends names an id that nobody brings, or a file that is missing.",
        'extends = "ema-2061"; it is ema-2016. A file beside this one is named with its ending: extends = "base.toml".',
    ),
    "KR106": CodeEntry(
        "A ruleset stands on itself by way of its parents.",
        "a.toml extends b.toml, and b.toml extends a.toml.",
    ),
    "KR107": CodeEntry(
        "The id in [ruleset] is not the file's name without .toml, or two rulesets have one id. A ruling names the id.",
        'thursday.toml has id = "friday".',
    ),
    "KR108": CodeEntry(
        "A plugin that the ruleset asks is not installed, is a local file that was not allowed, raises, or answers with the wrong type.",
        'plugins = ["./house.py"] without --allow-local-plugins.',
    ),
    "KR109": CodeEntry(
        "A warning: the line is read and changes nothing, since another line makes it mute, or it is about something that is not there.",
        "kandora.ankan is set, and kandora.enabled is false.",
    ),
    "KR110": CodeEntry(
        "A warning: two lines cannot both be meant.",
        'chombo.pays = "points" while chombo.points is 0.',
    ),
    "KR111": CodeEntry(
        "A case, a hand or a record describes what cannot be: five copies of a tile, a pon of what nobody discarded.",
        "A case gives south five 5p.",
    ),
    "KR112": CodeEntry(
        "A record says a thing twice, and differently: the scores from one hand to the next, the indicators listed at a win, the han of the "
        "yaku and their sum. Whatever the ruleset, one of the two is wrong; the rest of the record is judged all the same.",
        "East 2 begins with 26,000 for west, who had 25,000 when east 1 was over.",
    ),
    "KR201": CodeEntry(
        "The kan needs tiles that the player does not hold, or a pon that was never made.",
        "South says ankan 5p with three of them.",
    ),
    "KR202": CodeEntry(
        "Ankan and shouminkan are declared on a tile one has drawn; not in another's turn, and not in a turn that began with chi or pon.",
        "West calls pon and declares an ankan before discarding.",
    ),
    "KR203": CodeEntry(
        "A kan takes a replacement tile, and the live wall has none left to refill the dead wall; so none on the last discard either.",
        "The last tile of the wall is drawn, and it is the fourth 9s.",
        ("kan.min_live_tiles",),
    ),
    "KR204": CodeEntry(
        "In riichi, the hand would wait for other tiles after the kan.",
        "3444m778899s333z waits for 2m 3m 5m; after a kan of 4m it waits for 3m.",
        (*_LEVEL, "riichi_kan.winning_draw"),
    ),
    "KR205": CodeEntry(
        "In riichi, the waits stay, but one way to read the hand would be lost: the three tiles are not a triplet in every reading.",
        "5556888s678p123m with a drawn 8s: won with 7s it also reads 555s 678s 88s; after the kan it cannot.",
        _LEVEL,
    ),
    "KR206": CodeEntry(
        "In riichi, the four tiles are all old ones: the tile just drawn is not among them.",
        "In riichi with 1111z in hand since the deal, south draws 5m and declares 1z.",
        ("riichi_kan.drawn_tile_only",),
    ),
    "KR207": CodeEntry(
        "These rules allow no kan after riichi.",
        "South in riichi draws the fourth haku and may not declare it.",
        _LEVEL,
    ),
    "KR208": CodeEntry(
        "In riichi, waits and readings stay, but a yaku would be lost.",
        "1123456788999s with a drawn 9s: nine gates could still come, and after the kan it cannot.",
        _LEVEL,
    ),
    "KR209": CodeEntry(
        "Four kans stand, and a fifth may not be declared.",
        "Two kans of east and two of south stand; west holds four 3p.",
        ("fifth_kan.policy", "fifth_kan.illegal"),
    ),
    "KR210": CodeEntry(
        "A player in riichi may not call tiles, so neither daiminkan nor shouminkan.",
        "South in riichi says kan to a discard.",
    ),
    "KR211": CodeEntry(
        "This kan cannot be robbed: a daiminkan never, an ankan only as the rules say.",
        "North waits for 5m and says ron to an ankan of 5m.",
        ("chankan.ankan",),
    ),
    "KR212": CodeEntry(
        "The player is furiten: a winning tile lies in the player's own discards, or was let pass.",
        "West let a shouminkan of 6s pass and says ron to the 6s that south discards.",
        ("chankan.passing_is_furiten", "furiten.temporary_ends", "furiten.without_yaku"),
    ),
    "KR213": CodeEntry(
        "The hand is complete and has no yaku, or not the two han that this honba asks for.",
        "An open hand without a yaku on the last but one tile.",
        ("wins.two_han_from_honba", "scoring.without_yaku", "scoring.open_tanyao"),
    ),
    "KR214": CodeEntry(
        "The player's hand is dead and may neither call nor win.",
        "South, dead for a wrong call, says kan.",
        ("kan.dead_hand",),
    ),
    "KR215": CodeEntry(
        "In riichi, the tile just drawn wins, and these rules allow no kan on a winning tile.",
        "6677778888999s draws 9s, which wins, and declares 9s.",
        ("riichi_kan.winning_draw",),
    ),
    "KR216": CodeEntry(
        "These rules let a player declare only so many kans in one hand, and this one would be one more.",
        "A club allows three kans a player; south has three and declares an ankan.",
        ("kan.max_per_player",),
    ),
    "KR299": CodeEntry(
        "The play is not legal at this moment for a reason that has no code of its own.",
        "East discards a tile that is not there.",
    ),
    "KR301": CodeEntry(
        "An indicator is turned; the ruling says at which instant of its kan.",
        "South's ankan stands, and its indicator is turned at the declaration.",
        _TIMING,
    ),
    "KR302": CodeEntry(
        "An indicator still waited for the discard, and the player's next kan turns it.",
        "South's daiminkan waits; south draws and declares an ankan: both indicators are turned.",
        ("kandora.pending_on_next_kan",),
    ),
    "KR303": CodeEntry(
        "A kan was robbed: its indicator is turned or not.", "North robs south's shouminkan.", ("kandora.robbed_kan",)
    ),
    "KR304": CodeEntry(
        "The player wins on the replacement tile while an indicator still waits for the discard.",
        "South's daiminkan waits, and south wins on the replacement tile.",
        ("kandora.pending_on_rinshan_win",),
    ),
    "KR305": CodeEntry(
        "A recorded game turns an indicator at another instant than the ruleset, or not at all.",
        "Tenhou's record turns a daiminkan's indicator with the discard, and ema-2016 at the declaration.",
        (*_TIMING, "kandora.pending_on_next_kan", "kandora.pending_on_rinshan_win"),
    ),
    "KR401": CodeEntry(
        "A call makes a yakuman certain, and whoever fed it is liable from now on.",
        "West discards haku; south, with pons of hatsu and chun, calls pon.",
        _LIABLE,
    ),
    "KR402": CodeEntry(
        "A liable player pays: all of a tsumo, half of a ron by another's tile, all of a ron by the liable player's own.",
        "South wins daisangen by tsumo, and west pays 32,000.",
        ("sekinin_barai.yakuman", "sekinin_barai.compound"),
    ),
    "KR403": CodeEntry(
        "Honba where somebody is liable: who pays them.",
        "South wins daisangen off north with two honba while west is liable.",
        ("sekinin_barai.honba_on_ron", "sekinin_barai.honba_on_tsumo", "wins.honba_value"),
    ),
    "KR404": CodeEntry(
        "Two players are liable for one hand.",
        "West is liable for daisangen, and east fed the daiminkan that made suukantsu certain.",
        ("sekinin_barai.two_liable_honba",),
    ),
    "KR405": CodeEntry(
        "Who fed a daiminkan answers for a win on its replacement tile.",
        "East discards 7s, south declares a daiminkan and wins on the replacement tile.",
        ("sekinin_barai.daiminkan_rinshan", "sekinin_barai.daiminkan_rinshan_scored"),
    ),
    "KR406": CodeEntry(
        "A plugin has points change hands beside the ordinary payments: a fee, a bonus.",
        "A club takes 1000 points for each open kan.",
    ),
    "KR501": CodeEntry(
        "Four kans end the hand in a draw.", "East has three kans and north declares the fourth.", _FOUR
    ),
    "KR502": CodeEntry(
        "Four kans stand and play goes on.",
        "All four kans are south's.",
        ("four_kans.several_players", "four_kans.one_player"),
    ),
    "KR503": CodeEntry(
        "A fifth kan ends the hand.",
        "Four kans by south stand, and west declares an ankan.",
        ("fifth_kan.policy", "fifth_kan.robbable", "fifth_kan.dealer"),
    ),
    "KR504": CodeEntry(
        "Two draws fall on one discard: ron comes first, then three ron, four kans, four winds, four riichi, the empty wall.",
        "The discard after the fourth kan is also the fourth riichi.",
        (*_FOUR[:3], "draws.sanchahou", "draws.suufon_renda", "draws.suucha_riichi"),
    ),
    "KR505": CodeEntry(
        "Four kans of one player win without a pair: as the fourth stands, where a plugin says so, or with a discard that nobody wins on.",
        "South's fourth kan stands, south discards, and nobody says ron.",
        ("four_kans.one_player",),
    ),
    "KR506": CodeEntry(
        "A recorded game goes on with another dealer or other honba than the ruleset says, or its final points are reckoned otherwise.",
        "A record has the dealer stay after a draw in noten, and the ruleset has the deal pass.",
        ("draws.exhaustive_dealer", "wins.dealer", "game.uma", "game.return_points"),
    ),
    "KR601": CodeEntry(
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
    "KR602": CodeEntry(
        "A foul makes the hand dead: its player may neither call nor win any more.",
        "West lays down three equal tiles and another as a kan.",
        ("riichi_kan.illegal", "riichi_kan.illegal_on_win", "fifth_kan.illegal"),
    ),
    "KR603": CodeEntry(
        "A foul costs nothing under these rules, or only what the book's words say.", "West says kan and takes it back."
    ),
    "KR604": CodeEntry(
        "A foul that nobody had ruled on is void, since another player won the hand.",
        "South's kan in riichi was wrong, and north wins.",
        ("chombo.with_another_win",),
    ),
    "KR605": CodeEntry(
        "No text was found that says what this foul costs; the referee decides.", "An indicator was turned too early."
    ),
    "KR606": CodeEntry("The foul was put right in time.", "South takes a wrong kan back before discarding."),
}
"""Every reason code of kanrules; a plugin's own stand in its `codes`."""


def code_entry(code: str) -> CodeEntry:
    """The entry of a code; an empty one where nobody has written it."""
    return CODE_ENTRIES.get(code, CodeEntry("", ""))
