"""TransformerNP: a transformer whose M + N queries attend to the first M tokens, and a mixture of Gaussians.

    u = x + attention(norm(x));   x <- u + MLP(norm(u))                     of the stream x, in every block
    log p = logsumexp_k (log w_k + log N(target; mu_k, sigma_k))                            of the N targets
    loss = - mean log p

No positional encoding, no bias, no dropout. Keys and values are projections of the first M tokens: a slice,
no mask. Nguyen & Grover 2022 (transformer neural processes); Bishop 1994 (mixture density networks).

Dimension key: B tasks, M context, N targets, T = M + N, C width, H heads, D head width, F hidden, K mixture
components.
"""

import functools
from collections.abc import Callable
from dataclasses import dataclass, replace
from types import FunctionType

import torch
import torch.nn.functional as F
from torch import Tensor, nn
from torch.utils.checkpoint import checkpoint

from kernels import add_rms_norm, rms_norm
from neural_process.attention import attend
from neural_process.data import TOKEN
from neural_process.rows import Row
from triton_ops.gaussian_mixture import gmm_log_prob
from triton_ops.mlp import mlp
from triton_ops.mlp_heads import mlp_heads

PARTS = 3  # of a component: logit of its weight, mu, log sigma
EPS = 1e-6


@dataclass(frozen=True)
class Config:
    """Sizes of the model."""

    layers: int = 12
    heads: int = 8
    width: int = 512
    hidden: int = 1365
    components: int = 10

    @property
    def head_width(self) -> int:
        return self.width // self.heads

    @property
    def block_weights(self) -> int:
        """Numbers in the matrices of all blocks."""
        return self.layers * (4 * self.width**2 + 2 * self.width * self.hidden)

    @property
    def head_weights(self) -> int:
        """Numbers in the mixture's heads."""
        return self.components * self.hidden * (self.width + PARTS)


def attention_flops(config: Config, B: int, M: int, N: int) -> float:
    """Operations of attention in a step: two products forward and five backward of every query and key."""
    return 14 * B * (M + N) * M * config.width * config.layers


def step_flops(config: Config, B: int, M: int, N: int, checkpointed: bool = False) -> float:
    """Operations of forward and backward: twice forward's in backward, of attention two and a half times."""
    T = M + N
    keys = config.layers * 2 * config.width**2  # numbers of the matrices that only the context passes
    products = 2 * B * ((config.block_weights - keys) * T + keys * M + config.head_weights * N)
    attention = attention_flops(config, B, M, N)
    again = 2 * attention / 7 + 2 * B * ((config.block_weights - keys) * T + keys * M) if checkpointed else 0
    return 3 * products + attention + again


def step_bytes(config: Config, row: Row, B: int, M: int, N: int) -> float:
    """About what a step of a row holds at most in bf16: when backward has begun and nothing is freed yet.

    PyTorch's MLP keeps z and h = silu(z), and makes dh or dz beside both. Ours keeps z, and makes dh, dz and
    h. torch.compile keeps less than is said here.
    """
    T = M + N
    C, F1 = config.width, config.hidden
    stream = 4 * C * T
    hidden = 2 * F1 * T  # z, h, dh or dz
    # two sums of the stream and two norms of them, q and y; log-sum-exp; k and v; the MLP's own
    kept = 2 * stream + 4 * 2 * C * T + 4 * config.heads * T + 4 * C * M + hidden * (1 if row.mlp else 2)
    # the gradients of the stream and of the MLP's result and input; the MLP's own
    made = stream + 2 * 2 * C * T + hidden * (3 if row.mlp else 1)
    blocks = config.layers * stream + kept if row.checkpoint else config.layers * kept
    heads = 4 * 2 * config.components * F1 * N  # z, h, dh and dz, before any block's backward
    weights = 16 * (config.block_weights + config.head_weights)  # float32, two states; bf16, then gradient
    return B * (blocks + max(made, heads)) + weights


def compiled(function: FunctionType, row: Row) -> Callable:
    """The function as the row runs it."""
    if not row.compile:
        return function
    # PyTorch keeps what it compiled with the code object, whichever attention is pinned: each row has its own
    own = FunctionType(
        function.__code__.replace(), function.__globals__, function.__name__, None, function.__closure__
    )
    return torch.compile(own, dynamic=False)


@functools.cache  # all blocks, and models of other depths, share what was compiled
def make_block(row: Row, split: tuple[int, int]) -> Callable[..., Tensor]:
    """A block as a function of its input, the length of the context and its weights; `split`: (H, D)."""
    attention = attend(row.attention)

    def block(x_BTC: Tensor, M: int, norm1, wq, wkv, wo, norm2, up, down) -> Tensor:
        y_BTC = rms_norm(x_BTC, norm1, EPS, row.implementation("norm"))
        q_BTHD = F.linear(y_BTC, wq).unflatten(2, split)
        k_BMHD, v_BMHD = F.linear(y_BTC[:, :M], wkv).unflatten(2, (2, *split)).unbind(2)
        y_BTC = F.linear(attention(q_BTHD, k_BMHD, v_BMHD).flatten(2), wo)
        y_BTC, x_BTC = add_rms_norm(y_BTC, x_BTC, norm2, EPS, row.implementation("norm"))
        return x_BTC + mlp(y_BTC, up, None, down, None, row.implementation("mlp"))

    return compiled(block, row)


