"""Kernels of a program a row whose programs take several short rows together.

To start a program costs more than to compute a row of a few elements, and most of its lanes idle. So the text
of such a kernel is edited: a program gets ROWS rows. Its program id becomes a column of row numbers, the
columns of its row a line, and what follows from both has a dimension of rows before that of columns.

    row = tl.program_id(0)           row = tl.minimum(rows_here, n_rows_here - 1)
    cols = tl.arange(0, BLOCK)       cols = tl.arange(0, BLOCK)[None, :]
    y = tl.sum(x, axis=0)            y = tl.sum(x, axis=1, keep_dims=True)
    tl.store(y_ptr + row, y)         tl.store(y_ptr + row, y, mask=rows_here < n_rows_here)

What is beyond the last row computes the last one again, so that loads need no further mask; stores get one.
The number of rows is a knob (knobs.py) that is searched with the others. A kernel that is written in another
way is left as it is. What is made may still not compile: as with launch numbers, a text is run, compared and
judged as any other answer.
"""

import ast
from collections.abc import Iterator, Mapping, Sequence

from python_to_triton.tuning.knobs import Edit, Knob, edit_of, insertion
from python_to_triton.tuning.written_launches import (
    Assigned,
    WrittenLaunch,
    called_function,
    first_statement,
    is_store,
    reached,
)

ROWS_TOGETHER = "rows together"  # the name of the knob
# A longer row keeps a program busy; more elements take more than 32 registers of each lane of four warps.
SHORT = 512  # elements of a row
MOST_ELEMENTS = 4096  # of the rows of a program
COUNTS = (2, 4, 8, 16, 32, 64, 128, 256)  # rows of a program
IS_ROW = "rows_here < n_rows_here"
NEW_NAMES = {"ROWS", "rows_here", "n_rows_here"}
REDUCTIONS = frozenset("sum max min argmax argmin reduce".split())  # their second argument is an axis
SCANS = frozenset("cumsum cumprod associative_scan".split())  # so is theirs, and they have no keep_dims
BLOCKS = frozenset("zeros full".split())  # their first argument is a shape
# What may be called whatever shape blocks have.
SHAPE_FREE = frozenset(
    "program_id arange load store to where abs exp exp2 log log2 sqrt rsqrt sin cos erf sigmoid floor ceil "
    "maximum minimum clamp fma div_rn sqrt_rn fdiv cdiv range static_range float".split()
)
IN_HELPERS = SHAPE_FREE - {"program_id", "arange", "store"}
KNOWN_CALLS = REDUCTIONS | SCANS | BLOCKS | SHAPE_FREE
FIRST_PROGRAM_ID = ("tl.program_id(0)", "tl.program_id(axis=0)")
STATEMENTS = (ast.Assign, ast.AugAssign, ast.Expr, ast.For)


# ---- what stands in a text ----


def nodes_below(statements: Sequence[ast.stmt]) -> list[ast.AST]:
    """All nodes of some statements."""
    return [part for statement in statements for part in ast.walk(statement)]


def names_read(node: ast.AST) -> set[str]:
    """The names in a node."""
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}


def names_reached(node: ast.AST, assigned: Assigned) -> set[str]:
    """The names in an expression, and in all that they stand for."""
    return {part.id for part in reached(node, assigned) if isinstance(part, ast.Name)}


def assignments_in(nodes: Sequence[ast.AST]) -> Iterator[tuple[str, ast.expr]]:
    """(name, what it is assigned) of each plain assignment, a tuple part by part."""
    for node in nodes:
        for target in node.targets if isinstance(node, ast.Assign) else ():
            in_parts = isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple)
            pairs = zip(target.elts, node.value.elts) if in_parts else [(target, node.value)]
            yield from ((name.id, value) for name, value in pairs if isinstance(name, ast.Name))


def statement_with(function: ast.FunctionDef, node: ast.AST) -> ast.stmt:
    """The innermost statement of a function that has a node."""
    plain = (one for one in ast.walk(function) if isinstance(one, ast.stmt) and not hasattr(one, "body"))
    return next(one for one in plain if any(part is node for part in ast.walk(one)))


def margin_of(statement: ast.stmt, lines: Sequence[bytes]) -> str | None:
    """What a statement is indented by; None where another stands before it on its line."""
    margin = lines[statement.lineno - 1][: statement.col_offset].decode()
    return None if margin.strip() else margin


