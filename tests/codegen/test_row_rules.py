"""Kernels of rows that rules write: reductions, softmaxes and norms, along any dimensions, shared too."""

import os
import subprocess
import sys

import pytest
import torch

from python_to_triton import codegen, frontend, runtime, static_checks, verification
from python_to_triton.backend.compiled_graph import load_module
from python_to_triton.codegen.by_rules.row_rules import (
    ROW_CONDITIONS,
    ROW_NORMS,
    ROW_REDUCTIONS,
    ROW_SOFTMAXES,
)

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
FOUR = "a0: f32[A, B, C, D]"


def prompt_of(arguments: str, *lines: str) -> str:
    """A prompt of these lines, whose last value is returned."""
    named = [f"v{place} = {line}" for place, line in enumerate(lines)]
    return "\n".join([f"f({arguments})", *named, f"return v{len(lines) - 1}"])


def assert_right(prompt: str, shared: bool) -> str:
    """The answer by rules is verified. Returns it."""
    source = codegen.source_by_rules(prompt, shared)
    assert source, f"no rule for {prompt}"
    verdict = runtime.judge_answer(prompt, source)
    assert verdict.ok, f"{verdict.reason}\n{source}"
    fault = static_checks.first_fault(source, prompt)  # others are of how the model writes
    assert fault is None or "never read" not in fault.reason, f"{fault}\n{source}"
    return source


@pytest.mark.parametrize("op", [op for op in ROW_REDUCTIONS if op not in ROW_CONDITIONS])
@pytest.mark.parametrize("shared", [False, True])
@pytest.mark.parametrize("dims", ["", "dim=-1", "dim=[-4, -2, -1], keepdim=True", "dim=-3, keepdim=True"])
def test_a_reduction_goes_along_any_dimensions(op, shared, dims):
    if op == "prod":
        dims = dims.replace("[-4, -2, -1]", "-2")  # PyTorch has products of one dimension, or of all
    assert_right(prompt_of(FOUR, f"{op}(a0{', ' * bool(dims)}{dims})"), shared)


@pytest.mark.parametrize("op", ["any", "all"])
@pytest.mark.parametrize("dims", ["dim=-1", "dim=0, keepdim=True", "dim=[-1, 0]"])
def test_a_condition_goes_along_any_dimensions(op, dims):
    limit = {"any": 1.0, "all": -1.0}[op]  # what some rows have, and some do not
    for shared in (False, True):
        assert_right(prompt_of("a0: f32[A, B, C]", f"gt(a0, {limit})", f"{op}(v0, {dims})"), shared)


@pytest.mark.parametrize("op", ["any", "all"])
@pytest.mark.parametrize("dtype", ["bool", "f32", "i64"])
def test_a_condition_is_of_what_is_not_0(op, dtype):
    """NaN is not 0; of no elements all are, and none is."""
    source = codegen.source_by_rules(prompt_of(f"a0: {dtype}[A, B]", f"{op}(a0, dim=1)"))
    rows = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [-2.0, 1.0, 3.0], [torch.nan] * 3]
    x = torch.tensor(rows[: 4 if dtype == "f32" else 3], device=DEVICE)
    x = x.to({"bool": torch.bool, "f32": torch.float32, "i64": torch.int64}[dtype])
    for one in (x, x[:, :0]):
        ours = load_module(source)["translated"](one)
        assert ours.dtype == torch.bool and torch.equal(ours, getattr(torch, op)(one, dim=1))


@pytest.mark.parametrize("dims", ["dim=-4", "dim=[-4, -2]", "dim=[-3, -2]", "dim=[-3, -1]"])
@pytest.mark.parametrize("op", ["var", "amax"])
def test_rows_lie_anywhere_in_memory(op, dims):
    for shared in (False, True):
        assert_right(prompt_of(FOUR, f"{op}(a0, {dims}, keepdim=True)", "sub(a0, v0)"), shared)


