"""Loops over lines that repeat, and tuples of items that do."""

import random

import pytest

from python_to_triton.codegen.repetition import rolled_lines, rolled_names, rolled_tuple


def drawn(rng):
    """Lines of appended numbers, blocks of which repeat with others in between."""
    lines = []
    for _ in range(rng.randint(1, 4)):
        period = rng.randint(1, 4)
        numbers = [[rng.randint(0, 30), rng.randint(0, 9)] for _ in range(period)]
        steps = [[rng.choice([0, 1, 1, 3]), rng.choice([0, 0, 1, 5])] for _ in range(period)]
        for turn in range(rng.randint(1, 6)):
            for i in range(period):
                a, b = (n + turn * s for n, s in zip(numbers[i], steps[i]))
                lines.append(f'found.append((table[{a}], "layer[{b}].weight_{i}", 0.5, {i} + x1))')
        lines.append(f"found.append({rng.randint(0, 99)})")
    return lines


@pytest.mark.parametrize("seed", range(25))
def test_loops_do_what_the_lines_do(seed):
    lines = drawn(random.Random(seed))
    results = []
    for text in (lines, rolled_lines(lines), rolled_lines(lines, "number")):
        scope = {"found": [], "table": [n * n for n in range(200)], "x1": 7}
        exec("\n".join(text), scope)
        results.append(scope["found"])
    assert results[0] == results[1] == results[2]
    assert len("\n".join(rolled_lines(lines))) <= len("\n".join(lines))


def test_a_loop_counts_a_number_that_grows_by_one():
    lines = [f"self.blocks[{i}].norm.mean.lerp_(results[{2 * i + 5}], 0.1)" for i in range(3, 9)]
    assert rolled_lines(lines) == [
        "for i in range(3, 9):",
        "    self.blocks[i].norm.mean.lerp_(results[2 * i + 5], 0.1)",
    ]


def test_numbers_in_literals_become_f_strings():
    lines = [f'check("self.blocks[{i}].weight", self.blocks[{i}].weight)' for i in range(4)]
    assert rolled_lines(lines) == [
        "for i in range(4):",
        '    check(f"self.blocks[{i}].weight", self.blocks[i].weight)',
    ]


def test_lines_that_do_not_repeat_stay():
    lines = ["a = f(1)", "b = g(2)", "c = h(3)"]
    assert rolled_lines(lines) == lines
    assert rolled_lines([]) == []


@pytest.mark.parametrize("seed", range(25))
def test_rolled_tuples_are_equal(seed):
    rng = random.Random(seed)
    A, B = 3, 5
    items = []
    for _ in range(rng.randint(1, 5)):
        block = [rng.choice(["(A, 3)", "(A,)", "(B, A, 1, 1)", "(7, B)"]) for _ in range(rng.randint(1, 5))]
        items += block * rng.randint(1, 12)
    text = f"({', '.join(rolled_tuple(items))},)"
    assert eval(text, {"A": A, "B": B}) == eval(f"({', '.join(items)},)", {"A": A, "B": B})
    assert rolled_tuple(["(A,)"] * 40) == ["*((A,),) * 40"]


@pytest.mark.parametrize("seed", range(25))
def test_rolled_names_are_equal(seed):
    rng = random.Random(seed)
    names = []
    for stage in range(rng.randint(1, 4)):
        kinds = rng.sample(["reduce.weight", "mix.weight", "norm1.bias", "net[0].weight"], rng.randint(1, 4))
        for layer in range(rng.randint(1, 8)):
            names += [f'"self.stages[{stage}][{layer}].{kind}"' for kind in kinds]
    names.append('"self.head.weight"')
    assert eval(f"({', '.join(rolled_names(names))},)") == eval(f"({', '.join(names)},)")
