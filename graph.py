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
vocabulary, 7 the recorder, 8 programs in all their forms, 9 drafts, 10 sizes, 11 guessing inputs, and trace,
12 regions and stitching.
"""
import ast
import contextlib
import functools
import inspect
import itertools
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
from torch._subclasses.fake_tensor import DataDependentOutputException, DynamicOutputShapeException, FakeTensorMode
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
        isnan(x)  isinf(x)  isfinite(x)  nan_to_num(x, *, nan=None, posinf=None, neginf=None)
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
        logsumexp(x, *, dim, keepdim=False)
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
        matmul(x, y)  linear(x, weight, bias=None)  outer(x, y)  bilinear(x, y, weight, bias=None)
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
               "bitwise_and", "bitwise_or", "bitwise_xor", "logaddexp", "logaddexp2", "hypot"}


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


def execute(value, known, sizes, device, widen=False):
    """The tensor of one operation; `known` maps the id of each operand to its tensor."""
    def fetch(operand):
        if isinstance(operand, tuple):
            return [fetch(part) for part in operand]
        return known[id(operand)] if id(operand) in known else resolve(operand, sizes)

    row = OPS[value.op]
    attributes = {name: resolve(item, sizes, widen) for name, item in value.attributes}
    if row.kind == "factory":
        attributes["device"] = device
        attributes.setdefault("dtype", resolve(row.attributes["dtype"], sizes, widen))
    return row.run(*[fetch(operand) for operand in value.operands], **attributes)


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
            self._meta = execute(self, {id(v): v.meta for v in self.inputs()}, {}, "meta")
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

PROBABILITY = "probability"
CARRIERS = {"reshape", "transpose", "permute", "unsqueeze", "squeeze", "expand", "slice", "select", "chunk", "to", "repeat", "flip", "roll"}
SMALL = (3, 5, 7, 4, 6, 2, 9, 8, 12, 16, 11, 24, 32, 33, 48, 64)


def classes(x):
    """How many classes the scores x (N, C, ...) or (C,) tell apart."""
    return x[1] if len(x) > 1 else x[0]


# op -> {operand: what its integers (an exclusive bound) or its floats (PROBABILITY) have to be}, from the operands' shapes
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
}


def find_domains(graph, metas):
    """{id of value: exclusive bound of an integer, or PROBABILITY} for what the operations ask of their operands."""
    domains = {}

    def ask(operand, domain):
        if isinstance(operand, Value) and domain is not None:
            known = domains.get(id(operand))
            domains[id(operand)] = min(known, domain) if isinstance(known, int) and isinstance(domain, int) else domain

    for value in reversed(graph.values):
        at = dict(value.attributes)
        shapes = [tuple(metas[id(o)].shape) for o in value.operands if isinstance(o, Value)]
        for position, wanted in DOMAINS.get(value.op, {}).items():
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
        return torch.randn(meta.shape, generator=generator).to(meta.dtype)
    if meta.dtype == torch.bool:
        return torch.rand(meta.shape, generator=generator) > 0.5
    low, high = (0, domain) if isinstance(domain, int) else (0 if meta.dtype == torch.uint8 else -8, 9)
    return torch.randint(low, max(high, low + 1), meta.shape, generator=generator).to(meta.dtype)


def volume(graph, sizes):
    """Elements of all the graph's values together at these sizes; infinite where it does not compute.

    A value without elements counts as not computed: some releases shape a convolution so whose kernel is too wide.
    """
    try:
        counts = [tensor.numel() for tensor in graph.shapes(sizes).values() if isinstance(tensor, torch.Tensor)]
    except REFUSALS:
        return math.inf
    return sum(counts) if all(counts) else math.inf


def fits(graph, sizes):
    """Whether the graph computes at these sizes."""
    return math.isfinite(volume(graph, sizes))


def size_pool(graph):
    """Sizes to try, small first: ragged ones, and what the literals of the graph may ask to divide."""
    literals = {n for value in graph.values for _, item in value.attributes for n in flat((item,)) if isinstance(item, int) and 1 < n < 17}
    return SMALL + tuple(sorted({m for n in literals for m in (n, n * n, 2 * n * n, n ** 3) if m <= 256} - set(SMALL)))


def with_groups(graph, sizes):
    """These sizes with the channels of grouped convolutions made to fit the groups."""
    dims, sizes = {a.name: a.dims for a in graph.arguments}, dict(sizes)
    for value in graph.values:
        groups = value.at.get("groups", 1) if value.op.startswith("conv") else 1
        weight = dims.get(value.operands[1].name) if groups > 1 else None
        if weight is not None and isinstance(weight[0], str):
            sizes[weight[0]] = groups * sizes[weight[0]]
            x = dims.get(value.operands[0].name, (0, 0))
            if "transpose" not in value.op and isinstance(x[1], str):
                sizes[x[1]] = groups * sizes.get(weight[1], weight[1])
    return sizes


def small_sizes(graph, seed):
    """{letter: size}, small and mostly ragged, at which the graph computes. Raises GraphError where none are found."""
    letters, rng, pool = graph.letters, random.Random(seed), size_pool(graph)
    first = rng.sample(pool[:6], 6)
    sizes = dict(zip(letters, itertools.cycle(first)))
    if fits(graph, sizes):
        return sizes
    guesses = (with_groups(graph, {letter: rng.choice(pool[:6 + attempt // 15]) for letter in letters}) for attempt in range(400))
    traced = [graph.sizes] if graph.sizes else []
    sizes = next((sizes for sizes in itertools.chain(traced, guesses) if fits(graph, sizes)), None)
    if sizes is None:
        raise GraphError("no small sizes fit this graph")
    for place, letter in enumerate(letters):  # each prefers another size: equal ones hide an answer's mistakes
        choices = first[place % 6:] + first[:place % 6] + [n for n in pool[6:] if n < sizes[letter]]
        sizes = sizes | {letter: next((n for n in choices if fits(graph, sizes | {letter: n})), sizes[letter])}
    return sizes


ELEMENTS = 30_000  # what all values of a grown sample may hold together: more than one block, not yet slow


def grown_sizes(graph, sizes, grow):
    """`sizes` with each letter, the last first, at the first of `grow` that still computes within ELEMENTS."""
    for letter in reversed(graph.letters):
        grown = (sizes | {letter: size} for size in grow)
        sizes = next((larger for larger in grown if volume(graph, larger) <= ELEMENTS), sizes)
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
        return self._run(tensors, self.bind(tensors))[1]

    def _run(self, tensors, sizes):
        device = tensors[0].device if tensors else "cpu"
        widen = any(t.dtype == torch.float64 != a.dtype for t, a in zip(tensors, self.arguments) if a.dtype.is_floating_point)
        known = {id(v): t for v, t in zip(self.inputs, tensors)}
        for value in self.values:
            known[id(value)] = execute(value, known, sizes, device, widen)
        outputs = tuple(known[id(v)] for v in self.outputs)
        return known, outputs if self.multiple else outputs[0]

    def shapes(self, sizes):
        """{id of value: tensor without data} at these sizes; raises what PyTorch raises where they do not fit."""
        metas = [torch.empty([d if isinstance(d, int) else sizes[d] for d in a.dims], dtype=a.dtype, device="meta") for a in self.arguments]
        return self._run(metas, sizes)[0]

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


def plain(item):
    """Lists as tuples, 2.0 as 2, dtypes as words."""
    if isinstance(item, (list, tuple, range)):
        return tuple(plain(part) for part in item)
    if isinstance(item, torch.dtype):
        if item not in DTYPE_NAMES:
            raise GraphError(f"tensors of {str(item).removeprefix('torch.')} are not supported")
        return Word(DTYPE_NAMES[item])
    if isinstance(item, float) and item.is_integer() and abs(item) < 1e15:
        return int(item)
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
        if row.kind == "pointwise":
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

    def with_numbers(self, op, operands):
        """Constants that only fill a shape become numbers, expansions that broadcasting does go, whole floats become integers."""
        for i, operand in enumerate(operands):
            if isinstance(operand, Value) and operand.op == "expand":
                bare = operands[:i] + [operand.operands[0]] + operands[i + 1:]
                shapes = [torch.broadcast_shapes(*[o.shape for o in some if isinstance(o, Value)]) for some in (operands, bare)]
                operands = bare if shapes[0] == shapes[1] else operands
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
    return x if unchanged(x, "add", y) else None


@simpler("sub")
def fold_subtract(g, x, y):
    if is_number(y) and not isinstance(y, bool):
        return g("add", x, -y)


@simpler("mul")
def fold_mul(g, x, y):
    if is_number(x):
        return g("mul", y, x)
    if unchanged(x, "mul", y):
        return x
    if is_number(y) and y == -1 and x.dtype.is_floating_point:
        return g("neg", x)
    if x is y and x.dtype != torch.bool:
        return g("square", x)


@simpler("div")
def fold_divide(g, x, y, rounding_mode=None):
    return x if rounding_mode is None and unchanged(x, "div", y) else None


@simpler("pow")
def fold_power(g, x, y):
    if isinstance(x, Value) and is_number(y):
        name = {2: "square", 0.5: "sqrt", -1: "reciprocal", -0.5: "rsqrt"}.get(y)
        if name and (x.dtype.is_floating_point or name == "square"):
            return g(name, x)
        return x if unchanged(x, "pow", y) else None


@simpler("clamp")
def fold_clamp(g, x, min=None, max=None):
    if min is None and max is None:
        return x
    if max is None and min == 0:
        return g("relu", x)


@simpler("maximum")
def fold_maximum(g, x, y):
    x, y = (y, x) if is_number(x) else (x, y)
    return g("clamp", x, min=y) if is_number(y) else None


@simpler("minimum")
def fold_minimum(g, x, y):
    x, y = (y, x) if is_number(x) else (x, y)
    return g("clamp", x, max=y) if is_number(y) else None


@simpler("neg")
def fold_negate(g, x):
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


@simpler("reshape")
def fold_reshape(g, x, shape):
    """One reshape for several; one that adds or removes a single 1 is unsqueeze or squeeze."""
    if shape == x.shape:
        return x
    if x.op == "reshape":
        return g("reshape", x.operands[0], shape=shape)
    for i, n in enumerate(shape):
        if n == 1 and shape[:i] + shape[i + 1:] == x.shape:
            return g("unsqueeze", x, dim=i)
    for i, n in enumerate(x.shape):
        if n == 1 and x.shape[:i] + x.shape[i + 1:] == shape:
            return g("squeeze", x, dim=i)
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
          "multinomial", "native_dropout", "exponential", "poisson", "rrelu", "rrelu_with_noise", "random", "log_normal", "geometric"}


def scaled(g, x, factor):
    """x * factor, x a Value or a number."""
    return x if factor == 1 else g("mul", x, factor) if isinstance(x, Value) else x * factor


# operators -> rule, for the rules of one line
SHORT_RULES = {
    "clone contiguous detach alias resolve_conj resolve_neg positive conj lift lift_fresh data real": lambda g, self, **_: self,
    "to _to_copy type_as": lambda g, self, **_: g("to", self, dtype=g.out.dtype),
    "copy": lambda g, self, src, **_: g("expand", g("to", src, dtype=self.dtype), shape=self.shape),
    # shapes
    "view reshape _unsafe_view flatten unflatten ravel view_as reshape_as _reshape_alias":
        lambda g, self, **_: g("reshape", self, shape=g.out.shape),
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
    "pow float_power": lambda g, self, exponent: g("pow", self, exponent),
    "div": lambda g, self, other, rounding_mode=None:
        g("floor_divide", self, other) if rounding_mode == "floor" else g("div", self, other, rounding_mode=rounding_mode),
    "logical_not bitwise_not": lambda g, self: g("logical_not" if self.dtype == torch.bool else g.packet, self),
    "__lshift__": lambda g, self, other: g("bitwise_left_shift", self, other),
    "__rshift__": lambda g, self, other: g("bitwise_right_shift", self, other),
    "relu6": lambda g, self: g("clamp", self, min=0, max=6),
    "hardtanh": lambda g, self, min_val, max_val: g("clamp", self, min=min_val, max=max_val),
    "elu": lambda g, self, alpha, **_: g("elu", self, alpha=alpha),
    # products
    "mm bmm mv dot vdot matmul": lambda g, **factors: g("matmul", *factors.values()),
    "outer ger": lambda g, self, vec2: g("outer", self, vec2),
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
    "adaptive_max_pool1d adaptive_max_pool2d adaptive_max_pool3d":
        lambda g, self, output_size: [g(g.packet, self, output_size=output_size), None],
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


@lowers("squeeze")
def lower_squeeze(g, self, dim=None):
    dims = range(self.rank) if dim is None else [dim] if isinstance(dim, int) else dim
    dims = [d for d in dims if self.shape[d] == 1]
    return g("squeeze", self, dim=dims) if dims else self


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
    where = [i for i, x in enumerate(indices) if x is not None]
    if any(indices[i].dtype == torch.bool for i in where):
        raise GraphError("indexing with a mask gives a result whose size depends on the data; use torch.where")
    if len(where) == 1 and indices[where[0]].rank == 1:
        return g("index_select", self, indices[where[0]], dim=where[0])
    return g("index", self, tuple(indices))


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
    product = g("outer" if g.packet == "addr" else "matmul", *factors.values())
    product = g("sum", product, dim=0) if g.packet == "addbmm" else product
    return g("add", scaled(g, product, alpha), scaled(g, self, beta))


def as_matmul(g, tensors, left, right):
    """The matmul that an einsum of two tensors is, None where it is none. Letters: batch..., then m, k and n."""
    (x, y), batch, m, n = left.split(","), right[:-2], right[-2:-1], right[-1:]
    k = "".join(c for c in x if c in y and c not in right)
    if not (m and n and len(k) == 1 and n not in x and m not in y and "." not in left):
        return None
    if x not in (batch + m + k, batch + k + m) or y not in (batch + k + n, batch + n + k, k + n, n + k):
        return None
    first = tensors[0] if x[-1] == k else g("transpose", tensors[0], dim0=-2, dim1=-1)
    return g("matmul", first, tensors[1] if y[-1] == n else g("transpose", tensors[1], dim0=-2, dim1=-1))


@lowers("einsum")
def lower_einsum(g, equation, tensors, **_):
    left, arrow, right = equation.replace(" ", "").partition("->")
    if not arrow:
        right = "..." * ("..." in left) + "".join(sorted(c for c in set(left) if c.isalpha() and left.count(c) == 1))
    names = dict(zip(dict.fromkeys(c for c in left if c.isalpha()), "abcdefghijklmnopqrstuvwxyz"))
    left, right = ("".join(names.get(c, c) for c in part) for part in (left, right))
    product = as_matmul(g, tensors, left, right) if len(tensors) == 2 else None
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
def lower_extremum(g, self, dim=None, keepdim=False):
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
    return g("norm", self if dtype is None else g("to", self, dtype=dtype), p=p, dim=dim, keepdim=keepdim)


@lowers("_weight_norm_interface")
def lower_weight_norm(g, v, magnitude, dim):   # PyTorch calls the magnitude g, as we call the builder
    others = [d for d in range(v.rank) if d != dim]
    return [g("mul", v, g("div", magnitude, g("norm", v, dim=others, keepdim=True))), None]


@lowers("linalg_norm", "linalg_matrix_norm")
def lower_matrix_norm(g, self, ord=None, dim=None, keepdim=False, dtype=None):
    of_matrix = g.packet == "linalg_matrix_norm" or isinstance(dim, (list, tuple)) and len(dim) == 2 or dim is None and self.rank == 2
    if of_matrix and ord not in (None, "fro"):
        raise GraphError(f"the matrix norm of order {ord!r} is not in the vocabulary")
    return lower_norm(g, self, ord=None if ord == "fro" else ord, dim=dim, keepdim=keepdim, dtype=dtype)


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
        padding = [t // 2 for t in total] if all(t % 2 == 0 for t in total) else padding
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


# ---- 7 the recorder --------------------------------------------------------------------------------------------

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
        if packet_of(func) in ("item", "is_nonzero", "_local_scalar_dense") and self.is_argument_check(args[0]):
            return False
        if not in_vocabulary(func) and func.has_kernel_for_dispatch_key(torch._C.DispatchKey.CompositeImplicitAutograd):
            with self:
                return func.decompose(*args, **kwargs)
        out = func(*args, **kwargs)
        self.calls.append(Call(func, args, kwargs, out, calling_line(self.filename)))
        return out

    def is_argument_check(self, tensor):
        """Whether torch.nn.functional itself asks, as in `if torch.any(var < 0): raise`. The answer is no."""
        frame = sys._getframe(2)
        while frame is not None and frame.f_code.co_filename not in (F.__file__, self.filename):
            frame = frame.f_back
        return tensor.dtype == torch.bool and frame is not None and frame.f_code.co_filename == F.__file__


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


class Tape:
    """Turns recorded calls into Values, and in-place writes into new Values.

    `of` maps the id of a fake tensor to the Value that it holds now; `views` remembers what each view was taken from,
    so that a write through it reaches its base, and a write to a base its views.
    """
    UNDO = {"slice": "slice_scatter", "select": "select_scatter", "diagonal": "diagonal_scatter"}

    def __init__(self, constants):
        self.g, self.of, self.views, self.constants = Builder(), {}, {}, constants
        self.fresh = {}    # storage -> Value of what a factory made: PyTorch may hand out a second object for it

    def value(self, tensor):
        """The Value of a tensor; one that no call produced is a constant of the program."""
        if id(tensor) not in self.of:
            made = self.fresh.get(tensor.untyped_storage()._cdata)
            self.of[id(tensor)] = self.constants(self.g, tensor) if made is None else made
        return self.of[id(tensor)]

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
        result = self.evaluate(call)
        if call.func._schema.is_mutable:
            target = call.kwargs.get("out", call.args[0] if call.args else None)
            result = self.g("to", result, dtype=target.dtype)
            self.write(target, result)
            self.of[id(call.out)] = self.of[id(target)]
            return
        outs = call.out if isinstance(call.out, (list, tuple)) else [call.out]
        results = result if isinstance(result, (list, tuple)) else [result]
        for out, value in zip(outs, results):
            if isinstance(out, torch.Tensor) and value is not None:
                if value._meta is None:
                    value._meta = out
                self.of[id(out)] = value
                if value.op in OPS and OPS[value.op].kind == "factory":
                    self.fresh[out.untyped_storage()._cdata] = value
        if views_matter and isinstance(call.out, torch.Tensor) and call.args and isinstance(call.args[0], torch.Tensor):
            base = call.args[0]
            if call.out is not base and call.out.untyped_storage()._cdata == base.untyped_storage()._cdata:
                self.views[id(call.out)] = (base, call)

    def write(self, tensor, value):
        """`tensor` holds `value` from now on, and so does whatever shares its memory."""
        self.of[id(tensor)] = value
        done = {id(tensor)}
        while id(tensor) in self.views:
            base, call = self.views[id(tensor)]
            value = self.undo(call, self.value(base), value)
            tensor = base
            self.of[id(tensor)] = value
            done.add(id(tensor))
        for view, (base, call) in self.views.items():
            if id(base) in done and view not in done:
                self.of[view] = self.evaluate(call)
                done.add(view)

    def undo(self, call, base, value):
        """`base` with the view that `call` takes of it replaced by `value`."""
        packet = packet_of(call.func)
        if packet in self.UNDO:
            seen = self.evaluate(call)
            if seen is base:
                return value
            attributes = dict(seen.attributes)
            if value.op == "full":
                value = value.at["value"]
            return self.g(self.UNDO[packet], base, value, **attributes)
        if packet in ("transpose", "t", "mT", "numpy_T", "permute"):
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


# ---- 8 programs in all their forms -----------------------------------------------------------------------------

PRESET = {"torch": torch, "nn": nn, "F": F, "math": math, "Tensor": torch.Tensor}
NAMES = itertools.count()


@dataclass
class Program:
    """What is traced: a function of tensors, and how to call it."""
    kind: str                    # "statements", "function" or "module"
    name: str                    # of the function or class
    function: object             # callable(*inputs)
    parameters: tuple = ()       # names of the inputs
    inputs: tuple | None = None  # example inputs, tensors among them fake
    lifted: tuple = ()           # (path in the module, tensor), in order of registration
    filename: str = ""           # under which the program's lines are known to linecache
    source: str = ""             # its text, where it has one
    hints: dict = field(default_factory=dict)  # name -> (dtype, shape), written by the user

    @property
    def tensors(self):
        """Names of the inputs that are tensors; the others are constants."""
        if self.inputs is None:
            return self.parameters
        return tuple(name for name, item in zip(self.parameters, self.inputs) if isinstance(item, torch.Tensor))

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
    """Sizes that the user wrote: `# x: f32[128, 512]`, the annotation `x: f32[128, 512]`, in a statement or a signature."""
    hints = dict(re.findall(r"#\s*(\w+)\s*:\s*(\w+\[[\d, ]*\])", source))
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


def inputs_of(namespace, name):
    """What the program's own `get_inputs` (or the like) returns, as a list."""
    given = namespace[name]() if name in namespace else []
    return list(given) if isinstance(given, (list, tuple)) else [given]


