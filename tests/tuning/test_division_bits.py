"""A kernel that is promised few programs is the same kernel, and the promise is true of every launch."""

import ast
import importlib.util
import itertools
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import torch
from sized_programs import ANSWER
from test_kernel_knobs import SUMS
from test_launch_numbers import knobs_of

from python_to_triton import codegen, frontend, runtime, static_checks, tuning
from python_to_triton.tuning.kernel_knobs import FEW_PROGRAMS, WALKING

ROOT = Path(__file__).parents[2]
EXEMPLARS = {path.stem: path.read_text() for path in sorted((ROOT / "synthetic").rglob("*.py"))}
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
FEW = 2**18
PROMISE = "if FEW_PROGRAMS:\n    tl.assume(tl.program_id(0) < 2 ** 18)"  # as ast writes it
TURNED = """import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, y_ptr, n_elements, n_rows, stride_row, stride_col, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    row, col = offsets % n_rows, offsets // n_rows
    x = tl.load(x_ptr + row * stride_row + col * stride_col, mask=mask, other=0.0)
    tl.store(y_ptr + offsets, x, mask=mask)


def translated(x):
    n_rows, n_cols = x.shape
    y = torch.empty((n_cols, n_rows), device=x.device, dtype=x.dtype)
    grid = (triton.cdiv(y.numel(), 64),)
    kernel[grid](x, y, y.numel(), n_rows, x.stride(0), x.stride(1), BLOCK=64)
    return y
"""
INLINE = ANSWER.replace("tl.program_id(0) *", "tl.program_id(0).to(tl.int64) *")
LARGER = TURNED.replace("64),)", "64) * 3, 5)")  # than the tensors are
PROMPT = frontend.trace("# x: f32[40, 70]\ny = x.t().contiguous()").text
ALIKE = """
    alibi cat conv2d_shared_filter expand flip fold gather min_max_dims pad_constant pair_of_rows
    pixel_shuffle program_of_three_shapes scatter_along tril unfold_pairs
""".split()
STORE = "    tl.store(y_ptr + offsets, x, mask=mask)\n"
# What is wrong where offsets are computed in 32 bits: {how: (in TURNED, instead of it)}
UNSOUND = {
    "offsets that are stored": (STORE, STORE.replace(", x,", ", (offsets * 4096 + row) * 4096,")),
    "a grid larger than every tensor": ("(triton.cdiv(y.numel(), 64),)", "(triton.cdiv(y.numel(), 64) * 9,)"),
    "annotated parameters": (
        "n_rows, stride_row, stride_col,",
        "n_rows: tl.int64, stride_row: int, stride_col,",
    ),
    "offsets that are added": (STORE, f"{STORE}    tl.atomic_add(y_ptr + offsets, col * row, mask=mask)\n"),
    "random numbers of offsets": (STORE, STORE.replace(", x,", ", x + tl.rand(7, col * 3 + row),")),
}


def promising(text: str, **numbers: int) -> str:
    """A text with every promise that is possible, and other numbers."""
    knobs = tuning.launch_numbers(text)
    promises = {knob.name: 32 for knob in knobs if "division bits" in knob.name}
    assert promises
    return tuning.rewritten(text, knobs, promises | numbers)


class WithoutPromises(ast.NodeTransformer):
    """Takes promises away, and gives launches their grids as they are written: what is left is the rest."""

    def visit_If(self, node):
        return None if ast.unparse(node) == PROMISE else self.generic_visit(node)

    def visit_arguments(self, node):
        node.args = [one for one in node.args if one.arg != FEW_PROGRAMS]
        return node

    def visit_Call(self, node):
        given = [one for one in node.keywords if one.arg == FEW_PROGRAMS]
        node.keywords = [one for one in node.keywords if one not in given]
        conditions = [ast.unparse(one.value) for one in given]
        assert not given or conditions == [f"{ast.unparse(node.func.slice)}[0] <= 2 ** 18"]
        return self.generic_visit(node)

    def visit_FunctionDef(self, node):
        self.generic_visit(node)
        for first, second in itertools.pairwise(list(node.body)):
            launch = getattr(second, "value", None)
            if isinstance(first, ast.Assign) and isinstance(getattr(launch, "func", None), ast.Subscript):
                if ast.dump(launch.func.slice) == ast.dump(ast.Name(first.targets[0].id, ast.Load())):
                    launch.func.slice = first.value
                    node.body.remove(first)
        return node


