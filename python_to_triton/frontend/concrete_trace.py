"""A program traced at one choice of sizes: a graph whose sizes are still numbers."""

import functools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import torch
import torch.nn as nn
from torch._subclasses.fake_tensor import FakeTensorMode

from python_to_triton.frontend.canonicalization import canonicalize
from python_to_triton.frontend.conditions import Effect, Fixed
from python_to_triton.frontend.effects import (
    Write,
    as_outputs,
    copies_returned,
    counter_statements,
    find_writes,
    number_statements,
    replaced_inputs,
    views_of_written,
)
from python_to_triton.frontend.functionalization import Functionalizer
from python_to_triton.frontend.graph import topological_order
from python_to_triton.frontend.known_data import KnownData, fixed_data, real_tensor, without_constants
from python_to_triton.frontend.loop_folding import fold
from python_to_triton.frontend.loop_runs import loop_runs
from python_to_triton.frontend.loops import flat, in_steps
from python_to_triton.frontend.lowering import operator_name
from python_to_triton.frontend.module_reads import (
    Reads,
    fixed_shapes,
    module_path,
    recorded_reads,
    tensors_held,
)
from python_to_triton.frontend.module_state import (
    Replaced,
    check_outside_numbers,
    outside_numbers,
    unchanged_state,
)
from python_to_triton.frontend.programs import (
    Program,
    apply_to_tensors,
    collect_tensors,
    parts_of_dataclass,
)
from python_to_triton.frontend.recorder import Call, Recorder, record
from python_to_triton.frontend.selections import Selecting
from python_to_triton.frontend.values import Value, is_number
from python_to_triton.frontend.vocabulary import DTYPE_NAMES, GraphError

# The largest constant tensor that is written into the prompt.
_MAX_CONSTANT_ELEMENTS = 64


def _is_size_like(item):
    return is_number(item) and not isinstance(item, bool)


def _numbers_of(item):
    """The numbers that a program returns among its tensors, in order."""
    if isinstance(item, dict):
        return [number for part in item.values() for number in _numbers_of(part)]
    if isinstance(item, (list, tuple)):
        return [number for part in item for number in _numbers_of(part)]
    if parts := parts_of_dataclass(item):
        return _numbers_of(parts)
    return [item] if _is_size_like(item) else []


def _result_template(item, results, numbers):
    """The source of an expression that rebuilds `item`.

    `results` and `numbers` are iterators over the source of its tensors and of its numbers, in order.
    """
    if isinstance(item, torch.Tensor):
        return next(results)
    if _is_size_like(item):
        return next(numbers)
    if isinstance(item, dict):
        parts = (f"{key!r}: {_result_template(part, results, numbers)}" for key, part in item.items())
        return "{" + ", ".join(parts) + "}"
    if isinstance(item, (list, tuple)):
        parts = ", ".join(_result_template(part, results, numbers) for part in item)
        if type(item).__module__ == "torch.return_types":
            return f"torch.return_types.{type(item).__name__}(({parts}))"
        if isinstance(item, torch.Size):
            return f"torch.Size([{parts}])"
        if hasattr(item, "_fields"):
            return f"{type(item).__name__}({parts})"
        return f"[{parts}]" if isinstance(item, list) else f"({parts}{',' * (len(item) == 1)})"
    if named := parts_of_dataclass(item):
        parts = (f"{key}={_result_template(part, results, numbers)}" for key, part in named.items())
        return f"{type(item).__name__}({', '.join(parts)})"
    if item is None or isinstance(item, (bool, str)):
        return repr(item)
    raise GraphError(f"the program returns {type(item).__name__} among its tensors; return tensors alone")


def _check_returned(result):
    """GraphError where a program returned no tensor."""
    if not collect_tensors(result):
        nothing = result is None or is_number(result) or not result
        raise GraphError(
            "the program returns no tensor"
            if nothing
            else f"the program returns {type(result).__name__}, not tensors"
        )


def _template_of(result, written, has_effects, numbers):
    """The source of an expression over `results`, the tuple of the tensors, that gives what was returned.

    It is empty where the tuple, or the one tensor, is all there is, and nothing is to be done before.

    Args:
        written: {id of a tensor: its name} of tensors that the program writes and returns.
        numbers: the source of each number that is returned.
    """
    tensors = collect_tensors(result)
    plain_tuple = type(result) is tuple and all(isinstance(part, torch.Tensor) for part in result)
    if (plain_tuple or isinstance(result, torch.Tensor)) and not has_effects:
        return ""
    places = (written.get(id(tensor), f"results[{i}]") for i, tensor in enumerate(tensors))
    return _result_template(result, places, iter(numbers))


