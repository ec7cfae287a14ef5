"""Loops among the recorded calls of a program: runs of steps that call the same operators.

    for t in range(x.shape[0]):
        h = torch.tanh(x[t] + h @ w)
        hs.append(h)

is recorded as 4 calls, as often as there are steps. A run of calls is a loop where every tensor that a step
reads comes from the same place in each step:

  * from the step itself,
  * from a step before (h: the first steps read what was there before the loop),
  * from outside, the same tensor in each (w),
  * from a list, one item after the other (x.unbind(0), or what an earlier loop collected),

and where its numbers are the same, but for indices that count up or down (x[t]). What a step writes in place
is its own, or a tensor from outside (`out[:, t] = h`).
"""

import collections
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy
import torch

from python_to_triton.frontend.lowering import in_vocabulary, operator_name
from python_to_triton.frontend.lowering.opaque import draws_random_numbers
from python_to_triton.frontend.recorder import Call

# A loop has at least so many steps, and more where nothing tells one step from the next by an index.
LEAST_STEPS = 4
LEAST_UNCOUNTED_STEPS = 17

# How many steps back a step may read.
MOST_LAG = 3

# Calls of one step, at most, and lengths of steps that are tried.
_MOST_CALLS = 600
_MOST_LENGTHS = 24


@dataclass(frozen=True)
class StepPlace:
    """A result of a step's call."""

    call: int  # of the step, from 0
    result: int


@dataclass
class LoopRun:
    """A loop: `count` steps of `length` calls, from the call `start` on."""

    start: int
    length: int
    count: int
    # {what a step makes and later steps read: [what stands for it one step before the first, two steps, ...]}
    history: dict[StepPlace, list[torch.Tensor]] = field(default_factory=dict)
    counted: dict[int, tuple[int, int]] = field(default_factory=dict)  # {call: (its first index, its stride)}
    # {id of what the last step reads of a list: [what each step reads]}
    lists: dict[int, list[torch.Tensor]] = field(default_factory=dict)
    written: list[torch.Tensor] = field(default_factory=list)  # from outside, in place
    memory: set[int] = field(default_factory=set)  # storages that the last step writes into

    @property
    def end(self) -> int:
        """The call after the last."""
        return self.start + self.length * self.count

    def step(self, calls: Sequence[Call], number: int) -> Sequence[Call]:
        """The calls of a step; -1 is the last."""
        first = self.start + self.length * (number % self.count)
        return calls[first : first + self.length]


def results_of(call: Call) -> list:
    """What a call returned, as a list."""
    return list(call.out) if isinstance(call.out, (list, tuple)) else [call.out]


def storage_of(tensor: torch.Tensor) -> int:
    """The identity of the memory that a tensor shares with its views."""
    return tensor.untyped_storage()._cdata


def _leaves(item, found):
    if isinstance(item, (list, tuple)):
        for part in item:
            _leaves(part, found)
    else:
        found.append(item)
    return found


def _leaves_of(call):
    """The tensors and constants that a call takes, in order."""
    return _leaves((call.args, tuple(call.kwargs.values())), [])


def _form(item):
    """An argument without its identity, and an integer without its value."""
    if isinstance(item, torch.Tensor):
        return item.dtype, tuple(item.shape)
    if isinstance(item, (list, tuple)):
        return tuple(map(_form, item))
    return int if isinstance(item, int) and not isinstance(item, bool) else repr(item)


def _forms(calls):
    """A number for each call, equal for calls that may be the same in two steps."""
    numbers = {}
    keys = ((c.func, c.line, _form(c.args), tuple(c.kwargs), _form(tuple(c.kwargs.values()))) for c in calls)
    return numpy.array([numbers.setdefault(key, len(numbers)) for key in keys])


def _lengths(forms):
    """Numbers of calls that a step may have, the likeliest first: the distances of equal calls."""
    last = {}
    distances = collections.Counter()
    for place, form in enumerate(forms.tolist()):
        if form in last:
            distances[place - last[form]] += 1
        last[form] = place
    often = [n for n, times in distances.most_common(_MOST_LENGTHS) if times >= LEAST_STEPS - 1]
    multiples = {k * n for n in often[:4] for k in range(2, 9)}
    return [n for n in [*often, *sorted(multiples - set(often))] if n <= _MOST_CALLS]


def _repeats(forms, length):
    """[(first call, end)] of the stretches whose calls come again `length` calls later."""
    if len(forms) < LEAST_STEPS * length:
        return []
    same = numpy.concatenate([[False], forms[:-length] == forms[length:], [False]])
    edges = numpy.flatnonzero(same[1:] != same[:-1])
    stretches = zip(edges[::2].tolist(), (edges[1::2] + length).tolist())
    return [(first, end) for first, end in stretches if end - first >= LEAST_STEPS * length]


