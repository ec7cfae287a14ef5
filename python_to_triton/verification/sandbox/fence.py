"""Poisoned, fenced memory, and the watch over one call of a candidate.

Every buffer that a kernel may see lies in a storage of its own, between two red zones, and is full of poison:
what a kernel leaves unwritten, or reads outside its buffers, is NaN or a large number; what it writes there
is found afterwards. Every operation of PyTorch that computes outside a kernel is refused.
"""

from typing import Any

import torch
from torch import Tensor
from torch.utils._python_dispatch import TorchDispatchMode

from python_to_triton.verification.sandbox.host_operations import (
    COPIES,
    EMPTY,
    FILLED,
    FILLS,
    is_view,
    may_copy,
    may_fill,
)
from python_to_triton.verification.sandbox.interleaving import NATURAL
from python_to_triton.verification.sandbox.messages import span
from python_to_triton.verification.sandbox.rules import Refused, ShowsNan, Steps

RED_ZONE = 1 << 15  # bytes on either side of every buffer
NARROW_RED_ZONE = 1 << 12  # the same in the interpreter, where every address is checked

# 32-bit words that fill fresh memory: every float dtype reads the first as NaN, the second as a large number.
POISON_WORDS = (-0x80, 0x7B7B7B00)
WORDS_IN_USE = 120  # words after each of these, one a buffer, that are NaN, or large, too


ALLOCATING = EMPTY | FILLED | COPIES  # operations of PyTorch whose results lie in fresh memory


def fence_of(word: int, size: int, device: torch.device) -> Tensor:
    """The bytes of a red zone that is whole, and of one word more.

    They are made after the call, and for it alone: a kernel that writes far outside its buffers would change
    what is kept, and the next call would be refused for it.
    """
    return torch.full((size // 4 + 1,), word, dtype=torch.int32, device=device).view(torch.uint8)


class WatchedCall(TorchDispatchMode):
    """One call of a candidate's host function: hands out fenced memory and refuses every op that computes.

    device: "cpu" or "cuda". poison: one of POISON_WORDS. kernels_disabled: launches are counted, and do
    nothing. checks_addresses: every load and store is checked. order: of the programs of a launch, one of
    interleaving.ORDERS. shows_nan: maximum and minimum do not ignore NaN. most_steps: of rules.Steps, beyond
    which the call is given up; 0 is no limit. Only the interpreter can do these four. may_raise: rules.ERRORS
    or ANYTHING, which do not refuse the candidate. allows_tf32: what host code reads in
    torch.backends.cudnn.allow_tf32.
    """

    def __init__(
        self,
        device: str,
        poison: int,
        kernels_disabled: bool = False,
        checks_addresses: bool = False,
        order: str = NATURAL,
        shows_nan: bool = False,
        most_steps: int = 0,
        may_raise: str = "",
        allows_tf32: bool = True,
    ):
        super().__init__()
        self.shows_nan = ShowsNan(shows_nan)
        self.steps = Steps(most_steps or None)
        self.may_raise = may_raise
        self.allows_tf32 = allows_tf32
        self.device = device
        self.poison = poison
        self.red_zone = NARROW_RED_ZONE if device == "cpu" else RED_ZONE
        self.kernels_disabled = kernels_disabled
        self.checks_addresses = checks_addresses
        self.order = order
        self.launches = 0
        self.last_launch = 0  # its number in other calls, where it is known
        self.trace = None  # of the latest launch in the interpreter, where addresses are checked
        self.given_up = None  # the trace of a launch of which only some programs ran
        self.in_kernel = False  # Triton interprets one: nothing of PyTorch computes
        self.lets_compute = False  # what runs is not the candidate's
        self.allocations = {}  # {address of a storage: bytes of the allocation in it}
        # (name, all bytes of its storage, its poison, its content if that may not change) of every buffer
        self.fences = []

    @classmethod
    def _should_skip_dynamo(cls):
        return False  # else PyTorch imports its compiler for us: a second more to start, 100 MB more to fork

    def has_results(self) -> bool:
        """Whether a program of the latest launch has ended; on a GPU, and where nothing was launched, one
        counts as such.
        """
        return self.trace is None or bool(self.trace.ended)

    def word(self) -> int:
        """The poison of the next buffer. Each has its own: one red zone copied into another is seen."""
        return self.poison + 1 + len(self.fences) % WORDS_IN_USE

    def fenced(self, shape, stride, dtype, device) -> tuple[Tensor, Tensor]:
        """A tensor in the middle of a fresh storage full of poison, and the bytes of that storage."""
        size = span(shape, stride) * dtype.itemsize
        count = 2 * self.red_zone + size
        raw = torch.full((count + 3 >> 2,), self.word(), dtype=torch.int32, device=device).view(torch.uint8)
        tensor = torch.empty(0, dtype=dtype, device=device)
        tensor.set_(raw.untyped_storage(), self.red_zone // dtype.itemsize, shape, stride)
        return tensor, raw[:count]

    def argument(self, value: Any, index: int) -> Any:
        """A fenced copy of one argument on the device, at a fresh address; anything but a tensor as it is."""
        if not isinstance(value, Tensor):
            return value
        tensor, raw = self.fenced(value.shape, value.stride(), value.dtype, self.device)
        count = (span(value.shape, value.stride()),)
        flat = value.as_strided(count, (1,))
        tensor.as_strided(count, (1,)).copy_(flat)
        on_cpu = self.device == "cpu"  # where the value itself says what it was
        content = flat.view(torch.uint8) if on_cpu else raw[self.red_zone : -self.red_zone].clone()
        self.fences.append((f"argument {index}", raw, self.word(), content))
        return tensor

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        if self.lets_compute:
            return func(*args, **(kwargs or {}))
        name = func.overloadpacket.__name__
        if self.in_kernel:
            raise Refused(f"torch computes aten.{name} inside a kernel", "run")
        if not self.may_run(func, args, kwargs or {}):
            raise Refused(f"torch computes aten.{name} outside a kernel", "run")
        result = func(*args, **(kwargs or {}))
        if name in ALLOCATING:
            fenced, raw = self.fenced(result.shape, result.stride(), result.dtype, result.device)
            self.fences.append((f"allocation {len(self.fences)}", raw, self.word(), None))
            size = span(result.shape, result.stride()) * result.dtype.itemsize
            self.allocations[raw.untyped_storage().data_ptr()] = size
            result = fenced if name in EMPTY else fenced.copy_(result)
        return result

    def may_run(self, func, args, kwargs) -> bool:
        """Whether an operation of PyTorch is a view, an allocation, or lays out or initialises memory."""
        name = func.overloadpacket.__name__
        if is_view(func):
            return True
        if name in EMPTY or name in FILLED:
            return not func._schema.is_mutable
        if name in FILLS:
            return may_fill(args, self.allocations)
        return name in COPIES and may_copy(args, kwargs)

    def check_fences(self) -> None:
        """Refuses a kernel that wrote outside its buffers or into its arguments.

        Where every address was checked, nothing was written outside of them.
        """
        red = self.red_zone
        for what, raw, word, before in self.fences:
            if not self.checks_addresses:
                fence, odd = fence_of(word, red, raw.device), len(raw) % 4
                if not torch.equal(raw[:red], fence[:red]) or not torch.equal(
                    raw[-red:], fence[odd : odd + red]
                ):
                    raise Refused(f"writes outside {what}", "run")
            if before is not None and not torch.equal(raw[red:-red], before):
                raise Refused(f"changes {what}", "run")
