"""Kernels that write literal tensors: Sobel's filter, weights of colours, a small matrix.

The host may only allocate and launch, and a copy of a list to the GPU would make every call wait. So a small
kernel writes the numbers, and other kernels read them as they read an argument. A number that is computed
from sizes, as the corner of an image, the host passes.
"""

import collections

from python_to_triton.codegen.host_code import host_item
from python_to_triton.frontend import DTYPES, Value
from python_to_triton.frontend.vocabulary import Word

TYPES = {name: f"tl.{name}" for name in ("float32", "float16", "bfloat16", "int32", "int64")}
SOURCE = """@triton.jit
def {name}_kernel(y_ptr, {sizes}BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    y = tl.full((BLOCK,), {usual}, {type})
{lines}    tl.store(y_ptr + offsets, y, mask=offsets < {count})


def {name}(x{more}):
    y = torch.empty({shape}, dtype=torch.{dtype}, device=x.device)
    {name}_kernel[(1,)](y, {sizes}BLOCK={block})
    return y"""


def numbers_in(values: object) -> list:
    """The numbers of nested sequences, in order."""
    if isinstance(values, (list, tuple)):
        return [number for part in values for number in numbers_in(part)]
    return [values]


def shape_of(values: object) -> tuple[int, ...]:
    """The shape of nested sequences of numbers."""
    return (len(values), *shape_of(values[0])) if isinstance(values, (list, tuple)) else ()


def sizes_in(value: Value) -> list[str]:
    """The expressions of sizes among the numbers of a literal tensor, each once."""
    return list(dict.fromkeys(number for number in numbers_in(value.at["values"]) if isinstance(number, str)))


def literal_source(value: Value, name: str) -> str:
    """The definitions of a function `name(x, n0, n1, ...)`, which makes a literal tensor where x is.

    n0, n1, ... are the numbers that are computed from sizes, in the order of `sizes_in`.
    """
    passed = {size: f"n{place}" for place, size in enumerate(sizes_in(value))}
    numbers = [passed.get(number) or host_item(number) for number in numbers_in(value.at["values"])]
    dtype = str(DTYPES[value.at["dtype"]]).removeprefix("torch.")
    [(usual, _)] = collections.Counter(numbers).most_common(1)
    lines = [
        f"    y = tl.where(offsets == {place}, {number}, y)\n"
        for place, number in enumerate(numbers)
        if number != usual
    ]
    return SOURCE.format(
        name=name,
        usual=usual,
        sizes="".join(f"{size}, " for size in passed.values()),
        more="".join(f", {size}" for size in passed.values()),
        type=TYPES[dtype],
        lines="".join(lines),
        count=len(numbers),
        shape=host_item(shape_of(value.at["values"])),
        dtype=dtype,
        block=1 << (len(numbers) - 1).bit_length(),
    )


class LiteralFunctions:
    """The functions that make the literal tensors of a graph.

    Attributes:
        definitions: those that the lines so far call, each text once.
    """

    def __init__(self, known: dict[str, str]):
        """known: {text of a definition without its name: its name} of what stands before; is extended."""
        self._known = known
        self.definitions = []

    def line(self, value: Value, device_source: str) -> str:
        """`v0 = literal0(a0)`, or `v0 = literal0(a0, C-1)`."""
        text = literal_source(value, "literal")
        if text not in self._known:
            number = sum(name.startswith("literal") for name in self._known.values())
            self._known[text] = f"literal{number}"
            self.definitions.append(literal_source(value, self._known[text]))
        given = ", ".join([device_source, *map(host_item, map(Word, sizes_in(value)))])
        return f"{value.name} = {self._known[text]}({given})"