class _Refused(Exception):
    """A run is no loop; `step` is the first that is another one."""

    def __init__(self, step: int = 0):
        super().__init__(f"step {step}")
        self.step = step


class _Reader:
    """Reads stretches of calls as loops."""

    def __init__(self, calls: Sequence[Call], kept: Sequence[torch.Tensor]):
        """kept: tensors that are needed after all calls."""
        self.calls = calls
        self.leaves = list(map(_leaves_of, calls))
        self.origins = {}  # id of a tensor -> (which call, which of its results)
        self.made = [[] for _ in calls]  # the tensors of which each call is the origin
        self.last_reads = {}  # id of a tensor -> the last call that takes it, len(calls) where it is kept
        for i, call in enumerate(calls):
            taken = {id(x) for x in self.leaves[i] if isinstance(x, torch.Tensor)}
            self.last_reads.update(dict.fromkeys(taken, i))
            for r, out in enumerate(results_of(call)):
                if isinstance(out, torch.Tensor) and id(out) not in taken and id(out) not in self.origins:
                    self.origins[id(out)] = i, r
                    self.made[i].append(out)
        self.last_reads.update((id(x), len(calls)) for x in kept)
        self.writing = [i for i, call in enumerate(calls) if call.func._schema.is_mutable]

    def loop(self, start: int, length: int, count: int) -> LoopRun:
        """The loop of these calls. Raises _Refused where they are none."""
        run = LoopRun(start, length, count)
        for q in range(length):
            columns = zip(*self.leaves[start + q : start + count * length : length])
            for slot, items in enumerate(columns):
                if isinstance(items[0], torch.Tensor):
                    self._read_tensors(run, items)
                elif isinstance(items[0], int) and not isinstance(items[0], bool):
                    self._read_integers(run, q, slot, items)
        for call in run.step(self.calls, -1):
            is_statistic = operator_name(call.func) in ("batch_norm", "instance_norm") and call.args[5]
            changes_shape = torch.Tag.inplace_view in call.func.tags  # of the tensor that it is called on
            if draws_random_numbers(call.func) or is_statistic or changes_shape:
                raise _Refused()
            if not in_vocabulary(call.func):
                raise _Refused()
        self._read_writes(run)
        return run

    def cannot_loop(self, start: int, length: int, end: int) -> bool:
        """Whether no steps of this length, wherever they begin between these calls, are a loop: where one of
        a step's calls always takes another tensor that no call has made, as each layer has a weight.
        """

        def is_other(p):
            """Whether `loop` refuses any run that has this call in its first step."""
            columns = zip(*(self.leaves[p + step * length] for step in (0, 1, LEAST_STEPS - 1)))
            return any(
                first is not second
                and isinstance(first, torch.Tensor)
                and not (id(first) in self.origins and id(second) in self.origins)
                and id(later) not in self.origins
                for first, second, later in columns
            )

        last = end - (LEAST_STEPS - 1) * length  # of the calls that a first step may have
        return any(all(map(is_other, range(p, last, length))) for p in range(start, start + length))

    def _place_in(self, run, tensor, step):
        """(StepPlace, how many steps before `step`) of a tensor that a step of the run made; else None."""
        origin = self.origins.get(id(tensor))
        if origin is None or not run.start <= origin[0] < run.end:
            return None
        back = step - (origin[0] - run.start) // run.length
        return (StepPlace((origin[0] - run.start) % run.length, origin[1]), back) if back >= 0 else None

    def _read_tensors(self, run, items):
        """One tensor argument, in all steps."""
        usual = self._place_in(run, items[LEAST_STEPS - 1], LEAST_STEPS - 1)
        if usual is None:
            self._read_outside(run, items)
            return
        place, lag = usual
        if lag > MOST_LAG:
            raise _Refused()
        for j, tensor in enumerate(items[:lag]):
            if self._place_in(run, tensor, j) is not None:
                raise _Refused(j)
        first = run.start + place.call - lag * run.length  # where what the first step reads would be made
        for j in range(lag, len(items)):
            if self.origins.get(id(items[j])) != (first + j * run.length, place.result):
                raise _Refused(j)
        if not lag:
            return
        known = run.history.setdefault(place, [])
        known += [None] * (lag - len(known))
        for j in range(lag):
            before = known[lag - j - 1]
            if before is not None and before is not items[j]:
                raise _Refused()
            known[lag - j - 1] = items[j]

    def _read_outside(self, run, items):
        """An argument from outside: the same tensor, or one item of a list after the other."""
        for j, tensor in enumerate(items):
            if self._place_in(run, tensor, j) is not None:
                raise _Refused(j)
        if items[0] is items[1]:
            different = next((j for j, tensor in enumerate(items) if tensor is not items[0]), None)
            if different is not None:
                raise _Refused(different)
            return
        origins = [self.origins.get(id(tensor)) for tensor in items]
        if None in origins[:2]:
            raise _Refused()
        by = [b - a for a, b in zip(*origins[:2])]
        if by[0] and by[1] or not any(by):
            raise _Refused()
        for j, origin in enumerate(origins):
            if origin != tuple(first + j * step for first, step in zip(origins[0], by)):
                raise _Refused(j)
        run.lists[id(items[-1])] = list(items)

    def _read_integers(self, run, q, slot, items):
        """One integer, in all steps: the same, or an index that counts."""
        stride = items[1] - items[0]
        different = next((j for j, n in enumerate(items) if n != items[0] + j * stride), None)
        if different is not None:
            raise _Refused(different)
        if not stride:
            return
        call = run.step(self.calls, 0)[q]
        name = operator_name(call.func)
        of_one = name == "slice" and len(call.args) == 4 and call.args[3] == call.args[2] + 1
        if not (name == "select" and slot == 2 or of_one and slot in (2, 3)):
            raise _Refused()
        size = call.args[0].shape[call.args[1]]
        first = call.args[2] + size if call.args[2] < 0 else call.args[2]
        if run.counted.setdefault(q, (first, stride)) != (first, stride):
            raise _Refused()

    def _read_writes(self, run):
        """What the steps write in place, where that is no other step's."""
        step = run.step(self.calls, -1)
        number = run.count - 1
        own, others = {}, {}
        for call in step:
            for tensor in filter(lambda x: isinstance(x, torch.Tensor), _leaves_of(call)):
                found = self._place_in(run, tensor, number)
                is_own = found is not None and found[1] == 0
                (own if is_own else others).setdefault(storage_of(tensor), {})[id(tensor)] = tensor, found
        targets = [
            call.kwargs.get("out", call.args[0] if call.args else None)
            for call in step
            if call.func._schema.is_mutable
        ]
        memory = {storage_of(target) for target in targets}
        for storage in memory & set(others):
            found = list(others[storage].values())
            if len(found) != 1 or found[0][1] is not None or id(found[0][0]) in run.lists:
                raise _Refused()
            run.written.append(found[0][0])
        history = [tensor for tensors in run.history.values() for tensor in tensors]
        if any(storage_of(tensor) in memory for tensor in history):
            raise _Refused()
        run.memory |= memory
        self._check_needed_later(run, memory)

    def _check_needed_later(self, run, memory):
        """Refuses where what a step made, and later calls need, is memory that is written again."""
        later = (self.calls[i] for i in self.writing if i >= run.end)
        targets = [call.kwargs.get("out", call.args[0] if call.args else None) for call in later]
        written = {storage_of(x) for x in (*run.written, *targets) if x is not None}
        if not written:
            return
        for made in self.made[run.start : run.end]:
            for x in made:
                if self.last_reads.get(id(x), -1) >= run.end and storage_of(x) in written:
                    raise _Refused()


