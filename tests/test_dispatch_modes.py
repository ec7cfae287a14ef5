"""A mode that a test leaves in force is named, and taken down."""

import contextlib
import threading

import pytest
import torch
from dispatch_modes import take_modes_down

from python_to_triton import frontend
from python_to_triton.frontend.recorder import Recorder
from python_to_triton.verification.original_program import InFloat64
from python_to_triton.verification.plain_mode import PlainMode


@pytest.mark.parametrize("make", [lambda: Recorder(""), PlainMode, InFloat64])
def test_a_mode_that_stays_is_taken_down(make):
    assert take_modes_down() == []
    mode = make()
    mode.__enter__()
    assert take_modes_down() == [type(mode).__name__] and take_modes_down() == []
    assert frontend.trace("y = torch.relu(x)").values


def test_a_trace_of_another_thread_is_seen():
    """PyTorch has one place for a recorder, whatever the thread."""
    begun, over = threading.Event(), threading.Event()

    def program(x):
        begun.set()
        assert over.wait(30)
        return torch.relu(x)

    def trace():
        with contextlib.suppress(frontend.GraphError):  # its recorder is gone
            frontend.trace(program, (torch.ones(3),))

    thread = threading.Thread(target=trace)
    thread.start()
    assert begun.wait(30)
    taken = take_modes_down()
    over.set()
    thread.join(30)
    assert taken == ["Recorder"] and take_modes_down() == []
