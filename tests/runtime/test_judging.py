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
