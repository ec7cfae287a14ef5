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
the slot stay empty; or the name of a table that is itself of the dict form; or `("WALK", ...)`, prologues of several tensors
before a window operation and what follows it (`Walk`). A row of a dict may stand for many:
`"stride": ({"stride=1": "stride=({0}, {1})"}, "21 12 13")` is three, `stride21` with `stride=(2, 1)` and so on. FAMILY
and every axis of the dict form also keep the file as it stands. All exchanges of a variant happen at once, so none
sees another's text.

Nobody writes every chain and every number down. A slot of a chain also takes small graphs drawn from the literal rows
(`drawn_row`), and most variants have other numbers where reference and answer write the same ones (`with_other_numbers`):
a model that reads them has to follow the prompt, since there is nothing to know by heart.
"""
import argparse
import ast
import collections
import functools
import io
import itertools
import math
import os
import random
import re
import sys
import time
import tokenize
from dataclasses import dataclass, field, replace
from pathlib import Path

import torch

HERE = Path(__file__).resolve().parent
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
if DEVICE == "cpu":
    os.environ.setdefault("TRITON_INTERPRET", "1")  # Triton reads it once, when it is first imported
sys.path.insert(0, str(HERE.parent))

from triton_ops.interpreter import support_range_of_scalars  # noqa: E402  (the packages stand beside this folder)
from triton_ops.tolerance import compare  # noqa: E402

HEADER = "import math\n\nimport torch\nimport torch.nn.functional as F\n\nimport triton\nimport triton.language as tl"


# ---- tables: a file and its variants --------------------------------------------------------------------------

@functools.cache
def tables():
    """Every literal table of tables.py: {table: {row: (torch statement, triton statements)}}, written in `x`."""
    tree = ast.parse((HERE / "tables.py").read_text())
    found = {node.targets[0].id: ast.literal_eval(node.value) for node in tree.body if isinstance(node, ast.Assign)}
    scope = {"torch": torch, "F": torch.nn.functional, "x": torch.zeros(())}
    found["KEEPS_ZERO"] = {name: row for name, row in found["UNARY"].items() if eval(row[0][4:], scope) == 0}   # padding stays padding
    found["DIMS_SEVERAL"] = {name: row for name, row in found["DIMS"].items() if len(name.split("_")[1]) > 1}   # r4_02, not r4_2
    return found


def renamed(statements, **names):
    """Statements with variables exchanged, all at once."""
    return re.sub(r"(?<![\w.])(?:" + "|".join(names) + r")\b", lambda word: names[word.group()], statements)


def step(row, result, **read):
    """A row of a table as (torch statement, triton statements) that read the values {x, z, w: name} and assign `result`."""
    *before, last = row[1].split("\n")
    assert row[0].startswith("x = ") and last.startswith("x = "), row
    return tuple("\n".join([*(renamed(line, **read) for line in lines), f"{result} = {renamed(last[4:], **read)}"])
                 for *lines, last in ([row[0]], [*before, last]))


def operands(row, taken, depths):
    """The values that a row reads, in the order in which a prompt would: of what commutes, what took more operations first."""
    text = row[0].removeprefix("x = ")
    read = sorted(zip(("x", "z", "w"), taken), key=lambda pair: re.search(rf"\b{pair[0]}\b", text).start())
    commutes = re.search(r"[+*&|^]|==|!=|maximum|minimum", text) and not re.search(r"[-/]|where|addc", text)
    if ".masked_fill(" in text:   # a `where`, whose condition comes first
        read.reverse()
    return [value for _, value in sorted(read, key=lambda pair: -depths[pair[1]] if commutes else 0)]


COUNTED = re.compile(r"[-+*/<>]|\w\(")   # in a row, as many as its prompt has, or more


def depths_of(steps, inputs):
    """{value: how many operations it took, one after the other}."""
    depths = dict.fromkeys(inputs, 0)
    for place, (row, taken) in enumerate(steps):
        depths[f"h{place + 1}"] = len(COUNTED.findall(row[0])) + max(depths[value] for value in taken)
    return depths


def depth_first(steps, inputs, ends):
    """`steps` [(row, names of what it reads)], of which step i makes `h{i + 1}`, as (torch, triton) text in the order of a prompt.

    A prompt is read back from its results, `ends` {value: what it is called}, one after the other; the last is called x.
    """
    depths, order = depths_of(steps, inputs), []

    def visit(value):
        if value not in inputs and value not in order:
            row, taken = steps[int(value[1:]) - 1]
            for operand in operands(row, taken, depths):
                visit(operand)
            order.append(value)

    for end in ends:
        visit(end)
    inner = [value for value in order if value not in ends]
    names = dict(zip(inputs, inputs)) | {value: f"h{place + 1}" for place, value in enumerate(inner)} | ends
    written = []
    for value in order:
        row, taken = steps[int(value[1:]) - 1]
        written.append(step(row, names[value], **dict(zip(("x", "z", "w"), map(names.get, taken)))))
    return tuple(map("\n".join, zip(*written)))


@functools.cache
def rows_to_draw():
    """Rows of one operand, of two and of three, by how many those are."""
    single = [row for table in ("UNARY", "UNARY", "SCALAR") for row in tables()[table].values() if "\nx = " not in row[1].rpartition("\n")[0]]
    return [None, single, *(list(tables()[table].values()) for table in ("BINARY", "TERNARY"))]


def drawn_row(seed, inputs=("x",)):
    """A row that is a small graph of rows of UNARY, SCALAR, BINARY and TERNARY, every value under a name of its own.

    A step mostly reads the value before it, sometimes an earlier one; what no step has read in the end joins the result. It
    is written in the order of a prompt, so that an answer can be read beside it line by line.
    """
    rng, rows_of, values, read, steps = random.Random(seed), rows_to_draw(), list(inputs), set(), []
    for _ in range(rng.choice((1, 2, 2, 3, 3, 4, 4, 5, 6)[not inputs[1:]:])):
        x = values[-1] if rng.random() < 0.75 else rng.choice(values)
        others = [value for value in values if value != x]
        joins = min(len(others), rng.choices((0, 1, 2), (0.6, 0.3, 0.1))[0])
        taken = (x, *rng.sample(others, joins))
        steps.append((rng.choice(rows_of[len(taken)]), taken))
        read.update(taken)
        values.append(f"h{len(steps)}")
    for value in [value for value in values[:-1] if value not in read]:
        steps.append((rng.choice(rows_of[2]), rng.sample((value, values[-1]), 2)))
        values.append(f"h{len(steps)}")
    return depth_first(steps, inputs, {values[-1]: "x"})


NUMBERS = """0.5 0.5 2 2 2 0.1 0.1 3 4 1 1 1.5 10 0.25 0.01 0.2 5 6 8 16 100 1000 10000 0.001 0.7 0.3 0.9 0.99 0.044715 0.7978845608028654
             1.702 0.7071067811865476 0.6666666666666666 0.3333333333333333 3.141592653589793 1.4142135623730951 1.4426950408889634
             0.6931471805599453 6.283185307179586""".split()
LITTLE = "1e-12 1e-10 1e-9 1e-8 1e-8 1e-6 1e-6 1e-6 1e-5 1e-5 1e-4 1e-3".split()
EXPONENTS = "0.3 0.7 1.2 2.2 0.45 2.4 0.3333333333333333 0.6666666666666666 0.8 0.1 1.75 0.9".split()


def number_text(rng, signed):
    """A number as people write it."""
    text = rng.choice(NUMBERS) if rng.random() < 0.6 else str(round(rng.uniform(0.05, 4.0), rng.choice((1, 1, 2))))
    return "-" + text if signed and rng.random() < 0.3 else text


def with_numbers(row, rng):
    """A row of ATOMS with numbers in its braces: (torch, triton), where Triton's are floats."""
    words = {"n": number_text(rng, True), "p": number_text(rng, False), "s": rng.choice(LITTLE), "e": rng.choice(EXPONENTS)}
    words["low"], words["high"] = sorted((number_text(rng, True), number_text(rng, True)), key=float)
    return row[0].format(**words), row[1].format(**{name: word if "." in word or "e" in word else f"{word}.0" for name, word in words.items()})


WHOLE = {"i": (1, 2, 3, 4, 5, 7, 10, 16, 20, 31, 50, 100, 255), "k": (2, 3, 4, 5, 6, 7, 8, 10, 12, 16, 17, 24, 60, 64, 100),
         "b": (1, 2, 3, 4, 5, 8), "m": (1, 2, 3, 7, 8, 15, 31, 63, 127, 128, 240, 248, 255)}


def with_whole_numbers(row, rng):
    """A row of ATOMS_INTEGER with numbers in its braces: (torch, triton)."""
    words = {letter: rng.choice(numbers) for letter, numbers in WHOLE.items()}
    return tuple(text.format(**words) for text in row[:2])


@functools.cache
def atoms():
    """[(weight, rows)] of single operations: of one value, with a number, of two and of three."""
    calls = [row for row in tables()["UNARY"].values() if re.fullmatch(r"x = (?:-x|(?:torch|F)\.\w+\(x(?:, [\w.=']+)*\))", row[0])]
    return [(0.36, calls + list(tables()["ATOMS"].values())), *((weight, list(tables()[name].values())) for weight, name in
            ((0.28, "ATOMS_NUMBER"), (0.28, "ATOMS_TWO"), (0.08, "ATOMS_THREE")))]


# What most people put behind a heavy operation: rows of these tables, by name.
TAIL = {
    "UNARY": """relu relu sigmoid sigmoid tanh tanh gelu gelu silu silu mish mish hardswish softplus elu selu leaky_relu leaky_relu_01 leaky_relu_02
                hardsigmoid relu6 hardtanh gelu_tanh softsign abs""",
    "ATOMS_NUMBER": "add add_again sub sub mul mul mul_again div div from_1 clamp clamp clamp_min clamp_max",
    "ATOMS_TWO": "add add add sub mul mul mul div maximum minimum",
}


@functools.cache
def usual_atoms():
    """[(weight, rows)] as `atoms`, of TAIL alone."""
    return [(weight, [tables()[name][row] for row in TAIL[name].split()]) for weight, name in zip((0.42, 0.28, 0.3), TAIL)]


@functools.cache
def choice_atoms():
    """[(weight, rows)]: activations written out by hand beside the usual operations; `Sketch.choose` adds the rest."""
    rows = [[row for row in tables()["ATOMS"].values() if not row[2:]], *(list(tables()[name].values()) for name in ("ATOMS_WRITTEN", "ATOMS_NUMBER"))]
    return list(zip((0.25, 0.25, 0.2), rows))


@functools.cache
def gate_atoms():
    """[(weight, rows)]: what the cells of recurrent networks are made of."""
    unary, number, two = (tables()[name] for name in ("UNARY", "ATOMS_NUMBER", "ATOMS_TWO"))
    return [(0.4, [unary[name] for name in "sigmoid sigmoid sigmoid tanh tanh relu silu softsign hardsigmoid gelu softplus".split()]),
            (0.1, [number[name] for name in "from_1 from_1 from_1_int add mul".split()]),
            (0.4, [two[name] for name in "mul mul add add sub maximum".split()])]


@functools.cache
def learned_atoms():
    """[(weight, rows)]: activations with parameters of a module, beside the usual operations."""
    return [*((weight * 0.6, rows) for weight, rows in usual_atoms()), (0.15, list(tables()["ATOMS_TWO"].values())),
            (0.25, list(tables()["ATOMS_LEARNED"].values()))]


@functools.cache
def integer_atoms():
    """[(weight, rows)]: whole numbers and what compares them, by how many operands they have."""
    rows = list(tables()["ATOMS_INTEGER"].values())
    return [(weight, [row for row in rows if row[2] in kinds.split()]) for weight, kinds in ((0.5, "i"), (0.26, "ii"), (0.24, "b bb bi bii ib"))]


@functools.cache
def update_atoms():
    """[(weight, rows)]: what optimizers are made of, beside a few of the usual operations."""
    return [(0.75, list(tables()["ATOMS_UPDATE"].values())), *((weight * 0.25, rows) for weight, rows in usual_atoms()[1:])]


# What the last operand of a row of ATOMS has to be, by what it is on a sample of inputs.
FITS = {"positive": lambda x: x.min() > 0, "nonnegative": lambda x: x.min() >= 0, "nonzero": lambda x: x.abs().min() > 0,
        "moderate": lambda x: x.max() <= 20}
SHORTEST = 4   # operations that a scan or a product computes on its way (graph.SHORT); more are asked apart
VOCABULARIES = {"": atoms, "usual": usual_atoms, "choices": choice_atoms, "gates": gate_atoms, "learned": learned_atoms, "integers": integer_atoms, "updates": update_atoms}
ONE_REGION, DEEPEST = ("choices", "gates", "integers"), 9   # kinds whose programs have to be asked in one piece, and how many operations in a row those may be
USUAL, MOST = 1e4, 1e12   # how large a value may be at half of the sample, and anywhere


