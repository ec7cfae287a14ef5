"""Wrong answers of every kind are refused, for what is wrong with them; right ones like them are accepted."""

import importlib.util

import pytest
import torch
import wrong_by_interpreter
import wrong_by_races
import wrong_by_shapes
import wrong_by_tolerance
import wrong_by_torch
import wrong_by_values
from candidates import DEVICE
from wrong_answers_open import OPEN

from python_to_triton.verification import judge, leaves

KINDS = {
    "torch": wrong_by_torch.WRONG,
    "races": wrong_by_races.WRONG,
    "interpreter": wrong_by_interpreter.WRONG,
    "values": wrong_by_values.WRONG,
    "shapes": wrong_by_shapes.WRONG,
    "tolerance": wrong_by_tolerance.WRONG,
}
WRONG = {name: answer for answers in KINDS.values() for name, answer in answers.items()}
IMPORTS = "import math\nimport torch\nimport triton\nimport triton.language as tl\n"
NOT_YET = pytest.mark.xfail(strict=True, reason="the judge still accepts it")


def test_every_wrong_answer_has_a_name_of_its_own():
    assert len(WRONG) == sum(map(len, KINDS.values()))
    assert WRONG.keys() >= OPEN


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=NOT_YET) if name in OPEN else name for name in WRONG]
)
def test_wrong_answer_is_refused(name):
    answer = WRONG[name]
    verdict = judge(answer.candidate, answer.reference, answer.cases(), device="cpu")
    assert not verdict.ok, f"{answer.why}: accepted"
    assert answer.refusal.fits(verdict.stage, verdict.reason), f"{answer.why}: {verdict}"


def loaded(text, path):
    """The host function of an answer, which Triton's own interpreter runs as it stands."""
    path.write_text(IMPORTS + text)
    spec = importlib.util.spec_from_file_location("wrong_answer_under_test", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.translated


@pytest.mark.skipif(DEVICE == "cuda", reason="the interpreter is chosen where there is no GPU")
@pytest.mark.parametrize("name", [name for name in WRONG if WRONG[name].runs])
def test_wrong_answer_is_right_where_nobody_looks(name, tmp_path):
    """Each would pass a judge that runs the caller's inputs once: none is refused for a slip in its text."""
    answer = WRONG[name]
    function = loaded(answer.candidate, tmp_path / "answer.py")
    for case in answer.cases():
        copies = [each.clone() if isinstance(each, torch.Tensor) else each for each in case]
        for ours, expected in zip(leaves(function(*copies)), leaves(answer.reference(*case)), strict=True):
            half = expected.dtype in (torch.float16, torch.bfloat16)
            torch.testing.assert_close(ours, expected, rtol=2e-2 if half else 1e-4, atol=1e-4, equal_nan=True)
