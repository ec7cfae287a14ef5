"""What tests of the front end and of code generation share: programs, and answers in PyTorch."""

import torch
import torch.nn.functional as F
from hypothesis import strategies as st

from python_to_triton import codegen, frontend
from python_to_triton.frontend import parse, trace


def tensors(*shapes, seed=0):
    generator = torch.Generator().manual_seed(seed)
    return tuple(torch.randn(shape, generator=generator) for shape in shapes)


def run_program(graph, outputs, **names):
    """What the wrapper of a graph returns for these outputs: it writes first what the program writes.

    `names` are those that the wrapper has: the program's parameters, and self.
    """
    program = graph.source
    conditions = program.conditions
    names["torch"] = torch
    names["results"] = list(outputs) if graph.multiple else [outputs]
    for i in conditions.copied:
        names["results"][i] = names["results"][i].clone()
    with torch.no_grad():
        for statement in [*(effect.statement for effect in conditions.effects), *conditions.statements]:
            exec(statement, {}, names)
    return eval(program.template, {}, names) if program.template else outputs


def check_same(function, inputs):
    """Traces `function` and checks that graph and parsed graph compute what it does, in both precisions."""
    made = trace(function, inputs)
    again = parse(made.text)
    assert again.text == made.text
    for dtype in (torch.float32, torch.float64):
        real = [x.to(dtype) if x.is_floating_point() else x for x in inputs]
        written = [x.clone() for x in real]
        expected = function(*written)
        for outputs in (made.run(*real), again.run(*real)):
            given = [x.clone() for x in real]
            result = run_program(made, outputs, **dict(zip(made.source.parameters, given)))
            torch.testing.assert_close(result, expected, equal_nan=True)
            torch.testing.assert_close(given, written, equal_nan=True)
    return made


UNARY = [
    "torch.relu({})",
    "{}.sigmoid()",
    "torch.tanh({})",
    "F.silu({})",
    "F.gelu({})",
    "{}.abs()",
    "-{}",
    "{} * 0.5",
    "3 - {}",
    "{} ** 2",
    "{}.clamp(-1, 1)",
    "{}.softmax(-1)",
    "{}.cumsum(0)",
    "{} - {}.mean(-1, keepdim=True)",
    "F.layer_norm({}, ({}.shape[-1],))",
    "{}.flip(0)",
    "torch.where({} > 0, {}, 0.1)",
    "{}.sum(0, keepdim=True) / {}.shape[0]",
    "{}.t().contiguous().t()",
    "{}.view(-1).view({}.shape)",
    "F.pad({}, (1, 0))[:, :-1]",
    "{}.logsumexp(1, keepdim=True)",
    "torch.cat([{}, {}], 1)[:, ::2]",
    "{}.triu()",
    "{}.roll(1, 1)",
]


BINARY = [
    "{} + {}",
    "{} * {}",
    "{} - {}",
    "torch.maximum({}, {})",
    "{} / (1 + {} ** 2)",
    "({} @ {}.t()) @ {}",
    "torch.lerp({}, {}, 0.3)",
]


INPLACE = [
    "{0}.mul_(2)",
    "{0} += 1",
    "{0}[0] = 0.5",
    "{0}[:, 1:] = {1}[:, 1:]",
    "{0}[{0} > 0.5] = 0",
    "{0}.t()[0].add_(1)",
    "{0}[:, 0] *= 3",
]


@st.composite
def programs(draw):
    """Source of a function of x and y, both (n, m), of one to eight statements."""
    names, lines = ["x", "y"], ["x = x.clone()", "y = y.clone()"]
    for i in range(draw(st.integers(1, 8))):
        template = draw(st.sampled_from(UNARY + BINARY + INPLACE))
        one, two = draw(st.sampled_from(names)), draw(st.sampled_from(names))
        if template in INPLACE:
            lines += [f"t{i} = {one} + 0.25", template.format(f"t{i}", two if two != "m" else one)]
        elif template in UNARY:
            lines.append(f"t{i} = {template.replace('{}', one)}")
        else:
            lines.append(f"t{i} = {template.replace('{}', one, 1).replace('{}', two)}")
        # Contiguous, since the next statement may view it: eager refuses to view a broadcast tensor.
        lines.append(f"t{i} = t{i}.expand(x.shape).contiguous()")
        names.append(f"t{i}")
    return "def program(x, y):\n    " + "\n    ".join(lines) + f"\n    return {names[-1]} + x * y"


