"""The parts of a law book as plain data: articles, numbered provisions, and their margins."""

from __future__ import annotations

from kanrules.frozen import frozen
from kanrules.rulings import Basis


@frozen
class MarginClause:
    """A clause in the margin: the mark of its document, and its number. Both are "" for a text without numbers."""

    mark: str
    clause: str


@frozen
class OpenDecision:
    """What a club has to decide: the question, and what kanrules assumes until then."""

    question: str
    assumed: str
    keys: tuple[str, ...]


@frozen
class Provision:
    """One numbered rule of an article.

    All texts are in the language of the book. `text` is "" for an open decision, which has no law yet.
    """

    number: str
    text: str
    basis: Basis | None
    """None for words of the template."""
    items: tuple[str, ...] = ()
    """Conditions of a list below the text."""
    title: str = ""
    """A heading that begins the line, for provisions that readers look up by subject."""
    language: str = ""
    """Language of the text if it is the ruleset's own and not translated: "und"."""
    cited: tuple[MarginClause, ...] = ()
    source: str = ""
    """What the margin says instead of a clause: an own rule, a plugin, or that the rule is common."""
    keys: tuple[str, ...] = ()
    """Keys whose values the text says."""
    refs: tuple[str, ...] = ()
    """References of the values, such as `ema-2016/kandora.ankan`."""
    cases: tuple[str, ...] = ()
    """Ids of the casebook questions that show the rule."""
    decision: OpenDecision | None = None


@frozen
class ArticleExample:
    """A casebook question that an article shows: the position, what happens, and the ruleset's answer."""

    id: str
    tiles: tuple[str, ...]
    """The tiles of each player whom the question names, in words."""
    steps: tuple[str, ...]
    """What happens, line by line."""
    question: str
    answer: str
    picture: str
    """SVG of the tiles; "" if the question has none."""
    is_sourced: bool
    number: str = ""
    """Number of the provision that it shows; "" if it shows the whole article."""


@frozen
class Article:
    """One article: its number, its title, its provisions, and its examples."""

    number: int
    title: str
    provisions: tuple[Provision, ...]
    examples: tuple[ArticleExample, ...] = ()

    def shown_after(self, one: Provision) -> tuple[ArticleExample, ...]:
        """Return the examples that belong below this provision: those of it, and below the last, those of none."""
        last = self.provisions[-1].number
        return tuple(example for example in self.examples if one.number == (example.number or last))
