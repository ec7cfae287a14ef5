"""Which line of a program each value and each region comes from."""

import inspect

import pytest
import torch
import torch.nn as nn
from program_support import tensors

from python_to_triton import frontend
from python_to_triton.frontend import GraphError, trace


def operations(graph):
    """[(operation, line), ...] of a graph."""
    return [(value.op, value.line) for value in graph.values]


def lines_of(text, **more):
    return operations(trace(text, **more))


MODEL = """
import torch
class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(8, 16)

    def forward(self, x):
        h = self.layer(x)
        h = F.gelu(h)
        center = h.mean(-1, keepdim=True)
        spread = ((h - center) ** 2).mean(-1, keepdim=True)
        h = (h - center) / torch.sqrt(spread + 1e-5)
        return scores(h).softmax(-1)

def scores(x):
    y = (
        x.t()
        * 2
    )
    return x @ y
"""


def test_a_value_has_the_line_of_the_innermost_frame_of_the_text():
    assert lines_of(MODEL) == [
        ("linear", 9),  # called in the library: the line of the user's call
        ("gelu", 10),
        ("layer_norm", 13),  # written over three lines: the last of them
        ("transpose", 18),
        ("mul", 18),  # Python says where an expression begins
        ("matmul", 21),
        ("softmax", 14),
    ]


def test_lines_above_the_program_count():
    assert lines_of("\n\n# a comment\n\ny = x.relu()\nz = y.exp()\n") == [("relu", 5), ("exp", 6)]
    assert lines_of("    y = x.relu()\n    z = y.exp()") == [("relu", 1), ("exp", 2)]
    with pytest.raises(GraphError, match=r"\(line 4: z = torch.unique\(y\)\)"):
        trace("\n\ny = x.relu()\nz = torch.unique(y)")
    with pytest.raises(GraphError, match="syntax error in line 3"):
        trace("\n\ny = x.relu(")


def test_functions_that_are_lambdas_keep_their_lines():
    text = "# y = f(x)\nf = lambda x: (\n    x.relu() * 2\n)\n\n# and then\ny = f(x) + 1\nz = y.exp()"
    assert lines_of(text) == [("relu", 3), ("mul", 3), ("add", 7), ("exp", 8)]


def test_an_entry_of_a_file_has_the_lines_of_the_file():
    file = "def first(x):\n    return x.relu()\n\n\ndef second(x):\n    return x.exp()\n"
    found = [operations(trace(entry.texts[0])) for entry in frontend.entries(file)]
    assert found == [[("relu", 2)], [("exp", 6)]]


def scaled(x):
    return x * 3


@torch.no_grad()
def given(x):
    y = x.relu()
    # not a line of its own
    return scaled(y).exp()


class Given(nn.Module):
    """A module that is given as an object."""

    def forward(self, x):
        return scaled(x.relu())


def test_a_function_or_module_that_is_given_has_the_lines_of_its_own_text():
    inputs = tensors((3, 5))
    for found, text in (
        (operations(trace(given, inputs)), inspect.getsource(given)),
        (operations(trace(Given(), inputs)), inspect.getsource(Given)),
    ):
        lines = text.split("\n")
        assert ".relu()" in lines[dict(found)["relu"] - 1]
        assert "scaled(" in lines[dict(found)["mul"] - 1]  # it is outside: the line of the call


def test_what_has_no_text_has_no_lines():
    scope = {"torch": torch}
    exec("def unwritten(x):\n    return torch.relu(x)", scope)
    inputs = tensors((3, 5))
    assert operations(trace(scope["unwritten"], inputs)) == [("relu", None)]
    assert operations(trace(torch.relu, inputs)) == [("relu", None)]
    assert operations(frontend.parse("f(a0: f32[A])\nv0 = relu(a0)\nreturn v0")) == [("relu", None)]


def test_what_two_lines_compute_has_the_first():
    found = lines_of("a = x.relu()\nb = x.relu()\nc = a * b.exp()")
    assert sorted(found) == [("exp", 3), ("mul", 3), ("relu", 1)]


def test_a_constant_has_the_line_that_writes_it():
    text = "y = x.relu()\nt = torch.tensor([1.0, 2.0, 3.0])\n# x: f32[4, 3]\nz = y * t"
    assert lines_of(text) == [("relu", 1), ("tensor", 2), ("mul", 4)]


def test_a_constant_from_outside_has_no_line():
    table = torch.tensor([1.0, 2.0, 3.0])

    def f(x):
        return x.relu() * table

    assert operations(trace(f, tensors((4, 3)))) == [("relu", 2), ("tensor", None), ("mul", 2)]


