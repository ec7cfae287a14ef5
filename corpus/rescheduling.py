"""Answers of other schedules, made from the text of a tiled product.

Most products share one idiom: a program owns a tile of the result, walks along k in steps of a block, works
on its accumulator and writes. So one function makes the split form of them all, with whatever stands behind
the loop: the programs of the first kernel share a tile, each with every SPLITS-th step of k, and leave their
accumulators; the second kernel adds these up and does what stood behind the loop.
"""

import ast
import functools
import itertools
import re
import textwrap
from dataclasses import dataclass

from corpus.layout import filled_where, joined
from corpus.rewriting import rename

FOUR = {"num_warps": "4", "num_stages": "4"}
BLOCK_K = "128 // y.element_size()"  # what a tile loads along k at a time: 128 bytes
LOOP = re.compile(r"for \w+ in range\(0, (\w+), (BLOCK_\w+)\):")
WRAPPED = re.compile(r"def \w*kernel\(| +\w*kernel\[grid\]\(")
CDIV = re.compile(r"triton\.cdiv\((.+?), (\d+)\)")
GROUPED = re.compile(r" *# Programs run roughly.*?columns = \(within // height\)[^\n]*\n", re.DOTALL)
UNGROUPED = """    rows = tl.program_id(0).to(tl.int64) * BLOCK_M + tl.arange(0, BLOCK_M)
    columns = tl.program_id(1).to(tl.int64) * BLOCK_N + tl.arange(0, BLOCK_N)
"""
WALK = """    # Programs run roughly in order: walking down GROUP row tiles before the next column tile keeps
    # what neighbours share in the L2 cache.
    tiles_m = tl.cdiv(M, BLOCK_M)
    tiles_n = tl.cdiv(N, BLOCK_N)
    pid = tl.program_id(0)
    first = pid // (GROUP * tiles_n) * GROUP
    height = tl.minimum(tiles_m - first, GROUP)
    within = pid % (GROUP * tiles_n)
    rows = (first + within % height).to(tl.int64) * BLOCK_M + tl.arange(0, BLOCK_M)
    columns = (within // height).to(tl.int64) * BLOCK_N + tl.arange(0, BLOCK_N)
"""


@functools.lru_cache(maxsize=4)
def encoded_lines(text: str) -> list[bytes]:
    """The lines of a text, in which a syntax tree counts bytes."""
    return text.encode().split(b"\n")


def source_segment(text: str, node: ast.AST) -> str:
    """The text of a node, as ast.get_source_segment finds it, which splits all of the text each time."""
    lines = encoded_lines(text)[node.lineno - 1 : node.end_lineno]
    lines[-1] = lines[-1][: node.end_col_offset]
    lines[0] = lines[0][node.col_offset :]
    return b"\n".join(lines).decode()


@dataclass(frozen=True)
class KernelStatement:
    """A statement of a kernel's body, with the comments above it."""

    text: str
    reads: frozenset[str]
    writes: frozenset[str]


def kernel_statements(lines: list[str], function: ast.FunctionDef) -> list[KernelStatement]:
    """The body of a function, whose source begins at the first of `lines`."""
    found, begin = [], function.body[0].lineno - 1
    while lines[begin - 1].lstrip().startswith("#"):
        begin -= 1
    for node in function.body:
        names = [name for name in ast.walk(node) if isinstance(name, ast.Name)]
        writes = {name.id for name in names if isinstance(name.ctx, ast.Store)}
        reads = {name.id for name in names if isinstance(name.ctx, ast.Load)}
        if isinstance(node, ast.AugAssign):
            reads |= writes
        text = "\n".join(lines[begin : node.end_lineno]).strip("\n")
        found.append(KernelStatement(text, frozenset(reads), frozenset(writes)))
        begin = node.end_lineno
    return found


def names_in(text: str) -> set[str]:
    """The names that statements, or an expression, read or write."""
    return {node.id for node in ast.walk(ast.parse(textwrap.dedent(text))) if isinstance(node, ast.Name)}


def statements_needed(statements: list[KernelStatement], names: set[str]) -> list[KernelStatement]:
    """Those of `statements` that values of `names` follow from."""
    kept, wanted = [], set(names)
    for statement in reversed(statements):
        if statement.writes & wanted:
            kept.insert(0, statement)
            wanted |= statement.reads
    return kept


