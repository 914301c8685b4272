"""Work out which keys decide each question of the casebook under each bundled ruleset."""

from __future__ import annotations

import json

from kanrules.desk.case_index import cases_by_id
from kanrules.desk.casebook import decisive_places, fingerprint_of, known_decisive, situation_of
from kanrules.ruleset import Ruleset
from kanrules.ruleset.library import bundled_ids
from kanrules.ruleset.load import load_ruleset


def written_decisive() -> str:
    """Return the text of `decisive.json`: for each question, the deciding keys in each situation of a bundled ruleset.
    A kept row stays if the question and the situations of all rulesets do: an answer is compared with those of every
    other ruleset.
    """
    rows, books = {}, [load_ruleset(name) for name in bundled_ids()]
    for id, case in cases_by_id().items():
        if not case.decides:
            continue
        print_ = fingerprint_of(case)
        known = known_decisive().get(id, {})
        situations: dict[str, Ruleset] = {}
        for rules in books:
            if case.is_for(rules.options.table.players):
                situations.setdefault(situation_of(case, rules), rules)
        found: dict[str, list[int]] = known.get("keys", {})
        if known.get("case") != print_ or found.keys() != situations.keys():
            found = {situation: decisive_places(case, rules) for situation, rules in situations.items()}
        rows[id] = {"case": print_, "keys": dict(sorted(found.items()))}
    lines = ",\n".join(f"{json.dumps(id)}: {json.dumps(row, separators=(',', ':'))}" for id, row in rows.items())
    return f"{{\n{lines}\n}}\n"
