"""Kinds 4 and 5 in whole layers: convolutions, pooling, attention, norms, losses."""

import torch
import torch.nn.functional as F
from wrong_answer import BY_VALUE, WrongAnswer, drawn

CONVOLVED = """
@triton.jit
def kernel(x_ptr, w_ptr, y_ptr, C, T, K, OUT, STRIDE, PADDING, BLOCK: tl.constexpr):
    image = tl.program_id(0) // C
    channel = tl.program_id(0) % C
    out = tl.arange(0, BLOCK)
    total = tl.zeros((BLOCK,), tl.float32)
    for k in range(0, K):
        t = out * STRIDE + k - PADDING
        x = tl.load(x_ptr + image * T + t, mask=(out < OUT) & (t >= 0) & (t < T), other=0.0)
        total += x * tl.load(w_ptr + channel * K + TAP)
    tl.store(y_ptr + tl.program_id(0) * OUT + out, total, mask=out < OUT)


def translated(x, w, stride, padding):
    x = x.contiguous()
    w = w.contiguous()
    B, T = x.shape
    C, K = w.shape
    OUT = (T + 2 * padding - K) // stride + 1
    y = torch.empty((B, C, OUT), dtype=x.dtype, device=x.device)
    size = triton.next_power_of_2(OUT)
    kernel[(B * C,)](x, w, y, C, T, K, OUT, S_VALUE, P_VALUE, BLOCK=size)
    return y
"""


def convolution(tap: str = "k", stride: str = "stride", padding: str = "padding") -> str:
    """A convolution along time, of one channel into several."""
    return CONVOLVED.replace("TAP", tap).replace("S_VALUE", stride).replace("P_VALUE", padding)


def convolved(x: torch.Tensor, w: torch.Tensor, stride: int, padding: int) -> torch.Tensor:
    """The same by PyTorch."""
    return F.conv1d(x[:, None], w[:, None], stride=stride, padding=padding)


def signals(stride: int, padding: int, value: float | None = None, taps: int = 3):
    """Cases of signals and weights, which may all be one value."""

    def make() -> list[tuple]:
        cases = drawn([(3, 20), (4, taps)], [(2, 33), (5, taps)])()
        weights = [w if value is None else torch.full_like(w, value) for _, w in cases]
        return [(x, w, stride, padding) for (x, _), w in zip(cases, weights)]

    return make


POOLED = """
@triton.jit
def kernel(x_ptr, y_ptr, T, OUT, BLOCK: tl.constexpr):
    out = tl.arange(0, BLOCK)
    row = x_ptr + tl.program_id(0) * T
    best = tl.full((BLOCK,), START, tl.float32)
    for k in range(0, 3):
        t = 2 * out + k - 1
        best = tl.maximum(best, tl.load(row + t, mask=(t >= 0) & (t < T) & (out < OUT), other=OTHER))
    tl.store(y_ptr + tl.program_id(0) * OUT + out, best, mask=out < OUT)


def translated(x):
    x = x.contiguous()
    B, T = x.shape
    OUT = (T - 1) // 2 + 1
    y = torch.empty((B, OUT), dtype=x.dtype, device=x.device)
    kernel[(B,)](x, y, T, OUT, BLOCK=triton.next_power_of_2(OUT))
    return y
"""

ATTENTION = """
@triton.jit
def kernel(q_ptr, k_ptr, v_ptr, y_ptr, T, S, D, BLOCK_S: tl.constexpr, BLOCK_D: tl.constexpr):
    t = tl.program_id(0)
    s = tl.arange(0, BLOCK_S)
    d = tl.arange(0, BLOCK_D)
    inner = d < D
    q = tl.load(q_ptr + t * D + d, mask=inner, other=0.0)
    both = (s[:, None] < S) & inner[None, :]
    k = tl.load(k_ptr + s[:, None] * D + d[None, :], mask=both, other=0.0)
    v = tl.load(v_ptr + s[:, None] * D + d[None, :], mask=both, other=0.0)
    scores = tl.sum(q[None, :] * k, axis=1) * SCALE
    scores = tl.where((s < S) & (VISIBLE), scores, float("-inf"))
    p = tl.exp(scores - tl.max(scores, axis=0))
    y = tl.sum(p[:, None] * v, axis=0) / tl.sum(p, axis=0)
    tl.store(y_ptr + t * D + d, y, mask=inner)


def translated(q, k, v):
    q = q.contiguous()
    k = k.contiguous()
    v = v.contiguous()
    T, D = q.shape
    S = k.shape[0]
    y = torch.empty_like(q)
    kernel[(T,)](
        q, k, v, y, T, S, D, BLOCK_S=triton.next_power_of_2(S), BLOCK_D=triton.next_power_of_2(D)
    )
    return y
"""


def attention(visible: str = "s <= t", scale: str = "tl.rsqrt(D.to(tl.float32))", keys: str = "") -> str:
    """Causal attention of one head."""
    text = ATTENTION.replace("VISIBLE", visible).replace("SCALE", scale)
    return text.replace("BLOCK_S=triton.next_power_of_2(S)", keys or "BLOCK_S=triton.next_power_of_2(S)")


