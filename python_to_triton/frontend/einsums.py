"""An einsum as permutations, one product and sums, for a region that no answer fits as it is.

    '...bc,ab->...ac'   permute, matmul with a permuted matrix, permute
    '...ab,...cb->...bac'   permute and unsqueeze both, mul
    'abb->a'            diagonal, sum

The letter k of a product is summed over in it; those that are summed over beside it become batches, and are
summed afterwards.
"""

import re
import string
from collections.abc import Sequence

from python_to_triton.frontend.graph import parse
from python_to_triton.frontend.sample_sizes import small_sizes

_EINSUM = re.compile(r"(\w+) = einsum\(\[([^\]]*)\], equation='([^']*)'\)")

Labelled = tuple[str, str]  # the name of a tensor, and a letter for each of its dimensions


def spelled_out(equation: str, ranks: Sequence[int]) -> tuple[list[str], str]:
    """(the letters of each operand, those of the result) of an equation, with letters in place of dots."""
    sides, result = equation.replace(" ", "").split("->")
    terms = sides.split(",")
    free = [letter for letter in string.ascii_uppercase if letter not in equation]
    most = max(rank - len(term.replace("...", "")) for term, rank in zip(terms, ranks, strict=True))
    dots = "".join(free[: max(most, 0)])
    own = [dots[len(dots) - (rank - len(term.replace("...", ""))) :] for term, rank in zip(terms, ranks)]
    named = [term.replace("...", letters) for term, letters in zip(terms, own)]
    return named, result.replace("...", dots)


class EinsumWriter:
    """Writes the lines of one einsum.

    Attributes:
        lines: so far.
    """

    def __init__(self, name: str):
        self.lines = []
        self._names = (f"{name}_{number}" for number in range(1000))

    def let(self, expression: str) -> str:
        """The name of a new line."""
        name = next(self._names)
        self.lines.append(f"{name} = {expression}")
        return name

    def summed(self, x: Labelled, kept: str) -> Labelled:
        """A tensor with the letters `kept` alone, each once: of repeated ones the diagonal."""
        name, letters = x
        for letter in dict.fromkeys(letters):
            while letters.count(letter) > 1:
                one, other, *_ = (
                    place - len(letters) for place, each in enumerate(letters) if each == letter
                )
                name = self.let(f"diagonal({name}, dim1={one}, dim2={other})")
                letters = letters.replace(letter, "", 2) + letter
        gone = [place - len(letters) for place, letter in enumerate(letters) if letter not in kept]
        if gone:
            name = self.let(f"sum({name}, dim={gone[0] if len(gone) == 1 else gone})")
            letters = "".join(letter for letter in letters if letter in kept)
        return name, letters

    def aligned(self, x: Labelled, wanted: str) -> str:
        """A tensor in the order of `wanted`, with a dimension of 1 for each letter that it has not, but for
        leading letters; "1" is such a dimension in any case.
        """
        name, letters = x
        own = "".join(letter for letter in wanted if letter in letters)
        if own != letters:
            name = self.let(f"permute({name}, dims={[letters.index(letter) for letter in own]})")
        first = next((place for place, letter in enumerate(wanted) if letter in [*own, "1"]), len(wanted))
        inner = wanted[first:]
        for place, letter in reversed(list(enumerate(inner))):
            if letter not in own:
                name = self.let(f"unsqueeze({name}, dim={place - len(inner)})")
        return name

    def product(self, a: Labelled, b: Labelled, result: str) -> Labelled:
        """The product of two tensors, whose letters that the result has not are in both."""
        shared = [letter for letter in a[1] if letter in b[1]]
        gone = [letter for letter in shared if letter not in result]
        if not gone:
            return self.let(f"mul({self.aligned(a, result)}, {self.aligned(b, result)})"), result
        k = gone[-1]
        own_a, own_b = (
            [letter for letter in result if letter in x[1] and letter not in shared] for x in (a, b)
        )
        if len(shared) == 1 and len(own_a) < 2 <= len(own_b):  # the smaller one is the matrix
            a, b, own_a, own_b = b, a, own_b, own_a
        rows = own_a[-1:]
        columns = own_b[-1:]
        batch = "".join(letter for letter in shared if letter != k)
        batch += "".join([*own_a[:-1], *own_b[:-1]])
        left = self.aligned(a, "".join([batch, *(rows or "1"), k]))
        right = self.aligned(b, "".join([batch, k, *(columns or "1")]))
        made = self.let(f"matmul({left}, {right})")
        for missing, dim in ((not columns, -1), (not rows, -1 - len(columns))):
            made = self.let(f"squeeze({made}, dim={dim})") if missing else made
        return self.summed((made, "".join([batch, *rows, *columns])), result)


def lines_of_einsum(name: str, operands: Sequence[Labelled], result: str) -> list[str]:
    """The lines of a prompt that make the value `name`, the einsum of one or two operands."""
    writer = EinsumWriter(name)
    others = ["".join(x[1] for x in operands if x is not one) for one in operands]
    made = [writer.summed(one, other + result) for one, other in zip(operands, others)]
    x = made[0] if len(made) == 1 else writer.product(*made, result)
    last = writer.aligned(x, result)
    if not writer.lines:
        return [f"{name} = permute({last}, dims={list(range(len(result)))})"]
    return [*writer.lines[:-1], writer.lines[-1].replace(f"{last} =", f"{name} =", 1)]


def split_einsums(prompt: str) -> str:
    """A prompt without einsums of one or two operands; raises GraphError where no sizes are found for it."""
    if "einsum" not in prompt:
        return prompt
    graph = parse(prompt)
    metas = graph.shapes(small_sizes(graph, 0))
    ranks = {value.name: metas[id(value)].dim() for value in (*graph.inputs, *graph.values)}

    def rewritten(match):
        name, operands, equation = match.groups()
        names = operands.split(", ")
        if len(names) > 2:
            return match[0]
        letters, result = spelled_out(equation, [ranks[each] for each in names])
        return "\n".join(lines_of_einsum(name, list(zip(names, letters)), result))

    return _EINSUM.sub(rewritten, prompt)
