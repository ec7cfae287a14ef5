"""The modes of PyTorch's dispatcher: with one that stays in force every later trace of the process fails."""

from corpus.dispatch_modes import STACKS


def take_modes_down() -> list[str]:
    """The classes of the modes that were in force; none is any more."""
    taken = []
    for length, pop in STACKS:
        while length():
            taken.append(type(pop()).__name__)
    return taken
