"""The rule sheet: a ruleset as a page for the wall, in one language or two side by side.

`sheet` collects what is printed and `sheet_markdown` writes it. `kanrules.report.sheet_html` writes the page for a
printer.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from kanrules._version import __version__
from kanrules.desk.cited import PARTLY
from kanrules.desk.foul import foul
from kanrules.drawing.timelines.contents import Side, described
from kanrules.frozen import frozen
from kanrules.hooks.faults import attribute
from kanrules.hooks.specs import HOOKS
from kanrules.kan.way_picture import COLUMNS
from kanrules.law.final_points import oka
from kanrules.locale import LANGUAGES, Translator, translator
from kanrules.locale.sentences import capital, listed, run_on
from kanrules.locale.titles import titles_in_a_row
from kanrules.report import sheet_words as words
from kanrules.report.citing import CitedDocument, Citing
from kanrules.report.markdown import plain
from kanrules.report.rule_line import Citation, RuleLine, Words
from kanrules.ruleset import Ruleset
from kanrules.ruleset.answered_hooks import hooks_of
from kanrules.ruleset.effects import gap_of, mute, overruling, raises, said_of, superseding
from kanrules.ruleset.keys import TEXT_TABLES, is_in_words, keys
from kanrules.ruleset.native_names import native_source
from kanrules.ruleset.plugin_rules import option_origin, plugin_rules
from kanrules.ruleset.value_refs import value_ref
from kanrules.rulings import Basis, Grade, Source, untold


@frozen
class SheetGroup:
    """Rules that readers look up together, under a heading."""

    title: tuple[str, ...]
    lines: tuple[RuleLine, ...]
    clause: str = ""
    """The clauses of all its lines, on a print that has no space for them at each line."""


@frozen
class Sheet:
    """The content of a sheet. A tuple of texts has one text for each language."""

    languages: tuple[str, ...]
    title: str
    authority: str
    subtitle: tuple[str, ...]
    about: tuple[str, ...]
    warning: tuple[str, ...]
    """Note that the ruleset is partial, in each language; "" if it is not."""
    order: tuple[str, ...]
    """The title of the order of a kan."""
    timeline: Side
    """The moments of a kan in the form that `kanrules.drawing` takes."""
    groups: tuple[SheetGroup, ...]
    references: tuple[CitedDocument, ...]
    assumed: str
    """The sentence with which this ruleset says that no source settles a value."""
    defaults: int
    """Number of lines that no source settles."""
    total: int
    id: str
    """Id of the ruleset."""
    site: str = ""
    """Address of a site of `kanrules site`; with one, every line names its keys, and the sheet says where to look."""
    left_out: tuple[str, ...] = ()
    """The group of each line that a card has no space for, in the sheet's first language."""

    @property
    def where_to_look(self) -> str:
        """The sentence about the sheet's references, in its first language; "" without a site."""
        if not self.site:
            return ""
        said = translator(self.languages[0])(words.LOOK_UP)
        return said.replace("{ref}", value_ref(self.id, "KEY")).replace("{address}", page_address(self.site, self.id))


