"""Where regions end, what they receive and return, and which views the host takes."""

import re
import time

import pytest
import torch
import torch.nn as nn
import torch.nn.functional as F
from hypothesis import HealthCheck, given, settings
from program_support import as_torch, by_regions, check_regions, load, perceptron, programs, tensors

from python_to_triton import codegen, frontend
from python_to_triton.frontend import trace


def test_the_gates_of_a_cell_are_one_region():
    found = frontend.regions(
        trace(nn.LSTMCell(6, 5), (torch.randn(3, 6), (torch.randn(3, 5), torch.randn(3, 5))))
    )
    assert [sum(v.op == "linear" for v in region.values) for region in found] == [1, 1, 0]


def test_regions_have_one_anchor_each_and_compute_the_whole(tmp_path):
    inputs = tensors((3, 5), (7, 5), (7,), (4, 7))
    made = trace(perceptron, inputs)
    found = check_regions(made)
    assert [[v.op for v in r.graph.values] for r in found] == [
        ["mul", "linear", "gelu"],
        ["layer_norm", "add", "abs"],
        ["linear"],
        ["softmax", "div"],
    ]
    assert (
        found[1].graph.text
        == "f(a0: f32[A, B])\nv0 = layer_norm(a0)\nv1 = add(v0, a0)\nv2 = abs(v1)\nreturn v2"
    )
    torch.testing.assert_close(by_regions(made, tmp_path)(*inputs), perceptron(*inputs))
    assert len(frontend.regions(trace(lambda x: (x * 2 + x.sin()).sum(-1).exp(), tensors((3, 4))))) == 1


@pytest.mark.parametrize(
    "function, shapes, expected",
    [
        (
            lambda x: (x - x.mean(-1, keepdim=True)) / (x.std(-1, keepdim=True) + 1e-6),
            [(3, 5)],
            ["mean sub std add div"],
        ),
        (
            lambda x, w: F.linear(x, w).view(3, 2, 2, 4).transpose(1, 2).softmax(-1),
            [(3, 2, 5), (8, 5)],
            ["linear", "transpose", "softmax"],
        ),
        (lambda x, w: F.linear(x, w).transpose(1, 2).relu(), [(3, 2, 5), (8, 5)], ["linear transpose relu"]),
        (
            lambda x, w: F.linear(x, w).transpose(1, 2).relu().sum(-1),
            [(3, 2, 5), (8, 5)],
            ["linear", "transpose", "relu sum"],
        ),
        (lambda x, w: torch.cat([F.linear(x, w), x], 1).relu(), [(3, 5), (8, 5)], ["linear", "cat relu"]),
        (lambda x: x.flip(-1).cumsum(-1).flip(-1), [(3, 5)], ["flip cumsum flip"]),
        (lambda x: torch.std_mean(x.relu(), 1), [(3, 5)], ["relu std mean"]),
        (
            lambda q, k, v: (q @ k.mT * 0.3 + torch.full((5, 5), float("-inf")).triu(1)).softmax(-1) @ v,
            [(2, 3, 5, 4)] * 3,
            ["scaled_dot_product_attention"],
        ),
        (
            lambda x, w: (F.linear(x, w).sin() + 1, F.linear(x, w).cos().sum()),
            [(3, 5), (8, 5)],
            ["linear sin add cos", "sum"],
        ),
        # sums of the same places of the same data
        (
            lambda x, y: (x * y).sum(-1) / (x.norm(dim=-1) * y.norm(dim=-1)),
            [(3, 5), (3, 5)],
            ["mul sum norm norm mul div"],
        ),
        (
            lambda x, y: ((x.softmax(1) * y).sum((2, 3)) / (x.softmax(1).sum((2, 3)) + y.sum((2, 3)))).mean(),
            [(2, 3, 4, 5)] * 2,
            ["softmax", "mul sum sum sum add div", "mean"],
        ),
        (lambda x: ((x - x.mean()) ** 4).sum(), [(3, 5)], ["mean sub pow", "sum"]),
        (lambda x, y: x.sum(-1) + y.sum(-1), [(3, 5), (3, 5)], ["sum", "sum add"]),
        (lambda x, y: x.sum(-1) + (x * y).sum(-2), [(5, 5), (5, 5)], ["mul sum", "sum add"]),
        (
            lambda x, y: F.binary_cross_entropy_with_logits(x, y, reduction="none").exp().mean(),
            [(3, 5), (3, 5)],
            ["binary_cross_entropy_with_logits exp mean"],
        ),
        # what is stored rather than computed again: a gate that is broadcast, a sum of rows beside columns,
        # a prologue that others need
        (
            lambda x, w, y: F.linear(x, w).sigmoid()[:, :, None] * y,
            [(3, 5), (8, 5), (3, 8, 6)],
            ["linear sigmoid", "mul"],
        ),
        (lambda x, y: x.square().sum(-1) + y, [(5, 3), (4, 5)], ["square sum", "add"]),
        (
            lambda x, w: F.linear(x.exp(), w).mean(-1, keepdim=True) + x.exp(),
            [(3, 5), (5, 5)],
            ["exp", "linear", "mean add"],
        ),
        # nothing goes before a convolution of single places, whose answers then use tensor cores
        (
            lambda x, g, w: F.conv2d(x * g, w).relu(),
            [(2, 3, 5, 7), (2, 3, 1, 1), (4, 3, 1, 1)],
            ["mul", "conv2d relu"],
        ),
        (
            lambda x, g, w: F.conv2d(x * g, w, padding=1).relu(),
            [(2, 3, 5, 7), (2, 3, 1, 1), (4, 3, 3, 3)],
            ["mul conv2d relu"],
        ),
        # halves of what a product or a norm gives are no neighbours
        (
            lambda x, w, y: F.glu(F.group_norm(F.conv1d(x, w), 2) * 2, 1).tanh() + y,
            [(2, 3, 7), (4, 3, 1), (2, 2, 7)],
            ["conv1d", "group_norm mul", "glu tanh add"],
        ),
        (lambda x, w: F.linear(F.glu(x.tanh()), w).sum(-1), [(3, 10), (4, 5)], ["tanh glu", "linear", "sum"]),
    ],
)
def test_where_regions_end(function, shapes, expected, tmp_path):
    inputs = tensors(*shapes)
    made = trace(function, inputs)
    assert [" ".join(v.op for v in r.graph.values) for r in check_regions(made)] == expected
    torch.testing.assert_close(by_regions(made, tmp_path)(*inputs), function(*inputs))


