"""The ordinary course of a kan, from the announcement to the passed discard, in the order in which it happens.

Each step is a function. The first paragraph of its docstring is the law, as `kanrules explain kan` prints it; what
follows is for readers of the code. The machine runs the steps from wait to wait (`WAY`, at the end), and no other code
does. A kan that is not ordinary continues elsewhere: the four tiles and the laws against a kan in `announcement.py`,
kans in riichi in `riichi_kan.py`, a robbery after the replacement tile in `late_robbery.py`, fouls in `penalties.py`,
the value of a win in `kanrules.kyoku.wins`, and norths set aside in `kita.py`. What people read about a step comes from
the table in `findings.py`.

A step names the keys and hooks that can decide it, for those who ask which rule acts where; its body reads them. With a
value, a key acts at that step alone. At a step with `wait=`, the table waits for players: the machine calls that
function, not the walk. A step that returns a `WayEnd` ends the hand, and the steps after it do not run. Another kan
begins the list again, and what is left of the list then runs once, for the last kan.

`kan.number` counts the completed kans of all players, this one included. `state.judge` asks the plugins: `decide` gives
the answer of the first that has one, `ask` and `answers` those of all, and `asks` is True if any of them listens.

No key is read before this kan can depend on it. Recorded hands are replayed once for all rulesets that agree on the
keys read so far, so a key that is read too early splits them for nothing. The order of conditions follows from that:
"is this the fourth kan?" comes before "when does the fourth kan end the hand?".
"""

from __future__ import annotations

from dataclasses import replace

from kanrules.errors import Hidden, UnreadableError
from kanrules.kan import liability
from kanrules.kan.announcement import gravity, objections
from kanrules.kan.findings import find, of_owners
from kanrules.kan.way import Course, Pause, Step, StepRun, WayEnd, watch_steps
from kanrules.law.codes import FORBIDDING, objection
from kanrules.law.hook_values import Call, FifthKan, FourKans, Kan, ReplacementFrom, SetAside
from kanrules.law.options import (
    AnkanRobbery,
    FifthKanPolicy,
    FourKansDraw,
    FourKansMoment,
    FourKansOfOne,
    Instant,
    Options,
    PendingOnNextKan,
    Shown,
)
from kanrules.law.payments import STICK
from kanrules.locale import marked as _N
from kanrules.pieces.actions import Action, Draw
from kanrules.pieces.events import KandoraTurned, KanPayment, RinshanDraw, Turned
from kanrules.pieces.melds import Meld, MeldType
from kanrules.pieces.readings import Concealed, waits_mask
from kanrules.pieces.tiles import KIND, NAMES, TERMINALS_AND_HONOURS, Seat, counts_37
from kanrules.rulings import Objection
from kanrules.table.judge import HookAnswer
from kanrules.table.layout import PendingIndicator
from kanrules.table.snapshot import Table
from kanrules.table.state import State

__all__ = ["WAY", "Pause", "Step", "StepRun", "watch_steps"]

KAN: Course[Kan] = Course()

# --- the announcement ----------------------------------------------------------------------------------------------


def against(state: State, kan: Kan) -> list[Objection]:
    """Return every objection to this kan, most serious first: from plugins, core, and for a fifth kan [fifth_kan]."""
    if state.judge.asks("before_kan"):
        found = [answer.value for answer in state.judge.answers("before_kan", kan, table=state.glance)]
        found.sort(key=gravity)
    else:
        found = objections(kan, state, state.options)
    if kan.number > 4:
        # Not among core's laws against a kan: the hook `fifth_kan` decides it, and not `before_kan`.
        fifth = fifth_kan_answer(state, kan)
        if fifth.value is FifthKan.FORBIDDEN:
            name, key = ("fifth", "fifth_kan.policy") if fifth.by == "core" else ("plugin", "")
            found.insert(0, objection("KR209", name, key, plugin=fifth.by))
    return found


