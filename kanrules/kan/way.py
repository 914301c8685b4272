"""The way of a kan, from the word to the end of the turn: the only place that walks it.

`WAY` is the list of steps. The machine runs it from wait to wait, and `kanrules explain kan` prints it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from kanrules.errors import IllegalAction, UnreadableError
from kanrules.law.options import FourKansMoment, Instant, PendingOnNextKan, RinshanLiability, Shown
from kanrules.law.vocabulary import FifthKan, FourKans, Kan
from kanrules.pieces.actions import Ankan, Draw, KanAction, Shouminkan
from kanrules.pieces.events import KandoraTurned, RinshanDraw, Turned
from kanrules.pieces.melds import Meld, MeldType
from kanrules.pieces.tiles import FIVES, KIND, NAMES, RED_FIVES, SEATS, Kind, Seat, Tile, sort_tiles
from kanrules.rulings import Finding, Objection, Verdict
from kanrules.table.snapshot import PendingIndicator
from kanrules.table.state import State


class Wait(StrEnum):
    """What the table waits for between two stretches of the way."""

    ROBBERY = "robbery window"
    REPLACEMENT = "replacement draw"
    TURN = "win, another kan, or discard"
    CLAIMS = "claims on the discard"


@dataclass(frozen=True, slots=True)
class End:
    """A step of the way ends the hand: in a draw of this name, or with the fourth kan of `winner`, which wins.

    Where `unless` could win on the tile it has drawn, the draw waits for what it does.
    """

    draw: str = ""
    winner: Seat | None = None
    unless: Seat | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the way: its name, what the law says there, what the machine does, and which keys and hooks
    decide.
    """

    name: str
    law: str
    run: Callable[[State], End | None] | None = None
    wait: Wait | None = None
    keys: tuple[str, ...] = ()
    hooks: tuple[str, ...] = ()


# Python 3.11 looks an enum's member up in a tenth of a microsecond, which is long where it happens with every tile.
_ANKAN, _DAIMINKAN, _SHOUMINKAN, _PON = MeldType.ANKAN, MeldType.DAIMINKAN, MeldType.SHOUMINKAN, MeldType.PON
_ABORT, _REVEALED, _TURNED = FourKans.ABORT, Shown.REVEALED, Verdict.TURNED
_DECLARATION, _RINSHAN_DRAW, _NEVER = Instant.DECLARATION, Instant.RINSHAN_DRAW, Instant.NEVER
_DISCARD, _DISCARD_PASSED, _AT_ANNOUNCEMENT = Instant.DISCARD, Instant.DISCARD_PASSED, FourKansMoment.ANNOUNCED
_TURNED_AT: dict[Instant, Turned] = {
    instant: Turned(instant.value) for instant in Instant if instant is not Instant.NEVER
}
_WITH_NEXT_KAN = frozenset((Turned.NEXT_KAN_ANNOUNCED, Turned.NEXT_KAN_DECLARATION))


# --- possible kans -------------------------------------------------------------------------------------------------


def tiles_of(state: State, seat: Seat, kind: Kind) -> tuple[Tile, ...]:
    """The concealed tiles of this kind that the seat holds, the red one first."""
    hand = state.hands[seat]
    held = [kind] * hand[kind]
    if kind in FIVES:
        red = RED_FIVES[FIVES.index(kind)]
        held = [red] * hand[red] + held
    return tuple(held)


