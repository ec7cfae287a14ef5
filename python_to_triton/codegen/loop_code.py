"""Host code of loops: a `for` whose lines call the answers to the regions of a step.

    v2 = v0                                     # what is carried
    v7 = None                                   # what is kept of all steps
    for step in range(A):
        v4 = v1.select(0, step)
        v6 = region1(v2, v4)
        v7 = keep_step(v7, v6, step, A)
        v2 = v6
    v8 = v6                                     # of the last step
"""

from collections.abc import Callable, Sequence

from python_to_triton.codegen.host_code import host_item
from python_to_triton.frontend import Graph, Region, Value
from python_to_triton.frontend.loops import Loop, loop_numbers

KEEP_STEP = '''@triton.jit
def keep_step_kernel(x, kept, count, BLOCK: tl.constexpr):
    places = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = places < count
    tl.store(kept + places, tl.load(x + places, mask=inside), mask=inside)


def keep_step(kept, x, step, steps):
    """What the steps of a loop have made so far, `kept`, with that of this step, x; the first step is given None."""
    if kept is None:
        kept = torch.empty((steps, *x.shape), dtype=x.dtype, device=x.device)
    count = x.numel()
    keep_step_kernel[(triton.cdiv(count, 1024),)](x.contiguous(), kept[step], count, BLOCK=1024)
    return kept'''


def _sum(first, second):
    """`first + second` without the zero."""
    return second if first == "0" else f"{first} + {second}"


def _item_line(value):
    """`v4 = v1.select(0, step)`: what a step reads of v1."""
    stride = value.at["stride"]
    first = host_item(value.at["first"])
    counted = "step" if abs(stride) == 1 else f"{abs(stride)} * step"
    index = _sum(first, counted) if stride > 0 else f"{first} - {counted}"
    return f"{value.name} = {value.operands[0].name}.select(0, {index})"


def _end_lines(loop):
    """(lines before the loop, at the end of a step, after the loop) of what it leaves."""
    before, inside, after = [], [], []
    steps = host_item(loop.steps)
    for end in loop.ends:
        x = end.operands[0].name
        if end.op == "final":
            after.append(f"{end.name} = {x}")
            continue
        place = f"{steps} - 1 - step" if end.at["reverse"] else "step"
        before.append(f"{end.name} = None")
        inside.append(f"{end.name} = keep_step({end.name}, {x}, {place}, {steps})")
    return before, inside, after


def _loop_lines(loop, body):
    """The lines of a loop, whose step has the lines `body`."""
    before, inside, after = _end_lines(loop)
    pairs = list(zip(loop.carried, loop.following))
    starts = [f"{value.name} = {value.operands[0].name}" for value in loop.carried]
    changed = [(value.name, following.name) for value, following in pairs if value is not following]
    carried = ", ".join(name for name, _ in changed)
    turn = [f"{carried} = {', '.join(name for _, name in changed)}"] if changed else []
    # What the last step read is no more carried when its result is asked for.
    kept = {value.name for value in loop.carried}
    finals = [f"{end.name} = {end.operands[0].name}" for end in loop.ends if end.op == "final"]
    early = [line for line in finals if line.partition(" = ")[2] in kept]
    late = [line for line in after if line not in early]
    step = [*body, *inside, *early, *turn]
    return [
        *starts,
        *before,
        f"for step in range({host_item(loop.steps)}):",
        *(f"    {line}" for line in step),
        *late,
    ]


def lines_with_loops(
    graph: Graph, order: Sequence[Region | Value], lines_of: Callable[[Region | Value], list[str]]
) -> list[str]:
    """The lines of a graph's regions, and of what is between them, in order.

    Args:
        order: as frontend.execution_order gives it.
        lines_of: the lines of a region, or of a value that is at no border of a loop.
    """
    inside = loop_numbers(graph.values)
    loops = {id(end): step for step in graph.steps if isinstance(step, Loop) for end in step.ends}
    bodies = {loop.number: [] for loop in loops.values()}
    written = set()
    lines = []
    for step in order:
        loop = loops.get(id(step))
        if loop:
            if loop.number not in written:
                written.add(loop.number)
                lines += _loop_lines(loop, bodies[loop.number])
            continue
        values = step.values if isinstance(step, Region) else (step,)
        number = next((inside[id(v)] for v in values if id(v) in inside), None)
        target = lines if number is None else bodies[number]
        if isinstance(step, Region) or step.op not in ("carried", "item"):
            target += lines_of(step)
        elif step.op == "item":
            target.append(_item_line(step))
    return lines
