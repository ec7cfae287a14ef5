"""Sizes and arguments that fit a graph."""

import math
import random

import pytest
import torch
from program_support import tensors

from python_to_triton import frontend
from python_to_triton.frontend import parse, trace
from python_to_triton.frontend.index_ranges import integer_range
from python_to_triton.frontend.sample_sizes import _reconciled, fits


@pytest.mark.parametrize(
    "source",
    [
        "f(a0: f32[A, B, C], a1: i64[A, B])\nv0 = embedding(a1, a0)\nreturn v0",
        "f(a0: f32[A, B], a1: i64[A])\nv0 = cross_entropy(a0, a1)\nreturn v0",
        "f(a0: f32[A, B], a1: i64[A, C])\nv0 = unsqueeze(a1, dim=-1)\nv1 = squeeze(v0, dim=-1)\n"
        "v2 = gather(a0, v1, dim=-1)\nreturn v2",
        "f(a0: f32[A, B, C])\nv0 = reshape(a0, shape=[A, B, 8, -1])\nreturn v0",
        "f(a0: f32[A, B, C, D], a1: f32[E, B, F, G])\nv0 = conv2d(a0, a1, stride=2)\nreturn v0",
        "f(a0: f32[A, B, C, D])\nv0 = pixel_shuffle(a0, factor=5)\nreturn v0",
        "f(a0: f32[A, B], a1: f32[A, B])\nv0 = binary_cross_entropy(a0, a1)\nreturn v0",
        "f(a0: f32[A, 1, 16])\nv0 = group_norm(a0, num_groups=1)\nreturn v0",
        "f(a0: i64[A, B])\nv0 = one_hot(a0, num_classes=5)\nreturn v0",
        "f(a0: f32[A, B], a1: f32[A, B])\nv0 = cross_entropy(a0, a1)\nreturn v0",
        "f(a0: f32[A, B, C, D], a1: f32[B])\nv0 = prelu(a0, a1)\nreturn v0",
    ],
)
def test_samples_fit(source):
    made = parse(source if "embedding" not in source else source.replace("[A, B, C]", "[C, D]"))
    for seed in range(4):
        arguments = made.sample(seed)
        out = made.run(*arguments)
        assert out.numel() > 0 and not out.isnan().any()
        assert sum(x.numel() for x in arguments) < 50_000
    first, second = made.sample(0), made.sample(1)
    assert any(a.shape != b.shape or not torch.equal(a, b) for a, b in zip(first, second))


def test_samples_of_the_traced_size():
    made = trace(torch.relu, tensors((100, 7)))
    assert made.sample(small=False)[0].shape == (100, 7)
    assert torch.equal(made.sample(3)[0], made.sample(3)[0])


@pytest.mark.parametrize(
    "program", ["y = x @ w", "y = F.softmax(x, dim=-1)", "y = F.conv2d(x, weight, bias)", "y = x.sum()"]
)
def test_grown_samples_need_more_than_one_block(program):
    traced = frontend.trace(program)
    small, grown = traced.sample(0), traced.sample(0, grow=(67, 35))
    assert max(max(x.shape) for x in small) < 35 <= max(max(x.shape) for x in grown)
    assert sum(x.numel() for x in grown) <= frontend.MAX_SAMPLE_ELEMENTS
    traced.run(*grown)


@pytest.mark.parametrize(
    "prompt",
    [
        "f(a0: f32[A, 1, B, C], a1: f32[A, D])\nv0 = reshape(a0, shape=[A, D])\nv1 = mul(v0, a1)\nreturn v1",
        "f(a0: f32[A, B, C, D], a1: f32[A, E, F, G], a2: f32[H, B, I, J])\nv0 = conv2d(a0, a2)\n"
        "v1 = cat([a1, v0], dim=-3)\nreturn v1",
        "f(a0: f32[A, B, C], a1: f32[B, D, E], a2: f32[A, D, F])\n"
        "v0 = conv_transpose1d(a0, a1, stride=3, padding=1)\nv1 = add(v0, a2)\nreturn v1",
        "f(a0: f32[A, B])\nv0 = batch_norm(a0, training=True, eps=1e-5)\nreturn v0",
        "f(a0: f32[A, B, C, D], a1: f32[B], a2: f32[E, F, G, H], a3: f32[E], a4: f32[A, E, I, J])\n"
        "v0 = unsqueeze(a1, dim=-1)\nv1 = unsqueeze(v0, dim=-1)\n"
        "v2 = add(a0, v1)\nv3 = conv2d(v2, a2, a3, groups=16)\nv4 = sub(a4, v3)\nreturn v4",
    ],
)
def test_samples_where_sizes_depend_on_each_other(prompt):
    asked = frontend.parse(prompt)
    for seed in range(3):
        assert all(tensor.isfinite().all() for tensor in [asked.run(*asked.sample(seed))])


