"""What a call of a compiled graph leaves behind: memory, strides and random numbers as eager PyTorch's.

Every region is PyTorch's here: what is looked at is the code around the regions.
"""

import copy
import dataclasses
import functools
import itertools
import threading
from types import SimpleNamespace

import pytest
import torch
import torch.nn as nn

from python_to_triton.backend import compilation
from python_to_triton.backend.gradients import compare_training
from python_to_triton.backend.options import BackendOptions
from python_to_triton.backend.region_answers import pytorch_plan
from python_to_triton.backend.trainable import TrainableTranslation


@pytest.fixture
def compiled(monkeypatch):
    """compiled(function, ...) through the backend, and the runners of the graphs so far."""

    def planned(module, kind, options, device):
        plan, lasts = new_plan(module, kind, options, device)
        return (dataclasses.replace(plan, reason="") if plan.layout else plan), lasts

    new_plan = compilation._new_plan
    regions = lambda wanted, options: [pytorch_plan(one.prompt, "not asked") for one in wanted]
    monkeypatch.setattr(compilation, "INTERPRETER_REQUESTED", True)
    monkeypatch.setattr(compilation, "answer_regions", regions)
    monkeypatch.setattr(compilation, "_new_plan", planned)
    torch._dynamo.reset()
    runners = []

    def compile_function(function, **more):
        backend = functools.partial(
            compilation.compile_dynamo_graph, options=BackendOptions(), listener=runners.append
        )
        return torch.compile(function, backend=backend, **more)

    compile_function.runners = runners
    return compile_function


def _sharing(x, results):
    """Which of the input and the results lie in the same memory."""
    memory = [one.untyped_storage().data_ptr() for one in (x, *results)]
    return [a == b for a, b in itertools.combinations(memory, 2)]


def _equal_results(x):
    return torch.sigmoid(x), torch.sigmoid(x)


def _copied_result(x):
    h = torch.sigmoid(x)
    return h, h.clone()


def _copied_input(x):
    return x.clone(), x + 1


def _copied_part_of_the_input(x):
    return x[1:].clone(), x + 1


def _view_of_a_result(x):
    h = torch.sigmoid(x)
    return h, h.transpose(0, 1), h[0]


def _copied_constant(x, kept=torch.arange(4.0)):  # noqa: B008  (a constant of the program)
    return kept.clone(), x + kept


def _view_of_a_copied_part(x):
    y = torch.sin(x)[1:].clone()
    return y, y[1:]


def _views_alone(x):
    y = torch.sin(x)
    return y[:, :3], y[:, 1:]


def _views_of_the_input(x):
    return x[1:], x.transpose(0, 1), x + 1


def _rows_of_a_repeated_copy(x):
    y = torch.sin(x)[:1].expand(2, 4).clone()
    return y[0], y[1]


def _written_in_place(x):
    h = torch.sin(x)
    return h, torch.relu_(h), h[1:]


def _copies_that_are_none(x):
    h = x.exp()
    return h, h.contiguous(), h.to(torch.float32)


def _of_another_dtype(x):
    y = torch.sin(x)
    return y.view(torch.int32), y


def _conjugate(x):
    c = torch.fft.fft(x)
    return c, c.conj(), torch.sin(x)


PROGRAMS = (
    *(_equal_results, _copied_result, _copied_input, _copied_part_of_the_input),
    *(_view_of_a_result, _copied_constant, _view_of_a_copied_part, _views_alone),
    *(_views_of_the_input, _rows_of_a_repeated_copy, _written_in_place, _copies_that_are_none),
)


@pytest.mark.parametrize("program", [_of_another_dtype, _conjugate])
def test_a_view_of_another_kind_is_computed(compiled, program):
    x = torch.randn(3, 4)
    for ours, eager in zip(compiled(program)(x), program(x), strict=True):
        assert ours.dtype == eager.dtype
        torch.testing.assert_close(ours.resolve_conj(), eager.resolve_conj())


@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize("trains", [False, True])
def test_results_share_memory_where_those_of_eager_do(compiled, program, trains):
    x = torch.randn(3, 4, requires_grad=trains)
    ours, eager = compiled(program)(x), program(x)
    assert _sharing(x, ours) == _sharing(x, eager)
    assert [one.requires_grad for one in ours] == [one.requires_grad for one in eager]
    for one, other in zip(ours, eager, strict=True):
        torch.testing.assert_close(one, other)
        assert one.stride() == other.stride()
    with torch.no_grad():  # what is written to one shows where it does in eager
        for number, (one, other) in enumerate(zip(ours, eager, strict=True)):
            one.add_(number + 1.0)
            other.add_(number + 1.0)
    for one, other in zip(ours, eager, strict=True):
        torch.testing.assert_close(one, other)
    assert compiled.runners and all(runner.compiled for runner in compiled.runners)


def test_what_is_kept_for_a_backward_is_the_result_itself(compiled):
    function = compiled(torch.sigmoid)
    y = function(torch.randn(3, 4, requires_grad=True))
    forward = compiled.runners[0].plan.layout
    assert [output.kind for output in forward.outputs] == ["result", "same"]
    with torch.no_grad():
        y.add_(1)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        y.sum().backward()


