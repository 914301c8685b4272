"""`kanrules export`: a ruleset as another program's settings."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import typer

from kanrules.cli.common import FORMAT, Format, complete_rules, envelope, print_json, required_rules
from kanrules.errors import UnreadableError


def command(
    rules: str = typer.Argument(
        "", autocompletion=complete_rules, metavar="R", help="A ruleset: a bundled id or a file."
    ),
    to: str = typer.Option(
        "",
        "--to",
        metavar="NAME",
        help="The program: majiang, riichienv, mahjong-soul, pantheon, riichi-advanced, jansou, tenhou.",
    ),
    out: Path | None = typer.Option(None, "--out", "-o", metavar="F", help="Write it there, never over a file."),
    output: Format = FORMAT,
    allow_local_plugins: bool = typer.Option(
        False, "--allow-local-plugins", help="Let a ruleset run its own ./plugin.py."
    ),
) -> None:
    """Write a ruleset as the settings of another program, and say what they cannot express.

    Without --out the settings are printed and the list stands on standard error. Exit code 0 also where something is
    lost.

    Examples:

      kanrules export ema-2016 --to majiang --out rule.json

      kanrules export thursday-club.toml --to mahjong-soul
    """
    from kanrules.exchange import programs
    from kanrules.exchange.send import send
    from kanrules.ruleset.reference import file_text

    if not to:
        raise UnreadableError(f"name a program with --to: {', '.join(programs.programs())}", code="")
    program = programs.program(to)
    found = required_rules(rules, allow_local_plugins=allow_local_plugins)
    sent = send(program, found)
    text = json.dumps(program.wrap(sent.settings), ensure_ascii=False, indent=2) + "\n"
    if out is not None:
        try:
            with out.open("x", encoding="utf-8", newline="\n") as file:
                file.write(text)
        except FileExistsError:
            raise UnreadableError(f"{out} is there already; nothing was written", code="") from None
    if output is Format.JSON:
        lost = [{"field": one.field, "key": one.key, "value": one.value, "why": one.why} for one in sent.lost]
        assumed = [{"key": one.key, "value": one.value, "from": one.origin} for one in sent.assumed]
        print_json(envelope({"ruleset": found.id, "lost": lost, "assumed": assumed, "contradicts": [], "text": text}))
        return
    lines = [f"lost: {len(sent.lost) or 'nothing'}"]
    lines += [f"  {one.key} = {file_text(one.value)}: {one.why}" for one in sent.lost]
    if out is None:
        sys.stdout.write(text)
        print("\n".join(lines), file=sys.stderr)
    else:
        print("\n".join([f"written: {out}, for {program.title}", *lines]))
