"""The reference of the library has every public name once, with words of its own."""

from __future__ import annotations

import re
from pathlib import Path

import kanrules
from tools import api_reference

LIST = Path(__file__).parents[1] / "house" / "public-names.txt"


def test_every_public_name_of_the_package_stands_there_once() -> None:
    listed = {
        line.removeprefix("kanrules.")
        for line in LIST.read_text(encoding="utf-8").splitlines()
        if line.startswith("kanrules.") and " " not in line
    }
    # A name that the package has by itself is not told again under the room where it lives.
    again = {name for name in listed if name.startswith(("replays.", "ruleset.")) and name.partition(".")[2] in listed}
    shown = [name for names in api_reference.SECTIONS.values() for name in names]
    assert sorted(shown) == sorted(listed - again)


def test_every_name_has_words_and_every_question_of_a_class_too() -> None:
    page = api_reference.api_markdown()
    for section in page.split("\n### ")[1:]:
        words = [line for line in section.splitlines()[1:] if line and not line.startswith(("```", "* `", "#"))]
        assert words, section
    wordless = [line for line in page.splitlines() if line.startswith("* `") and line.endswith(")`")]
    assert not wordless


def test_no_value_of_a_signature_is_the_address_of_a_thing() -> None:
    page = api_reference.api_markdown()
    assert " object at " not in page and "<factory>" not in page and "Initialize self" not in page and ">>>" not in page


def test_the_reference_and_dir_show_the_same_members_of_a_hand_and_none_of_the_machine() -> None:
    page = api_reference.api_markdown()
    section = page.split("\n### kanrules.Kyoku\n")[1].split("\n### ")[0]
    shown = set(re.findall(r"^\* `(\w+)", section, re.M))
    assert shown == {name for name in dir(kanrules.Kyoku) if name[0] != "_"}
    assert {"push", "outcome", "scores"} <= shown
    assert not {"note_finding", "take_replacement", "forget_waits", "glance"} & shown
