"""The version of kanrules. This module imports nothing, so that any other may import it."""

__version__ = "1.0.0"
