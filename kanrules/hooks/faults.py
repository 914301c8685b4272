"""What a plugin does wrong is said as its own fault, by name, whatever its code raises and whatever its objects do."""

from __future__ import annotations

import inspect
import signal
from collections.abc import Callable, Iterator
from opcode import opmap
from pathlib import Path
from types import TracebackType
from typing import Any, NoReturn

from kanrules.errors import OutputLost, PluginError


def let_pass(error: BaseException) -> None:
    """Raises again what is no fault of the code that it came through: the user's Ctrl-C, and output that takes no more.

    A KeyboardInterrupt that a statement has raised is nobody's Ctrl-C.
    """
    if isinstance(error, OutputLost) or (isinstance(error, KeyboardInterrupt) and not _by_a_statement(error)):
        raise error


_RAISE = opmap["RAISE_VARARGS"]
_HERE = Path(__file__).parents[1]


def _by_a_statement(error: BaseException) -> bool:
    """Whether `raise` made this error, and not a signal; the program's own handler of Ctrl-C raises with a statement,
    too.
    """
    handler: Any = signal.getsignal(signal.SIGINT)
    handler = getattr(handler, "func", getattr(handler, "__func__", handler))
    ctrl_c = getattr(handler, "__code__", None)
    last = None
    for last in _frames(error.__traceback__):
        if last.tb_frame.f_code is ctrl_c:
            return False
    return last is not None and last.tb_frame.f_code.co_code[last.tb_lasti] == _RAISE


def _frames(traceback: TracebackType | None) -> Iterator[TracebackType]:
    while traceback is not None:
        yield traceback
        traceback = traceback.tb_next


def blame(plugin: str, hook: str, error: BaseException) -> NoReturn:
    """Raises PluginError (KR108) for whatever a plugin has let out, `SystemExit` and its like too.

    What is no fault of its own goes on as it is: an error found in another plugin that it has asked, the user's Ctrl-C,
    and output that takes no more.
    """
    let_pass(error)
    if isinstance(error, PluginError) and error.plugin:
        raise error
    asked = f", hook {hook}" if hook else ""
    raise PluginError(f"plugin {plugin!r}{asked}: {raised(error)}", plugin=plugin) from error


def raised(error: BaseException) -> str:
    """Return `raised ValueError: text (file.py:12)` for the error that is being handled."""
    # The stranger's own line, not the line of kanrules that it called.
    frames = inspect.trace()
    own = [frame for frame in frames if not Path(frame.filename).is_relative_to(_HERE)]
    where = "".join(f" ({Path(frame.filename).name}:{frame.lineno})" for frame in (own or frames)[-1:])
    return f"raised {type(error).__name__}: {one_line(error, str)}{where}"


def one_line(value: object, how: Callable[[object], str] = repr) -> str:
    """A value of a stranger for a message: short, on one line, and whatever its own methods do."""
    try:
        text = " ".join(how(value).split())
    except BaseException as error:
        let_pass(error)
        return f"<{type(value).__name__}, whose text raises {type(error).__name__}>"
    return text if len(text) <= 200 else f"{text[:200]}..."


def attribute(name: str, plugin: object, what: str, default: object = None) -> Any:
    """What the plugin of this name has under an attribute; a module may answer by code of its own, and PluginError
    (KR108) says what that raises.
    """
    try:
        return getattr(plugin, what, default)
    except BaseException as error:
        blame(name, "", error)
