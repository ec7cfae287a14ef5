"""A file of synthetic/, read: its formula, its parts with their lines, its cases, variants of the corpus."""

import ast
import itertools
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import torch

from corpus.composition import SYNTHETIC, compositions, exemplar_of, exemplars
from corpus.family import Family, Variant, family_of, is_kernel
from corpus.order import plain_indices
from corpus.references import load_reference
from pages.techniques import KernelCode, techniques_of
from python_to_triton.frontend.vocabulary import DTYPES

NOT_OPERATORS = {"size", "dim", "numel", "stride", "append"}  # methods of a tensor that compute no tensor
TRANSPOSED = {"T", "mT", "H"}


@dataclass(frozen=True)
class ShownVariant:
    """A variant of an exemplar's family, or of one composed from it."""

    name: str
    place: str  # FAMILY:N, as --show takes it
    schedule: str  # a word of the schedules; empty: the usual one
    reference: str
    answer: str


@dataclass(frozen=True)
class ExemplarFile:
    """What a page shows of one file of synthetic/. Spans are (first, last) lines of the file."""

    stem: str
    family: str  # its folder
    path: Path
    text: str
    paragraphs: tuple[str, ...]  # of its docstring
    reference: tuple[tuple[int, int], ...]
    answer: tuple[tuple[int, int], ...]  # kernels and host function
    inputs: tuple[tuple[int, int], ...]  # CASES, make and what it calls
    parameters: tuple[str, ...]  # of the reference
    program: str  # the reference as a program to translate
    sizes: tuple[tuple[str, ...], ...]  # a case: the size of each parameter, in words
    arguments: tuple[str, ...]  # a case: what `make` is called with, in words
    operators: tuple[str, ...]  # functions of torch that the reference calls
    techniques: dict[str, list[int]]  # {key: lines}
    effort: int  # nodes of the kernels' syntax trees

    @property
    def formula(self) -> str:
        """The first sentence of the docstring."""
        return self.paragraphs[0]


@dataclass(frozen=True)
class ShownFamily:
    """What the corpus makes of an exemplar."""

    variants: int
    composed: tuple[str, ...]  # stems of the families that are composed from it
    shown: tuple[ShownVariant, ...]


def torch_operators(reference: ast.FunctionDef) -> tuple[str, ...]:
    """The functions and methods of torch that a reference calls, sorted: softmax, conv2d, matmul."""
    found = set()
    for node in ast.walk(reference):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult):
            found.add("matmul")
        if isinstance(node, ast.Attribute) and node.attr in TRANSPOSED:
            found.add("transpose")
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if ast.unparse(node.func.value) != "math" and node.func.attr not in NOT_OPERATORS:
                found.add(node.func.attr)
    return tuple(sorted(found))


def line_span(node: ast.stmt) -> tuple[int, int]:
    """First and last line of a statement, decorators included."""
    decorators = [decorator.lineno for decorator in getattr(node, "decorator_list", [])]
    return min([node.lineno, *decorators]), node.end_lineno


def size_in_words(value: torch.Tensor) -> str:
    """`2 x 3 x 65`, and the dtype where it is not float32; `a number` where there is no dimension."""
    size = " × ".join(map(str, value.shape)) or "a number"
    return size if value.dtype == torch.float32 else f"{size}, {str(value.dtype).removeprefix('torch.')}"


def hint(value: torch.Tensor) -> str:
    """`f32[2, 3]`, as a comment of a program tells its sizes."""
    word = next(word for word, dtype in DTYPES.items() if dtype == value.dtype)
    return f"{word}[{', '.join(map(str, value.shape))}]"


def arguments_in_words(make: ast.FunctionDef, case: tuple) -> str:
    """`N = 2, C = 3` of make(N, C); empty where `make` takes a shape, which the sizes say already."""
    names = [argument.arg for argument in make.args.args]
    if make.args.vararg or len(names) != len(case):
        return ""
    return ", ".join(f"{name} = {value}" for name, value in zip(names, case))


