"""What an answer is told that cannot be judged."""

import pytest

from python_to_triton import frontend
from python_to_triton.runtime import TranslationOptions, judging


def test_a_name_that_is_missing_in_the_judge_is_no_verdict(monkeypatch):
    raised = frontend.UnknownSize("the size Z is not known")

    def fails(*_):
        raise raised

    monkeypatch.setattr(judging, "judge_file_here", fails)
    verdict, _ = judging.judge_file("y = torch.relu(x)", "", TranslationOptions())
    assert not verdict.ok and verdict.reason.endswith("the size Z is not known")
    raised = NameError("name 'judge' is not defined")
    with pytest.raises(NameError, match="judge"):
        judging.judge_file("y = torch.relu(x)", "", TranslationOptions())


FILL = """@triton.jit
def fill_kernel(y_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y_ptr + offsets, tl.zeros((BLOCK,), tl.float32) + VALUE, mask=offsets < n)


def translated(a0):
    n = a0.shape[1]
    y = torch.empty((1, n, n), device=a0.device)
    fill_kernel[(triton.cdiv(n * n, 64),)](y, n * n, BLOCK=64)
    return y
"""


@pytest.mark.parametrize("number", [0, 3])
def test_what_sizes_determine_may_be_zeros_and_has_to_be_written(number):
    prompt = f"f(a0: f32[A, B])\nv0 = full(shape=[1, B, B], value={number})\nreturn v0"
    assert judging.judge_answer(prompt, FILL.replace("VALUE", str(number))).ok
    wrong = judging.judge_answer(prompt, FILL.replace("VALUE", "1"))
    assert not wrong.ok and wrong.stage == "value"
    assert not judging.judge_answer(prompt, FILL.replace("offsets < n)", "offsets < n - 1)")).ok
    narrow = FILL.replace("VALUE", str(number)).replace("(1, n, n)", "(1, 3, 3)")
    assert not judging.judge_answer(prompt, narrow).ok


def test_zeros_that_data_determines_show_nothing():
    prompt = "f(a0: f32[A, B])\nv0 = full(shape=[B], value=0)\nv1 = mul(a0, v0)\nreturn v1"
    verdict = judging.judge_answer(prompt, FILL.replace("VALUE", "0"))
    assert verdict.stage == "task" and "zeros would pass" in verdict.reason
