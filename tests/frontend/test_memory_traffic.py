"""The cost of regions in memory traffic, and the cut that costs least."""

import random

import pytest
import torch
from program_support import as_torch, load, tensors

from python_to_triton import codegen
from python_to_triton.frontend import parse, regions, trace
from python_to_triton.frontend.memory_traffic import (
    H200,
    TooManyCuts,
    Traffic,
    best_cut,
    has_known_form,
    has_wider_form,
)
from python_to_triton.frontend.regions import cut_by_traffic

SIZES = dict.fromkeys("ABCDE", 1024)


def traffic_of(*lines, **sizes):
    return Traffic(parse("\n".join(lines)), SIZES | sizes)


def named(traffic, groups):
    return [[value.op for value in traffic.members(group)] for group in groups]


def test_bytes_are_those_of_what_is_read_and_written():
    traffic = traffic_of(
        "f(a0: f32[A, B], a1: f32[B])",
        "v0 = add(a0, a1)",
        "v1 = relu(v0)",
        "v2 = sum(v1, dim=-1)",
        "return v2",
    )
    whole = 0b111
    assert traffic.bytes_moved(whole) == 4 * (1024 * 1024 + 1024 + 1024)
    assert traffic.bytes_moved(0b001) == 4 * (2 * 1024 * 1024 + 1024)
    assert traffic.seconds(whole) == traffic.bytes_moved(whole) / H200.bandwidth + H200.launch


def test_rows_that_no_program_holds_are_read_twice():
    lines = "f(a0: f32[A, B])", "v0 = softmax(a0, dim=-1)", "return v0"
    assert traffic_of(*lines).bytes_moved(1) == 2 * 4 * 1024 * 1024
    assert traffic_of(*lines, B=1 << 20).bytes_moved(1) == 3 * 4 * 1024 * (1 << 20)


@pytest.mark.parametrize(
    ("lines", "cut"),
    [
        (
            ("f(a0: f32[A, B])", "v0 = relu(a0)", "v1 = mul(v0, 2)", "v2 = tanh(v1)", "return v2"),
            [["relu", "mul", "tanh"]],
        ),
        (
            (
                "f(a0: f32[A, B], a1: f32[C, B], a2: f32[D, C])",
                "v0 = linear(a0, a1)",
                "v1 = gelu(v0)",
                "v2 = linear(v1, a2)",
                "return v2",
            ),
            [["linear", "gelu"], ["linear"]],
        ),
        (
            (
                "f(a0: f32[A, B], a1: f32[B, C])",
                "v0 = matmul(a0, a1)",
                "v1 = relu(v0)",
                "v2 = softmax(v1, dim=-1)",
                "v3 = mul(v2, 3)",
                "return v3",
            ),
            [["matmul", "relu"], ["softmax", "mul"]],
        ),
        # What a sum broadcasts is smaller before it is broadcast: the product is computed with the next sum.
        (
            (
                "f(a0: f32[A, B], a1: f32[A, B])",
                "v0 = sum(a0, dim=-1, keepdim=True)",
                "v1 = mul(v0, a1)",
                "v2 = amax(v1, dim=-1)",
                "return v2",
            ),
            [["sum"], ["mul", "amax"]],
        ),
        # The residual is read once, by the group that ends with it.
        (
            (
                "f(a0: f32[A, B], a1: f32[B, B])",
                "v0 = relu(a0)",
                "v1 = linear(v0, a1)",
                "v2 = add(v1, a0)",
                "return v2",
            ),
            [["relu", "linear", "add"]],
        ),
        # Two results of one pass, and a product whose prologue is returned stays apart from it.
        (
            (
                "f(a0: f32[A, B], a1: f32[C, B])",
                "v0 = relu(a0)",
                "v1 = linear(v0, a1)",
                "return v0, v1",
            ),
            [["relu"], ["linear"]],
        ),
    ],
)
def test_the_best_cut_is_the_known_one(lines, cut):
    traffic = traffic_of(*lines)
    assert named(traffic, best_cut(traffic)) == cut


def test_where_two_anchors_want_it_an_operation_goes_where_less_is_written():
    """Between a product of one column and a sum over many: what is broadcast belongs to the sum."""
    lines = (
        "f(a0: f32[A, B], a1: f32[1, B], a2: f32[A, C])",
        "v0 = linear(a0, a1)",
        "v1 = add(v0, a2)",
        "v2 = sum(v1, dim=-1)",
        "return v2",
    )
    traffic = traffic_of(*lines)
    assert named(traffic, best_cut(traffic)) == [["linear"], ["add", "sum"]]


# ---- against all cuts ----


def set_partitions(items):
    if not items:
        yield []
        return
    first, *others = items
    for parts in set_partitions(others):
        yield [1 << first, *parts]
        for i, part in enumerate(parts):
            yield [*parts[:i], part | 1 << first, *parts[i + 1 :]]


