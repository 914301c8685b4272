"""`kanrules sheet`: what hangs on the wall is what the ruleset says, each line with its clause."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from kanrules.cli import main
from kanrules.law.yaku import WORDS, YAKU, YAKUMAN
from kanrules.locale import LANGUAGES, translator
from kanrules.report.rule_line import RuleLine
from kanrules.report.sheet import Sheet, linkable, sheet, sheet_markdown
from kanrules.report.sheet_html import sheet_html
from kanrules.ruleset import Ruleset, load_ruleset
from kanrules.ruleset.keys import Takes, file_value, keys, of_three_players

CLUB = """
[ruleset]
id = "club"
name = "Thursday club"
edition = "2026"
authority = "Thursday club"
extends = "ema-2016"
"""


def club(folder: Path, text: str = "", head: str = "") -> Ruleset:
    """A club's ruleset on top of EMA 2016, with more lines."""
    path = folder / "club.toml"
    path.write_text(CLUB + head + text, encoding="utf-8")
    return load_ruleset(str(path))


def lines(page: Sheet) -> dict[str, RuleLine]:
    """The lines of a sheet by their subject in its first language."""
    return {line.subject[0]: line for group in page.groups for line in group.lines}


def answer(page: Sheet, subject: str, language: int = 0) -> str:
    return lines(page)[subject].answer[language].text


def clause(page: Sheet, subject: str) -> str:
    """The document and clause that a line cites, or what stands in their place."""
    cited = lines(page)[subject].citation
    document = next((reference.document for reference in page.references if reference.mark == cited.mark), "")
    return " ".join(part for part in (cited.instead, document, cited.clause) if part)


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as stop:
        main(["sheet", *arguments])
    out, err = capsys.readouterr()
    return int(stop.value.code or 0), out, err


# --- what it says -----------------------------------------------------------------------------------------------------


def test_a_line_says_what_holds_and_where_it_is_written() -> None:
    page = sheet(load_ruleset("ema-2016"))
    assert answer(page, "Robbing an ankan") == keys()["chankan.ankan"].sentences["kokushi"]
    assert clause(page, "Robbing an ankan") == "EMA Riichi Rules for Japanese Mahjong 2016 3.3.7 (p. 10)"


def test_where_no_text_was_found_the_sheet_says_so_and_counts_it() -> None:
    rules = load_ruleset("ema-2016")
    page = sheet(rules)
    assert rules.origin("chankan.ippatsu").is_default
    assert clause(page, "Ippatsu on a robbed kan") == "no source"
    assert page.defaults == len(rules.unsourced) > 0, "one count everywhere"
    assert f"{page.defaults} of {page.total} values" in sheet_markdown(page)


def test_a_clubs_own_value_is_cited_as_the_clubs_never_as_its_parents_clause(tmp_path: Path) -> None:
    page = sheet(club(tmp_path, '[chankan]\nankan = "never"\n'))
    assert clause(page, "Robbing an ankan") == "Thursday club 5.2"
    assert next(one.grade for one in page.references if one.document == "Thursday club") == "own rule"
    assert clause(page, "Fifth kan").startswith("EMA")


def test_a_value_that_a_plugin_set_names_the_plugin_and_its_clause(tmp_path: Path) -> None:
    # wrc-2022 lists the plugin, and the optional rules are those of its edition.
    path = tmp_path / "club.toml"
    path.write_text(CLUB.replace("ema-2016", "wrc-2022") + '[plugin.wrc]\noptional = ["2.1"]\n', encoding="utf-8")
    page = sheet(load_ruleset(path))
    assert answer(page, "Red fives") == keys()["scoring.red_fives"].sentences["3"]
    assert clause(page, "Red fives") == "plugin wrc WRC Rules 2022, Optional Rules Mod. 2.1"


def test_a_value_laid_over_is_cited_as_nobodys_text() -> None:
    page = sheet(load_ruleset("ema-2016").with_options({"chankan.ankan": "never"}))
    assert clause(page, "Robbing an ankan") == "set by an option"


def test_a_line_without_effect_is_not_printed() -> None:
    with_ = lines(sheet(load_ruleset("ema-2016")))
    without = lines(sheet(load_ruleset("ema-2016").with_options({"kandora.enabled": False})))
    assert "Kan dora of an ankan" in with_
    assert "Kan dora of an ankan" not in without
    assert answer(sheet(load_ruleset("ema-2016").with_options({"kandora.enabled": False})), "Kan dora").startswith(
        "A kan does not turn"
    )


