"""The Python runtime for browsers: its pinned files, downloaded with npm and pip and cached on this computer.

python -m kanrules.site.runtime    downloads the pinned files, and prints their folder
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import shutil
import stat
import subprocess
import sys
import tarfile
import tomllib
from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files
from pathlib import Path

from kanrules.errors import UnreadableError, wrong_use
from kanrules.frozen import frozen
from kanrules.installation import CACHE, cache_folder
from kanrules.supervisor.foreign_programs import run_program, temporary_folder

_KEPT = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
"""The files of the npm package that a browser needs."""
PIP = ("download", "-q", "--no-deps", "--only-binary=:all:", "--implementation", "cp")


@frozen
class Pins:
    """The pinned runtime: the npm package and the wheels, each with its hash."""

    version: str
    integrity: str
    """Hash of the npm package as npm writes it: sha512 in base64."""
    python: str
    platform: str
    abi: str
    wheels: Mapping[str, str]
    """The sha256 of each wheel, by requirement (`pydantic==2.14.3`)."""

    @property
    def key(self) -> str:
        """The name of the cache folder for exactly this runtime."""
        said = f"{self.integrity} {sorted(self.wheels.items())}"
        return f"pyodide-{self.version}-{hashlib.sha256(said.encode()).hexdigest()[:12]}"


def pins() -> Pins:
    """Return the pins of this version of kanrules."""
    found = tomllib.loads(files("kanrules.site").joinpath("assets", "runtime.toml").read_text(encoding="utf-8"))
    return Pins(**found["pyodide"], wheels=found["wheels"])


@frozen
class Runtime:
    """A runtime on this computer, with all files as pinned."""

    folder: Path
    pins: Pins

    @property
    def loader(self) -> dict[str, bytes]:
        """The files of the npm package, by name."""
        return {name: (self.folder / "pyodide" / name).read_bytes() for name in _KEPT}

    @property
    def wheels(self) -> list[Path]:
        """The pinned wheels. Other files in the folder are ignored."""
        return sorted(
            path for path in (self.folder / "wheels").glob("*.whl") if sha256_of(path) in self.pins.wheels.values()
        )


def there() -> Runtime | None:
    """Return the pinned runtime, or None if it has not been downloaded. Raises UnreadableError if a file differs from
    its pin.
    """
    wanted = pins()
    folder = cache_folder() / wanted.key
    if not (folder / "complete.json").is_file():
        return None
    if os.name == "posix" and folder.stat().st_mode & stat.S_IWOTH:
        raise wrong_use(f"{folder}: every user of this computer can write to it; expected `chmod o-w`")
    try:
        listed: dict[str, str] = dict(json.loads((folder / "complete.json").read_text(encoding="utf-8")))
    except (ValueError, TypeError):
        listed = {}
    listed |= {name: listed.get(name, "") for name in (f"pyodide/{one}" for one in _KEPT)}
    for name, digest in listed.items():
        path = folder / name
        if not path.is_file() or sha256_of(path) != digest:
            raise wrong_use(
                f"{path}: this file differs from the download; delete the folder {folder} and run the command again"
            )
    wheels = {digest for name, digest in listed.items() if name.startswith("wheels/")}
    if wheels != set(wanted.wheels.values()):
        raise wrong_use(f"{folder}: not the pinned wheels; delete this folder and run the command again")
    return Runtime(folder, wanted)


def fetch_runtime(say: Callable[[str], None]) -> Runtime:
    """Return the pinned runtime; download it with npm and pip if needed.

    Takes a function that prints a line. Raises UnreadableError with the commands to run if npm, pip, or the network is
    missing, or if a download differs from its pin.
    """
    found = there()
    if found is not None:
        return found
    wanted = pins()
    folder = cache_folder() / wanted.key
    say(
        f"downloading the browser runtime, once: pyodide {wanted.version} by npm (6 MB) and "
        f"{len(wanted.wheels)} wheels by pip (3 MB); kept in {folder}"
    )
    cache_folder().mkdir(parents=True, exist_ok=True)
    with temporary_folder(below=cache_folder(), prefix=".part-") as part:
        npm_package(part, "pyodide", wanted.version, wanted.integrity, _KEPT, part / "pyodide")
        _pip(part, wanted)
        listed = {
            path.relative_to(part).as_posix(): sha256_of(path)
            for below in ("pyodide", "wheels")
            for path in sorted((part / below).iterdir())
        }
        (part / "complete.json").write_text(json.dumps(listed, indent=1), encoding="utf-8", newline="\n")
        shutil.rmtree(folder, ignore_errors=True)
        part.rename(folder)
    brought = there()
    assert brought is not None
    return brought


def sha256_of(path: Path) -> str:
    """Return the sha256 of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def output_of(words: Sequence[str], folder: Path, missing: str) -> str:
    """Run npm or pip and return its output. Raises UnreadableError that begins with `missing` if it fails."""
    try:
        done = run_program(words, seconds=600, folder=folder)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise _cannot(f"{missing}: {getattr(error, 'strerror', None) or error}") from None
    if done.returncode:
        said = (done.stderr or done.stdout).decode("utf-8", "replace")
        last = [line for line in said.splitlines() if line.strip()]
        raise _cannot(f"{missing} failed: {(last or ['no reason was given'])[-1].strip()}")
    return done.stdout.decode("utf-8", "replace")


