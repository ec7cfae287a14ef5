"""Files and progress: what every package uses."""

import contextlib
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tqdm import tqdm

ROOT = Path(__file__).resolve().parents[1]
CORES = len(os.sched_getaffinity(0))


def progress(total: int, unit: str, description: str) -> tqdm:
    """A progress bar; in a log, where there is no terminal, a line every 20 seconds."""
    interval = 0.1 if sys.stderr.isatty() else 20.0
    return tqdm(total=total, unit=unit, desc=description, mininterval=interval)


def check_writable_folder(folder: str | Path) -> None:
    """Makes a folder. Raises ValueError, one line, where nothing can be written there, or no room is left.

    Better before the work than after it.
    """
    if Path(folder).exists() and not Path(folder).is_dir():
        raise ValueError(f"{folder} is a file, not a folder: name a folder to write to")
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder) as trial:
            trial.write(bytes(4096))
    except OSError as error:
        raise ValueError(f"cannot write to {folder}: {error.strerror}") from error


def check_writable(path: str | Path) -> None:
    """Raises ValueError, one line, where the file `path` cannot be written."""
    path = Path(path)
    if path.is_dir():
        raise ValueError(f"{path} is a folder: name a file to write")
    if os.path.lexists(path) and not path.is_file():  # a link to nothing too
        raise ValueError(f"{path} is no ordinary file: name another one to write")
    check_writable_folder(path.parent)


@contextlib.contextmanager
def replacing(path: str | Path) -> Iterator[Path]:
    """A path to write to instead of `path`, which takes its place when all went well.

    Nobody sees half a file.
    """
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        yield partial
        os.replace(partial, path)
    finally:
        partial.unlink(missing_ok=True)


def link_or_copy(source: str | Path, target: str | Path) -> None:
    """Makes `target` the same file as `source`; a copy, where the file system has no hard links."""
    try:
        os.link(source, target, follow_symlinks=False)
    except OSError:
        shutil.copy2(source, target)


@contextlib.contextmanager
def replacing_folder(folder: str | Path, *written: str) -> Iterator[Path]:
    """A folder to write to instead of `folder`, which takes its place when all went well.

    What else lay there stays: all but the files that match the patterns `written`. Nobody sees half of it; a
    failure leaves what was there. Raises ValueError, one line, where `folder` cannot be exchanged.
    """
    folder = Path(folder).resolve()
    if folder.exists() and not folder.is_dir():
        raise ValueError(f"{folder} is a file, not a folder: name a folder to write to")
    if folder in (Path.cwd(), *Path.cwd().parents):
        raise ValueError(f"{folder} is the folder that you are in: name one inside it to write to")
    folder.parent.mkdir(parents=True, exist_ok=True)
    partial = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", dir=folder.parent))
    before = partial.with_name(f"{partial.name}.before")
    there = folder.exists()

    def replaced(place: str, names: list[str]) -> set[str]:
        """Of the names in a folder those that are written anew."""
        patterns = written if Path(place) == folder else ()
        return {name for name in names if any(Path(name).match(pattern) for pattern in patterns)}

    try:
        if there:
            kept = {"symlinks": True, "copy_function": link_or_copy, "dirs_exist_ok": True}
            shutil.copytree(folder, partial, ignore=replaced, **kept)
        yield partial
        partial.chmod(folder.stat().st_mode if there else 0o755)
        if there:
            os.replace(folder, before)
        try:
            os.replace(partial, folder)
        finally:
            if there and not folder.exists():
                os.replace(before, folder)
        shutil.rmtree(before, ignore_errors=True)
    finally:
        shutil.rmtree(partial, ignore_errors=True)