def test_a_mute_line_is_printed_where_a_plugin_may_give_it_effect(tmp_path: Path) -> None:
    silent = "[four_kans]\nseveral_players = 'play_on'\none_player = 'play_on'\n"
    assert "Four kans, dealer" not in lines(sheet(club(tmp_path, silent)))
    at_rest = f"{silent}[plugin.club]\njournal = true\n"
    assert "Four kans, dealer" not in lines(sheet(club(tmp_path, at_rest, 'plugins = ["club"]\n')))
    for option in ("abort_at_kan = 3", "four_kans_players = 3"):
        acting = f"{silent}[plugin.club]\n{option}\n"
        assert "Four kans, dealer" in lines(sheet(club(tmp_path, acting, 'plugins = ["club"]\n'))), option


BUSY: dict[str, Any] = {
    "kandora.ankan": "discard",
    "kandora.daiminkan": "discard",
    "kandora.shouminkan": "discard",
    "four_kans.several_players": "abort",
    "four_kans.abort_at": "discard_passed",
    "fifth_kan.policy": "abort",
    "sekinin_barai.yakuman": ["daisangen", "suukantsu"],
    "sekinin_barai.daiminkan_rinshan": "until_discard",
    "riichi_kan.illegal_found": "win_or_draw",
    "wins.simultaneous": "all",
    "draws.nagashi_mangan": "closed_only",
    "chombo.pays": "points",
    "chombo.points": 8000,
    "game.uma_by": "floating",
    "game.floating": {"1": [12000, -1000, -3000, -8000]},
    "game.goal_points": 30000,
    "game.extension": "one_wind",
}
"""Values under which no key is without effect, but for those below."""
BUSY_FOR = {
    "game.uma": {"game.uma_by": "place"},
    "fifth_kan.illegal": {"fifth_kan.policy": "forbidden"},
    "penalty.fifth_kan": {"fifth_kan.policy": "forbidden"},
} | {
    key: {
        "table.players": 3,
        "kita.enabled": True,
        "game.uma_by": "place",
        "game.uma": [20000, 0, -20000],
        "game.floating": {},
    }
    for key in (*of_three_players(), "table.players")
    if key != "table.players"
}


def other_values(key: str, value: Any) -> list[Any]:
    """Every other value of a key that has a list of them, else one other."""
    about = keys()[key]
    match about.takes:
        case Takes.CHOICE | Takes.SWITCH:
            return [one for one in about.allowed if one != file_value(value)]
        case Takes.NUMBER:
            return [one for one in about.allowed if one != value] or [value + about.step]
        case Takes.LIST:
            return [[about.allowed[-1] if about.allowed else "Words of a club."]]
        case Takes.UMA:
            return [[45000, 5000, -15000, -35000]]
        case Takes.FLOATING:
            return [{"2": [8000, 4000, -4000, -8000]}]
        case Takes.TEXT:
            return ["Words of a referee."]


@lru_cache
def printed(over: str) -> tuple[Ruleset, str]:
    """A ruleset with every key alive that needs no more than these values, as JSON, and its sheet."""
    rules = load_ruleset("m-league").with_options({**BUSY, **json.loads(over)})
    return rules, sheet_markdown(sheet(rules)).split("## Sources")[0]


@pytest.mark.parametrize("key", list(keys()))
def test_every_key_that_is_changed_changes_what_is_printed(key: str) -> None:
    busy = {**BUSY, **BUSY_FOR.get(key, {})}
    rules, before = printed(json.dumps(BUSY_FOR.get(key, {})))
    seen = {before}
    for value in other_values(key, rules[key]):
        text = sheet_markdown(sheet(rules.with_options({**{k: file_value(rules[k]) for k in busy}, key: value}))).split(
            "## Sources"
        )[0]
        # A changed value is also cited otherwise; its words alone must tell it from the others.
        seen.add(re.sub(r"\| [^|]*\|$", "|", text, flags=re.M))
    assert len(seen) == 1 + len(other_values(key, rules[key]))
    assert re.sub(r"\| [^|]*\|$", "|", before, flags=re.M) not in seen - {before}


