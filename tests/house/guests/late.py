"""A plugin that is asked after the other, and overruled."""

from kanrules import Instant, hookimpl


@hookimpl
def reveal_kandora(kan):
    return Instant.DISCARD
