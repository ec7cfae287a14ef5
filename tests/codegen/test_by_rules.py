"""Kernels that rules write: equal to PyTorch, judged, named as what they are."""

import random

import pytest
import torch
import torch.nn.functional as F

from python_to_triton import codegen, frontend, runtime
from python_to_triton.backend.compiled_graph import load_module
from python_to_triton.codegen.by_rules.pointwise_rules import POINTWISE
from python_to_triton.codegen.by_rules.registry import ADDING_RULES, MARK, RULES
from python_to_triton.codegen.by_rules.row_rules import ROW_OPS

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"

PERMUTE = "f(a0: f32[A, B, C, D, E, F])\nv0 = permute(a0, dims=[0, 1, 4, 2, 5, 3])\nreturn v0"

# Of each rule a prompt: its arguments, and its line.
PROMPTS = {
    "reshape": ("a0: f32[A, B, C, D]", "reshape(a0, shape=[A, C, -1])"),
    "permute": ("a0: f32[A, B, C, D, E, F]", "permute(a0, dims=[0, 1, 4, 2, 5, 3])"),
    "transpose": ("a0: bf16[A, B, C]", "transpose(a0, dim0=-3, dim1=-1)"),
    "unsqueeze": ("a0: i64[A, B]", "unsqueeze(a0, dim=-2)"),
    "squeeze": ("a0: f32[A, 1, B, 1]", "squeeze(a0, dim=[-3, -1])"),
    "expand": ("a0: f32[A, A], a1: f32[B, C, D, E]", "expand(a0, shape=[B, C, A, A])"),
    "slice": ("a0: f32[A, B]", "slice(a0, dim=-1, start=1, end=-1, step=2)"),
    "select": ("a0: f32[A, B, C]", "select(a0, dim=-2, index=-1)"),
    "chunk": ("a0: f32[A, B]", "chunk(a0, chunks=2, dim=-1, index=1)"),
    "diagonal": ("a0: f32[A, B, C]", "diagonal(a0, offset=-1, dim1=-3, dim2=-1)"),
    "unfold": ("a0: f32[A, B, C]", "unfold(a0, dim=-2, size=3, step=2)"),
    "repeat": ("a0: f32[1, A]", "repeat(a0, repeats=[2, A, 3])"),
    "repeat_interleave": ("a0: f32[A, B]", "repeat_interleave(a0, repeats=3, dim=-2)"),
    "roll": ("a0: f32[A, B, C]", "roll(a0, shifts=[-2, 5], dim=[-3, -1])"),
    "flip": ("a0: bool[A, B, C]", "flip(a0, dim=[-3, -1])"),
    "pixel_shuffle": ("a0: f32[A, B, 18, C, D]", "pixel_shuffle(a0, factor=3)"),
    "pixel_unshuffle": ("a0: f32[A, B, 6, 9]", "pixel_unshuffle(a0, factor=3)"),
    "channel_shuffle": ("a0: f32[A, 12, B]", "channel_shuffle(a0, groups=3)"),
    "interpolate": ("a0: f32[A, B, C, D]", "interpolate(a0, size=[7, 2*D])"),
    "pad": ("a0: f32[A, B, C, D], a1: f32[E]", "pad(a0, pad=[2, 1, E//2, 0], mode='reflect')"),
    "cat": ("a0: f32[A, B], a1: f32[A, C], a2: f16[A, B]", "cat([a0, a1, a2], dim=-1)"),
    "cat, of one": ("a0: f32[A, B]", "cat([a0], dim=-2)"),
    "stack, of one": ("a0: f32[A, B]", "stack([a0], dim=-2)"),
    "stack": ("a0: f32[A, B], a1: f32[A, B]", "stack([a0, a1, a0], dim=-2)"),
    "slice_scatter": (
        "a0: f32[A, B], a1: f32[A, 2]",
        "slice_scatter(a0, a1, dim=-1, start=1, end=4, step=2)",
    ),
    "select_scatter": ("a0: f32[1, A, B], a1: f32[1, B]", "select_scatter(a0, a1, dim=-2, index=1)"),
    "tril": ("a0: f32[A, B, C]", "tril(a0, diagonal=1)"),
    "triu": ("a0: f32[A, B]", "triu(a0, diagonal=-1)"),
    "embedding": ("a0: i64[A, B, C], a1: f32[D, E]", "embedding(a0, a1)"),
    "embedding, i32": ("a0: i32[A, B, C], a1: f32[D, E]", "embedding(a0, a1)"),
    "index_select": ("a0: f32[A, B, C], a1: i64[D]", "index_select(a0, a1, dim=-2)"),
    "gather": ("a0: f32[A, B], a1: i64[A, C]", "gather(a0, a1, dim=-1)"),
    "index": ("a0: f32[A, B, C, D], a1: i64[E], a2: i64[F, 1]", "index(a0, [None, a1, a2])"),
    "index, apart": ("a0: f32[A, B, C], a1: i64[E], a2: i64[E]", "index(a0, [a1, None, a2])"),
    "full": ("a0: f32[A]", "full(shape=[A, 3], value=2.5)"),
    "arange": ("a0: f32[A]", "arange(end=A, start=-2, step=3)"),
    "arange, middles": ("a0: f32[A]", "arange(end=A, start=0.5, dtype=f32)"),
    "arange, almost from 0": ("a0: f32[A]", "arange(end=A, start=-1e-09, dtype=f32)"),
    "arange, of floats": ("a0: f32[A]", "arange(end=A, start=2, step=3, dtype=f32)"),
    "arange, below 0": ("a0: f32[A]", "arange(end=A, start=-2.25, dtype=f32)"),
    "diagonal, offset": ("a0: f32[A, B, C], a1: f32[D]", "diagonal(a0, offset=1-D, dim1=-3, dim2=-1)"),
    "linspace": ("a0: f32[A]", "linspace(start=2, end=-6, steps=17)"),
    "eye": ("a0: f32[A, B]", "eye(n=A, m=B+1)"),
    "eye, bool": ("a0: f32[A, B]", "eye(n=B, dtype=bool)"),
    "one_hot": ("a0: i64[A, B]", "one_hot(a0, num_classes=9)"),
    "pad, constant": ("a0: f32[A, B]", "pad(a0, pad=[2, -1, 0, 1], value=-inf)"),
    "pad, replicate": ("a0: f32[A, B, C]", "pad(a0, pad=[2, 3], mode='replicate')"),
    "pad, circular": ("a0: f32[A, B, C]", "pad(a0, pad=[1, 2], mode='circular')"),
    "interpolate, factor": ("a0: f32[A, B, C]", "interpolate(a0, scale_factor=1.7)"),
    "interpolate, exact": ("a0: f32[A, B, C]", "interpolate(a0, scale_factor=3, mode='nearest-exact')"),
    "grid_sample": ("a0: f32[A, B, C, D], a1: f32[A, E, F, 2]", "grid_sample(a0, a1, mode='nearest')"),
    "roll, all": ("a0: f32[A, B]", "roll(a0, shifts=[3], dim=[])"),
    "repeat_interleave, all": ("a0: f32[A, B]", "repeat_interleave(a0, repeats=2)"),
    "add": ("a0: f32[A, 1], a1: f32[B]", "add(a0, a1)"),
    "where": ("a0: bool[A, 1], a1: i64[A, B]", "where(a0, 0, a1)"),
    "to": ("a0: f32[A, B]", "to(a0, dtype=bool)"),
    "remainder": ("a0: f32[A, B]", "remainder(a0, -0.75)"),
    "remainder, integers": ("a0: i64[A, B]", "remainder(a0, -3)"),
    "clamp": ("a0: f32[A, B]", "clamp(a0, min=-0.5, max=1)"),
    "clamp, integers": ("a0: i64[A, B]", "clamp(a0, max=2)"),
    "maximum": ("a0: f32[A, B], a1: f32[B]", "maximum(a0, a1)"),
    "remainder, a tenth": ("a0: f32[A, B]", "remainder(a0, 0.1)"),
    "remainder, of tensors": ("a0: f32[A, B], a1: f32[B]", "remainder(a0, a1)"),
    "fmod": ("a0: i64[A, B]", "fmod(a0, 3)"),
    "fmod, a tenth": ("a0: f32[A, B]", "fmod(a0, 0.1)"),
    "fmod, of tensors": ("a0: f32[A, B], a1: f32[B]", "fmod(a0, a1)"),
    "floor_divide, a tenth": ("a0: f32[A, B]", "floor_divide(a0, 0.1)"),
    "floor_divide, of tensors": ("a0: f32[A, B], a1: f32[B]", "floor_divide(a0, a1)"),
    "trunc": ("a0: f32[A, B]", "trunc(a0)"),
    "floor_divide": ("a0: f32[A, B]", "floor_divide(a0, 2)"),
    "floor_divide, integers": ("a0: i64[A, B]", "floor_divide(a0, -3)"),
    "meshgrid": ("a0: f32[A], a1: f32[B], a2: f32[C]", "meshgrid([a0, a1, a2], index=2)"),
    "meshgrid, xy": ("a0: i64[A], a1: i64[B]", "meshgrid([a0, a1], index=0, indexing='xy')"),
    "sign": ("a0: i64[A, B]", "sign(a0)"),
    "round": ("a0: f32[A, B]", "round(a0)"),
    "leaky_relu": ("a0: f32[A, B]", "leaky_relu(a0, negative_slope=0.2)"),
    "fmax": ("a0: f32[A, B], a1: f32[B]", "fmax(a0, a1)"),
    "fmin": ("a0: f32[A, B], a1: f32[B]", "fmin(a0, a1)"),
    "bitwise_and": ("a0: i64[A, B], a1: i64[B]", "bitwise_and(a0, a1)"),
    "bitwise_or": ("a0: bool[A, B], a1: bool[B]", "bitwise_or(a0, a1)"),
    "bitwise_xor": ("a0: i64[A, B], a1: i64[B]", "bitwise_xor(a0, a1)"),
    "isnan": ("a0: f32[A, B]", "isnan(a0)"),
    "bitwise_not": ("a0: i64[A, B]", "bitwise_not(a0)"),
    "bitwise_not, bool": ("a0: bool[A, B]", "bitwise_not(a0)"),
    "hardshrink": ("a0: f32[A, B]", "hardshrink(a0, lambd=0.75)"),
    "softshrink": ("a0: f32[A, B]", "softshrink(a0, lambd=0.75)"),
    "threshold": ("a0: f32[A, B]", "threshold(a0, threshold=-0.25, value=3)"),
    "copysign": ("a0: f32[A, B], a1: f32[B]", "copysign(a0, a1)"),
    "heaviside": ("a0: f32[A, B], a1: f32[B]", "heaviside(a0, a1)"),
    "nan_to_num": ("a0: f32[A, B]", "nan_to_num(a0, posinf=3)"),
    "isfinite": ("a0: f32[A, B]", "isfinite(a0)"),
    "pow, odd": ("a0: f32[A, B]", "pow(a0, 3)"),
    "pow, of integers": ("a0: i64[A, B]", "pow(a0, 5)"),
    "slice, the last": ("a0: f32[A, B]", "slice(a0, dim=-1, start=-2)"),
}


