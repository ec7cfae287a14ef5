"""run_all_tests."""

import argparse
import os
import signal
import sys
import time
from pathlib import Path
from corpus.validation import (
    CHILD_THREADS,
    REPORT,
    SYNTHETIC,
    TIMEOUT,
    machine,
    pair_files,
    read_report,
    run_files,
    summary,
    warm_up,
    write_report,
)
from triton_ops.files import CORES


def main(arguments=None):
    """The command line; returns the exit code."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("words", nargs="*", help="run only files whose name holds one of these")
    parser.add_argument("--jobs", type=int, default=CORES, help="files at a time (%(default)s)")
    parser.add_argument("--timeout", type=float, default=TIMEOUT, help="seconds a file (%(default)g)")
    parser.add_argument(
        "--stale", action="store_true", help="run only files whose outcome in the report no longer stands"
    )
    parser.add_argument(
        "--report", type=Path, default=REPORT, help="where the JSON report goes (%(default)s)"
    )
    parser.add_argument("--folder", type=Path, default=SYNTHETIC, help="where the files are (%(default)s)")
    options = parser.parse_args(arguments)
    folder = options.folder.resolve()
    paths = pair_files(options.words, folder)
    if not paths:
        print(f"no file of {folder} matches {' '.join(options.words) or '*.py'}", file=sys.stderr)
        return 1
    start, known = time.monotonic(), read_report(options.report, folder) if options.stale else {}
    outcomes = {path: known[path] for path in paths if path in known}
    if machine()["device"] == "cpu":
        warm_up()
    outcomes |= run_files([path for path in paths if path not in known], options.jobs, options.timeout)
    write_report(outcomes, options.report, folder)
    print(summary(outcomes, time.monotonic() - start))
    return 0 if all(outcome.passed for outcome in outcomes.values()) else 1


if __name__ == "__main__":
    os.environ.update(CHILD_THREADS)  # before torch and numpy count the cores
    signal.signal(
        signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM)
    )  # so that `finally` ends the children
    raise SystemExit(main())
