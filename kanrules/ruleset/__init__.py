"""Rulesets: TOML files that are read, validated, and resolved along `extends`, with the file, line, and source of every
value.
"""

from __future__ import annotations

from kanrules.ruleset.library import all_ids, bundled_ids
from kanrules.ruleset.load import examine, load_listed, load_ruleset, load_unwritten
from kanrules.ruleset.model import Origin, Ruleset
from kanrules.ruleset.problems import Problem, RulesetError, Severity

__all__ = [
    "Origin",
    "Problem",
    "Ruleset",
    "RulesetError",
    "Severity",
    "all_ids",
    "bundled_ids",
    "examine",
    "load_listed",
    "load_ruleset",
    "load_unwritten",
]
