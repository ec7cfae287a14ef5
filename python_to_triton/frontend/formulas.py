"""The register of formulas: operators of PyTorch as functions of tensors that are made of the vocabulary."""

from collections.abc import Callable

# name of an operator -> a function with its arguments, by the names of its schema
FORMULAS: dict[str, Callable] = {}

# Those that compute with sizes what no letters give: a graph may hold for the sizes of the trace alone.
SIZED: set[Callable] = set()


def formula(*names: str, sized: bool = False) -> Callable:
    """Registers the formula of these operators; `sized` puts it in SIZED."""

    def register(function):
        FORMULAS.update(dict.fromkeys(names, function))
        if sized:
            SIZED.add(function)
        return function

    return register
