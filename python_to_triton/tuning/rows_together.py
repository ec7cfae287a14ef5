"""Kernels of a program a row whose programs take several short rows together.

To begin a program costs more than a row of a few elements, and most lanes of its block have none. The text
of a kernel that works on one row is nearly that of one that works on many: its program id becomes a column of
row numbers, its block a line of places, and what follows from both has the rows behind each other.

    row = tl.program_id(0)           row = tl.minimum(rows_here, n_rows_here - 1)
    places = tl.arange(0, BLOCK)     places = tl.arange(0, BLOCK)[None, :]
    y = tl.sum(x, axis=0)            y = tl.sum(x, axis=1, keep_dims=True)
    tl.store(y_ptr + row, y)         tl.store(y_ptr + row, y, mask=rows_here < n_rows_here)

Beyond the last row it is read again, so that loads need no further mask. A kernel that is written in another
way is left as it is. What is made may still not compile: as with launch numbers, a text is run, compared and
judged as any other answer.
"""

import ast
from collections.abc import Mapping, Sequence

from python_to_triton.tuning.knobs import Edit, Knob, edit_of, insertion
from python_to_triton.tuning.written_launches import (
    Assigned,
    WrittenLaunch,
    called_function,
    first_statement,
    has_call,
    is_store,
    reached,
)

ROWS_TOGETHER = "rows together"  # the name of the knob
SHORT = 512  # elements of a row
MOST_ELEMENTS = 4096  # of the rows of a program
COUNTS = (2, 4, 8, 16, 32, 64, 128, 256)  # rows of a program
IS_ROW = "rows_here < n_rows_here"
NEW_NAMES = {"ROWS", "rows_here", "n_rows_here"}
REDUCTIONS = frozenset("sum max min argmax argmin reduce".split())  # their second argument is an axis
SCANS = frozenset("cumsum cumprod associative_scan".split())  # so is theirs, and they have no keep_dims
BLOCKS = frozenset("zeros full".split())  # their first argument is a shape
# Of what has any shape, element by element, and what makes it.
OF_ELEMENTS = frozenset(
    "program_id arange load store to where abs exp exp2 log log2 sqrt rsqrt sin cos erf sigmoid floor ceil "
    "maximum minimum clamp fma div_rn sqrt_rn fdiv cdiv range static_range float".split()
)
IN_HELPERS = OF_ELEMENTS - {"program_id", "arange", "store"}
KNOWN_CALLS = REDUCTIONS | SCANS | BLOCKS | OF_ELEMENTS
FIRST_PROGRAM_ID = ("tl.program_id(0)", "tl.program_id(axis=0)")
STATEMENTS = (ast.Assign, ast.AugAssign, ast.Expr, ast.For)


def names_read(node: ast.AST) -> set[str]:
    """The names in a node."""
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}


def names_reached(node: ast.AST, assigned: Assigned) -> set[str]:
    """The names in an expression, and in all that they stand for."""
    return {part.id for part in reached(node, assigned) if isinstance(part, ast.Name)}


def is_bound(name: ast.Name) -> bool:
    """Whether a name is assigned where it stands."""
    return isinstance(name.ctx, ast.Store)


def has_node(statement: ast.stmt, node: ast.AST) -> bool:
    """Whether a statement, and none inside of it, has a node."""
    return not hasattr(statement, "body") and any(part is node for part in ast.walk(statement))


def axis_said(call: ast.Call) -> ast.expr | None:
    """The axis that a reduction or a scan says; None where it says none."""
    named = [option.value for option in call.keywords if option.arg == "axis"]
    return (named or call.args[1:2] or [None])[0]


def around(node: ast.expr, before: str, after: str) -> list[Edit]:
    """The edits that put texts before and behind a node."""
    edits = [
        Edit(node.lineno, node.col_offset, node.col_offset, before),
        Edit(node.end_lineno, node.end_col_offset, node.end_col_offset, after, closes=True),
    ]
    return [edit for edit in edits if edit.form]