def prompt_of(arguments: str, line: str) -> str:
    """A prompt of one operation."""
    return f"f({arguments})\nv0 = {line}\nreturn v0"


def assert_equal_to_pytorch(prompt: str, tensors: tuple[torch.Tensor, ...]) -> None:
    """The answer by rules gives, bit for bit, what PyTorch gives."""
    source = codegen.source_by_rules(prompt)
    assert source, f"no rule for {prompt}"
    expected = frontend.parse(prompt).run(*tensors)
    ours = load_module(source)["translated"](*tensors)
    assert (ours.shape, ours.dtype) == (expected.shape, expected.dtype), f"{prompt}\n{source}"
    assert torch.equal(ours, expected), f"{prompt}\n{source}"


@pytest.mark.parametrize("size", [1, 3, 5, 8])
def test_what_begins_behind_the_end_is_empty(size):
    prompt = (
        "f(a0: f32[A], a1: f32[B])\nv0 = slice(a0, dim=-1, end=3)\nv1 = slice(a0, dim=-1, start=5, step=2)\n"
        "v2 = cat([v0, a1, v1], dim=-1)\nreturn v2"
    )
    assert_equal_to_pytorch(prompt, (torch.randn(size, device=DEVICE), torch.randn(2, device=DEVICE)))


def drawn_step(draw: random.Random, x: torch.Tensor):
    """A function that moves x in a drawn way."""
    dim = draw.randrange(x.dim()) if x.dim() else 0
    lines = (slice(None),) * dim
    few, order = draw.choice([0, 1, 2]), draw.sample(range(x.dim()), x.dim())
    steps = [
        lambda x: x.unsqueeze(dim).expand(*[-1] * dim, 3, *[-1] * (x.dim() - dim)),
        lambda x: x.reshape(-1),
        lambda x: x.permute(order),
    ]
    if x.dim():
        steps += [
            lambda x: x[(*lines, slice(few, -1, 2))],
            lambda x: x.select(dim, -1),
            lambda x: x.flip(dim),
            lambda x: x.roll(few - 3, dim),
            lambda x: x.roll(few),
            lambda x: x.repeat(2, *[1] * dim, 2, *[1] * (x.dim() - dim - 1)),
            lambda x: x.repeat_interleave(3, dim),
            lambda x: torch.stack([x, x.flip(dim), x], dim),
            lambda x: torch.cat([x, x.flip(dim), x[(*lines, slice(0, 1))]], dim),
            lambda x: x.unfold(dim, 2, 1 + few),
            lambda x: torch.select_scatter(x, x.select(dim, 0), dim, -1),
            lambda x: torch.slice_scatter(x, x.flip(dim)[(*lines, slice(1, None, 2))], dim, 1, None, 2),
            lambda x: x.chunk(2, dim)[few % 2],
            lambda x: torch.where(torch.arange(x.shape[-1], device=x.device) > few, x, 0),
            lambda x: F.pad(x, [few, 1], value=few),
        ]
    if x.dim() > 1:
        steps += [
            lambda x: x.diagonal(few - 1, dim, (dim + 1) % x.dim()),
            lambda x: x.flatten(-2),
            lambda x: torch.tril(x, few - 1),
        ]
    return draw.choice(steps)


