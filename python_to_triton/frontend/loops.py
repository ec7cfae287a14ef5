"""Loops of a graph: values that are computed once a step.

A loop stands in a graph by the values at its borders, and the values between them are its body:

    v1 = carried(v0, loop=0, number=0)          v0 in the first step, then what the step before has made
    v2 = item(a0, loop=0, steps=T)              a0[t] in step t; a0[first + stride * t]
    v3 = add(v1, v2)                            the body: whatever reads these
    v4 = stacked(v3, [v1], [v3], loop=0, steps=T)   v3 of all steps, along a new dimension 0
    v5 = final(v3, [v1], [v3], loop=0, steps=T)     v3 of the last step

The lists are what the loop carries, and what the next step finds there: v3 in the place of v1.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import torch

from python_to_triton.frontend.values import Value, resolve

STARTS = ("carried", "item")
ENDS = ("stacked", "final")
LOOP_OPS = (*STARTS, *ENDS)


@dataclass(frozen=True)
class Loop:
    """The values of one loop."""

    number: int
    body: tuple[Value, ...]  # in the order of a step: what it carries, its items, then what it computes
    ends: tuple[Value, ...]

    @property
    def carried(self) -> tuple[Value, ...]:
        """What it carries from step to step."""
        return self.ends[0].operands[1]

    @property
    def following(self) -> tuple[Value, ...]:
        """What is carried to the next step, in the order of `carried`."""
        return self.ends[0].operands[2]

    @property
    def steps(self) -> object:
        """How many steps: a number, or a Word of letters."""
        return self.ends[0].at["steps"]


def loop_numbers(values: Sequence[Value]) -> dict[int, int]:
    """{id of a value in the body of a loop: number of the loop}; `values` in the order of computation."""
    inside = {}
    for value in values:
        if value.op in STARTS:
            inside[id(value)] = value.at["loop"]
        elif value.op not in ENDS:
            numbers = {inside[id(v)] for v in value.inputs() if id(v) in inside}
            assert len(numbers) < 2, f"{value.op} reads of the loops {numbers}"
            if numbers:
                inside[id(value)] = numbers.pop()
    return inside


def _loops_of(values):
    """{number: Loop} of the loops among values in the order of computation."""
    inside = loop_numbers(values)
    bodies, ends = {}, {}
    for value in values:
        if id(value) in inside:
            bodies.setdefault(inside[id(value)], []).append(value)
        elif value.op in ENDS:
            ends.setdefault(value.at["loop"], []).append(value)
    loops = {}
    for number, own in ends.items():
        body = sorted(bodies.get(number, ()), key=lambda value: value.op not in STARTS)
        loops[number] = Loop(number, tuple(body), tuple(own))
    return loops


def in_steps(values: Sequence[Value]) -> list[Value | Loop]:
    """Values in the order of computation, each loop as one."""
    if not any(value.op in LOOP_OPS for value in values):
        return list(values)
    loops = _loops_of(values)
    unit = {id(v): loop for loop in loops.values() for v in (*loop.body, *loop.ends)}
    among = set(map(id, values))

    def read(one) -> Iterator:
        members = (*one.body, *one.ends) if isinstance(one, Loop) else (one,)
        for operand in (operand for v in members for operand in v.inputs() if id(operand) in among):
            needed = unit.get(id(operand), operand)
            if needed is not one:
                yield needed

    order, seen = [], set()
    for value in values:
        stack = [(unit.get(id(value), value), False)]
        while stack:
            one, is_ready = stack.pop()
            if is_ready:
                order.append(one)
            elif id(one) not in seen:
                seen.add(id(one))
                stack.append((one, True))
                stack += [(needed, False) for needed in read(one)]
    return order


def flat(order: Sequence[Value | Loop]) -> list[Value]:
    """The values of `in_steps`, each after what it reads."""
    return [v for one in order for v in ((*one.body, *one.ends) if isinstance(one, Loop) else (one,))]


def has_loops(graph: "Graph") -> bool:  # noqa: F821  (of graph.py, which imports this)
    """Whether a graph has a loop."""
    return any(isinstance(step, Loop) for step in graph.steps)


def most_steps(order: Sequence[Value | Loop], sizes: dict[str, int]) -> int:
    """The steps of the longest loop at these sizes; 0 where there is none."""
    return max((resolve(one.steps, sizes) for one in order if isinstance(one, Loop)), default=0)


def run_loop(
    loop: Loop,
    known: dict[int, torch.Tensor],
    sizes: dict[str, int],
    compute: Callable[[Value], torch.Tensor],
) -> None:
    """Computes all steps of a loop, and writes what it leaves into `known`.

    Args:
        known: {id of a Value: its tensor} of what it reads.
        sizes: {letter: size}.
        compute: gives a value of the body, from `known`.
    """
    steps = resolve(loop.steps, sizes)
    if steps < 1:
        raise RuntimeError(f"a loop of {steps} steps")
    kept = {id(end): [] for end in loop.ends}
    carried = [known[id(value.operands[0])] for value in loop.carried]
    place = {id(value): i for i, value in enumerate(loop.carried)}
    for step in range(steps):
        for value in loop.body:
            if value.op == "carried":
                known[id(value)] = carried[place[id(value)]]
            elif value.op == "item":
                first = resolve(value.at["first"], sizes)
                known[id(value)] = known[id(value.operands[0])].select(0, first + value.at["stride"] * step)
            else:
                known[id(value)] = compute(value)
        for end in loop.ends:
            if end.op == "stacked" or step == steps - 1:
                kept[id(end)].append(known[id(end.operands[0])])
        carried = [known[id(value)] for value in loop.following]
    for end in loop.ends:
        parts = kept[id(end)][::-1] if end.at.get("reverse") else kept[id(end)]
        known[id(end)] = torch.stack(parts) if end.op == "stacked" else parts[-1]
