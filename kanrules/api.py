"""Questions that need no table: kans in riichi, the waits of a hand, and its value."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, cast

from kanrules.errors import UnreadableError
from kanrules.hooks.faults import attribute
from kanrules.kan.riichi_kan import KanAnswer, explain_kan, illegal_since, legal_since
from kanrules.law.options import Options, RiichiKanLevel
from kanrules.locale import marked as _N
from kanrules.locale.sentences import Sentence, number, say
from kanrules.pieces.melds import Meld, MeldType
from kanrules.pieces.melds_text import parse_melds
from kanrules.pieces.readings import Concealed, exhausted, kinds_of, waits_mask
from kanrules.pieces.tiles import BY_NAME, KIND, NAMES, RED_FIVES, Kind, Seat, Tile, parse_tile, parse_tiles
from kanrules.rulings import Finding, Objection, Verdict

if TYPE_CHECKING:
    from pathlib import Path

    from kanrules.hooks.answers import TraceLine
    from kanrules.law.hook_values import Kan
    from kanrules.law.scoring import Value
    from kanrules.ruleset import Ruleset
    from kanrules.table.judge import HookAnswer
    from kanrules.table.snapshot import Table

Hand = Concealed | str | Iterable[Tile]
"""Concealed tiles: a `Concealed`, mpsz text, or an iterable of tiles."""
Melds = str | Meld | Iterable[Meld | str]
"""Melds: `Meld` values, or text as in case files ("ankan 1111z")."""


def riichi_kan(
    hand: Hand,
    draw: str | Tile,
    *,
    kan: str | Tile | None = None,
    melds: Melds = (),
    rules: str | Path | Ruleset | Options = "ema-2016",
    level: str | None = None,
) -> KanAnswer:
    """Return whether an ankan in riichi is legal under a ruleset, with the reason.

    `hand` is the hand without the drawn tile (13 tiles, three fewer for each earlier ankan), `draw` the drawn tile, and
    `kan` the tile of the kan if it is not the drawn one. `melds` are the earlier ankans. `rules` is a ruleset, its id
    or path, or bare options; `level` replaces the ruleset's `riichi_kan.level`. The answer has `.legal`, `.code`,
    `.text`, `.waits_before`, `.waits_after`, `.lost_readings`, `.objections`, and, except for bare options, `.ruling`.

    Raises UnreadableError if the question is impossible: text that is not mpsz, a wrong number of tiles, a fifth copy,
    no draw, a kan of tiles that are not held (KR201), a hand that is not tenpai, or 2m to 8m under rules for three
    players.
    """
    question = read_kan_question(hand, draw, kan=kan, melds=melds)
    if isinstance(rules, Options):
        law = rules.riichi_kan
        if level is not None:
            law = replace(law, level=_level(level))
        if rules.table.players == 3 or question.reds:
            check_kan_question(question, rules)
        return explain_kan(*question[:4], law)
    book = _ruleset(rules)
    if book.options.table.players == 3 or question.reds:
        check_kan_question(question, book.options, book.id)
    return answer_kan_question(question, book, level)


_ASKED = _N("kan of {tile} in riichi on {hand} with the drawn {drawn}")


class KanQuestion(NamedTuple):
    """A question about one ankan in riichi: the hand without the drawn tile, the drawn kind, the kind of the kan, and
    the earlier ankans.
    """

    hand: Concealed
    drawn: Kind
    kan: Kind
    melds: tuple[Meld, ...]
    reds: tuple[Tile, ...] = ()
    """The hand and the drawn tile with their red fives, if one is named. A question without any is asked of a set
    without any, as a case is.
    """

    @property
    def said(self) -> Sentence:
        """The question in words."""
        melds = "".join(f", {meld}" for meld in self.melds)
        return say(_ASKED, tile=NAMES[self.kan], hand=f"{self.hand}{melds}", drawn=NAMES[self.drawn])

    def __str__(self) -> str:
        return str(self.said)


def read_kan_question(hand: Hand, draw: str | Tile, *, kan: str | Tile | None = None, melds: Melds = ()) -> KanQuestion:
    """Return the arguments of `riichi_kan` as a question. Raises UnreadableError if the question is impossible."""
    laid = parse_melds(melds) if melds else ()
    concealed = read_hand(hand, laid, riichi=True)
    drawn = _tile(draw, "the draw")
    kind = drawn if kan is None else _tile(kan, "the tile of the kan")
    _possible(hand, concealed, drawn, kind, laid)
    reds: tuple[Tile, ...] = ()
    if _may_name_red(hand) or _may_name_red(draw) or any(not RED.isdisjoint(meld.tiles) for meld in laid):
        reds = (*_tiles(hand, "the hand"), _red_or_not(draw, "the draw"))
    return KanQuestion(concealed, drawn, kind, laid, reds)


RED = frozenset(RED_FIVES)


def _may_name_red(given: Hand | str | Tile) -> bool:
    if isinstance(given, str):
        return "0" in given
    if isinstance(given, Concealed):
        return False
    return given in RED if isinstance(given, int) else not RED.isdisjoint(given)


def check_kan_question(question: KanQuestion, options: Options, name: str = "") -> None:
    """Raise UnreadableError if the question has a tile that the ruleset does not play with; the error names the first
    one.
    """
    from kanrules.ruleset.four import check_copies, check_table

    check_table(options, name, tiles=(*question.hand.kinds(), question.drawn), melds=question.melds)
    if question.reds:
        check_copies(options, question.reds, question.melds)


def waits(hand: Hand, melds: Melds = ()) -> list[str]:
    """Return the tiles that complete a hand of 1, 4, 7, 10, or 13 concealed tiles, as mpsz names in order.

    A tile that the hand already holds four times is not a wait. Takes the hand and its melds as text or as the
    library's own types. Raises UnreadableError if the hand is impossible.
    """
    if not melds:
        concealed = Concealed.of(hand)
        found = waits_mask(concealed)
        if not found:
            read_hand(hand if isinstance(hand, str) else concealed)
        found &= ~concealed.held_four()
    else:
        laid = parse_melds(melds)
        concealed = read_hand(hand, laid)
        found = waits_mask(concealed) & ~exhausted(concealed, laid)
    return [NAMES[kind] for kind in kinds_of(found)]


def score(
    hand: Hand,
    win: str | Tile,
    *,
    rules: str | Path | Ruleset | Options,
    melds: Melds = (),
    tsumo: bool = False,
    seat: Seat,
    round_wind: Seat,
    riichi: bool = False,
    double_riichi: bool = False,
    ippatsu: bool = False,
    rinshan: bool = False,
    chankan: bool = False,
    last_tile: bool = False,
    first_turn: bool = False,
    indicators: Hand = (),
    ura: Hand = (),
    honba: int = 0,
    kitas: int = 0,
) -> Value | None:
    """Return the value of a winning hand under a ruleset: its most valuable reading, with yaku, han, fu, and limit.

    Returns None if the tile does not complete the hand, or if the hand has no yaku.

    `hand` is the hand without the winning tile `win`, and `melds` its melds. `seat` is the winner's seat. `last_tile`
    is haitei or houtei, and `first_turn` the uninterrupted first go-around. `indicators` are all face-up dora
    indicators, and `ura` the ura indicators of a hand in riichi. `honba` matters only where a ruleset requires two yaku
    han from some honba on. `kitas` is the number of norths set aside. The payments are in `Value.points`. Plugins are
    not asked, since they may look at the whole table; `Table.value` asks them.

    Raises UnreadableError if the question is impossible: a wrong number of tiles, a fifth copy, or riichi with an open
    meld. Under rules for three players, also for the north seat, 2m to 8m, and a chi where the ruleset has none.
    `kitas` needs a ruleset with kita.
    """
    from kanrules.law import scoring
    from kanrules.law.scoring import WinningHand
    from kanrules.ruleset.four import check_copies
    from kanrules.table.value import ura_that_count

    if not (isinstance(seat, Seat) and isinstance(round_wind, Seat)):
        raise TypeError(f"seat and round_wind are seats, such as Seat.EAST, not {seat!r} and {round_wind!r}")
    if type(honba) is not int or honba < 0:
        raise UnreadableError(f"honba is {honba!r}; there are none or more")
    laid = parse_melds(melds, seat)
    held = _tiles(hand, "the hand")
    tile = _red_or_not(win, "the tile that wins")
    options, name = (rules, "") if isinstance(rules, Options) else ((book := _ruleset(rules)).options, book.id)
    riichi = riichi or double_riichi
    _can_win(held, tile, laid, riichi=riichi)
    shown = tuple(_tiles(indicators, "the indicators"))
    below = tuple(_tiles(ura, "the ura"))
    if options.table.players == 3 or kitas:
        _at_the_table(options, name, (*held, tile, *shown, *below), laid, seat, kitas)
    check_copies(options, (*held, tile, *shown, *below), laid, kitas)
    _can_be(tsumo, laid, riichi, ippatsu=ippatsu, rinshan=rinshan, chankan=chankan)
    if not waits_mask(Concealed.of(held)) >> KIND[tile] & 1:
        return None
    won = WinningHand(
        concealed=(*held, tile),
        melds=laid,
        winning_tile=tile,
        tsumo=tsumo,
        seat=seat,
        round_wind=round_wind,
        riichi=riichi,
        double_riichi=double_riichi,
        ippatsu=ippatsu and not (chankan and not options.chankan.ippatsu),
        rinshan=rinshan,
        chankan=chankan,
        last_tile=last_tile and (not rinshan or options.rinshan.with_haitei),
        first_turn=first_turn,
        indicators=shown,
        ura=ura_that_count(below, options) if riichi else (),
        kitas=kitas,
    )
    found = scoring.score_hand(won if options.scoring.red_fives else scoring.without_reds(won), options)
    return None if found is None else scoring.enough(found, options, honba)


def _can_win(held: Sequence[Tile], tile: Tile, melds: Sequence[Meld], *, riichi: bool) -> None:
    """Raise UnreadableError for a hand of the wrong size, a fifth copy, or an open meld in riichi."""
    concealed, most = Concealed.of(held), 13 - 3 * len(melds)
    if concealed.size != most:
        beside = f" with {len(melds)} meld{'s' if len(melds) > 1 else ''}" if melds else ""
        raise UnreadableError(
            f"'{concealed}' has {number(concealed.size, 'tile')}{beside}; expected {most}, without the one that wins"
        )
    read_hand(concealed, melds, riichi=riichi)
    copies = concealed.count(KIND[tile]) + sum(KIND[one] == KIND[tile] for meld in melds for one in meld.tiles)
    if copies == 4:
        raise UnreadableError(f"{NAMES[tile]} cannot win: the hand holds all four of them")


def _at_the_table(
    options: Options, name: str, tiles: Sequence[Tile], melds: Sequence[Meld], seat: Seat, kitas: int
) -> None:
    """Raise UnreadableError for what does not exist at a table of three, for norths set aside under rules without kita,
    and for a fifth north.
    """
    from kanrules.ruleset.four import check_table

    if type(kitas) is not int or not 0 <= kitas <= 4:
        raise UnreadableError(f"kitas={kitas!r}; expected 0 to 4")
    check_table(options, name, tiles=tiles, melds=melds, seats=[seat], kitas=kitas)


def _can_be(tsumo: bool, melds: Sequence[Meld], riichi: bool, *, ippatsu: bool, rinshan: bool, chankan: bool) -> None:
    """Raise UnreadableError for circumstances of a win that cannot occur together."""
    if ippatsu and not riichi:
        raise UnreadableError("ippatsu goes with riichi")
    if rinshan and not tsumo:
        raise UnreadableError("a win on the replacement tile is a tsumo")
    if rinshan and not any(meld.is_kan for meld in melds):
        raise UnreadableError("a replacement tile follows a kan; name it among the melds")
    if chankan and tsumo:
        raise UnreadableError("a robbed kan is a ron")


def _tiles(tiles: Hand, what: str) -> list[Tile]:
    """Return tiles from text or from an iterable of tiles, keeping red fives."""
    if isinstance(tiles, Concealed):
        return list(tiles.kinds())
    if not isinstance(tiles, str):
        if not isinstance(tiles, Iterable):
            raise TypeError(f"{what}: {tiles!r} is not a hand; expected mpsz text or tiles")
        return [_red_or_not(tile, what) for tile in tiles]
    try:
        return parse_tiles(tiles)
    except UnreadableError as error:
        raise UnreadableError(f"{what}: {error}") from None


def _red_or_not(tile: str | Tile, what: str) -> Tile:
    _tile(tile, what)
    return parse_tile(tile.strip()) if isinstance(tile, str) else tile


def answer_kan_question(question: KanQuestion, rules: Ruleset, level: str | None = None) -> KanAnswer:
    """Return the answer of a ruleset and its plugins, with the ruling: key and value, file and line, and source."""
    if level is not None:
        rules = rules.with_options({"riichi_kan.level": _level(level)}, set_by="the question")
    law = rules.options.riichi_kan
    if not rules.modules or not _plugins_object(rules):
        return explain_kan(*question[:4], law, rules.ruling)
    answer = _with_plugins(explain_kan(*question[:4], law), question, rules)
    verdict = Verdict.LEGAL if answer.legal else Verdict.ILLEGAL
    source = answer.objections[0].source if answer.objections else None
    finding = Finding(verdict, answer.code, answer.text, answer.key, plugin=answer.plugin, source=source)
    return answer.with_ruling(rules.ruling(finding))


@lru_cache(maxsize=256)
def _plugins_object(rules: Ruleset) -> bool:
    """Return True if a plugin of the ruleset answers `before_kan`. Only then must the plugins be asked."""
    return any(attribute(name, module, "before_kan") is not None for name, module in rules.modules)


def _with_plugins(answer: KanAnswer, question: KanQuestion, rules: Ruleset) -> KanAnswer:
    """Return the answer after asking the ruleset's plugins. They see a table that shows only this hand."""
    answers, trace = _asked(question, rules)
    if not answers:
        if answer.legal:
            return answer
        allows = next(
            (line.plugin.removesuffix(" (wrapper)") for line in reversed(trace) if line.plugin.endswith(" (wrapper)")),
            "",
        )
        text = legal_since(say(_ALLOWED, plugin=allows, reason=answer.objections[0].text))
        return replace(answer, legal=True, code="", text=text, objections=(), plugin=allows or "core")
    first, plugin = answers[0].value, answers[0].by
    text = illegal_since(first.text)
    found = tuple(one.value for one in answers)
    return replace(answer, legal=False, code=first.code, text=text, objections=found, key=first.key, plugin=plugin)


