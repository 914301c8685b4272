"""The conformance pack: what it holds, that it needs nothing of ours, and how engines fare."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

import pytest

from kanrules.cases.case import read_cases
from kanrules.cli import main
from kanrules.desk.case_index import cases_by_id, chapters
from kanrules.errors import UnreadableError
from kanrules.pack.kit import judge
from kanrules.pack.kit.table import Deal, Rules, from_mjai, to_mjai
from kanrules.pack.machine import Machine
from kanrules.pack.write_pack import WrittenPack, write_pack
from kanrules.ruleset import load_ruleset
from kanrules.ruleset.keys import file_value

RULES = ("tenhou", "m-league", "tenhou-3p", "sega-mj-3p")
APART = ("position_only", "not_mjai", "other_players")


ALL = sum(len(list(read_cases(path))) for _, path in chapters())
OF_THREE = sum(case.players == 3 for _, path in chapters() for case in read_cases(path))


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> WrittenPack:
    return write_pack(tmp_path_factory.mktemp("pack") / "pack", [load_ruleset(name) for name in RULES])


@pytest.fixture(scope="module")
def cases(pack: WrittenPack) -> list[dict[str, Any]]:
    return judge.load(pack.folder)


@pytest.mark.rest
def test_every_question_of_the_casebook_is_asked_or_listed_with_its_reason(pack: WrittenPack) -> None:
    manifest = json.loads((pack.folder / "pack.json").read_text(encoding="utf-8"))
    asked = {case["question_id"] for case in judge.load(pack.folder)}
    apart = {one["id"] for state in APART for one in manifest[state]}
    assert asked.isdisjoint(apart)
    assert len(asked | apart) == ALL
    assert all(one["why"] for state in APART for one in manifest[state])
    counts = manifest["counts"]
    assert (counts["asked"], sum(counts[state] for state in APART)) == (len(asked), len(apart))
    assert counts["other_players"] == 0
    # What mjai can put a deal reaches, but for hands that only a foul makes dead, and for a win on the tile of a kan
    # after the replacement tile: players are asked once, before it is drawn.
    left = [one["id"] for one in manifest["position_only"] if "a hand is dead" not in one["why"]]
    assert sorted(left) == ["late-robbery-and-its-indicator", "late-ron-and-the-kans-indicator"]


@pytest.mark.rest
def test_a_pack_of_rulesets_of_three_asks_all_their_questions_and_counts_those_of_four(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["pack", "--out", str(tmp_path / "pack"), "--rules", "tenhou-3p,mahjong-soul-3p"])
    assert ended.value.code == 0
    own = {case.id for case in cases_by_id().values() if case.players == 3}
    assert {case["question_id"] for case in judge.load(tmp_path / "pack")} == own
    said = capsys.readouterr().out.splitlines()
    assert said[1] == f"{ALL - OF_THREE} for a number of players that no ruleset of the pack has"
    manifest = json.loads((tmp_path / "pack" / "pack.json").read_text(encoding="utf-8"))
    whys = {one["why"] for one in manifest["other_players"]}
    assert whys == {"it is for four players, but no ruleset in the pack is"}
    assert (manifest["counts"]["questions"], manifest["counts"]["asked"]) == (ALL, OF_THREE)


@pytest.mark.rest
def test_a_pack_of_rulesets_of_four_counts_the_questions_of_three_with_their_reason(tmp_path: Path) -> None:
    written = write_pack(tmp_path / "pack", [load_ruleset("tenhou")])
    apart = [one for one in written.questions if one.state == "other_players"]
    assert {(one.chapter, one.why) for one in apart} == {
        ("three-players", "it is for three players, but no ruleset in the pack is")
    }
    assert len(apart) == OF_THREE and not any(one.cases for one in apart)


def test_three_sit_in_a_case_of_three_players_and_its_wall_lies_as_its_places_say(cases: list[dict[str, Any]]) -> None:
    of_three = [case for case in cases if case["chapter"] == "three-players"]
    assert of_three and all(len(case["table"]["scores"]) == 3 for case in of_three)
    assert {len(case["table"]["scores"]) for case in cases if case["chapter"] != "three-players"} == {4}
    for case in of_three:
        replacements = case["rules"]["wall.replacements"]
        own = (14 - replacements) // 2
        sizes = {"dealt": 39, "live": 55, "rinshan": replacements, "dora": own, "ura": own}
        assert {name: end - first for name, (first, end) in case["places"].items()} == sizes, case["id"]
        assert max(said["actor"] for said in case["actions"]) < 3
        assert not set(case["wall"]) & {f"{number}m" for number in range(2, 9)}
    kitas = [said for case in of_three for said in case["actions"] if said["type"] == "kita"]
    assert kitas and all(said["pai"] == "N" for said in kitas)


def test_a_deal_laid_for_other_replacement_tiles_keeps_what_is_drawn_first_and_turned_first() -> None:
    """Four replacement tiles or eight: the first four and the first three pairs of indicators are the same tiles."""
    wall = [str(tile) for tile in range(108)]
    four = Deal(wall, scores=(35000,) * 3, replacements=4)
    eight = four.laid(8)
    assert (len(four.rinshan), len(eight.rinshan)) == (4, 8)
    assert (len(four.dora), len(four.ura), len(eight.dora), len(eight.ura)) == (5, 5, 5, 5)
    assert eight.rinshan[:4] == four.rinshan
    assert (eight.dora[:3], eight.ura[:3]) == (four.dora[:3], four.ura[:3])
    assert (eight.live, eight.hands) == (four.live, four.hands)
    assert (eight.dora[3:], eight.ura[3:]) == ([wall[92], wall[90]], [wall[93], wall[91]])
    assert list(eight.laid(4).wall) == wall and eight.laid(8) is eight
    assert sorted(eight.wall) == sorted(wall)


def test_the_machine_agrees_with_every_case_of_its_own_pack(cases: list[dict[str, Any]]) -> None:
    found = list(judge.run(Machine(), cases))
    assert [(one.case["id"], one.why) for one in found if one.verdict != judge.AGREES] == []


class Stranger(Machine):
    """An engine that the pack does not know: it plays Tenhou, and reads one rule of each case."""

    name = "stranger"
    plays: ClassVar[Mapping[str, Any]] = {"kandora.daiminkan": "discard"}

    def settings(self, rules: Mapping[str, Any]) -> Mapping[str, Any]:
        return {"rules": "tenhou", "options": {"sekinin_barai.yakuman": rules["sekinin_barai.yakuman"]}}


def test_an_engine_that_the_pack_does_not_know_says_what_it_plays_and_takes_the_rules_of_a_case(
    cases: list[dict[str, Any]],
) -> None:
    asked = {"kandora.daiminkan", "sekinin_barai.yakuman"}
    found = {one.case["id"]: one for one in judge.run(Stranger(), (c for c in cases if asked & set(c["decides"])))}
    assert {one.verdict for one in found.values()} >= {judge.AGREES, judge.CANNOT_EXPRESS}
    for one in found.values():
        said = one.case["rules"]["kandora.daiminkan"]
        other = "kandora.daiminkan" in one.case["decides"] and said != "discard"
        assert (one.verdict == judge.CANNOT_EXPRESS) == other, (one.case["id"], one.why)


def test_an_engine_that_says_nothing_is_asked_everything(cases: list[dict[str, Any]]) -> None:
    class Silent(Machine):
        name = "silent"

        def deal(self, deal: Deal, settings: Mapping[str, Any]) -> None:
            assert settings == {}
            super().deal(deal, {"rules": "tenhou", "options": {}})

    (case,) = (case for case in cases if case["id"] == "indicator-of-an-ankan-tenhou")
    assert judge.judge(Silent(), case).verdict == judge.AGREES


def test_a_case_is_named_after_a_ruleset_only_if_it_has_the_rules_of_that_ruleset(cases: list[dict[str, Any]]) -> None:
    """A question that begins with "Suppose" often asks about a rule that no ruleset has."""
    supposed = [case for case in cases if case["supposes"]]
    assert len(supposed) > 50
    for case in cases:
        assert bool(case["supposes"]) == (not case["rulesets"]) == case["id"].endswith("-supposed"), case["id"]
        for id in (*case["rulesets"], case["based_on"]):
            own = load_ruleset(id)
            other = {key: value for key, value in case["rules"].items() if file_value(own[key]) != value}
            if id == case["based_on"]:
                assert other == case["supposes"], case["id"]
            else:
                # It has other rules, but those that the question supposes are its own.
                assert not other.keys() & cases_by_id()[case["question_id"]].options.keys(), (case["id"], id)


def test_a_wall_has_the_red_fives_of_its_rules(cases: list[dict[str, Any]]) -> None:
    for case in cases:
        reds = sum(tile.endswith("r") for tile in case["wall"])
        assert reds == case["rules"]["scoring.red_fives"], case["id"]
    # Only where the play shows every five of a suit, a deal has none.
    assert sum("scoring.red_fives" in case["supposes"] for case in cases) < 6


def test_an_engine_without_settings_is_not_asked_what_a_question_supposes_unless_it_plays_that(
    cases: list[dict[str, Any]],
) -> None:
    class Fixed(Machine):
        name = "fixed"
        plays: ClassVar[Mapping[str, Any]] = {}

        def deal(self, deal: Deal, settings: Mapping[str, Any]) -> None:
            super().deal(deal, {"rules": "tenhou", "options": {"kandora.ankan": "never"}})

    (case,) = (case for case in cases if case["id"] == "ankan-without-an-indicator-tenhou-supposed")
    assert case["supposes"] == {"kandora.ankan": "never"}
    assert judge.judge(Fixed(), case).verdict == judge.CANNOT_EXPRESS
    Fixed.plays = {"kandora.ankan": "declaration"}
    assert judge.judge(Fixed(), case).why == ('kandora.ankan: it plays "declaration", not "never"',)
    Fixed.plays = {"kandora.ankan": "never"}
    assert judge.judge(Fixed(), case).verdict == judge.AGREES


def _under(cls: type[Machine], case: Mapping[str, Any], options: Mapping[str, Any]) -> judge.Verdict:
    """The verdict on an engine that plays the rules of a case with these options."""

    class Playing(cls):  # type: ignore[misc, valid-type]
        name = "playing"

        def deal(self, deal: Deal, settings: Mapping[str, Any]) -> None:
            settings = {"rules": case["based_on"], "options": {**case["supposes"], **options}}
            super().deal(deal, settings)

    return judge.judge(Playing(), case)


@pytest.mark.rest
def test_an_engine_that_always_has_kan_dora_is_compared_in_the_rest_where_a_ruleset_has_none(tmp_path: Path) -> None:
    write_pack(tmp_path / "pack", [load_ruleset("jpml-a-2022")])

    class Declares(Machine):
        plays: ClassVar[Mapping[str, Any]] = {"kandora.enabled": True}

    (case,) = (case for case in judge.load(tmp_path / "pack") if case["question_id"] == "draws-taken-by-a-kan")
    assert case["indicator_keys"] == ["kandora.enabled"] and "kandora.enabled" not in case["decides"]
    found = _under(Machine, case, {"kandora.enabled": True})
    assert found.verdict == judge.DIFFERS and found.on_the_way
    assert [clause["key"] for clause in found.clauses] == ["kandora.enabled"]
    assert _under(Declares, case, {"kandora.enabled": True}).verdict == judge.AGREES


def test_whether_a_kan_turns_an_indicator_at_all_is_a_key_of_every_case_with_a_kan(cases: list[dict[str, Any]]) -> None:
    for case in cases:
        kans = {"ankan", "daiminkan", "kakan"} & {said["type"] for said in case["actions"]}
        if kans:
            assert "kandora.enabled" in case["indicator_keys"], case["id"]
        if not case["rules"]["kandora.enabled"]:
            assert set(case["indicator_keys"]) <= {"kandora.enabled"}, case["id"]


def test_every_key_of_plays_leaves_cases_out_excuses_indicators_or_is_said_to_do_neither(
    pack: WrittenPack, cases: list[dict[str, Any]]
) -> None:
    keys = json.loads((pack.folder / "pack.json").read_text(encoding="utf-8"))["keys"]
    idle = set(judge.unasked(keys, cases))
    assert 0 < len(idle) < len(keys) / 3

    class Declares(Machine):
        """Nothing that it says it plays is what a case has."""

        name = "declares"
        plays: ClassVar[Mapping[str, Any]] = {}

    for key in keys:
        Declares.plays = {key: None}
        assert judge.wrong_plays(Declares.plays, keys) == []
        about = [case for case in cases if key in (*case["decides"], *case["supposes"])]
        assert (key in idle) == (not about and not any(key in case["indicator_keys"] for case in cases)), key
        for case in about[:2]:
            found = judge.judge(Declares(), case)
            assert found.verdict == judge.CANNOT_EXPRESS and f"{key}: it plays something else" in found.why[0]


def test_a_rule_that_a_question_supposes_leaves_out_the_case_of_a_ruleset_that_has_it(
    cases: list[dict[str, Any]],
) -> None:
    class Declares(Machine):
        name = "declares"
        plays: ClassVar[Mapping[str, Any]] = {}

    seen = set()
    for case in cases:
        asked = cases_by_id()[case["question_id"]]
        if asked.decides or case["supposes"]:
            continue
        for key in asked.options:
            Declares.plays = {key: None}
            assert judge.judge(Declares(), case).verdict == judge.CANNOT_EXPRESS, (case["id"], key)
            assert key in {clause["key"] for clause in case["clauses"]}
            seen.add(key)
    assert "kita.robbable" in seen


def test_a_rule_that_an_engine_plays_otherwise_is_named_beside_a_difference_it_may_explain(
    cases: list[dict[str, Any]],
) -> None:
    (case,) = (case for case in cases if case["id"] == "kandora-ankan-ankan-tenhou")
    assert "kan.max_per_player" not in case["decides"]

    class Limits(Machine):
        plays: ClassVar[Mapping[str, Any]] = {"kan.max_per_player": 1, "chankan.ankan": "kokushi"}

    found = _under(Limits, case, {"kan.max_per_player": 1})
    assert found.verdict == judge.DIFFERS and "kan.max_per_player" in found.declared
    assert found.to_json()["declared"] == list(found.declared)


def test_what_a_question_supposes_is_played_only_if_the_settings_read_it(cases: list[dict[str, Any]]) -> None:
    (case,) = (case for case in cases if case["id"] == "ankan-without-an-indicator-tenhou-supposed")

    class Chooses(Machine):
        name = "chooses"
        whole = False

        def settings(self, rules: dict[str, Any]) -> Mapping[str, Any]:
            if self.whole:
                return {"all": rules}
            return {"all": {"kandora.daiminkan": rules["kandora.daiminkan"]}}

        def deal(self, deal: Deal, settings: Mapping[str, Any]) -> None:
            super().deal(deal, {"rules": "tenhou", "options": {**settings["all"]}})

    engine = Chooses()
    found = judge.judge(engine, case)
    assert found.verdict == judge.CANNOT_EXPRESS and "does not read it" in found.why[0]
    engine.whole = True
    assert judge.judge(engine, case).verdict == judge.AGREES


@pytest.mark.parametrize(
    "read",
    [dict, lambda rules: {**rules}, dict.items, json.dumps, lambda rules: rules | {}, lambda rules: rules.copy()],
)
def test_a_copy_of_the_rules_reads_every_rule(read: Any) -> None:
    rules = Rules({"wall.refill": "never", "dora.ura": True}, ["dora.ura"])
    assert rules.read == set() and "dora.ura" in rules and len(rules) == 2 and rules.decides == {"dora.ura"}
    if read is dict.items:
        rules.items()
    else:
        read(rules)
    assert rules.read == {"wall.refill", "dora.ura"}
    assert Rules({"dora.ura": True}).get("dora.ura") is True and Rules({}).get("dora.ura", 3) == 3


def test_an_engine_that_asks_about_a_claim_without_end_differs(cases: list[dict[str, Any]]) -> None:
    """Its menus on turn have no discard, so they are claims, and it does not hear that everyone passes."""

    class Deaf(Machine):
        def menus(self) -> dict[int, frozenset[tuple[str, ...]]]:
            wins = {
                player: frozenset(act for act in menu if act[0] != "dahai") for player, menu in super().menus().items()
            }
            return wins if len(self.kyoku.kans) else super().menus()

        def answer(self, acts: Mapping[int, tuple[str, ...]]) -> None:
            if acts:
                super().answer(acts)

    (case,) = (case for case in cases if case["id"] == "chi-and-daiminkan-on-one-discard-tenhou")
    found = judge.judge(Deaf(), case)
    assert found.verdict == judge.DIFFERS and "must contain a dahai" in found.why[-1]


def test_a_full_run_ends_with_the_most_frequent_reasons(cases: list[dict[str, Any]]) -> None:
    found = [
        judge.Verdict(case, judge.CANNOT_REACH, (f"it fails: {number // 4}",)) for number, case in enumerate(cases[:40])
    ]
    lines = judge._reasons(judge.CANNOT_REACH, found)
    assert lines[1] == "  cannot reach, by reason:"
    assert lines[2:] == [
        *(f"      4  it fails: {number}" for number in range(5)),
        "     20  for other reasons; --json writes all of them",
    ]


class LateIndicators(Machine):
    """Plays Tenhou, but turns the indicator of a daiminkan at once."""

    name = "late"
    plays: ClassVar[Mapping[str, Any]] = {}

    def deal(self, deal: Deal, settings: Mapping[str, Any]) -> None:
        super().deal(deal, {"rules": "tenhou", "options": {"kandora.daiminkan": "declaration"}})


def test_a_difference_of_an_indicator_cites_the_clause_of_that_indicator(
    cases: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """And an engine that says how it plays the indicator is compared in everything else."""
    (case,) = (case for case in cases if case["id"] == "chi-and-daiminkan-on-one-discard-tenhou")
    assert "kandora.daiminkan" not in case["decides"]
    found = judge.judge(LateIndicators(), case)
    assert found.verdict == judge.DIFFERS and found.on_the_way
    assert [clause["key"] for clause in found.clauses] == ["kandora.enabled", "kandora.daiminkan"]
    assert judge.cited(case, found.clauses[1]).startswith('kandora.daiminkan = "discard": Tenhou')
    monkeypatch.setattr(LateIndicators, "plays", {"kandora.daiminkan": "declaration"})
    assert judge.judge(LateIndicators(), case).verdict == judge.AGREES


def test_what_an_engine_says_that_it_plays_is_checked_against_the_keys_of_the_pack(pack: WrittenPack) -> None:
    keys = json.loads((pack.folder / "pack.json").read_text(encoding="utf-8"))["keys"]
    wrong = {
        ("kandora.ankann", "never"): "there is no key kandora.ankann; did you mean kandora.ankan?",
        ("kandora.ankan", "late"): 'kandora.ankan is "late", expected one of "declaration", "rinshan_draw"',
        ("chankan.ippatsu", 1): "chankan.ippatsu is 1, expected one of true, false",
        ("scoring.red_fives", True): "scoring.red_fives is true, expected one of 0, 2, 3, 4",
        ("kan.min_live_tiles", 70): "kan.min_live_tiles is 70, expected a whole number from 1 to 69",
        ("sekinin_barai.yakuman", "daisangen"): 'sekinin_barai.yakuman is "daisangen", expected a list of "daisangen"',
    }
    for (key, value), text in wrong.items():
        (said,) = judge.wrong_plays({key: value}, keys)
        assert said.startswith(text)
    # Every value that a ruleset has is one that an engine may name.
    for name in RULES:
        rules = load_ruleset(name)
        assert judge.wrong_plays({key: file_value(rules[key]) for key in keys}, keys) == []
    for key in keys.values():
        assert key["question"] and len({"values", "members", "minimum"} & set(key)) == 1
        assert all(key.get("values", {"": "said"}).values())


def test_a_machine_under_another_law_differs(cases: list[dict[str, Any]]) -> None:
    """What the cases ask is noticed: indicators by their instant, menus, payments."""
    changed = {
        "kandora.ankan": "discard_passed",
        "kandora.daiminkan": "never",
        "riichi_kan.level": "forbidden",
        "sekinin_barai.yakuman": [],
        "chankan.ippatsu": False,
    }
    wrong = [
        case | {"settings": {"kanrules": {"rules": case["settings"]["kanrules"]["rules"], "options": changed}}}
        for case in cases
        if set(case["decides"]) & set(changed)
    ]
    found = list(judge.run(Machine(), wrong))
    assert sum(one.verdict == judge.DIFFERS for one in found) > len(wrong) / 3
    texts = " ".join(why for one in found for why in one.why)
    for said in ("dora indicators are face up", "the engine pays", "may not"):
        assert said in texts


def test_every_case_is_one_whole_deal(cases: list[dict[str, Any]]) -> None:
    assert len({case["id"] for case in cases}) == len(cases)
    for case in cases:
        kinds = Counter(tile[:2] for tile in case["wall"])
        sizes = {4: (136, 34), 3: (108, 27)}[len(case["table"]["scores"])]
        assert (len(case["wall"]), len(kinds)) == sizes and set(kinds.values()) == {4}, case["id"]
        assert 0 <= case["starts_at"] <= case["question_at"] <= len(case["actions"])
        for said in (*case["actions"], *case["expect"]["legal"]):
            assert to_mjai(said["actor"], from_mjai(said)).items() <= said.items()
        for event in case["expect"]["events"]:
            if event["type"] == "dora":
                assert event["after"] or event["before"]
        if case["expect"]["result"] != "ongoing":
            taken = 1000 * (case["table"]["kyotaku"] - case["expect"]["sticks"]["on_table"])
            assert sum(case["expect"]["deltas"]) == taken, case["id"]


def test_a_case_has_the_keys_of_the_schema(pack: WrittenPack, cases: list[dict[str, Any]]) -> None:
    schema = json.loads((pack.folder / "schema.json").read_text(encoding="utf-8"))
    for case in cases:
        assert set(case) == set(schema["required"]) == set(schema["properties"])
        assert set(case["expect"]) == set(schema["properties"]["expect"]["required"])
    readme = (pack.folder / "README.md").read_text(encoding="utf-8")
    for key in (
        *(set(schema["properties"]) - {"expect"}),
        "legal",
        "events",
        "shown",
        "result",
        "winners",
        "deltas",
    ):
        assert f"{key}`" in readme or f".{key}" in readme, key


@pytest.mark.rest
def test_a_case_agrees_with_its_schema(pack: WrittenPack, cases: list[dict[str, Any]]) -> None:
    import jsonschema

    validator = jsonschema.Draft202012Validator(json.loads((pack.folder / "schema.json").read_text(encoding="utf-8")))
    for case in cases:
        validator.validate(case)


@pytest.mark.rest
def test_the_runner_needs_nothing_but_python(pack: WrittenPack, tmp_path: Path) -> None:
    """An engine of a stranger's own, run by a Python that has no kanrules: here one that offers nothing."""
    mine = tmp_path / "mine.py"
    mine.write_text(
        "class Mine:\n"
        "    name, version = 'mine', '0'\n"
        "    def deal(self, deal, settings): pass\n"
        "    def menus(self): return {}\n"
        "    def answer(self, acts): pass\n"
        "    def indicators(self): return []\n"
        "    def events(self): return []\n"
        "    def result(self): return None\n"
        "    def close(self): pass\n"
    )
    ran = subprocess.run(
        [sys.executable, "-I", "-S", str(pack.folder / "run.py"), f"{mine}:Mine", "--chapter", "liability"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert "0 agrees, 0 differs" in ran.stdout and "cannot reach" in ran.stdout
    wrong = subprocess.run(
        [sys.executable, "-I", "-S", str(pack.folder / "run.py"), "nobody"], capture_output=True, text=True, check=False
    )
    assert (wrong.returncode, wrong.stderr[:25]) == (2, "there is no engine nobody")


COMMAND = re.compile(r"(?:^|`|&& )((?:venv/bin/)?python \S+\.py[^`\n#&]*)", re.M)


@pytest.mark.rest
def test_every_command_that_the_readme_names_runs_in_the_pack(pack: WrittenPack) -> None:
    """On the engine that the README has as its example, made of its own class, but for engines of others."""
    readme = (pack.folder / "README.md").read_text(encoding="utf-8")
    commands = [found.strip().split()[1:] for found in COMMAND.findall(readme)]
    assert len(commands) > 7 and {"run.py", "perft.py"} == {words[0] for words in commands}
    # Nothing else is called: no program that the pack does not have.
    assert "kanrules perft" not in readme and "kanrules pack" not in readme
    python = re.findall(r"```python\n(.*?)```", readme, re.S)
    sources = [part for part in python if "class Mine" in part]
    own = [
        sources[0].replace(": ...", ": return {}"),
        re.sub(r"^class Mine:", "class Rest:", sources[1], flags=re.M),
        "Mine = type('Mine', (Rest, Mine), {'result': lambda self: None, 'events': lambda self: []})",
    ]
    (pack.folder / "mine.py").write_text("\n".join(own), encoding="utf-8")
    known = judge.engines()
    for words in commands:
        if "..." in words:
            words = [words[0], "-h"]
        elif words[1] in known:
            assert words[2:] == [] or words[2].startswith("--")
            continue
        ran = subprocess.run(
            [sys.executable, "-I", "-S", *words], cwd=pack.folder, capture_output=True, text=True, check=False
        )
        assert ran.returncode in (0, 1), (words, ran.stderr)
        assert "usage" in ran.stdout or "mine 1.0" in ran.stdout, words
    (pack.folder / "mine.py").unlink()
    options = set(re.findall(r"`(--[a-z]+)", readme))
    told = "".join(
        subprocess.run(
            [sys.executable, str(pack.folder / name), "-h"], capture_output=True, text=True, check=True
        ).stdout
        for name in ("run.py", "perft.py")
    )
    assert options and all(option in told for option in options)


def test_an_engine_with_the_name_of_a_known_one_is_told_that_its_settings_are_not_used(
    pack: WrittenPack, tmp_path: Path
) -> None:
    mine = tmp_path / "mine.py"
    methods = ["deal", "menus", "answer", "indicators", "events", "result", "close"]
    mine.write_text(
        "class Mine:\n    name, version, plays = 'riichienv', '0', {}\n"
        + "".join(f"    def {name}(self, *args): return None\n" for name in methods)
    )
    ran = subprocess.run(
        [sys.executable, str(pack.folder / "run.py"), f"{mine}:Mine"], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 2 and "is named riichienv" in ran.stderr and "choose another name" in ran.stderr


@pytest.mark.rest
def test_a_reader_that_goes_away_gets_no_traceback(pack: WrittenPack) -> None:
    for program in ("run.py", "perft.py"):
        ran = subprocess.Popen(
            [sys.executable, str(pack.folder / program), "kanrules", "--limit", "0", "--only", "indicator"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert ran.stdout is not None and ran.stderr is not None
        ran.stdout.close()
        said = ran.stderr.read()
        ran.stderr.close()
        assert (ran.wait(), said) == (141, "")


def test_the_programs_of_the_pack_import_nothing_of_ours_but_where_it_is_the_engine(pack: WrittenPack) -> None:
    for path in [pack.folder / "run.py", *(pack.folder / "engines").glob("*.py")]:
        text = path.read_text(encoding="utf-8")
        assert ("from kanrules" in text or "import kanrules" in text) == (path.name == "ours.py"), path


def test_the_command_wants_a_folder_of_its_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "thesis.txt").write_text("mine")
    wrong = {
        (): "name the folder of the pack with --out DIR",
        (
            "--out",
            str(tmp_path),
            "--rules",
            "tenhou",
        ): f"{tmp_path} contains files that do not belong to a pack; choose a new folder",
        ("--out", str(tmp_path / "new"), "--rules", "tenhuo"): "tenhuo",
        ("ema-2025", "--out", str(tmp_path / "new")): "(ema-2025); use --rules ema-2025.",
        ("tenhou", "ema-2025"): "use --rules tenhou,ema-2025.",
        ("new",): "(new); use --out for the folder, and --rules for rulesets.",
    }
    for arguments, said in wrong.items():
        with pytest.raises(SystemExit) as stopped:
            main(["pack", *arguments])
        assert stopped.value.code == 2
        assert said in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_a_folder_with_other_files_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine")
    with pytest.raises(UnreadableError, match="contains files that do not belong to a pack"):
        write_pack(tmp_path, [load_ruleset("tenhou")])
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


@pytest.mark.parametrize("error", [ValueError(), AssertionError("\n"), SystemExit(0), SystemExit("over\nand out")])
def test_an_engine_may_fail_in_any_way_and_ends_only_its_case(
    cases: list[dict[str, Any]], error: BaseException
) -> None:
    class Failing(Machine):
        def deal(self, deal: Deal, settings: Mapping[str, Any]) -> None:
            raise error

    found = list(judge.run(Failing(), cases[:2], nearest=True))
    assert [one.verdict for one in found] == [judge.CANNOT_REACH] * 2
    assert all(one.why[0].startswith(f"it fails: {type(error).__name__}") for one in found)
