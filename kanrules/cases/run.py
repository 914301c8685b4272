"""Play cases: run their lines through the machine, with draws and passes added where no line names them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from pathlib import Path

from kanrules.cases.case import Case, CaseError, parse_cases
from kanrules.cases.fill import fill
from kanrules.cases.lines import KAN_VERBS, SET_VERBS, TURN_VERBS, PlayLine
from kanrules.cases.played import Fouled, Refused
from kanrules.cases.quiet import choose_draw
from kanrules.errors import IllegalAction, UnreadableError
from kanrules.frozen import frozen
from kanrules.hooks.answers import TraceLine, trace_lines
from kanrules.kan import announcement, course
from kanrules.kyoku import abortive_draws
from kanrules.kyoku.machine import KyokuMachine
from kanrules.law.hook_values import Foul
from kanrules.pieces.actions import (
    PASS,
    Action,
    Ankan,
    Chi,
    Daiminkan,
    Discard,
    Draw,
    KanAction,
    Kita,
    Kyuushu,
    Pass,
    Pon,
    Ron,
    Shouminkan,
    Tsumo,
)
from kanrules.pieces.events import RinshanDraw
from kanrules.pieces.tiles import KIND, NAMES, NORTH, Kind, Seat, Tile
from kanrules.ruleset import Ruleset
from kanrules.ruleset.four import at_a_table_of_four
from kanrules.ruleset.kept import kept
from kanrules.ruleset.load import ruleset_of
from kanrules.ruleset.problems import Problem, close
from kanrules.rulings import Objection
from kanrules.table.position import Position
from kanrules.table.state import Phase

_OPEN = frozenset((Phase.CLAIM, Phase.ROB, Phase.RON))


def _is_together(line: PlayLine, lines: Sequence[PlayLine]) -> bool:
    """Return True if a line claims the same tile as the lines before it: a further ron, or another player's call."""
    if line.verb == "ron":
        return all(one.verb == "ron" for one in lines)
    called = [*lines, line]
    return (
        all(one.verb in SET_VERBS and not one.against_law for one in called)
        and len({one.tile for one in called}) == 1
        and len({one.seat for one in called}) == len(called)
    )


@frozen
class PlayedCase:
    """A case that was played to its last line under a ruleset.

    `kyoku` is the table afterwards; `settled_from` is the table just before the rons if the hand ended with them.
    """

    case: Case
    rules: Ruleset
    position: Position
    kyoku: KyokuMachine
    refused: tuple[Refused, ...]
    fouls: tuple[Fouled, ...]
    settled_from: KyokuMachine | None
    trace: tuple[TraceLine, ...] = ()

    def __eq__(self, other: object) -> bool:
        """Return True if the same case was played under the same ruleset: then the hand is the same, too."""
        if not isinstance(other, PlayedCase):
            return NotImplemented
        return (self.case, self.rules, self.trace) == (other.case, other.rules, other.trace)

    __hash__ = None  # type: ignore[assignment]  # a case holds mappings

    def __reduce__(self) -> tuple[object, ...]:
        # A hand cannot be pickled, but it can be played again.
        return _played_again, (self.case, self.rules, bool(self.trace))

    @property
    def lines(self) -> tuple[PlayLine, ...]:
        """The lines of the case."""
        return self.case.lines

    @property
    def changes(self) -> dict[Seat, int]:
        """Change of score since the position, by seat."""
        return {seat: self.kyoku.scores[seat] - self.position.scores[seat] for seat in self.kyoku.setup.seats}


def _played_again(case: Case, rules: Ruleset, trace: bool) -> PlayedCase:
    return play_case(case, rules, trace=trace)


def position_of(case: Case, rules: Ruleset) -> Position:
    """Return the completed position of a case under a ruleset. Raises CaseError if it is impossible."""
    options = rules.options
    kandora = options.kandora
    # All options that completion depends on: one case under fifty rulesets is completed only a few times.
    key: tuple[object, ...] = (options.scoring.red_fives, options.table, options.wall, options.kita.enabled)
    if case.given.announces is not None or any(meld.is_kan for melds in case.given.melds.values() for meld in melds):
        key += (kandora.enabled, kandora.ankan, kandora.daiminkan, kandora.shouminkan, kandora.robbed_kan)
    found = case.filled.get(key)
    if found is None:
        found = case.filled[key] = fill(case, options)
    return found


def play_case(
    case: Case,
    rules: Ruleset | str | Path,
    *,
    trace: bool = False,
    watch: Callable[[KyokuMachine], None] | None = None,
) -> PlayedCase:
    """Play a case under a ruleset (a ruleset, its name, or its path), with its `[case.options]` on top.

    `watch` receives the hand at its beginning, after each line, and at its end. Raises CaseError if the position or the
    play is impossible.
    """

    rules = ruleset_of(rules)
    if case.options:
        rules = _with_options(case, rules)
    return _Player(case, of_four(case, rules)).run(trace, watch)