def _shortest_decimal(value, dtype):
    """The shortest decimal that is `value` in this dtype: 0.1 for torch.tensor(0.1).item()."""
    if not dtype.is_floating_point or not math.isfinite(value):
        return value
    short = (float(f"{value:.{digits}g}") for digits in range(1, 18))
    return next((v for v in short if torch.tensor(v, dtype=dtype).item() == value), value)


def _constant(g, tensor):
    """The Value of a tensor that no call produced: small ones whose data is known become literals."""
    data = real_tensor(tensor)
    if data is None or tensor.numel() > _MAX_CONSTANT_ELEMENTS:
        shape = tuple(tensor.shape)
        raise GraphError(f"the program uses a tensor of shape {shape} from outside; pass it as an argument")
    if tensor.numel() == 1:
        number = _shortest_decimal(data.item(), tensor.dtype)
        return g("full", shape=tensor.shape, value=number, dtype=tensor.dtype)
    return g("tensor", values=data.tolist(), dtype=tensor.dtype)


@dataclass
class ConcreteTrace:
    """A graph whose sizes are the numbers of one trace."""

    inputs: list[tuple[Value, str]]  # (argument, path in the module or ''), in calling order
    outputs: list[Value]
    multiple: bool  # whether it has several outputs
    reads: Reads = field(default_factory=dict)  # of modules, where they were noted
    numbers: tuple = ()  # that the program returns among its tensors
    template_with: Callable[[Sequence[str]], str] = lambda numbers: ""  # Program.template from their source
    effects: tuple[Effect, ...] = ()  # as the next two, see Conditions
    copied: tuple[int, ...] = ()
    statements: tuple[str, ...] = ()
    contiguous: tuple[str, ...] = ()  # paths of tensors whose layout decides what is written
    calls: int = 0  # of operators, that were recorded
    reads_sizes: bool = False  # whether a formula computed with sizes what no letters give
    data: tuple[Fixed, ...] = ()  # of the module, that it was traced with
    outside: tuple[torch.Tensor, ...] = ()  # in no module, whose data stands in the graph
    passed: tuple[tuple[str, int], ...] = ()  # (file, line) of checks that were taken as passed
    changes_elsewhere: bool = False  # whether the program was found to be another one at some sizes

    @property
    def template(self) -> str:
        """Program.template with the numbers of this trace."""
        return self.template_with(list(map(repr, self.numbers)))

    @functools.cached_property
    def values(self) -> list[Value]:
        """Every operation, in the order of the graph."""
        return flat(in_steps(topological_order([v for v, _ in self.inputs], self.outputs)))


def _hold_arguments(functional, tensors):
    """[(argument, tensor, path), ...] of distinct tensors, each of which then holds its argument."""
    arguments = []
    for x, path in tensors:
        if x.dtype not in DTYPE_NAMES or x.layout != torch.strided:
            sparse = "sparse " if x.layout != torch.strided else ""
            raise GraphError(f"{sparse}tensors of {str(x.dtype).removeprefix('torch.')} are not supported")
        if not functional.holds_value(x):
            argument = Value("argument", name=f"a{len(arguments)}", meta=x)
            functional.hold(x, argument)
            arguments.append((argument, x, path))
    return arguments


def _apply_calls(functional, calls: list[Call], program: Program, kept: list[torch.Tensor]):
    """Applies all calls, those of a loop as one step. `kept` are the tensors that are needed afterwards."""
    follow_views = functional.expect(calls)
    runs = {run.start: run for run in loop_runs(calls, kept)} if program.loops else {}
    place = 0
    while place < len(calls):
        call = calls[place]
        if place in runs and fold(functional, calls, runs[place], follow_views):
            place = runs[place].end
            continue
        try:
            functional.apply(call, follow_views)
        except GraphError as error:
            raise type(error)(f"{error}{program.at(call.line)}") from error
        place += 1


def _value_of(functional, result, calls, program):
    """The Value of a result; GraphError, with the line of the call that gave it, where it has none."""
    try:
        return functional.value(result)
    except GraphError as error:
        line = next((call.line for call in reversed(calls) if call.out is result), 0)
        raise type(error)(f"{error}{program.at(line)}") from error


