"""The bundled rulesets as data: what a file may say, whom it may cite, and what the published books say.

The expectations are taken from the books (see the comment of each line), never from the files. The files are read here
with tomllib alone, so that a fault of the loader cannot hide one of the library; only what a plugin of a book states is
asked of the loader.
"""

from __future__ import annotations

import re
import tomllib
import typing
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from kanrules.law import options
from kanrules.law.options import Floating, UmaRow
from kanrules.ruleset import load_ruleset
from kanrules.rulings import Grade

FOLDER = Path(__file__).parents[2] / "rulesets"
PAGES = tomllib.loads((Path(__file__).parent / "own-pages.toml").read_text(encoding="utf-8"))
FILES = sorted(path for path in FOLDER.glob("*.toml") if not path.name.endswith(".cases.toml"))
IDS = [path.stem for path in FILES]

NAMED_IN_THE_CONTRACT = [
    "ema-2012",
    "ema-2016",
    "ema-2025",
    "wrc-2015",
    "wrc-2017",
    "wrc-2022",
    "wrc-2025",
    "m-league",
    "jpml-a-2022",
    "jpml-a-2023",
    "jpml-b",
    "jpml-wrc",
    "saikouisen",
    "saikouisen-classic",
    "npm",
    "rmu-a",
    "rmu-b",
    "rmu-m",
    "mu",
    "101",
    "saikyousen",
    "tenhou",
    "mahjong-soul",
    "riichi-city",
    "sega-mj",
    "fight-club",
    "doman",
    "warsaw",
    "burton",
    "singapore",
    "tori-casual",
    "mcww-2015",
    "gakusei",
    "pml",
    "orenomaajan",
    "parlour-9592",
    "km-1",
    "mil-2024",
]

PARTS = typing.get_type_hints(options.Options)
KEYS = {f"{table}.{key}": kind for table, part in PARTS.items() for key, kind in typing.get_type_hints(part).items()}
TEXTS = {key for key, kind in KEYS.items() if kind is str and key.partition(".")[0] in {"penalty", "procedure"}}


@cache
def document(name: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))


@cache
def own(name: str) -> dict[str, Any]:
    """What this file itself sets, by dotted key."""
    return {
        f"{table}.{key}": value
        for table, content in document(name).items()
        if table not in {"ruleset", "source", "plugin", "departs", "about"}
        for key, value in content.items()
    }


@cache
def departs(name: str) -> set[str]:
    """The keys for which this file's text departs from its parent's."""
    listed = document(name).get("departs", {}).get("keys", [])
    return {key for key in KEYS for one in listed if key == one or (one.endswith(".*") and key.startswith(one[:-1]))}


def strings(text: str | list[str]) -> list[str]:
    return text if isinstance(text, list) else [text]


def sources(name: str) -> dict[str, dict[str, str]]:
    return document(name).get("source", {})


def ancestors(name: str) -> list[str]:
    chain, parent = [], document(name)["ruleset"].get("extends")
    while parent is not None:
        assert parent in IDS, f"{name} extends {parent!r}, which is not bundled"
        assert parent not in chain, f"{name} goes in a circle: {chain}"
        chain.append(parent)
        parent = document(parent)["ruleset"].get("extends")
    return chain


def resolved(name: str) -> dict[str, Any]:
    """Every value that some text established, the child's over its parent's. A standalone rulebook has no parent's."""
    values: dict[str, Any] = {}
    alone = document(name)["ruleset"].get("standalone", False)
    for one in [*(() if alone else reversed(ancestors(name))), name]:
        values = {key: value for key, value in values.items() if key not in departs(one)} | own(one)
    return values


def resolved_source(name: str, key: str) -> dict[str, str] | None:
    for one in [name, *ancestors(name)]:
        if key in own(one):
            return source_of(one, key)
    return None


def source_of(name: str, key: str) -> dict[str, str] | None:
    """The source of this file for a key that it speaks of: its own, or that of its whole table."""
    return sources(name).get(key) or sources(name).get(f"{key.partition('.')[0]}.*")


@cache
def of_plugins(name: str) -> dict[str, tuple[Any, Grade]]:
    """What the plugins of this ruleset state, by dotted key: the value and its grade."""
    amended = load_ruleset(name).amendments
    return {
        key: (one.value, one.source.grade)
        for key, one in amended.items()
        if one.set_by.startswith("plugin ") and one.source is not None
    }


