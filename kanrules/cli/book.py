"""`kanrules book`: the law of the kan as a chapter of a rulebook that a club can adopt."""

from __future__ import annotations

from kanrules.cli.default_rules import required_rules
from kanrules.cli.help import make_command
from kanrules.cli.output import write_page, write_pdf
from kanrules.cli.shared_options import (
    OUT,
    PAGE_LANG,
    PLUGINS,
    RULESET,
    Target,
    option,
    target_of,
    target_option,
)
from kanrules.locale import Translator

FORMATS = (Target.MD, Target.HTML, Target.PDF)
"""File formats that the command writes."""


@make_command
@RULESET
@PAGE_LANG
@target_option(
    FORMATS,
    help="Output: md (Markdown), html (a page), or pdf (needs kanrules[pdf]). Default: the extension of --out, or md.",
)
@option("--final", help="Refuse to print while a decision is open, and list what is left.")
@OUT
@PLUGINS
def command(rules: str, speak: Translator, to: Target | None, final: bool, out: str) -> None:
    """Print the law of the kan as articles that a club can adopt.

    The articles are full sentences, with the clause of the rulebook, and examples from the casebook. An assumption is
    not law: it is printed as a decision that the club has to make. Set the key in your ruleset to make it. A final book
    has no open decisions.

    Examples:

      kanrules book ema-2016

      kanrules book club.toml --out kans.pdf

      kanrules book club.toml --lang de --to html --out kans.html
    """
    from kanrules.drawing.canvas import Theme
    from kanrules.report.law_book import law_book
    from kanrules.report.law_book.book_html import book_html
    from kanrules.report.law_book.book_markdown import book_markdown

    ruleset = required_rules(rules, option="")
    target = target_of(to, out, FORMATS) or Target.MD
    theme = Theme.LIGHT if target is Target.PDF else Theme.AUTO
    book = law_book(ruleset, speak.language, final=final, theme=theme)
    if target is Target.PDF:
        from kanrules.report.paper.law_book import law_book_pdf

        write_pdf(law_book_pdf(book), out)
    else:
        write_page(book_html(book) if target is Target.HTML else book_markdown(book), out)
