"""The user's program as the reference of a written file: what one call returns, writes and differentiates.

A call runs at the working dtype and in float64, on the same values and memory layouts as the written file in
the sandbox. An Original is what the judge knows of the program, and how it has a call made: OriginalProgram
makes it in its own process, RemoteOriginal (user_programs/) in the process that holds the program, where the
program is a user's text.
"""

import abc
import contextlib
import functools
import inspect
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import torch
import torch.nn as nn
from torch import Tensor
from torch.overrides import TorchFunctionMode

from python_to_triton import frontend
from python_to_triton.frontend import Graph
from python_to_triton.frontend.fixed_values import is_plain
from python_to_triton.frontend.known_data import fixed_tensors
from python_to_triton.frontend.programs import Program
from python_to_triton.frontend.random_draws import DrawnByPhilox
from python_to_triton.named_gpus import on_the_cpu
from python_to_triton.verification.references import SelectedIndices
from python_to_triton.verification.sandbox import describe_error
from python_to_triton.verification.sandbox.forms import (
    flatten,
    named_tensors,
    plain_attributes,
    rebuild,
    restore_structure,
    set_attribute,
    set_tensor,
    structure_of,
    tensors_at,
    with_layout,
)
from python_to_triton.verification.sandbox.written_module import gradients
from python_to_triton.verification.test_cases import TestCase, make_test_case

MOST_ELEMENTS = 1 << 26  # of a program's own tensors together; larger ones are not made here
NARROW = (torch.float16, torch.bfloat16, torch.float32)
CASTS = ("float", "half", "bfloat16")


@dataclass(frozen=True)
class WrittenCall:
    """One call that the written file and the original program both make."""

    label: str  # "at A = 3, B = 5", "in eval mode": how a verdict names it
    arguments: tuple = ()
    named: dict = field(default_factory=dict)
    layout: str = ""  # of every tensor among the arguments, one of sandbox.forms.LAYOUTS
    model: int = 0  # which of the program's models
    training: bool | None = None  # the mode that is set before; None leaves the module as it was built
    attributes: dict = field(default_factory=dict)  # {path: value} of attributes that are set before
    state_layout: str = ""
    state_dtype: torch.dtype | None = None  # of floating-point parameters and buffers; None as they are
    others: tuple[str, ...] = ()  # paths of tensors of its state that hold other numbers
    gradient: bool = False  # grad mode is on, and floating-point arguments require grad
    required: bool = False  # a refusal is a failure
    # Whether its tensors are none that the answer is for: a guard has to refuse it, where it is not right.
    guarded: bool = False


class ProgramEnded(Exception):
    """The process of the program has ended, or was ended: no call of it tells anything any more."""


class ProgramRaised(RuntimeError):
    """What a call of the program raised, in words."""

    def __init__(self, kind: str, text: str, line: str):
        super().__init__(text)
        self.kind = kind  # the name of the exception's class
        self.text = text
        self.line = line  # both, in one line

    @classmethod
    def of(cls, error: Exception) -> "ProgramRaised":
        """An exception in words; one that is so already stays."""
        if isinstance(error, cls):
            return error
        return cls(type(error).__name__, str(error), describe_error(error))


@dataclass(frozen=True)
class OriginalModel:
    """A module of the program as one choice of constructor arguments builds it: what is known of it."""

    init: tuple | None  # (positional, named) constructor arguments; None for the program's own
    state: dict[str, Tensor]  # {path: tensor}
    keys: tuple[str, ...]  # of its state dict
    attributes: dict[str, Any]  # {path: value} of what it holds that is a number, a text, or several of them
    modes: frozenset[bool]  # of its submodules: whether they train


@dataclass(frozen=True)
class CallResult:
    """What one call of the program gives."""

    tensors: tuple[Tensor, ...]  # results, gradients where wanted, then arguments and state after the call
    form: dict  # of the result
    attributes: dict[str, Any]  # plain attributes of the model that the call changed
    has_gradient: bool = False  # whether a result of the call has one
    selections: tuple[SelectedIndices, ...] = ()  # of which `tensors` are indices, where that is told


