"""The report of an audit for a committee: a page of HTML, or Markdown with its pictures as separate files."""

from __future__ import annotations

from base64 import b64encode
from pathlib import Path
from typing import TYPE_CHECKING

from kanrules._version import __version__
from kanrules.desk.cited import shown_value
from kanrules.installation import how_to_get
from kanrules.locale.sentences import capital, number
from kanrules.report.audit_text import (
    AREAS,
    CLAIM,
    INSTANTS,
    MANY,
    OVERVIEW,
    example_text,
    found_text,
    judged_part,
    left_out,
    meaning,
    meaning_otherwise,
    not_compared,
    overview,
    percent,
)
from kanrules.report.document import (
    Block,
    CodeText,
    Heading,
    Items,
    Paragraph,
    Picture,
    TableBlock,
    Tone,
    as_html,
    as_markdown,
)
from kanrules.report.page import text
from kanrules.supervisor.whole_file import write_together, write_whole
from kanrules.svg import timeline as draw_timeline

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence, Set

    from kanrules.corpus import AuditPlan, Comparison, Summary
    from kanrules.corpus.atlas import Atlas
    from kanrules.ruleset import Ruleset

KAN_TABLES = ("kandora", "kan", "four_kans", "fifth_kan", "chankan", "sekinin_barai", "riichi_kan", "rinshan")
"""The tables of a ruleset whose differences are listed."""


TIMELINE = ".timeline.svg"
"""End of the file name of a timeline picture."""
MARKDOWN, HTML = (".md", ".markdown"), (".html", ".htm")
"""End of the file name of a report."""
BESIDE = 4
"""Minimum number of compared rulesets for which a report has no separate timelines."""
MADE_BY = "kanrules audit"
"""Generator, for the head of a page."""


def written_for(path: str | Path, plan: AuditPlan) -> list[Path]:
    """Return every file that a report of this name may write: HTML is one file, Markdown has separate pictures."""
    path = Path(path)
    if _is_page(path):
        return [path]
    beside = [path.with_suffix(suffix) for suffix in (".svg", ".png", TIMELINE)]
    return [path, *beside, *(_timeline_of(path, name) for name, _ in _drawn_apart(plan))]


def write_report(
    path: str | Path, summary: Summary, plan: AuditPlan, seconds: float, *, interrupted_at: float | None = None
) -> list[str]:
    """Write the report as HTML or Markdown, by the file name. Return the lines to print. Takes the share of the input
    that an interrupted audit has judged.

    The report has a plot if matplotlib is installed. The pictures of a Markdown report are separate files whose names
    start with its name. Raises OSError if the report cannot be written.
    """
    path = Path(path)
    told: list[str] = []
    plot: Picture | None = None
    beside: list[tuple[Path, str | bytes]] = []
    try:
        from kanrules.report.audit_plot import draw
    except ImportError:
        told.append(f"the report has no plot: for one, {how_to_get('plot')}")
    else:
        svg, png = draw(summary, plan)
        plot = Picture(_shown(plan), path.with_suffix(".svg").name, _as_image(_shown(plan), svg))
        beside += [(path.with_suffix(".svg"), svg), (path.with_suffix(".png"), png)]
    timelines = _timelines(path, plan)
    blocks = _blocks(summary, plan, seconds, plot, timelines, interrupted_at)
    try:
        if _is_page(path):
            title = f"{number(summary.hands, 'hand')} under {plan.rules.title}"
            write_whole(path, as_html(title, blocks, made_by=MADE_BY))
        else:
            beside += [(path.with_name(picture.file), _timeline(plan, name)) for name, picture in timelines.items()]
            write_together([(path, "\n".join(as_markdown(blocks)) + "\n"), *beside])
    except OSError as error:
        raise OSError(error.errno, f"{error.strerror or error}; the report is not written", str(path)) from None
    return told


def _is_page(path: Path) -> bool:
    return path.suffix.lower() in HTML


def _shown(plan: AuditPlan) -> str:
    """Return a description of the plot."""
    if not plan.compare:
        return "Kans by type and their indicators by instant"
    if len(plan.compare) > MANY:
        return "Hands and points of every pair of rulesets"
    return "Share of hands ruled differently, by part of the law"


def _as_image(shows: str, svg: bytes) -> str:
    """Return the plot as an `<img>`, so that its styles and ids cannot affect the rest of the page."""
    return f'<img alt="{text(shows)}" src="data:image/svg+xml;base64,{b64encode(svg).decode()}">'


