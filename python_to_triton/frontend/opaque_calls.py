"""Operators that the vocabulary does not have, kept as they are: PyTorch computes them, on the host.

`trace(program, partial=True)` makes an `opaque` Value of each: the result of one call of an operator.

    v1 = opaque([v0], call='aten._fft_r2c.default(x0, [n0], n1, True)', numbers=[-1, 0])

`call` names the operands x0, x1, ... and the numbers n0, n1, ..., so that numbers which come from sizes
become letters as those of other operations do. `device` is the device of the graph's arguments.

An operator with several results is an opaque Value for each result that is used, `result=[which, of how
many]`. One that draws random numbers has an `occurrence`, so that two calls stay two, and reads the one
before it, so that their order stays. No prompt holds one: the partition puts regions before and after it
(partition.py).
"""

import functools
from collections.abc import Sequence
from types import CodeType

import torch


@functools.lru_cache(maxsize=4096)
def _compiled(call: str) -> CodeType:
    return compile(f"torch.ops.{call}", "<opaque call>", "eval")


def run_opaque_call(
    tensors: Sequence, call: str, numbers: Sequence, result: tuple[int, int] | None, device: object
) -> torch.Tensor:
    """One result of an opaque call.

    Args:
        tensors: x0, x1, ... of the call, and of one that draws random numbers the result of the one before.
        numbers: n0, n1, ...; dtypes are among them.
        result: (which, of how many) where the call has several.
    """
    names = {f"x{i}": tensor for i, tensor in enumerate(tensors)}
    names |= {f"n{i}": number for i, number in enumerate(numbers)}
    made = eval(_compiled(call), {"__builtins__": {}, "torch": torch, "device": device}, names)
    return made if result is None else made[result[0]]
