"""A family and its variants: one program and its kernels, expanded by tables into many.

The code of a family, an exemplar of synthetic/ or composed (corpus/composition.py), holds for `softmax`:

    CASES                    arguments of `make`, a tuple a case, the degenerate first
    make(*case)              the inputs as a tuple, both signs, on the CPU
    softmax_torch(*inputs)   the reference, plain PyTorch
    softmax_kernel           one or more `@triton.jit` functions, helpers included
    softmax_triton(*inputs)  the answer: allocates, launches, returns

Its tables are in corpus/families. `FAMILY = {"relu": {"torch.sigmoid(x)": "torch.relu(x)", ...}}` says: the
variant `relu` is this very code with those fragments exchanged. AXES is a list; the variants are the product
of FAMILY and every axis. An axis is a dict of the same form, or a slot `(TABLE, torch statement, triton
statement)` that any row of a table in corpus/tables may fill, or of two tables as in "UNARY+STEEP"; a fourth
element "optional" lets the slot stay empty; or the name of a table that is itself of the dict form; or the
name of what draws programs (corpus/draw); or `("WALK", ...)`, prologues of several tensors before a window
operation and what follows it. A row of a dict may be short for many: `"stride": ({"stride=1": "stride=({0},
{1})"}, "21 12 13")` is three, `stride21` with `stride=(2, 1)` and so on. FAMILY and every axis of the dict
form also keep the code unchanged. Tables that differ from another family's in a few fragments are Derived
from them (corpus/derived_tables.py). All exchanges of a variant happen at once, so none sees another's text.

Most variants have other numbers where reference and answer write the same ones: a model that reads them has
to follow the prompt, since there is nothing to know by heart.
"""

import ast
import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from corpus.axes import Slot
from corpus.composition import (
    SYNTHETIC,
    code_of,
    code_of_exemplar,
    compositions,
    declared,
    exemplar_of,
    exemplars,
    rewriting_of,
    schedule_of,
    schedule_of_exemplar,
    stems,
)
from corpus.declarations import axis_of
from corpus.derived_tables import Derived, derived_tables
from corpus.rewriting import exchange, rename, with_other_literals

HEADER = """import math

import torch
import torch.nn.functional as F

import triton
import triton.language as tl"""


@dataclass(frozen=True)
class Variant:
    """One concrete pair, still as text."""

    name: str  # identifier, unique in its family: relu_dim0
    family: str  # stem of its family
    index: int  # its place in the product of tables; 0 takes the first row of each
    inputs: str  # source of CASES, of make and of what make calls
    reference: str  # source of <name>_torch
    answer: str  # source of the kernels and of <name>_triton
    schedule: str = ""  # of the answer; empty: the usual one

    @property
    def source(self) -> str:
        """A module that defines everything."""
        head = f'{HEADER}\n\nSCHEDULE = "{self.schedule}"' if self.schedule else HEADER
        return "\n\n\n".join([head, self.inputs, self.reference, self.answer]) + "\n"


def tables_of(stem: str) -> dict:
    """What is declared for a family: {"FAMILY": ..., "AXES": ...}, either or neither."""
    tables = declared("corpus.families", "FAMILIES").get(stem, {})
    if stem in compositions() and compositions()[stem].answers:
        base = compositions()[stem].base
        names = re.findall(rf"^def {base}(_\w+)", code_of(base), re.MULTILINE)
        tables = Derived(base, {base + name: stem + name for name in names})
    return derived_tables(stem, tables, tables_of(tables.base)) if isinstance(tables, Derived) else tables


def schedule_at(path: Path) -> str:
    """The schedule of the family of a file, or of the composed one whose file it would be; empty: the usual
    one.
    """
    return schedule_of_exemplar(path.read_text()) if path.exists() else schedule_of(path.stem)


def is_kernel(node: ast.FunctionDef) -> bool:
    """Whether a function is decorated with triton.jit."""
    return any("triton.jit" in ast.unparse(decorator) for decorator in node.decorator_list)


