"""--backward: a translated program trains, whoever computes its backward."""

import pytest
from scripted import Scripted

from python_to_triton.runtime.options import TranslationOptions

WITH_BACKWARD = TranslationOptions(backward=True)
SQUASHED = """
def squashed(x):
    return torch.sigmoid(x)

def get_inputs():
    return [torch.randn(3, 5)]
"""


@pytest.fixture(scope="module")
def squashed():
    """sigmoid has an answer; no sample answers a region of its backward."""
    return Scripted().translate(SQUASHED, samples=1, options=WITH_BACKWARD)


def test_a_backward_without_answers_is_left_to_pytorch(squashed):
    assert squashed.passed, squashed.verdict.reason
    assert squashed.backward_text.startswith("Its backward is partly translated: PyTorch computes")
    assert "class _Trained" in squashed.source


def test_each_gradient_of_the_file_is_judged(squashed):
    outcomes = [call.outcome for call in squashed.calls if "gradient" in call.label]
    assert outcomes == ["right"]


def test_without_the_option_there_is_no_backward():
    translation = Scripted().translate(SQUASHED, samples=1)
    assert translation.backward_text == "" and "_Trained" not in translation.source
    assert [call.outcome for call in translation.calls if "gradient" in call.label] != []


def test_a_program_without_gradients_says_so():
    translation = Scripted().translate(
        "def f(x):\n    return torch.relu(x) > 0.5\n", samples=1, options=WITH_BACKWARD
    )
    assert translation.backward_text == "It has no backward: no result has a gradient."


def test_a_backward_of_two_modes_is_of_both():
    source = """
class Scaled(nn.Module):
    def forward(self, x):
        return torch.sigmoid(x) if self.training else torch.exp(x)

def get_inputs():
    return [torch.randn(3, 5)]
"""
    translation = Scripted().translate(source, samples=1, options=WITH_BACKWARD)
    assert translation.passed, translation.verdict.reason
    assert "class _Trained_in_eval" in translation.source