class InFloat64(TorchFunctionMode):
    """Casts to a narrower floating-point type become casts to float64: a reference keeps its width."""

    def __torch_function__(self, function, types, args=(), kwargs=None):
        if getattr(function, "__name__", "") in CASTS and len(args) == 1:
            return args[0].double()
        wide = lambda value: torch.float64 if isinstance(value, torch.dtype) and value in NARROW else value
        return function(*map(wide, args), **{name: wide(value) for name, value in (kwargs or {}).items()})


@contextlib.contextmanager
def widened() -> Iterator[None]:
    """While it lasts, new tensors of floating-point numbers are float64."""
    before = torch.get_default_dtype()
    torch.set_default_dtype(torch.float64)
    try:
        with InFloat64():
            yield
    finally:
        torch.set_default_dtype(before)


def moved_state(model: nn.Module, kept: Collection[str] = ()) -> dict[str, Tensor]:
    """{path: tensor} of a module with other floating-point values than its constructor gave them.

    A constant (a norm's weight, a running statistic) is moved up by up to a quarter; other values change
    places.

    kept: paths of tensors that stay as they are.
    """
    generator = torch.Generator().manual_seed(5)
    state = {}
    for path, tensor in named_tensors(model).items():
        moved = tensor.detach().clone()
        if moved.is_floating_point() and moved.numel() and path not in kept:
            if bool((moved == moved.reshape(-1)[0]).all()):
                noise = torch.rand(moved.shape, generator=generator)
                moved = moved + (0.25 * noise + 0.01).to(moved.dtype)
            else:
                moved = moved.reshape(-1).roll(moved.numel() // 3 + 1).reshape(moved.shape)
        state[path] = moved
    return state


def with_other_numbers(tensor: Tensor) -> Tensor:
    """A tensor with each number greater by one, each flag another."""
    return ~tensor if tensor.dtype == torch.bool else tensor + 1


def is_large(graph: Graph) -> bool:
    """Whether the tensors of a traced program, its inputs and parameters, are too large to be made here."""
    tensors = [tensor for _, tensor in graph.source.lifted]
    tensors += frontend.collect_tensors(graph.source.inputs or ())
    return sum(tensor.numel() for tensor in tensors) > MOST_ELEMENTS


def namespace_of(program: Program) -> dict[str, Any]:
    """The names of the text that defines a program."""
    owner = program.function
    if not isinstance(owner, nn.Module):
        return getattr(inspect.unwrap(owner), "__globals__", {})
    functions = (item for item in vars(type(owner)).values() if inspect.isfunction(item))
    return next((inspect.unwrap(function).__globals__ for function in functions), {})


class Original(abc.ABC):
    """A program, the models that calls of it use, and how a call is made.

    Attributes:
        program: its kind, name, parameters and inputs.
        is_module: whether it is a class, of which `models` are.
        signature: of what is called, {name: inspect.Parameter}; none of a builtin.
        init_arguments: (positional, named) of its own constructor; None where it is no class.
    """

    program: Program
    is_module: bool
    models: list[OriginalModel]
    signature: dict[str, inspect.Parameter]
    init_arguments: tuple[list, dict] | None

    @abc.abstractmethod
    def build(self, init: tuple) -> int:
        """Builds the program's class with other constructor arguments; the model's number.

        Raises whatever its constructor raises.
        """

    @abc.abstractmethod
    def run(self, call: WrittenCall, flat: Sequence[Tensor]) -> CallResult:
        """Makes a call on the tensors of its arguments and its state, all as `flat`.

        Raises whatever the program raises.
        """

    @abc.abstractmethod
    def draws(self, call: WrittenCall) -> bool:
        """Whether the program returns something else when the same call is made with another seed."""

    def paths(self, call: WrittenCall) -> list[str]:
        """Where the model of a call has its tensors."""
        return list(self.models[call.model].state) if self.is_module else []

    def state(self, call: WrittenCall) -> list[Tensor]:
        """The tensors that the model of a call gets, in the order of their paths."""
        if not self.is_module:
            return []
        wanted = call.state_dtype
        return [
            tensor.to(wanted) if wanted and tensor.is_floating_point() else tensor
            for tensor in (
                with_other_numbers(tensor) if path in call.others else tensor
                for path, tensor in self.models[call.model].state.items()
            )
        ]


def tensors_of_call(call: WrittenCall) -> tuple[dict, dict, list[Tensor]]:
    """(form of the positional arguments, form of the named ones, their tensors). Refused where a value cannot
    travel.
    """
    tensors: list[Tensor] = []
    return flatten(call.arguments, tensors), flatten(call.named, tensors), tensors


def signature_of(function: Callable) -> dict[str, inspect.Parameter]:
    """The parameters of what a call calls; none of a builtin."""
    try:
        return dict(inspect.signature(getattr(function, "forward", function)).parameters)
    except ValueError:
        return {}


def plain_values(model: nn.Module) -> dict[str, Any]:
    """{path: value} of what a module and its submodules hold that is a number, a text, or several of them."""
    return {
        f"{path}.{name}".lstrip("."): item
        for path, module in model.named_modules()
        for name, item in vars(module).items()
        if is_plain(item)
    }


class OriginalProgram(Original):
    """A program that runs in this process, with real tensors."""

    def __init__(self, program: Program, kept: Collection[str] = ()):
        """A program without models: its module may have fake parameters.

        kept: paths of the tensors of its module that its translation is fixed to.
        """
        self.program = program
        self.kept = kept
        self.names = namespace_of(program)
        self.is_module = isinstance(program.function, nn.Module)
        self.signature = signature_of(program.function)
        self.models = []
        self.live: list[tuple[nn.Module, list]] = []  # of each model: itself, and its structure as built
        self.known_draws: dict[tuple, bool] = {}  # (model, mode) -> whether a call draws random numbers

    @classmethod
    def of_text(cls, text: str, kept: Collection[str] = ()) -> "OriginalProgram":
        """The program of a text, which is executed here. Raises GraphError where it does not run."""
        with on_the_cpu():
            original = cls(frontend.read_source(text, None), kept)
        if original.is_module:
            original.add_model(original.program.function, None)
        return original

    @classmethod
    def of_trace(cls, graph: Graph) -> "OriginalProgram":
        """The program of a traced text whose tensors are too large to be made here.

        Its module is built again where its parameters alone are not too large.
        """
        original = cls(graph.source, fixed_tensors(graph.source))
        parameters = sum(tensor.numel() for _, tensor in graph.source.lifted)
        if original.is_module and parameters <= MOST_ELEMENTS:
            positional, named = original.init_arguments
            with on_the_cpu():
                model = type(graph.source.function)(*positional, **named)
            original.add_model(model, None)
        return original

    @functools.cached_property
    def init_arguments(self) -> tuple[list, dict] | None:
        if not self.is_module:
            return None
        with on_the_cpu():
            return frontend.call_arguments(self.names, "get_init_inputs", type(self.program.function))

    def add_model(self, model: nn.Module, init: tuple | None) -> int:
        """Adds a module of the program; returns its number."""
        modes = frozenset(module.training for module in model.modules())
        known = OriginalModel(
            init, moved_state(model, self.kept), tuple(model.state_dict()), plain_values(model), modes
        )
        self.models.append(known)
        self.live.append((model, structure_of(model)))
        return len(self.models) - 1

    def build(self, init: tuple) -> int:
        torch.manual_seed(0)
        with on_the_cpu():
            model = type(self.program.function)(*init[0], **init[1])
        return self.add_model(model, init)

    def target(self, call: WrittenCall, state: Sequence[Tensor]) -> Callable:
        """What a call calls: the function, or a model with this state, mode and attributes."""
        if not self.is_module:
            return self.program.function
        model, structure = self.live[call.model]
        restore_structure(structure)
        for path, tensor in zip(self.models[call.model].state, state):
            set_tensor(model, path, with_layout(tensor, call.state_layout))
        model.zero_grad(set_to_none=True)
        if call.training is not None:
            model.train(call.training)
        for path, value in call.attributes.items():
            set_attribute(model, path, value)
        return model

    def run(self, call: WrittenCall, flat: Sequence[Tensor]) -> CallResult:
        """See Original. Casts and new tensors are float64 where the tensors are wider than the call's own."""
        own = [*tensors_of_call(call)[2], *self.state(call)]
        is_wide = any(each.dtype != known.dtype for each, known in zip(flat, own))
        with widened() if is_wide else contextlib.nullcontext():
            return self.run_in_mode(call, flat)

    def run_in_mode(self, call: WrittenCall, flat: Sequence[Tensor]) -> CallResult:
        """`run`, with casts and new tensors as the caller wants them; it draws what a written file draws."""
        drawing = DrawnByPhilox() if self.draws(call) else contextlib.nullcontext()
        arguments, named, tensors = tensors_of_call(call)
        given = [with_layout(tensor, call.layout) for tensor in flat[: len(tensors)]]
        target = self.target(call, flat[len(tensors) :])
        if call.gradient:
            given = [tensor.requires_grad_(tensor.is_floating_point()) for tensor in given]
        model = target if isinstance(target, nn.Module) else None
        arguments = rebuild(arguments, given, self.names)
        named = rebuild(named, given, self.names)
        plain = plain_attributes(model) if model is not None else {}
        paths = self.paths(call)
        state = tensors_at(model, paths)
        torch.manual_seed(0)  # as the sandbox does: a file that draws by Philox draws the same numbers
        with torch.set_grad_enabled(call.gradient), drawing, on_the_cpu():
            result = target(*arguments, **named)
        results: list[Tensor] = []
        form = flatten(result, results)
        now = plain_attributes(model) if model is not None else {}
        changed = {path: value for path, value in now.items() if plain.get(path) != value}
        found, has_gradient = [], False
        if call.gradient:
            leaves = [*given, *state]
            found = gradients(result, leaves) or [None] * len(leaves)
            has_gradient = any(each is not None for each in found)
            pairs = zip(leaves, found)
            found = [torch.zeros_like(leaf) if each is None else each for leaf, each in pairs]
        after = [tensor.detach() for tensor in (*given, *tensors_at(model, paths))]
        return CallResult((*results, *found, *after), form, changed, has_gradient)

    def draws(self, call: WrittenCall) -> bool:
        """See Original. Tried once for each mode of each model."""
        key = call.model, call.training
        if key not in self.known_draws:
            first, second = (self.results_with_seed(call, seed) for seed in (0, 1))
            same = [torch.equal(one.nan_to_num(), other.nan_to_num()) for one, other in zip(first, second)]
            self.known_draws[key] = not all(same)
        return self.known_draws[key]

    def results_with_seed(self, call: WrittenCall, seed: int) -> list[Tensor]:
        """The tensors that the program returns when PyTorch's random numbers begin with this seed."""
        before = torch.get_rng_state()
        torch.manual_seed(seed)
        arguments, named, tensors = tensors_of_call(call)
        given = [with_layout(tensor, call.layout) for tensor in tensors]
        results: list[Tensor] = []
        with torch.no_grad():
            target = self.target(call, self.state(call))
            positional = rebuild(arguments, given, self.names)
            by_name = rebuild(named, given, self.names)
            with on_the_cpu():
                flatten(target(*positional, **by_name), results)
        torch.set_rng_state(before)
        return results


class CallReference:
    """One call of the original program: its test case, and the form of its result."""

    def __init__(self, original: Original, call: WrittenCall):
        self.original = original
        self.call = call
        self.arguments, self.named, self.tensors = tensors_of_call(call)
        self.state = original.state(call)
        self.form: dict = {}  # of the result, as the next three as of the last run
        self.attributes: dict = {}
        self.has_gradient = False
        self.selections: tuple[SelectedIndices, ...] = ()
        self.case: TestCase | None = None

    @property
    def names(self) -> list[str]:
        """What the tensors of the test case are, in their order: results, gradients, arguments, state."""
        own = [f"argument {place}" for place in range(len(self.tensors))]
        own += self.original.paths(self.call)
        gradient = [f"the gradient of {name}" for name in own] if self.call.gradient else []
        results = len(self.case.eager) - len(own) - len(gradient)
        return [
            *(f"result {place}" if results > 1 else "the result" for place in range(results)),
            *gradient,
            *(f"{name} after the call" for name in own),
        ]

    def __call__(self, *flat: Tensor) -> tuple[Tensor, ...]:
        """The program on the tensors of its arguments and its state: results, gradients where wanted, and
        these tensors after the call.
        """
        done = self.original.run(self.call, flat)
        self.form, self.attributes, self.has_gradient = done.form, done.attributes, done.has_gradient
        self.selections = done.selections
        return done.tensors

    def prepare(self) -> None:
        """Makes the test case. Raises what the program raises for this call."""
        self.case = make_test_case(self.call.label, self, (*self.tensors, *self.state))
