"""What is known of an answer's values: numbers, lanes of integers, pointers, and data of which only the
source is known.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, field

import torch

from python_to_triton.frontend.values import broadcast
from python_to_triton.static_checks.findings import NotFollowed

MAX_EXPRESSIONS = 60_000  # of an answer, followed
LANES_PER_EXPRESSION = 128  # as many lanes count as one more expression
MAX_LANES = 1 << 17  # of a tensor or block
MAX_ITERATIONS = 4096  # of a loop
MAX_PARTS = 64  # of a tuple
NO_ELEMENT = -1  # in a lane: no element of this argument

Lanes = torch.Tensor | None  # a number in each lane, or None where nothing is known


@dataclass(frozen=True)
class Data:
    """Values that are not known.

    `sources` is {argument, or part of one: which of its elements each lane is made of}: NO_ELEMENT where of
    none, and no lanes but None where of several.
    """

    sources: dict[str, Lanes] = field(default_factory=dict)

    def mapped(self, function: Callable[[torch.Tensor], Lanes]) -> "Data":
        """Data with other data in its lanes: of a view, a transposition."""
        return Data({key: lanes if lanes is None else function(lanes) for key, lanes in self.sources.items()})

    def of_several(self) -> "Data":
        """Data each of which may be made of several elements of the same sources."""
        return Data(dict.fromkeys(self.sources))


@dataclass(frozen=True)
class Pointer:
    """Into the storage of a tensor of the host.

    `offset` counts elements from its beginning: a number, a tensor of lanes, or None where it is not known.
    """

    tensor: torch.Tensor
    offset: int | Lanes


@dataclass
class Budget:
    """How many expressions of an answer are still followed."""

    left: int = MAX_EXPRESSIONS


def storage_id(tensor: torch.Tensor) -> int:
    """The identity of a storage."""
    return tensor.untyped_storage()._cdata


def storage_elements(tensor: torch.Tensor) -> int:
    """How many elements the storage of a tensor has."""
    return tensor.untyped_storage().nbytes() // tensor.element_size()


def broadcast_lanes(*parts: object) -> list[torch.Tensor]:
    """Tensors of one shape. Raises NotFollowed where that has too many lanes."""
    tensors = [torch.as_tensor(part) for part in parts]
    if math.prod(tensor.numel() for tensor in tensors) > MAX_LANES:
        if math.prod(broadcast(tensor.shape for tensor in tensors)) > MAX_LANES:
            raise NotFollowed("a large block")
    return torch.broadcast_tensors(*tensors)


def same_element(first: Lanes, second: Lanes) -> Lanes:
    """The element that each lane of two values together is made of; None where the two differ."""
    if first is None or second is None:
        return None
    first, second = broadcast_lanes(first, second)
    agree = (first == second) | (first == NO_ELEMENT) | (second == NO_ELEMENT)
    return first.maximum(second) if bool(agree.all()) else None


def merged(parts: tuple | list) -> Data:
    """Data made of the same lanes of several values."""
    sources = {}
    for part in parts:
        if isinstance(part, Data):
            for key, lanes in part.sources.items():
                sources[key] = same_element(sources[key], lanes) if key in sources else lanes
    return Data(sources)


def selected(condition: torch.Tensor, first: object, second: object) -> Data:
    """Data of which each lane is that of one or the other value."""
    of_first, of_second = (part.sources if isinstance(part, Data) else {} for part in (first, second))
    none = torch.tensor(NO_ELEMENT)
    found = {}
    for key in [*of_first, *of_second]:
        pair = of_first.get(key, none), of_second.get(key, none)
        known = all(lanes is not None for lanes in pair)
        found[key] = torch.where(*broadcast_lanes(condition, *pair)) if known else None
    return Data(found)


def size_of(value: object) -> int:
    """How many lanes, elements or numbers a value has. Raises NotFollowed where it is too large."""
    if isinstance(value, Data):
        return sum(lanes.numel() for lanes in value.sources.values() if lanes is not None)
    size = limit = 0
    if isinstance(value, torch.Tensor):
        limit = MAX_LANES
        size = max(value.numel(), storage_elements(value), *value.shape) if value.is_meta else value.numel()
    elif isinstance(value, (tuple, list)):
        limit = MAX_PARTS
        size = len(value) + sum(size_of(part) for part in value if isinstance(part, (tuple, list, range)))
    elif isinstance(value, range):
        limit = MAX_ITERATIONS
        size = len(value)
    elif isinstance(value, int):
        size = abs(value) >> 63
    if size > limit:
        raise NotFollowed("it is large")
    return size
