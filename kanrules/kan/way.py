"""The way of a kan, from the word to the end of the turn: the only place that walks it.

`WAY` is the list of steps. The machine runs it from wait to wait, and `kanrules explain kan` prints it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from kanrules.errors import IllegalAction, UnreadableError
from kanrules.law.options import FourKansMoment, Instant, PendingOnNextKan, RinshanLiability, Shown
from kanrules.law.vocabulary import FifthKan, FourKans, Kan
from kanrules.pieces.actions import Ankan, Draw, KanAction, Shouminkan
from kanrules.pieces.events import KandoraTurned, RinshanDraw, Turned
from kanrules.pieces.melds import Meld, MeldType
from kanrules.pieces.tiles import FIVES, KIND, NAMES, RED_FIVES, SEATS, Kind, Seat, Tile, sort_tiles
from kanrules.rulings import Finding, Objection, Verdict
from kanrules.table.snapshot import PendingIndicator

if TYPE_CHECKING:
    from kanrules.kyoku.machine import Kyoku


class Wait(StrEnum):
    """What the table waits for between two stretches of the way."""

    ROBBERY = "robbery window"
    REPLACEMENT = "replacement draw"
    TURN = "win, another kan, or discard"
    CLAIMS = "claims on the discard"


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the way: its name, what the law says there, what the machine does, and which keys and hooks
    decide.
    """

    name: str
    law: str
    run: Callable[[Kyoku], None] | None = None
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


def tiles_of(kyoku: Kyoku, seat: Seat, kind: Kind) -> tuple[Tile, ...]:
    """The concealed tiles of this kind that the seat holds, the red one first."""
    hand = kyoku.hands[seat]
    held = [kind] * hand[kind]
    if kind in FIVES:
        red = RED_FIVES[FIVES.index(kind)]
        held = [red] * hand[red] + held
    return tuple(held)


def kan_of(kyoku: Kyoku, action: KanAction) -> Kan:
    """The kan that this action announces; raises IllegalAction (KR201) where its tiles are not there."""
    seat, kind = action.seat, KIND[action.tile]
    held = tiles_of(kyoku, seat, kind)
    called: Tile | None = None
    source: Seat | None = None
    if isinstance(action, Ankan):
        kan_type, tiles = _ANKAN, held
        if len(held) != 4:
            raise IllegalAction([_not_held(kyoku, action, f"holds {len(held)} of the four {NAMES[kind]}")])
    elif isinstance(action, Shouminkan):
        kan_type = _SHOUMINKAN
        pon = next((m for m in kyoku.melds[seat] if m.type is _PON and m.kind == kind), None)
        if pon is None:
            raise IllegalAction([_not_held(kyoku, action, f"has no pon of {NAMES[kind]}")])
        if not held:
            raise IllegalAction([_not_held(kyoku, action, f"does not hold the fourth {NAMES[kind]}")])
        tiles, called, source = (*pon.tiles, held[0]), pon.called, pon.source
    else:
        kan_type = _DAIMINKAN
        last = kyoku.claimable()
        if last is None or KIND[last.tile] != kind or last.seat == seat:
            raise IllegalAction(
                [Objection("KR202", f"{seat} cannot call {NAMES[action.tile]}: nobody just discarded it")]
            )
        if len(held) != 3:
            raise IllegalAction([_not_held(kyoku, action, f"holds {len(held)} of the three {NAMES[kind]} it takes")])
        tiles, called, source = (*held, last.tile), last.tile, last.seat
    return Kan(
        type=kan_type,
        seat=seat,
        tile=tiles[-1] if kan_type is _SHOUMINKAN else action.tile,
        tiles=tuple(sort_tiles(tiles)),
        called=called,
        source=source,
        number=len(kyoku.kans) + 1,
        in_riichi=kyoku.riichi[seat],
        on_replacement=kyoku.on_replacement and kan_type is not _DAIMINKAN,
    )


def _not_held(kyoku: Kyoku, action: KanAction, what: str) -> Objection:
    return Objection("KR201", f"{action}: {action.seat} {what}")


