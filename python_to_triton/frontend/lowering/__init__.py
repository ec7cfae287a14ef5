"""Lowering: from PyTorch's operators to the vocabulary.

A recorded operator whose name is in the vocabulary needs no rule: its arguments are matched by the names of
its schema. A rule (`@lowers("squeeze")`) receives the graph builder, the call and its arguments by name. What
is in neither, but defined by PyTorch through other operators, was recorded as those others (see recorder.py),
or is taken as them afterwards (see forward_decompositions.py).

Reading order: registry; pointwise, movement, reductions, einsum, products, windows (the rules, by kind); aten
(operators of AOTAutograd's graphs alone); draws (random numbers); opaque (what no rule lowers).
"""

import functools

from python_to_triton.frontend.graph_builder import GraphBuilder
from python_to_triton.frontend.lowering import (  # noqa: F401  (the rules register themselves)
    aten,
    einsum,
    movement,
    pointwise,
    products,
    reductions,
    windows,
)
from python_to_triton.frontend.lowering.registry import RULES, OperatorCall
from python_to_triton.frontend.values import Value
from python_to_triton.frontend.vocabulary import OPS, GraphError, RandomNumbers

# Arguments that change no value.
_IGNORED = {
    "pin_memory",
    "layout",
    "device",
    "memory_format",
    "non_blocking",
    "copy",
    "cudnn_enabled",
    "cudnn_enable",
    "scale_grad_by_freq",
    "sparse",
    "stable",
    "sorted",
    "unsafe",
    "requires_grad",
    "out",
}

# Attributes that PyTorch's schemas call otherwise.
_RENAMED = {"dims": "dim", "dimension": "dim", "upscale_factor": "factor", "downscale_factor": "factor"}

# Operators that draw random numbers.
_RANDOM = {
    "rand",
    "randn",
    "randint",
    "rand_like",
    "randn_like",
    "randint_like",
    "randperm",
    "bernoulli",
    "normal",
    "uniform",
    "multinomial",
    "native_dropout",
    "exponential",
    "poisson",
    "random",
    "log_normal",
    "geometric",
}


@functools.cache
def _arguments_of(func):
    """((name, default), ...) of an operator's arguments."""
    return tuple((a.name, a.default_value if a.has_default_value() else None) for a in func._schema.arguments)


@functools.cache
def operator_name(func: object) -> str:
    """The name of an OpOverload without namespace, overload and the underscore of the in-place variant."""
    name = func._schema.name.split("::")[1]
    return name[:-1] if name.endswith("_") and not name.endswith("__") else name


def in_vocabulary(func: object) -> bool:
    """Whether an OpOverload can be lowered as it is."""
    return operator_name(func) in RULES or operator_name(func) in OPS


def _matched_by_name(g, name, bound):
    """The Value of an operator that the vocabulary has under its own name."""
    operation = OPS[name]
    operands = []
    attributes = {}
    for argument, item in bound.items():
        attribute = argument if argument in operation.attributes else _RENAMED.get(argument)
        if attribute in operation.attributes:
            attributes[attribute] = item
        else:
            operands.append(item)
    known = len(operation.operands)
    if any(operand is not None for operand in operands[known:]):
        raise GraphError(f"{name}({', '.join(bound)}) is not in the vocabulary in this form")
    return g(operation.name, *operands[:known], **attributes)


def lower_call(g: GraphBuilder, func: object, args: list, kwargs: dict, out: object) -> Value | list[Value]:
    """The Value, or list of Values, of one recorded call.

    Args:
        g: the graph builder.
        func: the OpOverload.
        args, kwargs: its arguments, with Values for the tensors.
        out: the recorded result, a fake tensor or a sequence of them.

    Raises:
        GraphError: the vocabulary does not have this operator, or not with these arguments.
    """
    arguments = _arguments_of(func)
    given = dict(zip((name for name, _ in arguments), args)) | kwargs
    bound = {name: given.get(name, default) for name, default in arguments if name not in _IGNORED}
    name = operator_name(func)
    if name in RULES:
        if "g" in bound:  # the magnitude of a weight norm; g is the builder here
            bound["magnitude"] = bound.pop("g")
        return RULES[name](g, OperatorCall(name, out), **bound)
    if name in _RANDOM:
        raise RandomNumbers(f"{name} draws random numbers")
    if name not in OPS:
        raise GraphError(f"{name} is not in the vocabulary")
    return _matched_by_name(g, name, bound)
