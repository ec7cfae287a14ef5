"""Which operations of PyTorch host code may run: views, allocations, and what lays out or initialises memory.

A copy may change the layout of a tensor and the width of its numbers, and may hold every element once at
most; a fill covers a whole allocation. All else is work that a kernel has to do.
"""

import functools
from typing import Any

import torch
from torch import Tensor

from python_to_triton.verification.sandbox.messages import span
from python_to_triton.verification.sandbox.rules import names

EMPTY = names("empty empty_like empty_strided new_empty new_empty_strided")
FILLED = names("zeros zeros_like ones ones_like full full_like new_zeros new_ones new_full")
COPIES = names("clone _to_copy")  # .clone(), .contiguous(), .to(dtype)
FILLS = names("zero_ fill_")
UNNAMED_VIEWS = names("_unsafe_view")  # of what `.reshape()` has copied: PyTorch does not declare it a view
WIDER = {  # numbers of the first type are numbers of the others too
    torch.bool: (torch.int8, torch.uint8, torch.int32, torch.int64),
    torch.int8: (torch.int32, torch.int64),
    torch.uint8: (torch.int32, torch.int64),
    torch.int32: (torch.int64,),
}


@functools.cache
def is_view(operation: Any) -> bool:
    """Whether an operation only returns views of what it is given."""
    if operation._schema.name.removeprefix("aten::") in UNNAMED_VIEWS:
        return True
    aliases = [value.alias_info for value in operation._schema.returns]
    return bool(aliases) and all(alias is not None and not alias.is_write for alias in aliases)


def holds_each_once(tensor: Tensor) -> bool:
    """Whether no two elements of a tensor are one in memory, as those of `.expand(..)` are."""
    extent = 0
    for stride, size in sorted(zip(tensor.stride(), tensor.shape)):
        if size > 1:
            if stride <= extent:
                return False
            extent += stride * (size - 1)
    return True


def keeps_numbers(old: torch.dtype, new: torch.dtype) -> bool:
    """Whether a cast only changes how wide numbers are: floats to floats, integers to wider ones."""
    return old == new or old.is_floating_point and new.is_floating_point or new in WIDER.get(old, ())


def may_copy(args: tuple, kwargs: dict) -> bool:
    """Whether `.clone()`, `.contiguous()` or `.to(dtype)` lays out what there is."""
    source = args[0]
    device = kwargs.get("device") or source.device
    same_device = torch.device(device).type == source.device.type
    return (
        same_device
        and holds_each_once(source)
        and keeps_numbers(source.dtype, kwargs.get("dtype") or source.dtype)
    )


def may_fill(args: tuple, allocations: dict[int, int]) -> bool:
    """Whether a fill is the initialisation of a whole allocation by a number.

    allocations: {address of a storage: bytes that belong to the allocation in it}.
    """
    target, *value = args
    size = span(target.shape, target.stride()) * target.dtype.itemsize
    whole = allocations.get(target.untyped_storage().data_ptr()) == size
    return whole and not any(isinstance(number, Tensor) for number in value)
