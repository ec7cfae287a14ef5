"""One meaning, one text: styles leave no trace, and what differs somewhere stays apart."""

import math
import time

import pytest
import torch
import torch.nn.functional as F
from program_support import check_same, tensors

from corpus.draw.programs import LENGTHS, Programs
from python_to_triton import frontend
from python_to_triton.frontend import parse, trace

STYLES = {
    "relu": [
        "torch.relu(x)",
        "F.relu(x)",
        "x.relu()",
        "nn.ReLU()(x)",
        "x.clamp(min=0)",
        "torch.clamp_min(x, 0)",
        "x.relu_()",
        "F.threshold(x, 0, 0)",
        "torch.clamp(x, 0, None)",
        "torch.maximum(x, torch.zeros_like(x))",
        "nn.ReLU(inplace=True)(x)",
        "F.dropout(x, 0.3, training=False).relu()",
        "x.contiguous().relu().clone()",
        "torch.cat([x]).relu()",
        "torch.maximum(torch.tensor(0.0), x)",
    ],
    "square": ["x * x", "x ** 2", "torch.square(x)", "x.pow(2)", "torch.pow(x, 2.0)", "x.mul(x)"],
    "double": ["x + x", "x * 2", "2 * x", "x.mul(2.0)", "torch.mul(2, x)", "x.mul_(2)", "1 * x * 2 + 0"],
    "minus": ["x - 1", "x + -1", "-1 + x", "x.sub(1)", "torch.sub(x, 1.0)", "torch.add(x, 1, alpha=-1)"],
    "from one": ["1 - x", "torch.rsub(x, 1)", "1.0 - x"],
    "sigmoid": [
        "torch.sigmoid(x)",
        "F.sigmoid(x)",
        "x.sigmoid()",
        "nn.Sigmoid()(x)",
        "torch.special.expit(x)",
    ],
    "softmax": ["F.softmax(x, dim=-1)", "torch.softmax(x, 1)", "x.softmax(-1)", "nn.Softmax(dim=1)(x)"],
    "sum": ["x.sum(1)", "torch.sum(x, dim=-1)", "x.sum(dim=(1,))", "x.sum((-1,), keepdim=False)"],
    "all": ["x.sum()", "torch.sum(x, dim=(0, 1))", "x.sum((1, 0))"],
    "max": ["x.max(1)[0]", "x.max(dim=-1).values", "torch.amax(x, 1)", "torch.max(x, 1)[0]"],
    "clamp": [
        "x.clamp(-1, 1)",
        "F.hardtanh(x)",
        "torch.clip(x, -1.0, 1.0)",
        "x.clamp(max=1, min=-1)",
        "nn.Hardtanh()(x)",
    ],
    "six": ["F.relu6(x)", "x.clamp(0, 6)", "nn.ReLU6()(x)", "F.hardtanh(x, 0, 6)"],
    "gelu": ["F.gelu(x)", "nn.GELU()(x)", "F.gelu(x, approximate='none')"],
    "transpose": [
        "x.t()",
        "x.T",
        "x.transpose(0, 1)",
        "x.permute(1, 0)",
        "torch.transpose(x, 1, 0)",
        "x.mT",
        "x.swapaxes(0, 1)",
    ],
    "reshape": [
        "x.view(-1)",
        "x.flatten()",
        "x.reshape(-1)",
        "x.ravel()",
        "torch.flatten(x)",
        "x.reshape(x.numel())",
    ],
    "unsqueeze": [
        "x.unsqueeze(1)",
        "x[:, None]",
        "x[:, None, :]",
        "x.view(x.shape[0], 1, x.shape[1])",
        "torch.stack([x], 1)",
    ],
    "mean": ["x.mean(1)", "torch.mean(x, -1)", "x.mean(dim=[1])"],
    "norm": [
        "x.norm()",
        "torch.linalg.norm(x)",
        "torch.norm(x, p=2)",
        "torch.linalg.vector_norm(x)",
        "x.norm(p='fro')",
    ],
    "where": [
        "torch.where(x > 0, x, 0)",
        "torch.where(x > 0, x, torch.tensor(0.0))",
        "torch.where(x > 0, x, torch.zeros_like(x))",
    ],
    "mask": ["x.masked_fill(x > 0, 0)", "torch.where(x > 0, 0, x)", "x.masked_fill_(x > 0, 0.0)"],
    "sqrt": ["x.sqrt()", "x ** 0.5", "torch.sqrt(x)", "x.pow(0.5)"],
    "inverse": ["1 / x", "x.reciprocal()", "x ** -1"],
    "layer norm": ["F.layer_norm(x, (x.shape[-1],))", "F.layer_norm(x, x.shape[-1:], eps=1e-5)"],
    "cast": ["x.half()", "x.to(torch.float16)", "x.type(torch.float16)"],
    "slice": ["x[:, 1:]", "x.narrow(1, 1, x.shape[1] - 1)", "x[..., 1:]"],
    "silu": [
        "F.silu(x)",
        "x * torch.sigmoid(x)",
        "x.sigmoid() * x",
        "nn.SiLU()(x)",
        "x * (1 / (1 + torch.exp(-x)))",
    ],
    "mish": ["F.mish(x)", "x * torch.tanh(F.softplus(x))"],
    "exact gelu": [
        "F.gelu(x * 2)",
        "(x * 2) * 0.5 * (1.0 + torch.erf((x * 2) / math.sqrt(2.0)))",
        "(x * 2) * (0.5 * (1 + torch.erf(x * 2 / 2 ** 0.5)))",
    ],
    "tanh gelu": [
        "F.gelu(x, approximate='tanh')",
        "0.5 * x * (1 + torch.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * torch.pow(x, 3))))",
        "0.5 * x * (1 + torch.tanh(0.7978845608028654 * (x + 0.044715 * x * x * x)))",
        "x * 0.5 * (1 + torch.tanh(x * 0.7978845608028654 * (1 + 0.044715 * x * x)))",
    ],
    "hardswish": [
        "F.hardswish(x)",
        "x * F.relu6(x + 3) / 6",
        "x * (F.relu6(x + 3) / 6)",
        "x * F.hardsigmoid(x)",
    ],
    "hardsigmoid": ["F.hardsigmoid(x)", "F.relu6(x + 3) / 6", "torch.clamp(x + 3, 0, 6) / 6"],
    "leaky": ["F.leaky_relu(x, 0.1)", "torch.where(x > 0, x, 0.1 * x)", "torch.where(x >= 0, x, x * 0.1)"],
    "cube": ["x ** 3", "x * x * x", "x * x ** 2", "torch.pow(x, 3)"],
    "by hand: softmax": [
        "x.softmax(0)",
        "(x - x.max(0, keepdim=True)[0]).exp() / (x - x.amax(0, keepdim=True)).exp().sum(0, keepdim=True)",
    ],
    "log softmax": ["x.log_softmax(-1)", "x - x.logsumexp(-1, keepdim=True)", "F.log_softmax(x, 1)"],
    "logsumexp": [
        "x.logsumexp(1)",
        "x.amax(1) + torch.log(torch.exp(x - x.amax(1, keepdim=True)).sum(1))",
        "x.max(1, keepdim=True)[0].squeeze(1) + (x - x.max(1, keepdim=True)[0]).exp().sum(1).log()",
    ],
    "mse": [
        "F.mse_loss(x, x.flip(0))",
        "((x - x.flip(0)) ** 2).mean()",
        "torch.mean((x.flip(0) - x).pow(2))",
    ],
    "l1": ["F.l1_loss(x, x.flip(0), reduction='sum')", "(x - x.flip(0)).abs().sum()"],
    "by hand: norm": ["x.norm(dim=1)", "(x * x).sum(1).sqrt()", "torch.sqrt(torch.sum(x ** 2, dim=-1))"],
    "norm of order one": ["x.norm(p=1, dim=1)", "x.abs().sum(1)"],
    "variance": ["x.var(1, unbiased=False)", "((x - x.mean(1, keepdim=True)) ** 2).mean(1)"],
    "by hand: layer norm": [
        "F.layer_norm(x, (20,), eps=1e-6)",
        "(x - x.mean(-1, keepdim=True)) / torch.sqrt(x.var(-1, unbiased=False, keepdim=True) + 1e-6)",
        "(x - x.mean(1, True)) * torch.rsqrt(((x - x.mean(1, True)) ** 2).mean(1, True) + 1e-6)",
    ],
    "rms norm": [
        "F.rms_norm(x, (20,), eps=1e-6)",
        "x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1e-6)",
        "x / (x.square().mean(1, True) + 1e-6).sqrt()",
        "x / torch.sqrt(torch.mean(x * x, dim=-1, keepdim=True) + 1e-6)",
    ],
    "linear": [
        "F.linear(x, x[:5])",
        "x @ x[:5].t()",
        "torch.matmul(x, x[:5].T)",
        "torch.einsum('ik,ok->io', x, x[:5])",
        "torch.mm(x, x[:5].transpose(0, 1))",
    ],
    "linear with bias": [
        "F.linear(x, x[:5], x[0, :5])",
        "x @ x[:5].t() + x[0, :5]",
        "torch.addmm(x[0, :5], x, x[:5].t())",
    ],
    "difference": ["x.sin() - x", "-(x - x.sin())", "x.sin() + (-x)", "x.sin() + -1 * x"],
    "quotient": ["x / x.exp()", "x * (1 / x.exp())", "x * x.exp().reciprocal()", "x * x.exp() ** -1"],
    "over the root": ["x / x.exp().sqrt()", "x * torch.rsqrt(x.exp())", "x * (1 / torch.sqrt(x.exp()))"],
    "both dimensions": ["x[None].mean((1, 2))", "x[None].mean(2).mean(1)", "x[None].mean(-1).mean(-1)"],
    "of what was pooled": [
        "x.view(4, 3, 4, 5).mean((2, 3)).logsumexp(1, keepdim=True)",
        "x.view(4, 3, 4, 5).mean((2, 3), keepdim=True).logsumexp(1, keepdim=True).sum((2, 3))",
    ],
    "global pool": [
        "F.adaptive_avg_pool2d(x[None, None], 1)",
        "x[None, None].mean((2, 3), keepdim=True)",
        "nn.AdaptiveAvgPool2d((1, 1))(x[None, None])",
    ],
    "global pool, flat": [
        "F.adaptive_avg_pool2d(x[None].expand(3, 12, 20)[None], 1).flatten(1)",
        "x[None].expand(3, 12, 20)[None].mean((2, 3))",
    ],
    "kept": [
        "x.sum(1, keepdim=True)",
        "x.sum(1).unsqueeze(1)",
        "x.sum(1)[:, None]",
        "x.sum(1, keepdim=True).mean(1, keepdim=True)",
        "torch.logsumexp(x.sum(1, keepdim=True).amax(1, keepdim=True), dim=1, keepdim=True)",
    ],
    "turned": ["torch.rot90(x)", "x.flip(1).t()", "x.flip(1).transpose(0, 1)"],
    "gram": [
        "x @ x.t()",
        "torch.matmul(x, x.T)",
        "torch.mm(x, x.t())",
        "torch.einsum('ij,kj->ik', x, x)",
        "x.matmul(x.mT)",
    ],
}


