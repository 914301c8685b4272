"""`kanrules pay`: who pays what for a win, without a record of the game."""

from __future__ import annotations

from collections.abc import Sequence

import click

from kanrules.cli.all_rulesets import Row, print_rows
from kanrules.cli.default_rules import every_bundled, required_rules
from kanrules.cli.help import make_command
from kanrules.cli.output import console, plain, print_report
from kanrules.cli.shared_options import ALL_RULES, FORMAT, LANG, PLUGINS, RULES, OutputFormat, argument, option
from kanrules.cli.superseded import print_superseded
from kanrules.desk.asked import not_asked, split, without_kita
from kanrules.desk.cited import cited, set_by, shown_value
from kanrules.desk.pay import (
    BUMPED,
    NO_ONE,
    PaymentAnswer,
    PaymentQuestion,
    answer_payment,
    check_payment_question,
    read_payment_question,
)
from kanrules.desk.worth import Tiles, value_text
from kanrules.errors import wrong_use
from kanrules.law.hook_values import Liability
from kanrules.locale import Translator
from kanrules.locale import marked as _N
from kanrules.locale.sentences import say
from kanrules.pieces.tiles import SEATS
from kanrules.ruleset import Ruleset
from kanrules.ruleset.answered_hooks import hooks_of
from kanrules.rulings import UNSAID, Ruling

_CLAUSE_WIDTH = 22
"""Width of a citation in the table of all rulesets. `--rules` and JSON print it in full."""


@make_command
@argument(
    "yakuman",
    metavar="YAKUMAN|LIMIT",
    nargs=-1,
    help=(
        "Yakuman of the hand, such as daisangen tsuuiisou, or its limit: mangan, haneman, baiman, sanbaiman, yakuman."
    ),
)
@option(
    "--winner",
    "-w",
    metavar="SEAT[: HAND]",
    multiple=True,
    required=True,
    help=(
        "Seat of the winner: east (the dealer), south, west or north, or E S W N. Repeat it for several winners on one "
        "tile, each with its own hand: 'south: 3/40, riichi', 'south: mangan', 'south: daisangen, liable west', or "
        "tiles."
    ),
)
@option(
    "--by",
    "-b",
    metavar="SEAT",
    help="Seat of the discarder, or 'west: riichi' after a riichi. Without it, the win is a tsumo.",
)
@option("--tsumo", help="The win is a tsumo (the default without --by).")
@option(
    "--han",
    metavar="N",
    type=click.IntRange(min=0, max=99),
    default=0,
    help="Han of the hand, including dora.",
)
@option(
    "--fu",
    metavar="N",
    type=click.IntRange(min=0, max=140),
    default=0,
    help="Fu of the hand; not needed from 5 han on.",
)
@option(
    "--hand", metavar="HAND", help="Concealed tiles of the hand without the winning tile, such as 234m345p5566s77z."
)
@option("--win", metavar="T", help="Winning tile (with --hand).")
@option(
    "--melds",
    "-m",
    metavar="M",
    multiple=True,
    help="A meld (with --hand), such as 'daiminkan 5555z'; may be repeated.",
)
@option(
    "--with",
    "moments",
    metavar="WORD",
    multiple=True,
    help="Circumstance of the win: riichi, double_riichi, ippatsu, rinshan, chankan, last_tile, first_turn; may be "
    "repeated.",
)
@option("--indicators", metavar="TILES", help="Dora indicators (with --hand).")
@option("--ura", metavar="TILES", help="Ura dora indicators, for a hand in riichi.")
@option(
    "--kitas",
    metavar="N",
    type=click.IntRange(min=0, max=4),
    default=0,
    help="Number of norths set aside (with --hand and three players).",
)
@option("--round", "round_wind", metavar="WIND", default="east", help="Round wind (with --hand).")
@option(
    "--liable",
    metavar="[YAKUMAN=]SEAT",
    multiple=True,
    help=(
        "Liable player and what they fed, in order; rinshan=SEAT for the feeder of a daiminkan; only SEAT if the hand "
        "has one yakuman."
    ),
)
@option("--honba", metavar="N", type=click.IntRange(min=0, max=999), default=0, help="Number of honba.")
@option(
    "--sticks",
    metavar="N",
    type=click.IntRange(min=0, max=999),
    default=0,
    help="Number of riichi sticks that were on the table before this hand.",
)
@option(
    "--riichi",
    metavar="SEAT",
    multiple=True,
    help="A player who declared riichi in this hand, whose stick is on the table too; may be repeated.",
)
@RULES
@ALL_RULES
@LANG
@FORMAT
@PLUGINS
def command(
    yakuman: tuple[str, ...],
    winner: tuple[str, ...],
    by: str,
    tsumo: bool,
    han: int,
    fu: int,
    hand: str,
    win: str,
    melds: tuple[str, ...],
    moments: tuple[str, ...],
    indicators: str,
    ura: str,
    kitas: int,
    round_wind: str,
    liable: tuple[str, ...],
    honba: int,
    sticks: int,
    riichi: tuple[str, ...],
    rules: str,
    all_rules: bool,
    speak: Translator,
    output: OutputFormat,
) -> None:
    """Work out who pays what for a win.

    The answer includes liability and who deals next.

    Several players can win on one tile, such as with a double or triple ron. Every payment is listed with its reason
    and the clause of the rulebook; a payment without a source says so.

    Examples:

      kanrules pay daisangen --winner south --liable west --by north --honba 1 --rules ema-2016

      kanrules pay daisangen tsuuiisou --winner south --liable daisangen=west --all-rules

      kanrules pay --han 3 --fu 40 --winner S --liable rinshan=west --rules m-league

      kanrules pay mangan --winner east --by south --honba 2 --rules tenhou

      kanrules pay --winner "south: 3/40, riichi" --winner "west: mangan" --by east --sticks 1 --rules ema-2025

      kanrules pay -w "S: 34p567m99s234s888m" -w "N: 13p123m55s678s777m" --win 2p --by W --with chankan --rules tenhou

      kanrules pay --hand 34p567m99s --melds "daiminkan 5555z, pon 222s" --win 2p --with rinshan --winner W --all-rules
    """
    question = read_payment_question(
        yakuman or (), winner, by, liable, honba, sticks, riichi=riichi, tsumo=tsumo, han=han, fu=fu, hand=hand,
        win=win, melds=melds, moments=moments, indicators=indicators, ura=ura, kitas=kitas, round_wind=round_wind,
    )  # fmt: skip
    if all_rules:
        books, others = split(question, every_bundled(rules), check_payment_question)
        answers = [answer_payment(question, book) for book in books]
        if output is OutputFormat.JSON:
            told = [one.to_json() for one in answers]
            lacking, rest = without_kita(others, _kitas(question))
            unasked = {"other_players": [book.id for book in rest]}
            if lacking:
                unasked["without_kita"] = [book.id for book in lacking]
            print_report({"text": str(question), "answers": told, **unasked})
        else:
            _print_all(question, answers, others, speak)
        return
    ruleset = required_rules(rules)
    check_payment_question(question, ruleset)
    one = answer_payment(question, ruleset)
    if one.why:
        raise wrong_use(one.why)
    if output is OutputFormat.JSON:
        print_report(one.to_json(), ruleset)
    else:
        _print_one(question, one, speak)
        print_superseded(ruleset)


