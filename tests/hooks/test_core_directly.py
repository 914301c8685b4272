"""Core's law is called directly if no plugin answers a hook, and it rules as it does through the hooks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from kanrules import Ruleset, load_ruleset
from kanrules.hooks.answers import TraceLine
from kanrules.law.options import Options
from kanrules.records import Record, open_records
from kanrules.records.recorded import RecordedHand
from kanrules.replays.hand import HandReplay, play_hand
from kanrules.ruleset.library import bundled_ids
from kanrules.table.judge import HookAnswer, Judge, Judged, TableSource
from tests.hooks.questions import QUESTIONS

GAMES = sorted((Path(__file__).parents[1] / "games").glob("*.mjson.gz"))


class _Deaf(Judge):
    """A judge that no hook may be asked of."""

    def __init__(self, rules: Ruleset) -> None:
        self._options = rules.options

    @property
    def options(self) -> Options:
        return self._options

    def asks(self, hook: str) -> bool:
        assert hook in QUESTIONS
        return False

    def answers(self, hook: str, *about: Any, table: TableSource) -> Sequence[HookAnswer[Any]]:
        raise AssertionError(f"{hook} was asked, and no plugin answers it")


def _ruled(played: HandReplay) -> tuple[object, ...]:
    kyoku = played.kyoku
    return kyoku.findings, kyoku.events, kyoku.outcome, kyoku.deciders, played.differences


def _hands(players: int) -> Iterator[RecordedHand]:
    for record in open_records(GAMES):
        assert isinstance(record, Record)
        yield from (hand for hand in record.hands if len(hand.players) == players)


@pytest.mark.slow
@pytest.mark.sample(6)
@pytest.mark.parametrize("name", bundled_ids())
def test_a_ruleset_without_plugins_rules_alike_without_a_hook_and_with_every_hook_asked(name: str) -> None:
    rules = load_ruleset(name)
    if any(rules.judge.asks(hook) for hook in QUESTIONS):
        pytest.skip("its plugins answer hooks")
    deaf, kans = Judged(_Deaf(rules)), 0
    for hand in list(_hands(rules.options.table.players))[:24]:
        trace: list[TraceLine] = []
        direct, asked = play_hand(deaf, hand), play_hand(Judged(rules.judge.traced(trace)), hand)
        assert _ruled(direct) == _ruled(asked)
        kans += len(direct.kyoku.kans)
    assert kans or rules.options.table.players == 3
