"""Operators that the vocabulary lacks, taken as what PyTorch makes them of: values, dtypes and errors."""

import math

import pytest
import torch

from python_to_triton import frontend
from python_to_triton.frontend import GraphError, regions, trace

WIDE = torch.cat(
    [
        torch.tensor([0.0, -0.0, 1e-30, -1e-30, 0.5, -0.5, 1.0, -1.0, 3e38, -3e38]),
        torch.linspace(-30, 30, 61),
        10.0 ** torch.linspace(-6, 6, 25),
    ]
)
X = torch.randn(4, 6)
INDEX = torch.tensor([2, 0, 2])
MASK = X > 0.3
GAPS = torch.where(X > 1, math.nan, X)
CALLS = {
    "entr": (lambda x: torch.special.entr(x), (WIDE,)),
    "xlog1py": (lambda x: torch.special.xlog1py(x, 2.0), (WIDE,)),
    "angle": (lambda x: torch.angle(x), (WIDE,)),
    "angle_of_integers": (lambda x: torch.angle(x), (torch.arange(-3, 4),)),
    "angle_of_nan": (lambda x: torch.angle(x), (GAPS,)),
    "modified_bessel_i0": (lambda x: torch.special.modified_bessel_i0(x), (WIDE.clamp(-80, 80),)),
    "trigamma": (lambda x: torch.polygamma(1, x), (WIDE.abs() + 0.01,)),
    "isin": (lambda x, y: torch.isin(x, y), (torch.arange(9), INDEX)),
    "isclose": (lambda x, y: torch.isclose(x, y, equal_nan=True), (GAPS, GAPS + 1e-9)),
    "renorm": (lambda x: torch.renorm(x, 2, 0, 1.0), (X,)),
    "diag": (lambda x: torch.diag(x[0]) + torch.diag(x, 1).sum(), (X,)),
    "diag_embed": (lambda x: torch.diag_embed(x, dim1=0, dim2=2), (X,)),
    "block_diag": (lambda x, y: torch.block_diag(x, y[0], y), (X, torch.randn(3, 2))),
    "logspace": (lambda x: torch.logspace(-2, 1, 7) + x, (torch.randn(7),)),
    "linspace_of_tensors": (lambda x: torch.linspace(x[0], x[1], 7), (torch.randn(2),)),
    "index_reduce": (lambda x, i, y: x.index_reduce(0, i, y, "prod"), (X, INDEX, torch.randn(3, 6))),
    "scatter_add_value": (lambda x, i: x.scatter(1, i, 2.5, reduce="add"), (X, torch.zeros(4, 1).long())),
    "masked_scatter": (lambda x, m, y: x.masked_scatter(m, y), (X, MASK, torch.randn(4, 6))),
    "put": (lambda x, i, y: x.put(i, y), (X, INDEX, torch.randn(3))),
    "nanmedian": (lambda x: torch.nanmedian(x, 1), (GAPS,)),
    "nanmedian_of_all": (lambda x: torch.nanmedian(x), (GAPS,)),
    "cov": (lambda x: torch.cov(x), (X,)),
    "corrcoef": (lambda x: torch.corrcoef(x), (X,)),
    "searchsorted_left": (lambda x, y: torch.searchsorted(x, y, side="right"), (torch.arange(9), INDEX)),
    "bucketize_int32": (lambda x, y: torch.bucketize(x, y, out_int32=True), (INDEX, torch.arange(5))),
    "nanquantile": (lambda x: torch.nanquantile(x, 0.3, dim=0), (GAPS,)),
    "squeezed_in_place": (lambda x: (x * 2).unsqueeze_(0).squeeze_(0).exp(), (X,)),
    "in_place": (lambda x: (x + 1).renorm_(1, 1, 0.5) * 2, (X,)),
    "multi_margin": (
        lambda x, t, w: torch.nn.functional.multi_margin_loss(x, t, weight=w),
        (X, torch.tensor([0, 5, 2, 2]), torch.rand(6)),
    ),
    "addmm_ignores": (lambda x, y, z: torch.addmm(x, y, z, beta=0), (X * math.nan, X, torch.randn(6, 6))),
}


@pytest.mark.parametrize("name", CALLS)
def test_a_graph_of_the_vocabulary_gives_what_pytorch_gives(name):
    function, inputs = CALLS[name]
    graph = trace(function, [x.clone() for x in inputs])
    assert regions(graph) and not any(map(frontend.is_opaque, graph.values))
    ours = frontend.collect_tensors(graph.run(*inputs))
    for one, other in zip(ours, frontend.collect_tensors(function(*inputs)), strict=True):
        torch.testing.assert_close(one, other, equal_nan=True)


@pytest.mark.parametrize(
    ("function", "reason"),
    [
        (lambda x: torch.linalg.svdvals(x), "linalg_svd"),
        (lambda x: torch.special.airy_ai(x), "special_airy_ai is not in the vocabulary"),
        (lambda x: torch.cov(x, fweights=torch.ones(6).long()), "cov with weights depends on the data"),
        (lambda x: torch.polygamma(2, x), "polygamma is not in the vocabulary"),
    ],
)
def test_what_is_made_of_other_operators_is_refused_by_its_own_name(function, reason):
    with pytest.raises(GraphError, match=reason):
        trace(function, [X])


def test_what_has_no_form_as_a_whole_stays_one_call_of_pytorch():
    graph = trace(lambda x: torch.special.airy_ai(x.exp()) + 1, [X], partial=True)
    assert [frontend.operator_of(v) for v in graph.values if frontend.is_opaque(v)] == ["special_airy_ai"]


def test_what_an_operator_is_made_of_belongs_to_its_line():
    graph = trace("def f(x):\n    y = x.exp()\n    return torch.special.entr(y)\n")
    assert {value.op: value.line for value in graph.values if value.op in ("exp", "log")} == {
        "exp": 2,
        "log": 3,
    }


def test_random_numbers_are_drawn_by_pytorch_though_it_has_a_decomposition():
    graph = trace(lambda x: torch.nn.functional.dropout(x, 0.5, True), [X], partial=True)
    assert any(v.op == "opaque" and v.at["occurrence"] for v in graph.values)


def test_the_error_is_pytorchs():
    with pytest.raises(GraphError, match="Input tensors must have 2 or fewer dimensions"):
        trace(lambda x: torch.block_diag(x, x[None]), [X])