def module_program(model, name, inputs, filename, source):
    """A Program that calls a module, its parameters, buffers and tensor attributes lifted."""
    lifted = list(model.named_parameters()) + list(model.named_buffers())
    for path, module in model.named_modules():
        lifted += [(f"{path}.{key}".lstrip("."), item) for key, item in vars(module).items() if isinstance(item, torch.Tensor)]
    return Program("module", name, model, tuple(inspect.signature(model.forward).parameters), inputs, tuple(lifted), filename, source)


def function_program(function, kind, inputs, filename, source, hints):
    """A Program that calls a function; parameters with a default are constants, unless an input is given for them."""
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except ValueError:  # a builtin such as torch.relu has none
        parameters = [inspect.Parameter(f"x{i}", inspect.Parameter.POSITIONAL_ONLY) for i in range(len(inputs or "x"))]
    names = [p.name for p in parameters if p.default is p.empty and p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    if inputs is not None and len(inputs) > len(names):
        names = [p.name for p in parameters][:len(inputs)]
    return Program(kind, getattr(function, "__name__", "program"), function, tuple(names), inputs, (), filename, source, hints)


def fake(item, mode):
    """A fake tensor like this one; what is no tensor, or is fake already, stays."""
    if not isinstance(item, torch.Tensor) or getattr(item, "fake_mode", None) is mode:
        return item
    if item.layout != torch.strided:
        raise GraphError(f"sparse tensors ({item.layout}) are not supported")
    with mode:
        return torch.empty(item.shape, dtype=item.dtype)


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
    if inputs is None and "get_inputs" in namespace:
        inputs = tuple(inputs_of(namespace, "get_inputs"))
    if classes_:
        name = "Model" if "Model" in classes_ else classes_[-1]
        given = inputs_of(namespace, "get_init_inputs")
        if len(given) == 2 and isinstance(given[0], list) and isinstance(given[1], dict):
            model = namespace[name](*given[0], **given[1])
        else:
            model = namespace[name](*given)
        return module_program(model, name, inputs, filename, source)
    if not functions:
        raise GraphError("there is no function, Model or statement in the program")
    return function_program(namespace[functions[-1]], kind, inputs, filename, source, hints)


def is_file(tree, defined):
    """Whether a program defines what is to be traced, rather than being statements to be traced themselves."""
    if not defined or isinstance(tree.body[-1], ast.Assign) and free_names(tree, set(PRESET) | set(defined)):
        return False
    kept = (ast.FunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom, ast.Assign, ast.AnnAssign, ast.If)
    return all(isinstance(node, kept) or isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) for node in tree.body)