NORMS = {
    "layer_norm": (
        f"{FOUR}, a1: f32[C, D], a2: f32[C, D]",
        "layer_norm(a0, a1, a2, dim=[-2, -1], eps=0.001)",
    ),
    "rms_norm": (f"{FOUR}, a1: f32[D]", "rms_norm(a0, a1)"),
    "batch_norm": (f"{FOUR}, a1: f32[B], a2: f32[B]", "batch_norm(a0, weight=a1, bias=a2, training=True)"),
    "instance_norm": (f"{FOUR}, a1: f32[B], a2: f32[B]", "instance_norm(a0, a1, a2)"),
    "group_norm": (
        "a0: f32[A, 12, B, C], a1: f32[12], a2: f32[12]",
        "group_norm(a0, a1, a2, num_groups=4)",
    ),
    "group_norm, of a size": (
        "a0: f32[A, B, C], a1: f32[B], a2: f32[B]",
        "group_norm(a0, a1, a2, num_groups=2)",
    ),
    "group_norm, of one group": (FOUR, "group_norm(a0, num_groups=1)"),
    "group_norm, of each channel": ("a0: f32[A, 6, B]", "group_norm(a0, num_groups=6)"),
    "group_norm, of channels alone": ("a0: f32[A, 12], a1: f32[12]", "group_norm(a0, a1, num_groups=3)"),
    "layer_norm, bare": (FOUR, "layer_norm(a0)"),
    "batch_norm, bare": ("a0: f32[A, B]", "batch_norm(a0, training=True)"),
}


@pytest.mark.parametrize("name", NORMS)
@pytest.mark.parametrize("shared", [False, True])
def test_a_norm_stands_beside_other_work(name, shared):
    arguments, line = NORMS[name]
    assert_right(prompt_of(arguments, "relu(a0)", line.replace("a0", "v0", 1), "add(v1, a0)"), shared)


def test_each_norm_has_a_prompt_here():
    assert set(ROW_NORMS) == {name for name in NORMS if "," not in name}


@pytest.mark.parametrize("op", ROW_SOFTMAXES)
@pytest.mark.parametrize("dim", [-1, -3, -4])
def test_a_softmax_goes_along_any_dimension(op, dim):
    for shared in (False, True):
        assert_right(prompt_of(FOUR, f"{op}(a0, dim={dim})"), shared)


def test_a_batch_norm_of_given_statistics_needs_no_rows():
    arguments = f"{FOUR}, a1: f32[B], a2: f32[B], a3: f32[B], a4: f32[B]"
    prompt = prompt_of(arguments, "batch_norm(a0, a1, a2, a3, a4)", "relu(v0)")
    assert "n_blocks" not in assert_right(prompt, False)
    assert codegen.source_by_rules(prompt, shared=True) == ""
    assert_right(
        prompt_of(f"{FOUR}, a1: f32[B], a2: f32[B]", "batch_norm(a0, a1, a2)", "amax(v0, dim=-1)"), True
    )


@pytest.mark.parametrize("correction", [0, 1, 4])
def test_as_many_elements_as_are_taken_off_have_an_infinite_variance(correction):
    assert_right(prompt_of("a0: f32[A, B, C]", f"var(a0, dim=-1, correction={correction})"), False)


def test_a_result_has_the_elements_of_rows_in_another_shape():
    lines = [
        "reshape(a0, shape=[A, 3, 4*B])",
        "layer_norm(v0)",
        "reshape(v1, shape=[A, 12, B])",
        "mul(v2, a1)",
    ]
    for shared in (False, True):
        assert_right(prompt_of("a0: f32[A, 12, B], a1: f32[12, 1]", *lines), shared)


# What has one row, rows behind which are dimensions of one place, rows that are computed along rows
ODD_ROWS = [
    ("a0: f32[A, B]", "sum(a0, dim=[-2, -1], keepdim=True)", "sub(a0, v0)"),
    ("a0: f32[A, B, C]", "layer_norm(a0, dim=[-3, -2, -1])"),
    ("a0: f32[A, 1, B, C]", "batch_norm(a0, training=True)"),
    ("a0: f32[A, B, C, 1], a1: f32[B, 1, 1]", "mul(a0, a1)", "mean(v0, dim=-2, keepdim=True)", "sub(a0, v1)"),
    ("a0: f32[A, B]", "softmax(a0, dim=-1)", "var(v0, dim=-1)"),
    ("a0: f32[A, B]", "layer_norm(a0)", "layer_norm(v0)"),
    ("a0: f32[A, 12, B, C], a1: f32[12]", "group_norm(a0, a1, num_groups=3)", "group_norm(v0, num_groups=3)"),
]


