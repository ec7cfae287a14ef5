"""The register of formulas: operators of PyTorch as functions of tensors that are made of the vocabulary."""

from collections.abc import Callable

# name of an operator -> a function with its arguments, by the names of its schema
FORMULAS: dict[str, Callable] = {}


def formula(*names: str) -> Callable:
    """Registers the formula of these operators."""

    def register(function):
        FORMULAS.update(dict.fromkeys(names, function))
        return function

    return register
