"""History of a ruleset as data: what each edition changed, and what releases of kanrules corrected."""

from __future__ import annotations

from typing import Any

from kanrules.ruleset.diff import compare, is_law
from kanrules.ruleset.history import bundled_changes, changes_of, edition_json, former_editions
from kanrules.ruleset.model import Ruleset


def history_of(rules: Ruleset) -> dict[str, Any]:
    """Return the editions with their changed values, and the corrections, as JSON-ready data."""
    former = former_editions(rules)
    changes = bundled_changes()
    return {
        "id": rules.id,
        **edition_json(rules),
        "editions": [_edition(new, old) for new, old in zip([rules, *former], former, strict=False)],
        "added": [
            {"release": one.release, "was": one.was, "why": one.why} for one in changes.added if one.id == rules.id
        ],
        "corrections": [
            {
                "release": one.release,
                "ruleset": one.ruleset,
                "key": one.key,
                "old": one.old,
                "new": one.new,
                "why": one.why,
            }
            for one in changes_of(rules)
        ],
    }


def _edition(new: Ruleset, old: Ruleset) -> dict[str, Any]:
    changed, unsaid = [], 0
    for one in compare(old, new):
        if not is_law(one):
            continue
        if one.origin_a.source is None or one.origin_b.source is None:
            unsaid += 1
            continue
        changed.append(
            {
                "key": one.key,
                "old": one.a,
                "new": one.b,
                "old_source": one.origin_a.source.to_json(),
                "new_source": one.origin_b.source.to_json(),
            }
        )
    return {"id": new.id, "replaces": old.id, "changed": changed, "without_source": unsaid}
