"""The article on mistakes: for each, what is corrected, until when, and the penalty."""

from __future__ import annotations

from kanrules.desk.foul import FOULS, foul
from kanrules.law.options import ChomboPays, FoulFound, FoulOnWin
from kanrules.locale import LANGUAGES
from kanrules.locale import marked as _N
from kanrules.locale.sentences import capital, run_on
from kanrules.locale.titles import titles_in_a_row
from kanrules.report.law_book.article_writer import ArticleWriter
from kanrules.report.sheet import plugin_sentences
from kanrules.ruleset.answered_hooks import hooks_of
from kanrules.ruleset.keys import keys
from kanrules.rulings import Basis, Verdict

_REMEDY_FIRST = _N(
    "A mistake is corrected as far as this chapter allows. Where neither this chapter nor the rulebook names a "
    "penalty, the referee decides."
)
_CHOMBO = _N("Chombo")
_RULED = {
    FoulFound.AT_ONCE: _N("It is penalized at once."),
    FoulFound.NOTICED_OR_DRAW: _N(
        "It is penalized as soon as it is noticed, or at an exhaustive draw, when hands in riichi are shown."
    ),
    FoulFound.WIN_OR_DRAW: _N(
        "It is penalized only if the player who declared it later declares a win, or at an exhaustive draw, when hands "
        "in riichi are shown."
    ),
    FoulFound.DRAW: _N("It is penalized only at an exhaustive draw."),
}
_DEALT_AGAIN = _N("A chombo ends the hand, which is dealt again: the dealer stays, and no honba is added.")
_AFTER_UMA = _N("A chombo costs {points} points. The offender loses them after the game, once uma has been applied.")
_BEFORE_UMA = _N(
    "A chombo costs {points} points. The offender loses them before places are determined. No one receives them."
)
_TO_THE_OTHERS = _N("A chombo costs {points} points. The offender pays them to the other players.")
_THE_REST = _N("What must be corrected, until when, and at what penalty, in these cases? {mistakes}.")


def mistakes(write: ArticleWriter) -> None:
    """Write the remedy, the deadline, and the penalty of each mistake."""
    write.frame(_REMEDY_FIRST, "remedy-first")
    write.own_words("procedure.mistakes")
    _in_riichi(write)
    for name, text in plugin_sentences(write.rules, write.speak):
        if decides_only_penalties(write, name):
            write.plugin(name, text)
    together: dict[str, list[str]] = {}
    silent: list[str] = []
    for name in FOULS:
        key = f"penalty.{name}"
        if key not in keys() or name == "riichi_kan":
            continue
        if write.rules[key] and name != "fifth_kan":
            together.setdefault(write.rules[key], []).append(key)
            continue
        found = foul(name, write.rules)
        if found.ruling.verdict is Verdict.RULE:
            # The kan ends the hand, or cannot arise.
            continue
        if found.basis is Basis.UNSAID:
            silent.append(key)
        elif write.rules[key]:
            together.setdefault(write.rules[key], []).append(key)
        elif found.ruling.plugin == "core":
            write.key(found.ruling.key, title=keys()[key].title)
        else:
            write.plugin(
                found.ruling.plugin,
                write.with_full_stop(capital(write.speak(found.said))),
                key,
                title=keys()[key].title,
            )
    for text, names in together.items():
        titles = titles_in_a_row([write.speak(keys()[name].title) for name in names], write.speak.language)
        known = write.speak.knows(text)
        write.said(write.speak(text), *names, title=titles, language="" if known else "und")
    if silent:
        named = LANGUAGES[write.speak.language].semicolon.join(write.speak(keys()[key].title) for key in silent)
        asked = write.speak(_THE_REST).replace("{mistakes}", named) if len(silent) > 1 else ""
        write.silence(*silent, question=asked, name="undecided")
    _chombo(write)


def decides_only_penalties(write: ArticleWriter, plugin: str) -> bool:
    """Return True if a plugin decides nothing but penalties, so that its sentences are in this article."""
    return hooks_of(write.rules, plugin) == ["penalty"]


def _in_riichi(write: ArticleWriter) -> None:
    """Write the penalty for a kan that a player in riichi must not declare: in the ruleset's words if there are any."""
    rules = write.rules
    title = keys()["penalty.riichi_kan"].title
    illegal, moment = "riichi_kan.illegal", "riichi_kan.illegal_found"
    shown = ("illegal-riichi-kan-own-tsumo", "illegal-riichi-kan-exhaustive-draw", "illegal-riichi-kan-seen-by-referee")
    if rules["penalty.riichi_kan"]:
        write.own_words("penalty.riichi_kan", illegal, moment, title=title, cases=shown)
    else:
        when = write.speak(_RULED[rules.riichi_kan.illegal_found])
        if write.acts(moment) and write.is_open(illegal) == write.is_open(moment):
            write.said(
                run_on((write.means(illegal), when), write.speak.language),
                illegal,
                moment,
                title=write.speak(title),
                cases=shown,
            )
        else:
            write.key(illegal, title=title, cases=shown)
            if write.acts(moment):
                write.key(moment, title=title, cases=shown)
    if write.acts("riichi_kan.illegal_on_win") and rules.riichi_kan.illegal_on_win is not FoulOnWin.SAME:
        write.key("riichi_kan.illegal_on_win", title=title, cases=("illegal-riichi-kan-own-tsumo",))


def _chombo(write: ArticleWriter) -> None:
    shown = ("illegal-riichi-kan-chombo-points", "chombo-sticks-honba-dealer")
    pays, points = "chombo.pays", "chombo.points"
    sticks, win = "chombo.sticks_returned", "chombo.with_another_win"
    if write.rules["procedure.chombo"]:
        cases = (*shown, "illegal-riichi-kan-another-player-wins")
        write.own_words("procedure.chombo", pays, points, sticks, win, title=_CHOMBO, cases=cases)
        return
    write.common(_DEALT_AGAIN, "chombo-sticks-honba-dealer", name="dealt-again")
    said = {ChomboPays.AFTER_UMA: _AFTER_UMA, ChomboPays.BEFORE_UMA: _BEFORE_UMA, ChomboPays.POINTS: _TO_THE_OTHERS}
    how = said.get(write.rules.chombo.pays, "")
    if how and write.rules.chombo.points:
        cost = write.speak(how).replace("{points}", write.number(write.rules.chombo.points))
        write.said(cost, pays, points, title=write.speak(_CHOMBO), cases=shown)
    else:
        write.key(pays, title=_CHOMBO, cases=shown)
        if how:
            write.key(points, title=_CHOMBO, cases=shown)
    write.key(sticks, cases=shown)
    write.key(win, cases=("illegal-riichi-kan-another-player-wins",))