def _clause(rulings: Sequence[Ruling], codes: Sequence[str], speak: Translator) -> str:
    """Return the clause of the first ruling with one of these codes, shortened; the document if it has no clauses."""
    for ruling in rulings:
        if ruling.code in codes:
            if ruling.source is None:
                return speak(UNSAID) if ruling.set_by == "default" else set_by(ruling, speak)
            where = ruling.source.clause or ruling.source.document
            shown = where if len(where) <= _CLAUSE_WIDTH else where[: _CLAUSE_WIDTH - 1] + "…"
            return f"{shown} ({speak(ruling.source.grade.value)})"
    return ""


def _signed(points: int) -> str:
    return f"{points:+}" if points else "0"


def _print_one(question: PaymentQuestion, one: PaymentAnswer, speak: Translator) -> None:
    payment = one.payment
    assert payment is not None and one.next is not None, "a question for one winner has a payment and a next hand"
    out = console()
    out.print(
        speak(
            say(
                _UNDER,
                question=plain(speak(question.said)),
                rules=f"[bold]{plain(one.rules.title_in(speak.language))}[/]",
            )
        )
    )
    if one.draw:
        out.print(f"  {speak(NO_ONE)}", markup=False)
    indent = "    " if len(question.winners) > 1 else "  "
    for winner in one.winners:
        if len(question.winners) > 1:
            out.print(f"  [bold]{speak(say(_WINS, seat=winner.seat))}[/]")
        if winner.value is not None and value_text(winner.value) not in str(question):
            out.print(f"{indent}{value_text(winner.value, speak)}", markup=False)
        for part in winner.payment.parts:
            who, whom = speak(str(part.source)), speak(str(part.to))
            out.print(f"{indent}{who:5} -> {whom:5} {part.points:6}  {speak(part.why)}", markup=False)
    for seat in one.bumped:
        text = say(BUMPED, bumped=seat, winner=one.winners[0].seat, loser=question.loser)
        out.print(f"  {speak(text)}", markup=False)
    totals = zip(SEATS, payment.changes, strict=False)
    out.print("  " + "  ".join(f"{speak(str(seat))} [bold]{_signed(points)}[/]" for seat, points in totals))
    out.print(f"  {speak(one.next.said)}", markup=False)
    for ruling in one.rulings:
        out.print((f"[bold]{ruling.code}[/] " if ruling.code else "") + plain(speak(ruling.text)))
        out.print(f"      [dim]{ruling.key} = {shown_value(ruling.value, speak)}: {plain(cited(ruling, speak))}[/]")
    plugins = [name for name, _ in one.rules.modules if _PAYING & set(hooks_of(one.rules, name))]
    if plugins:
        out.print(speak(say(_UNASKED, plugins=", ".join(plugins))), markup=False)