def drawn_chain(seed: int):
    """(a chain of drawn movements as a function, its argument)."""
    draw = random.Random(seed)
    torch.manual_seed(seed)
    shape = [draw.choice([1, 4, 6, 7, 10]) for _ in range(draw.randint(1, 5))]
    x = torch.randint(-9, 9, shape).to(draw.choice([torch.float32, torch.float16, torch.int64, torch.bool]))
    steps = []
    moved = x
    while len(steps) < draw.randint(2, 5):
        step = drawn_step(draw, moved)
        try:
            result = step(moved)
        except (RuntimeError, IndexError):  # of this shape it is none
            continue
        if 0 < result.numel() < 20_000:
            steps.append(step)
            moved = result

    def chain(x):
        for step in steps:
            x = step(x)
        return x

    return chain, x


def test_each_rule_has_a_prompt_here():
    rounded = {line.partition("(")[0] for _, line in ROUNDED}
    assert set(RULES) == {name for name in PROMPTS if "," not in name} | set(POINTWISE) | rounded | ROW_OPS


@pytest.mark.parametrize("name", PROMPTS)
def test_a_rule_gives_what_pytorch_gives(name):
    prompt = prompt_of(*PROMPTS[name])
    graph = frontend.parse(prompt)
    for seed in range(3):
        assert_equal_to_pytorch(prompt, graph.sample(seed, device=DEVICE))
    assert_equal_to_pytorch(prompt, graph.sample(3, grow=(67, 35), device=DEVICE))


