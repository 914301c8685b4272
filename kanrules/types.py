"""Every type that a public signature names and that no other public module exports, for annotations.

    from kanrules.types import Event, Outcome

`tests/house/test_public_types.py` finds a signature whose type is missing.
"""

from __future__ import annotations

from kanrules.api import Hand, Melds
from kanrules.bots.match import Maker, PlayedGame
from kanrules.cases.expect import Expect
from kanrules.cases.given import Given
from kanrules.cases.lines import PlayLine
from kanrules.cases.played import CasePlay, Fouled, Refused
from kanrules.corpus.atlas import Atlas
from kanrules.corpus.audited import Found, KanRow
from kanrules.corpus.other_rules import Comparison
from kanrules.desk.pay import PaymentAnswer
from kanrules.hooks.answers import TraceLine
from kanrules.kan.riichi_kan import KanAnswer
from kanrules.kan.way import WayEnd
from kanrules.kyoku.machine import KyokuMachine
from kanrules.law.final_points import Scores
from kanrules.law.hook_values import DoraIndicator, ScoredReading, SetAside
from kanrules.law.limits import Limit
from kanrules.law.options import Options
from kanrules.law.outcome import Outcome
from kanrules.law.tables.game_keys import GameTable
from kanrules.law.tables.hand_keys import Calls, Furiten, Riichi, Rinshan, Scoring, Tenpai
from kanrules.law.tables.kan_keys import ChankanTable, FifthKanTable, FourKansTable, KanTable
from kanrules.law.tables.kandora_keys import DoraTable, Kandora
from kanrules.law.tables.liability_keys import SekininBarai
from kanrules.law.tables.riichi_kan_keys import RiichiKan
from kanrules.law.tables.text_keys import Display, Notes, PenaltyTexts, ProcedureTexts
from kanrules.law.tables.three_player_keys import KitaTable, TableTable, WallTable
from kanrules.law.tables.win_keys import Chombo, Draws, Wins
from kanrules.pieces.actions import KanAction, SeenMoment
from kanrules.pieces.events import Event, ResultType, Turned
from kanrules.pieces.readings import Concealed
from kanrules.pieces.tiles import Kind
from kanrules.play.done import Done
from kanrules.play.follow import Update
from kanrules.play.perft import Ply
from kanrules.records.recorded import Contradiction, Fact, RecordedDraw, RecordedPayment, RecordedStep, Stated
from kanrules.replays.hand import RecordDifference
from kanrules.replays.record import RecordSource
from kanrules.ruleset.file_values import EventHead
from kanrules.ruleset.model import Layer
from kanrules.rulings import Basis, Finding, TextRead, Verdict
from kanrules.table.hidden import ToldEnd
from kanrules.table.judge import HasJudge
from kanrules.table.layout import HasOptions, PendingIndicator
from kanrules.table.position import Position

__all__ = [
    "Atlas",
    "Basis",
    "Calls",
    "CasePlay",
    "ChankanTable",
    "Chombo",
    "Comparison",
    "Concealed",
    "Contradiction",
    "Display",
    "Done",
    "DoraIndicator",
    "DoraTable",
    "Draws",
    "Event",
    "EventHead",
    "Expect",
    "Fact",
    "FifthKanTable",
    "Finding",
    "Fouled",
    "Found",
    "FourKansTable",
    "Furiten",
    "GameTable",
    "Given",
    "Hand",
    "HasJudge",
    "HasOptions",
    "KanAction",
    "KanAnswer",
    "KanRow",
    "KanTable",
    "Kandora",
    "Kind",
    "KitaTable",
    "KyokuMachine",
    "Layer",
    "Limit",
    "Maker",
    "Melds",
    "Notes",
    "Options",
    "Outcome",
    "PaymentAnswer",
    "PenaltyTexts",
    "PendingIndicator",
    "PlayLine",
    "PlayedGame",
    "Ply",
    "Position",
    "ProcedureTexts",
    "RecordDifference",
    "RecordSource",
    "RecordedDraw",
    "RecordedPayment",
    "RecordedStep",
    "Refused",
    "ResultType",
    "Riichi",
    "RiichiKan",
    "Rinshan",
    "ScoredReading",
    "Scores",
    "Scoring",
    "SeenMoment",
    "SekininBarai",
    "SetAside",
    "Stated",
    "TableTable",
    "Tenpai",
    "TextRead",
    "ToldEnd",
    "TraceLine",
    "Turned",
    "Update",
    "Verdict",
    "WallTable",
    "WayEnd",
    "Wins",
]
