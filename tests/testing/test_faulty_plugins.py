"""Every kind of faulty plugin is refused with one message that names the plugin, the place, and the reason.

Faults that only a whole run shows (hidden tiles, silent hooks, mute keys) are in `test_honesty` and `test_conformance`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from kanrules import RulesetError, load_ruleset
from kanrules.errors import PluginError
from kanrules.hooks.discovery import load
from kanrules.testing.conformance import conformance

HEAD = "from dataclasses import dataclass, field\nfrom kanrules import *\nfrom kanrules import hookimpl\n"
"""Three lines, so that the first line of a plugin below is line 4 of its file."""
FAULTY: dict[str, tuple[str, str]] = {
    "async": ("@hookimpl\nasync def rob_kan(kan): pass", "hook rob_kan: it is async, and kanrules does not await it"),
    "generator": ("@hookimpl\ndef payments(result): yield None", "hook payments: it yields but is not a wrapper"),
    "argument": ("@hookimpl\ndef payments(results): pass", "no argument 'results'; did you mean 'result'?"),
    "default": ("@hookimpl\ndef rob_kan(kan, seat=None): pass", "hook rob_kan: argument 'seat' has a default"),
    "unmarked": ("def payments(result): pass", "payments is not marked; write @hookimpl above it"),
    "no hook": ("", "answers no hook; the hooks are before_kan,"),
    "class": ("class Rule:\n    @hookimpl\n    def rob_kan(self): pass", "the hooks of class Rule are not asked"),
    "option": (
        "@dataclass\nclass options:\n    share: float = 0.5\n@hookimpl\ndef rob_kan(kan): pass",
        "plugin.faulty.share: a key cannot take <class 'float'>",
    ),
    "unknown key": (
        "@hookimpl\ndef amend_rules(rules): return {'kandora.daiminkans': 'never'}",
        'hook amend_rules: there is no key "kandora.daiminkans"; did you mean kandora.daiminkan?',
    ),
    "bad value": (
        "@hookimpl\ndef amend_rules(rules): return {'kandora.daiminkan': 'sometimes'}",
        'hook amend_rules: `kandora.daiminkan` cannot be "sometimes"; expected one of: declaration,',
    ),
    "hookwrapper": ("@hookimpl(hookwrapper=True)\ndef rob_kan(kan): yield", "expected @hookimpl(wrapper=True)"),
    "version": ("kanrules_api = 99\n@hookimpl\ndef rob_kan(kan): pass", "needs version 99 of the hooks"),
    "raises": ("@hookimpl\ndef before_kan(kan):\n    return {}[kan]", "hook before_kan: raised KeyError: "),
    "raises without words": ("@hookimpl\ndef before_kan(kan): raise ValueError", "raised ValueError (faulty.py:5)"),
    "ends the program": ("@hookimpl\ndef before_kan(kan): raise SystemExit(3)", "raised SystemExit: 3 (faulty.py:5)"),
    "generated code": (
        "@hookimpl\ndef before_kan(kan, rules): rules.kandora.ankan = 'never'",
        "hook before_kan: raised FrozenInstanceError: cannot assign to field 'ankan' (faulty.py:5)",
    ),
    "code of a library": (
        "import json\n@hookimpl\ndef before_kan(kan):\n    return json.loads('no')",
        "Expecting value: line 1 column 1 (char 0) (faulty.py:7)",
    ),
    "wrong answer": (
        "@hookimpl\ndef before_kan(kan): return False",
        "answered False (bool), expected Objection or None",
    ),
    "text for a seat": (
        "@hookimpl\ndef kan_stands(kan): return Transfer('east', kan.seat, 1000, 'fee')",
        "hook kan_stands: answered Transfer(source='east'",
    ),
    "negative": (
        "@hookimpl\ndef kan_stands(kan): return Transfer(kan.seat, 'table', -1000, 'fee')",
        "expected points from 0 up, not -1000",
    ),
    "changes a table": (
        "@hookimpl\ndef before_kan(table): object.__setattr__(table, 'honba', 7)",
        "the arguments of hook before_kan were changed",
    ),
    "counts": (
        "n = []\n@hookimpl\ndef rob_kan(kan):\n    n.append(1)\n    return len(n) % 3 == 0 or None",
        "hook rob_kan was asked twice with the same arguments and answered",
    ),
}


@pytest.mark.parametrize("fault", FAULTY)
def test_a_faulty_plugin_is_refused_with_its_name_the_place_and_the_reason(fault: str, tmp_path: Path) -> None:
    text, says = FAULTY[fault]
    (tmp_path / "faulty.py").write_text(HEAD + text + "\n", encoding="utf-8")
    report = conformance(load("./faulty.py", beside=tmp_path, allow_local=True), name="faulty", hands=3)
    first, *rest = str(report).splitlines()
    assert not report.passed and first.startswith("plugin 'faulty' does not conform")
    assert says in "\n".join(rest)
    assert [line for line in rest if "plugin 'faulty'" in line or "hook " in line]


OPTIONS: dict[str, str] = {
    'a: int = "x"': 'default: `plugin.faulty.a` must be a whole number, not a string, "x"; expected a whole number',
    "a: int = field(default_factory=list)": "must be a whole number, not a list, []",
    "a: int = field(default=5, metadata={'limits': (1, 3)})": "cannot be 5; expected a whole number from 1 to 3",
    "a: bool = 3": "must be true or false, not a whole number, 3",
    "a: str = 5": "must be a string, not a whole number, 5",
    "a: str = field(default='z', metadata={'allowed': ('x', 'y')})": 'cannot be "z"; expected x or y',
    "a: tuple[str, ...] = 'x'": 'must be a list, not a string, "x"',
    "a: tuple[str, ...] = field(default_factory=list)": "plugin.faulty.a: the default is []; write ()",
    "a: ChomboPays = 'z'": 'cannot be "z"; expected',
    "a: int = field(default=1, metadata={'limits': '1-9'})": """limits is '1-9'; write "limits": (1, 9)""",
    "a: int = field(default=1, metadata={'step': '100'})": """step is '100'; write "step": 100""",
    "a: int = field(default=1, metadata={'allowed': ()})": "allowed is (); write",
    "a: int = field(default=1, metadata={'also': []})": "plugin.faulty.a cannot be checked: unhashable",
}


@pytest.mark.parametrize("option", OPTIONS)
def test_an_option_whose_default_or_metadata_is_wrong_is_refused_as_a_written_value_is(
    option: str, tmp_path: Path
) -> None:
    text = f"{HEAD}from kanrules.law.options import ChomboPays\n@dataclass(frozen=True)\nclass options:\n    {option}\n"
    (tmp_path / "faulty.py").write_text(text + "@hookimpl\ndef before_kan(kan): pass\n", encoding="utf-8")
    report = conformance(load("./faulty.py", beside=tmp_path, allow_local=True), name="faulty", hands=3)
    (fault,) = report.faults
    assert fault.check == "registration" and OPTIONS[option] in fault.text
    (tmp_path / "club.toml").write_text('[ruleset]\nid = "club"\nextends = "tenhou"\nplugins = ["./faulty.py"]\n')
    with pytest.raises(RulesetError) as found:
        load_ruleset(tmp_path / "club.toml", allow_local_plugins=True)
    (problem,) = found.value.problems
    assert problem.code == "KR108" and f"{problem.message}; {problem.hint}" == fault.text


@pytest.mark.parametrize(
    "option",
    [
        "a: int = field(default=5, metadata={'limits': (0, None)})",
        "a: int = field(default=2, metadata={'allowed': range(1, 4)})",
        "a: str = field(default='x', metadata={'allowed': {'x', 'y'}})",
    ],
)
def test_limits_may_be_open_and_values_of_any_collection(option: str, tmp_path: Path) -> None:
    text = f"{HEAD}@dataclass(frozen=True)\nclass options:\n    {option}\n"
    (tmp_path / "house.py").write_text(text + "@hookimpl\ndef before_kan(kan): pass\n", encoding="utf-8")
    (tmp_path / "club.toml").write_text('[ruleset]\nid = "club"\nextends = "tenhou"\nplugins = ["./house.py"]\n')
    assert load_ruleset(tmp_path / "club.toml", allow_local_plugins=True).plugin["house"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("import no_such_module", "ModuleNotFoundError: No module named 'no_such_module' (faulty.py:2)"),
        ("def rob_kan(kan: return", "SyntaxError: "),
    ],
)
def test_a_plugin_that_cannot_be_imported_is_refused_with_its_line(text: str, says: str, tmp_path: Path) -> None:
    (tmp_path / "faulty.py").write_text(f"# line 1\n{text}\n", encoding="utf-8")
    with pytest.raises(PluginError) as found:
        load("./faulty.py", beside=tmp_path, allow_local=True)
    assert "plugin './faulty.py' cannot be run: " + says in str(found.value)
    assert "faulty.py" in str(found.value).partition("cannot be run")[2]


@pytest.mark.rest
@pytest.mark.usefixtures("seats_of_a_key")
def test_a_wrapper_that_removes_an_objection_has_answered(tmp_path: Path) -> None:
    """It gives no answer of its own, and is not silent all the same."""
    text = (
        "@hookimpl(wrapper=True)\ndef before_kan(kan):\n    found = yield\n"
        "    return [one for one in found if one.code != 'KR205']\n"
    )
    (tmp_path / "faulty.py").write_text(HEAD + text, encoding="utf-8")
    report = conformance(load("./faulty.py", beside=tmp_path, allow_local=True), name="faulty", hands=12)
    assert report.answered["before_kan"] > 0
    assert "silent hooks" not in {fault.check for fault in report.faults}
