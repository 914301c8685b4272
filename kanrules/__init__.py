"""The law of the kan in riichi mahjong, executable."""

__version__ = "0.1.0"
