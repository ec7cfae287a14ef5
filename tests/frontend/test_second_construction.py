"""Which sizes of a module's parameters are free: those with which it is built again as the same program."""

import pytest
import torch
import torch.nn as nn

from python_to_triton.frontend import Fixed, trace

MODEL = """
class Model(nn.Module):
    def __init__(self, width=32, hidden=64, heads=4):
        super().__init__()
        self.heads = heads
        self.up = nn.Linear(width, hidden)
        self.norm = nn.LayerNorm(hidden)
        self.down = nn.Linear(hidden, width)
        self.scale = hidden ** -0.5

    def forward(self, x):
        y = self.norm(self.up(x))
        {body}
        return self.down(y)


def get_inputs():
    return [torch.randn(2, 5, 32)]


def get_init_inputs():
    return {arguments}
"""


def conditions(body, arguments="[]"):
    return trace(MODEL.format(body=body, arguments=arguments)).source.conditions


def fixed(body, arguments="[]"):
    return {item.path: item.value for item in conditions(body, arguments).fixed}


@pytest.mark.parametrize(
    "body, arguments",
    [
        ("y = y.relu()", "[]"),
        ("y = y.relu()", "{'hidden': 96}"),
        ("y = y + x", "[32, 32]"),  # both have to change together
        ("y = y.view(*y.shape[:2], self.heads, -1).softmax(-1).flatten(2)", "[]"),
    ],
)
def test_sizes_that_change_nothing_are_free(body, arguments):
    assert conditions(body, arguments).sizes == {}
    assert fixed(body, arguments)["self.norm.normalized_shape"] in (("C",), ("D",))


@pytest.mark.parametrize(
    "body", ["y = y * self.scale", "y = y.view(*y.shape[:2], -1, 16).softmax(-1).flatten(2)"]
)
def test_sizes_that_the_program_computes_with_are_fixed(body):
    made = trace(MODEL.format(body=body, arguments="[]"))
    assert made.source.conditions.sizes == {"C": 32, "D": 64, "E": 32}
    assert Fixed("self.norm.normalized_shape", (64,)) in made.source.conditions.fixed


def test_sizes_that_the_constructor_does_not_give_are_fixed():
    source = (
        MODEL.format(body="y = y.relu()", arguments="[]").replace(" hidden=64,", "").replace("hidden", "64")
    )
    made = trace(source)
    assert made.source.conditions.sizes == {"D": 64}
    assert Fixed("self.norm.normalized_shape", (64,)) in made.source.conditions.fixed


def test_a_window_keeps_its_size():
    source = (
        "class Model(nn.Module):\n"
        "    def __init__(self, channels=3, filters=16, kernel_size=3):\n"
        "        super().__init__()\n"
        "        self.conv = nn.Conv2d(channels, filters, kernel_size, padding=kernel_size // 2)\n"
        "    def forward(self, x):\n        return self.conv(x).relu()\n"
        "def get_inputs():\n    return [torch.randn(2, 3, 8, 8)]"
    )
    made = trace(source)
    assert made.text.startswith("f(a0: f32[A, B, C, D], a1: f32[E, B, F, G]")
    assert made.source.conditions.sizes == {"F": 3, "G": 3}


def test_an_attribute_in_letters():
    body = "y = y * x.new_full((self.up.out_features // 2, 2), 3.0).flatten()"
    assert fixed(body)["self.up.out_features"] == "D"
    assert fixed("y = y if self.scale > 0 else y.relu()")["self.scale"] == "1/sqrt(D)"


def test_a_module_keeps_its_sizes():
    conditions = trace(nn.Linear(4, 6), (torch.randn(3, 4),)).source.conditions
    assert conditions.sizes == {"B": 4, "C": 6}
    assert trace(nn.ReLU(), (torch.randn(3, 4),)).source.conditions.sizes == {}
