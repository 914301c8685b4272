"""Writes a conformance pack: the cases, their description, and the code that runs them."""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kanrules._version import __version__
from kanrules.errors import UnreadableError
from kanrules.exchange.programs import program
from kanrules.pack.questions import APART, APART_STATES, ENGINES, PackQuestion, counted, questions
from kanrules.ruleset import Ruleset
from kanrules.ruleset.catalogue import CATALOGUE
from kanrules.ruleset.keys import keys

KIT = Path(__file__).parent / "kit"
MANIFEST = "pack.json"
PLAIN = ("README.md", "LICENSE", "schema.json", "run.py")
"""Files at the top level of a pack."""
ENGINE_FILES = (
    "__init__.py",
    "table.py",
    "judge.py",
    "riichienv.py",
    "majiang.py",
    "majiang.js",
    "jansou.py",
    "ours.py",
)


@dataclass(frozen=True, slots=True)
class WrittenPack:
    """A pack that was written: its folder, its rulesets, and its questions."""

    folder: Path
    rulesets: tuple[str, ...]
    questions: tuple[PackQuestion, ...]

    @property
    def cases(self) -> int:
        """Number of cases: a question with several rulings has one for each."""
        return sum(len(one.cases) for one in self.questions)

    def to_json(self) -> dict[str, Any]:
        """Return counts, and what is not asked with the reason."""
        return {
            "out": str(self.folder),
            "rules": list(self.rulesets),
            **counted(self.questions),
            "cases": self.cases,
            "apart": questions_left_out(self.questions),
        }


def questions_left_out(found: Sequence[PackQuestion]) -> dict[str, list[dict[str, str]]]:
    """Return the questions without a case, by reason: a position that no deal leads to, one that mjai cannot express,
    one for another number of players than in the rulesets.
    """
    return {
        state: [
            {"id": one.id, "question": one.text, "name": one.name, "why": one.why}
            for one in found
            if one.state == state
        ]
        for state in APART_STATES
    }


def write_pack(folder: Path, rulesets: Sequence[Ruleset]) -> WrittenPack:
    """Write the pack of these rulesets to a folder: a new one, or one that contains a pack.

    Raises UnreadableError if the folder contains other files, or cannot be written.
    """
    if folder.exists() and (not folder.is_dir() or (any(folder.iterdir()) and not (folder / MANIFEST).exists())):
        raise UnreadableError(f"{folder} holds files that are no pack; name a new folder", code="")
    found = tuple(questions(rulesets))
    cases = folder / "cases"
    try:
        if cases.exists():
            shutil.rmtree(cases)
        cases.mkdir(parents=True)
        engines = folder / "engines"
        engines.mkdir(exist_ok=True)
        for name in PLAIN:
            shutil.copyfile(KIT / name, folder / name)
        for name in ENGINE_FILES:
            shutil.copyfile(KIT / name, engines / name)
        for one in found:
            for case in one.cases:
                _write(cases / f"{case['id']}.json", case)
        _write(folder / MANIFEST, _manifest(found, rulesets))
    except OSError as error:
        raise UnreadableError(f"{folder}: {error.strerror or error}", code="") from None
    return WrittenPack(folder, tuple(one.id for one in rulesets), found)


def _write(path: Path, value: Any) -> None:
    path.write_text(json.dumps(value, ensure_ascii=False, indent=1) + "\n", encoding="utf-8", newline="\n")


def _manifest(found: Sequence[PackQuestion], rulesets: Sequence[Ruleset]) -> dict[str, Any]:
    return {
        "kanrules": __version__,
        "schema": 1,
        "licence": "CC0-1.0",
        "rulesets": [one.id for one in rulesets],
        "counts": {**counted(found), "cases": sum(len(one.cases) for one in found)},
        "engines": {name: program(name).title for name in ENGINES},
        "keys": {
            key: CATALOGUE[key].question
            for key in keys()
            if key in CATALOGUE and key.partition(".")[0] not in APART | {"procedure", "foul"}
        },
        **questions_left_out(found),
    }
