"""accesses."""

from python_to_triton import frontend
from python_to_triton.static_checks import naming
from python_to_triton.verification import sandbox
from python_to_triton import verification
import ast
import functools
import itertools
import math
import operator
from collections import defaultdict
from dataclasses import dataclass, field
import torch
from triton_ops.machine import triton


MOST_PROGRAMS = 24  # of a launch, evenly spaced


MOST_WORK, WORK_OF_LANES = 60_000, 128  # expressions of an answer; as many lanes count as one more


MOST_LANES, MOST_TURNS, MOST_PARTS = 1 << 17, 4096, 64  # of a tensor or block; of a loop; of a tuple


SIZES = 2  # how many sets of them


NONE = -1  # in a lane: no element of this argument


class Unreadable(Exception):
    """What this module does not follow."""


class Found(Exception):
    """Ends the reading of an answer: (line, reason)."""


@dataclass(frozen=True)
class Data:
    """Values that nobody knows. `sources` {argument, or part of one: which of its elements each lane is made of, NONE where of none; or None
    where of several}."""

    sources: dict = field(default_factory=dict)

    def mapped(self, function):
        return Data({key: lanes if lanes is None else function(lanes) for key, lanes in self.sources.items()})

    def of_several(self):
        return Data(dict.fromkeys(self.sources))


@dataclass(frozen=True)
class Pointer:
    """Into the storage of a tensor of the host, `at` elements from its beginning: a number, a tensor of lanes, or None where nobody knows."""

    tensor: torch.Tensor
    at: object


def aligned(*parts):
    """Tensors of one shape."""
    tensors = [torch.as_tensor(part) for part in parts]
    if (
        math.prod(tensor.numel() for tensor in tensors)
        > MOST_LANES
        < math.prod(torch.broadcast_shapes(*(tensor.shape for tensor in tensors)))
    ):
        raise Unreadable("a large block")
    return torch.broadcast_tensors(*tensors)


def merged(parts):
    """Data made of the same lanes of several values."""
    sources = {}
    for key, lanes in (item for part in parts if isinstance(part, Data) for item in part.sources.items()):
        if key in sources and sources[key] is not None and lanes is not None:
            one, two = aligned(sources[key], lanes)
            lanes = one.maximum(two) if bool(((one == two) | (one == NONE) | (two == NONE)).all()) else None
        sources[key] = None if sources.get(key, lanes) is None else lanes
    return Data(sources)


def chosen(condition, *two):
    """Data of which each lane is that of one or the other value."""
    two = [part.sources if isinstance(part, Data) else {} for part in two]
    none = torch.tensor(NONE)
    pairs = {key: [sources.get(key, none) for sources in two] for sources in two for key in sources}
    return Data(
        {
            key: None if any(lanes is None for lanes in pair) else torch.where(*aligned(condition, *pair))
            for key, pair in pairs.items()
        }
    )


OPERATORS = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.USub: operator.neg,
    ast.Not: operator.not_,
    ast.UAdd: operator.pos,
    ast.Invert: operator.invert,
    ast.Pow: operator.pow,
    ast.Is: operator.is_,
    ast.IsNot: operator.is_not,
}


BUILTINS = {
    function.__name__: function
    for function in (min, max, int, float, bool, len, sum, abs, range, list, tuple, sorted, all, any)
}


def calculated(op, *parts):
    """What Python makes of numbers, lanes and tuples; raises Unreadable where that could take long."""
    kinds = (int, float, torch.Tensor, *[tuple, list] * isinstance(op, (ast.Add, ast.Mult)))
    sequences = any(isinstance(part, (tuple, list)) for part in parts)
    steep = isinstance(op, (ast.Pow, ast.LShift)) or isinstance(op, ast.Mult) and sequences
    large = steep and any(isinstance(part, int) and abs(part) > MOST_PARTS for part in parts[not sequences :])
    if (
        type(op) not in OPERATORS
        or large
        or not isinstance(op, (ast.cmpop, ast.Not))
        and not all(isinstance(part, kinds) for part in parts)
    ):
        raise Unreadable(type(op).__name__)
    return OPERATORS[type(op)](*parts)