def fifth_kan(kan: Kan, options: Options) -> FifthKan:
    """Return what a fifth kan does: it is forbidden, or ends the hand with or without a robbery window before it.
    Source: the keys of [fifth_kan].
    """
    if options.fifth_kan.policy is FifthKanPolicy.FORBIDDEN:
        return FifthKan.FORBIDDEN
    return FifthKan.ABORT_IF_NOT_ROBBED if options.fifth_kan.robbable else FifthKan.ABORT


def fifth_kan_answer(state: State, kan: Kan) -> HookAnswer[FifthKan]:
    """Return what this fifth kan does, and who decides it: a plugin or core."""
    return state.judge.decide("fifth_kan", kan, table=state.glance) or HookAnswer(fifth_kan(kan, state.options))


def decide_fifth(state: State, kan: Kan) -> None:
    """Record in the state what the announced fifth kan does, and who decided it."""
    answer = fifth_kan_answer(state, kan)
    # A forbidden fifth kan is followed where a record has one, and is then a kan like the others.
    state.fifth = FifthKan.PLAY_ON if answer.value is FifthKan.FORBIDDEN else answer.value
    state.decided_by("fifth_kan", answer.by)


@KAN.step(_N("announced"), *FORBIDDING, hooks=("before_kan", "fifth_kan", "replacement_from"))
def announced(state: State, kan: Kan) -> WayEnd | None:
    """The player announces the kan. An illegal kan is refused with every objection. The rules say how a fifth kan is
    treated.

    The objections are above (`against`); the machine asks for them before it announces the kan here. A fifth kan that
    is legal ends the hand now (`FifthKan.ABORT`), or once it is complete and nobody has robbed it ("fifth kan
    completed"), or after its discard ("discard passed"; only a plugin says so). Play goes on after it if a plugin says
    so, or if a record has one that is forbidden: the last live tile is then its replacement tile (`replacement_from`),
    and it has no indicator of its own.
    """
    # The state takes the tile from the end of the live wall if the dead wall has none.
    state.replaces_from = ReplacementFrom.DEAD_WALL
    if state.judge.asks("replacement_from"):
        decide_replacement(state, kan)
    if kan.number > 4:
        decide_fifth(state, kan)
        if state.fifth is FifthKan.ABORT:
            return WayEnd("fifth_kan", "announced")
    return None


@KAN.step(_N("four kans announced"), ("four_kans.abort_at", FourKansMoment.ANNOUNCED), hooks=("four_kans", "kans_end"))
def four_kans_announced(state: State, kan: Kan) -> WayEnd | None:
    """If four kans end the hand at the announcement, it ends here."""
    if kan.number > 4 or (kan.number < 4 and not state.judge.asks("kans_end")):
        return None
    if state.options.four_kans.abort_at is FourKansMoment.ANNOUNCED:
        decide_on(state, kan)
    return _four_kans_end(state, FourKansMoment.ANNOUNCED)


@KAN.step(_N("pending, next kan announced"), ("kandora.pending_on_next_kan", PendingOnNextKan.ANNOUNCED))
def pending_announced(state: State, kan: Kan) -> None:
    """Pending kan dora indicators are turned now if the announcement of the next kan turns them.

    If the completed next kan turns them, that happens at "indicators at the declaration", together with its own. The
    moment decides whether a player who robs this kan counts them: one that waits for the completed kan stays face down
    if this kan is robbed. With `keep`, neither kan turns the other's indicator: each waits for its own moment, the
    discard or the passed discard. A daiminkan finds none that waits for the passed discard: the discard that it claims
    has passed.
    """
    if state.pending and state.options.kandora.pending_on_next_kan is PendingOnNextKan.ANNOUNCED:
        turn_pending(state, Turned.NEXT_KAN_ANNOUNCED)


# --- the robbery window --------------------------------------------------------------------------------------------


