"""Audit a corpus under a ruleset: judge its records one by one, on one core or several.

    for record in audit(["games/", "more.zip"], "tenhou", jobs=2):
        for found in record.differences: ...

The folder is called `corpus` because `kanrules.audit` is the function.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from itertools import chain, takewhile
from pathlib import Path
from typing import TYPE_CHECKING

from kanrules.corpus.audited import Audited, AuditPlan, Found, KanRow
from kanrules.corpus.chunks import Chunk, chunks
from kanrules.corpus.other_rules import Comparison
from kanrules.corpus.pool import Judged, in_processes, in_this_process
from kanrules.corpus.summary import Summary
from kanrules.records.installed_formats import check_names

if TYPE_CHECKING:
    from kanrules.ruleset import Ruleset

__all__ = ["AuditPlan", "Audited", "Comparison", "Found", "KanRow", "Summary", "audit", "audit_chunks", "make_plan"]


def audit(
    paths: Iterable[str | Path] | str | Path,
    rules: str | Path | Ruleset,
    *,
    compare: str | Path | Ruleset | Sequence[str | Path | Ruleset] = (),
    jobs: int | None = 1,
    dask: str = "",
    skip: Iterable[str | Path] = (),
    read_as: Sequence[str] = (),
) -> Iterator[Audited]:
    """Judge every record under these paths; yield the results one by one, in the order of the corpus.

    `paths` are files, folders, and archives; `skip` are files not to read. `rules` is a ruleset, its name, or its path,
    and `compare` one or several others to compare with (`all`: every bundled one that is not partial). `jobs` is the
    number of processes (None: one per core), and `dask` the address of a Dask scheduler, or `local` (needs
    `kanrules[dask]`). `read_as` names formats of other packages that may read what no bundled format recognizes. A
    record that cannot be read yields a result that says why. Raises RulesetError if a ruleset is wrong, PluginError if
    a plugin is faulty.
    """
    for _, results in audit_chunks(paths, make_plan(rules, compare, read_as=read_as), jobs=jobs, dask=dask, skip=skip):
        yield from results


ALL = "all"
"""Name that stands for every bundled ruleset that is not partial, in the list of rulesets to compare with."""


def make_plan(
    rules: str | Path | Ruleset,
    compare: str | Path | Ruleset | Sequence[str | Path | Ruleset] = (),
    *,
    read_as: Sequence[str] = (),
) -> AuditPlan:
    """Return the loaded rulesets of an audit. Each is compared once, and never with itself; `all` means every bundled
    one that is not partial.

    `read_as` names formats of other packages. A ruleset's name is its id; if two with the same id have different
    values, the second one is called `id (2)`.
    """
    from kanrules.ruleset import Ruleset
    from kanrules.ruleset.load import ruleset_of

    first = ruleset_of(rules)
    wanted = [compare] if isinstance(compare, str | Path | Ruleset) else compare
    others: dict[str, Ruleset] = {first.id: first}
    for other in chain.from_iterable(_whole_books() if one == ALL else (ruleset_of(one),) for one in wanted):
        known = [one for one in others.values() if one.id == other.id]
        if not any(one.options == other.options and one.plugins == other.plugins for one in known):
            others[f"{other.id} ({len(known) + 1})" if known else other.id] = other
    del others[first.id]
    check_names(read_as)
    return AuditPlan(first, tuple(others.items()), tuple(read_as))


def _whole_books() -> Iterator[Ruleset]:
    from kanrules.ruleset import load_ruleset
    from kanrules.ruleset.library import bundled_ids

    return (rules for rules in map(load_ruleset, bundled_ids()) if not rules.partial)


def audit_chunks(
    paths: Iterable[str | Path] | str | Path,
    plan: AuditPlan,
    *,
    jobs: int | None = 1,
    dask: str = "",
    skip: Iterable[str | Path] = (),
    stop: Callable[[], bool] = bool,
) -> Generator[Judged, None, None]:
    """Yield the results of an audit, a few records at a time, each time with the number of bytes of the corpus read so
    far.

    `stop` is called before each new piece of work: once it returns True, only running work is finished.
    """
    if isinstance(paths, (str, Path)):
        paths = [paths]
    if dask:
        from kanrules.corpus.cluster import on_cluster

        yield from on_cluster(paths, plan, dask, jobs=jobs, skip=skip, stop=stop)
        return
    work: Iterator[Chunk] = takewhile(lambda _: not stop(), chunks(paths, skip=skip, read_as=plan.read_as))
    number = jobs if jobs is not None else cores()
    if number > 1:
        # One chunk is judged faster than a process starts.
        first = next(work, None)
        second = next(work, None)
        if first is not None and second is not None:
            yield from in_processes(chain((first, second), work), plan, number)
            return
        work = iter([first] if first is not None else [])
    yield from in_this_process(work, plan)


def cores() -> int:
    """Return how many processes can run at the same time on this computer."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
