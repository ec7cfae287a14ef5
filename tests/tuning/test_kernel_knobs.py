"""Kernels whose text is changed still compute the same, in Triton's interpreter."""

import pytest
from sized_programs import ANSWER
from test_launch_numbers import PRODUCT, TWO_KERNELS, changed_lines, knobs_of

from python_to_triton import codegen, frontend, runtime, static_checks, tuning
from python_to_triton.tuning.kernel_knobs import LOOP_STAGES, WALKING

SUMS = """import torch
import triton
import triton.language as tl


@triton.jit
def load_tile(x_ptr, cols, n_cols):
    return tl.load(x_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)


@triton.jit
def kernel(x_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    # each row by a program of its own
    row = tl.program_id(0).to(tl.int64)
    lanes = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        lanes += load_tile(x_ptr + row * n_cols, cols, n_cols)

    y = tl.sum(lanes, axis=0)
    tl.store(y_ptr + row, y)


def translated(x):
    n_rows, n_cols = x.shape
    y = torch.empty((n_rows,), device=x.device, dtype=x.dtype)
    kernel[(n_rows,)](x, y, n_cols, BLOCK=16)
    return y
"""
CAST = PRODUCT.replace("other=0.0)\n        y +=", "other=0.0).to(tl.float32)\n        y +=")
CAST = CAST.replace("is_a, other=0.0)", "is_a, other=0.0).to(tl.float32)")
CAST = CAST.replace("tl.dot(a, b", "tl.dot(a.to(b.dtype), b")
TRACED = {
    SUMS: frontend.trace("# x: f32[40, 70]\ny = torch.sum(x, dim=-1)").text,
    CAST: frontend.trace("# a: f16[33, 40]\n# b: f16[40, 72]\ny = a @ b").text,
}


def judged(answer: str, is_half: bool = False, **numbers: int):
    """The verdict on an answer with these numbers."""
    text = tuning.rewritten(answer, tuning.launch_numbers(answer, is_half), numbers)
    assert not static_checks.first_fault(text, TRACED[answer])
    return runtime.judge_answer(TRACED[answer], text)


def test_a_loop_without_products_loads_ahead():
    stages = knobs_of(SUMS)["loop stages"]
    assert stages.neighbours(stages.value) == LOOP_STAGES and "num_stages" not in knobs_of(SUMS)
    loop = "for start in tl.range(0, n_cols, BLOCK, num_stages=3):"
    assert changed_lines(SUMS, **{"loop stages": 3}) == [loop]
    assert judged(SUMS, **{"loop stages": 3}).ok
    assert "loop stages" not in knobs_of(PRODUCT), "num_stages says it there"


@pytest.mark.parametrize("pointer, loads_ahead", [("y_ptr", True), ("x_ptr", False), ("places", False)])
def test_a_loop_that_stores_where_it_loads_does_not_load_ahead(pointer, loads_ahead):
    store = f"        tl.store({pointer} + row * n_cols + cols, lanes, mask=cols < n_cols)\n"
    answer = SUMS.replace("cols, n_cols)\n\n", f"cols, n_cols)\n{store}\n")
    assert answer != SUMS and ("loop stages" in knobs_of(answer)) is loads_ahead


STORING = SUMS.replace(
    "cols, n_cols)\n\n",
    "cols, n_cols)\n        tl.store(y_ptr + row * n_cols + cols, lanes, mask=cols < n_cols)\n\n",
)
ALLOCATED = "y = torch.empty((n_rows,), device=x.device, dtype=x.dtype)"


@pytest.mark.parametrize(
    "made, launched, loads_ahead",
    [
        (ALLOCATED, "x, y", True),
        (ALLOCATED, "y, y", False),
        (ALLOCATED, "y.view(-1), y", False),
        (f"{ALLOCATED}\n    z = y.reshape(-1)", "z, y", False),
        (f"{ALLOCATED}\n    z = torch.zeros_like(y)", "z, y", True),
        ("y = x.view(n_rows, n_cols)", "x, y", False),
        (f"{ALLOCATED}\n    given = (x, y)", "*given", False),
    ],
)
def test_a_loop_does_not_load_ahead_where_two_pointers_may_be_one_tensor(made, launched, loads_ahead):
    answer = STORING.replace(ALLOCATED, made).replace("(x, y, n_cols", f"({launched}, n_cols")
    assert ("loop stages" in knobs_of(answer)) is loads_ahead


def test_a_loop_does_not_load_ahead_where_another_launch_passes_one_tensor_twice():
    again = "    kernel[(n_rows,)](y, y, n_cols, BLOCK=16)\n    return y\n"
    assert "loop stages" in knobs_of(STORING)
    assert "loop stages" not in knobs_of(STORING.replace("    return y\n", again))


@pytest.mark.parametrize("store", ["tl.store(pointer={}, value={})", "put({}, {})"])
def test_a_loop_whose_stores_are_not_followed_does_not_load_ahead(store):
    helper = (
        "@triton.jit\ndef put(pointer, value):\n    tl.store(pointer, value)\n\n\n@triton.jit\ndef kernel"
    )
    statement = store.format("x_ptr + row * n_cols + cols", "lanes")
    answer = SUMS.replace("@triton.jit\ndef kernel", helper)
    assert "loop stages" in knobs_of(answer)
    assert "loop stages" not in knobs_of(answer.replace("n_cols)\n\n", f"n_cols)\n        {statement}\n\n"))


