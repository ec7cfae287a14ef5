"""The order in which verdicts count, workers that crash, and verdicts that are not needed any more."""

import dataclasses
import os
import signal
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import pytest
from scripted import PROMPT, Scripted
from waiting import wait_until

from python_to_triton import runtime, verification
from python_to_triton.runtime import judging, pool
from python_to_triton.runtime.sample_search import PendingSample, SampleSearch
from python_to_triton.verification.sandbox import client

PASSED = verification.Verdict(True, "", 0.0, 1.0, 1, 0.0)


def test_the_fastest_worker_does_not_choose_the_answer():
    """Of two right samples the first counts, whichever verdict comes first; what came after it is not
    recorded.
    """
    region = runtime.RegionCandidates(PROMPT.format("abs"))
    futures = [Future() for _ in range(3)]
    search = SampleSearch(Scripted(), [region], samples=3)
    search.pending = [
        PendingSample(region, number, f"source {number}", future) for number, future in enumerate(futures)
    ]
    futures[2].set_result(PASSED)
    search.record_finished()
    assert len(search.pending) == 3 and region.answer is None
    futures[0].set_result(dataclasses.replace(PASSED, ok=False))
    futures[1].set_result(PASSED)
    search.record_finished()
    assert search.pending == []
    assert list(region.samples) == [0, 1] and region.answer.source == "source 1"


def crashes_on_request(prompt: str, source: str) -> verification.Verdict:
    """A judge whose worker the answer "crashes" ends."""
    if source == "crashes":
        os.kill(os.getpid(), signal.SIGKILL)
    return runtime.not_judged(source)


def test_an_answer_that_crashes_its_worker_costs_itself_alone():
    judges = runtime.Judges(1, crashes_on_request)
    futures = {source: judges.submit("prompt", source) for source in ("before", "crashes", "after")}
    reasons = {source: future.result(timeout=120).reason for source, future in futures.items()}
    assert reasons == {"before": "before", "crashes": judges.WORKER_DIED, "after": "after"}
    assert judges.submit("prompt", "later").result(timeout=120).reason == "later" and not judges.calls
    judges.close()


def test_a_file_that_crashes_its_worker_has_not_passed():
    """Each kind of call ends as one of its own that failed; of another function the reader hears of it."""
    judges = runtime.Judges()
    ended = {}
    for function in (judging.judge_file, judging.judge_mixed, judging.compile_answer, os.kill):
        ended[function] = Future()
        judges._give_up(ended[function], (function, "prompt", "source"))
    verdict, outcomes = ended[judging.judge_file].result()
    assert (verdict.ok, verdict.reason, outcomes) == (False, judges.WORKER_DIED, [])
    assert ended[judging.judge_mixed].result() == verdict
    assert ended[judging.compile_answer].result() == judges.WORKER_DIED
    with pytest.raises(ValueError, match=judges.WORKER_DIED):
        ended[os.kill].result()


def test_calls_for_verdicts_that_are_not_needed_are_taken_back():
    region = runtime.RegionCandidates(PROMPT.format("abs"))
    other = runtime.RegionCandidates(PROMPT.format("exp"))
    translator = Scripted()
    cancelled = []
    translator.judges.cancel = lambda *call: cancelled.append(call)
    first, late, shared = (Future() for _ in range(3))
    first.set_result(PASSED)
    of_other = PendingSample(other, 0, "shared", shared)
    search = SampleSearch(translator, [region, other], samples=3)
    search.pending = [
        PendingSample(region, 0, "right", first),
        PendingSample(region, 1, "late", late),
        PendingSample(region, 2, "shared", shared),
        of_other,
    ]
    search.record_finished()
    assert search.pending == [of_other]
    assert region.answer.source == "right"
    expected = {(region.prompt, "late"), (region.prompt, "shared")}
    assert set(cancelled) == expected, "that of another region is another prompt's"


def gpu_of_its_worker(folder: str, source: str) -> str:
    """In place of a judge: the GPU that the worker, and so its sandbox, sees; once another has come too."""
    gpu = os.environ["CUDA_VISIBLE_DEVICES"]
    Path(folder, gpu).touch()
    wait_until(lambda: len(os.listdir(folder)) == 2, f"no worker sees another GPU than {gpu}")
    return gpu


def test_judges_are_dealt_over_the_gpus(monkeypatch, tmp_path):
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "3,GPU-5")
    judges = runtime.Judges(2, gpu_of_its_worker)
    futures = [judges.submit(str(tmp_path), f"source {number}") for number in range(2)]
    assert {future.result(timeout=120) for future in futures} == {"3", "GPU-5"}
    judges.close()


def started_kinds(prompt, source):
    """The kinds of sandboxes that this process has or is starting."""
    return sorted({*client.IDLE_SANDBOXES, *client.STARTING})


def test_a_worker_starts_sandboxes_once_it_judges():
    judges = runtime.Judges(jobs=1)
    try:
        assert judges.submit(PROMPT.format("abs"), "", started_kinds).result() == []
        assert not judges.submit(PROMPT.format("abs"), "nothing").result().ok
        assert {"cpu", "compile"} <= {*judges.submit(PROMPT.format("abs"), "again", started_kinds).result()}
    finally:
        judges.close()


def test_expected_workers_start_sandboxes_each():
    judges = runtime.Judges(jobs=1)
    try:
        judges.expect(1)
        assert {"cpu", "compile"} <= {*judges.submit(PROMPT.format("abs"), "", started_kinds).result()}
    finally:
        judges.close()


def test_no_more_workers_start_than_the_work_is_worth(monkeypatch):
    started = []
    monkeypatch.setattr(
        pool, "start_pool", lambda jobs, **_: started.append(jobs) or ThreadPoolExecutor(jobs)
    )
    for jobs, answers in (1, 9), (16, 1), (16, 6), (16, 9), (16, 90), (0, 9):
        judges = runtime.Judges(jobs, runtime.skip_judging)
        judges.expect(answers)
        judges.expect(1000)
        assert not judges.submit("prompt", "source").result().ok
        judges.close()
    assert started == [1, 2, 3, 4, 16]


@pytest.mark.parametrize("error", [OSError("no sandbox"), KeyboardInterrupt()])
def test_a_call_that_raises_here_is_made_anew(error):
    """Its Future is not kept: nobody would ever end it."""
    made = []

    def judge(prompt, source):
        made.append(source)
        if len(made) == 1:
            raise error
        return PASSED

    judges = runtime.Judges(0, judge)
    with pytest.raises(type(error)):
        judges.submit("prompt", "source")
    assert judges.submit("prompt", "source").result(timeout=10) == PASSED and len(made) == 2
    assert judges.submit("prompt", "source").result(timeout=10) == PASSED and len(made) == 2
    judges.close()


def test_a_pool_that_does_not_start_is_tried_again(monkeypatch):
    def start_pool(jobs):
        monkeypatch.setattr(pool, "start_pool", ThreadPoolExecutor)
        raise OSError("too many processes")

    monkeypatch.setattr(pool, "start_pool", start_pool)
    judges = runtime.Judges(1, lambda prompt, source: PASSED)
    with pytest.raises(OSError, match="too many"):
        judges.submit("prompt", "source")
    assert judges.submit("prompt", "source").result(timeout=10) == PASSED
    judges.close()
