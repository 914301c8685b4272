"""Run the cases of a conformance pack against an engine.

    python run.py riichienv                      # all cases
    python run.py riichienv --rules tenhou       # the cases of one ruleset
    python run.py mine.py:Mine --only four-kans  # an engine of your own: a class with the methods of Engine in
                                                 # engines/table.py, and only the cases whose id begins so

A case is a deal and the actions that follow it. There are four verdicts:

* agrees: the engine offers the same actions at the moment of the question, shows the same dora indicators at every
  decision, and ends the hand with the same result, to the point;
* differs: something is not the same, and the first lines say what;
* cannot express: the engine has no setting for the rule that the question is about (`--nearest` plays it anyway);
* cannot reach: the engine refuses the deal, or a step on the way to the question, or does not answer in time.

The exit code is 0 if nothing differs, 1 if something does, 2 for wrong use, 130 after Ctrl-C, and 141 if the output is
cut off, as by `| head`.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import partial
from pathlib import Path
from typing import Any

from .limits import Crashed, Runner, Stopped
from .table import (
    DISCARD,
    HORA,
    LAID,
    Act,
    CannotExpress,
    Deal,
    Engine,
    Menus,
    NotInstalled,
    Rules,
    WrongEngine,
    from_mjai,
)  # fmt: skip

AGREES, DIFFERS, CANNOT_EXPRESS, CANNOT_REACH = "agrees", "differs", "cannot express", "cannot reach"
VERDICTS = (AGREES, DIFFERS, CANNOT_EXPRESS, CANNOT_REACH)
SUPPOSED = "supposed"
"""Stands for the ruleset of a case that no ruleset answers, because the question supposes another rule."""
LIMIT = 20.0
"""Seconds that an engine has for a case by default."""
WINDS = "ESWN"
PASSES = 8
"""How often everyone may pass in a row. A rulebook never needs more than three."""
REASONS = 5
"""Number of reasons that a full run shows for the cases that cannot be played."""


@dataclass(frozen=True)
class Difference:
    """Something that is not the same: one sentence, and what it is about."""

    text: str
    about: str = ""
    """`indicator`, `payment`, or "" for anything else."""


INDICATOR, PAYMENT = "indicator", "payment"


@dataclass(frozen=True)
class Verdict:
    """The result of one case: the verdict, and what differs or why it cannot be played."""

    case: Mapping[str, Any]
    verdict: str
    why: tuple[str, ...] = ()
    about: frozenset[str] = frozenset()
    """What the differences are about; see `Difference`."""
    declared: tuple[str, ...] = ()
    """The keys that the engine says it plays otherwise, if it differs or stops on the way. They may explain it."""

    @property
    def on_the_way(self) -> bool:
        """True if only the moment of an indicator differs, and the question is not about that."""
        keys = {*self.case["decides"], *self.case["supposes"]}
        return self.about == {INDICATOR} and keys.isdisjoint(self.case["indicator_keys"])

    @property
    def clauses(self) -> tuple[Mapping[str, Any], ...]:
        """The clauses of the question, and of the indicators if they differ; only these if nothing else does."""
        keys = set() if self.on_the_way else set(self.case["decides"])
        if INDICATOR in self.about:
            keys |= set(self.case["indicator_keys"])
        return tuple(clause for clause in self.case["clauses"] if clause["key"] in keys)

    def to_json(self) -> dict[str, Any]:
        """Return the verdict as JSON-ready data."""
        return {
            "id": self.case["id"],
            "question": self.case["question"],
            "rulesets": self.case["rulesets"],
            "verdict": self.verdict,
            "on_the_way": self.on_the_way,
            "why": list(self.why),
            "declared": list(self.declared),
        }


def cited(case: Mapping[str, Any], clause: Mapping[str, Any]) -> str:
    """Return a key of a case with its value and its source, in one line."""
    source = clause["source"]
    if clause["key"] in case["supposes"]:
        where = "supposed by the question"
    elif source is None:
        where = "no source found"
    else:
        where = f"{source['document']} {source['clause']}".strip() + f" ({source['grade']})"
    return f"{clause['key']} = {json.dumps(clause['value'])}: {where}"


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
    otherwise: tuple[str, ...] = ()
    declared: tuple[str, ...] = ()
    rules = Rules(case["rules"], [*case["decides"], *case["supposes"]])
    unknown = settings is None and not cannot
    try:
        if unknown:
            settings = settings_of(engine, case, rules)
            otherwise = plays_otherwise(engine, case["rules"], case["indicator_keys"])
            declared = declared_otherwise(engine, case["rules"])
        elif settings is None:
            settings = cannot["nearest"]
        engine.deal(deal_of(case), settings)
        if unknown:
            _reads_what_is_supposed(engine, case, rules)
        found = _Run(engine, case).play()
    except CannotExpress as error:
        return Verdict(case, CANNOT_EXPRESS, (str(error),))
    except _Unreached as error:
        return Verdict(case, CANNOT_REACH, (str(error),), declared=declared)
    except (Exception, SystemExit) as error:  # an engine may fail in any way, which is its answer
        said = "".join(f": {line}" for line in str(error).splitlines()[:1])
        return Verdict(case, CANNOT_REACH, (f"it fails: {type(error).__name__}{said}",), declared=declared)
    if otherwise:
        found = [one for one in found if one.about != INDICATOR]
        if found and all(one.about == PAYMENT for one in found):
            # Another number of dora explains other payments.
            return Verdict(case, CANNOT_EXPRESS, otherwise)
    if not found:
        return Verdict(case, AGREES)
    texts = tuple(one.text for one in found)
    return Verdict(case, DIFFERS, texts, frozenset(one.about for one in found), declared)


def settings_of(engine: Engine, case: Mapping[str, Any], rules: Rules) -> Mapping[str, Any]:
    """Return the settings of an engine that the pack does not know, for the rules of a case.

    The engine chooses them with a method `settings(rules)`, or names what it always plays in `plays`, by key. Without
    either, it is asked every question about a published ruleset. Raises CannotExpress if it plays another value of a
    key that decides the case, or has no settings for what the question supposes.
    """
    choose: Callable[[Mapping[str, Any]], Mapping[str, Any]] | None = getattr(engine, "settings", None)
    other = plays_otherwise(engine, case["rules"], [*case["decides"], *case["supposes"]])
    if not other and choose is None:
        other = _not_played(engine, case, "has no such key in `plays` and no method `settings`", ())
    if other:
        raise CannotExpress("; ".join(other))
    return {} if choose is None else choose(rules)


def _reads_what_is_supposed(engine: Engine, case: Mapping[str, Any], rules: Rules) -> None:
    """Raise CannotExpress if the engine's settings depend on nothing that the question supposes."""
    other = _not_played(engine, case, "does not read it from the rules", rules.read)
    if other:
        raise CannotExpress("; ".join(other))