def can_be_computed(traffic, groups):
    """Whether an order of the groups exists: no two of them wait for one another."""
    done = 0
    waiting = list(groups)
    while waiting:
        ready = []
        for group in waiting:
            needed = 0
            for i in range(len(traffic.operations)):
                needed |= traffic.needs[i] if group >> i & 1 else 0
            if not needed & ~(done | group):
                ready.append(group)
        if not ready:
            return False
        for group in ready:
            done |= group
            waiting.remove(group)
    return True


def least_of_all_cuts(traffic):
    numbers = list(range(len(traffic.operations)))
    return min(
        traffic.total(groups)
        for groups in set_partitions(numbers)
        if all(has_known_form(traffic, group) for group in groups) and can_be_computed(traffic, groups)
    )


def drawn_graph(seed):
    """A graph of five or six operations on tensors of [A, B]."""
    rng = random.Random(seed)
    lines = ["f(a0: f32[A, B], a1: f32[A, B], a2: f32[B, B])"]
    full = ["a0", "a1"]
    count = rng.randint(5, 6)
    for i in range(count):
        x = rng.choice(full[-3:])
        line = rng.choice(
            [
                f"relu({x})",
                f"tanh({x})",
                f"add({x}, {rng.choice(full)})",
                f"mul({x}, {rng.choice(full)})",
                f"linear({x}, a2)",
                f"softmax({x}, dim=-1)",
                f"cumsum({x}, dim=-1)",
            ]
        )
        lines.append(f"v{i} = {line}")
        full.append(f"v{i}")
    read = set(
        "".join(line.split("=", 1)[1] for line in lines[1:]).replace(",", " ").replace("(", " ").split()
    )
    results = [f"v{i}" for i in range(count) if f"v{i}" not in {word.strip(")") for word in read}]
    return [*lines, f"return {', '.join(results)}"]


@pytest.mark.parametrize("seed", range(40))
def test_no_other_cut_is_better(seed):
    rng = random.Random(seed)
    traffic = traffic_of(*drawn_graph(seed), A=rng.choice([8, 4096]), B=rng.choice([16, 2048]))
    cut = best_cut(traffic)
    assert can_be_computed(traffic, cut) and sum(cut) == (1 << len(traffic.operations)) - 1
    assert all(has_known_form(traffic, group) for group in cut)
    assert traffic.total(cut) == pytest.approx(least_of_all_cuts(traffic), rel=1e-12)


def test_a_graph_of_many_independent_parts_is_not_searched():
    lines = ["f(a0: f32[A, B])", *(f"v{i} = sum(a0, dim=-{i % 2 + 1})" for i in range(2))]
    lines += [f"v{i} = mul(a0, {i})" for i in range(2, 22)]
    with pytest.raises(TooManyCuts, match="more than 20000"):
        best_cut(traffic_of(*lines, f"return {', '.join(f'v{i}' for i in range(22))}"))


def test_the_regions_of_today_are_no_better():
    """Of a chain of products, norms and pointwise work, where every region of today has a known form."""
    graph = trace(
        lambda x, w, g, v: ((x.relu() @ w).softmax(-1) * g).tanh() @ v, tensors((6, 5), (5, 7), (7,), (7, 3))
    )
    sizes = {letter: 512 + 64 * i for i, letter in enumerate(graph.letters)}
    traffic = Traffic(graph, sizes)
    today = [traffic.group_of(region.values) for region in regions(graph)]
    best = best_cut(traffic)
    assert traffic.total(best) <= traffic.total(today) * (1 + 1e-12)
    assert len(best) <= len(today)


NORMED = """
class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.convs = nn.ModuleList([nn.Conv2d(4, 4, 3, padding=1, bias=False) for _ in range(3)])
        self.norms = nn.ModuleList([nn.BatchNorm2d(4) for _ in range(3)])

    def forward(self, x):
        for conv, norm in zip(self.convs, self.norms):
            x = x + torch.relu(norm(conv(x)))
        return x.mean((2, 3))


def get_inputs():
    return [torch.randn(2, 4, 6, 6)]
"""


@pytest.mark.parametrize(("allowed", "count"), [(has_known_form, 7), (has_wider_form, 4)])
def test_regions_that_are_cut_by_traffic_compute_the_program(allowed, count, tmp_path):
    graph = trace(NORMED, training=False)
    by_kind = [region.graph.text for region in regions(graph)]
    found = cut_by_traffic(graph, graph.sizes, allowed)
    assert len(found) == count and regions(graph) == found
    assert (sorted(region.graph.text for region in found) == sorted(by_kind)) == (allowed is has_known_form)
    if allowed is has_wider_form:
        assert [v.op for v in found[0].graph.values] == ["conv2d", "batch_norm", "relu", "add"]
    text = codegen.stitch(graph, [as_torch(region.graph) for region in found])
    scope = {}
    exec("import torch\nimport torch.nn as nn\n" + NORMED, scope)
    models = []
    for make in (scope["Model"], load(text, tmp_path)["ModelNew"]):
        torch.manual_seed(0)
        models.append(make().eval())
    x = tensors((2, 4, 6, 6))[0]
    torch.testing.assert_close(models[1](x), models[0](x), rtol=1e-4, atol=1e-5)