@pytest.mark.parametrize("arguments, lines", [(arguments, lines) for arguments, *lines in ODD_ROWS])
@pytest.mark.parametrize("shared", [False, True])
def test_rows_of_odd_shapes_are_right(arguments, lines, shared):
    prompt = prompt_of(arguments, *lines)
    source = assert_right(prompt, shared)
    tensors = frontend.parse(prompt).sample(0, device="cpu")
    compiled = verification.compile_kernels(source, [tensors], targets=("sm_90",))
    assert compiled and all(one.ok for one in compiled), compiled


@pytest.mark.parametrize("other", ["group_norm(v0, num_groups=4)", "softmax(v0, dim=-1)", "mean(v0)"])
def test_rows_of_groups_are_not_those_of_other_work(other):
    prompt = prompt_of("a0: f32[A, 12, B]", "group_norm(a0, num_groups=3)", other)
    assert codegen.sources_by_rules(prompt) == []


def test_a_result_that_has_as_many_elements_by_chance_has_no_answer():
    """A and G are one size in the samples that sizes are drawn for, which are few."""
    prompt = (
        "f(a0: f32[A], a1: f32[B, C, D, E, F], a2: f32[G])\nv0 = sum(a0)\nv1 = mul(a2, v0)\nv2 = relu(a1)"
    )
    for shared in (False, True):
        assert codegen.source_by_rules(f"{prompt}\nreturn v1, v2", shared) == ""


WITHOUT_ELEMENTS = [
    ("sum(a0, dim=-1)", (3, 0)),
    ("sum(a0, dim=-2)", (5, 0)),
    ("var(a0, dim=-1)", (3, 0)),
    ("var(a0, dim=-2)", (0, 3)),
    ("std(a0)", (0, 0)),
    ("layer_norm(a0)", (3, 0)),
    ("batch_norm(a0, training=True)", (2, 0)),
]


@pytest.mark.parametrize("line, shape", WITHOUT_ELEMENTS)
@pytest.mark.filterwarnings("ignore:.*degrees of freedom:UserWarning")
def test_rows_without_elements(line, shape):
    """Nothing is read of them: an empty tensor has no memory."""
    x = torch.randn(shape, device=DEVICE)
    for source in codegen.sources_by_rules(prompt_of("a0: f32[A, B]", line)):
        ours = load_module(source)["translated"](x)
        expected = frontend.parse(prompt_of("a0: f32[A, B]", line)).run(x)
        torch.testing.assert_close(ours, expected, equal_nan=True, rtol=0, atol=0)


def test_places_of_a_row_have_64_bits():
    """Of the number of a block, and of that of a reduction's parts, before they are multiplied."""
    for source in codegen.sources_by_rules(prompt_of("a0: f32[A, B]", "var(a0, dim=-1)")):
        assert "tl.cast(block, tl.int64) * COLUMNS" in source
    assert "tl.cast(n_rows, tl.int64) * 1 + rows" in source


@pytest.mark.parametrize("mean", [0.0, 1e3, -1e6])
@pytest.mark.parametrize("length", [5, 4097])
def test_a_variance_keeps_its_digits_beside_a_large_mean(mean, length):
    torch.manual_seed(0)
    x = torch.randn(3, length, device=DEVICE) + mean
    for shared in (False, True):
        source = codegen.source_by_rules(prompt_of("a0: f32[A, B]", "var(a0, dim=-1)"), shared)
        ours = load_module(source)["translated"](x)
        torch.testing.assert_close(ours.double(), x.double().var(-1), rtol=1e-6, atol=0)


@pytest.mark.parametrize("first", [0.0, 1e6])
def test_a_variance_of_float64_keeps_its_digits(first):
    torch.manual_seed(0)
    x = torch.randn(1, 4000, device=DEVICE, dtype=torch.float64)
    x[0, 0] = first
    for source in codegen.sources_by_rules(prompt_of("a0: f64[A, B]", "var(a0, dim=-1)")):
        torch.testing.assert_close(load_module(source)["translated"](x), x.var(-1), rtol=1e-14, atol=0)