def kan_of(state: State, action: KanAction) -> Kan:
    """The kan that this action announces; raises IllegalAction (KR201) where its tiles are not there."""
    seat, kind = action.seat, KIND[action.tile]
    held = tiles_of(state, seat, kind)
    called: Tile | None = None
    source: Seat | None = None
    if isinstance(action, Ankan):
        kan_type, tiles = _ANKAN, held
        if len(held) != 4:
            raise IllegalAction([_not_held(state, action, f"holds {len(held)} of the four {NAMES[kind]}")])
    elif isinstance(action, Shouminkan):
        kan_type = _SHOUMINKAN
        pon = next((m for m in state.melds[seat] if m.type is _PON and m.kind == kind), None)
        if pon is None:
            raise IllegalAction([_not_held(state, action, f"has no pon of {NAMES[kind]}")])
        if not held:
            raise IllegalAction([_not_held(state, action, f"does not hold the fourth {NAMES[kind]}")])
        tiles, called, source = (*pon.tiles, held[0]), pon.called, pon.source
    else:
        kan_type = _DAIMINKAN
        last = state.claimable()
        if last is None or KIND[last.tile] != kind or last.seat == seat:
            raise IllegalAction(
                [Objection("KR202", f"{seat} cannot call {NAMES[action.tile]}: nobody just discarded it")]
            )
        if len(held) != 3:
            raise IllegalAction([_not_held(state, action, f"holds {len(held)} of the three {NAMES[kind]} it takes")])
        tiles, called, source = (*held, last.tile), last.tile, last.seat
    return Kan(
        type=kan_type,
        seat=seat,
        tile=tiles[-1] if kan_type is _SHOUMINKAN else action.tile,
        tiles=tuple(sort_tiles(tiles)),
        called=called,
        source=source,
        number=len(state.kans) + 1,
        in_riichi=state.riichi[seat],
        on_replacement=state.on_replacement and kan_type is not _DAIMINKAN,
    )


def _not_held(state: State, action: KanAction, what: str) -> Objection:
    return Objection("KR201", f"{action}: {action.seat} {what}")


def with_robbers(state: State, kan: Kan) -> Kan:
    """The same kan with the seats that may rob it: those whose hand its tile completes and whom the rules let."""
    if kan.type is _DAIMINKAN or (kan.type is _ANKAN and not state.judge.ankan_may_be_robbed):
        return kan
    kind = KIND[kan.tile]
    robbers = tuple(
        seat
        for seat in SEATS
        if seat != kan.seat and state.waits(seat) >> kind & 1 and state.judge.rob_kan(kan, seat, state.glance).value
    )
    if not robbers:
        return kan
    return Kan(
        kan.type,
        kan.seat,
        kan.tile,
        kan.tiles,
        kan.called,
        kan.source,
        kan.number,
        kan.in_riichi,
        kan.on_replacement,
        robbers,
    )


def objections(state: State, kan: Kan) -> list[Objection]:
    """Why this kan is against the law: a fifth is asked of `fifth_kan` as well, every kan of `before_kan`."""
    found = [answer.value for answer in state.judge.before_kan(kan, state.glance)]
    if kan.number > 4:
        fifth = state.judge.fifth_kan(kan, state.glance)
        if fifth.value is FifthKan.FORBID:
            says, key = ("", "fifth_kan.policy") if fifth.by == "core" else (f" (plugin {fifth.by})", "")
            found.insert(0, Objection("KR209", f"four kans stand in this hand; no fifth may be declared{says}", key))
    return found


# --- the steps -----------------------------------------------------------------------------------------------------


def ask_fifth(state: State, kan: Kan) -> str:
    """Asks what this announced fifth kan is, and gives the plugin that says so."""
    answer = state.judge.fifth_kan(kan, state.glance)
    state.fifth = FifthKan.PLAY_ON if answer.value is FifthKan.FORBID else answer.value
    state.decided_by("fifth_kan", answer.by)
    return answer.by


def _announce(state: State) -> End | None:
    kan = state.announced
    assert kan is not None
    if kan.number > 4:
        plugin = ask_fifth(state, kan)
        if state.fifth is FifthKan.ABORT:
            state.note(
                Verdict.DRAW, "KR503", "a fifth kan ends the hand before it can be robbed", "fifth_kan.policy", plugin
            )
            return End("fifth_kan")
    return None


def _four_announced(state: State) -> End | None:
    if state.options.four_kans.abort_at is _AT_ANNOUNCEMENT:
        _ask_four(state)
        if state.four_kans is _ABORT:
            return _abort_four(state, "at the fourth kan's announcement")
    return None


def _pending_announced(state: State) -> None:
    if state.pending and state.options.kandora.pending_on_next_kan is PendingOnNextKan.ANNOUNCED:
        _turn_pending(state, Turned.NEXT_KAN_ANNOUNCED)


