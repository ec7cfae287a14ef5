"""The parameters of a deep network are drawn so that its activations keep their scale."""

import pytest
import torch

from python_to_triton import frontend
from python_to_triton.frontend import deep_samples
from python_to_triton.runtime import judging

LAYERS = 30


def network(layers):
    """The prompt of convolutions, norms and residual sums; each layer has four operations."""
    arguments, lines, x = ["a0: f32[A, B, C, D]"], [], "a0"
    for layer in range(layers):
        a, v = 1 + 5 * layer, 4 * layer
        arguments += [f"a{a}: f32[B, B, 3, 3]", *(f"a{a + i}: f32[B]" for i in range(1, 5))]
        norm = ", ".join(f"a{a + i}" for i in range(1, 5))
        lines += [
            f"v{v} = conv2d({x}, a{a}, padding=1)",
            f"v{v + 1} = batch_norm(v{v}, {norm})",
            f"v{v + 2} = relu(v{v + 1})",
            f"v{v + 3} = add({x}, v{v + 2})",
        ]
        x = f"v{v + 3}"
    return "\n".join([f"f({', '.join(arguments)})", *lines, f"return {x}"])


def test_a_deep_network_has_test_cases_that_show_its_inputs():
    task = judging.judging_task(network(LAYERS), composed=True)
    assert not task.fault
    assert all(torch.isfinite(case.eager).all() and case.eager.abs().max() < 1e15 for case in task.cases)


def separable(layers):
    """The prompt of a stem that halves an image, and pairs of convolutions, of each channel and of all."""
    arguments = ["a0: f32[A, B, C, D]", "a1: f32[E, B, 3, 3]"]
    lines, x = ["v0 = conv2d(a0, a1, stride=2, padding=1)"], "v0"
    for layer in range(layers):
        a, v = 2 + 6 * layer, 1 + 4 * layer
        arguments += [f"a{a}: f32[E, 1, 3, 3]", f"a{a + 1}: f32[E, E, 1, 1]"]
        arguments += [f"a{a + i}: f32[E]" for i in range(2, 6)]
        norm = ", ".join(f"a{a + i}" for i in range(2, 6))
        lines += [
            f"v{v} = conv2d({x}, a{a}, stride=2, padding=1, groups=E)",
            f"v{v + 1} = conv2d(v{v}, a{a + 1})",
            f"v{v + 2} = batch_norm(v{v + 1}, {norm})",
            f"v{v + 3} = relu(v{v + 2})",
        ]
        x = f"v{v + 3}"
    return "\n".join([f"f({', '.join(arguments)})", *lines, f"return {x}"])


@pytest.mark.parametrize("prompt", [network(LAYERS), separable(8)])
def test_another_input_shows_in_what_a_deep_network_returns(prompt):
    graph = frontend.parse(prompt)
    graph.sizes = {"A": 1, "B": 3, "C": 64, "D": 64, "E": 8}
    for seed in range(3):
        x, *parameters = graph.sample(seed)
        another = torch.randn(x.shape, generator=torch.Generator().manual_seed(99))
        one, other = graph.run(x, *parameters), graph.run(another, *parameters)
        assert one.abs().max() < 1e3 and not torch.allclose(one, other, rtol=1e-2)


def test_a_network_whose_input_does_not_show_has_no_test_cases():
    """Its activations are a millionth of its biases."""
    hidden = "\n".join([f"v{i} = {'tanh' if i % 2 else 'sin'}(v{i - 1})" for i in range(1, 30)])
    prompt = f"f(a0: f32[A, B], a1: f32[A, B])\nv0 = mul(a0, 1e-12)\n{hidden}\nv30 = add(v29, a1)\nreturn v30"
    assert "ignores its inputs" in judging.judging_task(prompt, composed=True).fault


def test_of_a_network_whose_regions_passed_few_cases_are_made():
    in_full, composed = (judging.judging_task(network(LAYERS), composed) for composed in (False, True))
    kinds = [case.label.partition(",)")[2].rpartition(") ")[2] for case in composed.cases if not case.given]
    assert len(composed.cases) == 5 and {"with another input", "without TF32"} <= set(kinds)
    assert any("NaN" in case.label for case in in_full.cases)


@pytest.mark.parametrize("layers", [1, LAYERS])
def test_numbers_of_a_region_keep_their_scale(layers):
    graph = frontend.parse(network(layers))
    graph.sizes = {"A": 2, "B": 16, "C": 4, "D": 5}
    _, weight, _, variance = graph.sample(0, small=False)[:4]
    assert frontend.is_deep(graph) is (layers == LAYERS)
    assert bool(weight.std() < 0.2) is frontend.is_deep(graph)
    assert bool((variance > 0.5).all()) is frontend.is_deep(graph)


def test_a_product_of_an_input_is_scaled_by_what_it_sums():
    lines = ["v0 = linear(a0, a1, a2)", "v1 = transpose(a3, dim0=-2, dim1=-1)", "v2 = matmul(v0, v1)"]
    lines += [f"v{place} = tanh(v{place - 1})" for place in range(3, 45)]
    arguments = "a0: f32[A, B], a1: f32[C, B], a2: f32[C], a3: f32[D, C]"
    graph = frontend.parse("\n".join([f"f({arguments})", *lines, "return v44"]))
    graph.sizes = {"A": 40, "B": 512, "C": 128, "D": 60}
    x, weight, bias, factor = graph.sample(0, small=False)
    assert x.std() > 0.9 and bias.std() < 0.2
    assert abs(weight.std() * (512 / 2) ** 0.5 - 1) < 0.1 and abs(factor.std() * (128 / 2) ** 0.5 - 1) < 0.1


def test_an_argument_of_which_the_sizes_alone_are_read_need_not_show():
    lines = ["v0 = full(shape=[A, B], value=1)", "v1 = mul(v0, a1)"]
    lines += [f"v{place} = {'tanh' if place % 2 else 'sin'}(v{place - 1})" for place in range(2, 30)]
    prompt = "\n".join(["f(a0: f32[A, C], a1: f32[B])", *lines, "return v29"])
    assert frontend.first_read(frontend.parse(prompt)) == 1
    assert not judging.judging_task(prompt, composed=True).fault


@pytest.mark.parametrize("side, rows", [("8", (4, 5)), ("224", (2, 3))])
def test_of_images_that_cannot_be_small_there_are_few(side, rows):
    """What a window attends to, or a table of positions, tells the sides of the images."""
    graph = frontend.parse(network(LAYERS).replace("C, D", f"{side}, {side}"))
    assert tuple(frontend.small_sizes(graph, seed)["A"] for seed in (0, 1)) == rows


def test_a_network_without_batch_norms_is_not_run_for_their_statistics(monkeypatch):
    graph = frontend.parse("f(a0: f32[A, B])\nv0 = sin(a0)\nv1 = sigmoid(v0)\nreturn v1")
    monkeypatch.setattr(deep_samples, "DEEP", 2)
    monkeypatch.setattr(deep_samples, "execute", None)
    tensors = (torch.ones(2, 3),)
    assert frontend.is_deep(graph) and deep_samples.with_running_statistics(graph, tensors) is tensors