def with_robbers(kyoku: Kyoku, kan: Kan) -> Kan:
    """The same kan with the seats that may rob it: those whose hand its tile completes and whom the rules let."""
    if kan.type is _DAIMINKAN or (kan.type is _ANKAN and not kyoku.judge.ankan_may_be_robbed):
        return kan
    kind = KIND[kan.tile]
    robbers = tuple(
        seat
        for seat in SEATS
        if seat != kan.seat and kyoku.waits(seat) >> kind & 1 and kyoku.judge.rob_kan(kan, seat, kyoku.glance)
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


def objections(kyoku: Kyoku, kan: Kan) -> list[Objection]:
    """Why this kan is against the law: a fifth is asked of `fifth_kan` as well, every kan of `before_kan`."""
    found = kyoku.judge.before_kan(kan, kyoku.glance)
    if kan.number > 4 and kyoku.judge.fifth_kan(kan, kyoku.glance) is FifthKan.FORBID:
        plugin = kyoku.judge.decided.get("fifth_kan", "core")
        says, key = ("", "fifth_kan.policy") if plugin == "core" else (f" (plugin {plugin})", "")
        found.insert(0, Objection("KR209", f"four kans stand in this hand; no fifth may be declared{says}", key))
    return found


# --- the steps -----------------------------------------------------------------------------------------------------


def _announce(kyoku: Kyoku) -> None:
    kan = kyoku.announced
    assert kan is not None
    if kan.number > 4:
        answer = kyoku.judge.fifth_kan(kan, kyoku.glance)
        kyoku.fifth = FifthKan.PLAY_ON if answer is FifthKan.FORBID else answer
        plugin = kyoku.decided_by("fifth_kan")
        if kyoku.fifth is FifthKan.ABORT:
            kyoku.find(
                Verdict.DRAW, "KR503", "a fifth kan ends the hand before it can be robbed", "fifth_kan.policy", plugin
            )
            kyoku.abort("fifth_kan")


def _four_announced(kyoku: Kyoku) -> None:
    if kyoku.options.four_kans.abort_at is _AT_ANNOUNCEMENT:
        _ask_four(kyoku)
        if kyoku.four_kans is _ABORT:
            _abort_four(kyoku, "at the fourth kan's announcement")


def _pending_announced(kyoku: Kyoku) -> None:
    if kyoku.pending and kyoku.options.kandora.pending_on_next_kan is PendingOnNextKan.ANNOUNCED:
        _turn_pending(kyoku, Turned.NEXT_KAN_ANNOUNCED)


def _robbed_indicator(kyoku: Kyoku) -> None:
    kan = kyoku.announced
    assert kan is not None
    kandora = kyoku.options.kandora
    if kandora.robbed_kan is _REVEALED and kandora.enabled and kan.robbable_by and kan.number <= 4:
        _turn(kyoku, kan.number, Turned.ANNOUNCED)
        kyoku.find(_TURNED, "KR303", "the indicator is turned before the kan can be robbed", "kandora.robbed_kan")
        kyoku.turned_early = True


def _stands(kyoku: Kyoku) -> None:
    kan = kyoku.announced
    assert kan is not None
    seat = kan.seat
    hand = kyoku.hands[seat]
    kyoku.interrupt(seat)
    if kan.robbable_by and kyoku.options.chankan.passing_is_furiten:
        kyoku.let_pass(KIND[kan.tile])
    kyoku.announced = None
    kyoku.kans.append(kan)
    if kan.type is _SHOUMINKAN:
        hand[kan.tile] -= 1
        melds = kyoku.melds[seat]
        at = next(i for i, m in enumerate(melds) if m.type is _PON and m.kind == KIND[kan.tile])
        melds[at] = Meld(_SHOUMINKAN, kan.tiles, kan.called, kan.source, kan.tile)
    else:
        taken = list(kan.tiles)
        if kan.type is _DAIMINKAN:
            assert kan.called is not None and kan.source is not None
            taken.remove(kan.called)
            kyoku.take_discard(kan.source)
        for tile in taken:
            hand[tile] -= 1
        kyoku.melds[seat].append(Meld(kan.type, kan.tiles, kan.called, kan.source))
    kyoku.forget_waits(seat)
    kyoku.turn = seat
    kyoku.drawn = None
    if kan.type is _DAIMINKAN:
        kyoku.chain = [kan]
    else:
        kyoku.chain.append(kan)


def _fifth_stands(kyoku: Kyoku) -> None:
    if kyoku.kans[-1].number > 4 and kyoku.fifth is FifthKan.ABORT_IF_NOT_ROBBED:
        text = "a fifth kan that nobody robbed ends the hand"
        kyoku.find(Verdict.DRAW, "KR503", text, "fifth_kan.policy", kyoku.deciders["fifth_kan"])
        kyoku.abort("fifth_kan")


def _liability(kyoku: Kyoku) -> None:
    kan = kyoku.kans[-1]
    kyoku.ask_liability(kan.type, kan.seat, kan.tile, kan.source if kan.type is _DAIMINKAN else None)


def _four_stand(kyoku: Kyoku) -> None:
    kan = kyoku.kans[-1]
    if kan.number != 4:
        return
    if kyoku.four_kans is None:
        _ask_four(kyoku)
    if kyoku.four_kans is FourKans.WIN:
        kyoku.find(
            Verdict.LEGAL, "KR505", f"{kan.seat}'s fourth kan wins as it stands", plugin=kyoku.deciders["four_kans"]
        )
        kyoku.win_by_fourth_kan(kan.seat)
    elif kyoku.four_kans is _ABORT and kyoku.options.four_kans.abort_at is FourKansMoment.DECLARATION:
        _abort_four(kyoku, "once the fourth stands")


def _ask_four(kyoku: Kyoku) -> None:
    kan = kyoku.announced or kyoku.kans[-1]
    if kan.number != 4:
        return
    kyoku.four_kans = kyoku.judge.four_kans(kan, kyoku.glance)
    plugin = kyoku.decided_by("four_kans")
    owners = {k.seat for k in kyoku.kans} | {kan.seat}
    if kyoku.four_kans is FourKans.PLAY_ON:
        key = "four_kans.one_player" if len(owners) == 1 else "four_kans.several_players"
        kyoku.find(Verdict.PLAY_ON, "KR502", "four kans stand and play goes on", key, plugin)


def _abort_four(kyoku: Kyoku, when: str) -> None:
    owners = {k.seat for k in kyoku.kans} | ({kyoku.announced.seat} if kyoku.announced else set())
    key = "four_kans.one_player" if len(owners) == 1 else "four_kans.several_players"
    kyoku.find(Verdict.DRAW, "KR501", f"four kans end the hand {when}", key, kyoku.deciders["four_kans"])
    kyoku.abort("four_kans")


def _indicators_at_declaration(kyoku: Kyoku) -> None:
    kan = kyoku.kans[-1]
    if kyoku.pending and kyoku.options.kandora.pending_on_next_kan is PendingOnNextKan.DECLARATION:
        _turn_pending(kyoku, Turned.NEXT_KAN_DECLARATION)
    if kyoku.turned_early:
        kyoku.turned_early = False
        return
    if kan.number > 4:
        return
    instant = kyoku.judge.reveal_kandora(kan, kyoku.glance)
    plugin = kyoku.judge.decided.get("reveal_kandora", "core")
    if instant is _DECLARATION:
        _turn(kyoku, kan.number, Turned.DECLARATION, plugin)
    elif instant is not _NEVER:
        kyoku.pending.append(PendingIndicator(kan.number, instant, plugin))
    elif plugin != "core":
        kyoku.find(Verdict.NOT_TURNED, "KR301", f"no indicator is turned for the {kan.type}", plugin=plugin)


def _replacement_drawn(kyoku: Kyoku) -> None:
    if kyoku.pending:
        turn_due(kyoku, _RINSHAN_DRAW)


def _four_replaced(kyoku: Kyoku) -> None:
    """Four kans end the hand with the fourth replacement tile; whoever can win on that tile is asked first.

    Source: a Japanese introduction to the kan, 四槓流れ: 「4回カンが発生して嶺上牌がなくなった時点で、流局」. It does not
    say what becomes of a win on that tile; it is read like the other moments, at which a win comes before the draw.
    """
    if kyoku.four_kans is _ABORT and kyoku.options.four_kans.abort_at is FourKansMoment.RINSHAN_DRAW:
        seat = kyoku.turn
        if not kyoku.wins_by_draw(seat):
            let_replacement_pass(kyoku)


def let_replacement_pass(kyoku: Kyoku) -> None:
    """The fourth kan's replacement tile is drawn and nobody wins on it: the hand ends there."""
    _abort_four(kyoku, "with its replacement tile")


def _after_rinshan(kyoku: Kyoku) -> None:
    kyoku.judge.after_rinshan(kyoku.kans[-1], kyoku.drawn, kyoku.glance)


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
        lambda kyoku: _discarded(kyoku),
        keys=("kandora.daiminkan", "kandora.shouminkan", "four_kans.abort_at"),
    ),
    Step("claims", "Ron is asked. Where the fourth kan ends the hand nothing else may be called.", wait=Wait.CLAIMS),
    Step(
        "discard passed",
        "Nobody won on the discard: indicators due now are turned, then four kans may end the hand, or one player's win it. "
        "Nothing stays pending.",
        lambda kyoku: _passed(kyoku),
        keys=(
            "kandora.daiminkan", "kandora.shouminkan", "four_kans.one_player", "four_kans.abort_at", "four_kans.riichi_stick",
        ),
    ),
)  # fmt: skip
"""The way of a kan, in order."""


