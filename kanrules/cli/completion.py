"""What a shell asks to complete a command line, and the scripts with which it asks."""

from __future__ import annotations

import os
from pathlib import Path

import click
from click.shell_completion import FishComplete, ShellComplete, add_completion_class, get_completion_class
from click.shell_completion import shell_complete as answer

from kanrules.errors import UnreadableError

SHELLS = ("bash", "zsh", "fish")
"""The shells whose completion can be installed."""


@add_completion_class
class Fish(FishComplete):
    """click's completion for fish, except that a candidate may hold a comma, as `tenhou,m-league` does."""

    source_template = FishComplete.source_template.replace('string split ","', 'string split -m 1 ","')


def complete(program: click.Command, variable: str, instruction: str) -> int:
    """Answers a shell that asks with this variable of the environment; gives the exit code."""
    return answer(program, {}, "kanrules", variable, instruction)


def script(program: click.Command, variable: str, shell: str) -> str:
    """The script that makes this shell complete `kanrules`; UnreadableError for a shell that click does not know."""
    found = get_completion_class(shell)
    if found is None:
        raise UnreadableError(
            f"completion for the shell {shell!r} is not supported; expected bash, zsh or fish", code=""
        )
    # Not `source()`: that of bash asks for the version of the bash at hand first.
    return ShellComplete.source(found(program, {}, "kanrules", variable))


def current_shell() -> str:
    """The user's shell, as the environment names it."""
    named = os.environ.get("SHELL", "")
    return Path(named).name.lower().removesuffix(".exe") or ("powershell" if os.name == "nt" else "")


def install(program: click.Command, variable: str, shell: str) -> Path:
    """Writes the script where the shell finds it, with a line in the shell's own file if it needs one; gives its path.

    Raises UnreadableError for a shell whose files are not known.
    """
    home = Path.home()
    places = {
        "bash": (home / ".bash_completions" / "kanrules.sh", home / ".bashrc"),
        "zsh": (home / ".zfunc" / "_kanrules", home / ".zshrc"),
        "fish": (home / ".config" / "fish" / "completions" / "kanrules.fish", None),
    }
    if shell not in places:
        raise UnreadableError(
            f"completion for the shell {shell!r} cannot be installed; expected one of: {', '.join(SHELLS)}", code=""
        )
    path, settings = places[shell]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(script(program, variable, shell), encoding="utf-8", newline="\n")
    line = f"source '{path}'" if shell == "bash" else "fpath+=~/.zfunc; autoload -Uz compinit; compinit"
    if settings is not None:
        written = settings.read_text(encoding="utf-8") if settings.exists() else ""
        if line not in written:
            settings.write_text(f"{written.rstrip()}\n{line}\n".lstrip(), encoding="utf-8", newline="\n")
    return path