@pytest.mark.parametrize(
    "parts, expected",
    [
        ("slice(a0, dim=-1, start=65, end=81)\nv1 = slice(a0, dim=-1, start=81)", (97, 16)),
        ("slice(a0, dim=-1, start=-43)\nv1 = slice(a0, dim=-1, start=9)", (52, 43)),
        (
            "slice(a0, dim=-1, end=7)\nv1 = select(a0, dim=-1, index=100)\nv1 = unsqueeze(v1, dim=-1)",
            (107, 7),
        ),
        ("topk(a0, k=80)\nv1 = slice(a0, dim=-1, start=9)", (89, 80)),
    ],
)
def test_samples_where_constants_fix_the_sizes(parts, expected):
    asked = frontend.parse(
        f"f(a0: f32[A, B], a1: f32[A, C])\nv0 = {parts}\nv2 = mul(v0, v1)\nv3 = add(v2, a1)\nreturn v3"
    )
    for x, y in map(asked.sample, range(3)):
        assert (x.shape[1], y.shape[1]) == expected and asked.run(x, y).shape == y.shape


@pytest.mark.parametrize("mode", ["reflect", "circular"])
def test_samples_are_long_enough_to_be_reflected_or_wrapped(mode):
    graph = parse(f"f(a0: f32[1, A, B])\nv0 = pad(a0, pad=[200, 120], mode='{mode}')\nreturn v0")
    for seed in range(2):
        x = graph.sample(seed)[0]
        assert 200 <= x.shape[-1] <= 256
        assert graph.run(x).shape[-1] == x.shape[-1] + 320


@pytest.mark.parametrize("chunks", [2, 3, 4])
def test_parts_in_samples_do_not_broadcast_by_chance(chunks):
    asked = frontend.parse(
        f"f(a0: f32[A, B])\nv0 = chunk(a0, chunks={chunks}, dim=-1, index=0)\n"
        f"v1 = chunk(a0, chunks={chunks}, dim=-1, index={chunks - 1})\n"
        "v2 = mul(v0, v1)\nreturn v2"
    )
    assert all(asked.sample(seed)[0].shape[-1] % chunks == 0 for seed in range(20))


def test_the_only_place_of_a_convolution_is_not_spread_over_a_map_by_chance():
    asked = frontend.parse(
        "f(a0: f32[A, B, C, D], a1: f32[E, B, F, G], a2: f32[A, E, H, I])\n"
        "v0 = conv2d(a0, a1, padding=1)\nv1 = sigmoid(v0)\n"
        "v2 = mul(v1, a2)\nreturn v2"
    )
    for x, weight, gate in map(asked.sample, range(20)):
        assert torch.conv2d(x, weight, padding=1).shape == gate.shape


@pytest.mark.parametrize(
    "first, other",
    [
        ("glu(a0, dim=-3)", "A, E, C, D"),
        ("max_pool2d(a0, kernel_size=2, stride=2)", "A, B, E, F"),
        ("pixel_shuffle(a0, factor=2)", "A, E, F, G"),
        ("pixel_shuffle(a0, factor=2)", "E, 1, 1"),
    ],
)
def test_what_is_left_of_a_dimension_is_not_one_place_by_chance(first, other):
    asked = frontend.parse(
        f"f(a0: f32[A, B, C, D], a1: f32[{other}])\nv0 = {first}\nv1 = add(v0, a1)\nreturn v1"
    )
    alone = frontend.parse(f"f(a0: f32[A, B, C, D])\nv0 = {first}\nreturn v0")
    for x, y in map(asked.sample, range(20)):
        assert asked.run(x, y).shape == alone.run(x).shape


