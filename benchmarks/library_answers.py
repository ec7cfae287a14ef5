"""The translator of a process of libraries.py: a region that several processes want has one search at a time.

Processes share a folder of answers. One claims regions by locking a file each, and the others answer what is
left before they wait for it: they then find its answers in the folder. A lock ends with its process.
"""

import contextlib
import fcntl
import hashlib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from python_to_triton.runtime.answer_cache import folder
from python_to_triton.runtime.candidates import RegionCandidates
from python_to_triton.runtime.loading import released_translator
from python_to_triton.runtime.pool import Judges
from python_to_triton.runtime.translator import Translator

TOGETHER = 8  # regions that a process claims at a time


def _lock_path(region: RegionCandidates) -> Path:
    name = hashlib.sha256(f"{region.schedule}\n{region.prompt}".encode()).hexdigest()[:32]
    return folder() / "locks" / name


@contextlib.contextmanager
def claimed(regions: Sequence[RegionCandidates], waits: bool) -> Iterator[list[RegionCandidates]]:
    """Those of the regions that no other process searches an answer to, which then does not begin to.

    waits: until the others have ended, instead of leaving these out.
    """
    mine = []
    with contextlib.ExitStack() as held:
        for region in regions:
            path = _lock_path(region)
            path.parent.mkdir(parents=True, exist_ok=True)
            file = held.enter_context(path.open("ab"))
            try:
                fcntl.flock(file, fcntl.LOCK_EX | (0 if waits else fcntl.LOCK_NB))
            except BlockingIOError:
                continue
            mine.append(region)
        yield mine


def answer_in_turn(answer: Callable, regions: Sequence[RegionCandidates], *arguments, **named) -> None:
    """Calls `answer`, of a Translator, for each region, first for those that no other process is at.

    A search with a time limit, as the backend's, hears of every candidate: it does not wait.
    """
    if named.get("on_candidate"):
        answer(regions, *arguments, **named)
        return
    others = []
    for start in range(0, len(regions), TOGETHER):
        group = regions[start : start + TOGETHER]
        with claimed(group, waits=False) as mine:
            if mine:
                answer(mine, *arguments, **named)
        others += [region for region in group if region not in mine]
    for region in others:
        with claimed([region], waits=True):
            answer([region], *arguments, **named)


def prepare_translator(judges: int) -> Translator:
    """The translator, loaded once a process.

    judges: how many processes judge what it writes; 0: this one does.
    """
    translator = released_translator()
    if "answer" not in vars(translator):
        answer = translator.answer
        translator.answer = lambda regions, *more, **named: answer_in_turn(answer, regions, *more, **named)
    if judges and not translator.judges.jobs:
        translator.judges = Judges(judges)
    return translator
