"""Brings the catalogues of messages up to date with the code, by one command in the root of a clone.

    python -m tools.translations            extract, merge, compile; say what is not translated
    python -m tools.translations --check    write nothing; fail if a language is incomplete

Ordinary changes do not run it: a message without a translation is shown in English. Translators run it, and
`.ci/release` runs the check. It needs Babel (the extra `test`).
"""

from __future__ import annotations

import argparse
import io
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from kanrules.desk.foul import FOULS
from kanrules.desk.worth import MOMENTS
from kanrules.kan.course import WAY
from kanrules.kan.kita import KITA_WAY
from kanrules.law.codes import CODES
from kanrules.law.hook_values import PENALTY_WORDS
from kanrules.law.yaku import WORDS
from kanrules.locale import DOMAIN, LANGUAGES
from kanrules.pieces.events import RESULTS
from kanrules.ruleset.glossary import glossary
from kanrules.ruleset.keys import keys, table_words
from tools.compiling import compile_catalogues

if TYPE_CHECKING:
    from collections.abc import Iterator

    from babel.messages.catalog import Catalog

FOLDER = "kanrules/locale"
TABLES = "kanrules/law/tables"
MARK = "_N"
"""The function around each message in the code."""
_CHANGING = (b'"POT-Creation-Date:', b'"Generated-By:')
"""Header lines that would change in every file each day and with each version of Babel."""


def extracted(root: Path) -> Catalog:
    """Return every message of the code, the bundled plugins, the rulesets and the casebook of a clone."""
    from babel.messages.catalog import Catalog
    from babel.messages.extract import extract_from_dir
    from babel.messages.frontend import parse_mapping_cfg

    with (root / "tools" / "babel.cfg").open(encoding="utf-8") as file:
        methods, options = parse_mapping_cfg(file)
    found = Catalog(project=DOMAIN)
    for _, _, message, comments, _ in extract_from_dir(root, methods, options, keywords={MARK: None}):
        found.add(message, auto_comments=comments)
    # The law of a step is in the docstring of its function, the words of a key, code or foul in its declaration, and
    # those of the glossary in its file: Babel looks at none of them.
    if (root / TABLES).is_dir():
        steps = (step.law for step in (*WAY, *KITA_WAY))
        meanings = (word.meaning for word in glossary().values())
        for message in (*steps, *words_of_keys(), *words_of_codes(), *words_of_names(), *meanings):
            found.add(message)
    return found


def words_of_keys() -> Iterator[str]:
    """Yield the words of every table and key, which are not marked one by one."""
    for words in table_words().values():
        yield from words
    for key in keys().values():
        yield from (key.title, key.question)
        # What a ruleset says in its own words is extracted from its file.
        yield from (said for said in (*key.sentences.values(), *key.short_sentences.values()) if said != "{value}")


def words_of_codes() -> Iterator[str]:
    """Yield the words and sentences of every reason code, which are not marked one by one."""
    for code in CODES.values():
        yield from (code.says, code.when, code.example, *code.sentences.values())


def words_of_names() -> Iterator[str]:
    """Yield the words for every foul, penalty, yaku, circumstance of a win, and end of a hand."""
    for table in (FOULS, PENALTY_WORDS, WORDS, MOMENTS, RESULTS):
        yield from table.values()


def path_of(root: Path, language: str) -> Path:
    """Return where the translations into a language are kept."""
    return root / FOLDER / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def read(root: Path, language: str) -> Catalog:
    """Return the translations into a language as they are; an empty catalogue if it has none yet."""
    from babel.messages.catalog import Catalog
    from babel.messages.pofile import read_po

    path = path_of(root, language)
    if not path.exists():
        return Catalog(
            locale=language,
            project=DOMAIN,
            header_comment=f"# {language} for kanrules.\n# This file is distributed under the licence of kanrules.",
        )
    with path.open("rb") as file:
        return read_po(file, locale=language)


def text_of(translations: Catalog) -> bytes:
    """Return the text of a catalogue in its stored form: sorted, unwrapped, without places in the code."""
    from babel.messages.pofile import write_po

    file = io.BytesIO()
    write_po(file, translations, width=0, no_location=True, sort_output=True, ignore_obsolete=True)
    return b"".join(line for line in file.getvalue().splitlines(keepends=True) if not line.startswith(_CHANGING))


def missing(translations: Catalog, messages: Catalog) -> list[str]:
    """Return the messages that a language does not translate, sorted."""
    return sorted(
        str(message.id)
        for message in messages
        if message.id and ((known := translations.get(message.id)) is None or not known.string or known.fuzzy)
    )


def main() -> None:
    """Update and compile every catalogue, or with `--check` only report what is missing."""
    parser = argparse.ArgumentParser(prog="python -m tools.translations", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--check", action="store_true", help="write nothing; exit with 1 if a translation is missing")
    check = parser.parse_args().check
    root = Path.cwd()
    if not (root / "pyproject.toml").exists() or not (root / FOLDER).is_dir():
        sys.exit("run this command in the root of a clone of the repository")
    messages = extracted(root)
    complete = True
    for language in LANGUAGES:
        if language == "en":
            continue
        translations = read(root, language)
        absent = missing(translations, messages)
        complete = complete and not absent
        sys.stdout.write(f"{language}: {len(messages) - len(absent)} of {len(messages)} messages translated\n")
        if check:
            sys.stdout.writelines(f"  {message!r}\n" for message in absent)
            continue
        # Without a guess from similar messages: a wrong sentence of law is worse than an English one.
        translations.update(messages, no_fuzzy_matching=True)
        path = path_of(root, language)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text_of(translations))
    if check:
        sys.exit(not complete)
    compile_catalogues(root / FOLDER)


if __name__ == "__main__":
    main()
