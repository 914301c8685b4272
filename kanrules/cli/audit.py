"""`kanrules audit`: judge a corpus of records under a ruleset and compare other rulesets with it."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Self

from kanrules.cli.default_rules import required_rules, several_rules
from kanrules.cli.help import make_command
from kanrules.cli.output import console, flush, nothing_judged, print_error, print_report, shows_progress
from kanrules.cli.shared_options import (
    FORMAT,
    JOBS,
    PLUGINS,
    READ_AS,
    RULES,
    OutputFormat,
    argument,
    complete_rules,
    option,
    out_option,
    refuse_empty,
)
from kanrules.errors import KanrulesError, PluginError, wrong_use
from kanrules.supervisor.signals import GentleInterrupts, Interrupted, exit_code

if TYPE_CHECKING:
    from rich.progress import Progress

    from kanrules.corpus import AuditPlan, KanRow, Summary
    from kanrules.corpus.kan_rows import KanRows

NAMED = 50
"""Maximum number of unreadable files named on the terminal."""
REDRAWN = 0.1
"""Seconds between two updates of the progress bar."""


@make_command
@argument(
    "paths",
    metavar="PATH",
    nargs=-1,
    required=True,
    callback=refuse_empty,
    help="Record files, also gzipped; archives (.zip, .tar.gz); or folders of them.",
)
@RULES
@option(
    "--compare",
    metavar="R,...",
    shell_complete=complete_rules,
    help=("Rulesets to compare the rulings with, or all: every bundled ruleset that is not partial."),
)
@JOBS
@out_option("Write one row for each kan to this file: .jsonl or .parquet.", metavar="F")
@option(
    "--report",
    metavar="F",
    help=(
        "Write a report: F.md, with its pictures (a plot as SVG and PNG, timelines) next to it, or one page, F.html."
    ),
)
@READ_AS
@option("--dask", metavar="A", help="Address of a Dask scheduler, or `local`.")
@FORMAT
@PLUGINS
def command(
    paths: tuple[str, ...],
    rules: str,
    compare: str,
    jobs: int,
    out: str,
    report: str,
    read_as: tuple[str, ...],
    dask: str,
    output: OutputFormat,
) -> int:
    """Check many recorded games in parallel, and count their kans.

    Every action must be legal, every dora indicator must be turned at the right moment, and all results and payments
    must agree. Files that cannot be read are named and counted; the audit continues without them. After Ctrl-C or
    SIGTERM it stops within two seconds and prints the results so far; a second Ctrl-C drops running work.

    Exit code 0: no difference; 1: differences; 2: something could not be read or written, or there was nothing to read;
    130: interrupted (143 by SIGTERM). Statements that could not be compared and incomplete hands are counted; they do
    not change the exit code.

    Examples:

      kanrules audit games/ more.zip --rules tenhou

      kanrules audit games/ --rules tenhou --compare ema-2016,m-league --report report.md --out kans.jsonl

      kanrules audit games/ --rules tenhou --compare all --report atlas.html
    """
    from kanrules.corpus import ALL, Summary, audit_chunks, make_plan

    ruleset = required_rules(rules)
    names = [name.strip() for name in compare.split(",")]
    named = several_rules(",".join(name for name in names if name != ALL))
    plan = make_plan(ruleset, [*named, ALL] if ALL in names else named, read_as=read_as)
    written = _written(out, report, plan)
    _check_names(out, report, paths, written)
    rows = _Rows(out)
    summary = Summary(ruleset.id)
    began = time.perf_counter()
    done = 0
    with rows, GentleInterrupts() as interrupt:
        failure: KanrulesError | None = None
        with _bar(paths) as bar:
            work = audit_chunks(paths, plan, jobs=jobs or None, dask=dask, skip=written, stop=interrupt.asked)
            try:
                for chunk, results in interrupt.items(work):
                    for record in results:
                        summary.add(record)
                        if record.unreadable and summary.unreadable_count <= NAMED:
                            bar.say(f"kanrules: {record.file}: {record.unreadable}")
                        if record.kans:
                            rows.add(record.kans, bar.say)
                    done += chunk.weight
                    bar.advance(chunk.weight, summary.hands)
            except KanrulesError as error:  # For example a lost scheduler: results so far are shown first.
                failure = error
            except KeyboardInterrupt as error:
                if isinstance(error, Interrupted):
                    raise
                why = "a plugin raised KeyboardInterrupt, although Ctrl-C was not pressed"
                failure = PluginError(f"{why}; the results so far are kept")
        # What has judged nothing must not take the place of an earlier result.
        unwritten = [] if summary.hands else [name for name in (out, report) if name]
        rows.close(named=not unwritten)
        nothing = not (
            summary.hands or summary.out_of_scope or summary.unreadable_count or interrupt.asked() or failure
        )
        if failure is not None and not summary.files:
            raise failure
        if not summary.files and not interrupt.asked():
            print_error("kanrules: these paths contain no files to read")
        elif nothing:
            print_error("kanrules: these files contain no hands")
        seconds = time.perf_counter() - began
        share = _share(done, paths) if interrupt.asked() or failure is not None else None
        nothing_judged(*unwritten)
        try:
            _print(output, summary, plan, seconds, share)
        finally:  # Write the report even if standard output is closed.
            if report and not unwritten:
                _report(report, summary, plan, seconds, share)
    if failure is not None:
        raise failure
    if interrupt.asked():
        return exit_code(interrupt.signum)
    if nothing:
        return 2
    return 2 if summary.unreadable_count or rows.failed else 1 if summary.differences else 0


def _share(done: int, paths: Sequence[str]) -> float:
    """Return the share of the input that has been judged, by size."""
    from kanrules.corpus.chunks import corpus_size

    return min(1.0, done / (corpus_size(paths, at_most=sys.maxsize) or 1))


def _written(out: str, report: str, plan: AuditPlan) -> list[Path]:
    """Return every file that is written, after checking that none belongs to the corpus."""
    from kanrules.report.audit_report import written_for

    written = [Path(out)] if out else []
    return [*written, *(written_for(report, plan) if report else ())]


def _check_names(out: str, report: str, paths: Sequence[str], written: list[Path]) -> None:
    from kanrules.corpus.kan_rows import may_be_written_over
    from kanrules.report.audit_report import HTML, MARKDOWN

    for name in written:
        if name.exists() and any(Path(path).exists() and name.samefile(path) for path in paths):
            raise wrong_use(
                f"{str(name)!r} is an input file and would be overwritten; choose another --out or --report"
            )
        if name.is_file() and not may_be_written_over(name, paths):
            raise wrong_use(
                f"{str(name)!r} exists and is not the output of an earlier audit; choose another --out or --report, or "
                "remove it first"
            )
    if report and Path(report).suffix.lower() not in MARKDOWN + HTML:
        raise wrong_use(f"--report {report!r}: expected a file name that ends in .md or .html")
    folder = Path(report).parent
    if report and not folder.is_dir():
        raise wrong_use(f"--report {report!r}: the folder {str(folder)!r} does not exist")
    if report and not os.access(report if Path(report).exists() else folder, os.W_OK):
        raise wrong_use(f"--report {report!r}: no permission to write there")


class _Rows:
    """The file of `--out`, if any. If it can no longer be written, the audit continues without it."""

    def __init__(self, path: str) -> None:
        self.failed = False
        self.rows: KanRows | None = None
        if path:
            from kanrules.corpus.kan_rows import open_rows

            self.rows = open_rows(path)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close(named=False)

    def add(self, kans: list[KanRow], say: Callable[[str], None]) -> None:
        """Write the kans of a record. If that fails, report it once."""
        if self.rows is None:
            return
        from kanrules.corpus.kan_rows import FullError

        try:
            self.rows.add(kans)
        except FullError as error:
            say(f"kanrules: {error}")
            self.failed = True
            self.close()

    def close(self, *, named: bool = True) -> None:
        """Give the file its name, or forget it: then an earlier file stays."""
        if self.rows is None:
            return
        from kanrules.corpus.kan_rows import FullError

        rows, self.rows = self.rows, None
        try:
            rows.close(named=named)
        except FullError as error:
            if not self.failed:
                print_error(f"kanrules: {error}")
            self.failed = True


def _print(output: OutputFormat, summary: Summary, plan: AuditPlan, seconds: float, share: float | None) -> None:
    if output is OutputFormat.JSON:
        data = summary.to_json(seconds)
        if share is not None:
            data["interrupted"] = True
        print_report(data)
    else:
        from kanrules.report.audit_text import print_summary

        print_summary(console(), summary, plan, seconds, interrupted_at=share)
    flush()


def _report(path: str, summary: Summary, plan: AuditPlan, seconds: float, share: float | None) -> None:
    from kanrules.report.audit_report import write_report

    for line in write_report(path, summary, plan, seconds, interrupted_at=share):
        print_error(f"kanrules: {line}")


class _Bar:
    """Progress bar with rate and time left, shown on a terminal only."""

    def __init__(self, progress: Progress | None, total: int | None) -> None:
        self.progress = progress
        self.began = self.drawn = time.monotonic()
        if progress is not None:
            self.task = progress.add_task("auditing", total=total or None, rate="")

    def advance(self, weight: int, hands: int) -> None:
        """Advance the bar by a number of bytes and set the total number of hands."""
        if self.progress is not None:
            now = time.monotonic()
            rate = hands / max(now - self.began, 0.001)
            self.progress.update(self.task, advance=weight, rate=f"{hands} hands, {rate:,.0f}/s")
            if now - self.drawn > REDRAWN:
                self.drawn = now
                self.progress.refresh()

    def say(self, text: str) -> None:
        """Print a line above the bar."""
        if self.progress is not None:
            self.progress.console.print(text, markup=False, style="red")
        else:
            print_error(text)


@contextmanager
def _bar(paths: Sequence[str]) -> Iterator[_Bar]:
    if not shows_progress():
        yield _Bar(None, None)
        return
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    from kanrules.corpus.chunks import corpus_size

    columns = (
        TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(elapsed_when_finished=True),
    )  # fmt: skip
    # A bar that refreshes itself uses a thread, and a process with threads must not fork: draw it when results arrive.
    with Progress(*columns, console=console(stderr=True), transient=True, auto_refresh=False) as progress:
        yield _Bar(progress, corpus_size(paths))
