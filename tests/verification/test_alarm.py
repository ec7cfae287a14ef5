"""A call that computes on is ended when its time is over; while nothing can be compared, later."""

import signal
import time
from types import SimpleNamespace

import pytest

from python_to_triton.verification.sandbox import jobs
from python_to_triton.verification.sandbox.jobs import Alarm
from python_to_triton.verification.sandbox.rules import OutOfSteps


@pytest.fixture
def quick(monkeypatch):
    """Times of a tenth."""
    handler = signal.getsignal(signal.SIGPROF)
    monkeypatch.setattr(jobs, "MOST_SECONDS", 0.1)
    monkeypatch.setattr(jobs, "SNOOZE", 0.02)
    yield
    signal.setitimer(signal.ITIMER_PROF, 0.0)
    signal.signal(signal.SIGPROF, handler)


def compute(seconds):
    """Takes so many seconds of CPU time."""
    ends = time.process_time() + seconds
    while time.process_time() < ends:
        sum(range(1000))


def seconds_until_it_rings(has_results, patience):
    """(CPU time, patience that is left) of a call that would compute for a second."""
    began = time.process_time()
    alarm = Alarm(SimpleNamespace(device="cpu", has_results=lambda: has_results(began)), patience)
    with pytest.raises(OutOfSteps):
        compute(1.0)
    alarm.end()
    return time.process_time() - began, alarm.patience


def test_where_there_are_results_it_rings_when_the_time_is_over(quick):
    taken, left = seconds_until_it_rings(lambda began: True, 0.5)
    assert 0.09 < taken < 0.3 and left == 0.5


def test_without_results_it_waits_for_them(quick):
    taken, left = seconds_until_it_rings(lambda began: time.process_time() - began > 0.25, 0.5)
    assert 0.24 < taken < 0.45 and 0.2 < left < 0.5


def test_its_patience_ends(quick):
    taken, left = seconds_until_it_rings(lambda began: False, 0.2)
    assert 0.25 < taken < 0.5 and left <= 0.0


def test_it_raises_once_and_not_after_the_call(quick):
    alarm = Alarm(SimpleNamespace(device="cpu", has_results=lambda: True), 0.0)
    with pytest.raises(OutOfSteps):
        compute(1.0)
    alarm.ring()
    alarm.end()
    compute(0.2)
    Alarm(alarm.watched, 0.0).end()
    compute(0.2)
