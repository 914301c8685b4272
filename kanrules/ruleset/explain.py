"""What `explain` knows: codes, keys, tables, words, the way of a kan, the instants."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from kanrules.hooks.faults import attribute
from kanrules.law.codes import CODES
from kanrules.ruleset.aliases import KEY_ALIASES
from kanrules.ruleset.catalogue import CATALOGUE, GROUPS, meaning
from kanrules.ruleset.glossary import GLOSSARY, look_up
from kanrules.ruleset.keys import HEAD, Takes, keys, tables
from kanrules.ruleset.problems import close
from kanrules.ruleset.reference import HEAD_WORDS, file_text, options_of
from kanrules.rulings import Grade, Source

if TYPE_CHECKING:
    from kanrules.ruleset.model import Ruleset


@dataclass(frozen=True, slots=True)
class Option:
    """One answer to a question, or one key to read on at: what it is called, what it means, which rulesets say so."""

    name: str
    text: str
    used_by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Cited:
    """One source: which ruleset rests on it, with which value."""

    rules: str
    key: str
    value: str
    source: Source


@dataclass(frozen=True, slots=True)
class Explanation:
    """What there is to say about a topic; `more` are keys and words to read on at."""

    topic: str
    title: str
    text: str
    options: tuple[Option, ...] = ()
    sources: tuple[Cited, ...] = ()
    more: tuple[str, ...] = ()
    lines: tuple[str, ...] = field(default=())
    """Lines of a table or a list that the text is about."""

    def to_json(self) -> dict[str, Any]:
        """The object of `explain --format json`."""
        return {
            "topic": self.topic,
            "text": "\n".join([self.text, *self.lines]),
            "options": [
                {"name": option.name, "text": option.text, "used_by": list(option.used_by)} for option in self.options
            ],
            "sources": [
                {
                    "rules": cited.rules,
                    "key": cited.key,
                    "value": cited.value,
                    **cited.source.to_json(),
                }
                for cited in self.sources
            ],
        }


def explain(topic: str, rules: Ruleset | None, library: Sequence[Ruleset], *, hooks: bool = False) -> Explanation | str:
    """What is known about a code, a key, a table, a word, `kan` or `kandora`; else a hint what was probably meant,
    perhaps empty.

    Takes a ruleset to say what holds under it, and the rulesets to count who uses which value. `hooks` adds to the way
    of a kan which keys each step reads and which hooks it asks.
    """
    word = topic.strip()
    joined = "_".join(word.split())
    if joined != word and not look_up(word) and _is_name(joined):
        return explain(joined, rules, library, hooks=hooks)
    if word.upper() in CODES:
        return _code(word.upper(), library)
    if plugin_code := _plugin_code(word):
        return plugin_code
    if word in ("kan", "カン", "槓"):
        return _way(rules, hooks)
    if word == "kandora":
        return _instants(rules)
    if word in keys():
        return _key(word, rules, library)
    if word in tables():
        return _table(word, rules)
    if word.removeprefix("ruleset.") in HEAD and (word.startswith("ruleset.") or not look_up(word)):
        name = word.removeprefix("ruleset.")
        return Explanation(f"ruleset.{name}", "A key of [ruleset]", HEAD_WORDS[name])
    if name := look_up(word):
        return _word(name, rules)
    fields = [key.name for key in keys().values() if key.field == word]
    if len(fields) == 1:
        return _key(fields[0], rules, library)
    if fields:
        return Explanation(
            word,
            word,
            f"`{word}` is a key of several tables.",
            tuple(Option(key, CATALOGUE[key].question) for key in fields),
        )
    if code := next((code for code, row in CODES.items() if row.slug and row.slug == word), ""):
        return _code(code, library)
    meant = KEY_ALIASES.get(word.casefold(), "")
    if meant in keys():
        return _key(meant, rules, library)
    if meant in tables():
        return explain(meant, rules, library)
    known = [
        *keys(),
        *tables(),
        *GLOSSARY,
        *CODES,
        *(key.field for key in keys().values()),
        *(a for w in GLOSSARY.values() for a in w.also),
    ]
    return close(word, known)


def _is_name(word: str) -> bool:
    """Whether this is a key, a table, the field of a key, or another name of one of them."""
    return (
        word in keys()
        or word in tables()
        or bool(KEY_ALIASES.get(word))
        or any(key.field == word for key in keys().values())
    )


def _code(code: str, library: Sequence[Ruleset]) -> Explanation:
    row = CODES[code]
    slug = f" ({row.slug})" if row.slug else ""
    options = tuple(Option(key, CATALOGUE[key].question) for key in row.keys)
    sources = tuple(cited for key in row.keys[:1] for cited in _sources(key, library))
    lines = (f"For example: {row.example}",)
    return Explanation(code, f"{code}{slug}: {row.says}", row.when, options, sources, lines=lines)


def _plugin_code(word: str) -> Explanation | None:
    name, dash, number = word.rpartition("-")
    if not dash or not number.isdigit():
        return None
    from kanrules.errors import PluginError
    from kanrules.hooks import judge as plugins

    try:
        said = attribute(name, plugins.load(name), "codes", {})
    except PluginError:
        return None
    return Explanation(word, f"{word}: a code of the plugin {name}", str(said[word])) if word in said else None


def _key(name: str, rules: Ruleset | None, library: Sequence[Ruleset]) -> Explanation:
    key, entry = keys()[name], CATALOGUE[name]
    setting = [other for other in library if not other.origin(name).is_default]
    resting = len(library) - len(setting)
    options = []
    if key.takes in (Takes.CHOICE, Takes.SWITCH) or (key.takes is Takes.NUMBER and key.allowed):
        for value, said in options_of(key):
            options.append(Option(value, said, tuple(other.id for other in setting if file_text(other[name]) == value)))
    elif key.takes is Takes.TEXT:
        options = [Option(other.id, other[name]) for other in setting if other[name]]
    else:
        by_value: dict[str, list[str]] = {}
        for other in setting:
            by_value.setdefault(file_text(other[name]), []).append(other.id)
        options = [Option(value, said) for value, said in options_of(key)]
        for value, users in sorted(by_value.items(), key=lambda pair: -len(pair[1])):
            first = next(other for other in setting if other.id == users[0])
            options.append(Option(value, meaning(name, first[name]), tuple(users)))
    lines = [f"Default: {file_text(key.default)}, of which a ruling says: no text found."]
    if resting:
        lines.append(f"{resting} of {len(library)} bundled rulesets rest on the default.")
    if rules is not None:
        from kanrules.ruleset.effects import overruling

        origin = rules.origin(name)
        lines.append(
            f"Under {rules.id}: {file_text(rules[name])}, set by {origin.set_by}"
            + (f", {origin}" if origin.source else "")
            + "."
        )
        if key.takes is not Takes.TEXT:
            lines.append(f"  {meaning(name, rules[name])}")
        lines += [f"  see plugin {one}: it may rule otherwise" for one in overruling(name, rules)]
    return Explanation(
        name,
        f"{name}: {entry.title}",
        entry.question,
        tuple(options),
        tuple(_sources(name, library)),
        lines=tuple(lines),
    )


def _sources(key: str, library: Sequence[Ruleset]) -> list[Cited]:
    """One line a clause: rulesets that stand on the same text are named together."""
    found: dict[Source, Cited] = {}
    for rules in library:
        origin = rules.origin(key)
        named = key in rules.sourced or keys()[key].takes is Takes.TEXT
        if origin.source is None or not named:
            continue
        known = found.get(origin.source)
        names = f"{known.rules}, {rules.id}" if known else rules.id
        found[origin.source] = Cited(names, key, file_text(rules[key]), origin.source)
    order = list(Grade)
    return sorted(found.values(), key=lambda cited: order.index(cited.source.grade))


def _table(table: str, rules: Ruleset | None) -> Explanation:
    title, about = GROUPS[table]
    options = tuple(
        Option(
            key.name,
            CATALOGUE[key.name].question + (f" Under {rules.id}: {file_text(rules[key.name])}" if rules else ""),
        )
        for key in keys().values()
        if key.table == table
    )
    return Explanation(table, f"[{table}]: {title}", about, options)


def _word(name: str, rules: Ruleset | None) -> Explanation:
    entry = GLOSSARY[name]
    also = f"Also called: {', '.join(entry.also)}." if entry.also else ""
    options = tuple(
        Option(key, CATALOGUE[key].question + (f" Under {rules.id}: {meaning(key, rules[key])}" if rules else ""))
        for key in entry.keys
    )
    beyond = "No key says it: write it as a line of `text` in [notes]." if entry.outside else ""
    lines = tuple(line for line in (also, beyond) if line)
    return Explanation(name, name.replace("_", " "), entry.meaning, options, lines=lines)


def _instants(rules: Ruleset | None) -> Explanation:
    from kanrules.kan import instants

    head = ("kan" if rules else "instant", "the indicator is turned", *instants.COLUMNS)
    if rules is None:
        rows = [(instant.value, words, *decided.answers) for instant, words, decided in instants.rows()]
        text = "When the indicator of a kan is turned, and what that decides; the keys below say what else can turn one that still waits."
    else:
        rows = [(kan, instant.words, *decided.answers) for kan, instant, decided in instants.of_ruleset(rules.kandora)]
        text = f"When the indicator of a kan is turned under {rules.title}, and what that decides."
    lines = [" | ".join(head), *(" | ".join(str(cell) for cell in row) for row in rows)]
    more = (
        "kandora.ankan",
        "kandora.daiminkan",
        "kandora.shouminkan",
        "kandora.pending_on_next_kan",
        "kandora.pending_on_rinshan_win",
    )
    said = [f" {rules.id}: {meaning(key, rules[key])}" if rules else "" for key in more]
    options = tuple(Option(key, CATALOGUE[key].question + extra) for key, extra in zip(more, said, strict=True))
    return Explanation("kandora", "kandora: the instants", text, options, lines=tuple(lines))


def _way(rules: Ruleset | None, hooks: bool) -> Explanation:
    from kanrules.kan.way import WAY
    from kanrules.ruleset.effects import effects, has_effect

    lines: list[str] = []
    steps = [step for step in WAY if hooks or rules is None or has_effect(step, rules)]
    for number, step in enumerate(steps, 1):
        lines.append(f"{number:2}. {step.name}: {step.law}")
        if hooks and rules is None:
            lines += [f"      {key}" for key in step.keys]
        elif rules is not None:
            for key in step.keys if hooks else effects(step, rules):
                lines.append(f"      {key} = {file_text(rules[key])}: {meaning(key, rules[key])}")
            for hook in () if hooks else step.hooks:
                names = [name for name, module in rules.modules if attribute(name, module, hook) is not None]
                lines += [f"      plugin {name} has a word here: {hook}" for name in names]
        if hooks and step.hooks:
            lines.append(f"      asks the plugins: {', '.join(step.hooks)}")
    text = "The way of a kan, from the word to the end of the turn" + (f", under {rules.title}." if rules else ".")
    return Explanation("kan", "kan", text, lines=tuple(lines))
