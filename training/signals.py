"""Signals that a run answers once its step is done: Ctrl-C and SIGTERM end it, SIGUSR1 saves."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager

from training import world


class NotedSignals:
    """What a run was asked for since it last looked."""

    def __init__(self):
        self.stop = False  # by Ctrl-C or SIGTERM
        self.save = False  # by SIGUSR1

    def note(self, number: int, frame: object) -> None:
        """A handler; a second request to stop does so at once."""
        if number == signal.SIGUSR1:
            self.save = True
            return
        if self.stop:
            raise KeyboardInterrupt
        self.stop = True

    def to_save(self) -> bool:
        """Whether SIGUSR1 came since the last call."""
        asked = self.save
        self.save = False
        return asked

    def agreed(self, seconds: float) -> float:
        """The longest of the processes' times; from here on all were asked for the same."""
        return seconds


class SharedSignals(NotedSignals):
    """Those of several processes: what one is asked for after a step, all do after the next."""

    def __init__(self):
        super().__init__()
        self.own = NotedSignals()

    def note(self, number: int, frame: object) -> None:
        """A handler; torchrun sends Ctrl-C on, so a second one may be the first."""
        if number == signal.SIGUSR1:
            self.own.save = True
        else:
            self.own.stop = True

    def agreed(self, seconds: float) -> float:
        longest, stop, save = world.largest(seconds, self.own.stop, self.own.to_save())
        self.stop = bool(stop)
        self.save = bool(save)
        return longest


@contextmanager
def noted_signals() -> Iterator[NotedSignals]:
    """Yields what the signals ask for, within: no step is left half done."""
    noted = SharedSignals() if world.is_joined() else NotedSignals()
    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGUSR1)
    before = {number: signal.signal(number, noted.note) for number in numbers}
    try:
        yield noted
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
