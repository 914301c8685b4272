"""Choose the positions of the perft table, and write it: `python -m tests.pack.perft_positions`.

A row is counted again, which takes most of a minute for all, where a value of its ruleset has changed since the table
was written. A key that is new changes none of them. `--again` chooses and counts every row: after a change of the
machine or of a question.

Each is the beginning of a casebook question on the deal that the pack has for it, so every chapter is there, under
rulesets that answer differently. The numbers are those of `kanrules.perft`; `tests/differential/test_perft.py` compares
them with other engines.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

from kanrules import Ruleset, load_ruleset
from kanrules.cases.case import Case, read_cases
from kanrules.cases.run import play_case
from kanrules.desk.case_index import chapters
from kanrules.errors import KanrulesError, UnreadableError
from kanrules.exchange.fields import same
from kanrules.exchange.programs import program
from kanrules.exchange.send import send
from kanrules.kyoku.machine import KyokuMachine
from kanrules.law.setup import setup_of
from kanrules.pack.kit.table import REACH, TILES, Act
from kanrules.pack.kit.tree import ply_text
from kanrules.pack.machine import act_of
from kanrules.pack.perft_table import TABLE, hand_at
from kanrules.pack.questions import APART, rules_of
from kanrules.pack.reach import NoDeal, Reached, reach
from kanrules.pieces.actions import Discard, Draw, Pass
from kanrules.play.perft import Ply, perft
from kanrules.ruleset.keys import file_value, keys
from kanrules.table.state import Phase

RULES = ("tenhou", "mahjong-soul", "m-league", "ema-2016", "wrc-2025", "ema-2025")
RULES_OF_THREE = ("tenhou-3p", "mahjong-soul-3p", "sega-mj-3p")
EXPANDED = 2500
"""The most positions that the deepest number of a row may expand: the whole table then takes seconds."""
DEEPEST = 6


def positions(before: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Rows of every chapter under every ruleset, each from a question of its own as far as there are enough. Those of a
    table before are taken over where their ruleset still has the values that they were counted with.
    """
    for _, path in chapters():
        chapter = path.name.partition(".")[0]
        names = RULES_OF_THREE if chapter == "three-players" else RULES
        questions = {case.id: case for case in read_cases(path)}
        known = [
            row
            if is_as_before(before["rules"].get(row["rules"]), rules_of(load_ruleset(row["rules"])))
            else position(chapter, questions[row["question"]], load_ruleset(row["rules"]))
            for row in before["positions"]
            if row["chapter"] == chapter and row["question"] in questions
        ]
        if known and all(known):
            yield from filter(None, known)
            continue
        cases = [case for case in read_cases(path) if not case.options]
        three = chapter == "three-players"
        books = [load_ruleset(name) for name in names]
        taken: set[str] = set()
        for number, rules in enumerate(books):
            found = (row for case in cases if case.id not in taken if (row := position(chapter, case, rules)))
            for row in islice(found, 4 if three else 2 - (number > 2)):
                taken.add(row["question"])
                yield row


def is_as_before(counted: dict[str, Any] | None, now: dict[str, Any]) -> bool:
    """Tell whether a ruleset has every value that it was counted with."""
    return counted is not None and all(key in now and now[key] == value for key, value in counted.items())


def position(chapter: str, case: Case, rules: Ruleset) -> dict[str, Any] | None:
    """The row of a question under a ruleset; None if no deal leads there or the tree is too wide."""
    fouls = [at for at, line in enumerate(case.lines) if line.against_law or line.found]
    if fouls:
        case = replace(case, lines=case.lines[: fouls[0]])
    try:
        reached = reach(case, play_case(case, rules))
    except (NoDeal, KanrulesError):
        return None
    start = reached.kyokus[reached.start]
    row: dict[str, Any] = {
        "id": f"{case.id}-{rules.id}",
        "chapter": chapter,
        "question": case.id,
        "rules": rules.id,
        "bakaze": "ESWN"[start.round_wind],
        "honba": start.honba,
        "kyotaku": reached.sticks,
        "scores": list(reached.scores),
        "replacements": setup_of(rules.options).replacements,
        "wall": " ".join(TILES[tile] for tile in reached.wall),
        "acts": list(_acts(reached)),
        "asked": "claim" if _is_claim(start) else "turn",
    }
    leaves = _leaves(row, rules)
    if len(leaves) < 2:
        return None
    row["settings"], row["cannot_express"] = {}, {}
    for engine, settings, plays in _engines(rules):
        why = why_not(row, rules, leaves, plays)
        row["settings"][engine] = None if why else settings
        if why:
            row["cannot_express"][engine] = why
    return {**row, "leaves": leaves, "divided": _divided(row, rules, len(leaves))}


