"""Whether each line of a kernel computes what its name says, tried by itself.

An answer calls its values what the prompt calls them (naming). So a line `v3 = ...` can be tried alone: with
the prompt's values for the names that it reads, it gives the prompt's v3, or it is wrong, wherever the error
would show in the end. What is computed from anything else is unknown, and not judged.
"""

import ast
import functools
import re
from collections.abc import Hashable

import torch

from python_to_triton import frontend
from python_to_triton.static_checks.findings import FaultFound
from python_to_triton.static_checks.kernel_values import (
    Frame,
    KernelInterpreter,
    Value,
    function_name,
    is_data,
)
from python_to_triton.static_checks.load_addresses import LoadAddresses
from python_to_triton.static_checks.prompt_values import (
    POINTS,
    PromptValues,
    SampleDraws,
    argument_of_part,
    equal_at_points,
    whole_of,
)
from python_to_triton.static_checks.syntax import Variables, all_nodes, assignments

PROMPT_NAME = re.compile(r"\b[av]\d+(?=\b|_ptr)")  # what the prompt names
REDUCING_KINDS = {"reduction", "heavy", "loss"}
UNKNOWN = torch.full((1, len(POINTS) + 1), torch.nan, dtype=torch.float64)


def is_unknown(value: Value) -> bool:
    """Whether a value is data of which nothing is known."""
    return is_data(value) and bool(value.isnan().all())


def moves_elements(value: frontend.Value) -> bool:
    """Whether a value has elements of one other, each somewhere."""
    is_movement = frontend.OPS[value.op].kind == "movement" and value.op != "embedding"
    return is_movement and isinstance(value.operands[0], frontend.Value)


class UnmovedPromptValues(PromptValues):
    """The prompt's values if what moves elements left them in place: a kernel may compute before it moves."""

    def computed(self, value: frontend.Value, known: dict, draws: SampleDraws) -> torch.Tensor:
        """The values of one Value at the points."""
        if moves_elements(value):
            return known[id(value.operands[0])]
        return super().computed(value, known, draws)


class ExpectedValues(PromptValues):
    """The prompt's values, and what the lines of an answer are held to.

    Attributes:
        outputs: the values that the prompt returns
        unmoved: {name: [1, P]} if nothing moved
        argument_of_part: {a part of an argument: the argument}
        exact: names that a line has to compute exactly
        gathered: {name: the values that it is gathered from} of sums, products and the like
        reduced: names that are no function of one element
        masks: arguments of integers or booleans
    """

    def __init__(self, prompt: frontend.Graph, text: str, draws: SampleDraws):
        super().__init__(text, draws)
        self.outputs = prompt.outputs
        self.unmoved = UnmovedPromptValues(text, draws).values
        self.argument_of_part = argument_of_part(prompt)
        moved = {value.name for value in prompt.values if moves_elements(value)}
        self.exact = {*self.values}.difference(self.results).union(moved)
        self.gathered = {
            value.name: {name for part in value.inputs() for name in (part.name, whole_of(part).name)}
            for value in prompt.values
            if frontend.OPS[value.op].kind in frontend.ANCHOR_KINDS
        }
        self.reduced = {
            value.name
            for value in prompt.values
            if frontend.OPS[value.op].kind in REDUCING_KINDS and value.at.get("reduction") != "none"
        }

        self.masks = {
            f"a{place}"
            for place, argument in enumerate(prompt.arguments)
            if not argument.dtype.is_floating_point
        }

    def may_equal(self, name: str, value: torch.Tensor) -> bool:
        """Whether a value is that of `name`, or would be if nothing had moved."""
        value_11P = value.double().expand(1, 1, -1)
        return any(
            bool(equal_at_points(value_11P, values[name].double())[0, 0, 0])
            for values in (self.values, self.unmoved)
        )


@functools.lru_cache(maxsize=64)  # many answers to one prompt are read
def expected_values(prompt: str) -> tuple[ExpectedValues, SampleDraws]:
    """What a prompt expects, and the draws that its values come from."""
    draws = SampleDraws(with_nan=True)
    return ExpectedValues(frontend.parse(prompt), prompt, draws), draws


