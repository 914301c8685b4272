"""Articles on what only some tables have: three players, and the rules that plugins and clubs add."""

from __future__ import annotations

from kanrules.locale import marked as _N
from kanrules.report.law_book.article_writer import ArticleWriter
from kanrules.report.law_book.mistakes import decides_only_penalties
from kanrules.report.sheet import plugin_sentences

_NO_CHI = _N("Chi must not be called.")
_KITA_IS = _N("Setting a north aside is called a *kita*. A kan dora indicator that is not due yet is called *pending*.")
_NOT_A_KAN = _N(
    "Setting a north aside is not a kan: it turns no kan dora indicator and does not count among the kans of the hand."
)
_ROBBED = ("robbing-a-kita", "thirteen-orphans-rob-a-kita", "two-players-rob-one-kita")
_SHARED = _N(
    "Kans and norths that are set aside use the same replacement tiles. A kan must not be declared when none is left."
)

_KITA: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("kita.after_call", ("kita-after-own-draw", "kita-after-a-pon", "several-kitas-in-one-turn")),
    ("kita.min_live_tiles", ("kita-on-the-last-live-tile", "kita-with-one-live-tile-left")),
    ("kita.in_riichi", ("kita-of-the-drawn-north-in-riichi", "kita-of-a-held-north-in-riichi")),
    ("kita.pending_indicator", ("indicator-of-a-kan-before-a-kita", "robbed-kita-before-a-waiting-indicator")),
    ("kita.robbable", _ROBBED),
    ("kita.robbed_ippatsu", ("ippatsu-on-a-robbed-kita",)),
    ("kita.passing_is_furiten", ("furiten-after-passing-a-kita",)),
    ("kita.interrupts", ("ippatsu-after-a-kita", "kyuushu-kyuuhai-after-a-kita")),
    ("kita.rinshan", ("rinshan-kaihou-after-a-kita",)),
    ("kita.discard", ("discarding-a-north",)),
)
"""What a kita does, in the order in which it happens, with the casebook questions that show it."""


def three_players(write: ArticleWriter) -> None:
    """Write what a table of three changes."""
    rules = write.rules
    write.key("table.tiles")
    if not rules.calls.chi:
        write.common(_NO_CHI, "chi-with-three-players", name="no-chi")
    write.key("kita.enabled", cases=("value-of-a-kita",))
    if rules.kita.enabled:
        write.common(_KITA_IS, name="kita-is")
        write.common(_NOT_A_KAN, "indicator-of-a-kita", "three-kans-and-a-kita", name="kita-is-no-kan")
        write.common(_SHARED, name="kita-and-replacements")
        for key, cases in _KITA:
            if write.acts(key):
                write.key(key, cases=cases)
    for key, cases in (
        ("kita.in_hand", ("win-with-a-pair-of-norths",)),
        ("kita.north", ("triplet-of-norths",)),
        ("kita.pon", ("pon-of-a-discarded-north",)),
    ):
        if write.acts(key):
            write.key(key, cases=cases)


def has_further(write: ArticleWriter) -> bool:
    """Return True if plugins or the ruleset's own lines add rules."""
    return bool(write.rules.notes.text) or any(True for _ in _of_plugins(write))


def further(write: ArticleWriter) -> None:
    """Write the sentences of plugins and the ruleset's own lines."""
    for name, text in _of_plugins(write):
        write.plugin(name, text)
    for note in write.rules.notes.text:
        write.said(note, "notes.text", language="und")


def _of_plugins(write: ArticleWriter) -> list[tuple[str, str]]:
    sentences = plugin_sentences(write.rules, write.speak)
    return [(name, text) for name, text in sentences if not decides_only_penalties(write, name)]
