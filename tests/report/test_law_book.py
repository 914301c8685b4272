"""The law book: every key about kans has its article, each value its words, and no article contradicts the machine."""

from __future__ import annotations

import io
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from html import unescape
from itertools import pairwise, product
from pathlib import Path

import pytest
import tomli_w
from pypdf import PdfReader

from kanrules import Kyoku, load_ruleset, score
from kanrules.cases.case import Case
from kanrules.cases.expect import unmet_expectations
from kanrules.cases.run import play_case
from kanrules.desk.case_index import cases_by_id
from kanrules.desk.casebook import answer_to
from kanrules.drawing.canvas import Theme
from kanrules.errors import UnreadableError
from kanrules.law.setup import setup_of
from kanrules.law.yaku import LIABLE_YAKUMAN
from kanrules.locale import LANGUAGES, translator
from kanrules.locale.sentences import run_on
from kanrules.pieces.actions import Ankan, Draw
from kanrules.pieces.events import KandoraTurned
from kanrules.pieces.tiles import KIND, Seat, parse_tiles
from kanrules.report.law_book import LawBook, law_book
from kanrules.report.law_book.book_html import book_html
from kanrules.report.law_book.book_markdown import book_markdown
from kanrules.report.law_book.book_words import documents, how_many_open, margin, remarks
from kanrules.report.law_book.examples import at_table
from kanrules.report.paper.law_book import law_book_pdf
from kanrules.ruleset import Ruleset, bundled_ids
from kanrules.ruleset.effects import mute
from kanrules.ruleset.keys import UNPLAYED_TABLES, file_value, keys
from kanrules.rulings import Basis, Grade
from tests.cli.running import run

LEFT_OUT: dict[str, str] = {
    "game.": "a game has the same length, end, and places with or without kans",
    "draws.kyuushu_kyuuhai": "that a kan interrupts the first go-around is in Kan in riichi",
    "draws.suufon_renda": "that a kan interrupts the first go-around is in Kan in riichi",
    "draws.suucha_riichi": "riichi by all players is the same after a kan",
    "draws.nagashi_mangan": "nagashi mangan depends on discards and calls; an ankan changes nothing",
    "draws.nagashi_pays": "the payment is the same after a kan",
    "draws.noten_payment": "the payment is the same after a kan",
    "draws.noten_each": "the payment is the same after a kan",
    "draws.exhaustive_dealer": "the dealer is the same after a kan",
    "furiten.without_yaku": "a robbed kan is a yaku, so a player who passes one passes a yaku too",
    "riichi.double": "that a kan interrupts the first go-around is in Kan in riichi",
    "riichi.needs_stick": "the stick is the same after a kan",
    "riichi.ippatsu": "without ippatsu, the articles leave out what a kan does to it",
    "calls.kuikae": "kuikae is about chi and pon",
    "calls.chi": "without chi, the articles leave it out",
    "wins.honba": "several winners are paid the same for a kan as for a discard",
    "wins.sticks": "several winners are paid the same for a kan as for a discard",
    "wins.own_stick": "several winners are paid the same for a kan as for a discard",
    "wins.dealer": "a win with a kan leaves the dealer as any win does",
    "wins.honba_value": "a honba is worth the same with a kan",
    "wins.two_han_from_honba": "a hand with a kan needs as many han as any",
    "wins.tsumo": "a win on a replacement tile is paid as any tsumo",
    "wins.honba_on_tsumo": "a win on a replacement tile is paid as any tsumo",
    "scoring.red_fives": "a red five in a kan counts as in a triplet",
    "scoring.open_tanyao": "a kan opens a hand as any call does",
    "scoring.kiriage_mangan": "fu and han are rounded the same with a kan",
    "scoring.thirteen_han": "the limit is the same with a kan",
    "scoring.yakuman_limit": "suukantsu adds up as any yakuman does",
    "scoring.double_wind_pair_fu": "the pair is no kan",
    "scoring.renhou": "that a kan interrupts the first go-around is in Kan in riichi",
    "scoring.ryuuiisou": "the yaku is the same with a kan",
    "table.players": "the article on three players is there or not",
}
"""Keys, or prefixes of keys, that no article states, and why they are not about kans."""
SOME = ("ema-2016", "tenhou", "m-league", "mahjong-soul", "tenhou-3p", "mahjong-soul-3p", "rmu-a", "wrc-2022")
"""Rulesets that together have every key about kans alive."""
ALL_LATE = {"kandora.daiminkan": "discard", "kandora.shouminkan": "discard"}
SETTINGS: tuple[Mapping[str, object], ...] = (
    {}, {"four_kans.several_players": "abort", "four_kans.one_player": "abort", "four_kans.abort_at": "discard_passed"},
    {"fifth_kan.policy": "abort"}, {"riichi_kan.level": "same_waits"}, {"riichi_kan.illegal": "dead_hand"},
    {"sekinin_barai.daiminkan_rinshan": "replacement_only"}, {"penalty.fifth_kan": ""}, ALL_LATE,
    {"procedure.ankan": "", "display.ankan": "either"}, {"chombo.pays": "points"},
    {"riichi_kan.illegal_found": "win_or_draw", "penalty.riichi_kan": ""}, {"scoring.yakuman_limit": 0},
)  # fmt: skip
"""Values on top of a ruleset under which other keys come alive."""
NUMBERS = {"kan.min_live_tiles": (1, 2, 4), "kan.max_per_player": (0, 1, 3), "kita.min_live_tiles": (1, 2, 4),
           "chombo.points": (2000, 8000)}  # fmt: skip
