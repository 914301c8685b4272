"""The bundled rulesets are found from a checkout, an editable install and a wheel alike; other distributions may bring
their own.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import kanrules
from kanrules.ruleset import bundled_ids
from kanrules.ruleset.library import folder

CHECKOUT = Path(__file__).parent.parent.parent
ASK = (
    "import json; from kanrules.ruleset import bundled_ids, load_ruleset; from kanrules.ruleset.library import folder; "
)
ASK += "print(json.dumps([str(folder()), bundled_ids(), load_ruleset('tenhou').value_set_by('kandora.ankan')]))"


def ask(path: Path, program: str = ASK) -> list[object]:
    """What a fresh Python says whose kanrules is the one in this folder."""
    environment = {**os.environ, "PYTHONPATH": str(path), "PYTHONDONTWRITEBYTECODE": "1"}
    shown = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env=environment, cwd=path, check=False
    )
    assert shown.returncode == 0, shown.stderr
    answer: list[object] = json.loads(shown.stdout)
    return answer


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The layout of an installed wheel: `rulesets` inside the package, no checkout around it."""
    site = tmp_path_factory.mktemp("site")
    shutil.copytree(CHECKOUT / "kanrules", site / "kanrules", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(CHECKOUT / "rulesets", site / "kanrules" / "_rulesets")
    return site


def test_a_checkout_has_its_own_rulesets() -> None:
    found, ids, _ = ask(CHECKOUT)
    assert found == str(CHECKOUT / "rulesets")
    assert ids == sorted(
        path.stem for path in (CHECKOUT / "rulesets").glob("*.toml") if not path.name.endswith(".cases.toml")
    )


def test_a_wheel_has_the_same_ids_and_names_them_alike(wheel: Path) -> None:
    found, ids, set_by = ask(wheel)
    assert found == str(wheel / "kanrules" / "_rulesets")
    assert [ids, set_by] == ask(CHECKOUT)[1:]
    assert str(set_by).startswith("rulesets/tenhou.toml:")


def test_the_wheel_is_built_with_the_rulesets_where_they_are_looked_for() -> None:
    import tomllib

    build = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]["build"][
        "targets"
    ]["wheel"]
    assert build["force-include"]["rulesets"] == "kanrules/_rulesets"


def test_a_stale_copy_beside_a_checkout_is_not_read(tmp_path: Path) -> None:
    # An editable install may leave a copy of the rulesets in the package; the checkout's own are the ones that count.
    shutil.copytree(CHECKOUT / "kanrules", tmp_path / "kanrules", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(CHECKOUT / "rulesets", tmp_path / "rulesets")
    (tmp_path / "pyproject.toml").write_text("[project]\n", encoding="utf-8")
    (tmp_path / "kanrules" / "_rulesets").mkdir()
    (tmp_path / "kanrules" / "_rulesets" / "tenhou.toml").write_text("stale", encoding="utf-8")
    assert ask(tmp_path)[0] == str(tmp_path / "rulesets")


def test_this_process_finds_them_too() -> None:
    assert folder().is_dir() and "ema-2016" in bundled_ids()
    assert Path(kanrules.__file__).is_file()


def test_another_distribution_brings_rulesets_by_an_entry_point(wheel: Path, tmp_path: Path) -> None:
    site = tmp_path
    shutil.copytree(wheel / "kanrules", site / "kanrules")
    package = site / "house_rules"
    package.mkdir()
    (package / "__init__.py").write_text("", encoding="utf-8")
    (package / "house.toml").write_text('[ruleset]\nid = "house"\nextends = "ema-2016"\n', encoding="utf-8")
    (package / "tenhou.toml").write_text('[ruleset]\nid = "tenhou"\n', encoding="utf-8")
    info = site / "house_rules-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: house-rules\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(
        "[kanrules.rulesets]\nhouse = house_rules\nbroken = no_such_module\n", encoding="utf-8"
    )
    program = "import json; from kanrules.ruleset import all_ids, bundled_ids, load_ruleset; "
    program += (
        "print(json.dumps([sorted(set(all_ids()) - set(bundled_ids())), load_ruleset('house').options == "
        "load_ruleset('ema-2016').options, "
    )
    program += "load_ruleset('tenhou').name]))"
    assert ask(site, program) == [["house"], True, "Tenhou"]


def test_the_distributions_are_read_only_if_one_of_them_has_rulesets() -> None:
    script = "import sys; from kanrules.ruleset import all_ids; all_ids(); print('importlib.metadata' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