@pytest.mark.parametrize("start", range(0, 60, 10))
def test_chains_of_movements_give_what_pytorch_gives(start):
    moved = 0
    for seed in range(start, start + 10):
        chain, x = drawn_chain(seed)
        graph = frontend.trace(chain, (x,))
        if graph.values:
            assert_equal_to_pytorch(graph.text, (x.to(DEVICE),))
            assert_equal_to_pytorch(graph.text, graph.sample(seed, device=DEVICE))
            moved += 1
    assert moved > 5


@pytest.mark.parametrize("channels", [4, 6])
def test_a_part_that_may_be_one_place_broadcasts_where_it_is(channels):
    """B - 3 channels beside three: one, or as many."""
    lines = ["v0 = slice(a0, dim=-2, start=3)", "v1 = slice(a0, dim=-2, end=3)", "v2 = mul(v1, v0)"]
    prompt = "\n".join(["f(a0: f32[A, B, C])", *lines, "v3 = flip(v2, dim=-2)", "return v3"])
    torch.manual_seed(0)
    assert_equal_to_pytorch(prompt, (torch.randn(2, channels, 5, device=DEVICE),))


def test_an_answer_reads_as_one_of_the_model():
    source = codegen.source_by_rules(PERMUTE)
    assert "x0 = tl.load(a0_ptr + ((((i0 * B + i1) * C + i3) * D + i5) * E + i2) * F + i4" in source
    assert ".to(tl.int64) * BLOCK" in source, "offsets have 64 bits"
    assert max(map(len, source.split("\n"))) <= 110
    assert codegen.operations_by_rules(source) == ["permute"]
    assert runtime.judge_answer(PERMUTE, source).ok


def test_the_last_of_positions_stands_beside_all_of_them():
    """A part of one place, which broadcasts; numbers to a power of positions."""
    lines = ["v0 = arange(end=B+1, start=1)", "v1 = to(v0, dtype=f32)", "v2 = slice(v1, dim=-1, start=-1)"]
    lines += ["v3 = div(v1, v2)", "v4 = pow(10000, v3)", "v5 = mul(a0, v4)"]
    prompt = "\n".join(["f(a0: f32[A, B])", *lines, "return v5"])
    verdict = runtime.judge_answer(prompt, codegen.source_by_rules(prompt))
    assert verdict.ok, verdict.reason


def test_places_have_64_bits():
    """Of a size alone, 32 bits would do up to 2**31; of all before it too, and of indices that are read."""
    first, second = "v0 = select(a0, dim=-4, index=-1)", "v1 = select(v0, dim=-3, index=-1)"
    last = codegen.source_by_rules(f"f(a0: f32[A, B, C, D])\n{first}\n{second}\nreturn v1")
    assert last.count("tl.cast(N") == last.count("tl.cast") == 1
    rows = "f(a0: {}[A], a1: f32[B, C])\nv0 = embedding(a0, a1)\nreturn v0"
    assert "tl.cast(x0, tl.int64)" in codegen.source_by_rules(rows.format("i32"))
    assert "tl.cast" not in codegen.source_by_rules(rows.format("i64"))


@pytest.mark.parametrize("name", ["remainder", "fmod", "floor_divide"])
def test_what_is_left_of_a_division_is_judged_as_a_gpu_computes_it(name):
    """Its `x % 0.1` is x - trunc(x / 0.1) 0.1: of 0.5 it is below 0."""
    prompt = prompt_of("a0: f32[A, B]", f"{name}(a0, 0.1)")
    assert runtime.judge_answer(prompt, codegen.source_by_rules(prompt)).ok
    if name == "fmod":
        trunc = codegen.source_by_rules(prompt_of("a0: f32[A, B]", "trunc(a0)"))
        once = trunc.replace("tl.where(x0 < 0, tl.ceil(x0), tl.floor(x0))", "x0 % 0.1")
        assert once != trunc and not runtime.judge_answer(prompt, once).ok


def test_the_judge_refuses_a_wrong_rule():
    source = codegen.source_by_rules(PERMUTE)
    wrong = source.replace("* E + i2) * F + i4", "* E + i4) * F + i2")
    assert wrong != source
    assert not runtime.judge_answer(PERMUTE, wrong).ok
    masked = codegen.source_by_rules(prompt_of(*PROMPTS["pad, constant"]))
    unmasked = masked.replace("mask=mask0", "mask=mask")
    assert unmasked != masked
    assert not runtime.judge_answer(prompt_of(*PROMPTS["pad, constant"]), unmasked).ok


