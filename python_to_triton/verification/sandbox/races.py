"""Races of one launch: what programs, or the lanes of one program, do to one place in no defined order.

Triton's interpreter runs one program after the other and a whole block at a time, so an answer that relies on
an order passes in it. Two rules look at what each program touched:

- between programs: two of them touch one place, and one writes, only where atomic operations order them. That
  is the happens-before relation of C++ and PTX, kept in vector clocks (Mattern 1989; FastTrack, Flanagan and
  Freund, PLDI 2009): what a program did before it released a place is known to whoever acquires it after.
- inside a program: what one lane of a block writes, another lane touches only behind a barrier.
  `tl.debug_barrier()` is one, and a scalar atomic whose result is used (all threads wait for it).

Programs that write one value to one place agree.
"""

import random
from collections.abc import Sequence
from typing import NamedTuple

import numpy
from numpy import ndarray

from python_to_triton.verification.sandbox.rules import Refused

UNORDERED = "their order is not defined"
SCALAR = 1 << 32  # the lane of a block of one element
SHAPES = {(): 1}  # of blocks, without their sides of one element -> a number
LOAD, STORE, UPDATE, LOCAL_UPDATE = KINDS = (1, 2, 4, 8)  # bits; updates are atomic


class Access(NamedTuple):
    """What one load, store or atomic operation of one program touched."""

    program: int
    kind: int  # of KINDS
    addresses: ndarray  # uint64, those that the mask let through
    mask: ndarray
    size: int  # bytes of an element
    barriers: int  # of its program, that came before
    values: ndarray | None = None  # of a store, as unsigned integers
    acquires: bool = False
    releases: bool = False


class Events(NamedTuple):
    """Elements that were touched more than once, by address and then by time: arrays of one length."""

    places: ndarray  # addresses
    accesses: ndarray  # which access
    programs: ndarray  # whose
    kinds: ndarray
    intervals: ndarray  # barriers of the program that came before
    lanes: ndarray  # which element of which size of block
    values: ndarray  # of a store

    def at(self, chosen: ndarray) -> "Events":
        """Some of them."""
        return Events(*(field[chosen] for field in self))


def number_of_shape(shape: tuple[int, ...]) -> int:
    """A number for each shape of a block: which thread holds an element is another matter for another
    shape.
    """
    return SHAPES.setdefault(tuple(size for size in shape if size != 1), len(SHAPES) + 1)


def elements_of(access: Access, size: int) -> tuple[ndarray, ndarray, ndarray]:
    """(addresses, lanes, values) of an access in elements of `size` bytes."""
    parts = access.size // size
    addresses = access.addresses[:, None] + numpy.arange(0, access.size, size, dtype=numpy.uint64)
    lanes = numpy.flatnonzero(access.mask) + number_of_shape(access.mask.shape) * SCALAR
    if access.values is None:
        values = numpy.zeros(addresses.size, dtype=numpy.uint64)
    else:
        values = numpy.ascontiguousarray(access.values).view(f"u{size}").astype(numpy.uint64)
    return addresses.ravel(), numpy.repeat(lanes, parts), values


def starts_of(*keys: ndarray) -> ndarray:
    """Where runs of equal keys begin, in sorted arrays."""
    changes = numpy.zeros(len(keys[0]), dtype=bool)
    changes[:1] = True
    for key in keys:
        changes[1:] |= key[1:] != key[:-1]
    return numpy.flatnonzero(changes)


def touches_twice(accesses: Sequence[Access]) -> bool:
    """Whether an element may have been touched more than once; false is certain."""
    sizes = {access.size for access in accesses}
    places = numpy.concatenate([access.addresses for access in accesses])
    places.sort()
    return len(sizes) > 1 or bool((places[1:] == places[:-1]).any())


def intervals_of(accesses: Sequence[Access], barriers: dict[int, list[bool]]) -> ndarray:
    """How many barriers for all threads of its program came before each access."""
    passed = {program: numpy.cumsum([0, *used]) for program, used in barriers.items()}
    return numpy.array([passed[access.program][access.barriers] for access in accesses])


