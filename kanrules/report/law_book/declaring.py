"""Articles on declaring a kan: scope, definitions, the announcement, call priority, robbery, the replacement tile."""

from __future__ import annotations

from kanrules.law.options import AbortiveDraw, AnkanRobbery, CallPriority, Instant, Refill, RobberyUntil, Shown
from kanrules.locale import LANGUAGES
from kanrules.locale import marked as _N
from kanrules.locale.sentences import run_on
from kanrules.pieces.melds import AnkanDisplay
from kanrules.report.law_book.article_writer import ArticleWriter
from kanrules.report.law_book.rulebook_terms import rulebook_terms
from kanrules.ruleset.articles import article_number

# --- scope ------------------------------------------------------------------------------------------------------------

_COVERS = _N("These articles cover kans: declaring them, robbing them, scoring them, and what follows from them.")
_OWN = _N(
    "They are part of the rules named on the cover. Where they differ from the rules that those are based on, these "
    "articles apply. Where they are silent, the other rules apply."
)
_RESTATES = _N("They restate the rulebook named on the cover. Where they differ from it, the rulebook applies.")
_REFEREE = _N("The referee decides every case that neither these articles nor the rulebook covers.")


def scope(write: ArticleWriter) -> None:
    """Write what the articles cover, which rules come first, and what the referee decides."""
    write.frame(_COVERS, "covers")
    head = write.rules.head
    write.frame(_OWN if head.extends and not head.standalone else _RESTATES, "authority")
    write.frame(_REFEREE, "referee")


# --- definitions ------------------------------------------------------------------------------------------------------

_KAN = _N(
    "A *kan* is a set of four identical tiles that a player has declared. An *ankan* consists of four concealed tiles, "
    "a *daiminkan* of three concealed tiles and another player's discard, and a *shouminkan* of an open pon and the "
    "fourth tile from the player's own hand."
)
_CLOSED = _N("An ankan does not open a hand. A daiminkan and a shouminkan are open sets.")
_ROB = _N(
    "To *rob* a kan is to win by ron on the tile that is added to a pon for a shouminkan or, where these articles "
    "allow it, on a tile of an ankan."
)
_WALLS = _N(
    "The *dead wall* is the part of the wall with the replacement tiles and the dora indicators. All other tiles not "
    "yet drawn are the *live wall*."
)
_REPLACEMENT = _N("The *replacement tile* is the tile that a player draws from the dead wall after a kan.")
_INDICATOR = _N("A *kan dora indicator* is a further dora indicator that is turned face up for a kan.")
_COMPLETED = _N(
    "A daiminkan is *completed* once the other players have had time to call ron on the discard and none has; any "
    "other kan, once they have had time to rob it and none has."
)
_COMPLETED_UNLESS_LATE = _N("If Chapter {number} undoes a kan because of a later ron, it was never completed.")
_DEAD = _N("A player with a *dead hand* plays on until the hand ends, but must not win and is never tenpai.")
_TILES = _N(
    "*Tiles* are named by number and suit: 5m is the five of characters, 5p of circles, 5s of bamboo. 1z to 4z are the "
    "winds from east to north; 5z, 6z and 7z are the white, green and red dragons."
)
_OWN_TERMS = _N("The rulebook uses other words for some terms: {terms}.")


def definitions(write: ArticleWriter) -> None:
    """Write the terms of the articles."""
    write.common(_KAN, name="kinds-of-kans")
    write.common(_CLOSED, "riichi-after-an-ankan", "riichi-after-a-daiminkan", name="open-and-closed-kans")
    write.common(_ROB, name="robbery")
    completed = write.speak(_COMPLETED)
    if write.rules.chankan.until is RobberyUntil.DISCARD or write.rules.kan.late_ron:
        undone = write.speak(_COMPLETED_UNLESS_LATE).replace("{number}", write.number_of("robbing"))
        completed = run_on((completed, undone), write.speak.language)
    write.common(completed, name="completed-kan")
    write.common(_WALLS, name="walls")
    write.common(_REPLACEMENT, name="replacement-tile")
    write.common(_INDICATOR, name="kan-dora-indicator")
    write.common(_DEAD, name="dead-hand")
    write.frame(_TILES, "tiles")
    if terms := rulebook_terms(write.rules):
        named = LANGUAGES[write.speak.language].semicolon.join(
            f"{theirs} = {write.speak(ours)}" for ours, theirs in terms.items()
        )
        write.frame(write.speak(_OWN_TERMS).replace("{terms}", named), "terms")


