"""Functionalisation: recorded calls become Values, and writes in place become new Values.

A graph knows no memory. `x[0] += 1` makes a new value of x, and of whatever shares its memory: of the tensor
that x is a view of, and of that tensor's other views. Whether `x.reshape(-1)` is a view depends on the layout
of x: where that decides what a write reaches, the trace holds for a contiguous x alone.
"""

import math

import torch
from torch._subclasses.fake_tensor import FakeTensor

from python_to_triton.frontend.complex_pairs import ComplexPair, pair_rule
from python_to_triton.frontend.formulas import SIZED
from python_to_triton.frontend.forward_decompositions import forward_decompositions
from python_to_triton.frontend.graph import topological_order
from python_to_triton.frontend.graph_builder import GraphBuilder
from python_to_triton.frontend.loop_folding import JOINS, StepResult, joined_steps
from python_to_triton.frontend.lowering import lower_call, operator_name
from python_to_triton.frontend.lowering.draws import lower_draw
from python_to_triton.frontend.lowering.movement import slice_of
from python_to_triton.frontend.lowering.opaque import opaque_values
from python_to_triton.frontend.programs import collect_tensors
from python_to_triton.frontend.recorder import Call, Recorder, as_fake, is_assertion, record
from python_to_triton.frontend.values import Value
from python_to_triton.frontend.vocabulary import DTYPE_NAMES, OPS, SHAPE_ERRORS, GraphError, RandomNumbers

# view -> the operation that writes into the tensor it was taken of
_SCATTERS = {"slice": "slice_scatter", "select": "select_scatter", "diagonal": "diagonal_scatter"}

_PERMUTATIONS = ("transpose", "swapaxes", "t", "mT", "mH", "adjoint", "matrix_H", "numpy_T", "permute")

# What returns a view where the layout allows it, and else a copy.
_VIEWS_BY_LAYOUT = ("reshape", "reshape_as", "flatten", "ravel", "contiguous")


def _depends_on_arguments(value):
    return any(one.op == "argument" for one in topological_order([], [value]))


def _storage_of(tensor):
    """The identity of the memory that a tensor shares with its views."""
    return tensor.untyped_storage()._cdata


def _share_memory_in_trace(out, base):
    """Whether the result of a call is a view of one of its tensors, a real one of a module among them.

    A call computes with the fake tensor that its mode has for a real one, whose storage is another.
    """
    if isinstance(out, FakeTensor):
        base = as_fake(base, out.fake_mode)
    return _storage_of(out) == _storage_of(base)


def _depends_on_layout(call):
    """Whether the result of a call is a view of its tensor in some layouts of it, and a copy in others."""
    name = operator_name(call.func)
    if name not in _VIEWS_BY_LAYOUT:
        return False
    if name == "contiguous":
        return True
    shape = call.args[0].shape
    strides = [2 ** len(shape[d:]) * math.prod(shape[d + 1 :]) for d in range(len(shape))]
    with_gaps = torch.empty_strided(shape, strides, device="meta")  # no two dimensions can be merged
    try:
        with_gaps.view(call.out.shape)
    except RuntimeError:
        return True
    return False


def _location(tensor):
    """Where a tensor's data lies, and how: equal for x and x.data, which no call connects."""
    return _storage_of(tensor), tensor.storage_offset(), tensor.shape, tensor.stride(), tensor.dtype


def _as_sequence(item):
    return item if isinstance(item, (list, tuple)) else [item]


def _has_known_dtypes(call):
    """Whether all tensors of a call are of dtypes that a graph has: no complex numbers."""
    tensors = collect_tensors((call.args, call.kwargs, call.out))
    return all(tensor.dtype in DTYPE_NAMES for tensor in tensors)