def elements_in(tensor):
    """How many elements the storage of a tensor has."""
    return tensor.untyped_storage().nbytes() // tensor.element_size()


def size_of(value):
    """How many lanes, elements or numbers a value has; raises Unreadable where those are too many, or one is too large."""
    if isinstance(value, Data):
        return sum(lanes.numel() for lanes in value.sources.values() if lanes is not None)
    size, most = 0, 0
    if isinstance(value, torch.Tensor):
        size, most = (
            max(value.numel(), elements_in(value), *value.shape) if value.is_meta else value.numel(),
            MOST_LANES,
        )
    elif isinstance(value, (tuple, list)):
        size, most = (
            len(value) + sum(size_of(part) for part in value if isinstance(part, (tuple, list, range))),
            MOST_PARTS,
        )
    elif isinstance(value, range):
        size, most = len(value), MOST_TURNS
    elif isinstance(value, int):
        size = abs(value) >> 63
    if size > most:
        raise Unreadable("it is large")
    return size


@dataclass
class Budget:
    """How much of an answer is still followed."""

    left: int = MOST_WORK


class Reader:
    """Computes the statements and expressions that host functions and kernels share; a scope is {name: value}."""

    def __init__(self, functions, budget):
        self.functions, self.budget = functions, budget

    def block(self, statements, scope):
        """Runs through statements; (what is returned,), or None."""
        for statement in statements:
            returned = getattr(self, f"do_{type(statement).__name__}", self.refuse)(statement, scope)
            if returned:
                return returned
        return None

    def refuse(self, node, scope):
        raise Unreadable(type(node).__name__)

    def do_Expr(self, node, scope):
        self.of(node.value, scope)

    def do_Return(self, node, scope):
        return (self.of(node.value, scope) if node.value else None,)

    def do_Assign(self, node, scope):
        value = self.of(node.value, scope)
        for target in node.targets:
            self.bind(target, value, scope)

    def do_AnnAssign(self, node, scope):
        self.bind(node.target, self.of(node.value, scope), scope)

    def do_AugAssign(self, node, scope):
        self.bind(
            node.target,
            self.combined(node.op, self.of(ast.Name(node.target.id), scope), self.of(node.value, scope)),
            scope,
        )

    def do_For(self, node, scope):
        for turn in self.parts_of(self.of(node.iter, scope)):
            self.bind(node.target, turn, scope)
            if returned := self.block(node.body, scope):
                return returned
        return self.block(node.orelse, scope)

    def do_If(self, node, scope):
        return self.block(node.body if self.holds(node.test, scope) else node.orelse, scope)

    def holds(self, node, scope):
        """Whether a condition does, that is a number."""
        test = self.of(node, scope)
        if isinstance(test, (Data, Pointer, torch.Tensor)):
            raise Unreadable("lanes in a condition")
        return bool(test)

    def parts_of(self, value):
        """What can be iterated."""
        if not isinstance(value, (tuple, list, range)):
            raise Unreadable("no sequence")
        return value

    def bind(self, target, value, scope):
        if isinstance(target, (ast.Tuple, ast.List)):
            values = list(self.parts_of(value))
            first = next(
                (place for place, part in enumerate(target.elts) if isinstance(part, ast.Starred)), None
            )
            if first is not None:  # a, *b, c = ..
                last = len(values) - (len(target.elts) - first - 1)
                values[first:last] = [values[first:last]]
            for part, one in zip(target.elts, values, strict=True):
                self.bind(getattr(part, "value", part), one, scope)
        else:
            scope[target.id] = value

    def of(self, node, scope):
        value = getattr(self, f"of_{type(node).__name__}", self.refuse)(node, scope)
        self.budget.left -= 1 + size_of(value) // WORK_OF_LANES
        if self.budget.left < 0:
            raise Unreadable("it takes long")
        return value

    def of_Constant(self, node, scope):
        return node.value

    def of_Name(self, node, scope):
        if node.id not in scope and node.id not in self.functions:
            raise Unreadable(node.id)
        return scope.get(node.id, node)

    def of_several(self, nodes, scope):
        """[value] of expressions, of which some are starred."""
        parts = [
            self.parts_of(self.of(part.value, scope))
            if isinstance(part, ast.Starred)
            else [self.of(part, scope)]
            for part in nodes
        ]
        return list(itertools.chain.from_iterable(parts))

    def of_Tuple(self, node, scope):
        return tuple(self.of_several(node.elts, scope))

    of_List = of_Tuple

    def of_BinOp(self, node, scope):
        return self.combined(node.op, self.of(node.left, scope), self.of(node.right, scope))

    def of_UnaryOp(self, node, scope):
        return self.combined(node.op, self.of(node.operand, scope))

    def of_Compare(self, node, scope):
        parts = [self.of(part, scope) for part in (node.left, *node.comparators)]
        results = [self.combined(op, *pair) for op, pair in zip(node.ops, itertools.pairwise(parts))]
        return functools.reduce(functools.partial(self.combined, ast.BitAnd()), results)

    def of_BoolOp(self, node, scope):
        for part in node.values[:-1]:
            if self.holds(part, scope) is isinstance(node.op, ast.Or):
                return self.of(part, scope)
        return self.of(node.values[-1], scope)

    def of_IfExp(self, node, scope):
        return self.of(node.body if self.holds(node.test, scope) else node.orelse, scope)

    def of_Slice(self, node, scope):
        return slice(*(part and self.of(part, scope) for part in (node.lower, node.upper, node.step)))

    def of_Subscript(self, node, scope):
        return self.at(self.of(node.value, scope), self.of(node.slice, scope))

    def at(self, value, index):
        return value[index]

    def of_Call(self, node, scope):
        given = self.of_several(node.args, scope)
        words = {word.arg: self.of(word.value, scope) for word in node.keywords}
        name = ast.unparse(node.func)
        if name in BUILTINS:
            return BUILTINS[name](*given, **words)
        if name in ("triton.cdiv", "tl.cdiv"):
            return self.combined(
                ast.FloorDiv(), self.combined(ast.Sub(), self.combined(ast.Add(), *given), 1), given[1]
            )
        if name == "triton.next_power_of_2":
            return triton.next_power_of_2(*given)
        return self.called(node, name, given, words, scope)


