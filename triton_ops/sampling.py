"""Top-p sampling.

    p = softmax(z / temperature);  draw i ~ p among p > pivot
    keep i if the mass above p_i is less than top_p, else pivot = p_i and draw again

Top-p without a sort, after FlashInfer (Ye et al. 2025): what is refused lies outside of the nucleus, with all
that is no likelier, so that the nucleus stays in the draw and each of its tokens keeps its share. At top_p =
0.95 one draw in twenty is repeated.

Draws are Philox4x32-10 (Salmon et al. 2011) of (seed; stream, draws before, attempt): a row's tokens depend
on its stream, not on its place in a batch. Seed and both knobs are read on the device, where draws
are counted: a captured graph serves all.
"""

import functools
import itertools
from collections.abc import Callable

import torch
from torch import Tensor

from triton_ops.attention_blocks import LOG2_E
from triton_ops.contract import check_implementation, op
from triton_ops.launch import forward_only, launch, unit_stride
from triton_ops.machine import tl, triton

SAMPLE_TILE = 4096  # logits that a program holds at once
SAMPLE_WARPS = 8


def philox(seed: int, *counter: int) -> int:
    """The first 32 bits of Philox4x32-10, as tl.philox: in Python's integers, which for a few rows are faster
    than 200 tensor operations.
    """
    c0, c1, c2, c3 = counter
    k0 = seed & 0xFFFFFFFF
    k1 = seed >> 32 & 0xFFFFFFFF
    low = 0xFFFFFFFF
    for _ in range(10):
        a = c0 * 0xD2511F53
        b = c2 * 0xCD9E8D57
        c0 = b >> 32 ^ c1 ^ k0
        c1 = b & low
        c2 = a >> 32 ^ c3 ^ k1
        c3 = a & low
        k0 = k0 + 0x9E3779B9 & low
        k1 = k1 + 0xBB67AE85 & low
    return c0


def sample_tokens_torch(
    logits: Tensor, draws: Tensor, seed: Tensor, temperature: Tensor, top_p: Tensor
) -> Tensor:
    """The same draws for all rows at once, until the last has its token."""
    best = logits.argmax(-1)
    before = draws.tolist()
    draws[:, 1] += 1
    if temperature == 0:
        return best
    p = torch.exp((logits - logits.amax(-1, keepdim=True)) / temperature)
    token = best
    pivot = p.new_zeros(len(p), 1)
    mass = p.sum(-1, keepdim=True)
    going = torch.ones_like(best, dtype=torch.bool)
    for attempt in itertools.count():
        uniform = p.new_tensor([(philox(int(seed), *row, attempt, 0) >> 8) / 2**24 for row in before]).view(
            -1, 1
        )
        cumulated = p.where(p > pivot, 0.0).cumsum(-1)
        drawn = (cumulated <= uniform * cumulated[:, -1:]).sum(-1).clamp(max=p.shape[1] - 1)
        token = drawn.where(going, token)
        chance = p.gather(1, token[:, None])
        above = p.where(p > chance, 0.0).sum(-1, keepdim=True)
        going = ((above >= top_p * mass) & (chance < 1.0)).squeeze(1)
        if not going.any():
            return token
        pivot = torch.maximum(pivot, chance)


def sample_tokens_inputs(shape: tuple, dtype: torch.dtype, draw: Callable, autocast: bool) -> tuple:
    """logits (B, V), draws (B, 2), seed, temperature, top_p of a shape (B, V, temperature, top_p).

    The logits are spread as a trained model's: few tokens share the mass, and a draw hardly ever falls where
    rounding decides.
    """
    B, V, temperature, top_p = shape
    logits = draw(B, V)
    number = functools.partial(torch.tensor, device=logits.device)
    return (
        5 * logits,
        torch.arange(2 * B, device=logits.device).view(B, 2),
        number(1 << 40 | 5),
        number(temperature),
        number(top_p),
    )


@triton.jit
def sampling_mass(logits_ptr, columns, V, peak, sharpness, pivot):
    """exp((z - peak) / temperature) where that is more than `pivot`, else 0."""
    p = tl.exp2(
        (tl.load(logits_ptr + columns, mask=columns < V, other=float("-inf")).to(tl.float32) - peak)
        * sharpness
    )
    return tl.where(p > pivot, p, 0.0)


@triton.jit
def mass_above(logits_ptr, V, peak, sharpness, pivot, BLOCK: tl.constexpr):
    total = 0.0
    for start in range(0, V, BLOCK):
        total += tl.sum(
            sampling_mass(logits_ptr, start + tl.arange(0, BLOCK), V, peak, sharpness, pivot), axis=0
        )
    return total


