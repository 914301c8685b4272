"""A good plugin of strangers: okuri-kan, but only as long as ippatsu stands."""

from dataclasses import dataclass

from kanrules import hookimpl

codes = {"okurikan-201": "okuri-kan once ippatsu is gone"}


@dataclass(frozen=True)
class Options:
    """The table [plugin.okurikan]."""

    turns: str = "ippatsu"
    """When okuri-kan is allowed: "ippatsu" or "never"."""


options = Options


@hookimpl(wrapper=True)
def before_kan(kan, table, rules):
    """Drops core's objection to okuri-kan (KR206) for a player whose ippatsu stands."""
    found = yield
    if rules.plugin["okurikan"]["turns"] == "never" or not table.ippatsu[kan.seat]:
        return found
    return [objection for objection in found if objection.code != "KR206"]
