"""Loops: the graph of one step computes what the program computes, at other lengths too."""

import re

import pytest
import torch
import torch.nn as nn

from python_to_triton.frontend import parse, regions, trace
from python_to_triton.frontend.loops import Loop, has_loops


def appended(x, h):
    hs = []
    for t in range(x.shape[0]):
        h = torch.tanh(x[t] + 0.5 * h)
        hs.append(h)
    return torch.stack(hs), h


def written(x, h):
    out = torch.empty_like(x)
    for t in range(x.shape[0]):
        h = 0.9 * h + x[t]
        out[t] = h.sin()
    return out


def read_back(x, h):
    out = torch.zeros(x.shape[0] + 1, x.shape[1])
    out[0] = h
    for t in range(x.shape[0]):
        out[t + 1] = 0.9 * out[t] + x[t]
    return out


def in_place(x, h):
    h = h.clone()
    for t in range(x.shape[0]):
        h.mul_(0.9).add_(x[t])
    return h * 2


def updated(x, h):
    x = x.clone()
    for t in range(1, x.shape[0]):
        x[t] += 0.5 * x[t - 1]
    return x, h


def backwards(x, h):
    hs = []
    for t in reversed(range(x.shape[0])):
        h = torch.tanh(x[t] - h)
        hs.insert(0, h)
    return torch.stack(hs, 1)


def first_apart(x, h):
    s = x[0]
    out = [s]
    for t in range(1, x.shape[0]):
        s = 0.3 * x[t] + 0.7 * s
        out.append(s)
    return torch.stack(out[1:]) + h, torch.cat(out)


def two_steps_back(x, h):
    a, b = h, h + 1
    ys = []
    for item in x.unbind(0):
        a, b = b, 0.5 * a - 0.3 * b + item
        ys.append(b)
    return torch.stack(ys, -1)


def both_ways(x, h):
    forward, backward = [], []
    a = b = h
    for t in range(x.shape[0]):
        a = torch.sigmoid(a + x[t])
        forward.append(a)
    for t in range(x.shape[0] - 1, -1, -1):
        b = torch.sigmoid(b + x[t])
        backward.append(b)
    return torch.stack([torch.stack(forward), torch.stack(backward[::-1])])


def two_layers(x, h):
    rows = [row for row in x]
    for scale in (0.5, 0.25):
        state, made = h, []
        for row in rows:
            state = torch.tanh(row + scale * state)
            made.append(state)
        rows = made
    return torch.cat([row[None] for row in rows])


def layers_by_index(x, h):
    for scale in (0.5, 0.25):
        state, made = h, []
        for t in range(x.shape[0]):
            state = torch.tanh(x[t] + scale * state)
            made.append(state)
        x = torch.stack(made).exp()
    return x


def one_before(x, h):
    out = []
    for t in range(x.shape[0]):
        out.append(h)
        h = 0.5 * h + x[t]
    return torch.stack(out)


def parts_of_length_one(x, h):
    ys = []
    for t in range(x.shape[0]):
        h = h * 0.5 + x[t : t + 1].sum(0)
        ys.append(h.unsqueeze(0))
    return torch.cat(ys, 0)


def without_state(x, h):
    return torch.stack([torch.exp(x[t]) * h for t in range(x.shape[0])])


FREE = {
    appended: 1, written: 1, read_back: 1, in_place: 1, updated: 1, backwards: 1, first_apart: 1,
    two_steps_back: 1, both_ways: 2, two_layers: 3, layers_by_index: 2, one_before: 1, parts_of_length_one: 1,
    without_state: 1,
}  # fmt: skip


def alternating(x, h):
    for t in range(x.shape[0]):
        h = h + x[t] if t % 2 else h - x[t]
    return h


def counted_numbers(x, h):
    for t in range(x.shape[0]):
        h = h + x[t] * 0.5**t
    return h


def middle_apart(x, h):
    for t in range(x.shape[0]):
        h = torch.tanh(h + x[t])
        if t == 6:
            h = h * 2
    return h


def changed_later(x, h):
    kept = []
    h = h.clone()
    for t in range(x.shape[0]):
        h += x[t]
        kept.append(h)
    return torch.stack(kept)


def weights_of_steps(x, h):
    for t, scale in enumerate([0.1, 0.5, 0.2, 0.7, 0.3, 0.9, 0.4]):
        h = torch.tanh(h * scale + x[t])
    return h


def normalized(x, h):
    mean, var = torch.zeros(3), torch.ones(3)
    for t in range(x.shape[0]):
        h = torch.nn.functional.batch_norm(x[t : t + 1].repeat(2, 1) + h, mean, var, None, None, True)
    return h, mean


def filled_in_the_step(x, h):
    for t in range(x.shape[0]):
        picked = torch.zeros(x.shape[0], 3)
        picked[t] = h
        h = x[t] + picked.mean(0)
    return h


def written_twice(x, h):
    out = torch.zeros_like(x)
    for t in range(x.shape[0] - 1):
        out[t] = h
        out[t + 1] = x[t] * 2
        h = h + x[t]
    return out