def test_one_place_by_chance_is_seen_through_halves():
    asked = frontend.parse(
        "f(a0: f32[A, B, C], a1: f32[D, B, E])\nv0 = pad(a0, pad=[3, 0])\nv1 = conv1d(v0, a1)\n"
        "v2 = glu(v1, dim=-2)\nv3 = add(v2, a0)\nreturn v3"
    )
    for x, weight in map(asked.sample, range(20)):
        assert torch.conv1d(torch.nn.functional.pad(x, (3, 0)), weight).shape[2] == x.shape[2]


@pytest.mark.parametrize("moved", ["roll(v0, shifts=1, dim=-1)", "flip(v0, dim=-1)"])
def test_one_place_by_chance_is_seen_where_places_change(moved):
    asked = frontend.parse(
        f"f(a0: f32[A, B], a1: f32[A, C])\nv0 = slice(a0, dim=-1, start=1)\nv1 = {moved}\n"
        "v2 = mul(v1, a1)\nreturn v2"
    )
    for x, y in map(asked.sample, range(20)):
        assert x.shape[1] == y.shape[1] + 1


@pytest.mark.parametrize(
    "view",
    [
        "transpose(v0, dim0=-2, dim1=-1)\nv2 = unsqueeze(v1, dim=-1)",
        "squeeze(v0, dim=-2)\nv4 = unsqueeze(v1, dim=-1)\nv2 = unsqueeze(v4, dim=-1)",
    ],
)
def test_one_place_by_chance_is_seen_through_views(view):
    asked = frontend.parse(
        f"f(a0: f32[A, 1, B], a1: f32[1, 1, C], a2: f32[A, D, E, F])\n"
        f"v0 = conv1d(a0, a1, padding=2)\nv1 = {view}\nv3 = mul(v2, a2)\nreturn v3"
    )
    for x, weight, image in map(asked.sample, range(20)):
        assert torch.conv1d(x, weight, padding=2).shape[2] == image.shape[1]


@pytest.mark.parametrize(
    "norm", ["batch_norm(v0, training=True)", "instance_norm(v0)", "softmax(v0, dim=1)", "cumsum(v0, dim=-1)"]
)
def test_one_place_by_chance_is_seen_through_norms_and_scans(norm):
    asked = frontend.parse(
        "f(a0: f32[A, B, C, D], a1: f32[B, B, E, F])\nv0 = conv2d(a0, a1, padding=1)\n"
        f"v1 = {norm}\nv2 = add(v1, a0)\nreturn v2"
    )
    for x, weight in map(asked.sample, range(20)):
        assert torch.conv2d(x, weight, padding=1).shape == x.shape


@pytest.mark.parametrize(
    "one", ["mean(v0, dim=[-2, -1], keepdim=True)", "amax(v0, dim=[-2, -1], keepdim=True)"]
)
def test_one_place_on_purpose_is_none_by_chance(one):
    """A gate, of a convolution that leaves one place."""
    asked = frontend.parse(
        f"f(a0: f32[A, B, C, C], a1: f32[B, B, C, C])\nv0 = conv2d(a0, a1)\nv1 = {one}\n"
        "v2 = mul(v1, a0)\nreturn v2"
    )
    assert fits(asked, {"A": 2, "B": 3, "C": 5})


def test_one_place_by_chance_is_seen_in_every_operand():
    asked = frontend.parse(
        "f(a0: f32[A, B, C, D], a1: f32[E, B, 1, 1], a2: f32[A, E, F, 1], a3: f32[G])\n"
        "v0 = gt(a2, -0.5)\nv1 = conv2d(a0, a1, stride=3)\nv2 = where(v0, v1, a2)\n"
        "v3 = mul(v2, a3)\nreturn v3"
    )
    for x, weight, gate, scale in map(asked.sample, range(20)):
        assert torch.conv2d(x, weight, stride=3).shape[2:] == (gate.shape[2], *scale.shape)


