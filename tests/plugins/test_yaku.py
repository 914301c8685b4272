"""Yaku of plugins: what they make of the value of a hand, and who may win by them."""

from __future__ import annotations

import io
import random
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kanrules import (
    CompleteHand,
    Kyoku,
    Liability,
    PluginError,
    Ron,
    Ruleset,
    Seat,
    Table,
    Yaku,
    hookimpl,
    load_ruleset,
    parse_action,
)
from kanrules.cases.case import CaseBuilder
from kanrules.cases.run import PlayedCase, play_case
from kanrules.cases.verify import verify_case
from kanrules.cli import main
from kanrules.desk.worth import value_text
from kanrules.law import local_yaku
from kanrules.law.limits import BASES, Limit
from kanrules.law.scoring import Value, WinningHand, score_hand
from kanrules.locale import LANGUAGES, translator
from kanrules.pieces.melds import Meld, MeldType
from kanrules.pieces.tiles import parse_tiles
from kanrules.rulings import Finding

EMA = load_ruleset("ema-2016")
BARE = "34p567m123s789s11z"
"""Waits for 2p and 5p, open or not without a yaku."""
OPEN = {"hands": {"north": "34p567m123s99m"}, "melds": {"north": ["pon 222z from east"]}, "turn": "east"}
"""North has a triplet of guest winds and no yaku."""


class House:
    """A plugin that answers `yaku` with what a function makes of the hand."""

    def __init__(self, answer: Callable[[CompleteHand], Any]) -> None:
        self.answer = answer
        self.seen: list[CompleteHand] = []

    @hookimpl
    def yaku(self, win: CompleteHand) -> Any:
        self.seen.append(win)
        return self.answer(win)


def under(plugin: object, rules: Ruleset = EMA, **options: Any) -> Ruleset:
    found = replace(rules, modules=(("house", plugin),), plugins=("house",))
    return found.with_options({key.replace("__", "."): value for key, value in options.items()}) if options else found


def always(*yaku: Yaku, rules: Ruleset = EMA, **options: Any) -> Ruleset:
    return under(House(lambda win: list(yaku)), rules, **options)


def played(rules: Ruleset, given: dict[str, Any], *lines: str) -> PlayedCase:
    return play_case(CaseBuilder("a case").given(**given).play(*lines).case(), rules)


def won(rules: Ruleset, given: dict[str, Any], *lines: str) -> Value:
    result = played(rules, given, *lines)
    assert not result.refused, result.refused
    assert result.kyoku.outcome is not None
    (win,) = result.kyoku.outcome.wins
    return win.value


RON = ("east draws 2p", "east discards 2p", "north ron")
GAME = Path(__file__).parents[1] / "games" / "four-kans.mjson.gz"


# --- a win that only a plugin makes legal --------------------------------------------------------------------------


def test_a_yaku_of_a_plugin_makes_a_ron_legal() -> None:
    (refused,) = played(EMA, OPEN, *RON).refused
    assert refused.objections[0].code == "KR213"
    value = won(always(Yaku("house_yaku", 2)), OPEN, *RON)
    assert value.yaku == {"house_yaku": 2}
    assert value.han == 2


def test_the_legal_actions_list_a_win_that_only_a_plugin_makes() -> None:
    for rules, listed in ((EMA, False), (always(Yaku("house_yaku", 1)), True)):
        kyoku = Kyoku.from_case(CaseBuilder("a case").given(**OPEN, live="2p").case(), rules)
        for line in RON[:2]:
            kyoku.push(parse_action(line))
        assert (Ron(Seat.NORTH) in kyoku.legal_actions(Seat.NORTH)) is listed
        assert kyoku.is_legal(Ron(Seat.NORTH)) is listed


def test_a_yaku_of_a_plugin_makes_a_tsumo_legal() -> None:
    assert won(always(Yaku("house_yaku", 1)), {**OPEN, "turn": "north"}, "north draws 2p", "north tsumo").han == 1


