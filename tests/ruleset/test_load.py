"""A ruleset stands on its parents: what it inherits, what it says itself, and who is cited for it."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kanrules import __version__
from kanrules.law.options import Instant, Options
from kanrules.ruleset import Problem, Ruleset, RulesetError, all_ids, bundled_ids, load_ruleset
from kanrules.ruleset.lint import warnings
from kanrules.rulings import Finding, Grade, Source, Verdict

Load = Callable[..., Ruleset]
Write = Callable[..., Path]
Problems = Callable[..., list[Problem]]

PARENT = """
[kandora]
ankan = "rinshan_draw"
daiminkan = "discard"

[scoring]
without_yaku = ["renhou", "ippatsu"]

[source."kandora.ankan"]
document = "The old book"
clause = "4.2"
url = "https://example.org/book"
grade = "official"

[source."kandora.daiminkan"]
document = "The old book"
clause = "4.3"
grade = "official"
"""


def test_a_ruleset_of_nothing_but_an_id_is_the_defaults(load: Load) -> None:
    rules = load()
    assert rules.options == Options()
    assert rules.origin("kandora.ankan").set_by == "default"
    assert rules.origin("kandora.ankan").source is None
    assert rules.unsourced and not rules.sourced


def test_tables_merge_by_key_and_the_child_wins(load: Load, write: Write) -> None:
    write("base", PARENT)
    rules = load('[kandora]\ndaiminkan = "never"\n', head='extends = "base.toml"')
    assert rules.kandora.ankan is Instant.RINSHAN_DRAW
    assert rules["kandora.daiminkan"] is Instant.NEVER
    assert rules.kandora.shouminkan is Instant.DECLARATION


def test_a_list_replaces_the_parents(load: Load, write: Write) -> None:
    write("base", PARENT)
    assert load('[scoring]\nwithout_yaku = ["tanyao"]\n', head='extends = "./base.toml"').scoring.without_yaku == (
        "tanyao",
    )
    assert load("[scoring]\nwithout_yaku = []\n", head='extends = "./base.toml"').scoring.without_yaku == ()


def test_every_value_names_the_file_and_line_that_set_it(load: Load, write: Write) -> None:
    write("base", PARENT)
    rules = load('[kandora]\ndaiminkan = "never"\n', head='extends = "base.toml"')
    assert rules.value_set_by("kandora.ankan") == "base.toml:7"
    assert rules.value_set_by("kandora.daiminkan") == "club.toml:6"
    assert rules.value_set_by("kandora.shouminkan") == "default"
    assert rules.origin("kandora.ankan").file == Path.cwd() / "base.toml"


def test_an_inherited_value_keeps_its_clause(load: Load, write: Write) -> None:
    write("base", PARENT)
    rules = load(head='extends = "base.toml"')
    assert rules.origin("kandora.ankan").source == Source(
        "The old book", "4.2", "https://example.org/book", Grade.OFFICIAL
    )


def test_a_clubs_own_value_is_never_cited_as_its_parents_clause(load: Load, write: Write) -> None:
    write("base", PARENT)
    rules = load('[kandora]\nankan = "never"\n', head='extends = "base.toml"\nauthority = "Thursday club"')
    assert rules.origin("kandora.ankan").source == Source("Thursday club", clause="7.2", grade=Grade.OWN)
    assert str(rules.origin("kandora.ankan")) == "Thursday club 7.2 (own)", "by its article in the club's own book"


def test_even_the_parents_own_value_said_again_is_the_clubs(load: Load, write: Write) -> None:
    write("base", PARENT)
    rules = load('[kandora]\nankan = "rinshan_draw"\n', head='extends = "base.toml"\nauthority = "Thursday club"')
    assert rules.origin("kandora.ankan").source == Source("Thursday club", clause="7.2", grade=Grade.OWN)
    assert "kandora.ankan" in rules.own and "kandora.ankan" in rules.sourced


@pytest.mark.parametrize("parent", bundled_ids())
def test_no_value_that_a_club_changes_is_cited_as_the_bundled_books(parent: str, load: Load) -> None:
    from kanrules.ruleset.articles import article_number
    from kanrules.ruleset.keys import TEXT_TABLES, Takes, file_text, file_value, keys

    base = load_ruleset(parent)
    own: dict[str, dict[str, str]] = {}
    for key in keys().values():
        if key.takes is Takes.CHOICE or key.takes is Takes.SWITCH:
            other = next(value for value in key.allowed if value != file_value(base[key.name]))
            own.setdefault(key.table, {})[key.field] = file_text(other)
    text = "".join(
        f"[{table}]\n" + "".join(f"{name} = {value}\n" for name, value in lines.items()) for table, lines in own.items()
    )
    rules = load(text, head=f'extends = "{parent}"\nauthority = "Thursday club"')
    for table, lines in own.items():
        for name in lines:
            source = rules.origin(f"{table}.{name}").source
            assert source is not None and (source.document, source.grade) == ("Thursday club", Grade.OWN)
            assert source.clause == article_number(f"{table}.{name}"), "the club's own article, or none"
            assert f"{table}.{name}" in rules.own or table in TEXT_TABLES


def test_a_rule_of_ones_own_raises_the_count_of_settled_values(load: Load, write: Write) -> None:
    write("base", PARENT)
    base = load("", head='extends = "base.toml"')
    club = load('[kandora]\nshouminkan = "discard"\n[chombo]\npoints = 8000\n', head='extends = "base.toml"')
    assert len(club.sourced) == len(base.sourced) + 2 and len(club.unsourced) == len(base.unsourced) - 2
    assert club.counted == f"2 by the book, {len(base.own) + 2} its own, {len(club.unsourced)} unsourced"


def test_a_child_may_name_a_source_of_its_own(load: Load, write: Write) -> None:
    write("base", PARENT)
    own = (
        '[kandora]\nankan = "never"\n[source."kandora.ankan"]\ndocument = "House sheet"\nclause = "2"\ngrade = "own"\n'
    )
    rules = load(own, head='extends = "base.toml"')
    assert rules.origin("kandora.ankan").source == Source("House sheet", "2", "", Grade.OWN)
    assert "kandora.ankan" in rules.sourced


def test_a_ruling_carries_key_value_place_and_source(load: Load, write: Write) -> None:
    write("base", PARENT)
    rules = load(head='extends = "base.toml"\nversion = "7"')
    ruling = rules.ruling(Finding(Verdict.TURNED, "KR301", "9s is turned", "kandora.ankan", at=12))
    assert (ruling.key, ruling.value, ruling.set_by, ruling.at) == ("kandora.ankan", "rinshan_draw", "base.toml:7", 12)
    assert ruling.source is not None and ruling.source.clause == "4.2"
    assert (ruling.ruleset, ruling.version, ruling.plugin) == ("club", "7", "core")


def test_a_ruling_on_a_default_names_nobody(load: Load) -> None:
    ruling = load(head='authority = "Thursday club"').ruling(
        Finding(Verdict.TURNED, "KR301", "9s is turned", "kandora.ankan")
    )
    assert (ruling.set_by, ruling.source) == ("default", None)
    assert str(load().origin("kandora.ankan")) == "No source found; kanrules assumes this."


def test_plugins_add_and_a_minus_takes_one_away(load: Load, write: Write) -> None:
    write("base", head='plugins = ["ema", "wrc"]')
    assert load(head='extends = "base.toml"\nplugins = ["club"]').plugins == ("club", "ema", "wrc")
    assert load(head='extends = "base.toml"\nplugins = ["club", "-ema"]').plugins == ("club", "wrc")
    assert load(head='extends = "base.toml"\nplugins = ["wrc"]').plugins == ("wrc", "ema")


def test_plugin_options_merge_by_key_and_have_their_defaults(load: Load, write: Write) -> None:
    write("base", "[plugin.club]\nopen_kan_fee = 1000\nkan_bonus = 500\n", head='plugins = ["club"]')
    rules = load("[plugin.club]\nkan_bonus = 0\n", head='extends = "base.toml"')
    expected = {"open_kan_fee": 1000, "kan_bonus": 0, "fourth_kan_wins": False, "old_liability": ()}
    assert rules.plugin["club"].items() >= expected.items()


def test_a_plugins_change_is_named_and_a_files_own_line_holds_against_it(load: Load, write: Write) -> None:
    house = """
