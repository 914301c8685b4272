"""Articles on kan in riichi, furiten after passing, dead hands, liability, and the value of kans."""

from __future__ import annotations

from kanrules.desk.case_index import cases_by_id
from kanrules.law.options import AnkanRobbery, Compound, Refill, Renhou, RiichiKanLevel, WinningDraw
from kanrules.locale import LANGUAGES
from kanrules.locale import marked as _N
from kanrules.locale.sentences import run_on
from kanrules.report.law_book.article_writer import ArticleWriter

# --- kan in riichi ----------------------------------------------------------------------------------------------------

_NO_OPEN_KAN = _N("A player in riichi must not declare a daiminkan or a shouminkan.")
_ONLY_IF = _N("A player in riichi may declare an ankan only if all of these conditions hold:")
_ONLY_IF_ONE = _N("A player in riichi may declare an ankan only on this condition:")
_ANY = _N("A player in riichi may declare any ankan, even one that changes the waits.")
_DRAWN = _N("The tile just drawn is one of the four.")
_WAITS = _N("The waits stay the same.")
_TRIPLET = _N("In every reading of the hand before the draw, the three tiles already held form a triplet.")
_YAKU = _N("The hand loses no yaku.")
_CHANGES = _N("The kan may change the waits.")
_READINGS_MAY = _N("The kan may change how the hand can be read, as long as the waits stay the same.")
_OKURI = _N("The four tiles of the kan may all have been in the hand before the draw.")
_WIN_COUNTS = _N(
    "If the tile just drawn wins, it counts as one of the waits: a kan of it changes the waits and must not be "
    "declared."
)
_WIN_IGNORED = _N("If the tile just drawn wins, it is left out when the waits before and after the kan are compared.")
_WIN_FORBIDDEN = _N("A player in riichi must not declare a kan with a tile that wins.")
_WIN_FOLLOWS = _N(
    "A kan of the tile on which the player could win must not be declared: the three tiles already held can then also "
    "be read as something other than a triplet."
)
_THREE_IN_A_ROW = _N(
    "None of three consecutive triplets of one suit may be made a kan, since they can also be read as three identical "
    "runs."
)
_INTERRUPTS = _N("A completed kan ends ippatsu for every player, including the player who declared it.")
_GO_AROUND = _N("A completed kan interrupts the first go-around. It ends the chance of {yaku}, and {last}.")
_TAKEN = _N("Each kan shortens the live wall by one tile.")
_GO_AROUND_OF_TWO = _N("A completed kan interrupts the first go-around. It ends the chance of {first} and {last}.")

_ITEMS: dict[RiichiKanLevel, tuple[str, ...]] = {
    RiichiKanLevel.SAME_WAITS: (_WAITS,),
    RiichiKanLevel.SAME_READINGS: (_WAITS, _TRIPLET),
    RiichiKanLevel.SAME_READINGS_AND_YAKU: (_WAITS, _TRIPLET, _YAKU),
    RiichiKanLevel.ANY: (),
}
_SHOWN = ("riichi-kan-split-shape-low-triplet", "riichi-kan-triplet-in-the-wait", "riichi-kan-separate-triplet")


def in_riichi(write: ArticleWriter) -> None:
    """Write which kans a player in riichi may declare, and what a kan interrupts."""
    rules, law = write.rules, write.rules.riichi_kan
    if law.level is RiichiKanLevel.FORBIDDEN:
        write.key("riichi_kan.level", cases=_SHOWN)
    else:
        write.common(_NO_OPEN_KAN, "daiminkan-in-riichi", name="open-kan-in-riichi")
        _conditions(write)
    if rules.riichi.ippatsu:
        write.common(_INTERRUPTS, "ippatsu-after-a-kan", "ippatsu-on-own-replacement-tile", name="kan-ends-ippatsu")
    lost = [
        *([_N("double riichi")] if rules.riichi.double else []), "tenhou", "chiihou",
        *([] if rules.scoring.renhou is Renhou.NONE else ["renhou"]),
    ]  # fmt: skip
    *others, last = map(write.speak, lost)
    said = (
        write.speak(_GO_AROUND)
        .replace("{yaku}", LANGUAGES[write.speak.language].comma.join(others))
        .replace("{last}", last)
    )
    if len(others) == 1:
        said = write.speak(_GO_AROUND_OF_TWO).replace("{first}", others[0]).replace("{last}", last)
    write.common(said, "double-riichi-after-an-ankan", "chiihou-after-an-ankan", name="kan-ends-first-go-around")
    tiles = "riichi.min_live_tiles"
    if not write.is_open(tiles):
        # A kan takes one of the tiles that riichi needs.
        taken = (write.speak(_TAKEN),) if rules.wall.refill is not Refill.NEVER else ()
        write.said(
            run_on((write.means(tiles), *taken), write.speak.language),
            tiles,
            cases=("three-players-riichi-three-live-tiles",),
        )


