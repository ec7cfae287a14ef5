"""The launch numbers of an answer: block sizes, num_warps and num_stages, found in its text and exchanged.

    knobs = launch_numbers(answer)                    # BLOCK_M 128, BLOCK_N 64, num_warps 4, ...
    rewritten(answer, knobs, {"BLOCK_M": 64})         # the same text, with this block everywhere it stands

A block size that is written as a literal stands in the grid too (`triton.cdiv(M, 128)`): both change
together. Which literal of the grid belongs to which block follows from the program ids that the kernel
multiplies it with; where that does not tell them apart, blocks of one size change together. A cap of a block
that the host computes (`min(triton.next_power_of_2(n), 1024)`) is a knob as well. A text that is rewritten
may be wrong all the same: it is checked and judged as any other answer.
"""

import ast
import dataclasses
from collections.abc import Callable, Mapping, Sequence

from python_to_triton.tuning.kernel_knobs import (
    AHEAD,
    division_bits,
    kernel_knobs,
    loop_stages,
    row_count,
)
from python_to_triton.tuning.knobs import (
    DIVISIONS,
    KNOWN,
    LOOP,
    LOOP_BYTES,
    MULTIPLES,
    TILE,
    Edit,
    Knob,
    KnownOfLaunch,
    edit_of,
    insertion,
    is_on_one_line,
)
from python_to_triton.tuning.known_sizes import EVERY_SIZE, divisors
from python_to_triton.tuning.size_multiples import sizes_in_addresses
from python_to_triton.tuning.written_launches import (
    WrittenLaunch,
    called_function,
    has_call,
    launches_of,
    reached,
)

PROGRAMS = "programs"  # the knob of how many are launched at most
WARPS = (1, 2, 4, 8, 16)
STAGES = (1, 2, 3, 4, 5)
USUAL_WARPS = 4  # Triton's, where a launch does not say
USUAL_STAGES = 3
FURTHEST = 16  # times the block that is written, or a part of it
SMALLEST_OF_DOT = 16  # of a block, along each dimension of tl.dot
LARGEST_BLOCK = 1 << 16
LEAST_BYTES = 64  # along k: 16 elements of float32, as few as tl.dot takes
MOST_ELEMENTS = 128  # of a tile of a product, a thread
MOST_OF_FLOAT32 = 64  # where the factors' parts take registers as well: 128 were seen to spill

# Rows and columns of the result, bytes along the inner dimension, warps and stages with which products are
# often fast: far from each other, so that no path of single steps leads there in time. The large ones are for
# half precision.
PRODUCT_TILES = (
    (128, 256, 128, 8, 3),
    (256, 128, 128, 8, 3),
    (128, 256, 128, 8, 4),
    (128, 128, 128, 4, 4),
    (128, 128, 128, 8, 3),
    (128, 64, 128, 4, 3),
    (64, 128, 128, 4, 3),
    (64, 64, 128, 4, 4),
    (128, 128, 256, 8, 2),
    (64, 64, 256, 4, 3),
    (32, 64, 256, 4, 4),
    (64, 32, 256, 4, 4),
)


def is_power_of_two(node: ast.AST) -> bool:
    """Whether a node is an integer literal that is a power of two."""
    is_integer = isinstance(node, ast.Constant) and type(node.value) is int
    return is_integer and node.value > 0 and node.value & (node.value - 1) == 0


def is_share(node: ast.AST) -> bool:
    """Whether a node is a part of a number that is written: `2048 // columns`, `264 // tiles`."""
    divides = isinstance(node, ast.BinOp) and isinstance(node.op, ast.FloorDiv)
    return divides and isinstance(node.left, ast.Constant) and type(node.left.value) is int


def sizes_of_blocks(node: ast.AST) -> list[ast.Constant]:
    """The literals in an expression of the host that say how large a block is: what it divides by."""
    divisors = []
    for part in ast.walk(node):
        if called_function(part) == "cdiv" and len(part.args) == 2:
            divisors.append(part.args[1])
        elif isinstance(part, ast.BinOp) and isinstance(part.op, ast.FloorDiv):
            divisors.append(part.right)
    found = [one for divisor in divisors for one in ast.walk(divisor) if is_power_of_two(one)]
    return sorted(found, key=lambda one: (one.lineno, one.col_offset))


