"""Rewords a prompt with numbers that are common in the corpus, and puts its own numbers into the answer.

A model copies best what it has often seen. Rare floating-point numbers are replaced by common ones; large
integers by small ones, twice with different ones: where the two answers differ, the large integer belongs.
Functions of numbers become numbers.
Leading dimensions that all arguments share become one, which the host writes as they were; a batch of one
becomes one of any size; attention without heads has one.
All of that is for a prompt without a right answer. A mean or maximum of rows that keeps its dimension is
always asked for without it: in the corpus most of those that keep it are pooling, whose answers are slow for
whole rows.
The judge decides whether the result is right.
"""

import math
import re
import string
from collections.abc import Callable, Iterator

from python_to_triton.frontend import fold_constants

COMMON_NUMBERS = ("0.5", "0.1", "0.2", "0.3", "0.25", "0.9", "1.5", "2.5", "0.001", "1e-6", "1e-5")
FLOAT = re.compile(r"(?<![\w.])(?:\d+\.\d+(?:e-?\d+)?|\d+e-?\d+)")
NUMBER = re.compile(r"(?<![\w.])\d+(?:\.\d*)?(?:e-?\d+)?(?![\w.])")
ARGUMENT = re.compile(r"(\w+): \w+\[([^\]]*)\]")
OPERATION = re.compile(r" = (\w+)\(")
DIM = re.compile(r"\bdim=(-?\d+)")
OF_ROWS = {"full", "gather", "scatter", "scatter_add"}
LETTER = re.compile(r"\b[A-Z]\b")
KEPT_ROWS = re.compile(
    r"(f\(a0: \w+\[.*\]\)\nv0 = (?:mean|amax)\(a0, dim=-1), keepdim=True(\)\nreturn v0(?:\n.*)?)"
)
LAST_RETURN = re.compile(r"(return \w+)(\s*)\Z")
# For integers from 5 on, the least first; what is at most half of another stays so, as a window's padding is.
SMALL_STAND_INS = ((2, 3), (4, 7), (6, 9))


def with_common_numbers(prompt: str) -> tuple[str, dict[str, str]]:
    """(the prompt with common numbers in place of rare ones, {common: rare})."""
    given = set(FLOAT.findall(prompt))
    rare = {}
    for number in dict.fromkeys(FLOAT.findall(prompt)):
        free = [common for common in COMMON_NUMBERS if common not in given | rare.keys()]
        if number not in COMMON_NUMBERS and float(number) and free:
            closest = min(free, key=lambda common: abs(math.log(float(common) / float(number))))
            rare[closest] = number
    common = {number: stand_in for stand_in, number in rare.items()}
    return FLOAT.sub(lambda match: common.get(match[0], match[0]), prompt), rare


def with_rare_numbers(source: str, rare: dict[str, str]) -> str:
    """The answer to `with_common_numbers` as one to the prompt before, unless it has computed with the
    numbers.
    """
    own = {float(common): number for common, number in rare.items()}
    return FLOAT.sub(lambda match: own.get(float(match[0]), match[0]), source)


def with_small_integers(prompt: str) -> tuple[list[str], dict[tuple[int, int], int]]:
    """(the prompt with small integers for larger ones, twice, {the two small ones: the large}); no prompts if
    none fits.
    """
    numbers = {int(number) for number in NUMBER.findall(prompt) if number.isdigit()}
    large = sorted(number for number in numbers if number > 4)
    own = dict(zip(SMALL_STAND_INS, large))
    if not 0 < len(large) <= len(SMALL_STAND_INS):
        return [], {}
    prompts = []
    for which in (0, 1):
        small = {str(number): str(pair[which]) for pair, number in own.items()}
        prompts.append(NUMBER.sub(lambda match: small.get(match[0], match[0]), prompt))  # noqa: B023
    return prompts, own


def with_large_integers(first: str, second: str, own: dict[tuple[int, int], int]) -> str:
    """One answer of those to both prompts of `with_small_integers`: where they differ is the large
    integer.

    "" where they differ in more than these integers.
    """
    if NUMBER.sub("0", first) != NUMBER.sub("0", second):
        return ""
    numbers = []
    for one, other in zip(NUMBER.findall(first), NUMBER.findall(second), strict=True):
        number = one if one == other else own.get((float(one), float(other)), "")
        if number == "":
            return ""
        numbers.append(f"{number}.0" if "." in one and one != other else str(number))
    following = iter(numbers)
    return NUMBER.sub(lambda match: next(following), first)


def own_dimensions(body: str) -> int:
    """How many dimensions the operations need, whatever comes before: a product two, what is done to each row
    one.
    """
    of_rows = set(OPERATION.findall(body)) <= OF_ROWS and set(DIM.findall(body)) <= {"-1"}
    return 1 if of_rows else 2


def with_merged_batches(prompt: str) -> tuple[str, dict[str, int]]:
    """(the prompt with the leading sizes that its arguments share as one, {argument: how many they were});
    ("", {}) where they are less than two, or where the operations name them.

    `f(a0: f32[A, B, C, D], a1: f32[A, B, D, E])` becomes `f(a0: f32[A, B, C], a1: f32[A, C, D])`: a product
    of more dimensions than the corpus has, as one of three. Prompts count dimensions from the end.
    """
    header, _, body = prompt.partition("\n")
    shapes = {name: dims.split(", ") for name, dims in ARGUMENT.findall(header)}
    shared = []
    for column in zip(*shapes.values()):
        if len(set(column)) > 1 or not column[0].isalpha() or column[0] in shared:
            break
        shared.append(column[0])
    shared = shared[: min(map(len, shapes.values()), default=0) - own_dimensions(body)]
    elsewhere = [letter for dims in shapes.values() for letter in dims[len(shared) :]]
    listed = f"[{', '.join(shared)}, "
    named = LETTER.findall(body.replace(listed, "["))  # a shape may begin with all of them
    if len(shared) < 2 or set(shared) & {*elsewhere, *named}:
        return "", {}
    kept = list(dict.fromkeys([shared[0], *filter(str.isalpha, elsewhere)]))
    new = {letter: chr(ord("A") + place) for place, letter in enumerate(kept)}
    merged = f"{header}\n{body}".replace(listed, f"[{shared[0]}, ")
    return LETTER.sub(lambda match: new[match[0]], merged), dict.fromkeys(shapes, len(shared))


