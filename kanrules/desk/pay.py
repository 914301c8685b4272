"""Decide the payments for a win under one ruleset, without a record: one winner, or several on one tile."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from kanrules.desk.pay_question import AskedWinner as AskedWinner
from kanrules.desk.pay_question import PaymentQuestion as PaymentQuestion
from kanrules.desk.pay_question import check_robbed_kan, check_robbers
from kanrules.desk.pay_question import read_payment_question as read_payment_question
from kanrules.desk.worth import Tiles, Yakuman, value_json
from kanrules.errors import UnreadableError, wrong_use
from kanrules.frozen import frozen
from kanrules.law.codes import sentence
from kanrules.law.hook_values import Liability, Transfer
from kanrules.law.options import AnkanRobbery, Options, RinshanLiability
from kanrules.law.payments import RINSHAN, Payment, WonHand, settle_wins
from kanrules.law.scoring import Value, enough
from kanrules.law.setup import has_kita, setup_of
from kanrules.law.several_rons import (
    KOKUSHI,
    dealer_stays,
    dealer_stays_after_draw,
    honba_after_win,
    three_rons_abort,
    winning_places,
)
from kanrules.locale import marked as _N
from kanrules.locale.sentences import Sentence, Verbatim, listed, say
from kanrules.pieces.melds import Meld
from kanrules.pieces.tiles import KIND, NORTH, SEATS, Seat, Tile
from kanrules.ruleset import Ruleset
from kanrules.ruleset.four import at_a_table_of_four, check_copies, check_table
from kanrules.ruleset.key_sentences import meaning
from kanrules.rulings import Finding, Ruling, Verdict, basis_together

_STAYS = (
    _N("Next hand: {dealer} stays dealer, {count} honba."),
    _N("Next hand: {dealer} stays dealer, {count} honba. One riichi stick stays on the table."),
    _N("Next hand: {dealer} stays dealer, {count} honba. {sticks} riichi sticks stay on the table."),
)
_PASSES = (
    _N("Next hand: {dealer} is dealer, {count} honba."),
    _N("Next hand: {dealer} is dealer, {count} honba. One riichi stick stays on the table."),
    _N("Next hand: {dealer} is dealer, {count} honba. {sticks} riichi sticks stay on the table."),
)
_NO_SUCH = _N("{rules} has no {yakuman}, so nothing is paid for it")
_NO_YAKU = _N("{hand} has no yaku under {rules}, so nothing is paid for it")
_TOO_FEW = _N("{hand} has fewer than two han of yaku, and {rules} requires two at {count} honba")
_NOT_ROBBED = _N("under {rules}, an ankan is not robbed, so three players cannot rob a kan")
NO_ONE = _N("No one is paid: three players call ron on one tile, and the hand is a draw.")
BUMPED = _N("{bumped} does not win: {winner} comes first in turn order after {loser}.")


@frozen
class PaidWinner:
    """One winner: the seat, the value of the hand (None if it was named by its yakuman), the payments, and the liable
    players.
    """

    seat: Seat
    value: Value | None
    payment: Payment
    liable: tuple[Liability, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the winner as `pay --format json` prints it."""
        return {
            "seat": str(self.seat),
            "hand_value": None if self.value is None else value_json(self.value),
            "payments": _by_seat(self.payment.changes),
            "liable": {each.yakuman: str(each.seat) for each in self.liable},
            "parts": _parts(self.payment.parts),
        }


@frozen
class NextDeal:
    """The next hand: its dealer by this hand's seat, its honba, and the riichi sticks that stay on the table."""

    dealer: Seat
    honba: int
    sticks: int

    @property
    def said(self) -> Sentence:
        """The next hand in words."""
        templates = _STAYS if self.dealer is Seat.EAST else _PASSES
        return say(templates[min(self.sticks, 2)], dealer=self.dealer, count=self.honba, sticks=self.sticks)

    def to_json(self) -> dict[str, Any]:
        """Return the next hand as `pay --format json` prints it."""
        return {"dealer": str(self.dealer), "honba": self.honba, "sticks": self.sticks}


