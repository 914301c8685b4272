"""Plays our machine and another engine side by side, decision by decision, and compares menus, indicators and results.

    python -m tests.differential.runner riichienv --hands 2000 --seed 1 --out run.jsonl   # the same line goes on
    python -m tests.differential.runner majiang --minutes 30 --seed 7 --out run.jsonl
    python -m tests.differential.runner riichienv-3p --hands 2000 --seed 1 --out run.jsonl   # three players
    python -m tests.differential.runner riichienv --one 1:1234 --show                     # one hand, as it was

Every hand has its number; wall, settings, players' styles and choices follow from `seed:number` alone. Where the two
differ, both go on with what both allow. A difference is explained where a class of `classes.py` knows it, by a clause;
all others are printed with their number.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kanrules.pack.kit.riichienv import RiichiEnv
from kanrules.pack.kit.table import DISCARD, TILES, Act, Deal, Engine, Menus
from kanrules.pack.machine import Machine
from kanrules.pieces.actions import Kita, Ron
from kanrules.pieces.events import Chankan
from tests.differential.classes import class_of
from tests.differential.majiang import Majiang
from tests.differential.near import NEAR
from tests.differential.styles import STYLES, choose
from tests.differential.three import WALLS_OF_THREE
from tests.differential.walls import WALLS

ENGINES: dict[str, type[Any]] = {
    "riichienv": RiichiEnv,
    "majiang": Majiang,
    "riichienv-3p": RiichiEnv,
}
THREE = ("riichienv-3p",)
"""Where three play."""


@dataclass(slots=True)
class Difference:
    """One thing that the two say differently."""

    hand: str
    what: str
    """`menu`, `indicators`, `result`, `draw`, `asked` or `error`."""
    ours: Any
    theirs: Any
    player: int = -1
    machine: Machine | None = None
    settings: dict[str, Any] = field(default_factory=dict)
    explained: str = ""

    def said(self) -> str:
        """One line."""
        about = f" player {self.player}" if self.player >= 0 else ""
        return f"{self.hand} {self.what}{about}: ours {self.ours}, theirs {self.theirs}"


@dataclass(slots=True)
class Setting:
    """What a hand is played from."""

    hand: str
    wall: str
    styles: tuple[str, ...]
    settings: dict[str, Any]
    deal: Deal


def setting(engine: str, hand: str) -> Setting:
    """What the hand with this number is played from."""
    chance = random.Random(f"{engine}:{hand}")
    settings = NEAR[engine].random(chance)
    players, walls = (3, WALLS_OF_THREE) if engine in THREE else (4, WALLS)
    wall = chance.choice(tuple(walls))
    tiles = walls[wall](chance)
    kinds = ("robbing", "passing", "kans") if wall == "robbers" else tuple(STYLES)
    styles = tuple(chance.choice(kinds) for _ in range(players))
    scores = (25000,) * players
    if chance.random() < 0.2:
        scores = tuple(chance.choice((400, 900, 1000, 1900, 12300, 25000, 40000)) for _ in range(players))
    deal = Deal(
        wall=NEAR[engine].lays([TILES[tile] for tile in tiles], settings),
        round_wind=chance.randrange(2),
        honba=chance.choice((0, 0, 0, 1, 2, 5)),
        sticks=chance.choice((0, 0, 0, 1, 3)),
        scores=scores,
    )
    return Setting(hand, wall, styles, settings, deal)


def play(engine: Engine, given: Setting, counted: Counter[str], *, show: bool = False) -> Iterator[Difference]:
    """One hand on both; gives every difference, and counts menus and what was seen."""
    chance = random.Random(f"{given.hand}:choices")
    ours = Machine()
    rules = NEAR[f"{engine.name}-3p" if given.deal.players == 3 else engine.name].rules(given.settings)

    def differ(what: str, mine: Any, its: Any, player: int = -1) -> Difference:
        return Difference(given.hand, what, mine, its, player, ours, given.settings)

    ours.deal(given.deal, {"rules": rules})
    engine.deal(given.deal, given.settings)
    shown: tuple[str, ...] = ()
    said: list[tuple[int, Act]] = []
    while True:
        mine, its = ours.menus(), engine.menus()
        try:
            over, their_end = ours.result(), engine.result()
        except RuntimeError as error:
            yield differ("error", said, str(error))
            return
        if over is not None or their_end is not None:
            if over is not None and their_end is not None:
                break
            yield differ("asked", over or mine, their_end or its)
            if _is_turn(mine) or _is_turn(its):
                return
            # Whoever still asks for a claim is told no.
            (ours if over is None else engine).answer({})
            continue
        seen = tuple(engine.indicators())
        if seen != tuple(ours.indicators()) and seen != shown:
            shown = seen
            yield differ("indicators", list(ours.indicators()), list(seen))
        turn = _is_turn(mine)
        if turn != _is_turn(its) or (turn and mine.keys() != its.keys()):
            yield differ("asked", mine, its)
            if turn and _is_turn(its):
                return
            (engine if turn else ours).answer({})
            continue
        for player in mine.keys() | its.keys():
            counted["menus"] += 1
            one, other = mine.get(player, frozenset()), its.get(player, frozenset())
            if one != other:
                yield differ("menu", sorted(one - other), sorted(other - one), player)
        acts: dict[int, Act] = {}
        for player in sorted(mine.keys() & its.keys()):
            both = mine[player] & its[player]
            if turn and not both:
                return
            if both:
                hand = Counter({TILES[tile]: copies for tile, copies in enumerate(ours.kyoku.hands[player]) if copies})
                act = choose(both, hand, given.styles[player], chance, turn=turn)
                if act is not None:
                    acts[player] = act
        if show:
            print(acts or "pass", "|", *ours.indicators(), file=sys.stderr)
        for act in acts.values():
            counted[act[0]] += 1
        said = sorted(acts.items())
        try:
            engine.answer(acts)
        except Exception as error:  # whatever a program of others raises is what it says
            yield differ("error", said, str(error).splitlines()[0])
            return
        ours.answer(acts)
    counted["hands"] += 1
    counted[str(ours.kyoku.outcome.type) if ours.kyoku.outcome is not None else ""] += 1
    counted["robbed"] += any(isinstance(event, Chankan) for event in ours.kyoku.events)
    counted["robbed kita"] += any(
        isinstance(event, Kita) and isinstance(after, Ron)
        for event, after in zip(ours.kyoku.events, ours.kyoku.events[1:], strict=False)
    )
    if over is not None and their_end is not None:
        if (
            bool(over.wins) != bool(their_end.wins)
            or over.deltas != their_end.deltas
            or over.sticks != their_end.sticks
        ):
            yield differ(
                "result",
                (over.name, over.deltas, over.sticks, over.wins),
                (their_end.name, their_end.deltas, their_end.sticks, their_end.wins),
            )
        if tuple(ours.indicators()) != tuple(engine.indicators()) and tuple(engine.indicators()) != shown:
            yield differ("indicators", list(ours.indicators()), list(engine.indicators()))


def _is_turn(menus: Menus) -> bool:
    return any(act[0] == DISCARD for menu in menus.values() for act in menu)


def run(
    name: str, seed: int, numbers: Iterator[int], counted: Counter[str], until: float = 0.0
) -> Iterator[Difference]:
    """Hand after hand; every difference, with the class that explains it where there is one. `counted["next"]` is the
    number to go on with.
    """
    engine = ENGINES[name]()
    try:
        for number in numbers:
            if until and time.monotonic() > until:
                return
            given = setting(name, f"{seed}:{number}")
            for found in play(engine, given, counted):
                found.explained = class_of(found, name)
                counted[f"class {found.explained or 'UNEXPLAINED'}"] += 1
                yield found
            counted["next"] = number + 1
    finally:
        engine.close()


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine", choices=ENGINES)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--hands", type=int, default=1000)
    parser.add_argument("--minutes", type=float, default=0)
    parser.add_argument("--one", help="seed:number of one hand")
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--out", type=Path, help="where counts are kept, to go on from")
    parser.add_argument("--limit", type=int, default=40, help="unexplained differences that are printed")
    wanted = parser.parse_args()
    counted: Counter[str] = Counter()
    if wanted.one:
        engine = ENGINES[wanted.engine]()
        given = setting(wanted.engine, wanted.one)
        print(given.wall, given.styles, json.dumps(given.settings, ensure_ascii=False))
        for found in play(engine, given, counted, show=wanted.show):
            known = class_of(found, wanted.engine) or "?"
            print(known, found.said())
            if wanted.show:
                print(*engine.events()[-6:], sep="\n")
        engine.close()
        return
    if wanted.out and wanted.out.exists():
        kept = json.loads(wanted.out.read_text())
        if kept["engine"] == wanted.engine and kept["seed"] == wanted.seed:
            counted = Counter(kept["counted"])
    start = counted["next"]
    until = time.monotonic() + 60 * wanted.minutes if wanted.minutes else 0.0
    numbers = iter(range(start, 10**9 if wanted.minutes else start + wanted.hands))
    printed = 0
    begun = time.monotonic()
    for found in run(wanted.engine, wanted.seed, numbers, counted, until):
        if not found.explained and printed < wanted.limit:
            printed += 1
            print(found.said(), flush=True)
        if wanted.out and counted["next"] % 200 == 0:
            _keep(wanted.out, wanted.engine, wanted.seed, counted)
    if wanted.out:
        _keep(wanted.out, wanted.engine, wanted.seed, counted)
    spent = time.monotonic() - begun
    print(json.dumps(dict(sorted(counted.items())), indent=1))
    print(f"{spent:.0f} s, {counted['menus'] / max(spent, 0.01):.0f} menus a second (of the whole count)")


def _keep(path: Path, engine: str, seed: int, counted: Counter[str]) -> None:
    path.write_text(json.dumps({"engine": engine, "seed": seed, "counted": dict(counted)}, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
