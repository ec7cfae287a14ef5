"""Programs of the parts of a tensor: cells of recurrent networks and gated layers, however they are cut."""

import ast
import functools
import random
import re
from collections.abc import Sequence
from dataclasses import dataclass

from corpus.draw.broadcast import SIZE_CASES, SIZES
from corpus.draw.sketch import Sketch
from corpus.draw.steps import depth_first, depths_of
from corpus.draw.vocabulary import DEEPEST
from corpus.rewriting import renamed
from corpus.tables import tables

PARTS = ("a", "b", "c", "d", "e"), ("a2", "b2", "c2", "d2")  # of a tensor, and of a second


STATES, VECTORS = (
    "qow",
    "klj",
)  # tensors beside the parts: as large as a part, and a number for each place of the last dimension


CELLS = {
    "CELL_CHUNK": (("chunk",), 1),
    "CELL_CHUNKS": (("chunk",), 2),
    "CELL_SLICE": (("slice",), 1),
    "CELL_SELECT": (("select", "view", "stride"), 1),
}  # kinds of Cut, and how many tensors are taken apart


CELL_ROWS = 4000


@dataclass(frozen=True)
class Cut:
    """How a tensor is taken apart along dimension `place` of `sizes`, the sizes of a part: into `number`
    parts that are a "chunk" each or every so manieth place ("stride"), into a "slice" of each of `widths`, or
    along a dimension of its own ("select") that may have to be made ("view").
    """

    kind: str
    sizes: str
    place: int
    number: int
    widths: tuple = ()

    @property
    def width(self) -> int:
        """Of the slices that are alike."""
        return max(self.widths, key=self.widths.count)

    @property
    def alike(self) -> Sequence[int]:
        """Numbers of the parts that have one shape."""
        return (
            [index for index, width in enumerate(self.widths) if width == self.width]
            if self.widths
            else range(self.number)
        )

    @property
    def inner(self) -> str:
        return "inner" * (self.kind == "slice" and self.place < len(self.sizes) - 1)

    def cases(self) -> str:
        cases = ast.literal_eval(f"[{SIZE_CASES[len(self.sizes)]}]")
        here = self.place
        if self.widths:
            cases = [(*case[:here], self.width, *case[here + 1 :]) for case in cases]
        return f"[{', '.join(map(str, cases))}]"

    def made(self) -> str:
        before, here, after = self.sizes[: self.place], self.sizes[self.place], self.sizes[self.place + 1 :]
        middle = {"slice": [str(sum(self.widths))], "select": [str(self.number), here]}.get(
            self.kind, [f"{self.number} * {here}"]
        )
        return f"torch.randn({', '.join([*before, *middle, *after])})"

    def parts(self, tensor: str) -> str:
        lead = ":, " * self.place
        return {
            "chunk": f"{tensor}.chunk({self.number}, dim={self.place})",
            "slice": f"{tensor}.split({list(self.widths)}, dim={self.place})",
            "select": f"{tensor}.unbind({self.place})",
            "stride": f"[{tensor}[{lead}i::{self.number}] for i in range({self.number})]",
            "view": f"{tensor}.unflatten({self.place}, ({self.number}, -1)).unbind({self.place})",
        }[self.kind]

    def distance(self, index: int) -> str:
        """Text of how far behind the first part another lies."""
        count, unit = (sum(self.widths[:index]), self.inner) if self.kind == "slice" else (index, "run")
        return f" + {count}" + f" * {unit}" * bool(unit) if count or self.kind != "slice" else ""

    def part(self, tensor: str, used: Sequence[int]) -> str:
        """Text of a part's size along the dimension."""
        whole = f"{tensor}.shape[{self.place}]"
        if self.kind != "slice":
            return f"triton.cdiv({whole}, {self.number})"
        return next(
            (str(self.widths[index]) for index in used if index < len(self.widths) - 1),
            f"{whole} - {sum(self.widths[:-1])}",
        )

    def empty(self, tensor: str, used: Sequence[int]) -> str:
        """Text of a new tensor that is as large as a part."""
        middle = "" if self.kind == "select" else f"({self.part(tensor, used)},) + "
        shape = f"{tensor}.shape[:{self.place}] + {middle}{tensor}.shape[{self.place + 1}:]".replace(
            f"{tensor}.shape[:0] + ", ""
        )
        return f"torch.empty({shape}, dtype={tensor}.dtype, device={tensor}.device)"

    def runs(self, tensor: str, result: str) -> list[str]:
        """The lines that say how many numbers of a part lie together, and how far two such runs are apart."""
        stride, whole = f"{tensor}.stride({self.place})", f"{tensor}.shape[{self.place}]"
        if self.kind in ("select", "stride"):
            return [f"run = {stride}", f"whole = {whole if self.kind == 'select' else self.number} * run"]
        return [f"inner = {stride}", f"run, whole = {result}.shape[{self.place}] * inner, {whole} * inner"]


