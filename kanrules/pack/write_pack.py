"""Write a conformance pack: the cases, their description, and the code that runs them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from kanrules._version import __version__
from kanrules.errors import wrong_use
from kanrules.frozen import frozen
from kanrules.pack.questions import APART, APART_STATES, PackQuestion, counted, known_engines, questions
from kanrules.ruleset import Ruleset
from kanrules.ruleset.keys import Key, Takes, file_text, keys
from kanrules.supervisor.whole_folder import write_folder

KIT = Path(__file__).parent / "kit"
MANIFEST = "pack.json"
PLAIN = ("README.md", "LICENSE", "schema.json", "run.py", "perft.py", "perft.json")
"""Files at the top level of a pack."""
ENGINE_FILES = (
    "__init__.py",
    "table.py",
    "judge.py",
    "limits.py",
    "tree.py",
    "riichienv.py",
    "ours.py",
)


@frozen
class WrittenPack:
    """A pack that was written: its folder, its rulesets, and its questions."""

    folder: Path
    rulesets: tuple[str, ...]
    questions: tuple[PackQuestion, ...]

    @property
    def cases(self) -> int:
        """Number of cases. A question with several rulings has one for each."""
        return sum(len(one.cases) for one in self.questions)

    def to_json(self) -> dict[str, Any]:
        """Return the counts, and the questions left out with the reasons, as JSON-ready data."""
        return {
            "out": str(self.folder),
            "rules": list(self.rulesets),
            **counted(self.questions),
            "cases": self.cases,
            "apart": questions_left_out(self.questions),
        }


def questions_left_out(found: Sequence[PackQuestion]) -> dict[str, list[dict[str, str]]]:
    """Return the questions without a case, by reason: no deal leads to the position, mjai cannot express it, or it is
    for another number of players than the rulesets.
    """
    return {
        state: [
            {"id": one.id, "question": one.text, "name": one.name, "why": one.why}
            for one in found
            if one.state == state
        ]
        for state in APART_STATES
    }


def write_pack(folder: Path, rulesets: Sequence[Ruleset], *, jobs: int = 1) -> WrittenPack:
    """Write the pack of these rulesets to a folder, which must be new, empty, or contain a pack. Takes the number of
    processes.

    Raises UnreadableError if the folder contains other files, or cannot be written.
    """
    if folder.exists() and (not folder.is_dir() or (any(folder.iterdir()) and not (folder / MANIFEST).exists())):
        raise wrong_use(f"{folder} contains files that do not belong to a pack; choose a new folder")
    found = tuple(questions(rulesets, jobs))
    cases, engines = folder / "cases", folder / "engines"
    for below in (cases, engines):
        if below.is_symlink():
            raise wrong_use(f"{below} is a link; expected a folder of the pack")
    files: dict[str, str | bytes] = {name: (KIT / name).read_bytes() for name in PLAIN}
    files |= {f"engines/{name}": (KIT / name).read_bytes() for name in ENGINE_FILES}
    files |= {f"cases/{case['id']}.json": _text(case) for one in found for case in one.cases}
    files[MANIFEST] = _text(_manifest(found, rulesets))
    earlier = [path.relative_to(folder).as_posix() for path in cases.glob("*.json")]
    try:
        write_folder(folder, files, earlier)
    except OSError as error:
        raise wrong_use(f"{folder}: {error.strerror or error}") from None
    return WrittenPack(folder, tuple(one.id for one in rulesets), found)


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"


def _manifest(found: Sequence[PackQuestion], rulesets: Sequence[Ruleset]) -> dict[str, Any]:
    return {
        "kanrules": __version__,
        "schema": 2,
        "licence": "CC0-1.0",
        "rulesets": [one.id for one in rulesets],
        "counts": {**counted(found), "cases": sum(len(one.cases) for one in found)},
        "engines": {name: one.title for name, one in known_engines().items()},
        "keys": {
            name: described(key)
            for name, key in keys().items()
            if name.partition(".")[0] not in APART | {"procedure", "foul"}
        },
        **questions_left_out(found),
    }


def described(key: Key) -> dict[str, Any]:
    """Return what a key means and its possible values, each with its meaning if it has one of its own."""
    said: dict[str, Any] = {"question": key.question}
    if key.takes is Takes.LIST:
        return said | {"members": list(key.allowed)}
    if key.allowed:
        texts = (file_text(value).strip('"') for value in key.allowed)
        return said | {"values": {text: key.sentences.get(text, "") for text in texts}}
    return said | {"minimum": key.minimum, "maximum": key.maximum, "step": key.step}
