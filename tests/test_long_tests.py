"""What --short leaves out is what took long, and is still there."""

import ast
from pathlib import Path

from note_long_tests import LONG_TESTS, function_of, long_tests

ROOT = Path(__file__).resolve().parent.parent
LOG = """\
9.00s call     tests/test_a.py::test_all_long[1]
0.40s call     tests/test_a.py::test_all_long[2 = 2]
0.70s setup    tests/test_a.py::test_all_long[2 = 2]
3.10s call     tests/test_a.py::test_one_long[x]
0.10s call     tests/test_a.py::test_one_long[y]
0.90s call     tests/test_b.py::test_short
(3 durations < 0.005s hidden.)
""".splitlines()


def test_functions_and_single_tests_that_take_long():
    assert long_tests(LOG) == ["tests/test_a.py::test_all_long", "tests/test_a.py::test_one_long[x]"]


def functions_in(file):
    """The names of the test functions of a file."""
    tree = ast.parse((ROOT / file).read_text())
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


def test_what_is_left_out_exists():
    """Else tests/note_long_tests.py is to be run again."""
    long = [function_of(test).partition("::") for test in LONG_TESTS.read_text().splitlines()]
    functions = {file: functions_in(file) for file, _, _ in long}
    assert long and [(file, name) for file, _, name in long if name not in functions[file]] == []
