"""Every load and store of one launch: out-of-bounds accesses are refused here, and races in races.py."""

import bisect
from typing import NamedTuple

import numpy
from numpy import ndarray

from python_to_triton.verification.sandbox.races import (
    LOAD,
    LOCAL_UPDATE,
    STORE,
    UNORDERED,
    UPDATE,
    Access,
    check_races,
)
from python_to_triton.verification.sandbox.results import Barrier, needed
from python_to_triton.verification.sandbox.rules import Refused

# Scalars that programs read again, unchanged, before one is taken to wait for what no other will do
MOST_REPEATS = 10_000
FEW_REPEATS = 4  # the same, before another program goes on
MOST_ELEMENTS = 1 << 17  # that races are looked for in, of a launch that was given up


class Buffer(NamedTuple):
    """The bytes first..last - 1 that belong to one argument or allocation."""

    first: int
    last: int
    name: str
    read_only: bool


class MemoryTrace:
    """The loads and stores of one launch: refuses an address outside every buffer, and programs that race."""

    def __init__(self, fences: list, red_zone: int):
        buffers = [
            Buffer(raw.data_ptr() + red_zone, raw.data_ptr() + len(raw) - red_zone, name, content is not None)
            for name, raw, _, content in fences
        ]
        self.buffers = sorted(buffer for buffer in buffers if buffer.first < buffer.last)
        self.starts = [buffer.first for buffer in self.buffers]
        self.program = 0  # the one that runs
        self.accesses = []  # of what may be written, by time
        self.barriers = {}  # of every program
        self.ended = set()  # the programs that ran to their end
        self.is_given_up = False  # before all programs had ended
        self.seen = set()  # scalars that were read since the last store
        self.repeats = 0

    def buffer_at(self, address: int, end: int) -> Buffer | None:
        """The buffer that holds the bytes address..end - 1, or None."""
        place = bisect.bisect_right(self.starts, address) - 1
        return self.buffers[place] if place >= 0 and end <= self.buffers[place].last else None

    def check_each(self, addresses: ndarray, size: int, writes: bool) -> None:
        """Refuses an address that no buffer holds, or a store into an argument; one load may span several
        buffers.
        """
        for address in map(int, addresses):
            buffer = self.buffer_at(address, address + size)
            if buffer is None:
                distance = lambda each: max(each.first - address, address - each.last)
                nearest = min(self.buffers, key=distance, default=Buffer(0, 0, "every buffer", True))
                raise Refused(f"{'writes' if writes else 'reads'} outside {nearest.name}", "run")
            if writes and buffer.read_only:
                raise Refused(f"writes into {buffer.name}", "run")

    def checked(self, addresses: ndarray, mask: ndarray, size: int, writes: bool) -> tuple[ndarray, bool]:
        """(addresses, whether they may be written) of the elements of `size` bytes that the mask lets
        through, all of them in a buffer.
        """
        needed(addresses, mask)
        chosen = addresses[mask]
        if not chosen.size:
            return chosen, False
        low, high = int(numpy.minimum.reduce(chosen)), int(numpy.maximum.reduce(chosen))
        buffer = self.buffer_at(low, high + size)
        if buffer is None or writes and buffer.read_only:
            self.check_each(chosen, size, writes)
        return chosen, buffer is None or not buffer.read_only

    def record(self, kind: int, addresses: ndarray, mask: ndarray, size: int, **more) -> None:
        """Keeps an access for `check_races`."""
        barriers = self.barriers.setdefault(self.program, [])
        access = Access(self.program, kind, addresses, mask, size, len(barriers), **more)
        self.accesses.append(access)

    def load(self, addresses: ndarray, mask: ndarray, size: int) -> None:
        """Records a load of elements of `size` bytes; nothing can happen to one of an argument."""
        chosen, writable = self.checked(addresses, mask, size, writes=False)
        if writable:
            self.record(LOAD, chosen, mask, size)
            if chosen.size == 1:
                self.read_again((self.program, int(chosen[0])))

    def store(self, addresses: ndarray, mask: ndarray, values: ndarray) -> None:
        """Records a store of `values`."""
        chosen, _ = self.checked(addresses, mask, values.itemsize, writes=True)
        needed(values)
        bits = values.view(f"u{values.itemsize}")[mask]
        self.record(STORE, chosen, mask, values.itemsize, values=bits)
        self.seen.clear()

    def atomic(
        self, addresses: ndarray, mask: ndarray, old: ndarray, acquires: bool, releases: bool, local: bool
    ) -> Barrier | None:
        """Records an atomic update, whose result is `old`.

        It orders programs only where it is a scalar: of a block every thread does its own. A `local` one
        (scope "cta") holds within its program alone. Returns the barrier that stands behind a scalar one, if
        the kernel uses its result.
        """
        chosen, _ = self.checked(addresses, mask, old.itemsize, writes=True)
        scalar = addresses.size == 1 and chosen.size == 1
        orders = scalar and not local
        kind = LOCAL_UPDATE if local else UPDATE
        acquires, releases = acquires and orders, releases and orders
        self.record(kind, chosen, mask, old.itemsize, acquires=acquires, releases=releases)
        if not scalar:
            return None
        self.read_again((self.program, int(chosen[0]), old.tobytes()))
        return self.barrier(used=False)

    def barrier(self, used: bool = True) -> Barrier:
        """Records a barrier of the program that runs."""
        barrier = Barrier(used)
        self.barriers.setdefault(self.program, []).append(barrier)
        return barrier

    def waits(self) -> bool:
        """Whether a program seems to wait: it has read the same again."""
        return self.repeats >= FEW_REPEATS

    def read_again(self, scalar: tuple) -> None:
        """Refuses a program that reads one scalar again and again while no program writes."""
        self.repeats = self.repeats + 1 if scalar in self.seen else 0
        self.seen.add(scalar)
        if self.repeats > MOST_REPEATS:
            raise Refused(f"waits for another program of the same launch: {UNORDERED}", "run")

    def may_be_used(self, program: int, barrier: Barrier) -> bool:
        """Whether a program needs the result behind a barrier, or may do so in what it did not come to."""
        return barrier.used or self.is_given_up and program not in self.ended

    def acquires(self, access: Access) -> bool:
        """Whether an access tells its program what others have done: only if the program uses its result."""
        behind = self.barriers[access.program][access.barriers :]
        return not behind or self.may_be_used(access.program, behind[0])

    def give_up(self) -> None:
        """No further program runs: what was recorded so far is looked at, where it is little."""
        self.is_given_up = True
        sizes = numpy.cumsum([access.addresses.size for access in self.accesses])
        self.accesses = self.accesses[: numpy.searchsorted(sizes, MOST_ELEMENTS)]

    def check_races(self) -> None:
        """Refuses programs, and lanes of a program, that touch what others write in no defined order."""
        accesses = [
            access._replace(acquires=False) if access.acquires and not self.acquires(access) else access
            for access in self.accesses
        ]
        barriers = {
            program: [self.may_be_used(program, barrier) for barrier in found]
            for program, found in self.barriers.items()
        }
        check_races(accesses, barriers)

    def is_enough(self, programs: int) -> bool:
        """Whether `programs` that each store as much as those that ended fill all that these store into.

        What they leave is a matter of the grid, which no further program of a large launch would tell.
        """
        most = {}  # buffer -> bytes that one program stores into it
        stored = {}  # (program, buffer) -> bytes
        for access in self.accesses:
            if access.kind in (UPDATE, LOCAL_UPDATE):
                return False
            if access.kind == STORE and access.program in self.ended and access.addresses.size:
                buffer = self.buffer_at(int(access.addresses.flat[0]), 0)
                key = access.program, buffer
                stored[key] = stored.get(key, 0) + access.addresses.size * access.size
                most[buffer] = max(most.get(buffer, 0), stored[key])
        return bool(most) and all(
            size * programs >= buffer.last - buffer.first for buffer, size in most.items()
        )

    def stored_by_ended(self) -> dict[int, ndarray]:
        """{bytes of an element: addresses} of what programs stored that ran to their end; nothing where a
        launch updates anything, which no program does alone.
        """
        found = {}
        for access in self.accesses:
            if access.kind in (UPDATE, LOCAL_UPDATE):
                return {}
            if access.kind == STORE and access.program in self.ended:
                found.setdefault(access.size, []).append(access.addresses)
        return {size: numpy.concatenate(addresses) for size, addresses in found.items()}