def axis_said(call: ast.Call) -> ast.expr | None:
    """The axis that a reduction or a scan says; None where it says none."""
    named = [option.value for option in call.keywords if option.arg == "axis"]
    return (named or call.args[1:2] or [None])[0]


def mask_of(call: ast.Call) -> ast.expr | None:
    """The mask of a load or a store; None where it has none."""
    named = [option.value for option in call.keywords if option.arg == "mask"]
    place = 2 if is_store(call) else 1
    return (named or call.args[place : place + 1] or [None])[0]


def is_shape_free(helper: ast.FunctionDef, helpers: Mapping[str, ast.FunctionDef]) -> bool:
    """Whether a function that a kernel calls does the same to blocks of any shape."""
    nodes = nodes_below(helper.body)
    plain = not any(isinstance(node, (ast.Subscript, ast.If, ast.While)) for node in nodes)
    called = {called_function(node) for node in nodes if isinstance(node, ast.Call)} - IN_HELPERS
    return plain and all(name in helpers and is_shape_free(helpers[name], helpers) for name in called)


# ---- edits ----


def around(node: ast.expr, before: str, after: str) -> list[Edit]:
    """The edits that put texts before and behind a node; an empty text needs none."""
    edits = [
        Edit(node.lineno, node.col_offset, node.col_offset, before),
        Edit(node.end_lineno, node.end_col_offset, node.end_col_offset, after, closes=True),
    ]
    return [edit for edit in edits if edit.form]


def option_edit(call: ast.Call, options: str, lines: Sequence[bytes]) -> Edit:
    """The edit that gives a call further options."""
    at_end = insertion(call, "", lines)
    return Edit(at_end.line, at_end.start, at_end.end, at_end.form.replace("={}", options))


