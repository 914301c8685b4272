"""The timeline of a kan holds what the machine does: the flag stands where the indicator is turned, a diamond is full
where that win counts it, the bar stands where the hand ends.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from functools import lru_cache
from pathlib import Path

import pytest

from kanrules import (
    Ankan,
    Daiminkan,
    Discard,
    Draw,
    Kita,
    Kyoku,
    Pon,
    Ron,
    Ruleset,
    Seat,
    Shouminkan,
    UnreadableError,
    load_ruleset,
    svg,
)
from kanrules.kan.course import WAY
from kanrules.kan.way_picture import COLUMNS, place_on_axis
from kanrules.pieces.actions import Action
from kanrules.pieces.events import KandoraTurned, RinshanDraw
from kanrules.pieces.tiles import parse_tile
from kanrules.ruleset import bundled_ids
from kanrules.testing import CaseBuilder

NS = "{http://www.w3.org/2000/svg}"
KANS = {"ankan": Ankan, "daiminkan": Daiminkan, "shouminkan": Shouminkan}
INSTANTS = ("declaration", "rinshan_draw", "discard", "discard_passed")


@lru_cache
def book(name: str) -> Ruleset:
    return load_ruleset(name)


def drawn(picture: str) -> ET.Element:
    root = ET.fromstring(picture)
    assert root.findtext(f"{NS}title") and root.findtext(f"{NS}desc")
    return root


def lanes(root: ET.Element) -> dict[tuple[str, str], ET.Element]:
    """By kan and ruleset ("" for both)."""
    return {(one.get("data-kan") or "", one.get("data-rules") or ""): one for one in root.iter() if one.get("data-kan")}


def flags(lane: ET.Element) -> dict[str, float]:
    return {
        flag.get("data-flag") or "": float(flag.get("data-x") or 0) for flag in lane.iter() if flag.get("data-flag")
    }


def wins(lane: ET.Element) -> dict[str, tuple[float, bool]]:
    """By win: where its diamond stands, and whether it is full."""
    found = {}
    for diamond in lane.iter():
        if diamond.get("data-win"):
            path = diamond[0].get("d") or ""
            at = re.match(r"M([\d.]+) ", path)
            assert at is not None
            found[diamond.get("data-win") or ""] = (float(at[1]), diamond.get("data-counts") == "yes")
    return found


def test_the_columns_are_moments_of_the_way_in_its_order() -> None:
    assert [column.name for column in COLUMNS if column.win] == ["rinshan_win", "robber", "ron"]
    steps = [
        "announced",
        "robbery window",
        "declaration",
        "replacement draw",
        "turn",
        "discard",
        "claims",
        "discard passed",
    ]
    order = [step.name for step in WAY]
    assert sorted(steps, key=order.index) == steps
    assert [place_on_axis(order.index(step)) for step in steps] == [0, 1, 2, 3, 4, 6, 7, 8]
    everywhere = [place_on_axis(place) for place in range(len(order))]
    assert everywhere == sorted(everywhere)


def first_kan(rules: Ruleset, kan: str) -> list[str]:
    """What happened, in order, from the first kan of this kind to the draw after its discard; no other kan between."""
    wanted = KANS[kan]
    for seed in range(400):
        kyoku = Kyoku(rules, seed=seed)
        at = -1
        while kyoku.outcome is None:
            actions = kyoku.legal_actions()
            chosen: Action = next((one for one in actions if isinstance(one, wanted)), None) if at < 0 else None  # type: ignore[assignment]
            if chosen is not None:
                at = len(kyoku.events)
            elif kan == "shouminkan" and at < 0:
                chosen = next((one for one in actions if isinstance(one, Pon)), None)  # type: ignore[assignment]
            quiet = [one for one in actions if type(one).__name__ in ("Draw", "Discard", "Pass")]
            if chosen is None:
                if not quiet:
                    break
                chosen = quiet[0]
            kyoku.push(chosen)
            if at >= 0 and sum(type(event).__name__ == "Draw" for event in kyoku.events[at:]):
                return [type(event).__name__ for event in kyoku.events[at:]]
    raise AssertionError(f"no {kan} in four hundred hands")


@pytest.mark.parametrize("kan", KANS)
@pytest.mark.parametrize("instant", INSTANTS)
def test_the_flag_stands_where_the_machine_turns_the_indicator(kan: str, instant: str) -> None:
    rules = book("tenhou").with_options({f"kandora.{kan}": instant})
    happened = first_kan(rules, kan)
    lane = lanes(drawn(svg.timeline(rules)))[kan, "tenhou"]
    at = flags(lane)[instant]
    x = {column.name: wins(lane)[column.name][0] for column in COLUMNS if column.win}
    turned = happened.index(KandoraTurned.__name__)
    before_replacement = turned < happened.index(RinshanDraw.__name__)
    before_discard = turned < happened.index(Discard.__name__)
    # The replacement tile stands one step before the win on it, the discard one step before the ron.
    step = x["robber"] - x["rinshan_win"]
    assert (at < x["rinshan_win"] - step) is before_replacement
    assert (at < x["rinshan_win"]) is (before_discard and instant != "discard")
    assert (at < x["ron"]) is (instant != "discard_passed")
    assert before_discard is (instant in ("declaration", "rinshan_draw")) or instant == "discard"


def kita_while_one_waits(rules: Ruleset) -> list[object]:
    """What happened from the first kita during which an indicator waits for a discard, to that discard."""
    for seed in range(3000):
        kyoku, at = Kyoku(rules, seed=seed), -1
        while kyoku.outcome is None:
            actions = kyoku.legal_actions()
            opens = [one for one in actions if isinstance(one, Daiminkan)]
            kitas = [one for one in actions if isinstance(one, Kita)] if kyoku.table().pending else []
            quiet = [one for one in actions if type(one).__name__ in ("Draw", "Discard", "Pass")]
            if kitas and at < 0:
                at = len(kyoku.events)
            if not (chosen := [*(kitas if at == len(kyoku.events) else []), *(opens if at < 0 else []), *quiet]):
                break
            kyoku.push(chosen[0])
            if at >= 0 and isinstance(kyoku.events[-1], Discard):
                return kyoku.events[at:]
    raise AssertionError("no kita while an indicator waits")


@pytest.mark.parametrize("pending", ["announced", "declaration", "keep"])
def test_the_lane_of_a_kita_turns_a_waiting_indicator_where_the_machine_does(pending: str) -> None:
    rules = book("tenhou-3p").with_options({"kita.pending_indicator": pending, "kandora.daiminkan": "discard"})
    happened = kita_while_one_waits(rules)
    replaced = next(at for at, event in enumerate(happened) if isinstance(event, RinshanDraw))
    turned = [event.instant.value for event in happened[:replaced] if isinstance(event, KandoraTurned)]
    assert turned == {"announced": ["kita_announced"], "declaration": ["kita_declaration"], "keep": []}[pending]
    for upright in (False, True):
        root = drawn(svg.timeline(rules, upright=upright))
        (lane,) = [one for one in root.iter() if one.get("data-kita") is not None]
        # The moments of a kita are the ticks of its lane: announced, robbery, stands, replacement.
        ticks = [float(x) for x in re.findall(r"M([\d.]+) [\d.]+v12", lane[1].get("d") or "")]
        at = flags(lane).get("kita")
        assert len(ticks) == 4 and (at is None) is (pending == "keep")
        if at is not None:
            assert [at < tick for tick in ticks] == [
                *((False, True) if pending == "announced" else (False, False)), pending == "announced", True
            ]  # fmt: skip


def test_a_kita_turns_nothing_where_no_indicator_ever_waits() -> None:
    rules = book("tenhou-3p").with_options({f"kandora.{kan}": "declaration" for kan in KANS})
    root = drawn(svg.timeline(rules))
    assert not any(flags(one) for one in root.iter() if one.get("data-kita") is not None)
    assert "no kan dora indicator is pending" in (root.findtext(f"{NS}desc") or "")


@pytest.mark.parametrize(
    ("robbable", "said"),
    [("any_yaku", "yes"), ("never", "no"), ("kokushi", "13 orphans only"), ("yakuman", "yakuman only")],
)
@pytest.mark.parametrize("rinshan", [True, False])
def test_the_lane_of_a_kita_says_who_may_win_on_it_and_on_its_tile(robbable: str, said: str, rinshan: bool) -> None:
    rules = book("tenhou-3p").with_options({"kita.robbable": robbable, "kita.rinshan": rinshan})
    (lane,) = [one for one in drawn(svg.timeline(rules)).iter() if one.get("data-kita") is not None]
    words = [text.text for text in lane.iter(f"{NS}text")]
    assert " ".join(filter(None, words)) == f"{said} {'yes' if rinshan else 'no'}"


def test_only_three_players_who_set_norths_aside_have_a_lane_of_kita() -> None:
    for name in bundled_ids():
        found = "data-kita=" in svg.timeline(book(name))
        assert found is (book(name).options.table.players == 3 and book(name).options.kita.enabled)
    both = drawn(svg.timeline("tenhou", "tenhou-3p"))
    assert [one.get("data-kita") for one in both.iter() if one.get("data-kita") is not None] == ["tenhou-3p"]


def rule_variants() -> list[tuple[str, Ruleset]]:
    found = [(name, book(name)) for name in bundled_ids()]
    for instant in (*INSTANTS, "never"):
        for after in ("announced", "declaration", "keep"):
            for shown in ("hidden", "revealed"):
                options = {f"kandora.{kan}": instant for kan in KANS}
                options |= {"kandora.pending_on_next_kan": after, "kandora.pending_on_rinshan_win": shown}
                found.append((f"{instant}, {after}, {shown}", book("tenhou").with_options(options)))
    return found


@pytest.mark.parametrize(("name", "rules"), rule_variants(), ids=[name for name, _ in rule_variants()])
def test_a_win_counts_the_indicator_where_a_flag_stands_before_it(name: str, rules: Ruleset) -> None:
    kandora = rules.kandora
    for (kan, _), lane in lanes(drawn(svg.timeline(rules))).items():
        instant = getattr(kandora, kan) if kandora.enabled else "never"
        stands = flags(lane)
        assert {why for why in stands if why in INSTANTS} == ({str(instant)} if instant != "never" else set())
        for win, (x, counts) in wins(lane).items():
            early = {"robber": "next kan", "rinshan_win": "rinshan win"}.get(win, "")
            before = [why for why, at in stands.items() if at < x and why in (*INSTANTS, early)]
            assert counts is bool(before), (kan, win, before)
        waits = instant in ("discard", "discard_passed")
        assert ("next kan" in stands) is (waits and kandora.pending_on_next_kan != "keep")
        assert ("rinshan win" in stands) is (waits and kandora.pending_on_rinshan_win == "revealed")


def test_tenhou_ema_mahjong_soul_and_m_league_differ_as_their_books_do() -> None:
    """Tenhou and Mahjong Soul turn an open kan's with the discard; with Mahjong Soul who robs the next kan counts
    it."""

    def counted(name: str, kan: str) -> list[str]:
        return [win for win, (_, full) in wins(lanes(drawn(svg.timeline(book(name))))[kan, name]).items() if full]

    everything = ["rinshan_win", "robber", "ron"]
    for name in ("tenhou", "ema-2016", "mahjong-soul", "m-league"):
        assert counted(name, "ankan") == everything
    for kan in ("daiminkan", "shouminkan"):
        assert counted("tenhou", kan) == ["ron"]
        assert counted("mahjong-soul", kan) == ["robber", "ron"]
        assert counted("ema-2016", kan) == counted("m-league", kan) == everything


@pytest.mark.parametrize("upright", [False, True])
def test_the_bar_stands_where_the_hand_ends_on_a_fourth_kan(upright: bool) -> None:
    at = {
        "announced": (0, 1),
        "declaration": (2, 3),
        "rinshan_draw": (3, 4),
        "discard": (6, 6),
        "discard_passed": (8, 8),
    }
    for moment, (least, most) in at.items():
        rules = book("tenhou").with_options(
            {"four_kans.abort_at": moment, "four_kans.one_player": "win_on_passed_discard"}
        )
        ends = {
            end.get("data-end"): end.get("data-at") or ""
            for end in drawn(svg.timeline(rules, upright=upright)).iter()
            if end.get("data-end")
        }
        assert list(ends) == ["Fourth kan, several players", "Fourth kan, one player"]
        assert least <= float(ends["Fourth kan, several players"]) <= most
        assert float(ends["Fourth kan, one player"]) == 8
    whole = drawn(svg.timeline(book("ema-2016"), upright=upright))
    assert [(end.get("data-end"), end.get("data-at")) for end in whole.iter() if end.get("data-end")] == [
        ("Fourth kan", "")
    ]


@pytest.mark.parametrize("upright", [False, True])
def test_two_rulesets_share_a_lane_where_they_agree_and_have_two_where_they_differ(upright: bool) -> None:
    root = drawn(svg.timeline("tenhou", "ema-2016", upright=upright))
    assert list(lanes(root)) == [(kan, rules) for kan in KANS for rules in ("tenhou", "ema-2016")]
    assert list(lanes(drawn(svg.timeline("tenhou", "tenhou", upright=upright)))) == [(kan, "") for kan in KANS]


def test_what_no_text_says_is_called_assumed() -> None:
    for name in bundled_ids():
        rules = book(name)
        assumed = [kan for kan in KANS if rules.origin(f"kandora.{kan}").is_default]
        described = drawn(svg.timeline(rules)).findtext(f"{NS}desc") or ""
        assert described.count("(assumed)") == (len(assumed) if rules.kandora.enabled else described.count("assumed"))


def test_a_plugin_that_answers_a_question_of_the_timeline_is_named(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    head = '[ruleset]\nid = "house"\nname = "House"\nextends = "tenhou"\nplugins = ["club"]\n'
    # The plugin answers a hook only for a local rule that is set.
    house.write_text(f"{head}[plugin.club]\nfour_kans_players = 3\n", encoding="utf-8")
    rules = load_ruleset(house)
    for upright in (False, True):
        words = "".join(f"{text.text} " for text in drawn(svg.timeline(rules, upright=upright)).iter(f"{NS}text"))
        assert "The plugin club also decides what happens after a fourth kan." in words.replace("club:", "club")


def test_robbed_kans_that_show_their_indicator_have_a_flag_before_the_window() -> None:
    rules = book("ema-2016").with_options({"kandora.robbed_kan": "revealed"})
    found = lanes(drawn(svg.timeline(rules)))
    assert [kan for (kan, _), lane in found.items() if "robbery" in flags(lane)] == ["ankan", "shouminkan"]
    for lane in found.values():
        assert flags(lane).get("robbery", 0) < flags(lane)["declaration"]


def test_a_name_may_hold_what_xml_reserves_and_is_cut_where_it_is_long() -> None:
    from dataclasses import replace

    rules = replace(book("tenhou"), name='Bob & "Ann" <b>' * 30, id="a<b&c")
    for picture in (
        svg.timeline(rules),
        svg.timeline(rules, "ema-2016"),
        svg.timeline(rules, "ema-2016", upright=True),
    ):
        drawn(picture)


def test_a_ruleset_shows_its_timeline_in_a_notebook_and_an_unknown_one_is_refused() -> None:
    assert book("tenhou")._repr_svg_() == svg.timeline("tenhou")
    with pytest.raises(UnreadableError, match="tenhuo"):
        svg.timeline("tenhuo")


def test_one_ruleset_next_to_itself_with_other_options_keeps_two_letters() -> None:
    changed = book("tenhou-3p").with_options({"kita.robbable": "kokushi", "four_kans.one_player": "abort"})
    root = drawn(svg.timeline(book("tenhou-3p"), changed, upright=True))
    words = [text.text or "" for text in root.iter(f"{NS}text")]
    assert [said for said in words if said.endswith(": tenhou-3p")] == ["A: tenhou-3p", "B: tenhou-3p"]
    assert [said for said in words if said.startswith("Kita (")] == ["Kita (A)", "Kita (B)"]
    assert len({said for said in words if said.startswith(("A: ", "B: "))}) == 4, "two names, two answers"


@pytest.mark.parametrize("upright", [False, True])
def test_two_rulesets_say_once_what_they_agree_on_about_a_fourth_kan(upright: bool) -> None:
    root = drawn(svg.timeline("tenhou", "ema-2016", upright=upright))
    said = [(end.get("data-end"), end.get("data-rules")) for end in root.iter() if end.get("data-end")]
    several, one = "Fourth kan, several players", "Fourth kan, one player"
    assert said == [(several, "tenhou"), (several, "ema-2016"), (one, "")]


@pytest.mark.parametrize("upright", [False, True])
@pytest.mark.parametrize("until", ["stands", "discard"])
def test_the_window_reaches_the_moment_up_to_which_the_machine_lets_a_shouminkan_be_robbed(
    until: str, upright: bool
) -> None:
    rules = book("ema-2016").with_options({"chankan.until": until})
    given = {
        "hands": {"south": "3334567s", "north": "34p567m567s666z99m"},
        "melds": {"south": ["pon 222p from east", "pon 777z from west"]},
        "turn": "south",
        "live": "2p",
        "rinshan": "1p",
    }
    kyoku = Kyoku.from_case(CaseBuilder("late").given(**given).case(), rules)
    steps = [Draw(Seat.SOUTH, parse_tile("2p")), Shouminkan(Seat.SOUTH, parse_tile("2p"))]
    robbable = []
    for step in (*steps, Draw(Seat.SOUTH, parse_tile("1p")), Discard(Seat.SOUTH, parse_tile("7s"), False)):
        kyoku.push(step)
        robbable.append(Ron(Seat.NORTH) in kyoku.legal_actions(Seat.NORTH))
    assert robbable == [False, True, until == "discard", False]
    drawings = {
        kan: [float(one.get("data-window") or 0) for one in lane.iter() if one.get("data-window")]
        for (kan, _), lane in lanes(drawn(svg.timeline(rules, upright=upright))).items()
    }
    discard = float([column.name for column in COLUMNS].index("discard"))
    assert drawings == {"ankan": [], "daiminkan": [], "shouminkan": [discard] if until == "discard" else []}


def test_two_rulesets_that_differ_only_in_how_long_a_kan_may_be_robbed_have_two_lanes() -> None:
    shorter = book("ema-2016").with_options({"chankan.until": "stands"})
    root = drawn(svg.timeline(book("ema-2016"), shorter))
    drawn_twice = [one.get("data-kan") for one in root.iter() if one.get("data-kan") and one.get("data-rules")]
    assert drawn_twice == ["shouminkan", "shouminkan"]
    said = root.findtext(f"{NS}desc") or ""
    assert said.count("until the discard, the next kan, or a rinshan win") == 1