@pytest.mark.parametrize(
    "function, shapes, expected",
    [
        (
            lambda x: x.flatten(2).mean(-1),
            [(2, 3, 4, 5)],
            "f(a0: f32[A, B, C])\nv0 = mean(a0, dim=-1)\nreturn v0",
        ),
        (
            lambda x, b: x + b.view(1, -1, 1, 1),
            [(2, 3, 4, 5), (3,)],
            "f(a0: f32[A, B, C, D], a1: f32[B, 1, 1])\nv0 = add(a0, a1)\nreturn v0",
        ),
        (
            lambda x: x.flatten(1) @ x.flatten(1).mT,
            [(2, 3, 4)],
            "f(a0: f32[A, B])\nv0 = transpose(a0, dim0=-2, dim1=-1)\nv1 = matmul(a0, v0)\nreturn v1",
        ),
        (
            lambda x, w: F.linear(x, w).squeeze(-1),
            [(3, 5), (1, 5)],
            "f(a0: f32[A, B], a1: f32[1, B])\nv0 = linear(a0, a1)\nreturn v0",
        ),
        (lambda x: (x.sigmoid(), x.view(6)), [(2, 3)], "f(a0: f32[A, B])\nv0 = sigmoid(a0)\nreturn v0"),
        (
            lambda x: x.view(2, 2, 3).transpose(1, 2).relu(),
            [(2, 6)],  # another order of memory is the kernel's
            "f(a0: f32[A, B])\nv0 = reshape(a0, shape=[A, 2, -1])\n"
            "v1 = transpose(v0, dim0=-2, dim1=-1)\nv2 = relu(v1)\nreturn v2",
        ),
        (
            lambda x: x.flatten(1).sum(-1) / (x.shape[1] * x.shape[2]),
            [(2, 3, 5)],  # nothing else would show the sizes
            "f(a0: f32[A, B, C])\nv0 = reshape(a0, shape=[A, -1])\nv1 = sum(v0, dim=-1)\n"
            "v2 = div(v1, B*C)\nreturn v2",
        ),
    ],
)
def test_views_that_only_reshape_are_the_hosts(function, shapes, expected, tmp_path):
    inputs = tensors(*shapes)
    made = trace(function, inputs)
    [region] = check_regions(made)
    assert region.graph.text == expected
    torch.testing.assert_close(by_regions(made, tmp_path)(*inputs), function(*inputs))