def _conditions(write: ArticleWriter) -> None:
    law = write.rules.riichi_kan
    level, drawn, win = "riichi_kan.level", "riichi_kan.drawn_tile_only", "riichi_kan.winning_draw"
    keeps_readings = law.level in (RiichiKanLevel.SAME_READINGS, RiichiKanLevel.SAME_READINGS_AND_YAKU)
    items = [write.speak(item) for item in _ITEMS[law.level]]
    of = [level]
    # A condition that no source settles is a decision of its own, next to the list of those that are law.
    if law.drawn_tile_only and write.acts(drawn) and write.is_open(drawn) == write.is_open(level):
        items.insert(0, write.speak(_DRAWN))
        of.append(drawn)
    if items:
        write.said(write.speak(_ONLY_IF if len(items) > 1 else _ONLY_IF_ONE), *of, items=items, cases=_SHOWN)
    else:
        write.law(_ANY, level, cases=_SHOWN)
    if law.level is RiichiKanLevel.ANY and items:
        write.law(_CHANGES, level)
    elif keeps_readings and not write.is_open(level):
        write.law(_THREE_IN_A_ROW, level, cases=("riichi-kan-lowest-of-three-in-a-row",))
    elif law.level is RiichiKanLevel.SAME_WAITS and not write.is_open(level):
        write.law(_READINGS_MAY, level, cases=("riichi-kan-split-shape-low-triplet",))
    if write.acts(drawn) and drawn not in of:
        if law.drawn_tile_only:
            write.key(drawn, cases=("okuri-kan-in-riichi",))
        else:
            write.law(_OKURI, drawn, cases=("okuri-kan-in-riichi",))
    if write.is_open(win) and keeps_readings and not write.is_open(level):
        # Whatever the waits: a fourth tile that wins is outside the triplet in some reading.
        write.law(_WIN_FOLLOWS, level, cases=("riichi-kan-of-the-winning-tile",), name=win)
    elif write.acts(win):
        said = {
            WinningDraw.COUNTS: _WIN_COUNTS, WinningDraw.IGNORED: _WIN_IGNORED, WinningDraw.FORBIDDEN: _WIN_FORBIDDEN,
        }  # fmt: skip
        write.law(said[law.winning_draw], win, cases=("riichi-kan-of-the-winning-tile",))


# --- furiten ----------------------------------------------------------------------------------------------------------

_SHOUMINKAN = _N(
    "A player who does not rob a shouminkan whose added tile completes their hand becomes furiten, as after passing a "
    "winning discard."
)
_ANKAN = _N(
    "A player with thirteen orphans who lets an ankan pass that completes their hand becomes furiten, as after passing "
    "a winning discard."
)
_IN_RIICHI = _N("A player in riichi who lets such a kan pass remains furiten until the end of the hand.")
_ENDS = {
    "any_call": _N(
        "For a player who is not in riichi, this furiten ends with any player's call, including an ankan, or with the "
        "player's own next draw."
    ),
    "own_draw_or_call": _N(
        "For a player who is not in riichi, this furiten ends with the player's own next draw or call."
    ),
    "own_discard": _N("For a player who is not in riichi, this furiten ends only with the player's own next discard."),
}


