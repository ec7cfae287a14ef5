"""Attention by each of the ways that the benchmark compares; all take (B, T, H, D) and see all keys.

    flash, cudnn, efficient, math   F.scaled_dot_product_attention, by that backend or not at all
    triton, triton-fused            ours, with two kernels in backward or with one: the same numbers
    fp8                             ours, in E4M3 forward; backward in the tensors' own dtype
    triton-cudnn, fp8-cudnn         our forward, and cuDNN's backward from its result and log-sum-exp
    e4m3                            in PyTorch, what rounding to E4M3 loses: the reference for `fp8`
    idle                            nothing, in the memory of ours: largest.py looks for what fits

Backward of `fp8` differentiates what forward multiplied: the rounded q, k and v, which bf16 holds exactly,
with forward's own log-sum-exp, so that no weight is above 1. The roundings themselves count as the identity.
"""

import contextlib
from collections.abc import Callable

import torch
from torch import Tensor
from torch.nn.attention import SDPBackend, sdpa_kernel

from kernels import attention, attention_backward, attention_forward
from triton_ops.attention_fp8 import attention_fp8_forward, e4m3_tile, rounded_as_e4m3
from triton_ops.attention_reference import attention_torch
from triton_ops.launch import consumed_dtype, differentiable

BACKENDS = {
    "flash": SDPBackend.FLASH_ATTENTION,
    "cudnn": SDPBackend.CUDNN_ATTENTION,
    "efficient": SDPBackend.EFFICIENT_ATTENTION,
    "math": SDPBackend.MATH,
}
OURS = ("triton", "triton-fused", "triton-cudnn", "fp8", "fp8-cudnn")
E4M3_BLOCK = 64  # rows that share a factor, of the reference for E4M3
SMALLEST_E4M3 = 2.0**-9
LARGEST_E4M3 = 448.0


def result_fake(q: Tensor, k: Tensor, v: Tensor, scale: float) -> tuple[Tensor, Tensor]:
    """What a forward below returns, without values."""
    return q.new_empty(q.shape), q.new_empty(q.shape[0], q.shape[2], q.shape[1], dtype=torch.float32)


def gradients_fake(
    dy: Tensor, q: Tensor, k: Tensor, v: Tensor, y: Tensor, lse: Tensor, scale: float
) -> tuple[Tensor, Tensor, Tensor]:
    """What a backward below returns, without values."""
    return q.new_empty(q.shape), k.new_empty(k.shape), v.new_empty(v.shape)


def training_attention(forward: Callable, backward: Callable) -> Callable:
    """(y, log-sum-exp) = f(q, k, v, scale), for autograd and torch.compile."""
    return differentiable(
        forward,
        backward,
        fake=result_fake,
        backward_fake=gradients_fake,
        visible=1,
        keep=lambda inputs, outputs: (*inputs[:3], *outputs),
        constants=lambda inputs: inputs[3:],
    )


def cudnn_gradients(
    dy: Tensor, q: Tensor, k: Tensor, v: Tensor, y: Tensor, lse: Tensor, scale: float
) -> tuple[Tensor, Tensor, Tensor]:
    """(dq, dk, dv) by cuDNN, which a GPU alone has.

    lse (B, H, T) is in units of q k^T: times `scale` it is that of the scaled scores. Nothing is masked or
    dropped, and all sequences are of one length: the tensors for that are left out.
    """
    dy, q, k, v, y = (x.contiguous().transpose(1, 2) for x in (dy, q, k, v, y))
    seed = q.new_empty((), dtype=torch.int64)
    gradients = torch.ops.aten._scaled_dot_product_cudnn_attention_backward(
        dy, q, k, v, y, (lse * scale)[..., None], seed, seed, None, None, None,
        q.shape[2], k.shape[2], 0.0, False, scale=scale,
    )  # fmt: skip
    dq, dk, dv = (gradient.transpose(1, 2).contiguous() for gradient in gradients)
    return dq, dk, dv