def components_of(row: Row, x_BTC: Tensor, N: int, norm, w1_KFC: Tensor, w2_K3F: Tensor) -> Tensor:
    """Logits, means and log sigmas (B N, K, 3) of the last N tokens."""
    y_BNC = rms_norm(x_BTC[:, -N:], norm, EPS, row.implementation("norm"))
    return mlp_heads(y_BNC.flatten(0, 1), w1_KFC, None, w2_K3F, None, row.implementation("heads"))


@functools.cache
def make_loss(row: Row) -> Callable[..., Tensor]:
    """Minus the mean log-probability of targets, as a function of the stream, targets and weights."""

    def loss(x_BTC: Tensor, targets_BN1: Tensor, norm, w1_KFC, w2_K3F) -> Tensor:
        parts_RK3 = components_of(row, x_BTC, targets_BN1.shape[1], norm, w1_KFC, w2_K3F)
        logits_RK, mu_RK1, log_sigma_RK1 = (
            parts_RK3[..., 0], parts_RK3[..., 1:2], parts_RK3[..., 2:3],
        )  # fmt: skip
        y_R1 = targets_BN1.reshape(-1, 1)
        return -gmm_log_prob(y_R1, logits_RK, mu_RK1, log_sigma_RK1, row.implementation("mixture")).mean()

    return compiled(loss, row)


class Block(nn.Module):
    """The weights of a block."""

    def __init__(self, config: Config):
        super().__init__()
        C, F1 = config.width, config.hidden
        shrink = (2 * config.layers) ** -0.5  # so that the stream's variance does not grow with depth
        self.norm1 = nn.Parameter(torch.ones(C))
        self.wq = nn.Parameter(torch.randn(C, C) * C**-0.5)
        self.wkv = nn.Parameter(torch.randn(2 * C, C) * C**-0.5)
        self.wo = nn.Parameter(torch.randn(C, C) * C**-0.5 * shrink)
        self.norm2 = nn.Parameter(torch.ones(C))
        self.up = nn.Parameter(torch.randn(F1, C) * C**-0.5)
        self.down = nn.Parameter(torch.randn(C, F1) * F1**-0.5 * shrink)


class NeuralProcess(nn.Module):
    """The model of a row. Its weights depend on PyTorch's seed and on `config` alone."""

    def __init__(self, config: Config, row: Row):
        super().__init__()
        K, F1, C = config.components, config.hidden, config.width
        self.row = row
        self.embed = nn.Parameter(torch.randn(C, TOKEN) * TOKEN**-0.5)
        self.mix = nn.Parameter(torch.randn(C, C) * C**-0.5)
        self.blocks = nn.ModuleList(Block(config) for _ in range(config.layers))
        self.norm = nn.Parameter(torch.ones(C))
        self.w1 = nn.Parameter(torch.randn(K, F1, C) * C**-0.5)
        self.w2 = nn.Parameter(torch.randn(K, PARTS, F1) * F1**-0.5)
        functions_of = replace(row, graph=False, checkpoint=False)
        self.run_block = make_block(functions_of, (config.heads, config.head_width))
        self.run_loss = make_loss(functions_of)

    def stream(self, tokens_BT4: Tensor, M: int) -> Tensor:
        """(B, T, C) after the last block; the stream has the parameters' dtype."""
        y_BTC = F.silu(F.linear(tokens_BT4.to(self.mix.dtype), self.embed))
        x_BTC = F.linear(y_BTC, self.mix).to(self.mix.dtype)
        for block in self.blocks:
            about = (x_BTC, M, *block.parameters())
            if self.row.checkpoint:  # nothing in a block is random
                x_BTC = checkpoint(self.run_block, *about, use_reentrant=False, preserve_rng_state=False)
            else:
                x_BTC = self.run_block(*about)
        return x_BTC

    def forward(self, tokens_BT4: Tensor, targets_BN1: Tensor) -> Tensor:
        """The loss."""
        x_BTC = self.stream(tokens_BT4, tokens_BT4.shape[1] - targets_BN1.shape[1])
        return self.run_loss(x_BTC, targets_BN1, self.norm, self.w1, self.w2)

    def mixture(self, tokens_BT4: Tensor, N: int) -> Tensor:
        """Logits, means and log sigmas (B, N, K, 3) of the last N tokens' values."""
        x_BTC = self.stream(tokens_BT4, tokens_BT4.shape[1] - N)
        parts_RK3 = components_of(self.row, x_BTC, N, self.norm, self.w1, self.w2)
        return parts_RK3.unflatten(0, (-1, N))