def text_of_spans(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """The lines of some spans, two empty ones between them."""
    lines = text.split("\n")
    return "\n\n\n".join("\n".join(lines[first - 1 : last]) for first, last in spans)


def program_of(stem: str, reference: str, parameters: tuple[str, ...], inputs: tuple) -> str:
    """The reference as a program to translate, with the sizes of one case in a comment."""
    sizes = ", ".join(f"{name}: {hint(value)}" for name, value in zip(parameters, inputs))
    return f"# {sizes}\n{reference.replace(f'def {stem}_torch(', f'def {stem}(', 1)}\n"


def read_exemplar_file(path: Path) -> ExemplarFile:
    """Reads a file of the six parts, and makes its inputs. Raises ValueError where a part is missing."""
    text = path.read_text()
    stem = path.stem
    tree = ast.parse(text)
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    assigned = {ast.unparse(node.targets[0]): node for node in tree.body if isinstance(node, ast.Assign)}
    wanted = ("CASES", "make", f"{stem}_torch", f"{stem}_triton")
    missing = [name for name in wanted if name not in functions | assigned]
    if missing or not ast.get_docstring(tree):
        raise ValueError(f"{path} is no exemplar: it has no {', '.join(missing) or 'docstring'}")
    kernels = tuple(node for node in functions.values() if is_kernel(node))
    host = functions[f"{stem}_triton"]
    reference = functions[f"{stem}_torch"]
    known = {*kernels, host, reference}
    others = [node for name, node in functions.items() if node not in known and name != "main"]
    inputs = tuple(line_span(node) for node in [*assigned.values(), *others])
    parameters = tuple(argument.arg for argument in reference.args.args)
    reference_text = text_of_spans(text, [line_span(reference)])
    texts = {"inputs": text_of_spans(text, inputs), "reference": reference_text}
    _, made = load_reference(texts | {"name": stem, "family": stem})
    arguments = ast.literal_eval(assigned["CASES"].value)
    return ExemplarFile(
        stem=stem,
        family=path.parent.name,
        path=path,
        text=text,
        paragraphs=tuple(re.split(r"\n\s*\n", ast.get_docstring(tree))),
        reference=(line_span(reference),),
        answer=tuple(line_span(node) for node in [*kernels, host]),
        inputs=inputs,
        parameters=parameters,
        program=program_of(stem, reference_text, parameters, made[-1]),
        sizes=tuple(tuple(map(size_in_words, values)) for values in made),
        arguments=tuple(arguments_in_words(functions["make"], case) for case in arguments),
        operators=torch_operators(reference),
        techniques=techniques_of(KernelCode(kernels, host)),
        effort=sum(1 for kernel in kernels for _ in ast.walk(kernel)),
    )


def read_exemplar_files(folder: Path = SYNTHETIC) -> list[ExemplarFile]:
    """The exemplars of a folder of families, by family and name. Raises ValueError where there is none."""
    paths = sorted(folder.glob("*/*.py"))
    if not paths:
        raise ValueError(f"there is no exemplar in {folder}: it holds folders of families")
    return [read_exemplar_file(path) for path in paths]


@cache
def families_composed_from() -> dict[str, list[str]]:
    """{stem of an exemplar: the stems of the families that go back to it}."""
    found = {}
    for stem in sorted(compositions()):
        found.setdefault(exemplar_of(stem), []).append(stem)
    return found


def shown_variant(variant: Variant) -> ShownVariant:
    """What is shown of a variant."""
    place = f"{variant.family}:{variant.index}"
    return ShownVariant(variant.name, place, variant.schedule, variant.reference, variant.answer)


def variants_of(file: ExemplarFile, number: int) -> ShownFamily:
    """How many variants an exemplar has, and the first `number` that differ from it: the last of them from a
    family that is composed from it, where there is one.
    """
    family = Family.load(file.path)
    composed = families_composed_from().get(file.stem, []) if exemplars().get(file.stem) == file.path else []
    own = number - bool(composed and number)
    indices = [index for index in itertools.islice(plain_indices(family), own + 1) if index]
    shown = [shown_variant(family[index]) for index in indices[:own]]
    if composed and number:
        shown.append(shown_variant(family_of(composed[0])[0]))
    return ShownFamily(len(family), tuple(composed), tuple(shown))


def counted(files: Iterable[ExemplarFile]) -> tuple[Counter, Counter]:
    """How many exemplars call each operator, and how many use each technique."""
    files = list(files)
    operators = Counter(name for file in files for name in file.operators)
    return operators, Counter(key for file in files for key in file.techniques)