@pytest.mark.parametrize(
    "function",
    [
        lambda x: x.relu(),
        lambda x: x.flatten(1).t(),
        lambda x: x.flatten(1),
        lambda x: x.sum(-1).relu(),
    ],
)
def test_a_single_result_in_a_tuple_is_none_to_its_region(function, tmp_path):
    inputs = tensors((2, 3, 5))
    made = trace(lambda x: (function(x),), inputs)
    [region] = check_regions(made)
    assert region.graph.text == frontend.regions(trace(function, inputs))[0].graph.text
    [result] = by_regions(made, tmp_path)(*inputs)
    assert torch.equal(result, function(*inputs))


def test_a_function_comes_before_the_reshape_of_what_was_computed_so_that_the_view_is_the_hosts():
    traced = trace("# x: f32[2, 3, 8, 8]\ny = F.adaptive_avg_pool2d(x, 4).flatten(1).relu() * 10.0")
    assert [value.op for value in traced.values] == ["adaptive_avg_pool2d", "relu", "mul", "reshape"]
    assert [[value.op for value in region.graph.values] for region in frontend.regions(traced)] == [
        ["adaptive_avg_pool2d", "relu", "mul"]
    ]
    kept = trace("# x: f32[2, 3, 8, 8]\ny = F.adaptive_avg_pool2d(x, 4).transpose(1, 2).flatten(1) * 10.0")
    assert [value.op for value in kept.values][-2:] == ["reshape", "mul"], (
        "a transposition in the way costs a kernel anyway"
    )


def test_squares_go_with_the_sum_that_needs_them_where_their_source_is_stored_anyway():
    traced = trace(
        "# x: f32[2, 3, 8, 8]\n# w: f32[5, 3, 3, 3]\nh = F.conv2d(x, w)\n"
        "y = h / (h.pow(2).mean(1, keepdim=True) + 1e-5).sqrt()"
    )
    ops = [[value.op for value in region.graph.values] for region in frontend.regions(traced)]
    assert ops == [["conv2d"], ["square", "mean", "add", "sqrt", "div"]]
    alone = trace("# x: f32[2, 3, 8, 8]\n# w: f32[5, 3, 3, 3]\ny = F.conv2d(x, w).pow(2).mean(1)")
    assert [[value.op for value in region.graph.values] for region in frontend.regions(alone)] == [
        ["conv2d", "square"],
        ["mean"],
    ]


def test_a_diagonal_between_regions_is_moved_by_a_kernel(tmp_path):
    def function(x, y):
        scores = x @ y.mT
        return torch.logsumexp(scores, 0) - scores.diagonal()

    inputs = tensors((4, 3), (4, 3))
    made = trace(function, inputs)
    assert [region.graph.text for region in frontend.regions(made)][
        1
    ] == "f(a0: f32[A, B])\nv0 = diagonal(a0)\nreturn v0"
    torch.testing.assert_close(by_regions(made, tmp_path)(*inputs), function(*inputs))


@pytest.mark.parametrize(
    "most, expected",
    [
        (None, ["linear sigmoid mul add"]),
        (20, ["linear", "sigmoid mul add"]),
        (2, ["linear", "sigmoid mul", "add"]),
        (1, ["linear", "sigmoid", "mul", "add"]),
    ],
)
def test_smaller_regions(most, expected, tmp_path):
    def function(x, w):
        y = F.linear(x, w)
        return torch.sigmoid(y) * 2 + y

    inputs = tensors((3, 5), (8, 5))
    made = trace(function, inputs)
    found = frontend.regions(made, most)
    assert [" ".join(v.op for v in r.graph.values) for r in found] == expected
    composed = codegen.compose_answers(made, found, [as_torch(region.graph) for region in found])
    torch.testing.assert_close(
        load(f"import torch\n{composed}", tmp_path)["translated"](*inputs), function(*inputs)
    )