def furiten(write: ArticleWriter) -> None:
    """Write what happens to a player who does not rob a kan."""
    rules = write.rules
    passing, ends = "chankan.passing_is_furiten", "furiten.temporary_ends"
    of_shouminkan, of_ankan = "passed-shouminkan-other-wait", "furiten-after-an-ankan-of-the-wait"
    if not rules.chankan.passing_is_furiten:
        write.key(passing, cases=(of_shouminkan,))
    elif rules.chankan.ankan is AnkanRobbery.NEVER:
        write.law(_SHOUMINKAN, passing, cases=(of_shouminkan,))
    elif write.is_partly(passing):
        # The source is about the tile that is added to a pon, which is a discard.
        write.law(_SHOUMINKAN, passing, cases=(of_shouminkan,))
    else:
        write.key(passing, cases=(of_shouminkan, of_ankan))
    if rules.chankan.passing_is_furiten and not write.is_open(passing):
        write.common(_IN_RIICHI, "passed-kan-in-riichi", name="furiten-in-riichi")
        write.law(
            _ENDS[rules.furiten.temporary_ends.value],
            ends,
            cases=("passed-kan-another-call", "passed-kan-after-own-turn"),
        )
    else:
        write.key(ends, cases=("passed-kan-another-call", "passed-kan-after-own-turn"))
    if rules.chankan.passing_is_furiten and rules.chankan.ankan is not AnkanRobbery.NEVER and write.is_partly(passing):
        write.assumption(cases_by_id()[of_ankan].question, _ANKAN, passing, cases=(of_ankan,), name="ankan-passed")


# --- dead hands -------------------------------------------------------------------------------------------------------

_NO_CLAIM = _N("A player with a dead hand must not claim a discard and must not rob a kan.")
_NONE = _N("A player with a dead hand must not declare a kan.")
_OWN_TILES = _N("A player with a dead hand may still declare an ankan or a shouminkan.")
_NOT_TENPAI = _N("At an exhaustive draw, a player with a dead hand is not tenpai, even in riichi.")
_VISIBLE = _N(
    "A player all of whose winning tiles lie in the discards and in declared sets is still tenpai, unless that player "
    "holds all four of each."
)
_EXHAUSTED = {
    "noten_concealed": _N(
        "A player who holds all four of every winning tile in the concealed hand is not tenpai. Tiles in kans and "
        "other melds do not count."
    ),
    "noten": _N(
        "A player who holds all four of every winning tile, in the hand, in kans, or in other melds, is not tenpai."
    ),
    "tenpai": _N("A player who holds all four of every winning tile, for example in a kan, is still tenpai."),
}


def dead_hands(write: ArticleWriter) -> None:
    """Write which kans a player with a dead hand may declare, and which hands are not tenpai."""
    write.common(_NO_CLAIM, "dead-hand-daiminkan", name="dead-hand-claims")
    none = write.rules.kan.dead_hand.value == "forbidden"
    write.law(_NONE if none else _OWN_TILES, "kan.dead_hand", cases=("dead-hand-ankan",))
    write.common(_NOT_TENPAI, name="dead-hand-not-tenpai")
    write.own_words("procedure.dead_hand")
    wait = "tenpai.exhausted_wait"
    shown = ("tenpai-waiting-for-a-kan-tile", "tenpai-with-all-four-in-hand")
    write.law(_EXHAUSTED[write.rules.tenpai.exhausted_wait.value], wait, cases=shown)
    if write.is_stated("tenpai-on-visible-tiles"):
        write.common(_VISIBLE, name="tenpai-on-visible-tiles")


# --- liability --------------------------------------------------------------------------------------------------------