LISTS = {
    "sekinin_barai.yakuman": tuple([name] for name in LIABLE_YAKUMAN),
    "scoring.without_yaku": ([], ["rinshan_kaihou"], ["chankan"], ["sankantsu"], ["suukantsu"], ["houtei"]),
    "scoring.double_yakuman": ([], ["suukantsu"]),
    "notes.text": (["Ask the referee."], ["Ask twice."]),
}


def values_of(name: str) -> tuple[object, ...]:
    """The values of a key that a test lays over a ruleset."""
    key = keys()[name]
    if name in NUMBERS or name in LISTS:
        return NUMBERS.get(name) or LISTS[name]
    return tuple(key.allowed) if key.allowed else ("Stop. Wait.", "Go on.")


@cache
def book(name: str, language: str = "en") -> LawBook:
    """The book of a bundled ruleset."""
    return law_book(load_ruleset(name), language)


def is_left_out(key: str) -> bool:
    """True if the list of keys that are not about kans names this key or its table."""
    return any(key == name or (name.endswith(".") and key.startswith(name)) for name in LEFT_OUT)


def words_about(key: str, found: LawBook) -> tuple[object, ...]:
    """What a book says where it states a key."""
    return tuple((one.title, one.text, one.items, one.decision) for one in found.provisions if key in one.keys)


def alive(name: str) -> Iterator[tuple[Ruleset, tuple[object, ...]]]:
    """Rulesets with at least two values of a key that have an effect, and these values."""
    # Every ruleset as it is first: that is enough for most keys.
    as_written, *laid_over = SETTINGS
    for ruleset, setting in [*product(SOME, [as_written]), *product(SOME, laid_over)]:
        rules = load_ruleset(ruleset)
        if name not in setting:
            rules = rules.with_options(dict(setting))
        found = tuple(value for value in values_of(name) if name not in mute(rules.with_options({name: value})))
        if len(found) > 1:
            yield rules, found


STATED = sorted(key for key in keys() if not is_left_out(key))


@pytest.mark.rest
@pytest.mark.sample(6)
@pytest.mark.parametrize("key", STATED)
def test_a_key_about_kans_changes_the_words_of_its_article(key: str) -> None:
    left = {repr(value) for value in values_of(key)}
    for rules, found in alive(key):
        said = [words_about(key, law_book(rules.with_options({key: value}))) for value in found]
        # At most one value leaves the book silent.
        if len(said) == len(set(said)):
            left -= {repr(value) for value in found}
        if not left:
            return
    assert not left, f"no article tells these values of {key} apart: {sorted(left)}"


@pytest.mark.rest
def test_a_key_is_in_an_article_or_left_out_for_a_reason_but_never_both() -> None:
    stated = {key for name in bundled_ids() for one in book(name).provisions for key in one.keys}
    assert not {key for key in stated if is_left_out(key)}
    assert not [name for name in LEFT_OUT if not any(key == name or key.startswith(name) for key in keys())]


# --- the casebook --------------------------------------------------------------------------------------------------

CONDUCT = tuple(key for key in STATED if key.partition(".")[0] in UNPLAYED_TABLES)
"""Keys about the conduct of players, which the machine does not read."""


NOT_IN_A_POSITION = {
    "calls.priority": "which of two calls came later is not in a record",
    "wall.undrawn": "a position begins after the deal",
    "wall.replacements": "a position begins after the deal",
}
"""Keys that the machine reads, but that no casebook question can show, and why."""


def shown_by(key: str) -> list[Case]:
    """The casebook questions that the articles cite for a key, and those that it decides."""
    cited = {id for name in SOME for one in book(name).provisions if key in one.keys for id in one.cases}
    return [case for id, case in cases_by_id().items() if id in cited or key in (*case.decides, *case.options)]


