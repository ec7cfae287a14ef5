"""The entry of a compiled graph may hold the kernel of random numbers, as it is."""

import pytest
import torch

from python_to_triton import codegen, frontend
from python_to_triton.backend.entry_check import check_entry
from python_to_triton.verification.sandbox import Refused


def test_an_entry_may_draw_by_this_kernel_alone():
    def drops(x):
        return torch.ops.aten.native_dropout.default(x.relu(), 0.3, True)

    graph, _ = frontend.trace_tensor_function(drops, [torch.empty(5, 8, device="meta")], [True])
    regions = frontend.regions(graph)
    called = [f"region{i}" for i in range(len(regions))]
    entry = codegen.entry_source(graph, regions, "translated", called)
    check_entry(entry, set(called))
    with pytest.raises(Refused):
        check_entry(entry.replace("tl.rand(", "tl.randn("), set(called))
