"""Results that are still to come: Futures put together, and generators that wait for Futures, side by side.

work = WaitingWork(generator)  # `verdict = yield future`: the generator waits for a Future's result
work.go_on()                   # runs on as far as results are there
finish_all([work, other])      # runs both to their ends, each as soon as what it waits for is there
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
    """The Future of what `together` makes of the results of futures, once all are there; there must be one.

    Where one of them has an error instead, so has this, and where `together` has.
    """
    result = Future()

    def finish(_):
        if result.done() or not all(future.done() for future in futures):
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
    """The Future of the first verdict in order that failed, else of the first, once all are there."""
    return all_results(
        verdicts, lambda every: next((verdict for verdict in every if not verdict.ok), every[0])
    )


class WaitingWork:
    """Runs a generator that yields the Futures it waits for, as far as their results are there.

    Attributes:
        awaited: the Future that it waits for
        has_ended: whether it has returned, or raised an error
        result: what it returned
        error: what it raised
    """

    def __init__(self, generator: Waiting):
        self.generator = generator
        self.awaited: Future | None = None
        self.has_ended = False
        self.result = None
        self.error: Exception | None = None

    def go_on(self) -> bool:
        """Runs until it waits, or ends. Returns whether it has ended.

        The error of a Future is raised in the generator; what the generator raises is raised here, at this
        call and every later one.
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

    def _next_awaited(self) -> Future:
        if self.awaited is None:
            return next(self.generator)
        try:
            result = self.awaited.result()
        except Exception as error:  # whatever it has instead
            return self.generator.throw(error)
        return self.generator.send(result)


def finish_all(every: Sequence[WaitingWork]) -> None:
    """Runs all to their ends, each as soon as it can go on; raises the first error."""
    while waiting := [work for work in every if not work.go_on()]:
        wait([work.awaited for work in waiting], return_when=FIRST_COMPLETED)
