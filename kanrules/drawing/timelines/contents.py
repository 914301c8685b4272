"""The contents of a timeline, as data and in words: moments, a lane for each kind of kan, the fourth kan, and kita."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field

from kanrules.frozen import frozen
from kanrules.locale import marked as _N

Say = Callable[[str], str]
"""Function that translates the English words of a picture."""


@frozen
class Column:
    """A moment of a kan, or a possible win at that moment."""

    name: str
    words: str
    win: bool = False


@frozen
class Early:
    """Position at which a kan dora indicator is turned early if another event comes first: just before or after a
    column.
    """

    why: str
    at: float


@frozen
class Lane:
    """One kind of kan under one ruleset."""

    turned: str
    """Moment at which the kan dora indicator is turned, in a few words."""
    instant: str
    """The moment at which the kan dora indicator is turned, by its name in a ruleset."""
    at: float | None
    """Position on the axis, in columns; None if it is never turned."""
    robbed: str
    """Who may rob the kan: `no`, `yes`, or a description."""
    counts: Mapping[str, bool]
    """True for each winning column that counts the kan dora indicator."""
    early: tuple[Early, ...] = ()
    assumed: bool = False
    """True if no source settles the lane."""
    robbed_until: float | None = None
    """Position at which the robbery window closes if it stays open after the kan is completed; otherwise None."""


@frozen
class End:
    """Effect of a fourth kan: its description, and the position on the axis at which the hand ends (None if play
    continues).
    """

    at: float | None
    words: str


@frozen
class KitaLane:
    """A north set aside under a three-player ruleset. It does not turn a kan dora indicator of its own."""

    robbed: str
    """Who may win on the north: `no`, `yes`, or a description."""
    rinshan: bool
    """True if a win on the replacement tile of a kita is rinshan kaihou."""
    turned: float | None = None
    """Position at which a kan dora indicator that waits for a discard is turned; None if it keeps waiting or none can
    wait.
    """
    words: str = ""
    """What happens to a pending kan dora indicator; "" if none can be pending."""
    assumed: bool = False
    """True if no source settles the lane."""


@frozen
class Side:
    """The answers of one ruleset."""

    name: str
    title: str
    """Full name of the ruleset."""
    lanes: Mapping[str, Lane]
    ends: tuple[End, End]
    """Effect of a fourth kan if several players declared the four, and if one player did."""
    kita: KitaLane | None = None
    """Effect of a north set aside, if the ruleset uses kita."""
    deciders: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """What else each plugin decides, in words, by plugin."""

    def notes(self, say: Say) -> list[str]:
        """Return a sentence for each plugin."""
        return [
            filled(say(_DECIDES), plugin=plugin, what=f" {say(_AND)} ".join(map(say, decided)))
            for plugin, decided in self.deciders.items()
        ]


BOTH = _N("both")
"""Name of a lane that two rulesets share."""
KANS = {"ankan": _N("Ankan"), "daiminkan": _N("Daiminkan"), "shouminkan": _N("Shouminkan")}
"""The kinds of kan as a picture names them."""
LEGEND = {
    "dotted": _N("indicator face down"),
    "flag": _N("indicator turned"),
    "thick": _N("indicator face up"),
    "full": _N("win counts the kan dora"),
    "empty": _N("win does not count it"),
}
LEGEND_EARLY = {
    "next kan": _N("turned here if another kan comes first"),
    "rinshan win": _N("turned here for the win"),
    "robbery": _N("turned here if it can be robbed"),
}
_FOURTH = _N("Fourth kan")
_WHOSE = (_N("Fourth kan, several players"), _N("Fourth kan, one player"))
ASSUMED = _N("assumed")
_DECIDES, _AND = _N("The plugin {plugin} also decides {what}."), _N("and")
_TITLE, BESIDE_WORDS = _N("Timeline of a kan"), _N("and")
_SAID = _N("{kan}: {robbed}; the kan dora indicator is {turned}; wins that count it: {wins}")
ROBBED_BY = {"no": _N("it cannot be robbed"), "yes": _N("it may be robbed")}
ROBBED_UNTIL = _N("until the discard")
LEGEND_WINDOW = _N("may be robbed until here")
_SAID_LATE = _N("it may be robbed until the discard, the next kan, or a rinshan win")
KITA, KITA_TURNS = _N("Kita"), _N("a kita turns a pending indicator here")
_KITA_SAID, _RINSHAN = (
    _N("{kita}: {robbed}; {waiting}; {rinshan}"),
    _N("a win on its replacement tile is rinshan kaihou"),
)
_NO_RINSHAN, _NONE_WAITS = (
    _N("a win on its replacement tile is not rinshan kaihou"),
    _N("no kan dora indicator is pending"),
)
_BY, _NOBODY, _UNSAID = _N("it may be robbed by {who}"), _N("none"), _N("assumed")


def filled(message: str, **values: str) -> str:
    """Return the message with the values filled in."""
    for name, value in values.items():
        message = message.replace(f"{{{name}}}", value)
    return message


def ends_of(sides: Sequence[Side]) -> list[tuple[str, list[tuple[Side, End]]]]:
    """Return the effects of a fourth kan, by whose kans the four are. If that makes no difference, it is left out."""
    if all(several == one for several, one in (side.ends for side in sides)):
        return [(_FOURTH, [(side, side.ends[0]) for side in sides])]
    return [(whose, [(side, side.ends[at]) for side in sides]) for at, whose in enumerate(_WHOSE)]


def title_of(sides: Sequence[Side], say: Say = str) -> str:
    """Return the title of the picture."""
    return f"{say(_TITLE)}: " + f" {say(BESIDE_WORDS)} ".join(side.title for side in sides)


def description_of(columns: Sequence[Column], sides: Sequence[Side], say: Say = str) -> str:
    """Return the picture in words."""
    return ". ".join(described(columns, sides, say))


def described(columns: Sequence[Column], sides: Sequence[Side], say: Say = str) -> list[str]:
    """Return the picture in words: a sentence for each kan and for the fourth."""
    wins = [column for column in columns if column.win]
    said = []
    for side in sides:
        for kan, lane in side.lanes.items():
            counted = [say(win.words) for win in wins if lane.counts[win.name]]
            sentence = filled(
                say(_SAID),
                kan=say(KANS[kan]),
                robbed=_robbed(lane, say),
                turned=say(lane.turned) + (f" ({say(_UNSAID)})" if lane.assumed else ""),
                wins=", ".join(counted) or say(_NOBODY),
            )
            said.append(f"{side.name}, {sentence}" + "".join(f"; {say(LEGEND_EARLY[one.why])}" for one in lane.early))
        if side.kita is not None:
            said.append(f"{side.name}, {said_of_kita(side.kita, say)}")
        said += [f"{side.name}: {note}" for note in side.notes(say)]
    said += [f"{side.name}, {say(whose)}: {say(end.words)}" for whose, ends in ends_of(sides) for side, end in ends]
    return said


def _robbed(lane: Lane, say: Say) -> str:
    if lane.robbed_until is not None:
        return say(_SAID_LATE)
    robbed = ROBBED_BY.get(lane.robbed)
    return say(robbed) if robbed else filled(say(_BY), who=say(lane.robbed))


def said_of_kita(kita: KitaLane, say: Say) -> str:
    """Return a kita in words."""
    robbed = ROBBED_BY.get(kita.robbed)
    sentence = filled(
        say(_KITA_SAID),
        kita=say(KITA),
        robbed=say(robbed) if robbed else filled(say(_BY), who=say(kita.robbed)),
        waiting=say(kita.words or _NONE_WAITS),
        rinshan=say(_RINSHAN if kita.rinshan else _NO_RINSHAN),
    )
    return sentence + (f" ({say(_UNSAID)})" if kita.assumed else "")