def test_yaku_are_named_not_spelt_as_in_a_file() -> None:
    assert set(WORDS) == {*YAKU, *YAKUMAN}
    page = sheet(
        load_ruleset("ema-2016").with_options({"scoring.double_yakuman": ["suuankou_tanki", "kokushi_13"]}),
        ("en", "ja"),
    )
    assert (
        answer(page, "Double yakuman") == "These yakuman are worth double: suuankou tanki, kokushi on thirteen tiles."
    )
    speak, english = translator("ja"), keys()["scoring.double_yakuman"].sentences["any"]
    named = [speak(WORDS[name]) for name in ("suuankou_tanki", "kokushi_13")]
    assert answer(page, "Double yakuman", 1) == speak(english).format(value="、".join(named))
    assert not re.search(r"\b[a-z]+_[a-z0-9]+", sheet_markdown(page).split("## Sources")[0].replace("\\", ""))


def test_lines_that_say_the_same_on_the_same_clause_are_one() -> None:
    page = sheet(load_ruleset("ema-2016"))
    assert clause(page, "Kyuushu kyuuhai, suufon renda, suucha riichi, sanchahou").endswith("3.4.3 (p. 12)")
    other = sheet(load_ruleset("ema-2016").with_options({"draws.sanchahou": "dealer_keeps"}))
    assert "Kyuushu kyuuhai, suufon renda, suucha riichi" in lines(other)
    assert "Sanchahou" in lines(other)


# --- words of the referee ---------------------------------------------------------------------------------------------


def test_penalties_are_printed_and_those_nobody_published_are_said_to_be_unknown() -> None:
    page = sheet(load_ruleset("m-league"))
    assert answer(page, "Empty call, wrong call") == "The player can no longer win this hand."
    unknown = next(
        subject
        for subject, line in lines(page).items()
        if line.answer[0].text == "Your rulebook does not settle this. The head referee decides."
    )
    assert "wrong tile turned as kan dora indicator" in unknown.lower()
    assert lines(page)[unknown].citation.is_default


def test_a_foul_that_a_plugin_has_the_penalty_of_is_not_said_to_be_unknown(tmp_path: Path) -> None:
    late = "Kan dora indicator turned too late"
    assert lines(sheet(club(tmp_path)))[late].citation.is_default, "no text of EMA names this foul"
    (tmp_path / "house.py").write_text(
        "from kanrules import Penalty, PenaltyType, hookimpl\n"
        "@hookimpl\ndef penalty(foul):\n"
        "    if foul.name == 'indicator_late':\n"
        "        return Penalty(PenaltyType.DEAD_HAND, code='house-601', text='The hand is dead.')\n"
    )
    path = tmp_path / "club.toml"
    path.write_text(CLUB + 'plugins = ["./house.py"]\n', encoding="utf-8")
    page = sheet(load_ruleset(path, allow_local_plugins=True))
    assert answer(page, late) == "The hand is dead."
    assert clause(page, late) == "plugin house"


def test_a_foul_whose_text_an_option_takes_away_is_answered_by_nobody() -> None:
    unworded = {f"penalty.{name}": "" for name in ("after_call", "last_tile")}
    found = lines(sheet(load_ruleset("ema-2016").with_options(unworded)))
    gone = next(line for subject, line in found.items() if subject.startswith("Kan after a call"))
    assert gone.answer[0].text == "Your rulebook does not settle this. The head referee decides."
    assert "penalty.last_tile" in gone.keys


def test_a_parents_words_are_left_out_where_the_child_has_decided_otherwise(tmp_path: Path) -> None:
    showing, turning, late = load_ruleset("ema-2016")["procedure.daiminkan"].strings
    assert turning == "Turn the kan dora indicator, and then take the replacement tile."
    assert answer(sheet(club(tmp_path)), "Showing a daiminkan") == f"{showing} {turning} {late}"
    changed = sheet(club(tmp_path, '[kandora]\ndaiminkan = "discard"\n'))
    assert answer(changed, "Showing a daiminkan") == f"{showing} {late}"
    assert "Showing an ankan" in lines(changed)
    own = sheet(
        club(tmp_path, '[kandora]\ndaiminkan = "discard"\n[procedure]\ndaiminkan = "Turn it with the discard."\n')
    )
    assert answer(own, "Showing a daiminkan") == "Turn it with the discard."


