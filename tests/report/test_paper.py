"""`kanrules sheet --to pdf`: a poster, a sheet, a pocket card. Nothing is cut, nothing but a clause is below 8 points,
and what finds no room on the first side is named there.
"""

from __future__ import annotations

import io
import os
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from kanrules import installation
from kanrules.cli import main
from kanrules.drawing.timelines.contents import ends_of
from kanrules.errors import UnreadableError
from kanrules.locale import LANGUAGES, translator
from kanrules.report import poster_answers as wall
from kanrules.report.paper import typesetting
from kanrules.report.paper.poster import PosterPage
from kanrules.report.paper.sheet import PAPERS, Made, Size, melds_of, sheet_pdf
from kanrules.report.poster_answers import ASKED_FIRST
from kanrules.report.sheet import of_the_kan, sheet
from kanrules.ruleset import Ruleset, bundled_ids, load_ruleset
from kanrules.ruleset.key_sentences import meaning

POINTS = 72 / 25.4
PDFTOTEXT = shutil.which("pdftotext")


@lru_cache
def book(name: str) -> Ruleset:
    return load_ruleset(name)


@lru_cache
def laid(name: str, size: Size, languages: tuple[str, ...] = ("en",), **asked: Any) -> Made:
    rules = book(name)
    return Made(sheet(rules, languages), rules, size=size, **asked)


@lru_cache
def made(name: str, size: Size, languages: tuple[str, ...] = ("en",), **asked: Any) -> tuple[Made, bytes]:
    found = laid(name, size, languages, **asked)
    return found, found.pdf()


def pages(raw: bytes) -> list[Any]:
    return list(PdfReader(io.BytesIO(raw)).pages)


@lru_cache
def texts(raw: bytes) -> tuple[str, ...]:
    """What every page says."""
    return tuple(page.extract_text() for page in pages(raw))


def text_of(raw: bytes) -> str:
    return " ".join(" ".join(texts(raw)).split())


def letters(raw: bytes) -> list[tuple[str, float]]:
    """Every run of text and how large it is, in points."""
    found: list[tuple[str, float]] = []
    for page in pages(raw):

        def visit(text: str, cm: list[float], tm: list[float], _font: object, size: float) -> None:
            if text.strip():
                found.append((text.strip(), abs(size * tm[3] * cm[3])))

        page.extract_text(visitor_text=visit)
    return found


@pytest.mark.parametrize("size", Size)
def test_a_sheet_has_the_size_of_its_paper(size: Size) -> None:
    _, raw = made("ema-2016", size)
    paper = PAPERS[size][0]
    for page in pages(raw):
        box = page.mediabox
        assert (float(box.width), float(box.height)) == pytest.approx(
            (paper.width * POINTS, paper.height * POINTS), abs=1
        )


@pytest.mark.sample(5)
@pytest.mark.parametrize("size", Size)
@pytest.mark.parametrize("name", ["ema-2016", "tenhou", "101"])
def test_what_is_not_on_the_first_side_is_named_there(name: str, size: Size) -> None:
    found, raw = made(name, size)
    sides = texts(raw)
    assert len(sides) == found.sides

    def bare(text: str) -> str:
        return re.sub(r"[\s\u00ad-]", "", text)  # a word may be broken at the end of a line

    first, *rest = map(bare, sides)
    for group in found.page.groups:
        for line in group.lines:
            assert bare(line.subject[0]) in first + "".join(rest)
        named = bare(group.title[0]) in first
        assert named, f"{group.title[0]} is neither on the first side nor named there"


@pytest.mark.sample(4)
@pytest.mark.parametrize(
    ("name", "language"),
    [("jpml-b", "de"), ("parlour-9592", "nl"), ("mahjong-soul-3p", "en"), ("tenhou-3p", "fr"), ("mahjong-stars", "de")],
)
def test_the_first_side_of_a_card_has_room_for_what_it_says_of_the_others(name: str, language: str) -> None:
    found, raw = made(name, Size.A6, (language,))
    first, *rest = (re.sub(r"[\s\u00ad-]", "", side) for side in texts(raw))
    note = re.sub(r"[\s\u00ad-]", "", found.note)
    assert rest and note[:20] in first and note[-12:] in first