@pytest.mark.parametrize(
    "arguments, line",
    [
        ("a0: f32[A, B, C]", "interpolate(a0, size=[5], mode='linear', align_corners=True)"),
        ("a0: f16[A, B, C, D]", "interpolate(a0, size=[2*C, D//2], mode='bilinear')"),
        ("a0: f32[A, B, C, D, E]", "interpolate(a0, scale_factor=1.7, mode='trilinear')"),
        ("a0: f32[A, B, C, D]", "interpolate(a0, size=[2*C, D//2], mode='bicubic')"),
        ("a0: f16[A, B, C, D]", "interpolate(a0, size=[7, 3*D], mode='bicubic', align_corners=True)"),
    ],
)
def test_places_between_elements_are_weighed(arguments, line):
    prompt = prompt_of(arguments, line)
    verdict = runtime.judge_answer(prompt, codegen.source_by_rules(prompt))
    assert verdict.ok, verdict.reason


def test_many_neighbours_are_each_followed_through_a_reshape():
    """The table of an image's positions, which a network resizes."""
    lines = ["v0 = slice(a0, dim=-2, start=1)", "v1 = reshape(v0, shape=[1, 8, -1, B])"]
    lines += ["v2 = permute(v1, dims=[0, 3, 1, 2])"]
    lines += ["v3 = interpolate(v2, size=[C//2, D//2], mode='bicubic')"]
    prompt = "\n".join(["f(a0: f32[1, A, B], a1: f32[C, D])", *lines, "return v3"])
    verdict = runtime.judge_answer(prompt, codegen.source_by_rules(prompt))
    assert verdict.ok, verdict.reason


# Functions whose last digit may differ from PyTorch's: their arguments, and their lines.
ROUNDED = [
    ("a0: f32[A, B]", "log1p(a0)"),
    ("a0: f16[A, B]", "log1p(a0)"),
    ("a0: f32[A, B]", "expm1(a0)"),
    ("a0: f32[A, B]", "log10(a0)"),
    ("a0: f32[A, B]", "elu(a0, alpha=1.5)"),
    ("a0: f32[A, B]", "softplus(a0, beta=2, threshold=5)"),
    ("a0: f32[A, B]", "gelu(a0)"),
    ("a0: f32[A, B]", "gelu(a0, approximate='tanh')"),
    ("a0: f32[A, B, C]", "max_pool1d(a0, kernel_size=3)"),
    ("a0: f16[A, B, C, D]", "max_pool2d(a0, kernel_size=3, stride=2, padding=1)"),
    ("a0: f32[A, B, C, D]", "max_pool2d(a0, kernel_size=[2, 3], dilation=2, padding=[0, 1])"),
    ("a0: f32[A, B, C, D]", "max_pool3d(a0, kernel_size=2)"),
    ("a0: f32[A, B, C]", "avg_pool1d(a0, kernel_size=4, stride=3)"),
    *(
        (f"a0: f32[A, B, {sizes}], a1: f32[A, E, {places}]", f"grid_sample(a0, a1, padding_mode={pads})")
        for sizes, places in (("C, D", "F, 2"), ("C, D, G", "F, H, 3"))
        for pads in ("'zeros'", "'border', align_corners=True", "'reflection', align_corners=True")
    ),
    ("a0: f32[A]", "linspace(start=0, end=A, steps=5)"),
    ("a0: f32[A, B]", "linspace(start=(1-B)/B, end=(B-1)/B, steps=B)"),
    ("a0: f64[A, B, C, D], a1: f64[A, E, F, 2]", "grid_sample(a0, a1, padding_mode='reflection')"),
    ("a0: bf16[A, B, C, D]", "avg_pool2d(a0, kernel_size=3, stride=1, padding=1)"),
    ("a0: f32[A, B, C, D]", "avg_pool2d(a0, kernel_size=[3, 2], padding=1, count_include_pad=False)"),
    ("a0: f32[A, B, C, D]", "avg_pool3d(a0, kernel_size=2, divisor_override=3)"),
    ("a0: f32[A, B, C, D]", "avg_pool2d(a0, kernel_size=2, divisor_override=2*A)"),
    ("a0: f32[A, B, C, D]", "max_pool2d(a0, kernel_size=[3], stride=2)"),
    ("a0: f32[A, B]", "hardsigmoid(a0)"),
    ("a0: f32[A, B]", "celu(a0, alpha=0.7)"),
    ("a0: f16[A, B]", "selu(a0)"),
    ("a0: f32[A, B]", "log_sigmoid(a0)"),
    ("a0: bf16[A, B]", "mish(a0)"),
    ("a0: f32[A, B]", "mish(a0)"),
    ("a0: f32[A, B]", "sinc(a0)"),
    ("a0: f32[A, B]", "sinh(a0)"),
    ("a0: f32[A, B]", "cosh(a0)"),
    ("a0: f32[A, B]", "tan(a0)"),
    ("a0: f32[A, B]", "tanh(a0)"),
    ("a0: f32[A, B]", "frac(a0)"),
    ("a0: f32[A, B]", "asinh(a0)"),
    ("a0: f32[A, B]", "acosh(a0)"),
    ("a0: f32[A, B]", "atanh(a0)"),
    ("a0: f32[A, B]", "atan(a0)"),
    ("a0: bf16[A, B]", "atan(a0)"),
    ("a0: f32[A, B]", "asin(a0)"),
    ("a0: f32[A, B]", "acos(a0)"),
    ("a0: f32[A, B], a1: f32[B]", "atan2(a0, a1)"),
    ("a0: f32[A, B]", "logit(a0)"),
    ("a0: f32[A, 6, B]", "glu(a0, dim=-2)"),
    ("a0: f16[A, 8]", "glu(a0)"),
    ("a0: f32[A, B, C], a1: f32[B]", "prelu(a0, a1)"),
    ("a0: bf16[A, B], a1: bf16[1]", "prelu(a0, a1)"),
    ("a0: f32[A], a1: f32[1]", "prelu(a0, a1)"),
    ("a0: f32[A, B]", "logit(a0, eps=0.1)"),
    ("a0: f32[A, B], a1: f32[B]", "hypot(a0, a1)"),
    ("a0: f32[A, B], a1: f32[A, 1]", "logaddexp(a0, a1)"),
    ("a0: f32[A, B], a1: f32[B]", "logaddexp2(a0, a1)"),
    ("a0: f32[A, B], a1: f32[B]", "xlogy(a0, a1)"),
    ("a0: f32[A, B], a1: f32[B]", "lerp(a0, a1, 0.3)"),
    ("a0: f32[A, B], a1: f32[B], a2: f32[A, B]", "lerp(a0, a1, a2)"),
    ("a0: bf16[A, B]", "hardswish(a0)"),
]


