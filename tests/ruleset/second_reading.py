"""The pairs of ruleset and key that a second reader reads again in their sources: drawn, not chosen.

    python tests/ruleset/second_reading.py        # prints those that second-reading.tsv does not have yet

Every pair has a number from a seed and its own name, so that a value more or less elsewhere moves no other one; drawn
are those below a bound that took 200 of the values which the bundled files set and sourced when the list was made.
"""

from __future__ import annotations

import tomllib
from hashlib import sha256
from pathlib import Path

SEED = "11"
BOUND = 0.15547
RULESETS = Path(__file__).parent.parent.parent / "rulesets"
LIST = Path(__file__).parent / "second-reading.tsv"


def number(name: str, key: str) -> float:
    """A number from 0 to 1 that only the seed and the pair decide."""
    digest = sha256(f"{SEED} {name} {key}".encode()).digest()
    return int.from_bytes(digest[:8], "big") / 2**64


def is_drawn(name: str, key: str) -> bool:
    """Whether this pair is one of the sample."""
    return number(name, key) < BOUND


def sourced() -> list[tuple[str, str]]:
    """Every (ruleset, key) whose file names a source, in order."""
    found = []
    for path in sorted(RULESETS.glob("*.toml")):
        if not path.name.endswith(".cases.toml"):
            content = tomllib.loads(path.read_text(encoding="utf-8"))
            found += [(path.stem, key) for key in sorted(content.get("source", {}))]
    return found


def listed() -> list[list[str]]:
    """The rows of the list: ruleset, key, value as it was read, verdict, and what was read."""
    lines = LIST.read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if line and not line.startswith("#")]


if __name__ == "__main__":
    done = {(row[0], row[1]) for row in listed()} if LIST.exists() else set()
    for name, key in sourced():
        if is_drawn(name, key) and (name, key) not in done:
            content = tomllib.loads((RULESETS / f"{name}.toml").read_text(encoding="utf-8"))
            source = content["source"][key]
            table, field = key.split(".")
            print(name, key, content[table][field], source["document"], source.get("clause", ""), sep=" | ")