# --- declaring --------------------------------------------------------------------------------------------------------

_OWN_TURN = _N(
    "A player may declare an ankan or a shouminkan in their own turn, after drawing a tile from the live wall or a "
    "replacement tile. A kan must not be declared in a turn that began with a chi or pon."
)
_OWN_TURN_OF_THREE = _N(
    "A player may declare an ankan or a shouminkan in their own turn, after drawing a tile from the live wall or a "
    "replacement tile. A kan must not be declared in a turn that began with a pon."
)
_DEALT = _N("At the start of a hand, the dealer's fourteenth tile counts as drawn.")
_LATER = _N(
    "A kan that could not be declared because the turn began with a call may be declared in a later turn that begins "
    "with a draw."
)
_CLAIM = _N(
    "A player with three identical concealed tiles may claim the fourth for a daiminkan when another player discards "
    "it, until the next player draws."
)
_ONE_LEFT = _N(
    "A kan must not be declared unless at least one tile is left in the live wall. The last discard of a hand must not "
    "be claimed for a kan."
)
_SO_MANY_LEFT = _N("A kan must not be declared unless at least {count} tiles are left in the live wall.")
_ONE_OF_ONE = _N("A player must not declare more than one kan in a hand.")
_MOST_OF_ONE = _N("A player must not declare more than {count} kans in a hand.")
_FACE_DOWN = {
    AnkanDisplay.MIDDLE_DOWN: _N("show all four tiles, then place the two middle tiles face down"),
    AnkanDisplay.OUTER_DOWN: _N("show all four tiles, then place the two outer tiles face down"),
    AnkanDisplay.EITHER: _N("show all four tiles, then place two of them face down"),
    AnkanDisplay.TWO_DOWN: _N("show all four tiles, then place two of them face down"),
}
_ANKAN = _N('Call "kan" and {shows}. Then Chapters {from} to {to} apply.')
_DAIMINKAN = _N('Call "kan", show three identical tiles, and take the discard. Then Chapters {from} to {to} apply.')
_SHOUMINKAN = _N(
    'Call "kan" and place the fourth tile next to the sideways tile of the pon. Then Chapters {from} to {to} apply.'
)
_FOLLOW = _N(
    "A player who declares a kan must announce it clearly. Articles {first} to {last} give the steps in order."
)
_FOLLOW_IN_TIME = _N(
    "A player who declares a kan must announce it clearly and leave the others time to call (Chapter {number}). "
    "Articles {first} to {last} give the steps in order."
)
_FIXED = _N("The tiles of a declared kan must not be used for another set and must not be discarded.")
_PLAY_GOES_ON = _N(
    "After a daiminkan, play continues from the player who declared it. The players in between lose their turn."
)
_FOR_ANKAN, _FOR_DAIMINKAN, _FOR_SHOUMINKAN = (
    _N("To declare an ankan"), _N("To declare a daiminkan"), _N("To declare a shouminkan"),
)  # fmt: skip


def declaring(write: ArticleWriter) -> None:
    """Write when a kan may be declared, and how."""
    rules = write.rules
    own_turn = _OWN_TURN if rules.calls.chi else _OWN_TURN_OF_THREE
    shown = ("ankan-straight-after-a-pon", "shouminkan-straight-after-a-chi", "kan-on-a-replacement-tile")
    write.common(own_turn, *shown, name="kan-in-the-own-turn")
    write.common(_DEALT, name="fourteenth-tile")
    write.common(_LATER, "kan-put-off-to-the-next-turn", name="kan-put-off")
    write.common(_CLAIM, "chi-and-daiminkan-on-one-discard", name="daiminkan-claimed")
    write.common(_PLAY_GOES_ON, "chi-and-daiminkan-on-one-discard", name="turn-after-a-daiminkan")
    count = rules.kan.min_live_tiles
    left = write.speak(_ONE_LEFT if count == 1 else _SO_MANY_LEFT).replace("{count}", str(count))
    shown = ("kan-with-one-live-tile-left", "ankan-of-the-last-live-tile", "daiminkan-of-the-last-discard")
    write.said(left, "kan.min_live_tiles", cases=shown)
    if most := rules.kan.max_per_player:
        limit = write.speak(_ONE_OF_ONE if most == 1 else _MOST_OF_ONE).replace("{count}", str(most))
        write.said(limit, "kan.max_per_player", cases=("kans-per-player-limit",))
    follow = write.speak(_FOLLOW_IN_TIME if rules["procedure.time_to_rob"] else _FOLLOW)
    follow = follow.replace("{number}", write.number_of("robbing"))
    follow = follow.replace("{first}", article_number("display.ankan"))
    follow = follow.replace("{last}", article_number("procedure.shouminkan"))
    if write.is_stated("announced-kan"):
        write.common(follow, name="announced-kan")
    else:
        write.frame(follow, "announced-kan")
    _steps(write, "procedure.ankan", _FOR_ANKAN, _ANKAN)
    _steps(write, "procedure.daiminkan", _FOR_DAIMINKAN, _DAIMINKAN)
    _steps(write, "procedure.shouminkan", _FOR_SHOUMINKAN, _SHOUMINKAN)
    write.common(_FIXED, name="fixed-set")


