"""`kanrules export`: a ruleset as the settings of another program."""

from __future__ import annotations

import json
from pathlib import Path

from kanrules.cli.default_rules import required_rules
from kanrules.cli.help import make_command
from kanrules.cli.output import print_error, print_line, print_report
from kanrules.cli.shared_options import FORMAT, RULESET, OutputFormat, option, plugins_option
from kanrules.errors import wrong_use


@make_command
@RULESET
@option(
    "--to",
    metavar="NAME",
    help="Target program: majiang, riichienv, mahjong-soul, pantheon, riichi-advanced, tenhou.",
)
@option("--out", "-o", metavar="F", type=Path, help="Output file; must not exist yet.")
@FORMAT
@plugins_option("Allow a ruleset to run its own ./plugin.py.")
def command(rules: str, to: str, out: Path | None, output: OutputFormat) -> None:
    """Write a ruleset as the settings of another program.

    A list says what the settings cannot express.

    Without --out the settings go to standard output and the list to standard error. The exit code is 0 even if
    something is lost.

    Examples:

      kanrules export ema-2016 --to majiang --out rule.json

      kanrules export thursday-club.toml --to mahjong-soul
    """
    from kanrules.exchange import programs
    from kanrules.exchange.bring import lists_json
    from kanrules.exchange.send import send
    from kanrules.ruleset.keys import file_text
    from kanrules.supervisor.whole_file import write_whole

    if not to:
        raise wrong_use(f"name a program with --to: {', '.join(programs.programs())}")
    program = programs.program(to)
    found = required_rules(rules)
    sent = send(program, found)
    text = json.dumps(program.wrap(sent.settings), ensure_ascii=False, indent=2) + "\n"
    if out is not None:
        try:
            write_whole(out, text, new=True)
        except FileExistsError:
            raise wrong_use(f"{out} already exists; nothing was written") from None
    if output is OutputFormat.JSON:
        print_report({"rules": found.id, **lists_json(sent.lost, sent.assumed), "text": text})
        return
    lines = [f"lost: {len(sent.lost) or 'nothing'}"]
    lines += [f"  {one.key} = {file_text(one.value)}: {one.why}" for one in sent.lost]
    if out is None:
        print_line(text, end="")
        print_error("\n".join(lines))
    else:
        print_line("\n".join([f"written: {out}, for {program.title}", *lines]))
