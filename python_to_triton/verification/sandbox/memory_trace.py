"""Every load and store of one launch: out-of-bounds accesses and races are refused here.

Programs of a grid have no order. Triton's interpreter runs one after the other, so an answer that relies on
their order would pass in it. Where a program touches what another one writes it is refused, unless something
atomic (a lock, a counter) orders the two. Programs that write one value to one place agree.
"""

import bisect
from typing import NamedTuple

import numpy
from numpy import ndarray

from python_to_triton.verification.sandbox.rules import Refused

UNORDERED = "their order is not defined"


class Access(NamedTuple):
    """What one load, store or atomic operation of one program touched."""

    program: int
    addresses: ndarray  # uint64, those that the mask let through
    after_atomic: bool = False  # whether the program had done something atomic before
    values: ndarray | None = None  # of a store, as unsigned integers


class Buffer(NamedTuple):
    """The bytes first..last - 1 that belong to one argument or allocation."""

    first: int
    last: int
    name: str
    read_only: bool


def sorted_by_address(accesses: list) -> tuple[ndarray, ndarray, ndarray]:
    """(addresses, programs, order): all touched addresses, sorted, among equal ones by time; who touched
    each.
    """
    addresses = numpy.concatenate([access.addresses for access in accesses] or [numpy.empty(0, numpy.uint64)])
    sizes = [access.addresses.size for access in accesses]
    programs = numpy.repeat([access.program for access in accesses], sizes)
    order = numpy.argsort(addresses, kind="stable")
    return addresses[order], programs[order], order


def other_programs(places: ndarray, programs: ndarray, access: Access) -> set[int]:
    """Programs but the access's own that touched some of its addresses: of each address the first and the
    last.

    `places` (sorted) and `programs` are as `sorted_by_address` returns them.
    """
    if not len(places):
        return set()
    first = numpy.minimum(numpy.searchsorted(places, access.addresses), len(places) - 1)
    last = numpy.maximum(numpy.searchsorted(places, access.addresses, side="right") - 1, 0)
    touching = {
        int(program) for at in (first, last) for program in programs[at][places[at] == access.addresses]
    }
    return touching - {access.program}


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
        self.atomic_programs = set()  # those that did something atomic
        self.loads = []
        self.stores = []
        self.atomics = []

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

    def checked(self, addresses: ndarray, mask: ndarray, size: int, writes: bool) -> ndarray:
        """The addresses of elements of `size` bytes that the mask lets through, all of them in a buffer."""
        chosen = addresses[mask]
        if chosen.size:
            low = int(chosen.min())
            buffer = self.buffer_at(low, int(chosen.max()) + size)
            if buffer is None or writes and buffer.read_only:
                self.check_each(chosen, size, writes)
        return chosen

    def load(self, addresses: ndarray, mask: ndarray, size: int) -> None:
        """Records a load of elements of `size` bytes."""
        chosen = self.checked(addresses, mask, size, writes=False)
        self.loads.append(Access(self.program, chosen, self.program in self.atomic_programs))

    def store(self, addresses: ndarray, mask: ndarray, values: ndarray) -> None:
        """Records a store of `values`."""
        chosen = self.checked(addresses, mask, values.itemsize, writes=True)
        bits = values.view(f"u{values.itemsize}")[mask]
        self.stores.append(Access(self.program, chosen, self.program in self.atomic_programs, bits))

    def atomic(self, addresses: ndarray, mask: ndarray, size: int) -> None:
        """Records an atomic update of elements of `size` bytes."""
        self.atomics.append(Access(self.program, self.checked(addresses, mask, size, writes=True)))
        self.atomic_programs.add(self.program)

    def check_stores(self, places: ndarray, programs: ndarray, order: ndarray) -> None:
        """Refuses one store, or two programs, that leave different values in one place."""
        values = numpy.concatenate([store.values.astype(numpy.uint64) for store in self.stores])[order]
        sizes = [store.addresses.size for store in self.stores]
        stores = numpy.repeat(range(len(self.stores)), sizes)[order]
        same_place = places[1:] == places[:-1]
        if (same_place & (stores[1:] == stores[:-1]) & (values[1:] != values[:-1])).any():
            raise Refused(f"one store writes different values to one place: {UNORDERED}", "run")
        final = numpy.append(~same_place | (programs[1:] != programs[:-1]), True)  # each program's last value
        places, programs, values = places[final], programs[final], values[final]
        clash = (places[1:] == places[:-1]) & (values[1:] != values[:-1])
        clashing = {*programs[1:][clash].tolist(), *programs[:-1][clash].tolist()}
        if not clashing <= self.atomic_programs:
            raise Refused(f"two programs write different values to one place: {UNORDERED}", "run")

    def check_races(self) -> None:
        """Refuses a program that touches what another one, not ordered with it by atomics, writes."""
        places, programs, order = sorted_by_address(self.stores)
        if places.size:
            self.check_stores(places, programs, order)
        if self.program == 0:  # the only one of this launch
            return
        for load in self.loads:
            writers = other_programs(places, programs, load)
            if writers and not (load.after_atomic and writers <= self.atomic_programs):
                raise Refused(
                    f"a program reads what another program of the same launch writes: {UNORDERED}", "run"
                )
        updated, updaters, _ = sorted_by_address(self.atomics)
        for access in self.loads + self.stores:
            if not access.after_atomic and other_programs(updated, updaters, access):
                raise Refused(
                    f"a program touches what another program of the same launch updates: {UNORDERED}", "run"
                )
