"""A page is written whole or not at all: what stood under its name stays until the new one is complete."""

from __future__ import annotations

import os
import secrets
import stat
from pathlib import Path


def write_whole(path: str | Path, text: str | bytes) -> None:
    """Write a file under a temporary name in the same folder, then rename it; text is UTF-8 with Unix line endings.

    Links are followed; a device or a pipe is written directly. Raises OSError with the given name if it cannot be
    written; an existing file is then unchanged.
    """
    data = text.encode() if isinstance(text, str) else text
    try:
        target = Path(path).resolve()
        there = target.stat() if target.exists() else None
        if there is not None and not stat.S_ISREG(there.st_mode):
            target.write_bytes(data)
            return
        # A file that may not be written is not replaced, though its folder would allow it.
        if there is not None and not os.access(target, os.W_OK):
            raise PermissionError(13, os.strerror(13), str(path))
        beside = target.with_name(f".{target.name[:100]}.{secrets.token_hex(4)}.part")
        try:
            handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
        except PermissionError:
            if there is None:
                raise
            target.write_bytes(data)  # its folder takes no new file, only the file itself may be written
            return
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            if there is not None:
                beside.chmod(stat.S_IMODE(there.st_mode))
            beside.replace(target)
        except BaseException:
            beside.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), str(path)) from None
