"""Indices are checked at each call of a compiled graph, not at the first alone."""

import json

import pytest
import torch
import torch.nn.functional as F

from python_to_triton import frontend
from python_to_triton.backend import compilation
from python_to_triton.backend.index_arguments import IndexArgument, index_arguments
from python_to_triton.backend.options import BackendOptions
from python_to_triton.backend.plans import GraphPlan
from python_to_triton.backend.region_answers import pytorch_plan

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
ON_CPU = pytest.mark.skipif(DEVICE == "cuda", reason="on a GPU the device raises, and is of no use then")
TABLE = torch.arange(28.0).view(7, 4)
LABELS = [[1, 2, 3, 0], [1, -100, 3, -100], [-100] * 4]


@pytest.fixture
def compiled(monkeypatch):
    """Compiles a program whose regions PyTorch computes, as an answer would: no model is asked."""

    def compile_function(program):
        torch._dynamo.reset()
        options = BackendOptions(samples=0, seconds=1)
        plan = lambda regions, _: [pytorch_plan(region.prompt, "") for region in regions]
        monkeypatch.setattr(compilation, "answer_regions", plan)
        monkeypatch.setattr(compilation, "_why_none", lambda plans: "")
        monkeypatch.setattr(compilation, "store_plan", lambda *_: None)
        backend = lambda module, examples: compilation.compile_dynamo_graph(module, examples, options)
        return torch.compile(program, backend=backend)

    return compile_function


def index(*numbers):
    return torch.tensor(numbers, dtype=torch.int64, device=DEVICE)


@ON_CPU
@pytest.mark.parametrize(
    "program, right, wrong, lowest",
    [
        (lambda w, i: w[i] + 1, [(1, 2), (-1, 2), (6, -7)], [(0, 7), (-8, 0)], -7),
        (lambda w, i: w[:, i] + 1, [(1, 2), (-1, -4)], [(0, 4), (0, -5)], -4),
        (lambda w, i: F.embedding(i, w) * 2, [(1, 2), (0, 6)], [(0, 7), (-1, 0)], 0),
        (lambda w, i: w.gather(0, i[:, None]) + 1, [(1, 2), (0, 6)], [(0, 7), (-1, 0)], 0),
        (lambda w, i: w.index_add(0, i, w[0].expand(len(i), -1)) + 1, [(1, 2), (0, 6)], [(0, 7)], -7),
    ],
)
def test_a_later_call_may_have_other_indices(compiled, program, right, wrong, lowest):
    function = compiled(program)
    table = TABLE.to(DEVICE)
    for _ in range(2):
        for numbers in right:
            assert torch.equal(function(table, index(*numbers)), program(table, index(*numbers)))
        for numbers in wrong:
            with pytest.raises(IndexError, match=f"an index of argument . is not from {lowest} to"):
                function(table, index(*numbers))
    assert torch.equal(function(table, index()), program(table, index())), "none is in range"


@ON_CPU
@pytest.mark.parametrize(
    "program, calls",
    [
        # read as a number, too
        (lambda w, i: (w[i] + 1, i.float()), [(1, 2), (-1, 2)]),
        (lambda w, i: w[i] * (i >= 0)[:, None], [(1, 2), (-1, 2)]),
        (lambda w, i: (w[i] + 1, i.flip(0)), [(1, 2), (-1, 2)]),
        (lambda w, i: torch.relu(w[i]).masked_fill((i == -1)[:, None], 0), [(1, 2), (-1, 2)]),
        # of two sizes
        (lambda w, i: w[i] + w[:5][i], [(1, 2), (-1, 2)]),
        (lambda w, i: w[i, i] + 1, [(1, 2), (-1, 2)]),
        # not all of it
        (lambda w, i: w[i[:1]] + 1, [(1, 2), (0, 9), (-1, 9)]),
        (lambda w, i: F.embedding(i[:1], w) + 1, [(1, 2), (0, 9)]),
        (lambda w, i: F.embedding(torch.where(i < 7, i, 0), w) + 1, [(1, 2), (0, 9)]),
        (lambda w, i: F.embedding(i.cumsum(0) - i, w) + 1, [(1, 2), (3, 2)]),
    ],
)
def test_what_is_read_in_other_ways_is_as_in_eager(compiled, program, calls):
    function = compiled(program)
    for numbers in calls * 2:
        ours, eager = function(TABLE, index(*numbers)), program(TABLE, index(*numbers))
        torch.testing.assert_close(ours, eager)


