"""measure.py: an answer at a program's own sizes, and files that do their worst."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from patching import patch_everywhere
import torch
from python_to_triton import frontend
from python_to_triton.tuning import measure
from python_to_triton import runtime
from python_to_triton.verification import sandbox


ON_GPU = torch.cuda.is_available()
gpu = pytest.mark.skipif(not ON_GPU, reason="needs a GPU")

PROGRAM = """
import torch
import torch.nn as nn


class Model(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.scale = nn.Parameter(torch.randn(width))

    def forward(self, x):
        return torch.relu(x) * self.scale


def get_inputs():
    return [torch.randn(96, 512)]


def get_init_inputs():
    return [512]
"""
ANSWER = """import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, w_ptr, y_ptr, n, width, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + offsets, mask=offsets < n, other=0.0)
    w = tl.load(w_ptr + offsets % width, mask=offsets < n, other=0.0)
    tl.store(y_ptr + offsets, tl.maximum(x, 0.0) * w, mask=offsets < n)


def translated(x, w):
    y = torch.empty_like(x)
    kernel[(triton.cdiv(x.numel(), 1024),)](x, w, y, x.numel(), w.numel(), BLOCK=1024)
    return y
"""
WRONG = {
    "another function": (ANSWER.replace("tl.maximum(x, 0.0)", "tl.abs(x)"), "exceeds tolerance"),
    "right only where it is small": (
        ANSWER.replace("(triton.cdiv(x.numel(), 1024),)", "(min(triton.cdiv(x.numel(), 1024), 16),)"),
        "instead of",
    ),
    "another shape": (ANSWER.replace("return y", "return y.view(-1)"), "returns (49152,)"),
    "no kernel": (
        "\n".join(line for line in ANSWER.split("\n") if "kernel[" not in line),
        "launches no kernel",
    ),
    "torch computes": (ANSWER.replace("return y", "return y + 0"), "torch computes"),
    "an argument that it writes to": (
        ANSWER.replace("y = torch.empty_like(x)", "y = x"),
        "changes argument 0",
    ),
    "an exception": (ANSWER.replace("return y", "return y[7, 1000]"), "line 17: IndexError"),
}
STAYING = """
import os, socket, sys
import torch
import sandbox

os.fork, torch.cuda.synchronize = lambda: None, lambda *_: None   # a server for the CPU that, as one for a GPU, stays with its jobs
sandbox.serve(sys.argv[1], socket.socket(fileno=int(sys.argv[2])))
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A real Sandbox that interprets kernels and holds answers."""
    script = tmp_path_factory.mktemp("server") / "staying.py"
    script.write_text(STAYING)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(Path(sandbox.__file__).parent))
        patch_everywhere(patch, "__file__", str(script))
        made = sandbox.Sandbox("cpu")
    yield made
    made.close()


def asked(answer, program=PROGRAM, prompt=None, **more):
    """The arguments of measure.prove for an answer to a program."""
    traced = frontend.trace(program)
    origins = [argument.origin for argument in traced.arguments]
    return {
        "prompt": prompt or traced.text,
        "sizes": traced.sizes,
        "answer": answer,
        "origins": origins,
        "program": program,
    } | more


TIMES = {"torch_ms": 2.0, "compile_ms": 1.0, "triton_ms": 0.5, "untimed": ""}


@pytest.fixture
def proved_here(server, monkeypatch):
    """What measure.prove yields of a call, in the interpreter; the answer's times are taken, and others given."""

    def timings(function, inputs, held, device):
        assert len(held.times(3)) == 3 and function(*inputs) is not None
        return TIMES

    patch_everywhere(monkeypatch, "timings", timings)
    return lambda call: list(measure.prove(**call, device="cpu", sandbox=server))


# ---- the proof -------------------------------------------------------------------------------------------------------


def test_a_right_answer_at_the_programs_own_sizes(proved_here):
    first, last = proved_here(asked(ANSWER))
    assert (
        first["ok"]
        and first["against"] == "float64"
        and 0 < first["error"] <= first["tolerance"] < 1e-4
        and "torch_ms" not in first
    )
    assert last == first | TIMES
    assert [found["ok"] for found in proved_here(asked(ANSWER, timed=False) | {"program": ""})] == [True], (
        "random inputs of these sizes"
    )


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_answer_at_the_programs_own_sizes(proved_here, name):
    answer, words = WRONG[name]
    [found] = proved_here(asked(answer))
    assert not found["ok"] and words in found["reason"] and found.get("stage") != "task", found