class Sketch:
    """A program as it is drawn, a step at a time. Each value is known by what it is on one sample of inputs, zeros and outliers among them:
    a logarithm is taken of what is positive there, and a step that changes nothing, or makes a constant, is none.

    `kind` is one of VOCABULARIES; `kept` {input: places of the dimensions that it has} where inputs broadcast; of `masks`, which are of
    bool, only a `where` reads.
    """

    numbered = staticmethod(with_numbers)

    def __init__(self, rng, inputs, positive=False, kind="", kept=None, masks=()):
        self.rng, self.inputs, self.steps, self.unread, self.groups = rng, inputs, [], list(inputs), VOCABULARIES[kind]()
        self.kind, self.masks, self.kept = kind, masks, kept or {}
        generator = torch.Generator().manual_seed(len(inputs))
        sample = torch.cat([torch.randn(len(inputs), 40, generator=generator), 3 * torch.randn(len(inputs), 8, generator=generator),
                            torch.zeros(len(inputs), 1)], 1).double()
        values = dict(zip(inputs, sample.abs() + 0.05 if positive else sample))
        if kind == "updates":
            values[inputs[-1]] = values[inputs[-1]].abs() + 0.05   # an average of squares
        self.values = dict(reversed(values.items())) if kind == "usual" else values   # what is usual begins with x, and z joins it
        self.values |= {name: self.values[name] > 0 for name in masks}

    def operand(self, fits, taken):
        """A value that fits: mostly the newest or one that nothing has read, at times any."""
        fitting = [name for name, value in self.values.items() if name not in taken and name not in self.masks and fits(value)]
        newest = fitting[-1:] if not taken else [name for name in fitting if name in self.unread] or fitting[:1]
        return self.rng.choice(newest if self.rng.random() < 0.6 else fitting) if fitting else None

    def chosen(self, row):
        """Names of what `row` is to read, or None; of its last operand, which has to fit, first."""
        read = [name for name in "xzw" if re.search(rf"\b{name}\b", row[0][4:])]
        taken = {}
        for name in reversed(read) if row[2:] else read:
            value = self.operand(FITS[row[2]] if row[2:] and name == read[-1] else lambda value: True, taken.values())
            if value is None:
                return None
            taken[name] = value
        return [taken[name] for name in read]

    def put(self, row, taken):
        """Adds a step that computes `row` of `taken`, if that makes something new of a reasonable size; its name, or None."""
        row = self.numbered(row, self.rng)
        made = eval(renamed(row[0][4:], **dict(zip("xzw", taken))), {"torch": torch, "F": torch.nn.functional}, self.values)
        made = made if self.kind == "integers" else made.double()
        size, spread = made.double().abs(), made.double().max() - made.double().min()
        if size.max() < MOST and size.median() < USUAL and spread > 1e-3 * size.max() \
                and not any(made.dtype == value.dtype and torch.equal(made, value) for value in self.values.values()):
            self.steps.append((row, taken))
            self.unread = [name for name in self.unread if name not in taken] + [f"h{len(self.steps)}"]
            self.values[f"h{len(self.steps)}"] = made
            self.kept[f"h{len(self.steps)}"] = frozenset().union(*(self.kept.get(name, ()) for name in taken))
            return f"h{len(self.steps)}"
        return None

    def followed(self, value, number):
        """What at most `number` steps of one operand make of a value."""
        rows = [row for _, group in usual_atoms()[:2] for row in group] + [row for row in tables()["ATOMS"].values() if not row[2:]]
        for _ in range(number):
            value = self.put(self.rng.choice(rows), [value]) or value
        return value

    def choose(self):
        """Adds one of two short programs of a value, by what it is, or another: an activation as people write it down."""
        value, row = self.operand(lambda value: True, ()), self.rng.choice(list(tables()["ATOMS_CHOICE"].values()))
        sides = [self.followed(value, self.rng.choice((0, 1, 1, 2, 3))) for letter in "zw" if re.search(rf"\b{letter}\b", row[0])]
        asked = value if self.rng.random() < 0.8 else self.operand(lambda value: True, sides)
        if asked:
            self.put(row, [asked, *sides])

    def cell(self):
        """Adds the cell of an LSTM or of a GRU, whichever input is which gate, with functions like those that it is known by."""
        unary, number, two = (tables()[name] for name in ("UNARY", "ATOMS_NUMBER", "ATOMS_TWO"))
        *gates, state = self.rng.sample(self.inputs[:-1], 4) + [self.inputs[-1]]
        squash, bend = (unary[self.rng.choice(names.split())] for names in ("sigmoid sigmoid sigmoid hardsigmoid", "tanh tanh tanh relu softsign silu"))

        def made(row, *taken):
            return self.put(row, list(taken))

        if self.rng.random() < 0.5:
            kept, new, candidate, out = [*(made(squash, gate) for gate in gates[:2]), made(bend, gates[2]), made(squash, gates[3])]
            made(two["mul"], made(bend, made(two["add"], made(two["mul"], kept, state), made(two["mul"], new, candidate))), out)
            return
        reset, update = (made(squash, gate) for gate in gates[:2])
        candidate = made(bend, made(two["add"], gates[2], made(two["mul"], reset, gates[3])))
        one, other = self.rng.sample((candidate, state), 2)
        if self.rng.random() < 0.7:
            made(two["add"], made(two["mul"], made(number["from_1"], update), one), made(two["mul"], update, other))
        else:
            made(two["add"], one, made(two["mul"], update, made(two["sub"], other, one)))

    def ask_masks(self):
        """Lets every mask choose between two values, or a value and a number."""
        for name in self.masks:
            row, taken = self.rng.choice(list(tables()["ATOMS_MASK"].values())), [name]
            for letter in "zw":
                taken += [self.operand(lambda value: True, taken)] * bool(re.search(rf"\b{letter}\b", row[0]))
            if None not in taken:
                self.put(row, taken)

    def grow(self, number):
        weights, groups = zip(*self.groups)
        while len(self.steps) < number:
            if self.kind == "choices" and self.rng.random() < 0.4:
                self.choose()
                continue
            row = self.rng.choice(self.rng.choices(groups, weights)[0])
            if taken := self.chosen(row):
                self.put(row, taken)

    def joins(self, *pair):
        """Rows that join two values, which here are any."""
        return [row for row in tables()["ATOMS_TWO"].values() if re.fullmatch(r"x = x [-+*/] z", row[0])]

    def close(self, results):
        """Joins what nothing has read until there are no more results than that, of all dimensions; {value: name}, r before v before x.

        None where too few values could be results.
        """
        every = frozenset().union(*self.kept.values())

        def partial(name):
            return name in self.inputs or self.kept[name] != every

        while len(self.unread) > results or any(map(partial, self.unread)):
            loose = next(filter(partial, self.unread), self.unread[0])
            other = self.rng.choice([name for name in self.unread if name != loose] or
                                    [name for name in self.values if name != loose and name not in self.masks])
            pair = self.rng.sample((loose, other), 2)
            self.put(self.rng.choice(self.joins(*pair)), pair)
        *others, last = [name for name in self.kept if not partial(name)]
        unread = [name for name in self.unread if name != last]
        if len(others) < results - 1:
            return None
        if results == 2:
            return {self.rng.choice(unread or others): "v", last: "x"}
        others = unread + self.rng.sample([name for name in others if name not in unread], results - 1 - len(unread))
        return dict(zip([*others, last], "rvx"[-results:]))

    def reads(self, value, source):
        """Whether `value` is computed from the input `source`."""
        return value == source or value not in self.inputs and any(self.reads(name, source) for name in self.steps[int(value[1:]) - 1][1])


class WholeSketch(Sketch):
    """A program of whole numbers and bools, known by their types; its result is of whole numbers."""
    numbered = staticmethod(with_whole_numbers)

    def __init__(self, rng, inputs, **options):
        super().__init__(rng, inputs, **options)
        self.values = {name: (20 * value).long() for name, value in self.values.items()}

    def types(self, *names):
        return "".join("b" if self.values[name].dtype == torch.bool else "i" for name in names)

    def chosen(self, row):
        taken = []
        for letter in row[2]:
            taken.append(self.operand(lambda value: (value.dtype == torch.bool) == (letter == "b"), taken))
        return None if None in taken else taken

    def joins(self, *pair):
        types = self.types(*pair)
        return [row for row in tables()["ATOMS_INTEGER"].values() if re.fullmatch(r"x = x [-+*&|^] z", row[0]) and sorted(row[2]) == sorted(types)]

    def close(self, results):
        ends = super().close(results)
        return ends if ends and self.types(*ends) == "i" * results else None


class Programs:
    """`count` programs of single operations, or of one of VOCABULARIES, a step a line, as rows; the shorter, the more frequent.

    Each is drawn when it is asked for, from its number alone: most of them never are.
    """

    def __init__(self, inputs, results, lengths, count, positive=False, kind=""):
        self.inputs, self.results, self.lengths, self.count, self.positive, self.kind = inputs, results, lengths, count, positive, kind

    def __len__(self):
        return self.count

    def begun(self, number):
        """(what a program is drawn with, how many steps it has at least)."""
        rng = random.Random(f"{self.inputs} {self.results} {self.positive} {self.kind} {number}")
        return rng, max(self.results, rng.choices(range(1, len(self.lengths) + 1), self.lengths)[0])

    def is_single(self, number):
        """Whether a program is meant to be a single operation."""
        return self.begun(number)[1] == 1

    @functools.cache   # of few objects, which live as long as the process
    def __getitem__(self, number):
        if not 0 <= number < self.count:
            raise IndexError(number)
        rng, steps = self.begun(number)
        while True:
            sketch = (WholeSketch if self.kind == "integers" else Sketch)(rng, self.inputs, positive=self.positive, kind=self.kind)
            if self.kind == "gates" and rng.random() < 0.6:
                sketch.cell()
            sketch.grow(steps)
            ends = sketch.close(self.results)
            if not ends:
                continue
            follows = self.kind != "usual" or all(sketch.reads(end, "x") for end in ends)   # what is usual follows a heavy operation, whose result is x
            if follows and (self.kind not in ONE_REGION or max(depths_of(sketch.steps, self.inputs).values()) <= DEEPEST):
                return depth_first(sketch.steps, self.inputs, ends)


@functools.cache
def programs(*of):
    """The Programs of these arguments, once."""
    return Programs(*of)


LENGTHS = (6, 14, 16, 15, 12, 10, 8, 6, 4, 4, 3, 2)   # weights of 1, 2, ... steps
SHORT = (20, 30, 25, 15, 10)                          # and where a file has a heavier operation beside them
UPDATES = (0, 0, 4, 6, 6, 4, 2)                       # and of optimizers, whose operations are larger
GATES = (0, 0, 0, 0, 2, 4, 6, 6, 2)                   # and of cells of recurrent networks, which read four gates and a state q
# Slots of drawn programs alone: of which inputs, how many results (v before x where there are two), lengths, how many programs, of positive inputs,
# of which vocabulary.
PROGRAMS = {"PROGRAM_X": (("x",), 1, LENGTHS, 1200), "PROGRAM_XZ": (("x", "z"), 1, LENGTHS, 900), "PROGRAM_XZW": (("x", "z", "w"), 1, LENGTHS, 900),
            "PROLOGUE_XZ": (("x", "z"), 1, SHORT, 900), "PROLOGUE_XZW": (("x", "z", "w"), 1, SHORT, 900),
            "PROGRAM_TO_VX": (("x",), 2, LENGTHS, 900), "PROGRAM_XZ_TO_VX": (("x", "z"), 2, LENGTHS, 900),
            "LEARNED_XZWP": (("x", "z", "w", "p"), 1, LENGTHS, 900, False, "learned"),
            "PROGRAM_XZW_TO_VX": (("x", "z", "w"), 2, LENGTHS, 1200), "PROGRAM_XZWP_TO_RVX": (("x", "z", "w", "p"), 3, UPDATES, 1200, False, "updates"),
            "PROGRAM_UPDATE": (("x", "z", "w"), 2, UPDATES, 1200, False, "updates"),
            "PROGRAM_CHOICES": (("x",), 1, SHORT, 1200, False, "choices"),
            "PROGRAM_GATES": (("x", "z", "w", "p", "q"), 1, GATES, 900, False, "gates"),
            "PROGRAM_GATES_TO_VX": (("x", "z", "w", "p", "q"), 2, GATES, 900, False, "gates"),
            "PROGRAM_INTEGERS_X": (("x",), 1, SHORT, 900, False, "integers"), "PROGRAM_INTEGERS_XZ": (("x", "z"), 1, SHORT, 1200, False, "integers"),
            "PROGRAM_INTEGERS_XZW": (("x", "z", "w"), 1, SHORT, 900, False, "integers"),
            "PROGRAM_POSITIVE": (("x",), 1, LENGTHS, 600, True), "PROGRAM_POSITIVE_XZ": (("x", "z"), 1, LENGTHS, 600, True),
            "TAIL_X": (("x",), 1, SHORT, 600, False, "usual"), "TAIL_XZ": (("x", "z"), 1, SHORT, 900, False, "usual"),
            "TAIL_XZ_TO_VX": (("x", "z"), 2, SHORT, 900, False, "usual")}
