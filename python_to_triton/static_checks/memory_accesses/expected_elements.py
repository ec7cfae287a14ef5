"""Which elements of its arguments a prompt's results are made of, at small sizes."""

import functools

import torch

from python_to_triton import frontend
from python_to_triton.static_checks.memory_accesses.data import NO_ELEMENT, Data, Lanes, merged
from python_to_triton.static_checks.prompt_values import PARTS, argument_of_part, whole_of

MOVEMENTS = frontend.VIEWS | {
    "cat",
    "stack",
    "repeat",
    "repeat_interleave",
    "roll",
    "flip",
    "tril",
    "triu",
    "diag_embed",
    "pixel_shuffle",
    "pixel_unshuffle",
    "channel_shuffle",
}

Sources = dict[str, Lanes]  # {argument, or part of one: which of its elements stands where}


def broadcast_sources(sources: Sources, shape: torch.Size) -> Sources:
    """The sources of a value that is broadcast to a shape."""
    return {key: lanes if lanes is None else lanes.broadcast_to(shape) for key, lanes in sources.items()}


def moved_sources(value: frontend.Value, operands: list, found: dict, metas: dict, sizes: dict) -> Sources:
    """The sources of a movement: it is executed on the places of the elements."""
    sources = {}
    for key in {key for operand in operands for key in found[id(operand)]}:
        lanes = {
            id(operand): found[id(operand)].get(key, torch.full(metas[id(operand)].shape, NO_ELEMENT))
            for operand in operands
        }
        if any(places is None for places in lanes.values()):
            sources[key] = None
            continue
        counted = {
            operand: places + 1 for operand, places in lanes.items()
        }  # what it fills with 0 is not an element
        sources[key] = frontend.execute(value, counted, sizes, "cpu") - 1
    return sources


def sources_of(value: frontend.Value, found: dict, metas: dict, sizes: dict) -> Sources:
    """The sources of a Value; `found` has those of its operands and `metas` their shapes, by id."""
    operands = [
        part for part in frontend.flatten_operands(value.operands) if isinstance(part, frontend.Value)
    ]
    if frontend.OPS[value.op].kind == "pointwise" and value.op not in ("glu", "prelu"):
        shape = metas[id(value)].shape
        parts = [Data(broadcast_sources(found[id(part)], shape)) for part in operands]
        return broadcast_sources(merged(parts).sources, shape)
    if value.op not in MOVEMENTS:
        return {}
    sources = moved_sources(value, operands, found, metas, sizes)
    if value.op in PARTS and whole_of(value.operands[0]).op == "argument":
        lanes = list(sources.values())  # at most one: that of the argument
        return {value.name: lanes[-1]} if lanes else {}
    return sources


def exchanged_last(tensor: torch.Tensor) -> torch.Tensor:
    """A tensor of this shape, without data, with its last two dimensions exchanged in memory, as the judge
    turns them; a vector stays.
    """
    return tensor.mT.contiguous().mT if tensor.dim() > 1 else tensor


def places_in(tensor: torch.Tensor) -> torch.Tensor:
    """For each element of a tensor's memory its place in the tensor, which has all of these."""
    places = torch.empty(tensor.numel(), dtype=torch.int64)
    places.as_strided(tensor.shape, tensor.stride()).copy_(torch.arange(len(places)).view(tensor.shape))
    return places


class ExpectedElements:
    """A prompt at small sizes.

    Attributes:
        arguments: meta tensors
        places: {argument that is turned in memory: places_in it}
        outputs: [(meta tensor, {argument, or part of one: which of its elements stands where})]
        argument_of_name: {name of an argument, or of a part of one: the argument}
    """

    def __init__(self, text: str, seed: int, turns: bool):
        """turns: whether the arguments are turned in memory."""
        prompt = frontend.parse(text)
        sizes = frontend.small_sizes(prompt, seed)
        metas = prompt.shapes(sizes)
        found = {}
        for place, value in enumerate(prompt.inputs):
            shape = metas[id(value)].shape
            found[id(value)] = {f"a{place}": torch.arange(shape.numel()).reshape(shape)}
        for value in prompt.values:
            found[id(value)] = sources_of(value, found, metas, sizes)
        contiguous = prompt.metas(sizes)
        self.arguments = [*map(exchanged_last, contiguous)] if turns else contiguous
        self.places = {
            f"a{place}": places_in(tensor)
            for place, tensor in enumerate(self.arguments)
            if not tensor.is_contiguous()
        }
        self.outputs = [(metas[id(value)], found[id(value)]) for value in prompt.outputs]
        self.argument_of_name = {f"a{place}": f"a{place}" for place in range(prompt.arity)}
        self.argument_of_name |= argument_of_part(prompt)


@functools.lru_cache(maxsize=128)
def expected_elements(prompt: str, seed: int, turns: bool = False) -> ExpectedElements:
    """What a prompt expects, computed once for many answers to it. Raises GraphError where the prompt is
    none.
    """
    return ExpectedElements(prompt, seed, turns)
