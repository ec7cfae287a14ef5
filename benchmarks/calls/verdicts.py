"""What became of a call: the program and its written module make it, and both are compared.

right     the same results, effects and gradients; or both refuse, the module with one clear line
refused   one clear line of the module where the program works
wrong     other numbers, or numbers where the program raises
crash     any other error, or a message that names none of the caller's arguments
skipped   PyTorch has no such operation on this device: there is nothing to compare with
"""

import functools
import importlib.util
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from types import ModuleType
from typing import Any

import torch
from torch import Tensor, nn

from calls.data import Call, TensorArgument
from calls.originals import Original
from calls.running import (
    Observation,
    arranged,
    drawn_state,
    fresh_copy,
    observe,
    prepare_module,
    step_values,
    wants_backward,
)
from python_to_triton import frontend, verification
from python_to_triton.verification.conditioning import drawn_direction, moved_by, rounding_of
from python_to_triton.verification.test_cases import worst_error
from triton_ops.tolerance import is_float

VERDICTS = ("right", "refused", "wrong", "crash", "timeout", "skipped")
REFUSALS = (ValueError, IndexError, TypeError)  # what a caller's mistake raises
DRAWS = 8  # of other values, to see what eager loses on them
NEARBY = 16  # draws of arguments that differ in the last place
LONGEST_LINE = 600
NOT_THERE = re.compile(r"not implemented for|not supported|NYI|could not find any algorithm|No backend type")
DEVICE_ASSERT = "device-side assert"


@dataclass(frozen=True)
class Outcome:
    """A verdict of VERDICTS, and why: what differs, or the error."""

    verdict: str
    reason: str = ""


@dataclass(frozen=True)
class Failure:
    """What a program raised."""

    error: BaseException

    @property
    def text(self) -> str:
        """Its type and its first line."""
        line = str(self.error).strip().split("\n")[0][:LONGEST_LINE]
        return f"{type(self.error).__name__}: {line}"


def attempt(function: Callable, *arguments: Any) -> Any:
    """What a function returns, or the Failure of what it raised."""
    try:
        return function(*arguments)
    except Exception as error:  # noqa: BLE001  (a program under test may raise anything; it is classified)
        return Failure(error)


# ---- the written module --------------------------------------------------------------------------


@functools.lru_cache(maxsize=4)
def load_written(path: str) -> ModuleType:
    """A written module, imported from its file."""
    name = "written_" + re.sub(r"\W", "_", path)
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def written_entry(module: ModuleType, original: Original, call: Call) -> Callable:
    """What a caller of a written module has: the function, or a new ModelNew."""
    if original.kind == "function":
        return getattr(module, original.function.__name__)
    if original.kind == "statements":
        return getattr(module, "program", module.translated)
    torch.manual_seed(0)
    if call.constructor is not None:
        return module.ModelNew(*call.constructor)
    given, named = frontend.call_arguments(vars(module), "get_init_inputs", module.ModelNew)
    return module.ModelNew(*given, **named)


# ---- both calls ----------------------------------------------------------------------------------


