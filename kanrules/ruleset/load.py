"""Load a ruleset by name or path: read the chain of parents, merge it by key, find its plugins, and report all mistakes
at once.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from kanrules._version import __version__
from kanrules.deprecations import RULESET_KEYS, warn_deprecated
from kanrules.hooks.discovery import is_file, of_other_packages
from kanrules.hooks.faults import attribute
from kanrules.installation import how_to_upgrade
from kanrules.ruleset import library, sound
from kanrules.ruleset.file_values import Written, written
from kanrules.ruleset.lapse import resolved
from kanrules.ruleset.library import table_name
from kanrules.ruleset.model import Amendment, Layer, Ruleset, build_options, plugin_names
from kanrules.ruleset.problems import Problem, RulesetError, Severity, close, quote
from kanrules.ruleset.ruleset_plugins import amend, load_plugin, missing, plugin_options
from kanrules.ruleset.toml_file import Document, parse_document, read_document, stamp, with_current_keys

MAX_DEPTH = 64
"""Maximum number of files in a chain of parents, so that strangers' files cannot take any amount of time."""


def load_ruleset(
    name_or_path: str | Path, *, allow_local_plugins: bool = False, without: Sequence[str] = ()
) -> Ruleset:
    """Return the ruleset of this name or file, resolved along `extends`.

    Takes a bundled or installed id, or a path: a name that contains a slash or ends in `.toml`. A TOML file alone never
    runs code: a plugin that is a file (`"./house.py"`) is refused unless `allow_local_plugins` is set. The plugins in
    `without` are left out, and not imported; a warning names one that the ruleset does not list. Raises RulesetError
    with all problems, in file order.
    """
    rules = load_named(name_or_path, allow_local_plugins=allow_local_plugins, without=without)
    for name, near in in_vain(without, listed_by(rules)).items():
        hint = f"; did you mean {near}?" if near else ""
        warnings.warn(f"without {name}: the rules list no plugin {name}{hint}", stacklevel=2)
    return rules


def listed_by(rules: Ruleset) -> set[str]:
    """Return the names of the plugins that a ruleset lists, used or left out."""
    return {*map(table_name, rules.plugins), *rules.without}


def in_vain(without: Iterable[str], listed: Collection[str]) -> dict[str, str]:
    """Return the names of plugins to leave out that nothing lists, each with the listed name that is meant."""
    return {name: close(name, tuple(sorted(listed))) for name in without if name not in listed}


def load_named(name_or_path: str | Path, *, allow_local_plugins: bool = False, without: Sequence[str] = ()) -> Ruleset:
    """Return the ruleset as `load_ruleset` does, whether or not it lists the plugins in `without`."""
    if not isinstance(name_or_path, (str, Path)):
        raise TypeError(f"{name_or_path!r} is no name or path of a ruleset; expected one such as 'tenhou'")
    name = str(name_or_path)
    if isinstance(name_or_path, Path) or library.is_path(name):
        return load_file(Path(name), name, allow_local_plugins=allow_local_plugins, without=without)
    path = library.find(name)
    if path is None:
        raise RulesetError([_no_ruleset(name)])
    return load_file(path, allow_local_plugins=allow_local_plugins, without=without)


def load_listed(name: str) -> Ruleset:
    """Return an installed ruleset for a list of all of them. Nobody has named it: plugins of other packages are left
    out, so that none runs. Raises RulesetError.
    """
    return load_named(name, without=() if name in library.bundled() else of_other_packages())


def ruleset_of(rules: str | Path | Ruleset, *, allow_local_plugins: bool = False) -> Ruleset:
    """Return the ruleset of a name or path. A ruleset is returned unchanged. Raises TypeError for anything else."""
    if isinstance(rules, str | Path):
        return load_ruleset(rules, allow_local_plugins=allow_local_plugins)
    if not isinstance(rules, Ruleset):
        raise not_a_ruleset(rules)
    return rules


def not_a_ruleset(given: object) -> TypeError:
    """Return the error for a value that is neither a ruleset nor the name or path of one."""
    return TypeError(f"{given!r} is not a ruleset; expected a name such as 'tenhou', a path, or a Ruleset")