def _stretches() -> dict[Wait | None, tuple[Callable[[Kyoku], None], ...]]:
    """What runs after each wait, up to the next one."""
    stretches: dict[Wait | None, list[Callable[[Kyoku], None]]] = {None: []}
    current: Wait | None = None
    for step in WAY:
        if step.wait is not None:
            current = step.wait
            stretches[current] = []
        if step.run is not None:
            stretches[current].append(step.run)
    return {wait: tuple(steps) for wait, steps in stretches.items()}


_STRETCHES = _stretches()


def walk(kyoku: Kyoku, after: Wait | None) -> None:
    """Runs the way from just after a wait (None: from the announcement) to the next wait, or until the hand ends."""
    for step in _STRETCHES[after]:
        step(kyoku)
        if kyoku.outcome is not None:
            return


# --- what the machine calls ----------------------------------------------------------------------------------------


def announce(kyoku: Kyoku, kan: Kan) -> None:
    """A kan already found legal (or followed all the same) is announced; the robbery window opens where somebody may
    rob it.
    """
    kyoku.announced = with_robbers(kyoku, kan)
    walk(kyoku, None)
    if kyoku.outcome is None and not kyoku.announced.robbable_by:
        walk(kyoku, Wait.ROBBERY)


def check_replacement(kyoku: Kyoku, draw: Draw) -> None:
    """Raises where this replacement draw cannot be: another tile than the wall's, a fifth copy."""
    known = kyoku.replacement_tile()
    tile = draw.tile
    if known is None:
        if tile is None:
            raise UnreadableError("the replacement tile is not known; name it")
        kyoku.check_unseen(tile)
    elif tile is not None and tile != known:
        raise UnreadableError(f"{draw.seat} draws {NAMES[tile]}, but the next replacement tile is {NAMES[known]}")