@frozen
class PaymentAnswer:
    """One ruleset's answer: the winners with their payments, nearest to the discarder first, and the next hand."""

    rules: Ruleset
    winners: tuple[PaidWinner, ...]
    rulings: tuple[Ruling, ...] = ()
    bumped: tuple[Seat, ...] = ()
    """Players who called ron and do not win, because another winner is nearer to the discarder."""
    next: NextDeal | None = None
    """The next hand; None if nothing is paid."""
    draw: bool = False
    """True if three players called ron and the hand is a draw, so that no one is paid."""
    why: Sentence | str = ""
    """Why a ruleset does not pay for the hand, as a sentence; "" if it pays."""

    @property
    def payment(self) -> Payment | None:
        """The payments for all winners together; None if the ruleset has none of the yakuman, or a hand has no yaku."""
        if self.why:
            return None
        changes = [0] * setup_of(self.rules.options).players
        for one in self.winners:
            for seat, points in enumerate(one.payment.changes):
                changes[seat] += points
        return Payment(
            tuple(changes),
            tuple(part for one in self.winners for part in one.payment.parts),
            tuple(finding for one in self.winners for finding in one.payment.findings),
        )

    @property
    def liable(self) -> tuple[Liability, ...]:
        """The liable players for every winner's hand."""
        return tuple(each for one in self.winners for each in one.liable)

    @property
    def value(self) -> Value | None:
        """Value of the only winner's hand; None if it was named by its yakuman, or if several players win."""
        return self.winners[0].value if len(self.winners) == 1 else None

    def to_json(self) -> dict[str, Any]:
        """Return the object that `pay --format json` prints."""
        payment = self.payment
        return {
            "rules": self.rules.id,
            "basis": None if self.why else basis_together(self.rulings).value,
            "why": str(self.why),
            "hand_value": None if self.value is None else value_json(self.value),
            "payments": None if payment is None else _by_seat(payment.changes),
            "liable": {each.yakuman: str(each.seat) for each in self.liable},
            "parts": [] if payment is None else _parts(payment.parts),
            "winners": [one.to_json() for one in self.winners],
            "bumped": [str(seat) for seat in self.bumped],
            "draw": "sanchahou" if self.draw else None,
            "next": None if self.next is None else self.next.to_json(),
            "rulings": [ruling.to_json() for ruling in self.rulings],
        }


def _by_seat(changes: Sequence[int]) -> dict[str, int]:
    return {str(SEATS[at]): change for at, change in enumerate(changes)}


def _parts(parts: Sequence[Transfer]) -> list[dict[str, Any]]:
    return [
        {"from": str(part.source), "to": str(part.to), "points": part.points, "why": str(part.why)} for part in parts
    ]


def pay(
    winners: str | Sequence[str],
    by: str = "",
    *,
    rules: str | Path | Ruleset,
    honba: int = 0,
    sticks: int = 0,
    riichi: Sequence[str] = (),
    win: str = "",
    indicators: str = "",
    ura: str = "",
    round_wind: str = "east",
) -> PaymentAnswer:
    """Return who pays what for a win, and the next dealer and honba.

    Each of `winners` is a seat and its hand, as `kanrules pay --winner` takes it: `"south: 3/40, riichi"`,
    `"west: mangan"`, `"north: daisangen, liable west"`, or tiles with the winning tile in `win`. `by` is the discarder,
    or the player whose kan is robbed (`"east: riichi"` after a riichi); without it, the win is a tsumo. `sticks` are
    the riichi sticks that were on the table before this hand. `riichi` are further players who declared riichi in it.
    The value of tiles is that of `score`, without plugins. The answer has `.winners`, `.bumped`, `.payment`,
    `.rulings`, and `.next`.

    Raises UnreadableError if the question is impossible, and RulesetError for a ruleset that cannot be used.
    Source: the ruleset's [wins], [draws], and [sekinin_barai].
    """
    from kanrules.ruleset.load import ruleset_of

    for name, number in (("honba", honba), ("sticks", sticks)):
        if number < 0:
            raise wrong_use(f"`{name}` {number}: expected 0 or more")
    book = ruleset_of(rules)
    try:
        question = read_payment_question(
            (), winners, by, (), honba, sticks,
            riichi=riichi, win=win, indicators=indicators, ura=ura, round_wind=round_wind,
        )  # fmt: skip
        check_payment_question(question, book)
    except UnreadableError as error:
        if "--" not in error.reason:
            raise
        raise UnreadableError(_with_parameters(error.reason), code=error.code) from None
    return answer_payment(question, book)


