"""Which of ATen's operators AOTAutograd takes apart before the front end sees them.

Forward operators that the vocabulary has as a whole stay whole; formulas of backwards, which it does not
have, become the operators that they are made of.
"""

import functools
from collections.abc import Callable

import torch
from torch._decomp import core_aten_decompositions

from python_to_triton.frontend.attention_formulas import ATTENTION_BACKWARDS
from python_to_triton.frontend.convolution_gradients import (
    Geometry,
    gradient_by_input,
    gradient_by_weight,
)
from python_to_triton.frontend.interpolation_gradients import gradient_of_linear, gradient_of_nearest
from python_to_triton.frontend.pooling_gradients import (
    gradient_of_adaptive_average_pool,
    gradient_of_average_pool,
)

ATEN = torch.ops.aten

# Operators of the forward that the vocabulary, or PyTorch's own library, has as a whole.
_KEPT = """
    addcdiv addcmul addmm baddbmm celu clamp_max clamp_min elu gelu glu hardsigmoid hardswish hardtanh
    huber_loss leaky_relu lerp log_sigmoid_forward mish mse_loss native_batch_norm native_group_norm
    native_layer_norm norm roll rsub silu smooth_l1_loss softplus stack std var_mean std_mean tril triu
    upsample_linear1d upsample_bilinear2d upsample_nearest1d upsample_nearest2d upsample_nearest3d
    _upsample_nearest_exact1d _upsample_nearest_exact2d _upsample_nearest_exact3d native_dropout
    nll_loss_forward nll_loss2d_forward _scaled_dot_product_flash_attention_for_cpu
    _scaled_dot_product_flash_attention _scaled_dot_product_cudnn_attention
    _scaled_dot_product_efficient_attention
""".split()


def _listed(numbers, count):
    """A number for each of so many dimensions, where one may stand for all."""
    return list(numbers) * count if len(numbers) == 1 else list(numbers)


def _bias_apart(gradient, x, weight, bias_sizes, *geometry_and_mask):
    """The gradients by input and weight stay one call; that by the bias is a sum, which is a region."""
    *geometry, mask = geometry_and_mask
    if not mask[2]:
        return NotImplemented
    by_bias = gradient.sum([0, *range(2, gradient.dim())])
    by_x, by_weight, _ = ATEN.convolution_backward(
        gradient, x, weight, bias_sizes, *geometry, [*mask[:2], False]
    )
    return by_x, by_weight, by_bias


def _all_apart(
    gradient, x, weight, bias_sizes, stride, padding, dilation, transposed, output_padding, groups, mask
):
    """The gradients by input, weight and bias; None where the mask wants none.

    The first two stay a call where the output of a transposed convolution is padded by as many places as a
    stride: no window reaches them.
    """
    stride, padding, dilation, output_padding = (
        _listed(numbers, weight.dim() - 2) for numbers in (stride, padding, dilation, output_padding)
    )
    if any(more >= step for more, step in zip(output_padding, stride)):
        geometry = stride, padding, dilation, transposed, output_padding, groups
        return _bias_apart(gradient, x, weight, bias_sizes, *geometry, mask)
    geometry = Geometry(stride, padding, dilation, groups)
    by_x = by_weight = by_bias = None
    if mask[0] and transposed:
        by_x = ATEN.convolution(
            gradient, weight, None, stride, padding, dilation, False, [0] * len(stride), groups
        )
    elif mask[0]:
        by_x = gradient_by_input(gradient, weight, x.shape[2:], geometry)
    if mask[1]:
        seen, windows = (x, gradient) if transposed else (gradient, x)
        by_weight = gradient_by_weight(seen, windows, weight.shape[2:], geometry)
    if mask[2]:
        by_bias = gradient.sum([0, *range(2, gradient.dim())])
    return by_x, by_weight, by_bias


def _max_pool_apart(spatial):
    def apart(gradient, x, kernel_size, stride, padding, dilation, ceil_mode, indices):
        """Each window's gradient, added where its largest element is in the plane."""
        nothing = torch.zeros_like(x).flatten(-spatial)
        spread = nothing.scatter_add(-1, indices.flatten(-spatial), gradient.flatten(-spatial))
        return spread.reshape(x.shape)

    return apart


def _average_pool_apart(spatial):
    def apart(gradient, x, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override):
        """PyTorch has an operator of its own for `ceil_mode`, or for no batch: it stays."""
        if ceil_mode or gradient.dim() != spatial + 2:
            return NotImplemented
        geometry = (_listed(numbers, spatial) for numbers in (kernel_size, stride or kernel_size, padding))
        return gradient_of_average_pool(
            gradient, x.shape[2:], *geometry, count_include_pad, divisor_override or None
        )

    return apart


def _adaptive_average_pool_apart(spatial):
    def apart(gradient, x):
        return gradient_of_adaptive_average_pool(gradient, x.shape[-spatial:])

    return apart