@dataclass(frozen=True)
class Wiring:
    """A program (PyTorch, Triton) of the parts `taken` {name: (tensor, which)} and of `others`; `first` is
    what is done to a whole tensor before.
    """

    cut: Cut
    taken: dict
    others: str
    results: tuple
    program: tuple
    first: tuple = ()

    def loads(self):
        """Everything that is beside the parts first: what stands in one block with the program comes in the
        order of the question.
        """
        at = {
            name: "offsets" if name in STATES else f"offsets % {self.cut.sizes[-1]}" for name in self.others
        }
        lines = [
            f"{name} = tl.load({name}_ptr + {at[name]}, mask=mask, other=0.0).to(tl.float32)"
            for name in self.others
        ]
        lines += [
            "# Element i of a part lies in run i // run, at place i % run, "
            "some whole runs behind the first part.",
            "first = offsets // run * whole + offsets % run",
            "",
        ]
        for name, (tensor, index) in self.taken.items():
            lines.append(
                f"{name} = tl.load({tensor}_ptr + first{self.cut.distance(index)}, "
                "mask=mask, other=0.0).to(tl.float32)"
            )
            lines += [renamed(line, x=name) for line in self.first[1:]]
        return lines

    def texts(self, stem):
        """What the file `stem` says: cases, make, and its three functions, each from its arguments on."""
        cut, tensors, used = (
            self.cut,
            list(dict.fromkeys(tensor for tensor, _ in self.taken.values())),
            [index for _, index in self.taken.values()],
        )
        states, vectors, head = (
            [name for name in self.others if name in STATES],
            [name for name in self.others if name in VECTORS],
            self.results[0],
        )
        names, ends, last = [*tensors, *self.others], ", ".join(self.results), cut.sizes[-1]
        made = [cut.made()] * len(tensors) + [
            f"torch.randn({', '.join(cut.sizes) if name in STATES else last})" for name in self.others
        ]
        apart = []
        for tensor in tensors:
            ours = {name: f"parts[{index}]" for name, (of, index) in self.taken.items() if of == tensor}
            apart += [renamed(line, x=tensor) for line in self.first[:1]]
            apart += [f"parts = {cut.parts(tensor)}", f"{', '.join(ours)} = {', '.join(ours.values())}"]
        inner = ["n_elements", *[last] * bool(vectors), *[cut.inner] * bool(cut.inner), "run", "whole"]
        pointers = [f"{name}_ptr" for name in [*names, *self.results]]
        kernel = [
            "offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)",
            "mask = offsets < n_elements",
            *self.loads(),
            self.program[1],
            *(f"tl.store({name}_ptr + offsets, {name}, mask=mask)" for name in self.results),
        ]
        host = [
            f"{', '.join(names)} = {', '.join(f'{name}.contiguous()' for name in names)}",
            f"{head} = {f'torch.empty_like({states[0]})' if states else cut.empty(tensors[0], used)}",
            *(f"{name} = torch.empty_like({head})" for name in self.results[1:]),
            *cut.runs(tensors[0], head),
            f"n_elements = {head}.numel()",
            *[f"{last} = {head}.shape[-1]"] * bool(vectors),
            "grid = (triton.cdiv(n_elements, 1024),)",
            f"{stem}_kernel[grid]({', '.join([*names, *self.results, *inner])}, BLOCK=1024)",
            f"return {ends}",
        ]

        def function(arguments, lines):
            return "\n".join(
                [
                    f"({', '.join(arguments)}):",
                    *("    " + line if line else "" for line in "\n".join(lines).split("\n")),
                ]
            )

        return [
            cut.cases(),
            function(cut.sizes, [f"return {', '.join(made)}" if made[1:] else f"return ({made[0]},)"]),
            function(names, [*apart, self.program[0], f"return {ends}"]),
            function([*pointers, *inner, "BLOCK: tl.constexpr"], kernel),
            function(names, host),
        ]


