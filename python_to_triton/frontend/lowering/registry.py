"""The register of lowering rules, and what rules share."""

from collections.abc import Callable
from typing import NamedTuple

import torch

from python_to_triton.frontend.values import Value

# name of a PyTorch operator -> its rule
RULES = {}


class OperatorCall(NamedTuple):
    """What a rule may need of the call besides its arguments."""

    name: str  # of the operator, without namespace and overload
    out: object  # the recorded result: a tensor or a sequence of them, for shapes and dtypes


def lowers(*names: str) -> Callable:
    """Registers a rule for these operators: rule(g, call, **arguments) -> a Value, or a list of Values.

    `g` is the GraphBuilder, `call` the OperatorCall; the arguments come by the names of the operator's
    schema, their tensors as Values.
    """

    def register(rule):
        RULES.update(dict.fromkeys(names, rule))
        return rule

    return register


def register_short_rules(rules: dict[str, Callable]) -> None:
    """Registers rules of one expression: {"names of operators": rule}."""
    for names, rule in rules.items():
        lowers(*names.split())(rule)


def scaled(g, x: Value | float, factor: Value | float) -> Value | float:
    """x * factor."""
    if factor == 1:
        return x
    return g("mul", x, factor) if isinstance(x, Value) else x * factor


def as_tensor(g, x: Value | float, dtype: torch.dtype) -> Value:
    """A number as a Value of no dimensions; a Value as it is."""
    return x if isinstance(x, Value) else g("full", shape=(), value=x, dtype=dtype)
