"""Learn `kanrules/desk/weights.txt` from the labelled questions: `python -m tests.desk.train`.

It needs numpy (`pip install -e '.[train]'`) and takes about three minutes. With `--without LIST ...`, such as
`--without aside`, it writes nothing: it learns from the other lists, and says how the questions of these are answered.
"""

from __future__ import annotations

import argparse
import gzip
import tomllib
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from kanrules.desk import likeness, meaning
from kanrules.desk.likeness import FIRST, MOST, NEW, OFF, packed, traits, with_rows
from kanrules.desk.subjects import subjects
from kanrules.locale import translator
from kanrules.ruleset.keys import keys

HERE = Path(__file__).parent / "questions"
WEIGHTS = Path(likeness.__file__).parent / "weights.txt"
LANGUAGES = ("en", "de", "fr", "nl", "ja")
ALSO = 0.5
"""Score of a subject that answers a question as well as the best, which has 1."""
SEED, BATCH, PACE = 1, 256, (0.01, 0.006)
"""Questions per step, and how far the longest steps go in each of the two parts."""
WARM = 0.1
"""Share of the steps in which they grow from short to long; after that they shrink."""
ROUNDS = (8, 12)
"""How often every question is learned from: with all traits in full, and with those that are kept as -1, 0, and 1."""
WIDTH, KEPT = 88, 3200
"""How many numbers a row has, a multiple of 4, and how many traits are kept."""
FORGOTTEN = 0.3
"""Share of traits and numbers left out of each step at random, so that none is relied on alone."""
COARSE, FINE = 1.6, 0.5
"""Steps of the rows of traits and of subjects, as a multiple of the standard deviation."""
SELDOM = 3
"""Minimum number of questions that have a trait, unless it is a concept."""
OFTEN = (
    "aside",
    "learn",
    "mixed",
    "more",
    "writers",
    "guests",
    "gaps",
    "table",
    "speech",
    "pairs",
    "hall",
    "far",
    "visitors",
    "callers",
    "crowd",
    "voices",
    "rounds",
    "arrivals",
    "walkins",
    "twins",
    "strays",
    "corners",
    "lobby",
    "threshold",
    "forks",
    "bends",
)
"""Lists that are learned from three times as often: they vary more than the others, which are longer."""
SET_ASIDE = ("porch",)
"""Lists that are not learned from, so that they measure how unseen questions are answered: `--without porch`."""
RIGHT: dict[str, list[str]] = tomllib.loads((HERE / "topics.toml").read_text(encoding="utf-8"))
REVERSED = {
    name
    for pair in tomllib.loads((HERE / "reversed.toml").read_text(encoding="utf-8"))["pairs"]
    for label in pair
    for name in RIGHT[label]
}
"""Subjects whose answer is the opposite of another's: to take one for the other is the worst error."""
Example = tuple[str, str, list[str]]
"""A language, a question, and the subjects that answer it, the best first."""


def lists() -> list[str]:
    """Return the names of the lists of labelled questions."""
    return sorted({path.name.split(".")[0] for path in HERE.glob("*.txt")})


def labelled(which: str) -> list[Example]:
    """Return the questions of a list."""
    found = []
    for language in LANGUAGES:
        path = HERE / f"{which}.{language}.txt"
        for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
            named, _, question = line.partition(" | ")
            label = named.split()[-1]
            found.append((language, question, [name for one in label.split("/") for name in RIGHT.get(one, [one])]))
    return found


def times(which: str, example: Example) -> int:
    """Return how often a question of a list is learned from in each round."""
    language, _, names = example
    # Japanese shares the fewest traits with the others: it has no words of its own to learn from.
    often = 1 + (2 + 2 * (language == "ja")) * (which in OFTEN)
    return often + 2 * (names[0] in REVERSED)


def own() -> list[Example]:
    """Return the question and title of every subject, in every language."""
    found = []
    for language in LANGUAGES:
        speak = translator(language)
        for name, subject in subjects().items():
            texts = [subject.question, *([keys()[subject.key].title] if subject.key else [])]
            found += [(language, str(speak(text)), [name]) for text in dict.fromkeys(texts)]
    return found


def merged() -> dict[str, str]:
    """Return the subjects that are learned as another one, and that one."""
    table: dict[str, list[str]] = tomllib.loads((HERE / "same.toml").read_text(encoding="utf-8"))
    return {name: best for best, names in table.items() for name in names}


Numbers = Any
"""An array of numpy."""


