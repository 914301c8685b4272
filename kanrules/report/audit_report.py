"""The report of an audit for a committee: Markdown, with a plot beside it as SVG and PNG."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from kanrules._version import __version__
from kanrules.installation import how_to_get
from kanrules.report.audit_text import (
    AREAS,
    CLAIM,
    INSTANTS,
    MANY,
    OVERVIEW,
    against,
    left_out,
    meaning,
    meaning_otherwise,
    not_compared,
    number,
    overview,
    percent,
)
from kanrules.report.markdown import code, plain
from kanrules.report.whole_file import write_whole
from kanrules.svg import timeline as draw_timeline

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence, Set

    from kanrules.corpus import Comparison, Found, Plan, Summary
    from kanrules.corpus.atlas import Atlas
    from kanrules.corpus.compare import Example
    from kanrules.ruleset import Ruleset

KAN_TABLES = ("kandora", "kan", "four_kans", "fifth_kan", "chankan", "sekinin_barai", "riichi_kan", "rinshan")
"""The tables of a ruleset whose differences are listed."""


TIMELINE = ".timeline.svg"
"""How the picture of the timeline beside a report ends."""


def write_report(
    path: str | Path, summary: Summary, plan: Plan, seconds: float, *, interrupted: bool = False
) -> list[str]:
    """Writes the report and, where matplotlib is installed, the plot beside it under the same name; gives what is to be
    told.

    Raises OSError where it cannot be written.
    """
    path = Path(path)
    told: list[str] = []
    picture = ""
    fault: OSError | None = None
    try:
        from kanrules.report.audit_plot import draw
    except ImportError:
        told.append(f"the report has no plot: for one, {how_to_get('plot')}")
    else:
        svg, png = path.with_suffix(".svg"), path.with_suffix(".png")
        try:
            for path_of, drawn in zip((svg, png), draw(summary, plan), strict=True):
                write_whole(path_of, drawn)
            picture = svg.name
        except OSError as error:  # the words do not need the plot, and half a plot is of no use
            fault = OSError(error.errno, f"{error.strerror or error}; the report has no plot", str(svg))
            for half in (svg, png):
                with contextlib.suppress(OSError):
                    half.unlink(missing_ok=True)
    try:
        timeline = path.with_suffix(TIMELINE)
        lines = markdown(summary, plan, seconds, picture, timeline.name, interrupted=interrupted)
        write_whole(path, "\n".join(lines) + "\n")
        # Two rulesets in one picture, where it is two.
        write_whole(timeline, draw_timeline(plan.rules, plan.compare[0][1] if len(plan.compare) == 1 else None))
    except OSError as error:
        raise OSError(error.errno, f"{error.strerror or error}; the report is not written", str(path)) from None
    if fault is not None:
        raise fault
    return told


def markdown(
    summary: Summary, plan: Plan, seconds: float, picture: str = "", timeline: str = "", *, interrupted: bool = False
) -> Iterator[str]:
    """The lines of the report; takes the file names of the plot and of the timeline's picture, or none."""
    rules = plan.rules
    yield f"# {number(summary.hands, 'hand')} under {plain(rules.title)}"
    yield ""
    if interrupted:
        yield "**The audit was interrupted: this is what was judged so far.**"
        yield ""
    yield (
        f"kanrules {__version__} judged {number(summary.files, 'file')} in {number(round(seconds), 'second')} under "
        f"{code(rules.id)} (version {plain(rules.version)} of its file)."
    )
    if plan.compare:
        yield ""
        yield from _overview(summary, plan)
        if picture:
            yield ""
            what = (
                "Hands and points of every two rulesets"
                if len(plan.compare) > MANY
                else "Share of hands ruled differently, by part of the law"
            )
            yield f"![{what}]({_link(picture)})"
    yield ""
    yield "## What the kan rules do in these hands"
    yield ""
    if timeline:
        beside = f" beside {plain(plan.compare[0][1].title)}" if len(plan.compare) == 1 else ""
        yield f"![The timeline of a kan: {plain(rules.title)}{beside}]({_link(timeline)})"
        yield ""
    yield from _counts(summary)
    if not plan.compare and picture:
        yield ""
        yield f"![Kans by type and their indicators by instant]({_link(picture)})"
    yield ""
    yield "## Does the record follow the rules?"
    yield ""
    yield from _differences(summary)
    for name, other in plan.compare:
        comparison = summary.comparisons.get(name)
        if comparison is not None and not comparison.is_for_others:
            yield ""
            yield from _compared(rules, name, other, comparison)
    if summary.atlas is not None:
        yield ""
        yield "## Every two of them"
        yield ""
        others = {name for name, one in summary.comparisons.items() if one.is_for_others}
        yield from _atlas(summary.atlas, sum(summary.kans.values()), others)
    if plan.compare:
        yield ""
        yield "## How far this goes"
        yield ""
        yield CLAIM


