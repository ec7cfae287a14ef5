"""The server of users' programs: one process that has everything imported, and a fork of it for each program.

early_start.py starts it, with the descriptor of its control connection as the only argument. It runs nothing
of a user's itself. On the control connection the ends of two connections arrive for every program: one for
the requests, and the lifeline, whose end of file ends the program. It ends when its clients do.

Users' programs compute on the CPU here, so the server asks for GPUs before it forks (hidden_gpus.py).
"""

import gc
import os
import select
import signal
import socket
import sys
import threading
import warnings

import torch

from python_to_triton.postponed_compiler import postpone_compiler
from python_to_triton.user_programs.commands import COMMANDS, EXPRESSION, MODULE, do_command, warm_up_programs
from python_to_triton.user_programs.frames import receive_frame, send_frame
from python_to_triton.user_programs.supervision import supervise_program
from python_to_triton.verification.sandbox.confinement import ForkCount, keep_from_collections
from python_to_triton.verification.sandbox.hidden_gpus import ask_for_gpus
from python_to_triton.verification.sandbox.isolation import steps_in_force


def serve_program(data: socket.socket) -> None:
    """Answers the requests of one client, in the program's own process, until it hangs up."""
    gc.disable()  # a collection would touch, and so copy, more pages than it frees
    # PyTorch leaves its pool of threads to the parent and makes another at the next use; where threads of a
    # gradient are the first to use it, two at once, one finds none and aborts (pytorch/pytorch#178535).
    torch.set_num_threads(1)
    state = {}
    while True:
        try:
            request, tensors = receive_frame(data)
        except EOFError:
            return
        send_frame(data, *do_command(COMMANDS, state, request, tensors))


def check_may_fork() -> None:
    """A fork has the locks of the other threads as they are then, and could not use the GPU of its parent."""
    threads = [one.name for one in threading.enumerate()]
    assert len(threads) == 1, f"the server of users' programs forks while threads run: {threads}"
    assert not torch.cuda.is_initialized(), "the server of users' programs has begun with a GPU"


def serve_client(control: socket.socket, count: ForkCount) -> bool:
    """Waits for a client, and forks for its program; False once every client has closed its end."""
    _, descriptors, _, _ = socket.recv_fds(control, 1, 2)
    if not descriptors:
        return False
    count.add()
    check_may_fork()
    if os.fork() == 0:
        try:
            control.close()
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            data, lifeline = (socket.socket(fileno=one) for one in descriptors)
            supervise_program(serve_program, data, lifeline)
        finally:
            os._exit(0)
    for one in descriptors:
        os.close(one)
    return True


def serve(control: socket.socket) -> None:
    """Prepares what every program needs, serves the first client if it waits already, prepares what most
    programs need, and serves.

    All this is one thread: a program's process begins between two steps, never during one.
    """
    warnings.simplefilter("ignore")
    torch.set_num_threads(1)
    ask_for_gpus()
    steps_in_force()  # what is tried out once need not be tried in every fork
    postpone_compiler()
    warm_up_programs(EXPRESSION)
    keep_from_collections()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # supervisors are not waited for
    count = ForkCount()
    if select.select([control], [], [], 0)[0]:
        serve_client(control, count)
    warm_up_programs(MODULE)
    keep_from_collections()
    while serve_client(control, count):
        pass


def main() -> None:
    """The server as a program of its own."""
    serve(socket.socket(fileno=int(sys.argv[1])))


if __name__ == "__main__":
    main()
