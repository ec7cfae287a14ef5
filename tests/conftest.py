"""What every test finds: the packages importable, Triton's interpreter without a GPU, the same seed."""

import dataclasses
import gc
import os
import random
import sys
import types
from pathlib import Path

if "PYTEST_XDIST_WORKER" in os.environ:  # there is a worker for each core: threads would wait for each other
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    gc.disable()  # until all is imported and collected

import numpy
import pytest
import torch

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # else each process that a test starts compiles our modules
sys.dont_write_bytecode = False  # those of sandboxes write none, but read them
if not torch.cuda.is_available():
    os.environ.setdefault("TRITON_INTERPRET", "1")  # before any test module imports triton

from note_long_tests import LONG_TESTS, function_of  # noqa: E402

MANY_OBJECTS = 100_000  # which a collection of garbage looks through in some hundredths of a second


def pytest_addoption(parser):
    """--short, for continuous integration and new users: all tests take half an hour on two cores."""
    parser.addoption("--short", action="store_true", help="without those that long_tests.txt names")


def pytest_collection_modifyitems(config, items):
    """Takes out what takes long, where that is wanted."""
    if not config.getoption("--short"):
        return
    long = set(LONG_TESTS.read_text().splitlines())
    is_long = lambda item: not long.isdisjoint((item.nodeid, function_of(item.nodeid)))
    config.hook.pytest_deselected(items=list(filter(is_long, items)))
    items[:] = [item for item in items if not is_long(item)]


def pytest_collection_finish():
    """What was imported and collected stays: no collection of garbage looks through it again."""
    gc.collect()
    gc.freeze()
    gc.enable()


@pytest.fixture(autouse=True, scope="module")
def imports_stay():
    """So does what the tests of a module import."""
    yield
    if len(gc.get_objects()) > MANY_OBJECTS:
        gc.collect()
        gc.freeze()


@pytest.fixture(autouse=True, scope="session")
def faster_interpreter():
    """Kernels run in Triton's interpreter as the sandbox makes it faster, with the same results and errors.

    Triton puts its own functions into `tl` at each launch, and again at each call of a device function. Here
    what differs is found once, and put in place and back by each launch. `_patch_lang.own` is Triton's.
    """
    interpreter = sys.modules.get("triton.runtime.interpreter")
    if not hasattr(interpreter, "_LangPatchScope"):  # of Triton 3.7
        yield
        return
    from python_to_triton.verification.sandbox.fast_interpreter import shorten

    own, tl = interpreter._patch_lang, interpreter.tl
    classes = [tl.tensor, tl.dtype, tl.block_type, tl.core.tensor_descriptor_base]
    owners = [tl, tl.core, tl.math, *classes, interpreter, type(interpreter.interpreter_semantic)]
    absent = object()
    before = [dict(vars(owner)) for owner in owners]
    own(types.SimpleNamespace(__globals__={"tl": tl, "core": tl.core}))
    shorten(interpreter, tl)
    changes = [
        (owner, name, old.get(name, absent), new)
        for owner, old in zip(owners, before)
        for name, new in list(vars(owner).items())
        if old.get(name, absent) is not new
    ]
    Scope, shortened = interpreter._LangPatchScope, tl.load

    def replace(_function):
        scope = Scope()
        if tl.load is not shortened:
            for owner, name, old, new in changes:
                scope._changes.append((owner, name, interpreter._MISSING if old is absent else old))
                setattr(owner, name, new)
        return scope

    def put_back():
        for owner, name, old, _ in changes:
            delattr(owner, name) if old is absent else setattr(owner, name, old)

    put_back()
    replace.own = own
    replace.supports_range_of_scalars = True
    builder = interpreter.interpreter_builder
    # These checks are computed always, and asserted in debug mode only.
    options = dataclasses.replace(builder.options, sanitize_overflow=False)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(interpreter, "_patch_lang", replace)
        patch.setattr(builder, "options", options)
        yield
    if tl.load is shortened:
        put_back()


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
