"""Drawn programs of the shapes that gradients have: pointwise with many tensors and results, beside sums.

Every row of such an axis takes the place of all functions of a file. Three kinds: single operations alone; a
sum along rows and what follows of it, as a softmax or a norm has in its backward; sums over all dimensions
but some, as parameters that were broadcast have.
"""

import functools
import random
from dataclasses import dataclass

from corpus.composition import code_of, statements_of
from corpus.draw.broadcast import SIZE_CASES, SIZES, Operand, place_of
from corpus.draw.sketch import Sketch
from corpus.draw.typed import (
    KINDS,
    TypedProgram,
    drawn_downcast,
    drawn_dtypes,
    drawn_masks,
    drawn_tensors,
    join_loose,
    mentions,
)
from corpus.draw.vocabulary import VOCABULARIES

GRADIENT_ROWS = 8000

ROW_CASES = {
    2: "(1, 5), (3, 33), (2, 1100)",
    3: "(1, 1, 5), (2, 3, 33), (3, 5, 20)",
    4: "(1, 2, 1, 3), (2, 3, 2, 7), (3, 2, 3, 11)",
}


def started(rng: random.Random, rank: int, number: int) -> tuple[list[Operand], Sketch]:
    """Tensors of this rank and an empty sketch of a program of them."""
    tensors = drawn_tensors(rng, number, rank)
    kept = {operand.name: frozenset(operand.kept) for operand in tensors}
    masks = [operand.name for operand in tensors if operand.mask]
    return tensors, Sketch(rng, list(kept), False, rng.choice(KINDS), kept, masks)


