"""What a program selects with a mask, so far as the number of elements does not matter."""

import pytest
import torch

from python_to_triton.frontend import GraphError, trace

A, B = torch.randn(5, 4), torch.randn(5, 4)


def written_back(x, y):
    mask = x > y
    inside = torch.zeros_like(x)
    inside[mask] = (x[mask] - y[mask]) * (x[mask] + 1)
    return inside


def mean_of_some(x, y):
    return ((x - y)[x > 0] ** 2).mean()


def scaled_in_place(x, y):
    product = x @ y.T
    product[~torch.eye(product.shape[0]).bool()] *= 0.5
    return product


def rows(x, y):
    some = x[x[:, 0] > 0]
    some.mul_(2)
    some += 1
    return torch.relu(some).sum()


def all_columns(x, y):
    return x[..., torch.ones(x.shape[-1], dtype=torch.bool)] * y


def known_columns(x, y):
    return x[:, torch.tensor([True, False, False, True])]


def mask_that_changes(x, y):
    mask = x > 0
    some = x[mask]
    mask &= y > 0
    return some.sum() + torch.where(mask, y, 0)


PROGRAMS = [written_back, mean_of_some, scaled_in_place, rows, all_columns, known_columns, mask_that_changes]


@pytest.mark.parametrize("program", PROGRAMS)
def test_selections_compute_what_the_program_does(program):
    graph = trace(program, (A, B))
    torch.testing.assert_close(graph.run(A, B), program(A, B))


def test_a_selection_that_is_written_back_is_a_choice():
    assert trace(written_back, (A, B)).text.splitlines()[-2] == "v4 = where(v0, v3, 0)"


def its_size(x, y):
    return x * x[x > 0].numel()


def its_first_elements(x, y):
    return x[x > 0][:3]


def itself(x, y):
    return x[x > 0]


def by_two_masks(x, y):
    return (x[x > 0] + y[y > 0]).sum()


def by_a_mask_that_was_written(x, y):
    mask = x > 0
    some = x[mask]
    mask &= y > 0
    y[mask] = some
    return y


def empty_or_not(x, y):
    some = x[x > 0]
    return some.sum() if len(some) else y.sum()


REFUSED = [its_size, its_first_elements, itself, by_two_masks, by_a_mask_that_was_written, empty_or_not]


@pytest.mark.parametrize("program", REFUSED)
def test_what_depends_on_how_many_are_selected_is_refused(program):
    with pytest.raises(GraphError, match="control flow or sizes that depend on the data"):
        trace(program, (A, B))
