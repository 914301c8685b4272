"""Under which rules the two are compared: the settings of an engine, drawn by chance, and the ruleset that says the
same.

What an engine plays under each of its settings, and what it always plays, is in `kanrules.exchange` alone. Nothing is
set here on top of it. Where an engine always plays otherwise than the ruleset of the place that it imitates,
docs/engines.md says so, for example of the riichi stick with the discard after a fourth kan.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from kanrules.exchange.bring import understand
from kanrules.exchange.programs import program as program_of
from kanrules.ruleset import Ruleset, load_ruleset

Settings = dict[str, Any]


@dataclass
class Near:
    """One engine: how its settings are drawn, and how a wall is laid for it."""

    program: str
    book: str
    random: Callable[[random.Random], Settings]
    lays: Callable[[Sequence[str], Settings], list[str]] = lambda wall, settings: list(wall)
    """How a wall is laid for it."""
    _known: dict[str, Ruleset] = field(default_factory=dict)

    def rules(self, settings: Settings) -> Ruleset:
        """The ruleset that says what the engine plays under these settings."""
        text = repr(sorted(settings.items()))
        if text not in self._known:
            program = program_of(self.program)
            players = load_ruleset(self.book).options.table.players
            meant = dict(understand(program, settings, program.name, players=players).values)
            self._known[text] = load_ruleset(self.book).with_options(meant, set_by=f"settings of {program.title}")
        return self._known[text]


def _riichienv(chance: random.Random) -> Settings:
    names = (
        "allows_ron_on_ankan_for_kokushi_musou",
        "is_kokushi_musou_13machi_double",
        "is_suuankou_tanki_double",
        "is_junsei_chuurenpoutou_double",
        "is_daisuushii_double",
        "yakuman_pao_is_liability_only",
        "sanchaho_is_draw",
        "kuikae_forbidden",
    )
    return {name: chance.random() < 0.5 for name in names}


def _majiang(chance: random.Random) -> Settings:
    coin = {
        name: chance.random() < 0.5
        for name in (
            "連風牌は2符", "クイタンあり", "途中流局あり", "流し満貫あり", "ノーテン罰あり", "トビ終了あり", "一発あり",
            "裏ドラあり", "カンドラあり", "カン裏あり", "カンドラ後乗せ", "ツモ番なしリーチあり", "役満の複合あり",
            "ダブル役満あり", "数え役満あり", "役満パオあり", "切り上げ満貫あり",
        )
    }  # fmt: skip
    return coin | {
        "喰い替え許可レベル": chance.choice((0, 1, 2)),
        "最大同時和了数": chance.choice((1, 2, 3)),
        "連荘方式": chance.choice((0, 1, 2)),
        "リーチ後暗槓許可レベル": chance.choice((0, 1, 2)),
        "赤牌": chance.choice(({"m": 0, "p": 0, "s": 0}, {"m": 1, "p": 1, "s": 1})),
    }


def _their_fives(wall: Sequence[str], settings: Settings) -> list[str]:
    return [tile[:2] if len(tile) == 3 and not settings["赤牌"][tile[1]] else tile for tile in wall]


def _twins(wall: Sequence[str], settings: Settings) -> list[str]:
    """RiichiEnv takes the fourth and fifth indicator of three players from where the fourth and fifth ura of Tenhou's
    wall lie, and the other way round: both tiles of such a pair are of one kind here.
    """
    laid = list(wall)
    for indicator, ura in ((-16, -15), (-18, -17)):
        others = [at for at in range(len(laid) - 18) if laid[at] == laid[indicator]]
        if others:
            laid[ura], laid[others[0]] = laid[others[0]], laid[ura]
        else:
            at = next(at for at in range(len(laid) - 18) if laid.count(laid[at]) > 1 and laid[at] in laid[:at])
            laid[indicator], laid[at] = laid[at], laid[indicator]
            other = laid.index(laid[indicator])
            laid[ura], laid[other] = laid[other], laid[ura]
    return laid


NEAR: dict[str, Near] = {
    "riichienv": Near("riichienv", "tenhou", _riichienv),
    "majiang": Near("majiang", "tenhou", _majiang, _their_fives),
    "riichienv-3p": Near("riichienv", "tenhou-3p", _riichienv, _twins),
}
