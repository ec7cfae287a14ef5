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
MODEST = torch.cat([torch.linspace(-24.1, 24.1, 97), torch.tensor([0.0, 4.9999, 5.0, 5.0001, 1e-6])])
UNIT = torch.cat([torch.tensor([0.0, 1.0, 1e-38, 1e-20, 1 - 1e-6]), torch.linspace(0.01, 0.99, 50)])
DEGREES_AT = torch.tensor([-2.5, -1.5, -1, -0.9, -0.3, 0, 0.2, 0.99, 1, 1.2, 3])[:, None]
DEGREES = torch.tensor([-1.0, 0, 1, 2.7, 3, 7, 12])
EDGES = torch.tensor([0.0, 1.0, 2.0, 1 + 2**-23, -1.0, -2.5, 3.4e38, math.inf, -math.inf, math.nan, 1e-45])
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
    "erfcx": (lambda x: torch.special.erfcx(x), (WIDE.clamp(-9, 3e38),)),
    "log_ndtr": (lambda x: torch.special.log_ndtr(x), (WIDE.clamp(-1e15, 1e15),)),
    "ndtri": (lambda x: torch.special.ndtri(x), (UNIT,)),
    "i0e": (lambda x: torch.special.i0e(x), (WIDE,)),
    "i1": (lambda x: torch.special.i1(x), (WIDE.clamp(-80, 80),)),
    "i1e": (lambda x: torch.special.i1e(x), (WIDE,)),
    "k0": (lambda x: torch.special.modified_bessel_k0(x), (WIDE,)),
    "k1": (lambda x: torch.special.modified_bessel_k1(x), (WIDE,)),
    "scaled_k0": (lambda x: torch.special.scaled_modified_bessel_k0(x), (WIDE,)),
    "scaled_k1": (lambda x: torch.special.scaled_modified_bessel_k1(x), (WIDE,)),
    "j0": (lambda x: torch.special.bessel_j0(x), (MODEST,)),
    "j1": (lambda x: torch.special.bessel_j1(x), (MODEST,)),
    "y0": (lambda x: torch.special.bessel_y0(x), (MODEST,)),
    "y1": (lambda x: torch.special.bessel_y1(x), (MODEST,)),
    "spherical_j0": (lambda x: torch.special.spherical_bessel_j0(x), (MODEST,)),
    "polygamma_2": (lambda x: torch.polygamma(2, x), (MODEST,)),
    "polygamma_5": (lambda x: torch.polygamma(5, x), (MODEST.abs() + 0.01,)),
    "trigamma_of_half": (lambda x: torch.polygamma(1, x), (MODEST.abs().half() + 0.5,)),
    "chebyshev_t": (lambda x, n: torch.special.chebyshev_polynomial_t(x, n), (DEGREES_AT, DEGREES)),
    "chebyshev_u": (lambda x, n: torch.special.chebyshev_polynomial_u(x, n), (DEGREES_AT, DEGREES)),
    "chebyshev_v": (lambda x, n: torch.special.chebyshev_polynomial_v(x, n), (DEGREES_AT, DEGREES)),
    "chebyshev_w": (lambda x, n: torch.special.chebyshev_polynomial_w(x, n), (DEGREES_AT, DEGREES)),
    "chebyshev_of_number": (lambda x: torch.special.chebyshev_polynomial_t(x, 5), (DEGREES_AT,)),
    "shifted_chebyshev": (
        lambda x, n: torch.special.shifted_chebyshev_polynomial_u(x, n),
        (DEGREES_AT, DEGREES),
    ),
    "hfft": (lambda x: torch.fft.hfft(x, n=9, norm="ortho"), (X,)),
    "irfft": (lambda x: torch.fft.irfft(x, dim=0), (X,)),
    "irfft2": (lambda x: torch.fft.irfft2(x, s=(3, 7)), (X,)),
    "hfftn": (lambda x: torch.fft.hfftn(x, norm="forward"), (torch.randn(2, 3, 4),)),
    "histc": (lambda x: torch.histc(x, 7, -1, 1), (X,)),
    "histc_at_edges": (lambda x: torch.histc(x, 10, 0, 3), (torch.arange(31) * 0.1,)),
    "histc_of_its_range": (lambda x: torch.histc(x, 5), (X,)),
    "mode": (lambda x: torch.mode(x, 0), (torch.tensor([[1.0, 5], [2, 5], [2, 3], [1, 5]]),)),
    "nextafter": (lambda x, y: torch.nextafter(x, y), (EDGES[:, None], EDGES)),
    "combinations": (lambda x: torch.combinations(x, 3, True), (torch.randn(3),)),
    "pdist": (lambda x: torch.pdist(x), (X,)),
    "lu_unpack": (lambda x, p: torch.lu_unpack(x, p), torch.linalg.lu_factor(torch.randn(2, 4, 3))),
    "embedding_max_norm": (
        lambda w, i: torch.nn.functional.embedding(i, w.clone(), max_norm=1.0),
        (X, torch.tensor([0, 2, 2])),
    ),
    "bags_with_padding": (
        lambda w, i, o: torch.nn.functional.embedding_bag(i, w, o, mode="max", padding_idx=1),
        (X, torch.tensor([0, 1, 2, 3, 1]), torch.tensor([0, 2, 2, 4])),
    ),
    "bags_with_last_offset": (
        lambda w, i, o: torch.nn.functional.embedding_bag(i, w, o, include_last_offset=True),
        (X, torch.tensor([0, 1, 2, 3]), torch.tensor([0, 3, 4])),
    ),
    "largest_boolean": (lambda x: torch.max(x, 1), (MASK,)),
    "filled_boolean": (lambda x, m: x.masked_fill(m, 10), (MASK, MASK[:1])),
    "hardtanh_of_integers": (
        lambda x: torch.nn.functional.hardtanh(x, -2.5, 1.5),
        (torch.arange(-4, 5),),
    ),
    "addbmm_of_integers": (
        lambda x, y, z: torch.addbmm(x, y, z, beta=1.5, alpha=2.5),
        (torch.arange(4).reshape(2, 2), torch.arange(12).reshape(3, 2, 2), torch.ones(3, 2, 2).long()),
    ),
    "addr_of_booleans": (
        lambda x, y, z: torch.addr(x, y, z, beta=3, alpha=2),
        (MASK, MASK[:, 0], MASK[0]),
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
        (lambda x: torch.polygamma(13, x), "polygamma is not in the vocabulary"),
        (lambda x: torch.special.i1(x.double()), "special_i1 is not in the vocabulary"),
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


def test_a_transformer_uses_a_mask_as_it_is_given():
    layer = torch.nn.TransformerEncoderLayer(4, 2, 8, batch_first=True)
    model = torch.nn.TransformerEncoder(layer, 1, enable_nested_tensor=False).eval()
    function = lambda x, mask: model(x, mask)  # noqa: E731
    inputs = torch.randn(2, 3, 4), torch.nn.Transformer.generate_square_subsequent_mask(3)
    graph = trace(function, inputs)
    torch.testing.assert_close(graph.run(*inputs), function(*inputs))


AT_OTHER_SIZES = {
    "cut_transform": (lambda x: torch.fft.hfft(x, n=9), torch.randn(2, 7), torch.randn(5, 3)),
    "inverse_transform": (lambda x: torch.fft.irfft(x), torch.randn(2, 7), torch.randn(5, 4)),
    "mode": (lambda x: torch.mode(x, 0).values, torch.randn(4, 3).round(), torch.randn(6, 5).round()),
    "histc": (lambda x: torch.histc(x, 7), torch.randn(4, 3), torch.randn(6, 5)),
    "bags": (
        lambda x: torch.nn.functional.embedding_bag(torch.arange(4), x, torch.tensor([0, 1])),
        torch.randn(7, 3),
        torch.randn(6, 5),
    ),
}


@pytest.mark.parametrize("name", AT_OTHER_SIZES)
def test_a_formula_holds_at_other_sizes_where_letters_give_its_numbers(name):
    function, x, other = AT_OTHER_SIZES[name]
    graph = trace(function, [x])
    assert not graph.source.conditions.sizes
    torch.testing.assert_close(graph.run(other), function(other))


def test_sizes_that_a_formula_computes_with_are_fixed():
    graph = trace(lambda x: torch.combinations(x), [torch.randn(4)])
    assert graph.source.conditions.sizes == {"A": 4}