@pytest.mark.parametrize("arguments, line", ROUNDED)
def test_functions_are_as_exact_as_pytorchs(arguments, line):
    prompt = prompt_of(arguments, line)
    verdict = runtime.judge_answer(prompt, codegen.source_by_rules(prompt))
    assert verdict.ok, verdict.reason
    assert not verdict.properties, "NaN shows where PyTorch shows it"


@pytest.mark.parametrize("power", range(-30, 4, 3))
def test_logarithms_and_exponentials_near_0_keep_all_digits(power):
    """Each element against float64: the judge compares groups, whose largest element may hide a small one."""
    x = torch.randn(4, 8) * 2.0**power
    x = x.clamp(-0.9, 0.9)  # log1p has a pole at -1, atanh at both
    for op in ("log1p", "expm1", "sinh", "asinh", "atanh", "atan", "asin"):
        exact = getattr(torch, op)
        source = codegen.source_by_rules(prompt_of("a0: f32[A, B]", f"{op}(a0)"))
        ours = load_module(source)["translated"](x.to(DEVICE)).cpu().double()
        wanted = exact(x.double())
        assert ((ours - wanted).abs() <= 4e-6 * wanted.abs()).all(), f"{op} of {x}"


EDGES = torch.tensor([0.0, -0.0, 1.0, -1.0, 10.0, -10.0, 18.0, -18.0, 30.0, -30.0, 87.0, -87.0, 90.0, -90.0])
EDGES = torch.cat([EDGES, torch.tensor([torch.inf, -torch.inf, torch.nan, 1e30, 0.999999, -0.999999])])
WITH_EDGES = (
    *("celu(a0)", "selu(a0)", "log_sigmoid(a0)", "mish(a0)", "sinc(a0)", "hardshrink(a0)", "softshrink(a0)"),
    *(
        "sinh(a0)",
        "cosh(a0)",
        "asinh(a0)",
        "tanh(a0)",
        "atanh(a0)",
        "acosh(a0)",
        "atan(a0)",
        "asin(a0)",
        "acos(a0)",
        "atan2(a0, a1)",
        "nan_to_num(a0)",
        "hypot(a0, a1)",
        "copysign(a0, a1)",
    ),
    *("heaviside(a0, a1)", "logaddexp(a0, a1)", "logaddexp2(a0, a1)", "xlogy(a0, a1)", "softplus(a0)"),
)


@pytest.mark.parametrize("line", WITH_EDGES)
def test_functions_of_zeros_and_of_what_is_not_finite(line):
    """Each pair of EDGES; of sin beyond what its range is reduced for, NaN alone is asked."""
    pairs = torch.cartesian_prod(EDGES, EDGES) if "a1" in line else EDGES[:, None]
    inputs = [column.contiguous().to(DEVICE) for column in pairs.unbind(1)]
    arguments = ", ".join(f"a{number}: f32[A]" for number in range(len(inputs)))
    prompt = prompt_of(arguments, line)
    ours = load_module(codegen.source_by_rules(prompt))["translated"](*inputs)
    wanted = frontend.parse(prompt).run(*inputs)
    if line.startswith("copysign"):
        ours, wanted = ours.nan_to_num(7.0), wanted.nan_to_num(7.0)  # of NaN's own sign nothing is said
    torch.testing.assert_close(ours, wanted, rtol=8e-6, atol=1e-6, equal_nan=True)