@KAN.step(_N("robbed kan's indicator"), ("kandora.robbed_kan", Shown.REVEALED))
def indicator_before_robbery(state: State, kan: Kan) -> None:
    """If even a robbed kan turns its kan dora indicator, the indicator is turned before the robbery window opens.

    The machine has asked `robbers` already, since a kan that no player can rob has no window. An older indicator that
    waits for the completed kan is then turned after this one.
    """
    if kan.robbable_by and turned_before_robbery(kan, state.options) and state.opens_window(kan):
        turn(state, kan.number, Turned.ANNOUNCED)
        find(state, "turned before robbery")
        state.turned_early = True


def turned_before_robbery(kan: Kan, options: Options) -> bool:
    """Return True if this kan's dora indicator is turned before the players who may rob the kan are asked.

    An indicator that is never turned for this type of kan, or for a fifth one, is not turned for a robbed kan either.
    Source: the key `kandora.robbed_kan`, within the keys that time the indicators of completed kans.
    """
    is_shown = options.kandora.robbed_kan is Shown.REVEALED and kan.number <= 4
    return is_shown and reveal_kandora(kan, options) is not Instant.NEVER


@KAN.step(
    _N("robbery window"),
    "chankan.ankan", "chankan.passing_is_furiten", "chankan.ippatsu", "fifth_kan.robbable",
    hooks=("rob_kan", "yaku", "dora"), pause=Pause.ROBBERY,
)  # fmt: skip
def robbers(state: State, kan: Kan) -> tuple[Seat, ...]:
    """A player whose hand the tile completes may rob a shouminkan, and an ankan only if the rules allow it. A robbed
    kan is not completed: it does not count among the four kans, does not end ippatsu, makes no player liable, and turns
    no kan dora indicator, unless the rules turn one before the window.

    Return the players who may rob this kan; the machine asks at the announcement and keeps them in `kan.robbable_by`.
    Only the shape of their hands counts here: furiten and yaku are checked when a player claims the win. Without such a
    player the window does not open. It closes with the last pass, or when the replacement tile is drawn, which says
    that all have passed: the next steps run before that draw.

    A win ends the hand here (`kanrules.kyoku.wins.ron`): no later step runs, a robbed shouminkan stays a pon, and its
    player pays like a discarder. What becomes of the indicator is ruled on below (`robbed`). If every such win turns
    out to be that of a dead hand, the window is open again.
    """
    # Its tile was a discard, on which every player could already call ron. Only a plugin may let it be robbed.
    if kan.type is MeldType.DAIMINKAN and not state.judge.robs(kan.type):
        return ()
    kind = KIND[kan.tile]
    waiting = []
    for seat in state.setup.seats:
        if seat != kan.seat and state.waits(seat) >> kind & 1:
            waiting.append(seat)
    if not waiting or (kan.type is MeldType.ANKAN and not ankan_may_be_robbed(state)):
        return ()
    return tuple(seat for seat in waiting if _may_rob(state, kan, seat))


def ankan_may_be_robbed(state: State) -> bool:
    """Return True if a key or a plugin could let a player rob an ankan."""
    return state.options.chankan.ankan is not AnkanRobbery.NEVER or state.judge.asks("rob_kan")


def _may_rob(state: State, kan: Kan, seat: Seat) -> bool:
    answer = state.judge.decide("rob_kan", kan, seat, table=state.glance)
    if answer is not None:
        return answer.value is True
    try:
        return rob_kan(kan, seat, state.glance(), state.options)
    except Hidden:  # as far as the seat knows that follows the game
        return True


def rob_kan(kan: Kan, seat: Seat, table: Table, options: Options) -> bool:
    """Return True if this seat may rob the kan: a shouminkan always, an ankan never or only with thirteen orphans.

    Source: the key `chankan.ankan`.
    """
    if kan.type is MeldType.SHOUMINKAN:
        return True
    if kan.type is MeldType.DAIMINKAN or options.chankan.ankan is AnkanRobbery.NEVER:
        return False
    return waits_on_kokushi(table, seat, KIND[kan.tile])


