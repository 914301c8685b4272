"""`kanrules history`: what each edition of a rulebook changed, and what kanrules corrected."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from kanrules.cli.default_rules import required_rules
from kanrules.cli.help import make_command
from kanrules.cli.output import console, print_report
from kanrules.cli.shared_options import FORMAT, PLUGINS, OutputFormat, argument, complete_rules

if TYPE_CHECKING:
    from kanrules.ruleset import Ruleset


@make_command
@argument("ruleset", metavar="RULESET", default="", shell_complete=complete_rules, help="A bundled id or a file.")
@FORMAT
@PLUGINS
def command(ruleset: str, output: OutputFormat, allow_local_plugins: bool) -> None:
    """Show what each edition of a rulebook changed, and what releases of kanrules corrected in its ruleset.

    An edition names the one before it by `replaces`. A value counts as changed by the edition only if both rulebooks
    have a source for it.

    Example:

      kanrules history ema-2025
    """
    rules = required_rules(ruleset, allow_local_plugins=allow_local_plugins, option="")
    found = _history(rules)
    if output is OutputFormat.JSON:
        print_report(found)
        return
    out = console()
    for line in _lines(rules, found):
        out.print(line, markup=False, highlight=False, soft_wrap=True)


def _history(rules: Ruleset) -> dict[str, Any]:
    from kanrules.ruleset.history import bundled_changes, changes_of, former_editions

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


def edition_json(rules: Ruleset) -> dict[str, str]:
    """Return the edition that this one replaces, the days on which it is in force, and the edition that replaces it."""
    from datetime import date

    from kanrules.ruleset.history import later_editions

    head, later = rules.head, [one.id for one in later_editions(rules, date.today())]
    return {
        "replaces": head.replaces,
        "in_force_from": str(head.in_force_from or ""),
        "in_force_until": str(head.in_force_until or ""),
        "replaced_by": later[-1] if later else "",
    }


def superseded(rules: Ruleset) -> str:
    """Return a sentence that names the edition in force today; "" if that is this ruleset or is not known."""
    from datetime import date

    from kanrules.ruleset.history import superseded_by

    return superseded_by(rules, date.today())


def _edition(new: Ruleset, old: Ruleset) -> dict[str, Any]:
    from kanrules.ruleset.diff import compare, is_law

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


def _lines(rules: Ruleset, found: dict[str, Any]) -> Iterator[str]:
    from kanrules.ruleset.reference import file_text

    days = " ".join(
        f"{word} {day}" for word, day in (("from", found["in_force_from"]), ("until", found["in_force_until"])) if day
    )
    yield f"{rules.title} ({rules.id}){f', in force {days}' if days else ''}"
    if sentence := superseded(rules):
        yield sentence
    for edition in found["editions"]:
        yield ""
        yield f"{edition['id']} replaces {edition['replaces']}: {_count(len(edition['changed']), 'value')} changed"
        for one in edition["changed"]:
            yield f"  {one['key']}: {file_text(one['old'])} -> {file_text(one['new'])}  {one['new_source']['clause']}"
        if edition["without_source"]:
            many = _count(edition["without_source"], "other value")
            yield f"  {many} cannot be compared: one of the two rulesets has no source for it."
    if not found["editions"]:
        yield "No earlier edition is bundled."
    if not found["added"] and not found["corrections"]:
        yield "No release of kanrules has changed a value of this ruleset."
        return
    yield ""
    yield "Changes by releases of kanrules"
    for one in found["added"]:
        was = f" instead of {one['was']}" if one["was"] else ""
        yield f"  {one['release']}  new{was}: {one['why']}"
    for one in found["corrections"]:
        by = f"  (of {one['ruleset']})" if one["ruleset"] != rules.id else ""
        new = file_text(rules[one["key"]]) if one["new"] is None else file_text(one["new"])
        yield f"  {one['release']}  {one['key']}: {file_text(one['old'])} -> {new}  {one['why']}{by}"


def _count(number: int, what: str) -> str:
    return f"{number or 'no'} {what}{'' if number == 1 else 's'}"
