"""The state of a module around a trace: put back afterwards, with what its forward replaced."""

import contextlib
import copy
import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import torch
import torch.nn as nn
from torch._subclasses.fake_tensor import FakeTensor

from python_to_triton.frontend.fixed_values import is_plain
from python_to_triton.frontend.module_reads import OF_EVERY_MODULE, module_path
from python_to_triton.frontend.vocabulary import GraphError


@dataclass(frozen=True)
class Replaced:
    """An attribute of a module, or an entry of an input, that a program sets."""

    path: str  # how the wrapper reaches it
    before: object  # None where there was none
    item: object


def _attributes(module):
    """{name: item} of a module's own attributes, buffers and parameters."""
    own = {name: item for name, item in vars(module).items() if name not in OF_EVERY_MODULE}
    return own | module._buffers | module._parameters


def _is_same(before, now):
    if before is now:
        return True
    return is_plain(before) and is_plain(now) and type(before) is type(now) and before == now


class _ModuleState:
    """What a module holds, to be compared and put back."""

    def __init__(self, path, module):
        self.path = path
        self.module = module
        self.attributes = _attributes(module)
        self.tables = [(table, dict(table)) for table in (vars(module), module._buffers, module._parameters)]
        # PyTorch computes with the one number of a real tensor even among fake ones, and so writes it.
        self.numbers = [
            (item, item.clone())
            for item in self.attributes.values()
            if isinstance(item, torch.Tensor) and item.numel() == 1 and not isinstance(item, FakeTensor)
        ]
        self.lists = [
            (item, copy.copy(item)) for item in self.attributes.values() if isinstance(item, (list, dict))
        ]

    def replaced(self, model):
        """A Replaced for every attribute that holds something else now.

        Raises:
            GraphError: a list or dict among them was changed.
        """
        for name, item in _attributes(self.module).items():
            before = self.attributes.get(name)
            if name not in self.attributes or not _is_same(before, item):
                yield Replaced(f"{module_path(model, self.path)}.{name}", before, item)
        for item, before in self.lists:
            keys = range(len(item)) if isinstance(item, list) else item.keys()
            parts = item if isinstance(item, list) else item.values()
            olds = before if isinstance(before, list) else before.values()
            if len(item) != len(before) or any(map(lambda a, b: a is not b, parts, olds)):
                name = next(name for name, own in self.attributes.items() if own is item)
                raise GraphError(
                    f"the forward changes {module_path(model, self.path)}.{name}, a {type(item).__name__} of "
                    f"{len(keys)}, which a translation cannot: return its tensors instead"
                )

    def restore(self) -> None:
        """Puts back tables of attributes, numbers of tensors, and items of lists and dicts."""
        for table, before in self.tables:
            table.clear()
            table.update(before)
        for tensor, before in self.numbers:
            tensor.data.copy_(before)
        for item, before in self.lists:
            if isinstance(item, list):
                item[:] = before
            else:
                item.clear()
                item.update(before)


@contextlib.contextmanager
def unchanged_state(function: object) -> Iterator[Callable[[], list[Replaced]]]:
    """Puts back what a module's forward replaces (`self.mean = ...`); nothing where `function` is no module.

    Yields:
        a function that gives what was replaced so far.
    """
    named = function.named_modules() if isinstance(function, nn.Module) else ()
    states = [_ModuleState(path, module) for path, module in named]
    try:
        yield lambda: [item for state in states for item in state.replaced(function)]
    finally:
        for state in states:
            state.restore()


def outside_numbers(function: object) -> dict[str, object]:
    """{name: value} of the plain values that a program keeps outside its call: globals, own attributes."""
    called = inspect.unwrap(getattr(function, "forward", function))
    names = {
        name: copy.copy(item)
        for name, item in getattr(called, "__globals__", {}).items()
        if not name.startswith("__") and is_plain(item)
    }
    owner = type(function) if isinstance(function, nn.Module) else called
    own = {name: item for name, item in getattr(owner, "__dict__", {}).items() if not name.startswith("__")}
    return names | {f"{owner.__name__}.{name}": item for name, item in own.items() if is_plain(item)}


def check_outside_numbers(function: object, before: dict[str, object]) -> None:
    """GraphError where a program changed what it keeps outside it: its next call would be another program."""
    now = outside_numbers(function)
    changed = [
        name for name, item in now.items() if name not in before or [before[name]] != [item]
    ]  # nan is nan
    if changed:
        raise GraphError(f"the program changes {changed[0]}, which a translation cannot: return it instead")
