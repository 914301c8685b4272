"""The page of the reason codes."""

from __future__ import annotations

from kanrules.law.codes import CODES

CODE_GROUPS: dict[str, str] = {
    "1": "Errors in a file",
    "2": "Refused actions",
    "3": "Dora indicators",
    "4": "Payments",
    "5": "Draws and the next hand",
    "6": "Fouls",
}
"""Titles of the groups of codes, by their first digit."""


def codes_markdown() -> str:
    """Return the reference of the codes, with a heading for each code."""
    lines = [
        "# Reason codes",
        "",
        "<!-- Written by `python -m tools.generated`; edit `kanrules/law/codes.py` instead. -->",
        "",
        "Every refusal, difference, and ruling of kanrules has a code, in text and in JSON. A code is never reused",
        "for something else. `kanrules explain KR205` prints an entry with the sources of the keys that decide it.",
        "The codes of a plugin start with its name (`house-201`). A rule against a kan names the foul of a kan that",
        "breaks it, and `kanrules foul NAME` prints the penalty.",
    ]
    for group, title in CODE_GROUPS.items():
        lines += ["", f"## {title}"]
        for code, row in CODES.items():
            if code[2] != group:
                continue
            word = f" (`{row.slug}`)" if row.slug else ""
            lines += ["", f"### {code}", "", f"**{row.says}**{word}. {row.when}", "", f"For example: {row.example}"]
            if row.keys:
                keyed = ", ".join(f"[`{key}`](ruleset-reference.md#{key.replace('.', '')})" for key in row.keys)
                lines += ["", f"Decided by {keyed}."]
            if row.foul:
                lines += ["", f"Foul: `{row.foul}`."]
    return "\n".join(lines) + "\n"