def test_an_embedding_with_a_padded_row_trains(compiled, caplog):
    """Its gradient is added up where the indices are, and compares them with the row."""
    program = lambda w, i: F.embedding(i, w, padding_idx=2).square().sum()
    function = compiled(program)
    for numbers in ((1, 2, 6), (2, 2, 0)):
        table, other = (TABLE.to(DEVICE).requires_grad_() for _ in range(2))
        function(table, index(*numbers)).backward()
        program(other, index(*numbers)).backward()
        torch.testing.assert_close(table.grad, other.grad)
    assert "left to PyTorch" not in caplog.text


@ON_CPU
def test_narrow_integers_cannot_count_all_rows(compiled):
    program = lambda w, i: w[i.long()] + 1
    function, table = compiled(program), TABLE.repeat(50, 1)
    for numbers in ([1, 2], [-1, 2], [-128, 127]):
        narrow = torch.tensor(numbers, dtype=torch.int8)
        assert torch.equal(function(table, narrow), program(table, narrow))


@ON_CPU
def test_the_first_bad_index_is_the_users_and_no_fault_of_an_answer(compiled, monkeypatch):
    program = lambda w, i: F.embedding(i, w) + 1
    kept = []
    function = compiled(program)
    monkeypatch.setattr(compilation, "store_plan", lambda key, plan: kept.append(plan))
    with pytest.raises(IndexError):
        function(TABLE, index(0, 9))
    assert torch.equal(function(TABLE, index(0, 2)), program(TABLE, index(0, 2)))
    assert kept and not any(plan.reason for plan in kept)


@ON_CPU
def test_class_weights_and_images_of_labels(compiled):
    weights = torch.rand(5) + 0.1
    for shape, labels in (((4, 5), (4,)), ((2, 5, 3, 4), (2, 3, 4))):
        program = lambda x, t: F.cross_entropy(x, t, weights)
        function = compiled(program)
        for seed in range(3):
            torch.manual_seed(seed)
            scores, target = torch.randn(shape), torch.randint(5, labels)
            target[0] = -100 if seed else 1
            torch.testing.assert_close(function(scores, target), program(scores, target))


@pytest.mark.parametrize("more", [{}, {"reduction": "sum"}, {"reduction": "none"}, {"label_smoothing": 0.1}])
def test_labels_that_are_ignored_may_come_later(compiled, more):
    program = lambda x, t: F.cross_entropy(x, t, **more)
    function = compiled(program)
    for seed, labels in enumerate(LABELS * 2):
        torch.manual_seed(seed)
        scores = torch.randn(4, 5, device=DEVICE, requires_grad=True)
        other = scores.detach().clone().requires_grad_()
        ours, eager = function(scores, index(*labels)), program(other, index(*labels))
        torch.testing.assert_close(ours, eager, equal_nan=True)
        ours.sum().backward()
        eager.sum().backward()
        torch.testing.assert_close(scores.grad, other.grad, equal_nan=True)


@ON_CPU
def test_a_label_that_is_ignored_may_lie_beyond_the_classes(compiled):
    program = lambda x, t: F.cross_entropy(x, t, ignore_index=255)
    function = compiled(program)
    scores = torch.randn(4, 5)
    for labels in ([1, 2, 3, 0], [1, 255, 3, 255]):
        torch.testing.assert_close(function(scores, index(*labels)), program(scores, index(*labels)))
    with pytest.raises(IndexError, match="from 0 to 4, or 255"):
        function(scores, index(1, 5, 3, 0))


def test_sizes_are_those_of_each_call():
    examples = torch.empty(3, dtype=torch.int64), torch.empty(7, 4)
    graph, _ = frontend.trace_tensor_function(lambda i, w: F.embedding(i, w), examples, (True, True))
    [found] = index_arguments(graph)
    assert found == IndexArgument(0, ((1, 0),), False, None, is_part=False)
    assert found.size([torch.empty(2), torch.empty(9, 4)]) == 9


@pytest.mark.parametrize(
    "program", [lambda w, i: w[i, i], lambda w, i: w[i] + w[:5][i], lambda w, i: w[i] * (i >= 0)[:, None]]
)
def test_a_graph_that_would_count_from_another_end_is_left_to_pytorch(program):
    examples = torch.empty(7, 4), torch.empty(3, dtype=torch.int64)
    graph, _ = frontend.trace_tensor_function(program, examples, (False, False))
    with pytest.raises(frontend.GraphError, match="may count from the end"):
        index_arguments(graph)


def test_they_are_kept_on_disk():
    plan = GraphPlan("inference", indices=(IndexArgument(1, ((0, 1), 3), True, -100),))
    assert GraphPlan.from_json(json.loads(json.dumps(plan.to_json()))) == plan
