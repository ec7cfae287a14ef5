"""A verdict in stages: what is compared at once, what ends early, and what time does not count."""

import os
import threading
import time
from types import SimpleNamespace

import pytest
import torch
from candidates import DEVICE

from python_to_triton import verification
from python_to_triton.verification import sandbox, verdict
from python_to_triton.verification.quick_comparison import surely_right, surely_wrong
from python_to_triton.verification.reference_task import prepare_reference
from python_to_triton.verification.sandbox import Limits, client, jobs, launches, messages
from python_to_triton.verification.sizes import NOT_CONTIGUOUS

SCALE = """
@triton.jit
def kernel(x_ptr, y_ptr, n, factor, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + offsets, mask=offsets < n, other=0.0)
    tl.store(y_ptr + offsets, x * factor, mask=offsets < n)


def translated(x, factor):
    x = x.contiguous()
    y = torch.empty_like(x)
    n = x.numel()
    kernel[(triton.cdiv(n, 64),)](x, y, n, factor, BLOCK=64)
    return y
"""
ONE_BLOCK_A_SIZE = """
@triton.jit
def kernel(x_ptr, y_ptr, N: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + offsets, mask=offsets < N, other=0.0)
    tl.store(y_ptr + offsets, tl.exp(x), mask=offsets < N)


def translated(x):
    y = torch.empty_like(x)
    kernel[(1,)](x, y, x.numel(), BLOCK=triton.next_power_of_2(x.numel()))
    return y
"""


def cases_of(*shapes):
    """Inputs of a scaling."""
    torch.manual_seed(0)
    return [(torch.randn(shape), 3.0) for shape in shapes]


def job_of(*stages):
    """A job of runs of the first arguments, so many in each stage."""
    run = [0, sandbox.POISON_WORDS[0], False, True]
    runs = [run] * sum(stages)
    return {"source": SCALE, "entry": "translated", "describe": False, "runs": runs, "stages": stages}


def test_every_stage_has_its_reply():
    arguments = cases_of((3, 33))
    found = list(sandbox.replies_in_sandbox("cpu", job_of(2, 1, 3), arguments, Limits()))
    assert [len(outputs) for _, outputs in found] == [2, 1, 3]
    assert all(torch.equal(output, 3.0 * arguments[0][0]) for _, outputs in found for output in outputs)


def test_who_has_seen_enough_ends_the_job_and_keeps_the_sandbox():
    sandbox.close_sandboxes()
    replies = sandbox.replies_in_sandbox("cpu", job_of(1, 20_000), cases_of((3, 33)), Limits())
    next(replies)
    began = time.monotonic()
    replies.close()
    assert time.monotonic() - began < 15, "20,000 runs of a millisecond and more"
    (kept,) = sandbox.IDLE_SANDBOXES["cpu"]
    message, _ = kept.run(job_of(1), cases_of((3, 33)), Limits())
    assert message["launches"] == [1]


def test_wrong_answer_ends_with_the_callers_cases(monkeypatch):
    compared = []
    compare = verdict.compare_output
    monkeypatch.setattr(
        verdict, "compare_output", lambda *given: compared.append(given[1]) or compare(*given)
    )
    task = prepare_reference(lambda x, factor: x * factor, cases_of((3, 33), (1, 1)))
    found = verdict.judge_task(SCALE.replace("* factor", "+ factor"), task, device="cpu")
    assert not found.ok and found.stage == "value" and len(compared) == 1
    assert verdict.judge_task(SCALE, task, device="cpu").ok


# ---- many outputs at once ----


def test_what_is_surely_right_passes_and_what_is_surely_wrong_does_not():
    torch.manual_seed(0)
    cases = [
        verification.make_test_case("", torch.nn.functional.softmax, (torch.randn(5, 40) * scale, -1))
        for scale in (1.0, 30.0, 1e4)
    ]
    found = set()
    for exponent in range(-10, -3):
        outputs = [case.eager + 10.0**exponent * torch.randn_like(case.eager) * case.eager for case in cases]
        right = set(surely_right(dict(enumerate(cases)), outputs))
        assert all(cases[place].compare(outputs[place]).ok for place in right), exponent
        found.add(len(right))
    assert found >= {0, 3}
    broken = cases[0].eager.clone()
    broken[2, 3] = torch.nan
    assert set(surely_right({0: cases[0], 1: cases[1]}, [broken, cases[1].eager])) == {1}
    assert surely_wrong(cases[0], broken) and not cases[0].compare(broken).ok
    assert not surely_wrong(cases[0], cases[1].eager), "of other numbers nothing is said"


@pytest.mark.parametrize("output", [torch.ones(5, 39), torch.ones(5, 40, dtype=torch.float64), None, (1.0,)])
def test_of_another_form_nothing_is_said(output):
    case = verification.make_test_case("", torch.exp, (torch.randn(5, 40),))
    assert not surely_right({0: case}, [output]) and not surely_wrong(case, output)


# ---- calls ----


