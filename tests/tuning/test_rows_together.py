"""Programs that take several short rows together compute what programs of one row do."""

import pytest
import torch
from test_kernel_knobs import SUMS

from python_to_triton import frontend, runtime, static_checks, tuning, verification
from python_to_triton.tuning.region_tuning import sizes_told
from python_to_triton.tuning.rows_together import COUNTS, MOST_ELEMENTS, ROWS_TOGETHER, SHORT

ONLINE = """import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(axis=0)
    x_ptrs = x_ptr + row * n_cols + tl.arange(0, BLOCK)
    peak = -float("inf")
    total = 0.0
    for start in range(0, n_cols, BLOCK):
        x = tl.load(x_ptrs, mask=start + tl.arange(0, BLOCK) < n_cols, other=-float("inf"))
        larger = tl.maximum(peak, tl.max(x, 0))
        total = total * tl.exp(peak - larger) + tl.sum(tl.exp(x - larger))
        peak = larger
        x_ptrs += BLOCK
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + row * n_cols + cols, mask=cols < n_cols, other=0.0)
        tl.store(y_ptr + row * n_cols + cols, tl.exp(x - peak) / total, mask=cols < n_cols)


def translated(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    n_cols = x.shape[-1]
    block = min(triton.next_power_of_2(n_cols), 16)
    grid = (x.numel() // n_cols,)
    kernel[grid](x, y, n_cols, BLOCK=block)
    return y
"""
SCAN = """import torch
import triton
import triton.language as tl


@triton.jit
def add(a, b):
    return a + b


@triton.jit
def kernel(x_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    cols = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * n_cols + cols, mask=cols < n_cols, other=0.0)
    y = tl.associative_scan(x, 0, add) + 0.0 * tl.reduce(x, 0, add)
    tl.store(y_ptr + row * n_cols + cols, y, mask=cols < n_cols)


def translated(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    n_cols = x.shape[-1]
    kernel[(x.numel() // n_cols,)](x, y, n_cols, BLOCK=triton.next_power_of_2(n_cols))
    return y
"""
TRACED = {
    SUMS: frontend.trace("# x: f32[40, 70]\ny = torch.sum(x, dim=-1)").text,
    ONLINE: frontend.trace("# x: f32[40, 70]\ny = torch.softmax(x, dim=-1)").text,
    SCAN: frontend.trace("# x: f32[40, 40]\ny = torch.cumsum(x, dim=-1)").text,
}


ARGMAX = """import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    best = tl.full([BLOCK], -float("inf"), dtype=tl.float32)
    place = tl.arange(0, BLOCK)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0)
        better = mask & (x > best)
        best = tl.where(better, x, best)
        place = tl.where(better, cols, place)
    winner = tl.max(best, axis=0)
    tl.store(y_ptr + row, tl.min(tl.where(best == winner, place, n_cols), axis=0))


def translated(x):
    x = x.contiguous()
    y = torch.empty(x.shape[:-1], dtype=torch.int64, device=x.device)
    kernel[(x.numel() // x.shape[-1],)](x, y, x.shape[-1], BLOCK=16)
    return y
"""
TRACED[ARGMAX] = frontend.trace("# x: f32[40, 70]\ny = torch.argmax(x, dim=-1)").text


FLAG = """import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    found, n_found = False, 0
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + row * n_cols + cols, mask=cols < n_cols, other=0.0)
        found = found | (tl.max(x, axis=-1) > 0.5)
        n_found += tl.sum((x > 0.5).to(tl.int32), axis=0)
    missing = ~found
    tl.store(y_ptr + row, ~missing & (n_found > 0))


def translated(x):
    x = x.contiguous()
    y = torch.empty(x.shape[:-1], dtype=torch.bool, device=x.device)
    kernel[(x.numel() // x.shape[-1],)](x, y, x.shape[-1], BLOCK=16)
    return y
"""
TRACED[FLAG] = frontend.trace("# x: f32[40, 70]\ny = (x > 0.5).any(dim=-1)").text


def knobs_of(answer, shape=(40, 70)):
    """The knobs of an answer for a tensor of this shape."""
    return tuning.launch_numbers(answer, sizes=sizes_told(answer, [torch.empty(shape)]))


def rewritten(answer, count, **numbers):
    """The text of an answer whose programs take so many rows."""
    return tuning.rewritten(answer, knobs_of(answer), {ROWS_TOGETHER: count, **numbers})


