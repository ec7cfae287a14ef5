"""The order in which the variants of a family are taken, so that a corpus of any size has the common ones.

A family is a product of tables. Of a product, most variants are long: nearly every slot is filled, nearly
every table shows a row other than the first. What people ask for is short. So four orders take turns:

    plain     the file as it stands, and what differs from it in one table, or in two or three short ones
    bare      the heavy operation alone, in any layout
    thinned   any variant, most of its optional slots emptied
    any       any variant
"""

import itertools
import math
import operator
import random
from collections.abc import Callable, Iterable, Iterator

from corpus.axes import Slot
from corpus.family import Family
from corpus.hashing import hash_fraction, permuted
from corpus.settings import BARE_KEEPS, SHORT, THINNED_EMPTY, THINNED_KEEPS, TURNS


def interleaved(*lists: list) -> list:
    """The first of each list, then the second of each, and so on."""
    return [item for turn in itertools.zip_longest(*lists) for item in turn if item is not None]


def mostly_in_order(items: Iterable, rng: random.Random, place_of: Callable) -> list:
    """`items` in random order, those of a low place mostly early."""
    return sorted(items, key=lambda item: rng.expovariate(1) * (1 + place_of(item)))


def strides_of(family: Family) -> list[int]:
    """For each axis, what the index of a variant grows by with the next row."""
    sizes = [len(axis) for axis in family.axes]
    return list(itertools.accumulate(sizes, operator.mul, initial=1))[:-1]


def plain_and_steps(family: Family) -> tuple[int, list[list[int]]]:
    """(index of the plain variant, for each axis the steps from there to its other rows).

    The plain variant takes the row `plain` of each table that has one, else the first.
    """
    plain = 0
    steps = []
    for axis, stride in zip(family.axes, strides_of(family)):
        row = list(axis).index("plain") if "plain" in axis else 0
        plain += row * stride
        steps.append([(other - row) * stride for other in range(len(axis)) if other != row])
    return plain, steps


def combined_steps(
    axes: list[list[int]], number: int, rng: random.Random, most: int | None = None
) -> list[int]:
    """The sums of steps along `number` different axes, `most` rows an axis, those of early rows mostly
    first.
    """
    rows = [list(enumerate(steps[:most])) for steps in axes]
    chosen = [
        picked for tables in itertools.combinations(rows, number) for picked in itertools.product(*tables)
    ]
    ordered = mostly_in_order(chosen, rng, lambda picked: sum(place for place, _ in picked))
    return [sum(step for _, step in picked) for picked in ordered]


def plain_indices(family: Family, seed: int = 0) -> list[int]:
    """The file as it stands, then what differs from its plain form in one table, or in two or three short
    ones.

    Rows of short tables come first; pairs and triples of them then take turns with the rows of the long
    ones, in an order that `seed` draws. What is first in its table is used most, so it mostly
    comes first."""
    rng = random.Random(f"{family.stem}/{seed}")
    plain, steps = plain_and_steps(family)
    short = [rows for rows in steps if len(rows) < SHORT]
    long = [rows for rows in steps if len(rows) >= SHORT]
    ordered = [mostly_in_order(enumerate(rows), rng, lambda row: row[0]) for rows in long]
    single = interleaved(*([step for _, step in rows] for rows in ordered))
    pairs = combined_steps(short, 2, rng)
    triples = combined_steps(short, 3, rng, most=2)
    after = [0, *interleaved(*short), *interleaved(single[::2], pairs, single[1::2], triples)]
    return list(dict.fromkeys([0, *(plain + step for step in after)]))


def thinned(family: Family, index: int) -> int:
    """The variant of `index` with most of its optional slots empty, and often the file's own row of a long
    table.

    Filled, as nearly all of them are in a product, slots make long programs; and rows of a long table hide
    what is used most."""
    thin = index
    rest = index
    stride = 1
    for place, axis in enumerate(family.axes):
        rest, row = divmod(rest, len(axis))
        if axis.get(""):
            first_row = THINNED_EMPTY
        else:
            first_row = THINNED_KEEPS if "" in axis and len(axis) > 8 else 0
        if hash_fraction(f"{family.stem} {index} {place}") < first_row:
            thin -= row * stride
        stride *= len(axis)
    return thin


def bare_indices(family: Family, seed: int) -> Iterator[int]:
    """What asks about the heavy operation alone: slots empty, or with one operation where they cannot be;
    the other tables in any combination.

    A longer program that nothing answers is cut into such pieces, so they matter more than their share in a
    product. Where two slots cannot be empty, no variant is a single operation."""
    rows = [axis.bare if isinstance(axis, Slot) else range(len(axis)) for axis in family.axes]
    never_empty = sum("" not in axis for axis in family.axes if isinstance(axis, Slot))
    if never_empty > 1 or not all(map(len, rows)):
        return
    strides = strides_of(family)
    for number in permuted(math.prod(map(len, rows)), f"{family.stem}/{seed}/bare"):
        index = 0
        rest = number
        for place, (axis, few, stride) in enumerate(zip(family.axes, rows, strides)):
            rest, row = divmod(rest, len(few))
            is_option = not isinstance(axis, Slot) and (place or "FAMILY" not in family.tables)
            if is_option and hash_fraction(f"{family.stem} {seed} {number} {place} bare") < BARE_KEEPS:
                row = 0
            index += few[row] * stride
        yield index


def variant_order(family: Family, seed: int) -> Iterator[int]:
    """Every index of a family once: plain, bare, thinned and any variants in turns of TURNS."""
    given = set()

    def new(indices: Iterable[int]) -> Iterator[int]:
        for index in indices:
            if index not in given:
                given.add(index)
                yield index

    size = len(family)
    base = f"{family.stem}/{seed}"
    sources = [
        new(plain_indices(family, seed)),
        new(bare_indices(family, seed)),
        new(thinned(family, index) for index in permuted(size, f"{base}/thin")),
        new(permuted(size, base)),
    ]
    while taken := [
        index for source, number in zip(sources, TURNS) for index in itertools.islice(source, number)
    ]:
        yield from taken
