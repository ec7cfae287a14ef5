"""The graph builder: `g("softmax", x, dim=1)` gives the Value of that operation in canonical form.

Attributes are normalised and defaults left out, constants that only fill a shape become numbers, trivial
operations are simplified (simplification.py), operands of commutative operations are ordered, and equal
operations are one Value.

A new Value belongs to the line of the program that `line` says at that moment; one that is built again keeps
its first line.
"""

import contextlib
from collections.abc import Iterator

from python_to_triton.frontend.normal_forms import is_default, normal_attribute, plain
from python_to_triton.frontend.simplification import SIMPLIFICATIONS
from python_to_triton.frontend.values import Value, broadcast, flatten_operands, is_number
from python_to_triton.frontend.vocabulary import COMMUTATIVE, OPS

# (op, position) of operands that have to be tensors: PyTorch takes no number there.
_TENSORS_ONLY = {
    ("where", 0),
    ("lerp", 0),
    ("lerp", 1),
    ("prelu", 0),
    ("prelu", 1),
}


def _tensors(operands):
    return [operand for operand in operands if isinstance(operand, Value)]


def _over_everything(x, attributes):
    """The attributes of a reduction: one over every dimension names none, unless it keeps them."""
    if not attributes.get("keepdim"):
        return {name: item for name, item in attributes.items() if name != "dim" or x.rank > 1}
    if attributes.get("dim") is not None:
        return attributes
    every = tuple(range(-x.rank, 0))
    return {"dim": every[0] if x.rank == 1 else every} | attributes


def _as_number(constant, others, floating):
    """The number that can replace a filled tensor among these operands; else the tensor itself.

    None can where the tensor gives the result its shape or its dtype. `floating` says whether any operand is
    floating-point.
    """
    shape = broadcast(t.shape for t in others)
    other_dtype = constant.dtype not in {t.dtype for t in others}
    promotes = other_dtype and (constant.rank or not floating or not constant.dtype.is_floating_point)
    if promotes or broadcast([shape, constant.shape]) != shape:
        return constant
    number = constant.at["value"]
    return float(number) if constant.dtype.is_floating_point else number


class GraphBuilder:
    """Makes Values: `g(op, *operands, **attributes)`. Two calls that mean the same give the same object.

    Attributes:
        line: of the user's text that computes what is built now; None where that is not known.
    """

    def __init__(self):
        self.line: int | None = None
        self._values = {}

    @contextlib.contextmanager
    def on_line(self, line: int | None) -> Iterator[None]:
        """What is built meanwhile belongs to this line, in place of values that it computed."""
        before = self.line
        self.line = line
        try:
            yield
        finally:
            self.line = before

    def __call__(self, op: str, *operands, **attributes) -> Value:
        """The canonical Value of an operation in OPS.

        Raises:
            GraphError: an attribute names a dtype that is not supported.
        """
        operation = OPS[op]
        operands = [tuple(o) if isinstance(o, list) else o for o in operands]
        if op == "cat":  # PyTorch leaves out an empty tensor of one dimension, whatever the others have
            operands = [tuple(v for v in operands[0] if v.shape != (0,)) or operands[0][:1]]
        x = next((o for o in flatten_operands(operands) if isinstance(o, Value)), None)
        given = {name: normal_attribute(operation, name, item, x) for name, item in attributes.items()}
        attributes = {
            name: given[name]
            for name, default in operation.attributes.items()
            if name in given and not is_default(given[name], default)
        }
        if operation.kind == "reduction" and operation.attributes.get("dim", 0) is None:
            attributes = _over_everything(x, attributes)
        if operation.kind == "pointwise" and op != "prelu":  # its weight lies along dimension 1: no broadcast
            operands = self._with_numbers(op, self._without_broadcasts(operands))
        while operands and operands[-1] is None:
            operands.pop()

        if op in SIMPLIFICATIONS:
            simpler = SIMPLIFICATIONS[op](self, *operands, **attributes)
            if simpler is not None:
                return simpler
        if op in COMMUTATIVE:
            operands.sort(key=lambda o: o.key if isinstance(o, Value) else (2,))
        return self._shared(Value(op, tuple(operands), tuple(attributes.items()), line=self.line))

    def _shared(self, value):
        """The Value that was built before and is equal to this one; else this one."""

        def identity(operand):
            if isinstance(operand, Value):
                return id(operand)
            return tuple(map(id, operand)) if isinstance(operand, tuple) else repr(operand)

        key = value.op, repr(value.attributes), tuple(map(identity, value.operands))
        known = self._values.setdefault(key, value)
        if known.line is None:
            known.line = value.line
        return known

    def _narrower(self, value):
        """A value before an expansion, or without the dimensions that it was given in front; else itself."""
        if value.op == "expand" or value.op == "unsqueeze" and value.at["dim"] == -value.rank:
            return value.operands[0]
        if value.op != "unsqueeze":
            return value
        inner = self._narrower(value.operands[0])
        if inner is value.operands[0]:
            return value
        with self.on_line(value.line):
            return self("unsqueeze", inner, dim=value.at["dim"])

    def _without_broadcasts(self, operands):
        """Operands of a pointwise operation without the views that broadcasting makes superfluous."""
        shape = broadcast(o.shape for o in _tensors(operands))
        for i in range(len(operands)):
            while isinstance(operands[i], Value):
                narrow = self._narrower(operands[i])
                if narrow is operands[i]:
                    break
                fewer = operands[:i] + [narrow] + operands[i + 1 :]
                if broadcast(o.shape for o in _tensors(fewer)) != shape:
                    break
                operands = fewer
        return operands

    def _with_numbers(self, op, operands):
        """Operands with numbers for the constants that only fill a shape; whole floats become integers."""
        tensors = _tensors(operands)
        floating = any(t.dtype.is_floating_point for t in tensors)
        for i, operand in enumerate(operands):
            others = [t for t in tensors if t is not operand]
            is_constant = isinstance(operand, Value) and operand.op == "full"
            if is_constant and others and (op, i) not in _TENSORS_ONLY:
                operands[i] = _as_number(operand, others, floating)
                tensors = others if is_number(operands[i]) else tensors
        return [plain(o) if is_number(o) and floating else o for o in operands]
