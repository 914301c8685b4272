"""Several players call ron on one tile: who wins, whether the hand is a draw instead, and who deals next."""

from __future__ import annotations

from collections.abc import Sequence

from kanrules.law.options import AbortiveDraw, Dealer, Options, Simultaneous

KOKUSHI: frozenset[str] = frozenset(("kokushi", "kokushi_13"))
"""The yakuman that `wins.simultaneous = "head_bump_except_kokushi"` does not bump."""


def three_rons_abort(callers: int, options: Options) -> bool:
    """Return True if this number of players calling ron on one tile ends the hand in a draw (sanchahou): three, if
    [draws] `sanchahou` is not off.
    """
    return callers == 3 and options.draws.sanchahou is not AbortiveDraw.OFF


def winning_places(kokushi: Sequence[bool], options: Options) -> tuple[int, ...]:
    """Return which of several rons on one tile win, as places in `kokushi`.

    `kokushi` has an entry for each player who calls ron, nearest to the discarder first: True for thirteen orphans.
    Source: M.League 4-2 (the nearest); KM-1 (the nearest, except kokushi: kanrules reads this as thirteen orphans
    winning in addition to the nearest).
    """
    law = options.wins.simultaneous
    if law is Simultaneous.ALL:
        return tuple(range(len(kokushi)))
    if law is Simultaneous.HEAD_BUMP:
        return (0,) if kokushi else ()
    return tuple(place for place, thirteen in enumerate(kokushi) if place == 0 or thirteen)


def dealer_stays(options: Options, *, dealer_won: bool) -> bool:
    """Return True if the dealer deals again after a win: a dealer who won, unless [wins] `dealer` always passes the
    deal.
    """
    return dealer_won and options.wins.dealer is Dealer.KEEPS


def honba_after_win(honba: int, *, dealer_stays: bool) -> int:
    """Return the honba of the next hand after a win: one more if the dealer stays, otherwise none."""
    return honba + 1 if dealer_stays else 0


def dealer_stays_after_draw(law: AbortiveDraw) -> bool:
    """Return True if the dealer deals again after an abortive draw of this kind."""
    return law is not AbortiveDraw.DEALER_ROTATES
