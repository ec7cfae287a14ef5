"""Sizes that a kernel divides offsets by, given to it as constants: a division by a number that the compiler
knows is a product and a shift, by any other some twenty instructions.
"""

import ast
from collections.abc import Mapping, Sequence

from python_to_triton.tuning.knobs import KNOWN, Knob
from python_to_triton.tuning.size_multiples import Fact, edits_that_tell, is_said_again
from python_to_triton.tuning.written_launches import WrittenLaunch, called_function, reached

KNOWN_SIZES = "known sizes"  # the name of the knob
EVERY_SIZE = "every size"  # in the place of sizes: all are told, so that a kernel is compiled for each
LIMIT = 2**31  # a constant beyond that has no sign in Triton, and is no divisor of offsets, which have


def divisors(launch: WrittenLaunch) -> tuple[str, ...]:
    """The parameters that a kernel divides a block of offsets by: sizes that the host may compute a second
    time, and that the kernel leaves as they are.
    """
    nodes = [part for statement in launch.kernel.body for part in ast.walk(statement)]
    assigned = launch.assigned_in_kernel
    names = set()
    for node in nodes:
        if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.FloorDiv, ast.Mod)):
            if any(called_function(part) == "arange" for part in reached(node.left, assigned)):
                names |= {part.id for part in reached(node.right, assigned) if isinstance(part, ast.Name)}
    names -= {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    # Of a number there is no `.to(...)`.
    names -= {
        node.value.id
        for node in nodes
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
    }
    names -= {*launch.blocks, *launch.called_in_kernels}
    parameters = [one.arg for one in launch.kernel.args.args if one.annotation is None]
    return tuple(
        name for name in parameters if name in names and is_said_again(launch.arguments.get(name), launch)
    )


def known_sizes(launch: WrittenLaunch, lines: Sequence[bytes], sizes: Mapping[str, int] | str) -> list[Knob]:
    """Sizes that are told as constants: `if KNOWN_C:` the kernel has `C = KNOWN_C`, and the host says
    `KNOWN_C=C if C == 1024 else 0`. Unless all of them are as they were, the kernel is the one as it is
    written.

    sizes: {parameter: size}, those that are told; EVERY_SIZE: any, `KNOWN_C=C if C < 2**31 else 0`.
    """
    given = {name: ast.unparse(launch.arguments[name]) for name in divisors(launch)}
    if sizes == EVERY_SIZE:
        conditions = {name: f"{size} < 2**31" for name, size in given.items()}
    else:
        given = {
            name: size for name, size in given.items() if 1 < sizes.get(name, 1) < LIMIT
        }  # Triton knows a 1
        all_equal = " == ".join(
            one if len(given) == 1 else f"({one})"
            for one in (", ".join(given.values()), ", ".join(str(sizes[name]) for name in given))
        )
        conditions = dict.fromkeys(given, all_equal)
    facts = [
        Fact(f"KNOWN_{name}", f"if {{0}}:\n    {name} = {{0}}", f"{size} if {conditions[name]} else 0")
        for name, size in given.items()
    ]
    edits = edits_that_tell(launch, lines, facts)
    return [Knob(KNOWN_SIZES, None, (1,), edits, KNOWN)] if edits else []
