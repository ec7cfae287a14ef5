"""Attention in PyTorch: the reference, the baselines, the checks of arguments, the error that is allowed.

Shared by attention (kernels.py), decode_attention.py and attention_fp8.py.

Dimension key: B batch, M queries, N keys, T where M = N, H heads, K key heads, D head width.
"""

import functools
import math
from collections.abc import Callable, Sequence

import torch
import torch.nn.functional as F
from torch import Tensor
from torch.nn.attention import SDPBackend, sdpa_kernel


def document_bounds(documents: Tensor, B: int, T: int) -> Tensor:
    """(2, B, T) int32: the first place of each token's document in its row, and the place past its last.

    documents (n + 1,) are cumulative lengths, from 0, of the documents that fill B rows of T tokens one after
    the other. The end of a row cuts a document; what lies past the last is one more. Nothing waits for the
    device.
    """
    places = torch.arange(B * T, device=documents.device, dtype=documents.dtype)
    rows = places // max(T, 1) * T
    index = torch.searchsorted(documents, places, right=True)
    edges = torch.cat([documents, documents.new_full((1,), B * T)])
    bounds = (
        torch.stack([torch.maximum(edges[index - 1], rows), torch.minimum(edges[index], rows + T)]) - rows
    )
    return bounds.view(2, B, T).int()


def attention_mask(M: int, N: int, causal: bool, bounds: Tensor | None, device) -> Tensor | None:
    """True where a query sees a key: (M, N), packed (B, 1, M, N); None where all see all."""
    keys = torch.arange(N, device=device)
    mask = None
    if causal:
        mask = keys <= torch.arange(M, device=device)[:, None] + N - M
    if bounds is not None:
        own = ((keys >= bounds[0, ..., None]) & (keys < bounds[1, ..., None]))[:, None]
        mask = own if mask is None else own & mask
    return mask


def loadable(x: Tensor) -> Tensor:
    """`x`, copied where its rows lie at worse addresses than a new tensor's would."""
    rows = math.gcd(16, x.shape[-1] * x.element_size())
    fine = all(stride * x.element_size() % rows == 0 for stride in x.stride()[:-1])
    fine = fine and (torch.compiler.is_compiling() or x.data_ptr() % 16 == 0)
    return x if fine else x.clone(memory_format=torch.contiguous_format)


def sdpa(q: Tensor, k: Tensor, v: Tensor, **options) -> Tensor:
    """F.scaled_dot_product_attention of (B, heads, T, D) where PyTorch 2.11 alone fails on a GPU: of an empty
    batch in half precision it gives None; of rows that are not aligned "no kernel found to launch", or a
    kernel that faults.
    """
    if q.numel() == 0:
        with sdpa_kernel(SDPBackend.MATH):
            return F.scaled_dot_product_attention(q, k, v, **options)
    return F.scaled_dot_product_attention(loadable(q), loadable(k), loadable(v), **options)


def attention_torch(
    q: Tensor, k: Tensor, v: Tensor, causal: bool, scale: float, bounds: Tensor | None
) -> Tensor:
    """PyTorch's fused kernels, without a mask where they can do without."""
    M = q.shape[1]
    N = k.shape[1]
    plain = bounds is None and (not causal or M == N)
    mask = None if plain else attention_mask(M, N, causal, bounds, q.device)
    y = sdpa(
        *(t.transpose(1, 2) for t in (q, k, v)),
        attn_mask=mask,
        is_causal=causal and plain,
        scale=scale,
        enable_gqa=q.shape[2] != k.shape[2],
    )
    return y.transpose(1, 2)


def attention_pinned(backend: str, q, k, v, causal, scale, documents=None, fused=None) -> Tensor:
    """PyTorch's form by one of its backends, which raises RuntimeError where it cannot."""
    with sdpa_kernel(getattr(SDPBackend, backend)):
        return attention_torch(q, k, v, causal, scale, documents)


SDPA_BACKENDS = {
    name: functools.partial(attention_pinned, backend)
    for name, backend in (
        ("cudnn", "CUDNN_ATTENTION"),
        ("flash", "FLASH_ATTENTION"),
        ("efficient", "EFFICIENT_ATTENTION"),
        ("math", "MATH"),
    )
}


