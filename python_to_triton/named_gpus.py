"""A GPU that a program names is the CPU, where the program runs on the CPU.

Programs are written for a GPU: `torch.ones(3, device="cuda")`, `x.cuda()`, `model.to(0)`. They are traced,
and computed as the reference, in processes that see no GPU; where there is none, their modules run in
Triton's interpreter. While `on_the_cpu()` is in force in a thread, PyTorch's functions take every GPU among
their arguments for the CPU, so `torch.device("cuda")` is the CPU too. What has no meaning without a GPU
(`torch.cuda.synchronize()`, a stream, a generator of a GPU) raises what it raises.
"""

import contextlib

import torch
from torch.overrides import TorchFunctionMode, _get_current_function_mode_stack

CPU = torch.device("cpu")
NAMES = frozenset((str, torch.device))  # what names a GPU
KEYWORDS = ("device", "type")  # the second of torch.device alone
# {a function of which an integer may be a GPU's number: the place of that argument}
NUMBERED = {torch.device: 0, torch._C._nn._parse_to: 0, torch.Tensor.to: 1, torch.Tensor.cuda: 1}


def names_gpu(item: object) -> bool:
    """Whether an argument is a GPU: "cuda", "cuda:1" or such a device."""
    if isinstance(item, str):
        return item.partition(":")[0] == "cuda"
    return isinstance(item, torch.device) and item.type == "cuda"


def may_be_gpu_number(item: object) -> bool:
    """Whether an argument is an integer, which may be a GPU's number."""
    return isinstance(item, int) and not isinstance(item, bool)


def is_gpu_by_name(name: str, kwargs: dict) -> bool:
    """Whether an argument that is given by its name is a GPU."""
    item = kwargs.get(name)
    return names_gpu(item) or name == "device" and may_be_gpu_number(item)


class GpusAreCpu(TorchFunctionMode):
    """PyTorch's functions are called with the CPU in the place of every GPU."""

    def __torch_function__(self, function, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        number = NUMBERED.get(function)
        if number is None and "device" not in kwargs and NAMES.isdisjoint(map(type, args)):
            return function(*args, **kwargs)  # most calls
        if function is torch.Tensor.cuda:
            return args[0].to(CPU, memory_format=kwargs.get("memory_format", torch.preserve_format))
        gpus = [
            i for i, item in enumerate(args) if names_gpu(item) or i == number and may_be_gpu_number(item)
        ]
        named = [name for name in KEYWORDS if is_gpu_by_name(name, kwargs)]
        if function is torch.device and (gpus or named):
            return CPU  # whichever GPU
        if gpus:
            args = tuple(CPU if i in gpus else item for i, item in enumerate(args))
        if named:
            kwargs = {**kwargs, **dict.fromkeys(named, CPU)}
        return function(*args, **kwargs)


def on_the_cpu() -> contextlib.AbstractContextManager:
    """While it lasts, in this thread, GPUs that a program names are the CPU."""
    if any(isinstance(mode, GpusAreCpu) for mode in _get_current_function_mode_stack()):
        return contextlib.nullcontext()
    return GpusAreCpu()
