"""Shell completion: answers to the requests of a shell, and the scripts that make them."""

from __future__ import annotations

import os
from pathlib import Path

import click
from click.shell_completion import FishComplete, ShellComplete, add_completion_class, get_completion_class
from click.shell_completion import shell_complete as answer

from kanrules.errors import wrong_use

SHELLS = ("bash", "zsh", "fish")
"""Shells for which completion can be installed."""


@add_completion_class
class Fish(FishComplete):
    """click's completion for fish, except that a candidate may contain a comma, as in `tenhou,m-league`."""

    source_template = FishComplete.source_template.replace('string split ","', 'string split -m 1 ","')


def complete(program: click.Command, variable: str, instruction: str) -> int:
    """Answer a shell that asks with this environment variable. Return the exit code."""
    return answer(program, {}, "kanrules", variable, instruction)


def script(program: click.Command, variable: str, shell: str) -> str:
    """Return the script that makes this shell complete `kanrules`. Raises UnreadableError for a shell that click
    does not know.
    """
    found = get_completion_class(shell)
    if found is None:
        raise wrong_use(f"completion is not supported for the shell {shell!r}; expected bash, zsh or fish")
    # Not `source()`: for bash it first checks the version of the installed bash.
    return ShellComplete.source(found(program, {}, "kanrules", variable))


def current_shell() -> str:
    """Return the user's shell, according to the environment."""
    named = os.environ.get("SHELL", "")
    return Path(named).name.lower().removesuffix(".exe") or ("powershell" if os.name == "nt" else "")


def install(program: click.Command, variable: str, shell: str) -> Path:
    """Write the script where the shell finds it, with a line in the shell's configuration file if needed. Return its
    path.

    Raises UnreadableError for a shell whose configuration files are not known.
    """
    from kanrules.supervisor.whole_file import write_whole

    home = Path.home()
    places = {
        "bash": (home / ".bash_completions" / "kanrules.sh", home / ".bashrc"),
        "zsh": (home / ".zfunc" / "_kanrules", home / ".zshrc"),
        "fish": (home / ".config" / "fish" / "completions" / "kanrules.fish", None),
    }
    if shell not in places:
        raise wrong_use(f"completion for the shell {shell!r} cannot be installed; expected one of: {', '.join(SHELLS)}")
    path, settings = places[shell]
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, script(program, variable, shell))
    line = f"source '{path}'" if shell == "bash" else "fpath+=~/.zfunc; autoload -Uz compinit; compinit"
    if settings is not None:
        # Bytes: the start-up file of a shell may be in any encoding.
        written = settings.read_bytes() if settings.exists() else b""
        if line.encode() not in written:
            write_whole(settings, b"%s\n%s\n" % (written.rstrip(), line.encode()) if written.strip() else f"{line}\n")
    return path
