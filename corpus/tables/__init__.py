"""Literal tables that many families share; a slot of AXES names one, or several as in "UNARY+STEEP".

A row is `name: (PyTorch statement, Triton statements)`, written in `x`: what it was before, what it is after.
In Triton `x` is a float32 block of any shape, and `t`, `u` are free for what comes between. Each row is
accurate where PyTorch is: a form that cancels near zero or overflows far from it is no answer. Three idioms
recur:

    expm1(t):  u = exp(t); u == 1 ? t : t < -1 ? u - 1 : (u - 1) * t / log(u)
               below -1 nothing cancels
    log1p(t):  u = 1 + t;  u == 1 ? t : log(u) * t / (u - 1)
               the rounding of u cancels in the quotient
    sqrt_rn:   the root of x * x + c, which is |x| for large x, as a later difference may need;
               a GPU's tl.sqrt may be off by a digit

UNARY is safe at any place of a chain: continuous, never steep, finite wherever its input is. GENTLE are those
of UNARY after which a long chain still depends on its input. REUSE reads `x` more than once, SCALAR joins it
with a constant; no name stands in two of UNARY, REUSE and SCALAR, so that a slot may take
"UNARY+REUSE+SCALAR". STEEP may stand once in a chain, or last. BINARY joins `x` with a second block `z`,
TERNARY with `z` and `w`. RAMP maps any x into [0, 1], a probability or a gate. LOSS makes another loss of an
x that is minus the logarithm of a likelihood.
"""

import functools

import torch

from corpus.tables import atoms, broadcasting, dimensions, joining, pointwise, shapes

MODULES = (pointwise, joining, atoms, dimensions, broadcasting, shapes)


def keeps_zero(row: tuple[str, str]) -> bool:
    """Whether a row of UNARY maps 0 to 0, so that padding stays padding."""
    scope = {"torch": torch, "F": torch.nn.functional, "x": torch.zeros(())}
    return eval(row[0].removeprefix("x = "), scope) == 0


@functools.cache
def tables() -> dict[str, dict]:
    """Every table: {table: {row: (torch statement, triton statements), or exchanges}}."""
    found = {
        name: table for module in MODULES for name, table in vars(module).items() if name in module.TABLES
    }
    found["KEEPS_ZERO"] = {name: row for name, row in found["UNARY"].items() if keeps_zero(row)}
    found["DIMS_SEVERAL"] = {name: row for name, row in found["DIMS"].items() if len(name.split("_")[1]) > 1}
    return found
