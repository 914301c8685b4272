"""Puts a new ruleset into the groups of the casebook that its play belongs to.

    python -m tests.place RULESET

A case of the casebook names the rulesets that share an answer, in `expect_under`; those that no group names have the
answer of `expect`. The id is inserted where exactly one answer holds and another of its rulesets has the same values,
or where kanrules gives a club with these rules that answer. Every other byte of the file is kept.

Any other case gets a group with the words that kanrules says to such a club and with what was played, or with the
expectations of an answer that holds. If no test could tell it from several answers that hold, the id is inserted into
the group that is most alike. This is a draft: it is no law before its author has compared it with the rulebook, so a
comment marks it, and a test refuses the mark. Only a group that says that the position cannot arise, because a key of
the ruleset refuses the kan, has no mark. Exit 1 as long as a draft or a group that does not hold is left.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kanrules.cases.expect import Expect, Pattern, codes, event_text, liable, matches
from kanrules.desk.casebook import answer_to, is_not_possible
from kanrules.desk.statement import Statement
from kanrules.locale import ENGLISH
from kanrules.ruleset import Ruleset, bundled_ids, load_ruleset
from kanrules.ruleset.library import CASEBOOK, bundled, folder
from kanrules.ruleset.locate import KeySpan
from kanrules.testing import Case, PlayedCase, play_case, read_cases, unmet_expectations

WIDTH = 120
"""How long a line of ids becomes before the next one is begun."""
DRAFT = "# Draft: "
"""Begins the comment above a group that nobody has compared with a rulebook."""


@dataclass(frozen=True)
class Answer:
    """One answer of a case: the place of its group in `expect_under`, or None for `expect`."""

    group: int | None
    expect: Expect
    rules: tuple[str, ...]

    @property
    def shown(self) -> dict[str, Any]:
        """What of it shows at the table."""
        return shown(self.expect)

    @property
    def words(self) -> str:
        """The answer in words."""
        return str(self.expect.get("answer", ""))


def shown(expect: Expect) -> dict[str, Any]:
    """Return what of an expectation shows at the table."""
    visible = {key: value for key, value in expect.items() if key not in ("answer", "code")}
    return {**visible, "illegal": [at.line for at in expect.get("illegal", ())]}


def answers(case: Case, others: dict[str, Ruleset]) -> list[Answer]:
    """Return the answers of a case, that of `expect` first if any other ruleset gives it."""
    named = {name for names, _ in case.expect_under for name in names}
    rest = tuple(name for name, rules in others.items() if name not in named and case.is_for(rules.table.players))
    groups = [Answer(at, case.expected(*names), names) for at, (names, _) in enumerate(case.expect_under)]
    return [*([Answer(None, case.expect, rest)] if rest else []), *groups]


def holding(case: Case, rules: Ruleset, others: dict[str, Ruleset]) -> list[Answer]:
    """Return the answers that hold under a ruleset."""
    played = play_case(case, rules)
    return [one for one in answers(case, others) if not unmet_expectations(played, one.expect)]


def unheard(case: Case, rules: Ruleset, answer: Answer, others: dict[str, Ruleset]) -> list[str]:
    """Return the keys that decide a case of which no ruleset with this answer has the value of this one. The course of
    play may be the same while the words of the answer are false: an indicator after the discard is none with it.
    """
    known = [others[name] for name in answer.rules if name in others]
    return [key for key in case.decides if all(one[key] != rules[key] for one in known)]


def its_own(case: Case, rules: Ruleset, found: list[Answer], others: dict[str, Ruleset]) -> Answer | None:
    """Return the answer that a ruleset shares; None if its author has to decide. Of several that hold, it is the one
    of a ruleset that agrees on every key that decides the case, or the one that kanrules gives a club with these rules.
    """
    if len(found) == 1 and not unheard(case, rules, found[0], others):
        return found[0]
    alike = [one for one in found if any(agrees(case, rules, others[name]) for name in one.rules if name in others)]
    if len(alike) == 1:
        return alike[0]
    said = in_words(answer_to(case, rules))
    return next((one for one in found if one.words == said), None)


def agrees(case: Case, one: Ruleset, other: Ruleset) -> bool:
    """Tell whether two rulesets say the same about the keys that decide a case."""
    return one.plugins == other.plugins and all(one[key] == other[key] for key in case.decides)


def most_alike(case: Case, rules: Ruleset, found: list[Answer], others: dict[str, Ruleset]) -> Answer | None:
    """Return the group that a draft has to join because no test could tell it from another answer that holds: the one
    whose rulesets have most values in common with this one. None if all that hold show the same at the table.
    """
    if all(one.shown == found[0].shown for one in found):
        return None

    def in_common(one: Answer) -> int:
        known = [others[name] for name in one.rules if name in others]
        return max((sum(other[key] == rules[key] for key in case.decides) for other in known), default=0)

    return max((one for one in found if one.group is not None), key=in_common, default=None)


def in_words(answer: Statement) -> str:
    """Return an answer as a case has it."""
    return ENGLISH(str(answer.text))


def inserted(text: str, case: Case, group: int, name: str) -> str:
    """Return the text of a case file with a ruleset in this group, in the order of the ids."""
    names = case.expect_under[group][0]
    before = [one for one in names if one < name]
    at = len(before) if before != list(names) else len(names) - 1
    place = place_in(case, "expect_under", group, "rules", at)
    if at == len(before):
        begun, ends = text.rfind("\n", 0, place.start) + 1, text.index("\n", place.start)
        too_long = ends - begun + len(name) + 4 > WIDTH and text.startswith("  ", begun)
        return text[: place.start] + f'"{name}",' + ("\n  " if too_long else " ") + text[place.start :]
    return text[: place.end] + f', "{name}"' + text[place.end :]


def with_draft(text: str, case: Case, rules: Ruleset, found: list[Answer], others: dict[str, Ruleset]) -> str:
    """Return the text of a case file with a draft for a ruleset."""
    why = "no other answer holds"
    if len(found) == 1:
        new = " and ".join(unheard(case, rules, found[0], others))
        why = f"{found[0].words!r} holds, but was written for another value of {new}"
    elif found:
        why = f"these hold: {', '.join(repr(one.words) for one in found)}"
    if (group := most_alike(case, rules, found, others)) is not None and group.group is not None:
        above = text.rindex("[[case.expect_under]]", 0, place_in(case, "expect_under", group.group, "rules").start)
        text = inserted(text, case, group.group, rules.id)
        return f"{text[:above]}{DRAFT}{rules.id} is in this group; {why}.\n{text[above:]}"
    lines, words = text.splitlines(keepends=True), in_words(answer_to(case, rules))
    end = next((at for at in range(case.line, len(lines)) if lines[at].startswith("[[case]]")), len(lines))
    while not lines[end - 1].strip() or lines[end - 1].startswith("#"):
        end -= 1
    if words in (one.words for one in answers(case, others)):
        why += f"; another group answers {words!r}, so say what is different"
    mark = () if is_not_possible({"answer": words}) else (f"{DRAFT}{why}.",)
    written = (*mark, *own_group(case, rules, words, found))
    return "".join((*lines[:end], *(f"{line}\n" for line in written), *lines[end:]))


def place_in(case: Case, *path: str | int) -> KeySpan:
    """Return where a key or a member of a list is in the file of a case."""
    assert case.document is not None, "a case that was read from a file knows its text"
    return case.document.positions.places["case", case.number, *path]


def own_group(case: Case, rules: Ruleset, words: str, found: list[Answer]) -> Iterator[str]:
    """Yield the lines of a group for this ruleset alone: what kanrules says, with the expectations of an answer that
    holds, or else with what was played wherever it differs from `expect`.
    """
    yield "[[case.expect_under]]"
    yield f'rules = ["{rules.id}"]'
    yield f"answer = {toml(words)}"
    if found:
        yield from (f"{key} = {written}" for key, written in as_written(case, found[0].group))
        return
    played = play_case(case, rules)
    for key in dict.fromkeys(unmet.key for unmet in unmet_expectations(played, case.expect)):
        told = seen(played, key, case.expect.get(key, ()))
        yield f"# Say what holds of {key}." if told is None else f"{key} = {toml(told)}"


def as_written(case: Case, group: int | None) -> Iterator[tuple[str, str]]:
    """Yield what a group expects besides its answer, key by key, as its file has it."""
    if group is None or case.document is None:
        return
    for key in case.expect_under[group][1]:
        place = place_in(case, "expect_under", group, key)
        if key != "answer":
            yield key, case.document.text[place.start : place.end]


def seen(played: PlayedCase, key: str, wanted: Any) -> Any:
    """Return what a play shows of a key of `expect`, as far as a draft can say it; None for the others."""
    kyoku = played.kyoku
    wins = {win.seat: win for win in kyoku.outcome.wins} if kyoku.outcome is not None else {}
    match key:
        case "illegal":
            return [{"line": one.line.number, "code": one.objections[0].code} for one in played.refused]
        case "order":
            return in_order(played, wanted)
        case "never":
            return [one.text for one in wanted if not any(matches(event, one) for event in kyoku.events)]
        case "result":
            return "ongoing" if kyoku.outcome is None else kyoku.outcome.type.value
        case "yaku":
            has = {seat: {**win.value.yaku, **win.value.yakuman} for seat, win in wins.items()}
            return {str(seat): [one for one in wanted[seat] if one in has[seat]] for seat in wanted if seat in has}
        case "han" | "fu" | "ura":
            return {str(seat): getattr(win.value, key) for seat, win in wins.items()}
        case "dora":
            return {str(seat): win.value.dora + win.value.red + win.value.kita for seat, win in wins.items()}
        case "payments":
            return {str(seat): points for seat, points in played.changes.items() if points}
        case "liable":
            return {name: [str(seat) for seat in sorted(seats)] for name, seats in liable(kyoku).items()}
        case "penalty":
            return {str(seat): one.type.value for seat, one in kyoku.penalties if not one.steps}
        case "furiten":
            before = played.settled_from if played.settled_from is not None else kyoku
            return [str(seat) for seat in kyoku.setup.seats if before.is_furiten(seat)]
        case "code":
            return [one for one in wanted if one in codes(played)]
        case "indicators":
            return len(kyoku.indicators)
        case "sticks":
            return kyoku.sticks
    return None


def in_order(played: PlayedCase, wanted: tuple[Pattern, ...]) -> list[str]:
    """Return the events that another answer names, in the order of this play."""
    waiting, order = list(wanted), []
    for event in played.kyoku.events:
        words = event_text(event)
        for one in waiting:
            if one.word in words.split() and (one.seat is None or str(one.seat) in words.split()):
                order.append(one.text if one.tile is None else words)
                waiting.remove(one)
                break
    return order


def toml(value: Any) -> str:
    """Return a value as it is written in a case."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {toml(one)}" for key, one in value.items()) + " }" if value else "{}"
    if isinstance(value, list):
        return f"[{', '.join(map(toml, value))}]"
    return json.dumps(value, ensure_ascii=False)


