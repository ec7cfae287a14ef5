"""Free numbers: floats of a program (arguments, attributes) that need not keep the value of the trace.

The trace notes every number that it read as Fixed. Here the program is traced again with other floats. Where
the graph is the same but for numbers, and each of these is an Expression of the program's own floats, these
are free: an answer that receives the graph's numbers as arguments serves every value that the checks of
`FreeNumber.ranges` cover. What a program decides by a number's value in Python limits the ranges
(watched_numbers.py); a program that is another one elsewhere keeps its number.
"""

import ast
import contextlib
import copy
import inspect
import logging
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

import torch
import torch.nn as nn
from torch._subclasses.fake_tensor import FakeTensor, FakeTensorMode

from python_to_triton.frontend.concrete_trace import ConcreteTrace, trace_concretely
from python_to_triton.frontend.conditions import Fixed, Range
from python_to_triton.frontend.fake_tensors import quiet_trials
from python_to_triton.frontend.graph import Graph
from python_to_triton.frontend.matching_graphs import Place, differing_numbers
from python_to_triton.frontend.number_expressions import (
    LARGEST,
    TOLERANCE,
    Expression,
    express_number,
)
from python_to_triton.frontend.programs import Program, fake_inputs
from python_to_triton.frontend.tracing import in_mode
from python_to_triton.frontend.values import Value
from python_to_triton.frontend.watched_numbers import NumberWatch, watched

LOG = logging.getLogger(__name__)

# How far an answer is tried where the program sets no limit: times the number, or times one if that is more.
REACHES = (1e4, 10.0)
MOST_NUMBERS = 16  # of a program that are examined: more belong to a deep network's layers

Values = dict[str, float]  # {path: value}


@dataclass(frozen=True)
class FreeNumber:
    """A float of the program that need not keep its value.

    Attributes:
        path: how the wrapper reaches it: eps, self.negative_slope.
        value: in the trace.
        ranges: of values that it may have, the widest first; which of them holds an answer shows.
    """

    path: str
    value: float
    ranges: tuple[Range, ...]


@dataclass(frozen=True)
class FreeNumbers:
    """The free numbers of a program, and where its graph has them.

    Attributes:
        numbers: those that are free.
        places: {(which of the graph's values, operand or attribute): its number as an Expression}.
        probes: {path: value} of the traces, the program's own first.
    """

    numbers: tuple[FreeNumber, ...]
    places: dict[Place, Expression]
    probes: tuple[Values, ...]

    def only(self, paths: Collection[str]) -> "FreeNumbers":
        """What is left where only these paths are free, and those that share a place with no other."""
        kept = set(paths)
        while True:
            lost = {path for e in self.places.values() if not set(e.paths) <= kept for path in e.paths}
            if not lost & kept:
                break
            kept -= lost
        numbers = tuple(number for number in self.numbers if number.path in kept)
        places = {place: e for place, e in self.places.items() if set(e.paths) <= kept}
        return FreeNumbers(numbers, places, self.probes)

    def paths_in(self, graph: Graph, values: Sequence[Value]) -> set[str]:
        """The program's numbers that some values of the graph are computed with."""
        places = {place for place, value in enumerate(graph.values) if any(value is one for one in values)}
        return {path for (place, _), e in self.places.items() if place in places for path in e.paths}


NOTHING_FREE = FreeNumbers((), {}, ())


# ---- a program with other numbers ----


def _default_owner(program):
    """The Python function whose defaults a call of the program takes; None for a builtin."""
    function = program.function
    if isinstance(function, nn.Module):
        function = type(function).forward
    function = inspect.unwrap(function)
    function = getattr(function, "__func__", function)
    return function if inspect.isfunction(function) else None


@contextlib.contextmanager
def _other_default(function, name, value):
    """Changes one default of a function."""
    signature = inspect.signature(function)
    defaults, keyword_defaults = function.__defaults__, function.__kwdefaults__
    if signature.parameters[name].kind is inspect.Parameter.KEYWORD_ONLY:
        function.__kwdefaults__ = {**keyword_defaults, name: value}
    else:
        code = function.__code__
        positional = code.co_varnames[: code.co_argcount]
        place = positional.index(name) - (len(positional) - len(defaults))
        function.__defaults__ = (*defaults[:place], value, *defaults[place + 1 :])
    try:
        yield
    finally:
        function.__defaults__, function.__kwdefaults__ = defaults, keyword_defaults


