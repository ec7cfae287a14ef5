"""Launch numbers are found in an answer's text and exchanged wherever they stand."""

import ast

import pytest
from sized_programs import ANSWER

from python_to_triton import tuning
from python_to_triton.tuning.knobs import LOOP_BYTES, Edit, Knob, edit_of, insertion, is_on_one_line
from python_to_triton.tuning.launch_numbers import (
    PRODUCT_TILES,
    describe,
    one_knob_an_edit,
    product_tiles,
    spills,
)

PRODUCT = """import torch
import triton
import triton.language as tl


@triton.jit
def kernel(a_ptr, b_ptr, y_ptr, M, N, K, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    rows = tl.program_id(0).to(tl.int64) * BLOCK_M + tl.arange(0, BLOCK_M)
    columns = tl.program_id(1).to(tl.int64) * BLOCK_N + tl.arange(0, BLOCK_N)
    k = tl.arange(0, BLOCK_K)
    y = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for start in range(0, K, BLOCK_K):
        is_a = (rows[:, None] < M) & (start + k[None, :] < K)
        is_b = (start + k[:, None] < K) & (columns[None, :] < N)
        a = tl.load(a_ptr + rows[:, None] * K + start + k[None, :], mask=is_a, other=0.0)
        b = tl.load(b_ptr + (start + k[:, None]) * N + columns[None, :], mask=is_b, other=0.0)
        y += tl.dot(a, b, input_precision="ieee")
    is_y = (rows[:, None] < M) & (columns[None, :] < N)
    tl.store(y_ptr + rows[:, None] * N + columns[None, :], y, mask=is_y)


def translated(a, b):
    (M, K), N = a.shape, b.shape[1]
    y = torch.empty(M, N, device=a.device, dtype=a.dtype)
    grid = (triton.cdiv(M, 64), triton.cdiv(N, 64))
    kernel[grid](a, b, y, M, N, K, BLOCK_M=64, BLOCK_N=64, BLOCK_K=64, num_warps=8)
    return y
"""
GROUPED = PRODUCT.replace("tl.program_id(1)", "(tl.program_id(0) // M)").replace(
    "64), triton", "64) * triton"
)
GROUPED = GROUPED.replace("triton.cdiv(N, 64))", "triton.cdiv(N, 64),)")
ROWS = """@triton.jit
def kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    for start in range(0, n, BLOCK):
        x = tl.load(x_ptr + tl.program_id(0) * n + start + offsets, mask=start + offsets < n)
        tl.store(y_ptr + tl.program_id(0) * n + start + offsets, x, mask=start + offsets < n)


def translated(x):
    y = torch.empty_like(x)
    block = min(triton.next_power_of_2(x.shape[1]), 1024)
    kernel[(x.shape[0],)](x, y, x.shape[1], BLOCK=block, num_warps=4 if block < 512 else 8)
    return y
"""
TWO_KERNELS = """@triton.jit
def partial_kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    total = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(tl.program_id(0) * BLOCK, n, tl.num_programs(0) * BLOCK):
        offsets = start + tl.arange(0, BLOCK)
        total += tl.load(x_ptr + offsets, mask=offsets < n, other=0.0)
    tl.store(y_ptr + tl.program_id(0), tl.sum(total))


@triton.jit
def kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    tl.store(y_ptr, tl.sum(tl.load(x_ptr + tl.arange(0, BLOCK), mask=tl.arange(0, BLOCK) < n, other=0.0)))


def translated(x):
    programs = min(triton.cdiv(x.numel(), 1024), 512)
    partial = torch.empty(programs, device=x.device)
    y = x.new_empty(())
    partial_kernel[(programs,)](x, partial, x.numel(), BLOCK=1024)
    kernel[(1,)](
        partial,
        y,
        programs,
        BLOCK=512,
    )
    return y
"""


def knobs_of(answer: str) -> dict:
    return {knob.name: knob for knob in tuning.launch_numbers(answer)}


def changed_lines(answer: str, **numbers: int) -> list[str]:
    """The lines that differ once these numbers are exchanged."""
    text = tuning.rewritten(answer, tuning.launch_numbers(answer), numbers)
    ast.parse(text)
    pairs = zip(answer.splitlines(), text.splitlines(), strict=True)
    return [new.strip() for old, new in pairs if old != new]


def test_a_block_and_the_grid_that_depends_on_it_change_together():
    numbers = {"num_warps": 4, "BLOCK": 1024, "multiples": None}
    assert {name: knob.value for name, knob in knobs_of(ANSWER).items()} == numbers
    launch = "kernel[(triton.cdiv(x.numel(), 2048),)](x, w, y, x.numel(), w.numel(), BLOCK=2048)"
    assert changed_lines(ANSWER, BLOCK=2048) == [launch]
    [launch] = changed_lines(ANSWER, num_warps=8)
    assert launch.endswith("w.numel(), BLOCK=1024, num_warps=8)")


