"""Several rulesets at once: each compares as it does alone, and every two of them are held against each other."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from kanrules import load_ruleset
from kanrules.corpus import Audited, AuditPlan, Summary, make_plan
from kanrules.corpus import atlas as atlases
from kanrules.corpus.atlas import Atlas, Pair, Ruled, differ
from kanrules.corpus.audited import audit_records
from kanrules.corpus.other_rules import Area, Comparison, HandCompared, Otherwise
from kanrules.records import Record, open_records
from kanrules.replays.continuity import Continuity
from kanrules.replays.hand import replay_hand
from kanrules.ruleset.library import bundled_ids
from tests.corpus.plain import compare_hand

GAMES = sorted((Path(__file__).parents[1] / "games").glob("*.mjson.gz"))[::3]


@cache
def plan() -> AuditPlan:
    return make_plan("tenhou", ["all"])


@cache
def audited() -> tuple[Audited, ...]:
    records = (record for record in open_records(GAMES) if isinstance(record, Record))
    return tuple(audit_records(records, plan()))


def summary() -> Summary:
    found = Summary("tenhou")
    for one in audited():
        found.add(one)
    return found


def test_all_is_every_bundled_ruleset_that_is_not_partial() -> None:
    whole = [one for one in bundled_ids() if not load_ruleset(one).partial]
    assert sorted(plan().names) == sorted(whole) and plan().names[0] == "tenhou"
    assert make_plan("tenhou", ["ema-2016", "all"]).names[:2] == ("tenhou", "ema-2016")


@pytest.mark.rest
@pytest.mark.sample(8)
@pytest.mark.parametrize("which", range(8))
def test_compared_at_once_each_ruleset_has_the_counts_and_examples_that_it_has_alone(which: int) -> None:
    for record, at_once in list(zip(open_records(GAMES), audited(), strict=True))[which::8]:
        assert isinstance(record, Record)
        alone = {name: Comparison(name) for name, _ in plan().compare}
        continuity = Continuity(plan().rules)
        for hand in record.hands:
            report = replay_hand(plan().rules, hand, keeps_instants=record.keeps_instants)
            continuity.judge(report)
            for name, rules in plan().compare:
                compare_hand(alone[name], record.file, report, rules)
        assert at_once.compared == alone, record.file


def test_beside_the_ruleset_of_the_audit_the_atlas_counts_what_its_comparison_counts() -> None:
    found = summary()
    assert found.atlas is not None
    for name, comparison in found.comparisons.items():
        assert found.atlas.pair("tenhou", name).hands == comparison.touched
        # Nobody of three players rules on a hand of four.
        compared = found.atlas.hands if load_ruleset(name).options.table.players == 4 else 0
        assert comparison.hands == compared
    assert any(pair.kans for _, _, pair in found.atlas.pairs()) and any(
        pair.points for _, _, pair in found.atlas.pairs()
    )


def test_two_rulesets_of_the_same_values_differ_in_nothing() -> None:
    found = summary()
    assert found.atlas is not None
    books = {name: rules.options for name, rules in plan().compare}
    for first, second, pair in found.atlas.pairs():
        if first in books and books[first] == books[second]:
            assert pair == Pair()
        assert pair.kans == 0 or pair.hands, "a kan is ruled differently in a hand that is"


def test_an_atlas_is_the_same_in_parts_as_in_one_and_folded_or_not(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = summary().atlas
    assert whole is not None
    monkeypatch.setattr(atlases, "FOLDED", 3)
    first, second = Summary("tenhou"), Summary("tenhou")
    for at, one in enumerate(audited()):
        (first if at < 5 else second).add(one)
    first.merge(second)
    assert first.atlas is not None
    assert list(first.atlas.pairs()) == list(whole.pairs()) and first.atlas.hands == whole.hands


def ruled(several: int, *rulings: Otherwise, open_ended: bool = False, changes: tuple[int, ...] | None = None) -> Ruled:
    return Ruled(several, HandCompared(list(rulings), open_ended), changes)


SEEN_SOONER = Otherwise(Area.INDICATORS, "KR305", 40, "with the discard", "when the kan is completed", 1)
FORBIDDEN = Otherwise(Area.LEGALITY, "KR205", 60, "east ankan 1m", "KR205", 2)


def test_of_two_rulesets_nothing_is_claimed_after_the_first_moment_at_which_either_leaves_the_hand_open() -> None:
    opened = ruled(0b01, SEEN_SOONER, open_ended=True)
    assert differ(opened, ruled(0b10, SEEN_SOONER, FORBIDDEN, open_ended=True)) is None
    assert differ(opened, ruled(0b10, FORBIDDEN, open_ended=True)) == Pair(1, 1, 0), "only the first kan is claimed"
    assert differ(opened, ruled(0b10, changes=(0, 0, 0, 0))) == Pair(1, 1, 0)


def test_two_rulesets_that_differ_from_the_audits_own_need_not_differ_from_each_other() -> None:
    found = Atlas(("tenhou", "one", "two"))
    found.add([ruled(0b001, changes=(0, 0, 0, 0)), ruled(0b110, SEEN_SOONER, open_ended=True)])
    assert found.pair("one", "two") == Pair() and found.pair("two", "tenhou") == Pair(1, 1, 0)


def test_points_are_those_that_one_of_the_two_pays_to_somebody_else() -> None:
    value = Otherwise(Area.SCORING, "KR213", 90, "mangan", "4 han 30 fu")
    mangan, counted = ruled(0b01, changes=(8000, -8000, 0, 0)), ruled(0b10, value, changes=(7700, -7700, 0, 0))
    assert differ(mangan, counted) == Pair(1, 0, 300)
