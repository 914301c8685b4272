"""The hooks of kanrules: the questions that the machine asks about a kan, for plugins to answer.

    from kanrules import hookimpl, Instant

    @hookimpl
    def reveal_kandora(kan, table, rules):
        if kan.type == "ankan" and kan.in_riichi:
            return Instant.NEVER
        return None

An implementation may take fewer arguments than its spec lists. Hooks are pure functions: they are also asked about kans
that are only possible. A plugin returns None unless it decides something that no key of the ruleset says; core answers
last.

A spec is the declaration of its hook: `HOOKS` reads from it the arguments, the type of an answer, whether the first
answer counts, and whether the hook only observes. Its last argument, `question`, is for kanrules' own guards
(`kanrules.hooks.guards`); a plugin does not take it.
"""

from __future__ import annotations

import inspect
import re
from typing import TYPE_CHECKING, Any

from kanrules.frozen import frozen
from kanrules.hooks.marks import hookspec

if TYPE_CHECKING:
    # Importing a plugin must not import the table.
    from collections.abc import Mapping

    from kanrules.law.hook_values import (
        Call,
        CompleteHand,
        Dora,
        FifthKan,
        Foul,
        FourKans,
        Kan,
        Liability,
        Penalty,
        ReplacementFrom,
        Result,
        Transfer,
        Yaku,
    )
    from kanrules.law.options import Instant
    from kanrules.pieces.tiles import Seat, Tile
    from kanrules.rulings import Objection
    from kanrules.table.judge import Rules
    from kanrules.table.snapshot import Table


@hookspec
def before_kan(kan: Kan, table: Table, rules: Rules, question: Any) -> Objection | list[Objection] | None:
    """Say why this kan may not be declared.

    Asked when a player announces a kan, and for every kan that `legal_actions` considers. All answers are collected;
    one objection makes the kan illegal. A player who declares it anyway commits a foul. `Objection(foul="after_call")`
    names the foul, and a key of [penalty] or the hook `penalty` sets its cost; without a name, the foul is
    `wrong_tiles`.

    To allow a kan that core forbids, write a wrapper (`@hookimpl(wrapper=True)`) that removes core's objections by
    their codes, as in [A free ankan late in the hand](variants.md#a-free-ankan-late-in-the-hand).

    :param kan: the kan.
    :param table: the frozen table before the kan.
    :param rules: the resolved ruleset.
    :returns: an :class:`Objection`, several, or None.

    Example::

        from kanrules import Kan, Objection, Table, hookimpl


        @hookimpl
        def before_kan(kan: Kan, table: Table) -> Objection | None:
            if kan.type == "daiminkan" and table.live_tiles < 10:
                return Objection("house-201", "no daiminkan when fewer than ten tiles are left")
            return None
    """
    raise NotImplementedError


@hookspec(firstresult=True)
def reveal_kandora(kan: Kan, table: Table, rules: Rules, question: Any) -> Instant | None:
    """Say when the kan dora indicator of this kan is turned.

    Asked once for each completed kan, after players could rob it and before the replacement tile is drawn. Not asked
    about a robbed kan, nor if `kandora.enabled` is false. The first answer that is not None counts. Core answers with
    the key for the type of the kan, such as `kandora.ankan`.

    `Instant.WIN` keeps the indicator face down until a player wins, by tsumo or ron; the win counts it. If no player
    wins the hand, it stays face down. No key has this value.

    :param kan: the completed kan.
    :param table: the frozen table, with the kan on it.
    :param rules: the resolved ruleset.
    :returns: an :class:`Instant`, which may be `NEVER` or `WIN`, or None.

    Example::

        from kanrules import Instant, Kan, hookimpl


        @hookimpl
        def reveal_kandora(kan: Kan) -> Instant | None:
            if kan.on_replacement:
                return Instant.NEVER    # only the first of several kans in one turn has an indicator
            return None
    """
    raise NotImplementedError


