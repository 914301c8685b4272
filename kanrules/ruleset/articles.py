"""The numbers of the articles in a law book: each rule has one, whatever the values of a ruleset are."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from kanrules.ruleset.keys import keys

ARTICLE_RULES = {
    "scope": "covers authority referee",
    "definitions": "kinds-of-kans open-and-closed-kans robbery completed-kan walls replacement-tile kan-dora-indicator "
    "dead-hand tiles terms",
    "declaring": "kan-in-the-own-turn fourteenth-tile kan-put-off daiminkan-claimed turn-after-a-daiminkan "
    "kan.min_live_tiles kan.max_per_player announced-kan display.ankan procedure.ankan procedure.daiminkan "
    "procedure.shouminkan fixed-set",
    "priority": "ron-first calls.priority wins.simultaneous draws.sanchahou",
    "robbing": "shouminkan-robbed chankan.ankan robbing-other-kans robbing-a-daiminkan furiten-and-robbery "
    "procedure.robbery robbed-player-pays chankan.until kan.late_ron ankan-ends-robbery robbed-kan-not-counted "
    "chankan.ippatsu procedure.time_to_rob",
    "replacement": "replacement-drawn wall.replacements procedure.replacement wall.refill procedure.dead_wall",
    "indicators": "kandora.enabled kandora.ankan kandora.daiminkan kandora.shouminkan kandora.robbed_kan "
    "who-counts-kan-dora kandora.pending_on_rinshan_win dora.ura kandora.ura procedure.indicator",
    "several": "several-kans kandora.pending_on_next_kan nothing-waits",
    "last_tile": "last-discard rinshan.with_haitei houtei-after-a-kan",
    "four_and_five": "four_kans.several_players four_kans.one_player suukantsu-by-one-player four_kans.abort_at "
    "four_kans.riichi_stick four_kans.dealer fifth_kan.policy fifth_kan.robbable fifth_kan.dealer",
    "in_riichi": "open-kan-in-riichi riichi_kan.level riichi_kan.drawn_tile_only riichi_kan.winning_draw "
    "kan-ends-ippatsu kan-ends-first-go-around riichi.min_live_tiles",
    "furiten": "chankan.passing_is_furiten furiten-in-riichi furiten.temporary_ends ankan-passed",
    "dead_hands": "dead-hand-claims kan.dead_hand dead-hand-not-tenpai procedure.dead_hand tenpai.exhausted_wait "
    "tenpai-on-visible-tiles",
    "liability": "sekinin_barai.yakuman sekinin_barai.completed_by_kan sekinin_barai.concealed_sets_count "
    "liable-for-a-tsumo liable-for-a-ron liable-and-discarder sekinin_barai.honba_on_tsumo sekinin_barai.honba_on_ron "
    "sekinin_barai.daiminkan_rinshan sekinin_barai.daiminkan_rinshan_scored sekinin_barai.two_liable_honba "
    "sekinin_barai.compound",
    "scoring": "rinshan_kaihou rinshan.tsumo_fu chankan sankantsu suukantsu scoring.double_yakuman "
    "scoring.without_yaku fu-of-kans kan-as-triplet value-of-kan-dora",
    "mistakes": "remedy-first procedure.mistakes penalty.riichi_kan riichi_kan.illegal riichi_kan.illegal_found "
    "riichi_kan.illegal_on_win of-plugins penalty.wrong_tiles penalty.empty_call penalty.wrong_word penalty.after_call "
    "penalty.last_tile penalty.fifth_kan fifth_kan.illegal penalty.dead_hand_kan penalty.replacement_wrongly "
    "penalty.replacement_forgotten penalty.dead_wall_exposed penalty.hasty_replacement penalty.indicator_early "
    "penalty.indicator_late penalty.indicator_wrong_tile penalty.ura_seen procedure.chombo dealt-again chombo.pays "
    "chombo.points chombo.sticks_returned chombo.with_another_win undecided",
    "three_players": "table.tiles no-chi kita.enabled kita-is kita-is-no-kan kita-and-replacements kita.after_call "
    "kita.min_live_tiles kita.in_riichi kita.pending_indicator kita.robbable kita.robbed_ippatsu "
    "kita.passing_is_furiten kita.interrupts kita.rinshan kita.discard kita.in_hand kita.north kita.pon",
    "further": "of-plugins notes.text",
}
"""What each article of a law book may say, in order: keys, and the names of rules that no key varies.

A rule keeps its number for good, so a new one comes last in its article; a book has no provision for a rule without
effect, and leaves its number out.
"""


@cache
def rule_numbers(article: str) -> Mapping[str, int]:
    """Return the number of each rule within an article, by its key or name. A key that is declared with its article
    comes last.
    """
    declared = [key.name for key in keys().values() if key.article == article]
    return {rule: at for at, rule in enumerate([*ARTICLE_RULES[article].split(), *declared], 1)}


@cache
def _by_key() -> Mapping[str, str]:
    return {
        rule: f"{at}.{number}"
        for at, article in enumerate(ARTICLE_RULES, 1)
        for rule, number in rule_numbers(article).items()
        if rule in keys()
    }


def article_number(key: str) -> str:
    """Return the number under which every law book has this key, such as `7.3`; "" for one that is not about kans."""
    return _by_key().get(key, "")
