"""`kanrules perft`: count how a hand can go on, to compare the rules of two engines."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kanrules.cli.default_rules import required_rules
from kanrules.cli.help import make_command
from kanrules.cli.output import console, print_line, print_report, shows_progress
from kanrules.cli.shared_options import FORMAT, PLUGINS, OutputFormat, argument, complete_files, option, rules_option
from kanrules.errors import wrong_use

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from kanrules.kyoku.machine import KyokuMachine
    from kanrules.play.perft import Perft
    from kanrules.ruleset import Ruleset

_DEEPEST = 12
"""Greatest depth. Each ply multiplies the time by about twelve."""


def _complete_position(
    context: click.Context, parameter: click.Parameter, incomplete: str
) -> list[CompletionItem[str]] | list[str]:
    from kanrules.pack.perft_table import table_rows

    found = [name for name in table_rows() if incomplete and name.startswith(incomplete)]
    return found or complete_files(context, parameter, incomplete)


@make_command
@argument(
    "position",
    metavar="POSITION",
    shell_complete=_complete_position,
    help="File with a position, or - for standard input: a case, the text of a hand, or a deal of the pack as JSON. Or "
    "the id of a position of the pack.",
)
@option(
    "--depth",
    metavar="N",
    type=click.IntRange(min=1, max=_DEEPEST),
    required=True,
    help=f"Number of plies, 1 to {_DEEPEST}. Each one takes about twelve times as long as the one before.",
)
@option("--divide", help="Print the leaves behind each first ply.")
@option(
    "--case",
    "-c",
    "number",
    metavar="N",
    type=click.IntRange(min=1),
    default=1,
    help="Number of the case in a case file.",
)
@rules_option("Ruleset: a bundled id or a file. Default: the ruleset of the position.")
@FORMAT
@PLUGINS
def command(
    position: str,
    depth: int,
    divide: bool,
    number: int,
    rules: str,
    output: OutputFormat,
) -> None:
    """Count the ways in which a hand can go on.

    Two engines with the same rules count the same numbers, so a number that differs is a rule that differs. A ply is
    one act of the player whose turn it is, or one combination of answers of everyone who may claim. Draws come from the
    wall of the position, and a hand that has ended is one leaf.

    For each depth the command prints the leaves, the leaves at which the hand ended before the last ply, and the
    positions that were expanded. The last ply is counted from the legal acts and not played.

    Examples:

      kanrules perft four-kans-two-players-tenhou --depth 3

      kanrules perft four-kans-two-players-tenhou --depth 2 --divide --rules m-league
    """
    from kanrules.play.perft import perft, ply_text

    kyoku, book = _hand(position, number, rules)
    counted: list[tuple[Perft, float]] = []
    with _bar() as told:
        for each in range(1, depth + 1):
            began = time.process_time()
            counted.append((perft(kyoku, each, told=told(each)), time.process_time() - began))
    last, _ = counted[-1]
    parts = sorted((ply_text(ply), leaves) for ply, leaves in last.divided)
    if output is OutputFormat.JSON:
        print_report(
            {
                "position": position,
                "rules": book.id,
                "depth": depth,
                "leaves": last.leaves,
                "depths": [_as_json(one, spent) for one, spent in counted],
                "divided": [{"ply": text, "leaves": leaves} for text, leaves in parts] if divide else None,
            },
            book,
        )
        return
    if divide:
        width = max((len(f"{leaves:,}") for _, leaves in parts), default=1)
        for text, leaves in parts:
            print_line(f"{leaves:>{width},}  {text}")
        print_line()
    print_line(f"{book.title}")
    print_line(f"{'depth':>5} {'leaves':>14} {'ended':>12} {'expanded':>12}")
    for one, _ in counted:
        print_line(f"{one.depth:>5} {one.leaves:>14,} {one.ended:>12,} {one.expanded:>12,}")


def _as_json(one: Perft, spent: float) -> dict[str, Any]:
    return {
        "depth": one.depth,
        "leaves": one.leaves,
        "ended": one.ended,
        "expanded": one.expanded,
        "seconds": round(spent, 3),
    }


def _hand(position: str, number: int, rules: str) -> tuple[KyokuMachine, Ruleset]:
    """Return the hand at a position, and its ruleset."""
    from kanrules.cases.case import parse_cases
    from kanrules.pack.perft_table import deal_position, hand_at, table_rows
    from kanrules.play import hand_text
    from kanrules.play.kyoku import Kyoku

    def book(default: str) -> Ruleset:
        return required_rules(rules or default)

    rows = table_rows()
    if position in rows and not Path(position).exists():
        found = book(rows[position]["rules"])
        return hand_at(rows[position], found), found
    data = _read(position, rows)
    text = data.decode("utf-8", "replace").lstrip("\ufeff")
    if text.lstrip().startswith("{"):
        row = deal_position(text)
        found = book(str(row.get("rules", "")))
        return hand_at(row, found), found
    if data.startswith(hand_text.HEAD.encode()):
        found = book("")
        return Kyoku.from_text(text, found), found
    cases = parse_cases(data)
    if number > len(cases):
        raise wrong_use(f"--case {number}: {position} has {len(cases)}; numbers start at 1")
    case = cases[number - 1]
    found = book("" if not case.all_rules else str(case.all_rules[0]))
    return Kyoku.from_case(case, found), found


def _read(position: str, ids: dict[str, Any]) -> bytes:
    from difflib import get_close_matches

    from kanrules.ruleset.toml_file import MAX_BYTES

    if position == "-":
        return sys.stdin.buffer.read(MAX_BYTES + 1)
    path = Path(position)
    if not path.is_file() and not path.suffix:
        near = get_close_matches(position, ids, n=3, cutoff=0.4)
        hint = f"; did you mean {', '.join(near)}?" if near else ""
        raise wrong_use(f"no file and no position of the pack is named {position!r}{hint}")
    try:
        with path.open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except OSError as error:
        raise wrong_use(f"{position}: {error.strerror or error}") from None


@contextmanager
def _bar() -> Iterator[Callable[[int], Callable[[int, int], None] | None]]:
    """Yield a function that returns what shows the progress of one depth; on a terminal only."""
    if not shows_progress():
        yield lambda depth: None
        return
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console(stderr=True), transient=True) as progress:

        def of_depth(depth: int) -> Callable[[int, int], None]:
            task = progress.add_task(f"depth {depth}", total=None)
            return lambda done, size: progress.update(task, completed=done, total=size)

        yield of_depth
