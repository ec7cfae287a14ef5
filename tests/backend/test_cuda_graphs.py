"""Launches that are recorded compute what launches one by one do; what cannot be recorded is launched."""

import logging
import threading

import pytest
import torch
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.fx.experimental.proxy_tensor import make_fx

from python_to_triton.backend import compile_graph, cuda_graphs
from python_to_triton.backend.cuda_graphs import StepRecorder, boxed

ON_GPU = pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a GPU")
SAMPLES = 3  # candidates a region: what has no answer by then is PyTorch's, and recorded too


def graph_of(program, *inputs):
    """A graph of AOTAutograd's kind."""
    return make_fx(program, tracing_mode="fake")(*inputs)


def test_a_boxed_function_empties_its_list():
    given = [torch.ones(2), 3]
    assert torch.equal(boxed(lambda x, y: (x * y,))(given)[0], torch.full((2,), 3.0)) and given == []


@pytest.mark.parametrize("kind", ["forward", "backward", "inference"])
def test_a_graph_on_the_cpu_is_launched(kind, caplog):
    module = graph_of(lambda x: (x + 1,), torch.ones(3))
    with caplog.at_level(logging.WARNING):
        recorder = StepRecorder().recorder(module, kind, is_ours=True)
    run = recorder.recorded(boxed(module.forward), lambda: True)
    assert f"the {kind} graph is not recorded as a CUDA graph" in caplog.text and "cpu" in caplog.text
    for _ in range(3):
        assert torch.equal(run([torch.ones(3)])[0], torch.full((3,), 2.0))


@pytest.mark.parametrize(
    "program, is_ours, words",
    [
        (lambda x: (x.mul(torch.tensor(2.0)),), True, ""),
        (lambda x: (x.mul(torch.tensor(2.0).mul(torch.tensor(3.0))),), True, ""),
        (lambda x: (x.mul(torch.tensor(2.0)),), False, "cpu"),  # PyTorch's code reads it on the CPU
        (lambda x: (x.mul(2.0), torch.tensor(2.0).mul(3.0)), True, "cpu"),  # a result there
    ],
)
def test_constants_on_the_cpu_are_on_the_gpu_where_a_plan_runs(program, is_ours, words):
    with FakeTensorMode(allow_non_fake_inputs=True):
        module = make_fx(program)(torch.empty(4, 4, device="cuda"))
    before = module.code
    recorder = StepRecorder().recorder(module, "inference", is_ours)
    assert (words in recorder.reason) if words else not recorder.reason
    assert module.code == before and all("val" in node.meta for node in module.graph.nodes if node.users)


def test_a_graph_that_pytorch_does_not_understand_is_launched(caplog, monkeypatch):
    def fail(*_):
        raise AssertionError("tangents before what was saved")

    monkeypatch.setattr(cuda_graphs, "_why_not", fail)
    module = graph_of(lambda x: (x + 1,), torch.ones(3))
    assert StepRecorder().recorder(module, "forward", is_ours=True) is None
    assert "tangents before what was saved" in caplog.text


@pytest.fixture
def recorder(monkeypatch):
    """(a function that makes the runner of a kind of graph, who ran: "launched" or "recorded", and what was
    ready, by kind).
    """
    from torch._inductor import cudagraph_trees

    heard, ready = [], {}

    def record(launched, arguments, stays, **facts):
        assert all(isinstance(one, (torch.Tensor, int)) for one in arguments)
        return boxed(lambda *given: heard.append((facts["is_backward"], "recorded")) or given)

    monkeypatch.setattr(cuda_graphs, "_why_not", lambda *_: "")
    monkeypatch.setattr(cudagraph_trees, "cudagraphify_impl", record)
    module = graph_of(lambda x: (x + 1,), torch.ones(3))
    step = StepRecorder()

    def runner(kind):
        launched = boxed(lambda *given: heard.append((kind == "backward", "launched")) or given)
        return step.recorder(module, kind, is_ours=True).recorded(launched, lambda: ready[kind])

    return runner, heard, ready


def test_a_backward_is_recorded_where_its_forward_is(recorder):
    runner, heard, ready = recorder
    forward, backward = runner("forward"), runner("backward")
    for ready["forward"], ready["backward"] in ((False, True), (True, False), (True, True), (False, True)):
        forward([torch.ones(3), 4])
        backward([torch.ones(3)])
    ran = [word for _, word in heard]
    assert ran == [
        "launched",
        "launched",
        "recorded",
        "launched",
        "recorded",
        "recorded",
        "launched",
        "launched",
    ]


