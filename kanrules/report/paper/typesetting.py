"""Pages set by typst: a bundled template, its data, and two embedded fonts.

Text of a ruleset is never part of the template: typst reads it as data, so it cannot act as markup.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from kanrules.errors import wrong_use
from kanrules.installation import how_to_get

LATIN, JAPANESE = "Noto Sans", "Noto Sans CJK JP"
"""Family names of the fonts."""
_BROUGHT_BY: dict[str, tuple[str, ...]] = {
    LATIN: ("fontpkg_noto_sans",),
    JAPANESE: ("noto_cjk_sans_jp_regular", "noto_cjk_sans_jp_bold"),
}
"""Packages of the extra whose folders hold the files of a font, by font."""
_DEBIAN = {LATIN: "fonts-noto-core", JAPANESE: "fonts-noto-cjk"}
_SPACES = frozenset("\t\n\r\u00ad\u200b")
"""Characters that need no glyph."""
_DIRECTIONS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Characters that change the direction of text. A name with one could show something else than it says."""
_PLACES = """{
  let paper = json(bytes(sys.inputs.settings))
  query(<said>).map(one => {
    let at = one.location().position()
    (..one.value, page: at.page, x: at.x / (paper.width * 1mm), y: at.y / (paper.height * 1mm))
  })
}"""
"""Where the marks of a page ended up. Asked from outside: a mark that asked for its own place would make typst lay out
every page twice.
"""
_CREATED = 0
"""Creation time written to each file. It is constant, so that the same input gives the same bytes."""


class PaperPage:
    """A template with its data, ready to be measured and written.

    Raises UnreadableError if typst or a font that the languages need is missing.
    """

    def __init__(self, template: str, data: Mapping[str, Any], languages: Iterable[str]) -> None:
        self._typst = _typst()
        printed = _signs(data) - _SPACES
        only_japanese = printed - covered(LATIN)
        needed = [LATIN, *([JAPANESE] if "ja" in languages or only_japanese else [])]
        self._fonts = fonts(tuple(needed))
        _refuse(only_japanese - covered(JAPANESE) if only_japanese else only_japanese)
        self._data = json.dumps(data, ensure_ascii=False)
        self._source = files(__package__).joinpath(f"{template}.typ").read_bytes()

    def measure(self, **settings: Any) -> list[Any]:
        """Return what the template marks with `<said>` under these settings, with the page of each mark and its place
        there: `x` and `y` go from 0 to 1.
        """
        said = self._typst.eval(self._source, _PLACES, font_paths=self._fonts, sys_inputs=self._inputs(settings))
        found: list[Any] = json.loads(said)
        return found

    def pdf(self, **settings: Any) -> bytes:
        """Return the page as PDF."""
        made: bytes = self._typst.compile(
            self._source, format="pdf", font_paths=self._fonts, sys_inputs=self._inputs(settings), timestamp=_CREATED
        )
        return made

    def _inputs(self, settings: Mapping[str, Any]) -> dict[str, str]:
        return {"data": self._data, "settings": json.dumps(settings)}


def _typst() -> Any:
    try:
        import typst
    except ImportError:
        raise wrong_use(
            f"a PDF needs typst, which is not installed: {how_to_get('pdf')} (--to html needs nothing)"
        ) from None
    return typst


def _signs(data: Any) -> frozenset[str]:
    """Return every character in the texts of the data, pictures included."""
    if isinstance(data, str):
        return frozenset(data)
    if isinstance(data, Mapping):
        return frozenset().union(*map(_signs, data.values()))
    return frozenset().union(*map(_signs, data)) if isinstance(data, (list, tuple)) else frozenset()


def _refuse(missing: frozenset[str]) -> None:
    """Raise UnreadableError for characters that no font has: typst would print boxes, or nothing."""
    if missing:
        named = ", ".join(f"{sign if sign.isprintable() else ''} U+{ord(sign):04X}".strip() for sign in sorted(missing))
        raise wrong_use(f"the fonts of a PDF ({LATIN}, {JAPANESE}) lack these characters: {named}")


@cache
def covered(font: str) -> frozenset[str]:
    """Return the characters of a font, without those that only change the direction of text.

    Raises UnreadableError if the font or the extra is missing.
    """
    fonts((font,))
    try:
        from fontTools.ttLib import TTFont
    except ImportError:
        raise wrong_use(f"a PDF needs fonttools, which is not installed: {how_to_get('pdf')}") from None
    found = next(one for one in fonts((font,)).fonts() if one.family == font)
    with TTFont(found.path, fontNumber=found.index, lazy=True) as read:
        return frozenset(map(chr, read.getBestCmap())) - _DIRECTIONS


@cache
def fonts(needed: tuple[str, ...]) -> Any:
    """Return the fonts for typst: those of the extra, or else those of the system with the same names.

    Raises UnreadableError, with the command that installs the extra, if one is missing.
    """
    typst = _typst()
    folders = [str(folder) for font in needed for module in _BROUGHT_BY[font] if (folder := _folder(module))]
    found = typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=folders)
    if not set(needed) <= set(found.families()):
        found = typst.Fonts(include_system_fonts=True, include_embedded_fonts=False, font_paths=folders)
    families = set(found.families())
    for font in needed:
        if font not in families:
            raise wrong_use(
                f"a PDF{' in Japanese' if font == JAPANESE else ''} needs the font {font}, which is not there: "
                f"{how_to_get('pdf')} (or the Debian package {_DEBIAN[font]})"
            )
    return found


def fonts_of(languages: Iterable[str]) -> Any:
    """Return the fonts that pages in these languages need. Raises UnreadableError as `fonts` does."""
    return fonts((LATIN, JAPANESE) if "ja" in languages else (LATIN,))


def _folder(module: str) -> Path | None:
    found = find_spec(module)
    return Path(found.origin).parent if found is not None and found.origin else None
