"""The user's own class or function around a translation."""

import pytest
import torch
from program_support import IMPORTS, as_torch, load

from python_to_triton import codegen, frontend
from python_to_triton.frontend import trace

REFUSED = {
    "self.register_forward_hook(lambda module, x, y: y * 2)": "runs more than the forward of its class",
    "self.forward = self.other": "runs more than the forward of its class",
    "self.fc = nn.Linear(8, int(globals()['made']))": "the class cannot be written out: KeyError: 'made'",
}


@pytest.mark.parametrize("line", REFUSED)
def test_a_class_that_cannot_take_the_place_of_its_original_is_refused(line):
    source = (
        f"{IMPORTS}made = 3\n\n\nclass Model(nn.Module):\n    def __init__(self):\n"
        f"        super().__init__()\n        {line}\n\n"
        "    def other(self, x):\n        return x.sin()\n\n    def forward(self, x):\n"
        "        return x.cos()\n\n\n"
        "def get_inputs():\n    return [torch.randn(3, 5)]\n"
    )
    with pytest.raises(frontend.GraphError, match=REFUSED[line]):
        codegen.check_wrapper(frontend.trace(source))


INNER_FORWARD = """
class Inner(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(5))

    def forward(self, x):
        return torch.cosh(x) * self.weight


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = Inner()

    def forward(self, x):
        return self.inner(x)
"""
HELPER_METHOD = """
class Model(nn.Module):
    def forward(self, x):
        return self.halved(x)

    def halved(self, x):
        return torch.lerp(x, x.sin(), 0.5)
"""
INHERITED_FORWARD = """
class Base(nn.Module):
    def forward(self, x):
        return x.sin()


class Model(Base):
    pass
"""
DECORATED = """
def doubled(function):
    return lambda self, x: 2 * function(self, x)


class Model(nn.Module):
    @doubled
    @doubled
    def forward(self, x):
        return x.cos()
"""
SIZED_BY_A_CALL = """
class Body(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv1d(1, 2, 3)

    def forward(self, x):
        return F.relu(self.conv(x))


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = Body()
        self.head = nn.Linear(self.body(torch.zeros(1, 1, 5)).shape[-1], 2)

    def forward(self, x):
        return self.head(self.body(x[:, None]))
"""
INPUTS = "\n\ndef get_inputs():\n    return [torch.randn(3, 5)]\n"


@pytest.mark.parametrize(
    "source, gone",
    [
        (INNER_FORWARD, "cosh"),
        (INNER_FORWARD, "self.inner(x)"),
        (HELPER_METHOD, "lerp"),
        (INHERITED_FORWARD, "sin()"),
        (DECORATED, "doubled"),
    ],
)
def test_nothing_that_computes_is_left_beside_the_translation(source, gone):
    """Of other classes only what constructors need, of the own forward nothing, decorators included."""
    _, text = codegen.user_wrapper(trace(IMPORTS + source + INPUTS))
    assert gone in source and gone not in text and "class ModelNew" in text


def test_a_forward_that_a_constructor_calls_is_kept():
    made = trace(IMPORTS + SIZED_BY_A_CALL + INPUTS)
    _, text = codegen.user_wrapper(made)
    assert "F.relu(self.conv(x))" in text
    codegen.check_wrapper(made)


def test_a_forward_of_many_parameters_keeps_its_lines_short():
    layers = ", ".join(["nn.Linear(5, 5)"] * 30)
    made = trace(
        f"{IMPORTS}class Model(nn.Sequential):\n    pass\n\n\ndef get_init_inputs():\n"
        f"    return [{layers}]\n\n\n"
        "def get_inputs():\n    return [torch.randn(3, 5)]\n"
    )
    codegen.check_wrapper(made)
    _, text = codegen.user_wrapper(made)
    body = text.split("class ModelNew")[1].split("\n\n\n")[0].split("\n")
    assert body[1:] == [
        "    def forward(self, input):",
        "        return translated(input, *_parameters(self))",
    ]
    parameters = text.split("def _parameters(self):")[1].split("\n\n\n")[0].split("\n")
    assert parameters[-3:] == [
        "    for i in range(0, 30):",
        '        _linear_parts(f"self[{i}]", self[i], weights)',
        "    return (*weights,)",
    ]


