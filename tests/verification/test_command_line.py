"""`python -m python_to_triton.verification`: one line of verdict, one line of error, and its exit code."""

import pytest
from candidates import RELU, pointwise

from python_to_triton.verification.__main__ import main

REFERENCE = """
import torch

CASES = [(1, 1), (3, 33)]


def make(rows, columns):
    return [torch.randn(rows, columns, generator=torch.Generator().manual_seed(0))]


def reference(x):
    return torch.relu(x)
"""
GIVEN_INPUTS = REFERENCE.split("CASES")[0] + "get_inputs = lambda: [torch.ones(3)]\nreference = torch.relu\n"


@pytest.fixture
def files(tmp_path):
    """Writes a reference and an answer: their paths as arguments."""

    def write(reference, answer):
        (tmp_path / "reference.py").write_text(reference)
        (tmp_path / "answer.py").write_text(answer)
        return [str(tmp_path / "reference.py"), str(tmp_path / "answer.py")]

    return write


@pytest.mark.parametrize(
    "reference, answer, code, words",
    [
        (REFERENCE, RELU, 0, "passed: error 0.0e+00, tolerance"),
        (REFERENCE, pointwise("y = x"), 1, "failed: error"),
        (GIVEN_INPUTS, "x = 1", 1, "failed: defines no @triton.jit kernel"),
        ("x = 1", RELU, 2, "defines no function `reference`"),
        ("reference = abs", RELU, 2, "neither get_inputs() nor CASES and make(*case)"),
    ],
)
def test_a_file_gets_one_line(files, capsys, reference, answer, code, words):
    assert main(files(reference, answer)) == code
    out, err = capsys.readouterr()
    assert words in out + err and (out + err).count("\n") == 1


def test_a_file_that_is_not_there_is_named(files, capsys):
    reference, _ = files(REFERENCE, RELU)
    assert main([reference, "nowhere.py"]) == 2 and "nowhere.py" in capsys.readouterr().err
    assert main(["nowhere.py", reference]) == 2 and "nowhere.py" in capsys.readouterr().err
