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

# What a loop may call its counter.
COUNTERS = ("step", "turn", "place_in_loop")

KEEP_STEP = '''@triton.jit
def keep_step_kernel(x, kept, count, BLOCK: tl.constexpr):
    places = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = places < count
    tl.store(kept + places, tl.load(x + places, mask=inside), mask=inside)


def keep_step(kept, x, step, steps):
    """What the steps of a loop have made, `kept`, None in the first one, with what this step has made, x."""
    if kept is None:
        kept = torch.empty((steps, *x.shape), dtype=x.dtype, device=x.device)
    count = x.numel()
    keep_step_kernel[(triton.cdiv(count, 1024),)](x.contiguous(), kept[step], count, BLOCK=1024)
    return kept'''


def _sum(first, second):
    """`first + second` without the zero."""
    return second if first == "0" else f"{first} + {second}"


def _item_line(value, counter):
    """`v4 = v1.select(0, step)`: what a step reads of v1."""
    stride = value.at["stride"]
    first = host_item(value.at["first"])
    counted = counter if abs(stride) == 1 else f"{abs(stride)} * {counter}"
    index = _sum(first, counted) if stride > 0 else f"{first} - {counted}"
    return f"{value.name} = {value.operands[0].name}.select(0, {index})"


def _kept_lines(loop, counter):
    """(lines before the loop, lines of a step) of what it leaves of all steps."""
    steps = host_item(loop.steps)
    before, inside = [], []
    for end in loop.ends:
        if end.op == "stacked":
            place = f"{steps} - 1 - {counter}" if end.at["reverse"] else counter
            before.append(f"{end.name} = None")
            inside.append(f"{end.name} = keep_step({end.name}, {end.operands[0].name}, {place}, {steps})")
    return before, inside


def _loop_lines(loop, body, counter):
    """The lines of a loop, whose step has the lines `body`."""
    before, inside = _kept_lines(loop, counter)
    starts = [f"{value.name} = {value.operands[0].name}" for value in loop.carried]
    changed = [pair for pair in zip(loop.carried, loop.following) if pair[0] is not pair[1]]
    names = [", ".join(pair[which].name for pair in changed) for which in (0, 1)]
    carried = set(map(id, loop.carried))
    finals = [end for end in loop.ends if end.op == "final"]
    # What the last step has read is asked for before the next one's is in its place.
    early = [end for end in finals if id(end.operands[0]) in carried]
    late = [end for end in finals if id(end.operands[0]) not in carried]
    step = [
        *body,
        *inside,
        *(f"{end.name} = {end.operands[0].name}" for end in early),
        *([f"{names[0]} = {names[1]}"] if changed else []),
    ]
    return [
        *starts,
        *before,
        f"for {counter} in range({host_item(loop.steps)}):",
        *(f"    {line}" for line in step),
        *(f"{end.name} = {end.operands[0].name}" for end in late),
    ]


def lines_with_loops(
    graph: Graph,
    order: Sequence[Region | Value],
    lines_of: Callable[[Region | Value], list[str]],
    taken: Sequence[str] = (),
) -> list[str]:
    """The lines of a graph's regions, and of what is between them, in order.

    Args:
        order: as frontend.execution_order gives it.
        lines_of: the lines of a region, or of a value that is at no border of a loop.
        taken: names that no loop may count by.
    """
    counter = next(name for name in COUNTERS if name not in taken)
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
                lines += _loop_lines(loop, bodies[loop.number], counter)
            continue
        values = step.values if isinstance(step, Region) else (step,)
        number = next((inside[id(v)] for v in values if id(v) in inside), None)
        target = lines if number is None else bodies[number]
        if isinstance(step, Region) or step.op not in ("carried", "item"):
            target += lines_of(step)
        elif step.op == "item":
            target.append(_item_line(step, counter))
    return lines
