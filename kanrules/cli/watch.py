"""`kanrules watch`: rulings on a game while it is played."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import IO, TYPE_CHECKING

from kanrules.cli.default_rules import required_rules
from kanrules.cli.help import make_command
from kanrules.cli.output import console, flush, print_error, print_report
from kanrules.cli.shared_options import LANG, PLUGINS, RULES, OutputFormat, format_option
from kanrules.cli.superseded import print_superseded
from kanrules.errors import UnreadableError
from kanrules.locale import Translator
from kanrules.locale import marked as _N
from kanrules.locale.sentences import many

if TYPE_CHECKING:
    from kanrules.play.follow import Update
    from kanrules.ruleset import Ruleset

MAX_LINE = 64 << 10
"""Maximum length of a line in bytes. An event has a few hundred."""
_DIFFERENCES = (_N("{count} difference"), _N("{count} differences"))


@make_command
@RULES
@LANG
@format_option(
    "Output format: text, or json with one object per event that adds or withdraws a ruling or a difference."
)
@PLUGINS
def command(rules: str, speak: Translator, output: OutputFormat) -> int:
    """Rule on a game while it is played.

    Read mjai events from standard input, one on each line, and print each ruling as soon as it is made. The events
    must show every tile. An indicator is ruled on with the event that shows its tile, a ron with the event after it. If
    a later event corrects a ruling, it is printed as withdrawn.

    Exit code 0: no difference; 1: differences; 2: an event could not be read.

    Examples:

      tail -n +1 -f game.mjson | kanrules watch --rules tenhou

      gzip -dc game.mjson.gz | kanrules watch --rules tenhou --format json
    """
    from kanrules.play.follow import Follow

    ruleset = required_rules(rules)
    follow = Follow(ruleset)
    printer = _Printer(ruleset, speak, output)
    if output is OutputFormat.TEXT:
        # First, unlike in other commands: whoever watches the wrong edition should not learn it when the game is over.
        print_superseded(ruleset)
        flush()
    number = unreadable = 0
    if sys.stdin.isatty():
        print_error("Reading mjai events from the terminal, one on each line. Ctrl-D ends the game.")
    for number, line in enumerate(_lines(sys.stdin.buffer), 1):
        try:
            if len(line) > MAX_LINE:
                raise UnreadableError(f"longer than {MAX_LINE >> 10} KiB; an mjai event is shorter")
            printer.print(follow.feed(line), number)
        except UnreadableError as error:
            unreadable += 1
            flush()
            print_error(f"kanrules: line {number}: {error}")
    printer.print(follow.close(), number)
    printer.total()
    return 2 if unreadable else 1 if printer.differences else 0


def _lines(source: IO[bytes]) -> Iterator[bytes]:
    """Yield each line. Of a line that is too long, only the beginning is kept in memory."""
    while line := source.readline(MAX_LINE + 1):
        part = line
        while not part.endswith(b"\n") and (part := source.readline(MAX_LINE)):
            pass
        yield line


class _Printer:
    """Prints updates, and counts the differences that were not withdrawn."""

    def __init__(self, rules: Ruleset, speak: Translator, output: OutputFormat) -> None:
        self.rules, self.speak, self.output = rules, speak, output
        self.differences = 0
        self.hand = ""

    def print(self, update: Update, line: int) -> None:
        """Print an update at once: a program may wait for it at the other end of a pipe."""
        from kanrules.replays.hand import RecordDifference
        from kanrules.report.hand_report import print_update, title_of

        self.differences += len(update.differences)
        self.differences -= sum(isinstance(one, RecordDifference) for one in update.withdrawn)
        if not update and update.replay is None:
            return
        if self.output is OutputFormat.JSON:
            print_report({"line": line, **update.to_json()}, self.rules, indent=False)
        else:
            if update.hand != self.hand:
                console().print(f"[bold]{self.speak(title_of(update.hand))}[/]")
            print_update(console(), update, self.speak)
        self.hand = update.hand
        flush()

    def total(self) -> None:
        """Print the number of differences, if there are any."""
        if self.output is OutputFormat.TEXT and self.differences:
            console().print(f"[bold red]{self.speak(many(_DIFFERENCES, self.differences))}[/]")
