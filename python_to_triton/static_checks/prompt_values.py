"""What a prompt's values are at sample points.

A prompt is evaluated in float64 on random arguments, elementwise: a sample point is one element of each
argument. Two values that are equal at all points are taken for the same value. What a sum, a product or a
window computes is no function of one element: such a result has random values of its own.

Shape suffixes: P sample points, N names of the prompt, S places of a kernel, T trials (rows of a batched
evaluation).
"""

import re
from collections import defaultdict
from collections.abc import Hashable, Iterable

import torch

from python_to_triton import frontend

# Of arguments, but for small offsets.
POINTS = torch.tensor([-30, -7, -2.5, -1.5, -0.7, -0.2, 0.1, 0.4, 0.7, 1.2, 1.8, 2.6, 7, 30]).double()
# Between a value and what a kernel's polynomials and truncated series make of it, in float64.
RELATIVE_TOLERANCE = 3e-7
ABSOLUTE_TOLERANCE = 1e-12

SAME_ELEMENTS = frontend.VIEWS - {"slice", "select", "chunk", "diagonal", "unfold"}
PARTS = {"slice", "select", "chunk"}


class SampleDraws:
    """Random values at the points, [1, P], by key: the n-th key gets the n-th values, whatever the prompt."""

    generator = torch.Generator().manual_seed(0)
    drawn: list[torch.Tensor] = []

    def __init__(self, with_nan: bool = False):
        """with_nan: NaN is a further point, the last."""
        self.by_key: dict[Hashable, torch.Tensor] = {}
        self.ends = torch.full((1, int(with_nan)), torch.nan, dtype=torch.float64)
        self.count = len(POINTS) + int(with_nan)

    def __call__(self, key: Hashable) -> torch.Tensor:
        """The values of a key, the same at every call."""
        if key not in self.by_key:
            if len(self.by_key) == len(self.drawn):
                order = torch.randperm(len(POINTS), generator=self.generator)
                offsets = torch.rand(len(POINTS), generator=self.generator, dtype=torch.float64)
                self.drawn.append((POINTS[order] + 0.1 * offsets)[None])
            self.by_key[key] = torch.cat([self.drawn[len(self.by_key)], self.ends], -1)
        return self.by_key[key]


def equal_at_points(found_STP: torch.Tensor, expected_NP: torch.Tensor) -> torch.Tensor:
    """[S, T, N]: whether values are the expected ones at all points, within the tolerance; nan equals nan."""
    allowed_N = ABSOLUTE_TOLERANCE + RELATIVE_TOLERANCE * expected_NP[:, 0].abs()
    # The first point rules out most others. A comparison with nan is False, so what is not finite stays.
    near_STN = ~((found_STP[:, :, None, 0] - expected_NP[:, 0]).abs() > allowed_N)
    s, t, n = near_STN.nonzero(as_tuple=True)
    near_STN[s, t, n] = torch.isclose(
        found_STP[s, t], expected_NP[n], rtol=RELATIVE_TOLERANCE, atol=ABSOLUTE_TOLERANCE, equal_nan=True
    ).all(-1)
    return near_STN


def whole_of(value: frontend.Value) -> frontend.Value:
    """The value that this one has all elements of: it undoes views."""
    return whole_of(value.operands[0]) if value.op in SAME_ELEMENTS else value


def cut_of(value: frontend.Value) -> tuple[str, object, dict]:
    """(operation, place, other attributes) of a slice, select or chunk; a half slice is a chunk."""
    attributes = dict(value.attributes)
    op = value.op
    halves = [name for name in ("start", "end") if re.fullmatch(r"\w+//2", str(attributes.get(name)))]
    if {*attributes} == {"dim", *halves} and len(halves) == 1:  # start=D//2 or end=D//2
        op = "chunk"
        attributes = {"dim": attributes["dim"], "chunks": 2, "index": int(halves == ["start"])}
    place = attributes.pop("start" if op == "slice" else "index", 0)
    attributes.pop("end", None)
    return op, place, attributes