def _robbed_indicator(state: State) -> None:
    kan = state.announced
    assert kan is not None
    kandora = state.options.kandora
    if kandora.robbed_kan is _REVEALED and kandora.enabled and kan.robbable_by and kan.number <= 4:
        _turn(state, kan.number, Turned.ANNOUNCED)
        state.note(_TURNED, "KR303", "the indicator is turned before the kan can be robbed", "kandora.robbed_kan")
        state.turned_early = True


def _stands(state: State) -> None:
    kan = state.announced
    assert kan is not None
    seat = kan.seat
    hand = state.hands[seat]
    state.interrupt(seat)
    if kan.robbable_by and state.options.chankan.passing_is_furiten:
        state.let_pass(KIND[kan.tile])
    state.announced = None
    state.kans.append(kan)
    if kan.type is _SHOUMINKAN:
        hand[kan.tile] -= 1
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
            hand[tile] -= 1
        state.melds[seat].append(Meld(kan.type, kan.tiles, kan.called, kan.source))
    state.forget_waits(seat)
    state.turn = seat
    state.drawn = None
    if kan.type is _DAIMINKAN:
        state.chain = [kan]
    else:
        state.chain.append(kan)


def _fifth_stands(state: State) -> End | None:
    if state.kans[-1].number > 4 and state.fifth is FifthKan.ABORT_IF_NOT_ROBBED:
        text = "a fifth kan that nobody robbed ends the hand"
        state.note(Verdict.DRAW, "KR503", text, "fifth_kan.policy", state.deciders["fifth_kan"])
        return End("fifth_kan")
    return None


def _liability(state: State) -> None:
    kan = state.kans[-1]
    state.ask_liability(kan.type, kan.seat, kan.tile, kan.source if kan.type is _DAIMINKAN else None)


def _four_stand(state: State) -> End | None:
    kan = state.kans[-1]
    if kan.number != 4:
        return None
    if state.four_kans is None:
        _ask_four(state)
    if state.four_kans is FourKans.WIN:
        state.note(
            Verdict.LEGAL, "KR505", f"{kan.seat}'s fourth kan wins as it stands", plugin=state.deciders["four_kans"]
        )
        return End(winner=kan.seat)
    if state.four_kans is _ABORT and state.options.four_kans.abort_at is FourKansMoment.DECLARATION:
        return _abort_four(state, "once the fourth stands")
    return None


def _ask_four(state: State) -> None:
    kan = state.announced or state.kans[-1]
    if kan.number != 4:
        return
    answer = state.judge.four_kans(kan, state.glance)
    state.four_kans = answer.value
    state.decided_by("four_kans", answer.by)
    owners = {k.seat for k in state.kans} | {kan.seat}
    if state.four_kans is FourKans.PLAY_ON:
        key = "four_kans.one_player" if len(owners) == 1 else "four_kans.several_players"
        state.note(Verdict.PLAY_ON, "KR502", "four kans stand and play goes on", key, answer.by)


def _abort_four(state: State, when: str) -> End:
    owners = {k.seat for k in state.kans} | ({state.announced.seat} if state.announced else set())
    key = "four_kans.one_player" if len(owners) == 1 else "four_kans.several_players"
    state.note(Verdict.DRAW, "KR501", f"four kans end the hand {when}", key, state.deciders["four_kans"])
    return End("four_kans")


def _indicators_at_declaration(state: State) -> None:
    kan = state.kans[-1]
    if state.pending and state.options.kandora.pending_on_next_kan is PendingOnNextKan.DECLARATION:
        _turn_pending(state, Turned.NEXT_KAN_DECLARATION)
    if state.turned_early:
        state.turned_early = False
        return
    if kan.number > 4:
        return
    answer = state.judge.reveal_kandora(kan, state.glance)
    instant, plugin = answer.value, answer.by
    if instant is _DECLARATION:
        _turn(state, kan.number, Turned.DECLARATION, plugin)
    elif instant is not _NEVER:
        state.pending.append(PendingIndicator(kan.number, instant, plugin))
    elif plugin != "core":
        state.note(Verdict.NOT_TURNED, "KR301", f"no indicator is turned for the {kan.type}", plugin=plugin)


def _replacement_drawn(state: State) -> None:
    if state.pending:
        turn_due(state, _RINSHAN_DRAW)


