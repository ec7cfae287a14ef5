"""Notes which tests take long: what pytest --short leaves out.

    python -m pytest -q -n 2 --dist worksteal --durations=0 --durations-min=0 > runs/all.log
    python tests/note_long_tests.py runs/all.log
    python -m pytest -q -n 2 --dist worksteal --durations=0 --durations-min=0 --short > runs/short.log
    python tests/note_long_tests.py runs/all.log runs/short.log

Writes tests/long_tests.txt: a function whose tests all take more than SECONDS each, or single tests of one.
The second run shows which tests wait for what a test before them had waited for."""

import re
import sys
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

SECONDS = 1.0
LONG_TESTS = Path(__file__).with_name("long_tests.txt")
MEASURED = re.compile(r"(\d+\.\d\d)s (?:call|setup|teardown) +(\S.*)")


def function_of(test: str) -> str:
    """The function of a test: its name without parameters."""
    return test.partition("[")[0]


def long_tests(log: Iterable[str]) -> list[str]:
    """The tests in a log of pytest --durations=0 that take more than SECONDS."""
    seconds = defaultdict(float)
    for line in log:
        if found := MEASURED.match(line):
            seconds[found[2].strip()] += float(found[1])
    short = {function_of(test) for test, taken in seconds.items() if taken <= SECONDS}
    long = [test for test, taken in seconds.items() if taken > SECONDS]
    return sorted({test if function_of(test) in short else function_of(test) for test in long})


if __name__ == "__main__":
    found = sorted({test for log in sys.argv[1:] for test in long_tests(Path(log).read_text().splitlines())})
    LONG_TESTS.write_text("\n".join(found) + "\n")
    print(f"{len(found)} in {LONG_TESTS}")