def test_passing_a_win_that_only_a_plugin_makes_is_furiten() -> None:
    """Under `furiten.without_yaku = false` a tile passed without a yaku binds nobody; this one has a yaku."""
    lines = ("east draws 2p", "east discards 2p", "south draws 9p", "south discards 9p")
    for rules, furiten in ((EMA, False), (always(Yaku("house_yaku", 1)), True)):
        book = rules.with_options({"furiten.without_yaku": False})
        assert played(book, OPEN, *lines).kyoku.is_furiten(Seat.NORTH) is furiten


def test_a_table_values_a_hand_by_the_yaku_of_plugins() -> None:
    given = {"hands": {"south": BARE}, "turn": "south"}
    tile = parse_tiles("2p")[0]
    for rules, yaku in ((EMA, None), (always(Yaku("house_yaku", 3)), {"house_yaku": 3})):
        value = played(rules, given).kyoku.table().value(Seat.SOUTH, tile, rules)
        assert (value and value.yaku) == yaku


# --- what the hook sees --------------------------------------------------------------------------------------------


def test_a_hand_tells_how_it_wins() -> None:
    house = House(lambda win: Yaku("house_yaku", 1))
    given = {**OPEN, "hands": {**OPEN["hands"], "east": "777s"}, "live": "7s", "rinshan": "2p"}  # type: ignore[dict-item]
    won(under(house), given, "east ankan 7s", "east discards 2p", "north ron")
    seen = house.seen[-1]
    assert (seen.seat, seen.tile, seen.source, seen.tsumo) == (Seat.NORTH, parse_tiles("2p")[0], Seat.EAST, False)
    assert seen.after_kan is not None and seen.after_kan.seat is Seat.EAST and seen.after_kan.number == 1
    assert seen.concealed == tuple(parse_tiles("567m99m234p123s"))
    assert len(seen.tiles) == 14 and seen.count(parse_tiles("9m")[0]) == 2
    assert not seen.closed
    assert [reading.yaku for reading in seen.readings] == [{}]
    assert [one.kan and one.kan.number for one in seen.indicators] == [None, 1]


def test_a_discard_without_a_kan_follows_none() -> None:
    house = House(lambda win: Yaku("house_yaku", 1))
    won(under(house), OPEN, *RON)
    assert all(seen.after_kan is None for seen in house.seen)


def test_a_robbed_kan_is_told_by_who_declared_it() -> None:
    house = House(lambda win: None)
    given = {"hands": {"north": BARE}, "melds": {"south": ["pon 222p from east"]}, "turn": "south"}
    won(under(house), given, "south draws 2p", "south shouminkan 2p", "north ron")
    assert house.seen[-1].chankan and house.seen[-1].source is Seat.SOUTH and house.seen[-1].after_kan is None


def test_what_a_plugin_keeps_stays_the_hand_of_that_moment() -> None:
    house = House(lambda win: Yaku("house_yaku", 1))
    given = {**OPEN, "hands": {**OPEN["hands"], "east": "777s"}, "live": "7s", "rinshan": "2p"}  # type: ignore[dict-item]
    won(under(house), given, "east ankan 7s", "east discards 2p", "north ron")
    assert house.seen and all(seen.source is Seat.EAST and seen.after_kan is not None for seen in house.seen)


def test_a_hand_can_be_compared_and_shown() -> None:
    house = House(lambda win: None)
    played(under(house), OPEN, *RON)
    first, *others = house.seen
    assert all(other == first for other in others)
    assert "readings=(ScoredReading(" in repr(first)


# --- readings ------------------------------------------------------------------------------------------------------


def hand(concealed: str, tile: str, *, tsumo: bool = False, melds: tuple[Meld, ...] = (), **more: Any) -> WinningHand:
    return WinningHand(tuple(parse_tiles(concealed)), melds, parse_tiles(tile)[0], tsumo, Seat.SOUTH, Seat.EAST, **more)


