"""Which of ATen's operators AOTAutograd takes apart before the front end sees them.

Forward operators that the vocabulary has as a whole stay whole; formulas of backwards, which it does not
have, become the operators that they are made of. Attention on the CPU stays whole too: PyTorch decomposes it
for graphs without gradients, and what it then returns for the backward is not what the backward expects.
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
    nll_loss_forward nll_loss2d_forward _scaled_dot_product_flash_attention_for_cpu
""".split()


def _convolution_backward(
    grad_output,
    input,
    weight,
    bias_sizes,
    stride,
    padding,
    dilation,
    transposed,
    output_padding,
    groups,
    mask,
):
    """The gradients by input and weight stay one call; that by the bias is a sum, which is a region."""
    if not mask[2]:
        return NotImplemented
    by_bias = grad_output.sum([0, *range(2, grad_output.dim())])
    geometry = stride, padding, dilation, transposed, output_padding, groups
    by_input, by_weight, _ = torch.ops.aten.convolution_backward(
        grad_output, input, weight, bias_sizes, *geometry, [*mask[:2], False]
    )
    return by_input, by_weight, by_bias


@functools.cache
def backend_decompositions() -> dict[object, Callable]:
    """{operator: its decomposition} for AOTAutograd."""
    table = core_aten_decompositions()
    chosen = {
        operator: rule
        for operator, rule in table.items()
        if not (
            isinstance(operator, torch._ops.OpOverload)
            and operator._schema.name.removeprefix("aten::") in _KEPT
        )
    }
    return chosen | {torch.ops.aten.convolution_backward.default: _convolution_backward}
