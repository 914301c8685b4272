"""Answers of a ruleset to casebook questions, in a few words, with their clauses.

The cases are `rulesets/casebook/*.cases.toml`. A bundled ruleset answers as they say; for any other ruleset the case is
played, and the ruleset answers like the group of bundled rulesets whose answer fits.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache, reduce
from typing import Any

from kanrules.cases.case import Case, CaseError
from kanrules.cases.expect import Expect, unmet_expectations
from kanrules.cases.run import PlayedCase, of_four, play_case
from kanrules.desk.case_index import case_index, cases_by_id
from kanrules.desk.statement import Clause, Statement, basis_of, clause_of, weighed
from kanrules.errors import IllegalAction, KanrulesError
from kanrules.law.codes import CODES
from kanrules.locale import marked as _N
from kanrules.locale.sentences import say
from kanrules.ruleset import Ruleset, bundled_ids, library, load_ruleset
from kanrules.ruleset.coverage import common_clauses
from kanrules.ruleset.effects import mute, raises
from kanrules.ruleset.file_values import value_of
from kanrules.ruleset.kept import kept
from kanrules.ruleset.key_sentences import meaning
from kanrules.ruleset.keys import alternatives, file_value, keys
from kanrules.ruleset.library import CASEBOOK, folder
from kanrules.ruleset.model import Amendment
from kanrules.rulings import Basis, Finding, Grade, Objection, Ruling, Source, Verdict

PARTLY = _N("partly assumed")
"""Mark of an answer that depends on a value without a source."""
SUPPOSED = frozenset(
    (
        "calls.chi",
        "kan.min_live_tiles",
        "kita.in_hand",
        "riichi_kan.level",
        "scoring.without_yaku",
        "wall.refill",
    )
)
"""Keys that decide whether what a question shows can happen: which calls there are, whether a kan is a foul, how many
tiles are left, which yaku a hand has. If one of them does not decide a question but changes its play, what is asked
cannot arise.
"""
_NOT_POSSIBLE = _N("not possible here: {why}")
_THEN, _BECAUSE = _N("{first} {second}"), _N("{answer}: {why}")


_FOUR_PLAYERS = _N("does not apply: four-player rules")
NOT_ASKED = Statement(
    "", _FOUR_PLAYERS, Basis.COMMON, Ruling(Verdict.RULE, "", _FOUR_PLAYERS, "", None, "", None, "core", 0, "", "")
)
"""Answer of a four-player ruleset to a three-player question."""


def answer_to(case: Case, rules: Ruleset) -> Statement:
    """Return the ruleset's answer to the question of a case: the stated answer for a bundled ruleset, otherwise the
    result of playing it.

    A ruleset that is not bundled answers like the bundled rulesets whose answer fits its play. Four-player rulesets are
    not asked three-player questions.
    """
    if not case.is_for(rules.options.table.players):
        return NOT_ASKED
    # A case of somebody else may have the id of one of the casebook.
    if _is_of_casebook(case):
        return kept(rules, ("answer", case.id), lambda: _answer_to(case, rules))
    return _answer_to(case, rules)


def _is_of_casebook(case: Case) -> bool:
    return cases_by_id().get(case.id) is case


def _answer_to(case: Case, rules: Ruleset) -> Statement:
    expect = _stated_for(case, rules) if _is_bundled(rules) else _fitting(case, rules)
    # A key that only enables kita does not say how it is played.
    telling = [key for key in case.decides if key != "kita.enabled" or not rules[key]] or case.decides
    by: tuple[str, ...] = expect.get(_BY, ())
    telling = list(dict.fromkeys((*by, *telling)))
    decisive = tuple(dict.fromkeys((*by, *decisive_keys(case, rules))))
    code = next((code for code in expect.get("code", ()) if not code.startswith("KR")), "")
    clauses = weighed([clause_of(key, rules, code) for key in telling], decisive, first=by)
    text = _text(expect)
    if not clauses:
        clauses = tuple(Clause("", None, source) for source in common_clauses(rules).of_cases(case.id))
        source = clauses[0].source if clauses else Source(case.source, grade=Grade.SECONDARY)
        ruling = rules.ruling(Finding(Verdict.RULE, "", text, source=source))
        return Statement(case.id, text, Basis.COMMON, ruling, clauses, question=case.question)
    # A plugin answers for a key only as long as the key leaves it to the plugin.
    unsourced = {clause.key for clause in clauses if clause.source is None or clause.plugin}
    assumptions = tuple(key for key in decisive if key in unsourced)
    basis = Basis(expect.get(_UNSAID, basis_of(clauses, assumptions)))
    if _NOBODY_SAYS in expect.get("code", ()) or any(_is_open(key, rules) for key in decisive):
        basis, text = Basis.UNSAID, rules.undecided(*decisive)
    unsettled = basis in (Basis.DEFAULT, Basis.UNSAID)
    deciding = next((clause for clause in clauses if clause.source is not None), clauses[0])
    verdict = Verdict.UNKNOWN if unsettled else Verdict.RULE
    finding = Finding(verdict, "", text, deciding.key, plugin=deciding.plugin or "core", source=deciding.source)
    reason = rules.reason_of(*decisive) if unsettled else None
    raised = raises(rules, *assumptions)
    return Statement(
        case.id, text, basis, rules.ruling(finding), clauses, reason, assumptions, raised=raised, question=case.question
    )


def _is_open(key: str, rules: Ruleset) -> bool:
    """Return True if nobody settles a key. Words that price a foul are not missed where another key prices it."""
    priced = _priced(key, rules)
    return key in rules.unsettled and (priced is None or priced.basis is Basis.UNSAID)


def _priced(key: str, rules: Ruleset) -> Statement | None:
    """Return what the ruleset says about the foul that the words of this key price; None for any other key."""
    from kanrules.desk.foul import FOULS, foul

    table, _, name = key.partition(".")
    return foul(name, rules) if table == "penalty" and name in FOULS else None


def decisive_keys(case: Case, rules: Ruleset) -> tuple[str, ...]:
    """Return the keys that decide a ruleset's answer by themselves: another value of one of them changes it. The one
    that changes it most often comes first.

    The answers for all rulesets that agree on the deciding keys are worked out once; those of the bundled rulesets are
    in `rulesets/casebook/decisive.json`.
    """
    if not case.decides or not case.is_for(rules.options.table.players):
        return ()
    known = known_decisive().get(case.id, {}) if case.id in cases_by_id() else {}
    place = case_index().get(case.id)
    same = place is not None and (case.file, case.line) == (str(place.path), place.start + 1)
    if known.get("case") == (_known_fingerprint(case.id) if same else fingerprint_of(case)):
        found = known["keys"].get(situation_of(case, rules))
        if found is not None:
            return tuple(case.decides[at] for at in found)
    return tuple(case.decides[at] for at in decisive_places(case, rules))


def decisive_places(case: Case, rules: Ruleset) -> list[int]:
    """Return the places in `case.decides` of the keys that decide the answer by themselves, by changing each value."""
    from kanrules.ruleset.problems import RulesetError

    stated = case.expected(rules.id) if _is_bundled(rules) else {}
    # A position that cannot arise says nothing about the keys of the question.
    usual = stated if stated and not is_not_possible(stated) else _fitting(case, rules, by_keys=True)
    answer = str(_text(usual))
    silent = _silent(case, rules)
    shares: list[tuple[float, int]] = []
    for at, key in enumerate(case.decides):
        if key in case.options or key in silent:
            continue
        others = alternatives(keys()[key], rules[key])
        changed = tried = 0
        for value in others:
            with suppress(RulesetError):
                changed += str(_text(_fitting(case, _variant(rules, key, value), by_keys=True))) != answer
                tried += 1
        if changed:
            shares.append((-changed / tried, at))
    return [at for _, at in sorted(shares)]


def _variant(rules: Ruleset, key: str, value: Any) -> Ruleset:
    """Return a ruleset with another value for a key. Kept, since many questions try the same values."""
    # Every value that is tried is a valid one: a browser need not load what validates a file.
    laid = {key: Amendment(value_of(keys()[key], file_value(value)), "option")}
    return kept(rules, (key, repr(value)), lambda: rules.laid_over(laid))


def situation_of(case: Case, rules: Ruleset) -> str:
    """Return a short text that is the same for rulesets that agree on the deciding keys and on their plugins."""
    return short_hash(repr((rules.options.table.players, _said(case, rules), _asked(rules))))


def fingerprint_of(case: Case) -> str:
    """Return a short text that changes with what a case asks and with its answers."""
    return short_hash(repr((case.decides, case.options, [line.text for line in case.lines], _groups(case))))


@cache
def _known_fingerprint(id: str) -> str:
    """Return the fingerprint of a casebook question. Cached, since every ruleset asks for it."""
    return fingerprint_of(cases_by_id()[id])


def short_hash(text: str) -> str:
    """Return eight digits that tell one text from another."""
    return hashlib.sha256(text.encode()).hexdigest()[:8]


@cache
def known_decisive() -> dict[str, Any]:
    """Return what `decisive.json` says of each question: the deciding keys in each situation of a bundled ruleset."""
    path = folder() / CASEBOOK / "decisive.json"
    found: dict[str, Any] = json.loads(path.read_text("utf-8")) if path.is_file() else {}
    return found


_UNSAID = "unsaid"
"""Expectation with the basis of an answer that no source settles, whatever its keys say."""
_BY = "by"
"""Expectation that names the keys that decide an answer, other than those that decide the question elsewhere."""
_NOBODY_SAYS = "KR605"


def is_not_possible(expect: Expect) -> bool:
    """Return True if an answer says that what the question sets out from cannot arise under the ruleset."""
    return str(expect.get("answer", "")).startswith(_NOT_POSSIBLE.partition("{")[0])


def _stated_for(case: Case, rules: Ruleset) -> Expect:
    """Return what a case says of a bundled ruleset. If the position cannot arise under it, the keys of the code that
    refuses it decide the answer, and not those of the question.
    """
    expect = case.expected(rules.id)
    refused = next((at.code for at in expect.get("illegal", ()) if at.code), None)
    return {**expect, _BY: CODES[refused].keys} if refused in CODES and is_not_possible(expect) else expect


def _text(expect: Expect) -> str:
    answer = expect.get("answer", "")
    return answer if isinstance(answer, str) else str(answer)


def _is_bundled(rules: Ruleset) -> bool:
    """Return True for a bundled ruleset as it is: with its plugins, and with no value laid over it."""
    own = all(one.set_by.startswith("plugin ") for one in rules.amendments.values())
    return own and not rules.without and rules.path == library.bundled().get(rules.id)


def _fitting(case: Case, rules: Ruleset, *, by_keys: bool = False) -> Expect:
    """Return the expectation of the bundled rulesets that rule the same: those that agree on every deciding key, or
    else those whose play is the same.

    Another key can change the play too, for example by refusing a kan. With `by_keys` only the deciding keys count.
    """

    if unwritten := _no_foul(case, rules):
        return {"answer": unwritten}
    said, known, same = _agreeing(case, rules, _said)
    if not same:
        said, known, same = _agreeing(case, rules, _stated)
    for name in same:
        if by_keys or _bundled()[name].options == rules.options:
            return case.expected(name)
    try:
        played = play_case(case, rules)
    except KanrulesError as error:
        if same and isinstance(error, CaseError) and any(key.startswith("penalty.") for key in case.decides):
            # What a foul costs does not depend on the position that the case shows it in.
            return case.expected(same[0])
        return {"answer": say(_NOT_POSSIBLE, why=_reason(error))}
    near = same
    # A value that no bundled ruleset has is an answer of its own, even if this play does not show it.
    if not same and all(any(other[at] == value for other in known.values()) for at, value in enumerate(said)):
        near = sorted(
            known, key=lambda name: -sum(mine == other for mine, other in zip(said, known[name], strict=True))
        )
    tried: list[Expect] = []  # many rulesets share one expectation
    for name in near:
        expect = case.expected(name)
        agrees = not said or any(mine == other for mine, other in zip(said, known[name], strict=True))
        if agrees and expect not in tried:
            if not unmet_expectations(played, _outcome(expect) if same else expect):
                return expect
            tried.append(expect)
    by = _responsible(case, rules, [_bundled()[name] for name in same]) if same else ()
    new = [key for at, key in enumerate(case.decides) if all(other[at] != said[at] for other in known.values())]
    found = {_text(one) for one in _groups(case) if not unmet_expectations(played, _outcome(one))}
    short = {text.partition(":")[0].partition(",")[0] for text in found}
    if len(short) == 1 and short <= {"yes", "no"}:
        # Only the result of the play decides between yes and no, not the moment that caused it. A reason in the answer
        # belongs to the rulesets that give it. Where a new value decides, this ruleset has a reason of its own.
        answer = found.pop() if len(found) == 1 else short.pop()
        telling = [] if by_keys or answer in ("yes", "no") else [key for key in new if _tells(key, case, rules, played)]
        if telling:
            why = _in_words(case, rules, (), telling)
            return {**why, "answer": say(_BECAUSE, answer=short.pop(), why=why["answer"])}
        return {"answer": answer, _BY: by}
    if (first := _not_allowed(case, played, known_values=bool(same))) is not None:
        return {"answer": say(_NOT_POSSIBLE, why=first.text), _BY: (first.key,)}
    if same and (supposed := tuple(key for key in by if key in SUPPOSED)):
        return {"answer": say(_NOT_POSSIBLE, why=meaning(supposed[0], rules[supposed[0]])), _BY: supposed}
    # A key that decides no other question is what this one asks about.
    about = [key for key in case.decides if _uses()[key] == 1 and key not in mute(of_four(case, rules))]
    return _in_words(case, rules, by, [*about, *new] if new else [])


@cache
def _uses() -> Counter[str]:
    """Return how many casebook questions each key decides."""
    return Counter(key for case in cases_by_id().values() for key in case.decides)


def _tells(key: str, case: Case, rules: Ruleset, played: PlayedCase) -> bool:
    """Return True if another value of this key changes how the hand of the question ends."""
    for value in alternatives(keys()[key], rules[key]):
        with suppress(KanrulesError):
            if _ending(play_case(case, _variant(rules, key, value))) != _ending(played):
                return True
    return False


def _ending(played: PlayedCase) -> tuple[object, ...]:
    """Return how a hand ended, without its findings: who gets what, who deals next, and which lines were refused."""
    outcome = played.kyoku.outcome
    ended = outcome and (outcome.type, outcome.dealer_keeps, outcome.next_honba, outcome.sticks)
    return ended, played.changes, [at.line.number for at in played.refused]


def _agreeing(
    case: Case, rules: Ruleset, read: Callable[[Case, Ruleset], tuple[str, ...]]
) -> tuple[tuple[str, ...], dict[str, tuple[str, ...]], list[str]]:
    """Return what the ruleset and each bundled one say on the deciding keys, and the bundled ones that agree."""
    said, asked, players = read(case, rules), _asked(rules), rules.options.table.players
    known = _known(case.id, players, read) if _is_of_casebook(case) else _said_by_bundled(case, players, read)
    same = [name for name, other in known.items() if other == said and _asked(_bundled()[name]) == asked]
    return said, known, same


def _said_by_bundled(
    case: Case, players: int, read: Callable[[Case, Ruleset], tuple[str, ...]]
) -> dict[str, tuple[str, ...]]:
    return {
        name: read(case, other)
        for name, other in _bundled().items()
        if other.options.table.players == players and not is_not_possible(case.expected(name))
    }


@cache
def _known(id: str, players: int, read: Callable[[Case, Ruleset], tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """Return what the bundled rulesets say. Cached, since each value that could decide a question asks for it."""
    return _said_by_bundled(cases_by_id()[id], players, read)


def _reason(error: KanrulesError) -> str:
    """Return why a case cannot be played, as a referee may read it: without the place in its file."""
    if isinstance(error, IllegalAction):
        return error.objections[0].text
    if isinstance(error, CaseError) and error.problems:
        return error.problems[0].message
    return str(error).splitlines()[0]


def _responsible(case: Case, rules: Ruleset, same: Sequence[Ruleset]) -> tuple[str, ...]:
    """Return the keys, other than the deciding ones, by which a play differs from that of rulesets with the same
    deciding keys: with their value it is the same.
    """
    values, theirs = {key: value for key, value in rules.values.items() if key not in case.decides}, _values()
    rows = [([key for key, value in values.items() if theirs[one.id][key] != value], one) for one in same]
    differing, other = min(rows, key=lambda row: len(row[0]))
    found = []
    for key in differing:
        with suppress(KanrulesError):
            played = play_case(case, _variant(rules, key, other[key]))
            if not unmet_expectations(played, _outcome(case.expected(other.id))):
                found.append(key)
    return tuple(found)


def _no_foul(case: Case, rules: Ruleset) -> str:
    """Return the answer to a question about a penalty if the ruleset does not forbid the act; otherwise ""."""
    first = next(filter(None, (_priced(key, rules) for key in case.decides)), None)
    return first.text if first is not None and first.ruling.verdict is Verdict.RULE else ""


def _groups(case: Case) -> list[Expect]:
    """Return the expectations of each group of rulesets that the case distinguishes."""
    groups = (case.expect, *(case.expected(names[0]) for names, _ in case.expect_under))
    return [group for group in groups if not is_not_possible(group)]


def _not_allowed(case: Case, played: PlayedCase, *, known_values: bool) -> Objection | None:
    """Return the objection to what a question sets out from; None if every line is allowed.

    Where no bundled ruleset has these values (`known_values` is False), a refusal may also be the answer: one by a key
    that is asked about, or of a line that some answer expects to be refused.
    """
    first = next(iter(played.refused), None)
    if first is None or not (key := first.objections[0].key):
        return None
    expected = (at.line for one in _groups(case) for at in one.get("illegal", ()))
    if not known_values and (key in case.decides or any(line in (None, first.line.number) for line in expected)):
        return None
    return first.objections[0]


def _outcome(expect: Expect) -> Expect:
    """Return an expectation without moments and reason codes."""
    return {key: value for key, value in expect.items() if key not in ("order", "code")}


def _in_words(case: Case, rules: Ruleset, by: Sequence[str], telling: Sequence[str]) -> Expect:
    """Return an answer for values that no bundled ruleset has: what these keys mean. Without `telling`, all keys that
    decide the question are told after `by`.
    """
    silent = mute(of_four(case, rules))
    sentences = []
    unsaid: dict[str, Basis] = {}
    for key in (*by, *(telling or [key for key in case.decides if key not in silent] or case.decides)):
        told = _priced(key, rules)
        if told is not None and not told.is_settled:
            unsaid[_UNSAID] = told.basis
        sentences.append(meaning(key, rules[key]) if told is None else told.text)
    return {"answer": _joined(list(dict.fromkeys(sentences))), _BY: tuple(dict.fromkeys((*by, *telling))), **unsaid}


def _joined(sentences: Sequence[str]) -> str:
    if not sentences:
        return ""
    return reduce(lambda first, second: say(_THEN, first=first, second=second), sentences)


def _stated(case: Case, rules: Ruleset) -> tuple[str, ...]:
    """Return the values of the deciding keys."""
    values: dict[str, str] = kept(rules, "as text", dict)
    for key in case.decides:
        if key not in values:
            values[key] = repr(rules[key])
    return tuple(repr(case.options[key]) if key in case.options else values[key] for key in case.decides)


def _silent(case: Case, rules: Ruleset) -> frozenset[str]:
    """Return the keys that another key leaves without effect at the table of the case. A case that supposes rules may
    give any key an effect.
    """
    return frozenset() if case.options else mute(of_four(case, rules))


def _said(case: Case, rules: Ruleset) -> tuple[str, ...]:
    """Return the values of the deciding keys; "" for a key without effect."""
    silent = _silent(case, rules)
    stated = zip(case.decides, _stated(case, rules), strict=True)
    return tuple("" if key in silent else value for key, value in stated)


def _asked(rules: Ruleset) -> tuple[object, ...]:
    """Return the plugins of a ruleset with their options, which may decide what no key does."""
    return tuple((name, dict(rules.plugin[name])) for name, _ in rules.modules)


@cache
def _bundled() -> dict[str, Ruleset]:
    return {name: load_ruleset(name) for name in bundled_ids()}


@cache
def _values() -> dict[str, dict[str, Any]]:
    return {name: rules.values for name, rules in _bundled().items()}