BLOCKS = """
class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.net = nn.Sequential(nn.Linear(width, width), nn.GELU())

    def forward(self, x):
        return x + self.net(self.norm(x))


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.ModuleList([Block(5) for _ in range(3)])

    def forward(self, x):
        for block in self.blocks:
            x = block(x)
        return x
"""


def test_a_kind_of_layer_is_checked_by_one_function(tmp_path):
    """What a module of many parameters checks and passes on stands in functions of its own."""
    made = trace(IMPORTS + BLOCKS + INPUTS)
    text = codegen.stitch(made, [as_torch(region.graph) for region in frontend.regions(made)])
    assert "        return translated(x, *_parameters(self))\n" in text
    parameters = text.split("def _parameters(self):")[1].split("\n\n\n")[0]
    assert '    _modulelist_parts("self.blocks", self.blocks, weights)\n' in parameters
    block = text.split("def _block_parts(")[1].split("\n\n\n")[0]
    assert 'parts["norm"], weights)' in block and text.count("_block_parts(") == 2
    model = load(text, tmp_path)["ModelNew"]()
    scope = dict(frontend.PREDEFINED_NAMES)
    exec(BLOCKS, scope)
    original = scope["Model"]()
    original.load_state_dict(model.state_dict())
    x = torch.randn(3, 5)
    torch.testing.assert_close(model(x), original(x))
    model.blocks[1].norm.eps = 0.1
    with pytest.raises(ValueError, match=r"^self.blocks\[1\].norm.eps is 0.1; this translation is"):
        model(x)


# ---- programs without source, given as objects ----


RECURRENT = {
    "LSTM": lambda: torch.nn.LSTM(3, 4),
    "two layers in both directions": lambda: torch.nn.LSTM(3, 4, 2, bidirectional=True, batch_first=True),
    "within a module": lambda: torch.nn.Sequential(torch.nn.Linear(3, 3), torch.nn.LSTM(3, 4)),
}


def entry_of_object(tmp_path, program, *inputs):
    """`translated` of the file of a program that is given as an object."""
    graph = trace(program, inputs, loops=True)
    source = codegen.stitch(graph, [as_torch(region.graph) for region in frontend.regions(graph)])
    path = tmp_path / "written.py"
    path.write_text(source)
    names = {"__name__": "written"}
    exec(compile(source, str(path), "exec"), names)
    return names["translated"]


@pytest.mark.parametrize("name", RECURRENT)
def test_the_file_of_a_module_without_source_is_called_with_the_module(name, tmp_path):
    layer = RECURRENT[name]()
    shape = (lambda steps: (2, steps, 3)) if "both" in name else (lambda steps: (steps, 2, 3))
    translated = entry_of_object(tmp_path, layer, torch.randn(shape(5)))
    for steps in (1, 5, 9):
        x = torch.randn(shape(steps))
        result, (hidden, cell) = translated(layer, x)
        expected, (expected_hidden, expected_cell) = layer(x)
        for one, other in ((result, expected), (hidden, expected_hidden), (cell, expected_cell)):
            torch.testing.assert_close(one, other)


def test_what_such_a_module_was_not_given_is_refused(tmp_path):
    layer = torch.nn.LSTM(3, 4)
    x, state = torch.randn(5, 2, 3), torch.zeros(1, 2, 4)
    translated = entry_of_object(tmp_path, layer, x)
    with pytest.raises(ValueError, match="hx is "):
        translated(layer, x, (state, state))
    with pytest.raises(ValueError, match="self.hidden_size is 5"):
        translated(torch.nn.LSTM(3, 5), x)


def scaled(x, *rest, scale=2.0, made=torch.nn.Identity, dtype=torch.float32):
    """A function with all kinds of parameters."""
    return {"scaled": (x * scale + rest[0]).to(dtype), "same": x}


def test_the_file_of_a_function_without_source_has_its_signature(tmp_path):
    x, y = torch.randn(3, 5), torch.randn(3, 5)
    translated = entry_of_object(tmp_path, scaled, x, y)
    torch.testing.assert_close(translated(x, y, made=torch.nn.Identity)["scaled"], 2.0 * x + y)
    torch.testing.assert_close(translated(x, y, scale=2.0, made=torch.nn.Identity)["same"], x)
    with pytest.raises(ValueError, match="Identity"):
        translated(x, y)  # no text says what that default is
    with pytest.raises(ValueError, match="scale is 3.0"):
        translated(x, y, scale=3.0, made=torch.nn.Identity)
