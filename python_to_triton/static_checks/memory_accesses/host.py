"""The host function of an answer: its tensors, without data, and its launches."""

import ast
import math

import torch

from python_to_triton.static_checks.findings import NotFollowed
from python_to_triton.static_checks.memory_accesses.data import Budget, storage_id
from python_to_triton.static_checks.memory_accesses.expressions import Interpreter, Scope, calculate
from python_to_triton.verification import HOST

MODULES = {"torch": torch, "math": math}
SLOW_FUNCTIONS = {"comb", "factorial", "perm"}  # of math
FUNCTIONS_WITHOUT_TENSORS = {"broadcast_shapes", "Size", "finfo", "iinfo"}  # of torch: they take no device


def new_like(like: torch.Tensor, **words) -> torch.Tensor:
    """What torch.empty_like or torch.zeros_like gives, without data, for a tensor that is_dense_alone.
    PyTorch's own import SymPy for it, which takes half a second.
    """
    return torch.empty_strided(like.shape, like.stride(), **{"dtype": like.dtype} | words)


def is_dense_alone(arguments: list) -> bool:
    """Whether these are one tensor, which is contiguous, or would be if its last two dimensions were
    exchanged.
    """
    if len(arguments) != 1 or not isinstance(arguments[0], torch.Tensor):
        return False
    [tensor] = arguments
    return tensor.is_contiguous() or (tensor.dim() > 1 and tensor.mT.is_contiguous())


LIKE = {"empty_like", "zeros_like"}


class HostInterpreter(Interpreter):
    """Runs a host function on meta tensors.

    Attributes:
        launches: [(kernel, grid, {parameter: argument})]
        uninitialized: the storages that nothing filled
    """

    def __init__(self, functions: dict[str, ast.FunctionDef], budget: Budget):
        super().__init__(functions, budget)
        self.launches: list[tuple] = []
        self.uninitialized: set[int] = set()
        self.held: list[torch.Tensor] = []  # alive, so that no storage has the id of another

    def combine(self, op: ast.AST, *parts: object) -> object:
        """What an operator makes of numbers and tuples."""
        has_tensor = any(isinstance(part, torch.Tensor) for part in parts)
        if has_tensor and not isinstance(op, (ast.Is, ast.IsNot)):
            raise NotFollowed("arithmetic on a tensor")
        return calculate(op, *parts)

    def evaluate_Attribute(self, node: ast.Attribute, scope: Scope) -> object:
        """An attribute that the allow-list names: x.shape, torch.float32."""
        owner = ast.unparse(node.value)
        module = owner if owner in MODULES else ""
        if node.attr not in HOST.values[module]:
            raise NotFollowed(node.attr)
        return getattr(MODULES[module] if module else self.evaluate(node.value, scope), node.attr)

    def launch(self, node: ast.Subscript, arguments: list, words: dict, scope: Scope) -> None:
        """Records kernel[grid](...)."""
        kernel = self.functions[node.value.id]
        grid = self.evaluate(node.slice, scope)
        parameters = [parameter.arg for parameter in kernel.args.args]
        given = dict(zip(parameters, arguments))
        given |= {word: value for word, value in words.items() if word in parameters}
        self.launches.append((kernel, grid if isinstance(grid, tuple) else (grid,), given))

    def call(self, node: ast.Call, name: str, arguments: list, words: dict, scope: Scope) -> object:
        """A launch, or a function or method that the allow-list names."""
        if isinstance(node.func, ast.Subscript):
            return self.launch(node.func, arguments, words, scope)
        if not isinstance(node.func, ast.Attribute):
            raise NotFollowed(name)
        owner = ast.unparse(node.func.value)
        attribute = node.func.attr
        if attribute not in HOST.calls[owner if owner in MODULES else ""] - SLOW_FUNCTIONS:
            raise NotFollowed(name)
        if owner == "torch" and attribute not in FUNCTIONS_WITHOUT_TENSORS:
            words |= {"device": "meta"}
        value = MODULES[owner] if owner in MODULES else self.evaluate(node.func.value, scope)
        if owner not in MODULES and not isinstance(value, (torch.Tensor, tuple, torch.finfo)):
            raise NotFollowed(name)
        is_like = owner == "torch" and attribute in LIKE and "memory_format" not in words
        if is_like and is_dense_alone(arguments):
            made = new_like(*arguments, **words)
        else:
            made = getattr(value, attribute)(*arguments, **words)
        if isinstance(made, torch.Tensor):
            self.held.append(made)
            if attribute == "view" and made.element_size() != value.element_size():
                raise NotFollowed("elements of another size")
            if "empty" in attribute:
                self.uninitialized.add(storage_id(made))
        return made
