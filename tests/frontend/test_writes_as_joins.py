"""Writes into parts of a tensor, and scatters by known indices, in the forms that the model knows."""

import pytest
import torch

from python_to_triton.frontend import trace

X, Y = torch.randn(4, 4), torch.randn(4, 4)


def between_zeros(x, y):
    out = torch.zeros(x.shape[0], 8)
    out[:, 2:6] = x
    return out


def side_by_side(x, y):
    out = torch.empty(x.shape[0], x.shape[1] + y.shape[1])
    out[:, : x.shape[1]] = x
    out[:, x.shape[1] :] = y
    return out


def into_the_middle(x, y):
    z = x * 1.5
    z[:, 1:3] = y[:, :2]
    return z


def by_turns(x, y):
    out = torch.zeros(x.shape[0], 2 * x.shape[1])
    out[:, 0::2] = x.sin()
    out[:, 1::2] = x.cos()
    return out


def one_after_the_other(x, y):
    out = torch.zeros(3, *x.shape)
    out[0] = x
    out[1] = y
    out[2] = x + y
    return out


def between_ones(x, y):
    out = torch.ones(3, *x.shape)
    out[1] = x
    return out


FORMS = {
    between_zeros: "v0 = pad(a0, pad=[2, 2])",
    side_by_side: "v0 = cat([a0, a1], dim=-1)",
    into_the_middle: "v4 = cat([v1, v2, v3], dim=-1)",
    by_turns: "v2 = stack([v0, v1], dim=-1)",
    one_after_the_other: "v1 = stack([a0, a1, v0], dim=-3)",
    between_ones: "v1 = pad(v0, pad=[0, 0, 0, 0, 1, 1], value=1)",
}


@pytest.mark.parametrize(("program", "line"), FORMS.items(), ids=lambda item: getattr(item, "__name__", ""))
def test_writes_into_parts_are_joins(program, line):
    graph = trace(program, (X, Y))
    assert line in graph.text.splitlines()
    assert "scatter" not in graph.text
    torch.testing.assert_close(graph.run(X, Y), program(X, Y))


def every_second_of_two(x, y):
    out = torch.zeros(2 * x.shape[0], 2 * x.shape[1])
    out[::2, ::2] = x
    return out


def numbers_into_numbers(x, y):
    z = torch.full((4, 4), 2)
    z[:, :2] = 3
    z[1:3, 1:2] = 5
    return z + x


def corner_and_row(x, y):
    z = x * 2
    z[0, 1:3] = 7
    z[-1, :] = y[0]
    return z


def every_second(x, y):
    z = x.clone()
    z[:, ::2] = y[:, ::2]
    return z


def of_another_dtype(x, y):
    z = torch.zeros(4, 4, dtype=torch.float64)
    z[1:] = x[0]
    z[:, 1] = 3
    return z + y


OTHERS = [every_second_of_two, numbers_into_numbers, corner_and_row, every_second, of_another_dtype]


@pytest.mark.parametrize("program", OTHERS)
def test_other_writes_compute_what_the_program_does(program):
    torch.testing.assert_close(trace(program, (X, Y)).run(X, Y), program(X, Y))


def into_an_argument(x, y):
    x[:, :2] += y[:, :2]
    return x.sum()


def test_a_write_into_an_argument_stays_one():
    graph = trace(into_an_argument, (X, Y))
    assert [effect.path for effect in graph.source.conditions.effects] == ["x"]
    written = X.clone()
    total = into_an_argument(written, Y)
    torch.testing.assert_close(graph.run(X, Y), (total, written))


def rows_of_zeros(x):
    return x.new_zeros(x.shape[0], dtype=torch.long)


def added(x, y):
    return torch.zeros(1, x.shape[1]).index_add(0, rows_of_zeros(x), x)


def scattered(x, y):
    rows = rows_of_zeros(x).unsqueeze(1).expand_as(x)
    return x.new_zeros(1, x.shape[1]).scatter_reduce(0, rows, x, "amax", include_self=False)


def softened(x, y):
    index = rows_of_zeros(x)
    rows = index.unsqueeze(1).expand_as(x)
    exponentials = (x - scattered(x, y).index_select(0, index)).exp()
    total = x.new_zeros(1, x.shape[1]).scatter_add(0, rows, exponentials)
    return exponentials / total.index_select(0, index)


def counted_mean(x, y):
    count = x.new_zeros(1).scatter_add(0, rows_of_zeros(x), x.new_ones(x.shape[0])).clamp(min=1)
    return added(x, y) / count


def put_into_rows(x, y):
    index = rows_of_zeros(x)
    n = x.shape[0]
    counts = torch.zeros(1, dtype=torch.long).scatter_add(0, index, torch.ones(n, dtype=torch.long))
    begins = torch.cat([counts.new_zeros(1), counts.cumsum(0)])
    places = torch.arange(n) - begins[index] + index * n
    padded = x.new_full((n + 1, x.shape[1]), 0)
    padded[torch.where(places < n, places, n)] = x
    return padded[:n] * 2


@pytest.mark.parametrize("program", [added, scattered, softened, counted_mean, put_into_rows])
def test_known_indices_make_reductions_and_views(program):
    graph = trace(program, (X, Y))
    assert not any(word in graph.text for word in ("scatter", "index", "gather"))
    torch.testing.assert_close(graph.run(X, Y), program(X, Y))
    more = torch.randn(7, 4)
    torch.testing.assert_close(graph.run(more, Y), program(more, Y))


def scattered_besides(x, y):
    """Into two rows, and into one that is counted."""
    rows = rows_of_zeros(x).unsqueeze(1).expand_as(x)
    two = x.new_zeros(2, x.shape[1]).scatter_add(0, rows, x)
    return two + y[:1].scatter_reduce(0, rows, x, "mean")


def test_other_scatters_stay():
    graph = trace(scattered_besides, (X, Y))
    assert graph.text.count("scatter") == 2
    torch.testing.assert_close(graph.run(X, Y), scattered_besides(X, Y))


def sides(x):
    """Products whose operands another size orders otherwise."""
    numbers = [2 / (x.shape[-1] - 1), 0.0, -1.0, 0.0, 2 / (x.shape[-2] - 1), -1.0, 0.0, 0.0, 1.0]
    scale = torch.eye(3) @ torch.tensor(numbers).reshape(3, 3)
    return x.sum() * torch.linalg.cross(scale[:, 1], scale[:, 2])


def test_numbers_of_two_traces_are_compared_where_they_belong():
    graph = trace(sides, (torch.randn(2, 17, 25),))
    parts = [value for value in graph.values if value.op in ("select", "roll")]
    assert {value.at["index"] for value in parts if value.op == "select"} == {1, 2}
    assert {value.at["shifts"] for value in parts if value.op == "roll"} == {1, -1}


def table_of_sizes(x):
    middle = x.shape[-1] / 2
    return x.sum() * torch.tensor([[[middle - 1, 2.0], [middle + 4, 3.0]]])


def test_a_table_that_sizes_decide_fixes_what_it_cannot_express():
    graph = trace(table_of_sizes, (torch.randn(2, 3, 16),))
    sizes = graph.source.conditions.sizes
    for letter in graph.sizes:
        if letter not in sizes:
            shape = [graph.sizes[d] + 3 * (d == letter) for d in graph.arguments[0].dims]
            more = torch.randn(shape)
            torch.testing.assert_close(graph.run(more), table_of_sizes(more))