@pytest.mark.parametrize(
    "line", ["atanh(a0)", "log1p(a0)", "sinh(a0)", "logit(a0)", "xlogy(a0, a1)", "tan(a0)"]
)
def test_functions_of_integers_are_those_of_floats(line):
    inputs = [torch.tensor([-127, -3, -1, 0, 1, 2, 100], dtype=torch.int8), torch.arange(7)]
    inputs = [one.to(DEVICE) for one in inputs[: 1 + ("a1" in line)]]
    arguments = ", ".join(f"a{i}: {kind}[A]" for i, kind in zip(range(len(inputs)), ("i8", "i64")))
    prompt = prompt_of(arguments, line)
    ours = load_module(codegen.source_by_rules(prompt))["translated"](*inputs)
    wanted = frontend.parse(prompt).run(*inputs)
    torch.testing.assert_close(ours, wanted, rtol=8e-6, atol=1e-6, equal_nan=True)


def test_elements_of_ones_are_read_at_their_own_places():
    lines = ["v0 = neg(a1)", "v1 = cat([a0, v0], dim=-1)", "v2 = mul(v1, a2)"]
    prompt = "\n".join(["f(a0: f32[A], a1: f32[1], a2: f32[1])", *lines, "return v2"])
    verdict = runtime.judge_answer(prompt, codegen.source_by_rules(prompt))
    assert verdict.ok, verdict.reason


def test_what_lies_in_the_order_of_the_result_is_read_by_its_place():
    lines = ["v0 = add(a0, a1)", "v1 = sigmoid(v0)", "v2 = mul(v1, a0)"]
    source = codegen.source_by_rules("\n".join(["f(a0: f32[A, B], a1: f32[B])", *lines, "return v2"]))
    assert "tl.load(a0_ptr + offsets" in source and "tl.load(a1_ptr + i1" in source
    assert "//" not in source


def test_positions_of_a_grid_between_two_numbers():
    lines = ["v0 = linspace(start=-1, end=1, steps=C)", "v1 = linspace(start=-1, end=1, steps=D)"]
    lines += ["v2 = meshgrid([v0, v1], index=1)", "return v2"]
    prompt = "\n".join(["f(a0: f32[A, B, C, D])", *lines])
    verdict = runtime.judge_answer(prompt, codegen.source_by_rules(prompt))
    assert verdict.ok, verdict.reason


def test_a_table_of_a_fourier_transform_and_its_positions():
    lines = ["v0 = arange(end=C)", "v1 = unsqueeze(v0, dim=-1)", "v2 = arange(end=D)", "v3 = mul(v1, v2)"]
    lines += ["v4 = remainder(v3, 400)", "v5 = to(v4, dtype=f32)", "v6 = mul(v5, 0.015707963267948967)"]
    lines += ["v7 = sin(v6)", "v8 = neg(v7)", "return v8"]
    prompt = "\n".join(["f(a0: f32[A, B, C], a1: f32[D, E])", *lines])
    verdict = runtime.judge_answer(prompt, codegen.source_by_rules(prompt))
    assert verdict.ok, verdict.reason


def test_places_of_a_linspace_whose_number_is_a_size():
    prompt = (
        "f(a0: f32[A, B])\nv0 = linspace(start=-1, end=2.5, steps=B+1)\nv1 = unsqueeze(v0, dim=-1)\nreturn v1"
    )
    verdict = runtime.judge_answer(prompt, codegen.source_by_rules(prompt))
    assert verdict.ok, verdict.reason


# Of each rule a prompt: its arguments, and its lines.
SCATTERS = {
    "index_add": ("a0: f32[A, B], a1: i64[C], a2: f32[A, C]", ["index_add(a0, a1, a2, dim=-1)"]),
    "index_add, rows": ("a0: i64[A], a1: f32[A, B]", ["full(shape=[9, B])", "index_add(v0, a0, a1, dim=-2)"]),
    "index_put": (
        "a0: i64[A, 1], a1: i32[B], a2: f32[A, B, C], a3: f32[D, E, C]",
        ["mul(a3, 2)", "index_put(v0, [a0, a1], a2, accumulate=True)"],
    ),
    "scatter_add": (
        "a0: i64[A, B, C], a1: f32[A, B, C], a2: f32[D, E]",
        ["full(shape=[A, B, D*E])", "scatter_add(v0, a0, a1, dim=-1)"],
    ),
}


@pytest.mark.parametrize("name", SCATTERS)
def test_what_is_added_at_places_is_what_pytorch_adds(name):
    arguments, expressions = SCATTERS[name]
    lines = [f"v{i} = {text.replace('])', '], value=0)')}" for i, text in enumerate(expressions)]
    prompt = "\n".join([f"f({arguments})", *lines, f"return v{len(lines) - 1}"])
    verdict = runtime.judge_answer(prompt, codegen.source_by_rules(prompt))
    assert verdict.ok, verdict.reason


