"""An option that has one value is given once: the last one never wins silently."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from kanrules.cli.program import program
from tests.cli.running import run


def options(group: click.Group, *before: str) -> Iterator[tuple[tuple[str, ...], click.Option]]:
    """Every option of the group itself and of its commands, with the words that call the command."""
    context = click.Context(group, info_name="kanrules")
    for option in group.get_params(context):
        if isinstance(option, click.Option):
            yield before, option
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from options(command, *before, name)
            continue
        for option in command.get_params(click.Context(command)):
            if isinstance(option, click.Option):
                yield (*before, name), option


ALL = list(options(program))
SINGLE = [(words, option) for words, option in ALL if not option.multiple]


def given(option: click.Option, word: str) -> list[str]:
    return [word] if option.is_flag else [word, "1"]


@pytest.mark.parametrize(
    ("words", "option"), SINGLE, ids=[" ".join((*words, max(one.opts, key=len))) for words, one in SINGLE]
)
def test_a_single_option_given_twice_is_refused_and_named(
    words: tuple[str, ...], option: click.Option, capsys: pytest.CaptureFixture[str]
) -> None:
    # Whatever name it has the second time.
    twice = [*given(option, option.opts[0]), *given(option, option.opts[-1])]
    code, out, err = run(capsys, *words, *twice)
    named = " / ".join(f"'{word}'" for word in option.opts)
    assert (code, out) == (2, "")
    assert f"Error: Option {named} was given 2 times; give it once." in err


def test_the_tree_has_options_of_both_kinds() -> None:
    assert len(SINGLE) > 150
    assert {option.opts[0] for _, option in ALL if option.multiple} == {
        "--winner", "--riichi", "--melds", "--with", "--liable", "--bot", "--set", "--option", "-p", "--read-as",
    }  # fmt: skip


def test_an_option_that_is_made_to_repeat_may_repeat(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(
        capsys, "riichi-kan", "5556888s", "-d", "8s", "--melds", "ankan 1111z", "-m", "ankan 2222z", "-r", "ema-2016"
    )
    assert code == 0 and "KR2" in out


def test_of_two_discarders_neither_is_taken(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(
        capsys, "pay", "mangan", "--winner", "east", "-w", "west", "--by", "south", "-b", "north", "-r", "tenhou"
    )
    assert (code, out) == (2, "")
    assert err.endswith("Error: Option '--by' / '-b' was given 2 times; give it once.\n")


def test_the_same_words_are_no_option_behind_two_dashes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "explain", "--format", "text", "--", "--format", "text")
    assert code == 2 and "nothing is known about '--format text'" in err
