"""Articles on what follows a kan: its indicator, several kans in a turn, the last tile, the fourth and fifth kan."""

from __future__ import annotations

from kanrules.law.options import (
    FifthKanPolicy,
    FourKansDraw,
    FourKansMoment,
    FourKansOfOne,
    Instant,
    PendingOnNextKan,
    Refill,
    RobberyUntil,
    Shown,
)
from kanrules.locale import marked as _N
from kanrules.report.law_book.article_writer import ArticleWriter

_KINDS = ("ankan", "daiminkan", "shouminkan")

# --- indicators -------------------------------------------------------------------------------------------------------

_NO_INDICATORS = _N("A kan does not turn a dora indicator. The first dora indicator of the hand is the only one.")
_ONE_EACH = _N("Each completed kan adds one kan dora indicator.")
_NOT_EVERY = _N("A completed kan adds one kan dora indicator, unless these rules say otherwise.")
_WHEN: dict[Instant, str] = {
    Instant.DECLARATION: _N("The kan dora indicator {of_kan} must be turned before the replacement tile is drawn."),
    Instant.RINSHAN_DRAW: _N(
        "The kan dora indicator {of_kan} must be turned right after the replacement tile is drawn, before anything "
        "else."
    ),
    Instant.DISCARD: _N(
        "The kan dora indicator {of_kan} must be turned together with the player's next discard. A ron on that discard "
        "counts it."
    ),
    Instant.DISCARD_PASSED: _N(
        "The kan dora indicator {of_kan} must be turned once the player's next discard has passed without a ron. A ron "
        "on that discard does not count it."
    ),
}
_OF: dict[tuple[str, ...], str] = {
    ("ankan",): _N("of an ankan"),
    ("daiminkan",): _N("of a daiminkan"),
    ("shouminkan",): _N("of a shouminkan"),
    ("ankan", "daiminkan"): _N("of an ankan or a daiminkan"),
    ("ankan", "shouminkan"): _N("of an ankan or a shouminkan"),
    ("daiminkan", "shouminkan"): _N("of a daiminkan or a shouminkan"),
    _KINDS: _N("of every kan"),
}
_SHOWN_LATER = _N("A robbed kan turns no kan dora indicator.")
_SHOWN_FIRST = _N(
    "If a kan can be robbed, its kan dora indicator must be turned before the other players may call ron. A player who "
    "robs the kan counts it."
)
_COUNTS = _N("Once turned, a kan dora indicator counts for every player who wins later in the hand.")
_COUNTS_UNLESS_UNDONE = _N(
    "Once turned, a kan dora indicator counts for every player who wins later in the hand, unless Chapter "
    "{number} undoes its kan."
)
_RINSHAN_HIDDEN = _N(
    "If a player wins on a replacement tile before a kan dora indicator is due, that indicator stays face down and "
    "does not count."
)
_RINSHAN_SHOWN = _N(
    "If a player wins on a replacement tile before a kan dora indicator is due, that indicator is turned and counts "
    "for the win."
)
_URA = _N("A player who wins after riichi also counts the ura dora under each kan dora indicator.")
_NO_KAN_URA = _N("A player who wins after riichi counts ura dora only under the first dora indicator of the hand.")
_NO_URA = _N("Ura dora are not used, so there are none under the kan dora indicators either.")
_WHO = _N("Turning the indicator")


_OF_DAIMINKAN = ("daiminkan-indicator-replacement-win", "daiminkan-indicator-ron-on-discard")


