"""What a plugin does wrong is said as its own fault, by name, whatever its code raises and whatever its objects do."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

from kanrules.errors import OutputLost, PluginError

NOBODYS = (KeyboardInterrupt, OutputLost)
"""What is no fault of the code that it passes through: the user's Ctrl-C, and output that takes no more."""


def blame(plugin: str, hook: str, error: BaseException) -> NoReturn:
    """Raises PluginError (KR108) for whatever a plugin has let out, `SystemExit` and its like too.

    What is no fault of its own goes on as it is: an error found in another plugin that it has asked, the user's Ctrl-C,
    and output that takes no more.
    """
    if isinstance(error, NOBODYS) or (isinstance(error, PluginError) and error.plugin):
        raise error
    where = ""
    frame = inspect.trace()[-1] if inspect.trace() else None
    if frame is not None:
        where = f" ({Path(frame.filename).name}:{frame.lineno})"
    asked = f", hook {hook}" if hook else ""
    message = f"plugin {plugin!r}{asked}: raised {type(error).__name__}: {shown(error, str)}{where}"
    raise PluginError(message, plugin=plugin) from error


def shown(value: object, how: Callable[[object], str] = repr) -> str:
    """A value of a stranger for a message: short, on one line, and whatever its own methods do."""
    try:
        text = " ".join(how(value).split())
    except NOBODYS:
        raise
    except BaseException as error:
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