_PARAMETERS = {"winner": "winners", "round": "round_wind"}
"""The parameters of `pay` whose options have other names."""
_IN_PYTHON = (
    (r"--han (\d+) --fu (\d+)", r"\1/\2"),
    (r"--hand with --win", "tiles with `win`"),
    (r"--hand (\S+) --win (\S+?)(?=:)", r"\1 with `win` \2"),
    (r"--win (\d[mpsz])", r'win="\1"'),
    (r"--with goes with --hand", "rinshan, chankan, and the like go with tiles"),
    (r"--with (?=\w)", ""),
    (r"--hand needs", "a hand needs"),
)
"""What the command says about its options, and what `pay` says."""


def _with_parameters(message: str) -> str:
    """Return a message of the command in terms of the parameters of `pay`: its winners are texts, not options."""
    for said, instead in _IN_PYTHON:
        message = re.sub(said, instead, message)
    named = pay.__annotations__

    def parameter(found: re.Match[str]) -> str:
        name = _PARAMETERS.get(found[1], found[1])
        return f"`{name}`" if name in named else name

    return re.sub(r"--([a-z]+)", parameter, message)


def check_payment_question(question: PaymentQuestion, rules: Ruleset) -> None:
    """Check that the question uses only seats and tiles of the ruleset. Raises UnreadableError if it does not."""
    tiles: list[Tile] = []
    melds: list[Meld] = []
    hands: list[tuple[list[Tile], Sequence[Meld], int]] = []
    kitas = 0
    for one in question.winners:
        if isinstance(one.worth, Tiles):
            won = one.worth.win
            shown = [tile for tile in (*won.indicators, *won.ura) if tile is not None]
            hands.append(([*won.concealed, *shown], won.melds, won.kitas))
            tiles += [*won.concealed, *shown]
            melds += won.melds
            kitas = max(kitas, won.kitas)
    robbed = next((one.worth.win for one in question.winners if isinstance(one.worth, Tiles)), None)
    if question.robbed and robbed is not None and KIND[robbed.winning_tile] == NORTH and not has_kita(rules.options):
        check_robbed_kan(question)
    check_table(rules.options, rules.id, tiles=tiles, melds=melds, seats=question.seats, kitas=kitas)
    for held, called, aside in hands:  # a tile that is not in the set has no number of copies
        check_copies(rules.options, held, called, aside)
    check_robbers(question, rules.options.table.players)