def test_words_of_a_bundled_ruleset_are_translated_and_a_clubs_own_stay_as_written(tmp_path: Path) -> None:
    page = sheet(club(tmp_path, '[penalty]\nempty_call = "Een rondje thee."\n'), ("ja",))
    speak = translator("ja")
    said = lines(page)[speak(keys()["penalty.empty_call"].title)].answer[0]
    assert (said.text, said.language) == ("Een rondje thee.", "")
    title = speak(keys()["penalty.wrong_tiles"].title)
    of_ema = next(line for subject, line in lines(page).items() if subject.startswith(title)).answer[0]
    text = str(load_ruleset("ema-2016")["penalty.wrong_tiles"])
    assert (of_ema.text, of_ema.language) == (speak(text), "ja" if speak.knows(text) else "")
    assert '<td lang="">Een rondje thee.</td>' in sheet_html(page)


def test_the_fees_of_the_club_plugin_are_printed_where_they_are_set(tmp_path: Path) -> None:
    page = sheet(club(tmp_path, "[plugin.club]\nopen_kan_fee = 1000\n", 'plugins = ["club"]\n'), ("en", "fr"))
    group = next(group for group in page.groups if group.title[0] == "Rules decided by plugins")
    said = [line.answer[0].text for line in group.lines if line.subject[0] == "club"]
    assert said == ["A player pays 1000 points for each open kan, placed on the table when the hand ends."]
    assert "1000 points" in next(line.answer[1].text for line in group.lines if line.subject[0] == "club")


def test_a_plugin_without_words_of_its_own_is_printed_with_its_options_and_what_it_decides(tmp_path: Path) -> None:
    (tmp_path / "house.py").write_text(
        "from dataclasses import dataclass\nfrom kanrules import hookimpl\n"
        "@dataclass(frozen=True)\nclass Options:\n    tea: int = 2\noptions = Options\n"
        "@hookimpl\ndef rob_kan(kan, seat, table, rules):\n    return None\n"
    )
    path = tmp_path / "club.toml"
    path.write_text(CLUB + 'plugins = ["./house.py"]\n', encoding="utf-8")
    page = sheet(load_ruleset(str(path), allow_local_plugins=True))
    said = [line.answer[0].text for group in page.groups for line in group.lines if line.subject[0] == "house"]
    assert said == ["tea = 2", "Also decides: who may rob a kan."]


@pytest.mark.parametrize(
    ("sheet_of_it", "says"),
    [
        ("", "Decides: additional yaku."),
        ('sheet = "A ron after a kan is worth a han more."\n', "A ron after a kan is worth a han more."),
    ],
)
def test_a_plugin_without_options_says_its_rule_or_what_it_decides(sheet_of_it: str, says: str, tmp_path: Path) -> None:
    rule = "@hookimpl\ndef yaku(win):\n    return None\n"
    (tmp_path / "house.py").write_text("from kanrules import hookimpl\n" + sheet_of_it + rule)
    path = tmp_path / "club.toml"
    path.write_text(CLUB + 'plugins = ["./house.py"]\n', encoding="utf-8")
    page = sheet(load_ruleset(str(path), allow_local_plugins=True))
    said = [line.answer[0].text for group in page.groups for line in group.lines if line.subject[0] == "house"]
    assert said == [says]


# --- the order of a kan -----------------------------------------------------------------------------------------------


def order_of(rules: Ruleset) -> list[str]:
    """What Markdown says of each kan, and of the fourth."""
    section = sheet_markdown(sheet(rules)).partition("## The order of a kan\n\n")[2].partition("\n\n")[0]
    return section.splitlines()


def test_the_order_says_when_each_indicator_is_turned_and_who_may_rob() -> None:
    ankan, daiminkan, shouminkan, *fourth = order_of(load_ruleset("tenhou"))
    assert "Ankan: it cannot be robbed; the kan dora indicator is turned " in ankan
    assert "Daiminkan: it cannot be robbed; " in daiminkan and "turned with the discard" in daiminkan
    assert "Shouminkan: it may be robbed; " in shouminkan and "turned with the discard" in shouminkan
    assert len(fourth) == 2 and all("Fourth kan" in line for line in fourth)


