"""The engines that we compare with: how each is asked, and what it plays. A pack has only the first."""

from __future__ import annotations

from typing import Any

from kanrules.exchange.fields import Program
from kanrules.exchange.programs import program
from kanrules.pack.kit.riichienv import RiichiEnv
from tests.differential.majiang import Majiang
from tests.differential.pymahjong import PyMahjong

PYMAHJONG = Program(
    id="pymahjong",
    name="pymahjong",
    version="1.1.2",
    fields=(),
    # Table.cpp, Player.cpp, and GameResult.cpp of github.com/Agony5757/mahjong.
    always={
        "table.players": 4,
        "dora.ura": True,
        "kandora.enabled": True,
        "kandora.ura": True,
        "kandora.ankan": "declaration",
        "kandora.daiminkan": "discard",
        "kandora.shouminkan": "discard",
        "kandora.pending_on_next_kan": "announced",
        "kandora.pending_on_rinshan_win": "hidden",
        "kandora.robbed_kan": "hidden",
        "kan.min_live_tiles": 1,
        "four_kans.several_players": "abort",
        "four_kans.one_player": "play_on",
        "four_kans.abort_at": "discard_passed",
        "four_kans.dealer": "keeps",
        "four_kans.riichi_stick": "paid",
        "fifth_kan.policy": "forbidden",
        "chankan.ankan": "kokushi",
        "chankan.until": "stands",
        "chankan.passing_is_furiten": True,
        "chankan.ippatsu": True,
        "sekinin_barai.yakuman": [],
        "sekinin_barai.daiminkan_rinshan": "none",
        "riichi_kan.level": "same_waits",
        "riichi_kan.drawn_tile_only": False,
        "riichi_kan.winning_draw": "counts",
        "furiten.temporary_ends": "own_draw_or_call",
        "riichi.ippatsu": True,
        "riichi.double": True,
        "riichi.min_live_tiles": 4,
        "riichi.needs_stick": True,
        "wins.simultaneous": "all",
        "wins.honba": "first",
        "wins.sticks": "first",
        "wins.honba_value": 300,
        "draws.kyuushu_kyuuhai": "dealer_keeps",
        "draws.suufon_renda": "dealer_keeps",
        "draws.suucha_riichi": "dealer_keeps",
        "draws.sanchahou": "dealer_keeps",
        "draws.noten_payment": 3000,
        "scoring.red_fives": 3,
        "scoring.kiriage_mangan": False,
        "scoring.open_tanyao": True,
        "scoring.thirteen_han": "yakuman",
        "scoring.yakuman_limit": 0,
    },
)
"""pymahjong has no settings, so none can be imported or exported."""
ENGINES: dict[str, tuple[type[Any], Program]] = {
    "riichienv": (RiichiEnv, program("riichienv")),
    "majiang": (Majiang, program("majiang")),
    "pymahjong": (PyMahjong, PYMAHJONG),
}
"""By name, the adapter of each engine and what it plays under which settings."""


def known() -> dict[str, Program]:
    """What each engine plays, by name."""
    return {name: plays for name, (_, plays) in ENGINES.items()}
