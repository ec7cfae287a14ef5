"""Which functions and classes of a file are programs of their own."""

import pytest

from python_to_triton.frontend import entries, trace

FILE = """import torch
import torch.nn as nn

SCALE = 2.0


def helper(x):
    return x * SCALE


def first(x):
    return helper(x).relu()


# of second
def second(x, helper=0.5):
    return x + helper


class Block(nn.Module):
    def __init__(self, dim=8):
        super().__init__()
        self.layer = nn.Linear(dim, dim)

    def forward(self, x):
        return self.layer(x).relu()


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.ModuleList([Block(), Block()])

    def forward(self, x):
        for block in self.blocks:
            x = block(x)
        return x


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.block = Block(6)

    def forward(self, x):
        return self.block(x) + 1


def build(width: int):
    return Encoder()


def train(model, x):
    return Encoder()(x)


def get_inputs():
    return [torch.randn(4, 6)]


if __name__ == "__main__":
    print(Model()(*get_inputs()))
"""


def test_what_others_use_is_no_entry():
    found = {entry.name: entry for entry in entries(FILE)}
    assert list(found) == ["first", "second", "Encoder", "Model", "train"]
    assert [name for name, entry in found.items() if entry.is_primary] == ["Model"]
    assert found["train"].obstacle == "it builds a module, and is no function of tensors alone"
    assert not any(entry.obstacle for name, entry in found.items() if name != "train")


def test_the_text_of_an_entry_has_what_it_needs_on_the_lines_of_the_file():
    found = {entry.name: entry.texts for entry in entries(FILE)}
    lines = FILE.split("\n")
    for texts in found.values():
        for text in texts:
            assert all(line in ("", whole) for line, whole in zip(text.split("\n"), lines, strict=True))
    assert "helper" in found["first"][0] and "SCALE" in found["first"][0] and "class" not in found["first"][0]
    assert "of second" in found["second"][0] and "of second" not in found["first"][0]
    assert "get_inputs()" in found["Model"][0] and len(found["Model"]) == 1
    assert ["def get_inputs" in text for text in found["Encoder"]] == [True, False]


def test_each_entry_is_traced_by_itself():
    headers = {
        entry.name: trace(entry.texts[-1]).text.split("\n")[0]
        for entry in entries(FILE)
        if not entry.obstacle
    }
    linear = "a1: f32[C, B], a2: f32[C]"
    assert headers == {
        "first": "f(a0: f32[A, B])",
        "second": "f(a0: f32[A, B])",
        "Encoder": f"f(a0: f32[A, B], {linear}, a3: f32[D, C], a4: f32[D])",
        "Model": f"f(a0: f32[A, B], {linear})",
    }


@pytest.mark.parametrize(
    "source",
    [
        "y = torch.relu(x)",
        "def f(x):\n    return x.abs()\n",
        "def g(x):\n    return x * 2\n\n\ndef f(x):\n    return g(x)\n",
        "def f(x):\n    return g(x)\n\n\ndef g(x):\n    return x * 2\n",
        "def f(x):\n    return x\n\n\ndef g(x):\n    return x\n\n\nf(y) + g(y)\n",
        "def f(x):\n    return x.abs()\n\n\ndef _unused(x):\n    return x\n\n\ndef main():\n    f(1)\n",
        "def f(x):\n    return x.abs()\n\n\ndef ceil_div(a: int, b: int) -> int:\n    return -(-a // b)\n",
        "def f(x:\n",
        "",
    ],
)
def test_a_text_with_one_entry_is_translated_as_it_is(source):
    [entry] = entries(source)
    assert entry.name == "" and entry.texts == (source,) and entry.is_primary


def test_what_uses_the_others_is_translated_wherever_it_is_defined():
    assert "mul" in trace("def f(x):\n    return g(x).abs()\n\n\ndef g(x):\n    return x * 2\n").text
    assert trace("def f(x):\n    return g(x).abs()\n\n\ndef g(x):\n    return x * 2\n").source.name == "f"
