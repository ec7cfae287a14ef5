"""The vocabulary: the operations that a canonical graph may contain, one row an operation.

A row of VOCABULARY reads `name(operands, *, attributes with their defaults) = how it runs`:

    softmax(x, *, dim)                          operand x, attribute dim without a default; runs torch.softmax
    cummax(x, *, dim) = torch.cummax(x, dim).values

Operands are tensors or numbers. Attributes are literals; one that equals its default is left out of a prompt.
Without `= ...` the function of that name in torch or torch.nn.functional runs the operation. The name of an
attribute says how it is normalised (see normal_forms.py). `OPS` is the table that is read from these rows.
"""

import inspect
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass

import torch
import torch.nn.functional as F

from python_to_triton.frontend.loop_values import (  # noqa: F401  (rows name them)
    final_value,
    item_of_step,
    stacked_values,
)
from python_to_triton.frontend.opaque_calls import run_opaque_call  # noqa: F401  (a row names it)

# What PyTorch raises where the sizes of tensors do not suit an operation.
SHAPE_ERRORS = (
    RuntimeError,
    ValueError,
    IndexError,
    TypeError,
    ZeroDivisionError,
    AssertionError,
    NotImplementedError,
)


class GraphError(ValueError):
    """The program cannot be traced: one line on why, with the program's own line where there is one."""


class RandomNumbers(GraphError):
    """The program draws random numbers in the mode that was traced."""


