"""The own rules of a Tenhou tournament lobby, as keys of kanrules.

tenhou.net/6 writes them as `rule[2]`, the type of the table in hexadecimal digits, and as `csrule`: two sets of
switches, then numbers. A switch or a number is read if two programs of tournament organizers, written independently,
say the same about it. What only one of them says, what they contradict each other about, and what neither knows is not
guessed: if such a switch is set, no payments are compared, and the replay lists why. Final points of such a lobby are
never compared.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any

from kanrules.frozen import frozen
from kanrules.locale import marked as _N
from kanrules.locale.sentences import say
from kanrules.records.members import shown

NO_REDS, NO_OPEN_TANYAO, THREE_PLAYERS, CHIPS = 0x02, 0x04, 0x10, 0x200
"""Bits of a table's type that change the law of its hands, in `rule[2]` as in the `type` of the XML."""
SWITCHES: dict[int, dict[str, Any]] = {
    0x00000001: {"draws.nagashi_mangan": "off"},
    0x00000002: {"scoring.kiriage_mangan": True},
    # An ankan's indicator is turned at once anyway, and its own moment at Tenhou is before the replacement draw.
    0x00000008: {"kandora.daiminkan": "declaration", "kandora.shouminkan": "declaration"},
    0x00000020: {"kandora.enabled": False},
    0x00000040: {"dora.ura": False},
    0x00000080: {"kandora.ura": False},
    0x00000100: {"draws.suufon_renda": "off"},
    0x00000200: {"four_kans.several_players": "play_on"},
    0x00000400: {"draws.suucha_riichi": "off"},
    0x00000800: {"draws.kyuushu_kyuuhai": "off"},
    0x00001000: {"draws.sanchahou": "off"},
    0x00002000: {"wins.simultaneous": "head_bump"},
    0x00020000: {"draws.exhaustive_dealer": "rotates"},
    0x00080000: {"riichi.ippatsu": False},
}
"""Switches of `csrule[0]` on which both programs agree, and the keys that they set."""
NO_LAW = 0x00000004 | 0x00004000 | 0x00008000 | 0x00200000
"""Switches of `csrule[0]` on which both programs agree and that end the game, not the hand: busting, stopping after the
last hand, playing on into west.
"""
ONLY_POINTS = 0x00040000
"""A switch of `csrule[0]` that only one program knows: it rounds the final points."""
ONLY_POINTS_TOO = 0x00000002 | 0x00000004
"""Switches of `csrule[1]` about ties and leftover riichi sticks in the final points."""
STICK, HONBA, NOTEN = 10, 11, (16, 17, 18)
"""Places of the value of a riichi stick, of a honba (for each player who pays), and of the noten payments by number of
players that are paid or pay.
"""

_UNKNOWN = _N("payments and values (it is not known what {switches} of the lobby means)")
OWN_UMA = _N("the final points (the lobby has its own rules, and possibly its own uma)")
"""Note on the final points of a lobby."""


@frozen
class Lobby:
    """A lobby's own rules: keys with their values, what is not known of them, or why its games cannot be judged."""

    options: Mapping[str, Any] = field(default_factory=dict)
    unknown: str = ""
    """Note on what cannot be compared, because the meaning of a switch is not known; "" if all are."""
    out_of_scope: str = ""
    kind: int = 0
    """Type of the table."""


def lobby(game: Mapping[str, Any]) -> Lobby | None:
    """Return the own rules of the lobby in which a tenhou.net/6 game was played, or None if it names none."""
    rule, own = game.get("rule"), game.get("csrule")
    kind = _hex(rule[2]) if isinstance(rule, list) and len(rule) > 2 else 0
    fields = [str(one) for one in own] if isinstance(own, list) else []
    if not isinstance(rule, list) and not any(fields):
        return None
    if kind is None:
        return Lobby(out_of_scope=_no(f"rule[2] is {rule[2]!r:.20}"))  # type: ignore[index]  # a list, as above
    fields += [""] * (45 - len(fields))
    first, second = _hex(fields[0]), _hex(fields[1])
    if first is None or second is None:
        return Lobby(out_of_scope=_no(f"csrule begins with {fields[:2]!r:.40}"))
    if kind & CHIPS:
        return Lobby(out_of_scope=f"a chip table, which has other rules (rule[2] is {kind:04x}, bit 0x200)")
    options: dict[str, Any] = {}
    for bit, keys in SWITCHES.items():
        if first & bit:
            options |= keys
    if kind & NO_OPEN_TANYAO:
        options["scoring.open_tanyao"] = False
    if wrong := _values(fields, options):
        return Lobby(out_of_scope=_no(wrong))
    unread = first & ~sum(SWITCHES) & ~NO_LAW & ~ONLY_POINTS
    unread_too = second & ~ONLY_POINTS_TOO
    switches = [f"csrule[{word}] {bits:#010x}" for word, bits in enumerate((unread, unread_too)) if bits]
    return Lobby(options, say(_UNKNOWN, switches=", ".join(switches)) if switches else "", kind=kind)


def _values(fields: list[str], options: dict[str, Any]) -> str:
    """Read the numbers that change payments. Return one that kanrules cannot express, or ""."""
    if fields[STICK] not in ("", "1000"):
        return f"a riichi stick is {fields[STICK]!r:.20}"
    if fields[HONBA]:
        if not fields[HONBA].isdecimal() or not 0 <= 3 * int(fields[HONBA][:6]) <= 3000:
            return f"a honba is {fields[HONBA]!r:.20}"
        if fields[HONBA] != "100":
            options["wins.honba_value"] = 3 * int(fields[HONBA])
    noten = [fields[at] or usual for at, usual in zip(NOTEN, ("1000", "1500", "3000"), strict=True)]
    if not all(one.isdecimal() and len(one) < 6 for one in noten):
        return f"noten payments are {', '.join(noten):.40}"
    one, two, three = map(int, noten)
    if not 3 * one == 2 * two == three or three % 100:
        return f"noten payments are {', '.join(noten):.40}"
    if three != 3000:
        options["draws.noten_payment"] = three
    return ""


def _hex(text: object) -> int | None:
    """Return a set of switches; 0 for an empty one, None if it is not hexadecimal."""
    if not isinstance(text, str) or len(text) > 8:
        return None
    try:
        return int(text, 16) if text else 0
    except ValueError:
        return None


def _no(why: str) -> str:
    return shown(f"a lobby with rules that kanrules cannot express ({why})")
