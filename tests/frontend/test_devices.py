"""Modules and tensors of another device are traced as on the CPU: that of these tests is "meta"."""

import pytest
import torch
from torch import nn

from python_to_triton import frontend

X = (torch.randn(5, 3),)


class Reads(nn.Module):
    """Reads parameters, a part of a buffer, and makes tensors where these are."""

    def __init__(self, device):
        super().__init__()
        self.register_buffer("rows", torch.zeros(4, 3, device=device))
        self.scale = nn.Parameter(torch.ones(3, device=device))

    def forward(self, x):
        more = torch.zeros(x.shape[0], 3, device=self.scale.device)
        return (x * self.scale + self.rows[0] + more).to(self.scale.device) * torch.arange(3, device=x.device)


class Writes(nn.Module):
    """Writes into a view of a buffer."""

    def __init__(self, device):
        super().__init__()
        self.register_buffer("rows", torch.zeros(4, 3, device=device))

    def forward(self, x):
        self.rows[1].add_(x.sum(0))
        return x + self.rows[1]


MODULES = {
    "linear": lambda device: nn.Linear(3, 4, device=device),
    "batch norm": lambda device: nn.BatchNorm1d(3, device=device),
    "attention": lambda device: nn.MultiheadAttention(3, 1, device=device),
    "reads": Reads,
    "writes": Writes,
}


@pytest.mark.parametrize("build", MODULES.values(), ids=MODULES)
def test_a_module_elsewhere_has_the_graph_that_it_has_on_the_cpu(build):
    inputs = X * 3 if build is MODULES["attention"] else X
    here, there = (frontend.trace(build(device), inputs) for device in ("cpu", "meta"))
    assert there.text == here.text
    assert [one.origin for one in there.arguments] == [one.origin for one in here.arguments]
    assert there.source.conditions.effects == here.source.conditions.effects


def test_a_module_elsewhere_stays_there():
    module = nn.BatchNorm1d(3, device="meta")
    frontend.trace(module, X)
    assert {tensor.device.type for tensor in module.state_dict().values()} == {"meta"}


@pytest.mark.parametrize(
    "there, here",
    [
        ("x + torch.ones(3, device='cuda')", "x + torch.ones(3)"),
        ("x.to('cuda:0', torch.float16) + 1", "x.to(torch.float16) + 1"),
        ("torch.tensor([1.0, 2.0, 4.0], device='cuda') * x", "torch.tensor([1.0, 2.0, 4.0]) * x"),
        ("torch.full_like(x, 2.0, device=torch.device('cuda', 1)) * x", "torch.full_like(x, 2.0) * x"),
        ("x.cpu() * 2", "x * 2"),
    ],
)
def test_a_device_that_a_program_names_is_the_cpu_here(there, here):
    traced = [frontend.trace(f"# x: f32[5, 3]\ny = {text}").text for text in (there, here)]
    assert traced[0] == traced[1]
