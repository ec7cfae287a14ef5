"""A program of a folder: what it is called with, and which sizes of its inputs may be others."""

import contextlib
import copy
import functools
import inspect
import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import torch
from torch import Tensor
from torch._subclasses.fake_tensor import FakeCopyMode, FakeTensorMode

from calls.data import Call, TensorArgument
from python_to_triton import frontend

POOL = 4096  # values that are kept of an input
SMALL_SIZES = (5, 6, 7, 9, 4, 3, 10, 12, 8, 16, 18, 20, 24, 32, 36, 48, 64, 96, 128)
MOST_ELEMENTS = 1 << 15  # of the inputs of a call: Triton's interpreter runs it
NEAR = 0.05  # labels that come this near a size are positions in it
FAKE_TENSOR_LOG = "torch._subclasses.fake_tensor"  # it tells of every refusal
POSITIONAL = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)


@contextlib.contextmanager
def silenced(name: str) -> Iterator[None]:
    """Keeps a logger silent for a while."""
    logger = logging.getLogger(name)
    logger.disabled = True
    try:
        yield
    finally:
        logger.disabled = False


@dataclass(frozen=True)
class OwnInput:
    """An input as the program makes it: its shape, and some of its values."""

    shape: tuple[int, ...]
    values: Tensor  # (POOL,) or fewer


def empty_tensor(item: object) -> object:
    """A tensor of an argument's shape and dtype; a plain argument as it is."""
    if not isinstance(item, TensorArgument):
        return item
    return torch.empty(item.shape, dtype=getattr(torch, item.dtype))


def elements(step: Sequence) -> int:
    """How many elements the tensors among some arguments have."""
    return sum(torch.Size(item.shape).numel() for item in step if isinstance(item, TensorArgument))


@dataclass
class Original:
    """A program, and the smallest call that was found for it."""

    path: str
    kind: str  # "statements", "function" or "module"
    function: Any  # what is called; a module as it was built
    parameters: tuple[str, ...]  # of the arguments, in order
    inputs: tuple[OwnInput, ...]
    defaults: dict[str, Any]  # {parameter: default} of the parameters that have one
    constructor: tuple = ()  # the class's arguments, defaults written out
    constructor_names: tuple[str, ...] = ()
    arguments: tuple[TensorArgument, ...] = ()  # at small sizes
    free: list[tuple[tuple[int, int], ...]] = field(default_factory=list)  # (argument, dim) of one size each

    @property
    def names(self) -> tuple[str, ...]:
        """What a message to the caller may name."""
        return (*self.parameters, *self.defaults, *self.constructor_names)

    @property
    def size(self) -> int:
        """The elements of the inputs and parameters of the smallest call."""
        state = self.function.state_dict().values() if self.kind == "module" else ()
        return elements(self.arguments) + sum(tensor.numel() for tensor in state)

    def build(self, constructor: tuple | None = None) -> Any:
        """A function, or a new module; `constructor` are other arguments of its class."""
        if self.kind != "module":
            return self.function
        if constructor is None:
            return copy.deepcopy(self.function)
        torch.manual_seed(0)
        return type(self.function)(*constructor)

    def accepts(self, call: Call) -> bool:
        """Whether the program takes such arguments, by their shapes and dtypes; no data is computed."""
        return not self.refusal(call)

    def refusal(self, call: Call) -> str:
        """What the program raises for such arguments; "" where it takes them."""
        mode = FakeTensorMode(allow_non_fake_inputs=True)
        try:
            with silenced(FAKE_TENSOR_LOG), torch.no_grad():
                with FakeCopyMode(mode) if call.constructor is None else mode:
                    function = self.build(call.constructor)
                with mode:
                    if call.training is not None:
                        function.train(call.training)
                    for step in call.steps:
                        function(*map(empty_tensor, step), **call.more)
        except Exception as error:  # the program's own code may raise anything
            return f"{type(error).__name__}: {error}"
        return ""

    def bound(self, index: int, shapes: Sequence[Sequence[int]]) -> int:
        """The size that the integers of an input point into where the inputs have `shapes`; 0 for floats."""
        own = self.inputs[index]
        if own.values.dtype.is_floating_point or own.values.dtype == torch.bool or not own.values.numel():
            return 0
        largest = int(own.values.max()) + 1
        sizes = {
            size: shapes[place][-back]  # from the right: a shape may have another rank
            for place, each in enumerate(self.inputs)
            for back, size in enumerate(reversed(each.shape), 1)
            if place != index and back <= len(shapes[place])
        }
        if self.kind == "module":
            sizes |= {size: size for tensor in self.function.state_dict().values() for size in tensor.shape}
        near = [size for size in sizes if largest <= size <= largest + max(2, NEAR * size)]
        return max(1, sizes[min(near)]) if near else largest

    def with_shapes(self, shapes: Sequence[Sequence[int]]) -> tuple[TensorArgument, ...]:
        """The arguments of a call at other sizes."""
        return tuple(
            TensorArgument(
                shape=tuple(shape),
                dtype=str(own.values.dtype).removeprefix("torch."),
                own=index,
                bound=self.bound(index, shapes),
            )
            for index, (own, shape) in enumerate(zip(self.inputs, shapes, strict=True))
        )