@pytest.mark.rest
def test_what_marks_mean_gives_way_on_a_card_and_stands_on_its_other_side() -> None:
    found, raw = made("uspml", Size.A6, ("de",))
    assert found.paper.apart
    first, second, *_ = texts(raw)
    meaning = translator("de")("win counts the kan dora")
    assert meaning not in first and meaning in second
    assert not laid("tenhou", Size.A6).paper.apart


LONGEST = ["burton", "ema-2025", "m-league", "101", "ema-2016", "gghk-2023", "rrc-2026", "mil-2024", "tenhou-3p"]


@pytest.mark.sample(15)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", LONGEST)
def test_a_poster_has_one_side_in_every_language(name: str, language: str) -> None:
    """Letters have ten points, or nine in the denser layout; what is read from two metres is the poster."""
    found = laid(name, Size.A3, (language,))
    assert found.sides == 1 and found.size >= (9 if found.paper.upright else 10)


@pytest.mark.sample(5)
@pytest.mark.parametrize("name", LONGEST)
def test_a_sheet_and_a_card_have_two_sides_at_most(name: str) -> None:
    language = list(LANGUAGES)[len(name) % len(LANGUAGES)]
    for size in (Size.A4, Size.A6):
        found, raw = made(name, size, (language,))
        assert len(pages(raw)) == found.sides <= 2


@pytest.mark.parametrize("language", ["de", "nl"])
def test_the_longest_sheet_has_two_sides_in_the_languages_with_the_longest_words(language: str) -> None:
    found, raw = made("burton", Size.A4, (language,))
    assert len(pages(raw)) == found.sides == 2


@pytest.mark.parametrize("name", ["mahjong-soul-3p", "tenhou-3p", "sega-mj-3p"])
def test_a_drawn_kan_and_its_name_are_on_one_side(name: str) -> None:
    _, raw = made(name, Size.A6)
    # A line below a picture has nothing but names; the title of a key may have the same words.
    names = re.compile(r"(?:Ankan \(or the middle\)|Daiminkan|Shouminkan|Announced| )+")
    sides = [[line for line in side.splitlines() if names.fullmatch(line.strip())] for side in texts(raw)]
    for side in map(" ".join, sides):
        assert side.count("Ankan (or the middle)") == side.count("Daiminkan") - ("Announced" in side)
        assert side.count("Shouminkan") == side.count("Daiminkan")
    assert sum(" ".join(side).count("Daiminkan") for side in sides) == 2


def test_a_card_says_how_many_rules_of_each_group_it_leaves_out() -> None:
    rules = book("ema-2016")
    found, raw = made("ema-2016", Size.A6)
    whole = of_the_kan(sheet(rules), steps=False)
    kept = {line.subject for group in found.page.groups for line in group.lines}
    said = text_of(raw)
    for group in whole.groups:
        gone = sum(line.subject not in kept for line in group.lines)
        assert (f"{group.title[0]} ({gone})" in said) == (gone > 0)
    assert len(found.page.left_out) == sum(len(group.lines) for group in whole.groups) - len(kept) > 0
    # What a table asks first is left out last.
    asked = [bool(ASKED_FIRST.intersection(line.keys)) for group in found.page.groups for line in group.lines]
    gone = [line for group in whole.groups for line in group.lines if line.subject not in kept]
    assert all(asked) or not any(ASKED_FIRST.intersection(line.keys) for line in gone)


def test_no_red_five_is_drawn_where_the_set_has_none() -> None:
    for name, fives in (("ema-2016", "5555p"), ("tenhou", "5550p")):
        assert melds_of(book(name))[1].split()[1] == fives


def test_hangul_is_printed() -> None:
    rules = book("ema-2016")
    name = "\ud55c\uad6d"
    assert name in text_of(Made(replace(sheet(rules), title=name), rules, size=Size.A6).pdf())


