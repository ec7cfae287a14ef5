"""Inputs on which a program runs, where it tells no sizes: guesses, corrected by what the program shows.

A guess runs under a recorder that watches the operators. A layer tells the size that it reads (64 features
of `Linear(64, ..)`, three channels of `Conv2d(3, ..)`) and indices tell integers: the guess is corrected, and
runs again. An input that was broadcast takes the shape that it was broadcast to, where the program still runs
on that: so free tensors of one expression have one shape unless the program forces another.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import torch
import torch.nn as nn
from torch._subclasses.fake_tensor import (
    DataDependentOutputException,
    DynamicOutputShapeException,
    FakeTensorMode,
)

from python_to_triton.frontend.graph import Graph
from python_to_triton.frontend.guessed_inputs import Inputs, guess_inputs, is_scalar
from python_to_triton.frontend.lowering import operator_name
from python_to_triton.frontend.module_state import unchanged_state
from python_to_triton.frontend.programs import Program
from python_to_triton.frontend.recorder import Recorder, record
from python_to_triton.frontend.vocabulary import DTYPE_NAMES, GraphError

# What no other sizes mend. TimeoutError is a limit of the caller.
NOT_ABOUT_SIZES = (
    DataDependentOutputException,
    DynamicOutputShapeException,
    GraphError,
    NameError,
    AttributeError,
    TimeoutError,
)

_MOST_CORRECTIONS = 12  # of one guess, by what the layers of the program read
_MOST_BETTER = 400  # runs in search of a guess without broadcasts, after one that has some
_MOST_GROWTHS = 6  # rounds in which inputs that were broadcast grow

# Sizes that two operands share: operator: [((operand, dimension), (operand, dimension)), ...].
_SHARED_SIZES = {
    "linear": [(("input", -1), ("weight", -1))],
    "mm": [(("self", -1), ("mat2", 0))],
    "addmm": [(("mat1", -1), ("mat2", 0))],
    "bmm": [(("self", -1), ("mat2", 1))],
    "baddbmm": [(("batch1", -1), ("batch2", 1))],
    "matmul": [(("self", -1), ("other", -2))],
    "batch_norm": [(("input", 1), ("weight", 0)), (("input", 1), ("running_mean", 0))],
    "instance_norm": [(("input", 1), ("weight", 0)), (("input", 1), ("running_mean", 0))],
    "group_norm": [(("input", 1), ("weight", 0))],
    "layer_norm": [(("input", -1), ("weight", -1))],
    "rms_norm": [(("input", -1), ("weight", -1))],
    "prelu": [(("self", 1), ("weight", 0))],
    "bilinear": [(("input1", -1), ("weight", 1)), (("input2", -1), ("weight", 2))],
    **{f"conv_transpose{rank}d": [(("input", 1), ("weight", 0))] for rank in (1, 2, 3)},
}

# Operands that hold integers.
_INTEGER_OPERANDS = {
    "embedding": "indices",
    "embedding_bag": "indices",
    "cross_entropy_loss": "target",
    "nll_loss": "target",
    "nll_loss_nd": "target",
    "nll_loss2d": "target",
    "gather": "index",
    "index_select": "index",
    "scatter": "index",
    "scatter_add": "index",
    "one_hot": "self",
    "take": "index",
    "take_along_dim": "indices",
}

# Operators that leave every element where it is, besides those that PyTorch tags as pointwise.
_SHAPE_KEPT = {"_to_copy", "to", "detach", "alias", "contiguous", "dropout", "type_as"}


class _Misfit(Exception):
    """What an operator shows: {size of the guess: the right one}, inputs that hold integers."""

    def __init__(self, sizes: dict[int, int] | None = None, integers: frozenset[int] = frozenset()):
        super().__init__(sizes, integers)
        self.sizes = sizes or {}
        self.integers = integers


@dataclass(frozen=True)
class _Guess:
    """Inputs to try, and which of their sizes may still be others."""

    inputs: Inputs
    free: frozenset[int]  # sizes

    def corrected(self, misfit: _Misfit, kept: frozenset[int]) -> "_Guess":
        """The guess after what an operator showed; the inputs `kept` stay as they are."""
        inputs = list(self.inputs)
        taken = {n for _, shape in inputs for n in shape} & set(misfit.sizes.values())
        spare = (n for n in range(33, 99) if n not in self.free)
        renamed = {n: next(spare) for n in sorted(taken & self.free)} | misfit.sizes
        for i, (dtype, shape) in enumerate(inputs):
            if i not in kept:
                inputs[i] = dtype, tuple(renamed.get(n, n) for n in shape)
        for i in misfit.integers - kept:
            inputs[i] = torch.int64, inputs[i][1]
        free = (self.free | set(renamed.values())) - set(misfit.sizes) - set(misfit.sizes.values())
        return _Guess(tuple(inputs), frozenset(free))

    def grown(self, shapes: dict[int, tuple[int, ...]]) -> "_Guess":
        """The guess with other shapes for some inputs."""
        inputs = list(self.inputs)
        for i, shape in shapes.items():
            inputs[i] = inputs[i][0], shape
        return replace(self, inputs=tuple(inputs))


# ---- watching a run ----


class _Watch(Recorder):
    """Records a run, raises _Misfit where an operator shows what the inputs are, notes which were broadcast.

    Attributes:
        broadcast: {input: shape that it was broadcast to}
        implicit: inputs that got dimensions by a view (x[:, None]) and more by broadcasting, or gave others
            more; and those of which a norm leaves no batch
    """

    def __init__(self, program: Program, inputs: tuple[torch.Tensor, ...], free: frozenset[int]):
        super().__init__(program.filename, program.partial)
        self.free = free
        self.inputs = inputs
        self.broadcast = {}
        self.implicit = set()
        self.kept = list(inputs)  # what is compared by identity has to stay
        self.of_inputs = set(map(id, inputs))  # what is computed from them
        self.origins = {id(x): frozenset([i]) for i, x in enumerate(inputs)}  # elementwise, of which inputs
        self.unsqueezed = {}  # the same for inputs with further dimensions

    @property
    def broadcasts(self) -> int:
        """How many inputs were broadcast, though the program forces none of it so far."""
        return len(self.broadcast) + len(self.implicit)

    def require(self, tensor: object, dim: int, size: int | torch.Tensor, of: int = 0) -> None:
        """Raises _Misfit where a size of the inputs' is not `size`, or the size of that tensor's `of`."""
        if not isinstance(tensor, torch.Tensor) or not -tensor.dim() <= dim < tensor.dim():
            return
        if isinstance(size, torch.Tensor):
            if not -size.dim() <= of < size.dim():
                return
            if id(size) in self.of_inputs:
                if id(tensor) not in self.of_inputs:
                    self.require(size, of, tensor.shape[dim])
                return
            size = size.shape[of]
        has = tensor.shape[dim]
        if has != size and has in self.free and id(tensor) in self.of_inputs:
            raise _Misfit({has: size})

    def check(self, name: str, given: dict) -> None:
        """Raises _Misfit where a call shows what the inputs are."""
        for (one, dim), (other, of) in _SHARED_SIZES.get(name, ()):
            if isinstance(given.get(other), torch.Tensor):
                self.require(given[one], dim, given[other], of)
        if name in ("view", "reshape"):
            self.check_view(given["self"], given.get("shape", given.get("size", ())))
        if "normalized_shape" in given:
            self.check_norm(given["input"], given["normalized_shape"])
        if name in ("conv1d", "conv2d", "conv3d"):
            self.check_convolution(int(name[4]), given)
        indices = given.get(_INTEGER_OPERANDS.get(name, ""))
        if isinstance(indices, torch.Tensor) and indices.is_floating_point():
            integers = self.origins.get(id(indices), frozenset())
            if integers:
                raise _Misfit(integers=integers)

    def check_norm(self, x: torch.Tensor, normalized_shape: list[int]) -> None:
        """Raises _Misfit for other sizes than a norm reads; notes inputs of which it leaves no batch."""
        for offset, size in enumerate(normalized_shape[::-1], 1):
            self.require(x, -offset, size)
        if x.dim() == len(normalized_shape):
            self.implicit |= self.origins.get(id(x), frozenset())

    def check_view(self, x: torch.Tensor, shape: list[int]) -> None:
        """Raises _Misfit where rows of a fixed length are taken of an input: `x.view(-1, 784)`."""
        if len(shape) == 2 and shape[0] == -1 and shape[1] > 0 and x.numel() % shape[1]:
            self.require(x, -1, shape[1])

    def check_convolution(self, rank: int, given: dict) -> None:
        """Raises _Misfit for other channels than a convolution reads, ValueError where there is no batch."""
        x = given["input"]
        if x.dim() != rank + 2:
            raise ValueError(f"conv{rank}d reads {rank + 2} dimensions, batch and channels first")
        groups = given.get("groups", 1)
        if groups == 1:
            self.require(x, 1, given["weight"], 1)
        elif id(given["weight"]) not in self.of_inputs:
            self.require(x, 1, given["weight"].shape[1] * groups)

    def check_broadcast(self, operands: list[torch.Tensor]) -> None:
        """Raises _Misfit where an input does not broadcast with a parameter of the program."""
        for x in operands:
            for other in operands:
                for dim in range(-min(x.dim(), other.dim()), 0):
                    if 1 not in (x.shape[dim], other.shape[dim]) and id(other) not in self.of_inputs:
                        self.require(x, dim, other.shape[dim])

    def note(self, name: str, operands: list[torch.Tensor], out: object) -> None:
        """Notes of which inputs the results of a call are."""
        made = [x for x in (out if isinstance(out, (list, tuple)) else [out]) if isinstance(x, torch.Tensor)]
        self.kept += made
        if any(id(x) in self.of_inputs for x in operands):
            self.of_inputs.update(map(id, made))
        if len(made) != 1 or not operands:
            return
        [result] = made
        source = operands[0]
        if name == "unsqueeze" or name == "slice" and result.shape == source.shape:
            known = self.origins if name == "slice" and id(source) in self.origins else self.unsqueezed
            if id(source) in self.origins or id(source) in self.unsqueezed:
                known[id(result)] = self.origins.get(id(source)) or self.unsqueezed[id(source)]

    def note_elementwise(self, operands: list[torch.Tensor], result: torch.Tensor) -> None:
        """Notes which inputs an elementwise call broadcast, and of which its result is."""
        for x in operands:
            if x.shape != result.shape:
                for i in self.origins.get(id(x), ()):
                    known = self.broadcast.get(i, ())
                    self.broadcast[i] = max(known, tuple(result.shape), key=len)
            if x.dim() == result.dim():
                others = [other for other in operands if 0 < other.dim() < result.dim()]
                self.implicit |= self.unsqueezed.get(id(x), frozenset()) if others else frozenset()
            else:
                self.implicit |= self.unsqueezed.get(id(x), frozenset())
        if operands and all(id(x) in self.origins and x.shape == result.shape for x in operands):
            self.origins[id(result)] = frozenset().union(*(self.origins[id(x)] for x in operands))

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        name = operator_name(func)
        given = dict(zip((a.name for a in func._schema.arguments), args)) | (kwargs or {})
        operands = [x for x in given.values() if isinstance(x, torch.Tensor)]
        self.check(name, given)
        is_pointwise = torch.Tag.pointwise in func.tags
        if is_pointwise:
            self.check_broadcast(operands)
        out = super().__torch_dispatch__(func, types, args, kwargs)
        self.note(name, operands, out)
        if (is_pointwise or name in _SHAPE_KEPT) and isinstance(out, torch.Tensor):
            self.note_elementwise(operands, out)
        return out

    def before_module(self, module: nn.Module, args: tuple) -> None:
        """A hook before each forward: layers whose own checks come before any operator."""
        if isinstance(module, nn.RNNBase):
            if args[0].dim() != 3:
                raise ValueError("a recurrent layer reads 3 dimensions, batch, time and features")
            self.require(args[0], -1, module.input_size)
        if isinstance(module, nn.RNNCellBase):
            for x, size in zip(args, (module.input_size, module.hidden_size)):
                self.require(x, -1, size)
        if isinstance(module, nn.MultiheadAttention):
            for x, size in zip(args, (module.embed_dim, module.kdim, module.vdim)):
                self.require(x, -1, size)


def _run(program: Program, guess: _Guess, mode: FakeTensorMode) -> _Watch:
    """Runs a program on a guess. Raises whatever the program raises there, and _Misfit."""
    with mode:
        inputs = tuple(torch.empty(shape, dtype=dtype) for dtype, shape in guess.inputs)
    watch = _Watch(program, inputs, guess.free)
    hook = nn.modules.module.register_module_forward_pre_hook(watch.before_module)
    try:
        with unchanged_state(program.function):
            record(program.call, inputs, mode, watch)
    finally:
        hook.remove()
    return watch


# ---- the search ----


class _Search:
    """The guesses on which a program runs."""

    def __init__(self, program: Program, mode: FakeTensorMode):
        self.program = program
        self.mode = mode
        names = program.parameters
        self.given = frozenset(i for i, name in enumerate(names) if name in program.hints)
        self.as_they_are = self.given | {i for i, name in enumerate(names) if i and is_scalar(name)}
        self.tried = set()
        self.first_error = None

    def start(self, inputs: Inputs) -> _Guess:
        """A guess of which the sizes that the user did not give are free."""
        given = {n for i in self.given for n in inputs[i][1]}
        return _Guess(inputs, frozenset(n for _, shape in inputs for n in shape if n > 1) - given)

    def fitted(self, guess: _Guess) -> tuple[_Guess, _Watch] | None:
        """(the guess after its corrections, its run), or None where the program does not run on it."""
        for _ in range(_MOST_CORRECTIONS):
            if guess in self.tried:
                return None
            self.tried.add(guess)
            try:
                return guess, _run(self.program, guess, self.mode)
            except _Misfit as misfit:
                guess = guess.corrected(misfit, self.given)
            except NOT_ABOUT_SIZES:
                raise
            except Exception as error:  # these sizes do not suit the program; its first error is the clearest
                self.first_error = self.first_error or error
                return None
        return None

    def with_fewer_broadcasts(self, guess: _Guess, watch: _Watch) -> tuple[_Guess, _Watch]:
        """The guess with each input as large as what it is broadcast to, where the program runs on that."""
        for _ in range(_MOST_GROWTHS):
            # A 1 in the shape: no operand has that dimension, so another guess suits the program better.
            wanted = {
                i: shape
                for i, shape in watch.broadcast.items()
                if i not in self.as_they_are and 1 not in shape
            }
            if not wanted:
                break
            for shapes in (wanted, *({i: shape} for i, shape in wanted.items())):
                found = self.fitted(guess.grown(shapes))
                if found and found[1].broadcasts < watch.broadcasts:
                    guess, watch = found
                    break
            else:
                break
        return guess, watch

    def guesses(self) -> Iterator[Inputs]:
        """Inputs on which the program runs: of the fewest broadcasts, then likeliest first."""
        later = []  # (how many of its inputs are broadcast, its number, inputs)
        end = None  # of the search for a better one than those
        for number, inputs in enumerate(guess_inputs(self.program)):
            if number == end:
                break
            found = self.fitted(self.start(inputs))
            if found:
                guess, watch = self.with_fewer_broadcasts(*found)
                if not watch.broadcasts:
                    yield guess.inputs
                else:
                    later.append((watch.broadcasts, number, guess.inputs))
                    end = end or number + _MOST_BETTER
        for _, _, inputs in sorted(later, key=lambda row: row[:2]):
            yield inputs


# ---- in words ----


def assumed_sizes(graph: Graph) -> str:
    """`sizes were not given: a and b are taken to have one shape, f32[A, B]`; "" where all were given."""
    program = graph.source
    inputs = [argument for argument in graph.arguments if not argument.origin]
    fixed = program.conditions.sizes
    names_of = {}
    for name, argument in zip(program.tensors, inputs):
        if name not in program.hints:
            dims = ", ".join(str(fixed.get(d, d)) for d in argument.dims)
            names_of.setdefault(f"{DTYPE_NAMES[argument.dtype]}[{dims}]", []).append(name)
    parts = [
        f"{', '.join(names[:-1])} and {names[-1]} are taken to have one shape, {type_text}"
        for type_text, names in names_of.items()
        if len(names) > 1
    ]
    single = [f"{names[0]} as {type_text}" for type_text, names in names_of.items() if len(names) == 1]
    if single:
        parts.append(", ".join(single).replace(" as ", " is taken as ", 1))
    return f"sizes were not given: {'; '.join(parts)}" if parts else ""


def _advice(program: Program) -> str:
    """What to add to a program none of whose guessed sizes fit."""
    names = [name for name in program.parameters if name not in program.hints]
    if not names:
        return ""
    example = f"a comment such as `# {names[0]}: f32[64, 512]`"
    where = example if program.kind == "statements" else f"get_inputs() or {example}"
    return f"; the sizes of {', '.join(names)} are not given, and none that were tried fit: add {where}"


def try_guesses(program: Program, mode: FakeTensorMode, trace_on: Callable[[tuple], Graph]) -> Graph:
    """The graph of a program without example inputs, on the first inputs on which it runs.

    Args:
        trace_on: traces the program on inputs (fake tensors).

    Raises:
        GraphError: it has no tensors. Whatever the program raises, with a note on what to add.
    """
    search = _Search(program, mode)
    for guess in search.guesses():
        with mode:
            inputs = tuple(torch.empty(shape, dtype=dtype) for dtype, shape in guess)
        try:
            graph = trace_on(inputs)
        except NOT_ABOUT_SIZES:
            raise
        except Exception as error:  # as above
            search.first_error = search.first_error or error
            continue
        program.assumed = assumed_sizes(graph)
        return graph
    if search.first_error is None:
        raise GraphError("there is no tensor in the program")
    search.first_error.add_note(_advice(program))
    raise search.first_error
