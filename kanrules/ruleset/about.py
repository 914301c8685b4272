"""The table [about]: which keys each string of a text states, and what is wrong with an entry."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kanrules.locale.sentences import number, strings_of
from kanrules.ruleset.bad_values import Error, named
from kanrules.ruleset.file_values import Written
from kanrules.ruleset.keys import TEXT_TABLES, keys
from kanrules.ruleset.locate import Path as KeyPath
from kanrules.ruleset.problems import Problem, close, quote
from kanrules.ruleset.toml_file import Document

_SHAPE = ("a list of keys for each string of the text",)


def miscounted(document: Document, written: Written) -> Iterator[Problem]:
    """Yield KR102 for each entry without its text, or with another number of lists than the text has strings.

    An entry belongs to the text of its own file: a parent's strings may be other ones in the next version.
    """
    for name, stated in written.about.items():
        text = written.values.get(name, "")
        count = len(strings_of(text))
        if len(stated) == count:
            continue
        where = ("about", name)
        if not text:
            message, hint = f"this file has no text `{name}`", f"write the text under [{name.partition('.')[0]}]"
        else:
            message = f"`{name}` has {number(count, 'string')}, but `about` has {number(len(stated), 'list')} of keys"
            hint = f"write {_lists(count)}, with the keys that each string states"
        yield document.problem("KR102", where, message, hint=hint)


def about_problems(document: Document, where: KeyPath, errors: Sequence[Error]) -> list[Problem]:
    """Return the errors of one entry as problems: an unknown text or key (KR101), or another shape (KR103)."""
    name, problems = str(where[1]), []
    for error in errors:
        path = error.path
        if path[2:] == ("[key]",):
            texts = [key.name for key in keys().values() if key.is_text]
            meant = close(name, texts)
            hint = f"did you mean {quote(meant)}?" if meant else ""
            problems.append(document.problem("KR101", where, f"there is no text {quote(name)}", at_key=True, hint=hint))
        elif error.kind == "literal_error" and isinstance(error.given, str):
            known = [key.name for key in keys().values() if key.table not in TEXT_TABLES]
            meant = close(error.given, known)
            hint = f"did you mean {quote(meant)}?" if meant else "`kanrules explain` lists the keys"
            problems.append(document.problem("KR101", path, f"there is no key {quote(error.given)}", hint=hint))
        else:
            message = f"`about.{quote(name)}` must be {_SHAPE[0]}, not {named(error.given)}"
            problems.append(document.problem("KR103", where, message, expected=_SHAPE, hint=f"write {_lists(1)}"))
    return problems


def _lists(count: int) -> str:
    return f"[{', '.join(['[...]'] * count)}]"
