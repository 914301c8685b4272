"""Random play against a table kept by hand: nothing gets lost, nobody is paid out of nothing, no law of the table
breaks.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from kanrules.errors import KanrulesError
from kanrules.kyoku.machine import KyokuMachine, Phase
from kanrules.law.hook_values import FifthKan
from kanrules.law.options import Instant
from kanrules.pieces.actions import Action, Ankan, Chi, Daiminkan, Discard, Draw, Pass, Pon, Ron, Shouminkan, Tsumo
from kanrules.pieces.events import Chankan, KandoraTurned, RinshanDraw
from kanrules.pieces.tiles import SEATS
from kanrules.ruleset import load_ruleset
from kanrules.table.state import State
from kanrules.testing.walls import plain_wall, rich_wall
from tests.kyoku.naive_table import NaiveTable

RULES = ("tenhou", "mahjong-soul", "ema-2016", "m-league", "wrc-2022", "doman")
MOVES = (Draw, Discard, Chi, Pon, Daiminkan, Ankan, Shouminkan)


def lying(kyoku: KyokuMachine) -> str:
    """All that lies on the table, and what has been said."""
    return repr([getattr(kyoku, name) for name in State.__slots__ if name not in ("judge", "options", "_waits")])


def test_what_lies_on_the_table_is_compared_with_every_action() -> None:
    kyoku = KyokuMachine(load_ruleset("tenhou"), seed=3)
    seen = {lying(kyoku)}
    for number in range(1, 9):
        kyoku.push(kyoku.legal_actions()[-1])
        seen.add(lying(kyoku))
        assert len(seen) == number + 1


class SelfPlay(RuleBasedStateMachine):
    """One hand, played by whatever hypothesis chooses."""

    @initialize(name=st.sampled_from(RULES), seed=st.integers(0, 2**32), rich=st.booleans())
    def begin(self, name: str, seed: int, rich: bool) -> None:
        self.deal(name, seed, rich)

    def deal(self, name: str, seed: int, rich: bool) -> None:
        self.rules = load_ruleset(name)
        wall = (rich_wall if rich else plain_wall)(random.Random(seed), self.rules.scoring.red_fives)
        self.wall = Counter(wall)
        self.kyoku = KyokuMachine(self.rules, wall=wall)
        self.naive = NaiveTable(wall)

    def going_on(self) -> bool:
        return self.kyoku.outcome is None

    def play(self, action: Action) -> None:
        self.kyoku.push(action)
        if isinstance(action, MOVES):
            self.naive.do(action)
        if self.kyoku.phase is Phase.REPLACE:
            self.naive.nobody_robs()

    @precondition(going_on)
    @rule(chance=st.randoms(use_true_random=False), turns=st.integers(1, 12))
    def play_on(self, chance: random.Random, turns: int) -> None:
        for _ in range(turns):
            if not self.going_on():
                return
            legal = self.kyoku.legal_actions()
            quiet = [
                action
                for action in legal
                if isinstance(action, (Draw, Discard)) and not getattr(action, "riichi", False)
            ]
            self.play(chance.choice(quiet or legal))

    @precondition(going_on)
    @rule(data=st.data())
    def play_anything(self, data: Any) -> None:
        self.play(data.draw(st.sampled_from(self.kyoku.legal_actions())))

    @precondition(going_on)
    @rule(data=st.data(), sort=st.sampled_from((Ankan, Shouminkan, Daiminkan, Pon, Chi, Ron, Tsumo)))
    def play_of_a_sort(self, data: Any, sort: type) -> None:
        of_sort = [action for action in self.kyoku.legal_actions() if isinstance(action, sort)]
        if of_sort:
            self.play(data.draw(st.sampled_from(of_sort)))

    @precondition(going_on)
    @rule(
        seat=st.sampled_from(SEATS),
        tile=st.integers(0, 36),
        sort=st.sampled_from((Ankan, Shouminkan, Daiminkan, Discard, Draw)),
    )
    def nonsense_is_refused(self, seat: Any, tile: int, sort: Any) -> None:
        action = sort(seat, tile)
        # A kan is named by any of its tiles, and a discard may or may not be said to be the tile drawn: ask the
        # machine's own copy.
        twin = self.kyoku.copy()
        before = lying(self.kyoku)
        try:
            twin.push(action)
        except KanrulesError:
            with pytest.raises(KanrulesError):
                self.kyoku.push(action)
        assert lying(self.kyoku) == before

    @precondition(lambda self: not self.going_on())
    @rule(seed=st.integers(0, 2**32))
    def the_next_hand_is_dealt(self, seed: int) -> None:
        assert self.kyoku.legal_actions() == []
        for action in (Draw(SEATS[0]), Pass(), Ron(SEATS[1]), Tsumo(SEATS[2])):
            with pytest.raises(
                KanrulesError, match=r"over|tile to win on|just drawn|complete|furiten|robbed|yaku|dead|called"
            ):
                self.kyoku.push(action)
        self.deal(self.rules.id, seed, True)

    # --- what always holds ---

    @invariant()
    def all_136_tiles_are_there(self) -> None:
        assert Counter(self.kyoku.census()) == self.wall
        assert self.naive.everything() == sorted(self.wall.elements())

    @invariant()
    def the_table_kept_by_hand_is_the_same(self) -> None:
        kyoku, naive = self.kyoku, self.naive
        if kyoku.phase is Phase.OVER and kyoku.announced is None and naive.replacing:
            return  # the hand ended between a kan and its replacement tile
        for seat in SEATS:
            assert sorted(kyoku.concealed(seat)) == sorted(naive.hands[seat])
            assert sorted(sorted(meld.tiles) for meld in kyoku.melds[seat]) == sorted(map(sorted, naive.melds[seat]))
            left = [discard.tile for at, discard in enumerate(kyoku.rivers[seat]) if at not in kyoku.taken[seat]]
            assert left == naive.rivers[seat]
        assert list(reversed(kyoku.live)) == naive.live
        assert kyoku.replacements == naive.replacements

    @invariant()
    def hands_have_thirteen_tiles_between_turns(self) -> None:
        kyoku = self.kyoku
        for seat in SEATS:
            held = len(kyoku.concealed(seat)) + 3 * len(kyoku.melds[seat])
            more = (
                kyoku.phase in (Phase.ACT, Phase.MUST_DISCARD, Phase.ROB, Phase.OVER, Phase.RON) and seat == kyoku.turn
            )
            assert held == 13 or (more and held == 14)

    @invariant()
    def points_are_only_moved(self) -> None:
        kyoku = self.kyoku
        assert sum(kyoku.scores) + 1000 * kyoku.sticks == 100000
        if kyoku.outcome is None:
            # A stick is paid as its discard passes, which the table kept by hand learns with the next draw or call.
            late = 1 if self.naive.unpaid is not None else 0
            assert kyoku.sticks - self.naive.sticks in (0, late)

    @invariant()
    def kans_and_indicators_agree(self) -> None:
        kyoku = self.kyoku
        turned = sum(isinstance(event, KandoraTurned) for event in kyoku.events)
        assert kyoku.face_up == 1 + turned <= 5
        assert len(kyoku.kans) <= 4 or kyoku.fifth is FifthKan.ABORT_IF_NOT_ROBBED
        law = kyoku.options.kandora
        if kyoku.phase in (Phase.DRAW, Phase.ACT, Phase.REPLACE, Phase.CLAIM) and law.enabled:
            never = sum(getattr(law, kan.type.value) is Instant.NEVER for kan in kyoku.kans)
            assert turned + len(kyoku.pending) + never == len(kyoku.kans)
        if kyoku.phase is Phase.DRAW:
            assert not kyoku.pending

    @invariant()
    def a_robbed_kan_has_no_replacement_tile(self) -> None:
        events = self.kyoku.events
        for at, event in enumerate(events):
            if isinstance(event, Chankan):
                assert not any(isinstance(later, (RinshanDraw, KandoraTurned)) for later in events[at:])

    @invariant()
    def there_is_always_something_to_do(self) -> None:
        kyoku = self.kyoku
        legal = kyoku.legal_actions()
        assert bool(legal) == (kyoku.outcome is None)
        if kyoku.phase is Phase.CLAIM:
            assert any(isinstance(action, (Draw, Pass)) for action in legal)


SelfPlay.TestCase.settings = settings(
    max_examples=80, stateful_step_count=30, deadline=None, suppress_health_check=list(HealthCheck)
)
TestSelfPlay = SelfPlay.TestCase