def waits_on_kokushi(table: Table, seat: Seat, kind: int) -> bool:
    """Return True if this tile completes thirteen orphans for this seat."""
    if table.melds[seat] or kind not in TERMINALS_AND_HONOURS:
        return False
    counts = counts_37(table.hands[seat])
    if not waits_mask(Concealed.from_counts(counts)) >> kind & 1:
        return False
    # Such a tile could also complete seven pairs or four sets. With twelve of the thirteen kinds, it cannot.
    return sum(1 for orphan in TERMINALS_AND_HONOURS if counts[orphan]) >= 12


def robbed(state: State, kan: Kan | SetAside) -> None:
    """Rule on the kan dora indicator of a robbed kan: it stays face down, unless it was turned before the window. A
    kita has none. Called with the first win that robs the kan.
    """
    if isinstance(kan, Kan) and state.options.kandora.enabled and not state.turned_early:
        never = reveal_kandora(kan, state.options) is Instant.NEVER
        find(state, "robbed", "core", kan.type if never else "robbed_kan", kan=kan.type)


# --- the completed kan ---------------------------------------------------------------------------------------------


@KAN.step(_N("declaration"), "furiten.temporary_ends", "chankan.until", "chankan.passing_is_furiten")
def completed(state: State, kan: Kan) -> None:
    """The kan is completed and can no longer be robbed, unless the rules allow the robbery of a shouminkan until the
    discard. It interrupts: ippatsu and the first go-around end. Then a player who let a robbable kan pass becomes
    furiten.

    The order matters: the kan ends older temporary furiten, but not the furiten of a player who let this kan pass.
    """
    seat = kan.seat
    state.interrupt(seat)
    # Under `chankan.until`, `late_robbery.py` keeps the window open, and no player has let the kan pass yet.
    if kan.robbable_by and state.window is None and state.options.chankan.passing_is_furiten:
        state.let_pass(kan)
    state.announced = None
    state.kans.append(kan)
    if kan.type is MeldType.SHOUMINKAN:
        state.lose(seat, kan.tile)
        melds = state.melds[seat]
        at = next(i for i, m in enumerate(melds) if m.type is MeldType.PON and m.kind == KIND[kan.tile])
        melds[at] = Meld(MeldType.SHOUMINKAN, kan.tiles, kan.called, kan.source, kan.tile)
    else:
        taken = list(kan.tiles)
        if kan.type is MeldType.DAIMINKAN:
            assert kan.called is not None and kan.source is not None, (
                "a daiminkan has the tile and the player it was called from"
            )
            taken.remove(kan.called)
            state.take_discard(kan.source)
        for tile in taken:
            state.lose(seat, tile)
        state.melds[seat].append(Meld(kan.type, kan.tiles, kan.called, kan.source))
    state.forget_waits(seat)
    state.turn = seat
    state.drawn = None
    if kan.type is MeldType.DAIMINKAN:
        # The caller of a daiminkan had no turn before it, so it begins a new chain.
        state.chain = [kan]
    else:
        state.chain.append(kan)


@KAN.step(_N("fifth kan completed"), ("fifth_kan.policy", FifthKanPolicy.ABORT))
def fifth_kan_completed(state: State, kan: Kan) -> WayEnd | None:
    """If a fifth kan ends the hand unless it is robbed, the hand ends here.

    What it does was decided at the announcement. Where four kans end the hand at the discard or later, a fifth kan may
    still be declared on the fourth's replacement tile. The discard itself may not be claimed for one (`only_ron`).
    """
    if kan.number > 4 and state.fifth is FifthKan.ABORT_IF_NOT_ROBBED:
        return WayEnd("fifth_kan", "unrobbed")
    return None