class Cell:
    """One of CELLS, `text`, as the beginning of a sketch, and the names that it reads: a, b, ... are parts of
    a tensor, a2, b2, ... those of a second; s() is what squashes gates, t() what bends candidates.
    """

    SQUASH = "sigmoid sigmoid sigmoid hardsigmoid tanh relu softplus".split()
    BEND = """tanh tanh tanh relu gelu gelu_tanh silu softsign hardtanh elu leaky_relu mish softplus relu6
    sin""".split()

    def __init__(self, rng, text):
        self.tree, calls = (
            ast.parse(text),
            ({"s": "sigmoid", "t": "tanh"}, {"s": "sigmoid"}, {}),
        )  # as cells are known, as a rule
        self.rows = {
            name: tables()["UNARY"][rng.choice(of)] for name, of in (("s", self.SQUASH), ("t", self.BEND))
        }
        self.rows |= {"exp": ("x = torch.exp(x)", "x = tl.exp(x)")}
        self.rows |= {name: tables()["UNARY"][known] for name, known in rng.choice(calls).items()}
        names = [node.id for node in ast.walk(self.tree) if isinstance(node, ast.Name)]
        self.read = [name for name in [*PARTS[0], *PARTS[1], *STATES, *VECTORS] if name in names]

    def row_of(self, node: ast.expr) -> tuple:
        """The row that an operation is, with its numbers in it."""
        if isinstance(node, ast.Call):
            return (
                self.rows.get(node.func.id)
                or tables()[("UNARY", "ATOMS_TWO", "ATOMS_THREE")[len(node.args) - 1]][node.func.id]
            )
        sign, letters = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/"}[type(node.op)], iter("xz")
        sides = [
            str(side.value) if isinstance(side, ast.Constant) else next(letters)
            for side in (node.left, node.right)
        ]
        return (f"x = {sides[0]} {sign} {sides[1]}",) * 2  # the same in both languages

    def made(self, node: ast.expr, sketch: Sketch, values: dict[str, str]) -> str | None:
        """The name of the value in `sketch` that an expression makes, or None."""
        if isinstance(node, ast.Name):
            return values.get(node.id, node.id)
        operands = node.args if isinstance(node, ast.Call) else [node.left, node.right]
        taken = [
            self.made(operand, sketch, values)
            for operand in operands
            if not isinstance(operand, ast.Constant)
        ]
        return None if None in taken else sketch.put(self.row_of(node), taken)

    def begin(self, sketch: Sketch) -> dict[str, str] | None:
        """{name: value} of what the cell computes, or None."""
        values = {}
        for line in self.tree.body:
            values[line.targets[0].id] = self.made(line.value, sketch, values)
            if not values[line.targets[0].id]:
                return None
        return values


def drawn_cut(rng: random.Random, kinds: Sequence[str], number: int) -> Cut:
    """How a tensor might be taken into at least so many parts: mostly along the last dimension or the
    channels.
    """
    kind, sizes = rng.choice(kinds), SIZES[rng.choice((2, 2, 2, 3, 3, 4))]
    place = rng.choice((len(sizes) - 1, len(sizes) - 1, len(sizes) - 1, 1, rng.randrange(len(sizes))))
    if kind == "slice":
        numbers = set(map(int, re.findall(r"\d+", SIZE_CASES[len(sizes)])))
        width = rng.choice([size for size in (4, 6, 8, 9, 10, 12, 14, 16, 18, 24, 32) if size not in numbers])
        rest = [
            rng.choice([size for size in range(1, 40) if size != width])
            for _ in range(rng.choice((1, 1, 1, 2, 2, 3)))
        ]
        return Cut(kind, sizes, place, 0, tuple(rng.sample([width] * number + rest, number + len(rest))))
    more = (
        rng.choice((0, 0, 0, 1, 2)) if kind != "stride" else 0
    )  # every place of them is read, or else their number need not divide the whole
    return Cut(kind, sizes, place, number + more)


