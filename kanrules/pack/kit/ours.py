"""Adapter for kanrules itself, if it is installed. Every case of the pack must agree, or the pack is broken."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .table import NotInstalled

if TYPE_CHECKING:
    from .table import Engine


def Kanrules() -> Engine:  # named like the engines
    """Return the machine of kanrules as an engine. Raises NotInstalled if it is not installed."""
    try:
        from kanrules.pack.machine import Machine
    except ImportError as error:
        raise NotInstalled("install kanrules") from error
    return Machine()
