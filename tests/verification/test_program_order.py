"""Races between programs and between the lanes of one are refused, and what orders them well is not."""

import random

import numpy
import pytest
from answers_about_order import ORDER, UNORDERED

from python_to_triton.verification import judge
from python_to_triton.verification.sandbox.interleaving import (
    INTERLEAVED,
    NATURAL,
    ORDERS,
    RESIDENT,
    REVERSED,
    in_order,
    run_programs,
)
from python_to_triton.verification.sandbox.races import LOAD, STORE, UPDATE, Access, check_races
from python_to_triton.verification.sandbox.results import Barrier, needed, with_barrier
from python_to_triton.verification.sandbox.rules import Refused

REASONS = ("order", "instead of")  # words of a refusal: a race, or another value in another order


@pytest.mark.parametrize("name", ORDER)
def test_what_is_ordered_is_accepted(name):
    reference, cases, right, _ = ORDER[name]
    verdict = judge(right, reference, cases(), device="cpu")
    assert verdict.ok, verdict


@pytest.mark.parametrize("name", ORDER)
def test_what_is_not_ordered_is_refused(name):
    reference, cases, _, wrong = ORDER[name]
    verdict = judge(wrong, reference, cases(), device="cpu")
    assert not verdict.ok and any(word in verdict.reason for word in REASONS), verdict


@pytest.mark.parametrize("name", UNORDERED)
def test_race_is_refused(name):
    reference, cases, wrong = UNORDERED[name]
    verdict = judge(wrong, reference, cases(), device="cpu")
    assert not verdict.ok and "another program" in verdict.reason, verdict


def test_the_judge_of_a_gpu_interprets_first():
    """A race is refused before anything runs on a GPU."""
    reference, cases, wrong = UNORDERED["a race of large values"]
    verdict = judge(wrong, reference, cases(), device="cuda")
    assert not verdict.ok and "another program" in verdict.reason, verdict


# ---- orders ----


@pytest.mark.parametrize("count", [2, 3, 4, 17, 100])
def test_orders_are_permutations_and_differ(count):
    natural, reverse, interleaved, spread = (list(in_order(count, order)) for order in ORDERS)
    assert natural == list(range(count)) and reverse == natural[::-1]
    assert sorted(interleaved) == sorted(spread) == natural and interleaved != natural
    assert spread[:2] == [0, count - 1]


def begun_and_ended(count, order):
    """What four programs of three steps do, by time, and which of them is current in each step."""
    log = []
    current = []

    def place(number):
        current[:] = [number]

    def program():
        number = current[0]
        for step in range(3):
            assert current == [number]
            log.append((number, step))
            yield

    run_programs(count, order, place, program, turns=random.Random(0))
    return log


def test_programs_one_by_one():
    assert begun_and_ended(4, NATURAL) == [(number, step) for number in range(4) for step in range(3)]
    assert [number for number, step in begun_and_ended(4, REVERSED) if step == 0] == [3, 2, 1, 0]


def test_interleaved_programs_take_turns_and_no_more_are_resident():
    log = begun_and_ended(20, INTERLEAVED)
    assert sorted(log) == [(number, step) for number in range(20) for step in range(3)]
    assert log == begun_and_ended(20, INTERLEAVED)
    switches = sum(one != other for (one, _), (other, _) in zip(log, log[1:]))
    assert switches > 20
    for moment in range(len(log)):
        begun = {number for number, _ in log[: moment + 1]}
        ended = {number for number, step in log[: moment + 1] if step == 2}
        assert len(begun - ended) <= RESIDENT


# ---- races of given accesses ----


def access(program, kind, places, value=None, size=4, barriers=0, **sync):
    """An access of a block, or of a scalar, that its mask lets through whole."""
    addresses = numpy.array(places, dtype=numpy.uint64)
    values = None if value is None else numpy.full(len(places), value, dtype=f"u{size}")
    mask = numpy.ones(len(places), dtype=bool)
    return Access(program, kind, addresses, mask, size, barriers, values, **sync)