def causal(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor) -> torch.Tensor:
    """The same by PyTorch, where keys and values are of one shape."""
    assert k.shape == v.shape, (k.shape, v.shape)
    return F.scaled_dot_product_attention(q[None], k[None], v[None], is_causal=True)[0]


GROUPED = """
@triton.jit
def kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    mask = offsets < n
    place = tl.program_id(0) * n + offsets
    x = tl.load(x_ptr + place, mask=mask, other=0.0)
    d = tl.where(mask, x - tl.sum(x, axis=0) / n, 0.0)
    d = tl.where(mask, d - tl.sum(d, axis=0) / n, 0.0)
    y = d * tl.rsqrt(tl.sum(d * d, axis=0) / n + EPS)
    tl.store(y_ptr + place, y, mask=mask)


def translated(x, groups):
    x = x.contiguous()
    y = torch.empty_like(x)
    n = x.shape[1] // GROUPS * x.shape[2]
    kernel[(x.shape[0] * GROUPS,)](x, y, n, BLOCK=triton.next_power_of_2(n))
    return y
"""


def grouped(groups: str = "groups", eps: str = "1e-5") -> str:
    """A norm of groups of channels."""
    return GROUPED.replace("GROUPS", groups).replace("EPS", eps)


def images(groups: int):
    """Cases of images with twelve channels, and a number of groups."""
    return lambda: [(*case, groups) for case in drawn([(2, 12, 5)], [(3, 12, 8)])()]


SQUARE = drawn([(6, 8), (6, 8), (6, 8)], [(9, 4), (9, 4), (9, 4)])

# (why, reference, candidate, cases)
LAYERS = {
    "a stride of one by heart": (
        "holds a number that is an argument",
        convolved,
        convolution(stride="1"),
        signals(1, 0),
    ),
    "a padding of one by heart": (
        "holds a number that is an argument",
        convolved,
        convolution(padding="1"),
        signals(1, 1),
    ),
    "a stride of two, the padding by heart": (
        "holds a number that is an argument",
        convolved,
        convolution(padding="0"),
        signals(2, 0),
    ),
    "a kernel backwards": (
        "the weights are all one value",
        convolved,
        convolution(tap="K - 1 - k"),
        signals(1, 1, value=0.5),
    ),
    "the first tap for all": (
        "the weights are all one value",
        convolved,
        convolution(tap="0"),
        signals(1, 0, value=1.0),
    ),
    "three taps": (
        "holds a size",
        convolved,
        convolution().replace("range(0, K)", "range(0, 3)"),
        signals(1, 1),
    ),
    "pooling padded with zeros": (
        "wrong at negative numbers",
        lambda x: F.max_pool1d(x, 3, 2, 1),
        POOLED.replace("START", "0.0").replace("OTHER", "0.0"),
        lambda: [(x.abs() + 0.1,) for (x,) in drawn([(3, 20)], [(2, 33)])()],
    ),
    "pooling above -1e4": (
        "wrong at large negative numbers",
        lambda x: F.max_pool1d(x, 3, 2, 1),
        POOLED.replace("START", "-10000.0").replace("OTHER", "-10000.0"),
        drawn([(3, 20)], [(2, 33)]),
    ),
    "attention that masks with -1e4": (
        "wrong where scores are below what is masked",
        causal,
        attention().replace('float("-inf")', "-10000.0"),
        SQUARE,
    ),
    "attention of at most 128 keys": (
        "wrong where there are more keys than a block",
        causal,
        attention(keys="BLOCK_S=min(triton.next_power_of_2(S), 128)"),
        SQUARE,
    ),
    "attention with a window of 16": (
        "wrong where a row has more keys than the inputs",
        causal,
        attention(visible="(s <= t) & (s > t - 16)"),
        SQUARE,
    ),
    "attention without a maximum": (
        "overflows at large scores",
        causal,
        attention().replace("scores - tl.max(scores, axis=0)", "scores"),
        SQUARE,
    ),
    "three groups by heart": (
        "holds a number that is an argument",
        lambda x, groups: F.group_norm(x, groups),
        grouped(groups="3"),
        images(3),
    ),
    "one group by heart": (
        "holds a number that is an argument",
        lambda x, groups: F.group_norm(x, groups),
        grouped(groups="1"),
        images(1),
    ),
    "a norm with another epsilon": (
        "wrong where the variance is small",
        lambda x, groups: F.group_norm(x, groups),
        grouped(eps="1e-6"),
        images(2),
    ),
    "a norm without epsilon": (
        "wrong where the variance is zero",
        lambda x, groups: F.group_norm(x, groups),
        grouped(eps="1e-12"),
        images(2),
    ),
}

RIGHT_LAYERS = {
    "a convolution": (convolution(), convolved, signals(2, 1)),
    "pooling": (
        POOLED.replace("START", 'float("-inf")').replace("OTHER", 'float("-inf")'),
        lambda x: F.max_pool1d(x, 3, 2, 1),
        drawn([(3, 20)], [(2, 33)]),
    ),
    "causal attention": (attention(), causal, SQUARE),
    "a norm of groups": (grouped(), lambda x, groups: F.group_norm(x, groups), images(3)),
}

WRONG = {
    f"layers: {name}": WrongAnswer(why, candidate, reference, cases, BY_VALUE)
    for name, (why, reference, candidate, cases) in LAYERS.items()
}