@pytest.mark.parametrize(
    ("name", "said"),
    [("\u0e01\u0e32", "\u0e01 U+0E01"), ("club\u202egpj", "U+202E"), ("Club \U0001f409", "U+1F409")],
)
def test_a_character_that_no_font_has_is_named_and_never_lost(name: str, said: str) -> None:
    rules = book("ema-2016")
    for page in (replace(sheet(rules), title=name), replace(sheet(rules, ("ja",)), title=name)):
        with pytest.raises(UnreadableError, match="lack these characters") as refused:
            Made(page, rules, size=Size.A5)
        assert said in str(refused.value)


@pytest.mark.sample(4)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["ema-2016", "tenhou", "tenhou-3p", "gghk-2023"])
def test_a_wall_sheet_has_one_side_and_can_be_read_from_two_metres(name: str, language: str) -> None:
    found = PosterPage(book(name), language)
    raw = found.pdf()
    (page,) = pages(raw)
    assert found.size >= 12, "a capital of three millimetres is five minutes of arc at two metres"
    said = "".join(re.sub(r"[\s\u00ad-]", "", page.extract_text()).split())
    speak = translator(language)
    for words in (wall.TITLE, wall.STOP, wall.CLAUSES):
        assert re.sub(r"[\s-]", "", speak(words)) in said


def test_a_wall_sheet_has_ten_answers_and_marks_what_is_assumed() -> None:
    for name in ("ema-2016", "tenhou", "tenhou-3p"):
        answers = wall.poster(book(name), "en").answers
        assert len(answers) == 10
        assert ("Kita" in [one.title[0] for one in answers]) == (name == "tenhou-3p")
        said = " ".join(one.answer[0].text for answer in answers for one in answer.lines)
        assert ("chi" in re.findall(r"\w+", said)) == book(name).options.calls.chi
    titled = {one.title[0]: one for one in wall.poster(book("ema-2016"), "en").answers}
    assert [one.answer[0].text for one in titled["Robbing an ankan"].lines] == ["Only thirteen orphans."]
    assert titled["Robbing an ankan"].clause == "A 3.3.7"
    assert [one.subject[0] for one in titled["Kan dora indicator"].lines] == ["Every kan"]
    assumed = [
        one for one in wall.poster(book("tenhou"), "en").answers if any(s.citation.is_default for s in one.lines)
    ]
    assert [one.clause for one in assumed if one.title[0] == "Mistakes"] == [""]


@pytest.mark.sample(5)
@pytest.mark.parametrize("name", bundled_ids())
def test_every_answer_of_a_wall_sheet_is_that_of_the_ruleset(name: str) -> None:
    """A value that the short words forget would leave a hole: every key that is asked has a sentence."""
    for answer in wall.poster(book(name), "en").answers:
        assert answer.lines and all(one.answer[0].text.strip() for one in answer.lines)
        assert "{" not in "".join(one.answer[0].text for one in answer.lines)


def club(folder: Path, lines: str) -> Ruleset:
    path = folder / "club.toml"
    path.write_text(f'[ruleset]\nid = "club"\nextends = "rrc-2026"\n{lines}', encoding="utf-8")
    return load_ruleset(path)


def test_a_wall_sheet_says_when_a_penalty_of_the_club_applies(tmp_path: Path) -> None:
    """The sheet has both sentences in one line, and a price without its condition would be another rule."""
    rules = club(tmp_path, '[riichi_kan]\nillegal = "dead_hand"\n')
    said = [one.answer[0].text for group in wall.poster(rules, "en").answers for one in group.lines]
    both = [meaning(key, rules[key]) for key in ("riichi_kan.illegal", "riichi_kan.illegal_found")]
    assert [line for line in said if all(sentence in line for sentence in both)]


def test_where_nobody_may_declare_four_kans_no_print_says_what_four_kans_of_one_player_do(tmp_path: Path) -> None:
    rules = club(tmp_path, '[kan]\nmax_per_player = 3\n[four_kans]\nseveral_players = "abort"\n')
    assert [said for said, _ in ends_of([sheet(rules).timeline])] == ["Fourth kan"]
    answers = wall.poster(rules, "en").answers
    assert not [one for group in answers for line in group.lines for one in line.answer if "one player" in one.text]