def fails(case: Case, rules: Ruleset, key: str, value: object) -> bool:
    """True if a case that a bundled ruleset meets is not met any more with another value of a key."""
    expected = case.expected(rules.id)
    if unmet_expectations(play_case(case, rules), expected):
        return False
    # A question that supposes a value of the key supposes the other one instead.
    other = replace(case, options={**case.options, key: value})
    try:
        return bool(unmet_expectations(play_case(other, rules), expected))
    except UnreadableError:
        return True


def failed(key: str) -> set[str]:
    """The values of a key with which a casebook question fails under a bundled ruleset that has another value."""
    found: set[str] = set()
    for name in bundled_ids():
        rules = load_ruleset(name)
        asked = [case for case in shown_by(key) if case.is_for(rules.options.table.players)]
        for case in asked:
            here = case.options.get(key, file_value(rules[key]))
            if key in mute(rules) and key not in case.options:
                continue
            left = (value for value in values_of(key) if value != here and repr(value) not in found)
            found |= {repr(value) for value in left if fails(case, rules, key, value)}
        if len(found) >= len(values_of(key)) - 1:
            break
    return found


@pytest.mark.sample(5)
@pytest.mark.parametrize("key", [key for key in STATED if key not in {*CONDUCT, *NOT_IN_A_POSITION}])
def test_changing_a_key_fails_a_casebook_question_of_its_article(key: str) -> None:
    # One value is that of the rulesets themselves; a question about a number need not tell all others apart.
    assert len(failed(key)) >= (1 if key in NUMBERS else len(values_of(key)) - 1)


# --- the machine ---------------------------------------------------------------------------------------------------


def law_of(found: LawBook, number: str) -> str:
    """Everything that one article says, assumptions included, as a reader hears it."""
    (article,) = (one for one in found.articles if one.title == number)
    return " ".join(
        " ".join((one.text, *one.items)) if one.decision is None else one.decision.assumed for one in article.provisions
    )


def first(pattern: str, text: str) -> bool:
    """True if a sentence like this is in the text."""
    return re.search(pattern, text) is not None


def turned(kind: str, text: str) -> str:
    """What a reader of the article on indicators says about the moment of one kind of kan."""
    if first(r"A kan does not turn a dora indicator", text) or first(rf"An? {kind} does not turn", text):
        return "never"
    for sentence in re.findall(r"The kan dora indicator of ([^.]*?) must be turned ([^.]*)\.", text):
        if kind in sentence[0] or sentence[0] == "every kan":
            return next(
                moment
                for moment, words in (
                    ("declaration", "before the replacement tile is drawn"), ("rinshan_draw", "right after"),
                    ("discard", "together with"), ("discard_passed", "once the player's next discard has passed"),
                )
                if words in sentence[1]
            )  # fmt: skip
    raise AssertionError(f"nothing about {kind} in: {text}")


def seen_turning(case: Case, rules: Ruleset) -> str:
    """When the machine turns the first kan dora indicator of a play."""
    found = play_case(case, rules)
    return next((event.instant.value for event in found.kyoku.events if isinstance(event, KandoraTurned)), "never")


def result(id: str, rules: Ruleset) -> str:
    """How the machine ends the hand of a casebook question: "ongoing" if it does not."""
    outcome = play_case(cases_by_id()[id], rules).kyoku.outcome
    return "ongoing" if outcome is None else outcome.type.value


def is_legal(id: str, rules: Ruleset) -> bool:
    """True if the machine refuses no line of a casebook question."""
    return not play_case(cases_by_id()[id], rules).refused


READ: Mapping[str, tuple[str, str]] = {
    "thirteen-orphans-rob-an-ankan": ("Robbing a kan", r"except to win with thirteen orphans"),
    "late-robbery-of-a-shouminkan": ("Robbing a kan", r"until the player who declared it discards"),
    "late-ron-on-a-daiminkans-tile": ("Robbing a kan", r"claimed for a daiminkan may still be won on"),
    "ankan-of-the-last-live-tile": ("Declaring a kan", r"(?!)"),
    "kan-with-one-live-tile-left": ("Declaring a kan", r"at least one tile is left"),
    "okuri-kan-in-riichi": ("Kan in riichi", r"may all have been in the hand before the draw"),
    "dead-hand-ankan": ("Dead hands and tenpai", r"may still declare an ankan"),
    "daiminkan-in-riichi": ("Kan in riichi", r"(?!)"),
    "fifth-kan-as-ankan": ("Four and five kans", r"declaring another one ends the hand"),
}
"""By casebook question, the article and the words with which the last line of the play is legal."""


