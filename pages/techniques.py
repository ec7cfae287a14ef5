"""What a kernel does, found in its syntax tree: masks, reductions, tensor cores, a second launch, ...

A technique is a rule over the functions of one exemplar; nothing is listed by file. The order of TECHNIQUES
is that of the filters on the page.
"""

import ast
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property

REDUCTIONS = {"sum", "max", "min", "argmax", "argmin", "reduce", "xor_sum"}
SCANS = {"associative_scan", "cumsum", "cumprod"}
ALLOCATIONS = {"empty", "empty_like", "zeros", "zeros_like", "full", "new_empty", "new_zeros"}
DESCRIPTORS = {"make_tensor_descriptor", "load_tensor_descriptor", "TensorDescriptor"}


@dataclass(frozen=True)
class KernelCode:
    """The functions of an exemplar's answer."""

    kernels: tuple[ast.FunctionDef, ...]  # decorated with triton.jit, helpers included
    host: ast.FunctionDef  # allocates, launches, returns

    @cached_property
    def all_nodes(self) -> list[ast.AST]:
        """Every node of the kernels: each technique looks at them."""
        return [node for kernel in self.kernels for node in ast.walk(kernel)]

    def nodes(self, kind: type) -> list:
        """Every node of a kind in the kernels."""
        return [node for node in self.all_nodes if isinstance(node, kind)]


@dataclass(frozen=True)
class Technique:
    """A way to write a kernel, and how to find it."""

    key: str  # in addresses
    name: str
    teaches: str  # one sentence
    find: Callable[[KernelCode], Iterable[int]]  # the lines where it is

    def lines(self, code: KernelCode) -> list[int]:
        """Where it is, in lines of the file; none where the exemplar does not use it."""
        return sorted(set(self.find(code)))