def rest(text: str) -> str:
    """A text without its promises."""
    return ast.dump(WithoutPromises().visit(ast.parse(text)))


def loaded(text: str, folder: Path, name: str):
    """A text as a module."""
    path = folder / f"{name}.py"  # Triton asks for the file of a kernel
    path.write_text(text)
    specification = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


def outputs(module, *inputs) -> list[torch.Tensor]:
    """What the answer of a module computes."""
    [entry] = [one for name, one in vars(module).items() if name.endswith("_triton") or name == "translated"]
    with torch.no_grad():
        found = entry(*(one.to(DEVICE) for one in inputs))
    return list(found) if isinstance(found, tuple) else [found]


def printed_of(program, *texts):
    """What a program prints that gets texts, both as JSON, in a process where nothing is interpreted."""
    done = subprocess.run(
        [sys.executable, "-c", program],
        input=json.dumps(texts),
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=os.environ | {"TRITON_INTERPRET": "0"},
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def same_bits(first: list[torch.Tensor], second: list[torch.Tensor]) -> bool:
    """Whether outputs are equal, bit for bit."""
    views = [[one.contiguous().flatten().view(torch.uint8) for one in each] for each in (first, second)]
    return len(first) == len(second) and all(map(torch.equal, *views))


# ---- the text ----


def test_a_promise_is_two_lines_and_an_argument():
    lines = [line for line in promising(TURNED).splitlines() if line not in TURNED.splitlines()]
    assert lines == [
        "def kernel(x_ptr, y_ptr, n_elements, n_rows, stride_row, stride_col, BLOCK: tl.constexpr, "
        "FEW_PROGRAMS: tl.constexpr):",
        "    if FEW_PROGRAMS:  # by which the compiler divides offsets in 32 bits",
        "        tl.assume(tl.program_id(0) < 2**18)",
        "    kernel[grid](x, y, y.numel(), n_rows, x.stride(0), x.stride(1), BLOCK=64, "
        "FEW_PROGRAMS=grid[0] <= 2**18)",
    ]


def test_a_grid_without_a_name_gets_one():
    text = promising(INLINE, BLOCK=2048)
    assert (
        "    grid = (triton.cdiv(x.numel(), 2048),)\n"
        "    kernel[grid](x, w, y, x.numel(), w.numel(), BLOCK=2048, FEW_PROGRAMS=grid[0] <= 2**18)\n"
    ) in text


def test_nothing_but_the_promise_is_changed_in_any_exemplar():
    promised = 0
    for stem, text in EXEMPLARS.items():
        if any("division bits" in name for name in knobs_of(text)):
            promised += 1
            assert rest(promising(text)) == rest(text), stem
    assert promised > 70


@pytest.mark.parametrize("old, new", UNSOUND.values(), ids=UNSOUND)
def test_what_32_bits_would_make_wrong_keeps_its_types(old, new, tmp_path):
    text = TURNED.replace(old, new)
    assert text != TURNED and rest(promising(text)) == rest(text)
    x = torch.arange(41 * 150, dtype=torch.float64).reshape(41, 150)[1:, ::2]
    written = outputs(loaded(text, tmp_path, "written"), x)
    assert same_bits(outputs(loaded(promising(text), tmp_path, "promising"), x), written)


def test_a_promise_about_another_kernel_is_seen():
    assert rest(promising(TURNED).replace("* stride_row", "* stride_col")) != rest(TURNED)
    assert rest(promising(TURNED).replace("offsets // n", "offsets.to(tl.int32) // n")) != rest(TURNED)
    with pytest.raises(AssertionError):
        rest(promising(TURNED).replace("grid[0] <=", "1 <="))


@pytest.mark.parametrize(
    "old, new",
    [
        ("grid = (triton.cdiv(y.numel(), 64),)", "grid = lambda meta: (triton.cdiv(y.numel(), 64),)"),
        ("kernel[grid]", "other = kernel[(1,)]"),
        ("kernel[grid]", "size = 1; kernel[(1,)]"),
        ("kernel[grid]", "if True: kernel[(1,)]"),
        ("BLOCK: tl.constexpr)", "BLOCK: tl.constexpr = 64)"),
        ("BLOCK: tl.constexpr)", "*FEW, BLOCK: tl.constexpr)"),
        ("BLOCK: tl.constexpr)", "BLOCK: tl.constexpr, FEW_PROGRAMS: tl.constexpr)"),
        ("    mask = offsets", "    FEW_PROGRAMS = 1\n    mask = offsets"),
        ("row, col = offsets % n_rows, offsets // n_rows", "row, col = offsets, offsets"),
        ("tl.program_id(0).to(tl.int64)", "tl.program_id(0)"),
        ("tl.program_id(0)", "tl.program_id(1)"),
        ("+ tl.arange(0, BLOCK)", ""),
        ("@triton.jit\n", "@triton.jit\n@other\n"),
    ],
)
def test_kernels_of_which_nothing_is_promised(old, new):
    assert old in TURNED and "division bits" not in knobs_of(TURNED.replace(old, new))


def test_a_name_that_is_taken_is_not_given_to_a_grid():
    taken = INLINE.replace("    y = torch", "    grid = 3\n    y = torch")
    assert "division bits" in knobs_of(INLINE) and "division bits" not in knobs_of(taken)


# ---- the promise ----


class RecordedKernel:
    """Takes the place of a kernel, and writes down its launches: [(grid, arguments by name)]."""

    def __init__(self):
        self.launches = []

    def __getitem__(self, grid):
        return lambda *_, **given: self.launches.append((grid, given))


@pytest.mark.parametrize("text", [TURNED, INLINE, LARGER], ids=["named", "inline", "larger"])
@pytest.mark.parametrize("block", [64, 1024, 16384])
def test_it_is_promised_where_the_grid_says_so(text, block, tmp_path):
    """Of tensors up to and beyond 2**31 elements, none of which is allocated."""
    numbers = {"BLOCK": block} if "BLOCK" in knobs_of(text) else {}
    module = loaded(promising(text, **numbers), tmp_path, "module")
    module.kernel = RecordedKernel()
    count = len(module.translated.__code__.co_varnames[: module.translated.__code__.co_argcount])
    for size in (1, FEW * 64, FEW * block - 1, FEW * block, FEW * block + 1, 2**31 + 5, 2**35):
        module.translated(*[torch.empty(size, 1, device="meta")] * count)
    promised = [(grid[0] <= FEW, given[FEW_PROGRAMS]) for grid, given in module.kernel.launches]
    assert all(few is said for few, said in promised) and {said for _, said in promised} == {True, False}


def test_the_interpreter_asserts_the_promise(tmp_path, monkeypatch):
    text = promising(TURNED)
    broken = text.replace("< 2**18", "< 3")
    for one in (text, broken):
        assert not static_checks.first_fault(one, PROMPT)
    assert runtime.judge_answer(PROMPT, text).ok
    verdict = runtime.judge_answer(PROMPT, broken)
    assert broken != text and not verdict.ok and "ssume" in verdict.reason, verdict.reason


def test_promises_and_programs_that_walk_go_together():
    places = "    places = row * n_cols + tl.arange(0, BLOCK)\n"
    total = "    y = tl.sum(lanes + places // n_cols * 0, axis=0)\n"
    answer = SUMS.replace("    y = tl.sum(lanes, axis=0)\n", places + total)
    prompt = frontend.trace("# x: f32[40, 70]\ny = torch.sum(x, dim=-1)").text
    text = promising(answer, **{"programs that walk": WALKING[0], "num_warps": 1})
    few = text.replace(f"{WALKING[0]}", "2")
    assert few.index("tl.assume(") < few.index("for lap in") and few != text
    for one in (text, few):
        verdict = runtime.judge_answer(prompt, one)
        assert verdict.ok, verdict.reason


def test_every_launch_of_a_kernel_promises_for_itself():
    again = "    kernel[wide](x, y, y.numel(), n_rows, 1, 1, BLOCK=64)\n    return y\n"
    twice = TURNED.replace("    return y\n", f"    wide = (5, 3)\n{again}")
    text = promising(twice)
    assert "FEW_PROGRAMS=grid[0] <= 2**18" in text and "FEW_PROGRAMS=wide[0] <= 2**18" in text
    assert rest(text) == rest(twice)
    unknown = twice.replace("wide = (5, 3)", "wide = lambda meta: (5, 3)")
    assert "division bits" not in knobs_of(unknown), "its second launch would lack an argument"


def test_several_kernels_promise_each_by_its_own_grid(tmp_path):
    helper, _, host = TURNED.partition("def translated")
    second = helper.partition("@triton.jit")[2].replace("def kernel", "def other_kernel")
    launches = "    grid = (triton.cdiv(y.numel(), 64),)\n", "    kernel[grid](x"
    host = host.replace(launches[0], "").replace(launches[1], "    kernel[(triton.cdiv(y.numel(), 64),)](x")
    again = "    other_kernel[(triton.cdiv(y.numel(), 32), 1)](x, y, y.numel(), n_rows, 70, 1, BLOCK=32)\n"
    text = f"{helper}@triton.jit{second}def translated{host}".replace(
        "    return y\n", f"{again}    return y\n"
    )
    names = [name for name in knobs_of(text) if "division bits" in name]
    assert names == ["kernel: division bits", "other_kernel: division bits"]
    assert rest(promising(text)) == rest(text) and promising(text).count("    grid = (") == 2
    x = torch.arange(40.0 * 70).reshape(40, 70)
    written = outputs(loaded(text, tmp_path, "written"), x)
    assert same_bits(outputs(loaded(promising(text), tmp_path, "promising"), x), written)


@pytest.mark.parametrize("stem", ALIKE)
def test_exemplars_give_the_same_bits_with_a_promise(stem, tmp_path):
    written = loaded(EXEMPLARS[stem], tmp_path, "written")
    promised = loaded(promising(EXEMPLARS[stem]), tmp_path, "promised")
    for seed, case in enumerate(written.CASES):
        torch.manual_seed(seed)
        inputs = written.make(*case)
        assert same_bits(outputs(promised, *inputs), outputs(written, *inputs)), case


BOUNDARY = """import torch
import triton
import triton.language as tl


@triton.jit
def kernel(y_ptr, n, first, width, height, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = (offsets >= first) & (offsets < n)
    tl.store(y_ptr + offsets - first, offsets // width % height * offsets, mask=mask)


def translated(y, n):
    grid = (triton.cdiv(n, 64),)
    kernel[grid](y, n, n - y.numel(), 7, 1000, BLOCK=64)
    return y
"""


@pytest.mark.parametrize("block", [64, 1024, 8192, 32768] if DEVICE == "cuda" else [64])
@pytest.mark.parametrize("programs", [-1, 0, 1, 5])
def test_what_is_computed_of_offsets_is_right_on_either_side_of_the_promise(block, programs, tmp_path):
    """On a GPU with 2**18 programs, of which the last offsets are about 2**31 and 2**33."""
    few = FEW if DEVICE == "cuda" else 2**3
    text = promising(BOUNDARY, BLOCK=block).replace("2**18", str(few))
    assert f"cdiv(n, {block})" in text and f"BLOCK={block}, FEW_PROGRAMS=grid[0] <= {few})" in text
    n = (few + programs) * block - 3
    y = torch.zeros(9 * block // 2, dtype=torch.int64, device=DEVICE)
    loaded(text, tmp_path, "module").translated(y, n)
    offsets = torch.arange(n - y.numel(), n, device=DEVICE)
    assert n > y.numel() and torch.equal(y, offsets // 7 % 1000 * offsets)


# ---- the compiler ----


def test_a_compiler_divides_in_32_bits_where_it_is_promised_enough():
    """Of 2**18 blocks of 16,384 it is promised too little: offsets have 32 bits and a sign."""
    program = """
import json, sys
sys.path.insert(0, "benchmarks")
from divisions import described_launches, wide_divisions, without_promise
import torch
written, promised = json.load(sys.stdin)
counts = []
for block in (1024, 16384):
    texts = [one.replace("BLOCK=64", f"BLOCK={block}") for one in (written, promised)]
    launches = [described_launches(one, "translated", (torch.ones(37, 70),))[0] for one in texts]
    many = without_promise(texts[1], launches[1])
    counts.append([*map(wide_divisions, [*texts, texts[1]], [*launches, many])])
print(json.dumps(counts))
"""
    small, large = printed_of(program, TURNED, promising(TURNED))
    assert small[0] > 0 and small == [small[0], 0, small[0]]
    assert large[0] > 0 and large == [large[0]] * 3


# ---- the search ----


def test_promises_are_tried_before_the_search(staying_sandbox):
    pytorch = codegen.pytorch_code(frontend.parse(PROMPT))
    call = (PROMPT, {"A": 33, "B": 40}, [TURNED], pytorch, 0.0, False, "cpu", staying_sandbox)
    *_, result = tuning.tune_region(*call)
    assert result["ok"] and result["tried"] == 2 and not result["failed"], result
