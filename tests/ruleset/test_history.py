"""History of rulesets: every value that changed since the last release is listed, and nothing else is.

`values-RELEASE.json.gz` holds the values of every bundled ruleset at the last release. At a release, write the next one
with `python -m tests.ruleset.test_history RELEASE`, delete the old one and change LAST and NEXT.
"""

from __future__ import annotations

import gzip
import json
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from kanrules.hooks.discovery import load
from kanrules.ruleset import load_ruleset
from kanrules.ruleset.history import ReleaseChanges, bundled_changes, changes_of
from kanrules.ruleset.keys import TEXT_TABLES, Key, file_value, keys, keys_of_plugin
from kanrules.ruleset.library import bundled_ids

LAST = "0.2.0"
NEXT = "1.0.0"
PLUGINS = "ruleset.plugins"
Values = Mapping[str, Mapping[str, Any]]


def snapshot_path(release: str) -> Path:
    return Path(__file__).parent / f"values-{release}.json.gz"


def values_of(id: str) -> dict[str, Any]:
    rules = load_ruleset(id)
    options = {f"plugin.{name}.{key}": value for name, of in rules.plugin.items() for key, value in of.items()}
    asked = {PLUGINS: list(rules.plugins)} if rules.plugins else {}
    nobody = [key for key in rules.unsettled if key.partition(".")[0] not in TEXT_TABLES]
    said = {key: rules[key] for key in keys()} | dict.fromkeys(nobody)
    return {key: file_value(value) for key, value in (said | asked | options).items()}


def written_snapshot() -> bytes:
    default = {key: file_value(one.default) for key, one in keys().items()}
    found = {
        id: {key: value for key, value in values_of(id).items() if key not in default or value != default[key]}
        for id in bundled_ids()
    }
    text = json.dumps({"default": default, "rulesets": found}, ensure_ascii=False, sort_keys=True, indent=0)
    return gzip.compress(text.encode(), mtime=0)


def read_snapshot(content: bytes) -> Values:
    found = json.loads(gzip.decompress(content))
    return {id: {**found["default"], **values} for id, values in found["rulesets"].items()}


@cache
def before() -> Values:
    return read_snapshot(snapshot_path(LAST).read_bytes())


@cache
def now() -> Values:
    return {id: values_of(id) for id in bundled_ids()}


@cache
def parents() -> Mapping[str, tuple[str, ...]]:
    return {id: tuple(layer.written.head.id for layer in load_ruleset(id).layers[1:]) for id in bundled_ids()}


def options_of_plugins(values: Mapping[str, Any]) -> dict[str, Key]:
    """The options of the plugins of a ruleset, by key of its file."""
    names = {key.split(".")[1] for key in values if key.startswith("plugin.")}
    options = {(name, option): key for name in names for option, key in keys_of_plugin(name, load(name)).items()}
    return {f"plugin.{name}.{option}": key for (name, option), key in options.items()}


def different(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, tuple[Any, Any]]:
    """The values that differ. A key or a plugin's option that the last release did not have yet says nothing new by its
    default; a plugin that is new to a ruleset is a value of `ruleset.plugins`.
    """
    known = {**keys(), **options_of_plugins(new)}
    found = {}
    for key in sorted({*old, *new}):
        unsaid = [] if key == PLUGINS else file_value(known[key].default) if key in known else None
        was = old.get(key, unsaid)
        if key not in known and was == "":
            continue  # a sentence that nobody had written, under a key that is gone
        if was != new.get(key):
            found[key] = (was, new.get(key))
    return found


def faults(old: Values, new: Values, changes: ReleaseChanges) -> Iterator[str]:
    """A sentence for every difference without an entry and every entry without a difference."""
    added = {one.id: one.was for one in changes.added if one.release == NEXT}
    changed = {(one.ruleset, one.key): one for one in changes.changed if one.release == NEXT}
    reworded = {(one.ruleset, key) for one in changes.reworded if one.release == NEXT for key in one.keys}
    for id in sorted({*old} - {*new} - {*added.values()}):
        yield f"{id} is gone"
    for id in sorted({*added} - {*new}):
        yield f"{id} is listed as new and does not exist"
    differences: dict[str, dict[str, tuple[Any, Any]]] = {}
    for id, values in new.items():
        was = added.get(id) or id
        if was in old:
            differences[id] = different(old[was], values)
        elif id not in added:
            yield f"{id} is new"
    for id, found in differences.items():
        for key, (was, value) in found.items():
            inherited = [
                parent for parent in parents().get(id, ()) if differences.get(parent, {}).get(key) == (was, value)
            ]
            if not any((one, key) in changed or (one, key) in reworded for one in (id, *inherited)):
                yield f"{id}: {key} was {was!r} and is {value!r}"
    for (id, key), one in changed.items():
        sentence = key.partition(".")[0] in TEXT_TABLES and key != "notes.text"
        was, value = differences.get(id, {}).get(key, (None, None))
        if was == value or was != one.old or (one.new is not None if sentence else one.new != value):
            yield f"{id}: {key} did not change as the entry says: it was {was!r} and is {value!r}"
    for id, key in sorted(reworded):
        was, value = differences.get(id, {}).get(key, ("", ""))
        if key.partition(".")[0] not in TEXT_TABLES or not was or not value or was == value or (id, key) in changed:
            yield f"{id}: {key} was not reworded"


