"""The search for launch numbers, on a clock and on times that are given."""

import pytest

from python_to_triton.tuning.knobs import LOOP, OPERANDS, TILE, Knob
from python_to_triton.tuning.launch_search import LaunchSearch, LaunchVariant
from python_to_triton.verification.sandbox import Refused

POWERS = tuple(1 << power for power in range(4, 12))
WARPS = Knob("num_warps", 4, (1, 2, 4, 8, 16), ())
BLOCK = Knob("BLOCK", 64, POWERS, ())


class GivenTimes:
    """A Stopwatch on a clock of its own: preparing takes a second a batch, a call what it takes."""

    def __init__(self, milliseconds, refused=lambda variant: ""):
        self.milliseconds = milliseconds
        self.refused = refused
        self.now = 0.0
        self.prepared = []
        self.calls = {}

    def clock(self) -> float:
        return self.now

    def prepare(self, variants):
        self.now += 1.0
        self.prepared.append(list(variants))
        return {variant: why for variant in variants if (why := self.refused(variant))}

    def times(self, variant, count):
        self.calls[variant] = self.calls.get(variant, 0) + count
        time = self.milliseconds(variant)
        if time is None:
            raise Refused("worker crashed", "run")
        self.now += count * time / 1e3
        return [time] * count


def searched(times, knobs=((WARPS, BLOCK),), seconds=100.0):
    search = LaunchSearch(knobs, times, seconds, times.clock)
    search.width = 32
    return search, search.run()


def valley(variant) -> float:
    """The least at BLOCK 512 and 16 warps; along either of them alone it rises."""
    numbers = {"num_warps": 4, "BLOCK": 64} | dict(variant.numbers)
    steps = numbers["BLOCK"].bit_length() - 7, numbers["num_warps"].bit_length() - 3
    return 10.0 + abs(steps[0] - steps[1]) - 0.5 * min(steps[0], 3) - 0.5 * min(steps[1], 2)


def test_it_finds_the_best_of_a_valley_in_which_single_steps_are_slower():
    times = GivenTimes(valley)
    search, ranking = searched(times)
    assert dict(ranking[0].numbers)["num_warps"] == 16
    assert search.milliseconds(ranking[0]) == min(map(valley, times.calls))
    assert search.milliseconds(ranking[0]) < valley(LaunchVariant(0))
    assert len(times.calls) < len(POWERS) * 5, "not all were tried"


def test_what_is_far_slower_is_called_once():
    times = GivenTimes(lambda variant: 50.0 if dict(variant.numbers).get("num_warps") == 2 else 1.0)
    searched(times, ((WARPS,),))
    assert times.calls[LaunchVariant(0, (("num_warps", 2),))] == 1
    assert times.calls[LaunchVariant(0)] == 11


def test_failures_have_their_reasons_and_are_not_tried_again():
    refused = lambda variant: (
        "out of resource: shared memory" if dict(variant.numbers).get("BLOCK") == 128 else ""
    )
    times = GivenTimes(lambda variant: None if dict(variant.numbers).get("BLOCK") == 32 else 1.0, refused)
    search, ranking = searched(times, ((BLOCK,),))
    assert ranking == [LaunchVariant(0)]
    assert search.failed == {
        LaunchVariant(0, (("BLOCK", 128),)): "out of resource: shared memory",
        LaunchVariant(0, (("BLOCK", 32),)): "worker crashed",
    }
    tried = [variant for batch in times.prepared for variant in batch]
    assert len(tried) == len(set(tried))


def test_nothing_is_prepared_once_the_time_is_over():
    times = GivenTimes(lambda variant: 1000.0 / dict(variant.numbers).get("BLOCK", 64))
    _, ranking = searched(times, ((BLOCK,),), seconds=3.0)
    assert 3.0 < times.now < 6.5 and 1 < len(times.prepared) < 5
    assert ranking[0] != LaunchVariant(0), "what was found until then counts"


def test_the_tiles_of_products_are_tried_in_the_first_round():
    sides = [Knob(f"BLOCK_{side}", 64, POWERS, (), role) for side, role in zip("MNK", (TILE, TILE, LOOP))]
    fast = {"BLOCK_M": 128, "BLOCK_N": 128, "BLOCK_K": 32, "num_warps": 8}
    times = GivenTimes(lambda variant: 1.0 if dict(variant.numbers) == fast else 2.0)
    _, ranking = searched(times, ((WARPS, *sides),), seconds=1.0)
    assert dict(ranking[0].numbers) == fast and ranking[0] in times.prepared[1]


def test_half_precision_is_multiplied_first_and_stays_with_the_tiles():
    sides = [Knob(f"BLOCK_{side}", 64, POWERS, (), role) for side, role in zip("MNK", (TILE, TILE, LOOP))]
    operands = Knob("operand bits", 32, (16,), (), OPERANDS)
    fast = {"BLOCK_M": 256, "BLOCK_N": 128, "BLOCK_K": 64, "num_warps": 8, "operand bits": 16}
    slowness = lambda numbers: len(fast.items() - numbers.items()) + 10 * ("operand bits" not in numbers)
    times = GivenTimes(lambda variant: 1.0 + slowness(dict(variant.numbers)))
    search = LaunchSearch(((WARPS, *sides, operands),), times, 1.0, times.clock, element_size=2)
    search.width = 32
    assert dict(search.run()[0].numbers) == fast
    assert times.prepared[0] == [LaunchVariant(0), LaunchVariant(0, (("operand bits", 16),))]


def test_ties_go_to_the_answer_as_it_is_written():
    _, ranking = searched(GivenTimes(lambda variant: 1.0))
    assert ranking[0] == LaunchVariant(0)


@pytest.mark.parametrize("factor, tries", [(1.1, True), (3.0, False)])
def test_a_second_answer_is_searched_while_it_is_close(factor, tries):
    times = GivenTimes(lambda variant: factor if variant.answer else 1.0)
    searched(times, ((WARPS,), (WARPS,)))
    assert any(variant.answer == 1 and variant.numbers for variant in times.calls) is tries


def test_moves_that_each_help_are_tried_together():
    def independent(variant):
        numbers = dict(variant.numbers)
        return 4.0 - (numbers.get("num_warps") == 8) - (numbers.get("BLOCK") == 32)

    times = GivenTimes(independent)
    _, ranking = searched(times)
    assert ranking[0] == LaunchVariant(0, (("BLOCK", 32), ("num_warps", 8)))
    assert [ranking[0]] in times.prepared or ranking[0] in times.prepared[2]


def test_a_batch_is_as_large_as_the_cores_compile_side_by_side(monkeypatch):
    monkeypatch.setattr("os.sched_getaffinity", lambda _: {0, 1, 2})
    times = GivenTimes(lambda variant: 1.0)
    LaunchSearch(((WARPS, BLOCK),), times, 100.0, times.clock).run()
    assert max(map(len, times.prepared)) == 6
