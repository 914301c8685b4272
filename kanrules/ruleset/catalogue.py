"""What every key asks and what every value means at the table, in a referee's words.

`explain`, `diff`, `new`, `sheet` and the reference print these sentences; `_N` marks them for translation and changes
nothing. A key with a number, a list or a text has sentences with `{value}` in them; "none" is for 0, an empty list or
an empty text.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from kanrules.locale.sentences import say
from kanrules.ruleset.keys import Takes, file_value, keys


def _N(text: str) -> str:
    return text


@dataclass(frozen=True, slots=True)
class KeyEntry:
    """One key: a title for a rule sheet, the question it answers, and a sentence for each value.

    `values` has the value's text ("true", "4", "declaration"), "none" and "any"; see `meaning`.
    """

    title: str
    question: str
    values: Mapping[str, str] = field(default_factory=dict)


GROUPS: dict[str, tuple[str, str]] = {
    "table": (_N("Players and tiles"), _N("How many play, and with which tiles.")),
    "wall": (_N("The wall"), _N("How many tiles stay undrawn, and where replacement tiles come from.")),
    "dora": (_N("Dora"), _N("Which indicators count beside the first one.")),
    "kandora": (_N("Kandora"), _N("When the indicator of a kan is turned, and what it counts for.")),
    "kan": (_N("Kan"), _N("What any kan needs.")),
    "four_kans": (_N("Four kans"), _N("What the fourth kan of a hand does.")),
    "fifth_kan": (_N("Fifth kan"), _N("What becomes of a kan when four kans stand already.")),
    "chankan": (_N("Robbing a kan"), _N("Which kan may be robbed, and what a robbery counts.")),
    "sekinin_barai": (_N("Sekinin barai"), _N("Who answers for another player's hand, and what that player pays.")),
    "riichi_kan": (_N("Kan in riichi"), _N("Which ankan a player in riichi may declare, and what a wrong one costs.")),
    "kita": (_N("Kita"), _N("Three players: the norths that are set aside, and those that are not.")),
    "tenpai": (_N("Tenpai"), _N("What counts as waiting.")),
    "rinshan": (_N("Rinshan kaihou"), _N("What a win on the replacement tile counts.")),
    "furiten": (_N("Furiten"), _N("How long a tile let pass binds.")),
    "riichi": (_N("Riichi"), _N("What a riichi needs, and what it may count.")),
    "calls": (_N("Calls"), _N("What binds a player who has called a tile.")),
    "wins": (_N("Wins"), _N("Who wins where several claim one tile, and who gets honba and sticks.")),
    "draws": (_N("Draws"), _N("Which draws end a hand, and who is dealer next.")),
    "chombo": (_N("Chombo"), _N("What a chombo costs.")),
    "scoring": (_N("Scoring"), _N("What a hand is worth.")),
    "penalty": (_N("Fouls around a kan"), _N("What a mistake costs that no other key decides; words for the referee.")),
    "procedure": (_N("At the table"), _N("How a thing is done; words for the players.")),
    "display": (_N("On the table"), _N("How tiles lie; the machine reads none of it.")),
    "game": (_N("The game"), _N("How long a game is, when it ends, and what the places are worth.")),
    "notes": (_N("Notes"), _N("Lines of your own, printed as they stand; kanrules reads nothing in them.")),
}
"""Every table: its title, and what it is about."""

_DRAW = {
    "off": _N("There is no such draw; play goes on."),
    "dealer_keeps": _N("The hand ends in a draw and the dealer stays."),
    "dealer_rotates": _N("The hand ends in a draw and the deal moves on."),
}


_INSTANTS: dict[str, dict[str, str]] = {
    "ankan": {
        "declaration": _N("An ankan's indicator is turned at once, before the replacement tile is drawn."),
        "rinshan_draw": _N("An ankan's indicator is turned right after the replacement tile is drawn."),
        "discard": _N(
            "An ankan's indicator is turned together with the discard that follows; a ron on that discard counts it."
        ),
        "discard_passed": _N("An ankan's indicator is turned once nobody has won on the discard that follows."),
        "never": _N("An ankan turns no indicator."),
    },
    "daiminkan": {
        "declaration": _N("A daiminkan's indicator is turned at once, before the replacement tile is drawn."),
        "rinshan_draw": _N("A daiminkan's indicator is turned right after the replacement tile is drawn."),
        "discard": _N(
            "A daiminkan's indicator is turned together with the discard that follows; a ron on that discard counts it."
        ),
        "discard_passed": _N("A daiminkan's indicator is turned once nobody has won on the discard that follows."),
        "never": _N("A daiminkan turns no indicator."),
    },
    "shouminkan": {
        "declaration": _N(
            "A shouminkan's indicator is turned once it was not robbed, before the replacement tile is drawn."
        ),
        "rinshan_draw": _N("A shouminkan's indicator is turned right after the replacement tile is drawn."),
        "discard": _N(
            "A shouminkan's indicator is turned together with the discard that follows; a ron on that discard counts "
            "it."
        ),
        "discard_passed": _N("A shouminkan's indicator is turned once nobody has won on the discard that follows."),
        "never": _N("A shouminkan turns no indicator."),
    },
}
_NO_PENALTY = _N("No published penalty found.")
_NO_WORDS = _N("No text found.")
_WORDS = {"none": _NO_PENALTY, "any": "{value}"}
_HOW = {"none": _NO_WORDS, "any": "{value}"}

CATALOGUE: dict[str, KeyEntry] = {
    "table.players": KeyEntry(
        _N("Players"),
        _N("How many play at one table?"),
        {"4": _N("Four play."), "3": _N("Three play; nobody sits north.")},
    ),
    "table.tiles": KeyEntry(
        _N("Tiles"),
        _N("Which tiles are in the set?"),
        {"full": _N("The set has all 136 tiles."), "without_2m_8m": _N("The set is without 2m to 8m: 108 tiles.")},
    ),
    "wall.undrawn": KeyEntry(
        _N("Undrawn tiles"),
        _N("How many tiles are left undrawn when the wall is at its end?"),
        {
            "14": _N("Fourteen tiles are never drawn."),
            "0": _N("The wall is drawn to its last tile."),
            "16": _N("Sixteen tiles are never drawn."),
            "18": _N("Eighteen tiles are never drawn."),
        },
    ),
    "wall.replacements": KeyEntry(
        _N("Replacement tiles"),
        _N("How many replacement tiles does the dead wall have?"),
        {
            "4": _N("There are four replacement tiles."),
            "8": _N("There are eight replacement tiles, for kans and kitas together."),
        },
    ),
    "wall.refill": KeyEntry(
        _N("Dead wall refilled"),
        _N("Does a tile of the live wall join the dead wall when a replacement tile is taken?"),
        {
            "always": _N("Every replacement tile shortens the live wall by one."),
            "kans_only": _N("The replacement tile of a kan shortens the live wall by one, that of a kita does not."),
            "never": _N("Replacement tiles do not shorten the live wall."),
        },
    ),
    "dora.ura": KeyEntry(
        _N("Ura dora"),
        _N("Does a riichi hand that wins also count the tiles under the indicators?"),
        {
            "true": _N("Who wins after riichi also counts the dora under the indicators."),
            "false": _N("Nobody looks under the indicators."),
        },
    ),
    "kandora.enabled": KeyEntry(
        _N("Kandora"),
        _N("Does a kan turn a new indicator?"),
        {
            "true": _N("Each kan turns one more indicator."),
            "false": _N("A kan turns no indicator; the first one is the only one."),
        },
    ),
    "kandora.ura": KeyEntry(
        _N("Kan-ura"),
        _N("Does a riichi hand that wins count the tiles under the kans' indicators too?"),
        {
            "true": _N("Ura dora are also counted under the kans' indicators."),
            "false": _N("Ura dora are counted under the first indicator alone."),
        },
    ),
    "kandora.ankan": KeyEntry(
        _N("Indicator of an ankan"), _N("When is the indicator of an ankan turned?"), _INSTANTS["ankan"]
    ),
    "kandora.daiminkan": KeyEntry(
        _N("Indicator of a daiminkan"), _N("When is the indicator of a daiminkan turned?"), _INSTANTS["daiminkan"]
    ),
    "kandora.shouminkan": KeyEntry(
        _N("Indicator of a shouminkan"), _N("When is the indicator of a shouminkan turned?"), _INSTANTS["shouminkan"]
    ),
    "kandora.pending_on_next_kan": KeyEntry(
        _N("Waiting indicator, next kan"),
        _N("An indicator still waits for the discard and the same player declares another kan: when is it turned?"),
        {
            "announced": _N("It is turned as soon as the next kan is announced; who robs that kan counts it."),
            "declaration": _N("It is turned once the next kan stands; who robs that kan does not count it."),
            "keep": _N("It keeps waiting, and both are turned in order when they are due."),
        },
    ),
    "kandora.pending_on_rinshan_win": KeyEntry(
        _N("Waiting indicator, rinshan win"),
        _N(
            "An indicator still waits for the discard and the player wins on the replacement tile: is it turned for "
            "that win?"
        ),
        {
            "hidden": _N("It stays hidden and does not count for the rinshan win."),
            "revealed": _N("It is turned and counts for the rinshan win."),
        },
    ),
    "kandora.robbed_kan": KeyEntry(
        _N("Indicator of a robbed kan"),
        _N("Is the indicator of a kan that is robbed turned?"),
        {
            "hidden": _N("A robbed kan turns no indicator."),
            "revealed": _N("The indicator is turned before the kan can be robbed, and whoever robs it counts it."),
        },
    ),
    "kan.min_live_tiles": KeyEntry(
        _N("Live tiles for a kan"),
        _N("How many tiles must be left in the live wall for a kan?"),
        {
            "1": _N("A kan may be declared as long as one live tile is left."),
            "any": _N("A kan needs {value} tiles in the live wall."),
        },
    ),
    "kan.dead_hand": KeyEntry(
        _N("Kans of a dead hand"),
        _N("Which kans may a player declare whose hand is dead?"),
        {
            "forbidden": _N("A dead hand may declare no kan."),
            "own_tiles": _N("A dead hand may still declare an ankan or a shouminkan, but claim no kan."),
        },
    ),
    "kan.max_per_player": KeyEntry(
        _N("Kans of one player"),
        _N("How many kans may one player declare in a hand?"),
        {
            "none": _N("A player may declare any number of kans."),
            "1": _N("A player may declare one kan in a hand."),
            "any": _N("A player may declare at most {value} kans in a hand."),
        },
    ),
    "four_kans.several_players": KeyEntry(
        _N("Four kans, several players"),
        _N("Do four kans declared by two or more players end the hand?"),
        {
            "play_on": _N("Four kans by several players do not end the hand."),
            "abort": _N("Four kans by several players end the hand in a draw."),
        },
    ),
    "four_kans.one_player": KeyEntry(
        _N("Four kans, one player"),
        _N("Do four kans declared by one player end the hand?"),
        {
            "play_on": _N("Four kans by one player do not end the hand; suukantsu can be won."),
            "abort": _N("Four kans by one player end the hand in a draw."),
            "win_on_passed_discard": _N(
                "Four kans by one player win as suukantsu once nobody has won on the discard that follows; no pair is "
                "needed."
            ),
        },
    ),
    "four_kans.abort_at": KeyEntry(
        _N("Four kans, when"),
        _N("At which moment does the four-kan draw end the hand?"),
        {
            "announced": _N("It ends as the fourth kan is announced, before it can be robbed."),
            "declaration": _N("It ends once the fourth kan stands, before its replacement tile is drawn."),
            "rinshan_draw": _N("It ends as the fourth replacement tile is drawn, unless that tile wins."),
            "discard": _N(
                "It ends with the discard after the fourth kan, before a ron on it; a win on the replacement tile "
                "still counts."
            ),
            "discard_passed": _N("It ends once nobody has won on the discard after the fourth kan."),
        },
    ),
    "four_kans.dealer": KeyEntry(
        _N("Four kans, dealer"),
        _N("Who is dealer after a four-kan draw?"),
        {
            "keeps": _N("The dealer stays after a four-kan draw."),
            "rotates": _N("The deal moves on after a four-kan draw."),
        },
    ),
    "four_kans.riichi_stick": KeyEntry(
        _N("Four kans, riichi stick"),
        _N("Somebody declares riichi on the discard that ends the hand by four kans: is the stick put down?"),
        {
            "paid": _N("The riichi stands and its stick stays on the table."),
            "unpaid": _N("The riichi does not stand, and its stick is not paid."),
        },
    ),
    "fifth_kan.policy": KeyEntry(
        _N("Fifth kan"),
        _N("Four kans stand and somebody could declare another: what is that?"),
        {
            "forbidden": _N("A fifth kan may not be declared."),
            "abort": _N("A fifth kan ends the hand in a draw."),
        },
    ),
    "fifth_kan.robbable": KeyEntry(
        _N("Fifth kan, robbed"),
        _N("Where a fifth kan ends the hand, may it be robbed first?"),
        {
            "true": _N("A fifth kan by shouminkan may be robbed before it ends the hand."),
            "false": _N("A fifth kan ends the hand before anybody can rob it."),
        },
    ),
    "fifth_kan.dealer": KeyEntry(
        _N("Fifth kan, dealer"),
        _N("Who is dealer after a fifth kan has ended the hand?"),
        {
            "keeps": _N("The dealer stays after a draw by a fifth kan."),
            "rotates": _N("The deal moves on after a draw by a fifth kan."),
        },
    ),
    "fifth_kan.illegal": KeyEntry(
        _N("Price of a forbidden fifth kan"),
        _N("Is there a price for declaring a fifth kan where it may not be declared?"),
        {
            "chombo": _N("Declaring a forbidden fifth kan is a chombo."),
            "dead_hand": _N("Declaring a forbidden fifth kan makes the hand dead."),
            "none": _N("A forbidden fifth kan is void; it costs no more than the book's words say."),
        },
    ),
    "chankan.ankan": KeyEntry(
        _N("Robbing an ankan"),
        _N("May an ankan be robbed?"),
        {
            "never": _N("An ankan may not be robbed."),
            "kokushi": _N("An ankan may be robbed by thirteen orphans alone."),
        },
    ),
    "chankan.passing_is_furiten": KeyEntry(
        _N("Letting a kan pass"),
        _N("Is a player furiten who could have robbed a kan and did not?"),
        {
            "true": _N("Who could have robbed a kan and lets it pass is furiten, as with a discard."),
            "false": _N("Letting a kan pass that could be robbed makes nobody furiten."),
        },
    ),
    "chankan.ippatsu": KeyEntry(
        _N("Ippatsu on a robbed kan"),
        _N("Does whoever robs a kan within the first go-around after riichi also count ippatsu?"),
        {
            "true": _N("A robbery counts chankan and ippatsu: a robbed kan interrupts nothing."),
            "false": _N("A robbery counts chankan without ippatsu: the announcement has interrupted it."),
        },
    ),
    "sekinin_barai.yakuman": KeyEntry(
        _N("Liability for"),
        _N("For which yakuman is a player liable who feeds the set that makes it certain?"),
        {
            "none": _N("Nobody is liable for another player's yakuman."),
            "any": _N("Who feeds the deciding set is liable for: {value}."),
        },
    ),
    "sekinin_barai.concealed_sets_count": KeyEntry(
        _N("Liability, ankan before"),
        _N("Do sets that the player has made by ankan count towards the sets that lie open?"),
        {
            "true": _N("An earlier ankan counts as one of the sets: who feeds the last one is liable."),
            "false": _N("An earlier ankan does not count: liability needs sets that were all called."),
        },
    ),
    "sekinin_barai.completed_by_kan": KeyEntry(
        _N("Liability by kan"),
        _N("Is a player liable too whose tile is called for the deciding set as a daiminkan?"),
        {
            "true": _N("A daiminkan that completes the sets makes its feeder liable, like a pon."),
            "false": _N("Only a pon makes its feeder liable for three dragons or four winds."),
        },
    ),
    "sekinin_barai.daiminkan_rinshan": KeyEntry(
        _N("Liability for a replacement tile"),
        _N("Is the feeder of a daiminkan liable for a win on its replacement tile?"),
        {
            "none": _N("Feeding a daiminkan makes nobody liable for a win on the replacement tile."),
            "replacement_only": _N("The feeder of a daiminkan is liable for a win on its own replacement tile."),
            "until_discard": _N(
                "The feeder of a daiminkan is liable for a win on any replacement tile until the next discard, after a "
                "chain of kans too."
            ),
        },
    ),
    "sekinin_barai.daiminkan_rinshan_scored": KeyEntry(
        _N("Replacement-tile win scored as"),
        _N("How is a win counted for which the feeder of a daiminkan is liable?"),
        {
            "tsumo": _N("It is scored as a tsumo; the liable player pays for all."),
            "ron": _N("It is scored as if it were a ron from the liable player."),
        },
    ),
    "sekinin_barai.compound": KeyEntry(
        _N("Liability, several yakuman"),
        _N("The hand holds further yakuman: what is the liable player liable for?"),
        {
            "liable_yakuman": _N(
                "The liable player answers for the yakuman in question; the others are paid as usual."
            ),
            "whole_hand": _N("The liable player answers for the whole hand, its other yakuman included."),
        },
    ),
    "sekinin_barai.honba_on_ron": KeyEntry(
        _N("Honba, ron under liability"),
        _N("Liable player and discarder share a ron: who pays the honba?"),
        {
            "discarder": _N("On a ron the discarder pays the honba."),
            "liable": _N("On a ron the liable player pays the honba."),
        },
    ),
    "sekinin_barai.honba_on_tsumo": KeyEntry(
        _N("Honba, tsumo under liability"),
        _N("The liable player pays for a tsumo: who pays the honba?"),
        {
            "liable": _N("On a tsumo the liable player pays all honba."),
            "shared": _N("On a tsumo everyone pays a share of the honba as usual."),
        },
    ),
    "sekinin_barai.two_liable_honba": KeyEntry(
        _N("Honba, two liable"),
        _N("Two players are liable for one hand: who pays the honba?"),
        {
            "latest": _N("Of two liable players the one who became liable last pays the honba."),
            "first": _N("Of two liable players the one who became liable first pays the honba."),
            "shared": _N("Two liable players pay half the honba each."),
        },
    ),
    "riichi_kan.level": KeyEntry(
        _N("Kan in riichi"),
        _N("Which ankan may a player in riichi declare?"),
        {
            "forbidden": _N("No kan may be declared after riichi."),
            "same_readings": _N(
                "An ankan after riichi must change neither waits nor any way to read the hand: its three tiles are "
                "always a triplet."
            ),
            "same_readings_and_yaku": _N(
                "An ankan after riichi must change neither waits nor readings, and take away no yaku."
            ),
            "same_waits": _N(
                "An ankan after riichi must leave the waits as they were; how the hand is read does not matter."
            ),
            "any": _N("Any ankan may be declared after riichi, even one that changes the waits."),
        },
    ),
    "riichi_kan.drawn_tile_only": KeyEntry(
        _N("Kan in riichi, which tile"),
        _N("Must the tile just drawn be one of the four?"),
        {
            "true": _N("After riichi only the tile just drawn may complete the kan; okuri-kan is not allowed."),
            "false": _N("After riichi four tiles held earlier may be declared too: okuri-kan is allowed."),
        },
    ),
    "riichi_kan.winning_draw": KeyEntry(
        _N("Kan in riichi, winning tile"),
        _N("The tile drawn for the kan was itself a winning tile: what then?"),
        {
            "counts": _N("It counts among the waits, so a kan that uses it up changes them."),
            "ignored": _N("It is left out when waits before and after are compared."),
            "forbidden": _N("No kan may be declared on a tile that wins."),
        },
    ),
    "riichi_kan.illegal": KeyEntry(
        _N("Wrong kan in riichi"),
        _N("What does a kan in riichi cost that was not allowed?"),
        {
            "chombo": _N("A kan in riichi that was not allowed is a chombo."),
            "dead_hand": _N("A kan in riichi that was not allowed makes the hand dead."),
            "none": _N("A kan in riichi that was not allowed costs nothing."),
        },
    ),
    "riichi_kan.illegal_on_win": KeyEntry(
        _N("Wrong kan in riichi, own win"),
        _N("A kan in riichi that was not allowed is found when its player declares a win: what does it cost then?"),
        {
            "same": _N("Found at the offender's own win, it costs what it costs at any other time."),
            "chombo": _N("Found at the offender's own win, it is a chombo."),
            "dead_hand": _N("Found at the offender's own win, the win falls, the hand is dead, and play goes on."),
            "chombo_and_dead_hand": _N(
                "Found at the offender's own win, a chombo is paid, the win falls, the hand is dead, and play goes on."
            ),
            "none": _N("Found at the offender's own win, it costs nothing, and the win stands."),
        },
    ),
    "riichi_kan.illegal_found": KeyEntry(
        _N("Wrong kan in riichi, when"),
        _N("When is a kan in riichi ruled on that was not allowed?"),
        {
            "at_once": _N("It is ruled on as soon as it is made."),
            "win_or_draw": _N(
                "It is ruled on when the player wins, or at an exhaustive draw, where hands in riichi are shown."
            ),
            "draw": _N("It is ruled on at an exhaustive draw alone."),
        },
    ),
    "kita.enabled": KeyEntry(
        _N("Kita"),
        _N("May a player set a north aside and take a replacement tile for it?"),
        {
            "true": _N("A north may be set aside; it counts as one dora, and a replacement tile is taken for it."),
            "false": _N("There is no kita."),
        },
    ),
    "kita.min_live_tiles": KeyEntry(
        _N("Live tiles for a kita"),
        _N("How many live tiles must be left for a kita?"),
        {
            "none": _N("A kita needs no live tile."),
            "1": _N("A kita may be declared as long as one live tile is left."),
            "any": _N("A kita needs {value} live tiles or more."),
        },
    ),
    "kita.after_call": KeyEntry(
        _N("Kita after a call"),
        _N("May a north be set aside in a turn that began with a call?"),
        {
            "true": _N("A north may be set aside after a call, too."),
            "false": _N("A north may be set aside on a tile drawn only, not after a call."),
        },
    ),
    "kita.in_riichi": KeyEntry(
        _N("Kita in riichi"),
        _N("Which north may a player in riichi set aside?"),
        {
            "drawn_tile": _N("In riichi the north just drawn may be set aside, and no other."),
            "forbidden": _N("In riichi no north may be set aside."),
            "any": _N("In riichi any north may be set aside."),
        },
    ),
    "kita.discard": KeyEntry(
        _N("North discarded"),
        _N("May a north be discarded?"),
        {
            "allowed": _N("A north may be discarded."),
            "forbidden": _N("A north may not be discarded while another tile can be."),
        },
    ),
    "kita.in_hand": KeyEntry(
        _N("North kept in hand"),
        _N("May a hand win with norths that are not set aside?"),
        {
            "allowed": _N("A north may be kept and won with."),
            "yakuman": _N("A hand with a north in it wins only as a yakuman."),
            "never": _N("A hand with a north in it does not win."),
        },
    ),
    "kita.north": KeyEntry(
        _N("Triplet of norths"),
        _N("What is a triplet of norths worth where nobody sits north?"),
        {"guest": _N("A triplet of norths is no yaku."), "yakuhai": _N("A triplet of norths is a yaku for everybody.")},
    ),
    "kita.pon": KeyEntry(
        _N("Pon of north"),
        _N("May a discarded north be called?"),
        {
            "true": _N("A discarded north may be called for a triplet."),
            "false": _N("A discarded north may not be called."),
        },
    ),
    "kita.robbable": KeyEntry(
        _N("Robbing a kita"),
        _N("Who may win on a north that is set aside?"),
        {
            "any_yaku": _N("Any hand with a yaku may win on a north that is set aside; it is no chankan."),
            "never": _N("Nobody may win on a north that is set aside."),
            "kokushi": _N("Thirteen orphans alone may win on a north that is set aside."),
            "yakuman": _N("A yakuman alone may win on a north that is set aside."),
        },
    ),
    "kita.robbed_ippatsu": KeyEntry(
        _N("Robbed kita, ippatsu"),
        _N("Does ippatsu count for a win on a north that is set aside?"),
        {
            "true": _N("Ippatsu counts for a win on a north that is set aside."),
            "false": _N("Ippatsu does not count for a win on a north that is set aside."),
        },
    ),
    "kita.passing_is_furiten": KeyEntry(
        _N("Passing a kita"),
        _N("Is a player furiten who could have won on a north that is set aside?"),
        {
            "true": _N("Who lets a north pass that is set aside is furiten."),
            "false": _N("Who lets a north pass that is set aside is not furiten."),
        },
    ),
    "kita.interrupts": KeyEntry(
        _N("Kita interrupts"),
        _N("What does a kita end?"),
        {
            "all": _N("A kita ends ippatsu and the first go-around, as a call does."),
            "ippatsu": _N("A kita ends ippatsu and nothing else."),
            "none": _N("A kita ends neither ippatsu nor the first go-around."),
        },
    ),
    "kita.rinshan": KeyEntry(
        _N("Win after a kita"),
        _N("Is a win on the replacement tile of a kita rinshan kaihou?"),
        {
            "true": _N("A win on the replacement tile of a kita is rinshan kaihou."),
            "false": _N("A win on the replacement tile of a kita is an ordinary tsumo."),
        },
    ),
    "kita.pending_indicator": KeyEntry(
        _N("Waiting indicator, kita"),
        _N("An indicator still waits for the discard and the same player sets a north aside: when is it turned?"),
        {
            "declaration": _N("It is turned once the north lies aside, before the replacement tile is drawn."),
            "announced": _N("It is turned as the north is set aside; who wins on that north counts it."),
            "keep": _N("It waits for the discard."),
        },
    ),
    "tenpai.exhausted_wait": KeyEntry(
        _N("Wait on one's own four tiles"),
        _N("Is a player tenpai whose only winning tiles are all in that player's own hand?"),
        {
            "noten_concealed": _N(
                "Who holds all four winning tiles in the concealed hand is not tenpai; tiles in melds do not count."
            ),
            "noten": _N("Who holds all four winning tiles in hand and melds together is not tenpai."),
            "tenpai": _N("A hand is tenpai even where its player holds all the winning tiles."),
        },
    ),
    "rinshan.tsumo_fu": KeyEntry(
        _N("Fu on rinshan"),
        _N("Does a win on the replacement tile count the two fu of a tsumo?"),
        {
            "true": _N("A win on the replacement tile counts two fu for tsumo."),
            "false": _N("A win on the replacement tile counts no fu for tsumo."),
        },
    ),
    "rinshan.with_haitei": KeyEntry(
        _N("Rinshan and haitei"),
        _N("The replacement tile is the last tile: do rinshan kaihou and haitei both count?"),
        {
            "true": _N("Rinshan kaihou on the last tile also counts haitei."),
            "false": _N("Rinshan kaihou on the last tile does not count haitei."),
        },
    ),
    "furiten.temporary_ends": KeyEntry(
        _N("Temporary furiten ends"),
        _N("A player has let a winning tile pass: what ends that furiten?"),
        {
            "any_call": _N("Any player's call ends it, an ankan too, and so does the player's own draw."),
            "own_draw_or_call": _N("The player's own next draw or call ends it."),
            "own_discard": _N("Only the player's own next discard ends it."),
        },
    ),
    "furiten.without_yaku": KeyEntry(
        _N("Furiten without a yaku"),
        _N("Is a player furiten who lets a tile pass that completes the hand but gives no yaku?"),
        {
            "true": _N("Letting a completing tile pass makes furiten even where the hand had no yaku with it."),
            "false": _N("A completing tile that gave no yaku makes nobody furiten."),
        },
    ),
    "riichi.ippatsu": KeyEntry(
        _N("Ippatsu"),
        _N("Is there a yaku for winning within one uninterrupted go-around after riichi?"),
        {"true": _N("Ippatsu counts."), "false": _N("There is no ippatsu.")},
    ),
    "riichi.double": KeyEntry(
        _N("Double riichi"),
        _N("Does riichi on the first uninterrupted discard count double?"),
        {
            "true": _N("Riichi on one's first uninterrupted discard is double riichi."),
            "false": _N("There is no double riichi."),
        },
    ),
    "riichi.min_live_tiles": KeyEntry(
        _N("Live tiles for riichi"),
        _N("How many tiles must be left in the live wall for riichi?"),
        {
            "0": _N("Riichi may be declared to the very last discard."),
            "1": _N("Riichi may be declared as long as a live tile is left."),
            "3": _N("Riichi needs three live tiles, so that with three players one more draw is left to its player."),
            "4": _N("Riichi needs four live tiles, so that one more draw is left to its player."),
        },
    ),
    "riichi.needs_stick": KeyEntry(
        _N("Riichi without 1000 points"),
        _N("Must a player have 1000 points to declare riichi?"),
        {
            "true": _N("Riichi needs 1000 points in hand."),
            "false": _N("Riichi may be declared without 1000 points; the stick is owed."),
        },
    ),
    "calls.kuikae": KeyEntry(
        _N("Kuikae"),
        _N("May a caller discard the same tile at once, or the one at the other end of the run?"),
        {
            "forbidden": _N(
                "After chi or pon neither the same tile nor the other end of the run may be discarded at once."
            ),
            "other_end_allowed": _N("The other end of the run may be discarded at once; the same tile may not."),
            "allowed": _N("After a call any tile may be discarded."),
        },
    ),
    "calls.chi": KeyEntry(
        _N("Chi"),
        _N("May a discard be called for a run?"),
        {"true": _N("Chi may be called."), "false": _N("There is no chi.")},
    ),
    "wins.simultaneous": KeyEntry(
        _N("Several ron"),
        _N("Several players call ron on one tile: who wins?"),
        {
            "all": _N("All who call ron on a tile win."),
            "head_bump": _N("Only the player next in turn after the discarder wins."),
            "head_bump_except_kokushi": _N(
                "The player next in turn after the discarder wins, and so does every other hand of thirteen orphans."
            ),
        },
    ),
    "wins.honba": KeyEntry(
        _N("Honba, several winners"),
        _N("Which of several winners gets the honba?"),
        {
            "first": _N("Of several winners the one next in turn after the discarder gets the honba."),
            "each": _N("Each of several winners gets the honba."),
        },
    ),
    "wins.sticks": KeyEntry(
        _N("Sticks, several winners"),
        _N("Which of several winners gets the riichi sticks?"),
        {
            "first": _N("Of several winners the one next in turn after the discarder gets the riichi sticks."),
            "divided": _N("Several winners divide the riichi sticks; what is left over goes to the one next in turn."),
        },
    ),
    "wins.own_stick": KeyEntry(
        _N("Own stick, several winners"),
        _N("Who of several winners gets the stick that one of them has put down in this hand?"),
        {
            "pot": _N("A winner's own riichi stick lies with the others."),
            "back": _N("Each of several winners first takes back the riichi stick put down in this hand."),
        },
    ),
    "wins.dealer": KeyEntry(
        _N("Dealer after a win"),
        _N("Does a dealer who wins stay?"),
        {
            "keeps": _N("A dealer who wins stays."),
            "rotates": _N("The deal moves on even after the dealer's win."),
        },
    ),
    "wins.honba_value": KeyEntry(
        _N("Value of a honba"),
        _N("How many points is a honba worth?"),
        {"none": _N("Honba are worth nothing."), "any": _N("Each honba is worth {value} points.")},
    ),
    "wins.two_han_from_honba": KeyEntry(
        _N("Two han from"),
        _N("From which honba on does a win need two han?"),
        {
            "none": _N("One yaku is always enough to win."),
            "any": _N("From {value} honba on a win needs two han."),
        },
    ),
    "wins.tsumo": KeyEntry(
        _N("The absent player's share"),
        _N("Three play: who pays what a fourth player would pay on a tsumo?"),
        {
            "loss": _N("Nobody pays the absent player's share of a tsumo."),
            "halves": _N("The two others pay half of the absent player's share each."),
            "full": _N("A tsumo brings as much as a ron; the two others pay it."),
        },
    ),
    "wins.honba_on_tsumo": KeyEntry(
        _N("Honba on a tsumo"),
        _N("Does each player pay a part of a honba on a tsumo, or the whole?"),
        {
            "divided": _N("On a tsumo the others share each honba."),
            "each": _N("On a tsumo each of the others pays the whole of each honba."),
        },
    ),
    "draws.kyuushu_kyuuhai": KeyEntry(
        _N("Kyuushu kyuuhai"),
        _N("May a player with nine different terminals and honours end the hand on the first draw?"),
        _DRAW,
    ),
    "draws.suufon_renda": KeyEntry(
        _N("Suufon renda"), _N("Do four equal winds as the first four discards end the hand?"), _DRAW
    ),
    "draws.suucha_riichi": KeyEntry(_N("Suucha riichi"), _N("Does a riichi by all four players end the hand?"), _DRAW),
    "draws.sanchahou": KeyEntry(_N("Sanchahou"), _N("Do three players who call ron on one tile end the hand?"), _DRAW),
    "draws.nagashi_mangan": KeyEntry(
        _N("Nagashi mangan"),
        _N(
            "At an exhaustive draw, is a player paid whose discards were all terminals and honours and none was called?"
        ),
        {
            "off": _N("There is no nagashi mangan."),
            "own_calls_allowed": _N("Nagashi mangan is paid, even to a player who has called tiles."),
            "closed_only": _N("Nagashi mangan is paid to a player with a closed hand alone."),
        },
    ),
    "draws.nagashi_pays": KeyEntry(
        _N("Nagashi mangan, paid"),
        _N("Does nagashi mangan bring honba and riichi sticks?"),
        {
            "mangan": _N("Nagashi mangan is a mangan alone, without honba and riichi sticks."),
            "with_honba": _N("Nagashi mangan counts honba; the riichi sticks stay on the table."),
            "as_win": _N(
                "Nagashi mangan is a win: it brings honba and riichi sticks, and the deal goes as after a win."
            ),
        },
    ),
    "draws.noten_payment": KeyEntry(
        _N("Noten payment"),
        _N("How many points change hands in all after an exhaustive draw?"),
        {
            "none": _N("Nothing is paid after an exhaustive draw."),
            "any": _N("Players who are not tenpai pay {value} points in all to those who are."),
        },
    ),
    "draws.exhaustive_dealer": KeyEntry(
        _N("Dealer after an exhaustive draw"),
        _N("What keeps the deal after an exhaustive draw?"),
        {
            "tenpai_keeps": _N("After an exhaustive draw a dealer who is tenpai stays."),
            "rotates": _N("The deal moves on after every exhaustive draw."),
        },
    ),
    "draws.noten_each": KeyEntry(
        _N("Noten payment of each"),
        _N("Is the noten payment one sum in all, or paid by each to each?"),
        {
            "true": _N("Each player who is not tenpai pays the noten payment to each who is."),
            "false": _N("The noten payment is one sum in all."),
        },
    ),
    "chombo.pays": KeyEntry(
        _N("Chombo paid"),
        _N("In what way is a chombo paid?"),
        {
            "reverse_mangan": _N("A chombo costs a mangan tsumo, paid by the offender to all others."),
            "points": _N("A chombo costs points, paid to the other three."),
            "before_uma": _N("A chombo costs its player alone points, taken off before the places are reckoned."),
            "after_uma": _N("A chombo costs points, taken off after the game and its uma."),
        },
    ),
    "chombo.points": KeyEntry(
        _N("Chombo points"),
        _N("How many points does a chombo cost where it is not a mangan?"),
        {"none": _N("No number of points is set."), "any": _N("A chombo costs {value} points.")},
    ),
    "chombo.sticks_returned": KeyEntry(
        _N("Chombo, sticks"),
        _N("Are the riichi sticks of a hand given back that a chombo has ended?"),
        {
            "true": _N("Riichi sticks of a hand that a chombo ends are given back."),
            "false": _N("Riichi sticks of a hand that a chombo ends stay on the table."),
        },
    ),
    "chombo.with_another_win": KeyEntry(
        _N("Chombo and another's win"),
        _N("What becomes of a chombo where another player wins the hand?"),
        {
            "void": _N("A chombo is void where another player wins the hand."),
            "stands": _N("A chombo is paid even where another player wins the hand."),
        },
    ),
    "scoring.red_fives": KeyEntry(
        _N("Red fives"),
        _N("How many red fives are in the set?"),
        {
            "0": _N("There are no red fives."),
            "2": _N("There are two red fives, one in circles and one in bamboo."),
            "3": _N("There are three red fives, one in each suit."),
            "4": _N("There are four red fives, two of them in circles."),
        },
    ),
    "scoring.open_tanyao": KeyEntry(
        _N("Open tanyao"),
        _N("Does tanyao count with called tiles?"),
        {"true": _N("Tanyao counts open too."), "false": _N("Tanyao counts in a closed hand alone.")},
    ),
    "scoring.kiriage_mangan": KeyEntry(
        _N("Kiriage mangan"),
        _N("Are 4 han 30 fu and 3 han 60 fu rounded up to a mangan?"),
        {
            "true": _N("4 han 30 fu and 3 han 60 fu are a mangan."),
            "false": _N("4 han 30 fu and 3 han 60 fu are not rounded up to a mangan."),
        },
    ),
    "scoring.thirteen_han": KeyEntry(
        _N("Thirteen han"),
        _N("What is a hand of thirteen or more counted han worth?"),
        {
            "sanbaiman": _N("Thirteen han are a sanbaiman; han alone never make a yakuman."),
            "yonbaiman": _N("Thirteen han are a yonbaiman: a yakuman's points without its name."),
            "yakuman": _N("Thirteen han are a yakuman."),
        },
    ),
    "scoring.yakuman_limit": KeyEntry(
        _N("Several yakuman"),
        _N("How many yakuman of one hand add up?"),
        {
            "none": _N("All yakuman of a hand add up."),
            "1": _N("A hand is never worth more than the highest yakuman in it."),
            "any": _N("Up to {value} yakuman of a hand add up."),
        },
    ),
    "scoring.double_yakuman": KeyEntry(
        _N("Double yakuman"),
        _N("Which yakuman count double?"),
        {"none": _N("No yakuman counts double."), "any": _N("These yakuman count double: {value}.")},
    ),
    "scoring.double_wind_pair_fu": KeyEntry(
        _N("Pair of the double wind"),
        _N("How many fu is a pair worth that is both seat wind and round wind?"),
        {
            "2": _N("A pair that is both seat wind and round wind is worth two fu."),
            "4": _N("A pair that is both seat wind and round wind is worth four fu."),
        },
    ),
    "scoring.renhou": KeyEntry(
        _N("Renhou"),
        _N("What is a ron before one's own first draw worth, in an uninterrupted first go-around?"),
        {
            "none": _N("There is no renhou."),
            "mangan": _N("Renhou is a mangan, or what the hand is worth without it where that is more."),
            "four_han_added": _N("Renhou is worth four han, added to the hand's other yaku."),
            "mangan_added": _N("Renhou is worth five han, added to the hand's other yaku."),
            "baiman": _N("Renhou is a baiman, or what the hand is worth without it where that is more."),
            "yakuman": _N("Renhou is a yakuman."),
        },
    ),
    "scoring.ryuuiisou": KeyEntry(
        _N("Ryuuiisou"),
        _N("Does ryuuiisou need hatsu?"),
        {
            "any": _N("Ryuuiisou needs no hatsu."),
            "with_hatsu": _N("Ryuuiisou needs hatsu; an all-green hand without it is none."),
        },
    ),
    "scoring.without_yaku": KeyEntry(
        _N("Yaku not played"),
        _N("Which yaku does this book not have?"),
        {"none": _N("All the usual yaku are played."), "any": _N("These yaku are not played: {value}.")},
    ),
    "penalty.wrong_tiles": KeyEntry(
        _N("Kan of wrong tiles"), _N("What does a kan of tiles cost that are not four of a kind?"), _WORDS
    ),
    "penalty.riichi_kan": KeyEntry(
        _N("Wrong kan in riichi"), _N("How does the book word the penalty for a wrong kan in riichi?"), _WORDS
    ),
    "penalty.empty_call": KeyEntry(_N("Empty call"), _N("What does it cost to call a kan and not make it?"), _WORDS),
    "penalty.wrong_word": KeyEntry(_N("Wrong word"), _N("What does it cost to say another call's word?"), _WORDS),
    "penalty.after_call": KeyEntry(
        _N("Kan after a call"),
        _N("What does a kan cost that is declared in a turn that began with chi or pon?"),
        _WORDS,
    ),
    "penalty.last_tile": KeyEntry(
        _N("Kan on the last tile"), _N("What does a kan cost that is declared when no live tile is left?"), _WORDS
    ),
    "penalty.fifth_kan": KeyEntry(
        _N("Forbidden fifth kan"), _N("What does a fifth kan cost where it may not be declared?"), _WORDS
    ),
    "penalty.dead_hand_kan": KeyEntry(
        _N("Kan with a dead hand"), _N("What does a kan cost that a player with a dead hand declares?"), _WORDS
    ),
    "penalty.replacement_wrongly": KeyEntry(
        _N("Replacement tile taken wrongly"),
        _N("What does it cost to take the replacement tile from the wrong place, or too early?"),
        _WORDS,
    ),
    "penalty.replacement_forgotten": KeyEntry(
        _N("Replacement tile forgotten"),
        _N("What does it cost to discard without the replacement tile, and to be a tile short after a kan?"),
        _WORDS,
    ),
    "penalty.dead_wall_exposed": KeyEntry(
        _N("Dead wall exposed"), _N("What does it cost to show tiles of the dead wall?"), _WORDS
    ),
    "penalty.indicator_wrongly": KeyEntry(
        _N("Indicator turned wrongly"),
        _N("What does it cost to turn an indicator too early, too late, or the wrong one?"),
        _WORDS,
    ),
    "procedure.ankan": KeyEntry(_N("Showing an ankan"), _N("How is an ankan declared and laid down?"), _HOW),
    "procedure.daiminkan": KeyEntry(_N("Showing a daiminkan"), _N("How is a daiminkan declared and laid down?"), _HOW),
    "procedure.shouminkan": KeyEntry(
        _N("Showing a shouminkan"), _N("How is a shouminkan declared and laid down?"), _HOW
    ),
    "procedure.robbery": KeyEntry(_N("Time to rob"), _N("How is a kan robbed, and how long are others given?"), _HOW),
    "procedure.indicator": KeyEntry(_N("Turning the indicator"), _N("Who turns the indicator, and how?"), _HOW),
    "procedure.replacement": KeyEntry(_N("Replacement tile"), _N("How is the replacement tile taken?"), _HOW),
    "procedure.dead_wall": KeyEntry(
        _N("Dead wall"), _N("How many tiles has the dead wall, and what fills it up after a kan?"), _HOW
    ),
    "display.ankan": KeyEntry(
        _N("Ankan on the table"),
        _N("Which tiles of an ankan lie face down?"),
        {
            "middle_down": _N("The two middle tiles of an ankan lie face down."),
            "outer_down": _N("The two outer tiles of an ankan lie face down."),
            "either": _N("The two outer tiles of an ankan lie face down, or the two middle ones."),
            "two_down": _N("Two tiles of an ankan lie face down, whichever they are."),
        },
    ),
    "game.length": KeyEntry(
        _N("Length of a game"),
        _N("How many winds does a game have?"),
        {
            "tonpuusen": _N("A game is one wind, east."),
            "hanchan": _N("A game is two winds, east and south."),
            "issou": _N("A game is four winds."),
        },
    ),
    "game.start_points": KeyEntry(
        _N("Starting points"),
        _N("How many points does each player begin with?"),
        {"none": _N("Everybody begins with no points."), "any": _N("Everybody begins with {value} points.")},
    ),
    "game.return_points": KeyEntry(
        _N("Return points"),
        _N("From how many points is a final score reckoned?"),
        {
            "none": _N("A final score counts as it stands."),
            "any": _N("A final score counts by how far it is from {value}."),
        },
    ),
    "game.uma": KeyEntry(
        _N("Uma"),
        _N("How many points do the four places bring?"),
        {"none": _N("There is no uma."), "any": _N("The four places bring {value}.")},
    ),
    "game.uma_by": KeyEntry(
        _N("Uma goes by"),
        _N("Does the uma go by place alone, or also by how many players stand above the start?"),
        {
            "place": _N("A place brings the same uma in every game."),
            "floating": _N("What a place brings depends on how many players stand above the start."),
        },
    ),
    "game.floating": KeyEntry(
        _N("Floating uma"),
        _N("What do the four places bring where none, one, two, three or four players stand above the start?"),
        {
            "none": _N("There is no floating uma."),
            "any": _N("By how many players stand above the start, the four places bring: {value}."),
        },
    ),
    "game.at_start_counts": KeyEntry(
        _N("Exactly the start"),
        _N("Floating uma: does a player who has exactly the starting points stand above the start?"),
        {
            "true": _N("Who has exactly the starting points counts as above the start."),
            "false": _N("Who has exactly the starting points does not count as above the start."),
        },
    ),
    "game.ties": KeyEntry(
        _N("Equal scores"),
        _N("Two players end with equal scores: who has the better place?"),
        {
            "seat": _N("Of equal scores the player nearer to the first dealer has the better place."),
            "share": _N("Equal scores share their places, with the uma, oka and sticks that belong to them."),
        },
    ),
    "game.goal_points": KeyEntry(
        _N("Goal"),
        _N("How many points must somebody have for the last hand to end the game?"),
        {
            "none": _N("The last hand ends the game whatever the scores are."),
            "any": _N("The last hand ends the game if somebody has {value} points."),
        },
    ),
    "game.extension": KeyEntry(
        _N("Extension"),
        _N("Nobody has the goal after the last hand: is another wind played?"),
        {
            "none": _N("No further wind is played."),
            "one_wind": _N("Where nobody has the goal one more wind is played, and no more."),
        },
    ),
    "game.extension_ends": KeyEntry(
        _N("End of the extension"),
        _N("Somebody has the goal during the extension: after which hand does the game end?"),
        {
            "any_hand": _N("The extension ends after any hand that leaves somebody with the goal."),
            "not_while_dealer_repeats": _N(
                "The extension ends once somebody has the goal and the dealer does not stay."
            ),
        },
    ),
    "game.agari_yame": KeyEntry(
        _N("Agari-yame"),
        _N("The dealer is first and wins in the last hand: may, or must, the game end there?"),
        {
            "off": _N("A dealer who wins the last hand deals again, first or not."),
            "optional": _N("A dealer who wins the last hand and is first, with the goal, may end the game."),
            "automatic": _N("The game ends when the dealer wins the last hand and is first, with the goal."),
        },
    ),
    "game.tenpai_yame": KeyEntry(
        _N("Tenpai-yame"),
        _N("The dealer is first and tenpai at the draw of the last hand: may, or must, the game end there?"),
        {
            "off": _N("A dealer who is tenpai in the last hand deals again, first or not."),
            "optional": _N(
                "A dealer who is tenpai in the last hand's draw and is first, with the goal, may end the game."
            ),
            "automatic": _N(
                "The game ends when the dealer is tenpai in the last hand's draw and is first, with the goal."
            ),
        },
    ),
    "game.bust": KeyEntry(
        _N("Bust"),
        _N("Does the game end early when a player has no points left?"),
        {
            "play_on": _N("Nobody goes bust; the game goes on with scores below zero."),
            "below_zero": _N("The game ends after a hand that leaves somebody below zero."),
            "zero": _N("The game ends after a hand that leaves somebody with zero points or fewer."),
        },
    ),
    "game.sticks_left": KeyEntry(
        _N("Sticks left over"),
        _N("Who gets the riichi sticks that lie on the table when the game ends?"),
        {
            "first": _N("Sticks that are left when the game ends go to the first."),
            "lost": _N("Sticks that are left when the game ends are nobody's."),
        },
    ),
    "game.final_rounding": KeyEntry(
        _N("Rounding"),
        _N("Are final points rounded?"),
        {
            "none": _N("Final points are not rounded."),
            "thousands": _N(
                "Scores count in whole thousands, rounded half away from zero; the first takes what is left."
            ),
        },
    ),
    "game.time_limit": KeyEntry(
        _N("Time limit"),
        _N("After how many minutes is a game over?"),
        {
            "none": _N("There is no time limit."),
            "1": _N("A game has one minute."),
            "any": _N("A game has {value} minutes."),
        },
    ),
    "game.after_time": KeyEntry(
        _N("When time is up"),
        _N("The time is over during a hand: what is still played?"),
        {
            "this_hand": _N("When time is up the hand that is being played is the last one."),
            "one_more": _N("When time is up the hand that is being played is finished, and one more is played."),
        },
    ),
    "notes.text": KeyEntry(
        _N("Notes"),
        _N("What else do the players have to know?"),
        {"none": _N("There are no notes."), "any": "{value}"},
    ),
}
"""Every key of a ruleset."""


def value_text(value: Any) -> str:
    """A value as a file shows it, without quotes; points of places with their signs."""
    value = file_value(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "; ".join(f"{name}: {value_text(row)}" for name, row in value.items()) or "{}"
    if isinstance(value, list) and value and all(type(member) is int for member in value):
        return " / ".join(f"{member:+d}" if member else "0" for member in value)
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "[]"
    return str(value)


def _same(text: str) -> str:
    return text


def meaning(key: str, value: Any, translate: Callable[[str], str] = _same) -> str:
    """What this value of this key means at the table, one sentence that a Translator says in another language;
    `translate` is asked for it before the value is put in.
    """
    entry, value = CATALOGUE[key], file_value(value)
    # Lines of a ruleset's own are one text; everything else in a list has commas.
    text = " ".join(value) if key == "notes.text" else value_text(value)
    if text in entry.values and not isinstance(value, (list, dict)) and keys()[key].takes is not Takes.TEXT:
        return translate(entry.values[text])
    nothing = not any(value) if keys()[key].takes is Takes.UMA else not value
    sentence = entry.values.get("none", "") if nothing and not isinstance(value, bool) else ""
    sentence = sentence or entry.values.get("any", "")
    if not sentence:
        raise KeyError(f"{key} has no sentence for {text!r}")
    if sentence == "{value}":
        return text
    return say(sentence, value=text) if translate is _same else translate(sentence).replace("{value}", text)
