"""The command line: one module per command, each imported only when it is called."""

from __future__ import annotations

import errno
import os
import sys


def main(argv: list[str] | None = None) -> None:
    """Run the command line. Exit with 0 if all is fine, 1 on findings, 2 on wrong use or unreadable input."""
    try:
        code = _main(sys.argv[1:] if argv is None else argv)
    except KeyboardInterrupt as error:  # so early that nothing handles it yet, or a second one
        os.write(2, b"interrupted\n")  # kanrules.cli.output may not be imported yet
        code = 128 + getattr(error, "signum", 2)
    sys.exit(code)


def _main(arguments: list[str]) -> int:
    from kanrules.cli import output
    from kanrules.errors import OutputLost
    from kanrules.supervisor.signals import Interrupts

    output.own()
    try:
        with Interrupts():
            try:
                code = _run(arguments)
                output.flush()
            except KeyboardInterrupt as error:
                code = _interrupted(arguments, error)
                output.flush()
    except OutputLost as error:
        code = output.lost(error)
    return code


def _interrupted(arguments: list[str], error: KeyboardInterrupt) -> int:
    """Report the interruption, as JSON too if JSON was requested and none of it has been printed yet, and return the
    exit code.
    """
    import signal

    from kanrules.cli.output import has_written, print_error, print_report
    from kanrules.supervisor.signals import Interrupted, exit_code

    text = " ".join(arguments)
    if ("--format json" in text or "--format=json" in text) and not has_written():
        print_report({"interrupted": True})
    print_error("interrupted")
    return exit_code(error.signum if isinstance(error, Interrupted) else signal.SIGINT)


def _run(arguments: list[str]) -> int:
    """Return the exit code of a command line."""
    import click

    from kanrules.cli.output import print_error
    from kanrules.deprecations import shown_by
    from kanrules.errors import KanrulesError

    try:
        from kanrules.cli.program import COMPLETE, program

        if instruction := os.environ.get(COMPLETE):
            from kanrules.cli.completion import complete

            return complete(program, COMPLETE, instruction)
        with shown_by(print_error), program.make_context("kanrules", list(arguments)) as context:
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
            "This is a bug in kanrules. Set KANRULES_TRACEBACK=1 for a traceback, and please report it."
        )
        return 2
