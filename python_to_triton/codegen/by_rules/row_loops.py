"""The lines of a kernel that reduces rows of any length: loops over the blocks of a row.

A writer's lines (element_writer.py) are written as if a row were one block. Of a longer row each lane reduces
what it has of every block, and after the loop its program reduces the lanes. A reduction waits for those that
its elements are computed from, as a variance for the mean: its stage comes after theirs. All of one stage
share a loop, which computes again what it needs of the elements.

Most rows are one block. Triton compiles that in, as each number that is 1: no loop is left then, and what
several of them would load is loaded once. Rows that are few and long are shared among programs instead: each
stage is a kernel, whose programs each reduce every SHARES-th block and store the total, a part of the row's.
The next kernel begins with the parts of those before.
"""

from typing import NamedTuple

from python_to_triton.codegen.by_rules.element_writer import ElementWriter, Reduction
from python_to_triton.codegen.by_rules.kernel_expressions import names_of_text, triton_name
from python_to_triton.frontend.needed_lines import needed_lines

# By the operation: what it begins with, and what is beyond the end of a row
OUTSIDE = {"sum": "0", "prod": "1", "max": "-float('inf')", "min": "float('inf')"}
_STEPS = {
    "sum": "{0} += {1}",
    "prod": "{0} *= {1}",
    "max": "{0} = tl.maximum({0}, {1})",
    "min": "{0} = tl.minimum({0}, {1})",
}
# Triton has no reduction of its own for products: this one stands beside the kernels that read it
PRODUCT = """@triton.jit
def product(x, y):
    return x * y"""
# The blocks that a program goes over: all of a row, or its share of them
WHOLE_ROW = "range(n_blocks)"
OWN_SHARE = "range(tl.program_id(1), n_blocks, SHARES)"


class RowStage(NamedTuple):
    """Reductions that wait for the same others, and lines of what is the same for a whole row, after them."""

    reductions: dict[str, Reduction]
    of_row: list[str]


class RowStages:
    """A writer's lines by what they wait for.

    Attributes:
        along_row: lines of what differs between the elements of a row.
        last: the line that stores.
        stores_along_row: whether it stores an element for each of a row, not one for the row.
        stages: in their order; the first may have no reductions.
    """

    def __init__(self, writer: ElementWriter, last: str):
        self.last = last
        lines = needed_lines([*_block_lines(writer), *writer.lines], last)
        lines = {line.partition(" = ")[0]: line for line in lines}
        self.along_row = [line for name, line in lines.items() if name in writer.along_row]
        self.stores_along_row = bool(writer.along_row & names_of_text(last))
        depths = {}  # of the reductions that a line needs, the greatest
        for name, line in lines.items():
            _, _, expression = line.partition(" = ")
            read = [depths[other] for other in names_of_text(expression) & depths.keys()]
            depths[name] = max(read, default=0) + (name in writer.reductions)
        self.stages = []
        for depth in range(max(depths.values(), default=0) + 1):
            there = [name for name in lines if depths[name] == depth and name not in writer.along_row]
            reductions = {name: writer.reductions[name] for name in there if name in writer.reductions}
            of_row = [lines[name] for name in there if name not in reductions]
            self.stages.append(RowStage(reductions, of_row))

    @property
    def lane_bytes(self) -> int:
        """Bytes that a lane holds from block to block, at most."""
        sums = [sum(one.dtype.itemsize for one in stage.reductions.values()) for stage in self.stages]
        return max(1, *sums)

    @property
    def parts(self) -> dict[str, int]:
        """{name of a reduction: its number among all}."""
        names = [name for stage in self.stages for name in stage.reductions]
        return {name: number for number, name in enumerate(names)}

    def lines(self) -> list[str]:
        """Of the one kernel whose programs have whole rows."""
        written = []
        for stage in self.stages:
            written += self._reducing_lines(stage, WHOLE_ROW)
            written += stage.of_row
        return [*written, *self._storing_lines(WHOLE_ROW)]

    def shared_lines(self) -> list[list[str]]:
        """Of each kernel, where programs share rows: one for each stage that reduces, and one that stores."""
        kernels = []
        known = ["shares = tl.arange(0, SHARES)[None, :]"]  # and lines of what kernels before have made
        for stage in self.stages:
            if stage.reductions:
                reducing = self._reducing_lines(stage, OWN_SHARE)
                stores = [self._storing_part(name) for name in stage.reductions]
                kernels.append([*needed_lines(known, "\n".join(reducing)), *reducing, *stores])
            for name, reduction in stage.reductions.items():
                known += self._loaded_parts(name, reduction)
            known += stage.of_row
        storing = self._storing_lines(OWN_SHARE)
        return [*kernels, [*needed_lines(known, "\n".join(storing)), *storing]]

    def _loop(self, last: list[str], blocks: str) -> list[str]:
        """A loop over blocks of a row: the last lines, and those along the row that they need."""
        body = [*needed_lines(self.along_row, "\n".join(last)), *last]
        return [f"for block in {blocks}:", *(f"    {line}" for line in body)]

    def _reducing_lines(self, stage: RowStage, blocks: str) -> list[str]:
        """The lines that bind a stage's reductions."""
        if not stage.reductions:
            return []
        begin, steps, totals = [], [], []
        for name, (op, element, dtype) in stage.reductions.items():
            lanes = f"lanes{self.parts[name]}"
            begin.append(f"{lanes} = tl.full((ROWS, COLUMNS), {OUTSIDE[op]}, {triton_name(dtype)})")
            steps.append(_STEPS[op].format(lanes, element))
            totals.append(f"{name} = {_total(op, lanes)}")
        return [*begin, *self._loop(steps, blocks), *totals]

    def _storing_lines(self, blocks: str) -> list[str]:
        """The lines that store the result."""
        return self._loop([self.last], blocks) if self.stores_along_row else [self.last]

    def _place_of_parts(self, name: str) -> str:
        """Where the parts of a reduction's rows begin."""
        number = self.parts[name]
        return f"(tl.cast(n_rows, tl.int64) * {number} + rows) * SHARES" if number else "rows * SHARES"

    def _storing_part(self, name: str) -> str:
        """The line that stores what a program has reduced of a row; float64 holds all that is reduced."""
        return f"tl.store(parts_ptr + {self._place_of_parts(name)} + tl.program_id(1), {name}, mask=row_mask)"

    def _loaded_parts(self, name: str, reduction: Reduction) -> list[str]:
        """The lines that bind a reduction, of the parts of its row."""
        op, _, dtype = reduction
        parts = f"parts{self.parts[name]}"
        places = f"{self._place_of_parts(name)} + shares"
        return [
            f"{parts} = tl.load(parts_ptr + {places}, mask=row_mask, other={OUTSIDE[op]})",
            f"{name} = {_total(op, parts)}.to({triton_name(dtype)})",
        ]


def _total(op: str, lanes: str) -> str:
    """What an operation makes of all lanes of a row."""
    return f"tl.reduce({lanes}, 1, product, True)" if op == "prod" else f"tl.{op}({lanes}, 1, keep_dims=True)"


def _block_lines(writer: ElementWriter) -> list[str]:
    """The lines that say which elements of its rows a lane has of a block."""
    length, inner = writer.size(writer.row_length), writer.size(writer.inner)
    beside_others = f"(outer * {length} + columns) * {inner} + inner"
    offsets = f"rows * {length} + columns" if inner == 1 else beside_others
    return [
        "columns = tl.cast(block, tl.int64) * COLUMNS + tl.arange(0, COLUMNS)[None, :]",
        f"mask = row_mask & (columns < {length})",
        f"offsets = {offsets}",
    ]