def answer_payment(question: PaymentQuestion, rules: Ruleset) -> PaymentAnswer:
    """Return the ruleset's answer: payments, liable players, next dealer, and each ruling with its source.

    A three-player ruleset answers a question that names north as if at a four-player table. Use
    `check_payment_question` to find out whether to ask it.
    """
    if Seat.NORTH in question.seats:
        rules = at_a_table_of_four(rules)
    options: Options = rules.options
    players = setup_of(options).players
    callers = question.winners
    if question.loser is not None:
        loser = question.loser
        callers = tuple(sorted(callers, key=lambda one: (one.seat - loser) % players))
    values: list[Value] = []
    for one in callers:
        value = one.worth.value(options)
        if value is None or _too_few(one, value, question, options):
            return PaymentAnswer(rules, (), why=_unpaid(one, value, question, rules))
        values.append(value)
    if question.robbed and len(callers) == players - 1 and options.chankan.ankan is AnkanRobbery.NEVER:
        return PaymentAnswer(rules, (), why=say(_NOT_ROBBED, rules=Verbatim(rules.id)))
    findings: list[Finding] = []
    if three_rons_abort(len(callers), options):
        draw = _by_key("draws.sanchahou", rules)
        keeps = dealer_stays_after_draw(options.draws.sanchahou)
        following = NextDeal(_next_dealer(keeps), question.honba + 1, question.on_table)
        return PaymentAnswer(rules, (), (rules.ruling(draw),), next=following, draw=True)
    if len(callers) == 3:
        findings.append(_by_key("draws.sanchahou", rules))
    thirteen = [not KOKUSHI.isdisjoint(value.yakuman) for value in values]
    places = winning_places(thirteen, options)
    chosen = [(callers[place], values[place]) for place in places]
    if len(callers) > 1:
        findings.append(_by_key("wins.simultaneous", rules))
    if len(chosen) > 1:
        findings += _shared_among(question, chosen, rules)
    hands: list[WonHand] = []
    stands: list[tuple[Finding, ...]] = []
    for one, value in chosen:
        liable, ruled = _liable_under(one, options)
        hands.append(WonHand(one.seat, value, liable, own_stick=one.riichi))
        stands.append((*one.worth.findings(value), *ruled))
    payments = settle_wins(hands, question.loser, honba=question.honba, sticks=question.on_table, options=options)
    for before, payment in zip(stands, payments, strict=True):
        findings += [*before, *payment.findings]
    dealer_won = any(hand.winner is Seat.EAST for hand in hands)
    if dealer_won:
        findings.append(_by_key("wins.dealer", rules))
    keeps = dealer_stays(options, dealer_won=dealer_won)
    return PaymentAnswer(
        rules,
        tuple(
            PaidWinner(hand.winner, None if isinstance(one.worth, Yakuman) else hand.value, payment, tuple(hand.liable))
            for (one, _), hand, payment in zip(chosen, hands, payments, strict=True)
        ),
        tuple(rules.ruling(finding) for finding in dict.fromkeys(findings)),
        bumped=tuple(one.seat for place, one in enumerate(callers) if place not in places),
        next=NextDeal(_next_dealer(keeps), honba_after_win(question.honba, dealer_stays=keeps), 0),
    )


def _next_dealer(keeps: bool) -> Seat:
    return Seat.EAST if keeps else Seat.SOUTH


def _by_key(key: str, rules: Ruleset) -> Finding:
    """Return the finding that repeats what a key of the ruleset says."""
    return Finding(Verdict.PAYS, "", meaning(key, rules[key]), key)


def _shared_among(
    question: PaymentQuestion, chosen: Sequence[tuple[AskedWinner, Value]], rules: Ruleset
) -> list[Finding]:
    """Return the findings about what several winners share: honba, their own sticks, and the pot."""
    keys = ["wins.honba"] if question.honba else []
    if any(one.riichi for one, _ in chosen):
        keys.append("wins.own_stick")
    if question.on_table:
        keys.append("wins.sticks")
    return [_by_key(key, rules) for key in keys]


def _liable_under(one: AskedWinner, options: Options) -> tuple[tuple[Liability, ...], list[Finding]]:
    """Return the players who are liable for a hand under these rules, and a finding for each who is not."""
    law = options.sekinin_barai
    stands, findings = [], []
    for owed in one.liable:
        if owed.yakuman == RINSHAN:
            if law.daiminkan_rinshan is RinshanLiability.NONE:
                text = sentence("KR405", "none", seat=owed.seat)
                findings.append(Finding(Verdict.PAYS, "KR405", text, "sekinin_barai.daiminkan_rinshan"))
                continue
        elif owed.yakuman not in law.yakuman:
            text = sentence("KR401", "none", yakuman=owed.yakuman, seat=owed.seat)
            findings.append(Finding(Verdict.PAYS, "KR401", text, "sekinin_barai.yakuman"))
            continue
        stands.append(owed)
    return tuple(stands), findings


def _too_few(one: AskedWinner, value: Value, question: PaymentQuestion, options: Options) -> bool:
    """Return True if the hand of a winner has too few yaku for the honba on the table."""
    return isinstance(one.worth, Tiles) and enough(value, options, question.honba) is None


def _unpaid(one: AskedWinner, value: Value | None, question: PaymentQuestion, rules: Ruleset) -> Sentence:
    if value is not None:
        return say(_TOO_FEW, hand=one.worth.said, rules=Verbatim(rules.id), count=question.honba)
    if one.yakuman:
        return say(_NO_SUCH, rules=Verbatim(rules.id), yakuman=listed(one.yakuman, between=" / "))
    return say(_NO_YAKU, hand=one.worth.said, rules=Verbatim(rules.id))