@pytest.mark.parametrize("name", STYLES)
def test_styles_leave_no_trace(name):
    texts = {source: trace(f"y = {source}", tensors((12, 20))).text for source in STYLES[name]}
    assert len(set(texts.values())) == 1, texts


SAME = [
    ("(x > 0) & torch.ones_like(x, dtype=torch.bool)", "x > 0"),
    ("torch.logical_or(torch.zeros_like(x), x)", "torch.logical_and(x, torch.full_like(x, 2))"),
    ("(x > 0) ^ torch.ones_like(x, dtype=torch.bool)", "~(x > 0)"),
    ("(x > 0) | torch.ones_like(x, dtype=torch.bool)", "torch.full_like(x, True, dtype=torch.bool)"),
    ("torch.gt(torch.ones_like(x), x)", "x < 1"),
    ("torch.le(torch.ones_like(x), x)", "x >= 1"),
    ("x + x", "2 * x"),
    ("0 - x", "-x"),
    ("-x * 3", "x * -3"),
    ("-(x * 3)", "-3 * x"),
    ("-x / 3", "-(x / 3)"),
    ("x / -1", "-x"),
    ("-x * -z", "x * z"),
    ("-x / -z", "x / z"),
    ("torch.relu(torch.relu(x))", "torch.relu(x)"),
    ("torch.relu(x).clamp(max=6)", "F.relu6(x)"),
    ("x.clamp(-1, 3).clamp(0, 7)", "x.clamp(0, 3)"),
    ("torch.relu(x.clamp(max=2))", "x.clamp(0, 2)"),
    ("torch.relu(x.abs())", "x.abs()"),
    ("(-x).abs()", "x.abs()"),
    ("x.exp().abs()", "x.exp()"),
    ("(-x) ** 2", "x * x"),
    ("x.abs() ** 2", "x ** 2"),
    ("torch.cos(-x)", "torch.cos(x)"),
    ("x.floor().floor()", "x.floor()"),
    ("x.sign().sign()", "torch.sign(x)"),
    ("torch.maximum(x, x)", "x * 1.0"),
    ("(x < z) * x", "(z > x) * x"),
    ("torch.where(x <= z, x, 1)", "torch.where(z >= x, x, 1)"),
    ("1 / (1 + torch.exp(-1.5 * x))", "torch.sigmoid(x * 1.5)"),
]