@pytest.mark.parametrize("size", Size)
def test_only_clauses_are_smaller_than_eight_points(size: Size) -> None:
    found, raw = made("ema-2016", size)
    clauses = "".join(
        re.sub(r"\s", "", f"{line.citation.instead}{line.citation.mark}{line.citation.clause}")
        for group in found.page.groups
        for line in group.lines
    )
    small = [(text, points) for text, points in letters(raw) if points < 7.95]
    assert [one for one in small if re.sub(r"[\s,]", "", one[0]) not in clauses.replace(",", "")] == []
    assert not [one for one in small if one[1] < 6]


@pytest.mark.parametrize(
    ("name", "languages", "size", "japanese"),
    [
        ("m-league", ("ja",), Size.A4, True),
        ("m-league", ("en", "ja"), Size.A6, True),
        ("mu", ("fr",), Size.A5, True),  # it cites "王牌"
        ("m-league", ("fr",), Size.A5, False),
        ("ema-2016", ("fr",), Size.A5, False),
    ],
)
def test_every_font_is_named_and_embedded(name: str, languages: tuple[str, ...], size: Size, japanese: bool) -> None:
    _, raw = made(name, size, languages)
    fonts = {}
    for page in pages(raw):
        for font in page["/Resources"]["/Font"].get_object().values():
            below = font.get_object()["/DescendantFonts"][0].get_object()
            described = below["/FontDescriptor"].get_object()
            fonts[str(below["/BaseFont"])] = any(f"/FontFile{kind}" in described for kind in ("", "2", "3"))
    assert fonts and all(fonts.values())
    assert {font.partition("+")[2].partition("-")[0] for font in fonts} <= {"NotoSans", "NotoSansCJKjp"}
    assert any("CJK" in font for font in fonts) is japanese


def test_a_japanese_sheet_says_all_its_lines_in_japanese() -> None:
    found, raw = made("m-league", Size.A4, ("ja",))
    said = "".join(text_of(raw).split())
    subjects = ["".join(line.subject[0].split()) for group in found.page.groups for line in group.lines]
    assert len(subjects) > 50
    assert [one for one in subjects if one not in said] == []


def test_a_card_has_the_rules_of_the_kan_alone() -> None:
    said = text_of(made("ema-2016", Size.A6)[1])
    assert "Kan in riichi" in said and "Kuikae" not in said and "Pair of the double wind" not in said
    assert "Kuikae" not in text_of(made("ema-2016", Size.A4, kan_only=True)[1])
    assert "Kuikae" in text_of(made("ema-2016", Size.A4)[1])


@pytest.mark.rest
def test_two_languages_have_a_column_less_since_they_stand_side_by_side_in_each() -> None:
    for size, columns in ((Size.A3, 2), (Size.A4, 1), (Size.A6, 1)):
        assert laid("m-league", size, ("en", "ja")).paper.columns == columns
    assert laid("m-league", Size.A4).paper.columns == 2


@pytest.mark.sample(2)
@pytest.mark.parametrize("size", Size)
def test_large_print_is_larger(size: Size) -> None:
    large = laid("m-league", size, large=True)
    assert large.size > PAPERS[size][0].smallest + 1.5


@pytest.mark.rest
def test_a_clubs_own_lines_are_marked(tmp_path: Path) -> None:
    path = tmp_path / "club.toml"
    path.write_text(
        '[ruleset]\nid = "club"\nname = "Thursday club"\nedition = "2026"\nauthority = "Thursday club"\n'
        'extends = "ema-2016"\n'
        "[kandora]\nura = false\n[notes]\ntext = ['Tea at eight.']\n",
        encoding="utf-8",
    )
    rules = load_ruleset(str(path))
    page = sheet(rules)
    own = [line.subject[0] for group in page.groups for line in group.lines if line.own]
    assert own == ["Kan ura dora", "Note"]
    # A rail beside the line, and what it means at the end.
    made_ = Made(page, rules, size=Size.A4)
    assert made_.data["has_own"] and "own rule" in text_of(made_.pdf())
    assert not laid("ema-2016", Size.A4).data["has_own"]
    accent = b"0.043137256 0.36078432 0.3019608"
    rails = [page.get_contents().get_data().count(accent) for page in pages(made_.pdf())]
    plain = [page.get_contents().get_data().count(accent) for page in pages(made("ema-2016", Size.A4)[1])]
    assert sum(rails) > sum(plain)