def ungrouped(text: str) -> str:
    """A product whose programs walk down groups of tiles, with a grid of rows and columns instead."""
    if not GROUPED.search(text):
        return text
    text = GROUPED.sub(UNGROUPED, text).replace(", GROUP: tl.constexpr", "").replace(", GROUP=8", "")
    return re.sub(r"grid = \((triton\.cdiv\(.*?\)) \* (triton\.cdiv\(.*?\)),\)", r"grid = (\1, \2)", text)


class TiledProduct:
    """The parts of an answer whose one kernel walks along k and then stores a tile once.

    Raises ValueError where an answer is written in another way.
    """

    def __init__(self, answer: str):
        self.text = ungrouped(joined(answer))
        functions = [node for node in ast.parse(self.text).body if isinstance(node, ast.FunctionDef)]
        if [node.name.rpartition("_")[2] for node in functions] != ["kernel", "triton"]:
            raise ValueError("not one kernel and its host function")
        self.kernel, self.host = functions
        body = kernel_statements(self.text.split("\n"), self.kernel)
        loops = [place for place, one in enumerate(body) if LOOP.search(one.text)]
        if len(loops) != 1 or self.text.count("tl.dot(") != 1 or " += tl.dot(" not in body[loops[0]].text:
            raise ValueError("not one loop over k that adds up one product")
        self.loop_end = self.kernel.body[loops[0]].end_lineno
        self.before, self.loop, *_ = body[: loops[0]], body[loops[0]]
        self.depth, self.block = LOOP.search(self.loop.text).groups()
        self.total = re.search(r"(\w+) \+= tl\.dot\(", self.loop.text).group(1)
        after = body[loops[0] + 1 :]
        turn = f"{self.total} = tl.trans({self.total})"
        self.turn = [one.text for one in after[:1] if one.text.strip() == turn]
        self.read_end(after[len(self.turn) :])
        self.read_host()

    def read_end(self, after: list[KernelStatement]):
        """What is done behind the loop, what is stored, and where: the statements that offsets and mask need
        come first.
        """
        *work, last = after or [self.loop]
        line = last.text.strip()
        if not line.startswith("tl.store("):
            raise ValueError("no store at the end")
        call = ast.parse(line).body[0].value
        address, self.stored, self.mask = (
            source_segment(line, part) for part in (*call.args, call.keywords[0].value)
        )
        if address.isidentifier():  # y_ptrs = y_ptr + ...
            named = next(one for one in work if address in one.writes)
            work.remove(named)
            address = named.text.strip().partition(" = ")[2]
        self.y_ptr, _, self.offsets = address.partition(" + ")
        self.place = statements_needed(work, names_in(self.offsets) | names_in(self.mask))
        self.work = [one for one in work if one not in self.place]
        if not self.y_ptr.endswith("_ptr") or any(self.total in one.reads | one.writes for one in self.place):
            raise ValueError("where a tile is stored is not known above the loop")
        ours = {"offsets", "mask"} - {self.offsets, self.mask}
        if any(ours & one.writes for one in after if one not in self.place):
            raise ValueError("offsets or mask stand for something else")

    def read_host(self):
        """Sizes of tiles, grid and arguments of the launch."""
        segment = lambda node: source_segment(self.text, node)
        grid, launch = (
            next(node for node in self.host.body if segment(node).startswith(begin))
            for begin in ("grid = (", f"{self.kernel.name}[grid](")
        )
        self.grid = [segment(axis) for axis in grid.value.elts]
        self.launch = "\n".join(["    " + segment(node) for node in (grid, launch)])
        self.numbers = {keyword.arg: segment(keyword.value) for keyword in launch.value.keywords}
        of_length = {length: name for name, length in self.numbers.items() if name.startswith("BLOCK")}
        self.extents = {of_length[length]: extent for extent, length in CDIV.findall(", ".join(self.grid))}
        if len(self.extents) != 2 or len(self.grid) != 2:
            raise ValueError("the grid is not one of rows and columns")
        if names_in(segment(self.host)) & {"block", "block_m", "block_n", "tiles", "splits", "partial"}:
            raise ValueError("the host function has names of another schedule")
        self.launched = [segment(argument) for argument in launch.value.args]
        self.arguments, free = {}, [one.arg for one in self.kernel.args.args if one.arg not in self.numbers]
        for argument in launch.value.args:
            pattern = re.compile(re.escape(free[0][:-1]) + r"\w" if isinstance(argument, ast.Starred) else "")
            # *x.stride() stands for all of stride_xm, stride_xk
            names = free[:1] + list(itertools.takewhile(pattern.fullmatch, free[1:]))
            self.arguments |= dict.fromkeys(names, segment(argument))
            free = [name for name in free if name not in names]

    def host_with(self, lines: list[str]) -> str:
        """The host function with `lines` in the place of its grid and launch."""
        host = self.text[self.text.index(f"def {self.host.name}") :]
        assert self.launch in host, self.launch
        return host.replace(self.launch, "\n".join(lines))

    def parameters(self, body: str) -> tuple[list[str], list[str]]:
        """(the parameters without constants, the constants) that the body of a kernel uses."""
        names = names_in(body)
        whole = {
            argument for name, argument in self.arguments.items() if name in names and argument[0] == "*"
        }
        names |= {name for name, argument in self.arguments.items() if argument in whole}
        used = [one for one in self.kernel.args.args if one.arg in names]
        return [one.arg for one in used if not one.annotation], [one.arg for one in used if one.annotation]