INFERRED = (
    "f(a0: f32[A, B], a1: f32[C, D, D, B])\nv0 = reshape(a0, shape=[C, D, -1, B])\n"
    "v1 = add(v0, a1)\nreturn v1",
    "f(a0: f32[A, B], a1: f32[C, B, D, D])\nv0 = reshape(a0, shape=[C, D, -1, B])\n"
    "v1 = permute(v0, dims=[0, 3, 1, 2])\nv2 = mul(v1, a1)\nreturn v2",
)


@pytest.mark.parametrize("text", INFERRED)
def test_a_size_that_a_reshape_infers_is_not_one_by_chance(text):
    """Else the answer to a sum of equal shapes would be tried with a broadcast alone."""
    graph = parse(text)
    for seed in range(4):
        sizes = frontend.small_sizes(graph, seed)
        assert sizes["A"] == sizes["C"] * sizes["D"] ** 2 and sizes["D"] > 1


def test_a_size_is_solved_for_where_parts_are_joined():
    """The gradient of a split: three parts and the rest of a fourth are as long as the whole."""
    graph = parse(
        "f(a0: f32[A, B], a1: f32[A, D], a2: f32[A, D], a3: f32[A, D], a4: f32[A, B])\n"
        "v0 = slice(a4, dim=-1, start=78)\nv1 = cat([a1, a2, a3, v0], dim=-1)\nv2 = le(a0, 0)\n"
        "v3 = where(v2, 0, v1)\nreturn v3"
    )
    sizes = frontend.small_sizes(graph, 0)
    assert sizes["D"] == 78 // 3 and sizes["B"] > 78


def test_sizes_that_follow_from_others_stay_small():
    """Where an argument has to fit an output, the first sizes that compute hold 18 million elements."""
    graph = parse(
        "f(a0: f32[A, B, C, D, E], a1: f32[B, F, G, H, H], a2: f32[1, F, 1, 1, 1], a3: f32[A, F, I, J, K])\n"
        "v0 = conv_transpose3d(a0, a1, stride=2, padding=1, output_padding=1)\n"
        "v1 = maximum(v0, a2)\nv2 = mul(v1, a3)\nreturn v2"
    )
    sizes = frontend.small_sizes(graph, 0)
    assert frontend.total_elements(graph, sizes) < 1 << 18, sizes


def test_a_reshape_to_computed_sizes_is_mended():
    """Windows of two by two as rows, and a residual that has them already."""
    asked = frontend.parse(
        "f(a0: f32[A, B, C], a1: f32[A, D, E])\nv0 = reshape(a0, shape=[A, B//2, 2*C])\n"
        "v1 = reshape(a1, shape=[-1, E*2])\nv2 = linear(v0, v1)\nreturn v2"
    )
    for seed in range(3):
        x, y = asked.sample(seed)
        assert x.shape[1] % 2 == 0 and asked.run(x, y).shape[-1] * y.shape[2] * 2 == y.numel()


def test_sizes_beyond_all_memory_are_no_misfit():
    asked = frontend.parse("f(a0: f32[A, A, A])\nv0 = relu(a0)\nreturn v0")
    assert _reconciled(asked, {"A": 1 << 40}, random.Random(0)) == {"A": 1 << 40}
    assert not frontend.fits(asked, {"A": 1 << 40})


DISTANCES = """f(a0: f32[A, B, C, D])
v0 = arange(end=C)
v1 = unsqueeze(v0, dim=-1)
v2 = sub(v1, v0)
v3 = clamp(v2, min=0, max=1023)
v4 = unsqueeze(v3, dim=0)
v5 = unsqueeze(v4, dim=0)
v6 = expand(v5, shape=[A, B, C, C])
v7 = gather(a0, v6, dim=-1)
return v7"""
DIAGONAL = "f(a0: f32[1, A, B])\nv0 = arange(end=B)\nv1 = full(shape=[], value=0)\n"
COUNTED = {
    "distances": DISTANCES,
    "a diagonal": DIAGONAL + "v2 = index_put(a0, [None, v0, v0], v1)\nreturn v2",
    "positions": "f(a0: f32[A, B], a1: f32[C, B])\nv0 = arange(end=A, start=1)\nv1 = embedding(v0, a1)\n"
    "v2 = add(a0, v1)\nreturn v2",
}


