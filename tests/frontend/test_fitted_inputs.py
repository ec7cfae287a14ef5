"""Sizes that a program does not tell: no broadcast that it does not force, and what its layers tell."""

import pytest

from python_to_triton.frontend import GraphError, trace


def module(constructor: str, body: str, arguments: str = "x") -> str:
    """The source of a module without get_inputs; statements are divided by semicolons."""
    lines = "\n        ".join(["super().__init__()", *constructor.split("; ")])
    body = "\n        ".join(body.split("; "))
    return (
        "import torch\nimport torch.nn as nn\nimport torch.nn.functional as F\n\n\nclass Net(nn.Module):\n"
        f"    def __init__(self):\n        {lines}\n\n    def forward(self, {arguments}):\n        {body}\n"
    )


@pytest.mark.parametrize(
    "source, header",
    [
        ("h = torch.tanh(u)\nz = h * v", "f(a0: f32[A, B], a1: f32[A, B])"),
        ("y = x * weight", "f(a0: f32[A, B], a1: f32[A, B])"),
        ("y = x + b", "f(a0: f32[A, B], a1: f32[A, B])"),
        ("y = torch.lerp(a, b, weight)", "f(a0: f32[A, B], a1: f32[A, B], a2: f32[A, B])"),
        ("y = x @ w + residual", "f(a0: f32[A, B], a1: f32[B, C], a2: f32[A, C])"),
        ("y = F.conv2d(x, weight) + r", "f(a0: f32[A, B, C, D], a1: f32[E, B, F, F], a2: f32[A, E, G, H])"),
    ],
)
def test_free_tensors_of_one_expression_have_one_shape(source, header):
    assert trace(source).text.startswith(header)


@pytest.mark.parametrize(
    "source, header",
    [
        ("y = F.layer_norm(x, (x.shape[-1],), weight, bias)", "f(a0: f32[A, B], a1: f32[B], a2: f32[B])"),
        ("y = F.linear(x, weight, bias)", "f(a0: f32[A, B], a1: f32[C, B], a2: f32[C])"),
        ("a, b = x.chunk(2, -1)\ny = a * cos - b * cos", "f(a0: f32[A, B], a1: f32[A, C])"),
        (
            "def f(x, mean, var):\n    return (x - mean[None, :, None, None]) / var[None, :, None, None]",
            "f(a0: f32[A, B, C, D], a1: f32[B], a2: f32[B])",
        ),
    ],
)
def test_what_the_program_forces_stays(source, header):
    assert trace(source).text.startswith(header)


@pytest.mark.parametrize(
    "constructor, body, header",
    [
        ("self.layer = nn.Linear(64, 12)", "return self.layer(x)", "f32[A, B], a1: f32[C, B]"),
        ("self.layer = nn.Conv2d(3, 8, 3)", "return self.layer(x)", "f32[A, B, C, D], a1: f32[E, B, F, G]"),
        (
            "self.layer = nn.ConvTranspose1d(3, 8, 3)",
            "return self.layer(x)",
            "f32[A, B, C], a1: f32[B, D, E]",
        ),
        (
            "self.layer = nn.Conv2d(6, 6, 3, groups=6)",
            "return self.layer(x)",
            "f32[A, B, C, D], a1: f32[B, 1",
        ),
        ("self.layer = nn.BatchNorm1d(10)", "return self.layer(x)", "f32[A, B], a1: f32[B]"),
        ("self.layer = nn.BatchNorm2d(10)", "return self.layer(x)", "f32[A, B, C, D], a1: f32[B]"),
        ("self.layer = nn.BatchNorm3d(10)", "return self.layer(x)", "f32[A, B, C, D, E], a1: f32[B]"),
        ("self.layer = nn.LayerNorm((16, 32))", "return self.layer(x)", "f32[A, B, C], a1: f32[B, C]"),
        ("self.layer = nn.Embedding(1000, 32)", "return self.layer(x)", "i64[A, B], a1: f32[C, D]"),
        ("self.layer = nn.GRUCell(32, 10)", "return self.layer(x, x[:, :10])", "f32[A, B], a1: f32[C, B]"),
        ("self.layer = nn.LSTM(10, 6)", "return self.layer(x[:2])[0]", "f32[A, B, C], a1: f32[D, C]"),
        ("self.w = nn.Parameter(torch.ones(64))", "return x * self.w", "f32[A, B], a1: f32[B]"),
        ("self.w = nn.Parameter(torch.ones(28, 12))", "return x @ self.w", "f32[A, B], a1: f32[B, C]"),
        ("self.layer = nn.Linear(784, 10)", "return self.layer(x.view(-1, 784))", "f32[A, B], a1: f32[C, B]"),
        (
            "self.heads = 8",
            "B, T, C = x.shape; return x.view(B, T, self.heads, C // self.heads)",
            "f32[A, B, C]",
        ),
    ],
)
def test_layers_tell_sizes(constructor, body, header):
    assert trace(module(constructor, body)).text.startswith(f"f(a0: {header}")


