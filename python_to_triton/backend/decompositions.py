"""Which of ATen's operators AOTAutograd takes apart before the front end sees them.

Forward operators that the vocabulary has as a whole stay whole; formulas of backwards, which it does not
have, become the operators that they are made of.
"""

import functools
from collections.abc import Callable

import torch
from torch._decomp import core_aten_decompositions

# Operators of the forward that the vocabulary, or PyTorch's own library, has as a whole.
_KEPT = """
    addcdiv addcmul addmm baddbmm celu clamp_max clamp_min elu gelu glu hardsigmoid hardswish hardtanh
    huber_loss leaky_relu lerp log_sigmoid_forward mish mse_loss native_batch_norm native_group_norm
    native_layer_norm norm rsub silu smooth_l1_loss softplus stack std var_mean std_mean tril triu
    upsample_bilinear2d upsample_nearest1d upsample_nearest2d upsample_nearest3d native_dropout
    _native_batch_norm_legit _native_batch_norm_legit_no_training cudnn_batch_norm
""".split()


@functools.cache
def backend_decompositions() -> dict[object, Callable]:
    """{operator: its decomposition} for AOTAutograd."""
    table = core_aten_decompositions()
    return {
        operator: rule
        for operator, rule in table.items()
        if not (
            isinstance(operator, torch._ops.OpOverload)
            and operator._schema.name.removeprefix("aten::") in _KEPT
        )
    }
