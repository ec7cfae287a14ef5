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
import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

WARPS = (1, 2, 4, 8, 16)
STAGES = (1, 2, 3, 4, 5)
USUAL_WARPS = 4  # Triton's, where a launch does not say
USUAL_STAGES = 3
FURTHEST = 16  # times the block that is written, or a part of it
SMALLEST_OF_DOT = 16  # of a block, along each dimension of tl.dot
LARGEST_BLOCK = 1 << 16
MOST_ELEMENTS = 128  # of a tile of a product, a thread
TILE, LOOP = "tile", "loop"  # what a block is of a kernel with tl.dot: a side of its result, or of its loop

# Rows and columns of the result, elements of the inner dimension, warps and stages with which products are
# often fast: far from each other, so that no path of single steps leads there in time.
PRODUCT_TILES = (
    (128, 128, 32, 8, 3),
    (128, 64, 32, 4, 3),
    (64, 128, 32, 4, 3),
    (64, 64, 32, 4, 4),
    (128, 256, 32, 8, 3),
    (256, 128, 32, 8, 3),
    (128, 128, 64, 8, 2),
    (64, 64, 64, 4, 3),
    (32, 64, 64, 4, 4),
    (64, 32, 64, 4, 4),
)

Assigned = dict[str, list[ast.expr]]  # the expressions that a function assigns to each of its names


@dataclass(frozen=True)
class Edit:
    """A stretch of a line that is replaced by `form` with a number in it; an empty one is an insertion."""

    line: int  # from 1
    start: int  # in bytes
    end: int
    form: str = "{}"


@dataclass(frozen=True)
class Knob:
    """A number that may be changed: as it is written, what it may be, and where it stands."""

    name: str
    value: int | None  # None: the host computes it
    values: tuple[int, ...]
    edits: tuple[Edit, ...]
    role: str = ""  # TILE or LOOP

    def neighbours(self, value: int | None) -> tuple[int, ...]:
        """The next smaller and the next larger value; of a number that the host computes all values."""
        if value is None:
            return self.values
        smaller = [one for one in self.values if one < value]
        larger = [one for one in self.values if one > value]
        return (*smaller[-1:], *larger[:1])


@dataclass
class WrittenLaunch:
    """`kernel[grid](...)` in a host function."""

    kernel: ast.FunctionDef
    host: ast.FunctionDef
    call: ast.Call
    arguments: dict[str, ast.expr]  # by the names of the kernel's parameters, and launch options


def edit_of(node: ast.expr, form: str = "{}") -> Edit:
    """Where a node stands; it is on one line."""
    return Edit(node.lineno, node.col_offset, node.end_col_offset, form)


def is_power_of_two(node: ast.AST) -> bool:
    """Whether a node is an integer literal that is a power of two."""
    is_integer = isinstance(node, ast.Constant) and type(node.value) is int
    return is_integer and node.value > 0 and node.value & (node.value - 1) == 0


def called(node: ast.AST) -> str:
    """The last name of what a call calls: cdiv of `triton.cdiv(...)`; "" of anything else."""
    function = node.func if isinstance(node, ast.Call) else None
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def kernels_and_hosts(tree: ast.Module) -> tuple[dict[str, ast.FunctionDef], list[ast.FunctionDef]]:
    """({name: kernel}, host functions). A kernel that is tuned or has heuristics brings its own numbers."""
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    kernels = {node.name: node for node in functions if len(node.decorator_list) == 1}
    return kernels, [node for node in functions if not node.decorator_list]


def launches_of(tree: ast.Module) -> Iterator[WrittenLaunch]:
    """The launches of a module, in the order of its text."""
    kernels, hosts = kernels_and_hosts(tree)
    for host in hosts:
        for node in ast.walk(host):
            is_launch = isinstance(node, ast.Call) and isinstance(node.func, ast.Subscript)
            if not is_launch or not isinstance(node.func.value, ast.Name):
                continue
            kernel = kernels.get(node.func.value.id)
            if kernel is None or any(isinstance(argument, ast.Starred) for argument in node.args[:-1]):
                named = {}
            else:
                named = dict(zip((argument.arg for argument in kernel.args.args), node.args))
            if kernel is not None:
                named |= {keyword.arg: keyword.value for keyword in node.keywords if keyword.arg}
                yield WrittenLaunch(kernel, host, node, named)


def assigned_expressions(function: ast.FunctionDef) -> Assigned:
    """What a function assigns to each of its names; a tuple part by part."""
    assigned = {}
    for node in ast.walk(function):
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            assigned.setdefault(node.target.id, []).append(node.value)
        for target in node.targets if isinstance(node, ast.Assign) else ():
            pairs = [(target, node.value)]
            if isinstance(target, ast.Tuple):
                parts = node.value.elts if isinstance(node.value, ast.Tuple) else ()
                same = len(parts) == len(target.elts)
                pairs = zip(target.elts, parts if same else itertools.repeat(node.value))
            for name, value in pairs:
                if isinstance(name, ast.Name):
                    assigned.setdefault(name.id, []).append(value)
    return assigned