_ALLOWED = _N("plugin {plugin} allows it, although {reason}.")


def _asked(question: KanQuestion, rules: Ruleset) -> tuple[list[HookAnswer[Objection]], list[TraceLine]]:
    from kanrules.kan.announcement import gravity

    trace: list[TraceLine] = []
    judge = rules.judge.traced(trace)
    kan = _kan(question.kan, question.melds)
    answers = judge.answers("before_kan", kan, table=lambda: _table(question))
    return sorted(answers, key=lambda answer: gravity(answer.value)), trace


def answers(question: KanQuestion, rules: Ruleset, level: str | None = None) -> list[TraceLine]:
    """Return each answer to this question with the plugin that gave it, in order, core last."""
    from kanrules.hooks.judge import trace_lines

    if level is not None:
        rules = rules.with_options({"riichi_kan.level": _level(level)}, set_by="the question")
    return trace_lines(_asked(question, rules)[1])


def _kan(kan: Kind, melds: tuple[Meld, ...]) -> Kan:
    from kanrules.law.hook_values import Kan

    return Kan(MeldType.ANKAN, Seat.EAST, kan, (kan,) * 4, None, None, len(melds) + 1, in_riichi=True)


def _table(question: KanQuestion) -> Table:
    from kanrules.law.hook_values import Kan
    from kanrules.table.snapshot import Table

    hand, drawn, _, melds, _ = question
    east = (True, False, False, False)
    nothing: tuple[()] = ()
    return Table(
        round_wind=Seat.EAST,
        honba=0,
        sticks=1,
        scores=(24000, 25000, 25000, 25000),
        hands=(tuple(hand.plus(drawn).kinds()), nothing, nothing, nothing),
        melds=(melds, nothing, nothing, nothing),
        rivers=(nothing,) * 4,
        taken=(nothing,) * 4,
        riichi=east,
        double_riichi=(False,) * 4,
        ippatsu=(False,) * 4,
        first_go_around=False,
        passed=(0,) * 4,
        turn=Seat.EAST,
        drawn=drawn,
        live_tiles=35,
        rinshan_left=4 - len(melds),
        indicators=(None,) * (1 + len(melds)),
        ura=(None,) * (1 + len(melds)),
        pending=(),
        kans=tuple(
            Kan(MeldType.ANKAN, Seat.EAST, meld.kind, meld.tiles, None, None, number, in_riichi=True)
            for number, meld in enumerate(melds, 1)
        ),
        liabilities=(nothing,) * 4,
        last_discard=None,
        dead_hands=(),
    )