def test_squares_of_large_numbers_are_no_infinities():
    x = torch.tensor([[1e30, 1e30, 3.0]], device=DEVICE)
    for source in codegen.sources_by_rules(prompt_of("a0: f32[A, B]", "norm(a0, dim=-1)")):
        wide = x.double().norm(dim=-1).float()
        torch.testing.assert_close(load_module(source)["translated"](x), wide, rtol=1e-6, atol=0)


def test_rows_of_another_tensor_have_no_answer():
    arguments = "a0: f32[A, B], a1: f32[A, C]"
    assert (
        codegen.sources_by_rules(prompt_of(arguments, "sum(a0, dim=-1)", "sum(a1, dim=-1)", "add(v0, v1)"))
        == []
    )


def test_a_constant_row_has_no_deviation():
    x = torch.full((2, 300), 0.1, device=DEVICE)
    ours = load_module(codegen.source_by_rules(prompt_of("a0: f32[A, B]", "std(a0, dim=-1)")))["translated"](
        x
    )
    assert ours.tolist() == [0.0, 0.0]


@pytest.mark.parametrize("edge", [torch.inf, -torch.inf, torch.nan])
@pytest.mark.parametrize(
    "line", ["logsumexp(a0, dim=-1)", "var(a0, dim=-1)", "norm(a0, dim=-1)", "std(a0, dim=-1)"]
)
def test_what_is_not_finite_shows_as_in_pytorch(line, edge):
    prompt = prompt_of("a0: f32[A, B]", line)
    for place in (0, 7):
        x = torch.randn(3, 9, device=DEVICE)
        x[1, place] = edge
        x[2] = edge
        expected = frontend.parse(prompt).run(x)
        for shared in (False, True):
            ours = load_module(codegen.source_by_rules(prompt, shared))["translated"](x)
            torch.testing.assert_close(ours, expected, equal_nan=True, rtol=1e-5, atol=1e-6)


def test_few_long_rows_are_shared_among_many_programs():
    """As many programs as fill a GPU, none without blocks; of rows that are many, a program for each."""
    source = codegen.source_by_rules(prompt_of("a0: f32[A, B]", "sum(a0, dim=-1)"), shared=True)
    grids = []
    module = load_module(source)

    class Recorded:
        def __init__(self, launch):
            self.launch = launch

        def __getitem__(self, grid):
            grids.append(grid)
            return self.launch[grid]

    for kernel in ("share0_kernel", "row_kernel"):
        module[kernel] = Recorded(module[kernel])
    for shape in ((3, 50_000), (2000, 5000)):
        x = torch.ones(shape, device=DEVICE)
        assert module["translated"](x).tolist() == [float(shape[1])] * shape[0]
    assert grids == [(3, 32), (3,), (2000, 1), (2000,)]


GRADIENT_OF_NORM = """f(a0: f32[A, B, C], a1: f32[C], a2: f32[A, B, C], a3: f32[A, B, 1])
v0 = mul(a0, a1)
v1 = mul(v0, C)
v2 = sum(v0, dim=-1, keepdim=True)
v3 = sub(v1, v2)
v4 = mul(v0, a2)
v5 = sum(v4, dim=-1)
v6 = unsqueeze(v5, dim=-1)
v7 = mul(a2, v6)
v8 = sub(v3, v7)
v9 = mul(a3, v8)
return v9"""
HIDDEN_KEYS = """f(a0: bool[A, 1, B], a1: f32[A, C, B])
v0 = logical_not(a0)
v1 = where(v0, a1, -inf)
v2 = eq(v1, -inf)
v3 = softmax(v1, dim=-1)
v4 = where(v2, 0, v3)
return v0, v4"""
ROWS_OF_ROWS = """f(a0: f32[A, B])
v0 = softmax(a0, dim=-1)
v1 = log(v0)
v2 = mul(v0, v1)
v3 = sum(v2, dim=-1)
v4 = amax(a0, dim=-1)
return v3, v4"""


