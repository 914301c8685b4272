"""The plot of an audit, drawn by matplotlib (the extra `kanrules[plot]`)."""

from __future__ import annotations

from io import BytesIO
from math import nan
from typing import TYPE_CHECKING

from matplotlib import rc_context
from matplotlib.figure import Figure

from kanrules.corpus.atlas import Atlas, Pair
from kanrules.locale.sentences import number as say_number
from kanrules.report.audit_text import AREAS, INSTANTS, MANY

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from matplotlib.axes import Axes

    from kanrules.corpus import AuditPlan, Summary

COLOURS = ("#3b6ea8", "#c8553d", "#5a8f5a", "#8a6bb1", "#b08d2e", "#4aa3a2", "#7a7a7a", "#b5577f")
HATCHES = ("", "///", "...", "xxx")
"""Hatches that distinguish rulesets when the colours run out."""


def draw(summary: Summary, plan: AuditPlan) -> tuple[bytes, bytes]:
    """Draw the plot of an audit, as SVG and PNG.

    It shows the share of hands that each other ruleset rules differently, by part of the law. Without another ruleset,
    it shows the kans by type and moment. The same corpus gives the same file.
    """
    with rc_context(
        {"svg.hashsalt": "kanrules", "font.size": 10, "axes.spines.top": False, "axes.spines.right": False}
    ):
        compared = {name for name, one in summary.comparisons.items() if not one.is_for_others}
        others = [(name, rules.title) for name, rules in plan.compare if name in compared]
        if len(others) > MANY and summary.atlas is not None:
            side = 3.5 + 0.21 * (len(others) + 1)
            figure = Figure(figsize=(side, side), layout="constrained")
            _head(
                figure,
                f"{say_number(summary.hands, 'hand')} played under {plan.rules.title}: what every pair of rulesets "
                "rules differently\n"
                "below the diagonal the share of hands, above it the points moved in a hundred hands",
            )
            _draw_atlas(figure, summary.atlas, [plan.rules.id, *(name for name, _ in others)])
        elif others:
            figure = Figure(
                figsize=(9, 2.3 + 0.12 * len(others) + 0.62 * len(AREAS) * max(1.0, 0.45 * len(others))),
                layout="constrained",
            )
            _head(
                figure,
                f"{say_number(summary.hands, 'hand')} played under {plan.rules.title}:\n"
                "where other rulesets would have ruled differently",
            )
            _draw_comparison(figure.subplots(), summary, others)
            figure.legend(loc="outside lower left", ncols=2, frameon=False)
        else:
            figure = Figure(figsize=(9, 4), layout="constrained")
            _head(figure, f"Kans in {say_number(summary.hands, 'hand')} under {plan.rules.title}")
            _draw_counts(figure.subplots(), summary)
        svg, png = BytesIO(), BytesIO()
        figure.savefig(svg, format="svg", metadata={"Date": None})
        figure.savefig(png, format="png", dpi=150, metadata={"Software": None})
    return svg.getvalue(), png.getvalue()


def _head(figure: Figure, title: str) -> None:
    figure.suptitle(title, x=0.01, ha="left", fontsize=11)


def _draw_comparison(axes: Axes, summary: Summary, others: list[tuple[str, str]]) -> None:
    areas = list(AREAS)
    height = 0.8 / len(others)
    for number, (name, label) in enumerate(others):
        comparison = summary.comparisons[name]
        shares = [100 * comparison.areas.get(area, 0) / comparison.hands if comparison.hands else 0 for area in areas]
        places = [at + (number - (len(others) - 1) / 2) * height for at in range(len(areas))]
        again, colour = divmod(number, len(COLOURS))
        hatch = HATCHES[again % len(HATCHES)]
        bars = axes.barh(
            places,
            shares,
            height * 0.92,
            label=label,
            color=COLOURS[colour],
            hatch=hatch,
            edgecolor="white",
            linewidth=0,
        )
        axes.bar_label(bars, labels=[_label(share) for share in shares], padding=3, fontsize=8)
    axes.set_yticks(range(len(areas)), [AREAS[area].replace(" would have ", "\nwould have ") for area in areas])
    axes.invert_yaxis()
    axes.set_xlabel("% of hands")
    axes.margins(x=0.12)


def _draw_atlas(figure: Figure, atlas: Atlas, books: Sequence[str]) -> None:
    """Draw a matrix of these rulesets, with similar ones next to each other."""
    pairs = {frozenset((first, second)): pair for first, second, pair in atlas.pairs()}
    order = _neighbours(books, {both: pair.hands for both, pair in pairs.items()})
    hands, points = [], []
    for at, row in enumerate(order):
        found = [pairs.get(frozenset((row, column)), Pair()) for column in order]
        hands.append(
            [100 * pair.hands / max(atlas.hands, 1) if place < at else nan for place, pair in enumerate(found)]
        )
        points.append(
            [100 * pair.points / max(atlas.hands, 1) if place > at else nan for place, pair in enumerate(found)]
        )
    room = figure.subplot_mosaic([["square", "square"], ["hands", "points"]], height_ratios=(60, 1))
    axes = room["square"]
    for values, colours, scale, label in (
        (hands, "Blues", "hands", "% of hands ruled differently"),
        (points, "Oranges", "points", "points moved in 100 hands"),
    ):
        image = axes.imshow(values, cmap=colours, vmin=0)
        figure.colorbar(image, cax=room[scale], orientation="horizontal", label=label)
    axes.set_xticks(range(len(order)), order, rotation=90, fontsize=7)
    axes.set_yticks(range(len(order)), order, fontsize=7)
    axes.xaxis.tick_top()
    axes.tick_params(length=0)
    for spine in axes.spines.values():
        spine.set_visible(False)


def _neighbours(books: Sequence[str], apart: Mapping[frozenset[str], int]) -> list[str]:
    """Return the rulesets in an order in which each is followed by the nearest remaining one. The first stays first."""
    order, left = [books[0]], list(books[1:])
    while left:
        nearest = min(left, key=lambda one: apart.get(frozenset((order[-1], one)), 0))
        left.remove(nearest)
        order.append(nearest)
    return order


def _draw_counts(axes: Axes, summary: Summary) -> None:
    rows = [*summary.kans.items()]
    rows += [
        (f"kandora {INSTANTS.get(instant, instant)}", count) for instant, count in sorted(summary.indicators.items())
    ]
    if summary.not_turned:
        rows.append(("kandora never turned", summary.not_turned))
    shares = [100 * count / summary.hands if summary.hands else 0 for _, count in rows]
    colours = [COLOURS[0]] * len(summary.kans) + [COLOURS[1]] * (len(rows) - len(summary.kans))
    bars = axes.barh(range(len(rows)), shares, color=colours)
    axes.bar_label(bars, labels=[f"{count:,}" for _, count in rows], padding=3, fontsize=8)
    axes.set_yticks(range(len(rows)), [name for name, _ in rows])
    axes.invert_yaxis()
    axes.set_xlabel("in 100 hands")
    axes.margins(x=0.12)


def _label(share: float) -> str:
    return "none" if not share else f"{share:.1f} %" if share >= 1 else f"{share:.2g} %"