@pytest.mark.rest
def test_the_timeline_and_the_kans_are_in_it_and_the_plain_text_says_the_same() -> None:
    found, raw = made("tenhou", Size.A4)
    said = text_of(raw)
    for word in (
        "Announced",
        "next kan robbed",
        "win counts the kan dora",
        "Daiminkan",
        "turned here if another kan comes first",
    ):
        assert "".join(word.split()) in "".join(said.split())
    assert "or the middle" in text_of(made("m-league", Size.A4)[1])
    assert "the kan dora indicator is turned with the discard" in found.data["timeline_alt"]


def test_a_qr_code_is_there_only_where_an_address_is_given() -> None:
    rules = book("ema-2016")
    page = sheet(rules)
    plain, raw = made("ema-2016", Size.A6)
    coded = Made(page, rules, size=Size.A6, address="https://club.example/rules")
    assert plain.data["qr"] is None and "club.example" not in text_of(raw)
    assert coded.data["qr"] and "https://club.example/rules" in text_of(coded.pdf())


@pytest.mark.parametrize("address", ["club.example", "javascript:alert(1)", "https://a b", "https://x/" + "a" * 400])
def test_what_is_no_page_of_the_web_gets_no_code(address: str) -> None:
    with pytest.raises(UnreadableError, match="no address of a page; expected, for example,"):
        sheet_pdf(sheet(book("ema-2016")), book("ema-2016"), address=address)


def test_hostile_words_are_set_never_obeyed(tmp_path: Path) -> None:
    path = tmp_path / "club.toml"
    evil = '#panic(1) $x$ *b* \\u0023import \\"@preview/x:1.0.0\\" [#read(\\"/etc/passwd\\")] <script> 槓'
    path.write_text(
        '[ruleset]\nid = "club"\nname = "#panic(2)"\nedition = "2026"\nauthority = "*Club* #sys"\n'
        'extends = "ema-2016"\n'
        f'[notes]\ntext = ["{evil}"]\n',
        encoding="utf-8",
    )
    rules = load_ruleset(str(path))
    said = text_of(sheet_pdf(sheet(rules), rules))
    for word in (
        "#panic(1)",
        "$x$",
        "*b*",
        '#import "@preview/x:1.0.0"',
        '[#read("/etc/passwd")]',
        "#panic(2)",
        "*Club* #sys",
        "槓",
    ):
        assert "".join(word.split()) in "".join(said.split())


def test_the_same_sheet_is_the_same_bytes() -> None:
    rules = book("ema-2016")
    assert sheet_pdf(sheet(rules), rules) == made("ema-2016", Size.A4)[1]


def words_of(raw: bytes, folder: Path) -> list[list[tuple[float, float, float, float, str]]]:
    """By page, every word and its box."""
    (folder / "sheet.pdf").write_bytes(raw)
    assert PDFTOTEXT is not None
    shown = subprocess.run(
        [PDFTOTEXT, "-bbox", str(folder / "sheet.pdf"), "-"], capture_output=True, text=True, check=True
    )
    found = []
    for page in shown.stdout.split("<page ")[1:]:
        boxes = re.findall(
            r'<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">(.*?)</word>', page
        )
        size = re.match(r'width="([\d.]+)" height="([\d.]+)"', page)
        assert size is not None
        found.append([(0, 0, float(size[1]), float(size[2]), "")] + [(*map(float, one[:4]), one[4]) for one in boxes])  # type: ignore[misc]
    return found


