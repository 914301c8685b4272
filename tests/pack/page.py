"""docs/engines.md: how other engines rule on each question, beside our books.

kanrules pack --out pack
python -m tests.pack.page pack    # plays the pack on every engine that is installed; writes engines.json and the page
python -m tests.pack.page         # the page again, from tests/pack/engines.json
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from kanrules.desk.casebook import TITLES, cases_by_id
from kanrules.pack.kit import judge
from kanrules.pack.kit.table import NotInstalled

HERE = Path(__file__).parent
KEPT = HERE / "engines.json"
PAGE = HERE.parents[1] / "docs" / "engines.md"
ENGINES = ("riichienv", "majiang", "jansou", "pymahjong")
NAMES = {"riichienv": "RiichiEnv", "majiang": "majiang-core", "jansou": "jansou", "pymahjong": "pymahjong"}
MARKS = {
    judge.AGREES: "agrees",
    judge.DIFFERS: "**differs**",
    judge.CANNOT_EXPRESS: "–",
    judge.CANNOT_REACH: "not reached",
}


def played(pack: Path, last: Mapping[str, Any]) -> dict[str, Any]:
    """The verdicts of every engine that is here on the cases of a pack, without the deals; of one that is not, as they
    were."""
    cases = judge.load(pack)
    manifest = json.loads((pack / "pack.json").read_text(encoding="utf-8"))
    engines: dict[str, Any] = {}
    for name in ENGINES:
        try:
            engine = judge.engine_of(name)
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
        "rulesets": len(manifest["rulesets"]),
        "counts": manifest["counts"],
        "position_only": manifest["position_only"],
        "not_mjai": manifest["not_mjai"],
        "cases": [{key: case[key] for key in kept} for case in cases],
        "engines": engines,
    }


def _by_verdict(found: Iterable[judge.Verdict]) -> dict[str, int]:
    return dict(Counter(judge.by_question(found).values()))


def page(run: Mapping[str, Any]) -> str:
    """The page of one run."""
    counts, cases = run["counts"], run["cases"]
    lines = [
        "# Comparison with other engines",
        "",
        "This page shows how other engines answer the questions of the casebook, compared with the published",
        "rulesets. `kanrules pack` writes the questions as complete deals, and the engine plays them. The engine gets",
        "the settings that are nearest to a ruleset. If it has no setting for a rule that matters, the question is",
        "not asked (–), unless the engine names the ruleset itself and the question is about that rule.",
        "",
        "A difference is a question and not necessarily a fault. Each one is listed below with the source of the",
        "ruleset. If no source was found, the engine may be right.",
        "",
        f"Of {counts['questions']} questions, {counts['asked']} are asked in {counts['cases']} cases, one for each",
        f"way in which {run['rulesets']} rulesets answer. No deal reaches the positions of",
        f"{len(run['position_only'])} questions, and mjai cannot express {len(run['not_mjai'])}. The tables count",
        "questions: an engine differs if it differs in any case, and agrees if it agrees in one case and differs in",
        "none.",
        "",
        "With four players:",
        "",
        *_table(run, "questions"),
        "",
        "With three players. What each engine always plays, and how it builds its wall, comes from its code and from a",
        "comparison of many hands.",
        "",
        *_table(run, "questions_of_three"),
    ]
    lines += ["", *_differences(run, cases), "", *_questions(run, cases), "", *_apart(run)]
    return "\n".join(lines) + "\n"


def _table(run: Mapping[str, Any], counted: str) -> list[str]:
    lines = ["| engine | version | agrees | differs | cannot express | cannot reach |", "|---|---|---:|---:|---:|---:|"]
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


def main() -> None:
    """The command."""
    kept = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
    if len(sys.argv) > 1:
        kept = played(Path(sys.argv[1]), kept)
        KEPT.write_text(json.dumps(kept, ensure_ascii=False, indent=0) + "\n", encoding="utf-8", newline="\n")
    PAGE.write_text(page(kept), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