from kanrules import hookimpl
from kanrules.rulings import Grade, Source

@hookimpl
def amend_rules(rules, options):
    return {"kandora.ankan": ("never", Source("House", "1", "", Grade.OWN)), "kandora.daiminkan": "discard"}
"""
    (write("base", PARENT).parent / "house.py").write_text(house, encoding="utf-8")
    write("club", '[kandora]\ndaiminkan = "never"\n', head='extends = "base.toml"\nplugins = ["./house.py"]')
    rules = load_ruleset("club.toml", allow_local_plugins=True)
    assert rules.kandora.ankan is Instant.NEVER
    assert rules.value_set_by("kandora.ankan") == "plugin house"
    assert rules.origin("kandora.ankan").source == Source("House", "1", "", Grade.OWN)
    assert rules.kandora.daiminkan is Instant.NEVER
    assert rules.value_set_by("kandora.daiminkan") == "club.toml:7"


def test_a_plugin_amends_what_the_options_of_a_case_leave(write: Write) -> None:
    house = """
from kanrules import hookimpl

@hookimpl
def amend_rules(rules, options):
    return {"kandora.ankan": "never"} if rules["kandora.daiminkan"] == "never" else {}
"""
    (write("base", PARENT).parent / "house.py").write_text(house, encoding="utf-8")
    write("club", head='extends = "base.toml"\nplugins = ["./house.py"]')
    rules = load_ruleset("club.toml", allow_local_plugins=True)
    assert rules["kandora.ankan"] != "never"
    changed = rules.with_options({"kandora.daiminkan": "never"})
    assert changed["kandora.ankan"] == "never"
    assert changed.with_options({"kandora.daiminkan": "discard"})["kandora.ankan"] == rules["kandora.ankan"]
    assert changed.with_options({"kandora.ankan": "discard"})["kandora.ankan"] == "discard", "what is said wins"


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ('{"kandora.anken": "never"}', 'there is no key "kandora.anken"; did you mean kandora.ankan?'),
        ('{"kandora.ankan": "nver"}', '`kandora.ankan` cannot be "nver"; expected one of: declaration'),
        ("['kandora.ankan']", "expected Mapping"),
        ("1 / 0", "ZeroDivisionError"),
    ],
)
def test_a_plugin_that_changes_nonsense_is_one_clear_error(answer: str, said: str, write: Write) -> None:
    path = write("club", head='plugins = ["./house.py"]')
    source = f"from kanrules import hookimpl\n\n@hookimpl\ndef amend_rules(rules, options):\n    return {answer}\n"
    (path.parent / "house.py").write_text(source, encoding="utf-8")
    with pytest.raises(RulesetError) as refused:
        load_ruleset("club.toml", allow_local_plugins=True)
    [problem] = refused.value.problems
    assert problem.code == "KR108" and (problem.line, problem.column) == (4, 12)
    assert "house" in problem.message and "amend_rules" in problem.message and said in problem.message


def test_a_local_plugin_never_runs_unless_allowed(write: Write) -> None:
    path = write("club", head='plugins = ["./house.py"]')
    (path.parent / "house.py").write_text('open("ran", "w").close()\n', encoding="utf-8")
    with pytest.raises(RulesetError, match="allow-local-plugins"):
        load_ruleset("club.toml")
    assert not (path.parent / "ran").exists()


def test_options_of_a_case_are_checked_all_at_once(load: Load) -> None:
    with pytest.raises(RulesetError) as refused:
        load().with_options(
            {"kandora.anken": "never", "kandora.ankan": "nver", "dora.ura": "true"}, set_by="x.cases.toml"
        )
    assert [problem.code for problem in refused.value.problems] == ["KR101", "KR102", "KR103"]
    assert refused.value.problems[0].hint == "did you mean `kandora.ankan`?"


def test_options_of_a_case_are_cited_for_nobody(load: Load, write: Write) -> None:
    write("base", PARENT)
    rules = load(head='extends = "base.toml"').with_options({"kandora.ankan": "never"}, set_by="[case.options]")
    assert rules.origin("kandora.ankan").source is None and rules.value_set_by("kandora.ankan") == "[case.options]"
    assert rules.origin("kandora.daiminkan").source is not None


def test_an_unknown_key_says_what_was_meant(load: Load) -> None:
    with pytest.raises(KeyError, match=r"did you mean kandora\.ankan"):
        load()["kandora.anken"]
    with pytest.raises(KeyError):
        load().origin("ankan")


def test_a_name_with_a_slash_or_ending_in_toml_is_a_path_any_other_an_id(write: Write) -> None:
    write("deep/base", head='extends = "ema-2016"')
    write("deep/club", head='extends = "base.toml"')
    assert load_ruleset("deep/club.toml").layers[2].written.head.id == "ema-2016"
    with pytest.raises(RulesetError, match=r"for the file write base\.toml"):
        write("base")
        load_ruleset("base")
    with pytest.raises(RulesetError, match="did you mean ema-2016"):
        load_ruleset("ema-2061")
    with pytest.raises(RulesetError, match=r"no-such\.toml: error\[KR104"):
        load_ruleset("./no-such.toml")


def test_a_chain_of_64_files_is_read_and_a_longer_one_is_a_bad_value_not_a_missing_file(write: Write) -> None:
    write("r1")
    for number in range(2, 66):
        write(f"r{number}", head=f'extends = "r{number - 1}.toml"')
    assert len(load_ruleset("r64.toml").layers) == 64
    with pytest.raises(RulesetError, match=r"more than 64 files extend each other: r65\.toml -> r64\.toml") as refused:
        load_ruleset("r65.toml")
    assert [problem.code for problem in refused.value.problems] == ["KR102"]


def test_a_file_that_changes_is_read_again(load: Load) -> None:
    assert load('[kandora]\nankan = "never"\n').kandora.ankan is Instant.NEVER
    assert load('[kandora]\nankan = "discard_passed"\n').kandora.ankan is Instant.DISCARD_PASSED


def test_a_ruleset_travels_to_another_process(load: Load, write: Write) -> None:
    write("base", PARENT)
    rules = load(head='extends = "base.toml"').with_options({"kandora.ankan": "never"}, set_by="case")
    again = pickle.loads(pickle.dumps(rules))
    assert again.options == rules.options
    assert again.value_set_by("kandora.ankan") == "case" and again.origin("kandora.daiminkan") == rules.origin(
        "kandora.daiminkan"
    )


def test_a_ruleset_cannot_be_changed(load: Load) -> None:
    rules = load()
    with pytest.raises(AttributeError):
        rules.id = "other"  # type: ignore[misc]
    with pytest.raises(AttributeError):
        rules.kandora.ankan = Instant.NEVER  # type: ignore[misc]


SERIES = ".".join(__version__.split(".")[:2])
"""Major and minor number of this release."""


@pytest.mark.parametrize(
    "wanted", ["kanrules>=0.1", "kanrules>=0.1,<9", f"kanrules~={SERIES}", "kanrules!=9.9", ">=0.1"]
)
def test_a_version_of_kanrules_that_is_there_satisfies(wanted: str, load: Load) -> None:
    load(head=f'requires = "{wanted}"')


@pytest.mark.parametrize("wanted", ["kanrules>=99", "kanrules<0.1", "kanrules==99.1", "kanrules>=0.1,>50"])
def test_a_version_of_kanrules_that_is_not_there_is_refused(wanted: str, problems: Problems) -> None:
    [problem] = problems(head=f'requires = "{wanted}"')
    assert (
        problem.code == "KR102"
        and "this ruleset needs" in problem.message
        and (problem.line, problem.column) == (4, 12)
    )


def test_every_bundled_ruleset_loads_and_every_id_is_found() -> None:
    assert bundled_ids() and set(bundled_ids()) <= set(all_ids())
    for name in bundled_ids():
        assert load_ruleset(name).id == name


def test_a_local_plugins_options_are_checked_like_any_key(write: Write) -> None:
    house = """