def read_through_a_view(x, h):
    out = torch.zeros_like(x)
    last = out[0]
    for t in range(x.shape[0]):
        out[t] = x[t] + last
    return out


UNROLLED = [
    alternating,
    counted_numbers,
    weights_of_steps,
    normalized,
    filled_in_the_step,
    written_twice,
    read_through_a_view,
]


def inputs_of(length):
    generator = torch.Generator().manual_seed(length)
    x = torch.randn(length, 3, generator=generator, dtype=torch.float64)
    return x, torch.randn(3, generator=generator, dtype=torch.float64)


def is_same(found, expected):
    found, expected = (one if isinstance(one, tuple) else (one,) for one in (found, expected))
    return len(found) == len(expected) and all(
        a.shape == b.shape and torch.allclose(a.double(), b.double(), rtol=1e-9)
        for a, b in zip(found, expected)
    )


def run_in_float64(program, x, h):
    torch.set_default_dtype(torch.float64)
    try:
        return program(x, h)
    finally:
        torch.set_default_dtype(torch.float32)


def traced(program, length=7):
    return trace(program, [torch.empty(length, 3), torch.empty(3)], loops=True)


@pytest.mark.parametrize("program", FREE, ids=lambda program: program.__name__)
def test_a_loop_is_one_step_and_its_length_is_free(program):
    graph = traced(program)
    loops = [step for step in graph.steps if isinstance(step, Loop)]
    assert len(loops) == FREE[program], graph.text
    assert not re.search(r"(?<![\w.])[678]\b", graph.text) and not graph.source.conditions.sizes, graph.text
    again = parse(graph.text)
    assert again.text == graph.text
    for length in (2, 7, 12):
        x, h = inputs_of(length)
        expected = run_in_float64(program, x.clone(), h.clone())
        assert is_same(again.run(x, h), expected), f"{length} steps\n{graph.text}"


@pytest.mark.parametrize("program", UNROLLED, ids=lambda program: program.__name__)
def test_what_is_no_loop_keeps_its_steps(program):
    graph = traced(program)
    assert not has_loops(graph)
    x, h = inputs_of(7)
    assert is_same(graph.run(x, h), run_in_float64(program, x, h)), graph.text


def test_a_loop_with_one_step_apart_is_two():
    graph = traced(middle_apart, 12)
    for length in (9, 12, 20):
        x, h = inputs_of(length)
        assert is_same(graph.run(x, h), run_in_float64(middle_apart, x, h)), graph.text
    with pytest.raises((IndexError, RuntimeError)):
        graph.run(*inputs_of(5))


def test_a_length_that_changes_the_graph_is_fixed():
    graph = traced(changed_later)
    assert graph.source.conditions.sizes == {"A": 7}
    x, h = inputs_of(7)
    assert is_same(graph.run(x, h), run_in_float64(changed_later, x, h)), graph.text


def test_regions_of_a_step_hold_nothing_of_what_is_around_the_loop():
    def program(x, h, w):
        scaled = torch.exp(w)
        hs = []
        for t in range(x.shape[0]):
            h = torch.tanh(x[t] * scaled + h)
            hs.append(h)
        return torch.stack(hs).relu()

    graph = trace(program, [torch.empty(6, 3), torch.empty(3), torch.empty(3)], loops=True)
    texts = [[v.op for v in region.values] for region in regions(graph)]
    assert texts == [["exp"], ["mul", "add", "tanh"], ["relu"]]


LONG = 520  # steps of three operators: more than are traced one by one


def test_long_loops_are_traced_short_and_proved_at_their_length():
    def program(x, h):
        for t in range(x.shape[0]):
            h = torch.tanh(h + x[t])
        return h

    graph = trace(program, [torch.empty(LONG, 3), torch.empty(3)], loops=True)
    assert graph.sizes["A"] == LONG and graph.text.count("tanh") == 1

    def other(x, h):
        for t in range(x.shape[0]):
            h = torch.tanh(h + x[t]) if t != 300 else h
        return h

    apart = trace(other, [torch.empty(LONG, 3), torch.empty(3)], loops=True)
    assert sum(isinstance(step, Loop) for step in apart.steps) == 2 and apart.text.count("tanh") == 2


@pytest.mark.parametrize("kind", ["RNN", "GRU", "LSTM"])
def test_recurrent_layers(kind):
    more = {"proj_size": 2} if kind == "LSTM" else {}
    layer = getattr(nn, kind)(4, 5, num_layers=2, bidirectional=True, batch_first=True, **more)
    graph = trace(layer, [torch.empty(3, 6, 4)], loops=True)
    assert sum(isinstance(step, Loop) for step in graph.steps) == 4
    layer = layer.double()
    parameters = dict(layer.named_parameters())
    given = [parameters[argument.origin].detach() for argument in graph.arguments[1:]]
    for length in (2, 9):
        x = torch.randn(3, length, 4, dtype=torch.float64)
        output, state = layer(x)
        state = state if isinstance(state, tuple) else (state,)
        assert is_same(graph.run(x, *given), (output, *state)), length