def repeated_events(accesses: Sequence[Access], intervals: ndarray) -> Events | None:
    """The elements that were touched more than once; None where there are none."""
    smallest = min(access.size for access in accesses)
    parts = [elements_of(access, smallest) for access in accesses]
    places, lanes, values = map(numpy.concatenate, zip(*parts))
    order = numpy.argsort(places, kind="stable")
    places = places[order]
    same = places[1:] == places[:-1]
    if not same.any():
        return None
    repeated = numpy.append(same, False) | numpy.append(False, same)
    chosen = order[repeated]
    numbers = numpy.repeat(numpy.arange(len(accesses)), [len(each[0]) for each in parts])[chosen]
    return Events(
        places=places[repeated],
        accesses=numbers,
        programs=numpy.array([access.program for access in accesses])[numbers],
        kinds=numpy.array([access.kind for access in accesses])[numbers],
        intervals=intervals[numbers],
        lanes=lanes[chosen],
        values=values[chosen],
    )


# ---- inside a program ----


def check_stores(events: Events) -> None:
    """Refuses one store that writes different values to one place."""
    same = (events.places[1:] == events.places[:-1]) & (events.accesses[1:] == events.accesses[:-1])
    if (same & (events.values[1:] != events.values[:-1])).any():
        raise Refused(f"one store writes different values to one place: {UNORDERED}", "run")


def read_by_all(events: Events, starts: ndarray) -> ndarray:
    """Which events are loads of a scalar, which every thread does, of what one thread wrote before.

    Places begin at `starts`.
    """
    positions = numpy.arange(len(events.places))
    writes = numpy.where(events.kinds != LOAD, positions, len(positions))
    first_write = numpy.minimum.reduceat(writes, starts)
    sizes = numpy.diff(numpy.append(starts, len(positions)))
    return (events.kinds == LOAD) & (events.lanes == SCALAR) & (positions > numpy.repeat(first_write, sizes))


def check_lanes(events: Events) -> None:
    """Refuses lanes of one program that touch what another lane writes, with no barrier between."""
    order = numpy.lexsort((events.places, events.intervals, events.programs))
    events = events.at(order)
    starts = starts_of(events.programs, events.intervals, events.places)
    differ = lambda field: numpy.minimum.reduceat(field, starts) != numpy.maximum.reduceat(field, starts)
    kinds = numpy.bitwise_or.reduceat(events.kinds, starts)
    written = (kinds & ~LOAD) != 0
    plain = (kinds & (LOAD | STORE)) != 0
    alike = numpy.isin(kinds, KINDS)
    clash = written & plain & numpy.where(alike, differ(events.values), True) & differ(events.lanes)
    clash |= numpy.logical_or.reduceat(read_by_all(events, starts), starts)
    if not clash.any():
        return
    found = int(kinds[clash][0])
    does = "reads" if found & LOAD else "updates" if found & ~STORE else "writes"
    raise Refused(
        f"a program {does} in one lane what another lane writes, without tl.debug_barrier() between: "
        f"{UNORDERED}",
        "run",
    )


# ---- between programs ----


def clocks_of(
    accesses: Sequence[Access], intervals: Sequence[int], programs: int
) -> list[tuple[int, ndarray]]:
    """(epoch, clock) of every access; `intervals` are the barriers of its program that came before.

    A program's epoch counts what it has released; `clock[p]` is the last epoch of program p that is known to
    have ended. One thread releases: what others have done since the last barrier is of the next epoch.
    """
    nothing = numpy.zeros(programs, dtype=numpy.int32)
    epochs = [1] * programs
    clocks = {}  # of programs that have acquired something
    released = {}  # what is known at a place
    open_since = {}  # program -> (interval, indices of what its threads did in it)
    found = []
    for index, (access, interval) in enumerate(zip(accesses, intervals)):
        program = access.program
        place = int(access.addresses[0]) if access.acquires or access.releases else None
        if access.acquires and place in released:
            clocks[program] = numpy.maximum(clocks.get(program, nothing), released[place])
        clock = clocks.get(program, nothing)
        found.append((epochs[program], clock))
        since, others = open_since.get(program, (None, []))
        if since != interval:
            others = []
        if access.mask.size > 1 or access.kind == LOAD:  # done by all threads
            others.append(index)
        open_since[program] = interval, others
        if access.releases:
            known = numpy.maximum(clock, released.get(place, nothing))
            known[program] = epochs[program]
            released[place] = known
            epochs[program] += 1
            for each in others:  # the thread that releases knows nothing of these
                found[each] = (epochs[program], found[each][1])
    return found


