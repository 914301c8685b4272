"""The hooks of kanrules: the questions that the machine asks about a kan, for plugins to answer.

    from kanrules import hookimpl, Instant

    @hookimpl
    def reveal_kandora(kan, table, rules):
        if kan.type == "ankan" and kan.in_riichi:
            return Instant.NEVER
        return None

An implementation may take fewer arguments than its spec lists. Hooks are pure functions: they are also asked about kans
that are only possible. A plugin returns None unless it decides something that no key of the ruleset says; core,
registered first, answers last.
"""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any

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
def before_kan(kan: Kan, table: Table, rules: Rules) -> Objection | None:
    """Say why this kan may not be declared.

    Asked when a kan is announced, and for every possible kan of `legal_actions`. All answers are collected, and a
    single objection makes the kan illegal. To allow what core forbids, write a wrapper (`@hookimpl(wrapper=True)`) that
    removes objections by their code; the trace shows it.
    If a player declares such a kan all the same, it is the foul that the objection names (`foul="after_call"`), which a
    key of [penalty] or the hook `penalty` prices; without a name it is `wrong_tiles`.

    :param kan: the kan, with its four tiles and where they come from.
    :param table: the frozen table before the kan.
    :param rules: the resolved ruleset.
    :returns: an :class:`Objection`, or None.

    Example::

        from kanrules import Objection, hookimpl

        @hookimpl
        def before_kan(kan, table):
            if kan.type == "daiminkan" and table.live_tiles < 10:
                return Objection("house-201", "no open kan when fewer than ten tiles are left")
    """
    raise NotImplementedError


@hookspec(firstresult=True)
def reveal_kandora(kan: Kan, table: Table, rules: Rules) -> Instant | None:
    """Say at which instant the kan dora indicator of this kan is turned.

    Asked once per kan, when it is complete: after the robbery window, before the replacement draw. Not asked about a
    robbed kan. Stops at the first answer that is not None. Core answers with `kandora.<type>`.

    :param kan: the completed kan.
    :param table: the frozen table, with the kan on it.
    :param rules: the resolved ruleset.
    :returns: an :class:`Instant` (`NEVER` is one), or None.

    Example::

        from kanrules import Instant, hookimpl


        @hookimpl
        def reveal_kandora(kan):
            if kan.on_replacement:
                return Instant.NEVER    # only the first kan of a chain turns an indicator
    """
    raise NotImplementedError


@hookspec
def after_rinshan(kan: Kan, tile: Tile | None, table: Table, rules: Rules) -> None:
    """See the replacement tile.

    Called once per completed kan, after its replacement tile is drawn and the kan dora indicators due then are turned.
    Only for observers: there is no answer.

    :param kan: the kan.
    :param tile: the replacement tile; None if a record does not name it.
    :param table: the frozen table after the draw.
    :param rules: the resolved ruleset.

    Example::

        import logging

        from kanrules import hookimpl


        @hookimpl
        def after_rinshan(kan, tile, table):
            logging.getLogger("house").info("%s draws a replacement tile, %d left", kan.seat, table.rinshan_left)
    """
    raise NotImplementedError


@hookspec(firstresult=True)
def fifth_kan(kan: Kan, table: Table, rules: Rules) -> FifthKan | None:
    """Say what a fifth kan of the hand does.

    Asked if a player declares, or could declare, a kan after four completed kans. Stops at the first answer that is not
    None. Core answers from `fifth_kan.policy` and `fifth_kan.robbable`.

    :param kan: the fifth kan; `kan.number` is 5.
    :param table: the frozen table before it.
    :param rules: the resolved ruleset.
    :returns: a :class:`FifthKan`, or None.

    Example::

        from kanrules import FifthKan, hookimpl


        @hookimpl
        def fifth_kan(kan, table, rules):
            if rules.fifth_kan.policy == "abort" and len({other.seat for other in table.kans}) == 1:
                return FifthKan.FORBID    # one player has all four: no other player may spoil suukantsu
    """
    raise NotImplementedError


@hookspec(firstresult=True)
def four_kans(kan: Kan, table: Table, rules: Rules) -> FourKans | None:
    """Say what the fourth kan of the hand does.

    Asked when the fourth kan is complete (at its announcement under `four_kans.abort_at = "announced"`). Stops at the
    first answer that is not None. Core answers from `four_kans.one_player` and `four_kans.several_players`.

    :param kan: the fourth kan.
    :param table: the frozen table; `table.kans` has the completed kans.
    :param rules: the resolved ruleset.
    :returns: a :class:`FourKans`, or None.

    Example::

        from kanrules import FourKans, hookimpl

        @hookimpl
        def four_kans(kan, table, rules):
            if rules.four_kans.one_player == "play_on" and {other.seat for other in table.kans} == {kan.seat}:
                return FourKans.WIN
    """
    raise NotImplementedError


