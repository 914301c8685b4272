"""Warnings about values without effect (KR109) and values that contradict each other (KR110). Such a ruleset still
works.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from kanrules.frozen import dataclass
from kanrules.hooks.discovery import superseded
from kanrules.hooks.specs import HOOKS
from kanrules.law.options import (
    AnkanRobbery,
    ChomboPays,
    Extension,
    FifthKanPolicy,
    Floating,
    FoulFound,
    FoulOnWin,
    FoulPenalty,
    FourKansDraw,
    FourKansMoment,
    FourKansOfOne,
    GameTable,
    Instant,
    KitaRobbery,
    NagashiMangan,
    NagashiPays,
    Options,
    Renhou,
    RiichiKanLevel,
    RinshanLiability,
    Simultaneous,
    TileSet,
    UmaBy,
    WinningDraw,
    Yame,
)
from kanrules.ruleset.keys import Takes, file_text, keys, of_three_players
from kanrules.ruleset.lapse import resolved
from kanrules.ruleset.library import table_name
from kanrules.ruleset.model import Ruleset
from kanrules.ruleset.problems import Problem, Severity, close, quote

_DELAYED = (Instant.DISCARD, Instant.DISCARD_PASSED)
_READINGS = (RiichiKanLevel.SAME_READINGS, RiichiKanLevel.SAME_READINGS_AND_YAKU)
_BEFORE_WIN = (FourKansMoment.ANNOUNCED, FourKansMoment.DECLARATION)
_BEFORE_DISCARD = (*_BEFORE_WIN, FourKansMoment.RINSHAN_DRAW)


@dataclass(frozen=True, slots=True)
class Mute:
    """Keys that have no effect while a condition holds. `hook` names the hook by which a plugin could use them
    anyway.
    """

    keys: tuple[str, ...]
    because: str
    """The key or keys whose value makes them ineffective."""
    when: Callable[[Options], bool]
    hook: str = ""


def _no_abort(o: Options) -> bool:
    return not (_several_abort(o) or _one_aborts(o))


def _several_abort(o: Options) -> bool:
    return o.four_kans.several_players is FourKansDraw.ABORT


def _one_aborts(o: Options) -> bool:
    return o.four_kans.one_player is FourKansOfOne.ABORT


def _never_pending(o: Options) -> bool:
    return not {o.kandora.ankan, o.kandora.daiminkan, o.kandora.shouminkan} & set(_DELAYED)


def _robbed_without_indicator(o: Options) -> bool:
    ankan_counts = o.kandora.ankan is not Instant.NEVER and o.chankan.ankan is not AnkanRobbery.NEVER
    return o.kandora.shouminkan is Instant.NEVER and not ankan_counts


def _no_second_liable(o: Options) -> bool:
    return o.sekinin_barai.daiminkan_rinshan is RinshanLiability.NONE and not (
        {"suukantsu"} < set(o.sekinin_barai.yakuman)
    )


def _nobody_liable(o: Options) -> bool:
    return not o.sekinin_barai.yakuman and o.sekinin_barai.daiminkan_rinshan is RinshanLiability.NONE


def _no_fifth(o: Options) -> bool:
    return _several_abort(o) and _one_aborts(o) and o.four_kans.abort_at in _BEFORE_DISCARD


def _nagashi_shares(o: Options) -> bool:
    """Return True if players with nagashi mangan share honba like several winners."""
    return o.draws.nagashi_mangan is not NagashiMangan.OFF and o.draws.nagashi_pays is not NagashiPays.MANGAN


def _one_winner(o: Options) -> bool:
    return o.wins.simultaneous is Simultaneous.HEAD_BUMP


_FOUR = "four_kans.several_players and four_kans.one_player"
_TIMINGS = "kandora.ankan, kandora.daiminkan and kandora.shouminkan"

_THREE = tuple(key for key in keys() if key.startswith("kita."))
_IN_HAND = ("kita.in_hand", "kita.north", "kita.pon")
"""Keys that matter even without kita, since norths are in hands anyway."""

MUTE: tuple[Mute, ...] = (
    Mute(of_three_players(), "table.players", lambda o: o.table.players == 4),
    Mute(
        tuple(key for key in _THREE if key not in ("kita.enabled", *_IN_HAND)),
        "kita.enabled",
        lambda o: not o.kita.enabled,
    ),
    Mute(
        ("kita.robbed_ippatsu", "kita.passing_is_furiten"),
        "kita.robbable",
        lambda o: o.kita.robbable is KitaRobbery.NEVER,
    ),
    Mute(("kita.pending_indicator",), _TIMINGS, _never_pending, "reveal_kandora"),
    Mute(("wins.honba_on_tsumo",), "wins.honba_value", lambda o: o.wins.honba_value == 0),
    Mute(("draws.noten_each",), "draws.noten_payment", lambda o: o.draws.noten_payment == 0),
    Mute(("draws.sanchahou",), "table.players", lambda o: o.table.players == 3),
    Mute(
        tuple(
            f"kandora.{name}"
            for name in (
                "ura",
                "ankan",
                "daiminkan",
                "shouminkan",
                "pending_on_next_kan",
                "pending_on_rinshan_win",
                "robbed_kan",
            )
        ),
        "kandora.enabled",
        lambda o: not o.kandora.enabled,
        "reveal_kandora",
    ),
    Mute(("kandora.ura",), "dora.ura", lambda o: not o.dora.ura),
    Mute(("kandora.pending_on_next_kan", "kandora.pending_on_rinshan_win"), _TIMINGS, _never_pending, "reveal_kandora"),
    Mute(
        ("kandora.robbed_kan",),
        "kandora.ankan, kandora.shouminkan and chankan.ankan",
        _robbed_without_indicator,
        "rob_kan",
    ),
    Mute(("four_kans.abort_at", "four_kans.dealer", "four_kans.riichi_stick"), _FOUR, _no_abort, "four_kans"),
    Mute(("four_kans.riichi_stick",), "four_kans.abort_at", lambda o: o.four_kans.abort_at in _BEFORE_DISCARD),
    Mute(
        ("four_kans.one_player",),
        "kan.max_per_player",
        lambda o: 0 < o.kan.max_per_player < 4,
        "before_kan",
    ),
    Mute(
        ("fifth_kan.robbable", "fifth_kan.dealer"),
        "fifth_kan.policy",
        lambda o: o.fifth_kan.policy is FifthKanPolicy.FORBIDDEN,
        "fifth_kan",
    ),
    Mute(
        ("fifth_kan.illegal",),
        "fifth_kan.policy",
        lambda o: o.fifth_kan.policy is not FifthKanPolicy.FORBIDDEN,
        "fifth_kan",
    ),
    Mute(
        ("fifth_kan.policy", "fifth_kan.robbable", "fifth_kan.dealer", "fifth_kan.illegal"),
        f"{_FOUR} with four_kans.abort_at",
        _no_fifth,
        "four_kans",
    ),
    Mute(("chankan.ippatsu",), "riichi.ippatsu", lambda o: not o.riichi.ippatsu),
    Mute(
        ("sekinin_barai.concealed_sets_count", "sekinin_barai.completed_by_kan", "sekinin_barai.compound"),
        "sekinin_barai.yakuman",
        lambda o: not o.sekinin_barai.yakuman,
        "liability",
    ),
    Mute(
        ("sekinin_barai.completed_by_kan",),
        "sekinin_barai.yakuman",
        lambda o: set(o.sekinin_barai.yakuman) == {"suukantsu"},
        "liability",
    ),
    Mute(
        ("sekinin_barai.honba_on_ron", "sekinin_barai.honba_on_tsumo"),
        "sekinin_barai.yakuman and sekinin_barai.daiminkan_rinshan",
        _nobody_liable,
        "liability",
    ),
    Mute(
        ("sekinin_barai.two_liable_honba",),
        "sekinin_barai.yakuman and sekinin_barai.daiminkan_rinshan",
        _no_second_liable,
        "liability",
    ),
    Mute(
        ("sekinin_barai.daiminkan_rinshan_scored",),
        "sekinin_barai.daiminkan_rinshan",
        lambda o: o.sekinin_barai.daiminkan_rinshan is RinshanLiability.NONE,
    ),
    Mute(
        ("riichi_kan.drawn_tile_only", "riichi_kan.winning_draw"),
        "riichi_kan.level",
        lambda o: o.riichi_kan.level is RiichiKanLevel.FORBIDDEN,
    ),
    Mute(
        ("riichi_kan.drawn_tile_only",),
        "riichi_kan.level",
        # If readings must stay, an okuri-kan is illegal anyway: its fourth tile was outside the triplet.
        lambda o: o.riichi_kan.level in _READINGS and not o.riichi_kan.drawn_tile_only,
    ),
    Mute(
        ("riichi_kan.winning_draw",),
        "riichi_kan.level",
        lambda o: o.riichi_kan.level is RiichiKanLevel.ANY and o.riichi_kan.winning_draw is not WinningDraw.FORBIDDEN,
    ),
    Mute(
        ("riichi_kan.illegal_found",),
        "riichi_kan.illegal and riichi_kan.illegal_on_win",
        lambda o: (
            o.riichi_kan.illegal is FoulPenalty.NONE and o.riichi_kan.illegal_on_win in (FoulOnWin.SAME, FoulOnWin.NONE)
        ),
        "penalty",
    ),
    Mute(
        ("riichi_kan.illegal_on_win",),
        "riichi_kan.illegal_found",
        lambda o: o.riichi_kan.illegal_found in (FoulFound.AT_ONCE, FoulFound.DRAW),
        "penalty",
    ),
    Mute(("rinshan.with_haitei",), "kan.min_live_tiles", lambda o: o.kan.min_live_tiles > 1),
    Mute(
        ("wins.honba",),
        "wins.simultaneous and draws.nagashi_pays",
        lambda o: _one_winner(o) and not _nagashi_shares(o),
    ),
    Mute(
        ("wins.sticks", "wins.own_stick"),
        "wins.simultaneous and draws.nagashi_pays",
        lambda o: _one_winner(o) and not (_nagashi_shares(o) and o.draws.nagashi_pays is NagashiPays.AS_WIN),
    ),
    Mute(("draws.nagashi_pays",), "draws.nagashi_mangan", lambda o: o.draws.nagashi_mangan is NagashiMangan.OFF),
    Mute(
        ("wins.honba", "sekinin_barai.honba_on_ron", "sekinin_barai.honba_on_tsumo", "sekinin_barai.two_liable_honba"),
        "wins.honba_value",
        lambda o: o.wins.honba_value == 0,
    ),
    Mute(("chombo.points",), "chombo.pays", lambda o: o.chombo.pays is ChomboPays.REVERSE_MANGAN),
    Mute(("scoring.open_tanyao",), "scoring.without_yaku", lambda o: "tanyao" in o.scoring.without_yaku),
    Mute(("scoring.ryuuiisou",), "scoring.without_yaku", lambda o: "ryuuiisou" in o.scoring.without_yaku),
    Mute(("chankan.ankan",), "scoring.without_yaku", lambda o: "kokushi" in o.scoring.without_yaku),
)
"""Every key of a hand that other keys can make ineffective, with the condition."""

_STOPS = "game.extension, game.agari_yame and game.tenpai_yame"


def _goal_for_nothing(o: Options) -> bool:
    """Return True if the goal cannot end a game sooner or later. A goal of 0 means that there is none."""
    game = o.game
    nothing_follows = game.extension is Extension.NONE and {game.agari_yame, game.tenpai_yame} == {Yame.OFF}
    return game.goal_points > 0 and nothing_follows


GAME_MUTE: tuple[Mute, ...] = (
    Mute(("game.uma",), "game.uma_by", lambda o: o.game.uma_by is UmaBy.FLOATING),
    Mute(("game.floating", "game.at_start_counts"), "game.uma_by", lambda o: o.game.uma_by is UmaBy.PLACE),
    Mute(("game.goal_points",), _STOPS, _goal_for_nothing),
    Mute(
        ("game.extension",),
        "game.goal_points",
        lambda o: o.game.goal_points == 0 and o.game.extension is not Extension.NONE,
    ),
    Mute(
        ("game.extension_ends",),
        "game.extension and game.goal_points",
        lambda o: o.game.extension is Extension.NONE or o.game.goal_points == 0,
    ),
)
"""Every key of a game, as opposed to a hand, that other keys can make ineffective, with the condition."""
EVERY_MUTE: tuple[Mute, ...] = MUTE + GAME_MUTE


def presupposing(keys: Collection[str]) -> frozenset[str]:
    """Return the keys of the same tables that only matter under values of these keys, such as `fifth_kan.dealer`, which
    needs a fifth kan that ends the hand by `fifth_kan.policy`.
    """
    found: set[str] = set()
    for _ in MUTE:  # one may presuppose another
        before = len(found)
        for row in MUTE:
            needed = _KEY.findall(row.because)
            tables = {key.partition(".")[0] for key in needed}
            if found.union(keys).issuperset(needed) and len(tables) == 1:
                found |= {key for key in row.keys if key.partition(".")[0] in tables}
        if len(found) == before:
            break
    return frozenset(found)


_KEY = re.compile(r"\w+\.\w+")


@dataclass(frozen=True, slots=True)
class Clash:
    """Keys whose values contradict each other, and why."""

    keys: tuple[str, ...]
    why: str
    when: Callable[[Options], bool]
    hook: str = ""


def _without(*names: str) -> Callable[[Options], bool]:
    return lambda o: any(name in o.scoring.without_yaku for name in names)


def _suukantsu_cannot_win(o: Options) -> bool:
    return _one_aborts(o) and o.four_kans.abort_at in _BEFORE_WIN


CLASH: tuple[Clash, ...] = (
    Clash(
        ("kandora.enabled", "kandora.ankan", "kandora.daiminkan", "kandora.shouminkan"),
        "kan dora are enabled, but no kan turns a kan dora indicator",
        lambda o: o.kandora.enabled and {o.kandora.ankan, o.kandora.daiminkan, o.kandora.shouminkan} == {Instant.NEVER},
        "reveal_kandora",
    ),
    Clash(
        ("four_kans.one_player", "four_kans.several_players"),
        (
            "four kans by one player end the hand, but four kans by several players do not; did you swap "
            "the two keys?"
        ),
        lambda o: _one_aborts(o) and not _several_abort(o),
        "four_kans",
    ),
    Clash(
        ("sekinin_barai.yakuman", "four_kans.one_player", "four_kans.abort_at"),
        "a player can be liable for suukantsu, but the hand ends before four kans of one player can win",
        lambda o: "suukantsu" in o.sekinin_barai.yakuman and _suukantsu_cannot_win(o),
        "four_kans",
    ),
    Clash(
        ("scoring.double_yakuman", "four_kans.one_player", "four_kans.abort_at"),
        "suukantsu counts double, but the hand ends before four kans of one player can win",
        lambda o: "suukantsu" in o.scoring.double_yakuman and _suukantsu_cannot_win(o),
        "four_kans",
    ),
    Clash(
        ("chombo.points", "chombo.pays"),
        "a chombo is paid in points, but the number of points is 0",
        lambda o: o.chombo.pays is not ChomboPays.REVERSE_MANGAN and o.chombo.points == 0,
    ),
    Clash(
        ("riichi.ippatsu", "scoring.without_yaku"),
        "ippatsu is enabled, but this ruleset excludes the yaku ippatsu",
        lambda o: o.riichi.ippatsu and "ippatsu" in o.scoring.without_yaku,
    ),
    Clash(
        ("riichi.double", "scoring.without_yaku"),
        "double riichi is enabled, but this ruleset excludes the yaku double_riichi",
        lambda o: o.riichi.double and "double_riichi" in o.scoring.without_yaku,
    ),
    Clash(
        ("scoring.renhou", "scoring.without_yaku"),
        "renhou has a value, but this ruleset excludes the yaku renhou",
        lambda o: o.scoring.renhou is not Renhou.NONE and "renhou" in o.scoring.without_yaku,
    ),
    Clash(
        ("scoring.double_yakuman", "scoring.without_yaku"),
        "a yakuman counts double, but this ruleset excludes it",
        lambda o: bool(set(o.scoring.double_yakuman) & set(o.scoring.without_yaku)),
    ),
    Clash(
        ("sekinin_barai.yakuman", "scoring.without_yaku"),
        "a player can be liable for a yakuman, but this ruleset excludes it",
        lambda o: bool(set(o.sekinin_barai.yakuman) & set(o.scoring.without_yaku)),
    ),
    Clash(
        ("rinshan.with_haitei", "scoring.without_yaku"),
        "rinshan kaihou and haitei count together, but this ruleset excludes one of these yaku",
        lambda o: o.rinshan.with_haitei and _without("rinshan_kaihou", "haitei")(o),
    ),
    Clash(
        ("sekinin_barai.daiminkan_rinshan", "scoring.without_yaku"),
        "a player can be liable for a win by rinshan_kaihou, but this ruleset excludes that yaku",
        lambda o: (o.sekinin_barai.daiminkan_rinshan is not RinshanLiability.NONE
                   and "rinshan_kaihou" in o.scoring.without_yaku),
    ),
    Clash(
        ("game.uma", "table.players"),
        "the uma is for a different number of players",
        lambda o: len(o.game.uma) != o.table.players and o.game.uma != GameTable().uma,
    ),
    Clash(
        ("scoring.red_fives", "table.players"),
        "two red fives are for three-player games, which have no red 5m",
        lambda o: o.scoring.red_fives == 2 and o.table.players == 4,
    ),
    Clash(
        ("scoring.red_fives", "table.tiles"),
        "a red 5m is counted, but the tile set has no 5m",
        lambda o: (o.scoring.red_fives > 2 and o.table.players == 3 and o.table.tiles is TileSet.WITHOUT_2M_8M),
    ),
    Clash(
        ("game.uma_by", "game.floating"),
        "the uma depends on how many players are above the start, but every place is worth 0",
        lambda o: o.game.uma_by is UmaBy.FLOATING and o.game.floating == Floating(),
    ),
    Clash(
        ("game.return_points", "game.start_points"),
        "the return is below the start, so the first place would pay for it",
        lambda o: o.game.return_points < o.game.start_points,
    ),
)  # fmt: skip
"""Every set of keys that can contradict each other, with the condition."""


def warnings(rules: Ruleset) -> list[Problem]:
    """Return KR109 and KR110 for the ruleset's own file, in file order. Contradictions within its parents are
    theirs.
    """
    found = [
        *_mute(rules), *_lapsed(rules), *_superseded(rules), *_clash(rules), *_rivals(rules), *_loose(rules),
        *_twice(rules), *_repeated(rules),
    ]  # fmt: skip
    return sorted(found, key=lambda problem: (problem.line, problem.column))


def _answers(rules: Ruleset, hook: str) -> bool:
    """Return True if a plugin of the ruleset answers this hook, so that the options alone do not tell what counts."""
    return bool(hook) and any(hook in rules.judge.hooks_of(name) for name, _ in rules.modules)


def _mute(rules: Ruleset) -> Iterator[Problem]:
    own, seen = rules.layers[0].written.values, set()
    for mute in EVERY_MUTE:
        written = [key for key in mute.keys if key in own and key not in seen]
        if not written or not mute.when(rules.options) or _answers(rules, mute.hook):
            continue
        for key in written:
            seen.add(key)
            yield _at(
                rules,
                key,
                "KR109",
                f"`{key}` has no effect here: {_values(rules, mute.because)}",
                "remove this line, or change the other one",
            )


def _lapsed(rules: Ruleset) -> Iterator[Problem]:
    """Yield a warning for each text of the own file that its own values contradict."""
    for key, cause in rules.lapsed.items():
        if key in rules.layers[0].written.values:
            text = f"`{key}` has no effect here: {_values(rules, cause)}"
            yield _at(rules, key, "KR109", text, "remove this line, or change the other one")


def _superseded(rules: Ruleset) -> Iterator[Problem]:
    """Yield a warning for each value of the own file that a plugin overrules."""
    own = rules.layers[0].written.values
    for name, module in rules.modules:
        for key in superseded(name, module):
            if key in own:
                text = f"`{key}` has no effect here: the plugin {name} overrides it"
                yield _at(rules, key, "KR109", text, "remove this line, or the plugin")


def _rivals(rules: Ruleset) -> Iterator[Problem]:
    """Yield a warning for each hook for which one plugin decides over another: it is asked first, or wraps it."""
    if len(rules.modules) < 2:
        return
    listed = rules.layers[0].written.head.plugins
    own = {table_name(name): at for at, name in enumerate(listed)}
    for hook, spec in HOOKS.items():
        order, wrappers = rules.judge.order(hook), rules.judge.wrappers(hook)
        texts = []
        if spec.first and len(order) > 1:
            text = f"the plugins {_and(order)} answer {hook}: asked in this order, the first answer counts"
            texts.append((order, text))
        for wrapper in wrappers:
            inner = [name for name in (*wrappers[wrappers.index(wrapper) + 1 :], *order) if name != wrapper]
            if inner:
                text = f"the plugin {wrapper} wraps {hook}: it may change or drop the answers of {_and(inner)}"
                texts.append(((wrapper, *inner), text))
        for names, text in texts:
            at = [own[name] for name in names if name in own]
            if at:
                yield rules.layers[0].document.problem(
                    "KR110",
                    ("ruleset", "plugins", max(at)),
                    text,
                    hint="`--trace` shows every answer",
                    severity=Severity.WARNING,
                )


def _and(names: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def _clash(rules: Ruleset) -> Iterator[Problem]:
    own = rules.layers[0].written.values
    for clash in CLASH:
        written = [key for key in clash.keys if key in own]
        if not written or not clash.when(rules.options) or _answers(rules, clash.hook):
            continue
        lines = {key: rules.layers[0].document.positions.key(tuple(key.split("."))) for key in written}
        last = max(written, key=lambda key: lines[key])
        notes = tuple(
            f"`{key}` is {_value(rules, key)} ({rules.value_set_by(key)})" for key in clash.keys if key != last
        )
        yield _at(rules, last, "KR110", f"{clash.why} (`{last}` is {_value(rules, last)})", notes=notes)


def _loose(rules: Ruleset) -> Iterator[Problem]:
    """Yield a warning for sources of values that nothing sets, tables of plugins that are not used, and removed plugins
    that no parent lists.
    """
    layer = rules.layers[0]
    for key in layer.written.sources:
        path = ("source", key)
        if key not in keys():
            table = key.removesuffix("*").removesuffix(".")
            nothing = not any(one.startswith(key.removesuffix("*")) for one in layer.written.stated)
            hint = "it is the source only of values that this file itself sets"
            text = f"a source without a value: this file sets nothing{f' in [{table}]' if table else ''}"
        else:
            nothing = not any(key in other.written.stated for other in rules.layers)
            hint = f"set `{key}` too, if the text establishes it"
            text = f"a source without a value: nothing sets `{key}`"
        if nothing:
            yield layer.document.problem("KR109", path, text, at_key=True, hint=hint, severity=Severity.WARNING)
    active = {table_name(name) for name in rules.plugins}
    for name in layer.written.plugins:
        if name not in active:
            meant = close(name, tuple(active))
            hint = f"did you mean [plugin.{meant}]?" if meant else f"add {quote(name)} to `plugins` in [ruleset]"
            text = f"[plugin.{quote(name)[1:-1]}] has no effect: this ruleset does not use that plugin"
            yield layer.document.problem(
                "KR109", ("plugin", name), text, at_key=True, hint=hint, severity=Severity.WARNING
            )
    listed = {name for other in rules.layers[1:] for name in other.written.head.plugins}
    for number, name in enumerate(layer.written.head.plugins):
        if name.startswith("-") and name[1:] not in listed:
            text = f"{quote(name)} removes a plugin that no parent lists"
            yield layer.document.problem("KR109", ("ruleset", "plugins", number), text, severity=Severity.WARNING)


def _twice(rules: Ruleset) -> Iterator[Problem]:
    """Yield a warning for each duplicate in a list."""
    layer = rules.layers[0]
    lists: Iterable[tuple[str, tuple[str, ...]]] = [
        ("ruleset.plugins", layer.written.head.plugins),
        *((key, value) for key, value in layer.written.values.items() if keys()[key].takes is Takes.LIST),
    ]
    for key, members in lists:
        for number, member in enumerate(members):
            if member in members[:number]:
                path: tuple[str | int, ...] = (*key.split("."), number)
                text = f"{quote(member)} appears twice in `{key}`"
                yield layer.document.problem("KR109", path, text, severity=Severity.WARNING)


def _repeated(rules: Ruleset) -> Iterator[Problem]:
    """Yield a hint for each value that repeats the parent's, since it stays if the parent changes.

    A value with a source of its own is exempt: it cites another text for the same rule.
    """
    own = rules.layers[0].written
    if own.head.standalone:
        # It repeats its parent so that its own text is cited.
        return
    for key, value in own.values.items():
        above = next((layer for layer in rules.layers[1:] if key in layer.written.values), None)
        if above is None or own.source_of(key) is not None or above.written.values[key] != value:
            continue
        without = [{name: one for name, one in own.values.items() if name != key}]
        if key in resolved([*without, *(layer.written.stated for layer in rules.layers[1:])], rules.modules)[1]:
            # A text repeated for a rule that was changed next to it.
            continue
        line, _ = above.document.positions.key(tuple(key.split(".")))
        text = f"`{key}` is already {_value(rules, key)} in {above.document.display}:{line}"
        # To repeat a value is also how a club decides what the parent's rulebook settles only in part.
        hint = "remove this line, unless the book of your rules asks for it"
        yield rules.layers[0].document.problem(
            "KR109", tuple(key.split(".")), text, at_key=True, hint=hint, severity=Severity.HINT
        )


def _at(rules: Ruleset, key: str, code: str, message: str, hint: str = "", notes: tuple[str, ...] = ()) -> Problem:
    path = tuple(key.split("."))
    return rules.layers[0].document.problem(
        code, path, message, at_key=True, hint=hint, notes=notes, severity=Severity.WARNING
    )


def _values(rules: Ruleset, because: str) -> str:
    """Return the keys in a phrase with their values, as a reason."""
    names = [word.strip(",") for word in because.split() if word.strip(",") in keys()]
    said = [f"`{name}` is {_value(rules, name)}" for name in names]
    return said[0] if len(said) == 1 else ", ".join(said[:-1]) + " and " + said[-1]


def _value(rules: Ruleset, key: str) -> str:
    return file_text(rules[key])
