"""The summary of an audit as text for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kanrules.law.codes import CODES
from kanrules.locale.sentences import number
from kanrules.rulings import CONTRADICTION

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import Console

    from kanrules.corpus import AuditPlan, Comparison, Found, Summary
    from kanrules.corpus.other_rules import Example
    from kanrules.ruleset import Ruleset

INSTANTS = {
    "declaration": "at the declaration",
    "rinshan_draw": "with the replacement tile",
    "discard": "with the discard",
    "discard_passed": "once the discard had passed",
    "next_kan_announced": "as the next kan was announced",
    "next_kan_declaration": "at the next kan's declaration",
    "rinshan_win": "for the rinshan win",
    "announced": "before the kan could be robbed",
    "win": "for the win",
}
AREAS = {
    "legality": "a play would have been against the law",
    "indicators": "an indicator would have turned or counted otherwise",
    "liability": "somebody else would have paid",
    "draws": "the hand would have ended otherwise",
    "scoring": "a win would have been worth something else",
}
DIFFERS = {
    "KR213": "a win is worth something else, or has no yaku",
    "KR301": "an indicator counts otherwise",
    "KR402": "the liable player pays otherwise",
    "KR504": "the hand ends otherwise, or goes on",
}
"""Meanings of codes for differences between a record and a ruleset, or between two rulesets, where they differ from the
code's meaning in a ruling.
"""
OTHERWISE = {
    "KR299": "a draw that these rules do not have, another winner, or a play they forbid",
    "KR305": "an indicator is turned at another moment, or not at all",
}
"""Meanings of codes for differences between two rulesets."""
MANY = 12
"""Maximum number of rulesets that are described in full on a terminal and have a colour each in the plot."""
NAMED = 20
"""Maximum number of kinds of uncompared statements that are listed."""
CLAIM = (
    "Claimed only up to the first moment at which play could have differed: once a player would have seen another "
    "indicator, or a recorded play would have been against the law, nothing is said of the rest of that hand. Every "
    "hand starts from the tiles, scores and dealer that were recorded; red fives count where they were in the set."
)


def percent(part: int, whole: int) -> str:
    """Return a share in percent, with two decimals if it is small."""
    if not whole:
        return "-"
    share = 100 * part / whole
    return f"{share:.1f} %" if share >= 1 or not part else f"{share:.2g} %"


def left_out(summary: Summary) -> Iterator[str]:
    """Yield one line for each part of the records that could not be judged."""
    if summary.broken_off:
        yield f"broken off: {number(summary.broken_off, 'hand')} whose end is not recorded"
    if summary.not_compared:
        yield f"not compared: {number(sum(summary.not_compared.values()), 'statement')}"
        for what, times in sorted(summary.not_compared.items(), key=lambda item: -item[1])[:NAMED]:
            yield f"  {number(times, 'time')}: {what}"


def against(code: str) -> str:
    """Return what a recorded value is compared with: the ruling, or another part of the record."""
    return "elsewhere" if code == CONTRADICTION else "ruled"


def meaning(code: str) -> str:
    """Return what a code says about a record that differs, in a few words."""
    return DIFFERS.get(code) or (CODES[code].says if code in CODES else "a plugin's own code")


def meaning_otherwise(code: str) -> str:
    """Return what a code means if another ruleset gives it to a hand that followed its own rules."""
    return OTHERWISE.get(code) or meaning(code)


def judged_part(summary: Summary, share: float) -> str:
    """Return how much of its input an interrupted audit has judged. Takes the share in bytes."""
    files, hands = number(summary.files, "file"), number(summary.hands, "hand")
    return f"this audit judged only {files} with {hands}, about {percent(round(100 * share), 100)} of its input"


def print_summary(
    out: Console, summary: Summary, plan: AuditPlan, seconds: float, *, interrupted_at: float | None = None
) -> None:
    """Print the counts of an audit, every code with its first example, and what the other rulesets would rule
    differently. Takes the share of the input that an interrupted audit has judged.
    """
    from rich.markup import escape
    from rich.table import Table

    if interrupted_at is not None:
        out.print(f"[bold magenta]interrupted: {judged_part(summary, interrupted_at)}[/]")
    rate = f", {summary.hands / seconds:,.0f} hands a second" if seconds > 0 and summary.hands else ""
    counted = f"{number(summary.files, 'file')}, {number(summary.hands, 'hand')} in {seconds:.1f} s{rate}"
    out.print(f"[bold]{escape(plan.rules.title)}[/]: {counted}")
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 2), show_header=False)
    table.add_column()
    table.add_column(justify="right")
    table.add_column()
    kans = sum(summary.kans.values())
    for name, count in summary.kans.items():
        table.add_row(name, f"{count:,}", f"{count / summary.hands:.3f} a hand" if summary.hands else "")
    table.add_row("robbed", f"{summary.robbed:,}", "")
    table.add_row("kans in riichi", f"{summary.riichi_kans:,}", percent(summary.riichi_kans, kans) + " of kans")
    table.add_row("rinshan wins", f"{summary.rinshan_wins:,}", percent(summary.rinshan_wins, kans) + " of kans")
    table.add_row("four-kan draws", f"{summary.four_kan_draws:,}", "")
    table.add_row("wins under liability", f"{summary.liable_wins:,}", "")
    for instant, count in sorted(summary.indicators.items(), key=lambda item: -item[1]):
        table.add_row(f"kandora {INSTANTS.get(instant, instant)}", f"{count:,}", "")
    if summary.not_turned:
        table.add_row("kandora never turned", f"{summary.not_turned:,}", "")
    out.print(table)
    for reason, count in sorted(summary.scopes.items(), key=lambda item: -item[1]):
        out.print(f"out of scope: {count:,}: {reason}", markup=False)
    for room, count in sorted(summary.rooms.items(), key=lambda item: -item[1]):
        out.print(f"{count:,} under {room}", markup=False)
    if summary.unreadable_count:
        shown = "named above" if summary.unreadable_count <= 50 else "the first are named above, all in --format json"
        foreign = f" ({summary.foreign:,} of them no records at all)" if summary.foreign else ""
        out.print(f"[red]unreadable: {summary.unreadable_count:,}{foreign}; {shown}[/]")
    colour = "red" if summary.differences else "green"
    out.print(f"[bold {colour}]differences: {summary.differences:,}[/]")
    for code, known in sorted(summary.codes.items(), key=lambda item: -item[1].count):
        out.print(f"  [bold]{code}[/] {number(known.count, 'time')}: {meaning(code)}")
        out.print(f"      first in {found_text(known.first)}", markup=False)
    for line in left_out(summary):
        out.print(line, markup=False, style="magenta")
    if len(plan.compare) > MANY:
        _print_overview(out, summary, plan)
    else:
        for label, rules in plan.compare:
            comparison = summary.comparisons.get(label)
            if comparison is not None:
                _print_comparison(out, rules, comparison)
    if plan.compare:
        out.print(f"\n{CLAIM}", markup=False)


def overview(summary: Summary, plan: AuditPlan) -> Iterator[tuple[str, str, str, str, str, str]]:
    """Yield for each compared ruleset: title, hands ruled differently, those because of a kan, wins paid differently,
    points, and hands left open.
    """
    for name, rules in plan.compare:
        one = summary.comparisons.get(name)
        if one is not None and not one.is_for_others:
            yield (
                rules.title,
                f"{one.touched:,} ({percent(one.touched, one.hands)})",
                f"{one.touched_by_kans:,} ({percent(one.touched_by_kans, one.hands)})",
                f"{one.wins_changed:,} ({percent(one.wins_changed, one.wins)})",
                f"{one.points_moved:,}",
                f"{one.open_ended:,}",
            )


def not_compared(summary: Summary, plan: AuditPlan) -> str:
    """Return a line with the rulesets that are for another number of players than the records; "" if there are none."""
    titles = [
        rules.title
        for name, rules in plan.compare
        if name in summary.comparisons and summary.comparisons[name].is_for_others
    ]
    return f"not compared, being for another number of players: {'; '.join(titles)}" if titles else ""


def for_others(rules: Ruleset, comparison: Comparison) -> str:
    """Return why hands were not compared, if the ruleset is for another number of players."""
    players = _PLAYERS[rules.options.table.players]
    return f"{number(comparison.other_players, 'hand')} not compared: the ruleset is for {players} players"


_PLAYERS = {3: "three", 4: "four"}
OVERVIEW = (
    "instead", "hands ruled differently", "over a kan or its indicator", "wins paid otherwise", "points",
    "hands left open",
)  # fmt: skip


def _print_overview(out: Console, summary: Summary, plan: AuditPlan) -> None:
    from rich.markup import escape
    from rich.table import Table

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for at, head in enumerate(OVERVIEW):
        table.add_column(head, justify="right" if at else "left", overflow="fold")
    for row in overview(summary, plan):
        table.add_row(*map(escape, row))
    out.print()
    out.print(table)
    if line := not_compared(summary, plan):
        out.print(f"\n{line}", markup=False)
    out.print(
        "\nEach of them in full, and every pair of them against each other: --report, or --format json", markup=False
    )


def _print_comparison(out: Console, rules: Ruleset, comparison: Comparison) -> None:
    from rich.markup import escape

    hands, name = comparison.hands, rules.title
    if comparison.is_for_others:
        out.print(f"\n[bold]{escape(name)}[/]: {for_others(rules, comparison)}")
        return
    out.print(
        f"\n[bold]{escape(name)}[/] would have ruled differently in [bold]{comparison.touched:,}[/] of {hands:,} hands "
        f"([bold]{percent(comparison.touched, hands)}[/]); over a kan, its indicator or liability in "
        f"{comparison.touched_by_kans:,} ({percent(comparison.touched_by_kans, hands)})"
    )
    for area, text in AREAS.items():
        if count := comparison.areas.get(area):
            out.print(f"  {text}: {number(count, 'hand')} ({percent(count, hands)})")
    for code, counted in sorted(comparison.codes.items(), key=lambda item: -item[1].hands):
        out.print(
            f"  [bold]{code}[/] {number(counted.hands, 'hand')} ({percent(counted.hands, hands)}): "
            f"{meaning_otherwise(code)}"
        )
        if counted.first is not None:
            out.print(f"      {example_text(counted.first)}", markup=False)
    out.print(
        f"  wins scored under both, in hands played alike: {comparison.wins:,}; {comparison.wins_changed:,} "
        f"({percent(comparison.wins_changed, comparison.wins)}) would have paid otherwise: "
        f"{number(comparison.points_moved, 'point')} ({percent(comparison.points_moved, comparison.points)} of all "
        "that these wins paid)"
    )
    for cause, counted in sorted(comparison.causes.items(), key=lambda item: -item[1].points):
        out.print(f"    by {cause}: {number(counted.hands, 'win')}, {number(counted.points, 'point')}")
    if comparison.largest is not None:
        out.print(
            f"    the largest: {comparison.largest.points:,} points, {example_text(comparison.largest)}", markup=False
        )
    if comparison.wins_unknown:
        out.print(
            f"  {number(comparison.wins_unknown, 'win')} would have counted a kan dora indicator that the record "
            "does not show: "
            "not claimed"
        )
    out.print(
        f"  {number(comparison.open_ended, 'hand')} ({percent(comparison.open_ended, hands)}) "
        "could have gone another way from some moment on: not claimed after it"
    )
    if comparison.skipped:
        skipped = number(comparison.skipped, "hand")
        out.print(f"  {skipped} not compared: they break off, or differ already from the ruleset they are judged under")


def found_text(found: Found) -> str:
    """Return a difference on one line: where it is, what is recorded, and what it differs from."""
    place = f"{found.file}, {found.hand}, event {found.at}"
    return f"{place}: recorded {found.recorded}; {against(found.code)} {found.ruled}"


def example_text(example: Example | None) -> str:
    """Return an example on one line: where it is, what was ruled, and what the other ruleset would rule; "" for
    none.
    """
    if example is None:
        return ""
    return f"{example.file}, {example.hand}, event {example.at}: {example.ruled}; otherwise {example.otherwise}"