VOCABULARY = {
    "pointwise": """
        abs(x)  neg(x)  sign(x)  exp(x)  exp2(x)  expm1(x)  log(x)  log2(x)  log10(x)  log1p(x)
        sqrt(x)  rsqrt(x)  reciprocal(x)  square(x)
        sin(x)  cos(x)  tan(x)  asin(x)  acos(x)  atan(x)  sinh(x)  cosh(x)  tanh(x)  asinh(x)  acosh(x)
        atanh(x)
        sigmoid(x)  logit(x, *, eps=None)  erf(x)  erfc(x)  erfinv(x)  lgamma(x)  digamma(x)  sinc(x)  i0(x)
        floor(x)  ceil(x)  round(x, *, decimals=0)  trunc(x)  frac(x)
        isnan(x)  isinf(x)  isfinite(x)  signbit(x)  nan_to_num(x, *, nan=None, posinf=None, neginf=None)
        relu(x)  leaky_relu(x, *, negative_slope=0.01)  elu(x, *, alpha=1)  selu(x)  celu(x, *, alpha=1)
        gelu(x, *, approximate='none')  silu(x)  mish(x)  softplus(x, *, beta=1, threshold=20)
        log_sigmoid(x) = F.logsigmoid(x)
        hardsigmoid(x)  hardswish(x)  hardshrink(x, *, lambd=0.5)  softshrink(x, *, lambd=0.5)
        threshold(x, *, threshold, value)  prelu(x, weight)  glu(x, *, dim=-1)
        clamp(x, *, min=None, max=None)
        add(x, y)  sub(x, y) = _sub(x, y)  mul(x, y)
        div(x, y, *, rounding_mode=None) = _div(x, y, rounding_mode)
        pow(x, y)  fmod(x, y) = _from_tensor(torch.fmod, x, y)  remainder(x, y)  floor_divide(x, y)
        maximum(x, y) = _pair(torch.maximum, x, y)  minimum(x, y) = _pair(torch.minimum, x, y)
        fmax(x, y) = _pair(torch.fmax, x, y)  fmin(x, y) = _pair(torch.fmin, x, y)
        atan2(x, y) = _pair(torch.atan2, x, y)  hypot(x, y) = _pair(torch.hypot, x, y)
        copysign(x, y) = _from_tensor(torch.copysign, x, y)  heaviside(x, y) = _pair(torch.heaviside, x, y)
        logaddexp(x, y) = _pair(torch.logaddexp, x, y)  logaddexp2(x, y) = _pair(torch.logaddexp2, x, y)
        xlogy(x, y)  lerp(x, y, weight)  where(condition, x, y)
        eq(x, y)  ne(x, y)  gt(x, y)  ge(x, y)  lt(x, y)  le(x, y)  isclose(x, y, *, rtol=1e-5, atol=1e-8)
        logical_and(x, y)  logical_or(x, y)  logical_xor(x, y)  logical_not(x)
        bitwise_and(x, y)  bitwise_or(x, y)  bitwise_xor(x, y)  bitwise_not(x)
        bitwise_left_shift(x, y)  bitwise_right_shift(x, y)
        to(x, *, dtype) = x.to(dtype)
    """,
    "factory": """
        full(*, shape, value, dtype=f32) = torch.full(shape, value, dtype=dtype, device=device)
        tensor(*, values, dtype=f32) = torch.tensor(values, dtype=dtype, device=device)
        arange(*, end, start=0, step=1, dtype=i64)
            = torch.arange(start, end, step, dtype=dtype, device=device)
        linspace(*, start, end, steps, dtype=f32)
            = torch.linspace(start, end, steps, dtype=dtype, device=device)
        eye(*, n, m=None, dtype=f32) = torch.eye(n, n if m is None else m, dtype=dtype, device=device)
    """,
    "reduction": """
        sum(x, *, dim=None, keepdim=False) = torch.sum(x, dim, keepdim)
        mean(x, *, dim=None, keepdim=False) = torch.mean(x, dim, keepdim)
        amax(x, *, dim=None, keepdim=False) = torch.amax(x, () if dim is None else dim, keepdim)
        amin(x, *, dim=None, keepdim=False) = torch.amin(x, () if dim is None else dim, keepdim)
        prod(x, *, dim=None, keepdim=False) = torch.prod(x) if dim is None else torch.prod(x, dim, keepdim)
        var(x, *, dim=None, correction=1, keepdim=False)
            = torch.var(x, dim, correction=correction, keepdim=keepdim)
        std(x, *, dim=None, correction=1, keepdim=False)
            = torch.std(x, dim, correction=correction, keepdim=keepdim)
        logsumexp(x, *, dim=None, keepdim=False)
            = torch.logsumexp(x, tuple(range(x.dim())) if dim is None else dim, keepdim)
        norm(x, *, p=2, dim=None, keepdim=False) = torch.linalg.vector_norm(x, p, dim, keepdim)
        argmax(x, *, dim=None, keepdim=False)  argmin(x, *, dim=None, keepdim=False)
        any(x, *, dim=None, keepdim=False) = torch.any(x) if dim is None else torch.any(x, dim, keepdim)
        all(x, *, dim=None, keepdim=False) = torch.all(x) if dim is None else torch.all(x, dim, keepdim)
        count_nonzero(x, *, dim=None)
        median(x, *, dim=None, keepdim=False)
            = torch.median(x) if dim is None else torch.median(x, dim, keepdim).values
        median_indices(x, *, dim, keepdim=False) = torch.median(x, dim, keepdim).indices
        kthvalue(x, *, k, dim=-1, keepdim=False) = torch.kthvalue(x, k, dim, keepdim).values
        kthvalue_indices(x, *, k, dim=-1, keepdim=False) = torch.kthvalue(x, k, dim, keepdim).indices
        trace(x)
    """,
    "normalization": """
        softmax(x, *, dim)  log_softmax(x, *, dim)
        layer_norm(x, weight=None, bias=None, *, dim=-1, eps=1e-5)
            = F.layer_norm(x, trailing_shape(x, dim), weight, bias, eps)
        rms_norm(x, weight=None, *, dim=-1, eps=None) = F.rms_norm(x, trailing_shape(x, dim), weight, eps)
        group_norm(x, weight=None, bias=None, *, num_groups, eps=1e-5)
            = F.group_norm(x, num_groups, weight, bias, eps)
        batch_norm(x, mean=None, var=None, weight=None, bias=None, *, training=False, eps=1e-5)
            = F.batch_norm(x, mean, var, weight, bias, training, 0.0, eps)
        instance_norm(x, weight=None, bias=None, *, eps=1e-5)
            = F.instance_norm(x, None, None, weight, bias, True, 0.0, eps)
    """,
    "heavy": """
        matmul(x, y)  linear(x, weight, bias=None)  bilinear(x, y, weight, bias=None)
        einsum(tensors, *, equation) = torch.einsum(equation, tensors)
        conv1d(x, weight, bias=None, *, stride=1, padding=0, dilation=1, groups=1)
            = _conv(F.conv1d, x, weight, bias, stride, padding, dilation, groups)
        conv2d(x, weight, bias=None, *, stride=1, padding=0, dilation=1, groups=1)
            = _conv(F.conv2d, x, weight, bias, stride, padding, dilation, groups)
        conv3d(x, weight, bias=None, *, stride=1, padding=0, dilation=1, groups=1)
            = _conv(F.conv3d, x, weight, bias, stride, padding, dilation, groups)
        conv_transpose1d(x, weight, bias=None, *, stride=1, padding=0, output_padding=0, groups=1, dilation=1)
            = _conv_transpose(F.conv_transpose1d, x, weight, bias, stride, padding, output_padding, groups,
                dilation)
        conv_transpose2d(x, weight, bias=None, *, stride=1, padding=0, output_padding=0, groups=1, dilation=1)
            = _conv_transpose(F.conv_transpose2d, x, weight, bias, stride, padding, output_padding, groups,
                dilation)
        conv_transpose3d(x, weight, bias=None, *, stride=1, padding=0, output_padding=0, groups=1, dilation=1)
            = _conv_transpose(F.conv_transpose3d, x, weight, bias, stride, padding, output_padding, groups,
                dilation)
        max_pool1d(x, *, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False)
        max_pool2d(x, *, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False)
        max_pool3d(x, *, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False)
        max_pool1d_indices(x, *, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False)
            = F.max_pool1d(x, kernel_size, stride, padding, dilation, ceil_mode, True)[1]
        max_pool2d_indices(x, *, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False)
            = F.max_pool2d(x, kernel_size, stride, padding, dilation, ceil_mode, True)[1]
        max_pool3d_indices(x, *, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False)
            = F.max_pool3d(x, kernel_size, stride, padding, dilation, ceil_mode, True)[1]
        avg_pool1d(x, *, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True)
        avg_pool2d(x, *, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True,
                divisor_override=None)
        avg_pool3d(x, *, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True,
                divisor_override=None)
        adaptive_avg_pool1d(x, *, output_size)  adaptive_avg_pool2d(x, *, output_size)
        adaptive_avg_pool3d(x, *, output_size)
        adaptive_max_pool1d(x, *, output_size)  adaptive_max_pool2d(x, *, output_size)
        adaptive_max_pool3d(x, *, output_size)
        scaled_dot_product_attention(q, k, v, attn_mask=None, *, is_causal=False, scale=None,
                enable_gqa=False)
            = F.scaled_dot_product_attention(q, k, v, attn_mask, 0.0, is_causal, scale=scale,
                enable_gqa=enable_gqa)
        cumsum(x, *, dim)  cumprod(x, *, dim)  logcumsumexp(x, *, dim)
        cummax(x, *, dim) = torch.cummax(x, dim).values
        cummin(x, *, dim) = torch.cummin(x, dim).values
        cummax_indices(x, *, dim) = torch.cummax(x, dim).indices
        cummin_indices(x, *, dim) = torch.cummin(x, dim).indices
        sort(x, *, dim=-1, descending=False)
            = torch.sort(x, dim=dim, descending=descending, stable=True).values
        argsort(x, *, dim=-1, descending=False)
            = torch.sort(x, dim=dim, descending=descending, stable=True).indices
        topk(x, *, k, dim=-1, largest=True) = torch.topk(x, k, dim, largest).values
        topk_indices(x, *, k, dim=-1, largest=True) = torch.topk(x, k, dim, largest).indices
        cdist(x, y, *, p=2)
    """,
    "loss": """
        mse_loss(x, target, *, reduction='mean')  l1_loss(x, target, *, reduction='mean')
        smooth_l1_loss(x, target, *, reduction='mean', beta=1)
        huber_loss(x, target, *, reduction='mean', delta=1)
        cross_entropy(x, target, weight=None, *, ignore_index=-100, reduction='mean', label_smoothing=0)
        nll_loss(x, target, weight=None, *, ignore_index=-100, reduction='mean')
        binary_cross_entropy(x, target, weight=None, *, reduction='mean')
        binary_cross_entropy_with_logits(x, target, weight=None, pos_weight=None, *, reduction='mean')
            = F.binary_cross_entropy_with_logits(x, target, weight, pos_weight=pos_weight,
                reduction=reduction)
        kl_div(x, target, *, reduction='mean', log_target=False)
        soft_margin_loss(x, target, *, reduction='mean')
        hinge_embedding_loss(x, target, *, margin=1, reduction='mean')
        margin_ranking_loss(x, y, target, *, margin=0, reduction='mean')
        cosine_embedding_loss(x, y, target, *, margin=0, reduction='mean')
        triplet_margin_loss(anchor, positive, negative, *, margin=1, p=2, eps=1e-6, swap=False,
                reduction='mean')
        poisson_nll_loss(x, target, *, log_input=True, full=False, eps=1e-8, reduction='mean')
        multi_margin_loss(x, target, weight=None, *, p=1, margin=1, reduction='mean')
            = F.multi_margin_loss(x, target, p, margin, weight, reduction=reduction)
        multilabel_margin_loss(x, target, *, reduction='mean')
        cosine_similarity(x, y, *, dim=1, eps=1e-8)
        pairwise_distance(x, y, *, p=2, eps=1e-6, keepdim=False)
    """,
    "movement": """
        reshape(x, *, shape)  expand(x, *, shape) = x.expand(shape)
        transpose(x, *, dim0, dim1)  permute(x, *, dims)
        unsqueeze(x, *, dim)  squeeze(x, *, dim)
        slice(x, *, dim, start=0, end=None, step=1) = _slice(x, dim, start, end, step)
        select(x, *, dim, index)  chunk(x, *, chunks, dim, index) = torch.chunk(x, chunks, dim)[index]
        diagonal(x, *, offset=0, dim1=-2, dim2=-1) = torch.diagonal(x, offset, dim1, dim2)
        diag_embed(x, *, offset=0)  unfold(x, *, dim, size, step) = x.unfold(dim, size, step)
        cat(tensors, *, dim)  stack(tensors, *, dim)
        repeat(x, *, repeats) = x.repeat(repeats)
        repeat_interleave(x, *, repeats, dim=None)  roll(x, *, shifts, dim=None) = torch.roll(x, shifts, dim)
        flip(x, *, dim) = torch.flip(x, (dim,) if isinstance(dim, int) else dim)
        pad(x, *, pad, mode='constant', value=0)
        tril(x, *, diagonal=0)  triu(x, *, diagonal=0)
        gather(x, index, *, dim) = torch.gather(x, dim, index)
        take(x, index)  index_select(x, index, *, dim) = torch.index_select(x, dim, index)
        index(x, tensors) = x[tuple(slice(None) if i is None else i for i in tensors)]
        index_put(x, tensors, y, *, accumulate=False) = _index_put(x, tensors, y, accumulate)
        index_add(x, index, y, *, dim) = _index_add(x, index, y, dim)
        index_copy(x, index, y, *, dim) = torch.index_copy(x, dim, index, y)
        scatter(x, index, y, *, dim) = torch.scatter(x, dim, index, y)
        scatter_add(x, index, y, *, dim) = torch.scatter_add(x, dim, index, y)
        scatter_reduce(x, index, y, *, dim, reduce, include_self=True)
            = torch.scatter_reduce(x, dim, index, y, reduce, include_self=include_self)
        slice_scatter(x, y, *, dim, start=0, end=None, step=1)
            = _overwritten(x, y, lambda v: _slice(v, dim, start, end, step))
        select_scatter(x, y, *, dim, index) = _overwritten(x, y, lambda v: v.select(dim, index))
        diagonal_scatter(x, y, *, offset=0, dim1=-2, dim2=-1)
            = _overwritten(x, y, lambda v: v.diagonal(offset, dim1, dim2))
        embedding(x, weight, *, padding_idx=None) = F.embedding(x, weight)
        one_hot(x, *, num_classes) = F.one_hot(x, num_classes)
        bucketize(x, boundaries, *, right=False)  searchsorted(boundaries, x, *, right=False)
        pixel_shuffle(x, *, factor) = F.pixel_shuffle(x, factor)
        pixel_unshuffle(x, *, factor) = F.pixel_unshuffle(x, factor)
        channel_shuffle(x, *, groups) = torch.channel_shuffle(x, groups)
        interpolate(x, *, size=None, scale_factor=None, mode='nearest', align_corners=False)
            = F.interpolate(x, size, scale_factor, mode, align_corners or None)
        grid_sample(x, grid, *, mode='bilinear', padding_mode='zeros', align_corners=False)
            = F.grid_sample(x, grid, mode, padding_mode, align_corners)
        im2col(x, *, kernel_size, dilation=1, padding=0, stride=1)
            = F.unfold(x, kernel_size, dilation, padding, stride)
        col2im(x, *, output_size, kernel_size, dilation=1, padding=0, stride=1)
            = F.fold(x, output_size, kernel_size, dilation, padding, stride)
        meshgrid(tensors, *, index, indexing='ij') = torch.meshgrid(tensors, indexing=indexing)[index]
    """,
    # What stays a call of PyTorch between regions (opaque_calls.py); in no prompt.
    "opaque": """
        opaque(tensors, *, call, numbers=(), result=None, occurrence=0)
            = run_opaque_call(tensors, call, numbers, result, device)
    """,
    # What a loop's steps read and leave (loops.py); in no prompt.
    "loop": """
        carried(x, *, loop, number) = x
        item(x, *, loop, steps, first=0, stride=1) = item_of_step(x, steps, first, stride)
        stacked(x, carried, following, *, loop, steps, reverse=False)
            = stacked_values(x, carried, following, steps)
        final(x, carried, following, *, loop, steps) = final_value(x, carried, following, steps)
    """,
}


