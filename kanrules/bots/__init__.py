"""Whole games between programs: built-in bots, or any that speak mjai, under any ruleset."""

from kanrules.bots.bot import Bot
from kanrules.bots.match import play_game
from kanrules.bots.own import KanLover

__all__ = ["Bot", "KanLover", "play_game"]
