"""A ruleset's timeline of a kan, for the drawing room."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kanrules.kan.picture import side

if TYPE_CHECKING:
    from kanrules.drawing.timelines import Side
    from kanrules.ruleset.model import Ruleset


def side_of(rules: Ruleset) -> Side:
    """What is to be drawn of this ruleset; a plugin that answers a question of the timeline is named."""
    deciders = {plugin: rules.judge.hooks_of(plugin) for plugin in rules.plugins}
    return side(rules.id, rules.title, rules.options, lambda key: rules.origin(key).is_default, deciders)
