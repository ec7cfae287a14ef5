"""Which numbers of a program are free, and how its graph and its regions have them."""

import pytest
import torch

from python_to_triton.frontend import free_numbers, parse, region_numbers, regions, trace
from python_to_triton.frontend.number_expressions import express_number
from python_to_triton.frontend.watched_numbers import watched

PROBES = [{"p": 0.003, "q": 0.95}, {"p": 0.0017, "q": 0.61}, {"p": 0.41, "q": 0.97}]


@pytest.mark.parametrize(
    "function, text",
    [
        (lambda p, q: p, "p"),
        (lambda p, q: -p, "-p"),
        (lambda p, q: 1 - q, "1 - q"),
        (lambda p, q: (1 - q) * p, "p * (1 - q)"),
        (lambda p, q: 2 / q, "2 / q"),
        (lambda p, q: p / q, "p / q"),
        (lambda p, q: 1 - p * q, "1 - p * q"),
        (lambda p, q: 3 * p**-0.5, "3 * p ** -0.5"),
    ],
)
def test_a_number_is_found_as_an_expression_of_the_programs_own(function, text):
    """Twelve digits are all that a graph keeps of a number."""
    numbers = [float(f"{function(**probe):.12g}") for probe in PROBES]
    expression = express_number(numbers, PROBES, ["p", "q"])
    assert expression.text == text
    elsewhere = {"p": 0.3, "q": 0.2}
    assert expression.at(elsewhere) == pytest.approx(function(**elsewhere), rel=1e-9)
    assert eval(expression.text, dict(elsewhere)) == pytest.approx(function(**elsewhere), rel=1e-9)


def test_what_is_no_simple_expression_is_none():
    numbers = [probe["p"] ** 3 + probe["q"] ** 5 for probe in PROBES]
    assert express_number(numbers, PROBES, ["p", "q"]) is None


def test_a_watched_number_computes_as_itself_and_notes_what_is_asked():
    number, watch = watched(0.3)
    x = torch.tensor([-1.0, 2.0])
    assert torch.equal(x * number, x * 0.3)
    assert torch.equal(number - x, 0.3 - x)
    assert torch.equal(torch.nn.functional.leaky_relu(x, number), torch.nn.functional.leaky_relu(x, 0.3))
    assert watch.interval(100.0) == (-100.0, 100.0)
    assert number < 0.5 and number > 0
    assert watch.interval(100.0) == (0.0, 0.5)
    assert 1 - number > 0.2  # what it was computed for is not known
    assert watch.interval(100.0) is None


def free_in(source):
    """(the graph, {path: [range, ...]}, {expression of each place})."""
    graph = trace(source)
    free = free_numbers(graph)
    ranges = {number.path: number.ranges for number in free.numbers}
    return graph, ranges, {expression.text for expression in free.places.values()}


def test_defaults_and_what_is_computed_from_them():
    _, ranges, texts = free_in(
        """
def step(p, g, m, rate=0.003, beta=0.9):
    m = beta * m + (1 - beta) * g
    return p - rate * m, m
"""
    )
    assert ranges.keys() == {"rate", "beta"}
    assert texts == {"rate", "beta", "1 - beta"}


def test_attributes_of_a_module_and_of_its_layers():
    _, ranges, texts = free_in(
        """
class Gate(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = nn.LayerNorm(8, eps=1e-4)
        self.slope = 0.2

    def forward(self, x):
        return F.leaky_relu(self.norm(x), self.slope)

def get_inputs():
    return [torch.randn(3, 8)]
"""
    )
    assert ranges.keys() == {"self.norm.eps", "self.slope"} == texts


def test_a_number_among_the_inputs():
    _, ranges, _ = free_in(
        """
def scaled(x, factor):
    return torch.tanh(x * factor)

def get_inputs():
    return [torch.randn(3, 8), 0.37]
"""
    )
    assert ranges.keys() == {"factor"}


def test_a_decision_limits_the_range():
    """Whatever the number is there, the program goes the same way."""
    _, ranges, _ = free_in(
        """
def shrunk(x, share=0.3):
    if share > 0.5:
        return x
    return x.exp() * share
"""
    )
    assert ranges["share"][0].high == 0.5


@pytest.mark.parametrize(
    "body",
    [
        "return x.exp() * (2 if 3 * share > 1 else 4)",  # decides by what is computed from it
        "return x ** (share + 1.7)",  # another operation: the square of x
        "return x.exp() * int(10 * share)",
        "return torch.exp(x) * math.log(share) ** 3",  # no expression that is looked for
    ],
)
def test_what_is_not_understood_stays_fixed(body):
    _, ranges, _ = free_in(f"def f(x, share=0.3):\n    {body}\n")
    assert not ranges


def test_a_number_that_makes_floats_of_integers_stays_fixed():
    """With 3 in its place the result would be of integers."""

    def scaled(x, y, scale=2.5, shift=0.5):
        return x * scale + (y + shift)

    graph = trace(scaled, [torch.ones(2, 3, dtype=torch.int64), torch.ones(3)])
    assert [number.path for number in free_numbers(graph).numbers] == ["shift"]


def test_the_program_is_as_it_was():
    module = torch.nn.LeakyReLU(0.2)
    graph = trace(module, [torch.randn(3, 5)])
    before = graph.source.template, graph.source.notes, graph.source.conditions
    assert [number.path for number in free_numbers(graph).numbers] == ["self.negative_slope"]
    assert module.negative_slope == 0.2
    assert (graph.source.template, graph.source.notes, graph.source.conditions) == before


def test_regions_have_names_in_the_place_of_numbers():
    graph, _, _ = free_in(
        """
def mixed(x, w, y, share=0.3):
    # x: f32[4, 8], w: f32[16, 8], y: f32[4, 16]
    return share * F.leaky_relu(x @ w.t(), share).softmax(-1) + (1 - share) * y
"""
    )
    free = free_numbers(graph)
    for region in regions(graph):
        numbers = region_numbers(graph, region, free)
        assert numbers.expressions
        named = parse(numbers.prompt)
        tensors = region.graph.sample(0)
        by_name = {f"N{i}": number for i, number in enumerate(numbers.numbers)}
        torch.testing.assert_close(named.run_with(tensors, by_name), region.graph.run(*tensors))
        other = {f"N{i}": number for i, number in enumerate(numbers.at({"share": 0.8}))}
        assert not torch.allclose(named.run_with(tensors, other), region.graph.run(*tensors))
