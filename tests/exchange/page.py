"""docs/exchange.md: `python -m tests.exchange.page > docs/exchange.md`, from the root of a checkout."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from kanrules.exchange.bring import Brought, import_settings
from kanrules.exchange.fields import CannotSay, NoEffect, Program
from kanrules.exchange.programs import programs

PRESETS = Path(__file__).parent / "presets"
"""Folder of the presets, one folder per program; a file holds what differs from the program's defaults."""

MANY = 12
"""Maximum number of field names in a cell."""

HEAD = """# Import and export rules

`kanrules import FILE` reads the settings of another program and writes a ruleset on top of the nearest published one.
`kanrules export R --to NAME` writes a ruleset as the settings of another program.

```sh
kanrules import rule.json --from majiang --name thursday-club --out thursday-club.toml
kanrules export thursday-club.toml --to mahjong-soul --out room.json
```

An import reports three lists:

* **Lost**: settings of the file that kanrules cannot express, and fields that the program does not have.
* **Assumed**: values that the file does not state. They come from the program's default, from what it always plays, or
  from the published ruleset.
* **Contradicts**: values in which a preset with the name of a published ruleset differs from that ruleset.

The import extends the ruleset that the program plays or that the file is named after (`m-league.json`), otherwise the
bundled ruleset with the fewest differences.

An export is read back before it is written. What does not come back is listed as **lost**, with what the program plays
instead. An unknown field or value is always reported. A file of another program, a file of a newer version, and a file
that is not JSON are refused with the reason (exit code 2).

`--format json` returns the lists as data. Entries of `lost` have `field` (or `key`, for an export), `value`, and `why`;
entries of `assumed` have `key`, `value`, and `from`; entries of `contradicts` have `key`, `field`, `theirs`, `ours`,
`book`, `document`, `clause`, `url`, and `grade`. `text` is the file that is written.
"""


def brought(program: Program, path: Path) -> Brought:
    """The preset of this file."""
    settings = program.unwrap(json.loads(path.read_text("utf-8")))
    assert settings is not None, path
    return import_settings(program, settings, str(path), name=path.stem)


def page() -> str:
    """The whole page."""
    lines = [
        HEAD,
        "## Programs",
        "",
        "| `--from`, `--to` | program | fields | without effect | kanrules cannot express |",
    ]
    lines.append("|---|---|---|---|---|")
    for one in programs().values():
        idle = _names(one, NoEffect)
        unsaid = _names(one, CannotSay)
        lines.append(f"| `{one.id}` | {one.title} | {len(one.fields)} | {idle} | {unsaid} |")
    lines += [
        "",
        "## Presets that contradict their ruleset",
        "",
        "For each preset, the keys in which it differs from the ruleset with its name. The import prints both values",
        "with the clause and the grade; if the grade is low, the preset may be right.",
        "",
    ]
    agreeing = []
    for program in programs().values():
        for path in sorted((PRESETS / program.id).glob("*.json")):
            if differing := brought(program, path).contradicts:
                lines.append(f"* {program.name} `{path.stem}`: {', '.join(f'`{one.key}`' for one in differing)}")
            else:
                agreeing.append(f"{program.name} `{path.stem}`")
    lines += ["", f"These presets agree with their ruleset: {', '.join(agreeing)}.", ""]
    return "\n".join(lines)


def _names(program: Program, kind: type) -> str:
    found = [f"`{one.name}`" for one in program.fields if isinstance(one.means, kind)]
    more = f", and {len(found) - MANY} more" if len(found) > MANY else ""
    return ", ".join(found[:MANY]) + more or "none"


if __name__ == "__main__":
    sys.stdout.write(page())