UNLIKE = [
    "x.clamp(min=3).clamp(max=1)",
    "torch.relu(x.clamp(max=-1)) + x",
    "torch.relu(x.floor())",
    "torch.abs(x - z) + torch.relu(-x)",
    "-(x / 0)",
    "torch.maximum(x, -x)",
    "x / 3 - x * (1 / 3)",
]


def of_two(source):
    """The function (x, z) -> `source`, which may not read z."""
    namespace = dict(frontend.PREDEFINED_NAMES)
    exec(f"def program(x, z):\n    return {source}", namespace)
    return namespace["program"]


@pytest.mark.parametrize("one, other", SAME)
def test_synonyms_are_one_text(one, other):
    texts = [trace(of_two(source), tensors((3, 4), (3, 4))).text for source in (one, other)]
    assert texts[0] == texts[1]


@pytest.mark.parametrize("source", [*[one for one, _ in SAME[:-1]], *UNLIKE])
def test_what_is_united_is_equal_at_zeros_infinities_and_nan(source):
    edges = torch.tensor(
        [0.0, -0.0, math.inf, -math.inf, math.nan, 1.0, -2.5, 0.3, -0.7, 7.0], dtype=torch.float64
    )
    x, z = edges.repeat_interleave(len(edges)), edges.repeat(len(edges))
    torch.testing.assert_close(
        trace(of_two(source), (x, z)).run(x, z), of_two(source)(x, z), rtol=0, atol=0, equal_nan=True
    )


