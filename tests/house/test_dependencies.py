"""What the project stands on: every requirement has a floor and a ceiling, so that a new major version is met on
purpose."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]


def requirements() -> list[Requirement]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"].values()
    return [Requirement(one) for one in (*project["dependencies"], *(line for extra in extras for line in extra))]


@pytest.mark.parametrize("requirement", requirements(), ids=str)
def test_a_requirement_has_a_floor_and_a_ceiling(requirement: Requirement) -> None:
    operators = {one.operator for one in requirement.specifier}
    assert operators == {"=="} or (operators >= {">="} and operators & {"<", "<="})


def locked() -> dict[str, str]:
    lines = (ROOT / "requirements-dev.txt").read_text(encoding="utf-8").split("\n")
    found = [line.partition(";")[0].strip().partition("==") for line in lines if "==" in line and line[0] not in " #"]
    return {canonicalize_name(name): version for name, _, version in found}


def of_development() -> list[Requirement]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    pinned = (line for name in ("test", "lint", "pyright", "docs") for line in extras[name])
    return [Requirement(one) for one in (*project["dependencies"], *pinned)]


@pytest.mark.parametrize("requirement", of_development(), ids=str)
def test_the_lock_file_names_a_version_that_the_requirement_allows(requirement: Requirement) -> None:
    version = locked().get(canonicalize_name(requirement.name), "")
    assert version and requirement.specifier.contains(version, prereleases=True), "see the head of requirements-dev.txt"


def test_the_source_archive_takes_what_lies_in_the_root_and_no_namesake_deeper_down() -> None:
    targets = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]["build"]["targets"]
    taken = targets["sdist"]["include"]
    assert [one for one in taken if not one.startswith("/") or not (ROOT / one[1:]).exists()] == []
