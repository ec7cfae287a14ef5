"""Which dimensions a file reduces, as exchanges in a file that is written for dimensions (0, 2) of a tensor
of rank 4.

Such a file calls the sizes A, B, C, D. Row r of the result begins at `r // n_low * high + r % n_low * low`;
its element c lies `c // n_second * first + c % n_second * second` behind. A row of DIMS is called after the
rank, the dimensions and keepdim: `r5_034_keepdim`. WHOLE_DIMS are those of files whose result is as large as
their input.
"""

import itertools
from collections.abc import Sequence

SIZES = "ABCDE"
CASES = {
    2: "[(2, 3), (5, 37), (40, 33)]",
    3: "[(1, 2, 3), (5, 3, 37), (2, 40, 33)]",
    4: "[(1, 2, 2, 3), (2, 3, 5, 7), (3, 4, 2, 33), (2, 3, 40, 5)]",
    5: "[(1, 2, 2, 1, 3), (2, 3, 2, 5, 7), (2, 2, 3, 2, 33)]",
}
OWN_RANK, OWN_DIMS, OWN_KEPT = 4, (0, 2), (1, 3)
# How the file calls the number of rows (columns), the sizes and strides of their runs; its index; what is
# passed after.
ROWS = (("n_rows", "n_low", "high", "low"), "rows", "n_cols")
COLUMNS = (("n_cols", "n_second", "first", "second"), "cols", "share")


def product(dims: Sequence[int]) -> str:
    """The product of the sizes of `dims`, as text."""
    return " * ".join(SIZES[dim] for dim in dims) or "1"


def runs_of(dims: Sequence[int]) -> list[list[int]]:
    """`dims` as runs of neighbours: (0, 2, 3) is [[0], [2, 3]]."""
    groups = itertools.groupby(enumerate(dims), lambda pair: pair[1] - pair[0])
    return [[dim for _, dim in run] for _, run in groups]


def walk_line(names: tuple[str, ...], rank: int, dims: Sequence[int]) -> str:
    """The line that says how a kernel walks over `dims` of a tensor of this rank."""
    count, below, far, near = names
    runs = runs_of(dims)
    strides = [product(range(run[-1] + 1, rank)) for run in runs]
    sizes = [product(sum(runs[place:], [])) for place in range(len(runs))]
    if len(runs) == 3:
        return f"{count}, {below}, n_third, {far}, {near} = {', '.join([*sizes, *strides[:2]])}"
    if len(runs) < 2:  # the second of two runs: the first has no stride
        sizes, strides = [product(dims)] * 2, ["0", *(strides or ["0"])]
    return f"{', '.join(names)} = {', '.join([*sizes, *strides])}"


def place_row(rank: int, dims: tuple[int, ...]) -> dict[str, str]:
    """{fragment: replacement} of a file that is to reduce `dims` of a tensor of this rank."""
    kept = tuple(dim for dim in range(rank) if dim not in dims)
    row = {
        f"CASES = {CASES[OWN_RANK]}": f"CASES = {CASES[rank]}",
        f"{', '.join(SIZES[:OWN_RANK])} = x.shape": f"{', '.join(SIZES[:rank])} = x.shape",
        f"dim={OWN_DIMS}": f"dim={dims if len(dims) > 1 else dims[0]}",
    }
    for (names, index, after), ours, own in ((ROWS, kept, OWN_KEPT), (COLUMNS, dims, OWN_DIMS)):
        count, below, far, near = names
        row[walk_line(names, OWN_RANK, own)] = walk_line(names, rank, ours)
        if len(runs_of(ours)) == 3:
            place = f"{index} // {below} * {far} + {index} % {below}"
            row[f"{place} * {near}"] = f"{place} // n_third * {near} + {index} % n_third"
            row[f"{', '.join(names)}, {after}"] = f"{count}, {below}, n_third, {far}, {near}, {after}"
    return row


def result_shape(rank: int, dims: tuple[int, ...], keepdim: bool) -> str:
    """The shape of the result, as text without its last bracket."""
    shape = [SIZES[dim] if dim not in dims else "1" for dim in range(rank) if keepdim or dim not in dims]
    return f"({', '.join(shape)}{',' * (len(shape) == 1)}"


def reduced_dims_row(name: str) -> dict[str, str]:
    """{fragment: replacement} of a row of DIMS or WHOLE_DIMS, whose result has a shape of its own in the
    former.
    """
    rank, digits, *keepdim = name[1:].split("_")
    rank, dims, keepdim = int(rank), tuple(map(int, digits)), bool(keepdim)
    row = place_row(rank, dims)
    row[f"dim={OWN_DIMS}"] += ", keepdim=True" * keepdim
    row[f"new_empty({result_shape(OWN_RANK, OWN_DIMS, False)})"] = (
        f"new_empty({result_shape(rank, dims, keepdim)})"
    )
    return {old: new for old, new in row.items() if old != new}


def whole_dims_row(name: str) -> dict[str, str]:
    """`reduced_dims_row` of a file that does not make its result with `new_empty`."""
    return {old: new for old, new in reduced_dims_row(name).items() if not old.startswith("new_empty")}


PLACES = """
r4_02 r4_13 r4_023 r3_02 r4_23 r4_03 r4_12 r3_12 r3_01 r4_123 r4_01 r4_013 r4_012 r5_234 r5_0234 r5_12 r5_24
r5_02 r5_34 r5_14 r5_1234 r5_01 r5_123 r5_23 r5_034 r5_04 r5_012 r5_134 r2_0 r2_1 r2_01 r3_0 r3_1 r3_2
r3_012 r4_0 r4_1 r4_2 r4_3 r4_0123 r5_0 r5_1 r5_2 r5_3 r5_4 r5_03 r5_013 r5_014 r5_023 r5_124 r5_0123
r5_0124 r5_0134 r5_13 r5_024 r5_01234
""".split()
NO_PLAIN_ROW = {
    "r4_02",
    "r2_01",
    "r3_012",
    "r4_0123",
    "r5_01234",
}  # the file as it stands; all dimensions at once
DIMS = {
    name: reduced_dims_row(name)
    for place in PLACES
    for name in (place, f"{place}_keepdim")
    if name not in NO_PLAIN_ROW
}
WHOLE_DIMS = {
    name: whole_dims_row(name)
    for name in """
r4_13 r4_023 r3_02 r4_23 r4_03 r4_12 r3_12 r3_01 r4_123 r4_01 r4_013 r4_012 r5_234 r5_0234 r5_13 r5_024
r5_12 r5_24 r5_02 r5_34 r5_14 r5_1234 r5_01 r5_123 r5_23 r5_034 r5_04 r5_012 r5_134
""".split()
}
TABLES = ("DIMS", "WHOLE_DIMS")
