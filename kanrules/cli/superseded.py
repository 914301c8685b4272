"""The note that another edition of a ruleset is in force today. Apart from `kanrules history`, which prints sheets."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from kanrules.cli.output import console

if TYPE_CHECKING:
    from kanrules.ruleset import Ruleset


def superseded(rules: Ruleset) -> str:
    """Return a sentence that names the edition in force today; "" if that is this ruleset or is not known."""
    from kanrules.ruleset.history import superseded_by

    return superseded_by(rules, date.today())


def superseded_parent(rules: Ruleset) -> str:
    """Return a sentence that names the edition in force today if a club's ruleset extends an older one; otherwise "".

    Bundled rulesets that extend an old edition follow a text that does, so they get no note.
    """
    from kanrules.ruleset import library, load_ruleset

    bundled = [layer for layer in rules.layers if layer.document.path.parent == library.folder()]
    return superseded(load_ruleset(bundled[0].written.head.id)) if bundled and bundled[0] is not rules.layers[0] else ""


def print_superseded(rules: Ruleset) -> None:
    """Print a note if another edition is in force today."""
    if sentence := superseded(rules):
        console().print(f"note: {sentence}", style="magenta", markup=False, highlight=False)
