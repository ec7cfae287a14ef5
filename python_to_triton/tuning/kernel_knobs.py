"""Knobs in the text of a kernel: what changes how it runs, and not what it computes.

Seven things that an answer may lack, each found in the idiom in which answers are written: loops without
tl.dot that load ahead, which a launch's num_stages does not make them do; operands of tl.dot in the half
precision in which they are stored; programs that take several short rows together (rows_together.py), or walk
over longer ones; the promise of few programs, by which offsets are divided in 32 bits; what sizes are
multiples of (size_multiples.py); and the sizes by which offsets are divided themselves (known_sizes.py). As
with launch numbers, a text with them is judged as any other answer.
"""

import ast
import itertools
from collections.abc import Sequence

from python_to_triton.tuning.knobs import DIVISIONS, OPERANDS, Edit, Knob, KnownOfLaunch, edit_of, insertion
from python_to_triton.tuning.known_sizes import known_sizes
from python_to_triton.tuning.rows_together import rows_together
from python_to_triton.tuning.size_multiples import multiples
from python_to_triton.tuning.written_launches import (
    WrittenLaunch,
    called_function,
    first_statement,
    is_store,
    reached,
)

LONGEST_CHAIN = 16  # of assignments and sums between a pointer and its parameter
AHEAD = "loop stages"  # the name of a knob
LOOP_STAGES = (2, 3, 4)
ALLOCATIONS = ("empty", "zeros", "ones", "full", "new_")  # what functions that make memory begin with
FIRST_PROGRAM_ID = ("tl.program_id(0)", "tl.program_id(axis=0)")
WALKING_NAMES = {"lap", "program", "n_programs"}
WALKING = (1056, 2112, 4224)  # programs that walk: 8, 16 and 32 for each multiprocessor of an H200
FEW_PROGRAMS = "FEW_PROGRAMS"  # the parameter of a kernel that says whether it has at most so many:
FEW = "2**18"  # offsets of blocks of at most 8192 elements are then below 2**31


def base_pointer(place: ast.expr, launch: WrittenLaunch) -> str:
    """The parameter of the kernel that a sum begins with: x_ptr of `x_ptr + rows * stride + k`, and of a name
    that was first assigned such a sum; "" where the text does not tell.
    """
    known = {argument.arg for argument in launch.kernel.args.args if argument.annotation is None}
    assigned = launch.assigned_in_kernel
    for _ in range(LONGEST_CHAIN):
        if isinstance(place, ast.BinOp):
            place = place.left
        elif isinstance(place, ast.Name) and place.id not in known and place.id in assigned:
            place = assigned[place.id][0]
    return place.id if isinstance(place, ast.Name) and place.id in known else ""


# ---- loops that load ahead ----


def memory_of(node: ast.AST, launch: WrittenLaunch, seen: frozenset[str] = frozenset()) -> set[str]:
    """The names of the host under which an expression's memory was made or received; some more where what it
    does is not followed.
    """
    if called_function(node).startswith(ALLOCATIONS):
        return set()
    if not isinstance(node, ast.Name):
        return set().union(*(memory_of(part, launch, seen) for part in ast.iter_child_nodes(node)))
    values = launch.assigned.get(node.id, ())
    if node.id in seen:
        return set()
    made = (
        {node.id} if not values or any(called_function(v).startswith(ALLOCATIONS) for v in values) else set()
    )
    return made.union(*(memory_of(value, launch, seen | {node.id}) for value in values))


def may_be_one(pointer: str, other: str, launch: WrittenLaunch) -> bool:
    """Whether a launch may give two parameters of its kernel the same memory: `kernel[grid](y, y, n)`."""
    given = [launch.arguments.get(name) for name in (pointer, other)]
    return None in given or bool(memory_of(given[0], launch) & memory_of(given[1], launch))


