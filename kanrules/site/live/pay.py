"""The tool for payments: the totals of each player, and every payment with its clause."""

from __future__ import annotations

from html import escape

from kanrules.desk.pay import (
    BUMPED,
    NO_ONE,
    PaidWinner,
    PaymentAnswer,
    PaymentQuestion,
    check_payment_question,
    read_payment_question,
)
from kanrules.desk.pay import answer_payment as asked_of
from kanrules.desk.worth import value_text
from kanrules.errors import wrong_use
from kanrules.locale import Translator
from kanrules.locale.sentences import say as _say
from kanrules.pieces.tiles import SEATS, Seat
from kanrules.report.as_json import envelope
from kanrules.site import words
from kanrules.site.live.cite import cases, law
from kanrules.site.live.form_fields import FormFields, PageAnswer, seat_name, text

_PLACES = {Seat.EAST: (180, 232), Seat.SOUTH: (306, 128), Seat.WEST: (180, 28), Seat.NORTH: (54, 128)}
"""Coordinates of the seats in the picture: east is nearest to the reader, south to its right."""


def question_of(given: FormFields) -> PaymentQuestion:
    """Return the question, read as the command reads it."""
    return read_payment_question(
        given.one("yakuman").replace(",", " ").split(),
        given.all("winner"),
        given.one("by"),
        [word.strip() for value in given.all("liable") for word in value.split(",") if word.strip()],
        given.number("honba", 999),
        given.number("sticks", 999),
        riichi=given.all("riichi"),
        tsumo=bool(given.one("tsumo")),
        han=given.number("han", 99),
        fu=given.number("fu", 140),
        hand=given.one("hand"),
        win=given.one("win"),
        melds=given.all("melds"),
        moments=given.all("with"),
        indicators=given.one("indicators"),
        ura=given.one("ura"),
        kitas=given.number("kitas", 4),
        round_wind=given.one("round") or "east",
    )


def answer(given: FormFields) -> PageAnswer:
    """Return the answer of one ruleset. Raises UnreadableError if there is nothing to pay."""
    if not given.one("winner"):
        raise wrong_use("--winner: who won? expected east, south, west or north")
    question, say = question_of(given), given.say
    rules = given.rules()
    check_payment_question(question, rules)
    one = asked_of(question, rules)
    if one.why:
        raise wrong_use(one.why)
    assert one.payment is not None and one.next is not None
    rulings = "".join(
        f"<li{'' if ruling.source or ruling.plugin != 'core' else ' class=' + chr(34) + 'default' + chr(34)}>"
        f'{text(ruling.text, say)} <span class="mut small">{escape(ruling.code)}</span><br>{law(ruling, say)}</li>'
        for ruling in one.rulings
    )
    several = " several" if len(one.winners) > 1 else ""
    got = "".join(
        f'<p class="got{several}">'
        f"<span>{escape(say(words.RECEIVES).replace('{seat}', seat_name(winner.seat, say)))}</span> "
        f"<b>{points(winner.payment.changes[winner.seat])}</b></p>"
        for winner in one.winners
    )
    bumped = "".join(
        f'<p class="what">{text(sentence, say)}</p>'
        for sentence in (
            _say(BUMPED, bumped=seat, winner=one.winners[0].seat, loser=question.loser) for seat in one.bumped
        )
    )
    nobody = f'<p class="what">{text(NO_ONE, say)}</p>' if one.draw else ""
    transfers = "".join(
        f"<section><h2>{escape(_heading(winner, one, say))}</h2>"
        + (f"<p>{text(value_text(winner.value), say)}</p>" if winner.value is not None else "")
        + f"{_transfers(winner, say)}</section>"
        for winner in one.winners
    )
    html = (
        f'<section class="verdict {"told" if one.draw else "yes"}"><p class="who">'
        f"<span>{escape(one.rules.title_in(say.language))}</span></p>{got}{nobody}{bumped}"
        f'<p class="why">{text(question.said, say)}</p></section>'
        f"{'' if one.draw else _table(one, say)}<p>{text(one.next.said, say)}</p>{transfers}"
        + (
            f'<section><h2>{escape(say(words.CLAUSES))}</h2><ul class="cites">{rulings}</ul></section>'
            if rulings
            else ""
        )
        + cases([ruling.key for ruling in one.rulings], say)
    )
    code = next((ruling.code for ruling in one.rulings if ruling.code), "")
    return PageAnswer(html, envelope(one.to_json(), "pay", rules), "pays", code)