def _four_replaced(state: State) -> End | None:
    """Four kans end the hand with the fourth replacement tile; whoever can win on that tile is asked first.

    Source: a Japanese introduction to the kan, 四槓流れ: 「4回カンが発生して嶺上牌がなくなった時点で、流局」. It does not
    say what becomes of a win on that tile; it is read like the other moments, at which a win comes before the draw.
    """
    if state.four_kans is _ABORT and state.options.four_kans.abort_at is FourKansMoment.RINSHAN_DRAW:
        return End("four_kans", unless=state.turn)
    return None


def let_replacement_pass(state: State) -> End:
    """The fourth kan's replacement tile is drawn and nobody wins on it: the hand ends there."""
    return _abort_four(state, "with its replacement tile")


def _after_rinshan(state: State) -> None:
    state.judge.after_rinshan(state.kans[-1], state.drawn, state.glance)


WAY: tuple[Step, ...] = (
    Step(
        "announced",
        "The word is said. A kan against the law is refused with every objection; a fifth kan is what the rules make of it.",
        _announce,
        keys=(
            "kan.dead_hand", "kan.min_live_tiles", "kan.max_per_player", "riichi_kan.level", "riichi_kan.drawn_tile_only", "riichi_kan.winning_draw",
            "fifth_kan.policy",
        ),
        hooks=("before_kan", "fifth_kan"),
    ),
    Step(
        "four kans announced",
        "Where four kans end the hand at the announcement, it ends here.",
        _four_announced,
        keys=("four_kans.abort_at",),
        hooks=("four_kans",),
    ),
    Step(
        "pending, next kan announced",
        "Indicators that still wait for a discard are turned now, where the next kan's announcement turns them.",
        _pending_announced,
        keys=("kandora.pending_on_next_kan",),
    ),
    Step(
        "robbed kan's indicator",
        "Where even a robbed kan shows its indicator, it is turned before the window opens.",
        _robbed_indicator,
        keys=("kandora.robbed_kan",),
    ),
    Step(
        "robbery window",
        "Anyone whose hand the tile completes may rob a shouminkan; an ankan only as the rules say. A robbed kan was none: "
        "no fourth kan, no ippatsu broken, nobody liable, no indicator.",
        wait=Wait.ROBBERY,
        keys=("chankan.ankan", "chankan.passing_is_furiten", "chankan.ippatsu", "fifth_kan.robbable"),
        hooks=("rob_kan",),
    ),
    Step(
        "declaration",
        "The kan stands. It interrupts: ippatsu and the first go-around end; then whoever let a robbable kan pass is furiten.",
        _stands,
        keys=("furiten.temporary_ends", "chankan.passing_is_furiten"),
    ),
    Step("fifth kan stands", "A fifth kan that ends the hand unless robbed ends it here.", _fifth_stands, keys=("fifth_kan.policy",)),
    Step(
        "liability",
        "Who fed a daiminkan that completes a liable set answers for it.",
        _liability,
        keys=("sekinin_barai.yakuman", "sekinin_barai.concealed_sets_count", "sekinin_barai.completed_by_kan"),
        hooks=("liability",),
    ),
    Step(
        "four kans stand",
        "The fourth kan of the hand: play goes on, the hand is to end, or the fourth kan wins.",
        _four_stand,
        keys=("four_kans.several_players", "four_kans.one_player", "four_kans.abort_at"),
        hooks=("four_kans",),
    ),
    Step(
        "indicators at the declaration",
        "Pending indicators due now, the older kan's first; then this kan's own, if it is due now.",
        _indicators_at_declaration,
        keys=("kandora.pending_on_next_kan", "kandora.ankan", "kandora.daiminkan", "kandora.shouminkan"),
        hooks=("reveal_kandora",),
    ),
    Step(
        "replacement draw",
        "The replacement tile is drawn; the live wall's last tile joins the dead wall, which has fourteen again.",
        wait=Wait.REPLACEMENT,
    ),
    Step("indicator at the replacement draw", "An indicator due with the replacement tile is turned.", _replacement_drawn,
         keys=("kandora.ankan", "kandora.daiminkan", "kandora.shouminkan")),
    Step("after rinshan", "Observers see the replacement tile.", _after_rinshan, hooks=("after_rinshan",)),
    Step(
        "four kans, replacement tile drawn",
        "Where four kans end the hand with the fourth replacement tile, it ends here, unless that tile wins.",
        _four_replaced,
        keys=("four_kans.abort_at",),
    ),
    Step(
        "turn",
        "A win on the replacement tile (rinshan kaihou), another kan from the top of this list, or a discard.",
        wait=Wait.TURN,
        keys=("kandora.pending_on_rinshan_win", "sekinin_barai.daiminkan_rinshan", "rinshan.tsumo_fu", "rinshan.with_haitei"),
    ),
    Step(
        "discard",
        "Indicators due at the discard are turned as the tile leaves the hand; four kans may end the hand here, before ron.",
        lambda state: _discarded(state),
        keys=("kandora.daiminkan", "kandora.shouminkan", "four_kans.abort_at"),
    ),
    Step("claims", "Ron is asked. Where the fourth kan ends the hand nothing else may be called.", wait=Wait.CLAIMS),
    Step(
        "discard passed",
        "Nobody won on the discard: indicators due now are turned, then four kans may end the hand, or one player's win it. "
        "Nothing stays pending.",
        lambda state: _passed(state),
        keys=(
            "kandora.daiminkan", "kandora.shouminkan", "four_kans.one_player", "four_kans.abort_at", "four_kans.riichi_stick",
        ),
    ),
)  # fmt: skip
"""The way of a kan, in order."""