MODEL = """
import torch
import torch.nn as nn

width = 6

class Model(nn.Module):
    def __init__(self, features, classes):
        super().__init__()
        self.norm = nn.BatchNorm1d(features)
        self.unused = nn.Linear(3, 3)
        self.head = nn.Linear(features, classes)
        self.register_buffer("scale", torch.full((classes,), 0.5))
        self.shift = torch.ones(classes)

    def forward(self, x):
        return (self.head(self.norm(x)) * self.scale + self.shift).relu_()

def get_inputs():
    return [torch.rand(1_000_000, width)]

def get_init_inputs():
    return [width, 4]
"""


def perceptron(x, w, b, v, dim=-1):
    h = F.gelu(F.linear(x * 2, w, b))
    h = F.layer_norm(h, (h.shape[-1],)) + h
    return (h.abs() @ v.t()).softmax(dim) / h.shape[-1]


def as_torch(region, entry="translated"):
    """An 'answer' to a region: its own operations, in PyTorch, so that stitching needs no model."""
    lines = [
        f"def {entry}({', '.join(a.name for a in region.arguments)}):",
        "    from python_to_triton import frontend",
        f"    return frontend.parse({region.text!r}).run({', '.join(a.name for a in region.arguments)})",
    ]
    return "import torch\n\n" + "\n".join(lines)


def load(source, tmp_path):
    """The names that a stitched module defines; without Triton, whose place as_torch takes, but for draws."""
    path = tmp_path / "stitched.py"
    path.write_text(source)
    namespace = {"__name__": "stitched"}
    if "@triton.jit" not in source:
        source = source.replace("import triton\nimport triton.language as tl", "")
    exec(compile(source, str(path), "exec"), namespace)
    return namespace


def by_regions(made, tmp_path):
    """`translated`, each region answered in PyTorch."""
    return load(codegen.stitch(made, [as_torch(r.graph) for r in frontend.regions(made)]), tmp_path)[
        "translated"
    ]


def check_regions(made):
    """Each region has one anchor and not many other operations, and reads as a trace of itself."""
    found = frontend.regions(made)
    assert [r.graph.text for r in found] == [r.graph.text for r in frontend.regions(made)]
    for region in found:
        values, letters = region.graph.values, region.graph.sizes
        anchors = [
            v
            for v in values
            if frontend.OPS[v.op].kind in frontend.ANCHOR_KINDS and not frontend.is_elementwise_loss(v)
        ]
        assert len(set(map(frontend.anchor_key, anchors))) <= 1 or all(
            v.op in frontend.SUMS for v in anchors
        ), region.graph.text
        assert sum(map(frontend.is_pointwise, values)) <= frontend.MAX_POINTWISE
        if letters and not frontend.size_letters(
            values
        ):  # else only the part itself can say which size is meant
            metas = [
                torch.empty(
                    [d if isinstance(d, int) else letters[d] for d in a.dims], dtype=a.dtype, device="meta"
                )
                for a in region.graph.arguments
            ]
            alone = parse(region.graph.text)
            assert trace(lambda *given: alone.run(*given), metas).text == region.graph.text
    return found


IMPORTS = "import math\nimport torch\nimport torch.nn as nn\nimport torch.nn.functional as F\n\n"


def check_equal(ours, theirs):
    assert type(ours).__name__ == type(theirs).__name__
    for one, other in zip(frontend.collect_tensors(ours), frontend.collect_tensors(theirs), strict=True):
        loose = (
            3e-2 if other.dtype in (torch.float16, torch.bfloat16) else 1e-4
        )  # a cast in between is rounded either way
        torch.testing.assert_close(one, other, rtol=loose, atol=loose, equal_nan=True)
