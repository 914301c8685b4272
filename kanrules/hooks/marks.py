"""The `hookimpl` marker, apart from the specs so that importing a plugin does not import the table."""

from __future__ import annotations

import pluggy

hookspec = pluggy.HookspecMarker("kanrules")
hookimpl = pluggy.HookimplMarker("kanrules")
"""Mark a function or method as the implementation of the hook with the same name."""