def rounded_tiles(q: Tensor, k: Tensor, v: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """q, k, v as the forward in E4M3 multiplied them."""
    BLOCK_D, of_queries, of_keys, _, _ = e4m3_tile(q.shape[3])
    q, k, v = (rounded_as_e4m3(x, rows, BLOCK_D) for x, rows in ((q, of_queries), (k, of_keys), (v, of_keys)))
    return q, k, v


def fp8_training_forward(q: Tensor, k: Tensor, v: Tensor, scale: float) -> tuple[Tensor, Tensor]:
    """(y like q; log-sum-exp (B, H, T))."""
    return attention_fp8_forward(q, k, v, False, scale)


def fp8_training_backward(
    dy: Tensor, q: Tensor, k: Tensor, v: Tensor, y: Tensor, lse: Tensor, scale: float
) -> tuple[Tensor, Tensor, Tensor]:
    """(dq, dk, dv)."""
    return attention_backward(dy, *rounded_tiles(q, k, v), y, lse, None, False, scale, False)


def fp8_cudnn_forward(q: Tensor, k: Tensor, v: Tensor, scale: float) -> tuple[Tensor, Tensor]:
    """(y like q; log-sum-exp (B, H, T))."""
    return attention_fp8_forward(q, k, v, False, scale)


def fp8_cudnn_backward(
    dy: Tensor, q: Tensor, k: Tensor, v: Tensor, y: Tensor, lse: Tensor, scale: float
) -> tuple[Tensor, Tensor, Tensor]:
    """(dq, dk, dv)."""
    return cudnn_gradients(dy, *rounded_tiles(q, k, v), y, lse, scale)


def triton_cudnn_forward(q: Tensor, k: Tensor, v: Tensor, scale: float) -> tuple[Tensor, Tensor]:
    """(y like q; log-sum-exp (B, H, T))."""
    return attention_forward(q, k, v, False, scale, None, False)


def triton_cudnn_backward(
    dy: Tensor, q: Tensor, k: Tensor, v: Tensor, y: Tensor, lse: Tensor, scale: float
) -> tuple[Tensor, Tensor, Tensor]:
    """(dq, dk, dv)."""
    return cudnn_gradients(dy, q, k, v, y, lse, scale)


TRAINING = {
    "fp8": training_attention(fp8_training_forward, fp8_training_backward),
    "fp8-cudnn": training_attention(fp8_cudnn_forward, fp8_cudnn_backward),
    "triton-cudnn": training_attention(triton_cudnn_forward, triton_cudnn_backward),
}


def to_e4m3(x: Tensor, largest: Tensor) -> Tensor:
    """x, at most `largest` in size, rounded to E4M3 with the factor of that size; its gradient is x's."""
    factor = torch.exp2(torch.ceil(torch.log2(largest.clamp(min=1e-30) / LARGEST_E4M3)))
    scaled = x.detach() / factor
    step = torch.exp2(torch.floor(torch.log2(scaled.abs().clamp(min=2.0**-6))) - 3)
    step = step.clamp(min=SMALLEST_E4M3)
    return x + (torch.round(scaled / step) * step * factor - x.detach())


def rounded_blocks(x_BTHD: Tensor) -> Tensor:
    """Blocks of rows of each head, rounded to E4M3."""
    blocks = [
        to_e4m3(block, block.detach().abs().amax((1, 3), keepdim=True))
        for block in x_BTHD.split(E4M3_BLOCK, 1)
    ]
    return torch.cat(blocks, dim=1)


def e4m3_reference(q: Tensor, k: Tensor, v: Tensor) -> Tensor:
    """Softmax attention of rounded q, k, v and weights, in the dtype of q, scores in memory."""
    q, k, v = (rounded_blocks(x).transpose(1, 2) for x in (q, k, v))
    p = (q @ k.mT * q.shape[-1] ** -0.5).softmax(-1)
    # weights are stored as 2^8 p of the largest: a factor of 2^-8 of it
    p = to_e4m3(p, p.detach().amax(-1, keepdim=True) * LARGEST_E4M3 / 256)
    return (p @ v).transpose(1, 2)


class Idle(torch.autograd.Function):
    """The memory of our attention, without its work."""

    @staticmethod
    def forward(ctx, q: Tensor, k: Tensor, v: Tensor) -> Tensor:
        y = q.clone(memory_format=torch.contiguous_format)
        B, T, H, _ = q.shape
        ctx.save_for_backward(q, k, v, y, q.new_empty(B, H, T, dtype=torch.float32))
        return y

    @staticmethod
    def backward(ctx, dy: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        q, k, v, _, lse = ctx.saved_tensors
        torch.empty_like(lse)  # the sums of dy y
        return dy.to(q.dtype, copy=True), torch.zeros_like(k), torch.zeros_like(v)


def idle(q: Tensor, k: Tensor, v: Tensor) -> Tensor:
    """Some values of the shape and dtype of attention."""
    return Idle.apply(*(t.to(consumed_dtype(t)) for t in (q, k, v)))


def attend(kind: str) -> Callable[[Tensor, Tensor, Tensor], Tensor]:
    """The function of q (B, T, H, D), k and v (B, M, H, D) that attends in this way.

    Those of `BACKENDS` run inside `pinned`. Raises ValueError for an unknown kind.
    """

    def scaled_dot_product(q, k, v):
        return attention_torch(q, k, v, False, q.shape[3] ** -0.5, None)

    def triton(q, k, v):
        return attention(q, k, v, causal=False, fused=kind == "triton-fused", implementation="triton")

    def training(q, k, v):
        q, k, v = (t.to(consumed_dtype(t)) for t in (q, k, v))
        return TRAINING[kind](q, k, v, q.shape[3] ** -0.5)[0]

    if kind in BACKENDS:
        return scaled_dot_product
    ways = {"triton": triton, "triton-fused": triton, "e4m3": e4m3_reference, "idle": idle}
    ways |= dict.fromkeys(TRAINING, training)
    if kind not in ways:
        raise ValueError(f"attention is one of {', '.join([*BACKENDS, *ways])}, not {kind!r}")
    return ways[kind]


def pinned(kind: str) -> contextlib.AbstractContextManager:
    """Inside, PyTorch's attention runs by this backend, or raises RuntimeError where that cannot."""
    return sdpa_kernel(BACKENDS[kind]) if kind in BACKENDS else contextlib.nullcontext()
