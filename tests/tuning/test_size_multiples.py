"""A kernel that is told what sizes are multiples of is the same kernel, and copies more at once."""

import pytest
import torch
from test_division_bits import DEVICE, loaded, printed_of
from test_launch_numbers import knobs_of

from python_to_triton import tuning
from python_to_triton.tuning.knobs import MULTIPLES

LOADS = """import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, y_ptr, n, rows, width, depth, scale, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    row = offsets // depth % rows
    x = tl.load(x_ptr + (row * width + 3) * depth + offsets % depth, mask=mask & (row < rows), other=0.0)
    tl.store(y_ptr + offsets, x * scale, mask=mask)


def translated(x, scale):
    rows, width, depth = x.shape
    y = torch.empty((rows, depth), device=x.device, dtype=x.dtype)
    kernel[(triton.cdiv(y.numel(), 64),)](x, y, y.numel(), rows, width, depth, scale, BLOCK=64)
    return y
"""
ROWS = """import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, y_ptr, n_columns, BLOCK: tl.constexpr):
BODY    row = tl.program_id(0)
    columns = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * n_columns + columns, mask=columns < n_columns, other=0.0)
    tl.store(y_ptr + row * n_columns + columns, 2 * x, mask=columns < n_columns)


def translated(x):
    n_rows, n_columns = x.shape
    y = torch.empty_like(x)
    kernel[(n_rows,)](x, y, n_columns, BLOCK=16)
    return y
"""
ADDRESS = "(row * width + 3) * depth + offsets % depth"


def told(text: str, roles=(MULTIPLES,), **numbers: int) -> str:
    """A text with what may be said of its sizes, and other numbers."""
    knobs = tuning.launch_numbers(text)
    said = {knob.name: knob.values[0] for knob in knobs if knob.role in roles}
    assert said
    return "import math\n" + tuning.rewritten(text, knobs, said | numbers)


def sizes_told(text: str) -> list[str]:
    """The parameters of which a text says what they are multiples of."""
    if "multiples" not in knobs_of(text):
        return []
    parts = told(text).split(" // MULTIPLE_")[1:]
    return [part.partition(" ")[0] for part in parts]


def test_what_decides_which_elements_lie_side_by_side_is_said():
    assert sizes_told(LOADS) == ["n", "depth"]
    text = told(LOADS)
    assert "    n = n // MULTIPLE_n * MULTIPLE_n\n" in text
    assert "MULTIPLE_n=math.gcd(y.numel(), 16), MULTIPLE_depth=math.gcd(depth, 16))" in text


@pytest.mark.parametrize(
    ("old", "new", "sizes"),
    [
        ("row < rows", "offsets % depth < width", ["n", "width", "depth"]),
        (ADDRESS, "row * (width * depth) + offsets % depth", ["n", "width", "depth"]),
        (ADDRESS, "row * scale + offsets", ["n", "depth"]),  # which may be a float
        ("row < rows", "offsets < scale", ["n", "depth"]),
        ("mask=mask & (row < rows), other=0.0", "mask & (offsets < width)", ["n", "width", "depth"]),
        ("y.numel(), rows", "triton.cdiv(y.numel(), 64), rows", ["depth"]),  # where 64 may be exchanged
        ("y.numel(), rows", "64, rows", ["depth"]),
        ("y.numel(), rows", "None, rows", ["depth"]),
        ("y.numel(), rows", "y.numel() * {1: 2}[1], rows", ["depth"]),
        ("y.numel(), rows", "x.shape, rows", ["depth"]),
        ("y.numel(), rows", "y.numel() + width * depth, rows", ["n", "depth"]),
        ("n, rows, width", "n, rows, MULTIPLE_n, width", []),
        ("    mask = ", "    depth += 0\n    mask = ", ["n"]),
        ("y.numel(), rows, width, depth", "y.numel(), *x.shape", []),
        ("y.numel(), rows", "counted(y), rows", ["depth"]),
        ("= x.shape\n", "= x.shape\n    depth = int(scale * 1.0)\n", ["n"]),
    ],
)
def test_some_sizes_are_said_and_some_are_not(old, new, sizes):
    assert old in LOADS and sizes_told(LOADS.replace(old, new)) == sizes


def test_a_kernel_that_another_one_calls_is_left():
    other = (
        "@triton.jit\ndef outer(x_ptr, BLOCK: tl.constexpr):\n    kernel(x_ptr, x_ptr, 9, 9, 9, 9, 9, 8)\n"
    )
    assert sizes_told(LOADS.replace("def translated", f"{other}\n\ndef translated")) == []


@pytest.mark.parametrize("docstring", ["", '    """Loads a row."""\n'])
def test_programs_that_walk_are_told_before_they_do(docstring, tmp_path):
    text = ROWS.replace("BODY", docstring)
    knobs = tuning.launch_numbers(text)
    numbers = {
        knob.name: knob.values[0] for knob in knobs if knob.name in ("multiples", "programs that walk")
    }
    assert len(numbers) == 2
    walking = "import math\n" + tuning.rewritten(text, knobs, numbers)
    x = torch.randn(7, 12, device=DEVICE)
    for name, module in (("written", text), ("walking", walking)):
        assert torch.equal(loaded(module, tmp_path, name).translated(x), 2 * x)


def test_launches_of_a_kernel_that_differ_say_nothing():
    again = "    kernel[(1,)](x, y, counted(y), rows, width, depth, scale, BLOCK=64)\n    return y\n"
    assert sizes_told(LOADS.replace("    return y\n", again)) == []
    alike = again.replace("counted(y)", "x.numel()")
    assert sizes_told(LOADS.replace("    return y\n", alike)) == ["n", "depth"]


@pytest.mark.parametrize("shape", [(5, 7, 12), (1, 4, 1), (3, 5, 7), (2, 4, 32)])
def test_no_value_changes(shape, tmp_path):
    x = torch.randn(shape, device=DEVICE)
    written = loaded(LOADS, tmp_path, "written").translated(x, 0.5)
    assert torch.equal(written, x[:, 3] * 0.5)
    assert torch.equal(loaded(told(LOADS), tmp_path, "told").translated(x, 0.5), written)


def test_a_compiler_copies_several_elements_where_sizes_say_so():
    """Of rows of 12 elements one at a time as it is written, and four where it is told."""
    program = """
import json, re, sys
sys.path.insert(0, "benchmarks")
import divisions
from divisions import described_launches, ptx_of
import torch
counts = []
for text in json.load(sys.stdin):
    described = described_launches(text, "translated", (torch.ones(3, 5, 12), 0.5))[0]
    ptx = ptx_of(text, described, aligned_pointers=True)
    counts.append([len(re.findall(rf"{kind}.global\\S*\\.v4\\.b32", ptx)) for kind in ("ld", "st")])
print(json.dumps(counts))
"""
    written, said = printed_of(program, LOADS.replace("64", "1024"), told(LOADS, BLOCK=1024))
    assert written == [0, 0] and min(said) > 0