class LineInterpreter(KernelInterpreter):
    """An interpreter in which every name of the prompt has its value there, whatever the kernel has put into
    it.

    What is not computed from these alone is unknown. `run` raises FaultFound at the first statement that
    gives such a name another value.
    """

    def __init__(
        self,
        functions: dict[str, ast.FunctionDef],
        variables: dict[str, Variables],
        draws: SampleDraws,
        parts: dict[ast.Call, str],
        expected: ExpectedValues,
    ):
        super().__init__(functions, variables, draws, parts)
        self.expected = expected
        self.accumulated: set[ast.AST] = set()  # targets of `x += ..`

    def run(self, function: ast.FunctionDef, arguments: dict[str, Value], path: tuple = ()) -> Value:
        """What a call of `function` with these values returns."""
        nodes = all_nodes(function)
        self.accumulated |= {node.target for node in nodes if isinstance(node, ast.AugAssign)}
        return super().run(function, arguments, path)

    def unknown(self, place: Hashable, path: tuple, *made_of: Value) -> Value:
        """UNKNOWN, where any of what a place is made of is data."""
        return UNKNOWN if any(is_data(part) for part in made_of) else None

    def combine(self, node: ast.AST, frame: Frame, function: object, *parts: Value) -> Value:
        """What a function makes of values; of something unknown it is unknown."""
        has_pointer = any(isinstance(part, str) for part in parts)
        if any(map(is_unknown, parts)) and not has_pointer:
            return UNKNOWN
        return super().combine(node, frame, function, *parts)

    def call(self, node: ast.Call, frame: Frame, parts: list[Value]) -> Value:
        """What a call returns; a load of an argument that is not read in parts is that argument."""
        if function_name(node) != "load":
            return super().call(node, frame, parts)
        source = self.parts.get(node, parts[0] if parts else None)
        known = source in self.expected.values and source not in self.expected.parts
        return self.expected.values[source] if known else UNKNOWN

    def check(self, target: ast.Name, value: Value, variables: Variables) -> None:
        """Raises FaultFound where a value is not that of the name that it is assigned to."""
        name = target.id
        if name in self.expected.exact:
            if not self.expected.may_equal(name, value):
                raise FaultFound(target.lineno, f"{name} does not have the prompt's value")
        elif name in self.expected.reduced:
            if variables.binding_counts[variables.first_binding[target]] == 1:
                raise FaultFound(target.lineno, f"{name} is reduced over elements in the prompt, not here")

    def bind(self, target: ast.expr, value: Value, frame: Frame) -> None:
        """Gives a name of the prompt its value there, after the check of what is assigned to it."""
        variables, scope, path = frame
        name = getattr(target, "id", "")
        if not PROMPT_NAME.fullmatch(name) or name not in self.expected.values or isinstance(value, str):
            super().bind(target, value, frame)
            return
        scope[name] = self.expected.values[name].double()
        is_known = is_data(value) and not is_unknown(value)
        if is_known and target not in self.accumulated and not path:
            self.check(target, value, variables)


def check_loads(function: ast.FunctionDef, loaded: dict, expected: ExpectedValues) -> None:
    """Raises FaultFound where a part of an argument is loaded from another argument, or where another part
    is.

    `loaded` is LoadAddresses.loads.
    """
    loads = {load: (source, terms) for source, found in loaded.items() for load, terms in found.items()}
    name_at = {}
    for target, value in assignments(function.body):
        name = getattr(target, "id", "")
        inside = [load for load in all_nodes(value) if load in loads]
        if name not in expected.argument_of_part or len(inside) != 1:
            continue
        source, terms = loads[inside[0]]
        argument = expected.argument_of_part[name]
        if argument != source and re.fullmatch(r"a\d+", source):
            raise FaultFound(target.lineno, f"{name} is a part of {argument}, but is loaded from {source}")
        address = source, tuple(sorted((factors, count) for factors, count in terms.items() if count))
        if name_at.setdefault(address, name) != name:
            raise FaultFound(target.lineno, f"{name} is loaded from the same address as {name_at[address]}")


def check_values(
    function: ast.FunctionDef,
    functions: dict[str, ast.FunctionDef],
    variables: dict[str, Variables],
    received: dict,
    expected: ExpectedValues,
    draws: SampleDraws,
) -> None:
    """Raises FaultFound where a name of the prompt gets another value in a kernel."""
    addresses = LoadAddresses(function, variables[function.name], received)
    check_loads(function, addresses.loads, expected)
    parts = addresses.argument_parts(expected)
    LineInterpreter(functions, variables, draws, parts, expected).run(function, received)