_NOBODY = _N("No player is liable for another player's yakuman.")
_LIABLE = _N("A player whose discard is called for one of these sets is liable if the caller wins with the yakuman:")
_SETS = {
    "daisangen": _N("The third set of dragons, for daisangen."),
    "daisuushii": _N("The fourth set of winds, for daisuushii."),
    "suukantsu": _N("The fourth kan, for suukantsu."),
}
_AS_PON = _N("A daiminkan counts as a pon does.")
_NOT_AS_PON = _N("Only a pon makes a player liable for a set of dragons or winds. A daiminkan does not.")
_WITH_ANKAN = _N("An earlier ankan counts as one of the sets.")
_WITHOUT_ANKAN = _N("An earlier ankan does not count as one of the sets: all of them must have been called.")
_TSUMO = _N("If the yakuman is won by tsumo, the liable player pays its full value. The other players pay nothing.")
_TSUMO_WHOLE = _N(
    "If the yakuman is won by tsumo, the liable player pays the full value of the hand. The other players pay nothing."
)
_RON = _N("If it is won by ron on another player's discard, the liable player and the discarder each pay half.")
_RON_OWN = _N("If the liable player discards the winning tile, that player alone pays.")
_HONBA_TSUMO = {
    "liable": _N("If the liable player pays for a tsumo, that player also pays all honba."),
    "shared": _N(
        "If the liable player pays for a tsumo, each of the other players pays a share of the honba as usual."
    ),
}
_HONBA_RON = {
    "discarder": _N("If the liable player and the discarder share the payment, the discarder pays the honba."),
    "liable": _N("If the liable player and the discarder share the payment, the liable player pays the honba."),
}
_AS_RON = _N("Such a win is scored as a ron from the liable player.")
_AS_TSUMO = _N("Such a win is scored as a tsumo. The liable player pays for all players.")


def liability(write: ArticleWriter) -> None:
    """Write who is liable for another player's win because of a call, and who pays what."""
    law = write.rules.sekinin_barai
    of = "sekinin_barai.yakuman"
    tsumo, ron = ("daisangen-tsumo-liability",), ("daisangen-ron-off-another-player",)
    scoring = write.rules.scoring
    # If a hand is worth one yakuman at most, it is never paid for another one than that of the liability.
    is_one_yakuman = scoring.yakuman_limit == 1 and not scoring.double_yakuman
    if law.yakuman:
        shown = ("feeding-the-third-dragon", "feeding-the-fourth-wind", "feeding-the-fourth-kan")
        write.said(write.speak(_LIABLE), of, items=[write.speak(_SETS[one]) for one in law.yakuman], cases=shown)
        if write.acts("sekinin_barai.completed_by_kan"):
            write.law(
                _AS_PON if law.completed_by_kan else _NOT_AS_PON, "sekinin_barai.completed_by_kan",
                cases=("feeding-the-third-dragon-to-a-daiminkan",),
            )  # fmt: skip
        counts, after_ankan = "sekinin_barai.concealed_sets_count", ("feeding-the-last-dragon-after-an-ankan",)
        if isinstance(law.concealed_sets_count, bool):
            write.law(_WITH_ANKAN if law.concealed_sets_count else _WITHOUT_ANKAN, counts, cases=after_ankan)
        else:
            write.key(counts, cases=after_ankan)
        compound = "sekinin_barai.compound"
        whole = law.compound is Compound.WHOLE_HAND and not write.is_open(compound)
        write.common(_TSUMO_WHOLE if is_one_yakuman or whole else _TSUMO, *tsumo, name="liable-for-a-tsumo")
        write.common(_RON, *ron, name="liable-for-a-ron")
        write.common(_RON_OWN, "daisangen-ron-off-the-liable-player", name="liable-and-discarder")
    else:
        write.law(_NOBODY, of)
    of_tsumo, of_ron = "sekinin_barai.honba_on_tsumo", "sekinin_barai.honba_on_ron"
    if law.yakuman and write.acts(of_tsumo):
        write.law(_HONBA_TSUMO[law.honba_on_tsumo.value], of_tsumo, cases=tsumo)
        write.law(_HONBA_RON[law.honba_on_ron.value], of_ron, cases=ron)
    rinshan = "sekinin_barai.daiminkan_rinshan"
    write.key(rinshan, cases=("daiminkan-replacement-win-liability", "daiminkan-then-ankan-win-liability"))
    if write.acts("sekinin_barai.daiminkan_rinshan_scored"):
        as_ron = law.daiminkan_rinshan_scored.value == "ron"
        write.law(_AS_RON if as_ron else _AS_TSUMO, "sekinin_barai.daiminkan_rinshan_scored")
    if not law.yakuman and write.acts(of_tsumo):
        write.law(_HONBA_TSUMO[law.honba_on_tsumo.value], of_tsumo)
    if write.acts("sekinin_barai.two_liable_honba"):
        write.key("sekinin_barai.two_liable_honba", cases=("two-liable-players-tsumo",))
    if write.acts("sekinin_barai.compound") and law.yakuman and not is_one_yakuman:
        write.key("sekinin_barai.compound", cases=("daisangen-and-tsuuiisou-tsumo", "daisangen-and-tsuuiisou-ron"))


