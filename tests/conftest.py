"""What every test finds: the packages importable, Triton's interpreter without a GPU, the same seed."""

import os
import random
import sys
import weakref
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
def faster_interpreter():
    """Triton's interpreter puts its own functions into `tl` at each launch, and again at each call of a
    device function, where they are in place already: half of the time of our kernels. It makes types anew
    for each value: a third of the rest.
    """
    interpreter = sys.modules.get("triton.runtime.interpreter")
    if not hasattr(interpreter, "_LangPatchScope"):  # of Triton 3.7
        yield
        return
    from python_to_triton.verification.sandbox.fast_interpreter import remember_types

    replace = interpreter._patch_lang
    tl = interpreter.tl
    found = weakref.WeakKeyDictionary()  # function: its names of the language

    def replace_once(function):
        if function not in found:
            names = function.__globals__.values()
            found[function] = [each for each in names if each is tl or each is tl.core]
        replaced = found[function] and not any(tl.core.is_builtin(each.load) for each in found[function])
        return interpreter._LangPatchScope() if replaced else replace(function)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(interpreter, "_patch_lang", replace_once)
        for owner, name in ((tl.block_type, "__init__"), (tl.tensor, "__init__"), (tl, "str_to_ty")):
            patch.setattr(owner, name, getattr(owner, name))  # put back in the end
        patch.setattr(interpreter, "_get_np_dtype", interpreter._get_np_dtype)
        remember_types(interpreter, tl)
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
