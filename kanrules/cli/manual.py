"""What a package of a system puts beside a program: a manual page a command, completions for three shells.

They lie in share/, from where the wheel takes them; `python -m kanrules.scaffold.generated` writes them.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kanrules._version import __version__

FOLDER = "share"
COMPLETIONS = {
    "bash": "bash-completion/completions/kanrules",
    "zsh": "zsh/site-functions/_kanrules",
    "fish": "fish/vendor_completions.d/kanrules.fish",
}
"""Where each shell looks for a program's completions, under share/."""

_PAGE = "man/man1/{}.1"


def files() -> dict[str, str]:
    """Every file by its path under share/."""
    from typer._completion_shared import get_completion_script

    found = dict(_pages())
    for shell, path in COMPLETIONS.items():
        script = get_completion_script(prog_name="kanrules", complete_var="_KANRULES_COMPLETE", shell=shell)
        found[path] = f"#compdef kanrules\n{script}\n" if shell == "zsh" and "#compdef" not in script else f"{script}\n"
    return found


def _pages() -> Iterator[tuple[str, str]]:
    import typer

    from kanrules.cli import build

    program: Any = typer.main.get_command(build())
    yield _PAGE.format("kanrules"), _page("kanrules", program)
    for name, command in program.commands.items():
        yield _PAGE.format(f"kanrules-{name}"), _page(f"kanrules {name}", command)
        for inner, below in getattr(command, "commands", {}).items():
            yield _PAGE.format(f"kanrules-{name}-{inner}"), _page(f"kanrules {name} {inner}", below)


def _page(name: str, command: Any) -> str:
    """The manual page of one command, in roff's macros; without a date, so that the same sources give the same page."""
    title = name.replace(" ", "-")
    first, *rest = inspect.cleandoc(command.help or "").split("\n\n")
    commands = getattr(command, "commands", {})
    options = [one for one in command.params if one.param_type_name == "option" and not one.hidden]
    arguments = [one for one in command.params if one.param_type_name == "argument"]
    places = " ".join(("[OPTIONS]", *(_place(one) for one in arguments), *(["COMMAND [ARGS]..."] if commands else [])))
    lines = [f'.TH "{title.upper()}" "1" "" "kanrules {__version__}"', ".SH NAME", f"{_text(title)} \\- {_text(first)}"]
    lines += [".SH SYNOPSIS", f".B {_text(name)}", _text(places), ".SH DESCRIPTION", _text(first)]
    for paragraph in rest:
        written = paragraph.removeprefix("\b\n")  # by which the help knows what is not to be wrapped
        lines += [".PP", *((".nf", _text(written), ".fi") if written != paragraph else (_text(paragraph),))]
    if commands:
        lines.append(".SH COMMANDS")
        for inner, below in commands.items():
            short = inspect.cleandoc(below.help or "").split("\n\n")[0]
            lines += [
                ".TP",
                f"\\fB{_text(inner)}\\fP",
                f"{_text(short)} See \\fB{_text(title)}\\-{_text(inner)}\\fP(1).",
            ]
    if arguments:
        lines.append(".SH ARGUMENTS")
        for one in arguments:
            lines += [
                ".TP",
                f"\\fI{_text(one.metavar or one.name.upper())}\\fP",
                _text(getattr(one, "help", None) or ""),
            ]
    if options:
        lines.append(".SH OPTIONS")
        for one in options:
            names = ", ".join(f"\\fB{_text(word)}\\fP" for word in (*one.opts, *one.secondary_opts))
            taken = "" if getattr(one, "is_flag", False) else f" \\fI{_text(one.metavar)}\\fP"
            lines += [".TP", f"{names}{taken}", _text(one.help or "")]
    return "\n".join(lines) + "\n"


def _place(argument: Any) -> str:
    """An argument as the usage line has it: in brackets what may be left out, dots behind what may be repeated."""
    name = str(argument.metavar or argument.name.upper())
    return (name if argument.required else f"[{name}]") + ("..." if argument.nargs == -1 else "")


def _text(text: str) -> str:
    """Text as roff takes it for text: a backslash, a dash, and a dot or quote that begins a line, are themselves."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-")
    return "\n".join(f"\\&{line}" if line.startswith((".", "'")) else line for line in escaped.split("\n"))


def write(root: Path) -> list[str]:
    """Writes all of it under this root, and nothing else is left in share/; gives the paths of what was not so."""
    folder, wanted = root / FOLDER, files()
    there = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    for path in there - set(wanted):
        (folder / path).unlink()
    changed = [path for path, text in wanted.items() if path not in there or _read(folder / path) != text]
    for path in changed:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(wanted[path], encoding="utf-8")
    return sorted(f"{FOLDER}/{path}" for path in {*changed, *(there - set(wanted))})


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def main() -> None:
    """Writes all of it again, in the root of the clone where the command is run."""
    for path in write(Path.cwd()):
        sys.stdout.write(f"{path}\n")


if __name__ == "__main__":
    main()
