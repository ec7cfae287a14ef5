"""What one of several processes of torch.distributed does for all."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import torch.distributed as dist

WORK_TIMEOUT = timedelta(days=2)  # for the first process, while it works for all


def is_joined() -> bool:
    """Whether this process has a process group."""
    return dist.is_available() and dist.is_initialized()


def on_first_process(function: Callable[[], Any]) -> Any:
    """The result of `function()`, or its ValueError or OSError, in all processes; the first alone calls it.

    The others wait, however long it takes.
    """
    if not is_joined():
        return function()
    outcome = [None, None]
    if dist.get_rank() == 0:
        try:
            outcome[0] = function()
        except (ValueError, OSError) as error:
            outcome[1] = error
    group = dist.new_group(backend="gloo", timeout=WORK_TIMEOUT)  # that of a step is patient for minutes
    dist.broadcast_object_list(outcome, src=0, group=group)
    dist.destroy_process_group(group)
    result, error = outcome
    if error is not None:
        raise error
    return result
