"""Sizes that a kernel divides offsets by, given to it as constants: a division by a number that the compiler
knows is a product and a shift, and by any other it takes some twenty instructions.
"""

import ast
from collections.abc import Mapping, Sequence

from python_to_triton.tuning.knobs import KNOWN, Knob
from python_to_triton.tuning.size_multiples import Fact, edits_that_tell, is_said_again
from python_to_triton.tuning.written_launches import WrittenLaunch, called_function, reached

KNOWN_SIZES = "known sizes"  # the name of the knob
EVERY_SIZE = "every size"  # in the place of sizes: any is told, and a kernel compiled for each
LIMIT = 2**31  # from here on Triton makes a constant unsigned, or of 64 bits


def divisors(launch: WrittenLaunch) -> tuple[str, ...]:
    """The parameters that a kernel divides a block of offsets by, with // or %: sizes that the host may
    compute a second time, and that the kernel leaves as they are.
    """
    nodes = [part for statement in launch.kernel.body for part in ast.walk(statement)]
    assigned = launch.assigned_in_kernel
    names = set()
    for node in nodes:
        if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.FloorDiv, ast.Mod)):
            if any(called_function(part) == "arange" for part in reached(node.left, assigned)):
                names |= {part.id for part in reached(node.right, assigned) if isinstance(part, ast.Name)}
    names -= {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    # A number has no methods: what has one called, `n.to(...)`, stays a parameter.
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
    `KNOWN_C=C if C == 1024 else 0`. If any of several differs, none is told.

    sizes: {parameter: size}, of which divisors are told; EVERY_SIZE: each, `KNOWN_C=C if C < 2**31 else 0`.
    """
    computed = {name: ast.unparse(launch.arguments[name]) for name in divisors(launch)}
    if sizes == EVERY_SIZE:
        conditions = {name: f"{size} < {LIMIT}" for name, size in computed.items()}
    else:
        # Triton specialises a 1 by itself; a size that is missing is left out.
        computed = {name: size for name, size in computed.items() if 1 < sizes.get(name, 1) < LIMIT}
        all_equal = " and ".join(f"{size} == {sizes[name]}" for name, size in computed.items())
        conditions = dict.fromkeys(computed, all_equal)
    facts = [
        Fact(f"KNOWN_{name}", f"if {{0}}:\n    {name} = {{0}}", f"{size} if {conditions[name]} else 0")
        for name, size in computed.items()
    ]
    edits = edits_that_tell(launch, lines, facts)
    return [Knob(KNOWN_SIZES, None, (1,), edits, KNOWN)] if edits else []
