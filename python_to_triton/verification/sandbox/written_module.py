"""Runs a whole written module as its user runs it: constructor, state, mode, signature, guards and effects.

The job holds calls. Each gets a module with the state that the call names, its mode and attributes, and its
arguments in the layout that it names. Host functions of the answers (`translated`) run as a candidate's does:
on poisoned, fenced memory, every launch counted, every operation of PyTorch that computes refused. What
stands around them is the user's own text and codegen's.

    job     source, entry, is_module, entries, pytorch, models, calls
    model   paths of its tensors; `init`, the form of (positional, named) constructor arguments, or None for
            the module's own get_init_inputs()
    call    model, training, attributes, arguments and named (forms), layouts, state_layout, gradient
"""

import contextlib
import functools
from collections.abc import Callable, Sequence
from typing import Any

import torch
import torch.nn as nn
from torch import Tensor

from python_to_triton.named_gpus import on_the_cpu
from python_to_triton.verification.sandbox.candidate import describe_error, load_written
from python_to_triton.verification.sandbox.fence import POISON_WORDS, WatchedCall
from python_to_triton.verification.sandbox.forms import (
    flatten,
    plain_attributes,
    rebuild,
    restore_structure,
    set_attribute,
    set_tensor,
    structure_of,
    tensors_at,
    with_layout,
)
from python_to_triton.verification.sandbox.jobs import refuse_text_of_tensor
from python_to_triton.verification.sandbox.launches import watched_launches
from python_to_triton.verification.sandbox.messages import pack
from python_to_triton.verification.sandbox.rules import CANDIDATE_FILE, Refused

TEXTS = ("__repr__", "__format__", "__str__")


# ---- the watch over the answers' functions ----


@contextlib.contextmanager
def without_text_of_tensors():
    """While it lasts, a tensor has no text: host code would read values from it."""
    before = {name: vars(Tensor).get(name) for name in TEXTS}
    for name in TEXTS:
        setattr(Tensor, name, refuse_text_of_tensor)
    try:
        yield
    finally:
        for name, method in before.items():
            if method is None:
                delattr(Tensor, name)
            else:
                setattr(Tensor, name, method)


def seed_of_host(device: object) -> Tensor:
    """i64[1] on a device: a seed of the CPU's generator, which the program that draws the same has too."""
    return torch.empty(1, dtype=torch.int64).random_().to(device)


class Watch:
    """Watches the calls of the answers' host functions in one call of the user's class or function."""

    def __init__(self, device: str):
        self.device = device
        self.calls = 0  # of the answers' host functions, over all calls: poison alternates
        self.launches = 0
        self.watched: WatchedCall | None = None  # while a host function of the answers runs

    def entry(self, function: Callable) -> Callable:
        """A host function of the answers that runs on fenced memory, and may launch and nothing else."""

        @functools.wraps(function)
        def run(*arguments, **numbers):
            if self.watched is not None:
                return function(*arguments, **numbers)
            self.watched = WatchedCall(self.device, POISON_WORDS[self.calls % len(POISON_WORDS)])
            self.calls += 1
            try:
                with torch.no_grad(), without_text_of_tensors():
                    return self.run_watched(function, arguments, numbers)
            finally:
                self.launches += self.watched.launches
                self.watched = None

        return run

    def run_watched(self, function: Callable, arguments: Sequence, numbers: dict[str, Any]) -> Any:
        """One call of a host function on fenced copies of its arguments; Refused where it breaks a rule."""
        inputs = [self.watched.argument(value, place) for place, value in enumerate(arguments)]
        with watched_launches(self.watched, None), self.watched:
            outputs = function(*inputs, **numbers)
        if self.device != "cpu":
            torch.cuda.synchronize()
        self.watched.check_fences()
        return outputs

    def pytorch(self, function: Callable) -> Callable:
        """A function that is left to PyTorch, within the answers: the watch lets it compute."""

        @functools.wraps(function)
        def run(*arguments, **named):
            if self.watched is None:
                return function(*arguments, **named)
            before = self.watched.lets_compute
            self.watched.lets_compute = True
            try:
                return function(*arguments, **named)
            finally:
                self.watched.lets_compute = before

        return run


# ---- what is called ----