def replay(accesses: Sequence[Access], clocks: Sequence[tuple[int, ndarray]]) -> bool:
    """Whether stores into one place are unordered; Refused where something else is.

    `accesses` are those of one place, `clocks` theirs, by time.
    """
    loaded, stored, updated = {}, {}, {}  # program -> its last epoch
    clash = False
    for access, (epoch, clock) in zip(accesses, clocks):
        program, kind = access.program, access.kind

        def unordered(others):
            return any(each != program and known > clock[each] for each, known in others.items())

        reads_written = kind == LOAD and unordered(stored) or kind == STORE and unordered(loaded)
        if reads_written:
            raise Refused(
                f"a program reads what another program of the same launch writes: {UNORDERED}", "run"
            )
        is_update = kind in (UPDATE, LOCAL_UPDATE)
        touched = unordered(loaded) or unordered(stored) if is_update else unordered(updated)
        if touched or kind == LOCAL_UPDATE and unordered(updated):
            raise Refused(
                f"a program touches what another program of the same launch updates: {UNORDERED}", "run"
            )
        if kind == STORE:
            clash |= unordered(stored)
            if not clash:  # what comes after this store, and is ordered with it, is so with all before
                loaded, stored, updated = {}, {}, {}
        {LOAD: loaded, STORE: stored}.get(kind, updated)[program] = epoch
    return clash


def check_last_values(events: Events) -> None:
    """Refuses programs that leave different values in one place."""
    order = numpy.lexsort((events.programs, events.places))  # stable: by time among equal ones
    events = events.at(order)
    last = numpy.append(starts_of(events.places, events.programs)[1:] - 1, len(order) - 1)
    places, values = events.places[last], events.values[last]
    if ((places[1:] == places[:-1]) & (values[1:] != values[:-1])).any():
        raise Refused(f"two programs write different values to one place: {UNORDERED}", "run")


def check_programs(events: Events, accesses: Sequence[Access], intervals: Sequence[int]) -> None:
    """Refuses programs that touch what another one writes, unless atomic operations order them."""
    starts = starts_of(events.places)
    sizes = numpy.diff(numpy.append(starts, len(events.places)))
    several = numpy.minimum.reduceat(events.programs, starts) != numpy.maximum.reduceat(
        events.programs, starts
    )
    kinds = numpy.bitwise_or.reduceat(events.kinds, starts)
    conflicts = several & (kinds != LOAD) & (kinds != UPDATE)
    if not conflicts.any():
        return
    events = events.at(numpy.repeat(conflicts, sizes))
    starts = starts_of(events.places)
    sizes = numpy.diff(numpy.append(starts, len(events.places)))

    # Places that the same accesses touched are alike: one of them is looked at.
    drawn = random.Random(0)
    marks = numpy.array([drawn.getrandbits(63) for _ in accesses], dtype=numpy.uint64)
    signatures = numpy.add.reduceat(marks[events.accesses], starts)
    _, first, kind_of_place = numpy.unique(signatures, return_index=True, return_inverse=True)
    clocks = clocks_of(accesses, intervals, 1 + max(access.program for access in accesses))
    clashes = []
    for place in first:
        numbers = events.accesses[starts[place] : starts[place] + sizes[place]].tolist()
        clashes.append(replay([accesses[n] for n in numbers], [clocks[n] for n in numbers]))
    clashing = numpy.repeat(numpy.array(clashes)[kind_of_place], sizes)
    if clashing.any():
        check_last_values(events.at(clashing & (events.kinds == STORE)))


def check_races(accesses: Sequence[Access], barriers: dict[int, list[bool]]) -> None:
    """Refuses a launch whose result depends on an order that is not defined.

    Args:
        accesses: of what may be written, by time.
        barriers: of every program in `accesses` that reached any, whether each is one for all its threads.
    """
    if not any(access.kind != LOAD for access in accesses):
        return
    if not touches_twice(accesses):  # as in most launches
        return
    intervals = intervals_of(accesses, barriers)
    events = repeated_events(accesses, intervals)
    if events is None:
        return
    check_stores(events)
    check_lanes(events)
    check_programs(events, accesses, intervals)