@KAN.step(
    _N("liability"),
    "sekinin_barai.yakuman", "sekinin_barai.concealed_sets_count", "sekinin_barai.completed_by_kan",
    hooks=("liability",),
)  # fmt: skip
def liability_attaches(state: State, kan: Kan) -> None:
    """The player who fed a daiminkan becomes liable if it completes a set that causes liability.

    An ankan or a shouminkan has no feeder. It is asked about all the same, since a plugin may say otherwise.
    """
    source = kan.source if kan.type is MeldType.DAIMINKAN else None
    liability.by_call(state, Call(kan.type, kan.seat, kan.tile, source))


@KAN.step(_N("immediate payments"), hooks=("kan_stands",))
def immediate_payments(state: State, kan: Kan) -> None:
    """Payments that are due for the completed kan are made now.

    Only plugins ask for them; no ruleset key does. Points go to other players, riichi sticks to the table.
    """
    for answer in state.judge.ask("kan_stands", kan, table=state.glance):
        transfer = answer.value
        assert isinstance(transfer.source, Seat), "a payment for a kan that stands names the seat that pays"
        # Kept so that the end of the hand counts the payment without making it again.
        state.at_once.append(transfer)
        state.scores[transfer.source] -= transfer.points
        to = transfer.to if isinstance(transfer.to, Seat) else None
        if to is None:
            state.sticks += transfer.points // STICK
        else:
            state.scores[to] += transfer.points
        find(
            state, "paid", answer.by,
            seat=transfer.source, to=transfer.to, points=transfer.points, why=transfer.why,
        )  # fmt: skip
        state.events.append(KanPayment(transfer.source, to, transfer.points, kan.number))


@KAN.step(
    _N("four kans completed"),
    "four_kans.several_players", "four_kans.one_player", ("four_kans.abort_at", FourKansMoment.DECLARATION),
    hooks=("four_kans", "kans_end"),
)  # fmt: skip
def four_kans_completed(state: State, kan: Kan) -> WayEnd | None:
    """This was the fourth kan of the hand: play continues, the hand is going to end, or the fourth kan wins.

    What it does was decided at the announcement if the hand could end there. A plugin may end the hand with an earlier
    kan.
    """
    if kan.number > 4 or (kan.number < 4 and not state.judge.asks("kans_end")):
        return None
    decide_on(state, kan)
    if state.four_kans is FourKans.WIN:
        return WayEnd("suukantsu", "stands", winner=kan.seat)
    return _four_kans_end(state, FourKansMoment.DECLARATION)


def _four_kans_end(state: State, moment: FourKansMoment) -> WayEnd | None:
    """Return the end of the hand by four kans if they end it at this moment."""
    if state.four_kans is FourKans.ABORT and state.options.four_kans.abort_at is moment:
        return WayEnd("four_kans", moment)
    return None


def decide_on(state: State, kan: Kan) -> None:
    """Ask about each kan whether it ends the hand, until one does; nothing takes that back."""
    if state.four_kans is not None:
        return
    if kan.number < 4:
        end_earlier(state, kan)
        return
    answer = decide_fourth(state, kan)
    if answer.value is FourKans.PLAY_ON:
        find(state, "four kans, play goes on", answer.by, of_owners(state))


def decide_fourth(state: State, kan: Kan) -> HookAnswer[FourKans]:
    """Record in the state what this fourth kan does. Return the answer with the name of the plugin or core."""
    answer: HookAnswer[FourKans] | None = state.judge.decide("four_kans", kan, table=state.glance)
    if answer is None:
        answer = HookAnswer(four_kans(kan, state, state.options))
    state.four_kans = answer.value
    state.decided_by("four_kans", answer.by)
    return answer


def end_earlier(state: State, kan: Kan) -> None:
    """Record in the state whether a plugin ends the hand with one of the first three kans."""
    answer = state.judge.decide("kans_end", kan, table=state.glance)
    if answer is not None:
        state.four_kans = answer.value
        state.decided_by("four_kans", answer.by)


