"""Traced programs compute what the program computes."""

import time

import pytest
import torch
import torch.nn as nn
import torch.nn.functional as F
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from program_support import check_same, programs, run_program, tensors

from corpus.family import HEADER, Family, families_in
from python_to_triton import frontend
from python_to_triton.frontend import parse, trace


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
@given(source=programs(), shape=st.sampled_from([(3, 5), (4, 4), (1, 6), (7, 2)]))
def test_generated_programs(source, shape):
    inputs = tensors(shape, shape)
    made = trace(source, inputs)
    assert parse(made.text).text == made.text
    namespace = dict(frontend.PREDEFINED_NAMES)
    exec(source, namespace)
    for dtype in (torch.float32, torch.float64):
        real = [x.to(dtype) for x in inputs]
        expected = namespace["program"](*real)
        torch.testing.assert_close(made.run(*real), expected, equal_nan=True, rtol=1e-4, atol=1e-4)
        torch.testing.assert_close(
            parse(made.text).run(*real), expected, equal_nan=True, rtol=1e-4, atol=1e-4
        )


def write_through_a_view(x):
    head = x[:, :2]
    tail = x.t()
    head.zero_()
    x[0] += 1
    return x + tail.t(), head


def write_into_empty(x):
    out = torch.empty_like(x)
    out[:, ::2] = x[:, ::2]
    out[:, 1::2] = -x[:, 1::2]
    return out


def write_with_out(x):
    out = torch.zeros_like(x)
    torch.add(x, 1, out=out)
    return out.mul_(2)


def accumulate(x):
    total = torch.zeros(x.shape[0], dtype=x.dtype)
    for i in range(3):
        total += x[:, i]
    return total


def write_parts(x):
    y = x.clone()
    left, right = y.chunk(2, 1)
    left.add_(right)
    right[0] = left[1]
    first, _, last = y.split([1, 3, 2], 1)
    last.mul_(first)
    for i, row in enumerate(y.unbind(0)):
        row.mul_(i + 2)
    return y, left


def write_other_names_of_views(x):
    y = x.clone()
    y.swapaxes(0, 1)[1] = 3.0
    y.data[0] *= 5
    return y.data + 1, y


def write_a_reshaped_view(x):
    x.view(-1)[3] = 9.0
    x.unsqueeze(0).transpose(1, 2)[0, 1].fill_(2.0)
    return x * 1.0


@pytest.mark.parametrize(
    "function",
    [
        write_through_a_view,
        write_into_empty,
        write_with_out,
        accumulate,
        write_parts,
        write_other_names_of_views,
        write_a_reshaped_view,
    ],
)
def test_writes_in_place(function):
    check_same(function, tensors((3, 6)))