SIMPLIFIED = {
    "a sign": ("a = -x\nb = y + a", [("sub", 2)]),
    "a root": ("r = torch.rsqrt(w)\ny = x * r", [("sqrt", 1), ("div", 2)]),
    "a gate": ("s = torch.sigmoid(x)\ny = x * s", [("silu", 2)]),
    "a bias": ("y = F.linear(x, w)\n# x: f32[4, 8], w: f32[6, 8], b: f32[6]\nz = y + b", [("linear", 3)]),
    "kept dimensions": ("s = x.sum(-1)\nt = s.unsqueeze(-1)\ny = x / t", [("sum", 1), ("div", 3)]),
    "a view before": ("y = x.relu()\nz = y.view(-1)", [("reshape", 2), ("relu", 1)]),
    "a view after": (
        "# x: f32[4, 8], w: f32[8, 6]\nh = x @ w\nh = h.view(-1)\ny = h.cos()",
        [("matmul", 2), ("cos", 4), ("reshape", 3)],
    ),
    "padding": (
        "p = F.pad(x, (1, 1))\n# x: f32[2, 3, 9], w: f32[4, 3, 3]\ny = F.conv1d(p, w)",
        [("conv1d", 3)],
    ),
}


MERGED = {
    "attention": "s = q @ k.mT\n# q: f32[2, 5, 8], k: f32[2, 5, 8], v: f32[2, 5, 8]\n"
    "p = (s / 8 ** 0.5).softmax(-1)\ny = p @ v\nz = y.exp()",
    "a bias": "y = x @ w.t()\n# x: f32[4, 8], w: f32[6, 8], b: f32[6]\n\nz = y + b\nt = z.exp()",
}


@pytest.mark.parametrize("name", MERGED)
def test_an_operation_knows_the_lines_that_were_merged_into_it(name):
    first, then = trace(MERGED[name]).values
    assert first.line == 4 and then.line == 5 and then.merged_lines == ()
    assert first.merged_lines == ((1, 3) if name == "attention" else (1,))


@pytest.mark.parametrize("name", SIMPLIFIED)
def test_what_is_rewritten_keeps_its_line_or_has_the_last(name):
    text, expected = SIMPLIFIED[name]
    assert lines_of(text) == expected


def test_what_is_written_in_place_has_the_line_that_writes():
    text = "def f(x):\n    y = x.relu()\n    first = y[0]\n    y[1:] += 1\n    y.mul_(2)\n    return first\n"
    found = lines_of(text)
    assert ("relu", 2) in found and ("select", 3) in found and ("mul", 5) in found
    assert {line for op, line in found if op in ("slice", "add", "slice_scatter")} == {4}


def test_opaque_values_and_retried_checks_have_lines():
    text = "def f(x):\n    y = x.exp()\n    z = torch.special.airy_ai(y)\n    return z.abs()\n"
    assert lines_of(text, partial=True) == [("exp", 2), ("opaque", 3), ("abs", 4)]
    checked = (
        "\ndef f(x):\n    if torch.any(x < 0):\n        raise ValueError('negative')\n    return x.sqrt()\n"
    )
    graph = trace(checked)
    assert operations(graph) == [("sqrt", 5)] and "raise" in graph.source.conditions.checks[1]


def test_lines_change_no_text():
    spread = trace("y = torch.relu(x)\n\n\n\nz = y * 2")
    together = trace("z = torch.relu(x) * 2")
    assert spread.text == together.text and operations(spread) != operations(together)
    first, second = (frontend.regions(graph)[0] for graph in (spread, together))
    assert (first.graph.text, first.inputs, first.outputs) == (
        second.graph.text,
        second.inputs,
        second.outputs,
    )


# ---- regions ----


def test_regions_know_their_lines_and_what_they_read():
    graph = trace(MODEL)
    found = frontend.regions(graph)
    assert [region.lines for region in found] == [(9, 10), (11, 12, 13), (18,), (18, 21), (14,)]
    assert frontend.regions_read(graph, found) == [(), (0,), (1,), (1, 2), (3,)]
    line_of = {value.op: value.line for value in graph.values}
    for region in found:
        assert [value.line for value in region.graph.values] == [line_of[v.op] for v in region.graph.values]


def test_regions_are_joined_through_views_and_opaque_values():
    text = (
        "# x: f32[6, 8], w: f32[8, 8]\n"
        "a = F.linear(x, w)\n"
        "b = F.linear(x + 1, w)\n"
        "c = a.view(-1).softmax(-1)\n"
        "d = torch.special.airy_ai(b).softmax(-1)\n"
        "e = (c.view(6, 8) + d).sum(-1)\n"
    )
    graph = trace(text, partial=True)
    found = frontend.regions(graph)
    assert [region.lines for region in found] == [(2,), (4,), (3,), (5, 6), (6,)]
    read = frontend.regions_read(graph, found)
    assert read == [(), (0,), (), (1, 2), (3,)], "through the view of line 4, and what PyTorch computes of b"