def test_a_reshaped_function_of_an_argument_reshapes_the_argument():
    flat = trace(
        lambda x, y: ((x.sigmoid() * 2).flatten(1) * y.flatten(1)).sum(-1).mean(),
        tensors((2, 3, 4), (2, 3, 4)),
    )
    assert frontend.regions(flat)[0].graph.text.splitlines()[:2] == [
        "f(a0: f32[A, B], a1: f32[A, B])",
        "v0 = sigmoid(a0)",
    ]
    kept = trace(lambda x: (x.sigmoid().flatten(1), x.sigmoid().sum()), tensors((2, 3, 4)))
    assert sum(v.op == "sigmoid" for v in kept.values) == 1


def test_a_long_chain_is_several_regions(tmp_path):
    def chain(x):
        for i in range(25):
            x = x.sin() + 0.1 * i
        return x.sum(-1)

    made, inputs = trace(chain, tensors((3, 5))), tensors((3, 5))
    assert 5 <= len(check_regions(made)) <= 6
    torch.testing.assert_close(by_regions(made, tmp_path)(*inputs), chain(*inputs))


def test_a_region_gets_the_sizes_that_it_computes_with(tmp_path):
    def program(x, w):
        h = F.linear(torch.zeros(x.shape[0], 5), w)  # the host makes the zeros
        return h.softmax(-1).sum(-1) / (x.shape[1] + 1)  # x comes along for its shape

    made = trace(program, tensors((3, 7), (4, 5)))
    found = check_regions(made)
    assert found[-1].graph.text.splitlines()[0].count(":") == 2 and "+1)" in found[-1].graph.text
    for inputs in (tensors((3, 7), (4, 5)), tensors((6, 9), (2, 5))):
        torch.testing.assert_close(by_regions(made, tmp_path)(*inputs), program(*inputs))


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
@given(source=programs())
def test_regions_of_generated_programs(tmp_path_factory, source):
    inputs = tensors((3, 5), (3, 5))
    made = trace(source, inputs)
    out = by_regions(made, tmp_path_factory.mktemp("stitched"))(*inputs)
    torch.testing.assert_close(out, made.run(*inputs), rtol=1e-4, atol=1e-4, equal_nan=True)


def test_an_argument_that_nothing_reads_is_not_asked_about(tmp_path):
    inputs = tensors((3, 5), (4, 5), (7,))
    made = trace("def f(y, x, mask):\n    return x.exp()\n", inputs)
    [region] = check_regions(made)
    assert region.graph.text == "f(a0: f32[A, B])\nv0 = exp(a0)\nreturn v0" and region.inputs == ("a1",)
    text = codegen.stitch(made, [as_torch(region.graph)])
    torch.testing.assert_close(load(text, tmp_path)["f"](*inputs), inputs[1].exp())
    [region] = frontend.regions(
        trace("def f(x, y, z):\n    return x.sum() + torch.zeros(y.shape[0])\n", inputs)
    )
    assert region.inputs == ("a0", "a1"), "y shows a size"


def test_a_part_without_inputs_is_shown_the_device():
    made = trace(
        "def f(x):\n    return torch.ones(x.shape[0]), x.new_full((2, 2), 3.0), x + 1\n", tensors((4, 6))
    )
    assert all(
        region.inputs for region in frontend.regions(made)
    ) and "torch.full(" not in codegen.entry_source(made, frontend.regions(made))


GATE = "f(a0: f32[A, B], a1: f32[A, B], a2: f32[A, C])\n" + "\n".join(
    [
        "v0 = chunk(a0, chunks=3, dim=-1, index=0)",
        "v1 = chunk(a1, chunks=3, dim=-1, index=2)",
        "v2 = add(v0, v1)",
        "v3 = mul(v2, a2)",
        "return v3",
    ]
)