def test_a_hand_of_three_runs_or_three_triplets_has_both_readings() -> None:
    found = local_yaku.readings(hand("111222333m567p99s", "9s", tsumo=True), EMA.options)
    assert [set(reading.yaku) for reading in found] == [{"menzen_tsumo", "iipeikou"}, {"menzen_tsumo", "sanankou"}] or [
        set(reading.yaku) for reading in found
    ] == [{"menzen_tsumo", "sanankou"}, {"menzen_tsumo", "iipeikou"}]
    runs = next(reading for reading in found if "iipeikou" in reading.yaku)
    assert runs.sets.count((0, 1, 2)) == 3
    assert (runs.pair, runs.completed) == (26, (26, 26))


def test_a_tile_that_completes_either_of_two_sets_gives_two_readings() -> None:
    found = local_yaku.readings(hand("2344m345p567p888s4m", "4m"), EMA.options)
    assert {reading.completed for reading in found} == {(1, 2, 3), (3, 3)}


def test_seven_pairs_and_thirteen_orphans_are_readings() -> None:
    (pairs,) = local_yaku.readings(hand("1122m3344p5566s77z", "7z"), EMA.options)
    assert (len(pairs.sets), pairs.pair, pairs.fu, pairs.yaku) == (7, None, 25, {"chiitoitsu": 2})
    (orphans,) = local_yaku.readings(hand("19m19p19s12345677z", "1m"), EMA.options)
    assert (orphans.sets, orphans.pair, orphans.yakuman) == ((), 33, {"kokushi": 1})


def test_the_best_reading_is_the_value_that_core_finds() -> None:
    """Over random complete hands and books: the readings say what core says, in every division."""
    chance = random.Random(1)
    books = [EMA, load_ruleset("tenhou"), load_ruleset("m-league"), EMA.with_options({"rinshan.tsumo_fu": False})]
    seen = 0
    for _ in range(400):
        win = _random_win(chance)
        options = chance.choice(books).options
        core = score_hand(win, options)
        own = local_yaku.score_with(win, options, [Yaku("nothing", 1, replaces=(), reading=None)])
        assert own is not None
        best = max(
            (
                (value.base, bool(value.yakuman), value.han, value.fu)
                for reading, value in _plain(win, options)
                if value.yaku or value.yakuman
            ),
            default=None,
        )
        assert (best is None) == (core is None)
        if core is not None and best is not None:
            seen += 1
            assert best == (core.base, bool(core.yakuman), core.han, core.fu), win
    assert seen > 200


def _plain(win: WinningHand, options: Any) -> list[Any]:
    law = local_yaku.law_of(options)
    return list(local_yaku._valued(law, win, None, law.renhou(win), False, ()))


def _random_win(chance: random.Random) -> WinningHand:
    while True:
        counts = [0] * 34
        suit = chance.choice((None, 0, 9, 18))
        blocks = []
        for _ in range(4):
            if chance.random() < 0.6:
                start = (suit if suit is not None else chance.choice((0, 9, 18))) + chance.randrange(7)
                blocks.append((start, start + 1, start + 2))
            else:
                kind = suit + chance.randrange(9) if suit is not None else chance.randrange(34)
                blocks.append((kind,) * 3)
        pair = suit + chance.randrange(9) if suit is not None else chance.randrange(34)
        for kind in (*(kind for block in blocks for kind in block), pair, pair):
            counts[kind] += 1
        kan = [block[0] for block in blocks if block[0] == block[2] and counts[block[0]] == 3]
        melds: tuple[Meld, ...] = ()
        if kan and chance.random() < 0.5:
            kind = chance.choice(kan)
            counts[kind] = 0
            melds = (Meld(MeldType.ANKAN, (kind,) * 4, None, None),)
        if max(counts) > 4:
            continue
        tiles = tuple(kind for kind in range(34) for _ in range(counts[kind]))
        tsumo = chance.random() < 0.5
        return WinningHand(
            tiles, melds, chance.choice(tiles), tsumo, chance.choice((Seat.EAST, Seat.WEST)), Seat.EAST,
            riichi=chance.random() < 0.5, rinshan=bool(tsumo and melds and chance.random() < 0.5), indicators=(3,),
        )  # fmt: skip


