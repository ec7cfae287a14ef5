"""Operations of an answer that its prompt does not have.

A drawn chain of activations may canonicalise to less than was drawn: `leaky_relu(relu(x))` is `relu(x)`. The
answer that was composed with the chain still has both statements, and teaches a model to compute what is
there already. Such a statement is found by abstract interpretation at the sample points: its target has a
name of the prompt, and the variable of that name which it reads has the same value at every point.
"""

import ast

import torch

from python_to_triton.static_checks.findings import Fault
from python_to_triton.static_checks.kernel_arguments import received_values
from python_to_triton.static_checks.kernel_values import Frame, KernelInterpreter, Value, function_name
from python_to_triton.static_checks.line_values import ExpectedValues, expected_values
from python_to_triton.static_checks.load_addresses import LoadAddresses
from python_to_triton.static_checks.prompt_values import SampleDraws, equal_at_points
from python_to_triton.static_checks.syntax import (
    ENTRY,
    Variables,
    all_nodes,
    assignments,
    functions_by_name,
)
from python_to_triton.verification import parse_answer


class FloatInterpreter(KernelInterpreter):
    """An interpreter in which an argument of integers or booleans is a mask, and no data."""

    def __init__(
        self,
        functions: dict[str, ast.FunctionDef],
        variables: dict[str, Variables],
        draws: SampleDraws,
        parts: dict[ast.Call, str],
        held: dict[ast.AST, list],
        masks: set[str],
    ):
        super().__init__(functions, variables, draws, parts, held=held)
        self.masks = masks

    def call(self, node: ast.Call, frame: Frame, parts: list[Value]) -> Value:
        """What a call returns; None of a load of a mask."""
        if function_name(node) == "load" and parts and parts[0] in self.masks:
            return None
        return super().call(node, frame, parts)


def given_results(variables: Variables, expected: ExpectedValues) -> dict[ast.AST, list]:
    """{binding: [(all rows, values)]} of variables named after a result (a sum, a product) of the prompt.

    The interpretation computes no such result. It takes the prompt's values at the sample points for it.
    """
    return {
        binding: [(slice(None), expected.values[binding.id])]
        for binding in variables.binding_counts
        if isinstance(binding, ast.Name) and binding.id in expected.results
    }


def outermost_computed(expression: ast.AST, computed: dict[tuple, torch.Tensor]) -> list[ast.AST]:
    """The outermost nodes of an expression that were computed; casts and masks around them are not."""
    if (expression,) in computed:
        return [expression]
    children = ast.iter_child_nodes(expression)
    return [node for child in children for node in outermost_computed(child, computed)]


def is_sign_step(expression: ast.expr) -> bool:
    """Whether an expression is `tl.where(c, -v, v)`: the last step of an odd function, computed of the
    magnitude.
    """
    if not isinstance(expression, ast.Call) or ast.unparse(expression.func) != "tl.where":
        return False
    if len(expression.args) != 3:
        return False
    _, value, other = map(ast.unparse, expression.args)
    return value == f"-{other}"


def is_judged(name: str, expression: ast.expr, expected: ExpectedValues) -> bool:
    """Whether the value of a name shows that a statement is redundant.

    Three cases show nothing: a value that is the same at all points, a value that the prompt has twice (`abs`
    of what is positive: the statement may be the prompt's own), and the sign step of a formula.
    """
    if name not in expected.pointwise or is_sign_step(expression):
        return False
    value_1P = expected.values[name].double()
    if not bool((value_1P != value_1P[:, :1]).any()):
        return False
    equal_N = equal_at_points(value_1P[None], expected.stacked(expected.values))[0, 0]
    return int(equal_N.sum()) == 1


def is_redundant(
    target: ast.Name,
    expression: ast.expr,
    interpreter: FloatInterpreter,
    variables: Variables,
    expected_1P: torch.Tensor,
) -> bool:
    """Whether a statement computes, at every sample point, the value that its target's name holds already."""

    def has_value(found: torch.Tensor | None) -> bool:
        return found is not None and bool(
            equal_at_points(found.double().expand(1, 1, -1), expected_1P)[0, 0, 0]
        )

    for node in outermost_computed(expression, interpreter.inside):
        names = [name for name in all_nodes(node) if isinstance(name, ast.Name) and name.id == target.id]
        held = [interpreter.values.get(variables.first_binding.get(name)) for name in names]
        if any(map(has_value, held)) and has_value(interpreter.inside[(node,)]):
            return True
    return False


@torch.inference_mode()
def redundant_statement(answer: str, prompt: str) -> Fault | None:
    """The Fault of the first statement of a kernel that computes what it is given, or None.

    `answer` has the prompt's names (`named`). Elementwise statements are judged; masks, casts, loads, sums,
    products and what a loop accumulates are not. Raises Refused where the answer does not parse, GraphError
    where the prompt is none.
    """
    kernels = functions_by_name(parse_answer(answer))
    host = kernels.pop(ENTRY)
    variables_of = {name: Variables(function) for name, function in kernels.items()}
    expected, draws = expected_values(prompt)
    received = received_values(kernels, host)
    for name, function in kernels.items():
        variables = variables_of[name]
        parts = LoadAddresses(function, variables, received[name]).argument_parts(expected)
        held = given_results(variables, expected)
        interpreter = FloatInterpreter(kernels, variables_of, draws, parts, held, expected.masks)
        interpreter.run(function, received[name])
        for target, expression in assignments(function.body):
            if isinstance(target, ast.Name) and is_judged(target.id, expression, expected):
                value_1P = expected.values[target.id].double()
                if is_redundant(target, expression, interpreter, variables, value_1P):
                    return Fault(target.lineno, f"{target.id} has this value already")
    return None