HALVES = (
    "f(a0: f32[A, B])\nv0 = slice(a0, dim=-1, start=1, step=2)\n"
    "v1 = slice(a0, dim=-1, step=2)\nv2 = sub(v0, v1)\nreturn v2"
)


ROTATED = (
    "f(a0: f32[A, B])\nv0 = slice(a0, dim=-1, start=B//2)\nv1 = neg(v0)\n"
    "v2 = slice(a0, dim=-1, end=B//2)\nv3 = cat([v1, v2], dim=-1)\nreturn v3"
)


@pytest.mark.parametrize(
    "prompt, expected",
    [
        (
            GATE,
            {
                "a0: f32[A, B], a1: f32[A, B])\nv0 = add(a0, a1)",
                "chunk(a0, chunks=3, dim=-1, index=0)",
                "a0: f32[A, B], a1: f32[A, B])\nv0 = mul(a0, a1)",
            },
        ),
        (
            HALVES,
            {
                "slice(a0, dim=-1, start=1, step=2)",
                "slice(a0, dim=-1, step=2)",
                "a0: f32[A, B], a1: f32[A, B])\nv0 = sub(a0, a1)",
            },
        ),
        (
            ROTATED,
            {
                "slice(a0, dim=-1, start=B//2)",
                "neg(a0)",
                "slice(a0, dim=-1, end=B//2)",
                "cat([a0, a1], dim=-1)",
            },
        ),
        (
            "f(a0: f32[A, B], a1: f32[C, A, D])\nv0 = transpose(a0, dim0=-2, dim1=-1)\n"
            "v1 = matmul(v0, a1)\nreturn v1",
            {"transpose(a0, dim0=-2, dim1=-1)", "a0: f32[A, B], a1: f32[C, B, D])\nv0 = matmul(a0, a1)"},
        ),
        (
            "f(a0: f32[A, B, C])\nv0 = roll(a0, shifts=[-3, 2], dim=[-3, -2])\nreturn v0",
            {"roll(a0, shifts=[-3], dim=-3)", "roll(a0, shifts=[2], dim=-2)"},
        ),
    ],
)
def test_in_the_smallest_regions_views_and_rolls_stand_alone(prompt, expected):
    whole = frontend.parse(frontend.split_operations(prompt))
    texts = [region.graph.text for region in frontend.regions(whole, 0)]
    assert all(any(text in asked for asked in texts) for text in expected), texts
    assert all(len(frontend.parse(text).values) == 1 for text in texts)
    inputs = frontend.parse(prompt).sample(0)
    torch.testing.assert_close(whole.run(*inputs), frontend.parse(prompt).run(*inputs))


@pytest.mark.parametrize("op", ["cat", "stack"])
@pytest.mark.parametrize("count", [4, 5, 16, 23])
def test_joins_of_many_tensors_are_joins_of_joins(op, count):
    inputs = [torch.randn(2, 3) for _ in range(count)]
    prompt = trace(lambda *xs: getattr(torch, op)(xs, 1).relu(), inputs).text
    divided = frontend.parse(frontend.split_joins(prompt))
    assert (frontend.split_joins(prompt) == prompt) is (count == 4)
    joins = [value for value in divided.values if value.op in ("cat", "stack")]
    assert max(len(list(value.inputs())) for value in joins) <= 4
    assert torch.equal(divided.run(*inputs), frontend.parse(prompt).run(*inputs))


def test_the_time_to_trace_and_cut_grows_with_the_operators_not_with_their_square():
    def network(blocks):
        def forward(x, w):
            for i in range(blocks):
                x = torch.relu(F.layer_norm(x @ w + x * (i + 1), (8,)))
            return x

        return forward

    def processor_seconds(blocks):
        start = time.process_time()
        assert len(frontend.regions(trace(network(blocks), tensors((5, 8), (8, 8))))) == 2 * blocks
        return time.process_time() - start

    processor_seconds(10)  # what is imported on the first use
    assert processor_seconds(200) < 8 * processor_seconds(50)  # four times: linear; sixteen: quadratic