def indicators(write: ArticleWriter) -> None:
    """Write when each kan dora indicator is turned, by whom, and for whom it counts."""
    kandora = write.rules.kandora
    if write.acts("kandora.ankan"):
        never = any(getattr(kandora, kind) is Instant.NEVER for kind in _KINDS)
        write.law(_NOT_EVERY if never else _ONE_EACH, "kandora.enabled", cases=("indicators-after-four-kans",))
        by_moment: dict[tuple[Instant, bool], tuple[str, ...]] = {}
        for kind in _KINDS:
            moment = (getattr(kandora, kind), write.is_open(f"kandora.{kind}"))
            by_moment[moment] = (*by_moment.get(moment, ()), kind)
        for (instant, is_open), kinds in by_moment.items():
            # What a club has to decide is asked for each kind.
            for told in [(kind,) for kind in kinds] if is_open or instant is Instant.NEVER else [kinds]:
                of = tuple(f"kandora.{kind}" for kind in told)
                shown = tuple(f"indicator-of-{'an' if kind == 'ankan' else 'a'}-{kind}" for kind in told)
                shown += _OF_DAIMINKAN if "daiminkan" in told else ()
                if instant is Instant.NEVER:
                    write.key(*of, cases=shown)
                    continue
                text = write.speak(_WHEN[instant]).replace("{of_kan}", write.speak(_OF[told]))
                write.said(text, *of, cases=shown)
        hidden = kandora.robbed_kan is Shown.HIDDEN
        if write.acts("kandora.robbed_kan"):
            write.law(
                _SHOWN_LATER if hidden else _SHOWN_FIRST, "kandora.robbed_kan",
                cases=("robbed-kan-indicator", "robbed-kan-indicator-turned-first"),
            )  # fmt: skip
        counts = ("ankan-indicator-replacement-win", "shouminkan-indicator-replacement-win")
        if (hidden and write.rules.chankan.until is RobberyUntil.DISCARD) or write.rules.kan.late_ron:
            unless = write.speak(_COUNTS_UNLESS_UNDONE).replace("{number}", write.number_of("robbing"))
            write.common(unless, *counts, name="who-counts-kan-dora")
        else:
            write.common(_COUNTS, *counts, name="who-counts-kan-dora")
        if write.acts("kandora.pending_on_rinshan_win"):
            hidden = kandora.pending_on_rinshan_win is Shown.HIDDEN
            write.law(
                _RINSHAN_HIDDEN if hidden else _RINSHAN_SHOWN, "kandora.pending_on_rinshan_win",
                cases=("pending-indicator-replacement-win",),
            )  # fmt: skip
    else:
        write.law(_NO_INDICATORS, "kandora.enabled")
    if write.acts("kandora.ura"):
        write.law(_URA if kandora.ura else _NO_KAN_URA, "dora.ura", "kandora.ura", cases=("riichi-ura-after-an-ankan",))
    elif write.acts("kandora.ankan"):
        write.law(_NO_URA, "dora.ura")
    else:
        write.key("dora.ura")
    if write.acts("kandora.ankan"):
        if write.rules["procedure.indicator"]:
            write.own_words("procedure.indicator", title=_WHO)
        else:
            write.silence("procedure.indicator")


# --- several kans -----------------------------------------------------------------------------------------------------

_ANOTHER = _N(
    "A player may declare several kans in one turn, each after drawing the replacement tile of the one before."
)
_NOTHING_WAITS = _N(
    "The kan dora indicator of each kan is turned before the next kan can be declared. A player who robs a later kan "
    "of the turn counts the indicators of the kans before it."
)
_NEXT = {
    PendingOnNextKan.ANNOUNCED: _N(
        "If a player declares another kan before an indicator is due, that indicator must be turned as soon as the new "
        "kan is announced. A player who robs the new kan counts it."
    ),
    PendingOnNextKan.DECLARATION: _N(
        "If a player declares another kan before an indicator is due, that indicator must be turned once the new kan "
        "is completed, before any indicator of the new kan. A player who robs the new kan does not count it."
    ),
    PendingOnNextKan.KEEP: _N(
        "If a player declares another kan before an indicator is due, that indicator stays face down until it is due. "
        "The indicators are turned in the order of their kans."
    ),
}


def several(write: ArticleWriter) -> None:
    """Write what applies to several kans in one turn."""
    write.common(_ANOTHER, "kan-on-a-replacement-tile", name="several-kans")
    kandora = write.rules.kandora
    if write.acts("kandora.pending_on_next_kan"):
        write.law(
            _NEXT[kandora.pending_on_next_kan], "kandora.pending_on_next_kan",
            cases=("kandora-daiminkan-ankan", "robbed-shouminkan-after-daiminkan"),
        )  # fmt: skip
    elif write.acts("kandora.ankan"):
        shown = ("kandora-ankan-ankan", "robbed-shouminkan-after-ankan")
        if not any(write.is_open(f"kandora.{kind}") for kind in _KINDS):
            write.law(_NOTHING_WAITS, *(f"kandora.{kind}" for kind in _KINDS), cases=shown, name="nothing-waits")


