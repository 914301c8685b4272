"""What the catalogue says of one local rule, and where rules like it are written down."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from kanrules import Grade, Source


@dataclass(frozen=True)
class LocalRule:
    """One option of `[plugin.club]`: its sentence, where it was seen, and the law that it switches on."""

    name: str
    default: Any
    """The value that leaves the rule out."""
    sheet: str | Mapping[str, str]
    """The sentence for a rule sheet; for an option with a choice, one for each value."""
    law: Callable[..., Any] | None = None
    """Takes the option's value and then the arguments of its hook; None if the law of another option reads it."""
    answers: tuple[str, ...] = ()
    """The functions of the plugin that ask the law."""
    seen: Source | None = None
    """Where the rule is written down; None for an invented example."""
    details: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    """Which values the option may have."""
    supersedes: tuple[str, ...] = ()
    """Keys that have no effect under the rule."""
    qualifies: tuple[str, ...] = ()
    """Keys that the rule makes exceptions to."""


def seen(document: str, url: str, clause: str = "") -> Source:
    """Return the page on which a rule was seen. None of them is the text of an authority."""
    return Source(document, clause, url, Grade.SECONDARY)


ASAMI = "Asami Ryo, Mahjong Q & A"
"""浅見了, 麻雀祭都: questions and answers on old and local rules."""
COLLEGE = "Mahjong College"
RULES_OF_JAPAN = "Rules of Japanese mahjong (rascalhp)"