@pytest.mark.parametrize("prompt", COUNTED.values(), ids=COUNTED)
def test_positions_that_sizes_determine_are_within_what_they_index(prompt):
    asked = parse(prompt)
    drawn = [asked.sample(seed, grow=grow) for seed in range(4) for grow in ((), (35, 67))]
    for arguments in drawn:
        asked.run(*arguments)
    assert any(len(set(arguments[0].shape)) > 1 for arguments in drawn)


def test_classes_that_are_a_size_bound_the_labels():
    asked = parse("f(a0: i64[A, B], a1: f32[C, D])\nv0 = one_hot(a0, num_classes=D)\nreturn v0")
    for seed in range(4):
        labels, scores = asked.sample(seed)
        assert 0 <= labels.min() and labels.max() == scores.shape[1] - 1


@pytest.mark.parametrize(
    "line, found",
    [
        ("v2 = mul(v0, -2)", (-8, -2)),
        ("v2 = minimum(v0, 2)", (1, 2)),
        ("v2 = cat([v0, v1], dim=0)", (1, 7)),
        ("v2 = sub(v1, v0)", (3, 6)),
        ("v2 = add(v0, a0)", None),
        ("v2 = to(v0, dtype=f32)", (1, 4)),  # whole numbers still
        ("v2 = cumsum(v1, dim=-1)", (7, 28)),
        ("v2 = neg(v0)", (-4, -1)),
        ("v2 = ge(v0, 3)", (0, 1)),
        ("v2 = div(v0, 2)", (-math.inf, math.inf)),
    ],
)
def test_ranges_of_integers_that_sizes_determine(line, found):
    asked = parse(
        f"f(a0: i64[A])\nv0 = arange(end=A + 1, start=1)\nv1 = full(shape=[A], value=7, dtype=i64)\n"
        f"{line}\nreturn v2"
    )
    assert integer_range(asked.outputs[0], asked.shapes({"A": 4})) == found


def test_distances_in_buckets_fit_their_table():
    """Positions that grow with a logarithm, and are limited: no shape shows that there are 32 of them."""
    lines = ["v0 = arange(end=B)", "v1 = unsqueeze(v0, dim=-1)", "v2 = sub(v0, v1)", "v3 = abs(v2)"]
    lines += ["v4 = lt(v3, 16)", "v5 = to(v3, dtype=f32)", "v6 = log(v5)", "v7 = mul(v6, 7.7)"]
    lines += ["v8 = to(v7, dtype=i64)", "v9 = clamp(v8, max=31)", "v10 = where(v4, v3, v9)"]
    lines += ["v11 = embedding(v10, a1)", "v12 = add(a0, v11)"]
    graph = parse("\n".join(["f(a0: f32[B, B, D], a1: f32[C, D])", *lines, "return v12"]))
    for seed in range(4):
        assert graph.sample(seed)[1].shape[0] >= 32


def test_positions_counted_by_a_sum_of_ones_fit_their_table():
    """The sizes that are drawn for a table of positions have as many rows as are counted."""
    lines = ["v0 = full(shape=[A, B], value=1)", "v1 = cumsum(v0, dim=-1)", "v2 = to(v1, dtype=i64)"]
    lines += ["v3 = embedding(v2, a1)", "v4 = embedding(a0, a2)", "v5 = add(v3, v4)"]
    arguments = "a0: i64[A, B], a1: f32[C, D], a2: f32[E, D]"
    graph = parse("\n".join([f"f({arguments})", *lines, "return v5"]))
    for seed in range(4):
        sample = graph.sample(seed)
        assert graph.bind(sample)["C"] > graph.bind(sample)["B"]
        graph.run(*sample)


def test_positions_of_what_is_no_padding_fit_their_table():
    lines = ["v0 = ne(a0, 0)", "v1 = to(v0, dtype=i32)", "v2 = cumsum(v1, dim=-1)", "v3 = mul(v2, v1)"]
    lines += ["v4 = to(v3, dtype=i64)", "v5 = embedding(v4, a1)"]
    graph = parse("\n".join(["f(a0: i64[A, B], a1: f32[C, D])", *lines, "return v5"]))
    for seed, grow in enumerate(((), (), (67, 35))):
        tensors = graph.sample(seed, grow=grow)
        assert tensors[1].shape[0] > tensors[0].shape[1]