def _longest(reader, start, length, end):
    """The loop of the most steps within a stretch of calls that come again; None for none.

    A step may begin at any of the first calls: the first that gives the most steps is taken.
    """
    if reader.cannot_loop(start, length, end):
        return None
    best = None
    for first in range(start, min(start + length, end)):
        offset = first
        count = (end - offset) // length
        while count >= LEAST_STEPS and (best is None or count > best.count):
            try:
                best = reader.loop(offset, length, count)
            except _Refused as refusal:
                if refusal.step >= LEAST_STEPS:
                    count = refusal.step
                elif refusal.step:
                    offset += refusal.step * length
                    count = (end - offset) // length
                else:
                    break
    return best


def _is_worth_it(run):
    return bool(run.counted or run.lists) or run.count >= LEAST_UNCOUNTED_STEPS


def _first_best(reader, forms, first, last):
    """The loop of the most calls between two calls; None where there is none."""
    stretches = [
        (start + first, end + first, length)
        for length in _lengths(forms[first:last])
        for start, end in _repeats(forms[first:last], length)
    ]
    stretches.sort(key=lambda one: (one[0] - one[1], one[2]))
    best = None
    for start, end, length in stretches:
        if best is not None and end - start <= best.end - best.start:
            break
        run = _longest(reader, start, length, end)
        if run and _is_worth_it(run) and (best is None or run.end - run.start > best.end - best.start):
            best = run
    return best


def loop_runs(calls: Sequence[Call], kept: Sequence[torch.Tensor]) -> list[LoopRun]:
    """The loops among the calls of a program, in order; none within another.

    Args:
        kept: tensors that the program returns, or leaves behind.
    """
    if len(calls) < LEAST_STEPS:
        return []
    forms = _forms(calls)
    reader = _Reader(calls, kept)

    def of(first, last):
        run = _first_best(reader, forms, first, last) if last - first >= LEAST_STEPS else None
        return [] if run is None else [*of(first, run.start), run, *of(run.end, last)]

    return of(0, len(calls))
