"""Lowering of matrix products and einsum."""

import torch

from python_to_triton.frontend.lowering.registry import lowers, register_short_rules, scaled
from python_to_triton.frontend.values import Value
from python_to_triton.frontend.vocabulary import RandomNumbers


def _outer(g, x, y):
    """Every element of a vector times every one of another, as broadcasting does it."""
    return g("mul", g("unsqueeze", x, dim=-1), g("unsqueeze", y, dim=0))


register_short_rules(
    {
        # products
        "mm bmm mv dot vdot matmul": lambda g, call, **factors: g("matmul", *factors.values()),
        "outer ger": lambda g, call, self, vec2: _outer(g, self, vec2),
        "linear": lambda g, call, input, weight, bias=None: g("linear", input, weight, bias),
        "linalg_cross": lambda g, call, self, other, dim: g(
            "sub",
            *[
                g("mul", g("roll", self, shifts=turn, dim=dim), g("roll", other, shifts=-turn, dim=dim))
                for turn in (-1, 1)
            ],
        ),
        "cdist": lambda g, call, x1, x2, p, **_: g("cdist", x1, x2, p=p),
    }
)


@lowers("addmm", "addmv", "addbmm", "baddbmm", "addr")
def _lower_addmm(g, call, self, beta, alpha, **factors):
    dtype = call.out.dtype
    if not dtype.is_floating_point:  # numbers are cut to integers; of booleans none, or one, is added
        alpha, beta = (int(bool(x)) if dtype == torch.bool else int(x) for x in (alpha, beta))
    product = _outer(g, *factors.values()) if call.name == "addr" else g("matmul", *factors.values())
    product = g("sum", product, dim=0) if call.name == "addbmm" else product
    if beta == 0:  # what is in self counts no more, not even NaN
        return scaled(g, product, alpha)
    return g("add", scaled(g, product, alpha), scaled(g, self, beta))


def attention(g, operands: tuple, dropout_p: float, **attributes) -> Value:
    """Attention on query, key, value and mask; RandomNumbers with dropout."""
    if dropout_p:
        raise RandomNumbers("attention with dropout draws random numbers; trace it in eval mode")
    return g("scaled_dot_product_attention", *operands, **attributes)


@lowers("scaled_dot_product_attention")
def _lower_attention(g, call, query, key, value, attn_mask, dropout_p, **attributes):
    return attention(g, (query, key, value, attn_mask), dropout_p, **attributes)
