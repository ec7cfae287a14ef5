"""Programs of a launch in other orders: one by one, or by turns, which change at every atomic operation.

Programs of a grid run in any order and at the same time. Triton's interpreter runs each as one call of a
Python function, so a kernel that does something atomic is rewritten into a generator: it stops behind every
atomic operation, and another program may go on.
"""

import ast
import random
from collections.abc import Callable, Iterator, Sequence
from types import GeneratorType, ModuleType
from typing import Any

ORDERS = NATURAL, REVERSED, INTERLEAVED = ("natural", "in reverse order", "interleaved")

# Programs that run at the same time, where they are interleaved. No more, since a GPU promises no more: a
# program that waits for one which has not begun may wait for ever.
RESIDENT = 2


# ---- kernels as generators ----


def first_of(value: Any, _: None) -> Any:
    """The result of an atomic operation, behind which a kernel stops."""
    return value


def finished(result: Any) -> Iterator:
    """The result of a function of the kernel, which may stop on its way."""
    if isinstance(result, GeneratorType):
        result = yield from result
    return result


def is_atomic(node: ast.AST) -> bool:
    """Whether a node calls one of Triton's atomic operations."""
    return isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2].startswith("atomic_")


def called_names(function: ast.FunctionDef) -> set[str]:
    """The names that a function calls without a module or a value before them."""
    calls = (node for node in ast.walk(function) if isinstance(node, ast.Call))
    return {call.func.id for call in calls if isinstance(call.func, ast.Name)}


def parameters_of(function: ast.FunctionDef) -> set[str]:
    """The names of a function's parameters."""
    return {node.arg for node in ast.walk(function.args) if isinstance(node, ast.arg)}


def functions_that_stop(functions: Sequence[ast.FunctionDef]) -> set[str]:
    """The names of the functions that do something atomic, by themselves or in a function that they call."""
    stopping = {each.name for each in functions if any(map(is_atomic, ast.walk(each)))}
    if not stopping:
        return stopping
    grown = True
    while grown:
        more = {each.name for each in functions if called_names(each) & (stopping | parameters_of(each))}
        grown = not more <= stopping
        stopping |= more
    return stopping


class Stops(ast.NodeTransformer):
    """Has a function stop behind each atomic operation, and where a function stops that it calls."""

    def __init__(self, stopping: set[str]):
        self.stopping = stopping

    def visit_Call(self, node: ast.Call) -> ast.AST:
        atomic = is_atomic(node)
        self.generic_visit(node)
        if atomic:
            return ast.Call(ast.Name("__first_of__", ast.Load()), [node, ast.Yield()], [])
        if isinstance(node.func, ast.Name) and node.func.id in self.stopping:
            return ast.YieldFrom(ast.Call(ast.Name("__finished__", ast.Load()), [node], []))
        return node


def stop_at_atomics(functions: Sequence[ast.FunctionDef], module: ModuleType) -> None:
    """Rewrites those of `functions` that are kernels and do something atomic; `module` will hold them."""
    kernels = [each for each in functions if each.decorator_list]
    stopping = functions_that_stop(kernels)
    for function in kernels:
        if function.name in stopping:
            Stops(stopping | parameters_of(function)).visit(function)
    module.__dict__.update(__first_of__=first_of, __finished__=finished)


# ---- orders ----


def in_order(count: int, order: str) -> list[int]:
    """The numbers of `count` programs in the order in which they begin."""
    numbers = list(range(count))
    if order == INTERLEAVED:
        random.Random(count).shuffle(numbers)
    if order == REVERSED or order == INTERLEAVED and numbers == sorted(numbers):
        numbers.reverse()
    return numbers


def run_programs(count: int, order: str, place: Callable[[int], None], program: Callable[[], Any]) -> None:
    """Runs every program of a launch.

    Args:
        count: how many there are.
        order: one of ORDERS. Interleaved programs take turns at random, but the same in every process.
        place: is called before a program begins, and before it goes on, with its number.
        program: begins the program; its result is a generator where it stops on its way.
    """
    turns = random.Random(count)
    resident = RESIDENT if order == INTERLEAVED else 1
    waiting = in_order(count, order)[::-1]
    running = []
    while waiting or running:
        while waiting and len(running) < resident:
            number = waiting.pop()
            place(number)
            begun = program()
            if isinstance(begun, GeneratorType):
                running.append((number, begun))
        if not running:
            return
        number, begun = current = turns.choice(running)
        place(number)
        try:
            next(begun)
        except StopIteration:
            running.remove(current)