def _divided(row: dict[str, Any], rules: Ruleset, deepest: int) -> dict[str, list[int]]:
    """The leaves behind each first ply, at each depth from 2 on, in the words of the pack."""
    found: dict[str, list[int]] = {}
    for depth in range(2, deepest + 1):
        for ply, leaves in perft(hand_at(row, rules), depth).divided:
            found.setdefault(ply_text(tuple(_moves(ply))), []).append(leaves)
    return dict(sorted(found.items()))


def _moves(ply: Ply) -> Iterator[dict[int, Act]]:
    """A ply as the answers that it takes: a riichi takes two."""
    acts = {int(action.seat): action for action in ply if action.seat is not None}
    if any(isinstance(action, Discard) and action.riichi for action in acts.values()):
        yield dict.fromkeys(acts, (REACH,))
    yield {player: act_of(action) for player, action in acts.items()}


def why_not(row: dict[str, Any], rules: Ruleset, leaves: list[int], plays: dict[str, Any]) -> str:
    """Why an engine that plays these values counts otherwise, by our own machine; "" if it counts the same."""
    if "5pr" not in row["wall"].split():
        return "it is always played with red fives"
    if _leaves(row, rules.with_options(plays, set_by="engine"), len(leaves)) == leaves:
        return ""
    alone = [
        key
        for key, value in plays.items()
        if not same(value, file_value(rules[key]))
        and _leaves(row, rules.with_options({key: value}, set_by="engine"), len(leaves)) != leaves
    ]
    return f"it plays {', '.join(f'{key} = {json.dumps(plays[key])}' for key in alone) or 'several keys otherwise'}"


def _is_claim(kyoku: KyokuMachine) -> bool:
    return kyoku.phase in (Phase.CLAIM, Phase.ROB, Phase.RON) and any(
        not isinstance(one, (Draw, Pass)) for one in kyoku.legal_actions()
    )


def _leaves(row: dict[str, Any], rules: Ruleset, depth: int = 0) -> list[int]:
    """The leaves by depth: to this depth, or as deep as a row goes. Empty if the rules do not lead there."""
    try:
        start = hand_at(row, rules)
    except UnreadableError:
        return []
    leaves: list[int] = []
    for each in range(1, (depth or DEEPEST) + 1):
        counted = perft(start, each)
        if not depth and counted.expanded > EXPANDED:
            break
        leaves.append(counted.leaves)
        if not depth and each > 1 and counted.ended == counted.leaves:
            break
    return leaves


def _engines(rules: Ruleset) -> Iterator[tuple[str, dict[str, Any], dict[str, Any]]]:
    """The engine of the pack with its settings for a ruleset, and the values that it is known to play under them."""
    sent = send(program("riichienv"), rules)
    known = {key: value for key, value in sent.plays.items() if key in keys() and of_play(key)}
    yield "riichienv", dict(sent.settings), known


def of_play(key: str) -> bool:
    """Whether a key is about how a hand is played."""
    return key.partition(".")[0] not in APART | {"procedure", "foul", "table"}


def _acts(reached: Reached) -> Iterator[list[Any]]:
    for action in reached.actions[: reached.start]:
        assert action.seat is not None and not isinstance(action, Draw)
        if isinstance(action, Discard) and action.riichi:
            yield [int(action.seat), REACH]
        yield [int(action.seat), *act_of(action)]


def main() -> None:
    """Write the table."""
    nothing = {"rules": {}, "positions": []}
    found = list(positions(nothing if "--again" in sys.argv else json.loads(TABLE.read_text(encoding="utf-8"))))
    books = {row["rules"]: load_ruleset(row["rules"]) for row in found}
    rules = {name: rules_of(book) for name, book in books.items()}
    lines = [json.dumps(row, ensure_ascii=False, separators=(",", ":")) for row in found]
    laws = [
        f"{json.dumps(name)}:{json.dumps(said, ensure_ascii=False, separators=(',', ':'))}"
        for name, said in rules.items()
    ]
    text = '{"schema":1,"licence":"CC0-1.0",\n"rules":{\n%s},\n"positions":[\n%s]}\n'
    TABLE.write_text(text % (",\n".join(laws), ",\n".join(lines)), encoding="utf-8", newline="\n")
    print(f"{len(found)} positions, {sum(len(row['leaves']) for row in found)} numbers")


if __name__ == "__main__":
    main()