DTYPES = {
    "f16": torch.float16,
    "bf16": torch.bfloat16,
    "f32": torch.float32,
    "f64": torch.float64,
    "i8": torch.int8,
    "i16": torch.int16,
    "i32": torch.int32,
    "i64": torch.int64,
    "u8": torch.uint8,
    "bool": torch.bool,
}


# Kinds of operations that are told where to make their result.
NEEDS_DEVICE = ("factory", "opaque")


DTYPE_NAMES = {dtype: name for name, dtype in DTYPES.items()}


# The names of sizes in a prompt.
LETTERS = [chr(65 + i) for i in range(26)]


class Word(str):
    """A name that a prompt writes without quotes: a dtype, or a size such as `A` or `A*B`."""

    __slots__ = ()


def _sub(x, y):
    return torch.rsub(y, x) if not isinstance(x, torch.Tensor) else torch.sub(x, y)


def _div(x, y, rounding_mode):
    x = x if isinstance(x, torch.Tensor) else torch.as_tensor(x, device=y.device)
    return torch.div(x, y, rounding_mode=rounding_mode)


def _as_tensor(number, other):
    """A number as a tensor of the dtype that it and another tensor have together."""
    return torch.scalar_tensor(number, dtype=torch.result_type(other, number), device=other.device)


