"""The composer of a ruleset: the questions of a rulebook, differences from it, mistakes in the file, and sheet and
card.
"""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from html import escape
from pathlib import Path
from typing import Any

from kanrules.desk.case_index import cases_by_id
from kanrules.desk.casebook import answer_to
from kanrules.errors import wrong_use
from kanrules.exchange import programs, settings_file
from kanrules.exchange.bring import import_settings
from kanrules.exchange.import_toml import imported_toml
from kanrules.law.yaku import WORDS
from kanrules.locale import Translator
from kanrules.locale.sentences import many, strings_of
from kanrules.locale.sentences import say as sentence
from kanrules.report import sheet_words
from kanrules.report.as_json import envelope
from kanrules.report.sheet import sheet
from kanrules.report.sheet_html import sheet_html as printed
from kanrules.ruleset import Problem, Ruleset, RulesetError, Severity, examine, library, load_ruleset
from kanrules.ruleset.diff import KeyDifference, chosen, compare, consequence
from kanrules.ruleset.effects import holds, left_out, open_questions
from kanrules.ruleset.explain import INVENTED
from kanrules.ruleset.key_sentences import value_words
from kanrules.ruleset.keys import PLUGIN, TEXT_TABLES, Key, Takes, file_text, keys, other_words, table_words
from kanrules.ruleset.lint import warnings
from kanrules.ruleset.plugin_rules import NO_LOCAL_RULE, OfferedRule, plugin_rules
from kanrules.ruleset.problems import expectation, quote
from kanrules.ruleset.reference import options_of
from kanrules.ruleset.standalone_toml import ID
from kanrules.ruleset.toml_file import MAX_BYTES
from kanrules.site import words
from kanrules.site.diff import titles
from kanrules.site.frame import assumed, chip
from kanrules.site.live import draft
from kanrules.site.live.form_fields import FormFields, PageAnswer, hash_of, may_run, verdict
from kanrules.site.live.form_fields import text as shown
from kanrules.site.live.refusals import hint, told

INHERITED = "="
"""Beginning of the hidden field with the list of the ruleset from which a draft starts."""

_KAN = (
    "Dora and kan dora",
    "Fourth and fifth kan",
    "Robbing a kan, rinshan kaihou",
    "Liability (sekinin barai)",
    "Kan in riichi",
)
"""Groups of rules on the card."""
_ID_LINE = re.compile(r'^id\s*=\s*"([^"\n]*)"', re.M)
_MEANT = re.compile(r'did you mean (?:`([^`]{1,80})`|"([^"]{1,80})")')


# --- the questions ----------------------------------------------------------------------------------------------------


def topics() -> list[tuple[str, tuple[str, ...]]]:
    """Return the groups of a sheet with their tables, and then each table that belongs to no group."""
    grouped = {table for _, tables in sheet_words.GROUPS for table in tables}
    rest = dict.fromkeys(key.table for key in keys().values() if key.table not in grouped)
    return [*sheet_words.GROUPS, *((table_words()[table][0], (table,)) for table in rest)]


def questions(given: FormFields) -> PageAnswer:
    """Return every key as a question, with its options in words and the answer of the chosen ruleset."""
    book, say = given.rules(), given.say
    folds = ""
    # Only three players set norths aside, so a ruleset for four asks about kita last.
    last = "kita" if book["table.players"] != 3 else ""
    for at, (title, tables) in sorted(enumerate(topics()), key=lambda topic: last in topic[1][1]):
        found = [key for key in keys().values() if key.table in tables]
        asked = "".join(_question(key, book, say) for key in found)
        folds += (
            f'<details class="topicfold" data-topic="{at}"><summary><b>{escape(say(title))}</b>'
            f'<span class="cnt" data-count>{len(found)}</span></summary>{asked}</details>'
        )
    local = draft.local_rules()
    asked = "".join(_local_rule(rule, book, say) for rule in local)
    folds += (
        f'<details class="topicfold" data-topic="{len(topics())}"><summary><b>{escape(say(words.LOCAL_RULES))}</b>'
        f'<span class="cnt" data-count>{len(local)}</span></summary>{asked}</details>'
    )
    return PageAnswer(folds, None, "", extra={"book": book.id, "title": book.title})


