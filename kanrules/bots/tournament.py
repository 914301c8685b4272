"""Play many games on several processes, in order. The result is the same for any number of processes."""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Iterator, Sequence
from functools import partial

from kanrules.bots.bot import Bot
from kanrules.bots.match import Maker, PlayedGame, play_game
from kanrules.bots.mjai_bot import MjaiBot
from kanrules.bots.own import KanLover
from kanrules.errors import KanrulesError, wrong_use
from kanrules.frozen import frozen
from kanrules.ruleset import Ruleset
from kanrules.supervisor.in_processes import answering
from kanrules.supervisor.workers import GONE

MOST = 4


@frozen
class Tournament:
    """A number of games under a ruleset between one to four bots. Each is given by its command; an empty command means
    a built-in bot.
    """

    rules: Ruleset
    bots: tuple[tuple[str, ...], ...] = ((),)
    games: int = 1
    seed: int = 1
    seconds: float = 5
    strict: bool = False

    @property
    def names(self) -> list[str]:
        """The names of the bots, in the given order."""
        return [" ".join(words) or KanLover().name for words in self.bots]

    def makers(self) -> list[Maker]:
        """Return a factory of each bot."""
        return [partial(_made, words, self.seconds, name) for words, name in zip(self.bots, self.names, strict=True)]

    def play(self, number: int) -> PlayedGame:
        """Play one of the games, counted from 1."""
        return play_game(self.rules, self.makers(), number, seed=self.seed, strict=self.strict)

    def run(self, jobs: int = 1) -> Iterator[PlayedGame]:
        """Yield all games in order, played on this many processes. Raises KanrulesError if one of the processes
        dies.
        """
        with answering(partial(_play, self), self.games, jobs, again=False) as games:
            yield from map(_game, games)


def _made(words: tuple[str, ...], seconds: float, name: str, seed: int) -> Bot:
    return MjaiBot(words, seconds, name=name) if words else KanLover(seed)


def _play(tournament: Tournament, before: int) -> PlayedGame | KanrulesError:
    """Play the game after so many others, in a worker."""
    try:
        return tournament.play(before + 1)
    except KanrulesError as error:
        return error


def _game(answer: PlayedGame | KanrulesError | object) -> PlayedGame:
    if isinstance(answer, KanrulesError):
        raise answer
    if answer is GONE:
        raise KanrulesError("a worker process died; use --jobs 1 to play without worker processes")
    assert isinstance(answer, PlayedGame)
    return answer


def read_bots(commands: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Return the words of each command, split as in a shell; no shell runs them.

    Raises UnreadableError for more than four commands, for unbalanced quotes, and if a program does not exist.
    """
    if len(commands) > MOST:
        raise wrong_use(f"{len(commands)} bots; a table has four seats")
    found = []
    for command in commands:
        try:
            words = tuple(shlex.split(command))
        except ValueError as error:
            raise wrong_use(f"{command!r} cannot be split into words: {str(error).lower()}") from None
        if not words:
            raise wrong_use("a bot is the command of a program; this one is empty")
        if shutil.which(words[0]) is None:
            raise wrong_use(f"no executable program {words[0]!r}")
        found.append(words)
    return tuple(found) or ((),)