def _from_tensor(function, x, y):
    """`function` of a tensor and of one or a number, where the first may be a number too."""
    x = x if isinstance(x, torch.Tensor) else _as_tensor(x, y)
    return function(x, y)


def _pair(function, x, y):
    """`function` of two tensors where one of them may be a number."""
    x = x if isinstance(x, torch.Tensor) else _as_tensor(x, y)
    y = y if isinstance(y, torch.Tensor) else _as_tensor(y, x)
    return function(x, y)


# On the meta device PyTorch does not compare the sizes of a convolution's operands. The next two functions
# do, so that sizes which must be equal share a letter.
def _conv(function, x, weight, bias, stride, padding, dilation, groups):
    if weight.shape[0] % groups or bias is not None and bias.shape != weight.shape[:1]:
        raise RuntimeError(f"weight {tuple(weight.shape)} does not fit {groups} groups, or its bias")
    return function(x, weight, bias, stride, padding, dilation, groups)


def _conv_transpose(function, x, weight, bias, stride, padding, output_padding, groups, dilation):
    channels_fit = x.shape[1 - weight.ndim] == weight.shape[0] and weight.shape[0] % groups == 0
    bias_fits = bias is None or bias.shape == (weight.shape[1] * groups,)
    if not channels_fit or not bias_fits:
        raise RuntimeError(
            f"weight {tuple(weight.shape)} does not fit an input {tuple(x.shape)}, "
            f"{groups} groups, or its bias"
        )
    return function(x, weight, bias, stride, padding, output_padding, groups, dilation)