def three_runs(win: CompleteHand) -> list[Yaku]:
    """Isshoku sanjun: the same run three times, in the readings that have it."""
    return [
        Yaku("isshoku_sanjun", 3, replaces=("iipeikou",), reading=reading)
        for reading in win.readings
        if any(reading.sets.count(run) >= 3 for run in reading.sets if run[0] != run[1])
    ]


def test_a_yaku_of_one_reading_does_not_count_in_another() -> None:
    """Three runs with the plugin's yaku, or three triplets without it; never both."""
    rules = under(House(three_runs))
    given = {"hands": {"north": "111222333m567p9s"}, "turn": "north"}
    value = won(rules, given, "north draws 9s", "north tsumo")
    assert value.yaku == {"menzen_tsumo": 1, "isshoku_sanjun": 3}
    # Without a third run only the triplets have a yaku.
    other = {"hands": {"north": "111222444m567p9s"}, "turn": "north"}
    assert won(rules, other, "north draws 9s", "north tsumo").yaku == {"menzen_tsumo": 1, "sanankou": 2}


def test_what_a_yaku_replaces_does_not_count() -> None:
    given = {"hands": {"north": "112233m567p789s9s"}, "turn": "north"}
    plain = won(EMA, given, "north draws 9s", "north tsumo")
    value = won(always(Yaku("twins", 2, replaces=("iipeikou",))), given, "north draws 9s", "north tsumo")
    assert value.yaku == {**{name: han for name, han in plain.yaku.items() if name != "iipeikou"}, "twins": 2}


def test_a_hand_whose_yakuman_is_replaced_counts_as_if_the_rules_did_not_have_it() -> None:
    given = {"hands": {"north": "111m222m333p444p5s"}, "turn": "north"}
    lines = ("north draws 5s", "north tsumo")
    replaced = Yaku("house_yaku", 1, replaces=("suuankou", "suuankou_tanki"))
    without = won(EMA.with_options({"scoring.without_yaku": ["suuankou"]}), given, *lines)
    value = won(always(replaced), given, *lines)
    assert not value.yakuman
    assert value.yaku == {**without.yaku, "house_yaku": 1}


# --- limits --------------------------------------------------------------------------------------------------------


def test_the_han_of_a_plugin_count_for_the_two_han_minimum() -> None:
    given = {**OPEN, "honba": 5}
    book = {"wins__two_han_from_honba": 5}
    (refused,) = played(always(Yaku("house_yaku", 1), **book), given, *RON).refused
    assert refused.objections[0].code == "KR213"
    assert won(always(Yaku("house_yaku", 2), **book), given, *RON).han == 2


@pytest.mark.parametrize(("thirteen", "limit"), [("yakuman", Limit.YAKUMAN), ("sanbaiman", Limit.SANBAIMAN)])
def test_the_han_of_a_plugin_count_for_a_counted_yakuman(thirteen: str, limit: Limit) -> None:
    value = won(always(Yaku("house_yaku", 13), scoring__thirteen_han=thirteen), OPEN, *RON)
    assert (value.limit, value.yakuman) == (limit, {})


@pytest.mark.parametrize(("most", "times"), [(1, 1), (0, 3)])
def test_a_yakuman_of_a_plugin_adds_up_as_the_ruleset_says(most: int, times: int) -> None:
    given = {"hands": {"north": "34p11s"}, "melds": {"north": [f"pon {n}{n}{n}z from east" for n in (5, 6, 7)]},
             "turn": "east"}  # fmt: skip
    rules = always(Yaku("one", yakuman=1), Yaku("two", yakuman=1), Yaku("han", 5), scoring__yakuman_limit=most)
    value = won(rules, given, *RON)
    assert value.yakuman == {"one": 1, "two": 1, "daisangen": 1}
    assert (value.yaku, value.dora_han) == ({}, 0)
    assert value.base == 8000 * times


def test_no_han_count_next_to_a_yakuman() -> None:
    value = won(always(Yaku("double", yakuman=2), Yaku("han", 5)), OPEN, *RON)
    assert (value.yakuman, value.yaku, value.dora_han, value.base) == ({"double": 2}, {}, 0, 16000)