def _question(key: Key, book: Ruleset, say: Translator) -> str:
    entry, origin = keys()[key.name], book.origin(key.name)
    now = escape(say(holds(key.name, book)))
    if origin.is_default:
        silent = key.table in TEXT_TABLES
        now = f'<span class="assume">{now}</span>' if silent else assumed(say(holds(key.name, book)), book.assumed, say)
    cited = chip(origin.source, say) if origin.source is not None else ""
    kind = " default" if origin.is_default else ""
    also = " ".join(word.replace("_", " ") for word, meant in other_words().items() if meant in (key.name, key.table))
    return (
        f'<details class="cq" data-key-of="{key.name}" data-title="{escape(say(entry.title))}" '
        f'data-also="{escape(also)}"><summary>'
        f'<span class="ask-of">{escape(say(entry.question))}</span>'
        f'<span class="tag" hidden>{escape(say(words.DIFFERS))}</span><span class="now{kind}">{now}</span></summary>'
        f'<div class="cbody"><p class="clause">{cited}</p>{_input(key, book, say)}'
        '<div class="eff" data-effect></div></div></details>'
    )


def _local_rule(rule: OfferedRule, book: Ruleset, say: Translator) -> str:
    """Return a local rule as a question: its sentence, and where it was seen."""
    # The sentences of several choices stand with their buttons; what they answer is the question that they overrule.
    name, text = rule.key.name, say(rule.text or keys()[rule.keys[0]].question)
    now = next((one.sentence for one in plugin_rules(book) if one.key == name), "") or NO_LOCAL_RULE
    if rule.key.takes is Takes.LIST:
        field = _several(rule.key, (), say)
    elif rule.key.takes is Takes.NUMBER:
        field = _typed(rule.key, file_text(rule.key.default), say)
    else:
        options = rule.choices or (("true", rule.text),)
        field = _chosen(rule.key, [(value.strip('"'), said) for value, said in options], book, say)
    seen = chip(rule.seen, say) if rule.seen else f'<span class="small mut">{escape(say(INVENTED))}</span>'
    return (
        f'<details class="cq" data-key-of="{name}" data-title="{escape(rule.option)}" data-also=""><summary>'
        f'<span class="ask-of">{escape(text)}</span>'
        f'<span class="tag" hidden>{escape(say(words.DIFFERS))}</span>'
        f'<span class="now">{escape(say(now))}</span></summary>'
        f'<div class="cbody"><p class="clause">{seen}</p>{field}<div class="eff" data-effect></div></div></details>'
    )


def _input(key: Key, book: Ruleset, say: Translator) -> str:
    """Return the input of a key. The ruleset's own answer is the first choice."""
    if key.takes in (Takes.CHOICE, Takes.SWITCH) or (key.takes is Takes.NUMBER and key.allowed):
        # A list is written by hand.
        options = [
            (draft.shown(key, value), said) for value, (_, said) in zip(key.allowed, options_of(key), strict=False)
        ]
        return _chosen(key, options, book, say)
    ident = key.name.replace(".", "-")
    if key.takes is Takes.LIST and key.allowed:
        return _several(key, book[key.name], say)
    in_words = key.takes is Takes.TEXT or (key.takes is Takes.LIST and not key.allowed)
    given = book[key.name]
    lines = strings_of(given) if key.takes is Takes.TEXT else given if in_words else ()
    are_sentences = bool(lines) and all(isinstance(one, str) for one in lines)
    value = escape("\n".join(map(say, lines)) if are_sentences else draft.shown(key, given))
    label = f'<label for="c-{ident}">{escape(say(words.OWN_ANSWER))}</label>'
    if key.takes is Takes.FLOATING:
        return f'<p class="small mut">{escape(say(words.BY_HAND))}</p>'
    if in_words:
        return f'{label}<textarea id="c-{ident}" name="{key.name}" rows="2" placeholder="{value}"></textarea>'
    return _typed(key, value, say)


def _typed(key: Key, value: str, say: Translator) -> str:
    ident = key.name.replace(".", "-")
    label = f'<label for="c-{ident}">{escape(say(words.OWN_ANSWER))}</label>'
    mode = ' inputmode="numeric"' if key.takes is Takes.NUMBER else ""
    return f'{label}<input id="c-{ident}" name="{key.name}" type="text" placeholder="{value}"{mode}>'


