"""The kernels of a result that is computed along rows: a program for a few rows, or many for a long one."""

from typing import NamedTuple

import torch

from python_to_triton.codegen.by_rules.element_writer import DROPPED, KEPT, ElementWriter
from python_to_triton.codegen.by_rules.kernel_text import Division, Kernel, allocation, written_kernel
from python_to_triton.codegen.by_rules.registry import NotWritten
from python_to_triton.codegen.by_rules.row_loops import RowStages
from python_to_triton.codegen.by_rules.row_rules import dims_of_rows, first_along_rows, groups_of
from python_to_triton.codegen.by_rules.size_arithmetic import have_as_many, plus, times
from python_to_triton.frontend import Graph, Value

# Of a tile: elements of short rows that it has together, and elements that it has at most
ELEMENTS_OF_SHORT_ROWS = 1024
MOST_ELEMENTS = 8192
# At most where programs share rows, so that there are blocks to share, and where lanes compute places
FEW_ELEMENTS = 2048
# Of what a tile's lanes hold from block to block: 192 of the 256 KiB of registers of a multiprocessor
MOST_LANE_BYTES = MOST_ELEMENTS * 24
ROWS_BESIDE = 32  # that lie beside each other: of float32 a line of memory, 128 bytes
ELEMENTS_OF_WARP = 256  # of a tile: eight a thread, which stay in registers
MOST_WARPS = 16
PROGRAMS = 1024  # enough for each of a GPU's multiprocessors to have several


class _Tile(NamedTuple):
    """What a program has of its rows at once, in host code."""

    rows: str
    columns: str
    warps: str


def _tile(writer: ElementWriter, most: int) -> _Tile:
    """A tile of one row, or of several short ones; of rows that lie beside each other, of some of these.

    Of 100,000 rows of 33 elements: 16 rows, 64 columns. Of 10 rows of 10^6: one row, `most` columns. Of 48
    columns of a matrix of 500 rows, each a row here: 32 rows, `most` // 32 columns.

    Args:
        most: elements that it may have.
    """
    length, inner = writer.size(writer.row_length), writer.size(writer.inner)
    if inner == 1:
        columns = writer.size(f"min(triton.next_power_of_2(max({length}, 1)), {most})", "columns")
        rows = writer.size(f"max({ELEMENTS_OF_SHORT_ROWS} // {columns}, 1)", "rows")
    else:
        rows = writer.size(f"min(triton.next_power_of_2(max({inner}, 1)), {ROWS_BESIDE})", "rows")
        columns = writer.size(f"min(triton.next_power_of_2(max({length}, 1)), {most} // {rows})", "columns")
    warps = f"min(max({rows} * {columns} // {ELEMENTS_OF_WARP}, 1), {MOST_WARPS})"
    return _Tile(rows, columns, warps)


def _division(writer: ElementWriter, tile: _Tile) -> Division:
    """A program for a tile of the writer's rows."""
    length, inner = writer.size(writer.row_length), writer.size(writer.inner)
    if inner == 1:
        programs = f"triton.cdiv({writer.size(writer.outer)}, {tile.rows})"
        begin = [
            "rows = tl.program_id(0).to(tl.int64) * ROWS + tl.arange(0, ROWS)[:, None]",
            "row_mask = rows < n_rows",
        ]
    else:
        programs = str(times(writer.outer, f"triton.cdiv({inner}, {tile.rows})"))
        begin = [
            "program = tl.program_id(0).to(tl.int64)",
            f"outer = program // tl.cdiv({inner}, ROWS)",
            f"inner = program % tl.cdiv({inner}, ROWS) * ROWS + tl.arange(0, ROWS)[:, None]",
            f"rows = outer * {inner} + inner",
            f"row_mask = inner < {inner}",
        ]
    return Division(
        begin,
        parameters={
            "n_rows": str(writer.size(times(writer.outer, writer.inner))),
            "n_blocks": f"triton.cdiv({length}, {tile.columns})",
        },
        constants={"ROWS": tile.rows, "COLUMNS": tile.columns},
        grid=[programs],
        warps=tile.warps,
    )


