"""Run the cases of a conformance pack against an engine.

    python run.py riichienv                      # all cases; --only indicators-004, --chapter liability, --nearest
    python run.py mine.py:Engine --json out.json # an engine of your own: a class with the methods of Engine in
                                                 # engines/table.py

A case is a deal and the actions that follow it. There are four verdicts:

* agrees: the engine offers the same actions at the moment of the question, shows the same dora indicators at every
  decision, and ends the hand with the same result, to the point;
* differs: something is not the same, and the first lines say what;
* cannot express: the engine has no setting for the rule that the question is about (`--nearest` plays it anyway);
* cannot reach: the engine refuses the deal, or a step on the way to the question.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .table import DISCARD, HORA, LAID, Act, CannotExpress, Deal, Engine, Menus, NotInstalled, from_mjai

AGREES, DIFFERS, CANNOT_EXPRESS, CANNOT_REACH = "agrees", "differs", "cannot express", "cannot reach"
VERDICTS = (AGREES, DIFFERS, CANNOT_EXPRESS, CANNOT_REACH)
WINDS = "ESWN"


@dataclass(frozen=True)
class Verdict:
    """The result of one case: the verdict, and what differs or why it cannot be played."""

    case: Mapping[str, Any]
    verdict: str
    why: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the verdict as JSON-ready data."""
        return {
            "id": self.case["id"],
            "question": self.case["question"],
            "verdict": self.verdict,
            "why": list(self.why),
        }


class _Differs(Exception):
    pass


class _Unreached(Exception):
    pass


def judge(engine: Engine, case: Mapping[str, Any], *, nearest: bool = False) -> Verdict:
    """Play a case on an engine and compare the result."""
    settings = case["settings"].get(engine.name)
    cannot = case["cannot_express"].get(engine.name)
    if cannot and not nearest:
        return Verdict(case, CANNOT_EXPRESS, tuple(f"{key}: {text}" for key, text in cannot["why"].items()))
    try:
        if settings is None:
            settings = cannot["nearest"] if cannot else settings_of(engine, case)
        engine.deal(deal_of(case), settings)
        found = _Run(engine, case).play()
    except CannotExpress as error:
        return Verdict(case, CANNOT_EXPRESS, (str(error),))
    except _Unreached as error:
        return Verdict(case, CANNOT_REACH, (str(error),))
    except _Differs as error:
        return Verdict(case, DIFFERS, (str(error),))
    except (Exception, SystemExit) as error:  # an engine may fail in any way, which is its answer
        said = "".join(f": {line}" for line in str(error).splitlines()[:1])
        return Verdict(case, CANNOT_REACH, (f"it fails: {type(error).__name__}{said}",))
    return Verdict(case, DIFFERS if found else AGREES, tuple(found))


