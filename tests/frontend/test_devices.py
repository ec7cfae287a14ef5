"""Modules and tensors of another device are traced as on the CPU: that of these tests is "meta", or a GPU
that is named and need not be there.
"""

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


class Transforms(nn.Module):
    """A Fourier transform of windows, which PyTorch takes apart itself: it compares devices first."""

    def __init__(self, device):
        super().__init__()
        self.register_buffer("window", torch.ones(4, device=device))

    def forward(self, x):
        pieces = torch.stft(x.reshape(1, -1), 4, window=self.window, return_complex=True)
        return torch.view_as_real(pieces) + self.window[0]


MODULES = {
    "linear": lambda device: nn.Linear(3, 4, device=device),
    "batch norm": lambda device: nn.BatchNorm1d(3, device=device),
    "attention": lambda device: nn.MultiheadAttention(3, 1, device=device),
    "reads": Reads,
    "writes": Writes,
    "transforms": Transforms,
}
PARTIAL = {Transforms}  # PyTorch computes what has complex results


@pytest.mark.parametrize("build", MODULES.values(), ids=MODULES)
def test_a_module_elsewhere_has_the_graph_that_it_has_on_the_cpu(build):
    inputs = X * 3 if build is MODULES["attention"] else X
    here, there = (
        frontend.trace(build(device), inputs, partial=build in PARTIAL) for device in ("cpu", "meta")
    )
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
        ("x.cuda() * 2", "x * 2"),
        ("x.cuda(1).to(0) + x.to(torch.device('cuda', 1), non_blocking=True)", "x + x"),
        ("x.new_full((5, 3), 2.0, device=torch.device(0)) * x", "x.new_full((5, 3), 2.0) * x"),
        ("torch.arange(3, device=0) * x", "torch.arange(3) * x"),
    ],
)
def test_a_device_that_a_program_names_is_the_cpu_here(there, here):
    traced = [frontend.trace(f"# x: f32[5, 3]\ny = {text}").text for text in (there, here)]
    assert traced[0] == traced[1]


MOVED = """class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(3, 4, {device}), nn.BatchNorm1d(4)){move}

    def forward(self, x):
        return self.layers(x)
"""


@pytest.mark.parametrize(
    "move", [".cuda()", ".cuda(1)", ".to('cuda')", ".to(0)", ".to(torch.device('cuda'))"]
)
def test_a_module_whose_constructor_moves_it_to_a_gpu_has_the_graph_of_one_that_stays(move):
    texts = [MOVED.format(device="device='cuda'", move=move), MOVED.format(device="", move="")]
    there, here = map(frontend.trace, texts)
    assert there.text == here.text
    assert [one.origin for one in there.arguments] == [one.origin for one in here.arguments]


PLACED = """class Model(nn.Module):
    def __init__(self, where={default}):
        super().__init__()
        self.where = where

    def forward(self, x, place={default}):
        return torch.relu(x.to(self.where)) + torch.ones(1, device=place)
"""


@pytest.mark.parametrize("default", ["'cuda'", "'cpu'", "torch.device('cuda', 1)", "torch.device('cpu')"])
def test_a_device_is_fixed_as_one_and_not_as_that_of_the_trace(default):
    fixed = frontend.trace(PLACED.format(default=default)).source.conditions.fixed
    conditions = [one for one in fixed if "where" in one.path or "place" in one.path]
    assert len(conditions) == 2
    for one in conditions:
        name, names = ("self", lambda value: nn.Flatten()) if "where" in one.path else ("place", None)
        for value, holds in [("cuda:1", True), (torch.device("cpu"), True), ("mean", False), (None, False)]:
            given = value
            if names:
                given = names(value)
                given.where = value
            assert (eval(one.path, {name: given}) == one.value) is holds
