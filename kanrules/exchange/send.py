"""Export a ruleset as another program's settings, with a list of what the program cannot express."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kanrules.errors import wrong_use
from kanrules.exchange.bring import Assumed, LostField, understand
from kanrules.exchange.fields import Program, same
from kanrules.frozen import frozen
from kanrules.ruleset.keys import file_text, file_value, is_in_words, keys
from kanrules.ruleset.load import load_ruleset
from kanrules.ruleset.model import DEFAULT, Ruleset


@frozen
class Sent:
    """An export: the settings by the program's names, what they cannot express, and the fields that no key sets."""

    program: Program
    settings: dict[str, Any]
    lost: tuple[LostField, ...]
    assumed: tuple[Assumed, ...]
    plays: Mapping[str, Any]
    """The rules that the program plays under these settings, by key, as far as they are known."""


def send(program: Program, rules: Ruleset) -> Sent:
    """Return the settings closest to this ruleset.

    Losses are found by reading the settings back: keys of the ruleset that they do not reproduce. A key without a
    source is lost only if the program plays something else. Raises UnreadableError if the ruleset is for three players
    and the program has no such table, or its rules there are unknown.
    """
    players = rules.options.table.players
    if players == 3 and program.three is None:
        raise wrong_use(f"{rules.id} is for three players; the settings of {program.title} are for four")
    ours = {key: file_value(rules[key]) for key in keys()}
    usual = program.plays(players)
    plays = program.book_of(players)
    if plays:
        book = load_ruleset(plays)
        usual = {key: file_value(book[key]) for key in keys() if book.value_set_by(key) != DEFAULT} | usual
    # The ruleset sets the number of players; a program's field for it is written from there.
    table = {"table.players": players, "table.tiles": usual.pop("table.tiles", "full")}
    usual.pop("table.players", None)
    settings: dict[str, Any] = {}
    assumed = []
    for one in program.fields_of(players):
        value = one.means.write(ours, one.default, usual)
        if value is None:
            continue
        settings[one.name] = value
        if not one.means.keys:
            assumed.append(Assumed(one.name, value, f"no key of kanrules expresses it; the default of {program.title}"))
    back = table | usual | dict(understand(program, settings, program.name, players=players).values)
    sayable = {key for one in program.fields_of(players) for key in one.means.keys}
    lost = []
    if players == 3 and not program.seats:
        lost.append(
            LostField(
                "", "table.players", 3, f"no field of {program.title} expresses it: choose a three-player game there"
            )
        )
    for key in keys():
        if is_in_words(key):
            if ours[key]:
                lost.append(LostField("", key, ours[key], "text for people"))
        elif key in back and not same(back[key], ours[key]):
            lost.append(LostField("", key, ours[key], f"{program.title} plays {file_text(back[key])}"))
        elif key not in back and (key in sayable or rules.value_set_by(key) != DEFAULT):
            where = "expresses it together with these other values" if key in sayable else "expresses it"
            lost.append(LostField("", key, ours[key], f"no field of {program.title} {where}"))
    for plugin in rules.plugins:
        lost.append(LostField("", "ruleset.plugins", plugin, f"{program.title} does not use plugins"))
    return Sent(program, settings, tuple(lost), tuple(assumed), back)
