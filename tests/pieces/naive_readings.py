"""Readings, waits and the riichi-kan law once more, as plainly as they can be said; shares no code with kanrules.

Tiles are strings (`5s`), hands sorted lists. A reading is a sorted tuple of groups, each a tuple of tiles.
"""

from __future__ import annotations

from functools import lru_cache

NUMBERS = [f"{n}{suit}" for suit in "mps" for n in range(1, 10)]
EVERY = NUMBERS + [f"{n}z" for n in range(1, 8)]
ORPHANS = [tile for tile in EVERY if tile[1] == "z" or tile[0] in "19"]


def tiles(text):
    """`123m44z` as a list of tiles."""
    found, digits = [], ""
    for char in text:
        if char.isdigit():
            digits += char
        else:
            found += [digit + char for digit in digits]
            digits = ""
    return sorted(found)


def without(hand, group):
    left = list(hand)
    for tile in group:
        if tile not in left:
            return None
        left.remove(tile)
    return left


def ways(hand, pair_done):
    """Every way to use up a sorted hand from its first tile on."""
    if not hand:
        return {()} if pair_done else set()
    first = hand[0]
    number, suit = int(first[0]), first[1]
    groups = [(first, first, first)]
    if suit != "z" and number <= 7:
        groups.append((first, f"{number + 1}{suit}", f"{number + 2}{suit}"))
    if not pair_done:
        groups.append((first, first))
    found = set()
    for group in groups:
        left = without(hand, group)
        if left is not None:
            for rest in ways(left, pair_done or len(group) == 2):
                found.add(tuple(sorted((group, *rest))))
    return found


def by_suit(hand):
    # Tiles sort by number first; groups are found more easily suit by suit.
    return sorted(hand, key=lambda tile: (tile[1], tile[0]))


def readings(hand):
    """Every reading of a full hand: sets and a pair, seven pairs, thirteen orphans."""
    return _readings(tuple(by_suit(hand)))


@lru_cache(maxsize=512)
def _readings(hand):
    hand = list(hand)
    found = ways(hand, False)
    if len(hand) == 14:
        kinds = sorted(set(hand))
        if all(hand.count(kind) == 2 for kind in kinds):
            found.add(tuple((kind, kind) for kind in kinds))
        if kinds == sorted(ORPHANS):
            found.add(tuple((kind,) * hand.count(kind) for kind in kinds))
    return found


def waits(hand, kinds=EVERY):
    """Tiles that complete the hand, a fifth copy as well."""
    return {tile for tile in kinds if readings([*hand, tile])}


def nine_gates(hand):
    """Whether fourteen concealed tiles are 1112345678999 of one suit and any one more."""
    if len(hand) != 14 or len({tile[1] for tile in hand}) != 1 or hand[0][1] == "z":
        return False
    suit = hand[0][1]
    return without(hand, [f"{n}{suit}" for n in "1112345678999"]) is not None


class Question:
    """One ankan in riichi: what the hand waits for before and after by its shape, and how it reads."""

    def __init__(self, hand, drawn, kan, ankans=(), kinds=EVERY):
        self.hand, self.drawn, self.kan, self.ankans = hand, drawn, kan, ankans
        self.okuri = drawn != kan
        left = without([*hand, drawn], [kan] * 4)
        self.held = left is not None
        self.left = left or []
        self.shape_before = waits(hand, kinds)
        self.shape_after = waits(left, kinds) if self.held else set()
        self.reads = {tile: readings([*hand, tile]) for tile in self.shape_before}

    def all_held(self, hand, kans):
        return {tile for tile in EVERY if hand.count(tile) + 4 * list(kans).count(tile) >= 4}

    @property
    def before(self):
        """The waits that an answer shows: not those of which the player holds all four."""
        return self.shape_before - self.all_held(self.hand, self.ankans)

    @property
    def after(self):
        return self.shape_after - self.all_held(self.left, [*self.ankans, self.kan])

    def compared(self, winning_draw="counts"):
        """The shapes' waits before and after, without what the law takes out of them."""
        before, after = set(self.shape_before), set(self.shape_after)
        after.discard(self.kan)
        if self.okuri:
            before.discard(self.kan)
            if self.left.count(self.drawn) == 4:
                after.discard(self.drawn)
        if winning_draw == "ignored":
            before.discard(self.drawn)
            after.discard(self.drawn)
        return before, after

    def lost(self, winning_draw="counts"):
        """(tile, reading) for each reading in which the tiles of the kan are anything but a triplet alone."""
        found = set()
        for tile in self.compared(winning_draw)[0]:
            for reading in self.reads[tile]:
                copies = sum(group.count(self.kan) for group in reading)
                if copies != 3 or (self.kan,) * 3 not in reading:
                    found.add((tile, reading))
        return found

    def objections(self, level, winning_draw="counts", drawn_tile_only=True):
        """The codes of all that stands against it."""
        if not self.held:
            return {"KR201"}
        found = set()
        if level == "forbidden":
            found.add("KR207")
        if drawn_tile_only and self.okuri:
            found.add("KR206")
        if winning_draw == "forbidden" and self.drawn in self.shape_before:
            found.add("KR215")
        if level in ("forbidden", "any"):
            return found
        before, after = self.compared(winning_draw)
        if self.okuri and level != "same_waits":
            # "always KR205": whatever becomes of the waits
            return found | {"KR205"}
        if before != after:
            found.add("KR204")
        if level == "same_waits":
            return found
        if self.lost(winning_draw):
            found.add("KR205")
        gates = any(nine_gates([*self.hand, tile]) for tile in before)
        if level == "same_readings_and_yaku" and gates:
            found.add("KR208")
        return found

    def legal(self, level, winning_draw="counts", drawn_tile_only=True):
        """May it be declared?"""
        return not self.objections(level, winning_draw, drawn_tile_only)


def hand_of_sets(rng, sets=4):
    """A winning hand of random sets and a pair, less one tile: tenpai, unless it waits for a fifth copy."""
    while True:
        hand = []
        for _ in range(sets):
            if rng.random() < 0.4:
                hand += [rng.choice(EVERY)] * 3
            else:
                suit, n = rng.choice("mps"), rng.randint(1, 7)
                hand += [f"{n}{suit}", f"{n + 1}{suit}", f"{n + 2}{suit}"]
        hand += [rng.choice(EVERY)] * 2
        if max(hand.count(tile) for tile in hand) <= 4:
            hand.pop(rng.randrange(len(hand)))
            return hand


def crowded_hand(rng, sets=4):
    """The same within five numbers of one suit and one honour, where sets can be read in many ways."""
    while True:
        low, suit = rng.randint(1, 5), rng.choice("mps")
        hand = []
        for _ in range(sets):
            n = rng.randint(low, low + 4)
            if rng.random() < 0.45:
                hand += [f"{n}{suit}"] * 3
            elif rng.random() < 0.1:
                hand += ["5z"] * 3
            else:
                n = min(n, low + 2)
                hand += [f"{n}{suit}", f"{n + 1}{suit}", f"{n + 2}{suit}"]
        hand += [f"{rng.randint(low, low + 4)}{suit}"] * 2
        if max(hand.count(tile) for tile in hand) <= 4:
            hand.pop(rng.randrange(len(hand)))
            return hand


def triplets(hand):
    return sorted({tile for tile in hand if hand.count(tile) == 3})