def stores_what_it_loads(inside: Sequence[ast.AST], launch: WrittenLaunch) -> bool:
    """Whether a loop, of these nodes, may load what it has stored, which it must not do ahead.

    A function of the answer that it calls, and that stores, may store anywhere.
    """
    called = set(map(called_function, inside))
    if called & launch.storers:
        return True
    stores = [node for node in inside if is_store(node)]
    loads = [node for node in inside if called_function(node) in launch.loaders]
    nodes = [part for load in loads for part in reached(load, launch.assigned_in_kernel)]
    loaded = {part.id for part in nodes if isinstance(part, ast.Name)} | {""}
    pointers = {base_pointer(store.args[0], launch) if store.args else "" for store in stores}
    parameters = {argument.arg for argument in launch.kernel.args.args}
    pairs = itertools.product(pointers - loaded, loaded & parameters)
    return bool(pointers & loaded) or any(may_be_one(*pair, launch) for pair in pairs)


def loading_loops(launch: WrittenLaunch) -> list[ast.For]:
    """The innermost loops of a kernel over `range` that load, and may do so ahead."""
    found = []
    for loop in ast.walk(launch.kernel):
        if not isinstance(loop, ast.For) or called_function(loop.iter) != "range":
            continue
        inside = [part for statement in loop.body for part in ast.walk(statement)]
        called = set(map(called_function, inside))
        is_outer = any(isinstance(part, (ast.For, ast.While)) for part in inside)
        if called & launch.loaders and not is_outer and not stores_what_it_loads(inside, launch):
            found.append(loop)
    return found


def loop_stages(launch: WrittenLaunch, lines: Sequence[bytes]) -> list[Knob]:
    """In how many stages the loops of a kernel without tl.dot are pipelined: only tl.range says so."""
    if launch.has_dot:
        return []
    loops = [loop.iter for loop in loading_loops(launch) if isinstance(loop.iter.func, ast.Name)]
    if not loops:
        return []
    functions = [edit_of(call.func, "tl.range") for call in loops]
    options = [insertion(call, "num_stages", lines) for call in loops]
    return [Knob(AHEAD, None, LOOP_STAGES, (*functions, *options), unknown="none")]


# ---- operands of products ----


def is_single(node: ast.expr, launch: WrittenLaunch) -> bool:
    """Whether an operand was cast to float32, it or what it is cast like: `x.to(w.dtype)`."""
    if called_function(node) == "to" and node.args and ast.unparse(node.args[0]).endswith(".dtype"):
        node = node.args[0].value
    casts = (part for part in reached(node, launch.assigned_in_kernel) if called_function(part) == "to")
    return any(ast.unparse(argument) == "tl.float32" for cast in casts for argument in cast.args)


def loaded_from(node: ast.expr, launch: WrittenLaunch) -> str:
    """The parameter of the kernel from whose memory alone an operand is loaded; "" where it is another, or
    several.
    """
    nodes = reached(node, launch.assigned_in_kernel)
    loads = [part for part in nodes if called_function(part) == "load" and part.args]
    pointers = {base_pointer(load.args[0], launch) for load in loads}
    return pointers.pop() if len(pointers) == 1 else ""


def operand_bits(launch: WrittenLaunch) -> list[Knob]:
    """Half precision, multiplied as it is stored: many times faster than in float32, and as exact where
    nothing was done to what was loaded. What is computed of several tensors is cast as the other operand is.
    """
    edits = []
    for product in ast.walk(launch.kernel):
        if called_function(product) != "dot":
            continue
        operands = product.args[:2]
        tensors = [loaded_from(operand, launch) for operand in operands]
        if not any(tensors) or not all(is_single(operand, launch) for operand in operands):
            return []
        for node, tensor in zip(operands, tensors):
            form = f".to({tensor or ''.join(tensors)}.dtype.element_ty)"
            edits.append(Edit(node.end_lineno, node.end_col_offset, node.end_col_offset, form))
    return [Knob("operand bits", 32, (16,), tuple(edits), OPERANDS)] if edits else []


# ---- programs that walk over rows ----


