"""splits."""

import itertools
import re
from corpus.order import share
from corpus.settings import COUPLES, SHARES


def operations(prompt):
    """The operations of a canonical prompt, in order."""
    return tuple(re.findall(r"^ *\w+(?:, *\w+)* = (\w+)\(", prompt, re.MULTILINE))


def emphasised(pairs: list, emphasis: float) -> list:
    """The pairs, those of k operations `emphasis` / k^2 times: most pairs are long, most programs of users short."""
    counts = (len(operations(pair.prompt)) for pair in pairs)
    return [pair for pair, k in zip(pairs, counts) for _ in range(max(1, round(emphasis / max(k, 1) ** 2)))]


def is_held_out(couple):
    """Whether no prompt that holds both of these operations, in whatever order, may be trained on."""
    return share("couple 4 " + " ".join(sorted(couple))) < COUPLES


def template(prompt):
    """What near-copies share: the operations and their wiring. Sizes, ranks, dtypes of arguments and
    numbers are left out.
    """
    body = prompt.partition("\n")[2]
    body = re.sub(r"(?<![\w.])(?:-?\d+(?:\.\d*)?(?:e[-+]?\d+)?|-?inf|nan|[A-Z]\d*)(?![\w.])", "#", body)
    return re.sub(r"#(?:(?:, | ?[-+*/]+ ?)#)+", "#", body).replace("[#]", "#")


def split_of(prompt):
    """The split of a prompt, from its text alone.

    Of all couples of operations a few are held out: a prompt that holds both of one belongs to the test of
    unseen combinations, wherever they stand in it and whatever else it holds, so nothing that is trained on
    shows them together. Of the others, all prompts of one template go together into training, validation or
    the test of unseen parameters. One operation by itself is vocabulary, and always trained on."""
    names = operations(prompt)
    if len(names) < 2:
        return "train"
    if any(map(is_held_out, itertools.combinations(sorted(set(names)), 2))):
        return "test_combinations"
    drawn = share("template " + template(prompt))
    if drawn < SHARES["test_parameters"]:
        return "test_parameters"
    return "validation" if drawn < SHARES["test_parameters"] + SHARES["validation"] else "train"
