"""A pool of processes on the nodes of a Ray cluster (Moritz et al. 2018, arXiv:1712.05889).

    with RayPool(prepare=warm_up) as pool:
        future = pool.submit(function, *arguments)

Ray places the processes, on a core each and on a part of a GPU where one is needed, and notices what is lost.
A call goes to a process that is ready, and to no other: so one whose node is lost waits for no node that may
never come. It is made again in another process, and only one of its results reaches its Future, for a
process that was given up is not listened to any more.

Functions travel by name, so every node has the same code (`code_version`); arguments and results are plain
data.
"""

import math
import os
import socket
import threading
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Future
from dataclasses import dataclass, field
from importlib.metadata import version
from importlib.util import find_spec
from queue import Empty, SimpleQueue

from triton_ops.code_hash import text_hash

PACKAGES = ("python_to_triton", "triton_ops", "corpus")  # corpus/ is not part of the installed package
MISSING = "--executor ray needs the package: pip install python-to-triton[ray]"
CONNECT_SECONDS = 5.0  # Ray itself tries a wrong address for many minutes
START_SECONDS = 300.0  # until the first process is ready
POLL_SECONDS = 1.0
MOST_TRIES = 3  # of a call; the processes of the first ones were lost
PASSED_ON = ("PYTHON_TO_TRITON_SANDBOX",)  # variables that the nodes are given
ONE_THREAD = {"OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}  # there is a process for every core


# ---- the cluster ------------------------------------------------------------------------------------------


def check_address(address: str) -> None:
    """Raises ValueError, one line, where nothing listens at the address host:port of a cluster."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not port.isdecimal():  # "auto" and "local" are Ray's
        return
    try:
        socket.create_connection((host, int(port)), CONNECT_SECONDS).close()
    except OSError as error:
        raise ValueError(f"there is no Ray cluster at RAY_ADDRESS, {address}: {error}") from error


def connected_ray():
    """The package ray, connected to the cluster at RAY_ADDRESS, or else to one that it starts here.

    Raises ValueError, one line, where it is not installed, or there is no cluster.
    """
    try:
        import ray
    except ImportError as error:
        raise ValueError(MISSING) from error
    if not ray.is_initialized():
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        check_address(os.environ.get("RAY_ADDRESS", ""))
        try:
            ray.init(log_to_driver=False, logging_level="ERROR", include_dashboard=False)
        except ConnectionError as error:
            reason = str(error).strip().split("\n")[0]
            raise ValueError(f"there is no Ray cluster at RAY_ADDRESS: {reason}") from error
    return ray


def code_version() -> str:
    """What every node must have in common with this process: the code, PyTorch, Triton."""
    code = text_hash(*filter(find_spec, PACKAGES))
    return f"code {code}, torch {version('torch')}, triton {version('triton')}"


def resources_of_process(total: dict[str, float], on_gpu: bool) -> dict[str, float]:
    """The arguments of ray.remote for one process, in a cluster that has `total`; every core gets one.

    Raises ValueError where a GPU is needed and there is none.
    """
    if not on_gpu:
        return {"num_cpus": 1}
    gpus = total.get("GPU", 0.0)
    if not gpus:
        raise ValueError("the Ray cluster has no GPU: leave out --device cuda")
    share = math.floor(1e4 * gpus / total["CPU"]) / 1e4  # Ray counts in ten-thousandths
    return {"num_cpus": 1, "num_gpus": min(1.0, share)}


class NodeProcess:
    """A process on a node: makes one call after the other, in its main thread."""

    def prepare(self, expected: str, prepare: Callable | None) -> None:
        """Calls `prepare`, if there is one. Raises ValueError on a node with other code than the client's."""
        if code_version() != expected:
            raise ValueError(
                f"node {socket.gethostname()} of the Ray cluster has {code_version()}, and this machine "
                f"{expected}: give every node the same checkout and packages"
            )
        if prepare:
            prepare()

    def make(self, function: Callable, arguments: tuple) -> object:
        """What the function gives."""
        return function(*arguments)


# ---- the pool ---------------------------------------------------------------------------------------------


@dataclass
class PoolCall:
    """A function with its arguments, and the Future of its result."""

    function: Callable
    arguments: tuple
    future: Future = field(default_factory=Future)
    tries: int = 0


def first_line(error: Exception) -> str:
    """What an exception says, in one line."""
    cause = getattr(error, "cause", None) or error
    return str(cause).strip().split("\n")[0] or type(cause).__name__


class RayPool:
    """A pool on a Ray cluster, used as one of concurrent.futures. For each process a thread here deals it
    calls.

    A Future fails with TimeoutError where a call takes more than `seconds` (its process is ended), with
    BrokenExecutor where MOST_TRIES processes were lost over it or none can be prepared, and else with what
    the function raised.

    Args:
        jobs: processes at most; None for one on every core of the cluster.
        on_gpu: whether they need a GPU; None: where the cluster has some.
        prepare: called in each process first.
    Raises ValueError, one line, where Ray is not installed, or there is no cluster, or no GPU in it.
    """

    def __init__(
        self,
        jobs: int | None = None,
        on_gpu: bool | None = None,
        prepare: Callable | None = None,
        seconds: float | None = None,
    ):
        self.ray = connected_ray()
        total = self.ray.cluster_resources()
        resources = resources_of_process(total, bool(total.get("GPU")) if on_gpu is None else on_gpu)
        variables = ONE_THREAD | {name: os.environ[name] for name in PASSED_ON if name in os.environ}
        self.remote = self.ray.remote(**resources, runtime_env={"env_vars": variables})(NodeProcess)
        self.version = code_version()
        self.jobs = jobs or max(1, int(total.get("CPU", 1)))
        self.prepare = prepare
        self.seconds = seconds
        self.began = time.monotonic()
        self.waiting = SimpleQueue()  # of PoolCalls; None ends a thread
        self.lock = threading.Lock()
        self.processes = set()  # that were started and not given up
        self.was_ready = False  # one of them, at any time
        self.failure = ""  # why no call can be made any more
        self.threads = [threading.Thread(target=self.deal, daemon=True) for _ in range(self.jobs)]
        for thread in self.threads:
            thread.start()

    def submit(self, function: Callable, /, *arguments) -> Future:
        """The Future of the function's result."""
        call = PoolCall(function, arguments)
        self.queue(call)
        return call.future

    def queue(self, call: PoolCall) -> None:
        """Has the next process that is free make a call."""
        self.waiting.put(call)
        if self.failure:  # the threads have ended, perhaps
            self.refuse_waiting()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.shutdown()

    def shutdown(self, cancel_futures: bool = True) -> None:
        """Ends the processes at once, whatever they are doing; what is not done fails."""
        assert cancel_futures, "a pool on a cluster does not wait for its calls"
        self.fail("the pool was closed")
        for thread in self.threads:
            thread.join()

    def fail(self, reason: str) -> None:
        """Gives up every process and every call."""
        with self.lock:
            self.failure = self.failure or reason
            processes = list(self.processes)
        for process in processes:
            self.give_up(process)
        self.refuse_waiting()

    def refuse_waiting(self) -> None:
        """Fails the calls that no process has taken."""
        while True:
            try:
                call = self.waiting.get_nowait()
            except Empty:
                break
            if call and (call.tries or call.future.set_running_or_notify_cancel()):
                call.future.set_exception(BrokenExecutor(self.failure))
        for _ in self.threads:
            self.waiting.put(None)

    # ---- a thread, and the process that it deals calls to ----

    def deal(self) -> None:
        """Has a process, and another one where it is lost, make calls until there are none."""
        while process := self.start_process():
            while call := self.waiting.get():
                is_wanted = call.tries or call.future.set_running_or_notify_cancel()
                if is_wanted and not self.make(process, call):
                    break
            else:
                return

    def start_process(self):
        """A process that is ready; None where the pool has failed before a node had room for one."""
        lost = 0
        while not self.failure:
            process = self.remote.remote()
            with self.lock:
                self.processes.add(process)
            try:
                self.await_start(process.prepare.remote(self.version, self.prepare))
            except (self.ray.exceptions.RayTaskError, TimeoutError) as error:  # no other would fare better
                self.fail(f"a process on a node could not start: {first_line(error)}")
            except self.ray.exceptions.RayError as error:  # it is lost, or its node
                lost += 1
                if lost == MOST_TRIES:
                    self.fail(f"a process on a node could not start: {first_line(error)}")
            else:
                if not self.failure:
                    self.was_ready = True
                    return process
            self.give_up(process)
        return None

    def await_start(self, reference) -> None:
        """Waits for the end of a preparation, however long the cluster has no room for it beside others.

        Raises what the preparation raised, and TimeoutError where no process at all becomes ready.
        """
        while not self.failure:
            if self.ray.wait([reference], timeout=POLL_SECONDS)[0]:
                self.ray.get(reference)
                return
            if not self.was_ready and time.monotonic() > self.began + START_SECONDS:
                raise TimeoutError(f"no node had a free core within {START_SECONDS:g} s")

    def make(self, process, call: PoolCall) -> bool:
        """Makes a call; whether its process is still there for the next one."""
        call.tries += 1
        try:
            result = self.ray.get(process.make.remote(call.function, call.arguments), timeout=self.seconds)
        except self.ray.exceptions.GetTimeoutError:
            self.give_up(process)
            call.future.set_exception(TimeoutError(f"took more than {self.seconds:g} s"))
            return False
        except self.ray.exceptions.RayTaskError as error:
            call.future.set_exception(error.cause)
        except self.ray.exceptions.RayError as error:  # the process is lost, or its node, or the result there
            self.give_up(process)
            if self.failure or call.tries == MOST_TRIES:
                call.future.set_exception(BrokenExecutor(self.failure or first_line(error)))
            else:
                self.queue(call)
            return False
        except Exception as error:  # arguments that cannot be sent, say: raised where the result is read
            call.future.set_exception(error)
        else:
            call.future.set_result(result)
        return True

    def give_up(self, process) -> None:
        """Ends a process; what it still does is listened to no more."""
        with self.lock:
            self.processes.discard(process)
        self.ray.kill(process)