def added_to(call: ast.Call, options: str, lines: Sequence[bytes]) -> Edit:
    """The edit that gives a call further options."""
    at_end = insertion(call, "", lines)
    return Edit(at_end.line, at_end.start, at_end.end, at_end.form.replace("={}", options))


def is_element_wise(helper: ast.FunctionDef, helpers: Mapping[str, ast.FunctionDef]) -> bool:
    """Whether a function that a kernel calls does the same to blocks of any shape."""
    nodes = [part for statement in helper.body for part in ast.walk(statement)]
    plain = not any(isinstance(node, (ast.Subscript, ast.If, ast.While)) for node in nodes)
    called = {called_function(node) for node in nodes if isinstance(node, ast.Call)} - IN_HELPERS
    return plain and all(name in helpers and is_element_wise(helpers[name], helpers) for name in called)


class KernelOfRow:
    """A kernel of a program a row."""

    def __init__(self, launch: WrittenLaunch):
        self.launch = launch
        self.kernel = launch.kernel
        self.nodes = [part for statement in launch.kernel.body for part in ast.walk(statement)]
        self.calls = [node for node in self.nodes if isinstance(node, ast.Call)]
        self.reductions = [call for call in self.calls if called_function(call) in REDUCTIONS | SCANS]

    def is_made_by(self, node: ast.AST, *functions: str) -> bool:
        """Whether one of these is called for an expression, or for what its names stand for."""
        parts = reached(node, self.launch.assigned_in_kernel)
        return any(called_function(part) in functions for part in parts)

    def is_reduction_of_places(self, call: ast.Call) -> bool:
        """Whether a reduction or a scan is of all places: `tl.sum(x)`, `tl.sum(x, axis=0)`."""
        name = called_function(call)
        axis = axis_said(call)
        return (
            ast.unparse(call.func) == f"tl.{name}"
            and len(call.args) <= (3 if name in ("reduce", "associative_scan") else 2)
            and (axis is None or ast.unparse(axis) == "0")
            and not any(option.arg == "keep_dims" for option in call.keywords)
        )

    def is_block_of_places(self, call: ast.Call) -> bool:
        """Whether what a kernel makes is a block of places, alike in all rows: `tl.full([BLOCK], 0.0)`."""
        shape = call.args[0] if call.args else None
        filled = [*call.args[1:], *(option.value for option in call.keywords)]
        return (
            isinstance(shape, (ast.List, ast.Tuple))
            and len(shape.elts) == 1
            and not any(self.is_made_by(one, "program_id", *REDUCTIONS) for one in filled)
        )

    def has_one_dimension(self) -> bool:
        """Whether all that is called is known to be possible for a block of rows, too: it has places, but no
        shape of its own.
        """
        helpers = self.launch.kernels
        known = KNOWN_CALLS | {name for name, one in helpers.items() if is_element_wise(one, helpers)}
        blocks = [call for call in self.calls if called_function(call) in BLOCKS]
        return (
            all(called_function(call) in known for call in self.calls)
            and all(map(self.is_reduction_of_places, self.reductions))
            and all(map(self.is_block_of_places, blocks))
            and not any(isinstance(node, (ast.Subscript, ast.BoolOp)) for node in self.nodes)
        )

    def is_alike_in_all_rows(self) -> bool:
        """Whether its statements and the steps of its loops are the same in all rows, and what it stores
        belongs to its row.
        """
        statements = [node for node in self.nodes if isinstance(node, ast.stmt)]
        steps = [one.iter for one in statements if isinstance(one, ast.For)]
        stores = [call for call in self.calls if is_store(call)]
        return (
            all(isinstance(one, STATEMENTS) for one in statements)
            and not any(isinstance(node, ast.IfExp) for node in self.nodes)
            and not any(self.is_made_by(one, "program_id", "load") for one in steps)
            and all(self.is_made_by(call.args[0], "program_id") for call in stores)
        )

    def has_a_program_a_row(self) -> bool:
        """Whether its programs have one axis and share no row: no block is multiplied by a program id."""
        ids = [call for call in self.calls if called_function(call) == "program_id"]
        return (
            bool(ids)
            and all(ast.unparse(call) in FIRST_PROGRAM_ID for call in ids)
            and not set(self.launch.axes) & set(self.launch.blocks)
        )

    def limits_of_places(self) -> list[tuple[ast.expr, ast.expr]]:
        """(places, their limit): what places are compared with, and what loops over blocks walk to."""
        found = []
        for node in self.nodes:
            if isinstance(node, ast.Compare):
                is_data = self.is_made_by(node.left, "load")
                if self.is_made_by(node.left, "arange") and not is_data:
                    found.append((node.left, node.comparators[0]))
            elif called_function(node) in ("range", "static_range") and len(node.args) == 3:
                found.append((node.args[2], node.args[1]))
        return found

    def lengths(self) -> list[str]:
        """The parameters that limit places: how long a row is."""
        limits = {limit.id for _, limit in self.limits_of_places() if isinstance(limit, ast.Name)}
        return [one.arg for one in self.kernel.args.args if one.arg in limits]

    def blocks_of_a_row(self, length: str) -> set[str]:
        """The blocks whose places are limited by this parameter, and by nothing else."""
        blocks = set(self.launch.blocks)
        named = [
            (names_reached(places, self.launch.assigned_in_kernel) & blocks, limit)
            for places, limit in self.limits_of_places()
        ]
        others = {name for names, limit in named for name in names if getattr(limit, "id", "") != length}
        return {name for names, _ in named for name in names} - others

    def alike_before_loops(self) -> list[ast.expr]:
        """What the kernel gives a name, the same in all rows, which a loop then gives what differs."""
        loops = [node for node in self.nodes if isinstance(node, ast.For)]
        found = {}
        for loop in loops:
            inside = [part for statement in loop.body for part in ast.walk(statement)]
            changed = {node.id for node in inside if isinstance(node, ast.Name) and is_bound(node)}
            values = self.launch.assigned_in_kernel
            differ = {
                name
                for name in changed & values.keys()
                if any(self.is_made_by(value, "program_id", *REDUCTIONS) for value in values[name])
            }
            for one in self.nodes:
                target = one.targets[0] if isinstance(one, ast.Assign) and one not in inside else None
                if getattr(target, "id", "") in differ and not self.is_made_by(
                    one.value, "program_id", *BLOCKS
                ):
                    found[one.value] = None
        return list(found)

    # ---- edits; of those at one place the last stands first ----

    def edits_of_reductions(self, lines: Sequence[bytes]) -> list[Edit]:
        """A reduction is along the places of each row, and leaves a number for each."""
        edits = []
        for call in self.reductions:
            axis = axis_said(call)
            options = ["axis=1"] if axis is None else []
            options += [] if called_function(call) in SCANS else ["keep_dims=True"]
            edits += [added_to(call, ", ".join(options), lines)] if options else []
            edits += [edit_of(axis, "1")] if axis else []
        return edits

    def edits_of_stores(self, lines: Sequence[bytes]) -> list[Edit]:
        """A store leaves out what is beyond the last row."""
        edits = []
        for call in filter(is_store, self.calls):
            named = [one.value for one in call.keywords if one.arg == "mask"]
            for mask in (named or call.args[2:3])[:1]:
                edits += around(mask, "(", f") & ({IS_ROW})")
            if not named and len(call.args) < 3:
                edits.append(added_to(call, f"mask={IS_ROW}", lines))
        return edits

    def edits_of_blocks(self) -> list[Edit]:
        """A block has a dimension of rows, its places are the other, and the program id is all rows."""
        edits = []
        for call in self.calls:
            name = called_function(call)
            if name == "program_id":
                edits.append(edit_of(call, "tl.minimum(rows_here, n_rows_here - 1)"))
            elif name == "arange":
                edits += around(call, "", "[None, :]")
            elif name in BLOCKS:
                edits += around(call.args[0].elts[0], "ROWS, ", "")
        for value in self.alike_before_loops():
            parts = [getattr(part, "value", None) for part in ast.walk(value)]
            is_float = has_call(value, "float") or any(type(part) is float for part in parts)
            kind = "tl.float32" if is_float else "tl.int32"
            edits += around(value, f"tl.zeros([ROWS, 1], {kind}) + (", ")")
        return edits

    def edits_of_head(self, lines: Sequence[bytes]) -> list[Edit]:
        """The rows of a program, and what that takes of the launch; empty where there is no place for it."""
        first = first_statement(self.kernel)
        margin = lines[first.lineno - 1][: first.col_offset].decode()
        rows = f"{margin}rows_here = tl.program_id(0) * ROWS + tl.arange(0, ROWS)[:, None]\n"
        parameter = self.kernel.args.args[-1]
        added = around(parameter.annotation or parameter, "", ", n_rows_here, ROWS: tl.constexpr")
        return [Edit(first.lineno, 0, 0, rows), *added] if not margin.strip() else []

    def edits_of_launch(self, length: str, lines: Sequence[bytes]) -> list[Edit]:
        """The edits of the grid, of what the launch passes, and of blocks that are longer than a row; empty
        where the grid is written otherwise, another launch may read it, or what it is made of may change
        between the grid and the launch.
        """
        launch = self.launch
        grid = launch.grid
        name = getattr(launch.call.func.slice, "id", "")
        reads = [node for node in ast.walk(launch.host) if getattr(node, "id", "") == name]
        if not isinstance(grid, ast.Tuple) or len(grid.elts) != 1 or name and len(reads) > 2:
            return []
        [count] = grid.elts
        given = launch.arguments[length]
        first = next(
            one for one in ast.walk(launch.host) if isinstance(one, ast.stmt) and has_node(one, grid)
        )
        changes = [
            one for read in names_read(count) | names_read(given) for one in launch.assigned.get(read, ())
        ]
        rows, width = f"{launch.kernel.name}_rows", f"{launch.kernel.name}_width"
        is_taken = not names_read(launch.host).isdisjoint([rows, width])
        if is_taken or any(one.end_lineno >= first.lineno for one in changes):
            return []
        margin = lines[first.lineno - 1][: first.col_offset].decode()
        computed = (
            f"{margin}{width} = triton.next_power_of_2(max({ast.unparse(given)}, 1))\n"
            f"{margin}{rows} = max(1, min({{}}, {MOST_ELEMENTS} // {width}))\n"
        )
        passed = added_to(launch.call, f"n_rows_here={ast.unparse(count)}, ROWS={rows}", lines)
        edits = [Edit(first.lineno, 0, 0, computed), passed, *around(count, "triton.cdiv(", f", {rows})")]
        for block in self.blocks_of_a_row(length):
            size = launch.arguments.get(block)
            edits += around(size, "min(", f", {width})") if isinstance(size, ast.Constant) else []
        return edits


