"""Sizes that say in a kernel what they are multiples of, so that it copies several elements at once.

Triton finds out by itself whether a size is a multiple of 16. Of rows of 12 elements it would copy one at a
time: it has to be told of the 4.
"""

import ast
from collections.abc import Sequence

from python_to_triton.tuning.knobs import MULTIPLES, Edit, Knob, insertion
from python_to_triton.tuning.written_launches import (
    Assigned,
    WrittenLaunch,
    called_function,
    first_statement,
    is_store,
    reached,
)

MOST = 16  # that a size is said to be a multiple of: 16 bytes are copied at once
# What the host may call for an argument that it then computes twice
FUNCTIONS_OF_SIZES = frozenset("cdiv numel stride size dim len min max prod".split())


def is_size(node: ast.expr | None, launch: WrittenLaunch) -> bool:
    """Whether an argument is a size, or arithmetic on sizes, which the host may compute a second time."""
    if node is None:
        return False
    called = {called_function(part) for part in ast.walk(node) if isinstance(part, ast.Call)}
    parts = reached(node, launch.assigned)
    is_float = any(
        isinstance(part, ast.Div) or isinstance(part, ast.Constant) and isinstance(part.value, float)
        for part in parts
    )
    return called <= FUNCTIONS_OF_SIZES and not is_float


def is_quotient(node: ast.AST, assigned: Assigned) -> bool:
    """Whether a block of offsets was divided for a value: neighbours have the same as it is."""
    for part in reached(node, assigned):
        if isinstance(part, ast.BinOp) and isinstance(part.op, ast.FloorDiv):
            if any(called_function(one) == "arange" for one in reached(part.left, assigned)):
                return True
    return False


def factors(product: ast.expr) -> list[ast.expr]:
    """What is multiplied in an expression: `n * (C * H)` has three."""
    if isinstance(product, ast.BinOp) and isinstance(product.op, ast.Mult):
        return factors(product.left) + factors(product.right)
    return [product]


def deciding_names(node: ast.AST, assigned: Assigned, of_row: bool = False) -> set[str]:
    """The names in an address or a mask whose multiples decide which elements lie side by side: of
    `(i * B + j) * D + x % E`, where x < n, these are D, E and n, and not B.

    of_row: what stands here is multiplied further out.
    """
    if isinstance(node, ast.Name):
        return set() if of_row else {node.id}
    parts = list(ast.iter_child_nodes(node))
    found = set()
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
        found = {one.id for one in factors(node) if isinstance(one, ast.Name) and not of_row}
        parts = [one for one in factors(node) if not isinstance(one, ast.Name)]
        of_row = True
    elif isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Mod, ast.FloorDiv)):
        parts = [node.left, *(() if is_quotient(node.left, assigned) else factors(node.right))]
    elif isinstance(node, ast.Compare):
        parts = () if is_quotient(node.left, assigned) else node.comparators
    return found.union(*(deciding_names(part, assigned, of_row) for part in parts))


def sizes_in_addresses(launch: WrittenLaunch) -> tuple[str, ...]:
    """The parameters whose multiples decide how many elements a kernel loads and stores at once, and which it
    leaves as they are; those that its launch cannot hand on twice, and pointers, are left out.
    """
    nodes = [part for statement in launch.kernel.body for part in ast.walk(statement)]
    changed = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    calls = [node for node in nodes if called_function(node) == "load" or is_store(node)]
    places = [call.args[0] for call in calls if call.args]
    places += [option.value for call in calls for option in call.keywords if option.arg == "mask"]
    assigned = launch.assigned_in_kernel
    parts = [part for place in places for part in reached(place, assigned)]
    names = {part.id for part in parts if isinstance(part, ast.Name)}
    places += [value for name in names for value in assigned.get(name, ())]
    found = set().union(*(deciding_names(place, assigned) for place in places)) - changed
    own = [one.arg for one in launch.kernel.args.args if one.annotation is None and one.arg in found]
    sizes = [name for name in own if not name.endswith("_ptr")]
    return tuple(name for name in sizes if is_size(launch.arguments.get(name), launch))


def filled(parts: Sequence[str], margin: str) -> str:
    """Arguments or parameters behind others, on lines of their own where they are several."""
    return f",\n{margin}".join(parts) if len(parts) > 2 else ", ".join(parts)


def multiples(launch: WrittenLaunch, lines: Sequence[bytes]) -> list[Knob]:
    """Sizes that say what they are multiples of: `C = C // MULTIPLE_C * MULTIPLE_C`, where the host computes
    `MULTIPLE_C=math.gcd(C, 16)`: no value changes.
    """
    kernel = launch.kernel
    names = sizes_in_addresses(launch)
    parameters = kernel.args
    special = parameters.defaults or parameters.vararg or parameters.kwonlyargs or parameters.kwarg
    first = first_statement(kernel)
    margin = lines[first.lineno - 1][: first.col_offset].decode()
    if not names or special or margin.strip():
        return []
    said = [f"{margin}{name} = {name} // MULTIPLE_{name} * MULTIPLE_{name}\n" for name in names]
    added = [f"MULTIPLE_{name}: tl.constexpr" for name in names]
    last = parameters.args[-1].annotation or parameters.args[-1]
    sizes = [ast.unparse(launch.arguments[name]) for name in names]
    given = [f"MULTIPLE_{name}=math.gcd({size}, {{0}})" for name, size in zip(names, sizes)]
    at_end = insertion(launch.call, "", lines)
    edits = (
        Edit(first.lineno, 0, 0, "".join(said)),
        Edit(last.end_lineno, last.end_col_offset, last.end_col_offset, filled(["", *added], 2 * margin)),
        Edit(at_end.line, at_end.start, at_end.end, at_end.form.replace("={}", filled(given, 2 * margin))),
    )
    return [Knob("multiples", None, (MOST,), edits, MULTIPLES, unknown="not said")]