def drawn_ends(rng: random.Random, sketch: Sketch, values: dict[str, str]) -> dict[str, str] | None:
    """{value: name} of one to three results, the new state of a cell mostly among them, or None."""
    every = frozenset().union(*sketch.kept.values())
    state = [value for name, value in values.items() if name == "h" and rng.random() < 0.6]
    ends = list(dict.fromkeys([*sketch.unread, *state]))
    fit = len(ends) <= 3 and all(name not in sketch.inputs and sketch.kept[name] == every for name in ends)
    return dict(zip(rng.sample(ends, len(ends)), "rvy"[-len(ends) :])) if fit else None


def drawn_wiring(rng: random.Random, kinds: Sequence[str], tensors: int) -> Wiring | None:
    """A Wiring of so many tensors: a cell and perhaps what follows it, or single operations; None where the
    draw leads nowhere.
    """
    cells = [text for text in tables()["CELLS"] if (tensors == 2) == ("2" in text)]
    cell, is_cell = Cell(rng, rng.choice(cells)), rng.random() < 0.75
    beside = rng.choice(("", "q", "q", "qo", "k", "qk"))
    read = (
        cell.read
        if is_cell
        else [
            *PARTS[0][: rng.choice((2, 3, 3, 4))],
            *PARTS[1][: rng.choice((1, 2, 3)) * (tensors - 1)],
            *beside,
        ]
    )
    groups = [[name for name in read if name in letters] for letters in PARTS[:tensors]]
    cut = drawn_cut(rng, kinds, max(2, *map(len, groups)))
    order = rng.sample(cut.alike, max(map(len, groups)))
    orders = [order, order if rng.random() < 0.7 else rng.sample(order, len(order))]
    wholes = ("x1", "x2") if tensors == 2 else ("x",)
    taken = {
        name: (whole, index)
        for whole, names, order in zip(wholes, groups, orders)
        for name, index in zip(names, order)
    }
    dims = range(len(cut.sizes))
    sketch = Sketch(
        rng, read, False, "gates", {name: frozenset(dims[-1:] if name in VECTORS else dims) for name in read}
    )
    values = cell.begin(sketch) if is_cell else {}
    if values is None:
        return None
    sketch.grow(len(sketch.steps) + rng.choice((0, 0, 0, 1, 2)) if is_cell else rng.randint(2, 8))
    ends, depths = drawn_ends(rng, sketch, values), depths_of(sketch.steps, read)
    if not ends or max(depths.values()) > DEEPEST or len(sketch.steps) > 17:
        return None
    first = rng.choice([*cell.rows.values()]) if rng.random() < 0.1 else None
    others = "".join(name for name in read if name in STATES + VECTORS)
    return Wiring(
        cut,
        taken,
        others,
        tuple(ends.values()),
        depth_first(sketch.steps, read, ends),
        (first[0], *first[1].split("\n")) if first else (),
    )


def own_wiring(table: str) -> Wiring:
    """The wiring that the files of a table of CELLS have themselves."""
    (kind, *_), tensors = CELLS[table]
    first, last, third = ("x1", "x2", "a2") if tensors == 2 else ("x", "x", "c")
    cut = Cut(kind, "BTC", 2, 3, (8, 8, 5, 8) if kind == "slice" else ())
    program = f"y = torch.sigmoid(b) * q + a * {third}"
    return Wiring(
        cut,
        {"a": (first, 0), "b": (first, 1), third: (last, cut.alike[-1])},
        "q",
        ("y",),
        (program, program.replace("torch", "tl")),
    )


@functools.cache
def cell_row(stem: str, table: str, number: int) -> dict[str, str]:
    """Exchanges: a drawn wiring in the place of a file's own."""
    rng, found = random.Random(f"{stem} {number}"), None
    while not found:
        found = drawn_wiring(rng, *CELLS[table])
    return {old: new for old, new in zip(own_wiring(table).texts(stem), found.texts(stem)) if old != new}
