"""Strokes of a brush: outlines whose width follows the direction of each stroke, as in printed kanji.

A horizontal stroke is thin and ends in a small weight, a vertical one is thick, a stroke that falls to the left ends in
a point, and one that falls to the right swells before it ends.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

_TOKEN = re.compile(r"[MLHVC]|-?(?:\d+\.?\d*|\.\d+)")
_THIN, _SMALL = 0.72, 16.0
"""Width of a horizontal stroke relative to a vertical one; length up to which a last turn is a hook."""
Point = tuple[float, float]


@lru_cache(maxsize=64)
def brushed(strokes: str, width: float) -> str:
    """Return the path to fill for strokes that are given as lines.

    `strokes` is a path of absolute `M`, `L`, `H`, `V` and `C` commands, one `M` for each stroke, and `width` the width
    of a vertical stroke.
    """
    return "".join(_outline(points, width) for points in _lines(strokes))


def _lines(strokes: str) -> Iterator[list[Point]]:
    """Yield each stroke as points along it."""
    tokens = _TOKEN.findall(strokes)
    points: list[Point] = []
    at, command = 0, ""
    while at < len(tokens):
        if tokens[at].isalpha():
            command = tokens[at]
            at += 1
        if command == "M":
            if points:
                yield points
            points = [(float(tokens[at]), float(tokens[at + 1]))]
            command, at = "L", at + 2
            continue
        x, y = points[-1]
        if command == "C":
            bx, by, cx, cy, dx, dy = map(float, tokens[at : at + 6])
            points += _curve((x, y), (bx, by), (cx, cy), (dx, dy))
            at += 6
        elif command == "L":
            points.append((float(tokens[at]), float(tokens[at + 1])))
            at += 2
        else:
            points.append((float(tokens[at]), y) if command == "H" else (x, float(tokens[at])))
            at += 1
    if points:
        yield points


def _curve(a: Point, b: Point, c: Point, d: Point, steps: int = 7) -> list[Point]:
    found = []
    for step in range(1, steps + 1):
        t = step / steps
        s = 1 - t
        weights = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
        x, y = (sum(w * p[axis] for w, p in zip(weights, (a, b, c, d), strict=True)) for axis in (0, 1))
        found.append((x, y))
    return found


def _outline(points: Sequence[Point], width: float) -> str:
    """Return the closed outline of one stroke."""
    lengths = [math.dist(one, other) for one, other in pairwise(points)]
    whole = sum(lengths)
    dense: list[tuple[Point, float]] = []
    walked = 0.0
    for (one, other), length in zip(pairwise(points), lengths, strict=True):
        marks = {walked + part * length for part in (0.0, 0.5)}
        # The ends of a stroke change their width quickly.
        marks |= {
            place for place in (0.5 * width, whole - width, whole - 0.45 * width) if walked < place < walked + length
        }
        for place in sorted(marks):
            t = (place - walked) / length if length else 0
            dense.append(((one[0] + (other[0] - one[0]) * t, one[1] + (other[1] - one[1]) * t), place))
        walked += length
    dense.append((points[-1], whole))
    left, right = [], []
    for at, ((x, y), place) in enumerate(dense):
        (px, py), (nx, ny) = dense[max(0, at - 1)][0], dense[min(len(dense) - 1, at + 1)][0]
        dx, dy = nx - px, ny - py
        norm = math.hypot(dx, dy) or 1
        half = width * 0.55 * _weight(dx / norm, dy / norm, place, whole, width, points)
        left.append((x - dy / norm * half, y + dx / norm * half))
        right.append((x + dy / norm * half, y - dx / norm * half))
    return _path([*left, *reversed(right)])


def _weight(dx: float, dy: float, place: float, whole: float, width: float, points: Sequence[Point]) -> float:
    """Return the relative width of a stroke at a place on it."""
    flat = abs(dx) ** 2
    base = 1 - (1 - _THIN) * flat**2
    (sx, sy), (ex, ey) = points[-2], points[-1]
    lx, ly = ex - sx, ey - sy
    last = math.hypot(lx, ly) or 1
    left_to_end, part = whole - place, place / whole if whole else 0
    if ly > 0.3 * last and lx < -0.25 * last:
        return base * (1.12 - 0.92 * part)
    if ly > 0.3 * last and lx > 0.25 * last and len(points) > 2:
        swelling = 0.62 + 0.62 * part
        return swelling if left_to_end > 0.9 * width else swelling * max(0.18, left_to_end / (0.9 * width))
    if last < _SMALL and (lx < 0 or ly < 0):
        return base * max(0.15, min(1.0, left_to_end / 9))
    if flat > 0.8 and left_to_end < 1.05 * width:
        return base * (1.42 if left_to_end > 0.2 * width else 1.0)
    if place < 0.5 * width:
        return base * 1.14
    return base


def _path(points: Sequence[Point]) -> str:
    """Return a closed path in relative steps of a tenth, which is short."""
    at = [(round(x * 10), round(y * 10)) for x, y in points]
    drawn = f"M{_tenth(at[0][0])} {_tenth(at[0][1])}l"
    for (x, y), (nx, ny) in pairwise(at):
        step = f"{_tenth(nx - x)} {_tenth(ny - y)}"
        drawn += step if drawn.endswith("l") or step.startswith("-") else f" {step}"
    return drawn.replace(" -", "-") + "z"


def _tenth(value: int) -> str:
    return f"{value / 10:g}".replace("0.", ".", 1) if abs(value) < 10 else f"{value / 10:g}"
