"""kanrules itself as an engine, where it is installed: every case of the pack agrees, or the pack is broken."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .table import NotInstalled

if TYPE_CHECKING:
    from .table import Engine


def Kanrules() -> Engine:  # named as the engines are
    """The machine of kanrules. Raises NotInstalled where there is none."""
    try:
        from kanrules.pack.machine import Machine
    except ImportError as error:
        raise NotInstalled("install kanrules") from error
    return Machine()
