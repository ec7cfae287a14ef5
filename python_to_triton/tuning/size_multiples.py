"""Sizes that say in a kernel what they are multiples of, so that it copies several elements at once.

Triton finds out by itself whether a size is a multiple of 16. Of rows of 12 elements it would copy one at a
time: it has to be told of the 4.
"""

import ast
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass

from python_to_triton.tuning.knobs import MULTIPLES, Edit, Knob, insertion
from python_to_triton.tuning.written_launches import (
    Assigned,
    WrittenLaunch,
    called_function,
    first_statement,
    is_store,
    reached,
)

MOST = 16  # that a size is said to be a multiple of, as Triton itself looks for
METHODS_OF_SIZES = frozenset("numel stride size dim".split())
FUNCTIONS_OF_SIZES = frozenset("cdiv next_power_of_2 min max len prod int".split())
ARITHMETIC = ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod


def is_of_a_shape(node: ast.expr) -> bool:
    """Whether an expression is a size of a tensor, or all of its sizes: `x.shape`, `x.numel()`."""
    while isinstance(node, ast.Subscript):
        node = node.value
    if isinstance(node, ast.Call):
        is_method = isinstance(node.func, ast.Attribute) and isinstance(node.func.value, ast.Name)
        return is_method and node.func.attr in METHODS_OF_SIZES
    return isinstance(node, ast.Attribute) and node.attr == "shape"


def is_size(node: ast.expr, assigned: Assigned, seen: frozenset[str] = frozenset()) -> bool:
    """Whether an expression of the host is a size, or arithmetic on sizes and integers."""
    whole = lambda *parts: all(is_size(part, assigned, seen) for part in parts)
    if isinstance(node, ast.Name):
        values = [] if node.id in seen else assigned.get(node.id, [])
        return bool(values) and all(is_size(value, assigned, seen | {node.id}) for value in values)
    if isinstance(node, ast.BinOp):
        return isinstance(node.op, ARITHMETIC) and whole(node.left, node.right)
    if is_of_a_shape(node):
        return True
    if isinstance(node, ast.Call):
        return called_function(node) in FUNCTIONS_OF_SIZES and whole(*node.args)
    return isinstance(node, ast.Constant) and type(node.value) is int


def is_said_again(node: ast.expr | None, launch: WrittenLaunch) -> bool:
    """Whether an argument is a size that the host may compute a second time. With a number in it, it may be
    one that other knobs exchange.
    """
    if node is None or not is_size(node, launch.assigned):
        return False
    return all(
        isinstance(part, (ast.Name, ast.Subscript)) or isinstance(part, ast.Call) and is_of_a_shape(part)
        for part in factors_and_terms(node)
    )


def factors_and_terms(node: ast.expr) -> list[ast.expr]:
    """What is added and multiplied in an expression."""
    if isinstance(node, ast.BinOp):
        return factors_and_terms(node.left) + factors_and_terms(node.right)
    return [node]


def is_quotient(node: ast.AST, assigned: Assigned) -> bool:
    """Whether a value is a block of offsets that was divided: of neighbours it is the same."""
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


def deciding_names(node: ast.AST, assigned: Assigned, is_factor: bool = False) -> set[str]:
    """The names in an address or a mask whose multiples decide which elements lie side by side: of
    `(i * B + j) * D + x % E`, where x < n, these are D, E and n, and not B.

    - Of what is multiplied the names themselves do, and nothing in a sum among the factors (`is_factor`).
    - What offsets are divided by does, or their remainder is of; nothing that a quotient is divided by.
    - What offsets are compared with does; nothing that a quotient is compared with.
    """
    if isinstance(node, ast.Name):
        return set() if is_factor else {node.id}
    parts = list(ast.iter_child_nodes(node))
    found = set()
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
        found = {one.id for one in factors(node) if isinstance(one, ast.Name) and not is_factor}
        parts = [one for one in factors(node) if not isinstance(one, ast.Name)]
        is_factor = True
    elif isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Mod, ast.FloorDiv)):
        parts = [node.left, *(() if is_quotient(node.left, assigned) else factors(node.right))]
    elif isinstance(node, ast.Compare):
        parts = () if is_quotient(node.left, assigned) else node.comparators
    return found.union(*(deciding_names(part, assigned, is_factor) for part in parts))


