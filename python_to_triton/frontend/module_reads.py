"""What a module's forward reads of it that is no tensor: numbers, flags, texts, and its structure.

While the program runs, every attribute read of the model and its submodules is noted; what can change the
graph becomes Fixed: self.norm.eps, len(self.layers), type(self.act).__name__.
"""

import contextlib
import keyword
import types
from collections.abc import Iterable, Iterator

import torch
import torch.nn as nn

from python_to_triton.frontend.conditions import Fixed
from python_to_triton.frontend.fixed_values import attributes_named, fixed_constants

# (id of a module, name) -> what was read first
Reads = dict[tuple[int, str], object]

_CODE = (types.FunctionType, types.MethodType, types.ModuleType)

_CONTAINERS = (nn.Sequential, nn.ModuleList, nn.ModuleDict, nn.ParameterList, nn.ParameterDict)

# What every module has: its tables and hooks, which PyTorch reads for itself.
OF_EVERY_MODULE = frozenset(vars(nn.Module())) | frozenset(dir(nn.Module))

# Attributes of PyTorch's layers that follow from others.
_DERIVED = frozenset(
    {
        "_reversed_padding_repeated_twice",
        "_flat_weights",
        "_flat_weights_names",
        "_flat_weight_refs",
        "_all_weights",
    }
)


# What a forward goes through: methods of every module, and the one that counts the same.
_PARTS = {
    **dict.fromkeys(("parameters", "named_parameters"), "parameters"),
    **dict.fromkeys(("buffers", "named_buffers"), "buffers"),
    **dict.fromkeys(("children", "named_children"), "children"),
    **dict.fromkeys(("modules", "named_modules", "apply"), "modules"),
    "state_dict": "state_dict",
}


def module_path(model: nn.Module, path: str) -> str:
    """`self.net[0].weight` for the path net.0.weight of a model; getattr where a name is no identifier."""
    text = "self"
    for part in path.split(".") if path else ():
        inner = getattr(model, part)
        is_list = isinstance(model, (nn.Sequential, nn.ModuleList, nn.ParameterList)) and part.isdigit()
        if is_list and model[int(part)] is inner:
            text += f"[{part}]"
        elif part.isidentifier() and not keyword.iskeyword(part):
            text = f"{text}.{part}"
        else:
            text = f"getattr({text}, {part!r})"
        model = inner
    return text


@contextlib.contextmanager
def recorded_reads(function: object) -> Iterator[Reads]:
    """Notes, while it is open, every attribute that is read of modules; nothing where `function` is none."""
    reads: Reads = {}
    if not isinstance(function, nn.Module):
        yield reads
        return
    assert "__getattribute__" not in vars(nn.Module), "reads of modules are being recorded already"
    plain_read = nn.Module.__getattribute__

    def noted_read(self, name):
        key = (id(self), name)
        first = key not in reads
        if first:
            reads[key] = None  # a parameter or submodule, which nn.Module finds by __getattr__
        item = plain_read(self, name)
        if first:
            reads[key] = item
        return item

    nn.Module.__getattribute__ = noted_read
    try:
        yield reads
    finally:
        del nn.Module.__getattribute__


def reads_training(reads: Reads) -> bool:
    """Whether the mode of any module was read, so that training may be another graph than evaluation."""
    return any(name == "training" for _, name in reads)


def _own_attribute(module, name):
    """Whether a name is an attribute of this module, or of a class that PyTorch does not define."""
    if name in vars(module):
        return True
    owner = next((kind for kind in type(module).__mro__ if name in vars(kind)), None)
    is_constant = owner is not None and not hasattr(vars(owner)[name], "__get__")
    return is_constant and not owner.__module__.startswith("torch.")


def _is_missing(module, name):
    """Whether a module has no such attribute: `hasattr(self, name)` asked, or `getattr` with a default."""
    tables = (vars(module), module._parameters, module._buffers, module._modules)
    known = any(name in table for table in tables) or any(name in vars(kind) for kind in type(module).__mro__)
    return not known and not name.startswith("__") and not type(module).__module__.startswith("torch.")


def fixed_shapes(model: nn.Module, reads: Reads, tensors: Iterable[tuple[str, torch.Tensor]]) -> list[Fixed]:
    """Shape and dtype of tensors that a forward read, of which its graph has none: it asked for these.

    PyTorch's own layers ask so of what they then compute with, or not.
    """
    fixed = []
    for path, tensor in tensors:
        owner, _, name = path.rpartition(".")
        module = model.get_submodule(owner)
        if (id(module), name) in reads and not type(module).__module__.startswith("torch."):
            text = module_path(model, path)
            fixed += [Fixed(f"tuple({text}.shape)", tuple(tensor.shape))]
            fixed += [Fixed(f"str({text}.dtype)", str(tensor.dtype))]
    return fixed


