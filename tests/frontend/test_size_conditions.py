"""Branches that sizes decide are conditions of a trace."""

import pytest
import torch
import torch.nn.functional as F
from program_support import tensors

from python_to_triton.frontend import Fixed, trace

X = torch.rand(3, 4)


def branches(source, *inputs):
    """{condition: its value} of what a trace fixed of sizes."""
    fixed = trace(source, inputs or (X,)).source.conditions.fixed
    return {item.path: item.value for item in fixed if "shape" in item.path or "size" in item.path}


@pytest.mark.parametrize(
    "body, expected",
    [
        ("if x.shape[1] > 8:\n        return x\n    return x * 2", {"x.shape[1] > 8": False}),
        ("return x if x.size(0) == 3 else x * 2", {"x.size(0) == 3": True}),
        (
            "rows, columns = x.shape\n    return x * (2 if columns > rows else 3)",
            {"x.shape[1] > x.shape[0]": True},
        ),
        (
            "*_, n = x.shape\n    m = n - 1\n    if m < LIMIT:\n        x = x + 1\n    return x",
            {"x.shape[-1] - 1 < LIMIT": True},
        ),
        (
            "if x.shape[0] % 2 == 0:\n        if x.shape[1] == 4:\n            return x\n    return x * 2",
            {"x.shape[0] % 2 == 0": False},
        ),
        ("assert x.shape[1] % 4 == 0, 'columns'\n    return x * 2", {"x.shape[1] % 4 == 0": True}),
        ("if x.dim() == 3:\n        return x\n    return x * 2", {}),
        (
            "if x.dim() == 2 and not x.shape[1] % 4:\n        return x * 2\n    return x",
            {"bool(x.dim() == 2 and (not x.shape[1] % 4))": True},
        ),
    ],
)
def test_branches_of_a_function(body, expected):
    source = f"LIMIT = 8\n\n\ndef f(x, k=2):\n    {body}"
    made = trace(source, (X,)).source.conditions
    assert branches(source) == expected and not made.sizes


def test_a_branch_of_a_module():
    source = """
class Model(nn.Module):
    def __init__(self, longest=16):
        super().__init__()
        self.longest = longest

    def forward(self, x):
        if x.shape[1] > self.longest:
            x = x[:, : self.longest]
        return x * 2
"""
    assert branches(source) == {"x.shape[1] > self.longest": False}


@pytest.mark.parametrize("test, fixed", [("rows > 8", {"A": 3}), ("y.numel() > 1", {})])
def test_a_branch_in_what_the_program_calls_fixes_sizes(test, fixed):
    source = f"""
def scaled(y):
    rows, columns = y.shape
    return y * 2 if {test} else y * 3


def f(x):
    return scaled(x + 1)
"""
    made = trace(source, (X,))
    assert branches(source) == {} and made.source.conditions.sizes == fixed
    assert made.text.startswith("f(a0: f32[A, B])")


def test_a_branch_on_what_was_computed_fixes_sizes():
    source = """
def f(x):
    y = x[:, 1:]{}
    for _ in range(2):
        if y.shape[1] > 10:
            y = y.relu()
    return y * 2
"""
    assert trace(source.format(".sin()"), (X,)).source.conditions.sizes == {"B": 4}
    assert trace(source.format(""), (X,)).source.conditions.sizes == {"B": 4}
    assert branches(source.format("").replace("y = y.relu()", "pass")) == {"x[:, 1:].shape[1] > 10": False}


def test_numbers_that_are_returned_follow_the_sizes():
    source = """
def f(x, k=3):
    y = x[:, 1:] * 2
    return y, {"shape": x.shape, "n": y.numel(), "k": k}, x.shape[0] / 2, 7
"""
    names = {"results": (X,), "x": torch.zeros(5, 9), "torch": torch}
    program = trace(source, (X,)).source
    assert program.conditions.sizes == {"A": 3, "B": 4}  # y.numel() is A * (B - 1), which no letters give
    program = trace(source.replace(', "n": y.numel()', ""), (X,)).source
    assert program.conditions.sizes == {}
    assert eval(program.template, names) == (X, {"shape": torch.Size([5, 9]), "k": 3}, 2.5, 7)


OF_SIZES = [
    "x % (x.shape[0] % 2 + 2)",
    "x / max(x.shape[0], 512)",
    "x - x.shape[0]",
    "x * len(str(x.shape[0]))",
]


@pytest.mark.parametrize("expression", OF_SIZES)
def test_a_size_that_makes_a_number_is_fixed(expression):
    made = trace(f"def f(x):\n    return {expression}", (X,)).source.conditions
    assert made.sizes == {"A": X.shape[0]}


def test_an_expression_of_sizes_that_letters_give_stays_free():
    assert not trace(
        "def f(x):\n    return x[:, : x.shape[1] // 2] / x.shape[0]", (X,)
    ).source.conditions.sizes


@pytest.mark.parametrize("expression", ["x.squeeze() * 2", "x.squeeze(0) * x", "x * bool(x.shape[0] - 1)"])
def test_a_size_of_one_that_changes_the_program_is_refused(expression):
    made = trace(f"def f(x):\n    return {expression}", (X,)).source.conditions
    assert Fixed("x.shape[0] == 1", False) in made.fixed


def test_statements_that_squeeze_are_for_the_sizes_of_the_trace():
    assert trace("y = x.squeeze() * 2", (X,)).source.conditions.sizes == dict(zip("AB", X.shape))


@pytest.mark.parametrize("part", ["x.split(2, 1)[1]", "x.split([1, 3], 1)[1]"])
def test_a_size_that_is_split_by_numbers_is_fixed(part):
    assert trace(f"def f(x):\n    return {part} * 2", (X,)).source.conditions.sizes.get("B") == X.shape[1]


def test_a_quarter_that_is_rounded_holds_for_its_remainder():
    """Windows of three places that take two steps, twice: a quarter of three less."""

    def program(x):
        deeper = F.max_pool2d(F.max_pool2d(x, 3, 2), 3, 2)
        return F.interpolate(x, size=deeper.shape[-2:]) + deeper

    made = trace(program, tensors((2, 2, 32, 36)))
    assert "size=[(C-2)//4, (D-2)//4]" in made.text  # and (C-3)//4, were the sizes others
    assert Fixed("x.shape[2] % 4", 0) in made.source.conditions.fixed
    x = torch.randn(1, 2, 40, 44)
    torch.testing.assert_close(made.run(x), program(x))
