"""Numbered questions that several processes answer."""

from __future__ import annotations

import multiprocessing
import os
from functools import partial

import pytest

from kanrules.supervisor.in_processes import answering


def squared(number: int) -> int:
    return number * number


def dies_once(here: int, number: int) -> int:
    """Kill the process that is asked, unless it is the one that asks."""
    if number == 3 and os.getpid() != here:
        os._exit(1)
    return number * number


@pytest.mark.parametrize("jobs", [1, 2, 9])
def test_answers_come_in_the_order_of_their_questions(jobs: int) -> None:
    with answering(squared, 7, jobs) as answers:
        assert list(answers) == [0, 1, 4, 9, 16, 25, 36]


@pytest.mark.rest
def test_a_question_whose_process_dies_is_answered_by_the_process_that_asked() -> None:
    with answering(partial(dies_once, os.getpid()), 7, 2) as answers:
        assert list(answers) == [0, 1, 4, 9, 16, 25, 36]


def test_no_process_is_left_when_the_one_that_asked_gives_up() -> None:
    before = set(multiprocessing.active_children())
    with pytest.raises(KeyError), answering(squared, 100, 2) as answers:
        next(answers)
        raise KeyError
    assert set(multiprocessing.active_children()) <= before