# --- timelines ------------------------------------------------------------------------------------------------------


def _drawn_apart(plan: AuditPlan) -> tuple[tuple[str, Ruleset], ...]:
    """Return the compared rulesets that get a timeline each. A single one shares the audit's timeline, and many get
    none.
    """
    return plan.compare if 1 < len(plan.compare) < BESIDE else ()


def _timeline_of(path: Path, name: str) -> Path:
    return path.with_name(f"{path.stem}.{name}{TIMELINE}")


def _timeline(plan: AuditPlan, name: str, *, upright: bool = False) -> str:
    """Return the timeline of the audit's own ruleset (`name` is ""), or of it next to another. A single compared
    ruleset is in the first timeline.
    """
    others = dict(plan.compare)
    beside = others[name] if name else plan.compare[0][1] if len(plan.compare) == 1 else None
    return draw_timeline(plan.rules, beside, upright=upright)


def _timelines(path: Path, plan: AuditPlan) -> dict[str, Picture]:
    """Return the picture of each timeline, by ruleset; "" is the audit's own."""
    files = {"": path.with_suffix(TIMELINE)} | {name: _timeline_of(path, name) for name, _ in _drawn_apart(plan)}
    pictures = {}
    for name, file in files.items():
        others = [plan.compare[0][1]] if len(plan.compare) == 1 else [one for key, one in plan.compare if key == name]
        shows = f"Timeline of a kan: {' and '.join(one.title for one in (plan.rules, *others))}"
        lying, upright = _timeline(plan, name), _timeline(plan, name, upright=True)
        drawn = f'<div class="timeline"><div class="lying">{lying}</div><div class="upright">{upright}</div></div>'
        pictures[name] = Picture(shows, file.name, drawn)
    return pictures


# --- what it says ---------------------------------------------------------------------------------------------------


def _blocks(
    summary: Summary,
    plan: AuditPlan,
    seconds: float,
    plot: Picture | None,
    timelines: Mapping[str, Picture],
    interrupted_at: float | None,
) -> Iterator[Block]:
    rules = plan.rules
    yield Heading(1, (f"{number(summary.hands, 'hand')} under {rules.title}",))
    if interrupted_at is not None:
        said = f"Interrupted: {judged_part(summary, interrupted_at)}."
        yield Paragraph((said,), Tone.LOUD)
    judged = f"judged {number(summary.files, 'file')} in {number(round(seconds), 'second')}"
    version = f" (version {rules.version} of its file)."
    yield Paragraph((f"kanrules {__version__} {judged} under ", CodeText(rules.id), version))
    if plan.compare:
        yield from _overview(summary, plan)
        if plot is not None:
            yield plot
    yield Heading(2, ("What the kan rules do in these hands",))
    if "" in timelines:
        yield timelines[""]
    yield from _counts(summary)
    if not plan.compare and plot is not None:
        yield plot
    yield Heading(2, ("Does the record follow the rules?",))
    yield from _differences(summary)
    for name, other in plan.compare:
        comparison = summary.comparisons.get(name)
        if comparison is not None and not comparison.is_for_others:
            yield from _compared(rules, name, other, comparison, timelines.get(name))
    if summary.atlas is not None:
        yield Heading(2, ("Every two of them",))
        others = {name for name, one in summary.comparisons.items() if one.is_for_others}
        yield from _atlas(summary.atlas, sum(summary.kans.values()), others)
    if plan.compare:
        yield Heading(2, ("How far this goes",))
        yield Paragraph((CLAIM,))


def _table(head: Sequence[str], rows: Iterable[Sequence[str | CodeText]], numbers: Sequence[int] = ()) -> TableBlock:
    return TableBlock(tuple(head), tuple(map(tuple, rows)), tuple(numbers))


def _overview(summary: Summary, plan: AuditPlan) -> Iterator[Block]:
    rows = list(overview(summary, plan))
    if rows:
        yield _table(OVERVIEW, rows, numbers=(1, 2, 3, 4, 5))
    if line := not_compared(summary, plan):
        yield Paragraph((f"{capital(line)}.",))


def _atlas(atlas: Atlas, kans: int, left_out: Set[str]) -> Iterator[Block]:
    against_each_other = f"Of {number(atlas.hands, 'hand')} that were held against each other"
    yield Paragraph((f"{against_each_other}, with all their kans and all their points.",))
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
    yield _table(("", "and", "hands ruled differently", "kans", "points"), rows, numbers=(2, 3, 4))