@pytest.mark.parametrize(
    "line, words",
    [
        (
            "return (torch.relu(x) * self.scale).abs().sqrt()",
            "the program is not the graph that was traced: error",
        ),
        ("raise OSError('not today')", "the program itself does not run there: OSError: not today"),
    ],
)
def test_a_program_that_is_not_its_graph(proved_here, line, words):
    found = proved_here(
        asked(ANSWER) | {"program": PROGRAM.replace("return torch.relu(x) * self.scale", line)}
    )[-1]
    assert not found["ok"] and found["stage"] == "task" and words in found["reason"]


def test_drift_after_the_timing_is_refused(proved_here, monkeypatch):
    """An answer that keeps state between its calls: the allow-list, which refuses such text, looks away."""
    drifting = ANSWER.replace(
        "def translated(x, w):", "CALLS = []\n\n\ndef translated(x, w):\n    CALLS.append(0)"
    )
    drifting = drifting.replace("x.numel(), w.numel()", "x.numel() if len(CALLS) < 2 else 1, w.numel()")
    assert "at the top level" in proved_here(asked(drifting))[0]["reason"]
    monkeypatch.setattr(measure.verify, "check_source", lambda *_: None)
    first, last = proved_here(asked(drifting))
    assert first["ok"] and not last["ok"] and last["reason"].endswith("after it was timed")


def test_inputs_in_every_form_meet_the_graphs_arguments():
    program = """
def scaled(pair, options, factor=2.0):
    x, y = pair
    return (x + y) * options["gain"] * factor


def get_inputs():
    return [(torch.randn(3, 5), torch.randn(3, 5)), {"gain": torch.randn(5)}]
"""
    traced = frontend.trace(program)
    found, arguments, function, inputs = measure.own_sizes(
        traced.text, traced.sizes, [""] * 3, program, "cpu"
    )
    assert [tuple(tensor.shape) for tensor in arguments] == [(3, 5), (3, 5), (5,)]
    torch.testing.assert_close(found.run(*arguments), function(*inputs))
    with pytest.raises(ValueError, match="does not fit"):
        measure.own_sizes(
            traced.text, traced.sizes, [""] * 3, program.replace("randn(5)", "randn(5, 1, 1)"), "cpu"
        )


def test_sizes_that_a_comment_gives():
    program = "# x: f32[7, 33]\ny = torch.softmax(x, dim=-1)\n"
    traced = frontend.trace(program)
    found, (x,), function, inputs = measure.own_sizes(traced.text, traced.sizes, [""], program, "cpu")
    assert x.shape == (7, 33) and found.text == traced.text
    torch.testing.assert_close(found.run(x), function(*inputs))


# ---- the comparison --------------------------------------------------------------------------------------------------


def test_without_room_for_float64_the_bound_is_stated(monkeypatch):
    asked_for, x = frontend.parse("f(a0: f32[A])\nv0 = exp(a0)\nreturn v0"), torch.randn(500)

    def no_room(*_):
        raise torch.OutOfMemoryError("CUDA out of memory")

    patch_everywhere(monkeypatch, "against_float64", no_room)
    right, against = measure.compared(asked_for, (x,), x.exp() * (1 + 5e-5))
    assert right.ok and against.startswith("eager PyTorch, to 0.0001 of its largest value")
    wrong, _ = measure.compared(asked_for, (x,), x.exp() * (1 + 3e-4))
    assert not wrong.ok and "exceeds tolerance" in wrong.reason


@pytest.mark.parametrize(
    "ours, eager, ok",
    [
        (torch.tensor([1.0, float("nan")]), torch.tensor([1.0, float("nan")]), True),
        (torch.tensor([float("nan"), 1.0]), torch.tensor([1.0, 1.0]), False),
        (torch.tensor([float("inf"), 1.0]), torch.tensor([1.0, 1.0]), False),
        (torch.tensor([1, 2]), torch.tensor([1, 2]), True),
        (torch.tensor([1, 2]), torch.tensor([1, 3]), False),
        (torch.tensor([1.0]), torch.tensor([1.0], dtype=torch.float64), False),
        (torch.ones(2, 1), torch.ones(1, 2), False),
        (torch.ones(3), (torch.ones(3),), False),
        ((torch.ones(3), torch.ones(3) + 1), (torch.ones(3), torch.ones(3)), False),
        (torch.ones(0), torch.ones(0), True),
        (None, torch.ones(3), False),
    ],
)
def test_against_eager(ours, eager, ok):
    assert measure.against_eager(ours, eager).ok is ok


def test_eagers_luck_with_one_number_is_not_held_against_the_answer():
    asked_for = frontend.parse("f(a0: f32[A])\nv0 = sum(a0)\nreturn v0")
    x = torch.randn(10_001)
    exact = x.double().sum()
    lucky = torch.nextafter(exact.float(), torch.tensor(torch.inf))
    assert measure.against_float64(asked_for, (x,), lucky).ok
    assert not measure.against_float64(asked_for, (x,), exact.float() + 0.1).ok