def _stretches() -> dict[Wait | None, tuple[Callable[[State], End | None], ...]]:
    """What runs after each wait, up to the next one."""
    stretches: dict[Wait | None, list[Callable[[State], End | None]]] = {None: []}
    current: Wait | None = None
    for step in WAY:
        if step.wait is not None:
            current = step.wait
            stretches[current] = []
        if step.run is not None:
            stretches[current].append(step.run)
    return {wait: tuple(steps) for wait, steps in stretches.items()}


_STRETCHES = _stretches()


def walk(state: State, after: Wait | None) -> End | None:
    """Runs the way from just after a wait (None: from the announcement) to the next wait; gives what ends the hand before
    it.
    """
    for step in _STRETCHES[after]:
        end = step(state)
        if end is not None:
            return end
    return None


# --- what the machine calls ----------------------------------------------------------------------------------------


def announce(state: State, kan: Kan) -> End | None:
    """A kan already found legal (or followed all the same) is announced; the robbery window opens where somebody may
    rob it. Gives what ends the hand before it does.
    """
    state.announced = with_robbers(state, kan)
    end = walk(state, None)
    if end is None and not state.announced.robbable_by:
        end = walk(state, Wait.ROBBERY)
    return end


def check_replacement(state: State, draw: Draw) -> None:
    """Raises where this replacement draw cannot be: another tile than the wall's, a fifth copy."""
    known = state.replacement_tile()
    tile = draw.tile
    if known is None:
        if tile is None:
            raise UnreadableError("the replacement tile is not known; name it")
        state.check_unseen(tile)
    elif tile is not None and tile != known:
        raise UnreadableError(f"{draw.seat} draws {NAMES[tile]}, but the next replacement tile is {NAMES[known]}")


def replace(state: State, draw: Draw) -> End | None:
    """Draws the replacement tile, refills the dead wall, and goes on to the player's turn."""
    tile = state.take_replacement(draw.tile)
    state.hands[draw.seat][tile] += 1
    state.drawn = tile
    state.on_replacement = True
    state.events.append(RinshanDraw(draw.seat, tile))
    return walk(state, Wait.REPLACEMENT)


def _discarded(state: State) -> End | None:
    if state.pending:
        turn_due(state, _DISCARD)
    if state.four_kans is _ABORT and state.options.four_kans.abort_at is FourKansMoment.DISCARD:
        return _abort_four(state, "at the discard, before a ron on it")
    return None


