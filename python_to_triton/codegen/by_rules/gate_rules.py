"""Rules of activations whose operands have other sizes than the result: halves, and a weight a channel."""

from python_to_triton.codegen.by_rules.kernel_expressions import HALVES, triton_name
from python_to_triton.codegen.by_rules.registry import with_item, writes
from python_to_triton.codegen.by_rules.size_arithmetic import over, plus


def _element(w, value, at, mask: str) -> str:
    """An element by name, halves in float32."""
    x = w.let(w.read(value, at, mask), "x")
    return w.let(f"{x}.to(tl.float32)", "x") if w.dtypes[id(value)] in HALVES else x


def _as_result(w, v, expression: str) -> str:
    """An expression in the dtype of a value."""
    dtype = w.dtypes[id(v)]
    return f"({expression}).to({triton_name(dtype)})" if dtype in HALVES else f"({expression})"


@writes("glu")
def _glu(w, v, n):
    """The first half times the sigmoid of the second."""
    dim, half = v.at["dim"], over(n[v.at["dim"]], 2)

    def read(at, mask):
        second = with_item(at, dim, plus(at[dim], w.size(half)))
        x, gate = (_element(w, v.operands[0], place, mask) for place in (at, second))
        return _as_result(w, v, f"{x} / (1 + tl.exp(-{gate}))")

    return with_item(n, dim, half), read


@writes("prelu")
def _prelu(w, v, n):
    """A slope for what is negative: one, or one for each place of the second dimension."""
    x_of, slope_of = v.operands
    (count,) = w.shape(slope_of) or [1]

    def read(at, mask):
        channel = at[1] if count != 1 and len(at) > 1 else 0
        x = _element(w, x_of, at, mask)
        slope = _element(w, slope_of, [channel] * len(w.shape(slope_of)), mask)
        return _as_result(w, v, f"tl.where({x} < 0, {x} * {slope}, {x})")

    return n, read
