"""A folder that two commands write at the same moment holds what one of them wrote."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from kanrules.supervisor.whole_folder import write_folder

WRITER = """
import sys
from pathlib import Path

import pytest

from kanrules.supervisor.whole_folder import write_folder
from kanrules.supervisor.whole_folder import write_folder

folder, mark = Path(sys.argv[1]), sys.argv[2]
names = [f"{at}.txt" for at in range(20)]
print("ready", flush=True)
for line in sys.stdin:
    write_folder(folder / line.strip(), {name: mark for name in names}, names)
    print("written", flush=True)
"""


@pytest.mark.rest
def test_of_two_writers_into_one_folder_one_is_whole(tmp_path: Path) -> None:
    writers = [
        subprocess.Popen(
            [sys.executable, "-u", "-c", WRITER, str(tmp_path), mark],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )
        for mark in "ab"
    ]  # fmt: skip

    def heard(word: str) -> None:
        for each in writers:
            assert each.stdout is not None and each.stdout.readline() == f"{word}\n"

    heard("ready")
    for name in ["one", "two", "three", "four", "five", "six"] * 3:  # first into no folder, then into one
        for each in writers:
            assert each.stdin is not None
            print(name, file=each.stdin, flush=True)
        heard("written")
        held = {path.read_text() for path in (tmp_path / name).iterdir()}
        assert held in ({"a"}, {"b"}), name
    for each in writers:
        each.communicate()
    assert [each.returncode for each in writers] == [0, 0]
    assert len(list(tmp_path.iterdir())) == 6


def test_a_folder_that_appears_at_the_last_moment_is_replaced_unless_it_had_to_be_new(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target, exists = tmp_path / "out", Path.exists
    write_folder(target, {"a.txt": "theirs"})
    monkeypatch.setattr(Path, "exists", lambda path: path != target and exists(path))
    with pytest.raises(OSError, match=r"not empty|exists"):
        write_folder(target, {"a.txt": "ours"}, new=True)
    assert (target / "a.txt").read_text() == "theirs"
    write_folder(target, {"a.txt": "ours"})
    assert (target / "a.txt").read_text() == "ours"