# ---- the clock -------------------------------------------------------------------------------------------------------


def test_a_failure_costs_its_own_figure_only():
    turns = []

    def clock(name, ms):
        return lambda count: turns.append(name) or [ms] * (count - 1) + [1e9]  # an outlier in each turn

    def broken(count):
        raise RuntimeError("the compiler gave up\nand a page of text")

    times, why = measure.race(
        {"torch_ms": clock("torch", 2.0), "compile_ms": broken, "triton_ms": clock("triton", 0.5)}
    )
    assert (
        times == {"torch_ms": 2.0, "triton_ms": 0.5}
        and why == "compile_ms: RuntimeError: the compiler gave up"
    )
    assert turns[:2] == ["torch", "triton"] and turns[2:6] == ["torch", "triton", "triton", "torch"], (
        "interleaved, either first"
    )


def test_the_clock_stops_when_its_time_is_up():
    began = time.monotonic()
    times, _ = measure.race({"torch_ms": lambda count: time.sleep(0.2) or [200.0] * count}, seconds=0.5)
    assert times["torch_ms"] == 200.0 and time.monotonic() - began < 2.0


def test_a_call_that_does_not_end_costs_its_figure(monkeypatch):
    patch_everywhere(monkeypatch, "COMPILE_SECONDS", 1)
    times, why = measure.race(
        {"compile_ms": lambda count: time.sleep(60), "triton_ms": lambda count: [1.0] * count}
    )
    assert times == {"triton_ms": 1.0} and "takes more than 1 s" in why


# ---- the helper ------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def helper():
    made = measure.Helper()
    yield made
    made.close()


@pytest.mark.parametrize(
    "program, words",
    [
        ("while True:\n    pass\n", "takes more than"),
        ("sum(range(10**15))\n", "takes more than"),  # no Python runs meanwhile: no signal handler either
        ("import os\nos._exit(3)\n", "exit code 3"),
        ("import ctypes\nctypes.string_at(8)\n", "SIGSEGV"),
        ("raise SystemExit('no')\n", "SystemExit: no"),
        (
            "import numpy\n\ndef f(x):\n    return x\n\ndef get_inputs():\n    return [numpy.ones(25 * 10**12)]\n",
            "MemoryError",
        ),
        ("x = = 3\n", "syntax error in line 1"),
        ("", "no function, Model or statement"),
    ],
)
def test_a_file_that_does_its_worst_costs_itself(helper, program, words):
    wrapped = (
        program
        if "def " in program or "=" in program or not program
        else program + "\ndef f(x):\n    return torch.relu(x)\n"
    )
    with pytest.raises(ValueError, match=words) as caught:
        helper.call("trace", 8 if "more than" in words else 60, program=wrapped)
    assert "\n" not in str(caught.value)


def test_the_helper_works_on_after_all_that(helper):
    assert helper.call("trace", 60, program="y = torch.relu(x)") == (1, "")
    assert helper.call("trace", 60, program="y = torch.relu(x) @ w") == (1, "")


def test_the_helper_ends_with_its_parent(tmp_path):
    code = (
        "import measure, sys\nhelper = measure.Helper()\nhelper.call('trace', 60, program='y = torch.relu(x)')\n"
        "print(helper.process.pid, flush=True)\nimport os\nos._exit(0)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        timeout=120,
        env=os.environ | {"PYTHONPATH": str(Path(measure.__file__).parent)},
    )
    folder, deadline = Path("/proc", done.stdout.strip()), time.monotonic() + 20
    while (
        folder.exists() and "State:\tZ" not in (folder / "status").read_text() and time.monotonic() < deadline
    ):
        time.sleep(0.2)
    assert done.stdout.strip().isdigit() and (
        not folder.exists() or "State:\tZ" in (folder / "status").read_text()
    ), done.stderr


# ---- on a GPU --------------------------------------------------------------------------------------------------------

LARGE = PROGRAM.replace("randn(96, 512)", "randn(65536, 512)")
HALF = "def positive(x):\n    return torch.relu(x)\n\n\ndef get_inputs():\n    return [torch.randn({}, dtype=torch.float16)]\n"
ONE_OPERAND = "\n".join(line for line in ANSWER.split("\n") if "tl.load(w_ptr" not in line)
for old, new in {
    ", w_ptr": "",
    ", width": "",
    " * w": "",
    "translated(x, w)": "translated(x)",
    "(x, w, y": "(x, y",
    ", w.numel()": "",
}.items():
    ONE_OPERAND = ONE_OPERAND.replace(old, new)


def proved(helper, call):
    return helper.call("prove", 300, **call)