@dataclass
class Reference:
    """A program on the arguments of a call, at its own dtype or in float64."""

    original: Original
    call: Call
    device: str

    @functools.cached_property
    def module(self) -> Any:
        """The function, or the module with its state."""
        function = self.original.build(self.call.constructor)
        if isinstance(function, nn.Module):
            prepare_module(function, self.state, self.call, self.device)
        return function

    @functools.cached_property
    def state(self) -> dict[str, Tensor]:
        """The state of a module before any call, on the CPU."""
        return drawn_state(self.original.build(self.call.constructor), self.call.seed)

    def steps(self, seed: int) -> list[tuple]:
        """The values of the arguments; those of another seed are other draws."""
        return step_values(replace(self.call, seed=seed), self.original.inputs, self.device)

    def observe(self, values: Sequence[tuple], in_float64: bool) -> Observation:
        """The program on these values. Raises whatever it raises."""
        function = fresh_copy(self.module, in_float64)
        steps = [
            arranged(
                step,
                [each.double() if in_float64 and is_float(each) else each for each in row],
                self.call.aliased,
            )
            for step, row in zip(self.call.steps, values, strict=True)
        ]
        backward = wants_backward(self.call)
        return observe(function, self.call, steps, self.original.parameters, backward)

    def results(self, values: Sequence[tuple]) -> tuple[Observation, Any]:
        """(the program at its own dtype, all tensors with float64 and index ties beside) on these values."""
        seen = []

        def run(in_float64: bool) -> tuple[Tensor, ...]:
            seen.append(self.observe(values, in_float64))
            return seen[-1].tensors

        found = verification.run_reference(run, lambda in_float64: [in_float64])
        if self.device == "cuda":
            torch.cuda.synchronize()  # an error of a kernel belongs to this call
        return seen[0], found

    def nearby(self, values: Sequence[tuple], generator: torch.Generator) -> tuple[Tensor, ...]:
        """The program's tensors in float64, each argument moved by up to one unit in its last place."""
        moved = {
            id(each): moved_by(each, drawn_direction(each, generator), rounding_of([each]))
            for row in values
            for each in row
        }
        rows = [tuple(moved[id(each)] for each in row) for row in values]
        return self.observe(rows, in_float64=True).tensors


def on_cpu(tensors: Sequence[Tensor]) -> tuple[Tensor, ...]:
    """The tensors as the comparison takes them: detached, on the CPU, plain."""
    return tuple(tensor.detach().cpu().contiguous() for tensor in tensors)


def nearest_exact(
    reference: Reference, values: Sequence[tuple], ours: Sequence[Tensor], exact: Sequence[Tensor]
) -> tuple[Tensor, ...]:
    """Of the exact results for arguments that differ in the last place, by element what is nearest to ours.

    A result that is exact for such arguments is right: backward stability (Higham, Accuracy and Stability of
    Numerical Algorithms, 2002, section 1.5). A rounding to integers may go either way at a tie.
    """
    generator = torch.Generator().manual_seed(reference.call.seed)
    lowest, highest = list(exact), list(exact)
    for _ in range(NEARBY):
        found = on_cpu(reference.nearby(values, generator))
        lowest = [torch.minimum(a, b) for a, b in zip(lowest, found, strict=True)]
        highest = [torch.maximum(a, b) for a, b in zip(highest, found, strict=True)]
    return tuple(
        torch.minimum(torch.maximum(mine.to(low.dtype), low), high) if is_float(low) else low
        for mine, low, high in zip(ours, lowest, highest, strict=True)
    )


def compare_call(reference: Reference, values: Sequence[tuple], ours: Observation, expected: tuple) -> str:
    """What differs between a written module's call and the program's; "" where nothing does.

    Where the plain tolerance is exceeded, other draws of the arguments say what eager loses on such
    arguments: one draw may be exact by chance. What is left is compared with the exact results for arguments
    that differ in the last place.
    """
    theirs, found = expected
    if ours.form != theirs.form:
        return f"returns {ours.form} instead of {theirs.form}"
    if ours.labels != theirs.labels:
        missing = [label for label in theirs.labels if label not in ours.labels]
        return f"there is no {', '.join(missing)}" if missing else f"there is also {ours.labels[-1]}"
    results = on_cpu(ours.tensors), on_cpu(found.eager), on_cpu(found.exact)
    comparison = verification.compare(*results, 0.0, found.ties)
    if not comparison.ok:
        draws = []
        for draw in range(DRAWS):
            other = attempt(reference.results, reference.steps(reference.call.seed + 1 + draw))
            if not isinstance(other, Failure):
                draws.append((on_cpu(other[1].eager), on_cpu(other[1].exact)))
        worst = worst_error(draws, by_group=False)
        comparison = verification.compare(*results, worst, found.ties)
    if not comparison.ok and all(mine.shape == exact.shape for mine, exact in zip(results[0], results[2])):
        nearest = nearest_exact(reference, values, results[0], results[2])
        comparison = verification.compare(*results[:2], nearest, worst, found.ties)
    if comparison.ok:
        return ""
    place = re.match(r"output (\d+): ", comparison.reason)
    if place:
        return f"{theirs.labels[int(place[1])]}: {comparison.reason[place.end() :]}"
    return comparison.reason


