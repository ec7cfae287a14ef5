"""Results that are still to come: Futures put together, and work that waits for several at a time.

work = WaitingWork(generator)  # `verdict = yield future`: the generator waits for a Future's result
work.go_on()                   # runs on as far as results are there
finish_all([work, other])      # waits for whichever is first, to the end of both
"""

import contextlib
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, InvalidStateError, wait

Waiting = Generator[Future, object, object]  # yields each Future that it waits for, and is sent its result


def future_of(result: object) -> Future:
    """A Future that has this result already."""
    future = Future()
    future.set_result(result)
    return future


def all_results(futures: list[Future], together: Callable[[list], object]) -> Future:
    """The Future of what `together` makes of the results of futures, at least one, once all are there.

    Where one of them has an error instead, so has this.
    """
    result = Future()

    def finish(_):
        if not all(future.done() for future in futures):
            return
        with contextlib.suppress(InvalidStateError):  # another thread was faster
            try:
                made = together([future.result() for future in futures])
            except Exception as error:  # it is raised where the result is read
                result.set_exception(error)
            else:
                result.set_result(made)

    for future in futures:
        future.add_done_callback(finish)
    return result


def first_failed(verdicts: list[Future]) -> Future:
    """The Future of the first verdict that failed, else of the first, once all are there."""
    return all_results(
        verdicts, lambda every: next((verdict for verdict in every if not verdict.ok), every[0])
    )


class WaitingWork:
    """A generator that yields the Futures it waits for: it runs as far as their results are there.

    Attributes:
        has_ended: whether it has returned
        result: what it returned
    """

    def __init__(self, generator: Waiting):
        self.generator = generator
        self.awaited: Future | None = None
        self.has_ended = False
        self.result = None
        self.error: Exception | None = None

    def go_on(self) -> bool:
        """Runs until it waits, or ends; whether it has ended. The error of a Future is raised in the
        generator, and what that raises here, now and each further time.
        """
        while not self.has_ended and (self.awaited is None or self.awaited.done()):
            try:
                self.awaited = self._next_awaited()
            except StopIteration as end:
                self.has_ended, self.result = True, end.value
            except Exception as error:
                self.has_ended, self.error = True, error
        if self.error:
            raise self.error
        return self.has_ended

    def _next_awaited(self):
        error = self.awaited and self.awaited.exception()
        if error:
            return self.generator.throw(error)
        return self.generator.send(self.awaited and self.awaited.result())


def finish_all(every: Sequence[WaitingWork]) -> None:
    """Runs all to their ends, each as soon as it can go on."""
    while waiting := [work for work in every if not work.go_on()]:
        wait([work.awaited for work in waiting], return_when=FIRST_COMPLETED)
