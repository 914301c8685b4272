"""Every bundled timeline, lying and upright, alone and beside another, is laid out by Chromium: no text lies on another
and none is cut. Runs where Chromium is installed.
"""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest

from kanrules import Kyoku, load_ruleset, svg
from kanrules.drawing.timelines.lane import CARD, PAPER, PHONE
from kanrules.drawing.timelines.lying_upright import draw_timeline
from kanrules.kan.way_picture import COLUMNS
from kanrules.locale import LANGUAGES, translator
from kanrules.ruleset import bundled_ids
from tests.svg.chromium import look, needs_chromium

LOOK = """
  const found = [];
  document.querySelectorAll('svg').forEach((picture, at) => {
    const frame = picture.getBoundingClientRect();
    const texts = [...picture.querySelectorAll('text')].map(text => [text.getBoundingClientRect(), text.textContent]);
    texts.forEach(([one, words], place) => {
      if (one.left < frame.left || one.top < frame.top ||
          one.right > frame.right + .5 || one.bottom > frame.bottom + .5)
        found.push([at, 'cut', words]);
      // The boxes of two lines of text may touch where no letter does.
      for (const [other, beside] of texts.slice(place + 1)) {
        const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
        const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
        if (across > .5 && down > 3.5) found.push([at, 'overlap', words + ' | ' + beside]);
      }
    });
  });
  return [document.querySelectorAll('svg').length, found];
"""


def found_in(pictures: dict[str, str], folder: Path) -> list[tuple[str, str, str]]:
    """What overlaps or is cut: in which picture, which of the two, the words."""
    count, found = look("".join(pictures.values()), LOOK, folder)
    assert count == len(pictures)
    names = list(pictures)
    return [(names[at], what, words) for at, what, words in found]


@pytest.mark.rest
@needs_chromium
def test_no_text_of_a_picture_is_cut_or_lies_on_another(tmp_path: Path) -> None:
    rules = {name: load_ruleset(name) for name in bundled_ids()}
    revealed = rules["tenhou"].with_options(
        {"kandora.robbed_kan": "revealed", "kandora.pending_on_rinshan_win": "revealed", "kandora.shouminkan": "never"}
    )
    moments = ("announced", "declaration", "rinshan_draw", "discard", "discard_passed")
    rules |= {f"four {moment}": rules["tenhou"].with_options({"four_kans.abort_at": moment}) for moment in moments}
    rules["revealed"] = revealed
    rules["kita"] = rules["tenhou-3p"].with_options({"kita.robbable": "kokushi", "kita.pending_indicator": "announced"})
    names = list(rules)
    pictures = {}
    for stands in (False, True):
        for name, beside in zip(names, [*names[1:], names[0]], strict=True):
            pictures[f"{name}, {stands=}"] = svg.timeline(rules[name], upright=stands)
            pictures[f"{name} beside {beside}, {stands=}"] = svg.timeline(rules[name], rules[beside], upright=stands)
    # As a phone, a page and a card show it: the answers that are there in every language, every book in one of them.
    books = [(name, list(LANGUAGES)[at % len(LANGUAGES)]) for at, name in enumerate(bundled_ids())]
    answers = [name for name in rules if name not in bundled_ids()] + [
        "ema-2016",
        "mahjong-soul",
        "m-league",
        "tenhou-3p",
    ]
    for name, language in {*books, *product(answers, LANGUAGES)}:
        side, say = [rules[name].timeline], translator(language)
        pictures[f"{name} {language}"] = draw_timeline(COLUMNS, side, say=say)
        pictures[f"{name} {language} upright"] = draw_timeline(COLUMNS, side, say=say, room=PHONE)
        pictures[f"{name} {language} paper"] = draw_timeline(COLUMNS, side, say=say, room=PAPER)
        pictures[f"{name} {language} card"] = draw_timeline(COLUMNS, side, say=say, room=CARD)
    pictures["table"] = svg.table(Kyoku(rules["tenhou"], seed=1, scores=(125000, -18000, 0, -7000), honba=12, sticks=3))
    for size in (16, 24, 48, 200):
        for name in ("m-league", "mil-2024"):  # the longest captions
            pictures[f"meld {name} {size}"] = svg.meld("ankan 1111z", rules=rules[name], size=size)
            pictures[f"hand {name} {size}"] = svg.hand("", melds=["ankan 1111z"], rules=rules[name], size=size)
    assert found_in(pictures, tmp_path) == []


@needs_chromium
def test_the_eye_sees_cut_text_and_overlap(tmp_path: Path) -> None:
    picture = svg.meld("ankan 1111z", rules=load_ruleset("m-league"))
    caption = re.search(r"<text.*?</text>", picture)
    assert caption is not None
    bad = {
        "twice": picture.replace(caption[0], caption[0] * 2),
        "cut": picture.replace("or the middle", "or the middle " * 9),
    }
    assert {(name, what) for name, what, _ in found_in(bad, tmp_path)} == {("twice", "overlap"), ("cut", "cut")}