@pytest.mark.parametrize("count", [2, 32])
@pytest.mark.parametrize("answer", TRACED)
def test_rows_together_are_right(answer, count):
    text = rewritten(answer, count)
    assert f"min({count}, " in text and "tl.arange(0, ROWS)[:, None]" in text
    assert not static_checks.first_fault(text, TRACED[answer])
    verdict = runtime.judge_answer(TRACED[answer], text)
    assert verdict.ok, verdict.reason


def test_other_numbers_change_in_the_same_text():
    text = rewritten(SUMS, 4, **{"BLOCK": 8, "loop stages": 2, "num_warps": 1})
    assert "BLOCK=min(8, kernel_width)" in text, "no longer than a row"
    assert "tl.range(0, n_cols, BLOCK, num_stages=2)" in text and "num_warps=1" in text
    assert runtime.judge_answer(TRACED[SUMS], text).ok


def test_what_is_put_behind_a_block_stands_before_other_options():
    numbers = {"BLOCK": 32, "num_warps": 1, "multiples": 16}
    text = rewritten(ARGMAX, 8, **numbers)
    assert "BLOCK=min(32, kernel_width), " in text and "MULTIPLE_n_cols=math.gcd(" in text
    assert runtime.judge_answer(TRACED[ARGMAX], "import math\n" + text).ok


def test_a_program_has_no_more_rows_than_it_has_registers_for():
    for width in (1, 4, 100, SHORT):
        [knob] = [one for one in knobs_of(SUMS, (40, width)) if one.name == ROWS_TOGETHER]
        most = MOST_ELEMENTS // 2 ** (width - 1).bit_length()
        assert knob.values == tuple(count for count in COUNTS if count <= most)
    assert ROWS_TOGETHER not in [one.name for one in knobs_of(SUMS, (40, SHORT + 1))]
    assert ROWS_TOGETHER not in [one.name for one in tuning.launch_numbers(SUMS)], "sizes are not known"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("tl.store(y_ptr + row, y)", "tl.store(y_ptr, y)"),  # of no row
        ("tl.store(y_ptr + row, y)", "tl.store(y_ptr + row + 0 * tl.num_programs(0), y)"),
        ("range(0, n_cols, BLOCK)", "range(0, n_cols + 0 * row, BLOCK)"),  # as many steps as a row wants
        ("    y = tl.sum(lanes, axis=0)", "    y = tl.sum(lanes[None, :], axis=1)"),  # two dimensions
        ("    y = tl.sum(lanes, axis=0)", "    y = tl.sum(tl.sort(lanes), axis=0)"),
        (
            "    y = tl.sum(lanes, axis=0)",
            "    if row > 3:\n        lanes *= 2\n    y = tl.sum(lanes, axis=0)",
        ),
        ("tl.program_id(0)", "tl.program_id(1)"),
        ("[(n_rows,)]", "[(n_rows, 1)]"),
        ("row = tl", "rows_here = tl"),  # its name is taken
        ("n_rows, n_cols = x.shape", "kernel_rows, n_cols = x.shape; n_rows = kernel_rows"),
        ("lanes = tl.zeros([BLOCK], ", "lanes = tl.zeros(shape=[BLOCK], "),
        ("lanes = tl.zeros([BLOCK], ", "lanes = tl.full([BLOCK], 0.0 * row, "),
        ("tl.sum(lanes, axis=0)", "tl.sum(lanes, 0, False)"),
        ("tl.sum(lanes, axis=0)", "lanes.sum(0)"),
        ("    return y\n", "    kernel[lambda meta: (n_rows,)](x, y, n_cols, BLOCK=16)\n    return y\n"),
        ("    kernel[(n_rows,)]", "    grid = (n_rows,)\n    n_rows = 1\n    kernel[grid]"),  # changes
        ("tl.store(y_ptr + row, y)", "tl.store(pointer=y_ptr + row, value=y)"),
        ("    kernel[(n_rows,)]", "    x = x * 1.0; kernel[(n_rows,)]"),  # two statements on a line
        (
            "    return tl.load",
            "    cols += tl.arange(0, 1)\n    return tl.load",
        ),  # by a function that it calls
    ],
)
def test_what_is_written_in_another_way_stays(old, new):
    assert SUMS.count(old) == 1
    changed = SUMS.replace(old, new).replace(
        "+ row *", "+ tl.program_id(0) *" if "rows_here" in new else "+ row *"
    )
    assert ROWS_TOGETHER in [one.name for one in knobs_of(SUMS)]
    assert ROWS_TOGETHER not in [one.name for one in knobs_of(changed)]