def row_count(launch: WrittenLaunch) -> ast.Name | None:
    """The name that a grid of one axis consists of, where it is nothing else: a program a row."""
    grid = launch.grid
    alone = isinstance(grid, ast.Tuple) and len(grid.elts) == 1 and isinstance(grid.elts[0], ast.Name)
    return grid.elts[0] if alone else None


def can_walk(launch: WrittenLaunch) -> bool:
    """Whether what a kernel does may be repeated for another program id, and it may get a further parameter.

    It changes none of its parameters, returns nowhere, and asks for no number of programs; what it calls asks
    for neither that nor a program id. No parameter has a default.
    """
    nodes = [part for statement in launch.kernel.body for part in ast.walk(statement)]
    changed = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    calls = [node for node in nodes if called_function(node) in ("program_id", "num_programs")]
    own = all(ast.unparse(call) in FIRST_PROGRAM_ID for call in calls)
    own = own and not any(called_function(node) in launch.program_askers for node in nodes)
    returns = any(isinstance(node, (ast.Return, ast.While)) for node in nodes)
    parameters = {one.arg for one in launch.kernel.args.args}
    taken = changed & parameters or (changed | parameters) & WALKING_NAMES
    return bool(calls) and own and not returns and not taken and not launch.kernel.args.defaults


def walking_programs(launch: WrittenLaunch, lines: Sequence[bytes]) -> list[Knob]:
    """How many programs are launched at most, each of which walks over several rows: to begin a program costs
    more than a short row.
    """
    count = row_count(launch)
    start = first_statement(launch.kernel)
    body = launch.kernel.body[launch.kernel.body.index(start) :]
    first = start.lineno
    several = sum(statement.lineno == first for statement in body) > 1
    if count is None or several or launch.has_dot or not can_walk(launch):
        return []
    loop = (
        "    for lap in range(0, tl.cdiv(n_programs - tl.program_id(0), tl.num_programs(0))):\n"
        "        program = tl.program_id(0) + lap * tl.num_programs(0)\n    "
    )
    edits = [Edit(first, 0, 0, loop)]
    edits += [
        Edit(line, 0, 0, "    ")
        for line in range(first + 1, body[-1].end_lineno + 1)
        if lines[line - 1].strip()
    ]
    ids = [node for node in ast.walk(launch.kernel) if called_function(node) == "program_id"]
    edits += [edit_of(node, "program") for node in ids]
    parameter = launch.kernel.args.args[-1]
    last = parameter.annotation or parameter
    edits.append(Edit(last.end_lineno, last.end_col_offset, last.end_col_offset, ", n_programs"))
    at_end = insertion(launch.call, "n_programs", lines)
    edits.append(Edit(at_end.line, at_end.start, at_end.end, at_end.form.format(count.id)))
    edits.append(Edit(count.lineno, count.col_offset, count.end_col_offset, f"min({count.id}, {{}})"))
    return [Knob("programs that walk", None, WALKING, tuple(edits), unknown="none")]


# ---- divisions in 32 bits ----


def widens_program_id(node: ast.AST, launch: WrittenLaunch) -> bool:
    """Whether a node casts what is computed of the first program id to 64 bits."""
    if called_function(node) != "to" or "tl.int64" not in map(ast.unparse, node.args):
        return False
    parts = reached(node.func, launch.assigned_in_kernel)
    return any(ast.unparse(part) in FIRST_PROGRAM_ID for part in parts)


def divides_offsets(launch: WrittenLaunch) -> bool:
    """Whether a kernel divides a block of offsets that it computes of the first program id in 64 bits. (The
    compiler divides a program id alone in 32 as it is.)
    """
    for node in ast.walk(launch.kernel):
        if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.FloorDiv, ast.Mod)):
            parts = reached(node.left, launch.assigned_in_kernel)
            is_block = any(called_function(part) == "arange" for part in parts)
            if is_block and any(widens_program_id(part, launch) for part in parts):
                return True
    return False


