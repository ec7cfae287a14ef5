"""Operations of an answer that its prompt does not have.

A drawn chain of activations may canonicalise to less than was drawn: `leaky_relu(relu(x))` is `relu(x)`. The answer
that was composed with the chain still has both statements, and teaches a model to compute what is there already. Such
a statement is found by abstract interpretation at the sample points: what it computes equals, at every point, a
variable that it reads, and that variable holds a value of the prompt.
"""

import ast

import torch

from python_to_triton import frontend, verification
from python_to_triton.static_checks import naming, proofreading


class FloatReading(naming.Reading):
    """An interpretation in which what is loaded from an argument of integers or booleans is a mask, and no data."""

    def __init__(self, *inputs, masks):
        super().__init__(*inputs)
        self.masks = masks

    def called(self, node, here, parts):
        is_load = isinstance(node.func, ast.Attribute) and node.func.attr == "load"
        if is_load and parts and isinstance(parts[0], str) and parts[0] in self.masks:
            return None
        return super().called(node, here, parts)


def given_results(variables, prompt_values):
    """{binding: [(all rows, values)]} of variables named after a result (a sum, a product) of the prompt.

    The interpretation computes no such result. It takes the prompt's values at the sample points for it.
    """
    return {
        binding: [(slice(None), prompt_values.values[binding.id])]
        for binding in variables.bindings
        if isinstance(binding, ast.Name) and binding.id in prompt_values.results
    }


def outermost_computed(expression, computed):
    """The outermost nodes of an expression that were computed; casts and masks around them are not."""
    if (expression,) in computed:
        return [expression]
    return [
        node for child in ast.iter_child_nodes(expression) for node in outermost_computed(child, computed)
    ]


def holds(values, expected):
    """Whether values are the expected ones at every sample point."""
    return bool(naming.same(values.expand(1, 1, -1), expected)[0, 0, 0])


def is_sign_step(expression):
    """Whether an expression is `tl.where(c, -v, v)`: the last step of an odd function, computed of the absolute value."""
    if not isinstance(expression, ast.Call) or ast.unparse(expression.func) != "tl.where":
        return False
    _, value, other = map(ast.unparse, expression.args)
    return value == f"-{other}"


def is_redundant(target, expression, variables, reading, prompt_values):
    """Whether a statement computes, at every sample point, the prompt's value that its target's name holds already.

    Three cases prove nothing: a value that is the same at all points, a value that the prompt has twice (`abs` of what
    is positive: the statement may be the prompt's own), and the sign step of a formula, `tl.where(c, -v, v)`.
    """
    if target.id not in prompt_values.pointwise:
        return False
    value = prompt_values.values[target.id].double()
    equal = naming.same(value[None], prompt_values.values_of(prompt_values.values))[0, 0]
    if equal.sum() != 1 or not bool((value != value[:, :1]).any()) or is_sign_step(expression):
        return False
    for node in outermost_computed(expression, reading.inside):
        names = [name for name in naming.below(node) if isinstance(name, ast.Name) and name.id == target.id]
        held = [reading.values.get(variables.of[name]) for name in names]
        computed = reading.inside[(node,)].double()
        if any(part is not None and holds(part, value) for part in held) and holds(computed, value):
            return True
    return False


@torch.inference_mode()
def redundant_statement(answer, prompt):
    """The Fault of the first statement of a kernel that computes what it is given, or None.

    `answer` has the prompt's names (`named`). Statements of elements are judged, outside loops and branches: masks,
    casts, loads, sums and products are not. Raises Refused where the answer does not parse.
    """
    tree = verification.parse_answer(answer)
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    host = functions.pop("translated")
    variables_of = {name: naming.Variables(function) for name, function in functions.items()}
    prompt_values, draw = proofreading.asked_of(prompt)
    masks = {
        f"a{place}"
        for place, argument in enumerate(frontend.parse(prompt).arguments)
        if not argument.dtype.is_floating_point
    }
    known = naming.received(functions, host)
    for name, function in functions.items():
        variables = variables_of[name]
        addresses = naming.Addresses(function, variables, known[name])
        parts = {
            load: prompt_values.parts[source][place]
            for load, (source, place) in addresses.parts(prompt_values).items()
            if source in prompt_values.parts
        }
        given = given_results(variables, prompt_values)
        reading = FloatReading(functions, variables_of, draw, parts, 1, given, masks=masks)
        reading.run(function, known[name])
        for target, expression in naming.assignments(function.body):
            if isinstance(target, ast.Name) and is_redundant(
                target, expression, variables, reading, prompt_values
            ):
                return proofreading.Fault(target.lineno, f"{target.id} computes what it is given")
    return None