class SheetMaker:
    """Builds a sheet. Knows its languages and the documents cited so far."""

    def __init__(self, rules: Ruleset, languages: Sequence[str]) -> None:
        self.rules = rules
        self.speak: tuple[Translator, ...] = tuple(translator(language) for language in languages)
        self._citing = Citing(rules, self.speak[0])

    def say(self, message: str, **values: str) -> tuple[str, ...]:
        """Return the message in every language, with the values filled in."""
        return tuple(self.filled(message, speak, **values).text for speak in self.speak)

    def filled(self, message: str, speak: Translator, **values: str) -> Words:
        """Return the message in one language, with the values filled in."""
        text = speak(message)
        for name, value in values.items():
            text = text.replace(f"{{{name}}}", value)
        return Words(text, speak.language)

    @property
    def references(self) -> tuple[CitedDocument, ...]:
        """The documents cited so far."""
        return self._citing.documents

    def cite(self, source: Source) -> Citation:
        """Return the citation of a source."""
        known = self._citing.cite(source)
        clause = native_source(source, self.speak[0]).clause
        if source.is_decision:
            clause = self.speak[0](clause)
        if source.grade is Grade.PARTLY:
            # The document is official; what it says here follows only from several clauses.
            clause = f"{clause} ({self.speak[0](PARTLY)})".strip()
        return Citation(known.mark, clause, grade=source.grade)

    def is_own(self, key: str) -> bool:
        """Return True if the ruleset sets the value of a key without naming a source."""
        source = self.rules.origin(key).source
        return source is not None and source.grade is Grade.OWN

    def citation(self, key: str) -> Citation:
        """Return the source of a key's value, and the plugins that may overrule it."""
        found = self.written(key)
        others = overruling(key, self.rules)
        if not others:
            return found
        see = self.say(words.SEE_PLUGIN, name=", ".join(others))[0]
        return replace(found, instead=", ".join(part for part in (found.instead, see) if part))

    def written(self, key: str) -> Citation:
        """Return the source of a key's value."""
        origin = self.rules.origin(key)
        plugin = origin.set_by.removeprefix("plugin ") if origin.set_by.startswith("plugin ") else ""
        if plugin:
            cited = self.cite(origin.source) if origin.source is not None else Citation()
            return replace(cited, instead=self.say(words.PLUGIN, name=plugin)[0])
        if origin.source is not None:
            return self.cite(origin.source)
        if origin.departs is not None:
            return replace(self.cite(origin.departs), is_default=True)
        if origin.is_default:
            raised = raises(self.rules, key)
            said = words.NOT_DECIDED if raised else words.NO_SOURCE
            return Citation(instead=self.say(said)[0], is_default=True, raised=raised)
        return Citation(instead=self.say(words.OPTION)[0])

    # --- the lines -------------------------------------------------------------------------------------------------

    def line(self, key: str) -> RuleLine:
        """Return the line of a key."""
        citation = self.citation(key)
        answers = tuple(self.answer(key, speak) for speak in self.speak)
        if citation.is_default and not is_in_words(key):
            answers = tuple(self.unsaid(key, answer, speak) for answer, speak in zip(answers, self.speak, strict=True))
        if others := overruling(key, self.rules):
            answers = tuple(
                self.overruled(key, answer, others, speak) for answer, speak in zip(answers, self.speak, strict=True)
            )
        return RuleLine(self.say(keys()[key].title), answers, citation, self.is_own(key), (key,))

    def with_condition(self, rule: RuleLine, condition: RuleLine) -> RuleLine:
        """Return the line of a rule and that of its condition as one line."""
        texts = zip(rule.answer, condition.answer, self.speak, strict=True)
        also_assumed = rule.citation.is_default and condition.citation.is_default
        answer = tuple(
            replace(
                one,
                text=run_on((one.text, more.assumed if also_assumed else more.text), speak.language),
                assumed=run_on((one.assumed, more.assumed), speak.language) if also_assumed else "",
            )
            for one, more, speak in texts
        )
        cited, also = rule.citation, condition.citation
        if also.mark and also != cited:
            clause = (
                " ".join(part for part in (also.mark, also.clause) if part and also.mark != cited.mark) or also.clause
            )
            cited = replace(cited, clause="; ".join(part for part in (cited.clause, clause) if part))
        return replace(
            rule, answer=answer, citation=cited, own=rule.own or condition.own, keys=rule.keys + condition.keys
        )

    def overruled(self, key: str, answer: Words, others: Sequence[str], speak: Translator) -> Words:
        """Return the answer of a key that plugins may overrule: that the plugin decides, if it overrides the key, or
        else the value with the plugin that may decide otherwise. A sheet never states what a plugin overrules.
        """
        names = ", ".join(others)
        if any(key in superseding(name, self.rules) for name in others):
            return self.filled(words.DECIDED_BY, speak, name=names)
        between = "" if speak.language == "ja" else " "
        also = self.filled(words.MAY_DIFFER, speak, name=names).text
        return replace(answer, text=f"{answer.text}{between}{also}")

    def unsaid(self, key: str, answer: Words, speak: Translator) -> Words:
        """Return an answer that no source settles, preceded by the sentence that says so. If nobody decides, the answer
        is that sentence alone.
        """
        if key in self.rules.unsettled:
            return answer
        text = run_on((speak(gap_of(self.rules, key)), answer.text), speak.language)
        return replace(answer, text=text, assumed=answer.text)

    def answer(self, key: str, speak: Translator) -> Words:
        """Return the meaning of a key's value, in one language."""
        said = said_of(key, self.rules)
        foreign = is_in_words(key) and not speak.knows(said)
        return Words(speak(said), "" if foreign else speak.language)

    def lines(self, tables: Sequence[str]) -> Iterator[RuleLine]:
        """Yield the lines of some tables. Keys with the same meaning and source share a line; fouls without an answer
        come last.
        """
        muted = mute(self.rules)
        found: list[RuleLine] = []
        silent: list[RuleLine] = []
        for table in tables:
            for key in (key for key in keys() if key.partition(".")[0] == table and key not in muted):
                if table == "penalty" and key != "penalty.riichi_kan" and not self.rules[key]:
                    line = self.foul(key)
                    if line is not None:
                        (silent if line.citation.is_default else found).append(line)
                    continue
                if table in TEXT_TABLES and not self.rules[key]:
                    # The penalty for an illegal kan in riichi has a table of its own. A procedure without a source has
                    # no line.
                    continue
                if keys()[key].quiet and self.rules.origin(key).is_default:
                    continue
                if key == "riichi_kan.illegal" and self.rules["penalty.riichi_kan"] and self.words_replace(key):
                    continue
                line = self.line(key)
                priced = [at for at, one in enumerate(found) if one.keys == ("riichi_kan.illegal",)]
                if key == "riichi_kan.illegal_found" and priced:
                    # The penalty alone would be false where it has a condition.
                    found[priced[0]] = self.with_condition(found[priced[0]], line)
                else:
                    found.append(line)
        yield from self.joined([*found, *silent])

    def words_replace(self, illegal: str) -> bool:
        """True if the words about an illegal kan in riichi stand in a file at least as near as its "no penalty".

        Such words are the penalty, and "no penalty" next to them would contradict them. Where a nearer file says "no
        penalty", what it contradicts of its parent's words has lapsed, and both lines are true.
        """
        words = "penalty.riichi_kan"
        # Words that a plugin writes stand in no file, and neither does a value that somebody tries: it is the nearest.
        above = itertools.takewhile(lambda one: words not in one.written.values, self.rules.layers)
        nearer = illegal in self.rules.amendments or any(illegal in one.written.values for one in above)
        return bool(self.rules[illegal] == "none" and not nearer)

    def game(self) -> Iterator[RuleLine]:
        """Yield the lines of the game: the rules with a source, the calculated oka, and one line for all rules without
        one.
        """
        muted = mute(self.rules)
        every = [key for key in keys() if key.startswith("game.") and key not in muted]
        open_ = self.rules.unsettled
        said = [key for key in every if key in open_ or not self.rules.origin(key).is_default]
        for key in said:
            if key in open_:
                yield self.line(key)
            elif key == "game.start_points" or (key == "game.return_points" and "game.start_points" not in said):
                yield self.oka()
            elif key != "game.return_points" and not (key == "game.uma_by" and "game.uma" in said):
                # The line of the uma itself says that it depends on the place.
                yield self.line(key)
        if len(said) < len(every):
            subject = self.say(words.REST_OF_GAME if said else words.WHOLE_GAME)
            rest = tuple(key for key in every if key not in said)
            answer = tuple(self._untold(rest if said else (), speak) for speak in self.speak)
            yield RuleLine(subject, answer, Citation(instead=self.say(words.NO_SOURCE)[0], is_default=True), keys=rest)

    def _untold(self, rest: Sequence[str], speak: Translator) -> Words:
        """Return that no source says these rules, by their titles: only so does a reader know which rules they are."""
        said = self.filled(untold(self.rules.assumed), speak)
        if not rest:
            return said
        titles = titles_in_a_row([speak(keys()[key].title) for key in rest], speak.language)
        return replace(said, text=run_on((f"{titles}{LANGUAGES[speak.language].full_stop}", said.text), speak.language))

    def oka(self) -> RuleLine:
        """Return the line with start points, return points, and the oka for the first place."""
        law = self.rules.game
        found = {"return": str(law.return_points), "start": str(law.start_points), "oka": str(oka(law))}
        said = words.OKA_WORKED_OUT if oka(law) else words.NO_OKA
        answer = tuple(self.filled(said, speak, **found) for speak in self.speak)
        start, end = self.citation("game.start_points"), self.citation("game.return_points")
        of_both = ("game.start_points", "game.return_points")
        return RuleLine(self.say(words.OKA), answer, start if start.is_default else end, keys=of_both)

    def notes(self) -> Iterator[RuleLine]:
        """Yield the ruleset's own lines: of a bundled book as the catalogues have them, of a club unchanged."""
        for note in self.rules.notes.text:
            here = self.citation("notes.text")
            said = tuple(Words(speak(note), "" if speak(note) == note else speak.language) for speak in self.speak)
            yield RuleLine(self.say(words.NOTE), said, here, self.is_own("notes.text"), ("notes.text",))

    def foul(self, key: str) -> RuleLine | None:
        """Return the line of a foul that the ruleset has no words for: a plugin's penalty, or that the penalty is
        unknown.

        None if another line has its penalty or it is not a foul.
        """
        found = foul(key.partition(".")[2], self.rules)
        if found.basis is Basis.UNSAID:
            return self.line(key)
        if found.basis is not Basis.PLUGIN:
            return None
        answer = tuple(Words(capital(speak(found.said)), speak.language) for speak in self.speak)
        here = Citation(instead=self.say(words.PLUGIN, name=found.ruling.plugin)[0])
        return RuleLine(self.say(keys()[key].title), answer, here, keys=(key,))

    def joined(self, lines: Sequence[RuleLine]) -> Iterator[RuleLine]:
        """Yield the lines, joining those with the same answer and citation at the position of the first. Own rules with
        the same answer have a number each.
        """
        together: dict[tuple[tuple[Words, ...], Citation], list[RuleLine]] = {}
        for line in lines:
            cited = replace(line.citation, clause="") if line.own else line.citation
            together.setdefault((line.answer, cited), []).append(line)
        for same in together.values():
            subjects = []
            for number, speak in enumerate(self.speak):
                subjects.append(titles_in_a_row([line.subject[number] for line in same], speak.language))
            clauses = ", ".join(dict.fromkeys(line.citation.clause for line in same))
            cited, named = replace(same[0].citation, clause=clauses), tuple(key for line in same for key in line.keys)
            yield replace(same[0], subject=tuple(subjects), citation=cited, keys=named)

    def plugins(self) -> Iterator[RuleLine]:
        """Yield lines for the ruleset's plugins: their options, in words if the plugin has them, and what else they
        decide.
        """
        rules = plugin_rules(self.rules)
        for name, module in self.rules.modules:
            here = Citation(instead=self.say(words.PLUGIN, name=name)[0])
            subject = (name,) * len(self.speak)
            for one in (rule for rule in rules if rule.plugin == name):
                own = one.is_set and option_origin(self.rules, one.key).file == self.rules.path
                if not one.has_sentence:
                    yield RuleLine(subject, (Words(one.sentence, ""),) * len(self.speak), here, own)
                elif one.template:
                    said = tuple(Words(speak(one.sentence), speak.language) for speak in self.speak)
                    yield RuleLine(subject, said, here, own)
            asked = hooks_of(self.rules, name)
            hooks = [
                words.HOOKS.get(hook) or spec.asks for hook, spec in HOOKS.items() if hook in asked and spec.decides
            ]
            if hooks and not attribute(name, module, "sheet", {}):
                also = words.ALSO_DECIDES if self.rules.plugin.get(name) else words.DECIDES
                answers = (self.filled(also, speak, what=speak(listed(hooks))) for speak in self.speak)
                yield RuleLine(subject, tuple(answers), here)