def test_each_rule_of_places_has_a_prompt_here():
    assert set(ADDING_RULES) == {name for name in SCATTERS if "," not in name}


@pytest.mark.parametrize(
    "arguments, line",
    [
        ("a0: f16[A, B], a1: i64[C], a2: f16[A, C]", "index_add(a0, a1, a2, dim=-1)"),
        ("a0: f32[A, B], a1: i64[C], a2: f32[C, B]", "index_put(a0, [a1], a2)"),
        ("a0: f32[A, B], a1: i64[C], a2: f32[A, C]", "index_put(a0, [None, a1], a2, accumulate=True)"),
    ],
)
def test_what_cannot_be_added_at_places_has_no_answer(arguments, line):
    assert codegen.source_by_rules(prompt_of(arguments, line)) == ""


def test_what_is_computed_of_a_scatter_has_no_answer():
    lines = ["v0 = index_add(a0, a1, a2, dim=-1)", "v1 = exp(v0)", "return v1"]
    prompt = "\n".join(["f(a0: f32[A, B], a1: i64[C], a2: f32[A, C])", *lines])
    assert codegen.source_by_rules(prompt) == ""


@pytest.mark.parametrize(
    "dtype, dim", [("i64", -1), ("i64", -2), ("i64", -3), ("i32", -1), ("bool", -1), ("bool", -3)]
)
def test_running_sums_of_integers_are_exact(dtype, dim):
    prompt = prompt_of(f"a0: {dtype}[A, 1, B]", f"cumsum(a0, dim={dim})")
    verdict = runtime.judge_answer(prompt, codegen.source_by_rules(prompt))
    assert verdict.ok, verdict.reason


def test_a_running_sum_of_nothing_is_empty():
    prompt = prompt_of("a0: i64[A, B]", "cumsum(a0, dim=-1)")
    assert_equal_to_pytorch(prompt, (torch.ones(3, 0, dtype=torch.int64, device=DEVICE),))


def test_running_sums_of_fractions_have_no_rule():
    assert codegen.source_by_rules(prompt_of("a0: f32[A, B]", "cumsum(a0, dim=-1)")) == ""


def test_a_function_of_one_number():
    lines = [
        "v0 = full(shape=[1], value=A)",
        "v1 = rsqrt(v0)",
        "v2 = unsqueeze(v1, dim=-1)",
        "v3 = mul(v2, a0)",
    ]
    prompt = "\n".join(["f(a0: f32[A, B])", *lines, "return v3"])
    verdict = runtime.judge_answer(prompt, codegen.source_by_rules(prompt))
    assert verdict.ok, verdict.reason


def test_a_value_that_is_read_twice_is_made_once():
    lines = [f"v{i} = mul(v{i - 1}, v{i - 1})" for i in range(1, 30)]
    prompt = "\n".join(["f(a0: f32[A, B])", "v0 = flip(a0, dim=-1)", *lines, "return v29"])
    source = codegen.source_by_rules(prompt)
    assert source.count("tl.load") == 1 and source.count(" * x") < 70


def test_results_of_one_region_have_a_kernel_each():
    prompt = (
        "f(a0: i64[A, B, C], a1: f32[D, E], a2: f32[A, E, B, C])\nv0 = embedding(a0, a1)\n"
        "v1 = permute(v0, dims=[0, 3, 1, 2])\nv2 = sub(v1, a2)\nreturn v0, v2"
    )
    source = codegen.source_by_rules(prompt)
    assert source.count("@triton.jit") == source.count(MARK) == 2
    assert runtime.judge_answer(prompt, source).ok


@pytest.mark.parametrize(
    "arguments, line",
    [
        ("a0: f32[A, B]", "norm(a0, p=3, dim=-1)"),
        ("a0: bf16[A, B]", "mean(a0, dim=-1)"),
        ("a0: i64[A, B]", "sum(a0, dim=-1)"),
        ("a0: f32[A, B, C, D]", "interpolate(a0, scale_factor=2, mode='area')"),
        ("a0: f32[A, B]", "round(a0, decimals=2)"),
        ("a0: f32[A, B, C]", "avg_pool1d(a0, kernel_size=3, ceil_mode=True)"),
        ("a0: f32[A, B, C, D]", "max_pool2d(a0, kernel_size=8)"),
        ("a0: f32[A, B, C]", "max_pool1d(a0, kernel_size=C)"),
        ("a0: f32[A, B], a1: i64[B]", "repeat_interleave(a0, a1, dim=-1)"),
        ("a0: f32[A, B], a1: f32[B]", "div(a0, a1, rounding_mode='floor')"),
        ("a0: f32[A, B]", "slice(a0, dim=-1, step=A)"),
        ("a0: f32[A]", "arange(end=0, start=A, step=-1)"),
    ],
)
def test_what_no_rule_covers_has_no_answer(arguments, line):
    prompt = prompt_of(arguments, line.replace("a0, a1, dim", "a0, repeats=a1, dim"))
    assert codegen.source_by_rules(prompt) == ""