def wrong(page: list[tuple[float, float, float, float, str]]) -> list[str]:
    """Words that are cut, and pairs that lie on each other."""
    (_, _, width, height, _), *found = page
    said = [f"cut: {one[4]}" for one in found if one[0] < 0 or one[1] < 0 or one[2] > width or one[3] > height]
    found.sort(key=lambda one: one[1])
    for at, one in enumerate(found):
        for other in found[at + 1 :]:
            if other[1] > one[3]:
                break
            across = min(one[2], other[2]) - max(one[0], other[0])
            down = min(one[3], other[3]) - max(one[1], other[1])
            # Half of a full-width bracket is empty, and the brackets next to each other share that half.
            if {one[4][-1:], other[4][:1]} & set("（）「」、。") and across <= 0.6 * (one[3] - one[1]):
                continue
            # The boxes of two lines may touch where no letter does.
            if across > 0.8 and down > 0.55 * min(one[3] - one[1], other[3] - other[1]):
                said.append(f"overlap: {one[4]} | {other[4]}")
    return said


@pytest.mark.rest
@pytest.mark.skipif(PDFTOTEXT is None, reason="pdftotext (poppler-utils) is not installed")
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_of_a_bundled_book_is_cut_or_lies_on_another(language: str, tmp_path: Path) -> None:
    bad = {}
    names = list(bundled_ids())
    shift = list(LANGUAGES).index(language)
    for at, name in enumerate(names[shift :: (1 if os.environ.get("KANRULES_LONG") else 6) * len(LANGUAGES)]):
        size = list(Size)[(at + shift) % len(Size)]
        raw = made(name, size, (language,))[1]
        for side, page in enumerate(words_of(raw, tmp_path), 1):
            assert len(page) > 10
            if found := wrong(page):
                bad[name, size, side] = found
    assert bad == {}


@pytest.mark.skipif(PDFTOTEXT is None, reason="pdftotext (poppler-utils) is not installed")
def test_the_eye_sees_words_that_are_cut_or_lie_on_others() -> None:
    page = [
        (0.0, 0.0, 100.0, 100.0, ""),
        (10.0, 10.0, 30.0, 20.0, "one"),
        (20.0, 12.0, 40.0, 22.0, "two"),
        (90.0, 50.0, 120.0, 60.0, "far"),
    ]
    assert wrong(page) == ["cut: far", "overlap: one | two"]


# --- the command -----------------------------------------------------------------------------------------------------


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    with pytest.raises(SystemExit) as stop:
        main(["sheet", *arguments])
    return int(stop.value.code or 0), capsys.readouterr().err


