"""The hooks of kanrules: the questions that the machine asks about a kan, for plugins to answer.

    from kanrules import hookimpl, Instant

    @hookimpl
    def reveal_kandora(kan, table, rules):
        if kan.type == "ankan" and kan.in_riichi:
            return Instant.NEVER
        return None

A hook may take fewer arguments than its spec lists. Hooks are pure: they are also asked about kans that are only
possible. A plugin answers only what no key of the ruleset says, and None otherwise; core, registered first, answers
last.
"""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any

from kanrules.hooks.marks import hookspec

if TYPE_CHECKING:
    # A plugin is read without the table and all that lies on it.
    from collections.abc import Mapping

    from kanrules.law.options import Instant
    from kanrules.law.vocabulary import Call, FifthKan, Foul, FourKans, Kan, Liability, Penalty, Result, Transfer
    from kanrules.pieces.tiles import Seat, Tile
    from kanrules.rulings import Objection
    from kanrules.table.judge import Rules
    from kanrules.table.snapshot import Table


@hookspec
def before_kan(kan: Kan, table: Table, rules: Rules) -> Objection | None:
    """Say why this kan may not be declared.

    Asked when a kan is announced, and for every possible kan of `legal_actions`. All answers are collected; any
    objection forbids. To permit what core forbids, be a wrapper (`@hookimpl(wrapper=True)`) and drop objections by
    their code; the trace says so.

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
    """Say at which instant the indicator of this kan is turned.

    Asked once a kan, when it stands: after the robbery window, before the replacement draw. A robbed kan is never asked
    about. Stops at the first answer that is not None. Core answers with `kandora.<type>`.

    :param kan: the kan that stands.
    :param table: the frozen table, the kan laid down.
    :param rules: the resolved ruleset.
    :returns: an :class:`Instant` (`NEVER` is one), or None.

    Example::

        from kanrules import Instant, hookimpl


        @hookimpl
        def reveal_kandora(kan):
            if kan.on_replacement:
                return Instant.NEVER    # only the first kan of a chain brings an indicator
    """
    raise NotImplementedError


@hookspec
def after_rinshan(kan: Kan, tile: Tile | None, table: Table, rules: Rules) -> None:
    """See the replacement tile.

    Called once a kan that stands, when its replacement tile has been drawn and indicators due then are turned. For
    observers.

    :param kan: the kan.
    :param tile: the replacement tile; None where a record does not know it.
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
    """Say what a fifth kan of the hand is.

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
                return FifthKan.FORBID    # one player has all four: nobody may spoil suukantsu
    """
    raise NotImplementedError


@hookspec(firstresult=True)
def four_kans(kan: Kan, table: Table, rules: Rules) -> FourKans | None:
    """Say what the fourth kan of the hand is.

    Asked when the fourth stands (at its announcement under `four_kans.abort_at = "announced"`). Stops at the first
    answer that is not None. Core answers from `four_kans.one_player` and `four_kans.several_players`.

    :param kan: the fourth kan.
    :param table: the frozen table; `table.kans` has the kans that stand.
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
def rob_kan(kan: Kan, seat: Seat, table: Table, rules: Rules) -> bool | None:
    """Say whether this seat, whose hand the tile completes, may rob the kan.

    Asked for each such seat when a kan is announced. Stops at the first answer that is not None. Core lets anyone rob a
    shouminkan, and an ankan as `chankan.ankan` says. Furiten and yaku are judged apart from this.

    :param kan: the kan announced.
    :param seat: who would rob it.
    :param table: the frozen table before the kan.
    :param rules: the resolved ruleset.
    :returns: True, False, or None.

    Example::

        from kanrules import hookimpl


        @hookimpl
        def rob_kan(kan, seat, table):
            if kan.type == "shouminkan" and not table.riichi[seat] and any(table.riichi):
                return False    # once somebody is in riichi, only players in riichi rob
    """
    raise NotImplementedError


@hookspec
def liability(call: Call, table: Table, rules: Rules) -> Liability | list[Liability] | None:
    """Say who becomes liable for a yakuman by this call.

    Asked at each pon and kan that stands. All answers are collected. Core answers from `[sekinin_barai]`.

    :param call: the pon or kan; `call.source` fed it (None where nobody did).
    :param table: the frozen table, the meld laid down.
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
    """Say who pays at once for a kan.

    Asked once a kan, when it stands: after liability, before four kans are counted. All answers are collected and paid
    on the spot: scores and sticks change, an event says so, and the end of the hand counts them without paying them
    again. A robbed kan is never asked about. The table is paid in whole thousands.

    :param kan: the kan that stands.
    :param table: the frozen table, the kan laid down.
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
    """Say what is paid beside the ordinary payments: fees of kans, bonuses.

    Asked when the hand ends. All answers are collected.

    :param result: how the hand ended and what everybody was paid so far.
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
    and gives the words of `[penalty]` for other fouls.

    :param foul: what was done, by whom, and whether it was corrected in time.
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
    """Change values of the ruleset as it is loaded, for a book's optional rules by their ids.

    Asked once, at load, before the first hand. All answers are collected; `show --origin` names the plugin beside each
    value.

    :param rules: the ruleset as its files say.
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


ARGUMENTS: dict[str, tuple[str, ...]] = {
    name: tuple(inspect.signature(spec).parameters)
    for name, spec in list(globals().items())
    if hasattr(spec, "kanrules_spec")
}
"""By hook, the arguments that its implementations may take, in the order in which a kan meets the hooks."""
HOOKS: tuple[str, ...] = tuple(ARGUMENTS)
"""The names of the hooks, in that order."""
OF_ONE_ANSWER: tuple[str, ...] = tuple(hook for hook in HOOKS if globals()[hook].kanrules_spec["firstresult"])
"""Those of which the first answer counts."""
