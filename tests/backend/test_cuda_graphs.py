"""Launches that are recorded compute what launches one by one do; what cannot be recorded is launched."""

import logging

import pytest
import torch
from torch.fx.experimental.proxy_tensor import make_fx

from python_to_triton.backend import compile_graph
from python_to_triton.backend.cuda_graphs import boxed, recorded

ON_GPU = pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a GPU")
SAMPLES = 3  # candidates a region: what has no answer by then is PyTorch's, and recorded too


def test_a_boxed_function_empties_its_list():
    given = [torch.ones(2), 3]
    assert torch.equal(boxed(lambda x, y: (x * y,))(given)[0], torch.full((2,), 3.0)) and given == []


@pytest.mark.parametrize("kind", ["forward", "backward", "inference"])
def test_a_graph_on_the_cpu_is_launched(kind, caplog):
    module = make_fx(lambda x: (x + 1,), tracing_mode="fake")(torch.ones(3))
    with caplog.at_level(logging.WARNING):
        run = recorded(boxed(module.forward), module, [torch.ones(3)], kind, lambda: True)
    assert f"the {kind} graph is not recorded as a CUDA graph" in caplog.text and "cpu" in caplog.text
    for _ in range(3):
        assert torch.equal(run([torch.ones(3)])[0], torch.full((3,), 2.0))


def compiled(program):
    """A program whose launches are recorded."""
    return torch.compile(program, backend=compile_graph, options={"cuda_graphs": True, "samples": SAMPLES})


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
