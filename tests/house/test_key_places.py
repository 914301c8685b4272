"""A key is declared once, and few modules name it again."""

from __future__ import annotations

from statistics import median

from kanrules.ruleset.keys import keys
from tests.house.key_places import ROOT, modules, places, table


def test_few_modules_write_a_key_as_a_string() -> None:
    counts = [len(written) for written in places(keys(), modules(ROOT)).values()]
    assert median(counts) <= 3
    assert max(counts) <= 10


def test_strings_count_and_attributes_do_not() -> None:
    sources = {
        "one.py": 'def f(o):\n    return o.kan.late_ron, "kan.dead_hand"\n',
        "two.py": 'KEYS = ("kan.dead_hand",)\n',
    }
    found = places(["kan.late_ron", "kan.dead_hand"], sources.items())
    assert found == {"kan.late_ron": [], "kan.dead_hand": ["one.py", "two.py"]}
    assert table(found).endswith("median 1, maximum 2")
