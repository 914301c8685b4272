"""Puts a new ruleset into the groups of the casebook that its play belongs to.

    python -m tests.place RULESET

A case of the casebook names the rulesets that share an answer, in `expect_under`; those that no group names have the
answer of `expect`. Where exactly one answer holds, the id is inserted there, and every other byte of the file is kept.
Where none or several do, and where the ruleset has a value that no other of the answer has, the case and its played
result are printed, with a group of its own to paste: say the answer in words that no other group of the case has, or
decide between the answers from the rulebook. Exit 1 if any is left.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from kanrules.cases.expect import Expect, event_text
from kanrules.locale import ENGLISH
from kanrules.ruleset import Ruleset, bundled_ids, load_ruleset
from kanrules.ruleset.library import CASEBOOK, folder
from kanrules.testing import Case, PlayedCase, play_case, read_cases, unmet_expectations

WIDTH = 120
"""How long a line of ids becomes before the next one is begun."""


@dataclass(frozen=True)
class Answer:
    """One answer of a case: the place of its group in `expect_under`, or None for `expect`."""

    group: int | None
    expect: Expect
    rules: tuple[str, ...]

    @property
    def shown(self) -> dict[str, Any]:
        """What of it shows at the table."""
        shown = {key: value for key, value in self.expect.items() if key not in ("answer", "code")}
        return {**shown, "illegal": [at.line for at in self.expect.get("illegal", ())]}


def answers(case: Case, others: dict[str, Ruleset]) -> list[Answer]:
    """Return the answers of a case, that of `expect` first if any other ruleset gives it."""
    named = {name for names, _ in case.expect_under for name in names}
    rest = tuple(name for name, rules in others.items() if name not in named and case.is_for(rules.table.players))
    groups = [Answer(at, case.expected(*names), names) for at, (names, _) in enumerate(case.expect_under)]
    return [*([Answer(None, case.expect, rest)] if rest else []), *groups]


def agrees(case: Case, one: Ruleset, other: Ruleset) -> bool:
    """Tell whether two rulesets say the same about the keys that decide a case."""
    return one.plugins == other.plugins and all(one[key] == other[key] for key in case.decides)


def holding(case: Case, rules: Ruleset, others: dict[str, Ruleset]) -> list[Answer]:
    """Return the answers that hold under a ruleset. Of several that look alike at the table, only those of rulesets
    that agree with it.
    """
    played = play_case(case, rules)
    found = [one for one in answers(case, others) if not unmet_expectations(played, one.expect)]
    if len(found) > 1 and all(one.shown == found[0].shown for one in found):
        alike = [one for one in found if any(agrees(case, rules, others[name]) for name in one.rules if name in others)]
        return alike or found
    return found


def unheard(case: Case, rules: Ruleset, answer: Answer, others: dict[str, Ruleset]) -> list[str]:
    """Return the keys that decide a case of which no ruleset with this answer has the value of this one. The course of
    play may be the same while the words of the answer are false: an indicator after the discard is none with it.
    """
    known = [others[name] for name in answer.rules if name in others]
    return [key for key in case.decides if all(one[key] != rules[key] for one in known)]


def inserted(text: str, case: Case, group: int, name: str) -> str:
    """Return the text of a case file with a ruleset in this group, in the order of the ids."""
    assert case.document is not None, "a case that was read from a file knows its text"
    names = case.expect_under[group][0]
    before = [one for one in names if one < name]
    at = len(before) if before != list(names) else len(names) - 1
    place = case.document.positions.places["case", case.number, "expect_under", group, "rules", at]
    if at == len(before):
        begun, ends = text.rfind("\n", 0, place.start) + 1, text.index("\n", place.start)
        too_long = ends - begun + len(name) + 4 > WIDTH and text.startswith("  ", begun)
        return text[: place.start] + f'"{name}",' + ("\n  " if too_long else " ") + text[place.start :]
    return text[: place.end] + f', "{name}"' + text[place.end :]


def told(case: Case, rules: Ruleset, others: dict[str, Ruleset], found: list[Answer]) -> Iterator[str]:
    """Yield the lines about a case that has no single answer, or one for other values."""
    played = play_case(case, rules)
    if len(found) != 1:
        why = "several answers hold" if found else "no answer holds"
    elif new := unheard(case, rules, found[0], others):
        why = f"no other ruleset of the answer has this {' and '.join(new)}"
    else:
        why = "another answer holds than that of its group"
    yield f"{case.file}:{case.line}: {case.id}: {why}"
    yield f"  {case.question}"
    yield f"  decided by  {', '.join(f'{key} = {ENGLISH(str(rules[key]))}' for key in case.decides)}"
    yield f"  played      {', '.join(map(event_text, played.kyoku.events)) or 'nothing happened'}"
    for refused in played.refused:
        yield f"  refused     line {refused.line.number}, {refused.line.text}"
    for one in found or answers(case, others):
        where = "expect" if one.group is None else f"expect_under of {one.rules[0]}"
        why = "; ".join(ENGLISH(unmet.text) for unmet in unmet_expectations(played, one.expect))
        fits = "fits" if one in found else "not"
        yield f"  {fits} {one.expect.get('answer', '')!r} ({where}){': ' if why else ''}{why}"
    yield from own_group(rules, played, (found or answers(case, others))[0].expect)


def own_group(rules: Ruleset, played: PlayedCase, like: Expect) -> Iterator[str]:
    """Yield a group for this ruleset alone, with the order of play of what another answer names. The words are left
    to the author.
    """
    waiting, order = list(like.get("order", ())), []
    for event in played.kyoku.events:
        words = event_text(event)
        for one in waiting:
            if one.word in words.split() and (one.seat is None or str(one.seat) in words.split()):
                order.append(one.text if one.tile is None else words)
                waiting.remove(one)
                break
    yield "  [[case.expect_under]]"
    yield f'  rules = ["{rules.id}"]'
    yield '  answer = ""'
    if order:
        yield f"  order = {json.dumps(order)}"
    if others := ", ".join(key for key in like if key not in ("answer", "order")):
        yield f"  # {like.get('answer', '')!r} also says: {others}"


def main(argv: list[str] | None = None) -> int:
    """Place a ruleset. Return 1 if a case is left."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("ruleset", help="the id of a ruleset in rulesets/")
    name = parser.parse_args(argv).ruleset
    if name not in bundled_ids():
        parser.error(f"rulesets/{name}.toml is not there")
    rules = load_ruleset(name)
    others = {other: load_ruleset(other) for other in bundled_ids() if other != name}
    placed = left = 0
    for path in sorted((folder() / CASEBOOK).glob("*.cases.toml")):
        # From the end, so that the places before it stay where they are.
        text = before = path.read_bytes().decode("utf-8")
        for case in reversed(read_cases(path)):
            if not case.is_for(rules.table.players):
                continue
            found = holding(case, rules, others)
            named = [at for at, (names, _) in enumerate(case.expect_under) if name in names]
            if named and named[0] in [one.group for one in found]:
                continue  # the author has decided
            if len(found) == 1 and not named and not unheard(case, rules, found[0], others):
                if found[0].group is not None:
                    text = inserted(text, case, found[0].group, name)
                    placed += 1
            else:
                # Those that no group names cannot be named: the words of `expect` are shown, and the author looks.
                left += not (len(found) == 1 and found[0].group is None)
                print("\n".join(told(case, rules, others, found)))
        if text != before:
            # Whole or not at all: a test may be reading it.
            written = path.with_suffix(".new")
            written.write_bytes(text.encode("utf-8"))
            written.replace(path)
    print(f"{name}: {placed} placed, {left} left to you")
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