def read_source(source, inputs):
    """The Program of a text: a Model file, a function, or bare statements. Executes its definitions."""
    source = textwrap.dedent(source).strip("\n")
    filename = f"<program {next(NAMES)}>"
    linecache.cache[filename] = (len(source), None, source.splitlines(True), filename)
    try:
        tree = ast.parse(source)
    except SyntaxError as error:
        raise GraphError(f"syntax error in line {error.lineno}: {error.msg}: {(error.text or '').strip()}") from error
    except (ValueError, RecursionError, MemoryError) as error:
        raise GraphError(f"cannot read the program: {describe(error)}") from error
    hints = hints_of(source, tree)
    if not tree.body:
        raise GraphError("there is no function, Model or statement in the program")
    defined = [node.name for node in tree.body if isinstance(node, (ast.FunctionDef, ast.ClassDef))]
    kind, namespace = "function", dict(PRESET, __name__="program")
    if not is_file(tree, defined):
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


# ---- 9 drafts --------------------------------------------------------------------------------------------------

def outputs_of(result):
    """(tensors, whether there are several) of what a program returned."""
    if isinstance(result, torch.Tensor):
        return [result], False
    if isinstance(result, dict):
        result = list(result.values())
    if isinstance(result, (list, tuple)) and result and all(isinstance(r, torch.Tensor) for r in result):
        return list(result), True
    raise GraphError("the program returns no tensor" if result is None or is_number(result) or not result
                     else f"the program returns {type(result).__name__}, not tensors")


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


