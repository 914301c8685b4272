"""Learn `kanrules/desk/weights.bin` from the labelled questions: `python -m tests.desk.train`.

It needs numpy and scipy (`pip install -e '.[train]'`) and takes about two minutes. With `--folds`, it writes nothing:
it learns five times, each time without a fifth of the lists, and says how the questions of these are answered.
"""

from __future__ import annotations

import argparse
import gzip
import random
from collections import Counter
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np
import scipy.sparse

from kanrules.desk import likeness, meaning
from kanrules.desk.likeness import _PACKED, ROWS, WIDTH, read_weights, rows_of
from kanrules.desk.subjects import subjects
from kanrules.locale import translator
from kanrules.ruleset.keys import keys
from tests.desk.asked_lists import LANGUAGES, OFF, Example, labelled, learned_as, lists

WEIGHTS = Path(likeness.__file__).parent / "weights.bin"
ALSO = 0.5
"""Score of a subject that answers a question as well as the best, which has 1."""
SEED, BATCH, PACE, ROUNDS = 1, 768, 0.01, 14
"""Questions per step, how far the longest steps go, and how often every question is learned from."""
COARSE_FROM, COARSE, KEPT = 0.45, 1.4, 1.1
"""Part of the rounds after which rows of groups are -1, 0 and 1, the step as a multiple of their mean size, and the
part of a step from which a number is not 0. With more zeros, the file is smaller, and no worse.
"""
WARM = 0.1
"""Share of the steps in which they grow from short to long; after that they shrink."""
FORGOTTEN = 0.3
"""Share of groups and numbers left out of each step at random, so that none is relied on alone."""
MISSPELT = 0.35
"""Share of the steps that learn from questions with a misspelling."""
LONG = ("angles", "even", "crowd", "basics")
"""Lists that are learned from once; the others vary more, and are learned from three times as often."""
FOLDS = 5
Numbers = Any
"""An array of numpy."""


def own() -> list[Example]:
    """Return the question and title of every subject, in every language."""
    found = []
    for language in LANGUAGES:
        speak = translator(language)
        for name, subject in subjects().items():
            texts = [subject.question, *([keys()[subject.key].title] if subject.key else [])]
            found += [Example(language, str(speak(text)), (learned_as(name),)) for text in dict.fromkeys(texts)]
    return found


def misspelt(text: str, luck: random.Random) -> str:
    """Return a text with one or two letters swapped, missing, doubled or wrong."""
    letters = list(text)
    for _ in range(1 + (luck.random() < 0.3) if len(letters) > 5 else 0):
        at, kind = luck.randrange(len(letters) - 1), luck.randrange(10)
        if kind < 3:
            letters[at : at + 2] = letters[at + 1], letters[at]
        elif kind < 6:
            del letters[at]
        elif kind < 8:
            letters.insert(at, letters[at])
        elif letters[at].isascii():
            letters[at] = luck.choice("abcdefghijklmnopqrstuvwxyz")
    return "".join(letters)


def matrix(texts: list[str]) -> Any:
    """Return the rows of each text, as a sparse matrix."""
    found = [rows_of(text) for text in texts]
    starts = np.cumsum([0, *map(len, found)])
    shares = np.array([share for one in found for share in one.values()], np.float32)
    columns = np.array([row for one in found for row in one], np.int32)
    return scipy.sparse.csr_matrix((shares, columns, starts), shape=(len(texts), ROWS))