def _index_put(x, tensors, y, accumulate):
    """On the meta device PyTorch does not say that what is put does not fit."""
    if x.is_meta and not any(index is not None and index.dtype == torch.bool for index in tensors):
        places = torch.ops.aten.index(x, tensors).shape
        if torch.broadcast_shapes(places, y.shape) != places:
            raise RuntimeError(f"cannot put {tuple(y.shape)} at places {tuple(places)}")
    return torch.ops.aten.index_put(x, tensors, y, accumulate)


def _index_add(x, index, y, dim):
    if (*y.shape[:dim], *y.shape[dim:][1:]) != (*x.shape[:dim], *x.shape[dim:][1:]):
        raise RuntimeError(f"cannot add {tuple(y.shape)} at indices of dimension {dim} of {tuple(x.shape)}")
    return torch.index_add(x, dim, index, y)


def _slice(x, dim, start, end, step):
    return torch.ops.aten.slice.Tensor(x, dim, start, sys.maxsize if end is None else end, step)


def _overwritten(x, y, view):
    """A copy of x with `view` of it overwritten by y, a tensor or a number."""
    x = x.clone()
    view(x).copy_(y) if isinstance(y, torch.Tensor) else view(x).fill_(y)
    return x


def trailing_shape(x, dim: int | tuple[int, ...]) -> list[int]:
    """The sizes of the trailing dimensions `dim` of x, as F.layer_norm and F.rms_norm want them."""
    return [x.shape[d] for d in ((dim,) if isinstance(dim, int) else dim)]


