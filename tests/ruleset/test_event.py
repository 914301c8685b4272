"""An event decides what its rulebook leaves open, and every print says that its head referee did."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import pytest

from kanrules.desk.ask import ask
from kanrules.desk.cited import cited
from kanrules.desk.foul import foul
from kanrules.locale import translator
from kanrules.report.sheet import sheet
from kanrules.ruleset import Problem, Ruleset
from kanrules.ruleset.effects import open_questions
from kanrules.ruleset.lint import warnings
from kanrules.ruleset.standalone_toml import to_toml
from kanrules.rulings import DECISION
from kanrules.site.frame import Frame
from kanrules.site.ruleset_page import book_page

Load = Callable[..., Ruleset]
Problems = Callable[..., list[Problem]]
EMA = 'extends = "ema-2025"'
CLUB = EMA + '\nplugins = ["club"]\n[kandora]\ndaiminkan = "discard"\n[plugin.club]\nkan_furi = 1\n'
EVENT = '[event]\nname = "Heron Open 2026"\nhead_referee = "A. Marlow"\n'
DECIDED = EVENT + '[event.decisions]\nkandora.pending_on_next_kan = "keep"\npenalty.last_tile = "Take it back."\n'


def event(load: Load, text: str = DECIDED) -> Ruleset:
    """The rules of an event of a club that changes one line of EMA 2025 and plays a local rule."""
    load(head=CLUB, name="club")
    return load(text, head='extends = "./club.toml"', name="open")


def test_a_decision_applies_and_is_cited_as_the_head_referees(load: Load) -> None:
    rules = event(load)
    assert rules.event is not None and rules.event.decides == ("kandora.pending_on_next_kan", "penalty.last_tile")
    assert rules.kandora.pending_on_next_kan == "keep"
    origin = rules.origin("kandora.pending_on_next_kan")
    assert origin.source is not None and origin.source.cited == f"Heron Open 2026 ({DECISION})"
    assert (origin.line, origin.set_by) == (9, "open.toml:9")
    assert foul("last_tile", rules).said == "Take it back."
    assert cited(foul("last_tile", rules).ruling) == f"Heron Open 2026 ({DECISION})"
    asked = ask("another kan while an indicator is still to be turned", [rules])
    first = asked.answers[0].first
    assert cited(first.ruling) == f"Heron Open 2026 ({DECISION})"


def test_an_event_lets_the_club_keep_the_rest_of_its_open_questions(load: Load) -> None:
    club = load(head=CLUB, name="club")
    assert set(open_questions(club)) - set(open_questions(event(load))) == {"kandora.pending_on_next_kan"}
    assert open_questions(event(load, EVENT)) == open_questions(club)


@pytest.mark.rest
def test_sheet_page_and_book_print_a_decision_as_one_in_every_language(load: Load) -> None:
    rules = event(load)
    for language in ("en", "ja", "de"):
        say = translator(language)
        page = sheet(rules, (language,))
        assert page.about[0].startswith("Heron Open 2026、" if language == "ja" else "Heron Open 2026, ")
        (line,) = (one for group in page.groups for one in group.lines if "penalty.last_tile" in one.keys)
        assert line.citation.clause == say(DECISION)
        assert [one.grade for one in page.references if one.document == "Heron Open 2026"] == [say(DECISION)]
        shown = book_page(Frame(say, "Heron", live=False), rules)
        assert shown.count('<li id="e-') == 2
        assert f"<b>{say(DECISION)}</b><span>Heron Open 2026</span>" in shown


def test_a_decision_about_what_the_rulebook_settles_is_a_warning(load: Load) -> None:
    rules = event(load, EVENT + '[event.decisions]\nkandora.ankan = "discard"\nkandora.daiminkan = "declaration"\n')
    texts = [one.message for one in warnings(rules) if one.code == "KR110"]
    assert texts[0].startswith("`kandora.ankan` is not open: EMA, Riichi")
    assert texts[1] == "`kandora.daiminkan` is not open: club.toml sets it"
    assert not [one for one in warnings(event(load)) if one.code == "KR110"]


def test_every_mistake_in_an_event_has_its_place_and_a_way_out(problems: Problems) -> None:
    wrong = (
        ("[event]\nhead_referee = 'A'\n", "KR102", 5, "the name of the event"),
        (EVENT + "last_date = 2026-12-13\n", "KR101", 8, "`last_day`"),
        (EVENT + "[event.decisions]\n'four_kans.dealer' = 'keeps'\n", "KR101", 9, "without quotes"),
        (EVENT + "[event.decisions]\nfour_kans.dealer = 'keep'\n", "KR102", 9, "keeps"),
        (EVENT + "[event.decisions]\nfour_kan.dealer = 'keeps'\n", "KR101", 9, "[four_kans]"),
        (EVENT + "decisions = ['keeps']\n", "KR103", 8, "keys by table"),
        ("[four_kans]\ndealer = 'keeps'\n" + EVENT + "decisions.four_kans.dealer = 'keeps'\n", "KR102", 10, "one of"),
        (EVENT + "first_day = 2026-12-13\nlast_day = 2026-12-12\n", "KR102", 9, "before"),
        ("[tournament]\nname = 'A'\n", "KR101", 5, "[event]"),
    )
    for text, code, line, help in wrong:
        (found,) = problems(text, head=EMA)
        assert (found.code, found.line) == (code, line), text
        assert help in f"{found.message} {found.expected} {found.hint}", text


def test_an_event_keeps_its_days_and_a_complete_file_its_decisions(load: Load) -> None:
    rules = load(EVENT + "first_day = 2026-12-12\nlast_day = 2026-12-13\n", head=EMA)
    assert rules.event is not None and rules.event.last_day == date(2026, 12, 13)
    alone = load(EVENT + "last_day = 2026-12-13\n", head=EMA, name="alone")
    assert alone.event is not None and alone.event.first_day is None
    assert rules.event.said == "Heron Open 2026, 2026-12-12 to 2026-12-13, head referee: A. Marlow"
    again = load(to_toml(event(load)).partition("\n\n")[2], name="again")
    assert again.origin("penalty.last_tile").source == event(load).origin("penalty.last_tile").source


@pytest.mark.parametrize("day", ["12.12.2026", "2026-13-01", "2026-02-30", "12 December 2026"])
@pytest.mark.parametrize("key", ["first_day", "last_day"])
def test_a_day_that_is_no_day_is_shown_with_one_that_is(key: str, day: str, problems: Problems) -> None:
    [problem] = problems(f'[event]\nname = "Heron Open"\n{key} = {day}\n', head=EMA)
    assert problem.message == f"{day} is not a date" and problem.expected == ("a date, like 2026-04-01",)