@hookspec(firstresult=True)
def replacement_from(kan: Kan, table: Table, rules: Rules, question: Any) -> ReplacementFrom | None:
    """Say where the replacement tile of this kan comes from.

    Asked once for each kan, when it is announced. The first answer that is not None counts. Core takes the replacement
    tiles of the dead wall, and for a fifth kan the last tile of the live wall. Not asked about a kita. If the ura
    indicator is taken, `wall.refill` says whether the last live tile refills the dead wall, as after any replacement
    tile.

    :param kan: the announced kan.
    :param table: the frozen table before the kan.
    :param rules: the resolved ruleset.
    :returns: a :class:`ReplacementFrom`, or None.

    Example::

        from kanrules import Kan, ReplacementFrom, hookimpl


        @hookimpl
        def replacement_from(kan: Kan) -> ReplacementFrom | None:
            if kan.on_replacement:
                return ReplacementFrom.NEXT_LIVE_TILE    # only the first kan of a turn draws from the dead wall
            return None
    """
    raise NotImplementedError


@hookspec
def after_rinshan(kan: Kan, tile: Tile | None, table: Table, rules: Rules, question: Any) -> None:
    """See which replacement tile is drawn.

    Called once for each completed kan, after its replacement tile is drawn and the kan dora indicators due at that
    moment are turned. This hook only observes: it has no answer.

    :param kan: the kan.
    :param tile: the replacement tile; None if the record does not show it.
    :param table: the frozen table after the draw.
    :param rules: the resolved ruleset.

    Example::

        import logging

        from kanrules import Kan, Table, Tile, hookimpl


        @hookimpl
        def after_rinshan(kan: Kan, tile: Tile | None, table: Table) -> None:
            logging.getLogger("house").info("%s draws a replacement tile, %d left", kan.seat, table.rinshan_left)
    """
    raise NotImplementedError


@hookspec(firstresult=True)
def fifth_kan(kan: Kan, table: Table, rules: Rules, question: Any) -> FifthKan | None:
    """Say what a fifth kan in the hand does.

    Asked if a player declares, or could declare, a kan after four completed kans. The first answer that is not None
    counts. Core answers from `fifth_kan.policy` and `fifth_kan.robbable`.

    :param kan: the fifth kan; `kan.number` is 5.
    :param table: the frozen table before the kan.
    :param rules: the resolved ruleset.
    :returns: a :class:`FifthKan`, or None.

    Example::

        from kanrules import FifthKan, Kan, Ruleset, Table, hookimpl


        @hookimpl
        def fifth_kan(kan: Kan, table: Table, rules: Ruleset) -> FifthKan | None:
            if rules.fifth_kan.policy == "abort" and len({other.seat for other in table.kans}) == 1:
                return FifthKan.FORBIDDEN    # another player may not end the hand of a player with four kans
            return None
    """
    raise NotImplementedError


@hookspec(firstresult=True)
def four_kans(kan: Kan, table: Table, rules: Rules, question: Any) -> FourKans | None:
    """Say what the fourth kan in the hand does.

    Asked when the fourth kan is complete, or when it is announced if `four_kans.abort_at` is "announced". The first
    answer that is not None counts. Core answers from `four_kans.one_player` and `four_kans.several_players`.

    :param kan: the fourth kan.
    :param table: the frozen table; `table.kans` has the completed kans.
    :param rules: the resolved ruleset.
    :returns: a :class:`FourKans`, or None.

    Example::

        from kanrules import FourKans, Kan, Ruleset, Table, hookimpl


        @hookimpl
        def four_kans(kan: Kan, table: Table, rules: Ruleset) -> FourKans | None:
            if rules.four_kans.one_player == "play_on" and {other.seat for other in table.kans} == {kan.seat}:
                return FourKans.WIN
            return None
    """
    raise NotImplementedError