def four_kans(kan: Kan, table: Table | State, options: Options) -> FourKans:
    """Return what four kans do, which may differ for one player's and several players' kans: end the hand, win, or
    nothing.
    """
    owners = {other.seat for other in table.kans} | {kan.seat}
    if len(owners) == 1:
        return FourKans(options.four_kans.one_player.value)
    return FourKans.ABORT if options.four_kans.several_players is FourKansDraw.ABORT else FourKans.PLAY_ON


# --- its dora indicator --------------------------------------------------------------------------------------------


@KAN.step(
    _N("indicators at the declaration"),
    ("kandora.pending_on_next_kan", PendingOnNextKan.DECLARATION),
    ("kandora.ankan", Instant.DECLARATION),
    ("kandora.daiminkan", Instant.DECLARATION),
    ("kandora.shouminkan", Instant.DECLARATION),
    hooks=("reveal_kandora",),
)
def indicators_at_declaration(state: State, kan: Kan) -> None:
    """Pending kan dora indicators that are due now are turned, the one of the oldest kan first; then this kan's own, if
    it is due now.

    An indicator that is due later is pending from here on. Which tile is turned does not depend on the kan: it is
    always the next one of the wall.
    """
    if state.pending and state.options.kandora.pending_on_next_kan is PendingOnNextKan.DECLARATION:
        turn_pending(state, Turned.NEXT_KAN_DECLARATION)
    # Its own was turned before the robbery window.
    if state.turned_early:
        state.turned_early = False
        return
    # The wall has five dora indicators, and the first of them is face up from the deal on.
    if kan.number > 4:
        return
    answer: HookAnswer[Instant] | None = None
    if state.options.kandora.enabled:
        answer = state.judge.decide("reveal_kandora", kan, table=state.glance)
    if answer is None:
        answer = HookAnswer(reveal_kandora(kan, state.options))
    instant, plugin = answer.value, answer.by
    if instant is Instant.DECLARATION:
        turn(state, kan.number, Turned.DECLARATION, plugin)
    elif instant is not Instant.NEVER:
        state.pending.append(PendingIndicator(kan.number, instant, plugin))
    elif plugin != "core":
        find(state, "never turned", plugin, kan=kan.type)


def reveal_kandora(kan: Kan, options: Options) -> Instant:
    """Return the moment at which this kan's dora indicator is turned. Source: the keys of [kandora]."""
    kandora = options.kandora
    if not kandora.enabled:
        return Instant.NEVER
    if kan.type is MeldType.ANKAN:
        return kandora.ankan
    return kandora.daiminkan if kan.type is MeldType.DAIMINKAN else kandora.shouminkan


def turn(state: State, number: int, how: Turned, plugin: str = "core") -> None:
    """Turn the next dora indicator for the kan of this number, and record the moment and who decided it."""
    tile = state.turn_indicator(number)
    # A kan that is still announced is not in `kans`: its dora indicator is turned before the robbery window.
    kan = state.kans[number - 1] if number <= len(state.kans) else state.announced
    assert isinstance(kan, Kan), "an indicator is turned for a kan, completed or announced"
    shown = NAMES[tile] if tile is not None else _NEVER_SHOWN
    find(state, f"turned, {how}", plugin, kan.type, indicator=shown, kan=kan.type)
    state.events.append(KandoraTurned(tile, how, number))


_NEVER_SHOWN = _N("a kan dora indicator that the record does not show")


def turn_pending(state: State, how: Turned) -> None:
    """Turn every pending kan dora indicator, oldest first, because something else happens before it is due. One that a
    plugin keeps for a win waits for a win.
    """
    pending = [one for one in state.pending if one.instant is not Instant.WIN]
    state.pending = [one for one in state.pending if one.instant is Instant.WIN]
    for indicator in pending:
        # The plugin that kept it chose another moment: this one is the ruleset's.
        turn(state, indicator.kan, how)


def turn_for_win(state: State) -> bool:
    """Turn the kan dora indicators that a plugin keeps for a win. Return True if there are any, since they change the
    value of the hand.
    """
    kept = [one for one in state.pending if one.instant is Instant.WIN]
    if kept:
        state.pending = [one for one in state.pending if one.instant is not Instant.WIN]
    for one in kept:
        turn(state, one.kan, Turned.WIN, one.plugin)
    return bool(kept)


