"""The sandbox: runs the source of a candidate in a process of its own, and sends back bytes.

    message, outputs = run_in_sandbox("cpu", job, arguments, Limits())

A server per device has everything imported and forks for every candidate: no network, no files but Python's,
no rights, limits on time and memory (docs/sandbox.md). In the fork every buffer that a kernel may see is
poisoned and fenced, every launch is counted, and every operation of PyTorch that computes is refused. Nothing
here knows what output was expected: the judge does.

Reading order
    rules, tree_nodes, imports, messages         what both sides of the wall share
    interleaving, host_operations, fence         one call of a candidate, on fenced memory
    races, results, memory_trace                 what its launches do to memory
    kernel_values, compiled_values, loop_types,  Triton's interpreter, as strict and as exact as a GPU
    gpu_numerics, libdevice, reductions,
    strict_interpreter, fast_interpreter,
    multiprocessors, interpreter
    candidate, tuning, descriptions, launches    the candidate's functions and launches
    jobs, compiling, resident                    the jobs of a server
    forms, written_module                        the job of a whole written file
    folders, landlock, system_calls,             the server, and what confines it
    confinement, hidden_gpus, staying, server,
    start
    isolation, launching, client                 the judge's side
"""

from python_to_triton.verification.sandbox.candidate import describe_error
from python_to_triton.verification.sandbox.client import (
    IDLE_SANDBOXES,
    Sandbox,
    close_sandboxes,
    open_sandbox,
    replies_in_sandbox,
    run_in_sandbox,
    start_sandbox,
    start_sandboxes,
)
from python_to_triton.verification.sandbox.confinement import (
    descendants_of,
    kill_with_parent,
    set_hard_limits,
)
from python_to_triton.verification.sandbox.descriptions import with_configuration
from python_to_triton.verification.sandbox.fence import POISON_WORDS
from python_to_triton.verification.sandbox.interleaving import INTERLEAVED, NATURAL, REVERSED, SPREAD
from python_to_triton.verification.sandbox.isolation import (
    choose_sandbox,
    describe_sandbox,
    steps_in_force,
)
from python_to_triton.verification.sandbox.messages import decode, encode, pack, span, unpack
from python_to_triton.verification.sandbox.resident import cold_cache_times, milliseconds_in_a_row
from python_to_triton.verification.sandbox.rules import (
    ANYTHING,
    ERRORS,
    GIVEN_UP,
    IN_PART,
    TOO_MUCH_SHARED,
    CompilesTooLong,
    Limits,
    Refused,
)
from python_to_triton.verification.sandbox.server import receive_exactly
from python_to_triton.verification.sandbox.tree_nodes import all_nodes

__all__ = [
    "ANYTHING",
    "CompilesTooLong",
    "ERRORS",
    "GIVEN_UP",
    "IDLE_SANDBOXES",
    "INTERLEAVED",
    "IN_PART",
    "Limits",
    "NATURAL",
    "POISON_WORDS",
    "REVERSED",
    "SPREAD",
    "TOO_MUCH_SHARED",
    "Refused",
    "Sandbox",
    "all_nodes",
    "choose_sandbox",
    "close_sandboxes",
    "cold_cache_times",
    "decode",
    "describe_error",
    "descendants_of",
    "describe_sandbox",
    "encode",
    "kill_with_parent",
    "milliseconds_in_a_row",
    "open_sandbox",
    "pack",
    "receive_exactly",
    "replies_in_sandbox",
    "run_in_sandbox",
    "set_hard_limits",
    "span",
    "start_sandbox",
    "start_sandboxes",
    "steps_in_force",
    "unpack",
    "with_configuration",
]