MODULES = {"torch": torch, "math": math}


DEAR = {"comb", "factorial", "perm"}  # of math: they could take long


def storage(tensor):
    """What tells a storage from others."""
    return tensor.untyped_storage()._cdata


class Host(Reader):
    """A host function's tensors, without data, and its `launches` [(kernel, grid, {parameter: argument})]."""

    def __init__(self, functions, budget):
        super().__init__(functions, budget)
        self.launches, self.held, self.blank = (
            [],
            [],
            set(),
        )  # held: no storage shall have the address of another; blank: {storage nobody filled}

    def combined(self, op, *parts):
        if any(isinstance(part, torch.Tensor) for part in parts) and not isinstance(op, (ast.Is, ast.IsNot)):
            raise Unreadable("arithmetic on a tensor")
        return calculated(op, *parts)

    def of_Attribute(self, node, scope):
        owner = ast.unparse(node.value)
        module = owner if owner in MODULES else ""
        if node.attr not in verification.HOST.values[module]:
            raise Unreadable(node.attr)
        return getattr(MODULES[module] if module else self.of(node.value, scope), node.attr)

    def called(self, node, name, given, words, scope):
        if isinstance(node.func, ast.Subscript):
            function, grid = self.functions[node.func.value.id], self.of(node.func.slice, scope)
            parameters = [parameter.arg for parameter in function.args.args]
            arguments = dict(zip(parameters, given)) | {
                word: value for word, value in words.items() if word in parameters
            }
            return self.launches.append((function, grid if isinstance(grid, tuple) else (grid,), arguments))
        owner, attribute = (
            (ast.unparse(node.func.value), node.func.attr)
            if isinstance(node.func, ast.Attribute)
            else ("", name)
        )
        if not owner or attribute not in verification.HOST.calls[owner if owner in MODULES else ""] - DEAR:
            raise Unreadable(name)
        if owner == "torch" and attribute not in ("broadcast_shapes", "Size", "finfo", "iinfo"):
            words |= {"device": "meta"}
        value = MODULES[owner] if owner in MODULES else self.of(node.func.value, scope)
        if owner not in MODULES and not isinstance(value, (torch.Tensor, tuple, torch.finfo)):
            raise Unreadable(name)
        made = getattr(value, attribute)(*given, **words)
        if isinstance(made, torch.Tensor):
            self.held.append(made)
            if attribute == "view" and made.element_size() != value.element_size():
                raise Unreadable("elements of another size")
            if "empty" in attribute:
                self.blank.add(storage(made))
        return made


