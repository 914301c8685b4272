"""The command line: one file a command, imported only when it is called so that `kanrules` starts quickly."""

from __future__ import annotations

import errno
import os
import sys
from importlib import import_module

COMMANDS: dict[str, str] = {
    "replay": "replay",
    "audit": "audit",
    "riichi-kan": "riichi_kan",
    "pay": "pay",
    "foul": "foul",
    "ask": "ask",
    "verify": "verify",
    "casebook": "casebook",
    "check": "check",
    "show": "show",
    "diff": "diff",
    "rulesets": "rulesets",
    "plugins": "plugins",
    "explain": "explain",
    "new": "new",
    "import": "import_rules",
    "export": "export_rules",
    "pack": "pack",
    "conformance": "conformance",
    "sheet": "sheet",
    "slip": "slip",
    "draw": "draw",
    "play": "play",
    "site": "site",
    "serve": "serve",
}
"""Every command and the module of this package that holds it, as a function `command` or a typer app `app`."""


def build(only: str | None = None):  # type: ignore[no-untyped-def]  # typer is imported late
    """The typer application with one command, with none ("") or with all of them."""
    import typer

    from kanrules._version import __version__
    from kanrules.cli.help import PLAIN, SETTINGS, Command, Group, text

    app = typer.Typer(
        name="kanrules",
        cls=Group,
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        context_settings=SETTINGS,
        help="The law of the kan in riichi mahjong, executable: replay records, ask for rulings, write rulesets.",
        epilog='Begin with `kanrules new ruleset my-club`, or with a question: `kanrules ask "indicator forgotten"`.',
        **PLAIN,
    )

    def show_version(value: bool) -> None:
        if value:
            print(f"kanrules {__version__}")
            raise typer.Exit

    @app.callback()
    def root(
        version: bool = typer.Option(
            False, "--version", "-V", callback=show_version, is_eager=True, help="Print the version."
        ),
    ) -> None:
        pass

    for name, module in COMMANDS.items():
        if only is None or name == only:
            loaded = import_module(f"kanrules.cli.{module}")
            if hasattr(loaded, "app"):
                for one in loaded.app.registered_commands:
                    one.cls, one.help = Command, text(one.callback.__doc__)
                app.add_typer(loaded.app, name=name, cls=Group)
            else:
                app.command(name, cls=Command, help=text(loaded.command.__doc__))(loaded.command)
    return app


def main(argv: list[str] | None = None) -> None:
    """Runs the command line; exits 0 when all is fine, 1 on findings, 2 on wrong use or unreadable input."""
    from kanrules.cli import output
    from kanrules.errors import OutputLost

    output.own()
    arguments = sys.argv[1:] if argv is None else argv
    try:
        try:
            code = _run(arguments)
            sys.stdout.flush()
        except KeyboardInterrupt:
            code = _interrupted(arguments)
            sys.stdout.flush()
    except OutputLost as error:
        code = output.lost(error)
    sys.exit(code)


def _interrupted(arguments: list[str]) -> int:
    """Says so, as JSON too where JSON was asked for and nothing of it is out yet."""
    text = " ".join(arguments)
    if ("--format json" in text or "--format=json" in text) and not getattr(sys.stdout, "used", False):
        from kanrules.cli.common import envelope, print_json

        print_json(envelope({"interrupted": True}))
    print("interrupted", file=sys.stderr)
    return 130


def _run(arguments: list[str]) -> int | str | None:
    from kanrules.errors import KanrulesError

    word = next((a for a in arguments if not a.startswith("-")), None)
    only = word if word in COMMANDS else None
    if word is None and not {"--version", "-V"}.isdisjoint(arguments):
        only = ""
    try:
        app = build(only)
        app(args=arguments, prog_name="kanrules")
    except SystemExit as ended:
        return ended.code
    except KanrulesError as error:
        if getattr(error, "problems", ()):  # a broken ruleset: its messages name file, line and column themselves
            print(error, file=sys.stderr)
            return 2
        code = f" ({error.code})" if error.code and error.code not in str(error) else ""
        print(f"kanrules: {error}{code}", file=sys.stderr)
        return 2
    except OSError as error:
        where = error.filename or ("output" if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG) else "input")
        print(f"kanrules: {where}: {error.strerror or error}", file=sys.stderr)
        return 2
    except Exception as error:  # the last net: a user never sees a traceback unless asked for
        if os.environ.get("KANRULES_TRACEBACK"):
            raise
        print(
            f"kanrules: internal error: {type(error).__name__}: {error}\n"
            "This is a fault of kanrules. Set KANRULES_TRACEBACK=1 to see where, and please report it.",
            file=sys.stderr,
        )
        return 2
    return 0