def of_four(case: Case, rules: Ruleset) -> Ruleset:
    """Return the ruleset as it would rule at a four-player table, for casebook questions.

    Returns the ruleset unchanged if the case is not a question, names this ruleset itself, or is for three-player
    tables.
    """
    own = not case.question or case.players == 3 or rules.id in case.rules
    return rules if own else at_a_table_of_four(rules)


def _with_options(case: Case, rules: Ruleset) -> Ruleset:
    try:
        key = repr(sorted(case.options.items()))
        return kept(rules, key, lambda: rules.with_options(case.options, set_by="case"))
    except UnreadableError as error:
        problems: Sequence[Problem] = getattr(error, "problems", ())
        message = "; ".join(problem.message for problem in problems) or str(error)
        raise CaseError([case.problem(("options",), message, code=error.code)]) from None


def beginning(case: Case | str, rules: Ruleset | str | Path | None = None) -> tuple[Ruleset, Position]:
    """Return the ruleset and the position, with complete walls, from which `Kyoku.from_case` starts.

    Raises UnreadableError if that is impossible.
    """
    if isinstance(case, str):
        case = parse_cases(case)[0]
    elif not isinstance(case, Case):
        raise TypeError(f"a case is its text or a kanrules.testing.Case, not {type(case).__name__}")
    if rules is None:
        if not case.all_rules:
            raise UnreadableError(
                f"the case {case.name!r} does not name a ruleset; give one: Kyoku.from_case(case, rules)"
            )
        rules = case.all_rules[0]
    rules = ruleset_of(rules)
    if case.options:
        rules = _with_options(case, rules)
    return rules, _with_walls(_Player(case, rules).run(False))


def _with_walls(played: PlayedCase) -> Position:
    """Return the position with complete walls: what the play draws, then all other tiles in a fixed order."""
    position = played.position
    events = played.kyoku.events
    drawn = [event.tile for event in events if isinstance(event, Draw)]
    replaced = [event.tile for event in events if isinstance(event, RinshanDraw)]
    assert position.unseen_counts is not None, "the position of a case counts the unseen tiles"
    pool = list(position.unseen_counts)
    walls = []
    for wall, named in ((position.live, drawn), (position.replacements, replaced)):
        tiles = list(wall)
        for at, tile in enumerate(named[: len(tiles)]):
            if tiles[at] is None and tile is not None:
                tiles[at] = tile
                pool[tile] -= 1
        walls.append(tiles)
    rest = [tile for step in range(4) for tile in range(len(pool)) if pool[tile] > step]
    for tiles in walls:
        for at, tile in enumerate(tiles):
            if tile is None:
                tiles[at] = rest.pop()
    return replace(position, live=tuple(walls[0]), replacements=tuple(walls[1]), unseen_counts=None)


