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
