"""Lowering of reductions, normalisations and losses."""

import math

import torch

from python_to_triton.frontend.lowering.registry import lowers, register_short_rules
from python_to_triton.frontend.vocabulary import GraphError

register_short_rules(
    {
        # reductions
        "aminmax": lambda g, call, self, dim=None, keepdim=False: [
            g(op, self, dim=dim, keepdim=keepdim) for op in ("amin", "amax")
        ],
        "cummax cummin": lambda g, call, self, dim: [
            g(call.name + end, self, dim=dim) for end in ("", "_indices")
        ],
        "sort": lambda g, call, self, dim=-1, descending=False: [
            g(op, self, dim=dim, descending=descending) for op in ("sort", "argsort")
        ],
        "argsort": lambda g, call, self, dim=-1, descending=False: g(
            "argsort", self, dim=dim, descending=descending
        ),
        "topk": lambda g, call, self, k, dim, largest: [
            g(op, self, k=k, dim=dim, largest=largest) for op in ("topk", "topk_indices")
        ],
        "nansum": lambda g, call, self, dim=None, keepdim=False, dtype=None: g(
            "sum", g("where", g("isnan", self), 0, self), dim=dim, keepdim=keepdim
        ),
        "dist": lambda g, call, self, other, p: g("norm", g("sub", self, other), p=p),
        # normalisations and losses
        "layer_norm": lambda g, call, input, normalized_shape, weight, bias, eps: g(
            "layer_norm", input, weight, bias, dim=range(-len(normalized_shape), 0), eps=eps
        ),
        "rms_norm": lambda g, call, input, normalized_shape, weight, eps: g(
            "rms_norm", input, weight, dim=range(-len(normalized_shape), 0), eps=eps
        ),
        "cross_entropy_loss": lambda g, call, self, target, weight, **rest: g(
            "cross_entropy", self, target, weight, **rest
        ),
        "nll_loss nll_loss_nd nll_loss2d": lambda g, call, self, target, weight, **rest: g(
            "nll_loss", self, target, weight, **rest
        ),
    }
)


@lowers("sum", "mean", "prod", "cumsum", "cumprod", "softmax", "log_softmax", "_softmax", "_log_softmax")
def _lower_with_dtype(g, call, self, dtype=None, half_to_float=None, **attributes):
    return g(call.name.lstrip("_"), self if dtype is None else g("to", self, dtype=dtype), **attributes)


@lowers("max", "min")
def _lower_extremum(g, call, self, dim=None, keepdim=False, other=None):
    if other is not None:
        return g("maximum" if call.name == "max" else "minimum", self, other)
    ops = ("amax", "argmax") if call.name == "max" else ("amin", "argmin")
    if dim is None:
        return g(ops[0], self)
    ordered = g("to", self, dtype=torch.uint8) if self.dtype == torch.bool else self
    return [g(op, x, dim=dim, keepdim=keepdim) for op, x in zip(ops, (self, ordered))]


@lowers("var", "std", "var_mean", "std_mean")
def _lower_spread(g, call, self, dim=None, unbiased=True, correction=None, keepdim=False):
    correction = int(unbiased) if correction is None else correction
    value = g(call.name[:3], self, dim=dim, correction=correction, keepdim=keepdim)
    return [value, g("mean", self, dim=dim, keepdim=keepdim)] if "mean" in call.name else value


@lowers("norm", "linalg_vector_norm", "frobenius_norm")
def _lower_norm(g, call, self, p=None, ord=None, dim=None, keepdim=False, dtype=None):
    p = next((item for item in (p, ord) if item is not None), 2)
    x = self if dtype is None else g("to", self, dtype=dtype)
    plainer = {1: "sum", math.inf: "amax", -math.inf: "amin"}.get(p)
    return (
        g(plainer, g("abs", x), dim=dim, keepdim=keepdim)
        if plainer
        else g("norm", x, p=p, dim=dim, keepdim=keepdim)
    )


@lowers("_weight_norm_interface")
def _lower_weight_norm(g, call, v, magnitude, dim):  # PyTorch calls the magnitude g, as we call the builder
    others = [d for d in range(v.rank) if d != dim]
    return [g("mul", v, g("div", magnitude, g("norm", v, dim=others, keepdim=True))), None]


@lowers("linalg_norm", "linalg_matrix_norm")
def _lower_matrix_norm(g, call, self, ord=None, dim=None, keepdim=False, dtype=None):
    """Frobenius's norm, or the largest (of a negative order the smallest) sum of a column or a row.

    Norms of singular values are not in the vocabulary.
    """
    of_matrix = (
        call.name == "linalg_matrix_norm"
        or isinstance(dim, (list, tuple))
        and len(dim) == 2
        or dim is None
        and self.rank == 2
    )
    if not of_matrix or ord in (None, "fro"):
        return _lower_norm(
            g, call, self, ord=None if ord == "fro" else ord, dim=dim, keepdim=keepdim, dtype=dtype
        )
    if ord not in (1, -1, math.inf, -math.inf):
        raise GraphError(f"the matrix norm of order {ord!r} is not in the vocabulary")
    rows, columns = (d % self.rank for d in dim or (-2, -1))
    added, left = (rows, columns) if abs(ord) == 1 else (columns, rows)
    sums = g(
        "sum", g("abs", self if dtype is None else g("to", self, dtype=dtype)), dim=added, keepdim=keepdim
    )
    return g("amax" if ord > 0 else "amin", sums, dim=left - (left > added and not keepdim), keepdim=keepdim)


@lowers("median", "kthvalue")
def _lower_order_statistic(g, call, self, dim=None, keepdim=False, **k):
    if dim is None:
        return g("median", self)
    return [g(call.name + end, self, dim=dim, keepdim=keepdim, **k) for end in ("", "_indices")]


@lowers("batch_norm")
def _lower_batch_norm(g, call, input, weight, bias, running_mean, running_var, training, eps, momentum):
    mean, var = (None, None) if training else (running_mean, running_var)
    return g("batch_norm", input, mean, var, weight, bias, training=training, eps=eps)


@lowers("instance_norm")
def _lower_instance_norm(
    g, call, input, weight, bias, running_mean, running_var, use_input_stats, eps, momentum
):
    if not use_input_stats:
        return g("batch_norm", input, running_mean, running_var, weight, bias, eps=eps)
    return g("instance_norm", input, weight, bias, eps=eps)