def settings_of(engine: Engine, case: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the settings of an engine that the pack does not know, for the rules of a case.

    The engine chooses them with a method `settings(rules)`, or names what it always plays in `plays`, by key. Without
    either, it is asked every question. Raises CannotExpress if it plays another value of a key that decides the case.
    """
    rules = case["rules"]
    plays: Mapping[str, Any] = getattr(engine, "plays", {})
    for key in case["decides"]:
        if key in plays and plays[key] != rules[key]:
            raise CannotExpress(f"{key}: it plays {json.dumps(plays[key])}, not {json.dumps(rules[key])}")
    choose: Callable[[Mapping[str, Any]], Mapping[str, Any]] | None = getattr(engine, "settings", None)
    return {} if choose is None else choose(rules)


def deal_of(case: Mapping[str, Any]) -> Deal:
    """Return the deal of a case."""
    table = case["table"]
    first, end = case["places"]["rinshan"]
    wind = WINDS.index(table["bakaze"])
    return Deal(case["wall"], wind, table["honba"], table["kyotaku"], tuple(table["scores"]), end - first)


def is_turn(menus: Menus) -> bool:
    """Return True if a player is asked on its own turn, and not about a claim."""
    return any(act[0] == DISCARD for menu in menus.values() for act in menu)


class _Run:
    def __init__(self, engine: Engine, case: Mapping[str, Any]) -> None:
        self.engine, self.case, self.expect = engine, case, case["expect"]
        self.acts: list[tuple[int, Act]] = [(said["actor"], from_mjai(said)) for said in case["actions"]]
        self.start, self.question = case["starts_at"], case["question_at"]
        self.found: list[str] = []
        self.asked = False

    def play(self) -> list[str]:
        at = 0
        while at < len(self.acts):
            self._question(at)
            at = self._act(at)
        self._question(at)
        self._to_the_end()
        return self.found

    def _stop(self, at: int, why: str) -> None:
        if at < self.start:
            raise _Unreached(why)
        self.found.append(why)
        raise _Differs("; ".join(self.found))

    def _question(self, at: int) -> None:
        """Compare what the player may do, if this is the moment of the question."""
        if at != self.question or self.asked:
            return
        self.asked = True
        seat = self.case["seat"]
        wanted = {from_mjai(said) for said in self.expect["legal"]}
        menus = self.engine.menus()
        if self.case["asked"] == "claim":
            has = set() if is_turn(menus) else set(menus.get(seat, ()))
        else:
            while menus and not is_turn(menus):
                self.engine.answer({})
                menus = self.engine.menus()
            has = set(menus.get(seat, ()))
        for text, acts in (("does not offer", wanted - has), ("offers", has - wanted)):
            if acts:
                self.found.append(f"player {seat} before action {at}: it {text} {_said(acts)}")

    def _act(self, at: int) -> int:
        """Play the next action, or every win on one tile. Return the index of the next one."""
        engine = self.engine
        player, act = self.acts[at]
        for _ in range(3):
            menus = engine.menus()
            if not menus:
                self._stop(at, f"the hand is over before player {player} can {' '.join(act)}")
            if is_turn(menus) or act in menus.get(player, ()):
                break
            # Claims that no player makes here are passed.
            engine.answer({})
        if is_turn(menus):
            if act not in menus.get(player, ()):
                self._stop(at, f"player {player} may not {' '.join(act)} (action {at})")
            said = {player: act}
        else:
            said = {}
            for other, one in self.acts[at:]:
                if other in said or (one != act and HORA not in (one[0], act[0])) or one not in menus.get(other, ()):
                    break
                said[other] = one
                if one[0] != HORA:
                    break
            if not said:
                self._stop(at, f"player {player} may not {' '.join(act)} (action {at})")
        self._shown(at, str(at))
        engine.answer(said)
        return at + len(said)

    def _shown(self, at: int, key: str) -> None:
        wanted = self.expect["shown"].get(key)
        if wanted is None:
            return
        now = len(self.engine.indicators())
        if now != wanted:
            when = "at the end" if key == "end" else f"when player {self.acts[at][0]} says {' '.join(self.acts[at][1])}"
            lie = "dora indicator is" if now == 1 else "dora indicators are"
            self.found.append(f"{now} {lie} face up {when}, not {wanted}")

    def _to_the_end(self) -> None:
        engine, expect = self.engine, self.expect
        over = expect["result"] != "ongoing"
        while engine.result() is None and not is_turn(engine.menus()):
            engine.answer({})
        result = engine.result()
        self._shown(len(self.acts), "end")
        self.found += _in_order(expect["events"], engine.events())
        if over and result is None:
            self.found.append(f"the hand goes on; it ends ({expect['result']})")
        elif not over and result is not None:
            self.found.append(f"the hand ends ({result.name or 'no result given'}); it goes on")
        elif over and result is not None:
            winners = sorted({win["actor"] for win in result.wins})
            if winners != sorted(expect["winners"]):
                self.found.append(f"the winners are {winners or 'no one'}, not {expect['winners'] or 'no one'}")
            if list(result.deltas) != expect["deltas"]:
                self.found.append(f"it pays {list(result.deltas)}, not {expect['deltas']}")
            if result.sticks != expect["sticks"]["on_table"]:
                stay = "stick stays" if result.sticks == 1 else "sticks stay"
                self.found.append(f"{result.sticks} {stay} on the table, not {expect['sticks']['on_table']}")


def _said(acts: Iterable[Act]) -> str:
    return ", ".join(" ".join(act) for act in sorted(acts))


def _in_order(wanted: Sequence[Mapping[str, Any]], log: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the dora indicators that are not turned between the events where they belong."""
    places = []
    laid = 0
    for event in log:
        if event["type"] == "dora":
            places.append(laid)
        laid += event["type"] in LAID
    for event in wanted:
        if event["type"] != "dora" or event["number"] > len(places):
            continue
        lowest, highest = event["place"]
        place = places[event["number"] - 1]
        if not lowest <= place <= highest:
            word = "before" if place > highest else "after"
            yield f"the indicator {event['dora_marker']} is not turned {word} {_told(event[word])}"


def _told(event: Mapping[str, Any] | None) -> str:
    if event is None:
        return "anything else"
    return " ".join(str(event[key]) for key in ("type", "actor", "pai") if key in event)


def load(pack: Path) -> list[dict[str, Any]]:
    """Return the cases of a pack, in order."""
    return [json.loads(path.read_text(encoding="utf-8")) for path in sorted((pack / "cases").glob("*.json"))]


def engine_of(name: str) -> Engine:
    """Return an engine by its name, or from `file.py:Class`. Raises NotInstalled, which says how to install it."""
    file, _, cls = name.partition(":")
    if cls:
        spec = importlib.util.spec_from_file_location("engine_of_yours", file)
        if spec is None or spec.loader is None or not Path(file).exists():
            raise NotInstalled(f"no such file: {file}")
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        made: Engine = getattr(module, cls)()
        return made
    known = engines()
    if name not in known:
        raise NotInstalled(f"unknown engine {name}; expected one of {', '.join(known)}, or file.py:Class")
    return known[name]()


def engines() -> dict[str, Callable[[], Engine]]:
    """Return the engines that this pack has adapters for."""
    from .jansou import Jansou
    from .majiang import Majiang
    from .ours import Kanrules
    from .pymahjong import PyMahjong
    from .riichienv import RiichiEnv

    return {
        "riichienv": RiichiEnv,
        "majiang": Majiang,
        "jansou": Jansou,
        "pymahjong": PyMahjong,
        "kanrules": Kanrules,
    }


def run(engine: Engine, cases: Iterable[Mapping[str, Any]], *, nearest: bool = False) -> Iterator[Verdict]:
    """Yield the verdict on each case."""
    for case in cases:
        yield judge(engine, case, nearest=nearest)


def by_question(found: Iterable[Verdict]) -> dict[str, str]:
    """Return one verdict for each question: "differs" if any of its cases differs, or else "agrees" if any agrees, or
    else another one.
    """
    order = (DIFFERS, AGREES, CANNOT_REACH, CANNOT_EXPRESS)
    best: dict[str, str] = {}
    for one in found:
        question = one.case["question_id"]
        said = best.get(question)
        if said is None or order.index(one.verdict) < order.index(said):
            best[question] = one.verdict
    return best


def main(arguments: Sequence[str] | None = None, pack: Path | None = None) -> int:
    """Run the command. Return 0 if nothing differs, 1 if something does, 2 for wrong use."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine", help="riichienv, majiang, jansou, pymahjong, kanrules, or file.py:Class")
    parser.add_argument("--only", help="the id of a case, or its first characters")
    parser.add_argument(
        "--chapter", help="indicators, robbery, four-and-five-kans, liability, in-riichi, wall, fouls, three-players"
    )
    parser.add_argument(
        "--nearest", action="store_true", help="include what it cannot express, with its nearest settings"
    )
    parser.add_argument("--json", type=Path, help="write all verdicts to this file")
    parser.add_argument("--pack", type=Path, default=pack or Path(), help="the folder of the pack")
    wanted = parser.parse_args(arguments)
    cases = [
        case
        for case in load(wanted.pack)
        if (not wanted.only or case["id"].startswith(wanted.only))
        and (not wanted.chapter or case["chapter"] == wanted.chapter)
    ]
    if not cases:
        print("no such case", file=sys.stderr)
        return 2
    try:
        engine = engine_of(wanted.engine)
    except NotInstalled as error:
        print(f"{wanted.engine} is not installed: {error}", file=sys.stderr)
        return 2
    found = []
    for one in run(engine, cases, nearest=wanted.nearest):
        found.append(one)
        if one.verdict == DIFFERS or wanted.only:
            print(f"{one.verdict}: {one.case['id']}: {one.case['question']}")
            for why in one.why:
                print(f"    {why}")
            for clause in one.case["clauses"]:
                source = clause["source"]
                cited = "no source found"
                if source:
                    cited = f"{source['document']} {source['clause']}".strip() + f" ({source['grade']})"
                print(f"    {clause['key']} = {json.dumps(clause['value'])}: {cited}")
    engine.close()
    total = Counter(one.verdict for one in found)
    questions = Counter(by_question(found).values())
    print(f"\n{engine.name} {engine.version}")
    print(f"  questions: {_counts(questions)}")
    print(f"  cases:     {_counts(total)}")
    if wanted.json:
        said = {
            "engine": engine.name,
            "version": engine.version,
            "questions": dict(questions),
            "cases": [one.to_json() for one in found],
        }
        wanted.json.write_text(json.dumps(said, ensure_ascii=False, indent=1), encoding="utf-8", newline="\n")
    return 1 if total[DIFFERS] else 0


def _counts(found: Mapping[str, int]) -> str:
    return ", ".join(f"{found.get(verdict, 0)} {verdict}" for verdict in VERDICTS)


__all__ = ["VERDICTS", "Verdict", "by_question", "engine_of", "engines", "judge", "load", "main", "run"]


if __name__ == "__main__":
    sys.exit(main(pack=Path(__file__).resolve().parents[1]))
