"""The plugin of the Thursday club."""

from kanrules import Instant, Objection, hookimpl


@hookimpl
def before_kan(kan, table):
    if table.live_tiles < 30:
        return Objection("house-201", "the club wants thirty live tiles for a kan")
    return None


@hookimpl
def reveal_kandora(kan):
    return Instant.RINSHAN_DRAW