@pytest.mark.sample(6)
@pytest.mark.parametrize("name", bundled_ids())
def test_what_an_article_allows_is_what_the_machine_allows(name: str) -> None:
    rules, found = load_ruleset(name), book(name)
    for id, (article, words) in READ.items():
        case = cases_by_id()[id]
        if case.is_for(rules.options.table.players):
            assert first(words, law_of(found, article)) == is_legal(id, rules), (id, law_of(found, article))


@pytest.mark.sample(6)
@pytest.mark.parametrize("name", bundled_ids())
def test_each_indicator_is_turned_when_its_article_says(name: str) -> None:
    rules, text = load_ruleset(name), law_of(book(name), "Kan dora indicators")
    for kind in ("ankan", "daiminkan", "shouminkan"):
        case = cases_by_id()[f"indicator-of-{'an' if kind == 'ankan' else 'a'}-{kind}"]
        assert turned(kind, text) == seen_turning(case, rules), kind


@pytest.mark.sample(6)
@pytest.mark.parametrize("name", bundled_ids())
def test_four_kans_end_the_hand_where_their_article_says(name: str) -> None:
    rules, text = load_ruleset(name), law_of(book(name), "Four and five kans")
    ends = first(r"Four kans by two or more players end|Four kans end the hand", text)
    assert ends == (result("four-kans-two-players", rules) == "four_kans")
    goes_on = first(r"Four kans by one player do not end|fourth kan of a hand does not end|must not declare more", text)
    assert goes_on == (result("four-kans-one-player", rules) == "tsumo"), text


@pytest.mark.sample(6)
@pytest.mark.parametrize("name", bundled_ids())
def test_who_becomes_furiten_and_who_is_liable_is_as_the_articles_say(name: str) -> None:
    rules, found = load_ruleset(name), book(name)
    passed = play_case(cases_by_id()["passed-shouminkan-other-wait"], rules)
    assert first("becomes furiten, as after", law_of(found, "Furiten after passing")) == bool(passed.refused)
    text = law_of(found, "Liability")
    for id, words in (
        ("daiminkan-replacement-win-liability", r"is liable for a win on (the|any) replacement tile"),
        ("daisangen-tsumo-liability", r"third set of dragons, for daisangen"),
        ("daisuushii-tsumo-liability", r"fourth set of winds, for daisuushii"),
    ):
        assert first(words, text) == (pays_alone(id, rules)), (id, text)


YAKU_READ: Mapping[str, tuple[str, str, str, str]] = {
    "ippatsu-and-chankan": ("Robbing a kan", r"also scores ippatsu", r"does not score ippatsu", "ippatsu"),
    "haitei-with-rinshan-kaihou": ("The last tile", r"scores both rinshan kaihou and", r"but not haitei", "haitei"),
    "houtei-after-the-last-kan": ("The last tile", r"discard scores houtei", r"does not score houtei", "houtei"),
}
"""By casebook question, the article, the words with which its win scores a yaku, and those with which it does not."""


@pytest.mark.sample(6)
@pytest.mark.parametrize("name", bundled_ids())
def test_a_win_scores_the_yaku_that_its_article_says(name: str) -> None:
    rules, found = load_ruleset(name), book(name)
    for id, (article, scores, scores_not, yaku) in YAKU_READ.items():
        text = law_of(found, article)
        if first(scores, text) or first(scores_not, text):
            assert not (first(scores, text) and first(scores_not, text)), text
            outcome = play_case(cases_by_id()[id], rules).kyoku.outcome
            assert outcome is not None
            assert first(scores, text) == any(yaku in win.value.yaku for win in outcome.wins), (id, text)


def pays_alone(id: str, rules: Ruleset) -> bool:
    """True if only one player pays for the win of a casebook question, except for honba."""
    return sum(change < -300 for change in play_case(cases_by_id()[id], rules).changes.values()) == 1


