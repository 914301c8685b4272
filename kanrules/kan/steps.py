"""The steps of a kan, from the announcement to the end of the turn. No other module runs them.

`WAY` is the list of steps; each law is in a file of its own. The machine runs the list from wait to wait, and `kanrules
explain kan` prints it.
"""

from __future__ import annotations

from collections.abc import Callable

from kanrules.errors import UnreadableError
from kanrules.kan import chankan, fifth_kan, four_kans, immediate_payments, kandora, kita, liability
from kanrules.kan.step_types import Step, Wait, WayEnd
from kanrules.law.codes import FORBIDDING
from kanrules.law.hook_values import Kan, SetAside
from kanrules.law.options import Instant
from kanrules.locale import marked as _N
from kanrules.pieces.actions import Draw
from kanrules.pieces.events import RinshanDraw
from kanrules.pieces.melds import Meld, MeldType
from kanrules.pieces.tiles import KIND, NAMES
from kanrules.table.state import State

__all__ = ["KITA_WAY", "WAY", "Step", "Wait", "WayEnd", "announce", "check_replacement", "replace", "walk"]

# Looking up an enum member takes a tenth of a microsecond in Python 3.11, and this code runs with every tile.
_DAIMINKAN, _SHOUMINKAN, _PON = MeldType.DAIMINKAN, MeldType.SHOUMINKAN, MeldType.PON
_DISCARD, _DISCARD_PASSED = Instant.DISCARD, Instant.DISCARD_PASSED


def _stands(state: State) -> None:
    kan = state.announced
    assert isinstance(kan, Kan)
    seat = kan.seat
    # The order matters: the kan ends older temporary furiten, but not the furiten of a player who let this kan pass.
    state.interrupt(seat)
    # While the kan may still be robbed, no player has let it pass.
    if kan.robbable_by and state.window is None and state.options.chankan.passing_is_furiten:
        state.let_pass(KIND[kan.tile])
    state.announced = None
    state.kans.append(kan)
    if kan.type is _SHOUMINKAN:
        state.lose(seat, kan.tile)
        melds = state.melds[seat]
        at = next(i for i, m in enumerate(melds) if m.type is _PON and m.kind == KIND[kan.tile])
        melds[at] = Meld(_SHOUMINKAN, kan.tiles, kan.called, kan.source, kan.tile)
    else:
        taken = list(kan.tiles)
        if kan.type is _DAIMINKAN:
            assert kan.called is not None and kan.source is not None
            taken.remove(kan.called)
            state.take_discard(kan.source)
        for tile in taken:
            state.lose(seat, tile)
        state.melds[seat].append(Meld(kan.type, kan.tiles, kan.called, kan.source))
    state.forget_waits(seat)
    state.turn = seat
    state.drawn = None
    if kan.type is _DAIMINKAN:
        # The caller of a daiminkan had no turn before it, so it begins a new chain.
        state.chain = [kan]
    else:
        state.chain.append(kan)


def _after_rinshan(state: State) -> None:
    state.judge.ask("after_rinshan", state.kans[-1], state.drawn, table=state.glance)


def _discarded(state: State) -> WayEnd | None:
    if state.pending:
        kandora.turn_due(state, _DISCARD)
    return four_kans.discarded(state)


def _passed(state: State) -> WayEnd | None:
    if state.pending:
        kandora.turn_due(state, _DISCARD_PASSED)
    return four_kans.passed(state)


