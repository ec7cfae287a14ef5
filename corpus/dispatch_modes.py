"""The modes of PyTorch's dispatcher that are in force: with a recorder that stays, every later trace fails.

A time limit raises wherever the program is, also while a mode is being left.
"""

from torch._C import _len_torch_function_stack, _pop_torch_function_stack
from torch._ops import _len_torch_dispatch_stack_pre_dispatch, _pop_mode_from_pre_dispatch
from torch.utils._python_dispatch import _len_torch_dispatch_stack, _pop_mode

# (how many modes it has, takes the last one off) of each stack.
STACKS = (
    (_len_torch_dispatch_stack_pre_dispatch, _pop_mode_from_pre_dispatch),  # one for all threads
    (_len_torch_dispatch_stack, _pop_mode),  # of this thread
    (_len_torch_function_stack, _pop_torch_function_stack),
)


def mode_depths() -> list[int]:
    """How many modes each stack has."""
    return [length() for length, _ in STACKS]


def end_modes(depths: list[int]) -> None:
    """Ends the modes that have been entered since `mode_depths` gave these numbers, and not left."""
    for (length, pop), depth in zip(STACKS, depths, strict=True):
        while length() > depth:
            pop()
