"""What the project stands on: every requirement has a floor and a ceiling, so that a new major version is met on purpose."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[2]


def requirements() -> list[Requirement]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"].values()
    return [Requirement(one) for one in (*project["dependencies"], *(line for extra in extras for line in extra))]


@pytest.mark.parametrize("requirement", requirements(), ids=str)
def test_a_requirement_has_a_floor_and_a_ceiling(requirement: Requirement) -> None:
    operators = {one.operator for one in requirement.specifier}
    assert operators == {"=="} or (operators >= {">="} and operators & {"<", "<="})