def _chosen(key: Key, values: Iterable[tuple[str, str]], book: Ruleset, say: Translator) -> str:
    """Return a button for each of these values with its sentence, after one for the answer of the ruleset."""
    legend = escape(say(key.question))
    as_book = escape(say(words.AS_BOOK).replace("{book}", book.title))
    options = [
        f'<label class="opt"><input type="radio" name="{key.name}" value="" checked><span>{as_book}</span></label>'
    ]
    options += [
        f'<label class="opt"><input type="radio" name="{key.name}" value="{escape(raw)}">'
        f"<span>{escape(say(said))}</span></label>"
        for raw, said in values
    ]
    return f'<fieldset><legend class="vh">{legend}</legend>{"".join(options)}</fieldset>'


def _several(key: Key, book: Sequence[str], say: Translator) -> str:
    """Return a box to tick for each name that a list may have, with those of the ruleset ticked. The hidden field has
    the list of the ruleset, which holds as long as the same boxes are ticked.
    """
    boxes = "".join(
        f'<label class="tick"><input type="checkbox" name="{key.name}" '
        f'value="{escape(one)}"{" checked" if one in book else ""}>'
        f"{escape(say(WORDS.get(one, one)))}</label>"
        for one in key.allowed
    )
    legend = f'<legend class="vh">{escape(say(key.question))}</legend>'
    inherited = f'<input type="hidden" name="{key.name}" value="{escape(INHERITED + ", ".join(book))}">'
    return f'<fieldset>{legend}{inherited}<div class="ticks">{boxes}</div></fieldset>'


# --- a draft and what is wrong with it --------------------------------------------------------------------------------


def composed(given: FormFields) -> PageAnswer:
    """Return the result of the form: the text with the answers written into it, the messages of `check`, and the
    differences from the base ruleset.

    The text in `toml` is the file; if it is empty, it begins from the chosen ruleset. A field with a key's name is
    written into the text if it differs. `only=text` ignores the fields, for a text edited by hand.
    """
    say = given.say
    # JSON can contain half of a surrogate pair, but no file can.
    text = given.text("toml").encode("utf-8", "replace").decode("utf-8-sig").replace("\r\n", "\n")
    if not text.strip():
        text = draft.begun(given.rules().id, given.one("name") or given.say(words.MY_CLUB), _taken())
    elif given.one("only") != "text":
        text = _head(text, given)
    if given.one("only") != "text":
        text = _answers(text, given)
    name, rules, problems = _checked(text)
    book = _book(rules, given)
    found = compare(book, rules) if rules is not None else []
    errors = [one for one in problems if one.severity is Severity.ERROR]
    warned = any(one.severity is Severity.WARNING for one in problems)
    verdict = "errors" if errors else "warnings" if warned else "fine"
    # The output of `diff` and of `check`, with the file itself.
    data = {
        "rules": name.removesuffix(".toml"),
        "text": text,
        "problems": [one.to_json() for one in problems],
        "differences": [{"key": one.key, "a": one.a, "b": one.b, "effect": one.effect} for one in found],
    }
    changes = _changes(found, book, rules, say) if rules is not None and given.one("effects") else ""
    html = _summary(rules, book, found, problems, say) + changes
    extra: dict[str, object] = {
        "text": text,
        **_elsewhere(text),
        **identified(name, rules.title if rules is not None else name, text),
        "book": book.id,
        "head": _head_of(text),
        "values": draft.typed_in(text),
        "differs": {
            one.key: _effect(one, book, rules, say)
            for one in found
            if one.key in draft.asked_keys() and rules is not None
        },
        "lines": _listing(text, problems, found, say),
        "counts": _counts(found),
        "state": _state(found if rules is not None else None, problems, book, rules, say),
        "open": _open(rules, say) if rules is not None else "",
        "link": packed(text),
        "usable": rules is not None,
    }
    code = (errors or problems)[0].code if problems else ""
    return PageAnswer(html, envelope(data, "compose"), verdict, code, extra)


