"""The lines of a kernel that reduces rows of any length: loops over the blocks of a row.

A program has a tile of ROWS x COLUMNS: some rows, and of each a block of its elements. A lane is one position
of the tile. A writer's lines (element_writer.py) are written as if a row were one block. Of a longer row each
lane reduces what it has of every block, and after the loop the lanes of a row are reduced to its total. The
softmax of rows of B elements, shortened:

    lanes0 = tl.full((ROWS, COLUMNS), -float('inf'), tl.float32)
    for block in range(n_blocks):                                    # stage 1: the maximum
        x = tl.load(a0_ptr + rows * B + columns, mask=mask)          #   along the row: once in each block
        lanes0 = tl.maximum(lanes0, tl.where(mask, x, -float('inf')))
    largest = tl.max(lanes0, 1, keep_dims=True)
    lanes1 = tl.full((ROWS, COLUMNS), 0, tl.float32)
    for block in range(n_blocks):                                    # stage 2: the sum, which waits for it
        x = tl.load(a0_ptr + rows * B + columns, mask=mask)          #   computed again
        lanes1 += tl.where(mask, tl.exp(x - largest), 0)
    total = tl.sum(lanes1, 1, keep_dims=True)
    for block in range(n_blocks):
        ...
        tl.store(y_ptr + rows * B + columns, tl.exp(x - largest) / total, mask=mask)

Most rows are one block. Triton compiles an integer argument that is 1 as a constant: then n_blocks is 1, no
loop is left, and what several loops would load is loaded once.

Rows that are few and long are shared among programs instead: of a row's programs number s reduces the blocks
s, s + SHARES, s + 2 SHARES, ... Each stage is a kernel of its own, which stores what its programs have
reduced, in parts of shape [reductions, rows, SHARES]. The next kernel begins with the parts of those before.
"""

import functools
from typing import NamedTuple

import torch

from python_to_triton.codegen.by_rules.element_writer import ElementWriter, Reduction
from python_to_triton.codegen.by_rules.kernel_expressions import names_of_text, triton_name
from python_to_triton.frontend.needed_lines import needed_lines

# Of each reduction of floats the number that changes none: what it begins with, and what counts for an
# element beyond the end of a row.
NEUTRAL = {"sum": "0", "prod": "1", "max": "-float('inf')", "min": "float('inf')"}
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
    """Reductions that one loop makes, and lines of what is the same for a whole row, after the loop."""

    reductions: dict[str, Reduction]
    row_lines: list[str]


