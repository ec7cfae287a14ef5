"""order."""

import functools
import hashlib
import itertools
import math
import operator
import random
import re
from itertools import islice, zip_longest
from corpus.axes import Slot
from corpus.settings import EMPTY, KINDS, LONG_USUAL, SHORT, TURNS, USUAL


def share(text):
    """A number in [0, 1) that is always the same for `text`."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") / 2**64


def permuted(size, seed):
    """The numbers 0 .. size-1 in an order drawn by `seed`, one at a time: a Feistel network, nothing is
    stored.
    """
    half = max(1, ((size - 1).bit_length() + 1) // 2)  # bits of either half
    mask = (1 << half) - 1

    def scramble(index):
        left, right = index >> half, index & mask
        for turn in range(4):
            mixed = hashlib.blake2b(f"{seed}/{turn}/{right}".encode(), digest_size=8).digest()
            left, right = right, left ^ (int.from_bytes(mixed, "big") & mask)
        return left << half | right

    for index in range(1 << 2 * half):
        image = scramble(index)
        if image < size:
            yield image


def taking_turns(*lists):
    """The first of each list, then the second of each, and so on."""
    return [item for turn in zip_longest(*lists) for item in turn if item is not None]


def drawn(items, rng, place_of):
    """`items` in random order, those with a low place mostly early."""
    return sorted(items, key=lambda item: rng.expovariate(1) * (1 + place_of(item)))


def plain_indices(family, seed=0):
    """The file as it stands, then what differs from its plain form in one table, or in two or three short
    ones: an operation, a dimension.

    Its plain form takes the row `plain` of each table that has one. Rows of short tables come first;
    couples and triples of them then take turns with the rows of the long ones, in an order that `seed`
    draws. What stands first in its table is asked for most, so it mostly comes first."""
    strides = itertools.accumulate((len(axis) for axis in family.axes), operator.mul, initial=1)
    plain, steps, rng = 0, [], random.Random(f"{family.stem}/{seed}")
    for axis, stride in zip(family.axes, strides):
        row = list(axis).index("plain") if "plain" in axis else 0
        plain += row * stride
        steps.append([(other - row) * stride for other in range(len(axis)) if other != row])
    short, long = ([step for step in steps if (len(step) < SHORT) == wanted] for wanted in (True, False))

    def together(number, first=None):
        rows = [list(enumerate(step[:first])) for step in short]
        sets = [
            rows for tables in itertools.combinations(rows, number) for rows in itertools.product(*tables)
        ]
        return [
            sum(step for _, step in rows)
            for rows in drawn(sets, rng, lambda rows: sum(place for place, _ in rows))
        ]

    single = taking_turns(
        *([step for _, step in drawn(enumerate(steps), rng, lambda row: row[0])] for steps in long)
    )
    after = [0, *taking_turns(*short), *taking_turns(single[::2], together(2), single[1::2], together(3, 2))]
    return list(dict.fromkeys([0, *(plain + step for step in after)]))


def thinned(family, index):
    """The variant of `index` with most of its optional slots empty, and often the file's own row of a long
    table.

    Filled, as nearly all of them are in a product, slots make long programs; and rows of a long table hide
    what is asked for most."""
    thin, stride, rest = index, 1, index
    for place, axis in enumerate(family.axes):
        rest, row = divmod(rest, len(axis))
        usual = EMPTY if axis.get("") else LONG_USUAL if "" in axis and len(axis) > 8 else 0
        if share(f"{family.stem} {index} {place}") < usual:
            thin -= row * stride
        stride *= len(axis)
    return thin


def bare_indices(family, seed):
    """What asks about the heavy operation alone: slots empty, or with one operation where they cannot be;
    the other tables in any combination.

    A longer program that nothing answers is cut into such pieces, so they matter more than their share in a
    product. Where two slots cannot be empty, no variant is a single operation."""
    rows = [axis.bare if isinstance(axis, Slot) else range(len(axis)) for axis in family.axes]
    if sum("" not in axis for axis in family.axes if isinstance(axis, Slot)) > 1 or not all(map(len, rows)):
        return
    strides = list(itertools.accumulate((len(axis) for axis in family.axes), operator.mul, initial=1))
    for number in permuted(math.prod(map(len, rows)), f"{family.stem}/{seed}/bare"):
        index, rest = 0, number
        for place, (axis, few, stride) in enumerate(zip(family.axes, rows, strides)):
            rest, row = divmod(rest, len(few))
            options = not isinstance(axis, Slot) and (place or "FAMILY" not in family.tables)
            row = 0 if options and share(f"{family.stem} {seed} {number} {place} bare") < USUAL else row
            index += few[row] * stride
        yield index


def order(family, seed):
    """Every index of `family` once: the plain variants, which people ask for most, in turn with bare ones,
    thinned ones and the rest.
    """
    any_order = functools.partial(permuted, len(family))
    thin = (thinned(family, index) for index in any_order(f"{family.stem}/{seed}/thin"))
    sources, given = (
        [plain_indices(family, seed), bare_indices(family, seed), thin, any_order(f"{family.stem}/{seed}")],
        set(),
    )

    def fresh(indices):
        for index in indices:
            if index not in given:
                given.add(index)
                yield index

    sources = list(map(fresh, sources))
    while taken := [index for source, number in zip(sources, TURNS) for index in islice(source, number)]:
        yield from taken


def kind_of(stem):
    """The kind of the family of a file."""
    return next(kind for kind, (*_, pattern) in KINDS.items() if re.search(pattern, stem))


def water_fill(capacity, total, weights=None):
    """{name: share} of `total`: by weight, equal without; none above its capacity, what one cannot hold
    goes to the others.
    """
    weights = weights or dict.fromkeys(capacity, 1)
    shares, left, weight = {}, total, sum(weights[name] for name in capacity)
    for name in sorted(capacity, key=lambda name: (capacity[name] / weights[name], name)):
        shares[name] = min(capacity[name], left * weights[name] // weight)
        left, weight = left - shares[name], weight - weights[name]
    return shares


def balanced(capacity, total, small=False, weights=None):
    """{family: share} of `total`: the kinds by their weights (those of a `small` corpus), the families of a
    kind by `weights`, or alike.
    """
    kinds = {}
    for stem, size in capacity.items():
        kinds.setdefault(kind_of(stem), {})[stem] = size
    of_kinds = water_fill(
        {kind: sum(sizes.values()) for kind, sizes in kinds.items()},
        total,
        {kind: row[small] for kind, row in KINDS.items()},
    )
    return {
        stem: number
        for kind, sizes in kinds.items()
        for stem, number in water_fill(sizes, of_kinds[kind], weights).items()
    }
