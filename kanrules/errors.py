"""The exceptions that kanrules raises, as one tree.

KanrulesError
├── UnreadableError      a text, file, record, or position cannot be read
│   └── RulesetError     a ruleset file is wrong (`.problems` lists all mistakes)
├── IllegalAction        an action was read but is illegal (`.objections`, most serious first)
└── PluginError          a plugin is missing, was refused, or is at fault (KR108)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kanrules.rulings import Objection


class KanrulesError(Exception):
    """Base class of all errors of kanrules. `code` is the reason code, "" if the error has none."""

    code: str = ""


class UnreadableError(KanrulesError, ValueError):
    """The input cannot be read: text that is not a tile, a broken file, or an impossible position (KR111).

    `file` is the file that contains it, if known; `reason` is the message without the file.
    """

    def __init__(self, message: str, *, code: str = "KR111", file: str = "") -> None:
        super().__init__(f"{file}: {message}" if file else message)
        self.code = code
        self.file = file
        self.reason = message

    def in_file(self, file: str) -> str:
        """Return the message for a reader who already knows that it concerns this file."""
        return self.reason if self.file == file else str(self)


def wrong_use(message: str) -> UnreadableError:
    """Return the error for a request that makes no sense, such as an unknown name or two options that exclude each
    other. It has no code.
    """
    return UnreadableError(message, code="")


class IllegalAction(KanrulesError):
    """The action can be read but is illegal. `objections` holds every reason, most serious first."""

    def __init__(self, objections: Sequence[Objection]) -> None:
        if not objections:
            raise ValueError("an illegal action needs a reason")
        self.objections: tuple[Objection, ...] = tuple(objections)
        self.code = self.objections[0].code
        super().__init__("; ".join(f"{o.text} ({o.code})" for o in self.objections))

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.objections,)


class HandEnds(IllegalAction):
    """The action follows a discard that ends the hand unless a player wins on it. `by` says what ends the hand."""

    def __init__(self, objections: Sequence[Objection], by: str) -> None:
        super().__init__(objections)
        self.by = by

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.objections, self.by)


class PluginError(KanrulesError):
    """A plugin is missing, was refused, raised an exception, or returned a value of the wrong type (KR108).

    `plugin` is the name of the plugin at fault, "" if kanrules has not determined it, as in an error that a plugin
    raises itself. `hint` is advice that ends the message; `reason` is the message without it.
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


class Hidden(BaseException):
    """A rule or a plugin asks for a tile that the seat which follows the game does not see. The machine takes it for
    "not known". Not an `Exception`, so that no handler of a plugin on the way makes an answer of it.
    """


class OutputLost(BaseException):
    """Standard output is closed. Not an `Exception`, so that no handler on the way mistakes it for its own error."""

    def __init__(self, error: OSError) -> None:
        self.code = error.errno
        self.reason = error.strerror or str(error)
        super().__init__(self.reason)
