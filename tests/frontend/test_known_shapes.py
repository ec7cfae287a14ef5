"""Shapes at changed sizes are those that a graph has when it is computed anew; small sizes of networks."""

import random

import pytest
import torch

from python_to_triton import frontend
from python_to_triton.frontend.known_shapes import KnownShapes
from python_to_triton.frontend.sample_sizes import MOST_TRIED, fits, passes_by_chance, shapes_at

CONVOLUTIONS = (
    "f(a0: f32[A, B, C, D], a1: f32[E, B, F, G], a2: f32[E], a3: f32[E], a4: f32[H, E])\n"
    "v0 = conv2d(a0, a1, padding=1, stride=2)\nv1 = batch_norm(v0, a2, a3)\nv2 = relu(v1)\n"
    "v3 = adaptive_avg_pool2d(v2, output_size=2)\nv4 = mean(v3, dim=[-2, -1])\nv5 = linear(v4, a4)\nreturn v5"
)
NUMBERS_OF_SIZES = (
    "f(a0: f32[A, B, C], a1: f32[C, D])\nv0 = matmul(a0, a1)\nv1 = div(v0, sqrt(C))\n"
    "v2 = reshape(v1, shape=[A*B, D])\nv3 = softmax(v2, dim=-1)\nreturn v3"
)


def layouts(known):
    return {place: (one.dtype, one.shape, one.stride()) for place, one in known.items()}


@pytest.mark.parametrize("text", [CONVOLUTIONS, NUMBERS_OF_SIZES])
def test_changed_sizes_give_what_computing_anew_gives(text):
    graph = frontend.parse(text)
    at = KnownShapes.at(graph, frontend.small_sizes(graph, 0), passes_by_chance)
    rng = random.Random(0)
    computed = 0
    for _ in range(200):
        changed = {letter: rng.choice((1, 2, 3, 5, 8)) for letter in rng.sample(graph.letters, 2)}
        anew = shapes_at(graph, at.sizes | changed)
        moved = at.with_sizes(changed)
        assert (moved is None) == (anew is None), changed
        if moved:
            computed += 1
            assert layouts(moved.known) == layouts(anew)
            at = moved
    assert computed > 20


def test_an_unread_letter_computes_nothing_anew():
    graph = frontend.parse(CONVOLUTIONS)
    at = KnownShapes.at(graph, frontend.small_sizes(graph, 0), passes_by_chance)
    wider = at.with_sizes({"H": 64})
    kept = [value for value in graph.values if wider.known[id(value)] is at.known[id(value)]]
    assert len(kept) == len(graph.values) - 1
    assert wider.elements > at.elements


class Deep(torch.nn.Module):
    """More operations than are computed at drawn sizes, with two features that follow from two others."""

    def __init__(self):
        super().__init__()
        self.layers = torch.nn.ModuleList(torch.nn.Linear(96, 96) for _ in range(MOST_TRIED))
        self.last = torch.nn.Linear(96 * 64, 10)

    def forward(self, x):
        for layer in self.layers:
            x = torch.relu(layer(x))
        return self.last(x.flatten(1))


def test_a_networks_small_sizes_begin_at_those_of_its_trace():
    graph = frontend.trace(Deep(), [torch.randn(2, 64, 96)])
    sizes = frontend.small_sizes(graph, 0)
    assert fits(graph, sizes)
    assert sizes["A"] < 8 and min(sizes.values()) < 8 and sizes != graph.sizes
    judged = frontend.parse(graph.sized_text)  # what a judge reads
    assert judged.text == graph.text and judged.sizes == graph.sizes
    assert frontend.small_sizes(judged, 0) == sizes


def test_a_text_without_sizes_has_no_comment():
    graph = frontend.parse(NUMBERS_OF_SIZES)
    assert graph.sizes == {} and graph.sized_text == graph.text