def reached(node: ast.AST, assigned: Assigned) -> list[ast.AST]:
    """The nodes of an expression and of all that its names stand for."""
    found = []
    names = set()
    queue = [node]
    while queue:
        for part in ast.walk(queue.pop()):
            found.append(part)
            if isinstance(part, ast.Name) and part.id not in names:
                names.add(part.id)
                queue += assigned.get(part.id, [])
    return found


def is_axis(node: ast.AST) -> bool:
    """Whether a node is the literal number of an axis of the grid."""
    return isinstance(node, ast.Constant) and node.value in (0, 1, 2)


def program_axes(kernel: ast.FunctionDef) -> dict[str, set[int]]:
    """{parameter: the axes of the program ids that the kernel multiplies it with}, of all that it does."""
    assigned = assigned_expressions(kernel)
    axes = {}
    for node in ast.walk(kernel):
        if not isinstance(node, ast.BinOp) or not isinstance(node.op, ast.Mult):
            continue
        for block, other in ((node.left, node.right), (node.right, node.left)):
            if not isinstance(block, ast.Name):
                continue
            calls = [part for part in reached(other, assigned) if called(part) == "program_id"]
            of_ids = {part.args[0].value for part in calls if part.args and is_axis(part.args[0])}
            if of_ids:
                axes.setdefault(block.id, set()).update(of_ids)
    return axes


def block_parameters(kernel: ast.FunctionDef) -> list[str]:
    """The parameters that are sides of blocks (`tl.arange(0, BLOCK)`), and groups of tiles (GROUP)."""
    sides = {
        part.id
        for node in ast.walk(kernel)
        if called(node) == "arange"
        for argument in node.args
        for part in ast.walk(argument)
        if isinstance(part, ast.Name)
    }
    names = [argument.arg for argument in kernel.args.args]
    return [name for name in names if name in sides or name.startswith("GROUP") and name != "GROUPS"]


def loop_steps(kernel: ast.FunctionDef) -> set[str]:
    """The names in the steps of a kernel's loops: `range(0, K, SPLITS * BLOCK_K)`."""
    steps = [node.args[2] for node in ast.walk(kernel) if called(node) == "range" and len(node.args) == 3]
    return {part.id for step in steps for part in ast.walk(step) if isinstance(part, ast.Name)}


def is_share(node: ast.AST) -> bool:
    """Whether a node is a part of a number that is written: `2048 // columns`, `264 // tiles`."""
    divides = isinstance(node, ast.BinOp) and isinstance(node.op, ast.FloorDiv)
    return divides and isinstance(node.left, ast.Constant) and type(node.left.value) is int


def sizes_of_blocks(node: ast.AST) -> list[ast.Constant]:
    """The literals in an expression of the host that say how large a block is: what it divides by."""
    divisors = []
    for part in ast.walk(node):
        if called(part) == "cdiv" and len(part.args) == 2:
            divisors.append(part.args[1])
        elif isinstance(part, ast.BinOp) and isinstance(part.op, ast.FloorDiv):
            divisors.append(part.right)
    found = [one for divisor in divisors for one in ast.walk(divisor) if is_power_of_two(one)]
    return sorted(found, key=lambda one: (one.lineno, one.col_offset))


def grid_of(launch: WrittenLaunch, assigned: Assigned) -> ast.expr:
    """The grid of a launch; of a name what it was given last, further up."""
    grid = launch.call.func.slice
    given = assigned.get(grid.id, ()) if isinstance(grid, ast.Name) else ()
    before = [value for value in given if value.lineno < launch.call.lineno]
    return max(before, key=lambda value: value.lineno, default=grid)


