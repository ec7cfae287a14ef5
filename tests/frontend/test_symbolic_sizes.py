"""Sizes become letters, and numbers that come from sizes are written as such."""

import random
import re
import time

import pytest
import torch
import torch.nn as nn
import torch.nn.functional as F
from program_support import check_same, tensors
from torch._subclasses.fake_tensor import FakeTensorMode

from python_to_triton import frontend
from python_to_triton.frontend import trace
from python_to_triton.frontend.concrete_trace import trace_concretely
from python_to_triton.frontend.fake_tensors import fake_tensor
from python_to_triton.frontend.programs import Program
from python_to_triton.frontend.retracing import Retracer


def test_labels_that_count_the_rows_have_as_many_classes():
    def pairs(x, y):
        scores = x @ y.T / 0.1
        labels = torch.arange(x.shape[0])
        return F.cross_entropy(scores, labels) + F.cross_entropy(scores.T, labels)

    asked = trace(pairs, tensors((8, 5), (8, 5)))
    assert asked.text.startswith("f(a0: f32[A, B], a1: f32[A, B])")
    assert all(
        "f32[A, A]" in region.graph.text
        for region in frontend.regions(asked)
        if "cross_entropy" in region.graph.text
    )
    rows = frontend.parse("f(a0: f32[A, B])\nv0 = arange(end=A)\nv1 = cross_entropy(a0, v0)\nreturn v1")
    assert frontend.fits(rows, {"A": 3, "B": 5}) and not frontend.fits(rows, {"A": 5, "B": 3})


def test_equal_sizes_that_need_not_be_equal_get_their_own_letters():
    assert trace(torch.matmul, tensors((8, 8), (8, 8))).text.startswith("f(a0: f32[A, B], a1: f32[B, C])")
    image = trace(lambda x, w, b: F.conv2d(x, w, b), tensors((8, 3, 16, 16), (8, 3, 3, 3), (8,)))
    assert image.text.startswith("f(a0: f32[A, B, C, D], a1: f32[E, B, F, G], a2: f32[E])")
    assert trace(lambda x: x.sum(0) + x.sum(1), tensors((8, 8))).text.startswith("f(a0: f32[A, A])")
    assert trace(torch.add, tensors((8, 8), (8,))).text.startswith("f(a0: f32[A, B], a1: f32[B])")


def test_the_same_prompt_at_every_size():
    program = """
        def attention(q, k, v):
            scores = q @ k.transpose(-2, -1) / math.sqrt(q.size(-1))
            return scores.tanh() @ v"""
    small = trace(program, tensors((2, 3, 5, 4), (2, 3, 5, 4), (2, 3, 5, 4)))
    large = trace(program, [torch.empty(16, 32, 512, 64, device="meta")] * 3)
    assert small.text == large.text
    assert "sqrt(D)" in small.text