def test_what_is_expanded_and_reshaped_between_regions_is_copied_by_a_kernel():
    def filtered(x, w):
        n, c, height, width = x.shape
        weights = w.expand(n, c, 3, 3).reshape(-1, 1, 3, 3)
        return F.conv2d(x.reshape(1, -1, height, width), weights, padding=1, groups=n * c)

    made = trace(filtered, (torch.randn(2, 3, 5, 6), torch.randn(3, 3)))
    apart = frontend.regions(made, most=0)
    assert [[value.op for value in region.values] for region in apart] == [["expand"], ["conv2d"]]


def test_a_convolution_without_a_batch_is_one_of_a_batch_of_one():
    made = trace(F.conv1d, (torch.randn(2, 9), torch.randn(4, 2, 3)))
    [region] = frontend.regions(made)
    assert [value.op for value in region.values] == ["conv1d"]
    assert region.graph.text.startswith("f(a0: f32[1, A, B], a1: f32[C, A, D])")


def operations(prompt):
    """Those of each region of a prompt."""
    return [
        [value.op for value in region.graph.values] for region in frontend.regions(frontend.parse(prompt))
    ]


def test_what_shows_an_element_several_times_is_laid_out_by_a_region():
    """An answer lays out its arguments, and the host may not copy one element to several places."""
    token = [
        "f(a0: f32[1, 1, E], a1: f32[A, F, E], a2: f32[G, E], a3: f32[E])",
        "v0 = expand(a0, shape=[A, 1, E])",
        "v1 = cat([v0, a1], dim=-2)",
        "v2 = layer_norm(v1, a3)",
        "v3 = linear(v2, a2)",
        "return v3",
    ]
    assert operations("\n".join(token)) == [["expand"], ["cat"], ["layer_norm"], ["linear"]]


def test_windows_are_laid_out_together_with_their_order():
    windows = [
        "f(a0: f32[A, B, C], a1: f32[D, E])",
        "v0 = unfold(a0, dim=-1, size=3, step=1)",
        "v1 = permute(v0, dims=[1, 3, 0, 2])",
        "v2 = reshape(v1, shape=[-1, E])",
        "v3 = linear(a1, v2)",
        "v4 = softmax(v3, dim=-1)",
        "return v4",
    ]
    assert operations("\n".join(windows)) == [["unfold", "permute"], ["linear"], ["softmax"]]


def test_a_part_of_a_graph_has_the_sizes_of_the_graph_as_letters():
    """At other sizes the part alone would slice nothing; in the graph it does."""
    program = """
def f(ids, table, weight):
    x = F.conv1d(F.embedding(ids, table).mT, weight, padding=3, groups=weight.shape[0])
    return F.silu(x[..., :ids.shape[1]]).sum(-1)
"""
    inputs = (torch.zeros(2, 9, dtype=torch.int64), torch.zeros(7, 4), torch.zeros(4, 1, 4))
    parts = [part.graph.text.split("\n") for part in frontend.regions(frontend.trace(program, inputs))]
    sliced = next(lines for lines in parts if "slice" in lines[1])
    assert sliced[:2] == ["f(a0: f32[A, B, C], a1: i64[D, E])", "v0 = slice(a0, dim=-1, end=E)"]


@pytest.mark.parametrize(
    "arguments, line",
    [
        ("a0: f32[A, B, C, D], a1: f32[E, B, 1, 1]", "conv2d(a0, a1, stride=2)"),
        ("a0: f32[A, B, C, D], a1: f32[E, B, 1, 1], a2: f32[E]", "conv2d(a0, a1, a2, stride=[2, 3])"),
        ("a0: f32[A, B, C], a1: f32[B, 1, 1], a2: f32[B]", "conv1d(a0, a1, a2, stride=3, groups=B)"),
    ],
)
def test_a_strided_convolution_of_one_place_reads_every_so_many(arguments, line):
    prompt = f"f({arguments})\nv0 = {line}\nreturn v0"
    split = frontend.split_operations(prompt)
    assert "stride" not in split and split.count("slice") == line.count("conv2d") + 1
    tensors = frontend.parse(prompt).sample(0)
    torch.testing.assert_close(frontend.parse(split).run(*tensors), frontend.parse(prompt).run(*tensors))


