"""How many pairs each family gives."""

from corpus.balance import (
    KINDS,
    family_kind,
    family_shares,
    family_weights,
    shares_by_weight,
    shares_in_kind,
)
from corpus.composition import SYNTHETIC
from corpus.extraction import FamilyQueue, next_round
from corpus.family import Family, families_in
from corpus.settings import GIVE_UP_AFTER, JUDGED_IN_FULL, ROUND, SEVERAL_REGIONS, SEVERAL_REGIONS_COUNT


def test_water_fill():
    assert shares_by_weight({"a": 3, "b": 100, "c": 100}, 21) == {"a": 3, "b": 9, "c": 9}
    assert shares_by_weight({"a": 3, "b": 4}, 100) == {"a": 3, "b": 4}
    assert sum(shares_by_weight({"a": 50, "b": 50, "c": 50}, 100).values()) == 100
    assert shares_by_weight({"a": 5, "b": 100, "c": 100}, 45, {"a": 3, "b": 1, "c": 3}) == {
        "a": 5,
        "b": 10,
        "c": 30,
    }


def test_kinds_are_given_their_weights_and_families_of_a_kind_alike():
    shares = family_shares(
        {"conv2d": 1000, "conv_transpose1d": 1000, "conv3d": 5, "tanh": 1000, "sgd_step": 1000}, 320
    )
    assert shares == {"conv2d": 92, "conv_transpose1d": 92, "conv3d": 5, "tanh": 112, "sgd_step": 19}
    kinds = {
        stem: family_kind(stem)
        for stem in (
            "conv2d_pixel_shuffle",
            "linear_softmax",
            "masked_softmax",
            "cummax",
            "max_pool2d",
            "norm",
            "add",
        )
    }
    assert list(kinds.values()) == [
        "convolution",
        "matrix product",
        "normalization",
        "scan",
        "pooling",
        "reduction",
        "pointwise",
    ]


def test_lists_of_functions_and_what_others_are_named_after_weigh_more():
    stems = ("sigmoid", "matmul", "matmul_binary", "matmul_chain", "matmul_joins", "matmul_orders", "matvec")
    weights = family_weights({stem: Family.load(SYNTHETIC / f"{stem}.py") for stem in stems})
    assert list(weights.values()) == [4, 3, 1, 1, 1, 1, 1]
    assert family_shares(
        {"sigmoid": 22, "tanh": 28, "power": 36}, 12, weights={"sigmoid": 4, "tanh": 1, "power": 1}
    ) == {"sigmoid": 8, "tanh": 2, "power": 2}


def test_every_kind_has_files_and_the_weights_are_percents():
    stems = [path.stem for path in families_in()]
    assert {family_kind(stem) for stem in stems} == set(KINDS)
    assert [
        sum((row.small_weight if small else row.weight) for row in KINDS.values()) for small in (False, True)
    ] == [100, 100]


def test_other_schedules_do_not_crowd_out_the_usual_one():
    capacity = dict.fromkeys(("softmax", "layer_norm", "softmax_rows", "softmax_wide", "softmax_split"), 1000)
    scheduled = set(list(capacity)[2:])
    shares = shares_in_kind(capacity, 800, scheduled=scheduled)
    assert shares["softmax"] == shares["layer_norm"] == 200
    assert sum(shares[stem] for stem in scheduled) == 400
    many = dict.fromkeys(("softmax", "layer_norm", "group_norm", "rms_norm", "softmax_wide"), 1000)
    assert shares_in_kind(many, 500, scheduled=scheduled) == dict.fromkeys(many, 100)
    assert shares_in_kind({"softmax": 10, "softmax_wide": 1000}, 500, scheduled=scheduled) == {
        "softmax": 10,
        "softmax_wide": 490,
    }
    assert shares_in_kind(dict.fromkeys(scheduled, 9), 27, scheduled=scheduled) == dict.fromkeys(scheduled, 9)


class Endless:
    """A source that never runs dry, half of whose variants are refused."""

    path = family = None
    accepted, capacity = 0, 10**12

    def take(self, number):
        self.accepted += number // 2
        return range(number)


def test_a_run_that_stops_by_time_has_the_kinds_by_their_weights():
    few, many = ["join_rows", "join_images"], [f"linear_{number}" for number in range(40)]
    sources = {stem: Endless() for stem in few + many}
    rounds = [next_round(sources, 10**9) for _ in range(6)]
    half = rounds[0][: len(rounds[0]) // 2]
    for items in (rounds[0], half):  # stopped in the middle, too
        joins = sum(stem in few for stem, _ in items) / len(items)
        assert abs(joins - 3 / 15) < 0.02, joins
    accepted = {stem: source.accepted for stem, source in sources.items()}
    assert abs(sum(accepted[stem] for stem in few) / sum(accepted.values()) - 3 / 15) < 0.02
    assert all(len(items) == ROUND * len(sources) for items in rounds)


def test_a_family_that_is_asked_for_in_parts_is_given_up_sooner():
    source = FamilyQueue(SYNTHETIC / "sigmoid.py", 0, GIVE_UP_AFTER)
    for _ in range(GIVE_UP_AFTER // SEVERAL_REGIONS_COUNT):
        assert source.capacity > 0
        source.refuse(SEVERAL_REGIONS)
    assert source.capacity == 0 and source.refused == {
        SEVERAL_REGIONS: GIVE_UP_AFTER // SEVERAL_REGIONS_COUNT
    }


def test_the_first_variants_of_a_family_are_judged_in_full():
    queue = FamilyQueue(SYNTHETIC / "sigmoid.py", 0, GIVE_UP_AFTER)
    taken = [*queue.take(JUDGED_IN_FULL - 3), *queue.take(JUDGED_IN_FULL)]
    assert queue.first == set(taken[:JUDGED_IN_FULL]) and len(queue.first) == JUDGED_IN_FULL
