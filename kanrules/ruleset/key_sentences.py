"""The question that every key answers, and the meaning of every value at the table, in the words of a referee.

`explain`, `diff`, `new`, `sheet`, and the reference print these sentences; `_N` marks them for translation and changes
nothing. A key with a number, a list, or a text has sentences with `{value}` in them; "none" is for 0, an empty list, or
an empty text.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from typing import Any

from kanrules.frozen import dataclass
from kanrules.law.yaku import WORDS
from kanrules.locale.sentences import Named, Sentence, listed, say
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
    "table": (_N("Players and tiles"), _N("Number of players, and the tiles in the set.")),
    "wall": (_N("The wall"), _N("Tiles left undrawn, and where replacement tiles come from.")),
    "dora": (_N("Dora"), _N("Dora indicators that count in addition to the first.")),
    "kandora": (_N("Kan dora"), _N("When the kan dora indicator is turned, and for whom it counts.")),
    "kan": (_N("Kan"), _N("Conditions for every kan.")),
    "four_kans": (_N("Four kans"), _N("Effect of the fourth kan in a hand.")),
    "fifth_kan": (_N("Fifth kan"), _N("A kan after four completed kans.")),
    "chankan": (_N("Robbing a kan"), _N("Which kans may be robbed, and how the win is scored.")),
    "sekinin_barai": (_N("Sekinin barai"), _N("When a player is liable for another player's win, and what they pay.")),
    "riichi_kan": (
        _N("Kan in riichi"),
        _N("Which ankan a player in riichi may declare, and the penalty for any other."),
    ),
    "kita": (_N("Kita"), _N("Three players: norths that are set aside, and norths that are kept.")),
    "tenpai": (_N("Tenpai"), _N("When a hand counts as tenpai.")),
    "rinshan": (_N("Rinshan kaihou"), _N("Scoring of a win on the replacement tile.")),
    "furiten": (_N("Furiten"), _N("Duration of furiten.")),
    "riichi": (_N("Riichi"), _N("Conditions for riichi, and the yaku it may score.")),
    "calls": (_N("Calls"), _N("Limits on calls, and on the discard after a call.")),
    "wins": (_N("Wins"), _N("Several winners: who is paid, and who gets honba and riichi sticks.")),
    "draws": (_N("Draws"), _N("Draws that end a hand, and who deals next.")),
    "chombo": (_N("Chombo"), _N("Payment for a chombo.")),
    "scoring": (_N("Scoring"), _N("Value of a hand.")),
    "penalty": (_N("Fouls around a kan"), _N("Penalties that no other key decides, in words for the referee.")),
    "procedure": (_N("At the table"), _N("Instructions for the players, in words.")),
    "display": (_N("On the table"), _N("How tiles are placed. This does not affect rulings.")),
    "game": (_N("The game"), _N("Length of a game, how it ends, and points for places.")),
    "notes": (_N("Notes"), _N("Your own lines. kanrules prints them and does not interpret them.")),
}
"""The title and subject of every table."""

_DRAW = {
    "off": _N("The hand does not end in an abortive draw. Play continues."),
    "dealer_keeps": _N("The hand ends in an abortive draw. The dealer stays."),
    "dealer_rotates": _N("The hand ends in an abortive draw. The deal passes to the next player."),
}


_INSTANTS: dict[str, dict[str, str]] = {
    "ankan": {
        "declaration": _N(
            "The kan dora indicator of an ankan is turned at once, before the replacement tile is drawn."
        ),
        "rinshan_draw": _N("The kan dora indicator of an ankan is turned right after the replacement tile is drawn."),
        "discard": _N(
            "The kan dora indicator of an ankan is turned together with the next discard. A ron on "
            "that discard counts it."
        ),
        "discard_passed": _N(
            "The kan dora indicator of an ankan is turned once the next discard has passed without a ron."
        ),
        "never": _N("An ankan does not turn a kan dora indicator."),
    },
    "daiminkan": {
        "declaration": _N(
            "The kan dora indicator of a daiminkan is turned at once, before the replacement tile is drawn."
        ),
        "rinshan_draw": _N(
            "The kan dora indicator of a daiminkan is turned right after the replacement tile is drawn."
        ),
        "discard": _N(
            "The kan dora indicator of a daiminkan is turned together with the next discard. A ron "
            "on that discard counts it."
        ),
        "discard_passed": _N(
            "The kan dora indicator of a daiminkan is turned once the next discard has passed without a ron."
        ),
        "never": _N("A daiminkan does not turn a kan dora indicator."),
    },
    "shouminkan": {
        "declaration": _N(
            "The kan dora indicator of a shouminkan is turned before the replacement tile is drawn, "
            "unless the kan is robbed first."
        ),
        "rinshan_draw": _N(
            "The kan dora indicator of a shouminkan is turned right after the replacement tile is drawn."
        ),
        "discard": _N(
            "The kan dora indicator of a shouminkan is turned together with the next discard. A ron "
            "on that discard counts it."
        ),
        "discard_passed": _N(
            "The kan dora indicator of a shouminkan is turned once the next discard has passed without a ron."
        ),
        "never": _N("A shouminkan does not turn a kan dora indicator."),
    },
}
_NO_PENALTY = _N("No published penalty found.")
_NO_WORDS = _N("No source found.")
_WORDS = {"none": _NO_PENALTY, "any": "{value}"}
_HOW = {"none": _NO_WORDS, "any": "{value}"}

CATALOGUE: dict[str, KeyEntry] = {
    "table.players": KeyEntry(
        _N("Players"),
        _N("How many players sit at a table?"),
        {"4": _N("Four players sit at a table."), "3": _N("Three players sit at a table. The north seat is empty.")},
    ),
    "table.tiles": KeyEntry(
        _N("Tiles"),
        _N("Which tiles are in the set?"),
        {
            "full": _N("The set has all 136 tiles."),
            "without_2m_8m": _N("The set has 108 tiles: 2m to 8m are left out."),
        },
    ),
    "wall.undrawn": KeyEntry(
        _N("Undrawn tiles"),
        _N("How many tiles are left undrawn when the live wall is used up?"),
        {
            "14": _N("Fourteen tiles are left undrawn at an exhaustive draw."),
            "0": _N("No tile is left undrawn at an exhaustive draw."),
            "16": _N("Sixteen tiles are left undrawn at an exhaustive draw."),
            "18": _N("Eighteen tiles are left undrawn at an exhaustive draw."),
        },
    ),
    "wall.replacements": KeyEntry(
        _N("Replacement tiles"),
        _N("How many replacement tiles does the dead wall have?"),
        {
            "4": _N("The dead wall has four replacement tiles."),
            "8": _N("The dead wall has eight replacement tiles, for kans and kitas together."),
        },
    ),
    "wall.refill": KeyEntry(
        _N("Refill of the dead wall"),
        _N("Does a tile of the live wall move to the dead wall when a replacement tile is taken?"),
        {
            "always": _N("Every replacement tile shortens the live wall by one tile."),
            "kans_only": _N(
                "The replacement tile of a kan shortens the live wall by one tile. The replacement tile "
                "of a kita does not."
            ),
            "never": _N("Replacement tiles do not shorten the live wall."),
        },
    ),
    "dora.ura": KeyEntry(
        _N("Ura dora"),
        _N("Does a player who wins after riichi count ura dora?"),
        {
            "true": _N("A player who wins after riichi also counts ura dora."),
            "false": _N("Ura dora are not used."),
        },
    ),
    "kandora.enabled": KeyEntry(
        _N("Kan dora"),
        _N("Does a kan turn a new dora indicator?"),
        {
            "true": _N("Each completed kan turns one more dora indicator."),
            "false": _N("A kan does not turn a dora indicator. The first one is the only one."),
        },
    ),
    "kandora.ura": KeyEntry(
        _N("Kan ura dora"),
        _N("Does a player who wins after riichi also count the tiles under the kan dora indicators?"),
        {
            "true": _N("Ura dora are also counted under the kan dora indicators."),
            "false": _N("Ura dora are counted only under the first dora indicator."),
        },
    ),
    "kandora.ankan": KeyEntry(
        _N("Kan dora of an ankan"),
        _N("When is the kan dora indicator of an ankan turned?"),
        _INSTANTS["ankan"],
    ),
    "kandora.daiminkan": KeyEntry(
        _N("Kan dora of a daiminkan"),
        _N("When is the kan dora indicator of a daiminkan turned?"),
        _INSTANTS["daiminkan"],
    ),
    "kandora.shouminkan": KeyEntry(
        _N("Kan dora of a shouminkan"),
        _N("When is the kan dora indicator of a shouminkan turned?"),
        _INSTANTS["shouminkan"],
    ),
    "kandora.pending_on_next_kan": KeyEntry(
        _N("Pending indicator, next kan"),
        _N(
            "A kan dora indicator is still to be turned with the discard, and the same player declares "
            "another kan. When is it turned?"
        ),
        {
            "announced": _N(
                "The pending indicator is turned as soon as the next kan is announced. A player who robs "
                "that kan counts it."
            ),
            "declaration": _N(
                "The pending indicator is turned once the next kan is completed. A player who robs that "
                "kan does not count it."
            ),
            "keep": _N("The pending indicator stays face down. Both are turned in order when they are due."),
        },
    ),
    "kandora.pending_on_rinshan_win": KeyEntry(
        _N("Pending indicator, rinshan win"),
        _N(
            "A kan dora indicator is still to be turned with the discard, and the player wins on the "
            "replacement tile. Is it turned for that win?"
        ),
        {
            "hidden": _N("The pending indicator stays face down and does not count for that win."),
            "revealed": _N("The pending indicator is turned and counts for that win."),
        },
    ),
    "kandora.robbed_kan": KeyEntry(
        _N("Kan dora of a robbed kan"),
        _N("Is the kan dora indicator of a robbed kan turned?"),
        {
            "hidden": _N("A robbed kan does not turn a kan dora indicator."),
            "revealed": _N(
                "The kan dora indicator is turned before the kan can be robbed. A player who robs the kan counts it."
            ),
        },
    ),
    "kan.min_live_tiles": KeyEntry(
        _N("Tiles left for a kan"),
        _N("How many tiles must be left in the live wall for a kan?"),
        {
            "1": _N("A kan may be declared as long as one tile is left in the live wall."),
            "any": _N("A kan may be declared only if {value} or more tiles are left in the live wall."),
        },
    ),
    "kan.dead_hand": KeyEntry(
        _N("Kans allowed with a dead hand"),
        _N("Which kans may a player with a dead hand declare?"),
        {
            "forbidden": _N("A player with a dead hand must not declare a kan."),
            "own_tiles": _N(
                "A player with a dead hand may still declare an ankan or a shouminkan, but must not "
                "declare a daiminkan."
            ),
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
    "kan.late_ron": KeyEntry(
        _N("Ron on a tile claimed for a daiminkan"),
        _N("May a discard still be won on after it was claimed for a daiminkan?"),
        {
            "true": _N(
                "A discard that was claimed for a daiminkan may still be won on until the player who claimed it "
                "discards, declares another kan, or wins on the replacement tile. The kan is then undone."
            ),
            "false": _N("Ron on a discard that is claimed for a daiminkan must be called before the tile is taken."),
        },
    ),
    "four_kans.several_players": KeyEntry(
        _N("Four kans, several players"),
        _N("Do four kans by two or more players end the hand?"),
        {
            "play_on": _N("Four kans by several players do not end the hand."),
            "abort": _N("Four kans by several players end the hand in an abortive draw."),
        },
    ),
    "four_kans.one_player": KeyEntry(
        _N("Four kans, one player"),
        _N("Do four kans by one player end the hand?"),
        {
            "play_on": _N("Four kans by one player do not end the hand. The player may still win suukantsu."),
            "abort": _N("Four kans by one player end the hand in an abortive draw."),
            "win_on_passed_discard": _N(
                "A player who has declared four kans wins suukantsu once their next discard has passed "
                "without a ron. A pair is not needed."
            ),
        },
    ),
    "four_kans.abort_at": KeyEntry(
        _N("Four kans, moment of the draw"),
        _N("When does the abortive draw for four kans end the hand?"),
        {
            "announced": _N("The hand ends as soon as the fourth kan is announced, before the kan can be robbed."),
            "declaration": _N("The hand ends once the fourth kan is completed, before its replacement tile is drawn."),
            "rinshan_draw": _N(
                "The hand ends when the fourth replacement tile is drawn, unless the player wins on that tile."
            ),
            "discard": _N(
                "The hand ends with the discard after the fourth kan, before a ron on it. A win on "
                "the replacement tile still counts."
            ),
            "discard_passed": _N("The hand ends once the discard after the fourth kan has passed without a ron."),
        },
    ),
    "four_kans.dealer": KeyEntry(
        _N("Four kans, dealer"),
        _N("Who deals after an abortive draw for four kans?"),
        {
            "keeps": _N("The dealer stays after an abortive draw for four kans."),
            "rotates": _N("The deal passes to the next player after an abortive draw for four kans."),
        },
    ),
    "four_kans.riichi_stick": KeyEntry(
        _N("Four kans, riichi stick"),
        _N("A player declares riichi with the discard that ends the hand by four kans. Is the riichi stick paid?"),
        {
            "paid": _N("The riichi is valid, and its riichi stick stays on the table."),
            "unpaid": _N("The riichi is not valid, and its riichi stick is not paid."),
        },
    ),
    "fifth_kan.policy": KeyEntry(
        _N("Fifth kan"),
        _N("Four kans have been completed. What happens if a player declares another?"),
        {
            "forbidden": _N("A fifth kan must not be declared."),
            "abort": _N("A fifth kan ends the hand in an abortive draw."),
        },
    ),
    "fifth_kan.robbable": KeyEntry(
        _N("Robbing a fifth kan"),
        _N("If a fifth kan ends the hand, may it be robbed first?"),
        {
            "true": _N("A fifth kan by shouminkan may be robbed before it ends the hand."),
            "false": _N("A fifth kan ends the hand before any player can rob it."),
        },
    ),
    "fifth_kan.dealer": KeyEntry(
        _N("Fifth kan, dealer"),
        _N("Who deals after a fifth kan has ended the hand?"),
        {
            "keeps": _N("The dealer stays after an abortive draw for a fifth kan."),
            "rotates": _N("The deal passes to the next player after an abortive draw for a fifth kan."),
        },
    ),
    "fifth_kan.illegal": KeyEntry(
        _N("Penalty for a forbidden fifth kan"),
        _N("What is the penalty for declaring a forbidden fifth kan?"),
        {
            "chombo": _N("Declaring a forbidden fifth kan is a chombo."),
            "dead_hand": _N("Declaring a forbidden fifth kan makes the hand dead."),
            "none": _N("A forbidden fifth kan is void. The only penalty is the one stated in the rulebook."),
        },
    ),
    "chankan.ankan": KeyEntry(
        _N("Robbing an ankan"),
        _N("May an ankan be robbed?"),
        {
            "never": _N("An ankan must not be robbed."),
            "kokushi": _N("Only thirteen orphans may rob an ankan."),
        },
    ),
    "chankan.until": KeyEntry(
        _N("How long a shouminkan may be robbed"),
        _N("Until when may a shouminkan be robbed?"),
        {
            "stands": _N(
                "A shouminkan may be robbed until its kan dora indicator is turned or its replacement tile is drawn."
            ),
            "discard": _N(
                "A shouminkan may be robbed until the player who declared it discards, declares another kan, or wins "
                "on the replacement tile. A late robbery undoes the kan."
            ),
        },
    ),
    "chankan.passing_is_furiten": KeyEntry(
        _N("Passing a kan"),
        _N("Does a player who lets a robbable kan pass become furiten?"),
        {
            "true": _N("A player who lets a robbable kan pass becomes furiten, as after passing a winning discard."),
            "false": _N("A player who lets a robbable kan pass does not become furiten."),
        },
    ),
    "chankan.ippatsu": KeyEntry(
        _N("Ippatsu on a robbed kan"),
        _N("Does a player who robs a kan within the first go-around after riichi also score ippatsu?"),
        {
            "true": _N("Robbing a kan can score both chankan and ippatsu: a robbed kan does not interrupt ippatsu."),
            "false": _N("Robbing a kan scores chankan without ippatsu: announcing the kan interrupts ippatsu."),
        },
    ),
    "sekinin_barai.yakuman": KeyEntry(
        _N("Liability for yakuman"),
        _N("For which yakuman is a player who feeds the deciding set liable?"),
        {
            "none": _N("No player is liable for another player's yakuman."),
            "any": _N("A player who feeds the deciding set is liable for: {value}."),
        },
    ),
    "sekinin_barai.concealed_sets_count": KeyEntry(
        _N("Liability after an ankan"),
        _N("Does an earlier ankan count as one of the exposed sets?"),
        {
            "true": _N("An earlier ankan counts as one of the sets: the player who feeds the last set is liable."),
            "false": _N("An earlier ankan does not count: a player is liable only if all the sets were called."),
        },
    ),
    "sekinin_barai.completed_by_kan": KeyEntry(
        _N("Liability by kan"),
        _N("Is a player also liable if the deciding set is called as a daiminkan?"),
        {
            "true": _N("A daiminkan that completes the sets makes its feeder liable, as a pon does."),
            "false": _N("Only a pon makes its feeder liable for three dragons or four winds."),
        },
    ),
    "sekinin_barai.daiminkan_rinshan": KeyEntry(
        _N("Liability, replacement tile"),
        _N("Is the feeder of a daiminkan liable for a win on its replacement tile?"),
        {
            "none": _N("Feeding a daiminkan alone does not make a player liable for a win on its replacement tile."),
            "replacement_only": _N(
                "A player who feeds a daiminkan is liable for a win on the replacement tile of that daiminkan only."
            ),
            "until_discard": _N(
                "A player who feeds a daiminkan is liable for a win on any replacement tile until "
                "the next discard, even after further kans."
            ),
        },
    ),
    "sekinin_barai.daiminkan_rinshan_scored": KeyEntry(
        _N("Liable win scored as"),
        _N("How is a win scored if the feeder of a daiminkan is liable for it?"),
        {
            "tsumo": _N("The win is scored as a tsumo. The liable player pays for everyone."),
            "ron": _N("The win is scored as a ron from the liable player."),
        },
    ),
    "sekinin_barai.compound": KeyEntry(
        _N("Liability, several yakuman"),
        _N("The hand contains other yakuman. What is the liable player liable for?"),
        {
            "liable_yakuman": _N(
                "The liable player pays only for the yakuman that caused the liability. Other "
                "yakuman are paid as usual."
            ),
            "whole_hand": _N("The liable player is liable for the whole hand, including its other yakuman."),
        },
    ),
    "sekinin_barai.honba_on_ron": KeyEntry(
        _N("Honba on ron, with liability"),
        _N("The liable player and the discarder share the payment for a ron. Who pays the honba?"),
        {
            "discarder": _N("On a ron, the discarder pays the honba."),
            "liable": _N("On a ron, the liable player pays the honba."),
        },
    ),
    "sekinin_barai.honba_on_tsumo": KeyEntry(
        _N("Honba on tsumo, with liability"),
        _N("The liable player pays for a tsumo. Who pays the honba?"),
        {
            "liable": _N("On a tsumo, the liable player pays all honba."),
            "shared": _N("On a tsumo, every other player pays a share of the honba as usual."),
        },
    ),
    "sekinin_barai.two_liable_honba": KeyEntry(
        _N("Honba, two liable players"),
        _N("Two players are liable for one hand. Who pays the honba?"),
        {
            "latest": _N("If two players are liable, the one who became liable last pays the honba."),
            "first": _N("If two players are liable, the one who became liable first pays the honba."),
            "shared": _N("If two players are liable, each pays half the honba."),
        },
    ),
    "riichi_kan.level": KeyEntry(
        _N("Kan in riichi"),
        _N("Which ankan may a player in riichi declare?"),
        {
            "forbidden": _N("A player in riichi must not declare a kan."),
            "same_readings": _N(
                "An ankan after riichi must not change the waits or any reading of the hand: in "
                "every reading, the three tiles already held must form a triplet."
            ),
            "same_readings_and_yaku": _N(
                "An ankan after riichi must not change the waits or any reading of the hand, and "
                "must not remove a yaku."
            ),
            "same_waits": _N(
                "An ankan after riichi must not change the waits. It may change the readings of the hand."
            ),
            "any": _N("Any ankan may be declared after riichi, even one that changes the waits."),
        },
    ),
    "riichi_kan.drawn_tile_only": KeyEntry(
        _N("Kan in riichi, drawn tile"),
        _N("Must the tile just drawn be one of the four tiles of the kan?"),
        {
            "true": _N(
                "After riichi, the tile just drawn must be one of the four tiles of the kan. Okuri-kan is not allowed."
            ),
            "false": _N(
                "After riichi, a player may also declare a kan of four tiles held earlier: okuri-kan is allowed."
            ),
        },
    ),
    "riichi_kan.winning_draw": KeyEntry(
        _N("Kan in riichi, winning tile"),
        _N("What if the tile drawn for the kan is itself a winning tile?"),
        {
            "counts": _N("The drawn tile counts as one of the waits, so a kan of it changes the waits."),
            "ignored": _N("The drawn tile is left out when the waits before and after the kan are compared."),
            "forbidden": _N("A player must not declare a kan with a tile that wins."),
        },
    ),
    "riichi_kan.illegal": KeyEntry(
        _N("Illegal kan in riichi"),
        _N("What is the penalty for an illegal kan in riichi?"),
        {
            "chombo": _N("An illegal kan in riichi is a chombo."),
            "dead_hand": _N("An illegal kan in riichi makes the hand dead."),
            "none": _N("An illegal kan in riichi has no penalty."),
        },
    ),
    "riichi_kan.illegal_on_win": KeyEntry(
        _N("Illegal kan in riichi, own win"),
        _N("An illegal kan in riichi is found when its player declares a win. What is the penalty?"),
        {
            "same": _N("An illegal kan found at the offender's own win has the same penalty as at any other time."),
            "chombo": _N("An illegal kan found at the offender's own win is a chombo."),
            "dead_hand": _N(
                "If an illegal kan is found at the offender's own win, the win is void, the hand is "
                "dead, and play continues."
            ),
            "chombo_and_dead_hand": _N(
                "If an illegal kan is found at the offender's own win, the offender pays a chombo, "
                "the win is void, the hand is dead, and play continues."
            ),
            "none": _N("An illegal kan found at the offender's own win has no penalty, and the win is valid."),
        },
    ),
    "riichi_kan.illegal_found": KeyEntry(
        _N("Illegal kan in riichi, when"),
        _N("When is an illegal kan in riichi penalized?"),
        {
            "at_once": _N("An illegal kan in riichi is penalized at once."),
            "noticed_or_draw": _N(
                "An illegal kan in riichi is penalized as soon as it is noticed, or at an exhaustive draw, when hands "
                "in riichi are shown."
            ),
            "win_or_draw": _N(
                "An illegal kan in riichi is penalized only if the player later declares a win, or at an "
                "exhaustive draw, when hands in riichi are shown."
            ),
            "draw": _N("An illegal kan in riichi is penalized only at an exhaustive draw."),
        },
    ),
    "kita.enabled": KeyEntry(
        _N("Kita"),
        _N("May a player set a north aside and take a replacement tile for it?"),
        {
            "true": _N(
                "A player may set a north aside. It counts as one dora, and the player takes a replacement tile."
            ),
            "false": _N("A north must not be set aside: kita is not used."),
        },
    ),
    "kita.min_live_tiles": KeyEntry(
        _N("Tiles left for a kita"),
        _N("How many tiles must be left in the live wall for a kita?"),
        {
            "none": _N("A kita may be declared even if no tile is left in the live wall."),
            "1": _N("A kita may be declared as long as one tile is left in the live wall."),
            "any": _N("A kita may be declared only if {value} or more tiles are left in the live wall."),
        },
    ),
    "kita.after_call": KeyEntry(
        _N("Kita after a call"),
        _N("May a north be set aside in a turn that began with a call?"),
        {
            "true": _N("A player may set a north aside after a call, too."),
            "false": _N("A player may set a north aside only after drawing a tile, not after a call."),
        },
    ),
    "kita.in_riichi": KeyEntry(
        _N("Kita in riichi"),
        _N("Which north may a player in riichi set aside?"),
        {
            "drawn_tile": _N("A player in riichi may set aside the north just drawn, but no other."),
            "forbidden": _N("A player in riichi must not set a north aside."),
            "any": _N("A player in riichi may set any north aside."),
        },
    ),
    "kita.discard": KeyEntry(
        _N("Discarding a north"),
        _N("May a north be discarded?"),
        {
            "allowed": _N("A north may be discarded."),
            "forbidden": _N("A north must not be discarded while another tile can be."),
        },
    ),
    "kita.in_hand": KeyEntry(
        _N("Norths kept in hand"),
        _N("May a player win with norths that are not set aside?"),
        {
            "allowed": _N("A player may keep a north and win with it."),
            "yakuman": _N("A hand that contains a north may win only as a yakuman."),
            "never": _N("A hand that contains a north must not win."),
        },
    ),
    "kita.north": KeyEntry(
        _N("Triplet of norths"),
        _N("What is a triplet of norths worth with three players?"),
        {
            "guest": _N("A triplet of norths is not a yaku."),
            "yakuhai": _N("A triplet of norths is a yaku for every player."),
        },
    ),
    "kita.pon": KeyEntry(
        _N("Pon and kan of north"),
        _N("May a discarded north be called for pon or kan?"),
        {
            "true": _N("A discarded north may be called for pon or kan."),
            "false": _N("A discarded north must not be called for pon or kan."),
        },
    ),
    "kita.robbable": KeyEntry(
        _N("Robbing a kita"),
        _N("Who may win on a north that is set aside?"),
        {
            "any_yaku": _N("Any hand with a yaku may win on a north that is set aside. This does not score chankan."),
            "never": _N("A north that is set aside must not be robbed."),
            "kokushi": _N("Only thirteen orphans may win on a north that is set aside."),
            "yakuman": _N("Only a yakuman may win on a north that is set aside."),
        },
    ),
    "kita.robbed_ippatsu": KeyEntry(
        _N("Ippatsu on a robbed kita"),
        _N("Does ippatsu count for a win on a north that is set aside?"),
        {
            "true": _N("Ippatsu counts for a win on a north that is set aside."),
            "false": _N("Ippatsu does not count for a win on a north that is set aside."),
        },
    ),
    "kita.passing_is_furiten": KeyEntry(
        _N("Passing a kita"),
        _N("Does a player who could win on a north that is set aside, but passes, become furiten?"),
        {
            "true": _N("A player who could win on a north that is set aside, but passes, becomes furiten."),
            "false": _N("A player who could win on a north that is set aside, but passes, does not become furiten."),
        },
    ),
    "kita.interrupts": KeyEntry(
        _N("Interruption by a kita"),
        _N("What does a kita interrupt?"),
        {
            "all": _N("A kita interrupts ippatsu and the first go-around, as a call does."),
            "ippatsu": _N("A kita interrupts only ippatsu."),
            "none": _N("A kita interrupts neither ippatsu nor the first go-around."),
        },
    ),
    "kita.rinshan": KeyEntry(
        _N("Win on the tile after a kita"),
        _N("Is a win on the replacement tile of a kita rinshan kaihou?"),
        {
            "true": _N("A win on the replacement tile of a kita is rinshan kaihou."),
            "false": _N("A win on the replacement tile of a kita is an ordinary tsumo."),
        },
    ),
    "kita.pending_indicator": KeyEntry(
        _N("Pending indicator, kita"),
        _N(
            "A kan dora indicator is still to be turned with the discard, and the same player sets a "
            "north aside. When is it turned?"
        ),
        {
            "declaration": _N(
                "The pending indicator is turned once the kita can no longer be robbed, before the "
                "replacement tile is drawn."
            ),
            "announced": _N(
                "The pending indicator is turned as the north is set aside. A player who wins on that north counts it."
            ),
            "keep": _N("The pending indicator is turned with the discard."),
        },
    ),
    "tenpai.exhausted_wait": KeyEntry(
        _N("Wait on four tiles already held"),
        _N("Does a player who already holds all their winning tiles count as tenpai?"),
        {
            "noten_concealed": _N(
                "A player who holds all four of every winning tile in the concealed hand is not tenpai. Tiles in "
                "melds do not count."
            ),
            "noten": _N("A player who holds all four of every winning tile, in the hand or in melds, is not tenpai."),
            "tenpai": _N("A player who holds all four of every winning tile is still tenpai."),
        },
    ),
    "rinshan.tsumo_fu": KeyEntry(
        _N("Fu for rinshan kaihou"),
        _N("Does a win on the replacement tile score the two fu of a tsumo?"),
        {
            "true": _N("A win on the replacement tile scores the two fu of a tsumo."),
            "false": _N("A win on the replacement tile does not score the two fu of a tsumo."),
        },
    ),
    "rinshan.with_haitei": KeyEntry(
        _N("Rinshan and haitei"),
        _N(
            "A player wins on a replacement tile after which no tile is left in the live wall. Do "
            "rinshan kaihou and haitei both count?"
        ),
        {
            "true": _N("Rinshan kaihou on the last tile also scores haitei."),
            "false": _N("Rinshan kaihou on the last tile does not score haitei."),
        },
    ),
    "furiten.temporary_ends": KeyEntry(
        _N("End of temporary furiten"),
        _N("A player has passed a winning tile. What ends this furiten?"),
        {
            "any_call": _N(
                "Temporary furiten ends with any player's call, including an ankan, or with the player's own draw."
            ),
            "own_draw_or_call": _N("Temporary furiten ends with the player's own next draw or call."),
            "own_discard": _N("Temporary furiten ends only with the player's own next discard."),
        },
    ),
    "furiten.without_yaku": KeyEntry(
        _N("Furiten without a yaku"),
        _N("Does a player who passes a tile that completes the hand without a yaku become furiten?"),
        {
            "true": _N(
                "A player who passes a tile that completes the hand becomes furiten, even if the hand "
                "has no yaku with it."
            ),
            "false": _N("A player who passes a tile that completes the hand without a yaku does not become furiten."),
        },
    ),
    "riichi.ippatsu": KeyEntry(
        _N("Ippatsu"),
        _N("Does a win within one uninterrupted go-around after riichi score ippatsu?"),
        {"true": _N("Ippatsu is scored."), "false": _N("Ippatsu is not scored.")},
    ),
    "riichi.double": KeyEntry(
        _N("Double riichi"),
        _N("Does riichi on a player's first discard, in an uninterrupted first go-around, score double riichi?"),
        {
            "true": _N("Riichi on a player's first discard, in an uninterrupted first go-around, is double riichi."),
            "false": _N("Double riichi is not scored."),
        },
    ),
    "riichi.min_live_tiles": KeyEntry(
        _N("Tiles left for riichi"),
        _N("How many tiles must be left in the live wall for riichi?"),
        {
            "0": _N("Riichi may be declared up to the last discard."),
            "1": _N("Riichi may be declared as long as one tile is left in the live wall."),
            "3": _N(
                "Riichi may be declared only if three or more tiles are left in the live wall. With "
                "three players, one draw is then left for the player in riichi."
            ),
            "4": _N("Riichi may be declared only if four or more tiles are left in the live wall."),
        },
    ),
    "riichi.needs_stick": KeyEntry(
        _N("Riichi without 1,000 points"),
        _N("Must a player have 1,000 points to declare riichi?"),
        {
            "true": _N("A player with fewer than 1,000 points must not declare riichi."),
            "false": _N("A player with fewer than 1,000 points may declare riichi and owes the riichi stick."),
        },
    ),
    "calls.kuikae": KeyEntry(
        _N("Kuikae"),
        _N("After chi or pon, may the player at once discard the same tile, or the tile at the other end of the run?"),
        {
            "forbidden": _N(
                "After chi or pon, a player must not at once discard the same tile or the tile at "
                "the other end of the run."
            ),
            "other_end_allowed": _N(
                "After a call, a player must not at once discard the same tile. The tile at the other "
                "end of the run is allowed."
            ),
            "allowed": _N("After a call, a player may discard any tile."),
        },
    ),
    "calls.chi": KeyEntry(
        _N("Chi"),
        _N("May a discard be called for chi?"),
        {"true": _N("Only the next player in turn may call chi."), "false": _N("Chi must not be called.")},
    ),
    "calls.priority": KeyEntry(
        _N("Priority of calls"),
        _N("One player calls chi, another pon or kan, on the same discard. Which call takes effect?"),
        {
            "pon_and_kan": _N("A pon or kan comes before a chi, whichever was called first."),
            "unless_delayed": _N(
                "A pon or kan comes before a chi that is called at the same time. If the pon or kan is called "
                "significantly later, the chi takes effect."
            ),
            "first_call": _N("The first call takes effect, whether it is a pon, a kan, or a chi."),
        },
    ),
    "wins.simultaneous": KeyEntry(
        _N("Several ron"),
        _N("Several players call ron on one tile. Who wins?"),
        {
            "all": _N("If several players call ron on the same tile, all of them win."),
            "head_bump": _N("Only the player next in turn after the discarder wins."),
            "head_bump_except_kokushi": _N(
                "The player next in turn after the discarder wins, and so does every other player "
                "with thirteen orphans."
            ),
        },
    ),
    "wins.honba": KeyEntry(
        _N("Honba, several winners"),
        _N("Which of several winners is paid the honba?"),
        {
            "first": _N("The winner next in turn after the discarder is paid the honba."),
            "each": _N("Each winner is paid the honba."),
        },
    ),
    "wins.sticks": KeyEntry(
        _N("Riichi sticks, several winners"),
        _N("Which of several winners gets the riichi sticks?"),
        {
            "first": _N("The winner next in turn after the discarder gets the riichi sticks."),
            "divided": _N(
                "The winners divide the riichi sticks. The remainder goes to the winner next in turn "
                "after the discarder."
            ),
        },
    ),
    "wins.own_stick": KeyEntry(
        _N("Winner's own riichi stick"),
        _N("One of several winners declared riichi in this hand. Who gets that riichi stick?"),
        {
            "pot": _N("A winner's own riichi stick is treated like all the others."),
            "back": _N("Each winner first takes back the riichi stick they paid in this hand."),
        },
    ),
    "wins.dealer": KeyEntry(
        _N("Dealer after a win"),
        _N("Does a dealer who wins stay?"),
        {
            "keeps": _N("A dealer who wins stays."),
            "rotates": _N("The deal passes to the next player even if the dealer wins."),
        },
    ),
    "wins.honba_value": KeyEntry(
        _N("Value of a honba"),
        _N("How many points is a honba worth?"),
        {"none": _N("Honba are worth nothing."), "any": _N("Each honba is worth {value} points.")},
    ),
    "wins.two_han_from_honba": KeyEntry(
        _N("Two-han minimum"),
        _N("From how many honba on must a hand have two han to win?"),
        {
            "none": _N("One yaku is always enough to win."),
            "any": _N("From {value} honba on, a hand must have two han to win."),
        },
    ),
    "wins.tsumo": KeyEntry(
        _N("The absent player's share"),
        _N("With three players, who pays the absent player's share of a tsumo?"),
        {
            "loss": _N("No one pays the absent player's share of a tsumo."),
            "halves": _N("The other two players each pay half of the absent player's share."),
            "full": _N("A tsumo is worth as much as a ron. The other two players pay it."),
        },
    ),
    "wins.honba_on_tsumo": KeyEntry(
        _N("Honba on a tsumo"),
        _N("On a tsumo, does each player pay a share of each honba, or all of it?"),
        {
            "divided": _N("On a tsumo, the other players share each honba."),
            "each": _N("On a tsumo, each of the other players pays the full value of each honba."),
        },
    ),
    "draws.kyuushu_kyuuhai": KeyEntry(
        _N("Kyuushu kyuuhai"),
        _N("May a player with nine different terminals and honours end the hand on their first draw?"),
        _DRAW,
    ),
    "draws.suufon_renda": KeyEntry(
        _N("Suufon renda"), _N("Do four identical winds as the first four discards end the hand?"), _DRAW
    ),
    "draws.suucha_riichi": KeyEntry(_N("Suucha riichi"), _N("Does riichi by all four players end the hand?"), _DRAW),
    "draws.sanchahou": KeyEntry(_N("Sanchahou"), _N("Does a triple ron end the hand in an abortive draw?"), _DRAW),
    "draws.nagashi_mangan": KeyEntry(
        _N("Nagashi mangan"),
        _N(
            "At an exhaustive draw, is a player paid if all their discards were terminals and "
            "honours and none was called?"
        ),
        {
            "off": _N("Nagashi mangan is not paid."),
            "own_calls_allowed": _N("Nagashi mangan is paid, even to a player who has called tiles."),
            "closed_only": _N("Nagashi mangan is paid only to a player with a closed hand."),
        },
    ),
    "draws.nagashi_pays": KeyEntry(
        _N("Nagashi mangan, payment"),
        _N("Does nagashi mangan win honba and riichi sticks?"),
        {
            "mangan": _N("Nagashi mangan is paid as a mangan only, without honba and riichi sticks."),
            "with_honba": _N("Nagashi mangan is paid with honba. The riichi sticks stay on the table."),
            "as_win": _N(
                "Nagashi mangan is a win: the player is paid honba and gets the riichi sticks, and "
                "the deal is decided as after a win."
            ),
        },
    ),
    "draws.noten_payment": KeyEntry(
        _N("Noten payment"),
        _N("How many points are paid in total after an exhaustive draw?"),
        {
            "none": _N("Nothing is paid after an exhaustive draw."),
            "any": _N("Players who are not tenpai pay {value} points in total to the players who are."),
        },
    ),
    "draws.exhaustive_dealer": KeyEntry(
        _N("Dealer after an exhaustive draw"),
        _N("Does the dealer stay after an exhaustive draw?"),
        {
            "tenpai_keeps": _N("After an exhaustive draw, a dealer who is tenpai stays."),
            "rotates": _N("The deal passes to the next player after every exhaustive draw."),
        },
    ),
    "draws.noten_each": KeyEntry(
        _N("Noten payment, by player"),
        _N("Is the noten payment a total, or paid by each player to each?"),
        {
            "true": _N("Each player who is not tenpai pays the noten payment to each who is."),
            "false": _N("The noten payment is a total, divided among the players."),
        },
    ),
    "chombo.pays": KeyEntry(
        _N("Payment for a chombo"),
        _N("How is a chombo paid?"),
        {
            "reverse_mangan": _N("The offender pays all other players as for a mangan tsumo."),
            "points": _N("The offender pays points to the other players."),
            "before_uma": _N("The offender loses points before places are determined. No one receives them."),
            "after_uma": _N("The offender loses points after the game, once uma has been applied."),
        },
    ),
    "chombo.points": KeyEntry(
        _N("Points for a chombo"),
        _N("How many points does a chombo cost if it is not paid as a mangan?"),
        {"none": _N("No amount is set."), "any": _N("A chombo costs {value} points.")},
    ),
    "chombo.sticks_returned": KeyEntry(
        _N("Riichi sticks after a chombo"),
        _N("Are the riichi sticks of a hand returned if a chombo ends it?"),
        {
            "true": _N("If a chombo ends a hand, the riichi sticks of that hand are returned."),
            "false": _N("If a chombo ends a hand, the riichi sticks of that hand stay on the table."),
        },
    ),
    "chombo.with_another_win": KeyEntry(
        _N("Chombo and another win"),
        _N("What happens to a chombo if another player wins the hand?"),
        {
            "void": _N("No chombo is paid for a hand that another player wins."),
            "stands": _N("A chombo is paid even if another player wins the hand."),
        },
    ),
    "scoring.red_fives": KeyEntry(
        _N("Red fives"),
        _N("How many red fives are in the set?"),
        {
            "0": _N("The set has no red fives."),
            "2": _N("The set has two red fives, one in circles and one in bamboo."),
            "3": _N("The set has three red fives, one in each suit."),
            "4": _N("The set has four red fives, two of them in circles."),
        },
    ),
    "scoring.open_tanyao": KeyEntry(
        _N("Open tanyao"),
        _N("Is tanyao scored in an open hand?"),
        {"true": _N("Tanyao is scored in an open hand, too."), "false": _N("Tanyao is scored only in a closed hand.")},
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
        _N("What is a hand of thirteen or more han worth, without a yakuman?"),
        {
            "sanbaiman": _N("Thirteen or more han are a sanbaiman. Han never add up to a yakuman."),
            "yonbaiman": _N("Thirteen or more han are a yonbaiman: the points of a yakuman, but not a yakuman."),
            "yakuman": _N("Thirteen or more han are a yakuman."),
        },
    ),
    "scoring.yakuman_limit": KeyEntry(
        _N("Several yakuman"),
        _N("How many yakuman in one hand add up?"),
        {
            "none": _N("All yakuman in a hand add up."),
            "1": _N("Yakuman do not add up: a hand is worth its highest yakuman."),
            "any": _N("At most {value} yakuman in a hand add up."),
        },
    ),
    "scoring.double_yakuman": KeyEntry(
        _N("Double yakuman"),
        _N("Which yakuman are worth double?"),
        {"none": _N("No yakuman is worth double."), "any": _N("These yakuman are worth double: {value}.")},
    ),
    "scoring.double_wind_pair_fu": KeyEntry(
        _N("Pair of a double wind"),
        _N("How many fu is a pair of a tile that is both seat wind and round wind worth?"),
        {
            "2": _N("A pair of a tile that is both seat wind and round wind is worth two fu."),
            "4": _N("A pair of a tile that is both seat wind and round wind is worth four fu."),
        },
    ),
    "scoring.renhou": KeyEntry(
        _N("Renhou"),
        _N("What is a ron before the winner's first draw worth, in an uninterrupted first go-around?"),
        {
            "none": _N("Renhou is not scored."),
            "mangan": _N("Renhou is a mangan, unless the hand is worth more without it."),
            "four_han_added": _N("Renhou is worth four han in addition to the other yaku of the hand."),
            "mangan_added": _N("Renhou is worth five han in addition to the other yaku of the hand."),
            "baiman": _N("Renhou is a baiman, unless the hand is worth more without it."),
            "yakuman": _N("Renhou is a yakuman."),
        },
    ),
    "scoring.ryuuiisou": KeyEntry(
        _N("Ryuuiisou"),
        _N("Must ryuuiisou contain hatsu?"),
        {
            "any": _N("Ryuuiisou may be made without hatsu."),
            "with_hatsu": _N("Ryuuiisou must contain hatsu. An all-green hand without hatsu is not ryuuiisou."),
        },
    ),
    "scoring.without_yaku": KeyEntry(
        _N("Yaku not used"),
        _N("Which yaku are not used?"),
        {"none": _N("All the usual yaku are used."), "any": _N("These yaku are not used: {value}.")},
    ),
    "penalty.wrong_tiles": KeyEntry(
        _N("Kan of the wrong tiles"), _N("What is the penalty for a kan of tiles that are not identical?"), _WORDS
    ),
    "penalty.riichi_kan": KeyEntry(
        _N("Illegal kan in riichi"), _N("How does the rulebook word the penalty for an illegal kan in riichi?"), _WORDS
    ),
    "penalty.empty_call": KeyEntry(
        _N("Empty call"), _N("What is the penalty for calling a kan and not making it?"), _WORDS
    ),
    "penalty.wrong_word": KeyEntry(_N("Wrong call"), _N("What is the penalty for announcing the wrong call?"), _WORDS),
    "penalty.after_call": KeyEntry(
        _N("Kan after a call"),
        _N("What is the penalty for a kan in a turn that began with chi or pon?"),
        _WORDS,
    ),
    "penalty.last_tile": KeyEntry(
        _N("Kan on the last tile"), _N("What is the penalty for a kan when no tile is left in the live wall?"), _WORDS
    ),
    "penalty.fifth_kan": KeyEntry(
        _N("Forbidden fifth kan"), _N("What is the penalty for a forbidden fifth kan?"), _WORDS
    ),
    "penalty.dead_hand_kan": KeyEntry(
        _N("Kan with a dead hand"), _N("What is the penalty for a kan by a player with a dead hand?"), _WORDS
    ),
    "penalty.replacement_wrongly": KeyEntry(
        _N("Replacement tile taken wrongly"),
        _N("What is the penalty for taking the replacement tile from the wrong place, or too early?"),
        _WORDS,
    ),
    "penalty.replacement_forgotten": KeyEntry(
        _N("Replacement tile forgotten"),
        _N(
            "What is the penalty for discarding without taking the replacement tile, which leaves the "
            "hand a tile short?"
        ),
        _WORDS,
    ),
    "penalty.dead_wall_exposed": KeyEntry(
        _N("Tiles of the dead wall shown"), _N("What is the penalty for showing tiles of the dead wall?"), _WORDS
    ),
    "penalty.hasty_replacement": KeyEntry(
        _N("Replacement tile drawn too fast"),
        _N("What if a player draws the replacement tile too fast for the others to rob the kan?"),
        _WORDS,
    ),
    "penalty.indicator_early": KeyEntry(
        _N("Kan dora indicator turned too early"),
        _N("What if a kan dora indicator is turned too early?"),
        _WORDS,
    ),
    "penalty.indicator_late": KeyEntry(
        _N("Kan dora indicator turned too late"),
        _N("What if a kan dora indicator is turned too late or not at all?"),
        _WORDS,
    ),
    "penalty.indicator_wrong_tile": KeyEntry(
        _N("Wrong tile turned as kan dora indicator"),
        _N("What if the wrong tile is turned as kan dora indicator?"),
        _WORDS,
    ),
    "penalty.ura_seen": KeyEntry(
        _N("Ura dora indicator seen"), _N("What if a player looks at an ura dora indicator during the hand?"), _WORDS
    ),
    "procedure.ankan": KeyEntry(_N("Showing an ankan"), _N("How is an ankan declared and laid out?"), _HOW),
    "procedure.daiminkan": KeyEntry(_N("Showing a daiminkan"), _N("How is a daiminkan declared and laid out?"), _HOW),
    "procedure.shouminkan": KeyEntry(
        _N("Showing a shouminkan"), _N("How is a shouminkan declared and laid out?"), _HOW
    ),
    "procedure.robbery": KeyEntry(_N("How a kan is robbed"), _N("How is a kan robbed?"), _HOW),
    "procedure.time_to_rob": KeyEntry(
        _N("Time to rob"), _N("How long does a player wait before taking the replacement tile of a shouminkan?"), _HOW
    ),
    "procedure.indicator": KeyEntry(
        _N("Turning the kan dora indicator"), _N("Who turns the kan dora indicator, and how?"), _HOW
    ),
    "procedure.replacement": KeyEntry(_N("Replacement tile"), _N("How is the replacement tile taken?"), _HOW),
    "procedure.dead_wall": KeyEntry(
        _N("Dead wall"), _N("How many tiles does the dead wall have, and how is it refilled after a kan?"), _HOW
    ),
    "procedure.dead_hand": KeyEntry(
        _N("Dead hand in riichi"), _N("What does a dead hand in riichi cost at an exhaustive draw?"), _HOW
    ),
    "procedure.mistakes": KeyEntry(
        _N("Mistakes in general"), _N("What applies to a mistake for which no penalty is named?"), _HOW
    ),
    "procedure.chombo": KeyEntry(
        _N("What follows a chombo"), _N("What does a chombo cost, and what happens to the hand?"), _HOW
    ),
    "display.ankan": KeyEntry(
        _N("Ankan on the table"),
        _N("Which tiles of an ankan are placed face down?"),
        {
            "middle_down": _N("The two middle tiles of an ankan are placed face down."),
            "outer_down": _N("The two outer tiles of an ankan are placed face down."),
            "either": _N("Either the two outer tiles or the two middle tiles of an ankan are placed face down."),
            "two_down": _N("Any two tiles of an ankan are placed face down."),
        },
    ),
    "game.length": KeyEntry(
        _N("Length of a game"),
        _N("How many rounds does a game have?"),
        {
            "tonpuusen": _N("A game has one round: east."),
            "hanchan": _N("A game has two rounds: east and south."),
            "issou": _N("A game has four rounds."),
        },
    ),
    "game.start_points": KeyEntry(
        _N("Starting points"),
        _N("How many points does each player start with?"),
        {"none": _N("Each player starts with 0 points."), "any": _N("Each player starts with {value} points.")},
    ),
    "game.return_points": KeyEntry(
        _N("Return points"),
        _N("How many points are subtracted from each score at the end of the game?"),
        {
            "none": _N("Nothing is subtracted from a score."),
            "any": _N("{value} points are subtracted from each score."),
        },
    ),
    "game.uma": KeyEntry(
        _N("Uma"),
        _N("How many points are the four places worth?"),
        {"none": _N("Uma is not used."), "any": _N("The four places are worth {value}.")},
    ),
    "game.uma_by": KeyEntry(
        _N("Type of uma"),
        _N("Does uma depend only on the place, or also on how many players finish above the starting points?"),
        {
            "place": _N("A place is worth the same uma in every game."),
            "floating": _N("The uma of a place depends on how many players finish above the starting points."),
        },
    ),
    "game.floating": KeyEntry(
        _N("Floating uma"),
        _N(
            "What are the four places worth if zero, one, two, three, or four players finish above the starting points?"
        ),
        {
            "none": _N("Floating uma is not used."),
            "any": _N("Uma of the four places, by number of players above the starting points: {value}."),
        },
    ),
    "game.at_start_counts": KeyEntry(
        _N("Exactly the starting points"),
        _N("For floating uma, does a player with exactly the starting points count as above them?"),
        {
            "true": _N("A player with exactly the starting points counts as above them."),
            "false": _N("A player with exactly the starting points does not count as above them."),
        },
    ),
    "game.ties": KeyEntry(
        _N("Equal scores"),
        _N("Two players finish with equal scores. Who has the better place?"),
        {
            "seat": _N("If scores are equal, the player closer in turn to the first dealer has the better place."),
            "share": _N("Players with equal scores share their places, together with uma, oka, and riichi sticks."),
        },
    ),
    "game.goal_points": KeyEntry(
        _N("Goal"),
        _N("How many points must a player have for the last hand to end the game?"),
        {
            "none": _N("The last hand ends the game, whatever the scores."),
            "any": _N("The last hand ends the game if a player has {value} points or more."),
        },
    ),
    "game.extension": KeyEntry(
        _N("Extension"),
        _N("No player has reached the goal after the last hand. Is another round played?"),
        {
            "none": _N("No extra round is played."),
            "one_wind": _N("If no player has reached the goal, one more round is played, but not a second."),
        },
    ),
    "game.extension_ends": KeyEntry(
        _N("End of the extension"),
        _N("A player reaches the goal during the extension. After which hand does the game end?"),
        {
            "any_hand": _N("The extension ends after any hand at whose end a player has reached the goal."),
            "not_while_dealer_repeats": _N(
                "The extension ends once a player has reached the goal and the dealer does not stay."
            ),
        },
    ),
    "game.agari_yame": KeyEntry(
        _N("Agari-yame"),
        _N("The dealer is in first place and wins the last hand. May or must the game end there?"),
        {
            "off": _N("A dealer who wins the last hand deals again, even in first place."),
            "optional": _N(
                "A dealer who wins the last hand, is in first place, and has reached the goal may end the game."
            ),
            "automatic": _N(
                "The game ends if the dealer wins the last hand, is in first place, and has reached the goal."
            ),
        },
    ),
    "game.tenpai_yame": KeyEntry(
        _N("Tenpai-yame"),
        _N(
            "The dealer is in first place and is tenpai at an exhaustive draw in the last hand. May or "
            "must the game end there?"
        ),
        {
            "off": _N("A dealer who is tenpai in the last hand deals again, even in first place."),
            "optional": _N(
                "A dealer who is tenpai at an exhaustive draw in the last hand, is in first place, "
                "and has reached the goal may end the game."
            ),
            "automatic": _N(
                "The game ends if the dealer is tenpai at an exhaustive draw in the last hand, is in "
                "first place, and has reached the goal."
            ),
        },
    ),
    "game.bust": KeyEntry(
        _N("Bust"),
        _N("Does the game end early when a player has no points left?"),
        {
            "play_on": _N("The game continues with scores below zero."),
            "below_zero": _N("The game ends after a hand that leaves a player below zero."),
            "zero": _N("The game ends after a hand that leaves a player with zero points or fewer."),
        },
    ),
    "game.sticks_left": KeyEntry(
        _N("Riichi sticks left over"),
        _N("Who gets the riichi sticks left on the table at the end of the game?"),
        {
            "first": _N("Riichi sticks left at the end of the game go to the player in first place."),
            "lost": _N("Riichi sticks left at the end of the game go to no one."),
        },
    ),
    "game.final_rounding": KeyEntry(
        _N("Rounding"),
        _N("Are final points rounded?"),
        {
            "none": _N("Final points are not rounded."),
            "thousands": _N(
                "Scores are rounded to whole thousands, with halves away from zero. The player in "
                "first place takes the difference."
            ),
        },
    ),
    "game.time_limit": KeyEntry(
        _N("Time limit"),
        _N("After how many minutes does a game end?"),
        {
            "none": _N("A game has no time limit."),
            "1": _N("A game lasts one minute."),
            "any": _N("A game lasts {value} minutes."),
        },
    ),
    "game.after_time": KeyEntry(
        _N("End of the time limit"),
        _N("Time runs out during a hand. What is still played?"),
        {
            "this_hand": _N("When time is up, the current hand is the last one."),
            "one_more": _N("When time is up, the current hand is finished and one more is played."),
        },
    ),
    "notes.text": KeyEntry(
        _N("Notes"),
        _N("What else must the players know?"),
        {"none": _N("This ruleset has no notes."), "any": "{value}"},
    ),
}
"""The entry of every key of a ruleset."""


def key_value_text(value: Any) -> str:
    """Return a value as a file shows it, without quotes. Points for places have signs."""
    value = file_value(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "; ".join(f"{name}: {key_value_text(row)}" for name, row in value.items()) or "{}"
    if isinstance(value, list) and value and all(type(member) is int for member in value):
        return " / ".join(f"{member:+d}" if member else "0" for member in value)
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "[]"
    return str(value)


def _same(text: str) -> str:
    return text


def meaning(key: str, value: Any, translate: Callable[[str], str] = _same) -> str:
    """Return the meaning of a key's value at the table, as a translatable sentence. `translate` is applied before the
    value is filled in.
    """
    entry, value = CATALOGUE[key], file_value(value)
    # A ruleset's own lines are joined into one text; members of any other list are separated by commas.
    text = " ".join(value) if key == "notes.text" else key_value_text(value)
    if isinstance(value, list) and keys()[key].allowed:
        text = listed(Named(one, WORDS[one]) for one in value)
    if text in entry.values and not isinstance(value, (list, dict)) and keys()[key].takes is not Takes.TEXT:
        return translate(entry.values[text])
    nothing = not any(value) if keys()[key].takes is Takes.UMA else not value
    sentence = entry.values.get("none", "") if nothing and not isinstance(value, bool) else ""
    sentence = sentence or entry.values.get("any", "")
    if not sentence:
        raise KeyError(f"{key} has no sentence for {text!r}")
    if sentence == "{value}":
        return text
    return (
        say(sentence, value=text)
        if translate is _same
        else translate(sentence).replace("{value}", translate(text) if isinstance(text, Sentence) else text)
    )
