"""The console of a terminal. It is a module of its own because rich is slow to import."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.padding import Padding


class HangingConsole(Console):
    """A console that wraps an indented line to its own indentation, so that blocks of lines keep their left edge."""

    def print(self, *objects: Any, **options: Any) -> None:
        """Print objects as rich does."""
        line = objects[0] if objects else None
        if isinstance(line, str) and line.startswith(" ") and "\n" not in line:
            words = line.lstrip(" ")
            text = self.render_str(words, markup=options.get("markup"))
            objects = (Padding.indent(text, len(line) - len(words)),)
        super().print(*objects, **options)
