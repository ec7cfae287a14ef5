"""memory."""

import torch
from torch.utils._python_dispatch import TorchDispatchMode
from python_to_triton.verification.sandbox.messages import span
from python_to_triton.verification.sandbox.words import Refused, words


RED, NARROW = (
    1 << 15,
    1 << 12,
)  # bytes of red zone on either side of every buffer; the latter where addresses are looked at


POISONS = (
    -0x80,
    0x7B7B7B00,
)  # 32-bit words: every float dtype reads the first as NaN, the second as a large number


EMPTY = words("empty empty_like empty_strided new_empty new_empty_strided")


FILLED = words("zeros zeros_like ones ones_like full full_like new_zeros new_ones new_full")


COPIES = words("clone")


class Watch(TorchDispatchMode):
    """One call of a candidate's entry: hands out poisoned, fenced memory and Refuses every op that computes."""

    def __init__(self, device, poison, idle, witnessed=False):
        super().__init__()
        self.device, self.poison = device, poison
        self.red = NARROW if device == "cpu" else RED
        self.witnessed = witnessed  # every load and store is looked at, which the interpreter can
        self.idle = idle  # launches are counted, and do nothing
        self.launches, self.in_kernel = 0, False
        self.given = []  # address, shape and strides of every argument: `.contiguous()` may copy these, and nothing else
        self.fences = []  # (what, all bytes of its storage, their poison, what stands in it if that may not change)

    @classmethod
    def _should_skip_dynamo(cls):
        return False  # else PyTorch imports its compiler for us: a second more to start, 100 MB more to fork

    def word(self):
        """The poison of the next buffer. No two share one: a red zone copied into another would not be seen."""
        return self.poison + 1 + len(self.fences) % 120

    def carve(self, shape, stride, dtype, device):
        """A tensor in the middle of a fresh storage full of poison, and the bytes of that storage."""
        size = span(shape, stride) * dtype.itemsize
        raw = torch.full((2 * self.red + size + 3 >> 2,), self.word(), dtype=torch.int32, device=device).view(
            torch.uint8
        )
        tensor = torch.empty(0, dtype=dtype, device=device)
        return tensor.set_(raw.untyped_storage(), self.red // dtype.itemsize, shape, stride), raw[
            : 2 * self.red + size
        ]

    def argument(self, value, index):
        """A fenced copy of one argument on the device, at a fresh address."""
        if not isinstance(value, torch.Tensor):
            return value
        tensor, raw = self.carve(value.shape, value.stride(), value.dtype, self.device)
        count = (span(value.shape, value.stride()),)
        tensor.as_strided(count, (1,)).copy_(value.as_strided(count, (1,)))
        self.fences.append((f"argument {index}", raw, self.word(), raw[self.red : -self.red].clone()))
        self.given.append((tensor.data_ptr(), tensor.shape, tensor.stride()))
        return tensor

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        result = func(*args, **(kwargs or {})) if self.in_kernel or self.allows(func, args) else None
        name = func.overloadpacket.__name__
        if not self.in_kernel and name in EMPTY | FILLED | COPIES:
            fenced, raw = self.carve(result.shape, result.stride(), result.dtype, result.device)
            self.fences.append((f"allocation {len(self.fences)}", raw, self.word(), None))
            result = fenced if name in EMPTY else fenced.copy_(result)
        return result

    def allows(self, func, args):
        name, returns = func.overloadpacket.__name__, func._schema.returns
        is_view = returns and all(
            value.alias_info is not None and not value.alias_info.is_write for value in returns
        )
        if is_view or not func._schema.is_mutable and name in EMPTY | FILLED:
            return True
        if name in COPIES and (args[0].data_ptr(), args[0].shape, args[0].stride()) in self.given:
            return True
        raise Refused(f"torch computes aten.{name} outside a kernel", "run")

    def check_fences(self):
        """Refused where a kernel wrote beside its buffers or into its arguments."""
        red = self.red
        for what, raw, word, before in self.fences:
            fence = torch.full((red // 4 + 1,), word, dtype=torch.int32, device=raw.device).view(torch.uint8)
            odd = len(raw) % 4
            if not torch.equal(raw[:red], fence[:red]) or not torch.equal(raw[-red:], fence[odd : odd + red]):
                raise Refused(f"writes outside {what}", "run")
            if before is not None and not torch.equal(raw[red:-red], before):
                raise Refused(f"changes {what}", "run")
