"""Numbers as people write them on paper: what `check` says was meant."""

from __future__ import annotations

import pytest

from kanrules.ruleset.numbers import as_list, as_number


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("30,000", "30000"), ("30.000", "30000"), ("30 000", "30000"), ("30'000", "30000"), ("30’000", "30000"),
        ("1,000,000", "1000000"), ("30.000,00", "30000"), ("30,000.0", "30000"), ("−15", "-15"), ("–5,000", "-5000"),
        ("+15", "15"), ("030", "30"), ("30_000_", "30000"), ("30k", "30000"), ("60 min", "60"), ("90分", "90"),
        ("8000 points", "8000"), ("３００００", "30000"), ("0", "0"), ("-0", "0"),
    ],
)  # fmt: skip
def test_a_number_is_read_as_it_is_meant(written: str, meant: str) -> None:
    assert as_number(written) == meant


@pytest.mark.parametrize(
    "written", ["", "3,5", "30.000,5", "1,00", "15-5", "2026-08", "1.2.3", "thirty", "30,000.5", "1,000 000", "9" * 99]
)
def test_what_may_be_meant_in_two_ways_is_no_number(written: str) -> None:
    assert as_number(written) == ""


@pytest.mark.parametrize(
    "written",
    [
        "15,5,-5,-15",
        "15, 5, -5, -15",
        "[15; 5; −5; −15]",
        "15 / 5 / -5 / -15",
        "[15 5 -5 -15]",
        '["15", "5", "-5", "-15"]',
    ],
)
def test_a_list_of_numbers_is_read_however_it_is_divided(written: str) -> None:
    assert as_list(written) == ("15", "5", "-5", "-15")


def test_a_comma_inside_a_number_divides_nothing() -> None:
    assert as_list("[15,000, 5,000, -5,000, -15,000]") == ("15000", "5000", "-5000", "-15000")
    assert as_list("daisangen, 5") == ()
    assert as_list("15") == ()
