"""Count the game tree of the positions in perft.json on an engine, and compare the numbers.

    python perft.py riichienv                   # every position; --only PREFIX, --depth N
    python perft.py mine.py:Engine              # an engine of your own: a class with the methods of Engine in
                                                # engines/table.py, and copy() if it can

A ply is one act of the player on turn (a riichi with its discard is one act), or one combination of answers of everyone
who may claim, each of them with a pass. Draws come from the wall. A hand that has ended is one leaf.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

from .judge import WINDS, engine_of, is_turn
from .limits import Crashed, Runner, Stopped
from .table import NONE, REACH, Act, CannotExpress, Deal, Engine, Menus, NotInstalled, WrongEngine

TABLE = "perft.json"
LIMIT = 600.0
"""Seconds that an engine has for a position by default."""
Answers = dict[int, Act]
"""What the players do at one decision, by player. Players who are not in it pass."""
Moves = tuple[Answers, ...]
"""One ply: a riichi takes two answers, its announcement and its discard."""
Renew = Callable[[], Engine]
"""Returns the engine at a position. If it cannot be copied, the hand is dealt again."""


def rows(pack: Path) -> list[dict[str, Any]]:
    """Return the positions of the table."""
    found: list[dict[str, Any]] = json.loads((pack / TABLE).read_text(encoding="utf-8"))["positions"]
    return found


def settings_of(row: Mapping[str, Any], engine: str) -> Mapping[str, Any] | None:
    """Return an engine's settings for a position, None if it cannot play its rules. An engine that the table does not
    know gets the ruleset's name.
    """
    found: Mapping[str, Any] | None = row["settings"].get(engine, {"rules": row["rules"]})
    return found


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


def counted(engine: Engine, row: Mapping[str, Any], depth: int) -> int:
    """Return the number of leaves of a position of the table on an engine. Raises CannotExpress."""
    settings = settings_of(row, engine.name)
    if settings is None:
        raise CannotExpress(row["cannot_express"].get(engine.name, "it cannot play these rules"))

    def dealt() -> Engine:
        lead(engine, row, settings)
        return engine

    return perft(dealt(), dealt, depth)


def compared(engine: Engine, row: Mapping[str, Any], depth: int) -> list[int] | CannotExpress:
    """Return the number of leaves of a position at each depth of the table, up to this one."""
    try:
        return [counted(engine, row, below + 1) for below in range(min(depth, len(row["leaves"])))]
    except CannotExpress as error:
        return error


def main(arguments: Sequence[str] | None = None, pack: Path | None = None) -> int:
    """Run the command. Return 0 if every number is equal, 1 if one is not, 2 for wrong use, 130 after Ctrl-C."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine", help="riichienv, pymahjong, majiang, jansou, kanrules, or file.py:Class")
    parser.add_argument("--only", default="", metavar="ID", help="the id of a position, or its first characters")
    parser.add_argument("--depth", type=int, default=9, help="the greatest depth; the table says how deep each goes")
    parser.add_argument("--limit", type=float, default=LIMIT, metavar="SECONDS", help=_LIMIT)
    parser.add_argument("--pack", type=Path, default=pack or Path(), metavar="DIR", help="the folder of the pack")
    wanted = parser.parse_args(arguments)
    try:
        chosen = [row for row in rows(wanted.pack) if row["id"].startswith(wanted.only)]
    except OSError as error:
        print(f"{wanted.pack} is not a pack: {error.strerror or error}", file=sys.stderr)
        return 2
    if not chosen:
        print("no such position", file=sys.stderr)
        return 2
    equal = differ = left_out = 0
    try:
        with Runner(partial(engine_of, wanted.engine), partial(compared, depth=wanted.depth), wanted.limit) as runner:
            about = runner.about
            for row, found in zip(chosen, runner.results(chosen), strict=True):
                if isinstance(found, (CannotExpress, Stopped)):
                    left_out += 1
                    if isinstance(found, Stopped):
                        print(f"{row['id']}: not counted: {found.why}", flush=True)
                    elif wanted.only:
                        print(f"{row['id']}: cannot express: {found}")
                    continue
                expected = row["leaves"][: len(found)]
                equal += found == expected
                if found != expected:
                    differ += 1
                    print(f"{row['id']} ({row['rules']}): {found}, not {expected}", flush=True)
                elif wanted.only:
                    print(f"{row['id']} ({row['rules']}): {found}")
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
