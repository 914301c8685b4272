"""docs/exchange.md: `python -m tests.exchange.page > docs/exchange.md`, from the root of a checkout."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from kanrules.exchange.bring import Brought, import_settings
from kanrules.exchange.fields import CannotSay, NoEffect, Program
from kanrules.exchange.programs import programs
from kanrules.ruleset.reference import file_text

PRESETS = Path(__file__).parent / "presets"
"""One folder a program; a file holds what a preset sets otherwise than the program's defaults."""

MANY = 30
"""So many names of fields stand in a cell."""

HEAD = """# Bring your rules

`kanrules import FILE` reads the settings of another program and writes a ruleset on the nearest book;
`kanrules export R --to NAME` writes a ruleset as another program's settings.

```sh
kanrules import rule.json --from majiang --name thursday-club --out thursday-club.toml
kanrules export thursday-club.toml --to mahjong-soul --out room.json
```

An import tells three things. **Lost** is what the file says and kanrules cannot, and every field that the program has
not. **Assumed** is what the file does not say: the program's own default, what it plays without a field for it, or else
the book's. **Contradicts** is where a preset that bears a book's name differs from the book as we have read it. The
book is the one that the program plays or whose name the file bears (`m-league.json`), else the bundled one that differs
least.

An export is read back before it is written: what does not come back is **lost** and stands in the list with what the
program plays instead. An unknown field or value is never passed over, and a file of another program, of a newer
version, or no JSON at all is refused with the reason (exit code 2). `--format json` gives the lists as data: each entry
of `lost` has `field` (or `key`, for an export), `value`, `why`; of `assumed` `key`, `value`, `from`; of `contradicts`
`key`, `field`, `theirs`, `ours`, `book`, `document`, `clause`, `url`, `grade`; `text` is the file that is written.
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
        "| `--from`, `--to` | program | fields | without effect here | kanrules cannot say |",
    ]
    lines.append("|---|---|---|---|---|")
    for one in programs().values():
        idle = _names(one, NoEffect)
        unsaid = _names(one, CannotSay)
        lines.append(f"| `{one.id}` | {one.title} | {len(one.fields)} | {idle} | {unsaid} |")
    lines += [
        "",
        "## Presets that contradict the book they name",
        "",
        (
            "Ours is the value of the bundled ruleset with its source; where that source is weak, theirs may be right. "
            "Where no"
        ),
        "field says it, the program plays so whatever its preset says.",
        "",
        "| program | preset | key | theirs | by | ours | book | clause | grade |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    agreeing = []
    for program in programs().values():
        for path in sorted((PRESETS / program.id).glob("*.json")):
            found = brought(program, path)
            if not found.contradicts:
                agreeing.append(f"{program.name} {path.stem}")
            for one in found.contradicts:
                cited = f"{one.document} {one.clause}".strip()
                by = f"`{one.field}`" if one.field else "(always)"
                lines.append(
                    f"| {program.name} | {path.stem} | `{one.key}` | `{file_text(one.theirs)}` | {by} "
                    f"| `{file_text(one.ours)}` | {one.book} | {cited} | {one.grade} |"
                )
    lines += ["", f"These presets say nothing against their book: {', '.join(agreeing)}.", ""]
    return "\n".join(lines)


def _names(program: Program, kind: type) -> str:
    found = [f"`{one.name}`" for one in program.fields if isinstance(one.means, kind)]
    more = f", and {len(found) - MANY} more" if len(found) > MANY else ""
    return ", ".join(found[:MANY]) + more or "none"


if __name__ == "__main__":
    sys.stdout.write(page())
