"""`kanrules draw`: SVG to standard output or a file, PNG where resvg is installed, exact words if not."""

from __future__ import annotations

import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from kanrules import svg
from kanrules.cli import main
from kanrules.installation import how_to_get
from kanrules.locale import LANGUAGES
from kanrules.report import png

CASE = """
[[case]]
name = "a table"
rules = ["ema-2016"]
given.hands = { south = "555z" }
[[case]]
name = "without a ruleset"
given.hands = { south = "111z" }
"""


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as stop:
        main(["draw", *words])
    out, err = capsys.readouterr()
    return int(stop.value.code or 0), out, err


def test_a_hand_is_drawn_as_the_library_draws_it(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    melds = ["daiminkan 5555z from west", "ankan 1111s"]
    picture = svg.hand("123m406p", drawn="1z", melds=melds)
    words = ("hand", "123m406p", "--draw", "1z", "--melds", ",".join(melds))
    assert run(capsys, *words) == (0, picture, "")
    file = tmp_path / "hand.svg"
    assert run(capsys, *words, "--out", str(file)) == (0, "", "")
    assert file.read_text(encoding="utf-8") == picture
    code, out, err = run(capsys, *words, "-m", "chi 324s")
    assert (code, out) == (2, "")
    assert err == (
        "kanrules: 16 tiles (7 and 3 melds of three): a hand has 14 at most, the drawn one and each meld as three "
        "among them (KR111)\n"
    )


def test_a_timeline_of_one_ruleset_or_two_lying_or_upright(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run(capsys, "timeline", "tenhou") == (0, svg.timeline("tenhou"), "")
    japanese = run(capsys, "timeline", "tenhou", "--lang", "ja")
    assert japanese == (0, svg.timeline("tenhou", lang="ja"), "") and japanese[1] != svg.timeline("tenhou")
    file = tmp_path / "both.svg"
    assert run(capsys, "timeline", "tenhou", "ema-2016", "--upright", "--theme", "dark", "-o", str(file)) == (0, "", "")
    assert file.read_text(encoding="utf-8") == svg.timeline("tenhou", "ema-2016", upright=True, theme="dark")


def test_a_table_is_drawn_from_a_case(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "club.cases.toml"
    file.write_text(CASE, encoding="utf-8")
    code, out, _ = run(capsys, "table", str(file), "--seat", "south")
    assert code == 0 and "as south sees it" in out
    ET.fromstring(out)
    code, out, _ = run(capsys, "table", str(file), "--case", "2", "--rules", "tenhou")
    assert code == 0 and "all hands shown" in out
    assert run(capsys, "table", str(file), "--case", "3") == (
        2,
        "",
        f"kanrules: --case 3: {file} has 2 cases; numbers start at 1\n",
    )


@pytest.mark.parametrize("name", ["hand.png", "hand.PNG"])
def test_a_png_is_a_png_and_twice_as_wide(capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    assert run(capsys, "hand", "1z", "--size", "60", "--out", str(file)) == (0, "", "")
    data = file.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert (int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")) == (120, 160)


def test_a_png_without_resvg_says_how_to_get_it(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    assert run(capsys, "hand", "1z", "--out", str(tmp_path / "hand.png")) == (
        2,
        "",
        f"kanrules: a PNG needs resvg, which is not installed: {how_to_get('png')} (an SVG needs nothing)\n",
    )
    assert not list(tmp_path.iterdir())


class Fontless:
    """A machine without a font: what is drawn has no words."""

    @staticmethod
    def svg_to_bytes(svg_string: str, zoom: float = 1) -> bytes:
        return b"a picture"


def test_words_are_never_left_out_of_a_png_in_silence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", Fontless)  # type: ignore[arg-type]
    code, _, err = run(capsys, "timeline", "tenhou", "--out", str(tmp_path / "t.png"))
    assert code == 2 and err.startswith(
        "kanrules: this machine has no font, and the picture's words would be missing from a PNG"
    )
    assert png.png(svg.hand("1z")) == b"a picture", "a hand has no words"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("hand", "12x"), "'12x': 'x' at place 3 is not mpsz; expected digits and the suits m, p, s, z (KR111)"),
        (("hand",), "there is no tile to draw; expected, for example, 123m406p (KR111)"),
        (("hand", "1z", "--melds", "kong 1111z"),
         "'kong 1111z': 'kong' is not a meld; expected chi, pon, ankan, daiminkan or shouminkan (KR111)"),
        (
            ("hand", "123456789m123456p"),
            "15 tiles: a hand has 14 at most, the drawn one and each meld as three among them (KR111)",
        ),
        (("hand", "1z", "--size", "3"), "a tile cannot be 3 pixels wide; expected 16 to 1000 (KR111)"),
        (("hand", "1z", "--theme", "pink"), "there is no theme 'pink'; expected auto, light or dark (KR111)"),
        (("hand", "1z", "--seat", "up"), "'up' is not a seat; expected east, south, west or north (KR111)"),
        (("hand", "1z", "--out", "hand.jpg"), "--out 'hand.jpg': expected a file name that ends in .svg or .png"),
        (("timeline", "tenhou", "--lang", "xx"),
         f"--lang 'xx': unknown language 'xx'; expected one of: {', '.join(LANGUAGES)}"),
        (("timeline", "tenhou", "--out", "t"), "--out 't': expected a file name that ends in .svg or .png"),
    ],
)  # fmt: skip
def test_wrong_use_is_told_exactly_and_ends_with_2(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], said: str
) -> None:
    assert run(capsys, *words) == (2, "", f"kanrules: {said}\n")
