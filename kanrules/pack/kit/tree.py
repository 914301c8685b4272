"""Count the game tree of the positions in perft.json on an engine, and compare the numbers.

    python perft.py riichienv                   # every position; --only PREFIX, --depth N
    python perft.py mine.py:Mine                # an engine of your own: a class with the methods of Engine in
                                                # engines/table.py, and copy() if it can
    python perft.py mine.py:Mine --divide       # and each first ply whose number differs

A ply is one act of the player on turn (a riichi with its discard is one act), or one combination of answers of everyone
who may claim, each of them with a pass. Draws come from the wall. A hand that has ended is one leaf.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

from .judge import WINDS, declared_otherwise, engine_of, is_turn
from .limits import Crashed, Runner, Stopped
from .table import NONE, REACH, Act, CannotExpress, Deal, Engine, Menus, NotInstalled, Rules, WrongEngine

TABLE = "perft.json"
LIMIT = 600.0
"""Seconds that an engine has for a position by default."""
Answers = dict[int, Act]
"""What the players do at one decision, by player. Players who are not in it pass."""
Moves = tuple[Answers, ...]
"""One ply: a riichi takes two answers, its announcement and its discard."""
Books = Mapping[str, Mapping[str, Any]]
"""The rules of each ruleset of the table, by key."""
Renew = Callable[[], Engine]
"""Returns the engine at a position. If it cannot be copied, the hand is dealt again."""


@dataclass(frozen=True)
class Counted:
    """The leaves of a position at each depth, what the engine says it plays otherwise, and the leaves behind each
    first ply if they are wanted.
    """

    leaves: list[int]
    declared: tuple[str, ...] = ()
    divided: Mapping[str, list[int]] = field(default_factory=dict)


def table(pack: Path) -> dict[str, Any]:
    """Return the table of a pack."""
    found: dict[str, Any] = json.loads((pack / TABLE).read_text(encoding="utf-8"))
    return found


def rows(pack: Path) -> list[dict[str, Any]]:
    """Return the positions of the table."""
    found: list[dict[str, Any]] = table(pack)["positions"]
    return found


def settings_of(row: Mapping[str, Any], engine: str) -> Mapping[str, Any] | None:
    """Return an engine's settings for a position, None if it cannot play its rules. An engine that the table does not
    know gets the ruleset's name.
    """
    found: Mapping[str, Any] | None = row["settings"].get(engine, {"rules": row["rules"]})
    return found


def _settings(engine: Engine, row: Mapping[str, Any], books: Books) -> Mapping[str, Any] | None:
    """Return the settings of an engine for a position: its own if it chooses them with a method `settings`."""
    choose: Callable[[Mapping[str, Any]], Mapping[str, Any]] | None = getattr(engine, "settings", None)
    if choose is None or engine.name in row["settings"] or row["rules"] not in books:
        return settings_of(row, engine.name)
    return choose(Rules(books[row["rules"]]))


def deal_of(row: Mapping[str, Any]) -> Deal:
    """Return the deal of a position."""
    return Deal(
        row["wall"].split(), WINDS.index(row["bakaze"]), row["honba"], row["kyotaku"], tuple(row["scores"]),
        row["replacements"],
    )  # fmt: skip


def lead(engine: Engine, row: Mapping[str, Any], settings: Mapping[str, Any]) -> None:
    """Deal the hand and play up to the position. Raises CannotExpress if the engine refuses a step."""
    engine.deal(deal_of(row), settings)
    for player, *words in row["acts"]:
        act = tuple(words)
        _let_pass(engine, player, act)
        if act == (NONE,):
            continue
        if act not in engine.menus().get(player, ()):
            raise CannotExpress(f"it does not offer player {player} {' '.join(act)} on the way to the position")
        engine.answer({player: act})
    if row["asked"] == "turn":
        _let_pass(engine, -1, ())


def _let_pass(engine: Engine, player: int, act: Act) -> None:
    """Let everyone pass what they may claim, up to the decision at which this player does this."""
    while (menus := engine.menus()) and not is_turn(menus) and act not in menus.get(player, ()):
        engine.answer({})
        if act == (NONE,):
            return


def perft(engine: Engine, renew: Renew, depth: int) -> int:
    """Return the number of leaves below the engine's position at this depth. `renew` brings an engine that has no
    `copy` back to the position.
    """
    menus = engine.menus()
    if not menus:
        return 1
    moves = plies(engine, renew)
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        following = _after(engine, renew, move)
        total += perft(following(), following, depth - 1)
    return total


def plies(engine: Engine, renew: Renew) -> list[Moves]:
    """Return every ply of the engine's position."""
    menus = engine.menus()
    if not is_turn(menus):
        return [(answers,) for answers in _combinations(menus)]
    ((player, menu),) = menus.items()
    found: list[Moves] = []
    for act in sorted(menu):
        if act == (REACH,):
            declared = _after(engine, renew, ({player: act},))()
            found += [({player: act}, {player: discard}) for discard in sorted(declared.menus()[player])]
        else:
            found.append(({player: act},))
    return found


def _combinations(menus: Menus) -> list[Answers]:
    players = sorted(menus)
    chosen = product(*[(None, *sorted(menus[player])) for player in players])
    return [{player: act for player, act in zip(players, acts, strict=True) if act is not None} for acts in chosen]


def _after(engine: Engine, renew: Renew, move: Moves) -> Renew:
    """Return what brings the engine to the position after this ply. An engine that is dealt again is one object for all
    positions.
    """

    def there() -> Engine:
        found: Engine = engine.copy() if hasattr(engine, "copy") else renew()
        for answers in move:
            found.answer(answers)
        return found

    return there