@pytest.mark.parametrize(
    "loop", ["range(0, n_cols, step=BLOCK)", "range((n_cols - 1) // BLOCK * BLOCK, -1, -BLOCK)"]
)
def test_a_loop_with_a_step_of_any_form_loads_ahead(loop, monkeypatch):
    answer = SUMS.replace("range(0, n_cols, BLOCK)", loop)
    monkeypatch.setitem(TRACED, answer, TRACED[SUMS])
    assert judged(answer, **{"loop stages": 3}).ok


def test_programs_walk_over_rows():
    walking = {"programs that walk": WALKING[0]}
    text = tuning.rewritten(SUMS, tuning.launch_numbers(SUMS), walking | {"num_warps": 1})
    assert (
        "        for start in range" in text
        and "kernel[(min(n_rows, 1056),)](x, y, n_cols, BLOCK=16, " in text
    )
    few = text.replace("1056", "2")
    assert runtime.judge_answer(TRACED[SUMS], few).ok
    assert judged(SUMS, **walking, **{"loop stages": 2}).ok


@pytest.mark.parametrize(
    "old, new",
    [
        ("tl.program_id(0)", "tl.program_id(axis=0)"),
        ("    # each row", '    """Sums\n    rows."""\n    # each row'),
        ("    y = tl.sum", "    tl.debug_barrier()\n    y = tl.sum"),
        (
            "    return y\n",
            "    n_again = n_rows\n    kernel[(n_again,)](x, y, n_cols, BLOCK=16)\n    return y\n",
        ),
    ],
)
def test_programs_walk_in_kernels_of_any_form(old, new, monkeypatch):
    answer = SUMS.replace(old, new)
    monkeypatch.setitem(TRACED, answer, TRACED[SUMS])
    verdict = judged(answer, **{"programs that walk": 2})
    assert answer != SUMS and verdict.ok, verdict.reason


def test_options_that_are_added_to_one_call_do_not_run_into_each_other():
    answer = SUMS.replace("BLOCK=16)", "BLOCK=16,)")
    changed = {"num_warps": 1, "programs that walk": WALKING[0]}
    text = tuning.rewritten(answer, tuning.launch_numbers(answer), changed)
    assert (
        "BLOCK=16,n_programs=n_rows, num_warps=1, )" in text
        or "BLOCK=16,num_warps=1, n_programs=n_rows, )" in text
    )


@pytest.mark.parametrize(
    "old, new",
    [
        ("(n_rows,)]", "(triton.cdiv(n_rows, 1),)]"),
        ("tl.program_id(0).to", "tl.program_id(1).to"),
        ("    row = tl", "    x_ptr += n_cols\n    row = tl"),
        ("lanes = tl", "lap = tl"),
        ("    tl.store", "    if row > 3:\n        return\n    tl.store"),
        ("BLOCK: tl.constexpr)", "BLOCK: tl.constexpr = 16)"),
        ("    return y\n", "    kernel[(n_rows * 1,)](x, y, n_cols, BLOCK=16)\n    return y\n"),
        ("    return tl.load(", "    x_ptr += tl.program_id(0)\n    return tl.load("),
        ("tl.program_id(0).to", "tl.program_id(\n            0\n                  ).to"),
    ],
)
def test_kernels_whose_programs_cannot_walk(old, new):
    assert "programs that walk" in knobs_of(SUMS)
    assert "programs that walk" not in knobs_of(SUMS.replace(old, new))


def test_programs_of_several_kernels_or_of_blocks_do_not_walk():
    assert not any("walk" in name for answer in (TWO_KERNELS, ANSWER, PRODUCT) for name in knobs_of(answer))


def test_half_precision_is_multiplied_as_it_is_stored():
    [knob] = [one for one in tuning.launch_numbers(CAST, True) if one.name == "operand bits"]
    assert knob.neighbours(knob.value) == (16,)
    text = tuning.rewritten(CAST, [knob], {knob.name: 16})
    assert "tl.dot(a.to(b.dtype).to(b_ptr.dtype.element_ty), b.to(b_ptr.dtype.element_ty), " in text
    verdict = judged(CAST, True, **{"operand bits": 16})
    assert verdict.ok, verdict.reason


def test_what_is_computed_of_several_tensors_is_cast_as_the_other_operand():
    masked = CAST.replace("        y +=", "        a = a * tl.load(y_ptr + rows)[:, None]\n        y +=")
    [knob] = [one for one in tuning.launch_numbers(masked, True) if one.name == "operand bits"]
    text = tuning.rewritten(masked, [knob], {knob.name: 16})
    assert "tl.dot(a.to(b.dtype).to(a_ptr" not in text and text.count(".to(b_ptr.dtype.element_ty)") == 2


def test_half_precision_is_tried_before_the_search(staying_sandbox):
    pytorch = codegen.pytorch_code(frontend.parse(TRACED[CAST]))
    call = (TRACED[CAST], {"A": 33, "B": 40, "C": 72}, [CAST], pytorch, 0.0, False, "cpu", staying_sandbox)
    *_, result = tuning.tune_region(*call)
    assert result["ok"] and result["tried"] == 2 and not result["failed"], result


def test_operands_that_are_stored_in_float32_or_not_cast_stay():
    assert "operand bits" not in knobs_of(CAST)
    assert not any(knob.name == "operand bits" for knob in tuning.launch_numbers(PRODUCT, True))
    computed = CAST.replace("tl.dot(a.to(b.dtype)", "tl.dot(tl.zeros((BLOCK_M, BLOCK_K), tl.float32)")
    assert not any(knob.name == "operand bits" for knob in tuning.launch_numbers(computed, True))


def test_a_cast_whose_dtype_is_named_is_read():
    named = CAST.replace("a.to(b.dtype)", "a.to(dtype=b.dtype)")
    assert named != CAST
    assert tuning.launch_numbers(named, True)
