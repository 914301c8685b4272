"""The marks of hooks, apart from the specs: a plugin is read without the table and all that lies on it."""

from __future__ import annotations

import pluggy

hookspec = pluggy.HookspecMarker("kanrules")
hookimpl = pluggy.HookimplMarker("kanrules")
"""Marks a function or method as the implementation of the hook of its name."""