def plugin_sentences(rules: Ruleset, say: Translator) -> list[tuple[str, str]]:
    """Return what the plugins of a ruleset decide, in one language: the name of each plugin and its sentences."""
    return [(line.subject[0], line.answer[0].text) for line in SheetMaker(rules, [say.language]).plugins()]


def page_address(site: str, ruleset: str) -> str:
    """Return the address of a ruleset's page on a site of `kanrules site`."""
    return f"{site.rstrip('/')}/r/{ruleset}/index.html"


def _title(rules: Ruleset, speak: Translator) -> str:
    """Return the name in a language with the edition, which is in brackets if it is not a year."""
    edition = speak(rules.edition)
    if edition[:1].isdigit() or not edition:
        return rules.title_in(speak.language)
    between = "（{}）" if speak.language == "ja" else " ({})"
    return rules.name_in(speak.language) + between.format(edition)


def sheet(rules: Ruleset, languages: Sequence[str] = ("en",), *, site: str = "") -> Sheet:
    """Return the rule sheet of a ruleset in one language or two.

    Keys without effect, given the other keys, are left out. Takes languages of `kanrules.locale.LANGUAGES`, and the
    address of a site of `kanrules site` to print references of the values. Raises KeyError for an unknown language,
    ValueError for none or more than two, or for a site that is not an address.
    """
    if site and not linkable(site):
        raise ValueError(f"{site!r} is not the address of a site")
    if not 1 <= len(set(languages)) == len(languages) <= 2:
        raise ValueError(f"a sheet has one language or two different ones, not {list(languages)}")
    maker = SheetMaker(rules, languages)
    own: dict[tuple[str, ...], Callable[[], Iterator[RuleLine]]] = {("game",): maker.game, ("notes",): maker.notes}
    groups = [
        SheetGroup(maker.say(title), tuple(own[tables]() if tables in own else maker.lines(tables)))
        for title, tables in words.GROUPS
    ]
    groups.append(SheetGroup(maker.say(words.PLUGINS), tuple(maker.joined(list(maker.plugins())))))
    about = maker.say(words.VERSION, id=rules.id, version=rules.version or "?", kanrules=__version__)
    if rules.extends:
        parent = maker.say(words.BASED_ON, parent=rules.extends)
        about = tuple(f"{text} · {more}" for text, more in zip(about, parent, strict=True))
    if rules.event is not None:
        about = tuple(f"{one} · {text}" for one, text in zip(maker.say(rules.event.said), about, strict=True))
    return Sheet(
        languages=tuple(languages),
        title=_title(rules, maker.speak[0]),
        authority=rules.authority,
        subtitle=maker.say(words.SHEET),
        about=about,
        warning=maker.say(words.PARTIAL if rules.partial else ""),
        order=maker.say(words.ORDER),
        timeline=rules.timeline,
        groups=tuple(group for group in groups if group.lines),
        assumed=rules.assumed,
        references=maker.references,
        defaults=len(rules.unsourced),
        total=len(rules.sourced) + len(rules.unsourced),
        id=rules.id,
        site=site,
    )