def _storing_line(writer: ElementWriter, value: Value) -> str:
    """The line that stores a result: an element for each of a row, or one for each row.

    Raises NotWritten where it has others.
    """
    whole, shape = writer.row_shape, writer.shape(value)
    for size, place in (DROPPED, KEPT):
        if shape == writer.of_row(whole, size):
            element = writer.read(value, writer.of_row(writer.row, place), "row_mask")
            return f"tl.store(y_ptr + rows, {element}, mask=row_mask)"
    in_order = writer.is_one_run and writer.row_length != 1
    if shape == writer.value_shape:
        at = writer.in_value(writer.row)
    elif in_order and have_as_many(shape, whole):  # the same elements in another shape
        at = writer.coordinates("offsets", shape)
    else:
        raise NotWritten("a result that has no element for each row")
    # the places of one row's elements do not read `rows`, which gives them the shape of the tile
    places = "offsets" if in_order else plus("0 * rows", writer.flat_place(writer.row, whole))
    return f"tl.store(y_ptr + {places}, {writer.read(value, at, 'mask')}, mask=mask)"


def _whole_row_kernel(
    graph: Graph, writer: ElementWriter, stages: RowStages, number: int | str, allocated: str
) -> list[Kernel]:
    """The kernel whose programs have whole rows."""
    held = MOST_LANE_BYTES // stages.lane_bytes
    most = min(1 << (held.bit_length() - 1), MOST_ELEMENTS)  # the last power of 2 that is not more
    computes_places = any("//" in line for line in stages.along_row)
    if computes_places:  # which takes registers, too
        most = FEW_ELEMENTS
    division = _division(writer, _tile(writer, most))
    pointers = {"y_ptr": f"y{number}"}
    kernel = written_kernel(graph, writer, f"row{number}_kernel", stages.lines(), division, pointers)
    return [kernel._replace(host_lines=[allocated, *kernel.host_lines])]


def _shared_row_kernels(
    graph: Graph, writer: ElementWriter, stages: RowStages, number: int | str, allocated: str
) -> list[Kernel]:
    """The kernels whose programs share rows: one for each stage that reduces, and one that stores."""
    division = _division(writer, _tile(writer, FEW_ELEMENTS))
    [programs] = division.grid
    shares = f"max(min({division.parameters['n_blocks']}, {PROGRAMS} // max({programs}, 1)), 1)"
    shares = writer.size(f"triton.next_power_of_2({shares})", "shares")
    constants = {**division.constants, "SHARES": shares}
    among_shares = division._replace(grid=[programs, shares], constants=constants)
    parts = f"parts{number}"
    shape = f"({len(stages.numbers)}, {division.parameters['n_rows']}, {shares})"
    device = f"{graph.arguments[0].name}.device"
    made = [f"{parts} = torch.empty({shape}, dtype=torch.float64, device={device})", allocated]

    *sharing, storing = stages.shared_lines()
    prefix = f"share{number}_" if number != "" else "share"
    kernels = [
        written_kernel(graph, writer, f"{prefix}{place}_kernel", lines, among_shares, {"parts_ptr": parts})
        for place, lines in enumerate(sharing)
    ]
    last = among_shares if stages.stores_along_row else among_shares._replace(grid=[programs])
    pointers = {"parts_ptr": parts, "y_ptr": f"y{number}"}
    kernels.append(written_kernel(graph, writer, f"row{number}_kernel", storing, last, pointers))
    kernels[0] = kernels[0]._replace(host_lines=[*made, *kernels[0].host_lines])
    return kernels


def row_kernels(
    graph: Graph,
    writer: ElementWriter,
    value: Value,
    metas: dict[int, torch.Tensor],
    number: int | str,
    shared: bool,
) -> list[Kernel]:
    """The kernels of a result that is computed along rows: one, or several whose programs share rows.

    Args:
        metas: {id of a Value: a tensor of its rank}.
        number: of the result, in the names of kernels and of what the host has; "" where there is one result.
    """
    along_row = first_along_rows(value, metas)
    row = along_row.operands[0]
    writer.work_on_rows(row, dims_of_rows(along_row, metas[id(row)].dim()), groups_of(along_row))
    stages = RowStages(writer, _storing_line(writer, value))
    allocated = allocation(graph, writer, value, writer.dtypes[id(value)], f"y{number}")
    write = _shared_row_kernels if shared else _whole_row_kernel
    return write(graph, writer, stages, number, allocated)
