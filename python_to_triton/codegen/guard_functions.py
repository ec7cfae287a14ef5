"""The functions with which a written module guards itself. Their source is copied into it by guards.py.

A call costs about a microsecond a tensor, and nothing here waits for a GPU.
"""

import os
import warnings

import torch

# What the translation is for, in words. A written module has its own text.
_PATTERN = ""

_TENSORS = (torch.Tensor, torch.nn.Parameter)

# Kernels count elements in 32 bits.
_MOST_ELEMENTS = 2**31

# Reasons for which a fallback has warned.
_WARNED = set()

# Kernels run on a GPU, and under TRITON_INTERPRET=1 anywhere.
_DEVICES = ("cuda", "cpu") if os.environ.get("TRITON_INTERPRET") == "1" else ("cuda",)


class _Refused(ValueError):
    """A call that the translation was not verified for."""


def _described(found):
    """`f32[3, 5] on cpu` for a tensor, its value for a number or a text, else its class."""
    if isinstance(found, torch.Tensor):
        name = str(found.dtype).removeprefix("torch.")
        name = name.replace("float", "f").replace("uint", "u").replace("int", "i")
        kind = "" if type(found) in _TENSORS else f"{type(found).__name__} "
        layout = "" if found.layout is torch.strided else f"{found.layout} "
        empty = ", which is empty," if 0 in found.shape else ""
        return f"{kind}{layout}{name}{list(found.shape)}{empty} on {found.device}"
    if found is None or isinstance(found, (bool, int, float, str, torch.dtype, tuple)):
        return repr(found)
    return f"a {type(found).__name__}"


def _sizes(tensor, rank):
    """The shape of a tensor of this rank; of anything else a shape of None, which `_check` refuses."""
    if isinstance(tensor, torch.Tensor) and tensor.dim() == rank:
        return tensor.shape
    return (None,) * rank


def _check(name, tensor, dtype, shape, device=None):
    """ValueError unless the translation was verified for a tensor of this kind, and it is not empty.

    Args:
        device: that of the first tensor; None for the first, whose device has to run the kernels.
    """
    if (
        type(tensor) not in _TENSORS
        or tensor.dtype is not dtype
        or tensor.shape != shape
        or 0 in shape
        or tensor.layout is not torch.strided
        or (tensor.device != device if device else tensor.device.type not in _DEVICES)
    ):
        raise ValueError(f"{name} is {_described(tensor)}; this translation is for {_PATTERN}")
    if tensor.numel() >= _MOST_ELEMENTS:
        raise ValueError(f"{name} is {_described(tensor)}; this translation is for fewer than 2**31 elements")


def _has_rank(name, tensor, rank):
    """ValueError unless this is a tensor of so many dimensions: its sizes are read before `_check`."""
    if type(tensor) not in _TENSORS or tensor.dim() != rank or tensor.layout is not torch.strided:
        raise ValueError(f"{name} is {_described(tensor)}; this translation is for {_PATTERN}")


def _check_count(tensors, count):
    """ValueError unless there are so many parameters."""
    if len(tensors) != count:
        raise ValueError(f"there are {len(tensors)} parameters; this translation is for {count}")


def _check_all(names, tensors, dtypes, shapes, device):
    """`_check` of several tensors, called by name where one would be refused."""
    for name, tensor, dtype, shape in zip(names, tensors, dtypes, shapes):
        if (
            type(tensor) not in _TENSORS
            or tensor.dtype is not dtype
            or tensor.shape != shape
            or not 0 < tensor.numel() < _MOST_ELEMENTS
            or tensor.layout is not torch.strided
            or tensor.device != device
        ):
            _check(name, tensor, dtype, shape, device)


def _same_shape(name, tensor, result):
    """ValueError unless a result has the shape of the tensor that it is written into."""
    if tensor.shape != result.shape:
        shapes = f"{list(tensor.shape)}, and {list(result.shape)} is written into it"
        raise ValueError(f"{name} is of shape {shapes}; this translation is for equal shapes")


def _apart(name, tensor, other_name, other):
    """ValueError where a tensor that is written shares its memory with another argument."""
    if tensor.untyped_storage().data_ptr() == other.untyped_storage().data_ptr():
        written = f"{name} is written, and shares memory with {other_name}"
        raise ValueError(f"{written}; this translation is for tensors apart")


def _spread(name, tensor):
    """ValueError where elements of a tensor that is written share their memory: x.expand(...), for one."""
    reached = 0
    for stride, size in sorted(
        (stride, size) for stride, size in zip(tensor.stride(), tensor.shape) if size > 1
    ):
        if stride <= reached:
            written = f"{name} is written, and elements of it share memory"
            raise ValueError(f"{written}; this translation is for elements apart")
        reached += (size - 1) * stride


def _fixed(name, found, value):
    """ValueError unless an argument that is no tensor has the value that the translation was made for."""
    if not isinstance(found, type(value)) or found != value:
        raise ValueError(f"{name} is {_described(found)}; this translation is for {name} = {value!r}")


def _attributes(name, layer, /, **wanted):
    """`_fixed` of several attributes of a submodule."""
    for attribute, value in wanted.items():
        found = getattr(layer, attribute)
        if not isinstance(found, type(value)) or found != value:
            _fixed(f"{name}.{attribute}", found, value)


