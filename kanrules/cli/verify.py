"""`kanrules verify`: case files, run like tests."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from kanrules.cli.default_rules import default_files, default_rules, names_of
from kanrules.cli.help import make_command
from kanrules.cli.output import console, nothing_judged, plain, print_error, print_report, write_page
from kanrules.cli.shared_options import (
    FORMAT,
    LANG,
    PAGE,
    STEPS,
    TRACE,
    OutputFormat,
    Target,
    argument,
    chosen_page,
    left_out,
    lists_plugins,
    plugins_option,
    refuse_empty,
    refuse_steps,
    rules_option,
    runs_local_plugins,
    target_option,
)
from kanrules.desk.verify import CaseTally
from kanrules.errors import KanrulesError, UnreadableError
from kanrules.locale import Translator
from kanrules.locale import marked as _N
from kanrules.locale.sentences import Sentence, number, say

if TYPE_CHECKING:
    from rich.console import Console

    from kanrules.cases.verify import Library, Verified
    from kanrules.desk.play_position import RuledPosition
    from kanrules.kan import StepRun


@make_command
@argument(
    "cases",
    metavar="CASES",
    nargs=-1,
    callback=refuse_empty,
    help=(
        "Case files; folders of them; rulesets (id or file) with an R.cases.toml next to them; or - for standard input."
    ),
)
@rules_option("Run every case under this ruleset (or several, R1,R2) instead of those that it names.")
@TRACE
@STEPS
@LANG
@target_option([Target.HTML], help="Write an HTML page that shows the table and the ruling at each moment.")
@PAGE
@FORMAT
@plugins_option("Allow the rulesets to run their own ./plugin.py.")
def command(
    cases: tuple[str, ...],
    rules: str,
    trace: bool,
    steps: bool,
    speak: Translator,
    to: Target | None,
    out: str,
    output: OutputFormat,
) -> int:
    """Run case files.

    A case is a position, the actions, and what the ruleset must rule.

    Each case runs under the rulesets that it names, else under the ruleset next to its file. A position from standard
    input (-) that expects nothing is ruled on event by event, with the clauses, as in `replay`.

    Exit code 0: all passed; 1: a case failed; 2: something could not be read.

    Examples:

      kanrules verify club.cases.toml

      kanrules verify ema-2016 --trace

      kanrules verify - --rules wrc-2025 < pasted.toml

      kanrules verify club.cases.toml --out cases.html
    """
    from kanrules.cases.verify import Library, find_case_files, verify_file
    from kanrules.cli.steps import shown_steps
    from kanrules.ruleset.toml_file import MAX_BYTES

    cases = cases or default_files("kanrules verify club.cases.toml")
    page = chosen_page(to, out, output)
    refuse_steps(steps, output, page=page)
    library = Library(allow_local_plugins=runs_local_plugins(), without=left_out())
    names = names_of(rules)
    for name in names:
        library.load(name)
    stdin = sys.stdin.buffer.read(MAX_BYTES + 1) if "-" in cases else None
    report = _Report(output, trace, speak, quiet=page)
    beside = "" if names or stdin is None else _default(library)
    for word in cases:
        try:
            for file in find_case_files([word], stdin=stdin):
                if file.path is None:
                    file = replace(file, beside=beside)
                for verified, ran in shown_steps(verify_file(file, library, rules=names, trace=trace), steps):
                    report.add(verified, ran)
        except UnreadableError as error:
            report.unreadable(str(error))
        except KanrulesError as error:
            report.unreadable(f"kanrules: {word}: {error}")
        except OSError as error:
            report.unreadable(f"kanrules: {error.filename or word}: {error.strerror or error}")
    for loaded in library.loaded():
        lists_plugins(loaded)
    if page and not report.tally.runs:
        nothing_judged(out)
    elif page:
        from kanrules.report.moments import of_case
        from kanrules.report.moments_html import moments_html

        tally = report.tally
        speak = report.speak
        about = speak(_counted(tally) if tally.passed or tally.failed else _N("ruled on"))
        write_page(
            moments_html(", ".join(cases), about, [of_case(run.verified, speak) for run in tally.runs], speak), out
        )
    return report.finish()


def _default(library: Library) -> str:
    """Return the name of the default ruleset, for a position from standard input that names none; "" if there is
    none.
    """

    rules = default_rules()
    if rules is None:
        return ""
    library.keep(rules.id, rules)
    return rules.id


class _Report:
    """The cases that were run, and the output format of their report."""

    def __init__(self, output: OutputFormat, trace: bool, speak: Translator, *, quiet: bool = False) -> None:
        self.output, self.trace, self.speak, self.quiet = output, trace, speak, quiet
        self.out: Console = console()
        self.tally = CaseTally()
        self.file = ""
        self.said = False
        """True if standard error already says why something could not be read."""

    def add(self, verified: Verified, ran: Sequence[StepRun] = ()) -> None:
        run = self.tally.add(verified)
        if self.quiet or self.output is OutputFormat.JSON:
            return
        from kanrules.cli.steps import print_steps

        if verified.case.file != self.file:
            self.file = verified.case.file
            if run.ruled is None:
                self.out.print(f"[bold]{plain(self.file)}[/]")
        if run.ruled is not None:
            _print_ruled(self.out, run.ruled, self.speak)
        else:
            from kanrules.cases.table_text import FAIL, PASS

            mark = f"[green]{self.speak(PASS)}[/]" if verified.passed else f"[bold red]{self.speak(FAIL)}[/]"
            self.out.print(f"  {mark}  {plain(verified.case.name)}  [dim]{plain(verified.rules)}[/]")
        if self.trace and verified.played is not None:
            for line in verified.played.trace:
                self.out.print(f"          [dim]{plain(str(line))}[/]")
        print_steps(self.out, ran)

    def unreadable(self, message: str) -> None:
        self.tally.faults += 1
        self.said = True
        print_error(message)

    def finish(self) -> int:
        """Print the rest of the report and return the exit code."""
        tally = self.tally
        if self.quiet:
            pass
        elif self.output is OutputFormat.JSON:
            print_report(tally.to_json(trace=self.trace))
        else:
            from kanrules.cases.table_text import print_failure

            for run in tally.runs:
                if run.ruled is None and not run.verified.passed:
                    self.out.print()
                    print_failure(self.out, run.verified, self.speak)
            if tally.passed or tally.failed or not tally.ruled:
                colour = "red" if tally.failed or tally.faults else "green"
                self.out.print(f"[bold {colour}]{self.speak(_counted(tally))}[/]")
        if tally.faults and not self.said:
            cases = number(len(tally.runs), "case")
            print_error(f"kanrules: {tally.faults} of {cases} could not be played; the report says why")
        return tally.exit_code


_ILLEGAL, _GOES_ON = _N("illegal"), _N("the hand continues")
_COUNTED = _N("{passed} passed, {failed} failed")
_BY_TSUMO, _OFF = _N("{seat} wins by tsumo: {value}"), _N("{seat} wins by ron from {loser}: {value}")


def _counted(tally: CaseTally) -> Sentence:
    return say(_COUNTED, passed=tally.passed, failed=tally.failed)


def _print_ruled(out: Console, ruled: RuledPosition, speak: Translator) -> None:
    """Print the position, each event with the clause of each ruling, and the payments."""
    from kanrules.cases.table_text import UNDER
    from kanrules.desk.cited import law
    from kanrules.desk.worth import value_text

    case, rules = f"[bold]{plain(ruled.case.name)}[/]", f"[bold]{plain(ruled.rules.title)}[/]"
    out.print(speak(say(UNDER, case=case, rules=rules)))
    for event in ruled.events():
        refused = f"[bold red]{speak(_ILLEGAL)}[/]: " if event.event == "illegal" else ""
        out.print(f"  {refused}{plain(speak(event.text))}")
        for ruling in event.rulings:
            out.print(f"      {plain(speak.own(ruling.text))}")
            out.print(f"        [dim]{plain(law(ruling, speak))}[/]")
    outcome = ruled.outcome
    if outcome is None:
        out.print(f"  {speak(_GOES_ON)}")
        return
    for win in outcome.wins:
        template = _BY_TSUMO if win.source is None else _OFF
        seat, value = f"[bold]{speak(str(win.seat))}[/]", plain(value_text(win.value, speak))
        out.print("  " + speak(say(template, seat=seat, loser=win.source, value=value)))
    out.print(
        "  " + "  ".join(f"{speak(str(seat))} [bold]{points:+}[/]" for seat, points in ruled.played.changes.items())
    )
