"""`kanrules play`: whole games between mjai bots under any ruleset."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kanrules.cli.default_rules import required_rules
from kanrules.cli.help import make_command
from kanrules.cli.output import console, plain, print_report, progress
from kanrules.cli.shared_options import FORMAT, PLUGINS, RULES, OutputFormat, option
from kanrules.errors import wrong_use

if TYPE_CHECKING:
    from kanrules.bots.match import PlayedGame
    from kanrules.bots.tournament import Tournament

_SHOWN = 20


@make_command
@RULES
@option(
    "--bot",
    metavar="CMD",
    multiple=True,
    help="Command of a bot that speaks mjai; may be given up to four times. The last one fills the remaining seats.",
)
@option("--games", "-n", metavar="N", type=click.IntRange(min=1), default=1, help="Number of games.")
@option("--seed", metavar="N", type=int, default=1, help="Seed of the walls; the same seed deals the same walls.")
@option("--out", "-o", metavar="DIR", type=Path, help="Write every game to this folder, in mjai format.")
@option("--jobs", "-j", metavar="N", type=click.IntRange(min=1), default=1, help="Number of processes.")
@option("--timeout", metavar="SECONDS", type=float, default=5, help="Time limit for each answer.")
@option("--strict", help="Penalize a bot's fault with a chombo instead of making a safe move.")
@FORMAT
@PLUGINS
def command(
    rules: str,
    bot: tuple[str, ...],
    games: int,
    seed: int,
    out: Path | None,
    jobs: int,
    timeout: float,
    strict: bool,
    output: OutputFormat,
) -> int:
    """Play games between programs that speak mjai.

    A bot reads one JSON event per line from standard input and answers each with one line: an action, or {"type":
    "none"}. Its command is split into words as in a shell, but no shell runs it. Seats rotate. A bot that sends an
    unreadable or illegal answer, answers too late or exits is named with the event, and a safe move is made for it
    (discard the drawn tile, or pass). Without --bot, built-in bots that like to declare kans play.

    Exit code 0: no fault; 1: a bot was at fault; 2: wrong use.

    Examples:

      kanrules play --rules ema-2025 --games 10 --out games

      kanrules play --rules tenhou --bot "python mybot.py" --bot "python other.py" --games 100 --jobs 2
    """
    from kanrules.bots.tournament import Tournament, read_bots
    from kanrules.supervisor.whole_file import write_whole

    if not timeout > 0:
        raise wrong_use(f"--timeout {timeout:g} leaves no time for an answer; expected a number of seconds, such as 5")
    ruleset = required_rules(rules)
    if ruleset.partial:
        raise wrong_use(f"{ruleset.id} is partial: too few of its rules are known to play a game")
    plan = Tournament(ruleset, read_bots(bot), games, seed, timeout, strict)
    if out is not None:
        _room(out, games)
    played: list[PlayedGame] = []
    for game in _games(plan, min(jobs, games), output):
        if out is not None:
            out.mkdir(parents=True, exist_ok=True)
            write_whole(out / _name(game.number), "\n".join(game.record) + "\n", follow=False)
        game.record.clear()
        played.append(game)
    if output is OutputFormat.JSON:
        _print_json(plan, played)
    else:
        _print_text(plan, played, out)
    return 1 if any(game.faults for game in played) else 0


def _games(plan: Tournament, jobs: int, output: OutputFormat) -> Iterator[PlayedGame]:
    return progress(plan.run(jobs), "playing", enabled=output is OutputFormat.TEXT, total=plan.games)


def _name(number: int) -> str:
    return f"game-{number:05d}.mjson"


def _room(folder: Path, games: int) -> None:
    """Raise UnreadableError if the folder cannot be created, which the first game does, or already has one of them."""
    there_is = next(path for path in (folder, *folder.absolute().parents) if path.exists())
    if not there_is.is_dir() or not os.access(there_is, os.W_OK):
        why = os.strerror(errno.EACCES if there_is.is_dir() else errno.ENOTDIR)
        raise wrong_use(f"{folder}: cannot be created: {why}")
    there = next((name for name in map(_name, range(1, games + 1)) if (folder / name).exists()), None)
    if there is not None:
        raise wrong_use(f"{folder / there} already exists; choose a folder without games")


def _print_json(plan: Tournament, played: list[PlayedGame]) -> None:
    from kanrules.bots.match import standings

    print_report(
        {
            "rules": plan.rules.id,
            "seed": plan.seed,
            "bots": [one.to_json() for one in standings(played, plan.names)],
            "games": [game.to_json() for game in played],
        }
    )


def _print_text(plan: Tournament, played: list[PlayedGame], out: Path | None) -> None:
    from rich.table import Table

    from kanrules.bots.match import standings

    page = console()
    table = Table("bot", box=None, pad_edge=False)
    places_there_are = ("1st", "2nd", "3rd", "4th")[: plan.rules.options.table.players]
    for head in ("games", *places_there_are, "average place", "final points", "faults"):
        table.add_column(head, justify="right")
    for one in standings(played, plan.names):
        places = map(str, one.by_place[: len(places_there_are)])
        faults = ", ".join(f"{count} {kind}" for kind, count in sorted(one.faults.items())) or "none"
        table.add_row(plain(one.name), str(one.games), *places, f"{one.place:.2f}", f"{one.points:+d}", faults)
    hands, kans = sum(game.hands for game in played), sum(game.kans for game in played)
    page.print(
        f"{_count(len(played), 'game')}, {_count(hands, 'hand')}, {_count(kans, 'kan')}"
        f" under [bold]{plain(plan.rules.title)}[/], seed {plan.seed}"
    )
    page.print(table)
    faults_of = [(game, noted) for game in played for noted in game.faults]
    for game, noted in faults_of[:_SHOWN]:
        page.print(f"game {game.number}, {noted}", markup=False)
    if len(faults_of) > _SHOWN:
        page.print(f"and {len(faults_of) - _SHOWN} more; --format json lists them all")
    if out is not None:
        page.print(f"written: {_count(len(played), 'game')} in {out}", markup=False)


def _count(number: int, word: str) -> str:
    return f"{number:,} {word}{'' if number == 1 else 's'}"
