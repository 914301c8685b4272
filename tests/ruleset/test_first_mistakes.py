"""Mistakes of a first file that other programs put there: a copy's name, Markdown, a name in place of a list."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kanrules.ruleset import Severity, examine
from kanrules.ruleset.effects import left_out
from kanrules.ruleset.explain import explain
from kanrules.ruleset.keys import Takes, keys

HEAD = '[ruleset]\nid = "tengu"\nname = "Tengu"\nextends = "ema-2025"\n'


@pytest.mark.parametrize("name", ["tengu (1)", "tengu(2)", "tengu copy", "tengu - Copy", "tengu - Copy (3)"])
def test_a_second_download_is_a_warning_with_one_advice(name: str, tmp_path: Path) -> None:
    path = tmp_path / f"{name}.toml"
    path.write_text(HEAD, encoding="utf-8")
    rules, problems = examine(path)
    assert rules is not None and [(one.code, one.severity) for one in problems] == [("KR107", Severity.WARNING)]
    assert problems[0].hint == "call the file tengu.toml" and not problems[0].expected


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        (f"```toml\n{HEAD}", "remove this line"),
        (f"{HEAD}- [kandora]\n", "write [kandora]"),
        (f'{HEAD}[kandora]\n* ankan = "discard"\n', 'write ankan = "discard"'),
        (f"{HEAD}[sekinin_barai]\nsuukantsu = true\n", 'did you mean yakuman = ["suukantsu"]?'),
        (f"{HEAD}[sekinin_barai]\nrinshan_daiminkan = 1\n", "did you mean `daiminkan_rinshan`?"),
    ],
)
def test_what_comes_from_markdown_or_from_another_kind_of_key_gets_the_line_to_write(
    text: str, hint: str, tmp_path: Path
) -> None:
    path = tmp_path / "tengu.toml"
    path.write_text(text, encoding="utf-8")
    assert [one.hint for one in examine(path)[1]] == [hint]


def test_the_keys_below_a_bulleted_line_are_read_as_if_the_line_were_right(tmp_path: Path) -> None:
    path = tmp_path / "tengu.toml"
    path.write_text(f'{HEAD}\n- [kandora]\n* daiminkan = "discard"\nankan = "nwoevr"\n', encoding="utf-8")
    problems = examine(path)[1]
    assert [one.code for one in problems] == ["KR104", "KR104", "KR102"]
    assert "`kandora.ankan`" in problems[-1].message and (problems[-1].line, problems[-1].column) == (8, 9)


def test_a_list_without_a_name_of_the_parents_list_is_known_by_that_name(tmp_path: Path) -> None:
    path = tmp_path / "tengu.toml"
    for listed, gone in (('"daisangen", "suukantsu"', {"sekinin_barai.yakuman": ("daisuushii",)}),
                         ('"daisuushii", "daisangen"', {})):  # fmt: skip
        path.write_text(f"{HEAD}[sekinin_barai]\nyakuman = [{listed}]\n", encoding="utf-8")
        rules, _ = examine(path)
        assert rules is not None and left_out(rules) == gone


def test_every_command_that_a_message_names_for_the_values_of_a_key_explains_them(tmp_path: Path) -> None:
    path = tmp_path / "tengu.toml"
    source = '[source."*"]\ndocument = "D"\ngrade = "nwoevr"\n'
    choices = [key for key in keys().values() if key.takes is Takes.CHOICE and isinstance(key.allowed[0], str)]
    files = [f"{HEAD}{source}", f'{HEAD}text_read = "nwoevr"\n']
    files += [f'{HEAD}[{key.table}]\n{key.field} = "nwoevr"\n' for key in choices]
    named = []
    for text in files:
        path.write_text(text, encoding="utf-8")
        for problem in examine(path)[1]:
            named += re.findall(r"`kanrules explain ([^`]+)`", problem.hint)
    assert len(named) > 20 and not [topic for topic in named if isinstance(explain(topic, None, ()), str)]
