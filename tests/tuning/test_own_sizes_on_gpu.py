"""Own sizes and times on a GPU, through the helper process."""

import pytest
import torch
from sized_programs import ANSWER, PROGRAM, WRONG, call_for

from python_to_triton import runtime, tuning

pytestmark = pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a GPU")

LARGE = PROGRAM.replace("randn(96, 512)", "randn(65536, 512)")
HALF = """def positive(x):
    return torch.relu(x)


def get_inputs():
    return [torch.randn({}, dtype=torch.float16)]
"""
ONE_OPERAND = "\n".join(line for line in ANSWER.split("\n") if "tl.load(w_ptr" not in line)
for old, new in {
    ", w_ptr": "",
    ", width": "",
    " * w": "",
    "translated(x, w)": "translated(x)",
    "(x, w, y": "(x, y",
    ", w.numel()": "",
}.items():
    ONE_OPERAND = ONE_OPERAND.replace(old, new)


@pytest.fixture(scope="module")
def helper():
    made = tuning.HelperProcess()
    yield made
    made.close()


def judged(helper, call):
    """(result, what went wrong) of a call."""
    return helper.call("judge", 300, **call)


def test_right_and_timed(helper):
    result, failure = judged(helper, call_for(ANSWER, LARGE) | {"compiled": True})
    assert result["ok"] and not failure and result["against"] == "float64", result
    assert result["untimed"] == "", result
    assert all(0.01 < result[name] < 10 for name in ("torch_ms", "compile_ms", "triton_ms")), result
    assert result["triton_ms"] < result["torch_ms"], "one pass over the data, where eager makes two"


@pytest.mark.parametrize("name", WRONG)
def test_wrong(helper, name):
    answer, words = WRONG[name]
    result, _ = judged(helper, call_for(answer))
    assert not result["ok"] and words in result["reason"], result


def test_an_offset_of_32_bits_is_found_at_the_files_own_size(helper):
    """Right on every sample, and at 2^30 elements; wrong above 2^31."""
    wide = ONE_OPERAND.replace("tl.program_id(0)", "tl.program_id(0).to(tl.int64)")
    small = HALF.format(1 << 20)
    large = HALF.format((1 << 31) + (1 << 20))
    assert judged(helper, call_for(ONE_OPERAND, small, timed=False))[0]["ok"]
    result, _ = judged(helper, call_for(ONE_OPERAND, large, timed=False))
    assert not result["ok"] and result.get("stage") != "task", result
    result, _ = judged(helper, call_for(wide, large, timed=False))
    assert result["ok"], result


def test_a_grid_that_no_gpu_has_is_found(helper):
    rows = ONE_OPERAND.replace("tl.program_id(0)", "tl.program_id(1)").replace("[(triton", "[(1, triton")
    assert judged(helper, call_for(rows, HALF.format(1 << 20), timed=False))[0]["ok"]
    result, _ = judged(helper, call_for(rows, HALF.format(1 << 27), timed=False))
    assert not result["ok"] and "no GPU has a grid" in result["reason"], result


def test_a_model_larger_than_the_gpu_is_told(helper):
    huge = PROGRAM.replace("torch.randn(width)", "torch.randn(width, 50_000)")
    huge = huge.replace("torch.relu(x) * self.scale", "torch.relu(x) @ self.scale")
    huge = huge.replace("randn(96, 512)", "randn(2, 1_000_000)").replace("return [512]", "return [1_000_000]")
    result, _ = judged(helper, call_for(ANSWER, huge))
    assert not result["ok"] and result["stage"] == "task", result
    assert "more memory than there is" in result["reason"]
    assert judged(helper, call_for(ANSWER, timed=False))[0]["ok"], "and the next one is none the worse"


def test_a_program_that_torch_compile_cannot_take_has_the_other_times():
    broken = "def no(*_, **__):\n    raise RuntimeError('not me')\n\n\ntorch.compile = no\n" + PROGRAM
    alone = tuning.HelperProcess()  # which has lost its torch.compile
    try:
        result, failure = judged(alone, call_for(ANSWER, PROGRAM) | {"program": broken, "compiled": True})
    finally:
        alone.close()
    assert result["ok"] and not failure, result
    assert result["untimed"] == "compile_ms: RuntimeError: not me"
    assert "compile_ms" not in result and result["torch_ms"] > 0 and result["triton_ms"] > 0


def test_a_forward_that_does_not_name_a_device_runs_on_the_gpu(helper):
    silent = PROGRAM.replace("torch.relu(x) * self.scale", "torch.relu(x) * self.scale * torch.ones(512)")
    result, _ = judged(helper, call_for(ANSWER, PROGRAM) | {"program": silent})
    assert result["ok"] and result["torch_ms"] > 0, result


def test_a_file_that_draws_with_a_generator_of_the_cpu(helper):
    drawn = PROGRAM.replace(
        "torch.randn(96, 512)", "torch.randn(96, 512, generator=torch.Generator().manual_seed(3))"
    )
    assert judged(helper, call_for(ANSWER, drawn, timed=False))[0]["ok"]


def test_the_command_fills_the_report(tmp_path):
    """From a file to its row: tests/runtime/ tests the same with given results."""
    translation = runtime.Translation(PROGRAM.replace("randn(96, 512)", "randn(8192, 512)"))
    [region] = translation.regions
    region.record(0, ANSWER, runtime.judge_answer(region.prompt, ANSWER))
    translator = runtime.Translator(decoder=None, vocabulary=None)  # it is never asked
    translator.judge_programs([translation])
    translator.judge_at_own_sizes([translation], 1, timed=True)
    row = runtime.report_fields(translation, "", True)
    assert row["verified"] and row["own_sizes"] == "float64" and row["untimed"] == "", row
    assert row["speedup"] == row["torch_ms"] / row["triton_ms"] > 1 and row["compile_ms"] is None
