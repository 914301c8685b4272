"""Where things stand in a TOML text: held to tomllib, which knows the values but not the places."""

from __future__ import annotations

import tomllib
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from kanrules.ruleset.locate import Path, Positions

BARE = st.text("abcdefgh_-0123456789", min_size=1, max_size=6)
TEXTS = st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc")), max_size=8)


@st.composite
def keys(draw: st.DrawFn) -> str:
    """A key, bare or in either kind of quotes."""
    if draw(st.integers(0, 3)):
        return draw(BARE)
    text = draw(TEXTS.filter(lambda t: "'" not in t))
    return f"'{text}'" if draw(st.booleans()) else basic(text)


def basic(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


SPACE = st.sampled_from(["", " ", "  ", "\t"])
BREAK = st.sampled_from(["", " ", "\n", ' # [not] = "a" value\n', "\n\n  "])


@st.composite
def scalars(draw: st.DrawFn) -> str:
    text = draw(TEXTS)
    kind = draw(st.integers(0, 8))
    if kind == 0:
        return basic(text)
    if kind == 1:
        return "'" + text.replace("'", "") + "'"
    if kind == 2:
        return (
            '"""'
            + draw(st.sampled_from(["", "\n", "a\nb", "# no\n[t]\n", 'x""y', '\\"""', "a\\\n  b"]))
            + text.replace("\\", "").replace('"', "")
            + '"""'
        )
    if kind == 3:
        return "'''" + draw(st.sampled_from(["", "\n", "a = 1\n", "it''s"])) + text.replace("'", "") + "'''"
    if kind == 4:
        return draw(st.sampled_from(["true", "false"]))
    if kind == 5:
        return str(draw(st.integers(-(10**9), 10**9)))
    if kind == 6:
        return draw(
            st.sampled_from(["1.5", "-0.0", "1e6", "inf", "0x1F", "1_000", '""""a"""', "''''b'''", '"""a"""""'])
        )
    if kind == 7:
        return draw(st.sampled_from(["1979-05-27", "07:32:00", "1979-05-27 07:32:00", "1979-05-27T00:32:00.99-07:00"]))
    return '""'


@st.composite
def values(draw: st.DrawFn, depth: int = 2) -> str:
    kind = draw(st.integers(0, 5)) if depth else 0
    if kind == 4:
        inner = draw(st.lists(values(depth - 1), max_size=3))
        body = ",".join(draw(BREAK) + value + draw(BREAK) for value in inner)
        comma = draw(st.sampled_from(["", ","])) if inner else ""
        return "[" + body + comma + draw(BREAK) + "]"
    if kind == 5:
        names = draw(st.lists(BARE, max_size=3, unique=True))
        pairs = [
            f"{draw(SPACE)}{name}{draw(SPACE)}={draw(SPACE)}{draw(inline(depth - 1))}{draw(SPACE)}" for name in names
        ]
        return "{" + ",".join(pairs) + "}"
    return draw(scalars())


@st.composite
def inline(draw: st.DrawFn, depth: int) -> str:
    """A value inside an inline table, in which no line may break outside a long text or a list."""
    return draw(values(depth))


@st.composite
def documents(draw: st.DrawFn) -> str:
    lines = []
    for _ in range(draw(st.integers(1, 4))):
        if draw(st.booleans()):
            parts = [draw(keys()) for _ in range(draw(st.integers(1, 3)))]
            dotted = f"{draw(SPACE)}.{draw(SPACE)}".join(parts)
            lines.append(
                f"[[{dotted}]]"
                if draw(st.integers(0, 3)) == 0
                else f"{draw(SPACE)}[{draw(SPACE)}{dotted}{draw(SPACE)}]"
            )
        for _ in range(draw(st.integers(0, 4))):
            parts = [draw(keys()) for _ in range(1 if draw(st.integers(0, 3)) else 2)]
            comment = draw(st.sampled_from(["", "  # x = 1", "# [t]"]))
            lines.append(
                f"{draw(SPACE)}{f'{draw(SPACE)}.'.join(parts)}{draw(SPACE)}={draw(SPACE)}{draw(values())}{draw(SPACE)}{comment}"
            )
        lines.append(draw(st.sampled_from(["", "# a comment", "   "])))
    return "\n".join(lines)


def leaves(data: Any, path: Path = ()) -> list[tuple[Path, Any]]:
    """Every value with its path, tables left out."""
    if isinstance(data, dict):
        return [leaf for name, value in data.items() for leaf in leaves(value, (*path, name))]
    found: list[tuple[Path, Any]] = [(path, data)]
    if isinstance(data, list):
        found += [leaf for number, value in enumerate(data) for leaf in leaves(value, (*path, number))]
    return found


def table_list(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(member, dict) for member in value)


@settings(max_examples=200, deadline=None)
@given(documents())
def test_the_located_text_reads_as_the_value_that_tomllib_gave(text: str) -> None:
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return
    positions = Positions(text)
    for path, value in leaves(data):
        if path not in positions.places:
            assert table_list(value), f"{path} was not found"  # a [[table]] has headers, no value
            continue
        place = positions.places[path]
        located = tomllib.loads(f"v = {text[place.start : place.end]}")["v"]
        assert repr(located) == repr(value)
        if isinstance(path[-1], str):
            key = tomllib.loads(f"{key_at(text, place.key)} = 0")
            assert path[-1] in key
        line, column = positions.value(path)
        assert text.split("\n")[line - 1][column - 1 :].startswith(text[place.start : place.start + 1])


def key_at(text: str, offset: int) -> str:
    """The key that begins here."""
    if text[offset] == "'":
        return text[offset : text.index("'", offset + 1) + 1]
    end = offset + 1
    if text[offset] == '"':
        while text[end] != '"':
            end += 2 if text[end] == "\\" else 1
        return text[offset : end + 1]
    while end < len(text) and (text[end].isalnum() or text[end] in "_-") and text[end].isascii():
        end += 1
    return text[offset:end]


def test_generated_documents_are_mostly_toml() -> None:
    seen = [0, 0]

    @settings(max_examples=60, deadline=None, database=None)
    @given(documents())
    def count(text: str) -> None:
        try:
            tomllib.loads(text)
        except tomllib.TOMLDecodeError:
            seen[1] += 1
        else:
            seen[0] += 1

    count()
    assert seen[0] > seen[1] / 2, (
        f"{seen[0]} documents could be read and {seen[1]} could not: the test above would prove little"
    )


def test_a_header_a_key_and_a_list_member_have_their_places() -> None:
    text = '# one\n[source."kandora.ankan"]\n  document = "x" # y\n[a]\nlist = [\n  "p",\n  "q",\n]\nt = { u = 1 }\n'
    positions = Positions(text)
    assert positions.key(("source", "kandora.ankan")) == (2, 1)
    assert positions.key(("source", "kandora.ankan", "document")) == (3, 3)
    assert positions.value(("source", "kandora.ankan", "document")) == (3, 14)
    assert positions.value(("a", "list", 1)) == (7, 3)
    assert positions.value(("a", "t", "u")) == (9, 11)
    assert positions.key(("a", "nothing")) == (4, 1)
    assert positions.line(3) == '  document = "x" # y'