def make_draft(program, inputs, mode):
    """The Draft of a program on these inputs, fake tensors and constants."""
    result, calls = record(program.function, inputs, mode, program.filename)
    tensors = [(x, "") for x in inputs if isinstance(x, torch.Tensor)] + [(x, path) for path, x in program.lifted]
    tape, arguments = Tape(constants_of(program)), []
    for x, path in tensors:
        if x.dtype not in DTYPE_NAMES or x.layout != torch.strided:
            sparse = "sparse " if x.layout != torch.strided else ""
            raise GraphError(f"{sparse}tensors of {str(x.dtype).removeprefix('torch.')} are not supported")
        if id(x) not in tape.of:
            tape.of[id(x)] = Value("argument", name=f"a{len(arguments)}", meta=x)
            arguments.append((tape.of[id(x)], path))
    views_matter = any(call.func._schema.is_mutable for call in calls)
    for call in calls:
        try:
            tape.play(call, views_matter)
        except GraphError as error:
            raise GraphError(f"{error}{program.at(call.line)}") from error
    outs, multiple = outputs_of(result)
    made = Draft(arguments, [tape.value(out) for out in outs], multiple)
    used = {id(v) for value in made.values for v in value.inputs()} | set(map(id, made.outputs))
    made.inputs = [(v, path) for v, path in arguments if not path or id(v) in used]
    return made


