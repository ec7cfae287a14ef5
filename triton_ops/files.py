"""Files and progress: what every package uses."""

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from tqdm import tqdm

ROOT = Path(__file__).resolve().parents[1]
CORES = len(os.sched_getaffinity(0))


def progress(total: int, unit: str, description: str) -> tqdm:
    """A progress bar; in a log, where there is no terminal, a line every 20 seconds."""
    interval = 0.1 if sys.stderr.isatty() else 20.0
    return tqdm(total=total, unit=unit, desc=description, mininterval=interval)


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
