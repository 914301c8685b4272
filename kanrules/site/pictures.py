"""Pictures inside a page. Colours are in the page's style, and each tile is drawn once."""

from __future__ import annotations

import re

from kanrules import svg
from kanrules.drawing.rows import face_name
from kanrules.drawing.rows import sprite as sprite
from kanrules.locale import Translator
from kanrules.ruleset import Ruleset

_STYLE = re.compile(r"<style>.*?</style>", re.DOTALL)
_FACES = re.compile(r"<defs>.*?</defs>", re.DOTALL)


def inline(picture: str) -> str:
    """Return a picture without its own style and tile faces, for a page that has them. The page's policy forbids styles
    in pictures.
    """
    return _FACES.sub("", _STYLE.sub("", picture)).strip()


def use(tile: str, say: Translator) -> str:
    """Return a reference to a tile that is drawn once on the page, with the letters of its language."""
    return f'<use href="#{face_name(tile, say)}"/>'


def timelines(rules: Ruleset, beside: Ruleset | None = None, *, lang: str = "en") -> str:
    """Return the timeline twice, horizontal and upright. The page's style shows the one that fits."""
    across, upright = (
        _STYLE.sub("", svg.timeline(rules, beside, upright=way, lang=lang)).strip() for way in (False, True)
    )
    return f'<div class="across">{across}</div><div class="upright">{upright}</div>'
