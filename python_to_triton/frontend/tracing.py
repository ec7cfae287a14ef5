"""trace: PyTorch code in whatever style -> one canonical graph.

    >>> print(trace("y = F.relu(x) * 2").text)
    f(a0: f32[A, B])
    v0 = relu(a0)
    v1 = mul(v0, 2)
    return v1

The program runs on fake tensors while the operators that it calls are recorded (recorder.py). Every operator
is rewritten into a small vocabulary (lowering/), writes in place become new values (functionalization.py),
what was written by hand becomes the operation that it is (canonicalization/), and sizes become letters
(symbolic_sizes.py). So surface style leaves no trace: `torch.relu(x)`, `x.clamp(min=0)` and
`nn.ReLU(inplace=True)(x)` are all `relu(a0)`.
"""

import contextlib
import functools
import inspect
import linecache
import re
import types
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import torch
import torch.nn as nn
from torch._subclasses.fake_tensor import (
    DataDependentOutputException,
    DynamicOutputShapeException,
    FakeTensorMode,
)

from python_to_triton.frontend.concrete_trace import trace_concretely
from python_to_triton.frontend.conditions import Conditions, Fixed
from python_to_triton.frontend.fake_tensors import quiet_trials
from python_to_triton.frontend.fitted_inputs import try_guesses
from python_to_triton.frontend.fixed_values import fixed_arguments
from python_to_triton.frontend.graph import Graph
from python_to_triton.frontend.host_checks import check_of_object
from python_to_triton.frontend.loop_lengths import MOST_CALLS, fixed_lengths, make_long, with_short_loops
from python_to_triton.frontend.loop_runs import loop_runs
from python_to_triton.frontend.module_reads import fixed_reads, reads_training, shared_parts
from python_to_triton.frontend.programs import (
    fake_inputs,
    function_program,
    line_of_error,
    module_program,
    next_check,
    read_source,
)
from python_to_triton.frontend.recorder import ManyCalls, error_text, one_trace_at_a_time
from python_to_triton.frontend.second_construction import with_sizes
from python_to_triton.frontend.size_conditions import (
    computes_with_sizes,
    differs_elsewhere,
    numbers_may_be_sizes,
    remainders_of_sizes,
    returned_numbers,
    size_conditions,
    sizes_above_one,
    sizes_of_branches,
    windows_from_sizes,
)
from python_to_triton.frontend.symbolic_sizes import symbolic_graph
from python_to_triton.frontend.vocabulary import GraphError, RandomNumbers
from python_to_triton.named_gpus import on_the_cpu

_DEPENDS_ON_DATA = (DataDependentOutputException, DynamicOutputShapeException)


def _explained(error, program):
    """The GraphError for whatever tracing raised: one line, with the program's line."""
    line = program.at(line_of_error(error, program.filename)) + "".join(getattr(error, "__notes__", ()))
    if (
        isinstance(program.function, nn.Module)
        and program.function.training
        and "when training" in str(error)
    ):
        line += "; --eval translates the module as after .eval()"
    if isinstance(error, GraphError):
        return type(error)(f"{error}{line}")
    if isinstance(error, _DEPENDS_ON_DATA):
        return GraphError(f"control flow or sizes that depend on the data{line}")
    return GraphError(f"{error_text(error)}{line}")


def _read_source_fake(source, inputs, mode, checks):
    """`read_source` with every tensor fake, so that large parameters cost nothing.

    Tensors are real where a constructor looks at data (linspace(...)[i].item()) or casts its module
    (`.half()`), which fake parameters do not allow.
    """
    try:
        with mode, on_the_cpu():
            return read_source(source, inputs, checks)
    except GraphError as error:
        if not isinstance(error.__cause__, _DEPENDS_ON_DATA) and "swap" not in str(error):
            raise
    with on_the_cpu():
        return read_source(source, inputs, checks)


@functools.lru_cache(maxsize=256)  # Python parses a class's whole file to find it
def _lines_of_class(kind, filename):
    """{line of a file: line of the text of a class in it}; {} where that text is not there."""
    try:
        if inspect.getsourcefile(kind) != filename:
            return {}
        lines, first = inspect.getsourcelines(kind)
    except (OSError, TypeError):
        return {}
    return {first + i: 1 + i for i in range(len(lines))}


