"""Complete what a case leaves open, always in the same way.

Filler tiles in a hand match neither each other nor the tiles that the case names, so no player becomes tenpai or able
to call by accident. Filler dora indicators point to no tile in the case. Live tiles that the case does not name stay
unknown until they are drawn: the play names them, or `quiet.choose_draw` chooses them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from kanrules.cases.case import Case, CaseError
from kanrules.cases.given import kan_mark
from kanrules.cases.lines import TURN_VERBS
from kanrules.cases.quiet import ORDER, Allowed, apart, completing, none_of
from kanrules.errors import UnreadableError
from kanrules.kan.course import turned_before_robbery
from kanrules.law.hook_values import Kan, SetAside
from kanrules.law.options import Instant, Options, Refill
from kanrules.law.setup import START_SCORES, has_kita, setup_of
from kanrules.locale.sentences import number
from kanrules.pieces.actions import Discard
from kanrules.pieces.melds import Meld, MeldType
from kanrules.pieces.readings import Concealed, waits_mask
from kanrules.pieces.tiles import (
    FIVES,
    KIND,
    KINDS,
    NAMES,
    NORTH,
    RED_FIVES,
    SEATS,
    TILES,
    Kind,
    Seat,
    Tile,
    counts_37,
    sort_tiles,
)
from kanrules.ruleset.problems import Problem
from kanrules.table.layout import PendingIndicator, kans_of
from kanrules.table.position import Position

LIVE_TILES = 36
"""Number of live tiles if a case does not say: far from the end of the wall."""
_COUNTS = {0: "no", 1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight"}


def fill(case: Case, options: Options) -> Position:
    """Return the position of a case under these options, completed. Raises CaseError if it is impossible."""
    return _Filler(case, options).position()


class _Filler:
    def __init__(self, case: Case, options: Options) -> None:
        self.case, self.options, self.given = case, options, case.given
        self.problems: list[Problem] = []
        self.setup = setup_of(options)
        self.seats = seats = self.setup.seats
        self.red_fives = options.scoring.red_fives if case.has_red_fives else 0
        self.pool = list(self.setup.copies(self.red_fives))
        given = self.given
        first = case.lines[0] if case.lines else None
        turn = first.seat if first is not None and first.verb in TURN_VERBS else Seat.EAST
        self.marks: list[list[frozenset[str]]] = [list(given.marks.get(seat, ())) for seat in seats]
        self.discarder = next((seat for seat in seats if any("claimable" in said for said in self.marks[seat])), None)
        self.unpaid = (
            self.discarder if self.discarder is not None and "riichi" in self.marks[self.discarder][-1] else None
        )
        if self.discarder is not None:
            turn = self.setup.after[self.discarder]
        self.turn = turn if given.turn is None else given.turn
        self.nobody_sits_north()
        self.owner = self.turn if self.discarder is None else self.discarder
        self.first = given.first_go_around
        self.melds: list[tuple[Meld, ...]] = [given.melds.get(seat, ()) for seat in seats]
        self.rivers: list[list[Tile]] = [list(given.rivers.get(seat, ())) for seat in seats]
        self.taken: list[list[int]] = [[] for _ in seats]
        self.kitas = tuple(given.kitas.get(seat, 0) for seat in seats)
        self.hands: list[list[Tile]] = [list(given.hands.get(seat, ())) for seat in seats]

    def nobody_sits_north(self) -> None:
        """Report everything in the case that concerns the north seat, if there are three players."""
        missing = [seat for seat in SEATS if seat not in self.seats]
        given, message = self.given, "the north seat is empty: these rules are for three players"
        for seat in missing:
            for key in ("scores", "hands", "melds", "kitas", "rivers", "passed"):
                if seat in (getattr(given, key) or {}):
                    self.wrong(message, key, str(seat))
            for key in ("riichi", "double_riichi", "ippatsu", "dead"):
                if seat in getattr(given, key):
                    self.wrong(message, key)
            for owner, melds in given.melds.items():
                if any(meld.source is seat for meld in melds):
                    self.wrong(message, "melds", str(owner))
            if given.turn is seat:
                self.wrong(message, "turn")
            for line in self.case.lines:
                if line.seat is seat:
                    self.problems.append(self.case.problem_in_play(line, f"`{line.text}`: {message}"))
        if not has_kita(self.options):
            for seat, number in given.kitas.items():
                if number:
                    self.wrong("these rules do not use kita", "kitas", str(seat))
        self.stop()

    def wrong(self, message: str, *path: str | int, hint: str = "") -> None:
        self.problems.append(self.case.problem(("given", *path), message, hint=hint))

    def stop(self) -> None:
        if self.problems:
            raise CaseError(sorted(self.problems, key=lambda problem: (problem.line, problem.column)))

    def position(self) -> Position:
        given = self.given
        if self.case.has_red_fives and not self.red_fives:
            self.wrong("the case names a red five, but these rules do not use red fives (scoring.red_fives = 0)")
            self.stop()
        self.find_called()
        self.check_seats()
        self.take_all()
        self.stop()
        self.mentioned = self.mentioned_kinds()
        self.fill_first_rivers()
        self.fill_hands()
        face_up, pending = self.face_up()
        live, replacements = self.walls()
        setup = self.setup
        indicators = self.fill_indicators(given.indicators, max(setup.own_indicators, face_up))
        ura = self.fill_indicators(given.ura, max(setup.own_ura, face_up))
        live = (*live, *[None] * (self.live_tiles - len(live)))
        kans = self.kans()
        replacements = (*replacements, *[None] * (self.replacements_left() - len(replacements)))
        needed = sum(tile is None for tile in (*live, *replacements))
        if needed > sum(self.pool):
            most = self.live_tiles - needed + sum(self.pool)
            self.wrong(
                f"{self.live_tiles} live tiles cannot be left: only {most} tiles are not elsewhere", "live_tiles"
            )
        self.stop()
        riichi = {*given.riichi, *given.double_riichi}
        in_hand = 1 if given.drawn is not None else 0
        hands = [tuple(hand) for hand in self.hands]
        if in_hand:
            assert given.drawn is not None, "a hand with a drawn tile names it"
            hands[self.turn] = (*hands[self.turn], given.drawn)
        rivers = tuple(
            tuple(
                Discard(seat, tile, "drawn" in said, "riichi" in said)
                for tile, said in zip(self.rivers[seat], self.marks[seat], strict=True)
            )
            for seat in self.seats
        )
        inferred = not given.drawn_from and (bool(pending) or kans >= 4)
        announced = self.announced()
        turned_early = announced is not None and self.turned_early(announced)
        kan_discards = self.kan_discards()
        indicator_kans = self.turned_by(face_up + turned_early, announced)
        self.stop()
        start = START_SCORES[self.setup.players]
        try:
            return Position(
                hands=tuple(hands),
                indicators=indicators,
                ura=ura,
                live=live,
                replacements=replacements,
                melds=tuple(self.melds),
                rivers=rivers,
                taken=tuple(tuple(sorted(taken)) for taken in self.taken),
                round_wind=given.round_wind,
                honba=given.honba,
                sticks=len(riichi - {self.unpaid}) if given.sticks is None else given.sticks,
                scores=tuple(
                    given.scores.get(seat, start - 1000 * (seat in riichi - {self.unpaid})) for seat in self.seats
                ),
                riichi=tuple(seat in riichi for seat in self.seats),
                double_riichi=tuple(seat in given.double_riichi for seat in self.seats),
                ippatsu=tuple(seat in given.ippatsu for seat in self.seats),
                dead=tuple(seat in given.dead for seat in self.seats),
                turn=self.owner,
                drawn=given.drawn,
                on_replacement=given.drawn is not None and (given.drawn_from == "rinshan" or inferred),
                face_up=face_up + turned_early,
                indicator_kans=indicator_kans,
                kan_discards=kan_discards,
                wall_break=given.wall_break,
                pending=pending,
                passed=self.passed(),
                first_go_around=self.first,
                red_fives=self.red_fives,
                unseen_counts=tuple(self.pool),
                last_discard=None if self.discarder is None else rivers[self.discarder][-1],
                announced=announced,
                turned_early=turned_early,
                replacing=given.replacing,
                open_kita=self.open_kita(),
                kitas=self.kitas,
            )
        except UnreadableError as error:
            raise CaseError([self.case.problem(("given",), str(error))]) from None

    def kan_discards(self) -> tuple[tuple[Seat, int, int], ...]:
        """Return the discards that the case marks as following a kan, each with the number of that kan."""
        return tuple(
            (seat, place, self.kan_of(tile, seat, "rivers", str(seat)))
            for seat in self.seats
            for place, said in enumerate(self.marks[seat])
            if (tile := kan_mark(said)) is not None
        )

    def turned_by(self, face_up: int, announced: Kan | SetAside | None) -> tuple[int, ...] | None:
        """Return the number of the kan that turned each indicator, if the case says so."""
        tiles = self.given.turned_by
        if tiles is None:
            return None
        if len(tiles) != face_up - 1:
            are = f"{number(face_up - 1, 'indicator')} {'has' if face_up == 2 else 'have'} been turned by kans"
            self.wrong(f"{are}, and turned_by names {len(tiles)}", "turned_by")
        own = {announced.kind: announced.number} if isinstance(announced, Kan) else {}
        return (0, *(own.get(KIND[tile]) or self.kan_of(tile, None, "turned_by") for tile in tiles))

    def kan_of(self, tile: Tile, seat: Seat | None, *path: str) -> int:
        """Return the number of the completed kan of this tile, declared by this seat or (None) by any."""
        for kan in kans_of(tuple(self.melds), self.owner):
            if kan.kind == KIND[tile] and seat in (None, kan.seat):
                return kan.number
        self.wrong(f"there is no completed kan of {NAMES[tile]}{f' by {seat}' if seat is not None else ''}", *path)
        return 0

    def kans(self) -> int:
        """Return the number of completed kans."""
        return sum(meld.is_kan for melds in self.melds for meld in melds)

    def replacements_left(self) -> int:
        """Return the number of replacement tiles left."""
        return max(self.setup.replacements - self.kans() - sum(self.kitas) + self.given.replacing, 0)

    def shortened(self) -> int:
        """Return the number of tiles by which replacement draws have shortened the live wall."""
        refill, kans = self.options.wall.refill, self.kans()
        if self.setup.undrawn and refill is Refill.NEVER:
            return 0
        return kans + (0 if self.setup.undrawn and refill is Refill.KANS_ONLY else sum(self.kitas))

    def open_kita(self) -> SetAside | None:
        """Return the kita whose replacement tile has not been drawn; None if a kan is being replaced instead."""
        kan = any(meld.is_kan for meld in self.melds[self.turn])
        if not self.given.replacing or kan or not self.kitas[self.turn]:
            return None
        return SetAside(self.turn, sum(self.kitas), self.turn in (*self.given.riichi, *self.given.double_riichi))

    def announced(self) -> Kan | SetAside | None:
        """Return the kan or kita that `turn` has announced, with its tiles from the hand."""
        if self.given.announces is None:
            return None
        kind, tile = self.given.announces
        hand = [*self.hands[self.turn], *([] if self.given.drawn is None else [self.given.drawn])]
        if kind is None:
            if NORTH not in hand:
                self.wrong(f"{self.turn} cannot set a north aside: it holds none", "drawn")
                return None
            in_riichi = self.turn in (*self.given.riichi, *self.given.double_riichi)
            return SetAside(self.turn, sum(self.kitas) + 1, in_riichi, self.given.drawn_from == "rinshan")
        # A shouminkan adds the red tile if it is in the hand.
        held = sorted((other for other in hand if KIND[other] == KIND[tile]), reverse=True)
        pons = [meld for meld in self.melds[self.turn] if meld.type is MeldType.PON and meld.kind == KIND[tile]]
        pon = pons[0] if pons and kind is MeldType.SHOUMINKAN else None
        if not held or (pon is None and (kind is MeldType.SHOUMINKAN or len(held) != 4)):
            self.wrong(
                f"{self.turn} cannot announce {'an' if kind is MeldType.ANKAN else 'a'} {kind} of {NAMES[tile]}: the "
                "tiles are missing",
                "drawn",
            )
            return None
        riichi = self.turn in (*self.given.riichi, *self.given.double_riichi)
        return Kan(
            type=kind,
            seat=self.turn,
            tile=tile,
            tiles=tuple(sort_tiles(held if pon is None else [*pon.tiles, held[0]])),
            called=None if pon is None else pon.called,
            source=None if pon is None else pon.source,
            number=self.kans() + 1,
            in_riichi=riichi,
            on_replacement=self.given.drawn_from == "rinshan",
        )

    def turned_early(self, kan: Kan | SetAside) -> bool:
        """Return True if these rules turn the kan dora indicator before the kan can be robbed."""
        return isinstance(kan, Kan) and turned_before_robbery(kan, self.options)

    # --- what was called -------------------------------------------------------------------------------------------

    def find_called(self) -> None:
        """Take the called tile of each open meld from the river of its source. Add it there first if the river lacks
        it.
        """
        for seat in self.seats:
            melds = []
            for meld in self.melds[seat]:
                if meld.source is None or meld.called is None:
                    melds.append(meld)
                    continue
                river, taken = self.rivers[meld.source], self.taken[meld.source]
                called = meld.called
                # The tile written first, unless the river shows that another tile of the meld was called.
                possible = (called, *meld.tiles)
                marks = self.marks[meld.source]
                shown = [
                    (tile, at)
                    for tile in possible
                    for at, other in enumerate(river)
                    if other == tile and at not in taken and "claimable" not in marks[at]
                ]
                if shown:
                    called, place = shown[0]
                    taken.append(place)
                else:
                    # Before a tile that can be claimed, which is the last.
                    place = len(river) - (meld.source is self.discarder)
                    taken.append(place)
                    river.insert(place, called)
                    marks.insert(place, frozenset())
                added = meld.added
                if added is not None:
                    rest = list(meld.tiles)
                    rest.remove(called)
                    added = added if added in rest else min(rest)
                melds.append(replace(meld, called=called, added=added))
            self.melds[seat] = tuple(melds)

    def check_seats(self) -> None:
        given = self.given
        riichi = {*given.riichi, *given.double_riichi}
        for seat in self.seats:
            melds = self.melds[seat]
            held = len(self.hands[seat])
            room = 13 - 3 * len(melds)
            self_called = (
                seat == self.turn
                and given.drawn is None
                and bool(melds)
                and melds[-1].type in (MeldType.CHI, MeldType.PON)
            )
            if room < 1:
                self.wrong(f"{seat} has {len(melds)} melds; there is room for four", "melds", str(seat))
            elif held > room + self_called:
                beside = f" in addition to {_COUNTS[len(melds)]} meld{'s' if len(melds) != 1 else ''}" if melds else ""
                hint = 'give the tile just drawn separately: drawn = "..."' if held == room + 1 else ""
                self.wrong(
                    f"{seat} holds {held} concealed tiles{beside}; there is room for {room}",
                    "hands",
                    str(seat),
                    hint=hint,
                )
            if seat in riichi and any(meld.is_open for meld in melds):
                self.wrong(f"{seat} is in riichi and has called a tile", "melds", str(seat))
            if seat is self.unpaid and seat not in riichi:
                self.wrong(f"{seat}'s discard declares riichi, but {seat} is not in riichi", "rivers", str(seat))
            if seat in given.ippatsu and seat not in riichi:
                self.wrong(f"{seat} has ippatsu but is not in riichi", "ippatsu")
        if self.discarder is not None and self.turn != self.setup.after[self.discarder]:
            self.wrong(f"claims on {self.discarder}'s discard are open, but {self.turn} is to draw", "turn")
        open_turn = given.drawn is not None or given.replacing or given.announces is not None
        if self.discarder is not None and open_turn:
            self.wrong(f"{self.discarder}'s discard may be claimed, but a player has drawn", "drawn")
        if given.replacing and not self.kitas[self.turn] and not any(meld.is_kan for meld in self.melds[self.turn]):
            self.wrong(f"{self.turn} is to draw a replacement tile, but has no kan", "drawn")
        if given.sticks is not None and given.sticks < len(riichi - {self.unpaid}):
            lie = f"{number(given.sticks, 'stick')} {'is' if given.sticks == 1 else 'are'}"
            are = f"{number(len(riichi), 'player')} {'is' if len(riichi) == 1 else 'are'}"
            self.wrong(f"{lie} on the table, but {are} in riichi", "sticks")
        if self.first:
            if any(self.melds):
                self.wrong("a call has interrupted the first go-around", "first_go_around")
            # East to draw: no player has discarded yet, or each has once.
            all_once = self.turn is Seat.EAST and all(len(river) == 1 for river in self.rivers)
            for seat in self.seats:
                most = 1 if seat < self.turn or all_once else 0
                if len(self.rivers[seat]) > most:
                    discarded = number(len(self.rivers[seat]), "tile")
                    self.wrong(
                        f"{seat} has discarded {discarded} in the first go-around, {self.turn} to draw",
                        "rivers",
                        str(seat),
                    )

    # --- tiles -----------------------------------------------------------------------------------------------------

    def take_all(self) -> None:
        """Remove every tile that the case names from the set. A fifth copy is reported where the case names it."""
        given = self.given
        for seat in self.seats:
            self.take(self.hands[seat], "hands", str(seat))
            self.take([NORTH] * self.kitas[seat], "kitas", str(seat))
            for at, meld in enumerate(self.melds[seat]):
                self.take(meld.tiles, "melds", str(seat), at)
            self.take(
                [tile for at, tile in enumerate(self.rivers[seat]) if at not in self.taken[seat]], "rivers", str(seat)
            )
        if given.drawn is not None:
            self.take([given.drawn], "drawn")
        self.take(given.live, "live")
        self.take(given.rinshan, "rinshan")
        self.take(given.indicators, "indicators")
        self.take(given.ura, "ura")

    def take(self, tiles: Sequence[Tile], *path: str | int) -> None:
        for tile in tiles:
            self.pool[tile] -= 1
            if self.pool[tile] == -1:
                kind = KIND[tile]
                if kind not in self.setup.kinds:
                    self.wrong(f"{NAMES[tile]} is not in the set: with three players, there are no 2m to 8m", *path)
                elif tile in RED_FIVES or (kind in FIVES and self.pool[RED_FIVES[FIVES.index(kind)]] > 0):
                    number = self.setup.copies(self.red_fives)[tile]
                    what = "red" if tile in RED_FIVES else "that are not red"
                    self.wrong(f"{_COUNTS[number + 1]} {NAMES[tile]}: the set has {_COUNTS[number]} {what}", *path)
                else:
                    self.wrong(f"five {NAMES[tile]}: there are four of each tile", *path)

    def mentioned_kinds(self) -> set[Kind]:
        """Return every kind that the case names, and the waits of its given hands. Filler tiles must not match
        these.
        """
        given = self.given
        tiles = [*given.live, *given.rinshan, *([] if given.drawn is None else [given.drawn])]
        tiles += [tile for held in (*given.hands.values(), *given.rivers.values()) for tile in held]
        tiles += [tile for melds in self.melds for meld in melds for tile in meld.tiles]
        tiles += [
            tile for line in self.case.lines for tile in (*line.using, *([] if line.tile is None else [line.tile]))
        ]
        found = {KIND[tile] for tile in tiles}
        for hand in self.hands:
            if len(hand) % 3 == 1:
                mask = waits_mask(Concealed.from_counts(counts_37(hand)))
                found |= {kind for kind in range(KINDS) if mask >> kind & 1}
        return found

    def reserve(self) -> list[int]:
        """Return, for each tile, how many the play may still need from the walls."""
        wanted = [0] * TILES
        for line in self.case.lines:
            if line.tile is not None:
                wanted[line.tile] += 1
        return wanted

    def fill_first_rivers(self) -> None:
        """Give one discard to each player whose turn was before the current one, in the first go-around."""
        if not self.first:
            return
        for seat in self.seats:
            if seat < self.turn and not self.rivers[seat]:
                lying = {KIND[river[0]] for river in self.rivers if river}
                self.rivers[seat].append(self.pick(none_of(self.mentioned | lying | set(range(27, KINDS)))))
                self.marks[seat].append(frozenset())

    def fill_hands(self) -> None:
        for seat in self.seats:
            room = 13 - 3 * len(self.melds[seat])
            missing = room - len(self.hands[seat])
            if missing > 0:
                self.fill_hand(seat, missing)

    def fill_hand(self, seat: Seat, missing: int) -> None:
        """Add tiles far from each other and from the tiles that the case names. Exchange the last one while the hand is
        tenpai.
        """
        hand = self.hands[seat]
        wanted = self.reserve()
        far = self.mentioned
        for tile in self.discards_after_calls(seat)[:missing]:
            if self.pool[tile] > 0 and missing:
                self.pool[tile] -= 1
                hand.append(tile)
                missing -= 1
        if not missing:
            return
        held = {KIND[tile] for tile in hand}
        levels: tuple[Allowed, ...] = (
            lambda kind: kind not in far and apart(kind, held),
            lambda kind: self.pool[kind] > wanted[kind] and apart(kind, held),
            lambda kind: self.pool[kind] > wanted[kind] and kind not in held and not completing(kind, held) & far,
            lambda kind: self.pool[kind] > wanted[kind] and kind not in held,
            lambda kind: self.pool[kind] > wanted[kind],
            lambda kind: True,
        )
        while missing > 1:
            tile = self.pick(*levels, start=9 * seat)
            hand.append(tile)
            held.add(tile)
            missing -= 1
        hand.append(self.last_tile(hand, held, wanted))

    def discards_after_calls(self, seat: Seat) -> list[Tile]:
        """Return what this seat discards right after a chi or pon if the given hand lacks it, since no draw can supply
        it.
        """
        wanted = []
        lines = [line for line in self.case.lines if line.seat == seat]
        for call, line in pairwise(lines):
            if (
                call.verb in ("chi", "pon")
                and line.verb == "discards"
                and line.tile is not None
                and line.tile not in self.hands[seat]
            ):
                wanted.append(line.tile)
        return wanted

    def last_tile(self, hand: list[Tile], held: set[Kind], wanted: Sequence[int]) -> Tile:
        """Return the tile that brings the hand to its size, if possible one that leaves it noten."""

        def worse(kind: Kind) -> tuple[bool, ...]:
            near = not apart(kind, held)
            helps = near and (kind in held or bool(completing(kind, held) & self.mentioned))
            return self.pool[kind] <= wanted[kind], helps, near, kind in self.mentioned, kind in held

        order = sorted((kind for kind in ORDER if self.pool[kind]), key=worse)
        for kind in order:
            if not waits_mask(Concealed.from_counts(counts_37([*hand, kind]))):
                self.pool[kind] -= 1
                return kind
        if not order:
            raise CaseError([self.case.problem(("given",), "there are not enough tiles to fill the hands")])
        self.pool[order[0]] -= 1
        return order[0]

    def pick(self, *levels: Allowed, start: int = 0) -> Tile:
        """Return the first plain tile of the pool that satisfies the strictest satisfiable condition, searching from
        index `start` of the order.
        """
        for allowed in levels:
            for step in range(KINDS):
                kind = ORDER[(start + step) % KINDS]
                if self.pool[kind] > 0 and allowed(kind):
                    self.pool[kind] -= 1
                    return kind
        raise CaseError([self.case.problem(("given",), "there are not enough tiles to fill the hands")])

    # --- the walls -------------------------------------------------------------------------------------------------

    def walls(self) -> tuple[tuple[Tile | None, ...], tuple[Tile | None, ...]]:
        given = self.given
        kans = self.kans()
        if len(given.rinshan) > self.replacements_left():
            left = _COUNTS[self.replacements_left()] if self.replacements_left() else "none"
            after = f"{_COUNTS[kans]} kans" + (f" and {_COUNTS[sum(self.kitas)]} kitas" if sum(self.kitas) else "")
            self.wrong(f"{len(given.rinshan)} replacement tiles: after {after} {left} are left", "rinshan")
        discards = sum(map(len, self.rivers))
        if given.live_tiles is not None:
            self.live_tiles = given.live_tiles
            if len(given.live) > given.live_tiles:
                named = number(len(given.live), "live tile")
                are = "is" if len(given.live) == 1 else "are"
                self.wrong(f"{named} {are} named and {given.live_tiles} are left", "live")
            most = self.setup.live - self.shortened() - (given.drawn is not None)
            if given.live_tiles > most:
                self.wrong(f"{given.live_tiles} live tiles cannot be left; at most {most} can", "live_tiles")
        elif self.first:
            self.live_tiles = self.setup.live - discards - self.shortened() - (given.drawn is not None)
        else:
            self.live_tiles = max(
                len(given.live), min(LIVE_TILES, self.setup.live - self.shortened(), sum(self.pool) - 14)
            )
        return tuple(given.live), tuple(given.rinshan)

    def face_up(self) -> tuple[int, tuple[PendingIndicator, ...]]:
        """Return the number of face-up dora indicators, and the pending ones.

        There is one plus one per kan among the melds, less the pending ones. A kan whose indicator these rules never
        turn does not count.
        """
        given, kandora = self.given, self.options.kandora
        instants = {
            MeldType.ANKAN: kandora.ankan,
            MeldType.DAIMINKAN: kandora.daiminkan,
            MeldType.SHOUMINKAN: kandora.shouminkan,
        }
        kans = kans_of(tuple(self.melds), self.owner)
        counting = [
            kan for kan in kans if kandora.enabled and instants[kan.type] is not Instant.NEVER and kan.number <= 4
        ]
        if isinstance(given.pending, int):
            own = [kan for kan in kans if kan.seat == self.owner]
            late = sorted(own, key=lambda kan: (kan.type is not MeldType.ANKAN, kan.number))
            waiting = sorted(late[len(late) - given.pending :] if given.pending else [], key=lambda kan: kan.number)
            if len(waiting) < given.pending:
                are = f"{number(given.pending, 'indicator')} {'is' if given.pending == 1 else 'are'}"
                has = f"{_COUNTS[len(own)]} {'kan' if len(own) == 1 else 'kans'}"
                self.wrong(f"{are} pending, and {self.owner} has {has}", "pending")
        else:
            kinds = [KIND[tile] for tile in given.pending]
            waiting = [kan for kan in kans if kan.kind in kinds]
            for kind in kinds:
                if all(kan.kind != kind for kan in kans):
                    self.wrong(
                        f"the kan dora indicator of a kan of {NAMES[kind]} is pending, but there is no such kan",
                        "pending",
                    )
        if waiting and given.drawn is None and not given.replacing and self.discarder is None:
            message = f"a kan dora indicator is pending only while {self.turn} has the replacement tile in hand"
            self.wrong(message, "pending", hint='name it: drawn = "..."')
        late_instants = (
            [Instant.DISCARD, Instant.DISCARD_PASSED] if self.discarder is None else [Instant.DISCARD_PASSED]
        )
        if given.replacing:
            late_instants.append(Instant.RINSHAN_DRAW)
        pending = tuple(
            PendingIndicator(
                kan.number, instants[kan.type] if instants[kan.type] in late_instants else late_instants[0]
            )
            for kan in waiting
        )
        face_up = 1 + len(counting) - sum(kan in counting for kan in waiting)
        for key, tiles in (("indicators", given.indicators), ("ura", given.ura)):
            if len(tiles) > 5:
                self.wrong(f"{len(tiles)} {key}; there are five places", key)
        return face_up, pending if kandora.enabled else ()

    def fill_indicators(self, given: Sequence[Tile], lying: int) -> tuple[Tile | None, ...]:
        """Return five dora indicators, of which the first `lying` are certainly not live tiles and the others may be
        unknown.
        """
        tiles: list[Tile | None] = [*given[:5]]
        seen = self.mentioned | {KIND[tile] for hand in self.hands for tile in hand}
        wanted, dora_after = self.reserve(), self.setup.dora_after
        levels: tuple[Allowed, ...] = (
            lambda kind: dora_after[kind] not in seen and kind not in self.mentioned,
            lambda kind: dora_after[kind] not in seen and self.pool[kind] > wanted[kind],
            lambda kind: dora_after[kind] not in self.mentioned and self.pool[kind] > wanted[kind],
            lambda kind: self.pool[kind] > wanted[kind],
            lambda kind: True,
        )
        while len(tiles) < lying:
            tiles.append(self.pick(*levels))
        return (*tiles, *[None] * (5 - len(tiles)))

    def passed(self) -> tuple[int, ...]:
        """Return the kinds passed, by seat: those that the case names, and in the first go-around those that follow
        from the order of discards.
        """
        masks = []
        for seat in self.seats:
            kinds = {KIND[tile] for tile in (self.given.passed or {}).get(seat, ())}
            if self.first and self.given.passed is None:
                seats = [other for other in self.seats if self.rivers[other] and other is not self.discarder]
                later = [other for other in seats if other > seat or not self.rivers[seat]]
                kinds |= {KIND[self.rivers[other][0]] for other in later}
            masks.append(sum(1 << kind for kind in kinds))
        return tuple(masks)