def parts_of(prompt: frontend.Graph) -> tuple[dict, dict]:
    """({argument: {place: name}}, {whole: {place: name}}): parts that are read of arguments, chunks of any
    value.

    Places are counted in the distance of one part from the next. What is also read as a whole has no parts,
    but chunks: they share no element.
    """
    parts = defaultdict(dict)
    cuts = defaultdict(set)
    read_whole = {whole_of(value).name for value in prompt.outputs}
    for value in prompt.values:
        if value.op in PARTS:
            whole = whole_of(value.operands[0]).name
            op, place, attributes = cut_of(value)
            cuts[whole].add((op, value.operands[0].name, place in parts[whole], *sorted(attributes.items())))
            parts[whole][place] = value.name
        elif value.op not in SAME_ELEMENTS:
            read_whole |= {whole_of(part).name for part in value.inputs()}
    single = {
        whole
        for whole, ways in cuts.items()
        if len(ways) == 1 and all(isinstance(place, int) and place >= 0 for place in parts[whole])
    }
    chunked = {whole for whole in single for op, *_ in cuts[whole] if op == "chunk"}
    of_arguments = {
        whole: parts[whole]
        for whole in single
        if whole[0] == "a" and (whole not in read_whole or whole in chunked and len(parts[whole]) > 1)
    }
    return of_arguments, {whole: parts[whole] for whole in chunked}


def argument_of_part(prompt: frontend.Graph) -> dict[str, str]:
    """{a part that is read of an argument: the argument}"""
    wholes = {value.name: whole_of(value.operands[0]) for value in prompt.values if value.op in PARTS}
    return {name: whole.name for name, whole in wholes.items() if whole.op == "argument"}


def has_given_statistics(value: frontend.Value) -> bool:
    """Whether a value is a norm whose mean and variance are given, which is a function of one element."""
    given = value.operands[1:]
    is_norm = value.op == "batch_norm" and not dict(value.attributes).get("training")
    return is_norm and len(given) > 1 and all(isinstance(part, frontend.Value) for part in given)


class PromptValues:
    """The values of a prompt at the sample points.

    Attributes:
        values: {name: [1, P]}
        made_of: {name: the names of all values that it is computed from}
        pointwise: names of the values that are computed elementwise
        results: names of the others, results of a sum, a product, a movement
        pieces: {argument: the results that move its elements}
        parts, chunks: see parts_of
        divided: names of the values that are read in chunks alone
    """

    def __init__(self, text: str, draws: SampleDraws, takes_statistics: bool = False):
        """takes_statistics: whether a norm that has_given_statistics is pointwise. Answers do not name it."""
        prompt = frontend.parse(text)
        self.takes_statistics = takes_statistics
        known = {id(value): draws(f"a{place}") for place, value in enumerate(prompt.inputs)}
        self.values = {f"a{place}": draws(f"a{place}") for place in range(prompt.arity)}
        self.pointwise: list[str] = []
        self.results: list[str] = []
        self.pieces = defaultdict(list)
        self.made_of: dict[str, set] = {}
        readers = defaultdict(set)
        for value in prompt.values:
            operands = {part.name for part in value.inputs()}
            self.made_of[value.name] = operands.union(*(self.made_of.get(name, ()) for name in operands))
            known[id(value)] = self.values[value.name] = self.computed(value, known, draws)
            for name in operands:
                readers[name].add(value.name)
        self.parts, self.chunks = parts_of(prompt)
        chunk_names = {name for places in self.chunks.values() for name in places.values()}
        self.divided: set[str] = set()
        for name in reversed(self.values):
            if readers[name] and readers[name] <= chunk_names | self.divided:
                self.divided.add(name)

    def elementwise(self, value: frontend.Value, known: dict, count: int) -> torch.Tensor | None:
        """A pointwise value at `count` points, [1, P], or None where numbers cannot represent it."""
        if value.op == "batch_norm":  # a channel is a point
            known = known | {id(part): known[id(part)].view(-1) for part in value.operands[1:]}
        try:
            found = frontend.execute(value, known, {}, "cpu", widen=True).broadcast_to(1, count)
        except (frontend.UnknownSize, RuntimeError):  # it reads a size, or wants integers
            return None
        if value.op == "sub" and not found.any():
            return None  # rows minus columns would be 0 here, and equal to anything that is
        return found.double() if found.dtype != torch.bool else found

    def computed(self, value: frontend.Value, known: dict, draws: SampleDraws) -> torch.Tensor:
        """The values of one Value at the points; `known` has those of its operands by id."""
        if value.op in SAME_ELEMENTS:
            return known[id(value.operands[0])]
        kind = frontend.OPS[value.op].kind
        is_pointwise = kind == "pointwise" and value.op not in ("glu", "prelu")
        if is_pointwise or (self.takes_statistics and has_given_statistics(value)):
            found = self.elementwise(value, known, draws.count)
            if found is not None:
                self.pointwise.append(value.name)
                return found
        self.results.append(value.name)
        source = value.operands[0] if kind == "movement" else None
        if isinstance(source, frontend.Value) and source.op == "argument":
            self.pieces[source.name].append(value.name)
        return draws(value.name)

    def stacked(self, names: Iterable[str]) -> torch.Tensor:
        """[N, P] of these names."""
        return torch.cat([self.values[name] for name in names]).double()