# --- the last tile ----------------------------------------------------------------------------------------------------

_LAST_DISCARD = _N(
    "If a kan uses up the live wall, the discard that follows is the last of the hand. It must not be claimed for a "
    "chi, pon, or kan."
)
_LAST_DISCARD_OF_THREE = _N(
    "If a kan uses up the live wall, the discard that follows is the last of the hand. It must not be claimed for a "
    "pon or kan."
)
_HAITEI = _N("A win on the replacement tile of such a kan scores both rinshan kaihou and haitei.")
_NO_HAITEI = _N("A win on the replacement tile of such a kan scores rinshan kaihou, but not haitei.")
_HOUTEI = _N("A ron on that discard scores houtei.")
_NO_HOUTEI = _N("A ron on that discard does not score houtei.")


def last_tile(write: ArticleWriter) -> None:
    """Write what a kan changes at the end of the wall."""
    rules = write.rules
    if rules.kan.min_live_tiles == 1 and rules.wall.refill is not Refill.NEVER:
        write.common(
            _LAST_DISCARD if rules.calls.chi else _LAST_DISCARD_OF_THREE, "daiminkan-of-the-last-discard",
            name="last-discard",
        )  # fmt: skip
        without = rules.scoring.without_yaku
        if write.acts("rinshan.with_haitei") and "rinshan_kaihou" not in without and "haitei" not in without:
            both = rules.rinshan.with_haitei
            write.law(_HAITEI if both else _NO_HAITEI, "rinshan.with_haitei", cases=("haitei-with-rinshan-kaihou",))
        if "houtei" not in without and write.is_stated("houtei-after-a-kan"):
            write.common(_HOUTEI, "houtei-after-the-last-kan", name="houtei-after-a-kan")
            return
        write.law(
            _NO_HOUTEI if "houtei" in without else _HOUTEI, "scoring.without_yaku",
            cases=("houtei-after-the-last-kan",), asks="houtei-after-the-last-kan", name="houtei-after-a-kan",
        )  # fmt: skip


# --- four and five kans -----------------------------------------------------------------------------------------------

_PLAY_ON = _N("The fourth kan of a hand does not end it, whether one player or several players declared the four.")
_SEVERAL_PLAY_ON = _N("Four kans by two or more players do not end the hand.")
_SEVERAL_END = _N("Four kans by two or more players end the hand in an abortive draw.")
_ALL_END = _N("Four kans end the hand in an abortive draw, whether one player or several players declared them.")
_ONE = {
    FourKansOfOne.PLAY_ON: _N("Four kans by one player do not end the hand."),
    FourKansOfOne.ABORT: _N("Four kans by one player end the hand in an abortive draw."),
    FourKansOfOne.WIN_ON_PASSED_DISCARD: _N(
        "A player with four kans wins with suukantsu once the next discard has passed without a ron. A pair is not "
        "needed."
    ),
}
_SUUKANTSU = _N("A player with four kans may win with suukantsu.")
_AT = {
    FourKansMoment.ANNOUNCED: _N(
        "The hand ends as soon as the fourth kan is announced. The fourth kan must not be robbed."
    ),
    FourKansMoment.DECLARATION: _N(
        "The hand ends once the fourth kan is completed, before its replacement tile is drawn. The fourth kan may be "
        "robbed like any other."
    ),
    FourKansMoment.RINSHAN_DRAW: _N(
        "The hand ends when the fourth replacement tile is drawn, unless the player wins on that tile."
    ),
    FourKansMoment.DISCARD: _N(
        "The hand ends with the discard after the fourth kan. That discard must not be claimed, not even for ron. A "
        "win on the replacement tile still counts."
    ),
    FourKansMoment.DISCARD_PASSED: _N(
        "The hand ends once the discard after the fourth kan has passed without a ron. That discard must not be "
        "claimed for a set."
    ),
}
_STICK = _N("If that discard declares riichi, the riichi is valid and its stick stays on the table.")
_NO_STICK = _N("If that discard declares riichi, the riichi is not valid and its stick is not paid.")
_KEEPS = _N("After an abortive draw for four kans, the dealer stays.")
_ROTATES = _N("After an abortive draw for four kans, the deal passes to the next player.")
_NO_FIFTH = _N("Once four kans have been completed in a hand, no player may declare another.")
_FIFTH = _N("Once four kans have been completed in a hand, declaring another one ends the hand in an abortive draw.")
_FIFTH_ROBBED = _N("If that fifth kan is a shouminkan, it may be robbed first.")
_FIFTH_NOT_ROBBED = _N("That fifth kan must not be robbed.")
_FIFTH_KEEPS = _N("After an abortive draw for a fifth kan, the dealer stays.")
_FIFTH_ROTATES = _N("After an abortive draw for a fifth kan, the deal passes to the next player.")


