"""python_to_triton.verification.sandbox."""

from python_to_triton.verification.sandbox.client import IDLE, Sandbox, close_sandboxes, in_sandbox, prepare
from python_to_triton.verification.sandbox.held import cold_times
from python_to_triton.verification.sandbox.jobs import explain
from python_to_triton.verification.sandbox.memory import POISONS
from python_to_triton.verification.sandbox.messages import decode, encode, pack, span, unpack
from python_to_triton.verification.sandbox.server import (
    LIBC,
    Limits,
    PR_SET_PDEATHSIG,
    bound,
    children_of,
    receive_exactly,
)
from python_to_triton.verification.sandbox.words import HOST_BUILTINS, KERNEL_BUILTINS, Refused, words

__all__ = [
    "HOST_BUILTINS",
    "IDLE",
    "KERNEL_BUILTINS",
    "LIBC",
    "Limits",
    "POISONS",
    "PR_SET_PDEATHSIG",
    "Refused",
    "Sandbox",
    "bound",
    "children_of",
    "close_sandboxes",
    "cold_times",
    "decode",
    "encode",
    "explain",
    "in_sandbox",
    "pack",
    "prepare",
    "receive_exactly",
    "span",
    "unpack",
    "words",
]