@contextlib.contextmanager
def _other_item(owner, node, value):
    """Changes an attribute or an element of an object."""
    if isinstance(node, ast.Attribute):
        before = getattr(owner, node.attr)
        change = lambda item: object.__setattr__(owner, node.attr, item)
    else:
        key = ast.literal_eval(node.slice)
        before = owner[key]
        change = lambda item: owner.__setitem__(key, item)
    change(value)
    try:
        yield
    finally:
        change(before)


def _path_of(node):
    """(name, steps) of an expression `name.a[0].b`; the steps are its Attribute and Subscript nodes."""
    steps = []
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        steps.insert(0, node)
        node = node.value
    if not isinstance(node, ast.Name):
        raise ValueError(f"{ast.unparse(node)} is no name")
    return node.id, steps


def _is_reachable(path):
    """Whether a path is a name with attributes and elements, which can be changed."""
    try:
        _path_of(ast.parse(path, mode="eval").body)
    except (SyntaxError, ValueError):
        return False
    return True


def _step(owner, node):
    return (
        getattr(owner, node.attr) if isinstance(node, ast.Attribute) else owner[ast.literal_eval(node.slice)]
    )


def _with_input(item, steps, value):
    """An input with the part of it that these steps lead to changed."""
    if not steps:
        return value
    changed = copy.copy(item)
    key = ast.literal_eval(steps[0].slice)
    part = _with_input(item[key], steps[1:], value)
    if isinstance(changed, tuple):
        return tuple(part if i == key else each for i, each in enumerate(changed))
    changed[key] = part
    return changed


@contextlib.contextmanager
def _other_numbers(program: Program, inputs: tuple, values: Values) -> Iterator[tuple]:
    """The inputs of a call with these numbers, which the program's attributes and defaults have meanwhile.

    Raises:
        LookupError, AttributeError, TypeError or ValueError: a path leads to nothing that can be changed.
    """
    inputs = list(inputs)
    owner_of_defaults = _default_owner(program)
    with contextlib.ExitStack() as stack:
        for path, value in values.items():
            name, steps = _path_of(ast.parse(path, mode="eval").body)
            if name == "self" and steps:
                owner = program.function
                for step in steps[:-1]:
                    owner = _step(owner, step)
                stack.enter_context(_other_item(owner, steps[-1], value))
            elif name in program.parameters[: len(inputs)]:
                place = program.parameters.index(name)
                inputs[place] = _with_input(inputs[place], steps, value)
            elif owner_of_defaults is not None and not steps:
                stack.enter_context(_other_default(owner_of_defaults, name, value))
            else:
                raise ValueError(f"{path} is no argument and no attribute")
        yield tuple(inputs)


# ---- tracing again ----


