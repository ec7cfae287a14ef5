"""Folding: the calls of a loop (loop_runs.py) become the values of one step (loops.py).

The last step's calls are lowered, with what the steps carry in the place of what the step before made. What
later calls read of the steps is found when they ask for it: the last step's is `final`, that of all steps,
which `torch.stack(hs)` joins, `stacked`.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass

import torch

from python_to_triton.frontend.graph import topological_order
from python_to_triton.frontend.graph_builder import GraphBuilder
from python_to_triton.frontend.loop_runs import LoopRun, StepPlace, results_of, storage_of
from python_to_triton.frontend.loops import STARTS
from python_to_triton.frontend.lowering import operator_name
from python_to_triton.frontend.recorder import Call
from python_to_triton.frontend.values import Value
from python_to_triton.frontend.vocabulary import GraphError

LOG = logging.getLogger(__name__)

# Calls that join a list of tensors.
JOINS = ("stack", "cat")

# What a loop carries of the memory that it writes is numbered from here on until it is followed.
MEMORY = 1_000_000


def front(g: GraphBuilder, x: Value, dim: int) -> Value:
    """x with a dimension moved to the front."""
    dim %= x.rank
    return g("permute", x, dims=[dim, *(d for d in range(x.rank) if d != dim)]) if dim else x


def back(g: GraphBuilder, x: Value, dim: int) -> Value:
    """x with its first dimension moved to the place `dim`."""
    dim %= x.rank
    others = list(range(1, x.rank))
    return g("permute", x, dims=[*others[:dim], 0, *others[dim:]]) if dim else x


@dataclass
class FoldedLoop:
    """A loop in a graph that is being built."""

    g: GraphBuilder
    number: int
    run: LoopRun
    made: dict[StepPlace, Value]  # what the step makes
    carried: list[Value]
    following: list[Value]

    def _end(self, op, x, **attributes):
        lists = [tuple(self.carried), tuple(self.following)]
        return self.g(op, x, *lists, loop=self.number, steps=self.run.count, **attributes)

    def final(self, x: Value) -> Value:
        """A value of the body, as the last step leaves it."""
        return self._end("final", x)

    def stacked(self, x: Value, reverse: bool = False) -> Value:
        """A value of the body, of all steps along dimension 0."""
        return self._end("stacked", x, reverse=reverse)

    def result(self, place: StepPlace, step: int) -> Value:
        """What one step made."""
        x = self.made[place]
        if step == self.run.count - 1:
            return self.final(x)
        return self.g("select", self.stacked(x), dim=0, index=step)

    def results(self, place: StepPlace, first: int, last: int) -> Value:
        """What the steps from `first` to `last` made, both included, along dimension 0."""
        x = self.stacked(self.made[place], reverse=last < first)
        count = self.run.count
        start = first if first <= last else count - 1 - first
        length = abs(last - first) + 1
        if length == count:
            return x
        end = None if start + length == count else start + length
        return self.g("slice", x, dim=0, start=start, end=end)


@dataclass(frozen=True)
class StepResult:
    """A tensor that a step of a folded loop made."""

    loop: FoldedLoop
    place: StepPlace
    step: int

    @property
    def value(self) -> Value:
        """Its Value."""
        return self.loop.result(self.place, self.step)


def runs_of_steps(items: Sequence[object]) -> list[object]:
    """The items of a list, those of steps that follow one another as (loop, place, first step, last step)."""
    found = []
    for item in items:
        before = found[-1] if found else None
        if not isinstance(item, StepResult):
            found.append(item)
            continue
        if isinstance(before, tuple) and before[0] is item.loop and before[1] == item.place:
            by = item.step - before[3]
            if by in (1, -1) and (before[2] == before[3] or (before[3] > before[2]) == (by > 0)):
                found[-1] = (*before[:3], item.step)
                continue
        found.append((item.loop, item.place, item.step, item.step))
    return found


def joined_steps(g: GraphBuilder, call: Call, items: Sequence[object]) -> Value:
    """The Value of torch.stack or torch.cat of a list, in which StepResults stand for what loops made.

    Args:
        items: Values and StepResults.
    """
    is_stack = operator_name(call.func) == "stack"
    dim = call.args[1] if len(call.args) > 1 else call.kwargs.get("dim", 0)
    dim %= call.out.dim()
    parts = []
    for part in runs_of_steps(items):
        if isinstance(part, Value):
            parts.append(g("unsqueeze", part, dim=dim) if is_stack else part)
            continue
        loop, place, first, last = part
        x = loop.made[place]
        every = back(g, loop.results(place, first, last), dim)
        shape = list(every.shape)
        if not is_stack:
            shape[dim : dim + 2] = [shape[dim] * x.shape[dim]]
            every = g("reshape", every, shape=shape)
        parts.append(every)
    return parts[0] if len(parts) == 1 else g("cat", parts, dim=dim)


# ---- what a step writes ----


def _reads_loop(value: Value, number: int, outside: set[Value]) -> bool:
    """Whether a value is computed from what the loop of this number carries, or takes item by item: what an
    earlier loop has made is none of it.

    outside: values that were found not to be, which grows.
    """
    seen = set()
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if one.op in STARTS and one.at["loop"] == number:
            return True
        if one not in seen and one not in outside:
            seen.add(one)
            waiting += one.inputs()
    outside |= seen
    return False


def replaced(g: GraphBuilder, outputs: Sequence[Value], changes: dict[int, Value]) -> dict[int, Value]:
    """`changes`, {id of a value: what stands for it}, with what the outputs compute from these values."""
    known = dict(changes)

    def item(operand):
        if isinstance(operand, tuple):
            return tuple(map(item, operand))
        return known.get(id(operand), operand) if isinstance(operand, Value) else operand

    for value in topological_order([], outputs):
        if id(value) not in known and any(id(v) in known for v in value.inputs()):
            with g.on_line(value.line):
                known[id(value)] = g(value.op, *map(item, value.operands), **dict(value.attributes))
    return known


@dataclass(frozen=True)
class FilledTensor:
    """A tensor that the steps fill, one index each, as a list of what they write: `out[:, t] = h`.

    What a step reads of it is what the step before wrote (`out[:, t - 1]`), or what was there before the
    loop.
    """

    before: Value
    carried: Value  # what stands for it in the body, and is replaced
    writes: tuple[Value, ...]  # select_scatter of a step, each of the one before; the last is what stays
    dim: int
    first: int
    stride: int
    last: int  # the index of the last step, as the program has it

    @property
    def written(self) -> Value:
        """What a step leaves at its index."""
        return self.writes[-1].operands[1]

    def after_loop(self, loop: FoldedLoop, written: Value) -> Value:
        """The tensor when the loop is over."""
        g, count = loop.g, loop.run.count
        every = back(g, loop.stacked(written, reverse=self.stride < 0), self.dim)
        size = self.before.shape[self.dim]
        if count == size:
            return every
        start = self.first if self.stride > 0 else self.first - count + 1
        end = None if start + count == size else start + count
        return g("slice_scatter", self.before, every, dim=self.dim, start=start, end=end)


def _buffer(before, carried, after, counted):
    """The FilledTensor that a tensor is, `before` the loop and `after` a step; GraphError where it is none.

    counted: {(dimension, index in the last step): (index in the first, stride)} of its counted indices.
    """
    writes = []
    value = after
    while value.op == "select_scatter" and isinstance(value.operands[1], Value):
        writes.append(value)
        value = value.operands[0]
    places = {(one.at["dim"] % before.rank, one.at["index"]) for one in writes}
    place = next(iter(places)) if len(places) == 1 and value is carried else None
    first, stride = counted.get(place, (0, 0))
    if abs(stride) != 1:
        raise GraphError("a loop writes into a tensor in a way that is not followed")
    return FilledTensor(before, carried, tuple(writes[::-1]), place[0], first, stride, place[1])


class _Folding:
    """Folds one loop into the values that a Functionalizer builds."""

    def __init__(self, functional, calls: Sequence[Call], run: LoopRun):
        self.functional = functional
        self.g = functional.g
        self.run = run
        self.calls = calls
        self.number = functional.number_of_loops
        self.step = run.step(calls, -1)
        self.outside = set()  # Values that read of no value of this loop
        self.carried = []
        self.following = []
        self.memory = {storage_of(tensor): i for i, tensor in enumerate(run.written)}
        self.counted = [{} for _ in run.written]  # of each written tensor, as _buffer takes it
        self.fixed = [set() for _ in run.written]  # (dimension, index) of other reads

    def _carry(self, before):
        number = len(self.carried)
        self.carried.append(self.g("carried", before, loop=self.number, number=number))
        return self.carried[-1]

    def _item(self, x, dim, first, stride):
        return self.g(
            "item", front(self.g, x, dim), loop=self.number, steps=self.run.count, first=first, stride=stride
        )

    def _item_of_list(self, tensors):
        """What a step reads of a list: of what an earlier loop made, or of a tensor that was taken apart."""
        count = len(tensors)
        results = [self.functional.later.get(id(tensor)) for tensor in (tensors[0], tensors[-1])]
        if all(results):
            loop, place = results[0].loop, results[0].place
            every = loop.results(place, results[0].step, results[1].step)
            same = loop is results[1].loop and place == results[1].place
            if same and every.shape[0] == count:
                return self._item(every, 0, 0, 1)
            raise GraphError("a loop reads another's results with a stride")
        first, second = (self.functional.value(tensor) for tensor in tensors[:2])
        same = first.op == second.op == "select" and first.operands[0] is second.operands[0]
        if not same or first.at["dim"] != second.at["dim"]:
            raise GraphError("a loop reads a list that is not followed")
        index = first.at["index"]
        return self._item(first.operands[0], first.at["dim"], index, second.at["index"] - index)

    def instead(self, call: Call) -> Value | None:
        """The Value of a call whose result is the step's item of a tensor; None of any other call."""
        name = operator_name(call.func)
        if name not in ("select", "slice"):
            return None
        q = next((q for q, one in enumerate(self.step) if one is call), None)
        x = call.args[0]
        written = self.memory.get(storage_of(x))
        if q not in self.run.counted:
            if written is not None and name == "select":
                self.fixed[written].add((call.args[1] % x.dim(), call.args[2]))
            return None
        first, stride = self.run.counted[q]
        if written is not None:
            self.counted[written][call.args[1] % x.dim(), call.args[2]] = first, stride
            return None
        if storage_of(x) in self.run.memory:
            raise GraphError("a loop indexes what its step makes and writes")
        value = self.functional.value(x)
        if _reads_loop(value, self.number, self.outside):
            raise GraphError("a loop indexes what its step makes")
        made = self._item(value, call.args[1], first, stride)
        return self.g("unsqueeze", made, dim=call.args[1] % x.dim()) if name == "slice" else made

    def _hold_starts(self):
        """[(place, its carried values, one step back first)], and [(value before, carried)] of the memory."""
        functional, run = self.functional, self.run
        before = [functional.value(tensor) for tensor in run.written]
        items = {i: self._item_of_list(tensors) for i, tensors in run.lists.items()}
        chains = [
            (place, [self._carry(functional.value(tensor)) for tensor in tensors])
            for place, tensors in run.history.items()
        ]
        for place, values in chains:
            for back_by, value in enumerate(values, 1):
                call = run.step(self.calls, run.count - 1 - back_by)[place.call]
                functional.hold(results_of(call)[place.result], value)
        for i, value in items.items():
            functional.hold(next(ts[-1] for ts in run.lists.values() if id(ts[-1]) == i), value)
        memory = [
            (value, self.g("carried", value, loop=self.number, number=MEMORY + i))
            for i, value in enumerate(before)
        ]
        for tensor, (_, value) in zip(run.written, memory):
            functional.hold(tensor, value)
        return chains, memory

    def _follow(self, buffer, outputs, counted):
        """({id of a read of a buffer: what stands for it}, what is carried of what it writes)."""
        changes, carried = {}, []
        here = buffer.dim, buffer.last
        before = buffer.dim, buffer.last - buffer.stride
        states = {id(buffer.carried): None} | {id(one): one.operands[1] for one in buffer.writes}
        own = set(map(id, buffer.writes))
        for reader in topological_order([], outputs):
            read = next((v for v in reader.inputs() if id(v) in states), None)
            if read is None or id(reader) in own and read is reader.operands[0]:
                continue
            where = reader.op == "select" and (reader.at["dim"] % buffer.before.rank, reader.at["index"])
            if where == here:
                written = states[id(read)]
                item = self._item(buffer.before, buffer.dim, buffer.first, buffer.stride)
                changes[id(reader)] = item if written is None else written
            elif where == before and where in counted:
                chosen = self.g("select", buffer.before, dim=buffer.dim, index=counted[where][0])
                carried.append(self._carry(chosen))
                changes[id(reader)] = carried[-1]
            else:
                raise GraphError("a loop reads a tensor that it fills in a way that is not followed")
        return changes, carried

    def _with_buffers(self, made, memory, after):
        """What the step makes, with the tensors that it fills followed.

        {place: Value}, of `made`; [Value], what the written tensors hold after it; {number of a written
        tensor: (FilledTensor, what a step writes)}; {id of a carried value: what follows it}.
        """
        outputs = [*made.values(), *after]
        changes, buffers, pending, plain = {}, {}, [], {}
        for i, ((before, carried), value) in enumerate(zip(memory, after)):
            if not self.counted[i]:
                plain[i] = changes[id(carried)] = self._carry(before)
                continue
            if self.fixed[i] & set(self.counted[i]):
                raise GraphError("a loop reads one index of a tensor that it fills")
            buffers[i] = _buffer(before, carried, value, self.counted[i])
            found, carries = self._follow(buffers[i], outputs, self.counted[i])
            changes |= found
            pending += [(carry, buffers[i].written) for carry in carries]

        known = replaced(self.g, outputs, changes)

        def new(value):
            while id(value) in known and known[id(value)] is not value:
                value = known[id(value)]
            return value

        following = {id(carry): new(after[i]) for i, carry in plain.items()}
        following |= {id(carry): new(written) for carry, written in pending}
        written = {i: (buffer, new(buffer.written)) for i, buffer in buffers.items()}
        return {place: new(value) for place, value in made.items()}, list(map(new, after)), written, following

    def apply(self, before_loop: tuple, follow_views: bool) -> None:
        """Adds the loop to the values. Raises GraphError where it cannot be followed.

        before_loop: a snapshot of the Functionalizer.
        """
        functional, run = self.functional, self.run
        chains, memory = self._hold_starts()
        functional.instead = self.instead
        for call in self.step:
            functional.apply(call, follow_views)
        functional.instead = None
        made = {}
        for q, call in enumerate(self.step):
            if not call.func._schema.is_mutable:
                for r, out in enumerate(results_of(call)):
                    if isinstance(out, torch.Tensor) and functional.holds_value(out):
                        made[StepPlace(q, r)] = functional.value(out)
        after = [functional.value(tensor) for tensor in run.written]
        made, after, buffers, following = self._with_buffers(made, memory, after)
        if any(place not in made for place, _ in chains):
            raise GraphError("a loop carries what no call makes")
        for place, values in chains:
            following |= {id(value): before for value, before in zip(values, [made[place], *values])}
        self.following = [following[id(value)] for value in self.carried]
        self._check_shapes()
        loop = FoldedLoop(self.g, self.number, run, made, self.carried, self.following)
        functional.leave_loop(self._results(loop), before_loop)
        for i, tensor in enumerate(run.written):
            value = buffers[i][0].after_loop(loop, buffers[i][1]) if i in buffers else loop.final(after[i])
            functional.overwrite(tensor, value)

    def _check_shapes(self):
        for before, following in zip(self.carried, self.following):
            if (before.shape, before.dtype) != (following.shape, following.dtype):
                raise GraphError("a step makes another shape than it reads")

    def _results(self, loop):
        """{id of a tensor that a step made: StepResult}."""
        return {
            id(out): StepResult(loop, StepPlace(q, r), j)
            for j in range(self.run.count)
            for q, call in enumerate(self.run.step(self.calls, j))
            if not call.func._schema.is_mutable
            for r, out in enumerate(results_of(call))
            if StepPlace(q, r) in loop.made and isinstance(out, torch.Tensor)
        }


def fold(functional, calls: Sequence[Call], run: LoopRun, follow_views: bool) -> bool:
    """Lowers a loop as one; whether it could be, else nothing has changed.

    Args:
        functional: the Functionalizer, which has applied what is before the loop.
    """
    before = functional.snapshot()
    try:
        _Folding(functional, calls, run).apply(before, follow_views)
    except GraphError as error:
        LOG.debug("a loop of %s steps is not followed: %s", run.count, error)
        functional.restore(before)
        return False
    return True
