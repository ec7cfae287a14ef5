"""Signals that a run answers once its step is done: Ctrl-C and SIGTERM end it, SIGUSR1 saves."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager


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


@contextmanager
def noted_signals() -> Iterator[NotedSignals]:
    """Yields what the signals ask for, within: no step is left half done."""
    noted = NotedSignals()
    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGUSR1)
    before = {number: signal.signal(number, noted.note) for number in numbers}
    try:
        yield noted
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
