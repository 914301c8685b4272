"""The Python runtime for browsers: its pinned files, downloaded with npm and pip and cached on this computer.

python -m kanrules.site.runtime            downloads the pinned files, and prints their folder
python -m kanrules.site.runtime --tests    also downloads axe-core, with which tests check the pages
python -m kanrules.site.runtime --update   takes the newest versions into the pins
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
_LEFT_OUT = (
    "kanrules",
    "rich",
    "click",
    "markdown_it_py",
    "mdurl",
    "pygments",
)
"""Packages that only the command line needs."""
PIP = ("download", "-q", "--no-deps", "--only-binary=:all:", "--implementation", "cp")


@frozen
class Pins:
    """The pinned runtime: the npm package and the wheels, each with its hash."""

    name: str
    version: str
    integrity: str
    """Hash of the npm package as npm writes it: sha512 in base64."""
    python: str
    platform: str
    abi: str
    wheels: Mapping[str, str]
    """The sha256 of each wheel, by requirement (`pydantic==2.14.3`)."""
    axe: str
    axe_integrity: str
    """Version of the accessibility checker used by tests."""

    @property
    def key(self) -> str:
        """The name of the cache folder for exactly this runtime."""
        said = f"{self.integrity} {sorted(self.wheels.items())}"
        return f"{self.name}-{self.version}-{hashlib.sha256(said.encode()).hexdigest()[:12]}"


def pins() -> Pins:
    """Return the pins of this version of kanrules."""
    found = tomllib.loads(files("kanrules.site").joinpath("assets", "runtime.toml").read_text(encoding="utf-8"))
    pyodide, axe = found["pyodide"], found["axe"]
    return Pins(
        "pyodide",
        pyodide["version"],
        pyodide["integrity"],
        pyodide["python"],
        pyodide["platform"],
        pyodide["abi"],
        found["wheels"],
        axe["version"],
        axe["integrity"],
    )


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
            path for path in (self.folder / "wheels").glob("*.whl") if _sha256(path) in self.pins.wheels.values()
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
        if not path.is_file() or _sha256(path) != digest:
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
        _npm(part, wanted.name, wanted.version, wanted.integrity, _KEPT, part / "pyodide")
        _pip(part, wanted)
        listed = {
            path.relative_to(part).as_posix(): _sha256(path)
            for below in ("pyodide", "wheels")
            for path in sorted((part / below).iterdir())
        }
        (part / "complete.json").write_text(json.dumps(listed, indent=1), encoding="utf-8", newline="\n")
        shutil.rmtree(folder, ignore_errors=True)
        part.rename(folder)
    brought = there()
    assert brought is not None
    return brought


def axe(*, brought: bool = False) -> Path | None:
    """Return the script that checks pages for accessibility, which only tests use.

    None if it is missing and `brought` is False; otherwise it is downloaded. Raises UnreadableError like
    `fetch_runtime`.
    """
    wanted = pins()
    digest = hashlib.sha256(wanted.axe_integrity.encode()).hexdigest()[:12]
    folder = cache_folder() / f"axe-core-{wanted.axe}-{digest}"
    if not folder.is_dir() and not brought:
        return None
    if not folder.is_dir():
        cache_folder().mkdir(parents=True, exist_ok=True)
        with temporary_folder(below=cache_folder(), prefix=".part-") as part:
            _npm(part, "axe-core", wanted.axe, wanted.axe_integrity, ("axe.min.js",), part / "axe")
            (part / "axe").rename(folder)
    return folder / "axe.min.js"


def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _run(words: Sequence[str], folder: Path, missing: str) -> str:
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


def _npm(work: Path, name: str, version: str, integrity: str, kept: Sequence[str], into: Path) -> None:
    npm = shutil.which("npm")
    if npm is None:
        raise _cannot("npm is not installed")
    _run([npm, "pack", "--silent", f"{name}@{version}"], work, "npm pack")
    archive = work / f"{name}-{version}.tgz"
    if not archive.is_file() or _integrity(archive) != integrity:
        raise _cannot(f"{name} {version} from npm differs from the pin ({integrity[:24]}...)")
    into.mkdir()
    with tarfile.open(archive) as tar:
        for file in kept:
            member = tar.extractfile(f"package/{file}")
            assert member is not None
            (into / file).write_bytes(member.read())
    archive.unlink()


def _integrity(archive: Path) -> str:
    return "sha512-" + base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode()


def _pip(work: Path, wanted: Pins) -> None:
    into = work / "wheels"
    into.mkdir()
    lines = [f"{name} --hash=sha256:{digest}" for name, digest in wanted.wheels.items()]
    (work / "wheels.txt").write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")
    words = ["--platform", wanted.platform, "--python-version", wanted.python, "--abi", wanted.abi]
    pip = [sys.executable, "-m", "pip", *PIP, *words, "--require-hashes", "-r", "wheels.txt", "-d", str(into)]
    _run(pip, work, "pip download")
    (work / "wheels.txt").unlink()
    found = {_sha256(path) for path in into.glob("*.whl")}
    if found != set(wanted.wheels.values()):
        raise _cannot("the wheels that pip downloaded differ from the pins")


# --- update the pins --------------------------------------------------------------------------------------------------


def update(into: Path) -> None:
    """Write pins of the newest Pyodide, the wheels that kanrules needs there, and the newest axe-core."""
    with temporary_folder() as work:
        npm = shutil.which("npm") or "npm"

        def newest(package: str) -> tuple[str, str]:
            version = _run([npm, "view", package, "version"], work, "npm view").strip().splitlines()[-1]
            _run([npm, "pack", "--silent", f"{package}@{version}"], work, "npm pack")
            return version, _integrity(work / f"{package}-{version}.tgz")

        version, integrity = newest("pyodide")
        axe, axe_integrity = newest("axe-core")
        with tarfile.open(work / f"pyodide-{version}.tgz") as tar:
            lock = tar.extractfile("package/pyodide-lock.json")
            assert lock is not None
            info = json.load(lock)["info"]
        python = ".".join(info["python"].split(".")[:2])
        platform, abi = f"pyemscripten_{info['abi_version']}_wasm32", f"cp{python.replace('.', '')}"
        project = Path(__file__).resolve().parents[2]
        _run([sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", "dist", str(project)], work, "pip wheel")
        own = next((work / "dist").glob("*.whl"))
        words = ["--platform", platform, "--python-version", python, "--abi", abi]
        asked = [word for word in PIP if word != "--no-deps"]
        _run([sys.executable, "-m", "pip", *asked, *words, "-d", "wheels", str(own)], work, "pip download")
        wheels = {}
        for path in sorted((work / "wheels").glob("*.whl")):
            package, number = path.name.split("-")[:2]
            if package not in _LEFT_OUT:
                wheels[f"{package}=={number}"] = _sha256(path)
    lines = [
        "# What the library runs on in a browser. Written by: python -m kanrules.site.runtime --update",
        "",
        "[pyodide]",
        *(f'{key} = "{value}"' for key, value in (
            ("version", version), ("integrity", integrity), ("python", python), ("platform", platform), ("abi", abi),
        )),
        "",
        "[axe]",
        f'version = "{axe}"',
        f'integrity = "{axe_integrity}"',
        "",
        "[wheels]",
        *(f'"{name}" = "{digest}"' for name, digest in wheels.items()),
    ]  # fmt: skip
    into.write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")


def _say(text: str) -> None:
    sys.stderr.write(f"{text}\n")


def main(words: Sequence[str]) -> int:
    """Download what is pinned, or update the pins with `--update`."""
    try:
        if list(words) == ["--update"]:
            target = Path(__file__).parent / "assets" / "runtime.toml"
            update(target)
            sys.stdout.write(f"written: {target}\n")
        elif words and list(words) != ["--tests"]:
            sys.stderr.write("expected no word, --tests or --update\n")
            return 2
        else:
            found = fetch_runtime(_say)
            if words:
                axe(brought=True)
            sys.stdout.write(f"{found.folder}\n")
    except UnreadableError as error:
        sys.stderr.write(f"kanrules: {error}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