class NumberProbe:
    """Traces a program again at the sizes of its graph, with other numbers."""

    def __init__(self, graph: Graph, own: Values):
        """own: the program's numbers, as the graph was traced with them."""
        self.graph = graph
        self.own = own
        self.program: Program = copy.copy(graph.source)
        fakes = [tensor for _, tensor in self.program.lifted if isinstance(tensor, FakeTensor)]
        self.mode = fakes[0].fake_mode if fakes else FakeTensorMode(allow_non_fake_inputs=True)
        self.inputs = self._inputs()
        self.base = None  # the ConcreteTrace with the program's own numbers
        self.template = ""

    def _inputs(self):
        if self.program.inputs is not None:
            return fake_inputs(self.program.inputs, self.mode)
        shapes = [
            ([d if isinstance(d, int) else self.graph.sizes[d] for d in argument.dims], argument.dtype)
            for argument in self.graph.arguments
            if not argument.origin
        ]
        with self.mode:
            return tuple(torch.empty(shape, dtype=dtype) for shape, dtype in shapes)

    def trace(self, values: Values) -> ConcreteTrace | None:
        """The trace with these numbers; None where the program does not run, or returns something else."""
        try:
            mode = in_mode(self.program.function, self.program.conditions.training)
            with mode, _other_numbers(self.program, self.inputs, values) as inputs:
                made = trace_concretely(self.program, inputs, self.mode)
        except TimeoutError:  # a limit of the caller, no reason of the program
            raise
        except Exception as error:  # the program's own reasons not to run with these numbers
            LOG.debug("not with %s: %s", values, error)
            return None
        if self.base is not None and self.program.template != self.template:
            return None
        if self.base is not None and (made.effects, made.statements) != (
            self.base.effects,
            self.base.statements,
        ):
            return None  # a momentum, say, stands in the wrapper, and not in the graph
        return made

    def watch(self) -> dict[str, NumberWatch] | None:
        """{path: NumberWatch} of a trace with the program's own numbers; None where it does not run."""
        pairs = {path: watched(value) for path, value in self.own.items()}
        self.base = None
        self.base = self.trace({path: number for path, (number, _) in pairs.items()})
        self.template = self.program.template
        if self.base is None or [v.op for v in self.base.values] != [v.op for v in self.graph.values]:
            return None
        return {path: watch for path, (_, watch) in pairs.items()}

    def differing(self, values: Values) -> dict[Place, tuple[float, float]] | None:
        """{place: (the graph's number, the one with these values)}; None where the graph is another one."""
        made = self.trace(values)
        if made is None:
            return None
        first, second = (([v for v, _ in one.inputs], one.values, one.outputs) for one in (self.base, made))
        return differing_numbers(*first, *second)

    def numbers_at(self, probes: Sequence[Values]) -> dict[Place, tuple[float, ...]] | None:
        """{place: its number in the program's own trace, then with each of these values}.

        Only places whose number changes are there. None where the graph is another one for some of them.
        """
        found = [self.differing(values) for values in probes]
        if any(one is None for one in found):
            return None
        places = {place: pair[0] for one in found for place, pair in one.items()}
        return {
            place: (self._own_number(place), *(one.get(place, (0, number))[1] for one in found))
            for place, number in places.items()
        }

    def _own_number(self, place):
        """What the graph has at a place: a number, or an expression of sizes, which no other number gives."""
        which, where = place
        value = self.graph.values[which]
        return value.at[where] if isinstance(where, str) else value.operands[where]


# ---- ranges ----


def _mirrored(ranges):
    return tuple(
        Range(-r.high or 0.0, -r.low or 0.0, r.with_zero, tuple(-w for w in r.witnesses)) for r in ranges
    )


def _probe_values(value, low, high, which):
    """Two other values of the same kind: of its sign, below one if it is, and inside the interval.

    `which` number of the program it is: none may be an affine function of another over the probes.
    """
    if value < 0:
        return tuple(-v for v in _probe_values(-value, -high, -low, which))
    low = max(low, 0.0)
    high = min(high, 1.0) if value < 1 else high
    share = 0.47 - 0.011 * which
    above = high - share * (high - value) if high < LARGEST else (1.9 - share) * value
    return low + (0.61 - 0.013 * which) * (value - low), above


def _reaching(value, low, high, reach):
    """The ranges that a positive number may have in an interval, none beyond `reach`, the widest first.

    Where the program sets no limit, `reach` does, and a number close to it is a witness.
    """
    far = (0.83 * reach,) if high == LARGEST else ()
    high = min(high, reach)
    ranges = []
    if low < 0:
        below = max(-0.7 * value, low / 2) if low > -LARGEST else -0.83 * reach
        ranges.append(Range(max(low, -reach), high, False, (*far, 0.0, below)))
        ranges.append(Range(0.0, high, True, (*far, 0.0)))
    ranges.append(Range(max(low, 0.0), high, False, far))
    return ranges


def _ranges(value, low, high):
    """The ranges that a number may have in an interval, the widest first."""
    if value < 0:
        return _mirrored(_ranges(-value, -high, -low))
    reaches = [reach * max(value, 1.0) for reach in REACHES]
    ranges = [one for reach in reaches for one in _reaching(value, low, high, reach)]
    if value < 1 < high:
        ranges.append(Range(max(low, 0.0), 1.0, False, ()))
    return tuple(dict.fromkeys(ranges))