# How many graphs of rows, as many programs, and as many of usual operations the first slot with these inputs also takes.
DRAWN = {"UNARY": (60, ("x",)), "REUSE": (60, ("x",)), "BINARY": (60, ("x", "z")), "TERNARY": (250, ("x", "z", "w"))}


# ---- programs of tensors that broadcast ------------------------------------------------------------------------

SIZES = {2: "MN", 3: "BTC", 4: "NCHW", 5: "NCDHW"}   # names of the sizes, as in the files that join two such tensors
SIZE_CASES = {2: "(1, 5), (3, 33), (7, 300)", 3: "(1, 1, 5), (2, 3, 33), (3, 7, 20)", 4: "(1, 2, 1, 1), (2, 3, 5, 7), (3, 4, 2, 11)",
              5: "(1, 2, 1, 1, 1), (2, 3, 4, 5, 7), (3, 2, 4, 3, 5)"}


def place_of(kept, sizes, offsets="offsets"):
    """Where in a tensor of the dimensions `kept` alone the element is that has these `offsets` in a tensor of all."""
    def product(names):
        return f"({' * '.join(names)})" if names[1:] else names[0]

    places, terms = range(len(sizes)), []
    for here, together in itertools.groupby(places, kept.__contains__):
        together = list(together)
        faster, below = sizes[together[-1] + 1:], [sizes[place] for place in places[together[-1] + 1:] if place in kept]
        whole = product(sizes[together[0]:together[-1] + 1])
        term = offsets + (f" // {product(faster)}" if faster else "") + (f" % {whole}" if together[0] else "")
        terms += [term + (f" * {product(below)}" if below else "")] * here
    return " + ".join(terms)


@dataclass(frozen=True)
class Operand:
    """A tensor that has the dimensions `kept` of a result of `sizes`; `form` says how its shape is written: with all its "ones",
    without the "leading" ones, or "short" without any, which a view in PyTorch then puts back."""
    name: str
    kept: tuple
    form: str = "leading"
    mask: bool = False

    def made(self, sizes):
        first = self.kept[0] if self.kept else len(sizes) - 1
        shape = [size if place in self.kept else "1" for place, size in enumerate(sizes)]
        shape = shape if self.form == "ones" else [sizes[place] for place in self.kept] if self.form == "short" else shape[first:]
        return f"torch.randn({', '.join(shape) or '()'})" + " > 0" * self.mask

    def viewed(self, sizes):
        """Its index that puts the ones back, [:, None], or nothing where broadcasting does."""
        index = [":" if place in self.kept else "None" for place in range(self.kept[0], len(sizes))] if self.form == "short" and self.kept else []
        return f"[{', '.join(index)}]" if "None" in index else ""

    def loaded(self, sizes):
        place = place_of(self.kept, sizes)
        at = f"{self.name}_ptr + {place}, mask=mask, other={'0' if self.mask else '0.0'}" if place else f"{self.name}_ptr"
        return f"{self.name} = tl.load({at})" + ".to(tl.float32)" * (not self.mask)


def broadcast_texts(operands, sizes, results, programs):
    """What a file of tensors that broadcast says of its operands, of the sizes of its results, and of what it computes."""
    whole = [operand.name for operand in operands if len(operand.kept) == len(sizes)]
    known = f"{whole[0]}.shape" if whole else f"torch.broadcast_shapes({', '.join(f'{operand.name}.shape' for operand in operands)})"
    like = next(operand.name for operand in operands if not operand.mask)
    empty = f"torch.empty({', '.join(sizes)}, dtype={like}.dtype, device={like}.device)"
    stores = [f"tl.store({result}_ptr + offsets, {result}, mask=mask)" for result in results]
    inner, ends, lines = f"n_elements, {', '.join(sizes[1:])}", ", ".join(results), "\n".join
    return [f"[{SIZE_CASES[len(sizes)]}]", f"make({', '.join(sizes)})", ", ".join(operand.made(sizes) for operand in operands),
            lines([programs[0], f"return {ends}"]), f"{', '.join(f'{result}_ptr' for result in results)}, {inner}",
            lines([*(operand.loaded(sizes) for operand in operands), programs[1], *stores]),
            lines([f"{', '.join(sizes)} = {known}", *(f"{result} = {empty}" for result in results)]),
            f"{ends}, {inner}, BLOCK=1024)\nreturn {ends}"]


def drawn_operands(rng, names, rank):
    """Operands of drawn shapes, mostly one of them whole and the others of dimensions that lie together; at times one is a mask."""
    def drawn():
        first, after = sorted(rng.sample(range(rank + 1), 2))
        return tuple(range(first, after)) if rng.random() < 0.75 else tuple(sorted(rng.sample(range(rank), rng.randrange(rank))))

    while True:
        kept = [drawn() for _ in names]
        if rng.random() < 0.8:
            kept[rng.choice((0, rng.randrange(len(names))))] = tuple(range(rank))
        whole, mask = tuple(range(rank)) in kept, rng.choice(names) if rng.random() < 0.25 else None
        if len(set().union(*kept)) == rank and len(set(kept)) > 1:
            forms = [rng.choice(("ones", "leading", "leading", "short")[:4 if whole else 3]) for _ in names]
            return [Operand(name, *of, name == mask) for name, *of in zip(names, kept, forms)]


def drawn_parameters(rng, names, rank):
    """A tensor and what a module has learned for it: a number, or a vector along one dimension, mostly the channels or the last, each."""
    place = rng.choice((1, 1, rank - 1, rng.randrange(rank)))
    every = rng.choice(((), (place,), None, None))
    kept = [tuple(range(rank)), *(every if every is not None else rng.choice(((), (place,))) for _ in names[1:])]
    form = rng.choice(("ones", "leading", "leading", "short", None))
    return [Operand(name, of, form or rng.choice(("leading", "short"))) for name, of in zip(names, kept)]


