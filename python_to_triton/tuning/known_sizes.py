"""Sizes that a kernel divides offsets by, given to it as constants: a division by a number that the compiler
knows is a product and a shift, by any other some twenty instructions.
"""

import ast
from collections.abc import Mapping, Sequence

from python_to_triton.tuning.knobs import KNOWN, Knob
from python_to_triton.tuning.size_multiples import Fact, edits_that_tell, is_said_again
from python_to_triton.tuning.written_launches import WrittenLaunch, called_function, reached

EVERY_SIZE = None  # in the place of sizes: each is told, and each other one compiles the kernel anew


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


def known_sizes(launch: WrittenLaunch, lines: Sequence[bytes], sizes: Mapping[str, int] | None) -> list[Knob]:
    """Sizes that are told as constants: `if KNOWN_C:` the kernel has `C = KNOWN_C`, and the host says
    `KNOWN_C=C if C == 1024 else 0`. Of other sizes the kernel is the one as it is written.

    sizes: {parameter: size}, those that are told; EVERY_SIZE: any, `KNOWN_C=C`.
    """
    facts = []
    for name in divisors(launch):
        size = ast.unparse(launch.arguments[name])
        if sizes is EVERY_SIZE:
            given = size
        elif sizes.get(name, 1) > 1:  # Triton itself knows a 1
            given = f"{size} if {size} == {sizes[name]} else 0"
        else:
            continue
        facts.append(Fact(f"KNOWN_{name}", f"if {{0}}:\n    {name} = {{0}}", given))
    edits = edits_that_tell(launch, lines, facts)
    return [Knob("known sizes", None, (1,), edits, KNOWN, unknown="none")] if edits else []
