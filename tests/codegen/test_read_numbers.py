"""Numbers that a module reads of its tensors: a written file computes what the program does, or refuses."""

import pytest
import torch
from program_support import IMPORTS, as_torch, load

from python_to_triton import codegen, frontend
from python_to_triton.frontend import GraphError, trace

SOURCE = """
class Model(nn.Module):
    def __init__(self):
        super().__init__()
        {made}

    def forward(self, x):
        {forward}

def get_inputs():
    return [torch.rand(3, 6)]
"""
BUFFER = 'self.register_buffer("sigma", torch.tensor(2.0))'
COUNT = 'self.register_buffer("sigma", torch.tensor(2))'
PAIR = 'self.register_buffer("sigma", torch.tensor([2.0, 3.0]))'
READS = {
    "a size": (BUFFER, "return x[:, :int(self.sigma)] * 2"),
    "of a parameter": ("self.sigma = nn.Parameter(torch.tensor(2.0))", "return x[:, :int(self.sigma)] * 2"),
    "a branch": (BUFFER, "return x * 2 if self.sigma == 2 else x * 3"),
    "a factor": (BUFFER, "return x * float(self.sigma)"),
    "item": (BUFFER, "return x * self.sigma.item()"),
    "tolist": (BUFFER, "return x * self.sigma.tolist()"),
    "numpy": (BUFFER, "return x * float(self.sigma.numpy())"),
    "a list of numbers": (BUFFER, "return x * torch.tensor([self.sigma, 1.0]).sum()"),
    "an index": (COUNT, "return x[:, self.sigma] * 2"),
    "a slice": (COUNT, "return x[:, :self.sigma] * 2"),
    "steps of a loop": (COUNT, "for i in range(self.sigma): x = x * 2\n        return x"),
    "computed of it": (BUFFER, "return x[:, :int(self.sigma * 1)] * 2"),
    "how many are not zero": (BUFFER, "return x[:, :torch.nonzero(self.sigma - 2).shape[0] + 1] * 2"),
    "of an attribute": ("self.sigma = torch.tensor(2.0)", "return x * float(self.sigma)"),
    "of infinity": (
        'self.register_buffer("sigma", torch.tensor(math.inf))',
        "return x.clamp(max=float(self.sigma))",
    ),
}
OF_OBJECTS = {
    "tolist of two": (PAIR, "return x * self.sigma.tolist()[0]"),
    "numpy of two": (PAIR, "return x * float(self.sigma.detach().numpy()[1])"),
    "one of two": (PAIR, "return x * float(self.sigma[0])"),
}


def module_of(made, forward):
    source = IMPORTS + SOURCE.format(made=made, forward=forward)
    names = {}
    exec(source, names)
    return source, names["Model"]


def written(graph, tmp_path):
    return load(codegen.stitch(graph, [as_torch(r.graph) for r in frontend.regions(graph)]), tmp_path)


def add_one(model):
    with torch.no_grad():
        model.sigma.add_(1) if model.sigma.isfinite().all() else model.sigma.fill_(0.5)


@pytest.mark.parametrize("case", READS)
def test_a_number_of_a_texts_buffer_is_guarded(case, tmp_path):
    source, kind = module_of(*READS[case])
    names = written(trace(source), tmp_path)
    if case == "a list of numbers":  # of literals, which a kernel computes
        names["_DEVICES"] = ("cpu",)
        names["unguarded"] = lambda x: x * 3
    program, translation = kind(), names["ModelNew"]()
    x = torch.rand(3, 6)
    torch.testing.assert_close(translation(x), program(x))
    add_one(translation)
    with pytest.raises(ValueError, match=r"^repr\(self.sigma.tolist\(\)\) is '.*'; this translation is for"):
        translation(x)


@pytest.mark.parametrize("case", READS | OF_OBJECTS)
def test_a_number_of_an_objects_buffer_is_guarded(case):
    model = module_of(*(READS | OF_OBJECTS)[case])[1]()
    fixed = {one.path: one.value for one in trace(model, (torch.rand(3, 6),)).source.conditions.fixed}
    assert fixed["repr(self.sigma.tolist())"] == repr(model.sigma.tolist())


WRITES = {
    "before": (BUFFER, "self.sigma += 1; return x[:, :int(self.sigma)] * 2"),
    "after": (BUFFER, "y = x[:, :int(self.sigma)] * 2; self.sigma.add_(1); return y"),
    "a counter": (COUNT, "self.sigma += 1; return x * 2 if self.sigma > 3 else x"),
    "another tensor": (BUFFER, "self.sigma = self.sigma + 1; return x * float(self.sigma)"),
    "an element": (PAIR, "self.sigma[0] = 5.0; return x * self.sigma.tolist()[0]"),
}


@pytest.mark.parametrize("is_text", [True, False])
@pytest.mark.parametrize("case", WRITES)
def test_a_number_of_what_a_forward_writes_is_refused(case, is_text):
    source, kind = module_of(*WRITES[case])
    model = kind()
    program = (source,) if is_text else (model, (torch.rand(3, 6),))
    with pytest.raises(GraphError, match=r"reads numbers of self.sigma, and writes it|depend on the data"):
        trace(*program)
    assert torch.equal(model.sigma, kind().sigma)


def test_a_write_of_a_number_is_done_once():
    source, kind = module_of(BUFFER, "self.sigma += 1; return x * self.sigma")
    for program in ((source,), (kind(), (torch.rand(3, 6),))):
        graph = trace(*program)
        assert graph.text == ("f(a0: f32[A, B], a1: f32[])\nv0 = add(a1, 1)\nv1 = mul(v0, a0)\nreturn v1, v0")


HELD = {
    "a list": "self.held = [torch.tensor(2.0)]",
    "a dict": 'self.held = {0: torch.tensor(2.0), "b": None}',
    "layers": "self.held = [nn.Parameter(torch.tensor([2.0]))]",
}


@pytest.mark.parametrize("forward", ["return x * self.held[0]", "return x * float(self.held[0])"])
@pytest.mark.parametrize("case", HELD)
def test_tensors_in_lists_of_a_module_are_guarded(case, forward, tmp_path):
    source, kind = module_of(HELD[case], forward)
    fixed = trace(kind(), (torch.rand(3, 6),)).source.conditions.fixed
    held = "[2.0]" if case == "layers" else "2.0"
    assert ("repr(self.held[0].tolist())", held) in [(one.path, one.value) for one in fixed]


def test_tensors_of_layers_in_a_plain_list_are_guarded():
    kind = module_of("self.held = [nn.Linear(6, 1, bias=False)]", "return self.held[0](x)")[1]
    fixed = trace(kind(), (torch.rand(3, 6),)).source.conditions.fixed
    assert "repr(self.held[0].weight.tolist())" in [one.path for one in fixed]
