"""The table of instants: as the contract words it, and as the machine plays it."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from kanrules.kan import WAY, kandora_effects
from kanrules.kan.kandora_effects import EffectAnswer
from kanrules.law.options import Instant, PendingOnNextKan, Shown
from kanrules.ruleset import Ruleset, load_ruleset
from kanrules.testing import CaseBuilder, play_case
from tools.keys_page import effects_markdown

KANS = ("ankan", "daiminkan", "shouminkan")
INSTANTS = [instant for instant in Instant if instant is not Instant.WIN]
"""The moments that a key can name: a win is one that only a hook answers."""
SEEN, RINSHAN, RON, _ = kandora_effects.COLUMNS

# The truth table of the instants.
CONTRACT = {
    "declaration": ("yes", "yes", "yes", "yes"),
    "rinshan_draw": ("yes", "yes", "yes", "yes"),
    "discard": ("no", "no", "yes", "see pending"),
    "discard_passed": ("no", "no", "no", "see pending"),
}


def test_the_table_is_that_of_the_contract() -> None:
    assert {instant.value: tuple(decided.answers) for instant, _, decided in kandora_effects.rows()} == CONTRACT


def test_an_indicator_that_is_never_turned_counts_for_nobody() -> None:
    assert set(kandora_effects.truth(Instant.NEVER).answers) == {EffectAnswer.NO}


def test_every_instant_is_turned_at_a_step_of_the_way() -> None:
    due: dict[str, set[Any]] = {f"kandora.{kan}": set(INSTANTS) - {Instant.NEVER} for kan in KANS}
    due["kandora.pending_on_next_kan"] = set(PendingOnNextKan) - {PendingOnNextKan.KEEP}
    for key, moments in due.items():
        acting = [step.acts[key] for step in WAY if key in step.acts]
        assert sorted(acting) == sorted(moments)


def turned(rules: Ruleset, kan: str, options: dict[str, Any], rest: str, rinshan: str, *then: str) -> int:
    """How many of the kan's dora indicators are open after south's kan of 1m and the play that follows; north in riichi
    waits for 2p and 5p.
    """
    melds = ["pon 222p from east"] + (["pon 111m from west"] if kan == "shouminkan" else [])
    hand = rest if kan == "shouminkan" else "111m" + rest
    given: dict[str, Any] = {
        "hands": {"south": hand, "north": "34p567m123s789s11z", **({"west": "1m"} if kan == "daiminkan" else {})},
        "melds": {"south": melds},
        "riichi": ["north"],
        "turn": "west" if kan == "daiminkan" else "south",
        "live": "3z" if kan == "daiminkan" else "1m",
        "rinshan": rinshan,
        "indicators": "4z 4z 6z",
    }
    call = ["west discards 1m"] if kan == "daiminkan" else []
    builder = CaseBuilder(f"{kan} {options}").given(**given).options(options)
    played = play_case(builder.play(*call, f"south {kan} 1m", *then).expect(illegal=[]).case(), rules)
    assert not played.refused, played.refused
    return played.kyoku.face_up - 1


@pytest.mark.parametrize(("kan", "instant"), list(product(KANS, INSTANTS)))
def test_it_is_seen_when_the_discard_is_chosen_as_the_table_says(bare: Ruleset, kan: str, instant: Instant) -> None:
    lies_open = turned(bare, kan, {f"kandora.{kan}": instant.value}, "456s78s99m", "2m")
    assert bool(lies_open) == (kandora_effects.truth(instant).seen_for_discard is EffectAnswer.YES)


@pytest.mark.parametrize(("kan", "instant", "pending"), list(product(KANS, INSTANTS, Shown)))
def test_a_rinshan_win_counts_it_as_the_table_says(bare: Ruleset, kan: str, instant: Instant, pending: Shown) -> None:
    options = {f"kandora.{kan}": instant.value, "kandora.pending_on_rinshan_win": pending.value}
    lies_open = turned(bare, kan, options, "456s78s99m", "9s", "south tsumo")
    assert bool(lies_open) == (
        kandora_effects.truth(instant, pending_on_rinshan_win=pending).rinshan_win is EffectAnswer.YES
    )


@pytest.mark.parametrize(("kan", "instant"), list(product(KANS, INSTANTS)))
def test_a_ron_on_the_next_discard_counts_it_as_the_table_says(bare: Ruleset, kan: str, instant: Instant) -> None:
    lies_open = turned(
        bare, kan, {f"kandora.{kan}": instant.value}, "456s78s99m", "5p", "south discards 5p", "north ron"
    )
    assert bool(lies_open) == (kandora_effects.truth(instant).ron is EffectAnswer.YES)


@pytest.mark.parametrize(("kan", "instant", "pending"), list(product(KANS, INSTANTS, PendingOnNextKan)))
def test_a_robber_of_the_next_kan_counts_it_as_the_table_says(
    bare: Ruleset, kan: str, instant: Instant, pending: PendingOnNextKan
) -> None:
    options = {
        f"kandora.{kan}": instant.value,
        "kandora.shouminkan": instant.value,
        "kandora.pending_on_next_kan": pending.value,
    }
    lies_open = turned(bare, kan, options, "2p456s78s9m", "8m", "south shouminkan 2p", "north ron")
    assert bool(lies_open) == (kandora_effects.truth(instant, pending).robber is EffectAnswer.YES)


def test_a_ruleset_has_a_row_for_each_type_of_kan() -> None:
    rows = {
        kan: (instant, tuple(decided.answers))
        for kan, instant, decided in kandora_effects.of_ruleset(load_ruleset("tenhou").kandora)
    }
    # Tenhou: an ankan's at once; open kans' with the discard, or before the next replacement draw, after its robbery
    # window.
    assert rows["ankan"] == (Instant.DECLARATION, ("yes", "yes", "yes", "yes"))
    assert rows["daiminkan"] == rows["shouminkan"] == (Instant.DISCARD, ("no", "no", "yes", "no"))


def test_without_kandora_no_row_turns_anything(bare: Ruleset) -> None:
    rules = bare.with_options({"kandora.enabled": False})
    assert {instant for _, instant, _ in kandora_effects.of_ruleset(rules.kandora)} == {Instant.NEVER}


def test_the_reference_has_the_table() -> None:
    shown = effects_markdown().split("\n")
    assert len(shown) == 2 + len(CONTRACT)
    for line, (instant, answers) in zip(shown[2:], CONTRACT.items(), strict=True):
        assert line.startswith(f"| `{instant}` |") and line.endswith(f"| {' | '.join(answers)} |")
