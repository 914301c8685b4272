"""A win that was played or recorded, in the words of `pay --winner`."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from kanrules.desk.pay import PaymentAnswer, answer_payment, read_payment_question
from kanrules.law.hook_values import Liability
from kanrules.law.scoring import Value
from kanrules.pieces.tiles import Seat
from kanrules.ruleset import Ruleset


def winner(seat: Seat, value: Value, riichi: Collection[Seat], liable: Iterable[Liability] = ()) -> str:
    """One winner with its hand: `south: 3/40, riichi`."""
    worth = " ".join(value.yakuman) or f"{value.han}/{value.fu}"
    return ", ".join(
        [
            f"{seat}: {worth}",
            *(["riichi"] if seat in riichi else []),
            *(f"liable {one.yakuman}={one.seat}" for one in liable),
        ]
    )


def pays(
    rules: Ruleset,
    winners: Mapping[Seat, tuple[Value, Iterable[Liability]]],
    by: Seat,
    riichi: Collection[Seat],
    honba: int,
    sticks: int,
) -> PaymentAnswer:
    """What `pay` answers, asked in words."""
    told = [winner(seat, value, riichi, liable) for seat, (value, liable) in winners.items()]
    by_text = f"{by}: riichi" if by in riichi else str(by)
    others = [str(seat) for seat in riichi if seat not in winners and seat is not by]
    return answer_payment(read_payment_question((), told, by_text, (), honba, sticks, riichi=others), rules)