def followers(launch: WrittenLaunch, value: int, axes: set[int] | None) -> list[Edit]:
    """Where the host divides by a block of this size, for a launch: in its grid, on these axes of it or on
    all, and in what it passes.
    """
    assigned = assigned_expressions(launch.host)
    grid = grid_of(launch, assigned)
    parts = [grid]
    if axes is not None and isinstance(grid, ast.Tuple):
        parts = [part for axis, part in enumerate(grid.elts) if axis in axes]
    given = [*launch.call.args, *(keyword.value for keyword in launch.call.keywords)]
    names = [node.id for one in parts for node in reached(one, assigned) if isinstance(node, ast.Name)]
    names += [one.id for one in given if axes is None and isinstance(one, ast.Name)]
    expressions = [*parts, *(value for name in dict.fromkeys(names) for value in assigned.get(name, ()))]
    places = {
        edit_of(literal): None
        for expression in expressions
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


def has_call(node: ast.AST, name: str) -> bool:
    """Whether something of that name is called in a node."""
    return any(called(part) == name for part in ast.walk(node))


def literal_blocks(launch: WrittenLaunch, names: Sequence[str]) -> list[Knob]:
    """The block sizes that a launch gives as literals, each with the literals of the host that follow it."""
    literals = {name: node for name in names if is_power_of_two(node := launch.arguments.get(name))}
    axes = program_axes(launch.kernel)
    has_dot = has_call(launch.kernel, "dot")
    steps = loop_steps(launch.kernel)
    knobs = []
    by_value = {}
    for name, node in literals.items():
        if (
            name in axes and not name.startswith("GROUP") and not (has_dot and name in steps)
        ):  # a group of tiles is no side of one
            by_value.setdefault((node.value, frozenset(axes[name])), []).append(name)
        else:  # the block of a loop
            possible = possible_sizes(node.value, has_dot and not name.startswith("GROUP"))
            role = LOOP if has_dot and not name.startswith("GROUP") else ""
            knobs.append(Knob(name, node.value, possible, (edit_of(node),), role))
    for (value, on_axes), group in by_value.items():
        others = followers(launch, value, set(on_axes)) or followers(launch, value, None)
        possible = possible_sizes(value, has_dot)
        role = TILE if has_dot else ""
        if len(group) > 1 and len(others) == len(group):
            pairs = zip(group, others)
            knobs += [Knob(one, value, possible, (edit_of(literals[one]), edit), role) for one, edit in pairs]
            continue
        own = [edit_of(literals[name]) for name in group]
        knobs.append(Knob(", ".join(group), value, possible, (*own, *others), role))
    return knobs


def computed_blocks(launch: WrittenLaunch, names: Sequence[str]) -> list[Knob]:
    """The block sizes that the host keeps in a name, or computes with a cap:
    `min(triton.next_power_of_2(n), 1024)`.
    """
    assigned = assigned_expressions(launch.host)
    axes = program_axes(launch.kernel)
    has_dot = has_call(launch.kernel, "dot")
    steps = loop_steps(launch.kernel)
    knobs = []
    for name in names:
        node = launch.arguments.get(name)
        if isinstance(node, ast.Name) and len(assigned.get(node.id, ())) == 1:
            [node] = assigned[node.id]
        elif isinstance(node, ast.Name) or is_power_of_two(node):
            continue
        caps = [node] if is_power_of_two(node) else []
        for part in ast.walk(node) if node is not None else ():
            if called(part) == "min":
                caps += filter(is_power_of_two, part.args)
        shares = [part.left for part in ast.walk(node) if is_share(part)] if node is not None else []
        if not caps and len(shares) == 1 and is_power_of_two(shares[0]):
            [size] = shares
            place = edit_of(size)
            knobs.append(Knob(f"{name} (elements)", size.value, possible_sizes(size.value, False), (place,)))
        if len(caps) == 1:
            [cap] = caps
            role = (TILE if name in axes and name not in steps else LOOP) if has_dot else ""
            knobs.append(Knob(name, cap.value, possible_sizes(cap.value, has_dot), (edit_of(cap),), role))
    return knobs


def program_caps(launch: WrittenLaunch) -> list[Knob]:
    """How many programs the host launches at most, each of which then has more to do: a power of two as in
    `min(triton.cdiv(n, 1024), 512)`, or another number that tiles share, `264 // tiles`.
    """
    assigned = assigned_expressions(launch.host)
    places = {}
    for node in reached(grid_of(launch, assigned), assigned):
        caps = [one for one in node.args if is_power_of_two(one)] if called(node) == "min" else []
        if len(caps) == 1 and not has_call(node, "next_power_of_2"):
            places[edit_of(caps[0])] = possible_sizes(caps[0].value, False), caps[0].value
        if is_share(node) and not is_power_of_two(node.left):
            value = node.left.value
            places[edit_of(node.left)] = (value // 4, value // 2, value, 2 * value, 4 * value), value
    return [Knob("programs", value, values, (place,)) for place, (values, value) in places.items()][:1]


def insertion(call: ast.Call, option: str, lines: Sequence[bytes]) -> Edit:
    """Where an option goes that a launch does not have: before its closing bracket."""
    end = call.end_col_offset - 1
    before = b"".join(lines[: call.end_lineno - 1]) + lines[call.end_lineno - 1][:end]
    comma = "" if before.rstrip().endswith((b",", b"(")) else ", "
    return Edit(call.end_lineno, end, end, f"{comma}{option}={{}}")


def option_knob(
    launch: WrittenLaunch, option: str, usual: int, values: tuple, lines: Sequence[bytes]
) -> Knob:
    """num_warps or num_stages of a launch."""
    given = launch.arguments.get(option)
    if given is None:
        return Knob(option, usual, values, (insertion(launch.call, option, lines),))
    value = given.value if isinstance(given, ast.Constant) else None
    return Knob(option, value, tuple(sorted({*values, *([value] if value else [])})), (edit_of(given),))


def has_loop(kernel: ast.FunctionDef) -> bool:
    """Whether a kernel loads in a loop that Triton may pipeline."""
    loops = [node for node in ast.walk(kernel) if isinstance(node, (ast.For, ast.While))]
    return any(called(part) == "load" for loop in loops for part in ast.walk(loop))


def launch_knobs(launch: WrittenLaunch, lines: Sequence[bytes]) -> list[Knob]:
    """All knobs of one launch."""
    names = block_parameters(launch.kernel)
    knobs = [option_knob(launch, "num_warps", USUAL_WARPS, WARPS, lines)]
    knobs += literal_blocks(launch, names) + computed_blocks(launch, names) + program_caps(launch)
    if has_loop(launch.kernel):
        knobs.append(option_knob(launch, "num_stages", USUAL_STAGES, STAGES, lines))
    return [knob for knob in knobs if all(edit.start <= edit.end for edit in knob.edits)]


def one_knob_an_edit(knobs: list[Knob]) -> tuple[Knob, ...]:
    """The knobs, those that share a place (a cap that two blocks have) as one."""
    merged = []
    for knob in knobs:
        other = next((one for one in merged if set(one.edits) & set(knob.edits)), None)
        if other is None:
            merged.append(knob)
            continue
        edits = tuple(dict.fromkeys([*other.edits, *knob.edits]))
        values = tuple(sorted({*other.values} & {*knob.values}))
        merged[merged.index(other)] = Knob(f"{other.name}, {knob.name}", other.value, values, edits)
    return tuple(merged)


def launch_numbers(answer: str) -> tuple[Knob, ...]:
    """The knobs of an answer. What launches of one kernel share is one knob; with several kernels a knob's
    name begins with its kernel's.
    """
    lines = answer.encode().splitlines(keepends=True)
    launches = list(launches_of(ast.parse(answer)))
    several = len({launch.kernel.name for launch in launches}) > 1
    found = {}
    for launch in launches:
        for knob in launch_knobs(launch, lines):
            name = f"{launch.kernel.name}: {knob.name}" if several else knob.name
            known = found.get(name)
            if known and known.value != knob.value:
                name = f"{name} (line {launch.call.lineno})"
                known = None
            edits = tuple(dict.fromkeys([*(known.edits if known else ()), *knob.edits]))
            found[name] = dataclasses.replace(knob, name=name, edits=edits)
    return one_knob_an_edit(list(found.values()))


def kernel_prefix(name: str) -> str:
    """The kernel in the name of a knob of several kernels, `partial_kernel: `; else ""."""
    kernel, separator, _ = name.rpartition(": ")
    return kernel + separator


def product_tiles(knobs: Sequence[Knob]) -> list[dict[str, int]]:
    """PRODUCT_TILES as numbers of the knobs, for an answer with one product whose result has two sides."""
    tiles = [knob.name for knob in knobs if knob.role == TILE]
    loops = [knob.name for knob in knobs if knob.role == LOOP]
    if len(tiles) != 2 or any(", " in name for name in tiles):
        return []
    kernel = kernel_prefix(tiles[0])
    if kernel_prefix(tiles[1]) != kernel:
        return []
    values = {knob.name: knob.values for knob in knobs}
    found = []
    for rows, columns, inner, warps, stages in PRODUCT_TILES:
        numbers = dict(zip(tiles, (rows, columns))) | dict.fromkeys(loops, inner)
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
    for edit, number in sorted(edits, key=lambda one: (one[0].line, one[0].start), reverse=True):
        line = lines[edit.line - 1]
        lines[edit.line - 1] = line[: edit.start] + edit.form.format(number).encode() + line[edit.end :]
    return b"".join(lines).decode()


def describe(knobs: Sequence[Knob], numbers: Mapping[str, int]) -> str:
    """`BLOCK_M 128 -> 64, num_warps 4 -> 8`; "as written" where nothing is changed."""
    changes = [
        f"{knob.name} {knob.value if knob.value is not None else 'computed'} -> {numbers[knob.name]}"
        for knob in knobs
        if knob.name in numbers and numbers[knob.name] != knob.value
    ]
    return ", ".join(changes) or "as written"
