"""The modes of PyTorch's dispatcher: with one that stays in force every later trace of the process fails."""

from torch._C import _len_torch_function_stack, _pop_torch_function_stack
from torch._ops import _len_torch_dispatch_stack_pre_dispatch, _pop_mode_from_pre_dispatch
from torch.utils._python_dispatch import _len_torch_dispatch_stack, _pop_mode

STACKS = (
    (_len_torch_dispatch_stack_pre_dispatch, _pop_mode_from_pre_dispatch),  # one for all threads
    (_len_torch_dispatch_stack, _pop_mode),  # of this thread
    (_len_torch_function_stack, _pop_torch_function_stack),
)


def take_modes_down() -> list[str]:
    """The classes of the modes that were in force; none is any more."""
    taken = []
    for length, pop in STACKS:
        while length():
            taken.append(type(pop()).__name__)
    return taken
