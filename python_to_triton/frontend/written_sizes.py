"""Sizes that the text of a program tells: in a comment, an annotation, or a statement that makes an input."""

import ast
import re

import torch

from python_to_triton.frontend.vocabulary import DTYPES

_HINT = re.compile(r"^[\"']?(f16|bf16|f32|f64|i8|i16|i32|i64|u8|bool)\[([\d, ]*)\][\"']?$")

_DRAWN = re.compile(r"torch\.(?:randn|rand)\(((?:\d+(?:, )?)+)\)")


def _read_hint(text):
    """`f32[128, 512]` as (dtype, shape), or None."""
    match = _HINT.match(text.strip())
    return match and (DTYPES[match[1]], tuple(int(n) for n in match[2].replace(" ", "").split(",") if n))


def written_sizes(source: str, tree: ast.Module) -> dict[str, tuple[torch.dtype, tuple[int, ...]]]:
    """{name: (dtype, shape)} of sizes that the user wrote.

    They are in a comment, `# x: f32[128, 512], w: f32[512]`, or in an annotation `x: f32[128, 512]` of a
    statement or a signature; annotations of a signature are removed from the tree.
    """
    hints = {}
    for comment in re.findall(r"#(.*)", source):
        hints |= dict(re.findall(r"(\w+)\s*:\s*(\w+\[[\d, ]*\])", comment))
    for node in ast.walk(tree):
        if isinstance(node, ast.AnnAssign) and node.value is None and isinstance(node.target, ast.Name):
            hints[node.target.id] = ast.unparse(node.annotation)
        if isinstance(node, ast.arg) and node.annotation is not None:
            hints[node.arg] = ast.unparse(node.annotation)
            if _read_hint(hints[node.arg]):
                node.annotation = None
    return {name: _read_hint(text) for name, text in hints.items() if _read_hint(text)}


def drawn_inputs(tree: ast.Module) -> dict[str, tuple[torch.dtype, tuple[int, ...]]]:
    """{name: (dtype, shape)} of statements that make inputs, `x = torch.randn(3, 4)`.

    They are removed from the tree.
    """
    drawn = {}
    for node in list(tree.body):
        if not isinstance(node, ast.Assign) or not isinstance(node.targets[0], ast.Name):
            continue
        match = _DRAWN.fullmatch(ast.unparse(node.value))
        if match:
            drawn[node.targets[0].id] = torch.float32, tuple(int(n) for n in match[1].split(", "))
            tree.body.remove(node)
    return drawn