def _check_momentum(model):
    """GraphError where running statistics are cumulative averages, whose momentum is read from the data."""
    for module in model.modules() if isinstance(model, nn.Module) else ():
        averages = isinstance(module, nn.modules.batchnorm._NormBase) and module.momentum is None
        if averages and module.training and module.track_running_stats:
            raise GraphError(
                f"{type(module).__name__} with momentum=None averages over its calls; trace it in eval mode"
            )


class _Run(NamedTuple):
    """What one run of a program on fake tensors showed."""

    result: object  # what the program returned
    recorder: Recorder  # of the operators that it called
    reads: Reads  # of its module, where they are noted
    replaced: list[Replaced]  # what it put in another's place, in its inputs and its module
    known: KnownData  # of the tensors whose numbers it read


def _run(program, inputs, mode, note_reads, most_calls, constant):
    """Runs a program once; see trace_concretely for the arguments. Puts back what it replaced.

    constant: makes the Value of a tensor that no call produced.
    """
    outside = outside_numbers(program.function) if program.kind != "statements" else {}
    _check_momentum(program.function)
    given = apply_to_tensors(lambda x: x, inputs)  # lists and dicts of its own, which it may change
    noted = program.function if note_reads else None
    known = KnownData(constant, collect_tensors(inputs), program.lifted)
    recorder = Recorder(program.filename, program.partial, program.own_lines, most_calls, known.of)
    with unchanged_state(program.function) as replaced_attributes:
        with recorded_reads(noted) as reads:
            lifted = (x for _, x in program.lifted)
            with without_constants(lifted), Selecting(lambda x: known.of(x, recorder.calls)):
                result, _ = record(program.call, given, mode, recorder)
        replaced = replaced_inputs(program, inputs, given) + replaced_attributes()
    if program.source and program.kind != "statements":
        check_outside_numbers(program.function, outside)
    return _Run(result, recorder, reads, replaced, known)


def _path_in(program, path):
    """How a wrapper reaches a tensor that a program has: self.norm.weight."""
    return module_path(program.function, path) if isinstance(program.function, nn.Module) else path


def _check_numbers_stay(program, known, writes):
    """GraphError where a program writes a tensor whose numbers it reads: its next call reads others."""
    read = {_path_in(program, path) for path in known.read}
    for write in writes:
        if write.path in read:
            raise GraphError(
                f"the program reads numbers of {write.path}, and writes it: its next call would be another; "
                "compute with it as a tensor instead"
            )


def _fixed_constants(program, constants, calls):
    """(what is fixed of tensors in lists, dicts and objects of a module, the tensors in no module), of those
    whose data stands in the graph.
    """
    held = tensors_held(program.function) if constants and isinstance(program.function, nn.Module) else {}
    data = {held[id(x)]: real_tensor(x) for x in constants if id(x) in held}
    fixed = tuple(fixed_data(path, x.tolist()) for path, x in data.items() if x is not None)
    lifts = (call for call in calls if operator_name(call.func).startswith("lift"))
    written = {id(call.args[0]) for call in lifts}  # torch.tensor([1.0, 2.0]) in the program
    outside = {id(x): x for x in constants if id(x) not in held.keys() | written}
    return fixed, tuple(outside.values())


def _paths_of(program, inputs):
    """{id of a tensor of a program: the path by which its wrapper reaches it}."""
    paths = iter(program.tensors)
    names = {id(x): path for x, path in zip(collect_tensors(inputs), paths)}
    for path, x in program.lifted:
        names.setdefault(id(x), _path_in(program, path))
    return names


def _contiguous_ones(functional, arguments):
    """The paths of the arguments whose layout decides what a write reaches.

    Raises:
        GraphError: one of them is not contiguous.
    """
    decisive = [(x, path) for _, x, path in arguments if id(x) in functional.decisive]
    for x, path in decisive:
        if not x.is_contiguous():
            raise GraphError(
                f"what the program writes in place depends on the layout of {path}; make {path} contiguous"
            )
    return tuple(path for _, path in decisive)


class _Writes(NamedTuple):
    """What a program writes."""

    reached: list[tuple[Value, torch.Tensor, str]]  # arguments, and how a wrapper reaches them
    every: list[Write]
    as_outputs: list[Write]  # those that the graph has to return
    statements: tuple[str, ...]  # that do the others: counters, numbers that the forward counts up


