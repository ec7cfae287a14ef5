"""Files of deep networks: what layers have in common stands once."""

import ast
import re

import pytest
import torch
from deep_networks import KINDS, network
from program_support import as_torch, load

from python_to_triton import codegen, frontend
from python_to_triton.codegen.composition import define
from python_to_triton.frontend import trace
from python_to_triton.runtime.judging import judge_answer


def stitched(text, **more):
    graphs = frontend.traced_modes(text, None, more.pop("training", None))
    given = [(one, [as_torch(part.graph) for part in frontend.regions(one)]) for one in graphs]
    return codegen.stitch(*given[0], given[1] if len(given) > 1 else None, **more)


def built(text, source, tmp_path):
    """(the original, the translation) with the same parameters, and inputs."""
    scope = dict(frontend.PREDEFINED_NAMES, __name__="original")
    exec(text, scope)
    models = []
    for make in (scope["Model"], load(source, tmp_path)["ModelNew"]):
        torch.manual_seed(0)
        models.append(make())
    return *models, scope["get_inputs"]()


def own_lines(source):
    """Those that are not of an answer, which is PyTorch's here."""
    return [line for line in source.split("\n") if "frontend.parse(" not in line]


@pytest.mark.parametrize(("kind", "depth", "seed"), [*((kind, 4, 1) for kind in KINDS), ("encoder", 5, 2)])
def test_a_deep_network_computes_the_same_in_loops(kind, depth, seed, tmp_path):
    text = network(kind, depth, seed)
    source = stitched(text)
    assert "def block0(" in source and "*parameters[" in source
    original, translated, inputs = built(text, source, tmp_path)
    with torch.no_grad():
        for training in (True, False) if kind == "residual" else (True,):
            ours = translated.train(training)(*inputs)
            theirs = original.train(training)(*inputs)
            torch.testing.assert_close(ours, theirs, rtol=1e-3, atol=1e-4)
    for name, tensor in original.state_dict().items():
        torch.testing.assert_close(translated.state_dict()[name], tensor, rtol=1e-3, atol=1e-4)
    assert max(map(len, own_lines(source))) <= 110


@pytest.mark.parametrize("kind", ["residual", "encoder", "mixer"])
def test_a_file_is_as_long_as_its_distinct_regions(kind):
    short, long = (stitched(network(kind, depth, 1), training=False) for depth in (4, 9))
    assert len(long) < 1.05 * len(short)
    assert long.count("\ndef block") == short.count("\ndef block")


def test_statistics_of_training_are_written_in_loops():
    source = stitched(network("residual", 5, 1))
    forward = source.split("def forward(")[-1].split("return ")[0]
    assert "        for i in range(1, 5):\n" in forward
    assert re.search(r"self\.stages\[1\]\[i\]\.norm1\.running_mean\.lerp_\(results\[4 \* i \+ \d+\]", forward)


def test_an_entry_reads_as_the_network():
    source = stitched(network("encoder", 6, 3))
    entry = source.split("def unguarded(")[1].split("\n\n\n")[0].split("\n")
    assert entry[0] == "x, *parameters):"
    assert "    norm_weight, norm_bias = parameters[72:74]" in entry
    loop = next(i for i, line in enumerate(entry) if line.startswith("    for "))
    assert entry[loop] == "    for i in range(0, 72, 12):"
    assert entry[loop + 1].endswith(", *parameters[i : i + 12])") and len(entry) - loop < 7
    block = source.split("def block0(")[1].split("\n\n\n")[0]
    assert "norm1_weight" in block and "qkv_weight" in block and "down_bias" in block


def other_stride(model):
    model.stages[1][3].mix.stride = (3, 3)
    return r"self\.stages\[1\]\[3\]\.mix\.stride is \(3, 3\); this translation is for .* = \(1, 1\)"


def other_eps(model):
    model.stages[0][3].norm2.eps = 1e-3
    return r"self\.stages\[0\]\[3\]\.norm2\.eps is 0\.001; this translation is for .*norm2\.eps = 1e-05"


def other_class(model):
    model.stages[1][2].act = torch.nn.Tanh()
    return r"type\(self\.stages\[1\]\[2\]\.act\)\.__name__ is 'Tanh'"


def other_hook(model):
    model.stages[0][3].register_forward_hook(lambda *given: None)
    return r"self\.stages\[0\]\[3\] has 1 hooks"


def another_layer(model):
    model.stages[0].append(torch.nn.Identity())
    return r"len\(self\.stages\[0\]\) is 5; this translation is for len\(self\.stages\[0\]\) = 4"


def other_dtype(model):
    model.stages[1][2].expand.double()
    return r"self\.stages\[1\]\[2\]\.expand\.weight is f64\[\d+, \d+, 1, 1\] on cpu"


def other_size(model):
    model.stages[0][2].norm1.running_var = torch.ones(11)
    return r"self\.stages\[0\]\[2\]\.norm1\.running_var is f32\[11\] on cpu"


def test_a_changed_layer_is_named(tmp_path):
    text = network("residual", 4, 1)
    source = stitched(text, training=False)
    changes = [other_stride, other_eps, other_class, other_hook, another_layer, other_dtype, other_size]
    for change in changes:
        _, translated, inputs = built(text, source, tmp_path)
        translated.eval()
        translated(*inputs)
        message = change(translated)
        with pytest.raises(ValueError, match=message):
            translated(*inputs)


def test_another_number_of_parameters_is_refused(tmp_path):
    text = network("mixer", 4, 1)
    namespace = load(stitched(text), tmp_path)
    model = namespace["ModelNew"]()
    x = namespace["get_inputs"]()[0]
    with pytest.raises(ValueError, match="there are 48 parameters; this translation is for 49"):
        namespace["translated"](x, *list(model.parameters())[1:])


SOFTMAX = """import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, p_ptr, y_ptr, n, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    columns = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * n + columns, mask=columns < n, other=float("-inf"))
    p = tl.load(p_ptr + columns, mask=columns < n, other=0.0)
    e = tl.exp(x - tl.max(x, axis=0))
    tl.store(y_ptr + row * n + columns, e / tl.sum(e, axis=0) + p, mask=columns < n)


def translated(x, p):
    y = torch.empty_like(x)
    n = x.shape[-1]
    kernel[(x.numel() // n,)](x, p, y, n, BLOCK=triton.next_power_of_2(n))
    return y
"""


def test_an_entry_with_blocks_is_an_answer_that_the_judge_takes():
    graph = trace(
        "class Model(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
        "        self.p = nn.ParameterList([torch.randn(8) for _ in range(24)])\n\n"
        "    def forward(self, x):\n        for p in self.p:\n            x = torch.softmax(x, -1) + p\n"
        "        return x\n\n\ndef get_inputs():\n    return [torch.randn(4, 8)]\n"
    )
    parts = frontend.regions(graph)
    assert len(parts) == 24 and len({part.graph.text for part in parts}) == 1
    source = define([(graph, [SOFTMAX] * 24)], ["translated"])
    source = "import torch\nimport triton\nimport triton.language as tl\n\n\n" + source
    assert "\n    for i in range(0, 24, 2):" in source and source.count("region0(") < 10
    ast.parse(source)
    verdict = judge_answer(graph.text, source)
    assert verdict.ok, verdict.reason