@pytest.mark.parametrize("asks", [True, False])
def test_call_that_shows_nan_is_made_only_where_that_is_asked(monkeypatch, asks):
    made = []

    def run_or_stop(entry, arguments, watched, described, alarm):
        made.append(bool(watched.shows_nan) if asks else watched.shows_nan.value)
        return len(made)

    monkeypatch.setattr(jobs, "run_or_stop", run_or_stop)
    calls = jobs.Calls(None, [(), ()], "cpu", False)
    shown = (0, False, True, "natural", True)
    results = [calls.result_of(*run) for run in ((0, 0), (0, *shown), (1, 0), (1, *shown))]
    assert results == ([1, 2, 3, 4] if asks else [1, 1, 2, 2])
    assert made == ([False, True] * 2 if asks else [False] * 2)


# ---- on a GPU ----


def test_gpu_is_left_what_would_be_compiled_again_only_where_it_tells_something():
    task = prepare_reference(lambda x, factor: x * factor, cases_of((3, 33), (7, 20)))
    labels = {
        device: [task.cases[run.case].label for stage in stages for run in stage]
        for device in ("cpu", "cuda")
        for stages in [verdict.schedule_runs(task, device, SCALE + "# stride")]
    }
    assert any(case.may_refuse == NOT_CONTIGUOUS for case in task.cases)
    assert any("turned in memory" in label for label in labels["cpu"])
    assert not any("turned in memory" in label for label in labels["cuda"])
    for kept in ("x-3", "with NaN", "with infinities", "on (3, 33)", "on (7, 20)"):
        assert any(label.endswith(kept) for label in labels["cuda"]), kept
    assert {case.label for case in task.cases if case.steps} <= set(labels["cuda"])
    beyond = [label for label in labels["cpu"] if "1e+12" in label or label.endswith("1e+09")]
    assert len(beyond) > 1 and not set(beyond) & set(labels["cuda"])  # of no number is the rounding known


def test_kernels_as_large_as_their_inputs_are_given_up_on_a_gpu(monkeypatch):
    """What takes the compiler too long at a large size refuses no answer, and the same of others does."""
    task = prepare_reference(lambda x, factor: x * factor, cases_of((3, 33), (7, 20)))
    ran = []

    def run_all(candidate, task, entry, limits, device, stages, shown):
        runs = [run for stage in stages for run in stage]
        ran.append((device, limits.compiling, {bool(run.most_steps) for run in runs}))
        if device == "cuda" and {bool(run.most_steps) for run in runs} == failing:
            raise sandbox.CompilesTooLong("its kernels compile longer than 60 s", "run")
        return verdict.Judgement()

    monkeypatch.setattr(verdict, "run_all", run_all)
    failing = {True}
    assert verdict.judge_task(SCALE, task, device="cuda").ok
    assert ran == [("cpu", 300.0, {False}), ("cuda", 300.0, {False}), ("cuda", 60.0, {True})]
    failing = {False}
    assert "compile longer" in verdict.judge_task(SCALE, task, device="cuda").reason


def test_what_compiling_takes_does_not_count(monkeypatch):
    reader, writer = os.pipe()
    pipe = messages.ReplyPipe(writer, reader)
    kind = type("Kind", (), {"_do_compile": lambda self, seconds: time.sleep(seconds)})
    monkeypatch.setattr(launches, "kernel_class", lambda: kind)
    monkeypatch.setattr(launches, "interpreting", lambda: False)

    def work():
        with launches.noted_compilation(pipe):
            kind()._do_compile(0.8)
            kind()._do_compile(0.8)
        pipe.send(messages.pack({"done": True}, ()))
        os.close(writer)

    thread = threading.Thread(target=work)
    thread.start()
    try:
        clock = client.Clock(Limits(seconds=1.5, compiling=10.0), 0.0)
        assert list(client.Sandbox.received(None, reader, clock, 1 << 20)) == [({"done": True}, ())]
        assert clock.compiling < 8.5
    finally:
        thread.join()
        os.close(reader)


@pytest.mark.parametrize(
    "limits, words",
    [
        (Limits(seconds=0.1, compiling=10.0), "runs longer than 0.1 s"),
        (Limits(seconds=10.0, compiling=0.1), "compile longer than 0.1 s"),
    ],
)
def test_both_clocks_run_out(limits, words):
    reader, writer = os.pipe()
    clock = client.Clock(limits, 0.0)
    if "compile" in words:
        os.write(writer, messages.pack({messages.COMPILING: True}, ()))
    try:
        with pytest.raises(TimeoutError):
            list(client.Sandbox.received(SimpleNamespace(), reader, clock, 1 << 20))
        assert words in str(clock.exceeded())
    finally:
        os.close(reader)
        os.close(writer)


@pytest.mark.skipif(DEVICE != "cuda", reason="the compiler runs with the candidate on a GPU alone")
def test_compiling_for_many_sizes_is_no_reason_to_refuse():
    cases = [(torch.randn(100 * size),) for size in range(1, 25)]
    found = verification.judge(
        ONE_BLOCK_A_SIZE, torch.exp, cases, limits=Limits(seconds=5.0), device="cuda", tied=True
    )
    assert found.ok, found