@triton.jit
def sample_tokens_kernel(
    logits_ptr, draws_ptr, seed_ptr, temperature_ptr, top_p_ptr, token_ptr, stride,
    LOG2: tl.constexpr, V: tl.constexpr, BLOCK: tl.constexpr,
):  # fmt: skip
    """A program takes a row."""
    row, columns = tl.program_id(0).to(tl.int64), tl.arange(0, BLOCK)
    logits_ptr += row * stride
    temperature = tl.load(temperature_ptr)
    drawn = tl.load(draws_ptr + 2 * row + 1)
    peak, token = float("-inf"), 0
    for start in range(0, V, BLOCK):
        logits = tl.load(logits_ptr + start + columns, mask=start + columns < V, other=float("-inf")).to(
            tl.float32
        )
        highest = tl.max(logits, axis=0)
        token = tl.where(highest > peak, start + tl.argmax(logits, axis=0), token)
        peak = tl.maximum(peak, highest)
    if temperature > 0:
        sharpness = LOG2 / temperature
        seed, stream = tl.load(seed_ptr), tl.load(draws_ptr + 2 * row).to(tl.uint32)
        allowed = tl.load(top_p_ptr) * mass_above(logits_ptr, V, peak, sharpness, 0.0, BLOCK)
        attempt, pivot, going = 0, 0.0, True
        while going:
            bits, _, _, _ = tl.philox(
                seed, stream, drawn.to(tl.uint32), tl.cast(attempt, tl.uint32), tl.cast(0, tl.uint32)
            )
            aim = (
                (bits >> 8).to(tl.float32)
                * (1.0 / 16777216.0)
                * mass_above(logits_ptr, V, peak, sharpness, pivot, BLOCK)
            )
            token, passed = 0, 0.0
            for start in range(0, V, BLOCK):
                mass = sampling_mass(logits_ptr, start + columns, V, peak, sharpness, pivot)
                token += tl.sum(
                    ((passed + tl.cumsum(mass, axis=0) <= aim) & (start + columns < V)).to(tl.int32), axis=0
                )
                passed += tl.sum(mass, axis=0)
            token = tl.minimum(token, V - 1)
            chance = tl.exp2((tl.load(logits_ptr + token).to(tl.float32) - peak) * sharpness)
            going = (mass_above(logits_ptr, V, peak, sharpness, chance, BLOCK) >= allowed) & (chance < 1.0)
            pivot, attempt = tl.maximum(pivot, chance), attempt + 1
    tl.store(token_ptr + row, token.to(tl.int64))
    # last: the sums above made every thread wait until all had read it
    tl.store(draws_ptr + 2 * row + 1, drawn + 1)


def sample_tokens_forward(
    logits: Tensor, draws: Tensor, seed: Tensor, temperature: Tensor, top_p: Tensor
) -> Tensor:
    """Tokens (B,), int64."""
    logits = unit_stride(logits)
    B, V = logits.shape
    token = draws.new_empty(len(draws))
    BLOCK = min(triton.next_power_of_2(V), SAMPLE_TILE)
    launch(
        sample_tokens_kernel, (B,),
        logits, draws, seed, temperature, top_p, token, logits.stride(0),
        LOG2=LOG2_E, V=V, BLOCK=BLOCK, num_warps=SAMPLE_WARPS,
    )  # fmt: skip
    return token


def sample_tokens_fake(
    logits: Tensor, draws: Tensor, seed: Tensor, temperature: Tensor, top_p: Tensor
) -> Tensor:
    """What `sample_tokens_forward` returns, without values."""
    return draws.new_empty(len(draws))


sample_tokens_triton = forward_only(sample_tokens_forward, fake=sample_tokens_fake, mutates=("draws",))


@op(
    inputs=sample_tokens_inputs,
    data=("logits",),
    mutates=("draws",),
    cases=[
        (1, 1, 1.0, 0.9),
        (7, 100, 0.8, 0.95),
        (0, 5, 1.0, 1.0),
        (4, 33, 0.0, 0.9),
        (20, 1000, 1.2, 0.6),
        (3, SAMPLE_TILE + 100, 1.0, 0.8),
    ],
    bench_shapes=[(64, 4096, 0.8, 0.95), (64, 49152, 0.8, 0.95)],
    shape=lambda work: (work.batch_size, work.vocab_size, 0.8, 0.95),
    bytes_moved=lambda shape, size: (size * shape[0] * shape[1], 0),
)
def sample_tokens(
    logits: Tensor, draws: Tensor, seed: Tensor, temperature: Tensor, top_p: Tensor, implementation="torch"
) -> Tensor:
    """A token (B,) of each row of logits (B, V).

    Temperature and top-p sampling, the likeliest at temperature 0.

    It is drawn from the smallest set of tokens that holds `top_p` of the mass. draws (B, 2), int64 and
    contiguous, are each row's stream and the number of tokens that it has drawn, both below 2^32; the number
    is counted on, and with the seed they decide the draw. Seed, temperature and top_p are one number each, on
    the device. What is exactly as likely as the last of a set is in it too.
    Raises ValueError for shapes that do not fit, or a dtype that the kernels do not take.
    """
    check_implementation(implementation, logits)
    numbers = seed, temperature, top_p
    fitting = (
        logits.dim() == 2 and logits.shape[1] and draws.shape == (len(logits), 2) and draws.is_contiguous()
    )
    if not fitting or any(number.numel() != 1 for number in numbers):
        raise ValueError(
            "sample_tokens takes logits (B, V), contiguous draws (B, 2) and three single numbers, "
            f"not {', '.join(str(tuple(t.shape)) for t in (logits, draws, *numbers))}"
        )
    return (sample_tokens_torch if implementation == "torch" else sample_tokens_triton)(
        logits, draws, *numbers
    )
