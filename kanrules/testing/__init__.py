"""The test kit: cases, a pytest plugin, hypothesis strategies, and conformance checks for plugins.

    from kanrules.testing import CaseBuilder, check_plugin, read_cases, verify_case

Each name is imported on first use, so that the pytest plugin costs nothing if no case is collected.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kanrules.cases.case import Case, CaseBuilder, CaseError, parse_cases, read_cases
    from kanrules.cases.expect import UnmetExpectation, unmet_expectations
    from kanrules.cases.run import PlayedCase, play_case
    from kanrules.cases.verify import Verified, verify_case
    from kanrules.testing.conformance import Conformance, NotConforming, check_plugin

_HOMES = {
    "cases.case": ("Case", "CaseBuilder", "CaseError", "parse_cases", "read_cases"),
    "cases.expect": ("UnmetExpectation", "unmet_expectations"),
    "testing.conformance": ("Conformance", "NotConforming", "check_plugin"),
    "cases.run": ("PlayedCase", "play_case"),
    "cases.verify": ("Verified", "verify_case"),
}
_HOME = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "Case",
    "CaseBuilder",
    "CaseError",
    "Conformance",
    "NotConforming",
    "PlayedCase",
    "UnmetExpectation",
    "Verified",
    "check_plugin",
    "parse_cases",
    "play_case",
    "read_cases",
    "unmet_expectations",
    "verify_case",
]  # fmt: skip


def __getattr__(name: str) -> object:
    if name in _HOME:
        value = getattr(import_module(f"kanrules.{_HOME[name]}"), name)
        globals()[name] = value
        return value
    raise AttributeError(f"module 'kanrules.testing' has no attribute {name!r}")


def __dir__() -> list[str]:
    return list(__all__)
