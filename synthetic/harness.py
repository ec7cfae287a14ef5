"""What every file of synthetic/ shares: a device, a judge, and the expansion of a file into its variants.

A file of synthetic/ is an ordinary program (see sigmoid.py). Its names are its schema; for `softmax.py`:

    CASES                    arguments of `make`, a tuple a case, the degenerate first
    make(*case)              the inputs as a tuple, both signs, on the CPU
    softmax_torch(*inputs)   the reference, plain PyTorch
    softmax_kernel           one or more `@triton.jit` functions, helpers included
    softmax_triton(*inputs)  the answer: allocates, launches, returns
    FAMILY, AXES             optional literal tables that turn this file into many

`FAMILY = {"relu": {"torch.sigmoid(x)": "torch.relu(x)", "tl.sigmoid(x)": "tl.maximum(x, 0.0)"}}` says: the
variant `relu` is this very file with those fragments exchanged. AXES is a list; the variants are the product of
FAMILY and every axis. An axis is a dict of the same form, or a slot `(TABLE, torch statement, triton statement)`
that any row of a table in tables.py may fill, or of two tables as in "UNARY+STEEP"; a fourth element "optional" lets
the slot stay empty. FAMILY and every axis of the dict form also keep the file as it stands. All exchanges of a
variant happen at once, so none sees another's text.
"""
import argparse
import ast
import functools
import io
import math
import os
import re
import sys
import time
import tokenize
from dataclasses import dataclass
from pathlib import Path

import torch

HERE = Path(__file__).resolve().parent
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
if DEVICE == "cpu":
    os.environ.setdefault("TRITON_INTERPRET", "1")  # Triton reads it once, when it is first imported
sys.path.insert(0, str(HERE.parent))

from verify import compare  # noqa: E402  (the one judge stands beside this folder)

HEADER = "import math\n\nimport torch\nimport torch.nn.functional as F\n\nimport triton\nimport triton.language as tl"


# ---- tables: a file and its variants --------------------------------------------------------------------------

@functools.cache
def tables():
    """Every literal table of tables.py: {table: {row: (torch statement, triton statements)}}, written in `x`."""
    tree = ast.parse((HERE / "tables.py").read_text())
    return {node.targets[0].id: ast.literal_eval(node.value) for node in tree.body if isinstance(node, ast.Assign)}


def slot_axis(table, torch_slot, triton_slot, optional=None):
    """The axis that fills a slot with each row of a table or of several, `x` renamed to the variable that the slot assigns."""
    def fill(statements, slot):
        return re.sub(r"(?<![\w.])x\b", slot.split("=")[0].strip(), statements)

    rows = {"": {torch_slot: "", triton_slot: ""}} if optional else {}
    return rows | {name: {torch_slot: fill(in_torch, torch_slot), triton_slot: fill(in_triton, triton_slot)}
                   for one in table.split("+") for name, (in_torch, in_triton) in tables()[one].items()}


def exchange(text, fragments):
    """`text` with all `fragments` {old: new} exchanged at once; a line that is left empty goes."""
    def edged(fragment):
        left = r"(?<!\w)" if re.match(r"\w", fragment) else ""
        right = r"(?!\w)" if re.search(r"\w\Z", fragment) else ""
        return left + re.escape(fragment) + right

    def replacement(match):
        line = text[text.rfind("\n", 0, match.start()) + 1:]
        indent = re.match(r" *", line).group()
        return fragments[match.group()].replace("\n", "\n" + indent) or "\0"

    if not fragments:
        return text
    pattern = "|".join(edged(fragment) for fragment in sorted(fragments, key=len, reverse=True))
    lines = re.sub(pattern, replacement, text).split("\n")
    return "\n".join(line.replace("\0", "") for line in lines if not re.fullmatch(r" *\0 *(#.*)?", line))


def rename(text, names):
    """`text` with identifiers {old: new} exchanged; lines aligned with an open bracket stay aligned with it."""
    def exchanged(piece):
        return re.sub(r"\w+", lambda word: names.get(word.group(), word.group()), piece)

    lines, opened = text.split("\n"), []
    moves, brackets = [0] * len(lines), {}
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.OP and token.string in "([{)]}":
            brackets.setdefault(token.start[0] - 1, []).append((token.start[1], token.string))
    for row, line in enumerate(lines):
        if opened:
            start, column = opened[-1]
            aligned = len(line) - len(line.lstrip()) == column + 1
            moves[row] = moves[start] + (len(exchanged(lines[start][:column])) - column if aligned else 0)
        for column, bracket in brackets.get(row, []):
            if bracket in "([{":
                opened.append((row, column))
            else:
                opened.pop()
    return "\n".join(" " * by + exchanged(line) if by > 0 else exchanged(line)[-by:] for by, line in zip(moves, lines))


@dataclass(frozen=True)
class Variant:
    """One concrete pair, still as text."""
    name: str        # identifier, unique in its family: relu_dim0
    family: str      # stem of the file that it comes from
    index: int       # its place in the product of tables; 0 takes the first row of each, the file as it stands where it has no slots
    inputs: str      # source of CASES, of make and of what make calls
    reference: str   # source of <name>_torch
    answer: str      # source of the kernels and of <name>_triton

    @property
    def source(self):
        """A module that defines everything."""
        return "\n\n\n".join([HEADER, self.inputs, self.reference, self.answer]) + "\n"


