"""History of a ruleset: the editions before it, the edition that replaces it, and what releases of kanrules changed.

`rulesets/history/changes.toml` lists what each release changed in the values of bundled rulesets.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

from kanrules.frozen import frozen
from kanrules.locale import marked as _N
from kanrules.locale.sentences import Verbatim, say
from kanrules.ruleset import library
from kanrules.ruleset.keys import file_value
from kanrules.ruleset.load import load_file, load_listed, load_ruleset
from kanrules.ruleset.model import Ruleset
from kanrules.ruleset.problems import Problem, RulesetError, quote

_REPLACES = r"""\breplaces["']?[ \t]*=[ \t]*["']([\w-]+)["']"""
_WAS_IN_FORCE = _N("{id} was in force until {until}.")
_REPLACED_SINCE = _N("{id} was in force until {until}; {later} replaces it.")
_REPLACED = _N("{later} replaces {id}.")
CHANGES = "history/changes.toml"
"""Path of the list in the folder of the bundled rulesets."""


@frozen
class NewRuleset:
    """A bundled ruleset that a release added. `was` is its former id, or ""."""

    release: str
    id: str
    why: str
    was: str = ""


@frozen
class ChangedValue:
    """A value of a bundled ruleset that a release changed. `new` is None for a text, since the ruleset contains the new
    one, and for a key that nobody decides any more, because the text departs from its parent's.
    """

    release: str
    ruleset: str
    key: str
    old: Any
    why: str
    new: Any = None


@frozen
class RewordedSentences:
    """Sentences of a bundled ruleset that a release reworded without changing their meaning."""

    release: str
    ruleset: str
    keys: tuple[str, ...]


@frozen
class ReleaseChanges:
    """What releases changed in the values of bundled rulesets."""

    added: tuple[NewRuleset, ...]
    changed: tuple[ChangedValue, ...]
    reworded: tuple[RewordedSentences, ...]

    @property
    def was(self) -> Mapping[str, str]:
        """The former id of every renamed ruleset."""
        return {one.id: one.was for one in self.added if one.was}


def read_changes(text: str) -> ReleaseChanges:
    """Return a list of changes from its text. Raises TypeError for an entry with a missing or an unknown key."""
    found = tomllib.loads(text)
    return ReleaseChanges(
        tuple(NewRuleset(**one) for one in found.get("ruleset", ())),
        tuple(ChangedValue(**one) for one in found.get("change", ())),
        tuple(RewordedSentences(**{**one, "keys": tuple(one["keys"])}) for one in found.get("reworded", ())),
    )


@cache
def bundled_changes() -> ReleaseChanges:
    """Return what releases changed in the bundled rulesets."""
    return read_changes((library.folder() / CHANGES).read_text(encoding="utf-8"))


def changes_of(rules: Ruleset) -> list[ChangedValue]:
    """Return the changes that affect this ruleset: its own, and those of a parent from which it takes the value, be it
    the file's or a plugin's. An entry of a ruleset stands for those of its parents. No release changed a ruleset that
    was new in it, or one that extends such a ruleset.
    """
    changes, ids = bundled_changes(), {layer.written.head.id for layer in rules.layers}
    first = {one.release for one in changes.added if one.id in ids and not one.was}
    changed = [one for one in changes.changed if one.release not in first]
    found, settled = set[int](), set[str]()
    for layer in rules.layers:
        written = layer.written
        own = {at for at, one in enumerate(changed) if one.ruleset == written.head.id and one.key not in settled}
        found |= own if layer is rules.layers[0] else {at for at in own if _is_taken_over(changed[at], rules)}
        settled |= {changed[at].key for at in own} | set(written.stated) | set(written.departs)
    return [changed[at] for at in sorted(found)]


def _is_taken_over(one: ChangedValue, rules: Ruleset) -> bool:
    """Return False if a text of the parent lapses here, or if the plugin that changed it was left out."""
    return one.key not in rules.lapsed and (one.new is not None or file_value(rules[one.key]) != one.old)


def former_editions(rules: Ruleset) -> list[Ruleset]:
    """Return the editions before this one, latest first, as far as `replaces` names rulesets that exist or files that a
    club has kept next to its own. A kept edition may run the plugins of the folder if this one may. Raises RulesetError
    for a faulty one.
    """
    found: list[Ruleset] = []
    seen = {rules.id}
    last = rules
    while (id := last.head.replaces) and id not in seen:
        if id in library.all_ids():
            last = load_ruleset(id)
        elif (path := _kept(last)) is not None:
            last = load_file(path, allow_local_plugins=rules.local_plugins)
        else:
            break
        found.append(last)
        seen.add(id)
    return found


def _kept(rules: Ruleset) -> Path | None:
    """Return the file of the edition that this one replaces if it is kept next to this one; None if it is not, or if
    `replaces` is no id: it names no file of another folder.
    """
    from kanrules.ruleset.standalone_toml import ID

    path = rules.path.parent / f"{rules.head.replaces}.toml"
    return path if ID.fullmatch(rules.head.replaces) and path.is_file() else None


@cache
def _replacing() -> Mapping[str, tuple[str, ...]]:
    """Return the ids whose file seems to replace an edition, by the id of that edition."""
    found: dict[str, tuple[str, ...]] = {}
    for id in library.all_ids():
        path = library.find(id)
        # Loading every ruleset takes seconds, searching their text takes milliseconds.
        text = b"" if path is None else path.read_bytes()
        named = re.findall(_REPLACES, text.decode("utf-8", "replace")) if b"replaces" in text else ()
        for replaced in dict.fromkeys(named):
            found[replaced] = (*found.get(replaced, ()), id)
    return found


def _next_edition(id: str, today: date, load: Callable[[str], Ruleset]) -> Ruleset | None:
    """Return the ruleset that replaces this id and is in force; None if no ruleset does."""
    for other in _replacing().get(id, ()):
        # `check` reports a faulty ruleset; an answer under another one need not.
        with suppress(RulesetError):
            after = load(other)
            since = after.head.in_force_from
            if after.head.replaces == id and (since is None or since <= today):
                return after
    return None


def later_editions(rules: Ruleset, today: date, load: Callable[[str], Ruleset] = load_listed) -> Iterator[Ruleset]:
    """Yield the editions that replace this one and are in force on this day, earliest first. `load` returns the ruleset
    of an id.
    """
    seen = {rules.id}
    after = _next_edition(rules.id, today, load)
    while after is not None and after.id not in seen:
        yield after
        seen.add(after.id)
        after = _next_edition(after.id, today, load)


def superseded_by(rules: Ruleset, today: date) -> str:
    """Return a sentence that names the edition in force on this day; "" if that is this ruleset or is not known."""
    later = list(later_editions(rules, today))
    last = later[-1] if later else None
    until = rules.head.in_force_until
    if until is not None and until < today:
        if last is None:
            return say(_WAS_IN_FORCE, id=Verbatim(rules.id), until=until)
        return say(_REPLACED_SINCE, id=Verbatim(rules.id), until=until, later=Verbatim(last.id))
    return say(_REPLACED, id=Verbatim(rules.id), later=Verbatim(last.id)) if last is not None else ""


def unknown_edition(rules: Ruleset) -> list[Problem]:
    """Return KR102 if `replaces` names an id that no bundled, installed, or neighbouring ruleset has."""
    id, document = rules.head.replaces, rules.layers[0].document
    if not id or id in library.all_ids() or _kept(rules) is not None:
        return []
    meant = library.near(id)
    hint = f"did you mean {quote(meant[0])}?" if meant else "`kanrules rulesets` lists them"
    return [document.problem("KR102", ("ruleset", "replaces"), f"there is no ruleset {quote(id)}", hint=hint)]


def edition_json(rules: Ruleset, load: Callable[[str], Ruleset] = load_listed) -> dict[str, str]:
    """Return the edition that this one replaces, the days on which it is in force, and the later edition that is in
    force today. `load` returns the ruleset of an id.
    """
    head, later = rules.head, [one.id for one in later_editions(rules, date.today(), load)]
    return {
        "replaces": head.replaces,
        "in_force_from": str(head.in_force_from or ""),
        "in_force_until": str(head.in_force_until or ""),
        "current_edition": later[-1] if later else "",
    }