def _turn_due(state: State, moment: Instant) -> None:
    """Turn the pending kan dora indicators due at this moment, oldest first. After a passed discard, all are due except
    those that a plugin keeps for a win.
    """
    last = moment is Instant.DISCARD_PASSED
    due = [p for p in state.pending if p.instant is moment or (last and p.instant is not Instant.WIN)]
    if due:
        state.pending = [p for p in state.pending if p not in due]
        for pending in due:
            turn(state, pending.kan, Turned(moment.value), pending.plugin)


# --- the replacement tile ------------------------------------------------------------------------------------------


@KAN.step(_N("replacement draw"), pause=Pause.REPLACEMENT)
def draw_replacement(state: State, kan: Kan | SetAside, draw: Draw) -> None:
    """The replacement tile is drawn. The last tile of the live wall becomes part of the dead wall, which has fourteen
    tiles again.

    `State.take_replacement` moves the tiles. A fifth kan takes the last live tile, since the dead wall has only four.
    A plugin may have said at the announcement that it comes from elsewhere (`State.replacement_place`).
    """
    tile = state.take_replacement(draw.tile)
    state.gain(draw.seat, tile)
    state.drawn = tile
    # Whether a win on the replacement tile of a kita is rinshan kaihou is a rule; for a kan it always is.
    state.on_replacement = state.open_kita is None or state.options.kita.rinshan
    state.events.append(RinshanDraw(draw.seat, tile))


def replacement_from(kan: Kan, table: Table | State) -> ReplacementFrom:
    """Return where the replacement tile comes from: the dead wall, or the end of the live wall for a fifth kan, since
    the dead wall has only four. Source: EMA 2016 3.3.5, M.League 2-3; for a fifth kan, none.
    """
    return ReplacementFrom.DEAD_WALL if table.rinshan_left else ReplacementFrom.LAST_LIVE_TILE


def decide_replacement(state: State, kan: Kan) -> None:
    """Record in the state where the replacement tile of this kan comes from."""
    answer = state.judge.decide("replacement_from", kan, table=state.glance)
    state.replaces_from = replacement_from(kan, state) if answer is None else answer.value


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


@KAN.step(
    _N("indicator at the replacement draw"),
    ("kandora.ankan", Instant.RINSHAN_DRAW),
    ("kandora.daiminkan", Instant.RINSHAN_DRAW),
    ("kandora.shouminkan", Instant.RINSHAN_DRAW),
)
def indicator_at_replacement(state: State, kan: Kan) -> None:
    """A kan dora indicator that is due at the replacement draw is turned."""
    if state.pending:
        _turn_due(state, Instant.RINSHAN_DRAW)


@KAN.step(_N("after rinshan"), hooks=("after_rinshan",))
def after_rinshan(state: State, kan: Kan) -> None:
    """Plugins are notified of the replacement draw."""
    state.judge.ask("after_rinshan", kan, state.drawn, table=state.glance)


@KAN.step(_N("four kans, replacement tile drawn"), ("four_kans.abort_at", FourKansMoment.RINSHAN_DRAW))
def four_kans_replaced(state: State, kan: Kan) -> WayEnd | None:
    """If four kans end the hand at the fourth replacement tile, it ends here unless that tile wins.

    Source: a Japanese introduction to the kan, 四槓流れ: 「4回カンが発生して嶺上牌がなくなった時点で、流局」. The text
    does not mention a win on that tile. kanrules lets a win come before the draw, as at the other moments.
    """
    end = _four_kans_end(state, FourKansMoment.RINSHAN_DRAW)
    return replace(end, unless=state.turn) if end is not None else None


# --- the turn and the discard --------------------------------------------------------------------------------------


