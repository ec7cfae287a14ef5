"""Views move to the ends of a program, where the host takes them and no kernel has to."""

import torch

from python_to_triton.frontend.canonicalization.matching import canonicalizes, is_op
from python_to_triton.frontend.values import Value
from python_to_triton.frontend.vocabulary import OPS, VIEWS

# glu is listed as pointwise, but reads two places of its operand for an element.
_POINTWISE = {op for op, operation in OPS.items() if operation.kind == "pointwise"} - {"glu"}


@canonicalizes(*VIEWS)
def _of_constant(g, uses, value):
    """A view of a filled tensor is a filled tensor."""
    x = value.operands[0]
    return g("full", shape=value.shape, value=x.at["value"], dtype=x.dtype) if is_op(x, "full") else None


@canonicalizes("stack")
def _of_numbers(g, uses, value):
    """Stacked tensors of one known number each are a literal tensor."""
    items = value.operands[0]
    if not all(is_op(item, "full") and item.shape == () for item in items):
        return None
    if len({item.dtype for item in items}) > 1:
        return None
    return g("tensor", values=[item.at["value"] for item in items], dtype=items[0].dtype)


@canonicalizes("select")
def _of_literal(g, uses, value):
    """One number of a literal tensor is filled with it."""
    x = value.operands[0]
    if not is_op(x, "tensor") or len(x.shape) != 1:
        return None
    return g("full", shape=(), value=x.at["values"][value.at["index"]], dtype=x.dtype)


@canonicalizes("reshape")
def _before_function(g, uses, value):
    """A reshaped function of an argument as that function of the reshaped argument."""
    x = value.operands[0]
    chain = []
    while x.op in _POINTWISE and len(list(x.inputs())) == uses[id(x)] == 1:
        chain.append(x)
        x = next(x.inputs())
    if x.op != "argument" or not chain:
        return None

    made = g("reshape", x, shape=value.at["shape"])
    for link in reversed(chain):
        operands = [made if isinstance(operand, Value) else operand for operand in link.operands]
        with g.on_line(link.line):
            made = g(link.op, *operands, **dict(link.attributes))
    return made


@canonicalizes(*_POINTWISE)
def _after_function(g, uses, value):
    """f(h.view(..)), h computed and the other operands numbers, as f(h).view(..)."""
    shaped, *others = value.inputs()
    computed = shaped.operands[0] if is_op(shaped, "reshape") else None
    if computed is None or others or uses[id(shaped)] != 1:
        return None
    if computed.op == "argument" or computed.op in VIEWS:
        return None
    operands = [computed if operand is shaped else operand for operand in value.operands]
    made = g(value.op, *operands, **dict(value.attributes))
    uses[id(made)] = 1
    with g.on_line(shaped.line):
        return g("reshape", made, shape=shaped.at["shape"])


@canonicalizes("where")
def _contrary_choice(g, uses, value):
    """where(logical_not(c), x, y) as where(c, y, x)."""
    condition, chosen, other = value.operands
    # logical_not of a number is a condition, the number itself is not.
    is_contrary = is_op(condition, "logical_not") and condition.operands[0].dtype == torch.bool
    return g("where", condition.operands[0], other, chosen) if is_contrary else None
