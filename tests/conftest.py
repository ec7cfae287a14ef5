"""What every test finds: the packages importable, Triton's interpreter without a GPU, the same seed."""

import os
import random
import sys
from pathlib import Path

import numpy
import pytest
import torch

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]
if not torch.cuda.is_available():
    os.environ.setdefault("TRITON_INTERPRET", "1")  # before any test module imports triton


@pytest.fixture(autouse=True, scope="session")
def own_answers(tmp_path_factory):
    """No test reads or writes the answers that the user keeps."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHON_TO_TRITON_CACHE", str(tmp_path_factory.mktemp("answers")))
        yield


@pytest.fixture(autouse=True)
def seeds():
    random.seed(0)
    numpy.random.seed(0)
    torch.manual_seed(0)