def counted(engine: Engine, row: Mapping[str, Any], depth: int, books: Books | None = None) -> int:
    """Return the number of leaves of a position of the table on an engine. Raises CannotExpress."""
    renew = _dealt(engine, row, books or {})
    return perft(renew(), renew, depth)


def divided(engine: Engine, row: Mapping[str, Any], depth: int, books: Books | None = None) -> dict[str, list[int]]:
    """Return the leaves behind each first ply of a position, at each depth from 2 on. Raises CannotExpress."""
    renew = _dealt(engine, row, books or {})
    found = {}
    for move in plies(renew(), renew):
        following = _after(engine, renew, move)
        found[ply_text(move)] = [perft(following(), following, below) for below in range(1, depth)]
    return found


def ply_text(move: Moves) -> str:
    """Return a ply as text: `0 ankan 1m`, `1 pon E E E, 3 hora`, `0 reach, 0 dahai 4s`, or `pass`."""
    acts = [f"{player} {' '.join(act)}" for answers in move for player, act in sorted(answers.items())]
    return ", ".join(acts) or "pass"


def _dealt(engine: Engine, row: Mapping[str, Any], books: Books) -> Renew:
    """Return what brings an engine to a position of the table. Raises CannotExpress."""
    settings = _settings(engine, row, books)
    if settings is None:
        raise CannotExpress(row["cannot_express"].get(engine.name, "it cannot play these rules"))

    def dealt() -> Engine:
        lead(engine, row, settings)
        return engine

    return dealt


def compared(
    engine: Engine, row: Mapping[str, Any], depth: int, divide: bool = False, books: Books | None = None
) -> Counted | CannotExpress:
    """Return the number of leaves of a position at each depth of the table, up to this one."""
    books = books or {}
    deepest = min(depth, len(row["leaves"]))
    try:
        leaves = [counted(engine, row, below + 1, books) for below in range(deepest)]
        if leaves == row["leaves"][:deepest]:
            return Counted(leaves)
        behind = divided(engine, row, deepest, books) if divide else {}
        return Counted(leaves, declared_otherwise(engine, books.get(row["rules"], {})), behind)
    except CannotExpress as error:
        return error


def _told_of(row: Mapping[str, Any], found: Counted) -> list[str]:
    """Return the lines about a position whose numbers differ."""
    lines = [f"{row['id']} ({row['rules']}): {found.leaves}, not {row['leaves'][: len(found.leaves)]}"]
    if found.declared:
        lines.append(f"    the engine says it plays otherwise: {', '.join(found.declared)}")
    if found.divided:
        behind = len(found.leaves) - 1
        right = {ply: leaves[:behind] for ply, leaves in row["divided"].items()}
        lines += [f"    {ply}: the engine does not offer it" for ply in right.keys() - found.divided.keys()]
        lines += [f"    {ply}: the engine offers it" for ply in found.divided.keys() - right.keys()]
        for ply, leaves in found.divided.items():
            if right.get(ply, leaves) != leaves:
                lines.append(f"    {ply}: {leaves}, not {right[ply]}")
    return lines


def main(arguments: Sequence[str] | None = None, pack: Path | None = None) -> int:
    """Run the command. Return 0 if every number is equal, 1 if one is not, 2 for wrong use, 130 after Ctrl-C."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine", help="riichienv, kanrules, or file.py:Class")
    parser.add_argument("--only", default="", metavar="ID", help="the id of a position, or its first characters")
    parser.add_argument("--depth", type=int, default=9, help="the greatest depth; the table says how deep each goes")
    parser.add_argument(
        "--divide", action="store_true", help="show the leaves behind each first ply where they differ, from depth 2 on"
    )
    parser.add_argument("--limit", type=float, default=LIMIT, metavar="SECONDS", help=_LIMIT)
    parser.add_argument("--pack", type=Path, default=pack or Path(), metavar="DIR", help="the folder of the pack")
    wanted = parser.parse_args(arguments)
    try:
        whole = table(wanted.pack)
        chosen = [row for row in whole["positions"] if row["id"].startswith(wanted.only)]
    except OSError as error:
        print(f"{wanted.pack} is not a pack: {error.strerror or error}", file=sys.stderr)
        return 2
    if not chosen:
        print("no such position", file=sys.stderr)
        return 2
    equal = differ = left_out = 0
    try:
        task = partial(compared, depth=wanted.depth, divide=wanted.divide, books=whole["rules"])
        with Runner(partial(engine_of, wanted.engine), task, wanted.limit) as runner:
            about = runner.about
            for row, found in zip(chosen, runner.results(chosen), strict=True):
                if isinstance(found, (CannotExpress, Stopped)):
                    left_out += 1
                    if isinstance(found, Stopped):
                        print(f"{row['id']}: not counted: {found.why}", flush=True)
                    elif wanted.only:
                        print(f"{row['id']}: cannot express: {found}", flush=True)
                    continue
                if found.leaves != row["leaves"][: len(found.leaves)]:
                    differ += 1
                    print("\n".join(_told_of(row, found)), flush=True)
                    continue
                equal += 1
                if wanted.only:
                    print(f"{row['id']} ({row['rules']}): {found.leaves}", flush=True)
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        return 130
    except (NotInstalled, WrongEngine, Crashed) as error:
        not_here = f"{wanted.engine} is not installed: " if isinstance(error, NotInstalled) else ""
        print(f"{not_here}{error}", file=sys.stderr)
        return 2
    print(f"{about.name} {about.version}: {equal} equal, {differ} differ, {left_out} cannot be expressed or counted")
    return 1 if differ else 0


_LIMIT = f"seconds for each position ({LIMIT:g} by default); 0 runs the engine in this process, without a limit"


if __name__ == "__main__":
    sys.exit(main(pack=Path(__file__).resolve().parents[1]))
