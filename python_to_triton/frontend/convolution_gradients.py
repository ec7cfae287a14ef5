"""The gradients of a convolution, made of operators that the vocabulary has.

By the input it is the transposed convolution of the output's gradient with the same weight. By the weight it
is a product: of the output's gradient with the patches of the input that the windows saw (im2col), summed
over all places. Dumoulin and Visin, A guide to convolution arithmetic for deep learning (2016), chapter 4.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor
from torch.nn import functional as F

Sizes = Sequence[int | torch.SymInt]


@dataclass(frozen=True)
class Geometry:
    """How the windows of a convolution lie, a number for each of its spatial dimensions."""

    stride: list[int]
    padding: list[int]
    dilation: list[int]
    groups: int

    def lies_side_by_side(self, window: Sizes) -> bool:
        """Whether windows of this size, of several places, cover all and overlap nowhere, as patches do."""
        plain = self.groups == 1 and not any(self.padding) and set(self.dilation) == {1}
        return plain and list(window) == self.stride and max(self.stride) > 1


def _apart(x, dim, stride, length):
    """The places of a dimension `stride` apart, zeros between them and after the last, `length` in all."""
    if stride == 1:
        return x
    after = [0, 0] * (x.dim() - dim - 1)
    return F.pad(x.unsqueeze(dim + 1), [*after, 0, stride - 1]).flatten(dim, dim + 1).narrow(dim, 0, length)


def _turned(weight, groups):
    """The weight [C, O / groups, *window] that leads back from outputs to inputs: each window is turned."""
    wide = [dim for dim, n in enumerate(weight.shape) if dim > 1 and n != 1]
    turned = weight.flip(wide) if wide else weight
    if groups == 1:
        return turned.transpose(0, 1)
    if weight.shape[0] == groups and weight.shape[1] == 1:
        return turned
    return turned.unflatten(0, (groups, -1)).transpose(1, 2).flatten(0, 1)


def _by_turned_weight(gradient, weight, lengths, around, geometry):
    """`gradient_by_input` as a convolution of the gradients, set apart to these lengths.

    Windows of one place are multiplied before the results are set apart: zeros between them stay zeros.
    """
    count = len(around)

    def all_apart(x):
        for dim, (stride, length) in enumerate(zip(geometry.stride, lengths), 2):
            x = _apart(x, dim, stride, length)
        return x

    def convolved(x):
        strides, nothing = [1] * count, [0] * count
        turned = _turned(weight, geometry.groups)
        more = around, geometry.dilation, False, nothing, geometry.groups
        return torch.ops.aten.convolution(x, turned, None, strides, *more)

    is_one_place = all(n == 1 for n in weight.shape[2:]) and not any(geometry.padding)
    return all_apart(convolved(gradient)) if is_one_place else convolved(all_apart(gradient))


def _side_by_side(gradient, weight, sizes):
    """`gradient_by_input` of windows that are as wide as the stride: each place has one window."""
    count = len(sizes)
    places = gradient.shape[2:]
    window = weight.shape[2:]
    rows = gradient.movedim(1, -1).reshape(-1, gradient.shape[1])  # [N * places, O]
    seen = rows @ weight.reshape(weight.shape[0], -1)  # [N * places, C * window]
    seen = seen.reshape(gradient.shape[0], *places, weight.shape[1], *window)
    pairs = [dim for place in range(count) for dim in (1 + place, 2 + count + place)]
    reached = [n * size for n, size in zip(places, window)]
    spread = seen.permute(0, 1 + count, *pairs).reshape(gradient.shape[0], weight.shape[1], *reached)
    missing = [size - n for size, n in zip(sizes, reached)]
    if all(isinstance(n, int) and n == 0 for n in missing):
        return spread
    return F.pad(spread, [n for rest in reversed(missing) for n in (0, rest)])


def gradient_by_input(gradient: Tensor, weight: Tensor, sizes: Sizes, geometry: Geometry) -> Tensor:
    """The gradient by the input, [N, C, *sizes], of a convolution with `weight` [O, C / groups, *window].

    gradient: [N, O, *places], by the output. At the end a size may have rows that no window reaches, fewer
    than a stride. Where sizes are letters the transposed convolution makes as many as there can be, and those
    beyond the size are cut off. In groups of channels, and in three dimensions, it is the convolution of the
    gradients, as far apart as the windows were, with the turned weight. Where windows lie side by side, it is
    a product.
    """
    if geometry.lies_side_by_side(weight.shape[2:]):
        return _side_by_side(gradient, weight, sizes)
    ends = [d * (n - 1) for d, n in zip(geometry.dilation, weight.shape[2:])]
    around = [end - padding for end, padding in zip(ends, geometry.padding)]
    if (geometry.groups > 1 or len(around) == 3) and min(around) >= 0:
        lengths = [size - end + 2 * padding for size, end, padding in zip(sizes, ends, geometry.padding)]
        return _by_turned_weight(gradient, weight, lengths, around, geometry)
    more = [stride - 1 for stride in geometry.stride]
    known = all(isinstance(n, int) for n in (*gradient.shape, *sizes))
    if known:
        reached = [
            (n - 1) * stride - 2 * padding + end + 1
            for n, stride, padding, end in zip(gradient.shape[2:], geometry.stride, geometry.padding, ends)
        ]
        more = [size - n for size, n in zip(sizes, reached)]
    spread = torch.ops.aten.convolution(
        *(gradient, weight, None, geometry.stride, geometry.padding, geometry.dilation),
        *(True, more, geometry.groups),
    )
    for dim, (size, added) in enumerate(zip(sizes, more), 2):
        spread = spread.narrow(dim, 0, size) if added and not known else spread
    return spread


def _by_groups(rows, columns, groups):
    """A product for each group, [groups, O / groups, C / groups * elements of the window]."""
    rows = rows.unflatten(0, (groups, -1))
    columns = columns.reshape(groups, -1, rows.shape[2])
    if rows.shape[1] == 1:  # depthwise: no product of matrices
        return (rows * columns).sum(-1)
    return rows @ columns.transpose(1, 2)


def _patches(x, window, geometry):
    """What each window sees, a view of the padded x: [N, C, *places, *window]."""
    if any(geometry.padding):
        x = F.pad(x, [n for padding in reversed(geometry.padding) for n in (padding, padding)])
    for dim, (size, stride, dilation) in enumerate(zip(window, geometry.stride, geometry.dilation), 2):
        x = x.unfold(dim, dilation * (size - 1) + 1, stride)[..., ::dilation]
    return x


def gradient_by_weight(gradient: Tensor, x: Tensor, window: Sizes, geometry: Geometry) -> Tensor:
    """The gradient by the weight, [O, C / groups, *window], of a convolution of x [N, C, *sizes].

    gradient: [N, O, *places], by the output. In memory the places lie behind the elements of a window: so
    both copies read and write neighbours.
    """
    count = len(window)
    places = [0, *range(2, 2 + count)]
    elements = range(2 + count, 2 + 2 * count)
    rows = gradient.transpose(0, 1).reshape(gradient.shape[1], -1)  # [O, N * places]
    columns = _patches(x, window, geometry).permute(1, *elements, *places)  # [C, *window, N, *places]
    if geometry.groups == 1:
        product = F.linear(rows, columns.reshape(-1, rows.shape[1]))
    else:
        product = _by_groups(rows, columns, geometry.groups)
    return product.reshape(gradient.shape[1], x.shape[1] // geometry.groups, *window)
