"""Steps of a program as text, in the order in which a prompt has them."""

import functools
import random
import re
from collections.abc import Sequence

from corpus.rewriting import renamed
from corpus.tables import tables


def step(row: tuple[str, str], result: str, **read: str) -> tuple[str, str]:
    """A row of a table as (torch statement, triton statements) that read the values {x, z, w: name} and
    assign `result`.
    """
    *before, last = row[1].split("\n")
    assert row[0].startswith("x = ") and last.startswith("x = "), row
    return tuple(
        "\n".join([*(renamed(line, **read) for line in lines), f"{result} = {renamed(last[4:], **read)}"])
        for *lines, last in ([row[0]], [*before, last])
    )


def operands(row: tuple[str, str], taken: Sequence[str], depths: dict[str, int]) -> list[str]:
    """The values that a row reads, in the order in which a prompt would: of what commutes, what took more
    operations first.
    """
    text = row[0].removeprefix("x = ")
    read = sorted(zip(("x", "z", "w"), taken), key=lambda pair: re.search(rf"\b{pair[0]}\b", text).start())
    commutes = re.search(r"[+*&|^]|==|!=|maximum|minimum", text) and not re.search(r"[-/]|where|addc", text)
    if ".masked_fill(" in text:  # a `where`, whose condition comes first
        read.reverse()
    return [value for _, value in sorted(read, key=lambda pair: -depths[pair[1]] if commutes else 0)]


COUNTED = re.compile(r"[-+*/<>]|\w\(")  # in a row, as many as its prompt has, or more


def depths_of(steps: list, inputs: Sequence[str]) -> dict[str, int]:
    """{value: how many operations it took, one after the other}."""
    depths = dict.fromkeys(inputs, 0)
    for place, (row, taken) in enumerate(steps):
        depths[f"h{place + 1}"] = len(COUNTED.findall(row[0])) + max(depths[value] for value in taken)
    return depths


def depth_first(steps: list, inputs: Sequence[str], ends: dict[str, str]) -> tuple[str, str]:
    """`steps` [(row, names of what it reads)], of which step i makes `h{i + 1}`, as (torch, triton) text in
    the order of a prompt.

    A prompt is read back from its results, `ends` {value: what it is called}, one after the other; the last
    is called x.
    """
    depths, order = depths_of(steps, inputs), []

    def visit(value):
        if value not in inputs and value not in order:
            row, taken = steps[int(value[1:]) - 1]
            for operand in operands(row, taken, depths):
                visit(operand)
            order.append(value)

    for end in ends:
        visit(end)
    inner = [value for value in order if value not in ends]
    names = dict(zip(inputs, inputs)) | {value: f"h{place + 1}" for place, value in enumerate(inner)} | ends
    written = []
    for value in order:
        row, taken = steps[int(value[1:]) - 1]
        written.append(step(row, names[value], **dict(zip(("x", "z", "w"), map(names.get, taken)))))
    return tuple(map("\n".join, zip(*written)))


@functools.cache
def rows_to_draw() -> list:
    """Rows of one operand, of two and of three, by how many those are."""
    single = [
        row
        for table in ("UNARY", "UNARY", "SCALAR")
        for row in tables()[table].values()
        if "\nx = " not in row[1].rpartition("\n")[0]
    ]
    return [None, single, *(list(tables()[table].values()) for table in ("BINARY", "TERNARY"))]


def drawn_row(seed: str, inputs: tuple[str, ...] = ("x",)) -> tuple[str, str]:
    """A row that is a small graph of rows of UNARY, SCALAR, BINARY and TERNARY, every value under a name of
    its own.

    A step mostly reads the value before it, sometimes an earlier one; what no step has read in the end joins
    the result. It is written in the order of a prompt, so that an answer can be read beside it line by
    line.
    """
    rng, rows_of, values, read, steps = random.Random(seed), rows_to_draw(), list(inputs), set(), []
    for _ in range(rng.choice((1, 2, 2, 3, 3, 4, 4, 5, 6)[not inputs[1:] :])):
        x = values[-1] if rng.random() < 0.75 else rng.choice(values)
        others = [value for value in values if value != x]
        count = min(len(others), rng.choices((0, 1, 2), (0.6, 0.3, 0.1))[0])
        taken = (x, *rng.sample(others, count))
        steps.append((rng.choice(rows_of[len(taken)]), taken))
        read.update(taken)
        values.append(f"h{len(steps)}")
    for value in [value for value in values[:-1] if value not in read]:
        steps.append((rng.choice(rows_of[2]), rng.sample((value, values[-1]), 2)))
        values.append(f"h{len(steps)}")
    return depth_first(steps, inputs, {values[-1]: "x"})