def _last_line(code):
    """The last line of a code object, or of one in it."""
    inside = [_last_line(part) for part in code.co_consts if isinstance(part, types.CodeType)]
    return max([code.co_firstlineno, *inside, *(line for *_, line in code.co_lines() if line)])


def _lines_of_code(code):
    """{line of a function's file: line of the function's text}; {} where that text is not there."""
    if code is None or not linecache.getline(code.co_filename, code.co_firstlineno):
        return {}
    first = code.co_firstlineno
    return {line: line - first + 1 for line in range(first, _last_line(code) + 1)}


def _as_program(program, inputs, mode, checks, line_of_part):
    """The Program of a text, a module or a function."""
    if isinstance(program, str):
        return _read_source_fake(program, inputs, mode, checks)
    if isinstance(program, nn.Module):
        code = getattr(program.forward, "__code__", None)
        made = module_program(program, type(program).__name__, inputs, code.co_filename if code else "", "")
        made.own_lines = line_of_part or _lines_of_class(type(program), made.filename)
        return made
    if callable(program):
        code = getattr(inspect.unwrap(program), "__code__", None)
        made = function_program(program, "function", inputs, code.co_filename if code else "", "", {})
        made.own_lines = line_of_part or _lines_of_code(code)
        made.is_part = line_of_part is not None
        return made
    raise GraphError(f"cannot trace {type(program).__name__}: give a source text, a function or a module")


@contextlib.contextmanager
def in_mode(function, training: bool | None) -> Iterator[None]:
    """A module in the mode that is to be traced, and as it was afterwards; None leaves its mode."""
    if not isinstance(function, nn.Module) or training in (None, function.training):
        yield
        return
    before = [(module, module.training) for module in function.modules()]
    function.train(training)
    try:
        yield
    finally:
        for module, was_training in before:
            module.training = was_training


def _conditions(program, made):
    """What a ConcreteTrace of a Program fixed."""
    fixed = fixed_arguments(program)
    fixed += tuple(Fixed(f"{path}.is_contiguous()", True) for path in made.contiguous)
    fixed += made.data
    training = None
    if isinstance(program.function, nn.Module):
        counted = {statement.partition(" += ")[0] for statement in made.statements}
        reads = fixed_reads(program.function, made.reads, program.source)
        fixed += tuple(item for item in reads if item.path not in counted)
        fixed += shared_parts(program.function)
        training = program.function.training if reads_training(made.reads) else None
    return Conditions(
        fixed=fixed,
        effects=made.effects,
        copied=made.copied,
        statements=made.statements,
        training=training,
        checks=program.checks,
    )


def _checks_of_object(program, passed):
    """(the lines of the checks that a wrapper of an object can run, the places of the others)."""
    called = getattr(type(program.function), "forward", program.function)
    code = getattr(inspect.unwrap(called), "__code__", None)
    has_torch = getattr(inspect.unwrap(called), "__globals__", {}).get("torch") is torch
    lines, others = {}, []
    for place in sorted(passed, key=lambda place: place[1]):
        own = code is not None and place[0] == code.co_filename and not code.co_filename.startswith("<")
        text = check_of_object(code, place[1], ["torch"] if has_torch else []) if own else ()
        if text:
            lines[text] = None
        else:
            others.append(place)
    return tuple(line for text in lines for line in text), others


def _note_of_checks(passed):
    """A sentence on checks that a program leaves out; () for none.

    passed: (file, line) of each.
    """
    places = [f"{Path(name).name} line {line}" for name, line in passed]
    if not places:
        return ()
    return (f"Checks of the data in what it calls are taken as passed: {', '.join(places)}.",)


def _note_of_constants(program, outside):
    """A sentence on the tensors that an object reads outside it, in globals or a closure; () for none."""
    if not outside or program.filename.startswith("<"):  # globals of a text are its constants
        return ()
    shapes = ", ".join(sorted({str(list(x.shape)) for x in outside}))
    return (f"Tensors from outside, of shape {shapes}, are constants of it, with the data that they had.",)