def load_file(
    path: Path,
    given: str = "",
    *,
    allow_local_plugins: bool = False,
    named: bool = True,
    without: Sequence[str] = (),
) -> Ruleset:
    """Return the ruleset of this file. `given` is its name in messages.

    `named` is as for `examine`, `without` as for `load_ruleset`. Raises RulesetError with all problems.
    """
    rules, problems = examine(path, given, allow_local_plugins=allow_local_plugins, named=named, without=without)
    if rules is None:
        raise RulesetError(problems)
    return rules


def load_unwritten(path: Path, text: str, parent: Ruleset | None) -> Ruleset:
    """Return the ruleset that a file with this text would be. Takes its parent. Raises RulesetError."""
    return _of_texts(((str(path), library.display(path), text.encode()), *(parent.files if parent else ())), False, ())


def examine(
    path: Path,
    given: str = "",
    *,
    allow_local_plugins: bool = False,
    named: bool = True,
    within: Path | None = None,
    without: Sequence[str] = (),
) -> tuple[Ruleset | None, list[Problem]]:
    """Return the ruleset of this file, or None if it has errors, and every problem found: first the file's own, then
    its parents'.

    `named` is True if the user named the file. If only another file names it, and it is not a ruleset, no message shows
    its content. `within` is for untrusted files: a folder that must contain the file and its parents, with links
    resolved, unless they are bundled or installed.
    """
    layers, problems = _chain(path, library.display(path, given), named, within and within.resolve())
    if any(problem.severity is Severity.ERROR for problem in problems) or not layers:
        if layers and all(problem.code == "KR107" for problem in problems):
            # Every file is valid but for its id, so what is wrong with its plugins can be said at the same time.
            problems = _in_order([*problems, *_resolve(tuple(layers), allow_local_plugins, without)[1]])
        return None, problems
    if plugin_names(layers):
        rules, found = _resolve(tuple(layers), allow_local_plugins, without)
        return rules, [*problems, *found]
    rules, resolved_problems = _resolve_without_plugins(tuple(layers), allow_local_plugins)
    return rules, [*problems, *resolved_problems]


def _no_ruleset(name: str) -> Problem:
    ids = library.all_ids()
    hint = library.meant(name).removeprefix("; ")
    if is_file(Path(f"{name}.toml")):
        hint = f"for the file write {name}.toml"
    return Problem(
        quote(name)[1:-1], 0, 0, "KR105", f"there is no ruleset {quote(name)}", ids if not hint else (), hint
    )


# --- the chain of parents ------------------------------------------------------------------------------------------


def _chain(path: Path, display: str, named: bool, within: Path | None) -> tuple[list[Layer], list[Problem]]:
    """Return the file and its parents, and every problem in them."""
    layers: list[Layer] = []
    problems: list[Problem] = []
    seen: dict[Path, str] = {}
    names: list[str] = []
    inherited: tuple[tuple[Document, str], ...] = ()
    while True:
        try:
            resolved = path.resolve()
            if within is not None and not _inside(resolved, within):
                message = "this link points outside its folder; kanrules does not read it"
                problems.append(Problem(display, 0, 0, "KR104", message, notes=_inheriting(inherited)))
                return layers, problems
            document, layer, found = _read_layer(resolved, display, stamp(resolved), named and not names)
        except (OSError, ValueError, RuntimeError) as error:  # RuntimeError: a link that leads to itself
            code = "KR105" if layers else "KR104"
            reason = getattr(error, "strerror", None) or str(error)
            message, meant = f"this file cannot be read: {printable_reason(reason)}", ""
            if isinstance(error, FileNotFoundError):
                message = "there is no such file"
                meant = library.near_file(path) if named and not layers else ""
            hint = f"did you mean {meant}?" if meant else ""
            problems.append(Problem(display, 0, 0, code, message, hint=hint, notes=_inheriting(inherited)))
            return layers, problems
        seen[resolved] = display
        names.append(display)
        problems += [_noted(problem, inherited) for problem in found]
        if document is None:
            return layers, problems
        for key, line in document.deprecated:
            warn_deprecated(f"{document.display}:{line}: `{key}`", RULESET_KEYS[key], level=5)
        if layer is not None:
            layers.append(layer)
        parent = _parent_of(document, layer)
        if not parent:
            return layers, problems
        following, following_display, wrong = _find_parent(document, parent, names, within)
        if wrong is not None:
            problems.append(_noted(wrong, inherited))
            return layers, _in_order(problems)
        assert following is not None, "a parent without a problem was found"
        if following.resolve() in seen:
            circle = " -> ".join([*names[names.index(seen[following.resolve()]) :], seen[following.resolve()]])
            wrong = document.problem("KR106", ("ruleset", "extends"), f"`ruleset.extends` forms a circle: {circle}")
            problems.append(_noted(wrong, inherited))
            return layers, _in_order(problems)
        if len(names) == MAX_DEPTH:
            message = f"more than {MAX_DEPTH} files extend each other: {' -> '.join([*names, parent])}"
            problems.append(_noted(document.problem("KR102", ("ruleset", "extends"), message), inherited))
            return layers, _in_order(problems)
        inherited = ((document, parent), *inherited)
        path, display = following, following_display