def _steps(write: ArticleWriter, key: str, title: str, otherwise: str) -> None:
    """Write how one kind of kan is declared: in the words of the ruleset, or else in general ones."""
    if write.rules[key]:
        # The words about an ankan say which of its tiles are face down.
        write.own_words(key, *(("display.ankan",) if key == "procedure.ankan" else ()), title=title)
        return
    said = write.speak(otherwise).replace("{from}", write.number_of("robbing"))
    said = said.replace("{to}", write.number_of("indicators"))
    if "{shows}" in said:
        said = said.replace("{shows}", write.speak(_FACE_DOWN[write.rules.display.ankan]))
        write.said(said, "display.ankan", title=write.speak(title))
        return
    write.said(said, title=write.speak(title), name=key)


# --- priority ---------------------------------------------------------------------------------------------------------

_RON_FIRST = _N("Ron takes precedence over every other call on the same tile.")
_PRIORITY = {
    CallPriority.PON_AND_KAN: _N(
        "A pon or a daiminkan takes precedence over a chi on the same tile, whichever was called first."
    ),
    CallPriority.UNLESS_DELAYED: _N(
        "A pon or a daiminkan takes precedence over a chi that is called at the same time. If it is called "
        "significantly later than the chi, the chi takes effect."
    ),
    CallPriority.FIRST_CALL: _N("Of several calls for a set on the same tile, the first one takes effect."),
}
_THREE_RON = {
    "off": _N("If three players call ron on the same tile, the hand does not end in an abortive draw."),
    "dealer_keeps": _N(
        "If three players call ron on the same tile, the hand ends in an abortive draw. The dealer stays."
    ),
    "dealer_rotates": _N(
        "If three players call ron on the same tile, the hand ends in an abortive draw. The deal passes to the next "
        "player."
    ),
}


def priority(write: ArticleWriter) -> None:
    """Write which of several calls on one tile takes effect."""
    rules = write.rules
    write.common(_RON_FIRST, "ron-and-daiminkan-on-one-discard", name="ron-first")
    if rules.calls.chi:
        write.law(_PRIORITY[rules.calls.priority], "calls.priority")
    write.key("wins.simultaneous", cases=("two-players-rob-one-kan", "three-players-wait-on-a-shouminkan"))
    three = "draws.sanchahou"
    # That all players win already says that three winners end the hand in no other way.
    if write.acts(three) and (rules.draws.sanchahou is not AbortiveDraw.OFF or write.is_open(three)):
        write.law(_THREE_RON[rules.draws.sanchahou.value], three, cases=("three-thirteen-orphans-on-one-ankan",))


# --- robbing ----------------------------------------------------------------------------------------------------------