def test_a_mask_that_is_not_named_is_one():
    answer = SUMS.replace("tl.store(y_ptr + row, y)", "tl.store(y_ptr + row, y, n_cols > 0)")
    text = rewritten(answer, 4)
    assert "tl.store(y_ptr + row, y, (n_cols > 0) & (rows_here < n_rows_here))" in text
    assert runtime.judge_answer(TRACED[SUMS], text).ok


@pytest.mark.parametrize("answer", TRACED)
def test_a_gpus_compiler_takes_them(answer):
    compiled = verification.compile_kernels(
        rewritten(answer, 8), [(torch.empty(40, 70),)], targets=("sm_90",)
    )
    assert compiled and all(one.ok for one in compiled), compiled


def test_what_is_written_beyond_the_row_is_no_row():
    padded = SCAN.replace("torch.empty_like(x)", "x.new_empty((x.shape[0], 128))").replace(
        "tl.store(y_ptr + row * n_cols + cols, y, mask=cols < n_cols)",
        "tl.store(y_ptr + row * 128 + cols, y)",
    )
    padded = padded.replace("BLOCK=triton.next_power_of_2(n_cols)", "BLOCK=128")
    assert "BLOCK=128, " in tuning.rewritten(padded, knobs_of(padded), {ROWS_TOGETHER: 4})


def test_a_block_that_is_no_row_keeps_its_length():
    taps = "    taps = tl.sum(tl.arange(0, TAPS), axis=0)\n"
    answer = SUMS.replace("BLOCK: tl.constexpr)", "BLOCK: tl.constexpr, TAPS: tl.constexpr)")
    answer = answer.replace("    y = tl.sum", f"{taps}    y = (taps - 27) * tl.sum").replace(
        "=16)", "=16, TAPS=8)"
    )
    text = tuning.rewritten(answer, knobs_of(answer, (40, 3)), {ROWS_TOGETHER: 4})
    assert "BLOCK=min(16, kernel_width), TAPS=8, " in text
    assert runtime.judge_answer(TRACED[SUMS], text).ok


TWO = """import torch
import triton
import triton.language as tl


@triton.jit
def sum_kernel(x_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    cols = tl.arange(0, BLOCK)
    tl.store(y_ptr + row, tl.sum(tl.load(x_ptr + row * n_cols + cols, mask=cols < n_cols, other=0.0)))


@triton.jit
def max_kernel(x_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    cols = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * n_cols + cols, mask=cols < n_cols, other=-float("inf"))
    tl.store(y_ptr + row, tl.max(x))


def translated(x, w):
    x, w = x.contiguous(), w.contiguous()
    n_cols, m_cols = x.shape[-1], w.shape[-1]
    y, z = x.new_empty(x.shape[:-1]), w.new_empty(w.shape[:-1])
    x_grid = (x.shape[0],)
    w_grid = (w.shape[0],)
    sum_kernel[x_grid](x, y, n_cols, BLOCK=triton.next_power_of_2(n_cols))
    max_kernel[w_grid](w, z, m_cols, BLOCK=triton.next_power_of_2(m_cols))
    return y, z
"""


def test_each_of_two_kernels_has_rows_of_its_own():
    traced = frontend.trace(
        "# x: f32[100, 4]\n# w: f32[90, 300]\ny = x.sum(-1)\nz = w.amax(-1)\nreturn y, z"
    ).text
    told = sizes_told(TWO, [torch.empty(100, 4), torch.empty(90, 300)])
    knobs = tuning.launch_numbers(TWO, sizes=told)
    numbers = {knob.name: 8 for knob in knobs if knob.name.endswith(ROWS_TOGETHER)}
    assert len(numbers) == 2
    text = tuning.rewritten(TWO, knobs, numbers)
    assert runtime.judge_answer(traced, text).ok
    assert text.count("sum_kernel_rows") == text.count("max_kernel_rows") == 3


def test_a_grid_of_two_launches_stays():
    twice = ONLINE.replace("    return y\n", "    kernel[grid](x, y, n_cols, BLOCK=block)\n    return y\n")
    assert ROWS_TOGETHER not in [one.name for one in knobs_of(twice)]