@pytest.mark.parametrize("instant", ["declaration", "rinshan_draw", "discard", "discard_passed"])
def test_the_order_says_the_moment_of_an_indicator(instant: str) -> None:
    rules = load_ruleset("ema-2016").with_options({"kandora.ankan": instant})
    assert f"the kan dora indicator is {rules.timeline.lanes['ankan'].turned}" in order_of(rules)[0]
    assert "robbed by 13 orphans only" in order_of(rules)[0]


def test_a_moment_that_no_text_establishes_is_called_assumed() -> None:
    loud, quiet = load_ruleset("ema-2016"), load_ruleset("km-1")
    assert ["(assumed)" in order_of(rules)[0] for rules in (loud, quiet)] == [False, True]
    drawn = [re.sub(r"<(title|desc)>.*?</\\1>", "", sheet_html(sheet(rules))) for rules in (loud, quiet)]
    assert ["assumed" in page for page in drawn] == [False, True]


@pytest.mark.parametrize("languages", [("en",), ("ja",), ("fr", "de")])
def test_the_page_draws_the_timeline_lying_for_a_wide_screen_and_upright_for_a_narrow_one(
    languages: tuple[str, ...],
) -> None:
    page = sheet_html(sheet(load_ruleset("tenhou"), languages))
    lying, standing = re.findall(r'<section class="order (?:lying|upright)">.*?</section>', page, re.DOTALL)
    for section in (lying, standing):
        assert section.count("<svg") == len(languages)
        flags = re.findall(r'data-kan="(\w+)".*?data-flag="(\w+)"', section, re.DOTALL)
        assert flags == [("ankan", "declaration"), ("daiminkan", "discard"), ("shouminkan", "discard")] * len(languages)
        for language in languages:
            assert translator(language)("indicator face up") in section
    assert "@media screen and (max-width: 45em)" in page


def test_a_sheet_in_a_file_refers_to_the_picture_beside_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "wall sheet.md"
    assert run(capsys, "tenhou", "--lang", "en,ja", "--out", str(out)) == (0, "", "")
    said = out.read_text(encoding="utf-8")
    assert re.findall(r"\]\(<([^>]+)>\)", said)[:2] == ["wall sheet.timeline-en.svg", "wall sheet.timeline-ja.svg"]
    assert "indicator is turned with the discard" in said and "\n* tenhou, Ankan: " not in said
    for language in ("en", "ja"):
        picture = (tmp_path / f"wall sheet.timeline-{language}.svg").read_text(encoding="utf-8")
        assert translator(language)("indicator face up") in picture
    assert "\n* tenhou, Ankan: " in run(capsys, "tenhou")[1]


# --- languages --------------------------------------------------------------------------------------------------------


def test_japanese_sheets_answer_ari_and_nashi() -> None:
    rules = load_ruleset("ema-2016")
    speak, entry = translator("ja"), keys()["scoring.open_tanyao"]
    for allowed, value, said in ((True, "true", "あり"), (False, "false", "なし")):
        page = sheet(rules.with_options({"scoring.open_tanyao": allowed}), ("ja",))
        assert answer(page, speak(entry.title)) == speak(entry.sentences[value])
        assert speak(entry.sentences[value]) == said or not speak.knows(entry.sentences[value])


@pytest.mark.release
@pytest.mark.parametrize("language", [one for one in LANGUAGES if one != "en"])
def test_nothing_of_a_bundled_ruleset_stays_english(language: str) -> None:
    english, other = sheet(load_ruleset("mil-2024")), sheet(load_ruleset("mil-2024"), ("en", language))
    same = {
        line.answer[0].text
        for group in other.groups
        for line in group.lines
        if line.answer[0].text == line.answer[1].text or line.answer[1].language != language
    }
    assert not same
    assert len(lines(english)) == len(lines(other))


def test_two_languages_stand_side_by_side_in_each_line() -> None:
    page = sheet(load_ruleset("ema-2016"), ("nl", "ja"))
    entry = keys()["riichi.ippatsu"]
    (dutch, telt), (ippatsu, ari) = (
        (translator(one)(entry.title), translator(one)(entry.sentences["true"])) for one in ("nl", "ja")
    )
    assert f"| **{dutch}** | {telt} | **{ippatsu}** | {ari} | A 4.2.1 (p. 18) |" in sheet_markdown(page)
    cells = f'<b>{dutch}</b> <span>{telt}</span></th><td lang="ja"><b>{ippatsu}</b> <span>{ari}</span></td>'
    assert cells in sheet_html(page)