def test_every_ruleset_the_contract_names_is_bundled() -> None:
    assert not set(NAMED_IN_THE_CONTRACT) - set(IDS)


@pytest.mark.parametrize("name", IDS)
class TestEveryFile:
    def test_bears_its_own_id_and_says_who_publishes_what(self, name: str) -> None:
        head = document(name)["ruleset"]
        assert head["id"] == name
        assert all(head[key].strip() for key in ("name", "edition", "authority", "version"))
        assert not set(head) - {
            "id",
            "name",
            "edition",
            "authority",
            "version",
            "requires",
            "extends",
            "standalone",
            "replaces",
            "in_force_from",
            "in_force_until",
            "text_read",
            "unread",
            "plugins",
            "partial",
        }

    def test_begins_with_what_it_is_and_what_was_read(self, name: str) -> None:
        comment = re.match(r"(?:#.*\n)+", (FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
        assert comment is not None
        assert len(comment[0].splitlines()) >= 3
        assert re.search(r"\bRead\b", comment[0]), "the comment does not say what was read"

    def test_uses_only_keys_and_values_that_exist(self, name: str) -> None:
        for key, value in own(name).items():
            kind = KEYS[key]
            if isinstance(kind, type) and issubclass(kind, StrEnum):
                assert value in list(kind), key
            elif kind == bool | tuple[str, ...]:
                assert isinstance(value, bool) or all(isinstance(item, str) for item in value), key
            elif key in TEXTS and isinstance(value, list):
                assert len(value) > 1, f"{key}: a single string needs no list"
                assert all(type(string) is str for string in value), key
            elif kind in (bool, int, str):
                assert type(value) is kind, key
            elif kind is Floating:
                assert set(value) <= set("01234") and all(sum(row) == 0 for row in value.values()), key
            elif kind == UmaRow:
                assert len(value) in (3, 4) and sum(value) == 0, key
            else:
                assert isinstance(value, list), key
                assert all(isinstance(item, str) for item in value), key

    def test_gives_a_source_for_every_value_and_every_departure(self, name: str) -> None:
        said = {*own(name), *departs(name)}
        assert not [key for key in said if source_of(name, key) is None]
        whole = {key for key in said if f"{key.partition('.')[0]}.*" in sources(name)}
        named = {key for key in sources(name) if not key.endswith("*")}
        options = set(of_plugins(name)) if "plugin" in document(name) else set()
        assert said - whole <= named <= said | options

    def test_departs_only_from_a_key_that_its_parent_settles_or_that_its_page_replaces(self, name: str) -> None:
        single = {one for one in document(name).get("departs", {}).get("keys", []) if not one.endswith("*")}
        settled = {key for parent in ancestors(name) for key in (*own(parent), *of_plugins(parent))}
        tables = {one.partition(".")[0] for one in PAGES.get(name, {}).get("speaks_of", ()) if one.endswith(".*")}
        assert not [key for key in single - settled if key.partition(".")[0] not in tables]

    def test_names_document_and_grade_in_every_source(self, name: str) -> None:
        for key, source in sources(name).items():
            assert not set(source) - {"document", "clause", "url", "grade"}, key
            assert source["document"].strip(), key
            assert source["grade"] in list(Grade), key
            assert source["grade"] != Grade.OWN, f"{key}: a published ruleset has no value of its own"
            assert re.match(r"https?://[^\s]+$", source.get("url", "https://x")), key

    def test_never_cites_its_parents_clause_for_its_own_value(self, name: str) -> None:
        if document(name)["ruleset"].get("standalone"):
            return  # it inherits no source
        for parent in ancestors(name):
            for key in set(own(name)) & set(own(parent)):
                mine, theirs = source_of(name, key), source_of(parent, key)
                assert mine is not None and theirs is not None
                assert (mine["document"], mine.get("clause")) != (theirs["document"], theirs.get("clause")), (
                    key,
                    parent,
                )

    def test_is_partial_exactly_where_neither_timing_nor_kan_in_riichi_is_known(self, name: str) -> None:
        values = resolved(name)
        timing = values.get("kandora.enabled") is False or all(
            f"kandora.{kan}" in values for kan in ("ankan", "daiminkan", "shouminkan")
        )
        known = timing or "riichi_kan.level" in values
        assert document(name)["ruleset"].get("partial", False) is not known

    def test_says_nothing_of_indicators_that_it_does_not_have(self, name: str) -> None:
        if own(name).get("kandora.enabled") is False:
            assert not {key for key in own(name) if key.startswith("kandora.")} - {"kandora.enabled"}

    def test_leaves_no_text_empty(self, name: str) -> None:
        for key, value in own(name).items():
            if KEYS[key] is str:
                assert strings(value), key
                assert all(string.strip().endswith(".") for string in strings(value)), key

    def test_says_what_a_text_states_string_by_string_in_keys_that_exist(self, name: str) -> None:
        for key, stated in document(name).get("about", {}).items():
            assert key in TEXTS and key in own(name), key
            assert len(stated) == len(strings(own(name)[key])), key
            assert {one for keys in stated for one in keys} <= set(KEYS) - TEXTS, key


def test_an_edition_is_a_year_or_said_to_be_undated() -> None:
    for name in IDS:
        edition = document(name)["ruleset"]["edition"]
        assert edition == "undated" or re.search(r"\d{4}", edition), name
        year = re.search(r"-(20\d\d)$", name)
        if year:
            assert year[1] in edition, f"{name} is of {edition}"


# What the books say: ruleset, key, value. The comment is the reference.
FACTS = [
    # EMA 2016 3.3.5, 3.3.6, 3.3.7: each kind of kan, indicator first, then the replacement tile
    ("ema-2016", "kandora.ankan", "declaration"),
    ("ema-2016", "kandora.daiminkan", "declaration"),
    ("ema-2016", "kandora.shouminkan", "declaration"),
    # EMA 2016 4.2.1: the robbed kan is not made, no indicator
    ("ema-2016", "kandora.robbed_kan", "hidden"),
    # EMA 2016 3.3.7: except to win on Thirteen Orphans
    ("ema-2016", "chankan.ankan", "kokushi"),
    # EMA 2016 4.2.1 against 3.4.1: rinshan does not combine with the last tile
    ("ema-2016", "rinshan.with_haitei", False),
    # EMA 2016 3.4.6: found at a win or a draw only
    ("ema-2016", "riichi_kan.illegal_found", "win_or_draw"),
    # EMA 2016 3.3.14: only interpreted as a pung
    ("ema-2016", "riichi_kan.level", "same_readings"),
    # EMA RCR 2012 3.4.1: the replacement tile becomes the last tile
    ("ema-2012", "rinshan.with_haitei", True),
    # EMA RCR before 2016, 3.3.9: the fourth kan's discard, if nobody wins on it, ends the hand
    ("ema-2012", "four_kans.several_players", "abort"),
    ("ema-2012", "four_kans.abort_at", "discard_passed"),
    # EMA 2012: a concealed kan clears temporary furiten (riichi.wiki 2015)
    ("ema-2012", "furiten.temporary_ends", "any_call"),
    # EMA 2025 3.4.4: counters to each winner; annotation 06/2026: declared concealed kongs count
    ("ema-2025", "wins.honba", "each"),
    ("ema-2025", "sekinin_barai.concealed_sets_count", True),
    # EMA 2025 3.3.4: the indicator before the replacement tile; 3.4.1: a quad with one tile left; 3.3.9; 6.7.1
    ("ema-2025", "kandora.shouminkan", "declaration"),
    ("ema-2025", "kan.min_live_tiles", 1),
    ("ema-2025", "furiten.temporary_ends", "own_draw_or_call"),
    ("ema-2025", "riichi_kan.illegal", "chombo"),
    ("ema-2025", "riichi_kan.illegal_found", "win_or_draw"),
    # EMA 2025 4.1.1: double wind pair 2 fu
    ("ema-2025", "scoring.double_wind_pair_fu", 2),
    # WRC: robbing an ankan allowed before 2022, not since; suukantsu liable since 2022
    ("wrc-2017", "chankan.ankan", "kokushi"),
    ("wrc-2022", "chankan.ankan", "never"),
    ("wrc-2017", "sekinin_barai.yakuman", ["daisangen", "daisuushii"]),
    ("wrc-2025", "sekinin_barai.yakuman", ["daisangen", "daisuushii", "suukantsu"]),
    # WRC 2025 11.2: thirteen han and more score yonbaiman
    ("wrc-2025", "scoring.thirteen_han", "yonbaiman"),
    # WRC Penalties 2025, 12.2, 12.3.5
    ("wrc-2025", "chombo.points", 30000),
    ("wrc-2025", "riichi_kan.illegal_found", "win_or_draw"),
    # WRC Penalties 2025, 12.3.2: without a call for a win, the first call takes precedence
    ("wrc-2025", "calls.priority", "first_call"),
    # WRC, clarification of 29 June 2025: riichi with no tile left
    ("wrc-2025", "riichi.min_live_tiles", 0),
    # M.League 4-5(6): never, in any case; 4-5(4) four kans a hand; 8-1(2) honba by who let call; 3-11(2) melds too;
    # 7-4(2) as soon as it is noticed
    ("m-league", "chankan.ankan", "never"),
    ("m-league", "fifth_kan.policy", "forbidden"),
    ("m-league", "sekinin_barai.honba_on_ron", "liable"),
    ("m-league", "tenpai.exhausted_wait", "noten"),
    ("m-league", "riichi_kan.illegal_found", "noticed_or_draw"),
    # M.League 5-5(3): temporary furiten ends with one's own draw and discard
    ("m-league", "furiten.temporary_ends", "own_discard"),
    # Tenhou manual: ankan at once, open kans at the discard or the next replacement draw; no liability for suukantsu;
    # honba by the liable
    ("tenhou", "kandora.ankan", "declaration"),
    ("tenhou", "kandora.daiminkan", "discard"),
    ("tenhou", "kandora.shouminkan", "discard"),
    ("tenhou", "kandora.pending_on_next_kan", "declaration"),
    ("tenhou", "sekinin_barai.yakuman", ["daisangen", "daisuushii"]),
    ("tenhou", "sekinin_barai.compound", "whole_hand"),
    # Tenhou, recorded games: a rinshan win never counts a pending indicator
    ("tenhou", "kandora.pending_on_rinshan_win", "hidden"),
    # Mahjong Soul, kanachan: ankan's with the replacement draw, pending ones when the next kan is declared,
    # the stick on the discard after the fourth kan is paid
    ("mahjong-soul", "kandora.ankan", "rinshan_draw"),
    ("mahjong-soul", "kandora.pending_on_next_kan", "announced"),
    ("mahjong-soul", "four_kans.riichi_stick", "paid"),
    # Mahjong Soul, client text: kokushi may rob an ankan
    ("mahjong-soul", "chankan.ankan", "kokushi"),
    # JPML: no kan indicators; 2012 kokushi may rob an ankan, 2023 no more; tsumo fu with the replacement tile only
    # since 2023
    ("jpml-a-2022", "kandora.enabled", False),
    ("jpml-a-2022", "chankan.ankan", "kokushi"),
    ("jpml-a-2023", "chankan.ankan", "never"),
    ("jpml-a-2022", "rinshan.tsumo_fu", False),
    ("jpml-a-2023", "rinshan.tsumo_fu", True),
    # JPML domestic WRC: official rules plus ippatsu, ura, kan indicators
    ("jpml-wrc", "kandora.enabled", True),
    ("jpml-wrc", "sekinin_barai.yakuman", ["daisangen", "daisuushii", "suukantsu"]),
    # Saikouisen, NPM: nobody is liable
    ("saikouisen", "sekinin_barai.yakuman", []),
    ("npm", "sekinin_barai.yakuman", []),
    # RMU: no fifth kan; B is A without ippatsu, ura and kan indicators; M has red fives
    ("rmu-a", "fifth_kan.policy", "forbidden"),
    ("rmu-b", "kandora.enabled", False),
    ("rmu-m", "scoring.red_fives", 3),
    # mu: no kan after riichi in any case; calling one is agari houki
    ("mu", "riichi_kan.level", "forbidden"),
    ("mu", "riichi_kan.illegal", "dead_hand"),
    # 101: no haitei, houtei, ryanpeikou, tenhou, chiihou, double riichi (the league's own answers)
    ("101", "riichi.double", False),
    # Doman Mahjong: the fifth kan ends the hand before it can be robbed
    ("doman", "fifth_kan.policy", "abort"),
    ("doman", "fifth_kan.robbable", False),
    # SEGA MJ: kokushi on an ankan, four-kan draw moves the dealer, nobody liable
    ("sega-mj", "chankan.ankan", "kokushi"),
    ("sega-mj", "four_kans.dealer", "rotates"),
    # Warsaw: minkan, kakan after discarding; four kans abort; the rest EMA 2016
    ("warsaw", "kandora.daiminkan", "discard"),
    ("warsaw", "four_kans.several_players", "abort"),
    ("warsaw", "chankan.ankan", "kokushi"),
    # R.League 24/25: at once for an ankan only
    ("singapore", "kandora.ankan", "declaration"),
    ("singapore", "kandora.shouminkan", "discard"),
    # MIL 2024: thirteen orphans may not rob either; waits only; double wind 4 fu
    ("mil-2024", "chankan.ankan", "never"),
    ("mil-2024", "riichi_kan.level", "same_waits"),
    ("mil-2024", "scoring.double_wind_pair_fu", 4),
    # Gakusei: completion of dragons or winds by a kan makes nobody liable
    ("gakusei", "sekinin_barai.completed_by_kan", False),
    # MCWW 2015: liability for a daiminkan
    ("mcww-2015", "sekinin_barai.daiminkan_rinshan", "replacement_only"),
    # KM-1: the draw comes when the fourth kan is called
    ("km-1", "four_kans.abort_at", "announced"),
    # Parlour 9592: the dealer passes after the four-kan draw
    ("parlour-9592", "four_kans.dealer", "rotates"),
    # Toronto casual: nagashi mangan with a closed hand
    ("tori-casual", "draws.nagashi_mangan", "closed_only"),
    # Orenomaajan: at once, unless another player wins on the declaration
    ("orenomaajan", "kandora.robbed_kan", "hidden"),
    # GGHK 2023, summary 21, 22, 39, 40: before the replacement tile; no privilege for orphans; quads too; none for a
    # replacement tile
    ("gghk-2023", "kandora.daiminkan", "declaration"),
    ("gghk-2023", "kandora.robbed_kan", "hidden"),
    ("gghk-2023", "chankan.ankan", "never"),
    ("gghk-2023", "sekinin_barai.yakuman", ["daisangen", "daisuushii", "suukantsu"]),
    ("gghk-2023", "sekinin_barai.daiminkan_rinshan", "none"),
    # GGHK 2023, riichi 6 and fouls 9, 11: every way to form the sets; 25 points after the game; the stick is lost
    ("gghk-2023", "riichi_kan.level", "same_readings"),
    ("gghk-2023", "chombo.points", 25000),
    ("gghk-2023", "chombo.sticks_returned", False),
    # GGHK 2023, draws 3: melds counted; summary 23, 24: riichi in debt, with one tile left; fu: a double wind pair only
    # 2
    ("gghk-2023", "tenpai.exhausted_wait", "noten"),
    ("gghk-2023", "riichi.needs_stick", False),
    ("gghk-2023", "riichi.min_live_tiles", 1),
    ("gghk-2023", "scoring.double_wind_pair_fu", 2),
    # The Japanese article: discard, then turn; the English page, Ankan: the only kan whose indicator is shown at once
    ("ja-intro", "kandora.ankan", "discard"),
    ("en-intro", "kandora.ankan", "declaration"),
    # WRC 2014, 7.1: the offender loses 20 points, the winning hand is scored
    ("wrc-2014", "chombo.with_another_win", "stands"),
    # Mahjong Time's Ari Ari 3.3.9: no further kongs may be declared
    ("mahjong-time", "fifth_kan.policy", "forbidden"),
    # WRML: Tenhou without abortive draws, the first in turn
    ("wrml", "four_kans.several_players", "play_on"),
    ("wrml", "kandora.daiminkan", "discard"),
    # Furiten.nl: shown only at a draw
    ("furiten-nl", "riichi_kan.illegal_found", "draw"),
    # EMA 2016 4.1.1: 2 minipoints for the seat wind and 2 for the prevailing wind; 4.2.6: nagashi mangan no longer used
    ("ema-2016", "scoring.double_wind_pair_fu", 4),
    ("ema-2016", "draws.nagashi_mangan", "off"),
    # EMA 2016 3.3.2, 3.3.14, 4.1: no swap-calling; no score is asked for riichi
    ("ema-2016", "calls.kuikae", "forbidden"),
    ("ema-2016", "riichi.needs_stick", False),
    # EMA 2016 4.2.6 (the hand as it was used) and riichi.wiki 2015 (any score)
    ("ema-2012", "draws.nagashi_mangan", "closed_only"),
    ("ema-2012", "riichi.needs_stick", False),
    ("warsaw", "draws.nagashi_mangan", "closed_only"),
    # MIL 2024 1.5, 1.9
    ("mil-2024", "tenpai.exhausted_wait", "noten_concealed"),
    ("mil-2024", "scoring.renhou", "none"),
    # WRC 2015 7.1: riichi bets are returned
    ("wrc-2015", "chombo.sticks_returned", True),
    # JPML WRC before 2023: 30 fu, six han with the two basic ones: 8000
    ("jpml-wrc", "scoring.kiriage_mangan", True),
    # RMU: by the tiles of the own hand alone
    ("rmu-a", "tenpai.exhausted_wait", "noten_concealed"),
    # Saikouisen, overview of 2023: three, two, one or no draws left, less than 1,000 points
    ("saikouisen", "riichi.min_live_tiles", 0),
    ("saikouisen", "riichi.needs_stick", False),
    # R.League 24/25: 30 points of the team, the score at the table unchanged
    ("singapore", "chombo.pays", "after_uma"),
    ("singapore", "chombo.points", 30000),
    # Gakusei: five draws, the dealer stays; rounding up
    ("gakusei", "draws.suucha_riichi", "dealer_keeps"),
    ("gakusei", "scoring.kiriage_mangan", True),
    # Kazan: an own exhausted wait is tenpai; three wins end the hand
    ("majan-kazan", "tenpai.exhausted_wait", "tenpai"),
    ("majan-kazan", "draws.sanchahou", "dealer_keeps"),
    # Rokumeikan, Nennrin: one winner a tile
    ("roku-meikan", "wins.simultaneous", "head_bump"),
    ("nennrin", "wins.simultaneous", "head_bump"),
    # MCWW: riichi unless the turn is that of the last tile
    ("mcww-2015", "riichi.min_live_tiles", 1),
    ("pml", "scoring.renhou", "mangan"),
    # RRC 1.5: 5.6 no abortive draws; 3.4.3 before the replacement tile; 4.6 kokushi robs an ankan; 3.12.4 honba; 3.4.7
    # every way to read the sets; 3.13.2 twice the step of the uma
    ("rrc-2026", "four_kans.several_players", "play_on"),
    ("rrc-2026", "draws.kyuushu_kyuuhai", "off"),
    ("rrc-2026", "draws.suufon_renda", "off"),
    ("rrc-2026", "draws.suucha_riichi", "off"),
    ("rrc-2026", "kandora.shouminkan", "declaration"),
    ("rrc-2026", "chankan.ankan", "kokushi"),
    ("rrc-2026", "sekinin_barai.honba_on_ron", "discarder"),
    ("rrc-2026", "sekinin_barai.honba_on_tsumo", "liable"),
    ("rrc-2026", "riichi_kan.level", "same_readings"),
    ("rrc-2026", "chombo.points", 40000),
    # Mahjong Stars: double wind 4 fu; a fifth copy may be waited for
    ("mahjong-stars", "scoring.double_wind_pair_fu", 4),
    ("mahjong-stars", "tenpai.exhausted_wait", "tenpai"),
    # Their own pages: the first North American open, MCWW, Donkey; singapore's example 2; articles 10 and 11
    ("naro-2015", "game.start_points", 30000),
    ("naro-2015", "game.bust", "below_zero"),
    ("mcww-2015", "game.start_points", 30000),
    ("mcww-2015", "game.uma", [30000, 10000, -10000, -30000]),
    ("donkey", "game.bust", "zero"),
    ("singapore", "riichi_kan.drawn_tile_only", True),
    ("saikouisen-classic", "kan.min_live_tiles", 1),
    # GGHK: suukantsu for a player with three kans of any kind; dragons and winds only if called
    ("gghk-2023", "sekinin_barai.concealed_sets_count", ["suukantsu"]),
]


@pytest.mark.parametrize(("name", "key", "value"), FACTS, ids=[f"{name}:{key}" for name, key, _ in FACTS])
def test_the_library_says_what_the_book_says(name: str, key: str, value: Any) -> None:
    assert resolved(name)[key] == value
    source = resolved_source(name, key)
    assert source is not None
    assert source["document"]


def test_a_clause_on_calls_at_the_same_time_settles_a_late_call_only_in_part() -> None:
    """RRC 3.4.6 speaks of simultaneous calls; WRC Penalties 2025, 12.3.2, of the first call."""
    grades = {name: resolved_source(name, "calls.priority") for name in ("rrc-2026", "wrc-2025", "vic-riichi")}
    assert {name: source and source["grade"] for name, source in grades.items()} == {
        "rrc-2026": "partly",
        "wrc-2025": "quoted",
        "vic-riichi": "quoted",
    }


def test_the_annotations_of_ema_are_cited_at_their_own_address() -> None:
    """June 2026: 3.3.7 of the booklet still says "called"; the annotation counts ankans."""
    source = resolved_source("ema-2025", "sekinin_barai.concealed_sets_count")
    assert source is not None and source["url"].endswith("/EMA-Riichi-Rules-2025-Official-Annotations.pdf")
    assert "June 2026" in source["document"] and source["clause"] == "3.3.7"


# Two rulesets that must not agree on a key, because the references say that the edition or the venue changed it.
DIFFERENCES = [
    ("ema-2012", "ema-2016", "four_kans.several_players"),  # abortive draws abolished in 2016
    ("ema-2012", "ema-2016", "scoring.red_fives"),  # red fives removed in 2016
    ("ema-2012", "ema-2016", "scoring.thirteen_han"),  # 2016: sanbaiman, not a yakuman
    ("ema-2016", "ema-2025", "riichi.min_live_tiles"),  # four tiles, then one
    ("ema-2016", "ema-2025", "scoring.kiriage_mangan"),  # rounded up since 2025
    ("ema-2016", "ema-2025", "sekinin_barai.concealed_sets_count"),  # melded sets only, until the annotation
    ("wrc-2017", "wrc-2022", "scoring.double_wind_pair_fu"),  # 4 fu, then 2
    ("wrc-2017", "wrc-2022", "scoring.yakuman_limit"),  # several yakuman count since 2022
    ("wrc-2022", "wrc-2025", "scoring.thirteen_han"),  # sanbaiman, then yonbaiman
    ("wrc-2015", "wrc-2022", "chombo.points"),  # 20 points, then 30
    ("jpml-a-2022", "jpml-a-2023", "four_kans.several_players"),  # abortive draws abolished in 2023
    ("jpml-a-2023", "jpml-a-2026", "riichi_kan.level"),  # 2026: no yaku may be lost
    ("tenhou", "mahjong-soul", "kandora.pending_on_next_kan"),  # after the robbery window, before it
    ("tenhou", "mahjong-soul", "sekinin_barai.compound"),  # whole hand, its own yakuman only
    ("m-league", "saikyousen", "scoring.red_fives"),  # without red fives
    ("m-league", "ema-2016", "sekinin_barai.honba_on_ron"),  # who let call, who discarded
    ("ema-2016", "warsaw", "kandora.shouminkan"),  # EMA before the replacement, Warsaw after the discard
    ("ema-2016", "mil-2024", "wins.simultaneous"),  # all, the first in turn
    ("wrc-2014", "wrc-2015", "chombo.with_another_win"),  # the penalty stands, then it is void
    ("tenhou", "wrml", "four_kans.several_players"),  # the league has no abortive draws
    ("ja-intro", "m-league", "kandora.ankan"),  # after the discard, at once
    ("sgriichi", "singapore", "kandora.shouminkan"),  # 2017 at once, the league after the discard
]


@pytest.mark.parametrize(("one", "other", "key"), DIFFERENCES, ids=["/".join(line) for line in DIFFERENCES])
def test_editions_differ_where_the_references_say_so(one: str, other: str, key: str) -> None:
    assert resolved(one)[key] != resolved(other)[key]


# What nobody established and a file must therefore not claim.
UNKNOWN = [
    ("tenhou", "four_kans.riichi_stick"),  # engines disagree, no record
    ("ema-2012", "kandora.robbed_kan"),  # inferred from the order of a clause only
    ("ema-2025", "sekinin_barai.honba_on_tsumo"),  # 3.3.7 speaks of counters only for a win by discard
    ("ema-2025", "penalty.indicator_late"),
    ("ema-2016", "penalty.indicator_late"),
    ("wrc-2025", "kandora.robbed_kan"),  # the chapters on kans were not obtained
    ("wrc-2015", "kandora.ankan"),  # the chapters on kans were not obtained
    ("jpml-a-2023", "sekinin_barai.daiminkan_rinshan"),  # open after 2023
    ("rmu-a", "scoring.thirteen_han"),  # two tables clash
    ("101", "kandora.enabled"),
    ("doman", "kandora.ankan"),
    ("riichi-city", "chankan.ankan"),
    ("fight-club", "kandora.ankan"),
    ("saikouisen", "riichi_kan.illegal"),
    ("gghk-2023", "fifth_kan.policy"),  # no sentence speaks of one
    ("gghk-2023", "sekinin_barai.honba_on_ron"),
    ("ja-intro", "fifth_kan.policy"),  # practice differs, it says
    ("ja-intro", "riichi_kan.level"),
    ("en-intro", "fifth_kan.policy"),
    ("en-intro", "chankan.ankan"),  # if the rules allow
    ("wrc-2014", "kandora.ankan"),  # the chapters on kans were not obtained
    ("mahjong-time", "kandora.ankan"),
    ("furiten-nl", "kandora.ankan"),  # said of the game for three players alone
]


@pytest.mark.parametrize(("name", "key"), UNKNOWN, ids=[":".join(line) for line in UNKNOWN])
def test_what_nobody_established_is_left_out(name: str, key: str) -> None:
    assert key in KEYS
    assert key not in resolved(name)


def stated(key: str) -> dict[str, tuple[Any, str]]:
    """The rulesets that state this text, in the file or by a plugin, with value and grade."""
    found: dict[str, tuple[Any, str]] = {}
    for name in IDS:
        if key in resolved(name):
            source = resolved_source(name, key)
            found[name] = (resolved(name)[key], source["grade"] if source else "")
        elif key in of_plugins(name):
            found[name] = of_plugins(name)[key]
    return found


def first_stated(key: str) -> dict[str, tuple[Any, str]]:
    """The rulesets that state this text other than their parents do: a club that inherits it has read nothing."""
    found = stated(key)
    return {name: said for name, said in found.items() if all(found.get(one) != said for one in ancestors(name))}


def test_one_book_speaks_of_a_wrong_indicator_and_others_of_any_exposed_tile() -> None:
    # RRC referee guide 1.9: the right one is turned. An exposed tile: EMA 2016 5.2, EMA 2025 6.2, MIL 13.2, GGHK p. 20.
    grades = {name: grade for name, (_, grade) in first_stated("penalty.indicator_wrong_tile").items()}
    official = {name for name, grade in grades.items() if grade == "official"}
    assert official == {"rrc-2026"}
    assert set(grades) - official == {"ema-2016", "ema-2025", "gghk-2023", "mil-2024", "wrc-2025"}


def test_an_indicator_turned_too_early_is_an_exposed_tile_and_no_book_prices_one_turned_too_late() -> None:
    # EMA 2016 5.2, EMA 2025 6.2, MIL 13.2, WRC Penalties 2025 12.3.1: exposed tiles. None of them names the indicator.
    early, wrong = first_stated("penalty.indicator_early"), stated("penalty.indicator_wrong_tile")
    assert {name: grade for name, (_, grade) in early.items()} == dict.fromkeys(
        ["ema-2016", "ema-2025", "mil-2024", "wrc-2025"], "partly"
    )
    assert all(value == wrong[name][0] for name, (value, _) in early.items())
    assert not stated("penalty.indicator_late")


def overview(name: str) -> str:
    """The row of docs/rulesets.md that this ruleset must have."""
    values, head = resolved(name), document(name)["ruleset"]
    if values.get("kandora.enabled") is False:
        timing = "none"
    else:
        instants = [values.get(f"kandora.{kan}", "?") for kan in ("ankan", "daiminkan", "shouminkan")]
        timing = instants[0] if len(set(instants)) == 1 else " / ".join(instants)
    cells = [
        f"`{name}`" + ("*" if head.get("partial") else ""),
        head["edition"],
        f"`{head['extends']}`" if "extends" in head else "",
        timing,
        values.get("chankan.ankan", "?"),
        values.get("four_kans.several_players", "?"),
        values.get("riichi_kan.level", "?"),
    ]
    return "| " + " | ".join(cells) + " |"


def test_the_overview_page_has_a_true_row_for_every_ruleset() -> None:
    page = (FOLDER.parent / "docs" / "rulesets.md").read_text(encoding="utf-8").splitlines()
    rows = [line for line in page if re.match(r"\| `[\w-]+`\*? \|", line)]
    assert [row for row in rows if row.split("`")[1] in IDS] == [overview(name) for name in IDS]


def test_every_page_counts_the_bundled_rulesets_alike() -> None:
    root = FOLDER.parent
    # docs/scale.md says how many there were when something was measured.
    pages = [root / "README.md", *(path for path in (root / "docs").glob("*.md") if path.name != "scale.md")]
    said = {
        (path.name, int(number))
        for path in pages
        for number in re.findall(r"\b(\d+) (?:published |bundled )?rulesets\b", path.read_text(encoding="utf-8"))
        if int(number) > len(IDS) // 2
    }
    assert {name for name, _ in said} >= {"README.md", "rulesets.md"}
    assert {number for _, number in said} == {len(IDS)}