def _head(text: str, given: FormFields) -> str:
    """Return the text with the ruleset, the name and the club's facts of the form.

    As long as id and authority are those made from the name, they follow it.
    """
    data = draft.read(text)
    head = data.get("ruleset") if data is not None else None
    head = head if isinstance(head, dict) else {}
    name, before = given.one("name"), str(head.get("name", ""))
    told = {"extends": given.one("rules"), "name": name, "edition": given.one("edition")}
    if told["extends"].endswith(".toml"):
        told["extends"] = ""
    if name and name != before:
        if head.get("id") in ("", None, draft.ident(before), draft.free_ident(before, _taken())):
            told["id"] = draft.free_ident(name, _taken())
        if head.get("authority") in ("", None, before):
            told["authority"] = name
    if given.one("authority") not in ("", head.get("authority")):
        told["authority"] = given.one("authority")
    for field, said in told.items():
        if said and head.get(field) != said:
            text = draft.put(text, f"ruleset.{field}", quote(said, 200))
    return text


def _head_of(text: str) -> dict[str, str]:
    """Return the facts of a text that have a field of their own."""
    data = draft.read(text)
    head = data.get("ruleset") if data is not None else None
    head = head if isinstance(head, dict) else {}
    return {field: str(head.get(field, "")) for field in ("name", "authority", "edition")}


def _answers(text: str, given: FormFields) -> str:
    """Return the text with each answer of the form that it does not have yet."""
    if draft.read(text) is None:
        return text
    set_here = draft.typed_in(text)
    for name, key in draft.asked_keys().items():
        said = [value for field, value in given.fields if field == name]
        if not said:
            continue
        inherited = next((one for one in said if one.startswith(INHERITED)), None)
        if inherited is not None:
            text = _ticked(text, name, key, inherited, [one for one in said if one != inherited], set_here)
            continue
        typed = ", ".join(one.replace("\r\n", "\n").strip() for one in said if one.strip())
        if typed != set_here.get(name, "").strip():
            text = draft.put(text, name, draft.literal(key, typed) if typed else "")
            text = _with_plugin(text) if name.startswith(PLUGIN) else text
    return text


def _ticked(text: str, name: str, key: Key, inherited: str, ticked: Sequence[str], set_here: Mapping[str, str]) -> str:
    """Return the text with the list of the boxes that are ticked, or without the key if those of the ruleset are."""
    own = inherited.removeprefix(INHERITED)
    typed = ", ".join(one for one in key.allowed if one in ticked)
    as_book = set(typed.split(", ")) == set(own.split(", "))
    if as_book and name not in set_here:
        return text
    if not as_book and name in set_here and set(set_here[name].split(", ")) == set(typed.split(", ")):
        return text
    text = draft.put(text, name, "" if as_book else draft.literal(key, typed))
    return _with_plugin(text) if name.startswith(PLUGIN) else text


def _with_plugin(text: str) -> str:
    """Return the text with the plugin of local rules among its plugins, if and only if an option of it is set."""
    data: dict[str, Any] = draft.read(text) or {}
    head = data.get("ruleset", {})
    listed = [one for one in head.get("plugins", []) if one != draft.LOCAL]
    if draft.LOCAL in data.get("plugin", {}):
        listed.append(draft.LOCAL)
    if listed == head.get("plugins", []):
        return text
    return draft.put(text, "ruleset.plugins", file_text(listed) if listed else "")


def _checked(text: str) -> tuple[str, Ruleset | None, list[Problem]]:
    """Return the file name, the ruleset if it is valid, and every problem. Only bundled rulesets are read, and the file
    never runs code.
    """
    data = draft.read(text)
    head = data.get("ruleset") if data is not None else None
    stem = str(head.get("id", "")) if isinstance(head, dict) else ""
    if data is None and (written := _ID_LINE.search(text)):
        stem = written[1]  # a mistake elsewhere in the text must not make its id wrong, too
    path = Path(f"{stem if ID.fullmatch(stem) else 'club'}.toml")
    path.write_bytes(text.encode("utf-8", "replace"))
    rules, problems = examine(path, path.name, within=Path(), allow_local_plugins=bool(may_run()))
    if rules is not None:
        problems = [*problems, *(one for one in warnings(rules) if one.path == path.name)]
    return path.name, rules, list(problems)