@hookspec(firstresult=True)
def kans_end(kan: Kan, table: Table, rules: Rules, question: Any) -> FourKans | None:
    """Say whether one of the first three kans ends the hand.

    Asked when each of them is complete, or when it is announced if `four_kans.abort_at` is "announced". The first
    answer that is not None counts. Core has no such rule and never answers. The hand ends as it would after four kans:
    at the moment that `four_kans.abort_at` names, and `four_kans.dealer` decides who deals next.

    :param kan: the kan; `kan.number` is 1, 2, or 3.
    :param table: the frozen table; `table.kans` has the completed kans.
    :param rules: the resolved ruleset.
    :returns: `FourKans.ABORT`, or None.

    Example::

        from kanrules import FourKans, Kan, Table, hookimpl


        @hookimpl
        def kans_end(kan: Kan, table: Table) -> FourKans | None:
            if kan.number == 3 and len({other.seat for other in (*table.kans, kan)}) == 3:
                return FourKans.ABORT    # three players have a kan each
            return None
    """
    raise NotImplementedError


@hookspec(firstresult=True)
def rob_kan(kan: Kan, seat: Seat, table: Table, rules: Rules, question: Any) -> bool | None:
    """Say whether this player may rob the kan.

    Asked when a kan is announced, for each player whose hand its tile completes. The first answer that is not None
    counts. Core lets any player rob a shouminkan and applies `chankan.ankan` to an ankan. Furiten and yaku are
    checked separately. A daiminkan is asked about only if the plugin says `robs = ("daiminkan",)`: core never lets it
    be robbed. A player who robs it wins with chankan, and the player of the kan pays, even where `kan.late_ron` would
    let them win on the discard.

    :param kan: the announced kan.
    :param seat: the player who would rob it.
    :param table: the frozen table before the kan.
    :param rules: the resolved ruleset.
    :returns: True, False, or None.

    Example::

        from kanrules import Kan, Seat, Table, hookimpl


        @hookimpl
        def rob_kan(kan: Kan, seat: Seat, table: Table) -> bool | None:
            if kan.type == "shouminkan" and not table.riichi[seat] and any(table.riichi):
                return False    # once a player is in riichi, only players in riichi rob
            return None
    """
    raise NotImplementedError


@hookspec
def yaku(win: CompleteHand, table: Table, rules: Rules, question: Any) -> Yaku | list[Yaku] | None:
    """Say which local yaku a complete hand has.

    Asked whenever the value of a complete hand matters: for legal actions, furiten, wins, and `Table.value`. This
    includes hands without any standard yaku, so a local yaku can make a win legal. All answers are collected.

    The han of local yaku count towards the two-han minimum and every limit, including a counted yakuman. Yakuman add up
    as `scoring.yakuman_limit` says; han do not count next to a yakuman. If a yaku `replaces` others, the hand is valued
    as if the rules did not have them. If a hand can be read in several ways, the most valuable one counts. Without
    `han`, such a yaku only takes others away: `Yaku("no_rinshan", replaces=("rinshan_kaihou",))`.

    `at_least="mangan"` raises a hand to a limit that it does not reach by its han.

    For extra han that are not a yaku, use `dora`. Do not call `table.value` here, because it asks this hook again; read
    `win.readings` instead.

    :param win: the complete hand with its winning tile.
    :param table: the frozen table before the win.
    :param rules: the resolved ruleset.
    :returns: a :class:`Yaku`, several, or None.

    Example::

        from kanrules import CompleteHand, Yaku, hookimpl


        @hookimpl
        def yaku(win: CompleteHand) -> Yaku | list[Yaku] | None:
            if win.after_kan is not None:
                return Yaku("kan_furi", 1)    # a ron on the discard after a kan
            return None
    """
    raise NotImplementedError


@hookspec(firstresult=True)
def dora(win: CompleteHand, table: Table, rules: Rules, question: Any) -> Dora | None:
    """Say how many dora a complete hand counts.

    Asked whenever the value of a complete hand matters. The first answer that is not None counts and replaces core's
    count, `win.dora`. Norths that are set aside are added to it. A yakuman counts no dora.

    :param win: the complete hand; `win.indicators` lists every indicator that its player may turn, including ura, each
        with the kan that turned it.
    :param table: the frozen table before the win.
    :param rules: the resolved ruleset.
    :returns: a :class:`Dora`, or None.

    Example::

        from dataclasses import replace

        from kanrules import CompleteHand, Dora, hookimpl


        @hookimpl
        def dora(win: CompleteHand) -> Dora | None:
            mine = [one.dora for one in win.indicators if one.ura and (one.kan is None or one.kan.seat == win.seat)]
            return replace(win.dora, ura=sum(map(win.count, mine)))    # ura under another player's kan do not count
    """
    raise NotImplementedError