@lru_cache(maxsize=128)
def _by_id(name: str) -> Ruleset:
    from kanrules.ruleset import load_ruleset

    return load_ruleset(name)


def _ruleset(rules: str | Path | Ruleset) -> Ruleset:
    if isinstance(rules, str):
        # A file may change between two questions, but the meaning of an id does not.
        if not ("/" in rules or "\\" in rules or rules.endswith(".toml")):
            return _by_id(rules)
    elif hasattr(rules, "with_options"):
        return cast("Ruleset", rules)
    from kanrules.ruleset.load import ruleset_of

    return ruleset_of(rules)


def _level(text: str) -> RiichiKanLevel:
    try:
        return RiichiKanLevel(text)
    except ValueError:
        levels = ", ".join(RiichiKanLevel)
        raise UnreadableError(
            f"{text!r} is not a level of kan in riichi; expected one of: {levels}", code="KR102"
        ) from None


def _tile(tile: str | Tile, what: str) -> Kind:
    if isinstance(tile, str):
        if tile in BY_NAME:
            return KIND[BY_NAME[tile]]
        if not tile.strip():
            raise UnreadableError(f"{what} is missing; expected a tile such as 8s")
        try:
            return KIND[parse_tile(tile.strip())]
        except UnreadableError as error:
            raise UnreadableError(f"{what}: {error}") from None
    if isinstance(tile, int) and 0 <= tile < len(KIND):
        return KIND[tile]
    raise UnreadableError(f"{what}: {tile!r} is not a tile; expected a tile such as 8s")


