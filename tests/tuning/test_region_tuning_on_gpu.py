"""Tuning on a GPU, through the helper process."""

import pytest
import torch
from sized_programs import ANSWER, PROGRAM, call_for
from test_kernel_knobs import CAST, SUMS
from test_launch_numbers import PRODUCT, TWO_KERNELS

from python_to_triton import codegen, frontend, tuning

pytestmark = pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a GPU")

SLOW = ANSWER.replace("1024", "32")
LARGE = PROGRAM.replace("randn(96, 512)", "randn(32768, 512)")
HEADER = "import torch\nimport triton\nimport triton.language as tl\n\n\n"


@pytest.fixture(scope="module")
def helper():
    made = tuning.HelperProcess()
    yield made
    made.close()


def tuned(helper, program, *answers, compiled=False, budget=2.0):
    """The result of tuning answers to a program."""
    call = call_for(answers[0], program)
    result, failure = helper.call(
        "tune",
        200,
        prompt=call["prompt"],
        sizes=call["sizes"],
        answers=list(answers),
        pytorch=codegen.pytorch_code(frontend.parse(call["prompt"])),
        budget=budget,
        compiled=compiled,
    )
    assert result["ok"] and not failure, (result, failure)
    return result


def test_a_block_that_is_too_small_grows(helper):
    result = tuned(helper, LARGE, SLOW, compiled=True)
    first = result["finalists"][0]
    assert "BLOCK 32 -> " in first["numbers"] and first["ms"] < 0.7 * result["usual_ms"], result
    assert first["ms"] < 1.1 * result["torch_ms"] and result["compile_ms"] > 0 and not result["untimed"]


def test_tiles_that_do_not_fit_are_left_out_with_their_reason(helper):
    program = "# a: f32[1024, 2048], b: f32[2048, 1024]\ny = a @ b\n"
    large = PRODUCT.replace("BLOCK_K=64, num_warps=8", "BLOCK_K=256, num_warps=8, num_stages=1")
    result = tuned(helper, program, large.replace("ieee", "tf32x3"), budget=4.0)
    assert result["failed"] and any("shared memory" in reason for reason in result["reasons"]), result
    assert result["finalists"][0]["ms"] < 0.9 * result["usual_ms"], result


def test_products_of_half_precision_that_were_cast(helper):
    program = "# a: f16[2048, 2048], b: f16[2048, 2048]\ny = a @ b\n"
    result = tuned(helper, program, CAST.replace("ieee", "tf32x3"), budget=3.0)
    first = result["finalists"][0]
    assert "operand bits 32 -> 16" in first["numbers"] and first["ms"] < 0.5 * result["usual_ms"], result


def test_programs_that_walk_and_loops_that_load_ahead_compile(helper):
    result = tuned(helper, "# x: f32[65536, 96]\ny = torch.sum(x, dim=-1)\n", SUMS, budget=6.0)
    assert result["tried"] > 10 and not result["failed"], result


def test_launches_of_several_kernels_are_timed_as_a_graph_too(helper):
    call = call_for(HEADER + TWO_KERNELS, "# x: f32[512, 4096]\ny = x.sum()\n")
    result, failure = helper.call("judge", 200, **call)
    assert result["ok"] and not failure, (result, failure)
    assert result["launches"] == 2 and "not_captured" not in result, result
    assert 0 < result["captured_ms"] < result["launched_ms"]
