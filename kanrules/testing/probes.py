"""Probes: for every key that the machine reads, positions in which its values lead to different hands.

They check the conformance of a plugin (a key whose probes no longer react to it has been silenced) and of the machine:
a value that no probe distinguishes has no effect. Every other key has its default.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Set
from dataclasses import field
from functools import cache
from typing import Any

from kanrules.cases.case import SUFFIX, Case, CaseBuilder
from kanrules.cases.verify import CASEBOOK
from kanrules.frozen import dataclass
from kanrules.pieces.tiles import SEATS
from kanrules.ruleset.keys import keys
from kanrules.ruleset.library import folder


@dataclass(frozen=True, slots=True)
class Probe:
    """A position and a play that show what a key does.

    `values` are those that it distinguishes, `options` are other keys that must be set, and `turns` is True if the
    seats may be rotated.
    """

    key: str
    values: tuple[Any, ...]
    given: Mapping[str, Any]
    lines: tuple[str, ...]
    options: Mapping[str, Any] = field(default_factory=dict)
    turns: bool = True

    def case(self, turn: int = 0) -> Case:
        """Return the probe as a case, with every seat rotated by this many places."""
        builder = CaseBuilder(f"{self.key}, turned by {turn}")
        return (
            builder.given(**_turned(dict(self.given), turn)).play(*(_turned(line, turn) for line in self.lines)).case()
        )


_NAMES = tuple(map(str, SEATS))


def _turned(value: Any, turn: int) -> Any:
    if isinstance(value, str):
        seats = (word.lstrip("!") in _NAMES for word in value.split(" "))
        return " ".join(
            _moved(word, turn) if seat else word for word, seat in zip(value.split(" "), seats, strict=True)
        )
    if isinstance(value, dict):
        return {_turned(key, turn): _turned(member, turn) for key, member in value.items()}
    return [_turned(member, turn) for member in value] if isinstance(value, list) else value


def _moved(word: str, turn: int) -> str:
    name = word.lstrip("!")
    return word.removesuffix(name) + _NAMES[(_NAMES.index(name) + turn) % 4]


# --- hands and lines that several probes share -----------------------------------------------------------------------

_HATSU = "34p567m123s666z99m"
"""A hand that waits for 2p and 5p and has a triplet of hatsu."""
_HAKU = "34p789m123s555z99s"
"""A hand with the same wait and a triplet of haku."""
_BARE = "34p567m123s789s11z"
"""A hand with the same wait and no yaku."""
_BEFORE_KAN = "34p567m123s11z555z"
"""A hand with the same wait and three haku, so that a kan can be declared."""
_SWITCH = (True, False)
_INSTANTS = ("declaration", "rinshan_draw", "discard", "discard_passed", "never")
_THREE_WAYS = ("off", "dealer_keeps", "dealer_rotates")
_DEALER = ("keeps", "rotates")

_ANKAN = ("south draws 5z", "south ankan 5z")
_DAIMINKAN = ("east draws 5z", "east discards 5z", "south daiminkan 5z")
_TURN = ("south draws 1m", "south discards 1m", "west draws 1m")
_ROBBED = {"hands": {"north": _BARE}, "melds": {"south": ["pon 222p from east"]}, "turn": "south"}
_ROB = ("south draws 2p", "south shouminkan 2p", "north ron")
_RON = ("east draws 2p", "east discards 2p", "north ron")
_WON = {"hands": {"north": _HATSU}, "turn": "east", "honba": 5}
_TWO_WIN = {"hands": {"north": _HATSU, "west": _HAKU}, "turn": "east", "honba": 3, "sticks": 3}
_THREE_KANS = {"east": ["ankan 1111z", "ankan 2222z"], "south": ["ankan 3333z"]}
_FOUR_KANS = {"melds": _THREE_KANS, "hands": {"south": "444z", "north": _HATSU}}
_FOURTH = ("south draws 4z", "south ankan 4z", "south draws 2p", "south discards 2p")
_FIVE_KANS = {
    "melds": {"east": ["ankan 1111z", "ankan 2222z", "ankan 3333z", "ankan 4444z"], "south": ["pon 222p from west"]},
    "hands": {"north": _HATSU},
    "turn": "south",
}
_FIVE_KANS_OF_TWO = {
    **_FIVE_KANS,
    "melds": {
        "east": ["ankan 1111z", "ankan 2222z"],
        "west": ["ankan 3333z", "ankan 4444z"],
        "south": ["pon 222p from west"],
    },
}
_THREE_DRAGONS = ["pon 555z from west", "pon 666z from west", "pon 777z from north"]
_DAISANGEN = {"melds": {"south": _THREE_DRAGONS}, "hands": {"south": "34p11s"}, "honba": 2}
_ILLEGAL = {"hands": {"south": "3444m778899s333z"}, "riichi": ["south"]}
_COMMITTED = ("south draws 4m", "!south ankan 4m")
_CAUGHT = (*_COMMITTED, "referee finds south")
_WHEN_NOTICED = {"riichi_kan.illegal_found": "noticed_or_draw"}
_END = ("east draws 9p", "east discards 9p")


def _in_riichi(hand: str) -> dict[str, Any]:
    return {"hands": {"south": hand}, "riichi": ["south"]}


@cache
def probes() -> tuple[Probe, ...]:
    """Return every probe, in the order of the keys. Those of the casebook come last, for keys that have no other."""
    own = (
        *_indicators(),
        *_kans(),
        *_liability(),
        *_riichi_kan(),
        *_play(),
        *_draws(),
        *_chombo(),
        *_scoring(),
        *_three_players(),
    )
    return (*own, *_of_the_casebook({probe.key for probe in own}))


def _of_the_casebook(others: Set[str]) -> Iterator[Probe]:
    """Yield the casebook questions whose case sets exactly one key that has no other probe."""
    for path in sorted((folder() / CASEBOOK).glob(f"*{SUFFIX}")):
        for case in tomllib.loads(path.read_text(encoding="utf-8"))["case"]:
            options = case.get("options", {})
            if len(options) == 1 and not others & options.keys():
                ((key, value),) = options.items()
                default = keys()[key].default
                if value == default:
                    continue  # a case of what every table does: there is nothing to compare it with
                lines = case["play"]["lines"].strip().splitlines()
                yield Probe(key, (default, value), case["given"], tuple(lines))


def _indicators() -> list[Probe]:
    pending = ("announced", "declaration", "keep")
    late = {"kandora.daiminkan": "discard", "kandora.shouminkan": "discard"}
    chain = {"hands": {"south": "555z2p", "north": _BARE}, "melds": {"south": ["pon 222p from west"]}, "turn": "east"}
    second = (*_DAIMINKAN, "south draws 9m", "south shouminkan 2p")
    rinshan = {"hands": {"south": _BEFORE_KAN}, "rinshan": "2p"}
    ura = {**rinshan, "riichi": ["south"], "indicators": "9m 9m", "ura": "6z 4m"}
    before = {
        **_in_riichi("34p567m123s11z"),
        "melds": {"south": ["ankan 5555z"]},
        "indicators": "9m 9m",
        "ura": "6z 4m",
    }
    tsumo = {**_in_riichi(_BARE), "indicators": "9m", "ura": "4m"}
    called = {"hands": {"south": "555z"}, "turn": "east"}
    added = {"melds": {"south": ["pon 555z from east"]}}
    return [
        Probe("dora.ura", _SWITCH, tsumo, ("south draws 2p", "south tsumo")),
        Probe("kandora.enabled", _SWITCH, {"hands": {"south": "555z"}}, (*_ANKAN, *_TURN)),
        Probe("kandora.ura", _SWITCH, ura, (*_ANKAN, "south tsumo")),
        Probe("kandora.ura", _SWITCH, before, ("south draws 2p", "south tsumo")),
        Probe("kandora.ankan", _INSTANTS, {"hands": {"south": "555z"}}, (*_ANKAN, *_TURN)),
        Probe("kandora.daiminkan", _INSTANTS, called, (*_DAIMINKAN, *_TURN)),
        Probe("kandora.shouminkan", _INSTANTS, added, ("south draws 5z", "south shouminkan 5z", *_TURN)),
        Probe(
            "kandora.pending_on_next_kan",
            pending,
            chain,
            (*second, "north passes", "south draws 8m", "south discards 8m"),
            late,
        ),
        Probe("kandora.pending_on_next_kan", pending[:2], chain, (*second, "north ron"), late),
        Probe(
            "kandora.pending_on_rinshan_win",
            ("hidden", "revealed"),
            {**rinshan, "turn": "east"},
            (*_DAIMINKAN, "south tsumo"),
            late,
        ),
        Probe("kandora.robbed_kan", ("hidden", "revealed"), _ROBBED, _ROB),
    ]


def _kans() -> list[Probe]:
    abort = {"four_kans.several_players": "abort"}
    of_one = {"four_kans.one_player": "abort"}
    moments = ("announced", "declaration", "rinshan_draw", "discard", "discard_passed")
    one = {"melds": {"south": ["ankan 1111z", "ankan 2222z", "ankan 3333z"]}, "hands": {"south": "444z"}}
    four_of_one = {**one, "hands": {"south": "444z", "north": _HATSU}}
    added = {"melds": {**_THREE_KANS, "south": ["ankan 3333z", "pon 222p from east"]}, "hands": {"north": _HATSU}}
    riichi = {"melds": _THREE_KANS, "hands": {"south": "34p567m99p444z"}}
    four = {"hands": {"south": "5555z"}}
    orphans = {"hands": {"south": "111z", "north": "19m19p19s2345677z"}}
    other_side = ("north passes", "south draws 5p", "south discards 5p", "north ron")
    return [
        Probe("kan.min_live_tiles", (1, 4), {**four, "live_tiles": 3}, ("south draws 1m", "south ankan 5z")),
        Probe(
            "kan.dead_hand",
            ("forbidden", "own_tiles"),
            {**four, "dead": ["south"]},
            ("south draws 1m", "south ankan 5z"),
        ),
        Probe(
            "kan.late_ron",
            _SWITCH,
            # North has a yaku: a hand that may not win at all is refused under both values.
            {"hands": {"south": "222p", "north": _HATSU}, "turn": "east"},
            ("east draws 2p", "east discards 2p", "south daiminkan 2p", "south draws 9s", "north ron"),
        ),
        Probe("four_kans.several_players", ("play_on", "abort"), _FOUR_KANS, (*_FOURTH, "west draws 1m")),
        Probe(
            "four_kans.one_player",
            ("play_on", "abort", "win_on_passed_discard"),
            one,
            (*_FOURTH, "west draws 1m"),
        ),
        # An ankan that nobody robs is announced and completed at once; the last probe tells these two apart.
        *(
            Probe("four_kans.abort_at", (first, *moments[2:]), given, (*_FOURTH, "north ron"), options)
            for given, options in ((_FOUR_KANS, abort), (four_of_one, of_one))
            for first in moments[:2]
        ),
        Probe("four_kans.abort_at", moments[:2], added, _ROB, abort),
        Probe("four_kans.dealer", _DEALER, _FOUR_KANS, _FOURTH, abort),
        Probe("four_kans.dealer", _DEALER, four_of_one, _FOURTH, of_one),
        Probe(
            "four_kans.riichi_stick",
            ("paid", "unpaid"),
            riichi,
            (*_FOURTH[:2], "south draws 9m", "south riichi 9m"),
            abort,
        ),
        *(probe for five in (_FIVE_KANS, _FIVE_KANS_OF_TWO) for probe in _fifth_kan(five)),
        Probe("chankan.ankan", ("never", "kokushi"), orphans, ("south draws 1z", "south ankan 1z", "north ron")),
        Probe("chankan.until", ("stands", "discard"), _ROBBED, (*_ROB[:2], "south draws 9s", "north ron")),
        Probe("chankan.passing_is_furiten", _SWITCH, {**_ROBBED, "hands": {"north": _HATSU}}, (*_ROB[:2], *other_side)),
        Probe("chankan.ippatsu", _SWITCH, {**_ROBBED, "riichi": ["north"], "ippatsu": ["north"]}, _ROB),
    ]


def _fifth_kan(five: Mapping[str, Any]) -> list[Probe]:
    """Return probes of a fifth kan after four, of one player or of several."""
    abort = {"fifth_kan.policy": "abort"}
    return [
        Probe("fifth_kan.policy", ("forbidden", "abort"), five, _ROB),
        Probe("fifth_kan.robbable", _SWITCH, five, _ROB, abort),
        Probe("fifth_kan.dealer", _DEALER, five, _ROB, abort),
        Probe("fifth_kan.illegal", ("none", "dead_hand", "chombo"), five, ("south draws 2p", "!south shouminkan 2p")),
    ]


def _liability() -> list[Probe]:
    dragons = {"hands": {"south": "777z34p11s"}, "melds": {"south": _THREE_DRAGONS[:2]}, "turn": "east"}
    three_winds = ["pon 111z from east", "pon 222z from east", "pon 333z from east"]
    winds = {"melds": {"south": three_winds}, "hands": {"south": "44z5p9m"}, "turn": "west"}
    three = {
        "melds": {"south": ["ankan 1111z", "ankan 2222z", "ankan 3333z"]},
        "hands": {"south": "555z9m"},
        "turn": "east",
    }
    third = {**dragons, "hands": {"south": "77z34p11s9m"}}
    concealed = {**third, "melds": {"south": ["ankan 5555z", "pon 666z from west"]}}
    pon = ("east draws 7z", "east discards 7z", "south pon 7z")
    others = ("west draws 9m", "west discards 9m", "north draws 9m", "north discards 9m", "east draws 8m")
    won = ("south discards 9m", *others, "east discards 8m", "south draws 2p", "south tsumo")
    on_winds = ("south discards 9m", *others, "east discards 8m", "south draws 5p", "south tsumo")
    chain = {"hands": {"south": "34p567m11z555z666z"}, "rinshan": "6z 2p", "turn": "east"}
    chained = (*_DAIMINKAN, "south ankan 6z", "south tsumo")
    single = {"hands": {"south": "34p567m123s99m555z"}, "rinshan": "2p", "turn": "east"}
    reach = ("none", "replacement_only", "until_discard")
    two_yakuman = {"melds": {"south": _THREE_DRAGONS}, "hands": {"south": "1144z"}}
    with_kans = {
        "melds": {"south": ["ankan 5555z", "ankan 6666z", "daiminkan 7777z from north", "ankan 1111p"]},
        "hands": {"south": "9m"},
    }
    fed = [
        "daiminkan 5555z from west",
        "daiminkan 6666z from west",
        "daiminkan 7777z from north",
        "daiminkan 1111p from east",
    ]
    two_liable = {"melds": {"south": fed}, "hands": {"south": "9m"}, "honba": 3}
    both = {"sekinin_barai.yakuman": ["daisangen", "suukantsu"], "scoring.yakuman_limit": 0}
    key = "sekinin_barai.yakuman"
    return [
        Probe(key, (["daisangen"], ["daisuushii"]), third, (*pon, *won)),
        Probe(key, (["daisangen"], ["daisuushii"]), winds,
              ("west draws 4z", "west discards 4z", "south pon 4z", *on_winds)),
        Probe(key, (["daisangen"], ["suukantsu"]), {**three, "rinshan": "9m"}, (*_DAIMINKAN, "south tsumo")),
        Probe("sekinin_barai.concealed_sets_count", _SWITCH, concealed, (*pon, *won)),
        Probe("sekinin_barai.completed_by_kan", _SWITCH, {**dragons, "rinshan": "2p"},
              (*pon[:2], "south daiminkan 7z", "south tsumo")),
        Probe("sekinin_barai.daiminkan_rinshan", (reach[0], reach[2]), chain, chained),
        Probe("sekinin_barai.daiminkan_rinshan", reach[1:], chain, chained),
        Probe("sekinin_barai.daiminkan_rinshan", reach[:2], single, (*_DAIMINKAN, "south tsumo")),
        Probe("sekinin_barai.daiminkan_rinshan_scored", ("tsumo", "ron"), single, (*_DAIMINKAN, "south tsumo"),
              {"sekinin_barai.daiminkan_rinshan": "until_discard"}),
        Probe("sekinin_barai.compound", ("liable_yakuman", "whole_hand"), two_yakuman,
              ("south draws 4z", "south tsumo"),
              {"scoring.yakuman_limit": 0}),
        Probe("sekinin_barai.compound", ("liable_yakuman", "whole_hand"), with_kans, ("south draws 9m", "south tsumo"),
              {"scoring.yakuman_limit": 0}),
        Probe("sekinin_barai.honba_on_ron", ("discarder", "liable"), _DAISANGEN,
              ("east draws 2p", "east discards 2p", "south ron")),
        Probe("sekinin_barai.honba_on_tsumo", ("liable", "shared"), _DAISANGEN, ("south draws 2p", "south tsumo")),
        Probe("sekinin_barai.two_liable_honba", ("latest", "first", "shared"), two_liable,
              ("south draws 9m", "south tsumo"), both),
    ]  # fmt: skip


def _riichi_kan() -> list[Probe]:
    levels = ("forbidden", "same_readings", "same_readings_and_yaku", "same_waits", "any")
    pinzu, gates = _in_riichi("3335666p111456s"), _in_riichi("1123456788999s")
    nine = ("south draws 9s", "south ankan 9s")
    drawn = ("counts", "ignored", "forbidden")
    return [
        *(Probe("riichi_kan.level", (levels[0], other), pinzu,
                ("south draws 1s", "south ankan 1s")) for other in levels[1:]),
        *(Probe("riichi_kan.level", (other, levels[4]), pinzu,
                ("south draws 6p", "south ankan 6p")) for other in levels[1:4]),
        Probe("riichi_kan.level", (levels[1], levels[3]), pinzu, ("south draws 3p", "south ankan 3p")),
        Probe("riichi_kan.level", levels[1:3], gates, nine),
        Probe("riichi_kan.level", levels[2:4], gates, nine),
        Probe("riichi_kan.drawn_tile_only", _SWITCH, _in_riichi("111123p456m78s99s"),
              ("south draws 4p", "south ankan 1p"),
              {"riichi_kan.level": "same_waits"}),
        *(Probe("riichi_kan.winning_draw", (drawn[1], other), _in_riichi("6677778888999s"), nine,
                {"riichi_kan.level": "same_waits"}) for other in (drawn[0], drawn[2])),
        Probe("riichi_kan.winning_draw", (drawn[0], drawn[2]), _in_riichi("6677778888999s"), nine,
              {"riichi_kan.level": "any"}),
        Probe("riichi_kan.illegal", ("chombo", "dead_hand", "none"), _ILLEGAL, _CAUGHT, _WHEN_NOTICED),
        Probe("riichi_kan.illegal_on_win", ("same", "dead_hand", "chombo_and_dead_hand", "none"),
              {**_ILLEGAL, "rinshan": "3m"},
              (*_COMMITTED, "south tsumo")),
        Probe("riichi_kan.illegal_on_win", ("same", "chombo", "dead_hand", "chombo_and_dead_hand"),
              {**_ILLEGAL, "rinshan": "3m"},
              (*_COMMITTED, "south tsumo"), {"riichi_kan.illegal": "none"}),
        Probe("riichi_kan.illegal_on_win", ("chombo", "none"), {**_ILLEGAL, "rinshan": "3m"},
              (*_COMMITTED, "south tsumo")),
        *(Probe("riichi_kan.illegal_found", ("at_once", other, "draw"), {**_ILLEGAL, "rinshan": "3m"},
                (*_COMMITTED, "south tsumo")) for other in ("noticed_or_draw", "win_or_draw")),
        Probe("riichi_kan.illegal_found", ("noticed_or_draw", "win_or_draw", "draw"), _ILLEGAL, _CAUGHT),
    ]  # fmt: skip


def _play() -> list[Probe]:
    waits = ("noten_concealed", "noten", "tenpai")
    melded = {
        "hands": {"south": "1z123m456p789s"},
        "melds": {"south": ["pon 111z from west"]},
        "live_tiles": 1,
        "turn": "east",
    }
    held = {"hands": {"south": "1111z123m456p789s"}, "live_tiles": 1, "turn": "east"}
    fu = {"hands": {"south": "222m555m34567p88s"}, "rinshan": "2p"}
    last = {"hands": {"south": _BEFORE_KAN}, "live_tiles": 2, "rinshan": "2p"}
    freed = {"hands": {"north": _HATSU, "west": "99s"}, "turn": "east"}
    pon = (*_RON[:2], "south draws 9s", "south discards 9s", "west pon 9s", "west discards 5p", "north ron")
    no_yaku = {"hands": {"north": _BARE}, "melds": {"south": ["pon 555p from west"]}, "turn": "east"}
    riichi = ("south draws 9m", "south riichi 9m")
    won = (*riichi, "west draws 2p", "west discards 2p", "south ron")
    few = {"hands": {"south": _BARE}, "live_tiles": 3}
    swap = ("east draws 4p", "east discards 4p", "south chi 4p with 56p", "south discards 4p", "south discards 7p")
    both = (*_RON, "west ron")
    # West is closer to east than north, whose hand is thirteen orphans.
    orphans = {"hands": {"west": "78m567p123s555z99s", "north": "19m19p19s1234567z"}, "turn": "east"}
    return [
        Probe("tenpai.exhausted_wait", (waits[0], waits[1]), melded, _END),
        Probe("tenpai.exhausted_wait", (waits[1], waits[2]), melded, _END),
        Probe("tenpai.exhausted_wait", (waits[0], waits[2]), held, _END),
        Probe("rinshan.tsumo_fu", _SWITCH, fu, ("south draws 5m", "south ankan 5m", "south tsumo")),
        Probe("rinshan.with_haitei", _SWITCH, last, (*_ANKAN, "south tsumo")),
        Probe("furiten.temporary_ends", ("any_call", "own_draw_or_call"), freed, pon),
        Probe("furiten.temporary_ends", ("any_call", "own_discard"), freed, pon),
        Probe(
            "furiten.without_yaku", _SWITCH, no_yaku, (*_RON[:2], "south draws 5p", "south shouminkan 5p", "north ron")
        ),
        Probe("riichi.ippatsu", _SWITCH, {"hands": {"south": _BARE}}, won),
        Probe(
            "riichi.double",
            _SWITCH,
            {"hands": {"south": _BARE}, "first_go_around": True, "turn": "south"},
            won,
            turns=False,
        ),
        Probe("riichi.min_live_tiles", (0, 4), few, riichi),
        Probe("riichi.min_live_tiles", (1, 4), few, riichi),
        Probe("riichi.min_live_tiles", (0, 1), {**few, "live_tiles": 1}, riichi),
        Probe("riichi.needs_stick", _SWITCH, {"hands": {"south": _BARE}, "scores": {"south": 900}}, riichi),
        Probe(
            "calls.kuikae",
            ("forbidden", "other_end_allowed", "allowed"),
            {"hands": {"south": "4567p"}, "turn": "east"},
            swap,
        ),
        Probe("wins.simultaneous", ("all", "head_bump"), _TWO_WIN, both),
        Probe("wins.simultaneous", ("all", "head_bump_except_kokushi"), _TWO_WIN, both),
        Probe(
            "wins.simultaneous",
            ("head_bump", "head_bump_except_kokushi"),
            orphans,
            ("east draws 9m", "east discards 9m", "west ron", "north ron"),
        ),
        Probe("wins.honba", ("first", "each"), _TWO_WIN, both),
        Probe("wins.sticks", ("first", "divided"), _TWO_WIN, both),
        Probe("wins.own_stick", ("pot", "back"), {**_TWO_WIN, "riichi": ["north"]}, both),
        Probe(
            "wins.dealer",
            _DEALER,
            {"hands": {"east": _HATSU}, "turn": "east", "honba": 1},
            ("east draws 2p", "east tsumo"),
            turns=False,
        ),
        Probe("wins.honba_value", (300, 1500), _WON, _RON),
        Probe("wins.two_han_from_honba", (0, 5), _WON, _RON),
    ]


def _draws() -> list[Probe]:
    nine = {"hands": {"south": "19m19p19s12z4m5p6s78s"}, "first_go_around": True, "turn": "south"}
    winds = ("east draws 3z", "east discards 3z", "south discards 3z", "west discards 3z", "north discards 3z")
    riichi = {"riichi": ["east", "west", "north"], "hands": {"south": _BARE}}
    three = {"hands": {"north": _HATSU, "west": _HAKU, "south": "34p123m789m777z99s"}, "turn": "east"}
    rivers = {"south": "19m19p1z2z", "east": "2m", "west": "3m7z", "north": "4m"}
    nagashi = {"rivers": rivers, "live_tiles": 1}
    with_honba, on = {**nagashi, "honba": 2, "sticks": 1}, {"draws.nagashi_mangan": "own_calls_allowed"}
    last = ("south draws 9s", "south discards 9s")
    one_tenpai = {"hands": {"east": "34p567m123s77799s"}, "live_tiles": 1, "turn": "south"}
    return [
        Probe("draws.kyuushu_kyuuhai", _THREE_WAYS, nine, ("south draws 3z", "south kyuushu"), turns=False),
        Probe("draws.suufon_renda", _THREE_WAYS, {"first_go_around": True, "turn": "east"}, winds, turns=False),
        Probe("draws.suucha_riichi", _THREE_WAYS, riichi, ("south draws 9m", "south riichi 9m")),
        Probe("draws.sanchahou", _THREE_WAYS, three, (*_RON, "west ron", "south ron")),
        Probe("draws.nagashi_mangan", ("off", "closed_only"), nagashi, last),
        Probe("draws.nagashi_mangan", ("off", "own_calls_allowed"), nagashi, last),
        Probe(
            "draws.nagashi_mangan",
            ("closed_only", "own_calls_allowed"),
            {**nagashi, "melds": {"south": ["pon 777z from west"]}},
            last,
        ),
        Probe("draws.nagashi_pays", ("mangan", "with_honba", "as_win"), with_honba, last, on),
        Probe("draws.noten_payment", (3000, 1000), one_tenpai, last),
        Probe("draws.exhaustive_dealer", ("tenpai_keeps", "rotates"), one_tenpai, last, turns=False),
    ]


def _chombo() -> list[Probe]:
    innocent = {**_ILLEGAL, "hands": {**_ILLEGAL["hands"], "north": _HATSU}}  # type: ignore[dict-item]
    win = (*_COMMITTED, "south draws 2p", "south discards 2p", "north ron")
    return [
        Probe(
            "chombo.pays",
            ("reverse_mangan", "points", "before_uma", "after_uma"),
            _ILLEGAL,
            _CAUGHT,
            {"chombo.points": 20000, **_WHEN_NOTICED},
        ),
        Probe("chombo.points", (9000, 20000), _ILLEGAL, _CAUGHT, {"chombo.pays": "points", **_WHEN_NOTICED}),
        Probe("chombo.sticks_returned", _SWITCH, _ILLEGAL, _CAUGHT, _WHEN_NOTICED),
        Probe("chombo.with_another_win", ("void", "stands"), innocent, win, _WHEN_NOTICED),
    ]


def _scoring() -> list[Probe]:
    red = {"hands": {"north": "34p067m123s666z99m"}, "turn": "east"}
    two_red = {"hands": {"north": "3400p67m123s666z"}, "turn": "east"}
    open_tanyao = {"hands": {"north": "34p567m22s"}, "melds": {"north": ["chi 345s", "chi 678p"]}, "turn": "east"}
    four_han = {"hands": {"north": "345m34567p678s88m"}, "riichi": ["north"], "indicators": "7s", "turn": "east"}
    thirteen = {"hands": {"north": "2233445667788m"}, "riichi": ["north"], "indicators": "4m", "turn": "east"}
    two_yakuman = {"melds": {"south": _THREE_DRAGONS}, "hands": {"south": "1144z"}}
    yakuman = ("south draws 4z", "south tsumo")
    winds = {"hands": {"east": "34p567m123s666z11z"}, "turn": "north"}
    renhou = ("none", "four_han_added", "mangan", "mangan_added", "baiman", "yakuman")
    green = {"hands": {"north": "2233334666888s"}, "turn": "east"}
    early = {"hands": {"north": _HATSU}, "first_go_around": True, "turn": "east", "indicators": "9s"}
    return [
        Probe("scoring.red_fives", (0, 3), red, _RON),
        Probe("scoring.red_fives", (3, 4), two_red, _RON[:2]),
        Probe("scoring.red_fives", (0, 4), red, _RON),
        Probe("scoring.open_tanyao", _SWITCH, open_tanyao, _RON),
        Probe("scoring.kiriage_mangan", _SWITCH, four_han, _RON),
        Probe(
            "scoring.thirteen_han",
            ("sanbaiman", "yonbaiman", "yakuman"),
            thirteen,
            ("east draws 5m", "east discards 5m", "north ron"),
        ),
        Probe("scoring.yakuman_limit", (1, 2), two_yakuman, yakuman),
        Probe("scoring.yakuman_limit", (1, 0), two_yakuman, yakuman),
        Probe("scoring.double_yakuman", ([], ["daisangen"]), two_yakuman, yakuman),
        Probe(
            "scoring.double_wind_pair_fu",
            (2, 4),
            winds,
            ("north draws 2p", "north discards 2p", "east ron"),
            turns=False,
        ),
        Probe("scoring.renhou", renhou, early, _RON, turns=False),
        Probe("scoring.ryuuiisou", ("any", "with_hatsu"), green, ("east draws 4s", "east discards 4s", "north ron")),
        Probe("scoring.without_yaku", ([], ["chankan"]), _ROBBED, _ROB),
    ]


_THREE = {
    "table.players": 3, "table.tiles": "without_2m_8m", "wall.replacements": 8, "kita.enabled": True,
    "kita.min_live_tiles": 1,
}  # fmt: skip
_SHANPON = "123456789p11s44z"
"""A hand that waits for 1s and north."""


def _three(key: str, values: tuple[Any, ...], given: Mapping[str, Any], *lines: str, **more: Any) -> Probe:
    """Return a probe for three players. Their seats are not rotated, since the fourth is empty."""
    options = {name: value for name, value in {**_THREE, **more.get("options", {})}.items() if name != key}
    return Probe(key, values, {"turn": "south", **given}, lines, options, turns=False)


def _three_players() -> list[Probe]:
    kita = ("south draws 4z", "south kita")
    held = ("south draws 9s", "south kita")
    north = {"hands": {"south": "4z"}}
    waits = {"hands": {"south": "4z", "west": _SHANPON}}
    in_riichi = {"hands": {"south": _SHANPON}, "riichi": ["south"]}
    open_hand = {"hands": {"west": "123456p11s44z", "south": "4z"}, "melds": {"west": ["pon 666z from east"]}}
    robber = {**waits, "riichi": ["west"]}
    rob = (*held, "west ron")
    orphans = {"hands": {"south": "4z", "west": "19m19p19s1235677z"}}
    winds = {"hands": {"south": "4z", "west": "111222333z55z44z"}}
    first = {"hands": {"south": "4z", "west": "123456789p11s55z"}, "first_go_around": True}
    then_tsumo = (*held, "south draws 8s", "south discards 8s", "west draws 1s", "west tsumo")
    ippatsu = {"hands": {"south": "4z", "west": "123456789p11s55z"}, "riichi": ["west"], "ippatsu": ["west"]}
    then_ron = (*held, "south draws 1s", "south discards 1s", "west ron")
    pending = {"hands": {"south": "555z4z"}, "turn": "east"}
    open_kan = (
        "east draws 5z",
        "east discards 5z",
        "south daiminkan 5z",
        "south draws 9s",
        "south kita",
        "south draws 8s",
    )
    few = {"hands": {"south": "555z4z"}, "live_tiles": 2}
    then_draw = ("south draws 8s", "south discards 8s", "west draws 1p")
    tsumo = ("south draws 1s", "south tsumo")
    won = {"hands": {"south": "123456789p11s55z"}, "honba": 1}
    ends = {"hands": {"south": "123456789p11s55z"}, "live_tiles": 1}
    return [
        _three("table.players", (4, 3), {}, "south draws 9s"),
        _three(
            "table.tiles", ("full", "without_2m_8m"), {"hands": {"south": "123456789p999m1s"}, "indicators": "1m"},
            *tsumo
        ),
        _three("wall.undrawn", (14, 0), {"live_tiles": 60}, "south draws 9s"),
        _three("wall.replacements", (4, 8), {**few, "live_tiles": 5, "kitas": {"west": 3}}, *held,
               "south draws 5z", "south ankan 5z"),
        _three("wall.refill", ("always", "kans_only"), few, *held, *then_draw),
        _three("wall.refill", ("always", "never"), few, *held, *then_draw),
        _three("wall.refill", ("kans_only", "never"), few, "south draws 5z", "south ankan 5z", *then_draw),
        _three("calls.chi", _SWITCH, {"hands": {"south": "12p"}, "turn": "east"}, "east draws 3p", "east discards 3p",
               "south chi 3p"),
        _three("kita.enabled", _SWITCH, north, *held),
        _three("kita.min_live_tiles", (1, 5), {**north, "live_tiles": 3}, *held),
        _three(
            "kita.after_call", _SWITCH, {"hands": {"south": "11p4z"}, "turn": "east"}, "east draws 1p",
            "east discards 1p", "south pon 1p", "south kita",
        ),
        _three("kita.in_riichi", ("drawn_tile", "any"), in_riichi, *held),
        _three("kita.in_riichi", ("forbidden", "any"), in_riichi, *held),
        _three("kita.in_riichi", ("drawn_tile", "forbidden"), in_riichi, *kita),
        _three("kita.discard", ("allowed", "forbidden"), {}, "south draws 4z", "south discards 4z"),
        _three("kita.in_hand", ("allowed", "never"), {"hands": {"south": _SHANPON}}, *tsumo),
        _three("kita.in_hand", ("allowed", "yakuman"), {"hands": {"south": _SHANPON}}, *tsumo),
        _three(
            "kita.in_hand", ("yakuman", "never"), {"hands": {"south": "111222333z44z55z"}}, "south draws 5z",
            "south tsumo"
        ),
        _three(
            "kita.north", ("guest", "yakuhai"), {"hands": {"west": "123456p78p11s"},
            "melds": {"west": ["pon 444z from east"]}}, "south draws 9p", "south discards 9p", "west ron",
        ),
        _three("kita.pon", _SWITCH, {"hands": {"south": "44z"}, "turn": "east"}, "east draws 4z", "east discards 4z",
               "south pon 4z"),
        *(_three("kita.robbable", ("any_yaku", other), robber, *rob) for other in ("never", "kokushi", "yakuman")),
        *(_three("kita.robbable", ("kokushi", other), orphans, *rob) for other in ("never",)),
        _three("kita.robbable", ("yakuman", "never"), winds, *rob),
        _three("kita.robbable", ("yakuman", "kokushi"), winds, *rob),
        _three("kita.robbed_ippatsu", _SWITCH, {**robber, "ippatsu": ["west"]}, *rob),
        _three("kita.passing_is_furiten", _SWITCH, open_hand, *then_ron),
        _three("kita.interrupts", ("all", "ippatsu"), first, *then_tsumo),
        _three("kita.interrupts", ("all", "none"), first, *then_tsumo),
        _three("kita.interrupts", ("ippatsu", "none"), ippatsu, *then_ron),
        _three(
            "kita.rinshan", _SWITCH, {"hands": {"south": "123456p78p11s55s4z"}, "rinshan": "9p"}, "south draws 5s",
            "south kita", "south tsumo",
        ),
        _three(
            "kita.pending_indicator", ("declaration", "announced", "keep"), pending, *open_kan, "south discards 8s",
            options={"kandora.daiminkan": "discard"},
        ),
        _three("wins.tsumo", ("loss", "halves", "full"), won, *tsumo),
        _three("wins.honba_on_tsumo", ("divided", "each"), won, *tsumo),
        _three("draws.noten_each", _SWITCH, ends, "south draws 9s", "south discards 9s"),
    ]  # fmt: skip
