"""`kanrules replay`: recorded games under a ruleset, with a ruling on every kan."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from kanrules.cli.default_rules import required_rules, several_rules
from kanrules.cli.help import make_command
from kanrules.cli.output import console, flush, nothing_judged, plain, print_error, print_report, progress, write_page
from kanrules.cli.shared_options import (
    LANG,
    PAGE,
    PLUGINS,
    READ_AS,
    RULES,
    STEPS,
    TRACE,
    OutputFormat,
    Target,
    argument,
    chosen_page,
    complete_rules,
    format_option,
    option,
    refuse_empty,
    refuse_steps,
    target_option,
)
from kanrules.cli.superseded import print_superseded
from kanrules.errors import KanrulesError, PluginError
from kanrules.locale import Translator
from kanrules.locale import marked as _N
from kanrules.locale.sentences import Sentence, many, say

if TYPE_CHECKING:
    from kanrules.replays.record import Replay
    from kanrules.report.moments import Chapter
    from kanrules.ruleset import Ruleset


@make_command
@argument(
    "logs",
    metavar="LOG",
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
    help="Rulesets to compare the rulings with.",
)
@READ_AS
@TRACE
@STEPS
@option("--brief", help="Show only hands with a difference.")
@LANG
@target_option([Target.HTML], help="Write an HTML page that shows each kan step by step: the table and the ruling.")
@PAGE
@format_option("Output format: text, or json with one object per record.")
@PLUGINS
def command(
    logs: tuple[str, ...],
    rules: str,
    compare: str,
    read_as: tuple[str, ...],
    trace: bool,
    steps: bool,
    brief: bool,
    speak: Translator,
    to: Target | None,
    out: str,
    output: OutputFormat,
) -> int:
    """Replay recorded games under a ruleset and rule on every kan.

    Every recorded action must be legal, every dora indicator must be turned at the right moment, and all results and
    payments must agree.

    Exit code 0: no difference; 1: differences; 2: something could not be read.

    Examples:

      kanrules replay game.mjlog --rules tenhou

      kanrules replay games.zip --rules tenhou --compare ema-2016

      kanrules replay game.mjson --rules tenhou --out game.html
    """
    from kanrules.records import Unreadable, open_records
    from kanrules.replays.record import Replay
    from kanrules.replays.scope import out_of_scope

    page = chosen_page(to, out, output)
    refuse_steps(steps, output, page=page)
    ruleset = required_rules(rules)
    others = several_rules(compare)
    differences = unreadable = 0
    total = _Totals()
    chapters: list[Chapter] = []
    for record in progress(open_records(logs, read_as=read_as), "replaying", enabled=output is OutputFormat.TEXT):
        if isinstance(record, Unreadable):
            unreadable += 1
            print_error(f"kanrules: {record.file}: {record.why}")
            continue
        scope = out_of_scope(record, ruleset)
        if scope:
            total.out_of_scope += 1
            if output is OutputFormat.JSON:
                found = {
                    "file": record.file,
                    "rules": ruleset.id,
                    "out_of_scope": scope,
                    "hands": [],
                    "differences": 0,
                }
                print_report(found, ruleset, indent=False)
            else:
                console().print(plain(speak(say(_OUT_OF_SCOPE, file=record.file, why=scope))))
            continue
        replay = Replay(record, ruleset, trace=trace)
        try:
            if page:
                differing = _collect(replay, brief, chapters, speak)
            else:
                differing = (
                    _report_json(replay, others)
                    if output is OutputFormat.JSON
                    else _report_text(replay, others, brief, speak, steps=steps)
                )
        except Exception as error:
            # A record that cannot be judged, whatever the cause, must not stop the others.
            if os.environ.get("KANRULES_TRACEBACK") and not isinstance(error, KanrulesError):
                raise
            unreadable += 1
            flush()
            print_error(f"kanrules: {_why(error, replay)}")
            differences += sum(len(hand.differences) for hand in replay.hands)
            total.add(replay)
            continue
        differences += differing
        total.add(replay)
    if page and not total.hands:
        nothing_judged(out)
    elif page:
        from kanrules.report.moments_html import moments_html

        title = speak(say(_UNDER, game=", ".join(Path(log).name for log in logs), rules=ruleset.title))
        write_page(moments_html(title, total.words(speak), chapters, speak), out)
    elif output is OutputFormat.TEXT:
        total.print(ruleset, differences, unreadable, speak)
        print_superseded(ruleset)
    return 2 if unreadable else 1 if differences else 0


def _why(error: Exception, replay: Replay) -> str:
    """Return the message for a record that could not be judged to its end."""
    if isinstance(error, PluginError):
        return f"{replay.file}: hand {len(replay.hands) + 1}: {error} ({error.code})"
    if isinstance(error, KanrulesError):
        return str(error)
    return f"{replay.file}: internal error, a bug in kanrules; please report it: {type(error).__name__}: {error}"


class _Totals:
    """Counts of what was replayed."""

    def __init__(self) -> None:
        self.games = self.hands = self.kans = self.robbed = self.broken_off = self.out_of_scope = 0
        self.unknown: set[str] = set()

    def add(self, replay: Replay) -> None:
        self.games += 1
        self.hands += len(replay.hands)
        self.kans += sum(len(hand.kans) for hand in replay.hands)
        self.robbed += sum(kan.robbed for hand in replay.hands for kan in hand.kans)
        self.broken_off += sum(hand.breaks_off for hand in replay.hands)
        self.unknown |= {name for hand in replay.hands for win in hand.recorded.wins for name in win.unknown_yaku}

    def counted(self) -> list[Sentence]:
        """Return the counts."""
        kans = say(_AND_ROBBED, kans=many(_KANS, self.kans), robbed=self.robbed)
        return [many(_GAMES, self.games), many(_HANDS, self.hands), kans]

    def words(self, speak: Translator) -> str:
        """Return the counts as one line."""
        return ", ".join(map(speak, self.counted()))

    def print(self, rules: Ruleset, differences: int, unreadable: int, speak: Translator) -> None:
        words = self.counted()
        if self.broken_off:
            words.append(many(_BROKEN_OFF, self.broken_off))
        if self.unknown:
            names = sorted(self.unknown)
            more = ", ..." if len(names) > _NAMED else ""
            words.append(say(_UNKNOWN_YAKU, yaku=plain(", ".join(names[:_NAMED]) + more)))
        if self.out_of_scope:
            words.append(say(_OUTSIDE, count=self.out_of_scope))
        if unreadable:
            words.append(say(_UNREADABLE, count=unreadable))
        colour = "green" if not differences else "red"
        text = say(_SAME) if not differences else many(_DIFFERENCES, differences)
        if (self.unknown or self.out_of_scope) and not differences:
            colour, text = "magenta", say(_SAME_WHERE_COMPARED if self.hands else _NOTHING_JUDGED)
        if unreadable:
            # What was not read may hold differences: "no difference" would be read as a verdict on all of it.
            colour = "red" if differences else "magenta"
            text = many(_IN_WHAT_WAS_READ, differences) if self.hands else say(_NOTHING_READ)
        said = ", ".join(map(speak, words))
        console().print(f"[bold]{plain(rules.title)}[/]: {said}: [bold {colour}]{speak(text)}[/]")


_NAMED = 8
"""Maximum number of unknown yaku named in the last line."""
_UNKNOWN_YAKU, _SAME_WHERE_COMPARED = _N("unknown yaku: {yaku}"), _N("no difference in what was compared")
_GAMES, _HANDS = (_N("{count} game"), _N("{count} games")), (_N("{count} hand"), _N("{count} hands"))
_KANS, _AND_ROBBED = (_N("{count} kan"), _N("{count} kans")), _N("{kans} ({robbed} robbed)")
_BROKEN_OFF = (_N("{count} incomplete hand"), _N("{count} incomplete hands"))
_OUTSIDE, _UNREADABLE = _N("{count} out of scope"), _N("{count} unreadable")
_SAME, _DIFFERENCES = _N("no difference"), (_N("{count} difference"), _N("{count} differences"))
_IN_WHAT_WAS_READ = _N("{count} difference in what could be read"), _N("{count} differences in what could be read")
_NOTHING_READ, _NOTHING_JUDGED = _N("nothing could be read"), _N("nothing was judged")
_OUT_OF_SCOPE = _N("{file}: out of scope: {why}")
_UNDER = _N("{game} under {rules}")
_RULINGS = (_N("{count} ruling differs"), _N("{count} rulings differ"))
_NO_OTHER = _N("no rulings differ")
_COMPARED = _N("under {rules}: {verdict}")
_OTHERWISE = _N("{hand}, event {at}: recorded {recorded}; ruled {ruled}")


def _collect(replay: Replay, brief: bool, chapters: list[Chapter], speak: Translator) -> int:
    from kanrules.report.moments import chapters_of

    hands = list(replay)
    chapters += chapters_of((hand for hand in hands if hand.differences or not brief), replay.rules, speak)
    return sum(len(hand.differences) for hand in hands)


def _report_json(replay: Replay, others: list[Ruleset]) -> int:
    from kanrules.replays.record import compare_hands
    from kanrules.replays.scope import out_of_scope

    data = replay.to_json()
    if others:
        found: list[dict[str, object]] = []
        for other in others:
            scope = out_of_scope(replay.record, other)
            differences = [] if scope else compare_hands(replay, other)
            found.append({"rules": other.id, "out_of_scope": scope or None, "differences": differences})
        # One ruleset gives an object, several give an array of objects.
        data["compare"] = found[0] if len(found) == 1 else found
    print_report(data, replay.rules, indent=False)
    count = data["differences"]
    assert isinstance(count, int)
    return count


def _report_text(replay: Replay, others: list[Ruleset], brief: bool, speak: Translator, *, steps: bool) -> int:
    from kanrules.cli.steps import print_steps, shown_steps
    from kanrules.replays.record import compare_hands
    from kanrules.replays.scope import out_of_scope
    from kanrules.report.hand_report import print_hand, print_not_compared, print_trace

    out = console()
    game = f"[bold]{plain(replay.file)}[/] ({replay.record.format})"
    out.print(speak(say(_UNDER, game=game, rules=f"[bold]{plain(replay.rules.title)}[/]")))
    if replay.room:
        out.print(f"  {plain(replay.room)}")
    differences = 0
    for hand, ran in shown_steps(replay, steps):
        differences += len(hand.differences)
        told = ran or hand.differences or hand.breaks_off or (hand.kans and not brief)
        if told or any(line.plugin.partition(".")[0] != "core" for line in hand.trace):
            print_hand(out, hand, replay.rules, speak)
            print_trace(out, hand)
            print_steps(out, ran)
    print_not_compared(out, replay.not_compared, speak)
    for other in others:
        if scope := out_of_scope(replay.record, other):
            out.print("  " + speak(say(_OUT_OF_SCOPE, file=f"[bold]{plain(other.title)}[/]", why=scope)))
            continue
        found = compare_hands(replay, other)
        verdict = many(_RULINGS, len(found)) if found else say(_NO_OTHER)
        out.print("  " + speak(say(_COMPARED, rules=f"[bold]{plain(other.title)}[/]", verdict=verdict)))
        for one in found:
            places = {name: one[name] for name in ("hand", "at", "recorded", "ruled")}
            words = plain(speak(say(_OTHERWISE, **places)))
            out.print(f"    {words} [dim]({one['code']})[/]")
    return differences
