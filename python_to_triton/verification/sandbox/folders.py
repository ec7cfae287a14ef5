"""The sandbox's temporary folders: made, and removed whatever is in them, those of killed runs included."""

import contextlib
import fcntl
import functools
import itertools
import os
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

PREFIX = "python-to-triton-candidate-"  # of a server's folder, in the system's temporary folder
MOST_FILES, MOST_BYTES = 10_000, 1 << 30  # of a candidate that compiles: Triton writes ten files a kernel
FRESH_SECONDS = 60.0  # a folder that is younger may be one that another process is about to lock


def remove_tree(folder: str | Path) -> None:
    """Removes a folder with what is in it: of any depth, of any mode; links are not followed.

    What lies deeper than one level is moved up first, so that no path grows long. What is not ours to remove
    stays.
    """
    numbers = itertools.count()
    with contextlib.suppress(OSError):
        while found := [*os.scandir(folder)]:
            for entry in found:
                if not entry.is_dir(follow_symlinks=False):
                    os.unlink(entry.path)
                    continue
                os.chmod(entry.path, 0o700)
                for inner in [*os.scandir(entry.path)]:
                    if inner.is_dir(follow_symlinks=False):
                        os.chmod(inner.path, 0o700)  # a folder that is moved must be ours to write
                        os.rename(inner.path, Path(folder) / f"moved-{os.getpid()}-{next(numbers)}")
                    else:
                        os.unlink(inner.path)
                os.rmdir(entry.path)
        os.rmdir(folder)


def is_too_full(folder: str | Path) -> bool:
    """Whether a candidate's folder holds more than it may."""
    count = size = 0
    for place, _, names in os.walk(folder):
        count += 1 + len(names)
        for name in names:
            with contextlib.suppress(OSError):  # it has just gone
                size += os.lstat(os.path.join(place, name)).st_size
        if count > MOST_FILES or size > MOST_BYTES:
            return True
    return False


@contextlib.contextmanager
def folder_for_job(wanted: bool) -> Iterator[str]:
    """A folder for one candidate below this process's own, gone afterwards; "" where none is wanted."""
    if not wanted:
        yield ""
        return
    folder = tempfile.mkdtemp(prefix="job-", dir=Path.cwd())
    try:
        yield folder
    finally:
        remove_tree(folder)


def lock_folder(folder: str | Path) -> int | None:
    """A descriptor that holds a folder as long as its process lives; None where another process holds it.

    Raises OSError where it is gone, or not ours.
    """
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        return None
    return descriptor


@functools.cache
def remove_leftovers() -> None:
    """Once in a process: removes the folders of servers whose judging process was killed."""
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        with contextlib.suppress(OSError):  # it has just gone, or is another user's
            about = folder.lstat()
            if about.st_uid != os.geteuid() or time.time() - about.st_mtime < FRESH_SECONDS:
                continue
            descriptor = lock_folder(folder)
            if descriptor is not None:
                remove_tree(folder)
                os.close(descriptor)


NUMBERS = itertools.count()


def make_server_folder(on_disk: bool) -> tuple[str, int | None]:
    """A server's folder, and the descriptor that says that it is in use; else a path of its own, for one that
    exists for the server alone.
    """
    if not on_disk:
        return f"/{PREFIX}{os.getpid()}-{next(NUMBERS)}", None
    remove_leftovers()
    folder = tempfile.mkdtemp(prefix=PREFIX)
    os.chmod(folder, 0o755)  # a candidate has no rights, and may see that its folder is empty
    descriptor = lock_folder(folder)
    assert descriptor is not None, f"{folder} is new, and in use"
    return folder, descriptor