def _link(name: str) -> str:
    return quote(name)


def _table(
    head: Sequence[str], rows: Sequence[Sequence[str]], numbers: Sequence[int] = (), *, escaped: bool = False
) -> Iterator[str]:
    yield "| " + " | ".join(head) + " |"
    yield "|" + "|".join("---:" if at in numbers else "---" for at in range(len(head))) + "|"
    for row in rows:
        yield "| " + " | ".join(row if escaped else map(plain, row)) + " |"


def _overview(summary: Summary, plan: Plan) -> Iterator[str]:
    rows = list(overview(summary, plan))
    if rows:
        yield from _table(OVERVIEW, rows, numbers=(1, 2, 3, 4, 5))
    if line := not_compared(summary, plan):
        if rows:
            yield ""
        yield f"{plain(line[:1].upper() + line[1:])}."


def _atlas(atlas: Atlas, kans: int, left_out: Set[str]) -> Iterator[str]:
    yield (
        f"Of {number(atlas.hands, 'hand')} that were held against each other, with all their kans and all their points."
    )
    yield ""
    rows = [
        (
            first,
            second,
            f"{pair.hands:,} ({percent(pair.hands, atlas.hands)})",
            f"{pair.kans:,} ({percent(pair.kans, kans)})",
            f"{pair.points:,}",
        )
        for first, second, pair in sorted(atlas.pairs(), key=lambda one: -one[2].hands)
        if left_out.isdisjoint((first, second))
    ]
    yield from _table(("", "and", "hands ruled differently", "kans", "points"), rows, numbers=(2, 3, 4))


def _counts(summary: Summary) -> Iterator[str]:
    kans = sum(summary.kans.values())
    rows = [(name, f"{count:,}", f"{100 * count / summary.hands:.2f} in 100 hands" if summary.hands else "")
            for name, count in summary.kans.items()]  # fmt: skip
    rows.append(("robbed", f"{summary.robbed:,}", ""))
    rows.append(("kans in riichi", f"{summary.riichi_kans:,}", f"{percent(summary.riichi_kans, kans)} of kans"))
    rows.append(("rinshan wins", f"{summary.rinshan_wins:,}", f"{percent(summary.rinshan_wins, kans)} of kans"))
    rows.append(("four-kan draws", f"{summary.four_kan_draws:,}", ""))
    rows.append(("wins under liability", f"{summary.liable_wins:,}", ""))
    for instant, count in sorted(summary.indicators.items(), key=lambda item: -item[1]):
        rows.append(
            (f"kandora turned {INSTANTS.get(instant, instant)}", f"{count:,}", f"{percent(count, kans)} of kans")
        )
    if summary.not_turned:
        rows.append(("kandora never turned", f"{summary.not_turned:,}", f"{percent(summary.not_turned, kans)} of kans"))
    yield from _table(("", "count", "share"), rows, numbers=(1,))


