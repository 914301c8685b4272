"""The command line: one module per command, each imported only when it is called."""

from __future__ import annotations

import errno
import os
import sys


def main(argv: list[str] | None = None) -> None:
    """Run the command line. Exits with 0 if all is fine, 1 on findings, 2 on wrong use or unreadable input."""
    from kanrules.cli import output
    from kanrules.errors import OutputLost

    output.own()
    arguments = sys.argv[1:] if argv is None else argv
    try:
        try:
            code = _run(arguments)
            output.flush()
        except KeyboardInterrupt:
            code = _interrupted(arguments)
            output.flush()
    except OutputLost as error:
        code = output.lost(error)
    sys.exit(code)


def _interrupted(arguments: list[str]) -> int:
    """Report the error; as JSON too if JSON was requested and none of it has been printed yet."""
    from kanrules.cli.output import has_written, print_error, print_report

    text = " ".join(arguments)
    if ("--format json" in text or "--format=json" in text) and not has_written():
        print_report({"interrupted": True})
    print_error("interrupted")
    return 130


def _run(arguments: list[str]) -> int:
    """Return the exit code of a command line."""
    import click

    from kanrules.cli.output import print_error
    from kanrules.errors import KanrulesError

    try:
        from kanrules.cli.program import COMPLETE, program

        if instruction := os.environ.get(COMPLETE):
            from kanrules.cli.completion import complete

            return complete(program, COMPLETE, instruction)
        with program.make_context("kanrules", list(arguments)) as context:
            return program.invoke(context) or 0
    except click.exceptions.Exit as ended:
        return ended.exit_code
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except click.Abort:
        print_error("Aborted!")
        return 1
    except KanrulesError as error:
        if getattr(error, "problems", ()):  # The messages of a faulty ruleset name file, line and column themselves.
            print_error(str(error))
            return 2
        code = f" ({error.code})" if error.code and error.code not in str(error) else ""
        print_error(f"kanrules: {error}{code}")
        return 2
    except OSError as error:
        where = error.filename or ("output" if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG) else "input")
        print_error(f"kanrules: {where}: {error.strerror or error}")
        return 2
    except Exception as error:  # Last resort: users see a traceback only if they ask for it.
        if os.environ.get("KANRULES_TRACEBACK"):
            raise
        print_error(
            f"kanrules: internal error: {type(error).__name__}: {error}\n"
            "This is a fault of kanrules. Set KANRULES_TRACEBACK=1 to see where, and please report it."
        )
        return 2
