"""Serves the playground until it is asked to end: by Ctrl-C, or by a signal."""

import asyncio
import contextlib
import importlib.util
import signal
import socket
import sys
import webbrowser
from collections.abc import Sequence

from python_to_triton.web.options import HEAD_BYTES, INSTALL, PACKAGES, WebFlags

BACKLOG = 128
MOST_CONNECTIONS = 512
KEEP_ALIVE_SECONDS = 5
SHUTDOWN_SECONDS = 1  # for answers that are being sent


def check_web_packages() -> None:
    """Raises ValueError, one line, where what the playground needs is not installed."""
    missing = [name for name in PACKAGES if importlib.util.find_spec(name) is None]
    if missing:
        raise ValueError(f"{', '.join(missing)} is not installed: {INSTALL}")


def listening_socket(host: str, port: int) -> socket.socket:
    """A socket that listens. Raises ValueError, one line, where it cannot."""
    try:
        [(family, _, _, _, address), *_] = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
        return socket.create_server(address[:2], family=family, backlog=BACKLOG)
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        advice = "take another --port; --port 0 finds a free one"
        raise ValueError(f"cannot listen at {host}, port {port}: {reason}: {advice}") from error


def address_of(flags: WebFlags, listening: socket.socket) -> str:
    """The address of the page."""
    host = f"[{flags.host}]" if ":" in flags.host else flags.host
    return f"http://{host}:{listening.getsockname()[1]}/"


def say_address(flags: WebFlags, address: str) -> None:
    """Prints the address, and a warning where others may reach it."""
    if not flags.is_loopback:
        print(
            f"warning: {flags.host} can be reached from other machines, and whoever reaches it has programs "
            "run here: docs/web.md says what confines them",
            file=sys.stderr,
        )
    print(f"the playground is at {address} (Ctrl-C ends it)", flush=True)


def uvicorn_server(app: object):
    """A uvicorn.Server for an application, which leaves signals to its caller and prints nothing."""
    import uvicorn

    from python_to_triton.web.timed_protocol import TimedProtocol

    class WithoutSignals(uvicorn.Server):
        capture_signals = staticmethod(contextlib.nullcontext)

    config = uvicorn.Config(
        app,
        http=TimedProtocol,
        ws="none",
        lifespan="off",
        log_config=None,
        log_level="error",  # a request that is refused is nothing to tell
        access_log=False,
        proxy_headers=False,
        server_header=False,
        limit_concurrency=MOST_CONNECTIONS,
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
        h11_max_incomplete_event_size=HEAD_BYTES,
    )
    return WithoutSignals(config)


async def serve_playground(
    flags: WebFlags,
    settings: dict,
    listening: socket.socket,
    stop: asyncio.Event,
    command: Sequence[str],
) -> None:
    """Serves until `stop` is set; then nothing that was started is left.

    Args:
        settings: {"sampling", "options"} of the workers.
        command: of Python, that starts a worker.

    Raises ValueError, one line, where the model cannot be read.
    """
    from python_to_triton.web.application import Playground, application
    from python_to_triton.web.dispatch import Dispatcher
    from python_to_triton.web.jobs import JobQueue
    from python_to_triton.web.worker_process import WorkerProcess

    queue = JobQueue(flags.queue, flags.waiting)
    dispatcher = Dispatcher(queue, lambda: WorkerProcess(settings, command), flags.jobs, flags.seconds)
    samples = settings["sampling"]["samples"]
    server = uvicorn_server(application(Playground(flags, samples, queue, dispatcher)))
    dispatcher.begin()  # the model is read while the page is opened
    serving = asyncio.create_task(server.serve(sockets=[listening]))
    stopping = asyncio.create_task(stop.wait())
    try:
        if flags.open:
            await asyncio.to_thread(webbrowser.open, address_of(flags, listening))
        await asyncio.wait((serving, stopping, dispatcher.about), return_when=asyncio.FIRST_COMPLETED)
        if dispatcher.about.done():
            dispatcher.about.result()  # raises the mistake
            await asyncio.wait((serving, stopping), return_when=asyncio.FIRST_COMPLETED)
    finally:
        stopping.cancel()
        await dispatcher.close()
        server.should_exit = True
        await serving


def start_web(flags: WebFlags, settings: dict, command: Sequence[str] = ()) -> int:
    """Serves the playground until Ctrl-C (KeyboardInterrupt) or SIGTERM; its exit code then.

    Raises ValueError, one line, for what the user can mend: a busy port, missing packages or weights.
    """
    check_web_packages()
    from python_to_triton.web.worker_process import COMMAND

    listening = listening_socket(flags.host, flags.port)
    received = []

    async def serve_until_signal() -> None:
        stop = asyncio.Event()

        def take(number: int) -> None:
            received.append(number)
            stop.set()

        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, take, number)
        say_address(flags, address_of(flags, listening))
        await serve_playground(flags, settings, listening, stop, command or COMMAND)

    with listening:
        asyncio.run(serve_until_signal())
    if received[:1] == [signal.SIGTERM]:
        return 128 + signal.SIGTERM
    raise KeyboardInterrupt