# ---- 10 sizes: from numbers to letters -------------------------------------------------------------------------
# A letter is a size that can vary on its own. Numbers in the program that come from sizes (x.shape[-1] ** -0.5, the
# target of a view) are found by tracing it again at other sizes. Sizes that are equal in the example but need not be
# (a square image, as many channels as rows) are told apart by computing the graph, without data, with one changed.

FIXED = {"dim", "dim0", "dim1", "dim2", "dims", "kernel_size", "stride", "padding", "dilation", "groups", "keepdim", "correction", "p",
         "output_padding", "chunks", "dtype", "reduction", "num_groups", "mode", "equation"}   # never computed from sizes
SHAPES = {("reshape", "shape"), ("full", "shape"), ("expand", "shape"), ("arange", "end"), ("eye", "n"), ("eye", "m")}
LETTER = re.compile(r"\b[A-Z]\w*")


def expressions(sizes):
    """(text, value) of what a program may compute from sizes, simplest first."""
    for name, n in sizes.items():
        yield name, n
    for name, n in sizes.items():
        yield from ((f"sqrt({name})", math.sqrt(n)), (f"1/sqrt({name})", 1 / math.sqrt(n)), (f"1/{name}", 1 / n))
    for count in range(2, min(len(sizes), 4) + 1):
        for names in itertools.combinations(sizes, count):
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
        if not (isinstance(first, int) and isinstance(a, int)):
            if first and second and close(first / a, second / b):
                return Word(f"{number(round(first / a, 12))}*{text}")
        elif first - a == second - b:
            return Word(f"{text}{first - a:+d}")
        elif first and a % first == 0 and second * (a // first) == b:
            return Word(f"{text}//{a // first}")
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

    def may_be(value, place, item):
        numbers = [n for n in flat((item,)) if is_number(n)]
        return (value.op, place) in SHAPES or value.op == "slice" or any(close(n, m) for n in numbers for m in possible)

    return any(may_be(value, place, item) for value in draft.values for place, item in sized_items(value))


class Retracer:
    """Traces the program of a draft again, at other sizes of its inputs."""

    def __init__(self, program, draft, inputs, mode):
        self.program, self.draft, self.inputs, self.mode = program, draft, inputs, mode

    def at(self, changed):
        """The Draft with these sizes {(argument, dimension): size} changed; None where the program is another there."""
        index = {id(value.meta): i for i, (value, _) in enumerate(self.draft.inputs)}
        with self.mode:
            inputs = tuple(torch.empty([changed.get((index[id(x)], d), n) for d, n in enumerate(x.shape)], dtype=x.dtype)
                           if isinstance(x, torch.Tensor) else x for x in self.inputs)
        try:
            again = make_draft(self.program, inputs, self.mode)
        except Exception as error:  # the program's own reasons not to run at these sizes: then they are not free
            LOG.debug("not at %s: %s", changed, error)
            return None
        return again if [v.op for v in again.values] == [v.op for v in self.draft.values] else None

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
        if not again and len(letters) > 1:
            again, other = attempt([letter for letter in letters if attempt([letter])[0]])
        return (again, other) if again else (None, {})


def written_shape(value, items, others, sizes, other, names):
    """A shape as letters and numbers. In a reshape the last part that is no letter is -1: what follows is not written.

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
    derived = derived or [i for i, n in enumerate(shape) if not isinstance(n, Word) and n != 1]
    if value.op == "reshape" and derived:
        shape[derived[-1]] = -1
    return tuple(shape)


def written(value, twin, sizes, other):
    """(operands, attributes) of a value, the numbers that come from sizes written as such.

    `twin` is the same value of a second trace, at the sizes `other`; without one, shapes alone are read, by equality.
    """
    names = {n: letter for letter, n in reversed(sizes.items()) if not other or other[letter] == n}
    twins, replaced = dict(sized_items(twin)) if twin is not None else {}, {}
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
    operands = tuple(replaced.get(i, operand) for i, operand in enumerate(value.operands))
    return operands, tuple((name, replaced.get(name, item)) for name, item in value.attributes)


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


def lenient(value, known):
    """Whether PyTorch, without data, let sizes pass that it would refuse with data."""
    operands = [known[id(o)] for o in value.operands if isinstance(o, Value)]
    if value.op.startswith("conv") and len(operands) == 3:
        return operands[2].shape[0] != known[id(value)].shape[1]
    return value.op in ("cross_entropy", "nll_loss") and operands[1].dim() > 1 and operands[1].shape[1:] != operands[0].shape[2:]


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


def find_letters(draft, retracer):
    """Writes the draft's values in letters; returns {letter: the positions (argument, dimension) that have this size}."""
    positions = [((i, d), n) for i, (value, _) in enumerate(draft.inputs) for d, n in enumerate(value.shape) if n > 1]
    by_size = {n: tuple(p for p, m in positions if m == n) for _, n in positions}
    parts = {Word(f"S{n}"): group for n, group in by_size.items()}
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


# ---- 11 guessing inputs, and trace -------------------------------------------------------------------------------
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
    if isinstance(error, GraphError):
        return error
    where = program.at(error_line(error, program.filename))
    if isinstance(error, (DataDependentOutputException, DynamicOutputShapeException)):
        return GraphError(f"control flow or sizes that depend on the data{where}")
    return GraphError(f"{describe(error)}{where}")


def read_cheaply(source, inputs, mode):
    """`read_source` with every tensor fake; with real ones where a constructor looks at data (linspace(...)[i].item())."""
    try:
        with mode:
            return read_source(source, inputs)
    except GraphError as error:
        if not isinstance(error.__cause__, (DataDependentOutputException, DynamicOutputShapeException)):
            raise
    return read_source(source, inputs)


def trace_quietly(program, inputs):
    """`trace`, with PyTorch's warnings silenced by the caller."""
    mode = FakeTensorMode(allow_non_fake_inputs=True)
    if isinstance(program, str):
        program = read_cheaply(program, inputs, mode)
    elif isinstance(program, nn.Module):
        program = module_program(program, type(program).__name__, inputs, inspect.getfile(type(program)), "")
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
        inputs = tuple(fake(x, mode) for x in program.inputs)
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


# ---- 12 regions and stitching ----------------------------------------------------------------------------------

ANCHORS = {"heavy", "normalization", "reduction", "loss"}   # kinds of which a region holds one operation at most


@dataclass(frozen=True)
class Region:
    """A part of a graph that one group of kernels can compute: one anchor with its pointwise neighbours."""
    graph: Graph       # the part as a question of its own
    inputs: tuple      # names, in the whole graph, of what the part receives
    outputs: tuple     # and of what it returns


def group_values(graph):
    """[[Value, ...], ...] in an order in which they can be computed.

    A value joins the last group that it reads from if that leaves the group one anchor; what reads arguments alone
    waits for the group that first reads it. Groups read from earlier ones only, so none waits for another in turn.
    """
    home, groups, anchors = {}, [], []

    def settle(value, number_of_group):
        if id(value) not in home and value.op != "argument":
            home[id(value)] = number_of_group
            for operand in value.inputs():
                settle(operand, number_of_group)
            groups[number_of_group].append(value)

    for value in graph.values:
        anchored = OPS[value.op].kind in ANCHORS
        last = max((home[id(v)] for v in value.inputs() if id(v) in home), default=None)
        if last is None and not anchored:
            continue
        if last is None or anchored and anchors[last]:
            last = len(groups)
            groups.append([])
            anchors.append(0)
        anchors[last] += anchored
        settle(value, last)
    groups += [] if groups else [[]]
    for value in graph.values:
        settle(value, len(groups) - 1)
    return groups


def part_of(values, inputs, outputs, sizes, metas):
    """The Graph of some values of a graph, from `inputs` to `outputs` (Values), traced as a program of its own.

    `sizes` ({letter: size}) hold in `metas`.
    """
    found = {letter: (i, d) for i, value in enumerate(inputs) for d, n in enumerate(metas[id(value)].shape)
             for letter, size in sizes.items() if size == n}

    def program(*tensors):
        here = {**sizes, **{letter: tensors[i].shape[d] for letter, (i, d) in found.items()}}
        computed = {id(value): tensor for value, tensor in zip(inputs, tensors)}
        for value in values:
            computed[id(value)] = execute(value, computed, here, tensors[0].device if tensors else "cpu")
        results = tuple(computed[id(value)] for value in outputs)
        return results if len(results) > 1 else results[0]

    return trace(program, [metas[id(value)] for value in inputs])


def distinct_sizes(graph):
    """Sizes at which letters can be told apart where there are such, those of the trace otherwise."""
    try:
        sizes = small_sizes(graph, 0)
    except GraphError:
        return graph.sizes
    return sizes if len(set(sizes.values())) == len(sizes) else graph.sizes or sizes


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


def regions(graph):
    """The regions of a graph, in the order in which they are computed; as few as one anchor in each allows.

    A size that a region computes with, but that none of its inputs has, is a number in its question: the traced size.
    """
    groups, order = group_values(graph), order_of_use(graph)
    if len(groups) < 2 and order == sorted(order):
        return [Region(graph, tuple(a.name for a in graph.arguments), tuple(v.name for v in graph.outputs))]
    sizes = distinct_sizes(graph)
    metas, found = graph.shapes(sizes), []
    place = {id(v): i for i, v in enumerate(graph.values + list(graph.inputs))}   # computed values first, then arguments
    for group in groups:
        inside = set(map(id, group))
        inputs = {id(v): v for value in group for v in value.inputs() if id(v) not in inside}
        inputs = [inputs[i] for i in sorted(inputs, key=place.get)]
        read_elsewhere = {id(v) for value in graph.values if id(value) not in inside for v in value.inputs()} | set(map(id, graph.outputs))
        outputs = [value for value in group if id(value) in read_elsewhere]
        shown = {n for value in inputs for n in metas[id(value)].shape}
        hidden = {letter for letter in letters_in([(v.operands, v.attributes) for v in group]) if sizes[letter] not in shown}
        at = (graph.sizes, graph.shapes(graph.sizes)) if hidden and graph.sizes else (sizes, metas)
        part, inputs = ordered_part(group, inputs, outputs, *at)
        found.append(Region(part, tuple(v.name for v in inputs), tuple(v.name for v in outputs)))
    return found


def renamed_answer(source, entry):
    """The definitions of an answer with `entry_` before their names, `translated` itself becoming `entry`; no imports."""
    nodes = ast.parse(source).body
    own = [node.name for node in nodes if isinstance(node, ast.FunctionDef)]
    lines, start, blocks = source.split("\n"), 0, []
    for node in nodes:
        if not isinstance(node, (ast.Import, ast.ImportFrom)):
            blocks.append("\n".join(lines[start:node.end_lineno]).strip("\n"))
        start = node.end_lineno
    text = "\n\n\n".join(blocks)
    for name in own if entry != "translated" else []:
        text = re.sub(rf"(?<![\w.\"']){name}(?!\w)(?!\s*=[^=])", entry if name == "translated" else f"{entry}_{name}", text)
    return text


def access(path):
    """`self.net[0].weight` for the path net.0.weight."""
    return "self" + "".join(f"[{part}]" if part.isdigit() else f".{part}" for part in path.split("."))


def with_body(lines, function, statement):
    """Replaces, in the lines of a source, the body of a function by one statement. Its signature stays as written."""
    first, last = function.body[0], function.body[-1]
    if first.lineno == function.lineno:
        lines[first.lineno - 1] = lines[first.lineno - 1][:first.col_offset] + statement
    else:
        lines[first.lineno - 1:last.end_lineno] = [" " * first.col_offset + statement]


def model_wrapper(program, call):
    """The user's file with its class as ModelNew, whose forward makes this call."""
    lines, tree = program.source.split("\n"), ast.parse(program.source)
    target = next(node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == program.name)
    forward = next(node for node in target.body if isinstance(node, ast.FunctionDef) and node.name == "forward")
    head, tail = lines[:target.lineno - 1], lines[target.end_lineno:]
    for node in ast.walk(target):
        if isinstance(node, ast.Name) and node.id == program.name:
            before, after = lines[node.lineno - 1][:node.col_offset], lines[node.lineno - 1][node.end_col_offset:]
            lines[node.lineno - 1] = before + "ModelNew" + after
    lines[target.lineno - 1] = re.sub(rf"class\s+{program.name}\b", "class ModelNew", lines[target.lineno - 1])
    own = lines[:target.end_lineno]
    with_body(own, forward, f"return {call}")
    return "\n".join([*head, *own[target.lineno - 1:], *tail]).strip("\n")


def wrapper(graph):
    """What the user calls, as source, around `translated`: a function of the same signature, ModelNew, or nothing."""
    program = graph.source
    if program is None or program.kind == "statements" or not program.source:
        return ""
    names = iter(program.tensors)
    call = f"translated({', '.join(access(a.origin) if a.origin else next(names) for a in graph.arguments)})"
    if program.kind == "module":
        return model_wrapper(program, call)
    source = textwrap.dedent(program.source)
    function = next((node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef) and node.name == program.name), None)
    if function is None or program.name == "translated":
        return ""
    lines = source.split("\n")[:function.end_lineno]
    with_body(lines, function, f"return {call}")
    return "\n".join(lines[function.lineno - 1:])


