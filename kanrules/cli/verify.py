"""`kanrules verify`: case files, run like tests."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import typer

from kanrules.cli.common import Format, console, envelope, print_json
from kanrules.errors import KanrulesError, UnreadableError

if TYPE_CHECKING:
    from rich.console import Console

    from kanrules.cases.verify import Verified


def command(
    cases: list[str] = typer.Argument(
        ...,
        metavar="CASES...",
        help="Case files, folders of them, rulesets (id or file) that have R.cases.toml beside them, or -.",
    ),
    rules: str = typer.Option(
        "",
        "--rules",
        "-r",
        metavar="R",
        help="Run every case under this ruleset (or several, R1,R2) instead of those it names.",
    ),
    trace: bool = typer.Option(False, "--trace", help="Which plugin answered which hook with what, in order."),
    output: Format = typer.Option(Format.TEXT, "--format", help="text for people, json for programs."),
    allow_local_plugins: bool = typer.Option(
        False, "--allow-local-plugins", help="Let the rulesets run their own ./plugin.py."
    ),
) -> None:
    """Run case files: a position, a play, and what the ruleset must rule.

    Each case runs under the rulesets that it names, else under the one beside its file.

    Exit code 0: all passed; 1: a case failed; 2: something could not be read.

    Examples:

      kanrules verify club.cases.toml

      kanrules verify ema-2016 --trace

      kanrules verify - --rules wrc-2025 < pasted.toml
    """
    from kanrules.cases.verify import Library, find_case_files, verify_file

    library = Library(allow_local_plugins=allow_local_plugins)
    names = [name.strip() for name in rules.split(",") if name.strip()]
    for name in names:
        library.load(name)
    stdin = sys.stdin.buffer.read() if "-" in cases else None
    report = _Report(output, trace)
    for word in cases:
        try:
            for file in find_case_files([word], stdin=stdin):
                for verified in verify_file(file, library, rules=names, trace=trace):
                    report.add(verified)
        except UnreadableError as error:
            report.unreadable(str(error))
        except KanrulesError as error:
            report.unreadable(f"kanrules: {word}: {error}")
        except OSError as error:
            report.unreadable(f"kanrules: {error.filename or word}: {error.strerror or error}")
    raise typer.Exit(report.finish())


class _Report:
    """What was run, and how it is told."""

    def __init__(self, output: Format, trace: bool) -> None:
        self.output, self.trace = output, trace
        self.out: Console = console()
        self.rows: list[dict[str, object]] = []
        self.passed = self.failed = self.faults = 0
        self.file = ""
        self.failures: list[Verified] = []

    def add(self, verified: Verified) -> None:
        if verified.passed:
            self.passed += 1
        else:
            self.failed += 1
            self.faults += verified.error is not None
        if self.output is Format.JSON:
            row: dict[str, object] = {
                "name": verified.case.name, "rules": verified.rules, "passed": verified.passed, "why": verified.why,
                "file": verified.case.file, "line": verified.case.line,
            }  # fmt: skip
            if self.trace and verified.played is not None:
                row["trace"] = list(verified.played.trace)
            self.rows.append(row)
            return
        from rich.markup import escape

        if verified.case.file != self.file:
            self.file = verified.case.file
            self.out.print(f"[bold]{escape(self.file)}[/]")
        mark = "[green]pass[/]" if verified.passed else "[bold red]FAIL[/]"
        self.out.print(f"  {mark}  {escape(verified.case.name)}  [dim]{escape(verified.rules)}[/]")
        if self.trace and verified.played is not None:
            for line in verified.played.trace:
                self.out.print(f"          [dim]{escape(line)}[/]")
        if not verified.passed:
            self.failures.append(verified)

    def unreadable(self, message: str) -> None:
        self.faults += 1
        print(message, file=sys.stderr)

    def finish(self) -> int:
        """Prints what is left to say, and gives the exit code."""
        if self.output is Format.JSON:
            print_json(envelope({"cases": self.rows, "passed": self.passed, "failed": self.failed}))
        else:
            from kanrules.cases.show import print_failure

            for verified in self.failures:
                self.out.print()
                print_failure(self.out, verified)
            colour = "red" if self.failed or self.faults else "green"
            self.out.print(f"[bold {colour}]{self.passed} passed, {self.failed} failed[/]")
        return 2 if self.faults else 1 if self.failed else 0
