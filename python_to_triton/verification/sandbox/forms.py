"""Arguments, results and modules in a form that travels: plain JSON, and a list of tensors beside it.

Both sides use it, the judging process for the original program and the sandbox for a written module, so that
the two run on the same values in the same memory layout, and answer in the same form.
"""

import dataclasses
from collections.abc import Sequence
from typing import Any

import torch
import torch.nn as nn
from torch import Tensor

from python_to_triton.verification.sandbox.rules import Refused

# How a tensor may lie in its storage: as it is made, with its dimensions in reverse order, with a gap behind
# every element, behind other elements.
LAYOUTS = ("", "transposed", "step", "offset")
OFFSET = 3  # elements before a tensor whose layout is "offset"
GAP = 1e4  # what lies between: a number that shows in any result

PLAIN = (bool, int, float, str)


def is_integer(tensor: Tensor) -> bool:
    """Whether a tensor holds integers."""
    return not tensor.is_floating_point() and not tensor.is_complex() and tensor.dtype != torch.bool


def with_layout(tensor: Tensor, layout: str) -> Tensor:
    """A copy of a tensor that lies in its storage as `layout` says (one of LAYOUTS)."""
    if layout == "transposed":
        reverse = tuple(reversed(range(tensor.dim())))
        return tensor.permute(reverse).clone(memory_format=torch.contiguous_format).permute(reverse)
    gap = min(GAP, torch.iinfo(tensor.dtype).max) if is_integer(tensor) else GAP
    if layout == "step":
        shape = (*tensor.shape, 2)
        return torch.full(shape, gap, dtype=tensor.dtype, device=tensor.device)[..., 0].copy_(tensor)
    if layout == "offset":
        storage = torch.full((OFFSET + tensor.numel(),), gap, dtype=tensor.dtype, device=tensor.device)
        return storage[OFFSET:].view(tensor.shape).copy_(tensor)
    return tensor.clone(memory_format=torch.contiguous_format)


# ---- values ----


def flatten(value: Any, tensors: list[Tensor]) -> dict:
    """The form of a value: tensors, numbers, texts, dtypes, None, in lists, tuples (named ones too), dicts
    and dataclasses.

    Its tensors are appended to `tensors`. Raises Refused for anything else.
    """
    if isinstance(value, Tensor):
        tensors.append(value)
        return {"tensor": len(tensors) - 1}
    if isinstance(value, dict):
        parts = [[flatten(key, tensors), flatten(part, tensors)] for key, part in value.items()]
        return {"dict": parts}
    if isinstance(value, (list, tuple)):
        return {"type": type(value).__name__, "parts": [flatten(part, tensors) for part in value]}
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        names = [one.name for one in dataclasses.fields(value)]
        parts = [flatten(getattr(value, name), tensors) for name in names]
        return {"type": type(value).__name__, "fields": names, "parts": parts}
    if value is None or isinstance(value, PLAIN):
        return {"value": value}
    if isinstance(value, torch.dtype):
        return {"dtype": str(value).removeprefix("torch.")}
    raise Refused(f"a {type(value).__name__} among tensors", "run")


def rebuild(form: dict, tensors: Sequence[Tensor], names: dict[str, Any]) -> Any:
    """The value of a form. `names` are those of the program, among them its named tuples and dataclasses.

    Raises:
        Refused: a named tuple or a dataclass is not among the names.
    """
    if "tensor" in form:
        return tensors[form["tensor"]]
    if "dict" in form:
        return {rebuild(key, tensors, names): rebuild(part, tensors, names) for key, part in form["dict"]}
    if "dtype" in form:
        return getattr(torch, form["dtype"])
    if "value" in form:
        return form["value"]
    parts = [rebuild(part, tensors, names) for part in form["parts"]]
    plain = {"list": list, "tuple": tuple, "Size": torch.Size}
    if form["type"] in plain:
        return plain[form["type"]](parts)
    if form["type"] not in names:
        raise Refused(f"the program has no {form['type']}", "run")
    kind = names[form["type"]]
    return kind(**dict(zip(form["fields"], parts))) if "fields" in form else kind(*parts)


# ---- modules ----


def named_tensors(model: nn.Module) -> dict[str, Tensor]:
    """{path: tensor} of the parameters, buffers and tensor attributes of a module, each tensor once."""
    found = dict(model.named_parameters()) | dict(model.named_buffers())
    for path, module in model.named_modules():
        for name, item in vars(module).items():
            if isinstance(item, Tensor):
                found[f"{path}.{name}".lstrip(".")] = item
    return found


def tensors_at(model: nn.Module | None, paths: Sequence[str]) -> list[Tensor]:
    """The tensors of a module at these paths; none where there is no module.

    Raises:
        Refused: there is no tensor at a path.
    """
    found = named_tensors(model) if model is not None else {}
    missing = [path for path in paths if path not in found]
    if missing:
        raise Refused(f"the class has no tensor {missing[0]}", "run")
    return [found[path] for path in paths]


def plain_attributes(model: nn.Module) -> dict[str, Any]:
    """{path: value} of the numbers and texts that a module and its submodules hold."""
    return {
        f"{path}.{name}".lstrip("."): item
        for path, module in model.named_modules()
        for name, item in vars(module).items()
        if isinstance(item, PLAIN) and name != "training"
    }


def set_tensor(model: nn.Module, path: str, tensor: Tensor) -> None:
    """Gives the tensor at a path of a module other data, of the same shape.

    Raises:
        Refused: there is no tensor of this shape at that path.
    """
    owner, _, name = path.rpartition(".")
    try:
        holder = getattr(model.get_submodule(owner), name)
    except AttributeError:
        raise Refused(f"the class has no tensor {path}", "run") from None
    if not isinstance(holder, Tensor) or holder.shape != tensor.shape:
        found = tuple(holder.shape) if isinstance(holder, Tensor) else type(holder).__name__
        raise Refused(f"the class has {path} of shape {found}, not {tuple(tensor.shape)}", "run")
    if isinstance(holder, nn.Parameter) or holder.device == tensor.device:
        holder.data = tensor
    else:  # an attribute, which `.to(device)` leaves where it is
        setattr(model.get_submodule(owner), name, tensor)


def set_attribute(model: nn.Module, path: str, value: Any) -> None:
    """Sets a plain attribute at a path of a module."""
    owner, _, name = path.rpartition(".")
    setattr(model.get_submodule(owner), name, value)


def structure_of(model: nn.Module) -> list[tuple]:
    """What `restore_structure` needs to undo what a call set in a module."""
    return [
        (module, dict(vars(module)), dict(module._buffers), dict(module._parameters))
        for module in model.modules()
    ]


def restore_structure(structure: list[tuple]) -> None:
    """Gives the modules of `structure_of` the attributes, buffers and parameters that they had."""
    for module, fields, buffers, parameters in structure:
        vars(module).clear()
        vars(module).update(fields)
        module._buffers.clear()
        module._buffers.update(buffers)
        module._parameters.clear()
        module._parameters.update(parameters)