def test_somebody_may_be_liable_for_a_yakuman_of_a_plugin() -> None:
    class Both(House):
        @hookimpl
        def liability(self, call: Any) -> Liability | None:
            return Liability("four_winds", Seat.WEST) if call.seat is Seat.SOUTH else None

    given = {"hands": {"south": "11z234p567m789s4s9m"}, "turn": "north"}
    lines = ("north draws 1z", "north discards 1z", "south pon 1z", "south discards 9m")
    more = ("west draws 9p", "west discards 9p", "north draws 9p", "north discards 9p", "east draws 4s")
    rules = under(Both(lambda win: Yaku("four_winds", yakuman=1)))
    result = played(rules, given, *lines, *more, "east discards 4s", "south ron")
    assert not result.refused
    outcome = result.kyoku.outcome
    assert outcome is not None
    assert outcome.changes == (-16000, 32000, -16000, 0)
    assert "KR402" in _codes(result.kyoku.findings)


def _codes(findings: list[Finding]) -> list[str]:
    return [finding.code for finding in findings]


def test_renhou_that_stands_alone_is_the_better_of_it_and_the_hand() -> None:
    given = {"hands": {"north": BARE}, "turn": "east", "first_go_around": True}
    lines = ("east draws 2p", "east discards 2p", "north ron")
    for han, yaku in ((1, {"renhou": 5}), (8, {"house_yaku": 8})):
        value = won(always(Yaku("house_yaku", han), scoring__renhou="mangan"), given, *lines)
        assert {name: value.yaku[name] for name in yaku} == yaku


# --- answers that are none -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        (Yaku("house_yaku"), "expected han or a yakuman, from 1 up, and not both"),
        (Yaku("house_yaku", 1, 1), "expected han or a yakuman, from 1 up, and not both"),
        (Yaku("house_yaku", -1), "expected han or a yakuman, from 1 up, and not both"),
        (Yaku("house_yaku", True), "expected han or a yakuman, from 1 up, and not both"),
        (Yaku("riichi", 1), "riichi is a yaku of core; a yaku of a plugin has a name of its own"),
        (Yaku("House yaku", 1), "expected a name in lower case with underscores"),
        (Yaku("house_yaku", 1, replaces=("iipeiko",)), "there is no yaku 'iipeiko' to replace; did you mean iipeikou?"),
        (Yaku("house_yaku", 1, replaces="iipeikou"), "expected the names of yaku that it replaces"),  # type: ignore[arg-type]
        (Yaku("house_yaku", 1, reading=7), "expected one of win.readings, not 7"),  # type: ignore[arg-type]
        (1, "expected Yaku or None"),
    ],
)
def test_an_answer_that_is_no_yaku_is_refused(answer: Any, says: str) -> None:
    with pytest.raises(PluginError, match="plugin 'house', hook yaku: answered ") as refused:
        played(under(House(lambda win: answer)), OPEN, *RON)
    assert says in str(refused.value)


def test_a_hook_that_asks_for_the_value_it_decides_is_an_error_of_its_plugin() -> None:
    class Circle:
        @hookimpl
        def yaku(self, win: CompleteHand, table: Table, rules: Ruleset) -> Yaku | None:
            table.value(win.seat, win.tile, rules)
            return None

    with pytest.raises(PluginError, match="plugin 'house', hook yaku"):
        played(under(Circle()), OPEN, *RON)


# --- what is printed -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_yaku_of_a_plugin_is_named_in_every_language(language: str) -> None:
    value = won(always(Yaku("house_yaku", 2)), OPEN, *RON)
    assert "house yaku" in value_text(value, translator(language))


@pytest.mark.parametrize("asked", [("replay", str(GAME)), ("verify", "-")])
def test_a_report_of_a_win_names_a_yaku_of_a_plugin(
    asked: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "house.py").write_text(
        "from kanrules import Yaku, hookimpl\n\n\n@hookimpl\ndef yaku(win):\n    return Yaku('house_yaku', 2)\n"
    )
    club = tmp_path / "club.toml"
    club.write_text('[ruleset]\nid = "club"\nextends = "tenhou"\nplugins = ["./house.py"]\n')
    case = CaseBuilder("a case").given(**OPEN).play(*RON).text()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(case.encode()), encoding="utf-8"))
    with pytest.raises(SystemExit):
        main([*asked, "--rules", str(club), "--allow-local-plugins"])
    printed = capsys.readouterr()
    assert printed.err == ""
    assert "house yaku" in printed.out