@hookspec(firstresult=True)
def kans_end(kan: Kan, table: Table, rules: Rules) -> FourKans | None:
    """Say whether one of the first three kans ends the hand.

    Asked when each of them is completed (at its announcement under `four_kans.abort_at = "announced"`), and only if a
    plugin implements it: core never ends the hand there. Stops at the first answer that is not None. The hand then ends
    as four kans end it: at the moment of `four_kans.abort_at`, with the next dealer of `four_kans.dealer`.

    :param kan: the kan; `kan.number` is 1, 2, or 3.
    :param table: the frozen table; `table.kans` has the completed kans.
    :param rules: the resolved ruleset.
    :returns: `FourKans.ABORT`, or None.

    Example::

        from kanrules import FourKans, hookimpl


        @hookimpl
        def kans_end(kan, table):
            if kan.number == 3 and len({other.seat for other in (*table.kans, kan)}) == 3:
                return FourKans.ABORT    # three players have a kan each
    """
    raise NotImplementedError


@hookspec(firstresult=True)
def rob_kan(kan: Kan, seat: Seat, table: Table, rules: Rules) -> bool | None:
    """Say whether this seat, whose hand the tile completes, may rob the kan.

    Asked for each such seat when a kan is announced. Stops at the first answer that is not None. Core lets anyone rob a
    shouminkan, and an ankan as `chankan.ankan` says. Furiten and yaku are judged separately.

    :param kan: the announced kan.
    :param seat: the seat that would rob it.
    :param table: the frozen table before the kan.
    :param rules: the resolved ruleset.
    :returns: True, False, or None.

    Example::

        from kanrules import hookimpl


        @hookimpl
        def rob_kan(kan, seat, table):
            if kan.type == "shouminkan" and not table.riichi[seat] and any(table.riichi):
                return False    # once a player is in riichi, only players in riichi rob
    """
    raise NotImplementedError


@hookspec
def yaku(win: CompleteHand, table: Table, rules: Rules) -> Yaku | list[Yaku] | None:
    """Name the yaku of a complete hand that core does not know.

    Asked whenever the value of a complete hand matters: for legal actions, furiten, wins, and `Table.value`, also
    about a hand without any yaku of core. All answers are collected. Each yaku makes a win legal, and its han count
    for the two-han minimum and for every limit, a counted yakuman included. A yakuman adds up with others as
    `scoring.yakuman_limit` says; no han count next to it. The hand is valued as if the rules did not have what a
    yaku `replaces`. Of several readings the most valuable counts. Extra han that are no yaku belong to `dora`. Do not
    call `table.value` here, which asks this hook: read `win.readings`.

    :param win: the complete hand with its winning tile.
    :param table: the frozen table before the win.
    :param rules: the resolved ruleset.
    :returns: a :class:`Yaku`, several, or None.

    Example::

        from kanrules import Yaku, hookimpl


        @hookimpl
        def yaku(win):
            if win.after_kan is not None:
                return Yaku("kan_furi", 1)    # a ron on the discard after a kan
    """
    raise NotImplementedError


@hookspec(firstresult=True)
def dora(win: CompleteHand, table: Table, rules: Rules) -> Dora | None:
    """Count the dora of a complete hand.

    Asked whenever the value of a complete hand matters. Stops at the first answer that is not None, which replaces
    core's count (`win.dora`). Norths set aside count in addition. A yakuman counts no dora.

    :param win: the complete hand; `win.indicators` has every indicator that its player may turn, the ura included, and
        the kan that turned it.
    :param table: the frozen table before the win.
    :param rules: the resolved ruleset.
    :returns: a :class:`Dora`, or None.

    Example::

        from dataclasses import replace

        from kanrules import hookimpl


        @hookimpl
        def dora(win):
            mine = [one.dora for one in win.indicators if one.ura and (one.kan is None or one.kan.seat == win.seat)]
            return replace(win.dora, ura=sum(map(win.count, mine)))    # ura under another player's kan do not count
    """
    raise NotImplementedError