def _counts(summary: Summary) -> Iterator[Block]:
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
    yield _table(("", "count", "share"), rows, numbers=(1,))


def _differences(summary: Summary) -> Iterator[Block]:
    if not summary.differences:
        yield Paragraph(("In every action, indicator, result and payment. No difference was found.",))
    else:
        rows = [
            (code, meaning(code), f"{known.count:,}", found_text(known.first))
            for code, known in sorted(summary.codes.items(), key=lambda item: -item[1].count)
        ]
        yield _table(("code", "says", "times", "first"), rows, numbers=(2,))
    lines = [line.strip() for line in left_out(summary)]
    if lines:
        yield Paragraph(("What could not be judged:",))
        yield Items(tuple((line,) for line in lines))
    for reason, count in sorted(summary.scopes.items()):
        yield Paragraph((f"Out of scope: {count:,}: {reason}.",))
    for room, count in sorted(summary.rooms.items()):
        yield Paragraph((f"{number(count, 'game')} under {room}.",))
    if summary.unreadable_count:
        files = number(summary.unreadable_count, "file")
        yield Paragraph((f"Unreadable: {files}, {summary.foreign:,} of them no records at all. The first:",))
        yield Items(tuple((CodeText(file), f": {why}") for file, why in summary.unreadable[:20]))


def _compared(rules: Ruleset, name: str, other: Ruleset, one: Comparison, timeline: Picture | None) -> Iterator[Block]:
    yield Heading(2, (f"Under {other.title} (", CodeText(name), ") instead"))
    said = (
        f"{one.touched:,} of {number(one.hands, 'hand')} ({percent(one.touched, one.hands)}) would have been ruled "
        f"differently, {one.touched_by_kans:,} ({percent(one.touched_by_kans, one.hands)}) over a kan, its indicator "
        f"or liability. In {one.open_ended:,} ({percent(one.open_ended, one.hands)}) play could have differed from "
        "some moment on; nothing is claimed after it."
    )
    yield Paragraph((said,))
    if timeline is not None:
        yield timeline
    if one.areas:
        rows = [
            (text, f"{one.areas[area]:,}", percent(one.areas[area], one.hands))
            for area, text in AREAS.items()
            if area in one.areas
        ]
        yield _table(("what", "hands", "share"), rows, numbers=(1, 2))
        examples = [
            (code, meaning_otherwise(code), f"{counted.hands:,}", example_text(counted.first))
            for code, counted in sorted(one.codes.items(), key=lambda item: -item[1].hands)
        ]
        yield _table(("code", "says", "hands", "first"), examples, numbers=(2,))
    said = (
        f"Of {number(one.wins, 'win')} that both score, in hands played alike, {one.wins_changed:,} "
        f"({percent(one.wins_changed, one.wins)}) would have been paid otherwise: {one.points_moved:,} points, "
        f"{percent(one.points_moved, one.points)} of all that these wins paid."
    )
    yield Paragraph((said,))
    if one.causes:
        causes = [
            (cause, f"{counted.hands:,}", f"{counted.points:,}", example_text(counted.first))
            for cause, counted in sorted(one.causes.items(), key=lambda item: -item[1].points)
        ]
        yield _table(("by", "wins", "points", "first"), causes, numbers=(1, 2))
    if one.largest is not None:
        yield Paragraph((f"The largest: {one.largest.points:,} points, {example_text(one.largest)}.",))
    if one.wins_unknown:
        unknown = number(one.wins_unknown, "win")
        said = (
            f"{unknown} would have counted a kan dora indicator that the record does not show; their value is "
            "not claimed."
        )
        yield Paragraph((said,))
    if one.skipped:
        skipped = number(one.skipped, "hand")
        yield Paragraph((f"{skipped} not compared: they break off, or differ already from ", CodeText(rules.id), "."))
    lines = _settings(rules, other)
    if lines:
        yield Paragraph(("The lines on kans in which the two rulesets differ:",))
        yield _table(("key", rules.id, name), lines)


def _settings(rules: Ruleset, other: Ruleset) -> list[tuple[CodeText, str, str]]:
    ours, theirs = rules.values, other.values
    return [
        (CodeText(key), shown_value(ours[key]), shown_value(theirs[key]))
        for key in ours
        if key.partition(".")[0] in KAN_TABLES and ours[key] != theirs[key]
    ]