def test_a_german_sheet_speaks_of_stones_and_keeps_the_japanese_names() -> None:
    rules = load_ruleset("ema-2016")
    said = " ".join(line.answer[0].text for line in lines(sheet(rules, ("de",))).values())
    speak, entry = translator("de"), keys()["kandora.ankan"]
    assert answer(sheet(rules, ("de",)), speak(entry.title)) == speak(entry.sentences[str(rules["kandora.ankan"])])
    assert {"Ankan", "Daiminkan", "Riichi"} <= set(re.findall(r"\w+", said))
    assert not re.search(r"\b(Wand|Fliesen?|Ziegel)\b|(?<!„)\bKong\b", said), "Kong is what a player may say"


@pytest.mark.parametrize("languages", [(), ("en", "ja", "fr"), ("en", "en")])
def test_a_sheet_has_one_language_or_two(languages: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="one language or two"):
        sheet(load_ruleset("ema-2016"), languages)


# --- the page ---------------------------------------------------------------------------------------------------------


class Page(HTMLParser):
    """Reads a page strictly: every tag closed in its order, ids once, attributes once; notes what it would fetch."""

    EMPTY = ("meta", "br", "col")

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text: list[str] = []
        self.feed(text)
        self.close()
        assert not self.open, f"left open: {self.open}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len(dict(attrs)) == len(attrs), f"an attribute twice in {tag}"
        self.tags.append((tag, dict(attrs)))
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open and self.open[-1] == tag, f"</{tag}> closes {self.open[-1:]}"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.text.append(data)


PAGES = [("ema-2016", ("en",)), ("tenhou", ("ja",)), ("warsaw", ("en", "ja")), ("km-1", ("fr", "nl"))]


@pytest.mark.parametrize(("name", "languages"), PAGES)
def test_the_page_is_well_formed_and_says_its_language(name: str, languages: tuple[str, ...]) -> None:
    text = sheet_html(sheet(load_ruleset(name), languages))
    page = Page(text)
    assert text.startswith("<!DOCTYPE html>")
    assert ("html", {"lang": languages[0]}) in page.tags
    ids = [attributes["id"] for _, attributes in page.tags if "id" in attributes]
    assert len(ids) == len(set(ids))
    marked = {attributes["lang"] for _, attributes in page.tags if "lang" in attributes}
    assert marked >= set(languages)
    assert [tag for tag, _ in page.tags].count("h1") == 1


@pytest.mark.parametrize(("name", "languages"), PAGES)
def test_the_page_fetches_nothing_and_runs_nothing(name: str, languages: tuple[str, ...]) -> None:
    text = sheet_html(sheet(load_ruleset(name), languages))
    page = Page(text)
    assert not {tag for tag, _ in page.tags} & {
        "script",
        "link",
        "img",
        "iframe",
        "object",
        "embed",
        "base",
        "form",
    }
    for tag, attributes in page.tags:
        assert not [name for name in attributes if name.startswith("on") or name in ("src", "srcset", "background")]
        assert tag == "a" or "href" not in attributes
    style = text.partition("<style>")[2].partition("</style>")[0]
    assert "url(" not in style and "@import" not in style and "@font-face" not in style


@pytest.mark.parametrize(("name", "languages"), PAGES)
def test_every_table_has_headers_for_its_columns_and_its_rows(name: str, languages: tuple[str, ...]) -> None:
    text = sheet_html(sheet(load_ruleset(name), languages))
    for table in re.findall(r"<table.*?</table>", text, flags=re.S):
        head, _, body = table.partition("<tbody>")
        columns = len(re.findall(r"<t[hd]\b", head))
        assert head.count('scope="col"') >= columns - 1
        for row in re.findall(r"<tr.*?</tr>", body, flags=re.S):
            assert row.count('scope="row"') == 1
            assert len(re.findall(r"<t[hd]\b", row)) == columns