@hookspec
def liability(call: Call, table: Table, rules: Rules) -> Liability | list[Liability] | None:
    """Say who becomes liable for a yakuman through this call.

    Asked at each completed pon and kan. All answers are collected. Core answers from `[sekinin_barai]`.

    :param call: the pon or kan; `call.source` is the seat that discarded its tile (None for an ankan or shouminkan).
    :param table: the frozen table, with the meld on it.
    :param rules: the resolved ruleset.
    :returns: a :class:`Liability`, several, or None.

    Example::

        from kanrules import Liability, hookimpl


        @hookimpl
        def liability(call, table):
            kans = [meld for meld in table.melds[call.seat] if meld.is_kan]
            if call.type == "daiminkan" and len(kans) == 3:
                return Liability("suukantsu", call.source)    # the third kan already
    """
    raise NotImplementedError


@hookspec
def kan_stands(kan: Kan, table: Table, rules: Rules) -> Transfer | list[Transfer] | None:
    """Say who makes an immediate payment for a kan.

    Asked once per kan, when it is complete: after liability, before four kans are counted. All answers are collected
    and paid immediately: scores and sticks change, an event records it, and the end of the hand counts the payments
    without making them again. Not asked about a robbed kan. Payments to the table are whole thousands.

    :param kan: the completed kan.
    :param table: the frozen table, with the kan on it.
    :param rules: the resolved ruleset.
    :returns: a :class:`Transfer`, several, or None.

    Example::

        from kanrules import Transfer, hookimpl

        @hookimpl
        def kan_stands(kan):
            if kan.source is not None and 27 <= kan.tile <= 33:
                return Transfer(kan.source, kan.seat, 1000, "fed a kan of honours")
    """
    raise NotImplementedError


@hookspec
def payments(result: Result, table: Table, rules: Rules) -> Transfer | list[Transfer] | None:
    """Say what is paid in addition to the ordinary payments, such as fees for kans or bonuses.

    Asked when the hand ends. All answers are collected. `result.transfers` lists every payment so far, with its `kind`:
    what to double, for example, where one of the two players sits at the broken wall (`table.wall_break`).

    :param result: how the hand ended and what each player was paid so far.
    :param table: the frozen table at the end.
    :param rules: the resolved ruleset.
    :returns: a :class:`Transfer`, several, or None.

    Example::

        from kanrules import Transfer, hookimpl


        @hookimpl
        def payments(result, table):
            return [Transfer(kan.seat, "table", 1000, "open kan") for kan in table.kans if kan.type != "ankan"]
    """
    raise NotImplementedError


@hookspec(firstresult=True)
def penalty(foul: Foul, table: Table, rules: Rules) -> Penalty | None:
    """Say what a foul around a kan costs.

    Asked when the foul is ruled on. Stops at the first answer that is not None. Core answers from `riichi_kan.illegal`,
    or, for other fouls, with the text from `[penalty]`.

    :param foul: what was done, by which player, and whether it was corrected in time.
    :param table: the frozen table.
    :param rules: the resolved ruleset.
    :returns: a :class:`Penalty`, or None.

    Example::

        from kanrules import Penalty, PenaltyType, hookimpl


        @hookimpl
        def penalty(foul):
            if foul.name == "empty_call":
                return Penalty(PenaltyType.POINTS, 1000, code="house-601", text="an empty call costs a thousand points")
    """
    raise NotImplementedError


@hookspec
def amend_rules(rules: Rules, options: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Change values of the ruleset as it is loaded, such as a rulebook's optional rules by their ids.

    Asked once, at load, before the first hand. All answers are collected; `show --origin` names the plugin next to each
    value.

    :param rules: the ruleset as its files define it.
    :param options: the plugin's own table `[plugin.<name>]`.
    :returns: `{key: value}` or `{key: (value, Source)}`, or None.

    Example::

        from dataclasses import dataclass

        from kanrules import hookimpl


        @dataclass(frozen=True)
        class Options:
            quick: bool = False


        options = Options


        @hookimpl
        def amend_rules(rules, options):
            if options["quick"]:
                return {"kandora.daiminkan": "declaration", "kandora.shouminkan": "declaration"}
    """
    raise NotImplementedError


HOOK_API = 1
"""Version of the hooks. A plugin may say with `kanrules_api` which version it was written for."""
ARGUMENTS: dict[str, tuple[str, ...]] = {
    name: tuple(inspect.signature(spec).parameters)
    for name, spec in list(globals().items())
    if hasattr(spec, "kanrules_spec")
}
"""The arguments that an implementation may take, by hook, in the order in which a kan reaches the hooks."""
HOOKS: tuple[str, ...] = tuple(ARGUMENTS)
"""The names of the hooks, in that order."""
OF_ONE_ANSWER: tuple[str, ...] = tuple(hook for hook in HOOKS if globals()[hook].kanrules_spec["firstresult"])
"""The hooks whose first answer counts."""