@pytest.mark.parametrize(
    ("sets", "fu"),
    [
        (["daiminkan 2222p from east", "daiminkan 3333p from east", "daiminkan 4444p from east"], 8),
        (["ankan 2222p", "ankan 3333p", "ankan 4444p"], 16),
        (["daiminkan 1111p from east", "daiminkan 9999p from east", "daiminkan 3333z from east"], 16),
        (["ankan 1111p", "ankan 9999p", "ankan 3333z"], 32),
    ],
)
def test_kans_count_the_fu_that_the_article_says(sets: list[str], fu: int) -> None:
    (said,) = (one.text for one in book("ema-2016").provisions if " fu, an ankan " in one.text)
    assert [int(number) for number in re.findall(r"(\d+) fu", said)] == [8, 16, 16, 32]
    for count in (1, 2, 3):
        rest = {1: "456s22m", 2: "22m"}.get(count, "")
        hand = f"{rest}67s" if rest else "2m"
        value = score(
            hand, "8s" if rest else "2m", melds=["chi 234s", *sets[:count]], rules="ema-2016", seat=Seat.SOUTH,
            round_wind=Seat.EAST, last_tile=True,
        )  # fmt: skip
        assert value is not None
        assert value.fu == -(-(20 + count * fu + (0 if rest else 2)) // 10) * 10


@pytest.mark.parametrize("name", SOME)
def test_the_dealer_may_declare_a_kan_with_the_fourteen_tiles_dealt(name: str) -> None:
    assert first(r"the dealer's fourteenth tile counts as drawn", law_of(book(name), "Declaring a kan"))
    rules = load_ruleset(name)
    setup = setup_of(rules.options)
    kyoku = Kyoku(rules, wall=sorted(setup.tiles(rules.scoring.red_fives), key=KIND.__getitem__, reverse=True))
    kyoku.push(Draw(Seat.EAST))
    assert any(isinstance(action, Ankan) for action in kyoku.legal_actions(Seat.EAST))


@pytest.mark.parametrize("name", ["ema-2016", "ema-2025"])
def test_a_wait_whose_tiles_lie_in_another_players_kan_is_tenpai(name: str) -> None:
    assert first(r"in declared sets is still tenpai", law_of(book(name), "Dead hands and tenpai"))
    case = cases_by_id()["tenpai-waiting-for-a-kan-tile"]
    (kan,) = case.given.melds[Seat.SOUTH]
    held = replace(case.given, melds={Seat.WEST: (kan,)}, hands={Seat.SOUTH: parse_tiles("13p567m123s99m111z")})
    outcome = play_case(replace(case, given=held), load_ruleset(name)).kyoku.outcome
    assert outcome is not None and Seat.SOUTH in outcome.tenpai


# --- the text ------------------------------------------------------------------------------------------------------


@pytest.mark.sample(4)
@pytest.mark.parametrize("name", bundled_ids())
def test_articles_say_must_and_may_and_name_no_key_and_no_program(name: str) -> None:
    for one in book(name).provisions:
        said = " ".join((one.title, one.text, *one.items))
        said += f" {one.decision.question} {one.decision.assumed}" if one.decision is not None else ""
        assert not re.search(r"\b(shall|should|KR\d+|kanrules|TOML)\b", said), said
        assert not [key for key in keys() if key in said], said
        assert "{" not in said, said


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_book_has_the_same_articles_in_every_language(language: str) -> None:
    for name in ("ema-2016", "tenhou-3p"):
        here, there = book(name, language), book(name)
        assert [one.number for one in here.provisions] == [one.number for one in there.provisions]
        assert all("{" not in one.text for one in here.provisions)


def test_an_assumption_is_never_law() -> None:
    for name in SOME:
        rules = load_ruleset(name)
        for one in book(name).provisions:
            unsourced = [key for key in one.keys if rules.origin(key).source is None and not keys()[key].quiet]
            if one.basis is Basis.DEFAULT and one.decision is None:
                # What every table plays is no decision, and without a clause the margin calls it assumed.
                assert one.source == "assumed" and all(keys()[key].quiet for key in one.keys), one.number
                continue
            assert (one.basis in (Basis.DEFAULT, Basis.UNSAID)) == (one.decision is not None)
            if unsourced and one.decision is None:
                assert one.source.startswith("plugin "), (one.number, one.text)


def test_rules_about_conduct_name_the_clause_that_they_come_from() -> None:
    for name in bundled_ids():
        for one in book(name).provisions:
            if one.keys and one.decision is None and all(key in CONDUCT for key in one.keys):
                assert one.cited or one.source, (name, one.number)


NO_EXAMPLE = ("Scope and authority", "Further rules")
"""Articles that no position can show."""


@pytest.mark.sample(6)
@pytest.mark.parametrize("name", bundled_ids())
def test_each_article_has_an_example_with_its_tiles_below_the_rule_that_it_shows(name: str) -> None:
    for article in book(name).articles:
        if article.title in NO_EXAMPLE:
            assert not article.examples
            continue
        assert article.examples, article.title
        below = [(one, shown) for one in article.provisions for shown in article.shown_after(one)]
        assert sorted(shown.id for _, shown in below) == sorted(one.id for one in article.examples), article.title
        cited = {case for one in article.provisions for case in one.cases}
        for one, shown in below:
            assert shown.picture.startswith("<svg"), (article.title, shown.id)
            assert shown.id in one.cases or not cited, (article.title, shown.id)
            if name == "ema-2016":
                assert shown.is_sourced or one.basis is Basis.COMMON, (article.title, shown.id)


@pytest.mark.sample(6)
@pytest.mark.parametrize("name", bundled_ids())
def test_an_example_tells_every_replacement_tile_that_a_player_draws(name: str) -> None:
    kan = re.compile(r"(\w+) (declares an ankan|declares a shouminkan|claims \w+ for a daiminkan|sets a north aside)")
    for article in book(name).articles:
        for steps in (shown.steps for shown in article.examples):
            for said, after in pairwise(steps):
                declared = kan.match(said)
                if declared and after.startswith(declared[1]):
                    assert after.startswith(f"{declared[1]} draws") and "replacement tile" in after, (name, steps)


@pytest.mark.parametrize("name", ["tenhou-3p", "sega-mj-3p"])
def test_an_example_moved_to_a_table_of_three_has_the_same_answer(name: str) -> None:
    rules = load_ruleset(name)
    shown = [cases_by_id()[one.id] for article in book(name).articles for one in article.examples]
    moved = {case.id: at_table(case, rules.options.table) for case in shown}
    assert any(case != cases_by_id()[id] for id, case in moved.items())
    for id, case in moved.items():
        assert case is not None
        seats = {*case.given.hands, *case.given.melds}
        assert Seat.NORTH not in seats and answer_to(case, rules).said == answer_to(cases_by_id()[id], rules).said, id


def test_what_a_source_says_of_a_shouminkan_only_is_no_law_for_an_ankan() -> None:
    # EMA 2016: the tile added to a pon counts as a discard (3.3.6); of an ankan, it says neither until when it may be
    # robbed nor what passing it does.
    left = " ".join(one.decision.assumed for one in book("ema-2016").open_decisions if one.decision is not None)
    assert "An ankan may be robbed only before" in left and "lets an ankan pass" in left
    for name in bundled_ids():
        rules = load_ruleset(name)
        for key in ("chankan.until", "chankan.passing_is_furiten"):
            source = rules.origin(key).source
            if source is not None and source.grade is Grade.PARTLY:
                said = [one.text for one in book(name).provisions if key in one.keys]
                assert not [one for one in said if re.search(r"ankan|(?<!shoumin)kan pass|robs a kan", one)], (
                    name,
                    said,
                )


WITHOUT_A_QUESTION = {
    "Definitions": "terms",
    "A robbed kan is not completed": "follows from the terms",
    "At the start of a hand, the dealer's fourteenth tile": "played below",
    "A player all of whose winning tiles lie": "played below",
    "A player with a dead hand is not tenpai": "the machine, for every ruleset",
    "At an exhaustive draw, a player with a dead hand": "the machine, for every ruleset",
    "A daiminkan or a shouminkan counts 8 fu": "compared with the scorer below",
    "Where a yaku asks for triplets": "the definition of each yaku",
    "A player who declares a kan must announce": "the steps of each kan",
    "The tiles of a declared kan": "a discard and a set are taken from the hand",
    "A hand with four kans and a pair is suukantsu": "the definition of the yaku",
    "Kans and norths that are set aside": "the number of replacement tiles",
    "Setting a north aside is called": "a term",
    "The kan dora indicator": "a term",
    "An ankan or a daiminkan must not be robbed": "where there is no kan dora",
    "To declare a": "steps that follow from the other chapters",
    'Call "kan"': "steps that follow from the other chapters",
}
"""Common rules that no casebook question shows, by their first words or chapter, and why they are no assumption."""


def test_a_common_rule_is_shown_by_a_question_or_named_here() -> None:
    # Otherwise an assumption could be printed as law under the name of a common rule.
    for name in bundled_ids():
        for article in book(name).articles:
            for one in article.provisions:
                known = article.title in WITHOUT_A_QUESTION or one.text.startswith(tuple(WITHOUT_A_QUESTION))
                known = known or bool({*one.keys} & {*NOT_IN_A_POSITION, *CONDUCT})
                assert one.basis is not Basis.COMMON or one.cases or known, (name, one.number, one.text)


@pytest.mark.sample(4)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_is_a_sentence_and_words_of_a_table_have_a_title(language: str) -> None:
    ends = ("。", "：") if language == "ja" else (".", ":")
    for name in ("ema-2016", "rrc-2026", "m-league", "km-1", "tenhou-3p"):
        for one in book(name, language).provisions:
            said = one.text if one.decision is None else one.decision.assumed
            assert one.language or said.rstrip().endswith(ends), (name, one.number, said)
    if language == "ja":
        (none,) = (one for one in book("km-1", "ja").provisions if one.keys == ("sekinin_barai.yakuman",))
        assert none.title


@pytest.mark.sample(6)
@pytest.mark.parametrize("name", bundled_ids())
def test_a_margin_names_each_clause_once_and_leaves_remarks_to_the_notes(name: str) -> None:
    found = book(name)
    notes = {clause: numbers for numbers, clause in remarks(found)}
    for one in found.provisions:
        clauses = margin(one, found).split(", ")
        assert len(clauses) == len(set(clauses)), clauses
        for cited in one.cited:
            if re.search(r"\d.*: [a-z]", cited.clause):
                assert cited.clause not in margin(one, found) and one.number in notes[cited.clause], cited.clause
    marks = [one.mark for one in documents(found)]
    assert len(marks) == len(set(marks)) == len({one.document for one in found.documents})


# --- the club ------------------------------------------------------------------------------------------------------

CLUB = """
[ruleset]
id = "club"
name = "Kiri riichi club"
edition = "2026"
authority = "Kiri riichi club"
extends = "ema-2016"
in_force_from = 2026-09-01

[chankan]
ippatsu = false
"""


def decided(rules: Ruleset) -> str:
    """The club's file in which everything that is open is decided as kanrules assumes it."""
    tables: dict[str, dict[str, object]] = tomllib.loads(CLUB)
    for one in law_book(rules).open_decisions:
        assert one.decision is not None
        for table, _, field in (key.partition(".") for key in one.decision.keys):
            value = file_value(rules[f"{table}.{field}"])
            tables.setdefault(table, {})[field] = "The referee decides." if value == "" else value
    return tomli_w.dumps(tables)


def test_a_final_book_is_refused_with_the_lines_that_decide_what_is_left() -> None:
    rules = load_ruleset("ema-2016")
    left = book("ema-2016").open_decisions
    with pytest.raises(UnreadableError) as refused:
        law_book(rules, final=True)
    lines = [line.strip() for line in str(refused.value).splitlines()]
    for one in left:
        assert one.decision is not None
        for key in one.decision.keys:
            (line,) = {line for line in lines if line.startswith(f"{key} = ")}
            table, _, field = key.partition(".")
            written = tomllib.loads(line)[table][field]
            assert written == (file_value(rules[key]) or "..."), line
    assert "kan.late_ron = true  # or false" in lines


def test_a_club_decides_what_is_open_and_prints_its_final_book(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "club.toml"
    path.write_text(CLUB)
    ended, told, refused = run(capsys, "book", str(path))
    assert ended == 0 and "Club to decide" in told and "Based on: EMA Riichi rules 2016" in told
    assert "A player who robs the kan does not score ippatsu.\n" in told
    ended, told, refused = run(capsys, "book", str(path), "--final")
    assert ended == 2 and "      chankan.until = " in refused and "winning_draw" not in refused
    path.write_text(decided(load_ruleset(path)))
    ended, told, refused = run(capsys, "book", str(path), "--final")
    assert ended == 0 and "Club to decide" not in told
    assert "in force: from 2026-09-01" in told.casefold()


BOOKLET = {
    "suukantsu": "4.2.6 (p. 26)",
    "A player in riichi must not declare a daiminkan": "6.7.4 (p. 37)",
    "scores sankantsu": "4.2.2 (p. 24)",
    "8 fu": "4.1.1 (p. 21)",
    "a kan counts as one": "4.2 (p. 23)",
    "the discard that follows is the last": "3.4.1 (p. 16)",
    "has touched the next tile of the wall": "3.3 (p. 10)",
}
"""Words of an article about EMA's rules of 2025, and the clause of the booklet that says so."""


@pytest.mark.parametrize("words", BOOKLET)
def test_an_article_cites_the_clause_of_the_booklet_that_says_so(words: str) -> None:
    lines = book_markdown(book("ema-2025")).splitlines()
    articles = [line for line in lines if re.match(r"\*\*\d+\.[\d.–, ]+\*\*", line) and words in line]
    assert any(BOOKLET[words] in line for line in articles)


def test_markdown_has_every_article_with_its_clause_and_names_no_key() -> None:
    found, text = book("ema-2016"), book_markdown(book("ema-2016"))
    for one in found.provisions:
        assert f"**{one.number}** " in text
        assert not [ref for ref in one.refs if ref in text], one.number
    assert "**5.2** An ankan must not be robbed, except to win with thirteen orphans. (3.3.7 (p. 10))" in text


@pytest.mark.rest
def test_the_page_and_the_paper_have_every_article_and_every_open_decision(tmp_path: Path) -> None:
    found = law_book(load_ruleset("ema-2016"), theme=Theme.LIGHT)
    page = " ".join(re.sub(r"<[^>]*>", " ", unescape(book_html(found))).split())
    paper = "".join(one.extract_text() for one in PdfReader(io.BytesIO(law_book_pdf(found))).pages)
    paper = " ".join(paper.split())
    for one in found.provisions:
        said = one.text.replace("*", "").split(". ")[0] if one.decision is None else one.decision.question
        for shown in (page, paper):
            assert squeezed(said) in squeezed(shown), said
    assert page.count("Club to decide:") == paper.count("Club to decide:") == len(found.open_decisions)
    assert squeezed(f"Draft: {how_many_open(found, translator('en'))}") in squeezed(paper)
    assert "\ufffd" not in page + paper, "a sign that cannot be shown"
    asides = re.findall(r"<aside>(.*?)</aside>", book_html(found))
    for one, aside in zip(found.provisions, asides, strict=True):
        named = [ref for ref in one.refs if ref.rpartition(".")[2] in aside.replace("<wbr>", "")]
        assert named == (list(one.refs) if one.decision is not None else []), "a key where a clause belongs"
    assert asides and not [one for one in asides if re.search(r"</(b|span)><(b|span)", one)], "words run together"


@pytest.mark.rest
@pytest.mark.parametrize("name", ["ema-2016", "tenhou-3p"])
def test_no_page_of_the_paper_begins_with_an_example_torn_from_its_rule(name: str) -> None:
    found = law_book(load_ruleset(name), theme=Theme.LIGHT)
    paper = PdfReader(io.BytesIO(law_book_pdf(found)))
    assert paper.metadata is not None and paper.metadata.author == "kanrules", "no authority wrote this text"
    assert len(paper.outline) == len(found.articles)
    pages = [squeezed(one.extract_text()) for one in paper.pages[1:]]
    for article in found.articles:
        for one in article.provisions:
            if article.shown_after(one):
                said = squeezed((one.text or (one.decision.question if one.decision else "")).replace("*", ""))[:40]
                label = squeezed(f"Example of {one.number}.")
                assert [said in page for page in pages if label in page] == [True], (article.title, said)


@pytest.mark.rest
@pytest.mark.parametrize(("name", "language"), [("ema-2016", "en"), ("ema-2025", "de"), ("wrc-2025", "ja")])
def test_the_sources_are_printed_once_and_alone_on_no_page(name: str, language: str) -> None:
    """They are at the foot of a cover that has room for them, which depends on the words of the language."""
    found = law_book(load_ruleset(name), language, theme=Theme.LIGHT)
    pages = [squeezed(one.extract_text()) for one in PdfReader(io.BytesIO(law_book_pdf(found))).pages]
    source = squeezed(documents(found)[0].document)
    holding = [page for page in pages if source in page]
    assert len(holding) == 1
    assert any(squeezed(one.title) in holding[0] or one.number in holding[0] for one in found.provisions if one.number)
    assert min(map(len, pages)) > 300


@pytest.mark.parametrize("name", ["ema-2025", "wrc-2025"])
def test_japanese_sentences_follow_each_other_without_a_space(name: str) -> None:
    found = law_book(load_ruleset(name), "ja", theme=Theme.LIGHT)
    assert run_on(("一。", "二。"), "ja") == "一。二。" and run_on(("一？", "二。"), "ja") == "一？\u3000二。"
    assert run_on(("One.", "二。"), "ja") == "One. 二。"
    for one in found.open_decisions:
        assert one.decision is not None
        assert not re.search(r"[。？] |明文なし[^、。]|; ", one.decision.question + one.decision.assumed), one.number
    told = [line for line in book_markdown(found).splitlines() if line.startswith("> **")]
    assert len(told) > 10 and not any("。 " in line.partition("** ")[2] for line in told)


def squeezed(text: str) -> str:
    """A text without spaces: a PDF breaks lines anywhere."""
    return "".join(text.split())


def test_a_page_escapes_what_a_club_writes(tmp_path: Path) -> None:
    path = tmp_path / "club.toml"
    path.write_text(CLUB.replace("Kiri riichi club", "<b>Kiri</b>") + "[notes]\ntext = ['<script>x</script>']\n")
    page = book_html(law_book(load_ruleset(path)))
    assert "<script>" not in page and "<b>Kiri" not in page
    assert "&lt;script&gt;x&lt;/script&gt;" in page


def test_a_format_that_does_not_match_the_file_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    ended, _, refused = run(capsys, "book", "ema-2016", "--to", "md", "--out", str(tmp_path / "kans.html"))
    assert ended == 2 and "does not match" in refused


def test_a_kan_that_never_turns_an_indicator_is_not_among_each_kan(tmp_path: Path) -> None:
    path = tmp_path / "club.toml"
    path.write_text('[ruleset]\nid = "club"\nextends = "singapore"\n[kandora]\ndaiminkan = "never"\n', "utf-8")
    said = book_markdown(law_book(load_ruleset(path)))
    assert "A daiminkan does not turn" in said and "Each completed kan adds" not in said
