"""The page of case files."""

from __future__ import annotations

from kanrules.cases.case_keys import KEYS, LINES, TABLES


def case_keys_markdown() -> str:
    """Return the reference of case files, docs/cases.md."""
    lines = [
        "# Case files",
        "",
        "<!-- Written by `python -m tools.generated`; edit `case.py`, `given.py`, and `expect.py` of",
        "`kanrules/cases` instead. -->",
        "",
        "A case file (`NAME.cases.toml`) records positions and their expected rulings. `kanrules verify` and pytest",
        "run it, and `kanrules explain given.live_tiles` explains a key.",
        "[developers.md](developers.md#cases-as-tests) has a complete example.",
        "",
        "Tiles are `1m`-`9m`, `1p`-`9p`, `1s`-`9s`, and `1z`-`7z` (east, south, west, north, haku, hatsu, chun); the",
        "red fives are `0m 0p 0s`. Seats are the winds of the hand: east, south, west, and north. An impossible",
        "position, such as five copies of a tile or a pon of a tile that no player discarded, is an error (KR111).",
    ]
    for table, says in TABLES.items():
        head = "[[case]]" if table == "case" else f"[[case.{table}]]" if table == "expect_under" else f"[case.{table}]"
        lines += ["", f"## {head}", "", says]
        members = [one for one in KEYS if (one.table or "case") == table]
        if members:
            lines.append("")
            lines += [f"* `{one.key}` ({one.takes}): {one.says} `{one.example}`".replace("\\", "") for one in members]
        elif table == "play":
            lines += [
                "",
                "`lines` is a text with a line each, or a list of them.",
                "",
            ]
            lines += [f"* `{line}`: {words}" for line, words in LINES]
    lines += [
        "",
        "```toml",
        "[case.options]",
        '"kandora.ankan" = "discard"',
        '"plugin.club.open_kan_fee" = 1000',
        "",
        "[[case.expect_under]]",
        'rules = ["tenhou"]',
        "indicators = 1",
        "```",
    ]
    return "\n".join(lines) + "\n"
