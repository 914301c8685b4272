"""Questions with labels: the lists of `tests/desk/questions`, and the subjects that each label accepts.

`lists.tar.xz` has the lists that are complete; a list that grows is a text file next to it. `questions/README.md` says
who wrote them. They are not part of a source distribution.
"""

from __future__ import annotations

import tarfile
import tomllib
from functools import cache
from pathlib import Path
from typing import NamedTuple

from kanrules.desk.topics import heads

HERE = Path(__file__).parent / "questions"
LANGUAGES = ("en", "de", "fr", "nl", "ja")
OFF = "off"
"""The label of questions that no rule here is about."""


class Example(NamedTuple):
    """A question and the subjects that answer it, the best first."""

    language: str
    text: str
    names: tuple[str, ...]

    @property
    def heads(self) -> list[str]:
        """The subjects that answer it, where those that are merged are one."""
        return list(dict.fromkeys(heads().get(name, name) for name in self.names))


@cache
def _texts() -> dict[str, str]:
    """Return the text of each list in each language, such as `porch.en`."""
    found = {path.stem: path.read_text(encoding="utf-8") for path in sorted(HERE.glob("*.txt"))}
    if (HERE / "lists.tar.xz").exists():
        with tarfile.open(HERE / "lists.tar.xz") as archive:
            for member in archive:
                if (file := archive.extractfile(member)) is not None:
                    found[member.name.removesuffix(".txt")] = file.read().decode("utf-8")
    return found


def lists() -> list[str]:
    """Return the names of the lists of labelled questions."""
    return sorted({name.partition(".")[0] for name in _texts()})


@cache
def labels() -> dict[str, list[str]]:
    """Return the subjects that each short label accepts."""
    found: dict[str, list[str]] = tomllib.loads((HERE / "topics.toml").read_text(encoding="utf-8"))
    return found


@cache
def merged() -> dict[str, str]:
    """Return the subjects that are learned as another one, and that one."""
    table: dict[str, list[str]] = tomllib.loads((HERE / "same.toml").read_text(encoding="utf-8"))
    return {name: best for best, names in table.items() for name in names}


def learned_as(name: str) -> str:
    """Return the subject that a subject is learned as."""
    whole = heads().get(name, name) if name.startswith("penalty.") else name
    return merged().get(whole, whole)


@cache
def labelled(which: str) -> tuple[Example, ...]:
    """Return the questions of a list, in all languages."""
    found = []
    for language in LANGUAGES:
        for line in _texts().get(f"{which}.{language}", "").splitlines():
            named, _, text = line.partition(" | ")
            # A pair of near questions is numbered before its label.
            label = named.split()[-1]
            names = [learned_as(name) for one in label.split("/") for name in labels().get(one, [one])]
            found.append(Example(language, text, tuple(dict.fromkeys(names))))
    return tuple(found)