class _Player:
    def __init__(self, case: Case, rules: Ruleset) -> None:
        self.case, self.rules = case, rules
        self.position = position_of(case, rules)
        try:
            self.kyoku = KyokuMachine.from_position(rules, self.position)
        except UnreadableError as error:
            raise CaseError([case.problem(("given",), str(error))]) from None
        self.refused: list[Refused] = []
        self.fouls: list[Fouled] = []
        self.settled_from: KyokuMachine | None = None
        self.named = {KIND[line.tile] for line in case.lines if line.tile is not None}

    def run(self, trace: bool, watch: Callable[[KyokuMachine], None] | None = None) -> PlayedCase:
        asked: list[TraceLine] = []
        if trace:
            self.kyoku.judge = self.rules.judge.traced(asked)
        lines, at = self.case.lines, 0
        if watch is not None:
            watch(self.kyoku)
        while at < len(lines):
            end = at + 1
            while end < len(lines) and _is_together(lines[end], lines[at:end]):
                end += 1
            try:
                if lines[at].verb == "ron":
                    self.rons(lines[at:end])
                elif end > at + 1:
                    self.calls(lines[at:end])
                else:
                    self.line(lines[at])
            except UnreadableError as error:
                raise CaseError([self.case.problem_in_play(lines[at], str(error))]) from None
            at = end
            if watch is not None:
                watch(self.kyoku)
        self.finish()
        if watch is not None:
            watch(self.kyoku)
        self.kyoku.judge = self.rules.judge
        return PlayedCase(
            self.case,
            self.rules,
            self.position,
            self.kyoku,
            tuple(self.refused),
            tuple(self.fouls),
            self.settled_from,
            tuple(trace_lines(asked)),
        )

    # --- lines -----------------------------------------------------------------------------------------------------

    def line(self, line: PlayLine) -> None:
        kyoku = self.kyoku
        if line.found:
            if kyoku.outcome is None:
                kyoku.discover(line.seat)
            return
        if line.verb == "fouls":
            self.report(line)
            return
        self.approach(line)
        try:
            action = self.action(line)
            if isinstance(action, Pass) and action.seat is not None and kyoku.phase in _OPEN:
                # A line may repeat a pass for one player; a tile that is not claimed passes with the next line.
                kyoku.silent.add(action.seat)
                return
            if line.against_law and kyoku.outcome is None:
                self.commit(line, action)
            else:
                kyoku.push(action)
        except IllegalAction as error:
            self.refuse(line, error)

    def report(self, line: PlayLine) -> None:
        """Tell the referee of a foul that is no kan. A plugin may have names of its own for fouls."""
        assert line.foul is not None, "the line names a foul"
        names = tuple(field.name for field in fields(self.kyoku.options.penalty))
        meant = "" if line.foul.name in names else close(line.foul.name, names)
        if meant:
            raise UnreadableError(f"`{line.text}`: there is no foul {line.foul.name!r}; did you mean `{meant}`?")
        if self.kyoku.outcome is None:
            self.kyoku.report(line.foul)

    def refuse(self, line: PlayLine, error: IllegalAction) -> None:
        self.refused.append(Refused(line, error.objections, self.kyoku.copy()))

    def commit(self, line: PlayLine, action: Action) -> None:
        """Play a line against the law; if the ruleset allows it after all, it is an ordinary line."""
        kyoku = self.kyoku
        if line.verb not in KAN_VERBS:
            codes = tuple(objection.code for objection in kyoku.follow(action))
            if codes:
                self.fouls.append(Fouled(line, codes))
            return
        assert isinstance(action, (Ankan, Shouminkan, Daiminkan)), "only a kan can be against the law and stand"
        codes = _codes_against(kyoku, action)
        facts = line.foul or Foul(line.seat)
        try:
            kyoku.commit(
                action, line=line.number, corrected=facts.corrected, noticed=facts.noticed, repeated=facts.repeated,
                aware=facts.aware,
            )  # fmt: skip
        except ValueError as error:
            if isinstance(error, UnreadableError):
                raise
            kyoku.push(action)
            return
        self.fouls.append(Fouled(line, codes))

    def rons(self, lines: Sequence[PlayLine]) -> None:
        """Judge each of several consecutive rons on one tile as if it were called alone, then settle all valid ones."""
        kyoku = self.kyoku
        legal = []
        for line in lines:
            try:
                if line.against_law:
                    raise UnreadableError(
                        f"`{line.text}`: a win against the law is not a foul around a kan; without `!`, it is refused"
                    )
                kyoku.copy().push(Ron(line.seat))
            except IllegalAction as error:
                self.refuse(line, error)
            else:
                legal.append(line)
        if legal:
            before = kyoku.copy()
            for line in legal:
                if kyoku.outcome is None:
                    kyoku.push(Ron(line.seat))
            if kyoku.phase is Phase.RON:
                kyoku.push(PASS)
            if kyoku.outcome is not None:
                self.settled_from = before

    def calls(self, lines: Sequence[PlayLine]) -> None:
        """Judge each of several consecutive calls on one discard as if it were the only one, then let the one that has
        priority take effect.
        """
        kyoku, legal = self.kyoku, []
        self.approach(lines[0])
        for line in lines:
            try:
                action = self.action(line)
                kyoku.copy().push(action)
            except IllegalAction as error:
                self.refuse(line, error)
            else:
                legal.append(action)
        if legal:
            kyoku.settle(legal, [line.seat for line in lines if line.late])

    def action(self, line: PlayLine) -> Action:
        kyoku, seat, tile = self.kyoku, line.seat, line.tile
        match line.verb:
            case "kita":
                return Kita(seat)
            case "ron":
                return Ron(seat)
            case "tsumo":
                return Tsumo(seat)
            case "passes":
                return PASS if line.everyone else Pass(seat)
            case "kyuushu":
                return Kyuushu(seat)
        assert tile is not None, "this verb names a tile"
        match line.verb:
            case "draws":
                return Draw(seat, tile)
            case "discards" | "riichi":
                is_drawn = seat == kyoku.turn and tile == kyoku.drawn
                if line.tsumogiri is False and is_drawn and kyoku.hands[seat][tile] == 1:
                    text = f"{line.text}: {seat} holds no other {NAMES[tile]} than the one just drawn"
                    raise IllegalAction([Objection("KR299", text)])
                tsumogiri = is_drawn if line.tsumogiri is None else line.tsumogiri
                return Discard(seat, tile, tsumogiri, line.verb == "riichi")
            case "ankan":
                return Ankan(seat, tile)
            case "shouminkan":
                return Shouminkan(seat, tile)
            case "daiminkan":
                return Daiminkan(seat, tile)
            case "chi":
                return Chi(seat, tile, self.run_with(line, tile))
        held = sorted(announcement.tiles_of(kyoku, seat, KIND[tile]))
        first, second = line.using or (held[:2] if len(held) > 1 else (KIND[tile], KIND[tile]))
        return Pon(seat, tile, (first, second))

    def run_with(self, line: PlayLine, tile: Tile) -> tuple[Tile, Tile]:
        if line.using:
            return line.using[0], line.using[1]
        possible = [
            action for action in self.kyoku.legal_actions(line.seat) if isinstance(action, Chi) and action.tile == tile
        ]
        if len(possible) > 1:
            raise UnreadableError(f"`{line.text}`: {len(possible)} runs are possible; write `{line.text} with ...`")
        kind = KIND[tile]
        return possible[0].using if possible else (kind - kind % 9, kind - kind % 9 + 1)

    # --- automatic steps
    # --------------------------------------------------------------------------------------------------

    def approach(self, line: PlayLine) -> None:
        """Play what happens between the last line and this one: passes, and the draw that begins a turn."""
        kyoku = self.kyoku
        if kyoku.outcome is not None:
            return
        if kyoku.phase in (Phase.ROB, Phase.REPLACE):
            owner = kyoku.announced.seat if kyoku.announced is not None else kyoku.turn
            if line.verb != "passes" and (line.verb != "draws" or line.seat != owner):
                self.draw(owner, line)
        elif kyoku.phase in (Phase.CLAIM, Phase.DRAW) and line.verb in TURN_VERBS and line.seat == kyoku.next_seat:
            if kyoku.phase is Phase.CLAIM and (abortive_draws.on_passing(kyoku) is not None or not kyoku.live):
                kyoku.push(PASS)
            elif line.verb != "draws" and kyoku.live:
                self.draw(line.seat, line)

    def draw(self, seat: Seat, line: PlayLine | None) -> None:
        """Draw without a line: the tile of the wall if known, or else the one that the next line needs, or else one
        without effect.
        """
        kyoku = self.kyoku
        replacing = kyoku.phase in (Phase.ROB, Phase.REPLACE)
        known = kyoku.replacement_tile() if replacing else kyoku.live[-1]
        kyoku.push(Draw(seat, known if known is not None else self.choose(seat, line)))

    def choose(self, seat: Seat, line: PlayLine | None) -> Tile:
        kyoku = self.kyoku
        pool, hand = kyoku.unseen_counts, kyoku.hands[seat]
        assert pool is not None, "the position of a case counts the unseen tiles"
        if line is not None and line.seat == seat and line.tile is not None and pool[line.tile] > 0:
            held = len(announcement.tiles_of(kyoku, seat, KIND[line.tile]))
            if (
                (line.verb in ("discards", "riichi") and (not hand[line.tile] or kyoku.riichi[seat]))
                or (line.verb == "ankan" and held == 3)
                or (line.verb == "shouminkan" and not held)
            ):
                return line.tile
        if line is not None and line.seat == seat and line.verb == "kita" and not hand[NORTH] and pool[NORTH] > 0:
            return NORTH
        avoid: set[Kind] = set(self.named)
        for other in kyoku.setup.seats:
            mask = kyoku.waits(other)
            avoid |= {kind for kind in range(34) if mask >> kind & 1}
        return choose_draw(pool, hand, avoid)

    def finish(self) -> None:
        """Play on after the last line: let players pass on an unclaimed tile, or draw a kan's replacement tile, which
        may end the hand.
        """
        kyoku = self.kyoku
        if kyoku.outcome is None and kyoku.phase in (Phase.ROB, Phase.REPLACE):
            self.draw(kyoku.announced.seat if kyoku.announced is not None else kyoku.turn, None)
        elif kyoku.outcome is None and (
            (kyoku.phase is Phase.CLAIM and kyoku.last is not None) or abortive_draws.ends_unless_won(kyoku)
        ):
            kyoku.push(PASS)


def _codes_against(kyoku: KyokuMachine, action: KanAction) -> tuple[str, ...]:
    try:
        found = course.against(kyoku, announcement.kan_of(kyoku, action))
    except IllegalAction as error:
        found = list(error.objections)
    return tuple(objection.code for objection in found)
