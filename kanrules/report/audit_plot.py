"""The plot of an audit, drawn by matplotlib (the extra `kanrules[plot]`)."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

from matplotlib import rc_context
from matplotlib.figure import Figure

from kanrules.report.audit_text import AREAS, INSTANTS

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from kanrules.corpus import Plan, Summary

COLOURS = ("#3b6ea8", "#c8553d", "#5a8f5a", "#8a6bb1", "#b08d2e", "#4aa3a2", "#7a7a7a", "#b5577f")
HATCHES = ("", "///", "...", "xxx")
"""For more rulesets than there are colours."""


def draw(summary: Summary, plan: Plan) -> tuple[bytes, bytes]:
    """Draws, as SVG and as PNG, the share of hands that each other ruleset would have ruled differently, by part of the law; without
    another ruleset the kans by type and instant. The same corpus gives the same file.
    """
    with rc_context(
        {"svg.hashsalt": "kanrules", "font.size": 10, "axes.spines.top": False, "axes.spines.right": False}
    ):
        others = [(name, rules.title) for name, rules in plan.compare if name in summary.comparisons]
        if others:
            figure = Figure(
                figsize=(9, 2.3 + 0.12 * len(others) + 0.62 * len(AREAS) * max(1.0, 0.45 * len(others))),
                layout="constrained",
            )
            _head(
                figure,
                f"{summary.hands:,} hands played under {plan.rules.title}:\nwhere other rulesets would have ruled differently",
            )
            _draw_comparison(figure.subplots(), summary, others)
            figure.legend(loc="outside lower left", ncols=2, frameon=False)
        else:
            figure = Figure(figsize=(9, 4), layout="constrained")
            _head(figure, f"Kans in {summary.hands:,} hands under {plan.rules.title}")
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