def test_what_is_gathered_from_a_table_is_an_index_of_the_next():
    lines = ["v0 = gather(a1, a0, dim=-1)", "v1 = embedding(v0, a2)", "v2 = relu(v1)"]
    graph = parse("\n".join(["f(a0: i64[A, B], a1: i64[A, C], a2: f32[D, E])", *lines, "return v2"]))
    for seed in range(4):
        sample = graph.sample(seed)
        assert 0 <= sample[1].min() and sample[1].max() < graph.bind(sample)["D"]
        graph.run(*sample)


def test_a_norm_of_many_groups_has_channels_for_each():
    graph = parse(
        "f(a0: f32[1, A, B], a1: f32[A], a2: f32[A])\nv0 = group_norm(a0, a1, a2, num_groups=512)\nreturn v0"
    )
    assert {graph.sample(seed)[1].shape[0] for seed in range(6)} == {512, 1024}


def test_heads_of_samples_are_no_wider_than_kernels_keep():
    lines = "v0 = scaled_dot_product_attention(a0, a1, a2)\nreturn v0"
    graph = parse(f"f(a0: f32[1, A, B, C], a1: f32[1, A, D, C], a2: f32[1, A, D, E])\n{lines}")
    for seed in range(4):
        queries, _, values = graph.sample(seed, grow=(1031, 67))
        assert max(queries.shape[-1], values.shape[-1]) <= 256