def _passed(state: State) -> End | None:
    if state.pending:
        turn_due(state, _DISCARD_PASSED)
    if state.four_kans is _ABORT:
        return _abort_four(state, "once its discard has passed")
    if state.four_kans is FourKans.WIN_ON_PASSED_DISCARD:
        kan = state.kans[-1]
        text = f"nobody has won on the discard after {kan.seat}'s fourth kan: suukantsu wins"
        state.note(Verdict.LEGAL, "KR505", text, "four_kans.one_player", state.deciders["four_kans"])
        return End(winner=kan.seat)
    return None


def turn_due(state: State, moment: Instant) -> None:
    """Turns the pending indicators due at this moment, the older kan's first; once a discard has passed, all of
    them.
    """
    due = [p for p in state.pending if p.instant is moment or moment is _DISCARD_PASSED]
    if due:
        state.pending = [p for p in state.pending if p not in due]
        for pending in due:
            _turn(state, pending.kan, _TURNED_AT[moment], pending.plugin)


def rinshan_win(state: State) -> None:
    """A win on the replacement tile: pending indicators stay hidden, or are turned for it, as the rules say."""
    if not state.pending:
        return
    if state.options.kandora.pending_on_rinshan_win is _REVEALED:
        _turn_pending(state, Turned.RINSHAN_WIN)
        state.note(
            _TURNED, "KR304", "the pending indicator is turned for the rinshan win", "kandora.pending_on_rinshan_win"
        )
    else:
        state.note(
            Verdict.NOT_TURNED, "KR304", "the rinshan win comes before the indicator is due; it stays hidden",
            "kandora.pending_on_rinshan_win",
        )  # fmt: skip


def robbed(state: State, kan: Kan) -> None:
    """A robbed kan was none: its indicator stays as it is."""
    if state.options.kandora.enabled and not state.turned_early:
        state.note(
            Verdict.NOT_TURNED, "KR303", f"the {kan.type} is robbed: its indicator is not turned", "kandora.robbed_kan"
        )


def is_of_robbery(finding: Finding, state: State) -> bool:
    """Whether this finding says that the kan announced now is robbed."""
    last = len(state.events) - 1
    # A hand that was set up in the window has no announcement among its events: all of them belong to the window.
    while last >= 0 and not isinstance(state.events[last], (Ankan, Shouminkan)):
        last -= 1
    return finding.code == "KR303" and finding.verdict is Verdict.NOT_TURNED and finding.at > last


def feeder(state: State) -> Seat | None:
    """Who answers for a win on the replacement tile now: who fed the daiminkan of this chain, as far as the rules
    reach.
    """
    law = state.options.sekinin_barai.daiminkan_rinshan
    if not state.on_replacement or not state.chain or law is RinshanLiability.NONE:
        return None
    first = state.chain[0]
    if first.type is not _DAIMINKAN or (law is RinshanLiability.REPLACEMENT_ONLY and len(state.chain) > 1):
        return None
    return first.source


def _turn_pending(state: State, how: Turned) -> None:
    pending, state.pending = state.pending, []
    for indicator in pending:
        _turn(state, indicator.kan, how)


_WHEN = {
    Turned.DECLARATION: "at its declaration",
    Turned.RINSHAN_DRAW: "with the replacement draw",
    Turned.DISCARD: "with the discard",
    Turned.DISCARD_PASSED: "once the discard has passed",
    Turned.NEXT_KAN_ANNOUNCED: "as the next kan is announced",
    Turned.NEXT_KAN_DECLARATION: "at the next kan's declaration",
    Turned.RINSHAN_WIN: "for the rinshan win",
    Turned.ANNOUNCED: "before the kan can be robbed",
}


def _turn(state: State, number: int, how: Turned, plugin: str = "core") -> None:
    tile = state.turn_indicator()
    state.events.append(KandoraTurned(tile, how, number))
    if number <= len(state.kans):
        kan_type = state.kans[number - 1].type
    else:
        assert state.announced is not None
        kan_type = state.announced.type
    shown = NAMES[tile] if tile is not None else "an indicator the record never showed"
    if how in _WITH_NEXT_KAN:
        code, key = "KR302", "kandora.pending_on_next_kan"
    else:
        code, key = "KR301", f"kandora.{kan_type}" if plugin == "core" else ""
    state.findings.append(
        Finding(_TURNED, code, f"{shown} is turned for the {kan_type} {_WHEN[how]}", key, len(state.events) - 1, plugin)
    )