class Written:
    """The written module of a job, and the models that its calls run."""

    def __init__(self, job: dict, device: str):
        self.device = device
        self.watch = Watch(device)
        self.module = load_written(job["source"])
        self.names = vars(self.module)
        for name in job["pytorch"]:
            self.names[name] = self.watch.pytorch(self.names[name])
        if "draw_seed" in job["pytorch"]:
            self.names["draw_seed"] = seed_of_host
        for name in job["entries"]:
            self.names[name] = self.watch.entry(self.names[name])
        self.entry = self.names[job["entry"]]
        self.is_module = job["is_module"]
        self.built = {}  # number of a model -> (model, its structure), or what its constructor raised

    def init_arguments(self, form: dict | None) -> tuple[list, dict]:
        """(positional, named) arguments of the constructor."""
        if form is not None:
            return rebuild(form, (), self.names)
        given = self.names["get_init_inputs"]() if "get_init_inputs" in self.names else []
        if isinstance(given, dict):
            return [], given
        given = list(given) if isinstance(given, (list, tuple)) else [given]
        if len(given) == 2 and isinstance(given[0], (list, tuple)) and isinstance(given[1], dict):
            return list(given[0]), given[1]
        return given, {}

    def model(self, number: int, described: dict) -> nn.Module:
        """A model as built, built once; raises whatever its constructor raises."""
        if number not in self.built:
            positional, named = self.init_arguments(described["init"])
            with torch.enable_grad():
                model = self.entry(*positional, **named).to(self.device)
            self.built[number] = model, structure_of(model)
        model, structure = self.built[number]
        restore_structure(structure)
        return model

    def target(self, call: dict, models: Sequence[dict], state: Sequence[Tensor]) -> Callable:
        """What a call calls: the function, or a model with this state, mode and attributes."""
        if not self.is_module:
            return self.entry
        described = models[call["model"]]
        model = self.model(call["model"], described)
        keys = list(model.state_dict())
        if keys != described["keys"]:
            raise Refused(f"its state dict has {keys}, not {described['keys']}", "run")
        for path, tensor in zip(described["paths"], state):
            set_tensor(model, path, with_layout(tensor.to(self.device), call["state_layout"]))
        model.zero_grad(set_to_none=True)
        if call["training"] is not None:
            model.train(call["training"])
        for path, form in call["attributes"].items():
            set_attribute(model, path, rebuild(form, (), self.names))
        return model


def changed_tensors(before: Sequence[Tensor], after: Sequence[Tensor], tensors: list) -> dict:
    """{place: the number of its new content in `tensors`} of those that a call changed."""
    changed = {}
    for place, (old, new) in enumerate(zip(before, after)):
        same = old.shape == new.shape and old.dtype == new.dtype
        if not same or not torch.equal(old.nan_to_num(), new.nan_to_num()):
            changed[str(place)] = len(tensors)
            tensors.append(new.detach().contiguous())
    return changed


def weights_like(tensor: Tensor) -> Tensor:
    """Numbers of both signs in the shape of a tensor, the same in every process."""
    return torch.arange(tensor.numel(), dtype=torch.float64).mul(0.7).sin().to(tensor).view(tensor.shape)


def gradients(result: Any, leaves: Sequence[Tensor]) -> list[Tensor | None] | None:
    """The gradient of each of `leaves` of a weighted sum of the results; None where no result has one."""
    outputs: list[Tensor] = []
    flatten(result, outputs)
    outputs = [output for output in outputs if output.requires_grad]
    if not outputs:
        return None
    # One number, so that PyTorch does not import SymPy to compare shapes.
    with torch.enable_grad():
        weighted = sum((output * weights_like(output)).sum() for output in outputs)
    wanted = [leaf for leaf in leaves if leaf.requires_grad]
    found = iter(torch.autograd.grad(weighted, wanted, allow_unused=True))
    return [next(found) if leaf.requires_grad else None for leaf in leaves]


def raised_in_module(error: BaseException) -> bool:
    """Whether a statement of the written module itself raised an exception."""
    trace = error.__traceback__
    while trace.tb_next:
        trace = trace.tb_next
    return trace.tb_frame.f_code.co_filename == CANDIDATE_FILE