@pytest.mark.parametrize(
    "function, shapes",
    [
        (lambda x, y: F.scaled_dot_product_attention(x, y, y, is_causal=True), [(2, 3, 5, 4), (2, 3, 5, 4)]),
        (lambda x: x.max(1), [(3, 5)]),
        (lambda x: torch.std_mean(x, 0), [(3, 5)]),
        (lambda x: x.sort(0, descending=True), [(3, 5)]),
        (lambda x: torch.topk(x, 2), [(3, 5)]),
        (lambda x: x.split([2, 3], 1), [(3, 5)]),
        (lambda x: [part * 2 for part in x.unbind(1)], [(3, 5)]),
        (lambda x: F.interpolate(x, scale_factor=2, mode="bilinear"), [(2, 3, 4, 5)]),
        (lambda x: F.interpolate(x, size=(7, 9), mode="bicubic", align_corners=True), [(2, 3, 4, 5)]),
        (lambda x: F.max_pool2d(x, 2, return_indices=True), [(2, 3, 6, 8)]),
        (lambda x: F.avg_pool2d(x, (3, 2), 1, 1, count_include_pad=False), [(2, 3, 6, 8)]),
        (lambda x: F.adaptive_avg_pool2d(x, (1, 2)), [(2, 3, 6, 8)]),
        (lambda x, w: F.conv2d(x, w, padding="same"), [(2, 3, 6, 8), (4, 3, 3, 5)]),
        (lambda x, w: F.conv2d(x, w, padding="same", dilation=(1, 3)), [(2, 3, 6, 8), (4, 3, 4, 2)]),
        (lambda x: torch.linalg.matrix_norm(x, ord=1), [(2, 3, 4)]),
        (lambda x: torch.linalg.matrix_norm(x, ord=float("inf"), dim=(0, 1)), [(2, 3, 4)]),
        (lambda x: torch.linalg.norm(x, ord=-float("inf"), dim=(2, 0), keepdim=True), [(2, 3, 4)]),
        (lambda x, w: F.conv_transpose1d(x, w, stride=2, output_padding=1), [(2, 3, 6), (3, 4, 3)]),
        (lambda x, w, b: torch.addmm(b, x, w, beta=0.5, alpha=2), [(3, 4), (4, 5), (5,)]),
        (lambda x, y: torch.einsum("bij,bkj->bik", x, y), [(2, 3, 4), (2, 5, 4)]),
        (lambda x, y: torch.einsum("bchw,cd->bdhw", x, y), [(2, 3, 4, 5), (3, 6)]),
        (lambda x, y: torch.einsum("bthd,hdc->btc", x, y), [(2, 3, 4, 5), (4, 5, 6)]),
        (lambda x, y: torch.einsum("bthd,hde->bthe", x, y), [(2, 3, 4, 5), (4, 5, 6)]),
        (lambda x, y: torch.einsum("bhqd,bkd->bhqk", x, y), [(2, 3, 4, 5), (2, 6, 5)]),
        (lambda x, y: torch.einsum("bhqd,bd->bqh", x, y), [(2, 3, 4, 5), (2, 5)]),
        (lambda x, w, y: torch.einsum("bi,oij,bj->bo", x, w, y), [(3, 4), (2, 4, 5), (3, 5)]),
        (lambda x, y: torch.einsum("ikj,lmk->mjil", x, y), [(2, 3, 4), (5, 6, 3)]),
        (lambda x, y: torch.einsum("bthd,hdc->btc", x, y), [(2, 3, 4, 1), (4, 5, 6)]),
        (lambda x: F.unfold(x, 3, padding=1), [(2, 3, 6, 8)]),
        (lambda x: torch.tril(torch.ones(x.shape[0], x.shape[0], dtype=torch.bool)) & (x > 0), [(4, 4)]),
        (lambda x: x * torch.tensor([1.0, 2.0, 3.0]), [(4, 3)]),
        (lambda x, y: F.gaussian_nll_loss(x, y, y.abs()), [(4, 3), (4, 3)]),
        (lambda x, y: F.triplet_margin_loss(x, y, x + 1), [(4, 3), (4, 3)]),
        (lambda x, y: F.kl_div(x.log_softmax(1), y.softmax(1), reduction="batchmean"), [(4, 3), (4, 3)]),
        (lambda x: F.normalize(x, p=1, dim=0), [(4, 3)]),
        (lambda x: F.lp_pool1d(x, 2, 3), [(4, 3, 9)]),
        (lambda x: F.local_response_norm(x, 3), [(4, 5, 9)]),
        (lambda x: F.pixel_shuffle(x, 2), [(2, 8, 3, 4)]),
        (lambda x: F.glu(x, 1), [(2, 8, 3)]),
        (lambda x: x.roll((1, 2), (2, 0)) + x.roll((3, -1, 1), (-1, 1, -1)), [(4, 3, 7)]),
        (lambda x: x.repeat(2, 1).repeat_interleave(3, 1), [(2, 3)]),
        (lambda x, y: torch.cross(x, y[:1], dim=1) + torch.linalg.cross(y, x), [(4, 3), (4, 3)]),
        (lambda x, y: (torch.float_power(x.abs(), 1.5), torch.float_power(2, y)), [(4, 3), (4, 3)]),
        (lambda x: (x.t() @ x).fill_diagonal_(0), [(4, 3)]),
        (lambda x: (x[:, [-1]], x[[-2]], x[:, [0, -1]], x[[1]]), [(4, 3)]),
        (lambda x: x.index_fill(1, torch.tensor([0, 2]), 3.0), [(4, 3)]),
        (lambda x: F.max_unpool2d(*F.max_pool2d(x, 2, return_indices=True), 2), [(2, 3, 6, 8)]),
        (lambda x: torch.stack(torch.meshgrid(x[0], x[1], indexing="ij")), [(2, 3)]),
        (lambda x: torch.diag(x[0]) + torch.diag_embed(x)[0] + torch.eye(3), [(2, 3)]),
    ],
)
def test_operations(function, shapes):
    check_same(function, tensors(*shapes))