def _differences(summary: Summary) -> Iterator[str]:
    if not summary.differences:
        yield "In every action, indicator, result and payment. No difference was found."
    else:
        rows = [
            (code, meaning(code), f"{known.count:,}", _found(known.first))
            for code, known in sorted(summary.codes.items(), key=lambda item: -item[1].count)
        ]
        yield from _table(("code", "says", "times", "first"), rows, numbers=(2,))
    lines = [line.strip() for line in left_out(summary)]
    if lines:
        yield ""
        yield "What could not be judged:"
        yield ""
        yield from (f"* {plain(line)}" for line in lines)
    for reason, count in sorted(summary.scopes.items()):
        yield ""
        yield f"Out of scope: {count:,}: {plain(reason)}."
    for room, count in sorted(summary.rooms.items()):
        yield ""
        yield f"{number(count, 'game')} under {plain(room)}."
    if summary.unreadable_count:
        yield ""
        yield (
            f"Unreadable: {number(summary.unreadable_count, 'file')}, {summary.foreign:,} of them no records at all. "
            "The first:"
        )
        yield ""
        for file, why in summary.unreadable[:20]:
            yield f"* {code(file)}: {plain(why)}"


def _compared(rules: Ruleset, name: str, other: Ruleset, one: Comparison) -> Iterator[str]:
    yield f"## Under {plain(other.title)} ({code(name)}) instead"
    yield ""
    yield (
        f"{one.touched:,} of {one.hands:,} hands ({percent(one.touched, one.hands)}) would have been ruled "
        f"differently, {one.touched_by_kans:,} ({percent(one.touched_by_kans, one.hands)}) over a kan, its indicator "
        f"or liability. In {one.open_ended:,} ({percent(one.open_ended, one.hands)}) play could have differed from "
        "some moment on; nothing is claimed after it."
    )
    if one.areas:
        yield ""
        rows = [
            (text, f"{one.areas[area]:,}", percent(one.areas[area], one.hands))
            for area, text in AREAS.items()
            if area in one.areas
        ]
        yield from _table(("what", "hands", "share"), rows, numbers=(1, 2))
        yield ""
        examples = [
            (code, meaning_otherwise(code), f"{counted.hands:,}", _example(counted.first))
            for code, counted in sorted(one.codes.items(), key=lambda item: -item[1].hands)
        ]
        yield from _table(("code", "says", "hands", "first"), examples, numbers=(2,))
    yield ""
    yield (
        f"Of {one.wins:,} wins that both score, in hands played alike, {one.wins_changed:,} "
        f"({percent(one.wins_changed, one.wins)}) would have been paid otherwise: {one.points_moved:,} points, "
        f"{percent(one.points_moved, one.points)} of all that these wins paid."
    )
    if one.causes:
        yield ""
        causes = [
            (cause, f"{counted.hands:,}", f"{counted.points:,}", _example(counted.first))
            for cause, counted in sorted(one.causes.items(), key=lambda item: -item[1].points)
        ]
        yield from _table(("by", "wins", "points", "first"), causes, numbers=(1, 2))
    if one.largest is not None:
        yield ""
        yield f"The largest: {one.largest.points:,} points, {plain(_example(one.largest))}."
    if one.wins_unknown:
        yield ""
        yield (
            f"{number(one.wins_unknown, 'win')} would have counted an indicator that the record never shows; their "
            "value is not claimed."
        )
    if one.skipped:
        yield ""
        yield f"{number(one.skipped, 'hand')} not compared: they break off, or differ already from {code(rules.id)}."
    lines = _settings(rules, other)
    if lines:
        yield ""
        yield "The lines on kans in which the two rulesets differ:"
        yield ""
        yield from _table(("key", plain(rules.id), plain(name)), lines, escaped=True)


def _settings(rules: Ruleset, other: Ruleset) -> list[tuple[str, str, str]]:
    ours, theirs = rules.values, other.values
    return [
        (code(key), plain(_value(ours[key])), plain(_value(theirs[key])))
        for key in ours
        if key.partition(".")[0] in KAN_TABLES and ours[key] != theirs[key]
    ]


def _value(value: object) -> str:
    if isinstance(value, tuple):
        return ", ".join(map(str, value)) or "none"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _found(found: Found) -> str:
    return (
        f"{found.file}, {found.hand}, event {found.at}: recorded {found.recorded}; {against(found.code)} {found.ruled}"
    )


def _example(example: Example | None) -> str:
    if example is None:
        return ""
    return f"{example.file}, {example.hand}, event {example.at}: {example.ruled}; otherwise {example.otherwise}"