def with_axes_exchanged(loop: str) -> str:
    """A loop with [:, None] and [None, :] exchanged."""
    exchanged = {"[:, None]": "[None, :]", "[None, :]": "[:, None]"}
    return re.sub(r"\[:, None\]|\[None, :\]", lambda index: exchanged[index.group()], loop)


def turned(answer: str) -> str:
    """The answer of a tiled product that holds its tile turned round, y.T = w.T @ x.T, until the loop ends.

    A Hopper GPU multiplies TF32 from a second factor whose neighbours along k lie side by side: that is x, as
    x is mostly stored, and is not w. Raises ValueError where the loop holds more than products of tiles.
    """
    product = TiledProduct(answer)
    loop = "\n".join([*(one.text for one in product.before), product.loop.text])
    tiles = {name for one in product.before if "None" in one.text for name in one.writes}
    if re.search(r"tl\.(sum|max|min|trans|reduce)\(|None, None|, None, ", loop) or product.turn:
        raise ValueError("the loop does more than multiply tiles")
    if any(tiles & one.reads for one in [*product.place, *product.work]):
        raise ValueError("a tile from above the loop is used behind it")
    swapped = with_axes_exchanged(loop)
    swapped = re.sub(r"tl\.dot\((.+?), (\w+), input_precision", r"tl.dot(\2, \1, input_precision", swapped)
    zeros = rf"( {product.total} = tl\.zeros\(\()(\w+), (\w+)\)"
    swapped = re.sub(zeros, r"\1\3, \2)", swapped)
    lines = product.text.split("\n")
    first, last = product.kernel.body[0].lineno - 1, product.loop_end
    turn = f"    {product.total} = tl.trans({product.total})"
    behind = lines[last + 1 :] if not lines[last].strip() else lines[last:]
    return "\n".join([*lines[:first], *swapped.split("\n"), "", turn, *behind])


def sized(product: TiledProduct, *sizes: str) -> list[str]:
    """The grid of a product with tiles of other sizes."""
    pairs = zip(product.grid, sizes, strict=True)
    return [CDIV.sub(rf"triton.cdiv(\1, {size})", axis) for axis, size in pairs]


def grouped(text: str) -> str:
    """A product with a grid of rows and columns whose programs walk down groups of tiles instead."""
    if UNGROUPED not in text or "M, N, K" not in text or "tl.program_id(2)" in text:
        return text
    text = text.replace(UNGROUPED, WALK).replace(
        "BLOCK_K: tl.constexpr", "BLOCK_K: tl.constexpr, GROUP: tl.constexpr"
    )
    text = text.replace("num_warps=", "GROUP=8, num_warps=")
    return re.sub(r"grid = \((triton\.cdiv\(.*?\)), (triton\.cdiv\(.*?\))\)\n", r"grid = (\1 * \2,)\n", text)