@pytest.mark.parametrize("inputs", [("x",), ("x", "z"), ("x", "z", "w")])
def test_drawn_programs_are_asked_for_as_they_compute(inputs):
    for in_torch, _ in Programs(inputs, 1, LENGTHS, 25):
        lines = "\n    ".join(in_torch.split("\n"))
        namespace = dict(frontend.PREDEFINED_NAMES)
        exec(f"def program({', '.join(inputs)}):\n    {lines}\n    return x", namespace)
        made = trace(namespace["program"], tensors(*[(4, 7)] * len(inputs)))
        real = [x.double() for x in tensors(*[(4, 7)] * len(inputs))]
        torch.testing.assert_close(
            parse(made.text).run(*real), namespace["program"](*real).double(), check_dtype=False, msg=in_torch
        )


def test_different_functions_have_different_texts():
    sources = [styles[0] for styles in STYLES.values()] + [
        "x * 2.5",
        "x * 3",
        "x + 1",
        "x + 1e-5",
        "x + 1e-6",
        "x.sum(0)",
        "x.sum(0, keepdim=True)",
        "F.elu(x)",
        "F.elu(x, 0.5)",
        "F.leaky_relu(x)",
        "F.leaky_relu(x, 0.2)",
        "x.std()",
        "x.std(unbiased=False)",
        "x.std(0)",
        "x.cumsum(0)",
        "x.cumsum(1)",
        "x / 2",
        "2 / x",
        "x % 2",
        "x // 2",
        "x > 0",
        "x >= 0",
        "x < 0",
        "x.double()",
        "x.argmax(1)",
        "x.argmax()",
        "F.pad(x, (1, 2))",
        "F.pad(x, (1, 2), value=1.0)",
        "x.roll(1, 0)",
        "x.roll(1, 1)",
        "x.flip(0)",
        "x[0]",
        "x[:, 0]",
        "x[::2]",
        "x[1:]",
        "x[:-1]",
        "x.tril()",
        "x.triu()",
        "x.tril(-1)",
        "x.clamp(max=0)",
        "x.clamp(0, 1)",
        "F.softplus(x)",
        "F.softplus(x, beta=2)",
    ]
    texts = [trace(f"y = {source}", tensors((12, 20))).text for source in sources]
    assert len(set(texts)) == len(texts), [s for s, t in zip(sources, texts) if texts.count(t) > 1]


def test_one_element_is_a_reduction_only_where_it_stays_one():
    batch_of_one = trace("y = x.mean(0, keepdim=True)", tensors((1, 20)))
    assert "mean" in batch_of_one.text, "another batch may be larger"


@pytest.mark.parametrize(
    "merged",
    [
        "x.view(3, 4, -1).var(2)[:, :, None, None]",
        "x.view(3, 4, -1).var(2).view(3, 4, 1, 1)",
        "x.flatten(2).var(-1, keepdim=True)[..., None]",
        "x.flatten(2).var(-1, keepdim=True).view(3, 4, 1, 1)",
    ],
)
def test_a_statistic_of_merged_dimensions_is_one_of_the_tensor(merged):
    assert (
        trace(f"y = x - {merged}", tensors((3, 4, 5, 6))).text
        == trace("y = x - x.var((2, 3), keepdim=True)", tensors((3, 4, 5, 6))).text
    )
    assert (
        "reshape" in trace("y = x - x.view(3, 20, -1).mean(2).view(3, 4, 5, 1)", tensors((3, 4, 5, 6))).text
    )  # other dimensions than these stay merged


