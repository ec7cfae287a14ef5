"""Linear layer and cross-entropy without the logits in memory.

    L = scale sum_i (lse_i - z_i,t_i),   z = x W^T,   lse_i = log sum_v exp z_iv
    G_iv = exp(z_iv - lse_i) - [v = t_i],   dx = scale dL G W,   dW = scale dL G^T x

over the rows whose target counts; scale is 1 / their number (mean) or 1 (sum). After Hsu et al. 2024 (Liger
Kernel) and Wijmans et al. 2024: the rows go in chunks, whose logits have x's dtype and are overwritten by
G, so that no more than one chunk exists. A loss has one gradient up to a factor: forward makes it while the
logits are there, and backward multiplies. G is stored without `scale`, with which it would underflow in fp16;
dW is summed in float32.
"""

import itertools
import math
from collections.abc import Callable

import torch
import torch.nn.functional as F
from torch import Tensor

from triton_ops.contract import Target, Tile, check_implementation, op
from triton_ops.launch import (
    TILE,
    consumed_dtype,
    differentiable,
    launch,
    liger_function,
    padded_to_16,
    without_autocast,
)
from triton_ops.machine import tl, triton
from triton_ops.tiles import rounded

# bytes of logits that exist at a time: each further chunk reads and writes dW once more
LCE_CHUNK = 400 << 20
LCE_SHORT = 8192  # logits a row, up to which the kernel takes the "short" tile
# {kind of row: (logits a step of the kernel, warps)}. A long row has many warps, so that few rows at a time
# are on a multiprocessor.
LCE_TILES = {"short": (4096, 4), "long": (8192, 32)}
# neighbouring logits that share one running maximum: 16 bytes of half precision, one thread's load
LCE_LANE = 8
LCE_FLOOR = -3.0e38  # below every logit, and finite, so that no difference is inf - inf


def linear_cross_entropy_torch(
    x: Tensor, weight: Tensor, target: Tensor, ignore_index: int, reduction: str
) -> Tensor:
    """The logits at once, their cross-entropy in float32."""
    logits = F.linear(x, weight)
    return F.cross_entropy(
        logits.to(torch.promote_types(logits.dtype, torch.float32)),
        target,
        ignore_index=ignore_index,
        reduction=reduction,
    )


def linear_cross_entropy_inputs(shape: tuple, dtype: torch.dtype, draw: Callable, autocast: bool) -> tuple:
    """x (M, C), W (V, C) / sqrt C, targets (M,) of which every third is ignored.

    The sum where M is odd, else the mean.
    """
    M, C, V = shape
    x = draw(M, C)
    weight = draw(V, C, dtype=torch.float32 if autocast else dtype) / C**0.5
    target = torch.arange(M, device=x.device) * 7919 % V
    target[2::3] = -100
    return x.requires_grad_(), weight.requires_grad_(), target, -100, "sum" if M % 2 else "mean"


