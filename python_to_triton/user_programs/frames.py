"""Messages between a client and the process of a program: JSON and the bytes of tensors, nothing that could
run.
"""

import socket
import time

from torch import Tensor

from python_to_triton.verification.sandbox.messages import FRAME, pack, unpack

LARGEST_MESSAGE = 1 << 32  # bytes
CHUNK = 1 << 20  # bytes of one read


def _receive_exactly(connection, size, deadline):
    data = bytearray()
    while len(data) < size:
        if deadline is not None:
            connection.settimeout(max(0.001, deadline - time.monotonic()))
        part = connection.recv(min(size - len(data), CHUNK))
        if not part:
            raise EOFError("the other side closed the connection")
        data += part
    return data


def receive_frame(
    connection: socket.socket, deadline: float | None = None
) -> tuple[dict, tuple[Tensor, ...]]:
    """(message, tensors) of the next frame, by a moment of time.monotonic().

    Raises:
        EOFError: the other side has closed the connection.
        TimeoutError: it did not come in time.
        ValueError: it is none.
    """
    head = _receive_exactly(connection, FRAME.size, deadline)
    sizes = FRAME.unpack(head)
    if sum(sizes) > LARGEST_MESSAGE:
        raise ValueError(f"a message of {sum(sizes)} bytes")
    message, tensors = unpack(head + _receive_exactly(connection, sum(sizes), deadline))
    if not isinstance(message, dict) or not all(isinstance(each, Tensor) for each in tensors):
        raise ValueError("not a message")
    return message, tensors


def send_frame(connection: socket.socket, message: dict, tensors: tuple[Tensor, ...] = ()) -> None:
    """Sends one message with its tensors."""
    connection.sendall(pack(message, tuple(tensors)))
