"""The frozen snapshot of a hand that hooks receive, with all tiles visible."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from kanrules.frozen import frozen
from kanrules.law.hook_values import Kan
from kanrules.pieces.actions import Discard, check_seat, check_tile
from kanrules.pieces.melds import Meld
from kanrules.pieces.melds_text import write_meld
from kanrules.pieces.readings import Concealed, waits_mask
from kanrules.pieces.tiles import KIND, KINDS, NAMES, Seat, Tile, counts_37, format_tiles
from kanrules.table.layout import HasOptions, Layout, kans_of

if TYPE_CHECKING:
    from kanrules.law.scoring import Value


@frozen
class Table(Layout):
    """One hand at one moment. Fields by seat have one entry per player, east first."""

    def waits(self, seat: Seat) -> int:
        """Return the kinds that complete this seat's hand, as a 34-bit mask. A drawn tile is ignored."""
        counts = counts_37(self.hands[seat])
        if self.drawn is not None and self.turn == seat:
            counts[self.drawn] -= 1
        return waits_mask(Concealed.from_counts(counts)) if sum(counts) % 3 == 1 else 0

    def value(self, seat: Seat, tile: Tile, rules: HasOptions, *, tsumo: bool = False) -> Value | None:
        """Return the value of this seat's hand with this tile at this moment: yaku, han, and fu; None if the hand is
        incomplete or has no yaku.

        Takes the ruleset that a hook receives, and whether the tile is drawn. Otherwise the win is a ron, on the
        announced kan if there is one. A tile that the seat has already drawn is left out. Raises TypeError for an
        invalid seat or tile.
        """
        check_seat(seat)
        check_tile(tile)
        from kanrules.table.value import value

        return value(self, seat, tile, rules, tsumo=tsumo)

    @property
    def furiten(self) -> tuple[bool, ...]:
        """True for each seat in furiten: a winning tile is in its own river, or it passed one since furiten last ended.

        Source: EMA 2016 3.4.5; `furiten.temporary_ends` says which event ends temporary furiten.
        """
        return tuple(
            bool(self.waits(seat) & (self.passed[seat] | _kinds(discard.tile for discard in self.rivers[seat])))
            for seat, _ in zip(Seat, self.hands, strict=False)
        )

    def text(self) -> str:
        """Return the table as the `[case.given]` of a case file: TOML lines that describe the same table.

        They include a discard that may still be claimed, a kan that may be robbed, a replacement tile still to be
        drawn, and which discards were tsumogiri. They do not include the order of live and replacement tiles, who has
        passed, the moment of a pending kan dora indicator, whether a shouminkan may still be robbed after its
        replacement tile, or unsettled rons: these stay with the hand and its ruleset.
        """
        last = self.last_discard
        turn = self.turn if last is None else Seat((last.seat + 1) % len(self.hands))
        hands = [list(hand) for hand in self.hands]
        if self.drawn is not None:
            hands[turn].remove(self.drawn)
        lines = [f'round = "{self.round_wind}"', f"honba = {self.honba}", f"sticks = {self.sticks}"]
        lines.append(_by_seat("scores", map(str, self.scores)))
        lines.append(_by_seat("hands", (f'"{format_tiles(hand)}"' for hand in hands)))
        lines.append(
            _by_seat("melds", (f"[{', '.join(map(_meld_text, melds))}]" if melds else "" for melds in self.melds))
        )
        lines.append(_by_seat("kitas", (str(count) if count else "" for count in self.kitas)))
        followed = [[NAMES[KIND[self.kans[kan - 1].tile]] if kan else "" for kan in kans] for kans in self.after_kan]
        lines.append(
            _by_seat("rivers", (_river(river, last, kans) for river, kans in zip(self.rivers, followed, strict=False)))
        )
        for key, flags in (("riichi", self.riichi), ("double_riichi", self.double_riichi), ("ippatsu", self.ippatsu)):
            lines.append(_seats(key, (Seat(at) for at, flag in enumerate(flags) if flag)))
        lines.append(_seats("dead", self.dead_hands))
        lines.append(f'turn = "{turn}"')
        lines.append(self._drawn())
        lines.append(f"live_tiles = {self.live_tiles}")
        for key, tiles in (("indicators", self.indicators), ("ura", self.ura)):
            known = format_tiles(_known(tiles))
            lines.append(f'{key} = "{known}"' if known else "")
        waiting = format_tiles(KIND[self.kans[pending.kan - 1].tile] for pending in self.pending)
        lines.append(f'pending = "{waiting}"' if waiting else "")
        turned = [kan.tile for kan in self._turning()]
        lines.append(f'turned_by = "{format_tiles(map(KIND.__getitem__, turned))}"' if turned else "")
        lines.append(f'wall_break = "{self.wall_break}"' if self.wall_break is not None else "")
        passed = (format_tiles(kind for kind in range(KINDS) if mask >> kind & 1) for mask in self.passed)
        let_pass = _by_seat("passed", (f'"{kinds}"' if kinds else "" for kinds in passed))
        # In the first go-around, passed tiles would otherwise be derived from the rivers.
        lines.append(let_pass or ("passed = {}" if self.first_go_around else ""))
        lines.append("first_go_around = true" if self.first_go_around else "")
        return "\n".join(line for line in lines if line) + "\n"

    def _repr_svg_(self) -> str:
        """Return the table from above, all tiles visible, for a notebook."""
        from kanrules.drawing.tables import draw_table
        from kanrules.table.seen import seen

        return draw_table(seen(self))

    def _turning(self) -> list[Kan]:
        """Return the kans that turned the indicators after the first; none where a reader would guess them."""
        announced = [self.announced] if isinstance(self.announced, Kan) else []
        kans = {kan.number: kan for kan in (*self.kans, *announced)}
        turned = [kans[number] for number in self.indicator_kans[1:] if number]
        waiting = {KIND[kans[one.kan].tile] for one in self.pending}
        guessed = [kan for kan in (*kans_of(self.melds, self.turn), *announced) if kan.kind not in waiting]
        kinds = [kan.kind for kan in turned]
        return [] if kinds == [kan.kind for kan in guessed[: len(turned)]] else turned

    def _drawn(self) -> str:
        if self.replacing:
            return 'drawn = "rinshan"'
        words = []
        if self.drawn is not None:
            # With four kans on the table, a reader would take a drawn tile for the fourth replacement tile.
            words = [NAMES[self.drawn], "rinshan" if self.on_replacement else "live" if len(self.kans) >= 4 else ""]
        if self.announced is not None:
            words += ["announces", self.announced.type, NAMES[self.announced.tile]]
        return f'drawn = "{" ".join(word for word in words if word)}"' if words else ""