@hookspec
def liability(call: Call, table: Table, rules: Rules, question: Any) -> Liability | list[Liability] | None:
    """Say whether this call makes a player liable for a yakuman.

    Asked about each completed pon and kan. All answers are collected. Core answers from `[sekinin_barai]`.

    :param call: the pon or kan; `call.source` is the seat that discarded its tile (None for an ankan or shouminkan).
    :param table: the frozen table, with the meld on it.
    :param rules: the resolved ruleset.
    :returns: a :class:`Liability`, several, or None.

    Example::

        from kanrules import Call, Liability, Table, hookimpl


        @hookimpl
        def liability(call: Call, table: Table) -> Liability | list[Liability] | None:
            kans = [meld for meld in table.melds[call.seat] if meld.is_kan]
            if call.type == "daiminkan" and call.source is not None and len(kans) == 3:
                return Liability("suukantsu", call.source)    # the third kan already
            return None
    """
    raise NotImplementedError


@hookspec
def kan_stands(kan: Kan, table: Table, rules: Rules, question: Any) -> Transfer | list[Transfer] | None:
    """Say what is paid immediately for a kan.

    Asked once for each completed kan, after `liability` and before `four_kans`. Not asked about a robbed kan. All
    answers are collected and paid at once: scores and riichi sticks change, and an event records it. The result of the
    hand includes these payments without making them again. The table keeps payments as riichi sticks, so only whole
    thousands can be paid to it.

    :param kan: the completed kan.
    :param table: the frozen table, with the kan on it.
    :param rules: the resolved ruleset.
    :returns: a :class:`Transfer`, several, or None.

    Example::

        from kanrules import Kan, Transfer, hookimpl


        @hookimpl
        def kan_stands(kan: Kan) -> Transfer | list[Transfer] | None:
            if kan.source is not None and kan.kind >= 27:
                return Transfer(kan.source, kan.seat, 1000, "fed a kan of honours")
            return None
    """
    raise NotImplementedError


@hookspec
def payments(result: Result, table: Table, rules: Rules, question: Any) -> Transfer | list[Transfer] | None:
    """Say what is paid at the end of the hand besides the ordinary payments, such as fees for kans.

    Asked when the hand ends. All answers are collected. `result.transfers` lists every payment so far with its `type`,
    so that a plugin can double some of them: for example, those of the player at the broken wall (`table.wall_break`).
    If the hand ended with a robbed kan, `table.announced` is that kan.

    :param result: how the hand ended, and all payments so far.
    :param table: the frozen table at the end.
    :param rules: the resolved ruleset.
    :returns: a :class:`Transfer`, several, or None.

    Example::

        from kanrules import Result, Table, Transfer, hookimpl


        @hookimpl
        def payments(result: Result, table: Table) -> Transfer | list[Transfer] | None:
            return [Transfer(kan.seat, "table", 1000, "open kan") for kan in table.kans if kan.type != "ankan"]
    """
    raise NotImplementedError


