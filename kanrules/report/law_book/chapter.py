"""The chapter: every article of a ruleset's law of the kan, in order, with its cover."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from kanrules._version import __version__
from kanrules.desk.case_index import cases_by_id
from kanrules.drawing.canvas import Theme
from kanrules.errors import wrong_use
from kanrules.frozen import frozen
from kanrules.locale import marked as _N
from kanrules.locale import translator
from kanrules.report import sheet_words
from kanrules.report.citing import CitedDocument
from kanrules.report.law_book import after_a_kan, declaring, mistakes, riichi_and_liability, tables_and_clubs
from kanrules.report.law_book.article_writer import ArticleWriter
from kanrules.report.law_book.examples import example
from kanrules.report.law_book.provisions import Article, ArticleExample, Provision
from kanrules.ruleset import Ruleset, bundled_ids
from kanrules.ruleset.articles import rule_numbers
from kanrules.ruleset.keys import Takes, alternatives, file_text, keys


@frozen
class _Planned:
    """One article: its title, the function that writes it, and its examples: for each, the casebook questions that can
    be it, the most instructive first.
    """

    title: str
    write: Callable[[ArticleWriter], None]
    examples: tuple[tuple[str, ...], ...] = ()
    applies: Callable[[ArticleWriter], bool] = lambda _: True


ARTICLES: dict[str, _Planned] = {
    "scope": _Planned(_N("Scope and authority"), declaring.scope),
    "definitions": _Planned(_N("Definitions"), declaring.definitions),
    "declaring": _Planned(
        _N("Declaring a kan"), declaring.declaring, (("ankan-straight-after-a-pon", "ankan-of-the-last-live-tile"),)
    ),
    "priority": _Planned(
        _N("Call priority"), declaring.priority, (("ron-and-daiminkan-on-one-discard", "two-players-rob-one-kan"),)
    ),
    "robbing": _Planned(
        _N("Robbing a kan"),
        declaring.robbing,
        (("robbing-a-shouminkan",), ("late-robbery-of-a-shouminkan", "thirteen-orphans-rob-an-ankan")),
    ),
    "replacement": _Planned(
        _N("The replacement tile and the dead wall"), declaring.replacement, (("draws-taken-by-a-kan",),)
    ),
    "indicators": _Planned(
        _N("Kan dora indicators"),
        after_a_kan.indicators,
        (("daiminkan-indicator-replacement-win", "daiminkan-indicator-ron-on-discard"), ("robbed-kan-indicator",)),
    ),
    "several": _Planned(
        _N("Several kans in one turn"), after_a_kan.several, (("kandora-daiminkan-ankan", "kan-on-a-replacement-tile"),)
    ),
    "last_tile": _Planned(
        _N("The last tile"), after_a_kan.last_tile, (("haitei-with-rinshan-kaihou", "daiminkan-of-the-last-discard"),)
    ),
    "four_and_five": _Planned(
        _N("Four and five kans"), after_a_kan.four_and_five, (("four-kans-two-players", "four-kans-one-player"),)
    ),
    "in_riichi": _Planned(
        _N("Kan in riichi"),
        riichi_and_liability.in_riichi,
        (("riichi-kan-split-shape-low-triplet", "riichi-kan-triplet-in-the-wait"),),
    ),
    "furiten": _Planned(
        _N("Furiten after passing"),
        riichi_and_liability.furiten,
        (("passed-shouminkan-other-wait", "passed-kan-another-call"),),
    ),
    "dead_hands": _Planned(
        _N("Dead hands and tenpai"),
        riichi_and_liability.dead_hands,
        (("dead-hand-ankan", "tenpai-waiting-for-a-kan-tile"),),
    ),
    "liability": _Planned(
        _N("Liability"),
        riichi_and_liability.liability,
        (("feeding-the-third-dragon-to-a-daiminkan", "daiminkan-replacement-win-liability"),),
    ),
    "scoring": _Planned(
        _N("The value of kans"),
        riichi_and_liability.value_of_kans,
        (("value-of-three-kans", "tsumo-fu-of-rinshan-kaihou"),),
    ),
    "mistakes": _Planned(_N("Mistakes"), mistakes.mistakes, (("illegal-riichi-kan-exhaustive-draw",),)),
    "three_players": _Planned(
        _N("Three players"),
        tables_and_clubs.three_players,
        (("robbing-a-kita", "kita-after-a-pon"),),
        lambda write: write.rules.options.table.players == 3,
    ),
    "further": _Planned(_N("Further rules"), tables_and_clubs.further, (), tables_and_clubs.has_further),
}
"""Every article by name, in the order of the chapter."""


@frozen
class LawBook:
    """The law of the kan under one ruleset, in one language."""

    language: str
    id: str
    title: str
    edition: str
    authority: str
    in_force_from: str
    in_force_until: str
    replaced_by: str
    """Title of the edition that is in force instead; "" if this one has not expired."""
    parent: str
    """Title of the ruleset that this one is based on; "" if there is none."""
    version: str
    made_by: str
    warning: str
    articles: tuple[Article, ...]
    documents: tuple[CitedDocument, ...]
    is_own: bool = False
    """True if the authority wrote these rules for its tables, False if they restate a rulebook that kanrules has."""
    final: bool = False

    @property
    def provisions(self) -> tuple[Provision, ...]:
        """Every provision of the book."""
        return tuple(one for article in self.articles for one in article.provisions)

    @property
    def open_decisions(self) -> tuple[Provision, ...]:
        """The provisions that are not law until the club decides."""
        return tuple(one for one in self.provisions if one.decision is not None)


def law_book(rules: Ruleset, language: str = "en", *, final: bool = False, theme: Theme = Theme.AUTO) -> LawBook:
    """Return the law of the kan under a ruleset, in a language of `kanrules.locale.LANGUAGES`.

    `theme` is that of the pictures. A final book has no open decisions. Raises UnreadableError, with a list of them, if
    any is left; KeyError for an unknown language.
    """
    speak = translator(language)
    write = ArticleWriter(rules, speak)
    planned = {name: one for name, one in ARTICLES.items() if one.applies(write)}
    write.numbers = {name: at for at, name in enumerate(ARTICLES, 1) if name in planned}
    articles = []
    for name, one in planned.items():
        write.begin(name)
        one.write(write)
        for key in rule_numbers(name):
            # Whoever looks up the number of an own rule finds it.
            if key in keys() and write.acts(key) and (keys()[key].article or write.is_own(key)):
                write.rest(key, cases=_about(key))
        articles.append(Article(write.numbers[name], speak(one.title), write.written, _shown(one, write, theme)))
    head = rules.head
    book = LawBook(
        language=language,
        id=rules.id,
        title=rules.name_in(language),
        edition=speak(rules.edition),
        authority=rules.authority,
        in_force_from=str(head.in_force_from or ""),
        in_force_until=str(head.in_force_until or ""),
        replaced_by=_replaced_by(rules),
        parent="" if head.standalone else _parent(rules),
        version=rules.version,
        made_by=f"kanrules {__version__}",
        warning=speak(sheet_words.PARTIAL) if rules.partial else "",
        articles=tuple(articles),
        documents=write.documents,
        is_own=rules.id not in bundled_ids(),
        final=final,
    )
    if final and book.open_decisions:
        raise wrong_use(_left(book, rules))
    return book


def _about(key: str) -> list[str]:
    """Return the casebook questions that set a key or that it decides."""
    return [id for id, case in cases_by_id().items() if key in (*case.decides, *case.options)]


def _shown(planned: _Planned, write: ArticleWriter, theme: Theme) -> tuple[ArticleExample, ...]:
    """Return the examples of the article that was just written, each with the number of the provision that it shows:
    the one that cites the fewest questions.
    """
    cited = [case for one in write.written for case in one.cases]
    # A question that supposes a value may suppose another one than this ruleset's.
    plain = [case for case in cited if not cases_by_id()[case].options]
    first, *others = planned.examples or ((),)
    groups = [[case for case in group if case in cited] for group in (first, *others)]
    # An article has an example, even if the questions chosen for it do not concern the ruleset.
    made = example((*groups[0], *plain) or first, write.rules, write.speak, theme)
    more = [example(group, write.rules, write.speak, theme) for group in groups[1:]]
    found = {one.id: one for one in (made, *more) if one is not None}
    return tuple(replace(one, number=_showing(one, write.written)) for one in found.values())


def _showing(made: ArticleExample, written: tuple[Provision, ...]) -> str:
    showing = [one for one in written if made.id in one.cases]
    return min(showing, key=lambda one: len(one.cases)).number if showing else ""


def _parent(rules: Ruleset) -> str:
    if len(rules.layers) < 2:
        return ""
    head = rules.layers[1].written.head
    return f"{head.name} {head.edition}".strip() or head.id


def _replaced_by(rules: Ruleset) -> str:
    from datetime import date

    from kanrules.ruleset.history import later_editions

    later = list(later_editions(rules, date.today()))
    return later[-1].title if later else ""


def _left(book: LawBook, rules: Ruleset) -> str:
    """Return the message that lists what a club still has to decide, as lines of its file."""
    found = book.open_decisions
    lines = [f"{book.id}: {len(found)} articles are not decided, so the book cannot be final; set these keys:"]
    for one in found:
        assert one.decision is not None and one.decision.keys
        lines.append(f"  {one.number} {one.decision.question}")
        lines += [f"      {_as_written(key, rules)}" for key in one.decision.keys]
    return "\n".join(lines)


def _as_written(name: str, rules: Ruleset) -> str:
    """Return a key with the value that is assumed until the club decides, and the other values that it may have."""
    key = keys()[name]
    others = alternatives(key, rules[name]) if key.takes in (Takes.CHOICE, Takes.SWITCH) else []
    comment = f"  # or {', '.join(map(file_text, others))}" if others else ""
    return f"{name} = {file_text(rules[name] if rules[name] != '' else '...')}{comment}"