def _book(rules: Ruleset | None, given: FormFields) -> Ruleset:
    """Return the ruleset that a draft is compared with: its parent, or else the chosen one."""
    if rules is not None and rules.extends and not rules.extends.endswith(".toml"):
        return load_ruleset(rules.extends)
    asked = given.one("rules")
    try:
        return load_ruleset(asked if asked and "." not in asked and "/" not in asked else "ema-2025")
    except RulesetError:
        return load_ruleset("ema-2025")


def _state(
    found: list[KeyDifference] | None, problems: list[Problem], book: Ruleset, rules: Ruleset | None, say: Translator
) -> str:
    """Return the line above the file. How many answers differ is not known while the file has errors."""
    count = len(open_questions(rules)) if rules is not None else 0
    opened = f" · <b>{count}</b> {escape(say(words.OPEN_COUNT))}" if count else ""
    return f"<b>{'–' if found is None else len(chosen(found))}</b> {_beside(problems, book, say)}{opened}"


def _open(rules: Ruleset, say: Translator) -> str:
    """Return the questions that the ruleset's values raise and nobody has decided; each leads to its field."""
    return "".join(
        f'<li><button type="button" class="row" data-goto="{escape(key)}">{escape(say(keys()[key].question))}'
        "</button></li>"
        for key in open_questions(rules)
    )


def _beside(problems: list[Problem], book: Ruleset, say: Translator) -> str:
    """Return the label for the number of answers that differ from the base ruleset, errors, and messages."""
    errors = sum(one.severity is Severity.ERROR for one in problems)
    warned = sum(one.severity is Severity.WARNING for one in problems)
    said = say(words.DIFFERENT_FROM).replace("{book}", book.title)
    return (
        f"{escape(said)} · <b>{errors}</b> {escape(say(words.ERRORS))} · <b>{warned}</b> {escape(say(words.WARNINGS))}"
    )


def _counts(found: list[KeyDifference]) -> dict[str, int]:
    """Return the number of different keys in each topic, by the topic's number."""
    counted = {}
    for at, (_, tables) in enumerate(topics()):
        counted[str(at)] = sum(one.key.partition(".")[0] in tables for one in chosen(found))
    counted[str(len(topics()))] = sum(one.key.startswith(PLUGIN) for one in chosen(found))
    return counted


def _effect(one: KeyDifference, book: Ruleset, rules: Ruleset, say: Translator) -> str:
    """Return what one answer changes: the sentence of the base ruleset, the new one, and the effect at the table."""
    told = consequence(one.key, book, rules, titles(book, rules, say))
    gone = left_out(rules).get(one.key, ())
    if gone:
        told = [*told, sentence(words.REMOVES, names=value_words(gone))]
    items = "".join(f"<li>{shown(line, say)}</li>" for line in told)
    return (
        f'<p><b>{escape(say(words.NOW))}</b> {escape(_said(one.key, one.meaning_b, rules, say))}</p>'
        f'<p class="mut"><b>{escape(say(words.INSTEAD_OF))}</b> {escape(_said(one.key, one.meaning_a, book, say))}</p>'
        + (f"<p><b>{escape(say(words.AT_TABLE))}</b></p><ul class=\"plain\">{items}</ul>" if items else "")
    )  # fmt: skip


def _said(key: str, english: str, rules: Ruleset, say: Translator) -> str:
    return say(holds(key, rules)) if key in keys() else say(english)


def _listing(text: str, problems: list[Problem], found: list[KeyDifference], say: Translator) -> str:
    """Return the file line by line, with lines that differ marked and messages below their line."""
    by_line: dict[int, list[Problem]] = {}
    for one in problems:
        by_line.setdefault(one.line, []).append(one)
    differ = {one.origin_b.line for one in found if one.origin_b.line}
    parts = "".join(_message(one, say) for one in by_line.pop(0, []))
    for number, line in enumerate(text.rstrip("\n").split("\n"), 1):
        here = by_line.get(number, [])
        kind = " err" if any(one.severity is Severity.ERROR for one in here) else " d" if number in differ else ""
        parts += f'<li class="l{kind}"><i>{number}</i><code>{escape(line) or " "}</code></li>'
        parts += "".join(_message(one, say) for one in here)
    return f'<ol class="code">{parts}</ol>'