# --- scoring ----------------------------------------------------------------------------------------------------------

_RINSHAN = _N("A win on a replacement tile is a win by tsumo. It scores rinshan kaihou, a yaku of one han.")
_RINSHAN_NOT = _N("A win on a replacement tile is a win by tsumo. It does not score rinshan kaihou.")
_CHANKAN = _N("A win by robbing a kan is a win by ron. It scores chankan, a yaku of one han.")
_CHANKAN_NOT = _N("A win by robbing a kan is a win by ron. It does not score chankan.")
_TSUMO_FU = _N("A win on a replacement tile counts the two fu of a tsumo.")
_NO_TSUMO_FU = _N("A win on a replacement tile does not count the two fu of a tsumo.")
_THREE = _N("A hand with three kans scores sankantsu, a yaku of two han.")
_THREE_NOT = _N("A hand with three kans does not score sankantsu.")
_FOUR = _N("A hand with four kans and a pair is suukantsu, a yakuman.")
_FOUR_DOUBLE = _N("A hand with four kans and a pair is suukantsu, a yakuman that counts double.")
_FOUR_NOT = _N("A hand with four kans does not score suukantsu.")
_FU = _N(
    "A daiminkan or a shouminkan counts 8 fu, an ankan 16 fu. A kan of terminals or honours counts twice as many: 16 "
    "fu or 32 fu."
)
_AS_TRIPLET = _N("Where a yaku asks for triplets, a kan counts as one, and an ankan as a concealed one.")
_DORA = _N(
    "Each tile that a kan dora indicator makes a dora adds one han to a hand that wins with a yaku. Dora are not a "
    "yaku."
)


def value_of_kans(write: ArticleWriter) -> None:
    """Write what kans are worth."""
    rules = write.rules
    without = rules.scoring.without_yaku
    of = "scoring.without_yaku"
    for name, said, said_not, cases in (
        ("rinshan_kaihou", _RINSHAN, _RINSHAN_NOT, ("kan-on-a-replacement-tile",)),
        ("chankan", _CHANKAN, _CHANKAN_NOT, ("robbery-as-the-only-yaku",)),
        ("sankantsu", _THREE, _THREE_NOT, ("value-of-three-kans",)),
    ):
        if name in without:
            write.law(said_not, of, cases=cases)
        else:
            write.common(said, *cases, name=name)
        if name == "rinshan_kaihou":
            write.law(
                _TSUMO_FU if rules.rinshan.tsumo_fu else _NO_TSUMO_FU, "rinshan.tsumo_fu",
                cases=("tsumo-fu-of-rinshan-kaihou",),
            )  # fmt: skip
    double = "scoring.double_yakuman"
    if "suukantsu" in without:
        write.law(_FOUR_NOT, of)
    elif "suukantsu" in rules.scoring.double_yakuman:
        write.law(_FOUR_DOUBLE, double)
    else:
        write.common(_FOUR, name="suukantsu")
    write.common(_FU, name="fu-of-kans")
    write.common(_AS_TRIPLET, name="kan-as-triplet")
    if rules.kandora.enabled:
        write.common(_DORA, "ankan-indicator-replacement-win", name="value-of-kan-dora")
