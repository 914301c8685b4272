"""Report errors of plugins as `PluginError`, with the name of the plugin at fault."""

from __future__ import annotations

import inspect
import signal
from collections.abc import Callable, Iterator
from opcode import opmap
from pathlib import Path
from types import TracebackType
from typing import Any, NoReturn

from kanrules.errors import Hidden, OutputLost, PluginError


def let_pass(error: BaseException) -> None:
    """Raise the error again if the code that raised it is not at fault: Ctrl-C by the user, a closed output, or a tile
    that is hidden from the seat which follows the game.

    A KeyboardInterrupt raised by a `raise` statement is not Ctrl-C.
    """
    if isinstance(error, (Hidden, OutputLost)) or (isinstance(error, KeyboardInterrupt) and not _by_a_statement(error)):
        raise error


_RAISE = opmap["RAISE_VARARGS"]
_HERE = Path(__file__).parents[1]


def _by_a_statement(error: BaseException) -> bool:
    """Return True if a `raise` statement made this error, and not a signal. The program's own handler of Ctrl-C raises
    with a statement too; that counts as the signal.
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
    """Raise PluginError (KR108) for anything that a plugin raised, including `SystemExit`.

    Ctrl-C, a closed output, and a PluginError that already names a plugin are raised unchanged.
    """
    let_pass(error)
    if isinstance(error, PluginError) and error.plugin:
        raise error
    raise fault(plugin, hook, raised(error)) from error


def fault(plugin: str, hook: str, text: str, hint: str = "") -> PluginError:
    """Return the error (KR108) for what a plugin did in a hook; "" stands for no hook."""
    asked = f", hook {hook}" if hook else ""
    return PluginError(f"plugin {plugin!r}{asked}: {text}", plugin=plugin, hint=hint)


def is_refusal(error: PluginError) -> bool:
    """Return True if the plugin's own code raised this error, as `amend_rules` does to refuse options that do not fit.
    Another exception of the plugin, and a fault that kanrules found in it, are no refusal.
    """
    said = error.__cause__ or error
    *_, last = _frames(said.__traceback__)
    return isinstance(said, PluginError) and not Path(last.tb_frame.f_code.co_filename).is_relative_to(_HERE)


def raised(error: BaseException) -> str:
    """Return a description of the error being handled: `raised ValueError: text (file.py:12)`."""
    # The plugin's own line, not the line of kanrules, of another library, or of generated code that it called.
    frames = inspect.trace()
    outside = [frame for frame in frames if not Path(frame.filename).is_relative_to(_HERE)]
    own = [frame for frame in outside if Path(frame.filename).parent == Path(outside[0].filename).parent]
    where = "".join(f" ({Path(frame.filename).name}:{frame.lineno})" for frame in (own or frames)[-1:])
    text = one_line(error, str)
    return f"raised {type(error).__name__}{': ' if text else ''}{text}{where}"


def one_line(value: object, how: Callable[[object], str] = repr) -> str:
    """Return an unknown value as one short line for a message, even if its own methods raise."""
    try:
        text = " ".join(how(value).split())
    except BaseException as error:
        let_pass(error)
        return f"<{type(value).__name__}, whose text raises {type(error).__name__}>"
    return text if len(text) <= 200 else f"{text[:200]}..."


def attribute(name: str, plugin: object, what: str, default: object = None) -> Any:
    """Return an attribute of a plugin, or the default.

    Raises PluginError (KR108) if the lookup raises, as a module's own `__getattr__` may.
    """
    try:
        return getattr(plugin, what, default)
    except BaseException as error:
        blame(name, "", error)