DICE_LOSS = """f(a0: f32[A, B], a1: f32[A, B])
v0 = sigmoid(a0)
v1 = mul(v0, a1)
v2 = sum(v1, dim=-1)
v3 = mul(v2, 2)
v4 = add(v3, 1)
v5 = sum(v0, dim=-1)
v6 = sum(a1, dim=-1)
v7 = add(v5, v6)
v8 = add(v7, 1)
v9 = div(v4, v8)
v10 = sub(1, v9)
return v10"""
DISTANCE_FROM_MEAN = """f(a0: f32[A, B])
v0 = mean(a0, dim=-1, keepdim=True)
v1 = sub(a0, v0)
v2 = abs(v1)
v3 = mean(v2, dim=-1)
return v3"""
NORM = """f(a0: f32[A, B], a1: f32[B], a2: f32[A, 1], a3: f32[1])
v0 = mean(a0, dim=-1, keepdim=True)
v1 = var(a0, dim=-1, correction=0, keepdim=True)
v2 = add(v1, 1e-05)
v3 = rsqrt(v2)
v4 = sub(a0, v0)
v5 = mul(v4, v3)
v6 = mul(v5, a1)
v7 = mul(v6, a2)
v8 = add(v7, a3)
return v8"""
SCALED_SUM = """f(a0: f32[A, B], a1: f32[B], a2: f32[A], a3: f32[1])
v0 = mul(a0, a1)
v1 = sum(v0, dim=-1)
v2 = mul(v1, a2)
v3 = add(v2, a3)
return v3"""
LOSS_OF_LABELS = """f(a0: f32[A, B], a1: f32[A, B])
v0 = log_softmax(a0, dim=-1)
v1 = softmax(a1, dim=-1)
v2 = mul(v0, v1)
v3 = sum(v2, dim=-1)
v4 = neg(v3)
return v4, v0"""
SUMS_OF_POWERS = "\n".join(
    [
        "f(a0: f32[A, B])",
        *(f"v{2 * i} = pow(a0, {i + 1})\nv{2 * i + 1} = mean(v{2 * i}, dim=-1)" for i in range(5)),
        *(f"v{10 + i} = add(v{9 + i if i else 1}, v{2 * i + 3})" for i in range(4)),
        "return v13",
    ]
)
REDUCTIONS = (*ROW_REDUCTIONS, *ROW_SOFTMAXES)
FEW_BYTES = 512  # of spilled registers
# Of what has rows its prompt, and the sizes beside their length
ROWS = {
    "gradient of a norm": (GRADIENT_OF_NORM, {"A": 1, "B": 2}),
    "hidden keys": (HIDDEN_KEYS, {"A": 2, "C": 1}),
    "rows of rows": (ROWS_OF_ROWS, {"A": 2}),
    "dice loss": (DICE_LOSS, {"A": 2}),
    "distance from the mean": (DISTANCE_FROM_MEAN, {"A": 2}),
    "norm": (NORM, {"A": 2}),
    "scaled sum": (SCALED_SUM, {"A": 2}),
    "loss of labels": (LOSS_OF_LABELS, {"A": 2}),
    "sums of powers": (SUMS_OF_POWERS, {"A": 2}),
    **{op: (prompt_of("a0: f32[A, B]", f"{op}(a0, dim=-1)"), {"A": 2}) for op in REDUCTIONS},
}


@pytest.mark.parametrize("name", [name for name in ROWS if name not in REDUCTIONS])
@pytest.mark.parametrize("shared", [False, True])
def test_rows_are_reduced_beside_other_work(name, shared):
    prompt, _ = ROWS[name]
    assert_right(prompt, shared)


def row_arguments(name: str, length: int, device: str = DEVICE) -> tuple[str, tuple[torch.Tensor, ...]]:
    """(a prompt of ROWS, its arguments with rows of a length)."""
    prompt, sizes = ROWS[name]
    graph = frontend.parse(prompt)
    [letter] = set(graph.letters) - sizes.keys()
    return prompt, graph.sample(0, sizes={**sizes, letter: length}, device=device)


@pytest.mark.parametrize("name", ROWS)
@pytest.mark.parametrize("shared", [False, True])
def test_a_row_is_longer_than_what_triton_lets_a_block_be(name, shared):
    """In many blocks, the last of which is not full."""
    prompt, tensors = row_arguments(name, 2**20 + 5)
    wide = [x.double() if x.is_floating_point() else x for x in tensors]
    expected = frontend.parse(prompt).run(*wide)
    ours = load_module(codegen.source_by_rules(prompt, shared))["translated"](*tensors)
    expected, ours = ([x] if isinstance(x, torch.Tensor) else x for x in (expected, ours))
    for one, wanted in zip(ours, expected, strict=True):
        wanted = wanted.double()
        largest = wanted.abs().max().item()
        torch.testing.assert_close(one.double(), wanted, rtol=2e-6, atol=2e-6 * largest)


