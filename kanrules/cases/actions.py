"""Read a single action from text, written like a line of a case's play."""

from __future__ import annotations

from kanrules.cases.lines import SEATS, parse_line
from kanrules.errors import UnreadableError
from kanrules.pieces.actions import (
    PASS,
    Action,
    Ankan,
    Chi,
    Daiminkan,
    Discard,
    Draw,
    Kita,
    Kyuushu,
    Pass,
    Pon,
    Ron,
    Shouminkan,
    Tsumo,
)
from kanrules.pieces.tiles import KIND


def parse_action(text: str) -> Action:
    """Return the action that a text describes; `parse_action(str(action)) == action` for every action.

    Takes `east draws` (with or without its tile), `east discards 1m` or `east riichi 1m`, followed by `drawn` for the
    tile just drawn, `south chi 3m with 12m`, `south pon 5p` (`with 05p` if a red five is used), `south ankan 1z` and
    the other kans, `south kita`, `south ron`, `east tsumo`, `east kyuushu`, `south passes`, `everyone passes`. Raises
    UnreadableError, which quotes the text and says what was expected; TypeError for a value that is not a string.
    """
    if not isinstance(text, str):
        raise TypeError(f"parse_action reads text, not {type(text).__name__}")
    said = " ".join(text.split())
    seat, _, verb = said.partition(" ")
    if verb in ("draws", "draw") and seat in SEATS:
        return Draw(SEATS[seat])
    line = parse_line(1, said)
    if line.against_law or line.found or line.late:
        raise UnreadableError(f"`{said}` is a line of a case, not an action")
    bare = _BARE.get(line.verb)
    if bare is not None:
        return PASS if line.everyone else bare(line.seat)
    tile = line.tile
    assert tile is not None, "this verb names a tile"
    match line.verb:
        case "draws":
            return Draw(line.seat, tile)
        case "discards" | "riichi":
            return Discard(line.seat, tile, line.tsumogiri is True, line.verb == "riichi")
        case "pon":
            first, second = line.using or (KIND[tile], KIND[tile])
            return Pon(line.seat, tile, (first, second))
        case "chi":
            if not line.using:
                raise UnreadableError(f"`{said}`: expected the two tiles of the hand, such as `{said} with 12m`")
            return Chi(line.seat, tile, (line.using[0], line.using[1]))
    return _KANS[line.verb](line.seat, tile)


_BARE: dict[str, type[Kita | Ron | Tsumo | Kyuushu | Pass]] = {
    "kita": Kita,
    "ron": Ron,
    "tsumo": Tsumo,
    "kyuushu": Kyuushu,
    "passes": Pass,
}
_KANS: dict[str, type[Daiminkan | Ankan | Shouminkan]] = {
    "daiminkan": Daiminkan,
    "ankan": Ankan,
    "shouminkan": Shouminkan,
}
