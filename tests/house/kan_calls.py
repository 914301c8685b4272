"""Count the functions and files of kanrules that declaring a kan runs, for people who read the way of a kan.

    python tests/house/kan_calls.py [ankan|daiminkan|shouminkan]    with a name: list the functions, in order

It pushes the first kan of a hand under ema-2016, without plugins. The waits of every hand are known, and the same push
has run before on a copy of the hand, so that every cache is warm.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FrameType

from kanrules import Ankan, Daiminkan, Discard, Draw, Kyoku, Seat, Shouminkan
from kanrules.pieces.actions import Action

PACKAGE = str(Path(sys.modules["kanrules"].__file__ or "").parent)
KANS: dict[str, tuple[str, tuple[Action, ...]]] = {
    "ankan": ('hands = { east = "111m456p789s1122z" }', (Draw(Seat.EAST, 0), Ankan(Seat.EAST, 0))),
    "daiminkan": ('hands = { west = "111m456p789s1122z" }', (
        Draw(Seat.EAST, 0), Discard(Seat.EAST, 0), Daiminkan(Seat.WEST, 0),
    )),
    "shouminkan": (
        'hands = { east = "456p789s1122z" }\nmelds = { east = ["pon 111m from west"] }',
        (Draw(Seat.EAST, 0), Shouminkan(Seat.EAST, 0)),
    ),
}  # fmt: skip
"""The table, and what is pushed; the last action is counted."""


def before(kan: str) -> Kyoku:
    """Return a hand in which this kan may be declared now, after the actions before it."""
    given, actions = KANS[kan]
    text = f'[[case]]\nname = "{kan}"\n[case.given]\nturn = "east"\nlive = "1m"\nindicators = "9m"\n{given}\n'
    kyoku = Kyoku.from_case(text, "ema-2016")
    for action in actions[:-1]:
        kyoku.push(action)
    assert actions[-1] in kyoku.legal_actions()
    for seat in Seat:
        kyoku.waits(seat)
    return kyoku


def calls(kan: str) -> Iterator[CodeType]:
    """Yield every function of the package that the push of this kan calls, in order, as often as it is called."""
    hand = before(kan)
    action = KANS[kan][1][-1]
    hand.copy().push(action)
    counted = hand.copy()
    found: list[CodeType] = []

    def count(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(PACKAGE):
            found.append(frame.f_code)

    sys.setprofile(count)
    try:
        counted.push(action)
    finally:
        sys.setprofile(None)
    return iter(found)


def counts(kan: str) -> tuple[int, int, int]:
    """Return the number of functions, calls and files of the package that the push of this kan runs."""
    found = list(calls(kan))
    return len(set(found)), len(found), len({code.co_filename for code in found})


def main() -> None:
    """Print the counts of each kan, or the functions of one."""
    for kan in sys.argv[1:]:
        for code in dict.fromkeys(calls(kan)):
            print(f"{Path(code.co_filename).relative_to(PACKAGE)}: {code.co_qualname}")
    for kan in KANS if len(sys.argv) == 1 else ():
        print("{:12} {:3} functions, {:3} calls, {:3} files".format(kan, *counts(kan)))


if __name__ == "__main__":
    main()
