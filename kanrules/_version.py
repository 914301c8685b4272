"""The version of kanrules. This module imports nothing, so that any other may import it."""

__version__ = "0.2.0"
LAW_OF = "2026-11-23"
"""The day on which the bundled rulesets last changed. `.ci/release` compares it with the repository."""