@KAN.step(
    _N("turn"),
    "chankan.until", "chankan.passing_is_furiten", "kan.late_ron", "kandora.pending_on_rinshan_win",
    "sekinin_barai.daiminkan_rinshan", "rinshan.tsumo_fu", "rinshan.with_haitei",
    hooks=("yaku", "dora"), pause=Pause.TURN,
)  # fmt: skip
def rinshan_win(state: State) -> None:
    """The player wins on the replacement tile (rinshan kaihou), declares another kan (from the top of this list) or
    discards. If the rules allow a shouminkan to be robbed until then, or the tile of a daiminkan to be won on, the win
    undoes the kan for scoring; a player who let a shouminkan pass becomes furiten when one of the three happens.

    Called for a valid win: pending kan dora indicators are turned for it, or stay face down, as the rules say.
    """
    if all(one.instant is Instant.WIN for one in state.pending):
        return
    if state.options.kandora.pending_on_rinshan_win is Shown.REVEALED:
        turn_pending(state, Turned.RINSHAN_WIN)
        find(state, "rinshan win, turned")
    else:
        find(state, "rinshan win, hidden")


@KAN.step(
    _N("discard"),
    ("kandora.ankan", Instant.DISCARD),
    ("kandora.daiminkan", Instant.DISCARD),
    ("kandora.shouminkan", Instant.DISCARD),
    ("four_kans.abort_at", FourKansMoment.DISCARD),
)
def discarded(state: State, kan: Kan) -> WayEnd | None:
    """Kan dora indicators that are due at the discard are turned together with it. Four kans may end the hand here,
    before ron.
    """
    if state.pending:
        _turn_due(state, Instant.DISCARD)
    return _four_kans_end(state, FourKansMoment.DISCARD)


@KAN.step(_N("claims"), hooks=("yaku", "dora"), pause=Pause.CLAIMS)
def only_ron(state: State, action: Action) -> Objection:
    """Players may call ron. If the fourth kan ends the hand, the discard may not be called for anything else.

    A plugin may end the hand with the discard after a fifth kan, too.

    Return the objection to such a call. The machine asks for it once the hand is known to end on the discard.
    """
    if state.fifth is FifthKan.ABORT_ON_PASSED_DISCARD:
        return objection("KR299", "fifth_only_ron", action=action)
    name = "only_ron" if len(state.kans) > 3 else "kans_end_only_ron"
    return objection("KR299", name, f"four_kans.{of_owners(state)}", action=action)


@KAN.step(
    _N("discard passed"),
    ("kandora.ankan", Instant.DISCARD_PASSED),
    ("kandora.daiminkan", Instant.DISCARD_PASSED),
    ("kandora.shouminkan", Instant.DISCARD_PASSED),
    ("four_kans.one_player", FourKansOfOne.WIN_ON_PASSED_DISCARD),
    ("four_kans.abort_at", FourKansMoment.DISCARD_PASSED),
    "four_kans.riichi_stick",
)
def passed(state: State, kan: Kan) -> WayEnd | None:
    """The discard has passed without a ron. Kan dora indicators that are due now are turned; then four kans may end the
    hand, or four kans of one player may win it. No indicator remains pending.

    One that a plugin keeps for a win does. A discard that is called for a kan, a pon, or a chi has passed, too: these
    steps run before the call.

    This is the last moment of `four_kans.abort_at`, so nothing else is left for four kans that end the hand.
    """
    if state.pending:
        _turn_due(state, Instant.DISCARD_PASSED)
    if state.four_kans is FourKans.ABORT:
        return WayEnd("four_kans", FourKansMoment.DISCARD_PASSED)
    if state.four_kans is FourKans.WIN_ON_PASSED_DISCARD:
        return WayEnd("suukantsu", "discard", winner=kan.seat)
    if state.fifth is FifthKan.ABORT_ON_PASSED_DISCARD:
        return WayEnd("fifth_kan", "discard_passed")
    return None


WAY: tuple[Step, ...] = tuple(KAN.steps)
"""The steps of a kan, in order."""