def followers(launch: WrittenLaunch, value: int, axes: set[int] | None) -> list[Edit]:
    """Where the host divides by a block of this size, for a launch: in its grid, on these axes of it or on
    all, and in what it passes.
    """
    parts = [launch.grid]
    if axes is not None and isinstance(launch.grid, ast.Tuple):
        parts = [part for axis, part in enumerate(launch.grid.elts) if axis in axes]
    given = [*launch.call.args, *(keyword.value for keyword in launch.call.keywords)]
    names = [node.id for one in parts for node in reached(one, launch.assigned) if isinstance(node, ast.Name)]
    names += [one.id for one in given if axes is None and isinstance(one, ast.Name)]
    assigned = [value for name in dict.fromkeys(names) for value in launch.assigned.get(name, ())]
    places = {
        edit_of(literal): None
        for expression in [*parts, *assigned]
        for literal in sizes_of_blocks(expression)
        if literal.value == value
    }
    return sorted(places, key=lambda edit: (edit.line, edit.start))


def possible_sizes(value: int, has_dot: bool) -> tuple[int, ...]:
    """The powers of two that a block of a size may be exchanged for."""
    least = max(1, value // FURTHEST)
    if has_dot:
        least = max(least, min(value, SMALLEST_OF_DOT))
    most = max(value, min(LARGEST_BLOCK, value * FURTHEST))
    return tuple(1 << power for power in range(least.bit_length() - 1, most.bit_length()))


def is_side(launch: WrittenLaunch, name: str) -> bool:
    """Whether a block is a side of what a program computes, rather than the step of a loop with tl.dot."""
    return name in launch.axes and not (launch.has_dot and name in launch.loop_steps)


def literal_blocks(launch: WrittenLaunch) -> list[Knob]:
    """The block sizes that a launch gives as literals, each with the literals of the host that follow it."""
    literals = {name: node for name in launch.blocks if is_power_of_two(node := launch.arguments.get(name))}
    knobs = []
    by_value = {}
    for name, node in literals.items():
        is_group = name.startswith("GROUP")  # of tiles: no side of one
        if is_side(launch, name) and not is_group:
            by_value.setdefault((node.value, frozenset(launch.axes[name])), []).append(name)
        else:
            of_dot = launch.has_dot and not is_group
            possible = possible_sizes(node.value, of_dot)
            knobs.append(Knob(name, node.value, possible, (edit_of(node),), LOOP if of_dot else ""))
    for (value, on_axes), group in by_value.items():
        others = followers(launch, value, set(on_axes)) or followers(launch, value, None)
        possible = possible_sizes(value, launch.has_dot)
        role = TILE if launch.has_dot else ""
        own = [edit_of(literals[name]) for name in group]
        if len(group) > 1 and len(others) == len(group):
            pairs = zip(group, own, others)
            knobs += [Knob(one, value, possible, (here, there), role) for one, here, there in pairs]
        else:
            knobs.append(Knob(", ".join(group), value, possible, (*own, *others), role))
    return knobs


def shared_knob(launch: WrittenLaunch, name: str, share: ast.BinOp) -> Knob:
    """A block that is a part of a number of elements, or of bytes: `128 // y.element_size()`."""
    size = share.left
    possible = possible_sizes(size.value, False)
    if called_function(share.right) != "element_size":
        return Knob(f"{name} (elements)", size.value, possible, (edit_of(size),))
    of_dot = launch.has_dot and not is_side(launch, name)
    possible = tuple(one for one in possible if one >= LEAST_BYTES or not of_dot)
    return Knob(f"{name} (bytes)", size.value, possible, (edit_of(size),), LOOP_BYTES if of_dot else "")


def computed_blocks(launch: WrittenLaunch) -> list[Knob]:
    """The block sizes that the host keeps in a name, or computes with a cap, or as a share:
    `min(triton.next_power_of_2(n), 1024)`, `2048 // columns`, `128 // y.element_size()`.
    """
    knobs = []
    for name in launch.blocks:
        node = launch.arguments.get(name)
        if isinstance(node, ast.Name) and len(launch.assigned.get(node.id, ())) == 1:
            [node] = launch.assigned[node.id]
        elif node is None or isinstance(node, ast.Name) or is_power_of_two(node):
            continue
        caps = [node] if is_power_of_two(node) else []
        for part in ast.walk(node):
            if called_function(part) == "min":
                caps += filter(is_power_of_two, part.args)
        shares = [part for part in ast.walk(node) if is_share(part)]
        if not caps and len(shares) == 1 and is_power_of_two(shares[0].left):
            knobs.append(shared_knob(launch, name, shares[0]))
        if len(caps) == 1:
            [cap] = caps
            role = (TILE if is_side(launch, name) else LOOP) if launch.has_dot else ""
            possible = possible_sizes(cap.value, launch.has_dot)
            knobs.append(Knob(name, cap.value, possible, (edit_of(cap),), role))
    return knobs


def program_caps(launch: WrittenLaunch) -> list[Knob]:
    """How many programs the host launches at most, each of which then has more to do: a power of two as in
    `min(triton.cdiv(n, 1024), 512)`, or another number that tiles share, `264 // tiles`.
    """
    places = {}
    for node in reached(launch.grid, launch.assigned):
        caps = [one for one in node.args if is_power_of_two(one)] if called_function(node) == "min" else []
        if len(caps) == 1 and not has_call(node, "next_power_of_2"):
            places[edit_of(caps[0])] = possible_sizes(caps[0].value, False), caps[0].value
        if is_share(node) and not is_power_of_two(node.left):
            value = node.left.value
            places[edit_of(node.left)] = (value // 4, value // 2, value, 2 * value, 4 * value), value
    return [Knob(PROGRAMS, value, values, (place,)) for place, (values, value) in places.items()][:1]


def option_knob(
    launch: WrittenLaunch, option: str, usual: int, values: tuple, lines: Sequence[bytes]
) -> Knob:
    """num_warps or num_stages of a launch."""
    given = launch.arguments.get(option)
    if given is None:
        return Knob(option, usual, values, (insertion(launch.call, option, lines),))
    value = given.value if isinstance(given, ast.Constant) else None
    return Knob(option, value, tuple(sorted({*values, *([value] if value else [])})), (edit_of(given),))


def launch_knobs(launch: WrittenLaunch, lines: Sequence[bytes], known: KnownOfLaunch) -> list[Knob]:
    """All knobs of one launch."""
    knobs = [option_knob(launch, "num_warps", USUAL_WARPS, WARPS, lines)]
    knobs += literal_blocks(launch) + computed_blocks(launch) + program_caps(launch)
    knobs += kernel_knobs(launch, lines, known)
    if launch.has_dot and launch.loads_in_a_loop:
        knobs.append(option_knob(launch, "num_stages", USUAL_STAGES, STAGES, lines))
    return list(filter(is_on_one_line, knobs))


def one_knob_an_edit(knobs: Sequence[Knob]) -> tuple[Knob, ...]:
    """The knobs, those that share a place (a cap that two blocks have) as one."""
    merged = []
    for knob in knobs:
        sharing = [one for one in merged if set(one.edits) & set(knob.edits)]
        if not sharing:
            merged.append(knob)
            continue
        group = [*sharing, knob]
        name = ", ".join(one.name for one in group)
        edits = tuple(dict.fromkeys(edit for one in group for edit in one.edits))
        values = tuple(sorted(set.intersection(*(set(one.values) for one in group))))
        merged[merged.index(sharing[0])] = Knob(name, sharing[0].value, values, edits)
        merged = [one for one in merged if one not in sharing]
    return tuple(merged)


def kernels_called_unlike(
    launches: Sequence[WrittenLaunch], told: Callable[[WrittenLaunch], tuple[str, ...]]
) -> set[str]:
    """The names of kernels that would be told of other parameters in one launch than in another."""
    found = {}
    for launch in launches:
        found.setdefault(launch.kernel.name, set()).add(told(launch))
    return {name for name, parameters in found.items() if len(parameters) > 1}


def launch_numbers(
    answer: str, is_half: bool = False, sizes: Mapping[str, Mapping[str, int]] | str | None = None
) -> tuple[Knob, ...]:
    """The knobs of an answer. What launches of one kernel share is one knob; with several kernels a knob's
    name begins with its kernel's.

    Args:
        is_half: whether its tensors are of half precision.
        sizes: {kernel: {parameter: size}} that a kernel may be told as constants (host_runs.py), EVERY_SIZE
            of them, or None.
    """
    lines = answer.encode().splitlines(keepends=True)
    launches = list(launches_of(ast.parse(answer)))
    several = len({launch.kernel.name for launch in launches}) > 1
    may_walk = not several and all(map(row_count, launches))
    # All launches of a kernel decide: one may not pass what it would take, or pass one tensor twice.
    unpromised = {(launch.kernel.name, DIVISIONS) for launch in launches if not division_bits(launch, lines)}
    for role, told in ((MULTIPLES, sizes_in_addresses), (KNOWN, divisors)):
        unpromised |= {(name, role) for name in kernels_called_unlike(launches, told)}
    names = [launch.kernel.name for launch in launches]
    unstaged = {launch.kernel.name for launch in launches if not loop_stages(launch, lines)}
    found = {}
    for launch in launches:
        kernel = launch.kernel.name
        own = sizes if sizes == EVERY_SIZE else (sizes or {}).get(kernel, {})
        known = KnownOfLaunch(is_half, may_walk, names.count(kernel) == 1, own)
        for knob in launch_knobs(launch, lines, known):
            if (kernel, knob.role) in unpromised or kernel in unstaged and knob.name == AHEAD:
                continue
            name = f"{launch.kernel.name}: {knob.name}" if several else knob.name
            before = found.get(name)
            if before and before.value != knob.value:
                name = f"{name} (line {launch.call.lineno})"
                before = None
            edits = tuple(dict.fromkeys([*(before.edits if before else ()), *knob.edits]))
            found[name] = dataclasses.replace(knob, name=name, edits=edits)
    return one_knob_an_edit(list(found.values()))


def kernel_prefix(name: str) -> str:
    """The kernel in the name of a knob of several kernels, `partial_kernel: `; else ""."""
    kernel, separator, _ = name.rpartition(": ")
    return kernel + separator


def product_tiles(knobs: Sequence[Knob], element_size: int = 4) -> list[dict[str, int]]:
    """PRODUCT_TILES as numbers of the knobs, for an answer with one product whose result has two sides.

    element_size: bytes of an element of the factors; of float32 the tiles that spill are left out.
    """
    tiles = [knob.name for knob in knobs if knob.role == TILE]
    units = {knob.name: 1 for knob in knobs if knob.role == LOOP_BYTES}
    units |= {knob.name: element_size for knob in knobs if knob.role == LOOP}
    if len(tiles) != 2 or any(", " in name for name in tiles):
        return []
    kernel = kernel_prefix(tiles[0])
    if kernel_prefix(tiles[1]) != kernel:
        return []
    values = {knob.name: knob.values for knob in knobs}
    found = []
    most = MOST_ELEMENTS if element_size < 4 else MOST_OF_FLOAT32
    for rows, columns, inner, warps, stages in PRODUCT_TILES:
        if rows * columns > most * 32 * warps:
            continue
        numbers = dict(zip(tiles, (rows, columns)))
        numbers |= {name: inner // unit for name, unit in units.items()}
        numbers |= {f"{kernel}num_warps": warps, f"{kernel}num_stages": stages}
        found.append({name: number for name, number in numbers.items() if number in values.get(name, ())})
    return found


def spills(knobs: Sequence[Knob], numbers: Mapping[str, int]) -> bool:
    """Whether a tile of a product has more elements a thread than a thread has registers: that takes a minute
    to compile, and is slow.
    """
    values = {knob.name: knob.value for knob in knobs} | dict(numbers)
    tiles = [knob.name for knob in knobs if knob.role == TILE]
    sides = [values[name] for name in tiles]
    warps = values.get(f"{kernel_prefix(tiles[0])}num_warps") if tiles else None
    if len(sides) != 2 or not warps or None in sides:
        return False
    return sides[0] * sides[1] > MOST_ELEMENTS * 32 * warps


def rewritten(answer: str, knobs: Sequence[Knob], numbers: Mapping[str, int]) -> str:
    """The answer with these numbers, {name of a knob: value}; the others stay as they are written."""
    lines = answer.encode().splitlines(keepends=True)
    edits = [(edit, numbers[knob.name]) for knob in knobs if knob.name in numbers for edit in knob.edits]
    # From the end on; at one place what is exchanged first, and what closes last: it stands before the rest.
    place = lambda edit: (edit.line, edit.start, edit.end, not edit.closes)
    for edit, number in sorted(edits, key=lambda one: place(one[0]), reverse=True):
        line = lines[edit.line - 1]
        lines[edit.line - 1] = line[: edit.start] + edit.form.format(number).encode() + line[edit.end :]
    return b"".join(lines).decode()


def describe(knobs: Sequence[Knob], numbers: Mapping[str, int]) -> str:
    """`BLOCK_M 128 -> 64, known sizes told`; "as written" where nothing is changed."""
    changes = [
        f"{knob.name} told"
        if knob.role == KNOWN
        else f"{knob.name} {knob.value if knob.value is not None else knob.unknown} -> {numbers[knob.name]}"
        for knob in knobs
        if knob.name in numbers and numbers[knob.name] != knob.value
    ]
    return ", ".join(changes) or "as written"
