"""The composer: a text of which one line changes, what `check` says of it, what goes in and out."""

from __future__ import annotations

import base64
import json
import re
import zlib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kanrules.exchange import programs, send
from kanrules.ruleset import Ruleset, bundled_ids, load_ruleset
from kanrules.ruleset.keys import Takes, keys
from kanrules.ruleset.standalone_toml import template
from kanrules.site.live import draft
from kanrules.site.live.answer import answer
from kanrules.site.live.compose import packed, unpacked


@pytest.fixture(autouse=True)
def somewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def ask(tool: str, *fields: tuple[str, str]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(answer(json.dumps({"tool": tool, "fields": fields})))
    return found


CLUB = """# Thursdays, as we play since 2019.
[ruleset]
id = "club"   # never change this
name = "Club"
extends = "ema-2016"

[kandora]
# decided after a long evening
daiminkan = "discard"  # was: declaration
shouminkan = "discard"

[notes]
text = [
  "Bring tea.",   # really
]
"""


def test_a_mistake_elsewhere_in_the_text_does_not_make_its_id_wrong() -> None:
    broken = CLUB.replace('daiminkan = "discard"', "daiminkan = discard")
    found = ask("compose", ("toml", broken), ("only", "text"))
    assert found["verdict"] == "errors" and "club.toml" not in found["html"]
    found = ask("compose", ("toml", broken.replace('"club"', '"oak"')), ("only", "text"))
    assert "KR107" not in found["html"] and "club.toml" not in found["html"]
    assert found["state"].startswith("<b>–</b>"), "how many answers differ is not known"


def test_an_answer_is_written_into_its_line_and_every_other_stays() -> None:
    changed = draft.put(CLUB, "kandora.daiminkan", '"never"')
    assert changed == CLUB.replace('daiminkan = "discard"  # was', 'daiminkan = "never"  # was')


def test_a_new_answer_stands_in_its_table_and_a_new_table_at_the_end() -> None:
    assert 'shouminkan = "discard"\nankan = "discard"\n' in draft.put(CLUB, "kandora.ankan", '"discard"')
    assert draft.put(CLUB, "chombo.points", "8000") == f"{CLUB}\n[chombo]\npoints = 8000\n"


def test_an_answer_taken_back_takes_its_line_and_with_the_last_its_table() -> None:
    once = draft.put(CLUB, "kandora.shouminkan", "")
    assert once == CLUB.replace('shouminkan = "discard"\n', "")
    text = '[ruleset]\nid = "x"\n\n[chombo]\npoints = 1\n\n[notes]\ntext = []\n'
    assert draft.put(text, "chombo.points", "") == '[ruleset]\nid = "x"\n\n[notes]\ntext = []\n'


def test_a_text_that_is_no_toml_is_left_as_it_was_typed() -> None:
    for broken in ("[ruleset\n", 'a = "', "x = 1\nx = 2\n"):
        assert draft.put(broken, "kandora.daiminkan", '"never"') == broken
        assert ask("compose", ("toml", broken), ("kandora.daiminkan", "never"))["text"] == broken


@given(st.sampled_from(sorted(keys())), st.data())
def test_whatever_is_typed_for_a_key_changes_that_key_alone(name: str, data: st.DataObject) -> None:
    key = keys()[name]
    if key.takes is Takes.FLOATING:
        return
    said = data.draw(
        st.one_of(st.sampled_from([draft.shown(key, one) for one in key.allowed] or ["1000"]), st.text(max_size=40))
    )
    before = draft.set_in(CLUB)
    after = draft.set_in(draft.put(CLUB, name, draft.literal(key, said)))
    assert {k: v for k, v in before.items() if k != name} == {k: v for k, v in after.items() if k != name}


@pytest.mark.parametrize("book", ["ema-2016", "m-league", "mahjong-soul"])
def test_every_value_of_every_book_goes_into_a_field_and_back(book: str) -> None:
    rules = load_ruleset(book)
    text = draft.begun(book, "My club")
    for name, key in keys().items():
        shown = draft.shown(key, rules[name])
        if key.takes is Takes.FLOATING or not shown:
            continue
        text = draft.put(text, name, draft.literal(key, shown))
    found = ask("compose", ("toml", text), ("only", "text"))
    assert found["verdict"] != "errors", found["html"]
    assert json.loads(found["json"])["differences"] == []


def test_every_key_is_asked_with_its_options_in_words() -> None:
    html = ask("compose-questions", ("rules", "ema-2016"))["html"]
    for name, key in keys().items():
        assert f'data-key-of="{name}"' in html
        for value in key.allowed if key.takes in (Takes.CHOICE, Takes.SWITCH) else ():
            assert f'name="{name}" value="{draft.shown(key, value)}"' in html


def test_what_differs_is_told_with_its_effect_and_the_questions_it_answers_otherwise() -> None:
    found = ask(
        "compose", ("rules", "ema-2016"), ("name", "Friday Club"), ("kandora.daiminkan", "discard"), ("effects", "1")
    )
    assert found["verdict"] == "fine" and found["file"] == "friday-club.toml"
    data = json.loads(found["json"])
    assert [one["key"] for one in data["differences"]] == [
        "kandora.daiminkan",
        "procedure.daiminkan",
        "procedure.indicator",
    ]
    assert "a win on the replacement tile counts it" in found["differs"]["kandora.daiminkan"]
    assert "When is the kan dora indicator of a daiminkan turned?" in found["html"].partition("casebook")[2]


def test_messages_of_the_check_stand_at_their_line_and_the_answer_stays_as_typed() -> None:
    found = ask("compose", ("rules", "ema-2016"), ("name", "Club"), ("chombo.points", "20.000"))
    assert (found["verdict"], found["code"], found["usable"]) == ("errors", "KR103", False)
    line = 1 + found["text"].split("\n").index("points = 20.000")
    (problem,) = json.loads(found["json"])["problems"]
    assert problem["line"] == line
    assert f'<li class="l err"><i>{line}</i>' in found["lines"]


def test_a_slip_of_the_pen_is_mended_with_a_tap() -> None:
    found = ask("compose", ("toml", CLUB.replace('"discard"  #', '"discrad"  #')), ("only", "text"))
    assert 'data-fix="&quot;discard&quot;"' in found["lines"] or 'data-fix="discard"' in found["lines"]


def test_a_link_carries_the_ruleset_and_a_broken_one_is_refused() -> None:
    assert unpacked(packed(CLUB)) == CLUB
    assert ask("compose-open", ("link", packed(CLUB)))["text"] == CLUB
    bomb = base64.urlsafe_b64encode(zlib.compress(b"x" * 10_000_000)).decode()
    for link in ("x", packed(CLUB)[:-9], "%%%", bomb, "ä"):
        found = ask("compose-open", ("link", link))
        assert found["verdict"] == "unreadable" and "text" not in found


def opened(name: str, data: bytes) -> dict[str, Any]:
    return ask("compose-open", ("file", name), ("data", base64.b64encode(data).decode()))


def test_a_file_is_opened_as_it_is_a_comment_among_it() -> None:
    assert opened("club.toml", CLUB.encode())["text"] == CLUB


@pytest.mark.parametrize("program", ["majiang", "riichienv"])
def test_the_settings_of_another_program_are_opened_as_import_brings_them(program: str) -> None:
    asked = programs.program(program)
    sent = send.send(asked, load_ruleset("m-league"))
    found = opened("rules.json", json.dumps(asked.wrap(sent.settings)).encode())
    assert 'extends = "' in found["text"] and "[ruleset]" in found["text"]
    assert ask("compose", ("toml", found["text"]), ("only", "text"))["verdict"] != "errors"


@pytest.mark.parametrize("data", [b"", b"\xff\xfe\x00", b"{}", b'{"x": 1}', b"[1, 2", b"x" * 2_000_000])
def test_what_nobody_can_read_is_said_and_not_taken(data: bytes) -> None:
    found = opened("rules.json", data)
    assert found["verdict"] == "unreadable" and "text" not in found


HOSTILE = """[ruleset]
id = "club"
name = "<script>alert(1)</script>"
extends = "ema-2016"
[kandora]
"<img src=x onerror=alert(2)>" = 1
daiminkan = "<svg onload=alert(3)>"
[penalty]
empty_call = "</li></ol><iframe src=//example.org>"
"""


@pytest.mark.rest
def test_a_hostile_text_is_shown_and_never_obeyed() -> None:
    found = ask("compose", ("toml", HOSTILE), ("only", "text"), ("effects", "1"))
    assert found["text"] == HOSTILE and found["verdict"] == "errors"
    for part in (found["html"], found["lines"], found["state"]):
        assert not any(bad in part for bad in ("<script", "<img", "<svg onload", "<iframe"))
    mended = HOSTILE.replace('"<img src=x onerror=alert(2)>" = 1\n', "").replace("<svg onload=alert(3)>", "discard")
    found = ask("compose", ("toml", mended), ("only", "text"), ("effects", "1"))
    assert found["usable"]
    shown = found["html"] + found["lines"] + "".join(found["differs"].values())
    assert not any(bad in shown for bad in ("<script", "<img", "<iframe"))
    page = ask("compose-paper", ("toml", mended))["page"]
    assert "<script" not in page and "<iframe" not in page


@pytest.mark.parametrize("parent", ["../../../etc/passwd", "/etc/hostname", "./other.toml", "no-such-book"])
def test_a_text_reads_nothing_but_bundled_books(parent: str) -> None:
    found = ask("compose", ("toml", CLUB.replace('"ema-2016"', json.dumps(parent))), ("only", "text"))
    assert found["verdict"] == "errors" and not found["usable"]


def test_a_text_runs_no_code() -> None:
    Path("house.py").write_text("raise SystemExit('it ran')", encoding="utf-8")
    found = ask(
        "compose", ("toml", CLUB.replace('name = "Club"', 'name = "Club"\nplugins = ["./house.py"]')), ("only", "text")
    )
    assert found["verdict"] == "errors"


def test_sheet_and_card_are_pages_for_the_printer_and_wait_for_a_sound_text() -> None:
    whole = ask("compose-paper", ("toml", CLUB))
    card = ask("compose-paper", ("toml", CLUB), ("card", "1"))
    assert (whole["file"], card["file"]) == ("club-sheet.html", "club-card.html")
    assert len(card["page"]) < len(whole["page"]) and "Bring tea." in whole["page"] and "Bring tea." not in card["page"]
    assert ask("compose-paper", ("toml", "x"))["verdict"] == "unreadable"


def test_what_new_ruleset_writes_is_opened_and_composed_further() -> None:
    parent: Ruleset = load_ruleset("tenhou")
    text = template("club", title="Club", authority="Club", edition="", parent=parent, extends="tenhou")
    found = ask("compose", ("toml", text), ("only", "text"))
    assert found["verdict"] != "errors" and found["book"] == "tenhou"
    assert draft.put(text, "kandora.daiminkan", '"never"').count("\n") >= text.count("\n")


@pytest.mark.rest
def test_every_book_can_be_begun_from() -> None:
    for book in bundled_ids():
        found = ask("compose", ("rules", book), ("name", "My club"))
        assert found["usable"], (book, found["html"])


def test_the_name_gives_id_file_and_authority_until_they_are_set_otherwise() -> None:
    found = ask("compose", ("rules", "ema-2025"))
    assert found["file"] == "my-club.toml"
    found = ask("compose", ("rules", "ema-2025"), ("toml", found["text"]), ("name", "Friday Riichi"))
    assert found["file"] == "friday-riichi.toml"
    assert found["head"] == {"name": "Friday Riichi", "authority": "Friday Riichi", "edition": ""}
    assert 'id = "friday-riichi"' in found["text"]
    fields = (("rules", "ema-2025"), ("toml", found["text"]), ("authority", "Riichi Cologne"), ("edition", "2026"))
    found = ask("compose", *fields, ("name", "Friday Riichi"))
    assert found["head"] == {"name": "Friday Riichi", "authority": "Riichi Cologne", "edition": "2026"}
    found = ask("compose", ("rules", "ema-2025"), ("toml", found["text"]), ("name", "Sunday Riichi"))
    assert found["head"]["authority"] == "Riichi Cologne" and found["file"] == "sunday-riichi.toml"
    assert found["verdict"] == "fine"


def test_a_name_never_takes_the_id_of_a_published_ruleset() -> None:
    found = ask("compose", ("rules", "ema-2025"), ("name", "Tenhou"))
    assert found["file"] == "tenhou-club.toml" and found["verdict"] == "fine"


def test_an_id_that_somebody_chose_stays_when_the_name_changes() -> None:
    text = '[ruleset]\nid = "thursday"\nname = "Riichi Cologne"\nextends = "ema-2025"\n'
    found = ask("compose", ("rules", "ema-2025"), ("toml", text), ("name", "Riichi Bonn"))
    assert found["file"] == "thursday.toml"


def test_names_in_a_list_are_ticked() -> None:
    key = "sekinin_barai.yakuman"
    asked = (("rules", "ema-2025"), (key, ""), (key, "daisangen"), (key, "suukantsu"))
    found = ask("compose", *asked)
    assert 'yakuman = ["daisangen", "suukantsu"]' in found["text"]
    assert found["values"][key] == "daisangen, suukantsu"
    # Without a tick the ruleset's own list applies again.
    found = ask("compose", ("rules", "ema-2025"), ("toml", found["text"]), (key, ""))
    assert "yakuman" not in found["text"]


def test_a_local_rule_is_written_with_its_plugin_and_taken_back_with_it() -> None:
    before = ask("compose", ("rules", "ema-2016"), ("name", "Club"))["text"]
    found = ask("compose", ("rules", "ema-2016"), ("name", "Club"), ("plugin.club.kan_furi", "1"))
    assert found["verdict"] == "fine"
    assert 'plugins = ["club"]' in found["text"] and "[plugin.club]\nkan_furi = 1\n" in found["text"]
    assert "A ron on the discard after a kan is worth 1 more han" in found["differs"]["plugin.club.kan_furi"]
    again = ask(
        "compose", ("rules", "ema-2016"), ("name", "Club"), ("toml", found["text"]), ("plugin.club.kan_furi", "")
    )
    assert again["text"] == before


def test_every_local_rule_is_asked_with_its_sentence() -> None:
    html = ask("compose-questions", ("rules", "ema-2016"))["html"]
    for rule in draft.local_rules():
        assert f'data-key-of="{rule.key.name}"' in html
        assert f'name="{rule.key.name}"' in html


def test_what_the_composer_offers_for_local_rules_is_accepted() -> None:
    offered = [(rule, value) for rule in draft.local_rules() for value, _ in rule.choices or ((rule.written, ""),)]
    fields = {rule.key.name: value.strip('"[]') for rule, value in offered}
    found = ask("compose", ("rules", "ema-2016"), *fields.items())
    assert found["usable"]
    assert set(fields) <= set(found["differs"])


def ticked(*names: str, text: str = "") -> str:
    """What the composer writes after these boxes of the list of yakuman are ticked."""
    asked = [["rules", "ema-2025"], ["name", "Club"], ["sekinin_barai.yakuman", "=daisangen, daisuushii"]]
    asked += [["sekinin_barai.yakuman", one] for one in names] + [["toml", text]]
    found: dict[str, str] = json.loads(answer(json.dumps({"tool": "compose", "fields": asked})))
    return found["text"]


def test_the_names_that_the_parent_has_are_ticked_and_one_more_leaves_them_in_the_list() -> None:
    asked = {"tool": "compose-questions", "fields": [["rules", "ema-2025"]]}
    page = json.loads(answer(json.dumps(asked)))["html"]
    boxes = dict(re.findall(r'type="checkbox" name="sekinin_barai.yakuman" value="(\w+)"( checked)?', page))
    assert [name for name, checked in boxes.items() if checked] == ["daisangen", "daisuushii"]
    assert "sekinin_barai" not in ticked("daisangen", "daisuushii")
    more = ticked("daisangen", "daisuushii", "suukantsu")
    assert 'yakuman = ["daisangen", "daisuushii", "suukantsu"]' in more
    assert "sekinin_barai" not in ticked("daisuushii", "daisangen", text=more)


def test_a_name_that_is_left_out_is_named_and_no_name_at_all_is_an_empty_list() -> None:
    assert 'yakuman = ["suukantsu"]' in ticked("suukantsu")
    assert "yakuman = []" in ticked()
    asked = {"tool": "compose", "fields": [["toml", ticked("suukantsu")], ["only", "text"]]}
    html = json.loads(answer(json.dumps(asked)))["html"]
    assert "moves from the parent&#x27;s list: daisangen, daisuushii." in html


def test_a_shared_link_opens_a_page_to_read_that_begins_with_what_differs() -> None:
    text = (
        '[ruleset]\nid = "heron"\nname = "Heron"\nextends = "ema-2025"\nplugins = ["club"]\n'
        '[kandora]\ndaiminkan = "discard"\n[plugin.club]\nkan_furi = 1\n'
    )
    asked = {"tool": "read", "fields": [["rules", "shared/heron.toml"]], "own": [["shared/heron.toml", text]]}
    html = json.loads(answer(json.dumps(asked)))["html"]
    # Two rules: the changed line, and the option of the plugin.
    assert html.index('id="differs"') < html.index('id="open"') < html.index('id="rules"')
    assert html.count('<article class="differs"') == 2
    composed = json.loads(answer(json.dumps({"tool": "compose", "fields": [["toml", text], ["only", "text"]]})))
    raised = re.findall(r'data-goto="([^"]+)"', composed["open"])
    assert raised and f"<b>{len(raised)}</b> open questions" in composed["state"]
    assert raised == re.findall(r'<li id="o-([^"]+)"', html)
