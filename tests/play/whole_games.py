"""What the table [game] decides, asked of many hands and scores at once: two tables with the same answers are the same
to everybody at the table.
"""

from __future__ import annotations

from itertools import product

from kanrules.law.final_points import final
from kanrules.law.game import WINDS, Deal, PlayedHand, end, first_deal, may_stop
from kanrules.law.options import Extension, GameTable
from kanrules.pieces.events import ResultType

SCORES = (
    (25000, 25000, 25000, 25000),
    (30000, 30000, 30000, 30000),
    (31000, 29000, 20100, 19900),
    (33300, 29900, 24400, 12400),
    (30000, 30000, 24900, 15100),
    (45000, 30500, 24500, 0),
    (52300, 30000, 20000, -2300),
    (22000, 22000, 22000, 33000),
    (26100, 25900, 23000, 25000),
)
ENDS = (ResultType.TSUMO, ResultType.EXHAUSTIVE_DRAW, ResultType.SUUFON_RENDA, ResultType.CHOMBO)


def game_signature(law: GameTable) -> tuple[object, ...]:
    """All that the arithmetic of a game answers about deals that can come about."""
    ends = []
    extended = law.extension is Extension.ONE_WIND and law.goal_points > 0
    winds = WINDS[law.length] + extended
    for wind, dealer, scores, how, keeps in product(range(winds), range(4), SCORES, ENDS, (False, True)):
        deal = Deal(wind, dealer, 0, 0, SCORES[0])
        for turned in range(4):
            now = (*scores[turned:], *scores[:turned])
            won, tenpai = keeps and how is ResultType.TSUMO, keeps and how is ResultType.EXHAUSTIVE_DRAW
            played = PlayedHand(how, keeps, won, tenpai, 0, 0, (now[0], now[1], now[2], now[3]))
            ends.append((may_stop(deal, played, law), end(deal, played, law)))
    finals = [final(scores, law, sticks=sticks) for scores in SCORES for sticks in (0, 1, 3)]
    return first_deal(law), tuple(ends), tuple(finals)
