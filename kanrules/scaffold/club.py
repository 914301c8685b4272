"""The files of a club's repository besides its ruleset, which `kanrules new club` writes."""

from __future__ import annotations

from importlib.resources import files

from kanrules.installation import requirement

FILES: dict[str, str] = {
    "club_readme.md.in": "README.md",
    "club_requirements.txt.in": "requirements.txt",
    "club_publish.sh.in": "publish.sh",
    "club_pre_commit.yaml.in": ".pre-commit-config.yaml",
    "club_workflow.yml.in": ".github/workflows/rules.yml",
    "club_gitignore.in": ".gitignore",
    "club_kanrules.toml.in": "kanrules.toml",
}
"""The file that each template becomes."""
SCRIPT = "publish.sh"
"""The file that can be run."""


def club_files(name: str, title: str) -> dict[str, str]:
    """Return the files by path. Takes the id of the ruleset and the name of the club."""
    words = {"name": name, "title": title, "requirement": requirement()}
    found = {}
    for template, path in FILES.items():
        text = (files("kanrules.scaffold") / template).read_text(encoding="utf-8")
        for word, value in words.items():
            text = text.replace(f"@{word}@", value)
        found[path] = text
    return found