def rows_together(
    launch: WrittenLaunch, lines: Sequence[bytes], sizes: Mapping[str, int] | str
) -> list[Knob]:
    """How many rows a program takes together, of a kernel of a program a row, where rows are short.

    sizes: {parameter: size}; where they are not known there is no such knob.
    """
    kernel = KernelOfRow(launch)
    lengths = kernel.lengths()
    size = sizes.get(lengths[0], 0) if len(lengths) == 1 and isinstance(sizes, Mapping) else 0
    special = launch.kernel.args.defaults or launch.kernel.name in launch.called_in_kernels or launch.has_dot
    taken = names_read(launch.kernel) | {one.arg for one in launch.kernel.args.args}
    is_given = lengths and lengths[0] in launch.arguments  # not in a starred argument
    if not 0 < size <= SHORT or not is_given or special or taken & NEW_NAMES:
        return []
    if not (kernel.has_a_program_a_row() and kernel.has_one_dimension() and kernel.is_alike_in_all_rows()):
        return []
    head = kernel.edits_of_head(lines)
    of_launch = kernel.edits_of_launch(lengths[0], lines)
    counts = tuple(count for count in COUNTS if count << (size - 1).bit_length() <= MOST_ELEMENTS)
    if not head or not of_launch:
        return []
    rest = [*kernel.edits_of_reductions(lines), *kernel.edits_of_stores(lines), *kernel.edits_of_blocks()]
    return [Knob(ROWS_TOGETHER, None, counts, (*head, *of_launch, *rest), unknown="none")]
