"""What the project stands on: every requirement has a floor and a ceiling, so that a new major version is met on
purpose."""

from __future__ import annotations

import re
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
    found = [
        line.partition(";")[0].strip(" \\").partition("==") for line in lines if "==" in line and line[0] not in " #"
    ]
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


def test_every_locked_file_has_a_hash() -> None:
    lines = (ROOT / "requirements-dev.txt").read_text(encoding="utf-8").split("\n")
    named = [at for at, line in enumerate(lines) if "==" in line and line[0] not in " #"]
    assert named and all(lines[at].endswith("\\") and "--hash=sha256:" in lines[at + 1] for at in named)


WORKFLOWS = [
    *(ROOT / ".github" / "workflows").glob("*.yml"),
    ROOT / "action.yml",
    *(ROOT / "kanrules").rglob("*.yml.in"),
]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_an_action_is_named_by_its_commit_and_says_its_release(path: Path) -> None:
    used = [line.strip() for line in path.read_text(encoding="utf-8").split("\n") if "uses:" in line]
    assert used
    for line in used:
        assert re.fullmatch(r"- uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", line), line


@pytest.mark.needs("yaml")
def test_only_the_job_that_publishes_may_publish_and_none_may_write() -> None:
    import yaml

    found = {path.name: yaml.safe_load(path.read_text(encoding="utf-8")) for path in WORKFLOWS}
    jobs = found["publish.yml"]["jobs"]
    assert found["publish.yml"]["permissions"] == {} and found["tests.yml"]["permissions"] == {"contents": "read"}
    assert jobs["publish"]["permissions"] == {"id-token": "write"} and jobs["publish"]["environment"]["name"] == "pypi"
    assert [step["uses"].partition("@")[0] for step in jobs["publish"]["steps"]] == [
        "actions/download-artifact",
        "pypa/gh-action-pypi-publish",
    ]
