"""Messages between the judging process and its sandboxes: JSON and raw bytes, nothing that could run.

One message is a frame (the lengths of what follows), a JSON text, and the bytes of all tensors in it.
"""

import json
import os
import select
import struct
from collections.abc import Sequence
from typing import Any

import torch

from python_to_triton.verification.sandbox.rules import Refused
from triton_ops.terminal_text import printable

MESSAGE_DTYPES = {
    str(dtype).removeprefix("torch."): dtype
    for dtype in (
        torch.float64,
        torch.float32,
        torch.float16,
        torch.bfloat16,
        torch.int64,
        torch.int32,
        torch.int16,
        torch.int8,
        torch.uint8,
        torch.bool,
    )
}
COMPILING = "compiling"  # the key of a note, no reply: whether Triton's compiler begins or has ended
GO_ON = b"+"  # what the judge says to the first of several replies, where it wants the others
REASONS = ("refused", "reason", "line")  # of a reply, texts for people
FRAME = struct.Struct(">QQ")  # lengths of the JSON and of the tensors' bytes that follow
MOST_ELEMENTS = 2**48  # of a tensor, along one dimension


class ReplyPipe:
    """The pipe through which a server's replies go, and the one that the word to go on comes from.

    BrokenPipeError where nobody reads the replies any more.
    """

    def __init__(self, descriptor: int, words: int):
        self.descriptor = descriptor
        self.words = words
        self.poll = select.poll()
        self.poll.register(descriptor, 0)

    def send(self, data: bytes) -> None:
        """One packed message."""
        view = memoryview(data)
        while view:
            view = view[os.write(self.descriptor, view) :]

    def wait(self) -> None:
        """Waits for the word to go on: the judge compares what it has."""
        if not os.read(self.words, len(GO_ON)):
            raise BrokenPipeError

    def close(self) -> None:
        """Closes both."""
        os.close(self.descriptor)
        os.close(self.words)

    def check(self) -> None:
        """Raises where nobody would read a further message: the judge has seen enough."""
        if self.poll.poll(0):
            raise BrokenPipeError


def span(shape: Sequence[int], stride: Sequence[int]) -> int:
    """How many elements lie between the first and the last of a strided tensor, both included."""
    if 0 in shape:
        return 0
    return 1 + sum((size - 1) * step for size, step in zip(shape, stride))


def encode(value: Any, chunks) -> Any:
    """`value` (a tensor, a number, a string, None, nested tuples of them) as JSON.

    The bytes of its tensors are appended to `chunks`. Raises Refused for anything else.
    """
    if type(value) is torch.Tensor:
        dtype = str(value.dtype).removeprefix("torch.")
        if dtype not in MESSAGE_DTYPES or value.layout is not torch.strided:
            raise Refused(f"a {value.layout} tensor of {dtype} is not supported", "run")
        value = value.detach().cpu()
        count = span(value.shape, value.stride())
        chunks.append(value.as_strided((count,), (1,)).view(torch.uint8).numpy().tobytes())
        return {"dtype": dtype, "shape": list(value.shape), "stride": list(value.stride())}
    if isinstance(value, (tuple, list)):
        return [encode(item, chunks) for item in value]
    if value is None or isinstance(value, (bool, int, float, str)):
        return {"value": value}
    raise Refused(f"a {type(value).__name__} where a tensor is expected", "run")


def decode(form: Any, data, position: int = 0) -> tuple[Any, int]:
    """What `encode` wrote, and the position after it. Nothing is executed; a wrong size is a ValueError."""
    if isinstance(form, list):
        items = []
        for item in form:
            value, position = decode(item, data, position)
            items.append(value)
        return tuple(items), position
    if "value" in form:
        return form["value"], position
    dtype, shape, stride = MESSAGE_DTYPES[form["dtype"]], form["shape"], form["stride"]
    if len(shape) != len(stride) or not all(
        type(n) is int and 0 <= n < MOST_ELEMENTS for n in shape + stride
    ):
        raise ValueError(f"no tensor has shape {shape} and strides {stride}")
    size = span(shape, stride) * dtype.itemsize
    if position + size > len(data):
        raise ValueError(f"{size} bytes announced, {len(data) - position} received")
    if size == 0:
        return torch.empty(shape, dtype=dtype), position
    flat = torch.frombuffer(data, dtype=torch.uint8, count=size, offset=position).clone().view(dtype)
    return flat.as_strided(shape, stride), position + size


def pack(message: dict, value: Any) -> bytes:
    """One message as bytes: `message` must be plain JSON, `value` is what `encode` takes."""
    chunks = []
    text = json.dumps(message | {"tensors": encode(value, chunks)}).encode()
    return b"".join([FRAME.pack(len(text), sum(map(len, chunks))), text, *chunks])


def printable_reasons(message: Any) -> Any:
    """A reply in which the reasons, which a candidate may have written itself, obey no terminal."""
    if isinstance(message, list):
        return [printable_reasons(item) for item in message]
    if not isinstance(message, dict):
        return message
    return {
        name: printable(item) if name in REASONS and isinstance(item, str) else printable_reasons(item)
        for name, item in message.items()
    }


def unpack(data: bytes | bytearray) -> tuple[dict, Any]:
    """(message, value) of one packed message; ValueError where it is not one."""
    try:
        first = FRAME.size
        length, size = FRAME.unpack_from(data)
        if len(data) != first + length + size:
            raise ValueError(f"{len(data)} bytes instead of {first + length + size}")
        message = json.loads(bytes(data[first : first + length]))
        return message, decode(message.pop("tensors"), bytearray(data[first + length :]))[0]
    except (struct.error, KeyError, TypeError, AttributeError, RuntimeError, RecursionError) as error:
        raise ValueError(f"not a message: {type(error).__name__}: {error}") from error