def shapes_with(
    shapes: Sequence[Sequence[int]], positions: Sequence[tuple[int, int]], size: int
) -> list[list[int]]:
    """Shapes with `size` at some (argument, dim)."""
    changed = [list(shape) for shape in shapes]
    for argument, dim in positions:
        changed[argument][dim] = size
    return changed


def own_inputs(program: Any) -> tuple[OwnInput, ...]:
    """The inputs that a program makes, or random ones of the sizes in its comments."""
    generator = torch.Generator().manual_seed(0)
    found = []
    if program.inputs is None:
        for name in program.parameters:
            dtype, shape = program.hints[name]
            values = torch.randn(POOL, generator=generator)
            found.append(OwnInput(tuple(shape), values.to(dtype)))
        return tuple(found)
    for tensor in program.inputs:
        flat = tensor.detach().reshape(-1)
        if flat.numel() > POOL:
            flat = flat[torch.randint(flat.numel(), (POOL,), generator=generator)]
        found.append(OwnInput(tuple(tensor.shape), flat.clone()))
    return tuple(found)


def constructor_of(program: Any) -> tuple[tuple, tuple[str, ...]]:
    """(arguments, names) of the call that builds a module; none where it cannot be written out."""
    if program.kind != "module":
        return (), ()
    namespace = type(program.function).forward.__globals__
    given, named = frontend.call_arguments(namespace, "get_init_inputs", type(program.function))
    bound = inspect.signature(type(program.function)).bind(*given, **named)
    bound.apply_defaults()
    if bound.kwargs or any(each.kind not in POSITIONAL for each in bound.signature.parameters.values()):
        return (), ()
    return bound.args, tuple(bound.arguments)


def shrink(original: Original, positions: tuple[tuple[int, int], ...], shapes: list[list[int]], taken: set):
    """Shapes with the smallest size that the program takes at `positions`; None where it takes no other."""
    argument, dim = positions[0]
    now = shapes[argument][dim]
    candidates = [size for size in SMALL_SIZES if size < now and size not in taken]
    for size in candidates + [now + 1, 2 * now]:
        smaller = shapes_with(shapes, positions, size)
        if original.accepts(Call("", "", "", 0, (original.with_shapes(smaller),))):
            return smaller if size < now else shapes
    return None


def parts_of(positions: list[tuple[int, int]]) -> list[tuple[tuple[int, int], ...]]:
    """Positions of one size, all together, then those of one dimension, then each by itself."""
    dims = sorted({dim for _, dim in positions})
    rows = [tuple(position for position in positions if position[1] == dim) for dim in dims]
    return list(dict.fromkeys([tuple(positions), *rows, *((position,) for position in positions)]))


def find_small_call(original: Original) -> None:
    """Sets `arguments` and `free`: one size after the other becomes small, wherever the program takes it.

    Sizes that are equal in the program's own inputs stay equal, unless only some of them may change.
    """
    shapes = [list(own.shape) for own in original.inputs]
    groups = {}
    for argument, shape in enumerate(shapes):
        for dim, size in enumerate(shape):
            if size > 1:
                groups.setdefault(size, []).append((argument, dim))

    taken = set()
    for size in sorted(groups, reverse=True):
        for positions in parts_of(groups[size]):
            smaller = None
            if not any(set(positions) & set(other) for other in original.free):
                smaller = shrink(original, positions, shapes, taken)
            if smaller:
                shapes = smaller
                original.free.append(positions)
                argument, dim = positions[0]
                taken.add(shapes[argument][dim])
    original.arguments = original.with_shapes(shapes)


@functools.lru_cache(maxsize=2)
def load_original(folder: str, path: str) -> Original:
    """A program, with a small call of it. Raises GraphError where it does not run."""
    program = frontend.read_source((Path(folder) / path).read_text(), None)
    function = program.function
    called = function.forward if program.kind == "module" else function
    signature = inspect.signature(called).parameters.values()
    inputs = own_inputs(program)
    parameters = tuple(each.name for each in signature)[: len(inputs)]
    defaults = {
        each.name: each.default
        for each in signature
        if each.default is not each.empty and each.name not in parameters
    }
    constructor, names = constructor_of(program)
    original = Original(path, program.kind, function, parameters, inputs, defaults, constructor, names)
    find_small_call(original)
    return original


def small_call(original: Original, **changes) -> Call:
    """A call at small sizes with some fields changed."""
    return replace(Call(original.path, "", "", 0, (original.arguments,)), **changes)