class Family:
    """The variants of one family: `len(family)`, `family[i]`. Each is made when it is indexed."""

    def __init__(
        self,
        stem: str,
        text: str,
        tables: dict | None = None,
        schedule: str = "",
        rewriting: Callable | None = None,
    ):
        """Of code as this module's docstring describes it, and of {"FAMILY": ..., "AXES": ...}; both may be
        absent. `schedule` is that of its answers; empty: the usual one. `rewriting`: what is done to them.

        Raises ValueError where a function is missing, or where a row exchanges what the code does not hold.
        """
        self.stem = stem
        self.tables = tables or {}
        self.schedule = schedule
        self.rewriting = rewriting
        self.parts = {"inputs": [], "reference": [], "answer": []}
        lines = text.split("\n")
        for node in ast.parse(text).body:
            first = min(
                [node.lineno, *(decorator.lineno for decorator in getattr(node, "decorator_list", []))]
            )
            self.parts[self.part_of(node)].append("\n".join(lines[first - 1 : node.end_lineno]))
        self.text = "\n\n\n".join(sum(self.parts.values(), []))
        self.names = re.findall(rf"^def ({stem}_\w+)", self.text, re.MULTILINE)
        entries = [self.tables["FAMILY"]] if "FAMILY" in self.tables else []
        inputs_drawn = set()
        self.axes = [axis_of(stem, entry, inputs_drawn) for entry in [*entries, *self.tables.get("AXES", [])]]
        self.check()

    def part_of(self, node: ast.stmt) -> str:
        """The part of a variant that a statement of the module belongs to."""
        if not isinstance(node, ast.FunctionDef):
            return "inputs"
        if node.name == f"{self.stem}_triton" or is_kernel(node):
            return "answer"
        return "reference" if node.name == f"{self.stem}_torch" else "inputs"

    def check(self):
        """Raises ValueError where the code and its tables do not belong together."""
        missing = {f"{self.stem}_torch", f"{self.stem}_triton"} - set(self.names)
        if missing:
            raise ValueError(f"{self.stem} does not define {', '.join(sorted(missing))}")
        for axis in self.axes:
            for row in list(axis)[:1] if isinstance(axis, Slot) else axis.literal:
                for fragment in axis[row]:
                    if exchange(self.text, {fragment: "\1"}) == self.text:
                        raise ValueError(
                            f"{self.stem}: row {row!r} exchanges {fragment!r}, which the file does not hold"
                        )

    def __len__(self):
        return math.prod(len(axis) for axis in self.axes)

    def chosen(self, index: int) -> tuple[list[str], dict[str, str]]:
        """(the name of the row of each axis that an index stands for, all that they exchange)."""
        names, fragments = [], {}
        for place, axis in enumerate(self.axes):
            index, number = divmod(index, len(axis))
            row = list(axis)[number]
            exchanged = axis[row]
            clash = fragments.keys() & exchanged.keys()
            assert not clash, f"{self.stem}: two axes exchange {sorted(clash)}"
            fragments |= exchanged
            before = sum(
                row in other for other in self.axes[:place]
            )  # relu before and after are two variants
            names.append(f"slot{before + 1}_{row}" if row and before else row)
        return names, fragments

    def __getitem__(self, index: int) -> Variant:
        """Raises IndexError where there is no variant of this number."""
        if not 0 <= index < len(self):
            raise IndexError(f"{self.stem} has {len(self)} variants; there is none at {index}")
        rows, fragments = self.chosen(index)
        base = rows.pop(0) if "FAMILY" in self.tables else ""
        name = "_".join([base or self.stem, *filter(None, rows)])
        renames = {old: name + old[len(self.stem) :] for old in self.names}
        texts = {
            part: rename(exchange("\n\n\n".join(segments), fragments), renames)
            for part, segments in self.parts.items()
        }
        # The family's own code, what differs from it in one row, and a third of the rest keep the numbers of
        # the tables: defaults are asked for most.
        if index % 3 and sum(map(bool, [base, *rows])) > 1:
            texts["reference"], texts["answer"] = with_other_literals(
                texts["reference"], texts["answer"], f"{self.stem} {index}"
            )
        if self.rewriting:
            texts["answer"] = self.rewriting(texts["answer"])
        return Variant(name, self.stem, index, **texts, schedule=self.schedule)

    @classmethod
    def load(cls, path: Path | str) -> "Family":
        """The family of a file, or the composed one whose file it would be, with the tables declared for its
        stem.
        """
        path = Path(path)
        text = code_of_exemplar(path.read_text()) if path.exists() else code_of(path.stem)
        return cls(path.stem, text, tables_of(path.stem), schedule_at(path), rewriting_of(path.stem))


def family_of(stem: str) -> Family:
    """The family of this stem, an exemplar or composed. Raises ValueError where there is none."""
    if stem not in stems():
        raise ValueError(f"there is no family {stem}: --variants lists them")
    return Family(stem, code_of(stem), tables_of(stem), schedule_of(stem), rewriting_of(stem))


def families_in(folder: Path = SYNTHETIC, words: tuple[str, ...] = ()) -> dict[Path, Path]:
    """{path of a family: path of its exemplar}, sorted by stem; with `words`, of those whose stem holds one
    of them.

    A composed family has no file: its path is where `Family.load` composes it.
    """
    folder = Path(folder)
    if folder.resolve() == SYNTHETIC:
        found = {folder / f"{stem}.py": exemplars()[exemplar_of(stem)] for stem in stems()}
    else:
        found = {path: path for path in sorted(folder.rglob("*.py"), key=lambda path: path.stem)}
    return {
        path: file for path, file in found.items() if not words or any(word in path.stem for word in words)
    }


def show(stem: str, index: int) -> str:
    """Variant `index` of a family as an ordinary module."""
    return family_of(stem)[index].source
