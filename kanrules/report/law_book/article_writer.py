"""Writes the provisions of an article: translates their sentences, cites their keys, and finds open decisions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kanrules.desk.case_index import cases_by_id
from kanrules.desk.statement import EVERYWHERE
from kanrules.drawing.timelines.contents import ASSUMED
from kanrules.locale import LANGUAGES, Translator
from kanrules.locale import marked as _N
from kanrules.locale.sentences import run_on, sentence_ended
from kanrules.report import sheet_words
from kanrules.report.citing import CitedDocument, Citing
from kanrules.report.law_book.provisions import MarginClause, OpenDecision, Provision
from kanrules.ruleset import Ruleset
from kanrules.ruleset.articles import rule_numbers
from kanrules.ruleset.coverage import common_clauses
from kanrules.ruleset.effects import gap_of, mute, overruling, said_of
from kanrules.ruleset.keys import is_in_words, keys, of_three_players
from kanrules.ruleset.native_names import native_source
from kanrules.ruleset.value_refs import value_ref
from kanrules.rulings import Basis, Grade, Source, untold

_ASSUMED = _N("Assumed until the club decides: {sentence}")
SUBJECT_TO = _N("{text} This is subject to Chapter {number}.")


class ArticleWriter:
    """Writes the articles of one ruleset in one language. It numbers them, and marks the documents that they cite."""

    def __init__(self, rules: Ruleset, speak: Translator) -> None:
        self.rules, self.speak = rules, speak
        self.silent = mute(rules)
        self.article = ""
        self.numbers: dict[str, int] = {}
        """Number of each article of the book, by name."""
        self._found: list[tuple[list[int], Provision]] = []
        self._citing = Citing(rules, speak)

    # --- what a ruleset says ----------------------------------------------------------------------------------------

    def acts(self, key: str) -> bool:
        """Return True if the key has an effect under the ruleset."""
        return key not in self.silent

    def is_open(self, key: str) -> bool:
        """Return True if no source settles the value of the key, so that a club has to decide it.

        The default of a quiet key is what every table plays, so it is not a decision, except for keys that only
        three-player tables have.
        """
        if not self.rules.origin(key).is_default or is_in_words(key):
            return False
        return not keys()[key].quiet or key in of_three_players()

    def is_partly(self, key: str) -> bool:
        """Return True if clauses settle the value of the key only if they are read together, or only in part."""
        source = self.rules.origin(key).source
        return source is not None and source.grade is Grade.PARTLY

    def is_own(self, key: str) -> bool:
        """Return True if the value of the key is the ruleset's own rule."""
        source = self.rules.origin(key).source
        return source is not None and source.grade is Grade.OWN

    def is_published(self, key: str) -> bool:
        """Return True if the value of the key is that of a published text, and not the ruleset's own rule."""
        return self.rules.origin(key).source is not None and not self.is_own(key)

    def is_common(self, key: str) -> bool:
        """Return True if nothing sets the key, and its default is what every table plays."""
        return self.rules.origin(key).is_default and not self.is_open(key)

    def means(self, key: str) -> str:
        """Return the sentence of the key's value, in the language of the book."""
        return self.speak(said_of(key, self.rules))

    def number(self, value: int) -> str:
        """Return a number of points as the language of the book writes it."""
        return f"{value:,}".replace(",", LANGUAGES[self.speak.language].thousands)

    # --- provisions -------------------------------------------------------------------------------------------------

    def number_of(self, article: str) -> str:
        """Return the number of an article of the book, by its name."""
        return str(self.numbers[article])

    def begin(self, article: str) -> None:
        """Begin an article, by its name."""
        self.article = article
        self._found = []

    @property
    def written(self) -> tuple[Provision, ...]:
        """The provisions of the article so far, by number."""
        return tuple(one for _, one in sorted(self._found, key=lambda found: found[0][0]))

    def frame(self, text: str, name: str) -> None:
        """Add text of the template, which is the same under every ruleset."""
        self._add(self.speak(text), None, name=name)

    def common(self, text: str, *cases: str, name: str = "") -> None:
        """Add a rule that every ruleset plays. Its clauses are those of a rulebook read whole that state the rule, by
        its name, or else those that cite these casebook questions.
        """
        known = common_clauses(self.rules)
        cited = self._in_margin(known.of_rule(name) or known.of_cases(*cases))
        source = "" if cited else self.speak(EVERYWHERE)
        together = any(name in coverage.read_together for coverage in known.coverages[:1])
        basis = Basis.PARTLY if together else Basis.COMMON
        self._add(self.speak(text), basis, cited=cited, source=source, cases=cases, name=name)

    def is_stated(self, name: str) -> bool:
        """Return True if a rulebook that was read whole states a rule without a key."""
        return any(
            name in clause.states for coverage in common_clauses(self.rules).coverages for clause in coverage.clauses
        )

    def is_not_stated(self, name: str) -> bool:
        """Return True if a rulebook that was read whole does not state a rule that others like it suggest."""
        return any(name in coverage.not_stated for coverage in common_clauses(self.rules).coverages)

    def law(self, text: str, *of: str, cases: Iterable[str] = (), asks: str = "", name: str = "") -> None:
        """Add a rule that these keys decide. If no source settles one of them, add what the club has to decide: the
        question of each key, or the casebook question `asks`. The rule has the numbers of the keys, or that of `name`.
        """
        self.said(self.speak(text), *of, cases=cases, asks=asks, name=name)

    def key(self, key: str, *more: str, cases: Iterable[str] = (), title: str = "") -> None:
        """Add the sentence of a key's value."""
        self.said(self.means(key), key, *more, cases=cases, title=self.speak(title))

    def said(
        self,
        text: str,
        *of: str,
        cases: Iterable[str] = (),
        title: str = "",
        items: Sequence[str] = (),
        language: str = "",
        asks: str = "",
        name: str = "",
    ) -> None:
        """Add a rule in words of the book's language that these keys decide."""
        if not language and (whole := self.with_full_stop(text)) != text:
            # The title says what words of a table are about.
            text = whole
            title = title or (self.speak(keys()[of[0]].title) if of else "")
        undecided_keys = tuple(key for key in of if self.is_open(key))
        cases = tuple(cases)
        if undecided_keys:
            questions = [cases_by_id()[asks].question] if asks else [keys()[key].question for key in undecided_keys]
            asked = run_on(map(self.speak, questions), self.speak.language)
            assumed = run_on((text, *items), self.speak.language)
            self._open(asked, self._assumed(assumed, of), of, cases, undecided_keys, name)
            return
        plugins = {plugin for key in of for plugin in overruling(key, self.rules)}
        if plugins and "further" in self.numbers:
            text = self.speak(SUBJECT_TO).replace("{text}", text).replace("{number}", self.number_of("further"))
        cited, source, basis = self._cite(of, cases)
        self._add(
            text, basis, cited=cited, source=source, keys=of, cases=cases, title=title, items=items, language=language,
            name=name,
        )  # fmt: skip

    def rest(self, key: str, cases: Iterable[str]) -> None:
        """Add the rule of a key that the article does not state yet."""
        if any(key in one.keys for _, one in self._found):
            return
        if keys()[key].is_text:
            self.own_words(key, cases=cases)
        else:
            self.key(key, cases=cases)

    def silence(self, *of: str, question: str = "", name: str = "") -> None:
        """Add what a club has to decide because the ruleset has no text for these keys of [penalty] or [procedure]."""
        asked = question or self.speak(keys()[of[0]].question)
        self._open(asked, self.speak(untold(self.rules.assumed_of(*of))), of, (), of, name)

    def assumption(self, question: str, assumed: str, *of: str, cases: Iterable[str] = (), name: str = "") -> None:
        """Add what a club has to decide because the source of these keys does not say it, and what kanrules assumes."""
        self._open(self.speak(question), self._assumed(self.speak(assumed), of), of, tuple(cases), of, name)

    def _assumed(self, sentence: str, of: Sequence[str]) -> str:
        """Return what an open decision about keys says about its assumption, in words that a club can print."""
        state = self.with_full_stop(self.speak(untold(gap_of(self.rules, *of))))
        if not set(of).isdisjoint(self.rules.unsettled):
            return state
        return run_on((state, self.speak(_ASSUMED).replace("{sentence}", sentence)), self.speak.language)

    def with_full_stop(self, text: str) -> str:
        """Return the text with a full stop. A language may have words of a table instead of a sentence."""
        return sentence_ended(text, LANGUAGES[self.speak.language].full_stop)

    def own_words(self, key: str, *more: str, title: str = "", cases: Iterable[str] = ()) -> None:
        """Add a text of the ruleset about the conduct of players. Without one, add nothing."""
        text = self.rules[key]
        if text:
            known = self.speak.knows(text)
            self.said(
                self.speak(text), key, *more, title=self.speak(title), cases=cases, language="" if known else "und"
            )

    def plugin(self, name: str, text: str, *of: str, title: str = "") -> None:
        """Add a rule that a plugin decides, in words of the book's language."""
        source = self.speak(sheet_words.PLUGIN).replace("{name}", name)
        self._add(text, Basis.PLUGIN, source=source, keys=of, title=self.speak(title), name="" if of else "of-plugins")

    def _open(
        self,
        question: str,
        assumed: str,
        of: tuple[str, ...],
        cases: tuple[str, ...],
        left: tuple[str, ...],
        name: str = "",
    ) -> None:
        nobody_decides = not set(of).isdisjoint(self.rules.unsettled) or all(is_in_words(key) for key in of)
        basis = Basis.UNSAID if nobody_decides else Basis.DEFAULT
        self._add("", basis, keys=of, cases=cases, decision=OpenDecision(question, assumed, left), name=name)

    def _add(
        self,
        text: str,
        basis: Basis | None,
        *,
        cited: tuple[MarginClause, ...] = (),
        source: str = "",
        keys: tuple[str, ...] = (),
        cases: tuple[str, ...] = (),
        title: str = "",
        items: Sequence[str] = (),
        language: str = "",
        decision: OpenDecision | None = None,
        name: str = "",
    ) -> None:
        places, number = self._numbered(name, keys)
        self._found.append(
            (
                places,
                Provision(
                    number=number,
                    text=text,
                    basis=basis,
                    items=tuple(items),
                    title=title,
                    language=language,
                    cited=cited,
                    source=source,
                    keys=keys,
                    refs=tuple(value_ref(self.rules.id, key) for key in keys),
                    cases=cases,
                    decision=decision,
                ),
            )
        )

    def _numbered(self, name: str, of: Sequence[str]) -> tuple[list[int], str]:
        """Return the numbers of a provision within the article, and as it is printed: those of all its keys, such as
        `7.2–4`, or, if earlier provisions have said them, a further part of the first, such as `7.2.2`.
        """
        known, chapter = rule_numbers(self.article), self.numbers[self.article]
        places = sorted(known[rule] for rule in ([name] if name in known else of) if rule in known)
        assert places, (
            f"{name or of}: ARTICLE_RULES of kanrules/ruleset/articles.py gives it no number in {self.article!r}"
        )
        before = [place for earlier, _ in self._found for place in earlier]
        if fresh := [place for place in places if place not in before]:
            return fresh, f"{chapter}.{_in_ranges(fresh)}"
        return places[:1], f"{chapter}.{places[0]}.{before.count(places[0]) + 1}"

    # --- sources ----------------------------------------------------------------------------------------------------

    @property
    def documents(self) -> tuple[CitedDocument, ...]:
        """The documents that the margins cite."""
        return self._citing.documents

    def _cite(self, of: Sequence[str], cases: Sequence[str]) -> tuple[tuple[MarginClause, ...], str, Basis]:
        """Return the clauses of these keys, what the margin says without one, and the basis."""
        cited: dict[MarginClause, None] = {}
        instead: dict[str, None] = {}
        partly = own = False
        for key in of:
            origin = self.rules.origin(key)
            source = origin.source
            if origin.set_by.startswith("plugin "):
                name = origin.set_by.removeprefix("plugin ")
                instead[self.speak(sheet_words.PLUGIN).replace("{name}", name)] = None
            if source is None:
                continue
            if source.grade is Grade.OWN:
                own = True
                instead[self.speak(sheet_words.grade_words(source))] = None
                continue
            partly = partly or source.grade is Grade.PARTLY
            cited[self._margin(source)] = None
        if not cited and not instead and all(map(self.is_common, of)):
            # Every table plays the default of such a key, but without a clause kanrules assumes it.
            found = self._in_margin(common_clauses(self.rules).of_cases(*cases))
            return (found, "", Basis.COMMON) if found else ((), self.speak(ASSUMED), Basis.DEFAULT)
        basis = Basis.OWN if own else Basis.PLUGIN if instead else Basis.PARTLY if partly else Basis.TEXT
        return tuple(cited), ", ".join(instead), basis

    def _in_margin(self, sources: Iterable[Source]) -> tuple[MarginClause, ...]:
        return tuple(dict.fromkeys(map(self._margin, sources)))

    def _margin(self, source: Source) -> MarginClause:
        return MarginClause(self._citing.cite(source).mark, native_source(source, self.speak).clause)


def _in_ranges(places: Sequence[int]) -> str:
    """Return numbers in ascending order as a reader writes them: `2–4, 9`."""
    found: list[list[int]] = []
    for place in places:
        if found and place == found[-1][-1] + 1:
            found[-1].append(place)
        else:
            found.append([place])
    return ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 1 else str(run[0]) for run in found)