_OF_THE_KAN = frozenset({"kandora", "four_kans", "chankan", "sekinin_barai", "riichi_kan", "penalty", "procedure"})
"""One table of each group that is about kans."""


def of_the_kan(page: Sheet, *, steps: bool = True) -> Sheet:
    """Return the sheet with only the rules about kans, the lines of plugins, and the ruleset's own rules. `steps=False`
    leaves out the procedure.
    """
    about = _OF_THE_KAN if steps else _OF_THE_KAN - {"procedure"}
    kept = {title for title, tables in words.GROUPS if not about.isdisjoint(tables)} | {words.PLUGINS}
    titles = {tuple(translator(language)(title) for language in page.languages) for title in kept}
    # A ruleset's own rules are never left out: they are what its players do not know.
    kept_lines = (
        (group, tuple(line for line in group.lines if line.own or group.title in titles)) for group in page.groups
    )
    groups = tuple(replace(group, lines=lines) for group, lines in kept_lines if lines)
    marks = {line.citation.mark for group in groups for line in group.lines}
    return replace(page, groups=groups, references=tuple(one for one in page.references if one.mark in marks))


# --- Markdown ---------------------------------------------------------------------------------------------------------


def sheet_markdown(page: Sheet, *, pictures: Sequence[str] = ()) -> str:
    """Return the sheet as Markdown: a table for each group, then the documents.

    `pictures` are the addresses of the timeline in each language; without them, a table is printed instead.
    """
    first = translator(page.languages[0])
    columns = [translator(language)(word) for language in page.languages for word in (words.SUBJECT, words.RULE)]
    parts = [
        f"# {plain(page.title)}",
        plain(_both(page.subtitle)),
        f"{plain(page.authority)}  \n{plain(page.about[0])}",
    ]
    parts += [f"**{plain(text)}**" for text in page.warning if text]
    parts += [f"## {plain(_both(page.order))}"]
    said = [described(COLUMNS, [page.timeline], translator(language)) for language in page.languages]
    if pictures:
        parts += [f"![{plain('. '.join(one))}](<{address}>)" for one, address in zip(said, pictures, strict=True)]
    else:
        parts += ["\n".join(f"* {plain(sentence)}" for sentence in sentences) for sentences in said]
    for group in page.groups:
        rows = []
        for line in group.lines:
            pairs = zip(line.subject, line.answer, strict=True)
            cells = [cell for subject, answer in pairs for cell in (f"**{plain(subject)}**", plain(answer.text))]
            named = f"`{line.named}`" if page.site and line.keys else ""
            rows.append([*cells, "<br>".join(part for part in (_cited(line.citation), named) if part)])
        parts += [f"## {plain(_both(group.title))}", _table([*columns, first(words.CLAUSE)], rows)]
    sources = []
    for reference in page.references:
        document = plain(reference.document)
        linked = f"[{document}](<{reference.url}>)" if linkable(reference.url) else document
        sources.append(f"- **{reference.mark}** {linked} ({plain(reference.grade)})")
    if page.defaults:
        sources.append(f"- *{first(page.assumed)}* {how_many_defaults(page)}")
    if page.site:
        sources.append(f"- {plain(page.where_to_look)}")
    parts += [f"## {first(words.SOURCES)}", "\n".join(sources)]
    return "\n\n".join(parts) + "\n"


def how_many_defaults(page: Sheet) -> str:
    """Return the number of lines without a source, in the sheet's first language."""
    said = translator(page.languages[0])(words.HOW_MANY_DEFAULTS)
    return said.replace("{count}", str(page.defaults)).replace("{total}", str(page.total))


def linkable(url: str) -> bool:
    """Return True if a URL may become a link. Rulesets are untrusted, so only web pages are allowed."""
    return url.startswith(("https://", "http://")) and not any(sign in url for sign in '<>"\\ \t\r\n')


def _both(texts: Sequence[str]) -> str:
    return " / ".join(dict.fromkeys(text for text in texts if text))


def _cited(citation: Citation) -> str:
    source = f"{citation.mark} {plain(citation.clause)}".strip()
    instead = f"*{plain(citation.instead)}*" if citation.instead else ""
    return ", ".join(part for part in (instead, source) if part)


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in lines)