WAY: tuple[Step, ...] = (
    Step(
        _N("announced"),
        _N(
            "The player announces the kan. An illegal kan is refused with every objection. The rules say how a fifth "
            "kan is treated."
        ),
        fifth_kan.announced,
        keys=FORBIDDING,
        hooks=("before_kan", "fifth_kan"),
    ),
    Step(
        _N("four kans announced"),
        _N("If four kans end the hand at the announcement, it ends here."),
        four_kans.announced,
        keys=("four_kans.abort_at",),
        hooks=("four_kans", "kans_end"),
    ),
    Step(
        _N("pending, next kan announced"),
        _N("Pending kan dora indicators are turned now if the announcement of the next kan turns them."),
        kandora.pending_announced,
        keys=("kandora.pending_on_next_kan",),
    ),
    Step(
        _N("robbed kan's indicator"),
        _N(
            "If even a robbed kan turns its kan dora indicator, the indicator is turned before the robbery window "
            "opens."
        ),
        chankan.indicator_before_robbery,
        keys=("kandora.robbed_kan",),
    ),
    Step(
        _N("robbery window"),
        _N(
            "A player whose hand the tile completes may rob a shouminkan, and an ankan only if the rules "
            "allow it. A robbed kan is not completed: it does not count among the four kans, does not "
            "end ippatsu, makes no player liable, and turns no kan dora indicator."
        ),
        wait=Wait.ROBBERY,
        keys=("chankan.ankan", "chankan.passing_is_furiten", "chankan.ippatsu", "fifth_kan.robbable"),
        hooks=("rob_kan", "yaku", "dora"),
    ),
    Step(
        _N("declaration"),
        _N(
            "The kan is completed and can no longer be robbed, unless the rules allow the robbery of a "
            "shouminkan until the discard. It interrupts: ippatsu and the first go-around end. Then a "
            "player who let a robbable kan pass becomes furiten."
        ),
        _stands,
        keys=("furiten.temporary_ends", "chankan.until", "chankan.passing_is_furiten"),
    ),
    Step(
        _N("fifth kan completed"),
        _N("If a fifth kan ends the hand unless it is robbed, the hand ends here."),
        fifth_kan.stands,
        keys=("fifth_kan.policy",),
    ),
    Step(
        _N("liability"),
        _N("The player who fed a daiminkan becomes liable if it completes a set that causes liability."),
        liability.by_kan,
        keys=("sekinin_barai.yakuman", "sekinin_barai.concealed_sets_count", "sekinin_barai.completed_by_kan"),
        hooks=("liability",),
    ),
    Step(_N("immediate payments"), _N("Payments that are due for the completed kan are made now."),
         immediate_payments.make_payments, hooks=("kan_stands",)),
    Step(
        _N("four kans completed"),
        _N("This was the fourth kan of the hand: play continues, the hand is going to end, or the fourth kan wins."),
        four_kans.stand,
        keys=("four_kans.several_players", "four_kans.one_player", "four_kans.abort_at"),
        hooks=("four_kans", "kans_end"),
    ),
    Step(
        _N("indicators at the declaration"),
        _N(
            "Pending kan dora indicators that are due now are turned, the one of the oldest kan first; then this kan's "
            "own, if it is due now."
        ),
        kandora.at_declaration,
        keys=("kandora.pending_on_next_kan", "kandora.ankan", "kandora.daiminkan", "kandora.shouminkan"),
        hooks=("reveal_kandora",),
    ),
    Step(
        _N("replacement draw"),
        _N(
            "The replacement tile is drawn. The last tile of the live wall becomes part of the dead "
            "wall, which has fourteen tiles again."
        ),
        wait=Wait.REPLACEMENT,
    ),
    Step(_N("indicator at the replacement draw"), _N(
        "A kan dora indicator that is due at the replacement draw is turned."
    ),
         kandora.at_replacement,
         keys=("kandora.ankan", "kandora.daiminkan", "kandora.shouminkan")),
    Step(_N("after rinshan"), _N("Plugins are notified of the replacement draw."), _after_rinshan,
         hooks=("after_rinshan",)),
    Step(
        _N("four kans, replacement tile drawn"),
        _N("If four kans end the hand at the fourth replacement tile, it ends here unless that tile wins."),
        four_kans.replaced,
        keys=("four_kans.abort_at",),
    ),
    Step(
        _N("turn"),
        _N(
            "The player wins on the replacement tile (rinshan kaihou), declares another kan (from the top of this "
            "list) or discards. If the rules allow a shouminkan to be robbed until then, or the tile of a daiminkan to "
            "be won on, the win undoes the kan for scoring; a player who let a shouminkan pass becomes furiten when "
            "one of the three happens."
        ),
        wait=Wait.TURN,
        keys=("chankan.until", "chankan.passing_is_furiten", "kan.late_ron",
              "kandora.pending_on_rinshan_win", "sekinin_barai.daiminkan_rinshan", "rinshan.tsumo_fu",
              "rinshan.with_haitei"),
        hooks=("yaku", "dora"),
    ),
    Step(
        _N("discard"),
        _N(
            "Kan dora indicators that are due at the discard are turned together with it. Four kans may "
            "end the hand here, before ron."
        ),
        _discarded,
        keys=("kandora.daiminkan", "kandora.shouminkan", "four_kans.abort_at"),
    ),
    Step(_N("claims"), _N(
        "Players may call ron. If the fourth kan ends the hand, the discard may not be called for anything else."
    ),
         wait=Wait.CLAIMS, hooks=("yaku", "dora")),
    Step(
        _N("discard passed"),
        _N(
            "The discard has passed without a ron. Kan dora indicators that are due now are turned; then "
            "four kans may end the hand, or four kans of one player may win it. No indicator remains pending."
        ),
        _passed,
        keys=(
            "kandora.daiminkan", "kandora.shouminkan", "four_kans.one_player", "four_kans.abort_at",
            "four_kans.riichi_stick",
        ),
    ),
)  # fmt: skip
"""The steps of a kan, in order."""