@dataclass
class Network:
    """What is learned: rows of traits, the last one empty, offsets, rows of subjects, and starts."""

    traits: list[str]
    names: list[str]
    rows: Numbers
    offsets: Numbers
    subjects: Numbers
    starts: Numbers
    coarse: float = 0.0
    fine: float = 0.0
    """Steps of the rows of traits and of subjects; 0: in full."""

    def written_rows(self) -> Numbers:
        """Return the rows of traits as they are written: -1, 0, or 1."""
        return np.sign(self.rows) * (np.abs(self.rows) >= self.coarse / 2)

    def written_subjects(self) -> Numbers:
        return np.clip(np.rint(self.subjects / self.fine), -MOST, MOST)


def first_network(traits: list[str], names: list[str], luck: np.random.Generator) -> Network:
    rows = luck.normal(0, 0.3, (len(traits) + 1, WIDTH)).astype(np.float32)
    rows[-1] = 0
    subjects = luck.normal(0, WIDTH**-0.5, (WIDTH, len(names))).astype(np.float32)
    return Network(traits, names, rows, np.zeros(WIDTH, np.float32), subjects, np.zeros(len(names), np.float32))


def read(network: Network, found: list[dict[str, float]]) -> tuple[Numbers, Numbers]:
    """Return the rows that the traits of each question stand for, and the shares of these."""
    place = {trait: at for at, trait in enumerate(network.traits)}
    known = [[(place[trait], share) for trait, share in with_rows(one, place).items()] for one in found]
    most = max(map(len, known))
    at = np.full((len(known), most), len(place), np.int32)
    shares = np.zeros((len(known), most), np.float32)
    for line, one in enumerate(known):
        for spot, (row, share) in enumerate(one):
            at[line, spot], shares[line, spot] = row, share
    return at, shares


class Steps:
    """Changes the weights of a network against their slopes (Adam), in steps that grow first and then shrink."""

    def __init__(self, weights: tuple[Numbers, ...], longest: float, count: int) -> None:
        self._weights, self._longest, self._count, self._done = weights, longest, count, 0
        self._means = [np.zeros_like(weight) for weight in weights]
        self._squares = [np.zeros_like(weight) for weight in weights]

    def take(self, slopes: tuple[Numbers, ...]) -> None:
        self._done += 1
        part = self._done / self._count
        waves = part / WARM if part < WARM else 1 + (part - WARM) / (1 - WARM)
        pace = self._longest * (0.5 - 0.5 * np.cos(np.pi * waves))
        first, second = 1 - 0.9**self._done, 1 - 0.999**self._done
        for weight, slope, mean, square in zip(self._weights, slopes, self._means, self._squares, strict=True):
            mean += np.float32(0.1) * (slope - mean)
            square += np.float32(0.001) * (slope * slope - square)
            weight -= np.float32(pace / first) * mean / (np.sqrt(square / np.float32(second)) + np.float32(1e-8))


