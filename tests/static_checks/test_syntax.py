"""Which bindings and readings of a name are one variable."""

import ast

from python_to_triton.static_checks.syntax import Variables


def test_loops_and_branches_join_the_bindings_of_one_variable():
    source = """def f(p, n):
    x = p
    for i in range(n):
        x = x + i
    if n:
        y = x
    else:
        y = p
    x = y
    return x"""
    variables = Variables(ast.parse(source).body[0])
    counts = sorted((binding.lineno, count) for binding, count in variables.binding_counts.items())
    # p, n, x with the loop's, i, both y, the last x
    assert counts == [(1, 1), (1, 1), (2, 2), (3, 1), (6, 2), (9, 1)]


def test_nested_loops_are_read_in_quadratic_time(monkeypatch):
    """Each level once more than the level around it, not twice as often."""
    reads = []
    read = Variables.generic_visit
    monkeypatch.setattr(Variables, "generic_visit", lambda self, node: (reads.append(node), read(self, node)))
    counts = []
    for depth in (10, 20, 40):
        lines = ["    " * level + f"while n > {level}:" for level in range(1, depth + 1)]
        lines += ["    " * (depth + 1) + "y = y + n"]
        reads.clear()
        Variables(ast.parse("def f(y, n):\n" + "\n".join(lines)).body[0])
        counts.append(len(reads))
    assert counts[2] <= 5 * counts[1] <= 25 * counts[0], counts
