"""What a kernel writes far outside its buffers on a GPU refuses the calls after it no more than itself."""

import mmap
import os
import types

import pytest
import torch

from python_to_triton.verification.sandbox import Refused, fence, resident
from python_to_triton.verification.sandbox.messages import encode

TEXT = """
def translated(x):
    return x.clone()


def refused(x):
    return x + 1
"""


def compared(number):
    """The job that compares a text's outputs with the first one's."""
    return {"resident": "compare", "number": number}


def test_a_red_zone_is_compared_with_nothing_that_a_kernel_could_have_reached(monkeypatch):
    made = []
    make = fence.fence_of
    monkeypatch.setattr(fence, "fence_of", lambda *given: made.append(make(*given)) or made[-1])
    for _ in range(2):
        watched = fence.WatchedCall("cpu", fence.POISON_WORDS[0])
        watched.argument(torch.ones(3), 0)
        watched.check_fences()
        made[-1].zero_()  # as a kernel of the next call would
    assert len(made) == 2


def test_a_write_behind_an_argument_is_found():
    watched = fence.WatchedCall("cpu", fence.POISON_WORDS[0])
    watched.argument(torch.ones(3), 0)
    watched.argument(torch.ones(5, dtype=torch.int8), 1)
    watched.fences[1][1][-1] = 0
    with pytest.raises(Refused, match="writes outside argument 1"):
        watched.check_fences()


def test_arguments_are_loaded_again_after_a_refusal(monkeypatch):
    monkeypatch.setattr(resident, "refuse_texts_of_tensors", lambda: None)
    descriptor = os.memfd_create("arguments")
    os.ftruncate(descriptor, 1 << 12)
    with mmap.mmap(descriptor, 0) as memory:
        form = encode([torch.arange(4.0)], types.SimpleNamespace(append=memory.write))
    job = {"source": TEXT, "entry": "translated", "arguments": form, "memory": descriptor}
    try:
        resident.load_resident(job, "cpu")
        resident.add_resident({"number": 1, "source": TEXT, "entry": "refused"}, "cpu")
        resident.RESIDENT["arguments"] = [torch.zeros(4)]  # as a kernel that writes far outside leaves them
        assert b"outside a kernel" in resident.resident_job(compared(1), "cpu")
        resident.resident_job(compared(0), "cpu")
        assert resident.RESIDENT["arguments"][0].tolist() == [0.0, 1.0, 2.0, 3.0]
        assert resident.RESIDENT["outputs"].tolist() == [0.0, 1.0, 2.0, 3.0]
    finally:
        resident.drop_resident({}, "cpu")
