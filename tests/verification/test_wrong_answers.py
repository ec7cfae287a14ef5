"""Wrong answers of every kind are refused, for what is wrong with them; right ones like them are accepted."""

import importlib.util
import os

import pytest
import torch
from answers_to_judge import KINDS, RIGHT, WRONG, verdict_on, verdicts_in_parallel
from candidates import DEVICE
from wrong_answers_open import OPEN

from python_to_triton.verification import leaves

IMPORTS = "import math\nimport torch\nimport triton\nimport triton.language as tl\n"
NOT_YET = pytest.mark.xfail(strict=True, reason="the judge still accepts it")
KEYS = [("wrong", name) for name in WRONG] + [("right", name) for name in RIGHT]


def test_every_wrong_answer_has_a_name_of_its_own():
    assert len(WRONG) == sum(map(len, KINDS.values())) >= 200
    assert WRONG.keys() >= OPEN


def check_refused(answer, verdict):
    """It is refused, and for what is wrong with it."""
    assert not verdict.ok, f"{answer.why}: accepted"
    assert answer.refusal.fits(verdict.stage, verdict.reason), f"{answer.why}: {verdict}"


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=NOT_YET) if name in OPEN else name for name in WRONG]
)
def test_wrong_answer_is_refused(name):
    check_refused(WRONG[name], verdict_on(("wrong", name), "cpu"))


@pytest.mark.parametrize("name", RIGHT)
def test_right_twin_is_accepted(name):
    verdict = verdict_on(("right", name), "cpu")
    assert verdict.ok, verdict


@pytest.fixture(scope="module")
def verdicts_on_gpu(request):
    """The verdicts that the selected tests ask for, from processes side by side."""
    wanted = {item.callspec.params.get("key") for item in request.session.items if hasattr(item, "callspec")}
    return verdicts_in_parallel([key for key in KEYS if key in wanted], "cuda")


@pytest.mark.parametrize("key", KEYS if DEVICE == "cuda" else [], ids=" ".join)
def test_the_judge_of_a_gpu_tells_them_apart(key, verdicts_on_gpu):
    table, name = key
    if table == "wrong":
        check_refused(WRONG[name], verdicts_on_gpu[key])
    else:
        assert verdicts_on_gpu[key].ok, verdicts_on_gpu[key]


def loaded(text, path):
    """The host function of an answer, which Triton's own interpreter runs as it stands."""
    path.write_text(IMPORTS + text)
    spec = importlib.util.spec_from_file_location("wrong_answer_under_test", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.translated


RUNNING = [name for name in WRONG if WRONG[name].runs]
SHOWN = RUNNING if os.environ.get("EVERY_WRONG_ANSWER") else RUNNING[::6]  # all of them take minutes


@pytest.mark.skipif(DEVICE == "cuda", reason="the interpreter is chosen where there is no GPU")
@pytest.mark.parametrize("name", SHOWN)
def test_wrong_answer_is_right_where_nobody_looks(name, tmp_path):
    """Each would pass a judge that runs the caller's inputs once: none is refused for a slip in its text."""
    answer = WRONG[name]
    function = loaded(answer.candidate, tmp_path / "answer.py")
    for case in answer.cases():
        copies = [each.clone() if isinstance(each, torch.Tensor) else each for each in case]
        for ours, expected in zip(leaves(function(*copies)), leaves(answer.reference(*case)), strict=True):
            half = expected.dtype in (torch.float16, torch.bfloat16)
            torch.testing.assert_close(ours, expected, rtol=2e-2 if half else 1e-4, atol=1e-4, equal_nan=True)
