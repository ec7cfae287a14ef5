"""Which GPUs there are, and how processes are dealt over them."""

import os

import pytest
import torch

from python_to_triton.executors import dealt_gpus, show_gpu, visible_gpus


@pytest.mark.parametrize(
    "named, count, gpus",
    [
        (None, 0, []),
        (None, 3, ["0", "1", "2"]),
        ("3,GPU-5", 2, ["3", "GPU-5"]),
        ("1, 0", 2, ["1", "0"]),
        ("", 0, []),
        ("-1", 0, []),
        ("2,-1,0", 1, ["2"]),
    ],
)
def test_gpus_are_named_one_by_one(monkeypatch, named, count, gpus):
    monkeypatch.setattr(torch.cuda, "device_count", lambda: count)
    monkeypatch.delenv("CUDA_VISIBLE_DEVICES", raising=False)
    if named is not None:
        monkeypatch.setenv("CUDA_VISIBLE_DEVICES", named)
    assert visible_gpus() == gpus


@pytest.mark.parametrize(
    "named, processes, dealt",
    [
        ("0,1,2", 5, ["0", "1", "2", "0", "1"]),
        ("4,7", 1, ["4"]),
        ("7", 2, ["", ""]),
        ("-1", 2, ["", ""]),
    ],
)
def test_processes_are_dealt_over_several_gpus(monkeypatch, named, processes, dealt):
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", named)
    assert dealt_gpus(processes) == dealt


def test_a_process_sees_the_gpu_that_it_was_dealt(monkeypatch):
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "4,7")
    show_gpu("")
    assert os.environ["CUDA_VISIBLE_DEVICES"] == "4,7"
    show_gpu("7")
    assert os.environ["CUDA_VISIBLE_DEVICES"] == "7" and dealt_gpus(2) == ["", ""]
