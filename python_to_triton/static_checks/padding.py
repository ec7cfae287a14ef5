"""Whether the border of a convolution stays zero behind what a kernel computes before it.

A masked load gives 0 outside the image. Where the prompt convolves f(a0) and f(0) is not 0, as with sigmoid,
a kernel has to put 0 there once more after it has computed f: `tl.where(inside, v0, 0.0)`.
"""

import ast

import torch

from python_to_triton import frontend
from python_to_triton.static_checks.findings import FaultFound
from python_to_triton.static_checks.prompt_values import POINTS, PromptValues, SampleDraws, whole_of
from python_to_triton.static_checks.syntax import all_nodes


class ZeroDraws(SampleDraws):
    """Zeros in the place of random values."""

    def __call__(self, key: object) -> torch.Tensor:
        """[1, P] zeros."""
        return torch.zeros(1, len(POINTS), dtype=torch.float64)


def has_border(value: frontend.Value) -> bool:
    """Whether a convolution reads beyond its input: it is padded, or a transposed one."""
    padding = value.at["padding"]
    sides = padding if isinstance(padding, (list, tuple)) else [padding]
    return "transpose" in value.op or any(side != 0 for side in sides)


def border_value(prompt: str) -> str:
    """The name of a pointwise value that a convolution with a border reads, and that is not 0 where its
    inputs are; "" where there is none.
    """
    values = PromptValues(prompt, ZeroDraws())
    for value in frontend.parse(prompt).values:
        if value.op.startswith("conv") and has_border(value):
            name = whole_of(value.operands[0]).name
            if name in values.pointwise and bool(values.values[name].any()):
                return name
    return ""


def puts_zero(node: ast.AST) -> bool:
    """Whether a node is tl.where(mask, value, 0.0)."""
    if not isinstance(node, ast.Call) or ast.unparse(node.func) != "tl.where" or len(node.args) != 3:
        return False
    return isinstance(node.args[2], ast.Constant) and node.args[2].value == 0


def check_padding(functions: dict[str, ast.FunctionDef], prompt: str) -> None:
    """Raises FaultFound, at the first kernel, where none puts 0 into the border behind what is computed."""
    name = border_value(prompt) if "= conv" in prompt else ""
    if name and not any(puts_zero(node) for function in functions.values() for node in all_nodes(function)):
        line = min(function.lineno for function in functions.values())
        raise FaultFound(line, f"{name} is not 0 beyond the border, and no kernel puts 0 there")
