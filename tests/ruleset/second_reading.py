"""The pairs of ruleset and key that a second reader reads again in their sources: drawn, not chosen.

    python tests/ruleset/second_reading.py        # prints them with value, document, clause and grade

Drawn from every value that a bundled file sets and sources, with a fixed seed; a list that was drawn stays as it is in
`second-reading.md` even where files have since changed, so the seed names the state of the files it was drawn from.
"""

from __future__ import annotations

import random
import tomllib
from pathlib import Path

SEED = 11
PAIRS = 200
RULESETS = Path(__file__).parent.parent.parent / "rulesets"


def sourced() -> list[tuple[str, str]]:
    """Every (ruleset, key) whose file names a source, in order."""
    found = []
    for path in sorted(RULESETS.glob("*.toml")):
        if not path.name.endswith(".cases.toml"):
            content = tomllib.loads(path.read_text(encoding="utf-8"))
            found += [(path.stem, key) for key in sorted(content.get("source", {}))]
    return found


def drawn(pairs: list[tuple[str, str]], seed: int = SEED, count: int = PAIRS) -> list[tuple[str, str]]:
    """The sample, sorted."""
    return sorted(random.Random(seed).sample(pairs, count))


if __name__ == "__main__":
    for name, key in drawn(sourced()):
        content = tomllib.loads((RULESETS / f"{name}.toml").read_text(encoding="utf-8"))
        source = content["source"][key]
        table, field = key.split(".")
        print(name, key, content[table][field], source["document"], source.get("clause", ""), source["grade"], sep=" | ")