RELEASE, ACQUIRE = {"releases": True}, {"acquires": True}
COUNTER = [400]
RACES = {
    "two values in one place": (
        [access(0, STORE, [0], 1), access(1, STORE, [0], 2)],
        "two programs write different values",
    ),
    "half of an element": (
        [access(0, STORE, [0], 1, size=8), access(1, STORE, [4], 7)],
        "two programs write different values",
    ),
    "read by another": ([access(0, STORE, [0], 1), access(1, LOAD, [0])], "reads what another program"),
    "written by another after it is read": (
        [access(1, LOAD, [0]), access(0, STORE, [0], 1)],
        "reads what another program",
    ),
    "updated by another": ([access(0, UPDATE, [0]), access(1, LOAD, [0])], "updates"),
    "released before it is written": (
        [
            access(0, UPDATE, COUNTER, **RELEASE),
            access(0, STORE, [0], 1),
            access(1, UPDATE, COUNTER, **ACQUIRE),
            access(1, LOAD, [0]),
        ],
        "reads what another program",
    ),
    "released elsewhere": (
        [
            access(0, STORE, [0], 1),
            access(0, UPDATE, [404], **RELEASE),
            access(1, UPDATE, COUNTER, **ACQUIRE),
            access(1, LOAD, [0]),
        ],
        "reads what another program",
    ),
    "one reader of two was waited for": (
        [
            access(0, LOAD, [0]),
            access(1, LOAD, [0]),
            access(1, UPDATE, COUNTER, **RELEASE),
            access(2, UPDATE, COUNTER, **ACQUIRE),
            access(2, STORE, [0], 1),
        ],
        "reads what another program",
    ),
    "another lane": ([access(0, STORE, [0, 4], 1), access(0, LOAD, [4, 0])], "reads in one lane"),
    "another size of block": ([access(0, STORE, [0, 4], 1), access(0, LOAD, [0])], "reads in one lane"),
}
ORDERED = {
    "one value in one place": [access(0, STORE, [0], 1), access(1, STORE, [0], 1)],
    "places of their own": [
        access(0, STORE, [0, 4], 1),
        access(1, STORE, [8, 12], 2),
        access(0, LOAD, [0, 4]),
    ],
    "updates of two programs": [access(0, UPDATE, [0]), access(1, UPDATE, [0])],
    "released and acquired": [
        access(0, STORE, [0], 1),
        access(0, UPDATE, COUNTER, **RELEASE),
        access(1, UPDATE, COUNTER, **ACQUIRE),
        access(1, STORE, [0], 2),
    ],
    "released and acquired through a third": [
        access(0, STORE, [0], 1),
        access(0, UPDATE, COUNTER, **RELEASE),
        access(1, UPDATE, COUNTER, **ACQUIRE, **RELEASE),
        access(2, UPDATE, COUNTER, **ACQUIRE),
        access(2, LOAD, [0]),
    ],
    "the same lane": [access(0, STORE, [0, 4], 1), access(0, LOAD, [0, 4])],
    "another lane behind a barrier": [access(0, STORE, [0, 4], 1), access(0, LOAD, [4, 0], barriers=1)],
    "reads alone": [access(0, LOAD, [0, 4]), access(0, LOAD, [4, 0]), access(1, LOAD, [0])],
}
BARRIERS = {0: [True], 1: [], 2: []}


@pytest.mark.parametrize("name", RACES)
def test_accesses_race(name):
    accesses, words = RACES[name]
    with pytest.raises(Refused, match=words):
        check_races(accesses, BARRIERS)


@pytest.mark.parametrize("name", ORDERED)
def test_accesses_are_ordered(name):
    check_races(ORDERED[name], BARRIERS)


def test_an_unused_atomic_is_no_barrier():
    accesses = ORDERED["another lane behind a barrier"]
    with pytest.raises(Refused, match="reads in one lane"):
        check_races(accesses, BARRIERS | {0: [False]})


# ---- results of atomic operations ----


@pytest.mark.parametrize(
    "use, is_needed",
    [
        (lambda old: old + 1, False),
        (lambda old: numpy.where(old > 0, old, 0).astype(float).reshape(1, 1), False),
        (lambda old: bool(old + 1 == 4), True),
        (lambda old: range(old.item()), True),
        (lambda old: needed(numpy.arange(4) + 2 * old), True),
        (lambda old: numpy.broadcast_to(old, (4, 1)), True),
        (lambda old: old + with_barrier(numpy.array([1]), Barrier(used=False)), True),
    ],
)
def test_a_result_is_followed_to_where_it_is_needed(use, is_needed):
    barrier = Barrier(used=False)
    use(with_barrier(numpy.array([3]), barrier))
    assert barrier.used == is_needed
