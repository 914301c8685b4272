"""The page of the keys of a ruleset."""

from __future__ import annotations

from kanrules.kan.kandora_effects import COLUMNS, rows
from kanrules.ruleset.keys import TEXT_TABLES, file_text, keys, table_words, tables
from kanrules.ruleset.reference import HEAD_WORDS, SOURCE_WORDS, options_of
from kanrules.rulings import Grade

GRADE_WORDS: dict[Grade, str] = {
    Grade.OFFICIAL: "the text of the authority itself",
    Grade.PARTLY: "the text of the authority, but it settles the value only if clauses are read together, or another "
    "clause points the other way",
    Grade.QUOTED: "the authority's words, quoted or encoded by another author",
    Grade.SECONDARY: "another author's account",
    Grade.RECORDED: "seen in records of real games",
    Grade.OWN: "the ruleset's own rule",
}
"""Descriptions of the grades of sources."""


def reference_markdown() -> str:
    """Return the reference of all keys, with a heading for each."""
    lines = [
        "# Ruleset keys",
        "",
        "<!-- Written by `python -m tools.generated`; edit `kanrules/law/tables` instead. -->",
        "",
        "This page lists every key of a ruleset file with its values and its default. A key that a file leaves out",
        "keeps the value of the parent. Without a parent, kanrules assumes the default, and each ruling says so. The",
        "reason codes are in [codes.md](codes.md).",
        "",
        "## [ruleset]",
        "",
        *(f"* `{name}`: {words}" for name, words in HEAD_WORDS.items()),
        "",
    ]
    for table in tables():
        title, about = table_words()[table]
        lines += [f"## [{table}]", "", f"{title}. {about}", ""]
        if table in TEXT_TABLES and table != "notes":
            lines += ['Each key is a text, or a list of texts, printed as it stands. Default: `""`, no text.', ""]
        for key in keys().values():
            if key.table != table:
                continue
            lines += [f"### {key.name}", "", key.question, ""]
            if table in TEXT_TABLES and table != "notes":
                continue
            default, options = file_text(key.default), options_of(key)
            lines += [f"* `{value}`{' (default)' if value == default else ''}: {words}" for value, words in options]
            if default not in dict(options):
                lines += ["", f"Default: `{default}`"]
            lines.append("")
        if table == "kandora":
            lines += ["### Effects of an instant", "", effects_markdown(), ""]
    lines += [
        "## [event]",
        "",
        "The tournament for which the file is written: `name` (required), `first_day`, `last_day`, and `head_referee`.",
        "`[event.decisions]` holds values of keys that the rulebook leaves open, such as `four_kans.dealer =",
        '"keeps"`. They apply like values of the file and are cited as decisions of the head referee.',
        "",
        "## [departs]",
        "",
        "`keys` lists keys (`game.bust`) and whole tables (`penalty.*`) for which the text of this file departs from",
        "its parent's. Such a key never has the parent's value or clause, and no plugin that only the parent lists",
        "answers for it. If the file does not set it, nobody decides: answers say that the rulebook does not settle it",
        "and that the head referee decides. `[source]` names where the text departs.",
        "",
        '## [source."table.key"]',
        "",
        'The source of a value. `[source."kandora.*"]` is the source of every value of [kandora] that this file',
        'sets, and `[source."*"]` of every value that this file sets. The nearest source counts: that of the key,',
        "then that of its table, then that of the file.",
        "",
    ]
    lines += [f"* `{name}`: {words}" for name, words in SOURCE_WORDS.items()]
    lines += ["", "Grades: " + "; ".join(f"`{grade.value}`, {words}" for grade, words in GRADE_WORDS.items()) + ".", ""]
    lines += [
        "## [plugin.name]",
        "",
        "The options of a plugin that the ruleset lists. The plugin declares them.",
        "",
    ]
    return "\n".join(lines) + "\n"


def effects_markdown() -> str:
    """Return the table of timings in Markdown, for the docs."""
    lines = [f"| instant | the indicator is turned | {' | '.join(COLUMNS)} |", "|" + "---|" * (len(COLUMNS) + 2)]
    lines += [f"| `{instant}` | {words} | {' | '.join(decided.answers)} |" for instant, words, decided in rows()]
    return "\n".join(lines)
