"""Learn `kanrules/desk/weights.txt` from the labelled questions: `python -m tests.desk.train`.

It needs numpy (`pip install -e '.[train]'`) and takes about a minute. With `--without LIST ...`, such as
`--without aside`, it writes nothing: it learns from the other lists, and says how the questions of these are answered.
"""

from __future__ import annotations

import argparse
import gzip
import random
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np

from kanrules.desk import likeness, meaning
from kanrules.desk.likeness import MOST, OFF, STEP, packed, traits
from kanrules.desk.subjects import subjects
from kanrules.locale import translator
from kanrules.ruleset.key_sentences import CATALOGUE

HERE = Path(__file__).parent / "questions"
WEIGHTS = Path(likeness.__file__).parent / "weights.txt"
LANGUAGES = ("en", "de", "fr", "nl", "ja")
ALSO = 0.5
"""Score of a subject that answers a question as well as the best, which has 1."""
SEED, PACE, SHRINK = 1, 0.1, 3e-5
ROUNDS, AGAIN = 8, 6
"""How often every question is learned from: with all weights, and then with those that are kept."""
KEPT, KEPT_AGAINST = 0.327, 0.44
"""Minimum size of a weight that is kept, for a subject and against it."""
SELDOM = 3
"""Minimum number of questions that have a trait, unless it is a concept."""
OFTEN = ("mixed", "more", "writers", "guests", "gaps")
"""Lists that are learned from three times as often: they vary more than the others, which are longer."""
RIGHT: dict[str, list[str]] = tomllib.loads((HERE / "topics.toml").read_text(encoding="utf-8"))
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


def times(which: str, language: str) -> int:
    """Return how often a question of a list is learned from in each round."""
    return 1 + (2 + 2 * (language == "ja")) * (which in OFTEN)


def own() -> list[Example]:
    """Return the question and title of every subject, in every language."""
    found = []
    for language in LANGUAGES:
        speak = translator(language)
        for name, subject in subjects().items():
            texts = [subject.question, *([CATALOGUE[subject.key].title] if subject.key else [])]
            found += [(language, str(speak(text)), [name]) for text in dict.fromkeys(texts)]
    return found


def merged() -> dict[str, str]:
    """Return the subjects that are learned as another one, and that one."""
    table: dict[str, list[str]] = tomllib.loads((HERE / "same.toml").read_text(encoding="utf-8"))
    return {name: best for best, names in table.items() for name in names}


def learned(asked: list[Example]) -> tuple[list[str], Any, dict[str, Any]]:
    """Return the subjects, what each starts from, and the weights of each trait."""
    same = merged()

    def named(name: str) -> str:
        return same.get(meaning.whole(name), meaning.whole(name))

    rows = [(traits(text, language), [named(name) for name in names]) for language, text, names in asked + own()]
    seen = Counter(trait for found, _ in rows for trait in found)
    kinds = [trait for trait, times in seen.items() if times >= SELDOM or (trait[0] == ":" and "+" not in trait)]
    place = {trait: at for at, trait in enumerate(kinds)}
    often = Counter(name for _, names in rows for name in names)
    names = [name for name, _ in often.most_common()]
    number = {name: at for at, name in enumerate(names)}
    weights = np.zeros((len(place), len(names)), np.float32)
    squares = np.full_like(weights, 1e-3)
    start = np.full(len(names), -0.5, np.float32)
    ready = []
    for found, right in rows:
        at = np.array([place[trait] for trait in found if trait in place], np.int64)
        share = np.array([share for trait, share in found.items() if trait in place], np.float32)
        goal = np.full(len(names), -1.0, np.float32)
        goal[[number[name] for name in right]] = 1.0
        far = np.ones(len(names), np.float32)
        far[[number[name] for name in right if name != right[0]]] = ALSO
        ready.append((at, share, goal, far))
    order = random.Random(SEED)
    kept = np.ones(weights.shape, bool)
    for turn in range(ROUNDS + AGAIN):
        order.shuffle(ready)
        if turn == ROUNDS:
            kept = (weights >= KEPT) | (weights <= -KEPT_AGAINST)
            weights *= kept
        for at, share, goal, far in ready:
            # The squared hinge, each subject against all others, with steps that shrink as a weight is seen (Adagrad).
            slope = -2 * goal * np.maximum(0, far - goal * (share @ weights[at] + start))
            change = share[:, None] * slope + SHRINK * weights[at]
            squares[at] += change * change
            weights[at] -= kept[at] * PACE * change / np.sqrt(squares[at])
            start -= 0.002 * slope
    return names, start, {trait: weights[at] for trait, at in place.items()}


def written(same: dict[str, str], names: list[str], start: Any, weights: dict[str, Any]) -> str:
    """Return the text of `weights.txt`."""
    lines = [
        " ".join("|".join((name, *(one for one, best in same.items() if best == name))) for name in names),
        " ".join(str(round(float(one) / STEP, 1)) for one in start),
    ]
    for trait, row in sorted(weights.items()):
        steps = np.clip(np.rint(row / STEP), -MOST, MOST).astype(int)
        if text := packed({int(at): int(steps[at]) for at in np.flatnonzero(steps)}):
            lines.append(f"{trait} {text}")
    return "\n".join(lines) + "\n"


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
    used = [which for which in lists() if which not in without]
    # Japanese shares the fewest traits with the others: it has no words of its own to learn from.
    examples = [one for which in used for one in labelled(which) for _ in range(times(which, one[0]))]
    text = written(merged(), *learned(examples))
    if without:
        weights = likeness.read_weights(text)
        likeness.weights = lambda: weights
        print(judged(without))
    else:
        WEIGHTS.write_text(text, encoding="utf-8")
        size = len(gzip.compress(text.encode(), 9))
        print(f"{len(examples)} questions, {len(text.splitlines()) - 2} traits, {size} bytes")


if __name__ == "__main__":
    main()