_SHOUMINKAN_ROBBED = _N("A shouminkan may be robbed: the tile added to the pon counts as a discard.")
_FURITEN = _N("A player who is furiten must not rob a kan.")
_KOKUSHI = _N("An ankan must not be robbed, except to win with thirteen orphans.")
_NEVER = _N("An ankan must not be robbed.")
_DAIMINKAN_NEVER = _N("A daiminkan cannot be robbed: a win on its tile is a ron on a discard.")
_BOTH_NEVER = _N("An ankan or a daiminkan must not be robbed.")
_PAYS = _N("A player whose kan is robbed pays as if they had discarded the tile.")
_BEFORE_BOTH = _N(
    "A player who robs a kan must call ron before the kan dora indicator is turned or the replacement tile is drawn, "
    "whichever comes first."
)
_BEFORE_TILE = _N("A player who robs a kan must call ron before the replacement tile is drawn.")
_UNTIL_DISCARD = _N(
    "A shouminkan may be robbed until the player who declared it discards, declares another kan, or wins on the "
    "replacement tile."
)
_UNTIL_SHOUMINKAN = _N(
    "A shouminkan may be robbed until the player who declared it discards, declares another shouminkan, or wins on the "
    "replacement tile. Whether any other kan of the turn ends it too is still open."
)
_LATE_RON = _N(
    "A discard that was claimed for a daiminkan may still be won on until the player who claimed it discards, declares "
    "another kan, or wins on the replacement tile."
)
_LATE_RON_UNTIL_SHOUMINKAN = _N(
    "A discard that was claimed for a daiminkan may still be won on until the player who claimed it discards, "
    "declares a shouminkan, or wins on the replacement tile. Whether any other kan of the turn ends it too "
    "is still open."
)
_NO_LATE_RON = _N("Ron on a discard that is claimed for a daiminkan must be called before the tile is taken.")
_KAN_WON_ASKED = _N("What becomes of a daiminkan if another player wins on its discard after it was declared?")
_KAN_WON = _N(
    "The daiminkan is undone: its kan dora indicator does not count, its replacement tile goes back, and the win is "
    "scored as if ron had been called at once."
)
_UNTIL_ANKAN_ASKED = _N("Does an ankan in the same turn also end the time for a late ron on the tile of a kan?")
_UNTIL_ANKAN = _N("An ankan in the same turn also ends the time for a late ron on the tile of a kan.")
_TURNED_BACK = _N(
    "If a shouminkan is robbed after its kan dora indicator was turned, the indicator does not count and is turned "
    "face down again."
)
_UNDONE_ASKED = _N(
    "What follows if a shouminkan is robbed after its replacement tile was drawn, without the tile having been drawn "
    "too fast?"
)
_ANKAN_WINDOW = _N("An ankan may be robbed only before its replacement tile is drawn.")
_ANKAN_WINDOW_ASKED = _N("Until when may thirteen orphans rob an ankan?")
_UNDONE = _N(
    "If a shouminkan is robbed after its replacement tile was drawn, the kan is undone: the replacement tile goes "
    "back, and the win is scored as if the kan had been robbed at once."
)
_UNDONE_TURNED = _N(
    "If a shouminkan is robbed after its kan dora indicator was turned or its replacement tile was drawn, the kan is "
    "undone: its kan dora indicator is turned face down again and does not count, the replacement tile goes back, and "
    "the win is scored as if the kan had been robbed at once."
)
_NOT_COUNTED = _N("A robbed kan is not completed: it does not count among the four kans of Chapter {number}.")
_IPPATSU = _N(
    "A robbed kan does not interrupt ippatsu. A player who robs a kan within the first go-around after riichi also "
    "scores ippatsu."
)
_NO_IPPATSU = _N("Announcing a kan interrupts ippatsu. A player who robs the kan does not score ippatsu.")
_TIME = _N("Time to call")


def robbing(write: ArticleWriter) -> None:
    """Write which kans may be robbed, by whom, and until when."""
    rules, kandora = write.rules, write.rules.kandora
    chankan = rules.chankan
    ankan = write.acts("chankan.ankan") and chankan.ankan is AnkanRobbery.KOKUSHI
    write.common(_SHOUMINKAN_ROBBED, "robbing-a-shouminkan", name="shouminkan-robbed")
    shown = ("thirteen-orphans-rob-an-ankan", "other-hands-rob-an-ankan")
    if not write.acts("chankan.ankan"):
        write.common(_BOTH_NEVER, name="robbing-other-kans")
    elif write.is_open("chankan.ankan") or ankan:
        write.law(_KOKUSHI if ankan else _NEVER, "chankan.ankan", cases=shown)
        write.common(_DAIMINKAN_NEVER, "robbing-a-daiminkan", name="robbing-a-daiminkan")
    else:
        write.law(_BOTH_NEVER, "chankan.ankan", cases=(*shown, "robbing-a-daiminkan"))
    write.common(_FURITEN, "thirteen-orphans-rob-own-discard", name="furiten-and-robbery")
    write.own_words("procedure.robbery")
    write.common(_PAYS, "robbing-a-shouminkan", name="robbed-player-pays")
    if chankan.until is RobberyUntil.DISCARD:
        unsaid = write.is_partly("chankan.until") and write.is_not_stated("ankan-ends-robbery")
        until = _UNTIL_SHOUMINKAN if unsaid else _UNTIL_DISCARD
        write.law(until, "chankan.until", cases=("late-robbery-of-a-shouminkan",))
        if not write.is_open("chankan.until"):
            early = (Instant.DECLARATION, Instant.RINSHAN_DRAW)
            turned = kandora.enabled and kandora.robbed_kan is Shown.HIDDEN and kandora.shouminkan in early
            of_indicator = ("late-robbery-and-its-indicator",)
            undone = _UNDONE_TURNED if turned else _UNDONE
            if write.is_partly("chankan.until"):
                if turned:
                    write.law(_TURNED_BACK, "kandora.robbed_kan", "chankan.until", cases=of_indicator)
                write.assumption(_UNDONE_ASKED, _UNDONE, "chankan.until", cases=of_indicator)
            else:
                write.law(undone, "chankan.until", cases=of_indicator)
            if ankan and write.is_partly("chankan.until"):
                write.assumption(_ANKAN_WINDOW_ASKED, _ANKAN_WINDOW, "chankan.until")
            elif ankan:
                write.law(_ANKAN_WINDOW, "chankan.until", cases=("thirteen-orphans-rob-an-ankan",))
    else:
        first = kandora.enabled and kandora.robbed_kan is Shown.HIDDEN and kandora.shouminkan is Instant.DECLARATION
        write.law(
            _BEFORE_BOTH if first else _BEFORE_TILE, "chankan.until",
            cases=("late-robbery-of-a-shouminkan", "late-robbery-after-the-discard"),
        )  # fmt: skip
    _late_ron(write)
    not_counted = write.speak(_NOT_COUNTED).replace("{number}", write.number_of("four_and_five"))
    write.common(not_counted, name="robbed-kan-not-counted")
    if write.acts("chankan.ippatsu"):
        write.law(_IPPATSU if chankan.ippatsu else _NO_IPPATSU, "chankan.ippatsu", cases=("ippatsu-and-chankan",))
    if rules["procedure.time_to_rob"]:
        write.own_words("procedure.time_to_rob", title=_TIME)
    elif chankan.until is RobberyUntil.STANDS:
        write.silence("procedure.time_to_rob")