def test_other_strided_convolutions_stay():
    prompt = "f(a0: f32[A, B, C, D], a1: f32[E, B, 3, 1])\nv0 = conv2d(a0, a1, stride=2)\nreturn v0"
    assert frontend.split_operations(prompt) == prompt


@pytest.mark.parametrize("rest", ["", ", reduction='sum'", ", reduction='none'"])
@pytest.mark.parametrize("dims", ["A, B", "A, B, C, D"])
def test_a_cross_entropy_with_probabilities_in_its_parts_is_the_same(dims, rest):
    lines = f"v0 = softmax(a1, dim=-1)\nv1 = cross_entropy(a0, v0{rest})"
    prompt = f"f(a0: f32[{dims}], a1: f32[{dims}])\n{lines}\nreturn v1"
    split = frontend.split_operations(prompt)
    assert "cross_entropy" not in split
    tensors = frontend.parse(prompt).sample(0)
    torch.testing.assert_close(frontend.parse(split).run(*tensors), frontend.parse(prompt).run(*tensors))


@pytest.mark.parametrize(
    "arguments, line",
    [
        ("a0: f32[A, B, C], a1: i64[A, C]", "cross_entropy(a0, a1)"),
        ("a0: f32[A, B], a1: f32[A, B], a2: f32[B]", "cross_entropy(a0, a1, a2)"),
        ("a0: f32[A, B], a1: f32[A, B]", "cross_entropy(a0, a1, label_smoothing=0.1)"),
    ],
)
def test_other_cross_entropies_stay(arguments, line):
    prompt = f"f({arguments})\nv0 = {line}\nreturn v0"
    assert frontend.split_operations(prompt) == prompt


@pytest.mark.parametrize("rest", ["", ", margin=0.5, eps=0.001", ", reduction='sum'", ", reduction='none'"])
def test_a_triplet_loss_in_its_parts_is_the_same(rest):
    dims = "f32[A, B, C]"
    prompt = f"f(a0: {dims}, a1: {dims}, a2: {dims})\nv0 = triplet_margin_loss(a0, a1, a2{rest})\nreturn v0"
    split = frontend.split_operations(prompt)
    assert "triplet" not in split
    tensors = frontend.parse(prompt).sample(0)
    torch.testing.assert_close(frontend.parse(split).run(*tensors), frontend.parse(prompt).run(*tensors))


@pytest.mark.parametrize("rest", ["p=1", "swap=True", "margin=2, p=3"])
def test_other_triplet_losses_stay(rest):
    prompt = (
        "f(a0: f32[A, B], a1: f32[A, B], a2: f32[A, B])\n"
        f"v0 = triplet_margin_loss(a0, a1, a2, {rest})\nreturn v0"
    )
    assert frontend.split_operations(prompt) == prompt


def test_a_cosine_similarity_in_its_parts_is_the_same():
    prompt = "f(a0: f32[A, 1, B], a1: f32[1, C, B])\nv0 = cosine_similarity(a0, a1, dim=-1)\nreturn v0"
    split = frontend.split_operations(prompt)
    assert "cosine" not in split
    x, y = frontend.parse(prompt).sample(0)
    x[0] = 0  # of no length
    torch.testing.assert_close(frontend.parse(split).run(x, y), frontend.parse(prompt).run(x, y))


def test_sizes_that_only_grow_together_stay_apart():
    """A is C times E: neither of these grows alone, so they differ from the start."""
    lines = ["v0 = expand(a1, shape=[C, E, D])", "v1 = reshape(v0, shape=[A, 1, D])"]
    lines += ["v2 = conv1d(a0, v1, groups=A)", "return v2"]
    prompt = "\n".join(["f(a0: f32[1, A, B], a1: f32[C, 1, D], a2: f32[C, E, F])", *lines])
    texts = [part.graph.text for part in frontend.regions(frontend.parse(prompt), 0)]
    assert any(re.search(r"expand\(a0, shape=\[A, [CD], B\]\)", text) for text in texts), texts