def _cannot(reason: str) -> UnreadableError:
    return wrong_use(
        f"the live tools need files that are not on this computer, and the download failed: {reason}\n"
        "  --static-only makes the pages without them.\n"
        "  On a machine with npm, pip and a network run: python -m kanrules.site.runtime\n"
        f"  and copy the folder that it names to {cache_folder()} here, or name its parent in {CACHE}."
    )


def npm_package(work: Path, name: str, version: str, integrity: str, kept: Sequence[str], into: Path) -> None:
    """Download a pinned package with npm and write these files of it into a new folder. Raises UnreadableError if npm
    is missing, or the download differs from the pin.
    """
    npm = shutil.which("npm")
    if npm is None:
        raise _cannot("npm is not installed")
    output_of([npm, "pack", "--silent", f"{name}@{version}"], work, "npm pack")
    archive = work / f"{name}-{version}.tgz"
    if not archive.is_file() or integrity_of(archive) != integrity:
        raise _cannot(f"{name} {version} from npm differs from the pin ({integrity[:24]}...)")
    into.mkdir()
    with tarfile.open(archive) as tar:
        for file in kept:
            member = tar.extractfile(f"package/{file}")
            assert member is not None
            (into / file).write_bytes(member.read())
    archive.unlink()


def integrity_of(archive: Path) -> str:
    """Return the hash of an npm package as npm writes it."""
    return "sha512-" + base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode()


def _pip(work: Path, wanted: Pins) -> None:
    into = work / "wheels"
    into.mkdir()
    lines = [f"{name} --hash=sha256:{digest}" for name, digest in wanted.wheels.items()]
    (work / "wheels.txt").write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")
    words = ["--platform", wanted.platform, "--python-version", wanted.python, "--abi", wanted.abi]
    pip = [sys.executable, "-m", "pip", *PIP, *words, "--require-hashes", "-r", "wheels.txt", "-d", str(into)]
    output_of(pip, work, "pip download")
    (work / "wheels.txt").unlink()
    found = {sha256_of(path) for path in into.glob("*.whl")}
    if found != set(wanted.wheels.values()):
        raise _cannot("the wheels that pip downloaded differ from the pins")


def _say(text: str) -> None:
    sys.stderr.write(f"{text}\n")


def main(words: Sequence[str]) -> int:
    """Download what is pinned."""
    if words:
        sys.stderr.write("expected no word\n")
        return 2
    try:
        sys.stdout.write(f"{fetch_runtime(_say).folder}\n")
    except UnreadableError as error:
        sys.stderr.write(f"kanrules: {error}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