def printable_reason(reason: str) -> str:
    """Return a system error's reason in lower case, for use within a sentence."""
    return reason[:1].lower() + reason[1:]


def _in_order(problems: list[Problem]) -> list[Problem]:
    """Return problems by file in the order of the chain, and within a file by line."""
    order = {path: number for number, path in enumerate(dict.fromkeys(problem.path for problem in problems))}
    return sorted(problems, key=lambda problem: (order[problem.path], problem.line, problem.column))


def _noted(problem: Problem, inherited: tuple[tuple[Document, str], ...]) -> Problem:
    """Return a problem of a parent with a note for each file below it."""
    from dataclasses import replace

    return replace(problem, notes=problem.notes + _inheriting(inherited)) if inherited else problem


def _inheriting(inherited: tuple[tuple[Document, str], ...]) -> tuple[str, ...]:
    """Return a note for each file that extends another. Only a problem needs the lines, and looking for them takes
    longer than reading the file.
    """
    return tuple(
        f"inherited: {document.display}:{document.positions.value(('ruleset', 'extends'))[0]} extends {quote(parent)}"
        for document, parent in inherited
    )


@lru_cache(maxsize=256)
def _read_layer(
    path: Path, display: str, unchanged: tuple[int, int, int], named: bool
) -> tuple[Document | None, Layer | None, tuple[Problem, ...]]:
    """Return one file, read and validated on its own. Cached until the file changes."""
    document, problems = read_document(path, display, named=named)
    if document is None:
        return None, None, tuple(problems)
    document = with_current_keys(document)
    said, found = _validated(document)
    problems = sorted(problems + found, key=lambda problem: (problem.line, problem.column))
    if document.broken or said is None:
        head = document.data.get("ruleset")
        if isinstance(head, dict) and isinstance(head.get("id"), str):
            problems = _in_order([*problems, *_identity(document, path, head["id"])])
        return document, None, tuple(problems)
    problems += _identity(document, path, said.head.id)
    return document, Layer(document, said), tuple(problems)


def _validated(document: Document) -> tuple[Written | None, list[Problem]]:
    """Return the content of the file, or all mistakes in its structure. Skips the validation of a text known to be
    valid.
    """
    if not document.broken and sound.is_sound(document.text):
        return written(document.data), []
    from kanrules.ruleset.schema import read_file

    found, problems = read_file(document)
    if found is not None and not document.broken:
        sound.remember(document.text)
    return found, problems


_COPY = re.compile(r" ?\(\d+\)$| - Copy( \(\d+\))?$| copy( \d+)?$")
"""What systems add to the name of a file that is downloaded or copied once more."""


def _identity(document: Document, path: Path, given: str) -> list[Problem]:
    """Return KR107 unless the id equals the name of the file and no other ruleset has it."""
    stem = path.stem
    if "id" not in document.data.get("ruleset", {}):
        at = ("ruleset",) if "ruleset" in document.data else ()
        hint = f"write id = {quote(stem)} under [ruleset]"
        return [
            document.problem("KR107", at, "this ruleset has no id", at_key=True, expected=(quote(stem),), hint=hint)
        ]
    if why := library.no_file_name(given):
        expected = ("letters, digits, and hyphens, such as thursday-club",)
        return [document.problem("KR107", ("ruleset", "id"), f"the id {quote(given)}: {why}", expected=expected)]
    if given == _COPY.sub("", stem) != stem:
        message = f"{path.name} is named like a copy: the id of this ruleset is {quote(given)}"
        hint = f"call the file {given}.toml"
        where = ("ruleset", "id")
        return [document.problem("KR107", where, message, hint=hint, severity=Severity.WARNING)]
    if given != stem:
        message = f"`ruleset.id` is {quote(given)}, but the file is {path.name}"
        hint = f"write id = {quote(stem)}, or call the file {given}.toml" if re.fullmatch(r"[\w.-]+", given) else ""
        return [document.problem("KR107", ("ruleset", "id"), message, expected=(quote(stem),), hint=hint)]
    other = library.bundled().get(given)
    if other is not None and other != path and not other.samefile(path) and other.read_bytes() != path.read_bytes():
        message = f"{quote(given)} is the id of a bundled ruleset, but this is a different file"
        return [
            document.problem(
                "KR107",
                ("ruleset", "id"),
                message,
                hint=f"give file and id a name of your own, with extends = {quote(given)}",
            )
        ]
    return []