SAME = {"multiple_of", "max_contiguous", "max_constancy"}


WHOLE_NUMBERS = {"minimum": torch.minimum, "maximum": torch.maximum}


TRUNCATED = {
    ast.FloorDiv: functools.partial(torch.div, rounding_mode="trunc"),
    ast.Mod: torch.fmod,
}  # as in C


class Program(Reader):
    """One program of a kernel: what it loads from arguments, and in `stores` [(tensor, elements, Data, line)] what it writes."""

    def __init__(self, functions, budget, place, grid, arguments, named):
        super().__init__(functions, budget)
        self.place, self.grid, self.arguments, self.named = (
            place,
            (*grid, 1, 1),
            arguments,
            named,
        )  # {storage: argument}; {name: argument}
        self.stores, self.lines = [], {}

    def combined(self, op, *parts):
        pointer = next((part for part in parts if isinstance(part, Pointer)), None)
        if isinstance(op, (ast.Is, ast.IsNot)):
            return calculated(op, *parts)
        if pointer:
            other = next((part for part in parts if part is not pointer), 0)
            known = (
                isinstance(op, (ast.Add, ast.Sub)) and pointer.at is not None and not isinstance(other, Data)
            )
            return Pointer(pointer.tensor, self.combined(op, pointer.at, other) if known else None)
        lanes, divides = any(isinstance(part, torch.Tensor) for part in parts), type(op) in TRUNCATED
        if (
            any(isinstance(part, Data) for part in parts)
            or lanes
            and (isinstance(op, ast.Div) or any(isinstance(part, float) for part in parts))
        ):
            return merged(parts)
        if isinstance(op, ast.Not) and lanes or isinstance(op, ast.Invert) and isinstance(parts[0], bool):
            return parts[0] == 0
        if divides and not lanes and any(part < 0 for part in parts):
            raise Unreadable("Triton rounds it otherwise where it is no constant")
        if not lanes:
            return calculated(op, *parts)
        return TRUNCATED[type(op)](*aligned(*parts)) if divides else calculated(op, *aligned(*parts))

    def do_For(self, node, scope):
        for turn in self.parts_of(self.of(node.iter, scope)):
            before = dict(scope)
            self.bind(node.target, turn, scope)
            if self.block(node.body, scope):
                raise Unreadable("a loop that returns")
            # What the next turn finds has been made of this one's lanes, and of which of those before nobody says.
            scope |= {
                name: value.of_several()
                for name, value in scope.items()
                if isinstance(value, Data) and value is not before.get(name)
            }

    def bind(self, target, value, scope):
        name = getattr(target, "id", "")
        if (
            isinstance(value, Data) and self.named.get(name) in value.sources and len(value.sources) == 1
        ):  # v0 = tl.load(..): a part of a0
            self.lines[name] = target.lineno
            value = Data({name: value.sources[self.named[name]]})
        super().bind(target, value, scope)

    def at(self, value, index):
        if isinstance(value, Data):
            return value.mapped(lambda lanes: lanes[index] if lanes.dim() else lanes)
        if isinstance(value, Pointer):
            return Pointer(value.tensor, value.at[index] if isinstance(value.at, torch.Tensor) else value.at)
        return value[index] if isinstance(value, (torch.Tensor, tuple)) else value

    def of_Attribute(self, node, scope):
        text = ast.unparse(node)
        if text.startswith("tl."):
            return text
        value = self.of(node.value, scope)
        if node.attr == "T":
            return self.tl_trans(value, node=node)
        if node.attr == "value":
            return value
        raise Unreadable(node.attr)

    def called(self, node, name, given, words, scope):
        if name in self.functions:
            function = self.functions[name]
            parameters = [parameter.arg for parameter in function.args.args]
            returned = self.block(function.body, dict(zip(parameters, given)) | words)
            return returned[0] if returned else None
        method = isinstance(node.func, ast.Attribute) and ast.unparse(node.func.value) not in (
            "tl",
            "tl.math",
        )
        given = [self.of(node.func.value, scope), *given] if method else given
        name = name.split(".")[-1]
        if hasattr(self, f"tl_{name}"):
            return getattr(self, f"tl_{name}")(*given, node=node, **words)
        if name in SAME:
            return given[0]
        if name in WHOLE_NUMBERS and not any(isinstance(part, (Data, float)) for part in given):
            return WHOLE_NUMBERS[name](*aligned(*given))
        if name in naming.TRITON:
            return merged((*given, *words.values()))
        if name.startswith("atomic_"):
            self.stores.append((given[0].tensor, None, Data(), node.lineno))
        elif name not in verification.KERNEL.calls["tl"]:
            raise Unreadable(name)
        return Data()  # sums, products, other shapes: nobody knows

    def tl_program_id(self, axis, node):
        return self.place[axis]

    def tl_num_programs(self, axis, node):
        return self.grid[axis]

    def tl_arange(self, start, end, node):
        if end - start > MOST_LANES:
            raise Unreadable("a large block")
        return torch.arange(start, end)

    def tl_range(self, *bounds, node, **words):
        return range(*(int(bound) for bound in bounds))

    tl_static_range = tl_range

    def tl_to(self, value, dtype, node, **words):
        if isinstance(value, (Data, Pointer)) or "int" not in str(dtype):
            return value if isinstance(value, (Data, Pointer)) else Data()
        if str(dtype).endswith("int1"):
            return value != 0
        return value.long() if isinstance(value, torch.Tensor) else int(value)

    tl_cast = tl_to

    def tl_zeros(self, *shape, node, **words):
        return Data()

    tl_full = tl_zeros_like = tl_zeros

    def tl_where(self, condition, one, other, node):
        if isinstance(condition, Data):
            return merged((condition, one, other))
        if any(isinstance(part, (Data, float)) for part in (one, other)):
            return chosen(torch.as_tensor(condition) != 0, one, other)
        return torch.where(*aligned(torch.as_tensor(condition) != 0, one, other))

    def tl_expand_dims(self, value, axis, node):
        return (
            value.mapped(lambda lanes: lanes.unsqueeze(axis))
            if isinstance(value, Data)
            else value.unsqueeze(axis)
        )

    def tl_broadcast_to(self, value, *shape, node, **words):
        return value

    def tl_trans(self, value, *order, node):
        turned = isinstance(value, Data) and not order
        return (
            value.mapped(lambda lanes: lanes.mT if lanes.dim() == 2 else None if lanes.dim() else lanes)
            if turned
            else Data()
        )

    def reached(self, pointer, mask, done, node):
        """The elements that are read or written, NONE where masked, or None where nobody knows. Raises Found where one lies outside."""
        if pointer.at is None or isinstance(mask, Data):
            return None
        lanes, mask = aligned(pointer.at, torch.as_tensor(mask) != 0)
        if bool((mask & ((lanes < 0) | (lanes >= elements_in(pointer.tensor)))).any()):
            raise Found(
                node.lineno, f"{self.arguments.get(storage(pointer.tensor), 'a tensor')} is {done} outside"
            )
        return torch.where(mask, lanes, NONE)

    def tl_load(self, pointer, mask=True, other=None, node=None, **words):
        name, lanes = self.arguments.get(storage(pointer.tensor)), self.reached(pointer, mask, "read", node)
        if name is None or lanes is None:
            return Data()
        self.lines.setdefault(name, node.lineno)
        return Data({name: lanes})

    def tl_store(self, pointer, value, mask=True, node=None, **words):
        lanes = self.reached(pointer, mask, "written", node)
        self.stores.append((pointer.tensor, lanes, value if isinstance(value, Data) else Data(), node.lineno))