def test_images_are_as_large_as_the_classifier_reads():
    made = trace(
        module(
            "self.conv = nn.Conv2d(3, 4, 5); self.head = nn.Linear(4 * 12 * 12, 10)",
            "return self.head(F.max_pool2d(self.conv(x), 2).flatten(1))",
        )
    )
    assert made.text.startswith("f(a0: f32[A, B, C, ") and 28 in made.sizes.values()


def test_labels_are_integers():
    assert trace("loss = F.cross_entropy(scores, y)").text.startswith("f(a0: f32[A, B], a1: i64[A])")
    loss = module("self.loss = nn.CrossEntropyLoss()", "return self.loss(x, y)", "x, y")
    assert trace(loss).text.startswith("f(a0: f32[A, B], a1: i64[A])")


def test_a_comment_tells_the_sizes_of_a_class():
    source = "# x: f16[7, 11, 3]\n" + module("self.act = nn.ReLU()", "return self.act(x)")
    made = trace(source)
    assert made.text.startswith("f(a0: f16[A, B, C])") and made.sizes == {"A": 7, "B": 11, "C": 3}
    assert made.source.assumed == ""


@pytest.mark.parametrize(
    "source, words",
    [
        ("z = a + b", "sizes were not given: a and b are taken to have one shape, f32[A, B]"),
        ("y = a @ w", "sizes were not given: a is taken as f32[A, B], w as f32[B, C]"),
        ("y = x.abs()", "sizes were not given: x is taken as f32[A, B]"),
        ("# a: f32[3, 5]\nz = a + b", "sizes were not given: b is taken as f32[A, B]"),
        ("# x: f32[3, 5]\ny = x.abs()", ""),
        (
            module("self.norm = nn.BatchNorm1d(10)", "return self.norm(x)"),
            "sizes were not given: x is taken as f32[A, 10]",
        ),
    ],
)
def test_what_was_assumed_is_said(source, words):
    assert trace(source).source.assumed == words


@pytest.mark.parametrize(
    "source, end",
    [
        (
            "y = x.reshape(7, 13) + 1",
            "; the sizes of x are not given, and none that were tried fit: "
            "add a comment such as `# x: f32[64, 512]`",
        ),
        (
            module("self.n = 7", "return x.reshape(self.n, 13) + y", "x, y"),
            "; the sizes of x, y are not given, and none that were tried fit: "
            "add get_inputs() or a comment such as `# x: f32[64, 512]`",
        ),
        ("# x: f32[4, 9]\ny = x.reshape(7, 13)", "(line 2: y = x.reshape(7, 13))"),
        (
            "# x: f32[1, 10]\n" + module("self.norm = nn.BatchNorm1d(10)", "return self.norm(x)"),
            "; --eval translates the module as after .eval()",
        ),
    ],
)
def test_a_failure_ends_with_what_to_add(source, end):
    with pytest.raises(GraphError) as caught:
        trace(source)
    assert str(caught.value).endswith(end) and "\n" not in str(caught.value)
