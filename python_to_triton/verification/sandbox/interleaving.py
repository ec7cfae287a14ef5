"""Programs of a launch in other orders: one by one, or by turns, which change at every atomic operation.

Programs of a grid run in any order and at the same time. Triton's interpreter runs each as one call of a
Python function, so a kernel that does something atomic is rewritten into a generator: it stops behind every
atomic operation and before every load and store, and another program may go on.
"""

import ast
import itertools
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from types import GeneratorType, ModuleType
from typing import Any

from python_to_triton.verification.sandbox.tree_nodes import all_nodes

ORDERS = NATURAL, REVERSED, INTERLEAVED, SPREAD = (
    "natural",
    "in reverse order",
    "interleaved",
    "from both ends and the middle",  # for launches of which only some programs run
)

# Programs that run at the same time, where they are interleaved. No more, since a GPU promises no more: a
# program that waits for one which has not begun may wait for ever.
RESIDENT = 2
IN_STEP = 0.75  # share of the turns that go to the program which has had fewer
# A candidate runs in a process that begins with it as it is here: its turns are the same each time.
TURNS = random.Random(0)


def restart_turns() -> None:
    """A further candidate in the same process has the turns of the first one."""
    TURNS.seed(0)


# ---- kernels as generators ----


def first_of(value: Any, _: None) -> Any:
    """The result of an atomic operation, behind which a kernel stops."""
    return value


def second_of(_: None, value: Any) -> Any:
    """The result of a load or store, before which a kernel stops."""
    return value


def finished(result: Any) -> Iterator:
    """The result of a function of the kernel, which may stop on its way."""
    if isinstance(result, GeneratorType):
        result = yield from result
    return result


def is_atomic(node: ast.AST) -> bool:
    """Whether a node calls one of Triton's atomic operations."""
    if not isinstance(node, ast.Call):
        return False
    name = getattr(node.func, "attr", None) or getattr(node.func, "id", "")
    return name.startswith("atomic_")


def is_load_or_store(node: ast.Call) -> bool:
    """Whether a call loads or stores."""
    return ast.unparse(node.func) in ("tl.load", "tl.store")


def called_names(function: ast.FunctionDef) -> set[str]:
    """The names that a function calls without a module or a value before them."""
    calls = (node for node in all_nodes(function) if isinstance(node, ast.Call))
    return {call.func.id for call in calls if isinstance(call.func, ast.Name)}


def parameters_of(function: ast.FunctionDef) -> set[str]:
    """The names of a function's parameters."""
    return {node.arg for node in all_nodes(function.args) if isinstance(node, ast.arg)}


def functions_that_stop(functions: Sequence[ast.FunctionDef]) -> set[str]:
    """The names of the functions that do something atomic, by themselves or in a function that they call."""
    stopping = {each.name for each in functions if any(map(is_atomic, all_nodes(each)))}
    if not stopping:
        return stopping
    grown = True
    while grown:
        more = {each.name for each in functions if called_names(each) & (stopping | parameters_of(each))}
        grown = not more <= stopping
        stopping |= more
    return stopping


class Stops(ast.NodeTransformer):
    """Has a function stop behind each atomic operation, before each load and store, and where a function
    stops that it calls. Before a load or store it yields true.
    """

    def __init__(self, stopping: set[str]):
        self.stopping = stopping

    def visit_Call(self, node: ast.Call) -> ast.AST:
        atomic, plain = is_atomic(node), is_load_or_store(node)
        self.generic_visit(node)
        if atomic:
            return ast.Call(ast.Name("__first_of__", ast.Load()), [node, ast.Yield()], [])
        if plain:
            before = ast.Yield(ast.Constant(True))
            return ast.Call(ast.Name("__second_of__", ast.Load()), [before, node], [])
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
    module.__dict__.update(__first_of__=first_of, __second_of__=second_of, __finished__=finished)


# ---- orders ----


@dataclass
class Turn:
    """A program that has begun."""

    number: int
    begun: Iterator
    steps: int = 0  # how often it was its turn
    stands: bool = False  # before a load or store


def spread(count: int) -> Iterator[int]:
    """The numbers below `count`: by turns the first, the last and those after the first third that are
    left.
    """
    third = (count + 2) // 3
    last = max(third, count - third)
    parts = range(third), range(count - 1, last - 1, -1), range(third, last)
    for numbers in itertools.zip_longest(*parts):
        yield from (number for number in numbers if number is not None)


def in_order(count: int, order: str) -> Iterator[int]:
    """The numbers of `count` programs in the order in which they begin."""
    if order == SPREAD:
        return spread(count)
    numbers = list(range(count))
    if order == INTERLEAVED:
        random.Random(count).shuffle(numbers)
    if order == REVERSED or order == INTERLEAVED and numbers == sorted(numbers):
        numbers.reverse()
    return iter(numbers)


def next_turn(running: Sequence[Turn], passing: bool, waits: bool, turns: random.Random) -> Turn:
    """The program that goes on: mostly, among equals, one that has had fewer turns.

    While `passing`, one that stands before a load or store lets others pass, until each stands before one
    too: what is not ordered happens at the same time then. It goes on where others may be waiting for it.
    """
    pool = [turn for turn in running if turn.stands == waits] if passing else running
    if turns.random() < IN_STEP:
        return min(pool or running, key=lambda turn: turn.steps)
    return turns.choice(pool or running)


def run_programs(
    count: int,
    order: str,
    place: Callable[[int], None],
    program: Callable[[], Any],
    waits: Callable[[], bool] = lambda: False,
    turns: random.Random = TURNS,
    ended: Callable[[int], None] = lambda number: None,
) -> None:
    """Runs every program of a launch.

    Args:
        count: how many there are.
        order: one of ORDERS.
        place: is called before a program begins, and before it goes on, with its number.
        program: begins the program; its result is a generator where it stops on its way.
        waits: whether a program seems to wait for another one.
        turns: draws the program that goes on.
        ended: is called behind a program, with its number.
    """
    resident = RESIDENT if order == INTERLEAVED else 1
    waiting = in_order(count, order)
    running = []
    passing = False
    while True:
        while len(running) < resident and (number := next(waiting, None)) is not None:
            place(number)
            begun = program()
            if isinstance(begun, GeneratorType):
                running.append(Turn(number, begun))
                passing = turns.random() < 0.5
            else:
                ended(number)
        if not running:
            return
        turn = next_turn(running, passing, waits(), turns)
        place(turn.number)
        turn.steps += 1
        try:
            turn.stands = bool(next(turn.begun))
        except StopIteration:
            running.remove(turn)
            ended(turn.number)