def told(case: Case, rules: Ruleset, named: Answer) -> Iterator[str]:
    """Yield the lines about a case whose author put the ruleset into a group that does not hold."""
    yield f"{case.file}:{case.line}: {case.id}: {named.words!r} does not hold"
    for unmet in unmet_expectations(play_case(case, rules), named.expect):
        yield f"  {ENGLISH(unmet.text)}"


def place(path: Path, rules: Ruleset, others: dict[str, Ruleset]) -> tuple[int, int, int]:
    """Place a ruleset in one file of cases. Return how many cases were placed, were drafted, and do not hold."""
    placed = drafted = wrong = 0
    # From the end, so that the places before it stay where they are.
    text = before = path.read_bytes().decode("utf-8")
    for case in reversed(read_cases(path)):
        if not case.is_for(rules.table.players):
            continue
        found = holding(case, rules, others)
        named = next((one for one in answers(case, others) if one.group is not None and rules.id in one.rules), None)
        if named is not None:
            if named not in found:
                print("\n".join(told(case, rules, named)))
                wrong += 1
        elif (own := its_own(case, rules, found, others)) is None:
            before_it, text = text, with_draft(text, case, rules, found, others)
            marked = text.count(DRAFT) - before_it.count(DRAFT)
            drafted, placed = drafted + marked, placed + 1 - marked
        elif own.group is not None:
            text = inserted(text, case, own.group, rules.id)
            placed += 1
    if text != before:
        # Whole or not at all: a test may be reading it.
        written = path.with_suffix(".new")
        written.write_bytes(text.encode("utf-8"))
        written.replace(path)
    return placed, drafted, wrong


def main(argv: list[str] | None = None) -> int:
    """Place a ruleset. Return 1 if something is left to its author."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("ruleset", help="the id of a ruleset in rulesets/")
    name = parser.parse_args(argv).ruleset
    if name not in bundled_ids():
        parser.error(f"rulesets/{name}.toml is not there")
    # As kanrules sees a club: a bundled ruleset would answer as the cases say.
    rules = load_ruleset(bundled().pop(name))
    others = {other: load_ruleset(other) for other in bundled_ids()}
    paths = sorted((folder() / CASEBOOK).glob("*.cases.toml"))
    placed, drafted, wrong = (
        sum(numbers) for numbers in zip(*(place(path, rules, others) for path in paths), strict=True)
    )
    print(f"{name}: {placed} placed, {drafted} drafted, {wrong} do not hold")
    if left := [f"{path}:{at}" for path in paths for at, line in enumerate(path.open(), 1) if line.startswith(DRAFT)]:
        print(f"Compare each draft with the rulebook, correct its words, and delete its mark ({DRAFT!r}):")
        print("\n".join(f"  {where}" for where in left))
    return 1 if wrong or left else 0


if __name__ == "__main__":
    sys.exit(main())