def _traced_program(program, mode):
    """The Graph of a Program whose module is in the mode to be traced."""

    def graph_of(made, inputs):
        graph = symbolic_graph(made, program, inputs, mode)
        if program.is_part:
            return graph
        conditions = with_sizes(_conditions(program, made), graph, made, inputs, mode)
        branches, is_open = size_conditions(program, inputs, conditions.fixed)
        computes = not branches and computes_with_sizes(program)
        is_open |= computes or made.reads_sizes
        is_open |= not branches and (made.changes_elsewhere or differs_elsewhere(graph, made, inputs, mode))
        is_number = numbers_may_be_sizes(graph, program) or windows_from_sizes(program)
        tried = is_open or not branches and is_number
        sizes = sizes_of_branches(graph, made, inputs, mode, branches=is_open) if tried else {}
        above_one, ones = sizes_above_one(graph, made, inputs, mode, computes)
        remainders, rounded = remainders_of_sizes(graph, made, inputs, mode)
        numbers, sizes_of_numbers = returned_numbers(graph, made, inputs, mode)
        lengths = fixed_lengths(graph, made, inputs, mode)
        program.template = made.template_with(numbers)
        checks, passed = _checks_of_object(program, made.passed)
        program.notes = _note_of_checks(passed) + _note_of_constants(program, made.outside)
        program.conditions = replace(
            conditions,
            checks=conditions.checks + checks,
            fixed=conditions.fixed + branches + above_one + remainders,
            sizes=conditions.sizes | ones | rounded | sizes | sizes_of_numbers | lengths,
        )
        return graph

    def graph_on(inputs):
        try:
            most = MOST_CALLS if program.loops else 0
            return graph_of(trace_concretely(program, inputs, mode, True, most), inputs)
        except ManyCalls as error:
            short = with_short_loops(program, inputs, mode) if loop_runs(error.calls, ()) else None
        if short:
            graph = graph_of(*short)
            if make_long(graph, *short, inputs, mode):
                return graph
        return graph_of(trace_concretely(program, inputs, mode, True), inputs)

    if program.inputs is None:
        return try_guesses(program, mode, graph_on)
    return graph_on(fake_inputs(program.inputs, mode))


@contextlib.contextmanager
def _as_if_compiled() -> Iterator[None]:
    """While it lasts, `torch.compiler.is_compiling()` is true."""
    before = torch.compiler._is_compiling_flag
    torch.compiler._is_compiling_flag = True
    try:
        yield
    finally:
        torch.compiler._is_compiling_flag = before


_AS_COMPILED = "It is translated as a compiler sees it, without what it asks of its data elsewhere."


def _traced_either_way(program, mode):
    """The Graph of a Program; where its control flow depends on its data, that of the program which a
    compiler sees.

    Libraries ask `torch.compiler.is_compiling()` before they look at data, and then leave checks of it out.
    """
    try:
        return _traced_program(program, mode)
    except _DEPENDS_ON_DATA as error:
        with _as_if_compiled():
            try:
                graph = _traced_program(program, mode)
            except Exception as other:  # whatever the program raises: it is the same, or worse
                raise error from other
        program.notes = (*program.notes, _AS_COMPILED)
        return graph


def _traced_in_mode(program, mode, training):
    """The Graph of a Program in one mode, GraphError where it has none.

    Where the mode is left to the module, and random numbers are drawn in training, that of evaluation.
    """
    try:
        with in_mode(program.function, training):
            return _traced_either_way(program, mode)
    except RandomNumbers as error:
        evaluates = isinstance(program.function, nn.Module) and program.function.training and training is None
        if not evaluates:
            raise _explained(error, program) from error
        reason = re.split(r"; | \(line ", str(error))[0]
    except Exception as error:  # the program is the user's: whatever it raises is reported with its line
        raise _explained(error, program) from error

    graph = _traced_in_mode(program, mode, training=False)
    program.conditions = replace(program.conditions, training=False, refused_in_training=reason)
    program.notes = (f"Training is not translated: {reason}.", *program.notes)
    return graph


def _read(program, inputs, mode, partial, loops, checks, line_of_part):
    """The Program of whatever `trace` takes; without the host checks that start in the lines `checks`."""
    program = _as_program(program, None if inputs is None else tuple(inputs), mode, checks, line_of_part)
    program.partial = partial
    program.loops = loops
    if not program.source and program.inputs is None:
        with contextlib.suppress(OSError, TypeError):
            program.source = inspect.getsource(program.function)
    return program


def _traced(program, inputs, mode, partial, training, loops, line_of_part=None):
    """The Graph of whatever `trace` takes; host checks that look at its data are taken as passed."""
    checks = ()
    while True:
        read = _read(program, inputs, mode, partial, loops, checks, line_of_part)
        try:
            return _traced_in_mode(read, mode, training)
        except GraphError as error:
            on_data = isinstance(program, str) and isinstance(error.__cause__, _DEPENDS_ON_DATA)
            check = next_check(read, error.__cause__) if on_data else None
            if check is None or check in checks:
                raise
        checks = (*checks, check)