def _late_ron(write: ArticleWriter) -> None:
    """Write whether a discard that was claimed for a daiminkan may still be won on, if the ruleset says so."""
    key, shown = "kan.late_ron", ("late-ron-on-a-daiminkans-tile",)
    unsaid = write.is_partly(key) and write.is_not_stated("ankan-ends-robbery")
    if not write.rules.kan.late_ron:
        if not write.rules.origin(key).is_default:
            write.law(_NO_LATE_RON, key, cases=shown)
    else:
        write.law(_LATE_RON_UNTIL_SHOUMINKAN if unsaid else _LATE_RON, key, cases=shown)
        undone = ("late-ron-and-the-kans-indicator",)
        if write.is_published(key):
            # The rulebooks with this rule do not say it.
            write.assumption(_KAN_WON_ASKED, _KAN_WON, key, cases=undone)
        else:
            write.law(_KAN_WON, key, cases=undone)
    also = [one for one in ("chankan.until", key) if write.is_partly(one)]
    if also and write.is_not_stated("ankan-ends-robbery"):
        write.assumption(_UNTIL_ANKAN_ASKED, _UNTIL_ANKAN, *also, name="ankan-ends-robbery")


# --- the replacement tile ---------------------------------------------------------------------------------------------

_TAKES = _N(
    "After a completed kan, the player must draw a replacement tile. The player then wins on it, declares another kan, "
    "or discards."
)
_TAKES_WITH_KITA = _N(
    "After a completed kan, the player must draw a replacement tile. The player then wins on it, declares another kan, "
    "sets a north aside, or discards."
)
_REFILL = _N(
    "After each replacement tile, the last tile of the live wall becomes part of the dead wall. Each kan therefore "
    "shortens the live wall by one tile."
)
_REFILL_KANS = _N(
    "After the replacement tile of a kan, the last tile of the live wall becomes part of the dead wall. Each kan "
    "therefore shortens the live wall by one tile; setting a north aside does not."
)
_NO_REFILL = _N("The dead wall is not refilled. A kan does not shorten the live wall.")


def replacement(write: ArticleWriter) -> None:
    """Write where replacement tiles come from, and what remains of the walls."""
    rules = write.rules
    kita = rules.table.players == 3 and rules.kita.enabled
    write.common(_TAKES_WITH_KITA if kita else _TAKES, "kan-on-a-replacement-tile", name="replacement-drawn")
    write.key("wall.replacements")
    write.own_words("procedure.replacement")
    refill = {Refill.ALWAYS: _REFILL, Refill.KANS_ONLY: _REFILL_KANS, Refill.NEVER: _NO_REFILL}[rules.wall.refill]
    write.law(refill, "wall.refill", cases=("draws-taken-by-a-kan",))
    write.own_words("procedure.dead_wall")
