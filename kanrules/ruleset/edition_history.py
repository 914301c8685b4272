"""History of a ruleset as data: what each edition changed, and what releases of kanrules corrected."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kanrules.ruleset.diff import KeyDifference, compare, is_law
from kanrules.ruleset.history import bundled_changes, changes_of, edition_json, former_editions
from kanrules.ruleset.model import Ruleset
from kanrules.rulings import Source


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
                "rules": one.ruleset,
                "key": one.key,
                "old": one.old,
                "new": one.new,
                "why": one.why,
            }
            for one in changes_of(rules)
        ],
    }


def changed_by(new: Ruleset, old: Ruleset) -> list[tuple[KeyDifference, Source, Source]]:
    """Return the law that an edition changed in the one before it: each difference with the old and the new source."""
    return _sourced(filter(is_law, compare(old, new)))


def _sourced(law: Iterable[KeyDifference]) -> list[tuple[KeyDifference, Source, Source]]:
    sources = ((one, one.origin_a.source, one.origin_b.source) for one in law)
    return [(one, old, new) for one, old, new in sources if old is not None and new is not None]


def _edition(new: Ruleset, old: Ruleset) -> dict[str, Any]:
    law = list(filter(is_law, compare(old, new)))
    changed = [
        {"key": one.key, "old": one.a, "new": one.b, "old_source": before.to_json(), "new_source": after.to_json()}
        for one, before, after in _sourced(law)
    ]
    return {"id": new.id, "replaces": old.id, "changed": changed, "without_source": len(law) - len(changed)}
