"""What a ruleset says about the question of one key: its own words, the sentence of its value, or a penalty."""

from __future__ import annotations

from dataclasses import replace

from kanrules.desk.statement import Statement, clause_of
from kanrules.ruleset import Ruleset
from kanrules.ruleset.effects import decided_by, raises, said_of
from kanrules.ruleset.keys import TEXT_TABLES
from kanrules.rulings import Basis, Finding, Verdict


def key_statement(key: str, rules: Ruleset, question: str = "") -> Statement:
    """Return what a ruleset says about the question of a key, plugins included. `question` is the question in words.

    If other keys leave this one without effect, they are the rule and have the clause.
    """
    table, _, name = key.partition(".")
    if table == "penalty":
        # Plugins are asked about a foul at a table, whose machine no other key needs.
        from kanrules.desk.foul import foul

        return replace(foul(name, rules), question=question)
    in_words = table in TEXT_TABLES
    decides = key if in_words else decided_by(key, rules)
    text = said_of(key, rules)
    basis = rules.basis_of(decides) if rules[key] or not in_words else Basis.UNSAID
    unsettled = basis in (Basis.DEFAULT, Basis.UNSAID)
    return Statement(
        key,
        text,
        basis,
        rules.ruling(Finding(Verdict.UNKNOWN if unsettled else Verdict.RULE, "", text, decides)),
        (clause_of(decides, rules),),
        rules.reason_of(decides) if unsettled else None,
        (decides,) if basis is Basis.DEFAULT else (),
        raised=unsettled and raises(rules, decides),
        question=question,
    )
