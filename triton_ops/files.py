"""files."""

import contextlib
import os
import sys
from pathlib import Path
from tqdm import tqdm


ROOT = Path(__file__).resolve().parents[1]


CORES = len(os.sched_getaffinity(0))


def progress(total, unit, description):
    """A bar; where nobody watches, in a log, a line every 20 seconds."""
    return tqdm(total=total, unit=unit, desc=description, mininterval=0.1 if sys.stderr.isatty() else 20.0)


@contextlib.contextmanager
def replacing(path):
    """A path to write to instead of `path`, which takes its place when all went well: nobody sees half a file."""
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        yield partial
        os.replace(partial, path)
    finally:
        partial.unlink(missing_ok=True)
