"""`kanrules play`: whole games between programs that speak mjai, at our table under any ruleset."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from kanrules.cli.common import (
    FORMAT,
    Format,
    complete_rules,
    console,
    envelope,
    plain,
    print_json,
    progress,
    required_rules,
)
from kanrules.errors import UnreadableError

if TYPE_CHECKING:
    from kanrules.bots.match import PlayedGame
    from kanrules.bots.tournament import Tournament

_SHOWN = 20


def command(
    rules: str = typer.Option(
        "", "--rules", "-r", autocompletion=complete_rules, metavar="R", help="The ruleset: a bundled id or a file."
    ),
    bot: list[str] = typer.Option(
        [], "--bot", metavar="CMD", help="A program that speaks mjai; one to four times, the last repeated."
    ),
    games: int = typer.Option(1, "--games", "-n", min=1, metavar="N", help="How many games."),
    seed: int = typer.Option(1, "--seed", metavar="N", help="The same seed deals the same walls."),
    out: Path | None = typer.Option(None, "--out", "-o", metavar="DIR", help="Write every game there, as mjai."),
    jobs: int = typer.Option(1, "--jobs", "-j", min=1, metavar="N", help="How many processes play."),
    timeout: float = typer.Option(5, "--timeout", metavar="SECONDS", help="How long an answer may take."),
    strict: bool = typer.Option(False, "--strict", help="A fault of a bot is a chombo instead of a safe play."),
    output: Format = FORMAT,
    allow_local_plugins: bool = typer.Option(
        False, "--allow-local-plugins", help="Let the ruleset run its own ./plugin.py."
    ),
) -> None:
    """Play whole games under a ruleset between programs that speak mjai.

    A program reads one JSON event a line from standard input and answers each with one line: an action, or
    {"type": "none"}. Its words are split as a shell would, without a shell. All four seats rotate. A bot that answers
    nonsense, something illegal, too late, or dies is named with the event; its turn is played safely (the drawn tile,
    a pass). Without --bot bots of ours play that love kans.

    Exit code 0: no fault; 1: a bot was at fault; 2: wrong use.

    Examples:

      kanrules play --rules ema-2025 --games 10 --out games

      kanrules play --rules tenhou --bot "python mybot.py" --bot "python other.py" --games 100 --jobs 2
    """
    from kanrules.bots.tournament import Tournament, read_bots

    if not timeout > 0:
        raise UnreadableError(
            f"--timeout {timeout:g} leaves no time for an answer; expected seconds, such as 5", code=""
        )
    ruleset = required_rules(rules, allow_local_plugins=allow_local_plugins)
    if ruleset.partial:
        raise UnreadableError(f"{ruleset.id} is partial: too little is known of it to play a game", code="")
    plan = Tournament(ruleset, read_bots(bot), games, seed, timeout, strict)
    if out is not None:
        _room(out, games)
    played: list[PlayedGame] = []
    for game in _games(plan, min(jobs, games), output):
        if out is not None:
            (out / _name(game.number)).write_text("\n".join(game.record) + "\n", encoding="utf-8", newline="\n")
        game.record.clear()
        played.append(game)
    if output is Format.JSON:
        _print_json(plan, played)
    else:
        _print_text(plan, played, out)
    raise typer.Exit(1 if any(game.faults for game in played) else 0)


def _games(plan: Tournament, jobs: int, output: Format) -> Iterator[PlayedGame]:
    return progress(plan.run(jobs), "playing", enabled=output is Format.TEXT, total=plan.games)


def _name(number: int) -> str:
    return f"game-{number:05d}.mjson"


def _room(folder: Path, games: int) -> None:
    """Makes the folder; refuses to write over a game that lies there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UnreadableError(f"{folder}: cannot be made: {error.strerror}", code="") from None
    there = next((name for name in map(_name, range(1, games + 1)) if (folder / name).exists()), None)
    if there is not None:
        raise UnreadableError(f"{folder / there} is there already; expected a folder without games", code="")


def _print_json(plan: Tournament, played: list[PlayedGame]) -> None:
    from kanrules.bots.match import standings

    print_json(
        envelope(
            {
                "rules": plan.rules.id,
                "seed": plan.seed,
                "bots": [one.to_json() for one in standings(played, plan.names)],
                "games": [game.to_json() for game in played],
            }
        )
    )


def _print_text(plan: Tournament, played: list[PlayedGame], out: Path | None) -> None:
    from rich.table import Table

    from kanrules.bots.match import standings

    page = console()
    table = Table("bot", box=None, pad_edge=False)
    places_there_are = ("1st", "2nd", "3rd", "4th")[: plan.rules.options.table.players]
    for head in ("games", *places_there_are, "mean place", "final points", "faults"):
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