def test_the_command_writes_a_pdf(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "card.pdf"
    code, err = run(capsys, "ema-2016", "--to", "pdf", "--size", "a6", "--kan-only", "--lang", "ja", "--out", str(out))
    assert (code, err) == (0, "")
    assert out.read_bytes().startswith(b"%PDF-")
    assert len(pages(out.read_bytes())) <= 2


def test_the_command_writes_a_wall_sheet_and_a_card(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for option, width in (("--poster", 210), ("--card", 105)):
        out = tmp_path / f"{option[2:]}.pdf"
        assert run(capsys, "tenhou", option, "--lang", "fr", "--out", str(out)) == (0, "")
        assert float(pages(out.read_bytes())[0].mediabox.width) == pytest.approx(width * POINTS, abs=1)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_wall_sheet_has_the_code_and_the_address_of_the_clubs_page(
    language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "wall.pdf"
    given = ("ema-2025", "--poster", "--lang", language, "--out", str(out))
    assert run(capsys, *given, "--site", "https://club.example/rules") == (0, "")
    (page,) = pages(out.read_bytes())
    assert "https://club.example/rules/r/ema-2025/index.html" in page.extract_text().replace("\n", "")
    assert run(capsys, *given, "--address", "https://club.example/wall") == (0, "")
    assert "https://club.example/wall" in pages(out.read_bytes())[0].extract_text()
    assert run(capsys, *given, "--address", "no address")[0] == 2


@pytest.mark.rest
def test_a_sheet_has_the_format_that_its_file_is_named_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    begins = {"a.pdf": b"%PDF-", "a.html": b"<!", "a.md": b"# ", "A.PDF": b"%PDF-", "a.txt": b"# "}
    for name, first in begins.items():
        assert run(capsys, "ema-2016", "--out", str(tmp_path / name)) == (0, ""), name
        assert (tmp_path / name).read_bytes().startswith(first), name
    poster = tmp_path / "poster.pdf"
    assert run(capsys, "ema-2016", "--size", "a3", "--out", str(poster)) == (0, "")
    assert float(pages(poster.read_bytes())[0].mediabox.width) == pytest.approx(297 * POINTS, abs=1)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--to", "html", "--out", "sheet.pdf"), "--to html does not match --out 'sheet.pdf'"),
        (("--card", "--out", "card.html"), "--card is a PDF, not html; name the file with --out FILE.pdf"),
        (("--size", "a4"), "--size needs --to pdf; --to md has no paper size"),
        (("--to", "html", "--large"), "--large needs --to pdf; --to html has no paper size"),
        (("--address", "https://a.example"), "--address needs --to pdf; --to md has no paper size"),
        (("--poster", "--card"), "--poster and --card cannot be combined"),
        (("--poster", "--to", "html"), "--poster is a PDF, not html; name the file with --out FILE.pdf"),
        (("--card", "--size", "a4"), "--card is a6; it cannot be combined with --size a4"),
        (("--poster", "--lang", "en,ja"), "--poster cannot be combined with two languages"),
        (("--poster", "--size", "a6"), "a poster needs one of: a3, a4, letter"),
        (("--to", "pdf", "--size", "a7"), "'a7' is not one of 'a3', 'a4', 'a5', 'a6', 'letter'"),
    ],
)
def test_wrong_use_is_said_in_a_line(arguments: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, err = run(capsys, "ema-2016", *arguments)
    assert code == 2 and said in " ".join(err.replace("│", " ").split())


def test_without_typst_a_pdf_says_how_it_is_had(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    monkeypatch.setattr(installation, "clone", lambda: None)
    typesetting.fonts.cache_clear()
    code, err = run(capsys, "ema-2016", "--to", "pdf", "--out", "never.pdf")
    assert code == 2 and not Path("never.pdf").exists()
    assert err.startswith("kanrules: a PDF needs typst, which is not installed: pip install 'typst>=")


@pytest.mark.parametrize(
    ("language", "font", "debian"),
    [("en", "Noto Sans", "fonts-noto-core"), ("ja", "Noto Sans CJK JP", "fonts-noto-cjk")],
)
def test_without_a_font_a_pdf_says_which_and_how_it_is_had(
    language: str, font: str, debian: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import typst

    installed = typst.Fonts

    class Bare:
        def __init__(self, **where: Any) -> None:
            self.fonts = installed(**where).fonts

        def families(self) -> list[str]:
            return [one.family for one in self.fonts() if one.family != font]

    monkeypatch.setattr(typst, "Fonts", Bare)
    typesetting.fonts.cache_clear()
    code, err = run(capsys, "m-league", "--to", "pdf", "--lang", language, "--out", "never.pdf")
    typesetting.fonts.cache_clear()
    assert code == 2
    assert (
        f"needs the font {font}, which is not there: pip install" in err and f"(or the Debian package {debian})" in err
    )


def test_a_pdf_in_latin_letters_reads_no_japanese_font(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    needed, found = [], typesetting.fonts
    monkeypatch.setattr(typesetting, "fonts", lambda names: [needed.append(names), found(names)][1])
    typesetting.covered.cache_clear()
    for paper in ([], ["--poster"], ["--card"]):
        words = ["ema-2025", "--to", "pdf", "--lang", "fr", *paper, "--out", f"{tmp_path}/x.pdf"]
        assert run(capsys, *words) == (0, "")
    assert set(needed) == {(typesetting.LATIN,)}


def test_the_words_of_paper_are_those_of_a_sheet() -> None:
    # What stands over all lines without a text is taken off each of them.
    for language in LANGUAGES:
        found = laid("101", Size.A4, (language,))
        unsaid = translator(language)(load_ruleset("101").assumed)
        lines = [line for group in found.data["groups"] for line in group["defaults"]]
        assert len(lines) > 5
        assert [
            one for one in lines if one["answers"][0]["text"].startswith(unsaid) and one["answers"][0]["text"] != unsaid
        ] == []
    assert replace(PAPERS[Size.A4][0]).columns == 2
