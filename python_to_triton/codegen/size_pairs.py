"""Rules of two sizes together, where those of each let sizes pass at which a graph does not compute.

`x.reshape(-1, 24)` computes where A * B is a multiple of 24, which no rule of A or of B says.
"""

import itertools
import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from python_to_triton.frontend.arithmetic import evaluate_arithmetic

MOST_TRIED = 24  # pairs of sizes, of all letters together
FEWEST_TRIED = 4  # of two letters
SMALL = range(1, 9)  # sizes of the table by which a rule is found

Sizes = Mapping[str, int]
Rules = list[tuple[str, str]]  # [(letter, rule), ...]


def _admits(rules, sizes):
    return all(evaluate_arithmetic(rule, sizes) for _, rule in rules)


def _admitted(rules, base, letter):
    """Sizes of a letter that the rules admit, the others as in `base`: the smallest ones."""
    sizes = (n for n in range(1, 8 * base[letter] + 9) if _admits(rules, {**base, letter: n}))
    return list(itertools.islice(sizes, 12))


def _pairs(rules, base, one, two, count) -> Iterator[Sizes]:
    """Up to so many sizes that the rules admit, with others than those of `base` for two letters."""
    draw = random.Random(f"{one} {two}")
    pairs = list(itertools.product(_admitted(rules, base, one), _admitted(rules, base, two)))
    draw.shuffle(pairs)
    admitted = (sizes for a, b in pairs if _admits(rules, sizes := {**base, one: a, two: b}))
    return itertools.islice(admitted, count)


def _candidates(one, two, product):
    """Rules of two letters, whose sizes have this product somewhere."""
    yield from (f"{one} <= {two}", f"{two} <= {one}", f"{one} == {two}")
    yield from (f"{one} % {two} == 0", f"{two} % {one} == 0")
    yield from (f"{one} * {two} % {step} == 0" for step in range(2, product + 1) if product % step == 0)


def _says(rule, known, letters):
    """Whether a rule admits no size at which a graph does not compute, and leaves out none at which it does,
    but where a size is one: what broadcasts need not fit.
    """
    for sizes, found in known:
        admitted = bool(evaluate_arithmetic(rule, sizes))
        if admitted and not found or found and not admitted and all(sizes[one] > 1 for one in letters):
            return False
    return True


def _rule_of(computes, base, one, two):
    """The rule that says at which sizes of two letters a graph computes; "" where none of these does."""
    values = [sorted({*SMALL, base[letter], base[letter] + 1, 2 * base[letter]}) for letter in (one, two)]
    table = [{**base, one: a, two: b} for a, b in itertools.product(*values)]
    known = [(sizes, computes(sizes)) for sizes in table]
    candidates = _candidates(one, two, base[one] * base[two])
    return next((rule for rule in candidates if _says(rule, known, (one, two))), "")


def with_rules_of_pairs(
    computes: Callable[[Sizes], bool], letters: Sequence[str], rules: Rules, base: Sizes
) -> Rules:
    """The rules, with one of two letters where both may have sizes at which the graph does not compute.

    Where no rule is found, the second of them keeps its size.

    Args:
        computes: whether the graph computes at some sizes.
        rules: [(letter, rule), ...], which hold for each letter while the others are as in `base`.
        base: sizes at which it computes.
    """
    pairs = list(itertools.combinations(letters, 2))
    for one, two in pairs:
        count = max(FEWEST_TRIED, MOST_TRIED // len(pairs))
        if all(map(computes, _pairs(rules, base, one, two, count))):
            continue
        rule = _rule_of(computes, base, one, two)
        if rule:
            rules = [(of, own) for of, own in rules if not set(re.findall(r"[A-Z]\w*", own)) <= {one, two}]
        rules = [*rules, (two, rule or f"{two} == {base[two]}")]
    return rules