def _parent_of(document: Document, layer: Layer | None) -> str:
    """Return the parent that a file names, if it is a text, even if other lines are wrong."""
    if layer is not None:
        return layer.written.head.extends
    head = document.data.get("ruleset")
    parent = head.get("extends") if isinstance(head, dict) else None
    return parent if isinstance(parent, str) else ""


def _inside(path: Path, within: Path) -> bool:
    """Return True if a resolved path is in the folder, or in the folder of a bundled or installed ruleset."""
    if path.is_relative_to(within) or path.is_relative_to(library.folder().resolve()):
        return True
    return any(path.parent == other.resolve().parent for other in library.installed().values())


def _find_parent(
    document: Document, parent: str, names: list[str], within: Path | None
) -> tuple[Path | None, str, Problem | None]:
    """Return the file of a parent and its name in messages, or KR105."""
    chain = (f"the chain so far: {' -> '.join([*names, parent])}",) if len(names) > 1 else ()
    where = ("ruleset", "extends")
    if "\0" in parent:
        return None, "", document.problem("KR105", where, f"there is no ruleset {quote(parent)}", notes=chain)
    if not library.is_path(parent):
        path = library.find(parent)
        if path is not None:
            return path, library.display(path), None
        beside = document.path.parent / f"{parent}.toml"
        alike = [quote(one) for one in library.near(parent)]
        hint = (
            f'for the file next to this one, write "{parent}.toml"'
            if is_file(beside)
            else f"did you mean {' or '.join(part for part in (', '.join(alike[:-1]), alike[-1]) if part)}?"
            if alike
            else "`kanrules rulesets` lists them"
        )
        return (
            None,
            "",
            document.problem("KR105", where, f"there is no ruleset {quote(parent)}", hint=hint, notes=chain),
        )
    path = document.path.parent / parent
    if within is not None and not _inside(path.resolve(), within):
        # The same message whether or not the file exists, so that it reveals nothing about files outside the folder.
        message = f"{quote(parent)} is outside the folder of the file"
        expected = ("a file of its folder", "the id of a bundled or installed ruleset")
        return None, "", document.problem("KR105", where, message, expected=expected, notes=chain)
    if not is_file(path):
        others = [
            other.name for other in sorted(document.path.parent.glob("*.toml")) if not library.is_no_ruleset(other)
        ][:200]
        meant = close(Path(parent).name, others)
        hint = f'did you mean "{meant}"?' if meant else ""
        stem = Path(parent.replace("\\", "/")).stem
        if library.find(stem) is not None:
            hint = f'for the bundled ruleset write "{stem}"'
        return None, "", document.problem("KR105", where, f"there is no file {quote(parent)}", hint=hint, notes=chain)
    return path, library.display(path.resolve()), None


# --- the ruleset ---------------------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def _resolve_without_plugins(
    layers: tuple[Layer, ...], allow_local_plugins: bool
) -> tuple[Ruleset | None, tuple[Problem, ...]]:
    """Return the result of `_resolve`, cached by the layers.

    Layers stay the same objects until a file changes, so a ruleset that is loaded again keeps what was computed from
    it, such as its judge and origins.
    """
    rules, problems = _resolve(layers, allow_local_plugins)
    return rules, tuple(problems)


