"""Recorded hands and games, replayed under a ruleset and compared with the record."""

from __future__ import annotations

from kanrules.replays.record import Replay, replay

__all__ = ["Replay", "replay"]
