"""Shared parts of pictures: light and dark colours, title and description, numbers, and escaped text."""

from __future__ import annotations

from enum import StrEnum


class Theme(StrEnum):
    """Colour scheme of a picture."""

    AUTO = "auto"
    """The scheme of the reader's device."""
    LIGHT = "light"
    DARK = "dark"


# Contrast on the tile's face, red green blue: 6.9 6.5 8.1 in light, 5.7 6.3 7.5 in dark.
_LIGHT = {
    "face": "#fffef9", "edge": "#3a3f44", "black": "#16191c", "red": "#b3141b", "green": "#0c6b3c", "blue": "#1c4f91",
    "back": "#b5843a", "line": "#fdf3df", "accent": "#0b5c4d", "ink": "#15191c", "muted": "#565f66",
    "ground": "#ffffff", "rule": "#7d868d", "band": "#eef1f2",
}  # fmt: skip
_DARK = {
    "face": "#e4dfd2", "edge": "#0a0c0e", "black": "#16191c", "red": "#a80f17", "green": "#085a31", "blue": "#15427d",
    "back": "#8c6427", "line": "#e4d3b0", "accent": "#6fd6bd", "ink": "#eef1f2", "muted": "#a9b3ba",
    "ground": "#14181b", "rule": "#7b868e", "band": "#1f2529",
}  # fmt: skip
FONT = "system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','Liberation Sans','DejaVu Sans',sans-serif"


def number(value: float) -> str:
    """Return a number with at most two decimals, as short as possible."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def escape(text: str) -> str:
    """Return text escaped for an element. Characters that XML forbids become question marks."""
    shown = "".join(c if c >= " " and not "\ud800" <= c <= "\udfff" and c not in "\ufffe\uffff" else "?" for c in text)
    return shown.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def attribute(text: str) -> str:
    """Return text as a quoted attribute value."""
    return '"' + escape(text).replace('"', "&quot;") + '"'


def fill(theme: Theme, colour: str) -> str:
    """Return the class attribute that fills a shape with this colour. Its name contains the theme, because pictures of
    two themes may share a page.
    """
    return f'class="k{theme[0]}-{colour}"'


def stroke(theme: Theme, colour: str) -> str:
    """Return the class attribute that draws lines in this colour without filling the shape."""
    return f'class="k{theme[0]}-{colour}-line"'


def style(theme: Theme, inner: str) -> str:
    """Return the `<style>` element with the colours of a theme that a picture uses."""
    used = [name for name in _LIGHT if f'"k{theme[0]}-{name}' in inner]
    if theme is Theme.AUTO:
        light, dark = _classes(theme, _LIGHT, used), _classes(theme, _DARK, used)
        return f"<style>{light}@media (prefers-color-scheme:dark){{{dark}}}</style>"
    return f"<style>{_classes(theme, _LIGHT if theme is Theme.LIGHT else _DARK, used)}</style>"


def stylesheet() -> str:
    """Return the CSS classes of pictures that follow the reader's device, for a page whose pictures have no style of
    their own.
    """
    light, dark = (_classes(Theme.AUTO, colours, list(colours)) for colours in (_LIGHT, _DARK))
    return f"{light}@media (prefers-color-scheme:dark){{{dark}}}"


def _classes(theme: Theme, colours: dict[str, str], used: list[str]) -> str:
    prefix = f".k{theme[0]}-"
    return "".join(
        f"{prefix}{name}{{fill:{colours[name]}}}{prefix}{name}-line{{stroke:{colours[name]};fill:none}}"
        for name in used
    )


def svg(
    inner: str,
    size: tuple[float, float],
    title: str,
    *,
    description: str = "",
    theme: Theme,
    scale: float = 1,
    ground: bool = False,
) -> str:
    """Return a complete picture. `size` is its size in the units of its content; it is shown at `scale` pixels per
    unit.
    """
    width, height = size
    described = f"<desc>{escape(description)}</desc>" if description else ""
    under = f'<rect width="{number(width)}" height="{number(height)}" {fill(theme, "ground")}/>' if ground else ""
    font = f' font-family="{FONT}"' if "<text" in inner else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(width)} {number(height)}" '
        f'width="{number(width * scale)}" '
        f'height="{number(height * scale)}" role="img"{font}>'
        f"<title>{escape(title)}</title>{described}{style(theme, under + inner)}{under}{inner}</svg>\n"
    )


def text(
    theme: Theme,
    x: float,
    y: float,
    words: str,
    size: float,
    *,
    anchor: str = "middle",
    colour: str = "ink",
    bold: bool = False,
    extra: str = "",
) -> str:
    """Return a line of text with its baseline at y."""
    weight = ' font-weight="700"' if bold else ""
    return (
        f'<text x="{number(x)}" y="{number(y)}" font-size="{number(size)}" text-anchor="{anchor}"{weight} '
        f"{fill(theme, colour)}{extra}>{escape(words)}</text>"
    )


def line(theme: Theme, points: str, colour: str = "ink", width: float = 1.5, *, dashes: str = "") -> str:
    """Return a line along a path."""
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    return f'<path d="{points}" stroke-width="{number(width)}"{dashed} {stroke(theme, colour)}/>'
