"""Players and tiles, the wall, and kita: what differs at a table of three."""

from __future__ import annotations

from enum import StrEnum

from kanrules.frozen import frozen
from kanrules.law.key import key, silence
from kanrules.law.tables.kandora_keys import never_pending


class TileSet(StrEnum):
    """Which tiles are in the set."""

    FULL = "full"
    WITHOUT_2M_8M = "without_2m_8m"
    """All tiles except 2m to 8m."""


class Refill(StrEnum):
    """Replacement draws that shorten the live wall by a tile, which refills the dead wall."""

    ALWAYS = "always"
    KANS_ONLY = "kans_only"
    """Only after a kan, not after a kita."""
    NEVER = "never"


class KitaInRiichi(StrEnum):
    """Which norths a player in riichi may set aside."""

    DRAWN_TILE = "drawn_tile"
    """Only the drawn tile."""
    FORBIDDEN = "forbidden"
    ANY = "any"


class NorthDiscard(StrEnum):
    """Permission to discard a north."""

    ALLOWED = "allowed"
    FORBIDDEN = "forbidden"


class NorthInHand(StrEnum):
    """Permission to win with norths that are not set aside."""

    ALLOWED = "allowed"
    YAKUMAN = "yakuman"
    """Only with a yakuman."""
    NEVER = "never"


class North(StrEnum):
    """Value of a triplet of norths if no player is north."""

    GUEST = "guest"
    """No one's wind."""
    YAKUHAI = "yakuhai"
    """A yaku for every player."""


class KitaRobbery(StrEnum):
    """Who may win on a north that is set aside."""

    ANY_YAKU = "any_yaku"
    NEVER = "never"
    KOKUSHI = "kokushi"
    YAKUMAN = "yakuman"


class KitaInterrupts(StrEnum):
    """Effects that a kita interrupts."""

    ALL = "all"
    """Everything that a call interrupts: ippatsu, the first go-around, and temporary furiten as the rules say."""
    IPPATSU = "ippatsu"
    NONE = "none"


class PendingOnKita(StrEnum):
    """What happens to a pending kan dora indicator when the same player sets a north aside."""

    DECLARATION = "declaration"
    ANNOUNCED = "announced"
    KEEP = "keep"


_FOUR_PLAYERS = silence(lambda o: o.table.players == 4, "table.players")
_NO_KITA = silence(lambda o: not o.kita.enabled, "kita.enabled")


@frozen
class TableTable:
    """Number of players, and the tiles in the set."""

    players: int = key(
        4,
        """
        Players | How many players sit at a table?
        4: Four players sit at a table.
        3: Three players sit at a table. The north seat is empty.
        """,
        quiet=True,
        allowed=(4, 3),
    )
    tiles: TileSet = key(
        TileSet.FULL,
        """
        Tiles | Which tiles are in the set?
        full: The set has all 136 tiles.
        without_2m_8m: The set has 108 tiles: 2m to 8m are left out.
        """,
        quiet=True,
        silent=(_FOUR_PLAYERS,),
    )


@frozen
class WallTable:
    """Tiles that are never drawn, and the source of replacement tiles."""

    undrawn: int = key(
        14,
        """
        Undrawn tiles | How many tiles are left undrawn when the live wall is used up?
        14: Fourteen tiles are left undrawn at an exhaustive draw.
        0: No tile is left undrawn at an exhaustive draw.
        16: Sixteen tiles are left undrawn at an exhaustive draw.
        18: Eighteen tiles are left undrawn at an exhaustive draw.
        """,
        quiet=True,
        allowed=(14, 0, 16, 18),
        article="replacement",
    )
    replacements: int = key(
        4,
        """
        Replacement tiles | How many replacement tiles does the dead wall have?
        4: The dead wall has four replacement tiles.
        8: The dead wall has eight replacement tiles, for kans and kitas together.
        """,
        quiet=True,
        allowed=(4, 8),
    )
    refill: Refill = key(
        Refill.ALWAYS,
        """
        Refill of the dead wall | Does a tile of the live wall move to the dead wall when a replacement tile
            is taken?
        always: Every replacement tile shortens the live wall by one tile.
        kans_only: The replacement tile of a kan shortens the live wall by one tile. The replacement tile of
            a kita does not.
        never: Replacement tiles do not shorten the live wall.
        """,
        quiet=True,
        wall="""
        kans_only: A kan shortens the live wall by one tile; a kita does not.
        never: The dead wall is not refilled.
        """,
    )


