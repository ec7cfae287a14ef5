"""The front end: PyTorch code in whatever style -> one canonical graph, written as one canonical text.

    >>> print(trace("y = F.relu(x) * 2").text)
    f(a0: f32[A, B])
    v0 = relu(a0)
    v1 = mul(v0, 2)
    return v1

The program runs once on fake tensors (shapes and dtypes, no data: a 40 GB input costs nothing) while a dispatch mode
of PyTorch records the operations that it calls, before PyTorch takes them apart. Every recorded operation is then
rewritten into a small vocabulary, one row an operation (VOCABULARY), so that surface style leaves no trace:
`torch.relu(x)`, `x.clamp(min=0)` and `nn.ReLU(inplace=True)(x)` are all `relu(a0)`.

What the text promises
  * arguments in the order in which the answer receives them: the program's inputs, then the parameters and buffers of
    a module that it uses. Sizes are letters, a letter for each size that can vary on its own; 1 stays 1. Numbers that
    the program computes from sizes are written as such: div(v0, sqrt(D)), reshape(a0, shape=[A, -1])
  * only what the result depends on, equal expressions once, operations in the order in which the result needs them
  * dimensions counted from the end, default arguments left out, numbers in their shortest form
  * `parse(text)` is the same graph, and `run` computes it

The program that is traced is executed in this process, as its author would execute it. It is trusted exactly so far;
answers that a model wrote never come here (verify.py is their place).

Contents: 1 vocabulary, 2 values, 3 samples, 4 the graph, 5 the builder, 6 rules from PyTorch's operators to the
vocabulary, 7 one meaning, one text, 8 the recorder, 9 programs in all their forms, 10 drafts, 11 sizes, 12 guessing
inputs, and trace, 13 regions, 14 stitching.
"""
import ast
import collections
import contextlib
import functools
import inspect
import itertools
import keyword
import linecache
import logging
import math
import random
import re
import sys
import textwrap
import warnings
import zlib
from dataclasses import dataclass, field

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch._dispatch.python import enable_python_dispatcher
from torch._subclasses.fake_tensor import DataDependentOutputException, DynamicOutputShapeException, FakeTensor, FakeTensorMode
from torch.fx.experimental.proxy_tensor import ProxyTorchDispatchMode
from torch.utils._python_dispatch import TorchDispatchMode

LOG = logging.getLogger(__name__)
REFUSALS = (RuntimeError, ValueError, IndexError, TypeError, ZeroDivisionError, AssertionError, NotImplementedError)  # PyTorch's, of sizes


class GraphError(ValueError):
    """What cannot be traced, and why: one line, with the program's own line where there is one."""


# ---- 1 vocabulary ----------------------------------------------------------------------------------------------
# A row is `name(operands, *, attributes with their defaults) = how it runs`. Operands are tensors (or numbers),
# attributes are literals, left out of the text where they equal the default. Without `= ...` the function of that
# name in torch or torch.nn.functional runs it. The names of attributes say how they are normalised (`normalised`).

VOCABULARY = {
    "pointwise": """
        abs(x)  neg(x)  sign(x)  exp(x)  exp2(x)  expm1(x)  log(x)  log2(x)  log10(x)  log1p(x)
        sqrt(x)  rsqrt(x)  reciprocal(x)  square(x)
        sin(x)  cos(x)  tan(x)  asin(x)  acos(x)  atan(x)  sinh(x)  cosh(x)  tanh(x)  asinh(x)  acosh(x)  atanh(x)
        sigmoid(x)  logit(x, *, eps=None)  erf(x)  erfc(x)  erfinv(x)  lgamma(x)  digamma(x)  sinc(x)  i0(x)
        floor(x)  ceil(x)  round(x, *, decimals=0)  trunc(x)  frac(x)
        isnan(x)  isinf(x)  isfinite(x)  signbit(x)  nan_to_num(x, *, nan=None, posinf=None, neginf=None)
        relu(x)  leaky_relu(x, *, negative_slope=0.01)  elu(x, *, alpha=1)  selu(x)  celu(x, *, alpha=1)
        gelu(x, *, approximate='none')  silu(x)  mish(x)  softplus(x, *, beta=1, threshold=20)  log_sigmoid(x) = F.logsigmoid(x)
        hardsigmoid(x)  hardswish(x)  hardshrink(x, *, lambd=0.5)  softshrink(x, *, lambd=0.5)
        threshold(x, *, threshold, value)  prelu(x, weight)  glu(x, *, dim=-1)  clamp(x, *, min=None, max=None)
        add(x, y)  sub(x, y) = _sub(x, y)  mul(x, y)  div(x, y, *, rounding_mode=None) = _div(x, y, rounding_mode)
        pow(x, y)  fmod(x, y)  remainder(x, y)  floor_divide(x, y)
        maximum(x, y) = _pair(torch.maximum, x, y)  minimum(x, y) = _pair(torch.minimum, x, y)
        fmax(x, y)  fmin(x, y)  atan2(x, y)  hypot(x, y)  copysign(x, y)  logaddexp(x, y)  logaddexp2(x, y)
        xlogy(x, y)  heaviside(x, y)  lerp(x, y, weight)  where(condition, x, y)
        eq(x, y)  ne(x, y)  gt(x, y)  ge(x, y)  lt(x, y)  le(x, y)  isclose(x, y, *, rtol=1e-5, atol=1e-8)
        logical_and(x, y)  logical_or(x, y)  logical_xor(x, y)  logical_not(x)
        bitwise_and(x, y)  bitwise_or(x, y)  bitwise_xor(x, y)  bitwise_not(x)
        bitwise_left_shift(x, y)  bitwise_right_shift(x, y)
        to(x, *, dtype) = x.to(dtype)
    """,
    "factory": """
        full(*, shape, value, dtype=f32) = torch.full(shape, value, dtype=dtype, device=device)
        tensor(*, values, dtype=f32) = torch.tensor(values, dtype=dtype, device=device)
        arange(*, end, start=0, step=1, dtype=i64) = torch.arange(start, end, step, dtype=dtype, device=device)
        linspace(*, start, end, steps, dtype=f32) = torch.linspace(start, end, steps, dtype=dtype, device=device)
        eye(*, n, m=None, dtype=f32) = torch.eye(n, n if m is None else m, dtype=dtype, device=device)
    """,
    "reduction": """
        sum(x, *, dim=None, keepdim=False) = torch.sum(x, dim, keepdim)
        mean(x, *, dim=None, keepdim=False) = torch.mean(x, dim, keepdim)
        amax(x, *, dim=None, keepdim=False) = torch.amax(x, () if dim is None else dim, keepdim)
        amin(x, *, dim=None, keepdim=False) = torch.amin(x, () if dim is None else dim, keepdim)
        prod(x, *, dim=None, keepdim=False) = torch.prod(x) if dim is None else torch.prod(x, dim, keepdim)
        var(x, *, dim=None, correction=1, keepdim=False) = torch.var(x, dim, correction=correction, keepdim=keepdim)
        std(x, *, dim=None, correction=1, keepdim=False) = torch.std(x, dim, correction=correction, keepdim=keepdim)
        logsumexp(x, *, dim=None, keepdim=False) = torch.logsumexp(x, tuple(range(x.dim())) if dim is None else dim, keepdim)
        norm(x, *, p=2, dim=None, keepdim=False) = torch.linalg.vector_norm(x, p, dim, keepdim)
        argmax(x, *, dim=None, keepdim=False)  argmin(x, *, dim=None, keepdim=False)
        any(x, *, dim=None, keepdim=False) = torch.any(x) if dim is None else torch.any(x, dim, keepdim)
        all(x, *, dim=None, keepdim=False) = torch.all(x) if dim is None else torch.all(x, dim, keepdim)
        count_nonzero(x, *, dim=None)
        median(x, *, dim=None, keepdim=False) = torch.median(x) if dim is None else torch.median(x, dim, keepdim).values
        median_indices(x, *, dim, keepdim=False) = torch.median(x, dim, keepdim).indices
        kthvalue(x, *, k, dim=-1, keepdim=False) = torch.kthvalue(x, k, dim, keepdim).values
        kthvalue_indices(x, *, k, dim=-1, keepdim=False) = torch.kthvalue(x, k, dim, keepdim).indices
        trace(x)
    """,
    "normalization": """
        softmax(x, *, dim)  log_softmax(x, *, dim)
        layer_norm(x, weight=None, bias=None, *, dim=-1, eps=1e-5) = F.layer_norm(x, _last(x, dim), weight, bias, eps)
        rms_norm(x, weight=None, *, dim=-1, eps=None) = F.rms_norm(x, _last(x, dim), weight, eps)
        group_norm(x, weight=None, bias=None, *, num_groups, eps=1e-5) = F.group_norm(x, num_groups, weight, bias, eps)
        batch_norm(x, mean=None, var=None, weight=None, bias=None, *, training=False, eps=1e-5)
            = F.batch_norm(x, mean, var, weight, bias, training, 0.0, eps)
        instance_norm(x, weight=None, bias=None, *, eps=1e-5) = F.instance_norm(x, None, None, weight, bias, True, 0.0, eps)
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
            = _conv_transpose(F.conv_transpose1d, x, weight, bias, stride, padding, output_padding, groups, dilation)
        conv_transpose2d(x, weight, bias=None, *, stride=1, padding=0, output_padding=0, groups=1, dilation=1)
            = _conv_transpose(F.conv_transpose2d, x, weight, bias, stride, padding, output_padding, groups, dilation)
        conv_transpose3d(x, weight, bias=None, *, stride=1, padding=0, output_padding=0, groups=1, dilation=1)
            = _conv_transpose(F.conv_transpose3d, x, weight, bias, stride, padding, output_padding, groups, dilation)
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
        avg_pool2d(x, *, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None)
        avg_pool3d(x, *, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None)
        adaptive_avg_pool1d(x, *, output_size)  adaptive_avg_pool2d(x, *, output_size)  adaptive_avg_pool3d(x, *, output_size)
        adaptive_max_pool1d(x, *, output_size)  adaptive_max_pool2d(x, *, output_size)  adaptive_max_pool3d(x, *, output_size)
        scaled_dot_product_attention(q, k, v, attn_mask=None, *, is_causal=False, scale=None, enable_gqa=False)
            = F.scaled_dot_product_attention(q, k, v, attn_mask, 0.0, is_causal, scale=scale, enable_gqa=enable_gqa)
        cumsum(x, *, dim)  cumprod(x, *, dim)  logcumsumexp(x, *, dim)
        cummax(x, *, dim) = torch.cummax(x, dim).values
        cummin(x, *, dim) = torch.cummin(x, dim).values
        cummax_indices(x, *, dim) = torch.cummax(x, dim).indices
        cummin_indices(x, *, dim) = torch.cummin(x, dim).indices
        sort(x, *, dim=-1, descending=False) = torch.sort(x, dim=dim, descending=descending, stable=True).values
        argsort(x, *, dim=-1, descending=False) = torch.sort(x, dim=dim, descending=descending, stable=True).indices
        topk(x, *, k, dim=-1, largest=True) = torch.topk(x, k, dim, largest).values
        topk_indices(x, *, k, dim=-1, largest=True) = torch.topk(x, k, dim, largest).indices
        cdist(x, y, *, p=2)
    """,
    "loss": """
        mse_loss(x, target, *, reduction='mean')  l1_loss(x, target, *, reduction='mean')
        smooth_l1_loss(x, target, *, reduction='mean', beta=1)  huber_loss(x, target, *, reduction='mean', delta=1)
        cross_entropy(x, target, weight=None, *, ignore_index=-100, reduction='mean', label_smoothing=0)
        nll_loss(x, target, weight=None, *, ignore_index=-100, reduction='mean')
        binary_cross_entropy(x, target, weight=None, *, reduction='mean')
        binary_cross_entropy_with_logits(x, target, weight=None, pos_weight=None, *, reduction='mean')
            = F.binary_cross_entropy_with_logits(x, target, weight, pos_weight=pos_weight, reduction=reduction)
        kl_div(x, target, *, reduction='mean', log_target=False)
        soft_margin_loss(x, target, *, reduction='mean')
        hinge_embedding_loss(x, target, *, margin=1, reduction='mean')
        margin_ranking_loss(x, y, target, *, margin=0, reduction='mean')
        cosine_embedding_loss(x, y, target, *, margin=0, reduction='mean')
        triplet_margin_loss(anchor, positive, negative, *, margin=1, p=2, eps=1e-6, swap=False, reduction='mean')
        poisson_nll_loss(x, target, *, log_input=True, full=False, eps=1e-8, reduction='mean')
        multi_margin_loss(x, target, weight=None, *, p=1, margin=1, reduction='mean')
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
        index_put(x, tensors, y, *, accumulate=False) = torch.ops.aten.index_put(x, tensors, y, accumulate)
        index_add(x, index, y, *, dim) = _index_add(x, index, y, dim)
        index_copy(x, index, y, *, dim) = torch.index_copy(x, dim, index, y)
        scatter(x, index, y, *, dim) = torch.scatter(x, dim, index, y)
        scatter_add(x, index, y, *, dim) = torch.scatter_add(x, dim, index, y)
        scatter_reduce(x, index, y, *, dim, reduce, include_self=True)
            = torch.scatter_reduce(x, dim, index, y, reduce, include_self=include_self)
        slice_scatter(x, y, *, dim, start=0, end=None, step=1) = _written(x, y, lambda v: _slice(v, dim, start, end, step))
        select_scatter(x, y, *, dim, index) = _written(x, y, lambda v: v.select(dim, index))
        diagonal_scatter(x, y, *, offset=0, dim1=-2, dim2=-1) = _written(x, y, lambda v: v.diagonal(offset, dim1, dim2))
        embedding(x, weight, *, padding_idx=None) = F.embedding(x, weight)
        one_hot(x, *, num_classes) = F.one_hot(x, num_classes)
        bucketize(x, boundaries, *, right=False)  searchsorted(boundaries, x, *, right=False)
        pixel_shuffle(x, *, factor) = F.pixel_shuffle(x, factor)
        pixel_unshuffle(x, *, factor) = F.pixel_unshuffle(x, factor)
        channel_shuffle(x, *, groups) = torch.channel_shuffle(x, groups)
        interpolate(x, *, size=None, scale_factor=None, mode='nearest', align_corners=False)
            = F.interpolate(x, size, scale_factor, mode, align_corners or None)
        grid_sample(x, grid, *, mode='bilinear', padding_mode='zeros', align_corners=False)
        im2col(x, *, kernel_size, dilation=1, padding=0, stride=1) = F.unfold(x, kernel_size, dilation, padding, stride)
        col2im(x, *, output_size, kernel_size, dilation=1, padding=0, stride=1)
            = F.fold(x, output_size, kernel_size, dilation, padding, stride)
        meshgrid(tensors, *, index, indexing='ij') = torch.meshgrid(tensors, indexing=indexing)[index]
    """,
}

DTYPES = {"f16": torch.float16, "bf16": torch.bfloat16, "f32": torch.float32, "f64": torch.float64, "i8": torch.int8,
          "i16": torch.int16, "i32": torch.int32, "i64": torch.int64, "u8": torch.uint8, "bool": torch.bool}
DTYPE_NAMES = {dtype: name for name, dtype in DTYPES.items()}
LETTERS = [chr(65 + i) for i in range(26)]


class Word(str):
    """A name that stands unquoted in the text: a dtype, or a size such as `A` or `A*B`."""
    __slots__ = ()


def _sub(x, y):
    return torch.rsub(y, x) if not isinstance(x, torch.Tensor) else torch.sub(x, y)


def _div(x, y, rounding_mode):
    x = x if isinstance(x, torch.Tensor) else torch.as_tensor(x, device=y.device)
    return torch.div(x, y, rounding_mode=rounding_mode)


def _pair(function, x, y):
    """`function` of two tensors where one of them may be a number."""
    like = x if isinstance(x, torch.Tensor) else y
    return function(*[v if isinstance(v, torch.Tensor) else like.new_full((), v) for v in (x, y)])


# On the meta device PyTorch does not compare these sizes: it is done here, so that sizes which must be equal share a letter.

def _conv(function, x, weight, bias, stride, padding, dilation, groups):
    if weight.shape[0] % groups or bias is not None and bias.shape != weight.shape[:1]:
        raise RuntimeError(f"weight {tuple(weight.shape)} does not fit {groups} groups, or its bias")
    return function(x, weight, bias, stride, padding, dilation, groups)


def _conv_transpose(function, x, weight, bias, stride, padding, output_padding, groups, dilation):
    if x.shape[1 - weight.ndim] != weight.shape[0] or weight.shape[0] % groups or bias is not None and bias.shape != (weight.shape[1] * groups,):
        raise RuntimeError(f"weight {tuple(weight.shape)} does not fit an input {tuple(x.shape)}, {groups} groups, or its bias")
    return function(x, weight, bias, stride, padding, output_padding, groups, dilation)


def _index_add(x, index, y, dim):
    if (*y.shape[:dim], *y.shape[dim:][1:]) != (*x.shape[:dim], *x.shape[dim:][1:]):
        raise RuntimeError(f"cannot add {tuple(y.shape)} at indices of dimension {dim} of {tuple(x.shape)}")
    return torch.index_add(x, dim, index, y)


def _slice(x, dim, start, end, step):
    return torch.ops.aten.slice.Tensor(x, dim, start, sys.maxsize if end is None else end, step)


def _written(x, y, view):
    """A copy of x with `view` of it overwritten by y, a tensor or a number."""
    x = x.clone()
    view(x).copy_(y) if isinstance(y, torch.Tensor) else view(x).fill_(y)
    return x


def _last(x, dim):
    """The sizes of the trailing dimensions `dim`, as layer_norm and rms_norm want them."""
    return [x.shape[d] for d in ((dim,) if isinstance(dim, int) else dim)]


@dataclass(frozen=True)
class Op:
    """One row of VOCABULARY."""
    name: str
    kind: str           # which block of VOCABULARY
    operands: tuple     # names of the tensor operands
    attributes: dict    # name -> default; inspect.Parameter.empty where there is none
    run: object         # callable(*operands, **attributes)


def _read_vocabulary():
    """VOCABULARY as {name: Op}. Losses, pools and the like are looked up in F first: torch's own return pairs."""
    ops, scope = {}, globals() | {name: Word(name) for name in DTYPES}
    for kind, block in VOCABULARY.items():
        homes = (F, torch) if kind in ("loss", "heavy") else (torch, F)
        starts = [m.start() for m in re.finditer(r"(?:^|(?<=  ))(?=\w+\()", block, re.MULTILINE)]
        for row in (" ".join(block[a:b].split()) for a, b in zip(starts, starts[1:] + [len(block)])):
            head, _, body = row.partition(") = ") if ") = " in row else (row[:-1], "", "")
            name, _, parameters = head.partition("(")
            signature = inspect.signature(eval(f"lambda {parameters}: None", scope)).parameters.values()
            device = ", device=None" if kind == "factory" else ""
            run = (eval(f"lambda {parameters}{device}: {body}", scope) if body
                   else next(getattr(home, name) for home in homes if hasattr(home, name)))
            ops[name] = Op(name, kind, tuple(p.name for p in signature if p.kind is not p.KEYWORD_ONLY),
                           {p.name: p.default for p in signature if p.kind is p.KEYWORD_ONLY}, run)
    return ops


OPS = _read_vocabulary()
COMMUTATIVE = {"add", "mul", "maximum", "minimum", "fmax", "fmin", "eq", "ne", "logical_and", "logical_or", "logical_xor",
               "bitwise_and", "bitwise_or", "bitwise_xor", "logaddexp", "logaddexp2", "hypot", "mse_loss", "l1_loss"}


# ---- 2 values --------------------------------------------------------------------------------------------------

def flat(operands):
    """Operands with the lists among them opened."""
    for operand in operands:
        if isinstance(operand, tuple):
            yield from flat(operand)
        else:
            yield operand


def resolve(item, sizes, widen=False):
    """An attribute as PyTorch wants it: letters become numbers, dtype names dtypes; f64 for each float if `widen`."""
    if isinstance(item, tuple):
        return tuple(resolve(part, sizes, widen) for part in item)
    if not isinstance(item, Word):
        return item
    if item in DTYPES:
        return torch.float64 if widen and DTYPES[item].is_floating_point else DTYPES[item]
    return eval(item, {"__builtins__": {}, "sqrt": math.sqrt}, sizes)


def described(operand):
    """An operand as text, a tensor by its layout alone."""
    if isinstance(operand, list):
        return f"[{', '.join(map(described, operand))}]"
    return f"{operand.dtype}{tuple(operand.shape)}{operand.stride()}" if isinstance(operand, torch.Tensor) else repr(operand)


SHAPED, MANY = {}, 50_000   # {text of an operation: what it makes of tensors without data}: a trace asks for the same ones again and again


def broadcast(shapes):
    """The shape that these have together; raises RuntimeError where they do not fit. torch.broadcast_shapes takes ten times as long."""
    rank = max(map(len, shapes))
    columns = zip(*((1,) * (rank - len(shape)) + tuple(shape) for shape in shapes))
    sizes = [{n for n in column if n != 1} or {1} for column in columns]
    if any(len(one) > 1 for one in sizes):
        raise RuntimeError(f"{', '.join(str(tuple(shape)) for shape in shapes)} do not broadcast")
    return [n for one in sizes for n in one]


def shaped(row, operands, attributes):
    """What an operation makes of tensors without data.

    PyTorch shapes most elementwise operations in Python, 0.1 to 0.9 ms each: here they run on one element and are broadcast.
    """
    if row.kind == "pointwise" and row.name not in ("glu", "prelu"):   # these two look beside an element
        with contextlib.suppress(RuntimeError):   # what a CPU cannot compute, or does not broadcast: PyTorch finds the words for it
            one = row.run(*(torch.ones((1,) * x.dim(), dtype=x.dtype) if isinstance(x, torch.Tensor) else x for x in operands), **attributes)
            return torch.empty(broadcast([x.shape for x in operands if isinstance(x, torch.Tensor)]), dtype=one.dtype, device="meta")
    return row.run(*operands, **attributes)


def execute(value, known, sizes, device, widen=False):
    """The tensor of one operation; `known` maps the id of each operand to its tensor."""
    def fetch(operand):
        if isinstance(operand, tuple):
            return [fetch(part) for part in operand]
        return known[id(operand)] if id(operand) in known else resolve(operand, sizes)

    row = OPS[value.op]
    operands, attributes = [fetch(operand) for operand in value.operands], {name: resolve(item, sizes, widen) for name, item in value.attributes}
    if row.kind == "factory":
        attributes["device"] = device
        attributes.setdefault("dtype", resolve(row.attributes["dtype"], sizes, widen))
    if device != "meta":
        return row.run(*operands, **attributes)
    text = f"{value.op} {described(operands)} {attributes}"
    if text not in SHAPED:
        if len(SHAPED) >= MANY:
            SHAPED.clear()
        SHAPED[text] = shaped(row, operands, attributes)
    return SHAPED[text]


SIZES = {"shape", "end", "n", "m", "steps"}   # attributes that change with the example, so that no order may hang on them


class Value:
    """One tensor of a graph: an argument, or an operation on other values, numbers, None and tuples of these.

    `attributes` holds what differs from the row's defaults. `key` orders the operands of a commutative operation:
    what took more operations first, arguments last.
    """
    __slots__ = ("op", "operands", "attributes", "key", "name", "_meta")

    def __init__(self, op, operands=(), attributes=(), name="", meta=None):
        self.op, self.operands, self.attributes, self.name, self._meta = op, operands, attributes, name, meta
        if op == "argument":
            self.key = (1, 0, len(name), name)
            return
        depth = min((v.key[1] for v in self.inputs()), default=0) - 1
        parts = [v.key if isinstance(v, Value) else v for v in flat(operands)], [item for item in attributes if item[0] not in SIZES]
        self.key = (0, depth, op, zlib.crc32(repr(parts).encode()))

    def inputs(self):
        """The values that this one is computed from, in order."""
        return (v for v in flat(self.operands) if isinstance(v, Value))

    @property
    def at(self):
        """{name: attribute}, the row's defaults among them."""
        return {**OPS[self.op].attributes, **dict(self.attributes)}

    @property
    def meta(self):
        """A tensor without data, of this value's shape and dtype (at the sizes of the trace)."""
        if self._meta is None:
            known = {id(v): torch.empty(v.shape, dtype=v.dtype, device="meta") for v in self.inputs()}   # some are fake, some are not
            self._meta = execute(self, known, {}, "meta")
        return self._meta

    @property
    def shape(self):
        return tuple(self.meta.shape)

    @property
    def dtype(self):
        return self.meta.dtype

    @property
    def rank(self):
        return self.meta.dim()


def number(value):
    """A number in its shortest form: 2 for 2.0 is the caller's business, 1e-5 for 1e-05 is done here."""
    return re.sub(r"e([+-])0*(\d)", lambda m: "e" + m.group(1).replace("+", "") + m.group(2), repr(value))


def show(item):
    """An attribute or an operand as it stands in the text."""
    if isinstance(item, Value):
        return item.name
    if isinstance(item, tuple):
        return "[" + ", ".join(map(show, item)) + "]"
    if isinstance(item, float) and not math.isfinite(item):
        return "nan" if item != item else "inf" if item > 0 else "-inf"
    return str(item) if isinstance(item, Word) else number(item) if isinstance(item, (int, float)) else repr(item)


# ---- 3 samples: arguments that fit a graph ---------------------------------------------------------------------

PROBABILITY, POSITIVE, SIGN = "probability", "positive", "sign"   # what floats may have to be
CARRIERS = {"reshape", "transpose", "permute", "unsqueeze", "squeeze", "expand", "slice", "select", "chunk", "to", "repeat", "flip", "roll"}
SMALL = (3, 5, 7, 4, 6, 2, 9, 8, 12, 16, 11, 24, 32, 33, 48, 64)


def classes(x):
    """How many classes the scores x (N, C, ...) or (C,) tell apart."""
    return x[1] if len(x) > 1 else x[0]


# op -> {operand: what its integers (an exclusive bound) or its floats have to be}, from the operands' shapes
DOMAINS = {
    "embedding": {0: lambda at, x, weight: weight[0]},
    "gather": {1: lambda at, x, index: x[at["dim"]]},
    "index_select": {1: lambda at, x, index: x[at["dim"]]},
    "take": {1: lambda at, x, index: math.prod(x)},
    "index_add": {1: lambda at, x, index, y: x[at["dim"]]},
    "index_copy": {1: lambda at, x, index, y: x[at["dim"]]},
    "scatter": {1: lambda at, x, index, *y: x[at["dim"]]},
    "scatter_add": {1: lambda at, x, index, y: x[at["dim"]]},
    "scatter_reduce": {1: lambda at, x, index, y: x[at["dim"]]},
    "one_hot": {0: lambda at, x: at["num_classes"]},
    "cross_entropy": {1: lambda at, x, *rest: classes(x)},
    "nll_loss": {1: lambda at, x, *rest: classes(x)},
    "multi_margin_loss": {1: lambda at, x, *rest: classes(x)},
    "multilabel_margin_loss": {1: lambda at, x, *rest: classes(x)},
    "binary_cross_entropy": {0: lambda at, *shapes: PROBABILITY, 1: lambda at, *shapes: PROBABILITY},
    "binary_cross_entropy_with_logits": {1: lambda at, *shapes: PROBABILITY},
    "kl_div": {1: lambda at, *shapes: None if at.get("log_target") else PROBABILITY},
    "batch_norm": {2: lambda at, *shapes: POSITIVE},
    "soft_margin_loss": {1: lambda at, *shapes: SIGN},
    "hinge_embedding_loss": {1: lambda at, *shapes: SIGN},
    "margin_ranking_loss": {2: lambda at, *shapes: SIGN},
    "cosine_embedding_loss": {2: lambda at, *shapes: SIGN},
} | {op: {0: lambda at, *shapes: POSITIVE} for op in ("log", "log2", "log10", "sqrt", "rsqrt")}