KITA_WAY: tuple[Step, ...] = (
    Step(
        _N("kita announced"),
        _N(
            "The player shows a north and sets it aside. An illegal kita is refused with every "
            "objection. A kita is not a kan and turns no kan dora indicator."
        ),
        keys=("kita.enabled", "kita.min_live_tiles", "kita.after_call", "kita.in_riichi"),
    ),
    Step(
        _N("pending, kita announced"),
        _N("Pending kan dora indicators are turned now if the announcement of a kita turns them."),
        kandora.kita_announced,
        keys=("kita.pending_indicator",),
    ),
    Step(
        _N("kita robbery window"),
        _N(
            "A player may win on a north that completes their hand, if the rules allow it. The win does "
            "not count chankan."
        ),
        wait=Wait.ROBBERY,
        keys=("kita.robbable", "kita.robbed_ippatsu", "kita.passing_is_furiten"),
    ),
    Step(
        _N("kita completed"),
        _N(
            "The kita can no longer be robbed. The rules say what it interrupts, and whether a player who let it pass "
            "becomes furiten."
        ),
        kita.stands,
        keys=("kita.interrupts", "kita.passing_is_furiten"),
    ),
    Step(
        _N("pending, kita completed"),
        _N("Pending kan dora indicators are turned before the replacement draw if a completed kita turns them."),
        kandora.kita_stands,
        keys=("kita.pending_indicator",),
    ),
    Step(
        _N("kita replacement draw"),
        _N(
            "A replacement tile is drawn from the dead wall. The turn continues as after a kan, with "
            "a win, a kan, another kita or a discard."
        ),
        wait=Wait.REPLACEMENT,
        keys=("wall.replacements", "wall.refill", "kita.rinshan"),
    ),
    Step(_N("after a kita's replacement"), _N("The player holds the replacement tile."), kita.replaced),
)
"""The steps of a kita, in order. From the replacement tile on, the turn continues as in `WAY`."""


def _stretches(way: tuple[Step, ...]) -> dict[Wait | None, tuple[Callable[[State], WayEnd | None], ...]]:
    """Return the functions of the steps that run after each wait, up to the next wait."""
    stretches: dict[Wait | None, list[Callable[[State], WayEnd | None]]] = {None: []}
    current: Wait | None = None
    for step in way:
        if step.wait is not None:
            current = step.wait
            stretches[current] = []
        if step.run is not None:
            stretches[current].append(step.run)
    return {wait: tuple(steps) for wait, steps in stretches.items()}


_STRETCHES = _stretches(WAY)
_KITA_STRETCHES = _stretches(KITA_WAY)


def walk(state: State, after: Wait | None) -> WayEnd | None:
    """Run the steps from just after a wait (None: from the announcement) to the next wait. Return what ends the hand
    before it, or None.
    """
    # A completed kita is no longer announced: `open_kita` holds it until its replacement tile is drawn.
    of_kita = type(state.announced) is SetAside or state.open_kita is not None
    for step in (_KITA_STRETCHES if of_kita else _STRETCHES)[after]:
        end = step(state)
        if end is not None:
            return end
    return None


def with_robbers(state: State, kan: Kan | SetAside) -> Kan | SetAside:
    """Return the same kan or kita with the seats that may rob it."""
    return chankan.with_robbers(state, kan) if isinstance(kan, Kan) else kita.with_robbers(state, kan)


def announce(state: State, kan: Kan | SetAside) -> WayEnd | None:
    """Announce a kan or kita that was found legal (or is followed regardless), and open the robbery window if a player
    may rob it. Return what ends the hand before that, or None.
    """
    state.announced = with_robbers(state, kan)
    end = walk(state, None)
    # If no player can rob it, the window does not open and no one has to pass.
    if end is None and not state.announced.robbable_by:
        end = walk(state, Wait.ROBBERY)
    return end


def check_replacement(state: State, draw: Draw) -> None:
    """Raise UnreadableError if this replacement tile is impossible: not the wall's tile, or a fifth copy."""
    known = state.replacement_tile()
    tile = draw.tile
    if known is None:
        if tile is None:
            raise UnreadableError("the replacement tile is not known; name it")
        state.check_unseen(tile)
    elif tile is not None and tile != known:
        raise UnreadableError(f"{draw.seat} draws {NAMES[tile]}, but the next replacement tile is {NAMES[known]}")


def replace(state: State, draw: Draw) -> WayEnd | None:
    """Draw the replacement tile, refill the dead wall, and continue with the player's turn. Return what ends the hand,
    or None.
    """
    tile = state.take_replacement(draw.tile)
    state.gain(draw.seat, tile)
    state.drawn = tile
    # Whether a win on the replacement tile of a kita is rinshan kaihou is a rule; for a kan it always is.
    state.on_replacement = state.open_kita is None or state.options.kita.rinshan
    state.events.append(RinshanDraw(draw.seat, tile))
    return walk(state, Wait.REPLACEMENT)
