"""Loads the functions of a candidate's text, and describes its exceptions in one line."""

import ast
import builtins
import functools
import linecache
import os
import sys
import types
from typing import Any

from python_to_triton.verification.sandbox.imports import imported_values, with_one_spelling
from python_to_triton.verification.sandbox.loop_types import rewrite_kernels
from python_to_triton.verification.sandbox.rules import (
    CANDIDATE_FILE,
    HOST_BUILTINS,
    KERNEL_BUILTINS,
    Refused,
)

LONGEST_REASON, HEAD, TAIL = 300, 60, 235  # characters: Triton's compiler names the cause last


@functools.cache
def interpreting() -> bool:
    """Whether kernels run in Triton's interpreter in this process."""
    return os.environ.get("TRITON_INTERPRET") == "1"


@functools.cache
def kernel_class() -> type:
    """What @triton.jit makes in this process."""
    if interpreting():
        from triton.runtime.interpreter import InterpretedFunction

        return InterpretedFunction
    from triton.runtime import JITFunction

    return JITFunction


def kernel_of(value: Any) -> Any:
    """The kernel that a value is, or is under its decorators (tuning.py); None of anything else."""
    while not isinstance(value, kernel_class()) and hasattr(value, "fn"):
        value = value.fn
    return value if isinstance(value, kernel_class()) else None


def new_module(source: str) -> types.ModuleType:
    """An empty module. Triton asks `inspect` for a kernel's text, so the text goes where `inspect` looks."""
    module = types.ModuleType("candidate")
    linecache.cache[CANDIDATE_FILE] = (len(source), None, source.splitlines(keepends=True), CANDIDATE_FILE)
    sys.modules["candidate"] = module
    return module


def execute_rewritten(tree: ast.Module, module: types.ModuleType) -> None:
    """Executes a text whose kernels are rewritten already, where Triton interprets them."""
    exec(compile(tree, CANDIDATE_FILE, "exec", dont_inherit=True), module.__dict__)
    if interpreting():
        kernels = filter(None, map(kernel_of, vars(module).values()))
        kernel_class().rewritten_fn.update({kernel.fn: kernel.fn for kernel in kernels})


class AsOnGpu(ast.NodeTransformer):
    """Host code as on a GPU: `x.is_cuda` is true, `x.device.type` is "cuda", and `device="cuda"` is found."""

    def visit_Attribute(self, node):
        self.generic_visit(node)
        if node.attr == "is_cuda":
            return ast.copy_location(ast.Constant(True), node)
        if node.attr == "type" and isinstance(node.value, ast.Attribute) and node.value.attr == "device":
            return ast.copy_location(ast.Constant("cuda"), node)
        return node

    def visit_keyword(self, node):
        self.generic_visit(node)
        if node.arg == "device" and isinstance(node.value, ast.Constant):
            node.value = ast.copy_location(ast.Constant("cpu"), node.value)
        return node


def load_candidate(source: str) -> types.ModuleType:
    """The candidate's functions, with the builtins that the allow-list knows."""
    module = new_module(source)
    tree = ast.parse(source)
    values = imported_values(tree)
    tree = with_one_spelling(tree)
    tree.body = [node for node in tree.body if not isinstance(node, (ast.Import, ast.ImportFrom))]
    allowed = HOST_BUILTINS | KERNEL_BUILTINS | {"__import__"}  # PyTorch's C++ imports
    module.__dict__.update(values, __builtins__={name: getattr(builtins, name) for name in allowed})
    if interpreting():
        tree = AsOnGpu().visit(tree)
        rewrite_kernels(tree, module)
    execute_rewritten(tree, module)
    return module


def defines_kernel(node: ast.stmt) -> bool:
    """Whether a statement defines a kernel: the last decorator of the function is triton.jit."""
    if not isinstance(node, ast.FunctionDef) or not node.decorator_list:
        return False
    return ast.unparse(node.decorator_list[-1]).partition("(")[0] == "triton.jit"


def load_written(source: str) -> types.ModuleType:
    """A written module with everything in it: the answers' functions and the user's own class or function.

    The user's text keeps its imports and Python's builtins; the answers' functions passed the allow-list.
    """
    module = new_module(source)
    tree = ast.parse(source)
    if interpreting():
        rewrite_kernels(ast.Module([node for node in tree.body if defines_kernel(node)], []), module)
    execute_rewritten(tree, module)
    return module


def describe_error(error: BaseException) -> str:
    """One line about an exception that a candidate raised, with its line in the candidate."""
    line = 0
    trace = error.__traceback__
    while trace:
        line = trace.tb_lineno if trace.tb_frame.f_code.co_filename == CANDIDATE_FILE else line
        trace = trace.tb_next
    try:
        text = " ".join(f"{type(error).__name__}: {error}".split())
    except Refused as refusal:  # the exception holds a tensor, whose text is refused
        text = str(refusal)
    if len(text) > LONGEST_REASON:
        text = f"{text[:HEAD]} ... {text[-TAIL:]}"
    return f"line {line}: {text}" if line else text