def replace(kyoku: Kyoku, draw: Draw) -> None:
    """Draws the replacement tile, refills the dead wall, and goes on to the player's turn."""
    tile = kyoku.take_replacement(draw.tile)
    kyoku.hands[draw.seat][tile] += 1
    kyoku.drawn = tile
    kyoku.on_replacement = True
    kyoku.events.append(RinshanDraw(draw.seat, tile))
    walk(kyoku, Wait.REPLACEMENT)


def _discarded(kyoku: Kyoku) -> None:
    if kyoku.pending:
        turn_due(kyoku, _DISCARD)
    if kyoku.four_kans is _ABORT and kyoku.options.four_kans.abort_at is FourKansMoment.DISCARD:
        _abort_four(kyoku, "at the discard, before a ron on it")


def _passed(kyoku: Kyoku) -> None:
    if kyoku.pending:
        turn_due(kyoku, _DISCARD_PASSED)
    if kyoku.four_kans is _ABORT:
        _abort_four(kyoku, "once its discard has passed")
    elif kyoku.four_kans is FourKans.WIN_ON_PASSED_DISCARD:
        kan = kyoku.kans[-1]
        text = f"nobody has won on the discard after {kan.seat}'s fourth kan: suukantsu wins"
        kyoku.find(Verdict.LEGAL, "KR505", text, "four_kans.one_player", kyoku.deciders["four_kans"])
        kyoku.win_by_fourth_kan(kan.seat)