def improve(network: Network, found: list[dict[str, float]], goals: Numbers, part: int) -> None:
    """Learn from every question several times.

    Half of what is learned is the share that each accepted subject should have, and half that they have all of it
    together, whichever of them has more.
    """
    luck = np.random.default_rng(SEED + part)
    all_at, all_shares = read(network, found)
    weights = (network.rows, network.offsets, network.subjects, network.starts)
    steps = Steps(weights, PACE[part], ROUNDS[part] * -(-len(found) // BATCH))
    of_rows = np.zeros_like(network.rows)
    for _ in range(ROUNDS[part]):
        order = luck.permutation(len(found))
        for start in range(0, len(order), BATCH):
            now = order[start : start + BATCH]
            at, shares, goal = all_at[now], all_shares[now], goals[now]
            shares = shares * np.float32(1 / (1 - FORGOTTEN)) * (luck.random(shares.shape) > FORGOTTEN)
            rows, subjects = network.rows[at], network.subjects
            if network.coarse:
                # The written values count, and the slope goes through to the full ones behind them.
                rows = np.sign(rows) * (np.abs(rows) >= network.coarse / 2) * np.float32(network.coarse)
                subjects = (network.written_subjects() * network.fine).astype(np.float32)
            middle = np.tanh(np.einsum("ql,qlw->qw", shares, rows) + network.offsets)
            left = np.float32(1 / (1 - FORGOTTEN)) * (luck.random(middle.shape) > FORGOTTEN)
            scores = (middle * left) @ subjects + network.starts
            chances = np.exp(scores - scores.max(1, keepdims=True))
            chances /= chances.sum(1, keepdims=True)
            together = goal / goal.max(1, keepdims=True) * chances + np.float32(1e-12) * goal
            together /= together.sum(1, keepdims=True)
            far = (chances - (goal + together) / 2) / len(now)
            back = (far @ subjects.T) * left * (1 - middle * middle)
            order_of = np.argsort(at, axis=None, kind="stable")
            used, first = np.unique(at.ravel()[order_of], return_index=True)
            slopes = (shares[:, :, None] * back[:, None, :]).reshape(-1, WIDTH)
            of_rows[:] = 0
            of_rows[used] = np.add.reduceat(slopes[order_of], first)
            of_rows[-1] = 0
            steps.take((of_rows, back.sum(0), (middle * left).T @ far, far.sum(0)))


def most_used(network: Network, found: list[dict[str, float]]) -> Network:
    """Return the network with the traits that say most."""
    used: Counter[str] = Counter()
    for one in found:
        used.update(one)
    size = np.linalg.norm(network.rows[:-1], axis=1)
    worth = {trait: float(size[at]) * used[trait] ** 0.5 for at, trait in enumerate(network.traits)}
    kept = [NEW, *sorted(network.traits, key=lambda trait: -worth[trait])[:KEPT]]
    place = {trait: at for at, trait in enumerate(network.traits)}
    rows = np.vstack([network.rows[[place[trait] for trait in kept]], network.rows[-1:]])
    return Network(kept, network.names, rows, network.offsets, network.subjects, network.starts)


def learned(asked: list[Example]) -> Network:
    """Return the network that is learned from questions, ready to be written."""
    same = merged()

    def named(name: str) -> str:
        return same.get(meaning.whole(name), meaning.whole(name))

    examples = [
        (traits(text, language), [*dict.fromkeys(map(named, names))]) for language, text, names in asked + own()
    ]
    found = [one for one, _ in examples]
    seen = Counter(trait for one in found for trait in one)
    kinds = [NEW, *(trait for trait, times in seen.items() if times >= SELDOM or trait[0] == ":")]
    names = [name for name, _ in Counter(name for _, right in examples for name in right).most_common()]
    number = {name: at for at, name in enumerate(names)}
    goals = np.zeros((len(examples), len(names)), np.float32)
    for line, (_, right) in enumerate(examples):
        goals[line, [number[name] for name in right]] = ALSO
        goals[line, number[right[0]]] = 1
    goals /= goals.sum(1, keepdims=True)
    network = first_network(kinds, names, np.random.default_rng(SEED))
    improve(network, found, goals, 0)
    network = most_used(network, found)
    network.coarse, network.fine = COARSE * float(network.rows[:-1].std()), FINE * float(network.subjects.std())
    improve(network, found, goals, 1)
    return network


def written(same: dict[str, str], network: Network) -> str:
    """Return the text of `weights.txt`."""
    groups = ["|".join((name, *(one for one, best in same.items() if best == name))) for name in network.names]
    lines = [
        " ".join(groups),
        " ".join(f"{one:.2f}" for one in network.starts),
        " ".join(f"{one:.2f}" for one in network.offsets),
        f"{network.coarse:.5f} {network.fine:.5f}",
    ]
    lines += ["".join(chr(FIRST + MOST + int(one)) for one in row) for row in network.written_subjects().T]
    rows = zip(network.traits, network.written_rows().astype(int).tolist(), strict=False)
    return "\n".join(lines + sorted(f"{trait} {packed(row)}" for trait, row in rows)) + "\n"


def judged(lists: list[str]) -> str:
    """Return how many questions of lists are answered rightly, met with the right question, not met, and wrongly."""
    found: Counter[str] = Counter()
    for language, text, names in [one for which in lists for one in labelled(which)]:
        answers = [subject.name for subject in meaning.meant(text, language)[:1]]
        near = {subject.name for subject in meaning.nearest(text, language)}
        if names == [OFF]:
            found["off, answered" if answers else "off, recognized"] += 1
        elif answers:
            found["right" if answers[0] in names else "wrong"] += 1
        else:
            found["offered" if near.intersection(names) else "silent"] += 1
    return ", ".join(f"{kind}: {count}" for kind, count in found.most_common())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--without", nargs="+", default=[], metavar="LIST")
    without = parser.parse_args().without
    used = [which for which in lists() if which not in (*without, *SET_ASIDE)]
    examples = [one for which in used for one in labelled(which) for _ in range(times(which, one))]
    network = learned(examples)
    text = written(merged(), network)
    if without:
        weights = likeness.read_weights(text)
        likeness.weights = lambda: weights  # type: ignore[assignment]
        print(judged(without))
    else:
        WEIGHTS.write_text(text, encoding="utf-8")
        size = len(gzip.compress(text.encode(), 9))
        print(f"{len(examples)} questions, {len(network.traits)} traits, {size} bytes")


if __name__ == "__main__":
    main()
