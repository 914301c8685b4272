"""Plugins of strangers that are wrong, each in one way."""

import itertools

from kanrules import Instant, Objection, Transfer, hookimpl


class Liar:
    """Says an instant as a text, which is not what the spec declares."""

    @hookimpl
    def reveal_kandora(self, kan):
        return "discard" if kan.number == 2 else None


class Mutator:
    """Goes round the frozen snapshot and counts honba for itself."""

    @hookimpl
    def after_rinshan(self, kan, table):
        object.__setattr__(table, "honba", 9)


class Thief:
    """Changes the kan itself, so that another player's tile is laid down."""

    @hookimpl
    def before_kan(self, kan):
        object.__setattr__(kan, "number", 1)


class Raiser:
    """Works until a third kan."""

    @hookimpl
    def reveal_kandora(self, kan):
        return {1: None, 2: None}[kan.number]


class Overruler:
    """Turns every indicator at the discard, whatever the ruleset says."""

    @hookimpl
    def reveal_kandora(self, kan):
        return Instant.DISCARD


class Forgetful:
    """Rules otherwise every other time."""

    def __init__(self):
        self.turn = itertools.count()

    @hookimpl
    def before_kan(self, kan):
        return Objection("forgetful-201", "not now") if next(self.turn) % 2 else None


class Counterfeiter:
    """Pays the table in coins that no stick stands for."""

    @hookimpl
    def payments(self, result, table):
        return [Transfer(kan.seat, "table", 300, "small change") for kan in table.kans]


class Misspelt:
    """Means `reveal_kandora`."""

    @hookimpl
    def reveal_kan_dora(self, kan):
        return None


class Stranger:
    """Asks for an argument that the hook does not have."""

    @hookimpl
    def rob_kan(self, kan, player):
        return None


liar, mutator, thief, raiser, overruler = Liar(), Mutator(), Thief(), Raiser(), Overruler()
forgetful, counterfeiter, misspelt, stranger = Forgetful(), Counterfeiter(), Misspelt(), Stranger()