def _scaled(sizes, places, scales):
    """The scales of a call, one a dimension, of which the last may be missing where they are None.

    None for a call whose factor leaves a size as it is: one device copies it, and another does not.
    """
    scales = [*scales, *[None] * (len(sizes) - len(scales))]
    odd = (n == m and scale not in (None, 1) for n, m, scale in zip(sizes, places, scales))
    return None if any(odd) else scales


def _linear_apart(gradient, output_size, input_size, align_corners, *scales):
    scales = _scaled(input_size[2:], output_size, scales)
    return gradient_of_linear(gradient, input_size[2:], align_corners, scales) if scales else NotImplemented


def _nearest_apart(is_exact):
    def apart(gradient, output_size, input_size, *scales):
        scales = _scaled(input_size[2:], output_size, scales)
        return gradient_of_nearest(gradient, input_size[2:], is_exact, scales) if scales else NotImplemented

    return apart


_INTERPOLATIONS = {
    ATEN.upsample_linear1d_backward.default: _linear_apart,
    ATEN.upsample_bilinear2d_backward.default: _linear_apart,
    ATEN.upsample_trilinear3d_backward.default: _linear_apart,
    ATEN.upsample_nearest1d_backward.default: _nearest_apart(False),
    ATEN.upsample_nearest2d_backward.default: _nearest_apart(False),
    ATEN.upsample_nearest3d_backward.default: _nearest_apart(False),
    ATEN._upsample_nearest_exact1d_backward.default: _nearest_apart(True),
    ATEN._upsample_nearest_exact2d_backward.default: _nearest_apart(True),
    ATEN._upsample_nearest_exact3d_backward.default: _nearest_apart(True),
}


def _embedding_apart(gradient, indices, rows, padding_idx, scale_grad_by_freq):
    """PyTorch's own decomposition compares indices with a `padding_idx` of -1, which none of them is."""
    if scale_grad_by_freq:
        return NotImplemented
    dtype = gradient.dtype
    gradient = gradient.float() if dtype in (torch.float16, torch.bfloat16) else gradient
    if padding_idx >= 0:
        gradient = torch.where((indices == padding_idx).unsqueeze(-1), 0, gradient)
    nothing = gradient.new_zeros(rows, gradient.shape[-1])
    return nothing.index_put((indices,), gradient, accumulate=True).to(dtype)


def _safe_softmax_apart(x, dim, dtype=None):
    """A hidden key's weight is 0 already; where all of a row are hidden it would be 0 / 0.

    Beside NaN in its row a hidden weight is 0 too, where PyTorch has NaN in all of the row.
    """
    x = x if dtype is None else x.to(dtype)
    return torch.where(x == float("-inf"), 0, x.softmax(dim))


def _weight_norm_apart(gradient, v, magnitude, norm, dim):
    """The gradients of w = v * magnitude / norm by v and by the magnitude; norms are over all dimensions but
    one. Salimans and Kingma, Weight normalization (2016), equation 3.
    """
    others = [other for other in range(v.dim()) if other != dim % v.dim()]
    along = gradient * v
    along = (along.sum(others, keepdim=True) if others else along) / norm
    by_v = magnitude / norm * (gradient - v * (along / norm))
    return by_v.to(v.dtype), along.to(magnitude.dtype)


@functools.cache
def backend_decompositions(whole_convolutions: bool = False) -> dict[object, Callable]:
    """{operator: its decomposition} for AOTAutograd.

    whole_convolutions: whether the gradients of a convolution by its input and weight stay a call of PyTorch.
    """
    table = core_aten_decompositions()
    chosen = {
        operator: rule
        for operator, rule in table.items()
        if not (
            isinstance(operator, torch._ops.OpOverload)
            and operator._schema.name.removeprefix("aten::") in _KEPT
        )
    }
    by_convolution = _bias_apart if whole_convolutions else _all_apart
    return chosen | {
        ATEN.convolution_backward.default: by_convolution,
        ATEN.max_pool2d_with_indices_backward.default: _max_pool_apart(2),
        ATEN.max_pool3d_with_indices_backward.default: _max_pool_apart(3),
        ATEN.avg_pool2d_backward.default: _average_pool_apart(2),
        ATEN.avg_pool3d_backward.default: _average_pool_apart(3),
        ATEN.embedding_dense_backward.default: _embedding_apart,
        ATEN._safe_softmax.default: _safe_softmax_apart,
        **ATTENTION_BACKWARDS,
        **_INTERPOLATIONS,
        ATEN._weight_norm_interface_backward.default: _weight_norm_apart,
        ATEN._adaptive_avg_pool2d_backward.default: _adaptive_average_pool_apart(2),
        ATEN._adaptive_avg_pool3d_backward.default: _adaptive_average_pool_apart(3),
    }
