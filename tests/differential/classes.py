"""What is known of the differences: each class with its reason, and how it is told."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kanrules.kyoku import abortive_draws
from kanrules.kyoku.legal import kuikae_mask
from kanrules.law.options import ExhaustedWait, Kuikae
from kanrules.law.tenpai import tenpai_discards
from kanrules.pack.kit.table import ANKAN, DISCARD, HORA, REACH, TILES
from kanrules.pieces.actions import Chi, Pon
from kanrules.pieces.melds import MeldType
from kanrules.pieces.readings import Concealed
from kanrules.pieces.tiles import KIND

if TYPE_CHECKING:
    from tests.differential.runner import Difference


@dataclass(frozen=True)
class Class:
    """One class of differences."""

    id: str
    engine: str
    why: str
    knows: Callable[[Difference], bool]


def _kuikae_all_the_same(found: Difference) -> bool:
    if found.machine is None or found.settings["kuikae_forbidden"]:
        return False
    kyoku = found.machine.kyoku
    last = next((event for event in reversed(kyoku.events) if isinstance(event, (Chi, Pon))), None)
    if last is None:
        return False
    mask = kuikae_mask(Kuikae.FORBIDDEN, last)
    if found.what == "menu":
        barred = {TILES[tile] for tile in range(37) if mask >> KIND[tile] & 1}
        return kyoku.events[-1] is last and not found.theirs and {act[1] for act in found.ours} <= barred
    # A call after which nothing else can be discarded is offered, and then nobody can go on.
    stuck = all(mask >> KIND[tile] & 1 for tile, copies in enumerate(kyoku.hands[last.seat]) if copies)
    return stuck and found.what in ("asked", "error")


def _pending_before_ankan_window(found: Difference) -> bool:
    if found.what != "indicators" or found.machine is None:
        return False
    announced = found.machine.kyoku.announced
    return announced is not None and announced.type is MeldType.ANKAN and found.ours[:-1] == found.theirs


def _tenhou_takes_the_best_tile(found: Difference) -> bool:
    if found.what != "result" or found.ours[0] != HORA:
        return False
    win = found.ours[3][0]
    plain = {"kokushi": "is_kokushi_musou_13machi_double", "suuankou": "is_suuankou_tanki_double",
             "chuuren_poutou": "is_junsei_chuurenpoutou_double"}  # fmt: skip
    return "tenhou" in win["yaku"] and any(yaku in win["yaku"] and found.settings[name] for yaku, name in plain.items())


def _call_on_the_discard_that_ends_the_hand(found: Difference) -> bool:
    if found.what not in ("asked", "menu") or found.machine is None:
        return False
    kyoku = found.machine.kyoku
    ending = ("four_kans", "suufon_renda", "suucha_riichi")
    offered = found.theirs if found.what == "menu" else [act for menu in found.theirs.values() for act in menu]
    if not {act[0] for act in offered} <= {"chi", "pon", "daiminkan"}:
        return False
    if kyoku.outcome is not None:
        return kyoku.outcome.type in ending
    # Somebody may still win on it.
    return kyoku.last is not None and abortive_draws.on_passing(kyoku) is not None


def _kan_with_a_drawn_wait(found: Difference) -> bool:
    if found.what != "menu" or found.machine is None or found.ours or len(found.theirs) != 1:
        return False
    kyoku = found.machine.kyoku
    seat, drawn = kyoku.turn, kyoku.drawn
    if drawn is None or found.theirs[0] != (ANKAN, TILES[KIND[drawn]]) or not kyoku.riichi[seat]:
        return False
    return bool(kyoku.waits(seat) >> KIND[drawn] & 1)


def _riichi_on_a_wait_held_whole(found: Difference) -> bool:
    if found.what != "menu" or found.machine is None or found.ours:
        return False
    kyoku = found.machine.kyoku
    seat = kyoku.turn
    shape = tenpai_discards(Concealed.from_counts(kyoku.hands[seat]), kyoku.melds[seat], ExhaustedWait.TENPAI)
    if found.theirs == [(REACH,)]:
        return shape != 0
    # The discards of a riichi already declared.
    return all(act[0] == DISCARD and shape >> KIND[TILES.index(act[1])] & 1 for act in found.theirs)


CLASSES: tuple[Class, ...] = (
    Class(
        "kan in riichi with a drawn wait",
        "",
        "The drawn tile is itself a wait, the hand does not win with it and declares it as the fourth of a kan: both "
        "engines still count the wait of which all four lie in the kan, so none is lost to it. Ours takes the kan's "
        "own tile out of the waits after it. `riichi_kan.winning_draw`: no text of Tenhou found, no recorded game "
        "shows it; theirs may be right.",
        _kan_with_a_drawn_wait,
    ),
    Class(
        "kuikae forbidden all the same",
        "riichienv",
        "With `kuikae_forbidden = False`, which its documents call no restriction, the same discards stay barred after "
        "chi and pon (`calls.kuikae = allowed` frees them); a call that leaves no other tile is offered, and then "
        "there is no legal discard.",
        _kuikae_all_the_same,
    ),
    Class(
        "pending indicator and a robbable ankan",
        "riichienv",
        "An open kan's indicator is turned before the next shouminkan can be robbed, but not before an ankan can. "
        "`kandora.pending_on_next_kan` (Tenhou manual, kan dora: just before the next replacement tile) makes no "
        "difference between the two.",
        _pending_before_ankan_window,
    ),
    Class(
        "tenhou on the best tile",
        "riichienv",
        "With tenhou the winning tile is taken to be whichever of the fourteen makes the double yakuman. No text found "
        "that says which tile completes a tenhou; ours is the tile drawn fourteenth.",
        _tenhou_takes_the_best_tile,
    ),
    Class(
        "calls asked on a discard that ends the hand",
        "majiang",
        "Chi, pon and kan are asked for on the discard that ends the hand by four kans, four winds or four riichi, and "
        "not carried out. `four_kans.abort_at` (discard_passed): only ron is offered.",
        _call_on_the_discard_that_ends_the_hand,
    ),
)


def class_of(found: Difference, name: str) -> str:
    """The class that knows a difference from this engine, at tables of three and four; empty where none does."""
    engines = (name.removesuffix("-3p"), "")
    return next((one.id for one in CLASSES if one.engine in engines and one.knows(found)), "")
