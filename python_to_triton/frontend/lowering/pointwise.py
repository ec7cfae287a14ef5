"""Lowering of pointwise operators and of factories."""

import math

import torch

from python_to_triton.frontend.lowering.registry import lowers, register_short_rules, scaled
from python_to_triton.frontend.values import Value
from python_to_triton.frontend.vocabulary import GraphError, RandomNumbers


def _cut(dtype, number):
    """A number as PyTorch takes it for tensors of a dtype: integers cut it."""
    return number if dtype.is_floating_point else int(number)


register_short_rules(
    {
        # identity
        "clone contiguous detach alias resolve_conj resolve_neg": lambda g, call, self, **_: self,
        "positive conj lift lift_fresh lift_fresh_copy data real": lambda g, call, self, **_: self,
        "to _to_copy type_as": lambda g, call, self, **_: g("to", self, dtype=call.out.dtype),
        "copy": lambda g, call, self, src, **_: g("expand", g("to", src, dtype=self.dtype), shape=self.shape),
        # arithmetic
        "add sub": lambda g, call, self, other, alpha=1: g(call.name, self, scaled(g, other, alpha)),
        "rsub": lambda g, call, self, other, alpha=1: g("sub", other, scaled(g, self, alpha)),
        "addcmul": lambda g, call, self, tensor1, tensor2, value: g(
            "add", self, scaled(g, g("mul", tensor1, tensor2), value)
        ),
        "addcdiv": lambda g, call, self, tensor1, tensor2, value: g(
            "add", self, scaled(g, g("div", tensor1, tensor2), value)
        ),
        "pow": lambda g, call, self, exponent: g("pow", self, exponent),
        "float_power": lambda g, call, self, exponent: g(
            "pow",
            *[g("to", x, dtype=call.out.dtype) if isinstance(x, Value) else x for x in (self, exponent)],
        ),
        "div": lambda g, call, self, other, rounding_mode=None: (
            g("floor_divide", self, other)
            if rounding_mode == "floor"
            else g("div", self, other, rounding_mode=rounding_mode)
        ),
        "logical_not bitwise_not": lambda g, call, self: g(
            "logical_not" if self.dtype == torch.bool else call.name, self
        ),
        "__lshift__": lambda g, call, self, other: g("bitwise_left_shift", self, other),
        "__rshift__": lambda g, call, self, other: g("bitwise_right_shift", self, other),
        "relu6": lambda g, call, self: g("clamp", self, min=0, max=6),
        "deg2rad": lambda g, call, self: g("mul", self, math.pi / 180),
        "rad2deg": lambda g, call, self: g("mul", self, 180 / math.pi),
        "isposinf": lambda g, call, self: g("eq", self, math.inf),
        "isneginf": lambda g, call, self: g("eq", self, -math.inf),
        "sgn": lambda g, call, self: g("sign", self),
        "ldexp": lambda g, call, self, other: g("mul", self, g("exp2", other)),
        "hardtanh": lambda g, call, self, min_val, max_val: g(
            "clamp", self, min=_cut(self.dtype, min_val), max=_cut(self.dtype, max_val)
        ),
        "elu": lambda g, call, self, alpha, **_: g("elu", self, alpha=alpha),
        # factories
        "arange": lambda g, call, end, start=0, step=1, **_: g(
            "arange", end=end, start=start, step=step, dtype=call.out.dtype
        ),
        "eye": lambda g, call, n, m=None, **_: g("eye", n=n, m=None if m == n else m, dtype=call.out.dtype),
    }
)


@lowers("linspace")
def _lower_linspace(g, call, start, end, steps, **_):
    if isinstance(start, Value) or isinstance(end, Value):
        raise GraphError("linspace between tensors is not in the vocabulary in this form")
    return g("linspace", start=start, end=end, steps=steps, dtype=call.out.dtype)


@lowers("dropout", "feature_dropout", "alpha_dropout", "feature_alpha_dropout")
def _lower_dropout(g, call, p, train, input=None, self=None):
    if train and p > 0:
        raise RandomNumbers(
            "dropout in training mode draws random numbers; "
            "trace it in eval mode or pass the mask as an argument"
        )
    return self if input is None else input  # self where it is in place


@lowers("rrelu", "rrelu_with_noise")
def _lower_rrelu(g, call, self, lower, upper, training=False, **_):
    if training:
        raise RandomNumbers("rrelu in training mode draws random numbers; trace it in eval mode")
    return g("leaky_relu", self, negative_slope=(lower + upper) / 2)


@lowers("bitwise_and", "bitwise_or", "bitwise_xor")
def _lower_bitwise(g, call, self, other):
    boolean = all(
        x.dtype == torch.bool if isinstance(x, Value) else isinstance(x, bool) for x in (self, other)
    )
    return g(call.name.replace("bitwise", "logical") if boolean else call.name, self, other)


@lowers("clamp", "clamp_min", "clamp_max")
def _lower_clamp(g, call, self, min=None, max=None):
    if isinstance(min, Value) or isinstance(max, Value):
        x = self if min is None else g("maximum", self, min)
        return x if max is None else g("minimum", x, max)
    return g("clamp", self, min=min, max=max)


@lowers(
    "zeros",
    "ones",
    "full",
    "zeros_like",
    "ones_like",
    "full_like",
    "new_zeros",
    "new_ones",
    "new_full",
    "scalar_tensor",
    "fill",
    "zero",
    "empty",
    "empty_like",
    "new_empty",
    "empty_strided",
    "new_empty_strided",
)
def _lower_full(g, call, fill_value=None, value=None, s=None, **_):
    given = next((v for v in (fill_value, value, s) if v is not None), 1 if "ones" in call.name else 0)
    if isinstance(given, Value) and given.op != "full":
        return g("expand", given, shape=call.out.shape)
    return g(
        "full",
        shape=call.out.shape,
        value=given.at["value"] if isinstance(given, Value) else given,
        dtype=call.out.dtype,
    )


@lowers("where")
def _lower_where(g, call, condition, self=None, other=None):
    if self is None:
        raise GraphError("torch.where(condition) alone has a result whose size depends on the data")
    return g("where", condition, self, other)
