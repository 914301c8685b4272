"""The glossary as a page: every term, its meaning, its other names, and the related keys."""

from __future__ import annotations

from html import escape

from kanrules.ruleset.glossary import glossary, keys_about
from kanrules.ruleset.keys import keys
from kanrules.site import words
from kanrules.site.frame import Frame


def glossary_page(frame: Frame) -> str:
    """Return the page of the glossary."""
    say = frame.say
    entries = ""
    initials: dict[str, str] = {}
    for name, entry in sorted(glossary().items(), key=lambda item: item[0].casefold()):
        also = (
            f'<p class="small"><span class="mut">{escape(say(words.ALSO))}:</span> {escape(", ".join(entry.also))}</p>'
        )
        # A club's site is to be small: its page of rules has every key.
        about = () if frame.books else keys_about(name)
        related = "".join(f"<li>{escape(say(keys()[key].question))}</li>" for key in about)
        asked = (
            f'<details class="idle"><summary>{escape(say(words.ASKED_BY))}</summary>'
            f'<ul class="plain">{related}</ul></details>'
        )
        beyond = f'<p class="small default">{escape(say(words.OUTSIDE))}</p>' if entry.outside else ""
        ident = "".join(sign if sign.isalnum() else "-" for sign in name)
        initials.setdefault(name[0].upper(), ident)
        found = escape(" ".join((name.replace("_", " "), *entry.also)).casefold())
        entries += (
            f'<details class="term" id="{ident}" data-found="{found}">'
            f"<summary>{escape(name.replace('_', ' '))}</summary>"
            f"<p>{escape(say(entry.meaning))}</p>{also if entry.also else ''}{beyond}"
            f"{asked if related else ''}</details>"
        )
    letters = "".join(f'<a href="#{ident}">{escape(letter)}</a>' for letter, ident in initials.items())
    body = (
        f'<h1>{escape(say(words.GLOSSARY))}</h1><p class="lead">{escape(say(words.GLOSSARY_TITLE))}</p>'
        f'<label class="vh" for="term">{escape(say(words.FIND_TERM))}</label><input id="term" type="search" hidden '
        f'placeholder="{escape(say(words.FIND_TERM))}" autocomplete="off"><nav class="toc letters">{letters}</nav>'
        f'<div class="words">{entries}</div>'
    )
    return frame.page(say(words.GLOSSARY), body, at="glossary/index.html", current="glossary")