def describe_raised(error: BaseException) -> dict:
    """An exception that a call raised, for the judge to tell a guard from a crash."""
    return {
        "raised": type(error).__name__,
        "text": str(error),
        "line": describe_error(error),
        "guard": type(error) is ValueError and raised_in_module(error),
    }


def reply_to_backward(result: Any, leaves: Sequence[Tensor], tensors: list) -> dict:
    """The gradients of `leaves`, or what the backward raised; `tensors` gets those of the reply."""
    try:
        found = gradients(result, leaves)
    except Exception as error:  # the text around the answers may raise anything; the judge decides
        return describe_raised(error)
    if found is None:
        return {"gradients": None}
    forms = [None if each is None else flatten(each.contiguous(), tensors) for each in found]
    return {"gradients": forms}


def reply_to_call(
    call: dict, target: Callable, paths: Sequence[str], given: Sequence[Tensor], names: dict, tensors: list
) -> dict:
    """What one call does: its result, what it changed and, where wanted, its gradients.

    Args:
        paths: of the tensors of the model.
        given: the tensors among the arguments, in the layout of the call.
        names: of the program, among them its named tuples.
        tensors: gets the tensors of the reply, whose forms count in it.
    """
    model = target if isinstance(target, nn.Module) else None
    for tensor in given:
        if call["gradient"] and tensor.is_floating_point():
            tensor.requires_grad_()
    arguments = rebuild(call["arguments"], given, names)
    named = rebuild(call["named"], given, names)
    state = tensors_at(model, paths)
    before = [tensor.detach().clone() for tensor in (*given, *state)]
    plain = plain_attributes(model) if model is not None else {}

    torch.manual_seed(0)  # as the program that it is compared with
    with torch.set_grad_enabled(call["gradient"]):
        result = target(*arguments, **named)

    after = [*given, *tensors_at(model, paths)]
    reply = {"result": flatten(result, tensors), "changed": changed_tensors(before, after, tensors)}
    now = plain_attributes(model) if model is not None else {}
    reply["attributes"] = {path: value for path, value in now.items() if plain.get(path) != value}
    if call["gradient"]:
        reply["backward"] = reply_to_backward(result, [*given, *state], tensors)
    return reply


def run_call(written: Written, job: dict, call: dict, tensors: Sequence[Tensor], replies: list) -> dict:
    """One call in the written module: its reply, or what it raised. `replies` gets its tensors."""
    count = len(call["layouts"])
    written.watch.launches = 0
    given = [
        with_layout(tensor.to(written.device), layout)
        for tensor, layout in zip(tensors[:count], call["layouts"])
    ]
    try:
        target = written.target(call, job["models"], tensors[count:])
        paths = job["models"][call["model"]]["paths"] if written.is_module else ()
        reply = reply_to_call(call, target, paths, given, written.names, replies)
    except Refused as refusal:
        return {"refused": str(refusal)}
    except Exception as error:  # a written module may raise anything; the judge decides what it means
        return describe_raised(error)
    return reply | {"launches": written.watch.launches}


def replies_to_calls(job: dict, arguments: Sequence, device: str) -> bytes:
    """`written_job`, with PyTorch's settings as the module leaves them."""
    try:
        written = Written(job, device)
    except Exception as error:  # the text around the answers is the user's, and may raise anything
        return pack({"refused": f"the module cannot be imported: {describe_error(error)}"}, ())
    replies, tensors = [], []
    for call, own in zip(job["calls"], arguments):
        found = []
        replies.append(run_call(written, job, call, own, found))
        tensors.append(tuple(found))
    return pack({"replies": replies}, tensors)


@contextlib.contextmanager
def default_settings():
    """PyTorch's settings as they are by default, and afterwards as they were."""
    dtype = torch.get_default_dtype()
    try:
        with torch.backends.cudnn.flags(allow_tf32=True):
            yield
    finally:
        torch.set_default_dtype(dtype)


def written_job(job: dict, arguments: Sequence, device: str) -> bytes:
    """Does every call of a written module, in order: packed replies, or "refused" where it cannot be loaded.

    `arguments` holds for each call the tensors of its arguments, then those of its state.
    """
    with default_settings(), on_the_cpu() if device == "cpu" else contextlib.nullcontext():
        return replies_to_calls(job, arguments, device)