MOVES = frontend.VIEWS | {
    "cat",
    "stack",
    "repeat",
    "repeat_interleave",
    "roll",
    "flip",
    "tril",
    "triu",
    "diag_embed",
    "pixel_shuffle",
    "pixel_unshuffle",
    "channel_shuffle",
}


def sources_of(value, found, known, sizes):
    """{argument or part of one: which of its elements stands where in a value}, of a Value whose operands are in `found`."""
    row, parts = (
        frontend.OPS[value.op],
        [operand for operand in frontend.flatten_operands(value.operands) if isinstance(operand, frontend.Value)],
    )
    shape = known[id(value)].shape
    if row.kind == "pointwise" and value.op not in ("glu", "prelu"):
        return {
            key: lanes if lanes is None else lanes.broadcast_to(shape)
            for key, lanes in merged(
                [
                    Data(
                        {
                            key: lanes if lanes is None else lanes.broadcast_to(shape)
                            for key, lanes in found[id(part)].items()
                        }
                    )
                    for part in parts
                ]
            ).sources.items()
        }
    if value.op not in MOVES:
        return {}
    sources = {}
    for key in {key for part in parts for key in found[id(part)]}:
        lanes = {
            id(part): found[id(part)].get(key, torch.full(known[id(part)].shape, NONE)) for part in parts
        }
        several = any(one is None for one in lanes.values())
        sources[key] = (
            None
            if several
            else frontend.execute(value, {place: one + 1 for place, one in lanes.items()}, sizes, "cpu") - 1
        )  # 0 fills
    if value.op in naming.PARTS and naming.whole_of(value.operands[0]).op == "argument":
        sources = {value.name: lanes for lanes in sources.values()}  # one: that of the argument
    return sources


