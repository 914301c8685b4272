"""Play games between bots, hand by hand. Each mistake of a bot is recorded, and a safe move is made for it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from kanrules.bots.bot import Bot, BotFault, Closing, FaultKind, Misplayed
from kanrules.frozen import frozen
from kanrules.hooks.faults import one_line
from kanrules.kyoku import fouls
from kanrules.pieces.actions import Action, Chi, Discard, Draw, Pass, legal_one
from kanrules.pieces.events import ResultType
from kanrules.pieces.tiles import Seat
from kanrules.play.game import Game
from kanrules.play.kyoku import Kyoku
from kanrules.ruleset import Ruleset

Maker = Callable[[int], Bot]
"""Function that creates a bot for one game from a seed."""


@frozen
class Noted:
    """A mistake with its place: the hand of the game, counted from 1, and the player."""

    hand: int
    player: int
    bot: str
    fault: BotFault

    def to_json(self) -> dict[str, Any]:
        """Return the mistake as JSON-ready data."""
        return {
            "hand": self.hand,
            "player": self.player,
            "bot": self.bot,
            "kind": str(self.fault.kind),
            "what": self.fault.what,
            "event": self.fault.event,
            "said": self.fault.said,
        }

    def __str__(self) -> str:
        return f"hand {self.hand}, player {self.player} ({self.bot}): {self.fault}"


@dataclass(slots=True)
class PlayedGame:
    """A finished game: players, scores, every mistake, and the record."""

    number: int
    seed: int
    bots: tuple[int, ...]
    """Number of the bot, as listed, for each player."""
    names: tuple[str, ...]
    scores: tuple[int, ...] = ()
    places: tuple[int, ...] = ()
    final_points: tuple[int, ...] = ()
    hands: int = 0
    kans: int = 0
    faults: list[Noted] = field(default_factory=list)
    record: list[str] = field(default_factory=list)
    """The game as mjai, one event per line."""

    def to_json(self) -> dict[str, Any]:
        """Return the game as JSON-ready data. All lists are by player."""
        return {
            "game": self.number,
            "seed": self.seed,
            "bot_indices": list(self.bots),
            "names": list(self.names),
            "scores": list(self.scores),
            "places": list(self.places),
            "final_points": list(self.final_points),
            "hands": self.hands,
            "kans": self.kans,
            "faults": [one.to_json() for one in self.faults],
        }


@dataclass(slots=True)
class Standing:
    """The results of one bot over all games."""

    name: str
    games: int = 0
    places: Counter[int] = field(default_factory=Counter)
    points: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    players: int = 4
    """Number of players in the games."""

    @property
    def by_place(self) -> list[int]:
        """How often the bot finished first, second, and so on."""
        return [self.places[place] for place in range(1, self.players + 1)]

    @property
    def place(self) -> float:
        """Mean place; 1 is first."""
        return sum(place * count for place, count in self.places.items()) / max(1, self.games)

    def to_json(self) -> dict[str, Any]:
        """Return the results as JSON-ready data. Points are totals over all games."""
        return {
            "bot": self.name,
            "game_count": self.games,
            "places": self.by_place,
            "mean_place": round(self.place, 3),
            "final_points": self.points,
            "fault_counts": dict(sorted(self.faults.items())),
        }


def seat_bots(number: int, many: int, players: int = 4) -> tuple[int, ...]:
    """Return the index of the bot that each player is in a game. The last bot fills the table, and seats rotate."""
    table = [min(at, many - 1) for at in range(players)]
    return tuple(table[(player + number - 1) % players] for player in range(players))


def standings(games: Iterable[PlayedGame], names: Sequence[str]) -> list[Standing]:
    """Return the results of every bot over these games, in the given order."""
    found = [Standing(name) for name in names]
    for game in games:
        for player, bot in enumerate(game.bots):
            mine = found[bot]
            mine.games += 1
            mine.players = len(game.bots)
            mine.places[game.places[player]] += 1
            mine.points += game.final_points[player]
        for one in game.faults:
            found[game.bots[one.player]].faults[str(one.fault.kind)] += 1
    return found


def play_game(
    rules: Ruleset, makers: Sequence[Maker], number: int = 1, *, seed: int = 0, strict: bool = False
) -> PlayedGame:
    """Play one whole game under a ruleset.

    Takes one to four bot factories, the number of the game (from 1; it rotates the seats), and the seed of all games. A
    mistake of a bot, such as an illegal action, is recorded, and a safe move is made for it: it discards the drawn
    tile, or passes. With `strict`, the mistake is a chombo instead, and the hand is dealt again. An exception that a
    bot raises ends the game and is raised from here. Raises ValueError for a partial ruleset, or for another number of
    bots.

    The answer has `.names`, `.scores`, `.places`, `.final_points`, `.hands`, `.kans`, `.faults`, and `.record`.
    """
    if not 1 <= len(makers) <= 4:
        raise ValueError(f"{len(makers)} bots; expected one to four")
    drawn = Random(f"{seed} {number}")
    sits = seat_bots(number, len(makers), rules.options.table.players)
    game = Game(rules, seed=drawn.getrandbits(64))
    bots = tuple(makers[at](drawn.getrandbits(64)) for at in sits)
    played = PlayedGame(number, seed, sits, tuple(bot.name for bot in bots))
    played.record.append(_line({"type": "start_game", "names": list(played.names)}))
    with Closing(bots) as closing:
        for player, bot in enumerate(bots):
            bot.begin(player, played.names)
        while not game.over:
            played.hands += 1
            _Hand(game, bots, played, strict).play()
            kyoku = game.kyoku
            played.kans += len(kyoku.table().kans)
            played.record += map(_line, _told(kyoku, game.player(Seat.EAST)))
            game.next(stop=game.may_stop)
        played.scores, played.places, played.final_points = game.scores, game.places(), game.final_points()
        closing.scores = played.scores
    played.record.append(_line({"type": "end_game", "scores": list(played.scores)}))
    return played


class _Hand:
    """One hand of a game, played to its end."""

    def __init__(self, game: Game, bots: tuple[Bot, ...], played: PlayedGame, strict: bool) -> None:
        self.game, self.bots, self.played, self.strict = game, bots, played, strict
        self.kyoku: Kyoku = game.kyoku
        self.east = game.player(Seat.EAST)

    def play(self) -> None:
        kyoku = self.kyoku
        while kyoku.outcome is None:
            self._step()
        for seat in kyoku.setup.seats:
            try:
                self._bot(seat).hand_over(kyoku.view(seat), east=self.east)
            except Misplayed as error:
                self._note(seat, error.fault)

    def _bot(self, seat: Seat) -> Bot:
        return self.bots[self.game.player(seat)]

    def _note(self, seat: Seat, fault: BotFault) -> None:
        player = self.game.player(seat)
        self.played.faults.append(Noted(self.played.hands, player, self.bots[player].name, fault))

    def _step(self) -> None:
        """Ask the players who may do something other than draw, and play the result; otherwise draw the next tile."""
        kyoku = self.kyoku
        legal = {seat: kyoku.legal_actions(seat) for seat in kyoku.setup.seats}
        asked = [seat for seat, may in legal.items() if any(not isinstance(one, Draw) for one in may)]
        said: list[Action] = []
        for seat in asked:
            answer = self._asked(seat, legal[seat])
            if answer is None:
                return
            said.append(answer)
        if not asked:
            kyoku.push(next(one for one in kyoku.legal_actions() if isinstance(one, Draw)))
        elif asked == [kyoku.turn] and not isinstance(said[0], Pass):
            kyoku.push(said[0])
        else:
            claims = [one for one in said if not isinstance(one, Pass)]
            if claims:
                # Bots answer at the same time, so no chi is called first.
                kyoku.settle(sorted(claims, key=lambda one: isinstance(one, Chi)))
            else:
                kyoku.push(Pass())

    def _asked(self, seat: Seat, legal: Sequence[Action]) -> Action | None:
        """Return the action of this seat, or None if a mistake of its bot has ended the hand."""
        kyoku = self.kyoku
        view = kyoku.view(seat)
        try:
            return _legal(self._bot(seat).act(view, east=self.east), seat, legal)
        except Misplayed as error:
            self._note(seat, error.fault)
            if self.strict:
                fouls.chombo(kyoku, seat)
                return None
            return safe(legal)


def _legal(answer: Action, seat: Seat, legal: Sequence[Action]) -> Action:
    """Return the legal action of this seat that an answer means. Raises Misplayed if there is none."""
    if answer in legal:
        return answer
    if not isinstance(answer, Action):
        raise Misplayed(BotFault(FaultKind.NONSENSE, "not an action", said=one_line(answer)))
    own = answer.seat in (seat, None)
    found = legal_one(answer, legal, tsumogiri=getattr(answer, "tsumogiri", None)) if own else None
    if found is None:
        what = f"not legal (legal: {', '.join(map(str, legal))})"
        raise Misplayed(BotFault(FaultKind.ILLEGAL, what, said=str(answer)))
    return found


def safe(legal: Sequence[Action]) -> Action:
    """Return the move for a bot without an answer: a pass, or else the drawn tile, or else the first legal discard."""
    passes = [one for one in legal if isinstance(one, Pass)]
    discards = [one for one in legal if isinstance(one, Discard) and not one.riichi]
    drawn = [one for one in discards if one.tsumogiri]
    found: list[Action] = [*passes, *drawn, *discards]
    return found[0]


def _told(kyoku: Kyoku, east: int) -> list[dict[str, Any]]:
    """Return the hand as mjai. mjai has no chombo: such a hand is incomplete, and its end states the payments."""
    events = kyoku.to_mjai(east=east)
    if kyoku.outcome is None or kyoku.outcome.type is not ResultType.CHOMBO:
        return events
    *before, paid, end = events
    return [*before, {**end, "chombo": paid["deltas"]}]


def _line(event: dict[str, Any]) -> str:
    return json.dumps(event, separators=(",", ":"), ensure_ascii=False)
