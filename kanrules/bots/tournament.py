"""Many games on several processes, in order, with the same result for any number of processes."""

from __future__ import annotations

import multiprocessing
import shlex
import shutil
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import partial

from kanrules.bots.bot import Bot
from kanrules.bots.match import Maker, PlayedGame, play_game
from kanrules.bots.mjai_bot import MjaiBot
from kanrules.bots.own import KanLover
from kanrules.errors import KanrulesError, UnreadableError
from kanrules.ruleset import Ruleset

MOST = 4


@dataclass(frozen=True, slots=True)
class Tournament:
    """A number of games under a ruleset between one to four bots, each given by its command; an empty command means
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
        """The names of the bots, in their order."""
        return [" ".join(words) or KanLover().name for words in self.bots]

    def makers(self) -> list[Maker]:
        """Return a factory for each bot of one game."""
        return [partial(_made, words, self.seconds, name) for words, name in zip(self.bots, self.names, strict=True)]

    def play(self, number: int) -> PlayedGame:
        """Play one of the games, counted from 1."""
        return play_game(self.rules, self.makers(), number, seed=self.seed, strict=self.strict)

    def run(self, jobs: int = 1) -> Iterator[PlayedGame]:
        """Yield all games in order, played on this many processes. Raises KanrulesError if one of them dies."""
        numbers = range(1, self.games + 1)
        if jobs == 1:
            yield from map(self.play, numbers)
            return
        # Use new processes: forking a process with threads can deadlock.
        context = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(jobs, context, initializer=_begin, initargs=(self,)) as pool:
            try:
                yield from pool.map(_play, numbers)
            except BrokenProcessPool:
                raise KanrulesError("a worker process died; --jobs 1 plays without any") from None
            finally:
                pool.shutdown(wait=True, cancel_futures=True)


def _made(words: tuple[str, ...], seconds: float, name: str, seed: int) -> Bot:
    return MjaiBot(words, seconds, name=name) if words else KanLover(seed)


_ours: list[Tournament] = []
"""The games of a worker process; empty in any other process."""


def _begin(tournament: Tournament) -> None:
    _ours[:] = [tournament]


def _play(number: int) -> PlayedGame:
    return _ours[0].play(number)


def read_bots(commands: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Return the words of each command, split as in a shell; no shell runs them.

    Raises UnreadableError for more than four commands, for unbalanced quotes, and if a program does not exist.
    """
    if len(commands) > MOST:
        raise UnreadableError(f"{len(commands)} bots; a table has four seats", code="")
    found = []
    for command in commands:
        try:
            words = tuple(shlex.split(command))
        except ValueError as error:
            raise UnreadableError(f"{command!r} cannot be split into words: {str(error).lower()}", code="") from None
        if not words:
            raise UnreadableError("a bot is the command of a program, and this one is empty", code="")
        if shutil.which(words[0]) is None:
            raise UnreadableError(f"there is no program {words[0]!r} that can be run", code="")
        found.append(words)
    return tuple(found) or ((),)