def stitch(graph, answers):
    """One self-contained module from the answers to `regions(graph)`, in that order, or from one answer to the whole.

    It defines `translated(...)` with the graph's arguments, and for a function one of the same name and signature, for
    a Model file `class ModelNew(nn.Module)`: the user's own class, with the same constructor, whose forward calls it.
    Buffers that the program updates on the side (running statistics) are not updated. Raises ValueError where the
    number of answers is not that of the regions.
    """
    user = wrapper(graph)
    header = "import math\n\nimport torch\n" + "import torch.nn as nn\nimport torch.nn.functional as F\n" * bool(user)
    parts = [header + "\nimport triton\nimport triton.language as tl"]
    found = regions(graph)
    if len(answers) == 1 and (len(found) > 1 or found[0].inputs == tuple(a.name for a in graph.arguments)):
        parts.append(renamed_answer(answers[0], "translated"))
    else:
        if len(found) != len(answers):
            raise ValueError(f"the graph has {len(found)} regions, and {len(answers)} answers were given")
        lines = [f"def translated({', '.join(a.name for a in graph.arguments)}):"]
        for i, (region, answer) in enumerate(zip(found, answers)):
            parts.append(renamed_answer(answer, f"region{i}"))
            lines.append(f"    {', '.join(region.outputs)} = region{i}({', '.join(region.inputs)})")
        returned = ", ".join(v.name for v in graph.outputs) + ("," if graph.multiple and len(graph.outputs) == 1 else "")
        parts.append("\n".join([*lines, f"    return {returned}"]))
    return "\n\n\n".join(part for part in [*parts, user] if part) + "\n"
