"""Calls of the helper process, several at a time on one GPU: answers are compiled while another is timed.

Each thread has a helper of its own (tuning/helper_process.py); these take turns at the GPU
(tuning/gpu_turn.py), so that what is timed has it alone.
"""

import contextlib
import os
import queue
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed

import torch

from python_to_triton import tuning

MOST = 4  # at a time: the GPU is one
CORES = 4  # for each: its own, its sandbox's, and two to compile on
MEMORY = 16 << 30  # bytes of the GPU, for each


def calls_at_a_time(calls: int) -> int:
    """How many of so many calls are made side by side on this machine."""
    most = min(MOST, calls, len(os.sched_getaffinity(0)) // CORES)
    if most > 1:  # else nobody asks for a GPU
        most = min(most, torch.cuda.get_device_properties(0).total_memory // MEMORY)
    return max(1, most)


@contextlib.contextmanager
def helpers_in_turn(count: int) -> Iterator[list[tuning.HelperProcess]]:
    """So many helpers that take turns at the GPU, this process' own among them; the others end."""
    own = tuning.helper_process()
    helpers = [own, *(tuning.HelperProcess() for _ in range(count - 1))]
    with tempfile.TemporaryDirectory(prefix="gpu-turns-", ignore_cleanup_errors=True) as folder:
        try:
            for helper in helpers:
                helper.turns = os.path.join(folder, "gpu")
            yield helpers
        finally:
            own.turns = ""
            own.is_stopped = False
            for helper in helpers[1:]:
                helper.stop()


def side_by_side(
    work: Callable[[object], object], items: Sequence, count: int
) -> Iterator[tuple[object, object]]:
    """(item, what `work` makes of it) of each item, as they end: in `count` threads, whose helper_process is
    their own.

    Raises what `work` raises, which ends the work on others, as the end of this generator does.
    """
    with helpers_in_turn(count) as helpers, ThreadPoolExecutor(count) as threads:
        free = queue.SimpleQueue()
        for helper in helpers:
            free.put(helper)

        def work_with_helper(item):
            helper = free.get()
            try:
                with tuning.helper_of_thread(helper):
                    return work(item)
            finally:
                free.put(helper)

        begun = {threads.submit(work_with_helper, item): item for item in items}
        try:
            for future in as_completed(begun):
                yield begun[future], future.result()
        except BaseException:  # an interrupt, and the end of this generator, too: no call is waited for
            threads.shutdown(wait=False, cancel_futures=True)
            for helper in helpers:
                helper.stop()
            raise