def test_what_trees_do_not_take_is_launched(recorder):
    runner, heard, ready = recorder
    run = runner("inference")
    ready["inference"] = True
    run([torch.ones(3), 0.5])
    thread = threading.Thread(target=run, args=([torch.ones(3)],))
    thread.start()
    thread.join()
    run([torch.ones(3)])
    assert [word for _, word in heard] == ["launched", "launched", "recorded"]


def compiled(program):
    """A program whose launches are recorded."""
    return torch.compile(program, backend=compile_graph, options={"cuda_graphs": True, "samples": SAMPLES})


def recordings():
    """The CUDA graphs that PyTorch's trees hold in this thread."""
    from torch._inductor.cudagraph_trees import get_manager

    manager = get_manager(0, create_if_none_exists=False)
    return sum(map(len, manager.roots.values())) if manager else 0


def two_layers():
    """A module with a normalisation, whose buffers change in training."""
    torch.manual_seed(0)
    layers = torch.nn.Linear(24, 48), torch.nn.BatchNorm1d(48), torch.nn.GELU(), torch.nn.Linear(48, 8)
    return torch.nn.Sequential(*layers).cuda()


@ON_GPU
def test_results_are_those_of_each_call():
    module = two_layers().eval()
    translated = compiled(module)
    with torch.no_grad():
        for seed in range(6):
            torch.manual_seed(seed)
            x = torch.randn(32, 24, device="cuda")
            torch.testing.assert_close(translated(x).clone(), module(x))
    assert recordings() > 0


@ON_GPU
def test_training_takes_the_steps_of_eager():
    ours, eager = two_layers(), two_layers()
    translated = compiled(ours)
    optimizers = [torch.optim.SGD(each.parameters(), lr=0.1) for each in (ours, eager)]
    for seed in range(6):
        torch.manual_seed(seed)
        x = torch.randn(32, 24, device="cuda")
        for program, optimizer in zip((translated, eager), optimizers):
            optimizer.zero_grad()
            program(x).square().mean().backward()
            optimizer.step()
    assert recordings() > 0
    for ours_now, eager_now in zip(ours.state_dict().values(), eager.state_dict().values(), strict=True):
        torch.testing.assert_close(ours_now, eager_now, rtol=1e-4, atol=1e-5)


@ON_GPU
def test_other_sizes_and_random_numbers():
    dropped = compiled(lambda x: torch.nn.functional.dropout(x.relu(), 0.5, True))
    for columns in (40, 40, 40, 56, 56, 56, 40):
        x = torch.rand(64, columns, device="cuda") + 1
        draws = [dropped(x).clone() for _ in range(2)]
        assert all(set(draw.div(x).round().unique().tolist()) == {0.0, 2.0} for draw in draws)
        assert not torch.equal(*draws), "each call draws anew"


@ON_GPU
def test_a_number_that_becomes_free_is_read_each_time():
    program = compiled(lambda x, n: x[:n].relu() * n)
    x = torch.randn(64, 8, device="cuda")
    for count in (5, 6, 7, 7, 7, 5, 6, 6):
        torch.testing.assert_close(program(x, count).clone(), x[:count].relu() * count)


@ON_GPU
def test_a_forward_with_a_number_on_the_cpu_trains():
    program = compiled(lambda x: (x + torch.tensor(2.0)).exp().relu())
    for seed in range(5):
        torch.manual_seed(seed)
        x = torch.randn(16, 8, device="cuda", requires_grad=True)
        other = x.detach().clone().requires_grad_()
        program(x).sum().backward()
        (other + 2.0).exp().relu().sum().backward()
        torch.testing.assert_close(x.grad, other.grad)


@ON_GPU
def test_a_call_from_another_thread_is_launched():
    module = two_layers().eval()
    translated = compiled(module)
    x = torch.randn(32, 24, device="cuda")
    results = []

    def call():
        with torch.no_grad():
            results.append(translated(x).clone())

    for _ in range(3):
        call()
    thread = threading.Thread(target=call)
    thread.start()
    thread.join()
    assert len(results) == 4
    for result in results:
        torch.testing.assert_close(result, results[0])