def learned(examples: list[Example], often: list[int]) -> bytes:
    """Return what is learned from questions, ready to be written, if each is learned from so often in a round.

    Half of what is learned is the share that each accepted subject should have, and half that they have all of it
    together, whichever of them has more.
    """
    luck, letters = np.random.default_rng(SEED), random.Random(SEED)
    names = [name for name, _ in Counter(name for one in examples for name in one.names).most_common()]
    number = {name: at for at, name in enumerate(names)}
    goals = np.zeros((len(examples), len(names)), np.float32)
    for line, one in enumerate(examples):
        goals[line, [number[name] for name in one.names]] = ALSO
        goals[line, number[one.names[0]]] = 1
    goals /= goals.sum(1, keepdims=True)
    right = matrix([one.text for one in examples])
    wrong = matrix([misspelt(one.text, letters) for one in examples])
    groups = luck.normal(0, 0.3, (ROWS, WIDTH)).astype(np.float32)
    offsets = np.zeros(WIDTH, np.float32)
    of_subjects = luck.normal(0, WIDTH**-0.5, (WIDTH, len(names))).astype(np.float32)
    starts = np.zeros(len(names), np.float32)
    weights = (groups, offsets, of_subjects, starts)
    means, squares = ([np.zeros_like(weight) for weight in weights] for _ in range(2))
    every = np.repeat(np.arange(len(examples)), often)
    count, done, step = ROUNDS * -(-len(every) // BATCH), 0, 0.0
    for turn in range(ROUNDS):
        if turn == int(ROUNDS * COARSE_FROM):
            step = COARSE * float(np.abs(groups).mean())
        order = luck.permutation(every)
        for start in range(0, len(order), BATCH):
            now = order[start : start + BATCH]
            found, goal = (wrong if luck.random() < MISSPELT else right)[now].copy(), goals[now]
            found.data *= np.float32(1 / (1 - FORGOTTEN)) * (luck.random(len(found.data)) > FORGOTTEN)
            # The written values count, and the slope goes through to the full ones behind them.
            middle = np.tanh(found @ (coarse(groups, step) if step else groups) + offsets)
            left = np.float32(1 / (1 - FORGOTTEN)) * (luck.random(middle.shape) > FORGOTTEN)
            scores = (middle * left) @ of_subjects + starts
            chances = np.exp(scores - scores.max(1, keepdims=True))
            chances /= chances.sum(1, keepdims=True)
            together = goal / goal.max(1, keepdims=True) * chances + np.float32(1e-12) * goal
            together /= together.sum(1, keepdims=True)
            far = (chances - (goal + together) / 2) / len(now)
            back = (far @ of_subjects.T) * left * (1 - middle * middle)
            slopes = (found.T @ back, back.sum(0), (middle * left).T @ far, far.sum(0))
            done += 1
            part = done / count
            waves = part / WARM if part < WARM else 1 + (part - WARM) / (1 - WARM)
            pace = PACE * (0.5 - 0.5 * np.cos(np.pi * waves)) / (1 - 0.9**done)
            for weight, slope, mean, square in zip(weights, slopes, means, squares, strict=True):
                mean += np.float32(0.1) * (slope - mean)
                square += np.float32(0.001) * (slope * slope - square)
                weight -= np.float32(pace) * mean / (np.sqrt(square / np.float32(1 - 0.999**done)) + np.float32(1e-8))
    return written(names, weights, step)


def coarse(groups: Numbers, step: float) -> Numbers:
    """Return the rows of groups as they are written: the step, its negative, or 0."""
    return np.sign(groups) * (np.abs(groups) >= KEPT * step) * np.float32(step)


def packed(row: list[int]) -> bytes:
    """Returns a row of -1, 0 and 1 as it is written."""
    fives = zip(*[iter(row)] * _PACKED, strict=True)
    return bytes(sum((number + 1) * 3 ** (_PACKED - 1 - at) for at, number in enumerate(five)) for five in fives)


def written(names: list[str], weights: tuple[Numbers, ...], step: float) -> bytes:
    """Return the bytes of `weights.bin`."""
    groups, offsets, of_subjects, starts = weights
    fine = float(np.abs(of_subjects).max()) / 127
    head = (
        " ".join(names),
        " ".join(f"{one:.2f}" for one in starts),
        " ".join(f"{one:.2f}" for one in offsets),
        f"{step:.5f} {fine:.6f}",
    )
    of_each = np.rint(of_subjects / fine).astype(int).T + 128
    rows = np.rint(coarse(groups, step) / step).astype(int).tolist()
    return "\n".join(head).encode() + b"\n" + bytes(of_each.ravel().tolist()) + b"".join(map(packed, rows))


def learned_from(used: list[str]) -> bytes:
    """Return what is learned from these lists and from the questions of the subjects themselves."""
    examples, often = own(), []
    often += [1] * len(examples)
    for which in used:
        examples += labelled(which)
        often += [1 if which in LONG else 3] * len(labelled(which))
    return learned(examples, often)


def judged(which: str) -> Counter[str]:
    """Return how many questions of a list have the right subject first and among three, are doubtful, and how many are
    about something else and recognized.
    """
    found: Counter[str] = Counter()
    for one in labelled(which):
        told = meaning.question_meaning(one.text)
        near = [each.subject.name for each in told.near]
        if one.names[0] == OFF:
            found.update(other=1, recognized=told.doubtful)
        else:
            three = not set(near).isdisjoint(one.heads)
            found.update(all=1, first=near[0] in one.heads, three=three, doubtful=told.doubtful)
    return found


def shares(found: Counter[str]) -> str:
    """Return in percent how questions are answered."""
    known = ", ".join(f"{part} {100 * found[part] / found['all']:.1f}" for part in ("first", "three", "doubtful"))
    other = 100 * found["recognized"] / (found["other"] or 1)
    return f"{known} of {found['all']}; recognized {other:.1f} of {found['other']}"


def left_out(fold: int, rounds: int = ROUNDS) -> dict[str, Counter[str]]:
    """Return how the questions of a fifth of the lists are answered by what is learned from the others."""
    out = lists()[fold::FOLDS]
    with mock.patch(f"{__name__}.ROUNDS", rounds):
        weights = read_weights(learned_from([which for which in lists() if which not in out]))
    meaning._read.cache_clear()
    with mock.patch.object(likeness, "weights", lambda: weights):
        found = {which: judged(which) for which in out}
    meaning._read.cache_clear()
    return found


def folds() -> None:
    """Print how the questions of each fifth of the lists are answered without them."""
    whole: Counter[str] = Counter()
    for fold in range(FOLDS):
        for which, found in left_out(fold).items():
            whole += found
            print(f"{which}: {shares(found)}", flush=True)
    print(f"all: {shares(whole)}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folds", action="store_true")
    if parser.parse_args().folds:
        folds()
        return
    data = learned_from(lists())
    WEIGHTS.write_bytes(data)
    print(f"{len(data)} bytes, {len(gzip.compress(data, 9))} compressed")


if __name__ == "__main__":
    main()