def turn_due(kyoku: Kyoku, moment: Instant) -> None:
    """Turns the pending indicators due at this moment, the older kan's first; once a discard has passed, all of
    them.
    """
    due = [p for p in kyoku.pending if p.instant is moment or moment is _DISCARD_PASSED]
    if due:
        kyoku.pending = [p for p in kyoku.pending if p not in due]
        for pending in due:
            _turn(kyoku, pending.kan, _TURNED_AT[moment], pending.plugin)


def rinshan_win(kyoku: Kyoku) -> None:
    """A win on the replacement tile: pending indicators stay hidden, or are turned for it, as the rules say."""
    if not kyoku.pending:
        return
    if kyoku.options.kandora.pending_on_rinshan_win is _REVEALED:
        _turn_pending(kyoku, Turned.RINSHAN_WIN)
        kyoku.find(
            _TURNED, "KR304", "the pending indicator is turned for the rinshan win", "kandora.pending_on_rinshan_win"
        )
    else:
        kyoku.find(
            Verdict.NOT_TURNED, "KR304", "the rinshan win comes before the indicator is due; it stays hidden",
            "kandora.pending_on_rinshan_win",
        )  # fmt: skip


def robbed(kyoku: Kyoku, kan: Kan) -> None:
    """A robbed kan was none: its indicator stays as it is."""
    if kyoku.options.kandora.enabled and not kyoku.turned_early:
        kyoku.find(
            Verdict.NOT_TURNED, "KR303", f"the {kan.type} is robbed: its indicator is not turned", "kandora.robbed_kan"
        )


def is_of_robbery(finding: Finding, kyoku: Kyoku) -> bool:
    """Whether this finding says that the kan announced now is robbed."""
    last = len(kyoku.events) - 1
    while not isinstance(kyoku.events[last], (Ankan, Shouminkan)):
        last -= 1
    return finding.code == "KR303" and finding.verdict is Verdict.NOT_TURNED and finding.at > last


def feeder(kyoku: Kyoku) -> Seat | None:
    """Who answers for a win on the replacement tile now: who fed the daiminkan of this chain, as far as the rules
    reach.
    """
    law = kyoku.options.sekinin_barai.daiminkan_rinshan
    if not kyoku.on_replacement or not kyoku.chain or law is RinshanLiability.NONE:
        return None
    first = kyoku.chain[0]
    if first.type is not _DAIMINKAN or (law is RinshanLiability.REPLACEMENT_ONLY and len(kyoku.chain) > 1):
        return None
    return first.source


def _turn_pending(kyoku: Kyoku, how: Turned) -> None:
    pending, kyoku.pending = kyoku.pending, []
    for indicator in pending:
        _turn(kyoku, indicator.kan, how)


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


def _turn(kyoku: Kyoku, number: int, how: Turned, plugin: str = "core") -> None:
    tile = kyoku.turn_indicator()
    kyoku.events.append(KandoraTurned(tile, how, number))
    if number <= len(kyoku.kans):
        kan_type = kyoku.kans[number - 1].type
    else:
        assert kyoku.announced is not None
        kan_type = kyoku.announced.type
    shown = NAMES[tile] if tile is not None else "an indicator the record never showed"
    if how in _WITH_NEXT_KAN:
        code, key = "KR302", "kandora.pending_on_next_kan"
    else:
        code, key = "KR301", f"kandora.{kan_type}" if plugin == "core" else ""
    kyoku.findings.append(
        Finding(_TURNED, code, f"{shown} is turned for the {kan_type} {_WHEN[how]}", key, len(kyoku.events) - 1, plugin)
    )
