"""The device's time of a call: the host has launched all of it before the device begins."""

import types

import pytest
import torch

from python_to_triton.verification.sandbox import resident


@pytest.fixture
def device(monkeypatch):
    """A device that begins a call while the host still launches it, after fewer than so many clearings."""
    seen = types.SimpleNamespace(cleared=0, needed=0)

    class Event:
        def __init__(self, enable_timing):
            assert enable_timing

        def record(self):
            self.cleared, seen.cleared = seen.cleared, 0

        def query(self):
            return self.cleared < seen.needed

        def elapsed_time(self, other):
            return self.cleared

    class Flush:
        def zero_(self):
            seen.cleared += 1

    monkeypatch.setattr(torch.cuda, "Event", Event)
    monkeypatch.setattr(torch.cuda, "synchronize", lambda device: None)
    monkeypatch.setattr(torch.cuda, "get_device_properties", lambda _: types.SimpleNamespace(L2_cache_size=1))
    monkeypatch.setattr(torch, "empty", lambda *_, **__: Flush())
    return seen


@pytest.mark.parametrize(
    "needed, clearings, calls", [(0, 4, 3), (4, 4, 3), (5, 8, 4), (9, 16, 5), (1000, 64, 7)]
)
def test_a_call_that_the_device_began_too_soon_is_made_again(device, needed, clearings, calls):
    device.needed = needed
    made = []
    times = resident.cold_cache_times(lambda: made.append(None), 3, "cuda")
    assert times == [clearings] * 3
    assert len(made) == calls


def test_without_a_gpu_the_hosts_clock_times_as_many_calls():
    made = []
    times = resident.cold_cache_times(lambda: made.append(None), 3, "cpu")
    assert len(times) == len(made) == 3
    assert all(time >= 0 for time in times)
    assert resident.milliseconds_in_a_row(lambda: made.append(None), "cpu") >= 0
    assert len(made) == 3 + 1 + resident.CALLS_IN_A_ROW
