"""Which sizes and indices a graph takes, found without data."""

import pytest
import torch
from program_support import tensors

from python_to_triton.codegen.index_bounds import IndexBound, index_bounds
from python_to_triton.codegen.size_limits import size_limits
from python_to_triton.frontend import trace

I = torch.zeros(6, 2, dtype=torch.int64)

RULES = {
    "y = x.relu() + x.softmax(-1)": ([(3, 5)], []),
    "y = x.chunk(2, -1)[0] * x.chunk(2, -1)[1]": ([(3, 8)], ["B % 2 == 0"]),
    "y = x.unfold(1, 4, 2).mean(-1)": ([(2, 20)], ["B >= 4"]),
    "y = F.pad(x, (3, 3), mode='reflect')": ([(2, 4, 20)], ["C >= 4"]),
    "y = F.group_norm(x, 4)": ([(2, 8, 20)], ["B % 4 == 0"]),
    "y = F.conv1d(x, w)": ([(2, 3, 20), (5, 3, 4)], ["E <= C"]),
    "y = F.conv_transpose1d(x, w, stride=2, padding=1)": ([(2, 3, 20), (3, 5, 4)], ["2 * C + 1 * E >= 5"]),
    "y = F.max_pool2d(F.max_pool2d(x, 2), 2)": ([(2, 3, 20, 24)], ["C >= 4", "D >= 4"]),
    "y = F.batch_norm(x, None, None, training=True)": ([(7, 5)], ["A >= 2"]),
    "y = x.reshape(-1, 4, 6).transpose(1, 2).exp()": ([(2, 24)], ["A * B % 24 == 0"]),
    "y = x.view(len(x), len(w), -1).sum(1)": ([(2, 12), (3,)], ["B % 3 == 0", "C == 3"]),
    "a, b, c = x.chunk(3, -1)\ny = h * a + b * c": ([(7, 12), (7, 4)], ["B == 3 * C"]),
}


@pytest.mark.parametrize("source", RULES)
def test_the_rules_of_sizes(source):
    shapes, rules = RULES[source]
    assert [limit.rule for limit in size_limits(trace(source, tensors(*shapes)))] == rules


def test_a_gathered_index_is_no_larger_than_its_source():
    graph = trace("y = x.gather(1, i)", (torch.randn(7, 5), I))
    # the inputs of statements are in the order of their first use, or of their names
    x, i = (
        next(a.dims for a in graph.arguments if len(a.dims) and a.dtype == t)
        for t in (torch.float32, I.dtype)
    )
    assert [limit.rule for limit in size_limits(graph)] == [f"{i[0]} <= {x[0]}"]


BOUNDS = {
    "F.embedding(i, x)": ("A", False),
    "x[i]": ("A", True),
    "x.index_select(0, i[0])": ("A", False),
    "x.take(i)": ("A * B", True),
    "x.gather(1, i)": ("B", False),
    "F.one_hot(i, 10)": ("10", False),
    "F.embedding(i.t().unsqueeze(0), x)": ("A", False),
    "F.embedding(i, x) + x[i]": ("A", False),
    "x[i] + i.sum()": ("A", False),  # a negative one would be another number
    "x[i[:1]]": ("A", True),
    "x[i].sum() + x.t()[i].sum()": ("min(A, B)", False),
}


@pytest.mark.parametrize("expression", BOUNDS)
def test_the_bounds_of_indices(expression):
    graph = trace(f"def f(x, i):\n    return {expression}", (torch.randn(7, 5), I))
    assert index_bounds(graph) == {"a1": IndexBound(*BOUNDS[expression])}


def test_numbers_that_are_no_indices_have_no_bound():
    assert index_bounds(trace("def f(x, i):\n    return x[:6, :2] * i", (torch.randn(7, 5), I))) == {}