@triton.jit
def load_logits(pointer, start, V: tl.constexpr, BLOCK: tl.constexpr, LANE: tl.constexpr):
    """(columns, logits) of one step as (BLOCK / LANE, LANE), -inf beyond the vocabulary."""
    columns = start + tl.arange(0, BLOCK // LANE)[:, None] * LANE + tl.arange(0, LANE)[None, :]
    return columns, tl.load(pointer + columns, mask=columns < V, other=float("-inf")).to(tl.float32)


@triton.jit
def cross_entropy_kernel(
    logits_ptr, target_ptr, loss_ptr, logits_stride, ignore_index,
    V: tl.constexpr, BLOCK: tl.constexpr, LANE: tl.constexpr, FLOOR: tl.constexpr, GRADIENT: tl.constexpr,
):  # fmt: skip
    """One program a row: one pass for its maximum and its sum of exponentials, one that replaces the logits
    by G.

    Every LANE of neighbours keeps a maximum and a sum of its own (Milakov & Gimelshein 2018): a step has no
    reduction across threads, and one exponential more than its logits. A target outside of the vocabulary
    gives NaN.
    """
    row = tl.program_id(0).to(tl.int64)
    logits_ptr += row * logits_stride
    target = tl.load(target_ptr + row)
    counts = target != ignore_index
    z_target = tl.load(logits_ptr + target, mask=(target >= 0) & (target < V), other=float("nan")).to(
        tl.float32
    )
    top, total = tl.full([BLOCK // LANE], FLOOR, tl.float32), tl.zeros([BLOCK // LANE], tl.float32)
    for start in range(0, V, BLOCK):
        _, z = load_logits(logits_ptr, start, V, BLOCK, LANE)
        higher = tl.maximum(top, tl.max(z, axis=1))
        total = total * tl.exp(top - higher) + tl.sum(tl.exp(z - higher[:, None]), axis=1)
        top = higher
    highest = tl.max(top, axis=0)
    # lse - highest; kept apart, since z - highest is exact
    excess = tl.log(tl.sum(total * tl.exp(top - highest), axis=0))
    tl.store(loss_ptr + row, tl.where(counts, excess - (z_target - highest), 0.0))
    if GRADIENT:
        tl.debug_barrier()  # every thread has read z_target before one overwrites it
        for start in range(0, V, BLOCK):
            columns, z = load_logits(logits_ptr, start, V, BLOCK, LANE)
            g = tl.exp(z - highest - excess) - tl.where(columns == target, 1.0, 0.0)
            tl.store(logits_ptr + columns, tl.where(counts, g, 0.0), mask=columns < V)


def add_product(total: Tensor, a: Tensor, b: Tensor, first: bool):
    """total += a b in float32, or total = a b where it is the `first`.

    On a GPU the factors stay in half precision.
    """
    if a.is_cuda and a.dtype != total.dtype:
        torch.addmm(total, a, b, out_dtype=total.dtype, beta=int(not first), out=total)
    else:
        total.addmm_(a.to(total.dtype), b.to(total.dtype), beta=int(not first))


@without_autocast
def linear_cross_entropy_forward(
    x: Tensor, weight: Tensor, target: Tensor, ignore_index: int, reduction: str, gradient: bool,
    dtype: torch.dtype,
) -> tuple[Tensor, Tensor, Tensor, Tensor]:  # fmt: skip
    """(loss (), scale (), dx and float32 dW at dL scale = 1; without `gradient` these two are empty)."""
    M = x.shape[0]
    V = weight.shape[0]
    C = x.shape[1]
    chunks = max(triton.cdiv(M * V * dtype.itemsize, LCE_CHUNK), 1)
    rows = max(triton.cdiv(M, chunks), 1)
    dx = x.new_empty(M * gradient, C, dtype=dtype)
    dw = (x.new_empty if M else x.new_zeros)(V * gradient, C, dtype=torch.float32)
    losses = x.new_empty(M, dtype=torch.float32)
    target = target.contiguous()
    x = x.to(dtype)
    weight = weight.to(dtype)
    store = x.new_empty(rows, padded_to_16(V))  # the logits of a chunk, with aligned rows for any V
    BLOCK, warps = LCE_TILES["short" if V <= LCE_SHORT else "long"]
    for start in range(0, M, rows):
        chunk = slice(start, start + rows)
        logits = torch.mm(x[chunk], weight.T, out=store[: M - start, :V])
        launch(
            cross_entropy_kernel, (logits.shape[0],),
            logits, target[chunk], losses[chunk], logits.stride(0), ignore_index,
            V=V, BLOCK=max(min(triton.next_power_of_2(V), BLOCK), LCE_LANE), LANE=LCE_LANE,
            FLOOR=LCE_FLOOR, GRADIENT=gradient, num_warps=warps,
        )  # fmt: skip
        if gradient:
            torch.mm(logits, weight, out=dx[chunk])
            add_product(dw, logits.T, x[chunk], start == 0)
    counted = (target != ignore_index).sum()
    scale = torch.ones_like(losses.sum()) if reduction == "sum" else 1.0 / counted.float()
    return losses.sum() * scale, scale, dx, dw


@triton.jit
def scaled_kernel(x_ptr, y_ptr, dloss_ptr, scale_ptr, size, BLOCK: tl.constexpr):
    """y = x dloss scale, BLOCK elements a program."""
    factor = tl.load(dloss_ptr).to(tl.float32) * tl.load(scale_ptr)
    places = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + places, mask=places < size, other=0.0).to(tl.float32)
    tl.store(y_ptr + places, rounded(x * factor, y_ptr.dtype.element_ty), mask=places < size)


def linear_cross_entropy_backward(
    dloss: Tensor, scale: Tensor, dx: Tensor, dw: Tensor, x: Tensor, weight: Tensor
) -> tuple[Tensor, Tensor]:
    """What forward made, times dL scale, in the inputs' dtypes; one pass each.

    PyTorch's product of half precision and a float32 number on the device takes four times a copy's time.
    """
    gradients = tuple(t.new_empty(t.shape) for t in (x, weight))
    for made, gradient in zip((dx, dw), gradients):
        launch(
            scaled_kernel, (triton.cdiv(made.numel(), 2 * TILE),),
            made, gradient, dloss, scale, made.numel(), BLOCK=2 * TILE, num_warps=4,
        )  # fmt: skip
    return gradients


def linear_cross_entropy_fake(
    x: Tensor,
    weight: Tensor,
    target: Tensor,
    ignore_index: int,
    reduction: str,
    gradient: bool,
    dtype: torch.dtype,
) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """What `linear_cross_entropy_forward` returns, without values."""
    M = x.shape[0]
    V = weight.shape[0]
    C = x.shape[1]
    loss, scale = (x.new_empty((), dtype=torch.float32) for _ in range(2))
    return (
        loss,
        scale,
        x.new_empty(M * gradient, C, dtype=dtype),
        x.new_empty(V * gradient, C, dtype=torch.float32),
    )


def linear_cross_entropy_backward_fake(
    dloss: Tensor, scale: Tensor, dx: Tensor, dw: Tensor, x: Tensor, weight: Tensor
) -> tuple[Tensor, Tensor]:
    """What `linear_cross_entropy_backward` returns, without values."""
    return x.new_empty(x.shape), weight.new_empty(weight.shape)


linear_cross_entropy_triton = differentiable(
    linear_cross_entropy_forward,
    linear_cross_entropy_backward,
    fake=linear_cross_entropy_fake,
    backward_fake=linear_cross_entropy_backward_fake,
    visible=1,
    keep=lambda inputs, outputs: (*outputs[1:], *inputs[:2]),
)


@op(
    inputs=linear_cross_entropy_inputs,
    data=("x",),
    cases=[(1, 1, 1), (4, 33, 7), (33, 16, 129), (7, 40, 1000), (2, 8, LCE_SHORT + 900)],
    bench_shapes=[(12288, 384, 49152), (12288, 384, 8192)],
    shape=lambda work: (work.batch_size * work.seq_len, work.d_model, work.vocab_size),
    bytes_moved=lambda shape, size: (
        size * shape[1] * (shape[0] + shape[2]),
        size * shape[1] * (shape[0] + shape[2]),
    ),
    flops=lambda shape: (2 * math.prod(shape), 4 * math.prod(shape)),
    baselines={
        "liger": lambda x, weight, target, ignore_index, reduction: liger_function(
            "liger_fused_linear_cross_entropy"
        )(x, weight, target, ignore_index=ignore_index, reduction=reduction)
    },
    targets=(
        Target("forward + backward", "compile", 1.15, ((12288, 384, 49152),)),
        Target("forward + backward", "memory of compile", 0.5, ((12288, 384, 49152),)),
    ),
    chart_shapes=((12288, 384, 4096), (12288, 384, 16384), (12288, 768, 32768)),
    tiles=lambda shape, size: (
        Tile(
            "LCE_TILES",
            tuple(itertools.product((2048, 4096, 8192, 16384), (8, 16, 32))),
            "short" if shape[2] <= LCE_SHORT else "long",
        ),
        Tile("LCE_CHUNK", tuple(mega << 20 for mega in (50, 100, 200, 400, 800))),
    ),
)
def linear_cross_entropy(
    x: Tensor,
    weight: Tensor,
    target: Tensor,
    ignore_index: int = -100,
    reduction: str = "mean",
    implementation="torch",
) -> Tensor:
    """Cross-entropy of the logits x W^T, x (..., C), W (V, C), with target (...).

    One float32 number; no more than a chunk of logits exists. A row whose target is `ignore_index` does not
    count; reduction is "mean" over the rows that do, or "sum". Under autocast the products are autocast's.
    Differentiable in x and weight.
    Raises ValueError for shapes or a reduction that do not fit, or a dtype that the kernels do not take.
    """
    check_implementation(implementation, x, weight)
    if x.dim() == 0 or weight.dim() != 2 or weight.shape[1] != x.shape[-1] or target.shape != x.shape[:-1]:
        raise ValueError(
            f"linear_cross_entropy of x {tuple(x.shape)} needs a weight (V, {x.shape[-1:].numel()}) "
            f"and a target for each row, not {tuple(weight.shape)}, {tuple(target.shape)}"
        )
    if reduction not in ("mean", "sum"):
        raise ValueError(f"reduction is {reduction!r}, not mean or sum")
    rows = x.reshape(-1, x.shape[-1])
    target = target.reshape(-1)
    if implementation == "torch":
        return linear_cross_entropy_torch(rows, weight, target, ignore_index, reduction)
    gradient = torch.is_grad_enabled() and (x.requires_grad or weight.requires_grad)
    return linear_cross_entropy_triton(
        rows, weight, target, ignore_index, reduction, gradient, consumed_dtype(x)
    )[0]


class TritonLinearCrossEntropy(torch.nn.Linear):
    """torch.nn.Linear without a bias and torch.nn.CrossEntropyLoss after it, in one.

    The state dict is the linear layer's.
    """

    def __init__(
        self, width: int, classes: int, ignore_index: int = -100, reduction: str = "mean", device=None,
        dtype=None,
    ):  # fmt: skip
        super().__init__(width, classes, bias=False, device=device, dtype=dtype)
        self.ignore_index = ignore_index
        self.reduction = reduction

    def forward(self, x: Tensor, target: Tensor) -> Tensor:
        return linear_cross_entropy(x, self.weight, target, self.ignore_index, self.reduction, "triton")