def _resolve(
    layers: tuple[Layer, ...], allow_local_plugins: bool, without: Sequence[str] = ()
) -> tuple[Ruleset | None, list[Problem]]:
    """Return the ruleset of a valid chain, with KR108 for each plugin that is missing or faulty."""
    head = layers[0].written.head
    problems = [problem for layer in layers for problem in _requires(layer)]
    names = tuple(name for name in plugin_names(layers) if table_name(name) not in without)
    left_out = tuple(table_name(name) for name in plugin_names(layers) if name not in names)
    modules: list[tuple[str, object]] = []
    first: dict[str, str] = {}
    for name in names:
        same = first.setdefault(table_name(name), name)
        module, problem = load_plugin(name, layers, allow_local_plugins, twin=same if same != name else "")
        if problem is not None:
            problems.append(problem)
        else:
            modules.append((table_name(name), module))
    if len(modules) == len(names):
        problems += missing(layers, dict(modules), left_out)
    plugin, found = plugin_options(layers, dict(modules))
    problems += found
    if any(problem.severity is Severity.ERROR for problem in problems):
        return None, _in_order(problems)
    values, lapsed = resolved([layer.written for layer in layers], modules)
    rules = Ruleset(
        id=head.id,
        name=head.name or head.id,
        edition=head.edition,
        authority=layers[0].authority,
        version=head.version or "1",
        extends=head.extends,
        plugins=names,
        partial=head.partial,
        path=layers[0].document.path,
        options=build_options(values),
        plugin=plugin,
        layers=tuple(layers),
        modules=tuple(modules),
        lapsed=lapsed,
        local_plugins=allow_local_plugins,
        without=left_out,
        again=_again,
        amend=amend,
    )
    if any(attribute(name, module, "amend_rules") is not None for name, module in modules):
        rules, found = amend(rules)
        if found:
            return None, _in_order(problems + found)
    return rules, problems


Files = tuple[tuple[str, str, bytes], ...]
"""The files of a chain: their path, their name in messages, and their content."""


def _again(files: Files, local_plugins: bool, without: tuple[str, ...], overrides: Mapping[str, Amendment]) -> Ruleset:
    rules = _of_texts(files, local_plugins, without)
    return rules.laid_over(overrides) if overrides else rules


@lru_cache(maxsize=64)
def _of_texts(files: Files, local_plugins: bool, without: tuple[str, ...]) -> Ruleset:
    """Return the ruleset of these files with this content, whatever the files contain now."""
    layers: list[Layer] = []
    for path, display, text in files:
        document, problems = parse_document(text, Path(path), display)
        if document is None:
            raise RulesetError(problems)
        said, found = _validated(document)
        if said is None:
            raise RulesetError(found)
        layers.append(Layer(document, said))
    rules, problems = _resolve(tuple(layers), local_plugins, without)
    if rules is None:
        raise RulesetError(problems)
    return rules


_CLAUSE = re.compile(r"kanrules\s*(>=|<=|==|!=|~=|>|<)\s*(\d{1,9}(?:\.\d{1,9})*)\s*")


def _requires(layer: Layer) -> list[Problem]:
    """Return a problem if a file requires another version of kanrules."""
    wanted = layer.written.head.requires
    if not wanted:
        return []
    where = ("ruleset", "requires")
    have = _version(__version__)
    for clause in wanted.removeprefix("kanrules").split(","):
        found = _CLAUSE.fullmatch(f"kanrules{clause.strip()}")
        if found is None:
            return [
                layer.document.problem(
                    "KR102",
                    where,
                    f"`ruleset.requires` cannot be {quote(wanted)}",
                    expected=('a string like "kanrules>=0.2"',),
                )
            ]
        sign, version = found.group(1), _version(found.group(2))
        compatible = (
            have >= version
            and have[: max(1, found.group(2).count("."))] == version[: max(1, found.group(2).count("."))]
        )
        holds = {
            ">=": have >= version,
            "<=": have <= version,
            "==": have == version,
            "!=": have != version,
            ">": have > version,
            "<": have < version,
            "~=": compatible,
        }[sign]
        if not holds:
            message = f"this ruleset needs {quote(wanted)[1:-1]}, but this is kanrules {__version__}"
            return [layer.document.problem("KR102", where, message, hint=how_to_upgrade())]
    return []


def _version(text: str) -> tuple[int, int, int]:
    parts = [int(found) for found in re.findall(r"\d+", text)[:3]]
    major, minor, patch = (*parts, 0, 0, 0)[:3]
    return major, minor, patch