def named_grid(launch: WrittenLaunch, lines: Sequence[bytes]) -> tuple[str, list[Edit]] | None:
    """(the name of a launch's grid, a tuple; the edits that give it one); None where it cannot be named.

    `kernel[(n,)](x)` becomes `grid = (n,)` and `kernel[grid](x)`: what it consists of stays where it is.
    """
    call = launch.call
    grid = call.func.slice
    if isinstance(grid, ast.Name):
        values = launch.assigned.get(grid.id, ())
        return (grid.id, []) if values and all(isinstance(one, ast.Tuple) for one in values) else None
    nodes = list(ast.walk(launch.host))
    is_statement = any(isinstance(node, ast.Expr) and node.value is call for node in nodes)
    begins_line = call.lineno == grid.lineno and not lines[call.lineno - 1][: call.col_offset].strip()
    is_taken = any("grid" in (getattr(node, "id", ""), getattr(node, "arg", "")) for node in nodes)
    if not isinstance(grid, ast.Tuple) or not is_statement or not begins_line or is_taken:
        return None
    again = f"\n{' ' * call.col_offset}{launch.kernel.name}[grid]"
    return "grid", [
        Edit(call.lineno, call.col_offset, grid.col_offset, "grid = "),
        Edit(grid.end_lineno, grid.end_col_offset, call.func.end_col_offset, again),
    ]


def division_bits(launch: WrittenLaunch, lines: Sequence[bytes]) -> list[Knob]:
    """The promise that a kernel has few programs, where its launch's own grid says so: from that the compiler
    proves which divisions of offsets 32 bits hold, in which a GPU is faster than in 64.

    No value gets another type, so none changes, whatever is done with it: stored, added atomically, or an
    address beyond 2**31. Nor does it matter how large tensors are or where their elements lie: the promise is
    the grid's. Launched for more programs, the kernel is the one as it is written. Triton's interpreter
    asserts what is promised.
    """
    kernel = launch.kernel
    parameters = kernel.args
    named = {getattr(node, "id", getattr(node, "arg", "")) for node in ast.walk(kernel)}
    special = parameters.defaults or parameters.vararg or parameters.kwonlyargs or parameters.kwarg
    first = first_statement(kernel)
    margin = lines[first.lineno - 1][: first.col_offset].decode()
    grid = named_grid(launch, lines)
    usable = grid and parameters.args and not special and not margin.strip() and FEW_PROGRAMS not in named
    usable = usable and kernel.name not in launch.called_in_kernels
    if not usable or not divides_offsets(launch):
        return []
    name, edits = grid
    promise = (
        f"{margin}if {FEW_PROGRAMS}:  # by which the compiler divides offsets in {{}} bits\n"
        f"{margin}    tl.assume(tl.program_id(0) < {FEW})\n"
    )
    last = parameters.args[-1].annotation or parameters.args[-1]
    at_end = insertion(launch.call, FEW_PROGRAMS, lines)
    edits = [
        *edits,
        Edit(first.lineno, 0, 0, promise),
        Edit(last.end_lineno, last.end_col_offset, last.end_col_offset, f", {FEW_PROGRAMS}: tl.constexpr"),
        Edit(at_end.line, at_end.start, at_end.end, at_end.form.format(f"{name}[0] <= {FEW}")),
    ]
    return [Knob("division bits", 64, (32,), tuple(edits), DIVISIONS)]


def kernel_knobs(launch: WrittenLaunch, lines: Sequence[bytes], known: KnownOfLaunch) -> list[Knob]:
    """All knobs in the text of a launch's kernel."""
    found = loop_stages(launch, lines)
    together = rows_together(launch, lines, known.sizes) if known.is_only else []
    if known.may_walk and not together:
        found += walking_programs(launch, lines)
    found += together
    # Last: what they say stands before the loop of programs that walk.
    found += division_bits(launch, lines) + multiples(launch, lines) + known_sizes(launch, lines, known.sizes)
    return found + operand_bits(launch) if known.is_half else found
