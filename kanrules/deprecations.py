"""Deprecations: public names, keys of rulesets, commands, and options that have a successor and still work.

An entry in one of the tables below is all that a deprecation needs. Its use raises a `KanrulesDeprecation`, which the
command line prints on standard error. `docs/stability.md` says how long an entry stays.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from kanrules.frozen import frozen

KEPT_FOR = 2
"""Number of minor releases in which a deprecated name still works."""


class KanrulesDeprecation(DeprecationWarning):
    """Warning about a deprecated name of kanrules."""


@frozen
class Deprecation:
    """Deprecation of one name: the release that announced it, such as "1.2", and the name to use instead."""

    since: str
    instead: str

    @property
    def removed_in(self) -> str:
        """The first release without the name."""
        major, minor = map(int, self.since.split("."))
        return f"{major}.{minor + KEPT_FOR}"

    def says(self, name: str) -> str:
        """Return the announcement for the deprecated name."""
        gone = f"will be removed in {self.removed_in}"
        return f"{name} is deprecated since kanrules {self.since} and {gone}; use {self.instead}"


PUBLIC_NAMES: dict[str, Deprecation] = {}
"""Deprecated names of the module `kanrules`, such as `parse_hand`, by name."""
RULESET_KEYS: dict[str, Deprecation] = {}
"""Deprecated keys of rulesets, such as `kandora.kakan`, by key. Key and successor take the same values."""
COMMANDS: dict[str, Deprecation] = {}
"""Deprecated commands, by name. The successor takes the same arguments and options."""
COMMAND_OPTIONS: dict[str, Deprecation] = {}
"""Deprecated options, such as `kanrules sheet --addr`, by command and option. Option and successor take the same
values."""


def warn_deprecated(name: str, one: Deprecation, *, level: int = 1) -> None:
    """Issue the warning. `level` is the number of frames between the caller of this function and the user's code."""
    warnings.warn(one.says(name), KanrulesDeprecation, stacklevel=level + 2)


def current_key(key: str) -> str:
    """Return the successor of a deprecated key, after a warning; any other key unchanged."""
    one = RULESET_KEYS.get(key)
    if one is None:
        return key
    warn_deprecated(f"`{key}`", one, level=2)
    return one.instead


def current_command(name: str) -> str:
    """Return the successor of a deprecated command, after a warning; any other name unchanged."""
    one = COMMANDS.get(name)
    if one is None:
        return name
    warn_deprecated(f"kanrules {name}", replace(one, instead=f"kanrules {one.instead}"))
    return one.instead


def current_words(command: str, words: Sequence[str]) -> list[str]:
    """Return the words of a command line with each deprecated option replaced by its successor, after a warning."""
    found: list[str] = []
    for at, word in enumerate(words):
        if word == "--":
            return [*found, *words[at:]]
        option, equals, value = word.partition("=")
        one = COMMAND_OPTIONS.get(f"{command} {option}")
        if one is not None:
            warn_deprecated(option, one)
            word = f"{one.instead}{equals}{value}"
        found.append(word)
    return found


@contextmanager
def shown_by(write: Callable[[str], None]) -> Iterator[None]:
    """Pass the text of each deprecation to a function, once, instead of the filters of Python, which hide it."""
    with warnings.catch_warnings():
        warnings.simplefilter("default", KanrulesDeprecation)
        before = warnings.showwarning

        def show(message: Warning | str, category: type[Warning], *where: object, **more: object) -> None:
            if issubclass(category, KanrulesDeprecation):
                write(f"kanrules: {message}")
            else:
                before(message, category, *where, **more)  # type: ignore[arg-type]

        warnings.showwarning = show
        yield
