"""A warning is only given for a line that truly changes nothing, or that truly contradicts another."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kanrules.cases.expect import penalty_points
from kanrules.law.hook_values import PenaltyType
from kanrules.law.key import Clash, Silence
from kanrules.law.options import RiichiKanLevel
from kanrules.pieces.events import FoulCommitted
from kanrules.ruleset import Problem, Ruleset, bundled_ids, examine, load_ruleset
from kanrules.ruleset.keys import Key, Takes, alternatives, file_text, file_value, keys
from kanrules.ruleset.library import find
from kanrules.ruleset.lint import warnings
from kanrules.testing import Case, CaseError, play_case
from kanrules.testing.probes import probes
from tests.play.whole_games import game_signature

Write = Callable[..., Path]
PLAIN = load_ruleset("ema-2016").with_options({name: key.default for name, key in keys().items()})
"""A ruleset in which every key has its default."""

# Lines under which keys are mute.
MUTED_BY: list[dict[str, Any]] = [
    {"table.players": 4},
    {"table.players": 3, "kita.enabled": False},
    {"table.players": 3, "kita.enabled": True, "kita.robbable": "never"},
    {
        "table.players": 3,
        "kita.enabled": True,
        "kandora.ankan": "declaration",
        "kandora.daiminkan": "rinshan_draw",
        "kandora.shouminkan": "never",
    },
    {"wins.honba_value": 0, "sekinin_barai.daiminkan_rinshan": "until_discard"},
    {"draws.noten_payment": 0},
    {"table.players": 3},
    {"kandora.enabled": False},
    {"dora.ura": False},
    {"kandora.ankan": "declaration", "kandora.daiminkan": "rinshan_draw", "kandora.shouminkan": "never"},
    {"kandora.shouminkan": "never", "chankan.ankan": "never"},
    {"four_kans.several_players": "play_on", "four_kans.one_player": "play_on"},
    {"four_kans.several_players": "abort", "four_kans.abort_at": "declaration"},
    {"kan.max_per_player": 3},
    {"fifth_kan.policy": "forbidden"},
    {"fifth_kan.policy": "abort"},
    {
        "four_kans.several_players": "abort",
        "four_kans.one_player": "abort",
        "four_kans.abort_at": "announced",
        "fifth_kan.policy": "abort",
    },
    {"riichi.ippatsu": False},
    {"sekinin_barai.yakuman": []},
    {"sekinin_barai.yakuman": ["suukantsu"]},
    {"sekinin_barai.yakuman": [], "sekinin_barai.daiminkan_rinshan": "none"},
    {"sekinin_barai.yakuman": ["daisangen", "daisuushii"], "sekinin_barai.daiminkan_rinshan": "none"},
    {"sekinin_barai.daiminkan_rinshan": "none"},
    {"riichi_kan.level": "forbidden"},
    {"riichi_kan.level": "same_readings"},
    {"riichi_kan.level": "any"},
    {"riichi_kan.illegal": "none", "riichi_kan.illegal_on_win": "same"},
    {"riichi_kan.illegal_found": "at_once"},
    {"kan.min_live_tiles": 2},
    {"wins.simultaneous": "head_bump", "draws.nagashi_pays": "mangan"},
    {"wins.simultaneous": "head_bump", "draws.nagashi_pays": "with_honba"},
    {"draws.nagashi_mangan": "off"},
    {"wins.honba_value": 0, "sekinin_barai.daiminkan_rinshan": "until_discard"},
    {"chombo.pays": "reverse_mangan"},
    {"scoring.without_yaku": ["tanyao"]},
    {"scoring.without_yaku": ["ryuuiisou"]},
    {"scoring.without_yaku": ["kokushi"]},
]
_FOUR_END = {"four_kans.one_player": "abort", "four_kans.several_players": "abort"}
# For each clash, lines that contradict each other.
CLASHING: list[dict[str, Any]] = [
    {"kandora.ankan": "never", "kandora.daiminkan": "never", "kandora.shouminkan": "never"},
    {"four_kans.one_player": "abort"},
    {"sekinin_barai.yakuman": ["suukantsu"], **_FOUR_END, "four_kans.abort_at": "declaration"},
    {"scoring.double_yakuman": ["suukantsu"], **_FOUR_END, "four_kans.abort_at": "announced"},
    {"chombo.pays": "points"},
    {"scoring.without_yaku": ["ippatsu"]},
    {"scoring.without_yaku": ["double_riichi"]},
    {"scoring.without_yaku": ["renhou"], "scoring.renhou": "mangan"},
    {"scoring.without_yaku": ["kokushi_13"], "scoring.double_yakuman": ["kokushi_13"]},
    {"scoring.without_yaku": ["daisangen"], "sekinin_barai.yakuman": ["daisangen"]},
    {"scoring.without_yaku": ["haitei"], "rinshan.with_haitei": True},
    {"scoring.without_yaku": ["rinshan_kaihou"], "sekinin_barai.daiminkan_rinshan": "until_discard"},
    {"table.players": 3, "game.uma": [20000, 10000, -10000, -20000]},
    {"scoring.red_fives": 2},
    {"table.players": 3, "table.tiles": "without_2m_8m", "scoring.red_fives": 3},
    {"game.uma_by": "floating"},
    {"game.start_points": 35000},
]  # fmt: skip


def toml(values: dict[str, Any]) -> str:
    tables: dict[str, list[str]] = {}
    for key, value in values.items():
        tables.setdefault(key.split(".")[0], []).append(f"{key.split('.')[1]} = {file_text(value)}\n")
    return "".join(f"[{table}]\n{''.join(lines)}" for table, lines in tables.items())


def warned(path: Path) -> list[Problem]:
    rules, problems = examine(path, path.name)
    assert rules is not None, problems
    return warnings(rules)


def table(case: Case, rules: Ruleset) -> Any:
    """All that happens and all that is paid; which further reasons are given, and when a ruling is written down, is
    left out.
    """
    try:
        played = play_case(case, rules)
    except CaseError as error:
        return [problem.message for problem in error.problems]
    kyoku, outcome = played.kyoku, played.kyoku.outcome
    refused = [refused.line.number for refused in played.refused], [fouled.line.number for fouled in played.fouls]
    events = [event for event in kyoku.events if not isinstance(event, FoulCommitted)]
    ended = outcome and (
        outcome.type,
        outcome.changes,
        outcome.wins,
        outcome.tenpai,
        outcome.dealer_keeps,
        outcome.next_honba,
    )
    penalties = [penalty for penalty in kyoku.penalties if penalty[1].type is not PenaltyType.NONE]
    return (
        refused,
        events,
        kyoku.scores,
        kyoku.sticks,
        penalty_points(kyoku),
        penalties,
        kyoku.indicators,
        kyoku.liabilities,
        ended,
    )


def other_values(key: str, rules: Ruleset) -> list[Any]:
    """Values that a line could have while it stays mute."""
    if key == "riichi_kan.winning_draw" and rules.riichi_kan.level is RiichiKanLevel.ANY:
        return ["counts", "ignored"]
    if key == "kita.min_live_tiles":
        return [1, 5]
    if key in GAME_VALUES:
        return list(GAME_VALUES[key])
    if key == "riichi_kan.drawn_tile_only":
        return [False, True]
    if keys()[key].takes in (Takes.CHOICE, Takes.SWITCH):
        return list(keys()[key].allowed)
    return [0, 1000, 8000]


GAME_MUTED_BY: list[dict[str, Any]] = [
    {"game.uma_by": "floating", "game.floating": {"1": [12000, -1000, -3000, -8000]}},
    {"game.uma_by": "place"},
    {"game.extension": "none", "game.agari_yame": "off", "game.tenpai_yame": "off"},
    {"game.goal_points": 0},
    {"game.goal_points": 30000, "game.extension": "none", "game.agari_yame": "optional"},
]


def muted_by(key: Key, silence: Silence) -> dict[str, Any]:
    """The lines of these lists under which a key is mute for this reason, with as many players as the key is for."""
    found = [
        lines
        for lines in (GAME_MUTED_BY if key.table == "game" else MUTED_BY)
        if set(silence.because) & set(lines)
        for value in (file_value(key.default), *alternatives(key, key.default))
        # Some keys are mute only with certain values of their own.
        if silence.when(PLAIN.with_options({key.name: value, **lines}).options)
    ]
    three = key.table == "kita"
    return next((lines for lines in found if (lines.get("table.players") == 3) is three), found[0])


MUTES = [
    pytest.param(muted_by(key, silence), key.name, id=f"{key.name}-{number}")
    for key in keys().values()
    if key.table != "game"
    for number, silence in enumerate(key.silent)
]
GAME_MUTES = [
    pytest.param(muted_by(key, silence), key.name, id=f"{key.name}-{number}")
    for key in keys().values()
    if key.table == "game"
    for number, silence in enumerate(key.silent)
]
GAME_VALUES: dict[str, Any] = {
    "game.uma": [[10000, 5000, -5000, -10000], [0, 0, 0, 0]],
    "game.floating": [{"2": [8000, 4000, -4000, -8000]}],
    "game.at_start_counts": [False, True],
    "game.goal_points": [40000, 30000],
    "game.extension": ["one_wind"],
    "game.extension_ends": ["not_while_dealer_repeats", "any_hand"],
}
"""Values that a line could have while it stays mute."""


@pytest.mark.parametrize(("setting", "key"), MUTES)
def test_a_mute_key_changes_nothing_that_anybody_could_see(setting: dict[str, Any], key: str, bare: Ruleset) -> None:
    told_apart = False
    for probe in probes():
        if probe.key != key:
            continue
        case = probe.case()
        seen = [table(case, bare.with_options({**probe.options, key: value})) for value in probe.values]
        told_apart = told_apart or any(other != seen[0] for other in seen)
        muted = [
            table(case, bare.with_options({**probe.options, **setting, key: value}))
            for value in probe.values
            if value in other_values(key, bare.with_options(setting))
        ]
        assert all(other == muted[0] for other in muted), f"{key} still changes something"
    assert told_apart, f"no probe shows that {key} does anything at all"


@pytest.mark.parametrize(("setting", "key"), GAME_MUTES)
def test_a_mute_key_of_the_game_changes_no_end_and_no_final_points(
    setting: dict[str, Any], key: str, bare: Ruleset
) -> None:
    rules = bare.with_options(setting)
    seen = {game_signature(rules.with_options({**setting, key: value}).game) for value in GAME_VALUES[key]}
    assert len(seen | {game_signature(rules.game)}) == 1, f"{key} still changes something"


@pytest.mark.parametrize(("setting", "key"), [*MUTES, *GAME_MUTES])
def test_a_mute_line_is_warned_about_with_the_line_that_mutes_it(
    setting: dict[str, Any], key: str, write: Write
) -> None:
    value = other_values(key, load_ruleset(write("bare").name).with_options(setting))[0]
    found = [
        problem
        for problem in warned(write("club", toml({**setting, key: value})))
        if problem.code == "KR109" and f"`{key}` has no effect" in problem.message
    ]
    assert len(found) == 1
    assert any(f"`{other}` is {file_text(value)}" in found[0].message for other, value in setting.items())


@pytest.mark.parametrize(("setting", "key"), [*MUTES, *GAME_MUTES])
def test_the_parents_mute_lines_are_not_the_childs(setting: dict[str, Any], key: str, write: Write) -> None:
    value = file_value(load_ruleset(write("bare").name)[key])
    write("base", toml({key: value}))
    own = {name: value for name, value in setting.items() if name != key}
    assert not [
        problem
        for problem in warned(write("club", toml(own), head='extends = "base.toml"'))
        if f"`{key}`" in problem.message
    ]


CLASHES = [(key, clash) for key in keys().values() for clash in key.clashes]


@pytest.mark.parametrize(("key", "clash"), CLASHES, ids=[clash.why for _, clash in CLASHES])
def test_lines_that_contradict_each_other_are_warned_about(key: Key, clash: Clash, write: Write) -> None:
    (lines,) = [
        one for one in CLASHING if clash.when(PLAIN.with_options(one).options) and {key.name, *clash.others} & set(one)
    ]
    path = write("club", toml(lines))
    found = [problem for problem in warned(path) if problem.code == "KR110" and problem.message.startswith(clash.why)]
    assert len(found) == 1
    last = found[0].message.rpartition("(`")[2].partition("`")[0]
    assert path.read_text(encoding="utf-8").split("\n")[found[0].line - 1].startswith(last.partition(".")[2] + " = ")
    assert len(found[0].notes) == len(clash.others)


def test_no_line_is_warned_about_while_everything_has_its_default(write: Write) -> None:
    assert warned(write("club")) == []


def test_a_plugin_that_answers_the_question_keeps_the_warning_away(write: Write) -> None:
    path = write("club", toml({"fifth_kan.robbable": True}), head='plugins = ["./house.py"]')
    house = (
        "from kanrules import FifthKan, hookimpl\n\n@hookimpl\ndef fifth_kan(kan, rules):\n    return FifthKan.ABORT\n"
    )
    (path.parent / "house.py").write_text(house, encoding="utf-8")
    rules, problems = examine(path, path.name, allow_local_plugins=True)
    assert rules is not None, problems
    assert warnings(rules) == []


@pytest.mark.parametrize("name", bundled_ids())
def test_no_bundled_ruleset_is_warned_about(name: str) -> None:
    path = find(name)
    assert path is not None
    rules, problems = examine(path)
    assert rules is not None and not problems
    assert [str(problem) for problem in warnings(rules)] == []
