"""A fork that stays for several jobs: texts of the project's own, each judged as in a fork of its own."""

import time

import pytest
import torch
from candidates import normal, pointwise

from python_to_triton import verification
from python_to_triton.verification import sandbox
from python_to_triton.verification.reference_task import prepare_reference
from python_to_triton.verification.sandbox import INTERLEAVED, Limits, staying
from python_to_triton.verification.verdict import schedule_runs

TICKETS = """
@triton.jit
def kernel(ticket_ptr, y_ptr):
    ticket = tl.atomic_add(ticket_ptr, 1)
    tl.store(y_ptr + ticket, tl.program_id(0))


def translated(x):
    ticket = torch.zeros(1, dtype=torch.int32, device=x.device)
    y = torch.empty(x.numel(), dtype=torch.int32, device=x.device)
    kernel[(x.numel(),)](ticket, y)
    return y
"""
SPINS = "def translated(x):\n    while True:\n        pass\n"
DIES = "def translated(x):\n    __import__('os')._exit(3)\n"


# Hangs in a signal's handler, a moment after its reply.
HANGS_LATER = """
def hang(*arguments):
    while True:
        __import__("time").sleep(1.0)


def translated(x):
    signals = __import__("signal")
    signals.signal(signals.SIGALRM, hang)
    signals.setitimer(signals.ITIMER_REAL, 1.5)
    return torch.empty_like(x)
"""


def job_of(source, stays=True, order="natural"):
    """A job of one run."""
    run = [0, sandbox.POISON_WORDS[0], False, True, order]
    return {"source": source, "entry": "translated", "describe": False, "runs": [run], "stays": stays}


@pytest.fixture(scope="module")
def opened():
    sandboxes = [sandbox.open_sandbox("cpu")]
    yield sandboxes
    sandboxes[0].close()


@pytest.fixture
def server(opened):
    """A sandbox in which no fork stays; another one where a test has ended it."""
    if opened[0].process.poll() is not None:
        opened[0].close()
        opened[0] = sandbox.open_sandbox("cpu")
    done(opened[0], job_of(pointwise("y = x"), stays=False))
    return opened[0]


def done(server, job, seconds=20.0):
    """(the output of a job, the forks that are there behind it)."""
    message, outputs = server.run(job, [(torch.arange(40.0),)], Limits(seconds=seconds))
    assert "refused" not in message, message
    return outputs[0], sandbox.descendants_of(server.process.pid)


def test_one_fork_does_many_jobs_and_none_outlives_an_ordinary_one(server):
    source = pointwise("y = 2.0 * x")
    before = sandbox.descendants_of(server.process.pid)
    found = [done(server, job_of(source)) for _ in range(staying.MOST_JOBS + 1)]
    assert all(torch.equal(output, 2.0 * torch.arange(40.0)) for output, _ in found)
    forks = [set(processes) - set(before) for _, processes in found]
    assert all(len(fork) == 1 and fork == forks[0] for fork in forks[:-1])
    assert len(forks[-1]) == 1 and forks[-1] != forks[0]
    assert done(server, job_of(source, stays=False))[1] == before


def test_its_programs_take_the_turns_of_a_fork_of_their_own(server):
    (alone, _), *others = [
        done(server, job_of(TICKETS, stays, INTERLEAVED)) for stays in (False, True, True, True)
    ]
    assert sorted(alone.tolist()) == list(range(40)) != alone.tolist()
    assert all(torch.equal(output, alone) for output, _ in others)


@pytest.mark.parametrize("source, reason", [(SPINS, "runs longer than"), (DIES, "without a reply")])
def test_what_does_not_end_in_it_is_refused_and_the_next_job_is_done(server, source, reason):
    right = job_of(pointwise("y = 2.0 * x"))
    done(server, right)
    with pytest.raises(sandbox.Refused, match=reason):
        done(server, job_of(source), seconds=1.0)
    assert torch.equal(done(server, right)[0], 2.0 * torch.arange(40.0))


@pytest.mark.parametrize("elements", [40, 1 << 20])  # what a pipe holds, and more
def test_a_fork_that_hangs_after_its_reply_costs_the_next_job_a_moment(server, elements):
    before = sandbox.descendants_of(server.process.pid)
    hanging = done(server, job_of(HANGS_LATER))[1]
    time.sleep(2.0)  # it hangs now
    x = torch.arange(float(elements))
    start = time.monotonic()
    message, outputs = server.run(job_of(pointwise("y = 2.0 * x")), [(x,)], Limits(seconds=20.0))
    assert "refused" not in message, message
    assert torch.equal(outputs[0], 2.0 * x)
    assert time.monotonic() - start < 60.0, "it was waited for as long as a job may take"
    assert len(hanging) == len(before) + 1 and sandbox.descendants_of(server.process.pid) == before


def test_it_is_confined(server):
    message, _ = server.run(
        job_of("def translated(x):\n    __import__('os').open('/etc/passwd', 1)\n"),
        [(torch.ones(3),)],
        Limits(),
    )
    assert "PermissionError" in message["refused"], message


# ---- a brief verdict ----


def test_a_brief_task_has_one_stage_and_disables_kernels_once():
    inputs = normal((3, 33), (7, 5))
    full, brief = (prepare_reference(torch.sin, inputs, briefly=briefly) for briefly in (False, True))
    (stage,) = schedule_runs(brief, "cpu", "")
    assert len(schedule_runs(full, "cpu", "")) == 3
    assert sum(run.kernels_disabled for run in stage) == 1
    assert {run.case for run in stage} == set(range(len(brief.cases)))
    assert len({run.poison for run in stage}) == 2


RIGHT = pointwise("y = tl.sin(x)")


@pytest.mark.parametrize(
    "answer, reason",
    [
        (pointwise("y = tl.cos(x)"), "exceeds tolerance"),
        (
            pointwise("y = tl.where(tl.abs(x) < 3.0, tl.sin(x), 0.0)").replace(
                "mask = offsets < n", "mask = offsets < n + 1"
            ),
            "outside",
        ),
        (pointwise("y = tl.sin(x)").replace("(triton.cdiv(n, 128),)", "(1,)"), "nan instead"),
        (pointwise("y = tl.sin(x + tl.load(y_ptr + offsets, mask=mask))"), "nan instead"),
        (pointwise("y = torch.sin(x)"), "torch"),
    ],
)
def test_a_brief_verdict_refuses_what_is_wrong(answer, reason):
    inputs = normal((3, 33), (7, 50))
    assert verification.judge(RIGHT, torch.sin, inputs, device="cpu", briefly=True).ok
    verdict = verification.judge(answer, torch.sin, inputs, device="cpu", briefly=True)
    assert not verdict.ok and reason in verdict.reason, verdict


def test_brief_and_full_verdicts_measure_the_same():
    inputs = normal((3, 33), (7, 50))
    full, brief = (
        verification.judge(RIGHT, torch.sin, inputs, device="cpu", briefly=briefly)
        for briefly in (False, True)
    )
    assert (brief.error, brief.tolerance, brief.launches) == (full.error, full.tolerance, full.launches)