def with_own_batches(source: str, prompt: str, counts: dict[str, int]) -> str:
    """The answer to `with_merged_batches` as one to the prompt before: the host writes the shapes."""
    (first, count), *_ = counts.items()
    lines = [f"{name} = {name}.contiguous().view(-1, *{name}.shape[{count}:])" for name in counts]
    results = prompt.rpartition("return ")[2].rstrip(",").split(", ")
    shaped = [f"{result}.view(*batch, *{result}.shape[1:])" for result in results]
    host = [
        f"def translated({', '.join(counts)}):",
        f"batch = {first}.shape[:{count}]",
        *lines,
        f"{', '.join(results)} = merged({', '.join(counts)})",
        f"return {', '.join(shaped)}",
    ]
    return re.sub(r"\btranslated\b", "merged", source) + "\n\n\n" + "\n    ".join(host)


def with_free_batch(prompt: str) -> str:
    """The prompt with a letter for a leading size of 1 of its arguments of most dimensions; "" where there is
    none. An answer for any batch is one for a batch of one.
    """
    header, _, body = prompt.partition("\n")
    shapes = [dims.split(", ") for _, dims in ARGUMENT.findall(header)]
    rank = max(map(len, shapes), default=0)
    if not any(len(dims) == rank > 1 and dims[0] == "1" for dims in shapes):
        return ""
    letters = LETTER.findall(header)
    free = next((letter for letter in string.ascii_uppercase if letter not in letters), "")

    def freed(match):
        dims = match[2].split(", ")
        is_batch = len(dims) == rank and dims[0] == "1"
        return f"{match[1]}[{', '.join([free, *dims[1:]])}]" if is_batch else match[0]

    header = re.sub(r"(\w+: \w+)\[([^\]]*)\]", freed, header)
    return with_letters_in_order(f"{header}\n{body}") if free else ""


def with_one_head(prompt: str) -> tuple[str, list[str]]:
    """(the prompt of attention alone, of a batch, as that of a batch of any heads; its arguments); ("", [])
    where it is something else.

    `f(a0: f32[A, B, C], ...)` becomes `f(a0: f32[A, B, C, D], ...)`.
    """
    header, _, body = prompt.partition("\n")
    shapes = {name: dims.split(", ") for name, dims in ARGUMENT.findall(header)}
    if OPERATION.findall(body) != ["scaled_dot_product_attention"] or {*map(len, shapes.values())} != {3}:
        return "", []
    heads = next(letter for letter in string.ascii_uppercase if letter not in LETTER.findall(header))
    header = re.sub(r"\[(\w+), ", rf"[\1, {heads}, ", header)
    return with_letters_in_order(f"{header}\n{body}"), list(shapes)


def without_one_head(source: str, names: list[str]) -> str:
    """The answer to `with_one_head` as one to the prompt before: the host adds the dimension of heads."""
    host = [
        f"def translated({', '.join(names)}):",
        f"return of_heads({', '.join(f'{name}.unsqueeze(1)' for name in names)}).squeeze(1)",
    ]
    return re.sub(r"\btranslated\b", "of_heads", source) + "\n\n\n" + "\n    ".join(host)


def with_letters_in_order(prompt: str) -> str:
    """A prompt with its letters in the order in which its header has them."""
    header = prompt.partition("\n")[0]
    new = dict(zip(dict.fromkeys(LETTER.findall(header)), string.ascii_uppercase))
    return LETTER.sub(lambda match: new[match[0]], prompt)


def without_kept_rows(prompt: str) -> str:
    """The prompt of a mean or maximum of rows, and nothing else, without the dimension of 1 that it keeps;
    any other as it is.
    """
    return KEPT_ROWS.sub(r"\1\2", prompt)


def with_kept_rows(source: str) -> str:
    """The answer to `without_kept_rows` as one to the prompt before."""
    if LAST_RETURN.search(source):
        return LAST_RETURN.sub(r"\1.unsqueeze(-1)\2", source)
    host = "def translated(a0):\n    return of_rows(a0).unsqueeze(-1)"
    return re.sub(r"\btranslated\b", "of_rows", source) + f"\n\n\n{host}"


def rewordings(prompt: str) -> Iterator[tuple[list[str], Callable[..., str]]]:
    """Yields (prompts to ask instead, a function from their answers to one for this prompt, "" for none)."""
    folded = fold_constants(prompt)
    if folded != prompt:
        yield [folded], lambda source: source
        prompt = folded
    merged, counts = with_merged_batches(prompt)
    if merged:
        yield [merged], lambda source: with_own_batches(source, prompt, counts)
    headed, names = with_one_head(prompt)
    if headed:
        yield [headed], lambda source: without_one_head(source, names)
    freed = with_free_batch(prompt)
    if freed:
        yield [freed], lambda source: source
    common, rare = with_common_numbers(prompt)
    if rare:
        yield [common], lambda source: with_rare_numbers(source, rare)
    small, large = with_small_integers(common)
    if small:
        yield small, lambda first, second: with_rare_numbers(with_large_integers(first, second, large), rare)
