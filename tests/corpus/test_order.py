"""The order in which the variants of a family are taken."""

import itertools

import pytest
from twice_family import family

from corpus.composition import SYNTHETIC
from corpus.family import Family
from corpus.hashing import permuted
from corpus.order import plain_indices, thinned, variant_order


@pytest.mark.parametrize("size", [1, 2, 3, 17, 256, 1000])
def test_permuted_is_a_permutation_that_the_seed_draws(size):
    drawn = list(permuted(size, 1))
    assert sorted(drawn) == list(range(size))
    assert drawn == list(permuted(size, 1))
    assert size < 17 or drawn != list(permuted(size, 2)) != list(range(size))


def test_permuted_does_not_enumerate():
    assert len(set(itertools.islice(permuted(10**12, 0), 100))) == 100


def test_order_gives_every_index_once_and_the_plain_ones_early():
    twice = family()
    given = list(variant_order(twice, 0))
    assert sorted(given) == list(range(6)) and given[0] == 0
    assert given == list(variant_order(twice, 0)) and {given.index(plain) for plain in (1, 3)} < {1, 2, 3, 4}


def test_what_stands_first_in_its_table_comes_first_and_a_plain_row_before_all():
    argmax, conv = (Family.load(SYNTHETIC / f"{stem}.py") for stem in ("argmax_middle", "conv2d"))
    assert [argmax[index].name for index in plain_indices(argmax)[:2]] == [
        "argmax_middle",
        "argmax_middle_plain",
    ]
    names = [conv[index].name for index in plain_indices(conv)[:120]]
    assert "conv2d_stride2_padding1" in names[:80] and names == list(dict.fromkeys(names))


def rows(family, index):
    """The places in its axes that an index stands for."""
    for axis in family.axes:
        index, row = divmod(index, len(axis))
        yield row


def test_most_optional_slots_of_a_thinned_variant_are_empty():
    linear = Family.load(SYNTHETIC / "linear_reuse.py")
    drawn = list(itertools.islice(permuted(len(linear), 0), 200))
    filled = [
        [
            sum(bool(row) for row, axis in zip(rows(linear, index), linear.axes) if axis.get(""))
            for index in indices
        ]
        for indices in (drawn, [thinned(linear, index) for index in drawn])
    ]
    slots = sum(bool(axis.get("")) for axis in linear.axes)
    assert sum(filled[0]) > 0.95 * slots * 200 and 0.25 * slots * 200 < sum(filled[1]) < 0.45 * slots * 200