@one_trace_at_a_time
def trace(
    program: str | Callable | nn.Module,
    inputs: tuple | list | None = None,
    training: bool | None = None,
    partial: bool = False,
    line_of_part: Callable[[], int | None] | None = None,
    loops: bool = False,
) -> Graph:
    """The canonical graph of a program: source text, a callable or an nn.Module.

    What the trace fixed besides (constants, defaults, the mode) is in `graph.source.conditions`.

    Args:
        program: is executed in this process.
        inputs: example tensors, whose sizes and dtypes matter and whose data does not, and constants. Without
            them a source's `get_inputs()` gives them, or they are guessed from the names of the parameters
            and from what the program does with them.
        training: the mode in which a module is traced; None for the mode it is in.
        partial: whether operators that the vocabulary does not have, and random numbers, become opaque
            values, which PyTorch computes between the regions, rather than a GraphError.
        line_of_part: given where `program` is a part of a graph: says which line of the user's text it is
            computing. Conditions are not looked for then: those of the graph hold for its parts.
        loops: whether a loop of the program stays one (loops.py), rather than all its steps one by one.

    Raises:
        GraphError: the program cannot be traced; one line on why, with the program's line.
    """
    with quiet_trials():
        mode = FakeTensorMode(allow_non_fake_inputs=True)
        return _traced(program, inputs, mode, partial, training, loops, line_of_part)


def _is_one_graph(training, evaluation):
    """Whether two graphs of a module compute and write the same."""
    first = training.source
    second = evaluation.source
    effects = [(s.conditions.effects, s.conditions.copied, s.conditions.statements) for s in (first, second)]
    return (
        training.text == evaluation.text
        and first.template == second.template
        and effects[0] == effects[1]
        and [a.origin for a in training.arguments] == [a.origin for a in evaluation.arguments]
    )


@one_trace_at_a_time
def trace_modes(
    program: str | Callable | nn.Module,
    inputs: tuple | list | None = None,
    training: bool | None = None,
    partial: bool = False,
    loops: bool = False,
) -> tuple[Graph, Graph | None]:
    """The graphs of a program's modes: (that of `trace`, that of evaluation).

    The second is None where the first holds for both modes, or for evaluation alone: its conditions.training
    and conditions.refused_in_training say which.

    Args:
        program, inputs, training, partial, loops: as for `trace`.

    Raises:
        GraphError: the program cannot be traced in its own mode, or not in evaluation.
    """
    with quiet_trials():
        mode = FakeTensorMode(allow_non_fake_inputs=True)
        graph = _traced(program, inputs, mode, partial, training, loops)
        own = graph.source
        if not own.conditions.training:
            return graph, None
        evaluation = _traced_in_mode(replace(own), mode, training=False)
    if not _is_one_graph(graph, evaluation):
        return graph, evaluation
    every = (*own.conditions.fixed, *evaluation.source.conditions.fixed)
    fixed = {(item.path, repr(item.value)): item for item in every}.values()
    # A submodule that is in evaluation beside others that train: `.train()` would change it.
    frozen = {item for item in own.conditions.fixed if item.path.endswith(".training") and not item.value}
    both = tuple(item for item in fixed if not item.path.endswith(".training") or item in frozen)
    own.conditions = replace(own.conditions, fixed=both, training=None)
    return graph, None


def traced_modes(
    program: str | Callable | nn.Module,
    inputs: tuple | list | None = None,
    training: bool | None = None,
    partial: bool = False,
    loops: bool = False,
) -> list[Graph]:
    """The graphs of a program's modes: as it is built, and of evaluation where that is another.

    A program whose evaluation cannot be traced has the first alone, which then refuses the other mode.

    Args:
        program, inputs, training, partial, loops: as for `trace`.

    Raises:
        GraphError: it cannot be traced as it is built.
    """
    try:
        graphs = trace_modes(program, inputs, training=training, partial=partial, loops=loops)
    except GraphError as error:
        if isinstance(error.__cause__, TimeoutError):
            raise
        return [trace(program, inputs, training=training, partial=partial, loops=loops)]
    return [graph for graph in graphs if graph is not None]