class Asked:
    """A prompt at small sizes: its arguments without data, what it returns, and of which elements that is made."""

    def __init__(self, text, seed):
        self.prompt = prompt = frontend.parse(text)
        self.sizes = frontend.small_sizes(prompt, seed)
        known = prompt.shapes(self.sizes)
        found = {
            id(value): {f"a{place}": torch.arange(known[id(value)].numel()).reshape(known[id(value)].shape)}
            for place, value in enumerate(prompt.inputs)
        }
        for value in prompt.values:
            found[id(value)] = sources_of(value, found, known, self.sizes)
        self.outputs = [(known[id(value)], found[id(value)]) for value in prompt.outputs]
        self.named = {f"a{place}": f"a{place}" for place in range(prompt.arity)}
        self.named |= naming.cut_from(prompt)


@functools.lru_cache(maxsize=128)
def asked_of(prompt, seed):
    return Asked(prompt, seed)


def allocated(host, result):
    """The line that gives a variable that is returned its last value."""
    names_in = {node.id for node in naming.below(result) if isinstance(node, ast.Name)}
    return max(
        (
            target.lineno
            for target, _ in naming.assignments(host.body)
            if getattr(target, "id", "") in names_in
        ),
        default=result.lineno,
    )


def programs(grid):
    """The places of some programs of a grid, evenly spaced, and whether they are all."""
    count = math.prod(grid)
    some = (
        [i * (count - 1) // (MOST_PROGRAMS - 1) for i in range(MOST_PROGRAMS)]
        if count > MOST_PROGRAMS
        else range(count)
    )
    sizes = (*grid, 1, 1)
    return [
        (i % sizes[0], i // sizes[0] % sizes[1], i // sizes[0] // sizes[1]) for i in some
    ], count <= MOST_PROGRAMS


class Result:
    """A tensor that is returned at `line`: the `elements` of its storage that it shows, and at `places` of the storage its own or NONE."""

    def __init__(self, tensor, expected, line):
        stored = elements_in(tensor)
        self.expected, self.line = expected, line
        self.elements = (
            torch.arange(stored)
            .as_strided(tensor.shape, tensor.stride(), tensor.storage_offset())
            .reshape(-1)
        )
        self.places = torch.full((stored,), NONE)
        self.places[self.elements] = torch.arange(tensor.numel())

    def check(self, program, lanes, data, line):
        """[Found] where what a program stores into it is made of other elements than it is to be made of."""
        at = torch.where(lanes == NONE, NONE, self.places[lanes.clamp(min=0)])
        for key, ours in data.sources.items():
            if ours is None or self.expected.get(key) is None:
                continue
            ours, here = aligned(ours, at)
            wanted = self.expected[key].reshape(-1)[here.clamp(min=0)]
            if bool(((here != NONE) & (wanted != NONE) & (ours != NONE) & (wanted != ours)).any()):
                return [Found(program.lines.get(key, line), f"{key} is read elsewhere")]
        return []


def results_of(function, tensors, outputs):
    """{storage: [Result]} of the tensors that a host function returns; raises Found where one has another shape or type."""
    last = function.body[-1].value if isinstance(function.body[-1], ast.Return) else function
    shown, results = last.elts if isinstance(last, ast.Tuple) else [last], defaultdict(list)
    for tensor, part, (meta, expected) in zip(tensors, shown, outputs):
        line = allocated(function, part)
        if tensor.shape != meta.shape or tensor.dtype != meta.dtype:
            raise Found(
                line,
                f"a result is {tuple(tensor.shape)} {tensor.dtype}, not {tuple(meta.shape)} {meta.dtype}",
            )
        results[storage(tensor)].append(Result(tensor, expected, line))
    return results


def read(answer, asked):
    """Raises Found where an answer cannot be right, Unreadable where it cannot be followed."""
    functions, budget = (
        {node.name: node for node in verification.parse_answer(answer).body if isinstance(node, ast.FunctionDef)},
        Budget(),
    )
    function = functions.pop("translated")
    host, arguments = Host(functions, budget), asked.prompt.metas(asked.sizes)
    (returned,) = host.block(
        function.body, dict(zip((parameter.arg for parameter in function.args.args), arguments))
    )
    results = results_of(
        function, returned if isinstance(returned, (tuple, list)) else [returned], asked.outputs
    )
    known, wrong = (
        {storage(tensor): f"a{place}" for place, tensor in enumerate(arguments)},
        {},
    )  # {storage: [Found] of the last launch that writes it}
    written = {
        key: torch.zeros(len(ours[0].places), dtype=torch.bool)
        for key, ours in results.items()
        if key in host.blank
    }
    for left, (kernel, grid, given) in zip(reversed(range(len(host.launches))), host.launches):
        scope = {
            name: Pointer(value, value.storage_offset()) if isinstance(value, torch.Tensor) else value
            for name, value in given.items()
        }
        (some, complete), here = programs(grid), defaultdict(list)
        for place in some:
            program = Program(functions, budget, place, grid, known, asked.named)
            program.block(kernel.body, dict(scope))
            for tensor, lanes, data, line in program.stores:
                key = storage(tensor)
                if key in known:
                    raise Unreadable("an argument is written")
                if lanes is None or not complete:
                    written.pop(key, None)  # nobody knows where
                if key in written:
                    written[key][lanes[lanes != NONE]] = True
                for result in results.get(key, ()):
                    here[key] += [] if lanes is None else result.check(program, lanes, data, line)
                if here[key] and not left:
                    raise here[key][0]
        wrong |= here
    if any(wrong.values()):
        raise next(itertools.chain.from_iterable(wrong.values()))
    for key, done in written.items():
        for result in results[key]:
            if not bool(done[result.elements].all()):
                raise Found(result.line, "not all of a result is written")


CONFUSED = (
    ArithmeticError,
    AttributeError,
    LookupError,
    TypeError,
    ValueError,
    RuntimeError,
    MemoryError,
)  # of what no host or kernel could mean


@torch.inference_mode()
def fault(answer, prompt):
    """(line, reason) of a line that cannot be right, or None: also where the answer cannot be followed."""
    for seed in range(SIZES):
        try:
            read(answer, asked_of(prompt, seed))
        except Found as found:
            return found.args
        except (Unreadable, sandbox.Refused, *CONFUSED):
            continue
    return None
