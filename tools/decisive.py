"""Work out which keys decide each question of the casebook under each bundled ruleset."""

from __future__ import annotations

import json

from kanrules.desk.case_index import cases_by_id
from kanrules.desk.casebook import decisive_places, fingerprint_of, known_decisive, situation_of
from kanrules.ruleset.library import bundled_ids
from kanrules.ruleset.load import load_ruleset


def written_decisive() -> str:
    """Return the text of `decisive.json`: for each question, the deciding keys in each situation of a bundled ruleset.
    What is still valid in the kept file stays.
    """
    rows, books = {}, [load_ruleset(name) for name in bundled_ids()]
    for id, case in cases_by_id().items():
        if not case.decides:
            continue
        print_ = fingerprint_of(case)
        known = known_decisive().get(id, {})
        known = known["keys"] if known.get("case") == print_ else {}
        found: dict[str, list[int]] = {}
        for rules in books:
            if case.is_for(rules.options.table.players):
                situation = situation_of(case, rules)
                if situation not in found:
                    found[situation] = known[situation] if situation in known else decisive_places(case, rules)
        rows[id] = {"case": print_, "keys": dict(sorted(found.items()))}
    lines = ",\n".join(f"{json.dumps(id)}: {json.dumps(row, separators=(',', ':'))}" for id, row in rows.items())
    return f"{{\n{lines}\n}}\n"
