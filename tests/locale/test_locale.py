"""The catalogues of messages: what is translated is correct, and what is not stays English."""

from __future__ import annotations

import ast
import io
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import read_mo

from kanrules.cli import main
from kanrules.hooks import judge as plugins
from kanrules.locale import LANGUAGES, marked, translator
from kanrules.locale.sentences import strings_of
from kanrules.report import sheet_words
from kanrules.ruleset.keys import TEXT_TABLES, keys
from kanrules.ruleset.library import bundled_ids
from kanrules.ruleset.load import load_ruleset
from tests.parsed import parsed
from tools.compiling import compile_catalogues
from tools.ruleset_words import extract
from tools.translations import FOLDER, path_of, read, text_of

ROOT = Path(__file__).parents[2]
OTHERS = [language for language in LANGUAGES if language != "en"]
HEAD = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n'


def texts_of(value: object) -> Iterator[str]:
    """Every text in a value of a module of words, keys of dictionaries left out."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for member in value.values():
            yield from texts_of(member)
    elif isinstance(value, tuple):
        for member in value:
            yield from texts_of(member)


def printable() -> set[str]:
    """Every English message that some sheet can print."""
    found = {entry.title for entry in keys().values()}
    for entry in keys().values():
        found |= {sentence for sentence in entry.sentences.values() if sentence != "{value}"}
    for name, value in vars(sheet_words).items():
        if name.isupper() and name != "GROUPS":
            found |= set(texts_of(value))
    found |= {title for title, _ in sheet_words.GROUPS}
    for plugin in plugins.installed():
        if plugin.distribution == "kanrules":
            found |= set(texts_of(getattr(plugins.load(plugin.name), "sheet", {})))
    for name in bundled_ids():
        rules = load_ruleset(name)
        words = [rules[key] for key in rules.values if key.partition(".")[0] in TEXT_TABLES]
        # A sentence with numbers, such as those that a plugin makes of its options, is a message by its template.
        strings = [one for text in words if isinstance(text, str) for one in strings_of(text)]
        found |= {getattr(one, "template", one) for one in strings}
    return found - {""}


def catalogue(language: str) -> Catalog:
    return read(ROOT, language)


def test_every_text_that_a_sheet_can_print_is_a_message_for_translators(messages: frozenset[str]) -> None:
    assert sorted(printable() - messages) == []


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_has_the_placeholders_of_its_message(language: str) -> None:
    def places(text: str) -> list[str]:
        return sorted(re.findall(r"\{[^}]*\}", text))

    wrong = [(m.id, m.string) for m in catalogue(language) if m.id and m.string and places(m.id) != places(m.string)]
    assert not wrong


@pytest.mark.parametrize("language", OTHERS)
def test_a_catalogue_is_kept_in_the_form_in_which_it_is_written(language: str) -> None:
    raw = path_of(ROOT, language).read_bytes()
    assert text_of(catalogue(language)) == raw, "run: python -m tools.translations"
    assert catalogue(language).locale_identifier == language


def test_no_message_stands_inside_an_f_string_where_python_3_11_hides_it_from_the_extractor() -> None:
    hidden = [
        f"{path.relative_to(ROOT)}:{call.lineno}"
        for room in ("kanrules", "plugins")
        for path in (ROOT / room).rglob("*.py")
        if "_N(" in path.read_text(encoding="utf-8")
        for joined in ast.walk(parsed(path))
        if isinstance(joined, ast.JoinedStr)
        for call in ast.walk(joined)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "_N"
    ]
    assert hidden == []


@pytest.mark.parametrize("language", OTHERS)
def test_a_compiled_catalogue_is_what_its_text_says(language: str) -> None:
    raw = path_of(ROOT, language).with_suffix(".mo").read_bytes()
    compiled = {m.id: m.string for m in read_mo(io.BytesIO(raw)) if m.id}
    assert compiled == {m.id: m.string for m in catalogue(language) if m.id and m.string}


def test_no_french_sign_of_two_parts_begins_a_line() -> None:
    wrong = [m.string for m in catalogue("fr") if re.search(r" [;:!?»]|« ", m.string)]
    assert not wrong, "a space that does not break stands before ; : ! ? »"


def test_english_is_the_message_itself_and_marking_changes_nothing() -> None:
    assert translator("en")("Ankan") == "Ankan" == marked("Ankan")
    assert translator("en").knows("whatever somebody wrote")


@pytest.mark.parametrize("language", OTHERS)
def test_a_message_without_a_translation_stays_english_and_one_with_it_does_not(language: str) -> None:
    speak = translator(language)
    assert speak("The loser buys tea.") == "The loser buys tea."
    assert not speak.knows("The loser buys tea.")
    for message in catalogue(language):
        if message.id and message.string and not message.fuzzy:
            assert speak(str(message.id)) == message.string
    assert speak("") == "", "the head of a catalogue is kept under the empty text"


def test_a_language_whose_catalogue_is_missing_is_an_error_and_not_english(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("kanrules.locale.DOMAIN", "not-there")
    monkeypatch.setattr("kanrules.cli.shared_options.translator", translator.__wrapped__)
    with pytest.raises(FileNotFoundError, match="the catalogue of 日本語"):
        translator.__wrapped__("ja")
    with pytest.raises(SystemExit) as ended:
        main(["pay", "mangan", "--winner", "east", "--lang", "ja"])
    out = capsys.readouterr()
    assert (ended.value.code, out.out) == (2, "")
    assert out.err.endswith("not-there.mo: the catalogue of 日本語 (ja) is missing; reinstall kanrules\n")


def test_only_a_catalogue_that_is_newer_than_its_compiled_file_is_compiled(tmp_path: Path) -> None:
    text = path_of(tmp_path, "de")
    text.parent.mkdir(parents=True)
    compiled = text.with_suffix(".mo")
    folder = tmp_path / FOLDER
    text.write_text(HEAD + 'msgid "kan"\nmsgstr "Kan"\n', encoding="utf-8")
    assert compile_catalogues(folder) == [compiled]
    os.utime(compiled, ns=(0, text.stat().st_mtime_ns + 1))
    assert compile_catalogues(folder) == []
    text.write_text(HEAD + 'msgid "kan"\nmsgstr "das Kan"\n', encoding="utf-8")
    os.utime(text, ns=(0, compiled.stat().st_mtime_ns))
    assert compile_catalogues(folder) == [compiled]
    assert {m.string for m in read_mo(io.BytesIO(compiled.read_bytes())) if m.id} == {"das Kan"}
    assert sorted(text.parent.iterdir()) == [compiled, text]


@pytest.mark.rest
def test_one_command_extracts_merges_compiles_and_counts(tmp_path: Path) -> None:
    german = path_of(tmp_path, "de")
    for path, written in {
        tmp_path / "pyproject.toml": "",
        tmp_path / "tools" / "babel.cfg": "[python: kanrules/**.py]",
        tmp_path / "kanrules" / "table.py": 'print(_N("a kan"), _N("a pon"))',
        german: HEAD + 'msgid "a pon"\nmsgstr "ein Pon"\n\nmsgid "gone"\nmsgstr "weg"\n',
    }.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(written, encoding="utf-8")

    def command(*words: str) -> tuple[int, list[str]]:
        asked = [sys.executable, "-m", "tools.translations", *words]
        ran = subprocess.run(
            asked, cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT)}, stdout=subprocess.PIPE, encoding="utf-8"
        )
        return ran.returncode, ran.stdout.splitlines()

    code, said = command("--check")
    assert code == 1 and said[said.index("de: 1 of 2 messages translated") + 1] == "  'a kan'"
    assert not path_of(tmp_path, "ja").exists()
    code, said = command()
    assert code == 0 and "de: 1 of 2 messages translated" in said
    merged = german.read_text(encoding="utf-8")
    assert merged.endswith('\n\nmsgid "a kan"\nmsgstr ""\n\nmsgid "a pon"\nmsgstr "ein Pon"\n\n')
    assert {m.id for m in read_mo(io.BytesIO(german.with_suffix(".mo").read_bytes())) if m.id} == {"a pon"}
    for language in OTHERS:
        path = path_of(tmp_path, language)
        path.write_text(
            re.sub(r'(msgid "a \w+"\nmsgstr) ""', r'\1 "x"', path.read_text(encoding="utf-8")), encoding="utf-8"
        )
    assert command("--check") == (0, [f"{language}: 2 of 2 messages translated" for language in OTHERS])


def test_another_language_is_refused() -> None:
    with pytest.raises(KeyError):
        translator("../../etc")


def test_the_words_of_a_ruleset_are_found_with_their_key() -> None:
    raw = b'[ruleset]\nid = "x"\n[penalty]\nempty_call = "Tea."\nwrong_word = ""\n[procedure]\nankan = "Show them."\n'
    assert list(extract(io.BytesIO(raw), (), (), {})) == [
        (1, None, "Tea.", ["penalty.empty_call"]),
        (1, None, "Show them.", ["procedure.ankan"]),
    ]