def _heading(winner: PaidWinner, one: PaymentAnswer, say: Translator) -> str:
    """Return the heading of one winner's payments."""
    if len(one.winners) == 1:
        return say(words.TRANSFERS)
    return say(words.PAYMENTS_TO).replace("{seat}", seat_name(winner.seat, say))


def points(number: int, *, signed: bool = False) -> str:
    """Return a number of points for display: thousands separated, and a true minus sign."""
    said = f"{abs(number):,}".replace(",", "\u202f")
    return ("\u2212" if number < 0 else "+" if signed and number else "") + said


def _transfers(winner: PaidWinner, say: Translator) -> str:
    rows = "".join(
        f'<tr><th scope="row"><b>{escape(seat_name(part.source, say))}</b> → {escape(seat_name(part.to, say))}<br>'
        f'<span class="mut">{escape(say(part.why))}</span></th><td class="num big">{points(part.points)}</td></tr>'
        for part in winner.payment.parts
    )
    return f'<table class="pays"><tbody>{rows}</tbody></table>'


def _table(one: PaymentAnswer, say: Translator) -> str:
    assert one.payment is not None
    changes = one.payment.changes
    drawn, said = "", []
    seats = SEATS[: len(changes)]
    winners = [winner.seat for winner in one.winners]
    for seat in seats:
        x, y = _PLACES[seat]
        won = seat in winners
        box, ink = ("ka-accent", "ka-ground") if won else ("ka-ground", "ka-ink")
        name, sum_of = escape(seat_name(seat, say)), points(changes[seat], signed=True)
        drawn += (
            f'<rect x="{x - 52}" y="{y - 26}" width="104" height="52" rx="6" class="{box}"/>'
            f'<rect x="{x - 52}" y="{y - 26}" width="104" height="52" rx="6" stroke-width="1.5" class="ka-rule-line"/>'
            f'<text x="{x}" y="{y - 5}" text-anchor="middle" font-size="14" class="{ink}">{name}</text>'
            f'<text x="{x}" y="{y + 16}" text-anchor="middle" font-size="19" font-weight="700" '
            f'class="{ink}">{sum_of}</text>'
        )
        said.append(f"{name} {sum_of}")
    arrows = ""
    for winner in one.winners:
        x1, y1 = _PLACES[winner.seat]
        for seat in seats:
            if winner.payment.changes[seat] >= 0:
                continue
            x0, y0 = _PLACES[seat]
            run, rise = x1 - x0, y1 - y0
            # From edge to edge of the boxes, which are wider than high.
            cut = min(58 / abs(run) if run else 9, 32 / abs(rise) if rise else 9)
            start, end = (x0 + run * cut, y0 + rise * cut), (x0 + run * (1 - cut), y0 + rise * (1 - cut))
            arrows += (
                f'<path d="M{start[0]:.0f} {start[1]:.0f}L{end[0]:.0f} {end[1]:.0f}" stroke-width="2.5" '
                'class="ka-ink-line" '
                'marker-end="url(#arrow)"/>'
            )
    return (
        f'<svg class="seats" viewBox="0 0 360 262" role="img" aria-label="{"; ".join(said)}"><defs>'
        '<marker id="arrow" viewBox="0 0 10 10" '
        'refX="8" refY="5" markerWidth="7" markerHeight="7" orient="auto">'
        '<path d="M0 0 10 5 0 10Z" class="ka-ink"/></marker></defs>'
        f"{arrows}{drawn}</svg>"
    )