class Functionalizer:
    """Turns recorded calls into Values, one call after the other.

    Args:
        constant: called as constant(g, tensor) for a tensor that no call produced; returns its Value.
        partial: whether a call that the vocabulary does not have becomes an opaque Value.
    """

    def __init__(self, constant, partial=False):
        self.g = GraphBuilder()
        self._constant = constant
        self._partial = partial
        self._drawn = []  # a Value of each opaque call that draws random numbers
        self._values = {}  # id of a fake tensor -> the Value that it holds now
        self._views = {}  # id of a view -> (the tensor it was taken of, the Call, which of its results)
        self._by_layout = {}  # id of a result that the layout makes a view or a copy -> the tensor it is of
        self._constants = set()  # ids of tensors that no call produced
        self.decisive = set()  # ids of tensors whose layout decides what a write in place reaches
        self._made_by_factories = {}  # storage -> Value: PyTorch may hand out a second tensor object for it
        self._first_at = {}  # location -> the first tensor there
        self._averages = {}  # id of a running statistic -> (the Value that it holds then, its steps)
        self._moved_in_place = set()  # ids of tensors that have another shape after a call such as squeeze_
        self._within = frozenset()  # the operators whose decompositions are being taken
        self._pairs = {}  # id of a complex tensor -> the ComplexPair of tensors that it is
        self._unsupported = {}  # id of a second result that the vocabulary does not have -> the Call
        self.later = {}  # id of a tensor that a step of a loop made -> its StepResult
        self.instead = None  # while a loop is folded: what gives the Value of some calls
        self.number_of_loops = 0
        self.reads_sizes = False  # whether a formula of formulas.SIZED was taken

    def snapshot(self) -> tuple:
        """What `restore` takes."""
        held = (self._values, self._views, self._by_layout, self._made_by_factories, self._first_at)
        return tuple(map(dict, held))

    def restore(self, before: tuple) -> None:
        """Forgets what was applied since a snapshot."""
        self._values, self._views, self._by_layout, self._made_by_factories, self._first_at = before
        self.instead = None

    def leave_loop(self, results: dict[int, StepResult], before: tuple) -> None:
        """Takes the results of a loop's steps into account, once the loop is folded.

        Args:
            results: {id of a tensor: ...}.
            before: the snapshot before the loop.
        """
        self.restore(before)
        self.later |= results
        self.number_of_loops += 1

    def overwrite(self, tensor: torch.Tensor, value: Value) -> None:
        """Makes a tensor hold a value, and updates whatever shares its memory."""
        self._write(tensor, value)

    def holds_value(self, tensor: torch.Tensor) -> bool:
        """Whether an argument or a call has brought this very tensor."""
        return id(tensor) in self._values

    def hold(self, tensor: torch.Tensor, value: Value) -> None:
        """Makes `value` what a tensor holds that an argument or a call has brought."""
        self._values[id(tensor)] = value
        self._first_at.setdefault(_location(tensor), tensor)

    def value(self, tensor: torch.Tensor) -> Value:
        """The Value that a tensor holds now; one that no call produced is a constant of the program.

        Raises:
            GraphError: it is a second result that the vocabulary does not have, complex, or no possible
                constant.
        """
        if id(tensor) in self._unsupported:
            name = operator_name(self._unsupported[id(tensor)].func)
            if tensor.dtype not in DTYPE_NAMES:
                raise GraphError(f"complex numbers are not in the vocabulary in this form: {name}")
            raise GraphError(f"the second result of {name} is not in the vocabulary")
        if id(tensor) in self.later and id(tensor) not in self._values:
            self.hold(tensor, self.later[id(tensor)].value)
        tensor = self._original(tensor)
        if id(tensor) not in self._values:
            made = self._made_by_factories.get(_storage_of(tensor))
            if made is None:
                made = self._outside(tensor)
                self._constants.add(id(tensor))
            self._values[id(tensor)] = made
        return self._values[id(tensor)]

    def _outside(self, tensor):
        """The Value of a tensor that no call produced: no line of the program computes it."""
        with self.g.on_line(None):
            return self._constant(self.g, tensor)

    def averages(self, tensor: torch.Tensor) -> list[tuple[Value, float]]:
        """[(statistic, momentum), ...] of the steps that made a running average what it holds; else []."""
        value, steps = self._averages.get(id(tensor), (None, []))
        return steps if value is self.value(tensor) else []

    def _original(self, tensor):
        """The tensor itself, or what it is `.data` of."""
        if id(tensor) in self._values:
            return tensor
        place = _location(tensor)
        is_made = _storage_of(tensor) in self._made_by_factories
        if place not in self._first_at and not is_made and isinstance(tensor, FakeTensor):
            real = (one for one in self._first_at.values() if not isinstance(one, FakeTensor))
            at_place = (one for one in real if _location(as_fake(one, tensor.fake_mode)) == place)
            self._first_at[place] = next(at_place, tensor)
        return self._first_at.get(place, tensor)

    def _with_values(self, item):
        """An argument of a call with Values for its tensors."""
        if isinstance(item, torch.Tensor):
            return self.value(item)
        return [self._with_values(part) for part in item] if isinstance(item, (list, tuple)) else item

    def _joined(self, call):
        """The Value of a call that joins what steps of loops made, or one tensor; None of any other call."""
        items = call.args[0] if call.args else None
        is_join = operator_name(call.func) in JOINS and isinstance(items, (list, tuple))
        if not is_join or len(items) > 1 and not any(id(x) in self.later for x in items):
            return None
        return joined_steps(self.g, call, [self.later.get(id(x)) or self.value(x) for x in items])

    def _lower(self, call):
        found = self.instead(call) if self.instead else self._joined(call) if self.later else None
        if found is not None:
            return found
        if not _has_known_dtypes(call):
            made = self._of_pairs(call)
            if made:
                return made[0]
            if self._partial:
                return self._opaque(call)
        kwargs = {name: self._with_values(item) for name, item in call.kwargs.items() if name != "out"}
        args = self._with_values(call.args)
        try:
            return lower_call(self.g, call.func, args, kwargs, call.out)
        except RandomNumbers:
            if not self._partial:
                raise
            made = lower_draw(self.g, call.func, args, kwargs, call.out, self._drawn)
            if made is not None:
                return made
        except GraphError:
            made = self._decomposed(call)
            if made is not None:
                return made
            if not self._partial:
                raise
        return self._opaque(call)

    def _of_pairs(self, call):
        """[the Value of a call with complex numbers that are pairs of real ones]; [] of any other call.

        Of a call with a complex result, it is what PyTorch would compute, for those who need that, or None.
        """
        rule = pair_rule(call.func, operator_name(call.func))
        complex_ones = [x for x in collect_tensors((call.args, call.kwargs)) if x.dtype not in DTYPE_NAMES]
        known = all(id(x) in self._pairs for x in complex_ones)
        if rule is None or not known or not isinstance(call.out, FakeTensor):
            return []
        try:
            made, values = self._computed(call, rule)
        except (*SHAPE_ERRORS, GraphError):  # not for these arguments, or of operators that are missing
            return []
        if not isinstance(made, ComplexPair):
            return values[:1]
        for part, value in zip(made, values):
            self.hold(part, value)
        self._pairs[id(call.out)] = made
        return [self._opaque(call) if self._partial else None]

    def _computed(self, call, rule):
        """(what the rule of a call gives, the Values of its tensors); see complex_pairs.py.

        Raises:
            GraphError: the vocabulary does not have it. Whatever PyTorch raises where it has no such form.
        """

        def as_pair(item):
            if isinstance(item, torch.Tensor):
                return self._pairs.get(id(item), item)
            return type(item)(map(as_pair, item)) if isinstance(item, (list, tuple)) else item

        args = as_pair(tuple(call.args))
        named = {name: as_pair(item) for name, item in call.kwargs.items()}
        recorder = Recorder("", own_lines=lambda: call.own_line)
        made, calls = record(lambda: rule(*args, **named), (), call.out.fake_mode, recorder)
        inner = Functionalizer(self._constant)
        inner.g = self.g
        for tensor in collect_tensors((args, named)):
            inner.hold(tensor, self.value(tensor))
        follow_views = inner.expect(calls)
        for one in calls:
            inner.apply(one, follow_views)
        tensors = collect_tensors(made)
        shapes = {tuple(tensor.shape) for tensor in tensors}
        if shapes != {tuple(call.out.shape)}:
            raise GraphError(f"{operator_name(call.func)} is not in the vocabulary in this form")
        self.reads_sizes |= inner.reads_sizes
        return made, [inner.value(tensor) for tensor in tensors]

    def _decomposed(self, call):
        """The Value, or Values, of a call that the vocabulary does not have, from what it is made of.

        None where that is not in the vocabulary either, as a whole.
        """
        if call.func in self._within:
            return None
        for decomposition in forward_decompositions(call.func):
            try:
                return self._made_of(call, decomposition)
            except (*SHAPE_ERRORS, GraphError):  # not for these arguments, or of yet other operators
                continue
        return None

    def _made_of(self, call, decomposition):
        """The Value, or Values, that a decomposition gives for a call.

        Raises:
            GraphError: the vocabulary does not have it. Whatever PyTorch raises where it has no such form.
        """
        given = {name: item for name, item in call.kwargs.items() if name != "out"}
        tensors = collect_tensors((call.args, given))
        outs = collect_tensors(call.out)
        fake = [tensor for tensor in [*tensors, *outs] if isinstance(tensor, FakeTensor)]
        if not fake:
            raise GraphError(f"{operator_name(call.func)} returns no tensor")
        recorder = Recorder("", own_lines=lambda: call.own_line)
        result, calls = record(lambda: decomposition(*call.args, **given), (), fake[0].fake_mode, recorder)

        inner = Functionalizer(self._constant)
        inner.g = self.g
        inner._within = self._within | {call.func}
        for tensor in tensors:
            inner.hold(tensor, self.value(tensor))
        follow_views = inner.expect(calls)
        for one in calls:
            inner.apply(one, follow_views)
        made = collect_tensors(result)
        if [(x.shape, x.dtype) for x in made] != [(x.shape, x.dtype) for x in outs]:
            raise GraphError(f"{operator_name(call.func)} is not in the vocabulary in this form")
        self.reads_sizes |= inner.reads_sizes or decomposition in SIZED
        values = [inner.value(tensor) for tensor in made]
        return values[0] if isinstance(call.out, torch.Tensor) else values

    def _opaque(self, call):
        """The opaque Value, or Values, of a call that PyTorch is to compute."""
        kwargs = {name: self._with_values(item) for name, item in call.kwargs.items()}
        args = self._with_values(call.args)
        return opaque_values(self.g, call.func, args, kwargs, call.out, self._drawn)

    def expect(self, calls: list[Call]) -> bool:
        """Looks at all calls before the first is applied. Returns whether any of them writes in place."""
        in_place = (call for call in calls if torch.Tag.inplace_view in call.func.tags)
        self._moved_in_place = {id(call.args[0]) for call in in_place}
        return any(call.func._schema.is_mutable for call in calls)

    def apply(self, call: Call, follow_views: bool) -> None:
        """Takes one call into account.

        Args:
            call: the next recorded call.
            follow_views: whether any call of the program writes in place, so that views have to be known.

        Raises:
            GraphError: the vocabulary does not have the call.
        """
        with self.g.on_line(call.own_line):
            self._apply(call, follow_views)

    def _apply(self, call, follow_views):
        if operator_name(call.func) == "_local_scalar_dense":
            if _depends_on_arguments(self.value(call.args[0])):
                raise GraphError("a number that is read from a tensor depends on the data")
            return
        if is_assertion(call.func):
            return
        result = self._lower(call)
        if operator_name(call.func) == "lift_fresh" and result.line is None:
            result.line = call.own_line  # torch.tensor([1.0, 2.0]) is written there
        if call.func._schema.is_mutable:
            target = self._original(call.kwargs.get("out", call.args[0] if call.args else None))
            written = result if result.op == "opaque" else self.g("to", result, dtype=target.dtype)
            self._write(target, written)
            self._values[id(call.out)] = self._values[id(target)]
            return
        self._hold_results(call, result)
        if operator_name(call.func) in ("batch_norm", "instance_norm"):
            self._update_statistics(call)
        if follow_views:
            self._note_views(call)

    def _update_statistics(self, call):
        """The running statistics after a normalisation by those of the batch.

        PyTorch's operators write them without declaring it:
            running = (1 - momentum) * running + momentum * statistic
        with the mean and the unbiased variance of each channel, for instance_norm the mean of each sample's.
        """
        x, _, _, running_mean, running_var, uses_batch, momentum = call.args[:7]
        if not uses_batch or running_mean is None:
            return
        value = self.value(x)
        if value.dtype in (torch.float16, torch.bfloat16):
            value = self.g("to", value, dtype=running_mean.dtype)
        one_each = operator_name(call.func) == "instance_norm"
        places = [d for d in range(x.dim()) if d != 1 and not (one_each and d == 0)]
        for running, statistic in (
            (running_mean, self.g("mean", value, dim=places)),
            (running_var, self.g("var", value, dim=places, correction=1)),
        ):
            if one_each:
                statistic = self.g("mean", statistic, dim=[0])
            self._average(self._original(running), statistic, momentum)

    def _average(self, running, statistic, momentum):
        """Notes one step of a running average, and makes the tensor hold it."""
        was_written = self.value(running).op != "argument"
        steps = self.averages(running)
        kept = self.g("mul", self.value(running), round(1 - momentum, 12))
        self._write(running, self.g("add", kept, self.g("mul", statistic, momentum)))
        if steps or not was_written:
            self._averages[id(running)] = (self.value(running), [*steps, (statistic, momentum)])

    def _hold_results(self, call, result):
        results = _as_sequence(result)
        if self._partial and None in results:
            by_pytorch = _as_sequence(self._opaque(call))
            results = [by_pytorch[i] if value is None else value for i, value in enumerate(results)]
        for out, value in zip(_as_sequence(call.out), results):
            if not isinstance(out, torch.Tensor):
                continue
            if value is None:
                self._unsupported[id(out)] = call
                continue
            if value._meta is None and id(out) not in self._moved_in_place:
                value._meta = out
            self.hold(out, value)
            if value.op in OPS and OPS[value.op].kind == "factory":
                self._made_by_factories[_storage_of(out)] = value

    def _note_views(self, call):
        if operator_name(call.func) == "lift_fresh":  # what is written in the program is a tensor of its own
            return
        given = call.args[:1] if call.args and isinstance(call.args[0], torch.Tensor) else call.args
        bases = [self._original(tensor) for tensor in collect_tensors(given)]
        if _depends_on_layout(call) and call.out is not bases[0]:
            self._by_layout[id(call.out)] = bases[0]
        for i, out in enumerate(_as_sequence(call.out)):
            for base in bases:
                if isinstance(out, torch.Tensor) and out is not base and _share_memory_in_trace(out, base):
                    self._views[id(out)] = (base, call, i)

    def _write(self, tensor, value):
        """Makes `tensor` hold `value`, and updates whatever shares its memory."""
        self._values[id(tensor)] = value
        done = {id(tensor)}
        spared = set()
        while id(tensor) in self._views:
            base, call, i = self._views[id(tensor)]
            # The other parts of one split do not overlap with this one.
            spared |= {view for view, (_, other, j) in self._views.items() if other is call and j != i}
            value = self._written_through(call, i, self.value(base), value)
            tensor = base
            self._values[id(tensor)] = value
            done.add(id(tensor))
        if id(tensor) in self._constants:
            written = f"a tensor of shape {tuple(tensor.shape)} from outside"
            raise GraphError(f"the program writes into {written}; pass it as an argument")
        for view, (base, call, i) in self._views.items():
            if id(base) in done and view not in done | spared:
                self._values[view] = self._current_view(call, i)
                done.add(view)
        self._note_layouts(done)

    def _note_layouts(self, written):
        """Notes the tensors whose layout decides whether a write reaches those with these ids alone.

        Another layout makes a copy of what is a view here, and a view of what is a copy.
        """
        for out, base in self._by_layout.items():
            if out not in written and id(base) not in written:
                continue
            while id(base) in self._views or id(base) in self._by_layout:
                self.decisive.add(id(base))
                base = self._views[id(base)][0] if id(base) in self._views else self._by_layout[id(base)]
            self.decisive.add(id(base))

    def _current_view(self, call, i):
        """The i-th view that `call` takes of its base, as the base is now."""
        with self.g.on_line(call.own_line):
            return _as_sequence(self._lower(call))[i]

    def _written_through(self, call, i, base, value):
        """`base` with the i-th view that `call` takes of it replaced by `value`."""
        name = operator_name(call.func)
        if not isinstance(call.args[0], torch.Tensor):  # einsum of one tensor
            raise GraphError(f"cannot follow a write in place through {name}")
        if name in _SCATTERS or isinstance(call.out, (list, tuple)):
            return self._scattered(call, i, base, value)
        if name in _PERMUTATIONS:
            # The call on a tensor of the sizes 2, 3, ... shows where each dimension goes.
            labelled = torch.empty_strided([2 + d for d in range(base.rank)], [0] * base.rank, device="meta")
            moved = [n - 2 for n in call.func(labelled, *call.args[1:], **call.kwargs).shape]
            return self.g("permute", value, dims=[moved.index(d) for d in range(base.rank)])
        if value.meta.numel() != base.meta.numel():
            raise GraphError(f"cannot follow a write in place through {name}")
        return self.g("reshape", value, shape=base.shape)

    def _scattered(self, call, i, base, value):
        """`_written_through` for a slice, a selection, a diagonal or one part of a split."""
        view = self._current_view(call, i)
        if view is base:
            return value
        if view.op == "opaque":
            raise GraphError(f"cannot follow a write in place through {operator_name(call.func)}")
        if view.op == "chunk":
            dim = view.at["dim"]
            sizes = [out.shape[dim] for out in call.out]
            view = slice_of(self.g, base, dim, sum(sizes[:i]), sum(sizes[: i + 1]), 1)
        attributes = dict(view.attributes)
        written = value.at["value"] if value.op == "full" else value
        return self.g(_SCATTERS[view.op], base, written, **attributes)