def test_hostile_words_are_printed_never_obeyed(tmp_path: Path) -> None:
    hostile = '<script>alert("1")</script> | `x` [a](javascript:x) **b**\\n# c'
    rules = club(
        tmp_path,
        f"[penalty]\nempty_call = '''{hostile}'''\n[source.\"penalty.empty_call\"]\ndocument = \""
        '<img src=x> | D"\nclause = "<b>"\n'
        'url = "javascript:alert(1)"\ngrade = "own"\n',
    )
    page = sheet(rules)
    seen = Page(sheet_html(page))
    assert "script" not in {tag for tag, _ in seen.tags} and "img" not in {tag for tag, _ in seen.tags}
    assert hostile in seen.text
    assert all(attributes.get("href", "http").startswith("http") for _, attributes in seen.tags)
    row = next(row for row in sheet_markdown(page).splitlines() if "alert" in row and row.startswith("|"))
    assert len(re.findall(r"(?<!\\)\|", row)) == 4
    assert "<script>" not in row.replace("\\<", "")
    assert "javascript:alert(1)" not in sheet_markdown(page)


@pytest.mark.parametrize(
    ("url", "may"),
    [
        ("https://a.org/b", True),
        ("http://a.org", True),
        ("javascript:x", False),
        ("", False),
        ("https://a.org/>", False),
        ("//a", False),
    ],
)
def test_only_a_page_on_the_web_becomes_a_link(url: str, may: bool) -> None:
    assert linkable(url) is may


# --- the command ------------------------------------------------------------------------------------------------------


def test_a_partial_ruleset_is_printed_only_when_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "km-1")
    assert (code, out) == (2, "")
    assert "km-1 is partial" in err and "--partial" in err
    code, out, err = run(capsys, "km-1", "--partial")
    assert (code, err) == (0, "")
    assert "**This ruleset is partial" in out
    assert 'class="warning"' in run(capsys, "km-1", "--partial", "--to", "html")[1]
    assert "partial" not in run(capsys, "ema-2016")[1]


def test_the_command_prints_markdown_or_html_and_writes_a_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    code, out, _ = run(capsys, "ema-2016")
    assert code == 0 and out.startswith("# EMA Riichi rules 2016\n")
    target = tmp_path / "sheet.html"
    code, out, _ = run(capsys, "ema-2016", "--lang", "en,JA", "--to", "html", "--out", str(target))
    assert (code, out) == (0, "")
    assert '<td lang="ja">' in target.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["ema-2016", "--lang", "xx"], "unknown language 'xx'; expected one or two of: en, ja, fr, nl, de"),
        (["ema-2016", "--lang", "en,ja,fr"], "names 3 languages"),
        (["ema-2016", "--lang", "en,en"], "names the same language twice"),
        (["ema-2016", "--lang", ""], "unknown language ''"),
        ([], "name a ruleset"),
        (["ema-2061"], "ema-2016"),
        (["ema-2016", "--to", "png"], "png"),
        (["ema-2016", "--out", "no/such/folder/x.md"], "no/such/folder/x.md"),
    ],
)
def test_wrong_use_is_said_in_a_line_and_exits_2(
    capsys: pytest.CaptureFixture[str], arguments: list[str], says: str
) -> None:
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (2, "")
    assert says in err
    assert "Traceback" not in err


def test_a_key_that_few_books_have_is_printed_where_something_sets_it_and_nowhere_else(tmp_path: Path) -> None:
    rules = load_ruleset("ema-2016")
    unset = {keys()[key].title for key in keys() if keys()[key].quiet and rules.origin(key).is_default}
    assert not unset & set(lines(sheet(rules)))
    page = sheet(club(tmp_path, '[kan]\nmax_per_player = 3\n[display]\nankan = "middle_down"\n'))
    assert answer(page, "Kans of one player") == "A player may declare at most 3 kans in a hand."
    assert answer(page, "Ankan on the table") == "The two middle tiles of an ankan are placed face down."
    assert clause(page, "Kans of one player") == "Thursday club 3.7"


def test_how_an_ankan_lies_is_no_law_that_a_comparison_counts() -> None:
    from kanrules.ruleset.diff import compare, is_law

    rules = load_ruleset("ema-2016")
    found = {one.key: one for one in compare(rules, rules.with_options({"display.ankan": "two_down"}))}
    assert set(found) == {"display.ankan", "procedure.ankan"}, "the book's words describe how it lies"
    assert not any(map(is_law, found.values()))
    assert "Any two tiles of an ankan are placed face down" in found["display.ankan"].effect