def addresses_and_masks(launch: WrittenLaunch) -> list[ast.expr]:
    """The addresses and masks of a kernel's loads and stores, and all that the names in them stand for."""
    found = []
    for node in ast.walk(launch.kernel):
        is_load = called_function(node) == "load"
        if is_load or is_store(node):
            found += node.args[:1] + node.args[1 if is_load else 2 : 2 if is_load else 3]
            found += [option.value for option in node.keywords if option.arg == "mask"]
    assigned = launch.assigned_in_kernel
    parts = [part for place in found for part in reached(place, assigned)]
    names = {part.id for part in parts if isinstance(part, ast.Name)}
    return found + [value for name in names for value in assigned.get(name, ())]


def sizes_in_addresses(launch: WrittenLaunch) -> tuple[str, ...]:
    """The parameters whose multiples decide how many elements a kernel loads and stores at once: sizes that
    the host may compute a second time, and that the kernel leaves as they are.
    """
    nodes = [part for statement in launch.kernel.body for part in ast.walk(statement)]
    changed = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    assigned = launch.assigned_in_kernel
    places = addresses_and_masks(launch)
    deciding = set().union(*(deciding_names(place, assigned) for place in places)) - changed
    deciding -= {*launch.blocks, *launch.called_in_kernels}
    parameters = [one.arg for one in launch.kernel.args.args if one.annotation is None]
    return tuple(
        name for name in parameters if name in deciding and is_said_again(launch.arguments.get(name), launch)
    )


def on_lines(parts: Sequence[str], margin: str) -> str:
    """Arguments or parameters, on lines of their own where they are several."""
    return f",\n{margin}".join(parts) if len(parts) > 2 else ", ".join(parts)


@dataclass(frozen=True)
class Fact:
    """What a launch tells its kernel."""

    name: str  # of a further parameter
    said: str  # statements with it, {0}
    given: str  # what the host computes; {0} is the knob's number


def edits_that_tell(launch: WrittenLaunch, lines: Sequence[bytes], facts: Sequence[Fact]) -> tuple[Edit, ...]:
    """The edits by which a kernel is told facts before its first statement; none where it cannot be."""
    kernel = launch.kernel
    parameters = kernel.args
    special = parameters.defaults or parameters.vararg or parameters.kwonlyargs or parameters.kwarg
    first = first_statement(kernel)
    margin = lines[first.lineno - 1][: first.col_offset].decode()
    taken = {getattr(node, "id", getattr(node, "arg", "")) for node in ast.walk(kernel)}
    is_taken = not taken.isdisjoint(fact.name for fact in facts)
    if not facts or special or margin.strip() or is_taken or kernel.name in launch.called_in_kernels:
        return ()
    said = "\n".join(fact.said.replace("{0}", fact.name) for fact in facts)
    last = parameters.args[-1].annotation or parameters.args[-1]
    added = on_lines(["", *(f"{fact.name}: tl.constexpr" for fact in facts)], 2 * margin)
    given = on_lines([f"{fact.name}={fact.given}" for fact in facts], 2 * margin)
    at_end = insertion(launch.call, "", lines)
    return (
        Edit(first.lineno, 0, 0, textwrap.indent(said, margin) + "\n"),
        Edit(last.end_lineno, last.end_col_offset, last.end_col_offset, added),
        Edit(at_end.line, at_end.start, at_end.end, at_end.form.replace("={}", given)),
    )


def multiples(launch: WrittenLaunch, lines: Sequence[bytes]) -> list[Knob]:
    """Sizes that say what they are multiples of: `C = C // MULTIPLE_C * MULTIPLE_C`, where the host computes
    `MULTIPLE_C=math.gcd(C, 16)`: the size is the same.
    """
    facts = [
        Fact(
            f"MULTIPLE_{name}",
            f"{name} = {name} // {{0}} * {{0}}",
            f"math.gcd({ast.unparse(launch.arguments[name])}, {{0}})",
        )
        for name in sizes_in_addresses(launch)
    ]
    edits = edits_that_tell(launch, lines, facts)
    return [Knob("multiples", None, (MOST,), edits, MULTIPLES, unknown="not said")] if edits else []
