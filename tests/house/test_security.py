"""Every promise of SECURITY.md has tests that hold it, named here."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HELD: dict[str, tuple[str, ...]] = {
    "Data never runs code.": (
        "tests/hooks/test_unnamed_packages.py::test_a_package_that_nobody_names_does_not_run",
        "tests/hooks/test_unnamed_packages.py::test_what_a_named_package_raises_is_a_sentence_with_its_name",
        "tests/plugins/test_odd_answers.py::test_an_odd_answer_is_refused_in_one_short_sentence",
    ),
    "Commands read only named files.": (
        "tests/ruleset/test_strangers_files.py::test_untrusted_files_stand_on_nothing_outside_their_folder",
        "tests/ruleset/test_strangers_files.py::test_an_untrusted_file_may_be_no_link_out_of_its_folder",
        "tests/hooks/test_unnamed_packages.py::test_untrusted_files_run_no_plugin_and_say_which",
    ),
    "Commands write only what you ask for": (
        "tests/cli/test_written.py::test_a_command_writes_only_what_it_is_told_to",
        "tests/cli/test_earlier_output.py::test_a_command_that_fails_leaves_what_was_there",
        "tests/cli/test_earlier_output.py::test_a_command_killed_before_any_of_its_steps_leaves_the_old_or_the_new",
        "tests/cli/test_earlier_output.py::test_an_audit_that_judged_nothing_names_no_file",
        "tests/site/test_folder.py::test_a_site_is_never_written_through_a_link",
    ),
    "Sizes are limited.": (
        "tests/fuzz/test_limits.py::test_twice_the_input_is_at_most_three_times_the_work",
        "tests/fuzz/test_limits.py::test_what_is_too_long_is_refused_in_a_sentence_before_it_is_read",
        "tests/fuzz/test_limits.py::test_the_limits_are_those_that_the_security_page_lists",
    ),
    "No network.": ("tests/cli/test_written.py::test_a_command_writes_only_what_it_is_told_to",),
    "No foreign programs": ("tests/cli/test_written.py::test_a_command_writes_only_what_it_is_told_to",),
    "Text stays text.": (
        "tests/cli/test_written.py::test_a_strangers_text_holds_nothing_that_markdown_reads",
        "tests/cli/test_written.py::test_every_word_of_a_stranger_in_the_page_of_an_audit_is_only_a_word",
    ),
    "Commands end when they are told to.": (
        "tests/supervisor/test_kills.py::test_a_killed_command_leaves_nothing_behind",
        "tests/supervisor/test_kills.py::test_two_hundred_killed_commands_leave_nothing_behind",
    ),
    "Exit codes are reliable": (
        "tests/fuzz/test_fuzz.py::test_a_few_inputs_of_every_kind_end_in_words",
        "tests/corpus/test_command.py::test_what_cannot_be_read_exits_with_two_and_is_named",
    ),
}
"""The beginning of each promise, and the tests that hold it."""


def test_every_promise_is_held_by_a_test() -> None:
    page = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
    assert re.findall(r"^\* \*\*(.+?)\*\*", page, re.MULTILINE) == list(HELD)


@pytest.mark.parametrize("test", sorted({one for tests in HELD.values() for one in tests}))
def test_a_test_that_holds_a_promise_exists(test: str) -> None:
    path, name = test.split("::")
    assert f"def {name}(" in (ROOT / path).read_text(encoding="utf-8")