def _not_played(engine: Engine, case: Mapping[str, Any], why: str, read: Collection[str]) -> tuple[str, ...]:
    plays: Mapping[str, Any] = getattr(engine, "plays", {})
    return tuple(
        f"{key}: the question supposes {json.dumps(value)}, and the engine {why}"
        for key, value in case["supposes"].items()
        if key not in plays and key not in read
    )


def plays_otherwise(engine: Engine, rules: Mapping[str, Any], keys: Iterable[str]) -> tuple[str, ...]:
    """Return which of these keys the engine says it plays otherwise than these rules, in words."""
    plays: Mapping[str, Any] = getattr(engine, "plays", {})
    return tuple(
        f"{key}: it plays {_declared(plays[key])}, not {json.dumps(rules[key])}"
        for key in dict.fromkeys(keys)
        if key in plays and key in rules and not _same(plays[key], rules[key])
    )


def declared_otherwise(engine: Engine, rules: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the keys of these rules that the engine says it plays otherwise."""
    plays = getattr(engine, "plays", {})
    return tuple(key for key, value in plays.items() if key in rules and not _same(value, rules[key]))


def unasked(plays: Mapping[str, Any], cases: Iterable[Mapping[str, Any]]) -> list[str]:
    """Return the keys that an engine says it plays and that no case is about."""
    asked = {key for case in cases for name in ("decides", "supposes", "indicator_keys") for key in case[name]}
    return [key for key in plays if key not in asked]


def _declared(value: Any) -> str:
    return "something else" if value is None else json.dumps(value)


def _same(one: Any, other: Any) -> bool:
    """Return True if two values of a key are equal. The order of a list does not matter."""
    if isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)):
        return sorted(one) == sorted(other)
    return bool(one == other) and isinstance(one, bool) == isinstance(other, bool)


def wrong_plays(plays: Mapping[str, Any], keys: Mapping[str, Any]) -> list[str]:
    """Return what is wrong with the keys and values that an engine says it plays, given `keys` of `pack.json`."""
    wrong = []
    for name, value in plays.items():
        key = keys.get(name)
        if key is None:
            near = get_close_matches(name, keys, 1)
            wrong.append(f"there is no key {name}" + (f"; did you mean {near[0]}?" if near else "; pack.json has them"))
        elif value is None:
            continue  # the engine plays something that no value says
        elif "members" in key:
            if not isinstance(value, (list, tuple)) or not set(value) <= set(key["members"]):
                wrong.append(f"{name} is {_json(value)}, expected a list of {', '.join(map(_json, key['members']))}")
        elif "values" in key:
            if isinstance(value, (list, tuple, dict)) or _value(value) not in key["values"]:
                expected = ", ".join(_json(one) if isinstance(value, str) else one for one in key["values"])
                wrong.append(f"{name} is {_json(value)}, expected one of {expected}")
        elif isinstance(value, bool) or not isinstance(value, int) or not _within(value, key):
            most = "" if key["maximum"] is None else f" to {key['maximum']}"
            wrong.append(f"{name} is {_json(value)}, expected a whole number from {key['minimum']}{most}")
    return wrong


def _within(value: int, key: Mapping[str, Any]) -> bool:
    most = value if key["maximum"] is None else key["maximum"]
    return bool(key["minimum"] <= value <= most) and value % int(key["step"]) == 0


def _value(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, default=repr)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=repr)


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
        self.found: list[Difference] = []
        self.asked = False

    def play(self) -> list[Difference]:
        at = 0
        try:
            while at < len(self.acts):
                self._question(at)
                at = self._act(at)
            self._question(at)
            self._to_the_end()
        except _Differs:
            pass
        return self.found

    def _finds(self, text: str, about: str = "") -> None:
        self.found.append(Difference(text, about))

    def _stop(self, at: int, why: str) -> None:
        if at < self.start:
            raise _Unreached(why)
        self._finds(why)
        raise _Differs

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
            for _ in range(PASSES):
                if not menus or is_turn(menus):
                    break
                self.engine.answer({})
                menus = self.engine.menus()
            else:
                self._asks_again(at)
            has = set(menus.get(seat, ()))
        for text, acts in (("does not offer", wanted - has), ("offers", has - wanted)):
            if acts:
                self._finds(f"player {seat} before action {at}: the engine {text} {_said(acts)}")

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

    def _asks_again(self, at: int) -> None:
        asked = "; ".join(
            f"player {player}: {_said(acts) or 'nothing'}" for player, acts in self.engine.menus().items()
        )
        self._stop(
            at,
            f"everyone passed {PASSES} times, and the engine still asks about a claim ({asked}); "
            "the menu of a player on turn must contain a dahai",
        )

    def _shown(self, at: int, key: str) -> None:
        wanted = self.expect["shown"].get(key)
        if wanted is None:
            return
        now = len(self.engine.indicators())
        if now != wanted:
            when = "at the end" if key == "end" else f"when player {self.acts[at][0]} says {' '.join(self.acts[at][1])}"
            lie = "dora indicator is" if now == 1 else "dora indicators are"
            self._finds(f"{now} {lie} face up {when}, not {wanted}", INDICATOR)

    def _to_the_end(self) -> None:
        engine, expect = self.engine, self.expect
        over = expect["result"] != "ongoing"
        for _ in range(PASSES):
            if engine.result() is not None or is_turn(engine.menus()):
                break
            engine.answer({})
        else:
            self._asks_again(len(self.acts))
        result = engine.result()
        self._shown(len(self.acts), "end")
        for text in _in_order(expect["events"], engine.events()):
            self._finds(text, INDICATOR)
        if over and result is None:
            self._finds(f"the engine goes on; the case ends ({expect['result']})")
        elif not over and result is not None:
            self._finds(f"the engine ends the hand ({result.name or 'no result given'}); the case goes on")
        elif over and result is not None:
            winners = sorted({win["actor"] for win in result.wins})
            if winners != sorted(expect["winners"]):
                self._finds(f"the winners are {winners or 'no one'}, not {expect['winners'] or 'no one'}")
            if list(result.deltas) != expect["deltas"]:
                self._finds(f"the engine pays {list(result.deltas)}, not {expect['deltas']}", PAYMENT)
            if result.sticks != expect["sticks"]["on_table"]:
                stay = "stick stays" if result.sticks == 1 else "sticks stay"
                self._finds(f"{result.sticks} {stay} on the table, not {expect['sticks']['on_table']}")


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
    """Return an engine by its name, or from `file.py:Class`. Raises NotInstalled, which says how to install it, or
    WrongEngine.
    """
    file, _, cls = name.rpartition(":")
    if name.endswith(".py") or file.endswith(".py"):
        return _engine_in(Path(file), cls) if file.endswith(".py") else _engine_in(Path(name), "")
    known = engines()
    if name not in known:
        raise WrongEngine(f"there is no engine {name}; expected one of {', '.join(known)}, or file.py:Class")
    return known[name]()


def _engine_in(file: Path, cls: str) -> Engine:
    if not file.is_file():
        raise WrongEngine(f"there is no file {file}")
    spec = importlib.util.spec_from_file_location("engine_of_yours", file)
    assert spec is not None and spec.loader is not None, "a file that exists has a loader"
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    made = vars(module).get(cls)
    if not isinstance(made, type):
        own = [
            name
            for name, one in vars(module).items()
            if isinstance(one, type) and one.__module__ == module.__name__ and hasattr(one, "deal")
        ]
        has = f"; write {file}:{own[0]}" if own else f"; write {file}:CLASS"
        raise WrongEngine((f"{file} has no class {cls}" if cls else f"the class in {file} is not named") + has)
    engine: Engine = made()
    lacking = [name for name in NEEDED if not hasattr(engine, name)]
    if lacking:
        raise WrongEngine(f"{cls} in {file} lacks {', '.join(lacking)}")
    own = [name for name in ("plays", "settings") if hasattr(engine, name)]
    if own and engine.name in engines():
        raise WrongEngine(
            f"{cls} in {file} is named {engine.name}, so it gets the pack's settings for that engine instead of its "
            f"own {' and '.join(own)}; choose another name"
        )
    return engine


NEEDED = ("name", "version", "deal", "menus", "answer", "indicators", "events", "result", "close")
"""What an engine must have."""


def engines() -> dict[str, Callable[[], Engine]]:
    """Return the engines that this pack has adapters for."""
    from .ours import Kanrules
    from .riichienv import RiichiEnv

    return {
        "riichienv": RiichiEnv,
        "kanrules": Kanrules,
    }


def run(engine: Engine, cases: Iterable[Mapping[str, Any]], *, nearest: bool = False) -> Iterator[Verdict]:
    """Yield the verdict on each case."""
    for case in cases:
        yield judge(engine, case, nearest=nearest)


def by_question(found: Iterable[Verdict]) -> dict[str, str]:
    """Return one verdict for each question: "differs" if any of its cases differs, otherwise "agrees" if any agrees,
    otherwise one that says why none could be played.
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
    """Run the command. Return 0 if nothing differs, 1 if something does, 2 for wrong use, 130 after Ctrl-C."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine", help="riichienv, kanrules, or file.py:Class")
    parser.add_argument("--only", metavar="ID", help="the id of a case, or its first characters; prints every verdict")
    parser.add_argument(
        "--rules",
        metavar="RULESET",
        help=f"the cases that this ruleset answers; `{SUPPOSED}` for those with a rule that no ruleset has",
    )
    parser.add_argument("--chapter", help="the cases of one chapter, for example liability")
    parser.add_argument(
        "--nearest",
        action="store_true",
        help="include what an engine of the pack cannot express, with its nearest settings",
    )
    parser.add_argument("--limit", type=float, default=LIMIT, metavar="SECONDS", help=_LIMIT)
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all verdicts to this file")
    parser.add_argument("--pack", type=Path, default=pack or Path(), metavar="DIR", help="the folder of the pack")
    wanted = parser.parse_args(arguments)
    try:
        manifest = json.loads((wanted.pack / "pack.json").read_text(encoding="utf-8"))
        cases = _chosen(load(wanted.pack), wanted.only, wanted.rules, wanted.chapter)
    except OSError as error:
        print(f"{wanted.pack} is not a pack: {error.strerror or error}", file=sys.stderr)
        return 2
    except LookupError as error:
        print(error.args[0], file=sys.stderr)
        return 2
    found: list[Verdict] = []
    about = None
    stopped = False
    try:
        with Runner(partial(engine_of, wanted.engine), partial(judge, nearest=wanted.nearest), wanted.limit) as runner:
            about = runner.about
            wrong = wrong_plays(about.plays, manifest["keys"])
            if wrong:
                print("\n".join(f"{about.name}.plays: {text}" for text in wrong), file=sys.stderr)
                return 2
            idle = unasked(about.plays, load(wanted.pack)) if about.plays else []
            if idle:
                print(f"{about.name}.plays: no case asks about {', '.join(idle)}; {_IDLE}", file=sys.stderr)
            for case, one in zip(cases, runner.results(cases), strict=True):
                slow = isinstance(one, Stopped)
                found.append(Verdict(case, CANNOT_REACH, (one.why,)) if isinstance(one, Stopped) else one)
                if slow or wanted.only or found[-1].verdict == DIFFERS:
                    print("\n".join(_told_of(found[-1], whole=bool(wanted.only))), flush=True)
    except KeyboardInterrupt:
        stopped = True
        print(f"stopped; cases judged: {len(found)} of {len(cases)}", file=sys.stderr)
    except (NotInstalled, WrongEngine, Crashed) as error:
        not_here = f"{wanted.engine} is not installed: " if isinstance(error, NotInstalled) else ""
        print(f"{not_here}{error}", file=sys.stderr)
        return 2
    if about is None:
        return 130
    print("\n".join(_totals(about.name, about.version, found, wanted.rules)))
    if wanted.json:
        said = {
            "engine": about.name,
            "version": about.version,
            "questions": dict(Counter(by_question(found).values())),
            "rulesets": {name: dict(total) for name, total in by_ruleset(found).items()},
            "cases": [one.to_json() for one in found],
        }
        wanted.json.write_text(json.dumps(said, ensure_ascii=False, indent=1), encoding="utf-8", newline="\n")
    if stopped:
        return 130
    return 1 if any(one.verdict == DIFFERS for one in found) else 0


_IDLE = "they leave no case out, and --only names them where they may explain a difference"
_LIMIT = f"seconds for each case ({LIMIT:g} by default); 0 runs the engine in this process, without a limit"


def _chosen(cases: Sequence[dict[str, Any]], only: str | None, rules: str | None, chapter: str | None) -> list[Any]:
    """Return the cases that the options ask for. Raises LookupError if there are none."""
    known = dict.fromkeys(name for case in cases for name in ruleset_names(case))
    chapters = dict.fromkeys(case["chapter"] for case in cases)
    if rules is not None and rules not in known:
        raise LookupError(f"no case of the ruleset {rules}; expected one of {', '.join(known)}")
    if chapter is not None and chapter not in chapters:
        raise LookupError(f"no chapter {chapter}; expected one of {', '.join(chapters)}")
    chosen = [
        case
        for case in cases
        if (not only or case["id"].startswith(only))
        and (rules is None or rules in ruleset_names(case))
        and (chapter is None or case["chapter"] == chapter)
    ]
    if not chosen:
        raise LookupError("no such case")
    return chosen


def ruleset_names(case: Mapping[str, Any]) -> list[str]:
    """Return the rulesets that a case counts for, or `supposed` if no ruleset has its rules."""
    return list(case["rulesets"]) or [SUPPOSED]


def by_ruleset(found: Iterable[Verdict]) -> dict[str, Counter[str]]:
    """Return the number of each verdict by ruleset, with the best agreement first, and the supposed ones last."""
    totals: dict[str, Counter[str]] = {}
    for one in found:
        for name in ruleset_names(one.case):
            totals.setdefault(name, Counter())[one.verdict] += 1
    order = sorted(totals, key=lambda name: (name == SUPPOSED, totals[name][DIFFERS] - totals[name][AGREES]))
    return {name: totals[name] for name in order}


def _told_of(one: Verdict, *, whole: bool = False) -> list[str]:
    """Return the lines about one verdict, with the rules that may explain it if the whole is wanted."""
    lines = [f"{one.verdict}: {one.case['id']}: {one.case['question']}", *(f"    {why}" for why in one.why)]
    lines += [f"    {cited(one.case, clause)}" for clause in one.clauses]
    if whole and one.declared:
        lines.append(f"    the engine says it plays otherwise: {', '.join(one.declared)}")
    if one.case["supposes"]:
        supposed = ", ".join(f"{key} = {json.dumps(value)}" for key, value in one.case["supposes"].items())
        lines.append(f"    supposed, against {one.case['based_on']}: {supposed}")
    return lines


def _totals(name: str, version: str, found: Sequence[Verdict], rules: str | None) -> list[str]:
    """Return the lines with the totals, by ruleset unless only one was asked for."""
    total = Counter(one.verdict for one in found)
    lines = [
        "",
        f"{name} {version}",
        f"  questions: {_counts(Counter(by_question(found).values()))}",
        f"  cases:     {_counts(total)}",
    ]
    aside = sum(one.on_the_way for one in found)
    if aside:
        lines.append(f"  {aside} of the differing cases differ only in the indicators, and ask about something else")
    for verdict in (CANNOT_EXPRESS, CANNOT_REACH):
        lines += _reasons(verdict, found)
    if rules is not None:
        return lines
    totals = by_ruleset(found)
    width = max(map(len, totals), default=0)
    lines += ["", f"  {'cases by ruleset':{width}}  {'  '.join(VERDICTS)}"]
    width = max(width, len("cases by ruleset"))
    for ruleset, counts in totals.items():
        numbers = "  ".join(f"{counts[verdict]:{len(verdict)}}" for verdict in VERDICTS)
        lines.append(f"  {ruleset:{width}}  {numbers}")
    return lines


def _reasons(verdict: str, found: Iterable[Verdict]) -> list[str]:
    """Return the most frequent reasons of a verdict, with the number of cases."""
    whys = Counter(why for one in found if one.verdict == verdict for why in one.why[:1])
    if not whys:
        return []
    lines = ["", f"  {verdict}, by reason:", *(f"  {number:5}  {why}" for why, number in whys.most_common(REASONS))]
    if len(whys) > REASONS:
        rest = sum(whys.values()) - sum(number for _, number in whys.most_common(REASONS))
        lines.append(f"  {rest:5}  for other reasons; --json writes all of them")
    return lines


def _counts(found: Mapping[str, int]) -> str:
    return ", ".join(f"{found.get(verdict, 0)} {verdict}" for verdict in VERDICTS)


__all__ = [
    "VERDICTS",
    "Verdict",
    "by_question",
    "by_ruleset",
    "cited",
    "engine_of",
    "engines",
    "judge",
    "load",
    "main",
    "run",
]


if __name__ == "__main__":
    sys.exit(main(pack=Path(__file__).resolve().parents[1]))