def called_name(node: ast.AST) -> str:
    """`sum` of `tl.sum(...)`; empty where a node is no call of a function of Triton's language."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        if isinstance(node.func.value, ast.Name) and node.func.value.id == "tl":
            return node.func.attr
    return ""


def read_names(node: ast.AST) -> set[str]:
    """The names that an expression reads."""
    return {found.id for found in ast.walk(node) if isinstance(found, ast.Name)}


def argument_of(call: ast.Call, place: int, keyword: str) -> ast.expr | None:
    """An argument of a call, by its place or its keyword; None where the call does not have it."""
    if place < len(call.args):
        return call.args[place]
    return next((word.value for word in call.keywords if word.arg == keyword), None)


def names_in_pointer(access: ast.Call) -> set[str]:
    """The names in the address of a load, a store or an atomic operation."""
    pointer = argument_of(access, 0, "pointer")
    return read_names(pointer) if pointer else set()


def calls_of(*names: str) -> Callable[[KernelCode], list[int]]:
    """Finds calls of functions `tl.NAME`."""
    return lambda code: [node.lineno for node in code.nodes(ast.Call) if called_name(node) in names]


def masked_accesses(code: KernelCode) -> list[int]:
    """Loads and stores with a mask."""
    return [
        node.lineno
        for node in code.nodes(ast.Call)
        if called_name(node) in ("load", "store") and any(word.arg == "mask" for word in node.keywords)
    ]


def index_arithmetic(code: KernelCode) -> list[int]:
    """Quotients and remainders."""
    return [node.lineno for node in code.nodes(ast.BinOp) if isinstance(node.op, (ast.FloorDiv, ast.Mod))]


def loops_over(code: KernelCode, names: tuple[str, ...]) -> list[ast.For]:
    """The loops over a call of one of these, `range` or `tl.range`."""
    return [
        loop
        for loop in code.nodes(ast.For)
        if isinstance(loop.iter, ast.Call) and ast.unparse(loop.iter.func) in names
    ]


def block_loops(code: KernelCode) -> list[int]:
    """Loops that load, themselves or through a function of the file."""
    loading = {"load"}
    for kernel in code.kernels:  # a function is defined above its first use
        if any(called_name(node) == "load" for node in ast.walk(kernel)) or read_names(kernel) & loading:
            loading.add(kernel.name)
    return [
        loop.lineno
        for loop in loops_over(code, ("range", "tl.range"))
        if any(called_name(node) == "load" for node in ast.walk(loop)) or read_names(loop) & loading
    ]


def unrolled_loops(code: KernelCode) -> list[int]:
    """Loops over `tl.static_range`."""
    return [loop.lineno for loop in loops_over(code, ("tl.static_range",))]


def new_axis(node: ast.Subscript) -> int | None:
    """Where `[:, None]` or `[None, :]` inserts an axis; None where a subscript does not."""
    if not isinstance(node.slice, ast.Tuple):
        return None
    places = [
        place
        for place, part in enumerate(node.slice.elts)
        if isinstance(part, ast.Constant) and part.value is None
    ]
    return places[0] if places else None


def two_dimensional_tiles(code: KernelCode) -> list[int]:
    """Expressions in which a column of indices meets a row of them."""
    found = []
    for kernel in code.kernels:
        for statement in ast.walk(kernel):
            if not isinstance(statement, (ast.Assign, ast.AugAssign, ast.Expr)):
                continue
            axes = {new_axis(node) for node in ast.walk(statement) if isinstance(node, ast.Subscript)}
            if {0, 1} <= axes:
                found.append(statement.lineno)
    return found


def difference(node: ast.AST | None) -> tuple[str, str] | None:
    """(a, b) of `a - b`; None of anything else."""
    if not isinstance(node, ast.BinOp) or not isinstance(node.op, ast.Sub):
        return None
    if not isinstance(node.left, ast.Name) or not isinstance(node.right, ast.Name):
        return None
    return node.left.id, node.right.id


def online_softmaxes(code: KernelCode) -> list[int]:
    """Loops that rescale by exp(largest so far - new largest)."""
    found = []
    for loop in loops_over(code, ("range", "tl.range")):
        successors = {  # {(largest so far, new largest)}
            (compared.id, node.targets[0].id)
            for node in ast.walk(loop)
            if isinstance(node, ast.Assign) and called_name(node.value) == "maximum"
            for compared in (argument_of(node.value, 0, "x"), argument_of(node.value, 1, "y"))
            if isinstance(compared, ast.Name) and isinstance(node.targets[0], ast.Name)
        }
        found += [
            node.lineno
            for node in ast.walk(loop)
            if called_name(node) in ("exp", "exp2") and difference(argument_of(node, 0, "x")) in successors
        ]
    return found


def stride_arguments(code: KernelCode) -> list[int]:
    """Uses of parameters whose argument is a stride of a tensor."""
    found = []
    for kernel in code.kernels:
        strides = {argument.arg for argument in kernel.args.args if "stride" in argument.arg.split("_")}
        found += [
            node.lineno for node in ast.walk(kernel) if isinstance(node, ast.Name) and node.id in strides
        ]
    return found


def loaded_names(kernel: ast.FunctionDef) -> set[str]:
    """The names whose values depend on a load."""
    found = set()
    assignments = [node for node in ast.walk(kernel) if isinstance(node, (ast.Assign, ast.AugAssign))]
    grown = True
    while grown:
        before = len(found)
        for node in assignments:
            loads = any(called_name(part) == "load" for part in ast.walk(node.value))
            if loads or read_names(node.value) & found:
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                found |= {name for target in targets for name in read_names(target)}
        grown = len(found) > before
    return found


def indirect_accesses(code: KernelCode) -> list[int]:
    """Loads and stores at an address that was loaded."""
    found = []
    for kernel in code.kernels:
        loaded = loaded_names(kernel)
        for node in ast.walk(kernel):
            is_access = called_name(node) in ("load", "store") or called_name(node).startswith("atomic_")
            if is_access and names_in_pointer(node) & loaded:
                found.append(node.lineno)
    return found


def kernel_launches(host: ast.FunctionDef) -> list[ast.Call]:
    """Calls `kernel[grid](...)`, in order."""
    calls = [node for node in ast.walk(host) if isinstance(node, ast.Call)]
    found = [node for node in calls if isinstance(node.func, ast.Subscript)]
    return sorted(found, key=lambda node: node.lineno)


def second_launches(code: KernelCode) -> list[int]:
    """Launches that share a buffer which is not returned."""
    buffers = set()
    for node in ast.walk(code.host):
        if isinstance(node, ast.Assign) and any(
            isinstance(part, ast.Attribute) and part.attr in ALLOCATIONS for part in ast.walk(node.value)
        ):
            buffers |= {name for target in node.targets for name in read_names(target)}
    returned = {
        name for node in ast.walk(code.host) if isinstance(node, ast.Return) for name in read_names(node)
    }
    calls = kernel_launches(code.host)
    read = [set().union(*map(read_names, call.args)) for call in calls]
    shared = {name for name in buffers - returned if sum(name in names for names in read) > 1}
    return [call.lineno for call, names in zip(calls, read) if names & shared]


def called_functions(code: KernelCode) -> list[int]:
    """Uses of a function of the kernel language that the file defines, called or handed to a scan."""
    own = {kernel.name for kernel in code.kernels}
    return [node.lineno for node in code.nodes(ast.Name) if node.id in own]


def several_results(code: KernelCode) -> list[int]:
    """Stores of a kernel that stores to several pointers of its own parameters."""
    found = []
    for kernel in code.kernels:
        pointers = {argument.arg for argument in kernel.args.args}
        stores = [node for node in ast.walk(kernel) if called_name(node) == "store"]
        written = [names_in_pointer(node) & pointers for node in stores]
        targets = {name for names in written for name in names if name.endswith("_ptr")}
        if len(targets) > 1:
            found += [node.lineno for node in stores]
    return found


def tensor_descriptors(code: KernelCode) -> list[int]:
    """Where a descriptor is made, in the kernel or by the host."""
    nodes = [*code.nodes(ast.Attribute), *ast.walk(code.host)]
    return [
        node.lineno
        for node in nodes
        if (isinstance(node, ast.Attribute) and node.attr in DESCRIPTORS)
        or (isinstance(node, ast.Name) and node.id in DESCRIPTORS)
    ]


def atomic_operations(code: KernelCode) -> list[int]:
    """Calls `tl.atomic_...`."""
    return [node.lineno for node in code.nodes(ast.Call) if called_name(node).startswith("atomic_")]


TECHNIQUES = (
    Technique(
        "block",
        "block of elements",
        "One program computes a block of neighbouring elements: tl.program_id says which, tl.arange counts "
        "them.",
        calls_of("arange"),
    ),
    Technique(
        "mask",
        "mask",
        "The last block hangs over the end, so loads and stores leave out what is not there.",
        masked_accesses,
    ),
    Technique(
        "index-arithmetic",
        "index arithmetic",
        "Quotients and remainders turn one index into several, so that a block can be addressed in a tensor "
        "of any rank.",
        index_arithmetic,
    ),
    Technique(
        "selection",
        "selection",
        "tl.where takes one of two values for each element; no element branches.",
        calls_of("where"),
    ),
    Technique(
        "reduction",
        "reduction",
        "A block is folded into one value, or a tile along one axis, by the threads of the program together.",
        calls_of(*REDUCTIONS),
    ),
    Technique(
        "loop",
        "loop over blocks",
        "A program walks over more data than a block holds and keeps what it needs in registers.",
        block_loops,
    ),
    Technique(
        "unrolled-loop",
        "unrolled loop",
        "tl.static_range repeats code while it is compiled, so that its counter is a constant.",
        unrolled_loops,
    ),
    Technique(
        "tile",
        "2-D tiling",
        "A column of indices and a row of indices make a tile: [:, None] and [None, :].",
        two_dimensional_tiles,
    ),
    Technique(
        "strides",
        "strides as arguments",
        "Strides are arguments of the kernel, so that a view is read where it lies, without a copy.",
        stride_arguments,
    ),
    Technique(
        "tensor-core",
        "tensor core (tl.dot)",
        "tl.dot multiplies two tiles, on tensor cores where the dtype allows it, and sums in float32.",
        calls_of("dot"),
    ),
    Technique(
        "transposed-tile",
        "transposed tile",
        "tl.trans turns a tile in registers, so that it can be multiplied from the other side.",
        calls_of("trans"),
    ),
    Technique(
        "online-softmax",
        "online softmax",
        "The largest logit so far and the sum of exp(logit - largest) are kept, and rescaled when a larger "
        "logit comes: softmax in one pass.",
        online_softmaxes,
    ),
    Technique(
        "second-launch",
        "split, second launch",
        "A first launch leaves partial results in a buffer, a second one finishes them, in a fixed order.",
        second_launches,
    ),
    Technique(
        "grid-stride",
        "grid-stride loop",
        "A fixed number of programs share all blocks: each goes on by tl.num_programs.",
        calls_of("num_programs"),
    ),
    Technique(
        "scan",
        "scan",
        "Each element gets the sum, product or extreme of all elements up to it.",
        calls_of(*SCANS),
    ),
    Technique(
        "own-function",
        "own function",
        "A function with triton.jit is called by a kernel, or is what a scan or reduction combines with.",
        called_functions,
    ),
    Technique("sort", "sort", "tl.sort or tl.topk orders a block in registers.", calls_of("sort", "topk")),
    Technique(
        "indirect",
        "indirect access",
        "An address is computed from a value that was loaded, as for a gather or a label.",
        indirect_accesses,
    ),
    Technique(
        "atomics",
        "atomics",
        "Programs add to one address without losing an update; the order, and with it the rounding, is not "
        "fixed.",
        atomic_operations,
    ),
    Technique(
        "several-results",
        "several results",
        "One kernel stores more than one result, so that what they share is computed once.",
        several_results,
    ),
    Technique(
        "alignment",
        "alignment hints",
        "tl.max_contiguous and tl.multiple_of tell the compiler what allows wider loads.",
        calls_of("max_contiguous", "multiple_of"),
    ),
    Technique(
        "descriptor",
        "tensor descriptor",
        "A descriptor of shape and strides lets the hardware copy whole tiles.",
        tensor_descriptors,
    ),
    Technique(
        "block-pointer",
        "block pointer",
        "tl.make_block_ptr keeps shape, strides and offsets of a tile together.",
        calls_of("make_block_ptr"),
    ),
    Technique(
        "random",
        "random numbers",
        "tl.rand draws numbers from a seed and an offset.",
        calls_of("rand", "randn"),
    ),
)


def techniques_of(code: KernelCode) -> dict[str, list[int]]:
    """{key of a technique: lines where it is}, in the order of TECHNIQUES."""
    found = {technique.key: technique.lines(code) for technique in TECHNIQUES}
    return {key: lines for key, lines in found.items() if lines}


BY_KEY = {technique.key: technique for technique in TECHNIQUES}