def test_equal_blocks_are_told_apart_by_the_axes_of_the_grid():
    numbers = {"num_warps", "num_stages", "BLOCK_M", "BLOCK_N", "BLOCK_K", "multiples"}
    assert set(knobs_of(PRODUCT)) == numbers
    grid, launch = changed_lines(PRODUCT, BLOCK_N=32)
    assert grid == "grid = (triton.cdiv(M, 64), triton.cdiv(N, 32))" and "BLOCK_N=32, BLOCK_K=64" in launch
    [launch] = changed_lines(PRODUCT, BLOCK_K=32)
    assert "BLOCK_M=64, BLOCK_N=64, BLOCK_K=32" in launch, "the block of a loop is in no grid"
    [launch] = changed_lines(PRODUCT, num_warps=4, num_stages=2)
    assert launch.endswith("num_warps=4, num_stages=2)")
    assert knobs_of(PRODUCT)["BLOCK_M"].values[0] == 16, "the least that tl.dot takes"


def test_tiles_with_which_products_are_often_fast():
    tiles = product_tiles(tuning.launch_numbers(PRODUCT))
    assert {"BLOCK_M": 128, "BLOCK_N": 64, "BLOCK_K": 32, "num_warps": 4, "num_stages": 3} in tiles
    assert {numbers["BLOCK_K"] for numbers in tiles} == {32, 64}
    halves = product_tiles(tuning.launch_numbers(PRODUCT), element_size=2)
    assert {numbers["BLOCK_K"] for numbers in halves} == {64, 128}, "as many bytes"
    assert len(halves) == len(PRODUCT_TILES) and halves[0]["BLOCK_M"] * halves[0]["BLOCK_N"] == 128 * 256
    assert max(numbers["BLOCK_M"] * numbers["BLOCK_N"] for numbers in tiles) == 128 * 128, "others spill"
    assert product_tiles(tuning.launch_numbers(ANSWER)) == []
    assert product_tiles(tuning.launch_numbers(TWO_KERNELS)) == []
    knobs = tuning.launch_numbers(PRODUCT)
    assert spills(knobs, {"num_warps": 1, "BLOCK_M": 128}) and not spills(knobs, {"num_warps": 2})
    assert not any(spills(knobs, numbers) for numbers in tiles)


def test_equal_blocks_on_one_axis_follow_the_order_of_the_grid_or_change_together():
    grid, launch = changed_lines(GROUPED, BLOCK_N=32)
    assert "triton.cdiv(M, 64) * triton.cdiv(N, 32)" in grid and "BLOCK_M=64, BLOCK_N=32" in launch
    folded = GROUPED.replace("triton.cdiv(M, 64) * triton.cdiv(N, 64)", "triton.cdiv(M * N, 64 * 64)")
    folded = folded.replace("64 * 64", "64")
    grid, launch = changed_lines(folded, **{"BLOCK_M, BLOCK_N": 32})
    assert "triton.cdiv(M * N, 32)" in grid and "BLOCK_M=32, BLOCK_N=32" in launch


def test_the_cap_of_a_block_that_the_host_computes():
    knobs = knobs_of(ROWS)
    assert knobs["BLOCK"].value == 1024 and knobs["num_warps"].value is None
    assert knobs["num_warps"].neighbours(None) == (1, 2, 4, 8, 16)
    assert changed_lines(ROWS, BLOCK=4096) == ["block = min(triton.next_power_of_2(x.shape[1]), 4096)"]
    [line] = changed_lines(ROWS, num_warps=2)
    assert line.endswith("BLOCK=block, num_warps=2)")


def test_several_kernels_name_their_knobs():
    names = set(knobs_of(TWO_KERNELS))
    assert {"partial_kernel: BLOCK", "partial_kernel: programs", "kernel: BLOCK"} <= names
    lines = changed_lines(TWO_KERNELS, **{"partial_kernel: BLOCK": 256})
    assert lines[0] == "programs = min(triton.cdiv(x.numel(), 256), 512)" and lines[1].endswith("BLOCK=256)")
    text = tuning.rewritten(TWO_KERNELS, tuning.launch_numbers(TWO_KERNELS), {"kernel: num_warps": 1})
    assert "BLOCK=512,\n    num_warps=1, )" in text


@pytest.mark.parametrize(
    "decorator", ["@triton.autotune(CONFIGS, key=['n'])\n@triton.jit", "@triton.heuristics({})\n@triton.jit"]
)
def test_a_kernel_that_is_tuned_brings_its_own_numbers(decorator):
    assert tuning.launch_numbers(ANSWER.replace("@triton.jit", decorator)) == ()


def test_a_step_is_the_next_smaller_and_the_next_larger():
    block = knobs_of(ANSWER)["BLOCK"]
    assert block.neighbours(1024) == (512, 2048) and block.neighbours(64) == (128,)
    knobs = tuning.launch_numbers(ANSWER)
    assert describe(knobs, {"BLOCK": 512, "num_warps": 4}) == "BLOCK 1024 -> 512"
    assert describe(knobs, {}) == "as written"


