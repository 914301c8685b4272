"""The runtime and the checker of pages that the tests in a browser need, and their pins.

python -m tools.browser             downloads the runtime for browsers and axe-core
python -m tools.browser --update    takes the newest versions into the pins
"""

from __future__ import annotations

import hashlib
import json
import shutil
import sys
import tarfile
import tomllib
from pathlib import Path

from kanrules.errors import UnreadableError
from kanrules.installation import cache_folder
from kanrules.site.runtime import PIP, fetch_runtime, integrity_of, npm_package, output_of, sha256_of
from kanrules.supervisor.foreign_programs import temporary_folder

ROOT = Path(__file__).resolve().parents[1]
RUNTIME = ROOT / "kanrules" / "site" / "assets" / "runtime.toml"
CHECKER = Path(__file__).with_name("axe.toml")
"""The pin of axe-core, which checks pages for accessibility."""
LEFT_OUT = ("kanrules", "rich", "click", "markdown_it_py", "mdurl", "pygments")
"""Packages that only the command line needs."""


def axe(*, brought: bool = False) -> Path | None:
    """Return the script that checks pages for accessibility.

    None if it is missing and `brought` is False; otherwise it is downloaded. Raises UnreadableError like
    `fetch_runtime`.
    """
    pin = tomllib.loads(CHECKER.read_text(encoding="utf-8"))
    digest = hashlib.sha256(pin["integrity"].encode()).hexdigest()[:12]
    folder = cache_folder() / f"axe-core-{pin['version']}-{digest}"
    if not folder.is_dir() and not brought:
        return None
    if not folder.is_dir():
        cache_folder().mkdir(parents=True, exist_ok=True)
        with temporary_folder(below=cache_folder(), prefix=".part-") as part:
            npm_package(part, "axe-core", pin["version"], pin["integrity"], ("axe.min.js",), part / "axe")
            (part / "axe").rename(folder)
    return folder / "axe.min.js"


def update() -> None:
    """Pin the newest Pyodide, the wheels that kanrules needs there, and the newest axe-core."""
    with temporary_folder() as work:
        npm = shutil.which("npm") or "npm"

        def newest(package: str) -> tuple[str, str]:
            version = output_of([npm, "view", package, "version"], work, "npm view").strip().splitlines()[-1]
            output_of([npm, "pack", "--silent", f"{package}@{version}"], work, "npm pack")
            return version, integrity_of(work / f"{package}-{version}.tgz")

        version, integrity = newest("pyodide")
        checker, checker_integrity = newest("axe-core")
        with tarfile.open(work / f"pyodide-{version}.tgz") as tar:
            lock = tar.extractfile("package/pyodide-lock.json")
            assert lock is not None
            info = json.load(lock)["info"]
        python = ".".join(info["python"].split(".")[:2])
        platform, abi = f"pyemscripten_{info['abi_version']}_wasm32", f"cp{python.replace('.', '')}"
        output_of([sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", "dist", str(ROOT)], work, "pip wheel")
        own = next((work / "dist").glob("*.whl"))
        words = ["--platform", platform, "--python-version", python, "--abi", abi]
        asked = [word for word in PIP if word != "--no-deps"]
        output_of([sys.executable, "-m", "pip", *asked, *words, "-d", "wheels", str(own)], work, "pip download")
        wheels = {}
        for path in sorted((work / "wheels").glob("*.whl")):
            package, number = path.name.split("-")[:2]
            if package not in LEFT_OUT:
                wheels[f"{package}=={number}"] = sha256_of(path)
    lines = [
        "# What the library runs on in a browser. Written by: python -m tools.browser --update",
        "",
        "[pyodide]",
        *(f'{key} = "{value}"' for key, value in (
            ("version", version), ("integrity", integrity), ("python", python), ("platform", platform), ("abi", abi),
        )),
        "",
        "[wheels]",
        *(f'"{name}" = "{digest}"' for name, digest in wheels.items()),
    ]  # fmt: skip
    RUNTIME.write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")
    pin = f'version = "{checker}"\nintegrity = "{checker_integrity}"\n'
    CHECKER.write_text(f"# Written by: python -m tools.browser --update\n{pin}", encoding="utf-8", newline="\n")


def _say(text: str) -> None:
    sys.stderr.write(f"{text}\n")


def main() -> None:
    """Download what is pinned, or update the pins with `--update`."""
    try:
        if sys.argv[1:] == ["--update"]:
            update()
        elif sys.argv[1:]:
            sys.exit("expected no word or --update")
        else:
            sys.stdout.write(f"{fetch_runtime(_say).folder}\n{axe(brought=True)}\n")
    except UnreadableError as error:
        sys.exit(f"kanrules: {error}")


if __name__ == "__main__":
    main()