def ron_value(rules: Ruleset) -> Value:
    lines = ("east discards 2p", "north ron")
    outcome = play_case(CaseBuilder("a ron").given(**OPEN, live="2p").play(*lines).case(), rules).kyoku.outcome
    assert outcome is not None
    return outcome.wins[0].value


@pytest.mark.parametrize(("least", "base"), list(BASES.items()))
def test_a_yaku_may_raise_a_hand_to_a_limit(least: Any, base: int) -> None:
    value = ron_value(under(House(lambda win: Yaku("after_a_kan", 1, at_least=least))))
    assert (value.limit, value.base, value.han) == (least, base, 1)


def test_a_hand_above_the_limit_keeps_its_value() -> None:
    value = ron_value(under(House(lambda win: [Yaku("many_han", 8), Yaku("raised", at_least="mangan")])))
    assert (value.limit, value.base, value.han, set(value.yaku)) == ("baiman", 4000, 8, {"many_han", "raised"})


def test_a_yaku_without_han_may_take_another_away() -> None:
    with_haku = {**OPEN, "melds": {"north": ["pon 555z from east"]}, "live": "2p"}
    lines = ("east discards 2p", "north ron")

    def han(*, taken: bool) -> dict[str, int] | None:
        rules = always(*([Yaku("no_haku", replaces=("haku",))] if taken else []), Yaku("kan_furi", 1))
        outcome = play_case(CaseBuilder("a ron").given(**with_haku).play(*lines).case(), rules).kyoku.outcome
        return dict(outcome.wins[0].value.yaku) if outcome is not None else None

    assert han(taken=False) == {"haku": 1, "kan_furi": 1}
    assert han(taken=True) == {"kan_furi": 1}


def may_win(rules: Ruleset, **given: Any) -> bool:
    """Whether north may win, which otherwise has no yaku (KR213)."""
    case = CaseBuilder("a ron").given(**{**OPEN, "live": "2p", **given}).play("east discards 2p", "north ron")
    return not verify_case(case.expect(illegal={"line": 2, "code": "KR213"}).case(), rules).passed


def test_a_hand_whose_only_yaku_is_taken_away_may_not_win() -> None:
    with_haku = {"melds": {"north": ["pon 555z from east"]}}
    assert may_win(always(), **with_haku)
    assert not may_win(always(Yaku("no_haku", replaces=("haku",))), **with_haku)


def test_a_yaku_without_han_raises_only_a_hand_that_has_another_yaku() -> None:
    assert not may_win(always(Yaku("raised", at_least="mangan")))
    assert may_win(always(Yaku("raised", 1, at_least="mangan")))


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (Yaku("x", 1, at_least="manga"), "expected at_least to be one of mangan, haneman, baiman, sanbaiman"),  # type: ignore[arg-type]
        (Yaku("x", yakuman=1, at_least="mangan"), "a yakuman is not raised to another limit"),
        (Yaku("x"), "expected han or a yakuman"),
    ],
)
def test_a_limit_that_is_none_is_refused(answer: Yaku, said: str) -> None:
    with pytest.raises(PluginError, match=said):
        ron_value(under(House(lambda win: answer)))


def test_a_case_that_misspells_a_yaku_of_the_hand_is_told_its_name_although_a_plugin_has_yaku() -> None:
    given = {**OPEN, "melds": {"north": ["pon 555z from east"]}, "live": "2p"}
    for name, said in (("hakku", "there is no yaku hakku; did you mean haku?"), ("kan_furi_2", "north has haku, ")):
        case = CaseBuilder("a ron").given(**given).play("east discards 2p", "north ron").expect(yaku={"north": [name]})
        (difference,) = verify_case(case.case(), always()).differences
        assert difference.text.startswith(said)