@pytest.mark.parametrize("op", ["amax", "amin", "softmax", "var"])
@pytest.mark.parametrize("place", [0, 20_000])
def test_nan_in_one_block_is_one_of_the_row(op, place):
    x = torch.randn(3, 20_001, device=DEVICE)
    x[1, place] = torch.nan
    prompt, _ = ROWS[op]
    for source in codegen.sources_by_rules(prompt):
        ours = load_module(source)["translated"](x)
        assert ours.reshape(3, -1).isnan().all(1).tolist() == [False, True, False]
        assert not ours[[0, 2]].isnan().any()


@pytest.mark.parametrize("name", ROWS)
def test_long_rows_compile_and_spill_few_registers(name):
    """Of a length that may be odd: of a multiple of 16, which loads four elements at once, fewer yet."""
    prompt, tensors = row_arguments(name, 2**21, "cpu")
    for source in codegen.sources_by_rules(prompt):
        compiled = verification.compile_kernels(source, [tensors], targets=("sm_90",))
        assert compiled and all(one.ok and one.spilled <= FEW_BYTES for one in compiled), compiled


LOADS_AND_LOOPS = """import answer
from triton import compile
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource

kernel = answer.row_kernel
types = {name: "*fp32" if name.endswith("_ptr") else "i32" for name in kernel.arg_names}
for known in ({"n_blocks": 1}, {}):
    constants = {"ROWS": 1, "COLUMNS": 1024, **known}
    source = ASTSource(kernel, types | dict.fromkeys(constants, "constexpr"), constants)
    lowered = compile(source, target=GPUTarget("cuda", 90, 32)).asm["ttir"]
    print(lowered.count("tt.load"), lowered.count("scf.for"))
"""


def test_a_row_of_one_block_is_loaded_once(tmp_path):
    """Though three loops load it: of one block Triton leaves none."""
    prompt, _ = ROWS["softmax"]
    (tmp_path / "answer.py").write_text(codegen.source_by_rules(prompt))
    command = [sys.executable, "-c", LOADS_AND_LOOPS]
    environment = os.environ | {"TRITON_INTERPRET": "0"}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=120)
    assert done.stdout.split() == ["1", "0", "3", "3"], done.stderr


def test_rows_of_permuted_tensors_spill_few_registers():
    prompt = prompt_of(FOUR, "permute(a0, dims=[3, 0, 1, 2])", "mean(v0, dim=[-4, -3, -2, -1])")
    for source in codegen.sources_by_rules(prompt):
        compiled = verification.compile_kernels(source, [[torch.randn(9, 33, 17, 26)]], targets=("sm_90",))
        assert compiled and all(one.ok and one.spilled <= FEW_BYTES for one in compiled), compiled


@pytest.mark.parametrize("dims", [[-3], [-4, -2, -1], [-2, -1]])
def test_columns_of_many_sizes_compile_and_spill_few_registers(dims):
    arguments = f"{FOUR}, a1: f32[A, B, C, D]"
    prompt = prompt_of(arguments, f"var(a0, dim={dims}, keepdim=True)", "sub(a0, v0)", "mul(v1, a1)")
    tensors = [torch.randn(4, 33, 17, 260)] * 2
    for source in codegen.sources_by_rules(prompt):
        compiled = verification.compile_kernels(source, [tensors], targets=("sm_90",))
        assert compiled and all(one.ok and one.spilled <= FEW_BYTES for one in compiled), compiled


@pytest.mark.parametrize("line", ["transpose(v0, dim0=-2, dim1=-1)", "flip(v0, dim=-1)", "sum(v0, dim=-2)"])
def test_what_reads_other_rows_has_no_answer(line):
    prompt = f"f(a0: f32[A, B])\nv0 = softmax(a0, dim=-1)\nv1 = {line}\nreturn v1"
    assert codegen.source_by_rules(prompt) == ""