def find_domains(graph, metas):
    """{id of value: exclusive bound of an integer, or what floats have to be} for what the operations ask of their operands."""
    domains = {}

    def ask(operand, domain):
        if isinstance(operand, Value) and domain is not None:
            known = domains.get(id(operand))
            domains[id(operand)] = min(known, domain) if isinstance(known, int) and isinstance(domain, int) else domain

    for value in reversed(graph.values):
        at = dict(value.attributes)
        shapes = [tuple(metas[id(o)].shape) for o in value.operands if isinstance(o, Value)]
        for position, wanted in DOMAINS.get(value.op, {}).items():
            if position < len(value.operands):
                ask(value.operands[position], wanted(at, *shapes))
        if value.op in ("index", "index_put"):
            x = metas[id(value.operands[0])]
            for dim, operand in enumerate(value.operands[1]):
                ask(operand, x.shape[dim])
        if value.op in CARRIERS:
            ask(value.operands[0], domains.get(id(value)))
        if value.op in ("where", "cat", "stack"):
            for operand in flat(value.operands):
                ask(operand, domains.get(id(value)))
    return domains


def draw(meta, domain, generator):
    """A random tensor like `meta`, its values within `domain`."""
    if meta.dtype.is_floating_point:
        if domain == PROBABILITY:
            return (torch.rand(meta.shape, generator=generator) * 0.9 + 0.05).to(meta.dtype)
        drawn = torch.randn(meta.shape, generator=generator)
        drawn = drawn.abs() + 0.05 if domain == POSITIVE else drawn.sign() if domain == SIGN else drawn
        return drawn.to(meta.dtype)
    if meta.dtype == torch.bool:
        return torch.rand(meta.shape, generator=generator) > 0.5
    if domain == SIGN:
        return (2 * torch.randint(2, meta.shape, generator=generator) - 1).to(meta.dtype)
    low, high = (0, domain) if isinstance(domain, int) else (0 if meta.dtype == torch.uint8 else -8, 9)
    return torch.randint(low, max(high, low + 1), meta.shape, generator=generator).to(meta.dtype)


def takes_one(value):
    """Whether a slice has one place whatever it is taken from."""
    start, end = value.at["start"], value.at["end"]
    return start == -1 or isinstance(start, int) and isinstance(end, int) and end - start == 1


def moved_to(view, dim):
    """Where a transpose, unsqueeze or squeeze has a dimension of its operand, both from the end; None where it is gone."""
    if view.op == "transpose":
        return {view.at["dim0"]: view.at["dim1"], view.at["dim1"]: view.at["dim0"]}.get(dim, dim)
    changed = flat((view.at["dim"],))
    if view.op == "squeeze":
        return None if dim in changed else dim + sum(dim < other for other in changed)
    return dim - sum(dim <= other for other in changed)


def single_places(value, known):
    """The dimensions, from the end, at which a window or a part of something, seen through what follows it, has one place by chance."""
    if value.op == "argument" or value.op not in OPS:
        return set()
    if OPS[value.op].kind == "pointwise" and value.op != "glu":
        return single_places(next(value.inputs()), known)
    if value.op in ("transpose", "unsqueeze", "squeeze"):
        return {moved_to(value, dim) for dim in single_places(value.operands[0], known)} - {None}
    if value.op.startswith(("conv", "max_pool", "avg_pool", "lp_pool")):
        dims = range(2 - known[id(value)].dim(), 0)
    elif value.op in ("pixel_shuffle", "pixel_unshuffle"):
        dims = range(-3, 0)
    elif value.op in ("chunk", "glu") or value.op == "slice" and not takes_one(value):
        dims = [value.at["dim"]]
    else:
        return set()
    before, after = (known[id(v)].shape for v in (value.operands[0], value))
    return {dim for dim in dims if after[dim] == 1 < before[dim]} | {dim for dim in single_places(value.operands[0], known) if after[dim] == 1}


def reads_beyond(value, known):
    """Whether labels that count up, as those of pairs in a batch do, count further than there are classes: no shape tells, only data would."""
    if value.op not in ("cross_entropy", "nll_loss"):
        return False
    x, target = value.operands[:2]
    while target.op in CARRIERS:
        target = target.operands[0]
    return target.op == "arange" and target.at["start"] == 0 and target.at["step"] == 1 and known[id(target)].numel() > classes(known[id(x)].shape)


def lenient(value, known):
    """Whether PyTorch let sizes pass, by broadcasting or without data, that no program means."""
    operands = [known[id(o)] for o in value.operands if isinstance(o, Value)]
    if reads_beyond(value, known):
        return True
    if OPS[value.op].kind == "pointwise":   # one place by chance, which then broadcasts against others
        single = set().union(*(single_places(o, known) for o in value.inputs()))
        return any(dim >= -tensor.dim() and tensor.shape[dim] > 1 for dim in single for tensor in operands)
    if value.op.startswith("conv_transpose"):
        return operands[0].shape[1] != operands[1].shape[0] or len(operands) == 3 and operands[2].shape[0] != known[id(value)].shape[1]
    if value.op.startswith("conv") and len(operands) == 3:
        return operands[2].shape[0] != known[id(value)].shape[1]
    if value.op == "chunk":   # unequal parts, the last of 1 element, which then broadcasts against the others
        size, part = (tensor.shape[value.at["dim"]] for tensor in (operands[0], known[id(value)]))
        return part == 1 and size > value.at["chunks"]
    if value.op not in ("cross_entropy", "nll_loss") or operands[1].dim() < 2:
        return False
    x, target = operands[:2]   # a label or, in floating point, a probability of each class
    return target.shape != x.shape if target.dtype.is_floating_point else target.shape[1:] != x.shape[2:]


def computed(graph, sizes, strict=True):
    """{id of value: tensor without data} at these sizes; None where the graph does not compute, or does only by chance, if `strict`.

    A value without elements counts as not computed: some releases shape a convolution so whose kernel is too wide.
    """
    try:
        known = graph.shapes(sizes)
    except REFUSALS:
        return None
    empty = any(tensor.numel() == 0 for tensor in known.values() if isinstance(tensor, torch.Tensor))
    return None if empty or strict and any(lenient(value, known) for value in graph.values) else known


def volume(graph, sizes):
    """Elements of all the graph's values together at these sizes; infinite where it does not compute, or does only by chance."""
    known = computed(graph, sizes)
    return sum(tensor.numel() for tensor in known.values() if isinstance(tensor, torch.Tensor)) if known else math.inf


def fits(graph, sizes, strict=True):
    """Whether the graph computes at these sizes; unless `strict`, by chance too."""
    return computed(graph, sizes, strict) is not None


def size_pool(graph):
    """Sizes to try, small first: ragged ones, and what the literals of the graph may ask to divide."""
    literals = {n for value in graph.values for _, item in value.attributes for n in flat((item,)) if isinstance(item, int) and 1 < n < 17}
    return SMALL + tuple(sorted({m for n in literals for m in (n, n * n, 2 * n * n, n ** 3) if m <= 256} - set(SMALL)))


def with_groups(graph, sizes):
    """These sizes with the channels of grouped convolutions made to fit the groups."""
    dims, sizes = {a.name: a.dims for a in graph.arguments}, dict(sizes)
    for value in graph.values:
        groups = value.at.get("groups", 1) if value.op.startswith("conv") else 1
        weight = dims.get(value.operands[1].name) if isinstance(groups, int) and groups > 1 else None  # a letter is fitted as one
        if weight is not None and isinstance(weight[0], str):
            sizes[weight[0]] = groups * sizes[weight[0]]
            x = dims.get(value.operands[0].name, (0, 0))
            if "transpose" not in value.op and isinstance(x[1], str):
                sizes[x[1]] = groups * sizes.get(weight[1], weight[1])
    return sizes


def fixed_sizes(graph):
    """Sizes that constants of the graph may fix: how long its parts are, where they begin and end, and where one that begins there would end."""
    lengths, places = set(), set()
    for at in (value.at for value in graph.values):
        start, end, index, *given = (at[name] if isinstance(at.get(name), int) else 0 for name in ("start", "end", "index", "size", "k"))
        places |= {start, end, index}
        lengths |= {abs(end - start) if end or start < 0 else 0, *given}
    lengths.discard(0)
    reached = {abs(place) + length for place in places for length in lengths or SMALL[:3]}
    return tuple(sorted(n for n in lengths | places | reached if n > 1))


def first_misfit(graph, sizes):
    """(value, shapes of its operands) of the first value that does not compute at these sizes; None where all do."""
    known = {id(v): tensor for v, tensor in zip(graph.inputs, graph.metas(sizes))}
    for value in graph.values:
        try:
            known[id(value)] = execute(value, known, sizes, "meta", False)
        except REFUSALS:
            return value, [tuple(known[id(o)].shape) for o in flat(value.operands) if isinstance(o, Value)]
    return None