def attention_inputs(shape: tuple, dtype: torch.dtype, draw: Callable, autocast: bool) -> tuple:
    """q (B, M, H, D), k and v (B, N, K, D), causal, scale, bounds, fused, of a shape (B, M, N, H, K, D,
    kind).

    `kind` is words: full or causal; packed, documents of one, two and three sixths of all tokens; backward
    fused or apart, where it is not to be the faster. Projections give the data: under autocast it is half
    precision too.
    """
    B, M, N, H, K, D, kind = shape
    q, k, v = (draw(B, T, heads, D).requires_grad_() for T, heads in ((M, H), (N, K), (N, K)))
    bounds = None
    if "packed" in kind:
        lengths = [0, *(sorted({B * N * part // 6 for part in (1, 3)} | {B * N}))]
        bounds = document_bounds(torch.tensor(lengths, dtype=torch.int32, device=q.device), B, N)
    return (
        q,
        k,
        v,
        "causal" in kind,
        D**-0.5,
        bounds,
        True if "fused" in kind else False if "apart" in kind else None,
    )


def attention_flops(shape: tuple) -> tuple[int, int]:
    """Of forward and of backward: two and five products of 2 D operations for each pair of a query and a key
    that it sees.
    """
    B, M, N, H, _, D, kind = shape
    bounds = attention_inputs(
        (B, M, N, 1, 1, 1, kind), torch.float32, lambda *size: torch.empty(size), False
    )[5]
    mask = attention_mask(M, N, "causal" in kind, bounds, "cpu")
    pairs = B * M * N if mask is None else mask.sum().item() * (1 if bounds is not None else B)
    return 4 * pairs * H * D, 10 * pairs * H * D


def attention_extra_tolerance(named: dict, cotangents: Sequence[Tensor]) -> dict[str, float]:
    """What backward loses where eager, which may keep p, loses nothing.

    p computed again is off by expm1 of the error of its scores, 4 eps of the products' size, and by 1 at
    most. ds is a difference whose terms cancel wholly where one key has all the weight: both are sums over D
    in float32, and delta reads y as it was rounded to its dtype.
    """
    q, k, v, dy = (
        t.detach().double().transpose(1, 2) for t in (named["q"], named["k"], named["v"], *cotangents)
    )
    k, v = (t.repeat_interleave(q.shape[1] // t.shape[1], dim=1) for t in (k, v))
    mask = attention_mask(q.shape[2], k.shape[2], named["causal"], named["documents"], q.device)
    eps = torch.finfo(torch.float32).eps
    stored = torch.finfo(named["q"].dtype).eps
    scale = named["scale"]
    worst = {name: 0.0 for name in ("q", "k", "v")}
    for b in range(len(q)):
        s = q[b] @ k[b].mT * scale
        p = (
            s
            if mask is None
            else s.masked_fill(~mask[min(b, len(mask) - 1)] if mask.dim() == 4 else ~mask, float("-inf"))
        ).softmax(-1)
        y = p @ v[b]
        dp = dy[b] @ v[b].mT
        delta = (dy[b] * y).sum(-1, keepdim=True)
        dp_size = dy[b].abs() @ v[b].abs().mT
        delta_size = (dy[b] * y).abs().sum(-1, keepdim=True)
        p_error = (p * torch.expm1((4 * eps * scale * (q[b].abs() @ k[b].abs().mT)).clamp(max=100.0))).clamp(
            max=1.0
        )
        ds_error = p_error * (dp - delta).abs() + p * (
            4 * eps * (dp_size + delta_size) + stored / 2 * delta_size
        )
        errors = {
            "q": scale * ds_error @ k[b].abs(),
            "k": scale * ds_error.mT @ q[b].abs(),
            "v": p_error.mT @ dy[b].abs(),
        }
        group = q.shape[1] // named["k"].shape[2]
        for name, error in errors.items():
            gradient_error = error if name == "q" else error.unflatten(0, (-1, group)).sum(1)
            worst[name] = max(worst[name], gradient_error.max().item() if gradient_error.numel() else 0.0)
    return {f"gradient of {name}": error for name, error in worst.items()}


def check_heads(op: str, q: Tensor, k: Tensor, v: Tensor):
    """Raises ValueError unless q is (B, M, H, D), k and v (B, N, K, D) of its dtype, K a divisor of H."""
    shapes = [tuple(t.shape) for t in (q, k, v)]
    fits = [len(shape) for shape in shapes] == [4] * 3 and k.shape == v.shape and q.shape[::3] == k.shape[::3]
    if not fits or 0 in k.shape[1:] or q.shape[2] % k.shape[2] or q.shape[3] > 128:
        raise ValueError(
            f"{op} takes q (B, M, H, D), k and v (B, N, K, D), K dividing H, D up to 128, "
            f"not {', '.join(map(str, shapes))}"
        )
    if not q.dtype == k.dtype == v.dtype:
        raise ValueError(f"{op} takes one dtype, not {q.dtype}, {k.dtype}, {v.dtype}")


def positive_scale(scale: float | None, D: int) -> float:
    """The scale of scores, 1 / sqrt(D) for None.

    Raises ValueError where it is not positive: the maximum would be a minimum.
    """
    if scale is not None and scale <= 0:
        raise ValueError(f"attention takes a positive scale, not {scale}")
    return D**-0.5 if scale is None else scale


def check_attention(q: Tensor, k: Tensor, v: Tensor, causal: bool, documents: Tensor | None = None):
    """Raises ValueError for what `attention` does not take."""
    check_heads("attention", q, k, v)
    B, M = q.shape[:2]
    N = k.shape[1]
    if (causal and M > N) or (documents is not None and M != N):
        raise ValueError(
            f"{M} queries and {N} keys: causal attention needs as many keys or more, documents just as many"
        )
    if documents is not None and documents.dim() != 1 and documents.shape != (2, B, N):
        raise ValueError(
            f"documents are (n + 1,) cumulative lengths or their bounds (2, {B}, {N}), "
            f"not {tuple(documents.shape)}"
        )
