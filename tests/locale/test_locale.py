"""The catalogues of messages: complete, true to the code, and compiled as they stand."""

from __future__ import annotations

import ast
import io
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po

from kanrules.hooks import judge as plugins
from kanrules.locale import LANGUAGES, marked, translator
from kanrules.report import sheet_words
from kanrules.ruleset.catalogue import CATALOGUE
from kanrules.ruleset.keys import TEXT_TABLES
from kanrules.ruleset.library import bundled_ids
from kanrules.ruleset.load import load_ruleset

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "kanrules" / "locale"
OTHERS = [language for language in LANGUAGES if language != "en"]


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
    found = {entry.title for entry in CATALOGUE.values()}
    for entry in CATALOGUE.values():
        found |= {sentence for sentence in entry.values.values() if sentence != "{value}"}
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
        found |= {text for text in words if isinstance(text, str)}
    return found - {""}


def catalogue(language: str) -> Catalog:
    with (FOLDER / language / "LC_MESSAGES" / "kanrules.po").open("rb") as file:
        return read_po(file, locale=language)


def template() -> Catalog:
    with (FOLDER / "messages.pot").open("rb") as file:
        return read_po(file)


def ids(messages: Catalog) -> set[str]:
    return {message.id for message in messages if message.id}


@pytest.mark.parametrize("language", OTHERS)
def test_whatever_a_sheet_can_print_is_translated(language: str) -> None:
    messages = catalogue(language)
    missing = [
        text for text in sorted(printable()) if not (found := messages.get(text)) or not found.string or found.fuzzy
    ]
    assert not missing, f"translate these in {language}, see docs/translating.md"


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_has_the_placeholders_of_its_message(language: str) -> None:
    def places(text: str) -> list[str]:
        return sorted(re.findall(r"\{[^}]*\}", text))

    wrong = [(m.id, m.string) for m in catalogue(language) if m.id and m.string and places(m.id) != places(m.string)]
    assert not wrong


@pytest.mark.parametrize("language", OTHERS)
def test_a_catalogue_has_exactly_the_messages_of_the_template(language: str) -> None:
    messages = catalogue(language)
    assert ids(messages) == ids(template())
    assert not messages.obsolete
    assert messages.locale_identifier == language


def test_no_message_stands_inside_an_f_string_where_python_3_11_hides_it_from_the_extractor() -> None:
    hidden = [
        f"{path.relative_to(ROOT)}:{call.lineno}"
        for room in ("kanrules", "plugins")
        for path in (ROOT / room).rglob("*.py")
        for joined in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(joined, ast.JoinedStr)
        for call in ast.walk(joined)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "_N"
    ]
    assert hidden == []


def test_the_template_has_exactly_the_messages_of_the_code() -> None:
    with (FOLDER / "babel.cfg").open() as file:
        methods, options = parse_mapping_cfg(file)
    found = extract_from_dir(ROOT, methods, options, keywords={"_N": None})
    assert {message for _, _, message, _, _ in found} == ids(template()), "run: python -m kanrules.scaffold.generated"


@pytest.mark.parametrize("language", OTHERS)
def test_a_compiled_catalogue_is_what_its_text_says(language: str) -> None:
    raw = (FOLDER / language / "LC_MESSAGES" / "kanrules.mo").read_bytes()
    compiled = {m.id: m.string for m in read_mo(io.BytesIO(raw)) if m.id}
    assert compiled == {m.id: m.string for m in catalogue(language) if m.id and m.string}, (
        "run: python -m kanrules.scaffold.generated"
    )


def test_no_french_sign_of_two_parts_begins_a_line() -> None:
    wrong = [m.string for m in catalogue("fr") if re.search(r" [;:!?»]|« ", m.string)]
    assert not wrong, "a space that does not break stands before ; : ! ? »"


def test_english_is_the_message_itself_and_marking_changes_nothing() -> None:
    assert translator("en")("Ankan") == "Ankan" == marked("Ankan")
    assert translator("en").knows("whatever somebody wrote")


def test_a_message_that_nobody_translated_stays_as_it_is() -> None:
    speak = translator("ja")
    assert speak("Who loses buys tea.") == "Who loses buys tea."
    assert not speak.knows("Who loses buys tea.")
    assert speak.knows("Dead hand.")
    assert speak("") == "", "not the head of the catalogue, which gettext keeps under the empty text"


def test_another_language_is_refused() -> None:
    with pytest.raises(KeyError):
        translator("../../etc")


def test_the_words_of_a_ruleset_are_found_with_their_line_and_key() -> None:
    extract = import_module("kanrules.locale.words").extract
    raw = b'[ruleset]\nid = "x"\n[penalty]\nempty_call = "Tea."\nwrong_word = ""\n[procedure]\nankan = "Show them."\n'
    assert list(extract(io.BytesIO(raw), (), (), {})) == [
        (4, None, "Tea.", ["penalty.empty_call"]),
        (7, None, "Show them.", ["procedure.ankan"]),
    ]
