"""The log-probability under a mixture of diagonal Gaussians.

    y = logsumexp_k t_k,   t_k = log w_k - sum_d (z_kd^2 / 2 + s_kd) - (D / 2) log 2 pi
    with log w = log_softmax(logits),  z_kd = (x_d - mu_kd) exp(-s_kd),  s = log sigma,  r_k = exp(t_k - y):
    dlogits_k = dy (r_k - w_k),   ds_kd = dy r_k (z_kd^2 - 1)
    dmu_kd = dy r_k z_kd exp(-s_kd) = -(its part of dx_d)

Bishop 1994 (mixture density networks). One kernel is forward and backward: it makes t, the maximum
subtracted, and stores either y or the gradients, for which it is launched again. Making t twice moves fewer
bytes than storing what a gradient would need, 3 numbers a component and dimension against 2. So that every
finite input has a finite result and gradient, s is clamped to +-GMM_LOG_SIGMA and x - mu to +-GMM_FARTHEST:
a z is then at most 1e17, its square 1e34.
"""

import math
from collections.abc import Callable

import torch
from torch import Tensor

from triton_ops.contract import Target, Tile, check_implementation, op
from triton_ops.launch import differentiable, launch, warps_for
from triton_ops.machine import tl, triton

GMM_LOG_SIGMA = 16.0  # sigma between 1.1e-7 and 8.9e6
GMM_FARTHEST = 1e10  # of x from a mean
GMM_TILE = 1024  # rows times components times dimensions of a program
GMM_WARPS = 4  # at least: wide mixtures have more


def gmm_log_prob_torch(x: Tensor, logits: Tensor, mu: Tensor, log_sigma: Tensor) -> Tensor:
    """float32 arithmetic for half precision, since the square of a distance is no half-precision number."""
    x, logits, mu, log_sigma = (
        t.to(torch.promote_types(t.dtype, torch.float32)) for t in (x, logits, mu, log_sigma)
    )
    s = log_sigma.clamp(-GMM_LOG_SIGMA, GMM_LOG_SIGMA)
    z = (x[..., None, :] - mu).clamp(-GMM_FARTHEST, GMM_FARTHEST) * torch.exp(-s)
    terms = (
        torch.log_softmax(logits, -1)
        - (0.5 * z.square() + s).sum(-1)
        - 0.5 * x.shape[-1] * math.log(2 * math.pi)
    )
    return torch.logsumexp(terms, -1)


def gmm_log_prob_inputs(shape: tuple, dtype: torch.dtype, draw: Callable, autocast: bool) -> tuple:
    """x (M, D), logits (M, K), mu (M, K, D), log_sigma (M, K, D): a projection gives the last three."""
    M, K, D = shape
    return tuple(draw(*size).requires_grad_() for size in ((M, D), (M, K), (M, K, D), (M, K, D)))


@triton.jit
def gmm_kernel(
    x_ptr, logits_ptr, mu_ptr, log_sigma_ptr, dy_ptr, y_ptr, dx_ptr, dlogits_ptr, dmu_ptr, dlog_sigma_ptr,
    n_rows, constant,
    K: tl.constexpr, D: tl.constexpr, ROWS: tl.constexpr, BLOCK_K: tl.constexpr, BLOCK_D: tl.constexpr,
    BACKWARD: tl.constexpr, LOG_SIGMA: tl.constexpr, FARTHEST: tl.constexpr,
):  # fmt: skip
    """y, or with BACKWARD every gradient, of ROWS rows, all K components and D dimensions a program.

    Every number is read once, and all are on their way together.
    """
    rows = tl.program_id(0).to(tl.int64) * ROWS + tl.arange(0, ROWS)
    components, dimensions = tl.arange(0, BLOCK_K), tl.arange(0, BLOCK_D)
    real, here = (components < K)[None, :], (rows < n_rows)[:, None]
    own, of_x = here & real, here & (dimensions < D)[None, :]
    each = own[:, :, None] & (dimensions < D)[None, None, :]
    places, x_places = rows[:, None] * K + components[None, :], rows[:, None] * D + dimensions[None, :]
    all_places = places[:, :, None] * D + dimensions[None, None, :]
    x = tl.load(x_ptr + x_places, mask=of_x, other=0.0).to(tl.float32)
    away = x[:, None, :] - tl.load(mu_ptr + all_places, mask=each, other=0.0).to(tl.float32)
    free = tl.load(log_sigma_ptr + all_places, mask=each, other=0.0).to(tl.float32)
    logits = tl.where(real, tl.load(logits_ptr + places, mask=own, other=0.0).to(tl.float32), float("-inf"))
    logits -= tl.max(logits, axis=1)[:, None]
    total = tl.sum(tl.exp(logits), axis=1)[:, None]
    s = tl.minimum(tl.maximum(free, -LOG_SIGMA), LOG_SIGMA)
    near = tl.minimum(tl.maximum(away, -FARTHEST), FARTHEST)
    inverse = tl.exp(-s)
    z = near * inverse
    t = logits - tl.log(total) - constant - tl.sum(tl.where(each, 0.5 * z * z + s, 0.0), axis=2)
    highest = tl.max(t, axis=1)[:, None]
    excess = tl.log(tl.sum(tl.exp(t - highest), axis=1))[:, None]
    if not BACKWARD:
        tl.store(y_ptr + rows, tl.sum(highest + excess, axis=1), mask=rows < n_rows)
    else:
        dy = tl.load(dy_ptr + rows, mask=rows < n_rows, other=0.0).to(tl.float32)[:, None]
        share = tl.exp(t - highest - excess)
        tl.store(dlogits_ptr + places, dy * (share - tl.exp(logits) / total), mask=own)
        part = (dy * share)[:, :, None]
        dmu = tl.where(each & (near == away), part * z * inverse, 0.0)
        tl.store(dmu_ptr + all_places, dmu, mask=each)
        tl.store(dlog_sigma_ptr + all_places, tl.where(s == free, part * (z * z - 1.0), 0.0), mask=each)
        tl.store(dx_ptr + x_places, -tl.sum(dmu, axis=1), mask=of_x)


