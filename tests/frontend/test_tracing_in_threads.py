"""Traces of several threads, which come one after the other."""

import threading
import time

import pytest
import torch

from python_to_triton import frontend


@pytest.mark.parametrize(
    "trace",
    [
        lambda program: frontend.trace(program, (torch.ones(3),)),
        lambda program: frontend.trace_modes(program, (torch.ones(3),))[0],
        lambda program: frontend.trace_tensor_function(lambda x: (program(x),), [torch.ones(3)], [True])[0],
    ],
)
def test_a_trace_waits_for_the_one_that_another_thread_makes(trace):
    begun = threading.Event()
    at_work = []
    met = []
    made = []

    def first(x):
        at_work.append(x)
        begun.set()
        time.sleep(0.3)
        at_work.pop()
        return torch.relu(x)

    def second(x):
        met.extend(at_work)
        return torch.tanh(x)

    thread = threading.Thread(target=lambda: made.append(trace(first)))
    thread.start()
    assert begun.wait(60)
    graph = trace(second)
    thread.join(60)
    assert "tanh" in graph.text and not met and "relu" in made[0].text


def test_a_trace_inside_a_trace_is_an_error_and_does_not_wait():
    def program(x):
        frontend.trace("y = torch.tanh(x)")
        return torch.relu(x)

    with pytest.raises(frontend.GraphError, match="already occupied"):
        frontend.trace(program, (torch.ones(3),))
