"""What can go wrong, as one tree.

KanrulesError
├── UnreadableError      a text, file, record or position cannot be read
│   └── RulesetError     a ruleset file is wrong (`.problems` lists everything found)
├── IllegalAction        read, but against the law (`.objections`, gravest first)
└── PluginError          a plugin is missing, was refused, or is at fault (KR108)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kanrules.rulings import Objection


class KanrulesError(Exception):
    """Anything kanrules says no to; `code` is its reason code where it has one."""

    code: str = ""


class UnreadableError(KanrulesError, ValueError):
    """Something given cannot be read: text that is no tile, a broken file, a position that cannot be (KR111).

    `file` is the file that it stands in, where one is known, and `reason` the message without it.
    """

    def __init__(self, message: str, *, code: str = "KR111", file: str = "") -> None:
        super().__init__(f"{file}: {message}" if file else message)
        self.code = code
        self.file = file
        self.reason = message

    def in_file(self, file: str) -> str:
        """The message for somebody who knows already that this file is meant."""
        return self.reason if self.file == file else str(self)


class IllegalAction(KanrulesError):
    """An action was read but is against the law; `objections` holds every reason, gravest first."""

    def __init__(self, objections: Sequence[Objection]) -> None:
        if not objections:
            raise ValueError("an illegal action needs a reason")
        self.objections: tuple[Objection, ...] = tuple(objections)
        self.code = self.objections[0].code
        super().__init__("; ".join(f"{o.text} ({o.code})" for o in self.objections))


class HandEnds(IllegalAction):
    """The action follows a discard that ends the hand unless somebody wins on it; `by` says what ends it."""

    def __init__(self, objections: Sequence[Objection], by: str) -> None:
        super().__init__(objections)
        self.by = by


class PluginError(KanrulesError):
    """A plugin is missing, was refused, raised, or answered with the wrong type (KR108); `plugin` is the one at fault
    where kanrules has found that out, "" in an error that a plugin has made up itself.

    `hint` is what may help, and ends the message; `reason` is the message without it.
    """

    code = "KR108"

    def __init__(self, message: str, *, plugin: str = "", hint: str = "") -> None:
        super().__init__(f"{message}; {hint}" if hint else message)
        self.plugin = plugin
        self.hint = hint
        self.reason = message

    def __reduce__(self) -> tuple[object, ...]:
        return _plugin_error, (self.reason, self.plugin, self.hint)


def _plugin_error(message: str, plugin: str, hint: str) -> PluginError:
    return PluginError(message, plugin=plugin, hint=hint)


class OutputLost(BaseException):
    """Standard output takes no more; no `except Exception` on the way may take it for a fault of its own."""

    def __init__(self, error: OSError) -> None:
        self.code = error.errno
        self.reason = error.strerror or str(error)
        super().__init__(self.reason)