def gmm_launch(
    inputs: tuple[Tensor, ...], dy: Tensor, y: Tensor, gradients: tuple[Tensor, ...], backward: bool
):
    """The kernel over x (M, D), logits (M, K), mu and log_sigma (M, K, D), all contiguous.

    What it does not use may be any tensor.
    """
    M, K, D = inputs[2].shape
    BLOCK_K = triton.next_power_of_2(K)
    BLOCK_D = triton.next_power_of_2(D)
    ROWS = max(GMM_TILE // (BLOCK_K * BLOCK_D), 1)
    launch(
        gmm_kernel, (triton.cdiv(M, ROWS),),
        *inputs, dy, y, *gradients, M, 0.5 * D * math.log(2 * math.pi),
        K=K, D=D, ROWS=ROWS, BLOCK_K=BLOCK_K, BLOCK_D=BLOCK_D, BACKWARD=backward, LOG_SIGMA=GMM_LOG_SIGMA,
        FARTHEST=GMM_FARTHEST, num_warps=max(GMM_WARPS, warps_for(ROWS * BLOCK_K * BLOCK_D, 32)),
    )  # fmt: skip


def gmm_log_prob_fake(x: Tensor, logits: Tensor, mu: Tensor, log_sigma: Tensor) -> Tensor:
    """What `gmm_log_prob_forward` returns, without values."""
    return x.new_empty(x.shape[0], dtype=torch.float32)


def gmm_log_prob_forward(x: Tensor, logits: Tensor, mu: Tensor, log_sigma: Tensor) -> Tensor:
    inputs = tuple(t.contiguous() for t in (x, logits, mu, log_sigma))
    y = gmm_log_prob_fake(x, logits, mu, log_sigma)
    gmm_launch(inputs, y, y, inputs, backward=False)
    return y


def gmm_log_prob_backward_fake(
    dy: Tensor, x: Tensor, logits: Tensor, mu: Tensor, log_sigma: Tensor
) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """What `gmm_log_prob_backward` returns, without values."""
    return tuple(t.new_empty(t.shape) for t in (x, logits, mu, log_sigma))


def gmm_log_prob_backward(
    dy: Tensor, x: Tensor, logits: Tensor, mu: Tensor, log_sigma: Tensor
) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    inputs = tuple(t.contiguous() for t in (x, logits, mu, log_sigma))
    dy = dy.contiguous()
    gradients = gmm_log_prob_backward_fake(dy, x, logits, mu, log_sigma)
    gmm_launch(inputs, dy, dy, gradients, backward=True)
    return gradients


gmm_log_prob_triton = differentiable(
    gmm_log_prob_forward,
    gmm_log_prob_backward,
    fake=gmm_log_prob_fake,
    backward_fake=gmm_log_prob_backward_fake,
    visible=1,
    keep=lambda inputs, outputs: inputs,
)


@op(
    inputs=gmm_log_prob_inputs,
    data=("x", "mu"),
    cases=[(1, 1, 1), (5, 3, 2), (0, 4, 2), (33, 10, 3), (130, 2, 1), (3, 65, 7)],
    bench_shapes=[(12288, 10, 3), (65536, 10, 3)],
    shape=lambda work: (work.batch_size * work.seq_len, 10, 3),
    bytes_moved=lambda shape, size: (
        size * shape[0] * (shape[1] * (1 + 2 * shape[2]) + shape[2]) + 4 * shape[0],
        2 * size * shape[0] * (shape[1] * (1 + 2 * shape[2]) + shape[2]) + 4 * shape[0],
    ),
    targets=(Target("forward + backward", "compile", 1.5),),
    chart_shapes=((200000, 10, 3), (65536, 32, 2), (65536, 5, 8)),
    tiles=lambda shape, size: (
        Tile("GMM_TILE", (128, 256, 512, 1024, 2048, 4096)),
        Tile("GMM_WARPS", (1, 2, 4, 8)),
    ),
)
def gmm_log_prob(x: Tensor, logits: Tensor, mu: Tensor, log_sigma: Tensor, implementation="torch") -> Tensor:
    """Log-density (...) in float32 of x (..., D) under a mixture of K diagonal Gaussians.

    logits (..., K), mu and log_sigma (..., K, D). The weights are softmax(logits). log_sigma is taken within
    +-16 and |x - mu| within 1e10; beyond, their gradient is 0. So every finite input has a finite result.
    Differentiable in all four.
    Raises ValueError for shapes that do not fit, or a dtype that the kernels do not take.
    """
    check_implementation(implementation, x, logits, mu, log_sigma)
    if (
        mu.dim() < 2
        or mu.shape != log_sigma.shape
        or (*logits.shape, x.shape[-1]) != mu.shape
        or logits.shape[:-1] != x.shape[:-1]
    ):
        raise ValueError(
            "gmm_log_prob takes x (..., D), logits (..., K), mu and log_sigma (..., K, D), "
            f"not {tuple(x.shape)}, {tuple(logits.shape)}, {tuple(mu.shape)}, {tuple(log_sigma.shape)}"
        )
    if implementation == "torch":
        return gmm_log_prob_torch(x, logits, mu, log_sigma)
    K, D = mu.shape[-2:]
    rows = x.reshape(-1, D), logits.reshape(-1, K), mu.reshape(-1, K, D), log_sigma.reshape(-1, K, D)
    return gmm_log_prob_triton(*rows)[0].view(x.shape[:-1])