def read_hand(hand: Hand, melds: Sequence[Meld] = (), *, riichi: bool = False) -> Concealed:
    """Return the concealed tiles of a hand that has yet to draw.

    Raises UnreadableError if the hand cannot have these melds or has the wrong number of tiles. In riichi every meld
    must be an ankan, and none may be missing.
    """
    concealed = Concealed.of(hand)
    if len(melds) > 4:
        raise UnreadableError(f"{len(melds)} melds are too many; a hand has four sets")
    for meld in melds if riichi else ():
        if meld.is_open:
            raise UnreadableError(
                f"{str(meld)!r}: a player in riichi has called nothing; expected ankans only, such as 'ankan 1111z'"
            )
    size, most = concealed.size, 13 - 3 * len(melds)
    if size != most if riichi else size > most or size % 3 != 1:
        beside = f" with {len(melds)} meld{'s' if len(melds) > 1 else ''}" if melds else ""
        sizes = f"{most}" if riichi else " or ".join(", ".join(map(str, range(1, most + 1, 3))).rsplit(", ", 1))
        text = _shown(hand, concealed)
        raise UnreadableError(
            f"{text} has {size} tile{'' if size == 1 else 's'}{beside}; expected {sizes}, without a drawn tile"
        )
    laid = [KIND[tile] for meld in melds for tile in meld.tiles] if melds else []
    for kind in dict.fromkeys(laid):
        copies = laid.count(kind) + concealed.count(kind)
        if copies > 4:
            beside = ", ".join(map(str, melds))
            text = _shown(hand, concealed)
            raise UnreadableError(
                f"{text} with {beside} holds {copies} copies of {NAMES[kind]}; there are four of each tile"
            )
    return concealed


def _shown(hand: Hand, concealed: Concealed) -> str:
    return repr(hand if isinstance(hand, str) else str(concealed))


def _possible(given: Hand, hand: Concealed, drawn: Kind, kan: Kind, melds: tuple[Meld, ...]) -> None:
    """Raise UnreadableError for a draw or a kan that is impossible in riichi."""
    held = hand.count(drawn)
    if held == 4 or (melds and any(meld.kind == drawn for meld in melds)):
        where = f"{_shown(given, hand)} holds" if held == 4 else "an ankan is"
        raise UnreadableError(f"{NAMES[drawn]} cannot be drawn: {where} all four of them")
    copies = hand.count(kan) + (drawn == kan)
    if copies != 4:
        what = f"{_shown(given, hand)} with the drawn {NAMES[drawn]} holds {copies} of them; expected four"
        raise UnreadableError(f"no kan of {NAMES[kan]}: {what}", code="KR201")
    if not waits_mask(hand):
        beside = f" with {', '.join(map(str, melds))}" if melds else ""
        raise UnreadableError(
            f"{_shown(given, hand)}{beside} waits for nothing; expected a tenpai hand, which riichi requires"
        )