def program_over(rng, operands, sizes, number, kinds, lengths=(4, 5, 4, 3, 2, 1), called="y"):
    """(operands, sizes, results, (PyTorch, Triton)) of a drawn program over such operands, whose last result is `called` so, or None where
    the draw leads nowhere."""
    names = tuple(operand.name for operand in operands)
    kept, masks = {operand.name: frozenset(operand.kept) for operand in operands}, [operand.name for operand in operands if operand.mask]
    sketch = Sketch(rng, names, False, rng.choice(kinds), kept, masks)
    views = {operand.name: operand.viewed(sizes) for operand in operands if operand.viewed(sizes)}
    for name in [name for name in views if name not in masks and rng.random() < 0.5]:   # a step that comes before the view
        if sketch.followed(name, 1) != name:
            (in_torch, *rest), taken = sketch.steps[-1]
            sketch.steps[-1] = (f"x = ({in_torch[4:]}){views.pop(name)}", *rest), taken
            del sketch.values[name]
    steps = len(sketch.steps) + rng.choices(range(1, 1 + len(lengths)), lengths)[0]
    sketch.grow(steps // 2)
    sketch.ask_masks()
    sketch.grow(steps)
    ends = None if set(masks) & set(sketch.unread) else sketch.close(number)
    if not ends:
        return None
    ends = [(value, name.replace("x", called)) for value, name in ends.items()]
    ends = dict(ends if rng.random() < 0.6 else rng.sample(ends, number))
    in_torch, in_triton = depth_first(sketch.steps, names, ends)
    in_torch = "\n".join([*(f"{name} = {name}{view}" for name, view in views.items()), in_torch])
    return operands, sizes, list(ends.values()), (in_torch, in_triton)


def broadcast_program(rng, names, parameters):
    """`program_over` operands of drawn shapes."""
    sizes, number = SIZES[rng.choice((2, 3, 3, 3, 4, 4, 4, 5))], rng.choices((1, 2, 3), (6, 3, 1))[0]
    operands = (drawn_parameters if parameters else drawn_operands)(rng, names, len(sizes))
    return program_over(rng, operands, sizes, number, ("", "usual", "learned", "learned") if parameters else ("", "usual", "usual", "choices"))


@functools.cache
def broadcast_row(names, number, parameters=False):
    """Exchanges: a program over tensors that broadcast, of a file that multiplies x by z, adds w and multiplies by p."""
    others = [Operand("z", (2,)), Operand("w", ()), Operand("p", (1,))] if parameters else \
        [Operand("z", (0, 2), "short"), Operand("w", (1, 2)), Operand("p", (1,))]
    operands = [Operand("x", (0, 1, 2)), *others][:len(names)]
    steps = ["y = x * z", "y = y + w", "y = y * p"][:len(names) - 1]
    own = broadcast_texts(operands, SIZES[3], ["y"], ("\n".join(["z = z[:, None, :]"] * (not parameters) + steps), "\n".join(steps)))
    rng, found = random.Random(f"{'parameters' if parameters else 'broadcast'} {names} {number}"), None
    while not found:
        found = broadcast_program(rng, names, parameters)
    return {old.replace("\n", "\n    "): new for old, new in zip(own, broadcast_texts(*found)) if old != new}


# ---- programs around an operation that is not pointwise ---------------------------------------------------------

def row_load(operand, sizes):
    """What `operand` has at `cols` of a row of the tensor of `sizes`; one number where it has one for the row."""
    *above, columns = sizes
    row = place_of([place for place in operand.kept if place < len(above)], above, "row")
    if len(above) not in operand.kept:
        return f"{operand.name} = tl.load({' + '.join(filter(None, (f'{operand.name}_ptr', row)))}).to(tl.float32)"
    start = f"({row}) * {columns} + " if " + " in row else f"{row} * {columns} + " if row else ""
    return f"{operand.name} = tl.load({operand.name}_ptr + {start}cols, mask=mask, other=0.0).to(tl.float32)"


def tile_load(operand, sizes):
    """What `operand` has in a tile of `rows` and `columns`."""
    last = len(sizes) - 1
    along = {(last,): ("columns", sizes[-1], "[None, :]"), tuple(range(last)): ("rows", "M", "[:, None]")}
    if operand.kept not in along:
        return operand.loaded(sizes)
    places, size, view = along[operand.kept]
    return f"{operand.name} = tl.load({operand.name}_ptr + {places}, mask={places} < {size}, other=0.0).to(tl.float32){view}"


def product_load(operand, sizes):
    """What `operand` has in a tile of `rows` and `columns` of one of many products."""
    if operand.kept == (len(sizes) - 1,):
        return tile_load(operand, sizes)
    return operand.loaded(sizes)


def group_load(operand, sizes):
    """What `operand` has at `inner` of a group of channels, which lie one after the other."""
    if operand.kept == (1,):
        place = f"{operand.name}_ptr + group % n_groups * group_channels + inner // plane_size"
        return f"{operand.name} = tl.load({place}, mask=mask, other=0.0).to(tl.float32)"
    return operand.loaded(sizes)


def image_load(operand, sizes):
    """What `operand` has in a tile of `channels` and of pixels, each of a sample `n`."""
    if operand.kept == (1,):
        return f"{operand.name} = tl.load({operand.name}_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"
    if operand.kept == (0, 1):
        return f"{operand.name} = tl.load({operand.name}_ptr + n[None, :] * O + channels[:, None], mask=mask, other=0.0).to(tl.float32)"
    return operand.loaded(sizes)


@dataclass(frozen=True)
class Around:
    """What the files of one kind call what a program around their operation s = operation(g) reads and writes."""
    sizes: dict              # {names of the sizes of the result: its CASES}; those that the file itself has come first
    load: object             # load(operand, sizes) of its tile
    x: str                   # how the input x is made
    place: str               # of the result, in a tile
    empty: str               # makes a result
    size: str                # the first size that the kernel takes
    sized: str = ""          # the host's line that names it, below which others are named
    more: str = ""           # further arguments of make
    before: bool = False     # whether x has the result's shape, so that a program g of x and others can come before s
    gone: int = 0            # the dimension, counted from the end, that s has no more, as a sum
    known: tuple = ()        # sizes that the kernel takes anyway
    square: dict = field(default_factory=dict)   # {sizes: CASES} in which x has the result's shape, though nothing comes before s
    again: bool = True       # whether s of an element reads its g once more

    def parts(self, sizes, operands, results, program):
        """The texts that `surrounded_row` exchanges: of a file, or of what takes their places; `program` as Surrounded.written gives it."""
        (g, g_triton), (after, after_triton), repeated, first, read = program
        names, lines = [operand.name for operand in operands], "\n".join
        known = [Operand("x", tuple(range(len(sizes))))] * (self.before or "x" in read) + operands
        inner = [*sizes[:-1], "n_cols"] if self.size == "n_cols" else sizes
        loads = {operand.name: self.load(operand, inner) for operand in known}
        if g == "g = x":
            loads["x"] = loads["x"].replace("x", "g", 1)
        middle = [size for size in inner[1:] if size not in self.known] if self.sized else []
        middle = middle if any(re.search(rf"\b{size}\b", load) for load in loads.values() for size in middle) else []
        below = f"{', '.join(middle)} = x.shape[1:{'' if middle[-1] == sizes[-1] else '-1'}]" if middle[1:] else f"{''.join(middle)} = x.shape[1]"
        stores = [f"tl.store({result}_ptr + {self.place}, {result}, mask=mask)" for result in results]
        made = ", ".join([self.x.format(", ".join(sizes), ", ".join(sizes[:-1])), *(operand.made(sizes) for operand in operands)])
        common = [(self.sizes if self.before or "x" not in read else self.square)[sizes], f"make({', '.join(sizes)}{self.more})", made, f"(x, {', '.join(names)}",
                  f"(x_ptr, {', '.join(f'{name}_ptr' for name in names)}", f"{', '.join(f'{end}_ptr' for end in results)}, {', '.join([*middle, self.size])}",
                  f"{', '.join(results)}, {', '.join([*middle, self.size])}", f"x, {', '.join(names)} = " + ", ".join(f"{name}.contiguous()" for name in ["x", *names]),
                  lines([self.sized, *[below] * bool(middle)]), lines(f"{end} = {self.empty}" for end in results),
                  lines([after, f"return {', '.join(results)}"]), f"return {', '.join(results)}"]
        if not self.before:
            return [*common, lines([*loads.values(), after_triton, *stores])]
        there = [lines(load for name, load in loads.items() if name in names) for names in (first, read)]
        return [*common, g, lines(filter(None, [there[0], g_triton])), lines(filter(None, [there[1], repeated])), lines([after_triton, *stores])]


ROW_SIZES = {("B", "T", "C"): "[(1, 1, 5), (2, 3, 33), (3, 5, 20)]", ("M", "N"): "[(1, 5), (3, 33), (2, 1100)]",
             ("N", "C", "H", "W"): "[(1, 2, 1, 3), (2, 3, 2, 7), (3, 2, 3, 11)]"}
ROWS = Around(ROW_SIZES, row_load, "torch.randn({0})", "row * n_cols + cols", "torch.empty_like(x)", "n_cols", "n_cols = x.shape[-1]", known=("n_cols",),
              before=True)
TILES = Around({("B", "T", "N"): "[(1, 1, 3, 2), (3, 11, 6, 37), (2, 35, 66, 9)]", ("M", "N"): "[(1, 3, 2), (11, 6, 37), (70, 66, 9)]",
                ("B", "H", "T", "N"): "[(1, 2, 1, 3, 2), (2, 3, 11, 6, 37), (3, 2, 7, 66, 9)]"}, tile_load, "torch.randn({1}, K)", "offsets",
               "torch.empty(x.shape[:-1] + (N,), dtype=x.dtype, device=x.device)", "M", "M = x.numel() // K", ", K", known=("N",),
               square={("B", "T", "N"): "[(1, 1, 3, 3), (3, 11, 6, 6), (2, 35, 66, 66)]", ("M", "N"): "[(1, 3, 3), (11, 6, 6), (70, 66, 66)]",
                       ("B", "H", "T", "N"): "[(1, 2, 1, 3, 3), (2, 3, 11, 6, 6), (3, 2, 7, 66, 66)]"})
COLUMNS = Around({("B", "T", "C"): "[(1, 2, 5), (2, 3, 33), (3, 20, 7)]", ("M", "N"): "[(2, 5), (3, 33), (30, 140)]",
                  ("N", "C", "H", "W"): "[(1, 2, 2, 3), (2, 3, 4, 7), (3, 2, 5, 11)]"}, Operand.loaded, "torch.randn({0})", "offsets",
                 "torch.empty_like(x)", "n_mid", "n_mid, n_inner = x.shape[-2:]", before=True)
CHANNELS = replace(COLUMNS, sizes={names: cases for names, cases in reversed(COLUMNS.sizes.items()) if names[2:]},
                   sized="n_mid, n_inner = x.shape[-3], x.shape[-2:].numel()")
AROUND = {"AROUND_ROWS": ROWS, "AROUND_ROW_SUMS": replace(ROWS, gone=-1, again=False),
          "AROUND_COLUMNS": COLUMNS, "AROUND_COLUMN_SUMS": replace(COLUMNS, gone=-2, again=False),
          "AROUND_CHANNELS": CHANNELS, "AROUND_CHANNEL_SUMS": replace(CHANNELS, gone=-3, again=False), "AFTER_TILES": TILES,
          "AFTER_PRODUCTS": Around({("B", "M", "N"): "[(1, 1, 3, 2), (3, 11, 6, 37), (2, 70, 66, 9)]",
                                    ("B", "H", "M", "N"): "[(1, 2, 1, 3, 2), (2, 3, 11, 6, 37), (2, 2, 70, 5, 9)]"}, product_load, "x = torch.randn({1}, K)\nreturn x",
                                   "offsets", "torch.empty(x.shape[:-1] + (N,), dtype=x.dtype, device=x.device)", "M", "M, K = x.shape[-2:]", ", K", known=("M", "N")),
          "AROUND_GROUPS": Around({("N", "C", "H", "W"): "[(1, 8, 1, 2), (2, 8, 5, 7), (2, 16, 36, 40)]", ("N", "C", "L"): "[(1, 8, 2), (2, 8, 35), (2, 16, 9)]"},
                                  group_load, "torch.randn({0})", "offsets", "torch.empty_like(x)", "n_groups", "n_batch, n_channels = x.shape[:2]",
                                  before=True)}
for kind, names in ("SIGNALS", "N, O, OL"), ("IMAGES", "N, O, OH, OW"), ("VOLUMES", "N, O, OD, OH, OW"):
    AROUND[f"AFTER_{kind}"] = Around({tuple(names.split(", ")): ""}, image_load, "x", "offsets",
                                     f"torch.empty(({names}), device=x.device, dtype=x.dtype)", "N")


def surrounding_operands(rng, rank):
    """One to four tensors of shapes that broadcast, mostly whole ones, numbers, and vectors along the last dimension or the channels."""
    whole = tuple(range(rank))
    shapes = [whole] * 5 + [()] * 3 + [whole[-1:]] * 3 + [whole[:-1]] * 2 + [(1,)] * (3 if rank > 2 else 1) + [(0,), whole[1:], whole[:2]]
    return [Operand(name, rng.choice(shapes), rng.choice(("ones", "leading"))) for name in "zwpq"[:rng.choices((1, 2, 3, 4), (4, 5, 3, 1))[0]]]


class Surrounded(Sketch):
    """A program of x and of some operands, g; `s`, which an operation makes of g; and a program of s, the other operands and anything before."""

    def __init__(self, rng, operands, rank, around):
        whole, kinds = frozenset(range(rank)), ("", "", "usual", "usual", "learned", "choices")
        kept = {operand.name: frozenset(operand.kept) for operand in operands} | {"s": whole - {rank + around.gone}}
        first = ["x", *(operand.name for operand in operands if rng.random() < 0.5)] if around.before else []
        kept |= {"x": whole} if around.before or around.square and rng.random() < 0.3 else {}
        later = [name for name in kept if name not in first]
        super().__init__(rng, first or later, False, rng.choice(kinds), kept)
        if not around.before:
            self.g = "s"
            return
        self.grow(rng.choices(range(5), (5, 5, 4, 2, 1))[0])
        self.g = next((name for name in reversed(self.values) if self.kept[name] == whole and self.reads(name, "x")), "x")
        self.unread = [name for name in self.unread if name != self.g] + later
        self.inputs = first + later
        self.values |= Sketch(rng, later).values
        self.groups = VOCABULARIES[rng.choice(kinds)]()

    def needed(self, value):
        """The values that `value` is computed from, itself among them; s is read as it is."""
        taken = () if value in self.inputs else self.steps[int(value[1:]) - 1][1]
        return {value}.union(*map(self.needed, taken))

    def written(self, ends, again):
        """(g, what follows s) as (torch, triton) texts in the order of a prompt, what of g the second reading repeats, what the first reads, and
        the second; `ends` {value: its name}."""
        depths, order = depths_of(self.steps, self.inputs), []
        depths["s"] = depths[self.g] + 3

        def visit(value):
            if value not in self.inputs and value not in order:
                row, taken = self.steps[int(value[1:]) - 1]
                for operand in operands(row, taken, depths):
                    visit(operand)
                order.append(value)

        visit(self.g)
        before = list(order)
        for end in ends:
            visit(end)
        inner = [value for value in order if value not in ends and value != self.g]
        names = dict(zip(self.inputs, self.inputs)) | {value: f"h{place + 1}" for place, value in enumerate(inner)} | ends
        names |= {self.g: "g"} if self.g != "s" else {}

        def texts(values):
            rows = [(*self.steps[int(value[1:]) - 1], names[value]) for value in values]
            return tuple(map("\n".join, zip(*(step(row, name, **dict(zip("xzw", map(names.get, taken)))) for row, taken, name in rows)))) or ("", "")

        first, read = self.needed(self.g), set().union(*map(self.needed, [*ends, *[self.g] * again]))
        g = ("g = x", "") if self.g == "x" else texts(before)
        return g, texts(order[len(before):]), texts([value for value in before if value in read])[1], first, read


def surrounded_program(rng, around):
    """(sizes, operands, names of the results, texts) of a drawn program around an operation, or None where the draw leads nowhere."""
    sizes = rng.choice([next(iter(around.sizes)), *around.sizes])
    drawn = surrounding_operands(rng, len(sizes))
    sketch = Surrounded(rng, drawn, len(sizes), around)
    sketch.grow(len(sketch.steps) + rng.choices(range(1, 8), (3, 5, 5, 4, 3, 2, 1))[0])
    ends = sketch.close(rng.choices((1, 2, 3), (14, 5, 1))[0])
    deepest = max(depths_of(sketch.steps, sketch.inputs).values())
    if not ends or sketch.g in ends or deepest > DEEPEST or not all(sketch.reads(end, "s") for end in ends):
        return None
    ends = {value: name.replace("x", "y") for value, name in ends.items()}
    return sizes, drawn, list(ends.values()), sketch.written(ends, around.again)


@functools.cache
def surrounded_row(kind, number):
    """Exchanges: a program around the operation of a file, which has y = operation(x + z) * x + w there, or y = operation(x) * z + w."""
    around = AROUND[kind]
    sizes, whole = next(iter(around.sizes)), tuple(range(len(next(iter(around.sizes)))))
    if around.before:
        operands, of_s, g = [Operand("z", (1,) if kind == "AROUND_GROUPS" else whole[-1:]), Operand("w", whole)], "y = s * x", ("g = x + z",) * 2
    else:
        operands, of_s, g = [Operand("z", whole), Operand("w", (1,) if around.x == "x" else whole[-1:])], "y = s * z", ("", "")
    after, read = (f"{of_s}\ny = y + w",) * 2, {"z", "w"} - ({"z"} if around.before and not around.again else set()) | ({"x"} if around.before else set())
    own = around.parts(sizes, operands, ["y"], (g, after, g[1] if around.again else "", {"x", "z"}, read))
    rng, found = random.Random(f"{kind} {number}"), None
    while not found:
        found = surrounded_program(rng, around)
    indents = [4] * 13 + [8] * 3 if around.before else [4] * len(own)   # of the texts of a file: three stand in a loop
    own = [old.replace("\n", "\n" + " " * indent) for old, indent in zip(own, indents)]
    return {old: new for old, new in zip(own, around.parts(*found)) if old != new}


def k_load(operand, sizes):
    """What `operand` has at `rows` and `k` of the first factor of a product."""
    along = {(len(sizes) - 1,): "k[None, :]", tuple(range(len(sizes) - 1)): "rows[:, None]", (): ""}
    place = along.get(operand.kept, place_of(operand.kept, sizes, "offsets"))
    mask = {"k[None, :]": "k[None, :] < K", "rows[:, None]": "rows[:, None] < M"}.get(place, "inside")
    at = f"{operand.name}_ptr + {place}, mask={mask}, other=0.0" if place else f"{operand.name}_ptr"
    return f"{operand.name} = tl.load({at}).to(tl.float32)"


def before_texts(sizes, operands, program):
    """What a file of a product says of its first factor, a program g of x and operands; x has `sizes`, K the last."""
    names, lines = [operand.name for operand in operands], "\n".join
    loads = [k_load(operand, sizes) for operand in [Operand("x", tuple(range(len(sizes)))), *operands]]
    middle = sizes[1:-1] if any(re.search(rf"\b{size}\b", load) for load in loads for size in sizes[1:-1]) else ()
    below = f"{', '.join(middle)} = x.shape[1:-1]" if middle[1:] else f"{''.join(middle)} = x.shape[1]"
    cases = {("B", "T", "K"): "[(1, 1, 3, 2), (3, 11, 6, 37), (2, 35, 66, 9)]", ("M", "K"): "[(1, 3, 2), (11, 6, 37), (70, 66, 9)]"}
    return [cases[sizes], f"make({', '.join(sizes[:-1])}, N, K)", ", ".join([f"torch.randn({', '.join(sizes)})", *(operand.made(sizes) for operand in operands)]),
            f"(x, {', '.join(names)}", f"(x_ptr, {', '.join(f'{name}_ptr' for name in names)}", f"y_ptr, {', '.join([*middle, 'M'])}", f"y, {', '.join([*middle, 'M'])}",
            f"x, {', '.join(names)} = " + ", ".join(f"{name}.contiguous()" for name in ["x", *names]), lines(["M = x.numel() // K", *[below] * bool(middle)]),
            program[0], lines([*loads, program[1]])]


@functools.cache
def before_row(number):
    """Exchanges: a program of x and of tensors that broadcast to it before a product, of a file that has g = x * z + w there."""
    sizes = ("B", "T", "K")
    own = before_texts(sizes, [Operand("z", (2,)), Operand("w", (0, 1, 2))], ("g = x * z\ng = g + w",) * 2)
    rng = random.Random(f"before {number}")
    drawn, operands = rng.choice((sizes, sizes, ("M", "K"))), []
    while not operands:
        operands = surrounding_operands(rng, len(drawn))
        kept = {operand.name: frozenset(operand.kept) for operand in operands} | {"x": frozenset(range(len(drawn)))}
        sketch = Sketch(rng, list(kept), False, rng.choice(("", "usual", "usual", "learned", "choices")), kept)
        sketch.grow(rng.choices(range(1, 6), (3, 4, 3, 2, 1))[0])
        ends = sketch.close(1)
        if not ends or sum(len(COUNTED.findall(row[0])) for row, _ in sketch.steps) > SHORTEST:
            operands = []
    texts = before_texts(drawn, operands, depth_first(sketch.steps, sketch.inputs, {value: "g" for value in ends}))
    own = [old.replace("\n", "\n" + " " * (4 if place < 10 else 8)) for place, old in enumerate(own)]
    return {old: new for old, new in zip(own, texts) if old != new}


SURROUNDED_ROWS = 1500


BROADCASTS, BROADCAST_ROWS = {"BROADCAST_XZ": ("x", "z"), "BROADCAST_XZW": ("x", "z", "w"), "BROADCAST_XZWP": ("x", "z", "w", "p")}, 1200
PARAMETERS = {name.replace("BROADCAST", "PARAMETERS"): names for name, names in BROADCASTS.items()}


# ---- cells: programs of the parts of a tensor ------------------------------------------------------------------

PARTS = ("a", "b", "c", "d", "e"), ("a2", "b2", "c2", "d2")   # of a tensor, and of a second
STATES, VECTORS = "qow", "klj"   # tensors beside the parts: as large as a part, and a number for each place of the last dimension
CELLS = {"CELL_CHUNK": (("chunk",), 1), "CELL_CHUNKS": (("chunk",), 2), "CELL_SLICE": (("slice",), 1),
         "CELL_SELECT": (("select", "view", "stride"), 1)}   # kinds of Cut, and how many tensors are taken apart
CELL_ROWS = 4000


@dataclass(frozen=True)
class Cut:
    """How a tensor is taken apart along dimension `place` of `sizes`, the sizes of a part: into `number` parts that are a "chunk" each or every
    so manieth place ("stride"), into a "slice" of each of `widths`, or along a dimension of its own ("select") that may have to be made ("view")."""
    kind: str
    sizes: str
    place: int
    number: int
    widths: tuple = ()

    @property
    def width(self):
        """Of the slices that are alike."""
        return max(self.widths, key=self.widths.count)

    @property
    def alike(self):
        """Numbers of the parts that have one shape."""
        return [index for index, width in enumerate(self.widths) if width == self.width] if self.widths else range(self.number)

    @property
    def inner(self):
        return "inner" * (self.kind == "slice" and self.place < len(self.sizes) - 1)

    def cases(self):
        cases = ast.literal_eval(f"[{SIZE_CASES[len(self.sizes)]}]")
        return f"[{', '.join(str((*case[:self.place], self.width if self.widths else case[self.place], *case[self.place + 1:])) for case in cases)}]"

    def made(self):
        before, here, after = self.sizes[:self.place], self.sizes[self.place], self.sizes[self.place + 1:]
        middle = {"slice": [str(sum(self.widths))], "select": [str(self.number), here]}.get(self.kind, [f"{self.number} * {here}"])
        return f"torch.randn({', '.join([*before, *middle, *after])})"

    def parts(self, tensor):
        lead = ":, " * self.place
        return {"chunk": f"{tensor}.chunk({self.number}, dim={self.place})", "slice": f"{tensor}.split({list(self.widths)}, dim={self.place})",
                "select": f"{tensor}.unbind({self.place})", "stride": f"[{tensor}[{lead}i::{self.number}] for i in range({self.number})]",
                "view": f"{tensor}.unflatten({self.place}, ({self.number}, -1)).unbind({self.place})"}[self.kind]

    def distance(self, index):
        """Text of how far behind the first part another lies."""
        count, unit = (sum(self.widths[:index]), self.inner) if self.kind == "slice" else (index, "run")
        return f" + {count}" + f" * {unit}" * bool(unit) if count or self.kind != "slice" else ""

    def part(self, tensor, used):
        """Text of a part's size along the dimension."""
        whole = f"{tensor}.shape[{self.place}]"
        if self.kind != "slice":
            return f"triton.cdiv({whole}, {self.number})"
        return next((str(self.widths[index]) for index in used if index < len(self.widths) - 1), f"{whole} - {sum(self.widths[:-1])}")

    def empty(self, tensor, used):
        """Text of a new tensor that is as large as a part."""
        middle = "" if self.kind == "select" else f"({self.part(tensor, used)},) + "
        shape = f"{tensor}.shape[:{self.place}] + {middle}{tensor}.shape[{self.place + 1}:]".replace(f"{tensor}.shape[:0] + ", "")
        return f"torch.empty({shape}, dtype={tensor}.dtype, device={tensor}.device)"

    def runs(self, tensor, result):
        """The lines that say how many numbers of a part lie together, and how far two such runs are apart."""
        stride, whole = f"{tensor}.stride({self.place})", f"{tensor}.shape[{self.place}]"
        if self.kind in ("select", "stride"):
            return [f"run = {stride}", f"whole = {whole if self.kind == 'select' else self.number} * run"]
        return [f"inner = {stride}", f"run, whole = {result}.shape[{self.place}] * inner, {whole} * inner"]


@dataclass(frozen=True)
class Wiring:
    """A program (PyTorch, Triton) of the parts `taken` {name: (tensor, which)} and of `others`; `first` is what is done to a whole tensor before."""
    cut: Cut
    taken: dict
    others: str
    results: tuple
    program: tuple
    first: tuple = ()

    def loads(self):
        """Everything that is beside the parts first: what stands in one block with the program comes in the order of the prompt."""
        at = {name: "offsets" if name in STATES else f"offsets % {self.cut.sizes[-1]}" for name in self.others}
        lines = [f"{name} = tl.load({name}_ptr + {at[name]}, mask=mask, other=0.0).to(tl.float32)" for name in self.others]
        lines += ["# Element i of a part lies in run i // run, at place i % run, some whole runs behind the first part.",
                  "first = offsets // run * whole + offsets % run", ""]
        for name, (tensor, index) in self.taken.items():
            lines.append(f"{name} = tl.load({tensor}_ptr + first{self.cut.distance(index)}, mask=mask, other=0.0).to(tl.float32)")
            lines += [renamed(line, x=name) for line in self.first[1:]]
        return lines

    def texts(self, stem):
        """What the file `stem` says: cases, make, and its three functions, each from its arguments on."""
        cut, tensors, used = self.cut, list(dict.fromkeys(tensor for tensor, _ in self.taken.values())), [index for _, index in self.taken.values()]
        states, vectors, head = [name for name in self.others if name in STATES], [name for name in self.others if name in VECTORS], self.results[0]
        names, ends, last = [*tensors, *self.others], ", ".join(self.results), cut.sizes[-1]
        made = [cut.made()] * len(tensors) + [f"torch.randn({', '.join(cut.sizes) if name in STATES else last})" for name in self.others]
        apart = []
        for tensor in tensors:
            ours = {name: f"parts[{index}]" for name, (of, index) in self.taken.items() if of == tensor}
            apart += [renamed(line, x=tensor) for line in self.first[:1]]
            apart += [f"parts = {cut.parts(tensor)}", f"{', '.join(ours)} = {', '.join(ours.values())}"]
        inner = ["n_elements", *[last] * bool(vectors), *[cut.inner] * bool(cut.inner), "run", "whole"]
        pointers = [f"{name}_ptr" for name in [*names, *self.results]]
        kernel = ["offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)", "mask = offsets < n_elements",
                  *self.loads(), self.program[1], *(f"tl.store({name}_ptr + offsets, {name}, mask=mask)" for name in self.results)]
        host = [f"{', '.join(names)} = {', '.join(f'{name}.contiguous()' for name in names)}",
                f"{head} = {f'torch.empty_like({states[0]})' if states else cut.empty(tensors[0], used)}",
                *(f"{name} = torch.empty_like({head})" for name in self.results[1:]), *cut.runs(tensors[0], head), f"n_elements = {head}.numel()",
                *[f"{last} = {head}.shape[-1]"] * bool(vectors), "grid = (triton.cdiv(n_elements, 1024),)",
                f"{stem}_kernel[grid]({', '.join([*names, *self.results, *inner])}, BLOCK=1024)", f"return {ends}"]

        def function(arguments, lines):
            return "\n".join([f"({', '.join(arguments)}):", *("    " + line if line else "" for line in "\n".join(lines).split("\n"))])

        return [cut.cases(), function(cut.sizes, [f"return {', '.join(made)}" if made[1:] else f"return ({made[0]},)"]),
                function(names, [*apart, self.program[0], f"return {ends}"]),
                function([*pointers, *inner, "BLOCK: tl.constexpr"], kernel), function(names, host)]


class Cell:
    """One of CELLS, `text`, as the beginning of a sketch, and the names that it reads: a, b, ... are parts of a tensor, a2, b2, ... those
    of a second; s() is what squashes gates, t() what bends candidates."""

    SQUASH = "sigmoid sigmoid sigmoid hardsigmoid tanh relu softplus".split()
    BEND = "tanh tanh tanh relu gelu gelu_tanh silu softsign hardtanh elu leaky_relu mish softplus relu6 sin".split()

    def __init__(self, rng, text):
        self.tree, calls = ast.parse(text), ({"s": "sigmoid", "t": "tanh"}, {"s": "sigmoid"}, {})   # as cells are known, as a rule
        self.rows = {name: tables()["UNARY"][rng.choice(of)] for name, of in (("s", self.SQUASH), ("t", self.BEND))}
        self.rows |= {"exp": ("x = torch.exp(x)", "x = tl.exp(x)")}
        self.rows |= {name: tables()["UNARY"][known] for name, known in rng.choice(calls).items()}
        names = [node.id for node in ast.walk(self.tree) if isinstance(node, ast.Name)]
        self.read = [name for name in [*PARTS[0], *PARTS[1], *STATES, *VECTORS] if name in names]

    def row_of(self, node):
        """The row that an operation is, with its numbers in it."""
        if isinstance(node, ast.Call):
            return self.rows.get(node.func.id) or tables()[("UNARY", "ATOMS_TWO", "ATOMS_THREE")[len(node.args) - 1]][node.func.id]
        sign, letters = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/"}[type(node.op)], iter("xz")
        sides = [str(side.value) if isinstance(side, ast.Constant) else next(letters) for side in (node.left, node.right)]
        return (f"x = {sides[0]} {sign} {sides[1]}",) * 2   # the same in both languages

    def made(self, node, sketch, values):
        """The name of the value in `sketch` that an expression makes, or None."""
        if isinstance(node, ast.Name):
            return values.get(node.id, node.id)
        operands = node.args if isinstance(node, ast.Call) else [node.left, node.right]
        taken = [self.made(operand, sketch, values) for operand in operands if not isinstance(operand, ast.Constant)]
        return None if None in taken else sketch.put(self.row_of(node), taken)

    def begin(self, sketch):
        """{name: value} of what the cell computes, or None."""
        values = {}
        for line in self.tree.body:
            values[line.targets[0].id] = self.made(line.value, sketch, values)
            if not values[line.targets[0].id]:
                return None
        return values


def drawn_cut(rng, kinds, number):
    """How a tensor might be taken into at least so many parts: mostly along the last dimension or the channels."""
    kind, sizes = rng.choice(kinds), SIZES[rng.choice((2, 2, 2, 3, 3, 4))]
    place = rng.choice((len(sizes) - 1, len(sizes) - 1, len(sizes) - 1, 1, rng.randrange(len(sizes))))
    if kind == "slice":
        numbers = set(map(int, re.findall(r"\d+", SIZE_CASES[len(sizes)])))
        width = rng.choice([size for size in (4, 6, 8, 9, 10, 12, 14, 16, 18, 24, 32) if size not in numbers])
        rest = [rng.choice([size for size in range(1, 40) if size != width]) for _ in range(rng.choice((1, 1, 1, 2, 2, 3)))]
        return Cut(kind, sizes, place, 0, tuple(rng.sample([width] * number + rest, number + len(rest))))
    more = rng.choice((0, 0, 0, 1, 2)) if kind != "stride" else 0   # every place of them is read, or else their number need not divide the whole
    return Cut(kind, sizes, place, number + more)


def drawn_ends(rng, sketch, values):
    """{value: name} of one to three results, the new state of a cell among them more often than not, or None."""
    every = frozenset().union(*sketch.kept.values())
    state = [value for name, value in values.items() if name == "h" and rng.random() < 0.6]
    ends = list(dict.fromkeys([*sketch.unread, *state]))
    fit = len(ends) <= 3 and all(name not in sketch.inputs and sketch.kept[name] == every for name in ends)
    return dict(zip(rng.sample(ends, len(ends)), "rvy"[-len(ends):])) if fit else None


def drawn_wiring(rng, kinds, tensors):
    """A Wiring of so many tensors: a cell and perhaps what follows it, or single operations; None where the draw leads nowhere."""
    cells = [text for text in tables()["CELLS"] if (tensors == 2) == ("2" in text)]
    cell, is_cell = Cell(rng, rng.choice(cells)), rng.random() < 0.75
    beside = rng.choice(("", "q", "q", "qo", "k", "qk"))
    read = cell.read if is_cell else [*PARTS[0][:rng.choice((2, 3, 3, 4))], *PARTS[1][:rng.choice((1, 2, 3)) * (tensors - 1)], *beside]
    groups = [[name for name in read if name in letters] for letters in PARTS[:tensors]]
    cut = drawn_cut(rng, kinds, max(2, *map(len, groups)))
    order = rng.sample(cut.alike, max(map(len, groups)))
    orders = [order, order if rng.random() < 0.7 else rng.sample(order, len(order))]
    wholes = ("x1", "x2") if tensors == 2 else ("x",)
    taken = {name: (whole, index) for whole, names, order in zip(wholes, groups, orders) for name, index in zip(names, order)}
    dims = range(len(cut.sizes))
    sketch = Sketch(rng, read, False, "gates", {name: frozenset(dims[-1:] if name in VECTORS else dims) for name in read})
    values = cell.begin(sketch) if is_cell else {}
    if values is None:
        return None
    sketch.grow(len(sketch.steps) + rng.choice((0, 0, 0, 1, 2)) if is_cell else rng.randint(2, 8))
    ends, depths = drawn_ends(rng, sketch, values), depths_of(sketch.steps, read)
    if not ends or max(depths.values()) > DEEPEST or len(sketch.steps) > 17:
        return None
    first = rng.choice([*cell.rows.values()]) if rng.random() < 0.1 else None
    others = "".join(name for name in read if name in STATES + VECTORS)
    return Wiring(cut, taken, others, tuple(ends.values()), depth_first(sketch.steps, read, ends), (first[0], *first[1].split("\n")) if first else ())


def own_wiring(table):
    """The wiring that the files of a table of CELLS have themselves."""
    (kind, *_), tensors = CELLS[table]
    first, last, third = ("x1", "x2", "a2") if tensors == 2 else ("x", "x", "c")
    cut = Cut(kind, "BTC", 2, 3, (8, 8, 5, 8) if kind == "slice" else ())
    program = f"y = torch.sigmoid(b) * q + a * {third}"
    return Wiring(cut, {"a": (first, 0), "b": (first, 1), third: (last, cut.alike[-1])}, "q", ("y",), (program, program.replace("torch", "tl")))


@functools.cache
def cell_row(stem, table, number):
    """Exchanges: a drawn wiring in the place of a file's own."""
    rng, found = random.Random(f"{stem} {number}"), None
    while not found:
        found = drawn_wiring(rng, *CELLS[table])
    return {old: new for old, new in zip(own_wiring(table).texts(stem), found.texts(stem)) if old != new}


# ---- programs of tensors that broadcast, before an operation along one dimension --------------------------------

BEFORE_COLUMNS = {1: "", 2: "M", 3: "BT", 4: "NCH", 5: "NCDH"}   # and n_cols


@dataclass(frozen=True)
class Along:
    """How a kernel goes along the dimension `dim` of tensors of `sizes`: `indices` are names of what it counts with and the dimensions of each,
    `masks` {those of them that may pass the end and are in a place: the mask of a load from there}."""
    sizes: tuple
    dim: int
    indices: tuple
    masks: dict
    lengths: tuple   # of that dimension in the cases

    @classmethod
    def rows(cls, rank):
        """One row of the last dimension for each program, some columns at a time."""
        every = tuple(range(rank))
        return cls((*BEFORE_COLUMNS[rank], "n_cols"), rank - 1, (("row", every[:-1]), ("cols", every[-1:]))[rank == 1:], {"cols": "mask"}, (5, 33, 20))

    @classmethod
    def columns(cls, rank, dim, tiled):
        """Neighbouring columns for each program, which walks down `dim` in tiles or one by one."""
        every, sizes = tuple(range(rank)), list(SIZES[rank])
        sizes[dim], sizes[-1] = "n_mid", sizes[-1] if rank - dim > 2 else "n_inner"
        masks = {"mid inner": "mask", "mid": "mid < n_mid", "inner": "inner < n_inner"} if tiled else {"mid inner": "mask", "inner": "mask"}
        indices = ("outer", every[:dim]), ("mid", (dim,)), ("inner", every[dim + 1:])
        return cls(tuple(sizes), dim, indices, masks, (3, 9, 34) if tiled else (3, 4, 9))

    @classmethod
    def everything(cls, rank):
        """Neighbouring elements of the whole tensor for each program."""
        every, sizes = tuple(range(rank)), SIZES.get(rank, "N")
        return cls(tuple(sizes), rank - 1, (("offsets", every),), {"offsets": "mask"}, (5, 33, 200))

    @classmethod
    def places(cls, rank):
        """Some results for each program, of any dimensions, and some of their elements at a time."""
        return cls(tuple(SIZES[rank]), rank - 1, (("places", tuple(range(rank))),), {"places": "mask"}, (3, 7, 33))

    @property
    def cases(self):
        others = (1, 2, 1, 3), (2, 3, 5, 7), (3, 4, 2, 11)
        every = [(*row[:self.dim], length, *row[self.dim:])[:len(self.sizes)] for row, length in zip(others, self.lengths)]
        return ", ".join(f"({', '.join(map(str, row))}{',' * (not row[1:])})" for row in every)

    def place(self, kept):
        """Where in a tensor of the dimensions `kept` the element is that the indices count."""
        place = ""
        for name, dims in self.indices:
            if here := [dim for dim in dims if dim in kept]:
                own = place_of([dim - dims[0] for dim in here], [self.sizes[dim] for dim in dims]).replace("offsets", name)
                size = " * ".join(self.sizes[dim] for dim in here)
                size = "n_inner" if name == "inner" and here == list(dims) else f"({size})" if here[1:] else size
                place = (f"({place})" if " + " in place else place) + f" * {size} + {own}" if place else own
        all_along_the_first = self.dim == 0 and len(kept) == len(self.sizes)
        return place.replace("mid", "(outer * n_mid + mid)", 1) if all_along_the_first else place   # outer is 0 then, and of 64 bits

    def loaded(self, operand, kept):
        place = self.place(kept)
        mask = self.masks.get(" ".join(name for name in ("mid", "cols", "inner", "offsets", "places") if re.search(rf"\b{name}\b", place)))
        at = f"{operand.name}_ptr + {place}" if place else f"{operand.name}_ptr"
        other = f", mask={mask}, other={'0' if operand.mask else '0.0'}" if mask else ""
        return f"{operand.name} = tl.load({at}{other})" + ".to(tl.float32)" * (not operand.mask)


def drawn_shapes(rng, names, rank):
    """Operands of drawn shapes: all whole, what a module has learned beside x, or any that broadcast; x, whose type the result has, is no mask."""
    if rank == 1:
        return [Operand("x", (0,)), *(Operand(name, *rng.choice((((0,),), ((),), ((), "short")))) for name in names[1:])]
    draw = rng.random()
    if draw < 0.2 or not names[1:]:
        return [Operand(name, tuple(range(rank))) for name in names]
    if draw < 0.4:
        return drawn_parameters(rng, names, rank)
    while (operands := drawn_operands(rng, names, rank))[0].mask:
        pass
    return operands


def drawn_prologue(rng, names, rank, gentle, short):
    """(operands, (PyTorch, Triton)) of a short program over tensors that broadcast, whose result is x, or None where the draw leads nowhere.

    What is `gentle` can be multiplied often without leaving the range of float32; what is `short` is asked in one piece with a scan behind it.
    """
    operands = drawn_shapes(rng, names, rank)
    kept, masks = {operand.name: frozenset(operand.kept) for operand in operands}, [operand.name for operand in operands if operand.mask]
    sketch = Sketch(rng, names, False, rng.choice(("", "usual", "usual", "choices")), kept, masks)
    steps = rng.choices(range(1, 7), (5, 6, 5, 3, 2, 1) if not short else (6, 5, 2, 1, 0, 0))[0]
    sketch.grow(steps // 2)
    sketch.ask_masks()
    sketch.grow(steps)
    ends = None if set(masks) & set(sketch.unread) else sketch.close(1)
    if short and sum(len(COUNTED.findall(row[0])) for row, _ in sketch.steps) > SHORTEST:
        return None
    if not ends or max(depths_of(sketch.steps, names).values()) > DEEPEST or gentle and sketch.values[next(iter(ends))].abs().max() > 3:
        return None
    in_torch, in_triton = depth_first(sketch.steps, names, ends)
    views = [f"{operand.name} = {operand.name}{view}" for operand in operands if (view := operand.viewed("x" * rank))]
    return operands, ("\n".join([*views, in_torch]), in_triton)


def drawn_tail(rng, rank, single):
    """(an operand p of dimensions of a result of `rank`, but for its `single` one, or None, (PyTorch, Triton)) of what follows: nothing, often."""
    kind = rng.choices(("", "TAIL_X", "TAIL_XZ"), (9, 5, 6))[0]
    rows = programs(*PROGRAMS[kind]) if kind else [("", "")]
    tail = tuple(renamed(text, x="y", z="p") for text in rows[rng.randrange(len(rows))])
    if kind != "TAIL_XZ":
        return None, tail
    first, after = sorted(rng.choices(range(rank + 1), k=2))
    kept = tuple(place for place in rng.choice((range(rank), range(first, after), ())) if place != single)
    return Operand("p", kept, rng.choice(("leading", "leading", "ones") if kept else ("leading", "short")[rank == 0:])), tail


def common_texts(along, operands, prologue, p, tail, left):
    """What every such file says: (names of its arguments, how the sizes come from them, [(fragment, its indentation)]); p is of the sizes `left`."""
    sizes, names = along.sizes, [operand.name for operand in operands]
    whole = [operand.name for operand in operands if len(operand.kept) == len(sizes)]
    known = f"{whole[0]}.shape" if whole else f"torch.broadcast_shapes({', '.join(f'{name}.shape' for name in names)})"
    made = [operand.made(sizes) for operand in operands] + ([p.made(left)] if p else [])
    every = names + ["p"] * bool(p)
    texts = [f"[{along.cases}]", f"make({', '.join(sizes)})", ", ".join(made) if made[1:] else f"({made[0]},)", ", ".join(every),
             ", ".join(f"{name}.contiguous()" for name in every)]
    unpacked = f"{', '.join(sizes)} = {known}" if sizes[1:] else f"{sizes[0]} = {known}[0]"
    return every, unpacked, [(text, 0) for text in texts] + [(prologue[0], 4), (tail[0], 4)]


def shapes_texts(along, operands, prologue, p, tail, reduced, keepdim, helped, indents):
    """[(fragment, its indentation)]: all that a file of an operation along a dimension says of its operands, of sizes, and of what it computes.

    What comes before the operation stands in its loop, or where it is `helped`, in a function of its own, which then gets the sizes it needs.
    """
    sizes, dim, lines = along.sizes, along.dim, "\n".join
    left = [place for place in range(len(sizes)) if place != dim or keepdim or not reduced]   # the dimensions of the result
    shape = ["1" if place == dim and reduced else sizes[place] for place in left]
    shape[-1:] = ["K"] if reduced == "K" else shape[-1:]
    loads = [along.loaded(operand, operand.kept) for operand in operands]
    after = [along.loaded(p, [left[place] for place in p.kept])] if p else []
    every, unpacked, common = common_texts(along, operands, prologue, p, tail, [sizes[place] for place in left])
    fixed = ["n_mid", "n_inner"] if "n_mid" in sizes else ["n_cols"]
    more = [f"n_inner = {' * '.join(sizes[dim + 1:])}"] * ("n_inner" in fixed and "n_inner" not in sizes)
    pointers = [f"{name}_ptr" for name in every]

    def read(loads):
        return ", ".join([size for size in sizes if size not in fixed and re.search(rf"\b{size}\b", lines(loads))] + fixed)

    return [*common, (f"dim={dim - len(sizes)}" + ", keepdim=True" * (keepdim and reduced != "K"), 0), (", ".join(pointers), 0),
            (lines([*loads, prologue[1]]), indents[0]), (lines(filter(None, [*after, tail[1]])), indents[1]),
            (f"y_ptr, {read(loads + after)}", 0), (f"y, {read(loads + after)}", 0), (lines([unpacked, *more]), 4),
            (f"empty(({', '.join(shape)}{',' * (len(shape) == 1)})", 0),
            (f"{'n_outer' if 'n_mid' in sizes else 'n_rows'} = {' * '.join(sizes[:dim]) or '1'}", 0),
            *[(f"{', '.join(pointers[:len(operands)])}, {', '.join(name for name, _ in along.indices)}, {read(loads)}", 0)] * helped]


@functools.cache
def shapes_row(number, columns=False, reduced=True, helped=False, gentle=False, short=False, tailed=True, indents=None, lengths=None):
    """Exchanges: an operation along a dimension of a drawn program, of a file that multiplies x by z, adds w, and adds p to what comes out.

    `reduced` is "K" where K elements of that dimension are left; `indents` are those of the program and of the tail in the kernel.
    """
    tiled = reduced and not gentle   # products are taken line by line
    indents = indents or (4 if helped else 8, 4 if reduced else 8)
    along = Along.columns(3, 1, tiled) if columns else Along.rows(3)
    along = replace(along, lengths=lengths or along.lengths)
    places, p = [Operand("x", (0, 1, 2)), Operand("z", (1,)), Operand("w", (2,))], Operand("p", (1,) if reduced else (2,))
    p, tail = (p, "y = y + p") if tailed else (None, "")
    own = shapes_texts(along, places, ("x = x * z\nx = x + w",) * 2, p, (tail, tail), reduced, reduced == "K", helped, indents)
    rng, found = random.Random(f"shapes {columns} {reduced} {helped} {gentle} {short} {tailed} {number}"), None
    rank = rng.choice((2, 2, 3, 3, 3, 4, 4, 4, 5) if columns else (1, 2, 2, 3, 3, 3, 4, 4, 5))
    along = Along.columns(rank, rng.choice((0, *range(rank - 1), rank - 2)), tiled) if columns else Along.rows(rank)
    along = replace(along, lengths=lengths or along.lengths)
    keepdim = reduced == "K" or reduced and rng.random() < 0.4
    names = rng.choices((("x",), ("x", "z"), ("x", "z", "w")), (1, 6, 4))[0]
    while not found:
        found = drawn_prologue(rng, names, rank, gentle, short)
    p, tail = drawn_tail(rng, rank - (reduced and not keepdim), along.dim if keepdim else None) if tailed else (None, ("", ""))
    drawn = shapes_texts(along, *found, p, tail, reduced, keepdim, helped, indents)
    return {old.replace("\n", "\n" + " " * by): new for (old, by), (new, _) in zip(own, drawn) if old != new}


def number_texts(along, operands, prologue, p, tail):
    """[(fragment, its indentation)] as `shapes_texts`, of a file that makes one number of everything."""
    sizes, lines = along.sizes, "\n".join
    every, unpacked, common = common_texts(along, operands, prologue, p, tail, "N")
    loads, names = [along.loaded(operand, operand.kept) for operand in operands], every[:len(operands)]
    read = ", ".join(["n_elements", *(size for size in sizes if re.search(rf"\b{size}\b", lines(loads)))])
    joined = ["p"] * bool(p)
    return [*common, (lines([*loads, prologue[1]]), 4), (lines([*["p = tl.load(p_ptr).to(tl.float32)"] * bool(p), tail[1]]).strip(), 4),
            (f"{', '.join(names)}, partial, {read}", 0), (", ".join(f"{name}_ptr" for name in [*names, "partial"]) + f", {read}", 0),
            (", ".join(["partial", *joined, "y"]), 0), (", ".join(f"{name}_ptr" for name in ["partial", *joined, "y"]), 0),
            ("empty((1,)" if p and p.form != "short" else "empty(()", 0), (lines([unpacked, f"n_elements = {' * '.join(sizes)}"]), 4)]


@functools.cache
def number_row(number):
    """Exchanges: everything of a drawn program as one number, of a file that multiplies x by z, adds w, and adds p to what comes out."""
    places = [Operand("x", (0, 1, 2)), Operand("z", (1,)), Operand("w", (2,))]
    own = number_texts(Along.everything(3), places, ("x = x * z\nx = x + w",) * 2, Operand("p", (), "short"), ("y = y + p",) * 2)
    rng, found = random.Random(f"number {number}"), None
    rank, names = rng.choice((1, 2, 2, 3, 3, 4, 4, 5)), rng.choices((("x",), ("x", "z"), ("x", "z", "w")), (2, 6, 4))[0]
    while not found:
        found = drawn_prologue(rng, names, rank, False, False)
    p, tail = drawn_tail(rng, 0, None)
    p = p and Operand("p", (), rng.choice(("short", "leading")))
    drawn = number_texts(Along.everything(rank), *found, p, tail)
    return {old.replace("\n", "\n" + " " * by): new for (old, by), (new, _) in zip(own, drawn) if old != new}


def places_along(name, dims, sizes):
    """Where in a tensor of `sizes` the element is that `name` counts along `dims`, at the beginning of all other dimensions."""
    def product(dims):
        text = " * ".join(sizes[dim] for dim in dims)
        return f"({text})" if dims[1:] else text

    terms = []
    for _, neighbours in itertools.groupby(enumerate(dims), lambda pair: pair[1] - pair[0]):
        here = [dim for _, dim in neighbours]
        faster, below = [dim for dim in dims if dim > here[-1]], range(here[-1] + 1, len(sizes))
        term = name + (f" // {product(faster)}" if faster else "") + (f" % {product(here)}" if terms else "")
        terms.append(term + (f" * {product(below)}" if below else ""))
    return " + ".join(terms)


def dims_texts(dims, along, operands, prologue, p, tail, keepdim):
    """[(fragment, its indentation)] as `shapes_texts`, of a file that reduces the dimensions `dims`."""
    sizes, lines = along.sizes, "\n".join
    rows = [place for place in range(len(sizes)) if place not in dims]
    left = range(len(sizes)) if keepdim else rows
    shape = ["1" if place in dims else sizes[place] for place in left]
    every, unpacked, common = common_texts(along, operands, prologue, p, tail, [sizes[place] for place in left])
    starts, cols = places_along("rows", rows, sizes), places_along("cols", dims, sizes)
    loads = [f"places = starts + {cols}", *(along.loaded(operand, operand.kept) for operand in operands)]
    after, among = [], [sizes[place] for place in rows]
    if p:
        place = place_of([rows.index(left[place]) for place in p.kept], among).replace("offsets", "rows")
        after = [f"p = tl.load(p_ptr{f' + {place}, mask=rows < n_rows, other=0.0' if place else ''}).to(tl.float32)"]

    def read(first, texts):
        return ", ".join([first, *(size for size in sizes if re.search(rf"\b{size}\b", lines(texts)))])

    names, joined = every[:len(operands)], ["p"] * bool(p)
    return [*common, (f"dim=({', '.join(map(str, dims))})" + ", keepdim=True" * keepdim, 0),
            (f"starts = ({starts})" if starts != "rows" else "starts = rows", 0),
            (lines([*loads, prologue[1]]), 8), (lines(filter(None, [*after, tail[1]])), 4),
            (read("share", [starts, *loads]), 0), (read("n_cols, n_shares", after), 0),
            (", ".join([*names, "partial"]), 0), (", ".join(f"{name}_ptr" for name in [*names, "partial"]), 0),
            (", ".join(["partial", *joined, "y"]), 0), (", ".join(f"{name}_ptr" for name in ["partial", *joined, "y"]), 0),
            (lines([unpacked, f"n_rows, n_cols = {' * '.join(among)}, {' * '.join(sizes[dim] for dim in dims)}"]), 4),
            (f"empty(({', '.join(shape)}{',' * (len(shape) == 1)})", 0)]


@functools.cache
def dims_row(number):
    """Exchanges: some dimensions of a drawn program reduced, of a file that multiplies x by z, adds w, and adds p to what comes out."""
    places = [Operand("x", (0, 1, 2, 3)), Operand("z", (1,)), Operand("w", (3,))]
    own = dims_texts((0, 2), Along.places(4), places, ("x = x * z\nx = x + w",) * 2, Operand("p", (1,)), ("y = y + p",) * 2, False)
    rng, found = random.Random(f"dims {number}"), None
    rank, names, keepdim = rng.choice((3, 3, 4, 4, 4, 5)), rng.choices((("x",), ("x", "z"), ("x", "z", "w")), (1, 6, 4))[0], rng.random() < 0.4
    dims = rng.choice((tuple(range(2, rank)), tuple(range(1, rank)), (0, *range(2, rank)), None, None)) if rank > 3 else None
    dims = dims or tuple(sorted(rng.sample(range(rank), rng.randrange(2, rank))))
    while not found:
        found = drawn_prologue(rng, names, rank, False, False)
    p, tail = drawn_tail(rng, rank if keepdim else rank - len(dims), None)
    p = p and Operand("p", tuple(place for place in p.kept if not (keepdim and place in dims)), p.form)
    drawn = dims_texts(dims, Along.places(rank), *found, p, tail, keepdim)
    return {old.replace("\n", "\n" + " " * by): new for (old, by), (new, _) in zip(own, drawn) if old != new}


# Axes of such files: along rows or columns, to numbers or to as many as before.
SHAPES, SHAPE_ROWS = {"ROWS_REDUCED": {}, "ROWS_MULTIPLIED": {"gentle": True}, "ROWS_TO_PLACES": {"tailed": False},
                      "ROWS_SCANNED": {"reduced": False, "short": True}, "ROWS_MULTIPLIED_ON": {"reduced": False, "short": True, "gentle": True},
                      "ROWS_READ_TWICE": {"reduced": False, "helped": True}}, 1200
SHAPES |= {name.replace("ROWS", "COLUMNS"): options | {"columns": True} for name, options in SHAPES.items()}
SHAPES |= {"ROWS_SORTED": {"reduced": False, "short": True, "indents": (4, 4), "lengths": (3, 14, 7)},
           "ROWS_SELECTED": {"reduced": "K", "short": True, "indents": (12, 8), "lengths": (12, 33, 15)},
           "ALL_REDUCED": number_row, "DIMS_REDUCED": dims_row}


OPERATION = re.compile(r"x = (?:-x|(?:torch|F)\.\w+\([xzw](?:, [-\w.=']+)*\)|[xzw\d.]+ (?:[-+*/]|\*\*) [-xzw\d.]+)")


@dataclass(frozen=True)
class Drawn:
    """A row that is drawn when it is asked for."""
    draw: object          # what draws it
    arguments: tuple
    single: bool = False  # whether it is meant to be a single operation


class Axis(dict):
    """The rows {name: exchanges} of an axis, some of which are Drawn."""

    def __getitem__(self, name):
        row = super().__getitem__(name)
        return row.draw(*row.arguments) if isinstance(row, Drawn) else row

    @property
    def literal(self):
        """Names of the rows that nothing draws."""
        return [name for name, row in self.items() if not isinstance(row, Drawn)]


class Slot(Axis):
    """The axis of a slot: rows {name: (torch, triton)} written in `x`, each of which is written out when it is asked for."""

    def __init__(self, rows, torch_slot, triton_slot):
        super().__init__(rows)
        self.slots = [(slot, slot.split("\n")[-1].split("=")[0].strip()) for slot in (torch_slot, triton_slot)]   # and what each assigns

    @functools.cached_property
    def bare(self):
        """Places of the rows that make the shortest variants: the empty one, or else those of a single operation."""
        single = [row.single if isinstance(row, Drawn) else OPERATION.fullmatch(row[0]) for row in self.values()]
        return [0] if "" in self else [place for place, is_single in enumerate(single) if is_single]

    def __getitem__(self, name):
        return {slot: renamed(text, x=variable) for (slot, variable), text in zip(self.slots, super().__getitem__(name))}


def slot_axis(graphs, table, torch_slot, triton_slot, optional=None):
    """The axis that fills a slot with each row of a table or of several and with `graphs`, `x` renamed to what the slot assigns."""
    literal = [item for one in table.split("+") if one not in PROGRAMS for item in tables()[one].items()]
    taken = dict(item for turn in itertools.zip_longest(literal, graphs.items()) for item in turn if item)  # in turns: few reach the end
    itself = tuple(re.sub(r"\n +", "\n", slot) for slot in (torch_slot, triton_slot))
    own = {"": ("", "")} if optional else {} if literal else {"own": itself}   # where no table has it, the file as it stands comes first
    return Slot(own | taken, torch_slot, triton_slot)


# ---- prologues: tensors that broadcast, joined where a window operation reads them -----------------------------

@dataclass(frozen=True)
class Walk:
    """How a kernel walks over the input of a convolution or of a pool, and what follows; said by a file as ("WALK", *these).

    The input would have these `sizes`; the kernel is `at` these places of it. Those that nothing else needs are found in `lines`, each
    (a statement before them, {dimension: statement}). What lies along some of the `still` dimensions alone is read before the loop,
    under `mask`; along some of `channels`, under their mask; the rest where `inside` holds, and what is whole at `places`. `tails` are
    {the shape of what joins the result: how z is loaded}. Some dimensions may be walked in one `stretch`: (its name, *those).
    """
    sizes: tuple
    at: tuple
    lines: tuple
    still: tuple
    mask: str
    channels: tuple
    channel_mask: str
    tails: dict
    stretch: tuple = ()

    def place(self, kept):
        """(where an operand has its number, the dimensions whose places that needs)."""
        if len(kept) == len(self.sizes):
            return "places", set()
        stretch, *dims = self.stretch or ("",)
        merged = bool(dims) and kept[-len(dims):] == tuple(dims)
        alone = kept[:-len(dims)] if merged else kept
        steps = [(self.sizes[here], self.at[here]) for here in alone] + [(f"({' * '.join(self.sizes[here] for here in dims)})", stretch)] * merged
        place = steps[0][1]
        for size, at in steps[1:]:
            place = f"({place}) * {size} + {at}" if "+" in place else f"{place} * {size} + {at}"
        return place, set(alone)

    def loaded(self, operand):
        """(whether before the loop, the statement)."""
        kept, to = operand.kept, "" if operand.mask else ".to(tl.float32)"
        if not kept:
            return True, f"{operand.name} = tl.load({operand.name}_ptr){to}"
        early = set(kept) <= set(self.still)
        mask = self.mask if early else self.channel_mask if set(kept) <= set(self.channels) else "inside"
        masked = f", mask={mask}, other={'0' if operand.mask else '0.0'}" if mask else ""
        return early, f"{operand.name} = tl.load({operand.name}_ptr + {self.place(kept)[0]}{masked}){to}"

    def texts(self, operands, programs, tail=("", "", "")):
        """What a file says of such operands, of the program that joins them, and of its tail, (the shape of z, PyTorch, Triton)."""
        names = [operand.name for operand in operands]
        made = [operand.made(self.sizes) for operand in operands] + [f"torch.randn({tail[0]})"] * bool(tail[0])
        passed = names + ["z"] * bool(tail[0])
        whole = next(operand for operand in operands if len(operand.kept) == len(self.sizes))
        loads = [self.loaded(operand) for operand in operands]
        early, late = (["\n".join(line for before, line in loads if before == now)] for now in (True, False))
        needed = set().union(*(self.place(operand.kept)[1] for operand in operands if operand.kept))
        like = next(operand.name for operand in operands if not operand.mask)
        found = ["\n".join([line] * bool(line) + [lines[here] for here in lines if here in needed]) for line, lines in self.lines]
        return [
            *found,
            f"{', '.join(passed)} = {', '.join(made)}", f"{', '.join(passed)} = {', '.join(f'{name}.contiguous()' for name in passed)}",
            ", ".join(passed), ", ".join(f"{name}_ptr" for name in passed), f"{', '.join(self.sizes)} = {whole.name}.shape",
            f"dtype={like}.dtype, device={like}.device", *early, *late, *programs, tail[1],
            (f"z = {self.tails[tail[0]]}.to(tl.float32)\n" if tail[0] else "") + tail[2]]


def prologue_operands(rng, names, rank):
    """Operands of drawn shapes, one of them whole, mostly the first; at times one is a mask."""
    def drawn():
        first, after = sorted(rng.sample(range(rank + 1), 2))
        every = tuple(range(rank))
        return rng.choice((every, (1,), every[first:after], every[first:after], tuple(sorted(rng.sample(every, rng.randrange(rank))))))

    kept = [drawn() for _ in names]
    kept[0 if rng.random() < 0.85 else rng.randrange(1, len(names))] = tuple(range(rank))
    mask = rng.choice(names) if rng.random() < 0.1 else None
    return [Operand(name, of, rng.choice(("ones", "leading", "leading", "short")), name == mask) for name, of in zip(names, kept)]


def window_tail(rng, tails):
    """(the shape of z, PyTorch, Triton) of what follows the operation: often nothing, or a program of its result y, or of y and z."""
    kind, shape = rng.random(), rng.choice(list(tails))
    if kind < 0.4:
        return "", "", ""
    inputs, shape = (("x",), "") if kind < 0.7 else (("x", "z"), shape)
    every = programs(inputs, 1, SHORT, 1500, False, rng.choice(("usual", "usual", "")))
    return shape, *(renamed(text, x="y") for text in every[rng.randrange(len(every))])


BEFORE, PROLOGUE_ROWS = 4, 1200   # how many operations may stand before a window operation that is asked for in one piece


@functools.cache
def prologue_row(walk, number):
    """Exchanges: a program over tensors that broadcast before the operation of a file that has v = max(x, s) there, and one after it."""
    walk = Walk(*map(ast.literal_eval, walk))
    rank = len(walk.sizes)
    own = walk.texts([Operand("x", tuple(range(rank))), Operand("s", walk.still, "ones")], ("v = torch.maximum(x, s)", "v = tl.maximum(x, s)"),
                     ("", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)"))
    rng, found = random.Random(f"prologue {number}"), None
    while not found:
        operands = prologue_operands(rng, ("x", "s", "p") if rng.random() < 0.35 else ("x", "s"), rank)
        found = program_over(rng, operands, walk.sizes, 1, ("", "usual", "usual", "choices"), (6, 5, 3, 1), "v")
        found = found and len(re.findall(r" [-+*/<>&]+ |-\b|\w\(", found[3][0])) <= BEFORE and found
    return {old.replace("\n", "\n    "): new for old, new in zip(own, walk.texts(operands, found[3], window_tail(rng, walk.tails)))}


class Prologues(Slot):
    """The axis of a WALK, whose rows are exchanges already; any of them may stand in a bare variant."""

    __init__, __getitem__, bare = dict.__init__, Axis.__getitem__, property(lambda self: range(len(self)))


def spelt_out(axis):
    """An axis of the dict form, a row for each word of digits where one row stands for many."""
    rows = {}
    for name, row in axis.items():
        fragments, words = row if isinstance(row, tuple) else (row, "")
        rows |= {name + word: {old: new.format(*word) for old, new in fragments.items()} for word in words.split()} or {name: fragments}
    return rows


NUMBER = re.compile(r"(?<![\w.])(?:\d+\.\d*(?:e[-+]?\d+)?|\d+e[-+]?\d+)(?![\w.])")


def other_number(text, rng):
    """A float literal of the magnitude of another, as people write them."""
    value = float(text)
    if value < 0.01:
        return f"{rng.choice((1, 1, 2, 3, 5))}e-{max(2, round(-math.log10(value)) + rng.randint(-2, 2))}"
    if value < 1:
        return str(max(round(rng.uniform(0.02, 0.98), rng.choice((1, 2, 2, 3))), 0.02))
    return rng.choice((str(round(rng.uniform(1.05, 9.95), rng.choice((1, 1, 2)))), f"{rng.randint(2, 12)}.0", f"{rng.randint(10, 60)}.0"))


def with_other_numbers(reference, answer, seed):
    """(reference, answer) with other numbers where both write the same ones equally often; 0 and 1 are more than numbers."""
    rng = random.Random(seed)
    counts = [collections.Counter(NUMBER.findall(text)) for text in (reference, answer)]
    others = {text: other_number(text, rng) for text, count in counts[0].items() if counts[1][text] == count and float(text) not in (0, 1)}
    return [NUMBER.sub(lambda number: others.get(number.group(), number.group()), text) for text in (reference, answer)]


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
        self.stem, self.tables, self.axes, self.drawn = stem, {}, [], set()
        self.parts = {"inputs": [], "reference": [], "answer": []}
        lines = text.split("\n")
        for node in ast.parse(text).body:
            if isinstance(node, ast.Assign) and node.targets[0].id in ("FAMILY", "AXES"):
                self.tables[node.targets[0].id] = ast.literal_eval(node.value)
            elif isinstance(node, (ast.Assign, ast.FunctionDef)) and getattr(node, "name", "") != "main":
                first = min([node.lineno] + [d.lineno for d in getattr(node, "decorator_list", [])])
                self.parts[self.part_of(node)].append("\n".join(lines[first - 1:node.end_lineno]))
        if "FAMILY" in self.tables:
            self.axes.append(self.axis(self.tables["FAMILY"]))
        for axis in self.tables.get("AXES", []):
            self.axes.append(self.axis(axis))
        self.text = "\n\n\n".join(sum(self.parts.values(), []))
        self.names = re.findall(rf"^def ({stem}_\w+)", self.text, re.MULTILINE)
        self.check()

    @classmethod
    def load(cls, path):
        return cls(Path(path).stem, Path(path).read_text())

    def axis(self, declared):
        """The axis that a table of this file, a slot, or the name of a table declares."""
        if isinstance(declared, tuple) and declared[0] == "WALK":
            walk = tuple(map(repr, declared[1:]))
            return Prologues({f"prologue{number}": Drawn(prologue_row, (walk, f"{self.stem} {number}")) for number in range(PROLOGUE_ROWS)})
        if isinstance(declared, tuple):
            return slot_axis(self.graphs(declared[0]), *declared)
        if isinstance(declared, str) and declared in BROADCASTS | PARAMETERS:
            names = (BROADCASTS | PARAMETERS)[declared]
            rows = {f"program{number}": Drawn(broadcast_row, (names, number, declared in PARAMETERS)) for number in range(BROADCAST_ROWS)}
        elif isinstance(declared, str) and declared in CELLS:
            rows = {f"cell{number}": Drawn(cell_row, (self.stem, declared, number)) for number in range(CELL_ROWS)}
        elif declared == "BEFORE_PRODUCT":
            rows = {f"program{number}": Drawn(before_row, (number,)) for number in range(SURROUNDED_ROWS)}
        elif isinstance(declared, str) and declared in AROUND:
            rows = {f"program{number}": Drawn(surrounded_row, (declared, number)) for number in range(SURROUNDED_ROWS)}
        elif isinstance(declared, str) and declared in SHAPES:
            draw = SHAPES[declared] if callable(SHAPES[declared]) else functools.partial(shapes_row, **SHAPES[declared])
            rows = {f"program{number}": Drawn(draw, (number,)) for number in range(SHAPE_ROWS)}
        else:
            rows = spelt_out(tables()[declared] if isinstance(declared, str) else declared)
        return Axis({"": {}} | rows)

    def graphs(self, table):
        """What is drawn for a slot: for the first of its kind, since several would make programs that nobody writes."""
        def of(name, programs, numbers):
            return {f"{name}{place}": Drawn(programs.__getitem__, (number,), programs.is_single(number)) for place, number in enumerate(numbers)}

        rows = {}
        for one in table.split("+"):
            if one in PROGRAMS:
                every = programs(*PROGRAMS[one])
                rows |= of("program", every, range(len(every)))
            elif one in DRAWN and DRAWN[one][1] not in self.drawn:
                count, inputs = DRAWN[one]
                self.drawn.add(inputs)
                seed = f"{self.stem} {one}"
                usual, plain = (programs(inputs, 1, SHORT, 1500, False, kind) for kind in ("usual", ""))
                numbers = random.Random(seed).sample(range(len(usual)), count)
                rows |= of("tail", usual, numbers) | {f"drawn{number}": Drawn(drawn_row, (f"{seed} {number}", inputs)) for number in range(count)}
                rows |= of("program", plain, numbers)
        return rows

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
        rows = {fragment: row for axis in self.axes for row in (list(axis)[:1] if isinstance(axis, Slot) else axis.literal) for fragment in axis[row]}
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
        texts = {part: rename(exchange("\n\n\n".join(segments), fragments), renames) for part, segments in self.parts.items()}
        # The file itself, what differs from it in one row, and a third of the rest keep the numbers of the tables: defaults are asked for most.
        if index % 3 and sum(map(bool, [base, *chosen])) > 1:
            texts["reference"], texts["answer"] = with_other_numbers(texts["reference"], texts["answer"], f"{self.stem} {index}")
        return Variant(name, self.stem, index, **texts)


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
    return result.ok, (f"{verdict} {name}{case}  error {result.error:.1e}  allowed {result.tolerance:.1e}  "
                       f"{seconds:.2f} s  {result.reason}").rstrip()


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
        support_range_of_scalars()
    good = []
    for seed, case in enumerate(module["CASES"]):
        ok, line = judge_case(module, stem, case, seed)
        print(line)
        good.append(ok)
    return 0 if good and all(good) else 1