def _message(one: Problem, say: Translator) -> str:
    expected = f"<br>{escape(expectation(one.expected))}" if one.expected and say.is_english else ""
    helps = hint(one, say)
    helps = f"<br>{escape(helps)}" if helps else ""
    fix = ""
    meant = _MEANT.search(one.hint)
    if meant is not None and one.line:
        new = meant.group(1) or f'"{meant.group(2)}"'
        label = escape(say(words.WRITE).replace("{text}", new))
        fix = (
            f'<button type="button" class="fix" data-fix="{escape(new)}" data-line="{one.line}" '
            f'data-column="{one.column}" '
            f'data-length="{one.length}">{label}</button>'
        )
    where = f"{escape(say(words.LINE))} {one.line}, " if one.line else ""
    return (
        f'<li class="msg {one.severity.value}"><b>{where}{escape(one.code)}.</b> '
        f"{escape(told(one, say))}{expected}{helps}{fix}</li>"
    )


def _summary(
    rules: Ruleset | None, book: Ruleset, found: list[KeyDifference], problems: list[Problem], say: Translator
) -> str:
    if rules is None:
        items = "".join(_message(one, say) for one in problems if one.severity is Severity.ERROR)
        head = verdict("no", say(words.NOT_YET), (book.title,))
        return f'{head}<section class="refused"><ul class="code">{items}</ul></section>'
    items = "".join((f"<li><b>{escape(say(one.question))}</b>{_effect(one, book, rules, say)}</li>") for one in found)
    head = verdict("told", str(len(chosen(found))), (rules.title,), what=_beside(problems, book, say))
    return f'{head}<section><ul class="cites">{items}</ul></section>'


def _changes(found: list[KeyDifference], book: Ruleset, rules: Ruleset, say: Translator) -> str:
    """Return the casebook questions whose answer has changed. Each is played under both rulesets."""
    changed = {one.key for one in found}
    items = ""
    for case in cases_by_id().values():
        if case.options or not changed & set(case.decides):
            continue
        before, after = answer_to(case, book).text, answer_to(case, rules).text
        if before != after:
            items += (
                f'<li><a href="../casebook/index.html#{case.id}">{escape(say(case.question))}</a><br>'
                f'<b>{escape(say(after))}</b> <span class="mut">{escape(say(words.INSTEAD_OF))} '
                f"{escape(say(before))}</span></li>"
            )
    if not items:
        return ""
    return f'<section><h2>{escape(say(words.CHANGES))}</h2><ul class="cites">{items}</ul></section>'


# --- in and out -------------------------------------------------------------------------------------------------------


def identified(name: str, title: str, text: str) -> dict[str, object]:
    """Return what identifies a ruleset on the page: its file, its title, and the hash of its text."""
    return {"file": name, "title": title, "hash": hash_of(text)}


def _elsewhere(text: str) -> dict[str, object]:
    """Return a draft as it is of use outside this site (`taken`), and by name the files that it then needs in its
    folder (`beside`): a ruleset of this site is known by its id only here.
    """
    parent = _extends(text)
    if parent not in library.installed():
        return {"taken": text, "beside": {}}
    own = [layer for layer in load_ruleset(parent).layers if layer.document.path.parent != library.folder()]
    named = [f"{layer.written.head.id}.toml" for layer in own]
    texts = [layer.document.text for layer in own]
    for at, name in enumerate(named[1:]):
        texts[at] = draft.put(texts[at], "ruleset.extends", quote(name))
    for at, layer in enumerate(own):
        # The edition before it is of no use for these rules.
        if layer.written.head.replaces not in library.bundled():
            texts[at] = draft.put(texts[at], "ruleset.replaces", "")
    taken = draft.put(text, "ruleset.extends", quote(named[0]))
    return {"taken": taken, "beside": dict(zip(named, texts, strict=True))}


def _here(text: str) -> str:
    """Return a file that stands on a file of this site with the id of that ruleset."""
    stem = Path(_extends(text)).name.removesuffix(".toml")
    return draft.put(text, "ruleset.extends", quote(stem)) if stem in library.installed() else text