def test_operands_of_commutative_operations_have_one_order():
    x, y = tensors((3, 4), (3, 4))
    sources = ["torch.exp(x) + y", "y + torch.exp(x)", "y + x.exp()"]
    assert len({trace(f"def f(x, y): return {s}", (x, y)).text for s in sources}) == 1
    a = trace("def f(x, y):\n    a = x.sin()\n    b = y.cos()\n    return a * b", (x, y))
    b = trace("def f(x, y):\n    b = y.cos()\n    a = x.sin()\n    return b * a", (x, y))
    assert a.text == b.text


def test_a_choice_by_a_contrary_is_one_by_the_condition():
    traced = trace(
        "# x: f32[4, 8]\n# hidden: bool[4, 8]\ny = torch.cumsum(x.masked_fill(~hidden, 0.0), dim=-1)"
    )
    assert [value.op for value in traced.values] == ["where", "cumsum"]
    assert traced.values[0].operands[2] == 0
    numbers = trace("# x: f32[4, 8]\n# count: i64[4, 8]\ny = torch.where(torch.logical_not(count), 0.0, x)")
    assert [value.op for value in numbers.values][-1] == "where" and numbers.values[-1].operands[
        0
    ].dtype == torch.bool


@pytest.mark.parametrize(
    "equation, shapes, ops",
    [
        ("bij,bjk,bkl->bil", [(2, 3, 4), (2, 4, 5), (2, 5, 6)], "matmul matmul"),
        ("hnd,hde,hn->hne", [(2, 3, 4), (2, 4, 5), (2, 3)], "matmul unsqueeze mul"),
        ("bic,ij->bjc", [(2, 3, 4), (3, 5)], "transpose matmul"),
        ("bnd,bmd->bmn", [(2, 3, 4), (2, 5, 4)], "transpose matmul"),
        (
            "bi,bj,ij->b",
            [(2, 3), (2, 4), (3, 4)],
            "einsum",
        ),  # its first product alone would be larger than all
    ],
)
def test_an_einsum_is_products_that_nothing_turns_afterwards(equation, shapes, ops):
    inputs = tensors(*shapes)
    made = trace(lambda *given: torch.einsum(equation, *given), inputs)
    assert " ".join(v.op for v in made.values) == ops
    torch.testing.assert_close(made.run(*inputs), torch.einsum(equation, *inputs))


def test_rows_at_counted_places_are_a_slice():
    def program(ids, tokens, places):
        at = torch.arange(ids.shape[1]).unsqueeze(0).expand_as(ids)
        return F.embedding(ids, tokens) + F.embedding(at, places)

    inputs = (torch.tensor([[1, 0, 2, 1]]).repeat(3, 1), *tensors((7, 5), (9, 5)))
    made = trace(program, inputs)
    assert "v1 = slice(a2, dim=-2, end=B)" in made.text and "arange" not in made.text
    torch.testing.assert_close(made.run(*inputs), program(*inputs))


def test_positions_that_a_mask_of_ones_counts_are_a_slice():
    def program(ids, tokens, places):
        at = (torch.ones(ids.shape).cumsum(-1) - 1).long() + 2
        return F.embedding(ids, tokens) + F.embedding(at, places)

    inputs = (torch.tensor([[1, 0, 2, 1]]).repeat(3, 1), *tensors((7, 5), (9, 5)))
    made = trace(program, inputs)
    assert "slice(a2, dim=-2, start=2, end=B+2)" in made.text and "arange" not in made.text
    torch.testing.assert_close(made.run(*inputs), program(*inputs))


def seen(q, k):
    """Which keys a query sees, as libraries ask it: in its own document, and no later than itself."""
    at = torch.arange(q.shape[-2]).unsqueeze(0).expand(q.shape[0], -1)
    first = torch.diff(at, prepend=at[:, :1] - 1) != 1
    document = first.cumsum(-1)
    rows = torch.arange(q.shape[0])[:, None, None, None]
    queries, keys = torch.arange(q.shape[-2])[:, None], torch.arange(k.shape[-2])
    same = document[rows, queries[None, None]] == document[rows, keys[None, None, None]]
    return (queries >= at[rows, keys[None, None, None]]) & same