SPLIT = PRODUCT.replace("k = tl.arange(0, BLOCK_K)", "k = tl.program_id(2) * BLOCK_K + tl.arange(0, BLOCK_K)")
SPLIT = SPLIT.replace("range(0, K, BLOCK_K)", "range(0, K, tl.num_programs(2) * BLOCK_K)")
SPLIT = (
    SPLIT[: SPLIT.index("def translated")]
    + """@triton.jit
def sum_kernel(part_ptr, y_ptr, n, parts, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    y = tl.load(part_ptr + offsets, mask=offsets < n, other=0.0)
    tl.store(y_ptr + offsets, y, mask=offsets < n)


def translated(a, b):
    (M, K), N = a.shape, b.shape[1]
    y = torch.empty(M, N, device=a.device, dtype=a.dtype)
    tiles = triton.cdiv(M, 64) * triton.cdiv(N, 64)
    parts = max(1, min(triton.cdiv(K, 128), 264 // tiles))
    grid = (triton.cdiv(M, 64), triton.cdiv(N, 64), parts)
    kernel[grid](a, b, y, M, N, K, BLOCK_M=64, BLOCK_N=64, BLOCK_K=32, num_warps=8)
    grid = (triton.cdiv(y.numel(), 32),)
    sum_kernel[grid](y, y, y.numel(), parts, BLOCK=32)
    return y
"""
)


def test_of_two_grids_in_one_name_each_launch_has_its_own():
    knobs = {knob.name: knob for knob in tuning.launch_numbers(SPLIT)}
    assert knobs["kernel: BLOCK_K"].role == "loop" and knobs["kernel: programs"].value == 264
    changed = tuning.rewritten(
        SPLIT, knobs.values(), {"kernel: BLOCK_K": 16, "sum_kernel: BLOCK": 64, "kernel: programs": 132}
    )
    assert "BLOCK_K=16" in changed and "132 // tiles" in changed
    assert "cdiv(y.numel(), 64)" in changed and "BLOCK=64" in changed and "min(triton.cdiv(K, 128)" in changed
    tiles = product_tiles(tuning.launch_numbers(SPLIT))
    assert len(tiles) > 5 and all("kernel: num_warps" in numbers for numbers in tiles)


def test_a_step_along_k_that_is_written_in_bytes():
    answer = PRODUCT.replace("BLOCK_K=64", "BLOCK_K=128 // y.element_size()")
    assert knobs_of(answer)["BLOCK_K (bytes)"].role == LOOP_BYTES
    for element_size in (2, 4):
        tiles = product_tiles(tuning.launch_numbers(answer), element_size)
        assert {numbers["BLOCK_K (bytes)"] for numbers in tiles} == {128, 256}
    [launch] = changed_lines(answer, **{"BLOCK_K (bytes)": 256})
    assert "BLOCK_K=256 // y.element_size()" in launch


def test_the_elements_that_a_program_shares_among_its_rows():
    several = ROWS.replace("min(triton.next_power_of_2(x.shape[1]), 1024)", "max(2048 // x.shape[1], 1)")
    [knob] = [knob for knob in tuning.launch_numbers(several) if "elements" in knob.name]
    assert knob.name == "BLOCK (elements)" and knob.neighbours(2048) == (1024, 4096)
    assert "max(4096 // x.shape[1], 1)" in tuning.rewritten(several, [knob], {knob.name: 4096})


def test_an_option_goes_before_the_bracket_of_a_call_with_comments():
    def launched(arguments):
        source = f"kernel[grid](\n    x,\n    BLOCK=16{arguments}\n)\n"
        lines = source.encode().splitlines(keepends=True)
        knob = Knob("num_warps", 4, (2,), (insertion(ast.parse(source).body[0].value, "num_warps", lines),))
        return ast.unparse(ast.parse(tuning.rewritten(source, [knob], {"num_warps": 2})))

    for arguments in ("", ",", ",  # elements", "  # elements, of a row,", "\n    # ),"):
        assert launched(arguments) == "kernel[grid](x, BLOCK=16, num_warps=2)"


def test_what_stands_on_several_lines_is_no_knob():
    several_lines = ast.parse("f(\n        1\n            )").body[0].value
    assert not is_on_one_line(Knob("programs", 1, (2,), (edit_of(several_lines),)))
    assert is_on_one_line(Knob("programs", 1, (2,), (edit_of(several_lines.args[0]),)))


def test_knobs_that_share_a_place_with_one_are_one():
    first, second = Edit(1, 0, 1), Edit(1, 2, 3)
    knobs = [
        Knob("A", 4, (2, 4), (first,)),
        Knob("B", 4, (4, 8), (second,)),
        Knob("C", 4, (4,), (first, second)),
    ]
    assert one_knob_an_edit(knobs) == (Knob("A, B, C", 4, (4,), (first, second)),)
    assert one_knob_an_edit(knobs[:2]) == tuple(knobs[:2])