def _missing_tensors(module, path, names):
    """Fixed for the parameters, buffers and modules of a module that are None, so far as they were read."""
    tables = (module._parameters, module._buffers, module._modules)
    return [
        Fixed(f"{path}.{name}", None)
        for table in tables
        for name, item in table.items()
        if item is None and name in names
    ]


def _fixed_of(module, path, read, names):
    """Fixed for what was read of one module, {name: item}; see fixed_constants for `names`."""
    fixed = []
    is_called = any(name == "forward" or isinstance(item, types.MethodType) for name, item in read.items())
    is_container = isinstance(module, _CONTAINERS)
    if path != "self" and (is_called or is_container):
        fixed.append(Fixed(f"type({path}).__name__", type(module).__name__))
    if isinstance(module, (nn.ModuleDict, nn.ParameterDict)):
        fixed.append(Fixed(f"tuple({path})", tuple(module)))
    elif is_container:
        fixed.append(Fixed(f"len({path})", len(module)))
    for name, item in read.items():
        if name == "training" and path != "self":
            fixed.append(Fixed(f"{path}.training", item))
        if name in _PARTS and not type(module).__module__.startswith("torch."):
            parts = f"list({path}.{_PARTS[name]}())"
            fixed.append(Fixed(f"len({parts})", len(list(getattr(module, _PARTS[name])()))))
        if item is None and _is_missing(module, name):
            fixed.append(Fixed(f"hasattr({path}, {name!r})", False))
        if name in OF_EVERY_MODULE or name in _DERIVED or isinstance(item, nn.Module):
            continue
        if _own_attribute(module, name):
            fixed += fixed_constants(f"{path}.{name}", item, names)
    return fixed


def _tensors_within(path, item, depth=4):
    """[(how it is reached, tensor), ...] of what lists, dicts and objects hold, unregistered modules too.

    depth: of one in another to follow.
    """
    if isinstance(item, torch.Tensor):
        return [(path, item)]
    if not depth or isinstance(item, (type, *_CODE)):
        return []
    if isinstance(item, (list, tuple)):
        parts = [(f"{path}[{i}]", part) for i, part in enumerate(item)]
    elif isinstance(item, dict):
        parts = [(f"{path}[{key!r}]", part) for key, part in item.items() if isinstance(key, (str, int))]
    elif isinstance(item, nn.Module):
        inner = [*item.named_parameters(), *item.named_buffers()]
        return [(module_path(item, name).replace("self", path, 1), tensor) for name, tensor in inner]
    else:
        fields = getattr(item, "__dict__", {})
        parts = [(f"{path}.{name}", part) for name, part in fields.items() if name.isidentifier()]
    return [found for inner, part in parts for found in _tensors_within(inner, part, depth - 1)]


def tensors_held(model: nn.Module) -> dict[int, str]:
    """{id of a tensor: how it is reached} of what a model holds in lists, dicts and objects, in no table."""
    found = {}
    for path, module in model.named_modules():
        own = [(name, item) for name, item in vars(module).items() if name not in OF_EVERY_MODULE]
        for name, item in own:
            if not isinstance(item, (torch.Tensor, nn.Module)) and name not in _DERIVED:
                text = f"{module_path(model, path)}.{name}"
                found |= {id(tensor): reached for reached, tensor in _tensors_within(text, item)}
    return found


def shared_parts(model: nn.Module) -> tuple[Fixed, ...]:
    """What a model has under two names: tied weights, and modules that occur twice."""
    first = {}
    fixed = []
    shared = []
    modules = model.named_modules(remove_duplicate=False)
    parameters = model.named_parameters(remove_duplicate=False)
    for path, item in [*modules, *parameters, *model.named_buffers(remove_duplicate=False)]:
        if any(path.startswith(f"{other}.") for other in shared):
            continue
        before = first.setdefault(id(item), path)
        if before != path:
            shared.append(path)
            fixed.append(Fixed(f"{module_path(model, path)} is {module_path(model, before)}", True))
    return tuple(fixed)


def fixed_reads(model: nn.Module, reads: Reads, source: str) -> tuple[Fixed, ...]:
    """What the forward of a model read of it and its submodules: the trace holds for these values alone.

    `source` is the program's text, "" where there is none.
    """
    names = attributes_named(source)
    of_module = {}
    for (module, name), item in reads.items():
        of_module.setdefault(module, {})[name] = item

    fixed = []
    for path, module in model.named_modules():
        read = of_module.get(id(module), {})
        if read:
            text = module_path(model, path)
            fixed += _fixed_of(module, text, read, names)
            fixed += _missing_tensors(module, text, read.keys())
    return tuple(fixed)