def test_every_value_that_changed_since_the_last_release_is_listed_and_nothing_else() -> None:
    assert list(faults(before(), now(), bundled_changes())) == []


@pytest.mark.parametrize("id", sorted({*now()} & {*before()}))
def test_the_history_of_a_ruleset_names_every_value_that_changed_on_its_sheet(id: str) -> None:
    """Of a child, too: what its parent's file, or a plugin that the parent lists, says now."""
    reworded = {key for one in bundled_changes().reworded if one.ruleset in (id, *parents()[id]) for key in one.keys}
    told = {one.key for one in changes_of(load_ruleset(id))}
    assert {*different(before()[id], now()[id])} - reworded <= told


def test_a_club_that_extends_a_bundled_ruleset_is_told_what_the_plugin_of_its_parent_says_now(tmp_path: Path) -> None:
    club = tmp_path / "club.toml"
    club.write_text('[ruleset]\nid = "club"\nextends = "ema-2025"\n[penalty]\nwrong_word = "Dead hand."\n', "utf-8")
    told = {one.key for one in changes_of(load_ruleset(club))}
    assert told >= {"penalty.wrong_tiles", "penalty.empty_call", "procedure.ankan"} and "penalty.wrong_word" not in told
    without = {one.key for one in changes_of(load_ruleset(club, without=("ema",)))}
    assert not [key for key in without if key.startswith("penalty.")] and "procedure.ankan" in without


def test_every_entry_says_why_and_names_its_release() -> None:
    changes = bundled_changes()
    assert all(one.why.strip() and one.release for one in (*changes.added, *changes.changed))
    listed = [(one.release, one.ruleset, one.key) for one in changes.changed]
    assert len(listed) == len(set(listed))


@pytest.mark.parametrize(
    ("id", "key", "value"),
    [
        ("ema-2025", "kandora.ankan", "discard"),
        ("tenhou", "chombo.points", 1000),
        ("m-league", "riichi.needs_stick", True),
        ("wrc-2022", "penalty.fifth_kan", "Chombo."),
        ("burton", "game.after_time", "words"),
        ("club", "kandora.ankan", "discard"),
        ("azriichi", "plugin.wrc.exposed_for_dead_hand", 3),
        ("wrc-2025", "plugin.wrc.exposed_for_dead_hand", 3),
        ("ema-2025", PLUGINS, ["ema", "club"]),
    ],
)
def test_a_value_that_changes_without_an_entry_is_found(id: str, key: str, value: object) -> None:
    altered = {**now(), id: {**now().get(id, now()["tenhou"]), key: value}}
    assert any(one.startswith(id) for one in faults(before(), altered, bundled_changes()))


def test_a_ruleset_that_disappears_is_found() -> None:
    assert list(faults(before(), {id: of for id, of in now().items() if id != "101"}, bundled_changes())) == [
        "101 is gone"
    ]


def test_an_entry_that_is_left_out_or_wrong_is_found() -> None:
    changes = bundled_changes()
    first = changes.changed[0]
    for wrong in (
        replace(changes, changed=changes.changed[1:]),
        replace(changes, changed=(replace(first, old="none of these"), *changes.changed[1:])),
        replace(changes, changed=(*changes.changed, replace(first, ruleset="tenhou"))),
        replace(changes, reworded=changes.reworded[1:]),
        replace(changes, reworded=(*changes.reworded, replace(changes.reworded[0], ruleset="tenhou"))),
        replace(changes, added=()),
    ):
        assert list(faults(before(), now(), wrong))


def test_the_snapshot_of_the_next_release_has_every_value() -> None:
    assert {id: dict(of) for id, of in read_snapshot(written_snapshot()).items()} == now()


if __name__ == "__main__":
    snapshot_path(sys.argv[1]).write_bytes(written_snapshot())