@pytest.mark.parametrize(
    "function, shape, expected",
    [
        (lambda x: x.view(x.shape[0], x.shape[1], 4, -1), (2, 6, 24), "reshape(a0, shape=[A, B, 4, -1])"),
        (lambda x: x.reshape(x.shape[0] * x.shape[1], x.shape[2]), (2, 6, 24), "reshape(a0, shape=[-1, C])"),
        (lambda x: x.flatten(1), (8, 4, 4), "reshape(a0, shape=[A, -1])"),
        (lambda x: x.sum() / x.numel(), (8, 4), "div(v0, A*B)"),
        (lambda x: x * x.shape[-1] ** -0.5, (8, 64), "mul(a0, 1/sqrt(B))"),
        (lambda x: x + 0.1 / x.shape[-1], (8, 64), "add(a0, 0.1*1/B)"),
        (lambda x: x[: x.shape[0] // 2], (8, 64), "slice(a0, dim=-2, end=A//2)"),
        (lambda x: x / (x.shape[0] - 1), (8, 64), "div(a0, A-1)"),
        (lambda x: x.var(0) * (2 / (x.shape[0] - 1)), (8, 64), "mul(v0, 2/(A-1))"),
        (lambda x: x.var(0) * (x.numel() / (x.numel() - 1)), (8, 6), "mul(v0, A*B/(A*B-1))"),
        (lambda x: x.var(0) * ((x.shape[0] - 1) / x.shape[0]), (8, 64), "mul(v0, (A-1)/A)"),
        (lambda x: x.var(0) * ((1 - x.shape[0]) / x.shape[0]), (8, 64), "mul(v0, (1-A)/A)"),
        (lambda x: torch.arange(2 * x.shape[1] - 1) + x.sum(), (8, 64), "arange(end=2*B-1)"),
        (lambda x: torch.arange(300 - x.shape[1]) + x.sum(), (8, 64), "arange(end=300-B)"),
        (lambda x: torch.arange(sum(x.shape)) + x.sum(), (8, 64), "arange(end=A+B)"),
        (lambda x: x * 8.0, (8, 64), "mul(a0, 8)"),
        (lambda x: torch.arange(x.shape[0]) + x.long().sum(), (8, 64), "arange(end=A)"),
    ],
)
def test_numbers_that_come_from_sizes_are_written_as_such(function, shape, expected):
    made = check_same(function, tensors(shape))
    assert expected in made.text
    other = tensors(tuple(2 * n for n in shape))
    torch.testing.assert_close(made.run(*other), function(*other))


def test_forty_gigabytes_cost_nothing():
    start = time.process_time()
    made = trace(
        lambda x: (x - x.mean(-1, keepdim=True)).relu(), [torch.empty(100_000, 100_000, device="meta")]
    )
    assert made.sizes == {"A": 100_000, "B": 100_000} and time.process_time() - start < 20
    assert all(x.numel() < 5000 for x in made.sample())


def test_a_share_of_a_size_is_no_difference_of_sizes():
    def program(x, y):
        x = x.clone()
        x[:, x.shape[1] // 2 :] = y
        return x

    assert "end=B//2)" in trace(program, tensors((4, 52), (4, 26))).text


def test_another_size_than_a_parameter_happens_to_have():
    """A loop over as many steps as the cell is wide, and a batch of as many rows as a layer is wide."""

    class Loop(nn.Module):
        def __init__(self):
            super().__init__()
            self.cell = nn.RNNCell(6, 4)

        def forward(self, steps):
            h = steps.new_zeros(steps.shape[1], 4)
            for step in steps:
                h = self.cell(step, h)
            return h

    class Patches(nn.Module):
        def __init__(self):
            super().__init__()
            self.embed = nn.Linear(12, 6)

        def forward(self, x):
            n, c, h, w = x.shape
            parts = x.reshape(n, c, h // 2, 2, w // 3, 3).permute(0, 2, 4, 1, 3, 5)
            return self.embed(parts.reshape(n, -1, 12))

    assert trace(Loop(), tensors((4, 3, 6))).text.startswith("f(a0: f32[4, A, B], a1: f32[C, B]")
    assert "shape=[A, B, C//2, 2, -1, 3]" in trace(Patches(), tensors((6, 2, 4, 9))).text


def test_a_square_size_is_a_product_of_one_letter():
    assert (
        "div(v0, B*C*D)"
        in trace(lambda x: x.sin() / (x.shape[1] * x.shape[2] * x.shape[3]), tensors((2, 3, 4, 4))).text
    )


def test_depthwise_convolutions_have_as_many_groups_as_channels():
    made = trace(nn.Conv2d(6, 6, 3, groups=6), tensors((2, 6, 9, 8)))
    assert made.text.splitlines()[1] == "v0 = conv2d(a0, a1, a2, groups=B)"
    assert made.run(*made.sample()).numel()
    assert "groups=3" in trace(nn.Conv2d(6, 6, 3, groups=3), tensors((2, 6, 9, 8))).text


def test_of_two_parts_that_no_size_decides_the_larger_is_not_written():
    class Pieces(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.fc = torch.nn.Linear(10, 96)

        def forward(self, x):
            return self.fc(x).view(x.size(0), -1, 4).amax(-1)

    text = trace(Pieces(), [torch.randn(5, 10)]).text
    assert "reshape(v0, shape=[A, -1, 4])" in text and frontend.parse(text).sample(0)[1].shape[0] % 4 == 0


@pytest.mark.parametrize(
    "call",
    [
        "F.conv1d(x, w, padding='same')",
        "F.conv1d(x, w, padding=w.shape[-1] // 2)",
        "F.avg_pool1d(x, w.size(2), 1)",
    ],
)
def test_a_window_that_is_computed_from_a_size_holds_for_that_size(call):
    made = trace(f"def f(x, w):\n    return {call}", tensors((2, 3, 9), (4, 3, 3)))
    window = made.arguments[1].dims[-1] if len(made.arguments) > 1 else None
    assert made.source.conditions.sizes == {window: 3}


class Pyramid(nn.Module):
    """A level of a pyramid of features: what is read at half the size is added at the size that it had."""

    def __init__(self, padding):
        super().__init__()
        self.down = nn.Conv2d(3, 4, 3, stride=2, padding=padding)
        self.deeper = nn.Conv2d(4, 4, 3, stride=2, padding=1)

    def forward(self, x):
        level = self.down(x)
        return F.interpolate(self.deeper(level.relu()), size=level.shape[-2:]) + level


@pytest.mark.parametrize("padding, sizes", [(1, "[(C+1)//2, (D+1)//2]"), (0, "[(C-1)//2, (D-1)//2]")])
@pytest.mark.parametrize("shape", [(2, 3, 16, 16), (2, 3, 15, 15), (2, 3, 16, 22)])
def test_the_sides_of_a_square_are_two_sizes(padding, sizes, shape):
    module = Pyramid(padding)
    made = trace(module, tensors(shape))
    assert f"size={sizes}" in made.text and not {"C", "D"} & made.source.conditions.sizes.keys()
    for height, width in ((16, 16), (17, 12), (15, 30)):
        x = torch.randn(1, 3, height, width)
        torch.testing.assert_close(made.run(x, *module.parameters()), module(x))


def test_what_a_square_is_resized_to():
    def to_its_own(x):
        return F.interpolate(F.avg_pool2d(x, 2), size=x.shape[-2:])

    def to_another(x, y):
        return F.adaptive_avg_pool2d(x, y.shape[-2:])

    assert "size=[C, D]" in trace(to_its_own, tensors((2, 3, 16, 16))).text
    assert "output_size=[G, H]" in trace(to_another, tensors((2, 3, 16, 16), (2, 3, 8, 8))).text


def test_a_number_that_no_formula_gives_holds_for_its_size():
    def program(x):
        return x[:, : int(x.shape[1] ** 0.7)].relu()

    assert trace(program, tensors((4, 12))).source.conditions.sizes == {"B": 12}


class Sized(nn.Module):
    """Windows that take steps, and what is as large as what comes out of them."""

    def __init__(self, layers, use):
        super().__init__()
        self.layers = nn.ModuleList(layers)
        self.use = use

    def forward(self, x):
        y = x
        for layer in self.layers:
            y = layer(y)
        return self.use(x, y)


USES = {
    "resized": lambda x, y: F.interpolate(x, size=y.shape[-2:]),
    "pooled": lambda x, y: F.adaptive_avg_pool2d(x, y.shape[-2:]),
    "counted": lambda x, y: y + torch.arange(y.shape[-1], device=y.device),
    "cut": lambda x, y: x[:, :, : y.shape[-2], : y.shape[-1]],
    "padded": lambda x, y: F.pad(y, (0, x.shape[-1] - y.shape[-1], 0, x.shape[-2] - y.shape[-2])),
    "flattened": lambda x, y: y.flatten(2).softmax(1).reshape(y.shape),
}


def windows(rng):
    """One to three layers of random windows."""
    layers = []
    for _ in range(rng.randint(1, 3)):
        kernel, stride = rng.choice([1, 2, 3, 3, 5, 7]), rng.choice([1, 2, 2, 3, 4])
        padding = rng.choice([0, kernel // 2])
        pool = nn.MaxPool2d(kernel, stride, padding, ceil_mode=rng.random() < 0.3)
        dilation = rng.choice([1, 1, 2])
        layers.append(rng.choice([pool, nn.Conv2d(3, 3, kernel, stride, padding, dilation)]))
    return layers


@pytest.mark.parametrize("use", USES)
def test_sizes_that_a_trace_accepts_are_computed_as_the_program_does(use):
    """Its letters, less those that are fixed, at sizes with the remainders that are."""
    rng = random.Random(f"sizes {use}")
    compared = 0
    for _ in range(8):
        shape = (2, 3, *rng.choices(range(60, 160), k=2))
        shape = rng.choice([shape, (*shape[:3], shape[2])])
        module = Sized(windows(rng), USES[use])
        made = trace(module, tensors(shape))
        dims = made.arguments[0].dims
        conditions = made.source.conditions
        steps = dict(re.findall(r"x\.shape\[(\d)\] % (\d+)'", str(conditions.fixed)))
        for _ in range(8):
            wanted = list(shape)
            for d in (2, 3):
                step = int(steps.get(str(d), 1))
                free = isinstance(dims[d], str) and dims[d] not in conditions.sizes
                wanted[d] = shape[d] + step * rng.randint(0, 300 // step) if free else shape[d]
            x = torch.empty(wanted, device="meta")
            sizes = made.sizes | {dim: n for dim, n in zip(dims, wanted) if isinstance(dim, str)}
            assert made.shapes(sizes)[id(made.outputs[0])].shape == module.to("meta")(x).shape, made.text
            compared += wanted != list(shape)
    assert compared > 15


def last_rows(q, k, v):
    rows = torch.arange(q.shape[-2]) + (k.shape[-2] - q.shape[-2])
    return F.scaled_dot_product_attention(q, k, v, rows[:, None] >= torch.arange(k.shape[-2]))


def falling(x):
    return x[:, 1:] - x.shape[1] // 8


def rounded_in_64(x):
    return x.sum() + torch.zeros((x.shape[0] + 63) // 64)


def equal_at_four(x):
    n = x.shape[0]
    return x * (torch.arange(0, n * (n - 3), n - 3) == torch.arange(n))


@pytest.mark.parametrize(
    "program, shapes, fixed",
    [
        (last_rows, [(2, 4, 16, 32)] * 3, {"C", "E"}),  # of fewer queries than keys it is another mask
        (falling, [(4, 8)], {"B"}),  # a number of -1, and no size that is inferred
        (lambda x: torch.roll(x, -(x.shape[1] // 8), 1), [(4, 8)], {"B"}),
        (rounded_in_64, [(10,)], {"A"}),  # other traces do not tell by how much it is rounded
        (equal_at_four, [(4,)], {"A"}),
    ],
)
def test_what_holds_by_chance_holds_for_those_sizes(program, shapes, fixed):
    assert trace(program, tensors(*shapes)).source.conditions.sizes.keys() == fixed


def test_a_half_that_other_sizes_cannot_show_is_shown_by_smaller_ones():
    class Table(nn.Module):
        """Its positions end soon after those of the example."""

        def __init__(self):
            super().__init__()
            self.places = nn.Parameter(torch.randn(17, 8))

        def forward(self, x):
            placed = x + self.places[: x.shape[1]]
            return placed[:, : x.shape[1] // 2].exp()

    assert "end=B//2" in trace(Table(), tensors((2, 16, 8))).text


def test_the_same_sizes_are_traced_once():
    runs = []

    def program(x):
        runs.append(tuple(x.shape))
        return x * x.shape[0]

    mode = FakeTensorMode(allow_non_fake_inputs=True)
    inputs = (fake_tensor(mode, (4, 6), torch.float32),)
    made = Program("function", "program", program, ("x",), inputs)
    retracer = Retracer(made, trace_concretely(made, inputs, mode), inputs, mode)
    first = retracer.at({(0, 0): 8})
    retracer.at({(0, 1): 12})
    assert retracer.at({(0, 0): 8}) is first
    assert runs == [(4, 6), (8, 6), (4, 12)]


def test_sizes_at_which_a_program_is_another_one_are_remembered_as_such():
    def program(x):
        return x.sin() if x.shape[0] < 6 else x.cos()

    mode = FakeTensorMode(allow_non_fake_inputs=True)
    inputs = (fake_tensor(mode, (4, 6), torch.float32),)
    made = Program("function", "program", program, ("x",), inputs)
    retracer = Retracer(made, trace_concretely(made, inputs, mode), inputs, mode)
    for rows, is_different in ((8, True), (5, False), (8, True)):
        assert (retracer.at({(0, 0): rows}) is None) == is_different
        assert (retracer.different is not None) == is_different