_PAYING = frozenset(("yaku", "dora", "liability", "payments"))
"""Hooks that decide about a win and need the whole table, which this question does not give."""
_UNASKED = _N("No plugin is asked here. These may change the payments: {plugins}.")
_WINS = _N("{seat} wins:")
_UNDER, _SAID_LIABLE = _N("{question} under {rules}"), _N("{question}; liable as stated: {liable}")
_NOBODY, _NO_YAKUMAN, _NO_YAKU = _N("no one"), _N("no such yakuman"), _N("no yaku")
_COLUMNS = (_N("liable"), _N("clause"), _N("clause on honba"), _N("worth"))
_SEVERAL = (_N("winners"), _N("clause"), _N("next dealer"))
_DRAW, _NEXT = _N("none: a draw"), _N("{dealer}, {count} honba")


def _kitas(question: PaymentQuestion) -> int:
    return max(one.worth.win.kitas if isinstance(one.worth, Tiles) else 0 for one in question.winners)


def _print_all(
    question: PaymentQuestion, answers: Sequence[PaymentAnswer], others: Sequence[Ruleset], speak: Translator
) -> None:
    out = console()
    out.print(
        speak(say(_SAID_LIABLE, question=question.said, liable=_liabilities(question.liable, speak))), markup=False
    )
    several = len(question.winners) > 1
    columns = _SEVERAL if several else _COLUMNS[:-1] if question.yakuman else _COLUMNS
    rows = []
    for one in answers:
        # With three players, the north seat is empty.
        changes = [*map(_signed, one.payment.changes if one.payment else ()), *[""] * len(SEATS)][: len(SEATS)]
        if one.payment is None:
            about = [speak(_NO_YAKUMAN if question.yakuman else _NO_YAKU)]
        else:
            about = _several(one, speak) if several else _alone(one, speak)
        rows.append(Row(one.rules, (*changes, *map(plain, about))))
    if rows:
        print_rows(rows, columns, speak, numbers=[str(seat) for seat in SEATS])
    if others:
        out.print(speak(not_asked(others, kitas=_kitas(question))), markup=False)


def _alone(one: PaymentAnswer, speak: Translator) -> list[str]:
    """Return the last cells of one winner's row: who is liable, the clauses, and the value of the hand."""
    about = _clause(one.rulings, ("KR401", "KR402", "KR405"), speak)
    liable = ", ".join(dict.fromkeys(speak(str(each.seat)) for each in one.liable)) or speak(_NOBODY)
    worth = [] if one.value is None else [value_text(one.value, speak)]
    return [liable, about, _clause(one.rulings, ("KR403",), speak), *worth]


def _several(one: PaymentAnswer, speak: Translator) -> list[str]:
    """Return the last cells of a row with several winners: who wins, by which clause, and who deals next."""
    assert one.next is not None, "a hand with its winners named has a next hand"
    winners = speak(_DRAW) if one.draw else ", ".join(speak(str(winner.seat)) for winner in one.winners)
    following = say(_NEXT, dealer=one.next.dealer, count=one.next.honba)
    return [winners, _clause(one.rulings[:1], ("",), speak), speak(following)]


def _liabilities(liable: Sequence[Liability], speak: Translator) -> str:
    return ", ".join(f"{speak(str(one.seat))} ({speak(one.yakuman)})" for one in liable) or speak(_NOBODY)