def aligned(answer: str) -> str:
    """A product whose rows are a multiple of ALIGN, up to 16, and which says so.

    Triton finds a multiple of 16 out by itself; of rows of a multiple of 4 or 8 elements it would
    load one at a time. Strides that are handed on all at once, `*x.stride()`, are left as they are.
    """
    text = joined(answer)
    kernel, *_, host = [node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)]
    launch = f"    {kernel.name}[grid]("
    calls = [node for node in ast.walk(host) if isinstance(node, ast.Call) and node.keywords]
    call = next(node for node in calls if launch.strip() in f"{source_segment(text, node)}")
    if any(isinstance(argument, ast.Starred) for argument in call.args):
        return answer
    handed = [source_segment(text, argument) for argument in call.args]
    handed = dict(zip((one.arg for one in kernel.args.args), handed))
    lines = text.split("\n")
    loop = next(node for node in kernel.body if isinstance(node, ast.For))
    loads = "\n".join(lines[kernel.lineno : loop.end_lineno])
    strides = {}  # {factor: its strides, the innermost last}
    for name in handed:
        if name.startswith("stride_") and re.search(rf"\b{name}\b", loads):
            strides.setdefault(name[7:-1][:1], []).append(name)  # of x: stride_xb, stride_xm, stride_xk
    outer = [name for group in strides.values() for name in group[:-1]]
    sizes = [loop.iter.args[1].id, *(group[-1][-1].upper() for group in strides.values())]
    ours = [name for name in dict.fromkeys([*sizes, *outer]) if name in handed]
    end = next(place for place, line in enumerate(lines) if line.endswith("):"))  # of the signature
    lines[end] = lines[end].replace("):", ", ALIGN: tl.constexpr):")
    lines.insert(end + 1, "\n".join(f"    {name} = {name} // ALIGN * ALIGN" for name in ours))
    head, _, tail = "\n".join(lines).partition(launch)
    head += f"    align = math.gcd({', '.join([*(handed[name] for name in ours), '16'])})\n"
    return filled_where(head + launch + tail.replace(", num_warps=", ", ALIGN=align, num_warps=", 1), WRAPPED)


# ---- split-K ----------------------------------------------------------------------------------------------


def split_bodies(product: TiledProduct) -> tuple[str, str]:
    """The bodies of the kernel that leaves partial sums and of the one that adds them up."""
    block, total = product.block, product.total
    own_steps = lambda text: text.replace(
        f"tl.arange(0, {block})", f"split * {block} + tl.arange(0, {block})"
    )
    place = [one.text for one in product.place]
    offsets, mask = product.offsets, product.mask
    if not offsets.isidentifier():
        place.append(f"    offsets = {offsets}")
        offsets = "offsets"
    if not mask.isidentifier():
        place.append(f"    mask = {mask}")
        mask = "mask"
    steps = re.compile(rf"(?m)^(    for .*|        \w+ \+= .*)\b{block}\b")
    partial = [
        "    split = tl.program_id(2)",
        *(own_steps(one.text) for one in product.before),
        steps.sub(rf"\1SPLITS * {block}", own_steps(product.loop.text)) + "\n",
        *product.turn,
        *place,
        f"    tl.store(partial_ptr + split * n_elements + {offsets}, {total}, mask={mask})",
    ]
    end = [
        *place,
        f"    {total} = tl.zeros(({', '.join(product.extents)}), dtype=tl.float32)",
        "    for split in range(0, SPLITS):",
        f"        {total} += tl.load(partial_ptr + split * n_elements + {offsets}, mask={mask}, other=0.0)\n",
        *(one.text for one in product.work),
        f"    tl.store({product.y_ptr} + {offsets}, {product.stored}, mask={mask})",
    ]
    ids = statements_needed(product.before, names_in("\n".join(end)) - {total})
    return "\n".join(partial), "\n".join([*(one.text for one in ids), *end])


def kernel_and_launch(product: TiledProduct, name: str, body: str, launch: dict[str, str]) -> tuple[str, str]:
    """A kernel of split-K and the lines that launch it, with the grid and the numbers of `launch`."""
    given, constants = product.parameters(body)
    tensors = [one for one in given if one.endswith("_ptr")]
    numbers = [one for one in given if one not in tensors]
    tensors = [*tensors, "partial_ptr"] if "tl.store(partial_ptr" in body else ["partial_ptr", *tensors]
    annotated = [f"{one}: tl.constexpr" for one in constants]
    header = ", ".join([*tensors, *numbers, "n_elements", "SPLITS", *annotated])
    ours = {"partial_ptr": "partial"}
    handed = [ours.get(one) or product.arguments[one] for one in [*tensors, *numbers]]
    handed = [one for place, one in enumerate(handed) if one[0] != "*" or one not in handed[:place]]
    numbers = product.arguments | product.numbers | launch
    options = [one for one in ("num_warps", "num_stages") if one in launch]
    keywords = [f"{one}={numbers[one]}" for one in [*constants, *options]]
    call = ", ".join([*handed, "y.numel()", "splits", *keywords])
    return (
        f"@triton.jit\ndef {name}({header}):\n{body}",
        f"    grid = ({launch['grid']})\n    {name}[grid]({call})",
    )


