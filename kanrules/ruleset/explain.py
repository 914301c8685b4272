"""Explanations of codes, keys, tables, terms, the steps of a kan, and the moments of its dora indicator."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from typing import TYPE_CHECKING, Any

from kanrules.frozen import frozen
from kanrules.hooks.discovery import BUNDLED
from kanrules.hooks.faults import attribute
from kanrules.law.codes import CODES
from kanrules.law.tables.kandora_keys import TIMINGS
from kanrules.law.yaku import LIABLE_YAKUMAN, WORDS, YAKUMAN
from kanrules.locale import marked as _N
from kanrules.locale.sentences import Sentence, Verbatim, say
from kanrules.ruleset.answered_hooks import hooks_of
from kanrules.ruleset.bad_values import expected_of
from kanrules.ruleset.glossary import glossary, keys_about, look_up
from kanrules.ruleset.key_sentences import meaning
from kanrules.ruleset.keys import (
    HEAD,
    PLUGIN,
    Takes,
    file_text,
    file_value,
    keys,
    of_three_players,
    other_words,
    table_words,
    tables,
)
from kanrules.ruleset.model import UNDECIDED, Ruleset, source_of
from kanrules.ruleset.plugin_rules import NO_LOCAL_RULE, offered, plugin_rules
from kanrules.ruleset.problems import close
from kanrules.ruleset.reference import HEAD_WORDS, options_of
from kanrules.rulings import Grade, Source

if TYPE_CHECKING:
    from kanrules.kan.way import Step


@frozen
class Cited:
    """One source, with the rulesets that cite it and the value."""

    rules: tuple[str, ...]
    key: str
    value: Any
    source: Source


@frozen
class Explanation:
    """The explanation of a topic."""

    topic: str
    title: str
    text: str
    options: tuple[Explanation, ...] = ()
    """The possible answers or related keys."""
    sources: tuple[Cited, ...] = ()
    lines: tuple[str, ...] = ()
    """Lines of a table or list that belong to the text."""
    used_by: tuple[str, ...] = ()
    """The rulesets with this answer, if it is one of several."""

    def to_json(self) -> dict[str, Any]:
        """Return the object that `explain --format json` prints."""
        return {
            "topic": self.topic,
            "text": "\n".join([*filter(None, [self.text]), *self.lines]),
            "options": [{"name": one.topic, "text": one.text, "used_by": list(one.used_by)} for one in self.options],
            "sources": [
                {
                    "rules": list(cited.rules),
                    "key": cited.key,
                    "value": file_value(cited.value),
                    "source": cited.source.to_json(),
                }
                for cited in self.sources
            ],
        }


def option(name: str, text: str, used_by: tuple[str, ...] = ()) -> Explanation:
    """Return the explanation of a possible answer or a related key, and the rulesets that use it."""
    return Explanation(name, name, text, used_by=used_by)


def key_options(names: Iterable[str], rules: Ruleset | None) -> tuple[Explanation, ...]:
    """Return keys with their questions, and under a ruleset with its answers."""
    from kanrules.ruleset.effects import holds

    asked = ((name, keys()[name].question) for name in names)
    return tuple(option(name, under(said, rules.id, holds(name, rules)) if rules else said) for name, said in asked)


_UNDER = _N("{question} Under {rules}: {answer}")


def under(question: str, rules: str, answer: str) -> Sentence:
    """Return a question with the answer of a ruleset."""
    return say(_UNDER, question=question, rules=Verbatim(rules), answer=answer)


def joined(between: str, parts: Sequence[str]) -> str:
    """Return several texts as one translatable sentence, with `between` between them."""
    return reduce(lambda first, second: say(f"{{first}}{between}{{second}}", first=first, second=second), parts)


def is_code_or_key(topic: str) -> bool:
    """Return True if a topic is a reason code or a key, which mean nothing else."""
    return topic.strip().upper() in CODES or topic.strip() in keys()


def explain(topic: str, rules: Ruleset | None, library: Sequence[Ruleset], *, hooks: bool = False) -> Explanation | str:
    """Return the explanation of a code, key, table, term, `kan`, or `kandora`. For anything else, return a hint with
    the likely meaning, which may be "".

    Takes a ruleset, to say what applies under it, and the rulesets to list as users of each value. `hooks` adds to the
    steps of a kan the keys that each step reads and the hooks that it asks.
    """
    word = topic.strip()
    joined = "_".join(word.split())
    if joined != word and not look_up(word) and _is_name(joined):
        return explain(joined, rules, library, hooks=hooks)
    if word.upper() in CODES:
        return _code(word.upper(), rules, library)
    if plugin_code := _plugin_code(word, rules):
        return plugin_code
    if found := _plugin(word, rules):
        return found
    if word.startswith(PLUGIN) and (local := _plugin_option(word, rules, library)):
        return local
    if word in ("kan", "カン", "槓"):
        return _way(rules, hooks)
    if word == "kandora":
        return _instants(rules)
    if word in keys():
        return _key(word, rules, library)
    if word in tables():
        return _table(word, rules, hooks)
    if word.removeprefix("ruleset.") in HEAD and (word.startswith("ruleset.") or not look_up(word)):
        name = word.removeprefix("ruleset.")
        return Explanation(f"ruleset.{name}", _N("A key of [ruleset]"), HEAD_WORDS[name])
    if name := look_up(word):
        return _word(name, rules)
    if yaku := _yaku(joined, rules):
        return yaku
    fields = [key.name for key in keys().values() if key.field == word]
    if len(fields) == 1:
        return _key(fields[0], rules, library)
    if fields:
        return Explanation(
            word,
            word,
            say(_SEVERAL, word=word),
            key_options(fields, None),
        )
    if code := next((code for code, row in CODES.items() if row.slug and row.slug == word), ""):
        return _code(code, rules, library)
    if local := _plugin_option(word, rules, library):
        return local
    meant = other_words().get(word.casefold(), "")
    if meant in keys():
        return _key(meant, rules, library)
    if meant in tables():
        return explain(meant, rules, library)
    known = [
        *keys(),
        *tables(),
        *glossary(),
        *CODES,
        *WORDS,
        *(key.field for key in keys().values()),
        *(a for w in glossary().values() for a in w.also),
        *(rule.option for rule in offered(rules)),
    ]
    return close(word, known)


_IS_YAKU = _N("A yaku. Rulesets, case files and JSON write {name}.")
_IS_YAKUMAN = _N("A yakuman. Rulesets, case files and JSON write {name}.")
_TITLE, _EXAMPLE = _N("{name}: {title}"), _N("For example: {example}")
_PLUGIN_CODE, _SEVERAL = _N("{code}: a code of the plugin {plugin}"), _N("`{word}` is a key of several tables.")
_OPTIONS_OF, _SET_IN = _N("The options of the plugin {plugin}"), _N("A ruleset that lists it may set them in {table}:")
_IS_LOCAL_RULE = _N("{key}: a local rule of the plugin {plugin}")
_WRITE, _EXPECTED = _N("Write `{line}` in {table}."), _N("Values: {values}. Default: {value}.")
_SEEN, INVENTED = _N("Seen in: {source}"), _N("An invented example: no source was found.")
_RULES_ON, _UNDER_RULES = _N("It decides about: {keys}"), _N("Under {rules}: {answer}")
_DEFAULT = _N("Default: {value}. Rulings that use it say that no source was found.")
_RESTING = _N("{count} of {all} bundled rulesets use the default.")
_RESTING_OF_THREE = _N("{count} of {all} bundled three-player rulesets use the default.")
_SET, _MAY_OVERRULE = (
    _N("Under {rules}: {value}, set by {where}."),
    _N("  see plugin {plugin}, which may rule differently"),
)
_ALSO, _BEYOND = _N("Also called: {names}."), _N("No key covers this. Write it as a line of `text` in [notes].")
_INSTANT, _IS_TURNED = _N("instant"), _N("the kan dora indicator is turned")
_INSTANTS_EVERYWHERE = _N(
    "When the kan dora indicator is turned, and what this affects. The keys below say what else can turn a pending "
    "indicator."
)
_INSTANTS_UNDER = _N("When the kan dora indicator is turned under {rules}, and what this affects.")
_STEP, _ASKS = _N("{number}. {step}: {law}"), _N("      asks the plugins: {hooks}")
_HAS_A_WORD = _N("      plugin {plugin} can decide here: {hook}")
_WAY = _N("The steps of a kan, from the announcement to the end of the turn.")
_WAY_UNDER = _N("The steps of a kan, from the announcement to the end of the turn, under {rules}.")
_KITA_WAY = _N(
    "The steps of a kita, from the announcement to the replacement tile. After that the turn continues as after a kan."
)


def _is_name(word: str) -> bool:
    """Return True if this is a key, a table, the field of a key, or another name of one of them."""
    return (
        word in keys()
        or word in tables()
        or bool(other_words().get(word))
        or any(key.field == word for key in keys().values())
    )


def _code(code: str, rules: Ruleset | None, library: Sequence[Ruleset]) -> Explanation:
    row = CODES[code]
    slug = f" ({row.slug})" if row.slug else ""
    options = key_options(row.keys, rules)
    sources = tuple(cited for key in row.keys[:1] for cited in _sources(key, library))
    lines = (say(_EXAMPLE, example=row.example),)
    return Explanation(code, say(_TITLE, name=f"{code}{slug}", title=row.says), row.when, options, sources, lines=lines)


def _plugin_code(word: str, rules: Ruleset | None) -> Explanation | None:
    name, dash, number = word.rpartition("-")
    if not dash or not number.isdigit():
        return None
    from kanrules.errors import PluginError
    from kanrules.hooks import judge as plugins
    from kanrules.hooks.discovery import named_sources

    try:
        # A local plugin has no entry point; the ruleset has loaded it.
        plugin = dict(rules.modules if rules is not None else ()).get(name) or plugins.load(name)
        said = attribute(name, plugin, "codes", {})
        source = named_sources(name, plugin).get(word)
    except PluginError:
        return None
    if word not in said:
        return None
    lines = () if source is None else (source.cited,)
    return Explanation(word, say(_PLUGIN_CODE, code=word, plugin=name), str(said[word]), lines=lines)


def _plugin(word: str, rules: Ruleset | None) -> Explanation | None:
    """Return the list of a plugin's options, each with its rule, under the plugin's name; without options, its rule."""
    name = word.removeprefix(PLUGIN)
    for rule in plugin_rules(rules) if rules is not None else ():
        if rule.plugin == name and not rule.option:
            return Explanation(word, say(_IS_LOCAL_RULE, key=Verbatim(name), plugin=name), rule.sentence)
    options = tuple(
        option(f"{rule.option} = {value}", sentence)
        for rule in offered(rules, f"{PLUGIN}{name}")
        if rule.plugin == name
        for value, sentence in rule.choices or ((rule.written, rule.text),)
    )
    if not options:
        return None
    return Explanation(word, say(_OPTIONS_OF, plugin=name), say(_SET_IN, table=f"[plugin.{name}]"), options)


def _plugin_option(word: str, rules: Ruleset | None, library: Sequence[Ruleset]) -> Explanation | None:
    """Return the explanation of a plugin's option, by its key (`plugin.club.kan_furi`) or by its name alone: its rule,
    its values, where the rule was seen, and the rulesets that set it.
    """
    rule = next((one for one in offered(rules, word) if word in (one.key.name, one.option)), None)
    if rule is None:
        return None
    users = {
        other.id: one.sentence
        for other in (*library, *filter(None, [rules]))
        for one in plugin_rules(other)
        if one.key == rule.key.name and one.is_set
    }
    options = tuple(
        option(value, sentence, tuple(name for name, said in users.items() if said == sentence))
        for value, sentence in rule.choices
    )
    lines: list[str] = [say(_WRITE, line=Verbatim(rule.line), table=Verbatim(f"[plugin.{rule.plugin}]"))]
    lines.append(say(_EXPECTED, values=", ".join(expected_of(rule.key)), value=file_text(rule.key.default)))
    if rule.seen or rule.plugin in BUNDLED:
        lines.append(say(_SEEN, source=f"{rule.seen.cited} {rule.seen.url}".strip()) if rule.seen else INVENTED)
    if rule.keys:
        lines.append(say(_RULES_ON, keys=", ".join(rule.keys)))
    if rules is not None:
        own = next((one for one in plugin_rules(rules) if one.key == rule.key.name), None)
        answer = (own.sentence if own else "") or NO_LOCAL_RULE
        lines.append(say(_UNDER_RULES, rules=Verbatim(rules.id), answer=answer))
    title = say(_IS_LOCAL_RULE, key=Verbatim(rule.key.name), plugin=rule.plugin)
    return Explanation(rule.key.name, title, rule.text, options, lines=tuple(lines))


def _key(name: str, rules: Ruleset | None, library: Sequence[Ruleset]) -> Explanation:
    key, entry = keys()[name], keys()[name]
    setting = [other for other in library if not other.origin(name).is_default]
    # Keys that only concern three players are neither set nor left out by four-player rulesets.
    of_three = name in of_three_players()
    meant = [other for other in library if not of_three or other.options.table.players == 3]
    resting = sum(other.origin(name).is_default and name not in other.unsettled for other in meant)
    options = []
    if key.takes in (Takes.CHOICE, Takes.SWITCH) or (key.takes is Takes.NUMBER and key.allowed):
        for value, said in options_of(key):
            options.append(option(value, said, tuple(other.id for other in setting if file_text(other[name]) == value)))
    elif key.takes is Takes.TEXT:
        options = [option(other.id, other[name]) for other in setting if other[name]]
    else:
        by_value: dict[str, list[str]] = {}
        for other in setting:
            by_value.setdefault(file_text(other[name]), []).append(other.id)
        options = [option(value, said) for value, said in options_of(key)]
        for value, users in sorted(by_value.items(), key=lambda pair: -len(pair[1])):
            first = next(other for other in setting if other.id == users[0])
            options.append(option(value, meaning(name, first[name]), tuple(users)))
    lines: list[str] = [say(_DEFAULT, value=file_text(key.default))]
    if resting:
        lines.append(say(_RESTING_OF_THREE if of_three else _RESTING, count=resting, all=len(meant)))
    if rules is not None:
        from kanrules.ruleset.effects import holds, overruling

        origin = rules.origin(name)
        where = f"{origin.set_by}, {origin}" if origin.source else origin.set_by
        value = file_text(rules[name])
        if origin.departs is not None:
            value, where = UNDECIDED, origin.departs.cited
        lines.append(say(_SET, rules=Verbatim(rules.id), value=value, where=where))
        if key.takes is not Takes.TEXT:
            lines.append(say("  {meaning}", meaning=holds(name, rules)))
        lines += [say(_MAY_OVERRULE, plugin=one) for one in overruling(name, rules)]
    return Explanation(
        name,
        say(_TITLE, name=name, title=entry.title),
        entry.question,
        tuple(options),
        tuple(_sources(name, library)),
        lines=tuple(lines),
    )


def _sources(key: str, library: Sequence[Ruleset]) -> list[Cited]:
    """Return one line for each clause. Rulesets with the same source and value share a line."""
    found: dict[tuple[Source, str], Cited] = {}
    for rules in library:
        source = source_of(rules, key)
        if source is None:
            continue
        same = (source, file_text(rules[key]))
        known = found[same].rules if same in found else ()
        found[same] = Cited((*known, rules.id), key, rules[key], source)
    order = list(Grade)
    return sorted(found.values(), key=lambda cited: order.index(cited.source.grade))


def _table(table: str, rules: Ruleset | None, hooks: bool) -> Explanation:
    title, about = table_words()[table]
    options = key_options((key.name for key in keys().values() if key.table == table), rules)
    lines = tuple(_way_of_kita(rules, hooks)) if table == "kita" else ()
    return Explanation(table, say(_TITLE, name=f"[{table}]", title=title), about, options, lines=lines)


def _yaku(word: str, rules: Ruleset | None) -> Explanation | None:
    """Return the explanation of a yaku, by its name or its name at the table: its spelling, and the keys about it."""
    called = word.replace("_", " ").casefold()
    name = next((one for one, said in WORDS.items() if called in (one.replace("_", " "), said)), "")
    if not name:
        return None
    liable = ("sekinin_barai.yakuman",) if name in LIABLE_YAKUMAN else ()
    great = (*liable, "scoring.double_yakuman", "scoring.yakuman_limit", "scoring.without_yaku")
    named = great if name in YAKUMAN else ("scoring.without_yaku",)
    said = say(_IS_YAKUMAN if name in YAKUMAN else _IS_YAKU, name=f"`{name}`")
    return Explanation(name, WORDS[name], said, key_options(named, rules))


def _word(name: str, rules: Ruleset | None) -> Explanation:
    entry = glossary()[name]
    also = say(_ALSO, names=", ".join(entry.also)) if entry.also else ""
    options = key_options(keys_about(name), rules)
    beyond = _BEYOND if entry.outside else ""
    lines = tuple(line for line in (also, beyond) if line)
    return Explanation(name, name.replace("_", " "), entry.meaning, options, lines=lines)


def _instants(rules: Ruleset | None) -> Explanation:
    from kanrules.kan import kandora_effects

    head = ("kan" if rules else _INSTANT, _IS_TURNED, *kandora_effects.COLUMNS)
    if rules is None:
        rows = [(instant.value, words, *decided.answers) for instant, words, decided in kandora_effects.rows()]
        text: str = _INSTANTS_EVERYWHERE
    else:
        rows = [
            (kan, instant.words, *decided.answers)
            for kan, instant, decided in kandora_effects.of_ruleset(rules.kandora)
        ]
        text = say(_INSTANTS_UNDER, rules=rules.title)
    lines = [joined(" | ", head), *(joined(" | ", [str(cell) for cell in row]) for row in rows)]
    more = (*TIMINGS, "kandora.pending_on_next_kan", "kandora.pending_on_rinshan_win")
    return Explanation("kandora", _N("kandora: the instants"), text, key_options(more, rules), lines=tuple(lines))


def _way(rules: Ruleset | None, hooks: bool) -> Explanation:
    from kanrules.kan.course import WAY

    text = say(_WAY_UNDER, rules=rules.title) if rules else _WAY
    return Explanation("kan", "kan", text, lines=tuple(_steps(WAY, rules, hooks)))


def _way_of_kita(rules: Ruleset | None, hooks: bool) -> list[str]:
    from kanrules.kan.kita import KITA_WAY
    from kanrules.law.setup import has_kita

    if rules is not None and not has_kita(rules.options):
        return []
    return [_KITA_WAY, *_steps(KITA_WAY, rules, hooks)]


def _steps(way: Sequence[Step], rules: Ruleset | None, hooks: bool) -> list[str]:
    """Return the steps of a kan or kita, each with its keys and their meaning. Steps without effect under the ruleset
    are left out.
    """
    from kanrules.ruleset.effects import effects, has_effect

    lines: list[str] = []
    steps = [step for step in way if hooks or rules is None or has_effect(step, rules)]
    for number, step in enumerate(steps, 1):
        lines.append(say(_STEP, number=f"{number:2}", step=step.name, law=step.law))
        if hooks and rules is None:
            lines += [f"      {key}" for key in step.keys]
        elif rules is not None:
            for key in step.keys if hooks else effects(step, rules):
                value = f"{key} = {file_text(rules[key])}"
                lines.append(say("      {value}: {meaning}", value=value, meaning=meaning(key, rules[key])))
            for hook in () if hooks else step.hooks:
                names = [name for name, _ in rules.modules if hook in hooks_of(rules, name)]
                lines += [say(_HAS_A_WORD, plugin=name, hook=hook) for name in names]
        if hooks and step.hooks:
            lines.append(say(_ASKS, hooks=", ".join(step.hooks)))
    return lines
