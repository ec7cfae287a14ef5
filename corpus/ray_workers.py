"""The workers of a corpus on a Ray cluster: tasks, results and their order are those of corpus/workers.py.

    with start_workers(executor, jobs, device, on_query) as workers:
        for tag, result in workers.map(tasks):
            ...

The client alone writes, the journal first: a task that was done twice, since a node was lost before it could
say so, counts once.
"""

import functools
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait

from corpus.settings import VARIANT_SECONDS
from corpus.workers import TASKS_AHEAD, Item, Workers, check_device, result_of_task, warm_up
from python_to_triton.executors import RayPool
from triton_ops.files import CORES

# ---- on a node --------------------------------------------------------------------------------------------


def prepare_node(device: str | None) -> None:
    """What a process does before its first task."""
    warm_up()
    check_device(device)


class NodeContext:
    """What a task on a node is given first.

    The client's answer to its one query comes with the task, which is begun anew with it: its work follows
    the query.
    """

    def __init__(self, device: str | None, answers: tuple):
        self.device = device
        self.answers = answers  # (what the client's `on_query` returned,), or () before it was asked
        self.query = None  # that has no answer yet

    def ask_parent(self, query: dict) -> object:
        """The client's answer, if it came along; else ends the task."""
        if self.answers:
            return self.answers[0]
        self.query = query
        raise LookupError("the client has not been asked")


def do_on_node(
    device: str | None, answers: tuple, function: Callable, arguments: tuple
) -> tuple[str, object]:
    """("done", the result of a task), or ("query", what it asks of the client first)."""
    context = NodeContext(device, answers)
    result = result_of_task(context, function, arguments)
    return ("done", result) if context.query is None else ("query", context.query)


# ---- the client -------------------------------------------------------------------------------------------


class RayWorkers:
    """Workers on the nodes of a Ray cluster, used as Workers."""

    def __init__(
        self,
        jobs: int | None,
        device: str | None,
        on_query: Callable | None = None,
        seconds: float = VARIANT_SECONDS,
    ):
        self.device = device
        self.on_query = on_query
        prepare = functools.partial(prepare_node, device)
        self.pool = RayPool(jobs, device == "cuda", prepare, seconds)
        self.at_work = {}  # Future of the pool -> its Item

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.pool.shutdown()

    def assign(self, item: Item, answers: tuple = ()) -> None:
        """Has a task done."""
        self.at_work[self.pool.submit(do_on_node, self.device, answers, *item.call)] = item

    def receive(self, done: Future) -> None:
        """Takes what a node sent: a result, or a query. Raises ValueError where no task can be done."""
        item = self.at_work.pop(done)
        try:
            kind, content = done.result()
        except TimeoutError as error:
            item.complete({"reason": str(error), "lost": True})
        except BrokenExecutor as error:
            if self.pool.failure:
                raise ValueError(self.pool.failure) from error
            item.complete({"reason": f"worker crashed: {error}", "lost": True})
        else:
            if kind == "query":
                self.assign(item, (self.on_query(content),))
            else:
                item.complete(content)

    def map(self, tasks: Iterable, on_result: Callable | None = None) -> Iterator[tuple[object, dict]]:
        """(tag, result) of every (tag, (function, arguments)), in their order; tasks are drawn as needed.

        `on_result(tag, result)` is called as soon as a result is there, however long earlier ones take.
        """
        tasks = iter(tasks)
        ahead = deque()
        while True:
            while ahead and ahead[0].result is not None:
                item = ahead.popleft()
                yield item.tag, item.result
            while len(self.at_work) < self.pool.jobs and len(ahead) < TASKS_AHEAD * self.pool.jobs:
                if not (drawn := next(tasks, None)):
                    break
                ahead.append(Item(*drawn, on_result))
                self.assign(ahead[-1])
            if not self.at_work:
                return
            for done in wait(self.at_work, return_when=FIRST_COMPLETED).done:
                self.receive(done)


AnyWorkers = Workers | RayWorkers


def start_workers(
    executor: str,
    jobs: int | None,
    device: str | None,
    on_query: Callable | None = None,
    seconds: float = VARIANT_SECONDS,
) -> AnyWorkers:
    """The workers of an executor, "local" or "ray"; jobs: None for one on every core of it."""
    if executor == "ray":
        return RayWorkers(jobs, device, on_query, seconds)
    return Workers(jobs or CORES, device, on_query, seconds)