def split_k(answer: str) -> str:
    """The answer of a tiled product as split-K in two launches; the tiles are turned (see `turned`).

    Few rows get low tiles, so that a thin product reads its matrix and multiplies little else.
    """
    product = TiledProduct(turned(answer))
    (rows, high), (columns, wide) = product.extents.items()
    partial, whole = split_bodies(product)
    tile = {rows: "block_m", columns: "block_n", product.block: BLOCK_K, **FOUR}
    grid = sized(product, "block_m", "block_n")
    first, first_launch = kernel_and_launch(
        product, "partial_kernel", partial, tile | {"grid": f"{', '.join(grid)}, splits"}
    )
    tile = {rows: "16", columns: "32", "num_warps": "4"}
    second, second_launch = kernel_and_launch(
        product, "sum_kernel", whole, tile | {"grid": ", ".join(sized(product, "16", "32"))}
    )
    lines = [
        f"    block_m = min(64, max(16, triton.next_power_of_2({high})))",
        f"    block_n = min(128, max(64, triton.next_power_of_2({wide})))",
        f"    tiles = {' * '.join(grid)}",
        f"    splits = max(1, min(triton.cdiv({product.arguments[product.depth]}, 64), 264 // tiles))",
        "    partial = torch.empty((splits, y.numel()), device=y.device, dtype=torch.float32)",
        first_launch,
        second_launch,
    ]
    text = "\n\n\n".join([first, second, product.host_with(lines)])
    stem = product.kernel.name.removesuffix("kernel")
    names = {name: stem + name for name in ("partial_kernel", "sum_kernel")}
    return aligned(rename(filled_where(text, WRAPPED), names))


# ---- one launch, other tiles ------------------------------------------------------------------------------


def relaunched(answer: str, tile: tuple[str, str], numbers: dict[str, str], line: str = "") -> str:
    """The answer of a tiled product with `tile` (rows, columns) and other numbers in its launch; a `line` of
    the host comes before, in which {wide} stands for the number of columns.
    """
    product = TiledProduct(answer)
    rows, columns = product.extents
    numbers = product.numbers | {rows: tile[0], columns: tile[1]} | numbers
    call = ", ".join([*product.launched, *(f"{name}={number}" for name, number in numbers.items())])
    lines = [f"    {line.format(wide=product.extents[columns])}"] if line else []
    lines.append(f"    grid = ({', '.join(sized(product, *tile))})")
    lines.append(f"    {product.kernel.name}[grid]({call})")
    kernel = product.text[: product.text.index(f"def {product.host.name}")].rstrip()
    text = f"{kernel}\n\n\n{product.host_with(lines)}"
    text = rename(text, {product.kernel.name: "kernel"})  # lists are filled by a name that all variants have
    text = filled_where(text, WRAPPED)
    return rename(text, {"kernel": product.kernel.name})


def tiled(answer: str) -> str:
    """The usual schedule of a product of two matrices that are stored by rows: turned tiles."""
    product = TiledProduct(answer)
    return aligned(relaunched(turned(answer), ("64", "128"), {product.block: BLOCK_K} | FOUR))


def layered(answer: str) -> str:
    """The usual schedule of a layer, whose weight is stored turned already."""
    product = TiledProduct(answer)
    rows, columns = product.extents
    tile = product.numbers[rows], product.numbers[columns]
    return aligned(relaunched(answer, tile, {product.block: BLOCK_K, "num_warps": "4"}))


def small(answer: str) -> str:
    """Small tiles: a small product, or one of a batch, has enough programs for all multiprocessors."""
    block = "block = min(64, max(32, triton.next_power_of_2({wide})))"
    return aligned(relaunched(answer, ("32", "block"), FOUR, block))


def thin(answer: str) -> str:
    """Tiles as wide as the few columns of the result: the first factor streams past."""
    block = "block = min(64, max(16, triton.next_power_of_2({wide})))"
    return aligned(relaunched(turned(answer), ("64", "block"), FOUR, block))


def wide(answer: str) -> str:
    """Tiles of 128 by 256, for large products in half precision; of float32 less of k fits at a time."""
    numbers = {TiledProduct(answer).block: BLOCK_K, "num_warps": "8", "num_stages": "3"}
    return grouped(aligned(relaunched(answer, ("128", "256"), numbers)))