def _extends(text: str) -> str:
    head = (draft.read(text) or {}).get("ruleset")
    return str(head.get("extends", "")) if isinstance(head, dict) else ""


def packed(text: str) -> str:
    """Return a ruleset compressed for the fragment of a link."""
    return base64.urlsafe_b64encode(zlib.compress(text.encode("utf-8", "replace"), 9)).decode().rstrip("=")


def unpacked(link: str) -> str:
    """Return the text in a link. Raises UnreadableError for a link that is broken or too long."""
    try:
        raw = base64.urlsafe_b64decode(link + "=" * (-len(link) % 4))
        made = zlib.decompressobj()
        found = made.decompress(raw, MAX_BYTES + 1)
        if len(found) > MAX_BYTES:
            raise wrong_use(sentence(words.LINK_TOO_LONG))
        if not made.eof:
            raise zlib.error("cut off")
        return found.decode()
    except (binascii.Error, zlib.error, UnicodeError, ValueError):
        raise wrong_use(sentence(words.LINK_BROKEN)) from None


def opened(given: FormFields) -> PageAnswer:
    """Return the text of a ruleset from a link (`link`) or from a file (`file` is its name, `data` its bytes in
    base64).

    A TOML file is used unchanged. Any other file is imported as the settings of another program, as `import` does.
    Raises UnreadableError if it is neither.
    """
    if given.one("link"):
        text = unpacked(given.one("link"))
        name, rules, _ = _checked(text)
        title = rules.title if rules is not None else name
        return PageAnswer("", None, "", extra={"text": text, "said": "", **identified(name, title, text)})
    name = given.one("file") or "file"
    raw = base64.b64decode(given.text("data"), validate=False)
    if len(raw) > settings_file.MAX_BYTES:
        raise wrong_use(f"{name}: more than {settings_file.MAX_BYTES:,} bytes; no ruleset is so long")
    text = raw.decode("utf-8-sig", "replace")
    if name.lower().endswith(".toml") or (text.lstrip().startswith(("[", "#")) and "[ruleset]" in text):
        return PageAnswer("", None, "", extra={"text": _here(text), "said": ""})
    found = settings_file.parse(text, name)
    program, settings = programs.recognise(found, name)
    settings_file.no_newer(program, settings, name)
    stem = name.rpartition(".")[0] or name
    brought = import_settings(program, settings, name, name=stem)
    own = draft.ident(stem)
    made = imported_toml(
        brought, own if own not in _taken() else f"{own}-{program.id}", own.replace("-", " ").capitalize()
    )
    say = given.say
    lost = "".join(f"<li>{escape(one.field)}: {escape(one.why)}</li>" for one in brought.lost)
    against = "".join(
        f"<li>{escape(one.key)}: {escape(str(one.theirs))}; {escape(one.book)}: {escape(str(one.ours))}</li>"
        for one in brought.contradicts
    )
    said = f'<p class="who"><span>{escape(program.title)} → {escape(brought.book.title)}</span></p>'
    for title, items in ((words.WAS_LOST, lost), (words.CONTRADICTS, against)):
        said += f'<h3>{escape(say(title))}</h3><ul class="plain">{items}</ul>' if items else ""
    said += f"<p>{escape(say(many(words.WERE_ASSUMED, len(brought.assumed))))}</p>"
    return PageAnswer("", None, "", extra={"text": made, "said": said})


def _taken() -> tuple[str, ...]:
    from kanrules.ruleset import all_ids

    return all_ids()


def paper(given: FormFields) -> PageAnswer:
    """Return the sheet of a draft as a page for printing, or with `card` only its rules about kans."""
    _, rules, problems = _checked(given.text("toml"))
    if rules is None:
        raise RulesetError(problems)
    page: Any = sheet(rules, (given.language,))
    kind = "sheet"
    if given.one("card"):
        wanted = {given.say(title) for title in _KAN}
        page = replace(page, groups=tuple(group for group in page.groups if group.title[0] in wanted))
        kind = "card"
    return PageAnswer("", None, "", extra={"page": printed(page), "file": f"{rules.id}-{kind}.html"})
