"""Referees' questions: what can go wrong around a kan, and which keys of a ruleset answer it."""

from __future__ import annotations

from dataclasses import dataclass

from kanrules.locale import marked as _N


@dataclass(frozen=True, slots=True)
class Topic:
    """One question that a referee is asked.

    `keys` are the keys that answer it, `beside` are keys that help a referee decide, and `casebook` the ids of the
    casebook questions that it touches. `unsaid` is a part of it for which no ruleset has a key, because no source was
    found: it is said first.
    """

    question: str
    also: tuple[str, ...]
    """Other ways to ask it."""
    keys: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    casebook: tuple[str, ...] = ()
    unsaid: str = ""


_WHEN_TURNED = (
    "indicator-of-an-ankan",
    "indicator-of-a-daiminkan",
    "indicator-of-a-shouminkan",
)

TOPICS: tuple[Topic, ...] = (
    Topic(
        _N("The kan dora indicator was forgotten, and the next player has drawn"),
        ("indicator forgotten", "dora not turned in time", "indicator turned too late", "forgot to flip the new dora"),
        ("penalty.indicator_wrongly",),
        ("procedure.indicator",),
        _WHEN_TURNED,
    ),
    Topic(
        _N("The kan dora indicator was turned too early"),
        (
            "indicator too early",
            "open kan, dora flipped at once in a book that turns late",
            "kandora revealed too soon, before the discard",
        ),
        ("penalty.indicator_wrongly",),
        ("procedure.indicator",),
        (*_WHEN_TURNED, "daiminkan-indicator-seen-before-discard"),
    ),
    Topic(
        _N("The kan dora indicator was turned, and then the kan was robbed"),
        ("indicator turned then chankan", "dora flipped and the kan is robbed", "robbed kan, indicator already turned"),
        ("kandora.robbed_kan", "penalty.indicator_wrongly"),
        ("procedure.robbery", "procedure.shouminkan"),
        ("robbed-kan-indicator",),
    ),
    Topic(
        _N("The wrong tile was turned as kan dora indicator, or ura dora was seen"),
        ("wrong indicator turned", "wrong tile flipped", "ura dora seen", "ura exposed", "turned the wrong dora"),
        ("penalty.indicator_wrongly", "penalty.dead_wall_exposed"),
        ("procedure.indicator",),
    ),
    Topic(
        _N("The replacement tile was taken from the wrong end"),
        ("rinshan drawn from the wrong place", "replacement tile wrong end",
         "replacement from the wrong side of the wall"),
        ("penalty.replacement_wrongly",),
        ("procedure.replacement", "penalty.dead_wall_exposed"),
    ),
    Topic(
        _N("The replacement tile was taken before the four tiles were shown"),
        ("replacement taken too early", "rinshan taken before showing the kan",
         "drew the replacement before all four were shown"),
        ("penalty.replacement_wrongly",),
        ("procedure.replacement", "procedure.ankan", "procedure.daiminkan", "procedure.shouminkan"),
    ),
    Topic(
        _N("A discard was made without taking the replacement tile"),
        ("replacement tile forgotten", "discard without the replacement tile", "forgot to draw rinshan"),
        ("penalty.replacement_forgotten",),
        ("penalty.replacement_wrongly", "procedure.replacement"),
    ),
    Topic(
        _N("Chankan was called after the replacement tile was taken"),
        ("chankan after the replacement tile", "robbing called too late", "how long may a kan be robbed",
         "ron on the kan too late"),
        ("procedure.robbery",),
        ("procedure.shouminkan", "chankan.passing_is_furiten"),
        ("robbing-a-shouminkan",),
    ),
    Topic(
        _N("Pon and kan were called at once, or the word was changed"),
        ("pon or kan", "said pon and then kan", "changed the call from pon to kan", "wrong word called",
         "pon and kan at the same time"),
        ("penalty.wrong_word",),
        ("penalty.empty_call",),
        ("ron-and-daiminkan-on-one-discard",),
    ),
    Topic(
        _N("The dead wall has 13 or 15 tiles at the last tile"),
        (
            "dead wall of 13", "dead wall of 15", "dead wall replenish", "dead wall not replenished",
            "dead wall wrong count", "how many tiles has the dead wall", "dead wall filled up",
        ),
        ("procedure.dead_wall",),
        ("procedure.replacement", "kan.min_live_tiles"),
        ("draws-taken-by-a-kan", "kan-with-one-live-tile-left"),
        unsaid=_N("what to do if the dead wall has a tile too few or too many"),
    ),
    Topic(
        _N("A meld is laid out the wrong way, and furiten is disputed"),
        ("meld laid wrong", "wrong tile sideways", "meld sideways furiten", "which tile lies sideways",
         "how does a kan lie"),
        ("procedure.daiminkan", "procedure.shouminkan", "procedure.ankan"),
        ("display.ankan",),
        unsaid=_N("what to do about a meld that is laid out the wrong way, and whose account of its tile counts"),
    ),
    Topic(
        _N("A hand is a tile short after a kan"),
        ("hand one tile short after a kan", "too few tiles after a kan", "twelve tiles in hand after a kan"),
        ("penalty.replacement_forgotten",),
        ("penalty.replacement_wrongly", "procedure.replacement"),
    ),
    Topic(
        _N("Time was called during a kan"),
        ("time called during a kan", "time is up in the middle of a kan", "the bell rings before the replacement tile"),
        ("game.after_time",),
        ("game.time_limit",),
        unsaid=_N("what happens to a kan if time is called during it"),
    ),
)  # fmt: skip
"""All referees' questions, one row each."""
