"""Lowering of convolutions, pools and interpolation."""

import re

from python_to_triton.frontend.lowering.registry import lowers
from python_to_triton.frontend.vocabulary import GraphError


@lowers(*(f"adaptive_avg_pool{n}d" for n in (1, 2, 3)))
def _lower_adaptive_average(g, call, self, output_size):
    if all(n == 1 for n in output_size):
        return g("mean", self, dim=range(-len(output_size), 0), keepdim=True)
    return g(call.name, self, output_size=output_size)


@lowers(*(f"adaptive_max_pool{n}d" for n in (1, 2, 3)))
def _lower_adaptive_maximum(g, call, self, output_size):
    if all(n == 1 for n in output_size):
        return [g("amax", self, dim=range(-len(output_size), 0), keepdim=True), None]
    return [g(call.name, self, output_size=output_size), None]


@lowers("convolution", "_convolution")
def _lower_convolution(
    g, call, input, weight, bias, stride, padding, dilation, transposed, output_padding, groups, **_
):
    more = {"output_padding": output_padding} if transposed else {}
    return g(
        f"conv{'_transpose' * transposed}{input.rank - 2}d",
        input,
        weight,
        bias,
        stride=stride,
        padding=padding,
        dilation=dilation,
        groups=groups,
        **more,
    )


@lowers("conv1d", "conv2d", "conv3d")
def _lower_conv(g, call, input, weight, bias, stride, padding, dilation, groups):
    if padding == "same":
        dilation = list(dilation) * (weight.rank - 2) if len(dilation) == 1 else dilation
        total = [d * (k - 1) for d, k in zip(dilation, weight.shape[2:])]
        padding = [t // 2 for t in total]
        more = [t % 2 for t in total]
        if any(more):  # an even kernel: one place more behind than before
            input = g("pad", input, pad=[n for last in reversed(more) for n in (0, last)])
    padding = 0 if padding == "valid" else padding
    without_batch = input.rank < weight.rank
    if without_batch:
        input = g("unsqueeze", input, dim=-weight.rank)
    out = g(call.name, input, weight, bias, stride=stride, padding=padding, dilation=dilation, groups=groups)
    return g("squeeze", out, dim=-weight.rank) if without_batch else out


@lowers(
    *(
        f"{kind}_pool{n}d{end}"
        for kind, end in (("max", ""), ("max", "_with_indices"), ("avg", ""))
        for n in (1, 2, 3)
    )
)
def _lower_pool(g, call, self, kernel_size, stride, **more):
    op = call.name.removesuffix("_with_indices")
    stride = None if not stride or list(stride) == list(kernel_size) else stride
    values = [
        g(name, self, kernel_size=kernel_size, stride=stride, **more)
        for name in (op, op + "_indices")[: 1 + (op != call.name)]
    ]
    return values if len(values) > 1 else values[0]


@lowers(
    *(
        f"upsample_{mode}"
        for mode in (
            "nearest1d",
            "nearest2d",
            "nearest3d",
            "linear1d",
            "bilinear2d",
            "trilinear3d",
            "bicubic2d",
        )
    ),
    *(f"_upsample_nearest_exact{n}d" for n in (1, 2, 3)),
)
def _lower_upsample(
    g, call, input=None, self=None, output_size=None, scale_factors=None, align_corners=False, **scales
):
    """Of the overloads that take a size and the scales it is of, the scales say more."""
    mode = "nearest-exact" if "exact" in call.name else re.match(r"upsample_([a-z]+)", call.name).group(1)
    scales = [scale for name, scale in scales.items() if name.startswith("scale")]
    if any(scales) and not all(scales):
        raise GraphError("an interpolation by scales of some dimensions is not in the vocabulary")
    factors = scale_factors or (scales if any(scales) else None)
    size = {"scale_factor": factors} if factors else {"size": output_size}
    return g(
        "interpolate", self if input is None else input, mode=mode, align_corners=bool(align_corners), **size
    )


@lowers("grid_sampler", "grid_sampler_2d", "grid_sampler_3d")
def _lower_grid_sampler(g, call, input, grid, interpolation_mode, padding_mode, align_corners):
    return g(
        "grid_sample",
        input,
        grid,
        mode=("bilinear", "nearest", "bicubic")[interpolation_mode],
        padding_mode=("zeros", "border", "reflection")[padding_mode],
        align_corners=align_corners,
    )
