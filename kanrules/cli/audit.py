"""`kanrules audit`: judge a whole corpus under a ruleset and compare other rulesets with it."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

import click

from kanrules.cli.default_rules import required_rules, several_rules
from kanrules.cli.help import make_command
from kanrules.cli.output import console, flush, print_error, print_report, shows_progress
from kanrules.cli.shared_options import (
    FORMAT,
    PLUGINS,
    RULES,
    OutputFormat,
    argument,
    complete_rules,
    option,
    out_option,
    refuse_empty,
)
from kanrules.errors import KanrulesError, PluginError, UnreadableError

if TYPE_CHECKING:
    from rich.progress import Progress

    from kanrules.corpus import AuditPlan, KanRow, Summary
    from kanrules.corpus.kan_rows import KanRows
    from kanrules.corpus.pool import Judged

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
    help="Files, .gz, archives (.zip, .tar.gz) or folders of records.",
)
@RULES
@option(
    "--compare",
    metavar="R,...",
    shell_complete=complete_rules,
    help=("Other rulesets: where would they have ruled differently? all: every bundled one that is not partial."),
)
@option(
    "--jobs",
    "-j",
    metavar="N",
    type=click.IntRange(min=0, max=1024),
    default=0,
    help="How many processes; 0: one a core.",
)
@out_option("One row a kan into this file: .jsonl or .parquet.", metavar="F")
@option(
    "--report",
    metavar="F",
    help=("A report: F.md, with its pictures (a plot as SVG and PNG, timelines) beside it, or one page, F.html."),
)
@option("--dask", metavar="A", help="The address of a Dask scheduler, or `local`.")
@FORMAT
@PLUGINS
def command(
    paths: tuple[str, ...],
    rules: str,
    compare: str,
    jobs: int,
    out: str,
    report: str,
    dask: str,
    output: OutputFormat,
    allow_local_plugins: bool,
) -> int:
    """Judge a whole corpus of recorded games in parallel, and count what the kan rules do in it.

    Every action must be legal, every dora indicator must be turned at the right moment, and all results and payments
    must agree. Files that cannot be read are named and counted; the audit continues without them. Ctrl-C prints the
    results so far.

    Exit code 0: no difference; 1: differences; 2: something could not be read or written, or there was nothing to read;
    130: interrupted. Statements that could not be compared and incomplete hands are counted; they do not change the
    exit code.

    Examples:

      kanrules audit games/ more.zip --rules tenhou

      kanrules audit games/ --rules tenhou --compare ema-2016,m-league --report report.md --out kans.jsonl

      kanrules audit games/ --rules tenhou --compare all --report atlas.html
    """
    from kanrules.corpus import ALL, Summary, audit_chunks, make_plan

    ruleset = required_rules(rules, allow_local_plugins=allow_local_plugins)
    names = [name.strip() for name in compare.split(",")]
    named = several_rules(",".join(name for name in names if name != ALL), allow_local_plugins=allow_local_plugins)
    plan = make_plan(ruleset, [*named, ALL] if ALL in names else named)
    written = _written(out, report, plan)
    _check_names(out, report, paths, written)
    rows = _Rows(out)
    summary = Summary(ruleset.id)
    began = time.perf_counter()
    with _Interruptible() as interrupt:
        failure: KanrulesError | None = None
        with _bar(paths) as bar:
            work = audit_chunks(paths, plan, jobs=jobs or None, dask=dask, skip=written, stop=interrupt.asked)
            try:
                for chunk, results in interrupt.of(work):
                    for record in results:
                        summary.add(record)
                        if record.unreadable and summary.unreadable_count <= NAMED:
                            bar.say(f"kanrules: {record.file}: {record.unreadable}")
                        if record.kans:
                            rows.add(record.kans, bar.say)
                    bar.advance(chunk.weight, summary.hands)
            except (
                KanrulesError
            ) as error:  # For example a faulty plugin or a lost scheduler: results so far are shown first.
                failure = error
        rows.close()
        if failure is not None and not summary.files:
            raise failure
        if not summary.files and not interrupt.happened:
            print_error("kanrules: there is no file to read under these paths")
        seconds = time.perf_counter() - began
        partial = interrupt.happened or failure is not None
        try:
            _print(output, summary, plan, seconds, interrupted=partial)
        finally:  # Write the report even if standard output is closed.
            if report:
                _report(report, summary, plan, seconds, interrupted=partial)
    if failure is not None:
        raise failure
    if interrupt.happened:
        return 130
    if not summary.files:
        return 2
    return 2 if summary.unreadable_count or rows.failed else 1 if summary.differences else 0


def _written(out: str, report: str, plan: AuditPlan) -> list[Path]:
    """Return every file that is written, after checking that none belongs to the corpus."""
    from kanrules.report.audit_report import written_for

    written = [Path(name) for name in (out, out and f"{out}.reserve") if name]
    return [*written, *(written_for(report, plan) if report else ())]


def _check_names(out: str, report: str, paths: Sequence[str], written: list[Path]) -> None:
    from kanrules.corpus.kan_rows import may_be_written_over
    from kanrules.report.audit_report import HTML, MARKDOWN

    for name in written:
        if name.exists() and any(Path(path).exists() and name.samefile(path) for path in paths):
            raise UnreadableError(
                f"{str(name)!r} is to be read and would be written over; expected another --out or --report", code=""
            )
        if name.is_file() and not may_be_written_over(name, paths):
            raise UnreadableError(
                f"{str(name)!r} is there and is no earlier output of an audit; expected another --out or --report, or "
                "that it is taken away first",
                code="",
            )
    if report and Path(report).suffix.lower() not in MARKDOWN + HTML:
        raise UnreadableError(f"--report {report!r}: expected a name that ends in .md or .html", code="")
    folder = Path(report).parent
    if report and not folder.is_dir():
        raise UnreadableError(f"--report {report!r}: there is no folder {str(folder)!r} to write it in", code="")
    if report and not os.access(report if Path(report).exists() else folder, os.W_OK):
        raise UnreadableError(f"--report {report!r}: it may not be written there", code="")


class _Rows:
    """The file of `--out`, if any. If it can no longer be written, the audit continues without it."""

    def __init__(self, path: str) -> None:
        self.failed = False
        self.rows: KanRows | None = None
        if path:
            from kanrules.corpus.kan_rows import open_rows

            self.rows = open_rows(path)

    def add(self, kans: list[KanRow], say: Callable[[str], None]) -> None:
        """Write the kans of a record; if that fails, report it once."""
        if self.rows is None:
            return
        from kanrules.corpus.kan_rows import FullError

        try:
            self.rows.add(kans)
        except FullError as error:
            say(f"kanrules: {error}")
            self.failed = True
            self.close()

    def close(self) -> None:
        """Close the file."""
        if self.rows is None:
            return
        from kanrules.corpus.kan_rows import FullError

        rows, self.rows = self.rows, None
        try:
            rows.close()
        except FullError as error:
            if not self.failed:
                print_error(f"kanrules: {error}")
            self.failed = True


def _print(output: OutputFormat, summary: Summary, plan: AuditPlan, seconds: float, *, interrupted: bool) -> None:
    if output is OutputFormat.JSON:
        data = summary.to_json(seconds)
        if interrupted:
            data["interrupted"] = True
        print_report(data)
    else:
        from kanrules.report.audit_text import print_summary

        print_summary(console(), summary, plan, seconds, interrupted=interrupted)
    flush()


def _report(path: str, summary: Summary, plan: AuditPlan, seconds: float, *, interrupted: bool) -> None:
    from kanrules.report.audit_report import write_report

    for line in write_report(path, summary, plan, seconds, interrupted=interrupted):
        print_error(f"kanrules: {line}")


class _Interruptible:
    """Finish running work after the first Ctrl-C and stop at the second; whatever was judged is counted, written and
    printed.
    """

    def __init__(self) -> None:
        self.happened = False
        self.again = False
        self.working = False
        self.before: object = None

    def asked(self) -> bool:
        return self.happened

    def of(self, work: Generator[Judged, None, None]) -> Iterator[Judged]:
        """Judge the corpus until it is finished or interrupted."""
        try:
            while not self.again:
                self.working = True
                judged = next(work, None)
                self.working = False
                if judged is None:
                    return
                yield judged
        except KeyboardInterrupt:
            if not self.happened:
                why = "somebody raised KeyboardInterrupt, and nobody pressed Ctrl-C: a plugin is at fault"
                raise PluginError(f"{why}; what was judged before is kept") from None
        finally:
            self.working = False
            work.close()

    def _heard(self, signum: int, frame: FrameType | None) -> None:
        if self.happened:
            self.again = True
            if self.working:  # Never interrupt while a row or the summary is being written.
                self.working = False
                raise KeyboardInterrupt
        self.happened = True

    def __enter__(self) -> _Interruptible:
        self.before = signal.signal(signal.SIGINT, self._heard)
        return self

    def __exit__(self, *_: object) -> None:
        signal.signal(signal.SIGINT, self.before)  # type: ignore[arg-type]  # what was there before


class _Bar:
    """Progress bar with rate and time left; shown on a terminal only."""

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