@pytest.mark.parametrize("least", [None, float("-inf"), torch.finfo(torch.float32).min])
def test_keys_no_later_than_the_query_are_causal(least):
    def program(q, k, v):
        mask = seen(q, k)
        mask = mask if least is None else torch.where(mask, 0.0, least)
        return F.scaled_dot_product_attention(q, k, v, mask)

    inputs = tensors(*[(2, 3, 6, 4)] * 3)
    made = trace(program, inputs)
    assert made.text.splitlines()[1:] == [
        "v0 = scaled_dot_product_attention(a0, a1, a2, is_causal=True)",
        "return v0",
    ]
    torch.testing.assert_close(made.run(*inputs), program(*inputs))


def test_a_mask_of_ones_beside_a_causal_one_hides_nothing():
    def program(q, k, v):
        rows = torch.arange(q.shape[0])[:, None, None, None]
        queries, keys = torch.arange(q.shape[-2])[:, None], torch.arange(k.shape[-2])
        given = torch.ones(q.shape[0], k.shape[-2]).to(torch.bool)
        mask = (queries >= keys[None, None]) & given[rows, keys[None, None, None]]
        return F.scaled_dot_product_attention(q, k, v, torch.where(mask, 0.0, torch.finfo(q.dtype).min))

    inputs = tensors(*[(2, 3, 6, 4)] * 3)
    made = trace(program, inputs)
    assert "scaled_dot_product_attention(a0, a1, a2, is_causal=True)" in made.text.splitlines()[1]
    torch.testing.assert_close(made.run(*inputs), program(*inputs))


@pytest.mark.parametrize(
    "line, shown",
    [
        ("F.scaled_dot_product_attention(q, k, v, torch.zeros(1, 1, 6, 6))", "attention(a0, a1, a2)"),
        ("F.scaled_dot_product_attention(q, k, v, torch.ones(6, 6).bool())", "attention(a0, a1, a2)"),
        ("F.scaled_dot_product_attention(q, k, v, torch.ones(6, 6))", "attention(a0, a1, a2, v0)"),
        ("(q > k) & (torch.zeros(4) == 0)", "gt(a0, a1)"),
        ("(q > k) | torch.zeros(4).bool()", "gt(a0, a1)"),
        ("(q > k) & torch.zeros(4).bool()", "full("),
        ("(q > k) | (torch.arange(4) > 2)", "logical_or("),
        ("(q > k) & (torch.arange(4) >= 0)", "gt(a0, a1)"),
        ("(q > k) & (torch.arange(4)[:, None].mT > -1)", "gt(a0, a1)"),
        ("(q > k) & (torch.arange(q.shape[0] - 1, q.shape[0] + 3) >= 0)", "logical_and("),
        ("(q > k) | (torch.arange(4) < 0)", "gt(a0, a1)"),
        ("(q > k) | (torch.arange(4) <= 0)", "logical_or("),
        ("torch.where(torch.arange(4) >= 0, q + 1, k)", "add(a0, 1)"),
        ("torch.where(torch.arange(4) < 0, 1.0, -0.0) / q.exp()", "div("),
        ("torch.where(torch.full((4,), 3, dtype=torch.bool), 1.0, k.exp())", "where("),
        ("torch.where(q == -torch.inf, 0, q.softmax(-1))", "where("),
        ("torch.where(torch.arange(4) >= 0, 0.0, 1.0) + q.exp()", "exp(a0)"),
        ("torch.where(torch.arange(4) < 0, 1.0, k.exp())", "exp(a1)"),
        ("torch.where(torch.arange(4) < 1, 1.0, k.exp())", "where("),
    ],
)
def test_masks_that_hide_nothing(line, shown):
    inputs = tensors(*[(2, 3, 6, 4)] * 3)
    made = trace(f"def f(q, k, v):\n    return {line}", inputs)
    assert shown in made.text.splitlines()[-2]
    q, k, v = inputs
    torch.testing.assert_close(made.run(*inputs), eval(line))


@pytest.mark.parametrize(
    "mask",
    ["i > j", "i >= j + 1", "i + j >= 0", "(i >= j) & (i - j < 3)", "i >= j * 2", "i >= 5 - j"],
)
def test_other_masks_of_positions_stay(mask):
    source = f"""
def f(q, k, v):
    i = torch.arange(q.shape[-2])[:, None]
    j = torch.arange(k.shape[-2])
    return F.scaled_dot_product_attention(q, k, v, {mask})
"""
    inputs = tensors(*[(2, 3, 6, 4)] * 3)
    made = trace(source, inputs)
    assert "is_causal" not in made.text
    namespace = {"torch": torch, "F": F}
    exec(source, namespace)
    torch.testing.assert_close(made.run(*inputs), namespace["f"](*inputs), equal_nan=True)


