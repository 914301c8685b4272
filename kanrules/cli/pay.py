"""`kanrules pay`: the referee's money question, without a record."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import typer

from kanrules.cli.common import Format, console, envelope, plain, print_json, required_rules
from kanrules.errors import UnreadableError
from kanrules.law.options import Options, RinshanLiability
from kanrules.law.payments import RINSHAN, Payment, WonHand, settle_wins
from kanrules.law.scoring import PLAIN_FORM, yakuman_value
from kanrules.law.vocabulary import Liability
from kanrules.law.yaku import YAKUMAN
from kanrules.pieces.tiles import SEATS, Seat
from kanrules.rulings import Finding, Ruling, Verdict

if TYPE_CHECKING:
    from kanrules.ruleset import Ruleset

_ALONE = frozenset(("kokushi", "kokushi_13", "chuuren_poutou", "chuuren_9"))
_OPENING = frozenset(("tenhou", "chiihou"))
_CLOSED = frozenset(("suuankou", "suuankou_tanki", *_ALONE, *_OPENING))
_NEVER_TOGETHER: tuple[frozenset[str], ...] = (
    *(frozenset(pair) for pair in PLAIN_FORM.items()),
    frozenset(("daisangen", "shousuushii", "daisuushii", "chinroutou", "ryuuiisou")),
    frozenset(("shousuushii", "daisuushii", "chinroutou", "ryuuiisou")),
    frozenset(("tsuuiisou", "chinroutou", "ryuuiisou")),
    frozenset(("tenhou", "chiihou")),
    frozenset(("suukantsu", "tenhou")),
    frozenset(("suukantsu", "chiihou")),
)
"""Of each of these groups a hand has one at most."""
_CLAUSE_WIDTH = 22
"""Room for a citation in the table of all rulesets; `--rules` and JSON give it in full."""


@dataclass(frozen=True, slots=True)
class Question:
    """What was asked: the yakuman, who won, off whom (None: a tsumo), who is said to be liable, honba and sticks."""

    yakuman: tuple[str, ...]
    winner: Seat
    loser: Seat | None
    liable: tuple[Liability, ...]
    honba: int
    sticks: int

    def __str__(self) -> str:
        text = f"{self.winner} wins {' and '.join(self.yakuman)} {'by tsumo' if self.loser is None else f'off {self.loser}'}"
        if self.honba:
            text += f", {self.honba} honba"
        if self.sticks:
            text += f", {self.sticks} {'stick' if self.sticks == 1 else 'sticks'}"
        return text


@dataclass(frozen=True, slots=True)
class Answer:
    """What one ruleset says to it; `payment` is None where it has none of the yakuman."""

    rules: Ruleset
    payment: Payment | None
    liable: tuple[Liability, ...]
    rulings: tuple[Ruling, ...]


def command(
    yakuman: list[str] = typer.Argument(
        ..., metavar="YAKUMAN...", help="The yakuman of the hand, such as daisangen tsuuiisou."
    ),
    winner: str = typer.Option(
        ..., "--winner", "-w", metavar="SEAT", help="Who won: east, south, west or north (east deals)."
    ),
    liable: list[str] = typer.Option(
        [],
        "--liable",
        "-l",
        metavar="YAKUMAN=SEAT",
        help="Who fed what, in the order it happened; rinshan=SEAT for a daiminkan.",
    ),
    by: str = typer.Option("", "--by", "-b", metavar="SEAT", help="Who dealt in; without it the win is a tsumo."),
    honba: int = typer.Option(0, "--honba", min=0, max=999, help="Honba on the table."),
    sticks: int = typer.Option(0, "--sticks", min=0, max=999, help="Riichi sticks on the table."),
    rules: str = typer.Option("", "--rules", "-r", metavar="R", help="The ruleset: a bundled id or a file."),
    all_rules: bool = typer.Option(False, "--all-rules", help="Every bundled ruleset, as a table."),
    output: Format = typer.Option(Format.TEXT, "--format", help="text for people, json for programs."),
    allow_local_plugins: bool = typer.Option(
        False, "--allow-local-plugins", help="Let the ruleset run its own ./plugin.py."
    ),
) -> None:
    """Who pays what for a yakuman, where somebody is liable for it.

    Every transfer is listed with its reason and the clause of the rulebook; what no text says is said to be so.

    Examples:

      kanrules pay daisangen --winner south --liable daisangen=west --by north --honba 1 --rules ema-2016

      kanrules pay daisangen tsuuiisou --winner south --liable daisangen=west --all-rules
    """
    question = read_question(yakuman, winner, by, liable, honba, sticks)
    if all_rules:
        if rules:
            raise UnreadableError(
                "--rules names one ruleset and --all-rules asks for every one; give one of the two", code=""
            )
        from kanrules.ruleset import bundled_ids, load_ruleset

        answers = [answer(question, load_ruleset(name)) for name in bundled_ids()]
        if output is Format.JSON:
            print_json(envelope({"question": str(question), "answers": [_json(one) for one in answers]}))
        else:
            _print_all(question, answers)
        return
    one = answer(question, required_rules(rules, allow_local_plugins=allow_local_plugins))
    if one.payment is None:
        raise UnreadableError(
            f"{one.rules.id} has no {' or '.join(question.yakuman)}, so nothing is paid for it", code=""
        )
    if output is Format.JSON:
        print_json(envelope(_json(one)))
    else:
        _print_one(question, one)


def read_question(
    yakuman: Sequence[str], winner: str, by: str = "", liable: Sequence[str] = (), honba: int = 0, sticks: int = 0
) -> Question:
    """Reads the words of the command; an UnreadableError quotes what is wrong and says what was expected."""
    names = tuple(dict.fromkeys(_yakuman(word) for word in yakuman))
    seat = _seat(winner, "--winner")
    loser = _seat(by, "--by") if by else None
    if loser is seat:
        raise UnreadableError(f"--by {by}: {seat} won and cannot have dealt in; expected another seat", code="")
    owed = tuple(_liable(word, names, seat) for word in liable)
    if len({one.yakuman for one in owed}) < len(owed):
        raise UnreadableError(
            f"--liable {' '.join(liable)}: one yakuman has one liable player; expected each name once", code=""
        )
    if loser is not None and any(one.yakuman == RINSHAN for one in owed):
        raise UnreadableError(
            f"--liable rinshan with --by {loser}: a win on the replacement tile is a tsumo; leave --by out", code=""
        )
    _possible(names, seat, loser, owed)
    return Question(names, seat, loser, owed, honba, sticks)


def answer(question: Question, rules: Ruleset) -> Answer:
    """What the ruleset makes of it: payments, who is liable under it, and each ruling with its source."""
    options: Options = rules.options
    value = yakuman_value(question.yakuman, options)
    if not value.yakuman:
        return Answer(rules, None, (), ())
    law = options.sekinin_barai
    findings: list[Finding] = []
    stands: list[Liability] = []
    for one in question.liable:
        if one.yakuman == RINSHAN:
            if law.daiminkan_rinshan is RinshanLiability.NONE:
                text = f"who feeds a daiminkan is not liable for the win on its replacement tile, so {one.seat} is not"
                findings.append(Finding(Verdict.PAYS, "KR405", text, "sekinin_barai.daiminkan_rinshan"))
                continue
        elif one.yakuman not in law.yakuman:
            text = f"nobody is liable for {one.yakuman} under these rules, so {one.seat} is not"
            findings.append(Finding(Verdict.PAYS, "KR401", text, "sekinin_barai.yakuman"))
            continue
        stands.append(one)
    win = WonHand(question.winner, value, tuple(stands))
    (payment,) = settle_wins([win], question.loser, honba=question.honba, sticks=question.sticks, options=options)
    findings.extend(payment.findings)
    return Answer(rules, payment, tuple(stands), tuple(rules.ruling(finding) for finding in findings))


def _seat(text: str, what: str) -> Seat:
    word = text.strip().lower()
    for seat in SEATS:
        if word and word in (str(seat), str(seat)[0]):
            return seat
    raise UnreadableError(f"{what} {text!r} is no seat; expected east, south, west or north", code="")


def _yakuman(text: str) -> str:
    word = text.strip().lower().replace("-", "_")
    if word in YAKUMAN:
        return word
    near = difflib.get_close_matches(word, YAKUMAN, n=1)
    hint = f"did you mean {near[0]}?" if near else f"expected one of: {', '.join(YAKUMAN)}"
    raise UnreadableError(f"{text!r} is no yakuman; {hint}", code="")


def _liable(text: str, names: Sequence[str], winner: Seat) -> Liability:
    word, equals, who = text.partition("=")
    if not equals:
        raise UnreadableError(f"--liable {text!r}: expected a yakuman and a seat, such as daisangen=west", code="")
    name = RINSHAN if word.strip().lower() == RINSHAN else _yakuman(word)
    if name != RINSHAN and name not in names:
        raise UnreadableError(
            f"--liable {text!r}: the hand has no {name}; expected one of: {', '.join((*names, RINSHAN))}", code=""
        )
    seat = _seat(who, f"--liable {text!r}:")
    if seat is winner:
        raise UnreadableError(
            f"--liable {text!r}: {winner} won and cannot be liable for that hand; expected another seat", code=""
        )
    return Liability(name, seat)


def _possible(names: tuple[str, ...], winner: Seat, loser: Seat | None, liable: Sequence[Liability]) -> None:
    """Refuses what no hand can be."""
    why = ""
    rest = [name for name in names if name not in _OPENING]
    for group in _NEVER_TOGETHER:
        together = [name for name in names if name in group]
        if len(together) > 1:
            why = f"{together[0]} and {together[1]} are never one hand"
    for name in rest:
        if name in _ALONE and len(rest) > 1:
            why = f"{name} goes with nothing but tenhou or chiihou"
        elif name == "ryuuiisou" and any(
            other not in (name, "suuankou", "suuankou_tanki", "suukantsu") for other in rest
        ):
            why = "ryuuiisou goes with nothing but suuankou and suukantsu"
    if "tenhou" in names and winner is not Seat.EAST:
        why = f"tenhou is the dealer's, and {winner} does not deal"
    if "chiihou" in names and winner is Seat.EAST:
        why = "chiihou is never the dealer's"
    if loser is not None and _OPENING.intersection(names):
        why = f"{next(name for name in names if name in _OPENING)} is a tsumo; leave --by out"
    closed = [name for name in names if name in _CLOSED]
    if closed and liable:
        why = f"{closed[0]} is a hand without calls, so nobody fed it; leave --liable out"
    if why:
        raise UnreadableError(f"{' '.join(names)}: {why}", code="")


def _json(one: Answer) -> dict[str, Any]:

    payments = None if one.payment is None else {str(seat): one.payment.changes[seat] for seat in SEATS}
    parts = () if one.payment is None else one.payment.parts
    return {
        "rules": one.rules.id,
        "payments": payments,
        "liable": {each.yakuman: str(each.seat) for each in one.liable},
        "parts": [
            {"from": str(part.source), "to": str(part.to), "points": part.points, "why": part.why} for part in parts
        ],
        "rulings": [ruling.to_json() for ruling in one.rulings],
    }


def _cited(ruling: Ruling) -> str:
    from kanrules.ruleset import NO_TEXT

    if ruling.source is not None:
        return f"{ruling.source} ({ruling.source.grade})"
    return NO_TEXT if ruling.set_by == "default" else ruling.set_by


def _clause(rulings: Sequence[Ruling], codes: Sequence[str]) -> str:
    """The clause behind the first ruling with one of these codes, in a few words; the document where it has no
    clauses.
    """
    for ruling in rulings:
        if ruling.code in codes:
            if ruling.source is None:
                return "no text found" if ruling.set_by == "default" else ruling.set_by
            where = ruling.source.clause or ruling.source.document
            return (
                f"{where if len(where) <= _CLAUSE_WIDTH else where[: _CLAUSE_WIDTH - 1] + '…'} ({ruling.source.grade})"
            )
    return ""


def _signed(points: int) -> str:
    return f"{points:+}" if points else "0"


def _print_one(question: Question, one: Answer) -> None:
    assert one.payment is not None
    out = console()
    out.print(f"{question} under [bold]{plain(one.rules.name)}[/]")
    for part in one.payment.parts:
        out.print(f"  {part.source!s:5} -> {part.to!s:5} {part.points:6}  {part.why}", markup=False)
    out.print("  " + "  ".join(f"{seat} [bold]{_signed(one.payment.changes[seat])}[/]" for seat in SEATS))
    for ruling in one.rulings:
        out.print(f"[bold]{ruling.code}[/] {plain(ruling.text)}")
        value = ", ".join(map(str, ruling.value)) if isinstance(ruling.value, (list, tuple)) else ruling.value
        out.print(f"      [dim]{ruling.key} = {value or 'none'}: {plain(_cited(ruling))}[/]")


def _print_all(question: Question, answers: Sequence[Answer]) -> None:
    from rich.table import Table

    out = console()
    out.print(f"{question}; said to be liable: {_liabilities(question.liable)}")
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("ruleset", no_wrap=True, min_width=max(len(one.rules.id) for one in answers))
    for seat in SEATS:
        table.add_column(str(seat), justify="right", no_wrap=True, min_width=7)
    for title in ("liable", "clause", "clause on honba"):
        table.add_column(title, no_wrap=True)
    for one in answers:
        if one.payment is None:
            table.add_row(one.rules.id, "", "", "", "", "no such yakuman")
            continue
        changes = (_signed(one.payment.changes[seat]) for seat in SEATS)
        about = _clause(one.rulings, ("KR401", "KR402", "KR405"))
        liable = ", ".join(dict.fromkeys(str(each.seat) for each in one.liable)) or "nobody"
        table.add_row(one.rules.id, *changes, liable, about, _clause(one.rulings, ("KR403",)))
    out.print(table)


def _liabilities(liable: Sequence[Liability]) -> str:
    return ", ".join(f"{one.seat} ({one.yakuman})" for one in liable) or "nobody"