class Family:
    """The variants of one file: `len(family)`, `family[i]`. Nothing is made that is not asked for."""

    def __init__(self, stem, text):
        """Raises ValueError where `text` is not of the shape that this module's docstring gives."""
        self.stem, self.tables, self.axes = stem, {}, []
        self.parts = {"inputs": [], "reference": [], "answer": []}
        lines = text.split("\n")
        for node in ast.parse(text).body:
            if isinstance(node, ast.Assign) and node.targets[0].id in ("FAMILY", "AXES"):
                self.tables[node.targets[0].id] = ast.literal_eval(node.value)
            elif isinstance(node, (ast.Assign, ast.FunctionDef)) and getattr(node, "name", "") != "main":
                first = min([node.lineno] + [d.lineno for d in getattr(node, "decorator_list", [])])
                self.parts[self.part_of(node)].append("\n".join(lines[first - 1:node.end_lineno]))
        if "FAMILY" in self.tables:
            self.axes.append({"": {}} | self.tables["FAMILY"])
        for axis in self.tables.get("AXES", []):
            self.axes.append(slot_axis(*axis) if isinstance(axis, tuple) else {"": {}} | axis)
        self.text = "\n\n\n".join(sum(self.parts.values(), []))
        self.names = re.findall(rf"^def ({stem}_\w+)", self.text, re.MULTILINE)
        self.check()

    @classmethod
    def load(cls, path):
        return cls(Path(path).stem, Path(path).read_text())

    def part_of(self, node):
        if isinstance(node, ast.FunctionDef):
            if node.name == f"{self.stem}_triton" or any("triton.jit" in ast.unparse(d) for d in node.decorator_list):
                return "answer"
            if node.name == f"{self.stem}_torch":
                return "reference"
        return "inputs"

    def check(self):
        missing = {f"{self.stem}_torch", f"{self.stem}_triton"} - set(self.names)
        if missing:
            raise ValueError(f"{self.stem}.py does not define {', '.join(sorted(missing))}")
        rows = {fragment: row for axis in self.axes for row, fragments in axis.items() for fragment in fragments}
        for fragment, row in rows.items():
            if exchange(self.text, {fragment: "\1"}) == self.text:
                raise ValueError(f"{self.stem}.py: row {row!r} exchanges {fragment!r}, which the file does not hold")

    def __len__(self):
        return math.prod(len(axis) for axis in self.axes)

    def __getitem__(self, index):
        if not 0 <= index < len(self):
            raise IndexError(f"{self.stem} has {len(self)} variants; there is none at {index}")
        rest, chosen, fragments = index, [], {}
        for place, axis in enumerate(self.axes):
            rest, number = divmod(rest, len(axis))
            row = list(axis)[number]
            clash = fragments.keys() & axis[row].keys()
            assert not clash, f"{self.stem}.py: two axes exchange {sorted(clash)}"
            fragments |= axis[row]
            before = sum(row in other for other in self.axes[:place])
            chosen.append(f"slot{before + 1}_{row}" if row and before else row)  # relu before and relu after are two variants
        base = chosen.pop(0) if "FAMILY" in self.tables else ""
        name = "_".join([base or self.stem] + [row for row in chosen if row])
        renames = {old: name + old[len(self.stem):] for old in self.names}
        return Variant(name, self.stem, index, **{
            part: rename(exchange("\n\n\n".join(segments), fragments), renames) for part, segments in self.parts.items()})


# ---- running one file alone ------------------------------------------------------------------------------------

def move(value, target):
    """`value` on DEVICE, floating point as `target` where one is given."""
    if not isinstance(value, torch.Tensor):
        return value
    return value.to(DEVICE, target if target and value.is_floating_point() else value.dtype)


def judge_case(module, name, case, seed):
    """One line about one case: (good, text)."""
    torch.manual_seed(seed)
    inputs = module["make"](*case)
    reference, answer = module[f"{name}_torch"], module[f"{name}_triton"]
    start = time.perf_counter()
    ours = answer(*[move(x, None) for x in inputs])
    seconds = time.perf_counter() - start
    eager = reference(*[move(x, None) for x in inputs])
    exact = reference(*[move(x, torch.float64) for x in inputs])
    result = compare(ours, eager, exact)
    verdict = "ok  " if result.ok else "FAIL"
    return result.ok, (f"{verdict} {name}{case}  error {result.error:.1e}  allowed {result.allowance:.1e}  "
                       f"{seconds:.2f} s  {result.reason}").rstrip()


def mend_interpreter():
    """Lets a size that a kernel was given stand in `range`: Triton 3.6's interpreter fails there with numpy 2.4, 3.7's does not."""
    import triton.language as tl
    from triton.runtime import interpreter
    patch = interpreter._patch_lang

    def mended(function):
        scope = patch(function)
        tl.tensor.__index__ = lambda self: int(self.handle.data.squeeze())
        return scope

    interpreter._patch_lang = mended


def run(module):
    """Judges every case of a file, a line each; `module` is its globals(). Exit code: 0 if all are right, else 1."""
    parser = argparse.ArgumentParser(description=module["__doc__"], formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--variants", action="store_true", help="say how many variants the tables of this file make")
    parser.add_argument("--show", type=int, metavar="I", help="print variant I of the tables")
    options = parser.parse_args()
    stem = Path(module["__file__"]).stem
    if options.variants or options.show is not None:
        family = Family.load(module["__file__"])
        print(family[options.show].source if options.show is not None else f"{stem}: {len(family)} variants")
        return 0
    if DEVICE == "cpu":
        mend_interpreter()
    good = []
    for seed, case in enumerate(module["CASES"]):
        ok, line = judge_case(module, stem, case, seed)
        print(line)
        good.append(ok)
    return 0 if good and all(good) else 1