def test_a_region_comes_before_one_that_reads_it_through_a_view():
    graph = frontend.parse(
        """f(a0: f32[A, B], a1: f32[A, C], a2: f32[C, B], a3: f32[B], a4: f32[B])
v0 = le(a0, 0)
v1 = matmul(a1, a2)
v2 = where(v0, 0, v1)
v3 = add(a3, 1e-5)
v4 = sqrt(v3)
v5 = div(a4, v4)
v6 = unsqueeze(v5, dim=-2)
v7 = mul(v6, v2)
return v2, v4, v7"""
    )
    parts = frontend.regions(graph, 4)
    source = codegen.entry_source(graph, parts, "translated", [f"part{n}" for n in range(len(parts))])
    assert len(parts) == 3 and "torch." not in source, source


def test_a_table_of_sizes_is_computed_before_its_product():
    """Else each product of two numbers of a Fourier transform by its matrix would want a sine."""
    graph = frontend.trace("def f(x):\n    # x: f32[4, 32]\n    return torch.fft.fft(x).abs()\n")
    parts = [[value.op for value in part.graph.values] for part in frontend.regions(graph)]
    assert [part[-1] for part in parts] == ["sin", "neg", "cos", "hypot"]
    assert parts[1] == ["matmul", "neg"] and parts[3] == ["matmul", "hypot"]


def test_attention_to_keys_that_heads_share_is_to_those_of_each():
    prompt = "f(a0: f32[A, B, C, D], a1: f32[A, 1, E, D], a2: f32[A, 1, E, F], a3: bool[C, E])\n"
    prompt += "v0 = scaled_dot_product_attention(a0, a1, a2, a3, scale=0.5)\nreturn v0"
    split = frontend.split_operations(prompt)
    assert split.splitlines()[1:] == [
        "v0_0 = expand(a1, shape=[A, B, E, D])",
        "v0_1 = expand(a2, shape=[A, B, E, F])",
        "v0 = scaled_dot_product_attention(a0, v0_0, v0_1, a3, scale=0.5)",
        "return v0",
    ]
    inputs = tuple(torch.randn(shape) for shape in ((2, 3, 5, 4), (2, 1, 6, 4), (2, 1, 6, 7)))
    inputs = (*inputs, torch.rand(5, 6) > 0.3)
    assert torch.equal(frontend.parse(split).run(*inputs), frontend.parse(prompt).run(*inputs))
    own = prompt.replace("[A, 1,", "[A, B,")
    assert frontend.split_operations(own) == own


@pytest.mark.parametrize(
    "arguments, more",
    [
        ("a0: f32[A, 4, B, C], a1: f32[A, 2, D, C], a2: f32[A, 2, D, E]", ", enable_gqa=True"),
        ("a0: f32[1, F, B, C], a1: f32[A, F, D, C], a2: f32[A, F, D, E]", ""),
    ],
)
def test_other_attention_stays(arguments, more):
    prompt = f"f({arguments})\nv0 = scaled_dot_product_attention(a0, a1, a2{more})\nreturn v0"
    assert frontend.split_operations(prompt) == prompt


@pytest.mark.parametrize(
    "one, other", [("1, A, B", "C, B, D"), ("C, A, B", "1, B, D"), ("1, C, A, B", "E, 1, B, D")]
)
def test_one_matrix_times_many_is_as_many_times_many(one, other):
    prompt = f"f(a0: f32[{one}], a1: f32[{other}])\nv0 = matmul(a0, a1)\nreturn v0"
    split = frontend.split_operations(prompt)
    assert split.count("expand(") == max(one.count("1") + other.count("1"), 1)
    x, y = frontend.parse(prompt).sample(0)
    torch.testing.assert_close(frontend.parse(split).run(x, y), frontend.parse(prompt).run(x, y))


@pytest.mark.parametrize("arguments", ["a0: f32[A, B], a1: f32[C, B, D]", "a0: f32[A, B], a1: f32[B]"])
def test_other_products_stay(arguments):
    prompt = f"f({arguments})\nv0 = matmul(a0, a1)\nreturn v0"
    assert frontend.split_operations(prompt) == prompt