class RowStages:
    """A writer's lines in the order of stages: a reduction's is the number of those that it waits for, one
    after another, and itself.

    A line is `name = expression`, and no name is bound twice. That of a reduction,
    `total0 = tl.sum(x, torch.float64)`, only holds its place: those of `_reducing_lines` are written instead.

    Attributes:
        along_row: lines of what differs between the elements of a row.
        store_line: the line that stores.
        stores_along_row: whether it stores an element for each of a row, not one for the row.
        stages: in their order; the first has no reductions.
    """

    def __init__(self, writer: ElementWriter, store_line: str):
        self.store_line = store_line
        lines = needed_lines([*_block_lines(writer), *writer.lines], store_line)
        lines = {line.partition(" = ")[0]: line for line in lines}
        self.along_row = [line for name, line in lines.items() if name in writer.along_row]
        self.stores_along_row = bool(writer.along_row & names_of_text(store_line))
        depths = _depths(lines, writer.reductions)
        row_names = [name for name in lines if name not in writer.along_row]
        self.stages = []
        for depth in range(max(depths.values(), default=0) + 1):
            names = [name for name in row_names if depths[name] == depth]
            reductions = {name: writer.reductions[name] for name in names if name in writer.reductions}
            others = [lines[name] for name in names if name not in reductions]
            self.stages.append(RowStage(reductions, others))

    @property
    def lane_bytes(self) -> int:
        """Bytes that a lane holds from block to block, in the stage that has most."""
        held = [sum(one.dtype.itemsize for one in stage.reductions.values()) for stage in self.stages]
        return max(1, *held)  # 1: nothing is reduced

    @functools.cached_property
    def numbers(self) -> dict[str, int]:
        """{name of a reduction: its number among all}."""
        names = [name for stage in self.stages for name in stage.reductions]
        return {name: number for number, name in enumerate(names)}

    def lines(self) -> list[str]:
        """The lines of the one kernel whose programs have whole rows."""
        written = []
        for stage in self.stages:
            written += self._reducing_lines(stage, WHOLE_ROW)
            written += stage.row_lines
        return [*written, *self._storing_lines(WHOLE_ROW)]

    def shared_lines(self) -> list[list[str]]:
        """The lines of each kernel, where programs share rows: one for each stage that reduces, and one that
        stores the result.
        """
        kernels = []
        known = ["shares = tl.arange(0, SHARES)[None, :]"]  # and lines of what kernels before have made
        for stage in self.stages:
            if stage.reductions:
                reducing = self._reducing_lines(stage, OWN_SHARE)
                stores = [self._storing_part(*one) for one in stage.reductions.items()]
                kernels.append([*needed_lines(known, "\n".join(reducing)), *reducing, *stores])
            for name, reduction in stage.reductions.items():
                known += self._loaded_parts(name, reduction)
            known += stage.row_lines
        storing = self._storing_lines(OWN_SHARE)
        return [*kernels, [*needed_lines(known, "\n".join(storing)), *storing]]

    def _loop(self, statements: list[str], blocks: str) -> list[str]:
        """A loop over blocks of a row: the statements, after those along the row that they need."""
        body = [*needed_lines(self.along_row, "\n".join(statements)), *statements]
        return [f"for block in {blocks}:", *(f"    {line}" for line in body)]

    def _reducing_lines(self, stage: RowStage, blocks: str) -> list[str]:
        """The lines that bind a stage's reductions."""
        if not stage.reductions:
            return []
        begin, steps, totals = [], [], []
        for name, (op, element, dtype) in stage.reductions.items():
            lanes = f"lanes{self.numbers[name]}"
            begin.append(f"{lanes} = tl.full((ROWS, COLUMNS), {NEUTRAL[op]}, {triton_name(dtype)})")
            steps.append(_STEPS[op].format(lanes, element))
            totals.append(f"{name} = {_total(op, lanes)}")
        return [*begin, *self._loop(steps, blocks), *totals]

    def _storing_lines(self, blocks: str) -> list[str]:
        """The lines that store the result."""
        return self._loop([self.store_line], blocks) if self.stores_along_row else [self.store_line]

    def _place_of_parts(self, name: str) -> str:
        """The place among all parts at which those of a reduction's row begin."""
        number = self.numbers[name]
        return f"(tl.cast(n_rows, tl.int64) * {number} + rows) * SHARES" if number else "rows * SHARES"

    def _storing_part(self, name: str, reduction: Reduction) -> str:
        """The line that stores what a program has reduced of a row. Parts are float64, which holds numbers of
        32 bits and of floats as they are.
        """
        assert reduction.dtype.is_floating_point or reduction.dtype == torch.int32, reduction
        return f"tl.store(parts_ptr + {self._place_of_parts(name)} + tl.program_id(1), {name}, mask=row_mask)"

    def _loaded_parts(self, name: str, reduction: Reduction) -> list[str]:
        """The lines that bind a reduction, made of the parts of its row."""
        op, _, dtype = reduction
        parts = f"parts{self.numbers[name]}"
        places = f"{self._place_of_parts(name)} + shares"
        return [
            f"{parts} = tl.load(parts_ptr + {places}, mask=row_mask, other={NEUTRAL[op]})",
            f"{name} = {_total(op, parts)}.to({triton_name(dtype)})",
        ]


def _depths(lines: dict[str, str], reductions: dict[str, Reduction]) -> dict[str, int]:
    """{name: how many reductions it waits for, one after another}, a reduction itself counted.

    Args:
        lines: {name: the line that binds it}; a name is read after it is bound.
    """
    depths = {}
    for name, line in lines.items():
        _, _, expression = line.partition(" = ")
        read = [depths[other] for other in names_of_text(expression) & depths.keys()]
        depths[name] = max(read, default=0) + (name in reductions)
    return depths


def _total(op: str, lanes: str) -> str:
    """What an operation makes of all lanes of a row."""
    if op == "prod":
        return f"tl.reduce({lanes}, 1, product, keep_dims=True)"
    return f"tl.{op}({lanes}, 1, keep_dims=True)"


def _block_lines(writer: ElementWriter) -> list[str]:
    """The lines that say which elements of its rows a lane has of a block, and which rows have a first one.

    Where rows lie beside each other, row number `inner` of `outer` has its elements n_inner apart.
    """
    length, n_inner = writer.size(writer.row_length), writer.size(writer.inner)
    apart = f"(outer * {length} + columns) * {n_inner} + inner"
    has_first = "row_mask" if isinstance(length, int) else f"row_mask & ({length} > 0)"
    return [
        f"begin_mask = {has_first}",
        "columns = tl.cast(block, tl.int64) * COLUMNS + tl.arange(0, COLUMNS)[None, :]",
        f"mask = row_mask & (columns < {length})",
        f"offsets = {f'rows * {length} + columns' if n_inner == 1 else apart}",
    ]