def _is_same_program(probe, values, expressions):
    """Whether the program with these numbers has the graph with the numbers that the expressions give.

    With a number that is zero, PyTorch and the front end may leave operations out: that it runs is enough.
    """
    try:
        expected = {place: expression.at(values) for place, expression in expressions.items()}
    except (ArithmeticError, ValueError):
        return False
    if 0.0 in values.values():
        return probe.trace(values) is not None
    found = probe.differing(values)
    if found is None or not found.keys() <= expressions.keys():
        return False
    own = {place: expression.at(probe.own) for place, expression in expressions.items()}
    made = own | {place: pair[1] for place, pair in found.items()}
    return all(
        abs(made[place] - number) <= TOLERANCE * max(abs(number), abs(own[place]))
        for place, number in expected.items()
    )


def _checked_ranges(probe, path, ranges, expressions):
    """The ranges whose witnesses the program runs with, as the same program."""
    verdicts = {}
    checked = []
    for one in ranges:
        for witness in one.witnesses:
            if witness not in verdicts:
                verdicts[witness] = _is_same_program(probe, {**probe.own, path: witness}, expressions)
        if all(verdicts[witness] for witness in one.witnesses):
            checked.append(one)
    return tuple(checked)


# ---- which numbers are free ----


def _expressions(probe, probes, paths):
    """({place: Expression}, the paths that account for every number that changed with them)."""
    numbers = probe.numbers_at(probes[1:])
    if numbers is not None:
        found = {place: express_number(each, probes, paths) for place, each in numbers.items()}
        if all(found.values()):
            return found, list(paths)
    if len(paths) == 1:
        return {}, []
    # Not all together: each by itself. A place that two of them change belongs to neither.
    own = probes[0]
    alone = {}
    for path in paths:
        changed = [own, *({**own, path: values[path]} for values in probes[1:])]
        alone[path] = _expressions(probe, changed, [path])
    counts = [place for places, free in alone.values() for place in places]
    free = [
        path
        for path, (places, kept) in alone.items()
        if kept and all(counts.count(place) == 1 for place in places)
    ]
    return {place: e for path in free for place, e in alone[path][0].items()}, free


def _decides_a_dtype(value):
    """Whether a number beside the operands of a value makes floats of integers: a whole number would not."""
    operands = [operand.dtype for operand in value.inputs()]
    return bool(operands) and not any(one.is_floating_point or one.is_complex for one in operands)


def _free_among(graph, own):
    """`free_numbers` of these floats, {path: value}."""
    probe = NumberProbe(graph, own)
    watches = probe.watch() or {}
    intervals = {path: watch.interval(LARGEST) for path, watch in watches.items()}
    intervals = {path: interval for path, interval in intervals.items() if interval}
    if not intervals:
        return NOTHING_FREE
    pairs = {
        path: _probe_values(own[path], *interval, which)
        for which, (path, interval) in enumerate(intervals.items())
    }
    probes = (own, *({**own, **{path: pair[i] for path, pair in pairs.items()}} for i in (0, 1)))

    expressions, free = _expressions(probe, probes, list(intervals))
    deciding = {
        path
        for (place, _), e in expressions.items()
        if _decides_a_dtype(graph.values[place])
        for path in e.paths
    }
    numbers = {}
    for path in [path for path in free if path not in deciding]:
        ranges = _checked_ranges(probe, path, _ranges(own[path], *intervals[path]), expressions)
        if ranges:
            numbers[path] = FreeNumber(path, own[path], ranges)
    return FreeNumbers(tuple(numbers.values()), expressions, probes).only(numbers)


def free_numbers(graph: Graph, fixed: Sequence[Fixed] | None = None) -> FreeNumbers:
    """The floats of a program that an answer may receive as run-time arguments.

    Args:
        graph: as it was traced; its program is traced again some ten times, with other numbers.
        fixed: what the trace fixed, by default as its conditions have it.
    """
    if graph.source is None:
        return NOTHING_FREE
    if graph.source.function is None:  # it was traced in a process of its own, which looked for them
        return graph.source.free or NOTHING_FREE
    fixed = graph.source.conditions.fixed if fixed is None else fixed
    own = {
        one.path: one.value
        for one in fixed
        if type(one.value) is float and 0 < abs(one.value) < LARGEST / 1e3 and _is_reachable(one.path)
    }
    if not 0 < len(own) <= MOST_NUMBERS:
        return NOTHING_FREE
    with quiet_trials():
        return _free_among(graph, own)