@pytest.mark.parametrize(
    "model, shape",
    [
        (
            nn.Sequential(
                nn.Conv2d(3, 8, 3, padding=1),
                nn.BatchNorm2d(8),
                nn.ReLU(inplace=True),
                nn.MaxPool2d(2),
                nn.Flatten(),
                nn.Linear(128, 10),
            ),
            (2, 3, 8, 8),
        ),
        (
            nn.Sequential(
                nn.Conv2d(3, 8, 3, padding=1),
                nn.BatchNorm2d(8),
                nn.ReLU(inplace=True),
                nn.AdaptiveAvgPool2d(1),
            ).eval(),
            (2, 3, 8, 8),
        ),
        (nn.TransformerEncoderLayer(16, 4, 32, dropout=0.0, batch_first=True), (2, 5, 16)),
        (nn.TransformerEncoderLayer(16, 4, 32, batch_first=True).eval(), (2, 5, 16)),
        (nn.GRUCell(6, 4), (3, 6)),
        (nn.Sequential(nn.utils.parametrizations.weight_norm(nn.Linear(6, 4)), nn.Tanh()), (3, 6)),
        (nn.InstanceNorm1d(6, affine=True), (2, 6, 9)),
        (nn.Sequential(nn.GroupNorm(2, 6), nn.PReLU(), nn.Dropout(0.0), nn.Identity()), (2, 6, 9)),
        (nn.Bilinear(4, 4, 3), None),
    ],
)
def test_modules(model, shape):
    inputs = tensors(shape) if shape else tensors((2, 4), (2, 4))
    with torch.no_grad():
        made = trace(model, inputs)
        expected = model(*inputs)
        state = dict(model.named_parameters()) | dict(model.named_buffers())
        arguments = list(inputs) + [state[a.origin] for a in made.arguments if a.origin]
        for outputs in (made.run(*arguments), parse(made.text).run(*arguments)):
            result = run_program(made, outputs, self=model)
            torch.testing.assert_close(result, expected, rtol=1e-4, atol=1e-5)


def test_parts_that_are_written_do_not_change_each_other():
    def gates(x, y):
        (a, b), (c, d) = x.sin().chunk(2, 1), y.chunk(2, 1)
        return a.add_(c).sigmoid_() * b.add_(d).tanh_()

    assert "scatter" not in check_same(gates, tensors((3, 6), (3, 6))).text


def test_training_and_evaluation_are_two_programs():
    model, x = nn.BatchNorm1d(4), tensors((3, 4))
    assert "training=True" in trace(model.train(), x).text
    assert trace(model.eval(), x).arity == 5


FAMILIES = list(families_in())[::5]


def test_families_of_the_corpus_trace():
    times = []
    for path in FAMILIES:
        variant = Family.load(path)[0]
        namespace = {}
        exec(HEADER.split("import triton")[0] + f"\n{variant.inputs}\n{variant.reference}", namespace)
        inputs, reference = namespace["make"](*namespace["CASES"][1]), namespace[f"{variant.name}_torch"]
        start = time.process_time()
        made = trace(reference, inputs)
        times.append(time.process_time() - start)
        expected = reference(*[x.clone() for x in inputs])
        for one in (made, parse(made.text)):
            torch.testing.assert_close(
                one.run(*inputs), expected, equal_nan=True, msg=lambda m: f"{path.stem}: {m}\n{made.text}"
            )
    assert len(times) == len(FAMILIES) > 0 and sorted(times)[len(times) // 2] < 0.1


def test_tracing_leaves_a_module_as_it_was():
    class RunningMean(nn.Module):
        def __init__(self):
            super().__init__()
            self.register_buffer("average", torch.zeros(6))

        def forward(self, x):
            self.average = 0.9 * self.average + 0.1 * x.mean(0)
            return x - self.average

    module = RunningMean()
    before = module.average
    trace(module, tensors((3, 6)))
    assert module.average is before


@pytest.mark.parametrize("trace", [frontend.trace, frontend.traced_modes])
@pytest.mark.parametrize("inputs", [(torch.ones(8, 4),), None])
def test_a_time_limit_of_the_caller_ends_the_trace(trace, inputs):
    sizes = []

    def program(x):
        sizes.append(x.shape[0])
        if len(sizes) == 2:
            raise TimeoutError("the trace takes more than 5 s")
        return x * x.shape[0]

    with pytest.raises(frontend.GraphError, match="^the trace takes more than 5 s") as refused:
        trace(program, inputs)
    assert len(sizes) == 2 and len(str(refused.value).splitlines()) == 1
