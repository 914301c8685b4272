"""The pages about the house, held against the house."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

import kanrules
from tools import docs_site

PROJECT = Path(__file__).parents[2]
DOCS = PROJECT / "docs"
ARCHITECTURE = (DOCS / "architecture.md").read_text(encoding="utf-8")
CONTRIBUTING = (DOCS / "contributing.md").read_text(encoding="utf-8")
EXAMPLES = {
    "Add a key": r"max_per_player|KR216|kan_limit",
    "Add a hook": r"rob_kan",
    "Add a record format": r"(?i)majiang",
    "Add a ruleset": r"fr-intro|\d+ rulesets|expect_under",
    "Add a program to import from": r"(?i)riichienv",
    "Add a subject or a language for `ask`": r"passed-kan|`label \| question`",
    "Add a live tool": r"(?i)foul",
}
"""By walk, what every file of it speaks of."""


ROOMS = ("kanrules", "plugins", "tests", "tools")


def paths(text: str) -> set[str]:
    """Every path of the repository that a page names in its prose."""
    return {
        word
        for word in re.findall(r"`([^`\s]+)`", text)
        if "/" in word and re.fullmatch(r"[\w./-]+\.\w+", word) and not word.startswith("http")
    } | set(re.findall(r"`(\w+\.(?:md|toml))`", text))


def walk(title: str) -> str:
    return CONTRIBUTING.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


@pytest.mark.parametrize("page", ["architecture.md", "contributing.md"])
def test_every_file_that_a_page_names_exists(page: str) -> None:
    named = paths((DOCS / page).read_text(encoding="utf-8"))
    assert len(named) > 20
    assert [path for path in sorted(named) if not (PROJECT / path).exists()] == []


@pytest.mark.parametrize("page", sorted(path.name for path in DOCS.glob("*.md")))
def test_every_module_that_a_page_names_exists(page: str) -> None:
    # `./plugin.py` is a reader's own file, and `engines/` a folder of the pack that a command writes.
    named = set(re.findall(r"`([\w/]+\.py)`", (DOCS / page).read_text(encoding="utf-8")))
    ours = [f"/{path.relative_to(PROJECT)}" for room in ROOMS for path in (PROJECT / room).rglob("*.py")]
    missing = {one for one in named if not any(path.endswith(f"/{one}") for path in ours)}
    assert {one for one in missing if not one.startswith("engines/")} == set()


def test_the_floors_of_the_page_are_those_of_the_contract() -> None:
    config = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    contract = next(one for one in config["contracts"] if one.get("containers") == ["kanrules"])
    floors = [{room.strip() for room in layer.split("|")} for layer in contract["layers"]]
    table = ARCHITECTURE.partition("## Layers")[2].partition("\n## ")[0]
    rows = [set(re.findall(r"`(\w+)`", row.split("|")[2])) for row in table.split("\n") if row.startswith("| ")][1:]
    ground = rows.pop()
    shown = [floor for floor in floors if not floor & ({"__main__", "_version"} | ground)]
    assert rows == shown
    assert ground | {"_version"} == set().union(*(floor for floor in floors if floor & (ground | {"_version"})))


@pytest.mark.parametrize("package", ["kan", "kyoku", "law"])
def test_every_file_of_law_is_on_the_page(package: str) -> None:
    files = {f"kanrules/{package}/{path.name}" for path in (PROJECT / "kanrules" / package).glob("[!_]*.py")}
    assert sorted(files - paths(ARCHITECTURE)) == []


def test_the_way_through_the_house_passes_every_room_below_the_desk() -> None:
    steps = ARCHITECTURE.partition("## One kan")[2].partition("\n## ")[0]
    rooms = {path.parent.name for path in Path(kanrules.__file__).parent.glob("*/__init__.py")}
    passed = {path.split("/")[1] for path in paths(steps) if path.startswith("kanrules/")}
    assert rooms - passed == {
        "bots",
        "cases",
        "corpus",
        "exchange",
        "installation",
        "locale",
        "pack",
        "play",
        "scaffold",
        "site",
        "supervisor",
        "testing",
    }


@pytest.mark.parametrize("title", EXAMPLES)
def test_every_file_of_a_walk_has_the_example_that_the_walk_follows(title: str) -> None:
    text = walk(title)
    assert len(re.findall(r"^\d+\. ", text, re.MULTILINE)) >= 3
    for path in re.findall(r"^\d+\. `([^`]+)`", text, re.MULTILINE):
        assert re.search(EXAMPLES[title], (PROJECT / path).read_text(encoding="utf-8")), path


def test_the_walk_of_a_key_names_every_file_of_the_package_that_knows_one() -> None:
    # Four by hand and the changelog fragment, and what else it needs.
    text = walk("Add a key")
    assert len(re.findall(r"^\d+\. ", text, re.MULTILINE)) == 5
    known = {
        path.relative_to(PROJECT).as_posix()
        for path in (PROJECT / "kanrules").rglob("*.py")
        if re.search(EXAMPLES["Add a key"], path.read_text(encoding="utf-8"))
    }
    # The example has no enum, needs no new term and no positions, and nobody edits the file that says how a key is
    # declared.
    others = {"key.py", "options.py"}
    others = {f"kanrules/law/{name}" for name in others} | {
        "kanrules/ruleset/glossary.toml",
        "kanrules/testing/probes.toml",
    }
    assert known == {path for path in paths(text) if path.startswith("kanrules/")} - others


def test_the_root_points_to_the_page() -> None:
    assert "(docs/contributing.md)" in (PROJECT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def test_every_page_stands_in_the_menu_once() -> None:
    menu = list(docs_site.pages(PROJECT))
    assert len(menu) == len(set(menu))
    assert set(menu) == {docs_site.FIRST, *(path.name for path in (PROJECT / "docs").glob("*.md"))}


def test_every_link_of_a_page_leads_to_a_file_and_to_a_heading_that_is_there() -> None:
    def anchor(heading: str) -> str:
        return re.sub(r"[^\w\- ]", "", heading.replace("`", "").replace("*", "").strip().lower()).replace(" ", "-")

    dead = []
    for page in (*PROJECT.glob("*.md"), *sorted(DOCS.glob("*.md")), PROJECT / "tests" / "NOTES.md"):
        prose = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.S)
        for link in re.findall(r"\]\(([^)\s]+)\)", prose):
            if link.startswith(("http://", "https://")):
                continue
            file, _, place = link.partition("#")
            target = page.parent / file if file else page
            if not target.exists():
                dead.append((page.name, link))
            elif place and target.suffix == ".md":
                headings = re.findall(r"^#+ (.*)$", target.read_text(encoding="utf-8"), re.M)
                # Of two headings with one anchor, a link reaches only the first.
                dead += [(page.name, link)] * (list(map(anchor, headings)).count(place) != 1)
    assert dead == []


def test_the_readme_counts_what_is_there() -> None:
    from kanrules.locale import translator
    from kanrules.ruleset import bundled_ids, load_ruleset
    from kanrules.site.frame import Frame
    from kanrules.site.home import home_page

    said = (PROJECT / "README.md").read_text(encoding="utf-8")
    books = bundled_ids()
    assert f"under {len(books)} rulesets" in said
    home = home_page(Frame(translator("en"), "kanrules", live=True), [load_ruleset(name) for name in bundled_ids()], ())
    assert f">{len(books)} rulesets, each answer" in home, "the start page of the site counts the same"
    assert len(said.split()) < 1500, "it is read in a few minutes"
