"""What every test finds: the packages importable, Triton's interpreter without a GPU, the same seed."""

import os
import random
import sys
from pathlib import Path

if "PYTEST_XDIST_WORKER" in os.environ:  # there is a worker for each core: threads would wait for each other
    os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy
import pytest
import torch

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # else each process that a test starts compiles our modules
sys.dont_write_bytecode = False  # those of sandboxes write none, but read them
if not torch.cuda.is_available():
    os.environ.setdefault("TRITON_INTERPRET", "1")  # before any test module imports triton


@pytest.fixture(autouse=True, scope="session")
def language_replaced_once():
    """Triton's interpreter puts its own functions into `tl` at each launch, and again at each call of a
    device function, where they are in place already: half of the time of our kernels.
    """
    interpreter = sys.modules.get("triton.runtime.interpreter")
    if not hasattr(interpreter, "_LangPatchScope"):  # of Triton 3.7
        yield
        return
    replace = interpreter._patch_lang
    languages = (interpreter.tl, interpreter.tl.core)

    def replace_once(function):
        found = [each for each in function.__globals__.values() if any(each is one for one in languages)]
        replaced = found and not any(interpreter.tl.core.is_builtin(each.load) for each in found)
        return interpreter._LangPatchScope() if replaced else replace(function)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(interpreter, "_patch_lang", replace_once)
        yield


@pytest.fixture(autouse=True, scope="session")
def own_answers(tmp_path_factory):
    """No test reads or writes the answers that the user keeps."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHON_TO_TRITON_CACHE", str(tmp_path_factory.mktemp("answers")))
        yield


@pytest.fixture(autouse=True)
def no_mode_stays():
    """A test that leaves a mode of PyTorch's in force, or a thread that is tracing, fails: else a later one
    would.
    """
    from dispatch_modes import take_modes_down

    yield
    assert take_modes_down() == [], "modes are still in force"


@pytest.fixture(autouse=True)
def seeds():
    random.seed(0)
    numpy.random.seed(0)
    torch.manual_seed(0)