def _layer(name, layer, kind, module="", hooks=0):
    """ValueError unless a submodule is of this class, and its call is the forward of the class alone.

    Args:
        module: where the class is defined; "" where this is the written module.
        hooks: how many it had, its forward among them where that is its own.
    """
    found = type(layer)
    if found.__name__ != kind or module and found.__module__ != module:
        wanted = f"type({name}).__name__ = {kind!r}" + (f" of {module}" if found.__name__ == kind else "")
        raise ValueError(f"type({name}).__name__ is {found.__name__!r}; this translation is for {wanted}")
    own = layer.__dict__
    count = len(own["_forward_hooks"]) + len(own["_forward_pre_hooks"]) + ("forward" in own)
    count += len(own["_backward_hooks"]) + len(own["_backward_pre_hooks"])
    if count != hooks:
        number = f"{count} hooks or a forward of its own"
        raise ValueError(f"{name} has {number}; this translation is for {name} with {hooks}")


def _no_global_hooks():
    """ValueError where hooks for all modules are registered: submodules would run them too."""
    if torch.nn.modules.module._has_any_global_hook():
        raise ValueError("hooks for all modules are registered; this translation is for modules without")


def _evaluating(training, reason):
    """ValueError in training mode, which was not translated: `reason` says why."""
    if training:
        raise ValueError(f"{reason}: this translation is for evaluation, call .eval() first")


def _check_size(name, size, holds, rule):
    """ValueError where a size is one at which the program computes something else, or nothing."""
    if not holds:
        raise ValueError(f"{name} is {size}; this translation is for {rule} in {_PATTERN}")


def _check_indices(name, indices, lowest, size, besides=None):
    """IndexError unless lowest <= index < size for all indices; on a GPU it is the device that raises.

    So the host does not wait. PyTorch's own kernels report an index in the same way. For the number `besides`
    the answer takes another index.
    """
    message = f"{name} has an index that is not from {lowest} to {size - 1}"
    if besides is not None:
        message += f", or {besides}"
        indices = torch.where(indices == besides, lowest, indices)
    if indices.is_cuda:
        torch._assert_async((indices.clamp(lowest, size - 1) == indices).all(), message)
    elif not lowest <= int(indices.min()) <= int(indices.max()) < size:
        raise IndexError(message)


def _in_range(name, found, low, high, with_zero=False):
    """ValueError unless a number is one of those between limits that the translation was verified for."""
    if not isinstance(found, (int, float)) or not (low < found < high or with_zero and found == 0):
        limits = f"numbers between {low:g} and {high:g}" + (", zero included" if with_zero else "")
        raise ValueError(f"{name} is {_described(found)}; this translation is for {limits}")


def _plain_call(tensor):
    """ValueError where PyTorch would compute something else of the same tensors.

    Under torch.autocast it computes in other dtypes, under torch.func and forward-mode gradients tensors
    are more than their data. What a program creates is of the default dtype.
    """
    if torch.is_autocast_enabled(tensor.device.type):
        raise ValueError("torch.autocast is on; this translation computes in the dtypes of its arguments")
    if torch._C._are_functorch_transforms_active() or torch.autograd.forward_ad._current_level >= 0:
        raise ValueError("torch.func or forward-mode gradients are on; this translation is for plain calls")
    if torch._C._get_tracing_state() is not None:
        raise ValueError("torch.jit.trace is on, which would keep the results; this translation is for calls")
    if torch.get_default_dtype() is not torch.float32:
        default = torch.get_default_dtype()
        raise ValueError(f"the default dtype is {default}; this translation is for torch.float32")


class _ForwardOnly(torch.autograd.Function):
    """function(*tensors), whose result has no backward."""

    @staticmethod
    def forward(ctx, function, *tensors):
        return function(*tensors)

    @staticmethod
    def backward(ctx, *gradients):
        raise ValueError(
            "this translation has no backward: translate with --backward, or call it under torch.no_grad()"
        )


def _run(function, *tensors):
    """function(*tensors) on their GPU, each contiguous. A backward through its result raises ValueError."""
    _plain_call(tensors[0])
    if tensors[0].is_cuda and tensors[0].get_device() != torch.cuda.current_device():
        with torch.cuda.device(tensors[0].device):
            return _run(function, *tensors)
    tensors = [tensor.contiguous() for tensor in tensors]
    if torch.is_grad_enabled() and any([tensor.requires_grad for tensor in tensors]):
        return _ForwardOnly.apply(function, *tensors)
    return function(*tensors)


def _run_trained(function, trained, *tensors):
    """function(*tensors) on their GPU, each contiguous; where a gradient is wanted, `trained` computes it."""
    _plain_call(tensors[0])
    if tensors[0].is_cuda and tensors[0].get_device() != torch.cuda.current_device():
        with torch.cuda.device(tensors[0].device):
            return _run_trained(function, trained, *tensors)
    tensors = [tensor.contiguous() for tensor in tensors]
    if torch.is_grad_enabled() and any([tensor.requires_grad for tensor in tensors]):
        return trained.apply(*tensors)
    return function(*tensors)


def _run_forward(function, *tensors):
    """function(*tensors) on their GPU, each contiguous. Where a gradient is wanted, it is refused."""
    _plain_call(tensors[0])
    if torch.is_grad_enabled() and any([tensor.requires_grad for tensor in tensors]):
        raise ValueError("a gradient is wanted, and this translation has no backward")
    if tensors[0].is_cuda and tensors[0].get_device() != torch.cuda.current_device():
        with torch.cuda.device(tensors[0].device):
            return _run_forward(function, *tensors)
    return function(*[tensor.contiguous() for tensor in tensors])


def _warn(reason):
    """Warns that PyTorch computes a call, once a reason."""
    text = str(reason)
    if text not in _WARNED:
        _WARNED.add(text)
        warnings.warn(f"PyTorch computes this call: {text}", stacklevel=3)


# Each calls only those above it.
FUNCTIONS = tuple(item for item in list(globals().values()) if getattr(item, "__module__", "") == __name__)
