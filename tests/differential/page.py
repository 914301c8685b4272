"""How other engines answer the questions of the pack.

python -m tests.differential.page               # writes the table of docs/engines.md anew, from engines.json
python -m tests.differential.page --play        # first plays the engines that are installed, and keeps the verdicts
python -m tests.differential.page --long FILE   # writes every difference with its clauses, and every question
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from kanrules.desk.case_index import TITLES, cases_by_id
from kanrules.pack.kit import judge
from kanrules.pack.kit.table import NotInstalled
from kanrules.pack.questions import counted, questions
from kanrules.pack.write_pack import questions_left_out
from kanrules.ruleset import bundled_ids, load_ruleset
from tests.differential.engines import ENGINES, known

HERE = Path(__file__).parent
KEPT = HERE / "engines.json"
PAGE = HERE.parents[1] / "docs" / "engines.md"
BEGIN, END = "<!-- results: python -m tests.differential.page -->\n", "<!-- end of the results -->\n"
NAMES = {name: one.name for name, one in known().items()}
MARKS = {
    judge.AGREES: "agrees",
    judge.DIFFERS: "**differs**",
    judge.CANNOT_EXPRESS: "–",
    judge.CANNOT_REACH: "not reached",
}


def played(last: Mapping[str, Any]) -> dict[str, Any]:
    """The verdicts of every engine that is here on the cases of a pack, without the deals; of one that is not, as they
    were."""
    rulesets = [one for one in map(load_ruleset, bundled_ids()) if not one.partial]
    found_questions = list(questions(rulesets, os.cpu_count() or 1, known))
    cases = sorted((case for one in found_questions for case in one.cases), key=lambda case: str(case["id"]))
    apart = questions_left_out(found_questions)
    engines: dict[str, Any] = {}
    for name, (adapter, _) in ENGINES.items():
        try:
            engine = adapter()
        except NotInstalled as missing:
            print(f"{name} is not installed: {missing}", file=sys.stderr)
            if name in last.get("engines", {}):
                engines[name] = last["engines"][name]
            continue
        found = list(judge.run(engine, cases))
        engine.close()
        engines[name] = {
            "version": engine.version,
            "verdicts": {one.case["id"]: one.verdict for one in found},
            "why": {
                one.case["id"]: list(one.why) for one in found if one.verdict in (judge.DIFFERS, judge.CANNOT_REACH)
            },
            "clauses": {
                one.case["id"]: [judge.cited(one.case, clause) for clause in one.clauses]
                for one in found
                if one.verdict == judge.DIFFERS
            },
            "questions": _by_verdict(one for one in found if len(one.case["table"]["scores"]) == 4),
            "questions_of_three": _by_verdict(one for one in found if len(one.case["table"]["scores"]) == 3),
        }
    kept = ("id", "question_id", "question", "chapter", "answer", "rulesets")
    return {
        "rulesets": len(rulesets),
        "counts": {**counted(found_questions), "cases": len(cases)},
        "position_only": apart["position_only"],
        "not_mjai": apart["not_mjai"],
        "cases": [{key: case[key] for key in kept} for case in cases],
        "engines": engines,
    }


def _by_verdict(found: Iterable[judge.Verdict]) -> dict[str, int]:
    return dict(Counter(judge.by_question(found).values()))


def results(run: Mapping[str, Any]) -> str:
    """The two tables of a run."""
    return (
        "\n".join(
            [
                *_table(run, "With four players:", "questions"),
                "",
                *_table(run, "With three players:", "questions_of_three"),
            ]
        )
        + "\n"
    )


def long_form(run: Mapping[str, Any]) -> str:
    """Everything about a run: the tables, every difference with its clauses, and every question."""
    cases = run["cases"]
    lines = ["# Other engines, question by question", "", results(run), *_differences(run, cases), ""]
    return "\n".join([*lines, *_questions(run, cases), "", *_apart(run)]) + "\n"


def _table(run: Mapping[str, Any], title: str, counted: str) -> list[str]:
    lines = [
        title,
        "",
        "| engine | version | agrees | differs | cannot express | cannot reach |",
        "|---|---|---:|---:|---:|---:|",
    ]
    for name, one in run["engines"].items():
        cells = (str(one[counted].get(verdict, 0)) for verdict in judge.VERDICTS)
        lines.append(f"| {NAMES[name]} | {one['version']} | {' | '.join(cells)} |")
    return lines


def _differences(run: Mapping[str, Any], cases: Iterable[Mapping[str, Any]]) -> list[str]:
    lines = ["## Differences", "", "For each engine: what it does, then the sources of the ruleset."]
    for name, one in run["engines"].items():
        differing = [case for case in cases if one["verdicts"].get(case["id"]) == judge.DIFFERS]
        lines += ["", f"### {NAMES[name]} {one['version']}", ""]
        if not differing:
            lines.append("None.")
        for case in differing:
            lines.append(f"* **{case['question']}** (`{case['id']}`; {_books(case, 1)}: {case['answer']})")
            lines += [f"  * {why}" for why in one["why"][case["id"]]]
            lines += [f"  * ruleset: `{key}`{source}" for key, source in _cited(one["clauses"][case["id"]])]
    return lines


def _books(case: Mapping[str, Any], shown: int) -> str:
    """The rulesets of a case, or that no ruleset has the rule that it supposes."""
    books = case["rulesets"]
    if not books:
        return "no ruleset"
    return ", ".join(books[:shown]) + (f" and {len(books) - shown} more" if len(books) > shown else "")


def _cited(clauses: Iterable[str]) -> Iterator[tuple[str, str]]:
    for clause in clauses:
        key, _, source = clause.partition(": ")
        yield key, f": {source}"


def _questions(run: Mapping[str, Any], cases: Iterable[Mapping[str, Any]]) -> list[str]:
    lines = ["## Every question", ""]
    heads = [NAMES[name] for name in run["engines"]]
    chapter = ""
    last = ""
    order = list(cases_by_id())
    for case in sorted(cases, key=lambda case: order.index(case["question_id"])):
        if case["chapter"] != chapter:
            chapter = case["chapter"]
            lines += ["", f"### {TITLES[chapter]}", "", f"| question | rulesets | {' | '.join(heads)} |"]
            lines.append(f"|---|---|{'---|' * len(heads)}")
        question = case["question"] if case["question_id"] != last else "″"
        last = case["question_id"]
        verdicts = (MARKS.get(one["verdicts"].get(case["id"], ""), "?") for one in run["engines"].values())
        answer = case["answer"].replace("|", "/")
        lines.append(f"| {question} | {answer} ({_books(case, 3)}) | {' | '.join(verdicts)} |")
    return [line for at, line in enumerate(lines) if line or lines[at - 1]]


def _apart(run: Mapping[str, Any]) -> list[str]:
    lines = ["## Not asked", "", "No deal was found for these positions:", ""]
    lines += [f"* `{one['id']}` {one['question']} ({one['why']})" for one in run["position_only"]]
    lines += ["", "mjai cannot express these questions, because it has no event for a foul:", ""]
    lines += [f"* `{one['id']}` {one['question']}" for one in run["not_mjai"]]
    return lines


def with_results(text: str, run: Mapping[str, Any]) -> str:
    """The page with the tables of this run."""
    before, _, rest = text.partition(BEGIN)
    return before + BEGIN + results(run) + END + rest.partition(END)[2]


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--play", action="store_true")
    parser.add_argument("--long", type=Path, metavar="FILE")
    wanted = parser.parse_args()
    kept = json.loads(KEPT.read_text(encoding="utf-8"))
    if wanted.play:
        kept = played(kept)
        KEPT.write_text(json.dumps(kept, ensure_ascii=False, indent=0) + "\n", encoding="utf-8", newline="\n")
    if wanted.long:
        wanted.long.write_text(long_form(kept), encoding="utf-8", newline="\n")
        return
    PAGE.write_text(with_results(PAGE.read_text(encoding="utf-8"), kept), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
