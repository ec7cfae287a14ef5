"""What a module's forward reads of it besides tensors: another value is refused, of whatever kind it is."""

import fractions

import numpy
import pytest
import torch
from program_support import IMPORTS, as_torch, load

from python_to_triton import codegen, frontend
from python_to_triton.frontend import trace

SOURCE = """
import collections
import enum
import fractions
import types
import numpy


class Kind(enum.Enum):
    FIRST = 1
    SECOND = 2


class Slotted:
    __slots__ = ("factor",)

    def __init__(self, factor):
        self.factor = factor

    def scaled(self, x):
        return x * self.factor


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        {made}

    def forward(self, x):
        return x * ({read})

def get_inputs():
    return [torch.rand(3, 6)]
"""
BUFFER = 'self.register_buffer("sigma", torch.ones(6))'


def put(**items):
    def change(model):
        for name, item in items.items():
            setattr(model, name, item)

    return change


# (the constructor's statement, what the forward multiplies with, what is done to the model afterwards)
CASES = {
    "a set": ("self.k = {1, 2}", "len(self.k)", lambda model: model.k.add(3)),
    "whether a set has one": ('self.k = {"a"}', '2 if "b" in self.k else 3', lambda model: model.k.add("b")),
    "a range for a set": ("self.k = {1, 2}", "len(self.k)", put(k=range(3))),
    "a list for a queue": ("self.k = collections.deque([2])", "self.k[0]", put(k=[3])),
    "a range": ("self.k = range(2)", "len(self.k)", put(k=range(3))),
    "a slice": ("self.k = slice(0, 2)", "x[:, self.k].sum()", put(k=slice(0, 3))),
    "bytes": ('self.k = b"a"', "len(self.k)", put(k=b"abc")),
    "a fraction": ("self.k = fractions.Fraction(2)", "float(self.k)", put(k=fractions.Fraction(3))),
    "an array": ("self.k = numpy.array([2.0])", "float(self.k[0])", lambda model: model.k.fill(3.0)),
    "a number of NumPy": ("self.k = numpy.float32(2)", "float(self.k)", put(k=numpy.float32(3))),
    "a queue": (
        "self.k = collections.deque([2])",
        "self.k[0]",
        lambda model: model.k.__setitem__(0, 3),
    ),
    "an enumeration": (
        "self.k = Kind.FIRST",
        "2 if self.k is Kind.FIRST else 3",
        lambda model: setattr(model, "k", type(model.k)["SECOND"]),
    ),
    "slots": ("self.k = Slotted(2)", "self.k.factor", lambda model: setattr(model.k, "factor", 3)),
    "an attribute by its text": (
        "self.k = types.SimpleNamespace(factor=2)",
        'getattr(self.k, "factor")',
        lambda model: setattr(model.k, "factor", 3),
    ),
    "the object of a method": (
        "self.k = Slotted(2).scaled",
        "self.k(1)",
        lambda model: setattr(model.k.__self__, "factor", 3),
    ),
    "a number in a lambda": ("self.k = lambda: 2", "self.k()", put(k=lambda: 3)),
    "a default of a function": (
        "self.k = lambda x, factor=2: x * factor",
        "self.k(1)",
        lambda model: setattr(model.k, "__defaults__", (3,)),
    ),
    "an attribute that is not there": ("pass", 'getattr(self, "k", 2)', put(k=3)),
    "whether one is there": ("pass", '2 if hasattr(self, "k") else 3', put(k=3)),
    "how many parameters": (
        "self.k = nn.Parameter(torch.ones(1))",
        "len(list(self.parameters()))",
        put(more=torch.nn.Parameter(torch.ones(1))),
    ),
    "how many layers": (
        "self.k = nn.Identity()",
        "len(list(self.children()))",
        put(more=torch.nn.Identity()),
    ),
    "how many buffers": (
        BUFFER,
        "len(dict(self.named_buffers()))",
        lambda model: model.register_buffer("more", torch.ones(1)),
    ),
    "a size of a buffer": (BUFFER, "self.sigma.shape[0]", put(sigma=torch.ones(7))),
    "a dtype of a buffer": (
        BUFFER,
        "2 if self.sigma.dtype == torch.float32 else 3",
        put(sigma=torch.ones(6, dtype=torch.float64)),
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_another_value_of_what_a_forward_reads_is_refused(case, tmp_path):
    made, read, change = CASES[case]
    source = IMPORTS + SOURCE.replace("{made}", made).replace("{read}", read)
    graph = trace(source)
    names = load(codegen.stitch(graph, [as_torch(r.graph) for r in frontend.regions(graph)]), tmp_path)
    scope = {}
    exec(source, scope)
    program, translation = scope["Model"](), names["ModelNew"]()
    x = torch.rand(3, 6)
    torch.testing.assert_close(translation(x), program(x))
    before = program(x)
    change(program)
    change(translation)
    assert not torch.equal(program(x), before), "the case changes nothing"
    with pytest.raises(ValueError, match=r"^[^\n]*; this translation is for [^\n]*$"):
        translation(x)
