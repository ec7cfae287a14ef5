"""Which files are to be translated, their text, and how a text is written.

What is no Python file says so, and is never opened.
"""

import codecs
import errno
import io
import os
import re
import stat
import tokenize
from collections.abc import Sequence
from pathlib import Path

from triton_ops.files import replacing

LARGEST = 10_000_000  # bytes of a file that is read
NOT_FILES = {
    stat.S_IFIFO: "a FIFO",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
    stat.S_IFSOCK: "a socket",
}
WIDE = (codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
MEND = "save it as UTF-8, or name its encoding in its first line"


def real_path(path: Path) -> Path:
    """Where a path leads, links followed; one that leads back to itself stays as it is."""
    return Path(os.path.realpath(path))


def is_shown(name: str) -> bool:
    """Whether a folder is neither hidden nor a cache."""
    return not name.startswith((".", "__pycache__"))


def files_below(folder: Path, out: Path | None = None) -> list[Path]:
    """The .py files below a folder, without hidden folders, caches, and `out`, where answers go.

    Links to folders are not followed. A folder that cannot be read is in the list, for its report to say so.
    """
    found = []
    waiting = [folder]
    leave_out = None
    if out and real_path(folder) in real_path(out).parents:
        leave_out = folder / real_path(out).relative_to(real_path(folder))  # no link leads to it from here
    while waiting:
        here = waiting.pop()
        try:
            entries = list(os.scandir(here))
        except OSError:
            found.append(here)
            continue
        for entry in entries:
            path = here / entry.name
            if entry.is_dir(follow_symlinks=False):
                if is_shown(entry.name) and path != leave_out:
                    waiting.append(path)
            elif entry.name.endswith(".py") and not path.is_dir():
                found.append(path)
    return sorted(path.relative_to(folder) for path in found)


def obstacle(path: Path) -> str:
    """Why a path is no file that can be read, "" where it is one. It is not opened: a FIFO would wait for its
    writer, and a device may never end.
    """
    try:
        status = path.stat()
        if stat.S_ISDIR(status.st_mode):
            os.scandir(path).close()
            return "there is no Python file in this folder"
    except OSError as error:
        if error.errno == errno.ELOOP:
            return "it is a symbolic link that leads back to itself"
        if error.errno == errno.ENOENT:
            return "it is a symbolic link to nothing" if path.is_symlink() else "there is no such file"
        return error.strerror
    kind = NOT_FILES.get(stat.S_IFMT(status.st_mode))
    if kind:
        return f"it is {kind}, not a file"
    return f"it is larger than {LARGEST:,} bytes" if status.st_size > LARGEST else ""


def python_files(paths: Sequence[str | Path], out: Path | None = None) -> dict[Path, Path]:
    """{file: where below `out` its answer goes} of the .py files that `paths` name; folders keep their
    structure.

    A path that leads to no file stays, for its report to say so. Raises ValueError where no path leads to
    any.
    """
    files = {}
    known = set()
    if "" in paths:
        raise ValueError("a path is empty: name a file, or a folder such as .")
    for path in map(Path, paths):
        found = {path / place: place for place in files_below(path, out)} if path.is_dir() else {}
        for file, place in (found or {path: Path(f"{path.stem}.py")}).items():
            if real_path(file) not in known:
                files[file] = place
            known.add(real_path(file))
    if not any(file.is_file() for file in files):
        reasons = "; ".join(f"{file}: {obstacle(file)}" for file in list(files)[:3])
        raise ValueError(f"there is no Python file at {', '.join(map(str, files))} ({reasons})")
    return files


def decoded(data: bytes) -> str:
    """The text of a Python file: UTF-8 with or without a mark, or what its first lines name (PEP 263).

    Raises ValueError, one line, where it is another encoding.
    """
    if data.startswith(WIDE) or b"\0" in data:
        kind = "UTF-16 or UTF-32" if data.startswith(WIDE) else "no text, or UTF-16: it holds null bytes"
        raise ValueError(f"it is {kind}; {MEND}")
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        byte = data[error.start]
        raise ValueError(f"line {line} is not {error.encoding} (byte 0x{byte:02x}): {MEND}") from error
    except (SyntaxError, LookupError, UnicodeError) as error:
        first = str(error).split("\n")[0]
        raise ValueError(f"{first}: {MEND}") from error
    return text.replace("\r\n", "\n").replace("\r", "\n")


def source_text(path: Path) -> str:
    """The text of a file. Raises ValueError, one line, where it cannot be read."""
    reason = obstacle(path)
    if reason:
        raise ValueError(reason)
    try:
        with open(path, "rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        raise ValueError(error.strerror) from error
    if len(data) > LARGEST:  # of a file that does not tell its size, as those of /proc
        raise ValueError(f"it is larger than {LARGEST:,} bytes")
    return decoded(data)


def tidied(text: str) -> str:
    """A text without trailing blanks, with one newline at its end."""
    return re.sub(r"[ \t]+$", "", text, flags=re.MULTILINE).strip("\n") + "\n"


def save_text(path: str | Path, text: str) -> None:
    """Writes a text, tidied, whole or not at all. Raises ValueError, one line, where it cannot be."""
    try:
        with replacing(path) as partial:
            partial.write_text(tidied(text), encoding="utf-8")
    except OSError as error:
        raise ValueError(f"cannot write {path}: {error.strerror}") from error