@hookspec(firstresult=True)
def penalty(foul: Foul, table: Table, rules: Rules, question: Any) -> Penalty | None:
    """Say what the penalty for a foul is.

    Asked when the foul is ruled on, and by `kanrules foul`, which knows the fouls of [penalty] but none of a plugin's
    own. The first answer that is not None counts. Core answers from
    `riichi_kan.illegal` and `riichi_kan.illegal_on_win` for a kan in riichi, from `fifth_kan.illegal` for a fifth kan,
    and with the text from `[penalty]` for other fouls.

    A penalty may depend on when the foul is noticed, how many tiles are concerned, and whether it is repeated. Nobody
    may have said so yet: then `foul.noticed`, `foul.repeated`, and `foul.aware` are None, and `foul.tiles` is 0.
    `Penalty.by_steps` takes all cases in order and answers with those that are possible.

    :param foul: who did what, and what the penalty may depend on.
    :param table: the frozen table.
    :param rules: the resolved ruleset.
    :returns: a :class:`Penalty`, or None.

    Example::

        from kanrules import Foul, Penalty, PenaltyStep, PenaltyType, hookimpl

        STEPS = (
            PenaltyStep(PenaltyType.WARNING, repeated=False),
            PenaltyStep(PenaltyType.POINTS, points=1000),
        )


        @hookimpl
        def penalty(foul: Foul) -> Penalty | None:
            if foul.name == "after_call":
                return Penalty.by_steps(foul, STEPS, code="house-601", text="a kan right after a call")
            return None
    """
    raise NotImplementedError


@hookspec
def amend_rules(rules: Rules, options: Mapping[str, Any], question: Any) -> Mapping[str, Any] | None:
    """Say which values of the ruleset change when it is loaded, such as the optional rules of a rulebook.

    Asked when the ruleset is loaded, and again for each copy with other values (`rules.with_options`, [case.options]).
    All answers are collected. `show --origin` names the plugin next to each value that it set.

    :param rules: the ruleset as its files, or the other values on top of them, set it.
    :param options: the plugin's own table `[plugin.<name>]`.
    :returns: `{key: value}` or `{key: (value, Source)}`, or None.

    Example::

        from collections.abc import Mapping
        from dataclasses import dataclass
        from typing import Any

        from kanrules import Ruleset, hookimpl


        @dataclass(frozen=True)
        class Options:
            late: bool = False    # [plugin.house] of a ruleset may set it


        options = Options


        @hookimpl
        def amend_rules(rules: Ruleset, options: Mapping[str, Any]) -> Mapping[str, Any] | None:
            if options["late"]:
                return {"kandora.daiminkan": "discard", "kandora.shouminkan": "discard"}
            return None
    """
    raise NotImplementedError


HOOK_API = 1
"""Version of the hooks. A plugin may say with `kanrules_api` which version it was written for."""


@frozen
class Hook:
    """What a spec declares about its hook. Routing, checks, the scaffold, and the docs follow from it."""

    name: str
    arguments: tuple[str, ...]
    """The arguments that an implementation may take."""
    answer: str
    """The annotation of the answer."""
    first: bool
    """True if the first answer counts; False if all are collected."""
    several: bool
    """True if one plugin may answer with a list."""

    @property
    def accepts(self) -> tuple[str, ...]:
        """The names of the types of a single answer."""
        found = (one.partition("[")[0] for one in self.answer.split(" | "))
        return tuple(one for one in found if one not in ("None", "list"))

    @property
    def asks(self) -> str:
        """What the hook asks, in English, such as "who may rob a kan"; "" under `python -OO`."""
        summary = (globals()[self.name].__doc__ or "").partition("\n")[0].rstrip(".")
        return re.sub("^(Say|See|Change) ", "", summary)

    @property
    def observes(self) -> bool:
        """True if the hook has no answer."""
        return not self.accepts

    @property
    def decides(self) -> bool:
        """True if an answer changes a hand that is being played."""
        return not (self.observes or self.at_load)

    @property
    def at_load(self) -> bool:
        """True if the hook is asked when a ruleset is loaded, and not while a hand is played."""
        return "table" not in self.arguments


def _declared(name: str, spec: Any) -> Hook:
    arguments = tuple(argument for argument in inspect.signature(spec).parameters if argument != "question")
    answer = spec.__annotations__["return"]
    return Hook(name, arguments, answer, spec.kanrules_spec["firstresult"], re.search(r"\blist\[", answer) is not None)


HOOKS: dict[str, Hook] = {
    name: _declared(name, spec) for name, spec in list(globals().items()) if hasattr(spec, "kanrules_spec")
}
"""The hooks by name, in the order in which a kan reaches them."""