def reconciled(graph, sizes, rng, grouped=False):
    """`sizes` with letters changed, one after the other, that stand where the graph itself yields another size.

    Two shapes that should agree name two sizes; of the letters of either size one takes the other. Which one is drawn: a wrong
    draw fails, and the caller draws again. If `grouped`, the channels of a convolution are those of all its groups.
    """
    sizes = dict(sizes)
    for _ in range(2 * len(sizes)):
        misfit = first_misfit(graph, sizes)
        if not misfit:
            return sizes
        value, shapes = misfit
        unequal = [(x, y) for one, other in itertools.combinations(shapes, 2) for x, y in zip(one[::-1], other[::-1]) if x != y and 1 not in (x, y)]
        moves = [(letter, y if size == x else x) for x, y in unequal for letter, size in sizes.items() if size in (x, y)]
        if value.op == "reshape":
            target = [sizes.get(dim, dim) for dim in value.at["shape"]]
            moves = [(dim, math.prod(shapes[0]) * sizes[dim] // math.prod(target)) for dim in value.at["shape"] if dim in sizes and -1 not in target]
        if grouped and value.op in ("conv1d", "conv2d", "conv3d"):
            x, weight = shapes[0][1 - len(shapes[1]):], (resolve(value.at["groups"], sizes) * shapes[1][1], *shapes[1][2:])
            changes = [(x[0], weight[0])] if x[0] != weight[0] else [(k, n) for n, k in zip(x, weight) if k > n]   # a kernel shrinks
            moves = [(letter, size) for old, size in changes for letter in sizes if sizes[letter] == old]
        if not moves:
            return sizes
        letter, size = rng.choice(moves)
        sizes[letter] = max(1, size)
    return sizes


def small_sizes(graph, seed):
    """{letter: size}, small and mostly ragged, at which the graph computes. Raises GraphError where none are found."""
    letters, rng, pool = graph.letters, random.Random(seed), size_pool(graph)
    first = rng.sample(pool[:6], 6)
    sizes = dict(zip(letters, itertools.cycle(first)))
    if fits(graph, sizes):
        return sizes
    guesses = [with_groups(graph, {letter: rng.choice(pool[:6 + attempt // 15]) for letter in letters}) for attempt in range(400)]
    mended = (reconciled(graph, drawn, rng) for drawn in guesses)
    traced = [graph.sizes] if graph.sizes else []
    tried = [*traced, *guesses]
    sizes = next((sizes for sizes in itertools.chain(tried, mended) if fits(graph, sizes)), None)
    sizes = sizes or next((sizes for sizes in tried if fits(graph, sizes, strict=False)), None)   # what looks like chance is meant
    if sizes is None:
        choices = pool[:6] + fixed_sizes(graph)
        guesses = (with_groups(graph, {letter: rng.choice(choices) for letter in letters}) for _ in range(400))
        mended = (reconciled(graph, drawn, rng, grouped=True) for drawn in guesses)
        found = itertools.islice((sizes for sizes in mended if fits(graph, sizes)), 5)
        sizes = min(found, key=lambda sizes: volume(graph, sizes), default=None)
    if sizes is None:
        raise GraphError("no small sizes fit this graph")
    for place, letter in enumerate(letters):  # each prefers another size: equal ones hide an answer's mistakes
        choices = first[place % 6:] + first[:place % 6] + [n for n in pool[6:] if n < sizes[letter]]
        sizes = sizes | {letter: next((n for n in choices if fits(graph, sizes | {letter: n})), sizes[letter])}
    return sizes


ELEMENTS = 30_000  # what all values of a grown sample may hold together: more than one block, not yet slow


def grown_sizes(graph, sizes, grow, most=ELEMENTS):
    """`sizes` with each letter, the last first, at the first of `grow` that still computes within `most` elements."""
    for letter in reversed(graph.letters):
        grown = (sizes | {letter: size} for size in grow)
        sizes = next((larger for larger in grown if volume(graph, larger) <= most), sizes)
    return sizes


# ---- 4 the graph -----------------------------------------------------------------------------------------------

@dataclass(frozen=True)
class Argument:
    """One argument of a graph. `dims` holds letters and numbers; `origin` is the parameter's path in the module, or ''."""
    name: str
    dtype: torch.dtype
    dims: tuple
    origin: str = ""

    def __str__(self):
        return f"{self.name}: {DTYPE_NAMES[self.dtype]}[{', '.join(map(str, self.dims))}]"


class Graph:
    """A program in canonical form. `outputs` are Values; `multiple` says whether it returns a tuple."""

    def __init__(self, arguments, inputs, outputs, multiple, sizes=None, source=None):
        self.arguments = tuple(arguments)      # Argument, in calling order
        self.inputs = tuple(inputs)            # the Value of each argument
        self.outputs, self.multiple = tuple(outputs), multiple
        self.sizes = dict(sizes or {})         # letter -> size in the trace; empty for a parsed graph
        self.source = source                   # the Program that it came from, for stitching
        self.values = self._ordered()
        for i, value in enumerate(self.values):
            value.name = f"v{i}"

    def _ordered(self):
        order, seen = [], set(map(id, self.inputs))
        stack = [(v, False) for v in reversed(self.outputs)]
        while stack:
            value, ready = stack.pop()
            if ready:
                order.append(value)
            elif id(value) not in seen:
                seen.add(id(value))
                stack.append((value, True))
                stack += [(v, False) for v in reversed(list(value.inputs()))]
        return order

    @property
    def arity(self):
        return len(self.arguments)

    @functools.cached_property
    def text(self):
        """The canonical question: what the model is asked, and what `parse` reads."""
        lines = [f"f({', '.join(map(str, self.arguments))})"]
        for value in self.values:
            names = OPS[value.op].operands
            parts, gap = [], False
            for name, operand in zip(names, value.operands):
                gap = gap or operand is None
                if operand is not None:
                    parts.append((f"{name}=" if gap else "") + show(operand))
            parts += [f"{name}={show(item)}" for name, item in value.attributes]
            lines.append(f"{value.name} = {value.op}({', '.join(parts)})")
        lines.append("return " + ", ".join(v.name for v in self.outputs) + ("," if self.multiple and len(self.outputs) == 1 else ""))
        return "\n".join(lines)

    def __repr__(self):
        return self.text

    def bind(self, tensors):
        """{letter: size} of these arguments. Raises GraphError where they do not fit."""
        if len(tensors) != self.arity:
            raise GraphError(f"the graph takes {self.arity} arguments, not {len(tensors)}")
        sizes = {}
        for argument, tensor in zip(self.arguments, tensors):
            fits = tensor.dim() == len(argument.dims) and all(
                sizes.setdefault(d, n) == n if isinstance(d, str) else d == n for d, n in zip(argument.dims, tensor.shape))
            if not fits:
                raise GraphError(f"{argument} does not fit a tensor of shape {tuple(tensor.shape)} (sizes so far: {sizes})")
        return sizes

    def run(self, *tensors):
        """Computes the graph. Arguments wider than declared (float64 for f32) widen every cast and constant with them."""
        return self._run(tensors, self.bind(tensors), lean=True)[1]

    def _run(self, tensors, sizes, lean=False):
        """({id of value: tensor}, the outputs); `lean` lets a tensor go after its last use."""
        device = tensors[0].device if tensors else "cpu"
        widen = any(t.dtype == torch.float64 != a.dtype for t, a in zip(tensors, self.arguments) if a.dtype.is_floating_point)
        known = {id(v): t for v, t in zip(self.inputs, tensors)}
        last = {id(operand): value for value in self.values for operand in value.inputs()} if lean else {}
        last |= dict.fromkeys(map(id, self.outputs))
        for value in self.values:
            known[id(value)] = execute(value, known, sizes, device, widen)
            for operand in value.inputs():
                if last.get(id(operand)) is value:
                    known.pop(id(operand), None)
        outputs = tuple(known[id(v)] for v in self.outputs)
        return known, outputs if self.multiple else outputs[0]

    def shapes(self, sizes):
        """{id of value: tensor without data} at these sizes; raises what PyTorch raises where they do not fit."""
        return self._run(self.metas(sizes), sizes)[0]

    def metas(self, sizes):
        """The arguments at these sizes, without data."""
        return [torch.empty([d if isinstance(d, int) else sizes[d] for d in a.dims], dtype=a.dtype, device="meta") for a in self.arguments]

    @property
    def letters(self):
        return list(dict.fromkeys(d for a in self.arguments for d in a.dims if isinstance(d, str)))

    def sample(self, seed=0, small=True, grow=()):
        """Random arguments that fit the graph: both signs, indices in range, probabilities where a loss wants them.

        `small` picks sizes fit for Triton's interpreter where the graph allows; otherwise those of the trace. `grow`
        then enlarges what it can to these sizes, so that an answer needs more than one block.
        """
        sizes = small_sizes(self, seed) if small or not self.sizes else self.sizes
        sizes = grown_sizes(self, sizes, grow) if grow else sizes
        shapes, generator = self.shapes(sizes), torch.Generator().manual_seed(seed)
        domains = find_domains(self, shapes)
        return tuple(draw(shapes[id(v)], domains.get(id(v)), generator) for v in self.inputs)


def read_operand(node, values):
    """An operand or attribute of the text, from its syntax."""
    if isinstance(node, (ast.List, ast.Tuple)):
        return tuple(read_operand(part, values) for part in node.elts)
    if isinstance(node, ast.Name) and node.id in values:
        return values[node.id]
    if isinstance(node, ast.Name) and node.id in ("nan", "inf"):
        return float(node.id)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return -read_operand(node.operand, values)
    if isinstance(node, ast.Constant):
        return node.value
    names = {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}
    if isinstance(node, (ast.Name, ast.BinOp, ast.Call)) and all(n in DTYPES or n == "sqrt" or n.isupper() for n in names):
        return Word(ast.unparse(node).replace(" ", ""))
    raise ValueError(f"cannot read {ast.unparse(node)!r}")


def read_line(line, values):
    """`v0 = op(...)` as (name, Value)."""
    statement = ast.parse(line).body[0]
    call = statement.value
    name, op = statement.targets[0].id, call.func.id
    if op not in OPS:
        raise ValueError(f"no operation is called {op!r}")
    row, given = OPS[op], {k.arg: read_operand(k.value, values) for k in call.keywords}
    operands = [read_operand(a, values) for a in call.args]
    operands += [given.pop(operand, None) for operand in row.operands[len(operands):]]
    while operands and operands[-1] is None:
        operands.pop()
    unknown = given.keys() - row.attributes.keys()
    if unknown or len(operands) > len(row.operands):
        raise ValueError(f"{op} takes no {', '.join(sorted(unknown)) or 'further operand'}")
    return name, Value(op, tuple(operands), tuple((k, given[k]) for k in row.attributes if k in given))


def parse(text):
    """The graph of a canonical text: the inverse of `Graph.text`. Raises GraphError with the line that is wrong."""
    lines = [line.strip() for line in text.strip().splitlines() if line.strip()]
    line = lines[0] if lines else ""
    try:
        header = re.fullmatch(r"f\((.*)\)", line).group(1)
        arguments, values = [], {}
        for name, dtype, dims in re.findall(r"(\w+): (\w+)\[([^\]]*)\]", header):
            dims = tuple(d if d.isalpha() else int(d) for d in dims.split(", ") if d)
            arguments.append(Argument(name, DTYPES[dtype], dims))
            values[name] = Value("argument", name=name)
        inputs = list(values.values())
        for line in lines[1:-1]:
            name, value = read_line(line, values)
            values[name] = value
        line = lines[-1]
        returned = re.fullmatch(r"return (\w+(?:, \w+)*)(,?)", line)
        outputs = [values[name] for name in returned.group(1).split(", ")]
    except (AttributeError, KeyError, IndexError, SyntaxError, ValueError) as error:
        raise GraphError(f"not a canonical graph: {line!r} ({type(error).__name__}: {error})") from error
    return Graph(arguments, inputs, outputs, len(outputs) > 1 or bool(returned.group(2)))


# ---- 5 the builder ---------------------------------------------------------------------------------------------
# `g("softmax", x, dim=1)` gives the Value of that operation in canonical form: attributes normalised, numbers on the
# right, trivial operations gone, equal ones shared.

REDUCTIONS = ("none", "mean", "sum")
DIMS = {"dim", "dim0", "dim1", "dim2"}
TENSORS_ONLY = {("where", 0), ("lerp", 0), ("lerp", 1), ("prelu", 0), ("prelu", 1)}   # operands that no number can stand for
WINDOW = {"kernel_size", "stride", "padding", "dilation", "output_padding", "output_size", "size", "scale_factor"}


def is_number(item):
    return isinstance(item, (int, float)) and not isinstance(item, Value)


def decimal(n):
    """What a person meant whose arithmetic left a tail in double precision: 0.1 for 1 - 0.9. A float32 cannot tell them apart."""
    short = float(f"{n:.12g}")
    return short if len(repr(n)) - len(repr(short)) >= 8 else n


def plain(item):
    """Lists as tuples, 2.0 as 2, 1 - 0.9 as 0.1, dtypes as words."""
    if isinstance(item, (list, tuple, range)):
        return tuple(plain(part) for part in item)
    if isinstance(item, torch.dtype):
        if item not in DTYPE_NAMES:
            raise GraphError(f"tensors of {str(item).removeprefix('torch.')} are not supported")
        return Word(DTYPE_NAMES[item])
    if isinstance(item, float) and math.isfinite(item):
        item = decimal(item)
        return int(item) if item.is_integer() and abs(item) < 1e15 else item
    return item


def from_the_end(dim, rank):
    """A dimension, or several in order, counted from the end."""
    if isinstance(dim, tuple):
        dims = tuple(sorted(from_the_end(d, rank) for d in dim))
        return dims[0] if len(dims) == 1 else dims
    return dim - rank if dim >= 0 else dim


def normalised(row, name, item, x):
    """The canonical form of one attribute; `x` is the first tensor operand."""
    item = plain(item)
    if name in DIMS and item is not None:
        added = row.name in ("unsqueeze", "stack")
        item = from_the_end(item, x.rank + 1 if added else max(x.rank, 1))
        if row.kind == "reduction" and isinstance(item, tuple) and len(item) in (0, x.rank):
            item = None if x.rank != 1 else -1
    if name == "dims":
        item = tuple(d % x.rank for d in item)
    if name in WINDOW and isinstance(item, tuple) and len(set(item)) == 1:
        return item[0]
    if name == "reduction" and isinstance(item, int):
        return REDUCTIONS[item]
    return item


def same(item, default):
    """Whether an attribute is its default: equal, and a flag only where the default is one."""
    return item == default and isinstance(item, bool) == isinstance(default, bool)


VIEWS = {"reshape", "expand", "transpose", "permute", "unsqueeze", "squeeze", "slice", "select", "chunk", "diagonal", "unfold"}
SIMPLER = {}


def simpler(*ops):
    """Registers what these operations may amount to: (g, *operands, **attributes) -> the simpler Value, or None."""
    def register(function):
        SIMPLER.update(dict.fromkeys(ops, function))
        return function
    return register


class Builder:
    """Makes Values. Two calls that mean the same give the same object."""

    def __init__(self):
        self.made = {}

    def __call__(self, op, *operands, **attributes):
        row = OPS[op]
        operands = [tuple(o) if isinstance(o, list) else o for o in operands]
        x = next((o for o in flat(operands) if isinstance(o, Value)), None)
        attributes = {name: normalised(row, name, item, x) for name, item in attributes.items()}
        attributes = {k: attributes[k] for k in row.attributes if k in attributes and not same(attributes[k], row.attributes[k])}
        if row.kind == "reduction" and row.attributes.get("dim", 0) is None:
            attributes = self.over_everything(x, attributes)
        if row.kind == "pointwise" and op != "prelu":   # whose weight lies along dimension 1: no broadcast
            operands = self.with_numbers(op, operands)
        while operands and operands[-1] is None:
            operands.pop()
        if op in SIMPLER:
            simpler = SIMPLER[op](self, *operands, **attributes)
            if simpler is not None:
                return simpler
        if op in COMMUTATIVE:
            operands.sort(key=lambda o: o.key if isinstance(o, Value) else (2,))
        return self.share(Value(op, tuple(operands), tuple(attributes.items())))

    def over_everything(self, x, attributes):
        """A reduction over every dimension names none, unless it keeps them."""
        if not attributes.get("keepdim"):
            return {k: v for k, v in attributes.items() if k != "dim" or x.rank > 1}
        every = tuple(range(-x.rank, 0))
        return attributes if attributes.get("dim") is not None else {"dim": every[0] if x.rank == 1 else every} | attributes

    def share(self, value):
        identity = (value.op, repr(value.attributes), tuple(
            id(o) if isinstance(o, Value) else tuple(map(id, o)) if isinstance(o, tuple) else repr(o) for o in value.operands))
        return self.made.setdefault(identity, value)

    def as_number(self, operand, others, floating):
        """The number that a constant tensor is beside these other operands; the tensor where it is more than a number."""
        shape = torch.broadcast_shapes(*[t.shape for t in others])
        promotes = operand.dtype not in {t.dtype for t in others} and (operand.rank or not floating or not operand.dtype.is_floating_point)
        if promotes or torch.broadcast_shapes(shape, operand.shape) != shape:
            return operand
        value = operand.at["value"]
        return float(value) if operand.dtype.is_floating_point else value

    def narrower(self, value):
        """A value before an expansion, or without the dimensions that it was given in front."""
        if value.op == "expand" or value.op == "unsqueeze" and value.at["dim"] == -value.rank:
            return value.operands[0]
        inner = self.narrower(value.operands[0]) if value.op == "unsqueeze" else None
        return value if inner is None or inner is value.operands[0] else self("unsqueeze", inner, dim=value.at["dim"])

    def with_numbers(self, op, operands):
        """Constants that only fill a shape become numbers, what broadcasting does by itself goes, whole floats become integers."""
        shape = torch.broadcast_shapes(*[o.shape for o in operands if isinstance(o, Value)])
        for i in range(len(operands)):
            while isinstance(operands[i], Value) and (narrow := self.narrower(operands[i])) is not operands[i]:
                bare = operands[:i] + [narrow] + operands[i + 1:]
                if torch.broadcast_shapes(*[o.shape for o in bare if isinstance(o, Value)]) != shape:
                    break
                operands = bare
        tensors = [o for o in operands if isinstance(o, Value)]
        floating = any(t.dtype.is_floating_point for t in tensors)
        for i, operand in enumerate(operands):
            others = [t for t in tensors if t is not operand]
            if isinstance(operand, Value) and operand.op == "full" and others and (op, i) not in TENSORS_ONLY:
                operands[i] = self.as_number(operand, others, floating)
                tensors = others if is_number(operands[i]) else tensors
        return [plain(o) if is_number(o) and floating else o for o in operands]


def unchanged(x, op, y):
    """`x op y` is x: neither shape nor dtype nor value would change."""
    return isinstance(x, Value) and is_number(y) and y == {"add": 0, "sub": 0, "mul": 1, "div": 1, "pow": 1}[op] and (
        x.dtype.is_floating_point or isinstance(y, int) and op != "div")


@simpler("add")
def fold_add(g, x, y):
    if is_number(x):
        return g("add", y, x)
    for a, b in ((x, y), (y, x)):
        if isinstance(b, Value) and b.op == "neg" and isinstance(a, Value):
            return g("sub", a, b.operands[0])
    if x is y and x.dtype.is_floating_point:
        return g("mul", x, 2)
    return x if unchanged(x, "add", y) else None


@simpler("sub")
def fold_subtract(g, x, y):
    if is_number(y) and not isinstance(y, bool):
        return g("add", x, -y)
    if isinstance(x, Value) and y.op == "neg":
        return g("add", x, y.operands[0])
    if is_number(x) and x == 0 and y.dtype.is_floating_point:
        return g("neg", y)


@simpler("reciprocal")
def fold_reciprocal(g, x):
    return g("rsqrt", x.operands[0]) if x.op == "sqrt" else None


@simpler("mul")
def fold_mul(g, x, y):
    """One spelling of a product: numbers right, powers and quotients by their names."""
    if is_number(x):
        return g("mul", y, x)
    if unchanged(x, "mul", y):
        return x
    if is_number(y) and y == -1 and x.dtype.is_floating_point:
        return g("neg", x)
    if is_number(y) and x.op == "neg" and x.dtype.is_floating_point:
        return g("mul", x.operands[0], -y)
    if isinstance(y, Value) and x.op == y.op == "neg":
        return g("mul", x.operands[0], y.operands[0])
    if x is y and x.dtype != torch.bool:
        return g("square", x)
    for a, b in ((x, y), (y, x)):
        if isinstance(a, Value) and a.op == "square" and a.operands[0] is b and b.dtype.is_floating_point:
            return g("pow", b, 3)
        if isinstance(a, Value) and isinstance(b, Value) and a.op == "reciprocal":
            return g("div", b, a.operands[0])
        if isinstance(a, Value) and isinstance(b, Value) and a.op == "rsqrt":
            return g("div", b, g("sqrt", a.operands[0]))


@simpler("div")
def fold_divide(g, x, y, rounding_mode=None):
    """Reciprocals by their name, signs in the number or gone."""
    if is_number(x) and x == 1 and rounding_mode is None and y.dtype.is_floating_point:
        return g("reciprocal", y)
    if is_number(y) and y == -1 and rounding_mode is None and x.dtype.is_floating_point:
        return g("neg", x)
    if is_number(y) and y and x.op == "neg" and rounding_mode is None and x.dtype.is_floating_point:
        return g("div", x.operands[0], -y)
    if isinstance(x, Value) and isinstance(y, Value) and x.op == y.op == "neg" and rounding_mode is None:
        return g("div", x.operands[0], y.operands[0])
    return x if rounding_mode is None and unchanged(x, "div", y) else None


@simpler("pow")
def fold_power(g, x, y):
    if isinstance(x, Value) and is_number(y):
        name = {2: "square", 0.5: "sqrt", -1: "reciprocal", -0.5: "rsqrt"}.get(y)
        if name and (x.dtype.is_floating_point or name == "square"):
            return g(name, x)
        return x if unchanged(x, "pow", y) else None


def bounds_of(x):
    """(lowest, highest) that a value was clamped to by numbers, and what it was before."""
    if x.op == "relu":
        return (0, math.inf), x.operands[0]
    if x.op != "clamp":
        return (-math.inf, math.inf), x
    low, high = x.at["min"], x.at["max"]
    return (-math.inf if low is None else low, math.inf if high is None else high), x.operands[0]


@simpler("clamp")
def fold_clamp(g, x, min=None, max=None):
    """One clamp for several."""
    if min is None and max is None:
        return x
    (low, high), inner = bounds_of(x)
    lowest, highest = (-math.inf if min is None else min), (math.inf if max is None else max)
    if inner is not x and x.dtype.is_floating_point and low <= high and lowest <= highest and lowest < high and low < highest:
        low, high = (low if low > lowest else lowest), (high if high < highest else highest)
        return g("clamp", inner, min=None if low == -math.inf else low, max=None if high == math.inf else high)
    if max is None and min == 0:
        return g("relu", x)


NOT_NEGATIVE = {"abs", "square", "exp", "exp2", "sigmoid", "sqrt", "rsqrt", "softmax"}


@simpler("relu")
def fold_relu(g, x):
    (low, high), inner = bounds_of(x)
    if low >= 0 and low <= high or x.op in NOT_NEGATIVE and x.dtype.is_floating_point:
        return x
    return g("clamp", x, min=0) if inner is not x and x.dtype.is_floating_point and 0 < high else None


@simpler("leaky_relu", "elu", "celu")
def fold_bent(g, x, negative_slope=None, alpha=None):
    """What bends below zero alone leaves the rest as it is."""
    return x if x.op in NOT_NEGATIVE | {"relu"} and x.dtype.is_floating_point else None


@simpler("abs")
def fold_abs(g, x):
    if x.op in NOT_NEGATIVE | {"relu"} and x.dtype.is_floating_point:
        return x
    return g("abs", x.operands[0]) if x.op == "neg" else None


def within(op, signs):
    """(g, x) -> `op` of what stands within one of `signs`, which makes no difference to it; None where there is none."""
    return lambda g, x: g(op, x.operands[0]) if x.op in signs and x.dtype.is_floating_point else None


SIMPLER |= {op: within(op, ("neg", "abs")) for op in ("square", "cos", "cosh")} | {op: within(op, (op,)) for op in ("sign", "floor", "ceil", "trunc")}


@simpler("lt")
def fold_less(g, x, y):
    return g("gt", y, x) if isinstance(x, Value) and isinstance(y, Value) else None


@simpler("le")
def fold_at_most(g, x, y):
    return g("ge", y, x) if isinstance(x, Value) and isinstance(y, Value) else None


@simpler("maximum")
def fold_maximum(g, x, y):
    x, y = (y, x) if is_number(x) else (x, y)
    return g("clamp", x, min=y) if is_number(y) else x if x is y else None


@simpler("minimum")
def fold_minimum(g, x, y):
    x, y = (y, x) if is_number(x) else (x, y)
    return g("clamp", x, max=y) if is_number(y) else x if x is y else None


@simpler("neg")
def fold_negate(g, x):
    if x.op == "sub" and all(isinstance(o, Value) for o in x.operands):
        return g("sub", *x.operands[::-1])
    if x.op in ("mul", "div") and not x.attributes and is_number(x.operands[1]) and x.operands[1] and x.dtype.is_floating_point:
        return g(x.op, x.operands[0], -x.operands[1])
    return x.operands[0] if x.op == "neg" else None


@simpler("threshold")
def fold_threshold(g, x, threshold=0, value=0):
    return g("relu", x) if threshold == value == 0 else None


@simpler("to")
def fold_cast(g, x, dtype):
    if DTYPES[dtype] == x.dtype:
        return x
    if x.op == "full" and DTYPES[dtype] != torch.bool:
        value = x.at["value"]
        if DTYPES[dtype].is_floating_point or not isinstance(value, float):
            return g("full", shape=x.at["shape"], value=value, dtype=DTYPES[dtype])


@simpler("transpose")
def fold_transpose(g, x, dim0, dim1):
    if x.rank < 2 or dim0 == dim1:
        return x
    if dim0 > dim1:
        return g("transpose", x, dim0=dim1, dim1=dim0)
    if x.op == "transpose" and dict(x.attributes) == {"dim0": dim0, "dim1": dim1}:
        return x.operands[0]


@simpler("permute")
def fold_permute(g, x, dims):
    moved = [i for i, d in enumerate(dims) if i != d]
    if not moved:
        return x
    if len(moved) == 2:
        return g("transpose", x, dim0=moved[0], dim1=moved[1])


@simpler("slice")
def fold_slice(g, x, dim, start=0, end=None, step=1):
    return x if start == 0 and step == 1 and end in (None, x.shape[dim]) else None


def rows_at(g, x, index, dim):
    """Rows of x at counted places, which are a slice; None where the places are others."""
    if index.op == "arange" and index.at["step"] == 1 and index.at["start"] >= 0:
        end = index.at["end"]
        return g("slice", x, dim=dim, start=index.at["start"], end=None if end == x.shape[dim] else end)


@simpler("index_select")
def fold_selection(g, x, index, dim):
    return rows_at(g, x, index, dim)


@simpler("embedding")
def fold_embedding(g, index, weight, padding_idx=None):
    """An embedding of counted places, given dimensions or not, as a slice of the table."""
    if index.op not in ("unsqueeze", "expand"):
        return rows_at(g, weight, index, 0)
    rows = fold_embedding(g, index.operands[0], weight)
    if rows is not None:
        return g("unsqueeze", rows, dim=index.at["dim"] - 1) if index.op == "unsqueeze" else g("expand", rows, shape=(*index.shape, weight.shape[1]))


@simpler("reshape")
def fold_reshape(g, x, shape):
    """One reshape for several; one that adds or removes a single 1 is unsqueeze or squeeze, one that only adds several is as many."""
    if shape == x.shape:
        return x
    if x.op in ("reshape", "squeeze", "unsqueeze"):
        return g("reshape", x.operands[0], shape=shape)
    for i, n in enumerate(shape):
        if n == 1 and shape[:i] + shape[i + 1:] == x.shape:
            return g("unsqueeze", x, dim=i)
    for i, n in enumerate(x.shape):
        if n == 1 and x.shape[:i] + x.shape[i + 1:] == shape:
            return g("squeeze", x, dim=i)
    added = [i for i, n in enumerate(shape) if n == 1]
    if 1 not in x.shape and tuple(n for n in shape if n != 1) == x.shape:
        return functools.reduce(lambda y, i: g("unsqueeze", y, dim=i), added, x)
    if x.op == "full":
        return g("full", shape=shape, value=x.at["value"], dtype=x.dtype)


@simpler("expand")
def fold_expand(g, x, shape):
    if shape == x.shape:
        return x
    if x.op == "full":
        return g("full", shape=shape, value=x.at["value"], dtype=x.dtype)


# ---- 6 rules: from PyTorch's operators to the vocabulary -------------------------------------------------------
# A recorded operator whose name is in the vocabulary needs no rule: its arguments are matched by the names of its
# schema. A rule receives the builder and those arguments by name; `g.packet` is the operator's name and `g.out` the
# recorded result (for its shape and dtype). What is in neither, but defined by PyTorch through other operators, was
# recorded as those others (see Recorder).

# arguments that change no value
IGNORED = {"pin_memory", "layout", "device", "memory_format", "non_blocking", "copy", "cudnn_enabled", "cudnn_enable", "scale_grad_by_freq",
           "sparse", "stable", "sorted", "out_int32", "side", "sorter", "unsafe", "requires_grad", "momentum", "out"}
RENAMED = {"dims": "dim", "dimension": "dim", "upscale_factor": "factor", "downscale_factor": "factor"}
RANDOM = {"rand", "randn", "randint", "rand_like", "randn_like", "randint_like", "randperm", "bernoulli", "normal", "uniform",
          "multinomial", "native_dropout", "exponential", "poisson", "random", "log_normal", "geometric"}


def scaled(g, x, factor):
    """x * factor, x a Value or a number."""
    return x if factor == 1 else g("mul", x, factor) if isinstance(x, Value) else x * factor


def outer(g, x, y):
    """Every element of a vector times every one of another, as broadcasting does it."""
    return g("mul", g("unsqueeze", x, dim=-1), g("unsqueeze", y, dim=0))


def as_tensor(g, x, dtype):
    """x, a Value or a number, as a Value."""
    return x if isinstance(x, Value) else g("full", shape=(), value=x, dtype=dtype)


def rotated(g, x, turns, first, second):
    """torch.rot90 by 0-3 quarter turns, as flips and a transpose."""
    flipped = {0: (), 1: (second,), 2: (first, second), 3: (first,)}[turns]
    x = g("flip", x, dim=flipped) if flipped else x
    return g("transpose", x, dim0=first, dim1=second) if turns % 2 else x


# operators -> rule, for the rules of one line
SHORT_RULES = {
    "clone contiguous detach alias resolve_conj resolve_neg positive conj lift lift_fresh data real": lambda g, self, **_: self,
    "to _to_copy type_as": lambda g, self, **_: g("to", self, dtype=g.out.dtype),
    "copy": lambda g, self, src, **_: g("expand", g("to", src, dtype=self.dtype), shape=self.shape),
    # shapes
    "reshape _unsafe_view flatten unflatten ravel view_as reshape_as _reshape_alias": lambda g, self, **_: g("reshape", self, shape=g.out.shape),
    "expand expand_as broadcast_to": lambda g, self, **_: g("expand", self, shape=g.out.shape),
    "transpose": lambda g, self, dim0, dim1: g("transpose", self, dim0=dim0, dim1=dim1),
    "swapaxes": lambda g, self, axis0, axis1: g("transpose", self, dim0=axis0, dim1=axis1),
    "t mT mH adjoint matrix_H": lambda g, self: g("transpose", self, dim0=-2, dim1=-1),
    "numpy_T": lambda g, self: g("permute", self, dims=range(self.rank)[::-1]),
    "chunk unsafe_chunk": lambda g, self, chunks, dim: [g("chunk", self, chunks=chunks, dim=dim, index=i) for i in range(len(g.out))],
    "unbind": lambda g, self, dim: [g("select", self, dim=dim, index=i) for i in range(len(g.out))],
    "meshgrid": lambda g, tensors, indexing="ij": [g("meshgrid", tensors, index=i, indexing=indexing) for i in range(len(tensors))],
    "pad constant_pad_nd": lambda g, self, pad, mode="constant", value=None:
        g("pad", self, pad=pad, mode=mode, value=value or 0) if any(pad) else self,
    "repeat": lambda g, self, repeats:
        g("repeat", self, repeats=repeats) if len(repeats) > self.rank or any(n != 1 for n in repeats) else self,
    # indices
    "embedding": lambda g, weight, indices, **_: g("embedding", indices, weight),
    "index_select gather": lambda g, self, dim, index, **_: g(g.packet, self, index, dim=dim),
    "scatter_reduce": lambda g, self, dim, index, src, reduce, include_self:
        g("scatter_reduce", self, index, src, dim=dim, reduce=reduce, include_self=include_self),
    "index_fill": lambda g, self, dim, index, value: g("index_put", self, (*[None] * (dim % self.rank), index), as_tensor(g, value, self.dtype)),
    "masked_fill": lambda g, self, mask, value: g("where", mask, value, self),
    # factories
    "arange": lambda g, end, start=0, step=1, **_: g("arange", end=end, start=start, step=step, dtype=g.out.dtype),
    "linspace": lambda g, start, end, steps, **_: g("linspace", start=start, end=end, steps=steps, dtype=g.out.dtype),
    "eye": lambda g, n, m=None, **_: g("eye", n=n, m=None if m == n else m, dtype=g.out.dtype),
    # arithmetic
    "add sub": lambda g, self, other, alpha=1: g(g.packet, self, scaled(g, other, alpha)),
    "rsub": lambda g, self, other, alpha=1: g("sub", other, scaled(g, self, alpha)),
    "addcmul": lambda g, self, tensor1, tensor2, value: g("add", self, scaled(g, g("mul", tensor1, tensor2), value)),
    "addcdiv": lambda g, self, tensor1, tensor2, value: g("add", self, scaled(g, g("div", tensor1, tensor2), value)),
    "pow": lambda g, self, exponent: g("pow", self, exponent),
    "float_power": lambda g, self, exponent: g("pow", *[g("to", x, dtype=g.out.dtype) if isinstance(x, Value) else x for x in (self, exponent)]),
    "div": lambda g, self, other, rounding_mode=None:
        g("floor_divide", self, other) if rounding_mode == "floor" else g("div", self, other, rounding_mode=rounding_mode),
    "logical_not bitwise_not": lambda g, self: g("logical_not" if self.dtype == torch.bool else g.packet, self),
    "__lshift__": lambda g, self, other: g("bitwise_left_shift", self, other),
    "__rshift__": lambda g, self, other: g("bitwise_right_shift", self, other),
    "rot90": lambda g, self, k, dims: rotated(g, self, k % 4, *dims),
    "relu6": lambda g, self: g("clamp", self, min=0, max=6),
    "deg2rad": lambda g, self: g("mul", self, math.pi / 180),
    "rad2deg": lambda g, self: g("mul", self, 180 / math.pi),
    "isposinf": lambda g, self: g("eq", self, math.inf),
    "isneginf": lambda g, self: g("eq", self, -math.inf),
    "sgn": lambda g, self: g("sign", self),
    "ldexp": lambda g, self, other: g("mul", self, g("exp2", other)),
    "hardtanh": lambda g, self, min_val, max_val: g("clamp", self, min=min_val, max=max_val),
    "elu": lambda g, self, alpha, **_: g("elu", self, alpha=alpha),
    # products
    "mm bmm mv dot vdot matmul": lambda g, **factors: g("matmul", *factors.values()),
    "outer ger": lambda g, self, vec2: outer(g, self, vec2),
    "linear": lambda g, input, weight, bias=None: g("linear", input, weight, bias),
    "linalg_cross": lambda g, self, other, dim: g("sub", *[g("mul", g("roll", self, shifts=turn, dim=dim), g("roll", other, shifts=-turn, dim=dim))
                                                           for turn in (-1, 1)]),
    "cdist": lambda g, x1, x2, p, **_: g("cdist", x1, x2, p=p),
    "nansum": lambda g, self, dim=None, keepdim=False, dtype=None:
        g("sum", g("where", g("isnan", self), 0, self), dim=dim, keepdim=keepdim),
    "dist": lambda g, self, other, p: g("norm", g("sub", self, other), p=p),
    # several results
    "aminmax": lambda g, self, dim=None, keepdim=False: [g(op, self, dim=dim, keepdim=keepdim) for op in ("amin", "amax")],
    "cummax cummin": lambda g, self, dim: [g(g.packet + end, self, dim=dim) for end in ("", "_indices")],
    "sort": lambda g, self, dim=-1, descending=False: [g(op, self, dim=dim, descending=descending) for op in ("sort", "argsort")],
    "argsort": lambda g, self, dim=-1, descending=False: g("argsort", self, dim=dim, descending=descending),
    "topk": lambda g, self, k, dim, largest: [g(op, self, k=k, dim=dim, largest=largest) for op in ("topk", "topk_indices")],
    # normalizations and losses
    "layer_norm": lambda g, input, normalized_shape, weight, bias, eps:
        g("layer_norm", input, weight, bias, dim=range(-len(normalized_shape), 0), eps=eps),
    "rms_norm": lambda g, input, normalized_shape, weight, eps: g("rms_norm", input, weight, dim=range(-len(normalized_shape), 0), eps=eps),
    "cross_entropy_loss": lambda g, self, target, weight, **rest: g("cross_entropy", self, target, weight, **rest),
    "nll_loss nll_loss_nd nll_loss2d": lambda g, self, target, weight, **rest: g("nll_loss", self, target, weight, **rest),
}
RULES = {name: rule for names, rule in SHORT_RULES.items() for name in names.split()}


def lowers(*names):
    """Registers a longer rule for these operators of PyTorch."""
    def register(function):
        RULES.update(dict.fromkeys(names, function))
        return function
    return register


@lowers("dropout", "feature_dropout", "alpha_dropout", "feature_alpha_dropout")
def lower_dropout(g, input, p, train):
    if train and p > 0:
        raise GraphError("dropout in training mode draws random numbers; trace it in eval mode or pass the mask as an argument")
    return input


@lowers("rrelu", "rrelu_with_noise")
def lower_rrelu(g, self, lower, upper, training=False, **_):
    if training:
        raise GraphError("rrelu in training mode draws random numbers; trace it in eval mode")
    return g("leaky_relu", self, negative_slope=(lower + upper) / 2)


@lowers("squeeze")
def lower_squeeze(g, self, dim=None):
    dims = range(self.rank) if dim is None else [dim] if isinstance(dim, int) else dim
    dims = [d for d in dims if self.shape[d] == 1]
    return g("squeeze", self, dim=dims) if dims else self


@lowers("view")
def lower_view(g, self, size=None, dtype=None):
    if dtype is not None:
        raise GraphError("to view the bits of a tensor as another dtype is not in the vocabulary")
    return g("reshape", self, shape=g.out.shape)


@lowers("slice")
def lower_slice(g, self, dim, start, end, step):
    size = self.shape[dim]
    start = 0 if start is None or start <= -size else start
    return g("slice", self, dim=dim, start=start, end=None if end is None or end >= size else end, step=step)


@lowers("split", "split_with_sizes", "unsafe_split", "unsafe_split_with_sizes")
def lower_split(g, self, dim, **_):
    sizes = [out.shape[dim] for out in g.out]
    if len(set(sizes)) == 1:
        return [g("chunk", self, chunks=len(sizes), dim=dim, index=i) for i in range(len(sizes))]
    return [lower_slice(g, self, dim, end - size, end, 1) for size, end in zip(sizes, itertools.accumulate(sizes))]


@lowers("diag_embed")
def lower_diag_embed(g, self, offset, dim1, dim2):
    if (dim1 % (self.rank + 1), dim2 % (self.rank + 1)) != (self.rank - 1, self.rank):
        raise GraphError("diag_embed into other dimensions than the last two is not in the vocabulary")
    return g("diag_embed", self, offset=offset)


@lowers("where")
def lower_where(g, condition, self=None, other=None):
    if self is None:
        raise GraphError("torch.where(condition) alone has a result whose size depends on the data")
    return g("where", condition, self, other)


@lowers("index")
def lower_index(g, self, indices):
    """One index tensor of one dimension selects rows; index_select does not count from the end, as x[:, [-1]] does."""
    where = [i for i, x in enumerate(indices) if x is not None]
    if any(indices[i].dtype == torch.bool for i in where):
        raise GraphError("indexing with a mask gives a result whose size depends on the data; use torch.where")
    if len(where) != 1 or indices[where[0]].rank != 1:
        return g("index", self, tuple(indices))
    dim, index = where[0], indices[where[0]]
    literals = [index.at["value"]] if index.op == "full" else index.at["values"] if index.op == "tensor" else [0]
    if min(literals) >= 0:
        return g("index_select", self, index, dim=dim)
    if index.shape == (1,):
        return lower_slice(g, self, dim, literals[0], literals[0] + 1 or None, 1)
    return g("index", self, tuple(indices))


@lowers("fill_diagonal")
def lower_fill_diagonal(g, self, fill_value, wrap=False):
    if self.rank != 2 or wrap:
        raise GraphError("fill_diagonal_ of other than matrices, or with wrap, is not in the vocabulary")
    return g("diagonal_scatter", self, fill_value)


@lowers("index_put", "_index_put_impl")
def lower_index_put(g, self, indices, values, accumulate):
    if len(indices) > 1 or indices[0].dtype != torch.bool:
        return g("index_put", self, tuple(indices), values, accumulate=accumulate)
    if values.rank:
        raise GraphError("writing a tensor through a mask depends on the data; use torch.where")
    mask = indices[0]
    while mask.rank < self.rank:
        mask = g("unsqueeze", mask, dim=-1)
    return g("where", mask, values, self)


@lowers("embedding_bag")
def lower_embedding_bag(g, weight, indices, offsets, mode, per_sample_weights=None, include_last_offset=False, padding_idx=None):
    bags, width = g.out[0].shape[0], 0 if offsets.op != "arange" else indices.shape[0] if offsets.shape[0] == 1 else offsets.at["step"]
    if bags * width != indices.shape[0] or offsets.at["start"] or include_last_offset or padding_idx is not None and padding_idx >= 0:
        raise GraphError("embedding_bag of bags that differ in length, or with a padding_idx, is not in the vocabulary")
    x = g("embedding", g("reshape", indices, shape=(bags, width)), weight)
    if per_sample_weights is not None:
        x = g("mul", x, g("reshape", per_sample_weights, shape=(bags, width, 1)))
    return [g(("sum", "mean", "amax")[mode], x, dim=-2), None, None, None]


@lowers("max_unpool2d", "max_unpool3d")
def lower_unpool(g, self, indices, output_size, **_):
    lead = self.shape[:-len(output_size)]
    places, x = (g("reshape", item, shape=(*lead, math.prod(self.shape[len(lead):]))) for item in (indices, self))
    empty = g("full", shape=(*lead, math.prod(output_size)), value=0, dtype=self.dtype)
    return g("reshape", g("scatter", empty, places, x, dim=-1), shape=g.out.shape)


@lowers("index_add", "index_copy", "scatter_add", "scatter")
def lower_scatter(g, self, dim, index, source=None, src=None, value=None, alpha=1, reduce=None):
    if reduce:
        raise GraphError(f"{g.packet} with reduce= is not in the vocabulary; use scatter_reduce")
    y = next(item for item in (source, src, value) if item is not None)
    return g(g.packet, self, index, scaled(g, y, alpha), dim=dim)


@lowers("zeros", "ones", "full", "zeros_like", "ones_like", "full_like", "new_zeros", "new_ones", "new_full", "scalar_tensor", "fill",
        "zero", "empty", "empty_like", "new_empty", "empty_strided", "new_empty_strided")
def lower_full(g, fill_value=None, value=None, s=None, **_):
    given = next((v for v in (fill_value, value, s) if v is not None), 1 if "ones" in g.packet else 0)
    if isinstance(given, Value) and given.op != "full":
        return g("expand", given, shape=g.out.shape)
    return g("full", shape=g.out.shape, value=given.at["value"] if isinstance(given, Value) else given, dtype=g.out.dtype)


@lowers("addmm", "addmv", "addbmm", "baddbmm", "addr")
def lower_addmm(g, self, beta, alpha, **factors):
    product = outer(g, *factors.values()) if g.packet == "addr" else g("matmul", *factors.values())
    product = g("sum", product, dim=0) if g.packet == "addbmm" else product
    return g("add", scaled(g, product, alpha), scaled(g, self, beta))


def arranged(g, x, letters, order):
    """x, whose dimensions are `letters`, with them in the order `order`."""
    return g("permute", x, dims=[letters.index(c) for c in order])


def as_product(g, tensors, left, right):
    """The product, sum or permutation that an einsum of one or two tensors amounts to, None where it is none of them.

    The letters of both factors are batch and k where the result has them or not; m stands in the first factor alone,
    n in the second alone.
    """
    parts = left.split(",")
    if "." in left or any(len(set(part)) < len(part) for part in parts) or any(c in right and left.count(c) > 2 for c in left):
        return None
    if len(parts) == 1:
        x, summed = tensors[0], [i for i, c in enumerate(left) if c not in right]
        x = g("sum", x, dim=summed) if summed else x
        return arranged(g, x, "".join(c for c in left if c in right), right)
    if len(parts) != 2 or any(c not in right and left.count(c) < 2 for c in left.replace(",", "")):
        return None
    x, y = parts
    batch, k = ("".join(c for c in x if c in y and (c in right) == kept) for kept in (True, False))
    m, n = "".join(c for c in x if c not in y), "".join(c for c in y if c not in x)
    if not k and not (batch and m and n):      # an outer product: factors of size 1 where the other has the letter
        wide = [functools.reduce(lambda v, c: v if c[1] in part else g("unsqueeze", v, dim=c[0]), enumerate(right), arranged(
            g, v, part, [c for c in right if c in part])) for v, part in zip(tensors, parts)]
        return g("mul", *wide)
    if k and not m and not n:
        total = g("mul", arranged(g, tensors[0], x, batch + k), arranged(g, tensors[1], y, batch + k))
        return arranged(g, g("sum", total, dim=range(-len(k), 0)), batch, right)
    if len(k) != 1 or not m or len(n) > 1:
        return None
    if batch and len(m) > 1:    # y is shared by all but the last dimension of m
        ones, at, second = "123456789"[:len(m) - 1], len(batch) * y.startswith(batch), tensors[1]
        for _ in ones:
            second = g("unsqueeze", second, dim=at)
        second = arranged(g, second, y[:at] + ones + y[at:], batch + ones + k + n)
        product = g("matmul", arranged(g, tensors[0], x, batch + m + k), second if n else g("unsqueeze", second, dim=-1))
        return arranged(g, product if n else g("squeeze", product, dim=-1), batch + m + n, right)
    if n and right == batch + m[:-1] + n + m[-1]:   # the other way round nothing has to be turned afterwards
        return g("matmul", arranged(g, tensors[1], y, batch + n + k), arranged(g, tensors[0], x, batch + m[:-1] + k + m[-1]))
    first, second = arranged(g, tensors[0], x, batch + m + k), arranged(g, tensors[1], y, batch + k + n)
    if n:
        return arranged(g, g("matmul", first, second), batch + m + n, right)
    product = g("matmul", first, g("unsqueeze", second, dim=-1) if batch else second)
    return arranged(g, g("squeeze", product, dim=-1) if batch else product, batch + m, right)


def merged_product(g, tensors, left, right):
    """`as_product`, where several letters are summed, or stand in the second factor alone, with these as one dimension."""
    product, parts = as_product(g, tensors, left, right), left.split(",")
    sized = {(c, n) for x, part in zip(tensors, parts) for c, n in zip(part, x.shape)}
    size = dict(sized)
    if product is not None or len(parts) != 2 or len(sized) > len(size) or "." in left:
        return product
    summed, own = [c for c in parts[0] if c in parts[1] and c not in right], [c for c in parts[1] if c not in parts[0]]
    group = "".join(summed if len(summed) > 1 else own)
    if len(group) < 2 or any(len(set(part)) < len(part) for part in parts) or any(c not in right and left.count(c) < 2 for c in size):
        return None
    one = group[0]

    def short(letters):
        return "".join(c for c in letters if c == one or c not in group)

    merged = [g("reshape", arranged(g, x, part, short(part).replace(one, group)), shape=[
        math.prod(size[c] for c in group) if c == one else size[c] for c in short(part)]) if one in part else x for x, part in zip(tensors, parts)]
    product = merged_product(g, merged, ",".join(map(short, parts)), short(right))
    if product is None or one not in right:
        return product
    spread = short(right).replace(one, group)
    return arranged(g, g("reshape", product, shape=[size[c] for c in spread]), spread, right)


def as_products(g, tensors, left, right):
    """`merged_product` of any number of tensors, taken from the left as PyTorch does; None where a step is none of them."""
    parts = left.split(",")
    if len(parts) < 3 or "." in left:
        return merged_product(g, tensors, left, right)
    kept = "".join(c for c in dict.fromkeys(parts[0] + parts[1]) if c in right or any(c in part for part in parts[2:]))
    first = merged_product(g, tensors[:2], ",".join(parts[:2]), kept)
    return None if first is None else as_products(g, [first, *tensors[2:]], ",".join([kept, *parts[2:]]), right)


@lowers("einsum")
def lower_einsum(g, equation, tensors, **_):
    left, arrow, right = equation.replace(" ", "").partition("->")
    if not arrow:
        right = "..." * ("..." in left) + "".join(sorted(c for c in set(left) if c.isalpha() and left.count(c) == 1))
    names = dict(zip(dict.fromkeys(c for c in left if c.isalpha()), "abcdefghijklmnopqrstuvwxyz"))
    left, right = ("".join(names.get(c, c) for c in part) for part in (left, right))
    product = as_products(g, tensors, left, right)
    return g("einsum", tuple(tensors), equation=f"{left}->{right}") if product is None else product


@lowers("bitwise_and", "bitwise_or", "bitwise_xor")
def lower_bitwise(g, self, other):
    boolean = all(x.dtype == torch.bool if isinstance(x, Value) else isinstance(x, bool) for x in (self, other))
    return g(g.packet.replace("bitwise", "logical") if boolean else g.packet, self, other)


@lowers("clamp", "clamp_min", "clamp_max")
def lower_clamp(g, self, min=None, max=None):
    if isinstance(min, Value) or isinstance(max, Value):
        x = self if min is None else g("maximum", self, min)
        return x if max is None else g("minimum", x, max)
    return g("clamp", self, min=min, max=max)


@lowers("sum", "mean", "prod", "cumsum", "cumprod", "softmax", "log_softmax", "_softmax", "_log_softmax")
def lower_with_dtype(g, self, dtype=None, half_to_float=None, **attributes):
    return g(g.packet.lstrip("_"), self if dtype is None else g("to", self, dtype=dtype), **attributes)


@lowers("max", "min")
def lower_extremum(g, self, dim=None, keepdim=False, other=None):
    if other is not None:
        return g("maximum" if g.packet == "max" else "minimum", self, other)
    ops = ("amax", "argmax") if g.packet == "max" else ("amin", "argmin")
    return g(ops[0], self) if dim is None else [g(op, self, dim=dim, keepdim=keepdim) for op in ops]


@lowers("var", "std", "var_mean", "std_mean")
def lower_spread(g, self, dim=None, unbiased=True, correction=None, keepdim=False):
    correction = int(unbiased) if correction is None else correction
    value = g(g.packet[:3], self, dim=dim, correction=correction, keepdim=keepdim)
    return [value, g("mean", self, dim=dim, keepdim=keepdim)] if "mean" in g.packet else value


@lowers("norm", "linalg_vector_norm", "frobenius_norm")
def lower_norm(g, self, p=None, ord=None, dim=None, keepdim=False, dtype=None):
    p = next((item for item in (p, ord) if item is not None), 2)
    x = self if dtype is None else g("to", self, dtype=dtype)
    plainer = {1: "sum", math.inf: "amax", -math.inf: "amin"}.get(p)
    return g(plainer, g("abs", x), dim=dim, keepdim=keepdim) if plainer else g("norm", x, p=p, dim=dim, keepdim=keepdim)


@lowers(*(f"adaptive_avg_pool{n}d" for n in (1, 2, 3)))
def lower_adaptive_average(g, self, output_size):
    if all(n == 1 for n in output_size):
        return g("mean", self, dim=range(-len(output_size), 0), keepdim=True)
    return g(g.packet, self, output_size=output_size)


@lowers(*(f"adaptive_max_pool{n}d" for n in (1, 2, 3)))
def lower_adaptive_maximum(g, self, output_size):
    if all(n == 1 for n in output_size):
        return [g("amax", self, dim=range(-len(output_size), 0), keepdim=True), None]
    return [g(g.packet, self, output_size=output_size), None]


@lowers("_weight_norm_interface")
def lower_weight_norm(g, v, magnitude, dim):   # PyTorch calls the magnitude g, as we call the builder
    others = [d for d in range(v.rank) if d != dim]
    return [g("mul", v, g("div", magnitude, g("norm", v, dim=others, keepdim=True))), None]


@lowers("linalg_norm", "linalg_matrix_norm")
def lower_matrix_norm(g, self, ord=None, dim=None, keepdim=False, dtype=None):
    """Frobenius's norm, or the largest (smallest, of a negative order) sum of a column or a row; those of singular values are refused."""
    of_matrix = g.packet == "linalg_matrix_norm" or isinstance(dim, (list, tuple)) and len(dim) == 2 or dim is None and self.rank == 2
    if not of_matrix or ord in (None, "fro"):
        return lower_norm(g, self, ord=None if ord == "fro" else ord, dim=dim, keepdim=keepdim, dtype=dtype)
    if ord not in (1, -1, math.inf, -math.inf):
        raise GraphError(f"the matrix norm of order {ord!r} is not in the vocabulary")
    rows, columns = (d % self.rank for d in dim or (-2, -1))
    added, left = (rows, columns) if abs(ord) == 1 else (columns, rows)
    sums = g("sum", g("abs", self if dtype is None else g("to", self, dtype=dtype)), dim=added, keepdim=keepdim)
    return g("amax" if ord > 0 else "amin", sums, dim=left - (left > added and not keepdim), keepdim=keepdim)


@lowers("median", "kthvalue")
def lower_order_statistic(g, self, dim=None, keepdim=False, **k):
    if dim is None:
        return g("median", self)
    return [g(g.packet + end, self, dim=dim, keepdim=keepdim, **k) for end in ("", "_indices")]


@lowers("batch_norm")
def lower_batch_norm(g, input, weight, bias, running_mean, running_var, training, eps):
    mean, var = (None, None) if training else (running_mean, running_var)
    return g("batch_norm", input, mean, var, weight, bias, training=training, eps=eps)


@lowers("instance_norm")
def lower_instance_norm(g, input, weight, bias, running_mean, running_var, use_input_stats, eps):
    if not use_input_stats:
        return g("batch_norm", input, running_mean, running_var, weight, bias, eps=eps)
    return g("instance_norm", input, weight, bias, eps=eps)


@lowers("convolution", "_convolution")
def lower_convolution(g, input, weight, bias, stride, padding, dilation, transposed, output_padding, groups, **_):
    more = {"output_padding": output_padding} if transposed else {}
    return g(f"conv{'_transpose' * transposed}{input.rank - 2}d", input, weight, bias, stride=stride, padding=padding, dilation=dilation,
             groups=groups, **more)


@lowers("conv1d", "conv2d", "conv3d")
def lower_conv(g, input, weight, bias, stride, padding, dilation, groups):
    if padding == "same":
        dilation = list(dilation) * (weight.rank - 2) if len(dilation) == 1 else dilation
        total = [d * (k - 1) for d, k in zip(dilation, weight.shape[2:])]
        padding, more = [t // 2 for t in total], [t % 2 for t in total]
        if any(more):   # an even kernel: one place more behind than before
            input = g("pad", input, pad=[n for last in reversed(more) for n in (0, last)])
    padding = 0 if padding == "valid" else padding
    return g(g.packet, input, weight, bias, stride=stride, padding=padding, dilation=dilation, groups=groups)


@lowers(*(f"{kind}_pool{n}d{end}" for kind, end in (("max", ""), ("max", "_with_indices"), ("avg", "")) for n in (1, 2, 3)))
def lower_pool(g, self, kernel_size, stride, **more):
    op = g.packet.removesuffix("_with_indices")
    stride = None if not stride or list(stride) == list(kernel_size) else stride
    values = [g(name, self, kernel_size=kernel_size, stride=stride, **more) for name in (op, op + "_indices")[:1 + (op != g.packet)]]
    return values if len(values) > 1 else values[0]


@lowers(*(f"upsample_{mode}" for mode in ("nearest1d", "nearest2d", "nearest3d", "linear1d", "bilinear2d", "trilinear3d", "bicubic2d")),
        *(f"_upsample_nearest_exact{n}d" for n in (1, 2, 3)))
def lower_upsample(g, input=None, self=None, output_size=None, scale_factors=None, align_corners=False, **_):
    mode = "nearest-exact" if "exact" in g.packet else re.match(r"upsample_([a-z]+)", g.packet).group(1)
    size = {"scale_factor": scale_factors} if scale_factors else {"size": output_size}
    return g("interpolate", self if input is None else input, mode=mode, align_corners=bool(align_corners), **size)


@lowers("grid_sampler", "grid_sampler_2d")
def lower_grid_sampler(g, input, grid, interpolation_mode, padding_mode, align_corners):
    return g("grid_sample", input, grid, mode=("bilinear", "nearest", "bicubic")[interpolation_mode],
             padding_mode=("zeros", "border", "reflection")[padding_mode], align_corners=align_corners)


@lowers("scaled_dot_product_attention")
def lower_attention(g, query, key, value, attn_mask, dropout_p, is_causal, scale, enable_gqa):
    if dropout_p:
        raise GraphError("attention with dropout draws random numbers; trace it in eval mode")
    return g("scaled_dot_product_attention", query, key, value, attn_mask, is_causal=is_causal, scale=scale, enable_gqa=enable_gqa)


@functools.cache
def schema_of(func):
    """((name, default), ...) of an operator's arguments, those left out that change no value."""
    return tuple((a.name, a.default_value if a.has_default_value() else None) for a in func._schema.arguments)


@functools.cache
def packet_of(func):
    """The operator's name without namespace, overload and the underscore of the in-place variant."""
    name = func._schema.name.split("::")[1]
    return name[:-1] if name.endswith("_") and not name.endswith("__") else name


def in_vocabulary(func):
    """Whether an operator can be written as it is."""
    return packet_of(func) in RULES or packet_of(func) in OPS


def apply_rule(g, func, args, kwargs, out):
    """The Value, or list of Values, of one recorded call whose tensors are Values already."""
    names = schema_of(func)
    given = dict(zip((name for name, _ in names), args)) | kwargs
    bound = {name: given.get(name, default) for name, default in names if name not in IGNORED}
    g.packet, g.out = packet_of(func), out
    if g.packet in RULES:
        return RULES[g.packet](g, **{"magnitude" if name == "g" else name: item for name, item in bound.items()})
    if g.packet not in OPS:
        raise GraphError(f"{g.packet} {'draws random numbers' if g.packet in RANDOM else 'is not in the vocabulary'}")
    row, operands, attributes = OPS[g.packet], [], {}
    for name, item in bound.items():
        name = name if name in row.attributes else RENAMED.get(name)
        if name in row.attributes:
            attributes[name] = item
        else:
            operands.append(item)
    if any(operand is not None for operand in operands[len(row.operands):]):
        raise GraphError(f"{g.packet}({', '.join(bound)}) is not in the vocabulary in this form")
    return g(row.name, *operands[:len(row.operands)], **attributes)


# ---- 7 one meaning, one text -----------------------------------------------------------------------------------
# What people write by hand becomes the operation that it is. A row a rule; each keeps the result, in float32 within
# rounding, for all finite inputs, and none saves an overflow that the program has. A rule gets the builder, the uses
# of every value ({id: how many}) and the operands and attributes of a value; it returns the new Value, or None.
#
#   x * sigmoid(x)                                silu            1 / (1 + exp(-x))                      sigmoid
#   x * tanh(softplus(x))                         mish            clamp(x + 3, 0, 6) / 6                 hardsigmoid
#   x * hardsigmoid(x), x * clamp(..) / 6         hardswish       where(x > 0, x, a * x)                 leaky_relu
#   0.5 * x * (1 + erf(x / sqrt(2)))              gelu            0.5 * x * (1 + tanh(...x ** 3...))     gelu, tanh
#   chunk(x, 0) * sigmoid(chunk(x, 1))            glu             x * x * x                              pow(x, 3)
#   a + -b, a - -b, -(a - b)                      a - b, ...      a * (1 / b), a * rsqrt(b)              a / b, a / sqrt(b)
#   sqrt(sum(x * x))                              norm            norm of order 1, inf, -inf             sum, amax, amin of abs
#   mean((x - y) ** 2), mean(|x - y|), sums       mse_loss, ...   nll_loss(log_softmax(x), y)            cross_entropy
#   exp(x - max) / sum(exp(x - max))              softmax         x - logsumexp(x)                       log_softmax
#   max + log(sum(exp(x - max)))                  logsumexp       mean((x - mean) ** 2)                  var, correction=0
#   (x - mean) / sqrt(var + eps), trailing dims   layer_norm      x / sqrt(mean(x * x) + eps)            rms_norm
#   layer_norm(x) * w + b, rms_norm(x) * w        with w and b    x @ w.t() (w a matrix), + bias         linear
#   softmax(q @ k.mT * c + mask) @ v              attention       ... masked by tril or triu of ones     is_causal
#   mean over one dim, then another               over both       sum(keepdim) squeezed, unsqueezed      sum
#   x.view(n, c, -1).mean(2)[..., None, None]     mean of x       x.flatten(1).amax(1).view(-1, 1, 1)    amax of x
#   mean(sum(x, 1, keepdim), 1, keepdim)          sum             softmax of pooled (N, C, 1, 1)         of (N, C)
#   pad with zeros, equal on both sides, + conv   conv, padded    global adaptive pools                  mean, amax
#   einsum of one or two factors                  permute, sum, mul, matmul
#   x + x, 0 - x, -x * 3, x / -1                  2x, -x, -3x    clamp(relu(x), max=6), relu(abs(x))    one clamp, abs(x)
#   floor(floor(x)), max(x, x), (-x) ** 2         done once      x < y, x <= y of tensors               y > x, y >= x
#
# Not united, since they differ: exp(x) / sum(exp(x)), log(sum(exp(x))), log(1 + exp(x)) and log(softmax(x)) overflow
# where the named operation does not; a mask of -1e9 or of booleans that hides a whole row; x / 3 and x * (1 / 3).

REDUCING = {"sum", "mean", "amax", "amin"}
TIDY = {}


def tidies(*ops):
    """Registers a rule for values of these operations: (g, uses, value) -> the simpler Value, or None."""
    def register(function):
        for op in ops:
            TIDY.setdefault(op, []).append(function)
        return function
    return register


def is_op(item, *ops):
    return isinstance(item, Value) and item.op in ops


def near(item, n):
    """Whether a constant is `n` as far as float32 can tell."""
    return is_number(item) and math.isclose(item, n, rel_tol=6e-8)


def factors_of(item):
    """The factors of a product, numbers among them: of x * 2 / sqrt(2), say."""
    if is_op(item, "mul"):
        return [f for operand in item.operands for f in factors_of(operand)]
    if is_op(item, "div") and len(item.attributes) == 0 and is_number(item.operands[1]) and item.operands[1]:
        return [*factors_of(item.operands[0]), 1 / item.operands[1]]
    if is_op(item, "neg"):
        return [-1, *factors_of(item.operands[0])]
    return [item]


def times(item):
    """(number, tensors by id) of a product; powers are opened: x ** 3 is x three times."""
    parts, constant, tensors = factors_of(item), 1.0, []
    for part in parts:
        if is_number(part):
            constant *= part
        elif is_op(part, "square"):
            tensors += 2 * times(part.operands[0])[1]
        elif is_op(part, "pow") and part.operands[1] == 3:
            tensors += 3 * times(part.operands[0])[1]
        else:
            tensors.append(id(part))
    return constant, sorted(tensors)


def is_product(item, constant, tensors):
    """Whether a value is `constant` times these tensors (ids)."""
    found = times(item)
    return near(found[0], constant) and found[1] == sorted(tensors)


def terms(item, n):
    """The other term of `item` = term + n; None where it is no such sum."""
    return item.operands[0] if is_op(item, "add") and len(item.operands) == 2 and near(item.operands[1], n) else None


def pairs(value):
    """Both orders of two operands that are tensors."""
    if all(isinstance(o, Value) for o in value.operands):
        yield from (value.operands, value.operands[::-1])


def at_end(x, dim):
    """Whether `dim` names the trailing dimensions of x."""
    dims = (dim,) if isinstance(dim, int) else tuple(dim or range(-x.rank, 0))
    return dims == tuple(range(-len(dims), 0))


@tidies(*VIEWS)
def tidy_filled(g, uses, value):
    """A view of a filled tensor is a filled tensor."""
    x = value.operands[0]
    return g("full", shape=value.shape, value=x.at["value"], dtype=x.dtype) if is_op(x, "full") else None


@tidies("mul")
def tidy_gates(g, uses, value):
    """A value times a gate of itself, or of the other half of its tensor."""
    for x, y in pairs(value):
        if is_op(y, "sigmoid") and y.operands[0] is x:
            return g("silu", x)
        if is_op(y, "hardsigmoid") and y.operands[0] is x:
            return g("hardswish", x)
        if is_op(y, "tanh") and is_op(y.operands[0], "softplus") and y.operands[0].operands[0] is x and not y.operands[0].attributes:
            return g("mish", x)
        if is_op(y, "sigmoid") and is_op(x, "chunk") and is_op(y.operands[0], "chunk"):
            one, two = x.at, y.operands[0].at
            if x.operands[0] is y.operands[0].operands[0] and one["chunks"] == 2 and one | {"index": 1} == two and one["index"] == 0:
                return g("glu", x.operands[0], dim=one["dim"])


def gelu_arguments(u):
    """What may be x in the argument of gelu's erf or tanh."""
    sums = [p for p in factors_of(u) if is_op(p, "add")]
    inner = [p for total in sums for p in total.operands]
    return [p for p in [*u.operands, *factors_of(u), *inner] if isinstance(p, Value)]


def is_gelu_argument(u, x):
    """Whether u is sqrt(2 / pi) * (x + 0.044715 * x ** 3), or that with x taken out of the sum."""
    parts, (own, bare) = factors_of(u), times(x)
    total = next((p for p in parts if is_op(p, "add") and p is not x), None)
    if total is None:
        return False
    others = [times(p) if isinstance(p, Value) else (p, []) for p in parts if p is not total]
    constant, tensors = math.prod(n for n, _ in others), sorted(t for _, more in others for t in more)
    cube = terms(total, 1)
    if cube is not None:
        return near(constant, math.sqrt(2 / math.pi) * own) and tensors == bare and is_product(cube, 0.044715 * own ** 2, 2 * bare)
    return near(constant, math.sqrt(2 / math.pi)) and not tensors and any(
        p is x and isinstance(q, Value) and is_product(q, 0.044715 * own ** 3, 3 * bare) for p, q in pairs(total))


@tidies("mul", "div")
def tidy_gelu(g, uses, value):
    """0.5 * x * (1 + erf(x / sqrt(2))) in any order, and the approximation by tanh."""
    parts = factors_of(value)
    for part in parts:
        inner = terms(part, 1)
        if not is_op(inner, "erf", "tanh"):
            continue
        u, rest = inner.operands[0], [times(p) if isinstance(p, Value) else (p, []) for p in parts if p is not part]
        half = math.prod(n for n, _ in rest), sorted(t for _, tensors in rest for t in tensors)
        for x in gelu_arguments(u):
            constant, tensors = times(x)
            if not (near(half[0], 0.5 * constant) and half[1] == tensors):
                continue
            if inner.op == "erf" and near(times(u)[0], math.sqrt(0.5) * constant) and times(u)[1] == tensors:
                return g("gelu", x)
            if inner.op == "tanh" and is_gelu_argument(u, x):
                return g("gelu", x, approximate="tanh")


@tidies("div", "mul")
def tidy_hard(g, uses, value):
    """clamp(x + 3, 0, 6) / 6, alone and times x."""
    constant = math.prod(p for p in factors_of(value) if is_number(p))
    rest = [p for p in factors_of(value) if isinstance(p, Value)]
    gate = next((p for p in rest if is_op(p, "clamp") and (p.at["min"], p.at["max"]) == (0, 6)), None)
    x = terms(gate.operands[0], 3) if gate is not None else None
    if x is None or not near(constant, 1 / 6):
        return None
    others = [p for p in rest if p is not gate]
    return g("hardsigmoid", x) if not others else g("hardswish", x) if others == [x] else None


@tidies("reciprocal", "div")
def tidy_sigmoid(g, uses, value):
    """1 / (1 + exp(-x)), or y / (1 + exp(-x))."""
    inner = terms(value.operands[-1], 1) if isinstance(value.operands[-1], Value) and not value.attributes else None
    power = inner.operands[0] if is_op(inner, "exp") else None
    if is_op(power, "neg") or is_op(power, "mul", "div") and is_number(power.operands[1]) and power.operands[1] < 0:
        gate = g("sigmoid", g("neg", power))
        return gate if value.op == "reciprocal" else g("mul", value.operands[0], gate)


@tidies("where")
def tidy_leaky(g, uses, value):
    condition, x, y = value.operands
    if is_op(condition, "gt", "ge") and condition.operands[0] is x and condition.operands[1] == 0 and is_op(y, "mul") and y.operands[0] is x \
            and is_number(y.operands[1]) and x.dtype.is_floating_point:
        return g("leaky_relu", x, negative_slope=y.operands[1])


@tidies("sqrt")
def tidy_norm(g, uses, value):
    total = value.operands[0]
    if is_op(total, "sum") and is_op(total.operands[0], "square") and total.dtype.is_floating_point:
        return g("norm", total.operands[0].operands[0], dim=total.at["dim"], keepdim=total.at["keepdim"])


@tidies("mean", "sum")
def tidy_loss(g, uses, value):
    """(x - y) ** 2 and |x - y|, over everything."""
    inner = value.operands[0]
    if value.attributes or not is_op(inner, "square", "abs") or not is_op(inner.operands[0], "sub"):
        return None
    x, y = inner.operands[0].operands
    if isinstance(x, Value) and isinstance(y, Value) and x.shape == y.shape and x.dtype == y.dtype and x.rank:
        return g("mse_loss" if inner.op == "square" else "l1_loss", x, y, reduction=value.op)


@tidies("mean")
def tidy_variance(g, uses, value):
    inner = value.operands[0]
    if is_op(inner, "square") and is_op(inner.operands[0], "sub"):
        x, center = inner.operands[0].operands
        if is_op(center, "mean") and center.operands[0] is x and center.at["dim"] == value.at["dim"] and center.at["keepdim"]:
            return g("var", x, dim=value.at["dim"], correction=0, keepdim=value.at["keepdim"])


def shifted_exponent(item):
    """(x, dim) of exp(x - max of x over dim), None for anything else."""
    if is_op(item, "exp") and is_op(item.operands[0], "sub"):
        x, top = item.operands[0].operands
        if is_op(top, "amax") and top.operands[0] is x and top.at["keepdim"] and isinstance(top.at["dim"], int):
            return x, top.at["dim"]


@tidies("div")
def tidy_softmax(g, uses, value):
    e, total = value.operands
    if is_op(total, "sum") and total.operands[0] is e and total.at["keepdim"] and shifted_exponent(e):
        x, dim = shifted_exponent(e)
        return g("softmax", x, dim=dim) if total.at["dim"] == dim else None


@tidies("add")
def tidy_logsumexp(g, uses, value):
    """The maximum plus the logarithm of the sum of what is left of it."""
    for top, log in pairs(value):
        total = log.operands[0] if is_op(log, "log") else None
        found = shifted_exponent(total.operands[0]) if is_op(total, "sum") else None
        if found is None or total.at["dim"] != found[1]:
            continue
        wanted = g("amax", found[0], dim=found[1], keepdim=total.at["keepdim"])
        if top is wanted or is_op(top, "squeeze") and is_op(top.operands[0], "amax") and top.operands[0].operands[0] is found[0] \
                and top.at["dim"] == found[1] and not total.at["keepdim"]:
            return g("logsumexp", found[0], dim=found[1], keepdim=total.at["keepdim"])


@tidies("sub")
def tidy_log_softmax(g, uses, value):
    x, total = value.operands
    if is_op(total, "logsumexp") and total.operands[0] is x and total.at["keepdim"] and isinstance(total.at["dim"], int):
        return g("log_softmax", x, dim=total.at["dim"])


@tidies("nll_loss")
def tidy_cross_entropy(g, uses, value):
    x = value.operands[0]
    if is_op(x, "log_softmax") and x.at["dim"] % x.rank == (x.rank > 1):
        return g("cross_entropy", x.operands[0], *value.operands[1:], **dict(value.attributes))


def root_of(item, op):
    """(the value of operation `op`, eps) where `item` is sqrt(value + eps)."""
    inner = item.operands[0] if is_op(item, "sqrt") else None
    if is_op(inner, "add") and is_op(inner.operands[0], op) and is_number(inner.operands[1]) and 0 < inner.operands[1] < 1:
        return inner.operands[0], inner.operands[1]
    return None, None


@tidies("div")
def tidy_norms(g, uses, value):
    """A row by its root mean square, or its deviation by its standard deviation, with eps inside the root."""
    x, root = value.operands
    spread, eps = root_of(root, "var")
    if spread is not None and is_op(x, "sub") and at_end(spread.operands[0], spread.at["dim"]):
        one, center = x.operands
        same_dims = is_op(center, "mean") and center.operands[0] is one is spread.operands[0] and center.at["dim"] == spread.at["dim"]
        if same_dims and center.at["keepdim"] and spread.at["keepdim"] and spread.at["correction"] == 0:
            return g("layer_norm", one, dim=spread.at["dim"], eps=eps)
    power, eps = root_of(root, "mean")
    if power is not None and is_op(power.operands[0], "square") and power.operands[0].operands[0] is x and power.at["keepdim"] \
            and at_end(x, power.at["dim"]):
        return g("rms_norm", x, dim=power.at["dim"], eps=eps)


@tidies("mul", "add")
def tidy_affine(g, uses, value):
    """A norm times its weight, plus its bias, where nothing else reads the bare norm."""
    for x, w in pairs(value):
        place = 1 if value.op == "mul" else 2
        if is_op(x, "layer_norm", "rms_norm") and uses[id(x)] == 1 and len(x.operands) == place < (3 if x.op == "layer_norm" else 2):
            if w.dtype == x.dtype and w.shape == tuple(_last(x, x.at["dim"])):
                return g(x.op, *x.operands, w, **dict(x.attributes))


@tidies("matmul")
def tidy_linear(g, uses, value):
    x, y = value.operands
    if is_op(y, "transpose") and y.rank == 2 and x.rank >= 2 and x is not y.operands[0]:
        return g("linear", x, y.operands[0])


@tidies("add")
def tidy_bias(g, uses, value):
    for x, b in pairs(value):
        if is_op(x, "linear") and len(x.operands) == 2 and uses[id(x)] == 1 and b.shape == x.shape[-1:] and b.dtype == x.dtype:
            return g("linear", *x.operands, b)


def is_ones(item, shape):
    return is_op(item, "full") and item.at["value"] == 1 and item.shape == shape


def causal(item, shape):
    """Whether a boolean condition lets a query see keys up to its own place: tril of ones, or what amounts to it."""
    if is_op(item, "logical_not"):
        inner = item.operands[0]
        return is_op(inner, "triu") and inner.at["diagonal"] == 1 and is_ones(inner.operands[0], shape)
    if is_op(item, "ne") and item.operands[1] == 0:
        item = item.operands[0]
    return is_op(item, "tril") and item.at["diagonal"] == 0 and is_ones(item.operands[0], shape)


def product_of(item):
    """(q, k, factor) of q @ k.mT times a number, the number anywhere; (None, None, 1) for anything else."""
    constant = math.prod(p for p in factors_of(item) if is_number(p))
    rest = [p for p in factors_of(item) if isinstance(p, Value)]
    if len(rest) != 1 or not is_op(rest[0], "matmul"):
        return None, None, 1
    q, k = rest[0].operands
    if not is_op(k, "transpose") or (k.at["dim0"], k.at["dim1"]) != (-2, -1) or q.rank != k.rank or not 3 <= q.rank <= 4:
        return None, None, 1
    k, bare = k.operands[0], []
    for side in (q, k):
        scale = [p for p in factors_of(side) if is_number(p)]
        tensor = [p for p in factors_of(side) if isinstance(p, Value)]
        bare.append(tensor[0] if scale and len(tensor) == 1 else side)
        constant *= math.prod(scale) if scale and len(tensor) == 1 else 1
    return *bare, constant


def unmasked(g, scores):
    """(scores, mask or None, is_causal) of what a softmax takes; None where the mask is none that attention knows."""
    shape = scores.shape[-2:]
    if is_op(scores, "where") and shape[0] == shape[1]:
        condition, one, other = scores.operands
        hides = [o.at["value"] if is_op(o, "full") else o for o in (one, other)]
        if hides[1] == -math.inf and isinstance(one, Value) and causal(condition, shape):
            return one, None, True
        if hides[0] == -math.inf and isinstance(other, Value):
            flipped = condition.operands[0] if is_op(condition, "logical_not") else g("logical_not", condition)
            if is_op(condition, "eq") and condition.operands[1] == 0:
                flipped = g("ne", condition.operands[0], 0)
            return (other, None, True) if causal(flipped, shape) else None
        return None
    if is_op(scores, "add") and all(isinstance(o, Value) for o in scores.operands):
        product = [o for o in scores.operands if product_of(o)[0] is not None]
        mask = next((o for o in scores.operands if product and o is not product[0]), None)
        if mask is None:
            return None
        if is_op(mask, "triu") and mask.at["diagonal"] == 1 and is_op(mask.operands[0], "full") \
                and mask.operands[0].at["value"] == -math.inf and mask.shape == shape and shape[0] == shape[1]:
            return product[0], None, True
        if mask.rank >= 2 and mask.dtype == scores.dtype and mask.shape[-2:] == shape:
            return product[0], mask, False
        return None
    return scores, None, False


@tidies("matmul")
def tidy_attention(g, uses, value):
    p, v = value.operands
    if not is_op(p, "softmax") or p.at["dim"] != -1 or uses[id(p)] != 1 or p.rank != v.rank:
        return None
    found = unmasked(g, p.operands[0])
    q, k, factor = product_of(found[0]) if found else (None, None, 1)
    if q is None or not q.dtype == k.dtype == v.dtype or q.shape[:-2] != k.shape[:-2] or k.shape[:-2] != v.shape[:-2]:
        return None
    return g("scaled_dot_product_attention", q, k, v, found[1], is_causal=found[2], scale=factor)


@tidies(*REDUCING)
def tidy_nested(g, uses, value):
    """A reduction of a reduction of the same kind, over both their dimensions."""
    inner = value.operands[0]
    if not is_op(inner, value.op) or uses[id(inner)] != 1 or value.at["dim"] is None or inner.at["keepdim"] != value.at["keepdim"]:
        return None
    x, gone, then = inner.operands[0], *[(d,) if isinstance(d, int) else d for d in (inner.at["dim"], value.at["dim"])]
    left = list(range(-x.rank, 0)) if value.at["keepdim"] else [d for d in range(-x.rank, 0) if d not in gone]
    dims = {*gone, *(left[d] for d in then)}
    return g(value.op, x, dim=tuple(dims), keepdim=value.at["keepdim"])


def is_single(item, dim):
    """Whether a value has one element in `dim` at whatever sizes: a reduction kept the dimension, and nothing widens it again."""
    if item.op == "argument" or item.rank < -dim or item.shape[dim] != 1:
        return False
    if item.op == "unsqueeze":
        added = item.at["dim"]
        return dim == added or is_single(item.operands[0], dim + (dim < added))
    if OPS[item.op].kind == "reduction":
        return item.at.get("keepdim", False) and (dim in flat((item.at["dim"],)) or is_single(item.operands[0], dim))
    computed = [operand for operand in item.inputs() if operand.op != "argument" and operand.rank >= -dim]   # a bias of one element stays one
    return OPS[item.op].kind == "pointwise" and len(computed) > 0 and all(is_single(operand, dim) for operand in computed)


@tidies("sum", "mean", "amax", "amin", "prod", "logsumexp")
def tidy_single(g, uses, value):
    """A reduction over what another has reduced already: nothing is left to do."""
    x, dims = value.operands[0], value.at["dim"]
    dims = tuple(range(-x.rank, 0)) if dims is None else dims if isinstance(dims, tuple) else (dims,)
    if not dims or x.dtype != value.dtype or not all(is_single(x, dim) for dim in dims):
        return None
    return x if value.at["keepdim"] else g("reshape", x, shape=value.shape)


@tidies("squeeze", "unsqueeze", "reshape")
def tidy_kept(g, uses, value):
    """Dimensions that a reduction need not have kept, or should have."""
    inner, keepdim = value.operands[0], value.op == "unsqueeze"
    reduces = isinstance(inner, Value) and inner.op in OPS and OPS[inner.op].kind == "reduction" and "keepdim" in inner.at
    if not reduces or uses[id(inner)] != 1 or inner.at["keepdim"] == keepdim or inner.at.get("dim") is None:
        return None
    if value.op != "reshape" and inner.at["dim"] != value.at["dim"]:
        return None
    made = g(inner.op, *inner.operands, **dict(inner.attributes) | {"keepdim": keepdim})
    return made if made.shape == value.shape else None


@tidies("unsqueeze", "reshape")
def tidy_merged(g, uses, value):
    """A statistic of x.view(n, c, -1), brought back to as many dimensions as x has: of x itself, which is then read in one shape."""
    inner = value.operands[0]
    if inner.op not in OPS or OPS[inner.op].kind != "reduction" or not inner.at.get("keepdim") or uses[id(inner)] != 1 or value.rank <= inner.rank:
        return None
    flat_x, dims = inner.operands[0], inner.at["dim"] if isinstance(inner.at["dim"], tuple) else (inner.at["dim"],)
    x, kept = flat_x.operands[0] if flat_x.op == "reshape" else flat_x, flat_x.rank - len(dims)
    merges = x.rank > flat_x.rank and x.shape[:flat_x.rank - 1] == flat_x.shape[:-1] and at_end(flat_x, dims)
    if not merges or x.rank < value.rank or value.shape != (*x.shape[:kept], *[1] * (value.rank - kept)):
        return None
    parted = x if x.rank == value.rank else g("reshape", x, shape=(*x.shape[:value.rank - 1], -1))   # the next unsqueeze parts the rest
    return g(inner.op, parted, *inner.operands[1:], **dict(inner.attributes) | {"dim": range(kept - value.rank, 0)})


@tidies("sum", "mean", "amax", "amin", "prod", "logsumexp", "softmax", "log_softmax")
def tidy_pooled(g, uses, value):
    """One dimension of what was pooled, (N, C, 1, 1): of (N, C)."""
    x, dim = value.operands[0], value.at["dim"]
    kept = next((n for n in range(x.rank) if not is_single(x, -n - 1)), x.rank)   # how many dimensions at the end are single
    if not kept or not isinstance(dim, int) or dim >= -kept:
        return None
    flat_x = g("squeeze", x, dim=range(-kept, 0))
    flat_x = tidy_kept(g, uses, flat_x) or flat_x
    made = g(value.op, flat_x, **dict(value.attributes) | {"dim": dim + kept})
    for _ in range(kept):
        made = g("unsqueeze", made, dim=-1)
    return made


@tidies("reshape")
def tidy_early(g, uses, value):
    """A reshaped function of an argument as that function of the reshaped argument, whose view costs nothing and is the host's."""
    x, chain = value.operands[0], []
    while x.op != "argument" and OPS[x.op].kind == "pointwise" and x.op != "glu" and len(list(x.inputs())) == uses[id(x)] == 1:
        chain.append(x)
        x = next(x.inputs())
    if x.op != "argument" or not chain:
        return None
    made = g("reshape", x, shape=value.at["shape"])
    for link in reversed(chain):
        made = g(link.op, *[made if isinstance(operand, Value) else operand for operand in link.operands], **dict(link.attributes))
    return made


@tidies(*(op for op, row in OPS.items() if row.kind == "pointwise" and op != "glu"))
def tidy_late(g, uses, value):
    """A function, of numbers besides, of what was computed and then reshaped: as the reshaped function, whose view is the host's."""
    tensors = list(value.inputs())
    shaped, made = tensors[0], tensors[0].operands[0] if is_op(tensors[0], "reshape") else None
    if made is None or len(tensors) > 1 or uses[id(shaped)] != 1 or made.op == "argument" or made.op in VIEWS:
        return None
    made = g(value.op, *[made if operand is shaped else operand for operand in value.operands], **dict(value.attributes))
    uses[id(made)] = 1
    return g("reshape", made, shape=shaped.at["shape"])


@tidies("where")
def tidy_choice(g, uses, value):
    """A choice by the contrary of a condition as one by the condition."""
    condition, one, other = value.operands
    contrary = is_op(condition, "logical_not") and condition.operands[0].dtype == torch.bool   # that of a number is no condition
    return g("where", condition.operands[0], other, one) if contrary else None


@tidies("conv1d", "conv2d", "conv3d")
def tidy_padding(g, uses, value):
    """Zeros around the input of a convolution as its own padding."""
    x, n = value.operands[0], int(value.op[4])
    if not is_op(x, "pad") or uses[id(x)] != 1 or x.at["mode"] != "constant" or x.at["value"] != 0 or isinstance(value.at["padding"], str):
        return None
    pad = [*x.at["pad"], *[0] * (2 * n)][:2 * n] if len(x.at["pad"]) <= 2 * n else None
    if pad is None or pad[::2] != pad[1::2] or min(pad) < 0:
        return None
    own = value.at["padding"] if isinstance(value.at["padding"], tuple) else (value.at["padding"],) * n
    total = tuple(a + b for a, b in zip(own, pad[::2][::-1]))
    return g(value.op, x.operands[0], *value.operands[1:], **dict(value.attributes) | {"padding": total})


def tidied(g, outputs):
    """The outputs with what was written by hand united with the operations of the vocabulary."""
    graph = Graph((), [], outputs, True)
    uses = collections.Counter(id(v) for v in [*(v for value in graph.values for v in value.inputs()), *outputs])
    new = {}

    def renewed(operand):
        if isinstance(operand, tuple):
            return tuple(map(renewed, operand))
        return new.get(id(operand), operand) if isinstance(operand, Value) else operand

    for value in graph.values:
        if value.op == "argument":
            continue
        operands = [renewed(o) for o in value.operands]
        made = value if all(a is b for a, b in zip(flat(operands), flat(value.operands))) else g(value.op, *operands, **dict(value.attributes))
        while made.op in TIDY:
            better = next((b for b in (rule(g, uses, made) for rule in TIDY[made.op]) if b is not None and b is not made), None)
            if better is None:
                break
            made = better
        new[id(value)] = made
        uses[id(made)] = max(uses[id(made)], uses[id(value)])
    return [renewed(o) for o in outputs]


# ---- 8 the recorder --------------------------------------------------------------------------------------------

@dataclass
class Call:
    """One recorded operator call, on fake tensors."""
    func: object
    args: tuple
    kwargs: dict
    out: object
    line: int      # of the program; 0 where it was called from elsewhere


def calling_line(filename):
    """The line of `filename` that is being executed, 0 if there is none."""
    frame = sys._getframe(2)
    while frame is not None and frame.f_code.co_filename != filename:
        frame = frame.f_back
    return frame.f_lineno if frame is not None else 0


DTYPE_OF = {}   # {an elementwise call, its sizes and numbers aside: the dtype of its result}, as PyTorch found it once


def plain_elementwise(func, args, kwargs):
    """A call without its sizes and numbers, where its result is new, contiguous and as large as its operands broadcast; None for any other."""
    if torch.Tag.pointwise not in func.tags or func._schema.is_mutable or len(func._schema.returns) != 1 or "memory_format" in kwargs:
        return None
    tensors = [x for x in args if isinstance(x, (torch.Tensor, list, tuple))]
    if any(isinstance(x, torch.Tensor) for x in kwargs.values()) or not all(
            isinstance(x, FakeTensor) and x.constant is None and x.is_contiguous() and x.device.type == "cpu" for x in tensors):
        return None
    kinds = ((x.dtype, x.dim() == 0) if isinstance(x, FakeTensor) else type(x) if isinstance(x, (int, float)) else repr(x) for x in args)
    return (func, torch.get_default_dtype(), *kinds, repr(kwargs))   # a tensor without dimensions promotes less than others


def run_fake(func, args, kwargs):
    """The result of a call on fake tensors. PyTorch takes a millisecond to shape an elementwise one, even the hundredth of its kind."""
    key = plain_elementwise(func, args, kwargs)
    if key in DTYPE_OF:
        with contextlib.suppress(RuntimeError):   # does not broadcast: PyTorch finds the words for it
            return torch.empty(broadcast([x.shape for x in args if isinstance(x, FakeTensor)]), dtype=DTYPE_OF[key])
    out = func(*args, **kwargs)
    if key and out.is_contiguous():
        DTYPE_OF[key] = out.dtype
    return out


class Recorder(ProxyTorchDispatchMode):
    """Notes every operator call before PyTorch takes it apart, and lets it run on.

    PyTorch admits only its own modes at this place of the dispatcher, hence the base class, of which nothing is used.
    """

    def __init__(self, filename):
        TorchDispatchMode.__init__(self, torch._C.DispatchKey.PreDispatch)
        self.filename, self.calls = filename, []

    def __enter__(self):
        return TorchDispatchMode.__enter__(self)

    def __exit__(self, *exception):
        return TorchDispatchMode.__exit__(self, *exception)

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        if any(map(torch.is_autocast_enabled, ("cpu", "cuda"))):
            raise GraphError("torch.autocast is not supported; write the casts out")
        if torch._C._functorch.maybe_current_level() is not None:
            raise GraphError("torch.func (vmap, grad, jvp) is not supported; write the batch dimension out")
        if packet_of(func) in ("item", "is_nonzero", "_local_scalar_dense") and (answer := self.answer(args[0])) is not None:
            return answer
        if not in_vocabulary(func) and func.has_kernel_for_dispatch_key(torch._C.DispatchKey.CompositeImplicitAutograd):
            with self:
                return func.decompose(*args, **kwargs)
        out = run_fake(func, args, kwargs)
        self.calls.append(Call(func, args, kwargs, out, calling_line(self.filename)))
        return out

    def answer(self, tensor):
        """The answer to torch.nn's own question about data, None to the program's: no to `if torch.any(var < 0): raise`,
        one to a BatchNorm that counts its batches to average what we leave out."""
        answers = {F.__file__: False if tensor.dtype == torch.bool else None, nn.modules.batchnorm.__file__: 1, self.filename: None}
        frame = sys._getframe(2)
        while frame is not None and frame.f_code.co_filename not in answers:
            frame = frame.f_back
        return frame and answers[frame.f_code.co_filename]


def record(function, inputs, mode, filename):
    """(what the function returns, the calls that it made) on fake tensors."""
    fake_log = logging.getLogger("torch._subclasses.fake_tensor")  # prints a traceback for each failure; we report them ourselves
    fake_log.disabled, before = True, fake_log.disabled
    fast = torch.backends.mha.get_fastpath_enabled()
    torch.backends.mha.set_fastpath_enabled(False)                 # one opaque operator for a whole transformer layer,
    unfused = torch.backends.mkldnn.flags(enabled=False)           # and for a whole LSTM
    try:
        with unfused, enable_python_dispatcher(), mode, torch.no_grad(), Recorder(filename) as recorder:
            result = function(*inputs)
    finally:
        fake_log.disabled = before
        torch.backends.mha.set_fastpath_enabled(fast)
    return result, recorder.calls


def reads_arguments(value):
    """Whether a value is computed from any input or parameter."""
    return value.op == "argument" or any(map(reads_arguments, value.inputs()))


def location(tensor):
    """Where a tensor's data lies, and how: equal for x and x.data, of which no call tells."""
    return tensor.untyped_storage()._cdata, tensor.storage_offset(), tensor.shape, tensor.stride(), tensor.dtype


class Tape:
    """Turns recorded calls into Values, and in-place writes into new Values.

    `of` maps the id of a fake tensor to the Value that it holds now; `views` remembers what each view was taken from,
    and which result of the call it is, so that a write through it reaches its base, and a write to a base its views.
    """
    UNDO = {"slice": "slice_scatter", "select": "select_scatter", "diagonal": "diagonal_scatter"}

    def __init__(self, constants):
        self.g, self.of, self.views, self.constants = Builder(), {}, {}, constants
        self.fresh = {}    # storage -> Value of what a factory made: PyTorch may hand out a second object for it
        self.twins = {}    # location -> the first tensor there
        self.unnamed = {}  # id of a second result that the vocabulary does not have -> the call

    def value(self, tensor):
        """The Value of a tensor; one that no call produced is a constant of the program."""
        if id(tensor) in self.unnamed:
            raise GraphError(f"the second result of {packet_of(self.unnamed[id(tensor)].func)} is not in the vocabulary")
        tensor = self.known(tensor)
        if id(tensor) not in self.of:
            made = self.fresh.get(tensor.untyped_storage()._cdata)
            self.of[id(tensor)] = self.constants(self.g, tensor) if made is None else made
        return self.of[id(tensor)]

    def hold(self, tensor, value):
        """Makes `value` what a tensor holds, which an argument or a call has brought."""
        self.of[id(tensor)] = value
        self.twins.setdefault(location(tensor), tensor)

    def known(self, tensor):
        """The tensor itself, or what it is `.data` of."""
        return tensor if id(tensor) in self.of else self.twins.get(location(tensor), tensor)

    def lowered(self, item):
        if isinstance(item, torch.Tensor):
            return self.value(item)
        if isinstance(item, (list, tuple)):
            return [self.lowered(part) for part in item]
        return item

    def evaluate(self, call):
        args, kwargs = self.lowered(call.args), {k: self.lowered(v) for k, v in call.kwargs.items() if k != "out"}
        return apply_rule(self.g, call.func, args, kwargs, call.out)

    def play(self, call, views_matter):
        """Takes one call into account."""
        if packet_of(call.func) == "_local_scalar_dense":
            if reads_arguments(self.value(call.args[0])):
                raise GraphError("a number that is read from a tensor depends on the data")
            return
        result = self.evaluate(call)
        if call.func._schema.is_mutable:
            target = self.known(call.kwargs.get("out", call.args[0] if call.args else None))
            result = self.g("to", result, dtype=target.dtype)
            self.write(target, result)
            self.of[id(call.out)] = self.of[id(target)]
            return
        outs = call.out if isinstance(call.out, (list, tuple)) else [call.out]
        results = result if isinstance(result, (list, tuple)) else [result]
        for out, value in zip(outs, results):
            if isinstance(out, torch.Tensor) and value is None:
                self.unnamed[id(out)] = call
            elif isinstance(out, torch.Tensor):
                if value._meta is None:
                    value._meta = out
                self.hold(out, value)
                if value.op in OPS and OPS[value.op].kind == "factory":
                    self.fresh[out.untyped_storage()._cdata] = value
        base = self.known(call.args[0]) if views_matter and call.args and isinstance(call.args[0], torch.Tensor) else None
        for i, out in enumerate(() if base is None else outs):
            if isinstance(out, torch.Tensor) and out is not base and out.untyped_storage()._cdata == base.untyped_storage()._cdata:
                self.views[id(out)] = (base, call, i)

    def write(self, tensor, value):
        """`tensor` holds `value` from now on, and so does whatever shares its memory."""
        self.of[id(tensor)] = value
        done, spared = {id(tensor)}, set()
        while id(tensor) in self.views:
            base, call, i = self.views[id(tensor)]
            spared |= {view for view, (_, other, j) in self.views.items() if other is call and j != i}   # parts of one split do not overlap
            value = self.undo(call, i, self.value(base), value)
            tensor = base
            self.of[id(tensor)] = value
            done.add(id(tensor))
        for view, (base, call, i) in self.views.items():
            if id(base) in done and view not in done | spared:
                self.of[view] = self.shown(call, i)
                done.add(view)

    def shown(self, call, i):
        """The i-th view that `call` takes of its base, as it is now."""
        result = self.evaluate(call)
        return result[i] if isinstance(result, (list, tuple)) else result

    def undo(self, call, i, base, value):
        """`base` with the i-th view that `call` takes of it replaced by `value`."""
        packet = packet_of(call.func)
        if packet in self.UNDO or isinstance(call.out, (list, tuple)):
            seen = self.shown(call, i)
            if seen is base:
                return value
            if seen.op == "chunk":
                dim, sizes = seen.at["dim"], [out.shape[seen.at["dim"]] for out in call.out]
                seen = lower_slice(self.g, base, dim, sum(sizes[:i]), sum(sizes[:i + 1]), 1)
            attributes = dict(seen.attributes)
            if value.op == "full":
                value = value.at["value"]
            return self.g(self.UNDO[seen.op], base, value, **attributes)
        if packet in ("transpose", "swapaxes", "t", "mT", "mH", "adjoint", "matrix_H", "numpy_T", "permute"):
            order = torch.empty_strided([2 + i for i in range(base.rank)], [0] * base.rank, device="meta")
            moved = [n - 2 for n in call.func(order, *call.args[1:], **call.kwargs).shape]
            return self.g("permute", value, dims=[moved.index(i) for i in range(base.rank)])
        if value.meta.numel() != base.meta.numel():
            raise GraphError(f"cannot follow a write in place through {packet}")
        return self.g("reshape", value, shape=base.shape)


def describe(error):
    """The first line of an exception, for people."""
    text = str(error).strip().splitlines() or [type(error).__name__]
    return text[0] if isinstance(error, (GraphError, RuntimeError)) else f"{type(error).__name__}: {text[0]}"


# ---- 9 programs in all their forms -----------------------------------------------------------------------------

PRESET = {"torch": torch, "nn": nn, "F": F, "math": math, "Tensor": torch.Tensor}
NAMES = itertools.count()


@dataclass
class Program:
    """What is traced: a function of tensors, and how to call it."""
    kind: str                    # "statements", "function" or "module"
    name: str                    # of the function or class
    function: object             # callable(*inputs)
    parameters: tuple = ()       # names of the inputs
    inputs: tuple | None = None  # example inputs, tensors among them fake, perhaps in lists, tuples and dicts
    lifted: tuple = ()           # (path in the module, tensor), in order of registration
    filename: str = ""           # under which the program's lines are known to linecache
    source: str = ""             # its text, where it has one
    hints: dict = field(default_factory=dict)  # name -> (dtype, shape), written by the user
    template: str = ""           # how its result is built from the graph's outputs; see outputs_of
    notes: tuple = ()            # what a translation does not do, in sentences

    @property
    def tensors(self):
        """How the inputs that are tensors are reached from the parameters: x, pair[0], batch['ids']; the others are constants."""
        if self.inputs is None:
            return self.parameters
        return tuple(path for path, item in self.leaves() if isinstance(item, torch.Tensor))

    def leaves(self):
        """[(how it is reached from the parameters, tensor or constant), ...] of the inputs."""
        def opened(path, item):
            if isinstance(item, (list, tuple)):
                return [leaf for i, part in enumerate(item) for leaf in opened(f"{path}[{i}]", part)]
            if isinstance(item, dict):
                return [leaf for key, part in item.items() for leaf in opened(f"{path}[{key!r}]", part)]
            return [(path, item)]

        return [leaf for name, item in zip(self.parameters, self.inputs or ()) for leaf in opened(name, item)]

    def at(self, line):
        """` (line 3: y = x.foo())`, or nothing."""
        text = linecache.getline(self.filename, line).strip() if line else ""
        return f" (line {line}: {text})" if text else ""


HINT = re.compile(r"^[\"']?(f16|bf16|f32|f64|i8|i16|i32|i64|u8|bool)\[([\d, ]*)\][\"']?$")


def read_hint(text):
    """`f32[128, 512]` as (dtype, shape), or None."""
    match = HINT.match(text.strip())
    return match and (DTYPES[match[1]], tuple(int(n) for n in match[2].replace(" ", "").split(",") if n))


def hints_of(source, tree):
    """Sizes that the user wrote: `# x: f32[128, 512], w: f32[512]`, the annotation `x: f32[128, 512]`, in a statement or a signature."""
    hints = dict(hint for comment in re.findall(r"#(.*)", source) for hint in re.findall(r"(\w+)\s*:\s*(\w+\[[\d, ]*\])", comment))
    for node in ast.walk(tree):
        if isinstance(node, ast.AnnAssign) and node.value is None and isinstance(node.target, ast.Name):
            hints[node.target.id] = ast.unparse(node.annotation)
        if isinstance(node, ast.arg) and node.annotation is not None:
            hints[node.arg] = ast.unparse(node.annotation)
            if read_hint(hints[node.arg]):
                node.annotation = None
    return {name: read_hint(text) for name, text in hints.items() if read_hint(text)}


def free_names(tree, known_names):
    """Names that statements read before they write them, in order of first use."""
    free, bound = {}, set(known_names) | set(dir(__builtins__) if not isinstance(__builtins__, dict) else __builtins__)

    def visit(node):
        if isinstance(node, ast.Name):
            if isinstance(node.ctx, ast.Load) and node.id not in bound:
                free.setdefault(node.id)
            elif isinstance(node.ctx, ast.Store):
                bound.add(node.id)
        elif isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.For)):
            if isinstance(node, ast.AugAssign):
                visit(ast.Name(node.target.id, ast.Load()) if isinstance(node.target, ast.Name) else node.target)
            source = node.iter if isinstance(node, ast.For) else node.value
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for part in [source, *targets, *getattr(node, "body", []), *getattr(node, "orelse", [])]:
                if part is not None:
                    visit(part)
        elif isinstance(node, (ast.ListComp, ast.GeneratorExp, ast.SetComp, ast.DictComp)):
            for generator in node.generators:
                for part in [generator.iter, generator.target, *generator.ifs]:
                    visit(part)
            for part in ("elt", "key", "value"):
                if hasattr(node, part):
                    visit(getattr(node, part))
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            bound.update((a.asname or a.name).split(".")[0] for a in node.names)
        elif isinstance(node, (ast.FunctionDef, ast.Lambda)):
            if isinstance(node, ast.FunctionDef):
                bound.add(node.name)
            own = {a.arg for a in ast.walk(node.args) if isinstance(a, ast.arg)}
            added = own - bound
            bound.update(added)
            for part in node.body if isinstance(node.body, list) else [node.body]:
                visit(part)
            bound.difference_update(added)
        else:
            for child in ast.iter_child_nodes(node):
                visit(child)

    for statement in tree.body:
        visit(statement)
    return list(free)


DRAWN = re.compile(r"torch\.(?:randn|rand)\(((?:\d+(?:, )?)+)\)")


def as_functions(tree):
    """`f = lambda x: ...` among definitions as `def f(x)`; the tree is rewritten in place. Returns whether there were any."""
    before = list(tree.body)
    for i, node in enumerate(tree.body):
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Lambda) and isinstance(node.targets[0], ast.Name):
            function = ast.parse(f"def {node.targets[0].id}(): pass").body[0]
            function.args, function.body = node.value.args, [ast.copy_location(ast.Return(node.value.body), node)]
            tree.body[i] = ast.fix_missing_locations(ast.copy_location(function, node))
    return tree.body != before


def drawn_inputs(tree):
    """{name: (dtype, shape)} of statements such as `x = torch.randn(3, 4)`, which make inputs; they leave the tree."""
    drawn = {}
    for node in list(tree.body):
        match = DRAWN.fullmatch(ast.unparse(node.value)) if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) else None
        if match:
            drawn[node.targets[0].id] = torch.float32, tuple(int(n) for n in match[1].split(", "))
            tree.body.remove(node)
    return drawn


def as_function(tree):
    """Bare statements as `def program(free names...)` that returns the last value; the tree is rewritten in place."""
    body = [node for node in tree.body if not (isinstance(node, ast.AnnAssign) and node.value is None)]
    tree.body = body
    names = free_names(tree, PRESET)
    last = body[-1] if body else None
    if isinstance(last, ast.Expr):
        body[-1] = ast.copy_location(ast.Return(last.value), last)
    elif isinstance(last, (ast.Assign, ast.AugAssign, ast.AnnAssign)):
        target = last.targets[-1] if isinstance(last, ast.Assign) else last.target
        while isinstance(target, ast.Subscript):
            target = target.value
        value = ast.parse(ast.unparse(target), mode="eval").body
        body.append(ast.copy_location(ast.Return(value), last))
    arguments = ast.arguments([], [ast.arg(name) for name in names], None, [], [], None, [])
    function = ast.FunctionDef("program", arguments, body or [ast.Pass()], [], lineno=1, col_offset=0)
    for field_, default in (("type_params", []), ("returns", None), ("type_comment", None)):
        setattr(function, field_, default)
    return ast.fix_missing_locations(ast.Module([function], [])), names


def mapped(function, item):
    """`item` with the function applied to every tensor in its lists, tuples and dicts."""
    if isinstance(item, torch.Tensor):
        return function(item)
    if isinstance(item, dict):
        return {key: mapped(function, part) for key, part in item.items()}
    if isinstance(item, (list, tuple)):
        return type(item)(*(mapped(function, part) for part in item)) if hasattr(item, "_fields") else type(item)(mapped(function, p) for p in item)
    return item


def tensors_in(item):
    """The tensors of lists, tuples and dicts, in order."""
    found = []
    mapped(found.append, item)
    return found


def inputs_of(namespace, function, called):
    """(positional, named) arguments for `called` from what the program's own get_inputs or get_init_inputs returns.

    A dict names them; so does the second part of a pair (list, dict).
    """
    given = namespace[function]() if function in namespace else []
    if isinstance(given, dict):
        return [], given
    given = list(given) if isinstance(given, (list, tuple)) else [given]
    if len(given) == 2 and isinstance(given[0], (list, tuple)) and isinstance(given[1], dict):
        with contextlib.suppress(TypeError):
            inspect.signature(called).bind(*given[0], **given[1])
            return list(given[0]), given[1]
    return given, {}


def in_order(called, positional, named):
    """Arguments as one tuple in the order of the signature; what is skipped takes its default."""
    if not named:
        return tuple(positional)
    bound = inspect.signature(called).bind(*positional, **named)
    bound.apply_defaults()
    return bound.args


def names_of(parameters, inputs):
    """How each input of a call is reached from the parameters of a signature: x, or xs[0] where *xs takes it."""
    names = []
    for parameter in parameters:
        if parameter.kind is parameter.VAR_POSITIONAL:
            names += [f"{parameter.name}[{i}]" for i in range(len(inputs or ()) - len(names))]
        elif parameter.kind is not parameter.VAR_KEYWORD:
            names.append(parameter.name)
    return tuple(names)


def module_program(model, name, inputs, filename, source):
    """A Program that calls a module, its parameters, buffers and tensor attributes lifted."""
    lifted = list(model.named_parameters()) + list(model.named_buffers())
    for path, module in model.named_modules():
        lifted += [(f"{path}.{key}".lstrip("."), item) for key, item in vars(module).items() if isinstance(item, torch.Tensor)]
    names = names_of(inspect.signature(model.forward).parameters.values(), inputs)
    return Program("module", name, model, names, inputs, tuple(lifted), filename, source)


def function_program(function, kind, inputs, filename, source, hints):
    """A Program that calls a function; parameters with a default are constants, unless an input is given for them."""
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except ValueError:  # a builtin such as torch.relu has none
        parameters = [inspect.Parameter(f"x{i}", inspect.Parameter.POSITIONAL_ONLY) for i in range(len(inputs or "x"))]
    names = [p.name for p in parameters if p.default is p.empty and p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    if inputs is not None and len(inputs) > len(names):
        names = names_of(parameters, inputs)[:len(inputs)]
    return Program(kind, getattr(function, "__name__", "program"), function, tuple(names), inputs, (), filename, source, hints)


def fakes(inputs, mode):
    """The inputs with a fake tensor of its own in place of each tensor. Raises GraphError for a sparse one."""
    def fake(item):
        if item.layout != torch.strided:
            raise GraphError(f"sparse tensors ({item.layout}) are not supported")
        with mode:
            return torch.empty(item.shape, dtype=item.dtype)

    return mapped(fake, inputs)


def error_line(error, filename):
    """The last line of `filename` in an exception's traceback, or 0."""
    trace_back, line = error.__traceback__, 0
    while trace_back is not None:
        if trace_back.tb_frame.f_code.co_filename == filename:
            line = trace_back.tb_lineno
        trace_back = trace_back.tb_next
    return line


def find_program(namespace, defined, kind, inputs, filename, source, hints):
    """The entry of an executed program: class Model, else the last module class, else the last function."""
    classes_ = [n for n in defined if isinstance(namespace[n], type) and issubclass(namespace[n], nn.Module)]
    functions = [n for n in defined if inspect.isfunction(namespace[n]) and not n.startswith("get_")]
    if not classes_ and not functions:
        raise GraphError("there is no function, Model or statement in the program")
    if not classes_:
        function = namespace[functions[-1]]
        if inputs is None and "get_inputs" in namespace:
            inputs = in_order(function, *inputs_of(namespace, "get_inputs", function))
        return function_program(function, kind, inputs, filename, source, hints)
    name = "Model" if "Model" in classes_ else classes_[-1]
    positional, named = inputs_of(namespace, "get_init_inputs", namespace[name])
    model = namespace[name](*positional, **named)
    if inputs is None and "get_inputs" in namespace:
        inputs = in_order(model.forward, *inputs_of(namespace, "get_inputs", model.forward))
    return module_program(model, name, inputs, filename, source)


def is_file(tree, defined):
    """Whether a program defines what is to be traced, rather than being statements to be traced themselves."""
    free = defined and free_names(tree, set(PRESET) | set(defined))
    if not defined or isinstance(tree.body[-1], ast.Assign) and free:
        return False
    kept = (ast.FunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom, ast.Assign, ast.AnnAssign, ast.If)
    settles = (ast.Constant,) if free else (ast.Constant, ast.Call)   # torch.manual_seed(0); with a free name it may be what is asked
    return all(isinstance(node, kept) or isinstance(node, ast.Expr) and isinstance(node.value, settles) for node in tree.body)


def read_source(source, inputs):
    """The Program of a text: a Model file, a function, or bare statements. Executes its definitions."""
    source = textwrap.dedent(source).strip("\n")
    filename = f"<program {next(NAMES)}>"
    linecache.cache[filename] = (len(source), None, source.splitlines(True), filename)
    try:
        tree = ast.parse(source)
    except SyntaxError as error:
        raise GraphError(f"syntax error in line {error.lineno or 1}: {error.msg}: {(error.text or '').strip()}") from error
    except (ValueError, RecursionError, MemoryError) as error:
        raise GraphError(f"cannot read the program: {describe(error)}") from error
    hints = hints_of(source, tree)
    if not tree.body:
        raise GraphError("there is no function, Model or statement in the program")
    if as_functions(tree):
        return read_source(ast.unparse(tree), inputs)
    defined = [node.name for node in tree.body if isinstance(node, (ast.FunctionDef, ast.ClassDef))]
    kind, namespace = "function", dict(PRESET, __name__="program")
    if not is_file(tree, defined):
        hints |= drawn_inputs(tree) if not defined else {}
        kind, (tree, _) = "statements", as_function(tree)
        defined = ["program"]
    try:
        exec(compile(tree, filename, "exec"), namespace)
        return find_program(namespace, defined, kind, inputs, filename, source, hints)
    except GraphError:
        raise
    except Exception as error:  # the user's own code may raise anything: it is told with its line
        where = Program("", "", None, filename=filename).at(error_line(error, filename))
        raise GraphError(f"the program does not run: {describe(error)}{where}") from error


# ---- 10 drafts --------------------------------------------------------------------------------------------------

def template_of(item, count):
    """The source of an expression that rebuilds `item` from `results`."""
    if isinstance(item, torch.Tensor):
        return f"results[{next(count)}]"
    if isinstance(item, dict):
        return "{" + ", ".join(f"{key!r}: {template_of(part, count)}" for key, part in item.items()) + "}"
    if isinstance(item, (list, tuple)):
        parts = ", ".join(template_of(part, count) for part in item)
        if type(item).__module__ == "torch.return_types":
            return f"torch.return_types.{type(item).__name__}(({parts}))"
        if hasattr(item, "_fields"):
            return f"{type(item).__name__}({parts})"
        return f"[{parts}]" if isinstance(item, list) else f"({parts}{',' * (len(item) == 1)})"
    if item is None or isinstance(item, (bool, int, float, str)):
        return repr(item)
    raise GraphError(f"the program returns {type(item).__name__} among its tensors")


def outputs_of(result):
    """(tensors, whether there are several, template) of what a program returned.

    The template is the source of an expression over `results`, the tuple of the tensors, that gives the same structure;
    empty where the tuple, or the one tensor, is all there is. Raises GraphError where there is none.
    """
    tensors = tensors_in(result)
    if isinstance(result, torch.Tensor):
        return [result], False, ""
    if not tensors:
        raise GraphError("the program returns no tensor" if result is None or is_number(result) or not result
                         else f"the program returns {type(result).__name__}, not tensors")
    plain_tuple = type(result) is tuple and len(tensors) == len(result)
    return tensors, True, "" if plain_tuple else template_of(result, itertools.count())


def shortest(value, dtype):
    """The shortest decimal that is `value` in this dtype: 0.1 for torch.tensor(0.1).item()."""
    if not dtype.is_floating_point or not math.isfinite(value):
        return value
    short = (float(f"{value:.{digits}g}") for digits in range(1, 18))
    return next((v for v in short if torch.tensor(v, dtype=dtype).item() == value), value)


def constants_of(program):
    """How a Tape treats a tensor that no call produced: small known ones become literals."""
    def constant(g, tensor):
        if isinstance(tensor, torch.Tensor) and not hasattr(tensor, "fake_mode") and tensor.numel() <= 64:
            if tensor.numel() == 1:
                return g("full", shape=tensor.shape, value=shortest(tensor.item(), tensor.dtype), dtype=tensor.dtype)
            return g("tensor", values=tensor.tolist(), dtype=tensor.dtype)
        raise GraphError(f"the program uses a tensor of shape {tuple(tensor.shape)} from outside; pass it as an argument")
    return constant


@dataclass
class Draft:
    """A graph whose sizes are still the numbers of one trace."""
    inputs: list       # (Value, path in the module or ''), in calling order
    outputs: list
    multiple: bool

    @functools.cached_property
    def values(self):
        return Graph((), [v for v, _ in self.inputs], self.outputs, self.multiple).values


def notes_on(tape, tensors, calls, program):
    """What the program does beside computing its result, in sentences; (tensor, path) are its inputs and parameters."""
    notes = []
    if any(packet_of(call.func) == "batch_norm" and call.args[5] for call in calls):
        notes.append("Batch normalisation uses the statistics of the batch, as in training; running statistics are not updated.")
    written_to = [path or "an input" for x, path in tensors if tape.of[id(x)].op != "argument" and "num_batches_tracked" not in path]
    if written_to:
        notes.append(f"The original also writes to {', '.join(dict.fromkeys(written_to))}; this translation leaves that as it is.")
    if isinstance(program.function, nn.Module) and any(isinstance(m, nn.modules.dropout._DropoutNd) and m.p for m in program.function.modules()):
        notes.append("Dropout is left out, as in eval mode.")
    if isinstance(program.function, nn.Module) and program.source and inspect.signature(type(program.function)).parameters:
        notes.append("What the constructor sets is as get_init_inputs() has it: with other arguments, sizes may differ, and nothing else.")
    return tuple(notes)


@contextlib.contextmanager
def unchanged_state(function):
    """Puts a module's tensors back that its forward replaces (`self.mean = ...`)."""
    modules = list(function.modules()) if isinstance(function, nn.Module) else []
    before = [(m, dict(vars(m)), dict(m._buffers), dict(m._parameters)) for m in modules]
    try:
        yield
    finally:
        for module, fields, buffers, parameters in before:
            vars(module).clear()
            vars(module).update(fields)
            module._buffers.clear()
            module._buffers.update(buffers)
            module._parameters.clear()
            module._parameters.update(parameters)


def make_draft(program, inputs, mode):
    """The Draft of a program on these inputs, fake tensors and constants."""
    with unchanged_state(program.function):
        result, calls = record(program.function, inputs, mode, program.filename)
    tensors = [(x, "") for x in tensors_in(inputs)] + [(x, path) for path, x in program.lifted]
    tape, arguments = Tape(constants_of(program)), []
    for x, path in tensors:
        if x.dtype not in DTYPE_NAMES or x.layout != torch.strided:
            sparse = "sparse " if x.layout != torch.strided else ""
            raise GraphError(f"{sparse}tensors of {str(x.dtype).removeprefix('torch.')} are not supported")
        if id(x) not in tape.of:
            tape.hold(x, Value("argument", name=f"a{len(arguments)}", meta=x))
            arguments.append((tape.of[id(x)], path))
    views_matter = any(call.func._schema.is_mutable for call in calls)
    for call in calls:
        try:
            tape.play(call, views_matter)
        except GraphError as error:
            raise GraphError(f"{error}{program.at(call.line)}") from error
    outs, multiple, program.template = outputs_of(result)
    program.notes = notes_on(tape, tensors, calls, program)
    made = Draft(arguments, tidied(tape.g, [tape.value(out) for out in outs]), multiple)
    used = {id(v) for value in made.values for v in value.inputs()} | set(map(id, made.outputs))
    made.inputs = [(v, path) for v, path in arguments if not path or id(v) in used]
    return made


# ---- 11 sizes: from numbers to letters -------------------------------------------------------------------------
# A letter is a size that can vary on its own. Numbers in the program that come from sizes (x.shape[-1] ** -0.5, the
# target of a view) are found by tracing it again at other sizes. Sizes that are equal in the example but need not be
# (a square image, as many channels as rows) are told apart by computing the graph, without data, with one changed.

FIXED = {"dim", "dim0", "dim1", "dim2", "dims", "kernel_size", "stride", "padding", "dilation", "groups", "keepdim", "correction", "p",
         "output_padding", "chunks", "dtype", "reduction", "num_groups", "mode", "equation"}   # never computed from sizes
SHAPES = {("reshape", "shape"), ("full", "shape"), ("expand", "shape"), ("arange", "end"), ("eye", "n"), ("eye", "m")}
UNROLLED = {"select", "slice", "chunk"}     # what a loop over a size takes of its tensor
HEAD_SCALED = {"scaled_dot_product_attention"}
LETTER = re.compile(r"\b[A-Z]\w*")


def expressions(sizes):
    """(text, value) of what a program may compute from sizes, simplest first."""
    for name, n in sizes.items():
        yield name, n
    for name, n in sizes.items():
        yield from ((f"sqrt({name})", math.sqrt(n)), (f"1/sqrt({name})", 1 / math.sqrt(n)), (f"1/{name}", 1 / n))
    groups = [itertools.combinations(sizes, count) for count in (2, 3, 4)] + [itertools.combinations_with_replacement(sizes, count) for count in (2, 3)]
    for names in dict.fromkeys(itertools.chain(*groups)):  # height and width may be one letter
        n = math.prod(sizes[name] for name in names)
        yield from (("*".join(names), n), (f"1/({'*'.join(names)})", 1 / n))


def close(a, b):
    """Equal integers, or floats that differ by rounding alone."""
    return a == b if isinstance(a, int) and isinstance(b, int) else is_number(b) and math.isclose(a, b, rel_tol=1e-13)


def express(first, second, sizes, other):
    """A number that was `first` at `sizes` and `second` at `other`, as a Word; None where no expression is found."""
    pairs = [(text, a, b) for (text, a), (_, b) in zip(expressions(sizes), expressions(other))]
    for text, a, b in pairs:
        if close(first, a) and close(second, b):
            return Word(text)
    for text, a, b in pairs:
        share = a // first if isinstance(first, int) and isinstance(a, int) and first and a >= 2 * first else 0
        shared = share and (a // share, b // share) == (first, second)
        if not (isinstance(first, int) and isinstance(a, int)):
            if first and second and close(first / a, second / b):
                return Word(f"{number(round(first / a, 12))}*{text}")
        elif first - a == second - b and not (shared and a - first > 8):   # half of 52 and of 51, rather than 26 less
            return Word(f"{text}{first - a:+d}")
        elif shared:
            return Word(f"{text}//{share}")
        elif first % a == 0 and second == b * (first // a):
            return Word(f"{first // a}*{text}")
    return None


def sized_items(value):
    """(place, item) of every number, or list of them, of a value that may come from a size."""
    for i, operand in enumerate(value.operands):
        if is_number(operand) and not isinstance(operand, bool):
            yield i, operand
    for name, item in value.attributes:
        if name not in FIXED and not isinstance(item, (bool, str)) and item is not None:
            yield name, item


def may_be_sized(draft, sizes):
    """Whether any number of the draft could come from the sizes, so that a second trace has to tell."""
    possible = [n for _, n in expressions(sizes)] + [m for n in sizes.values() for m in (n - 1, n + 1, n // 2, 2 * n)]

    def is_share(n):
        """Whether a number is far shorter to write times a size, as 0.1 / 64 is."""
        return isinstance(n, float) and any(2 * len(f"{n * size:.12g}") < len(repr(n)) for size in sizes.values())

    def may_be(value, place, item):
        numbers = [n for n in flat((item,)) if is_number(n)]
        return (value.op, place) in SHAPES or value.op in ("slice", "select") or any(
            is_share(n) or any(close(n, m) for m in possible) for n in numbers)

    return any(may_be(value, place, item) for value in draft.values for place, item in sized_items(value))


class Retracer:
    """Traces the program of a draft again, at other sizes of its inputs."""

    def __init__(self, program, draft, inputs, mode):
        self.program, self.draft, self.inputs, self.mode = program, draft, inputs, mode
        self.another = None    # the Draft at the sizes last tried, where the program ran and was another one

    def at(self, changed):
        """The Draft with these sizes {(argument, dimension): size} changed; None where the program is another there."""
        self.another = None
        index = {id(value.meta): i for i, (value, _) in enumerate(self.draft.inputs)}
        with self.mode:
            inputs = mapped(lambda x: torch.empty([changed.get((index[id(x)], d), n) for d, n in enumerate(x.shape)], dtype=x.dtype), self.inputs)
        try:
            again = make_draft(self.program, inputs, self.mode)
        except Exception as error:  # the program's own reasons not to run at these sizes: then they are not free
            LOG.debug("not at %s: %s", changed, error)
            return None
        if [v.op for v in again.values] == [v.op for v in self.draft.values]:
            known = {id(v): v.meta for v in (*(v for v, _ in again.inputs), *again.values)}
            return None if any(reads_beyond(v, known) for v in again.values) else again
        self.another = again
        return None

    def free(self, parts):
        """Letters that stand on inputs only: a parameter's size is what it is."""
        return [letter for letter, part in parts.items() if not any(self.draft.inputs[i][1] for i, _ in part)]

    def elsewhere(self, parts, sizes):
        """(a Draft, its sizes) with as many sizes changed as can be; (None, {}) where none can."""
        def attempt(letters):
            other = {**sizes, **{letter: sizes[letter] * prime for letter, prime in zip(letters, itertools.cycle((2, 3, 5, 7, 11, 13)))}}
            return letters and self.at({p: other[letter] for letter in letters for p in parts[letter]}), other

        letters = self.free(parts)
        again, other = attempt(letters)
        if not again:
            tried = {letter: (sizes[letter] * prime, *self.others(sizes[letter])) for letter, prime in zip(letters, itertools.cycle((2, 3, 5, 7, 11, 13)))}
            chosen = {letter: next((n for n in tried[letter] if self.at(dict.fromkeys(parts[letter], n))), None) for letter in letters}
            other = sizes | {letter: n for letter, n in chosen.items() if n}
            again = other != sizes and self.at({p: n for letter, n in chosen.items() if n for p in parts[letter]})
        return (again, other) if again else (None, {})

    @staticmethod
    def others(n):
        """Other sizes to try for one: larger, and smaller where the program has a longest."""
        return [m for m in (2 * n, 3 * n, n - 1, n // 2) if m > 1]


def written_shape(value, items, others, sizes, other, names):
    """A shape as letters and numbers. In a reshape the last part that follows from sizes is -1, or where none is known to, the largest that is no letter.

    `others` is the same shape in the second trace; `names`, {size: letter}, are letters that may be read by equality.
    """
    source = list(value.operands[0].shape) if value.op == "reshape" else items
    left = {n: max(source.count(n), 1) for n in names}
    shape, derived = [], []
    for i, (first, second) in enumerate(zip(items, others)):
        word = express(first, second, sizes, other) if first != second else names[first] if left.get(first, 0) > 0 else None
        left[first] = left.get(first, 0) - 1
        shape.append(first if word is None else word)
        if first != second and word not in sizes:
            derived.append(i)
    derived = derived or sorted((i for i, n in enumerate(shape) if not isinstance(n, Word) and n != 1), key=lambda i: shape[i])
    if value.op == "reshape" and derived:
        shape[derived[-1]] = -1
    return tuple(shape)


def is_depthwise(value):
    """Whether a convolution has one group a channel, and more than one."""
    return value.op.startswith("conv") and value.at["groups"] == value.operands[0].shape[1] > 1


def is_head_scale(value):
    """Whether attention divides by the root of the width of a head, as it does by default."""
    scale = value.at["scale"]
    return scale is None or is_number(scale) and math.isclose(scale, 1 / math.sqrt(value.operands[0].shape[-1]), rel_tol=1e-7)


def own_first(value, twin, sizes, other):
    """`sizes` and `other` with the letter of the dimension that a slice takes its part of before all others."""
    if twin is None or not value.op.startswith("slice"):
        return sizes, other
    own = tuple(v.operands[0].shape[v.at["dim"]] for v in (value, twin))
    order = sorted(sizes, key=lambda letter: (sizes[letter], other.get(letter)) != own)
    return tuple({letter: table[letter] for letter in order if letter in table} for table in (sizes, other))


def written(value, twin, sizes, other):
    """(operands, attributes) of a value, the numbers that come from sizes written as such.

    `twin` is the same value of a second trace, at the sizes `other`; without one, shapes alone are read, by equality.
    """
    names = {n: letter for letter, n in reversed(sizes.items()) if not other or other[letter] == n}
    twins, replaced = dict(sized_items(twin)) if twin is not None else {}, {}
    sizes, other = own_first(value, twin, sizes, other)
    for place, item in sized_items(value):
        second = twins.get(place, item)
        if isinstance(item, tuple):
            if place == "shape":
                replaced[place] = written_shape(value, item, second, sizes, other, names)
            elif item != second and len(item) == len(second):
                replaced[place] = tuple(a if a == b else express(a, b, sizes, other) or a for a, b in zip(item, second))
        elif is_number(second) and item != second:
            replaced[place] = express(item, second, sizes, other) or item
        elif (value.op, place) in SHAPES:
            replaced[place] = names.get(item, item)
    attributes = dict(value.attributes)
    if is_depthwise(value) and (twin is None or is_depthwise(twin)):
        n, m = (v.operands[0].shape[1] for v in (value, twin or value))
        replaced["groups"] = names.get(n, n) if n == m else express(n, m, sizes, other) or n
    if "scale" in attributes and value.op in HEAD_SCALED and all(is_head_scale(v) for v in (value, twin or value)):
        del attributes["scale"]
    operands = tuple(replaced.get(i, operand) for i, operand in enumerate(value.operands))
    return operands, tuple((name, replaced.get(name, item)) for name, item in attributes.items())


def letters_in(lines):
    """The letters that stand in operands and attributes."""
    items = flat([part for operands, attributes in lines for part in (*operands, *(item for _, item in attributes))])
    return {letter for item in items if isinstance(item, Word) for letter in LETTER.findall(item)}


def sizes_of(draft, parts):
    return {letter: draft.inputs[part[0][0]][0].shape[part[0][1]] for letter, part in parts.items()}


def write_lines(draft, parts, retracer):
    """(operands, attributes) of every value of a draft, in letters."""
    sizes = sizes_of(draft, parts)
    again, other = retracer.elsewhere(parts, sizes) if may_be_sized(draft, sizes) else (None, {})
    twins = again.values if again else itertools.repeat(None)
    return [written(value, twin, sizes, other) for value, twin in zip(draft.values, twins)]


def computes(draft, changed, sizes):
    """Whether the draft computes, without data, with these sizes {(argument, dimension): size} changed."""
    known = {id(v): torch.empty([changed.get((i, d), n) for d, n in enumerate(v.shape)], dtype=v.dtype, device="meta")
             for i, (v, _) in enumerate(draft.inputs)}
    try:
        for value in draft.values:
            known[id(value)] = execute(value, known, sizes, "meta")
            if lenient(value, known):
                return False
    except REFUSALS:
        return False
    return True


def smallest_part(group, holds):
    """The smallest part of `group` with its first position for which `holds`; all of it where that is too long a search."""
    for count in range(min(len(group) - 1, 4) if len(group) <= 12 else 0):
        for others in itertools.islice(itertools.combinations(group[1:], count), 30):
            if holds((group[0], *others)):
                return (group[0], *others)
    return tuple(group)


def split(parts, letters, holds):
    """`parts` ({letter: positions}) with each of these letters cut into its smallest parts that vary on their own."""
    result = {}
    for letter, group in parts.items():
        while group:
            part = smallest_part(group, holds) if letter in letters else group
            group = tuple(p for p in group if p not in part)
            result[Word(f"{letter}_{len(group)}") if group else letter] = part
    return result


def apart_from_parameters(parts, draft, retracer):
    """`parts` with the sizes of inputs that happen to be those of parameters, but need not be, in letters of their own."""
    def taken(made):
        return sum(v.op in UNROLLED for v in made.values)

    def varies(part, n):
        """Whether the program runs with the size 2n there instead of n: as the same program, or with n more steps of a loop."""
        return retracer.at(dict.fromkeys(part, 2 * n)) or retracer.another and taken(retracer.another) >= taken(draft) + n

    result = {}
    for letter, group in parts.items():
        mine = tuple(p for p in group if not draft.inputs[p[0]][1])
        theirs = tuple(p for p in group if p not in mine)
        n = draft.inputs[group[0][0]][0].shape[group[0][1]]
        count = 0
        while mine and theirs:
            part = smallest_part(mine, lambda part: varies(part, n))
            if len(part) == len(mine) and not varies(part, n):
                break
            count, mine = count + 1, tuple(p for p in mine if p not in part)
            result[Word(f"{letter}i{count}")] = part
        result |= {letter: tuple(sorted(theirs + mine))} if theirs + mine else {}
    return result


def unrolled(draft, parts, letter, retracer):
    """Whether the program is another one where an input has another size, as a loop over that size is."""
    if letter not in retracer.free(parts) or not any(v.op in UNROLLED for v in draft.values):
        return False
    n = sizes_of(draft, parts)[letter]
    return not retracer.at({p: 2 * n for p in parts[letter]}) and retracer.another is not None


def find_letters(draft, retracer):
    """Writes the draft's values in letters; returns {letter: the positions (argument, dimension) that have this size}."""
    positions = [((i, d), n) for i, (value, _) in enumerate(draft.inputs) for d, n in enumerate(value.shape) if n > 1]
    by_size = {n: tuple(p for p, m in positions if m == n) for _, n in positions}
    parts = apart_from_parameters({Word(f"S{n}"): group for n, group in by_size.items()}, draft, retracer)
    parts = {letter: part for letter, part in parts.items() if not unrolled(draft, parts, letter, retracer)}
    positions = [(p, n) for p, n in positions if any(p in part for part in parts.values())]
    lines = write_lines(draft, parts, retracer)
    shared = {letter for letter, part in parts.items() if len(part) > 1}
    named = shared & letters_in(lines)
    if named & set(retracer.free(parts)):  # these stand in the lines too: only the program can tell which is meant
        sizes = sizes_of(draft, parts)
        size = {p: n for p, n in positions}
        parts = split(parts, named & set(retracer.free(parts)), lambda part: retracer.at({p: 2 * size[p] for p in part}))
        lines = lines if len(parts) == len(sizes) else write_lines(draft, parts, retracer)
    for value, (operands, attributes) in zip(draft.values, lines):
        value.operands, value.attributes = operands, attributes
    sizes, size = sizes_of(draft, parts), dict(positions)
    heavy = any(OPS[value.op].kind in ("heavy", "loss") for value in draft.values)
    return split(parts, parts.keys() - letters_in(lines), lambda part: any(
        computes(draft, {p: n for p in part}, sizes) for n in (2 * size[part[0]], size[part[0]] + 1)[:1 + heavy]))


def finish(draft, program, inputs, mode):
    """The Graph of a draft: sizes written as letters."""
    parts = find_letters(draft, Retracer(program, draft, inputs, mode))
    names = itertools.chain(LETTERS, (a + b for a in LETTERS for b in LETTERS))
    final = {letter: Word(name) for (letter, _), name in zip(sorted(parts.items(), key=lambda item: item[1]), names)}
    sizes = {final[letter]: n for letter, n in sizes_of(draft, parts).items()}

    def renamed(item):
        if isinstance(item, tuple):
            return tuple(map(renamed, item))
        return Word(LETTER.sub(lambda m: final[m.group()], item)) if isinstance(item, Word) and item not in DTYPES else item

    for value in draft.values:
        value.operands = renamed(value.operands)
        value.attributes = tuple((name, renamed(item)) for name, item in value.attributes)
    where = {position: final[letter] for letter, part in parts.items() for position in part}
    arguments = []
    for i, (value, path) in enumerate(draft.inputs):
        value.name = f"a{i}"
        arguments.append(Argument(value.name, value.dtype, tuple(where.get((i, d), n) for d, n in enumerate(value.shape)), path))
    return Graph(arguments, [v for v, _ in draft.inputs], draft.outputs, draft.multiple, dict(sorted(sizes.items())), program)


# ---- 12 guessing inputs, and trace -------------------------------------------------------------------------------
# Sizes say nothing about the user's data: they only have to be distinct, so that they become distinct letters.

N, W, V, T, H, K = 12, 20, 28, 16, 4, 3    # rows, width, other width, time, heads, kernel
INDEX_NAMES = re.compile(r"(^|_)(idx|index|indices|ids|tokens|labels?|target|targets)\d*$")
MASK_NAMES = re.compile(r"(^|_)(mask|cond|condition|keep)\d*$")
WEIGHT_NAMES = re.compile(r"^(w|weight|weights|gamma|kernel|filters?|scale|wq|wk|wv|wo|w_\w+|.*_weight)\d*$")
BIAS_NAMES = re.compile(r"^(b|bias|beta|shift|b_\w+|.*_bias)\d*$")
SCALAR_NAMES = re.compile(r"^(alpha|eps|epsilon|lr|momentum|temperature|tau|lam|lambd|lambda_|step_size)$")
PRODUCT = re.compile(r"@|matmul|\bmm\(|einsum|\.mm\(")


def worlds(source):
    """Lists of shapes to try for (the first argument, weights, biases, masks, others), likeliest first."""
    product = PRODUCT.search(source)
    weights = [(V, W), (W, V)] if "linear(" in source else [(W, V), (W,)] if product else [(W,), (W, V), (V, W)]
    flat_ = ((N, W), weights, [(V,), (W,)] if product or "linear(" in source else [(W,), (V,)], [(N, W), (W,), (N, N)],
             [(N, W), (W, V), (W,), (N,), (N, V)])
    deep = ((N, T, W), weights, flat_[2], [(N, T, W), (T, W), (T, T), (N, T, T)], [(N, T, W), (N, W, V), (W, V), (N, T), (W,)])
    heads = ((2, H, N, W), weights, flat_[2], [(N, N), (2, 1, N, N)], [(2, H, N, W), (2, H, W, V), (N, W)])
    images = []
    for n in (1, 2, 3):
        size = (18, 22, 14)[:n]
        kernels = [(V, 8, *[K] * n), (8, V, *[K] * n), (8, 1, *[K] * n), (V, 8, *[1] * n), (8,)]
        images.append(((2, 8, *size), kernels, [(V,), (8,)], [(2, 8, *size)], [(2, 8, *size), (8,)]))
    vector = ((N,), [(N,)], [(N,)], [(N,)], [(N,), ()])
    order = [flat_, deep, images[1], heads, vector, images[0], images[2]]
    for n, world in zip((1, 2, 3), images):
        if re.search(rf"{n}d\b", source, re.IGNORECASE):
            order.insert(0, world)
    if re.search(r"\b(q|query)\b", source):
        order.insert(0, heads)
    if re.search(r"\bbmm\b|batch_first|MultiheadAttention", source):
        order.insert(0, deep)
    return order


def candidates(program):
    """Inputs to try, as lists of (dtype, shape)."""
    source = program.source
    integers = re.search(r"embedding|gather|cross_entropy|nll_loss|one_hot|index_select|Embedding|CrossEntropy|NLLLoss|take|\[", source)
    for first, weights, biases, masks, others in worlds(source):
        choices = []
        for i, name in enumerate(program.parameters):
            if name in program.hints:
                choice = [program.hints[name]]
            elif INDEX_NAMES.search(name) and (integers or "target" not in name):
                choice = [(torch.int64, shape) for shape in ((N,), (N, T), (N, 1), (N, W), first)]
            elif MASK_NAMES.search(name):
                choice = [(dtype, shape) for dtype in (torch.bool, torch.float32) for shape in masks]
            elif SCALAR_NAMES.match(name) and i:
                choice = [(torch.float32, ())]
            else:
                shapes = [first] if not i else (weights if WEIGHT_NAMES.match(name) else biases if BIAS_NAMES.match(name) else []) + others
                choice = [(torch.float32, shape) for shape in shapes]
            choices.append(choice)
        yield from itertools.islice(itertools.product(*choices), 60)


def guess(program, mode):
    """The graph of a program on the first guessed inputs on which it runs."""
    tried, first_error = set(), None
    for specification in candidates(program):
        if specification in tried:
            continue
        tried.add(specification)
        with mode:
            inputs = tuple(torch.empty(shape, dtype=dtype) for dtype, shape in specification)
        try:
            draft = make_draft(program, inputs, mode)
        except GraphError:
            raise
        except Exception as error:  # these sizes do not suit the program; its first complaint is the clearest
            first_error = first_error or error
            if isinstance(error, (DataDependentOutputException, DynamicOutputShapeException, NameError, AttributeError)):
                break
        else:
            return finish(draft, program, inputs, mode)
    if first_error is None:
        raise GraphError("there is no tensor in the program")
    raise first_error


def explain(error, program):
    """The GraphError for whatever tracing raised: one line, with the program's line."""
    where = program.at(error_line(error, program.filename))
    if isinstance(error, GraphError):
        return GraphError(f"{error}{where}")
    if isinstance(error, (DataDependentOutputException, DynamicOutputShapeException)):
        return GraphError(f"control flow or sizes that depend on the data{where}")
    return GraphError(f"{describe(error)}{where}")


def read_cheaply(source, inputs, mode):
    """`read_source` with every tensor fake; with real ones where a constructor looks at data (linspace(...)[i].item())
    or has its module cast (`.half()`), which fake parameters do not allow."""
    try:
        with mode:
            return read_source(source, inputs)
    except GraphError as error:
        looks = isinstance(error.__cause__, (DataDependentOutputException, DynamicOutputShapeException))
        if not looks and "swap" not in str(error):
            raise
    return read_source(source, inputs)


def trace_quietly(program, inputs):
    """`trace`, with PyTorch's warnings silenced by the caller."""
    mode = FakeTensorMode(allow_non_fake_inputs=True)
    if isinstance(program, str):
        program = read_cheaply(program, inputs, mode)
    elif isinstance(program, nn.Module):
        code = getattr(program.forward, "__code__", None)
        program = module_program(program, type(program).__name__, inputs, code.co_filename if code else "", "")
    elif callable(program):
        code = getattr(inspect.unwrap(program), "__code__", None)
        program = function_program(program, "function", inputs, code.co_filename if code else "", "", {})
    else:
        raise GraphError(f"cannot trace {type(program).__name__}: a source text, a function or a module is wanted")
    if not program.source and program.inputs is None:
        with contextlib.suppress(OSError, TypeError):
            program.source = inspect.getsource(program.function)
    try:
        if program.inputs is None:
            return guess(program, mode)
        inputs = fakes(program.inputs, mode)
        return finish(make_draft(program, inputs, mode), program, inputs, mode)
    except Exception as error:  # the program is the user's: whatever it raises is told with its line
        raise explain(error, program) from error


def trace(program, inputs=None):
    """The canonical graph of a program: source text, a callable or an nn.Module.

    `inputs` are example tensors (their sizes and dtypes matter, their data does not) and constants; without them a
    file's `get_inputs()` gives them, or they are guessed from the names and from what the program does with them.
    Raises GraphError with one line on what cannot be traced.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return trace_quietly(program, None if inputs is None else tuple(inputs))


# ---- 13 regions ------------------------------------------------------------------------------------------------
# A region holds at most one anchor: a heavy operation, a normalisation, reduction or loss, or one movement of data that
# is no view. Scans take flips, pads and joins along. What one pass over the same data gives (its extremes and their
# places; its mean and variance) is one anchor: so standardising by hand is one region, as one normalisation. Views
# between regions are left to the host; constants that a region computes with are its own.

SLICES = {"slice", "select", "chunk"}
MOVES = {"transpose", "permute", "diagonal", *SLICES}    # views that leave another order, or gaps
RESHAPES = {"reshape", "unsqueeze", "squeeze"}   # views that only write the same elements in another shape
THIN = {"unsqueeze", "squeeze", "expand"}    # views through which a pointwise operation still continues its producer
MASKS = {"tril", "triu"}                     # movements that are pointwise
SCANS = {"cumsum", "cumprod", "logcumsumexp", "cummax", "cummin"}
ANCHORS = {"heavy", "normalization", "reduction", "loss"}
ONE_PASS = {"amin": "amax", "argmax": "amax", "argmin": "amax", "argsort": "sort", "var": "mean", "std": "mean"}
ELEMENTWISE = {op for op, row in OPS.items() if row.kind == "loss" and "reduction" in row.attributes} - {
    "cross_entropy", "nll_loss", "cosine_embedding_loss", "triplet_margin_loss", "multi_margin_loss", "multilabel_margin_loss"}
LONGEST, MOST = 10, 20                       # pointwise operations of a region: in a row, and in all
SHORT = 4                                    # pointwise operations before a heavy one, which computes them for each tile
SUMS = {"sum", "mean", "norm"}               # of the same places of the same data: one pass, as for the sums of a dice loss


@dataclass(frozen=True)
class Region:
    """A part of a graph that one group of kernels can compute: one anchor with its pointwise neighbours."""
    graph: Graph       # the part as a question of its own
    inputs: tuple      # names, in the whole graph, of what the part receives
    outputs: tuple     # and of what it returns
    values: tuple = () # those of the whole graph that it computes


def is_pointwise(value):
    """Whether each element is computed from those at its own place; glu reads halves, which a product or a norm has in other tiles: it is an anchor."""
    return value.op not in ("argument", "glu") and (OPS[value.op].kind == "pointwise" or value.op in MASKS)


def is_anchor(value):
    return value.op != "argument" and not is_pointwise(value) and value.op not in VIEWS and OPS[value.op].kind != "factory"


def is_elementwise(value):
    """Whether an anchor is a loss of every element by itself: what sums those up may stand in one region with it."""
    return value.op in ELEMENTWISE and value.at["reduction"] == "none"


def work(value):
    """What an anchor computes, the same for anchors that one pass over the data serves."""
    op = value.op.removesuffix("_indices")
    op = ONE_PASS.get(op, op)
    attributes = {k: v for k, v in value.attributes if k not in ("correction",)}
    return op, tuple(map(id, flat(value.operands))), repr(sorted(attributes.items()))


@functools.cache
def primes():
    """Enough of them for the letters of any graph, from 11."""
    return [p for p in range(11, 2000) if all(p % d for d in range(2, int(p ** 0.5) + 1))]


def spread_sizes(graph):
    """Sizes at which the graph computes and letters can be told apart, as far as there are such."""
    sizes = dict(graph.sizes) if graph.sizes and fits(graph, graph.sizes, strict=False) else small_sizes(graph, 0)

    def ones(known):
        return [n == 1 for v in graph.values for n in known[id(v)].shape]

    def wider(letters):
        grown = sizes | {letter: sizes[letter] * prime for letter, prime in zip(graph.letters, primes()) if letter in letters}
        known = computed(graph, grown)
        return grown if known and all(one <= before for one, before in zip(ones(known), pattern)) else None

    pattern = ones(graph.shapes(sizes))
    together = wider(graph.letters)
    if together:
        return together
    for letter in graph.letters:
        sizes = wider([letter]) or sizes
    return sizes


class Grouping:
    """Assigns the values of a graph to groups, each of which reads from earlier groups only.

    A pointwise operation joins the last group that it reads from. One that reads arguments alone, or reads that group
    through a view which moves data, waits for an anchor that it can feed; if none comes it joins after all. See `regions`
    for `most`.
    """

    def __init__(self, graph, most=None):
        self.apart = most == 0   # whether views stand alone too
        self.graph, self.most, self.groups, self.home = graph, 1 if self.apart else most, [], {}
        self.order = {id(value): i for i, value in enumerate(graph.values)}
        self.readers = collections.defaultdict(list)
        for value in graph.values:
            for operand in value.inputs():
                self.readers[id(operand)].append(value)
        self.constant = set()    # ids of what needs no argument and no anchor: every group computes its own
        self.need = {}           # id -> number of the last group that must have run; -1 for none
        self.for_sums = set()    # ids of what waits for a sum, though what it reads has a group
        for value in reversed(graph.values):
            self.for_sums |= {id(value)} if self.leads_to_sums(value) else set()
        for value in graph.values:
            self.place(value)
        for value in graph.values:
            self.place_last(value)
        for value in graph.outputs:
            if id(value) in self.constant:
                self.start([value])

    def inputs(self, value):
        return [v for v in value.inputs() if id(v) not in self.constant]

    @functools.cached_property
    def shapes(self):
        """{id: tensor without data} of every value, at sizes that tell letters apart."""
        return self.graph.shapes(spread_sizes(self.graph))

    def last(self, value):
        return max((self.need.get(id(v), -1) for v in self.inputs(value)), default=-1)

    def waiting(self, value):
        """What a value reads that has no group yet, in order."""
        found = {}

        def visit(v):
            for operand in self.inputs(v):
                if operand.op != "argument" and id(operand) not in self.home and id(operand) not in found:
                    visit(operand)
                    if operand.op not in VIEWS:
                        found[id(operand)] = operand

        visit(value)
        return list(found.values())

    def reads(self, value, group, through):
        """Whether a value reads this group directly, or through such views alone."""
        for operand in self.inputs(value):
            while operand.op in through and id(operand) not in self.home:
                operand = operand.operands[0]
            if self.home.get(id(operand)) == group:
                return True
        return False

    def assign(self, group, values):
        for value in values:
            self.home[id(value)] = self.need[id(value)] = group
            self.groups[group].append(value)

    def fits(self, values):
        """Whether one region may hold these values: few pointwise operations in a row, counted anew after an anchor."""
        if self.most and len(values) > 1 and (len(values) > self.most or any(map(is_anchor, values))):
            return False
        length = {}
        for value in sorted(values, key=lambda v: self.order[id(v)]):
            before = 0
            for operand in self.inputs(value):
                while operand.op in VIEWS and id(operand) not in length:
                    operand = operand.operands[0]
                before = max(before, length.get(id(operand), 0))
            length[id(value)] = before + 1 if is_pointwise(value) else 0
        return max(length.values(), default=0) <= LONGEST and sum(map(is_pointwise, values)) <= MOST

    def room(self, group, values):
        return self.fits([*self.groups[group], *values])

    def start(self, values):
        self.groups.append([])
        self.assign(len(self.groups) - 1, values)

    def sources(self, anchor, group):
        """ids of what an anchor reads from outside of a group: its own pointwise operations, and views, are looked through."""
        found, stack = set(), self.inputs(anchor)
        while stack:
            value = stack.pop()
            if value.op in VIEWS or is_pointwise(value) and self.home.get(id(value), group) == group:
                stack += self.inputs(value)
            else:
                found.add(id(value))
        return found

    def beside(self, group, value, waiting):
        """Whether a sum can be computed in the pass that a group of sums makes anyway: over the same places, of some of the same data."""
        sums = [*filter(is_anchor, self.groups[group]), value]
        if len(sums) < 2 or self.last(value) > group or any(v.op not in SUMS for v in sums):
            return False
        places = {(self.shapes[id(v.operands[0])].shape, v.at["dim"], v.at["keepdim"]) for v in sums}
        theirs, mine = set().union(*(self.sources(v, group) for v in sums[:-1])), self.sources(value, group)
        return len(places) == 1 and bool(theirs & mine) and not mine & set(map(id, sums)) and self.room(group, [*waiting, value])

    def spreads(self, value, group):
        """Whether a value is larger than all that a heavy group computes, or gives a sum new leading dimensions.

        What it spreads is then better stored than computed again.
        """
        kinds, shape = {OPS[v.op].kind for v in self.groups[group]}, self.shapes[id(value)]
        if "heavy" in kinds:
            return shape.numel() > max(self.shapes[id(v)].numel() for v in self.groups[group])
        read = [self.shapes[id(v)].dim() for v in self.inputs(value) if self.home.get(id(v)) == group]
        return "reduction" in kinds and any(0 < rank < shape.dim() for rank in read)

    def leads_to_sums(self, value):
        """Whether nothing but sums needs a pointwise value, and another sum, or what follows these, needs what it reads, too: it is theirs,
        not its producer's."""
        own = self.readers[id(value)]
        if not is_pointwise(value) or not own or any(v is value for v in self.graph.outputs):
            return False
        if any(r.op not in SUMS and id(r) not in self.for_sums for r in own):
            return False
        beside = [r for v in self.inputs(value) for r in self.readers[id(v)] if r is not value]
        return any(id(r) in self.for_sums for r in own) or any(r.op in SUMS or self.follows(r, value) for r in beside)

    def follows(self, value, before):
        """Whether a value is computed from another, over whatever way."""
        stack = self.inputs(value)
        while stack:
            value = stack.pop()
            if value is before:
                return True
            stack += [v for v in self.inputs(value) if self.order.get(id(v), -1) >= self.order[id(before)]]
        return False

    def admits(self, group, value):
        """Whether a group may take one more anchor."""
        anchors = [v for v in self.groups[group] if is_anchor(v) and not (OPS[value.op].kind == "reduction" and is_elementwise(v))]
        mine = [*anchors, value]
        if any(v.op.removesuffix("_indices") in SCANS for v in mine):
            mine = [v for v in mine if OPS[v.op].kind in ANCHORS]
        return len(set(map(work, mine))) <= 1

    def is_prologue(self, value, waiting):
        """Whether what waits for an anchor can be computed on the way: for a heavy one it is short and nobody else's."""
        if OPS[value.op].kind != "heavy":
            return True
        mine, readers = {id(v) for v in [*waiting, value]}, []
        for reader in self.graph.values:
            for operand in reader.inputs():
                while operand.op in VIEWS:
                    operand = operand.operands[0]
                readers += [reader] * any(operand is v for v in waiting)
        kept = any(id(r) not in mine and r.op not in VIEWS for r in readers) or any(o is v for o in self.graph.outputs for v in waiting)
        return not kept and self.fits([*waiting, value]) and sum(map(is_pointwise, waiting)) <= SHORT

    def relieve(self, value, group):
        """Puts what waits for a value into groups of their own where it is more than fits."""
        waiting = self.waiting(value)
        if waiting and not (self.room(group, [*waiting, value]) if group is not None else self.fits([*waiting, value])):
            self.settle(waiting)
            return []
        return waiting

    def settle(self, waiting):
        """Groups of their own for what waits, as few as there is room in."""
        while waiting:
            count = next(n for n in range(len(waiting), 0, -1) if self.fits(waiting[:n]))
            self.start(waiting[:count])
            waiting = waiting[count:]

    def place(self, value):
        inputs = self.inputs(value)
        if not inputs and not is_anchor(value):
            self.constant.add(id(value))
            return
        last = self.last(value)
        self.need[id(value)] = last
        if value.op in VIEWS:
            return
        if is_pointwise(value):
            if last >= 0 and self.reads(value, last, THIN) and id(value) not in self.for_sums and not self.spreads(value, last):
                waiting = self.relieve(value, last)
                last = self.last(value)
                if self.room(last, [*waiting, value]):
                    self.assign(last, [*waiting, value])
                else:
                    self.start([*waiting, value])
            return
        waiting = self.waiting(value)
        same = next((i for i, group in enumerate(self.groups) if not self.most and any(is_anchor(v) and work(v) == work(value) for v in group)), None)
        if same is not None:
            self.assign(same, [value])
            return
        beside = next((i for i in range(len(self.groups)) if self.beside(i, value, waiting)), None)
        if beside is not None:
            self.assign(beside, [*waiting, value])
            return
        if waiting and not self.is_prologue(value, waiting):
            self.settle(waiting)
            waiting, last = [], self.last(value)
        joins = last >= 0 and self.admits(last, value) and self.reads(value, last, VIEWS) and self.room(last, [*waiting, value])
        if joins and (any(map(is_anchor, self.groups[last])) or self.is_prologue(value, [*self.groups[last], *waiting])):
            self.assign(last, [*waiting, value])
        else:
            self.start([*self.relieve(value, None), value])

    def is_sibling(self, value, group):
        """Whether a value reads slices of what this group reads slices of."""
        def sliced(values):
            return {id(operand.operands[0]) for v in values for operand in self.inputs(v) if operand.op in SLICES}

        return bool(sliced([value]) & sliced(self.groups[group]))

    def place_last(self, value):
        """A group for what waited in vain."""
        if id(value) in self.home or id(value) in self.constant or not is_pointwise(value):
            return
        last = self.last(value)
        open_ = last if last >= 0 else len(self.groups) - 1 if self.groups and not any(map(is_anchor, self.groups[-1])) else -1
        joins = open_ >= 0 and self.room(open_, [value]) and not self.spreads(value, open_) and (last < 0 or self.reads(value, last, VIEWS - SLICES) or not any(
            map(is_anchor, self.groups[last])))
        newest = len(self.groups) - 1
        if joins:
            self.assign(open_, [value])
        elif newest > last and not any(map(is_anchor, self.groups[newest])) and self.room(newest, [value]) and self.is_sibling(value, newest):
            self.assign(newest, [value])   # the gates of a cell, which are slices of one product
        else:
            self.start([value])


def is_matrix_transpose(value):
    return value.op == "transpose" and (value.at["dim0"], value.at["dim1"]) == (-2, -1)


def inside_of(group, grouping):
    """Every value that a group computes, in order: its own, its constants, and the views between them.

    Transposed factors of a product stay with it, and so do the slices that a group without a heavy anchor reads.
    """
    own, kept = set(map(id, group)), set()
    light = not any(is_anchor(v) and OPS[v.op].kind in ANCHORS and v.op not in SCANS for v in group)

    def visit(reader, value):
        if id(value) in own or id(value) in kept or value.op == "argument":
            return True
        if id(value) in grouping.constant:
            for operand in value.inputs():
                visit(value, operand)
            kept.add(id(value))
            return True
        if value.op not in VIEWS or id(value) in grouping.home or grouping.apart:
            return False
        turned = reader.op == "matmul" and is_matrix_transpose(value)
        within = visit(value, value.operands[0]) and value.operands[0].op != "argument"
        if within or turned or light and value.op in SLICES:
            kept.add(id(value))
            return True
        return False

    for value in group:
        for operand in value.inputs():
            visit(value, operand)
    return [v for v in grouping.graph.values if id(v) in own or id(v) in kept]


def letters_in_values(values):
    return letters_in([(v.operands, v.attributes) for v in values])


def boundary(inside, graph):
    """(what some values read from outside, arguments last), in order."""
    place = {id(v): i for i, v in enumerate(graph.values + list(graph.inputs))}
    within = set(map(id, inside))
    read = {id(v): v for value in inside for v in value.inputs() if id(v) not in within}
    return [read[i] for i in sorted(read, key=place.get)]


def part_of(values, inputs, outputs, sizes, metas):
    """The Graph of some values of a graph, from `inputs` to `outputs` (Values), traced as a program of its own.

    `sizes` ({letter: size}) hold in `metas`.
    """
    found = {letter: (i, d) for letter, size in sizes.items() for i, value in enumerate(inputs)
             for d, n in enumerate(metas[id(value)].shape) if size == n}

    def program(*tensors):
        here = {**sizes, **{letter: tensors[i].shape[d] for letter, (i, d) in found.items()}}
        computed = {id(value): tensor for value, tensor in zip(inputs, tensors)}
        for value in values:
            computed[id(value)] = execute(value, computed, here, tensors[0].device if tensors else "cpu")
        results = tuple(computed[id(value)] for value in outputs)
        return results if len(results) > 1 else results[0]

    return trace(program, [metas[id(value)] for value in inputs])


def carriers(inside, inputs, graph, sizes, metas):
    """(inside, inputs) such that every letter that the part computes with is a size of one of its inputs.

    A filled tensor whose size nothing else shows is made by the host, unless it is a result; else an argument that has the size
    comes along, or the first one where the part has no input that could show the device.
    """
    def hidden():
        shown = {n for v in inputs for n in metas[id(v)].shape}
        return {letter for letter in letters_in_values(inside) if sizes[letter] not in shown}

    made = [v for v in inside if v.op == "full" and not any(v is out for out in graph.outputs)]
    for value in [v for v in made if letters_in_values([v]) & hidden()]:
        inside, inputs = [v for v in inside if v is not value], [*inputs, value]
    for letter in sorted(hidden()):
        if letter in hidden():
            inputs = [*inputs, next(v for v, a in zip(graph.inputs, graph.arguments) if letter in a.dims)]
    return inside, inputs or graph.inputs[:1]


def is_output(value, inside, graph):
    """Whether anything beside the part's own values needs a value: an output, another part, or a view of the host."""
    if any(value is v for v in graph.outputs):
        return True
    within = set(map(id, inside))
    for reader in graph.values:
        if any(v is value for v in reader.inputs()):
            if id(reader) not in within:
                return True
            if reader.op in VIEWS and is_output(reader, inside, graph):
                return True
    return False


def order_of_use(graph):
    """Places of the arguments in the order in which the outputs read them, depth first; what nothing reads comes last."""
    seen, places = set(), {id(value): place for place, value in enumerate(graph.inputs)}
    stack, order = list(reversed(graph.outputs)), []
    while stack:
        value = stack.pop()
        if id(value) not in seen:
            seen.add(id(value))
            order += [places[id(value)]] if id(value) in places else []
            stack += reversed(list(value.inputs()))
    return order + [place for place in range(len(places)) if place not in order]


def ordered_part(values, inputs, outputs, sizes, metas):
    """(Graph, inputs) of `part_of`, with the inputs in their order of use: who lists a bias first asks no other question."""
    part = part_of(values, inputs, outputs, sizes, metas)
    for _ in inputs:  # arguments that change places may change those of a commutative operation's operands
        order = order_of_use(part)
        if order == sorted(order):
            break
        inputs = [inputs[place] for place in order]
        part = part_of(values, inputs, outputs, sizes, metas)
    return part, inputs


def read_arguments(graph, order):
    """The arguments, in this order, that are computed with, or that alone show a size which is: others would only confuse."""
    used = {id(v) for value in graph.values for v in value.inputs()} | set(map(id, graph.outputs))
    pairs = [(graph.inputs[place], graph.arguments[place]) for place in order]
    hidden = letters_in_values(graph.values) - {letter for v, a in pairs if id(v) in used for letter in a.dims}
    return [v for v, a in pairs if id(v) in used or hidden & set(a.dims)] or graph.inputs[:1]


def steps(graph, found):
    """[(Region or Value of the host), ...] in an order in which they can be computed."""
    order, known = [], {id(v) for v in graph.inputs}
    by_name = {v.name: v for v in [*graph.values, *graph.inputs]}

    def need(value):
        if id(value) not in known:
            known.add(id(value))
            for operand in value.inputs():
                need(operand)
            order.append(value)

    for region in found:
        for name in region.inputs:
            need(by_name[name])
        order.append(region)
        known.update(id(by_name[name]) for name in region.outputs)
    for value in graph.outputs:
        need(value)
    return order


def with_moves(graph, found, sizes, metas):
    """The regions `found` with one more for each view between them that leaves gaps or another order in memory.

    An answer would have to copy it, and only kernels may; what is returned as it is stays a view.
    """
    layout, placed, read = dict(metas), [], {name for region in found for name in region.inputs}
    for step in steps(graph, found):
        if isinstance(step, Region):
            placed.append(step)
        elif step.op in VIEWS:
            view = execute(step, layout, sizes, "meta")
            layout[id(step)] = view.contiguous()
            needed = step.name in read or any(step is v for value in graph.values if value.op in VIEWS for v in value.inputs())
            if needed and step.op in MOVES and not view.is_contiguous():
                base = step.operands[0]
                placed.append(Region(part_of([step], [base], [step], sizes, layout), (base.name,), (step.name,), (step,)))
    return placed


def without_views(graph):
    """(values, outputs) of a graph without the views of arguments and of results that cost the host nothing, and change no order."""
    read = {id(operand): [v for v in graph.values if any(o is operand for o in v.inputs())] for value in graph.values for operand in value.inputs()}
    apart = {id(v) for v in graph.inputs}

    def is_end(value):
        """Whether a value is such a view of a result, which nothing but the host needs."""
        base = value.operands[0] if value.op in RESHAPES else value
        return base is not value and (is_end(base) or base.op not in VIEWS | {"argument"}) and id(base) not in apart and all(
            id(v) in ends for v in read.get(id(value), ()))

    def is_turned(value):
        """Whether a value is the transposed factor of products alone."""
        return is_matrix_transpose(value) and all(v.op == "matmul" for v in read.get(id(value), ()))

    for value in graph.values:
        if value.op in RESHAPES and id(value.operands[0]) in apart:
            apart.add(id(value))
    for value in reversed(graph.values):  # one that a kernel reads in another order is part of that order
        if id(value) in apart and any(v.op in VIEWS and id(v) not in apart and not is_turned(v) for v in read.get(id(value), ())):
            apart.discard(id(value))
    for value in graph.values:            # and so is what is made from it
        if id(value) in apart and id(value.operands[0]) not in apart:
            apart.discard(id(value))
    ends = set()
    for value in reversed(graph.values):
        ends |= {id(value)} if is_end(value) else set()
    outputs = []
    for value in graph.outputs:
        while id(value) in ends:
            value = value.operands[0]
        outputs += [value] if id(value) not in apart and not any(value is v for v in outputs) else []
    return [v for v in graph.values if id(v) not in apart | ends], outputs


def whole(graph):
    """The Region that is all of a graph, its arguments in their order of use."""
    order = order_of_use(graph)
    read, outputs = read_arguments(graph, order), tuple(v.name for v in graph.outputs)
    if order == sorted(order) and len(read) == len(graph.inputs):
        return Region(graph, tuple(a.name for a in graph.arguments), outputs, tuple(graph.values))
    sizes = spread_sizes(graph)
    part, inputs = ordered_part(graph.values, read, graph.outputs, sizes, graph.shapes(sizes))
    return Region(part, tuple(v.name for v in inputs), outputs, tuple(graph.values))


def core(graph):
    """The Region that `without_views` leaves of a graph; None where it leaves nothing out, or hides a size that is computed with."""
    inside, outputs = without_views(graph)
    if len(inside) == len(graph.values) or not outputs:
        return None
    place = {id(v): i for i, v in enumerate(graph.inputs)}
    for value in graph.values:   # a view stands where its argument stands
        if value.op in RESHAPES and id(value.operands[0]) in place:
            place[id(value)] = place[id(value.operands[0])]
    sizes = spread_sizes(graph)
    metas, inputs = graph.shapes(sizes), sorted(boundary(inside, graph), key=lambda v: place[id(v)])
    if letters_in_values(inside) - {letter for letter, n in sizes.items() for v in inputs if n in metas[id(v)].shape}:
        return None
    part, inputs = ordered_part(inside, inputs, outputs, sizes, metas)
    return Region(part, tuple(v.name for v in inputs), tuple(v.name for v in outputs), tuple(inside))


ROLL = re.compile(r"(\w+) = roll\((\w+), shifts=\[(.+)\], dim=\[(.+)\]\)")


def with_single_rolls(text):
    """A question with its rolls of several dimensions as rolls of one dimension each."""
    def one_by_one(match):
        name, x, *lists = match.groups()
        turns = list(zip(*(numbers.split(", ") for numbers in lists)))
        names = [x, *(f"{name}_{i}" for i in range(1, len(turns))), name]
        return "\n".join(f"{new} = roll({old}, shifts={shift}, dim={dim})" for old, new, (shift, dim) in zip(names, names[1:], turns))

    return ROLL.sub(one_by_one, text)


def is_divided(grouping):
    """Whether a grouping leaves more than one region, or values beside it."""
    return len(grouping.groups) > 1 or bool(grouping.groups and grouping.apart)


def regions(graph, most=None):
    """The regions of a graph, in the order in which they are computed, few and deterministic.

    With `most` they are smaller: every anchor stands alone, and no region holds more than so many pointwise operations; with 0
    every operation stands alone, and so does every view that leaves another order or gaps.

    A region's question reads as a trace of that part alone: its sizes are letters of its own. Views between regions
    are in none of them: `stitch` leaves them to the host, and so it does those of arguments and results that only write
    another shape. A size that a region computes with, but that none of its inputs has, comes in with an argument of the
    graph that is passed along for its shape.
    """
    grouping = Grouping(graph, most)
    if not is_divided(grouping):
        return [grouping.groups and core(graph) or whole(graph)]
    sizes = spread_sizes(graph)
    metas, found = graph.shapes(sizes), []
    for number, group in enumerate(grouping.groups):
        inside = inside_of(group, grouping)
        inside, inputs = carriers(inside, boundary(inside, graph), graph, sizes, metas)
        outputs = [v for v in inside if grouping.home.get(id(v)) == number and is_output(v, inside, graph)]
        part, inputs = ordered_part(inside, inputs, outputs, sizes, metas)
        found.append(Region(part, tuple(v.name for v in inputs), tuple(v.name for v in outputs), tuple(inside)))
    return with_moves(graph, found, sizes, metas)


def number_of_regions(graph):
    """How many regions a graph has, found without making the one that is all of it."""
    return len(regions(graph)) if is_divided(Grouping(graph, None)) else 1


def host(item):
    """A size, a number or a tuple of them in host code."""
    if isinstance(item, tuple):
        return f"({', '.join(map(host, item))}{',' * (len(item) == 1)})"
    if isinstance(item, float) and not math.isfinite(item):
        return f"float('{item}')"
    return re.sub(r"sqrt\((\w+)\)", r"\1 ** 0.5", show(item))


def on_host(value, sizes):
    """A view, or a filled tensor, as an expression of host code. `sizes` is where the device is to be read from."""
    x, at = value.operands[0].name if value.operands else "", value.at
    if value.op == "full":
        return f"torch.full({host(at['shape'])}, {host(at['value'])}, dtype={DTYPES[at['dtype']]}, device={sizes}.device)"
    if value.op == "slice":
        stop = "" if at["end"] is None else host(at["end"])
        step = f":{at['step']}" if at["step"] != 1 else ""
        return f"{x}[..., {host(at['start']) if at['start'] else ''}:{stop}{step}{', :' * (-at['dim'] - 1)}]"
    arguments = {"reshape": ("shape",), "expand": ("shape",), "transpose": ("dim0", "dim1"), "permute": ("dims",), "unsqueeze": ("dim",),
                 "squeeze": ("dim",), "select": ("dim", "index"), "chunk": ("chunks", "dim"), "diagonal": ("offset", "dim1", "dim2"),
                 "unfold": ("dim", "size", "step")}[value.op]
    text = ", ".join(host(at[name]) for name in arguments)
    return f"{x}.{value.op}({text})" + (f"[{at['index']}]" if value.op == "chunk" else "")


# ---- 14 stitching ----------------------------------------------------------------------------------------------

def open_brackets(line):
    """Columns of the brackets that a line leaves open."""
    places = []
    for column, character in enumerate(line):
        if character in "([{":
            places.append(column)
        elif character in ")]}" and places:
            places.pop()
    return places


def realigned(lines, before):
    """Lines whose names have become longer, with what was aligned to a bracket in `before`, the same lines, aligned to it again."""
    shift, aligned = {}, []
    for line, old in zip(lines, before):
        margin = len(old) - len(old.lstrip())
        if margin in shift and old.strip():
            line = " " * (margin + shift[margin]) + line.lstrip()
        else:
            shift = {}
        shift |= {column + 1: now - column for column, now in zip(open_brackets(old), open_brackets(line))}
        aligned.append(line)
    return aligned


def renamed_answer(source, entry):
    """The definitions of an answer with `entry_` before their names, `translated` itself becoming `entry`; no imports."""
    nodes = ast.parse(source).body
    own = [node.name for node in nodes if isinstance(node, ast.FunctionDef)]
    lines, start, blocks = source.split("\n"), 0, []
    for node in nodes:
        if not isinstance(node, (ast.Import, ast.ImportFrom)):
            blocks.append("\n".join(lines[start:node.end_lineno]).strip("\n"))
        start = node.end_lineno
    text = before = "\n\n\n".join(blocks)
    for name in own if entry != "translated" else []:
        text = re.sub(rf"(?<![\w.\"']){name}(?!\w)(?!\s*=[^=])", entry if name == "translated" else f"{entry}_{name}", text)
    return "\n".join(realigned(text.split("\n"), before.split("\n")))


def user_names(graph, inputs):
    """{a0: what its program calls the first of `inputs`, ...} of those that are arguments: x, and of a parameter the last part of its path, or all of it
    where another one of them ends so."""
    tensors = iter(graph.source.tensors if graph.source else ())
    known = {argument.name: argument.origin or next(tensors, "") for argument in graph.arguments}
    paths = {f"a{place}": known[name] for place, name in enumerate(inputs) if name in known}
    last = [path.rpartition(".")[2] for path in paths.values()]
    words = {name: word if last.count(word) == 1 else path.replace(".", "_") for (name, path), word in zip(paths.items(), last)}
    return {name: word for name, word in words.items() if word.isidentifier() and not keyword.iskeyword(word)}


def with_names(text, names):
    """A text in which a0, a0_ptr and a0_ptrs are called by `names` {a0: x}, unless one of them would get a name that is taken."""
    before = text
    for name, word in names.items():
        ours, taken = (set(re.findall(rf"(?<![\w.]){either}(_ptrs?|)\b", text)) for either in (name, word))
        if not ours & taken:
            text = re.sub(rf"(?<![\w.]){name}(?=(_ptrs?)?\b)", word, text)
    return "\n".join(realigned(text.split("\n"), before.split("\n")))


def access(model, path):
    """`self.net[0].weight` for the path net.0.weight of a model, `getattr(self, "0")` where Python has no shorter word for it."""
    text = "self"
    for part in path.split("."):
        inner = getattr(model, part)
        if isinstance(model, (nn.Sequential, nn.ModuleList, nn.ParameterList)) and part.isdigit() and model[int(part)] is inner:
            text += f"[{part}]"
        else:
            text = f"{text}.{part}" if part.isidentifier() and not keyword.iskeyword(part) else f"getattr({text}, {part!r})"
        model = inner
    return text


def with_body(lines, function, statements):
    """Replaces, in the lines of a source, the body of a function by these. Signature and docstring stay as written."""
    first, last = function.body[0], function.body[-1]
    if first.lineno == function.lineno:
        statements = [lines[first.lineno - 1][:first.col_offset].rstrip(), *(" " * (function.col_offset + 4) + line for line in statements)]
        lines[first.lineno - 1:last.end_lineno] = statements
        return
    documented = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str)
    start = first.end_lineno if documented else first.lineno - 1
    lines[start:last.end_lineno] = [" " * first.col_offset + line for line in statements]


def bound_names(node):
    """The names that a top-level statement defines."""
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return {node.name}
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return {(a.asname or a.name).split(".")[0] for a in node.names}
    return {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}


def used_names(node):
    return {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}


def kept_statements(source, roots):
    """[(text, statement), ...] of what the names `roots` need of a source, in its order."""
    tree_, lines = ast.parse(source), source.split("\n")
    wanted, kept = set(roots), set()
    while True:
        more = [node for node in tree_.body if node not in kept and bound_names(node) & wanted]
        if not more:
            break
        for node in more:
            kept.add(node)
            wanted |= used_names(node)
    def text(node):
        first = min([node.lineno, *(d.lineno for d in getattr(node, "decorator_list", []))])
        return "\n".join(lines[first - 1:node.end_lineno])

    return [(text(node), node) for node in tree_.body if node in kept]


def cut(source, nodes, instead=None):
    """The source without these functions, and with the line `instead` in the place of the last."""
    lines = source.split("\n")
    for node in nodes[::-1]:
        first = min([node.lineno, *(d.lineno for d in node.decorator_list)]) - 1
        while first > 0 and not lines[first - 1].strip():
            first -= 1
        lines[first:node.end_lineno] = [] if instead is None else [instead]
    return "\n".join(lines)


def without_methods(source, name):
    """The source of a class without the methods that neither its constructor nor its forward can reach."""
    target = next(node for node in ast.parse(source).body if isinstance(node, ast.ClassDef) and node.name == name)
    methods = {node.name: node for node in target.body if isinstance(node, ast.FunctionDef)}
    reached, queue = set(), [m for m in methods if m.startswith("__") or m == "forward"]
    while queue:
        method = queue.pop()
        if method not in reached:
            reached.add(method)
            queue += [n.attr for n in ast.walk(methods[method]) if isinstance(n, ast.Attribute) and n.attr in methods]
    return cut(source, [methods[m] for m in methods if m not in reached])


def calls_itself(tree_):
    """Whether a constructor of a source calls a module that it has just built, say to see how large its output is."""
    called = [n.func for f in ast.walk(tree_) if isinstance(f, ast.FunctionDef) and f.name == "__init__" for n in ast.walk(f) if isinstance(n, ast.Call)]
    methods = {f.name for f in ast.walk(tree_) if isinstance(f, ast.FunctionDef)} | set(dir(nn.Module))
    return any(isinstance(f, ast.Attribute) and isinstance(f.value, ast.Name) and f.value.id == "self" and f.attr not in methods for f in called)


def without_forwards(source, names):
    """The source of the classes `names`, of which a translation uses the parameters alone, without their forwards and what only these mention."""
    tree_ = ast.parse(source)
    while not calls_itself(tree_):
        mentioned = {n.attr for n in ast.walk(tree_) if isinstance(n, ast.Attribute)}
        mentioned |= {n.value for n in ast.walk(tree_) if isinstance(n, ast.Constant) and isinstance(n.value, str)}
        methods = [(c, node) for c in tree_.body if isinstance(c, ast.ClassDef) and c.name in names for node in c.body if isinstance(node, ast.FunctionDef)]
        dead = [(c, node) for c, node in methods if node.name == "forward" or not node.name.startswith("__") and node.name not in mentioned]
        if not dead:
            break
        c, node = dead[-1]
        source = cut(source, [node], " " * node.col_offset + "pass" if c.body == [node] else None)
        tree_ = ast.parse(source)
    return source


def calling(graph):
    """The statements that check the constants, call `translated` and give the result its structure."""
    program, names = graph.source, iter(graph.source.tensors)
    lines = []
    counts = {path: len(item) for path, item in zip(program.parameters, program.inputs or ()) if isinstance(item, (list, tuple))}
    counts |= collections.Counter(path.partition("[")[0] for path in program.parameters if "[" in path)
    for path, count in counts.items():
        lines += [f"if len({path}) != {count}:", f"    raise ValueError(f\"this translation is for {count} of {path}, not {{len({path})}}\")"]
    for path, item in program.leaves():
        if not isinstance(item, torch.Tensor) and item is not None:
            lines += [f"if {path} != {item!r}:", f"    raise ValueError(f\"this translation is for {path} = {item!r}, not {{{path}}}\")"]
    inputs = [a for a in graph.arguments if not a.origin]
    for path, argument in zip(program.tensors, inputs):
        for d, n in enumerate(argument.dims):
            if isinstance(n, int) and n > 1:
                lines += [f"if {path}.shape[{d}] != {n}:", f"    raise ValueError(\"this translation is for {path}.shape[{d}] == {n}\")"]
    given = ", ".join(access(program.function, a.origin) if a.origin else next(names) for a in graph.arguments)
    head = "results = translated(" if program.template else "return translated("
    first, *more = textwrap.wrap(f"{given})", 120, break_long_words=False)
    lines += [head + first, *(" " * len(head) + line for line in more)]
    return [*lines, f"return {program.template}"] if program.template else lines


def inherited_forward(program, target, lines, statements):
    """Adds a forward to a class that inherits one; its signature stays, without annotations."""
    signature = inspect.signature(inspect.unwrap(type(program.function).forward))
    bare = [p.replace(annotation=p.empty) for p in signature.parameters.values()]
    first, indent, end = target.body[0], " " * (target.col_offset + 4), target.end_lineno
    if first.lineno == target.lineno:
        line, body = lines[end - 1].split(":", 1)
        lines[end - 1:end], end = [f"{line}:", indent + body.strip()], end + 1
    head = f"{indent}def forward{signature.replace(parameters=bare, return_annotation=signature.empty)}:"
    forward = [head, *(f"{indent}    {line}" for line in statements)]
    if isinstance(first, ast.Pass):
        lines[end - 1:end] = forward
    else:
        lines[end:end] = ["", *forward]


def model_wrapper(program, statements):
    """The source of the user's class as ModelNew, whose forward is these statements. ValueError where more than its forward is called."""
    lines, tree_ = program.source.split("\n"), ast.parse(program.source)
    target = next(node for node in tree_.body if isinstance(node, ast.ClassDef) and node.name == program.name)
    forward = next((node for node in target.body if isinstance(node, ast.FunctionDef) and node.name == "forward"), None)
    model = program.function
    if "forward" in vars(model) or type(model).__call__ is not nn.Module.__call__ or model._forward_hooks or model._forward_pre_hooks:
        raise GraphError(f"a call of {program.name} runs more than the forward of its class, or another; only its graph can be translated")
    named = [node for node in ast.walk(target) if isinstance(node, ast.Name) and node.id == program.name]
    for node in sorted(named, key=lambda node: -node.col_offset):   # a change moves what comes after it in its line
        before, after = lines[node.lineno - 1][:node.col_offset], lines[node.lineno - 1][node.end_col_offset:]
        lines[node.lineno - 1] = before + "ModelNew" + after
    lines[target.lineno - 1] = re.sub(rf"class\s+{program.name}\b", "class ModelNew", lines[target.lineno - 1])
    if forward is None:
        inherited_forward(program, target, lines, statements)
    else:
        with_body(lines, forward, statements)
        for decorator in forward.decorator_list[::-1]:   # what they do is in the graph
            del lines[decorator.lineno - 1:decorator.end_lineno]
    others = {kind.__name__ for module in model.modules() for kind in type(module).__mro__} - {"ModelNew", program.name}
    return without_forwards(without_methods("\n".join(lines), "ModelNew"), others), "ModelNew"


def function_wrapper(program, statements):
    """The user's source with the body of the function replaced by these statements, its decorators gone."""
    source = textwrap.dedent(program.source).strip("\n")
    function = next((node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef) and node.name == program.name), None)
    if function is None or program.name == "translated":
        return "", ""
    lines = source.split("\n")
    with_body(lines, function, statements)
    for decorator in function.decorator_list[::-1]:
        del lines[decorator.lineno - 1:decorator.end_lineno]
    return "\n".join(lines), program.name


def wrapper(graph):
    """(import lines, source) of what the user calls around `translated`: a function of the same signature, ModelNew, or nothing."""
    program = graph.source
    if program is None or program.kind == "statements" or not program.source:
        return [], ""
    make = model_wrapper if program.kind == "module" else function_wrapper
    source, name = make(program, calling(graph))
    if not source:
        return [], ""
    kept = kept_statements(source, {name, "get_inputs", "get_init_inputs"})
    imports = [text for text, node in kept if isinstance(node, (ast.Import, ast.ImportFrom))]
    rest = [(text, node) for text, node in kept if not isinstance(node, (ast.Import, ast.ImportFrom))]
    defined = set().union(*(bound_names(node) for _, node in kept))
    used = set().union(*(used_names(node) for _, node in rest))
    own = {"nn": "import torch.nn as nn", "F": "import torch.nn.functional as F", "math": "import math", "Tensor": "from torch import Tensor"}
    imports += [line for word, line in own.items() if word in used - defined]
    text, previous = "", None
    for part, node in rest:
        apart = isinstance(node, (ast.FunctionDef, ast.ClassDef)) or isinstance(previous, (ast.FunctionDef, ast.ClassDef))
        text += ("\n\n\n" if apart else "\n") * (previous is not None) + part
        previous = node
    return imports, text


def check_wrapper(graph):
    """ValueError, one line, where the class that a translated module becomes cannot be built, or has another state dict than the module's."""
    if graph.source is None or graph.source.kind != "module" or not graph.source.source:
        return

    def built():
        imports, text = wrapper(graph)
        filename = f"<wrapper {next(NAMES)}>"
        source = "\n".join([*imports, "import torch", text])
        linecache.cache[filename] = (len(source), None, source.splitlines(True), filename)
        namespace = {"__name__": "wrapper"}
        exec(compile(source, filename, "exec"), namespace)
        positional, named = inputs_of(namespace, "get_init_inputs", namespace["ModelNew"])
        return {key: tensor.shape for key, tensor in namespace["ModelNew"](*positional, **named).state_dict().items()}

    expected = {key: tensor.shape for key, tensor in graph.source.function.state_dict().items()}
    try:
        try:
            with FakeTensorMode(allow_non_fake_inputs=True):
                found = built()
        except (RuntimeError, DataDependentOutputException, DynamicOutputShapeException):
            found = built()   # it looks at its data, or is cast: see read_cheaply
    except Exception as error:  # the constructor is the user's, and may raise anything
        raise GraphError(f"the class cannot be written out: {describe(error)}") from error
    if found != expected:
        raise GraphError(f"the class cannot be written out: its state dict would have {list(found)}, not {list(expected)}")


def imported(lines):
    """Import lines as one block: the standard library, then torch, then triton and what else there is."""
    def place(line):
        package = line.split()[1].split(".")[0]
        return (0 if package in sys.stdlib_module_names else 2 if package == "triton" else 1), line.startswith("from"), line

    order = sorted({line.strip() for line in lines}, key=place)
    blocks = [[line for line in order if place(line)[0] == i] for i in range(3)]
    return "\n\n".join("\n".join(block) for block in blocks if block)


def translated_whole(graph, found):
    """The source of `translated`: a call a region, and the views between them."""
    lines = [f"def translated({', '.join(a.name for a in graph.arguments)}):"]
    order = steps(graph, found)
    letters = letters_in_values([v for v in order if isinstance(v, Value)])
    for argument in graph.arguments:
        here = [(d, letter) for d, letter in enumerate(argument.dims) if letter in letters]
        if here:
            lines.append(f"    {', '.join(letter for _, letter in here)} = {', '.join(f'{argument.name}.shape[{d}]' for d, _ in here)}")
            letters -= {letter for _, letter in here}
    for step in order:
        if isinstance(step, Region):
            i = found.index(step)
            comma = "," if step.graph.multiple and len(step.outputs) == 1 else ""
            lines.append(f"    {', '.join(step.outputs)}{comma} = region{i}({', '.join(step.inputs)})")
        else:
            lines.append(f"    {step.name} = {on_host(step, graph.arguments[0].name)}")
    returned = ", ".join(v.name for v in graph.outputs) + ("," if graph.multiple and len(graph.outputs) == 1 else "")
    return "\n".join([*lines, f"    return {returned}"])


def composed(graph, found, answers):
    """The definitions of an answer to `graph` that calls those to its regions `found`, in that order."""
    parts = [renamed_answer(answer, f"region{i}") for i, answer in enumerate(answers)] + [translated_whole(graph, found)]
    inputs = [*(region.inputs for region in found), [argument.name for argument in graph.arguments]]
    return "\n\n\n".join(with_names(part, user_names(graph, names)) for part, names in zip(parts, inputs, strict=True))


def stitch(graph, answers):
    """One self-contained module from the answers to `regions(graph)`, in that order, or from one answer to the whole.

    It defines `translated(...)` with the graph's arguments, and for a function one of the same name and signature, for
    a Model file `class ModelNew(nn.Module)`: the user's own class, with the same constructor, parameters and keys, whose
    forward calls it. What else the source needs is kept, the rest of it goes. The first lines say what the translation
    leaves out (running statistics, writes to inputs). Raises ValueError where the answers are not as many as the regions.
    """
    imports, user = wrapper(graph)
    found = regions(graph)
    ends = tuple(a.name for a in graph.arguments), tuple(v.name for v in graph.outputs)
    whole = len(answers) == 1 and (len(found) > 1 or (found[0].inputs, found[0].outputs) == ends)
    if not whole and len(found) != len(answers):
        raise ValueError(f"the graph has {len(found)} regions, and {len(answers)} answers were given")
    imports += ["import torch", "import triton", "import triton.language as tl"]
    imports += ["import math"] if any(re.search(r"\bmath\.", answer) for answer in answers) else []
    name = graph.source.name if graph.source and user else "translated"
    notes = graph.source.notes if graph.source else ()
    head = f"{name}, translated from PyTorch to Triton."
    parts = ['"""' + "\n".join([head, *([""] if notes else []), *notes]) + ("\n" if notes else "") + '"""', imported(imports)]
    parts.append(with_names(renamed_answer(answers[0], "translated"), user_names(graph, ends[0])) if whole else composed(graph, found, answers))
    return parts[0] + "\n" + "\n\n\n".join(part for part in [*parts[1:], user] if part) + "\n"