class KernelOfRow:
    """A kernel of a program a row, and the edits that give a program several."""

    def __init__(self, launch: WrittenLaunch):
        self.launch = launch
        self.kernel = launch.kernel
        self.nodes = nodes_below(launch.kernel.body)
        self.calls = [node for node in self.nodes if isinstance(node, ast.Call)]
        self.reductions = [call for call in self.calls if called_function(call) in REDUCTIONS | SCANS]

    def is_made_by(self, node: ast.AST, *functions: str) -> bool:
        """Whether one of these is called for an expression, or for what its names stand for."""
        parts = reached(node, self.launch.assigned_in_kernel)
        return any(called_function(part) in functions for part in parts)

    def blocks_in(self, node: ast.expr) -> set[str]:
        """The blocks that an expression is made of."""
        return names_reached(node, self.launch.assigned_in_kernel) & set(self.launch.blocks)

    # ---- whether it is such a kernel ----

    def takes_parameters(self) -> bool:
        """Whether two parameters may stand behind its own, and their names are free: it has no defaults,
        which stand last, and no other kernel calls it.
        """
        taken = names_read(self.kernel) | {one.arg for one in self.kernel.args.args}
        is_called = self.kernel.name in self.launch.called_in_kernels
        return not (self.kernel.args.defaults or is_called or taken & NEW_NAMES)

    def has_a_program_a_row(self) -> bool:
        """Whether it asks for the first program id alone, and multiplies no block by it."""
        ids = [call for call in self.calls if called_function(call) == "program_id"]
        return (
            bool(ids)
            and all(ast.unparse(call) in FIRST_PROGRAM_ID for call in ids)
            and not set(self.launch.axes) & set(self.launch.blocks)
        )

    def is_along_columns(self, call: ast.Call) -> bool:
        """Whether a reduction or a scan is of all columns, and says so in an ordinary way."""
        name = called_function(call)
        axis = axis_said(call)
        return (
            ast.unparse(call.func) == f"tl.{name}"
            and len(call.args) <= (3 if name in ("reduce", "associative_scan") else 2)
            and (axis is None or ast.unparse(axis) in ("0", "-1"))
            and not any(option.arg == "keep_dims" for option in call.keywords)
        )

    def is_alike_in_rows(self, call: ast.Call) -> bool:
        """Whether a block that is made is one of columns, alike in all rows: `tl.full([BLOCK], 0.0)`."""
        shape = call.args[0] if call.args else None
        filled = [*call.args[1:], *(option.value for option in call.keywords)]
        return (
            isinstance(shape, (ast.List, ast.Tuple))
            and len(shape.elts) == 1
            and not any(self.is_made_by(one, "program_id", *REDUCTIONS) for one in filled)
        )

    def calls_suit_rows(self) -> bool:
        """Whether all that is called means the same for each row of several. A subscript would be of another
        dimension, and `and` is for numbers alone.
        """
        helpers = self.launch.kernels
        known = KNOWN_CALLS | {name for name, one in helpers.items() if is_shape_free(one, helpers)}
        blocks = [call for call in self.calls if called_function(call) in BLOCKS]
        return (
            all(called_function(call) in known for call in self.calls)
            and all(map(self.is_along_columns, self.reductions))
            and all(map(self.is_alike_in_rows, blocks))
            and not any(isinstance(node, (ast.Subscript, ast.BoolOp)) for node in self.nodes)
        )

    def statements_suit_rows(self) -> bool:
        """Whether it does the same in all rows: no branches, loops of as many steps; and what it stores
        belongs to its row.
        """
        statements = [node for node in self.nodes if isinstance(node, ast.stmt)]
        steps = [one.iter for one in statements if isinstance(one, ast.For)]
        stores = [call for call in self.calls if is_store(call)]
        return (
            all(isinstance(one, STATEMENTS) for one in statements)
            and not any(isinstance(node, ast.IfExp) for node in self.nodes)
            and not any(self.is_made_by(one, "program_id", "load") for one in steps)
            and all(call.args and self.is_made_by(call.args[0], "program_id") for call in stores)
        )

    # ---- how long its rows are ----

    def limits_of_columns(self) -> list[tuple[ast.expr, ast.expr]]:
        """(columns, their limit): what columns are compared with, and what loops over blocks walk to."""
        found = []
        for node in self.nodes:
            if isinstance(node, ast.Compare):
                is_data = self.is_made_by(node.left, "load")
                if self.is_made_by(node.left, "arange") and not is_data:
                    found.append((node.left, node.comparators[0]))
            elif called_function(node) in ("range", "static_range") and len(node.args) == 3:
                found.append((node.args[2], node.args[1]))
        return found

    def length(self) -> str:
        """The one parameter that limits columns: how long a row is; "" where there are none, or several."""
        limits = {limit.id for _, limit in self.limits_of_columns() if isinstance(limit, ast.Name)}
        found = [one.arg for one in self.kernel.args.args if one.arg in limits]
        return found[0] if len(found) == 1 else ""

    def blocks_of_a_row(self) -> set[str]:
        """The blocks whose columns end with the row, wherever they are read or written."""
        length = self.length()
        limited, others = set(), set()
        for columns, limit in self.limits_of_columns():
            (limited if getattr(limit, "id", "") == length else others).update(self.blocks_in(columns))
        for call in self.calls:
            if called_function(call) in ("load", "store") and call.args and not mask_of(call):
                others |= self.blocks_in(call.args[0])
        return limited - others

    # ---- edits; of those at one place that close something the last stands first ----

    def starts_of_loops(self) -> list[ast.expr]:
        """What a name is before a loop, alike in all rows, that differs from row to row in it: it needs a
        dimension of rows from the start. (Blocks get one anyway; what is reduced keeps one in each case.)
        """
        assigned = self.launch.assigned_in_kernel
        found = {}
        for loop in [node for node in self.nodes if isinstance(node, ast.For)]:
            inside = nodes_below(loop.body)
            differ = {
                node.id
                for node in inside
                if isinstance(node, ast.Name)
                and isinstance(node.ctx, ast.Store)
                and any(self.is_made_by(one, "program_id", *REDUCTIONS) for one in assigned.get(node.id, ()))
            }
            for name, value in assignments_in([node for node in self.nodes if node not in inside]):
                if name in differ and not self.is_made_by(value, "program_id", *BLOCKS):
                    found[value] = None
        return list(found)

    def edits_of_reductions(self, lines: Sequence[bytes]) -> list[Edit]:
        """A reduction is along the columns of each row, and leaves a number for each."""
        edits = []
        for call in self.reductions:
            axis = axis_said(call)
            options = ["axis=1"] if axis is None else []
            options += [] if called_function(call) in SCANS else ["keep_dims=True"]
            edits += [option_edit(call, ", ".join(options), lines)] if options else []
            edits += [edit_of(axis, "1")] if axis else []
        return edits

    def edits_of_stores(self, lines: Sequence[bytes]) -> list[Edit]:
        """A store leaves out what is beyond the last row."""
        edits = []
        for call in filter(is_store, self.calls):
            mask = mask_of(call)
            if mask is None:
                edits.append(option_edit(call, f"mask={IS_ROW}", lines))
            else:
                edits += around(mask, "(", f") & ({IS_ROW})")
        return edits

    def edits_of_blocks(self) -> list[Edit]:
        """A block has a dimension of rows, its columns are the other, and the program id is all rows."""
        edits = []
        for call in self.calls:
            name = called_function(call)
            if name == "program_id":
                edits.append(edit_of(call, "tl.minimum(rows_here, n_rows_here - 1)"))
            elif name == "arange":
                edits += around(call, "", "[None, :]")
            elif name in BLOCKS:
                edits += around(call.args[0].elts[0], "ROWS, ", "")
        for value in self.starts_of_loops():  # the dtype stays: the zeros are integers, tl.where has it twice
            if self.is_made_by(value, "arange"):
                edits += around(value, "tl.zeros([ROWS, 1], tl.int32) + (", ")")
            else:
                edits += around(value, "tl.where(rows_here >= 0, ", f", {ast.unparse(value)})")
        return edits

    def edits_of_head(self, lines: Sequence[bytes]) -> list[Edit]:
        """The rows of a program, and what that takes of the launch; empty where there is no place for it."""
        first = first_statement(self.kernel)
        margin = margin_of(first, lines)
        rows = f"{margin}rows_here = tl.program_id(0) * ROWS + tl.arange(0, ROWS)[:, None]\n"
        parameter = self.kernel.args.args[-1]
        added = around(parameter.annotation or parameter, "", ", n_rows_here, ROWS: tl.constexpr")
        return [] if margin is None else [Edit(first.lineno, 0, 0, rows), *added]

    def edits_of_launch(self, lines: Sequence[bytes]) -> list[Edit]:
        """The edits of the grid, of what the launch passes, and of blocks that are longer than a row; empty
        where the grid is written otherwise, another launch may read it, or a name in it is assigned there or
        below.
        """
        launch = self.launch
        grid = launch.grid
        name = getattr(launch.call.func.slice, "id", "")
        reads = [node for node in ast.walk(launch.host) if getattr(node, "id", "") == name]
        if not isinstance(grid, ast.Tuple) or len(grid.elts) != 1 or name and len(reads) > 2:
            return []
        [count] = grid.elts
        length = launch.arguments[self.length()]
        rows, width = f"{launch.kernel.name}_rows", f"{launch.kernel.name}_width"
        statement = statement_with(launch.host, grid)
        margin = margin_of(statement, lines)
        read = names_read(count) | names_read(length)
        values = [value for name in read for value in launch.assigned.get(name, ())]
        is_late = any(value.end_lineno >= statement.lineno for value in values)
        if margin is None or is_late or names_read(launch.host) & {rows, width}:
            return []
        computed = (
            f"{margin}{width} = triton.next_power_of_2(max({ast.unparse(length)}, 1))\n"
            f"{margin}{rows} = max(1, min({{}}, {MOST_ELEMENTS} // {width}))\n"
        )
        passed = option_edit(launch.call, f"n_rows_here={ast.unparse(count)}, ROWS={rows}", lines)
        edits = [Edit(statement.lineno, 0, 0, computed), passed, *around(count, "triton.cdiv(", f", {rows})")]
        for block in self.blocks_of_a_row():
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
    length = kernel.length()
    size = sizes.get(length, 0) if isinstance(sizes, Mapping) else 0
    if not 0 < size <= SHORT or length not in launch.arguments or launch.has_dot:
        return []
    suits = kernel.takes_parameters() and kernel.has_a_program_a_row()
    if not (suits and kernel.calls_suit_rows() and kernel.statements_suit_rows()):
        return []
    head = kernel.edits_of_head(lines)
    of_launch = kernel.edits_of_launch(lines)
    if not head or not of_launch:
        return []
    counts = tuple(count for count in COUNTS if count << (size - 1).bit_length() <= MOST_ELEMENTS)
    rest = [*kernel.edits_of_reductions(lines), *kernel.edits_of_stores(lines), *kernel.edits_of_blocks()]
    return [Knob(ROWS_TOGETHER, None, counts, (*head, *of_launch, *rest), unknown="none")]