def four_and_five(write: ArticleWriter) -> None:
    """Write what a fourth and a fifth kan do."""
    rules, four = write.rules, write.rules.four_kans
    several, one = "four_kans.several_players", "four_kans.one_player"
    both = (FourKansDraw.ABORT, FourKansOfOne.ABORT)
    of_several, of_one = ("four-kans-two-players", "four-kans-three-players"), ("four-kans-one-player",)
    play_on = (four.several_players, four.one_player) == (FourKansDraw.PLAY_ON, FourKansOfOne.PLAY_ON)
    together = write.acts(one) and write.is_open(several) == write.is_open(one)
    if together and not write.is_open(one) and (play_on or (four.several_players, four.one_player) == both):
        write.law(_PLAY_ON if play_on else _ALL_END, several, one, cases=(*of_several, *of_one))
    else:
        write.law(
            _SEVERAL_PLAY_ON if four.several_players is FourKansDraw.PLAY_ON else _SEVERAL_END, several,
            cases=of_several,
        )  # fmt: skip
        if write.acts(one):
            write.law(_ONE[four.one_player], one, cases=of_one)
    if write.acts(one) and four.one_player is FourKansOfOne.PLAY_ON and "suukantsu" not in rules.scoring.without_yaku:
        write.common(_SUUKANTSU, "four-kans-one-player", name="suukantsu-by-one-player")
    if write.acts("four_kans.abort_at"):
        write.law(
            _AT[four.abort_at], "four_kans.abort_at",
            cases=("ron-on-discard-after-fourth-kan", "robbing-the-fourth-kan", "fourth-kan-replacement-tile-win"),
        )  # fmt: skip
        if write.acts("four_kans.riichi_stick"):
            write.law(
                _STICK if four.riichi_stick.value == "paid" else _NO_STICK, "four_kans.riichi_stick",
                cases=("riichi-with-discard-after-fourth-kan",),
            )  # fmt: skip
        write.law(
            _KEEPS if four.dealer.value == "keeps" else _ROTATES, "four_kans.dealer",
            cases=("dealer-after-four-kan-draw",),
        )  # fmt: skip
    fifth = rules.fifth_kan
    if write.acts("fifth_kan.policy"):
        forbidden = fifth.policy is FifthKanPolicy.FORBIDDEN
        shown = ("fifth-kan-as-ankan", "fifth-kan-as-daiminkan", "fifth-kan-as-shouminkan")
        write.law(_NO_FIFTH if forbidden else _FIFTH, "fifth_kan.policy", cases=shown)
        if write.acts("fifth_kan.robbable"):
            write.law(_FIFTH_ROBBED if fifth.robbable else _FIFTH_NOT_ROBBED, "fifth_kan.robbable")
        if write.acts("fifth_kan.dealer"):
            write.law(_FIFTH_KEEPS if fifth.dealer.value == "keeps" else _FIFTH_ROTATES, "fifth_kan.dealer")
