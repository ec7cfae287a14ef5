"""The split of a prompt, by its text alone, so that no near-copy of what is tested is trained on.

test_combinations   prompts that hold both operations of a held-out pair
test_parameters     whole templates: prompts without their sizes, ranks and numbers
validation          whole templates
train               everything else, and every single operation
"""

import itertools
import re
from collections.abc import Iterable

from corpus.hashing import hash_fraction
from corpus.settings import HELD_OUT, SHARES


def operations(prompt: str) -> tuple[str, ...]:
    """The operations of a canonical prompt, in order."""
    return tuple(re.findall(r"^ *\w+(?:, *\w+)* = (\w+)\(", prompt, re.MULTILINE))


def emphasised(pairs: list, emphasis: float) -> list:
    """The pairs, those of k operations `emphasis` / k^2 times: most pairs are long, most programs of users
    short.
    """
    counts = (len(operations(pair.prompt)) for pair in pairs)
    return [pair for pair, k in zip(pairs, counts) for _ in range(max(1, round(emphasis / max(k, 1) ** 2)))]


def is_held_out(operation_pair: Iterable[str]) -> bool:
    """Whether no prompt that holds both of these operations, in whatever order, may be trained on."""
    # the released weights were trained beside the pairs that this very text draws
    return hash_fraction("couple 4 " + " ".join(sorted(operation_pair))) < HELD_OUT


def template(prompt: str) -> str:
    """What near-copies share: the operations and their wiring.

    Sizes, ranks, dtypes of arguments and numbers are left out.
    """
    body = prompt.partition("\n")[2]
    body = re.sub(r"(?<![\w.])(?:-?\d+(?:\.\d*)?(?:e[-+]?\d+)?|-?inf|nan|[A-Z]\d*)(?![\w.])", "#", body)
    return re.sub(r"#(?:(?:, | ?[-+*/]+ ?)#)+", "#", body).replace("[#]", "#")


def split_of(prompt: str) -> str:
    """The split of a prompt, from its text alone.

    Of all pairs of operations a few are held out: a prompt that holds both of one belongs to the test of
    unseen combinations, wherever they stand in it and whatever else it holds, so nothing that is trained on
    shows them together. Of the others, all prompts of one template go together. One operation by itself is
    vocabulary, and always trained on."""
    names = operations(prompt)
    if len(names) < 2:
        return "train"
    if any(map(is_held_out, itertools.combinations(sorted(set(names)), 2))):
        return "test_combinations"
    fraction = hash_fraction("template " + template(prompt))
    if fraction < SHARES["test_parameters"]:
        return "test_parameters"
    return "validation" if fraction < SHARES["test_parameters"] + SHARES["validation"] else "train"
