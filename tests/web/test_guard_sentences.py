"""The guards of a module in sentences: as many as it checks, in words that need no code to be read."""

import inspect

import pytest

from python_to_triton import codegen, frontend
from python_to_triton.codegen.guard_functions import FUNCTIONS
from python_to_triton.web import guard_sentences
from python_to_triton.web.guard_sentences import MOST_SENTENCES, SENTENCES

IMPORTS = "import torch\nimport torch.nn as nn\nimport torch.nn.functional as F\n\n"
BACK = "def get_inputs():\n    return [{}]\n"
MODEL = (
    "class Model(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
    "        self.table = nn.Embedding(10, 4)\n        self.act = nn.LeakyReLU(0.2)\n\n"
    "    def forward(self, i, k: int = 2):\n        return self.act(self.table(i)) * k\n\n\n"
)


def sentences(program):
    """The guards of a program's module; PyTorch answers its regions."""
    [graph, *_] = frontend.traced_modes(IMPORTS + program, None, None, False)
    answers = [codegen.pytorch_code(frontend.parse(part.graph.text)) for part in frontend.regions(graph)]
    return guard_sentences.guard_sentences(codegen.stitch(graph, answers))


def test_tensors_and_how_they_are_called():
    found = sentences("# x: f32[3, 5], w: f32[5]\ny = torch.relu(x * w)")
    assert found[:2] == ["x is a float32 tensor of shape [A, B].", "w is a float32 tensor of shape [B]."]
    assert found[2].startswith("The call is a plain one") and "It has no backward" in found[2]
    assert found[-3:] == [guard_sentences.LETTERS, guard_sentences.DEVICES, guard_sentences.REFUSED]


def test_a_module_its_layers_and_its_numbers():
    found = sentences(MODEL + BACK.format("torch.randint(0, 10, (3, 5))"))
    assert "i is an int64 tensor of shape [A, B]." in found
    assert "Every index in i is from 0 to 9." in found
    assert "In every leakyrelu: the layer is of PyTorch's LeakyReLU, with no hooks." in found
    assert "In every leakyrelu: the layer has negative_slope = 0.2, inplace = False." in found
    assert "No hooks are registered for all modules." in found
    assert any(sentence.startswith("k is ") for sentence in found)


def test_a_label_that_is_ignored():
    program = "# x: f32[7, 5], i: i64[3]\ny = x[torch.where(i != -100, i, 0)]"
    assert "Every index in i is from 0 to A - 1, or -100." in sentences(program)


def test_kinds_of_layers_are_said_once():
    source = 'def _conv2d_parts(path, layer):\n    _layer(path, layer, "Conv2d", "torch.nn")\n'
    source += '    _fixed(f"{path}.stride", layer.stride, (1, 1))\n    _attributes(path, layer, groups=1)\n'
    assert guard_sentences.guard_sentences(source)[:-1] == [
        "In every conv2d: the layer is of PyTorch's Conv2d, with no hooks.",
        "In every conv2d: its stride is (1, 1).",
        "In every conv2d: the layer has groups = 1.",
    ]


def test_sizes_that_a_program_limits():
    found = sentences("# x: f32[8, 6]\ny = x.view(-1, 2, 6).sum(1)")
    assert any("fits A * B % 12 == 0" in sentence for sentence in found), found


def test_many_conditions_are_counted():
    calls = "\n".join(f'    _fixed("k{i}", k{i}, {i})' for i in range(MOST_SENTENCES + 5))
    found = guard_sentences.guard_sentences(f"def f(x):\n{calls}\n")
    assert len(found) == MOST_SENTENCES + 2
    assert found[-2] == "And 5 more conditions, which the module checks."


def test_a_fallback_is_said():
    source = 'class _Refused(ValueError):\n    pass\n\n\ndef f(x):\n    _fixed_f("k", k, 3)\n'
    source += "    raise _Refused()\n"
    assert guard_sentences.guard_sentences(source) == ["k is 3.", guard_sentences.FALLBACK]
    assert guard_sentences.guard_sentences("x = 1\n") == []


@pytest.mark.parametrize("function", [one.__name__ for one in FUNCTIONS if one.__name__[0] == "_"])
def test_every_guard_has_a_sentence(function):
    """A guard that is new has none yet: it needs one, or does not refuse a call."""
    source = inspect.getsource(next(one for one in FUNCTIONS if one.__name__ == function))
    refuses = "raise ValueError" in source or "raise IndexError" in source
    assert function in SENTENCES or not refuses or function in ("_plain_call", "_ForwardOnly")