@gpu
def test_right_and_timed_on_a_gpu(helper):
    found, trouble = proved(helper, asked(ANSWER, LARGE))
    assert found["ok"] and not trouble and found["against"] == "float64", found
    assert found["untimed"] == "" and all(
        0.01 < found[name] < 10 for name in ("torch_ms", "compile_ms", "triton_ms")
    ), found
    assert found["triton_ms"] < found["torch_ms"], "one pass over the data, where eager makes two"


@gpu
@pytest.mark.parametrize("name", WRONG)
def test_wrong_on_a_gpu(helper, name):
    answer, words = WRONG[name]
    found, _ = proved(helper, asked(answer))
    assert not found["ok"] and words in found["reason"], found


@gpu
def test_an_offset_of_32_bits_is_found_at_the_files_own_size(helper):
    """Right on every sample, and at 2^30 elements; wrong above 2^31."""
    narrow = ONE_OPERAND.replace("tl.program_id(0).to(tl.int64)", "tl.program_id(0)")
    small, large = HALF.format(1 << 20), HALF.format((1 << 31) + (1 << 20))
    assert proved(helper, asked(narrow, small, timed=False))[0]["ok"]
    found, _ = proved(helper, asked(narrow, large, timed=False))
    assert not found["ok"] and found.get("stage") != "task", found
    found, _ = proved(helper, asked(ONE_OPERAND, large, timed=False))
    assert found["ok"], found


@gpu
def test_a_grid_that_no_gpu_has_is_found(helper):
    rows = ONE_OPERAND.replace("tl.program_id(0)", "tl.program_id(1)").replace("[(triton", "[(1, triton")
    assert proved(helper, asked(rows, HALF.format(1 << 20), timed=False))[0]["ok"]
    found, _ = proved(helper, asked(rows, HALF.format(1 << 27), timed=False))
    assert not found["ok"] and "no GPU has a grid" in found["reason"], found


@gpu
def test_a_model_larger_than_the_gpu_is_told(helper):
    huge = PROGRAM.replace("torch.randn(width)", "torch.randn(width, 50_000)").replace(
        "torch.relu(x) * self.scale", "torch.relu(x) @ self.scale"
    )
    huge = huge.replace("randn(96, 512)", "randn(2, 1_000_000)").replace("return [512]", "return [1_000_000]")
    found, _ = proved(helper, asked(ANSWER, huge))
    assert not found["ok"] and found["stage"] == "task" and "more memory than there is" in found["reason"], (
        found
    )
    assert proved(helper, asked(ANSWER, timed=False))[0]["ok"], "and the next one is none the worse"


@gpu
def test_a_program_that_torch_compile_cannot_take_has_the_other_times():
    broken = "def no(*_, **__):\n    raise RuntimeError('not me')\n\n\ntorch.compile = no\n" + PROGRAM
    alone = measure.Helper()  # which has lost its torch.compile
    try:
        found, trouble = proved(alone, asked(ANSWER, PROGRAM) | {"program": broken})
    finally:
        alone.close()
    assert found["ok"] and not trouble and found["untimed"] == "compile_ms: RuntimeError: not me", found
    assert "compile_ms" not in found and found["torch_ms"] > 0 and found["triton_ms"] > 0


@gpu
def test_a_forward_that_does_not_say_where_runs_on_the_gpu(helper):
    silent = PROGRAM.replace("torch.relu(x) * self.scale", "torch.relu(x) * self.scale * torch.ones(512)")
    found, _ = proved(helper, asked(ANSWER, PROGRAM) | {"program": silent})
    assert found["ok"] and found["torch_ms"] > 0, found


@gpu
def test_a_file_that_draws_with_a_generator_of_the_cpu(helper):
    drawn = PROGRAM.replace(
        "torch.randn(96, 512)", "torch.randn(96, 512, generator=torch.Generator().manual_seed(3))"
    )
    assert proved(helper, asked(ANSWER, drawn, timed=False))[0]["ok"]


@gpu
def test_the_command_fills_the_report(tmp_path):
    """From a file to its row, on the GPU: llm.py's side of it is tested with fakes in test_llm.py."""
    translation = runtime.Translation(PROGRAM.replace("randn(96, 512)", "randn(8192, 512)"))
    translation.parts[0].record(0, ANSWER, runtime.judge_answer(translation.parts[0].prompt, ANSWER))
    translator = runtime.Translator(decoder=None, vocabulary=None)  # it is never asked
    translator.conclude([translation])
    translator.prove([translation], 1, timed=True)
    row = runtime.report_on(tmp_path, translation, "", 1.0)
    assert row["verified"] and row["own_sizes"] == "float64" and row["untimed"] == "", (
        row,
        translation.proof,
    )
    assert row["speedup"] == row["torch_ms"] / row["triton_ms"] > 1 and row["compile_ms"] > 0
