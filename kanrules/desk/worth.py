"""Winning hands given as yakuman, han and fu, a limit, or tiles, and their value under a ruleset."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from kanrules.errors import UnreadableError, wrong_use
from kanrules.frozen import frozen
from kanrules.law.limits import MANGAN_BASE, YAKUMAN_BASE, Limit
from kanrules.law.options import Options
from kanrules.law.payments import in_a_row, joined_by_and
from kanrules.law.scoring import PLAIN_FORM, Value, WinningHand, limit_of, score_hand, without_reds, yakuman_value
from kanrules.law.yaku import WORDS, YAKUMAN
from kanrules.locale import ENGLISH, Translator
from kanrules.locale import marked as _N
from kanrules.locale.sentences import Sentence, Verbatim, listed, many, number, say
from kanrules.pieces.melds import Meld, MeldType
from kanrules.pieces.melds_text import parse_melds
from kanrules.pieces.readings import Concealed, waits_mask
from kanrules.pieces.tiles import KIND, NAMES, NORTH, Seat, Tile, format_tiles, parse_tile, parse_tiles
from kanrules.rulings import Finding, Verdict

LIMITS: dict[str, tuple[Limit, int]] = {
    "mangan": (Limit.MANGAN, MANGAN_BASE),
    "haneman": (Limit.HANEMAN, 3000),
    "baiman": (Limit.BAIMAN, 4000),
    "sanbaiman": (Limit.SANBAIMAN, 6000),
    "yakuman": (Limit.YAKUMAN, YAKUMAN_BASE),
}
"""The limits that a hand can be given as, with their base points."""
MOMENTS: dict[str, str] = {
    name: name.replace("_", " ")
    for name in ("riichi", "double_riichi", "ippatsu", "rinshan", "chankan", "last_tile", "first_turn")
}
"""Circumstances of a win, by their names in `WinningHand`, each in words."""
FOR_EVERY_HAND: frozenset[str] = frozenset(("riichi", "double_riichi", "chankan"))
"""Circumstances that also affect the payments for a hand that is not given as tiles."""
_ROBBED_IS_RON = "a robbed kan is a ron; name its player with --by"
_LIMITS = (
    _N("mangan"), _N("haneman"), _N("baiman"), _N("sanbaiman"), _N("yonbaiman"), _N("yakuman"),
)  # fmt: skip
_A_LIMIT, _HAN, _HAN_FU, _DORA = _N("a {limit}"), _N("{han} han"), _N("{han} han {fu} fu"), _N("dora {count}")
_TILES, _WITH = _N("{tiles} on {tile}"), _N("{hand} ({moments})")
_ASIDE = (_N("1 north set aside"), _N("{count} norths set aside"))
_A_MANGAN, _AS_COUNTED = (
    _N("{han} han {fu} fu count as a mangan"),
    _N("{han} han {fu} fu are not rounded up to a mangan"),
)
_THIRTEEN = _N("{han} han without a yakuman count as a {limit}")
_FU = (20, 25, *range(30, 141, 10))


@frozen
class Yakuman:
    """A hand given as yakuman by name."""

    names: tuple[str, ...]

    def value(self, options: Options) -> Value | None:
        """Return the value of the hand; None if the ruleset has none of these yakuman."""
        value = yakuman_value(self.names, options)
        return value if value.yakuman else None

    def findings(self, value: Value) -> tuple[Finding, ...]:
        """Return no findings: the value of yakuman does not depend on a limit."""
        return ()

    @property
    def said(self) -> str:
        """The names in words."""
        return joined_by_and(self.names)

    def __str__(self) -> str:
        return str(self.said)


@frozen
class CountedHan:
    """A hand given as han (dora included) and fu."""

    han: int
    fu: int

    def value(self, options: Options) -> Value:
        """Return the limit and the base points of these han and fu."""
        limit, base = limit_of(self.han, self.fu, options.scoring)
        return Value(han=self.han, fu=self.fu, limit=limit, base=base)

    def findings(self, value: Value) -> tuple[Finding, ...]:
        """Return the findings of the keys that decide the value of these han and fu."""
        return _borders(self.han, self.fu, value)

    @property
    def said(self) -> str:
        """Han and fu in words."""
        return counted(self.han, self.fu)

    def __str__(self) -> str:
        return str(self.said)


@frozen
class AtLimit:
    """A hand given as a limit by name."""

    name: str

    def value(self, options: Options) -> Value:
        """Return the base points of the limit, which are the same in every ruleset."""
        limit, base = LIMITS[self.name]
        return Value(limit=limit, base=base)

    def findings(self, value: Value) -> tuple[Finding, ...]:
        """Return no findings: every ruleset gives a limit the same value."""
        return ()

    @property
    def said(self) -> str:
        """The limit in words."""
        return say(_A_LIMIT, limit=self.name)

    def __str__(self) -> str:
        return str(self.said)


@frozen
class Tiles:
    """A hand given as tiles, with the winning tile and the circumstances of the win."""

    win: WinningHand

    def value(self, options: Options) -> Value | None:
        """Return the value of the hand in its most valuable reading; None if it has no yaku under the ruleset. Without
        red fives, a red five is an ordinary five.
        """
        return score_hand(self.win if options.scoring.red_fives else without_reds(self.win), options)

    def findings(self, value: Value) -> tuple[Finding, ...]:
        """Return the findings of the keys that decide the value of its han and fu."""
        return () if value.yakuman else _borders(value.han, value.fu, value)

    @property
    def said(self) -> str:
        """The tiles, the winning tile, and the circumstances of the win in words."""
        win = self.win
        # The winning tile comes last; an equal tile before it keeps its place.
        rest = list(reversed(win.concealed))
        rest.remove(win.winning_tile)
        rest.reverse()
        melds = "".join(f", {meld}" for meld in win.melds)
        with_: list[str] = [said for name, said in MOMENTS.items() if getattr(win, name)]
        if win.kitas:
            with_.append(many(_ASIDE, win.kitas))
        said = say(_TILES, tiles=f"{format_tiles(rest)}{melds}", tile=NAMES[win.winning_tile])
        return say(_WITH, hand=said, moments=in_a_row(with_)) if with_ else said

    def __str__(self) -> str:
        return str(self.said)


Worth = Yakuman | CountedHan | AtLimit | Tiles
"""A winning hand as it was given. `value` returns its value under a ruleset."""


def _borders(han: int, fu: int, value: Value) -> tuple[Finding, ...]:
    if (han, fu) in ((4, 30), (3, 60)):
        text = say(_A_MANGAN if value.limit is Limit.MANGAN else _AS_COUNTED, han=han, fu=fu)
        return (Finding(Verdict.PAYS, "", text, "scoring.kiriage_mangan"),)
    if han >= 13:
        return (Finding(Verdict.PAYS, "", say(_THIRTEEN, han=han, limit=value.limit.value), "scoring.thirteen_han"),)
    return ()


def value_json(value: Value) -> dict[str, Any]:
    """Return the value of a hand as JSON-ready data."""
    return {
        "han": value.han,
        "fu": value.fu,
        "limit": value.limit.value,
        "yaku": dict(value.yaku),
        "yakuman": dict(value.yakuman),
        "dora": value.dora_han,
    }


def value_text(value: Value, speak: Translator = ENGLISH) -> str:
    """Return the value of a hand in words: yaku, dora, and han and fu or limit. In English, it is a sentence that can
    be translated later.
    """
    parts: list[str] = [listed(map(_word, (*value.yakuman, *value.yaku)))]
    if value.dora_han and not value.yakuman:
        parts.append(say(_DORA, count=value.dora_han))
    han = counted(value.han, value.fu) if value.han and not value.yakuman else ""
    limit = "" if value.limit is Limit.NONE and not value.yakuman else value.limit.value
    parts.append(listed(part for part in (han, limit) if part))
    said = listed((part for part in parts if part), between="; ")
    return said if speak is ENGLISH else speak(said)


def counted(han: int, fu: int) -> Sentence:
    """Return han and fu in words. Without fu (0), only the han."""
    return say(_HAN_FU, han=han, fu=fu) if fu else say(_HAN, han=han)


def yaku_words(names: Iterable[str], speak: Translator = ENGLISH) -> list[str]:
    """Return the names of yaku as players say them."""
    return [speak(_word(name)) for name in names]


def _word(name: str) -> str:
    """Return the name of a yaku at the table. The local yaku of a plugin has no translation."""
    return WORDS.get(name) or Verbatim(name.replace("_", " "))


# --- reading -------------------------------------------------------------------------------------------------------


def read_worth(
    names: Sequence[str],
    *,
    han: int = 0,
    fu: int = 0,
    hand: str = "",
    win: str = "",
    melds: Sequence[str] = (),
    moments: Sequence[str] = (),
    indicators: str = "",
    ura: str = "",
    kitas: int = 0,
    round_wind: Seat = Seat.EAST,
    seat: Seat,
    tsumo: bool,
) -> Worth:
    """Return a hand given in one of four ways: yakuman, a limit, han and fu, or tiles.

    Raises UnreadableError, which quotes the mistake and says what was expected.
    """
    ways = [way for way, said in (("names", names), ("--han", han), ("--hand", hand)) if said]
    if len(ways) > 1:
        given = " and ".join("the words" if way == "names" else way for way in ways)
        raise wrong_use(f"{given} both describe the hand; use only one of them")
    if not ways:
        said = "--fu" if fu else "--win" if win else ""
        wanted = {"--fu": "--fu goes with --han", "--win": "--win goes with --hand"}.get(said, "say what was won")
        raise wrong_use(
            f"{wanted}; expected yakuman (daisangen), a limit (mangan), --han 3 --fu 40, or --hand with --win"
        )
    circumstances = moments_of(moments)
    about_tiles = (
        ("--win", win),
        ("--melds", melds),
        # A stick returns to a player in riichi, and a robbed kan limits who can win, whatever the hand is worth.
        ("--with", [word for word in circumstances if word not in FOR_EVERY_HAND]),
        ("--indicators", indicators),
        ("--ura", ura),
        ("--kitas", kitas),
    )
    if not hand:
        for option, also in about_tiles:
            if also:
                raise wrong_use(f"{option} goes with --hand, where the tiles are counted")
        if "chankan" in circumstances and tsumo:
            raise wrong_use(f"--with {', '.join(circumstances)}: {_ROBBED_IS_RON}")
    if han:
        return _counted(han, fu, tsumo=tsumo)
    if fu:
        raise wrong_use("--fu goes with --han; expected both, such as --han 3 --fu 40")
    if names:
        return _named(names)
    return _tiles(hand, win, melds, moments, indicators, ura, kitas, round_wind, seat, tsumo)


def _counted(han: int, fu: int, *, tsumo: bool) -> CountedHan:
    if fu and fu not in _FU:
        raise wrong_use(f"--fu {fu}: fu are 20, 25, or tens from 30 on")
    if not fu and han < 5:
        raise wrong_use(f"--han {han} below a mangan is paid by its fu; expected --fu, such as --fu 40")
    if fu == 25 and han < 2:
        raise wrong_use("--han 1 --fu 25: 25 fu are seven pairs, which are two han")
    if fu == 25 and han < 3 and tsumo:
        text = "seven pairs by tsumo are three han; of a ron --by says who dealt in"
        raise wrong_use(f"--han 2 --fu 25: {text}")
    if fu == 20 and (han < 2 or not tsumo):
        text = "a hand of 20 fu is pinfu by tsumo, two han" if tsumo else "20 fu are pinfu by tsumo; a ron has 30"
        raise wrong_use(f"--han {han} --fu 20: {text}")
    return CountedHan(han, fu)


def yakuman_name(text: str, others: Sequence[str] = ()) -> str:
    """Return the name of a yakuman from any common spelling. Raises UnreadableError with the closest match."""
    word = text.strip().lower().replace("-", "_")
    if word in YAKUMAN:
        return word
    near = difflib.get_close_matches(word, (*YAKUMAN, *others), n=1)
    hint = f"did you mean {near[0]}?" if near else f"expected one of: {', '.join((*YAKUMAN, *others))}"
    raise wrong_use(f"{text!r} is not a yakuman; {hint}")


def _named(words: Sequence[str]) -> Yakuman | AtLimit:
    limits = [word.strip().lower() for word in words if word.strip().lower() in LIMITS]
    if limits:
        if len(words) > 1:
            raise wrong_use(
                f"{' '.join(words)}: a limit cannot be combined with another limit or a yakuman; name only the limit"
            )
        return AtLimit(limits[0])
    return Yakuman(tuple(dict.fromkeys(yakuman_name(word, tuple(LIMITS)) for word in words)))


def _tiles(
    hand: str,
    win: str,
    melds: Sequence[str],
    moments: Sequence[str],
    indicators: str,
    ura: str,
    kitas: int,
    round_wind: Seat,
    seat: Seat,
    tsumo: bool,
) -> Tiles:
    if not win.strip():
        raise wrong_use("--hand needs the tile that won; expected --win, such as --win 5p")
    laid = parse_melds([part for text in melds for part in text.split(",") if part.strip()])
    held = _read(lambda: parse_tiles(hand), "--hand")
    tile = _read(lambda: parse_tile(win.strip()), "--win")
    size = 13 - 3 * len(laid)
    if len(held) != size:
        beside = f" with {len(laid)} meld{'s' if len(laid) > 1 else ''}" if laid else ""
        raise wrong_use(
            f"--hand {hand}: {number(len(held), 'tile')}{beside}; expected {size}, without the one that won"
        )
    _copies([*held, tile, *(one for meld in laid for one in meld.tiles), *[NORTH] * kitas])
    concealed = Concealed.of(held)
    if not waits_mask(concealed) >> KIND[tile] & 1:
        raise wrong_use(f"--hand {hand} --win {win}: the hand is not complete with {win.strip()}")
    said = moments_of(moments)
    _possible(said, laid, kitas, tsumo=tsumo)
    return Tiles(
        WinningHand(
            concealed=(*held, tile),
            melds=laid,
            winning_tile=tile,
            tsumo=tsumo,
            seat=seat,
            round_wind=round_wind,
            indicators=tuple(_read(lambda: parse_tiles(indicators), "--indicators")) if indicators else (),
            ura=tuple(_read(lambda: parse_tiles(ura), "--ura")) if ura else (),
            kitas=kitas,
            **dict.fromkeys(said, True),
        )
    )


def moments_of(words: Sequence[str]) -> tuple[str, ...]:
    """Return the circumstances of a win by name, from any common spelling. Raises UnreadableError with the closest
    match.
    """
    found = []
    for text in (part for word in words for part in word.split(",")):
        word = text.strip().lower().replace("-", "_").replace(" ", "_")
        if word not in MOMENTS:
            near = difflib.get_close_matches(word, MOMENTS, n=1)
            hint = f"did you mean {near[0]}?" if near else f"expected one of: {', '.join(MOMENTS)}"
            raise wrong_use(f"--with {text.strip()!r}: {hint}")
        found.append(word)
    return tuple(dict.fromkeys(found))


def _possible(said: tuple[str, ...], melds: tuple[Meld, ...], kitas: int, *, tsumo: bool) -> None:
    riichi = "riichi" in said or "double_riichi" in said
    opened = next((meld for meld in melds if meld.is_open), None)
    kan = any(meld.type in (MeldType.ANKAN, MeldType.DAIMINKAN, MeldType.SHOUMINKAN) for meld in melds)
    why = ""
    if "ippatsu" in said and not riichi:
        why = "ippatsu goes with riichi"
    elif riichi and opened is not None:
        why = f"a player in riichi has called nothing, and here is {opened}"
    elif "rinshan" in said and not tsumo:
        why = "a win on the replacement tile is a tsumo; leave --by out"
    elif "rinshan" in said and not (kan or kitas):
        why = "a replacement tile follows a kan; name it with --melds"
    elif "chankan" in said and tsumo:
        why = _ROBBED_IS_RON
    elif "chankan" in said and "last_tile" in said:
        why = "a kan is robbed before the last discard"
    elif "first_turn" in said and melds:
        why = "after a meld no turn is the uninterrupted first"
    if why:
        raise wrong_use(f"--with {', '.join(said)}: {why}")


def _copies(tiles: Sequence[Tile]) -> None:
    kinds = [KIND[tile] for tile in tiles]
    for kind in dict.fromkeys(kinds):
        if kinds.count(kind) > 4:
            raise wrong_use(f"{kinds.count(kind)} copies of {NAMES[kind]}; there are four of each tile")


def _read(read: Callable[[], Any], option: str) -> Any:
    try:
        return read()
    except UnreadableError as error:
        raise wrong_use(f"{option}: {error}") from None


# --- what no hand can be -------------------------------------------------------------------------------------------

_ALONE = frozenset(("kokushi", "kokushi_13", "chuuren_poutou", "chuuren_9"))
OPENING: frozenset[str] = frozenset(("tenhou", "chiihou"))
"""Yakuman of a first draw."""
TRIPLETS_ALONE: frozenset[str] = frozenset(
    ("suuankou", "suuankou_tanki", "daisuushii", "tsuuiisou", "chinroutou", "suukantsu")
)
"""Yakuman without a sequence: each wait is for a pair or a triplet, so the hand holds one of the tiles it waits for."""
CLOSED: frozenset[str] = frozenset(("suuankou", "suuankou_tanki", *_ALONE, *OPENING))
"""Yakuman that a hand with calls cannot have."""
_NEVER_TOGETHER: tuple[frozenset[str], ...] = (
    *(frozenset(pair) for pair in PLAIN_FORM.items()),
    frozenset(("daisangen", "shousuushii", "daisuushii", "chinroutou", "ryuuiisou")),
    frozenset(("shousuushii", "daisuushii", "chinroutou", "ryuuiisou")),
    frozenset(("tsuuiisou", "chinroutou", "ryuuiisou")),
    frozenset(("tenhou", "chiihou")),
    frozenset(("suukantsu", "tenhou")),
    frozenset(("suukantsu", "chiihou")),
)
"""Groups of yakuman of which a hand can have only one."""


_ONE_WINNER: tuple[frozenset[str], ...] = (
    frozenset(("daisangen",)),
    frozenset(("shousuushii", "daisuushii")),
    frozenset(("ryuuiisou",)),
    frozenset(("chinroutou",)),
    frozenset(("chuuren_poutou", "chuuren_9")),
    frozenset(("suukantsu",)),
)
"""Groups of yakuman of which only one of several winners can have one: two hands that share the winning tile would need
a fifth copy of a tile, or more than five kans.
"""


_TOO_FEW_TILES = _N("two players cannot have {yakuman} on one tile: there are too few tiles")


def why_never_both(first: Iterable[str], second: Iterable[str]) -> Sentence | str:
    """Return why two players cannot win on one tile with these yakuman; "" if they can."""
    one, other = set(first), set(second)
    for group in _ONE_WINNER:
        held = [min(group & names) for names in (one, other) if group & names]
        if len(held) == 2:
            return say(_TOO_FEW_TILES, yakuman=joined_by_and(list(dict.fromkeys(held))))
    return ""


def why_never(names: tuple[str, ...], winner: Seat, loser: Seat | None) -> str:
    """Return why no hand can have these yakuman together, or win them in this way; "" if one can."""
    why = ""
    rest = [name for name in names if name not in OPENING]
    for group in _NEVER_TOGETHER:
        together = [name for name in names if name in group]
        if len(together) > 1:
            why = f"{together[0]} and {together[1]} are never one hand"
    for name in rest:
        if name in _ALONE and len(rest) > 1:
            why = f"{name} can only be combined with tenhou or chiihou"
        elif name == "ryuuiisou" and any(
            other not in (name, "suuankou", "suuankou_tanki", "suukantsu") for other in rest
        ):
            why = "ryuuiisou can only be combined with suuankou and suukantsu"
    if "tenhou" in names and winner is not Seat.EAST:
        why = f"tenhou is the dealer's, and {winner} does not deal"
    if "chiihou" in names and winner is Seat.EAST:
        why = "chiihou is never the dealer's"
    if loser is not None and OPENING.intersection(names):
        why = f"{next(name for name in names if name in OPENING)} is a tsumo; leave --by out"
    return why
