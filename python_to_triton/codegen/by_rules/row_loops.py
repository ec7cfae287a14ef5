"""The lines of a kernel that reduces rows of any length: loops over the blocks of a row.

A writer's lines (element_writer.py) are written as if a row were one block. Of a longer row each lane reduces
what it has of every block, and after the loop its program reduces the lanes. A reduction waits for those that
its elements are computed from, as a variance for the mean: its depth is one more than theirs. All of one
depth share a loop, which computes again what it needs of the elements.

Most rows are one block. Triton compiles that in, as each number that is 1: no loop is left then, and what
several of them would load is loaded once.
"""

from typing import NamedTuple

from python_to_triton.codegen.by_rules.element_writer import ElementWriter, Reduction
from python_to_triton.codegen.by_rules.kernel_expressions import names_of_text, triton_name
from python_to_triton.codegen.by_rules.size_arithmetic import Size
from python_to_triton.frontend.needed_lines import needed_lines

# By the operation: what it begins with, and what is beyond the end of a row
OUTSIDE = {"sum": "0", "max": "-float('inf')", "min": "float('inf')"}
_STEPS = {"sum": "{0} += {1}", "max": "{0} = tl.maximum({0}, {1})", "min": "{0} = tl.minimum({0}, {1})"}


class RowLines(NamedTuple):
    """The lines of a kernel, and the bytes that a lane of it holds from block to block, at most."""

    lines: list[str]
    lane_bytes: int


def _block_lines(length: Size) -> list[str]:
    """The lines that say which elements of its row a lane has of a block."""
    return [
        "columns = block * COLUMNS + tl.arange(0, COLUMNS)[None, :].to(tl.int64)",
        f"mask = row_mask & (columns < {length})",
        f"offsets = rows * {length} + columns",
    ]


def _loop(lines: list[str], last: list[str]) -> list[str]:
    """A loop over the blocks of a row: the last lines, and those of the others that they need."""
    body = [*needed_lines(lines, "\n".join(last)), *last]
    return ["for block in range(n_blocks):", *(f"    {line}" for line in body)]


def _reducing_lines(along_row: list[str], reductions: dict[str, Reduction], number: int) -> list[str]:
    """The lines that bind reductions of one depth, whose lanes have names from this number on."""
    begin, steps, totals = [], [], []
    for name, (op, element, dtype) in reductions.items():
        lanes = f"lanes{number + len(steps)}"
        begin.append(f"{lanes} = tl.full((ROWS, COLUMNS), {OUTSIDE[op]}, {triton_name(dtype)})")
        steps.append(_STEPS[op].format(lanes, element))
        totals.append(f"{name} = tl.{op}({lanes}, 1, keep_dims=True)")
    return [*begin, *_loop(along_row, steps), *totals]


def lines_of_rows(writer: ElementWriter, last: str) -> RowLines:
    """What a writer has written, with the line that stores."""
    lines = needed_lines([*_block_lines(writer.size(writer.row_shape[-1])), *writer.lines], last)
    lines = {line.partition(" = ")[0]: line for line in lines}
    along_row = [line for name, line in lines.items() if name in writer.along_row]
    depths = {}  # of the reductions that a line needs, the greatest
    for name, line in lines.items():
        _, _, expression = line.partition(" = ")
        read = [depths[other] for other in names_of_text(expression) & depths.keys()]
        depths[name] = max(read, default=0) + (name in writer.reductions)

    written = []
    count, lane_bytes = 0, 1
    for depth in range(max(depths.values(), default=0) + 1):
        there = [name for name in lines if depths[name] == depth and name not in writer.along_row]
        reductions = {name: writer.reductions[name] for name in there if name in writer.reductions}
        if reductions:
            written += _reducing_lines(along_row, reductions, count)
        written += [lines[name] for name in there if name not in reductions]
        count += len(reductions)
        lane_bytes = max(lane_bytes, sum(one.dtype.itemsize for one in reductions.values()))
    written += _loop(along_row, [last]) if writer.along_row & names_of_text(last) else [last]
    return RowLines(written, lane_bytes)
