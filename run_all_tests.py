"""Runs every exemplar of synthetic/, each in a process of its own, and says which hold and why the others
do not.

    python run_all_tests.py                   # all files, as many at a time as there are cores
    python run_all_tests.py soft matmul       # those whose names hold one of the words
    python run_all_tests.py --jobs 1 --timeout 20 --report report.json

The exit code is 0 if all passed, 1 if one did not, 2 for a mistake. The report is what
extract_training_data.py reads. How a file is run and judged: corpus/validation.py."""

if __name__ == "__main__":  # before the imports that take seconds: Ctrl-C ends them in a line
    from triton_ops.exit_codes import end_on_interrupt

    end_on_interrupt()

import argparse
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

from corpus.validation import CHILD_THREADS, REPORT, SYNTHETIC, TIMEOUT, validate
from python_to_triton.flags import ExecutorFlags, add_flags, from_flags
from triton_ops.arguments import OneLineParser, existing, positive_integer, positive_number
from triton_ops.exit_codes import command_line
from triton_ops.files import CORES


def validation_parser() -> argparse.ArgumentParser:
    """The flags."""
    parser = OneLineParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False
    )
    parser.add_argument("words", nargs="*", metavar="WORD", help="only files whose names hold one of these")
    parser.add_argument(
        "--jobs", type=positive_integer, metavar="N", help=f"files at a time (one a core: {CORES} here)"
    )
    parser.add_argument(
        "--timeout", type=positive_number, default=TIMEOUT, metavar="S", help="seconds a file (%(default)g)"
    )
    parser.add_argument(
        "--stale", action="store_true", help="only files whose outcome in the report is no longer valid"
    )
    parser.add_argument(
        "--report", type=Path, default=REPORT, metavar="FILE", help="the report, JSON (runs/validation.json)"
    )
    parser.add_argument(
        "--folder", type=existing, default=SYNTHETIC, metavar="DIR", help="where the files are (synthetic)"
    )
    add_flags(parser, ExecutorFlags)
    return parser


@command_line("run_all_tests.py")
def main(arguments: Sequence[str] | None = None) -> int:
    """The exit code."""
    given = validation_parser().parse_args(arguments)
    executor = from_flags(ExecutorFlags, vars(given)).executor
    passed = validate(
        given.words, given.jobs, given.timeout, given.stale, given.report, given.folder, executor
    )
    return 0 if passed else 1


if __name__ == "__main__":
    os.environ.update(CHILD_THREADS)  # for what files start: torch is loaded by now
    signal.signal(
        signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM)
    )  # so that `finally` ends children
    raise SystemExit(main())