def test_a_choice_that_a_size_decides_holds_for_that_size():
    """All positions are before the window's end: but not at every length."""

    def program(x):
        return torch.where(x.new_full((4,), x.shape[0]) < 9, x[:4], 0)

    made = trace(program, tensors((6,)))
    assert made.source.conditions.sizes == {"A": 6} or "A" in made.text.split("\n", 1)[1]


def test_the_norm_of_a_diagonal_of_ones_is_the_root_of_their_number():
    x, y = torch.randn(5, 5), torch.randn(7, 4)
    square = trace(lambda x: x / torch.norm(torch.eye(x.shape[0])), (x,))
    assert square.text == "f(a0: f32[A, B])\nv0 = div(a0, sqrt(A))\nreturn v0"
    torch.testing.assert_close(square.run(x), x / 5**0.5)
    other = trace(lambda x, y: x.sum() * torch.norm(torch.eye(x.shape[0], y.shape[0])), (x, y))
    assert "norm(" in other.text  # which size is less is not known


@pytest.mark.parametrize("dim, index", [(0, 0), (1, -1), (-1, 0)])
def test_a_dimension_that_was_added_is_taken_away_again(dim, index):
    x = torch.randn(3, 5)
    assert (
        trace(lambda x: x.unsqueeze(dim).select(dim, index).exp(), (x,)).text == trace(torch.exp, (x,)).text
    )
    other = trace(lambda x: x.unsqueeze(1).select(0, 0).exp(), (x,))
    torch.testing.assert_close(other.run(x), x[:1].exp())


def test_an_empty_tensor_of_one_dimension_is_joined_with_any():
    def program(x):
        return torch.cat([torch.zeros(0), x, x + 1], 1)

    x = torch.randn(2, 4)
    torch.testing.assert_close(trace(program, (x,)).run(x), program(x))
    assert trace(lambda x: torch.cat([x.new_zeros(0), x.new_zeros(0)]), (x,)).run(x).shape == (0,)


def test_numbers_that_a_dtype_does_not_hold_are_no_positions():
    made = trace(lambda x: x + ((torch.full((4,), 2.0**24) + torch.ones(4)) - 2.0**24), tensors((4,)))
    x = torch.randn(4)
    torch.testing.assert_close(made.run(x), x)


def test_positions_of_positions_are_found_once():
    def program(x):
        sums = torch.arange(40)
        for _ in range(20):
            sums = sums[1:] + sums[:-1]
        return x + sums[:1]

    start = time.process_time()
    assert trace(program, tensors((1,))).values and time.process_time() - start < 5


@pytest.mark.parametrize(
    "expression, expected",
    [
        ("torch.arange(6).view(2, 3) - torch.arange(3)", None),
        ("torch.cat([torch.arange(1) - 1, torch.arange(5)])[:5] - torch.arange(5)", -1),
        ("torch.cat([torch.arange(2), torch.arange(5)])[:5] - torch.arange(5)", None),
        ("(torch.arange(5) * 3)[1:] - (torch.arange(5) * 3)[:-1]", 3),
        ("torch.arange(5)[:, None].expand(5, 5).T - torch.arange(5)", 0),
        ("torch.arange(9)[::2] - 2 * torch.arange(5)", 0),
        ("torch.arange(5)[:, None] * torch.arange(5)", None),
    ],
)
def test_differences_of_positions(expression, expected):
    """Those that are a number everywhere need no positions."""
    made = trace(f"def f(x):\n    return x + ({expression})", tensors((1,)))
    x = torch.rand(1)
    torch.testing.assert_close(made.run(x), x + eval(expression))
    assert ("arange" in made.text) is (expected is None)


@pytest.mark.parametrize("name", "fmax fmin fmod atan2 hypot copysign logaddexp logaddexp2 heaviside".split())
@pytest.mark.parametrize("operands", ["{number}, x", "x, {number}"])
def test_constants_of_functions_that_take_two_tensors_are_numbers(name, operands):
    source = f"torch.{name}({operands.format(number='torch.full_like(x, 1.5)')})"
    made = trace(of_two(source), tensors((3, 4), (3, 4)))
    assert [value.op for value in made.values] == [name] and "1.5" in made.text
    inputs = made.sample(0)
    torch.testing.assert_close(made.run(*inputs), of_two(source)(*inputs), equal_nan=True)


