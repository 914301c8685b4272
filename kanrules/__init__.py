"""The law of the kan in riichi mahjong, executable.

    from kanrules import Kyoku, load_ruleset, replay, riichi_kan

    riichi_kan("3335666p111456s", "3p", rules="m-league").legal     # False: a reading would be lost

Each name is imported on first use.
"""

from __future__ import annotations

from kanrules._version import __version__ as __version__

TYPE_CHECKING = False  # `typing` takes longer than all else here: Ctrl-C meanwhile would show a traceback
if TYPE_CHECKING:
    from kanrules.api import riichi_kan, score, waits
    from kanrules.cases.actions import parse_action
    from kanrules.corpus import Audited, audit
    from kanrules.desk.pay import pay
    from kanrules.errors import IllegalAction, KanrulesError, PluginError, UnreadableError
    from kanrules.hooks.marks import hookimpl
    from kanrules.law.hook_values import (
        Call,
        CompleteHand,
        Dora,
        FifthKan,
        Foul,
        FourKans,
        Kan,
        Liability,
        Noticed,
        Penalty,
        PenaltyStep,
        PenaltyType,
        PointsFrom,
        ReplacementFrom,
        Result,
        Transfer,
        TransferType,
        Yaku,
    )
    from kanrules.law.options import Instant
    from kanrules.law.scoring import Value
    from kanrules.pieces.actions import (
        Action,
        Ankan,
        Chi,
        Daiminkan,
        Discard,
        Draw,
        Kita,
        Kyuushu,
        Pass,
        Pon,
        Ron,
        Shouminkan,
        Tsumo,
    )
    from kanrules.pieces.melds import Meld, MeldType
    from kanrules.pieces.tiles import Seat, Tile, format_tiles, parse_tiles
    from kanrules.play.follow import Follow
    from kanrules.play.game import Game
    from kanrules.play.kyoku import Kyoku
    from kanrules.play.perft import Perft, perft
    from kanrules.play.view import View
    from kanrules.replays.record import Replay, replay
    from kanrules.ruleset import Ruleset, RulesetError, load_ruleset
    from kanrules.rulings import Grade, Objection, Ruling, Source
    from kanrules.table.snapshot import Table

_HOMES = {
    "api": ("riichi_kan", "score", "waits"),
    "corpus": ("Audited", "audit"),
    "desk.pay": ("pay",),
    "errors": ("IllegalAction", "KanrulesError", "PluginError", "UnreadableError"),
    "hooks.marks": ("hookimpl",),
    "law.options": ("Instant",),
    "law.scoring": ("Value",),
    "law.hook_values": (
        "Call",
        "CompleteHand",
        "Dora",
        "FifthKan",
        "Foul",
        "FourKans",
        "Kan",
        "Liability",
        "Noticed",
        "Penalty",
        "PenaltyStep",
        "PenaltyType",
        "PointsFrom",
        "ReplacementFrom",
        "Result",
        "Transfer",
        "TransferType",
        "Yaku",
    ),
    "cases.actions": ("parse_action",),
    "pieces.actions": (
        "Action",
        "Ankan",
        "Chi",
        "Daiminkan",
        "Discard",
        "Draw",
        "Kita",
        "Kyuushu",
        "Pass",
        "Pon",
        "Ron",
        "Shouminkan",
        "Tsumo",
    ),
    "pieces.melds": ("Meld", "MeldType"),
    "pieces.tiles": ("Seat", "Tile", "format_tiles", "parse_tiles"),
    "play.follow": ("Follow",),
    "play.game": ("Game",),
    "play.kyoku": ("Kyoku",),
    "play.perft": ("Perft", "perft"),
    "play.view": ("View",),
    "replays": ("Replay", "replay"),
    "ruleset": ("Ruleset", "RulesetError", "load_ruleset"),
    "rulings": ("Grade", "Objection", "Ruling", "Source"),
    "table.snapshot": ("Table",),
}
_MODULES = ("svg",)
"""Documented modules that are available after a bare `import kanrules`, such as `kanrules.svg.hand(...)`."""
_HOME = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "Action", "Ankan", "Audited", "Call", "Chi", "CompleteHand", "Daiminkan", "Discard", "Dora", "Draw", "FifthKan",
    "Follow", "Foul", "FourKans", "Game", "Grade", "IllegalAction", "Instant", "Kan", "KanrulesError", "Kita", "Kyoku",
    "Kyuushu", "Liability", "Meld", "MeldType", "Noticed", "Objection", "Pass", "Penalty", "PenaltyStep", "PenaltyType",
    "Perft", "PluginError", "PointsFrom", "Pon", "ReplacementFrom", "Replay", "Result", "Ron", "Ruleset",
    "RulesetError", "Ruling", "Seat", "Shouminkan", "Source", "Table", "Tile", "Transfer", "TransferType", "Tsumo",
    "UnreadableError", "Value", "View", "Yaku", "audit", "format_tiles", "hookimpl", "load_ruleset", "parse_action",
    "parse_tiles", "pay", "perft", "replay", "riichi_kan", "score", "waits",
]  # fmt: skip


def __getattr__(name: str) -> object:
    from importlib import import_module

    if name in _HOME:
        value = getattr(import_module(f"kanrules.{_HOME[name]}"), name)
        globals()[name] = value
        return value
    if name in _MODULES:
        return import_module(f"kanrules.{name}")
    from kanrules.deprecations import PUBLIC_NAMES, warn_deprecated

    if name in PUBLIC_NAMES:
        warn_deprecated(f"kanrules.{name}", PUBLIC_NAMES[name])
        return __getattr__(PUBLIC_NAMES[name].instead.removeprefix("kanrules."))
    raise AttributeError(f"module 'kanrules' has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*__all__, *_MODULES, "__version__"]