def is_clear(failure: Failure, names: Sequence[str]) -> bool:
    """Whether an error is one line that tells the caller which of his arguments it is about."""
    text = str(failure.error).strip()
    if not isinstance(failure.error, REFUSALS) or "\n" in text or len(text) > LONGEST_LINE:
        return False
    return any(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) for name in names)


def caller_names(original: Original, call: Call) -> tuple[str, ...]:
    """Of these words a message must have one: arguments, attributes, the mode, gradients."""
    names = [*original.names]
    if original.kind == "module":
        names += ["self", "ModelNew", "training", "eval", "train"]
        names += [key for key in original.function.state_dict()]
    if call.gradient:
        names += ["backward", "gradient", "gradients"]
    return tuple(names)


def run_written(reference: Reference, path: str, values: Sequence[tuple], device: str) -> Observation:
    """The written module on the values of a call. Raises whatever it raises."""
    original = reference.original
    call = reference.call
    entry = written_entry(load_written(path), original, call)
    if isinstance(entry, nn.Module):
        prepare_module(entry, reference.state, call, device)
    steps = []
    for step, row in zip(call.steps, values, strict=True):
        moved = [
            each.to(device) if isinstance(each, Tensor) and not item.host else each
            for item, each in zip(step, row, strict=True)
        ]
        steps.append(arranged(step, moved, call.aliased))
    seen = observe(entry, call, steps, original.parameters, wants_backward(call))
    if device == "cuda":
        torch.cuda.synchronize()  # an error of a kernel belongs to this call
    return seen


def outcome_of_failure(ours: Failure, expected: Any, names: Sequence[str]) -> Outcome:
    """What became of a call that the written module refuses, by what the program did."""
    both = isinstance(expected, Failure)
    # PyTorch's own kernels assert on a GPU, too; and a backward raises the same through either's results.
    if both and (DEVICE_ASSERT in str(ours.error) or ours.text == expected.text):
        return Outcome("right", f"both raise: {ours.text}")
    if not is_clear(ours, names):
        return Outcome("crash", ours.text)
    return Outcome("right", f"both raise: {ours.text}") if both else Outcome("refused", ours.text)


def is_not_there(expected: Failure, call: Call) -> bool:
    """Whether a program failed for what PyTorch lacks, or for a tensor of its own that stays on the CPU."""
    apart = "to be on the same device" in expected.text and call.kind != "number"
    return apart or NOT_THERE.search(expected.text) is not None


def contiguous(call: Call) -> Call:
    """The call with all arguments and parameters contiguous."""
    steps = tuple(
        tuple(
            replace(item, layout="contiguous") if isinstance(item, TensorArgument) else item for item in step
        )
        for step in call.steps
    )
    return replace(call, steps=steps, parameter_layout="")


def judge_call(original: Original, path: str, call: Call, device: str) -> Outcome:
    """Makes a call on a program and on its written module at `path`, and says what became of it.

    Convolutions of both compute without TF32, which would lose half of the digits.
    """
    with torch.backends.cudnn.flags(allow_tf32=False):
        return _judge_call(original, path, call, device)


def _judge_call(original, path, call, device):
    at = "cpu" if call.kind == "indices" else device  # PyTorch's own assertion would end the CUDA context
    reference = Reference(original, call, at)
    values = reference.steps(call.seed)
    expected = attempt(reference.results, values)
    if isinstance(expected, Failure) and is_not_there(expected, call):
        return Outcome("skipped", expected.text)
    ours = attempt(run_written, reference, path, values, device)
    if isinstance(expected, Failure) and not isinstance(ours, Failure):
        # A view that PyTorch has of contiguous tensors alone: a written module takes any layout.
        reference = Reference(original, contiguous(call), at)
        expected = attempt(reference.results, values) if "view size" in expected.text else expected
    if isinstance(ours, Failure):
        return outcome_of_failure(ours, expected, caller_names(original, call))
    if isinstance(expected, Failure):
        return Outcome("wrong", f"returns {ours.form} where PyTorch raises {expected.text}")
    difference = compare_call(reference, values, ours, expected)
    return Outcome("wrong", difference) if difference else Outcome("right")