def grown(sketch: Sketch, steps: int) -> None:
    """Adds so many steps, among them one that reads each mask."""
    sketch.grow(len(sketch.steps) + steps // 2)
    sketch.ask_masks()
    sketch.grow(len(sketch.steps) + steps - steps // 2)


def load_of(operand: Operand, sizes: tuple[str, ...], at: str = "offsets") -> str:
    """What a tensor has at the place `at` of one of all sizes."""
    place = place_of(operand.kept, sizes, at)
    other = "0" if operand.mask else "0.0"
    inside = f"{operand.name}_ptr + {place}, mask=mask, other={other}" if place else f"{operand.name}_ptr"
    return f"{operand.name} = tl.load({inside})" + ".to(tl.float32)" * (not operand.mask)


def function(head: str, lines: list[str]) -> str:
    """A function of its first line and its body, whose lines may be several."""
    return "\n    ".join([head, *"\n".join(lines).split("\n")])


def indented(lines: list[str]) -> list[str]:
    """Lines in a loop."""
    return ["    " + line for line in "\n".join(lines).split("\n")] if lines else []


def host_head(stem: str, program: TypedProgram) -> tuple[str, list[str]]:
    """The first line of a host function and those that every one begins with."""
    names = ", ".join(program.names)
    laid_out = ", ".join(f"{name}.contiguous()" for name in program.names)
    return f"def {stem}_triton({names}):", [f"{names} = {laid_out}"]


def pointers(names: list[str]) -> str:
    """Arguments of a kernel."""
    return ", ".join(f"{name}_ptr" for name in names)


def exchanged_functions(stem: str, new: dict[str, str]) -> dict[str, str]:
    """{source of a statement of the file of `stem`: what takes its place}."""
    own = statements_of(code_of(stem))
    assert own.keys() == new.keys(), f"{stem}: {sorted(own)} is not {sorted(new)}"
    return {own[name]: new[name] for name in own if own[name] != new[name]}


# ---- single operations alone ------------------------------------------------------------------------------


def drawn_flat(rng: random.Random) -> TypedProgram | None:
    """A program of three to nine tensors with one to six results; None where the draw leads nowhere."""
    rank = rng.choice((2, 2, 3, 3, 3, 4, 4, 5))
    number = rng.choices((2, 3, 4, 5, 6, 7, 8, 9), (2, 4, 4, 4, 4, 3, 2, 1))[0]
    tensors, sketch = started(rng, rank, number)
    grown(sketch, rng.choices(range(2, 10), (3, 4, 5, 4, 3, 3, 2, 1))[0])
    whole = frozenset(range(rank))
    most = rng.choices((1, 2, 3, 4, 5, 6), (5, 6, 4, 2, 1, 1))[0]
    join_loose(sketch, most, (whole,))
    able = [name for name in sketch.values if name not in sketch.inputs and sketch.kept[name] == whole]
    further = [name for name in able if name not in sketch.unread]
    ends = sketch.unread + rng.sample(further, min(len(further), most - len(sketch.unread)))
    if set(sketch.unread) - set(able) or not ends:
        return None
    ends = rng.sample(ends, len(ends))
    halves, upcast, half = drawn_dtypes(rng, tensors)
    results = {value: f"v{place + 1}" if ends[1:] else "y" for place, value in enumerate(ends)}
    downcast = drawn_downcast(rng, list(results.values()), halves, half)
    masks = drawn_masks(rng, sketch, whole)
    program = TypedProgram(
        tuple(SIZES[rank]), tensors, halves, upcast, sketch, results, downcast, masks=masks
    )
    return program if program.is_connected() else None


def flat_texts(stem: str, program: TypedProgram) -> dict[str, str]:
    """All functions of a file of single operations."""
    sizes = program.sizes
    reference = program.reference(stem)
    dtypes = program.dtypes(reference, stem)
    read = program.needed([*program.results, *(value for _, value in program.masks.values())])
    loads = [load_of(operand, sizes) for operand in program.tensors if operand.name in read]
    passed = ["n_elements", *mentions(sizes[1:], loads)]
    lines = [
        "offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)",
        "mask = offsets < n_elements",
        *loads,
        *(program.texts(value)[1] for value in program.order()),
        *program.conditions(),
        *(f"tl.store({name}_ptr + offsets, {name}, mask=mask)" for name in program.ends),
    ]
    arguments = f"{pointers([*program.names, *program.ends])}, {', '.join(passed)}, BLOCK: tl.constexpr"
    head, host = host_head(stem, program)
    host += [f"{', '.join(sizes)} = x.shape"] * bool(passed[1:])
    host += [f"{name} = {empty_like('x', dtypes[name])}" for name in program.ends]
    host += [
        "n_elements = x.numel()",
        "grid = (triton.cdiv(n_elements, 1024),)",
        f"{stem}_kernel[grid]({', '.join([*program.names, *program.ends, *passed])}, BLOCK=1024)",
        f"return {', '.join(program.ends)}",
    ]
    return {
        "CASES": f"CASES = [{SIZE_CASES[len(sizes)]}]",
        "make": function(f"def make({', '.join(sizes)}):", [f"return {program.made()}"]),
        f"{stem}_torch": reference,
        f"{stem}_kernel": "@triton.jit\n" + function(f"def {stem}_kernel({arguments}):", lines),
        f"{stem}_triton": function(head, host),
    }


def empty_like(name: str, dtype: str) -> str:
    """Makes a result of the shape of a tensor."""
    return (
        f"torch.empty_like({name})"
        if dtype == f"{name}.dtype"
        else f"torch.empty_like({name}, dtype={dtype})"
    )


# ---- a sum along rows, and what follows of it -------------------------------------------------------------


def drawn_along_rows(rng: random.Random) -> TypedProgram | None:
    """A program with one sum along rows, or two; None where the draw leads nowhere."""
    rank = rng.choice((2, 2, 3, 3, 3, 4))
    whole, row = frozenset(range(rank)), frozenset(range(rank - 1))
    tensors, sketch = started(rng, rank, rng.choices((1, 2, 3, 4, 5, 6), (1, 5, 5, 4, 2, 1))[0])
    grown(sketch, rng.choices((0, 1, 2, 3, 4), (1, 5, 5, 3, 1))[0])
    able = [name for name in sketch.values if sketch.kept[name] == whole and name not in sketch.masks]
    number = rng.choices((1, 2), (5, 1))[0]
    if len(able) < number:
        return None
    summed = [*rng.sample(able[:-1], number - 1), able[-1]]
    sums = {f"s{place + 1}" if number > 1 else "s": value for place, value in enumerate(summed)}
    sketch.unread = [name for name in sketch.unread if name not in summed] + list(sums)
    sketch.inputs = [*sketch.inputs, *sums]
    sketch.kept |= dict.fromkeys(sums, row)
    sketch.values |= Sketch(rng, list(sums)).values
    sketch.groups = VOCABULARIES[rng.choice(("gradients", "gradients", "usual", "", "learned"))]()
    inputs = sketch.inputs
    sketch.grow(len(sketch.steps) + rng.choices((0, 1, 2, 3, 4), (2, 5, 5, 4, 2))[0])
    most = rng.choices((1, 2, 3), (6, 5, 1))[0]
    sketch.inputs = [name for name in inputs if name not in sums]  # a sum may be a result as it is
    join_loose(sketch, most, (whole, row))
    of_sums = [name for name in sketch.values if any(reads(sketch, name, sums, one) for one in sums)]
    able = [
        name
        for name in sketch.values
        if name not in sketch.inputs and (sketch.kept[name] == whole or name in of_sums)
    ]
    if set(sketch.unread) - set(able) or not any(name in of_sums for name in sketch.unread):
        return None
    further = [name for name in able if name not in sketch.unread and name not in sums]
    ends = sketch.unread + rng.sample(further, min(len(further), most - len(sketch.unread)))
    ends = rng.sample(ends, len(ends))
    sketch.inputs = inputs
    halves, upcast, half = drawn_dtypes(rng, tensors)
    results = {value: f"v{place + 1}" if ends[1:] else "y" for place, value in enumerate(ends)}
    downcast = drawn_downcast(rng, list(results.values()), halves, half)
    program = TypedProgram(tuple(SIZES[rank]), tensors, halves, upcast, sketch, results, downcast, sums)
    return program if program.is_connected() else None


def reads(sketch: Sketch, value: str, sums: dict[str, str], one: str) -> bool:
    """Whether a value is computed from a sum."""
    if value == one:
        return True
    if value in sketch.inputs or value in sums:
        return False
    return any(reads(sketch, name, sums, one) for name in sketch.steps[int(value[1:]) - 1][1])


def load_in_row(operand: Operand, sizes: tuple[str, ...]) -> str:
    """What a tensor has in a row: at `cols`, or the one number that it has there."""
    above = sizes[:-1]
    place = place_of([at for at in operand.kept if at < len(above)], above, "row")
    last = len(above) in operand.kept
    start = (f"({place}) * n_cols" if " " in place else f"{place} * n_cols") if place and last else place
    at = " + ".join(filter(None, [f"{operand.name}_ptr", start, "cols" * last]))
    inside = f"{at}, mask=mask, other={'0' if operand.mask else '0.0'}" if last else at
    return f"{operand.name} = tl.load({inside})" + ".to(tl.float32)" * (not operand.mask)


@dataclass(frozen=True)
class RowKernel:
    """The statements of a kernel that owns a row: before, in and between its two readings."""

    before: list[str]
    first: list[str]
    between: list[str]
    second: list[str]


def row_statements(program: TypedProgram) -> RowKernel:
    """What a kernel computes where: what a row has one of, once."""
    last = len(program.sizes) - 1
    kept, sums = program.sketch.kept, program.sums
    of_tensor = {operand.name: operand for operand in program.tensors}
    values = [*program.names, *program.order()]

    def late(value):
        return any(one in sums for one in program.needed([value], through_sums=False))

    def in_loop(value):
        return last in kept[value]

    def written(chosen):
        return [
            load_in_row(of_tensor[value], program.sizes) if value in of_tensor else program.texts(value)[1]
            for value in chosen
            if value not in sums
        ]

    of_first = program.needed(sums.values())
    whole_ends = [value for value in program.results if in_loop(value)]
    of_second = program.needed(whole_ends, through_sums=False)
    all_needed = program.needed(program.results)
    return RowKernel(
        written(v for v in values if v in all_needed and not in_loop(v) and not late(v)),
        written(v for v in values if v in of_first and in_loop(v)),
        written(v for v in values if v in all_needed and not in_loop(v) and late(v)),
        written(v for v in values if v in of_second and in_loop(v)),
    )


def rows_texts(stem: str, program: TypedProgram) -> dict[str, str]:
    """All functions of a file of a sum along rows."""
    sizes, sums = program.sizes, program.sums
    reference = program.reference(stem, "torch.sum({}, dim=-1, keepdim=True)")
    dtypes = program.dtypes(reference, stem)
    parts = row_statements(program)
    whole = [name for value, name in program.results.items() if len(sizes) - 1 in program.sketch.kept[value]]
    once = [name for name in program.ends if name not in whole]
    lanes = {one: f"lanes{one[1:]}" for one in sums}
    loop = ["for start in range(0, n_cols, BLOCK):"]
    columns = ["cols = start + tl.arange(0, BLOCK)", "mask = cols < n_cols"]
    called = program.called
    lines = [
        "row = tl.program_id(0).to(tl.int64)",
        *parts.before,
        *(f"{lanes[one]} = tl.zeros([BLOCK], dtype=tl.float32)" for one in sums),
        *loop,
        *indented(columns + parts.first),
        *indented([f"{lanes[one]} += tl.where(mask, {called(sums[one])}, 0.0)" for one in sums]),
        *(f"{called(one)} = tl.sum({lanes[one]}, axis=0)" for one in sums),
        *parts.between,
        *(f"tl.store({name}_ptr + row, {name})" for name in once),
    ]
    if whole:
        stores = [f"tl.store({name}_ptr + row * n_cols + cols, {name}, mask=mask)" for name in whole]
        lines += [*loop, *indented(columns + parts.second + stores)]
    passed = [*mentions(sizes[1:-1], lines), "n_cols"]
    head, host = host_head(stem, program)
    host += [f"{', '.join(sizes)} = x.shape"] * bool(passed[1:])
    for name in program.ends:
        dtype = "" if dtypes[name] == "x.dtype" else f", dtype={dtypes[name]}"
        shape = f"x.new_empty(x.shape[:-1] + (1,){dtype})"
        host.append(f"{name} = {empty_like('x', dtypes[name]) if name in whole else shape}")
    host += [
        "n_cols = x.shape[-1]",
        "n_rows = x.numel() // n_cols",
        "block = min(triton.next_power_of_2(n_cols), 1024)",
        f"{stem}_kernel[(n_rows,)]({', '.join([*program.names, *program.ends, *passed])}, BLOCK=block)",
        f"return {', '.join(program.ends)}",
    ]
    arguments = f"{pointers([*program.names, *program.ends])}, {', '.join(passed)}, BLOCK: tl.constexpr"
    return {
        "CASES": f"CASES = [{ROW_CASES[len(sizes)]}]",
        "make": function(f"def make({', '.join(sizes)}):", [f"return {made_tuple(program)}"]),
        f"{stem}_torch": reference,
        f"{stem}_kernel": "@triton.jit\n" + function(f"def {stem}_kernel({arguments}):", lines),
        f"{stem}_triton": function(head, host),
    }


def made_tuple(program: TypedProgram) -> str:
    """What `make` returns, a tuple also of one tensor."""
    return program.made() if program.names[1:] else f"({program.made()},)"


# ---- sums over all dimensions but some --------------------------------------------------------------------


KEPT = {  # dimensions that sums leave, by rank: parameters of channels, of features, of positions
    2: [(1,), (1,), (0,)],
    3: [(2,), (2,), (2,), (1,), (1, 2), (0, 1)],
    4: [(1,), (1,), (1,), (3,), (3,), (0, 1), (1, 2, 3), (1, 2), (2, 3)],
    5: [(1,), (1,), (4,), (0, 1)],
}

KEPT_CASES = {
    2: "(2, 5), (3, 33), (300, 70)",
    3: "(2, 2, 5), (2, 3, 33), (30, 20, 7)",
    4: "(2, 2, 2, 3), (2, 3, 4, 7), (3, 2, 25, 11)",
    5: "(2, 2, 1, 2, 3), (2, 3, 4, 5, 7), (3, 2, 4, 3, 5)",
}


@dataclass(frozen=True)
class KeptSums:
    """A program and the sums of some of its values over all dimensions but `kept`."""

    program: TypedProgram
    kept: tuple[int, ...]
    keepdim: bool
    dim: str
    mean: bool

    @property
    def shape(self) -> str:
        """Of the sums, as the host writes it."""
        sizes = self.program.sizes
        if self.keepdim:
            left = [size if place in self.kept else "1" for place, size in enumerate(sizes)]
        else:
            left = [sizes[place] for place in self.kept]
        return f"({', '.join(left)}{',' * (len(left) == 1)})"


def drawn_kept(rng: random.Random) -> KeptSums | None:
    """One to three such sums; None where the draw leads nowhere."""
    rank = rng.choice((2, 3, 3, 3, 4, 4, 4, 5))
    whole = frozenset(range(rank))
    tensors, sketch = started(rng, rank, rng.choices((1, 2, 3, 4, 5, 6), (2, 5, 5, 3, 2, 1))[0])
    number = rng.choices((1, 2, 3), (5, 4, 1))[0]
    grown(sketch, rng.choices(range(5), (1, 5, 4, 2, 1))[0])
    left = rng.choices((0, 1, 2), (6, 3, 1))[0]
    if any(sketch.kept[name] != whole or name in sketch.masks for name in sketch.unread):
        join_loose(sketch, number + left, (whole,))
    able = [name for name in sketch.values if sketch.kept[name] == whole and name not in sketch.masks]
    if len(able) < number or set(sketch.unread) - set(able):
        return None
    loose = sketch.unread
    summed = loose[-number:]
    summed += rng.sample([name for name in able if name not in summed], number - len(summed))
    more = [name for name in able if name not in sketch.inputs and name not in summed and name not in loose]
    kept_whole = [name for name in loose if name not in summed] + rng.sample(more, min(len(more), left))
    if any(name in sketch.inputs for name in kept_whole):
        return None
    sums = {f"s{place + 1}" if number > 1 else "s": value for place, value in enumerate(summed)}
    results = {value: f"v{place + 1}" for place, value in enumerate(kept_whole)} | {one: one for one in sums}
    names = rng.sample(list(results), len(results)) if rng.random() < 0.3 else list(results)
    results = {name: results[name] for name in names}
    halves, upcast, half = drawn_dtypes(rng, tensors)
    downcast = drawn_downcast(rng, list(results.values()), halves, half)
    kept = rng.choice(KEPT[rank])
    gone = [place for place in range(rank) if place not in kept]
    negative = rng.random() < 0.5
    places = [place - rank if negative else place for place in gone]
    dim = str(places[0]) if len(places) == 1 else f"({', '.join(map(str, places))})"
    sketch.inputs = [*sketch.inputs, *sums]
    sketch.kept |= dict.fromkeys(sums, frozenset(kept))
    program = TypedProgram(tuple(SIZES[rank]), tensors, halves, upcast, sketch, results, downcast, sums)
    if not program.is_connected():
        return None
    return KeptSums(program, kept, rng.random() < 0.35, dim, rng.random() < 0.12)


def share_lines(of: KeptSums, program: TypedProgram, inner: str) -> list[str]:
    """The statements of the kernel that adds up a share of what a sum takes."""
    sizes, sums = program.sizes, program.sums
    loads = [
        load_of(operand, sizes)
        for operand in program.tensors
        if operand.name in program.needed(program.results)
    ]
    steps = [program.texts(value)[1] for value in program.order() if value not in sums]
    wholes = [name for value, name in program.results.items() if value not in sums]
    tile = "[BLOCK]" if inner else "[BLOCK, ROWS]"
    if inner:
        rows = "tl.program_id(0).to(tl.int64)"
        places = "cols // n_inner * (n_rows * n_inner) + rows * n_inner + cols % n_inner"
        inside = "cols < end"
    else:
        rows = "tl.program_id(0).to(tl.int64) * ROWS + tl.arange(0, ROWS)"
        places = "cols[:, None] * n_rows + rows[None, :]"
        inside = "(cols[:, None] < end) & (rows[None, :] < n_rows)"
    only = "" if inner else ", mask=rows < n_rows"
    return [
        f"rows = {rows}",
        "begin = tl.program_id(1).to(tl.int64) * share",
        "end = tl.minimum(begin + share, n_cols)",
        *(f"lanes{one[1:]} = tl.zeros({tile}, dtype=tl.float32)" for one in sums),
        "for start in range(begin, end, BLOCK):",
        *indented(
            [
                "cols = start + tl.arange(0, BLOCK).to(tl.int64)",
                f"mask = {inside}",
                f"offsets = {places}",
                *loads,
                *steps,
                *(f"tl.store({name}_ptr + offsets, {name}, mask=mask)" for name in wholes),
                *(
                    f"lanes{one[1:]} += tl.where(mask, {program.called(value)}, 0.0)"
                    for one, value in sums.items()
                ),
            ]
        ),
        "place = tl.program_id(1).to(tl.int64) * n_rows + rows",
        *(f"tl.store(partial{one[1:]}_ptr + place, tl.sum(lanes{one[1:]}, axis=0){only})" for one in sums),
    ]


def total_lines(of: KeptSums) -> list[str]:
    """The statements of the kernel that adds up the shares."""
    lines = [
        "rows = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)",
        "shares = tl.arange(0, SHARES)",
        "mask = (shares[:, None] < n_shares) & (rows[None, :] < n_rows)",
        "places = shares[:, None] * n_rows + rows[None, :]",
    ]
    for one in of.program.sums:
        lines += [
            f"partial = tl.load(partial{one[1:]}_ptr + places, mask=mask, other=0.0)",
            f"{one} = tl.sum(partial, axis=0)" + " / n_cols" * of.mean,
            f"tl.store({one}_ptr + rows, {one}, mask=rows < n_rows)",
        ]
    return lines


def kept_texts(stem: str, of: KeptSums) -> dict[str, str]:
    """All functions of a file of sums over all dimensions but some."""
    program = of.program
    sizes, sums = program.sizes, list(program.sums)
    keepdim = ", keepdim=True" * of.keepdim
    reference = program.reference(stem, f"torch.{'mean' if of.mean else 'sum'}({{}}, dim={of.dim}{keepdim})")
    dtypes = program.dtypes(reference, stem)
    inner = sizes[of.kept[-1] + 1 :]
    share = share_lines(of, program, " * ".join(inner))
    wholes = [name for value, name in program.results.items() if value not in program.sums]
    partials = [f"partial{one[1:]}" for one in sums]
    read = [*program.names, *wholes, *partials]
    passed = [*mentions(sizes[1:], share), "n_rows", "n_cols", *["n_inner"] * bool(inner), "share"]
    total = [*partials, *sums, "n_rows", "n_shares", *["n_cols"] * of.mean]
    head, host = host_head(stem, program)
    left = " * ".join(sizes[place] for place in of.kept)
    host += [f"{', '.join(sizes)} = x.shape", f"n_rows = {left}", "n_cols = x.numel() // n_rows"]
    host += [f"n_inner = {' * '.join(inner)}"] * bool(inner)
    host += ["share = max(triton.cdiv(n_cols, 64), 256)", "n_shares = triton.cdiv(n_cols, share)"]
    host += [f"{name} = {empty_like('x', dtypes[name])}" for name in wholes]
    host += [
        f"{name} = torch.empty((n_shares, n_rows), dtype=torch.float32, device=x.device)" for name in partials
    ]
    for name in sums:
        dtype = "" if dtypes[name] == "x.dtype" else f", dtype={dtypes[name]}"
        host.append(f"{name} = x.new_empty({of.shape}{dtype})")
    grid = "(n_rows, n_shares)" if inner else "(triton.cdiv(n_rows, 64), n_shares)"
    tile = "BLOCK=1024" if inner else "ROWS=64, BLOCK=32"
    host += [
        f"{stem}_share_kernel[{grid}]({', '.join([*read, *passed])}, {tile})",
        f"{stem}_kernel[(triton.cdiv(n_rows, 64),)]({', '.join(total)}, SHARES=64, BLOCK=64)",
        f"return {', '.join(program.ends)}",
    ]
    constants = "BLOCK: tl.constexpr" if inner else "ROWS: tl.constexpr, BLOCK: tl.constexpr"
    of_share = f"{pointers(read)}, {', '.join(passed)}, {constants}"
    plain = [name for name in total if name.startswith("n_")]
    of_total = (
        f"{pointers([*partials, *sums])}, {', '.join(plain)}, SHARES: tl.constexpr, BLOCK: tl.constexpr"
    )
    return {
        "CASES": f"CASES = [{KEPT_CASES[len(sizes)]}]",
        "make": function(f"def make({', '.join(sizes)}):", [f"return {made_tuple(program)}"]),
        f"{stem}_torch": reference,
        f"{stem}_share_kernel": "@triton.jit\n" + function(f"def {stem}_share_kernel({of_share}):", share),
        f"{stem}_kernel": "@triton.jit\n" + function(f"def {stem}_kernel({of_total}):", total_lines(of)),
        f"{stem}_triton": function(head, host),
    }


# ---- rows of a table --------------------------------------------------------------------------------------


GRADIENTS = {
    "GRADIENTS": (drawn_flat, flat_texts),
    "GRADIENTS_OF_ROWS": (drawn_along_rows, rows_texts),
    "GRADIENTS_OF_PARAMETERS": (drawn_kept, kept_texts),
}  # {name of an axis: (what draws a program, what writes a file of it)}


@functools.cache
def gradient_row(stem: str, kind: str, number: int) -> dict[str, str]:
    """Exchanges: all functions of the file of `stem`, for those of a drawn program."""
    draw, texts = GRADIENTS[kind]
    rng = random.Random(f"{kind} {number}")
    found = None
    while not found:
        found = draw(rng)
    return exchanged_functions(stem, texts(stem, found))
