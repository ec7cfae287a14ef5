"""The user's source with another body, however it is laid out."""

import pytest
import torch
from program_support import IMPORTS, as_torch, load, tensors

from python_to_triton import codegen, frontend
from python_to_triton.codegen.dead_code import kept_statements, without_unreachable_methods

FUNCTIONS = {
    "one line": "def f(x): return x.sin() * 2",
    "signature of two lines": "def f(x,\n      scale=2): return x.sin() * scale",
    "signature that is not ASCII": "def f(größe): return größe.sin() * 2",
    "tabs": "def f(x):\n\ty = x.sin()\n\treturn y * 2",
    "decorated function first": (
        "def f(x):\n    @torch.no_grad()\n    def two():\n        return 2\n\n    return x.sin() * two()"
    ),
}
FORWARD = "    def forward(self, x):\n        return x.sin() * 2\n"
BASE = f"class Base(torch.nn.Module):\n{FORWARD}\n\n"
MODULES = {
    "tabs": "class Model(torch.nn.Module):\n" + FORWARD.replace("    ", "\t"),
    "name that is not ASCII": (
        "class Modèle(torch.nn.Module):\n    def __init__(self):\n"
        "        super(Modèle, self).__init__()  # one\n\n" + FORWARD
    ),
    "inherits on one line": BASE + "class Model(Base): pass\n",
    "inherits on two lines": BASE + "class Model(\n        Base): pass\n",
    "inherits, and names a number": BASE + "class Model(Base):\n    pass\n    scale = 2.0\n",
    "inherits, with tabs": BASE + "class Model(Base):\n\tscale = 2.0\n",
}


def written(text, tmp_path):
    graph = frontend.trace(IMPORTS + text, tensors((3, 5)))
    answers = [as_torch(region.graph) for region in frontend.regions(graph)]
    return load(codegen.stitch(graph, answers), tmp_path)


@pytest.mark.parametrize("layout", FUNCTIONS)
def test_a_function_keeps_its_signature(layout, tmp_path):
    [x] = tensors((3, 5))
    torch.testing.assert_close(written(FUNCTIONS[layout], tmp_path)["f"](x), x.sin() * 2)


@pytest.mark.parametrize("layout", MODULES)
def test_a_class_keeps_all_but_its_forward(layout, tmp_path):
    [x] = tensors((3, 5))
    model = written(MODULES[layout], tmp_path)["ModelNew"]()
    torch.testing.assert_close(model(x), x.sin() * 2)
    assert getattr(model, "scale", 2.0) == 2.0
    assert hasattr(model, "scale") == ("scale" in MODULES[layout])


def test_what_is_computed_below_a_block_without_gradients_is_not_in_it(tmp_path):
    text = "def f(x):\n    with torch.no_grad():\n        y = x.sin()\n    return x * y"
    function = written(text, tmp_path)["f"]
    result = function(tensors((3, 5))[0].requires_grad_())
    assert result.requires_grad
    with pytest.raises(ValueError, match="gradient|backward"):
        result.sum().backward()


CHANGED_DATA = """import torch
torch.manual_seed(3)
TABLE = torch.randn(4)
CONFIG = {"std": 0.02}
CONFIG["std"] = 5.0
UNUSED = []
UNUSED.append(1)
for place in range(2):
    TABLE[place] += 1
torch.set_num_threads(2)
print(CONFIG)
class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.w = torch.nn.Parameter(TABLE * CONFIG["std"])
if __name__ == "__main__":
    CONFIG["std"] = 1.0
"""


def test_what_changes_the_data_of_a_constructor_is_kept():
    kept = "\n".join(text for text, _ in kept_statements(CHANGED_DATA, {"Model"}))
    for line in ("torch.manual_seed(3)", 'CONFIG["std"] = 5.0', "    TABLE[place] += 1"):
        assert f"{line}\n" in kept
    for word in ("UNUSED", "print", "set_num_threads", "__main__"):
        assert word not in kept


def test_methods_that_pytorch_calls_are_kept():
    source = """class Model(nn.Module):
    def train(self, mode=True):
        return self._frozen(super().train(mode))

    def _frozen(self, module):
        return module

    def extra_repr(self):
        return "frozen"

    def unused(self):
        return 1

    def forward(self, x):
        return x
"""
    kept = without_unreachable_methods(source, "Model")
    assert all(f"def {name}(" in kept for name in ("train", "_frozen", "extra_repr", "forward"))
    assert "unused" not in kept


def test_a_name_that_guards_the_file_cannot_be_the_programs_own():
    source = f"""{IMPORTS}
def _sizes(n):
    return n + 1

class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.w = torch.nn.Parameter(torch.ones(_sizes(3)))

    def forward(self, x):
        return torch.sigmoid(x * self.w)

def get_inputs():
    return [torch.randn(2, 4)]
"""
    graph = frontend.trace(source)
    answers = [as_torch(region.graph) for region in frontend.regions(graph)]
    with pytest.raises(frontend.GraphError, match="own _sizes is a name that the written file"):
        codegen.stitch(graph, answers)
