"""RiichiEnv: the fields of its GameRule (0.4.11)."""

from __future__ import annotations

from kanrules.exchange.fields import read_program

PROGRAM = read_program("riichienv")