def _writes_of(program, inputs, functional, arguments, ran):
    """The _Writes of a program whose calls were applied."""
    tensors = [item for item in ran.replaced if isinstance(item.item, torch.Tensor)]
    others = [item for item in ran.replaced if not isinstance(item.item, torch.Tensor)]
    counts = number_statements(program, others)
    names = _paths_of(program, inputs)
    reached = [(value, x, names[id(x)]) for value, x, _ in arguments]
    every = find_writes(functional, reached, tensors)
    _check_numbers_stay(program, ran.known, every)
    writes, statements = counter_statements(every)
    return _Writes(reached, every, writes, statements + counts)


def _outputs_of(program, functional, calls, returned, writes):
    """(the outputs of the graph: what a program returns, then what it writes; [Effect, ...])."""
    results = [_value_of(functional, out, calls, program) for out in returned]
    values = canonicalize(functional.g, [*results, *(write.value for write in writes)])
    count = len(returned)
    return as_outputs(values[:count], writes, values[count:])


def _used_values(arguments, outputs):
    """Ids of the values that others read, or that are outputs."""
    values = topological_order(arguments, outputs)
    return {id(operand) for value in values for operand in value.inputs()} | set(map(id, outputs))


def _fixed_by_reads(program, reads, arguments, used, every_write):
    """Shapes that a program reads of tensors that no operation reads: they decide what it does all the same.

    arguments: [(argument, tensor, path), ...].
    """
    if not reads:
        return ()
    changed = {write.path for write in every_write}
    unused = [(path, x) for value, x, path in arguments if path and id(value) not in used]
    unused = [(path, x) for path, x in unused if _path_in(program, path) not in changed]
    return tuple(fixed_shapes(program.function, reads, unused))


def trace_concretely(
    program: Program, inputs: tuple, mode: FakeTensorMode, note_reads: bool = False, most_calls: int = 0
) -> ConcreteTrace:
    """The canonical trace of a program at the sizes of these inputs.

    Args:
        inputs: fake tensors of `mode`, and constants.
        note_reads: whether to note what the program reads of its module.
        most_calls: of operators, beyond which ManyCalls is raised; 0 for any number.

    Raises:
        GraphError: the program cannot be traced. Whatever the program raises at these sizes.
    """
    constants = []  # tensors whose data stands in the graph

    def constant(g, tensor):
        constants.append(tensor)
        return _constant(g, tensor)

    ran = _run(program, inputs, mode, note_reads, most_calls, constant)
    calls = ran.recorder.calls
    returned = collect_tensors(ran.result)

    # the calls as values
    functional = Functionalizer(constant, program.partial)
    tensors = [(x, "") for x in collect_tensors(inputs)] + [(x, path) for path, x in program.lifted]
    arguments = _hold_arguments(functional, tensors)
    replaced = [item.item for item in ran.replaced if isinstance(item.item, torch.Tensor)]
    _apply_calls(functional, calls, program, [*returned, *replaced])
    reached, every_write, writes, statements = _writes_of(program, inputs, functional, arguments, ran)
    if not writes:
        _check_returned(ran.result)
    outputs, effects = _outputs_of(program, functional, calls, returned, writes)
    copies = copies_returned(outputs, returned, arguments)
    in_place = {effect.path for effect in effects if not effect.replaces}
    written = {id(write.tensor): write.path for write in writes if write.path in in_place}
    has_effects = bool(effects or statements)

    # what the trace fixed
    used = _used_values([value for value, _, _ in arguments], outputs)
    fixed, outside = _fixed_constants(program, constants, calls)
    fixed += _fixed_by_reads(program, ran.reads, arguments, used, every_write)
    return ConcreteTrace(
        inputs=[(value, path) for value, _, path in arguments if not path or id(value) in used],
        outputs=outputs,
        multiple=not isinstance(ran.result, torch.Tensor) and bool(returned) or len(outputs) > 1,
        reads=ran.reads,
        numbers=tuple(_numbers_of(ran.result)),
        template_with=functools.partial(_template_of, ran.result, written, has_effects),
        effects=tuple(effects),
        copied=tuple(sorted({*views_of_written(outputs, effects, writes), *copies})),
        statements=statements,
        contiguous=_contiguous_ones(functional, reached),
        calls=len(calls),
        reads_sizes=functional.reads_sizes,
        data=ran.known.fixed(lambda path: _path_in(program, path)) + fixed,
        outside=outside,
        passed=tuple(ran.recorder.passed),
    )
