"""Every key of every table refuses what it cannot take, by name, in its place, and says what it takes."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import fields
from enum import Enum
from typing import Any, get_type_hints

import pytest

from kanrules import load_ruleset
from kanrules.law import options
from kanrules.law.options import Floating, Options, UmaRow
from kanrules.ruleset import Problem, Ruleset
from kanrules.ruleset.glossary import outside
from kanrules.ruleset.keys import keys, other_words, tables

Problems = Callable[..., list[Problem]]

# Read off the dataclasses here once more, so that this does not rest on `kanrules.ruleset.keys`.
_HINTS = get_type_hints(Options, vars(options))
TABLES = {field.name: _HINTS[field.name] for field in fields(Options)}
SWITCH_OR_LIST = bool | tuple[str, ...]
FIELDS: dict[str, tuple[Any, Any]] = {
    f"{table}.{field.name}": (
        bool if (hint := get_type_hints(kind)[field.name]) == SWITCH_OR_LIST else hint,
        getattr(kind(), field.name),
    )
    for table, kind in TABLES.items()
    for field in fields(kind)
}
METADATA: dict[str, Any] = {
    f"{table}.{field.name}": field.metadata for table, kind in TABLES.items() for field in fields(kind)
}
NUMBERS = {
    name: METADATA[name]["allowed"] for name, (kind, _) in FIELDS.items() if kind is int and "allowed" in METADATA[name]
}
LISTS = {
    name: METADATA[name]["allowed"]
    for name, (kind, _) in FIELDS.items()
    if kind == tuple[str, ...] and "allowed" in METADATA[name]
}
ONLY_HOOKS: set[Enum] = {options.Instant.WIN}
"""Members of a choice that a hook may answer and that no key takes."""
FREE = ("notes.text",)
"""Lists that take any text."""
ROW = [15000, 5000, -5000, -15000]
_SOME, _NONE = (15000, 5000, -5000, -15000), (0, 0, 0, 0)
FLOATING = Floating((_SOME, _NONE, _NONE, _NONE, _SOME))


def limits(name: str) -> tuple[int, int | None]:
    """From where to where a number goes."""
    return METADATA[name].get("limits", (0, None))


EVERY_KEY = pytest.mark.parametrize("name", FIELDS)


def bad_value(name: str) -> str | None:
    """A value of the right type that this key cannot take, as TOML; None where any value of the type will do."""
    kind, _ = FIELDS[name]
    if isinstance(kind, type) and issubclass(kind, Enum):
        return '"xyzzy"'
    if kind is int:
        return "2" if name in NUMBERS and 2 not in NUMBERS[name] else "-1"
    return '["xyzzy"]' if kind == tuple[str, ...] and name not in FREE else None


def wrong_type(name: str) -> tuple[str, str]:
    """A value of another type, and what the message calls it."""
    kind, _ = FIELDS[name]
    if kind is bool:
        return '"maybe"', 'a string, "maybe"'
    if kind is int:
        return "true", "true"
    return "7.5", "a decimal number, 7.5"


def wanted(name: str) -> str:
    kind, _ = FIELDS[name]
    if kind is bool:
        return "true or false"
    if kind is int:
        return "a whole number"
    if kind is Floating:
        return "a table"
    if kind is str and name.partition(".")[0] in ("penalty", "procedure"):
        return "a string or a list of strings"
    return "a list" if kind in (tuple[str, ...], UmaRow) else "a string"


def members(kind: type[Enum]) -> list[Enum]:
    """The members that a key of this choice takes."""
    return [member for member in kind if member not in ONLY_HOOKS]


def takes(name: str) -> set[str]:
    """Every word that must stand after `expected`."""
    kind, _ = FIELDS[name]
    if isinstance(kind, type) and issubclass(kind, Enum):
        return {member.value for member in members(kind)}
    if name in NUMBERS:
        return {str(number) for number in NUMBERS[name]}
    if kind is int:
        return {str(limit) for limit in limits(name)}
    return set(LISTS[name]) if kind == tuple[str, ...] else set()


def test_the_keys_are_those_of_the_options() -> None:
    assert list(keys()) == list(FIELDS)
    assert {name: key.default for name, key in keys().items()} == {
        name: default for name, (_, default) in FIELDS.items()
    }


def test_every_number_and_list_says_what_it_takes() -> None:
    numbers = {name for name, (kind, _) in FIELDS.items() if kind is int}
    lists = {name for name, (kind, _) in FIELDS.items() if kind == tuple[str, ...]}
    limited = {name for name in numbers if "limits" in METADATA[name]}
    assert set(NUMBERS) | limited == numbers and not set(NUMBERS) & limited
    assert set(LISTS) | set(FREE) == lists


@EVERY_KEY
def test_a_bad_value_is_refused_at_the_value_with_what_is_expected(name: str, problems: Problems) -> None:
    bad = bad_value(name)
    if bad is None:
        return
    table, _, field = name.partition(".")
    [problem] = problems(f"[{table}]\n{field} = {bad}\n")
    verb = "cannot hold" if bad.startswith("[") else "cannot be"
    assert problem.code == "KR102"
    assert problem.message == f"`{name}` {verb} {bad.strip('[]')}"
    assert (problem.line, problem.column) == (6, len(field) + 4 + (1 if bad.startswith("[") else 0))
    words = {word.strip(",") for part in problem.expected for word in part.split()}
    assert takes(name) <= words


@EVERY_KEY
def test_a_wrong_type_is_refused_at_the_value(name: str, problems: Problems) -> None:
    table, _, field = name.partition(".")
    wrong, called = wrong_type(name)
    [problem] = problems(f"# a comment\n[{table}]\n  {field}   =   {wrong}  # why not\n")
    assert problem.code == "KR103"
    assert problem.message == f"`{name}` must be {wanted(name)}, not {called}"
    assert (problem.line, problem.column) == (7, 2 + len(field) + 3 + 1 + 3 + 1)


@EVERY_KEY
def test_a_misspelt_key_is_named_with_the_one_that_was_meant(name: str, problems: Problems) -> None:
    table, _, field = name.partition(".")
    [problem] = problems(f"[{table}]\n{field}x = 1\n")
    assert problem.code == "KR101"
    assert problem.message == f"unknown key `{field}x` in [{table}]"
    assert (problem.line, problem.column) == (6, 1)
    assert problem.hint == f"did you mean `{field}`?"


COLUMNS = {key.field for key in keys().values()}
OTHER_WORDS = {
    word: meant
    for word, meant in other_words().items()
    if meant in keys()
    and word.replace("-", "_").isidentifier()
    and word.isascii()
    and word not in {*COLUMNS, *tables()}
}


@pytest.mark.parametrize("table", ["kita", "wins"])
def test_another_word_for_a_key_is_understood_in_any_table(table: str, problems: Problems) -> None:
    assert len(OTHER_WORDS) > 50
    for word, meant in OTHER_WORDS.items():
        if outside(word):
            continue
        [problem] = problems(f"[{table}]\n{word} = 1\n")
        home, _, field = meant.partition(".")
        assert problem.hint == f"did you mean `{field}`{'' if home == table else f' in [{home}]'}?", word


@EVERY_KEY
def test_every_value_that_is_listed_can_be_written_and_read_back(name: str, load: Callable[..., Ruleset]) -> None:
    kind, default = FIELDS[name]
    table, _, field = name.partition(".")
    written: list[tuple[str, Any]] = [("true", True), ("false", False)] if kind is bool else []
    if isinstance(kind, type) and issubclass(kind, Enum):
        written = [(f'"{member.value}"', member) for member in members(kind)]
    elif kind is int:
        written = [(str(number), number) for number in NUMBERS.get(name) or limits(name) if number is not None]
    elif kind is str:
        written = [('"Words."', "Words."), ('""', "")]
    elif kind == UmaRow:
        written = [("[0, 0, 0, 0]", (0, 0, 0, 0)), (str(ROW), tuple(ROW))]
    elif kind is Floating:
        written = [("{}", Floating()), (f"{{ 0 = {ROW}, 4 = {ROW} }}", FLOATING)]
    elif name in FREE:
        written = [("[]", ()), ('["One.", "Two."]', ("One.", "Two."))]
    elif kind == tuple[str, ...]:
        written = [("[]", ()), ("[" + ", ".join(f'"{member}"' for member in LISTS[name]) + "]", LISTS[name])]
    assert written
    for text, value in written:
        rules = load(f"[{table}]\n{field} = {text}\n")
        assert rules[name] == value and type(rules[name]) is type(value)
        assert getattr(getattr(rules, table), field) == value
        assert rules.value_set_by(name) == "club.toml:6"
    assert load()[name] == default


@pytest.mark.parametrize("kan", ["ankan", "daiminkan", "shouminkan"])
def test_a_value_that_only_a_hook_may_answer_is_refused_and_not_offered(kan: str, problems: Problems) -> None:
    for member in ONLY_HOOKS:
        [problem] = problems(f'[kandora]\n{kan} = "{member.value}"\n')
        assert (problem.code, problem.message) == ("KR102", f'`kandora.{kan}` cannot be "{member.value}"')
        assert member.value not in {word.strip(",") for part in problem.expected for word in part.split()}


@EVERY_KEY
def test_a_case_can_lay_any_value_over_any_key(name: str, load: Callable[..., Ruleset]) -> None:
    kind, default = FIELDS[name]
    text = bad_value(name)
    rules = load()
    if text is not None:
        with pytest.raises(ValueError, match=name.replace(".", r"\.")):
            rules.with_options({name: tomllib.loads(f"v = {text}")["v"]})
    other: Any = "Words."
    if isinstance(kind, type) and issubclass(kind, Enum):
        other = next(member.value for member in members(kind) if member is not default)
    elif kind is bool:
        other = not default
    elif kind is int:
        other = next(number for number in NUMBERS.get(name) or limits(name) if number is not None and number != default)
    elif kind == UmaRow:
        other = [0, 0, 0, 0]
    elif kind is Floating:
        other = {"0": ROW}
    elif name in FREE:
        other = ["Words."]
    elif kind == tuple[str, ...]:
        other = [member for member in LISTS[name] if member not in default][:1]
    laid = rules.with_options({name: other}, set_by="here.cases.toml:3")
    assert laid[name] != default and laid.value_set_by(name) == "here.cases.toml:3"
    assert rules[name] == default
    assert [key for key in FIELDS if laid[key] != rules[key]] == [name]


@pytest.mark.parametrize("name", [name for name, key in keys().items() if key.choice is not None])
def test_a_choice_is_equal_to_its_text_in_a_file_and_has_it_as_value(name: str) -> None:
    """Plugins compare `rules.options.kandora.ankan` with a member or with the text, as they like."""
    for text in keys()[name].allowed:
        value = load_ruleset("ema-2016").with_options({name: text})[name]
        assert isinstance(value, str) and value == text == value.value == str(value)


CHOICES = [name for name, (kind, _) in FIELDS.items() if isinstance(kind, type) and issubclass(kind, Enum)]


@pytest.mark.parametrize("name", CHOICES)
def test_a_choice_equals_the_string_of_the_file_which_is_its_value(name: str) -> None:
    table, key = name.split(".")
    for word in keys()[name].allowed:
        rules = load_ruleset("ema-2025").with_options({name: word})
        value = getattr(getattr(rules.options, table), key)
        assert value == word and type(value.value) is str, f"{name} = {value!r} is not {word!r}"
        assert f"{value}" == word, "what a plugin prints is the word of the file"