from __future__ import annotations

from dataclasses import dataclass, field

from kanrules import hookimpl

@dataclass(frozen=True)
class Options:
    fee: int = 0
    mode: str = field(default="a", metadata={"allowed": ("a", "b")})
    limit: int = field(default=1, metadata={"limits": (1, 9)})

options = Options

@hookimpl
def amend_rules(rules, options):
    return {"wins.honba_value": options["fee"]}
"""
    path = write("club", '[plugin.house]\nfee = -5\nmode = "c"\nlimit = 10\n', head='plugins = ["./house.py"]')
    (path.parent / "house.py").write_text(house, encoding="utf-8")
    with pytest.raises(RulesetError) as refused:
        load_ruleset("club.toml", allow_local_plugins=True)
    assert [(problem.line, problem.code, problem.message) for problem in refused.value.problems] == [
        (6, "KR102", "`plugin.house.fee` cannot be -5"),
        (7, "KR102", '`plugin.house.mode` cannot be "c"'),
        (8, "KR102", "`plugin.house.limit` cannot be 10"),
    ]
    assert refused.value.problems[1].expected == ("a", "b")
    write("club", '[plugin.house]\nmode = "b"\nfee = 500\n', head='plugins = ["./house.py"]')
    rules = load_ruleset("club.toml", allow_local_plugins=True)
    assert rules.plugin["house"] == {"fee": 500, "mode": "b", "limit": 1}
    assert rules.wins.honba_value == 500 and rules.value_set_by("wins.honba_value") == "plugin house"


def test_a_misspelt_hook_is_one_clear_error_at_its_plugin(write: Write) -> None:
    path = write("club", head='plugins = ["ema", "./house.py"]')
    (path.parent / "house.py").write_text(
        "from kanrules import hookimpl\n\n@hookimpl\ndef judge_kann(kan):\n    pass\n", encoding="utf-8"
    )
    with pytest.raises(RulesetError) as refused:
        load_ruleset("club.toml", allow_local_plugins=True)
    [problem] = refused.value.problems
    assert problem.code == "KR108" and (problem.line, problem.column) == (4, 19) and "judge_kann" in problem.message


@pytest.mark.parametrize(
    ("lines", "hint"),
    [
        ('[kandora]\nopenkan = "discard"', "did you mean `daiminkan`?"),
        ('[kandora]\ndaiminkan = "at_once"', 'did you mean "declaration"?'),
        ('[sekinin_barai]\nrinshan = "none"', "did you mean `daiminkan_rinshan` or `daiminkan_rinshan_scored`?"),
        ("[fifth_kan]\nabort = true", 'did you mean policy = "abort"?'),
        (
            '[fifth_kan]\npolicy = "allowed"',
            "only a plugin can let play go on, such as `club` with fifth_kan_rule: docs/variants.md",
        ),
        ('[fifth_kan]\npolicy = "abbort"', 'did you mean "abort"?'),
    ],
)
def test_a_hint_names_what_a_player_means(lines: str, hint: str, tmp_path: Path) -> None:
    club = tmp_path / "club.toml"
    club.write_text(f'[ruleset]\nid = "club"\nextends = "ema-2025"\n\n{lines}\n', encoding="utf-8")
    with pytest.raises(RulesetError) as refused:
        load_ruleset(club)
    assert [one.hint for one in refused.value.problems] == [hint]


def test_the_page_that_the_hint_on_a_fifth_kan_names_has_the_option() -> None:
    assert '| `fifth_kan_rule = "' in (Path(__file__).parents[2] / "docs/variants.md").read_text("utf-8")


@pytest.mark.parametrize("given", [None, 7, ["tenhou"]])
def test_what_is_no_name_and_no_path_is_no_ruleset(given: Any) -> None:
    with pytest.raises(TypeError, match="no name or path of a ruleset"):
        load_ruleset(given)


def test_the_table_of_a_misspelt_plugin_names_the_one_that_is_used(tmp_path: Path) -> None:
    club = tmp_path / "club.toml"
    head = '[ruleset]\nid = "club"\nextends = "tenhou"\nplugins = ["club"]'
    club.write_text(f"{head}\n\n[plugin.clubs]\n", encoding="utf-8")
    (problem,) = warnings(load_ruleset(club))
    assert (problem.code, problem.line, problem.hint) == ("KR109", 6, "did you mean [plugin.club]?")
