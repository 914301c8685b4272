"""The version: a leaf, so that everybody may name it."""

__version__ = "0.2.0"
