"""The page that a saved site shows without a network in place of a page that it has not saved."""

from __future__ import annotations

from html import escape

from kanrules.site import words
from kanrules.site.frame import Frame

ADDRESS = "offline/index.html"
"""Address of this page in the folder of its language. The script that saves the site knows it, too."""


def offline_page(frame: Frame) -> str:
    """Return the page."""
    title = frame.say(words.NOT_SAVED)
    body = f'<h1>{escape(title)}</h1><p class="lead">{escape(frame.say(words.NOT_SAVED_LEAD))}</p>'
    return frame.page(title, body, at=ADDRESS)