def test_a_detached_copy_leaves_the_result_its_gradient(compiled):
    def program(x):
        h = torch.sigmoid(x)
        return h, h.detach().clone(), x * 2

    gradients = []
    for function in (compiled(program), program):
        x = torch.linspace(-1, 1, 6, requires_grad=True)
        h, kept, doubled = function(x)
        (h.sum() + doubled.sum()).backward()
        assert h.requires_grad and not kept.requires_grad
        gradients.append(x.grad)
    torch.testing.assert_close(*gradients)


def test_strides_are_those_of_eager_where_sizes_vary(compiled):
    program = lambda x: (x.permute(0, 3, 1, 2) * 2, x.transpose(1, 2) + 1)
    function = compiled(program)
    for batch in (2, 3, 5):
        x = torch.randn(batch, 4, 5, 3)
        for ours, eager in zip(function(x), program(x), strict=True):
            torch.testing.assert_close(ours, eager)
            assert ours.stride() == eager.stride()
    assert any(runner.plan.layout.sizes for runner in compiled.runners)


def test_a_repeated_result_is_repeated_without_memory(compiled):
    program = lambda x: torch.sigmoid(x).expand(3, 4, 8)
    x = torch.randn(4, 8)
    ours = compiled(program)(x)
    torch.testing.assert_close(ours, program(x))
    assert ours.stride() == program(x).stride() and compiled.runners[0].compiled


def test_the_first_call_draws_the_numbers_of_every_call(compiled):
    function = compiled(nn.Sequential(nn.Linear(8, 8), nn.Dropout(0.5)))
    x = torch.randn(4, 8)
    results = []
    for _ in range(3):
        torch.manual_seed(0)
        results.append(function(x).detach())
    assert torch.equal(results[0], results[1]) and torch.equal(results[1], results[2])


def test_of_threads_that_call_first_one_compares_and_nothing_of_it_stays(compiled):
    function = compiled(lambda x: torch.sigmoid(x) * 3)
    x = torch.randn(64, 64)
    function(x)
    (runner,) = compiled.runners
    runner.unchecked = True
    entered, release, calls = threading.Event(), threading.Event(), []

    def check(arguments):
        calls.append(len(arguments))
        entered.set()
        release.wait(10)
        runner.unchecked = False

    runner.check = check
    threads = [threading.Thread(target=runner, args=(x,)) for _ in range(3)]
    for thread in threads:
        thread.start()
    assert entered.wait(10)
    release.set()
    for thread in threads:
        thread.join(10)
    assert calls == [1]


def test_a_module_is_compiled_however_many_of_its_class_were():
    class Cell(nn.Module):
        def __init__(self):
            super().__init__()
            self.linear = nn.Linear(3, 3)

        def forward(self, x):
            return self.linear(x).sin()

    torch._dynamo.reset()
    compiled_graphs = []
    for _ in range(12):
        backend = lambda module, examples: compiled_graphs.append(module) or module.forward
        torch.compile(compilation.with_own_code(Cell()), backend=backend)(torch.randn(2, 3))
    assert len(compiled_graphs) == 12


def test_a_graph_that_may_raise_an_error_is_left_to_pytorch_which_raises_it(compiled):
    def program(x):
        return torch.linalg.inv(x).sin()

    singular = torch.zeros(3, 3)
    try:
        torch.compile(program, backend="aot_eager")(singular)
        pytest.skip("the graphs of PyTorch 2.11 leave the check out themselves")
    except torch.linalg.LinAlgError:
        pass
    function = compiled(program)
    x = torch.eye(3) * 2
    torch.testing.assert_close(function(x), torch.linalg.inv(x).sin())
    (runner,) = compiled.runners
    assert runner.plan.reason == "it calls _linalg_check_errors, whose effect no result shows"
    with pytest.raises(torch.linalg.LinAlgError):
        function(singular)


def test_a_translated_module_has_its_parameters_and_modes():
    model = nn.Linear(3, 2)
    translation = TrainableTranslation(SimpleNamespace(verified=True), model, None, BackendOptions())
    assert list(translation.parameters()) == list(model.parameters()) and translation.verified
    assert translation.eval() is translation and not model.training
    translation.training, translation.scale = True, 2.0
    assert model.training and model.scale == 2.0
    with pytest.raises(AttributeError, match="no_such"):
        _ = translation.no_such


def test_a_deep_copy_has_a_module_of_its_own():
    translation = TrainableTranslation(
        SimpleNamespace(verified=True), nn.Linear(3, 2), None, BackendOptions()
    )
    other = copy.deepcopy(translation)
    assert other.program is not translation.program and other.verified
    assert torch.equal(other.weight, translation.weight) and other.weight is not translation.weight


def test_gradients_of_random_numbers_are_not_compared():
    model = nn.Sequential(nn.Linear(4, 4), nn.Dropout(0.5))

    def searched(x):
        pytest.fail("nothing is searched for where it will be refused")

    with pytest.raises(ValueError, match="draws random numbers"):
        compare_training(searched, model, [torch.randn(3, 4)])
    model.eval()
    assert all(verdict.ok for verdict in compare_training(model, model, [torch.randn(3, 4)]))