def _by_seat(key: str, texts: Iterable[str]) -> str:
    said = [f"{seat} = {text}" for seat, text in zip(Seat, texts, strict=False) if text]
    return f"{key} = {{ {', '.join(said)} }}" if said else ""


def _river(river: tuple[Discard, ...], last: Discard | None, kans: Sequence[str]) -> str:
    """Return discards in mpsz. A tsumogiri, a riichi discard, or a claimable discard stands alone, with that word."""
    parts: list[str] = []
    plain: list[Tile] = []
    for at, discard in enumerate(river):
        claimable = last is not None and discard.seat == last.seat and at == len(river) - 1
        said = (("riichi", discard.riichi), ("drawn", discard.tsumogiri), ("claimable", claimable))
        words = [word for word, is_so in said if is_so] + [f"kan:{kan}" for kan in kans[at : at + 1] if kan]
        if not words:
            plain.append(discard.tile)
            continue
        parts += [format_tiles(plain)] if plain else []
        plain = []
        parts.append(" ".join((NAMES[discard.tile], *words)))
    parts += [format_tiles(plain)] if plain else []
    if not parts or (len(parts) == 1 and " " not in parts[0]):
        return f'"{parts[0]}"' if parts else ""
    return f"[{', '.join(f'{chr(34)}{part}{chr(34)}' for part in parts)}]"


def _seats(key: str, seats: Iterable[Seat]) -> str:
    said = ", ".join(f'"{seat}"' for seat in seats)
    return f"{key} = [{said}]" if said else ""


def _meld_text(meld: Meld) -> str:
    return f'"{write_meld(meld)}"'


def _known(tiles: Iterable[Tile | None]) -> list[Tile]:
    known: list[Tile] = []
    for tile in tiles:
        if tile is None:
            break
        known.append(tile)
    return known


def _kinds(tiles: Iterable[Tile]) -> int:
    mask = 0
    for tile in tiles:
        mask |= 1 << KIND[tile]
    return mask


def later(look: Callable[[str], object]) -> Table:
    """Return a table that reads each field from `look` on first access. To keep it, call `kanrules.pieces.later.fill`
    before the machine moves on.
    """
    table = object.__new__(Table)
    object.__setattr__(table, "_look", look)
    return table
