"""Waiting for what another process or thread does."""

import time
from collections.abc import Callable

PATIENCE = 60.0  # seconds, on a machine whose cores do other things too


def wait_until(holds: Callable[[], object], what: str = "it did not become so in time") -> object:
    """What `holds` gives once it is true; fails, with `what`, where it does not become so."""
    deadline = time.monotonic() + PATIENCE
    while not (result := holds()):
        assert time.monotonic() < deadline, what
        time.sleep(0.02)
    return result