def test_sizes_of_a_network_broadcast_where_its_trace_does():
    """Halves of an image that have one row, or one column, would be added to others."""
    lines = [f"v{i} = {'tanh' if i % 2 else 'sin'}({f'v{i - 1}' if i else 'a0'})" for i in range(56)]
    lines += ["v56 = max_pool2d(v55, kernel_size=2)", "v57 = add(v56, a1)"]
    graph = parse("\n".join(["f(a0: f32[A, B, C, D], a1: f32[A, B, E, F])", *lines, "return v57"]))
    graph.sizes = {"A": 2, "B": 3, "C": 64, "D": 48, "E": 32, "F": 24}
    for seed in range(4):
        x, y = graph.sample(seed)
        assert (x.shape[2] // 2, x.shape[3] // 2) == tuple(y.shape[2:])


def test_sizes_of_a_residual_are_alike_where_its_trace_has_them_so():
    """A window of seven, padded by three, leaves an image as it is; one of nine might leave one place."""
    arguments = ["a0: f32[A, B, C, D]", "a1: f32[E, B, F, G]"]
    arguments += ["a2: f32[E, 1, H, I]", "a3: f32[J, E]", "a4: f32[E, J]"]
    arguments += ["a5: f32[E, 1, I, I]", "a6: f32[K, E]", "a7: f32[E, K]"]
    lines = ["v0 = conv2d(a0, a1, stride=2)"]
    for x, (filters, wide, narrow) in ((0, ("a2", "a3", "a4")), (8, ("a5", "a6", "a7"))):
        lines += [
            f"v{x + 1} = conv2d(v{x}, {filters}, padding=3, groups=E)",
            f"v{x + 2} = permute(v{x + 1}, dims=[0, 2, 3, 1])",
            f"v{x + 3} = layer_norm(v{x + 2})",
            f"v{x + 4} = linear(v{x + 3}, {wide})",
            f"v{x + 5} = gelu(v{x + 4})",
            f"v{x + 6} = linear(v{x + 5}, {narrow})",
            f"v{x + 7} = permute(v{x + 6}, dims=[0, 3, 1, 2])",
            f"v{x + 8} = add(v{x + 7}, v{x})",
        ]
    graph = parse("\n".join([f"f({', '.join(arguments)})", *lines, "return v16"]))
    graph.sizes = {
        "A": 2,
        "B": 32,
        "C": 16,
        "D": 24,
        "E": 48,
        "F": 2,
        "G": 2,
        "H": 7,
        "I": 7,
        "J": 192,
        "K": 96,
    }
    for seed in range(6):
        assert frontend.broadcasts_as_traced(graph, frontend.small_sizes(graph, seed))


@pytest.mark.parametrize("line", ["eq(a0, 0)", "ne(a0, 0.25)", "to(a0, dtype=bool)"])
def test_a_comparison_with_a_number_sees_it(line):
    graph = parse(f"f(a0: f32[A, B])\nv0 = {line}\nreturn v0")
    results = [graph.run(*graph.sample(seed, grow=(64, 32))) for seed in range(4)]
    assert sum(0.1 < result.float().mean() < 0.9 for result in results) >= 2  # in others all are, or none


IGNORED = ["v0 = ne(a0, -100)", "v1 = where(v0, a0, 0)", "v2 = one_hot(v1, num_classes=5)"]


@pytest.mark.parametrize(
    "lines", [IGNORED, [IGNORED[0].replace("ne", "eq"), "v1 = where(v0, 0, a0)", IGNORED[2]]]
)
def test_labels_that_are_ignored_are_drawn_beside_others(lines):
    graph = parse("\n".join(["f(a0: i64[A, B])", *lines, "return v2"]))
    for seed in range(4):
        (labels,) = graph.sample(seed, grow=(64, 32))
        assert set(labels.unique().tolist()) <= {-100, *range(5)}
    assert {-100, *range(5)} == set(graph.sample(1, grow=(64, 32))[0].unique().tolist())


def test_a_label_that_is_read_elsewhere_too_is_an_index():
    lines = [*IGNORED, "v3 = embedding(a0, a1)", "return v2, v3"]
    graph = parse("\n".join(["f(a0: i64[A, B], a1: f32[C, D])", *lines]))
    for seed in range(4):
        assert graph.sample(seed)[0].min() >= 0


def test_integers_are_often_a_number_that_they_are_compared_with():
    graph = parse("f(a0: i64[A, B])\nv0 = ne(a0, -100)\nreturn v0")
    results = [graph.run(*graph.sample(seed, grow=(64, 32))) for seed in range(4)]
    assert sum(0.1 < result.float().mean() < 0.9 for result in results) >= 2


@pytest.mark.parametrize("op", ["any", "all"])
@pytest.mark.parametrize("dim", [-1, -2, -3, [-2, -1]])
def test_rows_of_truths_are_of_each_kind(op, dim):
    graph = parse(f"f(a0: f32[A, B, C])\nv0 = to(a0, dtype=bool)\nv1 = {op}(v0, dim={dim})\nreturn v1")
    results = [graph.run(*graph.sample(seed, grow=(40, 30))) for seed in range(4)]
    assert any(result.any() and not result.all() for result in results)


def test_what_an_operation_requires_comes_before_a_comparison():
    graph = parse("f(a0: f32[A, B])\nv0 = eq(a0, 0)\nv1 = log(a0)\nv2 = where(v0, 0, v1)\nreturn v2")
    assert (graph.sample(0)[0] > 0).all()


def test_a_part_to_a_size_is_a_part():
    graph = parse("f(a0: f32[A, B], a1: i64[C, D])\nv0 = slice(a0, dim=-1, end=D)\nv1 = silu(v0)\nreturn v1")
    for seed in range(4):
        x, index = graph.sample(seed)
        assert index.shape[1] < x.shape[1]


def test_positions_that_a_given_mask_counts_fit_their_tables():
    lines = [
        "v0 = cumsum(a1, dim=-1)",
        "v1 = to(v0, dtype=i32)",
        "v2 = mul(v1, a1)",
        "v3 = to(v2, dtype=i64)",
    ]
    lines += ["v4 = add(v3, 1)", "v5 = gather(a0, v4, dim=-1)", "v6 = embedding(v4, a2)", "return v5, v6"]
    graph = parse("\n".join(["f(a0: i64[A, B], a1: i32[C, D], a2: f32[E, F])", *lines]))
    for seed, grow in enumerate(((), (), (1031,), (67, 35))):
        tensors = graph.sample(seed, grow=grow)
        assert set(tensors[1].unique().tolist()) <= {0, 1}
        graph.run(*tensors)