def test_a_number_among_integers_keeps_its_fraction():
    made = trace(lambda n: torch.fmod(torch.tensor(2.5), n), (torch.arange(1, 5),))
    torch.testing.assert_close(made.run(torch.tensor([2, 4])), torch.tensor([0.5, 2.5]))


@pytest.mark.parametrize(
    "source, ops",
    [
        ("torch.deg2rad(x)", "mul"),
        ("torch.rad2deg(x)", "mul"),
        ("torch.sgn(x)", "sign"),
        ("torch.signbit(x)", "signbit"),
        ("torch.isposinf(x / 0)", "div eq"),
        ("torch.isneginf(x / 0)", "div eq"),
        ("torch.ldexp(x, x)", "exp2 mul"),
    ],
)
def test_functions_with_rarer_names(source, ops):
    made, x = trace(f"y = {source}", tensors((3, 5))), torch.tensor([[-0.0, 0.0, -1.5, 2.0, 90.0]])
    assert " ".join(v.op for v in made.values) == ops and parse(made.text).text == made.text
    torch.testing.assert_close(made.run(x), eval(source, {"torch": torch, "x": x}), equal_nan=True)


@pytest.mark.parametrize(
    "one, other",
    [
        ("x.exp() / x.exp().sum(-1, keepdim=True)", "x.softmax(-1)"),
        ("torch.log(1 + torch.exp(x))", "F.softplus(x)"),
        ("x.exp().sum(1).log()", "x.logsumexp(1)"),
        ("torch.log(x.softmax(1))", "x.log_softmax(1)"),
        ("x / x.norm(dim=1, keepdim=True)", "F.normalize(x)"),
        ("(x - x.mean(1, True)) / (x.std(1, keepdim=True) + 1e-5)", "F.layer_norm(x, (20,))"),
        ("x * torch.sigmoid(1.702 * x)", "F.gelu(x)"),
        ("x / torch.sqrt((x * x).mean(0, True) + 1e-6)", "F.rms_norm(x, (20,), eps=1e-6)"),
        ("x * 0.5 * (1 + torch.erf(x / 1.41421))", "F.gelu(x)"),
    ],
)
def test_what_differs_somewhere_is_not_united(one, other):
    assert trace(f"y = {one}", tensors((12, 20))).text != trace(f"y = {other}", tensors((12, 20))).text


def test_attention_by_hand():
    shapes = [(2, 3, 5, 4)] * 3
    plain_ = trace(
        lambda q, k, v: (q @ k.transpose(-2, -1) / math.sqrt(q.size(-1))).softmax(-1) @ v, tensors(*shapes)
    )
    assert plain_.text == trace(F.scaled_dot_product_attention, tensors(*shapes)).text
    scaled = [
        lambda q, k, v: torch.softmax((q * 0.3) @ k.mT, -1) @ v,
        lambda q, k, v: torch.matmul(F.softmax(torch.matmul(q, k.mT) * 0.3, dim=-1), v),
        lambda q, k, v: torch.einsum(
            "bhqk,bhkd->bhqd", (torch.einsum("bhqd,bhkd->bhqk", q, k) * 0.3).softmax(-1), v
        ),
    ]
    assert len({check_same(function, tensors(*shapes)).text for function in scaled}) == 1
    causal = check_same(
        lambda q, k, v: (q @ k.mT).masked_fill(torch.ones(5, 5).tril() == 0, float("-inf")).softmax(-1) @ v,
        tensors(*shapes),
    )
    assert "is_causal=True, scale=1)" in causal.text
    kept = trace(lambda q, k, v: ((p := (q @ k.mT).softmax(-1)) @ v, p), tensors(*shapes))
    assert "attention" not in kept.text


@pytest.mark.parametrize("dtype", [torch.int64, torch.float32, torch.bool])
def test_a_number_on_the_diagonal_has_the_dtype_of_the_square(dtype):
    def program(x):
        places = torch.arange(x.shape[-1])
        return x.index_put((places, places), torch.full((), 2.5, dtype=x.dtype))

    x = torch.zeros(4, 4, dtype=dtype)
    made = trace(program, (x,))
    assert "where" in made.text
    assert made.run(x).dtype == dtype and torch.equal(made.run(x), program(x))


def test_a_mask_that_hides_nothing_but_is_wider_stays():
    """For PyTorch to refuse."""
    program = "def f(q, k, v):\n    return F.scaled_dot_product_attention(q, k, v, torch.zeros(6, 1, 6, 6))"
    assert "attention(a0, a1, a2)" in trace(program, tensors(*[(6, 3, 6, 4)] * 3)).text
    assert "attention(a0, a1, a2, v0)" in trace(program, tensors(*[(1, 3, 6, 4)] * 3)).text