@frozen
class KitaTable:
    """Norths with three players: those set aside, and those kept."""

    enabled: bool = key(
        False,
        """
        Kita | May a player set a north aside and take a replacement tile for it?
        true: A player may set a north aside. It counts as one dora, and the player takes a replacement
            tile.
        false: A north must not be set aside: kita is not used.
        """,
        quiet=True,
        silent=(_FOUR_PLAYERS,),
    )
    min_live_tiles: int = key(
        1,
        """
        Tiles left for a kita | How many tiles must be left in the live wall for a kita?
        none: A kita may be declared even if no tile is left in the live wall.
        1: A kita may be declared as long as one tile is left in the live wall.
        any: A kita may be declared only if {value} or more tiles are left in the live wall.
        """,
        quiet=True,
        limits=(1, 69),
        silent=(
            _FOUR_PLAYERS,
            _NO_KITA,
        ),
    )
    after_call: bool = key(
        False,
        """
        Kita after a call | May a north be set aside in a turn that began with a call?
        true: A player may set a north aside after a call, too.
        false: A player may set a north aside only after drawing a tile, not after a call.
        """,
        quiet=True,
        silent=(
            _FOUR_PLAYERS,
            _NO_KITA,
        ),
    )
    in_riichi: KitaInRiichi = key(
        KitaInRiichi.DRAWN_TILE,
        """
        Kita in riichi | Which north may a player in riichi set aside?
        drawn_tile: A player in riichi may set aside the north just drawn, but no other.
        forbidden: A player in riichi must not set a north aside.
        any: A player in riichi may set any north aside.
        """,
        quiet=True,
        silent=(
            _FOUR_PLAYERS,
            _NO_KITA,
        ),
    )
    discard: NorthDiscard = key(
        NorthDiscard.ALLOWED,
        """
        Discarding a north | May a north be discarded?
        allowed: A north may be discarded.
        forbidden: A north must not be discarded while another tile can be.
        """,
        quiet=True,
        silent=(
            _FOUR_PLAYERS,
            _NO_KITA,
        ),
    )
    in_hand: NorthInHand = key(
        NorthInHand.ALLOWED,
        """
        Norths kept in hand | May a player win with norths that are not set aside?
        allowed: A player may keep a north and win with it.
        yakuman: A hand that contains a north may win only as a yakuman.
        never: A hand that contains a north must not win.
        """,
        quiet=True,
        silent=(_FOUR_PLAYERS,),
    )
    north: North = key(
        North.GUEST,
        """
        Triplet of norths | What is a triplet of norths worth with three players?
        guest: A triplet of norths is not a yaku.
        yakuhai: A triplet of norths is a yaku for every player.
        """,
        quiet=True,
        silent=(_FOUR_PLAYERS,),
    )
    pon: bool = key(
        True,
        """
        Pon and kan of north | May a discarded north be called for pon or kan?
        true: A discarded north may be called for pon or kan.
        false: A discarded north must not be called for pon or kan.
        """,
        quiet=True,
        silent=(_FOUR_PLAYERS,),
    )
    robbable: KitaRobbery = key(
        KitaRobbery.ANY_YAKU,
        """
        Robbing a kita | Who may win on a north that is set aside?
        any_yaku: Any hand with a yaku may win on a north that is set aside. This does not score chankan.
        never: A north that is set aside must not be robbed.
        kokushi: Only thirteen orphans may win on a north that is set aside.
        yakuman: Only a yakuman may win on a north that is set aside.
        """,
        quiet=True,
        wall="""
        any_yaku: Any hand with a yaku may win on the north.
        never: No one may win on the north.
        kokushi: Only thirteen orphans may win on the north.
        yakuman: Only a yakuman may win on the north.
        """,
        silent=(
            _FOUR_PLAYERS,
            _NO_KITA,
        ),
    )
    robbed_ippatsu: bool = key(
        True,
        """
        Ippatsu on a robbed kita | Does ippatsu count for a win on a north that is set aside?
        true: Ippatsu counts for a win on a north that is set aside.
        false: Ippatsu does not count for a win on a north that is set aside.
        """,
        quiet=True,
        silent=(
            _FOUR_PLAYERS,
            _NO_KITA,
            silence(lambda o: o.kita.robbable is KitaRobbery.NEVER, "kita.robbable"),
        ),
    )
    passing_is_furiten: bool = key(
        True,
        """
        Passing a kita | Does a player who could win on a north that is set aside, but passes, become
            furiten?
        true: A player who could win on a north that is set aside, but passes, becomes furiten.
        false: A player who could win on a north that is set aside, but passes, does not become furiten.
        """,
        quiet=True,
        silent=(
            _FOUR_PLAYERS,
            _NO_KITA,
            silence(lambda o: o.kita.robbable is KitaRobbery.NEVER, "kita.robbable"),
        ),
    )
    interrupts: KitaInterrupts = key(
        KitaInterrupts.ALL,
        """
        Interruption by a kita | What does a kita interrupt?
        all: A kita interrupts ippatsu and the first go-around, as a call does.
        ippatsu: A kita interrupts only ippatsu.
        none: A kita interrupts neither ippatsu nor the first go-around.
        """,
        quiet=True,
        silent=(
            _FOUR_PLAYERS,
            _NO_KITA,
        ),
    )
    rinshan: bool = key(
        True,
        """
        Win on the tile after a kita | Is a win on the replacement tile of a kita rinshan kaihou?
        true: A win on the replacement tile of a kita is rinshan kaihou.
        false: A win on the replacement tile of a kita is an ordinary tsumo.
        """,
        quiet=True,
        silent=(
            _FOUR_PLAYERS,
            _NO_KITA,
        ),
    )
    pending_indicator: PendingOnKita = key(
        PendingOnKita.DECLARATION,
        """
        Pending indicator, kita | A kan dora indicator is still to be turned with the discard, and the same
            player sets a north aside. When is it turned?
        declaration: The pending indicator is turned once the kita can no longer be robbed, before the
            replacement tile is drawn.
        announced: The pending indicator is turned as the north is set aside. A player who wins on that
            north counts it.
        keep: The pending indicator is turned with the discard.
        """,
        quiet=True,
        silent=(
            _FOUR_PLAYERS,
            _NO_KITA,
            silence(never_pending, "kandora.ankan", "kandora.daiminkan", "kandora.shouminkan", hook="reveal_kandora"),
        ),
    )