@dataclass(frozen=True)
class Operation:
    """One row of VOCABULARY."""

    name: str
    kind: str  # the block of VOCABULARY that has it
    operands: tuple[str, ...]  # names of the tensor operands
    attributes: dict[str, object]  # name -> default; inspect.Parameter.empty where there is none
    run: Callable[..., torch.Tensor]  # (*operands, **attributes)
    # `run` as text, which codegen/ writes: what is behind `=`, else the function that bears the row's name
    body: str
    function: str


def _rows(block):
    """The rows of a block, each as one line: a row begins a line or follows two spaces."""
    starts = [match.start() for match in re.finditer(r"(?:^|(?<=  ))(?=\w+\()", block, re.MULTILINE)]
    ends = [*starts[1:], len(block)]
    return [" ".join(block[start:end].split()) for start, end in zip(starts, ends)]


def _read_row(row, kind, scope):
    """The Operation of one row. `scope` holds what its defaults and its body may name."""
    head, _, body = row.partition(") = ") if ") = " in row else (row[:-1], "", "")
    name, _, parameters = head.partition("(")
    signature = inspect.signature(eval(f"lambda {parameters}: None", scope)).parameters.values()

    if body:
        device = ", device=None" if kind in NEEDS_DEVICE else ""
        function = ""
        run = eval(f"lambda {parameters}{device}: {body}", scope)
    else:
        # Losses and pools are looked up in F first: those of torch itself return pairs.
        homes = {"F": F, "torch": torch} if kind in ("loss", "heavy") else {"torch": torch, "F": F}
        home = next(home for home in homes if hasattr(homes[home], name))
        function = f"{home}.{name}"
        run = getattr(homes[home], name)

    operands = tuple(p.name for p in signature if p.kind is not p.KEYWORD_ONLY)
    attributes = {p.name: p.default for p in signature if p.kind is p.KEYWORD_ONLY}
    return Operation(name, kind, operands, attributes, run, body, function)


def _read_vocabulary():
    """VOCABULARY as {name: Operation}."""
    scope = globals() | {name: Word(name) for name in DTYPES}
    operations = [_read_row(row, kind, scope) for kind, block in VOCABULARY.items() for row in _rows(block)]
    return {operation.name: operation for operation in operations}


OPS = _read_vocabulary()


# Commutative operations.
COMMUTATIVE = {
    "add",
    "mul",
    "maximum",
    "minimum",
    "fmax",
    "fmin",
    "eq",
    "ne",
    "logical_and",
    "logical_or",
    "logical_xor",
    "bitwise_and",
    "bitwise_or",
    "bitwise_xor",
    "logaddexp",
    "logaddexp2",
    "hypot",
    "mse_loss",
    "l1_loss",
}


# Operations whose result shares its operand's memory: the host takes them without a kernel.
VIEWS = {
    "reshape",
    "expand",
    "transpose",
    "permute",
    "unsqueeze",
    "squeeze",
    "slice",
    "select",
    "chunk",
    "diagonal",
    "unfold",
}
