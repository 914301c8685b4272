"""A good plugin of strangers that answers nearly every hook, each only where no key of a ruleset has a word."""

from kanrules import FifthKan, FourKans, Instant, Liability, Objection, Penalty, PenaltyType, Transfer, hookimpl

players = (4,)
codes = {"teahouse-201": "no third kan of one player in a row", "teahouse-601": "tea for everybody"}
SEEN = []


@hookimpl
def before_kan(kan, table):
    """Nobody declares a third kan in one turn."""
    chain = [other for other in table.kans if other.seat == kan.seat]
    if kan.on_replacement and len(chain) >= 2 and chain[-1].on_replacement:
        return Objection("teahouse-201", "a third kan in one turn is impolite")
    return None


@hookimpl
def reveal_kandora(kan):
    """Only the first kan of a turn brings an indicator."""
    return Instant.NEVER if kan.on_replacement else None


@hookimpl
def after_rinshan(kan, tile):
    """Watches."""
    SEEN.append((kan.number, tile))
    del SEEN[:-10]


@hookimpl
def fifth_kan(kan, table, rules):
    """A fifth ankan by the player of all four is forgiven where any other would end the hand."""
    alone = {other.seat for other in table.kans} == {kan.seat}
    return FifthKan.FORBIDDEN if alone and kan.type == "ankan" and rules.fifth_kan.policy == "abort" else None


@hookimpl
def four_kans(kan, table, rules):
    """Four ankans of one player win, where the ruleset plays on."""
    kans = {(other.seat, other.type) for other in (*table.kans, kan)}
    alone = kans == {(kan.seat, "ankan")}
    return FourKans.WIN if alone and rules.four_kans.one_player == "play_on" else None


@hookimpl
def rob_kan(kan, seat, table):
    """Who has robbed nobody yet may rob only tiles that are no honours."""
    return False if kan.type == "shouminkan" and kan.tile >= 27 and table.honba >= 8 else None


@hookimpl
def liability(call, table):
    """The feeder of a second green dragon's kan answers for ryuuiisou."""
    if call.type == "daiminkan" and call.tile == 32 and len(table.melds[call.seat]) == 4:
        return Liability("ryuuiisou", call.source)
    return None


@hookimpl
def payments(result, table):
    """Everybody else pays 100 for the tea of who robbed a kan or won on a replacement tile."""
    if result.type != "tsumo" or not table.kans:
        return None
    (winner,) = result.winners
    return [Transfer(seat, winner, 100, "tea") for seat in type(winner) if seat != winner]


@hookimpl
def penalty(foul):
    """An empty call costs a round of tea."""
    return (
        Penalty(PenaltyType.POINTS, 300, "teahouse-601", "tea for everybody")
        if foul.name == "empty_call" and foul.line
        else None
    )
